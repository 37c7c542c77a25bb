"""Sources, trace, dumps, hunger, stocks, transport, breakout; and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.beyond_the_rhine.campaign import capture, provision, supply, victory
from grognard.games.beyond_the_rhine.campaign.arrivals import allied_tokens, german_tokens
from grognard.games.beyond_the_rhine.campaign.board import BOARD, GRID
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign, Turn
from grognard.games.beyond_the_rhine.campaign.verbs import stores

from .build import GAME, allowed, bits, do, marked, reach_of, scene, setup, through, under_way, where

TURNS = under_way("allied", "meals")
ENDING = under_way("german", "meals")[0] | {"step": len(Campaign.procedures[Turn]) - 1}


def names(hexes: int) -> set[str]:
    return set(GRID.names(hexes))


# ---------------------------------------------------------------- paths and trace


@pytest.mark.clause("BTR-ocs.supply.source")
def test_sources_work_while_held_free_and_joined() -> None:
    assert names(supply.working(setup(), ALLIED)) == {"10.01", "17.01", "15.03"}
    lost = setup(units={"DE-12-VGDiv": "17.01"})
    held = [name for name in names(lost.allied_held) if name != "17.01"]
    assert "17.01" not in names(
        supply.working(setup(units={"DE-12-VGDiv": "17.01"}, allied_held=held), ALLIED)
    )
    assert "10.01" not in names(supply.working(setup(units={"DE-12-VGDiv": "10.02"}), ALLIED))  # in a zone
    german = names(supply.working(setup(), GERMAN))
    assert {"16.16", "14.16", "18.16"} <= german


@pytest.mark.clause("BTR-ocs.supply.path-count", "BTR-ocs.supply.adjacent", "BTR-ocs.supply.area")
def test_a_path_is_counted_outward_on_dry_ground_and_reaches_one_hex_farther() -> None:
    start, budget = GRID.hex("15.05"), supply.DRAW
    near = supply.in_range(BOARD, start, 0, "truck", 0)
    assert names(near) == {"15.05", *GRID.names(GRID.near_to[start])}
    wide = supply.in_range(BOARD, start, budget, "truck", 0)
    assert near & ~wide == 0 and wide.bit_count() > near.bit_count()
    assert names(wide) <= set(GRID.number)
    mud = scene(units={"US-1-InfDiv": "13.09"}, allied_dumps={"15.05": 4}, ground="mud")
    dry = scene(units={"US-1-InfDiv": "13.09"}, allied_dumps={"15.05": 4})
    assert supply.served(mud, ALLIED, start) == supply.served(dry, ALLIED, start)


@pytest.mark.clause("BTR-ocs.supply.zone-out")
def test_a_truck_path_neither_enters_nor_leaves_a_zone() -> None:
    free = scene(units={"US-7-Corps": "14.05"}, allied_dumps={"14.05": 8})
    zoned = scene(units={"US-7-Corps": "14.04", "DE-12-VGDiv": "14.06"}, allied_dumps={"14.05": 8})
    assert names(
        supply.in_range(BOARD, GRID.hex("14.05"), supply.DRAW, "truck", supply.blocked(zoned, ALLIED))
    ) == {
        "14.05",
        *GRID.names(GRID.near_to[GRID.hex("14.05")]),
    }
    assert supply.served(free, ALLIED, GRID.hex("14.05")).bit_count() > 20


@pytest.mark.clause("BTR-ocs.hq.throw-chain", "BTR-ocs.hq.dg", "BTR-ocs.hq.move", "BTR-ocs.hq.many")
def test_an_hq_throws_what_it_can_draw() -> None:
    units = {"US-7-Corps": "14.03", "US-1-InfDiv": "14.09", "US-9-InfDiv": "13.09"}
    ranges = {}
    for mode, dg in (("combat", []), ("combat", ["US-7-Corps"]), ("move", []), ("strat", [])):
        state = scene(units=units, allied_dumps={"14.01": 8}, mode={"US-7-Corps": mode}, dg=dg)
        ranges[mode, bool(dg)] = supply.throw_range(state, UNIT["US-7-Corps"])
        if mode == "combat":
            assert supply.tokens_for(state, ALLIED, GRID.hex("13.09")) == 8
    assert ranges == {("combat", False): 60, ("combat", True): 60, ("move", False): 30, ("strat", False): 0}
    full = scene(units=units, mode={"US-7-Corps": "move"}, options={"hq_throw_in_move": "full"})
    assert supply.throw_range(full, UNIT["US-7-Corps"]) == 60


@pytest.mark.clause("BTR-ocs.trace.check", "BTR-ocs.trace.formation")
def test_all_are_in_trace_at_the_start_and_a_formation_needs_one_way() -> None:
    state = setup()
    for side in (ALLIED, GERMAN):
        mine = supply.in_trace(state, side)
        assert mine & bits("US-1-InfDiv" if side == ALLIED else "DE-275-InfDiv")
    apart = scene(
        units={
            "US-2Arm-CCB": "10.09",
            "US-2Arm-Arty": "20.03",
            "US-1-InfDiv": "20.03",
            "DE-FestMG-1": "15.03",
        }
    )
    found = supply.in_trace(apart, ALLIED)
    assert found & bits("US-1-InfDiv") and (found & bits("US-2Arm-CCB", "US-2Arm-Arty")).bit_count() == 1


# ---------------------------------------------------------------- hunger


def besieged(phase: str = "german meals", **changes: Any) -> Any:
    """Aachen ringed: six American units around it."""
    ring = dict(
        zip(
            ["US-1-InfDiv", "US-9-InfDiv", "US-29-InfDiv", "US-30-InfDiv", "US-2Arm-CCB", "US-3Arm-CCA"],
            GRID.names(GRID.near_to[GRID.hex("14.08")]),
            strict=True,
        )
    )
    units = {
        **ring,
        "DE-246-VGDiv": "14.08",
        "DE-FestMG-4": "14.08",
        "DE-FestMG-8": "14.08",
        "DE-81-Corps": "16.12",
    }
    return scene(phase, units=units, **{"german_dumps": {"14.08": 8}} | changes)


@pytest.mark.clause("BTR-ocs.trace.order", "BTR-ocs.trace.eat", "BTR-ocs.trace.restored")
def test_untraced_units_eat_or_are_out_of_supply() -> None:
    state = besieged(untraced={"DE-246-VGDiv": 1}, oos=["DE-246-VGDiv"])
    do(state, "eat DE-246-VGDiv 14.08", "eat DE-FestMG-4 14.08")
    assert provision.bill(state, GRID.hex("14.08")) == 2  # 3 1/2 RE
    do(state, "done")
    assert stores(state, GERMAN)[GRID.hex("14.08")] == 6 and marked(state, "oos") == {"DE-FestMG-8"}
    assert state.untraced[UNIT["DE-246-VGDiv"]] == 0 and state.untraced[UNIT["DE-FestMG-8"]] == 1
    assert state.step.name == "attrition"


@pytest.mark.clause("BTR-ocs.attr.stack", "BTR-ocs.attr.table", "BTR-ocs.attr.surrender")
def test_attrition_by_stack() -> None:
    table = {
        rating: [provision.attrition_steps(rating, roll, 9) for roll in range(2, 14)]
        for rating in range(len(provision.TABLE))
    }
    assert table[0] == [1, 1, 2, 2, 4, 4, 9, 9, 9, 9, 9, 9] and table[4] == [
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        1,
        2,
        4,
        9,
    ]
    hunger = {"german_dumps": {}, "oos": ["DE-246-VGDiv", "DE-FestMG-4", "DE-FestMG-8"]}
    rows = [
        *under_way("german", "meals"),
        {"frame": "attrition", "side": "german", "hex": "14.08"},
    ]
    state = besieged("german movement", pending=rows, **hunger)
    through(state.copy(), 2)
    do(state, "roll 2")  # 5 steps: 2 + 3 is 5 in the column of AR 2: one step
    assert state.step.name == "losses"
    do(state, "lose DE-FestMG-4")
    assert where(state, "DE-FestMG-4") == "dead"
    gone = besieged("german movement", pending=rows, **hunger | {"german_dumps": {"14.08": 5}})
    do(gone, "roll 12")
    assert (
        where(gone, "DE-246-VGDiv") == "dead" and stores(gone, ALLIED)[GRID.hex("14.08")] == 5
    )  # all, and the dump is the captor's


@pytest.mark.clause("BTR-ocs.stock.recover", "BTR-ocs.stock.exhausted-half")
def test_stocks_are_filled_while_supply_lasts() -> None:
    state = setup(
        "allied recovery",
        stock={"US-743-TkBn": 2, "US-1-InfDiv": 1},
        allied_dumps={"16.07": 2, "12.08": 8},
        load={},
    )
    assert not allowed(state, "done")
    assert provision.price(state, UNIT["US-1-InfDiv"]) == 8  # 2T for each of 4 RE
    assert provision.price(state, UNIT["US-743-TkBn"]) == 4
    poor = setup("allied recovery", stock={"US-743-TkBn": 2}, allied_dumps={"16.07": 2}, load={})
    poor.run()
    assert poor.stock[UNIT["US-743-TkBn"]] == 1 and not stores(
        poor, ALLIED
    )  # half way: it was the only one, and played by itself


@pytest.mark.clause("BTR-ocs.breakout.when", "BTR-ocs.breakout.first", "BTR-ocs.breakout.back")
def test_a_breakout() -> None:
    state = besieged("german breakout", turn=2)
    assert {action.unit for action in state.legal_actions() if action.verb == "breakout"} >= {
        "DE-246-VGDiv",
        "DE-FestMG-4",
    }
    do(state, "breakout DE-246-VGDiv")
    lost = state.copy()
    do(lost, "roll 3")
    assert where(lost, "DE-246-VGDiv") == "dead"
    do(state, "roll 4")  # with 1 for the first turn it is enough
    assert state.step.name == "delay"
    do(state, "roll 2")
    assert where(state, "DE-246-VGDiv") == "away" and state.back[UNIT["DE-246-VGDiv"]] == 4
    home = scene("german reinforcement", units={"DE-246-VGDiv": "away"}, back={"DE-246-VGDiv": 4}, turn=4)
    assert reach_of(home, "DE-246-VGDiv", "arrive") == names(supply.working(home, GERMAN))


# ---------------------------------------------------------------- transport and dumps


@pytest.mark.clause("BTR-ocs.truck.load", "BTR-ocs.truck.split", "BTR-ocs.dump.make", "BTR-ocs.truck.move")
def test_a_truck_carries_supply_forward() -> None:
    state = setup()
    do(state, "load US-Truck-1 3", "move US-Truck-1 16.07", "unload US-Truck-1 2")
    assert stores(state, ALLIED)[GRID.hex("16.07")] == 23 and state.load[UNIT["US-Truck-1"]] == 1
    assert dict(state.hauled)[GRID.hex("16.07")] == 2
    do(state, "load US-Truck-2 4", "move US-Truck-2 14.05", "unload US-Truck-2 4")
    assert stores(state, ALLIED)[GRID.hex("14.05")] == 4  # a new dump


@pytest.mark.clause("BTR-ocs.dump.capture", "BTR-ocs.truck.captured-use", "BTR-ocs.truck.capture")
def test_what_is_found_in_a_hex_is_captured() -> None:
    units = {"US-1-InfDiv": "13.10", "DE-Truck-1": "14.10", "DE-Wagon-1": "14.10"}
    state = scene(units=units, german_dumps={"14.10": 10}, load={"DE-Truck-1": 4})
    do(state, "move US-1-InfDiv 14.10")
    assert state.step.name == "capture"
    do(state, "roll 5")  # half of ten tokens; the rest is destroyed
    assert stores(state, ALLIED)[GRID.hex("14.10")] == 5 and stores(state, GERMAN) == {GRID.hex("14.10"): 4}
    do(state, "roll 6")  # trucks: 75 % of one point is one
    assert where(state, "US-Truck-1") == "14.10" and where(state, "DE-Truck-1") == "to come"
    do(state, "roll 1")  # the wagon gets away
    assert state.to_move == GERMAN
    do(state, "flee DE-Wagon-1 14.13")
    assert where(state, "DE-Wagon-1") == "14.13" and reach_of(state, "US-Truck-1")  # it may move at once
    assert capture.share(12, 75) == 9


@pytest.mark.clause("BTR-ocs.dump.blow")
def test_a_dump_is_blown() -> None:
    state = setup()
    do(state, "blow 16.07")
    do(state, "roll 4")
    assert stores(state, ALLIED)[GRID.hex("16.07")] == 5  # 75 % of 20T


@pytest.mark.clause("BTR-ocs.reinf.sp", "BTR-ocs.ger.supply")
def test_the_supply_of_a_turn() -> None:
    state = setup(turn=2)
    assert [german_tokens(state, roll) for roll in (2, 7, 12)] == [4, 8, 16]  # column 3
    assert all(allied_tokens(state, roll) >= 0 for roll in range(2, 13)) and allied_tokens(
        state, 12
    ) > allied_tokens(state, 2)
    rolled = scene("allied supply roll", units={"US-1-InfDiv": "13.09"}, turn=2)
    do(rolled, "roll 7")
    due = allied_tokens(rolled, 7)
    assert rolled.stack[-1].to_place == due and allowed(rolled, "deliver 10.01")
    while rolled.step.name == "allied supply":
        do(rolled, "deliver 17.01")
    assert stores(rolled, ALLIED)[GRID.hex("17.01")] == due


# ---------------------------------------------------------------- victory


@pytest.mark.clause("BTR-ocs.win.count", "BTR-ocs.win.level", "BTR-ocs.win.losses", "BTR-ocs.turn.end")
@pytest.mark.parametrize(
    ("turn", "held", "lost", "level"),
    [
        (1, True, 0, "Allied decisive"),
        (2, True, 8, "Allied decisive"),
        (2, True, 9, "Allied marginal"),
        (3, True, 0, "Allied marginal"),
        (4, True, 0, "draw"),
        (4, True, 13, "German decisive"),
        (5, True, 0, "German marginal"),
        (5, False, 0, "German decisive"),
    ],
)
def test_the_level_of_victory(turn: int, held: bool, lost: int, level: str) -> None:
    state = setup(turn=turn, steps_lost=[lost, 0])
    hexes = [*names(state.allied_held), *(["14.08"] if held else [])]
    state = setup(turn=turn, steps_lost=[lost, 0], allied_held=hexes, pending=[ENDING])
    assert victory.standing(state)[1] == level
    state.run()
    assert state.to_move is None and state.outcome() is not None and state.outcome().level == level


@pytest.mark.clause("BTR-ocs.turn.end")
def test_the_next_date_follows() -> None:
    state = setup(turn=2, pending=[ENDING])
    state.run()
    assert state.turn == 3 and state.date == "turn 3, 15 October 1944"


@pytest.mark.clause("BTR-ocs.win.sudden")
def test_a_side_without_an_hq_has_lost() -> None:
    dead = {"US-19-Corps": "dead", "US-7-Corps": "dead"}
    state = setup(
        units=dead, lost={"US-19-Corps": 1, "US-7-Corps": 1}, pending=under_way("german", "meals")[:1]
    )
    state.run()
    assert state.outcome() == ("german", "German decisive", "BTR-ocs.win.sudden")
    assert not victory.without_hq(setup(units={"DE-81-Corps": "dead"}))  # another corps is still to come


def test_a_game_is_written_and_read_again() -> None:
    from grognard.core.notation import read_position, write_position

    state = setup()
    assert read_position(GAME, write_position(state)).to_json() == state.to_json()
