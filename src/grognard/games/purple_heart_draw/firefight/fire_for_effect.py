"""ASL-C1.5: a fire for effect: what its shells do to everybody in a hex, and to who enters one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import OFF, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes
from grognard.core.ruling import Modifier

from ..board import GRID
from ..pieces import SIDES
from . import checks, clouds, foxholes, phone_lines, shelled_mines, shelled_vehicles, strongpoint, vehicles
from .dummies import under_fire
from .fire_effects import cell, desperate, suffer
from .forces import BATTERIES, BATTERIES_OF, BATTERY_OWNER, SIDE
from .going import CODE, OPEN, own_hexsides
from .markers import among
from .mission_areas import BARRAGE
from .observer import ARTILLERY, MODULE, blast_area, observer, slot
from .odds import fates_of
from .phosphorus import burn
from .pillboxes import Box
from .position import Bombardment, Firefight, Moving
from .shelling import ANY
from .shots import EMPLACED, UPRIGHT, Exposure, by_road, hex_tem, place_of
from .sniper import release
from .tables import Result, column_of, result
from .units import edge, in_hex, known, movers, settle
from .victory import check_victory
from .words import TWO_DICE, Dice

COVER: dict[str, int] = ARTILLERY["cover"]
SMOKE, PHOSPHORUS, HARASSING = "smoke", "WP", "harassing"
CALM = (SMOKE, PHOSPHORUS)  # ASL-C1.71: do not attack

# ---------------------------------------------------------------- modifiers


def cover(state: Firefight, hex_: int, place: Exposure) -> list[Modifier]:
    """ASL-C1.5, ASL-B27.3: cover against shells from above."""
    if place.box:  # ASL-B30
        return [Modifier(*Box(*place.box).tem(hex_, OFF))]
    woods = CODE[hex_] == "woods"
    tem = 0 if woods else hex_tem(state, hex_, place)
    best = [Modifier(tem, "ASL-C1.5", "terrain")] if tem else []
    if place.dug and tem < COVER["foxhole"]:
        best = [Modifier(COVER["foxhole"], "ASL-B27.3", "foxhole")]
    elif place.emplaced and tem < EMPLACED:
        best = [Modifier(EMPLACED, "ASL-C11.2", "Emplacement")]
    elif own_hexsides(hex_) and tem < COVER["wall"]:
        best = [Modifier(COVER["wall"], "ASL-C1.5", "wall or bocage")]
    return [*best, Modifier(COVER["woods"], "ASL-C1.5", "air bursts in woods")] if woods else best


def modifiers(state: Firefight, frame: Bombardment, hex_: int, place: Exposure) -> list[Modifier]:
    """ASL-C1.5, ASL-C1.51: cover without Hindrance; movement in the Movement Phase alone."""
    in_bypass = bool(frame.targets) and bool(edge(state, SIDE[frame.targets[0]], hex_))
    found = [] if in_bypass else cover(state, hex_, place)
    if not frame.moving:
        return found
    bare = OPEN >> hex_ & 1 or in_bypass or by_road(state, hex_)
    is_open = bare and not any(one.amount > 0 for one in found)
    found += [Modifier(-1, "ASL-A4.6", "moves without Assault Movement")] if frame.ffnam else []
    return [*found, Modifier(-1, "ASL-A4.6", "moves in Open Ground")] if is_open else found


def drm(state: Firefight, frame: Bombardment, hex_: int, place: Exposure, critical: bool = False) -> int:
    """ASL-C3.71: a critical hit turns positive cover round."""
    found = modifiers(state, frame, hex_, place)
    return sum(-one.amount if critical and one.amount > 0 else one.amount for one in found)


# ---------------------------------------------------------------- the dice


def struck(state: Firefight, frame: Bombardment) -> list[int]:
    """Everybody in the hex, of both sides; of units that enter, those alone."""
    hex_ = frame.hexes[0]
    if frame.vehicles:
        return []
    there = [u for side in SIDES for u in in_hex(state, side, hex_)]
    return among(state, there, frame.targets) if frame.targets else there


def dice_outcomes(state: Firefight, frame: Bombardment) -> Outcomes:
    return TWO_DICE if frame.hexes and not frame.dice else NO_OUTCOME


def about_dice(state: Firefight, frame: Bombardment) -> str:
    return f"shells in {GRID.name[frame.hexes[0]]}, {frame.power} FP"


def throw(state: Firefight, frame: Bombardment, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-C1.5")


def pick_outcomes(state: Firefight, frame: Bombardment) -> Outcomes:
    """ASL-C1.53: a critical hit falls on one of several."""
    due = sum(frame.dice) == 2 and not frame.pick and frame.hexes
    return ANY if due and len(struck(state, frame)) > 1 else NO_OUTCOME


def take_pick(state: Firefight, frame: Bombardment, action: Roll) -> None:
    state.replace(replace(frame, pick=action.face), "ASL-C1.53")


class Part(NamedTuple):
    """Units of a hex that take one result."""

    units: list[int]
    result: Result
    column: int
    drm: int


def resolve(state: Firefight, frame: Bombardment) -> None:
    """ASL-C1.5: one roll for all in a hex; then the next hex."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.hexes:
        return
    units, more = struck(state, frame), drm(state, frame, frame.hexes[0], UPRIGHT)
    one = [units[max(0, frame.pick - 1) % len(units)]] if units and sum(frame.dice) == 2 else []
    parts = [
        *_parts(state, frame, one, True),
        *_parts(state, frame, [u for u in units if u not in one], False),
    ]
    if not units:
        words = "shells in {}, dice {}: no effect"
        state.note("ASL-C1.5", words, GRID.name[frame.hexes[0]], sum(frame.dice), kind="result")
    if not frame.targets and not frame.vehicles:
        plain = result(column_of(Fraction(frame.power)), sum(frame.dice))
        shelled_mines.churn(state, frame.hexes[0], plain)
        if plain.kind == "kia":
            phone_lines.shelled(state, frame.hexes[0])
        works = result(column_of(Fraction(frame.power)), sum(frame.dice) + more).kind != "nothing"
        for side in SIDES:
            under_fire(state, side, frame.hexes[0], works, "ASL-A12.14.b")
    state.replace(replace(frame, hexes=frame.hexes[1:], dice=(), pick=0), "ASL-C1.5")
    state.goto(0 if len(frame.hexes) > 1 else LAST, "ASL-C1.5")
    shelled_vehicles.strike(state, frame, frame.hexes[0], more, units)
    for part in reversed(parts):
        desperate(state, part.units, part.column, part.drm)
        suffer(state, part.units, part.result, blind=not frame.targets)


def _parts(state: Firefight, frame: Bombardment, units: list[int], critical: bool) -> list[Part]:
    places = sorted({(SIDE[u], place_of(state, u)) for u in units})
    return [
        _part(state, frame, [u for u in units if (SIDE[u], place_of(state, u)) == at], at[1], critical)
        for at in places
    ]


def _part(state: Firefight, frame: Bombardment, units: list[int], place: Exposure, critical: bool) -> Part:
    """ASL-B23.9: a fortified building comes to light where its cover changes the result."""
    hex_, side = frame.hexes[0], SIDE[units[0]]
    if place.dug:  # ASL-A12.33
        foxholes.uncover(state, side, hex_)
    column = column_of(Fraction(2 * frame.whole if critical else frame.power))
    more = drm(state, frame, hex_, place, critical)
    found = result(column, sum(frame.dice) + more)
    if strongpoint.is_secretly(state, side, hex_):
        other = drm(state, frame, hex_, place._replace(fort=True), critical)
        if (better := result(column, sum(frame.dice) + other)) != found:
            strongpoint.uncover(state, side, hex_)
            found, more = better, other
    words = "{} in {}: dice {}, modifiers {:+d}: {}"
    said = "critical hit" if critical else "shells"
    state.note("ASL-C1.5", words, said, GRID.name[hex_], sum(frame.dice), more, cell(found), kind="result")
    return Part(units, found, column, more)


def finish(state: Firefight, frame: Bombardment) -> None:
    settle(state, "ASL-C1.5")
    check_victory(state)
    release(state)


FALLING = (
    Chance(
        clause="ASL-C1.5",
        name="shells",
        outcomes=dice_outcomes,
        apply=throw,
        about=about_dice,
        rolls=(Dice,),
    ),
    Chance(clause="ASL-C1.53", name="who the shells strike", outcomes=pick_outcomes, apply=take_pick),
    Auto(clause="ASL-C1.5", do=resolve),
    Auto(clause="ASL-C1.5", do=finish),
)
LAST = len(FALLING) - 1

# ---------------------------------------------------------------- what brings it about


def powers(module: str, mission: str) -> tuple[int, int, int]:
    """ASL-C1.72, ASL-E12.1, ASL-C1.57: firepower of a mission, that which a critical hit doubles, and whether
    it hinders.
    """
    row = MODULE[module]
    if mission in CALM:
        return (0, 0, 0)
    if mission == HARASSING:
        return row["third"], row["fp"], 0
    if mission == BARRAGE:
        return row["barrage"], row["fp"], row["hinders"]
    return row["fp"], row["fp"], row["hinders"]


def rolled_hexes(state: Firefight, side: str) -> list[int]:
    """FF-DICE: the hexes that are rolled for: where units are seen or suspected; every hex while a hidden
    stack may be there. The hex of the round comes first.
    """
    area, center = blast_area(state, side), state.round_at[slot(side)]
    open_ = int(state.shrouds[0] | state.shrouds[1])
    for one in SIDES:
        for unit in known(state, one):
            open_ |= 1 << state.at[unit]
        open_ |= sum(1 << h for h in {state.vehicle_at[v] for v in vehicles.on_map(state, one)})
    found = members(area if not state.all_found else area & open_)
    return sorted(found, key=lambda hex_: (GRID.distance(center, hex_), hex_))


