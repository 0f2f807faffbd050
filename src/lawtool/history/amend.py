"""An amending norm, or a bill, applied to the norm it amends: the law as it would read.

Every instruction is an operation on the current text. Each is done whole or not at all, none twice;
what cannot be done is listed with the reason, and the others are done. The result of a bill is
hypothetical: it never enters the status or the text in force.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from lawtool.history import Instruction, read_instructions
from lawtool.history.clause_verbs import is_bill, plain
from lawtool.history.instructions import clean_wording
from lawtool.identifiers import paths
from lawtool.identifiers.levels import provision_kind, write_label
from lawtool.model import PROVISIONS, Citation, Dispositivo, Kind, Norma
from lawtool.vocabulary.placeholders import is_placeholder

_NUMBER = re.compile(r"(?<![\w/])\d[\d.]*(?:,\d+)?(?:[^\W\d_]{1,2}[²³]?\b|%)?")
_OMISSION = re.compile(r"[\s\"“(\[]*(?:\.{3}|…)")
_REVOKED_TEXT = "(Revogado)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One operation as it was done: the provision, its wording before (None: there was none) and
    after (None: gone).
    """

    instruction: Instruction
    path: str
    before: str | None
    after: str | None

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """Numbers that differ, in order (`200,00m` → `50m`): what a similarity score hardly
        sees.
        """
        old, new = (_NUMBER.findall(text or "") for text in (self.before, self.after))
        if len(old) == len(new):
            return tuple((a, b) for a, b in zip(old, new, strict=False) if a != b)
        return ()


class RefusalCode(StrEnum):
    """Why an instruction is not carried out."""

    REPEATED = "repeated"
    UNPLACED = "unplaced"
    RANGE = "range"
    UNKNOWN_OPERATION = "unknown_operation"
    MISSING = "missing"
    MISSING_PLACE = "missing_place"
    OMISSION = "omission"
    UNWORDED = "unworded"
    EXISTS = "exists"
    REVOKED = "revoked"
    WORDS = "words"
    SAME = "same"


