"""The value types that every other module takes and returns. No logic beyond invariants and derived
values.

All types are frozen, slotted, keyword-only dataclasses. Every `Span` counts code points of the raw
text of a `Source`, end exclusive; lines are 1-based.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from lawtool.problems import Severity, severity_of


class Kind(StrEnum):
    """Kinds of node. The first five are the *dispositivos* of LC 95/1998 art. 10 and 12."""

    ARTIGO = "artigo"
    PARAGRAFO = "paragrafo"
    INCISO = "inciso"
    ALINEA = "alinea"
    ITEM = "item"
    AGRUPADOR = "agrupador"
    EPIGRAFE = "epigrafe"
    EMENTA = "ementa"
    PREAMBULO = "preambulo"
    CONSIDERANDO = "considerando"
    ALTERACAO = "alteracao"
    OMISSIS = "omissis"
    TABELA = "tabela"
    ANEXO = "anexo"
    ANEXO_ITEM = "anexo_item"
    NOTA = "nota"
    JUSTIFICATIVA = "justificativa"
    FECHO = "fecho"
    ASSINATURA = "assinatura"
    REDACAO_ANTERIOR = "redacao_anterior"
    """Wording that the publisher shows struck through: evidence of an earlier version, not text in
    force.
    """
    TEXTO = "texto"
    """Text that no rule could place: kept, and always reported as a problem."""


PROVISIONS = frozenset(
    {Kind.ARTIGO, Kind.PARAGRAFO, Kind.INCISO, Kind.ALINEA, Kind.ITEM}
)

WORDLESS = frozenset({Kind.ALTERACAO, Kind.AGRUPADOR})
"""Nodes without text of their own: the pieces of a quoted block are its quotation marks, those of a
grouping the second line of its heading, which stands in the label.
"""


class Decision(StrEnum):
    """Who stands behind a correction. Only `auto` and `accepted` change the text."""

    AUTO = "auto"
    SUGGESTED = "suggested"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Span:
    """A half-open range of code points in the raw text of a source."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def of(self, text: str) -> str:
        """The characters that the span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What a format knows beside the characters.

    `kind` is one of `link` (value: the address), `struck`, `heading`, `cell` (value:
    "table,row,column"), `page` (value: the number of the page that begins here), `quote` (wording
    of another norm), `note` (a footnote or comment), `furniture` (value: the `Furniture` that it is
    on the page).
    """

    span: Span
    kind: str
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One input as read. `text` is the raw text (decoded, nothing else changed) and is never
    altered.

    For HTML and other marked-up formats `text` is the visible text, one block a line, and `marks`
    keeps what the markup said. `sha256` is of the bytes.
    """

    slug: str
    text: str
    sha256: str = ""
    media_type: str = "text/plain"
    encoding: str = "utf-8"
    origin: str = ""
    marks: tuple[Mark, ...] = ()
    problems: tuple[Problem, ...] = ()


class Furniture(StrEnum):
    """What stands on a page but is no part of the law's text."""

    HEADER = "header"
    FOOTER = "footer"
    PAGE_NUMBER = "page-number"
    STAMP = "stamp"
    NOISE = "noise"
    SITE = "site"
    """Navigation, buttons and credits of the page that published the text."""
    OTHER = "other-matter"
    """Other matter of a gazette or a file: notices, extracts, a letter before a bill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One physical line. `span` covers its raw characters without the blanks around them.

    `text` is the plain form of these (`layout.typography`): one blank between words, one kind of
    ordinal, accents on their letters. It is for finding what a line is; what a norm says is always
    taken from the raw text.
    """

    number: int
    span: Span
    text: str
    furniture: Furniture | None = None
    evidence: str = ""
    struck: bool = False
    heading: bool = False
    note: bool = False
    """A footnote, an endnote or a comment of the document, no text of the norm."""
    table: int | None = None
    """Number of the table of the source that this line is a row of, if the format had tables."""
    cells: tuple[str, ...] = ()
    blank_before: bool = False
    page: int = 1
    offsets: tuple[int, ...] = ()
    """Place in the raw line of each character of `text`, and its length; empty where both are
    alike.
    """

    def raw_span(self, start: int, end: int) -> Span:
        """Give the raw span that `start..end` of `text` was made from."""
        first = self.span.start
        if not self.offsets:
            return Span(start=first + start, end=first + end)
        longest = len(self.offsets) - 1
        left = self.offsets[min(start, longest)]
        return Span(
            start=first + left, end=first + max(left, self.offsets[min(end, longest)])
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One change of the raw text, or one suggestion. `before` is always the raw slice of `span`."""

    span: Span
    before: str
    after: str
    rule: str
    evidence: str = ""
    decision: Decision = Decision.AUTO
    line: int = 0
    path: str = ""

    @property
    def applies(self) -> bool:
        """Whether the text is read with it: what is suggested or rejected changes nothing."""
        return self.decision in (Decision.AUTO, Decision.ACCEPTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something a person should look at. Never dropped, never an exception.

    Raises UnknownProblem where the registry (`problems`) has no such code.
    """

    code: str
    message: str
    span: Span | None = None
    line: int = 0
    path: str = ""

    def __post_init__(self) -> None:
        severity_of(self.code)

    @property
    def severity(self) -> Severity:
        """How grave it is, which its code alone decides."""
        return severity_of(self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispositivo:
    """One node of a norm. `text` holds the node's own words (repaired, blanks folded), children not
    included.

    `path` is the LexML fragment (`art6_cpt_inc1_ali3`), unique in its norm; `parent` is the path of
    the node above, None at the top. `pieces` are the raw spans of the own text in order, the label
    apart in `label_span`: what furniture interrupts has several pieces. `text` is what
    `words.compose` makes of the pieces.
    """

    path: str
    kind: Kind
    text: str
    label: str | None = None
    printed: str | None = None
    """The label and its separator as printed (`XV -—`)."""
    parent: str | None = None
    label_span: Span | None = None
    pieces: tuple[Span, ...] = ()
    start_line: int = 0
    end_line: int = 0
    repaired: bool = False
    rows: tuple[tuple[str | None, ...], ...] = ()
    """Cells of a table, row by row; None where the source cannot be read."""

    @property
    def span(self) -> Span:
        """The hull of label and text; a node made only of children spans nothing."""
        label, pieces = self.label_span, self.pieces
        if not pieces:
            return label or Span(start=0, end=0)
        first, last = pieces[0].start, pieces[-1].end
        if label is not None:
            # A label may stand behind its text.
            first, last = min(first, label.start), max(last, label.end)
        return Span(start=first, end=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormaId:
    """What a norm is, as far as its text says. Unknown parts are None or empty, never guessed.

    `species` is a key of `rules/especies.toml` in the form of LexML (`lei`, `lei.complementar`,
    `projeto.lei`); `bodies` are keys of `rules/orgaos.toml`, the larger body first; `level` is one
    of federal, estadual, municipal, distrital or empty; `uf` two capitals; `municipio` the name
    with accents.
    """

    species: str = "norma"
    number: str | None = None
    """Digits without dots or leading zeros, with a letter suffix where printed (`7061`, `12-A`)."""
    year: int | None = None
    date: date | None = None
    bodies: tuple[str, ...] = ()
    level: str = ""
    uf: str = ""
    municipio: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signatory:
    """One who signed: name and office as printed, None where not printed."""

    name: str | None = None
    role: str | None = None


_PATH = re.compile(r"[a-z]+[0-9][0-9a-z~-]*(?:_[0-9a-z~-]+)*")
_SAID = re.compile(r"§|\d+(?:-[a-z]\b)?|[a-z]+")
_OF = re.compile(r",?\s+d[aoe]s?\s+(?=art|§|par|inc|al[ií]|item|caput)", re.IGNORECASE)
_LEVEL_NAMES = frozenset(
    {"art", "artigo", "inciso", "inc", "alinea", "al", "item", "caput", "cpt", "o"}
)
_FOLDED = str.maketrans("áàâãéêíóôõúüçºª°", "aaaaeeiooouucooo")


def _said(locator: str) -> str:
    """Reduce what is written of a provision to its numbers and letters, outermost first: `§ 2º do
    art. 7º` → `7 § 2`.
    """
    outermost_first = " ".join(reversed(_OF.split(locator.strip())))
    plain = outermost_first.lower().translate(_FOLDED).replace("paragrafo", "§")
    plain = re.sub(r"(?<=\d)o\b", "", plain)
    return " ".join(word for word in _SAID.findall(plain) if word not in _LEVEL_NAMES)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Norma:
    """One norm: its identity and its nodes in document order (a parent always comes before its
    children).
    """

    slug: str
    """`coari-lei-340-1999`: the id in the corpus, in addresses and in keys."""
    id: NormaId
    source: str
    span: Span
    nodes: tuple[Dispositivo, ...]
    title: str | None = None
    """The title as printed."""
    ementa: str | None = None
    signed: date | None = None
    published: date | None = None
    authority: str = ""
    """The issuing body for people: `Município de Coari`."""
    signatories: tuple[Signatory, ...] = ()
    start_line: int = 0
    end_line: int = 0
    problems: tuple[Problem, ...] = ()
    aliases: tuple[str, ...] = ()
    _index: Mapping[str, int] = field(default_factory=dict, compare=False)
    _labels: dict[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "_index", {node.path: i for i, node in enumerate(self.nodes)}
        )

    def __repr__(self) -> str:
        return f"<Norma {self.slug}: {len(self.nodes)} nodes>"

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Dispositivo]:
        return iter(self.nodes)

    def __getitem__(self, locator: str) -> Dispositivo:
        node = self.get(locator)
        if node is None:
            raise KeyError(locator)
        return node

    def get(self, locator: str) -> Dispositivo | None:
        """Find the node with a path (`art15_cpt_inc2`), or with the labels that people write (`art.
        15, II, b`, `§ 2º do art. 7º`); None where there is none.
        """
        position = self._index.get(locator)
        if position is None and not _PATH.fullmatch(locator):
            position = self._labelled().get(_said(locator))
        if position is None:
            return None
        return self.nodes[position]

    def _labelled(self) -> Mapping[str, int]:
        """The place of each node by what its labels and those above it say, the first where two say
        the same.
        """
        if not self._labels:
            said: dict[str, str] = {}
            for position, node in enumerate(self.nodes):
                above = said.get(node.parent or "", "")
                own = _said(node.label or "")
                said[node.path] = above
                if own and node.kind in PROVISIONS:
                    said[node.path] = f"{above} {own}".strip()
                    self._labels.setdefault(said[node.path], position)
        return self._labels

    def position(self, path: str) -> int | None:
        """Place of a node in document order, None where there is no such path."""
        return self._index.get(path)

    def children(self, path: str | None) -> Iterator[Dispositivo]:
        """The nodes directly below a path, None for the top, in their order."""
        return (node for node in self.nodes if node.parent == path)

    def ancestors(self, path: str) -> Iterator[Dispositivo]:
        """From the parent upwards."""
        node = self.get(path)
        while node is not None and node.parent is not None:
            node = self.get(node.parent)
            if node is not None:
                yield node

    @property
    def provisions(self) -> Iterator[Dispositivo]:
        """The norm's own artigos to itens: what it quotes from other norms is left out."""
        return (
            node
            for node in self.nodes
            if node.kind in PROVISIONS and "_alt" not in node.path
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """All that is known of one source: it is tiled by the nodes of its norms, by furniture and by
    unknown text.
    """

    source: Source
    lines: tuple[Line, ...]
    normas: tuple[Norma, ...]
    corrections: tuple[Correction, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Locator:
    """A provision inside a norm: pairs of LexML symbol and value, outermost first.

    Values are strings as in a fragment: `("art", "5-1")`, `("par", "1u")`, `("cpt", "")`, `("inc",
    "3~2")`.
    """

    parts: tuple[tuple[str, str], ...] = ()

    @property
    def fragment(self) -> str:
        """The LexML fragment: `art6_cpt_inc1`."""
        return "_".join(symbol + value for symbol, value in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One reference in a text, found and, where a catalogue was asked, resolved.

    `kind`: external | internal | technical-standard. `relation`: cites, revokes, amends,
    amended_by, adds, adopts, revoked_by, grants_power. `locators`: the provisions named (empty: the
    norm itself); `range_end` closes a range that `locators[-1]` opens. `status`: resolved |
    ambiguous | unknown | contradictory | self; `reason` says why.
    """

    span: Span
    text: str
    kind: str
    relation: str = "cites"
    id: NormaId | None = None
    name: str = ""
    """A norm known by name only: `~codigo.obras`."""
    standard: str = ""
    """A technical standard: `abnt;nbr;15514;2007`."""
    locators: tuple[Locator, ...] = ()
    range_end: Locator | None = None
    scope: str = ""
    """How an internal reference points: `this-norm`, `this-unit`, `previous`, `named`, or empty."""
    trigger: Span | None = None
    """The words that make the relation ("fica revogada")."""
    status: str = "unknown"
    reason: str = ""
    norma: str | None = None
    """Id of the norm in the corpus."""
    fragments: tuple[str, ...] = ()
    urn: str = ""
    candidates: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()
    """What the text does not say and the reader supplied: `place`, `species`, `century`."""


class From(StrEnum):
    """What a term is counted from, or what it is instead of a count."""

    PUBLICATION = "publication"
    SANCTION_AND_PUBLICATION = "sanction and publication"
    SIGNATURE = "signature"
    COMMENCEMENT = "the commencement"
    DAY = "a stated day"
    NEXT_MONTH = "the first day of a month after publication"
    NEXT_YEAR = "the first of January after publication"
    AN_ACT = "an act"
    """Another act than the publication of the norm itself: its day is not known."""
    CONDITION = "a condition"
    UNREAD = "words that were not understood"


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """When an act takes effect, as a value; its sentence is made from it and never read back.

    `count` units (day, business day, month, year) from `start`; 0 units is that very day. `silent`:
    the text does not say when it commences (LINDB art. 1).
    """

    start: From
    count: int = 0
    unit: str = "day"
    day: date | None = None
    silent: bool = False

    def __str__(self) -> str:
        if self.start is From.DAY:
            return f"on {self.day}"
        if self.start is From.NEXT_MONTH:
            return "first day of the month after publication"
        if self.start is From.NEXT_YEAR:
            return "first of January after publication"
        if self.start in (From.CONDITION, From.UNREAD):
            return f"{self.start}"
        if self.count:
            if self.count == 1:
                plural = ""
            else:
                plural = "s"
            if self.silent:
                law = " (LINDB art. 1)"
            else:
                law = ""
            return f"{self.count} {self.unit}{plural} from {self.start}{law}"
        if self.start is From.COMMENCEMENT:
            return f"with {self.start}"
        return f"on {self.start}"


class Confidence(StrEnum):
    """On what an event rests."""

    STATED = "stated"
    DATE_MISSING = "stated, date missing"
    COMPUTED = "computed"
    IMPLIED = "implied"
    INFERRED = "inferred"
    NOTE = "note"
    EMPTY_NOTE = "empty note"
    PLACEHOLDER = "placeholder"
    GENERIC = "generic"
    CONDITIONAL = "conditional"
    """It happens if or when something else does, which the corpus does not know."""
    UNREAD = "unread"
    """The words were not wholly understood: what they do is not known."""


class Scope(StrEnum):
    """How much of its target an event acts on."""

    WHOLE = "whole"
    PROVISION = "provision"
    CAPUT = "caput"
    PART = "part"
    """Something in it that has no path of its own."""
    CONTRARY = "provisions to the contrary"
    PROPOSAL = "proposal"
    PURPOSE = "purpose clause"
    """Says only what the norm is for (`Esta Lei altera a Lei ...`); it changes nothing by itself.
    """
    OLDER_CASES = "cases under the older norm"
    ADDRESSEES = "a term for those whom the norm binds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What one act does to a norm or a provision, with the words that prove it.

    Four dates, never mixed: `stated` (printed), `computed` (what `rule` gives), `date` (chosen;
    None if unknown) and `presumed`; `not_before` and `not_after` bound an event without a date.
    """

    kind: str
    acting: str
    """Id of the acting norm, or its URN where the corpus does not hold it; empty where the text
    does not say.
    """
    acting_path: str = ""
    affected: str = ""
    affected_path: str = ""
    """Empty for the whole norm; a range is `art417..art441`."""
    stated: date | None = None
    rule: str = ""
    """The term in words, or where the date stands."""
    term: Term | None = None
    """Known while events are read and dated; a stored event has its dates."""
    computed: date | None = None
    not_before: date | None = None
    not_after: date | None = None
    presumed: date | None = None
    date: date | None = None
    why: str = ""
    evidence: str = ""
    source: str = ""
    span: Span | None = None
    decision: str = "derived"
    """derived | asserted (by a person, in `corpus.toml`)."""
    scope: str = Scope.WHOLE
    confidence: str = Confidence.STATED
    norma: str = ""
    """Id of the norm whose text holds the evidence, at `start`..`end` of the text of the node
    `path`.
    """
    path: str = ""
    start: int = 0
    end: int = 0
    same_as: str = ""
    """`key` of another record of the same event."""

    @property
    def key(self) -> str:
        """The same text gives the same key:
        `revoke:anp-portaria-297-2003!art21:16:br;...!art7_par1`.
        """
        if self.affected_path:
            target = f"{self.affected}!{self.affected_path}"
        else:
            target = self.affected
        return f"{self.kind}:{self.norma}!{self.path}:{self.start}:{target}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A link between two norms or provisions: `cita`, `revoga`, `altera`, `acresce`, `adota`,
    `regulamenta`, `copia`, `fonte_comum`. `method` is declared (the text says so) or detected
    (lawtool found it).
    """

    kind: str
    source: str
    target: str
    source_path: str = ""
    target_path: str = ""
    method: str = "declared"
    score: float | None = None
    date: date | None = None
    evidence: str = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One group of an alignment: paths on both sides, many to many; one side empty for what stands
    alone.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    relation: str
    score: float = 0.0
    notes: tuple[str, ...] = ()