def strike(state: Firefight, side: str) -> None:
    """ASL-C1.5, ASL-C1.71: the fire for effect of a side works on its hexes."""
    key = slot(side)
    mission, shells = state.mission[key], state.shells[key]
    if mission in CALM:
        spread(state, side, mission)
        return
    hexes = tuple(rolled_hexes(state, side))
    if hexes:
        state.call(Bombardment(BATTERY_OWNER[side], shells[0], shells[1], hexes), "ASL-C1.5")


def spread(state: Firefight, side: str, mission: str) -> None:
    """ASL-C1.71: SMOKE in every hex, dispersed outside the own Prep Fire Phase; WP causes morale checks."""
    full, thin = ARTILLERY["mission"][mission]
    owner = BATTERY_OWNER[side]
    own = state.mover == owner
    hexes = members(blast_area(state, side))
    clouds.place(state, owner, hexes, mission.lower(), full if own else thin, not own)
    state.note("ASL-C1.71", "{} covers {} hexes", mission, len(hexes), kind="result")
    if mission == PHOSPHORUS:
        state.call(Bombardment(owner, 0, 0), "ASL-C1.54")
        checks.call(state, burn(state, hexes), "ASL-C1.71")


def fall(state: Firefight, units: Iterable[int], before: int, hex_: int) -> None:
    """ASL-C1.51: the fire for effect of either side attacks who enters one of its hexes."""
    there = tuple(u for u in units if state.at[u] == hex_)
    if not there or before == hex_ or not any(state.shells):
        return
    moving: Moving | None = movers(state) if state.phase == "Movement Phase" else None
    for side in BATTERIES:
        shells = state.shells[slot(side)]
        if shells and shells[0] and blast_area(state, side) >> hex_ & 1:
            state.note("ASL-C1.51", "shells fall on who enters {}", GRID.name[hex_], kind="attack")
            ffnam = moving is not None and moving.ffnam
            frame = Bombardment(
                BATTERY_OWNER[side], shells[0], shells[1], (hex_,), there, ffnam, moving is not None
            )
            state.call(frame, "ASL-C1.51")


def fall_on_vehicle(state: Firefight, vehicle: int, hex_: int) -> None:
    """ASL-C1.51: shells attack a vehicle that enters one of their hexes."""
    for side in BATTERIES:
        shells = state.shells[slot(side)]
        if shells and shells[0] and blast_area(state, side) >> hex_ & 1:
            frame = Bombardment(BATTERY_OWNER[side], shells[0], shells[1], (int(hex_),), vehicles=(vehicle,))
            state.call(frame, "ASL-C1.51")


# ---------------------------------------------------------------- chances


def chances(state: Firefight, side: str, power: int, whole: int, hex_: int) -> dict[int, dict[str, Fraction]]:
    """The exact chance of each fate of every unit in a hex that the side knows of, its own included; a
    critical hit falls on one of them.
    """
    frame = Bombardment(side, power, whole, (hex_,))
    units = [u for u in known(state, side) if state.at[u] == hex_] + in_hex(state, side, hex_)
    return {unit: _fates(state, frame, unit, units) for unit in units}


def _fates(state: Firefight, frame: Bombardment, unit: int, units: list[int]) -> dict[str, Fraction]:
    hex_, place, share = frame.hexes[0], place_of(state, unit), Fraction(1, len(units))
    same = [u for u in units if (SIDE[u], place_of(state, u)) == (SIDE[unit], place)]
    plain, doubled = column_of(Fraction(frame.power)), column_of(Fraction(2 * frame.whole))
    own = int(SIDE[unit] == frame.side and not is_exempt(state, unit))
    found: dict[str, Fraction] = {}
    for dice in range(2, 13):
        chance = Fraction(6 - abs(dice - 7), 36)
        rows = [(Fraction(1), plain, False, len(same))]
        if dice == 2:
            rows = [(share, doubled, True, 1), (1 - share, plain, False, max(1, len(same) - 1))]
        for part, column, critical, count in rows:
            value = result(column, dice + drm(state, frame, hex_, place, critical))
            for fate, more in fates_of(state, unit, {value: Fraction(1)}, count, own).items():
                found[fate] = found.get(fate, Fraction(0)) + chance * part * more
    return found


def is_exempt(state: Firefight, unit: int) -> bool:
    """ASL-C1.54: the Observer whose fire is accurate keeps his morale."""
    mine = BATTERIES_OF[SIDE[unit]]
    return any(observer(state, name) == unit and bool(state.exact[slot(name)]) for name in mine)
