"""Readings of replacements and arrivals (SB-J17, SB-J19, SB-J37 to SB-J40, SB-J42): default, then the other
value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from grognard.games.sword_beach import notation
from grognard.games.sword_beach.arrivals import last_turn

from .build import choices, do, position, until, why
from .readings import GERMANS, verdict

# ---------------------------------------------------------------- SB-J17, SB-J39: replacements


def replacements(
    turn: int, units: Mapping[str, str], beaches: Iterable[str] = ("1640",), **options: Any
) -> set[str]:
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
    assert (
        state.step.name == "allied landings"
        and why(state, "land 152/51 1640") == set()
        and why(state, "done") == {"SB-J37"}
    )


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
    state = position(
        "allied movement",
        5,
        {"8/3": "1640 landed", "9/3": "1640 landed"},
        options={"beach_stack": "any_allied"},
    )
    assert why(state, "move 8/3 1640")


@pytest.mark.clause("SB-J38")
def test_J38_nothing_lands_where_a_unit_came_by_land() -> None:
    units = {"5G/GA": "waiting", "1-Cdo": "1640"}
    beaches = ("1640", "1739", "1740")
    assert why(position("allied landings", 6, units, beaches), "land 5G/GA 1640")
    assert (
        why(position("allied landings", 6, {**units, "1-Cdo": "1640 landed"}, beaches), "land 5G/GA 1640")
        == set()
    )
    mixed = position("allied landings", 6, units, beaches, options={"beach_stack": "any_allied"})
    assert why(mixed, "land 5G/GA 1640") == set()


@pytest.mark.clause("SB-J38")
def test_J38_nobody_retreats_into_a_beach_stack_unless_agreed() -> None:
    """8 + 6 - 7 = +7 in a town, column 6, die 5: D2; from 1639 the retreat of 27-Armd ends two hexes from
    1539.
    """
    units = {"27-Armd": "1539", "8/3": "1640 landed", "22/21": "1438", "125/21": "1538"}
    open_ends = {"withdraw 27-Armd 1739", "withdraw 27-Armd 1740"}
    for options, ends in (
        ({}, open_ends),
        ({"beach_stack": "any_allied"}, open_ends | {"withdraw 27-Armd 1640"}),
    ):
        state = position("german combat", 5, units, options=options)
        do(state, "attack 22/21 1539", "join 125/21", "support none", "support none")
        assert verdict(do(state, "roll 5")) == ("town", 7, 6, "D2")
        do(state, "yield", "withdraw 27-Armd 1639")
        assert choices(state) == ends


TWO_AA = {"3-AA": "waiting", "4-AA": "waiting"}


@pytest.mark.clause("SB-J40")
def test_J40_the_first_hex_costs_its_terrain_or_the_road_rate() -> None:
    """Part 6, step 9: 0451 for 1 MP and twelve road hexes at a half make the 7 of 3-AA at 0640; 0740 is one
    more.
    """
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


EDGE_WATCH = dict(
    zip(
        ["8/3", "9/3", "185/3", "152/51", "153/51", "154/51"],
        ["0251", "0551", "0851", "1151", "1451", "1751"],
    )
)
FULL_CORNER = [
    "1951",
    "1950",
    "1949",
    "1848",
    "1850",
    "1851",
    "1849",
]  # all that 346/346 (5 MP) can reach from 1951


@pytest.mark.clause("SB-J40")
def test_J40_a_unit_that_would_end_stacked_everywhere_is_delayed() -> None:
    """Allied zones close the edge but for 1951; friends fill every hex 346/346 could end in. With one hex
    free it must come.
    """
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
    spared = position(
        "german movement", 2, TWO_AA, **storm, options={"weather": True, "weather_halves_arrivals": False}
    )
    assert why(spared, "move 3-AA 0640") == set() and why(spared, "move 3-AA 0740")


@pytest.mark.clause("SB-J42")
def test_J42_units_on_the_map_are_halved_all_the_same() -> None:
    options = {"weather": True, "weather_halves_arrivals": False}
    state = position("german movement", 2, {"3-AA": "0451"}, weather="inclement", options=options)
    assert why(state, "move 3-AA 0544") == set() and why(state, "move 3-AA 0643")  # eight and nine road hexes
