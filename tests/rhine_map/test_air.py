"""Aircraft: missions, weather, interception, flak, sweeps, hip shoots; and hedgehogs that are built."""

from __future__ import annotations

import pytest

from grognard.games.beyond_the_rhine.campaign import air, barrage
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANE, PLANES, squadron
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN
from grognard.games.beyond_the_rhine.campaign.position import Barrage, Campaign, Mission
from grognard.games.beyond_the_rhine.campaign.verbs import level, stores
from tests.refusals import refused_by

from .build import GAME, allowed, clauses, do, marked, scene, setup, through, where

CLEAR = {"flight": "normal"}


def planes(state: Campaign, side: str) -> set[str]:
    return {PLANES[p].id for p in range(len(PLANES)) if air.active(state, side) >> p & 1}


@pytest.mark.clause("BTR-ocs.air.units", "BTR-ocs.air.box")
def test_each_side_has_the_aircraft_of_the_scenario_in_its_box() -> None:
    state = setup()
    assert planes(state, ALLIED) == {"US-P47-1", "US-P47-2", "US-P38-1"}
    assert planes(state, GERMAN) == {"DE-Bf109-1"}
    assert [GRID.name[air.box(state, side)] for side in (ALLIED, GERMAN)] == ["10.01", "17.16"]
    assert air.strength(state, [PLANE["US-P47-1"], PLANE["US-P38-1"]]) == 11  # 6 and 5
    worn = setup(plane_lost={"US-P47-1": 1})
    assert air.strength(worn, [PLANE["US-P47-1"], PLANE["US-P38-1"]]) == 8  # 3 and 5
    assert planes(setup(plane_lost={"DE-Bf109-1": 2}), GERMAN) == set()
    assert squadron("aachen", GERMAN) == 1 << PLANE["DE-Bf109-1"]


@pytest.mark.clause(
    "BTR-ocs.air.when", "BTR-ocs.barrage.move-segment", "BTR-ocs.react.air", "BTR-ocs.air.kinds"
)
def test_weather_says_in_which_phases_aircraft_fly() -> None:
    """Guns are silent in Movement Segments; aircraft are not."""
    fly = "fly US-P47-1 15.10"
    for phase, flights in (
        ("allied movement", {"normal", "limited"}),
        ("allied barrage", {"normal"}),
        ("allied exploitation movement", {"normal"}),
    ):
        for flight in ("none", "limited", "normal"):
            assert allowed(setup(phase, flight=flight), fly) is (flight in flights), (phase, flight)
    assert not any(a.verb == "barrage" for a in setup("allied movement", **CLEAR).legal_actions())
    reaction = {flight: setup("german reaction movement", flight=flight) for flight in ("limited", "normal")}
    assert allowed(reaction["normal"], "fly DE-Bf109-1 16.09")
    assert clauses(reaction["limited"], "fly DE-Bf109-1 16.09") == ["BTR-ocs.react.air"]


@pytest.mark.clause("BTR-ocs.air.mission", "BTR-ocs.air.barrage", "BTR-ocs.barrage.bracket")
def test_a_mission_flies_once_costs_nothing_and_needs_no_observer() -> None:
    state = setup("allied movement")  # limited weather: nobody intercepts
    before = stores(state, ALLIED)
    do(state, "fly US-P47-1 13.12", "join US-P38-1", "done")
    assert state.step.name == "flak"
    through(state, 4)  # no HQ bonus would make 4 a hit
    assert state.step.name == "barrage dice"
    top = state.stack[-1]
    assert isinstance(top, Barrage) and top.air == 11 and not top.near  # Liège is more than ten hexes off
    found = barrage.sum_of(state, ALLIED, (), top.hex, top.air, top.near)
    assert found.tokens == 0 and found.observed and not any("observer" in m.because for m in found.shifts)
    assert barrage.read_result(state, top, "[1/2]") == "DG"
    through(state, 10)
    assert stores(state, ALLIED) == before and "DE-275-InfDiv" in marked(state, "dg")
    assert planes(state, ALLIED) == {"US-P47-2"}
    assert clauses(state, "fly US-P47-1 13.12") == ["BTR-ocs.air.mission"]


@pytest.mark.clause("BTR-ocs.barrage.shift", "BTR-ocs.air.barrage")
def test_a_near_base_shifts_one_column_right() -> None:
    state = setup("german reaction barrage", flight="normal")
    do(state, "fly DE-Bf109-1 17.09")
    do(state, "done") if state.step.name == "interception" else None
    through(state, 4)
    top = state.stack[-1]
    assert isinstance(top, Barrage) and top.near  # 17.09 is seven hexes from 17.16
    plain = barrage.sum_of(state, GERMAN, (), top.hex, 2, False)
    assert barrage.sum_of(state, GERMAN, (), top.hex, 2, True).column == plain.column + 1


