"""PHD-R16, PHD-C5.14.drm: the hexes a unit may redeploy to, and the DR for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grognard.core.ruling import Modifier

from .arrival import bog_drm
from .board import GRID, NO_CLIFF
from .charts import RANGE, REDEPLOYMENT, TWO_DICE, row_of
from .ground import Zones
from .pieces import (
    CAPACITY,
    FLAG,
    KINDS,
    LEADER,
    NUMBER,
    PORTAGE,
    SIDE,
    bare,
    is_gun,
)
from .position import (
    PurpleHeartDraw,
    ground,
    start_of,
)
from .units import (
    half_squads,
    is_infantry,
    is_vehicle,
)

MOVED = FLAG["redeployed"]

HEAT, CHOSEN = "heat_of_battle", "chosen"  # PHD-C5.14.note1, and that random selection has spoken
NEEDS = {"i": "must", "ii": "may", "iii": "must", "iv": "must", "v": "may"}

# ---------------------------------------------------------------- where to: PHD-R16


def reach_of(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-C5.14.range"""
    if is_vehicle(state, unit):
        return RANGE["afv_manned_mobile"]
    return RANGE["gun_possessed"] if any(is_gun(g) for g in state.gear[unit]) else RANGE["infantry"]


def ring(start: int, through: int, distance: int, drives: bool = False) -> int:
    """Hexes at most so many steps from a hex, over hexes of `through`; who drives crosses no cliff (PHD-R19,
    PHD-A2).
    """
    seen = new = 1 << start
    for _ in range(distance):
        new = (GRID.cross(new, NO_CLIFF) if drives else GRID.near(new)) & through & ~seen
        if not new:
            break
        seen |= new
    return seen & ~(1 << start)


def nearest_groups(zones: Zones, n: int, start: int, linked: bool) -> int:
    """PHD-R16: the groups of the side's TAC with a hex at the smallest distance; ties to the owner."""
    tac = zones.linked[n] if linked else zones.tac[n]
    if not tac:
        return 0
    near = 1 << start
    for _ in range(70):
        if near & tac:
            return GRID.flood(near & tac, tac)
        near = GRID.within(near, 1)
    return 0


def goals(state: PurpleHeartDraw, side: str, unit: int, which: str) -> int:
    """Hexes a unit may redeploy to: friendly, in range over a path it can use, with room for it."""
    n, zones, start = NUMBER[side], ground(state), start_of(state, unit)
    open_, drives = GRID.all & ~int(state.blaze), is_vehicle(state, unit)  # PHD-C2.ENTER, PHD-R19
    if which == "v":
        friendly = zones.friendly(n)
        return ring(start, open_ & friendly, reach_of(state, unit), drives) & zones.feba[n]
    target = nearest_groups(zones, n, start, linked=which == "ii")
    return ring(start, open_, reach_of(state, unit), drives) & target & open_


def crossable(state: PurpleHeartDraw, side: str, which: str) -> int:
    """PHD-R16: the hexes a redeployment may cross: behind the own FEBA friendly ones, else all that do not
    burn.
    """
    open_ = GRID.all & ~int(state.blaze)
    return open_ & ground(state).friendly(NUMBER[side]) if which == "v" else open_


def bog_check(state: PurpleHeartDraw, side: str, unit: int, goal: int, which: str) -> int | None:
    """PHD-C5.2: the DRM of the Bog DR a vehicle makes at the end of its way; `None`: it makes none."""
    if not is_vehicle(state, unit):
        return None
    return bog_drm(state, start_of(state, unit), goal, crossable(state, side, which), reach_of(state, unit))


# ---------------------------------------------------------------- the DR: PHD-C5.14.drm

DRM = {
    row["id"]: int(row["value"]) for row in REDEPLOYMENT["drm"] if row["id"] != "leadership"
}  # which a leader has printed


def modifiers(state: PurpleHeartDraw, side: str, units: Sequence[int], hex_: int) -> list[Modifier]:
    """PHD-C5.14.drm, all cumulative; PHD-C5.13.a: leaders help the units that go with them."""
    n, zones, bit = NUMBER[side], ground(state), 1 << hex_
    infantry = [u for u in units if is_infantry(state, u)]
    wire = infantry and on_wire(state, hex_) and not zones.feba[n] & bit
    excess = max(half_squads(state, units) - 2, 0)
    result = (
        (DRM["isolated"] * bool(zones.isolated[n] & bit), "Isolated"),
        (DRM["wire"] * bool(wire), "Infantry on Wire outside the friendly FEBA"),
        (DRM["no_mans_land"] * bool(zones.nml & bit), "in No-Man's Land"),
        (DRM["stun"] * any(state.status[u] & FLAG["stunned"] for u in units), "Stun"),
        (DRM["enemy_feba"] * bool(zones.feba[1 - n] & bit), "in the enemy FEBA"),
        (DRM["stack_size"] * excess, "half-squad equivalents above one squad on the same DR"),
        (DRM["portage"] * sum(overload(state, u) for u in infantry), "PP above IPC"),
        (
            DRM["adjacent_front"] * bool(zones.front[n] & GRID.near_to[hex_]),
            "adjacent to a friendly Front Line Hex",
        ),
        (DRM["labor"] * any(state.status[u] & FLAG["labor"] for u in units), "under Labor"),
        (leadership(state, units), "leadership"),
    )
    return [Modifier(amount, "PHD-C5.14.drm", because) for amount, because in result if amount]


def on_wire(state: PurpleHeartDraw, hex_: int) -> bool:
    return any(item == "wire" and at == hex_ for forts in state.forts for item, at in forts)


def overload(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-C5.14.drm: portage points above the unit's capacity; what can be dismantled counts dismantled."""
    side = SIDE[unit]
    load = sum(PORTAGE.get(bare(g), {}).get(side, 2) for g in state.gear[unit] if bare(g) in PORTAGE)
    return max(load - CAPACITY[KINDS[state.kind[unit]].type], 0)


def leadership(state: PurpleHeartDraw, units: Iterable[int]) -> int:
    """The best leader (or Armour Leader) of the stack; a wounded leader counts as printed."""
    result = [KINDS[state.kind[u]].modifier for u in units if KINDS[state.kind[u]].type == LEADER]
    for u in units:
        result += [KINDS[g[2:]].modifier for g in state.gear[u] if g.startswith("AL")]
    return min(result, default=0)


def result_of(vehicle: bool, original: int, drm: int) -> tuple[str, ...]:
    """PHD-C5.14.table; PHD-C5.14.note1: an Original 2 always redeploys."""
    if original == 2:
        return ("redeploys",) if vehicle else ("redeploys", HEAT)
    return tuple(row_of(REDEPLOYMENT["table"], original + drm)["mobile_vehicle" if vehicle else "infantry"])


def odds(vehicle: bool, drm: int) -> dict[tuple[str, ...], Fraction]:
    """The exact chance of every result: what the page shows before the dice."""
    chances: dict[tuple[str, ...], Fraction] = {}
    for roll, chance in TWO_DICE.items():
        result = result_of(vehicle, roll, drm)
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances
