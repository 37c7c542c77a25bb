"""Habits for tanks and assault guns: what their shots may cost the enemy, and where they drive."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.core.facts import DONE
from grognard.core.hexes import members
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import tank_fire, tank_guns, vehicles
from grognard.games.purple_heart_draw.firefight.arcs import is_covered, target_facing, turns
from grognard.games.purple_heart_draw.firefight.drive import LEFT, RIGHT, left, whole_ways
from grognard.games.purple_heart_draw.firefight.eyes import ground, target_hexes
from grognard.games.purple_heart_draw.firefight.forces import (
    ENEMY,
    FIRERS,
    SIDE,
    UNIT,
    VEHICLE_NAMES,
    VEHICLE_NUMBER,
)
from grognard.games.purple_heart_draw.firefight.going import in_hex_tem, own_hexsides
from grognard.games.purple_heart_draw.firefight.ordnance import AREA, CRITICAL, FRONT, HIT, VEHICLES, WEAPONS
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.position import (
    HIDDEN,
    V_EXPOSED,
    V_MOTION,
    Assault,
    Burst,
    Driving,
    Firefight,
    Shell,
)
from grognard.games.purple_heart_draw.firefight.sight import CLEAR, sight
from grognard.games.purple_heart_draw.firefight.tables import column_of
from grognard.games.purple_heart_draw.firefight.tank_close import chances, prey
from grognard.games.purple_heart_draw.firefight.tank_odds import hit_rows, shell_chances
from grognard.games.purple_heart_draw.firefight.tank_shot import (
    WORD,
    effect_drm,
    light_shell,
    new_shell,
)
from grognard.games.purple_heart_draw.firefight.units import in_hex, known_in, morale, movers, number, shooter
from grognard.players.seat import PlayerSettings

from .exposure import SUSPECTED_WORTH, attacks, eviction, harm, worth

VEHICLE_WORTH = 14.0
CREW_WORTH = 5.0
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
PREP_PRICE, LEAST, REACTION_PRICE = 0.8, 0.2, 1.0
NEAR, CLOSE_BY, REACH, SIGHT = (
    2,
    4,
    6,
    12,
)  # hexes: where a Panzerfaust and a Panzerschreck reach; how far it stays
ROOM, FEAR, AIMED, SIDE_SHOWN, AHEAD, COVER = 6.0, 2.5, 2.0, 3.0, 0.8, 0.5
LEAST_GAIN, HEDGE_GAIN = 0.7, 0.7
STARTED = 2  # rows of its track when a vehicle has only started

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


def worths(state: Firefight, side: str, actions: Any, what: str) -> Iterator[tuple[float, Any]]:
    """Every shot of a vehicle or at a vehicle on the list, with what it is expected to cost the enemy."""
    moving = movers(state) if vehicles.driver(state) is None else None
    for action in actions:
        if action.verb == "engage":
            firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
            yield shell_value(state, light_shell(state, what, firer, hex_)), action
        elif action.verb in ("shell", "strafe"):
            vehicle, hex_ = VEHICLE_NUMBER[action.unit], GRID.number[action.hex]
            units = moving.units if moving is not None and what == "first" else ()
            ffnam = bool(units) and moving is not None and not moving.assault
            if action.verb == "shell":
                shell = replace(new_shell(state, what, vehicle, hex_), targets=units, ffnam=ffnam)
                yield best_variant(state, shell)[0], action
            else:
                yield burst_value(state, Burst(side, hex_, what, vehicle, units, ffnam)), action


def price(what: str, side_attacks: bool) -> float:
    """What a shot must promise: before moving more, because the vehicle then stays."""
    if what == "first":
        return REACTION_PRICE
    return PREP_PRICE if what == "prep" and side_attacks else LEAST


# ---------------------------------------------------------------- before the dice


def tank_shot(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Choose the target and the ammunition with the best expected result, then fire."""
    frame: Any = state.stack[-1]
    leaders = [a for a in actions if a.verb == "direct"]
    if leaders:
        return leaders[0]
    if frame.vehicle < 0:
        return DONE
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
    found = sum(
        SHARE.get(words, SHARE_CLOSE.get(words, 0.0)) * float(p) for words, p in chances(state, frame).items()
    )
    return VEHICLE_WORTH * found - worth(state, unit) / 36


