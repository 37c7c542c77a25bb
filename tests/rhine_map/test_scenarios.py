"""Queen, Grenade and Remagen: what they have and Aachen has not: the first player, arrivals and removals, points."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.games.beyond_the_rhine.campaign import victory
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANE
from grognard.games.beyond_the_rhine.campaign.board import EAST, GRID, area, closed_to, outside
from grognard.games.beyond_the_rhine.campaign.flights import active
from grognard.games.beyond_the_rhine.campaign.movement import reach
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    GERMAN,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    TRANSPORT,
    UNIT,
    cast,
    setup_of,
)
from grognard.games.beyond_the_rhine.campaign.position import Campaign, Turn
from grognard.games.beyond_the_rhine.campaign.supply import in_trace, traced
from grognard.games.beyond_the_rhine.campaign.verbs import holds

from .build import (
    GAME,
    allowed,
    begin,
    clauses,
    do,
    marked,
    reach_of,
    rulings,
    setup,
    through,
    under_way,
    where,
)

NEW = ("queen", "grenade", "remagen")
OPENING = [{"frame": "turn", "step": 3, "ground": True, "flight": True}]
ENDING = under_way("german", "meals")[0] | {"step": len(Campaign.procedures[Turn]) - 1}


@pytest.mark.clause("BTR-ocs.set.queen", "BTR-ocs.set.grenade", "BTR-ocs.set.remagen", "BTR-ocs.set.dead")
@pytest.mark.parametrize("name", NEW)
def test_every_counter_of_a_set_up_stands_where_the_file_says(name: str) -> None:
    state: Any = GAME.new(scenario=name)
    for side in (ALLIED, GERMAN):
        for stack in setup_of(name, side)["stack"]:
            assert {where(state, unit) for unit in stack["units"]} == {stack["hex"]}
            for unit, less in stack.get("less", {}).items():
                assert state.lost[UNIT[unit]] == less
    assert not state.on_map & ~cast(name) and not state.here.keys() & set(GRID.names(outside(name)))
    assert in_trace(state, ALLIED) | ~OF_SIDE[ALLIED] | ~state.on_map | TRANSPORT == -1
    if name != "queen":  # BTR-ocs.set.dead
        assert any(f"US-{number}-TkBn" in UNIT for number in (701, 736, 740))


@pytest.mark.clause("BTR-ocs.unit.sides")
def test_counters_of_the_chart_have_both_sides() -> None:
    gun, hq, tanks = (PIECES[UNIT[name]] for name in ("US-116-ArtyGrp", "US-13-Corps", "US-7Arm-CCA"))
    assert gun.kind == "artillery" and gun.faces["combat"].barrage and not gun.faces["combat"].strength
    assert hq.faces["combat"].throw == 10 and hq.faces["move"].allowance == 14 and hq.steps == 1
    assert tanks.faces["combat"][:3] == (12, 4, 6) and tanks.faces["move"][:3] == (6, 4, 14)
    pontoon = PIECES[UNIT["US-Pontoon-1"]]
    assert pontoon.bracket and pontoon.faces["combat"].allowance == 0 and pontoon.faces["move"].allowance == 8


@pytest.mark.clause("BTR-ocs.scen.weather", "BTR-ocs.turn.first")
def test_the_first_turn_has_its_weather_and_its_first_player() -> None:
    for name, weather in (
        ("queen", ("mud", "normal")),
        ("grenade", ("dry", "normal")),
        ("remagen", ("mud", "limited")),
    ):
        state: Any = GAME.new(scenario=name)
        assert (state.ground, state.flight) == weather and state.rolls == 0 and state.active == ALLIED


@pytest.mark.clause("BTR-turn.pre.first")
@pytest.mark.refuses("BTR-turn.pre.first")
def test_who_rolls_higher_chooses() -> None:
    state = begin("queen", turn=2, pending=OPENING)
    assert set(clauses(state, "go first")) == {"BTR-turn.pre.first"}
    through(state, 7, 7)  # a tie is rolled again
    assert state.to_move == CHANCE
    through(state, 5, 9)
    assert state.to_move == GERMAN and not allowed(state, "done")
    assert clauses(state, "go third") == ["BTR-turn.pre.first"]
    do(state, "go second")
    assert state.active == ALLIED
    other = do(through(begin("queen", turn=2, pending=OPENING), 5, 9), "go first")
    assert other.active == GERMAN


# ---------------------------------------------------------------- the area and the stop line


@pytest.mark.clause("BTR-ocs.move.edge", "BTR-ocs.supply.area")
@pytest.mark.refuses("BTR-ocs.move.edge")
def test_nobody_leaves_the_area_of_a_scenario() -> None:
    state = begin("queen", units={"US-4-InfDiv": "7.05"})
    assert clauses(state, "move US-4-InfDiv 6.08") == ["BTR-ocs.move.edge"]
    assert not any(
        reach(state, unit) & outside("queen") for unit in (UNIT["US-4-InfDiv"], UNIT["US-4-MechCavGrp"])
    )
    assert not (traced(state, ALLIED) & ~GRID.spread(area("queen")))
    aachen = setup()
    assert clauses(aachen, "move US-30-InfDiv 21.05") == ["BTR-ocs.move.edge"]
    assert not holds(aachen, GERMAN) & outside("aachen")


@pytest.mark.clause("BTR-ocs.scen.stop-line")
@pytest.mark.refuses("BTR-ocs.scen.stop-line")
def test_a_stop_line_by_rows() -> None:
    state = begin("queen", units={"US-84-InfDiv": "20.06"}, phase="allied movement")
    closed = closed_to("queen", ALLIED, state.at_start)
    assert closed >> GRID.hex("21.07") & 1 and not closed >> GRID.hex("20.08") & 1
    said = rulings(state, "move US-84-InfDiv 21.07")
    assert [one.clause for one in said] == ["BTR-ocs.scen.stop-line"] and "British Second Army" in said[
        0
    ].because


# ---------------------------------------------------------------- arrivals, removals


@pytest.mark.clause("BTR-ledger.3", "BTR-ocs.reinf.west")
def test_aircraft_of_the_chart_come_on_their_day() -> None:
    bomber = 1 << PLANE["US-B26-3"]
    assert not active(begin("queen"), ALLIED) & bomber
    assert active(begin("queen", turn=2), ALLIED) & bomber
    assert allowed(begin("queen", phase="allied reinforcement"), "arrive US-8-InfDiv 10.01")


@pytest.mark.clause("BTR-ocs.ger.leave", "BTR-ocs.ger.arrivals", "BTR-ocs.play.compulsory")
@pytest.mark.refuses("BTR-ocs.ger.leave")
def test_a_removal_may_be_put_off_once() -> None:
    state = begin("queen", turn=3, phase="german removals")
    assert where(state, "DE-275-InfDiv") == "13.12" and allowed(state, "putoff DE-275-InfDiv")
    assert clauses(state, "putoff DE-12-VGDiv") == ["BTR-ocs.ger.leave"]
    assert clauses(state, "putoff US-1-InfDiv") == ["BTR-ocs.ger.leave"]
    gone = do(state.copy(), "done")
    assert where(gone, "DE-275-InfDiv") == "out" and gone.steps_lost == state.steps_lost
    do(state, "putoff DE-275-InfDiv", "done")
    assert where(state, "DE-275-InfDiv") == "13.12" and marked(state, "put_off") == {"DE-275-InfDiv"}
    assert sum(part.amount for part in victory.level_of(state) if part.clause == "BTR-ocs.ger.leave") == 1
    later = begin("queen", turn=4, phase="german removals", put_off=["DE-275-InfDiv"])
    later.run()
    assert where(later, "DE-275-InfDiv") == "out"  # the second time nobody is asked
    assert (
        clauses(begin("queen", turn=4, put_off=["DE-275-InfDiv"]), "putoff DE-275-InfDiv")[0]
        == "BTR-ocs.ger.leave"
    )


def test_a_unit_that_is_out_does_not_arrive() -> None:
    state = begin("queen", turn=10, phase="german reinforcement", units={"DE-3-FJDiv": "out"})
    assert "BTR-ocs.ger.arrivals" in clauses(state, "arrive DE-3-FJDiv 17.19")


# ---------------------------------------------------------------- Queen alone


@pytest.mark.clause("BTR-ocs.scen.queen-bombs")
@pytest.mark.refuses("BTR-ocs.scen.queen-bombs")
def test_the_opening_bombing() -> None:
    state = begin("queen", phase="allied bombing")
    assert clauses(state, "bomb 8.11") == ["BTR-ocs.scen.queen-bombs"]
    do(state, "bomb 15.10", "roll 12")
    while state.step.name == "losses":
        do(state, str(state.legal_actions()[0]))
    assert "DE-3PzG-PzRgt" in marked(state, "dg") and state.step.name == "allied bombing"
    assert clauses(state, "bomb 15.10") == ["BTR-ocs.scen.queen-bombs"]
    for hex_ in ("14.10", "16.10"):
        do(state, f"bomb {hex_}", "roll 2")
    assert (
        state.step.name == "allied movement" and clauses(state, "bomb 17.10")[0] == "BTR-ocs.scen.queen-bombs"
    )
    assert clauses(begin("queen", turn=2), "bomb 15.10")[0] == "BTR-ocs.scen.queen-bombs"
    assert clauses(begin("grenade"), "bomb 17.12")[0] == "BTR-ocs.scen.queen-bombs"


@pytest.mark.clause("BTR-ocs.dam.open", "BTR-ocs.dam.flood")
@pytest.mark.refuses("BTR-ocs.dam.open")
def test_the_dams_flood_the_roer() -> None:
    state = begin("queen", turn=4, phase="german dams")
    do(state, "opendams")
    assert state.flood_from == 5 and clauses(state, "opendams")[0] == "BTR-ocs.dam.open"
    held = [*GRID.names(begin("queen").allied_held), "10.12"]
    assert clauses(begin("queen", phase="german dams", allied_held=held), "opendams")[0] == "BTR-ocs.dam.open"
    assert clauses(begin("grenade"), "opendams")[0] == "BTR-ocs.dam.open"
    cavalry = "US-4-MechCavGrp"
    dry, wet, over = (
        begin(
            "queen",
            turn=turn,
            units={cavalry: "14.12", "DE-253-PioBn": "12.13"},
            mode={cavalry: "move"},
            topped=[cavalry],
            ground="dry",
            german_dumps={},
            flood_from=5,
        )
        for turn in (4, 5, 8)
    )
    assert "14.13" in reach_of(dry, cavalry) and "14.13" in reach_of(over, cavalry)
    assert "14.13" not in reach_of(wet, cavalry)


@pytest.mark.clause("BTR-ocs.scen.flood", "BTR-ocs.dam.flood")
def test_grenade_begins_in_the_flood() -> None:
    from grognard.games.beyond_the_rhine.campaign.waters import flooded

    assert flooded(begin("grenade")) and not flooded(begin("grenade", turn=2))


# ---------------------------------------------------------------- points


@pytest.mark.clause("BTR-ocs.win.count", "BTR-ocs.win.level", "BTR-ocs.win.losses")
def test_the_points_of_queen() -> None:
    start = begin("queen")
    assert victory.standing(start)[1] == "German decisive"
    held = [*GRID.names(start.allied_held), *(row["hex"] for row in SCENARIOS["queen"]["victory"]["hexes"])]
    empty = dict.fromkeys(NAMES_OF_GERMANS, "dead")
    lost = {name: PIECES[UNIT[name]].steps for name in empty}
    won = begin("queen", allied_held=held, units=empty, lost=lost, turn=10)
    points = sum(part.amount for part in victory.level_of(won))
    near = [
        row
        for row in SCENARIOS["queen"]["victory"]["hexes"]
        if traced(won, ALLIED) >> GRID.hex(row["hex"]) & 1
    ]
    assert points == sum(row["points"] for row in near) >= 21
    assert victory.standing(won)[1] == "Allied decisive"
    for steps, off in ((24, 0), (27, 0), (28, 1), (36, 3)):
        dear = begin("queen", allied_held=held, units=empty, lost=lost, turn=10, steps_lost=[steps, 0])
        assert sum(part.amount for part in victory.level_of(dear)) == points - off


NAMES_OF_GERMANS = [
    piece.id for piece in PIECES if piece.side == GERMAN and cast("queen") >> UNIT[piece.id] & 1
]


@pytest.mark.clause("BTR-ocs.win.level", "BTR-ocs.turn.end")
def test_a_game_of_points_ends_with_its_last_date() -> None:
    state = begin("queen", turn=9, pending=[ENDING])
    state.run()
    assert state.turn == 10 and state.outcome() is None
    last = begin("queen", turn=10, pending=[ENDING])
    last.run()
    assert last.outcome() is not None and last.outcome().level == victory.standing(last)[1]


@pytest.mark.clause("BTR-ocs.win.count")
def test_early_towns_kills_and_the_east_bank() -> None:
    start = begin("grenade")
    early = begin("grenade", held_since={"23.13": 1, "17.19": 4}, kills=31)
    words = {part.because: part.amount for part in victory.level_of(early)}
    assert words["23.13 2 turns early"] == 4 and not any("17.19" in word for word in words)
    assert words["31 steps of divisions and formations destroyed west of the Rhine"] == 2
    assert not [part for part in victory.level_of(start) if part.amount]
    kept = begin("grenade", turn=2, allied_held=[*GRID.names(start.allied_held), "23.13"], pending=[ENDING])
    kept.run()
    assert dict(kept.held_since) == {GRID.hex("23.13"): 2}
    bank = GRID.names(EAST & area("remagen"))
    alone = {name: "dead" for name in UNIT if name.startswith("DE-") and cast("remagen") >> UNIT[name] & 1}
    lost = {name: PIECES[UNIT[name]].steps for name in alone}
    over = begin(
        "remagen",
        allied_held=[*GRID.names(begin("remagen").allied_held), *bank, *(["9.22", "9.21"])],
        units=alone | {"US-3-Corps": "9.23", "US-9Arm-CCA": "9.25"},
        lost=lost,
        bridges={"Remagen": "taken"},
        crossed=["Remagen"],
    )
    words = {part.because: part.amount for part in victory.level_of(over)}
    assert words["the bridge of Remagen crossed while it stood"] == 6
    assert 0 < next(n for word, n in words.items() if word.endswith("east of the Rhine")) <= 24
