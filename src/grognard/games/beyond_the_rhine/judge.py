"""The figures of a verdict: prices and pools, loads and limits, places, chances."""

from __future__ import annotations

from grognard.core.facts import CHANCE, Action
from grognard.core.plain import Plain, as_fractions

from . import verbs
from .arrivals import entry_of, places
from .chart import NUMBER
from .pieces import NATIONS
from .position import BeyondTheRhine
from .rebuild import POOL, PRICES, points_of, price_words
from .shipping import capacity_left, cargo
from .supply import NATION, tokens
from .table_entries import USERS, stock
from .unit_history import describe


def figures(state: BeyondTheRhine, action: Action) -> Plain:
    """The sums behind an action, legal or not, as plain data; empty where no sum is involved."""
    unit = NUMBER.get(getattr(action, "unit", ""), -1)
    if isinstance(action, verbs.Roll) and state.to_move == CHANCE:
        return {"chances": as_fractions(dict(state.chance_outcomes()))}
    if isinstance(action, verbs.Spend) and action.nation in USERS:
        return {"stock": tokens(stock(state, action.nation)), "spends": tokens(max(action.tokens, 0))}
    return _of_unit(state, action, unit) if unit >= 0 else {}


def _of_unit(state: BeyondTheRhine, action: Action, unit: int) -> Plain:
    result: Plain = {
        "where": state.at[unit] or "not arrived yet",
        "steps": describe(unit)["steps"] - state.lost[unit],
    }
    if isinstance(action, verbs.Rebuild):
        cost, (pax, eq) = PRICES[unit], points_of(state, POOL[unit])
        nation = NATION[NATIONS[POOL[unit]]]
        result |= {
            "price": f"{price_words(cost.pax, cost.eq) or cost.why_not} ({cost.row})",
            "pool": f"{nation}: {pax} Pax, {eq} Eq",
            "clause": cost.clause,
        }
    elif isinstance(action, verbs.Rail | verbs.Sea):
        means = "rail" if isinstance(action, verbs.Rail) else "sea"
        result |= {"load": cargo(state, unit), "left": capacity_left(state, means)}
    elif isinstance(action, verbs.Arrive) and state.due >> unit & 1:
        result |= {"places": places(state, unit), "entry": entry_of(state, unit).clause}
    return result
