"""What stands before the first article: epígrafe, ementa, preâmbulo, considerandos,
notes (LC 95/1998 arts. 3 to 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawtool.model import Kind, Span
from lawtool.structure.builder import NormBuilder
from lawtool.structure.draft import Draft
from lawtool.structure.headings import Sign
from lawtool.structure.segments import Segment

Item = tuple[Segment, Sign | None]

_ENACTS = re.compile(
    r"""
    \b(?: sancion(?:a|o|ei|ou|amos) | decret(?:a|ou|am|ei|o\ e)\b
      | promulg(?:a|o|ou|ei|amos|am) | resolve\w* | fa[cç]o\ saber | decretam\ e
      | no\ uso\ d[aeo]s? | usando\ d[aeo]s?
      | em\ nome\ d | torna\ p[uú]blic\w | estabelece\ o\ seguinte
        | aprov(?:ou|a)\ e\ eu | delibera
      | disp[oô]e\ o\ seguinte
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)  # faço saber que a Câmara decreta
_FORMULA = re.compile(
    r"""
    (?<=[,;:.\"”)]) \s+ (?:e\s+)?
    (?P<formula>
      (?: resolve\w* | decreta\w* | promulga\w* | sanciona\w* | determina | delibera
        | torna\ p[uú]blico\w? | estabelece
        | baixa | faz\ saber
      )\b [^:.;]{0,80} :
    ) \s*\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # ..., torna público o seguinte ato:
_FORMULA_LINE = re.compile(
    r"""
    (?:\w+\s)? \W{0,2} (?: RESOLVE\w* | DECRETA\w* | PROMULGA\w* | SANCIONA\w*
      | DETERMINA | DELIBERA )\b
      [^.;]{0,80} [:.]?\Z
    | R\s?E\s?S\s?O\s?L\s?V\s?E\W*\Z
    | D\s?E\s?C\s?R\s?E\s?T\s?A\W*\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # RESOLVE:
_ENACTED = re.compile(
    r"(?<![º°o.]\s)(?<![º°])[:]\s?\.?\Z"
)  # but not "do Projeto de Lei nº :"
_CONSIDERING = re.compile(r"\W{0,2}(?:e\s)?considerando\b", re.IGNORECASE)
_SPEAKER = re.compile(
    r"""
    [A-ZÀ-Ý][\w'.]+ (?:\s[\w'.]+){1,6} ,\s
    (?: governador | vice | prefeit[oa] | presidente | ministr[oa]
      | secret[aá]ri[oa] ) \w*\b
    [^:;]{0,200}? \b (?: no\ uso\ d | usando\ d | fa[cç]o\ saber | faz\ saber )
    """,
    re.IGNORECASE | re.VERBOSE,
)  # GERALDO ALCKMIN, Governador do Estado de São Paulo, no uso de suas atribuições
_AUTHOR = re.compile(
    r"\(?(?:Autor(?:ia|es|a)?\b\s*:|\(?Projeto de Lei\s+(?:Complementar\s+)?n)",
    re.IGNORECASE,
)
_TITLE_GOES_ON = re.compile(
    r"(?:,\s*)?(?:de|DE|DO|do|EM|em)\s+\d|\(?(?:publicad|DOU|D\.O)|DATA", re.IGNORECASE
)
_YEAR_ALONE = re.compile(r"(?:19|20)\d\d\W{0,3}\Z")
_LONGEST_REST_OF_TITLE = 80
_LEAST_PREAMBLE = 60


def read_front(builder: NormBuilder, items: Sequence[Item]) -> None:
    """Turn the lines before the first provision into nodes."""
    signs = [sign for _, sign in items]
    titled = Sign.TITLE in signs
    if titled:
        place = signs.index(Sign.TITLE)
        _read_unplaced(builder, items[:place])
        items = _read_title(builder, items[place][0], items[place + 1 :])
    items = _read_ementa(builder, items, titled=titled)
    _read_preamble(builder, items)


def _read_unplaced(builder: NormBuilder, items: Sequence[Item]) -> None:
    """Set lines above a title aside: they are no part of the norm."""
    for segment, sign in items:
        if sign is Sign.NOTE:
            _read_note(builder, segment)
        else:
            builder.others.append(segment)


def _read_title(
    builder: NormBuilder, segment: Segment, rest: Sequence[Item]
) -> Sequence[Item]:
    """Read the title and the lines that go on with it; give the items behind it."""
    draft = builder.open(Kind.EPIGRAFE, "epigrafe")
    draft.add(segment)
    while rest and _goes_on_with_title(draft.text, rest[0][0].text):
        draft.add(rest[0][0])
        rest = rest[1:]
    return rest


def _goes_on_with_title(title: str, text: str) -> bool:
    if title[-3:].upper() == " DE" and _YEAR_ALONE.match(text):
        return True
    return len(text) < _LONGEST_REST_OF_TITLE and bool(_TITLE_GOES_ON.match(text))


def _read_note(builder: NormBuilder, segment: Segment) -> Draft:
    draft = builder.open_counted(Kind.NOTA, "nota")
    text = segment.text
    start = 0
    if text.lower().startswith("nota") and ":" in text[:8]:
        start = text.index(":") + 1
        draft.label, draft.printed = "Nota", text[:start]
        draft.label_span = segment.raw_span(0, start)
    draft.add(segment, start)
    return draft


def _read_ementa(
    builder: NormBuilder, items: Sequence[Item], *, titled: bool
) -> Sequence[Item]:
    """Read the summary, from the title to the first line of the preamble, and the
    editor's notes between them; give the
    items behind it."""
    ementa: Draft | None = None
    note: Draft | None = None
    """A note whose text goes on, or stands in the next line."""
    for number, (segment, sign) in enumerate(items):
        if sign is Sign.NOTE:
            note = _read_note(builder, segment)
            if note.words or not note.label:
                note = None
        elif _AUTHOR.match(segment.text):
            _read_note(builder, segment)
        elif note is not None and (not note.words or not segment.ended):
            note.add(segment)
        elif not titled or _begins_preamble(segment, ementa):
            return items[number:]
        else:
            ementa = ementa or builder.open(Kind.EMENTA, "ementa")
            ementa.add(segment)
            note = None
    return ()


def _begins_preamble(segment: Segment, ementa: Draft | None) -> bool:
    if segment.heading is not None and segment.heading.sign is Sign.PREAMBLE:
        return True
    if _SPEAKER.match(segment.text):
        return True
    if ementa is not None and not segment.ended:
        return False
    text = segment.text
    if text.upper().startswith("PREÂMBULO") or _CONSIDERING.match(text):
        return True
    if not _ENACTS.search(text):
        return False
    return text.endswith((":", ",")) or len(text) > _LEAST_PREAMBLE


def _read_preamble(builder: NormBuilder, items: Sequence[Item]) -> None:
    if not items:
        return
    reader = _PreambleReader(builder)
    for segment, sign in items:
        reader.take(segment, sign)
    reader.finish()


class _PreambleReader:
    """Places the lines of authority, recitals, enacting formula, and what follows it
    without a label."""

    def __init__(self, builder: NormBuilder) -> None:
        self.builder = builder
        self.head = builder.open(Kind.PREAMBULO, "preambulo")
        self.recital: Draft | None = None
        self.body: Draft | None = None
        self.enacted = False

    def take(self, segment: Segment, sign: Sign | None) -> None:
        """Place the next line."""
        text = segment.text
        if sign is Sign.NOTE:
            _read_note(self.builder, segment)
        elif self.enacted and not self._goes_on(text):
            self._take_body(segment)
        elif _CONSIDERING.match(text) and (self.head.words or not text[0].islower()):
            self._open_recital(segment)
        elif self.recital is not None and segment.ended and _FORMULA_LINE.match(text):
            self._open_formula().add(segment)
            self.enacted, self.recital = True, None
        else:
            (self.recital or self.head).add(segment)
        self.enacted = self.enacted or bool(
            _ENACTED.search(text) and _ENACTS.search(text)
        )

    def _goes_on(self, text: str) -> bool:
        """Tell a recital or a second formula behind an enacting formula that ended in a
        colon."""
        return self.body is None and bool(
            _CONSIDERING.match(text) or _FORMULA_LINE.match(text)
        )

    def _open_recital(self, segment: Segment) -> None:
        self.recital = self.builder.open_counted(Kind.CONSIDERANDO, "con", self.head)
        self.recital.add(segment)

    def _open_formula(self) -> Draft:
        return self.builder.open(Kind.PREAMBULO, "fml1", self.head)

    def _take_body(self, segment: Segment) -> None:
        """Keep words behind the enacting formula that no label opens: a norm without
        articles."""
        if self.body is None or segment.ended:
            self.body = self.builder.open_counted(Kind.TEXTO, "txt")
            message = "Text of the norm that no label opens."
            self.builder.report("unlabelled-text", message, segment, self.body)
        self.body.add(segment)

    def finish(self) -> None:
        """Cut an enacting formula that is glued to the last recital off as a node of
        its own."""
        recital = self.recital
        if recital is None or not recital.words:
            return
        match = _FORMULA.search(recital.words[-1])
        if match is None:
            return
        raw, piece = self.builder.raw, recital.pieces[-1]
        position = piece.of(raw).rfind(match["formula"])
        if position < 0:
            return
        cut = piece.start + position
        formula = self._open_formula()
        formula.pieces = [Span(start=cut, end=piece.end)]
        formula.words = [match["formula"]]
        formula.lines = recital.lines[-1:]
        rest = raw[piece.start : cut].rstrip()
        recital.pieces[-1] = Span(start=piece.start, end=piece.start + len(rest))
        recital.words[-1] = recital.words[-1][: match.start("formula")].rstrip()
