"""What the rules of the map refuse, each by the clause that forbids it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.refusals import refused_by

from .build import allowed, clauses, do, scene, setup, under_way

TANKS = {"topped": ["US-2Arm-CCB", "US-743-TkBn", "US-3Arm-CCA", "US-113-MechCavGrp"]}
BROKE = {"allied_dumps": {}, "load": {}}
CASES = [
    refused_by("BTR-ocs.move.edge", "allied movement", {}, "move US-1-InfDiv 9.08"),
    refused_by("BTR-ocs.move.order", "allied movement", {"done": ["US-1-InfDiv"]}, "move US-1-InfDiv 13.08"),
    refused_by("BTR-ocs.move.stack", "allied movement", {}, "drop US-1-InfDiv"),
    refused_by("BTR-ocs.move.stack", "allied movement", {}, "stack US-29-InfDiv", id="alone"),
    refused_by("BTR-ocs.move.allowance", "allied movement", {}, "move US-1-InfDiv 10.05"),
    refused_by(
        "BTR-ocs.move.one-hex", "allied movement", {"spent": {"US-30-InfDiv": 17}}, "move US-30-InfDiv 16.08"
    ),
    refused_by(
        "BTR-ocs.zoc.stop",
        "allied movement",
        {**TANKS, "stopped": ["US-113-MechCavGrp"]},
        "move US-113-MechCavGrp 15.07",
    ),
    refused_by("BTR-ocs.move.fuel-when", "allied movement", TANKS, "fuel US-2Arm-CCB"),
    refused_by("BTR-ocs.move.fuel-hq", "allied movement", {}, "fuelhq US-1-InfDiv"),
    refused_by("BTR-ocs.move.fuel-formation", "allied movement", BROKE, "fuelformation US-2Arm-CCB"),
    refused_by(
        "BTR-ocs.move.fuel-source", "allied movement", {"spent": {"US-2Arm-CCB": 6}}, "fuel US-2Arm-CCB"
    ),
    refused_by("BTR-ocs.unit.formation", "allied movement", {}, "fuelformation US-743-TkBn"),
    refused_by("BTR-ocs.mode.choose", "allied movement", {"spent": {"US-1-InfDiv": 6}}, "mode US-1-InfDiv"),
    refused_by("BTR-ocs.mode.strat-enter", "allied movement", {}, "strat US-1-InfDiv"),
    refused_by(
        "BTR-ocs.mode.strat-where",
        "allied movement",
        {**TANKS, "mode": {"US-743-TkBn": "strat"}, "units": {"US-743-TkBn": "16.07"}},
        "move US-743-TkBn 16.09",
    ),
    refused_by("BTR-ocs.mode.reserve-place", "allied movement", {}, "reserve US-1-InfDiv"),
    refused_by("BTR-ocs.mode.reserve-keep", "allied movement", {}, "recall US-1-InfDiv"),
    refused_by("BTR-ocs.mode.reserve-release", "german reaction movement", {}, "release DE-12-VGDiv"),
    refused_by(
        "BTR-ocs.mode.dg-sum",
        "allied movement",
        {"units": {"US-9-InfDiv": "12.06"}, "mode": {"US-9-InfDiv": "move"}, "dg": ["US-9-InfDiv"]},
        "strat US-9-InfDiv",
    ),
    refused_by(
        "BTR-ocs.overrun.supply",
        "allied movement",
        {**TANKS, **BROKE, "stock": {"US-743-TkBn": 2}},
        "overrun US-743-TkBn 15.09",
    ),
    refused_by("BTR-ocs.react.guns", "german reaction barrage", {}, "barrage DE-81-Arko 13.10"),
    refused_by("BTR-ocs.barrage.target", "allied barrage", {}, "barrage US-1-InfDiv 14.08"),
    refused_by(
        "BTR-ocs.barrage.mode",
        "allied barrage",
        {"mode": {"US-207-ArtyGrp": "move"}},
        "barrage US-207-ArtyGrp 14.08",
    ),
    refused_by("BTR-ocs.barrage.pay", "allied barrage", BROKE, "barrage US-207-ArtyGrp 14.08"),
    refused_by(
        "BTR-ocs.barrage.combat-phase", "allied exploitation barrage", {}, "barrage US-207-ArtyGrp 14.08"
    ),
    refused_by("BTR-ocs.combat.declare", "allied combat", {}, "attack US-1-InfDiv 18.08"),
    refused_by(
        "BTR-ocs.combat.pay-attacker",
        "allied combat",
        {**BROKE, "stock": {"US-1-InfDiv": 2}},
        "attack US-1-InfDiv 14.09",
    ),
    refused_by(
        "BTR-ocs.combat.once-hex", "allied combat", {"targets": ["14.09"]}, "attack US-1-InfDiv 14.09"
    ),
    refused_by("BTR-ocs.unit.defence-only", "german combat", {}, "attack DE-FestMG-7 13.09"),
    refused_by("BTR-ocs.exploit.fight", "allied exploitation combat", {}, "attack US-1-InfDiv 14.09"),
    refused_by("BTR-ocs.combat.pay-defender", "allied movement", {}, "pay yes"),
    refused_by("BTR-ocs.combat.ar-pick", "allied movement", {}, "rate US-1-InfDiv"),
    refused_by("BTR-ocs.combat.option-mix", "allied movement", {}, "retreat 1"),
    refused_by("BTR-ocs.combat.defender-free", "allied movement", {}, "ignore"),
    refused_by("BTR-ocs.advance.who", "allied movement", {}, "advance US-1-InfDiv"),
    refused_by("BTR-ocs.combat.loss-spread", "allied movement", {}, "lose US-1-InfDiv"),
    refused_by("BTR-ocs.retreat.far", "allied movement", {}, "withdraw 13.08"),
    refused_by("BTR-ocs.retreat.split", "allied movement", {}, "part US-1-InfDiv"),
    refused_by("BTR-ocs.dump.any", "allied movement", {}, "blow 10.05"),
    refused_by("BTR-ocs.dump.blow", "allied movement", {"blown": ["16.07"]}, "blow 16.07"),
    refused_by("BTR-ocs.truck.move", "allied exploitation movement", {}, "load US-Truck-1 4"),
    refused_by("BTR-ocs.truck.load", "allied movement", {}, "unload US-Truck-1 4"),
    refused_by("BTR-ocs.exploit.transport", "allied movement", {}, "stack US-Truck-1"),
    refused_by("BTR-ocs.trace.eat", "allied meals", {}, "eat US-1-InfDiv 12.08"),
    refused_by(
        "BTR-ocs.trace.strat", "allied meals", {"mode": {"US-9-InfDiv": "strat"}}, "eat US-9-InfDiv 12.08"
    ),
    refused_by("BTR-ocs.stock.recover", "allied recovery", {}, "recover US-1-InfDiv"),
    refused_by("BTR-ocs.breakout.when", "allied breakout", {}, "breakout US-1-InfDiv"),
    refused_by(
        "BTR-ocs.breakout.back",
        "allied reinforcement",
        {"units": {"US-9-InfDiv": "away"}, "back": {"US-9-InfDiv": 5}},
        "arrive US-9-InfDiv 10.01",
    ),
    refused_by("BTR-ocs.reinf.place", "allied reinforcement", {}, "arrive US-1-InfDiv 10.01"),
    refused_by("BTR-ocs.ger.arrivals", "german reinforcement", {}, "arrive DE-116Pz-PzRgt 16.16"),
    refused_by("BTR-ocs.reinf.sp", "allied supply", {}, "deliver 10.05"),
    refused_by("BTR-ocs.ger.supply", "german supply", {}, "deliver 10.05"),
    refused_by("BTR-ocs.scen.stop-line", "allied movement", TANKS, "move US-3Arm-CCA 12.12"),
    refused_by("BTR-ocs.turn.stack-check", "allied movement", {}, "remove US-1-InfDiv"),
    refused_by("BTR-ocs.play.state", "allied movement", {}, "recover US-750-TkBn"),
]


@pytest.mark.parametrize(("clause", "phase", "changes", "action"), CASES)
def test_refused(clause: str, phase: str, changes: dict[str, Any], action: str) -> None:
    state = setup(phase, **changes)
    assert not allowed(state, action)
    assert clause in clauses(state, action)


@pytest.mark.refuses("BTR-ocs.hq.throw-chain")
def test_a_dump_out_of_reach_does_not_pay() -> None:
    state = setup(allied_dumps={"16.07": 4, "15.03": 4, "20.01": 4})
    do(state, "fuel US-2Arm-CCB")
    assert allowed(state, "draw 16.07") and "BTR-ocs.hq.throw-chain" in clauses(state, "draw 20.01")


@pytest.mark.refuses("BTR-ocs.retreat.where", "BTR-ocs.combat.firststep")
def test_a_retreat_keeps_clear_of_the_enemy_and_the_first_step_is_the_ar_units() -> None:
    """Units go back, never onto Americans; of two units that lose a step the AR unit is the first."""
    retreat = scene(
        "allied combat",
        units={"US-1-InfDiv": "13.09", "DE-12-VGDiv": "14.09", "US-745-TkBn": "15.09"},
        pending=[
            *under_way("allied", "combat"),
            {
                "frame": "retreat",
                "side": "german",
                "units": ["DE-12-VGDiv"],
                "origin": "14.09",
                "length": 1,
                "enemies": ["13.09"],
            },
        ],
    )
    assert "BTR-ocs.retreat.where" in clauses(retreat, "withdraw 13.09")
    losses = scene(
        "allied combat",
        units={"DE-12-VGDiv": "14.09", "DE-FestMG-7": "14.09"},
        pending=[
            *under_way("allied", "combat"),
            {
                "frame": "losses",
                "side": "german",
                "units": ["DE-12-VGDiv", "DE-FestMG-7"],
                "due": 2,
                "first": "DE-12-VGDiv",
            },
        ],
    )
    assert "BTR-ocs.combat.firststep" in clauses(losses, "lose DE-FestMG-7")


@pytest.mark.refuses("BTR-ocs.overrun.stack", "BTR-ocs.truck.capture")
def test_an_overrun_is_the_moving_stacks_and_fleeing_points_are_named() -> None:
    state = setup(topped=["US-743-TkBn"])
    do(state, "overrun US-743-TkBn 15.10")
    assert "BTR-ocs.overrun.stack" in clauses(state, "join US-30-InfDiv")
    flight = scene(
        units={"DE-Truck-1": "14.10", "US-1-InfDiv": "14.10"},
        pending=[
            *under_way("allied", "breakout", 0),
            {"frame": "capture", "side": "allied", "hexes": ["14.10"], "fleeing": ["DE-Truck-1"], "step": 1},
        ],
    )
    assert "BTR-ocs.truck.capture" in clauses(flight, "flee DE-Wagon-1 14.13") and allowed(
        flight, "flee DE-Truck-1 14.13"
    )
