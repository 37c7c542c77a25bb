"""The loss of leaders, and the lowest class of leaders."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import checks
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Close

from .fight import do, fight, flags

SQUADS = {"u01": "M18 9-1", "u02": "M18 6-6-6", "u03": "M18 6-6-6 concealed", "u04": "M17 6-6-6"}


def shaken(state) -> set[int]:
    items = checks.lose(state, UNIT["u01"], "ASL-A7.301")
    assert all(what == checks.LLMC for _, what, _ in items)
    return {unit for unit, _, _ in items}


@pytest.mark.clause("ASL-A10.2")
@pytest.mark.clause("ASL-A12.141")
def test_concealed_units_check_for_a_lost_leader_and_are_shown() -> None:
    state = fight(SQUADS | {"g09": "M19 5-4-8"})
    assert shaken(state) == {UNIT["u02"], UNIT["u03"]} and state.open >> UNIT["u03"] & 1
    unseen = fight(SQUADS)
    assert shaken(unseen) == {UNIT["u02"], UNIT["u03"]} and not unseen.open >> UNIT["u03"] & 1
    hidden = fight(SQUADS | {"u03": "M18 6-6-6 hidden"})
    assert shaken(hidden) == {UNIT["u02"]} and not hidden.open >> UNIT["u03"] & 1


@pytest.mark.clause("ASL-A11.141")
def test_nobody_checks_in_close_combat() -> None:
    state = fight(SQUADS)
    state.__dict__["stack"] = (*state.stack, Close(hex=GRID.hex("M18")))
    assert shaken(state) == set()


@pytest.mark.clause("ASL-A10.2")
def test_movers_and_others_mind_their_own_leaders() -> None:
    """u02 moves with the 9-1 into M18, where u05 stands."""
    units = {"u01": "M17 9-1", "u02": "M17 6-6-6", "u05": "M18 6-6-6", "g01": "A19 5-4-8"}
    state = do(fight(units, "movement"), "lead u02", "along u01", "go M18")
    assert shaken(state) == {UNIT["u02"]}
    alone = do(fight(units | {"u01": "M18 9-1"}, "movement"), "lead u02", "go M18")
    assert shaken(alone) == {UNIT["u05"]}


@pytest.mark.clause("ASL-A19.12")
@pytest.mark.clause("ASL-A10.8")
@pytest.mark.parametrize(
    ("words", "disrupted"),
    [("6+1", True), ("7-0", False), ("5-3-6", True), ("5-3-6 fanatic", False)],
)
def test_who_is_disrupted_beyond_its_elr(words: str, disrupted: bool) -> None:
    """Morale 6 or 7, ELR 4, a roll of 11: 4 or 5 too much; a 6+1 has no lower class, a 7-0 becomes a 6+1."""
    state = fight({"u01": f"M18 {words}", "g01": "A19 5-4-8"})
    checks.pass_or_fail(state, UNIT["u01"], 2, 11)
    assert ("disrupted" in flags(state, "u01")) is disrupted and "broken" in flags(state, "u01")


@pytest.mark.clause("ASL-A15.1")
@pytest.mark.parametrize(
    ("words", "hot"),
    [("6-6-6", True), ("8-0", True), ("1-4-9", False), ("2-2-7", False), ("6-6-6 berserk", False)],
)
def test_whom_the_heat_of_battle_takes(words: str, hot: bool) -> None:
    """After an Original 2: not heroes, berserk units and crews, nor climbers and riders."""
    state = fight({"u01": f"C17 {words}", "g01": "E17 5-4-8"})
    assert bool(checks.heated(state, UNIT["u01"], 2)) is hot and not checks.heated(state, UNIT["u01"], 3)
    away = fight({"u01": "M18 6-6-6 climbing", "g01": "A19 5-4-8"})
    assert not checks.heated(away, UNIT["u01"], 2)


@pytest.mark.clause("ASL-A15.1")
def test_riders_keep_cool() -> None:
    tank = {"uv1": "M18 M4A1 N-NE N-NE"}
    state = fight({"u01": "M18 6-6-6", "g01": "A19 5-4-8"}, vehicles=tank, riders=[(UNIT["u01"],)])
    assert not checks.heated(state, UNIT["u01"], 2)
