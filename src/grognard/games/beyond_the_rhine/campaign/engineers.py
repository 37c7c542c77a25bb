"""BTR-ocs.hog.build: HQs and engineers build hedgehogs."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from ..series import TOKENS
from .acting import mover, not_acting
from .board import GRID, NEAR
from .payment import pay
from .pieces import COMBAT, HQS, LABEL, LIMITS, NAMES, OF_SIDE, SIDE, units_where
from .position import Campaign, fact
from .supply import tokens_for
from .verbs import Build, level, mark, put
from .zones import occupied

ENGINEERS = units_where(lambda piece: piece.kind in ("us_engineer", "engineer", "pioneer"))
BUILDERS = HQS | ENGINEERS
PRICE = int(LIMITS["hedgehog"]["sp"]) * TOKENS
HIGHEST = int(LIMITS["hedgehog"]["max_level"])


def able(state: Campaign, frame: object) -> int:
    """Unmoved HQs and engineers in Combat Mode that are not DG, no reserve, and can draw 2 SP."""
    side = mover(state)
    mine = state.on_map & OF_SIDE[side] & BUILDERS & ~(state.dg | state.reserve | state.done)
    fresh = [u for u in members(mine) if state.mode[u] == COMBAT and not state.spent[u]]
    return set_of(u for u in fresh if tokens_for(state, side, state.at[u]) >= PRICE)


def cannot_build(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    name, bit, side = LABEL[unit], 1 << unit, mover(state)
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.hog.build")
    if not BUILDERS & bit:
        return Ruling("BTR-ocs.hog.build", f"{name} is neither an HQ nor an engineer unit")
    if state.mode[unit] != COMBAT or (state.dg | state.reserve) & bit:
        return Ruling("BTR-ocs.hog.build", f"{name} builds in Combat Mode only, not DG, not in reserve")
    if state.spent[unit] or state.done & bit:
        return Ruling("BTR-ocs.hog.build", f"{name} has moved or built in this segment")
    return Ruling("BTR-ocs.hog.build", f"{name} cannot draw the {PRICE}T of a level")


def sites(state: Campaign, frame: object) -> int:
    """Own hexes with a combat unit that have no new level this turn and are not at the highest."""
    mine = occupied(state, mover(state)) & ~state.built
    return set_of(h for h in members(mine) if level(state, h) < HIGHEST)


def no_site(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    name = GRID.name[hex_]
    if not occupied(state, mover(state)) >> hex_ & 1:
        return Ruling("BTR-ocs.hog.build", f"no own combat unit is in {name}")
    if state.built >> hex_ & 1:
        return Ruling("BTR-ocs.hog.build", f"{name} has got a level in this turn")
    return Ruling(
        "BTR-ocs.hog.build", f"the hedgehog in {name} has level {HIGHEST}, the highest that is built"
    )


def beside(state: Campaign, frame: object) -> Callable[[int], int]:
    """In its hex or next to it."""
    return lambda unit: NEAR[state.at[unit]] | 1 << state.at[unit] if state.at[unit] >= 0 else 0


def build(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    """One level for 2 SP; who builds does not move in this segment."""
    state.set(fact.hedgehogs, put(state.hedgehogs, hex_, level(state, hex_) + 1), "BTR-ocs.hog.build")
    state.add(fact.built, 1 << hex_, "BTR-ocs.hog.build")
    mark(state, fact.done, 1 << unit, "BTR-ocs.hog.build")
    purpose = f"the hedgehog in {GRID.name[hex_]}"
    pay(state, SIDE[unit], PRICE, [unit], purpose, "BTR-ocs.hog.build")


BUILD = Pick(
    verb=Build,
    names=NAMES,
    units=(Screen("BTR-ocs.hog.build", cannot_build, able, decisive=True),),
    hexes=(
        Screen("BTR-ocs.hog.build", no_site, sites, decisive=True),
        Screen("BTR-ocs.hog.build", "{hex} is neither the hex of {unit} nor next to it", beside, each=True),
    ),
    apply=build,
)