@pytest.mark.clause("BTR-ocs.air.flak-when", "BTR-ocs.air.flak")
def test_flak_counts_aircraft_the_hq_and_the_patrol_zone() -> None:
    state = setup("allied movement")
    two = (PLANE["US-P47-1"], PLANE["US-P47-2"])
    three = (*two, PLANE["US-P38-1"])
    front, headquarters = GRID.hex("14.09"), GRID.hex("16.12")
    assert air.modifier(state, Mission(side=ALLIED, hex=front, planes=two)) == 1  # patrolled, fighters
    assert air.modifier(state, Mission(side=ALLIED, hex=front, planes=three)) == 2
    assert air.modifier(state, Mission(side=ALLIED, hex=headquarters, planes=three)) == 3
    alone = setup("allied movement", flown=["DE-Bf109-1"])
    assert air.modifier(alone, Mission(side=ALLIED, hex=front, planes=two)) == 0
    do(alone, "fly US-P47-1 14.09", "join US-P47-2", "done")
    through(alone, 11, 4)  # a hit; of two aircraft a 4 names the second
    assert [alone.plane_lost[p] for p in two] == [0, 1] and alone.step.name == "barrage dice"
    assert alone.stack[-1].air == 9  # 6 and a reduced 3
    single = setup("allied movement", flown=["DE-Bf109-1"], plane_lost={"US-P47-1": 1})
    do(single, "fly US-P47-1 14.09", "done")
    through(single, 12)
    assert single.plane_lost[PLANE["US-P47-1"]] == 2 and single.step.name == "allied movement"


@pytest.mark.clause("BTR-ocs.air.intercept", "BTR-ocs.air.fight", "BTR-ocs.air.patrol")
def test_an_interceptor_fights_before_the_flak_and_may_press_on() -> None:
    state = setup("allied movement", **CLEAR)
    do(state, "fly US-P47-1 14.09", "join US-P38-1", "done")
    assert state.step.name == "interception" and state.to_move == GERMAN
    do(state, "intercept DE-Bf109-1")
    assert state.to_move == ALLIED and allowed(state, "meet US-P38-1")
    do(state, "meet US-P47-1")
    through(state, 9, 5)  # 9 + 4 - 4: the defender aborts, and loses a step
    assert state.plane_lost[PLANE["US-P47-1"]] == 1 and planes(state, ALLIED) == {"US-P38-1", "US-P47-2"}
    assert state.step.name == "interception"  # it may press on
    do(state, "done")
    through(state, 4)
    assert state.stack[-1].air == 5  # the P-38 alone
    through(state, 2)
    assert planes(state, GERMAN) == set()  # the interceptor is inactive afterwards
    refusing = setup("allied movement", **CLEAR)
    do(refusing, "fly US-P47-1 14.09", "done", "done")
    assert refusing.step.name == "flak" and planes(refusing, GERMAN) == {"DE-Bf109-1"}


@pytest.mark.clause("BTR-ocs.air.fight", "BTR-ocs.air.combat")
def test_a_draw_in_the_air_sends_both_home() -> None:
    state = setup("allied movement", **CLEAR)
    do(state, "fly US-P47-1 14.09", "done", "intercept DE-Bf109-1")
    through(state, 7)  # only one can meet it: forced
    assert state.step.name == "loss of an aircraft"
    through(state, 4, 6)
    assert state.plane_lost[PLANE["US-P47-1"]] == 1 and state.plane_lost[PLANE["DE-Bf109-1"]] == 0
    assert state.step.name == "allied movement" and not state.dg  # nothing reached the target


@pytest.mark.clause("BTR-ocs.air.sweep")
def test_a_sweep_fights_the_active_fighters_and_meets_no_flak() -> None:
    state = setup("allied movement", **CLEAR)
    do(state, "sweep US-P47-1", "join US-P47-2", "done", "meet US-P47-2")
    through(state, 9, 6)
    assert state.plane_lost[PLANE["DE-Bf109-1"]] == 1 and state.step.name == "allied movement"
    assert planes(state, GERMAN) == set() and planes(state, ALLIED) == {"US-P38-1"}
    assert clauses(state, "sweep US-P38-1") == ["BTR-ocs.air.sweep"]  # nobody is left to fight


@pytest.mark.clause("BTR-ocs.overrun.hipshoot")
@pytest.mark.refuses("BTR-ocs.overrun.hipshoot")
def test_a_hip_shoot_comes_before_the_surprise_roll_of_an_overrun() -> None:
    tanks = {"topped": ["US-2Arm-CCB"], "flown": ["DE-Bf109-1"], **CLEAR}
    state = setup("allied movement", **tanks)
    do(state, "overrun US-2Arm-CCB 17.10", "draw 12.08", "pay yes", "draw 16.12")
    while state.step.name != "hip shoot":
        do(state, str(state.legal_actions()[0]))
    assert clauses(state, "fly US-P47-1 18.09") == ["BTR-ocs.overrun.hipshoot"]
    do(state, "fly US-P47-1 17.10", "done")
    through(state, 4, 12, 1)  # half a step, and the die saves it
    assert state.step.name == "surprise" and "DE-FestMG-2" in marked(state, "dg")
    limited = setup("allied movement", **tanks | {"flight": "limited"})
    do(limited, "overrun US-2Arm-CCB 17.10", "draw 12.08", "pay yes", "draw 16.12")
    assert limited.step.name == "surprise"  # no hip shoots in Limited weather


