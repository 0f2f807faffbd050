"""Segments: the lines that carry text, with what the decoder asks about each.

A line is one segment, except where a label stands glued to the text before it (`penalidades:I - multa`): there a second
segment begins, which may turn out to be running text after all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawtool.model import Line, Span
from lawtool.structure.headings import Heading, Sign, heading
from lawtool.structure.printed_labels import Reading, is_canonical, readings
from lawtool.vocabulary.acts import announces_wording
from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.numerals import from_letter, from_roman, to_letter, to_roman


@dataclass(slots=True, kw_only=True)
class Segment:
    """A line or the rest of one from `start` (offset in `line.text`), and what stands before it."""

    line: Line
    start: int
    text: str
    readings: tuple[Reading, ...] = ()
    heading: Heading | None = None
    glued: bool = False
    listed: bool = False
    """Glued, but surely a label: the next number of the list that begins the line, or a provision behind a full stop."""
    ended: bool = True
    """The text before has come to an end: a full stop, a semicolon, a colon, a heading."""
    colon: bool = False
    announces: bool = False
    """The text before announces the wording of another norm ("passa a vigorar com a seguinte redação")."""
    new_wording: bool = False
    """It announces it in so many words, and the wording must follow: "com a seguinte redação:"."""
    quote_opens: bool = False
    quote_closes: bool = False
    """From here to the next segment that may be a label, the text ends with a closing quote."""
    substantive: bool = False
    """From here to the next such segment there is more than an omission mark."""
    table_ahead: bool = False
    """The text before announces a table or a list that is drawn, not written."""

    decides: bool = False
    """It may be something else than running text."""
    sure: bool = False
    """Its first reading is a label in its best form at the end of a sentence, and no quotation begins here."""

    def raw_span(self, start: int = 0, end: int | None = None) -> Span:
        """Give the raw span that `start..end` of the text was made from."""
        last = len(self.text) if end is None else end
        return self.line.raw_span(self.start + start, self.start + last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What the whole source is like."""

    wrapped: bool
    """Lines are broken at the edge of the page, so a line may begin anywhere in a sentence."""
    width: int
    noise: float
    """How much of what looks like a label is damaged, from 0 (clean) to 1."""
    signless: bool = False
    """The recogniser has no § in its character set: damaged labels, and not one § in the whole text."""

    @property
    def price(self) -> float:
        """What any repair of a label costs here, in nats. A clean text makes repairs dear."""
        return -math.log(min(1.0, max(self.noise, 1e-4)))


_ENDED = re.compile(
    r"(?:[.;:!?]|[.;:!?][,.]?\s?[\"”'’)\]|:.*•~–—-]{1,3}|\)|[\"”]|[;.]\s?(?:e|ou|E|OU|&|é)[,.:]?|,\s?(?:e|ou),|"
    r"\(Nota\)|_|\|)\Z"
)
_NEW_WORDING = re.compile(r"reda[cç][aã]o[^.;:]{0,24}[:.\s\"“]*\Z", re.IGNORECASE)
_TABLE_WORD = re.compile(
    r"\b(?:quadro|tabela|planilha|demonstrativo|discrimina|detalhamento|anexo|gr[aá]fico|figura|esquema|"
    r"f[oó]rmula)\w*\b[^.;]{0,60}:?\Z",
    re.IGNORECASE,
)
_GLUED = re.compile(
    r"(?<=[a-zà-ÿ0-9)\"”][:;.])\s?(?=(?:I\s?[-–—]|a\s?\)|§\s?1[ºo°]|Par[áa]grafo [úu]nico|1\s?[.)-]\s?[A-Z])\s?)"
)
_LISTED = re.compile(r"(?:(?P<roman>[IVXL]{1,7}) (?P<dash>[-–]) |(?P<letter>[a-z])\) )")
# A whole provision behind a full stop, where a line break was lost: "... própria. Art. 12 - O regimento".
_STUCK = re.compile(
    r"(?<=[a-zà-ÿ0-9)][.;:])\s?(?=Art\.\s?\d{1,3}(?:º|\s-|\.|º\s-)?\s(?:[A-ZÀ-Ý][a-zà-ÿ ])|"
    r"§\s\d{1,2}º?\s[A-ZÀ-Ý]|Parágrafo [Úú]nico\s?[.–-])"
)
_CLOSING_QUOTE = re.compile(
    r"[\"”“'’](?:\s?\.?\s?\((?:NR|AC|N\.R\.?)\))?\s?[.;,]?\Z|\((?:NR|AC)\)\s?[\"”]?[.;,]?\Z"
)
_CLOSING_MARKS = frozenset('"”“’)')
_QUOTES = '"“„«'


