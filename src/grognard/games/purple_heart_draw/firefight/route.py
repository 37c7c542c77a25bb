"""A whole way in one decision: the stack goes hex by hex, with the window after each, until it is there or
the enemy answers. Nothing else differs from going by hand; the goal is public, as the decision is.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from grognard.core.hexes import OFF, members
from grognard.core.procedure import Auto, Pick, Screen

from . import vehicles
from .forces import ENEMY
from .going import exits
from .grenades import cost_now
from .markers import crew
from .position import Firefight, Moving
from .units import excess, exit_factor, known, on_map
from .words import Onward

Way = tuple[int, ...]
Enter = Callable[[Firefight, Moving, int, int], None]
FOLLOW_STEP = 2  # of a stack on its way


def ways(state: Firefight, frame: Moving, at: int, left: int) -> dict[int, Way]:
    """ASL-A4.13: the cheapest way to every hex within so many half MF, of equal ones the one of fewest hexes.
    Roads give nothing extra here.
    """
    units = crew(state, frame.units)
    others, leaving = _others(state, units), exit_factor(state, units)
    area = int(state.card.places) & ~sum(1 << h for h in {state.at[u] for u in known(state, state.mover)})
    area &= ~vehicles.hexes_of(state, ENEMY[state.mover])
    found: dict[int, Way] = {}
    queue: list[tuple[int, int, Way, int]] = [(0, 0, (), at)]
    while queue:
        spent, length, path, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = path
        for hex_, price in _exits(state, frame, here):
            if area >> hex_ & 1 and hex_ not in found:
                there = others.get(hex_)
                price *= leaving if here == at else 1
                total = spent + price + (2 * excess(state, [*there, *units]) if there else 0)
                if total <= left:
                    heapq.heappush(queue, (total, length + 1, (*path, hex_), hex_))
    del found[at]
    return found


def entrances(state: Firefight, frame: Moving) -> int:
    """The hexes by which a stack enters the map; PHD-TM8.ff: who left a TM Scenario comes back where it
    left.
    """
    hexes = int(state.card.entry)
    for unit in frame.units:
        hexes &= int(state.doors[unit]) or -1
    return hexes


def _exits(state: Firefight, frame: Moving, here: int) -> Iterator[tuple[int, int]]:
    """The hexes that can be entered next, and what each costs."""
    for hex_ in members(entrances(state, frame)) if here == OFF else exits(here):
        price = cost_now(state, here, hex_)
        if price is not None:
            yield hex_, price


def _others(state: Firefight, units: tuple[int, ...]) -> dict[int, list[int]]:
    """The other units of the side, hex by hex: they crowd (ASL-A5.11)."""
    found: dict[int, list[int]] = {}
    for unit in on_map(state, state.mover):
        if unit not in units:
            found.setdefault(state.at[unit], []).append(unit)
    return found


def is_whole(state: Firefight, frame: object) -> bool:
    """Whether it is a stack on its way, and nobody of it is dead: who is leaves it with the end of a shot."""
    return isinstance(frame, Moving) and bool(frame.units) and all(state.kind[unit] for unit in frame.units)


def onward(
    screens: tuple[Screen, ...], reach: Callable[[Firefight, Moving], dict[int, Way]], go: Enter
) -> Pick:
    """The decision for a whole way, under the screens of a single hex that fit it."""

    def mask(state: Firefight, frame: Moving) -> int:
        return sum(1 << hex_ for hex_ in reach(state, frame)) if is_whole(state, frame) else 0

    def apply(state: Firefight, frame: Moving, unit: int, hex_: int) -> None:
        first, *rest = reach(state, frame)[hex_]
        sent = replace(
            frame, route=tuple(rest), sent=len(frame.units), step=FOLLOW_STEP if rest else frame.step
        )
        state.replace(sent, "ASL-A4.2")
        go(state, sent, 0, first)

    slow = Screen(
        "ASL-A4.61",
        "Assault Movement enters one Location: go there",
        lambda s, f: 0 if getattr(f, "assault", False) else -1,
    )
    charge = Screen("ASL-A15.43", "a charge goes hex by hex", lambda s, f: int(getattr(f, "charge", OFF) < 0))
    dash = Screen("ASL-A4.63", "a Dash goes hex by hex", lambda s, f: int(getattr(f, "dash", OFF) < 0))
    edge = Screen(
        "ASL-A4.3", "out of a bypass it goes hex by hex", lambda s, f: int(not getattr(f, "corners", ()))
    )
    far = Screen("ASL-A4.13", "{hex} costs more MF than are left, or no way leads there", mask)
    return Pick(verb=Onward, units=(charge, dash, edge), hexes=(*screens, slow, far), apply=apply)


def follow(may_enter: Callable[[Firefight, Moving, int], bool], go: Enter) -> Auto:
    """The next hex of a way; it ends where the enemy answered, somebody of the stack stopped, or it is
    closed.
    """

    def next_hex(state: Firefight, frame: Moving) -> None:
        if not frame.route:
            return
        first, *rest = frame.route
        halted = frame.shots or frame.ended or len(frame.units) < frame.sent
        if halted or not may_enter(state, frame, first):
            state.replace(replace(frame, route=(), step=0), "ASL-A4.2")
            return
        frame = replace(frame, route=tuple(rest), step=FOLLOW_STEP if rest else 0)
        state.replace(frame, "ASL-A4.2")
        go(state, frame, 0, first)

    return Auto(clause="ASL-A4.2", do=next_hex)
