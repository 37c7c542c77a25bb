"""BTR-arrival.opening, BTR-arrival.note.8, BTR-arrival.note.9: what each campaign begins with, and the halves
of the front.
"""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from grognard.games.beyond_the_rhine.chart import NAMES, NUMBER
from grognard.games.beyond_the_rhine.dates import CAMPAIGNS
from grognard.games.beyond_the_rhine.unit_history import opening_of, order_of_battle
from grognard.play.cli import main

from .build import new, offered, to_phase, where

NORTH = (
    "US-5-Corps",
    "US-5Arm-CCA",
    "US-7Arm-Arty",
    "US-102-MechCavGrp",
    "US-105-ArtyGrp",
    "US-205-ArtyGrp",
    "US-628-TDBn",
    "US-629-TDBn",
    "US-814-TDBn",
    "US-634-TDBn",
    "US-17Abn-513ParaRgt",
)
SOUTH = (
    "US-79-InfDiv",
    "US-813-TDBn",
    "US-9Arm-CCA",
    "US-17Abn-193GldRgt",
    "US-17Abn-194GldRgt",
    "US-101Abn-401GldRgt",
    "FR-2Arm-1",
)


@pytest.mark.clause("BTR-arrival.opening", "BTR-arrival.note.9", "BTR-frame.campaigns")
@pytest.mark.parametrize(("half", "own", "other"), [("north", NORTH, SOUTH), ("south", SOUTH, NORTH)])
def test_the_openings_of_1945_follow_the_transfers(
    half: str, own: tuple[str, ...], other: tuple[str, ...]
) -> None:
    """The chart sends 5 Corps, 5 and 7 Arm Div, 102 Cav and others north and 79 Div and 813 TD south before
    1945.
    """
    state = new(f"{half}-1945")
    assert {name: where(state, name) for name in own if "513" not in name} == {
        name: "map" for name in own if "513" not in name
    }
    assert not any(where(state, name) for name in other)


@pytest.mark.clause("BTR-arrival.opening")
def test_both_halves_of_1945_are_the_whole_front() -> None:
    north, south = (set(opening_of(CAMPAIGNS[f"{half}-1945"]).live) for half in ("north", "south"))
    assert not north & south and north | south == set(order_of_battle(46))
    state = new("north-1945")
    assert where(state, "US-C-47-1") == where(state, "US-17Abn-513ParaRgt") == "England"


@pytest.mark.clause("BTR-arrival.kind.reserve", "BTR-arrival.kind.deadpile")
def test_reserve_markers_and_dead_pile_of_1945() -> None:
    """14 markers are listed under a map, 7 in each half; the 6 of 1 February are not, so each half has 3."""
    states = {half: new(f"{half}-1945") for half in ("north", "south")}
    assert {half: state.reserves for half, state in states.items()} == {"north": 10, "south": 10}
    dead = {
        half: [NAMES[u] for u, at in enumerate(state.at) if at == "dead"] for half, state in states.items()
    }
    assert dead == {"north": ["US-701-TkBn", "US-736-TkBn", "US-740-TkBn"], "south": ["US-748-TkBn"]}
    assert all(state.lost[NUMBER[name]] == 1 for half, state in states.items() for name in dead[half])
    assert new().reserves == 0 and not new().dead


@pytest.mark.clause("BTR-J.3", "BTR-arrival.note.5")
def test_a_corps_hq_is_like_no_other() -> None:
    """5 Corps is transferred by name: another American HQ does not go in its place."""
    state = to_phase(new("south-1944"), "situation", 4)
    assert where(state, "US-12-Corps") and where(state, "US-15-Corps")
    to_phase(state, "leaving", 4)
    assert where(state, "US-5-Corps") == "removed" and where(state, "US-12-Corps") in (
        "map",
        "due",
    )  # no choice was asked for
    assert {action.split("-")[-1] for action in offered(state)} == {
        "ArtyGrp"
    }  # artillery groups are alike: the owner picks


def ask(*words: str) -> dict[str, object]:
    result = CliRunner().invoke(main, ["ask", "beyond-the-rhine", *words, "--json"])
    assert result.exit_code == 0, result.output
    value: dict[str, object] = json.loads(result.output)["value"]
    return value


@pytest.mark.clause("BTR-arrival.note.9")
def test_the_order_of_battle_of_a_half_knows_the_transfers() -> None:
    def names(date: str, half: str) -> set[str]:
        found = ask("oob", "--date", date, "--half", half)["counters"]
        return {row["name"] for row in found}  # type: ignore[attr-defined]

    for date, half in (("1944-09-12", "south"), ("1944-09-15", "north"), ("1945-03-01", "north")):
        assert "US-5-Corps" in names(date, half)
    assert "US-9Arm-CCA" in names("1944-11-08", "north") & names("1945-02-08", "south") & names(
        "1945-02-22", "north"
    )


@pytest.mark.clause("BTR-frame.campaigns")
@pytest.mark.parametrize("topic", ["turn", "oob", "arrivals", "forecast"])
def test_a_campaign_of_1945_without_a_date_begins_on_its_first_turn(topic: str) -> None:
    text = json.dumps(ask(topic, "--campaign", "north-1945"))
    assert "1945-02-08" in text and "1944-09-05" not in text


