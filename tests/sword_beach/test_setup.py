"""SB-11.0 and SB-11.1.1: the hidden German set-up; and the order of everything before GT 1."""

from __future__ import annotations

from math import atan2, degrees, sqrt

import pytest

from grognard import IllegalAction
from grognard.games.sword_beach.arrivals import SCHEDULE
from grognard.games.sword_beach.board import MAP
from grognard.games.sword_beach.combat import line
from grognard.games.sword_beach.position import Landing

from .build import GAME, SwordBeach, choices, clauses, do, position, steps, where, why
from .opening import DROP, RECORD, dropping, recorded, rolls

CAEN = {"0937", "0938", "0939", "0837", "0838", "0839", "0940", "0738", "0739"}
BEACH = {"1935", "1936", "1937", "1838", "1739", "1740", "1640"}


def new() -> SwordBeach:
    state = GAME.new("standard")
    assert isinstance(state, SwordBeach)
    return state


def places(state: SwordBeach, unit: str) -> set[str]:
    return set(state.legal_actions().hexes(unit))


def bearing(a: str, b: str) -> float:
    """Degrees clockwise from north, by the layout of the map: rows grow north, even rows half a hex east."""

    def at(name: str) -> tuple[float, float]:
        row, column = int(name[:2]), int(name[2:])
        return column + 0.5 * (row % 2 == 0), row * sqrt(3) / 2

    (x, y), (u, v) = at(a), at(b)
    return degrees(atan2(u - x, v - y)) % 360


# ---------------------------------------------------------------- SB-11.0


@pytest.mark.clause("FM-3.0", "SB-11.0.a")
def test_the_german_sets_up_first() -> None:
    """An empty map before GT 1, the German to write, and nothing but the exclusive rules' record to do."""
    state = new()
    assert (state.turn, state.to_move, state.step.clause) == (0, "german", "SB-11.0.a")
    assert state.on_map == 0 and {text.split()[0] for text in choices(state)} == {"record"}
    assert why(state, "beachhead 1640") == {"SB-11.2.1.1.a", "SB-11.0.a"}


@pytest.mark.clause("SB-11.0.a")
def test_nine_units_are_recorded_no_fewer_and_no_others() -> None:
    """Eight do not end the record, the ninth does; a reinforcement and an Allied unit cannot be written
    down.
    """
    state = new()
    assert why(state, "record 3-AA 0940") == {"SB-11.1.2.gt1"} and why(state, "record 8/3 1738") == {
        "SB-11.0.a"
    }
    *first, last = RECORD.items()
    assert len(first) == 8
    for unit, hex_ in first:
        do(state, f"record {unit} {hex_}")
    assert why(state, "done") == {"SB-11.0.a"} and state.to_move == "german"
    do(state, f"record {last[0]} {last[1]}")
    assert state.to_move == "allied"


@pytest.mark.clause("SB-11.0.b")
def test_no_german_is_recorded_on_a_beach_or_at_sea() -> None:
    """The seven beach hexes are barred even to units that may start anywhere; the clear hex beside one is
    not.
    """
    state = new()
    assert not places(state, "736/716") & BEACH
    assert why(state, "record 736/716 1739") == {"SB-11.0.b"}
    assert why(state, "record 736/716 1741") == {"SB-11.1.1.a"}  # all-sea: outside the playable area
    assert why(state, "record 736/716 1639") == set()


@pytest.mark.clause("SB-11.0.a", "SB-11.0.c")
def test_the_record_is_secret_and_off_the_map() -> None:
    """The German sees what he wrote; the Allied view has neither the record nor any German in a hex."""
    state = new()
    events = do(state, "record 736/716 1738")
    assert state.view("german")["record"] == {"736/716": "1738"}
    seen = state.view("allied")
    assert "record" not in seen and not any(seen["at"][unit] for unit in RECORD)
    assert not any("1738" in str(event) for event in events.seen_by(state, "allied"))
    assert where(state, "736/716") == "" and state.occupied["german"] == 0


@pytest.mark.clause("SB-11.0.c")
def test_the_record_cannot_change() -> None:
    """A unit once written down stays; no German unit is on the map before step 5 of the drop, then all nine
    are.
    """
    state = new()
    do(state, "record 736/716 1738")
    assert "SB-11.0.c" in why(state, "record 736/716 1638")
    state = dropping()
    with pytest.raises(IllegalAction):
        do(state, "record 736/716 1638")
    do(state, *rolls(6, 6))
    assert not any(where(state, unit) for unit in RECORD)
    assert "SB-11.2.2.5" in clauses(do(state, "roll 6"))
    assert {unit: where(state, unit) for unit in RECORD} == RECORD and state.record == ()


@pytest.mark.clause("SB-11.0.d", "SB-11.2.3.2.c", "SB-11.2.3.2.d")
def test_where_the_germans_stand_decides_the_assault_line() -> None:
    """A unit recorded in 1738 or 1639, beside 1739, makes that landing an assault in an EZOC; from 1337 it
    does not.
    """
    for record, expected in (
        ({"716/716": "1337"}, "beach_assault_in_ezoc"),
        ({"736/716": "1336"}, "beach_assault_in_ezoc"),
        ({"716/716": "1337", "736/716": "1336"}, "beach_assault_not_in_ezoc"),
    ):
        state = dropping(record=record)
        do(state, *rolls(6, 6, 6), "raid 1641", "roll 3", "assault 1739")
        assert line(state, state.stack[-1]) == expected


