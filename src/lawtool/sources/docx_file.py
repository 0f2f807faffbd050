"""Read a DOCX with the standard library: the labels that Word counts, what is struck, inserted,
deleted or hidden.

Libraries for DOCX lose what a law lives on: automatic labels become lists, tracked insertions
disappear.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from lawtool.errors import RefusedContent
from lawtool.model import Problem
from lawtool.sources.docx_numbering import WORD, Numbering, read_numbering, value_of
from lawtool.sources.extraction import LARGEST_MEMBER, Extraction
from lawtool.sources.text_writer import TextWriter

Element = ElementTree.Element

_BODY, _NUMBERS, _STYLES = "word/document.xml", "word/numbering.xml", "word/styles.xml"
_NOTES = (("footnote", "word/footnotes.xml"), ("endnote", "word/endnotes.xml"))
_COMMENTS = "word/comments.xml"
_TRANSPARENT = frozenset(
    WORD + name
    for name in (
        "sdt",
        "sdtContent",
        "ins",
        "moveTo",
        "smartTag",
        "customXml",
        "hyperlink",
        "fldSimple",
    )
)
_GONE = frozenset(
    WORD + name
    for name in ("del", "moveFrom", "txbxContent", "rPr", "pPr", "instrText")
)
_RAISED = {"o": "º", "a": "ª"}
_DEEPEST = 200
"""Levels of tables, boxes and fields inside each other; a document of Word has less than twenty."""
_HEADING_STYLE = re.compile(r"(?:heading|t[ií]tulo|ttulo)\s?\d", re.IGNORECASE)


def read_docx(data: bytes) -> Extraction:
    """Read the text of a DOCX, one paragraph a line, with marks for struck words, headings, links
    and cells.

    Tracked insertions are part of the text, deletions and hidden text are not; notes and comments
    stand at the end. Raises RefusedContent for a damaged file, and for one whose parts are too
    large or declare entities.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _Document(archive).read()
    except (
        zipfile.BadZipFile,
        OSError,
        EOFError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        raise RefusedContent(
            f"is a damaged DOCX ({error})",
            remedy="Save it again in Word or LibreOffice.",
        ) from None


def _parse_part(archive: zipfile.ZipFile, name: str) -> Element | None:
    """Parse one part of the archive, None where it has none; its size is asked for before it is
    unpacked.
    """
    try:
        member = archive.getinfo(name)
    except KeyError:
        return None
    if member.file_size > LARGEST_MEMBER:
        size = member.file_size // 1_000_000
        raise RefusedContent(
            f"has a part that unpacks to {size} MB ({name})",
            remedy="It is no document of a norm.",
        )
    content = archive.read(member)
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise RefusedContent(f"declares a document type or entities ({name})")
    try:
        return ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise RefusedContent(f"is a damaged DOCX ({name}: {error})") from None


class _Document:
    """One document on its way into text."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.writer = TextWriter()
        self.numbering: Numbering = read_numbering(
            _parse_part(archive, _NUMBERS), _parse_part(archive, _STYLES)
        )
        self.tables = 0
        self.notes: dict[str, int] = {}
        self.changes = 0
        self.hidden = 0

    def read(self) -> Extraction:
        root = _parse_part(self.archive, _BODY)
        if root is None:
            body = None
        else:
            body = root.find(f"{WORD}body")
        if body is None:
            raise RefusedContent(
                "is a DOCX without a document", remedy="Save it again in Word."
            )
        self.write_blocks(body, 0)
        self.write_notes()
        text, marks = self.writer.finish()
        return Extraction(text=text, marks=marks, problems=tuple(self.problems()))

    def problems(self) -> Iterator[Problem]:
        if self.changes:
            message = f"{self.changes} tracked changes: insertions are read, deletions are not"
            yield Problem(code="tracked-changes", message=message)
        if self.hidden:
            message = f"{self.hidden} pieces of hidden text are left out"
            yield Problem(code="hidden-text", message=message)

    # --- blocks ---------------------------------------------------------------------------------

    def write_blocks(self, parent: Element, depth: int) -> None:
        """Write paragraphs and tables, one below the other."""
        if depth > _DEEPEST:
            return
        for child in parent:
            if child.tag == f"{WORD}p":
                self.write_paragraph(child, depth)
            elif child.tag == f"{WORD}tbl":
                self.write_table(child, depth)
            elif child.tag in _TRANSPARENT:
                self.write_blocks(child, depth + 1)

    def write_paragraph(self, paragraph: Element, depth: int) -> None:
        self.writer.open_block(spaced=False)
        start = self.writer.place()
        label = self.numbering.next_label(paragraph)
        if label:
            self.writer.write(label + " ")
        self.write_runs(paragraph, depth)
        if _HEADING_STYLE.match(self.numbering.style_name(paragraph)):
            self.writer.mark(start, "heading")
        self.writer.open_block(spaced=False)

    def write_table(self, table: Element, depth: int) -> None:
        """Write a table of data as rows of cells; one that lays out the page as paragraphs."""
        rows = table.findall(f"{WORD}tr")
        widest = max((len(row.findall(f"{WORD}tc")) for row in rows), default=0)
        nested = table.find(f".//{WORD}tc//{WORD}tbl") is not None
        if widest < 2 or nested or self.writer.in_row:
            for cell in table.iterfind(f"{WORD}tr/{WORD}tc"):
                self.write_blocks(cell, depth + 1)
            return
        self.tables += 1
        for number, row in enumerate(rows, 1):
            self.writer.open_block(spaced=number == 1)
            self.writer.in_row = True
            for column, cell in enumerate(row.findall(f"{WORD}tc"), 1):
                self.writer.begin_cell(first=column == 1)
                start = self.writer.place()
                self.write_blocks(cell, depth + 1)
                self.writer.mark(start, "cell", f"{self.tables},{number},{column}")
            self.writer.in_row = False
            self.writer.open_block(spaced=False)
        self.writer.open_block(spaced=True)

    # --- runs -----------------------------------------------------------------------------------

    def write_runs(self, parent: Element, depth: int) -> None:
        """Write the running text below an element."""
        if depth > _DEEPEST:
            return
        for child in parent:
            if child.tag in (
                f"{WORD}ins",
                f"{WORD}del",
                f"{WORD}moveFrom",
                f"{WORD}moveTo",
            ):
                self.changes += 1
            if child.tag in _GONE:
                continue
            if child.tag == f"{WORD}r":
                self.write_run(child)
            else:
                self.write_runs(child, depth + 1)

    def write_run(self, run: Element) -> None:
        properties = run.find(f"{WORD}rPr")
        if _is_on(properties, "vanish"):
            self.hidden += 1
            return
        start = self.writer.place()
        raised = properties is not None and (
            value_of(properties.find(f"{WORD}vertAlign")) == "superscript"
        )
        for piece in run:
            self.write_piece(piece, raised=raised)
        if _is_on(properties, "strike") or _is_on(properties, "dstrike"):
            self.writer.mark(start, "struck")

    def write_piece(self, piece: Element, *, raised: bool) -> None:
        if isinstance(piece.tag, str):
            name = piece.tag.removeprefix(WORD)
        else:
            name = ""
        if name == "t":
            text = piece.text or ""
            self.writer.write(_RAISED.get(text.strip(), text) if raised else text)
        elif name == "tab":
            self.writer.write(" ")
        elif name in ("br", "cr"):
            self.writer.break_line()
        elif name == "noBreakHyphen":
            self.writer.write("-")
        elif name == "sym":
            self.writer.write(_symbol(piece))
        elif name in ("footnoteReference", "endnoteReference"):
            number = self.notes.setdefault(_note_key(name, piece), len(self.notes) + 1)
            self.writer.write(f"[{number}]")

    # --- notes ----------------------------------------------------------------------------------

    def write_notes(self) -> None:
        """Write the notes that the text refers to, then the comments, each marked as a note."""
        for kind, name in _NOTES:
            root = _parse_part(self.archive, name)
            for note in root if root is not None else ():
                number = self.notes.get(f"{kind}{note.get(WORD + 'id')}")
                if number is not None:
                    self.write_note(note, f"[{number}] ")
        root = _parse_part(self.archive, _COMMENTS)
        for comment in root if root is not None else ():
            author = comment.get(f"{WORD}author") or ""
            self.write_note(
                comment, f"[comentário de {author}] " if author else "[comentário] "
            )

    def write_note(self, note: Element, sign: str) -> None:
        self.writer.open_block(spaced=True)
        start = self.writer.place()
        self.writer.write(sign)
        self.writer.glued = True
        for paragraph in note.iterfind(f".//{WORD}p"):
            self.write_runs(paragraph, 0)
            self.writer.write(" ")
        self.writer.mark(start, "note")
        self.writer.open_block(spaced=True)


def _is_on(properties: Element | None, name: str) -> bool:
    """Tell whether a property is set: it is there and not switched off."""
    if properties is None:
        element = None
    else:
        element = properties.find(WORD + name)
    return element is not None and value_of(element, "1") not in (
        "0",
        "false",
        "off",
        "none",
    )


def _note_key(name: str, piece: Element) -> str:
    return f"{name.removesuffix('Reference')}{piece.get(WORD + 'id')}"


def _symbol(piece: Element) -> str:
    """Give the character of a symbol font; those of private use are bullets."""
    try:
        return chr(int(piece.get(f"{WORD}char") or "", 16))
    except (ValueError, OverflowError):
        return ""
