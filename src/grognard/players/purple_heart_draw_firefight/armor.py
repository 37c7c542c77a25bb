"""Habits for overruns: where a vehicle drives over the enemy, and how a "?" meets one."""

from __future__ import annotations

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import overrun, vehicles
from grognard.games.purple_heart_draw.firefight.eyes import vehicle_sees_vehicle
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import BROKEN, PIN, Driving, Firefight
from grognard.games.purple_heart_draw.firefight.units import kind, known_in, morale
from grognard.games.purple_heart_draw.firefight.words import Dispense, Overrun, Rake, Toss, Wait
from grognard.players.seat import PlayerSettings

from .exposure import eviction, worth

COST_OF = {"eliminated": 1.0, "reduced": 0.6, "broken": 0.5, "pinned": 0.15}
REACTION = {"squad": 3.0, "half_squad": 1.2, "crew": 1.6, "leader": 0.4, "hero": 0.8}  # what each may answer


def overrun_value(state: Firefight, side: str, vehicle: int, hex_: int) -> float:
    """What an overrun is expected to cost the enemy, less what those who stand it may do to the vehicle."""
    odds = overrun.chances(state, overrun.planned(state, vehicle, hex_))
    land = eviction(state, side, hex_) / max(1, len(odds.targets))
    found = 0.0
    for unit, fates in odds.targets.items():
        price = worth(state, unit) + land
        found += price * sum(COST_OF.get(fate, 0.0) * float(chance) for fate, chance in fates.items())
        fit = not state.flags[unit] & (BROKEN | PIN)
        stands = float(fates.get("unharmed", 0)) * morale(state, unit) / 12
        found -= REACTION[kind(state, unit).type] * stands * fit
    return found


def best_overrun(state: Firefight, side: str, actions: Choices, least: float) -> Overrun | None:
    """The overrun that promises most; `None`: none promises more than the least."""
    frame = state.stack[-1]
    best, found = least, None
    for action in actions.of(Overrun):
        if isinstance(frame, Driving):
            value = overrun_value(state, side, frame.vehicle, GRID.number[action.hex])
            if value > best:
                best, found = value, action
    return found


def confront(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Try to stay unseen before a vehicle."""
    return next(iter(actions.of(Wait)), DONE)


def crush(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Overrun units that a vehicle has come upon, if they are known now."""
    wanted = (a for a in actions.of(Overrun) if known_in(state, side, GRID.number[a.hex]))
    return next(wanted, DONE)


def best_rake(state: Firefight, actions: Choices) -> Rake | None:
    """The attack of a vehicle in close combat on the enemy who is worth most; `None`: there is none."""
    return max(actions.of(Rake), key=lambda a: (worth(state, UNIT[a.enemy]), str(a)), default=None)


def rake(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Let vehicles attack the enemy in their hex that is worth most; then fight what is due."""
    return best_rake(state, actions) or next(iter(actions))


def in_danger(state: Firefight, side: str, vehicle: int) -> bool:
    """Whether an enemy vehicle that can fire sees this one."""
    foes = vehicles.on_map(state, ENEMY[side])
    armed = [v for v in foes if vehicles.is_active(state, v) and vehicles.has_gun(state, v)]
    return any(vehicle_sees_vehicle(state, v, vehicle).is_unit_seen for v in armed)


def screen(state: Firefight, side: str, actions: Choices) -> Action | None:
    """Smoke over a vehicle in danger that cannot move or fire back; `None`: none is wanted."""
    own = [a for a in actions.of(Dispense) if GRID.number[a.hex] == _at(state, a.unit)]
    wanted: list[Dispense | Toss] = [*own, *actions.of(Toss)]
    return next((a for a in wanted if _is_helpless(state, side, VEHICLE_NUMBER[a.unit])), None)


def _at(state: Firefight, name: str) -> int:
    return state.vehicle_at[VEHICLE_NUMBER[name]]


def _is_helpless(state: Firefight, side: str, vehicle: int) -> bool:
    harmless = not vehicles.has_gun(state, vehicle) or vehicles.is_immobile(state, vehicle)
    return harmless and in_danger(state, side, vehicle)


HABITS = (
    ("before a vehicle", confront),
    ("overrun or not", crush),
    ("close combat", rake),
)
