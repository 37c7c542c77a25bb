"""Readings of the turns after the landings (SB-J12 to SB-J47 but for the campaign's): default, then the other value."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.games.sword_beach import notation
from grognard.games.sword_beach.arrivals import last_turn
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.supply import cut_off

from .build import GAME, choices, do, position, steps, until, where, why
from .test_readings_landing import assault, beachheads, cup, drop, verdict

CAEN = ["0937", "0938", "0939", "0837", "0838", "0839", "0940", "0738", "0739"]
NORTH = ["0937", "0938", "0939", "0837"]  # SB-13.0.c
PACKAGE = files("grognard.games.sword_beach")
MAP: dict[str, Any] = tomllib.loads((PACKAGE / "data" / "map.toml").read_text(encoding="utf-8"))
LAND = [name for name, row in MAP["hexes"].items() if row["t"] != "sea"]


def markers(state: SwordBeach, name: str) -> list[str]:
    return list(notation.write(state)["markers"].get(name, []))


def end_of_turn(
    turn: int, units: Mapping[str, str] | None = None, beaches: Iterable[str] = ("1640",), **more: Any
) -> SwordBeach:
    """The last German phase of a turn said `done` to; 22/21 is far away unless placed, so that there is somebody to ask."""
    cities = more.pop("cities", [])
    state = position(
        "german mobile movement", turn, {"22/21": "0150", **(units or {})}, beaches, markers={"allied_cities": cities}, **more
    )
    do(state, "done")
    return state


def supply_check(units: Mapping[str, str], turn: int = 5, **more: Any) -> SwordBeach:
    """A position after the supply check of a turn in which nobody does anything."""
    state = position("allied movement", turn, units, **more)
    until(state, "german movement")
    return state


# ---------------------------------------------------------------- SB-J12, SB-J27, SB-J28: mines


def defended(draws: str, **more: Any) -> SwordBeach:
    """8/3 attacks 736/716 in the town of 1539; the German names his markers."""
    state = position("allied combat", 5, {"8/3": "1540", "736/716": "1539", **more.pop("units", {})}, **more)
    do(state, "attack 8/3 1539", "support none", f"support {draws}")
    return state


@pytest.mark.clause("SB-J12")
def test_J12_the_mines_are_a_twenty_second_marker() -> None:
    weights = {str(action): weight for action, weight in defended("guns").chance_weights()}
    assert sum(weights.values()) == 22 and weights["draw german mines"] == 1


@pytest.mark.clause("SB-J12")
def test_J12_used_when_drawn_they_are_one_of_the_two() -> None:
    """6 - 5 - 6 (mines) - 10 = -15."""
    state = defended("guns+guns")
    do(state, "draw german mines", "mines use", "draw german 10")
    assert state.step.name == "combat die"
    assert verdict(do(state, "roll 1"))[1] == -15


@pytest.mark.clause("SB-J12")
def test_J12_or_come_on_top() -> None:
    state = defended("guns+guns", options={"drawn_mines_count": False})
    do(state, "draw german mines", "mines use", "draw german 10")
    assert state.step.name == "support fire"
    do(state, "draw german 9")
    assert verdict(do(state, "roll 1"))[1] == -24


@pytest.mark.clause("SB-J12")
def test_J12_played_after_being_put_aside_they_do_not_count() -> None:
    state = defended("guns+guns+mines", mines="aside")
    do(state, "draw german 10", "draw german 9")
    assert verdict(do(state, "roll 1"))[1] == 6 - 5 - 6 - 10 - 9


def caen_loss(**options: Any) -> SwordBeach:
    """The Support Fire Markers Phase of the turn after Caen fell: two markers are to go."""
    state = position("weather", 9, {"8/3": "1640", "22/21": "0150"}, caen_due=True, options=options)
    assert state.step.name == "marker lost"
    return state


@pytest.mark.clause("SB-J27")
def test_J27_the_mines_are_not_among_the_markers_lost_with_caen() -> None:
    state = caen_loss()
    weights = {str(action): weight for action, weight in state.chance_weights()}
    assert sum(weights.values()) == 21 and "draw german mines" not in weights
    do(state, "draw german 10", "draw german 2")
    assert state.step.name == "allied movement" and len(cup(state, "german")) == 19


@pytest.mark.clause("SB-J27")
def test_J27_or_they_can_be_lost_for_good() -> None:
    state = caen_loss(mines_can_be_lost=True)
    weights = {str(action): weight for action, weight in state.chance_weights()}
    assert sum(weights.values()) == 22 and weights["draw german mines"] == 1
    do(state, "draw german mines", "draw german 2")
    assert state.mines == "lost" and len(cup(state, "german")) == 20
    until(state, "german mobile movement")
    do(state, "done")
    until(state, "allied movement")
    assert state.turn == 10 and state.mines == "lost"


def storm(**options: Any) -> SwordBeach:
    state = position("weather", 9, {"8/3": "1640", "22/21": "0150"}, weather="unknown", options={"weather": True, **options})
    do(state, "roll 6", "roll 2")  # inclement; two German markers out for this turn
    assert state.step.name == "marker lost"
    return state


@pytest.mark.clause("SB-J27")
def test_J27_nor_among_those_the_weather_takes() -> None:
    assert sum(weight for _, weight in storm().chance_weights()) == 21
    assert sum(weight for _, weight in storm(mines_can_be_lost=True).chance_weights()) == 22


@pytest.mark.clause("SB-J27")
def test_J27_mines_lost_to_the_weather_are_back_next_turn() -> None:
    state = storm(mines_can_be_lost=True)
    do(state, "draw german mines", "draw german 2")
    assert state.mines not in ("cup", "aside")
    until(state, "german mobile movement")
    do(state, "done")
    assert state.turn == 10
    until(state, "allied movement")
    assert state.mines == "cup"


@pytest.mark.clause("SB-J28")
def test_J28_mines_put_aside_are_played_in_a_later_combat_only() -> None:
    """First 736/716: 6 - 5 = +1 in a town, column 3 after the shift, die 3: A1. Then 857/346: 6 - 5 - 6 = -5."""
    state = defended("guns", units={"9/3": "1237", "857/346": "1236"})
    do(state, "draw german mines", "mines aside")
    assert state.step.name == "combat die"
    assert verdict(do(state, "roll 3")) == ("town", 1, 3, "A1")
    do(state, "attack 9/3 1236", "support none")
    assert "support mines" in choices(state)
    do(state, "support mines")
    assert verdict(do(state, "roll 3"))[1] == -5
    assert "support mines" not in choices(defended("none", mines="used")) and state.mines != "aside"


@pytest.mark.clause("SB-J28")
def test_J28_also_in_the_mobile_combat_phase() -> None:
    state = position("allied mobile combat", 5, {"27-Armd": "1540", "736/716": "1539"}, mines="aside")
    do(state, "attack 27-Armd 1539", "support none")
    assert "support mines" in choices(state)


@pytest.mark.clause("SB-J28")
def test_J28_and_in_the_germans_own_attack() -> None:
    state = position("german combat", 5, {"8/3": "1540", "736/716": "1539"}, mines="aside")
    do(state, "attack 736/716 1540")
    assert "support mines" in choices(state)


@pytest.mark.clause("SB-J28")
@pytest.mark.parametrize("fate", ["aside", "used"])
def test_J28_played_or_not_they_are_in_the_cup_next_turn(fate: str) -> None:
    state = end_of_turn(8, {"8/3": "1640"}, mines=fate)
    assert (state.turn, state.mines) == (9, "cup")


@pytest.mark.clause("SB-J28")
def test_J28_in_a_beach_assault_or_not() -> None:
    """8/3 alone: 6 - 6 = 0, column 3 with no EZOC."""
    state = assault("8/3", mines="aside")
    do(state, "support none")
    assert "support guns+mines" in choices(state)
    do(state, "support mines")
    assert verdict(do(state, "roll 6")) == ("beach_assault_not_in_ezoc", 0, 3, "NE")
    barred = assault("8/3", mines="aside", options={"mines_aside_in_assault": False})
    do(barred, "support none")
    assert choices(barred) == {"support none", "support guns", "support guns+guns"} and why(barred, "support mines")


@pytest.mark.clause("SB-J28")
def test_J28_never_in_a_drop_attack() -> None:
    """Only the Allied player is asked, then the die falls."""
    state = drop("1342", {"3/6-Para": "1342", "5/6-Para": "1343"}, record={"736/716": "1342"}, mines="aside")
    do(state, "designate 6AL/6 1441", "roll 6", "roll 6", "roll 6", "support none")
    assert state.step.name == "combat die"
    assert verdict(do(state, "roll 1"))[1] == 0


# ---------------------------------------------------------------- SB-J13, SB-J44, SB-J46: supply


@pytest.mark.clause("SB-J13")
def test_J13_rivers_do_not_block_supply_unless_agreed() -> None:
    """1541 faces the beach over the Orne; 857/346 in 1339 and 2-AA in 0938 close the bridges of Benouville and Caen."""
    units = {"8/3": "1541", "857/346": "1339", "2-AA": "0938"}
    assert steps(supply_check(units), "8/3") == 2
    assert steps(supply_check(units, options={"rivers_block_supply": True}), "8/3") == 1


@pytest.mark.clause("SB-J13")
def test_J13_turned_round_a_bridge_still_serves() -> None:
    units = {"8/3": "1541", "2-AA": "0938"}
    assert steps(supply_check(units, options={"rivers_block_supply": True}), "8/3") == 2


@pytest.mark.clause("SB-J13")
@pytest.mark.parametrize("block", [False, True])
def test_J13_no_path_leads_over_the_sea(block: bool) -> None:
    """From 1643 every land hex on is a German's or in his zone; 1743, 1742 and 1741 are open water."""
    units = {"8/3": "1643", "857/346": "1541", "736/716": "1543", "716/716": "1645"}
    assert steps(supply_check(units, options={"rivers_block_supply": block}), "8/3") == 1


