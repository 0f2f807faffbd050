"""What an acting verb acts on: the citations of its sentence that follow it (`Fica revogada a Lei
...`) or, if none follow and the verb is passive, those before it (`A Lei ... fica revogada`).

A citation that a subordinate clause introduces (`alterada pela Lei ...`, `que dispõe sobre ...`) is
no object.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lawtool.history.clause_targets import Target, norm_of, paths_of, read_targets
from lawtool.history.clause_verbs import plain
from lawtool.history.sentences import Sentence
from lawtool.identifiers import paths
from lawtool.model import Citation
from lawtool.vocabulary.acts import ActHit

_SUBORDINATE = re.compile(
    r"\bqu[ea]l?\b|\bquais\b|\bcuj[ao]s?\b|\bredacao (?:dada|conferida|introduzida|atribuida)"
    r"|\bnos termos\b"
    r"|\bna forma\b|\bde acordo\b|\bconforme\b"
    r"|\b(?:instituid|criad|aprovad|alterad|modificad|regulamentad|acrescid|incluid)[oa]s?\b"
    r"|\bcom (?:base|fundamento|a redacao)\b|\b(?:pel[ao]s?|segundo|atraves d[ao]s?) *\Z|\bc/c\b"
    r"|\bcombinad|\bsem prejuizo\b|\bressalvad|\bexceto\b|\bsalvo\b"
    r"|\b(?!incluindo|abrangendo|compreendendo)[a-z]{3,}ndo(?:-se)?\b"
    r"|\bem (?:razao|virtude|decorrencia|face)\b|\bprevist|\ba partir\b|\bconsoante\b|\bdisposto\b"
)
"""What opens a subordinate clause: the norm named in it explains, it is not acted upon."""


_RESUMES = re.compile(
    r"\s*[,;]\s*(?:e\s+|bem como\s+|assim como\s+)?(?:[ao]s?|d[ao]s?|demais)\s*\Z|.*\bbem como\b"
)


_OBJECT_LEAD = re.compile(
    r"(?:[\s,;:.]|\b(?:[aoe]s?|d[aeo]s?|n[ao]s?|ao?s?|as|todo?s?|toda?s?|demais|bem como|assim "
    r"como|tambem|ainda"
    r"|integral\w*|expressament\w*|especi\w*|em|particular|inclusive"
    r"|principal\w*|notada\w*|total\w*|parcial\w*"
    r"|disp\w+|normas?|leis?|texto|redacao|teor|inteiro|contrari\w*|aquel[ae]s|contid[oa]s"
    r"|constantes?|presentes?"
    r"|suas?|seus?|termos|integra|pleno|totalidade|efeitos?|vigencia|eficacia|execucao"
    r"|aplicacao|seguintes?|atos?|diplomas?|legais|itens"
    r"|municipa\w+|anterior\w*|nova|preceitos?|incisos?|artigos?|paragrafos?|alineas?|se|ja"
    r"|mesm[ao]s?|alem"
    r"|ementa|caput|apenas|somente|unicamente|exclusivamente|item|anexos?|subsidiari\w+|exemplo"
    r"|os|que sao|quais sejam|nesta data)(?!\w))*+\Z"
)
"""What may stand between a verb and its object. Another noun (`o cargo de ... do Anexo II da Lei`)
means that a part of the norm is meant that has no path.
"""


_TIME = re.compile(
    r",? *\b(?:a (?:partir|contar) d[aeo]s?|apos|decorrid[oa]s?|no prazo de|dentro de|em "
    r"(?=\d)|ate (?=o dia|\d)|pelo prazo de|por (?=\d))"
    r" ?[^,;]{0,60}(?=,)"
)
"""A day set between a verb and its object: `Fica revogada, a partir de 1º de janeiro de 2012, a
Lei`.
"""


_TABLE = re.compile(r"\b(?:anexo|tabela|quadro)s?(?: [ivxl\d]+)?,? d[aeo]s? *\Z")


_PORTION = re.compile(
    r"\bin fine\b|\b(?:parte (?:final|inicial)|(?:primeira|segunda|ultima) parte)\b"
)
"""Less than a provision."""


_CHILDREN = re.compile(
    r"\b(?:(?P<inc>incisos)|(?P<par>paragrafos|§§)|(?P<ali>alineas)|(?P<ite>itens)) d[ao] *\Z"
)
"""`os incisos do art. 1º`: all of them, and not the article."""


_PROVISION_OF = re.compile(
    r"\b(?:incisos?|artigos?|paragrafos?|alineas?|caput|item|itens|anexos?|ementa|§+[^,;]{0,12}"
    r"|(?:capitulos?|titulos?|livros?|sec(?:ao|oes)|partes?)\b[^;]{0,30}?),? d[aeo]s? *\Z"
)
"""A provision that was not read stands before the norm."""
_AGAINST = re.compile(r"\b(?:em contrario|contrari\w+) (?:aos?|as?) *\Z")
"""`as disposições contrárias à Lei nº 30`: what stands against it is revoked, and not the law."""
_REACH_OF_A_PART = 160


_INTO = re.compile(r"\b(?:em|para|como|a ser|passa\w* a)(?: o| a)? *\Z")
"""`transforma-se o parágrafo único em § 1º`: the new number is no object."""


_OF = re.compile(r"(?<!\be )\bd[aeo]s? *\Z")


_SET_IN = re.compile(
    r"\A,? *(?:que )?(?:estabelecid|previst|contid|constante|inserid|dispost|localizad"
    r"|figurante)\w* (?:n[ao]s?|d[ao]s?) *\Z"
)
"""`o parágrafo único estabelecido no art. 149`: where the provision stands."""


LIMITED = frozenset({"revoke", "suspend", "annul"})
"""Acts that do not reach further than their words: a norm named behind provisions that were not
read is not their object.
"""


class _Gatherer:
    """The objects of one verb, gathered from left to right over the citations of its sentence."""

    def __init__(self, sentence: Sentence, hit: ActHit, start: int) -> None:
        self.sentence = sentence
        self.hit = hit
        self.targets: list[Target] = []
        self._cursor = start
        self._subordinate = False

    def gap_before(self, citation: Citation) -> str:
        """Return the words between the last citation and this one, without a day that is set
        between.
        """
        return _TIME.sub(" ", self.sentence.flat[self._cursor : citation.span.start])

    def take(
        self, citation: Citation, known: Sequence[Target], *, any_internal: bool
    ) -> None:
        """Add what stands behind the verb; `known` are the targets of the verb before."""
        if citation.span.start < self._cursor:
            return
        gap = self.gap_before(citation)
        if self._is_place(citation, gap):
            return
        self._note_subordination(gap)
        self._cursor = citation.span.end
        targets = self.targets
        if _is_owner(citation, gap, targets):
            self._own(citation)
        elif _is_possessive(citation, targets):
            targets[-1:] = [
                replace(targets[-1], path=path) for path in paths_of(citation)
            ]
        elif self._subordinate or self._is_new_number(gap) or _AGAINST.search(gap):
            return
        elif _is_that_unit(self.sentence.flat, citation):
            self._add(_without_unit(citation), gap, known)
        elif any_internal or _acts_on(citation):
            self._add(citation, gap, known)

    def _is_new_number(self, gap: str) -> bool:
        return self.hit.act.event == "renumber" and _INTO.search(gap) is not None

    def _add(self, citation: Citation, gap: str, known: Sequence[Target]) -> None:
        part = self._is_part(citation, gap)
        if part and (len(gap) > _REACH_OF_A_PART or citation.kind == "internal"):
            return
        # `os Capítulos II e III da Lei nº 30`: provisions are struck, and which is not read.
        hidden = (
            part
            and paths_of(citation) == ("",)
            and _PROVISION_OF.search(gap) is not None
        )
        hidden = hidden and self.hit.act.event in LIMITED
        for target in read_targets(self.sentence.text, citation, self.targets or known):
            target = replace(
                _children(target, gap), part=part and not hidden, unread=hidden
            )
            self.targets.append(target)

    def _is_part(self, citation: Citation, gap: str) -> bool:
        """Tell whether only something in what is cited is meant that has no path."""
        event = self.hit.act.event
        if _PORTION.search(plain(citation.text)):
            return True
        if event == "amend":
            return _TABLE.search(gap) is not None
        if self.targets:
            return False
        whole = self.sentence.flat[self.hit.end : citation.span.start]
        if event in LIMITED and _hides_object(citation, _TIME.sub(" ", whole)):
            return True
        return event in ("revoke", "insert") and _is_of_a_part(gap)

    def take_subject(self, citation: Citation) -> None:
        """Add what stands before a passive verb."""
        gap = self.sentence.flat[self._cursor : citation.span.start]
        if self._is_place(citation, gap):
            return
        if self.targets:
            self._note_subordination(gap)
        self._cursor = citation.span.end
        if _is_owner(citation, gap, self.targets):
            self._own(citation)
        elif not self._subordinate and _acts_on(citation):
            whole = paths_of(citation) == ("",)
            named = _OBJECT_LEAD.match(gap) and not _PROVISION_OF.search(gap)
            part = not self.targets and whole and not named
            for target in read_targets(self.sentence.text, citation, self.targets):
                self.targets.append(replace(target, part=part))

    def _is_place(self, citation: Citation, gap: str) -> bool:
        """Take a citation that says where the provision before it stands."""
        if not _says_place(citation, gap, self.targets):
            return False
        target = self.targets[-1]
        if citation.kind == "internal":
            norm = target.norm
        else:
            norm = norm_of(citation)
        path = paths.below(paths_of(citation)[0], target.path)
        self.targets[-1] = replace(target, norm=norm, path=path)
        self._cursor = citation.span.end
        return True

    def _note_subordination(self, gap: str) -> None:
        if _SUBORDINATE.search(gap):
            self._subordinate = True
        elif self._subordinate and _RESUMES.match(gap):
            self._subordinate = False

    def _own(self, owner: Citation) -> None:
        norm = norm_of(owner)
        self.targets[:] = [
            target if target.norm else replace(target, norm=norm)
            for target in self.targets
        ]


def find_objects(
    sentence: Sentence,
    hit: ActHit,
    stop: int,
    known: Sequence[Target] = (),
    *,
    any_internal: bool = False,
) -> tuple[Target, ...]:
    """Return the objects behind a verb; `known` are those of the verb before in the same sentence,
    which a provision without an article (`acrescentando o inciso VII`) is placed by.
    `any_internal`: also `seu art. 2º`.
    """
    gatherer = _Gatherer(sentence, hit, hit.end)
    for citation in sentence.citations(hit.end, stop):
        gatherer.take(citation, known, any_internal=any_internal)
    return tuple(gatherer.targets)


def find_subject(
    sentence: Sentence, start: int, hit: ActHit, *, alone: bool
) -> tuple[Target, ...]:
    """Return the subject of a passive verb: the run of citations that ends before it, or only its
    last member where another verb has taken those before (`alone`).
    """
    gatherer = _Gatherer(sentence, hit, start)
    for citation in sentence.citations(start, hit.start):
        if citation.span.end <= hit.start:
            gatherer.take_subject(citation)
    targets = gatherer.targets
    if alone and targets:
        return tuple(
            target for target in targets if target.citation is targets[-1].citation
        )
    return tuple(targets)


def _hides_object(citation: Citation, gap: str) -> bool:
    """Tell whether a norm named behind provisions that were not read must not be taken for the
    object.
    """
    if paths_of(citation) != ("",):
        return False
    return not _OBJECT_LEAD.match(gap) or _PROVISION_OF.search(gap) is not None


def _children(target: Target, gap: str) -> Target:
    """Return the target, or all provisions of a kind in it where the words say so."""
    match = _CHILDREN.search(gap)
    if match is None or not target.path:
        return target
    return replace(
        target, path=paths.canonical(f"{target.path}_{match.lastgroup}{paths.ALL}")
    )


def _acts_on(citation: Citation) -> bool:
    """Tell whether a verb can act on it: on other norms and on their provisions; `esta Lei` alone
    is its own name.
    """
    if citation.kind == "internal":
        return bool(citation.locators or citation.fragments) and citation.scope in (
            "",
            "bare",
            "this-norm",
        )
    return True


_UNIT = re.compile(r" d?est[ea]s? (?:artigo|paragrafo|inciso|capitulo).*")


def _without_unit(citation: Citation) -> Citation:
    """Return `os §§ 1º e 2º deste artigo` as the bare paragraphs: the article is the one named
    before.
    """
    written = _UNIT.search(plain(citation.text))
    if written:
        text = citation.text[: written.start()]
    else:
        text = citation.text
    return replace(
        citation, text=text, scope="bare", fragments=(), norma=None, kind="internal"
    )


def _is_that_unit(flat: str, citation: Citation) -> bool:
    """Tell whether `deste artigo` is one of the amended norm: `revoga os §§ 1º e 2º deste artigo,
    da Lei nº 5`.
    """
    if citation.scope != "this-unit" or not citation.locators:
        return False
    return (
        re.match(
            r",? d[ao]s? (?:lei|decreto|resoluc|portaria|constituic|codigo)",
            flat[citation.span.end :],
        )
        is not None
    )


def _is_of_a_part(gap: str) -> bool:
    """Tell whether another noun stands between the verb and the citation. After a dash or a colon
    it is only a heading (`o capítulo VIII - Do Fundo - arts. 42 a 48`).
    """
    return not _OBJECT_LEAD.match(gap) and not gap.rstrip().endswith(("-", ":"))


def _says_place(citation: Citation, gap: str, before: Sequence[Target]) -> bool:
    """Tell whether a citation says where the provision named before it stands."""
    if not before or not before[-1].path or not _SET_IN.match(gap):
        return False
    path = paths_of(citation)[0]
    return paths.rank(path) == 1 and paths.rank(before[-1].path) > 1


def _is_owner(citation: Citation, gap: str, before: Sequence[Target]) -> bool:
    """`o art. 69, e seus parágrafos, da Lei nº 37`: the norm that the provisions belong to, no
    object of its own.
    """
    if not before or not before[-1].path or paths_of(citation) != ("",):
        return False
    return before[-1].norm == norm_of(citation) or bool(_OF.search(gap))


def _is_possessive(citation: Citation, before: Sequence[Target]) -> bool:
    """`a Lei nº 1.595 ... em seus artigos 417 a 441`: the provisions of the norm named before."""
    named = bool(before) and not before[-1].path and paths_of(citation) != ("",)
    return named and bool(re.search(r"\bseus?\b|\bsuas?\b", plain(citation.text)))
