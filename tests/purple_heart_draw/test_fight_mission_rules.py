"""Rules of a TM Scenario that is fought squad by squad, and what they hand to the mission."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import DONE
from grognard.core.notation import play_on
from grognard.games.purple_heart_draw.board import EDGE, GRID, INTERSECTIONS
from grognard.games.purple_heart_draw.fight import carry_back, new_fight
from grognard.games.purple_heart_draw.firefight.checks import WOUNDS
from grognard.games.purple_heart_draw.firefight.drive import lose_entry
from grognard.games.purple_heart_draw.firefight.forces import UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import CONCEALED, V_DUE, Checks, Firefight
from grognard.games.purple_heart_draw.firefight.units import captives
from grognard.games.purple_heart_draw.firefight.vehicle_ways import is_waiting
from grognard.games.purple_heart_draw.pieces import NUMBER_OF
from grognard.games.purple_heart_draw.reorganise import count, objective

from .build import bare
from .firefight.fight import do, fight, flags, kind, listed, rulings, where
from .test_fight import OPTION, put_down

MISSION = "mission-us-clear"


def scenario(units: dict[str, str], at: str, **more: Any) -> Firefight:
    """A TM Scenario in which the US side moves first."""
    return fight(units, at, scene=MISSION, all_found=True, **more)


# ---------------------------------------------------------------- rally and wounds

BROKEN = {name: f"{hex_} 6-6-6 broken" for name, hex_ in (("u01", "A8"), ("u02", "C8"), ("u03", "E8"))}
BROKEN["u09"] = "G8 8-0 broken"  # a leader may always try: the phase goes on
LONE = {"rally u09"}


@pytest.mark.clause("PHD-TM16.ff")
def test_two_squads_rally_by_themselves_in_a_tm_scenario() -> None:
    state = scenario(BROKEN, "rally")
    assert listed(state, "rally") - LONE == {"rally u01", "rally u02", "rally u03"}
    do(state, "rally u01", "roll 11")
    assert listed(state, "rally") - LONE == {"rally u02", "rally u03"}
    do(state, "rally u02", "roll 3")
    assert rulings(state, "rally u03") == {"ASL-A10.63"}


@pytest.mark.clause("PHD-TM16.ff")
def test_one_squad_on_a_card() -> None:
    state = do(fight(BROKEN, "rally", all_found=True), "rally u01", "roll 11")
    assert rulings(state, "rally u02") == {"ASL-A10.63"}


@pytest.mark.clause("PHD-TM16.ff")
def test_none_after_a_squad_that_a_leader_rallied() -> None:
    state = scenario(BROKEN | {"u04": "A8 8-0"}, "rally")
    do(state, "rally u01", "roll 11")
    assert rulings(state, "rally u02") == {"ASL-A10.63"}
    first = do(scenario(BROKEN | {"u04": "A8 8-0"}, "rally"), "rally u02", "roll 11")
    assert listed(first, "rally") - LONE == {"rally u01", "rally u03"}


@pytest.mark.clause("PHD-TM16.ff")
def test_the_other_side_has_no_such_attempt() -> None:
    state = scenario({"g01": "A8 5-4-8 broken", "g02": "G8 8-0 broken"}, "defender's rally")
    assert listed(state, "rally") == {"rally g02"}


@pytest.mark.clause("PHD-TM17.ff")
@pytest.mark.parametrize(("words", "die", "lives"), [("", 4, True), ("", 5, False), ("wounded", 4, False)])
def test_a_heroic_leader_is_wounded_as_a_leader_is(words: str, die: int, lives: bool) -> None:
    """A failed morale check does not break a heroic leader; the die of a wound decides."""
    state = scenario({"u01": f"A8 8-1 heroic {words}".strip(), "g01": "EE30 5-4-8"}, "prep fire")
    state.call(Checks(queue=((UNIT["u01"], "mc", 4),)), "ASL-A10.1")
    do(play_on(state), "roll 11")
    assert isinstance(state.stack[-1], Checks) and state.stack[-1].queue[0][1] == WOUNDS
    assert "broken" not in flags(state, "u01")
    do(state, f"roll {die}")
    assert (where(state, "u01") == "A8") == lives and ("wounded" in flags(state, "u01")) == lives


# ---------------------------------------------------------------- prisoners


@pytest.mark.clause("PHD-TM4.ff")
def test_prisoners_come_to_no_harm() -> None:
    """No action is aimed at their hex by their guard's side, and fire that destroys the guard frees them."""
    guards = {"u01": "M17 6-6-6", "u02": "M18 6-6-6", "g01": "O17 5-4-8"}
    held = [""] * UNIT["u01"] + ["4-4-7"]
    state = scenario(guards, "prep fire", captives=held)
    aimed = {str(action) for action in state.legal_actions() if "M17" in str(action).split()}
    assert not aimed and rulings(state, "fire u02 M17")
    do(state, "fire u01 O17", "done", "dr 1 1")
    while state.to_move == "chance":
        do(state, "roll 6")
    assert [one.id for one in captives(state, UNIT["u01"])] == ["4-4-7"]


