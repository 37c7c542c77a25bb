"""What the decisions about vehicles and Guns are worth, with a figure each: for hints, and for Gun duels."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, Leak
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import duels, tank_fire
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import (
    HIDDEN,
    Burst,
    Driving,
    Firefight,
    Riddling,
    Shell,
    Shot,
)
from grognard.games.purple_heart_draw.firefight.tank_close import prey
from grognard.games.purple_heart_draw.firefight.tank_shot import WORD
from grognard.games.purple_heart_draw.firefight.units import shooter
from grognard.games.purple_heart_draw.firefight.words import (
    Against,
    Assail,
    Direct,
    Drive,
    Duel,
    Engage,
    Load,
    Mend,
    Overrun,
    Strafe,
    Target,
)
from grognard.games.purple_heart_draw.firefight.words import Shell as ShellVerb
from grognard.players.seat import PlayerSettings

from . import gunners, shells, tanks
from .armor import overrun_value
from .named import ENTERS, ONTO_THE_MAP, SQUAD, vehicle_title
from .posts import course, post
from .step_figures import MENDS, SHOWN, Rows, best, counted, direct, row

DUEL_PRICE = 0.5  # what the first shot of a duel must promise: the vehicle cannot fire again on its way
SEEN = 3  # hexes with enemies that a hint names


# ---------------------------------------------------------------- driving


def drive(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """The best post within reach against where the vehicle is; on the way its shots and overruns as well."""
    frame = state.stack[-1]
    if not isinstance(frame, Driving):
        return []
    if isinstance(chosen, ShellVerb | Strafe):
        return _on_the_move(state, side, actions, chosen)
    if isinstance(chosen, Overrun):
        value = overrun_value(state, side, frame.vehicle, GRID.number[chosen.hex])
        words = f"the overrun costs the enemy {value:.2f} more than what may answer it, {SQUAD}"
        return [row(chosen, value, words), row(DONE, 0.0, "it drives round the enemy")]
    gain, why = _way(state, side, frame.vehicle, orders)
    if gain <= tanks.LEAST_GAIN:
        return [row(chosen, 0.0, _settled(state, side, frame.vehicle, chosen, why))]
    if chosen == DONE:
        return [row(chosen, 0.0, f"it can drive no farther now; {_hex(state, frame.vehicle)} is on its way")]
    stays = f"it stays in {_hex(state, frame.vehicle)}"
    return [row(chosen, gain, why), *([row(DONE, 0.0, stays)] if DONE in actions else [])]


def _hex(state: Firefight, vehicle: int) -> str:
    at = int(state.vehicle_at[vehicle])
    return GRID.name[at] if at >= 0 else "its place off the map"


def _way(state: Firefight, side: str, vehicle: int, orders: PlayerSettings) -> tuple[float, str]:
    """What the best post within reach gains, and in words."""
    plan = course(state, side, vehicle, tanks.aim_of(orders))
    goal, at = plan.goal.hex, int(state.vehicle_at[vehicle])
    if at >= 0 and goal == at:
        return (
            0.0,
            f"no post within reach is worth more than {GRID.name[at]}, {_sight(state, side, vehicle, at)}",
        )
    sight = _sight(state, side, vehicle, goal)
    words = f"{vehicle_title(state, vehicle)} makes for {GRID.name[goal]}, {sight}"
    if plan.gain > ONTO_THE_MAP:
        return ENTERS, f"{words}; it comes onto the map in turn {state.turn}"
    return plan.gain, f"{words}: worth {plan.gain:.1f} more than to stay, {SQUAD}"


def _sight(state: Firefight, side: str, vehicle: int, hex_: int) -> str:
    """The enemies a post sees, or how far the nearest is."""
    seen = [GRID.name[at] for _, at in post(state, side, vehicle, hex_).targets]
    more = f" and {len(seen) - SEEN} more" if len(seen) > SEEN else ""
    if seen:
        return f"from where it sees {', '.join(seen[:SEEN])}{more}"
    foes = [GRID.distance(hex_, foe) for foe in members(target_hexes(state, side))]
    return f"{counted(min(foes), 'hex')} from the nearest enemy" if foes else "with no enemy known"


def _settled(state: Firefight, side: str, vehicle: int, chosen: Action, why: str) -> str:
    """A vehicle at the end of its way: what its hatch and its halt are for."""
    at = int(state.vehicle_at[vehicle])
    foes = [GRID.distance(at, foe) for foe in members(target_hexes(state, side)) if at >= 0]
    near = f"the nearest enemy is {counted(min(foes), 'hex')} away" if foes else "0 enemies are known"
    if chosen.verb in ("button", "expose"):
        does = "a closed hatch keeps its crew safe" if chosen.verb == "button" else "its crew sees more"
        return f"{near}: {does}"
    return f"{near}; {why}"


def _on_the_move(state: Firefight, side: str, actions: Choices, chosen: Action) -> Rows:
    rows = tanks.worths(state, side, actions, tank_fire.BOUNDING_FIRE)
    found = [row(a, value, f"the shot costs the enemy {value:.2f}, {SQUAD}") for value, a in rows]
    return [*best(found, chosen), row(DONE, 0.0, "it keeps its fire for the Advancing Fire Phase")]


def drives(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """Each vehicle that could start, with what its best post gains."""
    if not isinstance(chosen, Drive):
        return []
    found = []
    for action in [chosen, *(one for one in actions.of(Drive) if one != chosen)][: SHOWN + 1]:
        gain, why = _way(state, side, VEHICLE_NUMBER[action.unit], orders)
        found.append(row(action, gain, why))
    return [*best(found, chosen), *([row(DONE, 0.0, "all vehicles stay")] if DONE in actions else [])]


# ---------------------------------------------------------------- shots


def before_shot(
    state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings
) -> Rows:
    """Every target and ammunition with what the shot is expected to cost, and to fire as it is laid."""
    frame = state.stack[-1]
    if isinstance(chosen, Direct):
        return direct(state, actions, chosen)
    if isinstance(frame, Shot):
        value = shells.expected(state, frame)
        return [row(DONE, value, f"the shot at {GRID.name[frame.hex]} costs the enemy {value:.2f}, {SQUAD}")]
    if not isinstance(frame, Shell):
        return []
    found = [row(a, value, _shot_words(frame, value)) for value, a in _variants(state, frame, actions)]
    now = tanks.shell_value(state, frame)
    if chosen == DONE:
        return best([*found, row(DONE, now, _shot_words(frame, now))], chosen)
    return best([*found, row(DONE, now, "it fires as it is laid")], chosen)


def _shot_words(frame: Shell, value: float) -> str:
    return f"the shot at {GRID.name[frame.hex]} then costs the enemy {value:.2f}, {SQUAD}"


def _variants(state: Firefight, frame: Shell, actions: Choices) -> Iterator[tuple[float, Action]]:
    """What the shot can still become by each choice."""
    every = [(tanks.shell_value(state, one), one) for one in tanks.variants(state, frame)]
    for action in actions:
        if isinstance(action, Against):
            fit = [value for value, one in every if WORD[one.aim] == action.target]
        elif isinstance(action, Target):
            fit = [value for value, one in every if one.target == VEHICLE_NUMBER[action.unit]]
        elif isinstance(action, Load):
            same = [
                (value, one) for value, one in every if (one.aim, one.target) == (frame.aim, frame.target)
            ]
            fit = [value for value, one in same if one.ammo == action.ammo]
        else:
            continue
        if fit:
            yield max(fit), action


def reply(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """Shots at a vehicle on its way, less what each must promise."""
    rows = [*gunners.worths(state, side, actions, "first")]
    rows += [(value - _price(state, a), a) for value, a in tanks.worths(state, side, actions, "first")]
    found = [row(a, value, _reply_words(value)) for value, a in rows]
    most = max((one.value for one in found), default=None)
    if most is None:
        held = "no weapon of this side can fire at it: 0 shots"
    else:
        held = f"the best shot is worth {most:+.2f} against keeping it for a better target, {SQUAD}"
    return [*best(found, chosen), row(DONE, 0.0, held)]


def _reply_words(value: float) -> str:
    return f"the shot is worth {value:+.2f} more than to keep it for a better target, {SQUAD}"


def _price(state: Firefight, action: Action) -> float:
    need = tanks.REACTION_PRICE
    if isinstance(action, Engage):
        unit = shooter(state, FIRERS.index(action.unit))
        need += 1.5 * bool(state.flags[unit] & HIDDEN) + 0.5 * (not state.open >> unit & 1)
    return need


def duel(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """To claim the first shot against who fires at the vehicle, with each of its weapons."""
    frame = state.stack[-1]
    if not isinstance(frame, Shell | Riddling):
        return []
    found = []
    for action in actions.of(Duel):
        value = _claimed(state, frame, action.weapon)
        words = f"the first shot is expected to cost the firer {value:.2f}, {SQUAD}"
        found.append(row(action, value - DUEL_PRICE, words))
    why = f"the vehicle keeps its fire: a first shot is to cost the firer {DUEL_PRICE} or more, {SQUAD}"
    return [*best(found, chosen), row(DONE, 0.0, why)]


def _claimed(state: Firefight, frame: Shell | Riddling, weapon: str) -> float:
    shot = duels.claim(state, frame, weapon)
    try:
        return tanks.burst_value(state, shot) if isinstance(shot, Burst) else tanks.shell_value(state, shot)
    except (Leak, LookupError):
        return 0.0


# ---------------------------------------------------------------- close combat and repair


def assaults(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """Attacks on vehicles in the same hex."""
    found = []
    for action in actions.of(Assail):
        unit = UNIT[action.unit]
        value = tanks.assault_value(state, unit, prey(state, unit), GRID.number[action.hex])
        found.append(row(action, value - tanks.LEAST_ASSAULT, f"the attack is worth {value:+.2f}, {SQUAD}"))
    why = f"an attack must be worth {tanks.LEAST_ASSAULT} or more, {SQUAD}"
    return [*best(found, chosen), row(DONE, 0.0, why)]


def mend(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """ASL-D3.7: on a 1 a weapon works again, on a 6 it is disabled."""
    tries = actions.of(Mend)
    found = [row(one, 1 / 6, MENDS) for one in tries]
    return [*best(found, chosen), row(DONE, 0.0, "the weapon stays broken")]
