"""Games of Marshal against itself with every opening of either side, to choose openings by measured odds.

python -m grognard.players.sword_beach.opening_odds --games 144 --seed 7 --out openings.json
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec

import grognard
from grognard.core.facts import CHANCE
from grognard.games.sword_beach.pieces import ALLIED, SIDES
from grognard.players.seat import sit

from .opening_book import Book, Row
from .openings import BEACHES, DROPS, SETUPS, Opening

GAME, PLAYER = "sword-beach", "marshal"
FORWARD = "panzer forward"


def candidates() -> list[Opening]:
    """Every pair of beaches against every set-up, the drop zones in turn."""
    pairs = list(product(BEACHES, (*SETUPS, FORWARD)))
    return [
        Opening(beaches, DROPS[(number + shift) % len(DROPS)], setup)
        for shift in range(len(DROPS))
        for number, (beaches, setup) in enumerate(pairs)
    ]


def play(number: int, seed: int) -> tuple[Opening, bool]:
    """One game, without a clock: its opening, and whether the Allies won."""
    opening = candidates()[number % len(candidates())]
    state = grognard.load(GAME).new(seed=f"{seed}/{number}")
    seats = {side: sit(PLAYER, GAME, side, seed=f"{seed}/{number}") for side in SIDES}
    for seat in seats.values():
        seat.orders.notes["opening"] = opening
    while (mover := state.to_move) is not None:
        if mover == CHANCE:
            state.roll()
        else:
            state.push(seats[mover].choose(state))
    end = state.outcome()
    return opening, end is not None and end.winner == ALLIED


def rows(results: Iterator[tuple[Opening, bool]]) -> list[Row]:
    """The wins of each opening."""
    found: dict[Opening, list[int]] = {}
    for opening, won in results:
        count = found.setdefault(opening, [0, 0])
        count[0] += 1
        count[1] += won
    return [Row(*opening, games, allied) for opening, (games, allied) in sorted(found.items())]


def played(file: Path) -> list[tuple[Opening, bool]]:
    """The games that a file of lines holds."""
    if not file.exists():
        return []
    return [msgspec.json.decode(line, type=tuple[Opening, bool]) for line in file.read_bytes().splitlines()]


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure the openings of Sword Beach by games.")
    parser.add_argument("--games", type=int, default=1200, help="Games to play (default: 1200)")
    parser.add_argument("--seed", type=int, default=1, help="Seed of the games (default: 1)")
    parser.add_argument("--out", type=Path, default=Path("openings.json"), help="File of the odds")
    chosen = parser.parse_args(words)
    lines = chosen.out.with_suffix(".jsonl")  # each game as it ends: a run that was stopped is gone on with
    done = played(lines)[: chosen.games]
    with lines.open("ab") as out:
        for number in range(len(done), chosen.games):
            done.append(play(number, chosen.seed))
            out.write(msgspec.json.encode(done[-1]) + b"\n")
            out.flush()
    command = f"python -m {__spec__.name} --games {chosen.games} --seed {chosen.seed}"
    book = Book(command, grognard.load(GAME).version, rows(iter(done)))
    chosen.out.write_bytes(msgspec.json.format(msgspec.json.encode(book)) + b"\n")


if __name__ == "__main__":
    main()
