"""Segments: the lines that carry text, with what the decoder asks about each.

A line is one segment, except where a label stands glued to the text before it
(`penalidades:I - multa`): there a second
segment begins, which may turn out to be running text after all.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lawtool.model import Kind, Line, Span
from lawtool.structure.costs import COST
from lawtool.structure.glued import cut_line
from lawtool.structure.headings import Heading, Sign, heading
from lawtool.structure.list_labels import read_entry
from lawtool.structure.printed_labels import is_canonical, readings
from lawtool.structure.provision_labels import read_label_behind
from lawtool.structure.reading import Reading
from lawtool.vocabulary.acts import announces_wording
from lawtool.vocabulary.folding import flatten


@dataclass(slots=True, kw_only=True)
class Segment:
    """A line or the rest of one from `start` (offset in `line.text`), and what stands
    before it."""

    line: Line
    start: int
    text: str
    readings: tuple[Reading, ...] = ()
    heading: Heading | None = None
    glued: bool = False
    listed: bool = False
    """Glued, but surely a label: the next number of the list that begins the line, or a
    provision behind a full stop."""
    ended: bool = True
    """The text before has come to an end: a full stop, a semicolon, a colon, a
    heading."""
    colon: bool = False
    announces: bool = False
    """The text before announces the wording of another norm ("passa a vigorar com a
    seguinte redação")."""
    new_wording: bool = False
    """It announces it in so many words, and the wording must follow: "com a seguinte
    redação:"."""
    amends: bool = False
    """It speaks as only the acting norm does: it enters into force, revokes, gives
    another norm a new wording."""
    quote_opens: bool = False
    quote_closes: bool = False
    """From here to the next segment that may be a label, the text ends with a closing
    quote."""
    substantive: bool = False
    """From here to the next such segment there is more than an omission mark."""
    table_ahead: bool = False
    """The text before announces a table or a list that is drawn, not written."""
    decides: bool = False
    """It may be something else than running text."""
    sure: bool = False
    """Its first reading is a label in its best form at the end of a sentence, and no
    quotation begins here."""

    def raw_span(self, start: int = 0, end: int | None = None) -> Span:
        """Give the raw span that `start..end` of the text was made from."""
        if end is None:
            last = len(self.text)
        else:
            last = end
        return self.line.raw_span(self.start + start, self.start + last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What the whole source is like."""

    wrapped: bool
    """Lines are broken at the edge of the page, so a line may begin anywhere in a
    sentence."""
    width: int
    noise: float
    """How much of what looks like a label is damaged, from 0 (clean) to 1."""
    signless: bool = False
    """The recogniser has no § in its character set: damaged labels, and not one § in
    the whole text."""
    articleless: bool = False
    """No line can be an article."""

    @property
    def price(self) -> float:
        """What any repair of a label costs here, in nats. A clean text makes repairs
        dear."""
        return -math.log(min(1.0, max(self.noise, 1e-4)))


def read_segments(lines: Sequence[Line]) -> tuple[list[Segment], Style]:
    """Give the segments of a source with all their features, and the style of the
    source."""
    segments = _cut_segments(lines)
    wrapped, width = _measure_lines(segments)
    before = ""
    for position, segment in enumerate(segments):
        _recognise_start(segment, segments, position)
        segment.decides = bool(segment.readings) or segment.heading is not None
        if before:
            _look_back(segment, before)
        if segment.line.struck:
            continue
        segment.sure = bool(segment.readings) and _is_sure(segment)
        if segment.readings and segment.readings[0].kind is Kind.ARTIGO:
            segment.amends = _is_amending(segment)
        # Wrapped lines carry the sentence over, so an announcement may stand two lines
        # up.
        if len(segment.text) > _LINE:
            before = segment.text
        else:
            before = f"{before} {segment.text}"[-_BACK:]
    _link_lists(segments)
    _link_entries(segments)
    _look_ahead(segments)
    noise = _measure_noise(segments)
    signless = noise > 0 and not any("§" in segment.text for segment in segments)
    return segments, Style(
        wrapped=wrapped,
        width=width,
        noise=noise,
        signless=signless,
        articleless=not any(map(_may_be_article, segments)),
    )


def _may_be_article(segment: Segment) -> bool:
    return any(
        reading.kind is Kind.ARTIGO and reading.form < COST.article_cited
        for reading in segment.readings
    )


_LINE, _BACK = 160, 400
"""Characters of a long line, and of the text before a segment that is looked at."""
STRUCK = Heading(sign=Sign.STRUCK)
NOTE = Heading(sign=Sign.NOTE)


def _cut_segments(lines: Sequence[Line]) -> list[Segment]:
    """Make segments of the lines that are no furniture."""
    segments: list[Segment] = []
    for line in lines:
        if line.furniture is None:
            segments += _cut_into_segments(line)
    return segments


def _cut_into_segments(line: Line) -> list[Segment]:
    """Make one segment of a line, or more where it holds several provisions."""
    if line.struck or line.note:
        cuts = []
    else:
        cuts = cut_line(line.text)
    if len(cuts) < 2:
        return [Segment(line=line, start=0, text=line.text)]
    segments: list[Segment] = []
    ends = [cut.start for cut in cuts[1:]] + [len(line.text)]
    for cut, end in zip(cuts, ends, strict=True):
        text = line.text[cut.start : end].rstrip()
        if text:
            segment = Segment(line=line, start=cut.start, text=text, listed=cut.listed)
            segment.glued = cut.start > 0
            segments.append(segment)
    return segments


# --- the style of a source ------------------------------------------------------------

_FEWEST_LINES, _USUAL_WIDTH, _WIDEST = 8, 200, 160
_IMPOSSIBLE_GLYPHS = "|H!"


def _measure_lines(segments: Sequence[Segment]) -> tuple[bool, int]:
    """Tell whether the lines are wrapped, much alike in length and seldom at the end of
    a sentence, and their width."""
    lengths = sorted(len(segment.text) for segment in segments)
    if len(lengths) < _FEWEST_LINES:
        return False, _USUAL_WIDTH
    width = lengths[int(len(lengths) * 0.92)]
    if width > _WIDEST:
        return False, width
    full = [segment for segment in segments if len(segment.text) > 0.75 * width]
    unended = sum(not _ENDED.search(segment.text[-12:]) for segment in full)
    return unended > 0.35 * max(len(full), 1) and len(full) > 0.2 * len(segments), width


def _measure_noise(segments: Sequence[Segment]) -> float:
    """Give the share of damaged signs among what looks like a label. Only signs count
    that no clean text has."""
    damaged = clean = 0
    for segment in segments:
        if not segment.ended:
            continue
        if any(_is_clean(reading) for reading in segment.readings):
            clean += 1
        elif any(_is_misread(reading) for reading in segment.readings):
            damaged += 1
    if damaged > 1:
        return damaged / (damaged + clean + 3)
    return 0.0


def _is_clean(reading: Reading) -> bool:
    return not reading.damaged and reading.form < 2 and reading.number is not None


def _is_misread(reading: Reading) -> bool:
    """Tell glyphs that only a recogniser writes: `HI`, `WlI`, `$ 1º`; not `ex.`, not a
    bare digit."""
    if not reading.damaged or reading.sole or reading.form >= 1.5:
        return False
    if reading.kind in (Kind.PARAGRAFO, Kind.ARTIGO):
        return True
    glyphs = reading.glyphs
    numeral = reading.kind is Kind.INCISO and not glyphs.isdigit()
    return numeral and (len(glyphs) > 1 or glyphs in _IMPOSSIBLE_GLYPHS)


# --- the start of a segment -----------------------------------------------------------

_QUOTES = '"“„«'
_BULLETS = frozenset("-–—•*·")
_ENDS_OF_LABELS = frozenset("0123456789º.")
_TEXTLESS = (Sign.TABLE, Sign.RULE, Sign.NOTE, Sign.OMISSION)
"""What begins with no label."""


def _recognise_start(
    segment: Segment, segments: Sequence[Segment], position: int
) -> None:
    """Say what the start of a segment may be: its heading and its readings as a
    label."""
    text, line = segment.text, segment.line
    if line.struck or line.note:
        if line.struck:
            segment.heading = STRUCK
        else:
            segment.heading = NOTE
        return
    table = line.table is not None
    if is_canonical(text) and not table:
        segment.readings = readings(text)
        return
    if not segment.listed:
        if position + 1 < len(segments):
            following = segments[position + 1].text
        else:
            following = ""
        segment.heading = heading(text, following, marked=line.heading, table=table)
    segment.quote_opens = text[0] in _QUOTES
    if segment.heading is None or segment.heading.sign not in _TEXTLESS:
        segment.readings = readings(text)
    if not segment.readings:
        rare = _read_rare_label(segment)
        if rare is None:
            segment.readings = ()
        else:
            segment.readings = (rare,)


def _read_rare_label(segment: Segment) -> Reading | None:
    """Read a label behind its text, or an entry behind a dash or a bullet."""
    text = segment.text
    if text[-1] in _ENDS_OF_LABELS and "Art." in text[-9:]:
        return read_label_behind(text)
    if text[0] in _BULLETS and not segment.glued:
        return read_entry(text)
    return None


def _is_amending(segment: Segment) -> bool:
    """Tell an article that speaks as only the acting norm does."""
    end = segment.readings[0].end
    return bool(_AMENDS.match(segment.text[end : end + _AMENDING_HEAD]))


def _is_sure(segment: Segment) -> bool:
    """Tell a label in its best form at the end of a sentence."""
    opens = segment.quote_opens or segment.announces
    if not segment.ended or opens or segment.glued or segment.heading is not None:
        return False
    first, *others = segment.readings
    plain = not (first.damaged or first.suffix or first.decimal or first.until)
    return plain and first.form < 0.5 and all(other.form > 1.5 for other in others)


# --- the text before ------------------------------------------------------------------

_ENDED = re.compile(
    r"""
    (?: [.;:!?]
      | [.;:!?][,.]?\s?[\"”'’)\]|:.*•~–—-]{1,3}
      | \)
      | [\"”]
      | [;.]\s?(?:e|ou|E|OU|&|é)[,.:]?
      | ,\s?(?:e|ou),
      | \(Nota\)
      | _
      | \|
    ) \Z
    """,
    re.VERBOSE,
)
_NEW_WORDING = re.compile(
    r"(?:reda[cç](?:[aã]o|[oõ]es)|\bteor\b|\btexto\b)[^.;:]{0,24}[:.\s\"“]*\Z",
    re.IGNORECASE,
)
_TABLE_WORD = re.compile(
    r"""
    \b(?: quadro | tabela | planilha | demonstrativo | discrimina | detalhamento
      | anexo | gr[aá]fico | figura | esquema
      | f[oó]rmula )\w*\b [^.;]{0,60} :?\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # de acordo com o quadro abaixo:
_ADDED = re.compile(
    r"""
    \b(?:acresc|inclu[ií]|adicion|aditad|inserid|inser) [^.;:]{0,60}
    (?: § | par[aá]grafo | inciso | al[ií]nea | item | itens | artigo | art\.
      | dispositiv ) [^.;:]{0,60} :[\s\"“]*\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # fica acrescido dos seguintes parágrafos:
_AMENDS = re.compile(
    r"""
    (?: Est[ae]\s\w+ | [OA]\s+presente\s+\w+ ) (?:\s\w+)? \s+ (?: entr
      | passa\ a\ vig | vigor ) \w*
    | Revog | Fica\w*\s+(?:expressamente\s+)?revogad
    | [^.;:]{0,120} \b(?: passa\w*\ a\ (?:vigorar|viger|ter|constar)
      | seguinte\ reda[cç] | nova\ reda[cç] )
    | (?: Acresc | Acrescent | Substitu | D[êe](?=-se) | Suprim | Inclu | Modific
      | Alter | Adicion ) \w*(?:-se)?\b
      [^;:]{0,60} \b(?:art|§|inciso|par[áa]grafo|al[íi]nea|caput|cap[íi]tulo|anexo|Lei)
    | (?: Fica\w* | S[ãa]o ) \s+ (?: acrescid | acrescentad | alterad | modificad
      | inclu[ií]d | renumerad | suprimid ) \w*
      [^.;:]{0,60} \b(?:art|§|inciso|par[áa]grafo|al[íi]nea|caput|cap[íi]tulo|anexo)
    """,
    re.IGNORECASE | re.VERBOSE,
)  # Esta Lei entra em vigor; O art. 5º da Lei nº 10 passa a vigorar
_AMENDING_HEAD = 200
_SPECKS_FOR_QUOTES = "*'‘`"
_SENTENCE = 260


def _look_back(segment: Segment, before: str) -> None:
    """Say how the text before a segment ends, and what it announces."""
    tail = before[-16:]
    segment.ended = tail[-1] in ".;:" or bool(_ENDED.search(tail))
    segment.colon = segment.ended and tail.rstrip(' "“”-–—.').endswith(":")
    if segment.colon:
        segment.table_ahead = bool(_TABLE_WORD.search(before[-120:]))
    omission = segment.heading is not None and segment.heading.sign is Sign.OMISSION
    if not (segment.colon or segment.quote_opens or omission):
        return
    segment.announces = announces_wording(flatten(_last_sentence(before)))
    if segment.announces:
        wording = _NEW_WORDING.search(before[-60:]) or _ADDED.search(before[-200:])
        segment.new_wording = segment.colon and bool(wording)
        # Behind an announcement a speck at the start of a line is what is left of a
        # quotation mark.
        segment.quote_opens = (
            segment.quote_opens or segment.text[0] in _SPECKS_FOR_QUOTES
        )


def _last_sentence(before: str) -> str:
    """Give the sentence that the text before ends with."""
    tail = before[-_SENTENCE:].rstrip(' :"“”.')
    return tail[max(tail.rfind("; "), tail.rfind(". Art"), tail.rfind(": ")) + 1 :]


# --- the text ahead -------------------------------------------------------------------

_CLOSING_QUOTE = re.compile(
    r"[\"”“'’](?:\s?\.?\s?\((?:NR|AC|N\.R\.?)\))?\s?[.;,]?\Z|\((?:NR|AC)\)\s?[\"”][.;,]?\Z"
)
_NEW_READING = re.compile(r"\((?:NR|AC)\)\s?[.;,]?\Z")
_CLOSING_MARKS = frozenset("\"”“’)'")


def _look_ahead(segments: Sequence[Segment]) -> None:
    """Say how the run of text ends that begins with a segment, before the next that may
    be a label."""
    ending = ""
    substantive = False
    closes_later = False
    """The next mark ahead closes a quotation."""
    for segment in reversed(segments):
        if segment.line.struck:
            continue
        ending = ending or segment.text[-14:]
        substantive = substantive or _has_substance(segment)
        segment.substantive = substantive
        if not _CLOSING_MARKS.isdisjoint(ending):
            closed = bool(_CLOSING_QUOTE.search(ending))
            # "(NR)" ends every provision that is new; only where no mark follows does
            # it end the quotation.
            new = not closes_later and bool(_NEW_READING.search(ending))
            segment.quote_closes = closed or new
            closes_later = closes_later or closed
        if segment.quote_opens:
            closes_later = False
        if segment.decides:
            ending, substantive = "", False


def _has_substance(segment: Segment) -> bool:
    """Tell a segment that holds more than a label and marks of omission."""
    if segment.heading is not None and segment.heading.sign is Sign.OMISSION:
        return False
    if segment.readings:
        end = segment.readings[0].end
    else:
        end = 0
    return len(segment.text[end:].strip(" .…_[]()\"“”'-;,")) > 2


# --- lists in a weak shape ------------------------------------------------------------

_FARTHEST_MEMBER = 60
"""Segments between two members of a list."""
_NAME_IN_LIST = 60
"""Characters of a member that is a name and ends without a mark: `II. Humberto Bueno -
Membro`."""


def _link_lists(segments: Sequence[Segment]) -> None:
    """Trust weak signs (`a -`, `I` alone, `A.`) where the next number follows in the same
    shape: a list proves them."""
    last: dict[str, tuple[int, int]] = {}
    """Where the last member of a list in a shape stands, and its number."""
    proved: dict[int, set[str]] = defaultdict(set)
    for index, shape, number in _weak_signs(segments):
        place, before = last.get(shape, (index, 0))
        follows = before > 0 and number == before + 1
        if follows and _is_near(segments, place, index):
            proved[place].add(shape)
            proved[index].add(shape)
        if shape in proved[index] or number == 1:
            last[shape] = (index, number)
    for index, shapes in proved.items():
        segment = segments[index]
        segment.readings = tuple(
            _trusted(reading, shapes) for reading in segment.readings
        )


def _weak_signs(segments: Sequence[Segment]) -> Iterator[tuple[int, str, int]]:
    """Give the weak signs of all segments: index, shape, number."""
    for index, segment in enumerate(segments):
        for reading in segment.readings:
            if reading.shape and reading.number is not None:
                yield index, reading.shape, reading.number


def _is_near(segments: Sequence[Segment], place: int, index: int) -> bool:
    """Tell whether two members may be of one list; one that is a name need not end in a mark."""
    segment = segments[index]
    if not segment.ended:
        segment.ended = index - place == 1 and len(segments[place].text) < _NAME_IN_LIST
        return segment.ended
    return index - place <= _FARTHEST_MEMBER


def _link_entries(segments: Sequence[Segment]) -> None:
    """Trust entries behind dashes or bullets where another in the same shape is near;
    drop the lone ones."""
    entries = [
        (index, segment.readings[0].shape)
        for index, segment in enumerate(segments)
        if segment.readings and segment.readings[0].bullet
    ]
    proved: set[int] = set()
    for (index, shape), (place, other) in itertools.pairwise(entries):
        if shape == other and place - index <= _FARTHEST_ENTRY:
            proved.update((index, place))
    for index, shape in entries:
        segment = segments[index]
        if index in proved:
            segment.readings = tuple(
                _trusted(reading, {shape}) for reading in segment.readings
            )
        else:
            segment.readings = ()
            segment.decides = segment.heading is not None


_FARTHEST_ENTRY = 8
"""Lines between two entries."""


def _trusted(reading: Reading, shapes: set[str]) -> Reading:
    if reading.shape not in shapes:
        return reading
    form = min(reading.form, COST.listed_shape)
    return replace(
        reading, form=form, ignore=max(reading.ignore, COST.listed_shape_ignored)
    )