@pytest.mark.clause("SB-J44")
def test_J44_a_german_leaves_the_drop_zone_marker_but_may_remove_it_if_agreed() -> None:
    start = {"5/6-Para": "1442", "22/21": "1343"}
    stays, goes = (
        position("german movement", 1, start, markers={"drop_zones": ["1342"]}, drop_supply=True, options=options)
        for options in ({}, {"german_on_drop_zone": "removes"})
    )
    do(stays, "move 22/21 1342")
    do(goes, "move 22/21 1342")
    assert markers(stays, "drop_zones") == ["1342"] and markers(goes, "drop_zones") == []


@pytest.mark.clause("SB-J44")
@pytest.mark.parametrize(("german", "left"), [("1343", 2), ("1342", 1)])
def test_J44_while_he_is_there_it_serves_no_supply(german: str, left: int) -> None:
    """5/6-Para in 1442, next to the drop zone of 1342; there is no beachhead."""
    units = {"5/6-Para": "1442", "857/346": german}
    state = supply_check(units, 2, beachheads=(), markers={"drop_zones": ["1342"]}, drop_supply=True)
    assert steps(state, "5/6-Para") == left


@pytest.mark.clause("SB-J44")
def test_J44_once_he_has_gone_the_marker_serves_again() -> None:
    """He enters and leaves in the German turn of GT 1; the check of GT 2 finds the drop zone, or does not."""
    for options, left in (({}, 2), ({"german_on_drop_zone": "removes"}, 1)):
        start = {"5/6-Para": "1442", "22/21": "1343"}
        state = position("german movement", 1, start, markers={"drop_zones": ["1342"]}, drop_supply=True, options=options)
        do(state, "move 22/21 1342")
        until(state, "german mobile movement")
        do(state, "move 22/21 1242")
        until(state, "allied movement")
        assert state.turn == 2
        plain = notation.write(state)
        plain["markers"].pop("beachheads")  # so that only the drop zone can serve
        again = notation.read(plain)
        until(again, "german movement")
        assert steps(again, "5/6-Para") == left


