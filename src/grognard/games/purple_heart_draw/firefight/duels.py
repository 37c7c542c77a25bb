"""ASL-C2.2401: Gun duels: a vehicle on its way may fire before the shot that is declared at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from grognard.core import procedure
from grognard.core.facts import DONE, Action
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes
from grognard.core.ruling import Ruling, total

from . import gyro, riddling, tank_fire, tank_guns, tank_shot, vehicles
from .forces import ENEMY, FIRST_GUN
from .ordnance import INFANTRY, VEHICLES
from .position import BROKEN, JAMMED, Burst, Firefight, Riddling, Shell
from .shots import FIRST_FIRE
from .tank_fire import BOUNDING_FIRE
from .units import shooter
from .words import TWO_DICE, Dice, Duel

Declared: TypeAlias = Shell | Riddling  # the shot at the vehicle
Claim: TypeAlias = Shell | Burst  # what the vehicle answers with
GUN, GUNS = "gun", "mg"
TRACKS = "tracks"
CLAUSE = "ASL-C2.2401"
CROWD = "ASL-A5."
# how far a duel has come
FIRST, TIE, HELD, BEFORE, TOGETHER, AFTER, OVER = (
    "first",
    "tie",
    "held",
    "before",
    "together",
    "after",
    "over",
)

# ---------------------------------------------------------------- who may claim the first shot


def firer_hex(state: Firefight, frame: Declared) -> int:
    """Where the declared shot comes from."""
    if isinstance(frame, Shell):
        return tank_fire.at_of(state, frame)
    return int(state.at[shooter(state, frame.firer)])


def claim(state: Firefight, frame: Declared, weapon: str) -> Claim:
    """The shot of the vehicle at the unit that fires at it."""
    at, vehicle, side = firer_hex(state, frame), frame.target, ENEMY[frame.side]
    if weapon == GUNS:
        return Burst(side, at, BOUNDING_FIRE, vehicle)
    enemy = frame.vehicle if isinstance(frame, Shell) else -1
    aim = VEHICLES if enemy >= 0 else INFANTRY
    shell = replace(tank_shot.new_shell(state, BOUNDING_FIRE, vehicle, at), aim=aim, target=enemy, turned=0)
    ammo = tank_fire.ammunition(state, shell)
    return replace(shell, ammo=ammo[0] if ammo else "", home=int(state.vehicle_at[vehicle]), duel=FIRST)


def can_fire(state: Firefight, frame: Declared, weapon: str) -> bool:
    """Whether the vehicle could fire it at once, without a change of its covered arc."""
    vehicle, at, module = frame.target, firer_hex(state, frame), tank_guns if weapon == GUNS else tank_fire
    own = tank_guns.own_machine_guns if weapon == GUNS else tank_fire.own_guns
    side = ENEMY[frame.side]
    if vehicle not in own(state, side) or not module.goal_hexes(state, side) >> at & 1:
        return False
    if not module.is_fresh(state, BOUNDING_FIRE, vehicle) or not module.is_ready(
        state, BOUNDING_FIRE, vehicle
    ):
        return False
    if not all(test(state, BOUNDING_FIRE, vehicle, at) for _, _, test in module.AT_HEX):
        return False
    shot = claim(state, frame, weapon)
    return isinstance(shot, Burst) or (bool(shot.ammo) and shot.aim in tank_fire.aims(state, shot))


def measure(state: Firefight, shot: Declared | Claim) -> int:
    """What hampers a firer, with what it has acquired; a stabilizer in Motion is left out, and a crowded hex,
    which is not of the firer.
    """
    if isinstance(shot, Burst):
        found = tank_guns.of_vehicle(state, shot)
    elif isinstance(shot, Riddling):
        found = riddling.of_firer(state, shot)
    else:
        found = tank_fire.of_firer(state, shot) + tank_fire.acquisition(state, shot)
    rolling = gyro.rolling(state, shot) if isinstance(shot, Shell) and shot.vehicle >= 0 else []
    return total([one for one in found if not one.clause.startswith(CROWD)]) - total(rolling)


def final(state: Firefight, shot: Declared | Claim) -> int:
    """The Final DR of a shot whose dice lie."""
    if isinstance(shot, Burst):
        return sum(shot.dice) + total(tank_guns.modifiers(state, shot))
    if isinstance(shot, Riddling):
        return sum(shot.dice) + total(riddling.modifiers(state, shot))
    doubled = min(shot.dice) if tank_fire.is_unsteady(state, shot) else 0
    return sum(shot.dice) + total(tank_fire.hit_modifiers(state, shot)) + doubled


def is_challenged(state: Firefight, frame: object) -> bool:
    """Whether a unit in sight has declared First Fire at a vehicle on its way that does not overrun."""
    if not isinstance(frame, Shell | Riddling) or frame.kind != FIRST_FIRE or frame.duel or frame.dice:
        return False
    moving = vehicles.driver(state)
    named = moving is not None and moving.vehicle == frame.target
    return named and state.options.gun_duels == "yes" and vehicles.crushing(state) is None


def offers(state: Firefight, frame: object) -> Sequence[Action]:
    if not is_challenged(state, frame):
        return ()
    assert isinstance(frame, Shell | Riddling)
    able = [one for one in (GUN, GUNS) if can_fire(state, frame, one)]
    fit = [one for one in able if measure(state, claim(state, frame, one)) <= frame.hampered]
    found: list[Action] = [Duel(one) for one in fit]
    return [*found, DONE] if found else ()


WORDS = (
    "a vehicle claims the first shot against a unit in sight that has declared First Fire at it, if it does "
    "not turn or overrun and is hampered no more than that unit"
)


def refuse(state: Firefight, frame: object, action: Action) -> list[Ruling]:
    return [Ruling(CLAUSE, WORDS)]


# ---------------------------------------------------------------- the claim


def weigh(state: Firefight, frame: object) -> None:
    """What hampers the firer is told: not everybody sees all that is in its hex."""
    frame = state.stack[-1]
    if is_challenged(state, frame):
        assert isinstance(frame, Shell | Riddling)
        state.replace(replace(frame, hampered=measure(state, frame)), CLAUSE)


def take(state: Firefight, frame: Declared, action: Action) -> None:
    """Hampered less it fires first; hampered alike, both roll."""
    if not isinstance(action, Duel):
        return
    shot = claim(state, frame, action.weapon)
    sooner = measure(state, shot) < frame.hampered
    words = "{} fires first" if sooner else "{} fires back: the lower dice go first"
    state.note(CLAUSE, words, vehicles.name(state, frame.target), kind="attack")
    state.replace(replace(state.stack[-1], duel=FIRST if sooner else TIE, rival=(action.weapon,)), CLAUSE)
    shot = replace(shot, duel=FIRST if sooner else HELD)
    if isinstance(shot, Burst):
        tank_guns.declare(state, shot)
    else:
        tank_shot.declare(state, shot)


def hold(state: Firefight, frame: object) -> None:
    """Of a tie: what the vehicle has chosen waits for both dice."""
    frame = state.stack[-1]
    if not isinstance(frame, Shell | Burst) or frame.duel != HELD or frame.dice:
        return
    chosen = (GUNS,) if isinstance(frame, Burst) else (GUN, frame.ammo, *([TRACKS] if frame.cripple else []))
    parent = state.stack[-2]
    assert isinstance(parent, Shell | Riddling)
    state.answer(replace(parent, rival=chosen), CLAUSE)


def held(state: Firefight, frame: Declared) -> Claim:
    """The shot that was chosen, with its dice."""
    weapon, *chosen = frame.rival
    shot = replace(claim(state, frame, weapon), dice=frame.answer, duel=OVER)
    if isinstance(shot, Shell) and chosen:
        shot = replace(shot, ammo=chosen[0], cripple=TRACKS in chosen)
    return shot


def rival_dice(state: Firefight, frame: Declared) -> Outcomes:
    return TWO_DICE if frame.duel == TIE and not frame.answer else NO_OUTCOME


def throw(state: Firefight, frame: Declared, action: Dice) -> None:
    state.replace(replace(frame, answer=(action.colored, action.white)), CLAUSE)


def settle_order(state: Firefight, frame: Declared) -> None:
    """The lower Final DR goes first; equal ones go together."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.answer:
        return
    other, own = final(state, held(state, frame)), final(state, frame)
    order = BEFORE if other < own else TOGETHER if other == own else AFTER
    said = {
        BEFORE: "the vehicle fires first",
        TOGETHER: "both fire together",
        AFTER: "the vehicle fires second",
    }
    state.note(CLAUSE, "Final dice {} against {}: {}", other, own, said[order], kind="result")
    state.replace(replace(frame, duel=order), CLAUSE)
    if order == BEFORE:
        answer(state)


