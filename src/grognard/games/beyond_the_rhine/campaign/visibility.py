"""BTR-ocs.play.open, option `fog`: which counters a side may look at; what it may know of sets of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.caching import once_a_position
from grognard.core.facts import Frame, is_unknown
from grognard.core.hexes import members, set_of

from .pieces import COMBAT, COUNT, OF_SIDE, PIECES, SIDES, Piece

if TYPE_CHECKING:
    from .position import Campaign, Pairs

EVERY = (1 << COUNT) - 1


def height(piece: Piece) -> tuple[int, int, str]:
    """Of a stack an HQ lies on top, then the strongest unit, then the strongest gun, then transport."""
    shown = piece.faces[COMBAT]
    rank = 3 if piece.kind == "hq" else 2 if shown.strength else 1 if shown.barrage else 0
    return rank, shown.strength or shown.barrage, piece.id


_HEIGHT = {
    unit: rank for rank, unit in enumerate(sorted(range(COUNT), key=lambda unit: height(PIECES[unit])))
}


def is_foggy(state: Campaign) -> bool:
    """Whether stacks are covered: by agreement, and until the game is over."""
    return state.options.fog and bool(state.stack)


def top(units: int) -> int:
    """The counter of a stack that lies on top."""
    return max(members(units), key=_HEIGHT.__getitem__)


@once_a_position
def _open_to_all(state: Campaign) -> int:
    """Counters off the map, on top of a stack, in a stack that was opened, and those a procedure names."""
    result = EVERY & ~state.on_map | state.opened | _named(state.stack)
    for units in state.here.values():
        for side in SIDES:
            if mine := units & OF_SIDE[side]:
                result |= 1 << top(mine)
    return result


def _named(stack: tuple[Frame, ...]) -> int:
    """The units that attack, defend, fire, retreat or lose steps in a procedure under way."""
    result = 0
    for frame in stack:
        for name in getattr(frame, "shows", ()):
            units = getattr(frame, name)
            for unit in (units,) if isinstance(units, int) else units:
                result |= 1 << unit
    return result


def sighted(state: Campaign, side: str) -> int:
    """The counters a side may look at; of a view, those it was made with."""
    if not is_foggy(state):
        return EVERY
    return state.sighted if state.viewer is not None else _open_to_all(state) | OF_SIDE.get(side, 0)


def sees(state: Campaign, side: str, unit: int) -> bool:
    """Whether a side may look at a counter."""
    return bool(sighted(state, side) >> unit & 1)


def known_units(state: Campaign, side: str, units: int) -> int:
    """Those of a set of units that a side may look at."""
    return units & sighted(state, side)


def known_meals(state: Campaign, side: str, meals: Pairs) -> Pairs:
    """Who eats where, of the units a side may look at."""
    seen = sighted(state, side)
    return tuple((unit, hex_) for unit, hex_ in meals if seen >> unit & 1)


def known_stack(state: Campaign, side: str, stack: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """The procedures under way; whom a payment is for is the payer's to know, unless it is for a fight."""
    if not is_foggy(state) or any(hasattr(frame, "shows") for frame in stack):
        return stack
    return tuple(_covered(frame, side) for frame in stack)


def _covered(frame: Frame, side: str) -> Frame:
    hides = getattr(frame, "covers", False) and getattr(frame, "side", side) != side
    return replace(frame, tokens=0, units=(), purpose="supply") if hides else frame


def cover(state: Campaign) -> None:
    """Cuts a view down to the counters its side may look at (`State.mask_derived`)."""
    seen = set_of(unit for unit, hex_ in enumerate(state.at) if not is_unknown(hex_))
    own = state.__dict__
    own["sighted"], own["on_map"] = seen, state.on_map & seen
    own["here"] = {hex_: units & seen for hex_, units in state.here.items() if units & seen}
