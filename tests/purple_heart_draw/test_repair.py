"""PHD-C5.25 to PHD-C5.28: SAN, repair, captured pieces, scrounging, ammunition, clearance."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.hexes import members
from grognard.games.purple_heart_draw import repair, scrounging, setup
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.owner import ask_owner
from grognard.games.purple_heart_draw.pieces import FLAG
from grognard.games.purple_heart_draw.position import ground

from .build import add, split


@pytest.mark.clause("PHD-C5.25", "PHD-C5.25.a")
def test_san_and_booby_traps_are_clamped() -> None:
    state = split(14)
    state.__dict__["san"][:] = [1, 6]
    state.__dict__["booby"] = "A"
    setup.clamp(state, None)
    assert state.san == [2, 4] and state.booby == "B"


@pytest.mark.clause("PHD-C5.26")
def test_weapon_repair() -> None:
    state = split(14)
    squad = add(state, "u001", "6-6-6", "M5", gear="MMG!")
    tank = add(state, "u002", "M4A1", "M6", gear="MA! MG")
    assert [m.amount for m in repair.weapon_drm(state, tank, "MA!")] == [-2]
    repair.repaired(state, ("repair", squad, "MMG!"), 2)
    repair.repaired(state, ("repair", tank, "MA!"), 5)
    assert state.gear[squad] == ("MMG",) and state.gear[tank] == (
        "MAx",
        "MG",
    ), "a vehicle's weapon is disabled, not removed"
    cut = add(state, "u003", "6-6-6", "M25", "shortage", "MMG!")
    assert [m.amount for m in repair.weapon_drm(state, cut, "MMG!")] == [1, 1]
    repair.repaired(state, ("repair", cut, "MMG!"), 1)
    assert state.gear[cut] == ()


@pytest.mark.clause("PHD-C5.26", "PHD-MSR8")
@pytest.mark.parametrize(
    ("kind", "gear", "amounts"),
    [
        ("5-4-8", "5cm_PaK_38", [1]),  # a Gun in other hands than a crew's is in Non-Qualified use
        ("2-3-8", "5cm_PaK_38", [1]),
        ("2-2-8", "5cm_PaK_38", []),  # a crew
        ("5-4-8", "LMG", []),
        ("5-4-8", "FT", [1]),  # Flamethrowers and Demolition Charges are for Assault Engineers
        ("5-4-8", "DC", [1]),
        ("8-3-8", "FT", []),
        ("8-3-8", "DC", []),
    ],
)
def test_only_qualified_hands_repair_without_a_penalty(kind: str, gear: str, amounts: list[int]) -> None:
    state = split(14)
    unit = add(state, "g001", kind, "M20", gear=f"{gear}!")
    assert [m.amount for m in repair.weapon_drm(state, unit, f"{gear}!")] == amounts
    repair.repaired(state, ("repair", unit, f"{gear}!"), 2)
    assert state.gear[unit] == (() if amounts else (gear,))  # 2 or less repairs


@pytest.mark.clause("PHD-C5.26.a")
def test_lost_bazookas_and_engineers_tools_may_come_back() -> None:
    state = split(14)
    u = add(state, "u001", "6-6-6", "M5")

    def salvage(name: str, face: int) -> None:
        repair.salvaged(state, ("scrap", 0, name), face)
        state.run()  # one who may have it: nobody is asked

    salvage("BAZ44", 3)
    assert state.gear[u] == ("BAZ44",)
    salvage("FT", 1)
    assert "FT" not in state.gear[u], "no Engineers to hold it"
    eng = add(state, "u002", "7-4-7", "M6")
    salvage("DC", 3)
    salvage("DC", 3)
    assert state.gear[eng] == ("DC",) and repair.cap(state, "us") == 1, (
        "capped at one squad-equivalent of Engineers"
    )
    salvage("BAZ44", 4)
    assert sum("BAZ44" in g for g in state.gear) == 1
    state.__dict__["scrap"][0] = ("FT", "BAZ44")
    assert len(repair.scrapped(state)) == 2 and state.scrap[0] == ()


@pytest.mark.clause("PHD-C5.26.a")
@pytest.mark.parametrize(
    ("kinds", "most"), [("3-3-7", 0), ("7-4-7", 1), ("7-4-7 3-3-7", 1), ("7-4-7 3-3-7 3-3-7", 2)]
)
def test_engineers_keep_a_tool_of_each_kind_for_each_whole_squad(kinds: str, most: int) -> None:
    """Two half-squads are a squad-equivalent, one is none."""
    state = split(14)
    for n, kind in enumerate(kinds.split(), 1):
        add(state, f"u{n:03}", kind, "M5")
    assert repair.cap(state, "us") == most and bool(repair.heirs(state, "us", "FT")) == (most > 0)


@pytest.mark.clause("PHD-C5.26.b")
def test_captured_weapons() -> None:
    state = split(14)
    u = add(state, "u001", "6-6-6", "M5", gear="LMG^ MMG!^")
    assert repair.malfunctioned(state) == [] and state.gear[u] == ("LMG^",), (
        "a malfunctioned captured piece goes without a roll"
    )
    assert repair.captured(state) == [("captured", u, "LMG^")]
    repair.repair_captured(state, ("captured", u, "LMG^"), 3)
    assert state.gear[u] == ("LMG^",)
    repair.repair_captured(state, ("captured", u, "LMG^"), 4)
    assert state.gear[u] == ()


@pytest.mark.clause("PHD-C5.26.c")
def test_scrounging() -> None:
    state = split(14)
    u, far = add(state, "u001", "6-6-6", "M5"), add(state, "u002", "6-6-6", "M9")
    own = state.__dict__
    own["wrecks"] = (("M4A1#", GRID.hex("M5")), ("M4A1", GRID.hex("M6")))
    ready: Any = scrounging.scroungers("us")
    assert ready(state, None) == 1 << u and not ready(state, None) >> far & 1
    assert scrounging.within_reach("us")(state, None)(u) == 1 << GRID.hex("M6"), (
        "what is burnt out yields nothing"
    )
    scrounging.scrounge(state, None, u, GRID.hex("M6"))
    assert state.wrecks[1] == ("M4A1%", GRID.hex("M6")) and state.todo[0] == (("scrounge", u, "MMG"),)
    scrounging.scrounged(state, "us", state.todo[0][0], 2)
    assert state.gear[u] == ("MMG",) and not ready(state, None)
    tank = add(state, "u003", "M4A1", "M5", "immobile abandoned", "MA MG")
    stug = add(state, "g001", "StuG_IIIG", "M6", "abandoned concealed", "MA MG")
    assert [row[2] for row in scrounging.finds(state, "us")] == ["M4A1"], (
        "of a covered vehicle the enemy knows nothing"
    )
    scrounging.scrounge(state, None, u, GRID.hex("M5"))
    assert (
        state.status[tank] & FLAG["scrounged"]
        and state.gear[tank] == ("MA", "MGx")
        and not state.status[stug] & FLAG["scrounged"]
    )


@pytest.mark.clause("PHD-C5.26.c")
def test_who_scrounges_is_nobodys_business() -> None:
    steps = [step for step in repair.REPAIRS if step.clause == "PHD-C5.26.c"]
    assert len(steps) == 4 and all(step.secret for step in steps)


@pytest.mark.clause("PHD-C5.27", "PHD-C5.27.a")
def test_vehicle_repair() -> None:
    state = split(14)
    home = add(state, "u001", "M4A1", "M5", "immobile", "MA AL9-2")
    front = add(state, "u002", "M4A1", GRID.name[members(ground(state).front[0])[0]], "immobile", "MA")
    assert [m.amount for m in repair.vehicle_drm(state, home)] == [-2] and [
        m.amount for m in repair.vehicle_drm(state, front)
    ] == [1]
    repair.mobile_again(state, ("immobile", home), 4)
    repair.mobile_again(state, ("immobile", front), 2)
    assert not state.status[home] and state.status[front] & FLAG["immobile"]
    left = add(state, "u003", "M4A1", "M6", "immobile abandoned", "MA")
    assert ("immobile", left) not in repair.immobile(state)


@pytest.mark.clause("PHD-C5.27.b")
def test_a_disabled_mg_is_restored_from_infantry() -> None:
    state = split(14)
    tank, squad = (
        add(state, "u001", "M4A1", "M5", gear="MA MGx"),
        add(state, "u002", "6-6-6", "M6", gear="MMG"),
    )
    ready: Any = repair.disarmed("us")
    assert ready(state, None) == 1 << tank
    ask_owner(state, "us", ("gives", tank), "PHD-C5.27.b")
    state.run()
    assert state.gear[tank] == ("MA", "MG") and state.gear[squad] == ()
    assert not repair.disarmed("german")(state, None)


@pytest.mark.clause("PHD-C5.27.c", "PHD-C5.27.d")
def test_ammunition() -> None:
    state = split(14)
    u, cut = (
        add(state, "u001", "M4A1", "M5", "low_ammo", "MA~"),
        add(state, "u002", "M4A1", "M25", "low_ammo", "MA~"),
    )
    assert repair.depleted(state) == [("ammo", u, "MA~")], "not for the Isolated"
    repair.restocked(state, ("ammo", u, "MA~"), 5)
    assert state.gear[u] == ("MA~",)
    repair.restocked(state, ("ammo", u, "MA~"), 4)
    assert state.gear[u] == ("MA",)
    repair.low_ammo(state, None)
    assert not state.status[u] and state.status[cut]


@pytest.mark.clause("PHD-C5.28")
def test_clearance() -> None:
    state = split(14)
    own = state.__dict__
    own["forts"][1] = (
        ("ap_mines.6", GRID.hex("M5")),
        ("wire", GRID.hex("M5")),
        ("wire", GRID.hex("M6")),
        ("roadblock.N", GRID.hex("M30")),
    )
    u = add(state, "u001", "6-6-6", "M8")
    places: Any = repair.to_clear("us")(state, None)
    mines, wire, block = (repair.CLEARABLE.index(name) for name in ("mines", "wire", "roadblock"))
    assert GRID.names(places(mines)) == ["M5"] and GRID.names(places(wire)) == ["M6"], "mines first"
    assert not places(block), "not in the enemy's ground"
    repair.cleared(state, "us", ("clear", mines, GRID.hex("M5")), 6)
    state.run()
    assert state.kind[u] == "3-4-6", "an Original 6 against mines costs a step"
    repair.cleared(state, "us", ("clear", mines, GRID.hex("M5")), 3)
    assert len(state.forts[1]) == 3 and not any("mines" in item for item, _ in state.forts[1])


@pytest.mark.clause("PHD-C5.28")
def test_only_mines_against_men_come_first() -> None:
    state = split(14)
    state.__dict__["forts"][1] = (
        ("ap_mines.6", GRID.hex("M5")),
        ("wire", GRID.hex("M5")),
        ("at_mines.3", GRID.hex("M6")),
        ("wire", GRID.hex("M6")),
    )
    add(state, "u001", "6-6-6", "M8")
    places: Any = repair.to_clear("us")(state, None)
    assert GRID.names(places(repair.CLEARABLE.index("mines"))) == ["M5", "M6"]
    assert GRID.names(places(repair.CLEARABLE.index("wire"))) == ["M6"]


@pytest.mark.clause("PHD-C5.28")
def test_clearance_drm() -> None:
    state = split(14)
    near = next(h for h in members(ground(state).feba[0]) if GRID.near_to[h] & ground(state).front[1])
    assert [m.amount for m in repair.clear_drm(state, "us", "mines", near)] == [1]
    assert [m.amount for m in repair.clear_drm(state, "us", "wire", near)] == []
    assert [m.amount for m in repair.clear_drm(state, "us", "roadblock", near)] == [1]
    for n in (1, 2, 3):
        add(state, f"u00{n}", "7-4-7", "M5")
    assert [m.amount for m in repair.clear_drm(state, "us", "wire", GRID.hex("M8"))] == [-1]
    state.__dict__["status"][0] |= FLAG["labor"]
    assert [m.amount for m in repair.clear_drm(state, "us", "wire", GRID.hex("M5"))] == [-1, -1]
    state.__dict__["kind"][0] = "3-3-7"
    state.derive()
    assert repair.clear_drm(state, "us", "wire", GRID.hex("M8")) == [], "two and a half squads are not three"


@pytest.mark.clause("PHD-C5.27.b")
def test_a_spare_mg_comes_from_infantry_in_the_same_or_an_adjacent_location() -> None:
    state = split(14)
    tank = add(state, "u001", "M4A1", "M5", gear="MA MGx")
    same, near = add(state, "u002", "6-6-6", "M5", gear="MMG"), add(state, "u003", "6-6-6", "M6", gear="MMG")
    add(state, "u004", "6-6-6", "M7", gear="MMG")  # too far
    add(state, "u005", "6-6-6", "M5")  # has none
    assert repair.spare(state, "us", tank) == [same, near]


@pytest.mark.clause("PHD-C5.27.d")
def test_low_ammo_is_restored_only_to_those_who_have_it_and_are_not_cut_off() -> None:
    state = split(14)
    whole = add(state, "u001", "M4A1", "M5", "", "MA")
    cut = add(state, "u002", "M4A1", "M25", "low_ammo", "MA")
    before = len(state.journal)
    repair.low_ammo(state, None)
    assert state.status[cut] and not state.status[whole] and len(state.journal) == before
