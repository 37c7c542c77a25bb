"""ASL-C5.64: a Gun shoots at the vehicle that is about to overrun it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight import prevention
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.forces import GUN, GUN_NAMES
from grognard.games.purple_heart_draw.firefight.position import GUN_FLAGS, Shell
from grognard.games.purple_heart_draw.firefight.tank_odds import NO_SHOT, shell_chances

from .fight import do, fight, flags, listed, rulings, states

G1 = GUN["gmg1"]
TANKS = {"uv1": "C17 M4A1 NE-SE NE-SE"}


def announced(marks: tuple[str, ...] = (), spine: str = "SW-NW", crew: str = "D17 2-2-8", **more: Any) -> Any:
    """The M4A1 in C17 announces an overrun of the Gun in D17, which points at C17 unless said otherwise."""
    bits = [GUN_FLAGS.read(marks) if name == "gmg1" else 0 for name in GUN_NAMES]
    pointing = [SPINES.index(spine) if name == "gmg1" else 0 for name in GUN_NAMES]
    more = {"vehicles": TANKS, **more}
    state = fight(
        {"g01": crew},
        "movement",
        guns={"gmg1": "50L g01"},
        all_found=True,
        gun_flags=bits,
        pointing=pointing,
        **more,
    )
    return do(state, "drive uv1", "start", "done", "overrun D17")


def shell(state: Any) -> Shell:
    found = state.stack[-1]
    assert isinstance(found, Shell)
    return found


def marks(state: Any) -> set[str]:
    return set(GUN_FLAGS.write(state.gun_flags[G1]))


@pytest.mark.clause("ASL-C5.64")
@pytest.mark.parametrize(
    ("before", "intensive"), [((), False), (("first",), True), (("first", "final"), True)]
)
def test_a_gun_may_always_shoot_when_it_is_about_to_be_overrun(before: Any, intensive: bool) -> None:
    state = announced(before)
    assert listed(state, "serve") == {"serve gmg1 D17"}
    do(state, "serve gmg1 D17")
    assert shell(state).stand and shell(state).intensive == intensive
    do(state, "done", "dr 3 4")
    assert ("no_fire" in marks(state)) == intensive and not flags(state, "g01") & {"broken", "pinned"}
    assert (listed(state, "serve") == set()) == intensive or state.to_move == "chance"


@pytest.mark.clause("ASL-C5.64")
@pytest.mark.parametrize(("dice", "words"), [("dr 4 4", "pinned"), ("dr 4 5", "broken")])
def test_the_dice_to_hit_are_a_morale_check_of_the_crew(dice: str, words: str) -> None:
    """Morale 8: 8 pins, 9 breaks, and there is no shot."""
    state = do(announced(("first",)), "serve gmg1 D17", "done", dice)
    assert words in flags(state, "g01") and "no_fire" in marks(state)
    assert state.step.name == "vehicle reaction" and "wreck" not in states(state, "uv1")


@pytest.mark.clause("ASL-C5.64")
def test_the_chances_count_the_check() -> None:
    """Morale 8: with 8 and more, 15 of 36, there is no shot."""
    state = do(announced(), "serve gmg1 D17")
    assert prevention.most(state, shell(state)) == 7
    odds = shell_chances(state, shell(state))
    assert odds.results[NO_SHOT] == Fraction(15, 36) and sum(odds.results.values()) == 1


@pytest.mark.clause("ASL-C5.64")
def test_the_arc_must_cover_where_the_vehicle_came_from() -> None:
    assert shell(do(announced(), "serve gmg1 D17")).turned == 0
    assert shell(do(announced(spine="NE-SE"), "serve gmg1 D17")).turned == 2


@pytest.mark.refuses("ASL-C5.64")
def test_it_shoots_so_once_in_a_player_turn() -> None:
    state = do(announced(("first",)), "serve gmg1 D17", "done", "dr 3 4")
    while state.to_move == "chance":
        state.push(state.legal_actions()[0])
    assert rulings(state, "serve gmg1 D17") == {"ASL-C5.64"}
