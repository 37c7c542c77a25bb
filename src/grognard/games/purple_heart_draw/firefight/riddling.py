"""ASL-A9.61: machine guns against the armor of vehicles."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen
from grognard.core.ruling import Modifier, total

from ..board import GRID
from . import crews, ordnance, tank_fire, vehicles
from .after_fire import after_fire
from .alert import watch
from .fire import firing_side, is_small_arm, shot_out, unit_screens
from .forces import FIRERS, FIRST_GUN, GUN_NAMES, SIDE
from .going import is_in_stream
from .gun_fire import UNSEEN_FIRER
from .ordnance import BURNS, HIT, NOTHING, WEAPONS, WRECK
from .position import CX, PIN, Attack, Firefight, Mask, Riddling, Shell
from .reach import busy_at_home
from .shelling import confirmed
from .shots import FIRST_FIRE, marks
from .sniper import release
from .units import guns_of, is_encircled, on_map, printed_gun, settle, shooter, show
from .vehicle_goals import goal_screens
from .vehicles import is_riding
from .victory import check_victory
from .words import TWO_DICE, Dice, Riddle

STUN = "crew stunned"
HEAVY = "HMG50"
UNSEEN = "{hex} holds no vehicle that {unit} sees in Normal Range"


def weapon_id(state: Firefight, firer: int) -> str:
    """The row of the tables for a machine gun."""
    return "12.7" if state.gun_kind[firer - FIRST_GUN] == HEAVY else "MG"


def machine_guns(state: Firefight, side: str) -> list[int]:
    found = [g for unit in on_map(state, side) for g in guns_of(state, unit) if is_small_arm(state, g)]
    return [FIRST_GUN + g for g in found]


def is_whole(state: Firefight, firer: int) -> bool:
    """ASL-A9.61: nothing halves its fire: no marker, no pin, no stream, and not from a vehicle."""
    unit = shooter(state, firer)
    hampered = state.flags[unit] & PIN or is_in_stream(state.at[unit]) or is_riding(state, unit)
    return not marks(state, firer) and not hampered


def can_riddle(state: Firefight, firer: int, hex_: int) -> bool:
    """A vehicle of the enemy there that is seen, within Normal Range."""
    unit = shooter(state, firer)
    near = GRID.distance(state.at[unit], hex_) <= printed_gun(state, firer - FIRST_GUN).range
    if not near or busy_at_home(state, firer, hex_):
        return False
    shell = as_shell(state, new_riddling(state, FIRST_FIRE, firer, hex_))
    there = tank_fire.enemy_vehicles(state, SIDE[unit], hex_)
    return any(tank_fire.is_seen(state, shell, v) for v in there)


def new_riddling(state: Firefight, kind_: str, firer: int, hex_: int) -> Riddling:
    side = SIDE[shooter(state, firer)]
    there, moving = tank_fire.enemy_vehicles(state, side, hex_), vehicles.driver(state)
    named = [v for v in there if moving is not None and v == moving.vehicle] or there
    return Riddling(side, int(hex_), kind_, firer, named[0] if named else -1)


# ---------------------------------------------------------------- what it is worth


def as_shell(state: Firefight, frame: Riddling) -> Shell:
    """The same shot as that of a gun, for what both meet on the way."""
    weapon = weapon_id(state, frame.firer)
    return Shell(
        frame.side, frame.hex, frame.kind, weapon, firer=frame.firer, target=frame.target, dice=frame.dice
    )


def modifiers(state: Firefight, frame: Riddling) -> list[Modifier]:
    """ASL-A9.61: what hampers the firer, the target, cover and hindrances."""
    shell = as_shell(state, frame)
    seen = tank_fire.seen_modifiers(state, shell)
    return [*of_firer(state, frame), *tank_fire.of_target(state, shell, "V", seen), *seen]


def of_firer(state: Firefight, frame: Riddling) -> list[Modifier]:
    unit = shooter(state, frame.firer)
    found = [Modifier(1, "ASL-A4.51", "the firer is CX")] if state.flags[unit] & CX else []
    found += [Modifier(1, "ASL-A7.7", "the firer is encircled")] if is_encircled(state, unit) else []
    return found + (ordnance.case("E", "V") if state.at[unit] == frame.hex else [])


def need(state: Firefight, frame: Riddling) -> int:
    distance = GRID.distance(state.at[shooter(state, frame.firer)], frame.hex)
    return ordnance.number_to_hit(WEAPONS[weapon_id(state, frame.firer)], "V", "AP", distance)


def struck(number: int, dice: int, burns_easily: bool) -> str:
    """ASL-A9.61: half the number burns, below it a wreck, at it the crew is stunned.

    >>> [struck(6, dice, False) for dice in (3, 4, 6, 7)]
    ['burning wreck', 'wreck', 'crew stunned', 'no effect']
    """
    if dice == 12:
        return NOTHING
    if 2 * (dice - burns_easily) <= number:
        return BURNS
    return WRECK if dice < number else STUN if dice == number else NOTHING


def part_of(state: Firefight, frame: Riddling, dice: tuple[int, ...]) -> str:
    """Hull or turret; empty: the hull of a vehicle that is hull down."""
    part = ordnance.part_hit(*dice)
    down = tank_fire.is_hull_down(state, as_shell(state, frame))
    return "" if part == ordnance.HULL and down else part


def number_to_kill(state: Firefight, frame: Riddling, dice: tuple[int, ...]) -> int:
    """ASL-A9.61: its number on the armor that is hit; no critical hit."""
    aim = tank_fire.aim_of(state, as_shell(state, replace(frame, dice=dice)))
    part = part_of(state, frame, dice)
    facing = ordnance.facing_hit(aim, part) if aim.facing else ordnance.facing_inside(dice[0])
    found = ordnance.number_to_kill(aim.weapon, aim.ammo, aim.distance, aim.target, part, facing)
    return -99 if found is None else found


def hits(state: Firefight, frame: Riddling, dice: tuple[int, ...]) -> bool:
    found = ordnance.verdict(need(state, frame), total(modifiers(state, frame)), dice[0], dice[1])
    return found not in (ordnance.MISS, ordnance.LUCKY) and bool(part_of(state, frame, dice))


def chances(state: Firefight, frame: Riddling) -> dict[str, Fraction]:
    """The exact chance of every result."""
    found: dict[str, Fraction] = {}
    easily = vehicles.armored(state, frame.target).burns_easily
    for colored in range(1, 7):
        for white in range(1, 7):
            if not hits(state, frame, (colored, white)):
                found[ordnance.MISS] = found.get(ordnance.MISS, Fraction(0)) + Fraction(1, 36)
                continue
            number = number_to_kill(state, frame, (colored, white))
            for dice, chance in ordnance.TWO_DICE.items():
                one = struck(number, dice, easily)
                found[one] = found.get(one, Fraction(0)) + chance / 36
    return found


# ---------------------------------------------------------------- as a decision


def declare(state: Firefight, kind_: str, firer: int, hex_: int) -> None:
    unit = shooter(state, firer)
    seen = state.open >> unit & 1
    show(state, unit, "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    frame = replace(new_riddling(state, kind_, firer, hex_), duel="" if seen else UNSEEN_FIRER)
    words = "{} fires at the armor of {}"
    who = GUN_NAMES[firer - FIRST_GUN]
    state.note("ASL-A9.61", words, who, vehicles.name(state, frame.target), kind="attack")
    state.call(frame, "ASL-A9.61")


def riddle_pick(kind_: str, goal: Mask | None = None) -> Pick:
    """In a fire phase at any vehicle, in the window at the one that moves."""

    def side(state: Firefight, frame: object) -> str:
        return firing_side(kind_, state)

    def whole(state: Firefight, frame: object) -> int:
        own = machine_guns(state, firing_side(kind_, state))
        fresh = [f for f in own if not (goal is not None and shot_out(state, f))]
        return sum(1 << f for f in fresh if is_whole(state, f))

    def apply(state: Firefight, frame: object, firer: int, hex_: Hex) -> None:
        declare(state, kind_, firer, hex_)

    return Pick(
        verb=Riddle,
        names=FIRERS,
        units=(
            *unit_screens(lambda state, frame: kind_, side, machine_guns),
            Screen("ASL-A9.61", "the fire of {unit} is halved, or it has shot as often as it may", whole),
        ),
        hexes=goal_screens(kind_, goal, "ASL-A9.61", UNSEEN, can_riddle),
        apply=apply,
    )


# ---------------------------------------------------------------- the dice


def about(state: Firefight, frame: Riddling) -> str:
    goal, drm = vehicles.name(state, frame.target), total(modifiers(state, frame))
    return f"a machine gun at the armor of {goal}: to hit {need(state, frame)} or less, {drm:+d}"


def throw(state: Firefight, frame: Riddling, action: Dice) -> None:
    dice = (action.colored, action.white)
    hit = hits(state, frame, dice)
    watch(state, frame.side, sum(dice), [state.at[shooter(state, frame.firer)]])
    state.note("ASL-A9.61", "dice {}: {}", sum(dice), HIT if hit else ordnance.MISS, kind="result")
    state.replace(replace(frame, dice=dice, hit=hit), "ASL-A9.61")


def spend(state: Firefight, frame: Riddling) -> None:
    """ASL-A9.2: rate of fire, breakdown and markers; no Residual FP."""
    frame = state.stack[-1]  # type: ignore[assignment]
    shot = Attack(frame.side, frame.hex, frame.kind, (frame.firer,), dice=frame.dice, vehicle=frame.target)
    after_fire(state, shot, -1, 0)


def effect(state: Firefight, frame: Riddling) -> Outcomes:
    due = frame.hit and not frame.effect and vehicles.is_there(state, frame.target)
    return TWO_DICE if due else NO_OUTCOME


def take_effect(state: Firefight, frame: Riddling, action: Dice) -> None:
    state.replace(replace(frame, effect=(action.colored, action.white)), "ASL-A9.61")


def resolve(state: Firefight, frame: Riddling) -> None:
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.effect:
        return
    number = number_to_kill(state, frame, frame.dice)
    found = struck(number, sum(frame.effect), vehicles.armored(state, frame.target).burns_easily)
    words = "machine gun: to kill {}, dice {}: {}"
    state.note("ASL-A9.61", words, number, sum(frame.effect), found, kind="result")
    if found == STUN and vehicles.is_manned(state, frame.target):
        vehicles.stun(state, frame.target, "ASL-A9.61")
    elif found != STUN:
        crews.suffer_kill(state, frame.target, found)


def finish(state: Firefight, frame: Riddling) -> None:
    settle(state, "ASL-A9.61")
    check_victory(state)
    release(state)


RIDDLING = (
    confirmed(Riddling, "armor shot", "before the shot at armor"),
    Chance(
        clause="ASL-A9.61",
        name="machine gun at armor",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else TWO_DICE,
        apply=throw,
        about=about,
        rolls=(Dice,),
    ),
    Auto(clause="ASL-A9.61", do=spend),
    Chance(
        clause="ASL-A9.61",
        name="machine gun to kill",
        outcomes=effect,
        apply=take_effect,
        about=lambda state, frame: f"to kill {number_to_kill(state, frame, frame.dice)}",
        rolls=(Dice,),
    ),
    Auto(clause="ASL-A9.61", do=resolve),
    Auto(clause="ASL-A9.61", do=finish),
)
