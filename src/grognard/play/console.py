"""What every command shares: one way to print, one way to fail."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from io import TextIOWrapper
from typing import Any, NoReturn, TypeVar

import click
import msgspec

from grognard.core.data import blame_own_data
from grognard.core.ruling import GrognardError, IllegalAction, Ruling, one_line

Command = TypeVar("Command", bound=Callable[..., Any])
Paint = Sequence[tuple[str, str]]  # (pattern, style)
CLAUSE = (r"\[[A-Z]{2,3}-[^\[\]]+\]", "dim")
BAD_INPUT = 2


class Cli(click.Group):
    """A group of commands in which bad input of any kind is one line and exit 2, never a traceback."""

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **how: Any
    ) -> NoReturn:
        given = list(sys.argv[1:] if args is None else args)
        how["standalone_mode"] = False
        speak_utf8()
        try:
            readable(given)
            code = super().main(given, prog_name or "grognard", **how)
        except (click.ClickException, GrognardError, OSError) as error:
            code = fail(error, "--json" in given)
        except click.Abort:
            click.echo("grognard: stopped", err=True)
            code = 130
        except Exception as error:
            if (blamed := blame_own_data(error)) is None:
                raise
            code = fail(blamed, "--json" in given)
        sys.exit(code if isinstance(code, int) else 0)


def add_alias(group: click.Group, command: click.Command, name: str) -> None:
    """Accept an earlier name of a command, without listing it."""
    alias = copy(command)
    alias.hidden = True
    group.add_command(alias, name)


def speak_utf8() -> None:
    """Write UTF-8 into files and pipes on any system; a letter that a terminal does not have is shown by its
    number.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def readable(given: Sequence[str]) -> None:
    """Bytes that are no UTF-8 come in as halves of characters, which nothing could print or write down; no
    file has a NUL in its name.
    """
    for text in given:
        if not text.isprintable() and re.search("[\0\ud800-\udfff]", text):
            raise GrognardError(f"{text!a} is not text: write it in UTF-8")


def fail(error: Exception, as_json: bool) -> int:
    """Says what was wrong, on one line; with `--json` as data too."""
    words = one_line("; ".join([_words(error), *getattr(error, "__notes__", ())]))
    if as_json:
        emit({"error": words, "rulings": rulings(error.rulings if isinstance(error, IllegalAction) else ())})
    click.echo(f"grognard: {words}", err=True)
    return BAD_INPUT


def _words(error: Exception) -> str:
    if isinstance(error, click.ClickException):
        message = error.format_message()
    elif isinstance(error, OSError):
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    else:
        message = str(error)
    return message


def rulings(result: Iterable[Ruling]) -> list[dict[str, str]]:
    return [{"clause": one.clause, "because": one.because} for one in result]


# ---------------------------------------------------------------- printing


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Output as JSON.")(command)


def emit(data: object) -> None:
    """Plain data, for programs."""
    click.echo(json.dumps(msgspec.to_builtins(data, str_keys=True), indent=2, ensure_ascii=False))


def say(text: str, paint: Paint = ()) -> None:
    """Words for people; coloured in a terminal, plain anywhere else."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.text import Text

    shown = Text(text)
    for pattern, style in (*paint, CLAUSE):
        shown.highlight_regex(pattern, style)
    Console(highlight=False, soft_wrap=True).print(shown)


@contextmanager
def progress(words: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time left, told (done, whole); silent without a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, whole: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(words),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(words)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


def wrap(words: Iterable[str], indent: str = "  ", width: int = 100) -> list[str]:
    """Words in lines of a readable length."""
    lines, line = [], indent
    for word in words:
        if len(line) + len(word) > width and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return [*lines, line.rstrip()] if line.strip() else lines


def pairs(given: Iterable[str], what: str) -> dict[str, str]:
    """`name=value` words as a mapping."""
    result = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not re.fullmatch(r"[\w-]+", name):
            raise GrognardError(f"write {what} as name=value, not {text!r}")
        result[name] = value
    return result
