"""How units stand: facing and covered arc, Hull Down, Riders, field phones; in positions, views and the
hand-over.
"""

from __future__ import annotations

import pytest

from grognard.core.hexes import members
from grognard.core.notation import read_position, write_position
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw import fates, handover, posture
from grognard.games.purple_heart_draw.board import BUILDING, GRID
from grognard.games.purple_heart_draw.leftovers import prisoners
from grognard.games.purple_heart_draw.pieces import FLAG
from grognard.games.purple_heart_draw.position import (
    Closing,
    Facing,
    Mission,
    Opening,
    PurpleHeartDraw,
    Table,
    ground,
)
from grognard.games.purple_heart_draw.posture import CORNERS, in_arc
from grognard.games.purple_heart_draw.redeploy import arrive
from grognard.games.purple_heart_draw.setup import SETUP
from grognard.games.purple_heart_draw.signals import issue_radios, wired
from grognard.web.purple_heart_draw.seen import piece

from .build import GAME, add, do, rulings, split

HULL_DOWN = FLAG["hull_down"]


def table(state: PurpleHeartDraw) -> PurpleHeartDraw:
    state.__dict__["stack"] = (Mission(step=4), Table())
    state.run()
    return state


def tanks(**options: object) -> PurpleHeartDraw:
    """A Sherman with a squad and a leader beside it, a StuG over there."""
    state = split(14, scenario=2, tactical_source="players", **options)
    add(state, "u001", "M4A1", "M12", gear="MA", open_=True)
    add(state, "u002", "6-6-6", "M12", open_=True)
    add(state, "u003", "8-0", "M12", open_=True)
    add(state, "u004", "6-6-6", "M12", open_=True)
    add(state, "g001", "StuG_IIIG", "M20", gear="MA", open_=True)
    return state


def tell(state: PurpleHeartDraw, unit: str, *words: str) -> None:
    for word in words:
        do(state, f"report {unit}", f"happened {word}")


def test_six_corners_and_the_two_hexes_beyond_each() -> None:
    here = GRID.hex("M14")
    arcs = [in_arc(here, corner) for corner in CORNERS]
    assert all(arc.bit_count() == 2 for arc in arcs) and sum(arcs) == 2 * GRID.near_to[here], (
        "every neighbour lies in two arcs"
    )
    assert GRID.names(in_arc(here, "NE")) == ["M13", "N14"]


@pytest.mark.clause("PHD-C5.1")
def test_facing_is_entered_as_often_as_it_changes() -> None:
    state = table(tanks())
    tell(state, "u001", "hull:NE", "turret:E", "hull:SE", "hull_down")
    assert str(state.facing[0]) == "SE/E" and state.status[0] & HULL_DOWN
    tell(state, "u001", "stunned")
    assert rulings(state, "report u001") == ["PHD-C5.1"], "what befell it is told once a player turn"
    assert not any(word.startswith("turret") for word in fates.fates(state, 112)), (
        "an assault gun has no turret"
    )
    do(state, "move u001 M11")
    assert not state.status[0] & HULL_DOWN and str(state.facing[0]) == "SE/E", (
        "Hull Down is lost with the hex"
    )


@pytest.mark.clause("PHD-C5.3.a")
def test_a_vehicle_leaves_close_combat_by_its_covered_arc() -> None:
    state = tanks()
    for u in (0, 112):
        state.__dict__["status"][u] = FLAG["melee"] | FLAG["motion"]
    state.__dict__["at"][112], state.__dict__["facing"][0] = GRID.hex("M12"), Facing("NE", "SW")
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    assert state.step.clause == "PHD-C5.3.a" and set(state.legal_actions().hexes("u001")) == {"N12"}, (
        "M11 needs a Bog check"
    )
    assert rulings(state, "slip u001 M13") == ["PHD-C5.3.a"]


