"""The exceptions of lawtool and its exit codes. Each class carries the code of the command line and
a remedy.

Anything that can go wrong *inside a text* is not an exception but a `Problem` (see `model`): no
text ever stops a build.
"""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the command line reports when it ends; the last three are what a shell reports for
    signals.
    """

    meaning: str

    def __new__(cls, value: int, meaning: str) -> ExitCode:
        code = int.__new__(cls, value)
        code._value_ = value
        code.meaning = meaning
        return code

    DONE = 0, "Done; for `diff`, no difference is left."
    DIFFERENCES = (
        1,
        "`diff` found differences, or `check` found problems of severity error.",
    )
    USAGE = 2, "Wrong usage, an unknown norm or provision, an unreadable input."
    NOTHING_ALIGNED = 3, "No provision of one norm matches any of the other."
    NOT_SEGMENTED = 4, "A text holds no norm."
    INTERRUPTED = 130, "Interrupted (SIGINT)."
    BROKEN_PIPE = 141, "The reader of the output is gone (SIGPIPE)."
    TERMINATED = 143, "Ended from outside (SIGTERM)."


class LawtoolError(Exception):
    """Base class: `str(error)` is one line that says what is wrong, `remedy` one that says what to
    do.
    """

    exit_code = ExitCode.USAGE
    remedy = ""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        if remedy:
            self.remedy = remedy


class UnreadableSource(LawtoolError):
    """A file that cannot be opened, is empty, or is in no format that lawtool reads."""

    remedy = (
        "Give a text or an HTML file; save or recognise anything else as text first."
    )


class RefusedContent(LawtoolError):
    """The bytes are of a known format, but hold what is not read (a password, a bomb, no page)."""


class NeedsRecognition(UnreadableSource):
    """A scan or an image without text: an engine has to recognise it before it can be read."""

    remedy = "Read it once: pip install 'lawtool[ocr]', then `lawtool read` or `lawtool add`."


class BadCorpus(LawtoolError):
    """The folder of a corpus, or a file in it that says what its sources are, cannot be read."""

    remedy = "Name a folder of texts; `corpus.toml` in it is optional."


class LostWorker(LawtoolError):
    """A process of a build was killed, most often for want of memory."""

    remedy = "Build with fewer --workers, or where there is more memory."


class BadUrn(LawtoolError):
    """A URN that cannot be read; the message names the part and the character."""

    remedy = (
        "A URN looks like urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340!art2_cpt_"
        "inc3."
    )


class BadRule(LawtoolError):
    """A rule file that does not load: a rule without `why`, `examples` or `keep`, or with a broken
    pattern.
    """

    remedy = (
        "Every rule needs an id, a why, at least one example and at least one keep."
    )


class UnknownProblem(LawtoolError):
    """A `Problem` was made with a code that `rules/problems.toml` does not list: a fault of the
    program.
    """

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

    exit_code = ExitCode.NOTHING_ALIGNED
    remedy = "The two norms share no provision; there is nothing to compare."


class NotSegmented(LawtoolError):
    """A text has no provisions, so it cannot be compared, cited into or dated."""

    exit_code = ExitCode.NOT_SEGMENTED
    remedy = (
        "`lawtool show NORM --raw` shows the text as read; `lawtool check` lists what "
        "went wrong."
    )
