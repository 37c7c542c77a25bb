"""ASL-A24.1: smoke grenades, thrown on the move."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF
from grognard.core.ruling import Ruling

from ..board import GRID
from ..pieces import US
from . import checks
from .ablaze import is_ablaze
from .clouds import smoke_in
from .eyes import is_adjacent
from .forces import NAMES, SIDE, UNIT
from .going import BOTTOM, HEXSIDE, cost, entry_cost, near
from .obstacles import block_cost, is_blocked
from .phosphorus import burn
from .places import clockwise
from .position import MOVED, PIN, TI, Firefight, Moving, Window, fact
from .rubble import is_gone, more_cost
from .terrain import BOCAGE, TERRAIN
from .units import flag, is_good, kind, name, show
from .words import Phosphorus, Smoke

GRENADE: dict[str, int] = TERRAIN["smoke"]["grenade"]
MOST, UPHILL_MOST, ENDS = int(TERRAIN["smoke"]["most"]), 3, 6
HERE_MF, BESIDE_MF = 2, 4  # half MF

# ---------------------------------------------------------------- who and where


def price(state: Firefight, unit: int, hex_: int) -> int:
    return HERE_MF if state.at[unit] == hex_ else BESIDE_MF


def can_throw(state: Firefight, frame: Moving, unit: int) -> bool:
    """ASL-A24.1: a Good Order squad with a smoke exponent, once in a Movement Phase."""
    fit = is_good(state, unit) and not state.flags[unit] & (PIN | TI) and unit not in frame.thrown
    return fit and kind(state, unit).smoke > 0 and state.at[unit] >= 0


def goals(state: Firefight, unit: int) -> Iterator[int]:
    """ASL-A24.1: its own Location, and ADJACENT ones that are not two levels up."""
    at = state.at[unit]
    yield at
    for hex_ in near(at):
        low = state.card.area >> hex_ & 1 and BOTTOM[hex_] - BOTTOM[at] < 2
        if low and is_adjacent(state, at, hex_) and not is_upwind(state, at, hex_):
            yield hex_


def is_upwind(state: Firefight, at: int, hex_: int) -> bool:
    """ASL-B25.65: whether a hex is one of the three from which a Mild Breeze blows."""
    if not state.wind or GRID.ground_of(at) == GRID.ground_of(hex_):
        return False
    came = (state.wind + 2) % 6  # the side opposite, counted from 0
    ways = [clockwise()[(came + more) % 6] for more in (-1, 0, 1)]
    return GRID.direction(GRID.ground_of(at), GRID.ground_of(hex_)) in ways


def throws(state: Firefight, frame: Moving, left: int) -> Iterator[Action]:
    """What the movers can throw with so many half MF left."""
    for unit in frame.units if frame.charge < 0 else ():
        if can_throw(state, frame, unit):
            for hex_ in goals(state, unit):
                if price(state, unit, hex_) <= left:
                    yield Smoke(NAMES[unit], GRID.name[hex_])
                    if SIDE[unit] == US and kind(state, unit).smoke > 1:
                        yield Phosphorus(NAMES[unit], GRID.name[hex_])


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    if isinstance(frame, Moving) and _is_against_wind(state, frame, action):
        return Ruling("ASL-B25.65", "the hex is upwind: no grenade is thrown there in a Mild Breeze")
    words = "a Good Order squad on the move throws a grenade once, for 1 MF into its hex or 2 MF next to it"
    return Ruling("ASL-A24.31" if _is_white(action) else "ASL-A24.1", words + _whose(action))


def _is_against_wind(state: Firefight, frame: Moving, action: Action) -> bool:
    """Asked of the units that move alone: where others are the mover may not know."""
    unit, hex_ = UNIT.get(getattr(action, "unit", ""), -1), GRID.number.get(getattr(action, "hex", ""), -1)
    if unit not in frame.units or state.at[unit] < 0 or hex_ not in near(state.at[unit]):
        return False
    return is_upwind(state, state.at[unit], hex_)


def _is_white(action: object) -> bool:
    return isinstance(action, Phosphorus)


def _whose(action: object) -> str:
    return "; white phosphorus is for the US side" if _is_white(action) else ""


# ---------------------------------------------------------------- the throw


def throw(state: Firefight, frame: Moving, action: Smoke | Phosphorus) -> None:
    """ASL-A24.1: an expenditure, a die, and the window."""
    unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
    for one in frame.units:
        flag(state, one, MOVED, "ASL-A4.2")
    show(state, unit, "ASL-A12.141")
    cost = price(state, unit, hex_)
    words = "{} throws {} into {}"
    what = "white phosphorus" if _is_white(action) else "smoke"
    state.note("ASL-A24.1", words, name(state, unit), what, GRID.name[hex_], kind="attack")
    thrown = (*frame.thrown, unit)
    changed = replace(
        state.stack[-1], spent=frame.spent + cost, here=frame.here + cost, thrown=thrown, crossed=False
    )
    state.replace(changed, "ASL-A24.1")
    state.call(Window(), "FF-WIN.1")
    checks.call(state, [(unit, checks.GRENADE, 2 * hex_ + _is_white(action))], "ASL-A24.1")


def roll_grenade(state: Firefight, unit: int, aim: int, die: int) -> list[checks.Item]:
    """ASL-A24.1: up to its exponent (ASL-A24.31: less 1) it works; on a 6 the squad moves on no more."""
    hex_, white = aim // 2, aim % 2
    if die == ENDS:
        _halt(state, unit)
    if die > kind(state, unit).smoke - white:
        state.note("ASL-A24.1", "a {}: no smoke", die, kind="result")
        return []
    if BOTTOM[hex_] > BOTTOM[state.at[unit]]:
        return [(unit, checks.UPHILL, aim)]
    return lay(state, hex_, white)


def roll_uphill(state: Firefight, unit: int, aim: int, die: int) -> list[checks.Item]:
    """ASL-A24.1: uphill it arrives on a further 1 to 3, and else falls into the thrower's hex."""
    return lay(state, aim // 2 if die <= UPHILL_MOST else state.at[unit], aim % 2)


def lay(state: Firefight, hex_: int, white: int) -> list[checks.Item]:
    """ASL-A24, ASL-A24.31: the cloud; white phosphorus is a morale check for everybody there."""
    what = "wp" if white else "smoke"
    clouds = {at: (amount, kind_) for at, amount, kind_ in state.smoke}
    before = clouds.get(hex_, (0, what))
    clouds[hex_] = min(MOST, before[0] + GRENADE[what]), before[1]
    state.set(fact.smoke, tuple((at, *cloud) for at, cloud in sorted(clouds.items())), "ASL-A24")
    state.note("ASL-A24", "SMOKE {:+d} in {}", clouds[hex_][0], GRID.name[hex_], kind="markers")
    return burn(state, [hex_]) if white else []


def _halt(state: Firefight, unit: int) -> None:
    """Its movement ends when the window is over."""
    stack = state.stack
    at = next(n for n in range(len(stack) - 1, -1, -1) if isinstance(stack[n], Moving))
    moving = stack[at]
    assert isinstance(moving, Moving)
    changed = replace(moving, halted=(*moving.halted, unit))
    state.set(fact.stack, (*stack[:at], changed, *stack[at + 1 :]), "ASL-A24.1")


checks.RESOLVE |= {checks.GRENADE: roll_grenade, checks.UPHILL: roll_uphill}


def smoke_cost(state: Firefight, a: int, b: int) -> int:
    """ASL-A24.7: SMOKE in the hex entered costs 1 MF, uphill 2."""
    if not smoke_in(state, b):
        return 0
    return 4 if a >= 0 and BOTTOM[b] > BOTTOM[a] else 2


def cost_now(state: Firefight, a: int, b: int) -> int | None:
    """What a hex costs from the next one, or from off the map, SMOKE in it included; `None`: no way.
    ASL-B9.541: a Breach takes the cost of the bocage away.
    """
    price = entry_cost(b) if a == OFF else block_cost(a, b) if is_blocked(state, a, b) else cost(a, b)
    if price is not None and state.breaches and (a, b) in state.breaches:
        price -= int(2 * HEXSIDE[BOCAGE]["mf"])
    if price is None or is_gone(state, a) or is_gone(state, b) or is_ablaze(state, b):
        return None
    return price + smoke_cost(state, a, b) + more_cost(state, a, b)


VERBS = (Smoke, Phosphorus)
