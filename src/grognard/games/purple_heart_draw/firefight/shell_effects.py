"""Who is hit by a shell of a tank, Gun or anti-tank weapon, what it does, and what its firer acquires."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Outcomes
from grognard.core.ruling import Modifier, total

from ..board import GRID
from . import (
    crews,
    crippling,
    gun_hits,
    gyro,
    ordnance,
    shell_smoke,
    shelling,
    strongpoint,
    tank_fire,
    vehicles,
)
from .after_fire import leave_residual, shell_steps
from .aiming import PF
from .encirclement import by_shell
from .fire_effects import cell, desperate, suffer
from .forces import ENEMY, FIRST_GUN, SIDE
from .markers import among
from .ordnance import AREA, CRITICAL, HIT, HULL, INFANTRY, LUCKY, PERHAPS, TURRET, VEHICLES, WEAPONS
from .pillboxes import struck
from .position import G_FINAL, G_FIRST, MELEE, V_FINAL, V_FIRST, Firefight, Shell, fact
from .shots import COVERS, FIRST_FIRE, UPRIGHT, Exposure, cover, place_of
from .standing import claim, is_reached
from .tables import Result, column_of, result
from .tank_fire import BOUNDING_FIRE, aim_of, aimed_place, hit_modifiers
from .units import has as unit_has
from .units import in_hex, number, shooter
from .words import DIE, TWO_DICE, Dice

JAMS, SUSTAINED_JAMS = 12, 10


def leave_bursts(state: Firefight, frame: Shell) -> None:
    """ASL-A8.25: HE and HEAT that hit in First Fire, but of a Panzerfaust or Intensive Fire."""
    bursts = frame.ammo in ("HE", "HEAT") and not frame.intensive and frame.weapon != PF
    if frame.kind != FIRST_FIRE or not bursts:
        return
    column = column_of(Fraction(tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo)))
    found, at = hit_modifiers(state, frame), tank_fire.at_of(state, frame)
    leave_residual(state, frame.hex, column, shell_steps(state, frame.side, at, frame.hex, found))


def may_fire_on(state: Firefight, frame: Shell) -> bool:
    """ASL-A8.25: whether the weapon has kept its rate of fire, which it shows by the marker it lacks."""
    if frame.vehicle >= 0:
        return not vehicles.has(state, frame.vehicle, V_FIRST | V_FINAL)
    if not tank_fire.is_towed(frame):
        return False
    return not state.gun_flags[frame.firer - FIRST_GUN] & (G_FIRST | G_FINAL)


def acquire(state: Firefight, frame: Shell) -> None:
    """ASL-C6.5, ASL-C6.55: a known target is acquired, or better; not by Bounding Fire."""
    vehicle = frame.vehicle
    target = frame.target if frame.aim == VEHICLES else -1
    rows = [r for r in state.tracked if r[0] == vehicle]  # ASL-C6.52: of any target in the Location
    same = [r for r in rows if (state.vehicle_at[r[1]] if r[1] >= 0 else r[2]) == frame.hex]
    level = min(2, same[0][3] + 1) if same else 1
    vehicles.forget(state, vehicle, "ASL-C6.5.lost")
    known = frame.aim != INFANTRY or bool(vehicles_known(state, frame))
    known = known and frame.ammo not in tank_fire.SMOKES  # ASL-C8.5
    steady = frame.kind != BOUNDING_FIRE or gyro.has_gyro(state, vehicle)  # ASL-C6.55
    if steady and known and vehicles.is_there(state, vehicle):
        rows = sorted([*state.tracked, (vehicle, target, int(frame.hex), level)])
        state.set(fact.tracked, tuple(rows), "ASL-C6.5")


def vehicles_known(state: Firefight, frame: Shell) -> list[int]:
    """ASL-C6.57: the Known Infantry of the enemy in the hex."""
    return [u for u in in_hex(state, ENEMY[frame.side], frame.hex) if state.open >> u & 1]


def after_two(state: Firefight, frame: Shell) -> Outcomes:
    return DIE if not frame.die and _open_verdicts(state, frame) & {PERHAPS, LUCKY} else NO_OUTCOME


def _open_verdicts(state: Firefight, frame: Shell) -> set[str]:
    """FF-DICE: those that hold for a target that is known, or for any that may be under a "?"."""
    if frame.aim == VEHICLES or not frame.verdicts:
        return set(frame.verdicts[:1])
    at, there = tank_fire.at_of(state, frame), attacked(state, frame)
    known = [u for u in there if state.open >> u & 1 or SIDE[u] == frame.side]
    found = {frame.verdicts[gun_hits.row(state, unit, at, False)] for unit in known}
    covered = not state.all_found or state.shrouds[number(ENEMY[frame.side])] >> frame.hex & 1
    return found | set(frame.verdicts[1::2] if covered else ())


def take_die(state: Firefight, frame: Shell, action: Roll) -> None:
    """ASL-C3.6, ASL-C3.7."""
    found = tuple(
        ordnance.settled(one, action.face, frame.need, frame.aim == INFANTRY)
        if one in (PERHAPS, LUCKY)
        else one
        for one in frame.verdicts
    )
    state.note("ASL-C3.7", "after the Original 2, die {}: {}", action.face, found[0], kind="result")
    state.replace(replace(frame, die=action.face, verdicts=found), "ASL-C3.7")


def attacked(state: Firefight, frame: Shell) -> list[int]:
    """The Infantry a shell strikes: of the enemy; movers alone in First Fire; both sides in a hex aimed
    at; ASL-B9.21: nobody in a foxhole that is not seen.
    """
    there = in_hex(state, ENEMY[frame.side], frame.hex)
    if frame.targets:
        return among(state, there, frame.targets)
    if frame.aim != AREA:
        there = struck(state, frame.side, frame.hex, there)
    if frame.aim == AREA or any(unit_has(state, unit, MELEE) for unit in there):
        there += in_hex(state, frame.side, frame.hex)
    at, firer = tank_fire.at_of(state, frame), shooter(state, frame.firer) if frame.firer >= 0 else -1
    return [unit for unit in there if is_reached(state, unit, frame.side, at, firer)]


def hit_units(state: Firefight, frame: Shell, kinds: tuple[str, ...] = (HIT, CRITICAL)) -> list[int]:
    if frame.aim == VEHICLES or not frame.verdicts or frame.ammo in tank_fire.SMOKES:
        return []

    def verdict(unit: int) -> str:
        hidden = SIDE[unit] != frame.side and not state.open >> unit & 1
        return frame.verdicts[gun_hits.row(state, unit, tank_fire.at_of(state, frame), hidden)]

    return [unit for unit in attacked(state, frame) if verdict(unit) in kinds]


def which(state: Firefight, frame: Shell) -> Outcomes:
    """ASL-C3.74: a critical hit falls on one."""
    critical = hit_units(state, frame, (CRITICAL,))
    return shelling.ANY if len(critical) > 1 and not frame.pick else NO_OUTCOME


def take_pick(state: Firefight, frame: Shell, action: Roll) -> None:
    state.replace(replace(frame, pick=action.face), "ASL-C3.74")


def part_struck(state: Firefight, frame: Shell) -> str:
    """ASL-C3.9, ASL-C3.6, ASL-D4.2: hull or turret; empty: the hull of a vehicle that is hull down is
    missed.
    """
    found, hull_down = frame.verdicts[0], tank_fire.is_hull_down(state, frame)
    if found not in (HIT, CRITICAL):
        return ""
    if frame.die and found == HIT:
        part = (TURRET if frame.die == 2 else HULL) if frame.lucky else (TURRET if hull_down else HULL)
    elif frame.die:
        part = TURRET if hull_down else HULL
    elif found == CRITICAL and hull_down:
        part = TURRET
    else:
        part = ordnance.part_hit(*frame.dice)
    return "" if part == HULL and hull_down else part


def has_second(state: Firefight, frame: Shell) -> bool:
    """ASL-C3.8: a second roll to kill, or of effect on Infantry; not after a critical hit."""
    if frame.aim == VEHICLES:
        plain = frame.verdicts[:1] == (HIT,)
    else:
        plain = frame.aim == INFANTRY and not hit_units(state, frame, (CRITICAL,))
    return plain and bool(frame.dice) and ordnance.strikes_twice(WEAPONS[frame.weapon], *frame.dice)


def effect_outcomes(state: Firefight, frame: Shell) -> Outcomes:
    if len(frame.effect) == (4 if has_second(state, frame) else 2) or not frame.verdicts:
        return NO_OUTCOME
    if frame.cripple:
        return NO_OUTCOME
    if frame.aim == VEHICLES:
        return (
            TWO_DICE if vehicles.is_there(state, frame.target) and part_struck(state, frame) else NO_OUTCOME
        )
    return TWO_DICE if hit_units(state, frame) else NO_OUTCOME


def about_effect(state: Firefight, frame: Shell) -> str:
    if frame.aim == VEHICLES:
        part = part_struck(state, frame)
        need = kill_number(state, frame)
        words = "out of reach" if need is None else f"to kill {need}"
        return f"{frame.verdicts[0]} on the {part} of {vehicles.name(state, frame.target)}: {words}"
    return f"the effect of the {WEAPONS[frame.weapon].name} in {GRID.name[frame.hex]}"


def facing(state: Firefight, frame: Shell) -> str:
    aim = aim_of(state, frame)
    if not aim.facing:
        return ordnance.facing_inside(frame.dice[0])
    return ordnance.facing_hit(aim, part_struck(state, frame))


def kill_number(state: Firefight, frame: Shell) -> int | None:
    """ASL-C7.1."""
    aim = aim_of(state, frame)
    return ordnance.number_to_kill(
        aim.weapon,
        aim.ammo,
        aim.distance,
        aim.target,
        part_struck(state, frame),
        facing(state, frame),
        frame.verdicts[0] == CRITICAL,
    )


def take_effect(state: Firefight, frame: Shell, action: Dice) -> None:
    state.replace(replace(frame, effect=(*frame.effect, action.colored, action.white)), "ASL-C3.1")


def resolve(state: Firefight, frame: Shell) -> None:
    frame = state.stack[-1]  # type: ignore[assignment]
    shell_smoke.settle_cloud(state, frame)
    if frame.cripple and frame.verdicts and frame.verdicts[0] in (HIT, CRITICAL):
        crippling.resolve(state, frame, part_struck(state, frame))
    if not frame.effect:
        return
    better = min(frame.effect[:2], frame.effect[2:] or frame.effect[:2], key=sum)  # ASL-C3.8
    strike = strike_vehicle if frame.aim == VEHICLES else strike_infantry
    strike(state, replace(frame, effect=better))


def strike_vehicle(state: Firefight, frame: Shell) -> None:
    """ASL-C7.1, ASL-C7.7, ASL-D.8: the dice to kill; a crew that shows itself may suffer besides."""
    number_, part = kill_number(state, frame), part_struck(state, frame)
    aim = aim_of(state, frame)
    found = ordnance.NOTHING
    if number_ is not None:
        found = ordnance.struck(number_, frame.effect[0], frame.effect[1], aim, part, facing(state, frame))
    words = "{} hit, {}: to kill {}, dice {}: {}"
    state.note(
        "ASL-C7.7", words, part, facing(state, frame), number_, sum(frame.effect), found, kind="result"
    )
    exposed = vehicles.is_exposed(state, frame.target)
    harmless = found in (ordnance.NOTHING, ordnance.STUCK, ordnance.SHAKEN)
    if exposed and harmless and sum(frame.effect) < JAMS:
        collateral(state, frame)
    if (harmless or found == ordnance.SHOCK) and sum(frame.effect) < JAMS:
        suffer(state, list(vehicles.riders_of(state, frame.target)), collateral_result(frame, 0))
    if sum(frame.effect) < JAMS and not may_fire_on(state, frame):
        leave_bursts(state, frame)
    crews.suffer_kill(state, frame.target, found)


def collateral_result(frame: Shell, drm: int) -> Result:
    """ASL-D.8: what the same dice say on the fire table; of riders without any modifier (ASL-D6.23)."""
    whole = tank_fire.power(WEAPONS[frame.weapon], VEHICLES, frame.ammo)  # ASL-C8.31
    return result(column_of(Fraction(whole)), sum(frame.effect) + drm)


def collateral(state: Firefight, frame: Shell) -> None:
    """ASL-D.8: the crew meets the same dice on the fire table, with the firepower of the weapon."""
    found = collateral_result(frame, int(vehicles.CREW["exposed"]))
    if found.kind not in ("nothing", "ptc"):
        state.note("ASL-D.8", "collateral: {}", cell(found), kind="result")
        crews.strafed(state, frame.target, found)


def effect_modifiers(state: Firefight, frame: Shell, place: Exposure = UPRIGHT) -> list[Modifier]:
    """ASL-C3.331: cover counts in the effect of fire at a hex; at Infantry it was in the dice to hit."""
    fuel = [Modifier(-1, "ASL-A22.4", "it carries a flamethrower")] if place.fuel else []
    if frame.aim != AREA:
        return fuel
    seen = tank_fire.seen_modifiers(state, frame, place)
    return [m for m in seen if m.clause in COVERS] + fuel


def cover_met(state: Firefight, frame: Shell, place: Exposure) -> int:
    """The positive cover that the dice to hit have met, of a target that stands so."""
    if frame.aim != INFANTRY or not (place.dug or place.box or place.crest >= 0):
        return frame.tem
    at = tank_fire.at_of(state, frame)
    return max(0, cover(state, Hex(at), ENEMY[frame.side], Hex(frame.hex), place)[0])


def effect_drm(state: Firefight, frame: Shell, critical: bool, place: Exposure | None = None) -> int:
    """ASL-C3.71: a critical hit turns positive cover round and keeps First Fire. `place`: of a target that
    stands so; not given: of those the firer knows of.
    """
    place = aimed_place(state, frame) if place is None else place
    own = effect_modifiers(state, frame, place)
    if not critical:
        return total(own)
    turned = sum(m.amount for m in own if m.amount > 0) + cover_met(state, frame, place)
    power = tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo, critical)
    turned -= ordnance.heavy_drm(power)
    return sum(m.amount for m in own if m.amount < 0) - turned + frame.moving


def _behind_walls(
    state: Firefight, frame: Shell, critical: bool, place: Exposure, column: int
) -> tuple[Result, int]:
    """ASL-B23.9: in fire at a hex a fortified building comes to light where its cover changes the effect."""
    drm, dice = effect_drm(state, frame, critical, place), sum(frame.effect)
    found = result(column, dice + drm)
    if strongpoint.is_secretly(state, ENEMY[frame.side], frame.hex):
        more = effect_drm(state, frame, critical, place._replace(fort=True))
        if (better := result(column, dice + more)) != found:
            strongpoint.uncover(state, ENEMY[frame.side], frame.hex)
            return better, more
    return found, drm


def strike_infantry(state: Firefight, frame: Shell) -> None:
    """ASL-C3.1: one roll on the fire table for all that are hit; a critical hit falls on one."""
    critical = hit_units(state, frame, (CRITICAL,))
    one = [critical[max(0, frame.pick - 1) % len(critical)]] if critical else []
    rest = [unit for unit in hit_units(state, frame) if unit not in one]
    gun_hits.uncover(state, [*one, *rest])
    whole = tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo)
    by_shell(state, frame, column_of(Fraction(whole)))
    parts = []
    for units, is_critical in ((one, True), (rest, False)):
        for place in sorted({place_of(state, unit) for unit in units}):
            same = [unit for unit in units if place_of(state, unit) == place]
            column = column_of(
                Fraction(tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo, is_critical))
            )
            drm = effect_drm(state, frame, is_critical, place)
            found = result(column, sum(frame.effect) + drm)
            if frame.aim == AREA:
                claim(state, frame.side, frame.hex, same)
                found, drm = _behind_walls(state, frame, is_critical, place, column)
            if place.gun:
                near = gun_hits.near_miss(place, frame.home, frame.hex, frame.aim == AREA)
                gun_hits.strike(state, same, column, sum(frame.effect) + drm, near, frame.ammo, is_critical)
                continue
            words = "{}: dice {}, modifiers {:+d}: {}"
            said = "critical hit" if is_critical else "hit"
            state.note("ASL-C3.1", words, said, sum(frame.effect), drm, cell(found), kind="result")
            desperate(state, same, column, drm)
            parts.append((same, found))
    for units, found in reversed(parts):
        suffer(state, units, found)
