"""ASL-D7.1: a vehicle overruns the enemies on foot in the hex it enters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.facts import DONE, Action, Roll
from grognard.core.hexes import Hex, members
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes, Pick, Screen
from grognard.core.ruling import Modifier, Ruling, total

from ..board import GRID
from . import commanders, shortage, vehicle_steps, vehicle_ways, vehicles
from .alert import watch
from .clouds import smoke_in
from .fire_effects import cell, desperate, suffer
from .forces import ENEMY, VEHICLE_SIDE
from .going import OPEN
from .odds import TWO_DICE as ODDS
from .odds import fates_of
from .pillboxes import is_inside
from .position import (
    CONCEALED,
    JAMMED,
    MELEE,
    V_BOUNDING,
    V_JAMMED,
    V_SHAKEN,
    Confronting,
    Crushing,
    Driving,
    Firefight,
    Reply,
)
from .shots import UPRIGHT, Exposure, cover, place_of
from .sniper import release
from .tables import BLASTS, COLUMNS, Result, column_of, result
from .tank_close import is_steady, nerve_drm
from .units import (
    has,
    in_hex,
    jam,
    known_in,
    morale,
    number,
    pin,
    printed_gun,
    remove_gun,
    settle,
    show,
)
from .vehicles import DATA, MG_JAMMED, machine_guns, model
from .victory import check_victory
from .words import DIE, SUM, TWO_DICE, Dice, Overrun, Reveal, Wait

FIGURES = DATA["overrun"]
JAMS = 12

# ---------------------------------------------------------------- who may be overrun


def weapons_lying(state: Firefight, hex_: int) -> tuple[int, ...]:
    """The weapons that nobody has in a hex."""
    shown = [g for g in state.armory if state.guns_open >> g & 1]
    return tuple(g for g in shown if state.gun_at[g] == hex_ and state.holder[g] == -1)


def is_prey(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-D7.1, ASL-A9.74.ovr: a Known enemy on foot, or weapons that nobody has and nobody is near."""
    if known_in(state, side, hex_):
        return True
    alone = not state.shrouds[number(ENEMY[side])] >> hex_ & 1
    return alone and bool(weapons_lying(state, hex_))


def _prey(state: Firefight, frame: object) -> int:
    return sum(1 << h for h in members(vehicle_ways.beside(state, frame)) if is_prey(state, state.mover, h))


def _payable(state: Firefight, frame: object) -> int:
    """ASL-D7.1: a quarter of its MP beside the entry; never with a Minimum Move."""
    found = 0
    for hex_ in members(vehicle_ways.beside(state, frame)):
        assert isinstance(frame, Driving)
        way = vehicle_ways.price_of(state, frame, hex_)
        price = vehicle_steps.crush_price(state, frame.vehicle)
        found |= (way is not None and way.cost + price <= vehicle_ways.left(state, frame)) << hex_
    return found


def _forwards(state: Firefight, frame: object) -> int:
    return 0 if isinstance(frame, Driving) and frame.reverse else -1


def _unfired(state: Firefight, frame: object) -> int:
    fired = isinstance(frame, Driving) and vehicles.has(state, frame.vehicle, V_BOUNDING)
    return 0 if fired else -1


def _may_share(state: Firefight, frame: object) -> int:
    """ASL-D2.6: with the MP of the overrun on top, into the hex of an enemy vehicle."""
    if not isinstance(frame, Driving):
        return -1
    dearer = replace(frame, slow=frame.slow + vehicle_steps.crush_price(state, frame.vehicle))
    return ~vehicle_ways.SHARED[0].closed(state, dearer, False)


def overrun(state: Firefight, frame: Driving, unit: int, hex_: Hex) -> None:
    """ASL-D7.14: with every entry of a hex anew."""
    words = "{} overruns {}"
    state.note("ASL-D7.1", words, vehicles.name(state, frame.vehicle), GRID.name[hex_], kind="attack")
    commanders.reveal(state, frame.vehicle)
    state.replace(replace(frame, crush=True), "ASL-D7.1")
    vehicle_steps.go(state, frame, unit, hex_)


