"""SB-10 and FM-2: what the game is, its map and its pieces."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard import GrognardError
from grognard.games.sword_beach.arrivals import SCHEDULE
from grognard.games.sword_beach.board import GRID, LAND, MAP, hexside, step_cost
from grognard.games.sword_beach.pieces import ROWS, read
from grognard.games.sword_beach.position import Turn

from .build import GAME, SwordBeach, choices, do, position, steps, where, why
from .opening import figures, rolls

RULES = GAME.rulebook
TYPES = {row["id"]: row["type"] for row in ROWS}
QUIET = {"8/3": "1640 landed", "736/716": "0841"}  # far apart: nobody can attack


@pytest.mark.clause("SB-10.0.a", "SB-10.0.b")
def test_the_folio_tells_its_scale() -> None:
    """One of four folios; a turn is two days, from 6 June 1944, and a hex 2.5 miles as printed."""
    assert RULES["SB-10.0.a"].kind == RULES["SB-10.0.b"].kind == "descriptive"
    assert "four D-Day folios" in RULES["SB-10.0.a"].text
    turns = read("turn_track.toml")["turn"]
    assert [turns[n - 1]["dates"] for n in (1, 2, 13, 17)] == [
        "6 June - 7 June 1944",
        "8 June - 9 June 1944",
        "30 June - 1 July 1944",
        "8 July - 9 July 1944",
    ]
    assert MAP["grid"]["scale_miles_per_hex"] == 2.5


@pytest.mark.clause("SB-10.0.c")
def test_exclusive_rules_win_over_the_series() -> None:
    """The series stacks one unit a hex (FM-5.3.1); a beach landing hex takes three all the same
    (SB-11.2.4.c).
    """
    state = position("allied landings", 6, {"32G/GA": "waiting", "5G/GA": "waiting", "8/3": "1640 landed"})
    do(state, "land 32G/GA 1640")  # the other can land nowhere else, and does
    assert where(state, "8/3") == where(state, "32G/GA") == where(state, "5G/GA") == "1640"
    inland = position("allied movement", 5, {"8/3": "1540", "9/3": "1539"})
    assert why(inland, "move 8/3 1539") == {"FM-5.3.1"}


@pytest.mark.clause("SB-10.0.d")
def test_the_joined_campaign_is_refused_by_name() -> None:
    """The four folios make one campaign; we hold one, so a campaign game is refused, and the refusal names
    its clause.
    """
    assert "four folios" in RULES["SB-10.0.d"].text
    with pytest.raises(GrognardError, match=r"SB-14\.0\.a"):
        GAME.new("campaign")


# ---------------------------------------------------------------- SB-10.1 the map


@pytest.mark.clause("SB-10.1.a")
def test_one_map_is_used() -> None:
    """Rows 01 to 21 and columns up to 51 of the Orne map; no hex of another sheet can be named."""
    rows, columns = {int(name[:2]) for name in GRID.number}, {int(name[2:]) for name in GRID.number}
    assert (min(rows), max(rows), max(columns)) == (1, 21, 51)
    assert why(position(units=QUIET), "move 8/3 2201") != set()


@pytest.mark.clause("SB-10.1.b", "SB-J2")
def test_nothing_lies_west_of_the_boundary() -> None:
    """0138, 0637, 1135 and the line between are in play, the hexes west of them are not on the board at
    all.
    """
    line = ["0637", "0737", "0836", "0936", "1035", "1135"]  # five steps to the north-west
    assert all(LAND >> GRID.hex(name) & 1 for name in ("0138", *line, "1935"))
    assert [GRID.direction(GRID.hex(a), GRID.hex(b)) for a, b in zip(line, line[1:])] == [1] * 5
    west = (
        "0137",
        "0236",
        "0337",
        "0436",
        "0537",
        "0636",
        "0736",
        "0835",
        "0935",
        "1034",
        "1134",
        "1333",
        "1533",
        "1733",
        "1934",
    )
    assert not [name for name in west if name in GRID.number]
    for row in MAP["boundary"]:
        assert all(
            inside in GRID.number and outside not in GRID.number for inside, outside in row["hexsides"]
        )


@pytest.mark.clause("SB-10.1.b")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_neither_side_crosses_the_boundary(side: str) -> None:
    """A unit in 0936 may go to four of its six neighbours; the two west of the line are refused."""
    unit = {"allied": "8/3", "german": "736/716"}[side]
    state = position(f"{side} movement", 5, {unit: "0936"})
    assert {"1035", "1036", "0937", "0836"} <= set(state.legal_actions().hexes(unit))
    assert why(state, f"move {unit} 0935") != set() != why(state, f"move {unit} 0835")


@pytest.mark.clause("SB-10.1.b")
def test_the_refusal_names_the_boundary() -> None:
    """0935 is a hex of the printed map: the reason against it is the boundary, not that there is no such
    hex.
    """
    assert why(position("allied movement", 5, {"8/3": "0936"}), "move 8/3 0935") & {"SB-10.1.b", "FM-5.1.3"}


@pytest.mark.clause("SB-10.1.b", "SB-11.0.b")
def test_no_german_is_recorded_beyond_the_boundary() -> None:
    """At set-up too: 736/716 may start in 0936, but not next to it in 0935."""
    state = GAME.new("standard")
    assert why(state, "record 736/716 0936") == set()
    assert why(state, "record 736/716 0935") & {"SB-10.1.b", "SB-11.0.b"}


@pytest.mark.clause("SB-10.1.c")
def test_a_river_between_two_city_hexes_is_bridged() -> None:
    """Six hexsides of the Orne in Caen and one of the Dives in Cabourg have a bridge though the map draws
    none.
    """
    city = {name for name, data in MAP["hexes"].items() if data["t"] == "city"}
    rivers = [tuple(side) for row in MAP["river"] for side in row["hexsides"]]
    inside = [side for side in rivers if set(side) <= city]
    assert {frozenset(side) for side in inside} == {
        frozenset(side.split())
        for side in (
            "0738 0837",
            "0837 0838",
            "0838 0938",
            "0838 0939",
            "0839 0939",
            "0939 0940",
            "1745 1746",
        )
    }
    assert {hexside(GRID.hex(a), GRID.hex(b)) for a, b in inside} == {"bridge"}


@pytest.mark.clause("SB-10.1.c")
def test_the_implied_bridge_spares_the_river() -> None:
    """Leg units enter 0939 from 0839 for 1 MP; from 0737, no city, into 0738 the river costs 2 more."""
    hex_ = GRID.hex
    assert step_cost("leg", hex_("0839"), hex_("0939")) == 1
    assert hexside(hex_("0737"), hex_("0738")) == "river"
    assert step_cost("leg", hex_("0737"), hex_("0738")) == 3


@pytest.mark.clause("SB-10.1.d")
def test_the_terrain_key_reads_trail() -> None:
    """The erratum is carried: there are roads and trails and no rail."""
    assert RULES["SB-10.1.d"].kind == "descriptive" and '"trail" for "rail"' in RULES["SB-10.1.d"].text
    assert (
        {row["id"] for row in read("terrain.toml")["network"]}
        == {row["kind"] for row in MAP["road"]}
        == {"road", "trail"}
    )


# ---------------------------------------------------------------- SB-10.2 length and first player


@pytest.mark.clause("SB-10.2.a")
def test_the_scenario_runs_from_gt_1_to_gt_17() -> None:
    """The end of GT 16 begins GT 17; the end of GT 17 ends the game."""
    assert (SCHEDULE["game"]["first_turn"], SCHEDULE["game"]["last_turn"]) == (1, 17)
    state = position(
        "german mobile movement", 16, QUIET | {"22/21": "0740"}, called=[15, 15], entered=[15, 15]
    )
    do(state, "done")
    assert state.turn == 17 and state.outcome() is None
    last = position(
        "german mobile movement", 17, QUIET | {"22/21": "0740"}, called=[15, 15], entered=[15, 15]
    )
    do(last, "done")
    assert last.to_move is None and last.turn == 17 and last.outcome() is not None


@pytest.mark.clause("SB-10.2.b")
def test_the_allied_player_goes_first() -> None:
    """In every turn the four Allied phases come before the four German ones."""
    names = [step.name for step in SwordBeach.procedures[Turn] if step.name.endswith(("movement", "combat"))]
    assert names == [
        f"{side} {phase}"
        for side in ("allied", "german")
        for phase in ("movement", "combat", "mobile movement", "mobile combat")
    ]
    state = position("german mobile movement", 4, QUIET | {"22/21": "0740"})
    do(state, "done")
    assert (state.turn, state.to_move, state.step.name) == (5, "allied", "allied movement")


# ---------------------------------------------------------------- SB-10.3, SB-10.4, FM-2: the pieces


@pytest.mark.clause("SB-10.3.a", "SB-10.3.b")
def test_the_unit_types() -> None:
    """All types of the key occur, ordinary infantry too; the mechanized composites are mobile."""
    assert set(TYPES.values()) == {
        "parachute",
        "glider",
        "commando",
        "mechanized",
        "sp_at",
        "aa",
        "armor",
        "infantry",
    }
    assert [
        TYPES[u] for u in ("3/6-Para", "6AL/6", "1-Cdo", "32G/GA", "716/716", "2-AA", "22/21", "8/3")
    ] == [
        "parachute",
        "glider",
        "commando",
        "mechanized",
        "sp_at",
        "aa",
        "armor",
        "infantry",
    ]
    composites = [row for row in ROWS if row["type"] == "mechanized"]
    assert len(composites) == 7 and all(
        row["mobility"] == "mobile" for row in composites
    )  # 32G, 125, 192, 1SS x2, 60, 156
    assert "composites" in RULES["SB-10.3.a"].text


@pytest.mark.clause("SB-10.4")
def test_the_abbreviations() -> None:
    """Every abbreviation is told; of them Cdo, GA and SS stand on pieces of this folio, Rgr and CC do not."""
    assert all(
        word in RULES["SB-10.4"].text for word in ("Cdo", "CC", "Deut", "Fuh", "GA", "Rgr", "Sch", "SS")
    )
    ids = " ".join(TYPES)
    assert all(word in ids for word in ("1-Cdo", "5G/GA", "1/1SS")) and "Rgr" not in ids and "CC" not in ids


@pytest.mark.clause("FM-2.3.a")
def test_a_unit_shows_its_figures() -> None:
    """Attack, defense, MA, size, type, name and formation: 22/21 is 8-7-8, 736/716 is 3-5-4."""
    by_name = {row["id"]: row for row in ROWS}
    panzer, infantry = by_name["22/21"], by_name["736/716"]
    assert panzer["full"] == [8, 7, 8] and infantry["full"] == [3, 5, 4]
    assert (panzer["size"], panzer["type"], panzer["formation"]) == (
        "regiment",
        "armor",
        "21st Panzer Division",
    )
    fields = ("full", "reduced", "size", "type", "name", "formation")
    assert len(ROWS) == 46 and all(all(row[field] for field in fields) for row in ROWS)


@pytest.mark.clause("FM-2.3.b")
def test_the_first_loss_turns_a_unit_over_and_the_second_removes_it() -> None:
    """Bombarded twice with D1, 736/716 goes from 3-5 to 1-3 and then off the map."""
    for before, left, hex_ in (("1738", 1, "1738"), ("1738 reduced", 0, "")):
        state = position("allied combat", 5, {"8/3": "1739", "736/716": before})
        do(state, "bombard air+air 1738", "draw air 8", "draw air 8")
        # town line: +11, or +13 against the reduced defense of 3; column 7, two left, column 5, where a 5 is
        # D1
        assert figures(state) == ("town", {1: 11, 0: 13}[left], 7, -2, 5)
        do(state, "roll 5")
        assert (steps(state, "736/716"), where(state, "736/716")) == (left, hex_)


@pytest.mark.clause("FM-2.3.b")
def test_a_reduced_unit_fights_with_its_weaker_side() -> None:
    """8/3, full 6-8 and reduced 3-4, attacks 857/346 with 6 or with 3 against 6."""
    for tag, sum_ in (("", 0), (" reduced", -3)):
        state = position("allied combat", 5, {"8/3": "1540" + tag, "857/346": "1439"})
        do(state, "attack 8/3 1439", "support none", "support none")
        assert figures(state).differential == sum_


@pytest.mark.clause("FM-2.3.c", "FM-2.3.d")
def test_leg_and_mobile_by_type() -> None:
    """Foot, parachute, glider and commando are leg; armor, mechanized, SP guns and motorized flak are
    mobile.
    """
    kinds = {(row["mobility"], row["type"]) for row in ROWS}
    assert kinds == {
        ("leg", "infantry"),
        ("leg", "parachute"),
        ("leg", "glider"),
        ("leg", "commando"),
        ("mobile", "armor"),
        ("mobile", "mechanized"),
        ("mobile", "sp_at"),
        ("mobile", "aa"),
    }
    state = position(
        "german mobile movement",
        5,
        {"716/716": "1439", "2-AA": "0938", "736/716": "1338", "8/3": "1640 landed"},
    )
    assert why(state, "move 736/716 1238") == {"FM-4.1.7"}
    assert why(state, "move 716/716 1438") == why(state, "move 2-AA 1038") == set()


@pytest.mark.clause("FM-2.4")
def test_all_rolls_are_one_six_sided_die() -> None:
    """Drop, raid, assault and weather: six faces, each as likely as the others, and no seventh."""
    drop = position("airborne designation", 0, {"8/3": "1640 landed"}, markers={"drop_zones": ["1342"]})
    do(drop, "designate 3/6-Para 1342", "designate 5/6-Para 1343", "designate 6AL/6 1442")
    raid = position("commando raid", 0, {"8/3": "1640 landed"})
    do(raid, "raid 1641")
    assault = position("beach assaults", 0, {"8/3": "1640 landed"}, markers={"unassaulted": ["1640"]})
    do(assault, "support none", "support none")
    weather = position("weather", 2, QUIET, options={"weather": True}, weather="unknown")
    for state in (drop, raid, assault, weather):
        assert {str(a): p for a, p in state.chance_outcomes()} == dict.fromkeys(
            rolls(1, 2, 3, 4, 5, 6), Fraction(1, 6)
        )
        assert why(state, "roll 7") != set() and choices(state) == set(rolls(1, 2, 3, 4, 5, 6))
