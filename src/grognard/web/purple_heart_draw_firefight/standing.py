"""Standing orders of a seat: what its units do after each hex an enemy moves, while nobody is asked.

Every `state` given here holds only what the seat itself knows. A hidden unit is never asked about: whether
its owner thinks would betray it. It holds its fire, or fires by its order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from grognard.core.facts import DONE, Action, UnitHex
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.aiming import PF, weapon_of
from grognard.games.purple_heart_draw.firefight.flame import power as flame_power
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, NAMES, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.ordnance import WEAPONS
from grognard.games.purple_heart_draw.firefight.position import (
    BROKEN,
    HIDDEN,
    Attack,
    Firefight,
    PlayerTurn,
    Reply,
    Shot,
    Window,
)
from grognard.games.purple_heart_draw.firefight.shots import FIRST_FIRE, firepower
from grognard.games.purple_heart_draw.firefight.units import has, known, shooter
from grognard.games.purple_heart_draw.firefight.words import (
    Bare,
    Engage,
    Faust,
    Fire,
    Flame,
    Serve,
    Shell,
    Shoot,
    Snap,
    Strafe,
    Throw,
)

from .answers_view import is_harmless
from .game_view import aim_page

SHELLS = ("faust", "shoot")
AT_VEHICLE = frozenset(["fire", "engage", "riddle", "assail", "serve", "shell", "strafe", "throw", "torch"])
FAR = 30  # hexes: beyond every weapon


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of a shot within so many hexes and of so much firepower: ask, fire at once, or hold fire; every other
    shot is let go.
    """

    do: Literal["ask", "fire", "hold"] = "ask"
    range: Annotated[int, msgspec.Meta(ge=0, le=FAR)] = FAR
    power: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order of the side, and of units that have one of their own."""

    side: Order = Order()
    units: Annotated[dict[str, Order], msgspec.Meta(max_length=len(NAMES))] = {}

    def of(self, unit: int) -> Order:
        return self.units.get(NAMES[unit], self.side)


def check_orders(asked: PlainView) -> Plain:
    """The orders as they are kept; what is no order is refused in a line."""
    try:
        result = msgspec.convert(asked, Orders)
    except msgspec.ValidationError as error:
        raise GrognardError(f"these are no standing orders: {error}") from None
    if strange := set(result.units) - set(UNIT):
        raise GrognardError(f"there is no unit {', '.join(sorted(strange))}")
    return {"side": msgspec.to_builtins(result.side), "units": msgspec.to_builtins(result.units)}


def strength(state: Firefight, verb: str, firer: int, hex_: int) -> float:
    """Firepower of a shot; of mortars and light anti-tank weapons that of their shells."""
    if verb == "serve":
        return float(max(weapon_of(state, firer).he, 1))
    if verb in SHELLS:
        return float((WEAPONS[PF] if verb == "faust" else weapon_of(state, firer)).he)
    return float(firepower(state, FIRST_FIRE, firer, hex_))


def wanted(state: Firefight, orders: Orders, firer: int, hex_: int, verb: str = "fire") -> str:
    """What the order of a firer says of a shot: `fire`, `ask`, or nothing."""
    unit = shooter(state, firer)
    order = orders.of(unit)
    if order.do == "ask" and state.flags[unit] & HIDDEN:
        return ""
    near = GRID.distance(state.at[unit], hex_) <= order.range
    strong = strength(state, verb, firer, hex_) >= order.power
    return order.do if near and strong and order.do != "hold" else ""


def flame_wanted(state: Firefight, orders: Orders, action: Flame) -> str:
    """What the order of a unit says of its flamethrower."""
    unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
    order = orders.of(unit)
    strong = flame_power(state, unit, hex_, FIRST_FIRE) >= order.power
    near = GRID.distance(state.at[unit], hex_) <= order.range
    asked = order.do == "ask" and state.flags[unit] & HIDDEN
    return order.do if near and strong and not asked and order.do != "hold" else ""


FLAME_FIRST = 99.0  # it goes before other fire


def is_snap_wanted(state: Firefight, orders: Orders, action: UnitHex) -> bool:
    """Whether a player is asked about a snap shot, which has half the firepower. No order fires one."""
    firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
    strong = firepower(state, FIRST_FIRE, firer, hex_) >= 2 * orders.of(shooter(state, firer)).power
    return strong and wanted(state, orders, firer, hex_) == "ask"


def _is_faust_wanted(state: Firefight, orders: Orders, action: UnitHex) -> bool:
    """Whether a player is asked about a Panzerfaust. No order looks for one: that may pin the unit."""
    firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
    return wanted(state, orders, firer, hex_, action.verb) == "ask"


def _is_vehicle_asked(state: Firefight, orders: Orders, action: UnitHex) -> bool:
    """Whether a player is asked about the fire of a vehicle, by the order of the side. No order fires it."""
    at = state.vehicle_at[VEHICLE_NUMBER[action.unit]]
    near = GRID.distance(at, GRID.number[action.hex]) <= orders.side.range
    return near and orders.side.do != "hold"


ONLY_ASKED: dict[type[Action], Callable[[Firefight, Orders, UnitHex], bool]] = {
    Faust: _is_faust_wanted,
    Snap: is_snap_wanted,
    Shell: _is_vehicle_asked,
    Strafe: _is_vehicle_asked,
}


def _fires(state: Firefight, orders: Orders, frame: Attack | Shot) -> bool:
    """Whether the orders let the fire that has begun go on; a Panzerfaust is left to the player."""
    if isinstance(frame, Attack):
        return wanted(state, orders, frame.firers[0], frame.hex) == "fire"
    return frame.weapon != PF and wanted(state, orders, frame.firer, frame.hex, "shoot") == "fire"


def _is_idle(state: Firefight) -> bool:
    """Whether there is nothing to do but to give up a "?", which no order does; that may be wanted
    beside a broken enemy before a rout (ASL-A10.533).
    """
    actions = state.legal_actions()
    if any(action != DONE and not isinstance(action, Bare) for action in actions):
        return False
    side = state.to_move
    if side is None or state.step.name not in ("voluntary break", "defender's voluntary break"):
        return True
    broken = {state.at[u] for u in known(state, side) if has(state, u, BROKEN)}
    bare = {state.at[UNIT[action.unit]] for action in actions.of(Bare)}
    return not any(GRID.distance(at, one) <= 1 for at in bare for one in broken)


def by_order(state: Firefight, stored: PlainView) -> str | None:
    """What the seat's orders do now; `None`: they leave it to the player."""
    orders, frame = msgspec.convert(stored, Orders), state.stack[-1]
    if isinstance(frame, PlayerTurn | Window | Reply) and _is_idle(state):
        return "done"  # FF-INFO: it is asked because units may be unseen
    if isinstance(frame, Attack) and frame.kind == FIRST_FIRE and state.step.name == "fire group":
        return _end(state, "join") if _fires(state, orders, frame) else None
    if isinstance(frame, Attack) and state.step.name == "rate of fire":  # ASL-A8.23: no order gives it up
        return "done" if _fires(state, orders, frame) else None
    if isinstance(frame, Shot) and frame.kind == FIRST_FIRE and state.step.name == "shot":
        return "done" if _fires(state, orders, frame) else None
    if state.step.name == "vehicle reaction":
        return _at_vehicle(state, orders)
    if state.step.name != "reaction":
        return None
    shots = _reactions(state, orders)
    if shots["ask"]:
        return None
    return max(shots["fire"])[1] if shots["fire"] else _end(state, "fire")