OVERRUN = Pick(
    verb=Overrun,
    hexes=(
        *vehicle_ways.GO_SCREENS,
        Screen("ASL-D2.6", "an enemy vehicle it could not harm is in {hex}, and no MP to go on", _may_share),
        Screen("ASL-D5.341", "a recalled vehicle overruns no unit", vehicle_ways.not_recalled),
        Screen("ASL-D7.13", "a vehicle in reverse overruns no unit", _forwards),
        Screen("ASL-D7.1", "a vehicle that has fired on its way overruns no unit", _unfired),
        Screen("ASL-D7.1", "no enemy on foot is known in {hex}", _prey),
        Screen("ASL-D7.1", "an overrun of {hex} costs more MP than are left", _payable),
    ),
    apply=overrun,
)

# ---------------------------------------------------------------- what it is worth


def contributors(state: Firefight, vehicle: int) -> list[int]:
    """ASL-D7.11, ASL-D7.17: the weapons that count, by the flag that says each is broken."""
    guns = [V_JAMMED] if vehicles.has_gun(state, vehicle) else []
    return guns + [MG_JAMMED[gun] for gun in machine_guns(state, vehicle)]


def firepower(state: Firefight, vehicle: int, concealed: bool = False) -> Fraction:
    """ASL-D7.11: 4 with a gun that works, else 2, and half as much again of every machine gun; half of it if
    the vehicle was stopped for good before, and against a "?".
    """
    whole = Fraction(FIGURES["with_gun" if vehicles.has_gun(state, vehicle) else "without_gun"])
    guns = sum(int(getattr(model(state, vehicle), gun)) for gun in machine_guns(state, vehicle))
    whole += guns * Fraction(FIGURES["machine_guns"])
    stopped = vehicles.is_immobile(state, vehicle) or not vehicles.is_there(state, vehicle)
    return Fraction(whole / ((2 if stopped else 1) * (2 if concealed else 1)))


def modifiers(state: Firefight, frame: Crushing, place: Exposure = UPRIGHT) -> list[Modifier]:
    """ASL-D7.15: cover counts, of walls and bocage that of the hexside it has crossed; in Open Ground one
    less. ASL-B27.3: a foxhole is worth 4.
    """
    enemy = ENEMY[frame.side]
    tem, clause, words = (
        cover(state, Hex(frame.origin), enemy, frame.hex, place) if frame.origin >= 0 else NONE
    )
    if place.dug:
        tem, clause, words = max((tem, clause, words), (int(FIGURES["foxhole"]), "ASL-B27.3", "foxhole"))
    found = [Modifier(tem, clause, words)] if tem and clause != "ASL-B10.31" else []
    if not found and OPEN >> frame.hex & 1:
        found.append(Modifier(int(FIGURES["open"]), "ASL-D7.15", "Open Ground"))
    if smoke := smoke_in(state, frame.hex):
        found.append(Modifier(smoke, "ASL-A24", "SMOKE"))
    if place.aboard and _rides_in_motion(state, enemy, frame.hex):
        found.append(Modifier(int(FIGURES["motion"]), "ASL-D7.12", "riders of a vehicle in Motion"))
    found += commanders.modifiers(state, frame.vehicle)
    if vehicles.has(state, frame.vehicle, V_SHAKEN):
        found.append(Modifier(1, "ASL-D5.34", "the crew was stunned"))
    return found


NONE = (0, "ASL-A7.6", "terrain")


def _rides_in_motion(state: Firefight, side: str, hex_: int) -> bool:
    there = vehicles.in_hex(state, side, hex_)
    return any(vehicles.riders_of(state, v) and vehicles.is_rolling(state, v) for v in there)


class OverrunOdds(NamedTuple):
    """An overrun before its dice: firepower, column, modifiers, results, and what becomes of each Known
    target.
    """

    firepower: Fraction
    column: int
    modifiers: list[Modifier]
    results: dict[str, Fraction]
    targets: dict[int, dict[str, Fraction]]


def planned(state: Firefight, vehicle: int, hex_: int) -> Crushing:
    """The overrun of the next hex as it would be declared."""
    return Crushing(VEHICLE_SIDE[vehicle], hex_, vehicle, int(state.vehicle_at[vehicle]))