STRUCK = Heading(sign=Sign.STRUCK)


def _split(text: str) -> list[tuple[int, bool]]:
    """Offsets at which segments of a line begin, and whether the segment goes on with the list that began the line.

    `penalidades:I - multa` begins a list inside a line; `III - assessor IV - contador` and `a) um; b) dois` go on with one.
    """
    starts = [(0, False)]
    if ":" in text or ";" in text:
        match = _GLUED.search(text)
        if match is not None:
            starts.append((match.end(), False))
    if "Art." in text[8:] or "§" in text[8:] or "Parágrafo" in text[8:]:
        starts.extend(
            (match.end(), True) for match in _STUCK.finditer(text) if match.end() != starts[-1][0]
        )
    first = _LISTED.match(text)
    if first is not None:
        starts.extend((start, True) for start in _members(text, first))
    return sorted(set(starts)) if len(starts) > 1 else starts


def _members(text: str, first: re.Match[str]) -> Iterator[int]:
    """Where the following numbers of the list stand, one after the other."""
    roman, letter = first["roman"], first["letter"]
    number = from_roman(roman) if roman else from_letter(letter)
    position = first.end()
    while number is not None and number < 60:
        number += 1
        sign = f"{to_roman(number)} {first['dash']}" if roman else f"{to_letter(number)})"
        found = text.find(f" {sign} ", position)
        if found < 0:
            return
        position = found + 1
        yield position


def _blank_segments(lines: Sequence[Line]) -> list[Segment]:
    segments = []
    for line in lines:
        if line.furniture is not None:
            continue
        starts = [(0, False)] if line.struck else _split(line.text)
        for number, (start, listed) in enumerate(starts):
            end = starts[number + 1][0] if number + 1 < len(starts) else len(line.text)
            text = line.text[start:end].rstrip()
            if text:
                segments.append(
                    Segment(line=line, start=start, text=text, glued=number > 0, listed=listed)
                )
    return segments


def _style(segments: Sequence[Segment]) -> tuple[bool, int]:
    """A source is wrapped where its lines are much alike in length and seldom end a sentence."""
    lengths = sorted(len(segment.text) for segment in segments)
    if len(lengths) < 8:
        return False, 200
    width = lengths[int(len(lengths) * 0.92)]
    if width > 160:
        return False, width
    full = [segment for segment in segments if len(segment.text) > 0.75 * width]
    unended = sum(not _ENDED.search(segment.text[-12:]) for segment in full)
    return unended > 0.35 * max(len(full), 1) and len(full) > 0.2 * len(segments), width


def _noise(segments: Sequence[Segment]) -> float:
    """Share of damaged signs among what looks like a label. Only signs count that no clean text has."""
    damaged = clean = 0
    for segment in segments:
        if not segment.readings or not segment.ended:
            continue
        if any(
            not reading.damaged and reading.form < 2 and reading.number is not None
            for reading in segment.readings
        ):
            clean += 1
        elif any(
            reading.damaged and not reading.sole and reading.form < 1.5 and _impossible(reading)
            for reading in segment.readings
        ):
            damaged += 1
    return damaged / (damaged + clean + 3) if damaged > 1 else 0.0


def _impossible(reading: Reading) -> bool:
    """Glyphs that only a recogniser writes: `HI`, `WlI`, `$ 1º`; not `ex.`, not a bare digit."""
    if reading.kind == "paragrafo":
        return True
    return (
        reading.kind == "inciso"
        and not reading.glyphs.isdigit()
        and (len(reading.glyphs) > 1 or reading.glyphs in "|H!")
    )


