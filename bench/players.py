"""How long the computer players think: whole turns in seconds of processor time, into bench/results.json."""

from __future__ import annotations

import argparse

from results import keep, row

from grognard.players.tournament import Job, Result, Settings, play

GAME = "sword-beach"
GOAL = 0.3  # of a turn of Fusilier


def games(name: str, count: int, clock: float | None) -> list[Result]:
    """A player against itself."""
    settings = Settings(game=GAME, players=(name,), clock=clock)
    return [play(settings, Job({"allied": name, "german": name}, number)) for number in range(count)]


def longest(results: list[Result]) -> list[float]:
    """The longest turn of either side in each game."""
    return [seconds for one in results for seconds in one.longest.values()]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--clock", type=float, default=0.5, help="seconds a turn that Marshal is given")
    args = parser.parse_args()
    games("fusilier", 1, None)  # tables are read once
    marshal = [seconds / args.clock for seconds in longest(games("marshal", 1, args.clock))]
    keep(
        {
            "players: a turn of plain, s": row(longest(games("plain", args.games, None)), 5.0, most=True),
            "players: a turn of Fusilier, s": row(
                longest(games("fusilier", args.games, None)), GOAL, most=True
            ),
            "players: a turn of Marshal / its clock": row(marshal, 1.0, most=True),
        }
    )


if __name__ == "__main__":
    main()
