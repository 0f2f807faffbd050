"""The index of a database: what the search needs of each provision, made while the database is written.

`busca_radicais` holds the keys of the words only (no text), with a column for the provision's own text, one for its
ancestors', one for its headings and one for the name of its norm, so that each can weigh differently;
`busca_frequencias` counts the provisions of each key. `busca_palavras` is the vocabulary with a trigram index beside it,
for words that a scan or a keyboard got wrong.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from typing import Any

from lawtool.model import Dispositivo, Kind, Norma
from lawtool.search.stems import TOKEN, stem, stems
from lawtool.search.terms import defined_term
from lawtool.vocabulary.folding import fold

Row = dict[str, Any]

_LONGEST = 40
"""Letters of a word; longer runs are rubbish of a scan."""

_CREATE = """
CREATE TABLE busca_palavras (
    id INTEGER PRIMARY KEY, palavra TEXT NOT NULL, forma TEXT NOT NULL, radical TEXT NOT NULL, ocorrencias INTEGER NOT NULL
);
CREATE TABLE busca_frequencias (radical TEXT PRIMARY KEY, dispositivos INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE busca_trigramas USING fts5(
    palavra, content = 'busca_palavras', content_rowid = 'id', tokenize = 'trigram', detail = 'none'
);
"""
_FINISH = """
INSERT INTO busca_trigramas (busca_trigramas) VALUES ('rebuild');
INSERT INTO busca_radicais (busca_radicais) VALUES ('optimize');
CREATE VIRTUAL TABLE temp.busca_vocabulario USING fts5vocab('main', 'busca_radicais', 'row');
INSERT INTO busca_frequencias SELECT term, doc FROM temp.busca_vocabulario;
DROP TABLE temp.busca_vocabulario;
"""


class Entries:
    """The rows of the provisions of one norm, in document order. `first` is the place of its first provision."""

    def __init__(self, norma: Norma, name: str, first: int) -> None:
        self._name = stems(f"{name} {norma.slug.replace('-', ' ')}")
        self._units = _units(norma, first)
        self._terms: dict[str, str] = {}

    def columns(self, node: Dispositivo, context: str) -> Row:
        """Columns of `busca` beside the texts: the unit that the provision is ranked with, and its defined term."""
        above = self._terms.get(node.parent or "", "")
        term = self._terms[node.path] = defined_term(node.kind, node.text, context, above)
        return {"termo": term or None, "unidade": self._units[node.path]}

    def keys(self, order: int, texts: Mapping[str, str]) -> Row:
        """The row of `busca_radicais` for the texts of a provision by column."""
        return {"rowid": order, "norma": self._name} | {
            column: stems(text) for column, text in texts.items()
        }


def _units(norma: Norma, first: int) -> dict[str, int]:
    """The place of the head of each provision's unit: its article, or what stands highest outside of articles."""
    heads: dict[str, int] = {}
    for order, node in enumerate(norma.nodes, first):
        parent = norma.get(node.parent) if node.parent else None
        alone = parent is None or node.kind is Kind.ARTIGO or parent.kind is Kind.AGRUPADOR
        heads[node.path] = order if alone or parent is None else heads.get(parent.path, order)
    return heads


def finish(connection: sqlite3.Connection) -> None:
    """Once all provisions are in: the vocabulary."""
    connection.executescript(_CREATE)
    counts: Counter[str] = Counter()
    for (text,) in connection.execute("SELECT texto FROM busca"):
        counts.update(set(TOKEN.findall(text.lower())))
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO busca_palavras (palavra, forma, radical, ocorrencias) VALUES (?, ?, ?, ?)",
        [
            (fold(word), word, stem(word), count)
            for word, count in sorted(counts.items())
            if len(word) <= _LONGEST
        ],
    )
    connection.execute("COMMIT")
    connection.executescript(_FINISH)
