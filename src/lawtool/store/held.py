"""The catalogue of a database: norms by identity, their text only when a provision is asked for."""

from __future__ import annotations

from datetime import date
from functools import lru_cache, partial

from lawtool.citations import Context
from lawtool.citations.catalogue import Catalogue, Held
from lawtool.model import Norma, NormaId, Span
from lawtool.store.reader import Corpus

_IDENTITIES = """
SELECT n.id, n.especie, n.numero, n.ano, n.data, n.publicacao, n.esfera, n.uf, n.municipio, o.orgaos
  FROM normas n JOIN normas_origem o ON o.norma = n.id WHERE n.no_acervo ORDER BY n.ordem
"""
_FURNITURE = """
SELECT inicio, fim FROM segmentos
 WHERE fonte = ? AND tipo NOT IN ('rotulo', 'texto', 'desconhecido', 'perdido') ORDER BY inicio
"""


def catalogue(corpus: Corpus) -> Catalogue:
    """All norms of the corpus with their aliases; a norm that was looked into is kept."""
    load = lru_cache(maxsize=256)(corpus.norma)
    aliases = corpus.connection.execute("SELECT apelido, norma FROM apelidos").fetchall()
    rows = corpus.connection.execute(_IDENTITIES)
    return Catalogue([_held(row, partial(load, row[0])) for row in rows], aliases=dict(aliases))


def _held(row: tuple[str | None, ...], load: partial[Norma]) -> Held:
    slug, species, number, year, day, published, level, uf, municipio, bodies = row
    days = frozenset(date.fromisoformat(one) for one in (day, published) if one)
    identity = NormaId(
        species=species or "norma",
        number=number,
        year=int(year) if year is not None else None,
        date=date.fromisoformat(day) if day else None,
        bodies=tuple((bodies or "").split()),
        level=level or "",
        uf=uf or "",
        municipio=municipio or "",
    )
    return Held(slug=slug or "", id=identity, load=load, days=days)


def context(corpus: Corpus, source: str, normas: list[Norma]) -> Context:
    """What the places of a source of the corpus belong to; `normas` are those of that source."""
    spans = corpus.connection.execute(_FURNITURE, (source,))
    return Context(normas, furniture=[Span(start=start, end=end) for start, end in spans])
