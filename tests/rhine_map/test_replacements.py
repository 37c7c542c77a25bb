"""Replacement rolls, repairs and Misc, rebuilding; railways; what the learning scenario leaves out."""

from __future__ import annotations

from datetime import date

import pytest

from grognard.games.beyond_the_rhine.campaign import rail, replacements
from grognard.games.beyond_the_rhine.campaign.arrivals import allied_tokens
from grognard.games.beyond_the_rhine.campaign.board import GRID, RAIL_HEXES
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.supply import detrainable, traced, working
from grognard.games.beyond_the_rhine.campaign.verbs import on_ground

from .build import allowed, begin, clauses, do, setup, through, under_way, where

RICH = {"pax": [6, 6], "eq": [6, 6]}


# ---------------------------------------------------------------- rolls


@pytest.mark.clause("BTR-ocs.ger.repl")
def test_the_german_table() -> None:
    autumn, spring = date(1944, 11, 19), date(1945, 3, 1)
    assert replacements.german_row(autumn, 2) == (0, 0, 0, 0, 0, 0)
    assert replacements.german_row(autumn, 5) == (0, 0, 1, 0, 0, 0)
    assert replacements.german_row(autumn, 12) == (1, 1, 3, 2, 1, 0)
    assert replacements.german_row(spring, 12) == (1, 1, 3, 1, 1, 0)  # one less in 1945
    assert replacements.german_row(spring, 2) == (0, 0, 0, 0, 0, 0)


@pytest.mark.clause("BTR-ocs.reinf.repl", "BTR-repl.keep", "BTR-ocs.turn.first-no-supply")
def test_the_roll_of_a_turn_fills_the_purse() -> None:
    state = begin("queen", turn=2, phase="german replacement roll", pax=[1, 1], eq=[0, 0])
    through(state, 9)
    assert state.pax == (1, 3) and state.eq == (0, 1)
    american = begin("queen", turn=2, phase="allied replacement roll")
    found = replacements.award_of(american, ALLIED, 7)
    through(american, 7)
    assert american.pax[0] == found.pax and american.eq[0] == found.eq
    first = begin("queen", phase="allied replacement roll")
    first.run()
    assert first.step.name != "allied replacement roll"  # none on the first turn
    learning = setup("allied replacement roll", turn=2)
    learning.run()
    assert learning.step.name != "allied replacement roll"


@pytest.mark.clause("BTR-ocs.reinf.sp", "BTR-J.20")
def test_antwerp_counts_from_the_end_of_november() -> None:
    before, after = (begin("queen", turn=turn, ground="dry") for turn in (4, 5))
    assert allied_tokens(after, 7) > allied_tokens(before, 7)


# ---------------------------------------------------------------- used at once


@pytest.mark.clause("BTR-ocs.air.repair", "BTR-repl.air", "BTR-repl.misc", "BTR-repl.misc.now")
@pytest.mark.refuses("BTR-ocs.air.repair")
def test_aircraft_and_misc_are_used_at_once() -> None:
    turn = under_way("allied", "repairs", 0)
    pending = [turn[0], turn[1] | {"ftr": 1, "other": 0, "misc": 1, "refilled": True}]
    dead = {"US-743-TkBn": "dead", "US-30-InfDiv": "dead"}
    lost = {"US-743-TkBn": 1, "US-30-InfDiv": 4}
    state = begin(
        "queen", turn=2, pending=pending, plane_lost={"US-P47-1": 1, "US-B26-1": 1}, units=dead, lost=lost
    )
    assert not allowed(state, "done")
    assert clauses(state, "repair US-B26-1") == ["BTR-ocs.air.repair"]  # Other repairs bombers
    assert clauses(state, "repair US-P47-2") == ["BTR-ocs.air.repair"]
    assert clauses(state, "restore US-30-InfDiv 15.08") == ["BTR-repl.misc"]  # no unit of one step
    assert clauses(state, "restore US-743-TkBn 15.09") == ["BTR-ocs.repl.where"]
    do(state, "repair US-P47-1", "restore US-743-TkBn 15.08")
    assert where(state, "US-743-TkBn") == "15.08" and state.lost[UNIT["US-743-TkBn"]] == 0
    assert state.step.name == "allied movement"  # nothing is left to use, and no Pax to rebuild with


