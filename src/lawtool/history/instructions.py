"""Amending instructions: what a provision orders to be done to the text of another norm.

The verb and the norm come from the amending provision, the new wording from the block that it
quotes. A mark of omission (`[...]`, a dotted line) means that what is there stays.
`read_instructions` is shared by the events and by `amend`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lawtool.citations.target import norm_target
from lawtool.history.clause_targets import Target, is_self, norm_of
from lawtool.history.clause_verbs import plain
from lawtool.history.clauses import Clause, read_clauses, read_list_item
from lawtool.identifiers import paths
from lawtool.identifiers.paths import drop_caput
from lawtool.model import Citation, Dispositivo, Kind, Norma
from lawtool.vocabulary.placeholders import is_placeholder

AMENDING = frozenset({"amend", "insert", "revoke", "renumber", "replace_words"})
_OMISSION = re.compile(
    r"[\s\"'“”.…_·\-–—;,:\[\]()]*+(?:omissis|suprimido nesta "
    r"publicacao)?[\s\"'“”.…_·\-–—;,:\[\]()]*\Z"
)
_MARKS = re.compile(r"\s*+[\"”“]?\s*+\((?:NR|AC|N\.R\.|A\.C\.)\)\s*+[\"”“]?\.?\s*+\Z")
_REST = re.compile(r"(?<=\S)\s+(?:\.{3,}|…+|\[\.{3}\]|\(\.{3}\)|_{3,})\s*[\"”]?\s*\Z")
"""An omission mark behind a wording: what follows it in the amended norm stays."""
_CLOSING = re.compile(r"\s*+[\"”]\s*+([.;,]?)\s*+\Z")
_SAID = re.compile(r"onde se le[^\"]*\"([^\"]+)\"[^\"]*leia-?se[^\"]*\"([^\"]+)\"")
_SWAPPED = re.compile(
    r"(?:expressa\w+|palavras?|termos?)[^\"]{0,40}\"([^\"]+)\"[^\"]*(?:substitu"
    r"|pass)[^\"]*\"([^\"]+)\""
    r"|substitu\w+(?:-se)?[^\"]{0,40}(?:expressa\w+|palavras?"
    r"|termos?)[^\"]{0,40}\"(?P<old>[^\"]+)\"[^\"]*\b(?:por|pel[oa]s?)\b[^\"]*\"(?P<new>[^\"]+)\""
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One operation on the text of `norm`.

    operation: replace | replace_part (something in it that has no path) | replace_own (the wording
    of the provision, not of what hangs under it) | insert | revoke | renumber | replace_words.
    `path` is the target; `wording` is the path of the quoted node in the amending norm that holds
    the new text, empty for operations without one. `named` says that the command names this very
    target.
    """

    operation: str
    norm: str
    path: str
    command: str
    wording: str = ""
    text: str = ""
    before: str = ""
    named: bool = False
    start: int = 0
    end: int = 0
    purpose: bool = False
    """Says only what the norm is for (`Esta Lei altera a Lei ...`); it changes nothing by itself.
    """


def is_omitted(text: str) -> bool:
    """`[...]`, `....`, `(...)`, an empty text: what is there stays."""
    return bool(_OMISSION.match(plain(text)))


def clean_wording(text: str) -> str:
    """The new wording without the marks (NR), (AC) and a closing quotation mark that has no opening
    one.
    """
    text = _REST.sub("", _MARKS.sub("", text))
    if text.count('"') % 2 or text.count("”") > text.count("“"):
        text = _CLOSING.sub(r"\1", text)
    return text.strip()


def read_instructions(
    norma: Norma, cited: Mapping[str, Sequence[Citation]]
) -> list[tuple[Clause, str, list[Instruction]]]:
    """The acting clauses of a norm's own provisions in order, each with its path and its
    instructions.

    `cited`: citations by the path of the node, spans into the node's text.
    """
    blocks = _blocks(norma)
    context = _Context(norma, cited)
    return [
        (clause, node.path, ordered)
        for node in norma.nodes
        if _commands(node)
        for clause, ordered in _commanded(node, context, blocks.get(node.path, []))
    ]


def _commanded(
    node: Dispositivo, context: _Context, block: Sequence[tuple[str, Dispositivo]]
) -> Iterator[tuple[Clause, list[Instruction]]]:
    """Yield the clauses of a provision, each with its instructions."""
    cited = context.cited.get(node.path, ())
    clauses = context.complete(
        node, read_clauses(node.text, cited, signed=context.norma.signed)
    )
    owners = _owners([clause for clause in clauses if clause.kind in AMENDING])
    for clause in clauses:
        if clause.kind not in AMENDING:
            yield clause, []
            continue
        if id(clause) in owners:
            own_block = block
        else:
            own_block = []
        if clause is clauses[-1]:
            inline = node.text
        else:
            inline = ""
        yield (
            clause,
            list(_instructions(inline, clause, own_block, context.last, node.path)),
        )


