"""FF-IN, FF-O18: single vehicles followed from the mission into its fights and back."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import Leak
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.fight import carry_back, new_fight, place_of, plan
from grognard.games.purple_heart_draw.firefight import vehicles as fighting
from grognard.games.purple_heart_draw.firefight.forces import VEHICLE_NUMBER, VEHICLES_OF
from grognard.games.purple_heart_draw.firefight.position import (
    V_AAMG_JAMMED,
    V_ABANDONED,
    V_BMG_JAMMED,
    V_BOGGED,
    V_CMG_JAMMED,
    V_DISABLED,
    V_DUE,
    V_EXPOSED,
    V_JAMMED,
    V_LEFT,
    V_MIRED,
    V_MOTION,
    V_RECALLED,
    V_SHAKEN,
    V_SHOCKED,
    V_SKIRTS,
    V_STUCK,
    V_WRECK,
    Firefight,
)
from grognard.games.purple_heart_draw.firefight.vehicle_ways import entry_hexes, gates
from grognard.games.purple_heart_draw.firefight.vehicles import MODEL
from grognard.games.purple_heart_draw.pieces import FLAG, KINDS, NUMBER_OF, STATUS
from grognard.games.purple_heart_draw.position import Facing, PurpleHeartDraw

from .build import bare
from .test_fight import OPTION, everything, into_the_fight, put_down

U, G = NUMBER_OF["u004"], NUMBER_OF["g004"]
UV, GV = VEHICLE_NUMBER["uv1"], VEHICLE_NUMBER["gv1"]


def scene(status: str = "", gear: str = "MA MG", at: str | None = "K10") -> PurpleHeartDraw:
    """A Sherman beside a squad, an assault gun far off, and a wreck."""
    state = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(state, "u001", "6-6-6", "K10")
    put_down(state, "u004", "M4A1", at, status, gear)
    put_down(state, "g004", "StuG_IIIG", "M25", gear="MA~ MG AL8-1")
    own = state.__dict__
    own["facing"][U], own["facing"][G] = Facing("SE", "SW") if at else Facing(), Facing("W", "W")
    own["wrecks"] = (("StuH_42*", GRID.number["L20"]), ("M4A1#", GRID.number["J8"]))
    state.derive()
    return state


def end(state: PurpleHeartDraw, **changes: Any) -> Firefight:
    """The fight of a position, with facts of its first Sherman as they are at the end."""
    found = new_fight(state)
    for name, value in changes.items():
        found.__dict__[name][UV] = value
    found.derive()
    return found


@pytest.mark.clause("FF-IN")
def test_a_vehicle_comes_in_as_it_stands() -> None:
    found = new_fight(scene())
    assert found.vehicle_kind[UV] == "M4A1" and found.vehicle_at[UV] == GRID.number["K10"]
    assert (found.hull[UV], found.turret[UV]) == (2, 3) and found.hull[GV] == found.turret[GV] == 4
    assert found.vehicle_flags[UV] == V_EXPOSED and found.vehicle_flags[GV] == V_EXPOSED | V_SKIRTS
    assert set(found.spent_ammo[GV].split()) == set(MODEL["StuG IIIG"].special) and not found.spent_ammo[UV]
    assert not found.kind[place_of(U)] and fighting.is_active(found, UV)


@pytest.mark.clause("FF-IN")
@pytest.mark.parametrize(
    ("status", "gear", "flags"),
    [
        ("bogged", "MA! MG", V_BOGGED | V_JAMMED | V_EXPOSED),
        ("mired", "MA MG", V_BOGGED | V_MIRED | V_EXPOSED),
        ("immobile", "MAx MG", V_STUCK | V_DISABLED | V_EXPOSED),
        ("abandoned", "MA MG", V_ABANDONED),
        ("shock", "MA MG", V_SHOCKED),
        ("stunned", "MA MG!", V_SHAKEN | V_EXPOSED | V_BMG_JAMMED | V_CMG_JAMMED | V_AAMG_JAMMED),
        ("motion", "MA MG", V_MOTION | V_EXPOSED),
    ],
)
def test_what_ails_a_vehicle_comes_in_and_goes_out(status: str, gear: str, flags: int) -> None:
    state = scene(status, gear)
    found = new_fight(state)
    assert found.vehicle_flags[UV] == flags
    before = everything(state)
    carry_back(state, found)
    after = everything(state)
    assert {name for name in before if before[name] != after[name]} <= {"cover"}


@pytest.mark.clause("FF-IN")
@pytest.mark.clause("PHD-TM8.ff")
def test_a_vehicle_off_the_map_waits_at_its_edge() -> None:
    """The whole edge of its side, or the hex it left by; a German points north."""
    state = scene(at=None)
    found = new_fight(state)
    assert found.vehicle_flags[UV] & V_DUE and found.vehicle_at[UV] < 0 and found.hull[UV] == 2
    assert gates(found, UV) == found.card.entry and entry_hexes(found, UV)
    state.__dict__["exit"][U] = GRID.number["C1"]
    assert GRID.names(gates(new_fight(state), UV)) == ["C1"]
    state.__dict__["at"][G] = -1
    assert new_fight(state).hull[GV] == 5


@pytest.mark.clause("PHD-TM9.ff")
def test_wrecks_of_earlier_scenarios_lie_on_the_map() -> None:
    """One burns still, the other has burnt out; both are there afterwards."""
    state = scene()
    found = new_fight(state)
    there = {(found.vehicle_kind[v], GRID.name[found.vehicle_at[v]]): v for v in fighting.wrecks(found)}
    assert set(there) == {("StuH 42", "L20"), ("M4A1", "J8")}
    assert fighting.fires(found) == (GRID.number["L20"],)
    assert set(there.values()) < {*VEHICLES_OF["us"], *VEHICLES_OF["german"]} - {UV, GV}
    carry_back(state, found)
    assert state.wrecks == (("StuH_42*", GRID.number["L20"]), ("M4A1#", GRID.number["J8"]))


@pytest.mark.clause("FF-O18")
def test_a_vehicle_that_drove_stands_where_it_ended() -> None:
    state = scene("motion")
    carry_back(state, end(state, vehicle_at=GRID.number["M12"], hull=1, turret=1, vehicle_flags=V_BOGGED))
    assert GRID.name[state.at[U]] == "M12" and str(state.facing[U]) == "E"
    assert STATUS.write(state.status[U]) == "bogged" and state.open >> U & 1
    assert str(state.facing[G]) == "W" and state.gear[G] == ("MA~", "MG", "AL8-1")


@pytest.mark.clause("FF-O18")
@pytest.mark.parametrize(
    ("flags", "gear"),
    [
        (V_JAMMED, ("MA!", "MG")),
        (V_DISABLED, ("MAx", "MG")),
        (V_BMG_JAMMED | V_CMG_JAMMED, ("MA", "MG")),  # the one on the roof still works
        (V_BMG_JAMMED | V_CMG_JAMMED | V_AAMG_JAMMED, ("MA", "MG!")),
    ],
)
def test_broken_weapons_of_a_vehicle(flags: int, gear: tuple[str, ...]) -> None:
    state = scene()
    carry_back(state, end(state, vehicle_flags=flags))
    assert state.gear[U] == gear


@pytest.mark.clause("FF-O18")
def test_one_kind_of_ammunition_that_is_gone_is_remembered_by_its_name() -> None:
    state = scene()
    carry_back(state, end(state, spent_ammo="WP"))
    assert state.gear[U] == ("MA~", "MG") and state.depleted[U] == "WP"
    assert new_fight(state).spent_ammo[UV] == "WP"
    state.__dict__["gear"][U] = ("MA", "MG")  # PHD-C5.27.c: it has all again
    assert not new_fight(state).spent_ammo[UV]


@pytest.mark.clause("FF-O18")
def test_repaired_weapons_and_lost_skirts() -> None:
    state = scene(gear="MA! MG!")
    found = end(state, vehicle_flags=0)
    found.__dict__["vehicle_flags"][GV] &= ~V_SKIRTS
    carry_back(state, found)
    assert state.gear[U] == ("MA", "MG") and state.status[G] == FLAG["no_skirts"]
    assert not new_fight(state).vehicle_flags[GV] & V_SKIRTS  # ASL-D11.2: for the rest of the mission


@pytest.mark.clause("FF-O18")
@pytest.mark.clause("PHD-C1.2")
def test_a_wreck_is_handed_back_with_its_points() -> None:
    """The fight has counted vehicle, crew and Armor Leader: nobody counts twice."""
    state = scene()
    found = end(state)
    for vehicle, burning in ((UV, True), (GV, False)):
        fighting.destroy(found, vehicle, burning, "ASL-C7.6")
        fighting.lose_crew(found, vehicle, "ASL-C7.6")
    worth = [KINDS["StuG_IIIG"].vp + KINDS["8-1"].vp, KINDS["M4A1"].vp]
    carry_back(state, found)
    assert not state.kind[U] and not state.kind[G]
    assert state.wrecks[2:] == (("M4A1*", GRID.number["K10"]), ("StuG_IIIG", GRID.number["M25"]))
    assert list(state.cvp) == worth == [6 + 2, 7]


@pytest.mark.clause("FF-O18")
@pytest.mark.parametrize("flags", [V_LEFT, V_RECALLED])
def test_a_recalled_vehicle_is_lost_without_points(flags: int) -> None:
    state = scene()
    carry_back(
        state, end(state, vehicle_flags=flags, vehicle_at=-1 if flags == V_LEFT else GRID.number["K10"])
    )
    assert not state.kind[U] and list(state.cvp) == [0, 0] and len(state.wrecks) == 2


@pytest.mark.clause("FF-O18")
def test_a_crew_that_got_out_is_a_unit_of_the_mission() -> None:
    """It fights on foot in the next scenario."""
    state = scene()
    found = end(state, vehicle_flags=V_WRECK)
    crew = place_of(NUMBER_OF["u005"])
    found.__dict__["kind"][crew], found.__dict__["at"][crew] = "1-2-6", GRID.number["K10"]
    found.derive()
    carry_back(state, found)
    unit = NUMBER_OF["u005"]
    assert state.kind[unit] == "1-2-6" and state.at[unit] == GRID.number["K10"]
    again = new_fight(state)
    assert again.kind[crew] == "1-2-6"


@pytest.mark.clause("FF-IN")
def test_riders_have_got_off() -> None:
    """They fight on foot, and are on no vehicle afterwards."""
    state = scene()
    state.__dict__["aboard"][NUMBER_OF["u001"]] = U
    state.derive()
    found = new_fight(state)
    assert found.kind[place_of(NUMBER_OF["u001"])] == "6-6-6"
    carry_back(state, found)
    assert state.aboard[NUMBER_OF["u001"]] < 0 and state.at[NUMBER_OF["u001"]] == GRID.number["K10"]


@pytest.mark.clause("FF-IN")
def test_what_stands_aside_is_no_vehicle_of_the_fight() -> None:
    """One that left the map in this scenario, and one in enemy hands; a tank under a cloak sleeps in the fight."""
    for word in ("exited", "captured"):
        assert U not in plan(scene(word)).vehicles


@pytest.mark.clause("FF-O15")
@pytest.mark.clause("FF-INFO")
def test_a_vehicle_that_waits_is_its_sides_secret() -> None:
    """PHD-C5.31: what was bought is not told before it enters; on the map everybody knows it."""
    outer: Any = into_the_fight().state
    state = scene(at=None)
    outer.within.fill(outer, new_fight(state), "FF-IN")
    german, us = outer.known_to("german").inner, outer.known_to("us").inner
    assert us.vehicle_kind[UV] == "M4A1" and us.vehicle_flags[UV] & V_DUE
    assert german.vehicle_flags[UV] == 0 and german.vehicle_at[UV] < 0
    with pytest.raises(Leak):
        assert german.vehicle_kind[UV]
    view = outer.view("german")
    assert "uv1" not in view["fight_vehicle_kind"] and "uv1" not in view["fight_hull"]
    assert view["fight_vehicle_kind"]["gv1"] == "StuG IIIG"
    outer.inner.set_at(Firefight.keys().vehicle_at, UV, GRID.number["K1"], "ASL-A2.51")
    assert outer.known_to("german").inner.vehicle_kind[UV] == "M4A1"