@pytest.mark.clause("BTR-repl.misc")
def test_in_1945_a_misc_raises_an_alert_battalion_in_a_city() -> None:
    turn = under_way("german", "repairs", 0)
    pending = [turn[0], turn[1] | {"misc": 1, "refilled": True}]
    late = begin("remagen", turn=2, pending=pending, units={"DE-Alert-4": "dead"}, lost={"DE-Alert-4": 1})
    assert allowed(late, "restore DE-Alert-4 12.20") and not allowed(late, "restore DE-Alert-4 14.13")
    early = begin("queen", turn=2, pending=pending)
    early.run()
    assert early.step.name != "german repairs"


# ---------------------------------------------------------------- rebuilding


@pytest.mark.clause("BTR-ocs.repl.where", "BTR-ocs.repl.price", "BTR-ocs.repl.formation", "BTR-rebuild.step")
@pytest.mark.refuses("BTR-ocs.repl.where", "BTR-ocs.repl.price")
def test_steps_are_bought_one_by_one() -> None:
    hurt = {"units": {"US-2Arm-CCA": "dead"}, "lost": {"US-2Arm-CCA": 2, "US-9-InfDiv": 2}}
    state = begin("queen", turn=2, phase="allied rebuilding", **hurt, **RICH)
    assert clauses(state, "rebuild US-9-InfDiv 15.08") == [
        "BTR-ocs.repl.where"
    ]  # a step goes where its unit is
    do(state, "rebuild US-9-InfDiv 12.07")
    assert state.lost[UNIT["US-9-InfDiv"]] == 1 and state.pax == (4, 6)  # 2 Pax a step
    do(state, "rebuild US-2Arm-CCA 15.08")
    assert (
        where(state, "US-2Arm-CCA") == "15.08" and state.lost[UNIT["US-2Arm-CCA"]] == 1 and state.eq == (5, 6)
    )
    poor = begin("queen", turn=2, phase="allied rebuilding", pax=[1, 0], eq=[1, 0], **hurt)
    assert clauses(poor, "rebuild US-9-InfDiv 12.07") == ["BTR-ocs.repl.price"]
    assert clauses(poor, "rebuild US-1-InfDiv 13.10") == ["BTR-rebuild.step"]
    assert clauses(poor, "rebuild DE-275-InfDiv 13.12") == ["BTR-turn.player"]
    assert clauses(setup("allied rebuilding"), "rebuild US-9-InfDiv 12.07")[0] == "BTR-ocs.scen.learning"


@pytest.mark.clause("BTR-rebuild.removed", "BTR-repl.users")
def test_what_cannot_be_rebuilt() -> None:
    state = begin("queen", turn=4, phase="german rebuilding", units={"DE-275-InfDiv": "out"}, **RICH)
    assert clauses(state, "rebuild DE-275-InfDiv 17.19") == ["BTR-rebuild.removed"]
    british = begin("queen", turn=4, phase="allied rebuilding", lost={"UK-43-InfDiv": 1}, **RICH)
    assert clauses(british, "rebuild UK-43-InfDiv 18.07") == ["BTR-repl.users"]
    levy = begin(
        "remagen",
        turn=2,
        phase="german rebuilding",
        units={"DE-Volkssturm-4": "dead"},
        lost={"DE-Volkssturm-4": 1},
        **RICH,
    )
    assert clauses(levy, "rebuild DE-Volkssturm-4 14.22") == ["BTR-rebuild.50"]


# ---------------------------------------------------------------- railways


@pytest.mark.clause("BTR-ocs.supply.detrain")
def test_rail_hexes_joined_to_a_source_are_sources_of_trace() -> None:
    state = begin("queen")
    net = detrainable(state, ALLIED)
    assert net & RAIL_HEXES == net and net.bit_count() > 5 and working(state, ALLIED) & net
    assert not detrainable(setup(), ALLIED)  # none in the learning scenario
    assert not net & ~traced(state, ALLIED)
    cut = begin("queen", cut_rails=GRID.names(RAIL_HEXES))
    assert not detrainable(cut, ALLIED)


