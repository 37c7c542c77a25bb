"""FM-5: what a move costs, where it may end, and what a unit may pass."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from grognard.core.ruling import IllegalAction
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.movement import against, ledger
from grognard.games.sword_beach.pieces import UNIT
from tests.sword_beach.build import GAME, choices, clauses, do, position, steps, where, why


def german(units: dict[str, str], **more):
    return position("german movement", 5, units, **more)


# ---------------------------------------------------------------- FM-5.1


@pytest.mark.clause("FM-5.1.1")
def test_a_unit_moves_once_and_saves_nothing():
    """After a move of one hex the other three points of 736/716 are gone, and no other unit gets them."""
    state = german({"736/716": "0740", "857/346": "0540"})
    events = do(state, "move 736/716 0741")
    assert where(state, "736/716") == "0741" and "FM-5.1.1" in clauses(events)
    assert why(state, "move 736/716 0742") == {"FM-5.1.1"}
    assert not why(state, "move 857/346 0545") and why(state, "move 857/346 0546") == {
        "FM-5.2.3"
    }  # five points and no more


@pytest.mark.clause("FM-5.1.1")
def test_points_not_spent_on_one_turn_are_not_there_on_the_next():
    """736/716 stands still on GT 7 and has four points on GT 8, not eight."""
    state = position("german movement", 7, {"736/716": "0740", "8/3": "1640 landed"})
    while not (state.turn == 8 and state.step.name == "german movement"):
        do(state, "done")
    assert not why(state, "move 736/716 0744") and why(state, "move 736/716 0745") == {"FM-5.2.3"}


@pytest.mark.clause("FM-5.1.2")
def test_no_unit_enters_an_enemy_occupied_hex():
    """8/3 may go next to 736/716 but not into its hex."""
    state = position(units={"8/3": "0740", "736/716": "0742"})
    assert "FM-5.1.2" in why(state, "move 8/3 0742")
    assert not why(state, "move 8/3 0741")


@pytest.mark.clause("FM-5.1.3")
def test_no_unit_goes_to_sea():
    """From Riva-Bella the beach hexes on both sides are open and the sea at 1741 is not."""
    state = position(units={"8/3": "1740"})
    assert "FM-5.1.3" in why(state, "move 8/3 1741")
    assert {"move 8/3 1739", "move 8/3 1640"} <= choices(state)


@pytest.mark.clause("FM-5.1.3")
def test_no_unit_goes_out_of_play():
    """From 0936 on the boundary line the hex to the west, 0935, is refused by a clause that bars it."""
    state = position(units={"8/3": "0936"})
    assert {"move 8/3 0937", "move 8/3 1035", "move 8/3 0836"} <= choices(state)
    assert why(state, "move 8/3 0935") & {"FM-5.1.3", "SB-10.1.b"}


@pytest.mark.clause("FM-5.1.3")
def test_no_unit_leaves_the_map():
    """South of 0138 and east of 0451 the sheet ends."""
    state = position(units={"8/3": "0138", "9/3": "0451"})
    assert why(state, "move 8/3 0038") and why(state, "move 9/3 0452")


@pytest.mark.clause("FM-5.1.4")
def test_nobody_has_to_move():
    """Both players may say done at once, and nothing has changed place."""
    units = {"8/3": "0740", "27-Armd": "0540", "22/21": "0745"}
    allied, german_ = position(units=units), german(units)
    do(allied, "done")
    do(german_, "done")
    assert all(where(state, name) == hex_ for state in (allied, german_) for name, hex_ in units.items())


# ---------------------------------------------------------------- FM-5.2


def price(unit: str, start: str, goal: str) -> float:
    """Points a move costs; the engine counts the points of mobile units in halves."""
    state = german({unit: start})
    parts = ledger(state, UNIT[unit], state.grid.number[goal])
    return sum(part.amount for part in parts) / (1 if unit == "858/346" else 2)


@pytest.mark.clause("FM-5.2.1")
@pytest.mark.parametrize(
    ("start", "goal", "leg", "mobile"),
    [
        ("0741", "0742", 1, 1),  # clear
        ("1739", "1740", 1, 2),  # beach
        ("1139", "1138", 2, 3),  # woods
        ("0647", "0648", 2, 3),  # bocage
        ("0742", "0642", 1, 1),  # town
        ("0936", "0937", 1, 2),  # city
        ("1543", "1544", 3, 4),  # flooded
        ("0745", "0746", 1 + 2, 1 + 3),  # clear across the Dives, no bridge
        ("0738", "0837", 1 + 0, 2 + 0),  # city over a city bridge
    ],
)
def test_terrain_and_hexside_make_the_price(start, goal, leg, mobile):
    """Every kind of hex and hexside costs leg and mobile units what the terrain chart says."""
    assert price("858/346", start, goal) == leg
    assert price("22/21", start, goal) == mobile


@pytest.mark.clause("FM-5.2.1")
def test_woods_cost_two_points_on_foot():
    """From 0342 the second wood, 0444, costs five points: enough for MA 5, too far for MA 4."""
    assert not why(german({"857/346": "0342"}), "move 857/346 0444")
    assert why(german({"736/716": "0342"}), "move 736/716 0444") == {"FM-5.2.3"}


@pytest.mark.clause("FM-5.2.1")
def test_an_unbridged_river_costs_two_more_points_on_foot():
    """1139 to 1142: 1 to the bank, 1 + 2 over the Orne, 1 beyond it, five in all."""
    assert not why(german({"857/346": "1139"}), "move 857/346 1142")
    slow = german({"736/716": "1139"})
    assert not why(slow, "move 736/716 1141") and why(slow, "move 736/716 1142") == {"FM-5.2.3"}


@pytest.mark.clause("FM-5.2.2")
def test_a_road_costs_a_mobile_unit_half_a_point_a_hex_bridges_included():
    """On the Lisieux road MA 7 takes 716/716 fourteen hexes, over the Dives bridge, to 0450 and no
    farther.
    """
    state = german({"716/716": "0838"})
    assert not why(state, "move 716/716 0450")
    assert why(state, "move 716/716 0451") == {"FM-5.2.3"}
    assert price("22/21", "0838", "0451") == 7.5


@pytest.mark.clause("FM-5.2.2")
def test_the_road_of_the_worked_opening_costs_four_and_a_half():
    """125/21 from 0837 through Caen and Sannerville to 1142: nine road hexes, 4.5 points."""
    assert price("125/21", "0837", "1142") == 4.5


@pytest.mark.clause("FM-5.2.2")
def test_a_trail_costs_one_point_a_hex_whatever_the_marsh():
    """Five hexes of the Robehomme trail, three of them flooded, one over a bridge, cost five points."""
    assert price("858/346", "1243", "1348") == price("22/21", "1243", "1348") == 5
    slow = german({"736/716": "1243"})
    assert not why(slow, "move 736/716 1347") and why(slow, "move 736/716 1348") == {"FM-5.2.3"}


@pytest.mark.clause("FM-5.2.2")
def test_a_road_is_no_use_to_a_unit_that_crosses_it():
    """1637 to 1636 leads into Douvres beside the road and costs the town's point, not half of one."""
    assert price("22/21", "1637", "1636") == 1
    assert price("22/21", "1536", "1636") == 0.5


