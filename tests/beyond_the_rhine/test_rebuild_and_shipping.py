"""BTR-rebuild, BTR-ship, and what the players enter of their table: SP spent, losses, pontoons, bridge
checks, drops.
"""

from __future__ import annotations

import pytest

from grognard.games.beyond_the_rhine.chart import NUMBER
from grognard.games.beyond_the_rhine.shipping import capacity_left, cargo

from .build import do, lost, new, offered, position, said, to_phase, where, why

# ---------------------------------------------------------------- rebuilding


@pytest.mark.clause("BTR-rebuild.place", "BTR-rebuild.step", "BTR-J.8")
def test_a_division_is_rebuilt_step_by_step_out_of_its_own_pool() -> None:
    state = position(
        5, "rebuilding", {"US-79-InfDiv": "dead", "UK-15-InfDiv": "map -1"}, stocks={"pax_us": 5, "pax_cw": 1}
    )
    assert offered(state) == ["done", "rebuild US-79-InfDiv"]
    assert (
        said(state, "rebuild UK-15-InfDiv")
        == "UK 15 Inf Div costs 2 Pax; the CW pool has 1 Pax and 0 Eq [BTR-ledger.6]; "
        "the US pool (5 Pax, 0 Eq) does not pay for UK 15 Inf Div [BTR-J.8]"
    )
    do(state, "rebuild US-79-InfDiv")
    assert where(state, "US-79-InfDiv") == "map" and lost(state, "US-79-InfDiv") == 3 and state.pax[0] == 3
    do(state, "rebuild US-79-InfDiv")
    assert lost(state, "US-79-InfDiv") == 2 and state.pax[0] == 1 and state.step.name != "rebuilding"
    lent = position(
        5,
        "rebuilding",
        {"UK-15-InfDiv": "map -1"},
        stocks={"pax_us": 5, "pax_cw": 1},
        options={"replacement_pools": "one"},
    )
    do(lent, "rebuild UK-15-InfDiv")
    assert list(lent.pax) == [4, 0] and lost(lent, "UK-15-InfDiv") == 0


def test_nothing_is_rebuilt_twice_and_stocks_never_go_below_zero() -> None:
    state = position(5, "rebuilding", {"US-747-TkBn": "dead", "US-774-TkBn": "dead"}, stocks={"eq_us": 2})
    do(state, "rebuild US-747-TkBn")
    assert why(state, "rebuild US-747-TkBn") == ["BTR-rebuild.step"]
    do(state, "rebuild US-774-TkBn")
    assert state.eq[0] == 0 and state.step.name != "rebuilding"
    assert "the nearest is US-747-TkBn" in said(
        position(5, "rebuilding", {"US-747-TkBn": "dead"}, stocks={"eq_us": 1}), "rebuild US-747-Tk"
    )


# ---------------------------------------------------------------- shipping


@pytest.mark.clause("BTR-ship.unit", "BTR-ocs.rail", "BTR-ocs.supply.leapfrog")
def test_rail_against_the_cap() -> None:
    """October: 2 SP of rail. A tank battalion takes 2, a division 16, a truck 1."""
    units = {"US-747-TkBn": "map", "US-79-InfDiv": "map -3", "US-Truck-1": "map", "US-774-TkBn": "England"}
    state = position(10, "shipping", units, stocks={"tokens_us": 40})
    assert capacity_left(state, "rail") == 2 and cargo(state, NUMBER["US-79-InfDiv"]) == 4
    assert [a for a in offered(state) if a.startswith("rail")] == ["rail US-747-TkBn", "rail US-Truck-1"]
    assert why(state, "rail US-79-InfDiv") == ["BTR-ship.table"] and why(state, "rail US-774-TkBn") == [
        "BTR-ocs.rail"
    ]
    do(state, "rail US-Truck-1", "haul rail 1")
    assert capacity_left(state, "rail") == 0 and "BTR-ocs.supply.leapfrog" in why(state, "rail US-Truck-1")
    assert "0 of 2 SP of rail capacity are left" in said(state, "haul rail 1") and "rail or sea" in said(
        state, "haul air 1"
    )
    assert capacity_left(to_phase(state, "shipping", 11), "rail") == 2  # not saved, not lost


