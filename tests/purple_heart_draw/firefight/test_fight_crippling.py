"""Deliberate Immobilization: shots at the tracks of a vehicle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.firefight import tank_fire
from grognard.games.purple_heart_draw.firefight.forces import VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import Shell
from grognard.games.purple_heart_draw.firefight.tank_odds import shell_chances

from .fight import do, fight, listed, rulings, states

# a Panzerschreck two hexes from a Sherman in the open
UNITS = {"g01": "O17 4-4-7", "u09": "J12 6-6-6"}


def ambush(tank: str = "O19 M4A1 N-NE N-NE", **more: Any) -> Any:
    guns = {"gmg1": "PSK g01"}
    state = fight(UNITS, "prep fire", "german", guns, vehicles={"uv1": tank}, scene="phd-2", **more)
    return do(state, f"engage gmg1 {tank.split()[0]}")


def shell(state: Any) -> Shell:
    found = state.stack[-1]
    assert isinstance(found, Shell)
    return found


@pytest.mark.clause("ASL-C5.7")
def test_a_shot_at_the_tracks_has_5_more_and_no_dice_to_kill() -> None:
    state = ambush()
    before = total(tank_fire.hit_modifiers(state, shell(state)))
    assert listed(state, "cripple") == {"cripple"}
    do(state, "cripple")
    assert total(tank_fire.hit_modifiers(state, shell(state))) == before + 5
    need, drm = tank_fire.number_to_hit(state, shell(state)), before + 5
    rolls = [(c, w) for c in range(1, 7) for w in range(1, 7) if c + w + drm <= need and c >= w]
    chances = shell_chances(state, shell(state)).results
    assert chances["immobilized"] == Fraction(len(rolls), 36) and sum(chances.values()) == 1
    do(state, "done", "dr 1 1")  # no critical hit; equal dice: the hull
    assert "immobilized" in states(state, "uv1") and "to kill" not in state.purpose


@pytest.mark.clause("ASL-C5.7")
def test_a_turret_hit_does_nothing() -> None:
    state = do(ambush(), "cripple", "done", "dr 1 2")
    assert "immobilized" not in states(state, "uv1") and not states(state, "uv1") & {"wreck", "shocked"}


@pytest.mark.clause("ASL-C5.7")
@pytest.mark.refuses("ASL-C5.7")
def test_what_cannot_move_is_not_shot_at_so() -> None:
    state = ambush("O19 M4A1 N-NE N-NE immobilized")
    assert rulings(state, "cripple") == {"ASL-C5.7"}
    assert VEHICLE_NUMBER["uv1"] == shell(state).target
