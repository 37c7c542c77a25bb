"""BTR-ocs.truck, BTR-ocs.dump: loading, unloading, blowing dumps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import DIE, Auto, Chance
from grognard.core.ruling import Ruling

from ..fights import nearest
from ..series import TOKENS
from . import rail
from .acting import MOVEMENT, mover, not_acting
from .board import GRID
from .pieces import ADJECTIVE, LABEL, LIMITS, NAMES, OF_SIDE, SIDE, TRANSPORT, UNIT
from .position import Blowing, Campaign, fact
from .verbs import (
    Blow,
    Entrain,
    Load,
    Roll,
    Unload,
    add_tokens,
    carriers_in,
    on_ground,
    put,
    stores,
    take_tokens,
)
from .visibility import is_foggy

BLOWN: list[int] = LIMITS["demolition"]["dump"]  # per cent by the die


def loadable(state: Campaign, unit: int) -> int:
    """BTR-ocs.supply.transport, BTR-ocs.supply.leapfrog: tokens on the ground here that were not moved in
    this phase.
    """
    hex_, side = state.at[unit], SIDE[unit]
    free = on_ground(state, side, hex_) - dict(state.hauled).get(hex_, 0)
    return max(min(free, TOKENS - state.load[unit]), 0)


def carriers(state: Campaign) -> list[int]:
    """Points that may be loaded or unloaded: in the own Movement Segment, not left for others."""
    if state.phase != MOVEMENT:
        return []
    return members(state.on_map & TRANSPORT & OF_SIDE[mover(state)] & ~state.done)


def handling(state: Campaign, frame: object) -> Sequence[Action]:
    """BTR-ocs.truck.load, BTR-ocs.truck.split, BTR-ocs.dump.blow: dumps to blow, and loads by tokens."""
    points = carriers(state)
    actions: list[Action] = [
        Blow(GRID.name[h]) for h in sorted(stores(state, mover(state))) if not state.blown >> h & 1
    ]
    actions += rail.shipments(state)
    actions += [
        Load(NAMES[u], n) for u in points for n in range(1, loadable(state, u) + 1) if not state.spent[u]
    ]
    return actions + [Unload(NAMES[u], n) for u in points for n in range(1, state.load[u] + 1)]


def handle(state: Campaign, frame: object, action: Action) -> None:
    if isinstance(action, Blow):
        return blow(state, GRID.hex(action.hex))
    if isinstance(action, Entrain):
        return rail.entrain(state, action)
    assert isinstance(action, Load | Unload)
    return _handle(state, action)


def _handle(state: Campaign, action: Load | Unload) -> None:
    unit, tokens = UNIT[action.unit], action.tokens
    hex_, side = state.at[unit], SIDE[unit]
    if isinstance(action, Load):
        add_tokens(state, side, hex_, -tokens, "BTR-ocs.truck.load")
        state.set_at(fact.load, unit, state.load[unit] + tokens, "BTR-ocs.truck.load")
        return
    state.set_at(fact.load, unit, state.load[unit] - tokens, "BTR-ocs.truck.load")
    add_tokens(state, side, hex_, tokens, "BTR-ocs.dump.make")
    state.set(
        fact.hauled,
        put(state.hauled, hex_, dict(state.hauled).get(hex_, 0) + tokens),
        "BTR-ocs.supply.leapfrog",
    )


def refuse_handling(state: Campaign, frame: object, action: Action) -> Ruling | None:
    """Why tokens are not loaded or unloaded, or a dump is not blown."""
    if isinstance(action, Blow):
        return _cannot_blow(state, action)
    if isinstance(action, Entrain):
        return rail.cannot_entrain(state, action)
    if not isinstance(action, Load | Unload) or action.unit not in UNIT:
        return None
    unit = UNIT[action.unit]
    name, side = LABEL[unit], mover(state)
    if not TRANSPORT >> unit & 1:
        return Ruling("BTR-ocs.supply.transport", f"{name} is not a transport point")
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.truck.load")
    if state.phase != MOVEMENT:
        return Ruling(
            "BTR-ocs.truck.move", "transport points are loaded and moved in the own Movement Segment only"
        )
    if state.done >> unit & 1:
        return Ruling("BTR-ocs.move.order", f"{name} has moved in this segment and was left for another")
    if isinstance(action, Unload):
        return Ruling("BTR-ocs.truck.load", f"{name} carries {state.load[unit]}T, not {action.tokens}T")
    return _cannot_load(state, unit)


def _cannot_load(state: Campaign, unit: int) -> Ruling:
    hex_, name = GRID.name[state.at[unit]], LABEL[unit]
    if state.spent[unit]:
        return Ruling("BTR-ocs.truck.load", f"{name} has begun to move; it is loaded before")
    if dict(state.hauled).get(state.at[unit], 0):
        return Ruling(
            "BTR-ocs.supply.leapfrog", f"what was unloaded in {hex_} in this phase is not loaded again"
        )
    words = (
        f"{name} has room for {TOKENS - state.load[unit]}T, and"
        f" {on_ground(state, SIDE[unit], state.at[unit])}T lie in {hex_}"
    )
    return Ruling("BTR-ocs.supply.transport", words)


# ---------------------------------------------------------------- blowing


def _cannot_blow(state: Campaign, action: Blow) -> Ruling:
    if GRID.number.get(action.hex, -1) not in stores(state, mover(state)):
        return Ruling("BTR-ocs.dump.any", f"the {ADJECTIVE[mover(state)]} side has no supply in {action.hex}")
    return Ruling("BTR-ocs.dump.blow", f"the dump in {action.hex} has been tried in this phase")


def blow(state: Campaign, hex_: int) -> None:
    state.add(fact.blown, 1 << hex_, "BTR-ocs.dump.blow")
    state.call(Blowing(side=mover(state), hex=hex_), "BTR-ocs.dump.blow")


def roll_blow(state: Campaign, frame: Blowing, action: Roll) -> None:
    """Ground and loads lose their shares, together the share of the whole; under fog the sum is the owner's
    to know (BTR-ocs.play.open).
    """
    side, hex_, name = frame.side, frame.hex, GRID.name[frame.hex]
    ground, total = on_ground(state, side, hex_), stores(state, side).get(hex_, 0)
    gone = _blow_parts(state, frame, BLOWN[action.face - 1])
    foggy, words = is_foggy(state), "die {}: {}T of {}T in {} are blown"
    if foggy:
        left = ground - on_ground(state, side, hex_)
        seen = "die {}: {}T of {}T on the ground in {} are blown"
        state.note("BTR-ocs.dump.blow", seen, action.face, left, ground, name, kind="result")
    to = side if foggy else None
    state.note("BTR-ocs.dump.blow", words, action.face, gone, total, name, to=to, kind="result")
    state.goto(1, "BTR-ocs.dump.blow")


def _blow_parts(state: Campaign, frame: Blowing, percent: int) -> int:
    """The ground first, then one load after another, each up to the share of all so far."""
    before = on_ground(state, frame.side, frame.hex)
    gone = nearest(Fraction(before * percent, 100))
    take_tokens(state, frame.side, frame.hex, gone, "BTR-ocs.dump.blow")
    for unit in carriers_in(state, frame.hex, frame.side):
        before += state.load[unit]
        if part := nearest(Fraction(before * percent, 100)) - gone:
            state.set_at(fact.load, unit, state.load[unit] - part, "BTR-ocs.dump.blow")
            gone += part
    return gone


BLOWING = (
    Chance(
        clause="BTR-ocs.dump.blow",
        name="blowing",
        outcomes=lambda state, frame: DIE,
        apply=roll_blow,
        about=lambda state, frame: f"the dump in {GRID.name[frame.hex]}",
    ),
    Auto(clause="BTR-ocs.dump.blow", do=lambda state, frame: None, due=lambda state, frame: False),
)
