"""The few exceptions of lawtool. Each class carries the exit code of the command line and a remedy.

Anything that can go wrong *inside a text* is not an exception but a `Problem` (see `model`): no text ever stops a build.
"""

from __future__ import annotations


class LawtoolError(Exception):
    """Base class: `str(error)` is one line that says what is wrong, `remedy` one that says what to do."""

    exit_code = 2
    remedy = ""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        if remedy:
            self.remedy = remedy


class UnreadableSource(LawtoolError):
    """A file that cannot be opened, is empty, or is in no format that lawtool reads."""

    remedy = "Give a text or an HTML file; save or recognise anything else as text first."


class BadRule(LawtoolError):
    """A rule file that does not load: a rule without `why`, `examples` or `keep`, or with a broken pattern."""

    remedy = "Every rule needs an id, a why, at least one example and at least one keep."


class UnknownProblem(LawtoolError):
    """A `Problem` was made with a code that `rules/problems.toml` does not list: a fault of the program."""

    remedy = "Add the code to rules/problems.toml: severity, pt, en and meaning."


class UnknownNorm(LawtoolError):
    """No norm of the corpus has this id or alias; the message names the nearest ones."""

    remedy = "`lawtool norms` lists what the corpus holds."


class UnknownProvision(LawtoolError):
    """The norm is held, the provision is not, or the locator cannot be read."""

    remedy = "`lawtool show NORM` prints the tree with its paths."


class NoDatabase(LawtoolError):
    """There is no database at that place, or it was not made by this version of lawtool."""

    remedy = "Run `lawtool build` first."


class NothingAligned(LawtoolError):
    """Two norms were compared and no provision of one matches any of the other."""

    exit_code = 3
    remedy = "The two norms share no provision; there is nothing to compare."


class NotSegmented(LawtoolError):
    """A text has no provisions, so it cannot be compared, cited into or dated."""

    exit_code = 4
    remedy = (
        "`lawtool show NORM --raw` shows the text as read; `lawtool check` lists what went wrong."
    )
