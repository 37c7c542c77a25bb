"""ASL-A11.5: Infantry against a vehicle in its own Location, in close combat and as Reaction Fire."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Modifier, Ruling, total

from ..board import GRID
from ..pieces import GERMAN
from . import checks, vehicles, veiled
from .after_fire import count_shots
from .alert import watch
from .fire import shot_out
from .forces import ENEMY, NAMES, SIDE
from .ordnance import BURNS, NOTHING, PANZERFAUST, STUCK, TWO_DICE, WRECK
from .position import (
    ASSAILED,
    BERSERK,
    BROKEN,
    CX,
    FANATIC,
    FINAL,
    FIRST,
    PIN,
    TI,
    Assault,
    Daring,
    Firefight,
)
from .shelling import Confirmed
from .shots import FIRST_FIRE
from .sniper import release
from .streets import houses, is_unmarked, street_prey
from .units import (
    flag,
    has,
    helper,
    in_hex,
    is_armed,
    is_hero,
    is_inexperienced,
    kind,
    known_in,
    leadership,
    morale,
    name,
    on_map,
    pin,
    settle,
    show,
)
from .vehicles import DATA
from .victory import check_victory
from .words import DIE, SUM, Assail, Dice, Direct, Magnetic
from .words import TWO_DICE as DICE

CLOSE, MAGNETIC = DATA["close"], DATA["magnetic"]
CLOSE_COMBAT = "close"

# ---------------------------------------------------------------- who


def prey(state: Firefight, unit: int) -> int:
    """The manned enemy vehicle in a unit's Location, or in the street before it (ASL-A11.8); -1: none."""
    there = vehicles.in_hex(state, ENEMY[SIDE[unit]], state.at[unit])
    own = next((v for v in there if vehicles.is_manned(state, v)), -1)
    return own if own >= 0 else street_prey(state, unit)


def in_street(state: Firefight, unit: int) -> bool:
    """ASL-A11.8: whether a unit attacks from a house beside the road."""
    vehicle = prey(state, unit)
    return vehicle >= 0 and state.vehicle_at[vehicle] != state.at[unit]


def _fit(state: Firefight, unit: int) -> bool:
    """Unbroken and free; with enemies on foot in its Location it fights them instead. ASL-A11.7: a Melee with
    the vehicle is no bar.
    """
    busy = state.flags[unit] & (BROKEN | TI)
    return not busy and is_armed(state, unit) and not known_in(state, SIDE[unit], state.at[unit])


def close_attackers(side: str, state: Firefight) -> int:
    return sum(
        1 << u
        for u in on_map(state, side)
        if prey(state, u) >= 0 and _fit(state, u) and not has(state, u, ASSAILED)
    )


def reactors(state: Firefight, frame: object) -> int:
    """ASL-D7.21: who may attack the vehicle that has just spent MP in its Location; ASL-D7.1: an overrun
    comes first; ASL-D7.212: under a Final Fire marker only who is overrun.
    """
    moving, overrun = vehicles.driver(state), vehicles.crushing(state)
    if moving is None or (overrun is not None and not overrun.dice):
        return 0
    at = state.vehicle_at[moving.vehicle]
    barred = PIN | ASSAILED | (0 if overrun is not None else FINAL)
    return sum(
        1 << u
        for u in on_map(state, ENEMY[state.mover])
        if state.at[u] == at or state.at[u] in houses(at)
        if _fit(state, u)
        and not state.flags[u] & barred
        and prey(state, u) == moving.vehicle
        and not shot_out(state, u)
    )


def _here(state: Firefight, frame: object) -> Callable[[int], int]:
    def hexes(unit: int) -> int:
        vehicle = prey(state, unit) if state.at[unit] >= 0 else -1
        return 1 << state.vehicle_at[vehicle] if vehicle >= 0 else 0

    return hexes


HERE = Screen("ASL-A11.5", "{hex} is not where {unit} and the vehicle are", _here, each=True)