@pytest.mark.clause("BTR-ocs.overrun.hipshoot", "BTR-ocs.overrun.won")
def test_a_hip_shoot_may_leave_nobody_to_overrun() -> None:
    state = scene(
        units={"US-2Arm-CCB": "16.09", "DE-81-Corps": "16.10", "DE-FestMG-1": "18.14"},
        topped=["US-2Arm-CCB"],
        allied_dumps={"16.09": 8},
        flight="normal",
        flown=["DE-Bf109-1"],
    )
    do(state, "overrun US-2Arm-CCB 16.10")
    while state.step.name != "hip shoot":
        do(state, str(state.legal_actions()[0]))
    do(state, "fly US-P47-1 16.10", "join US-P47-2", "join US-P38-1")
    do(state, "done") if state.step.name == "flight" else None
    through(state, 4, 12)  # the HQ is gone before a shot is fired on the ground
    assert where(state, "DE-81-Corps") == "dead" and where(state, "US-2Arm-CCB") == "16.10"


@pytest.mark.clause("BTR-ocs.turn.refit")
def test_aircraft_are_active_again_in_the_next_turn_of_their_side() -> None:
    state = setup("german movement", flown=["US-P47-1", "DE-Bf109-1"])
    while state.step.name != "allied movement":
        texts = [str(action) for action in state.legal_actions()]
        do(state, "roll 6" if state.to_move == "chance" else "done" if "done" in texts else texts[0])
    assert planes(state, ALLIED) == {"US-P47-1", "US-P47-2", "US-P38-1"}
    assert planes(state, GERMAN) == set()  # the German refits in his own turn


@pytest.mark.clause("BTR-ocs.hog.build")
def test_an_hq_or_engineer_builds_a_level_for_two_supply_points() -> None:
    state = setup()
    do(state, "build US-1106-EngGrp 14.07")
    while state.step.name == "draw":
        do(state, "draw 16.07")
    assert level(state, GRID.hex("14.07")) == 1 and stores(state, ALLIED)[GRID.hex("16.07")] == 12
    assert clauses(state, "build US-1106-EngGrp 14.07") == ["BTR-ocs.hog.build"]  # one level, one builder
    assert not allowed(state, "move US-1106-EngGrp 14.06")
    do(state, "build US-19-Corps 16.08")
    while state.step.name == "draw":
        do(state, "draw 12.08")
    assert level(state, GRID.hex("16.08")) == 1
    high = setup("german movement", hedgehogs={"16.12": 3})
    assert clauses(high, "build DE-81-Corps 16.12") == ["BTR-ocs.hog.build"]


CASES = [
    refused_by("BTR-ocs.air.when", "allied barrage", {}, "fly US-P47-1 15.10"),
    refused_by("BTR-ocs.air.units", "allied movement", {"plane_lost": {"US-P47-1": 2}}, "fly US-P47-1 15.10"),
    refused_by("BTR-ocs.air.mission", "allied movement", {}, "fly US-P47-1 15.05"),
    refused_by("BTR-ocs.air.sweep", "allied movement", {"flown": ["DE-Bf109-1"]}, "sweep US-P47-1"),
    refused_by("BTR-ocs.air.intercept", "allied movement", {}, "intercept DE-Bf109-1"),
    refused_by("BTR-ocs.air.fight", "allied movement", {}, "meet US-P47-1"),
    refused_by("BTR-ocs.react.air", "german reaction movement", {}, "fly DE-Bf109-1 16.09"),
    refused_by("BTR-ocs.hog.build", "allied movement", {}, "build US-30-InfDiv 16.09"),
    refused_by("BTR-ocs.hog.build", "allied movement", {}, "build US-19-Corps 15.09", id="no unit of ours"),
    refused_by(
        "BTR-ocs.hog.build", "allied movement", {"built": ["16.07"]}, "build US-19-Corps 16.07", id="twice"
    ),
    refused_by("BTR-ocs.retreat.tag", "allied movement", {}, "along US-743-TkBn"),
]


@pytest.mark.parametrize(("clause", "phase", "changes", "text"), CASES)
def test_refused(clause: str, phase: str, changes: dict, text: str) -> None:
    state = setup(phase, **changes)
    assert not allowed(state, text) and clause in clauses(state, text)


@pytest.mark.refuses("BTR-ocs.air.fight")
def test_a_stranger_does_not_meet_the_interceptor() -> None:
    state = setup("allied movement", **CLEAR)
    do(state, "fly US-P47-1 14.09", "join US-P38-1", "done", "intercept DE-Bf109-1")
    assert set(clauses(state, "meet US-P47-2")) == {"BTR-ocs.air.fight"}
    assert str(GAME.parse("meet US-P47-1")) == "meet US-P47-1"
