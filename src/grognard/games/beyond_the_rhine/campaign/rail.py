"""BTR-ocs.rail, BTR-ocs.supply.detrain: railways: where trains run, what they carry, how they are
repaired.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..replacements import CONVERT
from ..series import TOKENS
from .acting import MOVEMENT, allowance, mover, not_acting
from .board import GRID, RAIL_HEXES, rails
from .movement import take_up
from .payment import pay
from .pieces import (
    ADJECTIVE,
    ALLIED,
    COMBAT,
    ENEMY,
    HQS,
    LABEL,
    LIMITS,
    MOVE,
    NAMES,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    SIDE,
    TRANSPORT,
)
from .position import Campaign, Train, fact
from .supply import detrainable, tokens_for
from .verbs import Entrain, Rail, RepairRail, Ship, add_tokens, holds, mark, on_ground, place, put, steps_left
from .waters import busted, terrain_now
from .zones import zone

_RAIL = LIMITS["rail"]
REPAIR_RANGE, MAX_REPAIRS = int(_RAIL["repair_hexes"]), int(_RAIL["max_repairs"])  # BTR-ocs.rail.repair


def capacity(state: Campaign, side: str) -> int:
    """BTR-ocs.rail.cap: SP of capacity left in this phase."""
    row = SCENARIOS[state.scenario]
    return (row["allied_rail_sp"] if side == ALLIED else row["german_rail_sp"]) - state.railed


def size(state: Campaign, unit: int) -> int:
    """BTR-ocs.rail.cap, BTR-ship.convert: what a unit takes up; a point is 1, and 1 more with its load."""
    piece = PIECES[unit]
    if TRANSPORT >> unit & 1:
        return 1 + bool(state.load[unit])
    re = steps_left(state, unit) if piece.steps > 1 else piece.re
    return ceil(re * CONVERT[piece.faces[MOVE].mobility])


def line_open(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.rail.where: detrainable hexes that trains run through: no enemy zone, negated or not, no
    trainbusting marker near.
    """
    return Hexes(detrainable(state, side) & ~(zone(state, ENEMY[side]) | busted(state, side)))


def net(state: Campaign, side: str, start: int) -> Hexes:
    """The hexes a train from here can reach."""
    open_, ways = line_open(state, side), rails(terrain_now(state))
    if not open_ >> start & 1:
        return Hexes(0)
    result = new = 1 << start
    while new:
        hex_ = new.bit_length() - 1
        new ^= 1 << hex_
        more = ways[hex_] & open_ & ~result
        result, new = result | more, new | more
    return Hexes(result & ~(1 << start))


# ---------------------------------------------------------------- units


def able(state: Campaign, frame: object) -> int:
    """Units on a detrainable hex that may board and for which capacity is left."""
    side = mover(state)
    left = capacity(state, side)
    if left <= 0 or state.phase != MOVEMENT:
        return 0
    open_ = line_open(state, side)
    mine = state.on_map & OF_SIDE[side] & ~(state.done | state.stopped | state.reserve | state.extended)
    ready = [u for u in members(mine) if open_ >> state.at[u] & 1 and _packed(state, u)]
    return set_of(u for u in ready if size(state, u) <= left)


def _packed(state: Campaign, unit: int) -> bool:
    if TRANSPORT >> unit & 1:
        return not state.spent[unit]
    return state.mode[unit] == MOVE and 2 * state.spent[unit] <= allowance(state, unit)