def close_phase(side_of: Callable[[Firefight, object], str], name_: str) -> Phase:
    """ASL-A11.31: the side without the vehicle attacks it, before close combat between Infantry."""

    def apply(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        street = in_street(state, unit)
        declare(state, Assault(SIDE[unit], hex_, CLOSE_COMBAT, unit, prey(state, unit), street=street))

    can = Screen(
        "ASL-A11.5",
        "{unit} has no manned enemy vehicle in its hex, cannot attack now, or has done so",
        lambda s, f: close_attackers(side_of(s, f), s),
    )
    return Phase(
        clause="ASL-A11.31",
        name=name_,
        title="Close Combat Phase: attacks on vehicles",
        side=side_of,
        picks=(Pick(verb=Assail, names=NAMES, units=(can,), hexes=(HERE,), apply=apply),),
    )


def reaction_pick() -> Pick:
    """ASL-D7.21: CC Reaction Fire in the window of a vehicle."""

    def apply(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        marked, forced = has(state, unit, FIRST | FINAL), has(state, unit, FINAL)
        flag(state, unit, FINAL if marked else FIRST, "ASL-D7.21")
        count_shots(state, FIRST_FIRE, (unit,))
        street = in_street(state, unit)
        attack = Assault(SIDE[unit], hex_, FIRST_FIRE, unit, prey(state, unit), marked=marked, forced=forced)
        declare(state, replace(attack, street=street))

    can = Screen("ASL-D7.21", "{unit} cannot attack the vehicle by Reaction Fire", reactors, decisive=True)
    fresh = Screen("ASL-D7.211", "{unit} or its weapon has fired, and is not in the vehicle's hex", _fresh)
    return Pick(verb=Assail, names=NAMES, units=(can, fresh), hexes=(HERE,), apply=apply)


def _fresh(state: Firefight, frame: object) -> int:
    """ASL-D7.211: from a house only who has no fire marker."""
    own = on_map(state, ENEMY[state.mover])
    return sum(1 << u for u in own if not in_street(state, u) or is_unmarked(state, u))


def declare(state: Firefight, frame: Assault) -> None:
    show(state, frame.unit, "ASL-A12.14.c")
    veiled.unveil(state, [frame.unit])
    flag(state, frame.unit, ASSAILED, "ASL-A11.5")
    settle(state, "ASL-A11.5")
    words = "{} attacks {}"
    state.note(
        "ASL-A11.5", words, name(state, frame.unit), vehicles.name(state, frame.vehicle), kind="attack"
    )
    state.call(frame, "ASL-A11.5")


# ---------------------------------------------------------------- what it is worth


def value(state: Firefight, frame: Assault) -> int:
    """ASL-A11.5: the number the dice must stay below; a leader who joins adds 1, a pin takes 1."""
    printed, flags = kind(state, frame.unit), state.flags[frame.unit]
    found = int(CLOSE["single" if printed.is_single else printed.type])
    found += int(CLOSE["engineer"]) if printed.engineer else 0
    found += int(CLOSE["joins"]) if frame.leader >= 0 else 0
    found -= is_inexperienced(state, frame.unit) + bool(flags & PIN) + frame.marked  # ASL-D7.21
    return max(1, found)


def modifiers(state: Firefight, frame: Assault) -> list[Modifier]:
    """ASL-A11.51: everything added to the dice; the list is the explanation."""
    vehicle = frame.vehicle
    rows = [
        (vehicles.is_exposed(state, vehicle), "exposed", "the crew shows itself"),
        (not vehicles.machine_guns(state, vehicle), "no_machine_gun", "no machine gun is manned"),
        (vehicles.is_immobile(state, vehicle), "immobile", "the vehicle cannot move"),
        (vehicles.is_rolling(state, vehicle), "rolling", "the vehicle has not stopped"),
        (frame.street, "street", "Street Fighting"),
        (is_hero(state, frame.unit), "hero", "a hero attacks"),
        (has(state, frame.unit, CX), "cx", "the attacker is CX"),
    ]
    found = [
        Modifier(int(CLOSE[key]), "ASL-A11.8" if key == "street" else "ASL-A11.51", words)
        for counts, key, words in rows
        if counts
    ]
    found += _escort(state, frame)
    if frame.leader >= 0:
        drm = leadership(state, frame.leader)
        found.append(Modifier(drm, "ASL-A11.51", f"{name(state, frame.leader)} leads"))
    if frame.mine and has_mine(state, frame):
        found.append(Modifier(int(MAGNETIC["drm"]), "ASL-C13.7", "magnetic mine"))
    return [m for m in found if m.amount]


def _escort(state: Firefight, frame: Assault) -> list[Modifier]:
    """Infantry beside the vehicle that could help it."""
    there = in_hex(state, ENEMY[frame.side], frame.hex)
    fit = [u for u in there if not state.flags[u] & (BROKEN | PIN) and not kind(state, u).is_single]
    more = sum(int(CLOSE["escort_squad" if kind(state, u).type == "squad" else "escort_half"]) for u in fit)
    return [Modifier(more, "ASL-A11.51", "Infantry escorts the vehicle")] if more else []


def mine_drm(state: Firefight, unit: int) -> int:
    """ASL-C13.7: as for a Panzerfaust."""
    printed = kind(state, unit)
    size = "single" if printed.is_single else "half_squad" if printed.type != "squad" else ""
    cx = int(PANZERFAUST["cx"]) if has(state, unit, CX) else 0
    return (int(PANZERFAUST[size]) if size else 0) + cx


def has_mine(state: Firefight, frame: Assault) -> bool:
    return frame.mine + mine_drm(state, frame.unit) <= int(MAGNETIC["check"])


def outcome(number: int, dice: int, drm: int) -> str:
    """ASL-A11.5: below the number it is destroyed, at half of it burning, at it immobilized.

    >>> [outcome(5, dice, 0) for dice in (2, 4, 5, 6)]
    ['burning wreck', 'wreck', 'immobilized', 'no effect']
    """
    final = dice + drm
    if 2 * final <= number:
        return BURNS
    return WRECK if final < number else STUCK if final == number else NOTHING


THIRD = {1: BURNS, 2: WRECK, 3: STUCK}
WORST = (BURNS, WRECK, STUCK, NOTHING)


def after_two(found: str, die: int) -> str:
    """ASL-A11.501: after an Original 2 a third die may do better."""
    return min(found, THIRD.get(die, NOTHING), key=WORST.index)


def chances(state: Firefight, frame: Assault) -> dict[str, Fraction]:
    """The exact chance of every result of the dice."""
    number, drm, found = value(state, frame), total(modifiers(state, frame)), dict[str, Fraction]()
    for dice, chance in TWO_DICE.items():
        one = outcome(number, dice, drm)
        rows = [after_two(one, die) for die in range(1, 7)] if dice == 2 else [one]
        for result in rows:
            found[result] = found.get(result, Fraction(0)) + chance / len(rows)
    return found


# ---------------------------------------------------------------- before the dice


def _leaders(state: Firefight, frame: object) -> int:
    """ASL-A11.5: one leader or hero may join a squad, half-squad or crew."""
    if not isinstance(frame, Assault) or frame.leader >= 0 or kind(state, frame.unit).is_single:
        return 0
    bad = BROKEN | PIN | ASSAILED | TI
    there = in_hex(state, frame.side, state.at[frame.unit])
    return sum(1 << u for u in there if kind(state, u).is_single and not state.flags[u] & bad)


def join(state: Firefight, frame: Assault, unit: int, hex_: Hex) -> None:
    show(state, unit, "ASL-A12.14.c")
    flag(state, unit, ASSAILED, "ASL-A11.5")
    state.replace(replace(frame, leader=unit), "ASL-A11.5")


def _mines(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-C13.7: an unpinned German unit, once."""
    if not isinstance(frame, Assault) or frame.magnetic or frame.side != GERMAN:
        return ()
    return () if has(state, frame.unit, PIN) else (Magnetic(),)


def look(state: Firefight, frame: Assault, action: Action) -> None:
    state.replace(replace(frame, magnetic=True), "ASL-C13.7")


READY = Confirmed(
    clause="ASL-A11.5",
    name="assault shot",
    title="before the attack on a vehicle",
    side=lambda state, frame: frame.side if isinstance(frame, Assault) else state.mover,
    picks=(
        Pick(
            verb=Direct,
            names=NAMES,
            units=(Screen("ASL-A11.5", "{unit} is not a leader or hero who could join", _leaders),),
            apply=join,
        ),
    ),
    plain=_mines,
    take_plain=look,
    plain_verbs=(Magnetic,),
    refuse=lambda state, frame, action: Ruling(
        "ASL-C13.7", "magnetic mines are for unpinned German units, once an attack"
    ),
)

# ---------------------------------------------------------------- the dice


def is_steady(state: Firefight, unit: int) -> bool:
    """ASL-A11.6: who needs no check before a vehicle."""
    return kind(state, unit).is_single or has(state, unit, BERSERK | FANATIC)


def nerve_drm(state: Firefight, unit: int) -> int:
    """A leader beside it helps; an inexperienced unit takes 1 more."""
    leader = helper(state, unit)
    return is_inexperienced(state, unit) + (leadership(state, leader) if leader >= 0 else 0)


def nerve_outcomes(state: Firefight, frame: Assault) -> Outcomes:
    due = (frame.kind == FIRST_FIRE or frame.street) and not frame.nerve and not is_steady(state, frame.unit)
    return SUM if due else NO_OUTCOME


def take_nerve(state: Firefight, frame: Assault, action: Roll) -> None:
    """ASL-A11.6, ASL-D7.21: who fails is pinned and does not attack."""
    state.replace(replace(frame, nerve=action.face), "ASL-A11.6")
    if not _stands(state, frame.unit, action.face):
        state.goto(LAST, "ASL-A11.6")
    checks.trip(state, frame.unit, action.face)


def _stands(state: Firefight, unit: int, dice: int) -> bool:
    final = dice + nerve_drm(state, unit)
    stands = final <= morale(state, unit)
    words = "{} before a vehicle: dice {}, with modifiers {}: {}"
    said = "it stands" if stands else "it fails"
    state.note("ASL-A11.6", words, name(state, unit), dice, final, said, kind="check")
    if not stands:
        pin(state, unit, "ASL-A11.6")
    return stands


def mine_outcomes(state: Firefight, frame: Assault) -> Outcomes:
    return DIE if frame.magnetic and not frame.mine else NO_OUTCOME


def take_mine(state: Firefight, frame: Assault, action: Roll) -> None:
    """ASL-C13.7: up to 3 there is one; an Original 6 pins."""
    frame = replace(frame, mine=action.face)
    words = (
        "{} finds a magnetic mine: die {}" if has_mine(state, frame) else "{} finds no magnetic mine: die {}"
    )
    state.note("ASL-C13.7", words, name(state, frame.unit), action.face, kind="result")
    state.replace(frame, "ASL-C13.7")
    if action.face == MAGNETIC["pins"]:
        pin(state, frame.unit, "ASL-C13.7")


def throw(state: Firefight, frame: Assault, action: Dice) -> None:
    watch(state, frame.side, action.colored + action.white, [state.at[frame.unit]])
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-A11.5")


def about(state: Firefight, frame: Assault) -> str:
    goal, drm = vehicles.name(state, frame.vehicle), total(modifiers(state, frame))
    return f"{name(state, frame.unit)} against {goal}: below {value(state, frame)}, {drm:+d}"


def resolve(state: Firefight, frame: Assault) -> None:
    """ASL-A11.5, ASL-A11.621: the vehicle suffers; an Original 12 against an active crew costs the
    attackers.
    """
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.dice:
        return
    dice, drm = sum(frame.dice), total(modifiers(state, frame))
    if dice == 12 and frame.mine and has_mine(state, frame):  # ASL-C13.7: the mine does not count
        drm -= int(MAGNETIC["drm"])
    found = outcome(value(state, frame), dice, drm)
    if frame.die:
        found = after_two(found, frame.die)
    words = "below {}: dice {}, modifiers {:+d}: {}"
    state.note("ASL-A11.5", words, value(state, frame), dice, drm, found, kind="result")
    if dice == 12 and vehicles.is_active(state, frame.vehicle):
        items = [
            row for u in (frame.unit, frame.leader) if u >= 0 for row in checks.cut(state, u, "ASL-A11.621")
        ]
        checks.call(state, items, "ASL-A11.621")
    suffer(state, frame.vehicle, found)
    if frame.forced and state.at[frame.unit] >= 0 and not has(state, frame.unit, BROKEN):  # ASL-D7.212
        items = checks.pass_or_fail(state, frame.unit, 0, dice) + checks.heated(state, frame.unit, dice)
        checks.call(state, items, "ASL-D7.212")


def suffer(state: Firefight, vehicle: int, found: str) -> None:
    """ASL-A11.5: nobody gets out; what cannot move any more keeps its crew."""
    if found in (BURNS, WRECK):
        vehicles.destroy(state, vehicle, found == BURNS, "ASL-A11.5")
        vehicles.lose_crew(state, vehicle, "ASL-A11.5")
    elif found == STUCK:
        vehicles.stick(state, vehicle, "ASL-A11.5")


def finish(state: Firefight, frame: Assault) -> None:
    settle(state, "ASL-A11.5")
    check_victory(state)
    release(state)


ASSAULT = (
    Chance(
        clause="ASL-A11.6",
        name="nerve",
        outcomes=nerve_outcomes,
        apply=take_nerve,
        about=lambda state, frame: (
            f"{name(state, frame.unit)} before a vehicle: {morale(state, frame.unit)} or less"
        ),
    ),
    READY,
    Chance(
        clause="ASL-C13.7",
        name="magnetic mine",
        outcomes=mine_outcomes,
        apply=take_mine,
        about=lambda state, frame: f"a magnetic mine for {name(state, frame.unit)}",
    ),
    Chance(
        clause="ASL-A11.5",
        name="assault",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else DICE,
        apply=throw,
        about=about,
        rolls=(Dice,),
    ),
    Chance(
        clause="ASL-A11.501",
        name="after a 2",
        outcomes=lambda state, frame: DIE if sum(frame.dice) == 2 and not frame.die else NO_OUTCOME,
        apply=lambda state, frame, action: state.replace(replace(frame, die=action.face), "ASL-A11.501"),
    ),
    Auto(clause="ASL-A11.5", do=resolve),
    Auto(clause="ASL-A11.5", do=finish),
)
LAST = len(ASSAULT) - 1

# ---------------------------------------------------------------- the advance into a vehicle's Location


def needs_daring(state: Firefight, unit: int, hex_: int) -> bool:
    """ASL-A11.6: a squad, half-squad or crew before a manned enemy vehicle."""
    there = vehicles.in_hex(state, ENEMY[SIDE[unit]], hex_)
    return not is_steady(state, unit) and any(vehicles.is_manned(state, v) for v in there)


GO_ON: list[Callable[[Firefight, int, int], None]] = []  # how an advance goes on: given by its module


def take_daring(state: Firefight, frame: Daring, action: Roll) -> None:
    state.goto(1, "ASL-A11.6")
    stands = _stands(state, frame.unit, action.face)
    if stands:
        GO_ON[0](state, frame.unit, frame.hex)
    checks.trip(state, frame.unit, action.face)


DARING = (
    Chance(
        clause="ASL-A11.6",
        name="daring",
        outcomes=lambda state, frame: SUM,
        apply=take_daring,
        about=lambda state, frame: (
            f"{name(state, frame.unit)} before the vehicle in {GRID.name[frame.hex]}:"
            f" {morale(state, frame.unit)} or less"
        ),
    ),
    Auto(clause="ASL-A11.6", do=lambda state, frame: settle(state, "ASL-A4.7")),
)


def _attacker(state: Firefight, frame: object) -> str:
    return state.mover


def _defender(state: Firefight, frame: object) -> str:
    return ENEMY[state.mover]


ATTACKS = (close_phase(_attacker, "assaults"), close_phase(_defender, "defender's assaults"))
