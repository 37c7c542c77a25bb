"""Who lays a demolition charge beside an enemy, and when that is worth it."""

from __future__ import annotations

from grognard.core.choices import Choices
from grognard.core.facts import Action
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.allowances import own_allowance
from grognard.games.purple_heart_draw.firefight.demolition import can_use
from grognard.games.purple_heart_draw.firefight.eyes import is_adjacent
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.going import near
from grognard.games.purple_heart_draw.firefight.grenades import cost_now
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.games.purple_heart_draw.firefight.units import morale
from grognard.games.purple_heart_draw.firefight.words import Lay

from .charges import promise
from .exposure import worth
from .routes import ASSAULT, Outlook, best_for, can_move
from .smoke import Throw


def charges_of(look: Outlook, unit: int) -> list[Throw]:
    """The charges a unit could lay from where it is, less what the fire at it costs."""
    state, at = look.state, look.state.at[unit]
    if not can_move(state, unit) or not can_use(state, unit):
        return []
    fire = worth(state, unit) * look.risk(at, morale(state, unit), ASSAULT)
    found = []
    for hex_ in (h for h in near(at) if look.foes >> h & 1 and is_adjacent(state, at, h)):
        price = cost_now(state, at, hex_)
        if price is not None and price < own_allowance(state, unit):
            found.append(Throw(unit, hex_, promise(state, unit, hex_) - fire))
    return found


def best_charge(look: Outlook) -> Throw | None:
    """The charge that is worth more than what its unit could do instead."""
    found = []
    for unit in (u for there in look.friends.values() for u in there):
        if charges := charges_of(look, unit):
            other = max(0.0, best_for(look, (unit,)).gain)
            found += [throw._replace(gain=throw.gain - other) for throw in charges]
    best = max(found, key=lambda throw: throw.gain, default=None)
    return best if best is not None and best.gain > 0 else None


def lay_here(state: Firefight, side: str, actions: Choices, foes: int) -> Action | None:
    """The charge a stack lays where its way ends; nothing: none is worth it."""
    lays = [a for a in actions.of(Lay) if foes >> GRID.number[a.hex] & 1]
    scored = [(promise(state, UNIT[a.unit], GRID.number[a.hex]), str(a), a) for a in lays]
    return max(scored, key=lambda row: row[:2])[2] if scored and max(scored)[0] > 1.0 else None