def neighbours(name: str) -> list[str]:
    """As the head of map.toml tells it."""
    row, column = int(name[:2]), int(name[2:])
    east = row % 2 == 0
    found = [(row, column - 1), (row, column + 1)]
    found += [(row + up, column + east - 1 + side) for up in (1, -1) for side in (0, 1)]
    return [f"{r:02}{c:02}" for r, c in found]


def traces(start: str, sources: set[str], germans: set[str]) -> bool:
    """SB-12.0.c-f by the letter: walk from the unit; a hex in an EZOC may be entered at the end or left at the start."""
    zone = {n for g in germans for n in neighbours(g)}
    if start in sources:
        return True
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for there in neighbours(here):
            if there in seen or there not in LAND or there in germans:
                continue
            if there in sources:
                return True
            seen.add(there)
            if there not in zone:
                edge.append(there)
    return False


ALLIED_LEG = ["8/3", "9/3", "185/3", "152/51", "153/51", "27-Armd", "4-Armd", "44/15"]
GERMANS = ["736/716", "857/346", "716/716", "22/21", "125/21", "192/21", "2-AA", "3-AA", "858/346", "1/1SS"]
NEAR_ORNE = [h for h in LAND if 11 <= int(h[:2]) <= 17 and 36 <= int(h[2:]) <= 44]  # close enough to be cut off often
scattered = st.lists(st.sampled_from(NEAR_ORNE), min_size=12, max_size=18, unique=True)


def unit_names(bits: int) -> set[str]:
    return {name for i, name in enumerate(SwordBeach.columns["at"].names) if bits >> i & 1}


@pytest.mark.clause("SB-J46", "SB-12.0.g")
@settings(max_examples=300, deadline=None, derandomize=True)
@given(hexes=scattered)
def test_J46_a_unit_lost_for_want_of_supply_changes_no_other_units_supply(hexes: list[str]) -> None:
    allied, germans = dict(zip(ALLIED_LEG, hexes)), dict(zip(GERMANS, hexes[len(ALLIED_LEG) :]))
    beaches = ("1640", "1838")
    state = position("allied movement", 8, {**allied, **germans}, beaches)
    cut = unit_names(cut_off(state))
    enemy = set(germans.values())
    assert cut == {u for u, h in allied.items() if not traces(h, set(beaches) - enemy, enemy)}
    for unit in cut:
        fewer = {**allied, **germans, unit: "lost"}
        assert unit_names(cut_off(position("allied movement", 8, fewer, beaches))) == cut - {unit}
        weaker = {**allied, **germans, unit: f"{allied[unit]} reduced"}
        assert unit_names(cut_off(position("allied movement", 8, weaker, beaches))) == cut


@pytest.mark.clause("SB-J46")
def test_J46_the_property_bites() -> None:
    """The positions above do cut units off: two of these three, the reduced one for the last time."""
    units = {"8/3": "1643", "9/3": "1644 reduced", "185/3": "1540", "857/346": "1541", "736/716": "1543", "716/716": "1645"}
    state = supply_check(units)
    assert [steps(state, u) for u in ("8/3", "9/3", "185/3")] == [1, 0, 2]


# ---------------------------------------------------------------- SB-J15, SB-J16, SB-J24, SB-J47: how it ends


@pytest.mark.clause("SB-J15")
def test_J15_victory_is_judged_at_the_end_of_the_last_turn_only() -> None:
    state = end_of_turn(8, cities=NORTH)
    assert state.outcome() is None and state.turn == 9
    assert end_of_turn(17, cities=NORTH).outcome() == ("allied", "victory", "SB-13.0.c")
    assert end_of_turn(17, cities=NORTH[:3]).outcome() == ("german", "operational", "SB-13.0.b")


