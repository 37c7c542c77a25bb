"""How the points develop when computer players play both sides: `python -m
grognard.players.longest_day.balance --games 200 --allied staff --german staff`.

A run is repeatable from its first seed. `--out` keeps every game as a line of JSON, so that a long run can be
taken up again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import TypedDict

import grognard
from grognard.core.facts import CHANCE
from grognard.games.longest_day.days import date_words
from grognard.games.longest_day.pieces import ALLIED, GERMAN, SIDES
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.victory import hex_points, losses, points
from grognard.players.registry import find
from grognard.players.seat import PlayerSettings, PlayerView

# What the Allies held of the scored hexes, by the end of the day: history, approximate.
HISTORY = {0: 4, 1: 7, 2: 7, 4: 7, 7: 7, 9: 7, 12: 7}


class DayRow(TypedDict):
    """How a game stands at the end of a day."""

    day: int
    points: int
    held: list[str]
    lost: dict[str, int]


class Played(TypedDict):
    """One game."""

    seed: int
    scenario: str
    days: list[DayRow]
    outcome: list[str] | None
    actions: int


def margin(state: LongestDay) -> dict[str, float]:
    """How clear a game was: the Allied points."""
    return {"points": points(state)}


def play(
    scenario: str, seed: int, days: int | None = None, names: Sequence[str] = ("plain", "plain")
) -> Played:
    """One game seat against seat, the Allied player first; the points at the end of every day."""
    game = grognard.load("longest-day")
    state = game.new(scenario, seed=seed)
    assert isinstance(state, LongestDay)
    decide = {side: find(name, game.name).load() for side, name in zip(SIDES, names, strict=True)}
    seats = {side: PlayerSettings(rng=Random(f"{seed}/{side}")) for side in SIDES}  # noqa: S311
    lines: list[DayRow] = []
    today = state.day
    while (side := state.to_move) is not None and (days is None or state.day <= days):
        if side == CHANCE:
            state.roll()
        else:
            state.push_legal(decide[side](PlayerView(side, state, state.legal_actions()), seats[side]).action)
        if state.day != today or state.to_move is None:
            lines.append(_line(state, today))
            today = state.day
    outcome = state.outcome()
    return {
        "seed": seed,
        "scenario": scenario,
        "days": lines,
        "outcome": list(outcome) if outcome else None,
        "actions": len(state.actions),
    }


def _line(state: LongestDay, day: int) -> DayRow:
    return {
        "day": day,
        "points": points(state),
        "held": sorted(hex_points(state)),
        "lost": {side: losses(state, side) for side in (ALLIED, GERMAN)},
    }


def report(games: list[Played]) -> list[str]:
    """By day: median points, the middle half, losses, and how often the places that mattered were held."""
    lines = [
        "day        games  points (quarter, median, three quarters)  history  lost allied/german  Bayeux "
        " Caen"
    ]
    for day in sorted({row["day"] for game in games for row in game["days"]}):
        rows = [row for game in games for row in game["days"] if row["day"] == day]
        scored = sorted(row["points"] for row in rows)
        quarter = [scored[int(len(scored) * part)] for part in (0.25, 0.5, 0.75)]
        lost = [round(median(row["lost"][side] for row in rows)) for side in (ALLIED, GERMAN)]
        held = [f"{sum(h in row['held'] for row in rows) / len(rows):.0%}" for h in ("0708", "2015")]
        past = HISTORY.get(day, "")
        lines.append(
            f"{date_words(day):10} {len(rows):5}  {quarter[0]:5} {quarter[1]:5} {quarter[2]:5} {past!s:>26} "
            f" {lost[0]:8}/{lost[1]:<8} {held[0]:>6} {held[1]:>6}"
        )
    return [*lines, *_ends(games)]


def _ends(games: list[Played]) -> list[str]:
    """The points of games that are over, and how often each side won."""
    ended = [(game["days"][-1]["points"], game["outcome"]) for game in games if game["outcome"]]
    wins = Counter(f"{side} ({how})" for _, (side, how, *_) in ended)
    if len(ended) < len(games):
        wins["not finished"] = len(games) - len(ended)
    points = " ".join(str(one) for one in sorted(points for points, _ in ended))
    return [f"points at the end: {points}", ", ".join(f"{name}: {n}" for name, n in sorted(wins.items()))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--allied", default="plain", help="the Allied player (default: plain)")
    parser.add_argument("--german", default="plain", help="the German player (default: plain)")
    parser.add_argument("--scenario", default="bridgehead")
    parser.add_argument("--days", type=int, help="stop after this day, counted from 0")
    parser.add_argument("--seconds", type=float, default=3600, help="begin no game after so long")
    parser.add_argument(
        "--out", type=Path, help="games as lines of JSON; those already in it are not played again"
    )
    args = parser.parse_args()
    done = (
        [json.loads(line) for line in args.out.read_text().splitlines()]
        if args.out and args.out.exists()
        else []
    )
    seen, start = {game["seed"] for game in done}, time.monotonic()
    for seed in range(args.first, args.first + args.games):
        if seed in seen or time.monotonic() - start > args.seconds:
            continue
        done.append(play(args.scenario, seed, args.days, (args.allied, args.german)))
        last = done[-1]["days"][-1]
        print(
            f"seed {seed}: {last['points']} points on {date_words(last['day'])},"
            f" {done[-1]['actions']} actions, {time.monotonic() - start:.0f} s",
            flush=True,
        )
        if args.out:
            with args.out.open("a") as file:
                file.write(json.dumps(done[-1]) + "\n")
    print("\n".join(report(done)))


if __name__ == "__main__":
    main()
