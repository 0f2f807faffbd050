"""What a provision is called, under which headings it stands, and what its ancestors say."""

from __future__ import annotations

import re

from lawtool.model import Dispositivo, Kind, Norma

_CONTEXT = 2000
"""Characters kept of the ancestors' text, the nearest: all of it would make deep nesting quadratic.
"""

_LEVELS = ("parte", "livro", "título", "capítulo", "seção", "subseção")
_RANKS = {name: rank for rank, name in enumerate(_LEVELS)}
_ACCENTS = str.maketrans("íçãÍÇÃ", "icaICA")
_RANKS |= {name.translate(_ACCENTS): rank for name, rank in _RANKS.items()}

_NAMES = {
    Kind.EPIGRAFE: "Título",
    Kind.EMENTA: "Ementa",
    Kind.PREAMBULO: "Preâmbulo",
    Kind.CONSIDERANDO: "Considerando",
    Kind.ALTERACAO: "Texto citado",
    Kind.OMISSIS: "Omissis",
    Kind.TABELA: "Tabela",
    Kind.NOTA: "Nota",
    Kind.JUSTIFICATIVA: "Justificativa",
    Kind.FECHO: "Fecho",
    Kind.ASSINATURA: "Assinatura",
    Kind.REDACAO_ANTERIOR: "Redação anterior",
    Kind.TEXTO: "Texto",
    Kind.ANEXO: "Anexo",
    Kind.AGRUPADOR: "Título",
}


class Headings:
    """Names, headings and ancestors' text of the nodes of one norm, worked out once in document
    order.
    """

    def __init__(self, norma: Norma) -> None:
        self._names: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._context: dict[str, str] = {}
        above: list[tuple[int, str]] = []
        for node in norma.nodes:
            if node.kind is Kind.AGRUPADOR:
                rank = _rank(node.label or node.text)
                above = [entry for entry in above if entry[0] < rank] + [
                    (rank, node.label or node.text)
                ]
            elif node.kind in (Kind.ANEXO, Kind.FECHO) and node.parent is None:
                above = []
            if node.parent:
                parent = norma.get(node.parent)
            else:
                parent = None
            self._names[node.path] = self._name(node, parent)
            self._context[node.path] = self._above(parent)
            self._titles[node.path] = " › ".join(
                [*(title for _, title in above), self._names[node.path]]
            )

    def _name(self, node: Dispositivo, parent: Dispositivo | None) -> str:
        own = node.label or _NAMES.get(node.kind) or _after_digits(node.path)
        if parent is None or parent.kind is Kind.AGRUPADOR:
            return own
        return f"{self._names[parent.path]}, {own}"

    def _above(self, parent: Dispositivo | None) -> str:
        if parent is None:
            return ""
        return f"{self._context[parent.path]} {parent.text}".strip()[-_CONTEXT:]

    def name(self, node: Dispositivo) -> str:
        """`Art. 15, II, b, 3`."""
        return self._names[node.path]

    def titles(self, node: Dispositivo) -> str:
        """`CAPÍTULO II › Art. 15, II`."""
        return self._titles[node.path]

    def context(self, node: Dispositivo) -> str:
        """The text of all nodes above, outermost first."""
        return self._context[node.path]


def _rank(heading: str) -> int:
    if heading.strip():
        word = heading.split(maxsplit=1)[0].casefold()
    else:
        word = ""
    return _RANKS.get(word, len(_RANKS))


def _after_digits(path: str) -> str:
    """`qdr 1` for `anexo1_qdr1`: a node without a label, called by its place."""
    last = path.rsplit("_", 1)[-1]
    return re.sub(r"(?<=\D)(?=\d)", " ", last, count=1)