def chances(state: Firefight, frame: Crushing) -> OverrunOdds:
    """ASL-D7.11: exactly, for the Known enemies there."""
    power, targets = firepower(state, frame.vehicle), known_in(state, frame.side, frame.hex)
    column, fates = column_of(power), dict[int, dict[str, Fraction]]()
    places = {unit: place_of(state, unit) for unit in targets}
    for unit, place in places.items():
        drm = total(modifiers(state, frame, place))
        fates[unit] = fates_of(state, unit, _cells(column, drm), list(places.values()).count(place), 0)
    shown = places[targets[0]] if targets else UPRIGHT
    found = modifiers(state, frame, shown)
    results: dict[str, Fraction] = {}
    for one, chance in _cells(column, total(found)).items():
        results[cell(one)] = results.get(cell(one), Fraction(0)) + chance
    return OverrunOdds(power, COLUMNS[column] if column >= 0 else 0, found, results, fates)


def _cells(column: int, drm: int) -> dict[Result, Fraction]:
    found: dict[Result, Fraction] = {}
    for dice, chance in ODDS.items():
        one = result(column, dice + drm)
        found[one] = found.get(one, Fraction(0)) + chance
    return found


# ---------------------------------------------------------------- the dice


def begin(state: Firefight, frame: Crushing) -> None:
    """ASL-D7.1: after First Fire; a crew that is stunned or shocked by it overruns no unit. ASL-A9.74.ovr:
    weapons without anybody are destroyed outright.
    """
    lost = vehicles.is_there(state, frame.vehicle) and not vehicles.is_active(state, frame.vehicle)
    there = attacked(state, frame)
    if not there and not lost and not vehicles.is_immobile(state, frame.vehicle):
        for g in weapons_lying(state, frame.hex):
            remove_gun(state, g, "ASL-A9.74.ovr")
    if lost or not there:
        state.goto(LAST, "ASL-D7.1")


def attacked(state: Firefight, frame: Crushing) -> list[int]:
    """The enemies there, not in a pillbox (ASL-B30.2), and riders (ASL-D7.12); in a Melee everybody."""
    there = [u for u in in_hex(state, ENEMY[frame.side], frame.hex) if not is_inside(state, u)]
    if any(has(state, unit, MELEE) for unit in there):
        there += in_hex(state, frame.side, frame.hex)
    return there


def throw(state: Firefight, frame: Crushing, action: Dice) -> None:
    lying = weapons_lying(state, frame.hex)
    state.replace(replace(frame, dice=(action.colored, action.white), lying=lying), "ASL-D7.1")


def about(state: Firefight, frame: Crushing) -> str:
    known = bool(known_in(state, frame.side, frame.hex))
    power, drm = firepower(state, frame.vehicle, not known), total(modifiers(state, frame))
    who = vehicles.name(state, frame.vehicle)
    return f"{who} overruns {GRID.name[frame.hex]}, {float(power):g} FP, {drm:+d}"


def breaking(state: Firefight, frame: Crushing) -> Outcomes:
    """ASL-D7.17: which of several weapons breaks after an Original 12."""
    several = len(contributors(state, frame.vehicle))
    if sum(frame.dice) < JAMS or frame.weapon or several < 2 or not vehicles.is_there(state, frame.vehicle):
        return NO_OUTCOME
    return Outcomes([(Roll(one), 1) for one in range(1, several + 1)])


def take_weapon(state: Firefight, frame: Crushing, action: Roll) -> None:
    state.replace(replace(frame, weapon=action.face), "ASL-D7.17")


def resolve(state: Firefight, frame: Crushing) -> None:
    """ASL-D7.11: one roll; those under a "?" have a column, and those in a foxhole a Final DR of their
    own.
    """
    frame = state.stack[-1]  # type: ignore[assignment]
    dice = sum(frame.dice)
    watch(state, frame.side, dice, [state.vehicle_at[frame.vehicle]])
    columns = [column_of(firepower(state, frame.vehicle, hidden)) for hidden in (False, True)]
    rows: list[tuple[list[int], Result]] = []
    for units, hidden in _groups(state, frame):
        drm = total(modifiers(state, frame, place_of(state, units[0])))
        found = result(columns[hidden], dice + drm)
        said = COLUMNS[columns[hidden]] if columns[hidden] >= 0 else 0
        words = "overrun, column {}, dice {}, modifiers {:+d}: {}"
        state.note("ASL-D7.11", words, said, dice, drm, cell(found), kind="result")
        desperate(state, units, columns[hidden], drm)
        rows.append((units, found))
    if dice >= JAMS - shortage.vehicle_lower(state, frame.vehicle) and vehicles.is_there(
        state, frame.vehicle
    ):
        _break_weapon(state, frame)
    kia = any(found.kind == "kia" for _, found in rows)
    state.replace(replace(state.stack[-1], kia=kia), "ASL-A9.74.ovr")
    for units, found in rows:
        suffer(state, units, found)


