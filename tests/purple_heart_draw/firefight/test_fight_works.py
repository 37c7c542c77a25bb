"""Wire, trenches, roadblocks, booby traps, clearance, and mines under shells."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import DIRECTIONS, GRID
from grognard.games.purple_heart_draw.firefight import clearance, obstacles, shelled_mines
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.checks import rally_modifiers
from grognard.games.purple_heart_draw.firefight.close import strike_modifiers
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.going import CODE, cost, is_road, near
from grognard.games.purple_heart_draw.firefight.grenades import cost_now
from grognard.games.purple_heart_draw.firefight.position import Attack, Close, Moving
from grognard.games.purple_heart_draw.firefight.routing import rout_mf
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shots import modifiers
from grognard.games.purple_heart_draw.firefight.tables import Result
from grognard.games.purple_heart_draw.firefight.vehicle_ways import ways_into
from grognard.web.purple_heart_draw_firefight.game_view import stacks

from .fight import do, fight, flags, kind, listed, rulings, where

HERE, NEXT, FAR = "O17", "O18", "P18"  # open hexes side by side, and one beyond
WIRE = (("wire", GRID.hex(NEXT)),)
US, GERMAN = 0, 1


def moving(units: Any = None, **more: Any) -> Any:
    return fight(units or {"u01": f"{HERE} 6-6-6"}, "movement", all_found=True, **more)


# ---------------------------------------------------------------- wire


@pytest.mark.clause("ASL-B26")
@pytest.mark.clause("ASL-B26.4")
@pytest.mark.refuses("ASL-B26.4")
@pytest.mark.parametrize(("die", "left"), [(3, True), (4, False)])
def test_movers_get_beneath_wire_for_a_die_of_mf(die: int, left: bool) -> None:
    """A squad has 4 MF: 1 for the open hex, and 3 for the wire."""
    state = do(moving(works=WIRE), f"move u01 {NEXT}")
    assert "wire" in flags(state, "u01") and rulings(state, f"go {FAR}") == {"ASL-B26.4"}
    do(state, "beneath")
    assert state.to_move == "chance" and "getting off wire" in state.purpose
    do(state, f"roll {die}")
    assert ("wire" not in flags(state, "u01")) == left
    assert where(state, "u01") == NEXT and not listed(state, "go")  # it has nothing left either way


@pytest.mark.clause("ASL-B26.4")
def test_who_is_beneath_the_wire_goes_on() -> None:
    state = do(moving(works=WIRE), f"move u01 {NEXT}", "beneath", "roll 1")
    assert f"go {FAR}" in listed(state, "go")
    assert rulings(state, "beneath") == {"ASL-B26.4"}


@pytest.mark.clause("ASL-B26")
def test_hidden_wire_comes_to_light_on_entry() -> None:
    state = moving(buried=[(), WIRE])
    assert "wire" not in str(stacks(state.known_to("us"))) and "wire" in str(stacks(state.known_to("german")))
    assert f"wire {NEXT}" in screen(state, "german") and f"wire {NEXT}" not in screen(state, "us")
    do(state, f"move u01 {NEXT}")
    assert state.works == WIRE and not state.buried[GERMAN] and "wire" in flags(state, "u01")
    assert "wire" in str(stacks(state.known_to("us")))


@pytest.mark.clause("ASL-B26")
def test_hidden_wire_changes_nothing_that_the_mover_sees_before() -> None:
    plain, secret = moving(), moving(buried=[(), WIRE])
    assert {str(a) for a in plain.legal_actions()} == {str(a) for a in secret.legal_actions()}


@pytest.mark.clause("ASL-B26.31")
def test_wire_hampers_fire_and_close_combat() -> None:
    state = fight({"u01": f"{NEXT} 6-6-6 wire", "g01": f"{FAR} 4-4-7"}, works=WIRE, all_found=True)
    shot = Attack(side="us", hex=GRID.hex(FAR), kind="prep", firers=(FIRERS.index("u01"),))
    assert ("ASL-B26.31", 1) in [(m.clause, m.amount) for m in modifiers(state, shot)]
    fray = Close(hex=GRID.hex(NEXT))
    us, german = (UNIT["u01"],), (UNIT["g01"],)
    assert [m.amount for m in strike_modifiers(state, fray, us, german)] == [1]
    assert [m.amount for m in strike_modifiers(state, fray, german, us)] == [-1]


@pytest.mark.clause("ASL-B26.4")
@pytest.mark.refuses("ASL-B26.4")
def test_nobody_advances_off_wire() -> None:
    units = {"u01": f"{NEXT} 6-6-6 wire", "u02": f"{HERE} 6-6-6"}
    state = fight(units, "advance", works=WIRE, all_found=True)
    assert rulings(state, f"advance u01 {FAR}") == {"ASL-B26.4"}


@pytest.mark.clause("ASL-B26.41")
@pytest.mark.parametrize(("die", "lives"), [(2, True), (6, False)])
def test_wire_takes_from_a_rout(die: int, lives: bool) -> None:
    """Beside a Known enemy it must rout; with all 6 MF gone it cannot."""
    units = {"u01": f"{NEXT} 6-6-6 broken wire dm", "g01": f"{FAR} 4-4-7"}
    state = fight(units, "advancing fire", works=WIRE, all_found=True)
    while "getting off wire" not in state.purpose:
        do(state, "done")
    do(state, f"roll {die}")
    if lives:
        assert rout_mf(state, UNIT["u01"]) == 12 - 2 * die and listed(state, "rout")
    else:
        assert not listed(state, "rout") and rout_mf(state, UNIT["u01"]) == 0
        assert not where(state, "u01") or "captor" in state.purpose or listed(state, "capture")


# ---------------------------------------------------------------- trenches

LINE = (("trench", GRID.hex(HERE)), ("trench", GRID.hex(NEXT)))
DUG = ((GRID.hex(HERE), 3), (GRID.hex(NEXT), 3))


@pytest.mark.clause("ASL-B27.5")
@pytest.mark.refuses("ASL-B27.5")
def test_a_trench_leads_into_the_next() -> None:
    state = moving({"u01": f"{HERE} 6-6-6 foxhole"}, works=LINE, foxholes=DUG)
    do(state, "lead u01")
    assert listed(state, "file") == {f"file {NEXT}"} and rulings(state, f"file {FAR}") == {"ASL-B27.5"}
    do(state, f"file {NEXT}")
    frame = next(f for f in state.stack if isinstance(f, Moving))
    assert where(state, "u01") == NEXT and "foxhole" in flags(state, "u01")
    assert frame.spent == 2 and not frame.ffnam and not frame.crossed


@pytest.mark.clause("ASL-B27.5")
def test_who_advances_along_a_trench_stays_in_it_and_mines_do_not_attack() -> None:
    mines = [(), ((GRID.hex(NEXT), 6),)]
    units = {"u01": f"{HERE} 6-6-6 foxhole"}
    state = fight(units, "advance", works=LINE, foxholes=DUG, mines=mines, all_found=True)
    do(state, f"advance u01 {NEXT}")
    assert where(state, "u01") == NEXT and "foxhole" in flags(state, "u01") and not state.mines_found


@pytest.mark.clause("ASL-B27.5")
def test_a_trench_helps_to_rally() -> None:
    units = {"u01": f"{HERE} 6-6-6 broken foxhole", "u02": f"{HERE} 8-0"}
    plain, dug = (fight(units, works=rows, foxholes=DUG) for rows in ((), LINE))
    assert rally_modifiers(dug, UNIT["u01"]) == rally_modifiers(plain, UNIT["u01"]) - 1


# ---------------------------------------------------------------- roadblocks


def road() -> tuple[int, int]:
    """Two hexes of a road, side by side, on one level and not in a lane."""
    area = fight({"u01": f"{HERE} 6-6-6"}).card.area
    for a in GRID.name:
        for b in (h for h in near(a) if area >> a & area >> h & 1):
            if is_road(a, b) and cost(a, b) == 2 and cost(b, a) == 2 and CODE[b] == CODE[a] == "open":
                return a, b
    raise AssertionError


@pytest.mark.clause("ASL-B29")
def test_infantry_crosses_a_roadblock_like_a_wall() -> None:
    a, b = road()
    rows = ((f"roadblock.{DIRECTIONS[GRID.direction(a, b)]}", a),)
    plain, blocked = (fight({"u01": f"{GRID.name[a]} 6-6-6"}, works=works) for works in ((), rows))
    assert (cost_now(plain, a, b), cost_now(blocked, a, b), cost_now(blocked, b, a)) == (2, 4, 4)
    assert obstacles.block_tem(blocked, a, b) == 2 == obstacles.block_tem(blocked, b, a)
    assert obstacles.block_tem(plain, a, b) == 0


@pytest.mark.clause("ASL-B29")
@pytest.mark.refuses("ASL-B29")
def test_no_vehicle_crosses_a_roadblock() -> None:
    a, b = road()
    rows = ((f"roadblock.{DIRECTIONS[GRID.direction(a, b)]}", a),)
    spine = SPINES[GRID.direction(a, b)]
    tank = {"uv1": f"{GRID.name[a]} M4A1 {spine} {spine}"}
    plain, blocked = (
        fight({"u01": f"{GRID.name[a]} 6-6-6"}, "movement", vehicles=tank, works=works, scene="phd-2")
        for works in ((), rows)
    )
    vehicle = VEHICLE_NUMBER["uv1"]
    assert ways_into(plain, vehicle, a, b) and not ways_into(blocked, vehicle, a, b)
    do(blocked, "drive uv1", "start")
    assert "ASL-B29" in rulings(blocked, f"go {GRID.name[b]}")


# ---------------------------------------------------------------- booby traps


@pytest.mark.clause("ASL-B28.9")
@pytest.mark.parametrize(("level", "dice", "goes_off"), [("C", 12, True), ("C", 11, False), ("B", 11, True)])
def test_booby_traps_answer_task_checks(level: str, dice: int, goes_off: bool) -> None:
    units = {"u01": f"{NEXT} 6-6-6", "g01": f"{FAR} 4-4-7"}
    state = fight(units, "prep fire", "german", booby=level, all_found=True)
    do(state, f"fire g01 {NEXT}", "dr 5 4")  # 8 FP, 9: a pin check
    assert "pin check" in state.purpose
    do(state, f"roll {dice}")
    assert kind(state, "u01") == ("3-4-6" if goes_off else "6-6-6")
    assert state.known_to("german").booby == level


@pytest.mark.clause("ASL-B28.9")
def test_booby_traps_are_secret_and_do_not_strike_their_own_side() -> None:
    units = {"g01": f"{NEXT} 4-4-7", "u01": f"{FAR} 6-6-6"}
    state = fight(units, booby="A", all_found=True)
    do(state, f"fire u01 {NEXT}", "dr 6 3")
    while "check" in state.purpose:
        do(state, "roll 12" if "pin" in state.purpose else "roll 2")
    assert kind(state, "g01") == "4-4-7"


# ---------------------------------------------------------------- clearance and shells


@pytest.mark.clause("ASL-B24.7")
@pytest.mark.refuses("ASL-B24.7")
def test_clearance_of_wire() -> None:
    state = fight({"u01": f"{NEXT} 6-6-6", "u02": f"{HERE} 6-6-6"}, works=WIRE, all_found=True)
    assert listed(state, "clearance") == {"clearance u01"}
    assert rulings(state, "clearance u02") == {"ASL-B24.7"}
    do(state, "clearance u01")
    assert "ti" in flags(state, "u01") and state.clearing == ((UNIT["u01"], GRID.hex(NEXT)),)
    while "clearance" not in state.purpose:
        do(state, "done")
    do(state, "roll 3")  # no engineer
    assert state.works == WIRE and dict(state.labor)[UNIT["u01"]] == 1
    again = fight({"u01": f"{NEXT} 6-6-6"}, works=WIRE, labor=((UNIT["u01"], 1),), all_found=True)
    do(again, "clearance u01")
    while "clearance" not in again.purpose:
        do(again, "done")
    do(again, "roll 3")
    assert not again.works


@pytest.mark.clause("ASL-B24.7")
def test_clearance_of_mines_costs_a_squad_on_a_12() -> None:
    field = (GRID.hex(NEXT), 6)
    state = fight(
        {"u01": f"{NEXT} 6-6-6"}, mines=[(), (field,)], mines_found=((field[0], 0),), all_found=True
    )
    assert clearance.task(state, "us", field[0]) == "mines"
    do(state, "clearance u01")
    while "clearance" not in state.purpose:
        do(state, "done")
    do(state, "roll 12")
    assert kind(state, "u01") == "3-4-6" and state.mines[GERMAN] == (field,)


@pytest.mark.clause("ASL-C1.55.ref")
@pytest.mark.parametrize(("result", "left"), [("kia", ()), ("k", 8), ("mc", 12)])
def test_shells_churn_mines(result: str, left: Any) -> None:
    at = GRID.hex(NEXT)
    state = fight({"u01": f"{HERE} 6-6-6"}, mines=[(), ((at, 12),)], mines_found=((at, 12),))
    shelled_mines.churn(state, at, Result(result, 1))
    rows = ((at, left),) if left else ()
    assert state.mines[GERMAN] == rows == state.mines_found
