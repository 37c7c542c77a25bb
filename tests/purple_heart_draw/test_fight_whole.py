"""A whole mission, its five TM Scenarios fought squad by squad by the computer players: it ends, and its record
verifies.
"""

from __future__ import annotations

import pytest

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.reading import BY_RULES, replay
from grognard.core.record import Match
from grognard.players import find
from grognard.players.seat import Seat

GAME = grognard.load("purple-heart-draw")
OPTION = {"tactical_source": "firefight"}


@pytest.mark.nightly
@pytest.mark.clause("FF-IN", "FF-OUT", "PHD-C4.obj.ff")
@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_mission_is_fought_to_its_end_and_verifies(seed: str) -> None:
    """About ten minutes of processor time: five fights with the forty-one steps between them."""
    dice = Committed({"us": f"us {seed}", "german": f"german {seed}"})
    match = Match.begin(GAME, options=OPTION, dice=dice)
    seats = {side: Seat(find("plain", GAME.name).load(), side, seed=seed) for side in match.state.sides}
    while match.state.to_move is not None:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(seats[match.state.to_move].choose(match.state))
    state = match.state
    assert state.outcome() is not None and state.scenario == 5
    assert [len(row) for row in state.suffered] == [5, 5] and sum(map(sum, state.suffered)) > 20
    again = replay(GAME, match.lines)
    assert [part.checked for part in again.findings.parts] == [BY_RULES]
    assert again.state.to_json() == state.to_json()