def _groups(state: Firefight, frame: Crushing) -> Iterable[tuple[list[int], bool]]:
    """The targets that meet the same figures."""
    units = attacked(state, frame)
    for hidden in (True, False):
        part = [u for u in units if bool(state.open >> u & 1) != hidden]
        for place in sorted({place_of(state, u) for u in part}):
            yield [u for u in part if place_of(state, u) == place], hidden


def _break_weapon(state: Firefight, frame: Crushing) -> None:
    """ASL-D7.17: one weapon, or the vehicle moves no more."""
    weapons = contributors(state, frame.vehicle)
    if not weapons:
        vehicles.stick(state, frame.vehicle, "ASL-D7.17")
    elif (bit := weapons[max(0, frame.weapon - 1)]) == V_JAMMED:
        vehicles.jam_gun(state, frame.vehicle, "ASL-D7.17")
    else:
        vehicles.flag(state, frame.vehicle, bit, "ASL-D7.17")
        words = "a machine gun of {} malfunctions"
        state.note("ASL-D7.17", words, vehicles.name(state, frame.vehicle), kind="loss")


# ---------------------------------------------------------------- weapons of the eliminated


def gather(state: Firefight, frame: Crushing) -> None:
    """ASL-A9.74.ovr: after a KIA every weapon of those who were eliminated."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.kia:
        left = tuple(g for g in weapons_lying(state, frame.hex) if g not in frame.lying)
        state.replace(replace(frame, debris=left), "ASL-A9.74.ovr")


def _column(state: Firefight, frame: Crushing) -> int:
    return column_of(firepower(state, frame.vehicle))


def take_debris(state: Firefight, frame: Crushing, action: Roll) -> None:
    """A KIA on the same column, with 1 less, destroys it; a K breaks it, and destroys what was broken or
    cannot be repaired.
    """
    g, rest = frame.debris[0], frame.debris[1:]
    found = result(_column(state, frame), action.face - 1).kind
    frail = bool(state.gun_flags[g] & JAMMED) or not printed_gun(state, g).repair
    if found == "kia" or (found == "k" and (frail or state.gun_kind[g] in BLASTS)):
        remove_gun(state, g, "ASL-A9.74.ovr")
    elif found == "k":
        jam(state, g, "ASL-A9.74.ovr")
    state.replace(replace(state.stack[-1], debris=rest), "ASL-A9.74.ovr")


def react(state: Firefight, frame: Crushing) -> None:
    """ASL-D7.1, ASL-D7.21: Reaction Fire against who overruns comes after it."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.dice and vehicles.is_there(state, frame.vehicle):
        state.call(Reply(), "ASL-D7.21")


def finish(state: Firefight, frame: Crushing) -> None:
    settle(state, "ASL-D7.1")
    check_victory(state)
    release(state)


CRUSHING = (
    Auto(clause="ASL-D7.1", do=begin),
    Chance(
        clause="ASL-D7.1",
        name="overrun",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else TWO_DICE,
        apply=throw,
        about=about,
        rolls=(Dice,),
    ),
    Chance(
        clause="ASL-D7.17",
        name="weapon that breaks",
        outcomes=breaking,
        apply=take_weapon,
        about=lambda state, frame: f"which weapon of {vehicles.name(state, frame.vehicle)} breaks",
    ),
    Auto(clause="ASL-D7.11", do=resolve),
    Auto(clause="ASL-A9.74.ovr", do=gather),
    Chance(
        clause="ASL-A9.74.ovr",
        name="weapons of the overrun",
        outcomes=lambda state, frame: DIE if frame.debris else NO_OUTCOME,
        apply=take_debris,
        about=lambda state, frame: f"a weapon of the eliminated in {GRID.name[frame.hex]}",
    ),
    Auto(clause="ASL-D7.21", do=react),
    Auto(clause="ASL-D7.1", do=finish),
)
LAST = len(CRUSHING) - 1

# ---------------------------------------------------------------- before a "?"


