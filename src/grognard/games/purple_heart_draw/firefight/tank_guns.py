"""ASL-D3.5: the machine guns of a vehicle, together at one hex on the fire table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import starmap
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.hexes import Hex, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen, hex_test
from grognard.core.ruling import Modifier, total

from ..board import GRID
from . import (
    clouds,
    crests,
    crews,
    gyro,
    ordnance,
    riders,
    shortage,
    strongpoint,
    tank_fire,
    vehicles,
    verges,
)
from .after_fire import count_shots, leave_residual, shell_steps
from .alert import watch
from .dash import is_dashing
from .eyes import target_hexes
from .fire import firing_side, shot_out
from .fire_effects import cell, desperate, suffer
from .forces import ENEMY, VEHICLE_NAMES, VEHICLE_SIDE
from .going import CODE
from .markers import among, is_marker
from .pillboxes import struck
from .position import (
    MELEE,
    PIN,
    V_BOUNDING,
    V_MG_FIRED,
    V_MOTION,
    V_PREP,
    V_SHAKEN,
    Burst,
    Firefight,
    Mask,
)
from .shelling import confirmed
from .shots import (
    ADVANCING_FIRE,
    COVERS,
    FIRST_FIRE,
    HAZARD,
    PREP_FIRE,
    Exposure,
    crowding,
    lies_open,
    place_of,
)
from .sniper import release
from .standing import aimed_at, claim, is_reached
from .tables import COLUMNS, FACTOR, Result, column_of, result
from .tank_fire import BOUNDING_FIRE, TURRET_TURNS, AtHex, infantry_view
from .tank_shot import FIRST_VEHICLE
from .units import has, in_hex, is_hazardous, known_in, movers, settle
from .vehicles import MG_JAMMED, MG_RANGE, machine_guns, model, name
from .victory import check_victory
from .words import TWO_DICE, Dice, Strafe

JAMS = 12

# ---------------------------------------------------------------- who, at what


def own_machine_guns(state: Firefight, side: str) -> list[int]:
    return [
        v for v in vehicles.on_map(state, side) if vehicles.is_active(state, v) and machine_guns(state, v)
    ]


def is_fresh(state: Firefight, kind: str, vehicle: int) -> bool:
    """ASL-D3.5: once in a player turn."""
    return not vehicles.has(state, vehicle, V_MG_FIRED)


def is_ready(state: Firefight, kind: str, vehicle: int) -> bool:
    """ASL-D3.31, ASL-D.3: in one phase with the gun."""
    flags = state.vehicle_flags[vehicle]
    if kind == PREP_FIRE:
        return not flags & V_MOTION
    if kind == ADVANCING_FIRE:
        return not flags & (V_PREP | V_BOUNDING)
    if kind == BOUNDING_FIRE:
        frame = vehicles.driver(state)
        return frame is not None and frame.vehicle == vehicle
    return True


def goal_hexes(state: Firefight, side: str) -> int:
    """Hexes with Infantry that is known of, or crews that show themselves."""
    return target_hexes(state, side) | vehicles.exposed_hexes(state, ENEMY[side])


def bearing(state: Firefight, kind: str, vehicle: int, hex_: int) -> dict[str, int]:
    """ASL-D3.52: the guns that bear on a hex, with the hexspines their turret turns for it; within double
    range (ASL-D1.8).
    """
    at, found = state.vehicle_at[vehicle], dict[str, int]()
    distance = GRID.distance(at, hex_)
    for gun in machine_guns(state, vehicle):
        turned = _turn(state, kind, vehicle, gun, hex_)
        if gun == "bmg" and crests.hides_bow(state, vehicle, hex_):  # ASL-D4.223
            continue
        if turned is not None and distance <= 2 * MG_RANGE[gun]:
            found[gun] = turned
    return found


def _turn(state: Firefight, kind: str, vehicle: int, gun: str, hex_: int) -> int | None:
    """How far a turret turns for a gun; `None`: it does not bear."""
    at, printed = state.vehicle_at[vehicle], model(state, vehicle)
    if gun == "aamg" and printed.aamg_turns:
        return 0
    if at == hex_:
        return None if gun == "bmg" else 0
    if gun != "cmg":
        return 0 if verges.covers(state, vehicle, state.hull[vehicle], hex_) else None
    turned = verges.turned(state, vehicle, hex_, state.turret[vehicle])
    fixed = kind == BOUNDING_FIRE or (kind == FIRST_FIRE and is_dashing(state, at, hex_))  # ASL-A4.63
    return None if turned and fixed else turned


AT_HEX: tuple[tuple[str, str, AtHex], ...] = (
    (
        "ASL-A11.7",
        "{unit} has an enemy in its own Location",
        lambda s, k, v, h: not tank_fire.is_busy_at_home(s, v, h),
    ),
    (
        "ASL-D1.8",
        "{hex} is out of range or arc of the machine guns of {unit}",
        lambda s, k, v, h: bool(bearing(s, k, v, h)),
    ),
    (
        "ASL-B11.31",
        "{hex} lies across a cliff",
        lambda s, k, v, h: not tank_fire.is_over_cliff(s.vehicle_at[v], h),
    ),
    (
        "ASL-A6.11",
        "{unit} does not see an enemy in {hex}",
        lambda s, k, v, h: tank_fire.sees_target(s, v, h),
    ),
)


def _side(kind: str, state: Firefight) -> str:
    return state.mover if kind == BOUNDING_FIRE else firing_side(kind, state)


def _who(kind: str) -> tuple[Screen, ...]:
    def mask(test: Callable[[Firefight, str, int], bool]) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            own = own_machine_guns(state, _side(kind, state))
            return sum(1 << v for v in own if test(state, kind, v))

        return found

    return (
        Screen(
            "ASL-D1.8",
            "{unit} is not a vehicle of the side that fires with a machine gun that can be fired",
            mask(lambda s, k, v: True),
            decisive=True,
        ),
        Screen("ASL-D3.5", "{unit} has fired its machine guns in this player turn", mask(is_fresh)),
        Screen("ASL-D3.31", "{unit} is in Motion, or has fired in an earlier phase", mask(is_ready)),
    )


def strafe_pick(kind: str) -> Pick:
    """Machine guns of vehicles in a fire phase, or of one on its way."""

    def row(clause: str, words: str, test: AtHex) -> Screen:
        return hex_test(clause, words, lambda state, vehicle, hex_: test(state, kind, vehicle, hex_))

    known = Screen(
        "ASL-A7.4",
        "{hex} holds no Infantry or exposed crew that is known of",
        lambda s, f: goal_hexes(s, _side(kind, s)),
        decisive=True,
    )

    def apply(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
        declare(state, Burst(VEHICLE_SIDE[vehicle], hex_, kind, vehicle))

    hexes = (known, *starmap(row, AT_HEX))
    return Pick(verb=Strafe, names=VEHICLE_NAMES, units=_who(kind), hexes=hexes, apply=apply)


def answer_pick(mover_hex: Mask) -> Pick:
    """First Fire of the machine guns of vehicles at who moves."""

    def mask(test: AtHex) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            there = members(mover_hex(state, frame) & goal_hexes(state, ENEMY[state.mover]))
            own = own_machine_guns(state, ENEMY[state.mover]) if there else []
            return sum(1 << v for v in own if test(state, FIRST_FIRE, v, there[0]))

        return found

    at = (
        Screen(clause, words.replace("{hex}", "the mover's hex"), mask(test))
        for clause, words, test in AT_HEX
    )
    often = Screen(
        "ASL-C6.17",
        "{unit} has shot as often as MF or MP were spent there",
        mask(lambda s, k, v, h: not shot_out(s, FIRST_VEHICLE + v)),
    )

    def apply(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
        burst, moving = Burst(VEHICLE_SIDE[vehicle], hex_, FIRST_FIRE, vehicle), movers(state)
        if vehicles.driver(state) is None and moving is not None:
            burst = replace(burst, targets=moving.units, ffnam=moving.ffnam)
        declare(state, burst)

    return Pick(
        verb=Strafe,
        names=VEHICLE_NAMES,
        units=(*_who(FIRST_FIRE), *at, often),
        hexes=(Screen("ASL-A8.1", "{hex} is not where the mover is", mover_hex),),
        apply=apply,
    )


def declare(state: Firefight, burst: Burst) -> None:
    turned = max(bearing(state, burst.kind, burst.vehicle, burst.hex).values(), default=0)
    if turned:
        now = state.turret[burst.vehicle]
        spine = tank_fire.best_turn(state, burst.vehicle, burst.hex, now)
        vehicles.swing(state, burst.vehicle, spine, "ASL-D3.51")
    words = "the machine guns of {} fire at {}"
    state.note("ASL-D3.5", words, name(state, burst.vehicle), GRID.name[burst.hex], kind="attack")
    state.call(replace(burst, turned=turned), "ASL-D3.5")
    if turned:
        riders.sweep(state, burst.vehicle)


# ---------------------------------------------------------------- what it is worth


def factors(state: Firefight, burst: Burst, gun: str, concealed: bool) -> list[tuple[Fraction, str, str]]:
    """ASL-D3.31, ASL-D1.8: range, concealment, and fire on the move."""
    distance = GRID.distance(state.vehicle_at[burst.vehicle], burst.hex)
    found: list[tuple[Fraction, str, str]] = []
    if not distance:
        found.append((FACTOR["own_location"], "ASL-A7.21", "same Location"))
    elif distance == 1:
        found.append((FACTOR["point_blank"], "ASL-A7.21", "point blank"))
    elif distance > MG_RANGE[gun]:
        found.append((FACTOR["long_range"], "ASL-D1.8", "long range"))
    area = FACTOR["area_fire"]
    if (
        burst.kind == FIRST_FIRE
        and burst.targets
        and is_dashing(state, state.vehicle_at[burst.vehicle], burst.hex)
    ):
        found.append((area, "ASL-A4.63", "Dash"))
    if concealed:
        found.append((area, "ASL-A12.13", "concealed target"))
    if burst.kind == BOUNDING_FIRE:
        found += [] if _is_tracked(state, burst, gun) else [(area, "ASL-D3.31", "Bounding Fire")]
    if burst.kind == ADVANCING_FIRE:
        found.append((FACTOR["advancing"], "ASL-D3.31", "Advancing Fire"))
    if vehicles.is_rolling(state, burst.vehicle):
        found.append((area, "ASL-D3.31", "in Motion"))
    return found


def _is_tracked(state: Firefight, burst: Burst, gun: str) -> bool:
    """ASL-D11.1: the turret machine gun of a stabilized tank at what its gun has acquired."""
    steady = gun == "cmg" and gyro.has_gyro(state, burst.vehicle)
    return steady and any(v == burst.vehicle and hex_ == burst.hex for v, _, hex_, _ in state.tracked)


def firepower(state: Firefight, burst: Burst, concealed: bool = False) -> Fraction:
    """The machine guns that bear, each with its factors."""
    whole = Fraction(0)
    for gun in bearing(state, burst.kind, burst.vehicle, burst.hex):
        value = Fraction(getattr(model(state, burst.vehicle), gun))
        for factor, _, _ in factors(state, burst, gun, concealed):
            value *= factor
        whole += value
    return whole


def modifiers(state: Firefight, burst: Burst, place: Exposure | None = None) -> list[Modifier]:
    """Everything added to the dice; the list is the explanation. `place`: for targets that stand so;
    not given: for those the vehicle knows of.
    """
    at = int(state.vehicle_at[burst.vehicle])
    place = aimed_at(state, burst.side, burst.hex, at, burst.targets) if place is None else place
    seen = infantry_view(state, burst.vehicle, burst.side, burst.hex, place)
    if place.aboard:  # ASL-D6.23
        return [one for one in seen if one.clause != "ASL-D9.3"] + of_vehicle(state, burst)
    fuel = [Modifier(-1, "ASL-A22.4", "it carries a flamethrower")] if place.fuel else []
    crowd = crowding(state, burst.side, burst.hex) if burst.kind != BOUNDING_FIRE else []
    return seen + _of_movement(state, burst, seen) + of_vehicle(state, burst) + fuel + crowd


def of_vehicle(state: Firefight, burst: Burst) -> list[Modifier]:
    """ASL-D3.51, ASL-D5.34, ASL-A5.2."""
    at, found = state.vehicle_at[burst.vehicle], list[Modifier]()
    if burst.turned:
        twice = CODE[at] in tank_fire.CLOSED and not verges.is_on_verge(state, burst.vehicle)
        found += ordnance.case(TURRET_TURNS[burst.turned], "I") * (2 if twice else 1)
    if vehicles.has(state, burst.vehicle, V_SHAKEN):
        found.append(Modifier(1, "ASL-D5.34", "the crew was stunned"))
    if over := vehicles.crowd(state, burst.side, at):
        found.append(Modifier(over, "ASL-A5.2", "more than one vehicle in the hex"))
    return found


def _of_movement(state: Firefight, burst: Burst, seen: list[Modifier]) -> list[Modifier]:
    """ASL-A4.6: First Fire at movers."""
    there = [u for u in burst.targets if state.at[u] == burst.hex]
    if there and is_hazardous(state, there):
        return [HAZARD]
    if burst.kind != FIRST_FIRE or not there or all(state.flags[u] & PIN for u in there):
        return []
    found = [Modifier(-1, "ASL-A4.6", "moves without Assault Movement")] if burst.ffnam else []
    is_open = lies_open(state, ENEMY[burst.side], burst.hex)
    if is_open and not any(one.amount > 0 for one in seen if one.clause != "ASL-E3.32"):
        found.append(Modifier(-1, "ASL-A4.6", "moves in Open Ground"))
    return found


def crew_modifiers(found: list[Modifier]) -> list[Modifier]:
    """ASL-D5.31, ASL-B9.36: a crew that shows itself has its hatch for cover, and no wall."""
    kept = [m for m in found if m.clause not in COVERS and m.clause != "ASL-A4.6"]
    return [*kept, Modifier(int(vehicles.CREW["exposed"]), "ASL-D5.31", "the crew in its hatches")]


class BurstOdds(NamedTuple):
    """A burst before its dice: firepower, column, modifiers, and the chance of every printed result."""

    firepower: Fraction
    column: int
    modifiers: list[Modifier]
    results: dict[str, Fraction]


def chances(state: Firefight, burst: Burst, concealed: bool = False) -> BurstOdds:
    power, found = firepower(state, burst, concealed), modifiers(state, burst)
    column, drm = column_of(power), total(found)
    results: dict[str, Fraction] = {}
    for dice, chance in ordnance.TWO_DICE.items():
        words = cell(result(column, dice + drm))
        results[words] = results.get(words, Fraction(0)) + chance
    return BurstOdds(power, COLUMNS[column] if column >= 0 else 0, found, results)


# ---------------------------------------------------------------- the dice


def attacked(state: Firefight, burst: Burst) -> list[int]:
    there = in_hex(state, ENEMY[burst.side], burst.hex)
    if burst.targets:
        return among(state, there, burst.targets)
    if burst.kind == FIRST_FIRE and (moving := vehicles.driver(state)) is not None:
        return [unit for unit in there if unit in vehicles.riders_of(state, moving.vehicle)]
    there = struck(state, burst.side, burst.hex, there)
    if any(has(state, unit, MELEE) for unit in there):
        there += in_hex(state, burst.side, burst.hex)
    at = int(state.vehicle_at[burst.vehicle])
    return [unit for unit in there if is_reached(state, unit, burst.side, at)]


def throw(state: Firefight, frame: Burst, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-A7.3")


def about(state: Firefight, frame: Burst) -> str:
    power = firepower(state, frame, not _is_at_known(state, frame))
    return f"machine guns at {GRID.name[frame.hex]}, {float(power):g} FP, {total(modifiers(state, frame)):+d}"


def _is_at_known(state: Firefight, frame: Burst) -> bool:
    if frame.targets:
        return not is_marker(frame.targets)
    return bool(known_in(state, frame.side, frame.hex))


def resolve(state: Firefight, frame: Burst) -> None:
    """ASL-A7.3: one roll for all; those under a "?" have a column of their own."""
    frame = state.stack[-1]  # type: ignore[assignment]
    dice, found = sum(frame.dice), modifiers(state, frame)
    watch(state, frame.side, dice, [state.vehicle_at[frame.vehicle]])
    clouds.open_fire(state)
    columns = [column_of(firepower(state, frame, hidden)) for hidden in (False, True)]
    drm = total(found)
    rows: list[tuple[list[int], Result]] = []
    units = attacked(state, frame)
    claim(state, frame.side, frame.hex, units)
    for hidden in (True, False):
        part = [u for u in units if bool(state.open >> u & 1) != hidden]
        for place in sorted({place_of(state, u) for u in part}):
            same = [u for u in part if place_of(state, u) == place]
            rows.append((same, _result_on(state, frame, place, columns[hidden])))
    shown = COLUMNS[columns[0]] if columns[0] >= 0 else 0
    words = "column {}, dice {}, modifiers {:+d}: {}"
    state.note("ASL-A7.3", words, shown, dice, drm, cell(result(columns[0], dice + drm)), kind="result")
    desperate(state, units, columns[0], drm)
    at = int(state.vehicle_at[frame.vehicle])
    outside = shell_steps(state, frame.side, at, frame.hex, found)  # ASL-A8.26
    spend(state, frame)
    if frame.kind == FIRST_FIRE and not is_jammed_by(state, frame):  # ASL-A8.221
        leave_residual(state, frame.hex, columns[is_marker(frame.targets)], outside)
    for units, verdict in rows:
        suffer(state, units, verdict)
    _strike_crews(state, frame, columns[0], found)


def _result_on(state: Firefight, frame: Burst, place: Exposure, column: int) -> Result:
    """ASL-A.5: what the dice do to targets that stand so; ASL-B23.9: a fortified building that was not known
    comes to light where its cover changes that.
    """
    dice = sum(frame.dice)
    found = result(column, dice + total(modifiers(state, frame, place)))
    if strongpoint.is_secretly(state, ENEMY[frame.side], frame.hex):
        better = result(column, dice + total(modifiers(state, frame, place._replace(fort=True))))
        if better != found:
            strongpoint.uncover(state, ENEMY[frame.side], frame.hex)
            return better
    return found


def _strike_crews(state: Firefight, frame: Burst, column: int, found: list[Modifier]) -> None:
    """ASL-D.8: crews that show themselves."""
    if frame.targets:
        return
    verdict = result(column, sum(frame.dice) + total(crew_modifiers(found)))
    moving = vehicles.driver(state)
    for vehicle in vehicles.in_hex(state, ENEMY[frame.side], frame.hex):
        aimed = frame.kind != FIRST_FIRE or (moving is not None and moving.vehicle == vehicle)
        if aimed and vehicles.is_exposed(state, vehicle):
            crews.strafed(state, vehicle, verdict)


def is_jammed_by(state: Firefight, frame: Burst) -> bool:
    """ASL-D3.7, ASL-A19.131: whether its dice break the machine guns."""
    return sum(frame.dice) >= JAMS - shortage.vehicle_lower(state, frame.vehicle)


def spend(state: Firefight, frame: Burst) -> None:
    """ASL-D3.5, ASL-D3.7: the marker; an Original 12 jams every gun that fired."""
    bits = V_MG_FIRED
    bits |= {PREP_FIRE: V_PREP, BOUNDING_FIRE: V_BOUNDING}.get(frame.kind, 0)
    if is_jammed_by(state, frame):
        guns = bearing(state, frame.kind, frame.vehicle, frame.hex)
        bits |= sum(MG_JAMMED[gun] for gun in guns)
        state.note("ASL-D3.7", "machine guns of {} malfunction", name(state, frame.vehicle), kind="loss")
    vehicles.flag(state, frame.vehicle, bits, "ASL-D3.5")
    vehicles.forget(state, frame.vehicle, "ASL-C6.5.lost")
    count_shots(state, frame.kind, (FIRST_VEHICLE + frame.vehicle,))


def outcomes(state: Firefight, frame: Burst) -> Outcomes:
    return NO_OUTCOME if frame.dice else TWO_DICE


def finish(state: Firefight, frame: Burst) -> None:
    settle(state, "ASL-A7.31")
    check_victory(state)
    release(state)


BURST = (
    confirmed(Burst, "burst", "before the burst", "ASL-D3.5"),
    Chance(
        clause="ASL-A7.3", name="machine guns", outcomes=outcomes, apply=throw, about=about, rolls=(Dice,)
    ),
    Auto(clause="ASL-A7.3", do=resolve),
    Auto(clause="ASL-A7.31", do=finish),
)
