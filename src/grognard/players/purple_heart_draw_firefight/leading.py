"""Which stack or unit is taken up, and that nothing is taken up in vain again and again."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.choices import Choices
from grognard.core.facts import Action
from grognard.games.purple_heart_draw.firefight.forces import NAMES
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.players.seat import PlayerSettings

from .engineers import best_charge
from .routes import Outlook, Plan
from .smoke import Throw, best_throw


class Led(NamedTuple):
    """A unit that is taken up to throw a grenade or to lay a charge."""

    lead: Action
    throw: Throw
    note: str


def lead_to_throw(look: Outlook, actions: Choices, orders: PlayerSettings) -> Led | None:
    """Take up the unit whose grenade, or else whose charge, helps most; each for the same hex once a phase,
    or a unit that cannot throw after all would be taken up without end.
    """
    state = look.state
    for note, best in (("throw", best_throw), ("charge", best_charge)):
        throw = best(look)
        if throw is None or (lead := state.game.parse(f"lead {NAMES[throw.unit]}")) not in actions:
            continue
        if is_first_time(orders, (note, state.turn, state.mover, throw.unit, throw.hex)):
            orders.notes[note] = throw
            return Led(lead, throw, note)
    return None


def is_first_time(orders: PlayerSettings, key: tuple[object, ...]) -> bool:
    """Whether this has not been tried before; from now on it has."""
    tried: set[tuple[object, ...]] = orders.notes.setdefault("tried", set())
    is_new = key not in tried
    tried.add(key)
    return is_new


def was_let_go(state: Firefight, orders: PlayerSettings, plan: Plan) -> bool:
    """Whether the same stack was taken up before in this phase and stayed where it was: a rule keeps it from
    going, and to take it up again would have no end.
    """
    places = tuple(state.at[u] for u in plan.units)
    return not is_first_time(orders, ("go", state.turn, state.mover, plan.units, plan.path, places))