@pytest.mark.clause("BTR-ocs.rail.where", "BTR-ocs.rail.cap")
@pytest.mark.refuses("BTR-ocs.rail.where", "BTR-ocs.rail.cap")
def test_trains_carry_units_and_supply() -> None:
    start = begin("queen")
    hexes = GRID.names(rail.line_open(start, ALLIED))
    here, goal = hexes[0], GRID.names(rail.net(start, ALLIED, GRID.hex(hexes[0])))[-1]
    state = begin(
        "queen",
        units={"US-Truck-1": here, "US-743-TkBn": here, "US-2-RngrBn": here},
        mode={"US-2-RngrBn": "move", "US-743-TkBn": "move"},
        allied_dumps={here: 6},
    )
    assert clauses(state, "rail US-1-InfDiv 15.03") == ["BTR-ocs.rail.where"]  # not on the railway
    assert clauses(state, "rail US-2-RngrBn 26.20") == ["BTR-ocs.rail.where"]
    assert rail.size(state, UNIT["US-2-RngrBn"]) == 1 and rail.size(state, UNIT["US-743-TkBn"]) == 2
    assert clauses(state, f"ship {goal}")[0] == "BTR-ocs.rail.where"  # nothing is on a train yet
    do(state, f"entrain {here}")
    assert clauses(state, "ship 26.20") == ["BTR-ocs.rail.where"]
    do(state, f"ship {goal}")
    assert on_ground(state, ALLIED, GRID.hex(goal)) == 4 and on_ground(state, ALLIED, GRID.hex(here)) == 2
    assert clauses(state, f"entrain {goal}") == ["BTR-ocs.supply.leapfrog"]
    assert clauses(state, f"rail US-743-TkBn {goal}") == ["BTR-ocs.rail.cap"]  # 1 of 2 SP is left
    do(state, f"rail US-2-RngrBn {goal}")
    assert (
        where(state, "US-2-RngrBn") == goal
        and clauses(state, f"move US-2-RngrBn {here}")[0] == "BTR-ocs.move.order"
    )
    assert clauses(state, f"entrain {here}") == ["BTR-ocs.rail.cap"]
    foot = begin("queen", units={"US-2-RngrBn": here})
    assert clauses(foot, f"rail US-2-RngrBn {goal}") == ["BTR-ocs.rail.where"]  # Combat Mode


@pytest.mark.clause("BTR-ocs.rail.repair")
@pytest.mark.refuses("BTR-ocs.rail.repair")
def test_a_taken_railway_is_repaired_by_an_hq() -> None:
    start = begin("queen")
    cut = GRID.names(rail.line_open(start, ALLIED))[0]
    near = GRID.names(GRID.ring(GRID.hex(cut), 2) & start.allied_held)[0]
    state = begin("queen", cut_rails=[cut, "17.19"], units={"US-7-Corps": near}, allied_dumps={near: 8})
    assert not detrainable(state, ALLIED) >> GRID.hex(cut) & 1
    assert clauses(state, f"repairrail US-1-InfDiv {cut}") == ["BTR-ocs.rail.repair"]
    assert clauses(state, "repairrail US-7-Corps 17.19") == ["BTR-ocs.rail.repair"]  # German-held
    do(state, f"repairrail US-7-Corps {cut}")
    while state.step.name == "draw":
        do(state, str(state.legal_actions()[0]))
    assert not state.cut_rails >> GRID.hex(cut) & 1 and on_ground(state, ALLIED, GRID.hex(near)) == 7
    tired = begin(
        "queen",
        cut_rails=[cut],
        units={"US-7-Corps": near},
        allied_dumps={near: 8},
        rails_repaired={"US-7-Corps": 4},
    )
    assert clauses(tired, f"repairrail US-7-Corps {cut}") == ["BTR-ocs.rail.repair"]


@pytest.mark.clause("BTR-ocs.rail.repair", "BTR-ocs.hold.change")
def test_a_railway_that_changes_hands_is_cut() -> None:
    from grognard.games.beyond_the_rhine.campaign.verbs import hold

    state = begin("queen")
    german = GRID.names(detrainable(state, GERMAN))[0]
    hold(state, ALLIED, 1 << GRID.hex(german))
    assert state.cut_rails >> GRID.hex(german) & 1