@pytest.mark.clause("SB-J15")
def test_J15_extensions_included() -> None:
    """The 84th on GT 10: five more turns."""
    state = end_of_turn(17, cities=NORTH, called=[10, 0], entered=[10, 0])
    assert state.outcome() is None and state.turn == 18
    assert end_of_turn(22, cities=NORTH, called=[10, 0], entered=[10, 0]).outcome() is not None


@pytest.mark.clause("SB-J15")
def test_J15_or_at_the_end_of_every_turn() -> None:
    every = {"victory_judged": "every_turn"}
    assert end_of_turn(8, cities=NORTH, options=every).outcome() == ("allied", "victory", "SB-13.0.c")
    assert end_of_turn(8, cities=NORTH[:3], options=every).outcome() is None


@pytest.mark.clause("SB-J16")
def test_J16_a_marker_makes_a_beach_available_whatever_zones_lie_on_it() -> None:
    at_the_beach = {"22/21": "1639"}
    assert end_of_turn(8, at_the_beach).outcome() is None
    strict = {"available_beach": "marker_free_of_zoc"}
    assert end_of_turn(8, at_the_beach, options=strict).outcome() == ("german", "strategic", "SB-13.0.a")
    assert end_of_turn(8, at_the_beach, ("1640", "1935"), options=strict).outcome() is None
    assert end_of_turn(8, {}, ()).outcome() == ("german", "strategic", "SB-13.0.a")


@pytest.mark.clause("SB-J24")
def test_J24_a_beachhead_without_allied_units_stays_or_goes() -> None:
    assert beachheads(end_of_turn(8, {"8/3": "1640"}, ("1640", "1739"))) == ["1640", "1739"]
    removed = end_of_turn(8, {"8/3": "1640"}, ("1640", "1739"), options={"abandoned_beachhead": "removed"})
    assert beachheads(removed) == ["1640"]


@pytest.mark.clause("SB-J24")
def test_J24_removed_it_is_not_available_at_the_end_of_that_turn() -> None:
    state = end_of_turn(8, {"8/3": "1540"}, options={"abandoned_beachhead": "removed"})
    assert state.outcome() == ("german", "strategic", "SB-13.0.a")


@pytest.mark.clause("SB-J47")
def test_J47_sudden_death_comes_first() -> None:
    assert end_of_turn(17, {}, (), cities=NORTH).outcome() == ("german", "strategic", "SB-13.0.a")


@pytest.mark.clause("SB-J47")
def test_J47_or_allied_victory_does_but_only_on_the_last_turn() -> None:
    second = {"sudden_death_first": False}
    assert end_of_turn(17, {}, (), cities=NORTH, options=second).outcome() == ("allied", "victory", "SB-13.0.c")
    assert end_of_turn(17, {}, (), cities=NORTH[:3], options=second).outcome() == ("german", "strategic", "SB-13.0.a")
    assert end_of_turn(16, {}, (), cities=NORTH, options=second).outcome() == ("german", "strategic", "SB-13.0.a")


# ---------------------------------------------------------------- SB-J17, SB-J39: replacements


def replacements(turn: int, units: Mapping[str, str], beaches: Iterable[str] = ("1640",), **options: Any) -> set[str]:
    """Whom the point of the turn may rebuild; nobody if the question is not put."""
    state = position("allied replacements", turn, {"22/21": "0150", **units}, beaches, options=options)
    return choices(state) - {"done"} if state.step.name == "allied replacements" else set()


@pytest.mark.clause("SB-J17")
def test_J17_supply_is_traced_when_the_point_is_spent() -> None:
    assert replacements(4, {"8/3": "1540 reduced cut_off"}) == {"replace 8/3"}
    assert replacements(4, {"8/3": "1540 reduced"}, ()) == set()


@pytest.mark.clause("SB-J17")
def test_J17_or_the_last_check_decides() -> None:
    assert replacements(4, {"8/3": "1540 reduced cut_off"}, replacement_supply="last_check") == set()
    assert replacements(4, {"8/3": "1540 reduced"}, (), replacement_supply="last_check") == {"replace 8/3"}


@pytest.mark.clause("SB-J39")
def test_J39_the_commando_takes_a_replacement_anywhere_or_none() -> None:
    assert replacements(4, {"1-Cdo": "0444 reduced"}, ()) == {"replace 1-Cdo"}
    assert replacements(4, {"1-Cdo": "1540 reduced"}, commando_replaced=False) == set()
    both = {"1-Cdo": "1540 reduced", "8/3": "1640 reduced"}
    assert replacements(4, both, commando_replaced=False) == {"replace 8/3"}


# ---------------------------------------------------------------- SB-J19, SB-J37, SB-J38, SB-J40, SB-J42: arrivals

WAITING_84 = {"1051/84": "waiting", "1052/84": "waiting", "184/84": "waiting"}


@pytest.mark.clause("SB-J19")
def test_J19_the_extension_counts_from_the_first_unit() -> None:
    state = position("german movement", 10, WAITING_84, called=[10, 0])
    assert last_turn(state) == 17
    do(state, "move 1051/84 0451")
    assert last_turn(state) == 22
    rest = {"1051/84": "0445", "1052/84": "0446", "184/84": "waiting"}
    late = position("german movement", 12, rest, called=[10, 0], entered=[10, 0])
    do(late, "move 184/84 0451")
    assert last_turn(late) == 22


