"""The registry of problems: every code with its severity, its names in both languages and what it
means.

The data are `rules/problems.toml`. A `Problem` with a code that is not there cannot be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import resources

import msgspec

from lawtool.errors import BadRule, UnknownProblem


class Severity(StrEnum):
    """How grave a problem is; an error makes `lawtool check` fail."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class ProblemKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the registry: names for people (`pt`, `en`) and what the code tells."""

    severity: Severity
    pt: str
    en: str
    meaning: str


@cache
def problem_kinds() -> Mapping[str, ProblemKind]:
    """Read the registry: code → kind. Raises BadRule with the place of what cannot be read."""
    data = (resources.files("lawtool") / "rules" / "problems.toml").read_bytes()
    try:
        return msgspec.toml.decode(data, type=dict[str, ProblemKind])
    except msgspec.DecodeError as error:
        raise BadRule(f"rules/problems.toml: {error}") from error


def severity_of(code: str) -> Severity:
    """Tell how grave a code is. Raises UnknownProblem for one that the registry has not."""
    try:
        return problem_kinds()[code].severity
    except KeyError:
        raise UnknownProblem(f"no problem is called {code!r}") from None