@pytest.mark.clause("BTR-ship.sea")
def test_sea_carries_between_boxes_and_open_ports() -> None:
    state = position(
        10,
        "shipping",
        {"US-17Abn-193GldRgt": "England", "US-747-TkBn": "England", "US-774-TkBn": "map"},
        stocks={"tokens_us": 40},
    )
    assert [a for a in offered(state) if a.startswith("sea")] == [
        "sea US-17Abn-193GldRgt Normandy",
        "sea US-747-TkBn Normandy",
    ]
    assert "can sail to Normandy, not to Rotterdam" in said(
        state, "sea US-747-TkBn Rotterdam"
    ) and "did you mean" in said(state, "sea US-747 Normandy")
    do(state, "sea US-747-TkBn Normandy")
    assert where(state, "US-747-TkBn") == "Normandy" and capacity_left(state, "sea") == 0
    ports = {"Antwerpen-1": "repaired"}
    state = position(
        30, "shipping", {"US-747-TkBn": "England", "US-Truck-1": "map"}, ports=ports, stocks={"tokens_us": 4}
    )
    do(state, "sea US-747-TkBn Antwerpen-1")
    assert where(state, "US-747-TkBn") == "map"
    assert "embark US-Truck-1" in offered(state) and "haul sea 1" in offered(state)
    assert why(state, "embark US-747-TkBn") == ["BTR-ocs.supply.leapfrog"]  # it has just landed
    do(state, "embark US-Truck-1")
    assert where(state, "US-Truck-1") == "England" and capacity_left(state, "sea") == 5 - 2 - 1
    assert why(
        position(30, "shipping", {"US-747-TkBn": "map"}, stocks={"tokens_us": 4}), "embark US-747-TkBn"
    ) == ["BTR-ship.sea"]


# ---------------------------------------------------------------- the table


@pytest.mark.clause("BTR-J.13", "BTR-ocs.supply.token")
def test_spending_sp() -> None:
    state = position(5, "play", {"US-747-TkBn": "map"}, stocks={"tokens_us": 6, "tokens_cw": 4})
    do(state, "spend fr 8")
    assert list(state.tokens) == [0, 2] and list(state.spent) == [6, 2]
    assert said(state, "spend us 3") == "US units can draw on 2T; 3T is more [BTR-J.13]"
    bound = position(5, "play", stocks={"tokens_us": 6, "tokens_cw": 4}, options={"sp_bound_to_nation": True})
    assert (
        why(bound, "spend us 8") == ["BTR-J.13"]
        and why(bound, "spend cw 4") == []
        and why(bound, "spend cw 8") == ["BTR-J.13"]
    )
    assert "1, 2, 3, 4, 8" in said(bound, "spend us 5") and "uk is not a nation" in said(bound, "spend uk 1")


@pytest.mark.clause("BTR-ocs.unit.re")
def test_losses_are_entered_step_by_step() -> None:
    state = position(
        5,
        "play",
        {"US-79-InfDiv": "map", "US-747-TkBn": "map", "US-P-47-1": "air-base", "US-774-TkBn": "dead"},
        stocks={"tokens_us": 4},
    )
    assert "`losses` opens it in the play step" in said(state, "lose US-747-TkBn")
    do(state, "losses", "lose US-79-InfDiv", "lose US-747-TkBn", "lose US-P-47-1")
    assert (where(state, "US-79-InfDiv"), lost(state, "US-79-InfDiv")) == ("map", 1)
    assert where(state, "US-747-TkBn") == "dead" and (
        where(state, "US-P-47-1"),
        lost(state, "US-P-47-1"),
    ) == ("air-base", 1)
    assert why(state, "lose US-774-TkBn") == why(state, "lose US-747-TkBn") == ["BTR-ocs.unit.re"]
    do(state, "lose US-P-47-1", "done")
    assert where(state, "US-P-47-1") == "dead" and state.step.name == "play" and why(state, "losses")
    while state.actions:
        state.pop()
    assert where(state, "US-747-TkBn") == "map"


