"""TLD-S.21: the marks of each scenario, its last day, the campaign's dates, and a side without supply."""

from __future__ import annotations

import pytest

from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.victory import count_dry, judge, points

from .build import do, legal, position

# Victory hexes by their points, as the table of TLD-S.21 has them.
CAEN, VAUCELLES, BAYEUX, VILLERS, HILL_112 = (
    "2015",
    "2016",
    "0708",
    "0921",
    "1618",
)  # 8 8 3 3 3
TILLY, CREULLY, DOUVRES = "1015", "1308", "1907"  # 2 1 1
FIVE_GERMANS = {f"716:{name}": "dead" for name in ("I/726", "I/736", "II/736", "III/736", "II/726")}
FIVE_ALLIES = {f"50:{name}": "dead" for name in ("2-Devons", "1-Dorsets", "6-DLI", "8-DLI", "9-DLI")}


def judged(
    when: str, *held: str, scenario: str = "standard", lost: dict[str, str] | None = None
) -> LongestDay:
    more = {"hexes": {"control": list(held)}} if held else {}
    state = position(when, "german late orders", units=lost or {}, scenario=scenario, **more)
    judge(state)
    return state


@pytest.mark.clause("TLD-S.21")
@pytest.mark.parametrize(
    ("held", "count", "winner"),
    [
        ((CAEN, BAYEUX, TILLY), 13, "allied"),
        ((CAEN, BAYEUX, DOUVRES), 12, "draw"),
        ((CAEN, BAYEUX), 11, "german"),
        ((), 0, "german"),
    ],
)
def test_beachhead_is_won_at_13_points_and_lost_at_11(held: tuple[str, ...], count: int, winner: str) -> None:
    state = judged("8 June", *held)
    assert points(state) == count and state.won == (winner, "points", "TLD-S.21")


@pytest.mark.clause("TLD-S.21")
@pytest.mark.parametrize(
    ("more", "count", "winner"),
    [
        ((VILLERS, HILL_112, CREULLY), 26, "allied"),
        ((VILLERS, HILL_112), 25, "draw"),
        ((VILLERS, TILLY), 24, "german"),
        ((DOUVRES,), 20, "german"),
    ],
)
def test_bridgehead_is_won_at_26_points_and_lost_at_24(
    more: tuple[str, ...], count: int, winner: str
) -> None:
    state = judged("18 June", CAEN, VAUCELLES, BAYEUX, *more, scenario="bridgehead")
    assert points(state) == count and state.won == (winner, "points", "TLD-S.21")


@pytest.mark.clause("TLD-S.21")
@pytest.mark.parametrize(
    ("lost", "count"),
    [
        (FIVE_GERMANS, 9),
        (dict(list(FIVE_GERMANS.items())[:4]), 8),
        (FIVE_ALLIES, 7),
        (dict(list(FIVE_ALLIES.items())[:4]), 8),
        (FIVE_GERMANS | dict(list(FIVE_ALLIES.items())[:4]), 9),
        (FIVE_GERMANS | FIVE_ALLIES, 8),
        (dict.fromkeys(FIVE_GERMANS, "surrendered"), 9),
        (dict(list(FIVE_GERMANS.items())[:4]) | {"SU-G01": "dead"}, 8),  # a supply unit is no combat unit
    ],
)
def test_five_combat_units_lost_are_a_point(lost: dict[str, str], count: int) -> None:
    assert points(judged("8 June", CAEN, lost=lost)) == count


@pytest.mark.clause("TLD-S.21")
def test_points_are_counted_on_the_last_day_only() -> None:
    assert not judged("7 June", CAEN, VAUCELLES).won and judged("8 June", CAEN, VAUCELLES).won
    assert (
        not judged("17 June", CAEN, scenario="bridgehead").won
        and judged("18 June", CAEN, scenario="bridgehead").won
    )


@pytest.mark.clause("TLD-S.21")
def test_the_campaign_is_judged_by_caen_vaucelles_and_falaise() -> None:
    """Won by the Allies up to 16 August, by the Germans if one of the three is missing on 31 August, else
    drawn.
    """
    goals = (CAEN, VAUCELLES, "2633")

    def campaign(when: str, *held: str) -> str:
        won = judged(when, *held, scenario="campaign").won
        return won[0] if won else ""

    assert campaign("7 June", *goals) == campaign("16 August", *goals) == "allied"
    assert campaign("17 August", *goals) == campaign("30 August", *goals) == ""
    assert campaign("31 August", *goals) == "draw"
    for missing in goals:
        rest = [goal for goal in goals if goal != missing]
        assert (
            campaign("16 August", *rest) == campaign("30 August", *rest) == ""
            and campaign("31 August", *rest) == "german"
        )


@pytest.mark.clause("TLD-S.21")
def test_the_last_day_ends_the_game() -> None:
    state = position("8 June", "german late orders", units={}, hexes={"control": [CAEN, BAYEUX, TILLY]})
    for _ in range(20):
        if state.won:
            break
        do(state, "done" if "done" in legal(state) else legal(state)[0])
    assert state.won == ("allied", "points", "TLD-S.21") and state.to_move is None


@pytest.mark.clause("TLD-S.21")
def test_a_side_without_supply_loses_on_the_second_day_and_not_on_the_first() -> None:
    hungry = {"50:HQ": "1010", "LEHR:HQ": "1121"}  # neither has a supply unit
    for side, enemy, dry in (("allied", "german", (1, 0)), ("german", "allied", (0, 1))):
        state = position("12 June", units=hungry)
        count_dry(state, side)
        assert state.dry == dry and not state.won
        count_dry(state, side)
        assert state.won == (enemy, "supply", "TLD-S.21")
        fed = position(
            "12 June", units=hungry | {"SU-A01": "1010"} if enemy == "allied" else hungry | {"SU-G01": "1121"}
        )
        count_dry(fed, enemy)
        assert fed.dry == (0, 0)
        count_dry(fed, side)
        assert fed.dry == dry  # the enemy's supply is none of its own
    first = position("6 June", units={}, phase="german late orders")
    count_dry(first, "allied")
    assert first.dry == (0, 0)  # on 6 June the Allies have no HQ ashore yet
