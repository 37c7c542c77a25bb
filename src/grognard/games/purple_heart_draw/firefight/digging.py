"""ASL-B27: units dig foxholes, set up in them, and get in and out of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import checks, foxholes
from .eyes import give_away
from .fire_for_effect import fall
from .forces import NAMES, SIDE
from .foxholes import IN_OR_OUT, MOST, SITES, WORKS, any_dug_in, has_room, is_dug_in
from .pillboxes import own_boxes
from .position import (
    ADVANCED,
    BERSERK,
    BROKEN,
    CLIMBING,
    FIRED,
    FOXHOLE,
    GUN1,
    LEAPT,
    MELEE,
    MOVED,
    ON_WIRE,
    OPPORTUNE,
    PREP,
    TI,
    Firefight,
    Mask,
    Moving,
    Window,
    fact,
)
from .units import (
    clear,
    flag,
    has,
    helper_of,
    kind,
    known_in,
    leadership,
    name,
    on_map,
    readers,
    settle,
    show,
)
from .vehicles import is_riding
from .words import Dig, Emerge, Shelter

ENTRENCH, LABOR = WORKS["entrench"], WORKS["labor"]
SPENT = BROKEN | BERSERK | MELEE | TI | FIRED | PREP | GUN1 | OPPORTUNE | ON_WIRE | CLIMBING

# ---------------------------------------------------------------- at set-up


def _sites(mine: Mask) -> Mask:
    def mask(state: Firefight, frame: object) -> int:
        placed = (u for u in members(mine(state, frame)) if state.at[u] >= 0)
        return sum(1 << u for u in placed if SITES >> state.at[u] & 1 and not is_dug_in(state, u))

    return mask


def dig_in(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    flag(state, unit, FOXHOLE, "PHD-1.ssr.4.ff")


def set_up_pick(mine: Mask) -> Pick:
    """PHD-1.ssr.4.ff: a unit that is placed starts in a foxhole; placed elsewhere it is out of it again."""
    words = "{unit} is in a foxhole, not placed yet, or where none can be dug"
    return Pick(
        verb=Dig,
        names=NAMES,
        units=(
            Screen("FF-SETUP.1", "{unit} does not set up now", mine, decisive=True),
            Screen("ASL-B27.1", words, _sites(mine)),
        ),
        apply=dig_in,
    )


# ---------------------------------------------------------------- in the Prep Fire Phase


def can_dig(state: Firefight, unit: int) -> bool:
    """ASL-B27.11: an unbroken squad or half-squad that has done nothing, where a foxhole can stand or
    grow.
    """
    at = state.at[unit]
    if kind(state, unit).is_single or state.flags[unit] & (SPENT | FOXHOLE) or not SITES >> at & 1:
        return False
    crowded = known_in(state, SIDE[unit], at) or is_riding(state, unit)
    crowded = crowded or at in own_boxes(state, SIDE[unit])
    return foxholes.capacity(state, SIDE[unit], at) < MOST and not crowded


def _diggers(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in on_map(state, state.mover) if can_dig(state, u))


def _own(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in on_map(state, state.mover))


def dig(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """It is busy whatever comes of it."""
    give_away(state, unit, "ASL-A12.141")
    settle(state, "ASL-A12.141")
    flag(state, unit, TI, "ASL-B27.11")
    words, to = "{} digs in {}", readers(state, unit)
    state.note("ASL-B27.11", words, name(state, unit), GRID.name[state.at[unit]], to=to, kind="markers")
    checks.call(state, [(unit, checks.DIG, 0)], "ASL-B27.11")


DIG = Pick(
    verb=Dig,
    names=NAMES,
    units=(
        Screen("ASL-A3.2", "{unit} is not on the side that acts, or not on the map", _own, decisive=True),
        Screen("ASL-B27.11", "{unit} is no squad that has done nothing where a foxhole can be dug", _diggers),
    ),
    apply=dig,
)


def dig_drm(state: Firefight, unit: int) -> int:
    """ASL-B27.11, ASL-B24.8: a half-squad, the best leader beside it, and failed tries in the same place."""
    leader = helper_of(state, unit)
    labor = max(LABOR["most"], LABOR["each"] * dict(state.labor).get(unit, 0))
    half = ENTRENCH["half_squad"] if kind(state, unit).type == "half_squad" else 0
    return int(half + labor + (leadership(state, leader) if leader >= 0 else 0))


def roll_dig(state: Firefight, unit: int, more: int, dice: int) -> list[checks.Item]:
    """ASL-B27.11: up to 5 it is in a foxhole for one squad; else the work counts for the next try."""
    final = dice + dig_drm(state, unit)
    words, to = "{} digs: dice {}, with modifiers {}", readers(state, unit)
    state.note("ASL-B27.11", words, name(state, unit), dice, final, to=to, kind="check")
    rest = [row for row in state.labor if row[0] != unit]
    if final > ENTRENCH["most"]:
        rest.append((unit, dict(state.labor).get(unit, 0) + 1))
    else:
        foxholes.dig(state, unit, ENTRENCH["size"], "ASL-B27.11")
        flag(state, unit, FOXHOLE, "ASL-B27.11")
        state.note("ASL-B27.11", "{} is in a foxhole", name(state, unit), to=to, kind="recovery")
    state.set(fact.labor, tuple(sorted(rest)), "ASL-B24.8")
    return []


checks.RESOLVE[checks.DIG] = roll_dig

# ---------------------------------------------------------------- in and out on the move


def entries(state: Firefight, frame: Moving, left: int) -> Iterator[Action]:
    """ASL-B27.4: for 1 MF out of the foxhole, or into one with room for all who move."""
    if left < IN_OR_OUT or not frame.units or frame.corners or any_on_wire(state, frame.units):
        return
    if any_dug_in(state, frame.units):
        yield Emerge()
    elif (
        frame.charge < 0
        and (at := state.at[frame.units[0]]) >= 0
        and has_room(state, state.mover, at, frame.units)
    ):
        yield Shelter()


def change(state: Firefight, frame: Moving, action: Action) -> None:
    """An expenditure of its own."""
    into = isinstance(action, Shelter)
    for unit in frame.units:
        show(state, unit, "ASL-A12.14.d")
        flag(state, unit, MOVED, "ASL-A4.2")
        (flag if into else clear)(state, unit, FOXHOLE, "ASL-B27.4")
    words = "{} get into the {}" if into else "{} leave the {}"
    who, what = ", ".join(name(state, u) for u in frame.units), work_of(state, frame.units[0])
    state.note("ASL-B27.4", words, who, what, kind="move")
    settle(state, "ASL-B27.4")
    spent, here = frame.spent + IN_OR_OUT, frame.here + IN_OR_OUT
    state.replace(replace(state.stack[-1], spent=spent, here=here, crossed=False), "ASL-B27.4")
    state.call(Window(), "FF-WIN.1")
    if not into:
        expose(state, frame.units)


def expose(state: Firefight, units: tuple[int, ...]) -> None:
    """ASL-A8.22, ASL-C1.51: who has left cover is more exposed: Residual FP of the hex may attack again, and
    shells that fall there do.
    """
    at = state.at[units[0]]
    kept = tuple(row for row in state.struck if row[0] not in units or row[1] != at)
    state.set(fact.struck, kept, "ASL-A8.22")
    fall(state, units, OFF, at)


def work_of(state: Firefight, unit: int) -> str:
    """What a unit gets into or leaves in its hex."""
    return "pillbox" if state.at[unit] in own_boxes(state, SIDE[unit]) else "foxhole"


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    if isinstance(action, Emerge):
        return Ruling("ASL-B27.4", "movers in a foxhole leave it for 1 MF")
    return Ruling("ASL-A5.6", "movers get into a foxhole of their hex with room for all of them, for 1 MF")


def outside(state: Firefight, frame: object) -> int:
    """The hexes to which movers may go on: all, or none from inside a foxhole."""
    return 0 if any_dug_in(state, getattr(frame, "units", ())) else -1


VERBS = (Emerge, Shelter)


def any_on_wire(state: Firefight, units: Iterable[int]) -> bool:
    """ASL-B26: from on top of wire nobody gets into a foxhole."""
    return any(state.flags[unit] & ON_WIRE for unit in units)


# ---------------------------------------------------------------- in the Advance Phase


def advance_in_place(state: Firefight, unit: int) -> int:
    """ASL-A4.7: instead of the next hex into or out of the foxhole of its own; after an advance out of one
    into this hex.
    """
    at = state.at[unit]
    roomy = has_room(state, SIDE[unit], at, (unit,)) and not any_on_wire(state, (unit,))
    fits = is_dug_in(state, unit) or roomy
    return 1 << at if fits and not known_in(state, SIDE[unit], at) else 0


def turn_in_place(state: Firefight, unit: int) -> None:
    into = not is_dug_in(state, unit)
    clear(state, unit, LEAPT | (0 if into else FOXHOLE), "ASL-A4.7")
    flag(state, unit, ADVANCED | (FOXHOLE if into else 0), "ASL-A4.7")
    words = "{} gets into the {}" if into else "{} leaves the {}"
    state.note("ASL-A4.7", words, name(state, unit), work_of(state, unit), kind="move")
    if not into:
        expose(state, (unit,))


def leap(state: Firefight, unit: int, hex_: int) -> int:
    """ASL-A4.7: from foxhole to foxhole: the flag of a unit that may still get into the one of the next
    hex.
    """
    return LEAPT if has(state, unit, FOXHOLE) and has_room(state, SIDE[unit], hex_, (unit,)) else 0
