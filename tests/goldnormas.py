"""Norms made from the annotated truth: what the comparison is tested on, whatever the parser
makes of the seeds.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from lawtool.model import Dispositivo, Kind, Norma, NormaId, Span

GOLD = Path(__file__).parent / "gold"


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (GOLD / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def _with_caput(path: str) -> str:
    """Gold paths leave the level `cpt` out; those of the program have it below an article."""
    parts = path.split("_")
    out: list[str] = []
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        out.append(part)
        if part.startswith("art") and following[:3] in (
            "inc",
            "ali",
            "ite",
            "alt",
            "tab",
        ):
            out.append("cpt")
    return "_".join(out)


def _node(row: dict[str, Any], paths: set[str]) -> Dispositivo:
    above = row["path"]
    while "_" in above:
        above = above.rpartition("_")[0]
        if above in paths:
            break
    return Dispositivo(
        path=_with_caput(row["path"]),
        kind=Kind(row["kind"]),
        text=row["text"] or "",
        label=row["label"],
        parent=_with_caput(above) if above in paths and above != row["path"] else None,
        repaired=bool(row.get("ocr")),
    )


@cache
def gold_normas() -> tuple[Norma, ...]:
    """The eight norms of the seeds."""
    facts = {row["norm"]: row for row in _rows("norms.jsonl")}
    nodes: dict[str, list[dict[str, Any]]] = {}
    for row in _rows("structure.jsonl"):
        nodes.setdefault(row["norm"], []).append(row)
    return tuple(_norma(facts[slug], rows) for slug, rows in nodes.items())


def _norma(facts: dict[str, Any], rows: list[dict[str, Any]]) -> Norma:
    paths = {row["path"] for row in rows}
    day = date.fromisoformat(facts["date"]) if facts["date"] else None
    species = {"projeto de lei": "projeto.lei", "resolução": "resolucao"}.get(
        facts["type"], facts["type"]
    )
    return Norma(
        slug=facts["norm"],
        id=NormaId(
            species=species, number=facts["number"], year=facts["year"], date=day
        ),
        source=rows[0]["file"],
        span=Span(start=0, end=0),
        nodes=tuple(_node(row, paths) for row in rows),
        signed=day,
    )


def gold(name: str) -> Norma:
    """One of them by the beginning of its id (`coari`, `dnc`)."""
    return next(norma for norma in gold_normas() if norma.slug.startswith(name))


def made(
    slug: str,
    texts: dict[str, str] | list[str],
    *,
    species: str = "lei",
    day: date | None = None,
) -> Norma:
    """A norm of given texts: articles in order, or texts by path (kinds follow from the last
    step).
    """
    by_path = (
        texts
        if isinstance(texts, dict)
        else {f"art{i}": text for i, text in enumerate(texts, 1)}
    )
    kinds = {
        "art": "artigo",
        "par": "paragrafo",
        "inc": "inciso",
        "ali": "alinea",
        "ite": "item",
        "tab": "tabela",
    }
    nodes = []
    for path, text in by_path.items():
        kind = Kind(kinds.get(path.rpartition("_")[2][:3], "ementa"))
        above = [other for other in by_path if path.startswith(f"{other}_")]
        nodes.append(
            Dispositivo(
                path=path, kind=kind, text=text, parent=above[-1] if above else None
            )
        )
    return Norma(
        slug=slug,
        id=NormaId(species=species, year=day.year if day else None),
        source="",
        span=Span(start=0, end=0),
        nodes=tuple(nodes),
        signed=day,
    )