# ---------------------------------------------------------------- set-up and entry


@pytest.mark.clause("PHD-TM7.ff")
def test_infantry_begins_concealed_in_sight_of_the_enemy() -> None:
    outer = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(outer, "u001", "6-6-6", "M15")
    put_down(outer, "g001", "5-4-8", "L17", "concealed", gear="LMG")
    found = play_on(new_fight(outer))
    for _ in range(2):  # no sniper: the first turn begins
        if found.turn == 0:
            found.push(DONE if DONE in found.legal_actions() else next(iter(found.legal_actions())))
    unit = UNIT["g01"]
    assert found.turn == 1 and found.flags[unit] & CONCEALED and not found.open >> unit & 1
    assert found.shrouds[1] >> GRID.hex("L17") & 1


def at_the_edge() -> Firefight:
    """A squad waits at the edge; its one way in is held by enemies or not."""
    state = scenario({"u01": "A8 6-6-6", "g01": "M1 5-4-8", "g02": "EE30 5-4-8"}, "movement")
    own: Any = state.__dict__
    own["at"][UNIT["u01"]], own["flags"][UNIT["u01"]] = -1, 1 << 21
    own["doors"][UNIT["u01"]] = GRID.set(["M1"])
    state.derive()
    state.forget_choices()
    return state


@pytest.mark.clause("PHD-TM10.ff")
def test_who_cannot_enter_is_kept_off_the_map() -> None:
    state = at_the_edge()
    assert "due" in flags(state, "u01") and EDGE["us"] >> GRID.hex("M1") & 1
    do(state, "lead u01")
    assert not listed(state, "go")
    do(state, "done")
    assert "due" not in flags(state, "u01") and kind(state, "u01") == "6-6-6"
    assert rulings(state, "lead u01")


@pytest.mark.clause("PHD-TM10.ff")
def test_who_can_enter_must() -> None:
    state = at_the_edge()
    own: Any = state.__dict__
    own["at"][UNIT["g01"]] = GRID.hex("M20")
    state.derive()
    state.forget_choices()
    do(state, "lead u01")
    assert listed(state, "go") == {"go M1"} and rulings(state, "done") == {"ASL-A2.5"}


@pytest.mark.clause("PHD-TM10.ff")
def test_a_vehicle_that_cannot_enter_stays_unknown() -> None:
    state = scenario({"u01": "A8 6-6-6"}, "movement")
    v = VEHICLE_NUMBER["uv1"]
    own: Any = state.__dict__
    own["vehicle_kind"][v], own["vehicle_flags"][v] = "M4A1", V_DUE
    assert is_waiting(state, v)
    lose_entry(state, v)
    assert not is_waiting(state, v) and state.known_to("german").vehicle_flags[v] == 0


# ---------------------------------------------------------------- snipers and the end of the mission


@pytest.mark.clause("PHD-C5.41.ff")
def test_the_numbers_announced_hold_in_the_fight_and_come_back_lower() -> None:
    outer = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(outer, "u001", "6-6-6", "M15")
    put_down(outer, "g001", "5-4-8", "L17")
    own: Any = outer.__dict__
    own["announced"][:], own["san"][:] = [4, 3], [4, 3]
    found = play_on(new_fight(outer))
    assert list(found.san) == [4, 3] and found.to_move == "german"  # the side that moves second posts first
    assert list(found.known_to("us").san) == list(found.known_to("german").san) == [4, 3]
    found.set_at(type(found).keys().san, 0, 2, "ASL-A14.4")
    carry_back(outer, found)
    assert list(outer.announced) == [2, 3] and list(outer.san) == [2, 3]


@pytest.mark.clause("PHD-C4.obj.ff")
@pytest.mark.parametrize("near", [False, True])
def test_the_mission_is_judged_by_what_the_fifth_fight_left(near: bool) -> None:
    outer = bare(us=GRID.names(INTERSECTIONS)[:3], german=GRID.names(INTERSECTIONS)[3:], **OPTION)
    outer.__dict__["scenario"] = 5
    last = GRID.names(INTERSECTIONS)[3]
    put_down(outer, "u001", "6-6-6", "M15")
    put_down(outer, "g001", "5-4-8", "A1")
    found = play_on(new_fight(outer))
    own: Any = found.__dict__
    own["held"][0] = GRID.set([*GRID.names(found.held[0]), last])
    own["held"][1] = GRID.set([])
    own["at"][UNIT["g01"]] = GRID.hex(last) if near else GRID.hex("A1")
    carry_back(outer, found)
    assert outer.at[NUMBER_OF["g001"]] == found.at[UNIT["g01"]]
    assert objective(outer)[0] != near
    count(outer, None)
    assert outer.won[0] == ("german" if near else "us")
