"""What single words of the clauses ask for."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.hexes import Hexes
from grognard.core.notation import play_on
from grognard.games.purple_heart_draw.board import DIRECTIONS, GRID
from grognard.games.purple_heart_draw.firefight import (
    aiming,
    allowances,
    gun_fire,
    obstacles,
    routing,
    searching,
    tank_fire,
    tank_guns,
    victory,
)
from grognard.games.purple_heart_draw.firefight.concealment import gains
from grognard.games.purple_heart_draw.firefight.forces import FIRST_GUN, GUN, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.going import comes_from
from grognard.games.purple_heart_draw.firefight.position import (
    Attack,
    Bombardment,
    Burst,
    Shell,
    Shot,
    Sniper,
    fact,
)
from grognard.games.purple_heart_draw.firefight.shots import UPRIGHT
from grognard.games.purple_heart_draw.firefight.terrain import BUILDINGS, MULTI_HEX
from grognard.games.purple_heart_draw.firefight.vehicle_ways import ways_into

from .fight import do, fight, listed, where

# ---------------------------------------------------------------- snipers


@pytest.mark.clause("ASL-A14.1")
def test_artillery_rouses_no_sniper() -> None:
    """US dice of 3 rouse the German sniper; those of a fire for effect do not."""
    units = {"u01": "M16 6-6-6", "g01": "M17 2-3-8"}
    state = fight(units, phase="Prep Fire Phase", san=[2, 3], snipers=[-1, GRID.hex("O15")])
    shells = Bombardment("us", 8, 8, (GRID.hex("M17"),))
    state.set(fact.stack, (*state.stack, shells), "ASL-C1.5")
    state.forget_choices()
    do(state, "dr 1 2")
    assert not state.roused and not any(isinstance(frame, Sniper) for frame in state.stack)
    fired = do(
        fight(units, phase="Prep Fire Phase", san=[2, 3], snipers=[-1, GRID.hex("O15")]),
        "fire u01 M17",
        "dr 1 2",
    )
    assert fired.roused or isinstance(fired.stack[-1], Sniper)


# ---------------------------------------------------------------- rout


@pytest.mark.clause("ASL-A10.51")
def test_the_other_rooms_of_the_house_may_be_passed_over() -> None:
    """W5 and W6 are one farm: a unit that starts in W6 need not stop in W5, and may go on to the house in Z6."""
    units = {"g01": "W6 5-4-8 broken dm", "u01": "W9 6-6-6"}
    state = fight(units, "rout", scene="phd-3-infantry", all_found=True)
    assert MULTI_HEX[GRID.hex("W5")] == MULTI_HEX[GRID.hex("W6")]
    assert GRID.names(routing.goals(state, UNIT["g01"])) == ["W5", "Z6", "W5/1", "W6/1"]


@pytest.mark.clause("ASL-A10.51")
def test_without_cover_that_binds_any_hex_will_do() -> None:
    """From A9 only B9 is cover, which is no farther from C11 than A9."""
    units = {"g01": "A9 5-4-8 broken dm", "u01": "C11 6-6-6"}
    state = fight(units, "rout", scene="phd-2-infantry", all_found=True)
    found = routing.reach(state, "german", GRID.hex("A9"), 12)
    assert [GRID.name[h] for h in found if routing.rout_ground(state) >> h & 1] == ["B9"]
    assert routing.goals(state, UNIT["g01"]) == sum(1 << h for h in found if h != GRID.hex("A9"))


# ---------------------------------------------------------------- movement


@pytest.mark.clause("ASL-A12.15")
def test_residual_fire_attacks_again_who_is_thrown_back() -> None:
    units = {"u01": "M15 6-6-6", "g01": "M17 5-4-8 concealed"}
    state = fight(units, "movement", all_found=True, residual=((GRID.hex("M16"), 2),))
    do(state, "move u01 M16", "dr 6 6")
    while state.step.name == "reaction":
        do(state, "done")
    do(state, "go M17")
    while not (isinstance(state.stack[-1], Attack) and state.stack[-1].kind == "residual"):
        do(state, "done" if state.to_move != "chance" else "roll 1")
    assert where(state, "u01") == "M16" and state.stack[-1].targets == (UNIT["u01"],)


@pytest.mark.clause("ASL-A17.2")
@pytest.mark.clause("ASL-A4.42")
def test_a_wounded_leader_carries_nothing_freely() -> None:
    """3 MF, less 1 for the bazooka; whole he has 6."""
    guns = {"umg1": "BAZ44 u01"}
    hurt, whole = (fight({"u01": f"M16 8-0{state}"}, "movement", guns=guns) for state in (" wounded", ""))
    assert [allowances.own_allowance(one, UNIT["u01"]) for one in (hurt, whole)] == [4, 12]
    routing.leave_weapons(hurt, UNIT["u01"])
    routing.leave_weapons(whole, UNIT["u01"])
    assert [one.holder[GUN["umg1"]] for one in (hurt, whole)] == [-1, UNIT["u01"]]


@pytest.mark.clause("ASL-A19.3")
@pytest.mark.clause("ASL-A12.152")
def test_inexperienced_units_search_worse() -> None:
    state = fight({"u01": "M16 5-3-6", "u02": "M17 5-4-6"}, "movement")
    assert [searching.search_drm(state, [UNIT[one]]) for one in ("u01", "u02")] == [0, -1]


def dashing(**more: Any) -> Any:
    """A squad on the road of a Dash from F10 to H10, covered at both ends from G13."""
    units = {"u01": "F10 6-6-6", "g01": "G13 5-4-8"} | more.pop("units", {})
    state = do(fight(units, "movement", all_found=True, scene="phd-2", **more), "lead u01", "dash H10")
    return do(state, sorted(listed(state, "go"))[0])


@pytest.mark.clause("ASL-C6.1")
@pytest.mark.clause("ASL-A4.63")
def test_a_tank_at_a_dash() -> None:
    """+2 to hit; machine guns with half their firepower; neither hull nor turret turns for it."""
    ahead, away = (
        dashing(vehicles={"gv1": f"G13 StuG {spine} {spine} exposed"}) for spine in ("NW-N", "SE-S")
    )
    tank, road = VEHICLE_NUMBER["gv1"], int(ahead.at[UNIT["u01"]])
    assert [tank_fire.can_point(one, "first", tank, road) for one in (ahead, away)] == [True, False]
    assert tank_fire.can_point(away, "final", tank, road)
    shell = Shell("german", road, "first", "75L", vehicle=tank, targets=(UNIT["u01"],), aim="I", ammo="HE")
    assert [m.amount for m in tank_fire.moving_infantry(ahead, shell, "I", []) if m.clause == "ASL-C6.1"] == [
        2
    ]
    burst = Burst("german", road, "first", tank, targets=(UNIT["u01"],))
    halves = [clause for _, clause, _ in tank_guns.factors(ahead, burst, "aamg", False)]
    assert halves.count("ASL-A4.63") == 1


@pytest.mark.clause("ASL-A4.63")
def test_a_gun_does_not_turn_at_a_dash() -> None:
    crew, gun = {"g02": "G13 2-2-8"}, {"gmg1": "50L g02"}
    ahead, away = (dashing(units=crew, guns=gun, pointing=[0] * 6 + [n]) for n in (5, 2))
    firer, road = FIRST_GUN + GUN["gmg1"], int(ahead.at[UNIT["u01"]])
    away.pointing[GUN["gmg1"]] = 2
    ahead.pointing[GUN["gmg1"]] = 5
    assert [gun_fire.may_turn(one, "first", firer, road) for one in (ahead, away)] == [True, False]
    assert gun_fire.may_turn(away, "final", firer, road)


# ---------------------------------------------------------------- to hit


@pytest.mark.clause("ASL-C5.4")
def test_a_bazooka_in_the_stream() -> None:
    """Case D for the Area Fire of who stands in a stream, and once more if pinned."""
    units = {"u01": "X12 6-6-6", "u02": "X12 6-6-6 pinned", "g01": "X11 5-4-8"}
    state = fight(units, guns={"umg1": "BAZ44 u01", "umg2": "BAZ44 u02"}, scene="phd-3")
    for n, times in ((1, 1), (2, 2)):
        shot = Shot("us", GRID.hex("X11"), "prep", FIRST_GUN + GUN[f"umg{n}"], "BAZ44")
        found = [m for m in aiming.hit_modifiers(state, shot, False, UPRIGHT) if m.clause == "ASL-C5.4"]
        assert [m.amount for m in found] == [2] * times


@pytest.mark.clause("ASL-C2.7")
def test_the_bridge_is_no_stream() -> None:
    state = fight({"u01": "V12 6-6-6"}, guns={"umg1": "LTMTR u01"}, scene="phd-3")
    wet = fight({"u01": "X12 6-6-6"}, guns={"umg1": "LTMTR u01"}, scene="phd-3")
    assert [aiming.is_dry(one, FIRST_GUN + GUN["umg1"]) for one in (state, wet)] == [True, False]


@pytest.mark.clause("ASL-C6.52")
@pytest.mark.clause("ASL-C6.57")
def test_an_acquisition_passes_to_another_target_of_the_location() -> None:
    """The gun has acquired Infantry in P17: it serves for a vehicle there, not in P18, and not for a "?"."""
    tanks = {
        "uv1": "M16 M4A1 NE-SE NE-SE exposed",
        "gv1": "P17 StuG SW-NW SW-NW",
        "gv2": "P18 StuG SW-NW SW-NW",
    }
    row = ((0, -1, GRID.hex("P17"), 1),)
    state = fight({"g01": "P17 5-4-8"}, vehicles=tanks, scene="phd-4", tracked=row)
    own, near, far = (VEHICLE_NUMBER[name] for name in ("uv1", "gv1", "gv2"))
    for hex_, target, amounts in (("P17", near, [-1]), ("P18", far, [])):
        shell = Shell("us", GRID.hex(hex_), "prep", "75", vehicle=own, target=target, ammo="AP")
        assert [m.amount for m in tank_fire.acquisition(state, shell)] == amounts
    shell = Shell("us", GRID.hex("P17"), "prep", "75", vehicle=own, aim="I", ammo="HE")
    for concealed, amounts in ((False, [-1]), (True, [])):
        found = tank_fire.hit_modifiers(state, shell, concealed, UPRIGHT)
        assert [m.amount for m in found if m.clause == "ASL-C6.5"] == amounts


# ---------------------------------------------------------------- concealment and control


@pytest.mark.clause("ASL-A12.1")
def test_dummies_keep_a_unit_from_gaining_its_cover() -> None:
    """A "?" in sight prevents it, whatever is under it; out of sight in woods it does not."""
    dummies = [Hexes(0), Hexes(1 << GRID.hex("P17"))]
    units = {"u01": "M16 6-6-6", "u02": "L17 6-6-6"}
    plain, decoyed = (
        fight(units, "close combat", scene="mission-us-clear", dummies=rows)
        for rows in ([Hexes(0), Hexes(0)], dummies)
    )
    assert gains(plain, UNIT["u01"]) == "at once" and gains(decoyed, UNIT["u01"]) == ""


@pytest.mark.clause("ASL-A26.11")
def test_a_heroic_leader_is_armed() -> None:
    state = fight({"g01": "L17 8-0", "g02": "M15 8-0 heroic"})
    denied = [victory._denied(state, "german", GRID.hex(name)) for name in ("L17", "M15")]
    assert denied == [False, True]


# ---------------------------------------------------------------- works


@pytest.mark.clause("ASL-B28.9")
@pytest.mark.parametrize(("dice", "cut"), [(12, True), (11, False)])
def test_booby_traps_answer_every_task_check(dice: int, cut: bool) -> None:
    state = fight({"u01": "M16 6-6-6", "u02": "M16 8-0"}, "rally", booby="C", all_found=True)
    do(state, "deploy u01 u02", f"roll {dice}")
    assert ("random selection" in state.purpose) is cut


@pytest.mark.clause("ASL-D8.21")
@pytest.mark.clause("ASL-D2.terrain")
def test_a_tank_and_wire() -> None:
    """2 MP more, and a bog check with 1 for its pressure and 2 for the wire, known or not."""
    tank = {"uv1": "M16 M4A1 NE-SE NE-SE"}
    known = fight({}, "movement", vehicles=tank, scene="mission-us-clear", works=(("wire", GRID.hex("N17")),))
    plain = fight({}, "movement", vehicles=tank, scene="mission-us-clear")
    at, hex_ = GRID.hex("M16"), GRID.hex("N17")
    (over,), (free,) = (ways_into(one, 0, at, hex_) for one in (known, plain))
    assert over.cost == free.cost + 4 and [m.amount for m in over.checks[0]] == [1, 2] and not free.checks
    hidden = fight({}, "movement", vehicles=tank, scene="mission-us-clear", buried=[(), (("wire", hex_),)])
    assert ways_into(hidden, 0, at, hex_) == [free]
    do(hidden, "drive uv1", "start")
    while hidden.step.name != "drive":
        do(hidden, "done")
    do(hidden, "go N17")
    assert "a bog check" in hidden.purpose and "+3" in hidden.purpose and hidden.works == (("wire", hex_),)


@pytest.mark.clause("ASL-D8.21")
def test_a_tank_and_rubble() -> None:
    """Half its MP and 3 on the bog check, of stone as well, with open hatches too."""
    house = next(h for h in GRID.name if BUILDINGS >> h & 1 and h not in GRID.ground)
    at = next(h for h in GRID.name if GRID.distance(h, house) == 1 and h not in GRID.ground)
    tank = {"uv1": f"{GRID.name[at]} M4A1 NE-SE NE-SE exposed"}
    whole, fallen = (
        fight({}, "movement", vehicles=tank, scene="mission-us-clear", rubble=Hexes(rows))
        for rows in (0, 1 << house)
    )
    (way,) = ways_into(fallen, 0, at, house)
    assert "rubble" in way.words and [m.amount for m in way.checks[0]][:2] == [1, 3]
    assert all(one.buttoned for one in ways_into(whole, 0, at, house))


@pytest.mark.clause("ASL-D4.21")
@pytest.mark.clause("ASL-B29")
def test_behind_a_roadblock_a_tank_is_hull_down() -> None:
    """A roadblock covers as a wall does: 2."""
    (came,) = comes_from(GRID.hex("M16"), GRID.hex("P17"))
    way = DIRECTIONS[GRID.direction(GRID.hex("P17"), came)]
    works = ((f"roadblock.{way}", GRID.hex("P17")),)
    tanks = {"uv1": "M16 M4A1 NE-SE NE-SE", "gv1": "P17 StuG SW-NW SW-NW"}
    for rows, down in ((works, True), ((), False)):
        state = fight({}, vehicles=tanks, scene="phd-4", works=rows)
        shell = Shell("us", GRID.hex("P17"), "prep", "75", vehicle=0, target=VEHICLE_NUMBER["gv1"], ammo="AP")
        assert tank_fire.is_hull_down(state, shell) is down
        assert obstacles.block_tem(state, GRID.hex("M16"), GRID.hex("P17")) == (2 if down else 0)


@pytest.mark.clause("ASL-B26")
@pytest.mark.parametrize(("dice", "gone"), [("2 3", True), ("3 3", False)])
def test_a_charge_removes_wire(dice: str, gone: bool) -> None:
    """A 5 on the 30 column is a 1KIA, a 6 is not."""
    works, hex_ = (("wire", GRID.hex("M17")),), GRID.hex("M17")
    state = fight({"u01": "M16 7-4-7", "g01": "M17 5-4-8"}, "prep fire", works=works, all_found=True)
    charge = Attack("us", hex_, "charge", firepower=30, fails=12, seen=(UNIT["g01"],))
    state.set(fact.stack, (*state.stack, charge), "ASL-A23.4")
    do(play_on(state), f"dr {dice}")
    assert (("wire", hex_) not in state.works) is gone
