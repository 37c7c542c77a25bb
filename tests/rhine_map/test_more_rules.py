"""Rules of the map that say what does not matter, and what follows at once."""

from __future__ import annotations

import pytest

from grognard.games.beyond_the_rhine.campaign import barrage, strength
from grognard.games.beyond_the_rhine.campaign.acting import interdicted
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.estimate import budget, lines
from grognard.games.beyond_the_rhine.campaign.odds import taken
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, BRACKETS, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Battle
from grognard.games.beyond_the_rhine.campaign.supply import in_trace, served, tokens_for
from grognard.games.beyond_the_rhine.campaign.trace import leg, trace_of
from grognard.games.beyond_the_rhine.campaign.zones import zone

from .build import allowed, bits, clauses, do, marked, reach_of, scene, setup, under_way, where

TURNS = under_way("allied", "combat", 2)


@pytest.mark.clause("BTR-ocs.unit.nation")
def test_units_of_both_corps_attack_together_and_draw_from_either() -> None:
    state = setup("allied combat", units={"US-3Arm-CCA": "16.09"})
    do(state, "attack US-30-InfDiv 15.10", "join US-3Arm-CCA")
    assert tokens_for(state, ALLIED, GRID.hex("16.09")) == 48  # every dump reaches it
    assert len(state.stack[-1].attackers) == 2


@pytest.mark.clause("BTR-ocs.mode.dg-change")
def test_a_disorganized_unit_may_turn_over() -> None:
    assert allowed(setup(dg=["US-1-InfDiv"]), "mode US-1-InfDiv")


@pytest.mark.clause("BTR-ocs.mode.reserve-trace")
def test_reserves_trace_and_draw_as_others() -> None:
    state = setup(reserve=["US-9-InfDiv"], units={"US-9-InfDiv": "12.09"})
    assert in_trace(state, ALLIED) >> UNIT["US-9-InfDiv"] & 1
    assert tokens_for(state, ALLIED, GRID.hex("12.09")) == tokens_for(setup(), ALLIED, GRID.hex("12.09"))


@pytest.mark.clause("BTR-ocs.zoc.leave", "BTR-ocs.truck.zoc")
def test_leaving_a_zone_is_free_and_wagons_mind_none() -> None:
    """A cavalry group leaves a zone by road for half a point; trucks stop in zones, wagons pass through."""
    units = {"DE-12-VGDiv": "15.10", "US-1-InfDiv": "17.08", "US-Truck-1": "13.05", "US-Wagon-1": "13.05"}
    state = scene(units=units, allied_dumps={})
    assert zone(state, GERMAN) >> GRID.hex("15.09") & 1
    assert "15.09" in reach_of(state, "US-Truck-1")
    caught = scene(units=units | {"US-Truck-1": "15.09"}, allied_dumps={}, stopped=["US-Truck-1"])
    assert clauses(caught, "move US-Truck-1 15.08") == ["BTR-ocs.zoc.stop"]
    assert "15.08" in reach_of(scene(units=units | {"US-Wagon-1": "15.09"}, allied_dumps={}), "US-Wagon-1")
    walk = setup(units={"US-1-InfDiv": "15.08"}, spent={})
    assert "15.07" in reach_of(walk, "US-1-InfDiv")


@pytest.mark.clause("BTR-ocs.overrun.dg", "BTR-ocs.overrun.count", "BTR-ocs.overrun.reserve")
def test_overruns_by_the_disorganized_are_no_attacks_and_hit_reserves() -> None:
    state = setup(topped=["US-2Arm-CCB"], dg=["US-2Arm-CCB"], flown=["US-P47-1"])
    assert clauses(state, "overrun US-2Arm-CCB 17.10") == ["BTR-ocs.overrun.cost"]  # 3 MP left of 6
    fresh = setup(topped=["US-2Arm-CCB"], reserve=["DE-FestMG-2"])
    do(fresh, "overrun US-2Arm-CCB 17.10", "draw 12.08", "pay yes", "draw 16.12")
    while fresh.to_move != "chance":
        do(fresh, str(fresh.legal_actions()[0]))
    assert not fresh.attacked and not fresh.targets
    frame = fresh.stack[-1]
    assert strength.own_line(fresh, frame).total == 1  # 2, halved in reserve
    do(fresh, "roll 6", "roll 8")
    assert "DE-FestMG-2" not in marked(fresh, "reserve")


