"""ASL-A12.12.b: units that wait off the map take a "?" before they enter, and come onto the map under it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import OFF, Hex, Hexes, members
from grognard.core.procedure import Pick, Screen

from . import vehicles
from .forces import NAMES, OF_SIDE
from .markers import take_up
from .position import CONCEALED, DUE, Firefight, Mask, Moving, Who, fact
from .units import clear, flag, has, pieces_of
from .words import Bare, Enter, Shroud

MayEnter = Callable[[Firefight, Moving, int], bool]

# ---------------------------------------------------------------- before the first turn


def _waiting(state: Firefight, side: str) -> list[int]:
    """The units of a side on foot off the map that have yet to enter it; a Gun is not brought on unseen."""
    units = [u for u in members(OF_SIDE[side]) if state.kind[u] and state.at[u] < 0 and has(state, u, DUE)]
    return [u for u in units if not vehicles.is_riding(state, u) and not pieces_of(state, u)]


def _candidates(who: Who) -> Mask:
    return lambda state, frame: sum(1 << u for u in _waiting(state, who(state, frame)))


def _covered(who: Who) -> Mask:
    return lambda state, frame: sum(
        1 << u for u in _waiting(state, who(state, frame)) if has(state, u, CONCEALED)
    )


def shroud(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    flag(state, unit, CONCEALED, "ASL-A12.12.b")
    state.set_at(fact.cloaks, unit, hex_, "ASL-A12.12.b")


def bare(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    clear(state, unit, CONCEALED, "ASL-A12.12.b")
    state.set_at(fact.cloaks, unit, OFF, "ASL-A12.12.b")


def shroud_picks(who: Who) -> tuple[Pick, ...]:
    """Who enters under a "?", and where; units that wait at one hex enter together."""
    return (
        Pick(
            verb=Bare,
            names=NAMES,
            units=(Screen("ASL-A12.12.b", '{unit} has no "?" to give up', _covered(who)),),
            apply=bare,
        ),
        Pick(
            verb=Shroud,
            names=NAMES,
            units=(
                Screen(
                    "ASL-A12.12.b", "{unit} does not enter on foot, or not for this side", _candidates(who)
                ),
            ),
            hexes=(Screen("ASL-A2.5", "units do not enter by {hex}", lambda s, f: int(s.card.entry)),),
            apply=shroud,
        ),
    )


# ---------------------------------------------------------------- in the Movement Phase


def group(state: Firefight, side: str, hex_: int) -> tuple[int, ...]:
    """The units off the map that wait under the "?" at a hex."""
    units = [u for u in _waiting(state, side) if has(state, u, CONCEALED)]
    return tuple(u for u in units if state.cloaks[u] == hex_)


def arrive(state: Firefight, unit: int) -> None:
    """ASL-A2.51: a unit that was due is on the map, and waits at no hex of the edge."""
    if has(state, unit, DUE) and state.cloaks[unit] >= 0:
        state.set_at(fact.cloaks, unit, OFF, "ASL-A12.12.b")
    clear(state, unit, DUE, "ASL-A2.51")


def enter_pick(may_enter: MayEnter) -> Pick:
    """A "?" enters the map; `may_enter` is the rule for the hex that open units would enter."""

    def hexes(state: Firefight, frame: object) -> int:
        waiting = [u for u in _waiting(state, state.mover) if has(state, u, CONCEALED)]
        found = 0
        for hex_ in {state.cloaks[u] for u in waiting}:
            units = group(state, state.mover, hex_)
            found |= may_enter(state, Moving(units=units, origin=OFF), hex_) << hex_
        return found

    def enter(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        units = sum(1 << u for u in group(state, state.mover, hex_))
        marker = take_up(state, state.mover, units, OFF, "ASL-A12.12.b")
        state.set_at(fact.doors, marker, Hexes(1 << hex_), "ASL-A12.12.b")
        state.call(Moving(units=(marker,), origin=OFF), "ASL-A4.2")

    words = 'no "?" waits off the map at {hex}, or it cannot enter there'
    return Pick(verb=Enter, hexes=(Screen("ASL-A12.12.b", words, hexes),), apply=enter)
