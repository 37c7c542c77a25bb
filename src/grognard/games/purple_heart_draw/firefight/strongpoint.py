"""ASL-B23.9: the fortified building: chosen in secret, worth more cover, and closed while it is held."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.facts import is_unknown
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from .forces import ENEMY
from .foxholes import WORKS
from .position import PIN, Firefight, fact
from .terrain import BUILDINGS
from .units import in_hex, is_good, kind, known_in, number
from .words import Fortify

MORE = int(WORKS["fortified_building"]["tem"])
ENOUGH = 2  # half-squads that hold it


def is_fortified(state: Firefight, hex_: int) -> bool:
    """Whether everybody knows that a hex holds a fortified building."""
    return bool((state.forts_found[0] | state.forts_found[1]) >> hex_ & 1)


def is_secretly(state: Firefight, side: str, hex_: int) -> bool:
    """Whether a side has fortified a building and the enemy does not know it. Only the referee asks."""
    n = number(side)
    return not is_unknown(state.fortified[n]) and bool(secret(state, n) >> hex_ & 1)


def secret(state: Firefight, n: int) -> Hexes:
    """The fortified buildings of a side that the enemy does not know."""
    return Hexes(state.fortified[n] & ~state.forts_found[n])


def uncover(state: Firefight, side: str, hex_: int) -> None:
    if is_secretly(state, side, hex_):
        n = number(side)
        state.set_at(fact.forts_found, n, Hexes(state.forts_found[n] | 1 << hex_), "ASL-B23.9")
        state.note("ASL-B23.9", "the building in {} is fortified", GRID.name[hex_], kind="reveal")


# ---------------------------------------------------------------- set-up


def _sites(state: Firefight, frame: object) -> int:
    """PHD-3.ssr.5.ff: one building of the set-up area, where the card says so."""
    if not state.card.fortify:
        return 0
    own = state.fortified[number(state.card.first_setup)]
    return int(state.card.setup & BUILDINGS & ~own)


def fortify(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    state.set_at(fact.fortified, number(state.card.first_setup), Hexes(1 << hex_), "PHD-3.ssr.5.ff")


FORTIFY = Pick(
    verb=Fortify,
    units=(
        Screen(
            "PHD-3.ssr.5.ff",
            "no building is fortified on this card",
            lambda state, frame: int(state.card.fortify),
        ),
    ),
    hexes=(
        Screen("PHD-3.ssr.5.ff", "{hex} is not a building of the set-up area that could be chosen", _sites),
    ),
    apply=fortify,
)

# ---------------------------------------------------------------- entry


def _strength(state: Firefight, units: Iterable[int]) -> int:
    return sum(kind(state, u).size for u in units if is_good(state, u) and not state.flags[u] & PIN)


def closed(state: Firefight, side: str) -> Hexes:
    """ASL-B23.922: fortified buildings that a side knows to be held by an unpinned Good Order squad."""
    forts = members(state.forts_found[number(ENEMY[side])])
    return Hexes(set_of(at for at in forts if _strength(state, known_in(state, side, at)) >= ENOUGH))


def keeps_out(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-B23.922: whether a unit of a side that tries to enter finds a fortified building held; it
    then knows.
    """
    enemy = ENEMY[side]
    is_fort = state.fortified[number(enemy)] >> hex_ & 1
    if not is_fort or _strength(state, in_hex(state, enemy, hex_)) < ENOUGH:
        return False
    uncover(state, enemy, hex_)
    return True