@pytest.mark.clause("SB-J19")
def test_J19_or_from_the_last() -> None:
    option = {"early_entry_counts_from": "last_unit"}
    state = position("german movement", 10, WAITING_84, called=[10, 0], options=option)
    do(state, "move 1051/84 0451", "move 1052/84 0351")
    assert last_turn(state) == 17
    rest = {"1051/84": "0445", "1052/84": "0446", "184/84": "waiting"}
    late = position("german movement", 12, rest, called=[10, 0], options=option)
    do(late, "move 184/84 0451")
    assert last_turn(late) == 17 + 3


@pytest.mark.clause("SB-J37")
def test_J37_reinforcements_land_if_they_can() -> None:
    units = {"152/51": "waiting", "8/3": "1640 landed"}
    state = position("allied landings", 2, units, ("1640", "1739"))
    assert why(state, "done") == {"SB-J37"}
    assert choices(state) == {"land 152/51 1640", "land 152/51 1739"}  # the Allied player picks


@pytest.mark.clause("SB-J37")
def test_J37_kept_out_they_land_on_the_first_turn_they_can() -> None:
    """1640 is empty and in the zone of 736/716; on GT 3 he has gone."""
    units = {"152/51": "waiting", "8/3": "1540", "736/716": "1639", "22/21": "0150"}
    state = position("allied landings", 2, units)
    assert state.step.name != "allied landings" and notation.write(state)["units"]["152/51"] == "waiting"
    until(state, "german movement")
    do(state, "move 736/716 1637", "done")
    until(state, "allied movement")
    assert state.turn == 3
    do(state, "done")
    assert state.step.name == "allied landings" and why(state, "land 152/51 1640") == set() and why(state, "done") == {"SB-J37"}


@pytest.mark.clause("SB-J37")
def test_J37_or_they_may_be_held_back() -> None:
    units = {"152/51": "waiting", "8/3": "1640 landed", "22/21": "0150"}
    state = position("allied landings", 2, units, ("1640", "1739"), options={"reinforcements_may_wait": True})
    assert why(state, "done") == set()
    do(state, "done")
    assert notation.write(state)["units"]["152/51"] == "waiting"


@pytest.mark.clause("SB-J38")
def test_J38_nobody_moves_into_a_beach_stack_unless_agreed() -> None:
    units = {"8/3": "1640 landed", "1-Cdo": "1540"}
    assert why(position("allied movement", 5, units), "move 1-Cdo 1640")
    mixed = position("allied movement", 5, units, options={"beach_stack": "any_allied"})
    assert why(mixed, "move 1-Cdo 1640") == set()


@pytest.mark.clause("SB-J38")
def test_J38_any_allied_units_up_to_three() -> None:
    units = {"8/3": "1640 landed", "9/3": "1640 landed", "185/3": "1640 landed", "1-Cdo": "1540"}
    state = position("allied movement", 5, units, options={"beach_stack": "any_allied"})
    assert why(state, "move 1-Cdo 1640")


@pytest.mark.clause("SB-J38", "FM-5.1.1")
def test_J38_a_move_goes_from_hex_to_hex_also_where_units_may_stack() -> None:
    state = position("allied movement", 5, {"8/3": "1640 landed", "9/3": "1640 landed"}, options={"beach_stack": "any_allied"})
    assert why(state, "move 8/3 1640")


@pytest.mark.clause("SB-J38")
def test_J38_nothing_lands_where_a_unit_came_by_land() -> None:
    units = {"5G/GA": "waiting", "1-Cdo": "1640"}
    beaches = ("1640", "1739", "1740")
    assert why(position("allied landings", 6, units, beaches), "land 5G/GA 1640")
    assert why(position("allied landings", 6, {**units, "1-Cdo": "1640 landed"}, beaches), "land 5G/GA 1640") == set()
    mixed = position("allied landings", 6, units, beaches, options={"beach_stack": "any_allied"})
    assert why(mixed, "land 5G/GA 1640") == set()


@pytest.mark.clause("SB-J38")
def test_J38_nobody_retreats_into_a_beach_stack_unless_agreed() -> None:
    """8 + 6 - 7 = +7 in a town, column 6, die 5: D2; from 1639 the retreat of 9/3 ends two hexes from 1539."""
    units = {"9/3": "1539", "8/3": "1640 landed", "22/21": "1438", "125/21": "1538"}
    open_ends = {"withdraw 9/3 1739", "withdraw 9/3 1740"}
    for options, ends in (({}, open_ends), ({"beach_stack": "any_allied"}, open_ends | {"withdraw 9/3 1640"})):
        state = position("german combat", 5, units, options=options)
        do(state, "attack 22/21 1539", "join 125/21", "support none", "support none")
        assert verdict(do(state, "roll 5")) == ("town", 7, 6, "D2")
        do(state, "yield", "withdraw 9/3 1639")
        assert choices(state) == ends


TWO_AA = {"3-AA": "waiting", "4-AA": "waiting"}


@pytest.mark.clause("SB-J40")
def test_J40_the_first_hex_costs_its_terrain_or_the_road_rate() -> None:
    """Part 6, step 9: 0451 for 1 MP and twelve road hexes at a half make the 7 of 3-AA at 0640; 0740 is one more."""
    state = position("german movement", 1, TWO_AA)
    assert why(state, "move 3-AA 0640") == set() and why(state, "move 3-AA 0740")
    by_road = position("german movement", 1, TWO_AA, options={"edge_entry": "road"})
    assert why(by_road, "move 3-AA 0740") == set() and why(by_road, "move 3-AA 0839")


