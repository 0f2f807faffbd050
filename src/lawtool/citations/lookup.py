"""The answer to one citation that is looked up: in words, by id, alias or name, as a URN, or in
parts.

A lookup is answered only where the whole query was read. What fits two norms, or a number without
the year or place that would tell which, is ambiguous; a norm that is not held is named, never
replaced by one that is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from lawtool.citations.agreement import Held
from lawtool.citations.catalogue import STATUS, Catalogue, actual_path, permalink
from lawtool.citations.jurisdiction import identify_reference
from lawtool.citations.query import Query, make_query_plain, read_query
from lawtool.citations.target import read_target
from lawtool.errors import BadUrn, UnknownProvision
from lawtool.identifiers.grammar import read_locators
from lawtool.identifiers.labels import from_fragment, write_locator
from lawtool.identifiers.names import norma_name
from lawtool.identifiers.paths import covers, drop_caput, last_component, parent
from lawtool.identifiers.slugs import read_slug
from lawtool.identifiers.urn import read_urn, urn_identity
from lawtool.model import Citation, Kind, Locator, Norma, NormaId, Span
from lawtool.vocabulary import norms
from lawtool.vocabulary.folding import flatten, fold
from lawtool.vocabulary.numerals import plain_number
from lawtool.vocabulary.places import municipalities, state

MAX_QUERY = 2000
"""Characters of a query; no citation is longer, and what is longer is a text (`find_citations`)."""
_ALIKE = 80
"""Likeness in % from which a word may be a slip for a species (`Portraia`); below stand other
words.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One of several provisions that a query names; `text` is empty where the norm has it not."""

    path: str
    label: str
    text: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a lookup gives. `status` is the code of HTTP, `reason` and `message` say why.

    `path`, `label`, `text` and `url` are of the first provision named; `members` are all of them
    where a list or a range was asked for.
    """

    query: str
    status: int
    reason: str
    message: str = ""
    citation: Citation | None = None
    urn: str = ""
    norma: str | None = None
    path: str = ""
    label: str = ""
    text: str = ""
    url: str = ""
    candidates: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A citation in parts. `place` is `Coari/AM`, `AM` or `federal`; `locator` as people or
    fragments write it.
    """

    species: str = ""
    number: str = ""
    year: int | None = None
    date: date | None = None
    body: str = ""
    place: str = ""
    locator: str = ""

    def __str__(self) -> str:
        if self.date:
            day = self.date.isoformat()
        else:
            day = str(self.year or "")
        named = (self.species, self.body, self.number, day, self.place, self.locator)
        return " ".join(filter(None, named))


# --- by words, id or URN --------------------------------------------------------------------------


def look_up(catalogue: Catalogue, query: str) -> Answer:
    """Answer one citation in any written form. Never raises."""
    asked = " ".join(query.split())
    if not asked:
        return _refuse(query, "the query is empty")
    if len(asked) > MAX_QUERY:
        message = (
            f"a query has at most {MAX_QUERY} characters, this one has {len(asked)}; "
            "`lawtool cite` reads texts"
        )
        return _refuse(query[:80] + "…", message)
    if asked.lower().startswith("urn:"):
        return _look_up_urn(catalogue, asked)
    by_name = _look_up_name(catalogue, asked)
    if by_name is not None and by_name.reason != "unparsed":
        return by_name
    by_words = _look_up_words(catalogue, asked)
    if by_name is None or by_words.citation is not None:
        return by_words
    return by_name


def _refuse(query: str, message: str, candidates: tuple[str, ...] = ()) -> Answer:
    return Answer(
        query=query,
        status=400,
        reason="unparsed",
        message=message,
        candidates=candidates,
    )


def _look_up_urn(catalogue: Catalogue, asked: str) -> Answer:
    try:
        urn = read_urn(asked)
    except BadUrn as error:
        return _refuse(asked, str(error))
    locators = (from_fragment(urn.fragment),) if urn.fragment else ()
    return _answer(catalogue, asked, _cite(asked, urn_identity(urn), locators))


_SITE = re.compile(r"(?:https?://[^/\s]+)?/norma/")
_HEAD_END = re.compile(r"[!,/_\s]+")


def _look_up_name(catalogue: Catalogue, asked: str) -> Answer | None:
    """`dnc27 art. 6º`, `coari-lei-340-1999!art2`, an address of the site, a name as lawtool prints
    it; None for others.
    """
    asked_plain = _SITE.sub("", asked, count=1)
    heads = [(asked_plain, "")] + [
        (asked_plain[: match.start()], asked_plain[match.end() :])
        for match in reversed(list(_HEAD_END.finditer(asked_plain)))
    ]
    for head, rest in heads:
        entry = catalogue.called(head) or _printed_names(catalogue).get(fold(head))
        identity = entry.id if entry else read_slug(head) or read_target(head)
        if identity is None:
            continue
        try:
            if rest.strip(" ,!/"):
                locators, range_end = read_locators(rest)
            else:
                locators, range_end = ((), None)
        except UnknownProvision as error:
            if entry:
                return _refuse(asked, str(error), (entry.slug,))
            return None
        citation = replace(_cite(asked, identity, locators), range_end=range_end)
        return _answer(catalogue, asked, citation, entry)
    return None


def _printed_names(catalogue: Catalogue) -> dict[str, Held]:
    """Names as lawtool prints them (`Lei 340/1999 (Coari/AM)`), folded; those of two norms, or of
    no place, are none.
    """
    if catalogue.printed_names is None:
        known = dict[str, Held]()
        double = set[str]()
        for entry in catalogue.entries:
            name = fold(norma_name(entry.id))
            if name in known:
                double.add(name)
            if entry.id.municipio or entry.id.bodies:
                known[name] = entry
        catalogue.printed_names = {name: known[name] for name in known.keys() - double}
    return catalogue.printed_names


def _look_up_words(catalogue: Catalogue, asked: str) -> Answer:
    query = read_query(asked)
    if query.rest and (query.reference or query.standard):
        return _refuse(asked, f"cannot read {query.rest[:40]!r}")
    if query.standard:
        return _answer_standard(asked, query)
    if query.reference is None:
        return _suggest(catalogue, asked)
    meant = identify_reference(query.reference, None)
    citation = replace(
        _cite(asked, meant.id, query.chain.locators if query.chain else ()),
        name=meant.name,
        inferred=meant.inferred,
        range_end=query.chain.range_end if query.chain else None,
    )
    return _answer(catalogue, asked, citation)


def _answer_standard(asked: str, query: Query) -> Answer:
    citation = Citation(
        span=Span(start=0, end=len(asked)),
        text=asked,
        kind="technical-standard",
        standard=query.standard,
        status="unknown",
        reason="not-in-corpus",
    )
    message = "a technical standard; the corpus holds norms"
    return Answer(
        query=asked,
        status=404,
        reason="not-in-corpus",
        message=message,
        citation=citation,
    )


def _suggest(catalogue: Catalogue, asked: str) -> Answer:
    """Say what may have been meant: the nearest names, or the query with its species written
    right.
    """
    from rapidfuzz import fuzz, process

    near = process.extract(
        fold(asked)[:80],
        list(catalogue.names),
        scorer=fuzz.ratio,
        limit=3,
        score_cutoff=70,
    )
    candidates = tuple(dict.fromkeys(catalogue.names[name].slug for name, _, _ in near))
    suggestion = " or ".join(candidates)
    if not candidates:
        suggestion, candidates = _correct_species(catalogue, asked)
    if not suggestion:
        return _refuse(asked, f"cannot read {asked[:60]!r} as a citation")
    return Answer(
        query=asked,
        status=404,
        reason="not-in-corpus",
        message=f"no norm is called {asked[:60]!r}; did you mean {suggestion}?",
        candidates=candidates,
    )


def _correct_species(catalogue: Catalogue, asked: str) -> tuple[str, tuple[str, ...]]:
    """Mend one misspelt word of a species: the query that it gives, and the norm that this
    finds.
    """
    from rapidfuzz import fuzz, process

    if not any(sign.isdigit() for sign in asked):
        return "", ()
    for match in re.finditer(r"[^\W\d_]{3,}", asked):
        word = flatten(match[0])
        if word in norms.first_words():
            continue
        near = process.extractOne(
            word, norms.first_words(), scorer=fuzz.ratio, score_cutoff=_ALIKE
        )
        if near is None:
            continue
        mended = asked[: match.start()] + near[0].capitalize() + asked[match.end() :]
        query = read_query(mended)
        if query.reference is not None and not query.rest:
            answer = _look_up_words(catalogue, mended)
            return f"{mended!r}", (answer.norma,) if answer.norma else answer.candidates
    return "", ()


# --- in parts -------------------------------------------------------------------------------------


def look_up_parts(catalogue: Catalogue, parts: Parts) -> Answer:
    """Answer a citation given in parts. Never raises; a part that cannot be read is named."""
    asked = str(parts)
    species = _read_species(parts.species)
    if species is None:
        return _refuse(asked, f"cannot read {parts.species!r} as a species of norm")
    body = norms.acronyms().get(norms.acronym_key(parts.body), "")
    body = body or norms.body_names().get(norms.form_key(flatten(parts.body)), "")
    if parts.body and not body:
        return _refuse(asked, f"cannot read {parts.body!r} as a body")
    place = _read_place(parts.place)
    if place is None:
        return _refuse(asked, f"cannot read {parts.place!r} as a place")
    try:
        if parts.locator:
            locators, range_end = read_locators(parts.locator)
        else:
            locators, range_end = ((), None)
    except UnknownProvision as error:
        return _refuse(asked, str(error))
    level, uf, municipio = place
    if body and not level:
        level = norms.bodies()[body].level
    identity = NormaId(
        species=species,
        number=plain_number(parts.number) if parts.number else None,
        year=parts.date.year if parts.date else parts.year,
        date=parts.date,
        bodies=(body,) if body else (),
        level=level,
        uf=uf,
        municipio=municipio,
    )
    citation = replace(_cite(asked, identity, locators), range_end=range_end)
    return _answer(catalogue, asked, citation)


def _read_species(words: str) -> str | None:
    if words in norms.species():
        return words
    form = norms.forms().get(
        norms.form_key(flatten(make_query_plain(words + " 1")[:-2]))
    )
    if form:
        return form.species.key
    return None


def _read_place(words: str) -> tuple[str, str, str] | None:
    """Read `Coari/AM`, `AM`, `federal` as level, UF and town; None for what is no place, or a town
    of several states.
    """
    if not words or fold(words) in {"federal", "br", "uniao"}:
        return ("federal" if words else ""), "", ""
    if uf := state(words):
        return "estadual", uf, ""
    name, _, behind = words.partition("/")
    towns = municipalities(name, state(behind) or "")
    if len(towns) == 1:
        return ("municipal", towns[0][1], towns[0][0])
    return None


# --- the answer -----------------------------------------------------------------------------------


def _cite(asked: str, identity: NormaId, locators: tuple[Locator, ...]) -> Citation:
    return Citation(
        span=Span(start=0, end=len(asked)),
        text=asked,
        kind="external",
        id=identity,
        locators=locators,
        fragments=tuple(locator.fragment for locator in locators),
    )


def _answer(
    catalogue: Catalogue, asked: str, citation: Citation, entry: Held | None = None
) -> Answer:
    asked_id = None
    if entry is None:
        asked_id = citation.id
        citation = catalogue.resolve_query(citation)
    else:
        citation = catalogue.settle(citation, entry, "found", ())
    answer = Answer(
        query=asked,
        status=STATUS[citation.reason][0],
        reason=citation.reason,
        message=_explain(citation, asked_id),
        citation=citation,
        urn=citation.urn,
        norma=citation.norma,
        path=citation.fragments[0] if citation.fragments else "",
        label=write_locator(citation.locators[0]) if citation.locators else "",
        candidates=citation.candidates,
    )
    if citation.norma is None:
        return answer
    norma = catalogue.load(citation.norma)
    members = tuple(_members(norma, citation))
    twin = next(
        filter(None, (_reworded_twin(norma, member.path) for member in members)), ""
    )
    if twin:
        return _refuse_two_wordings(answer, norma, twin)
    if not members:
        text = norma.ementa or norma.title or ""
        return replace(answer, text=text, url=permalink(citation.norma))
    first = members[0]
    return replace(
        answer,
        path=first.path,
        text=first.text,
        url=first.url,
        members=members if len(members) > 1 else (),
    )


def reword_answer(
    answer: Answer, norma: Norma, lost: frozenset[str], doubts: str
) -> Answer:
    """Give an answer the texts of another edition of its norm; those of `lost` provisions are
    empty, `doubts` says why.
    """

    def word(path: str, text: str) -> str:
        if path:
            node = norma.get(drop_caput(path))
        else:
            node = None
        if any(covers(place, drop_caput(path)) for place in lost if path or not place):
            return ""
        if node is not None:
            return node.text
        if path:
            return ""
        return text

    members = tuple(
        replace(member, text=word(member.path, "")) for member in answer.members
    )
    message = "; ".join(filter(None, (answer.message, doubts)))
    return replace(
        answer, text=word(answer.path, answer.text), members=members, message=message
    )


def _members(norma: Norma, citation: Citation) -> Iterator[Member]:
    paths = [actual_path(norma, locator.fragment) for locator in citation.locators]
    if citation.range_end is not None and paths:
        last = actual_path(norma, citation.range_end.fragment)
        paths[-1:] = _expand(norma, paths[-1], last)
    for path in paths:
        node = norma.get(drop_caput(path))
        if node is not None:
            text = node.text
        else:
            text = ""
        label = write_locator(from_fragment(path))
        yield Member(path=path, label=label, text=text, url=permalink(norma.slug, path))


_NEW_WORDING = re.compile(
    r"\W*(?:nova\s+)?reda[cç][aã]o|\W*\(?NR\)?|\W*alterad[oa]", re.IGNORECASE
)


def _reworded_twin(norma: Norma, path: str) -> str:
    """Find the second printing of a provision, where a note says that it is a new wording:
    `art1~2_par1`; else empty.
    """
    components = path.split("_")
    for place, component in enumerate(components):
        if "~" in component:
            continue
        twin = "_".join(
            (*components[:place], f"{component}~2", *components[place + 1 :])
        )
        notes = (node for node in norma.children(twin) if node.kind is Kind.NOTA)
        if norma.get(twin) is not None and any(
            _NEW_WORDING.match(note.text) for note in notes
        ):
            return twin
    return ""


def _refuse_two_wordings(answer: Answer, norma: Norma, twin: str) -> Answer:
    """Say that the text prints two wordings of a provision: which of them is meant is not for a
    program to choose.
    """
    words = write_locator(from_fragment(twin))
    return replace(
        answer,
        status=STATUS["ambiguous"][0],
        reason="ambiguous",
        message=f"the text prints two wordings; the later one is {words}",
        norma=None,
        candidates=(f"{norma.slug}!{answer.path}", f"{norma.slug}!{twin}"),
    )


def _expand(norma: Norma, first: str, last: str) -> Sequence[str]:
    """List the provisions from one to another in the order of the text: of one kind, articles of
    any chapter.
    """
    symbol = re.match(r"[a-z]+", last_component(first))
    kind = [
        node.path
        for node in norma.nodes
        if symbol is not None
        and re.match(rf"{symbol[0]}\d", last_component(node.path))
        and parent(node.path) == parent(first)
    ]
    if first in kind and last in kind and kind.index(first) <= kind.index(last):
        return kind[kind.index(first) : kind.index(last) + 1]
    return [first, last]


_EXPLAINED = {
    "found-date-differs": "the number fits, the date does not",
    "found-wider": "the norm is in the corpus, the provision is not",
    "ambiguous": "several norms fit",
    "not-in-corpus": "no such norm in the corpus",
}
_NUMBER_ALONE = "the number alone does not tell which norm is meant"


_BY_YEAR_ALONE = (
    "no place or body was named: the only norm of this corpus with the number and year"
)


def _names_place(asked: NormaId | None) -> bool:
    """Tell whether what was asked says whose norm it is, apart from its number and date."""
    return asked is None or bool(
        asked.municipio or asked.bodies or asked.uf or asked.level
    )


def _explain(citation: Citation, asked: NormaId | None = None) -> str:
    words = _EXPLAINED.get(citation.reason, "")
    if citation.reason == "found" and not _names_place(asked):
        return _BY_YEAR_ALONE
    if citation.reason == "ambiguous" and len(citation.candidates) == 1:
        words = _NUMBER_ALONE
    if words and citation.candidates:
        return f"{words}: {', '.join(citation.candidates)}"
    return words