def cannot_rail(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    side, name = mover(state), LABEL[unit]
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.rail.where")
    if not line_open(state, side) >> state.at[unit] & 1:
        return Ruling("BTR-ocs.rail.where", f"{name} is not in a detrainable hex outside enemy zones")
    if not TRANSPORT >> unit & 1 and state.mode[unit] != MOVE:
        return Ruling("BTR-ocs.rail.where", f"{name} goes by rail in Move Mode only")
    if not _packed(state, unit) or (state.done | state.stopped | state.reserve) >> unit & 1:
        words = f"{name} has spent more than half its MA, has been left for another, or is in reserve"
        return Ruling("BTR-ocs.rail.where", words)
    left = max(capacity(state, side), 0)
    return Ruling("BTR-ocs.rail.cap", f"{name} takes up {size(state, unit)} SP of rail; {left} are left")


def ride(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    """It moves no farther in this segment."""
    used = size(state, unit)
    take_up(state, unit)
    state.set(fact.railed, state.railed + used, "BTR-ocs.rail.cap")
    place(state, unit, hex_, "BTR-ocs.rail.where")
    state.set_at(fact.spent, unit, allowance(state, unit), "BTR-ocs.rail.where")
    state.remove(fact.group, 1 << unit, "BTR-ocs.rail.where")
    mark(state, fact.done, 1 << unit, "BTR-ocs.rail.where")


RAIL_PICK = Pick(
    verb=Rail,
    names=NAMES,
    units=(Screen("BTR-ocs.rail.where", cannot_rail, able, decisive=True),),
    hexes=(
        Screen(
            "BTR-ocs.rail.where",
            "{hex} is not a detrainable hex of the same net, or trains cannot reach it",
            lambda state, frame: lambda unit: net(state, mover(state), state.at[unit]),
            each=True,
        ),
    ),
    apply=ride,
)

# ---------------------------------------------------------------- supply


def free_tokens(state: Campaign, side: str, hex_: int) -> int:
    """BTR-ocs.supply.leapfrog: tokens on the ground that have not moved in this phase."""
    return max(on_ground(state, side, hex_) - dict(state.hauled).get(hex_, 0), 0)


def shipments(state: Campaign) -> Sequence[Action]:
    """Dumps on the railway whose supply can go somewhere."""
    side = mover(state)
    if state.phase != MOVEMENT or capacity(state, side) < 1:
        return ()
    hexes = [h for h in members(line_open(state, side)) if free_tokens(state, side, h)]
    return [Entrain(GRID.name[h]) for h in hexes if net(state, side, h)]


def entrain(state: Campaign, action: Entrain) -> None:
    state.call(Train(side=mover(state), hex=GRID.hex(action.hex)), "BTR-ocs.rail.cap")


def cannot_entrain(state: Campaign, action: Entrain) -> Ruling:
    side, hex_ = mover(state), GRID.number.get(action.hex, Hex(-1))
    if state.phase != MOVEMENT:
        return Ruling("BTR-ocs.rail.cap", "trains run in the own Movement Segment only")
    if capacity(state, side) < 1:
        return Ruling("BTR-ocs.rail.cap", f"no rail capacity of the {ADJECTIVE[side]} side is left")
    if hex_ < 0 or not line_open(state, side) >> hex_ & 1:
        return Ruling("BTR-ocs.rail.where", f"{action.hex} is not a detrainable hex outside enemy zones")
    if not free_tokens(state, side, hex_):
        return Ruling(
            "BTR-ocs.supply.leapfrog", f"no supply in {action.hex} that has not moved in this phase"
        )
    return Ruling("BTR-ocs.rail.where", f"no train leads anywhere from {action.hex}")


def ship(state: Campaign, frame: Train, unit: int, hex_: Hex) -> None:
    """1 SP of capacity for up to 1 SP of supply."""
    lot = min(free_tokens(state, frame.side, frame.hex), TOKENS)
    state.set(fact.railed, state.railed + 1, "BTR-ocs.rail.cap")
    add_tokens(state, frame.side, frame.hex, -lot, "BTR-ocs.rail.cap")
    add_tokens(state, frame.side, hex_, lot, "BTR-ocs.rail.cap")
    moved = put(state.hauled, hex_, dict(state.hauled).get(hex_, 0) + lot)
    state.set(fact.hauled, moved, "BTR-ocs.supply.leapfrog")


TRAIN = (
    Phase(
        clause="BTR-ocs.rail.where",
        name="train",
        title="where the train goes",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=Ship,
                hexes=(
                    Screen(
                        "BTR-ocs.rail.where",
                        "{hex} is not a detrainable hex of the same net, or trains cannot reach it",
                        lambda state, frame: net(state, frame.side, frame.hex),
                    ),
                ),
                apply=ship,
            ),
        ),
        once=True,
    ),
)

# ---------------------------------------------------------------- repair


def repairers(state: Campaign, frame: object) -> int:
    """HQs that have not moved, in Combat Mode, with a token in reach; at most four hexes a phase each."""
    side = mover(state)
    if state.phase != MOVEMENT or SCENARIOS[state.scenario].get("learning"):
        return 0
    mine = state.on_map & HQS & OF_SIDE[side] & ~(state.done | state.reserve)
    fresh = [u for u in members(mine) if state.mode[u] == COMBAT and not state.spent[u]]
    fresh = [u for u in fresh if state.rails_repaired[u] < MAX_REPAIRS]
    return set_of(u for u in fresh if tokens_for(state, side, state.at[u]))


def cannot_repair(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    side, name = mover(state), LABEL[unit]
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.rail.repair")
    if not HQS >> unit & 1:
        return Ruling("BTR-ocs.rail.repair", f"{name} is not an HQ")
    if state.rails_repaired[unit] >= MAX_REPAIRS:
        return Ruling("BTR-ocs.rail.repair", f"{name} has repaired {MAX_REPAIRS} hexes in this phase")
    words = f"{name} repairs unmoved, in Combat Mode, and with 1T in reach"
    return Ruling("BTR-ocs.rail.repair", words)


def to_repair(state: Campaign, frame: object) -> int:
    """Rail hexes of the mover that changed hands and have not been repaired."""
    return state.cut_rails & RAIL_HEXES & holds(state, mover(state))


def close_by(state: Campaign, frame: object) -> Callable[[int], int]:
    return lambda unit: GRID.within(1 << state.at[unit], REPAIR_RANGE) if state.at[unit] >= 0 else 0


def repair(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    """Who has repaired does not move in this segment."""
    state.remove(fact.cut_rails, 1 << hex_, "BTR-ocs.rail.repair")
    state.set_at(fact.rails_repaired, unit, state.rails_repaired[unit] + 1, "BTR-ocs.rail.repair")
    pay(state, SIDE[unit], 1, [unit], f"the railway in {GRID.name[hex_]}", "BTR-ocs.rail.repair")


REPAIR_PICK = Pick(
    verb=RepairRail,
    names=NAMES,
    units=(Screen("BTR-ocs.rail.repair", cannot_repair, repairers, decisive=True),),
    hexes=(
        Screen(
            "BTR-ocs.rail.repair",
            "{hex} is not a rail hex of yours that was taken and not repaired",
            to_repair,
            decisive=True,
        ),
        Screen("BTR-ocs.rail.repair", "{hex} is more than 3 hexes from {unit}", close_by, each=True),
    ),
    apply=repair,
)
