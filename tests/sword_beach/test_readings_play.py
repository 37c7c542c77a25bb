"""Readings of mines, supply and how it ends (SB-J12, SB-J13, SB-J15, SB-J16, SB-J24, SB-J27, SB-J28, SB-J44,
SB-J46, SB-J47): default, then the other value.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.games.sword_beach import notation
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.supply import cut_off

from .build import choices, do, position, steps, until, why
from .readings import (
    GERMANS,
    LAND,
    NORTH,
    assault,
    beachheads,
    cup,
    drop,
    end_of_turn,
    markers,
    supply_check,
    verdict,
)

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
    state = position(
        "weather",
        9,
        {"8/3": "1640", "22/21": "0150"},
        weather="unknown",
        options={"weather": True, **options},
    )
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
    """First 736/716: 6 - 5 = +1 in a town, column 3 after the shift, die 3: A1. Then 857/346: 6 - 6 - 6 =
    -6.
    """
    state = defended("guns", units={"9/3": "1237", "857/346": "1236"})
    do(state, "draw german mines", "mines aside")
    assert state.step.name == "combat die"
    assert verdict(do(state, "roll 3")) == ("town", 1, 3, "A1")
    do(state, "attack 9/3 1236", "support none")
    assert "support mines" in choices(state)
    do(state, "support mines")
    assert verdict(do(state, "roll 3"))[1] == -6
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
    assert choices(barred) == {"support none", "support guns", "support guns+guns"} and why(
        barred, "support mines"
    )


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
    """1541 faces the beach over the Orne; 857/346 in 1339 and 2-AA in 0938 close the bridges of Bénouville
    and Caen.
    """
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
        position(
            "german movement", 1, start, markers={"drop_zones": ["1342"]}, drop_supply=True, options=options
        )
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
        state = position(
            "german movement", 1, start, markers={"drop_zones": ["1342"]}, drop_supply=True, options=options
        )
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
    """SB-12.0.c-f by the letter: walk from the unit; a hex in an EZOC may be entered at the end or left at
    the start.
    """
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
NEAR_ORNE = [
    h for h in LAND if 11 <= int(h[:2]) <= 17 and 36 <= int(h[2:]) <= 44
]  # close enough to be cut off often
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
    units = {
        "8/3": "1643",
        "9/3": "1644 reduced",
        "185/3": "1540",
        "857/346": "1541",
        "736/716": "1543",
        "716/716": "1645",
    }
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
    assert end_of_turn(17, {}, (), cities=NORTH, options=second).outcome() == (
        "allied",
        "victory",
        "SB-13.0.c",
    )
    assert end_of_turn(17, {}, (), cities=NORTH[:3], options=second).outcome() == (
        "german",
        "strategic",
        "SB-13.0.a",
    )
    assert end_of_turn(16, {}, (), cities=NORTH, options=second).outcome() == (
        "german",
        "strategic",
        "SB-13.0.a",
    )
