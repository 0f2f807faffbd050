"""`lawtool status`, `provenance` and `apply` through their entry point."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
KEYS = [
    "norm", "path", "on", "status", "remainder", "start_basis", "since", "until", "alternatives", "text_state", "cause",
]  # fmt: skip


def test_status_as_json(lawtool: Run) -> None:
    done = lawtool(
        "status", "dnc27", "art. 7º", "--on", "2008-11-24", "--format", "json"
    )
    answer = json.loads(done.stdout)
    assert list(answer) == KEYS
    assert (answer["status"], answer["since"]) == ("revoked", "2003-11-20")
    assert answer["cause"]["acting"] == "anp-portaria-297-2003"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["coari", "--on", "2005-01-01"], 'This does not mean "in force".'),
        (
            ["coari", "--on", "2005-01-01"],
            "in force from 1999-01-28 at the earliest; the date of publication is not stated",
        ),
        (["dnc27", "--on", "2008-11-23"], "also allows: revoked"),
        (
            ["dnc27", "--on", "2008-11-24"],
            "revoked since 2008-11-24 by Resolução ANP 5/2008, art. 6º",
        ),
        (["sete-lagoas-pl-2025", "--on", "2025-04-01"], "bill, no effect"),
        (["lei7061", "art3_inc5"], "not known from this corpus"),
        (
            ["Portaria DNC nº 8, de 10 de março de 1992", "--on", "2004-01-01"],
            "revoked since 2003-11-20",
        ),
    ],
)
def test_status_in_words(lawtool: Run, args: list[str], words: str) -> None:
    done = lawtool("status", *args)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    assert "current" not in done.stdout


def test_an_unknown_norm_is_one_line_with_the_nearest(lawtool: Run) -> None:
    done = lawtool("status", "coary")
    assert done.returncode == 2
    assert "did you mean coari" in done.stderr


def test_provenance(lawtool: Run) -> None:
    done = lawtool("provenance", "dnc27")
    assert "2003-11-20" in done.stdout
    assert "Portaria ANP 297/2003, art. 21" in done.stdout
    rows = json.loads(lawtool("provenance", "dnc27", "--format", "json").stdout)
    assert {row["event"] for row in rows["acted_on"]} >= {
        "sign",
        "publish",
        "commence",
        "revoke",
    }
    assert {row["event"] for row in rows["acts_on"]} == {"revoke"}


def test_apply_prints_the_nodes_of_the_amended_law(lawtool: Run) -> None:
    done = lawtool(
        "apply", "sete-lagoas-pl-2025", "sete-lagoas-lei-7061-2004", "--format", "jsonl"
    )
    nodes = [json.loads(line) for line in done.stdout.splitlines()]
    before = [
        json.loads(line)
        for line in lawtool("export", "sete-lagoas-lei-7061-2004").stdout.splitlines()
    ]
    texts = {node["path"]: node["text"] for node in before}
    assert list(nodes[0]) == list(before[0])
    changed = [
        node["path"] for node in nodes if texts.get(node["path"]) != node["text"]
    ]
    assert changed == ["art3_cpt_inc8", "art3_cpt_inc9", "art20_par1u"]
    assert "HYPOTHETICAL" in done.stderr


def test_apply_says_when_there_is_nothing_to_apply(lawtool: Run) -> None:
    done = lawtool("apply", "coari", "dnc27")
    assert done.returncode == 4
    assert "no instruction" in done.stderr


def test_apply_prints_the_amended_law(lawtool: Run) -> None:
    text = lawtool("apply", "sete-lagoas-pl-2025", "lei7061").stdout
    assert "as it would be amended by" in text.splitlines()[0]
    assert "» art. 3º, VIII replaced by art. 2º; numbers: 200,00m → 50m" in text
    marked = [
        line.split()[1]
        for line in text.splitlines()[5:]
        if line.lstrip().startswith("»")
    ]
    assert marked == ["VIII", "IX", "Parágrafo"]
    assert "Art. 21" in text


# The text of a day
# -----------------------------------------------------------------------------------------


def test_the_text_of_a_day_and_what_is_not_known(lawtool: Run) -> None:
    text = lawtool("show", "lei7061", "art. 3º", "--on", "2008-01-01").stdout
    assert text.startswith(
        "Lei 7.061/2004 (Sete Lagoas/MG), art. 3º, text of 2008-01-01\n  in force on 2008-01-01"
    )
    assert "? art. 3º, III: the wording before is not held" in text
    assert "? III – Ter área mínima" in text
    assert "? Art. 14" not in text
    told = json.loads(
        lawtool(
            "show", "lei7061", "art. 3º", "--on", "2008-01-01", "--format", "json"
        ).stdout
    )
    assert {gap["path"]: gap["state"] for gap in told["unknown"]} == {
        "art3": "lost",
        "art3_cpt_inc3": "lost",
    }
    assert (told["on"], told["status"]["text_state"], told["nodes"][0]["path"]) == (
        "2008-01-01",
        "other",
        "art3",
    )
    assert "?" not in lawtool("show", "lei7061", "art. 3º", "--on", "2024-01-01").stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ["show", "lei7061", "art. 20, parágrafo único", "--on", "2025-06-01"],
            "in the text of 2025-06-01",
        ),
        (["show", "lei7061", "--raw", "--on", "2025-06-01"], "--raw"),
        (["show", "lei7061", "--on", "2025-02-30"], "2025-02-30"),
        (["diff", "lei7061@ontem", "lei7061"], "'ontem' is not a day"),
        (["diff", "lei7061"], "--as-amended-by"),
        (
            ["diff", "lei7061", "coari", "--as-amended-by", "sete-lagoas-pl"],
            "--as-amended-by",
        ),
        (["diff", "lei7061", "--as-amended-by", "nobody"], "no norm is called"),
    ],
)
def test_what_cannot_be_shown_is_said(
    lawtool: Run, args: list[str], words: str
) -> None:
    done = lawtool(*args)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_law_beside_itself_as_amended(lawtool: Run) -> None:
    done = lawtool(
        "diff", "lei7061", "--as-amended-by", "sete-lagoas-pl", "--format", "json"
    )
    assert done.returncode == 1
    assert "HYPOTHETICAL" in done.stderr
    told = json.loads(done.stdout)
    changed = [
        (group["a"], group["b"])
        for group in told["groups"]
        if group["relation"] != "identical"
    ]
    assert changed == [
        (["art3_cpt_inc8"],) * 2,
        (["art3_cpt_inc9"],) * 2,
        ([], ["art20_par1u"]),
    ]
    assert told["verdict"]["label"] == "same norm"
    assert len(told["numbers"]) == 2
    text = lawtool(
        "diff", "lei7061 art. 3º", "--as-amended-by", "sete-lagoas-pl"
    ).stdout
    assert "two versions of one norm" in text
    assert "200,00m (duzentos metros) → 50m" in text


def test_two_versions_of_a_norm(lawtool: Run) -> None:
    done = lawtool("diff", "lei7061@2008-01-01 art. 3º", "lei7061 art. 3º")
    assert done.returncode == 0
    assert "[lei7061@2008-01-01]" in done.stdout
    assert "not known: lei7061@2008-01-01 art3_cpt_inc3" in done.stderr
    assert "art14" not in done.stderr
