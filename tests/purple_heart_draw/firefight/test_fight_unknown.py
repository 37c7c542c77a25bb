"""FF-O16: what neither side knows until it is due."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import is_unknown
from grognard.core.procedure import Chance
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.firefight import gun_hits
from grognard.games.purple_heart_draw.firefight.artillery import pile
from grognard.games.purple_heart_draw.firefight.forces import BATTERIES
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.position import Firefight, Shell
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import UPRIGHT
from grognard.games.purple_heart_draw.firefight.standing import GUNNERS
from grognard.games.purple_heart_draw.firefight.tank_fire import hit_modifiers
from grognard.web.purple_heart_draw_firefight.game_view import shot_page

from .fight import do, fight

TANK = {"uv1": "C17 M4A1 NE-SE NE-SE exposed"}


def aimed(unit: str, **more: Any) -> Any:
    """A shot at a "?" in E17 that covers one unit."""
    state = fight({"g01": f"E17 {unit} concealed"}, vehicles=TANK, **more)
    return do(state, "shell uv1 E17")


@pytest.mark.clause("FF-O16")
def test_the_size_of_a_concealed_gun_is_not_shown_before_the_dice() -> None:
    pages = []
    for state in (aimed("2-2-8", guns={"gmg1": "50L g01"}), aimed("5-4-8")):
        seen = state.known_to("us")
        pages.append(shot_page(seen, {}))
    assert pages[0] == pages[1] and pages[0] is not None


@pytest.mark.clause("FF-O16")
def test_the_size_counts_when_the_shot_is_judged() -> None:
    """The crew of a Gun is 1 harder to hit than a squad there."""
    state = aimed("2-2-8", guns={"gmg1": "50L g01"})
    shell = state.stack[-1]
    assert isinstance(shell, Shell)
    squad, crew = (total(hit_modifiers(state, shell, True, place)) for place in (UPRIGHT, GUNNERS[1]))
    assert crew == squad + 1 and len(gun_hits.each(state)) == 8  # of every case, whatever is there


@pytest.mark.clause("FF-O16")
def test_chits_and_dice_are_decided_when_they_are_due() -> None:
    state = deal("phd-1", Options())
    battery = next(n for n, one in enumerate(BATTERIES) if state.module[n])
    assert is_unknown(state.known_to("us").pile[battery]) and state.pile[battery] == (8, 3)
    assert {weight for _, weight in pile(state, BATTERIES[battery])} == {8, 3}
    rolls = [step for steps in Firefight.procedures.values() for step in steps if isinstance(step, Chance)]
    assert len(rolls) > 40 and not any(step.secret for step in rolls)