@pytest.mark.clause("BTR-game.1_8b.bridge-check")
def test_bridge_checks_by_our_stand_in() -> None:
    state = position(55, "play", bridge_markers=2, stocks={"tokens_us": 4}, options={"bridge_checks": True})
    do(state, "check", "roll 5", "check", "roll 4")
    assert state.bridge_markers == 0 and why(state, "check") == ["BTR-game.1_8b.bridge-check"]
    told = [line for line in state.events().log if "bridge" in line]
    assert "stands" in told[0] and "blown" in told[1]
    assert why(position(55, "play", bridge_markers=2), "check")  # left to the table


@pytest.mark.clause("BTR-game.1_10.pontoon", "BTR-weather.ground.snow")
def test_pontoon_rolls_by_our_stand_in() -> None:
    units, wanted = {"US-Pontoon-1": "map", "UK-Pontoon-1": "dead"}, {"pontoon_rolls": True}
    state = position(20, "play", units, options=wanted)
    do(state, "pontoon US-Pontoon-1", "roll 4")
    assert state.bridges == 1 and "BTR-game.1_10.pontoon" in why(state, "pontoon US-Pontoon-1")
    assert do(position(20, "play", units, options=wanted), "pontoon US-Pontoon-1", "roll 3").bridges == 0
    assert why(position(38, "play", units, ground="snow", options=wanted), "pontoon US-Pontoon-1") == [
        "BTR-weather.ground.snow"
    ]
    assert sum(name.endswith(tuple("123")) and "Pontoon" in name for name in NUMBER) == 5
    assert why(position(20, "play", units), "pontoon US-Pontoon-1")


@pytest.mark.clause("BTR-game.paradrop", "BTR-weather.flight.none")
def test_a_drop_is_planned_two_turns_ahead() -> None:
    units = {
        "US-13Abn-515ParaRgt": "England",
        "US-13Abn-326GldRgt": "England",
        "US-C-47-1": "England",
        "US-C-47-2": "England",
        "US-747-TkBn": "map",
    }
    state = position(53, "situation", units, options={"drop_plans": True})
    assert [a for a in offered(state) if a.startswith("plan")] == [
        "plan US-13Abn-326GldRgt",
        "plan US-13Abn-515ParaRgt",
    ]
    do(state, "plan US-13Abn-515ParaRgt", "plan US-13Abn-326GldRgt")
    assert why(state, "plan US-13Abn-515ParaRgt") and why(state, "drop US-13Abn-515ParaRgt")
    state = to_phase(state, "play", 54)
    assert why(state, "drop US-13Abn-515ParaRgt") == ["BTR-game.paradrop"]  # not yet
    state = to_phase(state, "situation", 55)
    do(state, "cancel US-13Abn-326GldRgt")  # given up, not changed
    state = to_phase(state, "play", 55)
    if state.flight != "none":
        do(state, "drop US-13Abn-515ParaRgt", "roll 3")
        assert where(state, "US-13Abn-515ParaRgt") == "map" and not state.plans
    ready = {"US-13Abn-515ParaRgt": "England", "US-13Abn-326GldRgt": "England", "US-C-47-1": "England"}
    plans = [["US-13Abn-515ParaRgt", 55], ["US-13Abn-326GldRgt", 55]]
    state = position(55, "play", ready, plans=plans, options={"drop_plans": True})
    assert why(state, "drop US-13Abn-326GldRgt") == ["BTR-game.paradrop"]  # its C-47 is marked no glider
    do(state, "drop US-13Abn-515ParaRgt", "roll 1")
    assert where(state, "US-13Abn-515ParaRgt") == "dead"
    assert why(
        position(55, "play", ready, plans=plans, flight="none", options={"drop_plans": True}),
        "drop US-13Abn-515ParaRgt",
    ) == ["BTR-weather.flight.none"]
    assert why(position(1, "situation", ready, options={"drop_plans": True}), "plan US-13Abn-515ParaRgt") == [
        "BTR-date.1944-09-08.note.1"
    ]
    assert not [a for a in offered(to_phase(new(), "situation", 2)) if a.startswith("plan")]
