"""The figures behind a verdict: what a purchase costs, what a redeployment DR adds up to and comes to."""

from __future__ import annotations

from grognard.core.facts import Action
from grognard.core.plain import Plain
from grognard.core.ruling import modifier_rows, total

from . import charts, verbs
from .board import GRID
from .pieces import NAMES, NUMBER_OF, SIDE
from .position import PurpleHeartDraw, ground, start_of
from .redeploy_dice import modifiers, odds, reach_of
from .repair import CLEARABLE, clear_drm
from .requisition import OFFER, OFFERS_OF, cost_of
from .units import is_gun_crew, is_infantry, is_vehicle


def figures(state: PurpleHeartDraw, action: Action) -> Plain:
    """The sums behind an action, legal or not; empty where no sum is involved."""
    if isinstance(action, verbs.Redeploy):
        return redeploy_figures(state, action)
    if isinstance(action, verbs.Buy):
        return price_figures(state, action)
    if (
        isinstance(action, verbs.Clear)
        and action.unit in CLEARABLE
        and action.hex in GRID.number
        and state.to_move in ("us", "german")
    ):
        result = clear_drm(state, str(state.to_move), action.unit, GRID.number[action.hex])
        return {
            "kind": "clearance",
            "drm": modifier_rows(result),
            "success_max": charts.REPAIR["fortification_clearance"]["success_max"],
        }
    return {}


def redeploy_figures(state: PurpleHeartDraw, action: verbs.Redeploy) -> Plain:
    """PHD-C5.14: range, DRM and the exact odds of a unit going alone."""
    unit, goal = NUMBER_OF.get(action.unit, -1), GRID.number.get(action.hex, -1)
    if unit < 0 or goal < 0 or not state.kind[unit] or start_of(state, unit) < 0:
        return {}
    side, start = SIDE[unit], start_of(state, unit)
    report: Plain = {
        "kind": "redeployment",
        "unit": NAMES[unit],
        "from": GRID.name[start],
        "to": action.hex,
    }
    report |= {"distance": GRID.distance(start, goal), "range": reach_of(state, unit)}
    drm = modifiers(state, side, [unit], start)
    home = ground(state).feba[0 if side == "us" else 1] >> start & 1
    if home and is_infantry(state, unit) and not is_gun_crew(state, unit):
        return report | {
            "dice": False,
            "because": "Infantry behind its own FEBA needs no DR",
            "clause": "PHD-C5.13",
        }
    chances = odds(is_vehicle(state, unit), total(drm))
    return report | {
        "dice": True,
        "drm": modifier_rows(drm),
        "odds": {", ".join(result): str(chance) for result, chance in chances.items()},
        "gets_there": str(sum(chance for result, chance in chances.items() if "redeploys" in result)),
    }


def price_figures(state: PurpleHeartDraw, action: verbs.Buy) -> Plain:
    side = state.to_move
    if side not in OFFERS_OF or OFFER.get(action.unit) not in OFFERS_OF[side]:
        return {}
    offer = OFFERS_OF[side][OFFER[action.unit]]
    result = charts.price(offer.rg, offer.mode, state.scenario, offer.near)
    return {
        "kind": "purchase",
        "unit": offer.rg.unit,
        "tp": cost_of(offer, state.scenario),
        "parts": modifier_rows(result),
        "left": state.tp[0 if side == "us" else 1],
    }
