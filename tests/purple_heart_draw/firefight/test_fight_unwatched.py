"""ASL-A12.14.c, ASL-A12.141: who acts loses its "?" in sight of a Good Order enemy within 16 hexes, and keeps it
elsewhere. The woods of M7 and L7 stand between M6 and L8; M17 sees O17.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import checks
from grognard.games.purple_heart_draw.firefight.fire_effects import suffer
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Bombardment, PlayerTurn
from grognard.games.purple_heart_draw.firefight.tables import Result

from .fight import do, fight, flags, kind, listed, step

SEEN = {"u01": "O17 6-6-6"}  # sees M17
UNSEEN = {"u01": "A30 6-6-6"}


def acting(units: dict[str, str], enemies: dict[str, str], at: str, **more: Any) -> Any:
    return fight(units | enemies, at, "german", all_found=True, **more)


def lines(state: Any, side: str, since: int) -> list[str]:
    """What a side reads of the actions since."""
    found = []
    for events in state.events_seen_by(side, since):
        for event in events:
            if event.fact == "log":
                found.append(str(event.new))
    return found


SQUAD = "M17 5-4-8 concealed"
ENEMIES = [
    pytest.param({"u01": "O17 6-6-6"}, False, id="seen"),
    pytest.param({"u01": "O17 6-6-6 broken dm", "u02": "A30 6-6-6"}, True, id="by a broken unit"),
    pytest.param({"u01": "O17 6-6-6 concealed"}, True, id="by a covered unit"),
    pytest.param({"u01": "A30 6-6-6"}, True, id="out of sight"),
]


@pytest.mark.clause("ASL-A12.14.c")
@pytest.mark.parametrize(("enemies", "keeps"), ENEMIES)
def test_who_waits_to_fire_keeps_its_cover_out_of_sight(enemies: dict[str, str], keeps: bool) -> None:
    state = acting({"g01": SQUAD}, enemies, "prep fire")
    do(state, "opportunity g01")
    assert ("concealed" in flags(state, "g01")) is keeps and "opportunity" in flags(state, "g01")


@pytest.mark.clause("ASL-A12.141")
@pytest.mark.parametrize(("enemies", "keeps"), ENEMIES)
def test_who_digs_keeps_its_cover_out_of_sight(enemies: dict[str, str], keeps: bool) -> None:
    state = acting({"g01": SQUAD}, enemies, "prep fire")
    do(state, "dig g01", "roll 2")
    assert ("concealed" in flags(state, "g01")) is keeps
    at = state.at[UNIT["g01"]]
    assert "foxhole" in flags(state, "g01") and (at not in dict(state.foxholes)) is keeps
    assert (at in dict(state.dug[1])) is keeps or (at in dict(state.dug[0])) is keeps


@pytest.mark.clause("ASL-A12.141")
@pytest.mark.parametrize(("enemies", "keeps"), ENEMIES)
def test_who_deploys_keeps_its_cover_out_of_sight(enemies: dict[str, str], keeps: bool) -> None:
    state = acting({"g01": SQUAD, "g02": "M17 8-1 concealed"}, enemies, "rally")
    since = len(state.actions)
    do(state, "deploy g01 g02", "roll 2")
    other = next(
        u for u in range(len(state.kind)) if state.kind[u] == kind(state, "g01") and u != UNIT["g01"]
    )
    assert kind(state, "g01") == "2-3-8" and state.at[other] == state.at[UNIT["g01"]]
    for unit in (UNIT["g01"], UNIT["g02"], other):
        assert (not state.open >> unit & 1) is keeps
    told = " ".join(lines(state, "us", since))
    assert ("5-4-8" not in told and "2-3-8" not in told) is keeps
    assert "2-3-8" in " ".join(lines(state, "german", since))


@pytest.mark.clause("ASL-A12.141")
@pytest.mark.parametrize(("enemies", "keeps"), ENEMIES)
def test_who_recombines_keeps_its_cover_out_of_sight(enemies: dict[str, str], keeps: bool) -> None:
    halves = {"g01": "M17 2-3-8 concealed", "g03": "M17 2-3-8 concealed", "g02": "M17 8-1 concealed"}
    state = acting(halves, enemies, "rally")
    do(state, "recombine g01 g03 g02")
    assert kind(state, "g01") == "5-4-8" and not kind(state, "g03")
    assert ("concealed" in flags(state, "g01")) is keeps
    assert bool(state.shrouds[0] | state.shrouds[1]) >= keeps


@pytest.mark.clause("ASL-A12.141")
def test_a_squad_is_not_half_under_a_cover() -> None:
    halves = {"g01": "M17 2-3-8", "g03": "M17 2-3-8 concealed", "g02": "M17 8-1 concealed"}
    state = acting(halves, UNSEEN, "rally")
    do(state, "recombine g01 g03 g02")
    assert "concealed" not in flags(state, "g01") and state.open >> UNIT["g01"] & 1


@pytest.mark.clause("ASL-A12.141")
@pytest.mark.parametrize(("enemies", "keeps"), ENEMIES)
def test_who_rallies_others_keeps_its_cover_out_of_sight(enemies: dict[str, str], keeps: bool) -> None:
    state = acting({"g01": "M17 5-4-8 broken", "g02": "M17 8-1 concealed"}, enemies, "rally")
    since = len(state.actions)
    do(state, "rally g01", "roll 5")
    assert "broken" not in flags(state, "g01") and ("concealed" in flags(state, "g02")) is keeps
    told = [line for line in lines(state, "us", since) if "tries to rally" in line]
    assert len(told) == 1 and ("modifiers" not in told[0]) is keeps
    assert any("modifiers" in line for line in lines(state, "german", since))


@pytest.mark.clause("ASL-A12.141")
def test_a_leader_who_helps_a_check_is_given_away_in_sight() -> None:
    for enemies, keeps in ((SEEN, False), (UNSEEN, True)):
        state = acting({"g01": "M17 5-4-8", "g02": "M17 9-1 concealed"}, enemies, "prep fire")
        checks.call(state, [(UNIT["g01"], checks.MC, 0)], "ASL-A10.1")
        state.run()
        do(state, "roll 7")
        assert ("concealed" in flags(state, "g02")) is keeps


@pytest.mark.clause("ASL-A9.8")
@pytest.mark.clause("ASL-A12.14.c")
def test_a_gun_is_taken_apart_unseen() -> None:
    for enemies, keeps in ((SEEN, False), (UNSEEN, True)):
        state = acting({"g01": SQUAD}, enemies, "prep fire", guns={"gmg1": "MMG g01"})
        assert listed(state, "dismantle") == {"dismantle gmg1"}
        do(state, "dismantle gmg1")
        assert ("concealed" in flags(state, "g01")) is keeps


SHELLS = [
    pytest.param({"u01": "A18 6-6-6"}, "concealed", "dr 4 4", True, id="out of sight"),
    pytest.param({"u01": "O17 6-6-6"}, "concealed", "dr 4 4", False, id="seen"),
    pytest.param({"u01": "A18 6-6-6"}, "hidden", "dr 4 4", False, id="hidden"),
    pytest.param({"u01": "A18 6-6-6"}, "concealed", "dr 1 2", False, id="chosen at random"),
    pytest.param({"u01": "A18 6-6-6"}, "concealed", "dr 6 6", True, id="no effect"),
]


@pytest.mark.clause("ASL-A12.14.b")
@pytest.mark.parametrize(("enemies", "cover", "dice", "keeps"), SHELLS)
def test_shells_take_a_cover_in_sight(enemies: dict[str, str], cover: str, dice: str, keeps: bool) -> None:
    """16 FP on a squad in the open: a 3 kills, an 8 is a morale check, a 12 is nothing."""
    units = {"g01": f"M17 5-4-8 {cover}", "g02": "P30 4-4-7"}
    falls = Bombardment("us", 16, 16, (GRID.hex("M17"),))
    stack = (PlayerTurn(step=step("prep fire")), falls)
    state = fight(units | enemies, "prep fire", "us", all_found=True, stack=stack)
    do(state, dice)
    assert (not state.open >> UNIT["g01"] & 1) is keeps


@pytest.mark.clause("ASL-A12.14.b", "ASL-A12.14.a")
@pytest.mark.parametrize(("dice", "keeps"), [(8, True), (11, False)])
def test_who_passes_a_check_unseen_keeps_its_cover(dice: int, keeps: bool) -> None:
    state = acting({"g01": SQUAD}, UNSEEN, "prep fire")
    since = len(state.actions)
    suffer(state, [UNIT["g01"]], Result("mc", 0), blind=True)
    state.run()
    assert "5-4-8" not in str(state.purpose)
    do(state, f"roll {dice}")
    assert (not state.open >> UNIT["g01"] & 1) is keeps and ("broken" in flags(state, "g01")) is not keeps
    assert ("5-4-8" in " ".join(lines(state, "us", since))) is not keeps
