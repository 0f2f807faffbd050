"""The tables of the search as it reads them: postings, vocabulary, columns, and the provisions that
it shows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence


class SearchTables:
    """Reads the search tables of one database. A place is the number of a provision in the order of
    the corpus.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._ask = connection.execute

    def column(self, name: str) -> bytes:
        """Read a column of numbers, one for each place or, of `ementa`, for each norm."""
        row = self._ask(
            "SELECT valores FROM busca_colunas WHERE nome = ?", (name,)
        ).fetchone()
        if row:
            return bytes(row[0])
        return b""

    def postings(self, key: str) -> tuple[bytes, bytes]:
        """Read the places of a key and how often each has it; empty where no text has it."""
        row = self._ask(
            "SELECT lugares, vezes FROM busca_radicais WHERE radical = ?", (key,)
        ).fetchone()
        return row or (b"", b"")

    def siblings(self, key: str) -> list[str]:
        """List the keys of the family of a key, itself included; none where no text has it."""
        rows = self._ask(
            "SELECT b.palavra FROM busca_palavras a JOIN busca_palavras b ON b.familia = a.familia"
            " WHERE a.palavra = ?",
            (key,),
        )
        return [sibling for (sibling,) in rows]

    def family(self, family: str) -> list[str]:
        """List the keys of a family."""
        rows = self._ask(
            "SELECT palavra FROM busca_palavras WHERE familia = ?", (family,)
        )
        return [key for (key,) in rows]

    def vocabulary(self) -> dict[str, tuple[str, int]]:
        """Read the keys of the corpus, each with its form and the number of provisions that have
        it.
        """
        rows = self._ask("SELECT palavra, forma, dispositivos FROM busca_palavras")
        return {key: (form, count) for key, form, count in rows}

    def phrase(self, words: str) -> list[int]:
        """List the places whose text has these words side by side; accents and capitals do not
        count.
        """
        match = f'texto : "{words.replace(chr(34), " ")}"'
        rows = self._ask(
            "SELECT rowid FROM busca_fts WHERE busca_fts MATCH ?", (match,)
        )
        return [place for (place,) in rows]

    def norms(self) -> list[tuple[str, str | None, str | None, int | None, str | None]]:
        """Read id, state, municipality, year and species of the norms in order."""
        return self._ask(
            "SELECT id, uf, municipio, ano, especie FROM normas WHERE no_acervo ORDER BY ordem"
        ).fetchall()

    def known_status(self, day: str) -> tuple[dict[str, bool], dict[int, bool]]:
        """Read which norms, and which provisions (by place) that an event touches, are known to be
        in force on a day.
        """
        norms = dict(self._ask(_NORMS_IN_FORCE, (day, day)).fetchall())
        places = dict(self._ask(_PLACES_IN_FORCE, (day, day)).fetchall())
        return norms, places

    def terms(self, places: Sequence[int]) -> dict[int, str]:
        """Read the terms that provisions define."""
        marks = ", ".join("?" * len(places))
        return dict(
            self._ask(f"{_TERMS} WHERE d.ordem IN ({marks})", tuple(places)).fetchall()
        )

    def amount_roles(self, places: Sequence[int]) -> dict[int, frozenset[str]]:
        """Read what the quantities of provisions measure."""
        marks = ", ".join("?" * len(places))
        roles: dict[int, frozenset[str]] = {}
        for place, role in self._ask(
            f"{_AMOUNTS} WHERE d.ordem IN ({marks})", tuple(places)
        ):
            roles[place] = roles.get(place, frozenset()) | {role}
        return roles

    def provisions(self, places: Sequence[int]) -> dict[int, tuple[str, str, str, str]]:
        """Read norm, path, name and text of provisions by place."""
        marks = ", ".join("?" * len(places))
        sql = (
            f"SELECT ordem, norma, caminho, nome, texto FROM dispositivos WHERE ordem IN "
            f"({marks})"
        )
        return {place: row for place, *row in self._ask(sql, tuple(places))}

    def place(self, norm: str, path: str) -> int | None:
        """Find the place of a provision."""
        sql = "SELECT ordem FROM dispositivos WHERE norma = ? AND caminho = ?"
        row = self._ask(sql, (norm, path)).fetchone()
        return None if row is None else int(row[0])

    def citing(self, norm: str, path: str) -> list[int]:
        """List the first places, in other norms, that cite a provision."""
        return [place for (place,) in self._ask(_CITING, (norm, path))]

    def short_forms(self) -> list[tuple[str, str]]:
        """Read the abbreviations that the corpus introduces: short form, long form."""
        return self._ask(_SHORT_FORMS).fetchall()

    def passages(self) -> list[tuple[int, str, str]]:
        """Read place, text and ancestors' text of every provision that has a text."""
        return self._ask(
            "SELECT ordem, texto, contexto FROM busca WHERE texto <> '' ORDER BY ordem"
        ).fetchall()

    def ending(self, norm: str) -> list[int]:
        """List the places that revoke a norm or a provision of it, or by which a norm revokes
        others.
        """
        return [place for (place,) in self._ask(_ENDING, (norm,))]

    def is_name(self, name: str) -> bool:
        """Decide whether this is an alias or the id of a norm that is held."""
        return self._ask(_IS_NAME, (name,)).fetchone() is not None

    def vectors(self) -> list[tuple[int, bytes]]:
        """Read the vectors of meaning by place."""
        return self._ask(
            "SELECT ordem, vetor FROM busca_vetores ORDER BY ordem"
        ).fetchall()

    def has_vectors(self) -> bool:
        """Decide whether vectors were made."""
        return self._ask("SELECT 1 FROM busca_vetores LIMIT 1").fetchone() is not None


