"""PHD-Z: the abstract resolver, figure by figure."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.hexes import members
from grognard.games.purple_heart_draw import battle, resolver
from grognard.games.purple_heart_draw.board import COLUMN_OF, GRID, PRINTED_TL, ROW_OF
from grognard.games.purple_heart_draw.handover import report
from grognard.games.purple_heart_draw.pieces import CONCEALED, FLAG, GUNS, KINDS, NAMES
from grognard.games.purple_heart_draw.position import Battle, Mission
from grognard.games.purple_heart_draw.resolver import Fight
from grognard.games.purple_heart_draw.troops import CELL, DATA, LANE_OF, VALUE, Force, Module, Troop

from .build import add, do, leave_it, mission, rulings, split


def troop(n: int, side: int, kind: str, row: int, lane: int = 2, gear: str = "", **more: Any) -> Troop:
    return Troop(n, side, KINDS[kind], row, lane, gear.split(), **more)


def force(troops: list[Troop], attacks: bool = False, posture: str = "auto", **more: Any) -> Force:
    empty: list[list[float]] = [[0.0] * 37 for _ in range(5)]
    return Force(
        troops,
        more.pop("modules", []),
        [posture] * 5,
        attacks,
        more.pop("san", 2),
        more.pop("worth", empty),
        [[0] * 37 for _ in range(5)],
        **more,
    )


def fight(
    us: list[Troop],
    german: list[Troop],
    dice: list[int] | None = None,
    weather: str = "Clear",
    scenario: int = 2,
    **how: Any,
) -> Fight:
    found = Fight(force(us, how.get("us_attacks", True)), force(german), weather, scenario, "seed")
    if dice is not None:
        faces = iter(dice)
        found.die = lambda: next(faces)  # type: ignore[method-assign]
    return found


@pytest.mark.clause("PHD-Z1")
def test_lanes_lines_and_groups() -> None:
    assert [
        LANE_OF[COLUMN_OF[GRID.hex(h)]]
        for h in ("A1", "G1", "H1", "N1", "O1", "T1", "U1", "Z1", "AA1", "GG1")
    ] == [
        0,
        0,
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
    ]
    us = [
        troop(0, 0, "6-6-6", 10),
        troop(1, 0, "6-6-6", 4),
        troop(2, 0, "6-6-6", 3),
        troop(3, 0, "6-6-6", 12, broken=True),
    ]
    f = fight(us, [])
    assert f.line(0, 2) == 10 and f.line(1, 2) == 0 and [t.id for t in f.group(0, 2)] == [0, 1, 3], (
        "within six rows, before or behind"
    )


@pytest.mark.clause("PHD-Z2")
def test_strength() -> None:
    assert VALUE["6-6-6"] == (3.0, 3.0) and VALUE["3-4-6"] == (1.5, 1.5)
    assert troop(0, 0, "6-6-6", 10, gear="MMG BAZ44").strength() == pytest.approx((3.9, 4.5))
    assert troop(0, 0, "6-6-6", 10, gear="MMG!").strength() == (3.0, 3.0) and troop(
        0, 0, "6-6-6", 10, broken=True
    ).strength() == (0.0, 0.0)
    assert troop(0, 0, "M4A1", 10, gear="MA").strength() == (4.0, 3.0) and troop(
        0, 0, "M4A1", 10, gear="MA!"
    ).strength() == (
        2.0,
        1.5,
    )
    f = fight([], [])
    assert f.total([troop(0, 1, "5-4-8", 10), troop(1, 1, "9-2", 10)], True) == pytest.approx(3.2 * 1.15)
    assert f.total([troop(0, 1, "5-4-8", 10, hidden=True)], True) == pytest.approx(6.4), (
        "an ambush counts double"
    )
    assert f.total([troop(0, 1, "5-4-8", 10), troop(1, 1, "6+1", 10)], True) == pytest.approx(3.2)


@pytest.mark.clause("PHD-Z3")
def test_defence_multipliers() -> None:
    worth = [[0.0] * 37 for _ in range(5)]
    worth[2][21], worth[2][30] = 20.0, 99.0
    f = Fight(force([]), force([], worth=worth), "Clear", 2, "s")
    assert f.multiplier(1, 2, 25)[0] == pytest.approx(1.1) and f.multiplier(1, 2, 20)[0] == pytest.approx(
        1.1 * 1.2
    )
    assert f.multiplier(1, 2, 30)[0] == pytest.approx(1.1 * 1.4), "capped"
    assert f.multiplier(1, 2, 11)[0] == pytest.approx(1.1 * 1.3), "the draw, for a US attack"
    assert f.multiplier(0, 2, 11)[0] == pytest.approx(1.1)
    f.forces[1].locations[2][25] = 3
    assert f.multiplier(1, 2, 25)[0] == pytest.approx(1.1 * 1.15)


@pytest.mark.clause("PHD-Z4")
def test_artillery_once_a_player_turn() -> None:
    f = fight([], [], [4, 5, 4])
    f.forces[0].modules.append(Module("105mm", "plentiful", frozenset(), 2))
    f.forces[1].modules.append(Module("80mm", "normal", frozenset({2}), 2))
    assert (
        f.artillery(0, 2, False) == 4.5 and f.artillery(0, 2, False) == 0.0 and f.forces[0].modules[0].fired
    )
    assert f.artillery(1, 2, True) == 0.0, "5 > 3 + 1 for the Pre-Registered hex"
    f.forces[1].modules[0].used = False
    assert f.artillery(1, 2, True) == 3.0


@pytest.mark.clause("PHD-Z5", "PHD-Z10")
def test_an_assault() -> None:
    """Six squads, 18.0, against one, 3.2 x 1.1: more than 5 to 1, DRM +4 with nothing else; DR 6: final
    10.
    """
    us = [troop(n, 0, "6-6-6", 20) for n in range(6)]
    german = [troop(100, 1, "5-4-8", 21)]
    f = fight(us, german, [3, 3, 1, 1, 1, 1, 1, 1, 6])  # DR, hits, two breakdowns, the broken one gets away
    f.assault(0, 2)
    assert "DR 6 +4 = 10" in f.log[0][1] and f.log[0][0] == "PHD-Z5"
    assert [t.broken for t in us].count(True) == 1 and german[0].broken, "a hit on either side"
    assert f.line(0, 2) == 22 and german[0].row == 23, (
        "two rows gained; the defender, hit and broken or not, is behind the new line"
    )
    assert f.forces[0].gained == [(2, 22)] and all(t.engaged for t in (*us, *german))


@pytest.mark.clause("PHD-Z5")
def test_assault_drm() -> None:
    f = fight([], [], weather="Mist", us_attacks=False)
    mods = dict(
        f.modifiers(
            0, [troop(0, 0, "7-4-7", 5), troop(1, 0, "M4A1", 5, gear="MA")], [troop(2, 1, "5-4-8", 6)]
        )
    )
    assert mods == {"mist": 1, "engineers": 1, "armour": 1, "idle": -1}
    assert "armour" not in dict(
        f.modifiers(0, [troop(1, 0, "M4A1", 5, gear="MA")], [troop(2, 1, "5-4-8", 6, gear="PSK")])
    )


@pytest.mark.clause("PHD-Z6")
def test_hits() -> None:
    f = fight([], [], [3])
    t = troop(0, 1, "5-4-8", 10)
    f.hit([t], False)
    assert t.broken
    f.die = lambda: 3  # type: ignore[method-assign]
    f.hit([t], False)
    assert t.kind.name == "2-3-8" and f.losses == [0, 1], "broken already: Casualty Reduced"
    f.hit([t], False)
    assert t.dead and f.losses == [0, 2]
    crew = troop(1, 1, "2-2-8", 10, gear="5cm_PaK_38")
    f.die = lambda: 2  # type: ignore[method-assign]
    f.hit([crew], True)
    assert not crew.dead and crew.gear == [] and crew.lost == ["5cm_PaK_38"], "tanks destroy the Gun"


@pytest.mark.clause("PHD-Z7")
def test_armour() -> None:
    shooters = [troop(0, 1, "2-3-8", 10, gear="PSK"), troop(1, 1, "2-2-8", 10, gear="5cm_PaK_38")]
    assert (
        sum(t.at_rating() for t in shooters) == 3
        and troop(2, 1, "2-2-8", 10, gear="8cm_GrW_34").at_rating() == 0
    )
    tank = troop(5, 0, "M4A1", 9, gear="MA MG")
    f = fight([tank], shooters, [2, 2, 4])  # DR 4 <= 3 + 1; effect 4
    f.anti_tank(shooters, [tank])
    assert tank.immobile
    f = fight([tank], shooters, [2, 3])
    f.anti_tank(shooters, [tank])
    assert not tank.dead, "DR 5 misses"
    f = fight([tank], shooters, [1, 1, 1, 2, 3])  # hit, eliminated, burns, crew survives
    f.anti_tank(shooters, [tank])
    crew = f.forces[0].troops[-1]
    assert tank.dead and tank.burning and crew.kind.name == "1-2-6" and crew.broken and f.losses == [5, 0]


@pytest.mark.clause("PHD-Z8")
def test_breakdown_heroes_and_snipers() -> None:
    squad = troop(0, 0, "6-6-6", 10, gear="MMG BAZ44")
    f = fight([squad], [], [6, 6])
    f.breakdown([squad])
    assert squad.gear == ["MMG!", "BAZ44"]
    f = fight([squad], [troop(9, 1, "5-4-8", 11)])
    f.heroes(0, 2, 12)
    f.heroes(0, 2, 12)
    assert [t.kind.name for t in f.forces[0].troops] == ["6-6-6", "hero"], "one a side and scenario"
    leader = troop(3, 1, "9-1", 11)
    f = fight([squad], [leader], [1, 1, 1, 6, 6])
    f.snipers()
    assert leader.wounded


@pytest.mark.clause("PHD-Z9")
def test_a_player_turn() -> None:
    us = [
        troop(0, 0, "6-6-6", 10),
        troop(1, 0, "6-6-6", 0, entering=True),
        troop(2, 0, "6-6-6", 5, broken=True),
    ]
    f = fight(us, [troop(9, 1, "5-4-8", 30)], [1, *[6] * 50])
    f.recover(0, 2)
    f.close_up(0, 2)
    assert not us[2].broken and us[1].row == 4 and not us[1].entering, "rally, and four rows of march"
    f.attacks(0, [2])
    assert us[0].row == 14, "an attack closes a gap by the infantry march"
    assert us[1].row == 12, "the group together, but nobody more than eight rows at once"
    f.player_turn(0)
    assert us[0].row == 18
    assert f.order(1, 2) == "hold"
    idle = fight([troop(0, 0, "6-6-6", 10)], [troop(n, 1, "5-4-8", 11) for n in range(1, 8)])
    assert idle.order(1, 2) == "attack", "an Idle side at 1.8 to 1"
    assert (
        fight([troop(0, 0, "6-6-6", 10)], [troop(n, 1, "5-4-8", 11) for n in range(1, 8)]).order(0, 2)
        == "hold"
    )


@pytest.mark.clause("PHD-Z9", "PHD-Z10")
def test_falling_back_and_being_overrun() -> None:
    german = [
        troop(9, 1, "5-4-8", 11),
        troop(10, 1, "2-2-8", 11, gear="5cm_PaK_38"),
        troop(11, 1, "StuG_IIIG", 11, gear="MA", immobile=True),
    ]
    f = fight([troop(0, 0, "6-6-6", 10)], german)
    f.fall_back(1, 2)
    assert [t.row for t in german] == [15, 11, 11], "Guns and what cannot move stay"
    f = fight([troop(0, 0, "6-6-6", 10)], [troop(9, 1, "5-4-8", 11, broken=True), *german[1:]], [1] * 20)
    f.gain(0, 2, 2)
    assert f.forces[1].troops[0].prisoner and german[2].dead and german[1].gear == []
    edge = fight([troop(0, 0, "6-6-6", 34)], [troop(9, 1, "5-4-8", 35)], [6] * 9)
    edge.gain(0, 2, 1)
    assert edge.forces[1].troops[0].exited, "with no row left they leave by their edge, and are kept"


@pytest.mark.clause("PHD-Z10")
def test_nobody_moves_up_more_than_eight_rows_at_once() -> None:
    """The line gains at most eight rows; who is behind it follows by eight, leaders too, and is with it if
    that is enough.
    """
    us = [troop(0, 0, "6-6-6", 10), troop(1, 0, "6-6-6", 8), troop(2, 0, "9-1", 5), troop(3, 0, "6-6-6", 9)]
    f = fight(us, [])
    f.gain(0, 2, 7)
    assert [t.row for t in us] == [17, 16, 13, 17] and f.forces[0].gained == [(2, 17)]
    german = [troop(9, 1, "5-4-8", 20), troop(10, 1, "5-4-8", 26)]
    f = fight([], german)
    f.gain(1, 2, 99)
    assert [t.row for t in german] == [12, 18], "and so do the Germans, the other way"


@pytest.mark.clause("PHD-TM8", "PHD-Z10", "PHD-Z12")
def test_who_is_driven_off_keeps_the_edge_hex_of_his_lane() -> None:
    state = split(35)
    u = add(state, "g001", "5-4-8", "N35", "hidden")
    state.__dict__["row"][u], state.__dict__["lane"][u] = 35, 2
    f = Fight(battle.force(state, "us"), battle.force(state, "german"), "Clear", 2, "x")
    (driven,) = f.forces[1].troops
    driven.exited = True
    battle.carry_back(state, f)
    edge = members(CELL[2][35])
    assert (
        state.status[u] & FLAG["exited"] and state.at[u] < 0 and not state.row[u] and state.exit[u] == edge[0]
    )
    state.__dict__["held"][1] |= 1 << edge[1]
    assert battle.way_out(state, 1, 2) == (edge[1] if PRINTED_TL >> edge[1] & 1 else edge[0]), (
        "an own Tactical Location first"
    )
    state.__dict__["blaze"] = 1 << edge[0]
    assert battle.way_out(state, 1, 2) == edge[1], "nobody leaves through a fire"
    assert battle.troop(state, u, 1) is None, "he does not come back in this scenario"


@pytest.mark.clause("PHD-TM8")
def test_who_did_not_redeploy_enters_in_the_lane_he_left_by() -> None:
    state = split(14)
    u = add(state, "g001", "5-4-8", group=1)
    state.__dict__["exit"][u] = GRID.hex("EE35")
    battle.begin(state, Battle())
    assert state.lane[u] == LANE_OF[COLUMN_OF[GRID.hex("EE35")]]
    t = battle.troop(state, u, 1)
    assert t is not None and t.entering
    t.entering, t.row = False, 34
    battle._carry(state, t)
    assert state.exit[u] < 0 and state.row[u] == 34, "once back he is bound to nothing"


@pytest.mark.clause("PHD-Z6")
@pytest.mark.parametrize(
    ("before", "after"),
    [("", "immobile"), ("bogged", "bogged immobile"), ("mired", "mired"), ("abandoned", "abandoned")],
)
def test_a_vehicle_immobilized_in_battle_stays_so_and_one_that_was_mired_or_abandoned_stays_that(
    before: str, after: str
) -> None:
    state = split(14)
    u = add(state, "u001", "M4A1", "M5", status=before, gear="MA")
    t = battle.troop(state, u, 0)
    assert t is not None and t.immobile == (before in ("mired", "abandoned"))
    t.immobile = True
    battle._carry(state, t)
    assert state.status[u] == sum(FLAG[name] for name in after.split())


@pytest.mark.clause("PHD-Z11", "PHD-TM6")
def test_length() -> None:
    state = split(14)
    state.__dict__["stack"] = (Mission(step=4), Battle(step=4))
    for turn, outcomes in ((4, 0), (5, 6), (10, 6)):
        state.__dict__["turn"] = turn
        assert len(battle.may_end(state, None)) == outcomes
    state.__dict__["turn"] = 7
    battle.end_roll(state, None, battle.verbs.Roll(3))
    assert state.stack[-1].step == 6, "dr 3 <= 3: straight to the report"


@pytest.mark.clause("PHD-Z0", "PHD-Z13", "PHD-E5", "PHD-TM13")
def test_orders_and_determinism() -> None:
    state = leave_it(mission(seed=9), "orders")
    assert (
        state.to_move == "us"
        and rulings(state, "posture L1.auto") == ["PHD-Z0"]
        and rulings(state, "aim m1.L2") == ["PHD-Z0"]
    )
    do(state, "posture L3.attack")
    assert state.posture[0][2] == "attack" and rulings(state, "posture L3.hold") == ["PHD-Z0"], (
        "one order a lane and player turn"
    )
    do(state, "done")
    assert state.to_move == "chance" and len(state.legal_actions()) == 216
    twin = state.copy()
    for s in (state, twin):
        do(s, "stream 246")
    assert state.to_json() == twin.to_json()
    other = split(14)
    other.__dict__["modules"][0] = tuple(("81mm", "normal", (), 0, 0) for _ in range(3)) + (
        ("60mm", "normal", (), 0, 0),
    )
    other.__dict__["aimed"][0], other.__dict__["mover"] = (1, 2, -1, -1), "us"
    ready = battle._in_play(other, Battle())
    assert (
        not ready >> battle.AIMS.index("m3.L1") & 1
        and ready >> battle.AIMS.index("m4.L1") & 1
        and ready >> battle.AIMS.index("m1.L3") & 1
    )


@pytest.mark.clause("PHD-Z12")
def test_the_report() -> None:
    state = split(14)
    own = state.__dict__
    ids = [add(state, f"u{n:03}", "6-6-6") for n in range(1, 9)]
    tank = add(state, "u010", "M4A1", gear="MA")
    for u in (*ids, tank):
        own["row"][u], own["lane"][u] = 10, 1
    own["status"][ids[0]] = FLAG["engaged"]
    own["stack"], own["lines"][0] = (Mission(step=4), Battle()), (0, 10, 0, 0, 0)
    battle.report(state, Battle())
    where = [state.at[u] for u in ids]
    assert all(LANE_OF[COLUMN_OF[h]] == 1 and 8 <= ROW_OF[h] <= 10 for h in where), (
        "in its lane, within two rows, not past its line"
    )
    assert max(where.count(h) for h in where) <= 3 and state.held[0] >> where[0] & 1, (
        "three squads a hex; own Locations first"
    )
    assert not state.status[ids[0]] & CONCEALED and not any(state.row) and state.lines[0] == (0,) * 5
    found = report(state)
    assert (
        found["source"] == "resolver"
        and len(found["units"]) == 9
        and {"control", "cvp", "fired", "works"} <= set(found)
    )


@pytest.mark.clause("PHD-Z14", "PHD-Z15")
def test_plain_seats_play_a_mission() -> None:
    """Both seats see only their own view; on the way the US buys its Attack Option every time."""
    from grognard.players import find
    from grognard.players.seat import Seat

    state = mission(seed=3)
    seats = {side: Seat(find("plain", "purple-heart-draw").load(), side) for side in state.sides}
    chits, shifts = {}, []
    while state.to_move is not None:
        if state.to_move == "chance":
            state.roll()
        else:
            action = seats[state.to_move].choose(state)
            if "redeployment v" in state.step.name and action.verb == "redeploy":
                here, there = state.at[NAMES.index(action.unit)], GRID.number[action.hex]
                shifts.append(abs(LANE_OF[COLUMN_OF[here]] - LANE_OF[COLUMN_OF[there]]))
            state.push(action)
        chits[state.scenario] = state.revealed[0]
    assert shifts and set(shifts) == {1}, "behind the FEBA some Infantry goes to an adjacent lane"
    assert set(chits) == {1, 2, 3, 4, 5} and set(chits.values()) == {"attack"}
    assert state.outcome().winner in state.sides and sum(state.suffered[1]) > 0
    assert DATA["posture"]["attack_when_ratio"] == 0.6 and not members(state.open & ~state.used)


@pytest.mark.nightly
@pytest.mark.clause("PHD-Z14")
def test_the_calibration_is_what_its_seeds_give() -> None:
    """The figures of data/resolver.toml, played again; and they are where PHD-Z14 wants them."""
    from grognard.players import sit

    told, suffered, wins = DATA["calibration"], [[0] * 5, [0] * 5], 0
    for seed in range(told["missions"]):
        state = mission(seed=seed)
        seats = {side: sit("plain", "purple-heart-draw", side, seed=seed) for side in state.sides}
        while state.to_move is not None:
            (
                state.roll()
                if state.to_move == "chance"
                else state.push_legal(seats[state.to_move].choose(state))
            )
        wins += state.outcome().winner == "us"
        for n in (0, 1):
            suffered[n] = [a + b for a, b in zip(suffered[n], state.suffered[n], strict=True)]
    means = [[round(points / told["missions"], 1) for points in row] for row in suffered]
    assert wins == told["us_wins"] and means == [told["cvp_suffered"]["us"], told["cvp_suffered"]["german"]]
    assert 0.30 <= wins / told["missions"] <= 0.55


@pytest.mark.clause("PHD-Z13")
@pytest.mark.parametrize(
    ("gear", "breaks"),
    [("MMG", True), ("LTMTR", True), ("MA", True), (GUNS[0], True), ("BAZ44", False), ("MMG!", False)],
)
def test_what_can_break_down(gear: str, breaks: bool) -> None:
    """Machine guns, light mortars, main armaments and Guns; not what is broken already."""
    assert resolver._can_break(gear) is breaks
