"""`grognard study`: thousands of games, and what they say."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grognard.core.ruling import GrognardError
from grognard.play.console import emit, json_option, pairs, progress, say

from .numbers import Interval
from .tally import Tally

if TYPE_CHECKING:
    from .plan import Plan


def _vary(given: tuple[str, ...]) -> dict[str, list[str]]:
    return {
        name: values.split(",") if values else [] for name, values in pairs(given, "what to vary").items()
    }


def _players(named: dict[str, str | None], given: tuple[str, ...]) -> dict[str, str]:
    return {side: name for side, name in named.items() if name} | pairs(given, "a player")


@click.command(short_help="Play thousands of games and write a report.")
@click.argument("game")
@click.option(
    "--games",
    default=1000,
    show_default=True,
    type=click.IntRange(1),
    help="Number of games over all settings.",
)
@click.option("--allied", help="Player of the Allied side (see `players`).")
@click.option("--american", help="Player of the American side.")
@click.option("--german", help="Player of the German side.")
@click.option("--player", "players", multiple=True, metavar="SIDE=NAME", help="Player of any other side.")
@click.option(
    "--clock",
    type=float,
    metavar="SECONDS",
    help="Thinking time per turn (default: a fixed amount of work).",
)
@click.option(
    "--strength", "strengths", multiple=True, metavar="SIDE=1..10", help="Strength of a side, 1 to 10."
)
@click.option("--scenario", default="standard", show_default=True, help="Scenario to play.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Optional rule or interpretation for all games (see `options`).",
)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="NAME=V1,V2",
    help="Optional rule or interpretation to compare.",
)
@click.option(
    "--figures",
    is_flag=True,
    help="Change each reconstructed figure that the game names, one at a time, and compare.",
)
@click.option("--seed", default="1", show_default=True, help="Seed of the study.")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False),
    help="Folder of your own data files (default: $GROGNARD_DATA).",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False),
    help="Output folder; an unfinished study in it is resumed.",
)
@click.option(
    "--engine",
    "kind",
    default="processes",
    show_default=True,
    type=click.Choice(["processes", "serial", "dask"]),
    help="Engine that runs the games.",
)
@click.option("--workers", type=click.IntRange(1), help="Number of workers (default: all cores).")
@click.option(
    "--address", metavar="HOST:PORT", help="Address of a Dask scheduler (default: a cluster on this machine)."
)
@json_option
def study(
    game: str,
    games: int,
    allied: str | None,
    american: str | None,
    german: str | None,
    players: tuple[str, ...],
    clock: float | None,
    strengths: tuple[str, ...],
    scenario: str,
    options: tuple[str, ...],
    varied: tuple[str, ...],
    figures: bool,
    seed: str,
    data: str | None,
    out: str,
    kind: str,
    workers: int | None,
    address: str | None,
    as_json: bool,
) -> None:
    """Play thousands of games and write a report.

    The output folder gets the rows as JSON lines and CSV, and the report. Without --clock the same seed gives
    the same rows with any engine and any number of workers. To resume a stopped study, give the same command
    again.
    """
    if data:
        os.environ["GROGNARD_DATA"] = os.path.abspath(
            data
        )  # before the game is loaded, here and in the workers
    from .engines import engine
    from .plan import make_plan
    from .run import run

    try:
        strength = {side: int(number) for side, number in pairs(strengths, "a strength").items()}
    except ValueError:
        raise GrognardError("write a strength as side=number") from None
    plan = make_plan(
        game,
        games=games,
        seed=seed,
        players=_players({"allied": allied, "american": american, "german": german}, players),
        scenario=scenario,
        clock=clock,
        strength=strength,
        options=pairs(options, "an option"),
        vary=_vary(varied),
    )
    if figures:
        return _figures(plan, out, workers, as_json)
    with engine(kind, workers, address) as chosen, progress(plan.game) as tell:
        tally = run(plan, out, chosen, tell)
    if as_json:
        return emit(tally.plain())
    return say("\n".join(lines(tally, out)))


def _figures(plan: Plan, out: str, workers: int | None, as_json: bool) -> None:
    from .figures import plain, run

    changes = run(plan, Path(out), workers, lambda words: click.echo(words, err=True))
    if as_json:
        return emit(plain(changes))
    rows = [
        f"{one.figure}: {one.value}: wins {one.by['wins'].words('+.1%')}"
        + "".join(f"; {name} {by.words('+.2f')}" for name, by in one.by.items() if name != "wins")
        for one in changes
    ]
    return say("\n".join([*rows, f"report: {out}/report.html"]))


def lines(tally: Tally, out: str) -> Iterator[str]:
    for name, part in tally.parts.items():
        rates = "; ".join(f"{side} {part.rate(side).words('.1%')}" for side in tally.sides)
        yield f"{name}: {part.games:,} games; wins: {rates}"
    for row in tally.effect_rows():
        need, one = row["pairs_to_tell"], row["pairs"] < 2
        words = (
            f"{need:,} pairs of games would settle it"
            if need
            else "one pair settles nothing"
            if one
            else "no difference seen"
        )
        change = Interval(**row["change"]).words("+.1%")
        yield f"{row['option']} {row['from']} to {row['to']}: {row['side']} {change}; {words}"
    yield f"report: {out}/report.html"
