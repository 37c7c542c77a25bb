"""Habits for tanks and assault guns: what their shots may cost the enemy, and where they drive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, Leak, UnitHex
from grognard.core.hexes import members
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import tank_fire, tank_guns, vehicles
from grognard.games.purple_heart_draw.firefight.driving import COST
from grognard.games.purple_heart_draw.firefight.forces import (
    ENEMY,
    FIRERS,
    SIDE,
    UNIT,
    VEHICLE_NAMES,
    VEHICLE_NUMBER,
)
from grognard.games.purple_heart_draw.firefight.ordnance import AREA, CRITICAL, HIT, VEHICLES, WEAPONS
from grognard.games.purple_heart_draw.firefight.position import (
    HIDDEN,
    V_BOGGED,
    V_BOUNDING,
    V_MOTION,
    V_PREP,
    V_RECALLED,
    Assault,
    Burst,
    Driving,
    Firefight,
    Shell,
)
from grognard.games.purple_heart_draw.firefight.shell_effects import effect_drm
from grognard.games.purple_heart_draw.firefight.shots import ADVANCING_FIRE, FIRST_FIRE
from grognard.games.purple_heart_draw.firefight.tables import column_of
from grognard.games.purple_heart_draw.firefight.tank_close import chances, prey
from grognard.games.purple_heart_draw.firefight.tank_odds import hit_rows, shell_chances
from grognard.games.purple_heart_draw.firefight.tank_shot import WORD, light_shell, new_shell
from grognard.games.purple_heart_draw.firefight.units import in_hex, known_in, morale, movers, number, shooter
from grognard.games.purple_heart_draw.firefight.vehicle_ways import left
from grognard.games.purple_heart_draw.firefight.words import (
    Assail,
    Direct,
    Drive,
    Engage,
    Magnetic,
    Mend,
    Strafe,
)
from grognard.games.purple_heart_draw.firefight.words import Shell as ShellVerb
from grognard.players.seat import PlayerSettings

from .armor import best_overrun, best_rake, screen
from .exposure import SUSPECTED_WORTH, eviction, harm, worth
from .named import vehicle_title
from .posts import BOLD, Aim, Course, Leg, course, post, sees

VEHICLE_WORTH = 14.0
SHARE = {
    "burning wreck": 1.0,
    "wreck, crew lost": 1.0,
    "wreck, crew gets out": 0.8,
    "immobilized and abandoned": 0.8,
    "shock": 0.5,
    "immobilized": 0.4,
}
SHARE_CLOSE = {"wreck": 1.0}
STANDS = 0.75  # how often a squad dares to go at a vehicle
SUSPECTED_MORALE = 8
LEAST, REACTION_PRICE = 0.03, 0.6
LEAST_ASSAULT = 0.2
REACH = 6  # hexes: crews button up before an enemy who is nearer
FEAR = 2.5
LEAST_GAIN = 0.3  # what another post must promise more
AT_ONCE = 0.8  # a shot on the move is fired if it is worth so much of what it would be after the move

# ---------------------------------------------------------------- what a shot is worth


def shell_value(state: Firefight, shell: Shell) -> float:
    """What a shot is expected to cost the enemy."""
    if shell.aim == VEHICLES:
        found = shell_chances(state, shell).results
        return VEHICLE_WORTH * sum(SHARE.get(words, 0.0) * float(p) for words, p in found.items())
    return _infantry_value(state, shell)


def _infantry_value(state: Firefight, shell: Shell) -> float:
    known = [u for u in known_in(state, shell.side, shell.hex) if not shell.targets or u in shell.targets]
    land, found = eviction(state, shell.side, shell.hex), 0.0
    column = column_of(Fraction(tank_fire.power(WEAPONS[shell.weapon], shell.aim, shell.ammo)))
    drm = effect_drm(state, shell, False)
    if known:
        costs = ((worth(state, u) + land / len(known)) * harm(column, drm, morale(state, u)) for u in known)
        found += _hits(state, shell, False) * sum(costs)
    if not shell.targets and state.shrouds[number(ENEMY[shell.side])] >> shell.hex & 1:
        hidden = (SUSPECTED_WORTH + land) * harm(column, drm, SUSPECTED_MORALE)
        found += _hits(state, shell, True) * hidden
    if shell.aim == AREA:
        own = in_hex(state, shell.side, shell.hex)
        found -= _hits(state, shell, False) * sum(worth(state, u) * harm(column, drm, 7) for u in own)
    return found


def _hits(state: Firefight, shell: Shell, concealed: bool) -> float:
    need, drm = tank_fire.number_to_hit(state, shell), total(tank_fire.hit_modifiers(state, shell, concealed))
    rows = hit_rows(state, shell, need, drm)
    return float(rows[HIT] + rows[CRITICAL])


def variants(state: Firefight, shell: Shell) -> Iterator[Shell]:
    """Every kind of target and ammunition the shot could have."""
    for aim in tank_fire.aims(state, shell):
        targets = tank_fire.targets_in(state, shell) if aim == VEHICLES else [-1]
        for target in targets:
            one = replace(shell, aim=aim, target=target)
            yield from (replace(one, ammo=ammo) for ammo in tank_fire.ammunition(state, one))


def best_variant(state: Firefight, shell: Shell) -> tuple[float, Shell]:
    scored = [(shell_value(state, one), one) for one in variants(state, shell)]
    return max(scored, key=lambda row: row[0], default=(0.0, shell))


def burst_value(state: Firefight, burst: Burst) -> float:
    """What machine guns are expected to cost the enemy."""
    drm, found = total(tank_guns.modifiers(state, burst)), 0.0
    known = [u for u in known_in(state, burst.side, burst.hex) if not burst.targets or u in burst.targets]
    land = eviction(state, burst.side, burst.hex)
    if known:
        column = column_of(tank_guns.firepower(state, burst))
        found += sum(
            (worth(state, u) + land / len(known)) * harm(column, drm, morale(state, u)) for u in known
        )
    if not burst.targets and state.shrouds[number(ENEMY[burst.side])] >> burst.hex & 1:
        column = column_of(tank_guns.firepower(state, burst, True))
        found += (SUSPECTED_WORTH + land) * harm(column, drm, SUSPECTED_MORALE)
    return found


def worths(
    state: Firefight, side: str, actions: Iterable[Action], what: str
) -> Iterator[tuple[float, UnitHex]]:
    """Every shot of a vehicle or at a vehicle on the list, with what it is expected to cost the enemy."""
    moving = movers(state) if vehicles.driver(state) is None else None
    for action in actions:
        if isinstance(action, Engage):
            firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
            yield shell_value(state, light_shell(state, what, firer, hex_)), action
        elif isinstance(action, ShellVerb | Strafe):
            vehicle, hex_ = VEHICLE_NUMBER[action.unit], GRID.number[action.hex]
            units = moving.units if moving is not None and what == "first" else ()
            ffnam = bool(units) and moving is not None and not moving.assault
            if isinstance(action, ShellVerb):
                shell = replace(new_shell(state, what, vehicle, hex_), targets=units, ffnam=ffnam)
                yield best_variant(state, shell)[0], action
            else:
                yield burst_value(state, Burst(side, hex_, what, vehicle, units, ffnam)), action


def prices(state: Firefight, side: str, what: str, aim: Aim = BOLD) -> Callable[[UnitHex], float]:
    """What a shot must promise: before moving as much as the vehicle could gain on its way; under way and
    afterwards next to nothing, because it costs nothing.
    """
    ways: dict[int, float] = {}

    def price(action: UnitHex) -> float:
        if what != "prep" or isinstance(action, Engage):
            return REACTION_PRICE if what == "first" else LEAST
        vehicle = VEHICLE_NUMBER[action.unit]
        if vehicle not in ways:
            ways[vehicle] = _lost_way(state, side, vehicle, aim)
        return LEAST + ways[vehicle]

    return price


def _lost_way(state: Firefight, side: str, vehicle: int, aim: Aim) -> float:
    """What a vehicle loses that fires instead of driving; where it would only turn, the shot turns it."""
    if vehicles.has(state, vehicle, V_PREP) or vehicles.is_immobile(state, vehicle):
        return 0.0
    plan = course(state, side, vehicle, aim)
    return max(0.0, plan.gain) if plan.goal.hex != state.vehicle_at[vehicle] else 0.0


# ---------------------------------------------------------------- before the dice


def tank_shot(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Choose the target and the ammunition with the best expected result, then fire."""
    frame = state.stack[-1]
    if leaders := actions.of(Direct):
        return leaders[0]
    if not isinstance(frame, Shell) or frame.vehicle < 0:
        return DONE
    return choose_variant(state, frame, actions)


