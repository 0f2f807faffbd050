"""`lawtool diff` and `lawtool copies` as a user sees them."""

from __future__ import annotations

import io
import json
import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from conftest import GOLD, Run
from goldnormas import gold, made
from lawtool.comparison import Alignment, align
from lawtool.corpus import Corpus
from lawtool.records import diff_record as records
from lawtool.render import diff_html as html
from lawtool.render import diff_markdown as markdown
from lawtool.render import diff_text as text
from lawtool.render.diff_view import (
    Sides,
    View,
    clip,
    differences,
    pieces,
    renumbered,
    short,
)

VOID = {"meta", "br", "rect", "link"}


@pytest.fixture(scope="module")
def found() -> Alignment:
    return align(gold("coari"), gold("dnc"))


def printed(
    found: Alignment,
    view: View | None = None,
    *,
    width: int = 80,
    columns: bool = False,
) -> str:
    out = Console(file=io.StringIO(), width=width, highlight=False, no_color=True)
    text.show(
        found,
        ("coari", "dnc27"),
        ("Lei 340/1999", "Portaria DNC 27/1996"),
        view or View(),
        out,
        columns=columns,
    )
    stream = out.file
    assert isinstance(stream, io.StringIO)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("art15_cpt_inc2_ali1_ite3", "15 II a 3"),
        ("art5_par1u", "5 § único"),
        ("art4_par10", "4 § 10"),
        ("art5-1_par2", "5-A § 2º"),
        ("art5_cpt_inc3~2", "5 III (2)"),
        ("art6_cpt_inc3_tab1", "6 III quadro 1"),
        ("art2_cpt_alt1_art3_cpt_inc8", "2 » 3 VIII"),
        ("ementa", "ementa"),
        ("anexo1_ite2", "Anexo 1 2"),
    ],
)
def test_short_labels(path: str, label: str) -> None:
    assert short(path) == label


def test_the_map_of_numbers(found: Alignment) -> None:
    rows = dict(renumbered(Sides(alignment=found, names=("coari", "dnc27"))))
    assert rows["articles"] == [
        "1–2 = 1–2",
        "3–6 → 12–15",
        "8 → 18 (moved)",
        "9 → 17",
        "10–12 → 19–21",
    ]
    assert rows["2 → 2"] == ["I → III", "III–XIV → IV–XV"]


def test_the_pieces_of_a_group_give_both_texts_back(found: Alignment) -> None:
    sides = Sides(alignment=found, names=("coari", "dnc27"))
    for group in found.groups:
        if len(group.a) == 1 and len(group.b) == 1:
            old = " ".join(
                piece.text
                for piece in pieces(group, sides, ocr=True)
                if piece.op != "+"
            )
            wanted = sides.units(group, sides.old)[0].text
            assert re.sub(r"\W", "", old) == re.sub(r"\W", "", wanted)


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        (True, False, "… f g h"),
        (False, True, "a b c …"),
        (False, False, "a b c … f g h"),
        (True, True, "a b c d x e f g h"),
    ],
)
def test_long_equal_stretches_are_cut(first: bool, last: bool, shown: str) -> None:
    assert clip("a b c d x e f g h", 3, first=first, last=last) == shown
    assert clip("a b c d e f g h", 3, first=first, last=last) == "a b c d e f g h"


@pytest.mark.parametrize("width", [80, 100])
def test_the_terminal_keeps_to_its_width(found: Alignment, width: int) -> None:
    for view in (View(), View(everything=True)):
        assert max(map(len, printed(found, view, width=width).splitlines())) <= width


def test_what_the_terminal_says(found: Alignment) -> None:
    said = printed(found)
    for part in (
        "101 of 104 of dnc27",
        "0 changed, 2 in doubt, 0 added, 0 removed; 1 citation added",
        "coari 15 § 4º “nesta Portaria”",
        "~ 4 VII b → 13 VII b  adapted: agency",
        "? 6 § 5º → 15 § 5º  ocr-variant, number in doubt",
        "& 6 I n + 6 I o → 15 I n  merged, text lost",
        "> 8 → 18  partial, moved",
        "[-explosividade-] {+expressividade+}",
    ):
        assert part in said
    assert "\x1b" not in said
    assert "6 I p" not in said


def test_brackets_of_the_law_are_printed(found: Alignment) -> None:
    first = made(
        "a",
        ["O texto [merged] da lei é [bold]este[/bold] e nada mais diz."],
        day=date(1990, 1, 1),
    )
    second = made(
        "b",
        ["O texto [merged] da norma é [bold]este[/bold] e nada mais diz."],
        day=date(1991, 1, 1),
    )
    said = printed(align(first, second))
    assert "[merged]" in said
    assert "[bold]" in said