@pytest.mark.clause("FM-5.2.3")
def test_one_hex_is_always_possible_as_the_whole_move():
    """Marsh beyond the Dives costs 3 + 2; 736/716 with four points may go there, and not a hex farther."""
    state = german({"736/716": "1244", "22/21": "0740"})
    assert why(state, "move 736/716 1246") == {"FM-5.2.3"}
    do(state, "move 736/716 1245")
    assert where(state, "736/716") == "1245" and why(state, "move 736/716 1246") == {"FM-5.1.1"}


@pytest.mark.clause("FM-5.2.3")
def test_the_one_hex_is_priced_as_the_whole_allowance():
    """5 points of marsh and river for a unit with 4: the ledger of the move says 4, in one part."""
    state = german({"736/716": "1244", "22/21": "0740"})
    assert [part[:2] for part in ledger(state, UNIT["736/716"], GRID.hex("1245"))] == [(4, "FM-5.2.3")]
    strong = german(
        {"200/21": "1244", "22/21": "0740"}
    )  # a mobile unit counts halves: 7 points are enough for the marsh
    assert [part[1] for part in ledger(strong, UNIT["200/21"], GRID.hex("1245"))] == ["FM-5.2.1"]


@pytest.mark.clause("FM-5.2.3", "SB-11.1.2.a")
def test_the_least_cost_of_an_entry_does_not_begin_in_an_enemy_hex():
    """0149 is three hexes from the edge: two of bocage and the city. With four Allied units on the edge it
    must be come round to.
    """
    ring = {"8/3": "0151", "9/3": "0251", "185/3": "0351", "152/51": "0451"}
    state = german({"858/346": "waiting", "27-Armd": "1640", **ring})
    assert "0149 costs at least 7 MP; 858/346 has 5 [FM-5.2.3]" in map(
        str, state.why_not(GAME.parse("move 858/346 0149"))
    )
    assert not why(german({"858/346": "waiting", "27-Armd": "1640"}), "move 858/346 0149")


