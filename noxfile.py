"""The checks over every Python that is here: `nox` runs all, `nox -s tests-3.12` one."""

from __future__ import annotations

import nox

nox.options.error_on_missing_interpreters = False
"""A Python that is not installed is skipped with a message."""
nox.options.reuse_existing_virtualenvs = True


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Install the package with its test extra and run the tests."""
    session.install(".[test]")
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Format, lint, types, layers, pages of docs."""
    session.install(".[test]")
    session.run("ruff", "format", "--check")
    session.run("ruff", "check")
    session.run("mypy")
    session.run("lint-imports")
    session.run("python", "docs/generate.py", "--check")
