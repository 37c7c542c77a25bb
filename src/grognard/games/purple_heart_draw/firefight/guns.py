"""ASL-C2: Guns that stand on the ground: what they are, who serves them, where they point, and how they
come to light. A Gun is a weapon with a holder like a machine gun, but stays where it is when its crew
leaves.
"""

from __future__ import annotations

from typing import NamedTuple

from ..board import GRID
from ..pieces import SIDES
from . import ordnance, vehicles
from .arcs import is_covered
from .forces import GUN_SIDE, SIDE
from .foxholes import PAVED
from .ordnance import WEAPONS, Weapon
from .position import G_EMPLACED, HIDDEN, Firefight, fact
from .terrain import BRIDGE_HEX, read
from .units import clear, cover, has, is_good, kind, on_map, pieces_of, show

DATA = read("guns.toml")


class Piece(NamedTuple):
    """What a Gun has beyond other weapons."""

    id: str
    crew: str
    m: int  # ASL-C10.3: manhandling number
    size: int  # ASL-C6.7: as a target
    shield: bool
    ammo: tuple[str, ...]
    special: dict[str, int]


PIECES = {
    row["id"]: Piece(
        row["id"],
        row["crew"],
        row["m"],
        ordnance.TO_HIT["size"][row["size"]],
        row["shield"],
        tuple(row["ammo"]),
        row["special"],
    )
    for row in DATA["gun"]
}
NO_EMPLACEMENT = PAVED | 1 << BRIDGE_HEX  # ASL-C2.7

# ---------------------------------------------------------------- reading


def own_pieces(state: Firefight, side: str) -> list[int]:
    """The Guns that units of a side serve on the map."""
    return [g for unit in on_map(state, side) for g in pieces_of(state, unit)]


def piece(state: Firefight, g: int) -> Piece:
    return PIECES[state.gun_kind[g]]


def weapon(state: Firefight, g: int) -> Weapon:
    return WEAPONS[state.gun_kind[g]]


def is_crew(state: Firefight, g: int, unit: int) -> bool:
    """ASL-C2.1: a crew of the Gun's own nation."""
    return kind(state, unit).type == "crew" and SIDE[unit] == GUN_SIDE[g]


def at(state: Firefight, g: int) -> int:
    holder = state.holder[g]
    return int(state.at[holder] if holder >= 0 else state.gun_at[g])


def is_emplaced(state: Firefight, g: int) -> bool:
    """ASL-C11.2: as it was set up, and served by its own crew."""
    unit = state.holder[g]
    return bool(state.gun_flags[g] & G_EMPLACED) and unit >= 0 and is_crew(state, g, unit)


def shield_of(state: Firefight, g: int) -> int:
    """ASL-C11.5: where the gunshield points that covers a Good Order crew; -1: none does."""
    unit = state.holder[g]
    covers = unit >= 0 and is_crew(state, g, unit) and is_good(state, unit) and piece(state, g).shield
    return state.pointing[g] if covers else -1


def shields(hex_: int, pointing: int, at_: int) -> bool:
    """ASL-C11.5: against fire from the covered arc."""
    return pointing >= 0 and at_ >= 0 and is_covered(hex_, pointing, at_)


def spent(state: Firefight, g: int) -> list[str]:
    return state.gun_spent[g].split()


# ---------------------------------------------------------------- changing


def point(state: Firefight, g: int, spine: int, clause: str) -> None:
    state.set_at(fact.pointing, g, spine, clause)


def mark(state: Firefight, g: int, bits: int, clause: str) -> None:
    state.set_at(fact.gun_flags, g, state.gun_flags[g] | bits, clause)


def unmark(state: Firefight, g: int, bits: int, clause: str) -> None:
    state.set_at(fact.gun_flags, g, state.gun_flags[g] & ~bits, clause)


def emplace(state: Firefight, side: str) -> None:
    """ASL-C11.2: Guns set up with their crews are Emplaced, but on the paved highway and the bridge."""
    for g in own_pieces(state, side):
        if is_crew(state, g, state.holder[g]) and not NO_EMPLACEMENT >> at(state, g) & 1:
            mark(state, g, G_EMPLACED, "ASL-C11.2")


def lose_emplacement(state: Firefight, hex_: int, clause: str) -> None:
    """ASL-C11.2: by giving up Wall Advantage."""
    for side in SIDES:
        for g in own_pieces(state, side):
            if at(state, g) == hex_ and state.gun_flags[g] & G_EMPLACED:
                unmark(state, g, G_EMPLACED, clause)


def step_out(state: Firefight, unit: int) -> None:
    """ASL-A12.34: a hidden Gun that fires is under a "?" at least."""
    if has(state, unit, HIDDEN):
        clear(state, unit, HIDDEN, "ASL-A12.34")
        cover(state, unit, "ASL-A12.34")


def reveal(state: Firefight, unit: int, colored: int, own_hex: bool, near: bool, far: bool) -> None:
    """ASL-A12.34: by the colored die, if a Good Order enemy sees it; fire into its own hex always does."""
    row = DATA["reveal"]
    if own_hex or (near and colored >= row["near"]) or (far and colored >= row["far"]):
        show(state, unit, "ASL-A12.34")


def acquired_name(state: Firefight, goal: int) -> str:
    """ASL-C6.5: what a Gun or mortar has acquired: a hex, or below 0 a vehicle."""
    return GRID.name[goal] if goal >= 0 else vehicles.name(state, -2 - goal)


def is_crew_at_all(state: Firefight, unit: int) -> bool:
    """ASL-C5.8: a crew, of whatever nation."""
    return kind(state, unit).type == "crew"
