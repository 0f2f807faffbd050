"""How norms and provisions are named: labels (`art. 15, II, "a"`), fragments
(`art15_cpt_inc2_ali1`), URNs, slugs.

Everything here is syntax. What "deste artigo" means is the business of `citations`, which knows
where the words stand.
"""
