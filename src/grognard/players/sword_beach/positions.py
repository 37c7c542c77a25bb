# ruff: noqa: S311  (games to learn from, not the dice of a table)
"""Positions of many games of the league, to fit the evaluation to (`fit.py`).

python -m grognard.players.sword_beach.positions --games 10000 --seed 1 --out positions.jsonl

Every game draws a conduct for each side. In most games both sides play it quickly (the best candidate at
once, weights blurred a little); in some they plan as Marshal does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

import grognard
from grognard.core.facts import CHANCE, DONE, Action
from grognard.games.sword_beach.pieces import ALLIED, GERMAN, SIDES
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.supply import supplied
from grognard.players.seat import Seat

from . import exploiters, fusilier, marshal, openings, plain, tempers
from .conduct import FUSILIER, Conduct, book
from .ground import Weight
from .lookahead import answer_of_chance, quick_moves

GAME = "sword-beach"
MAX_ACTIONS = 20_000
# shares of the games: both sides plan; the Allied side plans; one side plays plain; else both are quick
PLANNED, ALLIED_PLANS, PLAIN = 0.04, 0.08, 0.08
# a quick player forgets to move so many of its units, at most: quick Allied players are weak without that
IDLE = {ALLIED: 0.1, GERMAN: 0.7}
BLUR = 0.25  # of the weights of a quick player, as a standard deviation of their logarithms
BLURRED = ("near", "post", "take", "hit", "fear", "enough", "nerve", "thrift", "nuisance", "landing", "ring")
Choose = Callable[[SwordBeach], Action]


# turn, mover, hex and steps of each unit; then sets in hexadecimal: units that wait, beachheads, cities the
# Allies hold, hexes in supply, units that have just landed
Position = tuple[int, str, list[int], list[int], str, str, str, str, str]


class LeagueGame(msgspec.Struct, frozen=True, array_like=True):
    """One game: who played, who won, and its positions."""

    seats: dict[str, str]
    planned: bool  # by both sides
    allied_wins: bool
    positions: list[Position]


def snapshot(state: SwordBeach) -> Position:
    sets = (state.waiting, state.beachheads, state.allied_cities, supplied(state), state.landed)
    waiting, beachheads, cities, fed, landed = (f"{int(one):x}" for one in sets)
    return (
        state.turn,
        str(state.to_move),
        [int(hex_) for hex_ in state.at],
        list(state.steps),
        waiting,
        beachheads,
        cities,
        fed,
        landed,
    )


# ---------------------------------------------------------------- players


class Quick:
    """A player that takes the best candidate at once and moves a whole phase in one go."""

    def __init__(self, side: str, conduct: Conduct, rng: Random) -> None:
        self.side, self.conduct, self.rng = side, conduct, rng
        self.opening = openings.drawn({"conduct": conduct}, rng)
        self.idle = rng.uniform(0, IDLE[side])
        self.blur = {name: 2.718 ** rng.gauss(0, BLUR) for name in BLURRED}
        self.phase: object = None
        self.queue: list[Action] = []
        self.weight = Weight()

    def choose(self, state: SwordBeach) -> Action:
        actions, name = state.legal_actions(), state.step.name
        if (forced := actions.forced()) is not None:
            return forced
        if self.phase != (state.turn, name, state.to_move):
            self._begin(state)
        if name.endswith("movement"):
            action = next((one for one in self.queue if one in actions), None)
            if action is not None:
                self.queue.remove(action)
                return action
            if DONE in actions:
                return DONE
        opening = openings.SCORERS.get(name)
        if opening is None:
            return fusilier.pick(state, actions, self.side, self.weight)
        scored = opening(state, actions, self.side, self.weight, self.opening)
        return max(scored, key=lambda one: one.value).action

    def _begin(self, state: SwordBeach) -> None:
        name = state.step.name
        weight = tempers.temper_of(state, self.side, self.conduct).ground
        blurred = {key: getattr(weight, key) * by for key, by in self.blur.items()}
        self.weight = weight._replace(rough=True, **blurred)
        self.phase = (state.turn, name, state.to_move)
        if name.endswith("movement"):
            moves = quick_moves(state, state.legal_actions(), self.side, self.weight)
            self.queue = [one for one in moves if self.rng.random() >= self.idle]


def seats_of(number: int, seed: int) -> tuple[dict[str, str], bool, dict[str, Choose]]:
    """Who plays a game: a conduct for each side that has an idea for it."""
    rng = Random(f"{seed}/{number}/seats")
    kind = rng.random()
    chosen = {
        side: rng.choice([one for one in book().conduct if side in one.sides]).drawn(rng) for side in SIDES
    }
    names = {side: one.name for side, one in chosen.items()}
    if kind < PLANNED:
        return names, True, {side: _planner(one, side, rng) for side, one in chosen.items()}
    players: dict[str, Choose] = {side: Quick(side, one, rng).choose for side, one in chosen.items()}
    if kind < PLANNED + ALLIED_PLANS:
        players[ALLIED] = _planner(chosen[ALLIED], ALLIED, rng)
    elif kind < PLANNED + ALLIED_PLANS + PLAIN:
        side = rng.choice(SIDES)
        names[side], players[side] = "plain", Seat(plain.decide, side, seed=rng.random()).choose
    return names, False, players


def _planner(conduct: Conduct, side: str, rng: Random) -> Choose:
    decide = exploiters.quick if conduct.mind == FUSILIER else marshal.decide_in
    seat = Seat(decide, side, seed=rng.random())
    seat.orders.notes["conduct"] = conduct
    return seat.choose


# ---------------------------------------------------------------- games


def play(number: int, seed: int) -> LeagueGame:
    """Play a game to its end and keep the positions before movement phases."""
    names, planned, players = seats_of(number, seed)
    state, rng = grognard.load(GAME).new(seed=f"{seed}/{number}"), Random(f"{seed}/{number}/dice")
    assert isinstance(state, SwordBeach)
    positions, seen = [], set[tuple[int, str]]()
    for _ in range(MAX_ACTIONS):
        mover = state.to_move
        if mover is None:
            break
        if mover == CHANCE:
            state.push_legal(answer_of_chance(state, rng))
            continue
        key = (state.turn, state.step.name)
        if key[1] in (f"{ALLIED} movement", f"{GERMAN} movement") and key not in seen:
            seen.add(key)
            positions.append(snapshot(state))
        state.push_legal(players[mover](state))
    return LeagueGame(names, planned, state.won[0] == ALLIED, positions)


def read(file: Path) -> Iterator[LeagueGame]:
    """The games of a file."""
    for line in file.read_bytes().splitlines():
        yield msgspec.json.decode(line, type=LeagueGame)


class Arguments(NamedTuple):
    games: int
    seed: int
    first: int
    out: Path


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play games of the league and keep their positions.")
    parser.add_argument("--games", type=int, default=10_000, help="Games to play (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="Seed of the games (default: 1)")
    parser.add_argument("--first", type=int, default=0, help="Number of the first game (default: 0)")
    parser.add_argument("--out", type=Path, default=Path("positions.jsonl"), help="File to append to")
    chosen = Arguments(**vars(parser.parse_args(words)))
    with chosen.out.open("ab") as out:
        for number in range(chosen.first, chosen.first + chosen.games):
            out.write(msgspec.json.encode(play(number, chosen.seed)) + b"\n")


if __name__ == "__main__":
    main()
