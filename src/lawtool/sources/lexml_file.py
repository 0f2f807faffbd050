"""Read LexML XML, the official format, and other XML as far as its elements are blocks of text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from lawtool.errors import RefusedContent
from lawtool.sources.encoding import decode_bytes
from lawtool.sources.extraction import Extraction
from lawtool.sources.markup import extract_html
from lawtool.sources.text_writer import TextWriter

_DECLARED = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_INLINE = frozenset(
    {"b", "i", "u", "sub", "sup", "span", "em", "strong", "remissao", "ins", "del", "a"}
)
_SKIPPED = frozenset({"metadado", "script", "style", "meta"})
_LABELLED = frozenset(
    {
        "artigo",
        "caput",
        "paragrafo",
        "inciso",
        "alinea",
        "item",
        "pena",
        "dispositivogenerico",
    }
)
"""Elements whose `Rotulo` stands on the line of their text; that of a grouping stands on a line of
its own.
"""
_ADDRESS = "{http://www.w3.org/1999/xlink}href"
_OMISSION = ". . . . . . . . . ."
_RAISED = {"o": "º", "a": "ª"}


def read_lexml(data: bytes) -> Extraction:
    """Read the text of an XML file, one block a line: `Rotulo` before its text, quoted wording
    between marks.

    Raises RefusedContent for a file that declares a document type or entities: these can be bombs
    or reach for files of the machine, and no law needs them. XML that is not well formed is read as
    a page of HTML.
    """
    if _DECLARED.search(data):
        raise RefusedContent(
            "declares a document type or entities, which are not read",
            remedy="Take the <!DOCTYPE …> out of the file.",
        )
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        text, encoding, problems = decode_bytes(data)
        body, marks = extract_html(text)
        return Extraction(text=body, encoding=encoding, marks=marks, problems=problems)
    writer = TextWriter()
    _write(writer, root)
    text, marks = writer.finish()
    return Extraction(text=text, marks=marks)


def _local_name(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2].lower()


def _write(writer: TextWriter, root: ElementTree.Element) -> None:
    """Write an element and all below it; a loop, for a file may nest ten thousand deep."""
    stack: list[tuple[str, ElementTree.Element, int, str]] = [("open", root, 0, "")]
    while stack:
        event, element, start, parent = stack.pop()
        if event == "close":
            _close(writer, element, start, parent)
            continue
        name = _local_name(element)
        if not isinstance(element.tag, str) or name in _SKIPPED:
            writer.write(element.tail or "")
            continue
        start = _open(writer, element, name)
        stack.append(("close", element, start, parent))
        stack.extend(("open", child, 0, name) for child in reversed(element))


def _open(writer: TextWriter, element: ElementTree.Element, name: str) -> int:
    if name not in _INLINE and not writer.glued:
        writer.open_block(spaced=name in ("artigo", "epigrafe", "ementa"))
    if name not in _LABELLED:
        writer.glued = False
    if element.get("abreAspas"):
        writer.write("“")
        writer.glued = True
    start = writer.place()
    text = element.text or ""
    if name == "omissis":
        text = _OMISSION
    elif name == "sup":
        text = _RAISED.get(text.strip().rstrip("."), text)
    writer.write(text)
    return start


def _close(
    writer: TextWriter, element: ElementTree.Element, start: int, parent: str
) -> None:
    name = _local_name(element)
    if name in ("span", "a", "remissao") and element.get(_ADDRESS):
        writer.mark(start, "link", element.get(_ADDRESS) or "")
    elif name == "del":
        writer.mark(start, "struck")
    elif name == "alteracao":
        writer.mark(start, "quote")
    if element.get("fechaAspas"):
        note = element.get("notaAlteracao")
        writer.take_back_line_ends()
        writer.write(f"” ({note})" if note else "”")
    if name == "rotulo" and parent in _LABELLED:
        writer.write(" ")
        writer.glued = True
    elif name not in _INLINE:
        writer.glued = False
        writer.open_block(spaced=False)
    writer.write(element.tail or "")
