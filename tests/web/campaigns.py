"""Campaigns of Beyond the Rhine for tests: played by a plain script to a given step, as a record a server
takes in.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.record import Match

GAME = "beyond-the-rhine"
MOST = 4000


def played(turn: int, step: str, scenario: str = "standard", seed: str = "7") -> Match:
    """A campaign that has come to a step of a turn; units are lost, SP spent, some rebuilt on the way."""
    game, rng = grognard.load(GAME), Random(3)
    match = Match.begin(game, scenario, dice=Seeded(seed))
    state = match.state
    for _ in range(MOST):
        if state.turn == turn and state.step.name == step:
            return match
        if state.to_move == CHANCE:
            match.roll()
        else:
            match.do(game.parse(choice([str(a) for a in state.legal_actions()], rng)))
    raise AssertionError(f"turn {turn}, {step} was never reached")


def choice(actions: list[str], rng: Random) -> str:
    """What a careless staff officer would do."""
    found: Callable[[str], list[str]] = lambda verb: [a for a in actions if a.startswith(verb)]  # noqa: E731
    for verb in ("all", "take ", "repair ", "misc "):
        if found(verb):
            return found(verb)[0]
    for verb, chance in (("losses", 0.7), ("lose ", 0.8), ("rebuild ", 0.3), ("spend ", 0.5), ("haul ", 0.3)):
        if found(verb) and rng.random() < chance:
            return rng.choice(found(verb))
    return "done" if "done" in actions else actions[0]


def record(match: Match) -> str:
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in match.lines)