def assaults(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Attack a vehicle in close combat where that is expected to cost the enemy more than the attacker."""
    best, found = LEAST, DONE
    for action in actions:
        if action.verb == "assail":
            unit = UNIT[action.unit]
            value = assault_value(state, unit, prey(state, unit), GRID.number[action.hex])
            if value > best:
                best, found = value, action
    return found


def assault_shot(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Let a leader join, look for a magnetic mine, then attack."""
    wanted = (a for a in actions if a.verb in ("direct", "magnetic"))
    return next(wanted, DONE)


def advance_value(state: Firefight, unit: int, hex_: int) -> float | None:
    """What an advance onto a vehicle promises; `None`: there is no vehicle."""
    there = [v for v in vehicles.in_hex(state, ENEMY[SIDE[unit]], hex_) if vehicles.is_manned(state, v)]
    return STANDS * assault_value(state, unit, there[0], hex_) - FEAR if there else None


def reply(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Fire at a vehicle on its way when the shot is expected to cost enough; hidden units wait longer."""
    best, found = 0.0, DONE
    for value, action in worths(state, side, actions, "first"):
        need = REACTION_PRICE
        if action.verb == "engage":
            unit = shooter(state, FIRERS.index(action.unit))
            need += 1.5 * bool(state.flags[unit] & HIDDEN) + 0.5 * (not state.open >> unit & 1)
        if value - need > best:
            best, found = value - need, action
    return found if found != DONE else assaults(state, side, actions, orders)


# ---------------------------------------------------------------- where to drive


def danger(state: Firefight, side: str, hex_: int, spine: int) -> float:
    """What a vehicle risks in a hex: infantry beside it, and guns that see its flank."""
    found = 0.0
    for at in members(target_hexes(state, side)):
        far = GRID.distance(at, hex_)
        if far <= NEAR:
            found += ROOM
        elif far <= CLOSE_BY and _sees(state, at, hex_):
            found += FEAR
    for enemy in vehicles.on_map(state, ENEMY[side]):
        at = state.vehicle_at[enemy]
        if at != hex_ and vehicles.is_armed(state, enemy) and _sees(state, at, hex_):
            found += FEAR if target_facing(at, hex_, spine) == FRONT else FEAR + SIDE_SHOWN
    return found


def _sees(state: Firefight, at: int, hex_: int) -> bool:
    return (
        at == hex_
        or sight(Place(at, advantage=True), Place(hex_, advantage=True), CLEAR, ground(state)).is_seen
    )


def prospects(state: Firefight, side: str, hex_: int, spine: int) -> float:
    """What it could fire at from there, and how near it is to where the fight is decided."""
    goals = members(state.card.goals)
    far = min((GRID.distance(hex_, goal) for goal in goals), default=0)
    found = -AHEAD * max(0, far - CLOSE_BY)
    seen = 0
    for at in members(tank_fire.goal_hexes(state, side)):
        if NEAR < GRID.distance(at, hex_) <= SIGHT and _sees(state, hex_, at):
            seen += 1
            found += AIMED * (1.0 if is_covered(hex_, spine, at) else 0.5) / seen
    cover = bool(own_hexsides(hex_)) and not in_hex_tem(hex_)
    return found + COVER * cover


def outlook(state: Firefight, side: str, hex_: int, spine: int) -> float:
    return prospects(state, side, hex_, spine) - danger(state, side, hex_, spine)


def best_place(state: Firefight, side: str, frame: Driving) -> tuple[float, int]:
    """The hex it can reach that promises most, and how much more than where it is."""
    at, spine = int(state.vehicle_at[frame.vehicle]), state.hull[frame.vehicle]
    here, best, found = outlook(state, side, at, spine), 0.0, -1
    taken = {int(state.vehicle_at[v]) for v in vehicles.on_map(state, side)}
    for hex_, path in whole_ways(state).items():
        if hex_ in taken:
            continue
        gain = outlook(state, side, hex_, _spine_after(spine, path)) - here
        if gain > best:
            best, found = gain, hex_
    return best, found


def _spine_after(spine: int, path: tuple[int, ...]) -> int:
    return (spine + path.count(RIGHT) - path.count(LEFT)) % 6


def wants_to_drive(state: Firefight, side: str, vehicle: int) -> bool:
    """Whether a vehicle on the map has a reason to leave its place: nothing to fire at, or danger."""
    at, spine = int(state.vehicle_at[vehicle]), state.hull[vehicle]
    aims = [h for h in members(tank_fire.goal_hexes(state, side)) if GRID.distance(at, h) <= SIGHT]
    idle = not any(_sees(state, at, h) for h in aims)
    return idle or danger(state, side, at, spine) >= ROOM


def start_driving(state: Firefight, side: str, actions: Any) -> Any:
    """The next vehicle that enters, is in Motion, or has a reason to move."""
    for action in actions:
        if action.verb == "drive":
            vehicle = VEHICLE_NUMBER[action.unit]
            off = state.vehicle_at[vehicle] < 0
            if off or vehicles.has(state, vehicle, V_MOTION):
                return action
            if attacks(state, side) and wants_to_drive(state, side, vehicle):
                return action
    return None


def drive(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Drive where targets are in sight, out of reach of infantry, with the front to the enemy; then stop."""
    frame: Any = state.stack[-1]
    legal = {str(a): a for a in actions}
    if state.vehicle_at[frame.vehicle] < 0:
        return _enter(state, side, legal)
    if "unbog" in legal:
        return legal["unbog"]
    if len(frame.track) == 1 or (frame.rolling and len(frame.track) == STARTED):
        gain, hex_ = best_place(state, side, frame)
        if hex_ >= 0 and gain > LEAST_GAIN and f"onward {GRID.name[hex_]}" in legal:
            return legal[f"onward {GRID.name[hex_]}"]
        if (hedge := _over_bocage(state, side, frame, legal)) is not None:
            return hedge
    return _settle(state, side, frame, legal)


def _over_bocage(state: Firefight, side: str, frame: Driving, legal: dict[str, Any]) -> Any:
    """The next hex behind a hedge, where that promises much more than the fields it can reach."""
    if not frame.rolling:
        return legal.get("start") if wants_to_drive(state, side, frame.vehicle) else None
    spine = state.hull[frame.vehicle]
    here = outlook(state, side, int(state.vehicle_at[frame.vehicle]), spine)
    goes = [a for a in legal.values() if a.verb == "go"]
    scored = [(outlook(state, side, GRID.number[a.hex], spine) - here, str(a), a) for a in goes]
    gain, _, best = max(scored, default=(0.0, "", None))
    return best if gain > HEDGE_GAIN else None


def _settle(state: Firefight, side: str, frame: Driving, legal: dict[str, Any]) -> Any:
    """Button up near the enemy, turn the front to it, and stop."""
    at = int(state.vehicle_at[frame.vehicle])
    foes = [h for h in members(tank_fire.goal_hexes(state, side)) if h != at]
    near = [h for h in foes if GRID.distance(at, h) <= REACH and _sees(state, at, h)]
    if near and "button" in legal and vehicles.has(state, frame.vehicle, V_EXPOSED):
        return legal["button"]
    if foes and left(state, frame) > 2 * 2:
        goal = min(foes, key=lambda h: GRID.distance(at, h))
        spines = [n for n in range(6) if is_covered(at, n, goal)]
        hull = state.hull[frame.vehicle]
        best = min(spines, key=lambda n: turns(hull, n))
        if best != hull:
            hand = "right" if (best - hull) % 6 <= 3 else "left"
            if f"steer {hand}" in legal:
                return legal[f"steer {hand}"]
    return legal.get("stop") or legal.get("done") or next(iter(legal.values()))


def _enter(state: Firefight, side: str, legal: dict[str, Any]) -> Any:
    """Onto the map where the way to the goals is short and no infantry is beside."""
    goals = members(state.card.goals)

    def rank(action: Any) -> tuple[float, str]:
        hex_ = GRID.number[action.hex]
        far = min(GRID.distance(hex_, goal) for goal in goals)
        own = sum(int(state.vehicle_at[v]) == hex_ for v in vehicles.on_map(state, side))
        return far + danger(state, side, hex_, state.hull[0]) + 4 * own, action.hex

    entries = [a for a in legal.values() if a.verb == "go"]
    return min(entries, key=rank) if entries else next(iter(legal.values()))


def mend(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Try to repair every weapon that is broken."""
    return next((a for a in actions if a.verb == "mend"), DONE)
