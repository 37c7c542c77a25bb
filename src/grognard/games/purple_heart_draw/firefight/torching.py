"""ASL-C7.344, ASL-C7.346, FF-OR8: flamethrowers and demolition charges against vehicles."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.core.hexes import OFF, Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen
from grognard.core.ruling import Modifier, total

from ..board import GRID
from . import blast, crews, demolition, flame, ordnance, vehicles, verges
from .alert import watch
from .demolition import limit
from .eyes import unit_sees_vehicle
from .fire import firing_side
from .fire_effects import cell, suffer
from .forces import ENEMY, NAMES, SIDE
from .going import BOTTOM
from .ordnance import BURNS, FRONT, NOTHING, REAR, SHAKEN, STUCK, TO_KILL, WRECK
from .position import BLASTED, CX, GUN1, GUN2, PREP, Attack, Firefight, Mask, Torching, Wiring
from .reach import busy_at_home
from .shelling import confirmed
from .shots import PREP_FIRE
from .sniper import release
from .tables import column_of, result
from .units import flag, has, name, on_map, remove_gun, settle, show
from .vehicle_goals import goal_screens
from .victory import check_victory
from .words import TWO_DICE, Dice, Torch

FLAME, CHARGE = TO_KILL["flame"], TO_KILL["charge"]
DUD = 12
TOO_FAR = "{hex} holds no vehicle that the flames of {unit} reach"

# ---------------------------------------------------------------- what both do besides


def scorch(state: Firefight, target: int, power: int, dice: int) -> None:
    """ASL-D.8: the same dice on the fire table strike a crew that shows itself, and riders."""
    column = column_of(Fraction(power))
    bare = result(column, dice + int(vehicles.CREW["exposed"]))
    if vehicles.is_exposed(state, target) and bare.kind not in ("nothing", "ptc"):
        state.note("ASL-D.8", "collateral: {}", cell(bare), kind="result")
        crews.strafed(state, target, bare)
    suffer(state, list(vehicles.riders_of(state, target)), result(column, dice))


def side_of_target(state: Firefight, at: int, target: int) -> str:
    """The side of a vehicle that faces a hex; ASL-D3.2.same: from inside its hex always the rear."""
    hex_ = state.vehicle_at[target]
    return verges.facing(state, target, at, state.hull[target]) if at not in (hex_, -1) else REAR


# ---------------------------------------------------------------- flamethrowers


def number(state: Firefight, frame: Torching) -> int:
    """ASL-C7.344, FF-OR8: 8, half at two hexes, 1 more on an exposed crew and on the rear; no armor."""
    basic = int(FLAME["tk"]) // (2 if frame.far else 1)
    rear = side_of_target(state, state.at[frame.unit], frame.target) == REAR
    shown = vehicles.is_exposed(state, frame.target)
    return basic + int(FLAME["exposed"]) * shown + int(TO_KILL["rear"]["add"]) * rear


def burned(number_: int, dice: int) -> str:
    """ASL-C7.344: below the number it burns, at it a wreck.

    >>> [burned(8, dice) for dice in (7, 8, 9, 12)]
    ['burning wreck', 'wreck', 'no effect', 'no effect']
    """
    if dice == DUD or dice > number_:
        return NOTHING
    return BURNS if dice < number_ else WRECK


def chances(state: Firefight, frame: Torching) -> dict[str, Fraction]:
    """The exact chance of every result."""
    found: dict[str, Fraction] = {}
    for dice, chance in ordnance.TWO_DICE.items():
        one = burned(number(state, frame), dice)
        found[one] = found.get(one, Fraction(0)) + chance
    return found


def new_torching(state: Firefight, kind_: str, unit: int, hex_: int) -> Torching:
    side, moving = SIDE[unit], vehicles.driver(state)
    there = vehicles.in_hex(state, ENEMY[side], hex_)
    named = [v for v in there if moving is not None and v == moving.vehicle] or there
    g = flame.flamethrower_of(state, unit)
    power = flame.power(state, unit, hex_, kind_) if g >= 0 else 0
    far = GRID.distance(state.at[unit], hex_) > 1
    fails = limit(state, unit, g) if g >= 0 else DUD
    return Torching(side, int(hex_), kind_, unit, named[0] if named else -1, fails, power, far)


def reaches(state: Firefight, unit: int, hex_: int) -> bool:
    """Within two hexes and two levels, in sight, and nobody nearer to deal with."""
    far = GRID.distance(state.at[unit], hex_) > 2 or flame.steps_between(state, unit, hex_) > flame.STEEP
    if far or busy_at_home(state, unit, hex_):
        return False
    there = vehicles.in_hex(state, ENEMY[SIDE[unit]], hex_)
    return any(state.at[unit] == hex_ or unit_sees_vehicle(state, unit, v).is_unit_seen for v in there)


def torch(state: Firefight, kind_: str, unit: int, hex_: int) -> None:
    frame = new_torching(state, kind_, unit, hex_)
    show(state, unit, "ASL-A12.14.c")
    used = GUN2 if has(state, unit, GUN1) else GUN1
    flag(state, unit, BLASTED | used | (PREP if kind_ == PREP_FIRE else 0), "ASL-A22.3")
    settle(state, "ASL-A12.14.c")
    words = "{} uses its flamethrower at {}"
    state.note("ASL-C7.344", words, name(state, unit), vehicles.name(state, frame.target), kind="attack")
    state.call(frame, "ASL-C7.344")


def torch_pick(kind_: str, goal: Mask | None = None) -> Pick:
    """In a fire phase at any vehicle, in the window at the one that moves."""

    def who(state: Firefight, frame: object) -> int:
        own = on_map(state, firing_side(kind_, state))
        fit = [u for u in own if flame.can_use(state, u, kind_) and not vehicles.is_riding(state, u)]
        return sum(1 << u for u in fit)

    def apply(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        torch(state, kind_, unit, hex_)

    return Pick(
        verb=Torch,
        names=NAMES,
        units=(Screen("ASL-A22.3", "{unit} has no flamethrower it could use now", who),),
        hexes=goal_screens(kind_, goal, "ASL-C7.344", TOO_FAR, reaches),
        apply=apply,
    )


def burn(state: Firefight, frame: Torching, action: Dice) -> None:
    """ASL-C7.344, ASL-A22.5: the dice to kill; from its number on the flamethrower is empty."""
    dice = action.colored + action.white
    found = burned(number(state, frame), dice)
    watch(state, frame.side, dice, [state.at[frame.unit]])
    words = "flames: to kill {}, dice {}: {}"
    state.note("ASL-C7.344", words, number(state, frame), dice, found, kind="result")
    state.replace(replace(frame, effect=(action.colored, action.white)), "ASL-C7.344")
    if dice >= frame.fails:
        remove_gun(state, flame.flamethrower_of(state, frame.unit), "ASL-A22.5")
    if found == NOTHING and dice < DUD:
        scorch(state, frame.target, frame.power, dice)
    crews.suffer_kill(state, frame.target, found)


def finish(state: Firefight, frame: Torching | Wiring) -> None:
    settle(state, "ASL-C7.7")
    check_victory(state)
    release(state)


TORCHING = (
    confirmed(Torching, "flame shot", "before the shot of flames"),
    Chance(
        clause="ASL-C7.344",
        name="flames at a vehicle",
        outcomes=lambda state, frame: NO_OUTCOME if frame.effect else TWO_DICE,
        apply=burn,
        about=lambda state, frame: (
            f"flames at {vehicles.name(state, frame.target)}: to kill {number(state, frame)}"
        ),
        rolls=(Dice,),
    ),
    Auto(clause="ASL-C7.344", do=finish),
)

# ---------------------------------------------------------------- demolition charges

OPTIMAL, GOOD, POOR, LOST = "optimal", "successful", "poor", "useless"


def position_modifiers(state: Firefight, frame: Wiring) -> list[Modifier]:
    """ASL-C7.346: what makes a charge hard to place well."""
    target, unit = frame.target, frame.unit
    at = state.at[unit]
    facing = side_of_target(state, at, target)
    rows = [
        (vehicles.is_rolling(state, target), "rolling", "the vehicle has not stopped"),
        (frame.thrown, "thrown", "it is thrown"),
        (facing == FRONT, "front", "at the front of the hull"),
        (facing == REAR, "rear", "at the rear of the hull"),
        (vehicles.is_exposed(state, target), "exposed", "the crew shows itself"),
        (frame.hurried, "hurried", "thrown in the Advancing Fire Phase"),
        (at >= 0 and has(state, unit, CX), "cx", "its user is CX"),
        (at >= 0 and BOTTOM[at] > BOTTOM[frame.hex], "above", "its user is above"),
        (vehicles.is_immobile(state, target), "immobile", "the vehicle cannot move"),
    ]
    return [Modifier(int(CHARGE[key]), "ASL-C7.346", words) for counts, key, words in rows if counts]


def placed(final: int) -> str:
    """ASL-C7.346: how well it lies.

    >>> [placed(final) for final in (5, 8, 11, 12)]
    ['optimal', 'successful', 'poor', 'useless']
    """
    if final <= CHARGE["optimal"]:
        return OPTIMAL
    return GOOD if final <= CHARGE["good"] else POOR if final <= CHARGE["poor"] else LOST


def kill_number(state: Firefight, frame: Wiring, dice: tuple[int, ...]) -> int:
    """ASL-C7.346: 16 less the armor: from above, or of the part that the dice of its position hit."""
    where = placed(sum(dice) + total(position_modifiers(state, frame)))
    if where == OPTIMAL:
        return int(CHARGE["tk"]) - vehicles.aerial(state, frame.target)
    facing = side_of_target(state, state.at[frame.unit], frame.target)
    part = ordnance.part_hit(*dice)
    return int(CHARGE["tk"]) - ordnance.armor(vehicles.armored(state, frame.target), part, facing)


def blown(state: Firefight, frame: Wiring, dice: tuple[int, ...], final: int) -> str:
    """What the dice to kill do; a charge acts as HE does (ASL-C7.7)."""
    easily = vehicles.armored(state, frame.target).burns_easily
    part = ordnance.part_hit(*dice)
    return ordnance.kill(kill_number(state, frame, dice), final, "HE", part, easily)


def charge_chances(state: Firefight, frame: Wiring) -> dict[str, Fraction]:
    """The exact chance of every result; what follows for the crew is not in it."""
    found: dict[str, Fraction] = {}
    drm = total(position_modifiers(state, frame))
    for dice in ((one, two) for one in range(1, 7) for two in range(1, 7)):
        strikes = placed(sum(dice) + drm) in (OPTIMAL, GOOD)
        for final, chance in ordnance.TWO_DICE.items():
            works = strikes and final < frame.fails
            result_ = blown(state, frame, dice, final) if works else NOTHING
            found[result_] = found.get(result_, Fraction(0)) + chance / 36
    return found


def target_in(state: Firefight, side: str, hex_: int, seen: tuple[int, ...]) -> int:
    """ASL-C7.346: the vehicle a charge in a hex is aimed at; -1: none, or an enemy on foot is known there."""
    there = vehicles.in_hex(state, ENEMY[side], hex_)
    on_foot = [u for u in seen if state.at[u] == hex_ and not vehicles.is_riding(state, u)]
    return there[0] if there and not on_foot else -1


def set_off(state: Firefight, attack: Attack, unit: int) -> bool:
    """ASL-C7.346: a charge that is aimed at a vehicle goes off; gives whether it is."""
    target = target_in(state, attack.side, attack.hex, attack.seen)
    if target < 0:
        return False
    thrown, hurried = attack.more >= blast.THROWN, attack.more > blast.THROWN
    frame = Wiring(
        attack.side, int(attack.hex), unit, target, attack.fails, attack.firepower, thrown, hurried
    )
    if attack.home != OFF:
        blast.strike_home(state, attack)
    state.call(frame, "ASL-C7.346")
    return True


demolition.AT_VEHICLE.append(set_off)


def throw(state: Firefight, frame: Wiring, action: Dice) -> None:
    dice = (action.colored, action.white)
    where = placed(sum(dice) + total(position_modifiers(state, frame)))
    words = "the charge at {}: dice {}: its position is {}"
    state.note("ASL-C7.346", words, vehicles.name(state, frame.target), sum(dice), where, kind="result")
    state.replace(replace(frame, dice=dice), "ASL-C7.346")


def effect(state: Firefight, frame: Wiring) -> Outcomes:
    if not frame.dice or frame.effect or not vehicles.is_there(state, frame.target):
        return NO_OUTCOME
    where = placed(sum(frame.dice) + total(position_modifiers(state, frame)))
    return TWO_DICE if where != LOST else NO_OUTCOME


def take_effect(state: Firefight, frame: Wiring, action: Dice) -> None:
    state.replace(replace(frame, effect=(action.colored, action.white)), "ASL-C7.346")


def resolve(state: Firefight, frame: Wiring) -> None:
    """ASL-C7.346: a dud does nothing; a poor position strikes only who shows himself."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.effect or sum(frame.effect) >= frame.fails:
        return
    dice = sum(frame.effect)
    where = placed(sum(frame.dice) + total(position_modifiers(state, frame)))
    found = blown(state, frame, frame.dice, dice) if where in (OPTIMAL, GOOD) else NOTHING
    state.note("ASL-C7.346", "the charge: dice {}: {}", dice, found, kind="result")
    if found in (NOTHING, STUCK, SHAKEN) and dice < DUD:
        scorch(state, frame.target, frame.power, dice)
    crews.suffer_kill(state, frame.target, found)


WIRING = (
    Chance(
        clause="ASL-C7.346",
        name="position of a charge",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else TWO_DICE,
        apply=throw,
        about=lambda state, frame: (
            f"the position of a charge at {vehicles.name(state, frame.target)},"
            f" {total(position_modifiers(state, frame)):+d}"
        ),
        rolls=(Dice,),
    ),
    Chance(
        clause="ASL-C7.346",
        name="charge to kill",
        outcomes=effect,
        apply=take_effect,
        about=lambda state, frame: f"a charge: to kill {kill_number(state, frame, frame.dice)}",
        rolls=(Dice,),
    ),
    Auto(clause="ASL-C7.346", do=resolve),
    Auto(clause="ASL-C7.346", do=finish),
)
