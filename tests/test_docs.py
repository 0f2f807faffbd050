"""What the README shows is what one gets, and it names every command, table and kind."""

from __future__ import annotations

import doctest
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import CORPUS, ROOT
from lawtool.cli import COMMANDS
from lawtool.model import Kind

README = (ROOT / "README.md").read_text(encoding="utf-8")
ELLIPSIS = "[...]"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the corpus in it, where one stands when trying the examples."""
    place = tmp_path_factory.mktemp("readme")
    (place / "corpus").symlink_to(CORPUS)
    run("lawtool build", place)
    return place


def run(command: str, place: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = dict(os.environ, NO_COLOR="1", COLUMNS="80", PATH=path)
    shell = ["bash", "-c", command]
    done = subprocess.run(
        shell, cwd=place, env=env, capture_output=True, text=True, timeout=120
    )
    return re.sub(r" +$", "", done.stdout, flags=re.M)


def examples() -> list[tuple[str, str]]:
    """Commands of the console blocks with the output that is shown below each."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.S)
    return [
        (command, shown)
        for block in blocks
        for command, shown in re.findall(r"\$ (.*)\n((?:(?!\$ ).*\n)*)", block)
    ]


def pattern(shown: str) -> str:
    """`[...]` on a line of its own stands for any lines, and seconds are any seconds."""
    lines = shown.strip("\n").split("\n")
    wanted = (
        r"(?:.*\n)*?" if line == ELLIPSIS else re.escape(line) + r"\n" for line in lines
    )
    return (
        r"\n*" + re.sub(r"\d+\\\.\d\\ s\\n", r"[\\d.]+ s\\n", "".join(wanted)) + r"\n*"
    )


def test_there_are_examples() -> None:
    assert len(examples()) >= 5
    assert all(shown.strip() for _, shown in examples())


@pytest.mark.parametrize(
    ("command", "shown"), examples(), ids=[command for command, _ in examples()]
)
def test_commands_print_what_is_shown(command: str, shown: str, place: Path) -> None:
    assert re.fullmatch(pattern(shown), run(command, place)), run(command, place)


def test_python_examples_give_what_is_shown(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0


def test_two_commands_set_everything_up() -> None:
    first, second = re.findall(r"```sh\n(.*?)\n```", README, re.S)[:2]
    assert first.startswith(
        "python3 -m venv .venv && . .venv/bin/activate && pip install . && "
    )
    assert first.endswith(" && lawtool build && lawtool diff coari dnc27")
    assert second == 'pip install ".[test]" && pytest -n 2'
    assert second.split("&& ")[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.skipif(
    not os.environ.get("LAWTOOL_NETWORK"), reason="set LAWTOOL_NETWORK to install"
)
def test_the_first_block_works_with_the_python_of_the_system(tmp_path: Path) -> None:
    """As a newcomer runs it: a copy of what git tracks, an environment of its own, the
    comparison at the end.
    """
    if not Path("/usr/bin/python3").exists():
        pytest.skip("there is no python3 of the system")
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in files.stdout.splitlines():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    first = re.findall(r"```sh\n(.*?)\n```", README, re.S)[0]
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": os.environ.get("HOME", "/"),
        "NO_COLOR": "1",
    }
    kept = {
        key: value
        for key, value in os.environ.items()
        if key.startswith(("PIP_", "XDG_"))
    }
    done = subprocess.run(
        ["bash", "-c", first],
        cwd=tmp_path,
        env=environment | kept,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "copy, dnc27 is the source" in done.stdout, done.stderr[-2000:]


def test_pages_made_from_the_program_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_named(command: str) -> None:
    assert f"`lawtool {command}" in README


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_explained(kind: Kind) -> None:
    glossary = README.split("## Glossary")[1].split("## ")[0]
    assert f"`{kind.value}`" in glossary


def test_every_table_is_named(database: Path) -> None:
    base = sqlite3.connect(database)
    tables = [
        name
        for (name,) in base.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
    ]
    data = README.split("## The data")[1].split("## ")[0]
    missing = [
        name
        for name in tables
        if f"`{name}`" not in data and not name.startswith("busca_")
    ]
    assert missing == []


def test_the_changelog_has_an_entry_for_what_is_not_released() -> None:
    changes = (
        (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("## [Unreleased]")[1]
    )
    assert changes.strip()


def test_the_files_that_the_architecture_names_exist() -> None:
    """The page that says where each fact stands must not point at nothing."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_/]+\.(?:py|toml|sql|txt))`", page))
    there = {
        path.name for path in [*(ROOT / "src").rglob("*"), *(ROOT / "tests").iterdir()]
    }
    assert len(named) > 30
    assert {name for name in named if Path(name).name not in there} == set()
    package = ROOT / "src" / "lawtool"
    assert [
        name for name in named if "/" in name and not (package / name).exists()
    ] == []
