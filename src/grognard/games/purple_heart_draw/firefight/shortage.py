"""ASL-A19.131: Ammunition Shortage of units that a TM Scenario finds cut off."""

from __future__ import annotations

from collections.abc import Sequence

from .position import BROKEN, SHORTAGE, V_SHORTAGE, Firefight
from .tables import DOWN, SQUADS
from .units import break_unit, change_kind, has, kind

LOSS = int(SQUADS["shortage"]["lower"])  # of breakdown, removal and depletion numbers
RUNS_OUT = int(SQUADS["shortage"]["original"])  # from this roll on of fire with a squad's own firepower


def lower(state: Firefight, unit: int) -> int:
    """ASL-A19.131: by how much the numbers of a unit's weapons are lower."""
    return LOSS if has(state, unit, SHORTAGE) else 0


def vehicle_lower(state: Firefight, vehicle: int) -> int:
    """ASL-A19.131: and those of a vehicle's weapons."""
    return LOSS if state.vehicle_flags[vehicle] & V_SHORTAGE else 0


def short_firers(state: Firefight, firers: Sequence[int], dice: int) -> list[int]:
    """ASL-A19.131: the squads, half-squads and crews that fired with their own firepower and may run out."""
    if dice < RUNS_OUT:
        return []
    return [u for u in firers if lower(state, u) and not kind(state, u).is_single]


def run_out(state: Firefight, unit: int) -> None:
    """ASL-A19.131: Replaced by the next lower class; with none lower it breaks."""
    if below := DOWN.get(kind(state, unit).id):
        change_kind(state, unit, below, "ASL-A19.131")
    elif not has(state, unit, BROKEN):
        break_unit(state, unit, "ASL-A19.131")
