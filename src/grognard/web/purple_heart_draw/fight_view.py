"""The page while a TM Scenario is fought squad by squad: what the firefight shows of the position within."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from grognard.core.plain import Plain, PlainView
from grognard.games.purple_heart_draw.fight import standing_aside
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.games.purple_heart_draw.pieces import KINDS, SIDES, VEHICLE
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.web import purple_heart_draw_firefight as squads

ASIDE_WORDS = {VEHICLE: "vehicles", "crew": "crews with their Guns"}


def fight_of(state: PurpleHeartDraw) -> Firefight | None:
    """The fight under way, as the same seat knows it; `None`: there is none."""
    inner = state.waiting_step()[1].within(state) if state.stack else None
    return inner if isinstance(inner, Firefight) else None


def when(state: PurpleHeartDraw, inner: Firefight) -> Plain:
    return {**squads.when(inner), "scenario": state.scenario, "fighting": True, "desk": squads.PAGE.desk}


def desk(state: PurpleHeartDraw, inner: Firefight, topic: str, asked: Mapping[str, str]) -> object:
    page = squads.desk(inner, topic, asked)
    return page | mission_score(state, inner) if topic == "score" and isinstance(page, dict) else page


def mission_score(state: PurpleHeartDraw, inner: Firefight) -> Plain:
    """Of a TM Scenario: how many Locations each side controls, and who stands aside."""
    return {
        "goals": [],
        "held": {side: inner.held[n].bit_count() for n, side in enumerate(SIDES)},
        "scenario": state.scenario,
        "aside": aside(state),
    }


def aside(state: PurpleHeartDraw) -> list[str]:
    """FF-IN: what of the seat's own units stands aside, in words."""
    side = state.viewer
    if side not in SIDES:
        return []
    kinds = Counter(KINDS[state.kind[u]].type for u in standing_aside(state, str(side)))
    return [f"{count} {ASIDE_WORDS.get(kind, 'other units')}" for kind, count in sorted(kinds.items())]


def by_order(state: PurpleHeartDraw, stored: PlainView) -> str | None:
    """What a seat's standing orders do in a fight; elsewhere there are none."""
    inner = fight_of(state)
    return None if inner is None else squads.by_order(inner, stored)


def check_orders(asked: PlainView) -> Plain:
    """Standing orders as they are kept: those of the firefight."""
    return squads.check_orders(asked)


__all__ = ["aside", "by_order", "check_orders", "desk", "fight_of", "when"]