def _commands(node: Dispositivo) -> bool:
    return node.kind in _COMMANDING and paths.own(node.path)


_COMMANDING = frozenset(
    {Kind.ARTIGO, Kind.PARAGRAFO, Kind.INCISO, Kind.ALINEA, Kind.ITEM}
)


def _owners(clauses_here: Sequence[Clause]) -> set[int]:
    """Which clauses of a provision the quoted block belongs to (by `id`): the last one that gives a
    wording, or all of them where some change and some insert.
    """
    giving = [one for one in clauses_here if one.kind in ("amend", "insert")] or list(
        clauses_here
    )
    mixed = len({one.kind for one in giving}) > 1
    return {id(one) for one in (giving if mixed else giving[-1:])}


def _blocks(norma: Norma) -> dict[str, list[tuple[str, Dispositivo]]]:
    """Quoted nodes by the own provision that they hang under, as (path inside the block, node)."""
    out: dict[str, list[tuple[str, Dispositivo]]] = {}
    owners: dict[str, str] = {}
    last = ""
    for node in norma.nodes:
        split = paths.quoted(node.path)
        if split is None:
            if _commands(node):
                last = node.path
            continue
        block, inside = split
        owner = owners.setdefault(block, _owner_path(norma, block) or last)
        if inside and owner:
            out.setdefault(owner, []).append((paths.canonical(inside), node))
    return out


def _owner_path(norma: Norma, block: str) -> str:
    for path in paths.ancestors(block.rpartition("_")[0]):
        node = norma.get(path)
        if node is not None and _commands(node):
            return path
    return ""


class _Context:
    """What a command leaves unsaid: the norm that the ementa, the article above or the one before
    named.
    """

    def __init__(self, norma: Norma, cited: Mapping[str, Sequence[Citation]]) -> None:
        self.norma = norma
        self.cited = cited
        self.last = self._from_ementa()
        self.place = ""
        self.open: dict[str, Clause] = {}

    def _from_ementa(self) -> str:
        """The norm that the ementa names, if it names one only; an emenda amends what its species
        says.
        """
        for node in self.norma.nodes:
            if node.kind is Kind.EMENTA:
                found = {
                    norm_of(one)
                    for one in self.cited.get(node.path, ())
                    if one.kind == "external"
                }
                if len(found) == 1:
                    return found.pop()
        return self._emended()

    def _emended(self) -> str:
        """`Emenda à Lei Orgânica`: the Lei Orgânica of the same place, as the text cites it or by
        its name.
        """
        species = self.norma.id.species
        wanted = {
            "emenda.lei.organica": "lei.organica",
            "emenda.constitucional": "constituicao",
        }.get(species)
        if wanted is None:
            return ""
        for found in self.cited.values():
            for one in found:
                if (
                    one.kind == "external"
                    and one.id is not None
                    and one.id.species == wanted
                ):
                    return norm_of(one)
        if wanted == "constituicao":
            level = "federal"
        else:
            level = self.norma.id.level
        place = replace(
            self.norma.id,
            species=wanted,
            number=None,
            year=None,
            date=None,
            bodies=(),
            level=level,
        )
        return norm_target(place)

    def complete(self, node: Dispositivo, found: list[Clause]) -> list[Clause]:
        """Return the clauses with the norm filled in where the text leaves it out; items of an open
        list get its verb.
        """
        above = self.open.get(node.parent or "")
        if above is not None and not found:
            cited = self.cited.get(node.path, ())
            item = read_list_item(node.text, cited, above, signed=self.norma.signed)
            if item is None:
                found = []
            else:
                found = [item]
        return [self._completed(node, clause) for clause in found]

    def _completed(self, node: Dispositivo, clause: Clause) -> Clause:
        targets = tuple(map(self._filled, clause.targets))
        norms = [target.norm for target in targets if target.norm]
        if norms and clause.kind in AMENDING and not all(map(self._own, targets)):
            self.last = norms[-1]
        for target in targets:
            if paths.rank(target.path) == 1:
                self.place = target.path
        clause = replace(
            clause, targets=targets, saved=tuple(map(self._filled, clause.saved))
        )
        if clause.opens and clause.kind != "amend":
            self.open[node.path] = clause
        return clause

    def _own(self, target: Target) -> bool:
        return target.citation is not None and is_self(target.citation)

    def _filled(self, target: Target) -> Target:
        if not target.path or target.elsewhere:
            return target
        if target.norm:
            loose = paths.rank(target.path) > 1 and target.norm == self.last
            if loose:
                return replace(target, path=paths.below(self.place, target.path))
            return target
        if self._own(target):
            return replace(target, norm=self.norma.slug)
        if paths.rank(target.path) == 1:
            path = target.path
        else:
            path = paths.below(self.place, target.path)
        if target.citation and target.citation.kind == "external":
            guess = norm_of(target.citation)
        else:
            guess = ""
        return replace(target, norm=self.last or guess, path=path)