_KNOWN = "situacao IN ('in_force', 'in_force_unless_revoked', 'partially_revoked')"
_ON = "coalesce(v.desde, '') <= ? AND coalesce(v.ate, '9999') > ?"
_NORMS_IN_FORCE = f"""
SELECT v.norma, max({_KNOWN} AND {_ON}) FROM vigencias v WHERE v.caminho IS NULL GROUP BY v.norma
"""
_PLACES_IN_FORCE = f"""
SELECT d.ordem, max({_KNOWN} AND {_ON})
  FROM vigencias v JOIN dispositivos d ON d.id = v.dispositivo GROUP BY d.ordem
"""
_TERMS = """
SELECT d.ordem, t.termo FROM dispositivos d
  JOIN termos t ON t.dispositivo = d.id AND t.tipo IN ('definition', 'denomination')
"""
_AMOUNTS = "SELECT d.ordem, q.papel FROM dispositivos d JOIN quantidades q ON q.dispositivo = d.id"
_SHORT_FORMS = """
SELECT sigla, termo FROM termos WHERE coalesce(sigla, '') <> '' GROUP BY sigla, termo
 ORDER BY count(*) DESC, sigla, termo
"""
_CITING = """
SELECT DISTINCT d.ordem FROM citacoes c JOIN dispositivos d ON d.id = c.dispositivo
 WHERE c.norma_citada = ?1 AND c.dispositivo_citado = ?1 || '_' || ?2 AND c.norma <> ?1
 ORDER BY 1 LIMIT 5
"""
_ENDING = """
SELECT DISTINCT d.ordem FROM eventos e
  JOIN dispositivos d ON d.id = coalesce(e.dispositivo_agente, e.dispositivo)
 WHERE (e.norma_afetada = ?1 OR e.norma_agente = ?1) AND e.tipo IN ('revoke', 'annul', 'expire')
 ORDER BY e.norma_afetada <> ?1, 1 LIMIT 5
"""
_IS_NAME = """
SELECT 1 FROM apelidos WHERE apelido = ?1 UNION ALL SELECT 1 FROM normas WHERE id = ?1 AND no_acervo
"""