@pytest.mark.parametrize(
    ("view", "shown", "hidden"),
    [
        (View(ocr=True), "6 § 1º → 15 § 1º", "6 I p → 15 I p"),
        (View(everything=True), "6 I p → 15 I p", "nothing at all"),
        (View(only=frozenset({"merged"})), "& 6 I n + 6 I o", "~ 4 VII b"),
        (View(only=frozenset({"agency"})), "~ 4 VII b", "& 6 I n"),
    ],
)
def test_what_options_show(
    found: Alignment, view: View, shown: str, hidden: str
) -> None:
    said = printed(found, view)
    assert shown in said
    assert hidden not in said


def test_words_in_columns(found: Alignment) -> None:
    said = printed(found, View(only=frozenset({"agency"})), width=100, columns=True)
    assert re.search(r"^dnc27\s+coari", said, re.M)


class Checker(HTMLParser):
    """Every tag closed, every link to an anchor of the page, no script, nothing from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "iframe")
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page(found: Alignment) -> None:
    page = "\n".join(
        html.page(found, ("coari", "dnc27"), ("Lei 340/1999", "Portaria DNC 27/1996"))
    )
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids))
    assert all(
        link.startswith("#") and link[1:] in checker.ids for link in checker.links
    )
    assert {f"a-{unit.path}" for unit in found.units[0]} <= set(checker.ids)
    assert "<del>explosividade</del>" in page
    assert "<ins>expressividade</ins>" in page
    assert 'rowspan="2"' in page
    assert "<!--" not in page


def test_both_columns_read_in_the_order_of_their_norm(found: Alignment) -> None:
    sides = Sides(alignment=found, names=("coari", "dnc27"))
    rows = html.in_two_columns(sides)
    for side, shown in ((sides.old, "left"), (sides.new, "right")):
        paths = [
            path
            for row in rows
            if getattr(row, shown)
            for path in sides.paths(row.group, side)
        ]
        assert paths == [unit.path for unit in found.units["ab".index(side)]]


def test_markdown(found: Alignment) -> None:
    lines = "\n".join(
        markdown.document(
            found, ("coari", "dnc27"), ("Lei 340/1999", "Portaria 27"), View()
        )
    )
    assert lines.startswith("# Portaria 27 → Lei 340/1999")
    assert "~~explosividade~~ **expressividade**" in lines


def test_differences_for_scripts(found: Alignment) -> None:
    assert {"merged", "only-b", "number-in-doubt", "moved"} <= differences(found)
    assert differences(align(gold("dnc"), gold("dnc"))) == frozenset()


# The command
# ------------------------------------------------------------------------------------------


def test_json_points_into_the_raw_text(lawtool: Run, corpus: Corpus) -> None:
    done = lawtool("diff", "coari", "dnc27", "--format", "json")
    assert done.returncode == 1
    record = json.loads(done.stdout)
    assert record["schema"] == records.SCHEMA
    assert record["base"] == "b"
    raw = {
        side: corpus.source(corpus.norma(name).source).text
        for side, name in (("a", "coari"), ("b", "dnc27"))
    }
    spans = [
        (side, passage)
        for group in record["groups"]
        for edit in group["edits"]
        if edit["class"] == "number-in-doubt"
        for side in "ab"
        for passage in edit[side]
    ]
    assert len(spans) == 4
    for side, passage in spans:
        assert raw[side][passage["start"] : passage["end"]] == passage["text"]


def test_the_figures_of_the_command(lawtool: Run) -> None:
    record = json.loads(lawtool("diff", "coari", "dnc27", "--format", "json").stdout)
    truth = {}
    for line in (
        (GOLD / "alignment_coari_dnc27.jsonl").read_text(encoding="utf-8").splitlines()
    ):
        row = json.loads(line)
        if row["a"] and row["b"]:
            truth[row["a"], row["b"]] = row["relation"]
    got = {
        (a.replace("_cpt", ""), b.replace("_cpt", "")): group["relation"]
        for group in record["groups"]
        for a in group["a"]
        for b in group["b"]
    }
    right = len(truth.keys() & got.keys())
    assert 2 * right / (len(truth) + len(got)) >= 0.99
    assert (
        sum(got.get(pair) == relation for pair, relation in truth.items()) / len(truth)
        >= 0.95
    )
    assert record["summary"]["numbers"] == {
        "changed": 0,
        "in-doubt": 2,
        "added": 0,
        "removed": 0,
    }
    assert [(item["path"], item["text"]) for item in record["residue"]] == [
        ("art15_par4", "nesta Portaria")
    ]
    assert (record["verdict"]["label"], record["verdict"]["direction"]) == ("copy", "b")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("coari", "dnc27", "--stat"), 1, "verdict"),
        (("coari", "coari"), 0, "identical"),
        (("coari", "dnc27", "--exit-zero"), 0, "merged"),
        (("coari", "dnc27", "--fail-on", "split"), 0, "merged"),
        (("coari", "dnc27", "--fail-on", "only-b"), 1, "merged"),
        (("coari", "dnc27", "--numbers"), 1, "1021"),
        (("coari art. 15, § 5º", "dnc27 art. 6º, § 5º"), 1, "III → II"),
        (("coari", "dnc72"), 2, "dnc27"),
        (("coari", "dnc27", "--only", "wrong"), 2, "wrong"),
        (("votuporanga", "lei7061"), 3, "no provision in common"),
    ],
)
def test_exit_codes(
    lawtool: Run, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = lawtool("diff", *arguments)
    assert done.returncode == code, done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_two_files(lawtool: Run, tmp_path: Path) -> None:
    old, new, empty = (tmp_path / name for name in ("old.txt", "new.txt", "empty.txt"))
    law = "LEI Nº 10, DE 5 DE MAIO DE 1990\n\nArt. 1º O recuo mínimo será de {} metros.\n\nArt. 2º Esta Lei entra em vigor hoje.\n"
    old.write_text(law.format(5), encoding="utf-8")
    new.write_text(law.format(3), encoding="utf-8")
    empty.write_text("Nada há aqui que seja lei.\n", encoding="utf-8")
    done = lawtool("diff", str(old), str(new), "--numbers", db=False)
    assert done.returncode == 1, done.stderr
    assert "5 metros" in done.stdout
    assert lawtool("diff", str(old), str(empty), db=False).returncode == 4


def test_copies_of_the_corpus(lawtool: Run) -> None:
    lines = lawtool("copies", "--leads", "--format", "jsonl").stdout.splitlines()
    labels = sorted(json.loads(line)["label"] for line in lines)
    assert labels == ["amends", "copy", "lead", "partial copy", "shared source"]
    assert "graph LR" in lawtool("copies", "coari", "--format", "mermaid").stdout
    assert "1 copy" in lawtool("copies", "coari").stdout


def _write_pair(folder: Path) -> tuple[str, str]:
    law = (
        "LEI Nº {}, DE 5 DE MAIO DE {}\n\nArt. 1º O dono do lote {} cercá-lo com muro de alvenaria.\n\n"
        "Art. 2º O conselho municipal será composto de {} membros efetivos.\n\n"
        "Art. 3º Esta Lei entra em vigor na data de sua publicação.\n"
    )
    old, new = folder / "old.txt", folder / "new.txt"
    old.write_text(law.format(10, 1990, "deverá", 16), encoding="utf-8")
    new.write_text(law.format(20, 2001, "poderá", 14), encoding="utf-8")
    return str(old), str(new)


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_danger_is_said_first(lawtool: Run, tmp_path: Path, form: str) -> None:
    pair = _write_pair(tmp_path)
    shown = lawtool("diff", *pair, "--format", form).stdout
    head = shown.split("aligned")[0]
    assert "1 obligation became a permission: art. 1" in head
    assert "16 membros → 14 membros, art. 2" in head


def test_danger_is_counted_and_a_class(lawtool: Run, tmp_path: Path) -> None:
    pair = _write_pair(tmp_path)
    record = json.loads(lawtool("diff", *pair, "--format", "json").stdout)
    assert record["summary"]["sense"] == {"modality": 1, "number": 1}
    [change] = record["groups"][0]["sense"]
    assert (change["kind"], change["before"], change["after"]) == (
        "modality",
        "MUST",
        "MAY",
    )
    assert [place["text"] for place in change["b"]] == ["poderá"]
    assert lawtool("diff", *pair, "--fail-on", "sense").returncode == 1
    assert lawtool("diff", *pair, "--fail-on", "modality").returncode == 1
    assert lawtool("diff", *pair, "--fail-on", "exceptions").returncode == 0
    assert (
        "Art. 2"
        not in lawtool("diff", *pair, "--only", "modality").stdout.split("verdict")[1]
    )


def test_three_texts(lawtool: Run) -> None:
    done = lawtool("diff", "dnc27", "coari", "dnc27@2008-01-01", "--format", "json")
    record = json.loads(done.stdout)
    assert record["c"] == "dnc-portaria-27-1996"
    assert record["summary"]["only-copy"] > 0
    assert sum(record["summary"].values()) == len(record["provisions"])


def test_parallels_of_a_provision(lawtool: Run) -> None:
    lines = lawtool(
        "parallels", "dnc27", "art. 6º, § 2º", "--format", "jsonl"
    ).stdout.splitlines()
    found = [json.loads(one) for one in lines]
    assert [one["norm"] for one in found][:2] == [
        "coari-lei-340-1999",
        "guariba-lei-1992",
    ]
    assert found[0]["score"] > found[1]["score"]


def test_the_page_says_danger_first(lawtool: Run, tmp_path: Path) -> None:
    page = lawtool("diff", *_write_pair(tmp_path), "--format", "html").stdout
    assert page.index("1 obligation became a permission") < page.index(
        "provisions aligned"
    )