def _instructions(
    text: str,
    clause: Clause,
    block: Sequence[tuple[str, Dispositivo]],
    last: str,
    command: str,
) -> Iterator[Instruction]:
    """`text` is that of the provision where a wording may stand in it, behind its last clause;
    `last` the norm of the command before, for one that names nothing itself.
    """
    named = next((target.norm for target in clause.targets if target.norm), "")
    elsewhere = any(target.elsewhere for target in clause.targets)
    norm = named or (last if block and not elsewhere else "")
    base = Instruction(
        operation=_OPERATION[clause.kind],
        norm=norm,
        path="",
        command=command,
        start=clause.start,
        end=clause.end,
    )
    if clause.kind == "replace_words":
        yield from _words(text, clause, base)
    elif clause.kind in ("amend", "insert") and block:
        yield from _from_block(clause, base, block)
    else:
        yield from _from_targets(text, clause, base)


_OPERATION = {
    "amend": "replace",
    "insert": "insert",
    "revoke": "revoke",
    "renumber": "renumber",
    "replace_words": "replace_words",
}


def _words(text: str, clause: Clause, base: Instruction) -> Iterator[Instruction]:
    flat = plain(text)
    match = _SAID.search(flat) or _SWAPPED.search(flat)
    for target in clause.targets:
        if match is not None:
            pair = (
                ("old", "new")
                if "old" in match.re.groupindex and match["old"]
                else (1, 2)
            )
            before, after = (
                text[match.start(group) : match.end(group)] for group in pair
            )
            yield replace(
                base,
                norm=target.norm,
                path=target.path,
                before=before,
                text=after,
                named=True,
            )
        else:
            yield replace(
                base,
                operation="replace",
                norm=target.norm,
                path=target.path,
                named=True,
            )


def _from_targets(
    text: str, clause: Clause, base: Instruction
) -> Iterator[Instruction]:
    """A command without a quoted block: one instruction for each target, the wording inline if
    there is one.
    """
    if text and clause.kind in ("amend", "insert"):
        inline = _inline(text, clause)
    else:
        inline = ""
    whole = clause.kind == "amend" and not inline and not clause.opens
    only_places = clause.kind == "insert" and all(
        target.container for target in clause.targets
    )
    for target in _changed_targets(clause):
        if only_places and not inline and not clause.opens:
            target = replace(target, part=True)
        if target.partial or target.unread:
            yield replace(
                base, operation="revoke_partly", norm=target.norm, path=target.path
            )
            continue
        if target.part:
            yield replace(
                base, operation="replace_part", norm=target.norm, path=target.path
            )
            continue
        own = clause.kind == "amend" and target.path.endswith("_cpt")
        yield replace(
            base,
            operation="replace_own" if own else base.operation,
            norm=target.norm,
            path=drop_caput(target.path) if own else target.path,
            text=inline if len(clause.targets) == 1 else "",
            named=bool(target.path),
            purpose=whole and not target.path,
        )


def _changed_targets(clause: Clause) -> list[Target]:
    """Return the targets that are changed: of an insertion what is inserted, joined with the place
    it goes to.
    """
    if clause.kind != "insert":
        return list(clause.targets)
    places = [target for target in clause.targets if target.container]
    things = [target for target in clause.targets if not target.container]
    if any(thing.path for thing in things):
        # `Acrescente-se a Lei nº 1.738 o artigo 4º`: the norm is the place, though nothing marks it
        # as such.
        places += [thing for thing in things if not thing.path]
        things = [thing for thing in things if thing.path]
    if not places or not things:
        return list(clause.targets)
    return [_put(thing, places) for thing in things]


def _put(thing: Target, places: Sequence[Target]) -> Target:
    """Return what is inserted under the place that is named behind it, or else before it."""
    place = next((one for one in places if one.start > thing.start), places[-1])
    path = thing.path or place.path
    if paths.rank(path) > 1:
        path = paths.below(place.path, path)
    return replace(thing, norm=place.norm or thing.norm, path=path)


_INLINE = re.compile(r":\s*[\"“](?P<wording>.+)[\"”]", re.S)