def _reactions(state: Firefight, orders: Orders) -> dict[str, list[tuple[float, str]]]:
    """The legal reactions by what the orders say of them: fire, ask, or neither; each with its strength."""
    shots: dict[str, list[tuple[float, str]]] = {"fire": [], "ask": [], "": []}
    for action in state.legal_actions():
        if isinstance(action, Fire | Serve | Shoot):
            firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
            power = strength(state, action.verb, firer, hex_)
            shots[wanted(state, orders, firer, hex_, action.verb)].append((power, str(action)))
        elif isinstance(action, Throw):
            unit = UNIT[action.unit]
            asked = orders.of(unit).do == "ask" and not state.flags[unit] & HIDDEN
            shots["ask" if asked else ""].append((0.0, str(action)))
        elif isinstance(action, Flame):
            shots[flame_wanted(state, orders, action)].append((FLAME_FIRST, str(action)))
        elif isinstance(action, UnitHex) and type(action) in ONLY_ASKED:
            asked = ONLY_ASKED[type(action)](state, orders, action)
            shots["ask" if asked else ""].append((0.0, str(action)))
    return shots


def _at_vehicle(state: Firefight, orders: Orders) -> str | None:
    """A shot at a vehicle is the player's, if an order wants one; a hidden unit shoots by its order.

    Fire that cannot harm the crew is no question.
    """
    if DONE not in state.legal_actions():
        return None
    shots = [one for one in state.legal_actions() if one.verb in AT_VEHICLE and isinstance(one, UnitHex)]
    answers = {str(one): _vehicle_wanted(state, orders, one) for one in shots}
    asked = [action for action, word in answers.items() if word == "ask"]
    if any(not (action.startswith("fire ") and is_harmless(state, action, aim_page)) for action in asked):
        return None
    return next((action for action, word in answers.items() if word == "fire"), "done")


def _vehicle_wanted(state: Firefight, orders: Orders, action: UnitHex) -> str:
    """What the orders say of a shot at a vehicle: `ask`, `fire` (by a hidden unit), or nothing."""
    if action.unit in VEHICLE_NUMBER:
        return "ask" if _is_vehicle_asked(state, orders, action) else ""
    firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
    unit = shooter(state, firer)
    order, hidden = orders.of(unit), bool(state.flags[unit] & HIDDEN)
    near = GRID.distance(state.at[unit], hex_) <= order.range
    strong = not isinstance(action, Fire) or strength(state, "fire", firer, hex_) >= order.power
    if order.do == "hold" or not near or not strong:
        return ""
    if hidden:
        return "fire" if order.do == "fire" and isinstance(action, Engage | Serve) else ""
    return "ask"


def _end(state: Firefight, verb: str) -> str:
    """The end of the step; ASL-A8.312: or the fire that is compulsory, where it cannot be ended yet."""
    actions = state.legal_actions()
    return "done" if DONE in actions else next(str(a) for a in actions if a.verb == verb)


__all__ = ["Order", "Orders", "by_order", "check_orders", "wanted"]