_REASONS = {
    RefusalCode.REPEATED: "the same instruction has been carried out already",
    RefusalCode.UNPLACED: "the instruction names no provision",
    RefusalCode.RANGE: "a range of provisions: each would need its own wording",
    RefusalCode.UNKNOWN_OPERATION: "the operation {detail!r} is not carried out by the program",
    RefusalCode.MISSING: "the amended norm has no {path}",
    RefusalCode.MISSING_PLACE: "the amended norm has no {detail} to insert {path} into",
    RefusalCode.OMISSION: (
        "the new wording begins with a mark of omission: what stays of the old one is not said"
    ),
    RefusalCode.UNWORDED: "the new wording was not found",
    RefusalCode.EXISTS: "{path} exists already",
    RefusalCode.REVOKED: "{path} is revoked already",
    RefusalCode.WORDS: "the words {before!r} occur {detail} times in {path}, not once",
    RefusalCode.SAME: "{path} has this wording already",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An instruction that was not carried out, and why."""

    instruction: Instruction
    code: RefusalCode
    detail: str = ""

    @property
    def reason(self) -> str:
        """Say why in English; the words of pages are made from the code."""
        asked = self.instruction
        return _REASONS[self.code].format(
            path=asked.path, before=asked.before, detail=self.detail
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """`norma` is the amended norm; `hypothetical` says that a bill amends it, which has no
    effect.
    """

    norma: Norma
    applied: tuple[Change, ...] = ()
    failed: tuple[Failure, ...] = ()
    hypothetical: bool = False


class _Refused(Exception):
    """An operation that cannot be done."""

    def __init__(self, code: RefusalCode, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def instructions_for(
    acting: Norma, law: str | Iterable[str], cited: Mapping[str, Sequence[Citation]]
) -> list[Instruction]:
    """The instructions by which a norm acts on the text of another, in the order of its text. `law`
    is the id of the amended norm, or all names by which the citations may call it.
    """
    if isinstance(law, str):
        names = {law}
    else:
        names = set(law)
    return [
        one
        for _, _, made in read_instructions(acting, cited)
        for one in made
        if one.norm in names and not one.purpose
    ]


def apply_amendment(
    acting: Norma,
    law: Norma,
    cited: Mapping[str, Sequence[Citation]],
    *,
    names: Iterable[str] = (),
) -> Amended:
    """The law as amended. `cited`: the citations of the acting norm by node; `names`: further names
    of the law in them (its URN). Pure: neither norm is changed.
    """
    wanted = instructions_for(acting, {law.slug, *names}, cited)
    return carry_out(acting, law, wanted)


def carry_out(acting: Norma, law: Norma, wanted: Sequence[Instruction]) -> Amended:
    """Instructions on a text, one after the other."""
    text = _Text(law)
    applied: list[Change] = []
    failed: list[Failure] = []
    done: set[tuple[str, str, str]] = set()
    for one in wanted:
        key = (one.operation, one.path, one.before)
        try:
            if key in done:
                raise _Refused(RefusalCode.REPEATED)
            applied.append(text.do(one, acting))
            done.add(key)
        except _Refused as refusal:
            failed.append(
                Failure(instruction=one, code=refusal.code, detail=refusal.detail)
            )
    return Amended(
        norma=replace(law, nodes=tuple(text.nodes)),
        applied=tuple(applied),
        failed=tuple(failed),
        hypothetical=is_bill(acting.id),
    )


class _Text:
    """The nodes of a norm while it is amended. Every operation checks all it needs before it
    changes anything.
    """

    def __init__(self, law: Norma) -> None:
        self.source = law.source
        self.nodes = list(law.nodes)
        self._by_path = {paths.canonical(node.path): node.path for node in law.nodes}

    def do(self, one: Instruction, acting: Norma) -> Change:
        if not one.path:
            raise _Refused(RefusalCode.UNPLACED)
        if paths.RANGE in one.path:
            raise _Refused(RefusalCode.RANGE)
        operations = {
            "replace": self._replace,
            "replace_own": self._replace_own,
            "insert": self._insert,
            "revoke": self._revoke,
            "replace_words": self._words,
        }
        operation = operations.get(one.operation)
        if operation is None:
            raise _Refused(RefusalCode.UNKNOWN_OPERATION, one.operation)
        return operation(one, acting)

    # Operations

    def _replace(self, one: Instruction, acting: Norma) -> Change:
        at = self._find(one.path)
        if at is None:
            if not one.named:
                return self._insert(one, acting)
            raise _Refused(RefusalCode.MISSING)
        new = self._quoted(one, acting)
        old = self.nodes[at]
        if _OMISSION.match(new[0].text):
            raise _Refused(RefusalCode.OMISSION)
        self._refuse_same(old.text, new, one)
        subtree = self._end(at)
        kept = self._kept(at, subtree, new)
        head = replace(
            new[0],
            path=old.path,
            parent=old.parent,
            label=old.label,
            printed=old.printed,
        )
        children = [self._moved(node, one.path, old.path) for node in new[1:]]
        self._splice(at, subtree, [head, *kept, *children])
        return Change(instruction=one, path=old.path, before=old.text, after=head.text)

    def _kept(self, at: int, end: int, new: Sequence[Dispositivo]) -> list[Dispositivo]:
        """What stays under a provision whose wording is replaced. A block without a mark of
        omission is the whole provision; only where it breaks off in a colon is it the opening of
        what stays. Notes tell of the old text.
        """
        below = self.nodes[at + 1 : end]
        if len(new) > 1 or not new[0].text.rstrip().endswith(":"):
            return []
        return [
            node
            for node in below
            if node.kind is not Kind.NOTA or node.parent != self.nodes[at].path
        ]

    def _replace_own(self, one: Instruction, acting: Norma) -> Change:
        at = self._find(one.path)
        if at is None:
            raise _Refused(RefusalCode.MISSING)
        old = self.nodes[at]
        if not one.text:
            raise _Refused(RefusalCode.UNWORDED)
        self.nodes[at] = replace(old, text=one.text, pieces=(), label_span=None)
        return Change(instruction=one, path=old.path, before=old.text, after=one.text)

    def _insert(self, one: Instruction, acting: Norma) -> Change:
        if self._find(one.path) is not None:
            raise _Refused(RefusalCode.EXISTS)
        above = paths.parent(one.path)
        if above and self._find(above) is None:
            raise _Refused(RefusalCode.MISSING_PLACE, above)
        new = self._quoted(one, acting)
        if above:
            parent = self._by_path[above]
        else:
            parent = None
        head = replace(
            new[0],
            path=one.path,
            parent=parent,
            label=new[0].label
            or write_label(paths.last_component(one.path), "printed"),
        )
        children = [self._moved(node, one.path, one.path) for node in new[1:]]
        at = self._place(one.path, above)
        self._splice(at, at, [head, *children])
        return Change(instruction=one, path=one.path, before=None, after=head.text)

    def _revoke(self, one: Instruction, acting: Norma) -> Change:
        at = self._find(one.path)
        if at is None:
            raise _Refused(RefusalCode.MISSING)
        old = self.nodes[at]
        if is_placeholder(old.text):
            raise _Refused(RefusalCode.REVOKED)
        marker = replace(old, text=_REVOKED_TEXT, pieces=(), label_span=None)
        self._splice(at, self._end(at), [marker])
        return Change(instruction=one, path=old.path, before=old.text, after=None)

    def _words(self, one: Instruction, acting: Norma) -> Change:
        at = self._find(one.path)
        if at is None:
            raise _Refused(RefusalCode.MISSING)
        old = self.nodes[at]
        if one.before:
            times = old.text.count(one.before)
        else:
            times = 0
        if times != 1:
            raise _Refused(RefusalCode.WORDS, str(times))
        new = old.text.replace(one.before, one.text)
        self.nodes[at] = replace(old, text=new, pieces=(), label_span=None)
        return Change(instruction=one, path=old.path, before=old.text, after=new)

    # Parts

    def _find(self, path: str) -> int | None:
        known = self._by_path.get(path)
        if known is None:
            return None
        return next(
            (i for i, node in enumerate(self.nodes) if node.path == known), None
        )

    def _end(self, at: int) -> int:
        """The place behind the subtree of a node."""
        inside = {self.nodes[at].path}
        end = at + 1
        while end < len(self.nodes) and self.nodes[end].parent in inside:
            inside.add(self.nodes[end].path)
            end += 1
        return end

    def _splice(self, start: int, end: int, new: Sequence[Dispositivo]) -> None:
        self.nodes[start:end] = new
        self._by_path = {paths.canonical(node.path): node.path for node in self.nodes}

    def _place(self, path: str, above: str) -> int:
        """Where a new provision goes: behind the last sibling that comes before it in the order of
        numbers."""
        key = _order(path)
        if above:
            at = self._find(above)
        else:
            at = None
        if at is not None:
            best = at + 1
        else:
            best = self._first_article()
        for number, node in enumerate(self.nodes):
            here = paths.canonical(node.path)
            if paths.parent(here) == above and _provision(node) and _order(here) < key:
                best = max(best, self._end(number))
        return best

    def _first_article(self) -> int:
        return next(
            (i for i, node in enumerate(self.nodes) if node.kind is Kind.ARTIGO),
            len(self.nodes),
        )

    def _quoted(self, one: Instruction, acting: Norma) -> list[Dispositivo]:
        """The new provision as quoted: its own node first, then what hangs under it."""
        if one.wording:
            node = acting.get(one.wording)
        else:
            node = None
        if node is None:
            if not one.text:
                raise _Refused(RefusalCode.UNWORDED)
            return [
                Dispositivo(
                    path=one.path,
                    kind=provision_kind(one.path) or Kind.TEXTO,
                    text=one.text,
                )
            ]
        below = one.wording + paths.SEPARATOR
        inside = [
            child
            for child in acting.nodes
            if child.path.startswith(below) and child.kind is not Kind.OMISSIS
        ]
        new = [
            replace(node, text=one.text),
            *(replace(child, text=clean_wording(child.text)) for child in inside),
        ]
        if acting.source == self.source:
            return new
        # Places of another source would be read as places of this one.
        return [
            replace(child, pieces=(), label_span=None, start_line=0, end_line=0)
            for child in new
        ]

    def _moved(self, node: Dispositivo, target: str, place: str) -> Dispositivo:
        """A quoted child under its place in the amended norm."""
        split = paths.quoted(node.path)
        if split:
            inside = paths.canonical(split[1])
        else:
            inside = node.path
        last = target.split(paths.SEPARATOR)[-1]
        segments = inside.split(paths.SEPARATOR)
        if last in segments:
            tail = segments[segments.index(last) + 1 :]
        else:
            tail = segments[-1:]
        path = paths.canonical(paths.SEPARATOR.join([place, *tail]))
        return replace(node, path=path, parent=paths.parent(path) or None)

    def _refuse_same(
        self, before: str, new: Sequence[Dispositivo], one: Instruction
    ) -> None:
        if len(new) == 1 and plain(before) == plain(new[0].text):
            raise _Refused(RefusalCode.SAME)


def _provision(node: Dispositivo) -> bool:
    return node.kind in PROVISIONS and paths.own(node.path)


def _order(path: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """A key by which siblings stand as a law prints them: incisos of the caput before
    paragraphs.
    """
    out = []
    for segment in path.split(paths.SEPARATOR):
        kind = paths.symbol(segment)
        digits = tuple(int(part) for part in re.findall(r"\d+", segment))
        out.append(({"cpt": 0, "par": 1}.get(kind, 2), digits))
    return tuple(out)