def _inline(text: str, clause: Clause) -> str:
    match = _INLINE.search(text, clause.start)
    if match:
        return clean_wording(match["wording"])
    return ""


QuotedRow = tuple[str, str, Dispositivo]
"""A quoted node: its path in the amended norm, its path inside the block, the node."""
Rewording = tuple[str, Dispositivo, str]
"""A change that a block makes: path in the amended norm, quoted node, operation."""


def _from_block(
    clause: Clause, base: Instruction, block: Sequence[tuple[str, Dispositivo]]
) -> Iterator[Instruction]:
    """Yield the instructions of a command with a quoted block."""
    named = [target.path for target in _changed_targets(clause) if target.path]
    containers = [
        target.path for target in clause.targets if target.container and target.path
    ]
    rows = [
        (path, inside, node)
        for inside, node in block
        if rank_known(path := _resolve(inside, named, containers or named))
    ]
    changes = [_caput(change, named) for change in _topmost_changes(rows)]
    named = [drop_caput(path) for path in named]
    if clause.kind == "insert":
        wanted = [
            change for change in changes if _inserted(change[0], named, containers)
        ]
    else:
        wanted = _meant(changes, named) or list(_narrowed(rows, named))
    if not wanted and named:
        yield from _from_targets("", clause, base)
    if not wanted and not named:
        wanted = changes
    for path, node, operation in wanted:
        yield replace(
            base,
            operation=_block_operation(base.operation, operation, node),
            path=path,
            wording=node.path,
            text=clean_wording(node.text),
            named=path in named,
        )


def _meant(changes: Sequence[Rewording], named: Sequence[str]) -> list[Rewording]:
    """Return the changes that a command names, and those of articles that it does not speak of."""
    articles = {_article(path) for path in named}
    return [
        change
        for change in changes
        if _article(change[0]) not in articles
        or any(paths.covers(name, change[0]) for name in named)
    ]


def _caput(
    change: tuple[str, Dispositivo, str], named: Sequence[str]
) -> tuple[str, Dispositivo, str]:
    """`o caput do art. 3º`: the article's own wording, whatever hangs under it."""
    path, node, operation = change
    if f"{path}_cpt" in named:
        return (path, node, "replace_own")
    return (path, node, operation)


def rank_known(path: str) -> bool:
    """Only provisions can be amended by path; headings and tables of a block are left to the
    reader.
    """
    return paths.rank(path) == 1


def _block_operation(operation: str, change: str, node: Dispositivo) -> str:
    if is_placeholder(node.text):
        return "revoke"
    if operation == "replace":
        return change
    return operation


def _article(path: str) -> str:
    return path.split(paths.SEPARATOR)[0]


def _inserted(path: str, named: Sequence[str], containers: Sequence[str]) -> bool:
    """Is the quoted provision what is inserted, or only the place that it goes to, repeated?"""
    if not named or (path in named and path not in containers):
        return True
    within = containers or named
    return any(path != place and paths.covers(place, path) for place in within)


def _resolve(inside: str, named: Sequence[str], places: Sequence[str]) -> str:
    """The path in the amended norm of a node that the block names by less than its article."""
    if paths.rank(inside) <= 1:
        return inside
    head = inside.split(paths.SEPARATOR)[0]
    for path in named:
        segments = path.split(paths.SEPARATOR)
        if head in segments[1:]:
            at = segments.index(head, 1)
            return paths.SEPARATOR.join([*segments[:at], inside])
    anchor = (places or named or [""])[-1]
    if anchor:
        return paths.below(anchor, inside)
    return inside


def _topmost_changes(
    rows: Sequence[tuple[str, str, Dispositivo]],
) -> Iterator[tuple[str, Dispositivo, str]]:
    """The topmost nodes with a wording of their own: a subtree without omissions is replaced as a
    whole.
    """
    whole: list[str] = []
    for number, (path, _, node) in enumerate(rows):
        if any(paths.covers(done, path) for done in whole):
            continue
        inside = [
            row
            for row in rows[number + 1 :]
            if path != row[0] and paths.covers(path, row[0])
        ]
        if is_omitted(node.text):
            continue
        partial = node.text.rstrip(' "”').endswith(("...", "…", "[...]", "(...)"))
        if partial or any(is_omitted(row[2].text) for row in inside):
            yield path, node, "replace_own"
        else:
            whole.append(path)
            yield path, node, "replace"


def _narrowed(
    rows: Sequence[tuple[str, str, Dispositivo]], named: Sequence[str]
) -> Iterator[tuple[str, Dispositivo, str]]:
    """The block repeats more than the command names: only what is named changes."""
    for path, _, node in rows:
        if path in named and not is_omitted(node.text):
            yield path, node, "replace"
