"""The command line of the computer players: `players`, `computer`, `hint`."""

from __future__ import annotations

from typing import Any

import click

from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.play.console import emit, json_option, pairs, progress, say
from grognard.play.files import changing, dice_kind, open_state, require_dice, rolls_itself, side_of
from grognard.play.words import due, due_lines, story_lines, told

MOST_ACTIONS = 50_000


def _who(player: str | None, strength: int, clock: float | None, game: str, side: str, seed: str) -> Any:
    from .registry import default
    from .seat import sit

    return sit(player or default(game), game, side, strength=strength, clock=clock, seed=seed)


def player_options(command: Any) -> Any:
    for option in (
        click.option(
            "--seed",
            default="0",
            show_default=True,
            help="Of the player's whims; without a clock the same seed plays the same game.",
        ),
        click.option(
            "--clock", type=float, metavar="SECONDS", help="Thinking time a turn; without one a fixed amount of work."
        ),
        click.option("--strength", type=click.IntRange(1, 10), default=10, show_default=True),
        click.option("--player", help="Who plays; see `players`. Your own is written module:function."),
    ):
        command = option(command)
    return command


@click.command(short_help="List the computer players.")
@click.argument("game", required=False)
@json_option
def players(game: str | None, as_json: bool) -> None:
    """List the computer players, of all games or of one."""
    import grognard

    from .registry import players_of, roster

    found = players_of(grognard.load(game).name) if game else roster()
    if as_json:
        return emit([player.plain() for player in found])
    return say("\n".join(f"{one.name:<10} {one.character}  ({', '.join(one.games) or 'any game'})" for one in found))


@click.command(short_help="Let a computer player act in a record.")
@click.argument("file")
@click.option("--side", help="Whom it plays; whoever is to move if not given, `both` plays the game out.")
@player_options
@click.option("--explain", is_flag=True, help="Tell with every decision what else was thought of.")
@json_option
def computer(
    file: str, side: str | None, player: str | None, strength: int, clock: float | None, seed: str, explain: bool, as_json: bool
) -> None:
    """Let a computer player act in a record until somebody else has to; dice are rolled as they come up."""
    with changing(file) as match:
        sides = _sides(match, side)
        seats = {one: _who(player, strength, clock, match.game.name, one, seed) for one in sides}
        done = _play(match, seats, explain)
    next_ = due(match.state)
    if as_json:
        return emit({"done": done, "next": next_})
    for one in done:
        say("\n".join([*story_lines(one), *(_candidate_line(c) for c in one.get("candidates", ()))]))
    return say("\n".join(due_lines(next_, dice_kind(match) == "typed")))


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


def _play(match: Match, seats: dict[str, Any], explain: bool) -> list[dict[str, Any]]:
    done: list[dict[str, Any]] = []
    state = match.state
    for _ in range(MOST_ACTIONS):
        extra: dict[str, Any] = {}
        require_dice(match)
        if rolls_itself(match):
            events = match.roll()
        elif seat := seats.get(str(state.to_move)):
            decision = seat.think(state) if explain else None
            if decision:
                extra["candidates"] = [one.plain() for one in decision.explain()]
            events = match.do(decision.action if decision else seat.choose(state))
        else:
            return done
        done.append(told(state, match.lines[len(state.actions)], events) | extra)
    raise GrognardError(f"no end after {MOST_ACTIONS} actions")


@click.command(short_help="Ask a computer player what it would do.")
@click.argument("file")
@click.option("--most", default=5, show_default=True, type=click.IntRange(1), help="Alternatives to tell of.")
@player_options
@json_option
def hint(file: str, most: int, player: str | None, strength: int, clock: float | None, seed: str, as_json: bool) -> None:
    """Ask a computer player what it would do now, with the alternatives it thought of, their values, odds and clauses.

    It answers from what the side to move may know; nothing is changed.
    """
    state, _ = open_state(file)
    if state.to_move not in state.sides:
        raise GrognardError("no side is to move")
    seat = _who(player, strength, clock, state.game.name, str(state.to_move), seed)
    decision = seat.think(state)
    found = [one.plain() for one in decision.explain(most)]
    if as_json:
        return emit({"side": state.to_move, "action": str(decision.action), "candidates": found})
    say(f"{state.to_move} - {state.purpose} [{state.step.clause}]: {decision.action}")
    return say("\n".join(_candidate_line(one) for one in found))


def _candidate_line(one: dict[str, Any]) -> str:
    odds = ", ".join(f"{result} {chance}" for result, chance in one["odds"].items())
    clauses = " ".join(f"[{clause}]" for clause in one["clauses"])
    return (
        f"  {one['value']:+8.2f}  {one['action']}: {one['why']}"
        + (f"; {odds}" if odds else "")
        + (f" {clauses}" if clauses else "")
    )


@click.command(short_help="Let players meet each other; Elo with intervals.")
@click.argument("game")
@click.option(
    "--players",
    "names",
    required=True,
    metavar="NAME,NAME,...",
    help="Who takes part; see `players`. NAME:3 plays at strength 3, NAME:10:0.5 with half a second a turn.",
)
@click.option(
    "--games",
    default=200,
    show_default=True,
    type=click.IntRange(0),
    help="Games a pairing, half of them with the sides changed.",
)
@click.option("--clock", type=float, metavar="SECONDS", help="Processor time a turn; without one a fixed amount of work.")
@click.option("--strength", type=click.IntRange(1, 10), default=10, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An optional rule or a reading.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes; one for each core if not given.")
@click.option("--out", required=True, type=click.Path(file_okay=False), help="The folder; a tournament there is gone on with.")
@json_option
def tournament(
    game: str, names: str, games: int, clock: float | None, strength: int, seed: int, options: tuple[str, ...], workers: int | None,
    out: str, as_json: bool,
) -> None:  # fmt: skip
    """Let players meet each other, both ways round on the same dice, and write a report.

    Every finished game is kept in OUT/games.jsonl at once: stopped and started again, the tournament goes on. When all
    games are there the same command writes OUT/report.md and OUT/report.html anew; `--games 0` writes them from what is there.
    """
    from pathlib import Path

    import grognard

    from . import standings
    from .tournament import Settings, check, open_folder, run

    rules, folder = grognard.load(game), Path(out)
    chosen = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    settings = Settings(
        game=game,
        players=chosen,
        clock=clock,
        strength=strength,
        seed=seed,
        options=pairs(options, "an option"),
        version=rules.version,
    )
    check(settings)  # what is wrong is said before there is a bar
    open_folder(folder, settings)
    with progress("games", quiet=as_json) as tell:
        results = run(settings, games, folder, workers, tell)
    sides = rules.position.sides
    found = standings.summary(settings, results, sides)
    (folder / "report.md").write_text(standings.markdown(found, sides), "utf-8")
    (folder / "report.html").write_text(standings.page(found, sides), "utf-8")
    if as_json:
        return emit(found)
    say((folder / "report.md").read_text("utf-8"))
    return say(f"{folder / 'report.html'} and report.md are written")


ALL = (players, computer, hint, tournament)