def concealed(state: Firefight, frame: Confronting) -> list[int]:
    """Those under the "?"; who is hidden is not asked."""
    there = in_hex(state, ENEMY[VEHICLE_SIDE[frame.vehicle]], frame.hex)
    return [u for u in there if has(state, u, CONCEALED)]


def answer_vehicle(state: Firefight, frame: Confronting, action: Action) -> None:
    if isinstance(action, Reveal):
        for unit in concealed(state, frame):
            show(state, unit, "ASL-A12.41")
        settle(state, "ASL-A12.41")
    state.replace(replace(state.stack[-1], shown=isinstance(action, Reveal)), "ASL-A12.41")


def take_nerve(state: Firefight, frame: Confronting, action: Roll) -> None:
    """ASL-A12.41: one roll for all; who fails it is pinned and shown."""
    state.replace(replace(frame, dice=action.face), "ASL-A12.41")
    failed = [u for u in concealed(state, frame) if not _stands(state, u, action.face)]
    for unit in failed:
        show(state, unit, "ASL-A12.41")
        pin(state, unit, "ASL-A12.41")
    settle(state, "ASL-A12.41")
    said = "some show themselves" if failed else "no unit shows itself"
    state.note("ASL-A12.41", "before the vehicle in {}: dice {}: {}", GRID.name[frame.hex], action.face, said)


def _stands(state: Firefight, unit: int, dice: int) -> bool:
    return is_steady(state, unit) or dice + nerve_drm(state, unit) <= morale(state, unit)


def may_crush(state: Firefight, frame: Confronting) -> Sequence[Action]:
    """ASL-A12.41: now they may be overrun."""
    moving = vehicles.driver(state)
    if moving is None or not vehicles.can_drive(state, frame.vehicle):
        return ()
    poor = vehicle_ways.left(state, moving) < vehicle_steps.crush_price(state, frame.vehicle)
    barred = moving.reverse or vehicles.has(state, frame.vehicle, V_BOUNDING)
    return () if poor or barred else (Overrun(GRID.name[frame.hex]), DONE)


def choose(state: Firefight, frame: Confronting, action: Action) -> None:
    if isinstance(action, Overrun):
        commanders.reveal(state, frame.vehicle)
        vehicle_steps.charge_crush(state, frame.vehicle)
        state.replace(replace(state.stack[-1], crush=True), "ASL-D7.1")


def open_fire(state: Firefight, frame: Confronting) -> None:
    """The window of the entry, and the overrun after it."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.crush:
        side = VEHICLE_SIDE[frame.vehicle]
        state.call(Crushing(side, frame.hex, frame.vehicle, frame.origin), "ASL-D7.1")
    state.call(Reply(), "FF-WIN.1")


def _refuse(state: Firefight, frame: object, action: Action) -> list[Ruling]:
    return [Ruling("ASL-A12.41", 'only units under a "?" are asked, when a vehicle enters their hex')]


def _refuse_crush(state: Firefight, frame: Confronting, action: Action) -> list[Ruling]:
    words = f"the vehicle overruns the units it has met in {GRID.name[frame.hex]}, or none"
    return [Ruling("ASL-D7.1", words)]


CONFRONTING = (
    Ask(
        clause="ASL-A12.41",
        name="before a vehicle",
        title='a vehicle enters the hex of a "?"',
        side=lambda state, frame: ENEMY[VEHICLE_SIDE[frame.vehicle]],
        choices=lambda state, frame: (Reveal(), Wait()),
        apply=answer_vehicle,
        takes=(Reveal, Wait),
        refuse=_refuse,
    ),
    Chance(
        clause="ASL-A12.41",
        name="nerve of the concealed",
        outcomes=lambda state, frame: NO_OUTCOME if frame.shown or frame.dice else SUM,
        apply=take_nerve,
        about=lambda state, frame: f'the "?" before the vehicle in {GRID.name[frame.hex]}',
    ),
    Ask(
        clause="ASL-D7.1",
        name="overrun or not",
        title="whether the vehicle overruns them",
        side=lambda state, frame: VEHICLE_SIDE[frame.vehicle],
        choices=may_crush,
        apply=choose,
        takes=(Overrun,),
        refuse=_refuse_crush,
    ),
    Auto(clause="FF-WIN.1", do=open_fire),
)