# ---------------------------------------------------------------- SB-11.1.1


@pytest.mark.clause("SB-11.1.1.a", "SB-J32")
@pytest.mark.parametrize("unit", ["716/716", "736/716", "857/346"])
def test_three_units_start_anywhere_on_land(unit: str) -> None:
    """Every hex in play that is neither sea nor beach, the two raid hexes included, but one unit a hex."""
    state = new()
    assert places(state, unit) == {
        name for name, data in MAP["hexes"].items() if data["t"] not in ("sea", "beach")
    }
    assert {"1641", "1642", "0138", "0151", "0938"} <= places(state, unit)
    assert "SB-11.1.1.a" in why(state, f"record {unit} 1741")
    do(state, "record 2-AA 0938")
    assert why(state, f"record {unit} 0938") == {"SB-J32"}


@pytest.mark.clause("SB-11.1.1.b", "SB-J1")
@pytest.mark.parametrize("unit", ["200/21", "22/21", "125/21", "192/21", "305/21"])
def test_21st_panzer_starts_south_or_southeast_of_caen(unit: str) -> None:
    """Bearing 112.5 to 202.5 degrees from at least one of the nine Caen hexes, five of which so qualify
    themselves.
    """
    land = {name for name, data in MAP["hexes"].items() if data["t"] not in ("sea", "beach")}
    area = {
        name for name in land if any(name != city and 112.5 <= bearing(city, name) <= 202.5 for city in CAEN)
    }
    state = new()
    assert places(state, unit) == area
    assert area & CAEN == {"0738", "0739", "0837", "0838", "0839"}
    assert why(state, f"record {unit} 0740") == set()  # of the worked opening
    for outside in ("0938", "1040", "0842", "1738"):  # north bank, north, east, the coast
        assert why(state, f"record {unit} {outside}") == {"SB-11.1.1.b"}


@pytest.mark.clause("SB-11.1.1.b", "SB-J1")
def test_the_reading_that_keeps_21st_panzer_out_of_caen() -> None:
    """With the switch off the five Caen hexes are struck and nothing else."""
    state = GAME.new("standard", options={"setup_21pz_in_caen": False})
    assert isinstance(state, SwordBeach)
    assert places(new(), "22/21") - places(state, "22/21") == {"0738", "0739", "0837", "0838", "0839"}
    assert why(state, "record 22/21 0838") == {"SB-11.1.1.b"}


@pytest.mark.clause("SB-11.1.1.c")
def test_2_aa_starts_in_caen() -> None:
    """Any of the nine city hexes of Caen; neither the fields next to them nor the city of Cabourg."""
    state = new()
    assert places(state, "2-AA") == CAEN
    assert why(state, "record 2-AA 0840") == why(state, "record 2-AA 1745") == {"SB-11.1.1.c"}


@pytest.mark.clause("SB-11.1.4")
def test_the_germans_get_no_replacements() -> None:
    """On GT 4 the leg point may rebuild 8/3, not 736/716; with Germans alone reduced nobody is asked."""
    assert SCHEDULE["replacements"]["scenario"]["german"] == "none"
    both = {"8/3": "1640 landed reduced", "736/716": "1338 reduced", "22/21": "0740 reduced"}
    state = position("allied replacements", 4, both)
    assert state.to_move == "allied" and choices(state) == {"done", "replace 8/3"}
    assert why(state, "replace 736/716") != set()
    for turn in (4, 5):
        quiet = position("allied replacements", turn, both | {"8/3": "1640 landed"})
        assert quiet.step.name == "allied movement" and steps(quiet, "736/716") == steps(quiet, "22/21") == 1


# ---------------------------------------------------------------- SB-11.2: the order of the landings


@pytest.mark.clause("SB-11.2.a", "FM-3.0")
def test_the_landings_come_in_order_before_gt_1() -> None:
    """Beachheads, assault units, drop zone, drop, raid, assaults, each refused before its time; then GT 1."""
    state = recorded()
    seen = [state.step.name]
    later = ["dropzone 1342", "raid 1641", "assault 1739"]
    assert all(why(state, text) for text in later)
    for text in (
        "beachhead 1739",
        "beachhead 1640",
        "done",
        "place 8/3 1739",
        "place 27-Armd 1739",
        "place 9/3 1640",
        "place 185/3 1640",
        "dropzone 1342",
        *(f"designate {unit} {hex_}" for unit, hex_ in DROP.items()),
        *rolls(6, 6, 6),
        "raid 1641",
        "roll 3",
    ):
        assert state.turn == 0
        do(state, text)
        if state.step.name != seen[-1]:
            seen.append(state.step.name)
    assert seen == [
        "beachhead markers",
        "amphibious landing",
        "drop zone",
        "airborne designation",
        "airborne drop",
        "commando raid",
        "beach assaults",
    ]
    assert isinstance(state.stack[0], Landing)
    do(
        state,
        "assault 1739",
        "support none",
        "support none",
        "roll 6",
        "support none",
        "support none",
        "roll 6",
    )
    assert state.turn == 1