@pytest.mark.clause("SB-J40")
def test_J40_units_use_a_hex_one_after_another() -> None:
    state = position("german movement", 1, TWO_AA)
    do(state, "move 3-AA 0451")
    assert why(state, "move 4-AA 0450") == set() and why(state, "move 4-AA 0451") == {"FM-5.3.1"}


@pytest.mark.clause("SB-J40")
def test_J40_in_the_movement_phase_only() -> None:
    state = position("german mobile movement", 1, {**TWO_AA, "22/21": "0740"})
    assert state.step.name == "german mobile movement" and why(state, "move 3-AA 0451")


EDGE_WATCH = dict(zip(["8/3", "9/3", "185/3", "152/51", "153/51", "154/51"], ["0251", "0551", "0851", "1151", "1451", "1751"]))
FULL_CORNER = ["1951", "1950", "1949", "1848", "1850", "1851", "1849"]  # all that 346/346 (5 MP) can reach from 1951


@pytest.mark.clause("SB-J40")
def test_J40_a_unit_that_would_end_stacked_everywhere_is_delayed() -> None:
    """Allied zones close the edge but for 1951; friends fill every hex 346/346 could end in. With one hex free it must come."""
    friends = dict(zip(GERMANS, FULL_CORNER))
    full = position("german movement", 3, {**EDGE_WATCH, **friends, "346/346": "waiting"})
    assert why(full, "done") == set() and full.legal_actions().hexes("346/346") == []
    last = next(u for u, h in friends.items() if h == "1849")
    room = position("german movement", 3, {**EDGE_WATCH, **friends, last: "1748", "346/346": "waiting"})
    assert room.legal_actions().hexes("346/346") == ["1849"] and why(room, "done") == {"SB-11.1.2.b"}


@pytest.mark.clause("SB-J42")
def test_J42_bad_weather_halves_arriving_units_or_not() -> None:
    """7 MP halved, fractions up: 4; 0451 and six road hexes make 0546, 0545 would be 4.5."""
    storm = {"weather": "inclement"}
    state = position("german movement", 2, TWO_AA, **storm, options={"weather": True})
    assert why(state, "move 3-AA 0546") == set() and why(state, "move 3-AA 0545")
    spared = position("german movement", 2, TWO_AA, **storm, options={"weather": True, "weather_halves_arrivals": False})
    assert why(spared, "move 3-AA 0640") == set() and why(spared, "move 3-AA 0740")


@pytest.mark.clause("SB-J42")
def test_J42_units_on_the_map_are_halved_all_the_same() -> None:
    options = {"weather": True, "weather_halves_arrivals": False}
    state = position("german movement", 2, {"3-AA": "0451"}, weather="inclement", options=options)
    assert why(state, "move 3-AA 0544") == set() and why(state, "move 3-AA 0643")  # eight and nine road hexes


# ---------------------------------------------------------------- SB-J20


@pytest.mark.clause("SB-J20")
def test_J20_the_printed_scale_is_kept_and_no_rule_uses_it() -> None:
    assert MAP["grid"]["scale_miles_per_hex"] == 2.5
    (reading,) = [r for r in GAME.readings if r.clause == "SB-J20"]
    assert reading.default == "printed" and set(reading.values) == {"printed"}
    code = [path for path in PACKAGE.iterdir() if path.name.endswith(".py")]
    assert code and not [path.name for path in code if "miles" in path.read_text(encoding="utf-8")]


# ---------------------------------------------------------------- SB-J21, SB-J22, SB-J41: shifts and flak


def attack_1239(first: str, second: str, **options: Any) -> tuple[str, int, int, str]:
    """Two units from 1339 and 1238 against 736/716 (5) in the clear of 1239; die 1."""
    state = position("allied combat", 8, {first: "1339", second: "1238", "736/716": "1239"}, options=options)
    do(state, f"attack {first} 1239", f"join {second}", "support none", "support none")
    return verdict(do(state, "roll 1"))


@pytest.mark.clause("SB-J21")
@pytest.mark.parametrize(("reading", "column", "result"), [("neither", 6, "A1"), ("armor", 7, "Ex"), ("infantry", 6, "A1")])
def test_J21_a_mechanized_brigade_with_infantry(reading: str, column: int, result: str) -> None:
    """6 + 9 - 5 = +10, column 7; without an armored brigade one to the left."""
    assert attack_1239("8/3", "32G/GA", mechanized_counts_as=reading) == ("clear", 10, column, result)


@pytest.mark.clause("SB-J21")
@pytest.mark.parametrize(("reading", "column"), [("neither", 7), ("armor", 7), ("infantry", 8)])
def test_J21_a_mechanized_brigade_with_an_armored_one(reading: str, column: int) -> None:
    """9 + 9 - 5 = +13, column 8; without infantry one to the left."""
    assert attack_1239("4-Armd", "32G/GA", mechanized_counts_as=reading)[1:3] == (13, column)


