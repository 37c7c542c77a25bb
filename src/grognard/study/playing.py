"""One game of a study, and a piece of several: what a worker does. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.hexes import Grid
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.players import sit

from .plan import Plan, data_digest

MAX_ACTIONS = 200_000  # a game longer than this does not end
Row = dict[str, Any]


Position = TypeVar("Position", bound=State)


class Watch(Generic[Position]):
    """What a study looks at in a game, over and above who won: one object a game. This one notes nothing, and
    a game's own overrides what it looks at.
    """

    def decision(self, state: Position) -> None:
        """A side is about to decide."""

    def turn(self, state: Position) -> None:
        """A turn has ended (and the next not begun to be played)."""

    def end(self, state: Position) -> Row:
        """What to note of a finished game."""
        return {}


def by_name(grid: Grid, counts: Mapping[str, Mapping[int, int]]) -> dict[str, dict[str, int]]:
    """What was counted for each side and hex, by the names of the hexes; units off the map left out."""
    return {
        side: {grid.name[hex_]: number for hex_, number in sorted(count.items()) if hex_ >= 0}
        for side, count in counts.items()
    }


def watch_of(game: str) -> Watch[State]:
    """The watch of a game: `Watching` of its module of studies, or one that notes nothing."""
    result: Watch[State] = getattr(grognard.GAMES.part(game, "study"), "Watching", Watch)()
    return result


class Piece(NamedTuple):
    """Some games of a study, by their numbers."""

    plan: Plan
    numbers: tuple[int, ...]


class Played(NamedTuple):
    rows: list[Row]
    seconds: float


def play_piece(piece: Piece) -> Played:
    """What a worker does; a module's function, so that it can be sent to another process or machine."""
    game = grognard.load(piece.plan.game)
    if (mine := (game.version, data_digest(game))) != (piece.plan.rules, piece.plan.data):
        raise GrognardError(
            f"this worker has other rules or data of {game.name} than the study was planned with: {mine}"
        )
    start = perf_counter()
    rows = [play_game(piece.plan, number) for number in piece.numbers]
    return Played(rows, perf_counter() - start)


def play_game(plan: Plan, number: int) -> Row:
    """One game from its first decision to its last, as a row of the study."""
    setting, key = plan.setting(number), f"{plan.seed}/{plan.group(number)}"
    game, watch = grognard.load(plan.game), watch_of(plan.game)
    seats = {
        side: sit(name, plan.game, side, strength=plan.strength.get(side, 10), clock=plan.clock, seed=key)
        for side, name in plan.players.items()
    }
    dice = Seeded(f"study {key}")
    state = game.new(plan.scenario, options={**plan.options, **setting}, dice=dice)
    turn = getattr(state, "turn", 0)
    for _ in range(MAX_ACTIONS):
        if (mover := state.to_move) is None:
            return _row(plan, number, setting, state, watch)
        if mover == CHANCE:
            state.push_legal(dice.answer(state))
        else:
            watch.decision(state)
            state.push(seats[mover].choose(state))
        if getattr(state, "turn", 0) != turn:
            turn = getattr(state, "turn", 0)
            watch.turn(state)
    raise GrognardError(f"game {number} has no end after {MAX_ACTIONS} actions")


def _row(plan: Plan, number: int, setting: dict[str, str], state: State, watch: Watch[State]) -> Row:
    outcome = state.outcome()
    result: Row = {"game": number, "group": plan.group(number), "setting": setting}
    result |= (
        {"winner": outcome.winner, "level": outcome.level, "clause": outcome.clause}
        if outcome
        else {"winner": "", "level": "", "clause": ""}
    )
    return (
        result
        | {"turns": getattr(state, "turn", 0), "decisions": len(state.actions), "rolls": state.rolls}
        | watch.end(state)
    )