def read_segments(lines: Sequence[Line]) -> tuple[list[Segment], Style]:
    """Give the segments of a source with all their features, and the style of the source."""
    segments = _blank_segments(lines)
    wrapped, width = _style(segments)
    before = ""
    for position, segment in enumerate(segments):
        _look(segment, segments, position)
        # Wrapped lines carry the sentence over, so an announcement may stand two lines up.
        segment.decides = bool(segment.readings) or segment.heading is not None
        _context(segment, before)
        if segment.line.struck:
            continue
        segment.sure = bool(segment.readings) and _sure(segment)
        before = segment.text if len(segment.text) > 160 else (before + " " + segment.text)[-400:]
    _runs(segments)
    noise = _noise(segments)
    signless = noise > 0 and not any("§" in segment.text for segment in segments)
    return segments, Style(wrapped=wrapped, width=width, noise=noise, signless=signless)


def _look(segment: Segment, segments: Sequence[Segment], position: int) -> None:
    text, line = segment.text, segment.line
    following = segments[position + 1].text if position + 1 < len(segments) else ""
    if line.struck:
        segment.heading = STRUCK
        return
    if is_canonical(text) and line.table is None:
        segment.readings = readings(text)
        return
    if not segment.glued:
        segment.heading = heading(
            text, following, marked=line.heading, table=line.table is not None
        )
    segment.quote_opens = text[0] in _QUOTES
    if segment.heading is None or segment.heading.sign not in (
        Sign.TABLE,
        Sign.NOTE,
        Sign.OMISSION,
    ):
        segment.readings = readings(text)


def _context(segment: Segment, before: str) -> None:
    if not before:
        return
    tail = before[-16:]
    segment.ended = tail[-1] in ".;:" or bool(_ENDED.search(tail))
    segment.colon = segment.ended and tail.rstrip(' "“”-–—.').endswith(":")
    if segment.colon:
        segment.table_ahead = bool(_TABLE_WORD.search(before[-120:]))
    if (
        segment.colon
        or segment.quote_opens
        or (segment.heading is not None and segment.heading.sign is Sign.OMISSION)
    ):
        segment.announces = announces_wording(flatten(_sentence(before)))
        segment.new_wording = (
            segment.announces and segment.colon and bool(_NEW_WORDING.search(before[-60:]))
        )
        # Behind an announcement a speck at the start of a line is what is left of a quotation mark.
        segment.quote_opens = segment.quote_opens or (
            segment.announces and segment.text[0] in "*'‘`"
        )


def _sure(segment: Segment) -> bool:
    if (
        not segment.ended
        or segment.quote_opens
        or segment.announces
        or segment.glued
        or segment.heading is not None
    ):
        return False
    first, *others = segment.readings
    return (
        first.form < 0.5
        and not first.damaged
        and not first.suffix
        and not first.decimal
        and all(other.form > 1.5 for other in others)
    )


def _sentence(before: str) -> str:
    """The sentence that the text before ends with, 260 characters at most."""
    tail = before[-260:].rstrip(' :"“”.')
    return tail[max(tail.rfind("; "), tail.rfind(". Art"), tail.rfind(": ")) + 1 :]


def _runs(segments: Sequence[Segment]) -> None:
    """Features of the run of text that begins with a segment and ends before the next that may be a label."""
    ending = ""
    substantive = False
    for segment in reversed(segments):
        if segment.line.struck:
            continue
        if not ending:
            ending = segment.text[-14:]
        if segment.heading is None or segment.heading.sign is not Sign.OMISSION:
            end = segment.readings[0].end if segment.readings else 0
            rest = segment.text[end:].strip(" .…_[]()\"“”'-;,")
            substantive = substantive or len(rest) > 2
        segment.quote_closes = not _CLOSING_MARKS.isdisjoint(ending) and bool(
            _CLOSING_QUOTE.search(ending)
        )
        segment.substantive = substantive
        if segment.decides:
            ending, substantive = "", False
