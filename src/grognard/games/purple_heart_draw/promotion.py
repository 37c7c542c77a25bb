"""PHD-C5.23: battlefield promotion."""

from __future__ import annotations

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import total

from . import verbs
from .charts import promotion_modifiers, row_of
from .pieces import (
    CREW,
    FLAG,
    NAMES,
    NUMBER,
    PERSONNEL,
    SIDE,
    SIDES,
    TITLE,
    with_drm,
)
from .position import Mask, PurpleHeartDraw, Reason, fact, own
from .units import can_harden, hardens, members_of

# ---------------------------------------------------------------- PHD-C5.23: battlefield promotion


def promotions(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    return [("promotion", 0), ("promotion", len(NAMES) - 1)]


def promoted(state: PurpleHeartDraw, item: tuple[str, int], roll: int) -> None:
    n = int(item[1] > 0)
    drm = promotion_modifiers(state.cvp[n])
    change = int(row_of(PERSONNEL["battlefield_promotion"], roll + total(drm))["mmc"])
    state.note(
        "PHD-C5.23",
        "{} battlefield promotion: DR {}: {} MMC may Battle Harden",
        TITLE[SIDES[n]],
        with_drm(roll, total(drm)),
        change,
        to=SIDES[n],
    )
    state.set_at(fact.harden, n, change, "PHD-C5.23")


def not_crew(side: str) -> Mask:
    """PHD-R23"""
    return lambda state, frame: ~set_of(members_of(state, side, None, CREW))


def why_not_hardened(side: str) -> Reason:
    def words(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        if SIDE[unit] != side or not state.kind[unit] or state.at[unit] < 0:
            return f"{state.display_name(NAMES[unit])} is not a unit of the side on the map"
        if not state.harden[NUMBER[side]]:
            return "no MMC of the side may Battle Harden any more in this Consolidation Phase"
        if state.status[unit] & FLAG["hardened"]:
            return f"{state.display_name(NAMES[unit])} has Battle Hardened in this Consolidation Phase"
        return f"{state.display_name(NAMES[unit])} is not an MMC that can Battle Harden"

    return words


def hardening(side: str) -> Phase:
    n = NUMBER[side]

    def ready(state: PurpleHeartDraw, frame: object) -> int:
        if not state.harden[n]:
            return 0
        return set_of(u for u in members(own(state, side)) if state.at[u] >= 0 and can_harden(state, u))

    def apply(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
        state.set_at(fact.harden, n, state.harden[n] - 1, "PHD-C5.23")
        hardens(state, unit, "PHD-C5.23")

    return Phase(
        clause="PHD-C5.23",
        name=f"{side} battlefield promotion",
        title=f"{TITLE[side]} battlefield promotion",
        secret=True,
        side=side,
        leave=lambda state, clause: state.set_at(fact.harden, n, 0, clause),
        picks=(
            Pick(
                verb=verbs.Harden,
                names=NAMES,
                units=(
                    Screen("PHD-R23", "{unit} is a crew, and crews never Battle Harden", not_crew(side)),
                    Screen("PHD-C5.23", why_not_hardened(side), ready),
                ),
                apply=apply,
            ),
        ),
    )