@pytest.mark.clause("BTR-ocs.react.supply", "BTR-ocs.react.zoc")
def test_in_reaction_fuel_is_paid_and_zones_work_at_once() -> None:
    state = setup("german reaction movement", reserve=["DE-519-PJBn"])
    do(state, "release DE-519-PJBn")
    assert clauses(state, "move DE-519-PJBn 15.12") == ["BTR-ocs.move.fuel"]
    before = zone(state, GERMAN)
    assert zone(setup("german reaction movement", reserve=["DE-519-PJBn"]), GERMAN) & ~before == 0
    do(state, "fuel DE-519-PJBn")
    while state.step.name == "draw":
        do(state, "draw 16.12")
    do(state, "move DE-519-PJBn 15.12")
    assert zone(state, GERMAN) >> GRID.hex("15.13") & 1 and not before >> GRID.hex("15.13") & 1


@pytest.mark.clause("BTR-ocs.barrage.over-rhine", "BTR-ocs.barrage.arty-loss")
def test_rivers_do_not_limit_fire_and_guns_may_be_the_loss() -> None:
    state = setup("allied barrage")
    assert barrage.in_gun_range(state, UNIT["US-119-ArtyGrp"]) >> GRID.hex("15.09") & 1  # over the Wurm
    pending = [
        *TURNS,
        {"frame": "losses", "side": "german", "units": ["DE-81-Arko"], "due": 1, "spread": False},
    ]
    assert do(setup(pending=pending), "lose DE-81-Arko").steps_lost == (0, 1)


@pytest.mark.clause("BTR-ocs.combat.part", "BTR-ocs.combat.hedgehog-at")
def test_part_of_a_stack_attacks_and_a_hedgehog_stops_tanks() -> None:
    state = setup("allied combat")
    do(state, "attack US-743-TkBn 15.10", "done")
    battle = next(frame for frame in state.stack if isinstance(frame, Battle))
    assert battle.attackers == (UNIT["US-743-TkBn"],)  # the division in its hex stays out
    frame = Battle(side=ALLIED, hex=GRID.hex("15.10"), attackers=(UNIT["US-2Arm-CCB"],))
    near = setup(units={"US-2Arm-CCB": "16.09", "DE-902-StuGBn": "18.14"}, hedgehogs={"15.10": 1})
    bare = setup(units={"US-2Arm-CCB": "16.09", "DE-902-StuGBn": "18.14"}, hedgehogs={})
    with_works = strength.attack_total(near, frame)
    assert with_works <= strength.attack_total(bare, frame)


@pytest.mark.clause("BTR-ocs.combat.dead-attacker", "BTR-ocs.advance.stack")
def test_dead_attackers_do_not_advance_and_stacking_waits() -> None:
    frame = {
        "frame": "battle",
        "side": "allied",
        "hex": "14.09",
        "attackers": ["US-745-TkBn"],
        "result": "Ae3 DL2o2DG",
        "step": 17,
    }
    units = {"DE-FestMG-7": "dead", "US-745-TkBn": "dead"}
    gone = setup(units=units, lost={"DE-FestMG-7": 1, "US-745-TkBn": 1}, pending=[*TURNS, frame])
    assert not allowed(gone, "advance US-745-TkBn")


@pytest.mark.clause("BTR-ocs.retreat.tag", "BTR-ocs.retreat.away")
def test_who_did_not_fight_may_go_along() -> None:
    retreat = {
        "frame": "retreat",
        "side": "allied",
        "units": ["US-30-InfDiv"],
        "origin": "16.09",
        "length": 1,
        "step": 1,
    }
    state = setup(pending=[*TURNS, {**retreat, "enemies": ["16.10"]}])
    do(state, "along US-743-TkBn")
    assert not allowed(state, "along US-743-TkBn")
    into_a_zone = [a for a in state.legal_actions() if a.verb == "withdraw"]
    assert len(into_a_zone) > 1  # no rule of direction
    do(state, "withdraw 16.08")
    assert where(state, "US-743-TkBn") == where(state, "US-30-InfDiv") == "16.08"


@pytest.mark.clause("BTR-ocs.retreat.things")
def test_a_retreating_unit_captures_what_it_finds() -> None:
    retreat = {
        "frame": "retreat",
        "side": "german",
        "units": ["DE-12-VGDiv"],
        "origin": "14.10",
        "length": 1,
        "step": 1,
    }
    state = setup(
        pending=[*TURNS, {**retreat, "enemies": []}],
        allied_dumps={"14.11": 4},
        units={"DE-519-PJBn": "18.14"},
    )
    do(state, "withdraw 14.11")
    assert state.to_move == "chance" and "capture" in type(state.stack[-1]).__name__.lower()


