"""The command line: `grognard`."""

from __future__ import annotations

import gc
import tomllib
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

import grognard
from grognard.core.files import read_file, remove_unfinished_line, unfinished_tail
from grognard.core.game import NewGame
from grognard.core.lines import read_lines, written
from grognard.core.notation import write_position
from grognard.core.record import PAST, REVEAL, ROLL, Match
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.players import commands
from grognard.study import commands as studying
from grognard.study.forecast import forecast
from grognard.study.odds import odds

from . import books, new_game, printing, table
from .console import Cli, add_alias, emit, json_option, pairs, say
from .describe import Entry, describe_entry, due, due_lines, narrate, paint_of, position_data, story_lines
from .files import (
    DICE,
    begin,
    changing,
    check_record,
    compare,
    enforcement_option,
    known_position,
    make_dice,
    not_its_move,
    open_record,
    open_state,
    option_option,
    refuse_itself,
    refuse_overwriting,
    require_dice,
    rolls_itself,
    side_of,
)
from .proof import proof_data, proof_lines
from .verdict import instead, lines, verdict, verdict_for

LAST = 8  # lines of the log that `show` ends with


@click.group(cls=Cli, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(grognard.__version__, message="grognard %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play board wargames with complete, enforced rules.

    Without a command the table opens in your browser.
    """
    gc.set_threshold(LAZY)
    if ctx.invoked_subcommand is None:
        from grognard.web.serve import open_table

        open_table()


LAZY = (
    100_000  # a game keeps its history: looking for rubbish in it every few hundred objects only costs time
)


for command in (
    books.games,
    books.rules,
    books.options,
    books.ask,
    new_game.new_game,
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
@click.option("--scenario", default="standard", show_default=True, help="Scenario to play.")
@click.option("--out", type=click.Path(dir_okay=False), help="Record to write (default: GAME.grog).")
@click.option("--seed", help="Seed for seeded dice: the same seed gives the same rolls.")
@click.option("--dice", type=click.Choice(DICE), help="Kind of dice (default: committed by both sides).")
@click.option(
    "--phrase",
    "phrases",
    multiple=True,
    metavar="SIDE=TEXT",
    help="Phrase that a side adds to its committed dice.",
)
@option_option
@enforcement_option
@click.option("--force", is_flag=True, help="Overwrite an existing record.")
@json_option
def new(
    game: str,
    scenario: str,
    out: str | None,
    seed: str | None,
    dice: str | None,
    phrases: Sequence[str],
    options: Sequence[str],
    enforcement: str,
    force: bool,
    as_json: bool,
) -> None:
    """Start a game and its record."""
    rules = grognard.load(game)
    source = make_dice(rules, dice, seed, pairs(phrases, "a phrase"))
    how = NewGame(options=pairs(options, "an option"), enforcement=enforcement, dice=source)
    path = out or f"{game}.grog"
    match = begin(rules, path, force, scenario, **how)
    if as_json:
        return emit({"file": path, **match.lines[0], "next": due(match.state)})
    say(f"{rules.title}, {scenario}: {path} begun, dice {source.kind}, {enforcement}")
    return say("\n".join(due_lines(due(match.state), source.kind == "typed")))


@main.command(short_help="Show the position.")
@click.argument("file")
@click.option("--side", help="Side whose view is shown (default: everything).")
@click.option("--svg", type=click.Path(dir_okay=False), help="File for a picture of the position (.svg).")
@json_option
def show(file: str, side: str | None, svg: str | None, as_json: bool) -> None:
    """Show the position of a record or a position file."""
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
    last = narrate(match, side)[-LAST:] if match else []
    next_ = due(state, side)
    if as_json:
        return emit(
            {
                "game": game.name,
                "side": side,
                "position": position_data(state, side),
                "last": last,
                "next": next_,
            }
        )
    if game.screen:
        say(game.screen(state, side) + "\n", paint_of(game))
    if last:
        say("\n".join(["Last:", *(f"  {line}" for one in last for line in story_lines(one))]))
    return say("\n".join(due_lines(next_, match is not None and match.dice_kind == "typed")))


@main.command(short_help="Write the position as TOML.")
@click.argument("file")
@click.option("--side", help="Side whose view is written (default: everything).")
@json_option
def position(file: str, side: str | None, as_json: bool) -> None:
    """Write the position as TOML that can be read back."""
    state = open_state(file)[0]
    side_of(state, side)
    text = (
        f"# what the {side} side may know\n{write_position(known_position(state, side))}"
        if side
        else write_position(state)
    )
    if as_json:
        return emit(tomllib.loads(text))
    return click.echo(text, nl=False)


@main.command()
@click.argument("file")
@click.option("--turn", type=int, help="Game turn to print, 0 for the set-up (default: all turns).")
@click.option("--side", help="Side whose view is shown (default: everything).")
@click.option(
    "--actions", is_flag=True, help="Each action as typed, before its sentences (default: sentences only)."
)
@json_option
def replay(file: str, turn: int | None, side: str | None, actions: bool, as_json: bool) -> None:
    """Print the game log, action by action."""
    match = open_record(file)
    side_of(match.state, side)
    result = [one for one in narrate(match, side) if turn is None or one["turn"] == turn]
    if turn is not None and not result:
        raise GrognardError(f"{file}: no action in turn {turn}")
    if as_json:
        return emit(result)
    now = None
    for one in result:
        if one["turn"] != now:
            now = one["turn"]
            say(f"--- game turn {now} ---" if now else "--- before game turn 1 ---")
        if lines := story_lines(one, actions):
            say("\n".join(lines))
    return say("\n".join(due_lines(due(match.state, side)))) if turn is None else None


# ---------------------------------------------------------------- acting


@main.command(short_help="Check, play and record actions.")
@click.argument("file")
@click.argument("actions", nargs=-1, required=True)
@click.option("--no-roll", is_flag=True, help="No automatic roll of dice that are due afterwards.")
@json_option
def act(file: str, actions: Sequence[str], no_roll: bool, as_json: bool) -> None:
    """Check, play and record actions: all of them or none.

    An action is written as the rules name it: "move 8/3 1537", "support guns+guns", "done". "roll" lets the
    game's dice answer; with typed dice write the result: "roll 4", "draw guns 6".
    """
    with changing(file) as match:
        done = [one for text in actions for one in perform(match, text, not no_roll)]
    next_ = due(match.state)
    if as_json:
        return emit({"done": done, "next": next_})
    say("\n".join(line for one in done for line in story_lines(one)))
    return say("\n".join(due_lines(next_, match.dice_kind == "typed")))


def perform(match: Match, text: str, roll: bool) -> list[Entry]:
    """One action, and the rolls that answer it."""
    done = []
    try:
        require_dice(match)
        events = match.roll() if text.strip().casefold() == "roll" else match.do(text)
        done.append(describe_entry(match.state, match.line_of(-1), events))
    except IllegalAction as error:
        if (other := instead(match.state, match.game.parse(text))) is not None:
            error.add_note(f"legal is: {other}")
        raise
    while roll and rolls_itself(match):
        events = match.roll()
        done.append(describe_entry(match.state, match.line_of(-1), events))
    return done


@main.command()
@click.argument("file")
@click.option("--unit", help="Unit whose actions are listed (default: all units).")
@click.option("--count", is_flag=True, help="Number of legal actions only.")
@click.option(
    "--side", help="Side whose view is listed: its own choices while it acts (default: everything)."
)
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
    result = [
        action for action in state.legal_actions() if name is None or name in msgspec.structs.astuple(action)
    ]
    if count:
        return emit({"count": len(result)}) if as_json else click.echo(str(len(result)))
    if as_json:
        return emit(list(map(str, result)))
    return say("\n".join(table.listing(result)) or "nothing")


@main.command(short_help="Say whether an action is legal, and why.")
@click.argument("file")
@click.argument("action")
@click.option("--side", help="Side whose view is shown (default: everything).")
@json_option
def judge(file: str, action: str, side: str | None, as_json: bool) -> None:
    """Say whether an action is legal, and why.

    Prints the clauses and the figures. Exits with 1 if the action is illegal.
    """
    state = open_state(file)[0]
    side_of(state, side)
    judgment = verdict_for(state, side, action) if side else verdict(state, action)
    if as_json:
        emit(judgment)
    else:
        say("\n".join(lines(judgment)))
    click.get_current_context().exit(0 if judgment["legal"] else 1)


@main.command()
@click.argument("file")
@click.option("--past-rolls", is_flag=True, help="Undo even if dice were rolled since.")
@click.option("--past-reveals", is_flag=True, help="Undo even if something hidden was shown since.")
@json_option
def undo(file: str, past_rolls: bool, past_reveals: bool, as_json: bool) -> None:
    """Undo the last decision.

    The record keeps the decision. Dice that are rolled again give new results.
    """
    allowed = [kind for kind, given in ((ROLL, past_rolls), (REVEAL, past_reveals)) if given]
    with changing(file) as match:
        try:
            taken = [str(action) for action in match.undo(allowed)]
        except GrognardError as error:
            if (
                flag := {PAST[ROLL]: "--past-rolls", PAST[REVEAL]: "--past-reveals"}.get(str(error))
            ) is not None:
                error.add_note(f"{flag} takes it back, and the record shows it")
            raise
    next_ = due(match.state)
    if as_json:
        return emit({"undone": taken, "next": next_})
    say("\n".join(f"taken back: {text}" for text in taken))
    return say("\n".join(due_lines(next_, match.dice_kind == "typed")))


# ---------------------------------------------------------------- checking and sharing


@main.command(short_help="Serve the table to browsers.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 for any free port.",
)
@click.option(
    "--database", metavar="URL", help="Database of the games (default: a SQLite file in your data folder)."
)
@click.option(
    "--name", "names", multiple=True, help="Host name that a proxy uses for this server (default: none)."
)
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
    help="Computer-player processes per worker.",
)
@click.option(
    "--rate",
    default=20.0,
    show_default=True,
    type=click.FloatRange(0),
    help="Requests per second from one address; 0 for no limit.",
)
@click.option(
    "--webhooks",
    type=click.Choice(["public", "any"]),
    help="Addresses that notices may go to: public or any (default: no notices).",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@click.option("--check", is_flag=True, help="Check the database and every record; exit 1 if one is damaged.")
@json_option
def serve(
    host: str,
    port: int,
    database: str | None,
    names: tuple[str, ...],
    workers: int,
    thinkers: int,
    rate: float,
    webhooks: str | None,
    open_page: bool,
    check: bool,
    as_json: bool,
) -> None:
    """Serve the table to browsers until you stop it."""
    from grognard.web.serve import run, run_check

    if check:
        click.get_current_context().exit(0 if run_check(database, as_json) else 1)
    run(host, port, database, names, as_json, open_page, workers, thinkers, rate, webhooks)


@main.command(short_help="Check a record from the first line to the last.")
@click.argument("file")
@click.option(
    "--against",
    type=click.Path(dir_okay=False),
    help="Older copy that this record must continue (default: none).",
)
@json_option
def verify(file: str, against: str | None, as_json: bool) -> None:
    """Check every action, roll and digest of a record.

    Prints what the check proves. Exits with 2 and names the first line that differs.
    """
    result = check_record(file)
    if against:
        try:
            compare(read_lines(read_file(file)), read_lines(read_file(against)))
        except GrognardError as error:
            raise GrognardError(f"{file}: {error}") from None
    if as_json:
        return emit({"file": file, "ok": True, **proof_data(result), "against": against})
    say(f"{file}: {result.lines} lines, every digest right")
    say("\n".join(proof_lines(result)))
    return say(f"goes on from {against}") if against else None


@main.command(short_help="Repair a record with an unfinished last line.")
@click.argument("file")
@json_option
def repair(file: str, as_json: bool) -> None:
    """Repair a record with an unfinished last line.

    Removes that line. Its action was never confirmed to a player. Every line before it stays.
    """
    data = read_file(file)
    if not (gone := unfinished_tail(data)):
        raise GrognardError(f"{file}: its last line is whole; there is nothing to repair")
    match = open_record(file, data[:-gone])  # what is no record is refused, and left as it is
    remove_unfinished_line(file, data)
    if as_json:
        return emit({"file": file, "bytes": gone, "lines": match.saved})
    return say(f"{file}: {gone} bytes of an unfinished line are off; the {match.saved} lines before it check")


add_alias(main, repair, "mend")


@main.command(short_help="Export a copy that hides the other side's secrets.")
@click.argument("file")
@click.option("--side", required=True, help="Side that gets the copy.")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="Copy to write.")
@click.option("--force", is_flag=True, help="Overwrite an existing copy.")
@json_option
def copy(file: str, side: str, out: str, force: bool, as_json: bool) -> None:
    """Export a copy that hides the other side's secrets.

    Lines that are hidden from the side stay sealed in the copy. `verify FILE --against COPY` checks the
    record later.
    """
    match = open_record(file)
    side_of(match.state, side)
    refuse_overwriting(out, force)
    refuse_itself(file, out)
    result = match.copy_for(side)
    Path(out).write_bytes(written(result))
    sealed = sum("seal" in line and "salt" not in line for line in result)
    if as_json:
        return emit({"file": out, "side": side, "lines": len(result), "sealed": sealed})
    return say(f"{out}: {len(result)} lines for {side}, {sealed} of them sealed")
