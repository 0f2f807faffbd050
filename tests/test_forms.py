"""One law in many printed forms: each is read right, or a problem is told; none is wrong
without a word.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lawtool
from lawtool.problems import Severity

Writer = Callable[[int], str]
ROMANS = ("", "I", "II", "III", "IV")
ORDINALS = ("", "Primeiro", "Segundo", "Terceiro", "Quarto")

HEAD = [
    "LEI Nº 12, DE 3 DE MAIO DE 1990",
    "",
    "Dispõe sobre o fundo.",
    "",
    "O PREFEITO MUNICIPAL faz saber que a Câmara decreta e eu sanciono a seguinte Lei:",
    "",
]
USUAL: dict[str, Writer] = {
    "artigo": lambda n: f"Art. {n}º ",
    "paragrafo": lambda n: f"§ {n}º ",
    "sole": lambda n: "Parágrafo único. ",
    "inciso": lambda n: f"{ROMANS[n]} - ",
    "alinea": lambda n: f"{'-abc'[n]}) ",
}


def write_law(**forms: Writer) -> str:
    """Write a law of 24 provisions with labels in these forms."""
    form = USUAL | forms
    lines = list(HEAD)
    for article in (1, 2, 3):
        lines.append(
            form["artigo"](article) + "Fica criado o fundo municipal destinado a:"
        )
        lines += [form["inciso"](n) + "obras e serviços;" for n in (1, 2)]
        lines.append(form["inciso"](3) + "compras, que serão de:")
        lines += [form["alinea"](n) + "bens de consumo;" for n in (1, 2)]
        if article == 2:
            lines.append(form["sole"](1) + "O fundo terá conselho próprio.")
        else:
            lines += [
                form["paragrafo"](n) + "O conselho terá três membros." for n in (1, 2)
            ]
    lines.append(
        form["artigo"](4) + "Esta lei entra em vigor na data de sua publicação."
    )
    return "\n".join(lines)


def read_paths(text: str) -> list[str]:
    return [node.path for norma in lawtool.parse(text) for node in norma.provisions]


WANTED = read_paths(write_law())

BLANKS = [" ", "  ", "   ", "\t", "\u00a0", "\u2009", "\u00a0\u00a0", " \u00a0"]
DASHES = [
    "-",
    "–",
    "—",
    "―",
    "−",
    "‐",
    "‑",
    "‒",
    "\u00ad",
    "﹣",
    "•",
    "·",
    "\uf02d",
    "\ufffd",
    "--",
]
MARKS = [
    "º",
    "°",
    "ª",
    "o",
    ".º",
    ".o",
    "<sup>o</sup>",
    "ᵒ",
    "\ufffd",
    "",
    " º",
    "˚",
    "º.",
    "º)",
    ".",
]
ARTICLES = [
    "ART. {n}º ", "art. {n}º ", "Art {n}º ", "Artigo {n}º ", "ARTIGO {n}º – ", "Artigo {n} – ", "Art.{n}º", "Art {n}- ",
    "Art. {n}º) ", "**Art. {n}º** ", "__Art. {n}º__ ", "### Art. {n}º ", "- Art. {n}º ", "> Art. {n}º ", "• Art. {n}º ",
    "A rt. {n}º ", "Art. nº {n} ", "Art. 0{n} ", "Art. {n}º. – ", "Art . {n}º ", "Art.º {n} ", "Artº {n}º ", "Art- {n}º ",
    "Art: {n}º ", "Art. ({n}º) ", "\"Art. {n}º ", "Artigo nº {n} - ", "Art. {n} - ", "Art. {n}. ", "CLÁUSULA {n}ª - ",
]  # fmt: skip
PARAGRAPHS = [
    "§{n}º ", "§ {n}º - ", "§ {n} ", "§ {n}. ", "§{n}o ", "**§ {n}º** ", "Parágrafo {n}º - ", "§§ {n}º ", "Par. {n}º ",
    "PARÁGRAFO {n}º - ", "\ufffd {n}º ", "Â§ {n}Âº ", "§. {n}º ", "§ nº {n} ", "S {n}º ", "§ 0{n} ", "Parágrafo {n} - ",
]  # fmt: skip
SOLES = [
    "Parágrafo Único - ", "PARÁGRAFO ÚNICO - ", "Paragrafo unico - ", "§ único - ", "Parágrafo único: ", "P. único - ",
    "Paragráfo único - ", "**Parágrafo único.** ", "Parágrafo-único. ", "Par ágrafo único. ", "Parágrafo único – ",
]  # fmt: skip
INCISOS = [
    "{r}) ", "{r}. ", "{r}– ", "{r}- ", "- {r} - ", "- **{r}** – ", "**{r} -** ", "Inciso {r} - ", "({r}) ", "{r} : ",
    "{r} º ", "{r}.- ", "{r}, ", "{r}; ", "{r})- ", "{r} = ", "{r} _ ", "{r} ", "{r}\t",
]  # fmt: skip
ALINEAS = [
    "{a} - ", "{a}. ", "({a}) ", "{A}) ", "\"{a}\" - ", "**{a})** ", "- {a}) ", "{a} ) ", "{a}.) ", "{a} – ", "{a})",
    "{a}] ", "{a}/ ", "{a}: ", "{A}. ", "{a}ª) ",
]  # fmt: skip


def writer(form: str) -> Writer:
    """Write a label in a form for each number."""
    return lambda n: form.format(n=n, r=ROMANS[n], a="-abcd"[n], A="-ABCD"[n])


def forms() -> Iterator[tuple[str, str]]:
    """Give every form: the kind of label and its pattern."""
    for blank in BLANKS:
        yield "artigo", f"Art.{blank}{{n}}º{blank}"
        yield "paragrafo", f"§{blank}{{n}}º{blank}"
        yield "inciso", f"{{r}}{blank}-{blank}"
        yield "alinea", f"{{a}}){blank}"
        yield "sole", f"Parágrafo{blank}único.{blank}"
    for dash in DASHES:
        yield "inciso", f"{{r}} {dash} "
        yield "artigo", f"Art. {{n}}º {dash} "
    for mark in MARKS:
        yield "artigo", f"Art. {{n}}{mark} "
        yield "paragrafo", f"§ {{n}}{mark} "
    listed = {
        "artigo": ARTICLES,
        "paragrafo": PARAGRAPHS,
        "sole": SOLES,
        "inciso": INCISOS,
        "alinea": ALINEAS,
    }
    for kind, patterns in listed.items():
        yield from ((kind, pattern) for pattern in patterns)


FORMS = sorted(set(forms()))


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_a_form_is_read(kind: str, form: str) -> None:
    assert read_paths(write_law(**{kind: writer(form)})) == WANTED


@pytest.mark.parametrize("words", ["Artigo {} - ", "ARTIGO {} - ", "Art. {} – "])
def test_articles_in_words(words: str) -> None:
    assert read_paths(write_law(artigo=lambda n: words.format(ORDINALS[n]))) == WANTED


@given(
    artigo=st.sampled_from([form for kind, form in FORMS if kind == "artigo"]),
    paragrafo=st.sampled_from([form for kind, form in FORMS if kind == "paragrafo"]),
    inciso=st.sampled_from([form for kind, form in FORMS if kind == "inciso"]),
    alinea=st.sampled_from([form for kind, form in FORMS if kind == "alinea"]),
)
def test_forms_together_are_read_or_told(
    artigo: str, paragrafo: str, inciso: str, alinea: str
) -> None:
    text = write_law(
        artigo=writer(artigo),
        paragrafo=writer(paragrafo),
        inciso=writer(inciso),
        alinea=writer(alinea),
    )
    normas = lawtool.parse(text)
    read = [node.path for norma in normas for node in norma.provisions]
    problems = itertools.chain.from_iterable(norma.problems for norma in normas)
    told = any(problem.severity is not Severity.INFO for problem in problems)
    assert read == WANTED or told or not normas
