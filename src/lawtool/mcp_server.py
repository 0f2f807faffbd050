"""The corpus as tools for an assistant, by the Model Context Protocol: read-only, each answer with
what it rests on.

Every answer names the day of the corpus and warns where the text that it gives was repaired or is
in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from pathlib import Path
from threading import get_ident
from typing import Any

from mcp.server.mcpserver import MCPServer

from lawtool import __version__
from lawtool.corpus import Corpus
from lawtool.corpus import open as open_corpus
from lawtool.errors import LawtoolError
from lawtool.identifiers.paths import drop_caput
from lawtool.model import Decision
from lawtool.records import diff_record, node_record
from lawtool.records.meaning_record import quantity_record
from lawtool.records.status_record import in_force, status_record
from lawtool.render import citation_text, provenance_text

Answer = dict[str, Any]

INSTRUCTIONS = (
    "Brazilian norms, read from scans and pages. `lookup` answers one citation; an `ambiguous` "
    "or unknown answer is "
    "an answer: do not choose for it. `status` says what is known of force, never legal "
    "advice. Read `warnings`: "
    "they say where a text was repaired or could not be read with certainty."
)
_MOST = 50
"""Provisions or quantities in one answer; the total tells how many there are."""


def make_server(database: Path) -> MCPServer[Any]:
    """Make the server of a database. Raises NoDatabase where there is none that this version
    reads.
    """
    open_corpus(database).close()
    server: MCPServer[Any] = MCPServer(
        "lawtool", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR"
    )
    tools = Tools(database)
    for tool in (
        tools.search,
        tools.lookup,
        tools.show,
        tools.diff,
        tools.status,
        tools.provenance,
        tools.quantities,
    ):
        server.add_tool(tool)
    server.resource("lawtool://norms", mime_type="application/json")(tools.list_norms)
    server.resource("lawtool://norms/{norm}", mime_type="text/plain")(tools.read_norm)
    return server


@lru_cache(maxsize=8)
def _open_once(database: Path, thread: int) -> Corpus:
    """Open the database once in each thread: a connection belongs to the thread that made it."""
    return open_corpus(database)


class Tools:
    """What an assistant may ask. Errors of the corpus are answers with `error` and `remedy`, never
    exceptions.
    """

    def __init__(self, database: Path) -> None:
        self._database = database

    @property
    def _corpus(self) -> Corpus:
        return _open_once(self._database, get_ident())

    def search(self, query: str, limit: int = 10, norm: str = "") -> Answer:
        """Find provisions that answer a question in Portuguese, best first; `norm` keeps to one
        norm by id or alias.
        """
        return self._answered(lambda: self._search(query, limit, norm))

    def lookup(self, citation: str) -> Answer:
        """Answer one citation, `Portaria DNC 27/1996, art. 6º, I, c` or a LexML URN, with the
        provision that it names.
        """
        return self._answered(lambda: self._lookup(citation))

    def show(self, norm: str, locator: str = "") -> Answer:
        """Give the text of a norm by id or alias, or of one provision of it (`art. 15, II, b`) with
        all below it.
        """
        return self._answered(lambda: self._show(norm, locator))

    def diff(self, a: str, b: str) -> Answer:
        """Compare two norms provision by provision: what was copied, what changed, in what
        sense.
        """
        return self._answered(lambda: self._diff(a, b))

    def status(self, norm: str, locator: str = "", on: str = "") -> Answer:
        """Say what a norm or provision was on a day (`YYYY-MM-DD`, today if empty), with the words
        that prove it.
        """
        return self._answered(lambda: self._status(norm, locator, on))

    def provenance(self, norm: str) -> Answer:
        """Say what a norm was copied from, what acts on it, what it acts on, and what follows from
        that.
        """
        return self._answered(lambda: self._provenance(norm))

    def quantities(self, about: str = "", role: str = "", norm: str = "") -> Answer:
        """List quantities that norms fix; `about` is what they concern (`escola`), `role` distance,
        mass, duration, money …
        """
        return self._answered(lambda: self._quantities(about, role, norm))

    def list_norms(self) -> str:
        """List every norm of the corpus, one JSON object a line."""
        return "\n".join(
            node_record.line(node_record.summary_record(one))
            for one in self._corpus.summaries()
        )

    def read_norm(self, norm: str) -> str:
        """Return the text of a norm, a provision a line."""
        return "\n".join(_lines(self._corpus, self._corpus.resolve(norm), ""))

    def _answered(self, ask: Any) -> Answer:
        try:
            answer: Answer = ask()
        except (LawtoolError, ValueError) as error:
            return {"error": str(error), "remedy": getattr(error, "remedy", "")}
        collected = self._corpus.collected
        return answer | {"corpus_day": collected.isoformat() if collected else None}

    def _search(self, query: str, limit: int, norm: str) -> Answer:
        most = max(1, min(limit, _MOST))
        found = self._corpus.find_text(query, limit=most, norm=norm or None)
        hits = [
            node_record.hit(hit) | self._facts(hit.norm, hit.path) for hit in found.hits
        ]
        return {"hits": hits, "suggestions": list(found.suggestions)}

    def _lookup(self, citation: str) -> Answer:
        found = self._corpus.lookup(citation)
        if found.norma is None:
            return citation_text.answer(found)
        path = drop_caput(found.path)
        force = in_force(self._corpus.status(found.norma, path))
        return citation_text.answer(found, in_force=force) | self._facts(
            found.norma, path
        )

    def _show(self, norm: str, locator: str) -> Answer:
        slug = self._corpus.resolve(norm)
        if locator:
            path = self._corpus.find(slug, locator)
        else:
            path = ""
        text = "\n".join(_lines(self._corpus, slug, path))
        return {"text": text} | self._facts(slug, path)

    def _diff(self, a: str, b: str) -> Answer:
        record = diff_record.diff(self._corpus.diff(a, b))
        return record | {
            "groups": record["groups"][:_MOST],
            "groups_total": len(record["groups"]),
        }

    def _status(self, norm: str, locator: str, on: str) -> Answer:
        if on:
            day = date.fromisoformat(on)
        else:
            day = date.today()
        slug = self._corpus.resolve_any(norm)
        return status_record(self._corpus.status(slug, locator, on=day))

    def _provenance(self, norm: str) -> Answer:
        found = self._corpus.provenance(norm)
        return provenance_text.record(found, self._corpus.name)

    def _quantities(self, about: str, role: str, norm: str) -> Answer:
        found = self._corpus.quantities_about(about, norm=norm or None, role=role)
        records = [quantity_record(stored) for stored in found[:_MOST]]
        return {"quantities": records, "total": len(found)}

    def _facts(self, slug: str, path: str) -> Answer:
        """Return id, URN, address, status today and warnings of what an answer shows."""
        corpus = self._corpus
        norma = corpus.norma(slug)
        status = corpus.status(slug, path)
        return {
            "norm": slug,
            "name": corpus.heading(slug, path),
            "url": f"/norma/{slug}" + (f"/{path}" if path else ""),
            "status_today": status.status,
            "warnings": list(_warnings(corpus, norma.slug, path)),
        }


def _lines(corpus: Corpus, slug: str, path: str) -> Iterator[str]:
    names = corpus.provision_names(slug)
    for node in corpus.norma(slug).nodes:
        if path and node.path != path and not node.path.startswith(f"{path}_"):
            continue
        name = names.get(node.path, node.path)
        yield f"{name}  {node.text}".strip()


def _warnings(corpus: Corpus, slug: str, path: str) -> Iterator[str]:
    """Yield where the text was repaired, what was only suggested, and what a person should
    look at.
    """
    rows = [row for row in corpus.audit(slug) if not path or row.path.startswith(path)]
    repaired = sum(row.decision in (Decision.AUTO, Decision.ACCEPTED) for row in rows)
    suggested = sum(row.decision == Decision.SUGGESTED for row in rows)
    if repaired:
        yield f"{repaired} places of this text were repaired; `lawtool audit {slug}` lists them."
    if suggested:
        yield f"{suggested} places may be misread and stand as printed."
    for problem in corpus.problems(norm=slug):
        if not path or problem.path.startswith(path):
            yield f"{problem.code}: {problem.message}"