@pytest.mark.clause("PHD-C5.9")
def test_out_of_a_minefield_without_turning() -> None:
    state = tanks()
    state.__dict__["forts"][1] = (("at_mines.2", GRID.hex("M12")),)
    state.__dict__["facing"][0] = Facing("W", "W")
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    while state.step.name != "minefields, attacker":
        do(state, "done")
    assert set(state.legal_actions().hexes("u001")) == {"L12", "L13"}


@pytest.mark.clause("PHD-C5.7")
def test_riders_mount_are_carried_and_get_off() -> None:
    state = table(tanks())
    tell(state, "u002", "mounts:u001")
    assert "mounts:u001" not in fates.fates(state, 3), "one squad is all it takes"
    tell(state, "u003", "mounts:u001")
    do(state, "move u001 M10")
    assert [GRID.name[state.at[u]] for u in range(4)] == ["M10", "M10", "M10", "M12"] and state.aboard[
        1
    ] == state.aboard[2] == 0
    assert state.view("german")["aboard"]["u002"] == "u001", "the enemy sees who sits on an open vehicle"
    assert "on M4A1 (u001)" in piece(state, 1)["title"] and "on u001" in GAME.screen(state, "us")
    tell(state, "u002", "breaks")
    assert state.aboard[1] < 0 and state.at[1] == GRID.hex("M10")
    state.__dict__["status"][1] = 0
    state.__dict__["aboard"][1] = 0
    state.derive()
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    assert state.step.name == "Riders, attacker"
    do(state, "dismount u002")
    assert rulings(state, "dismount u002") == ["PHD-C5.7"] and state.aboard[1] < 0 <= state.aboard[2]
    arrive(state, "us", [0], GRID.hex("M8"), "PHD-C5.14.v")
    assert (
        state.at[2] == GRID.hex("M8")
        and state.at[1] == GRID.hex("M10")
        and state.status[2] & FLAG["redeployed"]
    )


@pytest.mark.clause("PHD-C5.13")
def test_weapons_change_hands() -> None:
    """At the table whenever it happens; while units redeploy once a unit, in the hex it leaves or the one it
    comes to.
    """
    state = tanks()
    state.__dict__["gear"][1] = ("MMG", "BAZ44")
    table(state)
    tell(state, "u002", "gives:MMG:u004")
    assert (
        state.gear[1] == ("BAZ44",)
        and state.gear[3] == ("MMG",)
        and "gives:BAZ44:u003" not in fates.fates(state, 1)
    ), "no leader mans it"
    after = split(14, scenario=2)
    for name in ("u001", "u002"):
        add(after, name, "6-6-6", "M4", "concealed", "MMG" if name == "u001" else "")
    add(after, "u003", "6-6-6", "N4", "concealed")
    after.__dict__["stack"] = (Mission(step=5), Closing())
    after.run()
    while after.step.name != "redeployment v, attacker":
        do(after, "done")
    assert [str(a) for a in after.legal_actions() if a.verb == "hand"] == [
        "hand MMG u001 u002"
    ] and after.secret_to == "us"
    assert rulings(after, "hand MMG u001 u003") == ["PHD-C5.13"]
    do(after, "hand MMG u001 u002")
    assert after.gear[:2] == [(), ("MMG",)]
    do(after, "redeploy u002 N4")
    assert (
        rulings(after, "hand MMG u002 u001") == ["PHD-C5.13"] and rulings(after, "hand MMG u002 u003") == []
    )


@pytest.mark.clause("PHD-MSR9", "PHD-C5.15", "PHD-C5.26.b")
def test_weapons_of_the_fallen_lie_until_somebody_takes_them() -> None:
    state = tanks()
    state.__dict__["gear"][1], state.__dict__["gear"][2] = ("MMG", "BAZ44"), ("RADIO",)
    add(state, "g002", "5-4-8", "M12", open_=True)
    table(state)
    tell(state, "u002", "eliminated")
    tell(state, "u003", "eliminated")
    assert [item for item, _ in state.dropped] == ["us.BAZ44", "us.MMG", "us.RADIO"] and not state.scrap[0]
    tell(state, "u004", "recovers:us.RADIO")
    do(state, "done")
    assert "recovers:us.RADIO" not in fates.fates(state, 113)
    tell(state, "g002", "recovers:us.MMG")
    assert state.gear[113] == ("MMG^",) and state.gear[3] == ("RADIO",)
    state.__dict__["stack"] = (Mission(step=5), Closing())
    prisoners(state, None)
    assert not state.dropped and state.scrap[0] == ("BAZ44",), "lost, but not by capture"


