"""ASL-B28: anti-personnel mines: laid in secret at set-up, they attack who enters or leaves their hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.core.hexes import Hex
from grognard.core.procedure import Auto, Pick, Screen

from ..board import GRID
from .fire_for_effect import fall
from .forces import ENEMY, SIDE
from .foxholes import PAVED, WORKS
from .position import BROKEN, PIN, Attack, Firefight, Leaving, fact
from .shots import MINE_FIRE, mine_power
from .terrain import BRIDGE_HEX, MULTI_HEX
from .units import number
from .words import Mine

LEAST: int = min(WORKS["ap_mines"]["strengths"])

# ---------------------------------------------------------------- where they are


def uncover(state: Firefight, hex_: int) -> None:
    """ASL-B28.41: their place comes to light; how strong they are only by a result."""
    if mine_power(state, hex_) and hex_ not in dict(state.mines_found):
        state.note("ASL-B28.41", "mines in {} come to light", GRID.name[hex_], kind="reveal")
        state.set(fact.mines_found, tuple(sorted((*state.mines_found, (hex_, 0)))), "ASL-B28.41")


# ---------------------------------------------------------------- set-up


def allowed(state: Firefight) -> int:
    """How many fields the side that sets up first may lay: PHD-n.bal.ff."""
    return state.card.forces(state.options.balance)[state.card.first_setup].mines // LEAST


def _sites(state: Firefight, frame: object) -> int:
    laid = sum(1 << hex_ for hex_, _ in state.mines[number(state.card.first_setup)])
    return int(state.card.setup) & ~(laid | PAVED | 1 << BRIDGE_HEX) if allowed(state) else 0


def lay(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """A field too many takes the place of the first."""
    key = number(state.card.first_setup)
    rows = (*state.mines[key], (int(hex_), LEAST))[-allowed(state) :]
    state.set_at(fact.mines, key, rows, "ASL-B28")


MINE = Pick(
    verb=Mine,
    units=(
        Screen("ASL-B28", "the side has no mines to lay", lambda state, frame: int(bool(allowed(state)))),
    ),
    hexes=(Screen("ASL-B28", "{hex} cannot be mined, or is outside the set-up area", _sites),),
    apply=lay,
)

# ---------------------------------------------------------------- the attack


def strike(state: Firefight, units: Iterable[int], hex_: int, clause: str = "ASL-B28.41") -> bool:
    """Calls the attack of the mines in a hex on units there; gives whether there are any."""
    there = tuple(u for u in units if state.at[u] == hex_)  # ASL-B28.5: anti-tank mines do not count
    if not there or not mine_power(state, hex_):
        return False
    uncover(state, hex_)
    state.note(clause, "mines attack in {}", GRID.name[hex_], kind="attack")
    state.call(Attack(side=ENEMY[SIDE[there[0]]], hex=hex_, kind=MINE_FIRE, targets=there), "ASL-B28.4")
    return True


def is_inside(a: int, b: int) -> bool:
    """ASL-B28.4: whether a step stays within one building, where mines do not attack."""
    a, b = GRID.ground_of(a), GRID.ground_of(b)
    return a == b or (a in MULTI_HEX and MULTI_HEX[a] == MULTI_HEX.get(b, ""))


def on_entry(state: Firefight, units: Iterable[int], before: int, hex_: int) -> None:
    """FF-WIN.1: mines, and after them shells that fall there."""
    fall(state, units, before, hex_)
    if not is_inside(before, hex_):
        strike(state, units, hex_)


def on_exit(state: Firefight, units: tuple[int, ...], hex_: int, kind: str, price: int, words: str) -> bool:
    """ASL-B28.412: the exit attack comes first, in the old hex; then who can goes on. Gives whether it
    comes.
    """
    at = state.at[units[0]]
    if at < 0 or at == hex_ or is_inside(at, hex_) or not mine_power(state, at):
        return False
    state.call(Leaving(kind=kind, units=units, hex=hex_, at=at, price=price, words=words), "ASL-B28.412")
    return strike(state, units, at, "ASL-B28.412")


Go = Callable[[Firefight, Leaving, tuple[int, ...]], None]
GO_ON: dict[str, Go] = {}  # each way of leaving a hex adds how it goes on


def go_on(state: Firefight, frame: Leaving) -> None:
    """ASL-B28.412: who was broken or pinned by the attack stays; a routing unit goes on as it can."""
    state.set(fact.stack, state.stack[:-1], "ASL-B28.412")
    halts = 0 if frame.kind in ("rout", "crawl", "flee") else BROKEN | PIN
    fit = tuple(u for u in frame.units if state.at[u] == frame.at and not state.flags[u] & halts)
    GO_ON[frame.kind](state, frame, fit)


LEAVING = (Auto(clause="ASL-B28.412", do=go_on),)