@pytest.mark.clause("BTR-arrival.range.exclusive", "BTR-arrival.note.3", "BTR-arrival.note.4")
def test_placement_says_what_it_has_not_tested() -> None:
    def places(*words: str) -> list[dict[str, object]]:
        return ask("placement", *words)["places"]  # type: ignore[return-value]

    (edge,) = places("--date", "1944-09-05", "--unit", "UK-15-InfDiv", "--hex", "24.30")
    assert (
        edge["hex_fits"]
        and "is in the printed range" in str(edge["tests"])
        and "lies on that edge" in str(edge["not_tested"])
    )
    (inland,) = places("--date", "1944-09-12", "--unit", "US-6-Corps", "--hex", "7.12")
    assert not inland["hex_fits"]  # hexes of the south edge have row 1
    (beside,) = places("--date", "1944-09-19", "--unit", "FR-AL-LO-InfBde")
    assert beside["hex_fits"] is None and "Combat Mode" in str(beside["not_tested"])
    (join,) = places("--date", "1944-09-15", "--unit", "US-5-Corps")
    assert join["place"] == "join" and "behind the front" in str(join["not_tested"])


@pytest.mark.clause(
    "BTR-ocs.unit.attack-capable", "BTR-ocs.mode.strat", "BTR-ocs.mode.reserve", "BTR-ocs.combat.supply"
)
@pytest.mark.parametrize(
    ("attacker", "clause", "word"),
    [
        ("US-Pontoon-1", "BTR-arrival.data.rating", "brackets"),
        ("US-691-TDBn", "BTR-arrival.data.rating", "brackets"),
        ("US-112-ArtyGrp", "BTR-ocs.unit.attack-capable", "artillery"),
        ("CA-19-SPArtyRgt", "BTR-ocs.unit.attack-capable", "artillery"),
        ("US-18-RocketBn", "BTR-ocs.unit.attack-capable", "artillery"),
        ("US-5-Corps", "BTR-ocs.unit.attack-capable", "HQ"),
        ("US-79-InfDiv+strat", "BTR-ocs.mode.strat", "Strat Mode"),
        ("US-79-InfDiv+reserve", "BTR-ocs.mode.reserve", "reserve"),
        ("US-79-InfDiv+unpaid", "BTR-ocs.combat.supply", "no combat supply"),
    ],
)
def test_a_unit_that_cannot_attack_is_refused(attacker: str, clause: str, word: str) -> None:
    words = ("combat", "--attackers", f"{attacker}@14.08", "--defenders", "8-3:other", "--hex", "13.09")
    alone = ask(*words)
    assert alone["legal"] is False and "results" not in alone
    (ruling,) = alone["rulings"]  # type: ignore[misc]
    assert ruling["clause"] == clause and word in ruling["because"]
    helped = ask(*words[:2], f"{words[2]},US-3-InfDiv@14.08", *words[3:])
    assert (
        helped["legal"] is False and helped["attack"] == "24" and helped["results"]
    )  # the other unit's strength alone
    said = CliRunner().invoke(main, ["ask", "beyond-the-rhine", *words]).output
    assert said.startswith("not legal: ") and clause in said.splitlines()[0]


@pytest.mark.clause("BTR-ocs.combat.once", "BTR-ocs.overrun.who", "BTR-ocs.unit.hq-arty")
def test_a_force_as_a_whole() -> None:
    def rulings(*words: str) -> list[str]:
        found = ask("combat", "--defenders", "8-3:other", "--hex", "13.09", *words)["rulings"]
        return [ruling["clause"] for ruling in found]  # type: ignore[attr-defined]

    assert "BTR-ocs.combat.once" in rulings("--attackers", "US-79-InfDiv@14.08,US-79-InfDiv@14.08")
    assert "BTR-ocs.overrun.who" in rulings(
        "--attackers", "US-79-InfDiv@14.08,US-3-InfDiv@13.08", "--overrun", "yes"
    )
    attack = ("combat", "--attackers", "US-79-InfDiv@14.08", "--hex", "13.09", "--defenders")
    assert (
        ask(*attack, "US-5-Corps")["defense"] == "5"
        and ask(*attack, "US-5-Corps,8-3:other")["defense"] == "8"
    )


@pytest.mark.clause("BTR-arrival.data.rating")
def test_figures_are_told_as_the_chart_prints_them() -> None:
    """(3)-2-3 TD Bn (691): the strength in brackets only defends; 3-2-8 TD Bn (602) has none."""
    for unit, figures in (
        ("US-691-TDBn", ", (3)-2-3,"),
        ("US-602-TDBn", ", 3-2-8,"),
        ("US-Pontoon-1", ", (1)-0-0,"),
    ):
        assert figures in CliRunner().invoke(main, ["ask", "beyond-the-rhine", "unit", "--unit", unit]).output


@pytest.mark.clause("BTR-J.18", "BTR-weather.auto")
def test_a_ground_die_on_an_automatic_turn_is_ignored_and_the_answer_says_so() -> None:
    words = ["ask", "beyond-the-rhine", "weather", "--date", "1945-01-01"]
    told = [CliRunner().invoke(main, [*words, *more]).output for more in ([], ["--ground", "3"])]
    assert "Ground: snow (automatic)\n" in told[0]
    assert "Ground: snow (automatic: no die is rolled, the 3 is ignored)\n" in told[1]
