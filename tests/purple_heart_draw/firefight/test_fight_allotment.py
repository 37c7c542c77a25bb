"""ASL-C13.311: Panzerfaust shots that are given to units before play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight import allotment
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.position import Shell
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.tank_odds import shell_chances
from grognard.web.purple_heart_draw_firefight.game_view import piece

from .fight import GAME, do, fight, flags, listed, rulings

OPTION = Options(pf_tracking="allotted")
G01, G02 = UNIT["g01"], UNIT["g02"]
TANK = {"uv1": "D17 M4A1 NE-SE NE-SE"}


def given(shots: int, at: str = "prep fire", mover: str = "german", **more: Any) -> Any:
    """g01 with so many shots, two hexes from a Sherman."""
    own = [shots if n == G01 else 0 for n in range(G01 + 1)]
    units = {"g01": "C17 5-4-8", "g02": "C17 5-4-8", **more}
    return fight(units, at, mover, vehicles=TANK, all_found=True, options=OPTION, allotted=own)


@pytest.mark.clause("ASL-C13.311")
def test_the_shots_of_a_side_are_given_to_its_units() -> None:
    state = deal("phd-2", OPTION)
    whole = state.fausts[1]
    assert state.to_move == "german" and whole > 2 and "allot g01" in listed(state, "allot")
    do(state, "allot g01", "allot g01", "allot g02", "withhold g02")
    assert state.allotted[G01] == 2 and state.allotted[G02] == 0 and state.fausts[1] == whole - 2
    assert listed(state, "withhold") == {"withhold g01"}
    assert "2 Panzerfaust" in str(piece(state.known_to("german"), G01)["title"])


@pytest.mark.clause("ASL-C13.311")
@pytest.mark.clause("FF-O15")
def test_the_enemy_does_not_know_who_has_them() -> None:
    state = given(2)
    assert state.known_to("german").allotted[G01] == 2
    seen: Any = state.known_to("us")
    assert not isinstance(seen.allotted[G01], int) and not isinstance(seen.fausts[1], int)
    assert isinstance(deal("phd-2", Options()).known_to("us").fausts[1], int)


@pytest.mark.clause("ASL-C13.311")
def test_a_unit_fires_its_own_without_looking_for_it() -> None:
    state = given(1)
    assert listed(state, "engage") == {"engage g01 D17"}
    do(state, "engage g01 D17")
    frame = state.stack[-1]
    assert isinstance(frame, Shell) and shell_chances(state, frame).check == Fraction(1)
    do(state, "done")
    assert state.step.name == "to hit" and state.allotted[G01] == 0 and "gun1" in flags(state, "g01")
    do(state, "dr 6 5")
    assert not listed(state, "engage")


@pytest.mark.refuses("ASL-C13.311")
def test_who_is_not_given_one() -> None:
    state = deal("phd-2", OPTION)
    assert rulings(state, "allot u01") == {"ASL-C13.311"}
    assert rulings(state, "withhold g01") == {"ASL-C13.311"}
    assert rulings(deal("phd-2", Options()), "allot g01") == {"ASL-C13.311"}


@pytest.mark.clause("ASL-C13.311")
def test_they_are_lost_with_their_unit_and_go_with_a_squad() -> None:
    from grognard.games.purple_heart_draw.firefight.units import eliminate_quietly

    state = given(2)
    allotment.keep(state, G02, G01)
    eliminate_quietly(state, G01, "ASL-A1.32")
    assert state.allotted[G01] == 0 and state.allotted[G02] == 2


def test_a_computer_player_gives_them_out() -> None:
    from grognard.core.record import Match
    from grognard.players.seat import seated

    match = Match.begin(GAME, "standard", options={"pf_tracking": "allotted"}, seed="3")
    player = seated("computer:plain", GAME.name, "german")
    while match.state.to_move == "german" and match.state.step.name == "set-up":
        match.do(player.choose(match.state))
    assert match.state.fausts[1] == 0 and sum(match.state.allotted) > 2
