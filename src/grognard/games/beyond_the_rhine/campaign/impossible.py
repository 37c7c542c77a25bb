"""Positions no game leads to: both sides in a hex, steps without a place, loads on combat units."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.ruling import Ruling

from ..series import TOKENS
from .board import AWAY, DEAD, GRID, OUT
from .modes import markers, markers_used
from .pieces import ALLIED, FIGHTERS, GERMAN, LABEL, NAMES, OF_SIDE, SIDES, STEPS, TRANSPORT
from .position import Campaign


def impossibilities(state: Campaign) -> list[Ruling]:
    """Every fact of a position that no play leads to, with its clause."""
    return [*_units(state), *_hexes(state), *_markers(state)]


def _units(state: Campaign) -> Iterator[Ruling]:
    for unit, name in enumerate(NAMES):
        gone = state.lost[unit] >= STEPS[unit]
        if gone != (state.at[unit] == DEAD) and state.at[unit] != OUT:
            yield Ruling(
                "BTR-ocs.unit.one-step",
                f"{name} has lost {state.lost[unit]} of {STEPS[unit]} steps and is not where that puts it",
            )
        if state.load[unit] and (not TRANSPORT >> unit & 1 or state.load[unit] > TOKENS):
            yield Ruling("BTR-ocs.supply.transport", f"{name} cannot carry {state.load[unit]}T")
        if state.at[unit] == AWAY and not state.back[unit]:
            yield Ruling("BTR-ocs.breakout.back", f"{name} is away and has no turn of return")


def _hexes(state: Campaign) -> Iterator[Ruling]:
    for hex_, units in state.here.items():
        if units & OF_SIDE[ALLIED] & FIGHTERS and units & OF_SIDE[GERMAN] & FIGHTERS:
            yield Ruling("BTR-ocs.move.enemy", f"combat units of both sides stand in {GRID.name[hex_]}")


def _markers(state: Campaign) -> Iterator[Ruling]:
    for side in SIDES:
        if (used := markers_used(state, side)) > (most := markers(state, side)):
            yield Ruling(
                "BTR-ocs.mode.reserve-place",
                f"{used} reserve markers are on the map; the {side} side has {most}",
            )
    if both := state.reserve & state.dg:
        yield Ruling("BTR-ocs.mode.dg-sum", f"{LABEL[both.bit_length() - 1]} is in reserve and DG")


__all__ = ["impossibilities"]
