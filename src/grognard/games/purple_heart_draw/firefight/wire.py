"""ASL-B26: wire: getting beneath it, on the move and before a rout, and what hampers who is on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.ruling import Modifier, Ruling

from . import checks
from .forces import NAMES
from .foxholes import WORKS
from .markers import crew
from .position import BROKEN, DM, MELEE, MOVED, ON_WIRE, Firefight, Moving, Window, fact
from .units import clear, flag, has, name, on_map, settle, show
from .words import Beneath

DATA = WORKS["wire"]
ROUTS = -1  # what is passed to the roll of a unit that is about to rout

# ---------------------------------------------------------------- who is on it


def is_on(state: Firefight, unit: int) -> bool:
    return bool(state.flags[unit] & ON_WIRE)


def any_on(state: Firefight, units: Iterable[int]) -> bool:
    return any(is_on(state, unit) for unit in units)


def close_modifiers(state: Firefight, attackers: Sequence[int], targets: Sequence[int]) -> Iterator[Modifier]:
    """ASL-B26.31: in close combat."""
    if any_on(state, attackers):
        yield Modifier(int(DATA["close_attack"]), "ASL-B26.31", "an attacker is on wire")
    if any_on(state, targets):
        yield Modifier(int(DATA["close_defend"]), "ASL-B26.31", "a target is on wire")


def outside(state: Firefight, frame: object) -> int:
    """The hexes to which movers may go on: all, or none from on top of wire; a "?" stays there."""
    units = getattr(frame, "units", ())
    return 0 if any_on(state, (*units, *crew(state, units))) else -1


def off(state: Firefight, frame: object) -> int:
    """The units of the side that advances that are not on wire."""
    return ~sum(1 << unit for unit in on_map(state, state.mover) if is_on(state, unit))


OFF_WORDS = "{unit} is on wire, and gets beneath it in the Movement Phase first"

# ---------------------------------------------------------------- beneath it


def ways_off(state: Firefight, frame: Moving, left: int) -> list[Action]:
    """ASL-B26.4: movers on wire try to get beneath it; not by Double Time, in a Dash or a charge."""
    hasty = frame.double or frame.dash >= 0 or frame.charge >= 0
    return [Beneath()] if any_on(state, frame.units) and left >= 2 and not hasty else []


def get_beneath(state: Firefight, frame: Moving, left: int) -> None:
    """ASL-B26.4: an expenditure of as many MF as a die shows; more than are left ends the move on top."""
    for unit in frame.units:
        show(state, unit, "ASL-A12.14.d")
        flag(state, unit, MOVED, "ASL-A4.2")
    settle(state, "ASL-B26.4")
    state.replace(replace(state.stack[-1], crossed=False), "ASL-B26.4")
    state.call(Window(), "FF-WIN.1")
    checks.call(state, [(frame.units[0], checks.TANGLE, left)], "ASL-B26.4")


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    return Ruling("ASL-B26.4", "movers on wire get beneath it with MF left, not by Double Time or in a Dash")


def roll(state: Firefight, unit: int, left: int, die: int) -> list[checks.Item]:
    if left == ROUTS:
        return _rout_roll(state, unit, die)
    at = next(n for n in range(len(state.stack) - 1, -1, -1) if isinstance(state.stack[n], Moving))
    frame = state.stack[at]
    assert isinstance(frame, Moving)
    price, stays = min(2 * die, left), 2 * die > left
    words = "die {}: the movers stay on the wire" if stays else "die {}: the movers are beneath the wire"
    state.note("ASL-B26.4", words, die, kind="move")
    for one in () if stays else frame.units:
        clear(state, one, ON_WIRE, "ASL-B26.4")
    moved = replace(frame, spent=frame.spent + price, here=frame.here + price, ended=stays)
    state.set(fact.stack, (*state.stack[:at], moved, *state.stack[at + 1 :]), "ASL-B26.4")
    return []


# ---------------------------------------------------------------- before a rout


def before_rout(state: Firefight) -> None:
    """ASL-B26.41: each desperate broken unit on wire tries to get off it before anybody routs."""
    due = [
        unit
        for unit in range(len(NAMES))
        if state.at[unit] >= 0 and is_on(state, unit) and has(state, unit, BROKEN) and has(state, unit, DM)
    ]
    items = [(unit, checks.TANGLE, ROUTS) for unit in due if not has(state, unit, MELEE)]
    checks.call(state, items, "ASL-B26.41")


def _rout_roll(state: Firefight, unit: int, die: int) -> list[checks.Item]:
    """ASL-B26.41: beneath the wire with what is left of its MF; what it cannot pay leaves it on top."""
    clear(state, unit, ON_WIRE, "ASL-B26.41")
    state.set(fact.tangled, (*state.tangled, (unit, 2 * die)), "ASL-B26.41")
    words = "die {}: wire costs {} so many MF of its rout"
    state.note("ASL-B26.41", words, die, name(state, unit), kind="move")
    return []


def rout_cost(state: Firefight, unit: int) -> int:
    """What wire has taken from the half MF of a rout."""
    return dict(state.tangled).get(unit, 0)


def end_turn(state: Firefight) -> None:
    state.set(fact.tangled, (), "ASL-B26.41")


checks.RESOLVE[checks.TANGLE] = roll
VERBS = (Beneath,)