@pytest.mark.clause("SB-J21")
def test_J21_the_default_is_neither() -> None:
    assert attack_1239("8/3", "32G/GA")[2] == 6 and attack_1239("4-Armd", "32G/GA")[2] == 7


@pytest.mark.clause("SB-J21")
@pytest.mark.parametrize("unit", ["1-Cdo", "3/6-Para", "5/6-Para", "6AL/6"])
def test_J21_commandos_parachutists_and_glider_troops_are_infantry(unit: str) -> None:
    """9 + 5 - 5 = +9, column 7, no shift."""
    assert attack_1239("4-Armd", unit)[1:3] == (9, 7)


def drop_attack(hex_: str, **options: Any) -> SwordBeach:
    state = drop(hex_, {"3/6-Para": hex_, "5/6-Para": "1443"}, record={"736/716": hex_}, options=options)
    do(
        state,
        "designate 6AL/6 1441" if hex_ == "1342" else "designate 6AL/6 1342",
        "roll 6",
        "roll 6",
        "roll 6",
        "support none",
    )
    return state


@pytest.mark.clause("SB-J22")
def test_J22_the_combined_arms_shift_applies_to_a_drop_attack_or_not() -> None:
    """5 - 5 = 0 in a town, column 3; die 2: A2 after the shift, A1 without."""
    assert verdict(do(drop_attack("1342"), "roll 2")) == ("town", 0, 2, "A2")
    assert verdict(do(drop_attack("1342", drop_attack_combined_arms=False), "roll 2")) == ("town", 0, 3, "A1")


@pytest.mark.clause("SB-J22")
def test_J22_the_line_is_the_hexs_own() -> None:
    """1441 is clear and has the Orne on two sides: 0, column 4, one left."""
    assert verdict(do(drop_attack("1441"), "roll 1")) == ("clear", 0, 3, "A2")


@pytest.mark.clause("SB-J22")
def test_J22_the_crt_result_first_then_the_loss_of_the_unit() -> None:
    state = drop_attack("1342")
    assert verdict(do(state, "roll 6"))[3] == "Ex"
    assert steps(state, "736/716") == 1 and steps(state, "3/6-Para") == 0
    losses = [e.clause for e in state.events() if e.fact == "steps" and e.key == "3/6-Para"]
    assert losses == ["FM-7.6.2", "SB-11.2.2.6.f"]


@pytest.mark.clause("SB-J22")
def test_J22_several_drop_attacks_come_in_the_allied_players_order() -> None:
    state = drop("1342", {"3/6-Para": "1342", "5/6-Para": "1443"}, record={"736/716": "1342", "857/346": "1441"})
    do(state, "designate 6AL/6 1441", "roll 6", "roll 6", "roll 6")
    assert choices(state) == {"fight 1342", "fight 1441"}
    do(state, "fight 1441", "support none", "roll 1")
    assert steps(state, "6AL/6") == 0 and steps(state, "3/6-Para") == 2 and state.step.name == "one marker"


def air_attack(aa: str, **options: Any) -> int:
    """8/3 in 1340 attacks 736/716 in 1239 with an aircraft of 10: 6 + 10 - 5."""
    state = position("allied combat", 8, {"8/3": "1340", "736/716": "1239", "3-AA": aa}, options={"flak": True, **options})
    do(state, "attack 8/3 1239", "support air", "support none", "draw air 10")
    return verdict(do(state, "roll 1"))[1]


@pytest.mark.clause("SB-J41")
def test_J41_flak_next_to_the_attacker_does_not_halve_unless_agreed() -> None:
    """1440 touches 1340, not 1239."""
    assert air_attack("1440") == 11
    assert air_attack("1440", flak_covers="attackers_too") == 6


@pytest.mark.clause("SB-J41")
def test_J41_flak_next_to_the_defender_halves() -> None:
    assert air_attack("1139") == 6 == air_attack("1139", flak_covers="attackers_too")
    assert air_attack("0445") == 11 == air_attack("0445", flak_covers="attackers_too")


@pytest.mark.clause("SB-J41")
@pytest.mark.parametrize(("aa", "sum_"), [("1639", 6 + 5), ("1638", 6 + 10)])
def test_J41_a_beach_assault_is_in_the_beach_hex(aa: str, sum_: int) -> None:
    units = {"8/3": "1640 landed", "3-AA": aa}
    state = position("beach assaults", 0, units, markers={"unassaulted": ["1640"]}, options={"flak": True})
    do(state, "support air", "support none", "draw air 10")
    assert verdict(do(state, "roll 6"))[1] == sum_


# ---------------------------------------------------------------- SB-J23, SB-J29: Caen


@pytest.mark.clause("SB-J23")
def test_J23_every_caen_hex_must_trace_or_any() -> None:
    """736/716 in 1039 and 857/346 in 0840: every neighbour of 0940 is a German's or in a zone; the other eight trace."""
    germans = {"736/716": "1039", "857/346": "0840", "8/3": "1640"}
    assert end_of_turn(8, {"8/3": "1640"}, cities=CAEN).step.name == "marker lost"
    assert end_of_turn(8, germans, cities=CAEN).step.name == "allied movement"
    assert end_of_turn(8, germans, cities=CAEN, options={"caen_supply": "any_hex"}).step.name == "marker lost"


