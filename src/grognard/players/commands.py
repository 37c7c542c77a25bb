"""The command line of the computer players: `players`, `computer`, `hint`, `tournament`, `league`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING

import click

from grognard.core.facts import CHANCE
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.play.console import Command, emit, json_option, pairs, progress, say
from grognard.play.describe import Entry, describe_entry, due, due_lines, step_title, story_lines
from grognard.play.files import changing, open_state, require_dice, rolls_itself, side_of

from .advice import advise
from .registry import adviser
from .review_command import review

if TYPE_CHECKING:
    from .advice import HintRow
    from .seat import PlainCandidate, Seat

MAX_ACTIONS = 50_000


def _seat(player: str | None, strength: int, clock: float | None, game: str, side: str, seed: str) -> Seat:
    from .registry import default
    from .seat import sit

    return sit(player or default(game), game, side, strength=strength, clock=clock, seed=seed)


def player_options(command: Command) -> Command:
    for option in (
        click.option(
            "--seed",
            default="0",
            show_default=True,
            help="Random seed; without --clock the same seed gives the same game.",
        ),
        click.option(
            "--clock",
            type=float,
            metavar="SECONDS",
            help="Thinking time per turn (default: a fixed amount of work).",
        ),
        click.option(
            "--strength", type=click.IntRange(1, 10), default=10, show_default=True, help="Playing strength."
        ),
        click.option(
            "--player",
            help=(
                "Computer player (see `players`), or module:function (default: the usual opponent;"
                " for `hint` the strongest)."
            ),
        ),
    ):
        command = option(command)
    return command


@click.command(short_help="List the computer players.")
@click.argument("game", required=False)
@json_option
def players(game: str | None, as_json: bool) -> None:
    """List the computer players of all games or of one."""
    import grognard

    from .registry import members_of, players_of, roster

    listed = players_of(grognard.load(game).name) if game else roster()
    league = members_of(grognard.load(game).name) if game else []
    if as_json:
        return emit([*(one.plain() for one in listed), *({**one.plain(), "league": True} for one in league)])
    say(
        "\n".join(f"{one.name:<10} {one.character}  ({', '.join(one.games) or 'any game'})" for one in listed)
    )
    if league:
        say("\nPlayers of the league, each with one idea (see `league`):")
        say(
            "\n".join(
                f"{one.name:<14} {one.character}  ({' and '.join(one.sides or ('both sides',))})"
                for one in league
            )
        )


@click.command(short_help="Let a computer player act in a record.")
@click.argument("file")
@click.option("--side", help="Side to play, or `both` (default: the side to move).")
@player_options
@click.option("--explain", is_flag=True, help="Alternatives with every decision.")
@json_option
def computer(
    file: str,
    side: str | None,
    player: str | None,
    strength: int,
    clock: float | None,
    seed: str,
    explain: bool,
    as_json: bool,
) -> None:
    """Let a computer player act in a record.

    It acts until the other side must decide. Dice are rolled when they are due.
    """
    with changing(file) as match:
        sides = _sides(match, side)
        seats = {one: _seat(player, strength, clock, match.game.name, one, seed) for one in sides}
        done, judged = _play(match, seats, explain)
    next_ = due(match.state)
    if as_json:
        return emit({"done": done, "next": next_})
    for one, candidates in zip(done, judged, strict=True):
        say("\n".join([*story_lines(one), *map(_candidate_line, candidates)]))
    return say("\n".join(due_lines(next_, match.dice_kind == "typed")))


def _sides(match: Match, side: str | None) -> list[str]:
    state = match.state
    if side == "both":
        return list(state.sides)
    if side is None:
        if state.to_move not in state.sides:
            raise GrognardError("no side is to move; name one with --side")
        return [str(state.to_move)]
    side_of(state, side)
    return [side]


def _play(
    match: Match, seats: Mapping[str, Seat], explain: bool
) -> tuple[list[Entry], list[list[PlainCandidate]]]:
    """What was done, and of each action how it was judged, as far as that was asked."""
    done: list[Entry] = []
    judged: list[list[PlainCandidate]] = []
    state = match.state
    for _ in range(MAX_ACTIONS):
        candidates: list[PlainCandidate] = []
        require_dice(match)
        if rolls_itself(match):
            events = match.roll()
        elif seat := seats.get(str(state.to_move)):
            decision = seat.think(state) if explain else None
            if decision:
                candidates = [one.plain() for one in decision.explain()]
            events = match.do(decision.action if decision else seat.choose(state))
        else:
            return done, judged
        entry = describe_entry(state, match.line_of(-1), events)
        if candidates:
            entry["candidates"] = candidates
        done.append(entry)
        judged.append(candidates)
    raise GrognardError(f"no end after {MAX_ACTIONS} actions")


@click.command(short_help="Ask a computer player what it would do.")
@click.argument("file")
@click.option("--most", default=5, show_default=True, type=click.IntRange(1), help="Number of alternatives.")
@player_options
@json_option
def hint(
    file: str, most: int, player: str | None, strength: int, clock: float | None, seed: str, as_json: bool
) -> None:
    """Ask a computer player what it would do.

    Prints its action and its alternatives, each with how it is typed, how much more or less it scores than
    the advice, odds and clauses. It sees only the view of the side to move. The record is not changed.
    """
    state, _ = open_state(file)
    if state.to_move == CHANCE:
        what = f"the dice are due ({state.purpose}); grognard act {file} roll"
        raise GrognardError(f"no side is to move: {what}")
    if state.to_move not in state.sides:
        raise GrognardError("no side is to move: the game is over")
    if not state.legal_actions():
        raise GrognardError(f"no decision is due in this step ({state.purpose})")
    name = player or adviser(state.game.name)
    seat = _seat(name, strength, clock, state.game.name, str(state.to_move), seed)
    advice = advise(name, state, seat.think(state), most)
    if as_json:
        return emit({"side": state.to_move, **advice})
    say(f"{step_title(str(state.to_move), state.purpose or '')} [{state.due_clause}]")
    say(advice["text"])
    best = next(one for one in advice["candidates"] if one["action"] == advice["action"])
    return say("\n".join(_row_line(one, one["value"] - best["value"]) for one in advice["candidates"]))


def _row_line(one: HintRow, more: float) -> str:
    """A choice in words, how much more it scores than the advice, and how it is typed.

    >>> row = {"value": 1.0, "action": "done", "text": "end the phase", "why": "", "odds": {}, "clauses": []}
    >>> _row_line(row, -0.5)
    '     -0.50  end the phase (done)'
    """
    return f"  {more + 0:+8.2f}  {one['text']} ({one['action']}){_grounds(one)}"


def _candidate_line(one: PlainCandidate) -> str:
    return f"  {one['value']:+8.2f}  {one['action']}{_grounds(one)}"


def _grounds(one: PlainCandidate) -> str:
    """The reason of a choice, its odds and clauses, as far as there are any."""
    odds = ", ".join(f"{result} {chance}" for result, chance in one["odds"].items())
    clauses = " ".join(f"[{clause}]" for clause in one["clauses"])
    reasons = "; ".join(filter(None, (one["why"], odds)))
    return (f": {reasons}" if reasons else "") + (f" {clauses}" if clauses else "")


def many_games(what: str, count: str) -> Callable[[Command], Command]:
    """The options of a command that plays many games and can be stopped and gone on with."""
    options = (
        click.option("--games", default=200, show_default=True, type=click.IntRange(0), help=count),
        click.option(
            "--clock",
            type=float,
            metavar="SECONDS",
            help="Processor time per turn (default: a fixed amount of work).",
        ),
        click.option("--seed", type=int, default=1, show_default=True, help=f"Seed of the {what}."),
        click.option("--scenario", default="standard", show_default=True, help="Scenario to play."),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="Optional rule or interpretation.",
        ),
        click.option(
            "--workers", type=click.IntRange(1, 256), help="Number of processes (default: one per core)."
        ),
        click.option(
            "--out",
            required=True,
            type=click.Path(file_okay=False),
            help=f"Output folder; an unfinished {what} in it is resumed.",
        ),
    )
    return lambda command: reduce(lambda wrapped, option: option(wrapped), reversed(options), command)


@click.command(short_help="Play a tournament; Elo with intervals.")
@click.argument("game")
@click.option(
    "--players",
    "names",
    required=True,
    metavar="NAME,NAME,...",
    help="Players (see `players`); NAME:3 plays at strength 3, NAME:10:0.5 with half a second per turn.",
)
@many_games("tournament", "Games per pairing, half of them with the sides exchanged.")
@click.option(
    "--strength", type=click.IntRange(1, 10), default=10, show_default=True, help="Playing strength."
)
@json_option
def tournament(
    game: str,
    names: str,
    games: int,
    clock: float | None,
    strength: int,
    seed: int,
    scenario: str,
    options: tuple[str, ...],
    workers: int | None,
    out: str,
    as_json: bool,
) -> None:
    """Play a tournament and write a report with Elo ratings.

    Each pairing plays both sides with the same dice. Every finished game is written to OUT/games.jsonl at
    once, so a stopped tournament can be resumed. When all games are played the command writes OUT/report.md
    and OUT/report.html; `--games 0` writes them from the games played so far.
    """
    from pathlib import Path

    import grognard

    from . import standings
    from .tournament import Settings, check, open_folder, run

    rules, folder = grognard.load(game), Path(out)
    chosen = split_names(names)
    settings = Settings(
        game=game,
        players=chosen,
        clock=clock,
        strength=strength,
        seed=seed,
        scenario=scenario,
        options=pairs(options, "an option"),
        version=rules.version,
    )
    check(settings)  # what is wrong is said before there is a bar
    open_folder(folder, settings)
    with progress("games", quiet=as_json) as tell:
        results = run(settings, games, folder, workers, tell)
    sides = rules.position.sides
    report = standings.summary(settings, results, sides)
    (folder / "report.md").write_text(standings.markdown(report, sides), "utf-8")
    (folder / "report.html").write_text(standings.page(report, sides), "utf-8")
    if as_json:
        return emit(report)
    say((folder / "report.md").read_text("utf-8"))
    return say(f"{folder / 'report.html'} and report.md are written")


@click.command(short_help="Test a player against the league's pool.")
@click.argument("game")
@click.option("--candidate", help="Player to test (default: the strongest of the game).")
@click.option(
    "--members",
    "only",
    metavar="NAME,NAME,...",
    help="Members of the pool to meet (default: all of them).",
)
@click.option(
    "--challengers",
    default="",
    metavar="NAME,NAME,...",
    help="Players that are not in the pool, or module:function; those that win more than 55 % join it.",
)
@many_games(
    "league",
    "Games against each member, half from each side; half as many against a member of one side.",
)
@json_option
def league(
    game: str,
    candidate: str | None,
    only: str | None,
    challengers: str,
    games: int,
    clock: float | None,
    seed: int,
    scenario: str,
    options: tuple[str, ...],
    workers: int | None,
    out: str,
    as_json: bool,
) -> None:
    """Test a player against every member of the league's pool.

    The candidate passes if it wins at least 45 % against every member from every side. The dice of a game are
    the same against every member and from both sides. Every finished game is written to OUT/games.jsonl at
    once, so a stopped league can be resumed. The command prints its report and writes it to OUT/report.md;
    `--games 0` writes it from the games played so far.
    """
    from pathlib import Path

    import grognard

    from . import league as pool
    from .tournament import Settings

    rules, folder = grognard.load(game), Path(out)
    name = candidate or adviser(rules.name)
    settings = Settings(
        game=rules.name,
        players=(name,),
        clock=clock,
        seed=seed,
        scenario=scenario,
        options=pairs(options, "an option"),
        version=rules.version,
    )
    members = pool.pool(rules.name, name, split_names(only), split_names(challengers))
    pool.check(settings, members)
    with progress("games", quiet=as_json) as tell:
        results = pool.run(settings, members, games, folder, workers, tell)
    report = pool.summary(settings, members, results)
    (folder / "report.md").write_text(pool.markdown(report), "utf-8")
    if as_json:
        return emit(report)
    say((folder / "report.md").read_text("utf-8"))
    return say(f"{folder / 'report.md'} is written")


def split_names(text: str | None) -> tuple[str, ...]:
    """The names of a list with commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in (text or "").split(",") if name.strip()))


ALL = (players, computer, hint, review, tournament, league)
