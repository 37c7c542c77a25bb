"""BTR-ocs.set.free: before the first turn guns, HQs, dumps and transport are moved behind the own line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, members
from grognard.core.procedure import Phase, Pick, Screen, Step
from grognard.core.ruling import Ruling
from grognard.core.stacking import loads, over

from ..series import STACK
from .acting import not_acting, re_of
from .board import GRID
from .covered import Covered
from .movement import end_segment
from .pieces import (
    ADJECTIVE,
    ALLIED,
    FIGHTERS,
    GERMAN,
    GUNS,
    HQS,
    LABEL,
    LIMITS,
    NAMES,
    OF_SIDE,
    SIDE,
    TRANSPORT,
)
from .position import Campaign, DumpShift, fact
from .rail import free_tokens
from .verbs import DumpTo, Place, ShiftDump, add_tokens, holds, mark, put, stores
from .zones import next_to_enemy

CLAUSE = "BTR-ocs.set.free"
REAR = GUNS | HQS | TRANSPORT
FARTHEST = int(LIMITS["free_setup"]["max_hexes"])


def behind(state: Campaign, side: str) -> Hexes:
    """Hexes behind the line of a side: its own, and not next to an attack-capable enemy."""
    return Hexes(holds(state, side) & ~next_to_enemy(state, side))


def near_by(state: Campaign, side: str, start: int) -> Hexes:
    """Hexes at most three away, by way of hexes behind the line."""
    open_, result = behind(state, side), 1 << start
    for _ in range(FARTHEST):
        result |= GRID.near(result) & open_
    return Hexes(result & ~(1 << start))


# ---------------------------------------------------------------- guns, HQs and transport points


def movable(side: str) -> Callable[[Campaign, object], int]:
    return lambda state, frame: state.on_map & OF_SIDE[side] & REAR & ~state.done


def why_fixed(side: str) -> Callable[[Campaign, object, int, int], Ruling]:
    def because(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
        if SIDE[unit] != side or state.at[unit] < 0:
            return not_acting(state, unit, side, CLAUSE)
        if not REAR >> unit & 1:
            return Ruling(CLAUSE, f"{LABEL[unit]} is not a gun, an HQ or a transport point: it stays")
        return Ruling(CLAUSE, f"{LABEL[unit]} has been moved in the set-up")

    return because


def with_room(state: Campaign, frame: object) -> Callable[[int], int]:
    """BTR-ocs.stack: the hexes near a unit that hold it and what stands there."""

    def hexes(unit: int) -> int:
        if state.at[unit] < 0:
            return 0
        side = SIDE[unit]
        standing = members(OF_SIDE[side] & FIGHTERS & state.on_map)
        full = over(STACK - re_of(state, unit), loads((state.at[u], re_of(state, u)) for u in standing))
        return near_by(state, side, state.at[unit]) & ~full

    return hexes


def too_far(state: Campaign, frame: object, unit: int, hex_: int) -> str:
    side, name = SIDE[unit], GRID.name[hex_]
    if not behind(state, side) >> hex_ & 1:
        return f"{name} is not behind the {ADJECTIVE[side]} line: it is enemy-held or next to an enemy unit"
    if not near_by(state, side, state.at[unit]) >> hex_ & 1:
        return f"{name} is more than {FARTHEST} hexes from {LABEL[unit]} by way of hexes behind the line"
    return f"{name} would hold more than {STACK} RE"


def place_unit(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    state.set_at(fact.at, unit, hex_, CLAUSE)
    mark(state, fact.done, 1 << unit, CLAUSE)


# ---------------------------------------------------------------- dumps


def dumps(side: str) -> Callable[[Campaign, object], Sequence[Action]]:
    """Dumps on the ground that have not been moved."""

    def movable(state: Campaign, frame: object) -> Sequence[Action]:
        free = [h for h in sorted(stores(state, side)) if free_tokens(state, side, h)]
        return [ShiftDump(GRID.name[h]) for h in free if near_by(state, side, h)]

    return movable


def open_dump(side: str) -> Callable[[Campaign, object, ShiftDump], None]:
    def take(state: Campaign, frame: object, action: ShiftDump) -> None:
        state.call(DumpShift(side=side, hex=GRID.hex(action.hex)), CLAUSE)

    return take


def cannot_shift(side: str) -> Callable[[Campaign, object, Action], Ruling | None]:
    def because(state: Campaign, frame: object, action: Action) -> Ruling | None:
        if not isinstance(action, ShiftDump):
            return None
        return Ruling(CLAUSE, f"no dump of the {ADJECTIVE[side]} side that can be moved lies in {action.hex}")

    return because


def shift(state: Campaign, frame: DumpShift, unit: int, hex_: Hex) -> None:
    """The whole dump; what was moved is not moved again."""
    tokens = free_tokens(state, frame.side, frame.hex)
    add_tokens(state, frame.side, frame.hex, -tokens, CLAUSE)
    add_tokens(state, frame.side, hex_, tokens, CLAUSE)
    state.set(fact.hauled, put(state.hauled, hex_, dict(state.hauled).get(hex_, 0) + tokens), CLAUSE)


DUMP_SHIFT: tuple[Step, ...] = (
    Phase(
        clause=CLAUSE,
        name="dump in the set-up",
        title="where the dump goes",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=DumpTo,
                hexes=(
                    Screen(
                        CLAUSE,
                        "{hex} is not behind the line within three hexes of the dump",
                        lambda state, frame: near_by(state, frame.side, frame.hex),
                    ),
                ),
                apply=shift,
            ),
        ),
        once=True,
    ),
)

# ---------------------------------------------------------------- the set-up


def forget(state: Campaign, by: str) -> None:
    """What was moved in the set-up counts for nothing later."""
    end_segment(state, CLAUSE)
    state.set(fact.hauled, (), CLAUSE)


def deploying(side: str) -> Phase:
    return Covered(
        clause=CLAUSE,
        name=f"{side} set-up",
        title=f"{ADJECTIVE[side]} set-up",
        side=side,
        picks=(
            Pick(
                verb=Place,
                names=NAMES,
                units=(Screen(CLAUSE, why_fixed(side), movable(side), decisive=True),),
                hexes=(Screen(CLAUSE, too_far, with_room, each=True),),
                apply=place_unit,
            ),
        ),
        plain=dumps(side),
        take_plain=open_dump(side),
        plain_verbs=(ShiftDump,),
        refuse=cannot_shift(side),
        leave=forget,
    )


SET_UP: tuple[Step, ...] = (deploying(GERMAN), deploying(ALLIED))

__all__ = ["DUMP_SHIFT", "SET_UP"]
