"""Extenders, retreats of units that do not move, giving up, taking back."""

from __future__ import annotations

import pytest

from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.supply import extender_area, trace_sources, traced, working

from .build import GAME, allowed, begin, clauses, do, marked, setup, where

TRUCKS = [f"US-Truck-{n}" for n in range(1, 6)]


def five(hex_: str = "15.07", scenario: str = "queen", **changes: object) -> Campaign:
    """Five American trucks in one hex."""
    return begin(scenario, units=dict.fromkeys(TRUCKS, hex_), **changes)


@pytest.mark.clause("BTR-ocs.ext.make", "BTR-ocs.supply.extender")
def test_five_points_of_a_kind_make_a_source_of_trace() -> None:
    state = five()
    assert allowed(state, "extend US-Truck-1")
    before = traced(state, ALLIED)
    do(state, "extend US-Truck-1")
    hex_ = GRID.hex("15.07")
    assert marked(state, "extended") == set(TRUCKS)
    assert trace_sources(state, ALLIED) >> hex_ & 1 and not working(state, ALLIED) >> hex_ & 1
    assert traced(state, ALLIED) & ~before or traced(state, ALLIED) == before
    spent = {state.spent[UNIT[name]] for name in TRUCKS}
    assert len(spent) == 1 and spent.pop() > 0


@pytest.mark.clause("BTR-ocs.ext.make")
@pytest.mark.refuses("BTR-ocs.ext.make")
def test_what_makes_no_extender() -> None:
    four = begin("queen", units=dict.fromkeys(TRUCKS[:4], "15.07") | {TRUCKS[4]: "14.06"})
    assert clauses(four, "extend US-Truck-1") == ["BTR-ocs.ext.make"]
    assert clauses(five(), "extend US-1-InfDiv") == ["BTR-ocs.ext.make"]
    state = do(five(), "extend US-Truck-1")
    assert clauses(state, "extend US-Truck-2") == ["BTR-ocs.ext.make"]
    assert clauses(state, "move US-Truck-1 15.06") == ["BTR-ocs.ext.make"]
    assert clauses(state, "fold US-Truck-6") == ["BTR-ocs.ext.make"]
    assert clauses(setup(), "extend US-Truck-1") == ["BTR-ocs.scen.learning"]


@pytest.mark.clause("BTR-ocs.ext.make")
def test_an_extender_without_a_source_in_range_serves_nobody() -> None:
    state = do(five(), "extend US-Truck-1")
    unit = UNIT["US-Truck-1"]
    assert not extender_area(state, ALLIED, unit, 0)
    cut = begin("queen", units=dict.fromkeys(TRUCKS, "15.07"), extended=TRUCKS, allied_held=["15.07"])
    assert not working(cut, ALLIED) and not trace_sources(cut, ALLIED)


@pytest.mark.clause("BTR-ocs.supply.extender", "BTR-ocs.ext.make")
def test_an_extender_is_folded_for_half_the_allowance() -> None:
    state = do(five(extended=TRUCKS), "fold US-Truck-3")
    assert not state.extended and allowed(state, "move US-Truck-3 15.06")
    assert clauses(do(five(extended=TRUCKS), "fold US-Truck-3"), "fold US-Truck-3") == ["BTR-ocs.ext.make"]


@pytest.mark.clause("BTR-ocs.ext.fall")
def test_an_extender_falls_when_the_enemy_enters() -> None:
    """Its points go to hexes in trace; without one they are captured as points."""
    units = dict.fromkeys(TRUCKS, "8.10")
    state = begin("queen", "german movement", units=units, extended=TRUCKS)
    if not allowed(state, "move DE-277-VGDiv 8.10"):
        do(state, "mode DE-277-VGDiv")
    do(state, "move DE-277-VGDiv 8.10")
    assert state.step.name == "flight of transport" and state.to_move == ALLIED
    havens = {a.hex for a in state.legal_actions() if getattr(a, "unit", "") == "US-Truck-1"}
    assert havens and all(traced(state, ALLIED) >> GRID.hex(h) & 1 for h in havens)
    goal = min(havens)
    do(state, f"flee US-Truck-1 {goal}")
    assert where(state, "US-Truck-1") == goal and "US-Truck-1" not in marked(state, "extended")


@pytest.mark.clause("BTR-ocs.ext.fall")
def test_points_without_a_haven_are_captured() -> None:
    units = dict.fromkeys(TRUCKS, "8.10")
    state = begin("queen", "german movement", units=units, extended=TRUCKS, allied_held=["8.10"])
    if not allowed(state, "move DE-277-VGDiv 8.10"):
        do(state, "mode DE-277-VGDiv")
    do(state, "move DE-277-VGDiv 8.10")
    assert state.step.name == "capture" and not state.extended


# ---------------------------------------------------------------- giving up, taking back, choices


@pytest.mark.clause("BTR-ocs.win.resign")
@pytest.mark.parametrize(
    ("phase", "level"), [("allied movement", "German decisive"), ("german movement", "Allied decisive")]
)
def test_a_side_may_give_up(phase: str, level: str) -> None:
    state = do(setup(phase), "concede")
    end = state.outcome()
    assert end is not None and end.level == level and end.clause == "BTR-ocs.win.resign"


@pytest.mark.clause("BTR-ocs.play.undo")
def test_a_move_is_taken_back_until_a_die_is_thrown() -> None:
    match = Match.begin(GAME, seed="undo")
    match.roll()
    name = match.state.step.name
    match.do("arrive US-750-TkBn 10.01")
    assert [str(action) for action in match.undo()] == ["arrive US-750-TkBn 10.01"]
    assert match.state.step.name == name and where(match.state, "US-750-TkBn") == "to come"  # type: ignore[arg-type]
    fight = Match.from_position(setup("allied barrage"), "standard")
    fight.do("barrage US-107-ArtyGrp 14.08")
    while fight.state.to_move != "chance":
        listed = [str(action) for action in fight.state.legal_actions()]
        fight.do("done" if "done" in listed else listed[0])
    fight.do("roll 7")
    with pytest.raises(GrognardError, match="roll"):
        fight.undo()


@pytest.mark.clause("BTR-ocs.play.choice", "BTR-ocs.play.pass")
def test_a_choice_has_an_owner_and_a_phase_can_be_passed() -> None:
    state = do(setup("allied combat"), "attack US-1-InfDiv 14.09", "done")
    while state.step.name != "defence supply":
        do(state, str(next(iter(state.legal_actions()))))
    assert state.to_move == "german"  # the owner of the defenders
    passed = do(setup("allied combat"), "done")
    assert "combat" not in passed.step.name and passed.turn == 1


@pytest.mark.clause("BTR-ocs.retreat.zero")
def test_a_unit_of_ma_0_turns_to_move_mode_before_it_retreats() -> None:
    from grognard.games.beyond_the_rhine.campaign.pieces import NAMES, PIECES
    from grognard.games.beyond_the_rhine.campaign.position import Retreat

    rooted = [
        n for n in NAMES if PIECES[UNIT[n]].faces["combat"].allowance == 0 and PIECES[UNIT[n]].side == ALLIED
    ]
    assert rooted
    state = begin("grenade", units={rooted[0]: "18.06"})
    state.__dict__["stack"] = (
        *state.stack,
        Retreat(side=ALLIED, units=(UNIT[rooted[0]],), origin=GRID.hex("18.06"), length=1, enemies=()),
    )
    state.forget_choices()
    state.run()
    assert state.mode[UNIT[rooted[0]]] == "move" and state.step.name == "retreat"
