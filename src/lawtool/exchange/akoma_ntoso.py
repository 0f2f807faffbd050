"""Akoma Ntoso 3.0 (OASIS LegalDocML): a norm written as XML that validates, and read back to the
same tree.

Kinds that the standard has no word for (`omissis`, `nota`, quoted blocks) are `hcontainer`.
Attributes of our own namespace keep what the standard cannot: the kind, the order in the text and
the label as lawtool names it. Source of the elements: Akoma Ntoso Version 1.0, Part 2 (OASIS
Standard, 2018), schema akomantoso30.xsd.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from datetime import date

from lawtool.errors import UnreadableSource
from lawtool.model import Dispositivo, Kind, Norma, NormaId
from lawtool.vocabulary.folding import slugify

AKN = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
OWN = "urn:lawtool:akn"

_PREFACE = frozenset({Kind.EPIGRAFE, Kind.EMENTA})
_PREAMBLE = frozenset({Kind.PREAMBULO, Kind.CONSIDERANDO})
_CONCLUSIONS = frozenset({Kind.FECHO, Kind.ASSINATURA})
_ELEMENTS = {
    Kind.ARTIGO: "article",
    Kind.PARAGRAFO: "paragraph",
    Kind.INCISO: "point",
    Kind.ALINEA: "alinea",
    Kind.ITEM: "indent",
}
_GROUPINGS = {
    "livro": "book",
    "parte": "part",
    "titulo": "title",
    "capitulo": "chapter",
    "secao": "section",
    "subsecao": "subsection",
}
_NO_DATE = "0001-01-01"
"""The schema asks for a date; this one says that none is known."""
_INVALID = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold (section 2.2)."""


def write_akoma_ntoso(norma: Norma) -> str:
    """Write a norm as one Akoma Ntoso document, UTF-8 text with its declaration."""
    ET.register_namespace("", AKN)
    ET.register_namespace("lt", OWN)
    root = ET.Element(_akn("akomaNtoso"))
    act = ET.SubElement(
        root, _akn("act"), name=norma.id.species, contains="originalVersion"
    )
    act.append(_meta(norma))
    order = {node.path: number for number, node in enumerate(norma.nodes)}
    tops = [node for node in norma.nodes if norma.get(node.parent or "") is None]
    _add_blocks(act, "preface", _subtrees(norma, tops, _PREFACE), order)
    _add_blocks(act, "preamble", _subtrees(norma, tops, _PREAMBLE), order)
    body = ET.SubElement(act, _akn("body"))
    for node in tops:
        if node.kind not in _PREFACE | _PREAMBLE | _CONCLUSIONS:
            body.append(_hierarchy(norma, node, order))
    if not len(body):
        body.append(_empty_container())
    _add_blocks(act, "conclusions", _subtrees(norma, tops, _CONCLUSIONS), order)
    ET.indent(root)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + ET.tostring(root, encoding="unicode")
        + "\n"
    )


def _akn(name: str) -> str:
    return f"{{{AKN}}}{name}"


def _own(name: str) -> str:
    return f"{{{OWN}}}{name}"


def _subtrees(
    norma: Norma, tops: Iterable[Dispositivo], kinds: frozenset[Kind]
) -> list[Dispositivo]:
    """Return the nodes of these kinds with all below them, in no order that matters."""
    pending = [node for node in tops if node.kind in kinds]
    nodes: list[Dispositivo] = []
    while pending:
        node = pending.pop()
        nodes.append(node)
        pending += norma.children(node.path)
    return sorted(nodes, key=lambda node: norma.position(node.path) or 0)


# The head -----------------------------------------------------------------------------


def frbr_uri(identity: NormaId) -> str:
    """Return the address of the work: `/akn/br-am-coari/act/lei/1999-01-28/340` (naming convention,
    section 4).
    """
    place = "-".join(
        part
        for part in ("br", identity.uf.lower(), slugify(identity.municipio))
        if part
    )
    bodies = ";".join(identity.bodies)
    if identity.date:
        when = identity.date.isoformat()
    else:
        when = str(identity.year or "nd")
    number = identity.number or "nn"
    parts = ["akn", place, "act", identity.species, bodies, when, number]
    return "/" + "/".join(part for part in parts if part)


def _meta(norma: Norma) -> ET.Element:
    meta = ET.Element(_akn("meta"))
    identification = ET.SubElement(meta, _akn("identification"), source="#lawtool")
    uri = frbr_uri(norma.id)
    signed = norma.signed or norma.id.date
    work = _frbr(identification, "FRBRWork", uri, signed)
    ET.SubElement(work, _akn("FRBRcountry"), value="br")
    ET.SubElement(work, _akn("FRBRsubtype"), value=norma.id.species)
    if norma.id.number:
        ET.SubElement(work, _akn("FRBRnumber"), value=norma.id.number)
    expression = _frbr(identification, "FRBRExpression", f"{uri}/por@", signed)
    ET.SubElement(expression, _akn("FRBRlanguage"), language="por")
    _frbr(identification, "FRBRManifestation", f"{uri}/por@.xml", signed)
    references = ET.SubElement(meta, _akn("references"), source="#lawtool")
    ET.SubElement(
        references,
        _akn("TLCOrganization"),
        eId="lawtool",
        href="/akn/ontology/lawtool",
        showAs="lawtool",
    )
    author = norma.authority or "unknown"
    ET.SubElement(
        references,
        _akn("TLCOrganization"),
        eId="author",
        href=f"/akn/ontology/organization/{slugify(author)}",
        showAs=_clean(author),
    )
    return meta


