"""ASL-A7.34: Spraying Fire: one attack at two Locations side by side."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.hexes import OFF

from ..board import GRID
from .eyes import sees, target_hexes
from .forces import FIRST_GUN
from .going import exits
from .position import Attack, Firefight
from .shots import ADVANCING_FIRE, FINAL_FIRE, PREP_FIRE
from .units import kind, shooter

SPRAY_RANGE = 3
PHASES = (PREP_FIRE, FINAL_FIRE, ADVANCING_FIRE)


def can_spray(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A7.34: machine guns, and squads so marked up to three hexes."""
    unit = shooter(state, firer)
    fit = firer >= FIRST_GUN or (
        kind(state, unit).spray and GRID.distance(state.at[unit], hex_) <= SPRAY_RANGE
    )
    return fit and sees(state, unit, hex_)


def sprayed(state: Firefight, frame: object, may_fire: Callable[[Firefight, Attack, int, int], bool]) -> int:
    """Hexes beside the target that the whole group can fire at as well."""
    if not isinstance(frame, Attack) or frame.kind not in PHASES or frame.dice or frame.also != OFF:
        return 0
    if not all(can_spray(state, f, frame.hex) for f in frame.firers):
        return 0
    enemies, found = target_hexes(state, frame.side), 0
    for hex_ in exits(frame.hex):
        fits = enemies >> hex_ & 1 and all(
            can_spray(state, f, hex_) and may_fire(state, frame, f, hex_) for f in frame.firers
        )
        found |= bool(fits) << hex_
    return found


def halves(frame: Attack) -> list[Attack]:
    """An attack as its one or two Locations meet it."""
    return [frame] if frame.also == OFF else [frame, replace(frame, hex=frame.also, also=frame.hex)]


def spray(state: Firefight, frame: Attack, unit: int, hex_: int) -> None:
    state.note("ASL-A7.34", "the fire is spread over {} as well", GRID.name[hex_], kind="join")
    state.replace(replace(state.stack[-1], also=hex_), "ASL-A7.34")
