"""ASL-A4.44: a leader or hero takes a weapon at once when who had it dies or routs off."""

from __future__ import annotations

import pytest

from grognard.core.notation import play_on
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.games.purple_heart_draw.firefight.salvage import offer
from grognard.games.purple_heart_draw.firefight.units import eliminate, settle

from .fight import do, fight, listed, rulings, where

UNITS = {"u01": "M17 3-4-6", "u02": "M17 9-1", "g01": "M18 5-4-8", "g02": "M18 5-4-8"}
GUNS = {"umg1": "MMG u01"}


def _killed(**more: str) -> Firefight:
    """The half-squad with the machine gun rolls an Original 12 and is lost; the leader has passed."""
    state = fight(UNITS | more, "prep fire", "german", GUNS)
    return do(state, "fire g01 M17", "join g02", "dr 2 4", "roll 4", "roll 12")


@pytest.mark.clause("ASL-A4.44")
@pytest.mark.refuses("ASL-A4.44")
def test_a_leader_takes_the_weapon_of_who_has_died() -> None:
    """Below 6 he has it, outside the own turn and for no MF."""
    state = _killed()
    assert where(state, "u01") == "" and (state.to_move, state.step.name) == ("us", "salvage")
    assert listed(state, "recover") == {"recover u02 umg1"}
    assert rulings(state, "recover u02 umg2") == {"ASL-A4.44"}
    do(state, "recover u02 umg1", "roll 5")
    assert state.holder[GUN["umg1"]] == UNIT["u02"] and state.step.name == "prep fire"


@pytest.mark.clause("ASL-A4.44")
def test_he_tries_once() -> None:
    state = do(_killed(), "recover u02 umg1", "roll 6")
    assert state.holder[GUN["umg1"]] == -1 and state.step.name == "prep fire"
    assert where(state, "u02") == "M17"
    assert state.gun_at[GUN["umg1"]] == state.at[UNIT["u02"]]


@pytest.mark.clause("ASL-A4.44")
def test_a_pinned_leader_and_a_squad_do_not() -> None:
    """6 and 3 come to his morale of 9: he is pinned."""
    state = fight(UNITS | {"u03": "M17 6-6-6"}, "prep fire", "german", GUNS)
    do(state, "fire g01 M17", "join g02", "dr 2 4", "roll 6", "roll 12", "roll 4")
    assert where(state, "u01") == "" and state.step.name == "prep fire"
    assert state.gun_at[GUN["umg1"]] == state.at[UNIT["u03"]]


@pytest.mark.clause("ASL-A4.44")
@pytest.mark.clause("FF-INFO")
def test_a_covered_leader_is_asked_though_nothing_can_be_done() -> None:
    """Under the "?" there may be a leader or none: the side is asked in both cases."""
    for kind in ("9-1", "6-6-6"):
        units = {"u01": "M17 3-4-6", "u02": f"M17 {kind} concealed", "g01": "M18 5-4-8", "g02": "M18 5-4-8"}
        state = fight(units, "rally", "us", GUNS)
        eliminate(state, UNIT["u01"], "ASL-A10.31")
        settle(state, "ASL-A10.31")
        offer(state)
        play_on(state)
        assert (state.to_move, state.step.name) == ("us", "salvage")
        assert (listed(state, "recover") != set()) == (kind == "9-1")


@pytest.mark.clause("ASL-A4.44")
@pytest.mark.clause("ASL-A10.4")
def test_a_leader_takes_what_a_unit_that_routs_leaves() -> None:
    """A machine gun of 4 PP is more than the 3 a half-squad keeps."""
    units = {"g01": "M18 2-3-8 broken dm", "g02": "M18 9-1", "u01": "M16 6-6-6", "g03": "A19 5-4-8"}
    state = fight(units, "rout", "us", {"gmg1": "HMG g01"})
    while "g01" not in " ".join(listed(state, "rout")):
        do(state, "done")
    do(state, min(listed(state, "rout")))
    assert (state.to_move, state.step.name) == ("german", "salvage")
    do(state, "recover g02 gmg1", "roll 1")
    assert state.holder[GUN["gmg1"]] == UNIT["g02"] and state.step.name == "rout way"