def test_who_loses_his_vehicle_stays_behind() -> None:
    state = table(tanks())
    tell(state, "u002", "mounts:u001")
    tell(state, "u001", "burns")
    assert state.aboard[1] < 0 and state.at[1] == GRID.hex("M12") and not state.riding and state.kind[0] == ""
    state = table(tanks())
    tell(state, "u002", "mounts:u001")
    tell(state, "u001", "exits:friendly_edge")
    do(state, "exit M1")
    assert state.at[0] < 0 and state.at[1] < 0 and state.status[1] & FLAG["exited"]
    assert {GRID.name[state.exit[u]] for u in (0, 1)} == {"M1"}, "a Rider leaves by the hex of his vehicle"


def test_a_covered_vehicle_is_not_told_by_its_riders() -> None:
    state = table(tanks())
    tell(state, "u002", "mounts:u001")
    tell(state, "u001", "concealed")
    assert not state.open & 3 and "u002" not in state.view("german")["aboard"]
    tell(state, "u002", "revealed")
    assert state.open & 3 == 3


@pytest.mark.clause("PHD-C5.14.note4")
@pytest.mark.parametrize(("spot", "seer"), [("M12", None), ("M4", "us")])
def test_a_redeployed_vehicle_may_turn_and_try_for_hull_down(spot: str, seer: str | None) -> None:
    """Before all eyes outside the own FEBA, unseen behind it."""
    state = split(14, scenario=2, tactical_source="players")
    add(state, "u001", "M4A1", spot, gear="MA", open_=True)
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    for _ in range(60):
        if state.step.name.startswith("redeployment") and "u001" in state.legal_actions().by_unit():
            break
        state.push(next(a for a in state.legal_actions() if str(a) == "done"))
    goal = state.legal_actions().hexes("u001")[0]
    do(state, f"redeploy u001 {goal}")
    while state.to_move == "chance":
        do(state, "dice 3")
    assert state.step.clause == "PHD-C5.14.note4" and state.to_move == "us" and state.secret_to == seer
    do(state, "happened hull:SW", "happened turret:W", "happened hull_down")
    assert str(state.facing[0]) == "SW/W" and state.status[0] & HULL_DOWN and state.at[0] == GRID.hex(goal)
    assert state.step.clause != "PHD-C5.14.note4"


# ---------------------------------------------------------------- PHD-TM13


def gunners() -> PurpleHeartDraw:
    state = split(14, scenario=2)
    state.__dict__["chit"][0] = "attack"
    state.__dict__["modules"][1] = (
        ("80mm", "normal", (), 0, 0),
        ("105mm", "normal", (), 0, 0),
        ("60mm", "normal", (), 0, 0),
    )
    add(state, "g001", "8-0", "M20", "concealed")
    add(state, "g002", "5-4-8", "M22", "concealed", "RADIO")
    add(state, "u001", "6-6-6", "M5", open_=True)
    return state


def opening(state: PurpleHeartDraw) -> PurpleHeartDraw:
    at = next(i for i, step in enumerate(PurpleHeartDraw.procedures[Opening]) if step is SETUP[0])
    state.__dict__["stack"] = (Mission(step=3), Opening(step=at))
    state.run()
    return state