def choose_variant(state: Firefight, frame: Shell, actions: Choices) -> Action:
    """Towards the best target and ammunition; done: it is chosen."""
    _, best = best_variant(state, frame)
    wanted = []
    if best.aim != frame.aim:
        wanted.append(f"against {WORD[best.aim]}")
    elif best.target != frame.target:
        wanted.append(f"target {VEHICLE_NAMES[best.target]}")
    elif best.ammo != frame.ammo:
        wanted.append(f"load {best.ammo}")
    for words in wanted:
        if (action := state.game.parse(words)) in actions:
            return action
    return DONE


def assault_value(state: Firefight, unit: int, vehicle: int, hex_: int) -> float:
    """What an attack on a vehicle in its hex is expected to cost the enemy, less what it costs itself."""
    frame = Assault(SIDE[unit], hex_, "close", unit, vehicle)
    try:
        rows = chances(state, frame).items()
    except Leak:  # who stands beside the vehicle is not known: no attack is counted on
        return 0.0
    found = sum(SHARE.get(words, SHARE_CLOSE.get(words, 0.0)) * float(p) for words, p in rows)
    return VEHICLE_WORTH * found - worth(state, unit) / 36


def assaults(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Attack a vehicle in close combat where that is expected to cost the enemy more than the attacker."""
    best, found = LEAST_ASSAULT, None
    for action in actions.of(Assail):
        unit = UNIT[action.unit]
        value = assault_value(state, unit, prey(state, unit), GRID.number[action.hex])
        if value > best:
            best, found = value, action
    return found or DONE


def defend(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Attack vehicles where that pays, then let vehicles attack who is in their hex."""
    found = assaults(state, side, actions, orders)
    return found if found != DONE else best_rake(state, actions) or DONE


def assault_shot(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Let a leader join, look for a magnetic mine, then attack."""
    return next(iter(actions.of(Direct, Magnetic)), DONE)


def advance_value(state: Firefight, unit: int, hex_: int) -> float | None:
    """What an advance onto a vehicle promises; `None`: there is no vehicle."""
    there = [v for v in vehicles.in_hex(state, ENEMY[SIDE[unit]], hex_) if vehicles.is_manned(state, v)]
    return STANDS * assault_value(state, unit, there[0], hex_) - FEAR if there else None


def reply(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Fire at a vehicle on its way when the shot is expected to cost enough; hidden units wait longer."""
    best, found = 0.0, None
    for value, action in worths(state, side, actions, "first"):
        need = REACTION_PRICE
        if isinstance(action, Engage):
            unit = shooter(state, FIRERS.index(action.unit))
            need += 1.5 * bool(state.flags[unit] & HIDDEN) + 0.5 * (not state.open >> unit & 1)
        if value - need > best:
            best, found = value - need, action
    return found or screen(state, side, actions) or assaults(state, side, actions, orders)


# ---------------------------------------------------------------- where to drive


def start_driving(state: Firefight, side: str, actions: Choices, aim: Aim = BOLD) -> Action | None:
    """The next vehicle that enters, is in Motion, is bogged, or has a better post to go to."""
    for action in actions.of(Drive):
        vehicle = VEHICLE_NUMBER[action.unit]
        off = state.vehicle_at[vehicle] < 0
        if off or vehicles.has(state, vehicle, V_MOTION | V_BOGGED | V_RECALLED):
            return action
        if course(state, side, vehicle, aim).gain > LEAST_GAIN:
            return action
    return None


def aim_of(orders: PlayerSettings) -> Aim:
    """How the player wants its vehicles to drive; plain has no aim."""
    found: Aim = orders.notes.get("aim", BOLD)
    return found


def drive(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Drive to the post from which fire promises most, out of reach of infantry, with the front to the enemy,
    through hedges where that is worth the risk; then stop, and fire at once where that is as good as later.
    """
    frame = state.stack[-1]
    assert isinstance(frame, Driving)
    legal = {str(a): a for a in actions}
    if "unbog" in legal:
        return legal["unbog"]
    if vehicles.has(state, frame.vehicle, V_RECALLED):
        return _go_home(legal)
    if (prey := best_overrun(state, side, actions, aim_of(orders).overrun)) is not None:
        return prey
    plan = course(state, side, frame.vehicle, aim_of(orders))
    if state.vehicle_at[frame.vehicle] < 0:
        return _enter(state, frame, plan, legal)
    halted = bool(frame.spent) and not frame.rolling
    if not halted and plan.gain > LEAST_GAIN and (found := next_leg(state, frame, plan, legal)) is not None:
        return found
    return _settle(state, side, frame, actions, legal)


def _go_home(legal: dict[str, Action]) -> Action:
    """ASL-D5.341: what a recalled vehicle must do is on the list: it leaves, starts, goes on, turns."""
    for verb in ("depart", "start", "go", "steer", "done"):
        found = [action for action in legal.values() if action.verb == verb]
        if found:
            return found[0]
    return next(iter(legal.values()))


def reason(state: Firefight, side: str, action: Action) -> str:
    """Why a vehicle drives or fires, in words; empty: the action is not one of a vehicle."""
    frame = state.stack[-1]
    if isinstance(action, ShellVerb | Strafe):
        return _why_fire(state, side, action)
    if isinstance(action, Drive):
        vehicle = VEHICLE_NUMBER[action.unit]
    elif isinstance(frame, Driving):
        vehicle = frame.vehicle
    else:
        return ""
    goal = course(state, side, vehicle).goal.hex
    seen = ", ".join(GRID.name[at] for _, at in post(state, side, vehicle, goal).targets[:3])
    words = "stays in" if goal == state.vehicle_at[vehicle] else "makes for"
    sight = f", from where it sees {seen}" if seen else ""
    return f"{vehicle_title(state, vehicle)} {words} {GRID.name[goal]}{sight}"


PHASE = {"drive": tank_fire.BOUNDING_FIRE, "reaction": FIRST_FIRE, "vehicle": FIRST_FIRE}


def _why_fire(state: Firefight, side: str, action: UnitHex) -> str:
    first = str(state.step.name).split()[0]
    value, _ = next(worths(state, side, [action], PHASE.get(first, first)))
    what = "its gun" if isinstance(action, ShellVerb) else "its machine guns"
    who = vehicle_title(state, VEHICLE_NUMBER[action.unit])
    return f"{who} fires {what} at {action.hex}: expected to cost the enemy {value:.2f}, a squad counting 6"


def _enter(state: Firefight, frame: Driving, plan: Course, legal: dict[str, Action]) -> Action:
    """Onto the map where the way to the best post begins, pointing along it."""
    first = plan.legs[0].spot
    if state.hull[frame.vehicle] != first.spine and "steer right" in legal:
        return legal["steer right"]
    entries = [a for words, a in legal.items() if words.startswith("go ")]
    return legal.get(f"go {GRID.name[first.hex]}") or next(iter(entries or legal.values()))


def next_leg(state: Firefight, frame: Driving, plan: Course, legal: dict[str, Action]) -> Action | None:
    """The next expenditures of a way that can be paid with enough left to stop; `None`: it stops here."""
    room = left(state, frame) - (0 if frame.rolling else int(COST["start"]))
    spent, far, taken = 0, -1, {int(at) for at in state.vehicle_at}
    for leg in plan.legs:
        spent += leg.cost
        if leg.bogs or spent > room - COST["stop"]:
            break
        far = leg.spot.hex if leg.spot.hex not in taken else far
    if far >= 0 and f"onward {GRID.name[far]}" in legal:
        return legal[f"onward {GRID.name[far]}"]
    return _single(state, frame, plan.legs[0], room, legal) if plan.legs else None


def _single(state: Firefight, frame: Driving, leg: Leg, room: int, legal: dict[str, Action]) -> Action | None:
    """A turn, or the next hex behind a hedge."""
    if leg.cost > room:
        return None
    if not frame.rolling:
        return legal.get("start")
    if leg.spot.hex != state.vehicle_at[frame.vehicle]:
        return legal.get(f"go {GRID.name[leg.spot.hex]}")
    right = (leg.spot.spine - state.hull[frame.vehicle]) % 6 == 1
    return legal.get("steer right" if right else "steer left")


def _settle(
    state: Firefight, side: str, frame: Driving, actions: Choices, legal: dict[str, Action]
) -> Action:
    """Button up near the enemy, stop, and fire if that is worth it now."""
    at = int(state.vehicle_at[frame.vehicle])
    foes = [h for h in members(tank_fire.goal_hexes(state, side)) if h != at]
    near = any(GRID.distance(at, h) <= REACH and sees(state, at, h) for h in foes)
    if near and "button" in legal:
        return legal["button"]
    if not near and "expose" in legal:
        return legal["expose"]
    if "stop" in legal:
        return legal["stop"]
    return bounding(state, side, frame, actions) or legal.get("done") or next(iter(legal.values()))


def bounding(state: Firefight, side: str, frame: Driving, actions: Choices) -> Action | None:
    """The fire of a vehicle that has stopped, its gun first: now, so that the others move past an enemy who
    is shaken, unless it promises clearly more in the Advancing Fire Phase.
    """
    rows = list(worths(state, side, actions, tank_fire.BOUNDING_FIRE))
    now, later = 0.0, 0.0
    for verb in (ShellVerb, Strafe):
        now += max((value for value, a in rows if isinstance(a, verb)), default=0.0)
        later += max((_later(state, side, a) for _, a in rows if isinstance(a, verb)), default=0.0)
    best = max(rows, key=lambda row: (row[0] > LEAST, isinstance(row[1], ShellVerb), row[0]), default=None)
    return best[1] if best and best[0] > LEAST and now >= AT_ONCE * later else None


def _later(state: Firefight, side: str, action: UnitHex) -> float:
    """What the same shot promises in the Advancing Fire Phase."""
    vehicle, hex_ = VEHICLE_NUMBER[action.unit], GRID.number[action.hex]
    if vehicles.has(state, vehicle, V_BOUNDING):
        return 0.0
    if isinstance(action, ShellVerb):
        return best_variant(state, new_shell(state, ADVANCING_FIRE, vehicle, hex_))[0]
    return burst_value(state, Burst(side, hex_, ADVANCING_FIRE, vehicle))


def mend(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Try to repair every weapon that is broken."""
    return next(iter(actions.of(Mend)), DONE)
