"""How values become rows and rows values: each table of the database is described once, both ways.

A row is a plain dictionary by column, since it crosses the borders of processes, where it costs a
fifth of a value. Ids of norms hold no underscore, so that the key of a provision (`NORM_PATH`)
gives both back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lawtool.history.editions import Wording
from lawtool.history.periods import Period
from lawtool.identifiers.names import norma_name
from lawtool.identifiers.paths import provision_key, split_key
from lawtool.identifiers.urn import urn_of
from lawtool.meaning.placed import PlacedQuantity, PlacedTerm
from lawtool.model import (
    Citation,
    Correction,
    Decision,
    Dispositivo,
    Event,
    Kind,
    Match,
    Norma,
    NormaId,
    Problem,
    Relation,
    Signatory,
    Source,
    Span,
)
from lawtool.store.columns import (
    FieldColumn,
    choice,
    day,
    dump_list,
    flag,
    iso,
    joined,
    maybe,
    same,
    several,
    stored_day,
    whole,
    words,
)
from lawtool.store.coverage import Tile

Row = dict[str, Any]
Rows = dict[str, list[Row]]
"""Table → its rows."""

Stored = Mapping[str, Any]
"""A row as it is read."""


def provision_path(key: str | None) -> str:
    """The path inside the key of a provision; empty for NULL."""
    if key:
        return split_key(key)[1]
    return ""


def _key_or_null(norm: str | None, path: str | None) -> str | None:
    if norm and path:
        return provision_key(norm, path)
    return None


# Columns ------------------------------------------------------------------------------------------


def _span_columns(span: Span | None) -> Row:
    if span is None:
        return {"inicio": None, "fim": None}
    return {"inicio": span.start, "fim": span.end}


def span_of(row: Stored) -> Span | None:
    """The span of a row, None where it has none."""
    if row["inicio"] is None:
        return None
    return Span(start=row["inicio"], end=row["fim"])


# Tables -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table. `fields`: field of the value → its column. `provisions`: column of a foreign key
    `NORM_PATH` → the fields that it is made of; a path that has no column of its own is read from
    it. `spanned`: it has inicio and fim.
    """

    name: str
    make: Callable[..., Any]
    fields: Mapping[str, FieldColumn]
    provisions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    spanned: bool = False
    placed: bool = False
    """The value has a path and does not know its norm: `dispositivo` is given with the row."""

    def row(self, value: Any, **more: Any) -> Row:
        """The row of a value; `more` are columns that the value does not know."""
        row = {
            column.name: column.write(getattr(value, name))
            for name, column in self.fields.items()
        }
        for key, (norm, path) in self.provisions.items():
            row[key] = _key_or_null(getattr(value, norm), getattr(value, path))
        if self.spanned:
            row |= _span_columns(value.span)
        return row | more

    def value(self, row: Stored) -> Any:
        """The value of a row, its fields as they were."""
        values = {
            name: column.read(row[column.name]) for name, column in self.fields.items()
        }
        for key, (_, path) in self.provisions.items():
            values.setdefault(path, provision_path(row[key]))
        if self.spanned:
            values["span"] = span_of(row)
        if self.placed:
            values["path"] = provision_path(row["dispositivo"])
        return self.make(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCitation:
    """A citation and the place where it stands: source, and where known norm and provision."""

    citation: Citation
    source: str
    norm: str | None = None
    path: str = ""


def _make_event(*, span: Span | None, **values: Any) -> Event:
    return Event(span=span, start=span.start if span else 0, **values)


PROBLEMS = Table(
    name="problemas",
    make=Problem,
    fields={
        "code": same("codigo"),
        "message": same("mensagem"),
        "line": whole("linha"),
    },
    spanned=True,
    placed=True,
)
CORRECTIONS = Table(
    name="correcoes",
    make=Correction,
    fields={
        "before": same("antes"),
        "after": same("depois"),
        "decision": choice("decisao", Decision),
        "rule": same("regra"),
        "evidence": words("evidencia"),
        "line": whole("linha"),
    },
    spanned=True,
    placed=True,
)
CITATIONS = Table(
    name="citacoes",
    make=Citation,
    fields={
        "text": same("texto"),
        "kind": same("tipo"),
        "relation": same("relacao"),
        "status": same("situacao"),
        "norma": same("norma_citada"),
        "fragments": several("fragmentos"),
        "urn": words("urn"),
        "reason": words("motivo"),
        "candidates": several("candidatos"),
        "inferred": several("inferido"),
    },
    spanned=True,
)
QUANTITIES = Table(
    name="quantidades",
    make=PlacedQuantity,
    fields={
        "text": same("texto"),
        "value": same("valor"),
        "unit": words("unidade"),
        "value_si": same("valor_si"),
        "unit_si": same("unidade_si"),
        "comparator": words("comparador"),
        "strict": flag("estrito"),
        "form": same("forma"),
        "role": same("papel"),
        "words_value": same("valor_por_extenso"),
        "words_agree": maybe("extenso_confere"),
        "row": whole("linha"),
        "column": whole("coluna"),
        "row_name": words("nome_da_linha"),
        "column_name": words("nome_da_coluna"),
    },
    spanned=True,
    placed=True,
)
TERMS = Table(
    name="termos",
    make=PlacedTerm,
    fields={
        "kind": same("tipo"),
        "term": same("termo"),
        "abbreviation": words("sigla"),
        "concept": same("conceito"),
        "definition": words("definicao"),
    },
    spanned=True,
    placed=True,
)
RELATIONS = Table(
    name="relacoes",
    make=Relation,
    fields={
        "kind": same("tipo"),
        "source": same("origem"),
        "target": same("destino"),
        "method": same("metodo"),
        "score": same("pontuacao"),
        "date": day("data"),
        "evidence": words("evidencia"),
    },
    provisions={
        "dispositivo_origem": ("source", "source_path"),
        "dispositivo_destino": ("target", "target_path"),
    },
    spanned=True,
)
EVENTS = Table(
    name="eventos",
    make=_make_event,
    fields={
        "kind": same("tipo"),
        "acting": words("norma_agente"),
        "affected": words("norma_afetada"),
        "affected_path": words("caminho_afetado"),
        "date": day("data"),
        "stated": day("data_declarada"),
        "computed": day("data_calculada"),
        "presumed": day("data_presumida"),
        "not_before": day("nao_antes"),
        "not_after": day("nao_depois"),
        "scope": words("alcance"),
        "rule": words("regra"),
        "why": words("motivo"),
        "evidence": words("evidencia"),
        "confidence": words("confianca"),
        "decision": same("decisao"),
        "norma": words("norma"),
        "source": words("fonte"),
    },
    provisions={
        "dispositivo_agente": ("acting", "acting_path"),
        "dispositivo_afetado": ("affected", "affected_path"),
        "dispositivo": ("norma", "path"),
    },
    spanned=True,
)
WORDINGS = Table(
    name="versoes",
    make=Wording,
    fields={
        "norm": same("norma"),
        "path": same("caminho"),
        "text": same("texto"),
        "state": same("estado"),
        "since": day("desde"),
        "until": day("ate"),
    },
)
SEGMENTS = Table(
    name="segmentos",
    make=Tile,
    fields={
        "start": same("inicio"),
        "end": same("fim"),
        "kind": same("tipo"),
        "node": same("dispositivo"),
        "line": whole("linha"),
        "evidence": words("evidencia"),
    },
)
SIGNATORIES = Table(
    name="signatarios",
    make=Signatory,
    fields={"name": same("nome"), "role": same("cargo")},
)
SOURCES = Table(
    name="fontes",
    make=Source,
    fields={
        "slug": same("id"),
        "media_type": same("tipo_de_midia"),
        "encoding": same("codificacao"),
        "origin": words("origem"),
        "sha256": words("sha256"),
    },
)
IDENTITIES = Table(
    name="normas",
    make=NormaId,
    fields={
        "species": same("especie"),
        "number": same("numero"),
        "year": same("ano"),
        "date": day("data"),
        "level": words("esfera"),
        "uf": words("uf"),
        "municipio": words("municipio"),
    },
)
NORMS = Table(
    name="normas",
    make=Norma,
    fields={
        "slug": same("id"),
        "ementa": same("ementa"),
        "published": day("publicacao"),
        "authority": words("autoridade"),
        "source": same("fonte"),
    },
)
NORM_ORIGINS = Table(
    name="normas_origem",
    make=Norma,
    fields={
        "title": same("titulo"),
        "start_line": same("linha_inicial"),
        "end_line": same("linha_final"),
    },
    spanned=True,
)
BODIES = joined("orgaos")

POINTERS = (
    *(
        (table.name, column)
        for table in (RELATIONS, EVENTS)
        for column in table.provisions
    ),
    ("citacoes", "dispositivo"),
    ("citacoes", "dispositivo_citado"),
    ("vigencias", "dispositivo"),
    ("versoes", "dispositivo"),
    ("problemas", "dispositivo"),
    ("quantidades", "dispositivo"),
    ("termos", "dispositivo"),
)
"""Foreign keys of provisions whose norm may lack the provision that a text names."""


# Norms and provisions -----------------------------------------------------------------------------


def norm_rows(norma: Norma) -> tuple[Row, Row]:
    """The rows of `normas` and `normas_origem` of a norm that the corpus holds; its day is that of
    the signature.
    """
    name = norma_name(norma.id) or norma.title or norma.slug
    urn = urn_of(norma.id)
    row = identity_row(norma.slug, norma.id, name=name, urn=urn) | NORMS.row(norma)
    if norma.signed:
        row["data"] = iso(norma.signed)
    bodies = {BODIES.name: BODIES.write(norma.id.bodies), "norma": norma.slug}
    return row | {"no_acervo": 1}, NORM_ORIGINS.row(norma) | bodies


def identity_row(slug: str, identity: NormaId, *, name: str, urn: str = "") -> Row:
    """A row of `normas` for a norm without its text; `name` is what people call it."""
    return IDENTITIES.row(
        identity,
        id=slug,
        nome=name,
        ementa=None,
        publicacao=None,
        autoridade=None,
        fonte=None,
        urn=urn or None,
        no_acervo=0,
        ordem=None,
    )


def identity_of(row: Stored) -> NormaId:
    """The identity in a row of `normas`, with the bodies of `normas_origem` where they were asked
    for.
    """
    identity: NormaId = IDENTITIES.make(
        bodies=BODIES.read(row.get(BODIES.name)),
        **{
            name: column.read(row[column.name])
            for name, column in IDENTITIES.fields.items()
        },
    )
    return identity


def stored_norm(row: Stored, **parts: Any) -> Norma:
    """The norm of a row of `normas` with `normas_origem`; `parts` are its nodes and what else
    stands in other tables.
    """
    fields = {**NORMS.fields, **NORM_ORIGINS.fields}
    values = {name: column.read(row[column.name]) for name, column in fields.items()}
    span = Span(start=row["inicio"], end=row["fim"])
    return Norma(
        id=identity_of(row),
        signed=stored_day(row["data"]),
        span=span,
        **values,
        **parts,
    )


NODES = """
SELECT d.id, d.caminho, d.tipo, d.texto, d.rotulo, o.impresso, d.pai, o.linha_inicial,
       o.linha_final, o.reparado, o.celulas
  FROM dispositivos d JOIN dispositivos_origem o ON o.dispositivo = d.id
 WHERE d.norma = ? ORDER BY d.ordem
"""
"""What `node_of` takes, by place and not by name: no other query brings so many rows."""


def node_rows(
    norm: str, node: Dispositivo, *, name: str, order: int
) -> tuple[Row, Row]:
    """The rows of `dispositivos` and `dispositivos_origem`; `name` is what people call the
    provision.
    """
    key = provision_key(norm, node.path)
    row = {
        "id": key,
        "norma": norm,
        "nome": name,
        "texto": node.text,
        "tipo": node.kind.value,
        "caminho": node.path,
        "rotulo": node.label,
        "pai": _key_or_null(norm, node.parent),
        "ordem": order,
    }
    origin = {
        "dispositivo": key,
        "impresso": node.printed,
        "inicio": node.span.start,
        "fim": node.span.end,
        "linha_inicial": node.start_line,
        "linha_final": node.end_line,
        "reparado": int(node.repaired),
        "celulas": json.dumps(node.rows, ensure_ascii=False) if node.rows else None,
    }
    return row, origin


def node_of(
    row: tuple[Any, ...], labels: Mapping[str, Span], pieces: Mapping[str, list[Span]]
) -> Dispositivo:
    """The node of a row of NODES; spans of labels and pieces go by the key of the provision."""
    key, path, kind, text, label, printed, parent, first, last, repaired, cells = row
    return Dispositivo(
        path=path,
        kind=Kind(kind),
        text=text,
        label=label,
        printed=printed,
        parent=provision_path(parent) or None,
        label_span=labels.get(key),
        pieces=tuple(pieces.get(key, ())),
        start_line=first,
        end_line=last,
        repaired=bool(repaired),
        rows=tuple(map(tuple, json.loads(cells))) if cells else (),
    )


# Links and time -----------------------------------------------------------------------------------


def problem_row(problem: Problem, source: str | None, norm: str | None = None) -> Row:
    """A row of `problemas` for a problem of a source, or of a norm in it."""
    key = _key_or_null(norm, problem.path)
    severity = problem.severity.value
    return PROBLEMS.row(
        problem, fonte=source, norma=norm, dispositivo=key, gravidade=severity
    )


def event_row(event: Event, number: int | None = None) -> Row:
    """A row of `eventos`."""
    return EVENTS.row(event, id=number)


def citation_row(placed: PlacedCitation) -> Row:
    """A row of `citacoes`: the citation, where it stands, and the first provision that it names."""
    citation = placed.citation
    if citation.fragments:
        target = citation.fragments[0]
    else:
        target = ""
    return CITATIONS.row(
        citation,
        norma=placed.norm,
        dispositivo=_key_or_null(placed.norm, placed.path),
        dispositivo_citado=_key_or_null(citation.norma, target),
        fonte=placed.source,
    )


def quantity_row(quantity: PlacedQuantity, norm: str, source: str) -> Row:
    """Return a row of `quantidades`."""
    key = _key_or_null(norm, quantity.path)
    return QUANTITIES.row(quantity, norma=norm, dispositivo=key, fonte=source)


def term_row(term: PlacedTerm, norm: str, source: str) -> Row:
    """Return a row of `termos`, with where its definition is printed."""
    span = term.definition_span
    return TERMS.row(
        term,
        norma=norm,
        dispositivo=_key_or_null(norm, term.path),
        fonte=source,
        inicio_definicao=span.start if span is not None else None,
        fim_definicao=span.end if span is not None else None,
    )


def period_row(period: Period, cause: int | None) -> Row:
    """A row of `vigencias`: days on which a norm or a provision had one status; `cause` is the
    number of an event.
    """
    status = period.status
    return {
        "norma": status.norm,
        "caminho": status.path or None,
        "dispositivo": _key_or_null(status.norm, status.path),
        "situacao": status.status,
        "restante": status.remainder,
        "desde": iso(period.since),
        "ate": iso(period.until),
        "base_do_inicio": status.start_basis,
        "alternativas": dump_list(status.alternatives),
        "redacao": status.text_state,
        "causa": cause,
    }


def match_rows(a: str, b: str, group: int, match: Match) -> Iterator[Row]:
    """Rows of `alinhamentos`: one for each pair of provisions of a group, an empty path where one
    side has none.
    """
    for left in match.left or ("",):
        for right in match.right or ("",):
            yield {
                "grupo": group,
                "norma_a": a,
                "norma_b": b,
                "dispositivo_a": _key_or_null(a, left),
                "dispositivo_b": _key_or_null(b, right),
                "relacao": match.relation,
                "pontuacao": match.score,
                "notas": dump_list(match.notes),
            }
