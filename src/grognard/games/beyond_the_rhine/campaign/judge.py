"""The figures of a verdict: points and costs, odds, ranges."""

from __future__ import annotations

from grognard.core.facts import CHANCE, Action
from grognard.core.hexes import set_of
from grognard.core.plain import Plain, as_fractions

from . import verbs
from .acting import allowance, remaining
from .board import GRID, spell
from .pieces import SIDE, UNIT
from .position import Campaign
from .supply import dumps_for


def figures(state: Campaign, action: Action) -> Plain:
    """The sums behind an action, legal or not, as plain data; empty where no sum is involved."""
    if isinstance(action, verbs.Roll) and state.to_move == CHANCE:
        return {"chances": as_fractions(dict(state.chance_outcomes()))}
    unit = UNIT.get(getattr(action, "unit", ""), -1)
    return _of_unit(state, unit) if unit >= 0 and state.on_map >> unit & 1 else {}


def _of_unit(state: Campaign, unit: int) -> Plain:
    dumps = dumps_for(state, SIDE[unit], state.at[unit])
    return {
        "hex": GRID.name[state.at[unit]],
        "points": f"{spell(remaining(state, unit))} of {spell(allowance(state, unit))}",
        "dumps": GRID.names(set_of(dumps)),
    }
