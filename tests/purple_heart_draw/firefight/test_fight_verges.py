"""ASL-D2.3, ASL-D2.33: vehicles in Bypass of woods and buildings."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.notation import read_position, write_position
from grognard.core.ruling import IllegalAction
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import tank_fire, verges
from grognard.games.purple_heart_draw.firefight.eyes import unit_sees_vehicle, vehicle_sees, vehicle_stand
from grognard.games.purple_heart_draw.firefight.forces import UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import Driving
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.tank_guns import bearing
from grognard.games.purple_heart_draw.firefight.tank_shot import new_shell

from .fight import GAME, do, fight, listed, rulings, where

UV1, GV1 = VEHICLE_NUMBER["uv1"], VEHICLE_NUMBER["gv1"]
M15 = GRID.hex("M15")


def driving(tank: str = "L15 M4A1 NE-SE NE-SE", **more: Any) -> Any:
    """A Sherman west of the building M15, that has started."""
    tanks = {"uv1": tank, **more.pop("tanks", {})}
    state = fight({"u01": "A14 6-6-6"}, "movement", vehicles=tanks, scene="phd-2", all_found=True, **more)
    return do(state, "drive uv1", "start")


def beside(turret: str = "SE-S", at: str = "prep fire", kind: str = "M4A1", **more: Any) -> Any:
    """On the hexside M15-L16, M16 before it."""
    tanks = {"uv1": f"M15 {kind} SE-S {turret}", "uv2": "A15 M4A1 SE-S SE-S"} | more.pop("tanks", {})
    units = {"u01": "A14 6-6-6", "g01": "M18 5-4-8"} | more.pop("units", {})
    own = [8] if kind == "M4A1" else [-1] * GV1 + [8]
    return fight(units, at, vehicles=tanks, scene="phd-2", all_found=True, verge=own, **more)


def mp_left(state: Any) -> int:
    frame = next(one for one in state.stack if isinstance(one, Driving))
    return 28 - frame.spent


# ---------------------------------------------------------------- on its way


@pytest.mark.clause("ASL-D2.3")
def test_a_vehicle_goes_round_a_building_hexside_by_hexside() -> None:
    state = driving()
    before = mp_left(state)
    do(state, "bypass M15 right 1")
    assert where(state, "uv1") == "M15" and state.verge[UV1] == 8
    assert before - mp_left(state) == 4  # half MP: double the open cost, and no bog check
    do(state, "bypass M15 right 1")
    assert state.verge[UV1] == 6 and before - mp_left(state) == 8
    do(state, "stop", "done")
    assert where(state, "uv1") == "M15" and state.verge[UV1] == 6
    assert "in Bypass on the hexside to M16, N16 before it" in screen(state)


@pytest.mark.clause("ASL-D2.33")
def test_the_hull_points_past_the_corner_and_the_vehicle_leaves_by_the_hex_before_it() -> None:
    state = do(driving(), "bypass M15 right 1")
    assert state.hull[UV1] == 2 and listed(state, "go") == {"go M16"} and not listed(state, "steer")
    assert not listed(state, "onward")
    do(state, "go M16")
    assert where(state, "uv1") == "M16" and state.verge[UV1] == -1 and state.hull[UV1] == 2


@pytest.mark.clause("ASL-D2.33")
def test_from_one_obstacle_it_goes_on_round_the_next() -> None:
    state = do(driving(), *["bypass M15 right 1"] * 3)
    assert listed(state, "bypass") == {"bypass M15 right 1", "bypass N15 right 1"}
    assert where(do(state, "bypass N15 right 1"), "uv1") == "N15"


@pytest.mark.refuses("ASL-D2.3")
def test_one_vehicle_on_a_hexside() -> None:
    state = driving()
    assert "bypass M15 right 1" in listed(state, "bypass")
    other = driving(tanks={"uv2": "M15 M4A1 SE-S SE-S"}, verge=[-1, 8])
    assert "bypass M15 right 1" not in listed(other, "bypass")
    assert rulings(other, "bypass M15 right 1") == {"ASL-D2.3"}
    assert "bypass M15 left 1" in listed(other, "bypass")
    with pytest.raises(IllegalAction, match="on that hexside already"):
        do(other, "bypass M15 right 1")


@pytest.mark.refuses("ASL-D2.3")
def test_open_ground_and_what_lies_behind_are_not_bypassed() -> None:
    state = driving("L15 M4A1 S-SW S-SW")
    assert not listed(state, "bypass") and rulings(state, "bypass M15 right 1") == {"ASL-D2.3"}
    assert rulings(state, "bypass L16 left 1") == {"ASL-D2.3"}


@pytest.mark.refuses("ASL-D2.33")
def test_in_bypass_the_hull_does_not_turn() -> None:
    state = do(driving(), "bypass M15 right 1")
    assert rulings(state, "steer left") == {"ASL-D2.33"}
    assert rulings(do(state, "stop"), "reverse") == {"ASL-D2.33"}


# ---------------------------------------------------------------- sight and fire


@pytest.mark.clause("ASL-D2.3")
def test_sight_is_traced_to_the_corner() -> None:
    """From inside M15 both hexes are seen; from its south-western corner the house itself is in the way."""
    state = beside(units={"g01": "M18 5-4-8", "g02": "N14 5-4-8"})
    assert vehicle_stand(state, UV1).corner == 3
    assert vehicle_sees(state, UV1, GRID.hex("M18"))
    assert unit_sees_vehicle(state, UNIT["g01"], UV1).is_unit_seen
    assert not unit_sees_vehicle(state, UNIT["g02"], UV1).is_unit_seen
    state.__dict__["verge"][UV1] = -1
    assert unit_sees_vehicle(state, UNIT["g02"], UV1).is_unit_seen


@pytest.mark.clause("ASL-D2.3")
def test_the_obstacle_gives_no_cover() -> None:
    tanks = {"gv1": "M19 StuG N-NE N-NE"}
    state = beside(tanks=tanks)
    shell = replace(new_shell(state, "prep", GV1, M15), target=UV1, aim="V")
    assert not [one for one in tank_fire.vehicle_tem(state, shell) if one.clause == "ASL-C6.8"]
    state.__dict__["verge"][UV1] = -1
    assert [one.amount for one in tank_fire.vehicle_tem(state, shell) if one.clause == "ASL-C6.8"]


@pytest.mark.clause("ASL-D2.33")
@pytest.mark.parametrize(
    ("hex_", "position", "side"),
    [
        ("M16", verges.AHEAD, "front"),
        ("M19", verges.AHEAD, "front"),
        ("L15", verges.BEHIND, "rear"),
        ("L16", verges.RIGHT, "side"),
        ("O15", verges.LEFT, "side"),
    ],
)
def test_front_rear_and_sides(hex_: str, position: int, side: str) -> None:
    state, at = beside(), GRID.hex(hex_)
    assert verges.position_of(M15, 8, at) == position
    assert verges.facing(state, UV1, at, state.hull[UV1]) == side


@pytest.mark.clause("ASL-D2.33")
def test_a_turret_turned_back_shows_its_rear_to_the_front() -> None:
    state = beside("NW-N")
    assert verges.facing(state, UV1, GRID.hex("M16"), state.turret[UV1]) == "rear"
    assert verges.facing(state, UV1, GRID.hex("L16"), state.turret[UV1]) == "side"


@pytest.mark.clause("ASL-D2.33")
def test_bow_weapons_fire_only_ahead() -> None:
    state = beside(units={"g01": "M18 5-4-8", "g02": "K16 5-4-8"})
    assert "bmg" in bearing(state, "prep", UV1, GRID.hex("M18"))
    assert "bmg" not in bearing(state, "prep", UV1, GRID.hex("K16"))
    assert "cmg" in bearing(state, "prep", UV1, GRID.hex("K16"))


@pytest.mark.clause("ASL-D2.33")
def test_a_turret_has_four_positions() -> None:
    state = do(driving(), "bypass M15 right 1")
    assert listed(state, "swing") == {"swing NE-SE", "swing S-SW", "swing NW-N"}
    assert rulings(state, "swing N-NE") == {"ASL-D2.33"}


@pytest.mark.clause("ASL-D2.33")
def test_a_side_shot_pays_case_a_each_time_unless_acquired() -> None:
    def figures(state: Any) -> list[tuple[int, str]]:
        shell = new_shell(state, "prep", UV1, GRID.hex("K16"))
        shown = ("ASL-C5.1", "ASL-D2.33")
        return [(m.amount, m.clause) for m in tank_fire.of_firer(state, shell) if m.clause in shown]

    there = {"g01": "K16 5-4-8"}
    assert figures(beside("SE-S", units=there)) == [(1, "ASL-C5.1"), (1, "ASL-D2.33")]
    assert figures(beside("S-SW", units=there)) == [(1, "ASL-C5.1")]  # it points there already
    aimed = ((UV1, -1, int(GRID.hex("K16")), 1),)
    assert figures(beside("S-SW", units=there, tracked=aimed)) == []


# ---------------------------------------------------------------- positions


@pytest.mark.clause("ASL-D2.3")
def test_a_position_keeps_the_hexside() -> None:
    text = write_position(beside())
    assert "[verge]\nuv1 = 8" in text
    assert read_position(GAME, text).verge[UV1] == 8  # type: ignore[attr-defined]
    for wrong in ("uv1 = 9", "uv2 = 8"):
        with pytest.raises(IllegalAction, match="ASL-D2.3"):
            read_position(GAME, text.replace("[verge]\nuv1 = 8", f"[verge]\n{wrong}"))