@pytest.mark.clause("PHD-TM13")
def test_a_field_phone_takes_the_place_of_a_radio() -> None:
    state = opening(gunners())
    assert state.step.name == "set-up, first side" and state.to_move == "german"
    assert set(state.legal_actions().hexes("m1")) == {"M20", "M22"} and rulings(state, "phone m3 M20") == [
        "PHD-TM13"
    ], "the 60mm has a radio alone"
    assert rulings(state, "phone m1 M21") == ["PHD-TM13"], "nobody is there"
    do(state, "phone m1 M20")
    assert rulings(state, "phone m1 M22") == ["PHD-TM13"] and state.phones[1] == (("m1", GRID.hex("M20")),)
    assert "phones" not in state.view("us") or "german" not in state.view("us")["phones"]
    while state.scenario == 2 and any(isinstance(frame, Opening) for frame in state.stack):
        do(state, "done")
    assert sum("RADIO" in gear for gear in state.gear) == 2, "one for each other module"
    assert handover.report(state)["phones"]["german"] == [["m1", "M20"]] and handover.report(state)["radios"][
        "german"
    ] == [
        "g001",
        "g002",
    ]
    assert "m1 by field phone in M20" in GAME.screen(state, "german") and "phone" not in GAME.screen(
        state, "us"
    )


@pytest.mark.clause("PHD-TM13")
def test_the_wire_is_judged_when_the_scenario_starts() -> None:
    state = gunners()
    state.__dict__["phones"][1] = (("m1", GRID.hex("M20")), ("m2", GRID.hex("M3")))
    assert not wired(ground(state), 1) >> GRID.hex("M3") & 1
    issue_radios(state, "german")
    assert (
        state.phones[1] == (("m1", GRID.hex("M20")),)
        and sum("RADIO" in gear for gear in state.gear[112:]) == 2
    )


# ---------------------------------------------------------------- files and reports


def test_positions_carry_it_and_bad_ones_are_refused() -> None:
    state = table(tanks())
    tell(state, "u002", "mounts:u001")
    tell(state, "u001", "hull:NE", "turret:W", "hull_down")
    text = write_position(state)
    again = read_position(GAME, text)
    assert again.to_json() == state.to_json() and again.riding == 2
    with pytest.raises(GrognardError, match="not a vehicle of its side in its hex"):
        read_position(GAME, text.replace('u002 = "u001"', 'u002 = "g001"'))
    with pytest.raises(GrognardError, match="a vehicle faces NE, E"):
        read_position(GAME, text.replace("NE/W", "N/W"))


@pytest.mark.clause("PHD-Z12")
def test_a_report_hands_it_over() -> None:
    state = table(tanks())
    wanted = handover.report(state)
    assert wanted["units"][0]["facing"] == "" and wanted["units"][1]["aboard"] is None
    wanted["units"][0] |= {"facing": "SE/W", "status": ["stunned", "hull_down"]}
    wanted["units"][1] |= {"aboard": "u001"}
    wanted["units"][3] |= {"kind": "3-4-6", "status": ["wall_advantage"]}
    house = GRID.name[members(BUILDING)[0]]
    wanted["rubble"], wanted["blaze"] = [house], [house]
    for action in handover.entries(state, wanted, "us"):
        state.push(action)
    found = handover.report(state)["units"]
    assert found[:4] == wanted["units"][:4] and GRID.names(state.rubble) == GRID.names(state.blaze) == [house]
    for wrong in ({"facing": "up"}, {"aboard": "x"}):
        with pytest.raises(GrognardError):
            handover.check({**wanted, "units": [{**wanted["units"][0], **wrong}]})


@pytest.mark.clause("PHD-C5.13")
def test_a_weapon_passes_between_units_that_exist() -> None:
    state = split(14, scenario=2)
    add(state, "u001", "6-6-6", "M4", "", "MMG")
    for giver, taker in (("u001", "nobody"), ("nobody", "u001")):
        said = posture.why_not_handed(state, "MMG", giver, taker)
        assert said == f"a weapon passes from a unit or a hex to a unit; {giver} or {taker} is neither"
    assert "is neither" not in posture.why_not_handed(state, "MMG", "M4", "u001")
