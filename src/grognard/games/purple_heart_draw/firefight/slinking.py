"""ASL-A4.7, ASL-A12.14.c: the "?" of a hex advances. The enemy sees the marker go, not what is under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import Auto, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import stealth, tank_close, vehicles
from .ablaze import is_ablaze
from .crest_status import is_crested
from .deploying import is_asked_anyway
from .dummies import take_off
from .forces import ENEMY, MARKER, NAMES
from .going import exits
from .grenades import cost_now
from .position import (
    ADVANCED,
    BERSERK,
    BROKEN,
    CLIMBING,
    CONCEALED,
    HIDDEN,
    MELEE,
    ON_WIRE,
    PIN,
    TI,
    Firefight,
    Glimpse,
    Moving,
    fact,
)
from .shots import mine_power
from .strongpoint import closed, keeps_out
from .units import flag, has, in_hex, known, number, on_map, pieces_of, put, settle, show
from .upstairs import STEEPLES
from .words import Challenge, Slink

Hard = Callable[[Firefight, int, int], bool]
BARRED = BROKEN | PIN | TI | MELEE | BERSERK | CLIMBING | HIDDEN | ADVANCED | ON_WIRE

# ---------------------------------------------------------------- who, and where to


def may_slink(state: Firefight, unit: int) -> bool:
    """A concealed unit that could advance; not with a Gun, from a crest or on a vehicle."""
    free = has(state, unit, CONCEALED) and not state.flags[unit] & BARRED and not pieces_of(state, unit)
    return free and not is_crested(state, unit) and not vehicles.is_riding(state, unit)


def crew_of(state: Firefight, hex_: int) -> tuple[int, ...]:
    return tuple(u for u in in_hex(state, state.mover, hex_) if may_slink(state, u))


def sources(state: Firefight) -> list[int]:
    """The hexes of such units; ASL-A12.11: and of dummies, which stay if there are units to go."""
    found = stealth.decoys(state, state.mover)
    for unit in on_map(state, state.mover):
        found |= may_slink(state, unit) << state.at[unit]
    return members(found)


def goals(state: Firefight, hex_: int, hard: Hard) -> Iterator[int]:
    """ASL-A4.72: not where it is too hard for one of them. To vehicles, into steeples and held fortified
    buildings units advance by name.
    """
    shut = closed(state, state.mover) | vehicles.hexes_of(state, ENEMY[state.mover])
    units = crew_of(state, hex_)
    for goal in exits(hex_):
        free = state.card.places >> goal & 1 and goal not in STEEPLES and not shut >> goal & 1
        if not free or cost_now(state, hex_, goal) is None or is_ablaze(state, goal):
            continue
        if not any(hard(state, unit, goal) for unit in units):
            yield goal


def slinks(state: Firefight, hard: Hard) -> Iterator[Action]:
    for hex_ in sources(state):
        yield from (Slink(GRID.name[hex_], GRID.name[goal]) for goal in goals(state, hex_, hard))


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    words = 'no "?" in that hex can advance there: its units have advanced or are busy, or it is too hard'
    return Ruling("ASL-A12.14.c", words)


# ---------------------------------------------------------------- what happens


def slink(state: Firefight, action: Slink) -> None:
    at, goal = GRID.number[action.hex], GRID.number[action.goal]
    units, side = crew_of(state, at), state.mover
    state.note("ASL-A4.7", 'a "?" advances from {} to {}', action.hex, action.goal, kind="move")
    if not units:
        stealth.carry_dummies(state, side, at, goal)
    elif keeps_out(state, side, goal):
        for unit in units:
            flag(state, unit, ADVANCED, "ASL-B23.922")
        state.note(
            "ASL-B23.922", 'the "?" cannot enter the fortified building in {}', action.goal, kind="move"
        )
        return
    elif mine_power(state, at) or mine_power(state, goal):
        _by_name(state, units, goal)
        return
    for unit in units:
        flag(state, unit, ADVANCED, "ASL-A4.7")
        put(state, unit, goal, "ASL-A4.7")
    settle(state, "ASL-A12.14.c")
    if is_seen(state, side, goal):
        uncover(state, side, units, goal)
        return
    state.set_at(fact.stealth, number(side), sum(1 << u for u in units), "ASL-A12.14.d")
    state.call(Glimpse(hex=goal), "ASL-A12.14.d")


def _by_name(state: Firefight, units: tuple[int, ...], goal: int) -> None:
    """ASL-B28.4: mines attack unit by unit. By our reading the "?" is lost then."""
    for unit in units:
        show(state, unit, "ASL-B28.4")
    for unit in units:
        for go_on in tank_close.GO_ON:
            go_on(state, unit, goal)


def is_seen(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-A12.14.c: in Open Ground in sight of a known Good Order enemy within 16 hexes."""
    frame = _slow(side, hex_)
    units = stealth.watchers(state, frame, hex_, known(state, side))
    return bool(units) or stealth.tanks_watching(state, frame, hex_)


def _slow(side: str, hex_: int) -> Moving:
    """An advance as movement: into the next hex, like Assault Movement."""
    return Moving(units=(MARKER[side],), origin=hex_, assault=True)


def uncover(state: Firefight, side: str, units: tuple[int, ...], hex_: int) -> None:
    for unit in units:
        show(state, unit, "ASL-A12.14.c")
    if not units:
        take_off(state, side, 1 << hex_, "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")


# ---------------------------------------------------------------- what a concealed enemy does about it


def _challengers(state: Firefight, frame: object) -> int:
    """ASL-A12.14.d: concealed Good Order enemies who see the "?" in Open Ground within 16 hexes."""
    if not isinstance(frame, Glimpse):
        return 0
    side = state.mover
    covered = [u for u in on_map(state, ENEMY[side]) if not state.open >> u & 1]
    seeing = stealth.watchers(state, _slow(side, frame.hex), frame.hex, covered)
    return sum(1 << u for u in seeing)


def challenge(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    """ASL-A12.14.d: it shows itself, and the "?" is lost."""
    assert isinstance(frame, Glimpse)
    show(state, unit, "ASL-A12.14.d")
    units = tuple(members(state.stealth[number(state.mover)]))
    uncover(state, state.mover, units, frame.hex)


def forget(state: Firefight, frame: Glimpse) -> None:
    state.set_at(fact.stealth, number(state.mover), 0, "ASL-A12.14.d")


GLIMPSE = (
    Phase(
        clause="ASL-A12.14.d",
        name="glimpse",
        title='a "?" has advanced',
        side=lambda state, frame: ENEMY[state.mover],
        asks_anyway=lambda state, frame: is_asked_anyway(state, ENEMY[state.mover]),
        picks=(
            Pick(
                verb=Challenge,
                names=NAMES,
                units=(
                    Screen(
                        "ASL-A12.14.d",
                        '{unit} is not concealed, or does not see the "?" in Open Ground within 16 hexes',
                        _challengers,
                    ),
                ),
                apply=challenge,
            ),
        ),
        once=True,
    ),
    Auto(clause="ASL-A12.14.d", do=forget),
)