def answer(state: Firefight) -> None:
    """The shot of the vehicle, whose dice lie."""
    frame = state.stack[-1]
    assert isinstance(frame, Shell | Riddling)
    shot = held(state, frame)
    steps = Firefight.procedures[type(shot)]
    at = next(n for n, step in enumerate(steps) if isinstance(step, Chance) and Dice in step.rolls)
    state.replace(replace(frame, duel=FIRST if frame.duel == BEFORE else OVER), CLAUSE)
    state.call(replace(shot, step=at), CLAUSE)


def together(state: Firefight, frame: Declared) -> None:
    if state.stack[-1].duel == TOGETHER:  # type: ignore[attr-defined]
        answer(state)


def later(state: Firefight, frame: Declared) -> None:
    """A vehicle that the shot has left able to fire answers it."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.duel not in (AFTER, TOGETHER):
        return
    vehicle, guns = frame.target, frame.rival[0] == GUNS
    armed = vehicles.machine_guns if guns else vehicles.has_gun
    if vehicles.is_active(state, vehicle) and armed(state, vehicle):
        answer(state)


# ---------------------------------------------------------------- the shot that comes second


def is_silenced(state: Firefight, frame: Declared) -> bool:
    """Whether the first shot has left the other unable to fire, or its weapon."""
    if isinstance(frame, Shell) and frame.vehicle >= 0:
        return not vehicles.is_active(state, frame.vehicle) or not vehicles.has_gun(state, frame.vehicle)
    g, unit = frame.firer - FIRST_GUN, shooter(state, frame.firer)
    if unit < 0 or state.at[unit] < 0 or state.flags[unit] & BROKEN:
        return True
    return g >= 0 and bool(state.gun_flags[g] & JAMMED)


def silence(state: Firefight, frame: Declared) -> None:
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.duel != FIRST or frame.kind != FIRST_FIRE:
        return
    if not is_silenced(state, frame):
        state.replace(replace(frame, duel=OVER), CLAUSE)
        return
    state.note(CLAUSE, "the shot at {} does not come", vehicles.name(state, frame.target), kind="result")
    state.goto(len(Firefight.procedures[type(frame)]) - 1, CLAUSE)


def about(state: Firefight, frame: Declared) -> str:
    return f"the answer of {vehicles.name(state, frame.target)} in the Gun duel"


CLAIM = Ask(
    clause=CLAUSE,
    name="gun duel",
    title="whether the vehicle claims the first shot",
    side=lambda state, frame: state.mover,
    choices=offers,
    apply=take,
    takes=(Duel,),
    refuse=refuse,
)
HOLD = Auto(clause=CLAUSE, do=hold)
SILENCE = Auto(clause=CLAUSE, do=silence)


def with_duels(steps: tuple[procedure.Step, ...], dice: int) -> tuple[procedure.Step, ...]:
    """A shot at a vehicle with the duel before and after its dice; `dice`: the number of their step."""
    return (
        *steps[:dice],
        HOLD,
        Auto(clause=CLAUSE, do=weigh),
        CLAIM,
        SILENCE,
        steps[dice],
        Chance(
            clause=CLAUSE,
            name="gun duel",
            outcomes=rival_dice,
            apply=throw,
            about=about,
            rolls=(Dice,),
        ),
        Auto(clause=CLAUSE, do=settle_order),
        SILENCE,
        steps[dice + 1],
        Auto(clause=CLAUSE, do=together),
        *steps[dice + 2 : -1],
        Auto(clause=CLAUSE, do=later),
        steps[-1],
    )
