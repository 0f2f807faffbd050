"""Roman numerals and chemical formulas in running text that a recogniser turned into letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lawtool.model import Dispositivo
from lawtool.repair.scope import Proposal, RepairScope
from lawtool.vocabulary import rules
from lawtool.vocabulary.numerals import from_roman, to_roman

_ITEM = re.compile(r"\s*(?P<numeral>[A-Za-z0-9|!¥]{1,6})(?![\wº°ª.]|,\d)")
_LINK = re.compile(r"\s*(?:,|\be\b|\bou\b|\ba\b)")
_LIST = 12
"""Numerals that are read after one word at most."""


@cache
def _strokes() -> dict[str, str]:
    return dict(rules.read_table("ocr")["numerals"]["strokes"])


@cache
def _word() -> re.Pattern[str]:
    words = "|".join(rules.read_table("ocr")["numerals"]["words"])
    return re.compile(rf"\b(?P<word>{words})\b(?=\s+[A-Za-z0-9|!])", re.IGNORECASE)


def read_strokes(printed: str) -> str | None:
    """Give the one numeral that damaged glyphs fit (`HI` → `III`), None for a valid numeral or no
    fit.
    """
    if from_roman(printed) is not None:
        return None
    strokes = _strokes()
    if any(sign not in strokes for sign in printed):
        return None
    numeral = "".join(strokes[sign] for sign in printed)
    if from_roman(numeral) is not None:
        return numeral
    return None


def propose_numerals(scope: RepairScope) -> Iterator[Proposal]:
    """Propose `Classe HI` → `Classe III`, where the text shows that the word takes numerals."""
    if not scope.damaged:
        return
    lists: list[tuple[str, list[re.Match[str]]]] = []
    takes: dict[str, set[str]] = {}
    for match in _word().finditer(scope.text):
        word = match["word"].lower().rstrip("s")
        items = list(_items(scope.text, match.end()))
        lists.append((word, items))
        takes.setdefault(word, set()).update(item["numeral"] for item in items)
    for word, items in lists:
        values = [
            from_roman(item["numeral"])
            or from_roman(read_strokes(item["numeral"]) or "")
            for item in items
        ]
        wrong = [
            i
            for i, item in enumerate(items)
            if read_strokes(item["numeral"]) is not None
            and _roman_only(takes[word], item["numeral"])
        ]
        if wrong:
            yield _list_read_anew(
                scope,
                word,
                items[wrong[0] : wrong[-1] + 1],
                all(_in_step(values, i) for i in wrong),
            )


def _list_read_anew(
    scope: RepairScope, word: str, items: list[re.Match[str]], sure: bool
) -> Proposal:
    """Make one proposal of all that is damaged in a list: `1 e Il` → `I e II`."""
    start, end = items[0].start("numeral"), items[-1].end("numeral")
    after, at = "", start
    for item in items:
        printed = item["numeral"]
        after += scope.text[at : item.start("numeral")] + (
            read_strokes(printed) or printed
        )
        at = item.end("numeral")
    return Proposal(
        start=start,
        end=end,
        after=after,
        rule="numeral",
        evidence=f"{word} {after}",
        sure=sure,
    )


def _in_step(values: list[int | None], position: int) -> bool:
    """Tell a numeral that follows its neighbour by one (`I ou II`); alone it need not."""
    value = values[position] or 0
    steps = [values[i] for i in (position - 1, position + 1) if 0 <= i < len(values)]
    return not steps or value - 1 in steps or value + 1 in steps


def _items(text: str, at: int) -> Iterator[re.Match[str]]:
    """Find the numerals of a list: `I, II e IV`."""
    for _ in range(_LIST):
        item = _ITEM.match(text, at)
        if item is None or (
            from_roman(item["numeral"]) is None
            and read_strokes(item["numeral"]) is None
        ):
            if item is not None and item["numeral"].isdigit():
                yield item
            return
        yield item
        link = _LINK.match(text, item.end())
        if link is None:
            return
        at = link.end()


def _roman_only(printed: set[str], token: str) -> bool:
    """Tell a word that takes numerals of two signs or more, and for a digit no other digit."""
    romans = any(
        from_roman(numeral) is not None and len(numeral) > 1 for numeral in printed
    )
    return romans and not (
        token.isdigit()
        and any(numeral.isdigit() and set(numeral) != {"1"} for numeral in printed)
    )


@cache
def _formulas() -> tuple[re.Pattern[str], dict[str, str]]:
    table = {
        entry["name"]: entry["formula"] for entry in rules.read_table("ocr")["formula"]
    }
    return re.compile(
        rf"\b(?P<name>{'|'.join(table)})\s*\(\s*(?P<bad>[A-Za-z0-9]{{2,8}})\s*\)",
        re.IGNORECASE,
    ), table


def propose_formulas(scope: RepairScope) -> Iterator[Proposal]:
    """Propose `propano (C3Hs)` → `propano (C3H8)`: the name fixes the formula."""
    if not scope.damaged:
        return
    pattern, table = _formulas()
    for match in pattern.finditer(scope.text):
        printed, formula = match["bad"], table[match["name"].lower()]
        garbled = re.sub(r"\d+", r"[0-9a-zA-Z]{1,2}", formula)
        if printed != formula and re.fullmatch(garbled, printed):
            clean = re.fullmatch(r"(?:[A-Z]\d*)+", printed) is not None
            yield Proposal(
                start=match.start("bad"),
                end=match.end("bad"),
                after=formula,
                rule="formula",
                evidence=f"{match['name']} = {formula}",
                sure=not clean,
            )


def propose_list_numerals(scope: RepairScope) -> Iterator[Proposal]:
    """Suggest III for the second II where siblings name classes I, II, II, IV."""
    if not scope.damaged:
        return
    siblings: dict[tuple[str | None, str], list[Dispositivo]] = {}
    for node in scope.nodes:
        siblings.setdefault((node.parent, node.kind), []).append(node)
    for nodes in siblings.values():
        if len(nodes) >= 3:
            yield from _in_list(scope, nodes)


def _in_list(scope: RepairScope, nodes: list[Dispositivo]) -> Iterator[Proposal]:
    numerals = [_first_numeral(scope, node) for node in nodes]
    for before, here, after in zip(numerals, numerals[1:], numerals[2:], strict=False):
        if (
            before is None
            or here is None
            or after is None
            or not before[0] == here[0] == after[0]
        ):
            continue
        word, number, start, end = here
        if before[1] == number and after[1] == number + 2:
            yield Proposal(
                start=start,
                end=end,
                after=to_roman(number + 1),
                rule="numeral-in-list",
                evidence=f"{word} {to_roman(number)}, {to_roman(number)}, {to_roman(number + 2)}",
                sure=False,
            )


def _first_numeral(
    scope: RepairScope, node: Dispositivo
) -> tuple[str, int, int, int] | None:
    """Find word, number and place of the first numeral of a node's text."""
    for piece in node.pieces:
        for match in _word().finditer(scope.text, piece.start, piece.end):
            for item in _items(scope.text, match.end()):
                printed = item["numeral"]
                number = from_roman(printed) or from_roman(read_strokes(printed) or "")
                if number and item.end() <= piece.end:
                    return (
                        match["word"].lower(),
                        number,
                        item.start("numeral"),
                        item.end("numeral"),
                    )
    return None
