"""Fit the evaluation to positions of the league, with scikit-learn; playing does not need it.

python -m grognard.players.sword_beach.fit positions.jsonl --out evaluation.json --report evaluation.md
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import msgspec
import numpy as np

from grognard.core.hexes import members
from grognard.games.sword_beach.pieces import SIDE, SIDES
from grognard.games.sword_beach.position import SwordBeach

from .evaluation import BANDS, FILE, Band, Evaluation, Network, band_of, model
from .features import FIELDS, LAST, features
from .judgement import balance
from .positions import LeagueGame, Position, read

TEST_SHARE = 5  # every fifth game is kept for the test
HIDDEN = 16
SEED = 1
SLACK = 0.1  # of the linear model: the best of five by cross-validation on 850 games


class Stored(NamedTuple):
    """A stored position as `features` reads it."""

    turn: int
    beachheads: int
    allied_cities: int
    waiting: int
    landed: int


class Table(NamedTuple):
    """Rows of figures: one position each, with its turn, its game's number and who won; and the older,
    hand-made balance of the position.
    """

    figures: Any
    older: Any
    turns: Any
    games: Any
    won: Any


def row(position: Position) -> list[float]:
    turn, mover, at, steps, waiting, beachheads, cities, fed, landed = position
    sets = [int(one, 16) for one in (beachheads, cities, waiting, landed)]
    return features(Stored(turn, *sets), at, steps, int(fed, 16), mover == "allied")


def older_balance(position: Position) -> float:
    """`judgement.balance` of a stored position."""
    turn, _, at, steps, _, beachheads, cities, _, _ = position
    on_map = sum(1 << unit for unit, hex_ in enumerate(at) if hex_ >= 0)
    occupied = dict.fromkeys(SIDES, 0)
    for unit in members(on_map):
        occupied[SIDE[unit]] |= 1 << at[unit]
    seen = SimpleNamespace(
        won=(),
        turn=turn,
        at=at,
        steps=steps,
        on_map=on_map,
        occupied=occupied,
        beachheads=int(beachheads, 16),
        allied_cities=int(cities, 16),
    )
    return balance(cast(SwordBeach, seen))


def table(games: Sequence[LeagueGame]) -> Table:
    rows = [
        (row(position), older_balance(position), position[0], number, game.allied_wins)
        for number, game in enumerate(games)
        for position in game.positions
    ]
    figures, older, turns, numbers, won = zip(*rows, strict=True)
    return Table(
        np.array(figures, dtype=np.float32),
        np.array(older),
        np.array(turns),
        np.array(numbers),
        np.array(won, dtype=int),
    )


def chosen(rows: Table, mask: Any) -> Table:
    return Table(*(column[mask] for column in rows))


def log_loss(chance: Any, won: Any) -> float:
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def with_turn(rows: Table) -> Any:
    return np.column_stack([rows.figures, rows.turns / LAST])


# ---------------------------------------------------------------- models


def fit_linear(rows: Table) -> tuple[Band, ...]:
    """One logistic regression for each band of turns."""
    from sklearn.linear_model import LogisticRegression

    found = []
    for last in BANDS:
        part = chosen(rows, np.array([band_of(int(turn)) == last for turn in rows.turns]))
        model = LogisticRegression(C=SLACK, max_iter=2000).fit(part.figures, part.won)
        weights = tuple(round(float(one), 4) for one in model.coef_[0])
        found.append(Band(last, round(float(model.intercept_[0]), 4), weights))
    return tuple(found)


def fit_network(rows: Table) -> Network:
    """A network with one hidden layer over the figures and the turn."""
    from sklearn.neural_network import MLPClassifier

    model = MLPClassifier(
        (HIDDEN,),
        alpha=3e-3,
        batch_size=512,
        max_iter=40,
        early_stopping=True,
        n_iter_no_change=4,
        random_state=SEED,
    ).fit(with_turn(rows), rows.won)
    (first, second), (bias, last) = model.coefs_, model.intercepts_
    return Network(
        tuple(tuple(round(float(one), 4) for one in column) for column in first.T),
        tuple(round(float(one), 4) for one in bias),
        tuple(round(float(one), 4) for one in second[:, 0]),
        round(float(last[0]), 4),
    )


def older_loss(train: Table, test: Table) -> float:
    """The loss of the hand-made balance, with a constant and a scale fitted for each band of turns."""
    from sklearn.linear_model import LogisticRegression

    loss = 0.0
    for last in BANDS:
        parts = [
            chosen(rows, np.array([band_of(int(turn)) == last for turn in rows.turns]))
            for rows in (train, test)
        ]
        model = LogisticRegression().fit(parts[0].older.reshape(-1, 1), parts[0].won)
        if len(parts[1].won):
            chance = model.predict_proba(parts[1].older.reshape(-1, 1))[:, 1]
            loss += log_loss(chance, parts[1].won) * len(parts[1].won)
    return loss / len(test.won)


def trees_loss(train: Table, test: Table) -> float:
    """The loss of boosted trees, for comparison."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = HistGradientBoostingClassifier(
        max_iter=150, learning_rate=0.08, max_leaf_nodes=15, random_state=SEED
    )
    model.fit(with_turn(train), train.won)
    return log_loss(model.predict_proba(with_turn(test))[:, 1], test.won)


