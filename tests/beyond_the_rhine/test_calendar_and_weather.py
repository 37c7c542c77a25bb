"""BTR-frame, BTR-cal and BTR-weather: the campaign, its calendar, and every cell of the weather table."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

import grognard
from grognard import GrognardError
from grognard.games.beyond_the_rhine import weather as sky
from grognard.games.beyond_the_rhine.board import demonstration
from grognard.games.beyond_the_rhine.chart import COUNTERS, ENTRIES, MAPS
from grognard.games.beyond_the_rhine.dates import CAMPAIGNS, DATES, NOTES, TURNS, day, turn_on, two_map
from grognard.games.beyond_the_rhine.pieces import SIDES
from grognard.games.beyond_the_rhine.replacements import caps, modifier, starred
from grognard.games.beyond_the_rhine.supply import status

GAME = grognard.load("beyond-the-rhine")


@pytest.mark.clause("BTR-frame.scale", "BTR-frame.sides")
def test_scale_and_sides() -> None:
    assert demonstration().raw["meta"]["miles_per_hex"] == 3.5
    assert SIDES == ("allied", "axis") and {c.nationality for c in COUNTERS} == {
        "US",
        "FR",
        "UK",
        "CA",
        "PL",
        "BE",
    }
    assert all(4 >= (b - a).days >= 2 for a, b in zip(DATES, DATES[1:]))  # two turns a week


@pytest.mark.clause("BTR-frame.maps", "BTR-frame.campaigns")
def test_campaigns() -> None:
    assert MAPS == {"A": "north", "B": "north", "C": "south", "D": "south"}
    spans = {name: (day(c.first).isoformat(), day(c.last).isoformat()) for name, c in CAMPAIGNS.items()}
    assert spans == {
        "full": ("1944-09-05", "1945-04-29"),
        "north-1944": ("1944-09-05", "1944-11-29"),
        "south-1944": ("1944-09-05", "1944-11-29"),
        "north-1945": ("1945-02-08", "1945-04-29"),
        "south-1945": ("1945-02-08", "1945-04-29"),
    }
    assert set(GAME.scenarios) == {"standard", *CAMPAIGNS} - {"full"}


@pytest.mark.clause("BTR-cal.pattern", "BTR-cal.first", "BTR-cal.february", "BTR-cal.count")
def test_the_calendar_by_its_pattern() -> None:
    days = (1, 5, 8, 12, 15, 19, 22, 26, 29)
    months = [(1944, 9), (1944, 10), (1944, 11), (1944, 12), (1945, 1), (1945, 2), (1945, 3), (1945, 4)]
    pattern = [
        date(y, m, d) for y, m in months for d in days if (y, m, d) not in ((1944, 9, 1), (1945, 2, 29))
    ]
    assert pattern == DATES and len(DATES) == 70
    assert [sum(d.month == m for d in DATES) for _, m in months] == [8, 9, 9, 9, 9, 8, 9, 9]


@pytest.mark.clause("BTR-cal.events")
def test_dated_events() -> None:
    assert [day(turn).isoformat() for turn in NOTES] == [
        "1944-09-08",
        "1944-09-12",
        "1944-11-01",
        "1944-11-29",
        "1945-02-08",
    ]
    tags = {entry.tag: day(entry.turn).isoformat() for entry in ENTRIES if entry.tag}
    assert tags["paradrop_planning_allowed"] == "1944-09-08" and tags["broadfront_begins"] == "1944-09-12"


def test_a_date_that_is_no_turn_is_refused_with_its_neighbours() -> None:
    with pytest.raises(
        GrognardError,
        match=r"13 September 1944: .*the nearest turns are 12 September 1944 and 15 September 1944",
    ):
        turn_on("1944-09-13")
    for text, said in (
        ("1944-02-30", "not a date"),
        ("71", "turns run from 1 to 70"),
        ("1946-01-01", "the last 29 April 1945"),
        ("x", "not a date"),
        ("0", "turns run from 1 to 70"),
    ):
        with pytest.raises(GrognardError, match=said):
            turn_on(text)
    assert turn_on("1944-09-12") == turn_on(3) == turn_on("3") == 3


def test_the_figures_beside_each_turn_are_those_of_the_tables() -> None:
    for number, row in enumerate(TURNS, 1):
        cap = caps(number)
        assert (row["n"], row["date"]) == (number, DATES[number - 1])
        assert f"BTR-weather.{row['weather_band']}" == sky.band(number)["clause"]
        assert (row["us_supply_status"], row["cw_supply_status"]) == (
            status("us", number)["column"],
            status("cw", number)["column"],
        )
        assert (row["rail_cap"], row["sea_cap"]) == (cap.rail, cap.sea)
        assert row["pax_star_reduced"] == starred(number) and row["us_repl_modifier"] == modifier(
            "us", number
        )
        assert row.get("two_map_campaign", "") == two_map(number)


# ---------------------------------------------------------------- the table, by hand from the chart

BANDS = """
september       1944-09-05 1944-09-29  dry*                  2-3 4-6 7-12
october-1-12    1944-10-01 1944-10-12  dry*                  2-3 4-6 7-12
october-15-29   1944-10-15 1944-10-29  dry1-4 mud5-6         2-4 5-7 8-12
november-1-15   1944-11-01 1944-11-15  dry1-2 mud3-6         2-4 5-7 8-12
november-19-29  1944-11-19 1944-11-29  dry1-2 mud3-6         2-4 5-8 9-12
december-1-19   1944-12-01 1944-12-19  dry1-3 mud4-4 snow5-6 2-5 6-8 9-12
december-22-29  1944-12-22 1944-12-29  dry1-2 snow3-6        2-5 6-8 9-12
january-1-19    1945-01-01 1945-01-19  snow*                 2-5 6-8 9-12
january-22-29   1945-01-22 1945-01-29  dry1-1 snow2-6        2-4 5-8 9-12
february-1-15   1945-02-01 1945-02-15  dry1-2 mud3-3 snow4-6 2-4 5-7 8-12
february-19-26  1945-02-19 1945-02-26  dry1-2 mud3-4 snow5-6 2-4 5-7 8-12
march-1-8       1945-03-01 1945-03-08  dry1-3 mud4-5 snow6-6 2-3 4-7 8-12
march-12-19     1945-03-12 1945-03-19  dry1-2 mud3-6         2-3 4-6 7-12
march-22-29     1945-03-22 1945-03-29  dry1-3 mud4-6         2-3 4-6 7-12
april           1945-04-01 1945-04-29  dry1-3 mud4-6         2-3 4-6 7-12
"""


def ground_of(words: list[str], die: int) -> str:
    for word in words:
        name = word.rstrip("*0123456789-")
        if word.endswith("*"):
            return name
        low, high = map(int, word.removeprefix(name).split("-"))
        if low <= die <= high:
            return name
    raise AssertionError(words)


@pytest.mark.clause(
    "BTR-weather.table",
    "BTR-weather.roll",
    "BTR-weather.auto",
    "BTR-weather.september",
    "BTR-weather.october-1-12",
    "BTR-weather.october-15-29",
    "BTR-weather.november-1-15",
    "BTR-weather.november-19-29",
    "BTR-weather.december-1-19",
    "BTR-weather.december-22-29",
    "BTR-weather.january-1-19",
    "BTR-weather.january-22-29",
    "BTR-weather.february-1-15",
    "BTR-weather.february-19-26",
    "BTR-weather.march-1-8",
    "BTR-weather.march-12-19",
    "BTR-weather.march-22-29",
    "BTR-weather.april",
)
@pytest.mark.parametrize("line", BANDS.strip().splitlines())
def test_every_die_of_every_band(line: str) -> None:
    name, first, last, *rest = line.split()
    grounds, flights = rest[:-3], [tuple(map(int, one.split("-"))) for one in rest[-3:]]
    turns = range(turn_on(first), turn_on(last) + 1)
    for turn in turns:
        assert sky.band(turn)["clause"] == f"BTR-weather.{name}"
        assert [sky.ground(turn, die) for die in range(1, 7)] == [
            ground_of(grounds, die) for die in range(1, 7)
        ]
        assert (sky.automatic(turn) is not None) == grounds[0].endswith("*")
        for dice in range(2, 13):
            wanted = next(
                what
                for what, (low, high) in zip(("none", "limited", "normal"), flights)
                if low <= dice <= high
            )
            assert sky.flight(turn, dice) == wanted
        assert sum(sky.ground_chances(turn).values()) == sum(sky.flight_chances(turn).values()) == 1
    assert sky.band(turns[-1] + 1 if turns[-1] < 70 else 1)["clause"] != f"BTR-weather.{name}"


def test_chances_counted_by_hand() -> None:
    """1 December: snow on 5-6; no flight on 2-5, which is 1 + 2 + 3 + 4 of 36."""
    turn = turn_on("1944-12-01")
    assert sky.ground_chances(turn)["snow"] == Fraction(1, 3) and sky.flight_chances(turn)[
        "none"
    ] == Fraction(10, 36)


@pytest.mark.parametrize("roll", [0, 1, 13, -3])
def test_a_roll_that_two_dice_cannot_give(roll: int) -> None:
    with pytest.raises(GrognardError, match=f"two dice give 2 to 12, not {roll}"):
        sky.flight(1, roll)


@pytest.mark.clause(
    "BTR-weather.ground.dry", "BTR-weather.ground.mud", "BTR-weather.ground.snow", "BTR-weather.supply"
)
def test_what_the_ground_does() -> None:
    dry, mud, snow = (sky.effects(ground, "normal") for ground in sky.GROUNDS)
    assert [e["movement_column"] for e in (dry, mud, snow)] == ["dry", "mud", "snow"]
    assert [e["refit_at_air_bases"] for e in (dry, mud, snow)] == ["full", "half", "half"]
    assert [(e["seaborne_assaults"], e["pontoon_rolls"]) for e in (dry, mud, snow)] == [
        (True, True),
        (True, True),
        (False, False),
    ]
    assert {e["supply_paths"] for e in (dry, mud, snow)} == {"dry"}


@pytest.mark.clause(
    "BTR-weather.flight.normal",
    "BTR-weather.flight.limited",
    "BTR-weather.flight.none",
    "BTR-J.15",
    "BTR-J.16",
)
def test_what_the_sky_allows() -> None:
    none, limited, normal = (sky.effects("dry", flight) for flight in sky.FLIGHTS)
    assert [e["air_missions"] for e in (none, limited, normal)] == [
        "none",
        "own_regular_movement_phase_only",
        "all_phases",
    ]
    assert [e["hip_shoots"] for e in (none, limited, normal)] == [False, False, True]
    assert [e["interdiction"] for e in (none, limited, normal)] == [False, False, True]
    assert all(e["refit"] and e["air_reinforcement"] for e in (none, limited, normal))
    assert (
        sky.effects("dry", "limited", hip_shoots=True)["hip_shoots"]
        and not sky.effects("dry", "none", hip_shoots=True)["hip_shoots"]
    )
    assert [e["interception"] for e in (none, limited, normal)] == [False, True, True]
    assert not sky.effects("dry", "limited", interception=False)["interception"]


@pytest.mark.clause("BTR-J.18")
def test_a_die_for_automatic_ground_is_ignored_not_refused() -> None:
    assert sky.ground(1, 6) == sky.ground(1, 99) == "dry"
    with pytest.raises(GrognardError, match="one die gives 1 to 6, not 99"):
        sky.ground(turn_on("1944-12-01"), 99)
