"""ASL-A4.132: the road of a hex, or what grows beside it; ASL-B20.9: the crest beside it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.facts import Action

from ..board import GRID
from . import perching
from .ablaze import not_ablaze
from .arriving import enter, movers
from .going import cost, exits
from .next_hexes import by_road, enterable, one_only, step_cost, where
from .position import Firefight, Moving
from .units import exit_factor
from .words import Brink, Offroad


def offroad_price(state: Firefight, frame: Moving, at: int, hex_: int) -> int:
    """ASL-A4.132: what a road hex costs for what grows in it; 0: the road is no cheaper, or no way."""
    price, growth = step_cost(state, frame, hex_), cost(at, hex_, False)
    if price is None or growth is None or not by_road(at, hex_) or growth <= (cost(at, hex_) or 0):
        return 0
    return price + exit_factor(state, frame.units) * (growth - (cost(at, hex_) or 0))


def offroads(state: Firefight, frame: Moving, at: int, left: int) -> Iterator[Action]:
    """ASL-A4.132: road hexes beside the movers, entered for the cost of their terrain, not in the open."""
    if at < 0 or not frame.units or frame.charge >= 0 or frame.pushing >= 0:
        return
    free = enterable(state, frame) & not_ablaze(state, frame) & one_only(state, frame)
    for hex_ in exits(at):
        if free >> hex_ & 1 and 0 < offroad_price(state, frame, at, hex_) <= left:
            yield Offroad(GRID.name[hex_])


def leave_road(state: Firefight, frame: Moving, action: Offroad) -> None:
    hex_ = GRID.number[action.hex]
    price = offroad_price(state, frame, where(state, frame), hex_)
    enter(state, replace(movers(state), corners=(), beside=True), hex_, price, "{} moves to {}")


def _brink_price(state: Firefight, frame: Moving, hex_: int) -> int | None:
    """ASL-B20.9: 1 MF less than the hex costs beside its road, which runs along the bottom."""
    price = offroad_price(state, frame, where(state, frame), hex_) or step_cost(state, frame, hex_)
    return None if price is None else price - perching.LESS


def brinks(state: Firefight, frame: Moving, at: int, left: int) -> Iterator[Action]:
    """ASL-B20.9: into a hex with Crest status."""
    free = enterable(state, frame) & not_ablaze(state, frame) & one_only(state, frame)
    for hex_ in perching.brinks(state, frame, at):
        price = _brink_price(state, frame, hex_)
        if free >> hex_ & 1 and price is not None and price <= left:
            yield from perching.facing(hex_)


def take_brink(state: Firefight, frame: Moving, action: Brink) -> None:
    hex_ = GRID.number[action.hex]
    price = _brink_price(state, frame, hex_) or 0
    way = replace(movers(state), corners=(), beside=False)
    enter(state, way, hex_, price, "{} goes up to the crest in {}")
    perching.settle_on(state, frame.units, hex_, GRID.number[action.faced])
