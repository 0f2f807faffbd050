"""Read Markdown: its marks become marks of the source, what it prints becomes text, line by line as
written.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

from lawtool.sources.encoding import decode_bytes
from lawtool.sources.extraction import Extraction
from lawtool.sources.markup import extract_html

_FRONT_MATTER = re.compile(
    r"\A\ufeff?---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL
)
_UNDERLINED = re.compile(
    r"^[ \t]{0,3}(?P<heading>[^\s|>#-][^\n|]*)\n[ \t]{0,3}(?:={3,}|-{3,})[ \t]*$",
    re.MULTILINE,
)
"""A heading over a line of `=` or `-`. Its rule is off: a paragraph of a law above a rule would
become a heading whole.
"""
_RULE_LINE = re.compile(
    r"^[ \t]*(?:-[ \t-]{2,}|={3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})[ \t]*$",
    re.MULTILINE,
)
_FOOTNOTE = re.compile(r"^(?=\[\^[^\]\n]+\]:)", re.MULTILINE)
_NOT_FOR_LAW = ("list", "code", "fence", "reference", "lheading", "hr")
"""Rules of Markdown that lose what a law prints: `3)` … `5)` would be 3 and 4, `1986. Foi` a list,
four blanks code.
"""


def read_markdown(data: bytes) -> Extraction:
    """Read the text of a Markdown file with marks for headings, links, struck words, quotes and
    cells.

    The front matter is left out: it is of the publisher, not of the norm. Never raises.
    """
    text, encoding, problems = decode_bytes(data)
    body, marks = extract_html(_to_html(text))
    return Extraction(text=body, encoding=encoding, marks=marks, problems=problems)


def _to_html(text: str) -> str:
    text = _FRONT_MATTER.sub("", text, count=1)
    text = _UNDERLINED.sub(r"## \g<heading>\n", text.replace("\r\n", "\n"))
    # An empty line, so that what stands under the rule is no part of the paragraph above.
    text = _RULE_LINE.sub("", text)
    text = _FOOTNOTE.sub("\n", text)
    parser = MarkdownIt("commonmark", {"html": True, "breaks": True})
    parser.enable(["table", "strikethrough"]).disable(list(_NOT_FOR_LAW))
    return str(parser.render(text))
