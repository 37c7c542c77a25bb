"""The command line: `grognard`."""

from __future__ import annotations

import gc
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

import grognard
from grognard.core.facts import CHANCE
from grognard.core.notation import write_position
from grognard.core.record import Match, read_file, read_lines, take_off, unfinished
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.core.state import ENFORCEMENT
from grognard.players import commands
from grognard.study import commands as studying
from grognard.study.forecast import forecast
from grognard.study.odds import odds

from . import books, printing, table
from .console import Cli, emit, json_option, pairs, say
from .files import (
    DICE,
    begin,
    changing,
    compare,
    dice_kind,
    make_dice,
    not_its_move,
    open_record,
    open_state,
    refuse_itself,
    refuse_overwriting,
    require_dice,
    rolls_itself,
    side_of,
    sight,
)
from .verdict import instead, lines, verdict, verdict_for
from .words import due, due_lines, paint_of, position_data, story, story_lines, told

LAST = 8  # lines of the log that `show` ends with


@click.group(cls=Cli, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(grognard.__version__, message="grognard %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Board wargames with complete rules: played, judged, explained, recorded."""
    gc.set_threshold(LAZY)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


LAZY = 100_000  # a game keeps its history: looking for rubbish in it every few hundred objects only costs time


for command in (
    books.games,
    books.rules,
    books.options,
    books.ask,
    printing.print_,
    table.play,
    *commands.ALL,
    studying.study,
    odds,
    forecast,
):
    main.add_command(command)


# ---------------------------------------------------------------- beginning and looking


@main.command()
@click.argument("game")
@click.option("--scenario", default="standard", show_default=True)
@click.option("--out", type=click.Path(dir_okay=False), help="The record to write; GAME.grog if not given.")
@click.option("--seed", help="Seeded dice: the same seed, the same rolls.")
@click.option("--dice", type=click.Choice(DICE), help="Committed by both sides (the default), seeded, or typed from real dice.")
@click.option("--phrase", "phrases", multiple=True, metavar="SIDE=TEXT", help="A side's own words in its committed dice.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An optional rule or a reading; see `options`.")
@click.option("--enforcement", type=click.Choice(ENFORCEMENT), default=ENFORCEMENT[0], show_default=True)
@click.option("--force", is_flag=True, help="Write over an old record.")
@json_option
def new(
    game: str, scenario: str, out: str | None, seed: str | None, dice: str | None, phrases: Sequence[str],
    options: Sequence[str], enforcement: str, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Begin a record."""
    rules = grognard.load(game)
    source = make_dice(rules, dice, seed, pairs(phrases, "a phrase"))
    how = {"options": pairs(options, "an option"), "enforcement": enforcement, "dice": source}
    path = out or f"{game}.grog"
    match = begin(rules, path, force, scenario, **how)
    if as_json:
        return emit({"file": path, **match.lines[0], "next": due(match.state)})
    say(f"{rules.title}, {scenario}: {path} begun, dice {source.kind}, {enforcement}")
    return say("\n".join(due_lines(due(match.state), source.kind == "typed")))


@main.command(short_help="Show the position.")
@click.argument("file")
@click.option("--side", help="Only what this side may know.")
@click.option("--svg", type=click.Path(dir_okay=False), help="Draw the position into this file (.svg).")
@json_option
def show(file: str, side: str | None, svg: str | None, as_json: bool) -> None:
    """Show the position a record or a position file leads to."""
    state, match = open_state(file)
    side_of(state, side)
    game = state.game
    if svg:
        if game.picture is None:
            raise GrognardError(f"{game.name} cannot be drawn")
        refuse_itself(file, svg)
        if Path(svg).suffix != ".svg":
            raise GrognardError(f"a picture is written as .svg, not {svg!r}")
        Path(svg).write_text(game.picture(state, side), "utf-8")
    last = story(match, side)[-LAST:] if match else []
    next_ = due(state, side)
    if as_json:
        return emit({"game": game.name, "side": side, "position": position_data(state, side), "last": last, "next": next_})
    if game.screen:
        say(game.screen(state, side) + "\n", paint_of(game))
    if last:
        say("\n".join(["Last:", *(f"  {line}" for one in last for line in story_lines(one))]))
    return say("\n".join(due_lines(next_, match is not None and dice_kind(match) == "typed")))


@main.command(short_help="Write the position as a short TOML text.")
@click.argument("file")
@click.option("--side", help="Only what this side may know; what is hidden from it is left out.")
@json_option
def position(file: str, side: str | None, as_json: bool) -> None:
    """Write the position as a short TOML text that can be read back."""
    state = open_state(file)[0]
    side_of(state, side)
    text = f"# as far as the {side} side knows\n{write_position(sight(state, side))}" if side else write_position(state)
    if as_json:
        return emit(tomllib.loads(text))
    return click.echo(text, nl=False)


@main.command()
@click.argument("file")
@click.option("--turn", type=int, help="Only this game turn; 0 is what comes before turn 1.")
@click.option("--side", help="Only what this side may know.")
@json_option
def replay(file: str, turn: int | None, side: str | None, as_json: bool) -> None:
    """Tell the game, action by action."""
    match = open_record(file)
    side_of(match.state, side)
    found = [one for one in story(match, side) if turn is None or one["turn"] == turn]
    if turn is not None and not found:
        raise GrognardError(f"{file}: nothing was done in turn {turn}")
    if as_json:
        return emit(found)
    now = None
    for one in found:
        if one["turn"] != now:
            now = one["turn"]
            say(f"--- game turn {now} ---" if now else "--- before game turn 1 ---")
        say("\n".join(story_lines(one)))
    return say("\n".join(due_lines(due(match.state, side)))) if turn is None else None


# ---------------------------------------------------------------- acting


@main.command(short_help="Do something: judge, carry out, write down.")
@click.argument("file")
@click.argument("actions", nargs=-1, required=True)
@click.option("--no-roll", is_flag=True, help="Do not roll what is due afterwards.")
@json_option
def act(file: str, actions: Sequence[str], no_roll: bool, as_json: bool) -> None:
    """Judge actions, carry them out and write them down: all of them, or none.

    An action is written as the rules name it: "move 8/3 1537", "support guns+guns", "done". "roll" lets the game's
    dice answer; with typed dice write what came up: "roll 4", "draw guns 6".
    """
    with changing(file) as match:
        done = [one for text in actions for one in perform(match, text, not no_roll)]
    next_ = due(match.state)
    if as_json:
        return emit({"done": done, "next": next_})
    say("\n".join(line for one in done for line in story_lines(one)))
    return say("\n".join(due_lines(next_, dice_kind(match) == "typed")))


def perform(match: Match, text: str, roll: bool) -> list[dict[str, Any]]:
    """One action, and the rolls that answer it."""
    done = []
    try:
        require_dice(match)
        events = match.roll() if text.strip().casefold() == "roll" else match.do(text)
        done.append(told(match.state, match.lines[len(match.state.actions)], events))
    except IllegalAction as error:
        if (other := instead(match.state, match.game.parse(text))) is not None:
            error.add_note(f"legal is: {other}")
        raise
    while roll and rolls_itself(match):
        events = match.roll()
        done.append(told(match.state, match.lines[len(match.state.actions)], events))
    return done


@main.command()
@click.argument("file")
@click.option("--unit", help="Only what this unit can do.")
@click.option("--count", is_flag=True, help="Only how many there are.")
@click.option("--side", help="Only what this side may know: its own choices, when it is to act.")
@json_option
def legal(file: str, unit: str | None, count: bool, side: str | None, as_json: bool) -> None:
    """List the legal actions."""
    state, _ = open_state(file)
    if side_of(state, side) and (objection := not_its_move(state, str(side))) is not None:
        raise GrognardError(str(objection))
    same = state.game.vocabulary.same
    if unit and same and unit.casefold() not in same:
        raise GrognardError(f"there is no unit {unit!r}")
    name = same.get(unit.casefold(), unit) if unit else None
    found = [action for action in state.legal_actions() if name is None or name in msgspec.structs.astuple(action)]
    if count:
        return emit({"count": len(found)}) if as_json else click.echo(str(len(found)))
    if as_json:
        return emit(list(map(str, found)))
    return say("\n".join(table.listing(found)) or "nothing")


@main.command(short_help="Say whether an action is legal, and why.")
@click.argument("file")
@click.argument("action")
@click.option("--side", help="Only what this side may know.")
@json_option
def judge(file: str, action: str, side: str | None, as_json: bool) -> None:
    """Say whether an action is legal, by which clauses, with which figures; exit 1 if it is not."""
    state = open_state(file)[0]
    side_of(state, side)
    said = verdict_for(state, side, action) if side else verdict(state, action)
    if as_json:
        emit(said)
    else:
        say("\n".join(lines(said)))
    click.get_current_context().exit(0 if said["legal"] else 1)


@main.command()
@click.argument("file")
@click.option("--past-rolls", is_flag=True, help="Also when a roll has answered it.")
@json_option
def undo(file: str, past_rolls: bool, as_json: bool) -> None:
    """Take the last decision back."""
    with changing(file) as match:
        try:
            taken = [str(action) for action in match.undo(past_rolls)]
        except GrognardError as error:
            if not past_rolls and match.lines[-1].get("by") == CHANCE:
                error.add_note("--past-rolls takes it back all the same")
            raise
    next_ = due(match.state)
    if as_json:
        return emit({"undone": taken, "next": next_})
    say("\n".join(f"taken back: {text}" for text in taken))
    return say("\n".join(due_lines(next_, dice_kind(match) == "typed")))


# ---------------------------------------------------------------- checking and sharing


@main.command(short_help="Serve the table to browsers.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: one that is free.")
@click.option("--database", metavar="URL", help="Where the games are kept; a SQLite file in your data folder if not given.")
@click.option("--name", "names", multiple=True, help="A name a proxy calls this server by.")
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Worker processes; more than one needs PostgreSQL.",
)
@click.option(
    "--thinkers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes in which computer players think, of each worker.",
)
@click.option(
    "--rate",
    default=20.0,
    show_default=True,
    type=click.FloatRange(0),
    help="Requests a second of one address in the long run; 0 is no limit.",
)
@click.option(
    "--webhooks",
    type=click.Choice(["public", "any"]),
    help="Send notices to addresses players give: on the public internet, or any.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@json_option
def serve(
    host: str, port: int, database: str | None, names: tuple[str, ...], workers: int, thinkers: int, rate: float,
    webhooks: str | None, open_page: bool, as_json: bool,
) -> None:  # fmt: skip
    """Serve the table to browsers, until it is stopped."""
    try:
        from grognard.web.serve import run
    except ModuleNotFoundError as error:
        raise GrognardError(f'the table needs {error.name}; install it with: pip install "grognard[web]"') from None
    run(host, port, database, names, as_json, open_page, workers, thinkers, rate, webhooks)


@main.command(short_help="Check a record from the first line to the last.")
@click.argument("file")
@click.option("--against", type=click.Path(dir_okay=False), help="An older copy that this record must go on from.")
@json_option
def verify(file: str, against: str | None, as_json: bool) -> None:
    """Play a record again and check every action, roll and digest; exit 2 names the first line that differs."""
    match = open_record(file)
    if against:
        try:
            compare(match.lines, read_lines(read_file(against)))
        except GrognardError as error:
            raise GrognardError(f"{file}: {error}") from None
    kind = dice_kind(match)
    found = {"file": file, "ok": True, "lines": len(match.lines), "rolls": match.state.rolls, "dice": kind}
    if as_json:
        return emit(found | {"against": against})
    rolls = "typed in and taken on trust" if kind == "typed" else "all check"
    say(f"{file}: {len(match.lines)} lines, every action legal, every digest right")
    say(f"dice {kind}: {match.state.rolls} rolls, {rolls}")
    return say(f"goes on from {against}") if against else None


@main.command(short_help="Take off a last line whose writing was broken off.")
@click.argument("file")
@json_option
def mend(file: str, as_json: bool) -> None:
    """Take off the last line of a record if its writing was broken off: that action was never answered, all before it stands."""
    data = read_file(file)
    if not (gone := unfinished(data)):
        raise GrognardError(f"{file}: its last line is whole; there is nothing to mend")
    match = open_record(file, data[:-gone])  # what is no record is refused, and left as it is
    take_off(file, data)
    if as_json:
        return emit({"file": file, "bytes": gone, "lines": len(match.lines)})
    return say(f"{file}: {gone} bytes of an unfinished line are off; the {len(match.lines)} lines before it check")


@main.command(short_help="Write the copy a side may be given.")
@click.argument("file")
@click.option("--side", required=True, help="For whom.")
@click.option("--out", required=True, type=click.Path(dir_okay=False))
@click.option("--force", is_flag=True, help="Write over an old copy.")
@json_option
def copy(file: str, side: str, out: str, force: bool, as_json: bool) -> None:
    """Write the copy a side may be given: while secrets stand, the other side's are sealed in it."""
    match = open_record(file)
    side_of(match.state, side)
    refuse_overwriting(out, force)
    refuse_itself(file, out)
    found = match.copy_for(side)
    Path(out).write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in found))
    sealed = sum("seal" in line and "do" not in line for line in found)
    if as_json:
        return emit({"file": out, "side": side, "lines": len(found), "sealed": sealed})
    return say(f"{out}: {len(found)} lines for {side}, {sealed} of them sealed")
