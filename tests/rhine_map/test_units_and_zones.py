"""Counters, modes, zones, movement: what the rules of the map allow and do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.board import MovementKind as Kind
from grognard.games.beyond_the_rhine.campaign import acting, modes, strength, zones
from grognard.games.beyond_the_rhine.campaign.arrivals import german_column, schedule, today
from grognard.games.beyond_the_rhine.campaign.board import BOARD, GRID, allied_at_start, closed_to
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    GERMAN,
    LABEL,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    TRANSPORT,
    UNIT,
    cast,
    setup_of,
)
from grognard.games.beyond_the_rhine.campaign.verbs import kill, lose_steps, stores
from grognard.games.beyond_the_rhine.terrain import ALL

from .build import GAME, allowed, do, marked, reach_of, scene, setup, where


@pytest.mark.clause(
    "BTR-ocs.set.aachen",
    "BTR-ocs.set.sides",
    "BTR-ocs.set.openers",
    "BTR-ocs.scen.table",
    "BTR-ocs.hold.start",
    "BTR-ocs.ger.units",
)
def test_the_set_up_is_that_of_the_files() -> None:
    state = GAME.new()
    for side in (ALLIED, GERMAN):
        rows = setup_of("aachen", side)
        for stack in rows["stack"]:
            for name in stack["units"]:
                assert where(state, name) == stack["hex"] and state.lost[UNIT[name]] == stack.get(
                    "less", {}
                ).get(name, 0)
        assert sum(stores(state, side).values()) == 4 * sum(row["sp"] for row in rows["dump"])
    assert all(mode == "combat" for mode in state.mode) and not state.dg | state.reserve | state.oos
    assert state.allied_held == allied_at_start("aachen")  # every stack stands on its own side of the line
    assert PIECES[UNIT["US-1-InfDiv"]].faces["combat"][:3] == (
        24,
        4,
        3,
    )  # an opener; its figures are those of the chart
    assert PIECES[UNIT["DE-246-VGDiv"]].ratings == "reconstruction"


@pytest.mark.clause("BTR-ocs.unit.sides", "BTR-ocs.unit.fight-move")
def test_a_chart_counter_gets_a_move_side_and_fights_with_the_side_that_shows() -> None:
    """US 750: 6-3-6 in the chart; its Move side has half the strength, rounded up, and the MA of its type."""
    faces = PIECES[UNIT["US-750-TkBn"]].faces
    assert (faces["combat"].strength, faces["move"].strength, faces["move"].allowance) == (6, 3, 14)
    state = setup(mode={"US-1-InfDiv": "move"})
    assert strength.fighter(state, UNIT["US-1-InfDiv"]).strength == 12
    assert acting.kind_of(state, UNIT["US-1-InfDiv"]).mobility == "truck"


@pytest.mark.clause(
    "BTR-ocs.unit.one-step", "BTR-ocs.win.losses", "BTR-ocs.unit.current-steps", "BTR-ocs.unit.hq-re"
)
def test_steps_are_counted_and_a_unit_without_them_is_dead() -> None:
    state = setup()
    lose_steps(state, UNIT["US-30-InfDiv"], 1, "BTR-ocs.combat.loss-spread")
    assert state.steps_lost == (1, 0) and acting.re_of(state, UNIT["US-30-InfDiv"]) == 3
    kill(state, UNIT["DE-FestMG-7"], "BTR-ocs.combat.loss-spread")
    assert where(state, "DE-FestMG-7") == "dead" and state.steps_lost == (1, 1)
    assert acting.re_of(state, UNIT["US-7-Corps"]) == Fraction(1, 2)


@pytest.mark.clause("BTR-ocs.unit.alone")
def test_hqs_and_guns_defend_alone_and_add_nothing_beside_others() -> None:
    alone = scene(units={"US-7-Corps": "12.08", "US-107-ArtyGrp": "12.08"})
    assert [u.strength for u in strength.defenders_of(alone, ALLIED, GRID.hex("12.08"))] == [1, 5]
    beside = setup()
    assert [u.name for u in strength.defenders_of(beside, ALLIED, GRID.hex("13.09"))] == ["US 1 Inf Div"]


@pytest.mark.clause(
    "BTR-ocs.unit.ar-use", "BTR-ocs.unit.ar-range", "BTR-ocs.mode.strat-fight", "BTR-ocs.combat.halve"
)
def test_markers_change_ratings_and_strength() -> None:
    state = setup(
        dg=["DE-49-InfDiv"], mode={"DE-12-VGDiv": "strat"}, oos=["DE-183-VGDiv"], reserve=["DE-275-InfDiv"]
    )
    assert strength.rating(state, UNIT["DE-49-InfDiv"]) == 0  # AR 1 less one
    strat = strength.fighter(state, UNIT["DE-12-VGDiv"], defending=True)
    assert (strat.strength, strat.rating) == (0, 0)
    assert strength.fighter(state, UNIT["DE-183-VGDiv"], defending=True).counts(False) == 6
    assert (
        strength.fighter(state, UNIT["DE-183-VGDiv"], paid=False, defending=True).counts(False) == 3
    )  # a quarter
    assert strength.fighter(state, UNIT["DE-275-InfDiv"], defending=True).counts(False) == Fraction(9, 2)
    low = setup(dg=["DE-81-Arko"])
    assert strength.rating(low, UNIT["DE-81-Arko"]) == -1


@pytest.mark.clause("BTR-ocs.zoc.reach", "BTR-ocs.zoc.none", "BTR-ocs.mode.reserve-zoc", "BTR-ocs.zoc.negate")
def test_zones_of_control() -> None:
    plain = scene(units={"DE-12-VGDiv": "15.08", "US-1-InfDiv": "15.07"})
    near = set(GRID.names(zones.zone(plain, GERMAN)))
    assert {"15.09", "16.08"} <= near and len(near) == 6  # over the Wurm too
    assert "15.07" not in GRID.names(zones.unnegated(plain, ALLIED)) and "14.07" in GRID.names(
        zones.unnegated(plain, ALLIED)
    )
    for changes in (
        {"dg": ["DE-12-VGDiv"]},
        {"oos": ["DE-12-VGDiv"]},
        {"reserve": ["DE-12-VGDiv"]},
        {"mode": {"DE-12-VGDiv": "move"}},
    ):
        assert not zones.zone(scene(units={"DE-12-VGDiv": "15.08"}, **changes), GERMAN)
    assert not zones.zone(
        scene(units={"DE-FestMG-1": "15.08", "DE-81-Corps": "14.10", "DE-81-Arko": "14.10"}), GERMAN
    )


@pytest.mark.clause("BTR-ocs.zoc.stop", "BTR-ocs.move.fuel-hq", "BTR-ocs.move.stack", "BTR-ocs.move.order")
def test_a_truck_unit_stops_in_a_zone_and_a_stack_moves_together() -> None:
    state = scene(units={"US-113-MechCavGrp": "14.05", "DE-12-VGDiv": "14.08"}, topped=["US-113-MechCavGrp"])
    do(state, "move US-113-MechCavGrp 14.07")
    assert marked(state, "stopped") == {"US-113-MechCavGrp"} and not reach_of(state, "US-113-MechCavGrp")
    stack = setup(fuelled=["US-743-TkBn"])
    do(stack, "stack US-30-InfDiv", "stack US-743-TkBn", "move US-743-TkBn 16.08")
    assert where(stack, "US-30-InfDiv") == where(stack, "US-743-TkBn") == "16.08"
    do(stack, "drop US-743-TkBn", "move US-1-InfDiv 13.08")
    assert {"US-743-TkBn", "US-30-InfDiv"} <= marked(stack, "done")


@pytest.mark.clause(
    "BTR-ocs.move.fuel-hq",
    "BTR-ocs.move.fuel-late",
    "BTR-ocs.hq.many",
    "BTR-ocs.turn.marks",
    "BTR-ocs.mode.dg-ends",
)
def test_hq_fuel_serves_small_independent_units_until_clean_up() -> None:
    state = setup(dg=["US-9-InfDiv", "DE-12-VGDiv"])
    assert not reach_of(state, "US-743-TkBn") and not reach_of(state, "US-2Arm-CCB")
    do(state, "fuelhq US-19-Corps")
    do(state, "draw 16.07")
    assert reach_of(state, "US-743-TkBn") and reach_of(state, "US-113-MechCavGrp")  # both in its throw range
    assert not reach_of(state, "US-2Arm-CCB")  # 2 RE, of a formation
    while state.active == ALLIED:
        texts = [str(action) for action in state.legal_actions()]
        do(state, "done" if "done" in texts else texts[0])
    assert not state.hq_fuel and marked(state, "dg") == {"DE-12-VGDiv"}  # DG ends in the owner's own Clean Up


@pytest.mark.clause("BTR-ocs.move.fuel-formation")
def test_formation_fuel_serves_its_counters_in_reach() -> None:
    state = setup()
    do(state, "fuelformation US-2Arm-CCB")
    do(state, "draw 16.07")
    assert {"US-2Arm-CCB", "US-2Arm-Arty"} == marked(state, "fuelled") and stores(state, ALLIED)[
        GRID.hex("16.07")
    ] == 16


@pytest.mark.clause("BTR-ocs.move.allowance", "BTR-ocs.react.move", "BTR-ocs.exploit.mode")
def test_allowances() -> None:
    ccb = UNIT["US-2Arm-CCB"]
    assert acting.allowance(setup(), ccb) == 36
    assert acting.allowance(setup(mode={"US-2Arm-CCB": "strat"}), ccb) == 2 * 14 * 6
    assert acting.allowance(setup(dg=["US-2Arm-CCB"]), ccb) == 18
    assert acting.allowance(setup(reserve=["US-2Arm-CCB"]), ccb) == 9
    assert acting.allowance(setup("allied exploitation movement", exploit=["US-2Arm-CCB"]), ccb) == 18
    assert acting.allowance(setup("allied exploitation movement", released=["US-2Arm-CCB"]), ccb) == 36
    late = setup("german reaction movement", released=["DE-108-PzBde"])
    assert acting.allowance(late, UNIT["DE-108-PzBde"]) == 18
    assert "mode" not in {action.verb for action in late.legal_actions()}


@pytest.mark.clause("BTR-ocs.move.all-dg")
def test_a_cost_of_all_takes_an_unspent_allowance() -> None:
    """Infantry crosses the Maas for a whole unspent allowance, DG or not."""
    assert BOARD.cost(Kind("leg"), GRID.hex("18.04"), GRID.hex("18.03")) == ALL
    for changes in ({}, {"dg": ["US-1-InfDiv"]}):
        state = scene(units={"US-1-InfDiv": "18.04", "US-9-InfDiv": "12.06"}, **changes)
        assert "18.03" in reach_of(state, "US-1-InfDiv")
        do(state, "move US-1-InfDiv 18.03")
        assert not acting.remaining(state, UNIT["US-1-InfDiv"])
    begun = scene(units={"US-1-InfDiv": "18.04"}, spent={"US-1-InfDiv": 1})
    assert "18.03" not in reach_of(begun, "US-1-InfDiv")


@pytest.mark.clause(
    "BTR-ocs.mode.reserve-place",
    "BTR-ocs.mode.reserve-keep",
    "BTR-ocs.mode.reserve-release",
    "BTR-ocs.react.who",
)
def test_reserves() -> None:
    state = setup(units={"US-9-InfDiv": "12.06", "US-29-InfDiv": "12.06"})
    do(state, "reserve US-9-InfDiv", "reserve US-29-InfDiv")
    assert modes.markers_used(state, ALLIED) == 1  # one marker a hex
    do(state, "recall US-9-InfDiv")
    assert not allowed(state, "reserve US-9-InfDiv") and modes.markers(state, ALLIED) == 2
    reaction = setup("german reaction movement", reserve=["DE-275-InfDiv"])
    assert reaction.to_move == GERMAN
    do(reaction, "release DE-275-InfDiv")
    assert (
        marked(reaction, "released") == {"DE-275-InfDiv"}
        and not reaction.reserve
        and reach_of(reaction, "DE-275-InfDiv")
    )


@pytest.mark.clause(
    "BTR-ocs.scen.stop-line", "BTR-ocs.scen.learning", "BTR-ocs.ger.interdicted", "BTR-ocs.turn.states"
)
def test_the_scenario_binds_the_allies() -> None:
    closed = GRID.names(closed_to("aachen", ALLIED, allied_at_start("aachen")))
    assert "12.12" in closed and "14.09" not in closed and not closed_to("aachen", GERMAN, 0)
    assert SCENARIOS["aachen"]["first_player"] == ALLIED and setup().active == ALLIED
    assert not acting.interdicted(setup(), GERMAN)
    assert acting.interdicted(setup(flight="normal"), GERMAN) and not acting.interdicted(
        setup(flight="normal"), ALLIED
    )
    names = [step.name for step in type(setup()).procedures[type(setup().stack[1])] if step.name]
    order = [
        "allied reinforcement",
        "allied movement",
        "allied meals",
        "german reaction movement",
        "allied combat",
        "allied exploitation combat",
    ]
    assert [name for name in names if name in order] == order


@pytest.mark.clause(
    "BTR-ocs.reinf.west",
    "BTR-ocs.turn.reinforce",
    "BTR-ocs.turn.first-no-supply",
    "BTR-ocs.play.dice",
    "BTR-ocs.play.open",
)
def test_reinforcement() -> None:
    state = GAME.new()
    assert state.to_move == "chance" and state.step.name == "flight"
    do(state, "roll 7")
    assert reach_of(state, "US-750-TkBn", "arrive") == {"10.01", "17.01"}
    do(state, "arrive US-750-TkBn 10.01", "arrive US-776-TDBn 17.01")
    assert state.step.name == "allied movement"  # no supply roll on the first turn
    assert schedule("aachen")[UNIT["DE-116Pz-PzRgt"]][0].isoformat() == "1944-10-12"
    assert german_column(today(state), "normal")[0] == 2 and german_column(today(state), "none")[0] == 4
    assert not state.hidden and state.view(GERMAN).keys() == state.view(ALLIED).keys()


@pytest.mark.clause(
    "BTR-ocs.hold.change", "BTR-ocs.hog.taken", "BTR-ocs.move.enemy-things", "BTR-ocs.turn.segment-order"
)
def test_a_hex_changes_hands() -> None:
    state = scene(units={"US-1-InfDiv": "13.09", "DE-FestMG-1": "18.09"}, hedgehogs={"14.09": 1})
    do(state, "move US-1-InfDiv 14.09")
    assert state.allied_held >> GRID.hex("14.09") & 1 and dict(state.hedgehogs)[GRID.hex("14.09")] == 1
    german = scene("german movement", units={"DE-FestMG-1": "14.09", "DE-12-VGDiv": "14.10"})
    do(german, "move DE-FestMG-1 13.09")
    assert german.allied_held >> GRID.hex("13.09") & 1  # a bracketed strength takes nothing
    do(german, "move DE-12-VGDiv 13.10")
    assert not german.allied_held >> GRID.hex("13.10") & 1


@pytest.mark.clause("BTR-ocs.play.compulsory", "BTR-ocs.turn.stack-check")
def test_stacking_at_the_end_of_a_phase() -> None:
    names = ["US-1-InfDiv", "US-29-InfDiv", "US-30-InfDiv", "US-9-InfDiv"]
    state = scene(units=dict.fromkeys(names, "12.06"))
    do(state, "done")
    assert state.step.name == "stacking" and not allowed(state, "done")
    do(state, "remove US-9-InfDiv")
    assert state.step.name == "stacking"  # 12 RE
    do(state, "remove US-1-InfDiv")
    assert state.step.name != "stacking" and state.steps_lost[0] == 8


def test_the_roster_is_complete() -> None:
    assert (
        len(members(OF_SIDE[GERMAN] & ~TRANSPORT & cast("aachen"))) == 31
        and len(members(OF_SIDE[ALLIED] & ~TRANSPORT & cast("aachen"))) == 19
    )
    assert len(set(LABEL)) == len(LABEL)
