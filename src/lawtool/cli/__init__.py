"""The command line. Commands are imported when they are called: `lawtool --help` loads none of
them.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from lawtool.errors import ExitCode, LawtoolError

COMMANDS = {
    "build": (
        "lawtool.cli.build_command:build",
        "Read every source of a corpus and write the database.",
    ),
    "add": (
        "lawtool.cli.add_command:add_files",
        "Take files into a corpus, scans too.",
    ),
    "read": (
        "lawtool.cli.read_command:read_file",
        "Print the tree of a file: text, PDF, DOCX, HTML, Markdown, LexML, JSON.",
    ),
    "norms": ("lawtool.cli.norms_command:norms", "List the norms of the corpus."),
    "show": (
        "lawtool.cli.show_command:show",
        "Print a norm, or one provision of it, also of a day.",
    ),
    "diff": (
        "lawtool.cli.diff_command:diff",
        "Compare two norms, provisions or versions, word by word.",
    ),
    "copies": (
        "lawtool.cli.copies_command:copies",
        "Which norms of the corpus were copied from which.",
    ),
    "parallels": (
        "lawtool.cli.parallels_command:parallels",
        "Which other norms have a provision, and what differs.",
    ),
    "search": ("lawtool.cli.search_command:search", "Find provisions by their words."),
    "quantities": (
        "lawtool.cli.quantities_command:quantities",
        "How much, how far, how long: what the norms fix in numbers.",
    ),
    "terms": ("lawtool.cli.terms_command:terms", "What words mean in each norm."),
    "status": (
        "lawtool.cli.status_command:status",
        "What a norm or a provision was on a day.",
    ),
    "provenance": (
        "lawtool.cli.provenance_command:provenance",
        "Where a norm comes from, and what became of its source.",
    ),
    "apply": (
        "lawtool.cli.apply_command:apply",
        "The text of a norm as another would amend it.",
    ),
    "cite": (
        "lawtool.cli.cite_command:cite",
        "Find the citations in a text and what they mean in the corpus.",
    ),
    "lookup": (
        "lawtool.cli.lookup_command:lookup",
        "Answer one citation with the provision that it names.",
    ),
    "audit": (
        "lawtool.cli.audit_command:audit",
        "List every repair of the text; accept or reject one.",
    ),
    "check": (
        "lawtool.cli.check_command:check",
        "Counts, coverage and problems of the corpus.",
    ),
    "export": (
        "lawtool.cli.export_command:export",
        "Write norms as JSON lines, Markdown or HTML.",
    ),
    "mcp": (
        "lawtool.cli.mcp_command:mcp",
        "Serve the corpus to an assistant (MCP), read-only.",
    ),
    "serve": ("lawtool.cli.serve_command:serve", "Serve the site and the API."),
}
"""Command -> where it is, and its line in the help."""


class LazyGroup(click.Group):
    """The commands of the table above, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(import_module(module), function)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """The reader of a pipe that is gone ends a command as its signal would: click's own 1 means
        something else here.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The interpreter must not complain about it either, when it flushes.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(ExitCode.BROKEN_PIPE)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """An unknown command is answered with the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                hint = f" Did you mean {near[0]!r}?"
            else:
                hint = " `lawtool --help` lists the commands."
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lawtool")
def cli() -> None:
    """Brazilian norms, scanned ones first of all, as a corpus that people and programs can
    trust.
    """


def main(args: list[str] | None = None) -> None:
    """The entry point: runs a command and ends the process with its exit code.

    Every error is one line that says what is wrong, and one that says what to do.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a character of the law shows its number; it does not end the
        # command.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sys.exit(cli.main(args, prog_name="lawtool", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except LawtoolError as error:
        _fail(str(error), error.remedy, error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", "Nothing was changed.", ExitCode.INTERRUPTED)
    except OSError as error:
        _fail(str(error), "", ExitCode.USAGE)


def _fail(message: str, remedy: str, code: int) -> None:
    click.echo(f"lawtool: {message}", err=True)
    if remedy:
        click.echo(f"  {remedy}", err=True)
    sys.exit(code)