@pytest.mark.clause("BTR-ocs.exploit.fuel")
def test_fuel_that_lasts_serves_in_exploitation() -> None:
    marked_units = {"exploit": ["US-2Arm-CCB"]}
    dry = setup("allied exploitation movement", **marked_units)
    assert clauses(dry, "move US-2Arm-CCB 17.08") == ["BTR-ocs.move.fuel"]
    assert allowed(
        setup("allied exploitation movement", fuelled=["US-2Arm-CCB"], **marked_units),
        "move US-2Arm-CCB 17.08",
    )


@pytest.mark.clause("BTR-ocs.hq.own", "BTR-ocs.oos.effects")
def test_an_hq_is_served_by_another_and_hunger_halves() -> None:
    state = setup(units={"US-19-Corps": "13.08"})
    assert served(state, ALLIED, GRID.hex("12.08")) >> GRID.hex("13.08") & 1
    hungry = setup(oos=["US-1-InfDiv"])
    unit = UNIT["US-1-InfDiv"]
    full = strength.fighter(setup(), unit)
    assert "oos" in strength.fighter(hungry, unit).tags and "oos" not in full.tags
    assert not zone(hungry, ALLIED) & ~zone(setup(), ALLIED)


@pytest.mark.clause("BTR-ocs.air.interdict")
def test_interdiction_needs_no_mission() -> None:
    assert interdicted(setup(flight="normal", flown=["US-P47-1", "US-P47-2", "US-P38-1"]), GERMAN)
    assert not interdicted(setup(flight="normal"), ALLIED)


@pytest.mark.clause("BTR-ocs.ger.wall", "BTR-ocs.ger.fortress")
def test_the_west_wall_helps_both_and_fortress_battalions_only_defend() -> None:
    state = setup(units={"US-1-InfDiv": "15.10", "DE-902-StuGBn": "18.14", "DE-FestMG-6": "18.14"})
    frame = Battle(side=GERMAN, hex=GRID.hex("15.10"), attackers=(UNIT["DE-108-PzBde"],))
    allied = {pick.terrain for pick in strength.own_picks(state, frame)}
    theirs = Battle(side=ALLIED, hex=GRID.hex("15.10"), attackers=(UNIT["US-30-InfDiv"],))
    german = {pick.terrain for pick in strength.own_picks(setup(), theirs)}
    assert allied == german
    assert all(BRACKETS >> UNIT[f"DE-FestMG-{n}"] & 1 for n in range(1, 9))
    assert clauses(setup("german combat"), "attack DE-FestMG-4 13.08") == ["BTR-ocs.unit.defence-only"]


# ---------------------------------------------------------------- what the page is told


@pytest.mark.clause("BTR-ocs.trace.check", "BTR-ocs.supply.adjacent")
def test_a_trace_is_a_way_and_a_cut_has_its_reasons() -> None:
    state = setup()
    found = trace_of(state, UNIT["US-30-InfDiv"])
    assert found.ok and GRID.name[found.path[0]] in ("15.03", "10.01", "17.01")
    assert GRID.name[found.path[-1]] == "16.09"
    ring = setup(
        units={"US-1-InfDiv": "14.09", "US-30-InfDiv": "15.09", "DE-FestMG-7": "dead"} | GONE, lost=LOST
    )
    city = trace_of(ring, UNIT["DE-246-VGDiv"])
    assert not city.ok and city.bars and any("DE 81 Corps" in why for why in city.because)
    assert leg(GRID.hex("12.08"), GRID.hex("12.08"), 60, 0) == (0, [GRID.hex("12.08")])


GONE = {"DE-49-InfDiv": "dead", "DE-341-StuGBn": "dead", "DE-FestMG-3": "dead"}
LOST = {"DE-FestMG-7": 1, "DE-49-InfDiv": 2, "DE-341-StuGBn": 1, "DE-FestMG-3": 1}


@pytest.mark.clause("BTR-ocs.combat.pay-attacker", "BTR-ocs.barrage.pay")
def test_the_estimate_prices_what_a_side_could_do() -> None:
    """Five tokens for the 1st Division with a combat command a step short, two for each hex defended."""
    state = setup()
    found = {(line.kind, GRID.name[line.hex]): line for line in lines(state, ALLIED)}
    ring = found["attack", "14.09"]
    assert ring.tokens == 5 and set(ring.units) == {UNIT["US-1-InfDiv"], UNIT["US-3Arm-CCA"]}
    assert 0 <= ring.low <= ring.high <= 1 and found["barrage", "14.08"].tokens == 10
    have = budget(state, ALLIED)
    assert have.tokens == 48 and have.meals == 0 and have.defence == 14
    assert taken({}, 3) == (0, 0) and bits("US-1-InfDiv")
