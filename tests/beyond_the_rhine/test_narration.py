"""The log of the ledger: sentences with display names and their data."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import Events
from grognard.core.narration import Narrator, Sentence
from grognard.games.beyond_the_rhine.chart import DISPLAY, NAMES, display_name
from grognard.web.beyond_the_rhine import unit_data
from grognard.web.beyond_the_rhine.past import history

from .build import GAME, do, new, position, to_phase


def told(state: Any, *texts: str) -> list[Sentence]:
    """What is told of actions played now."""
    found: list[Sentence] = []
    for text in texts:
        do(state, text)
        found += Narrator(GAME).describe(
            "allied", text, Events(state.fields, state.journal[state.marks[-1] :])
        )
    return found


def lines(state: Any, *texts: str) -> list[str]:
    return [one.text for one in told(state, *texts)]


def test_every_counter_has_one_display_name() -> None:
    assert len(set(DISPLAY)) == len(NAMES) and display_name("FR-9Col-InfDiv-2") == "FR 9 Col Inf Div (12-2-3)"
    assert {row["id"]: row["name"] for row in unit_data()} == dict(zip(NAMES, DISPLAY, strict=True))


@pytest.mark.clause("BTR-supply.us", "BTR-supply.mod.7")
def test_a_supply_roll_is_one_line_with_its_figures() -> None:
    state = position(
        7,
        "supply us",
        events={"alpine": True},
        ports={"Rotterdam": "repaired"},
        stocks={"tokens_us": 196, "shifts_us": 3},
    )
    (one,) = told(state, "roll 7")
    assert (
        one.text
        == "US supply: status 8, -2 Alpine Redoubt, +1 Rotterdam, +3 random event, column 10, dice 7: 10 SP"
        " (now 59 SP)"
    )
    assert (
        one.figures["shifts"] == [[-2, "Alpine Redoubt"], [1, "Rotterdam"], [3, "random event"]]
        and one.figures["column"] == "10"
    )
    events = Events(state.fields, state.journal[state.marks[-1] :])
    row = history(7, [("roll 7", events)])["7"]
    assert row["supply us"] == {
        "status": 8,
        "shifts": [
            {"amount": -2, "name": "Alpine Redoubt"},
            {"amount": 1, "name": "Rotterdam"},
            {"amount": 3, "name": "random event"},
        ],
        "column": "10",
        "dice": 7,
        "sp": 10,
    }


@pytest.mark.clause("BTR-ledger.3", "BTR-arrival.loaded")
def test_counters_that_arrive_together_are_one_line() -> None:
    state = to_phase(new(), "situation", 3)
    due, came = lines(state, "done"), lines(state, "all")
    assert "Reinforcements due: FR 2 Corps, FR 1 Arm (all 5 units) and FR 2 Arty Grp" in due
    assert (
        "FR 1 Arm (all 5 units), FR 2 Arty Grp and FR 2 Corps arrive, Map C south edge west of 1.25" in came
    )
    assert [line for line in came if "stock" in line] == ["US stock: +3 SP (now 18 SP)"] or came[
        -1
    ].startswith("US stock: +3 SP")
    state = to_phase(new(), "leaving", 9)
    assert "Reinforcements due: CA 3 Inf Div (-1 step), UK 59 Arty Bde and UK Truck (2)" in lines(
        state, "take US-P-47-2"
    )


@pytest.mark.clause("BTR-ledger.6", "BTR-ocs.unit.re", "BTR-repl.air")
def test_losses_repairs_and_rebuilding() -> None:
    units = {"US-P-51-1": "air-base", "US-5-RngrBn": "map", "US-814-TDBn": "dead", "US-79-InfDiv": "map -2"}
    state = position(18, "rebuilding", units, stocks={"pax_us": 2, "eq_us": 1}, ground="mud")
    assert lines(state, "rebuild US-814-TDBn") == ["US 814 TD Bn is rebuilt for 1 Eq (pool 1 -> 0 Eq)"]
    assert lines(state, "rebuild US-79-InfDiv") == [
        "US 79 Inf Div regains a step (3 of 4) for 2 Pax (pool 2 -> 0 Pax)"
    ]
    do(to_phase(state, "play"), "losses")
    assert lines(state, "lose US-P-51-1", "lose US-5-RngrBn") == [
        "US P-51 (1) loses a step: 1 of 2 left",
        "US 5 Rngr Bn loses its last step: dead pile",
    ]
    state = position(5, "replacements us", {"US-P-38-1": "air-base -1"})
    assert lines(state, "roll 9")[:2] == [
        "US replacements: dice 9, row 8-9: 1 Ftr, 1 Other, 2 Pax, 1 Eq (now 2 Pax, 1 Eq)",
        "Only one legal choice: US P-38 (1) is repaired",
    ]


@pytest.mark.clause("BTR-arrival.kind.exchange", "BTR-arrival.kind.remove", "BTR-arrival.kind.deadpile")
def test_what_the_chart_takes_away() -> None:
    state = to_phase(new(), "leaving", 18)
    said = lines(state, "take UK-SpitfireIX-2")
    assert said[0] == "UK Spitfire IX (2) is exchanged for UK Spitfire XIV (1)"
    assert "Added to the dead pile: US 701 Tk Bn, US 736 Tk Bn and US 740 Tk Bn" in " / ".join(said)
    assert lines(state, "take US-747-TkBn")[0] == "US 747 Tk Bn is removed from the game"
    south = to_phase(new("south-1944"), "situation", 4)
    assert "Only one legal choice: US 5 Corps transfers to the North" in lines(south, "done")


@pytest.mark.clause("BTR-weather.roll", "BTR-game.1_11.ports", "BTR-ship.unit", "BTR-J.13")
def test_weather_ports_shipping_and_spending() -> None:
    state = to_phase(new(), "ground", 13)
    assert lines(state, "roll 5", "roll 6") == ["Ground: mud (die 5)", "Flight: limited (dice 6)"]
    said = lines(state, "port Rotterdam captured-13", "event alpine on", "shift us -1", "scheldt open")
    assert said == [
        "Rotterdam is captured on 15 October 1944",
        "Alpine Redoubt is in force",
        "Random event: US supply column -1 this turn",
        "The Scheldt is open",
    ]
    state = position(18, "shipping", {"US-741-TkBn": "map"}, stocks={"tokens_us": 40}, ground="mud")
    assert lines(state, "haul rail 2", "rail US-741-TkBn") == [
        "2 SP go by rail (rail capacity used: 2 SP)",
        "US 741 Tk Bn goes by rail (rail capacity used: 4 SP)",
    ]
    do(state, "done")
    assert lines(state, "spend fr 8") == ["FR units spend 2 SP of the US stock (now 8 SP)"]
