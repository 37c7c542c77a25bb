"""Fit the chances of a scenario to games of a cheap player against itself.

python -m grognard.players.fit_chances purple-heart-draw-firefight standard --games 40

Each game gives one position for every turn: the first decision in it, with the game's margin and who won.
The weights are found by Newton's method with a penalty on large ones; the error is measured on games that
were left out. A model that tells no more than how often the first side won is not kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

import grognard
from grognard.core.facts import CHANCE

from .chances import FILE, Figure, Model, elapsed, share
from .playout import score
from .seat import sit, turn_of
from .tournament import margin_of

PENALTY = 1.0  # on the square of each weight of a scaled figure
STEPS = 25  # of Newton's method
FOLDS = 5


class Seen(NamedTuple):
    """A position of a game, and what the first side got in the end."""

    number: int
    turn: int
    figures: dict[str, float]
    result: float


def game_seen(game: str, scenario: str, player: str, number: int) -> list[Seen]:
    """The positions at the first decision of every turn."""
    state, margin = grognard.load(game).new(scenario, seed=f"chances/{number}"), margin_of(game)
    seats = {side: sit(player, game, side, seed=number) for side in state.sides}
    margins = dict[int, dict[str, float]]()
    while (mover := state.to_move) is not None:
        if mover == CHANCE:
            state.roll()
            continue
        if turn_of(state) not in margins:
            margins[turn_of(state)] = margin(state)
        state.push_legal(seats[mover].choose(state))
    return [Seen(number, turn, figures, score(state)) for turn, figures in margins.items()]


# ---------------------------------------------------------------- the fit


class Scale(NamedTuple):
    """A figure's name, mean and spread."""

    name: str
    mean: float
    spread: float


def scales(rows: Sequence[Seen]) -> list[Scale]:
    """The figures that are not always the same."""
    varying = []
    for name in rows[0].figures:
        values = [row.figures[name] for row in rows]
        mean = sum(values) / len(values)
        spread = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
        if spread > 0:
            varying.append(Scale(name, mean, spread))
    return varying


def columns(row: Seen, scaled: Sequence[Scale], turns: int) -> list[float]:
    """Each figure twice: its part early, and its part late."""
    late = elapsed(row.turn, turns)
    values = [1.0, *((row.figures[one.name] - one.mean) / one.spread for one in scaled)]
    return [part for value in values for part in (value * (1 - late), value * late)]


def fitted(rows: Sequence[Sequence[float]], results: Sequence[float]) -> list[float]:
    """The weights that make the results most likely.

    >>> [round(weight, 2) for weight in fitted([[1.0, -1.0], [1.0, 1.0]] * 50, [0.25, 0.75] * 50)]
    [0.0, 1.04]
    """
    width = len(rows[0])
    weights = [0.0] * width
    for _ in range(STEPS):
        slope = [-PENALTY * weight for weight in weights]
        bend = [[PENALTY * (a == b) for b in range(width)] for a in range(width)]
        for row, result in zip(rows, results, strict=True):
            guess = share(sum(map(float.__mul__, weights, row)))
            for a in range(width):
                slope[a] += (result - guess) * row[a]
                for b in range(width):
                    bend[a][b] += guess * (1 - guess) * row[a] * row[b]
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def solved(matrix: list[list[float]], wanted: list[float]) -> list[float]:
    """The solution of equations whose matrix is symmetric and positive.

    >>> solved([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0])
    [1.0, 0.5]
    """
    rows = [[*line, value] for line, value in zip(matrix, wanted, strict=True)]
    for at, pivot in enumerate(rows):
        scaled = rows[at] = [value / pivot[at] for value in pivot]
        for other in range(len(rows)):
            if other != at:
                factor = rows[other][at]
                rows[other] = [value - factor * part for value, part in zip(rows[other], scaled, strict=True)]
    return [row[-1] for row in rows]


def modelled(rows: Sequence[Seen], turns: int, made_by: str) -> Model:
    scaled = scales(rows)
    weights = fitted([columns(row, scaled, turns) for row in rows], [row.result for row in rows])
    pairs = [(round(a, 3), round(b, 3)) for a, b in zip(weights[::2], weights[1::2], strict=True)]
    figures = [
        Figure(one.name, round(one.mean, 3), round(one.spread, 3), *pair)
        for one, pair in zip(scaled, pairs[1:], strict=True)
    ]
    return Model(turns, *pairs[0], tuple(figures), len({row.number for row in rows}), 0.0, 0.0, made_by)


def measured(rows: Sequence[Seen], turns: int, made_by: str) -> Model:
    """The model of all games, with its errors on games left out of the fit."""
    error = blind = 0.0
    for fold in range(FOLDS):
        known = [row for row in rows if row.number % FOLDS != fold]
        model, rate = modelled(known, turns, ""), sum(row.result for row in known) / len(known)
        for row in (row for row in rows if row.number % FOLDS == fold):
            error += (model.chance(row.turn, row.figures) - row.result) ** 2
            blind += (rate - row.result) ** 2
    whole = modelled(rows, turns, made_by)
    return msgspec.structs.replace(
        whole, error=round(error / len(rows), 4), blind=round(blind / len(rows), 4)
    )


def keep(game: str, scenario: str, model: Model) -> Path:
    """Write it beside the game's players."""
    module = grognard.GAMES.part(game, "players")
    path = Path(str(getattr(module, "__file__", game))).with_name(FILE)
    old = msgspec.json.decode(path.read_bytes(), type=dict[str, Model]) if path.exists() else {}
    whole = dict(sorted((old | {scenario: model}).items()))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--player", default="plain")
    given = parser.parse_args()
    rows = [
        row
        for number in range(given.games)
        for row in game_seen(given.game, given.scenario, given.player, number)
    ]
    made_by = (
        f"python -m grognard.players.fit_chances {given.game} {given.scenario} --games {given.games}"
        f" --player {given.player}"
    )
    model = measured(rows, max(row.turn for row in rows), made_by)
    print(f"error {model.error} on games left out; {model.blind} without any figure")
    if model.error < model.blind:
        print(keep(given.game, given.scenario, model))


if __name__ == "__main__":
    main()
