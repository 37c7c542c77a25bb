"""`grognard print`: a game's sheets as PDF, or as a page with a print style."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

import grognard
from grognard.core.game import Game
from grognard.core.ruling import GrognardError
from grognard.core.state import State

from .books import ANY_NAME, question, topic_data, topic_lines
from .console import emit, json_option, say
from .files import open_state, refuse_itself, side_of


@click.command("print", short_help="Print a sheet of a game: PDF or HTML.", context_settings=ANY_NAME)
@click.argument("game")
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--out", type=click.Path(dir_okay=False), help="File to write, .pdf or .html (default: GAME-SHEET.pdf)."
)
@click.option(
    "--from",
    "record",
    type=click.Path(exists=True, dir_okay=False),
    help="Record or position that fills the sheet (default: a blank sheet).",
)
@click.option("--side", help="Side whose view is shown (default: everything).")
@json_option
def print_(
    game: str, words: Sequence[str], out: str | None, record: str | None, side: str | None, as_json: bool
) -> None:
    """Print a sheet of a game as PDF or HTML.

    Give the values of a SHEET as --name value. Without SHEET the sheets are listed.
    """
    from grognard import sheets

    rules = grognard.load(game)
    available = sheets.sheets(rules)
    name, given = question(words)
    if name is None:
        listed = dict(map(topic_data, available.values()))
        return emit(listed) if as_json else say("\n".join(topic_lines(available)) or f"{game} has no sheets")
    if side and name in available and any(p.name == "side" for p in available[name].parameters):
        given["side"] = side  # a sheet that is told the side itself
    known = _known_position(rules, record, side)
    if known is None and side and "side" not in given:
        raise GrognardError("--side goes with --from: without a record there is nothing to hide")
    path = _sheet_path(out or f"{game}-{name}.pdf", record)
    made = sheets.make(rules, name, given, known)
    data = sheets.html(made).encode() if path.suffix == ".html" else sheets.pdf(made)
    path.write_bytes(data)
    result = {"file": str(path), "sheet": name, "bytes": len(data)}
    return emit(result) if as_json else say(f"{made.title}: {path}")


def _known_position(rules: Game, record: str | None, side: str | None) -> State | None:
    """The position of a record, as far as a side knows it."""
    if not record:
        return None
    state = open_state(record)[0]
    if state.game is not rules:
        raise GrognardError(f"{record} is a game of {state.game.name}, not of {rules.name}")
    side_of(state, side)
    return state.known_to(side) if side else state


def _sheet_path(out: str, record: str | None) -> Path:
    if record:
        refuse_itself(record, out)
    path = Path(out)
    if path.suffix not in (".pdf", ".html"):
        raise GrognardError(f"a sheet is written as .pdf or .html, not {out!r}")
    return path
