"""HTML to visible text, one block a line, with what the markup said kept as marks.

The tree is walked with a loop, never by recursion: ten thousand open tags are a text like any
other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from bs4 import BeautifulSoup, CData, Tag
from bs4.element import NavigableString, PageElement
from bs4.exceptions import ParserRejectedMarkup

from lawtool.model import Mark
from lawtool.sources.encoding import decode_bytes
from lawtool.sources.extraction import Extraction
from lawtool.sources.page_furniture import is_site_furniture, without_law
from lawtool.sources.text_writer import TextWriter

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = _HEADINGS | {
    "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd",
    "details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header",
    "hr", "html", "legend", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table",
    "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
}  # fmt: skip
_SPACED = _HEADINGS | {"p", "table", "pre", "ul", "ol"}
"""Blocks that a browser sets off by a blank line."""
_UNSEEN = {
    "audio", "canvas", "datalist", "iframe", "noscript", "object", "script", "select", "style",
    "svg", "template", "title", "video",
}  # fmt: skip
_RAISED = {"o": "º", "a": "ª"}
"""`1<sup>o</sup>`: a raised letter is the sign of an ordinal."""
_STRUCK = frozenset({"s", "strike", "del"})
_CELLS = frozenset({"td", "th"})

_BR = re.compile(r"<br ?/?>", re.IGNORECASE)
_PROLOGUE = re.compile(r"\A\s*<\?xml[^>]*>")
_BREAK = "\ufdd0"
"""Stands for `br` in the text of the tree: two of three elements of a published law are line
breaks, and an element costs the parser a hundred times a character. No text holds this one: Unicode
keeps it for such uses.
"""
_BLOCK_STYLE = re.compile(r"display\s*:\s*block")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none")
_LONGEST_CELL = 600
"""A table with a longer cell, or with another table in a cell, is there to lay out the page."""


def read_html(data: bytes) -> Extraction:
    """Read the text of a page with marks for what its markup says. Never raises: broken markup is
    read as far as it goes.
    """
    markup, encoding, problems = decode_bytes(data)
    text, marks = extract_html(markup)
    return Extraction(text=text, encoding=encoding, marks=marks, problems=problems)


def extract_html(markup: str) -> tuple[str, tuple[Mark, ...]]:
    """Extract the visible text of markup, with its marks. Never raises."""
    text, marks = _Walk(_parse(_PROLOGUE.sub("", markup, count=1))).run()
    return text, without_law(text, marks)


def _parse(markup: str) -> BeautifulSoup:
    # What opens after the last sign that could close it never closes: it is text, and html.parser
    # would search
    # the rest of the page again from each of them.
    for opening, closing in (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<", ">")):
        closed = markup.rfind(closing) + 1
        markup = markup[:closed] + markup[closed:].replace(
            opening, "&lt;" + opening[1:]
        )
    markup = _BR.sub(_BREAK, markup.replace(_BREAK, "\ufffd"))
    try:
        return _soup(markup)
    except ParserRejectedMarkup:
        # html.parser gives up on some broken declarations; as text they do no harm.
        return _soup(markup.replace("<!", "&lt;!"))


def _soup(markup: str) -> BeautifulSoup:
    # Places in the markup and lists of classes are not asked for.
    return BeautifulSoup(
        markup, "html.parser", store_line_numbers=False, multi_valued_attributes=None
    )


@dataclass(slots=True)
class _DataTable:
    """Where the walk stands in the rows of a table that holds data."""

    number: int
    row: int = 0
    column: int = 0


@dataclass(slots=True)
class _OpenElement:
    """An element that the walk is inside of."""

    tag: Tag
    start: int
    block: bool
    mark: str = ""
    value: str = ""


class _Walk:
    """One pass over the tree, writing as it goes."""

    def __init__(self, soup: BeautifulSoup) -> None:
        self.soup = soup
        self.writer = TextWriter()
        self.stack: list[_OpenElement] = []
        self.data_tables = _data_tables(soup)
        self.tables = 0
        self.table: _DataTable | None = None
        self.preformatted = 0
        self.raised = 0

    def run(self) -> tuple[str, tuple[Mark, ...]]:
        for event, node in _walk_events(self.soup):
            if event == "text":
                self.text(str(node))
            elif event == "open":
                self.open(cast(Tag, node))
            else:
                self.close(self.stack.pop())
        return self.writer.finish()

    def text(self, text: str) -> None:
        if self.raised:
            text = _RAISED.get(text.strip().rstrip("."), text)
        if self.preformatted:
            write = self.writer.write_as_is
        else:
            write = self.writer.write
        first, *others = text.split(_BREAK)
        write(first)
        for line in others:
            self.writer.break_line()
            write(line)

    def open(self, tag: Tag) -> None:
        name = tag.name
        style = _style(tag)
        block = name in _BLOCKS or bool(style and _BLOCK_STYLE.search(style))
        mark, value = _mark_of_tag(tag, style)
        if name == "sup":
            self.raised += 1
        if name == "table" and id(tag) in self.data_tables:
            self.tables += 1
            self.table = _DataTable(number=self.tables)
        if self.table is not None and name in _CELLS:
            value = self.open_cell(self.table)
            mark = "cell"
        elif block:
            self.writer.open_block(spaced=name in _SPACED)
        if name == "br":
            self.writer.break_line()
        elif name == "pre":
            self.preformatted += 1
        self.stack.append(
            _OpenElement(
                tag=tag, start=self.writer.place(), block=block, mark=mark, value=value
            )
        )

    def open_cell(self, table: _DataTable) -> str:
        if not self.writer.in_row:
            self.writer.open_block(spaced=False)
            self.writer.in_row = True
            table.row += 1
            table.column = 0
        table.column += 1
        self.writer.begin_cell(first=table.column == 1)
        return f"{table.number},{table.row},{table.column}"

    def close(self, element: _OpenElement) -> None:
        name = element.tag.name
        if element.mark:
            self.writer.mark(element.start, element.mark, element.value)
        if name == "pre":
            self.preformatted -= 1
        elif name == "sup":
            self.raised -= 1
        if self.table is not None and name in _CELLS:
            return
        if self.table is not None and name in ("tr", "table"):
            self.writer.in_row = False
            if name == "table":
                self.table = None
        if element.block:
            self.writer.open_block(spaced=name in _SPACED)


def _style(tag: Tag) -> str:
    style = tag.attrs.get("style")
    if style:
        return str(style).lower()
    return ""


def _is_unseen(tag: Tag) -> bool:
    return (
        tag.name in _UNSEEN
        or "hidden" in tag.attrs
        or bool(_HIDDEN_STYLE.search(_style(tag)))
    )


def _mark_of_tag(tag: Tag, style: str) -> tuple[str, str]:
    """Kind and value of the mark that an element leaves, the empty string for none."""
    if tag.name == "a":
        address = str(tag.attrs.get("href") or "")
        if address and not address.startswith("javascript:"):
            return ("link", address)
        return ("", "")
    if tag.name in _STRUCK or "line-through" in style:
        return "struck", ""
    if tag.name in _HEADINGS:
        return "heading", ""
    if tag.name == "blockquote":
        return "quote", ""
    if is_site_furniture(tag):
        return ("furniture", "site")
    return ("", "")


def _walk_events(soup: BeautifulSoup) -> Iterator[tuple[str, PageElement]]:
    """`open`, `text` and `close` in document order, without what a browser does not show."""
    inside: list[Tag] = []
    node: PageElement | None = soup.contents[0] if soup.contents else None
    while node is not None:
        while inside and node.parent is not inside[-1]:
            yield "close", inside.pop()
        if isinstance(node, Tag):
            if _is_unseen(node):
                node = _node_after(node)
                continue
            inside.append(node)
            yield "open", node
        elif type(node) is NavigableString or type(node) is CData:
            # Comments, scripts and declarations are subclasses of NavigableString.
            yield "text", node
        node = node.next_element
    while inside:
        yield "close", inside.pop()


def _node_after(tag: Tag) -> PageElement | None:
    """The next node in document order that is not inside `tag`."""
    node: PageElement | None = tag
    while node is not None and node.next_sibling is None:
        node = node.parent
    if node is None:
        return None
    return node.next_sibling


@dataclass(slots=True)
class _Shape:
    """What decides whether a table holds data: tables inside, cells of its widest row, its longest
    cell.
    """

    nested: bool = False
    cells: int = 0
    widest: int = 0
    cell_length: int = 0
    longest: int = 0

    def see(self, event: str, node: PageElement) -> None:
        if event == "text":
            self.cell_length += len(str(node).replace(_BREAK, ""))
            self.longest = max(self.longest, self.cell_length)
        elif event == "open" and cast(Tag, node).name in _CELLS:
            self.cells += 1
            self.widest = max(self.widest, self.cells)
            self.cell_length = 0
        elif event == "open" and cast(Tag, node).name == "tr":
            self.cells = 0

    @property
    def is_data(self) -> bool:
        return not self.nested and self.widest > 1 and self.longest <= _LONGEST_CELL


def _data_tables(soup: BeautifulSoup) -> set[int]:
    """Identities of the tables whose rows and cells mean something; the others only lay out the
    page.

    A table lays out where it holds another table or a cell of more than `_LONGEST_CELL` characters,
    or where no row has two cells.
    """
    data: set[int] = set()
    if soup.find("table") is None:
        return data
    shapes: list[_Shape] = []
    for event, node in _walk_events(soup):
        is_table = event != "text" and cast(Tag, node).name == "table"
        if is_table and event == "open":
            if shapes:
                shapes[-1].nested = True
            shapes.append(_Shape())
        elif is_table and shapes.pop().is_data:
            data.add(id(node))
        elif shapes:
            shapes[-1].see(event, node)
    return data
