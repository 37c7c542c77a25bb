"""ASL-A4.7: the Advance Phase: units go to the next Location, and into those of the enemy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.facts import Action
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import climbing, dropping, mines, perching, slinking, tank_close, trenches, upstairs, wire
from .ablaze import NO_ENTRY, not_ablaze
from .allowances import own_allowance
from .departing import DECAMP
from .deploying import is_asked_anyway, refuse_handed, take_transfer, transfers
from .digging import advance_in_place, leap, turn_in_place
from .forces import NAMES, SIDE
from .going import exits
from .grenades import cost_now
from .lids import HATCH
from .position import (
    ADVANCED,
    BROKEN,
    CLIMBING,
    CX,
    LEAPT,
    MELEE,
    PIN,
    TI,
    Daring,
    Firefight,
    Leaving,
    Mask,
    PlayerTurn,
    fact,
)
from .strongpoint import closed, keeps_out
from .units import excess, exit_factor, flag, has, in_hex, in_order, name, on_map, put, settle, show
from .unmasking import bare_pick
from .victory import check_victory
from .wall_claims import CLAIM, DROP
from .words import Advance, Give, Shed, Slink


def _own(*flags: int) -> Mask:
    bits = sum(flags)
    return lambda state, frame: sum(1 << u for u in on_map(state, state.mover) if not state.flags[u] & bits)


def _beside(state: Firefight, frame: object) -> Callable[[int], int]:
    def hexes(unit: int) -> int:
        at, own = state.at[unit], advance_in_place(state, unit)
        if has(state, unit, LEAPT):
            return own
        if has(state, unit, CLIMBING) and (landing := climbing.landing(state, unit)) is not None:
            return landing
        return own | sum(1 << hex_ for hex_ in exits(at) if cost_now(state, at, hex_) is not None)

    return hexes


def _still(state: Firefight, frame: object) -> int:
    """Who has not advanced, or has come out of a foxhole into a hex with another."""
    own = on_map(state, state.mover)
    return sum(1 << u for u in own if not has(state, u, ADVANCED) or has(state, u, LEAPT))


def is_difficult(state: Firefight, unit: int, hex_: int) -> bool:
    """ASL-A4.72: 4 MF or more, or all it has; ASL-A5.11: more where it would be crowded."""
    price = exit_factor(state, (unit,)) * (cost_now(state, state.at[unit], hex_) or 0)
    crowd = excess(state, {*in_hex(state, SIDE[unit], hex_), unit})
    return price + CROWDED * crowd >= min(8, own_allowance(state, unit))


CROWDED = 2  # half MF for each squad over the limit


def _not_closed(state: Firefight, frame: object) -> int:
    return ~closed(state, state.mover)


def _easy(state: Firefight, frame: object) -> Callable[[int], int]:
    return lambda unit: (
        -1
        if not has(state, unit, CX)
        else 1 << state.at[unit]
        | sum(1 << hex_ for hex_ in exits(state.at[unit]) if not is_difficult(state, unit, hex_))
    )


def advance(state: Firefight, frame: PlayerTurn, unit: int, hex_: int) -> None:
    show(state, unit, "ASL-A12.14.d")
    if state.at[unit] == hex_:
        turn_in_place(state, unit)
    else:
        _advance_to(state, unit, hex_)
    settle(state, "ASL-A4.7")
    check_victory(state)


def _advance_to(state: Firefight, unit: int, hex_: int) -> None:
    if keeps_out(state, SIDE[unit], hex_):
        flag(state, unit, ADVANCED, "ASL-B23.922")
        words = "{} cannot enter the fortified building in {}"
        state.note("ASL-B23.922", words, name(state, unit), GRID.name[hex_], kind="move")
        return
    if tank_close.needs_daring(state, unit, hex_):
        flag(state, unit, ADVANCED, "ASL-A11.6")
        state.call(Daring(unit, hex_), "ASL-A11.6")
        return
    _step_out(state, unit, hex_)


def _step_out(state: Firefight, unit: int, hex_: int) -> None:
    if trenches.leads(state, unit, hex_):
        flag(state, unit, ADVANCED, "ASL-A4.7")
        trenches.advance(state, unit, hex_)
        return
    if mines.on_exit(state, (unit,), hex_, ADVANCES, 0, ""):
        flag(state, unit, ADVANCED, "ASL-B28.412")
        return
    _arrive(state, unit, hex_)


tank_close.GO_ON.append(_step_out)


ADVANCES = "advance"


def _arrive(state: Firefight, unit: int, hex_: int) -> None:
    at = state.at[unit]
    hard = is_difficult(state, unit, hex_) or climbing.gets_off(state, unit, hex_)  # ASL-B11.432
    leapt = leap(state, unit, hex_)
    if state.crests:
        state.set(fact.came, (*state.came, (unit, int(at))), "ASL-B20.9")
    put(state, unit, hex_, "ASL-A4.7")
    flag(state, unit, ADVANCED | leapt | (CX if hard else 0), "ASL-A4.72" if hard else "ASL-A4.7")
    state.note("ASL-A4.7", "{} advances to {}", name(state, unit), GRID.name[hex_], kind="move")
    settle(state, "ASL-A4.7")
    mines.on_entry(state, (unit,), at, hex_)


def leave_mines(state: Firefight, frame: Leaving, fit: tuple[int, ...]) -> None:
    for unit in fit:
        _arrive(state, unit, frame.hex)


mines.GO_ON[ADVANCES] = leave_mines


def handed(state: Firefight) -> Sequence[Action]:
    """ASL-A4.431: weapons change hands before the first unit advances."""
    if any(has(state, u, ADVANCED) for u in on_map(state, state.mover)):
        return ()
    return in_order(transfers(state, state.mover))


def others(state: Firefight) -> Sequence[Action]:
    """What is done besides: weapons change hands or are dropped, and what lies under a "?" advances."""
    return in_order([*handed(state), *dropping.in_advance(state), *slinking.slinks(state, is_difficult)])


def take_other(state: Firefight, frame: PlayerTurn, action: Action) -> None:
    if isinstance(action, Slink):
        slinking.slink(state, action)
        check_victory(state)
    elif isinstance(action, Shed):
        dropping.shed(state, action)
    else:
        assert isinstance(action, Give)
        take_transfer(state, frame, action)


def refuse_other(state: Firefight, frame: object, action: Action) -> Ruling | None:
    if isinstance(action, Slink):
        return slinking.refuse(state, frame, action)
    if isinstance(action, Shed):
        return dropping.refuse(state, frame, action)
    return refuse_handed(state, frame, action)


ADVANCE = Phase(
    clause="ASL-A4.7",
    name="advance",
    title="Advance Phase",
    side=lambda state, frame: state.mover,
    asks_anyway=lambda state, frame: is_asked_anyway(state, state.mover),
    picks=(
        Pick(
            verb=Advance,
            names=NAMES,
            units=(
                Screen(
                    "ASL-A4.7",
                    "{unit} is not on the side that advances, or not on the map",
                    _own(),
                    decisive=True,
                ),
                Screen("ASL-A10.4b", "{unit} is broken", _own(BROKEN)),
                Screen("ASL-A7.8", "{unit} is pinned", _own(PIN)),
                Screen("ASL-A4.8", "{unit} is busy", _own(TI)),
                Screen("ASL-A11.15", "{unit} is in Melee", _own(MELEE)),
                Screen("ASL-A4.7", "{unit} has advanced", _still),
                Screen("ASL-B26.4", wire.OFF_WORDS, wire.off),
                Screen("ASL-D6.2", "{unit} rides a vehicle", lambda state, frame: ~state.riding),
            ),
            hexes=(
                Screen(
                    "FF-AREA",
                    "{hex} lies outside the area of the fight",
                    lambda s, f: s.card.places,
                    decisive=True,
                ),
                Screen("ASL-A4.7", "{unit} cannot advance into {hex} from where it is", _beside, each=True),
                Screen("ASL-B25.14", NO_ENTRY, not_ablaze),
                Screen("ASL-B23.922", "{hex} is a fortified building that is held", _not_closed),
                Screen("ASL-B31.2", upstairs.NO_ROOM, upstairs.room_for, each=True),
                Screen("ASL-A4.72", "{hex} is too hard for {unit}, which is CX", _easy, each=True),
            ),
            apply=advance,
        ),
        bare_pick(lambda state, frame: state.mover),
        CLAIM,
        DECAMP,
        perching.ADVANCES[0],
        DROP,
        HATCH,
        perching.ADVANCES[1],
    ),
    plain=lambda state, frame: others(state),
    take_plain=take_other,
    plain_verbs=(Give, Shed, Slink),
    refuse=refuse_other,
)