def _frbr(parent: ET.Element, name: str, uri: str, day: date | None) -> ET.Element:
    element = ET.SubElement(parent, _akn(name))
    ET.SubElement(element, _akn("FRBRthis"), value=f"{uri}/!main")
    ET.SubElement(element, _akn("FRBRuri"), value=uri)
    if day:
        when = day.isoformat()
    else:
        when = _NO_DATE
    ET.SubElement(element, _akn("FRBRdate"), date=when, name="assinatura")
    ET.SubElement(element, _akn("FRBRauthor"), href="#author")
    return element


# The text -----------------------------------------------------------------------------


def _clean(text: str) -> str:
    return _INVALID.sub("\ufffd", text)


def _attributes(node: Dispositivo, order: dict[str, int]) -> dict[str, str]:
    attributes = {
        "eId": node.path,
        _own("kind"): node.kind.value,
        _own("order"): str(order[node.path]),
    }
    if node.parent is not None:
        attributes[_own("parent")] = node.parent
    if node.label is not None:
        attributes[_own("label")] = _clean(node.label)
    return attributes


def _add_blocks(
    act: ET.Element, name: str, nodes: list[Dispositivo], order: dict[str, int]
) -> None:
    """Add head and foot, where every node is a paragraph; the schema wants none of them empty."""
    if not nodes:
        return
    part = ET.SubElement(act, _akn(name))
    for node in nodes:
        paragraph = ET.SubElement(part, _akn("p"), _attributes(node, order))
        paragraph.text = _clean(node.text)


def _hierarchy(norma: Norma, node: Dispositivo, order: dict[str, int]) -> ET.Element:
    """Return a node with all below it. Iterative, since a hostile text may nest deeper than Python
    calls.
    """
    root = _element(node, order)
    pending = [(node, root)]
    while pending:
        parent, element = pending.pop()
        children = list(norma.children(parent.path))
        _fill(parent, element, has_children=bool(children))
        for child in children:
            below = _element(child, order)
            element.append(below)
            pending.append((child, below))
    return root


def _element(node: Dispositivo, order: dict[str, int]) -> ET.Element:
    attributes = _attributes(node, order)
    name = _ELEMENTS.get(node.kind)
    if node.kind is Kind.AGRUPADOR and node.label:
        name = _GROUPINGS.get(slugify(node.label.split()[0]))
    if name is None:
        return ET.Element(_akn("hcontainer"), {"name": node.kind.value, **attributes})
    return ET.Element(_akn(name), attributes)


def _fill(node: Dispositivo, element: ET.Element, *, has_children: bool) -> None:
    if node.label:
        ET.SubElement(element, _akn("num")).text = _clean(node.printed or node.label)
    if node.kind is Kind.AGRUPADOR and node.text:
        ET.SubElement(element, _akn("heading")).text = _clean(node.text)
        if not has_children:
            _add_text(element, "content", "")
    elif not has_children:
        _add_text(element, "content", node.text)
    elif node.text:
        _add_text(element, "intro", node.text)


def _add_text(element: ET.Element, name: str, text: str) -> None:
    part = ET.SubElement(element, _akn(name))
    ET.SubElement(part, _akn("p")).text = _clean(text)


def _empty_container() -> ET.Element:
    """Return what stands in a body without provisions, which the schema does not allow to be
    empty.
    """
    element = ET.Element(_akn("hcontainer"), {"name": "vazio", "eId": "vazio"})
    _add_text(element, "content", "")
    return element


# Reading back -------------------------------------------------------------------------


def read_akoma_ntoso(xml: str) -> list[Dispositivo]:
    """Read the nodes of a document that `write_akoma_ntoso` wrote, in the order of the text,
    without spans.

    Raises UnreadableSource where it is no XML or declares entities (which could be made to
    explode).
    """
    if "<!DOCTYPE" in xml or "<!ENTITY" in xml:
        raise UnreadableSource("an Akoma Ntoso document must not declare entities")
    try:
        root = ET.fromstring(xml)
    except ET.ParseError as error:
        raise UnreadableSource(f"no XML: {error}") from None
    elements = [element for element in root.iter() if element.get(_own("kind"))]
    elements.sort(key=lambda element: int(element.get(_own("order"), "0")))
    return [_node(element) for element in elements]


def _node(element: ET.Element) -> Dispositivo:
    return Dispositivo(
        path=element.get("eId", ""),
        kind=Kind(element.get(_own("kind"), "")),
        label=element.get(_own("label")),
        text=_text_of(element),
        parent=element.get(_own("parent")),
    )


def _text_of(element: ET.Element) -> str:
    if element.tag == _akn("p"):
        return element.text or ""
    heading = element.find(_akn("heading"))
    if heading is not None:
        return heading.text or ""
    for name in ("content", "intro"):
        paragraph = element.find(f"{_akn(name)}/{_akn('p')}")
        if paragraph is not None:
            return paragraph.text or ""
    return ""
