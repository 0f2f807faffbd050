"""The index of a database: what the search needs of its provisions, made while the database is
written.

A *place* is the number of a provision in the order of the corpus. The index holds, for each key,
the places whose own text has it and how often; the vocabulary, with the family of each word; and
columns with a number for each place: where the subtree below it ends, its article, its norm, the
weight of its kind. What ancestors and the summary of a norm say is not written again for each
provision: the places below are known.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lawtool.model import Kind
from lawtool.search.stems import TOKEN, word_family, word_key
from lawtool.store.tables import Row

LONGEST = 40
"""Letters of a word; longer runs are rubbish of a scan."""

MOST, LENGTH = 255, 65_535
"""Occurrences of a word in one provision that are counted, and words of one that count as its
length: a byte and two.
"""

KINDS = tuple(Kind)
"""Kinds by their number in the column `tipo`."""

NAME = "="
"""Begins the keys of the names of norms, whose places are numbers of norms."""


@dataclass(slots=True)
class IndexBuilder:
    """Gathers the provisions of a corpus, norm by norm, and gives the tables of the search."""

    _places: dict[str, array[int]] = field(default_factory=dict)
    _counts: dict[str, bytearray] = field(default_factory=dict)
    _names: dict[str, array[int]] = field(default_factory=dict)
    _forms: Counter[str] = field(default_factory=Counter)
    _columns: Mapping[str, array[int]] = field(
        default_factory=lambda: {
            name: array(kind)
            for name, kind in {
                "fim": "i",
                "unidade": "i",
                "norma": "i",
                "tipo": "B",
                "tamanho": "H",
            }.items()
        }
    )
    _summaries: array[int] = field(default_factory=lambda: array("i"))

    @property
    def places(self) -> int:
        """How many provisions were added."""
        return len(self._columns["norma"])

    def add_norm(self, name: str, provisions: Sequence[Row]) -> None:
        """Index a norm by what people call it, and its provisions: rows of `dispositivos`."""
        columns = self._columns
        first, number = len(columns["norma"]), len(self._summaries)
        for key in sorted({word_key(word) for word in TOKEN.findall(name)}):
            self._names.setdefault(key, array("I")).append(number)
        order_of = {row["id"]: order for order, row in enumerate(provisions)}
        parents = [order_of.get(row["pai"], -1) for row in provisions]
        kinds = [Kind(row["tipo"]) for row in provisions]
        if Kind.EMENTA in kinds:
            summary = kinds.index(Kind.EMENTA)
        else:
            summary = -1
        self._summaries.append(first + summary if summary >= 0 else -1)
        for place, row in enumerate(provisions, first):
            columns["tamanho"].append(self._add_text(place, row["texto"]))
        columns["norma"].extend([number] * len(provisions))
        columns["tipo"].extend(map(KINDS.index, kinds))
        columns["unidade"].extend(first + unit for unit in _units(kinds, parents))
        columns["fim"].extend(first + end for end in _subtree_ends(parents))

    def _add_text(self, place: int, text: str) -> int:
        words = TOKEN.findall(text.lower())
        self._forms.update(words)
        for key, count in Counter(map(word_key, words)).items():
            if key in self._places:
                self._places[key].append(place)
                self._counts[key].append(min(count, MOST))
            else:
                self._places[key], self._counts[key] = (
                    array("I", [place]),
                    bytearray([min(count, MOST)]),
                )
        return min(len(words), LENGTH)

    def postings(self) -> Iterator[Row]:
        """List the rows of `busca_radicais`."""
        for key in sorted(self._places):
            if len(key) <= LONGEST:
                places, counts = self._places[key].tobytes(), bytes(self._counts[key])
                yield {"radical": key, "lugares": places, "vezes": counts}
        for key in sorted(self._names):
            yield {
                "radical": NAME + key,
                "lugares": self._names[key].tobytes(),
                "vezes": b"",
            }

    def words(self) -> Iterator[Row]:
        """List the rows of `busca_palavras`: key, most frequent form, family."""
        forms: dict[str, str] = {}
        for form, _ in sorted(
            self._forms.items(), key=lambda item: (-item[1], item[0])
        ):
            forms.setdefault(word_key(form), form)
        for key, form in sorted(forms.items()):
            if len(key) <= LONGEST:
                yield {
                    "palavra": key,
                    "forma": form,
                    "familia": word_family(form),
                    "dispositivos": len(self._places[key]),
                }

    def columns(self) -> Iterator[Row]:
        """List the rows of `busca_colunas`."""
        for name, values in {**self._columns, "ementa": self._summaries}.items():
            yield {"nome": name, "valores": values.tobytes()}


def _units(kinds: Sequence[Kind], parents: Sequence[int]) -> list[int]:
    """Find the head of the unit that each node is ranked with: its article, or what stands highest
    outside of articles.
    """
    units: list[int] = []
    for order, (kind, parent) in enumerate(zip(kinds, parents, strict=True)):
        alone = parent < 0 or kind is Kind.ARTIGO or kinds[parent] is Kind.AGRUPADOR
        units.append(order if alone else units[parent])
    return units


def _subtree_ends(parents: Sequence[int]) -> list[int]:
    """Find where the subtree of each node ends, exclusive; a parent always stands before its
    children.
    """
    ends = list(range(1, len(parents) + 1))
    for order in range(len(parents) - 1, -1, -1):
        parent = parents[order]
        if parent >= 0:
            ends[parent] = max(ends[parent], ends[order])
    return ends