def model_loss(model: Evaluation, rows: Table) -> float:
    odds = [
        model.log_odds(list(map(float, one)), int(turn))
        for one, turn in zip(rows.figures, rows.turns, strict=True)
    ]
    return log_loss(1 / (1 + np.exp(-np.array(odds))), rows.won)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Fit the evaluation to positions of the league.")
    parser.add_argument("positions", type=Path, help="File of `positions`")
    parser.add_argument("--out", type=Path, default=Path(FILE), help=f"Model to write (default: {FILE})")
    parser.add_argument("--report", type=Path, default=Path("evaluation.md"), help="Report to write")
    parser.add_argument("--model", choices=("linear", "network"), default="linear", help="Model to keep")
    options = parser.parse_args(words)
    games = list(read(options.positions))
    rows = table(games)
    held_out = rows.games % TEST_SHARE == 0
    train, test = chosen(rows, ~held_out), chosen(rows, held_out)
    linear = Evaluation(bands=fit_linear(train))
    network = Evaluation(network=fit_network(train))
    losses = {
        "share of Allied wins of each turn": constant_loss(train, test),
        "the older balance, scaled for each band of turns": older_loss(train, test),
        "the model shipped before": model_loss(model(), test),
        "linear, six bands of turns": model_loss(linear, test),
        f"network, {HIDDEN} hidden units": model_loss(network, test),
        "boosted trees (not shipped)": trees_loss(train, test),
    }
    kept = linear if options.model == "linear" else network
    options.out.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=0))
    text = report(games, rows, losses, kept, test, options.model)
    options.report.write_text(text, "utf-8")
    print(text)


def constant_loss(train: Table, test: Table) -> float:
    shares = {int(turn): train.won[train.turns == turn].mean() for turn in np.unique(train.turns)}
    return log_loss(np.array([shares.get(int(turn), 0.5) for turn in test.turns]), test.won)


def report(
    games: Sequence[LeagueGame],
    rows: Table,
    losses: dict[str, float],
    kept: Evaluation,
    test: Table,
    name: str,
) -> str:
    planned = sum(game.planned for game in games)
    lines = [
        "# Training report of the evaluation of Sword Beach",
        "",
        f"{len(games)} games ({planned} with plans on both sides), {len(rows.won)} positions; the Allies win"
        f" {sum(game.allied_wins for game in games) / len(games):.1%} of the games. Every {TEST_SHARE}th game"
        f" ({len(np.unique(test.games))} games, {len(test.won)} positions) is kept for the test."
        f" Kept model: {name}.",
        "",
        "| model | log loss on the test games |",
        "|---|---|",
        *(f"| {model} | {loss:.4f} |" for model, loss in losses.items()),
        "",
        "| turns | positions | Allied wins | log loss of the kept model |",
        "|---|---|---|---|",
    ]
    for last in BANDS:
        part = chosen(test, np.array([band_of(int(turn)) == last for turn in test.turns]))
        lines.append(
            f"| to {last} | {len(part.won)} | {part.won.mean():.1%} | {model_loss(kept, part):.4f} |"
        )
    odds = np.array(
        [
            kept.log_odds(list(map(float, one)), int(turn))
            for one, turn in zip(test.figures, test.turns, strict=True)
        ]
    )
    chance = 1 / (1 + np.exp(-odds))
    lines += ["", "| chance given | positions | Allied wins |", "|---|---|---|"]
    for low in np.arange(0, 1, 0.1):
        mask = (chance >= low) & (chance < low + 0.1)
        if mask.sum():
            lines.append(f"| {low:.0%} to {low + 0.1:.0%} | {mask.sum()} | {test.won[mask].mean():.1%} |")
    return "\n".join([*lines, "", f"Figures of a position: {'; '.join(FIELDS)}.", ""])


if __name__ == "__main__":
    main()
