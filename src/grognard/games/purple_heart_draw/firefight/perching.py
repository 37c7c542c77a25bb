"""ASL-B20.9, ASL-B20.91: Crest status taken on the move for 2 MF, or by an advance, and left by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import vehicles
from .crest_status import MF, is_crested, set_way, sites
from .forces import NAMES
from .foxholes import is_dug_in
from .going import near
from .markers import is_marker
from .position import ADVANCED, BROKEN, CLIMBING, MELEE, MOVED, ON_WIRE, PIN, TI, Firefight, Moving, Window
from .terrain import JOINED
from .units import flag, has, name, on_map, pieces_of, settle, show
from .words import Brink, Descend, Perch


def can_perch(state: Firefight, unit: int) -> bool:
    """IN a hex with a crest, and free to move there."""
    held = is_dug_in(state, unit) or has(state, unit, CLIMBING | ON_WIRE) or vehicles.is_riding(state, unit)
    return bool(sites(state.at[unit])) and not held and not pieces_of(state, unit)


def _faced(hex_: int) -> list[int]:
    return [GRID.step(hex_, way) for way in sites(hex_)]


# ---------------------------------------------------------------- on the move


def perches(state: Firefight, frame: Moving, at: int, left: int) -> Iterator[Action]:
    """The movers go up to the crest and face a hex beside theirs."""
    plain = frame.charge < 0 > frame.dash and not frame.corners and frame.pushing < 0
    if at < 0 or left < MF or not plain or is_marker(frame.units):
        return
    if all(can_perch(state, u) and not is_crested(state, u) for u in frame.units):
        yield from (Perch(NAMES[frame.units[0]], GRID.name[hex_]) for hex_ in _faced(at))


LESS = 2  # half MF less to enter a hex at its crest


def brinks(state: Firefight, frame: Moving, at: int) -> Iterator[int]:
    """ASL-B20.9: hexes beside the movers that they could enter from outside with Crest status."""
    plain = frame.charge < 0 > frame.dash and not frame.corners and frame.pushing < 0
    if at < 0 or not plain or is_marker(frame.units):
        return
    fit = not any(has(state, u, CLIMBING | ON_WIRE) or pieces_of(state, u) for u in frame.units)
    for hex_ in near(at) if fit else ():
        outside = 6 * at + GRID.direction(at, hex_) not in JOINED
        if outside and sites(hex_) and not any(is_dug_in(state, u) for u in frame.units):
            yield hex_


def facing(hex_: int) -> Iterator[Action]:
    return (Brink(GRID.name[hex_], GRID.name[one]) for one in _faced(hex_))


def settle_on(state: Firefight, units: Iterable[int], hex_: int, faced: int) -> None:
    """Of who has come there; mines on the way out may have stopped the others."""
    for unit in units:
        if state.at[unit] == hex_:
            _take(state, unit, faced)
    settle(state, "ASL-B20.9")


def perch(state: Firefight, frame: Moving, action: Perch) -> None:
    """An expenditure of its own."""
    for unit in frame.units:
        flag(state, unit, MOVED, "ASL-A4.2")
        _take(state, unit, GRID.number[action.hex])
    settle(state, "ASL-B20.9")
    spent, here = frame.spent + MF, frame.here + MF
    state.replace(replace(state.stack[-1], spent=spent, here=here, crossed=False), "ASL-B20.9")
    state.call(Window(), "FF-WIN.1")


def _take(state: Firefight, unit: int, faced: int) -> None:
    at = state.at[unit]
    show(state, unit, "ASL-A12.14.d")
    set_way(state, unit, GRID.direction(at, faced))
    words = "{} takes Crest status in {}, facing {}"
    state.note("ASL-B20.9", words, name(state, unit), GRID.name[at], GRID.name[faced], kind="move")


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    words = "Crest status is taken IN a gully, stream or lane for 2 MF, facing neither its bottom nor a cliff"
    return Ruling("ASL-B20.9", words)


# ---------------------------------------------------------------- in the Advance Phase


def _idle(test: Callable[[Firefight, int], bool]) -> Callable[[Firefight, object], int]:
    barred = BROKEN | PIN | TI | MELEE | ADVANCED

    def mask(state: Firefight, frame: object) -> int:
        own = [u for u in on_map(state, state.mover) if not state.flags[u] & barred]
        return sum(1 << u for u in own if test(state, u))

    return mask


def _faces(state: Firefight, frame: object) -> Callable[[int], int]:
    return lambda unit: sum(1 << hex_ for hex_ in _faced(state.at[unit])) if state.at[unit] >= 0 else 0


def advance_up(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    _take(state, unit, hex_)
    flag(state, unit, ADVANCED, "ASL-B20.91")
    settle(state, "ASL-B20.91")


def descend(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    show(state, unit, "ASL-A12.14.d")
    set_way(state, unit, -1, "ASL-B20.91")
    flag(state, unit, ADVANCED, "ASL-B20.91")
    words = "{} goes down into {}"
    state.note("ASL-B20.91", words, name(state, unit), GRID.name[state.at[unit]], kind="move")
    settle(state, "ASL-B20.91")


ADVANCES = (
    Pick(
        verb=Descend,
        names=NAMES,
        units=(
            Screen(
                "ASL-B20.91", "{unit} has no Crest status to leave, or may not advance", _idle(is_crested)
            ),
        ),
        apply=descend,
    ),
    Pick(
        verb=Perch,
        names=NAMES,
        units=(
            Screen("ASL-B20.91", "{unit} is not IN a hex with a crest, or may not advance", _idle(can_perch)),
        ),
        hexes=(Screen("ASL-B20.9", "{unit} cannot face {hex} from its crest", _faces, each=True),),
        apply=advance_up,
    ),
)


def fall_in(state: Firefight) -> None:
    """ASL-B20.9: at the start of the Rout Phase broken units are IN the hex again."""
    for unit, _ in state.crests:
        if has(state, unit, BROKEN):
            set_way(state, unit, -1)