@pytest.mark.clause("FM-5.2.3")
def test_the_one_hex_must_be_passable():
    """The favour does not open the sea or an enemy's hex."""
    state = position(units={"8/3": "1640", "736/716": "1639"})
    assert why(state, "move 8/3 1741") and why(state, "move 8/3 1639")
    assert not why(state, "move 8/3 1641")


# ---------------------------------------------------------------- FM-5.3


@pytest.mark.clause("FM-5.3.1")
def test_two_units_may_not_end_a_move_in_one_hex():
    """The hex of a friend is refused on both sides, and a beach landing hex reached by land is no
    exception.
    """
    assert why(german({"736/716": "0740", "857/346": "0741"}), "move 736/716 0741") == {"FM-5.3.1"}
    allied = position(units={"8/3": "1640 landed", "9/3": "1540"})
    assert why(allied, "move 9/3 1640") == {"SB-11.2.1.2.d"}


@pytest.mark.clause("FM-5.3.2")
def test_units_pass_through_friends_at_no_cost():
    """Four points take 736/716 straight through three friends; round them it would cost five."""
    units = {"736/716": "0740", "857/346": "0741", "22/21": "0742", "125/21": "0743"}
    state = german(units)
    do(state, "move 736/716 0744")
    assert where(state, "736/716") == "0744" and steps(state, "736/716") == 2


@pytest.mark.clause("FM-5.3.3")
def test_markers_do_not_count_for_stacking():
    """A unit may enter a hex that holds only a beachhead marker, and one that holds the drop zone marker."""
    markers = {"drop_zones": ["1342"]}
    state = position(
        "allied movement", 2, {"8/3": "1738", "3/6-Para": "1343"}, ["1640", "1739"], markers=markers
    )
    do(state, "move 8/3 1739", "move 3/6-Para 1342")
    assert (where(state, "8/3"), where(state, "3/6-Para")) == ("1739", "1342")


@pytest.mark.clause("FM-5.3.3")
def test_the_beachhead_marker_takes_none_of_the_three_places():
    """Two units and a marker leave room for one more to land."""
    units = {"8/3": "1640 landed", "9/3": "1640 landed", "4-Armd": "waiting", "5G/GA": "waiting"}
    state = position("allied landings", 6, units, ["1640", "1740", "1739"])
    do(state, "land 4-Armd 1640")
    assert where(state, "4-Armd") == "1640" and why(state, "land 5G/GA 1640") == {"SB-11.2.4.c"}


@pytest.mark.clause("FM-5.1.3")
@pytest.mark.parametrize("hex_", ["2134", "2151", "2045", "1744"])
def test_a_move_out_to_sea_is_refused_however_far(hex_: str) -> None:
    """Also where nothing has been worked out for the unit before: the short cut knows no hex nobody can stand
    in.
    """
    against.cache_clear()
    state = position("allied movement", 5, {"8/3": "1540", "736/716": "1439"})
    with pytest.raises(IllegalAction) as refused:
        do(state, f"move 8/3 {hex_}")
    assert "FM-5.1.3" in {ruling.clause for ruling in refused.value.rulings}


# ---------------------------------------------------------------- drawn at random


def test_a_move_drawn_at_random_is_any_of_those_listed_and_each_as_likely():
    """Units among enemies: hexes are drawn from what could be reached without them and tested, so none may be
    favoured.
    """
    state = german(
        {"736/716": "0740", "125/21": "1040", "8/3": "0742", "9/3": "0940", "185/3": "1138"},
    )
    for name in ("736/716", "125/21"):
        rng, places = Random(name), state.legal_actions().hexes(name)
        part, unit = state.legal_actions().parts[0], UNIT[name]
        counts = Counter(state.grid.name[part.any_place(unit, rng.random)] for _ in range(200 * len(places)))
        assert set(counts) == set(places) and len(places) > 5
        assert all(abs(count - 200) < 5 * 200**0.5 for count in counts.values()), counts


@pytest.mark.clause("FM-5.2.3")
def test_the_least_cost_counts_from_the_hex_of_the_unit():
    """Nothing is added for the hex it stands in: an infantry brigade counts one MP a hex of road and field."""
    state = position(units={"8/3": "1640"})
    said = {h: str(state.why_not(GAME.parse(f"move 8/3 {h}"))[0]) for h in ("1039", "0938")}
    assert said["1039"].startswith("1039 costs at least 6 MP; 8/3 has 5")
    assert said["0938"].startswith("0938 costs at least 7 MP; 8/3 has 5")
