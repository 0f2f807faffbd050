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
    done = lawtool("status", "dnc27", "art. 7º", "--on", "2008-11-24", "--format", "json")
    answer = json.loads(done.stdout)
    assert list(answer) == KEYS
    assert (answer["status"], answer["since"]) == ("revoked", "2003-11-20")
    assert answer["cause"]["acting"] == "anp-portaria-297-2003"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["coari", "--on", "2005-01-01"], 'This does not mean "in force".'),
        (["coari", "--on", "2005-01-01"], "in force from 1999-01-28 at the earliest; the date of publication is not stated"),
        (["dnc27", "--on", "2008-11-23"], "also allows: revoked"),
        (["dnc27", "--on", "2008-11-24"], "revoked since 2008-11-24 by Resolução ANP 5/2008, art. 6º"),
        (["sete-lagoas-pl-2025", "--on", "2025-04-01"], "bill, no effect"),
        (["lei7061", "art3_inc5"], "not known from this corpus"),
        (["Portaria DNC nº 8, de 10 de março de 1992", "--on", "2004-01-01"], "revoked since 2003-11-20"),
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
    assert {row["event"] for row in rows["acted_on"]} >= {"sign", "publish", "commence", "revoke"}
    assert {row["event"] for row in rows["acts_on"]} == {"revoke"}


def test_apply_prints_the_nodes_of_the_amended_law(lawtool: Run) -> None:
    done = lawtool("apply", "sete-lagoas-pl-2025", "sete-lagoas-lei-7061-2004", "--format", "jsonl")
    nodes = [json.loads(line) for line in done.stdout.splitlines()]
    before = [json.loads(line) for line in lawtool("export", "sete-lagoas-lei-7061-2004").stdout.splitlines()]
    texts = {node["path"]: node["text"] for node in before}
    assert list(nodes[0]) == list(before[0])
    changed = [node["path"] for node in nodes if texts.get(node["path"]) != node["text"]]
    assert changed == ["art3_cpt_inc8", "art3_cpt_inc9", "art20_par1u"]
    assert "HYPOTHETICAL" in done.stderr


def test_apply_says_when_there_is_nothing_to_apply(lawtool: Run) -> None:
    done = lawtool("apply", "coari", "dnc27")
    assert done.returncode == 4
    assert "no instruction" in done.stderr
