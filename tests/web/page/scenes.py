"""Games on the way, as records: a landing as somebody might make it, with seeded dice, up to a moment that is
worth a test.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.record import Match

GAME = "sword-beach"
SET_UP = {
    "125/21": "0938", "192/21": "1038", "200/21": "1137", "22/21": "0940", "305/21": "1135", "2-AA": "0937",
    "716/716": "1542", "736/716": "1637", "857/346": "1343",
}  # fmt: skip
LANDING = [*(f"beachhead {hex_}" for hex_ in ("1739", "1640", "1838")), "dropzone 1341"]
MOST = 600  # actions


def around(hex_: str) -> set[str]:
    row, column = int(hex_[:2]), int(hex_[2:])
    k = 1 - row % 2
    cells = (
        (row, column - 1),
        (row + 1, column - 1 + k),
        (row + 1, column + k),
        (row, column + 1),
        (row - 1, column + k),
        (row - 1, column - 1 + k),
    )
    return {f"{r:02d}{c:02d}" for r, c in cells}


def choose(match: Match, rng: Random) -> str:
    """The Allies land and go up to the enemy; the Germans stand."""
    state: Any = match.state
    legal = [str(action) for action in state.legal_actions()]
    wishes = [*(f"record {unit} {hex_}" for unit, hex_ in SET_UP.items()), *LANDING]
    if state.to_move == "german":
        wishes.append("done")
    if state.turn and state.purpose == "allied movement":
        enemy = {at for name, at in state.view("allied")["at"].items() if at and name in SET_UP}
        near = [do for do in legal if do.startswith("move ") and around(do.split()[-1]) & enemy]
        wishes += [*near[:1], "done"]
    return next((wish for wish in wishes if wish in legal), None) or rng.choice(legal)


def play(until: Callable[[Any], bool], seed: int = 4) -> str:
    """The record of a game up to the first position that is wanted."""
    match, rng = Match.begin(grognard.load(GAME), "standard", dice=Seeded(str(seed))), Random(seed)
    for _ in range(MOST):
        if match.state.to_move == CHANCE:
            match.roll()
        elif until(match.state):
            return "".join(msgspec.json.encode(line).decode() + "\n" for line in match.lines)
        else:
            match.do(choose(match, rng))
    raise AssertionError("the game never came to the moment that was wanted")


@cache
def moving() -> str:
    """The Allied movement of turn 2."""
    return play(
        lambda state: state.turn == 2 and state.to_move == "allied" and state.purpose == "allied movement"
    )


@cache
def fighting() -> str:
    """An Allied combat phase with a hex that two units can attack."""

    def wanted(state: Any) -> bool:
        if state.turn < 2 or state.to_move != "allied" or state.purpose != "allied combat":
            return False
        targets = [
            str(action).split()[-1] for action in state.legal_actions() if str(action).startswith("attack ")
        ]
        return any(targets.count(hex_) > 1 for hex_ in targets)

    return play(wanted)


@cache
def stacked() -> str:
    """Allied movement with more than one unit in a hex."""

    def wanted(state: Any) -> bool:
        at = [hex_ for hex_ in state.view("allied")["at"].values() if hex_] if state.turn >= 3 else []
        return (
            state.to_move == "allied"
            and state.purpose == "allied movement"
            and any(at.count(hex_) > 1 for hex_ in at)
        )

    return play(wanted)


@cache
def raiding() -> str:
    """Before the commandos go ashore: the German units lie open, the first dice of the Allied player are
    ahead.
    """
    return play(lambda state: state.to_move == "allied" and state.purpose == "beach assaults")


@cache
def finished() -> str:
    """A whole game."""
    match, rng = Match.begin(grognard.load(GAME), "standard", dice=Seeded("2")), Random(2)
    while match.state.to_move is not None:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in match.lines)
