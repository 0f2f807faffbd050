"""Locators: the written forms of a provision (`art. 15, II, "a", 1`) ⇄ fragments (`art15_cpt_inc2_ali1_ite1`) ⇄ labels.

Everything here is syntax. What "deste artigo" means is the business of `citations`, which knows where the words stand.
"""

from lawtool.locators.forms import from_fragment, label, labels, scheme, with_caput
from lawtool.locators.grammar import Chain, flatten, read, read_at

__all__ = ["Chain", "flatten", "from_fragment", "label", "labels", "read", "read_at", "scheme", "with_caput"]
