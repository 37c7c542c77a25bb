"""BTR-ocs.combat.loss-spread, BTR-ocs.combat.firststep: which units lose steps."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.hexes import members, set_of
from grognard.core.procedure import Phase, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling, counted

from .pieces import LABEL, NAMES
from .position import Campaign, Losses
from .verbs import Lose, lose_steps


def call_losses(state: Campaign, frame: Losses) -> None:
    if frame.due and frame.units:
        state.call(frame, frame.clause)


def alive(state: Campaign, units: Sequence[int]) -> int:
    return set_of(unit for unit in units if state.at[unit] >= 0)


def may_lose(state: Campaign, frame: Losses) -> int:
    """The units one of which loses the next step."""
    able = alive(state, frame.units) if frame.due else 0
    if not frame.spread:
        return able
    if frame.first >= 0 and not frame.hit and able >> frame.first & 1:
        return 1 << frame.first
    rest = able & ~set_of(frame.hit)
    return rest or able


def why_not(state: Campaign, frame: Losses, unit: int, hex_: int) -> Ruling:
    name = LABEL[unit]
    if unit not in frame.units or state.at[unit] < 0:
        return Ruling(frame.clause, f"{name} takes no part in this loss")
    if frame.first >= 0 and not frame.hit:
        return Ruling(
            "BTR-ocs.combat.firststep", f"the first step comes from the AR unit, {LABEL[frame.first]}"
        )
    return Ruling(
        "BTR-ocs.combat.loss-spread", f"{name} has lost a step; every unit loses one before any loses two"
    )


def lose(state: Campaign, frame: Losses, unit: int, hex_: int) -> None:
    hit = frame.hit if any(able not in frame.hit for able in members(alive(state, frame.units))) else ()
    lose_steps(state, unit, 1, frame.clause)
    state.replace(replace(frame, due=frame.due - 1, hit=(*hit, unit)), frame.clause)


LOSSES = (
    Phase(
        clause="BTR-ocs.combat.loss-spread",
        name="losses",
        title="choice of the losses",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=Lose,
                names=NAMES,
                units=(Screen("BTR-ocs.combat.loss-spread", why_not, may_lose),),
                apply=lose,
                open=open_if_any,
            ),
        ),
        must=lambda state, frame: Ruling(frame.clause, f"{counted(frame.due, 'step')} must still be lost"),
    ),
)