@pytest.mark.clause("SB-J23")
def test_J23_all_nine_are_needed_under_either_reading() -> None:
    for reading in ("each_hex", "any_hex"):
        state = end_of_turn(8, {"8/3": "1640"}, cities=CAEN[1:], options={"caen_supply": reading})
        assert state.step.name == "allied movement"


def caen_retaken(**options: Any) -> SwordBeach:
    """Caen had been held once; at the end of GT 8 one hex is German, on GT 9 8/3 takes it back; then GT 10 begins."""
    state = end_of_turn(8, {"8/3": "0740"}, cities=CAEN[:-1], caen_taken=True, options=options)
    assert (state.turn, state.step.name) == (9, "allied movement")
    do(state, "move 8/3 0739")
    until(state, "german mobile movement")
    do(state, "done")
    assert state.turn == 10
    return state


@pytest.mark.clause("SB-J29")
def test_J29_two_markers_once_a_game() -> None:
    state = caen_retaken()
    assert state.step.name == "allied movement" and len(cup(state, "german")) == 21


@pytest.mark.clause("SB-J29")
def test_J29_or_each_time_the_allies_come_to_hold_it() -> None:
    state = caen_retaken(caen_loss_repeats=True)
    assert state.step.name == "marker lost"
    do(state, "draw german 10", "draw german 9")
    assert len(cup(state, "german")) == 19


@pytest.mark.clause("SB-J29")
def test_J29_holding_it_on_costs_nothing_more() -> None:
    for repeats in (False, True):
        state = end_of_turn(8, {"8/3": "1640"}, cities=CAEN, caen_taken=True, options={"caen_loss_repeats": repeats})
        assert (state.turn, state.step.name) == (9, "allied movement")


# ---------------------------------------------------------------- SB-J30: occupying


@pytest.mark.clause("SB-J30")
def test_J30_a_german_passing_a_beachhead_leaves_it_unless_agreed() -> None:
    """857/346 from 1639 to 1641: over 1640 it costs 1 + 3, by 1540 and 1541 it costs 1 + 3 + 1."""
    for options, left in (({}, ["1640"]), ({"occupy_in_passing": True}, [])):
        state = position("german movement", 5, {"857/346": "1639"}, options=options)
        do(state, "move 857/346 1641")
        assert beachheads(state) == left


@pytest.mark.clause("SB-J30")
def test_J30_ending_a_move_there_takes_it() -> None:
    state = position("german movement", 5, {"857/346": "1639"})
    do(state, "move 857/346 1640")
    assert beachheads(state) == []


@pytest.mark.clause("SB-J30")
def test_J30_every_city_hex_is_german_until_an_allied_unit_ends_there() -> None:
    """4-Armd by road from 1037 over 0937 to 0837."""
    for options, held in (({}, ["0837"]), ({"occupy_in_passing": True}, ["0837", "0937"])):
        state = position("allied movement", 5, {"4-Armd": "1037"}, options=options)
        assert markers(state, "allied_cities") == []
        do(state, "move 4-Armd 0837")
        assert sorted(markers(state, "allied_cities")) == held


@pytest.mark.clause("SB-J30")
@pytest.mark.parametrize(
    ("held", "after"), [([], ["0837", "0937"]), (["0938"], ["0837", "0937", "0938"]), (["0937"], ["0837", "0937", "0938"])]
)
def test_J30_a_passing_move_takes_the_most_hexes_then_the_lowest(held: list[str], after: list[str]) -> None:
    """8/3 from 1037 to 0837 pays 2 by way of 0937 and of 0938."""
    state = position(
        "allied movement", 5, {"8/3": "1037"}, markers={"allied_cities": held}, options={"occupy_in_passing": True}
    )
    do(state, "move 8/3 0837")
    assert sorted(markers(state, "allied_cities")) == after


@pytest.mark.clause("SB-J30")
@pytest.mark.parametrize("passing", [False, True])
def test_J30_a_retreat_step_occupies(passing: bool) -> None:
    """8 + 6 - 5 = +9, column 7, die 4: D2; the only first step of 736/716 is the beachhead of 1739, then 1738 or 1838."""
    units = {"27-Armd": "1540", "8/3": "1539", "736/716": "1639"}
    state = position("allied combat", 5, units, ("1640", "1739", "1740", "1838"), options={"occupy_in_passing": passing})
    do(state, "attack 27-Armd 1639", "join 8/3", "support none", "support none")
    assert verdict(do(state, "roll 4")) == ("clear", 9, 7, "D2")
    do(state, "yield")
    assert where(state, "736/716") == "1739"
    assert beachheads(state) == ["1640", "1740", "1838"]
    do(state, "withdraw 736/716 1838")
    assert beachheads(state) == ["1640", "1740"]


@pytest.mark.clause("SB-J30")
def test_J30_an_advance_takes_a_city_hex() -> None:
    """8 + 6 + 10 + 8 - 6 = +26 in the city, column 9, die 6: De."""
    units = {"27-Armd": "1037", "8/3": "1038", "2-AA": "0938"}
    state = position("allied combat", 5, units)
    do(state, "attack 27-Armd 0938", "join 8/3", "support air+air", "support none", "draw air 10", "draw air 8")
    assert verdict(do(state, "roll 6")) == ("city", 26, 9, "De")
    do(state, "advance 8/3")
    assert where(state, "8/3") == "0938" and markers(state, "allied_cities") == ["0938"]
