"""`grognard ask purple-heart-draw-firefight shot` and `drive`: a shot at a vehicle with every result; what a
step costs a vehicle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from grognard.core.ask import Answer, Parameter, once, percent
from grognard.core.ruling import GrognardError, Modifier, total

from ..board import GRID
from . import arcs, driving, ordnance
from .ordnance import (
    CASES,
    FRONT,
    REAR,
    SHELL,
    SIDE,
    VEHICLE,
    VEHICLES,
    WEAPONS,
    Aim,
    Vehicle,
    Weapon,
)
from .places import Place
from .sight import sight

T = TypeVar("T")
FACINGS = {word: word for word in (FRONT, SIDE, REAR)}
SHOTS = {id_: one for id_, one in WEAPONS.items() if not one.is_mortar}

SHOT = (
    Parameter("weapon", str, f"what fires: {', '.join(SHOTS)}", required=True),
    Parameter("at", str, f"the vehicle: {', '.join(VEHICLE)}", required=True),
    Parameter("distance", int, "hexes to it", low=0, high=60),
    Parameter("from", str, "instead: the hex of the weapon, such as K12"),
    Parameter("to", str, "and the hex of the vehicle"),
    Parameter("pointing", str, f"where the vehicle there points: {', '.join(arcs.SPINES)}"),
    Parameter("ammo", str, "AP, APCR, APDS, HEAT or HE; if not given what the weapon usually fires"),
    Parameter("facing", str, "the side that is hit: front, side or rear", FRONT),
    Parameter("cases", list, f"modifiers by their letters: {', '.join(CASES)}", ()),
    Parameter("drm", int, "further modifiers of the dice to hit, such as hindrance", 0, low=-20, high=20),
    Parameter("hull-down", bool, "only the turret can be hit", False),
    Parameter("captured", bool, "the weapon is used by the other side", False),
)


def shot(
    weapon: str,
    at: str,
    distance: int | None,
    from_: str | None,
    to: str | None,
    pointing: str | None,
    ammo: str | None,
    facing: str,
    cases: list[str],
    drm: int,
    hull_down: bool,
    captured: bool,
) -> Answer:
    """ASL-C3.1: number to hit, numbers to kill, and the exact chance of every final result."""
    gun, target = _one("weapon", weapon, SHOTS), _one("at", at, VEHICLE)
    if from_ is not None or to is not None:
        distance, facing, hindrance = _on_the_map(from_, to, pointing)
        drm += hindrance
    if distance is None:
        raise GrognardError("say --distance, or --from and --to")
    if not ordnance.in_reach(gun, distance):
        raise GrognardError(f"{gun.name} fires {gun.least} to {gun.most} hexes far, not {distance}")
    shell = _ammo(gun, ammo)
    found = _modifiers(gun, target, cases, drm, captured)
    aim = Aim(
        gun, shell, distance, target, _one("facing", facing, FACINGS), total(found), hull_down, captured
    )
    return _answer(aim, found)


def _on_the_map(from_: str | None, to: str | None, pointing: str | None) -> tuple[int, str, int]:
    """ASL-D3.2: range, the side that is hit, and the hindrance between two hexes of the map."""
    if from_ is None or to is None or pointing is None:
        raise GrognardError("--from, --to and --pointing go together")
    at, goal = GRID.hex(from_.upper()), GRID.hex(to.upper())
    spine = arcs.spine(pointing)
    if at == goal:
        return 0, FRONT, 0
    seen = sight(Place(at), Place(goal))
    if not seen.is_seen:
        raise GrognardError(f"{GRID.name[at]} does not see {GRID.name[goal]}")
    return GRID.distance(at, goal), arcs.target_facing(at, goal, spine), seen.hindrance


def _one(name: str, word: str, choices: Mapping[str, T]) -> T:
    """A choice by its name, or by how the name begins."""
    exact = [key for key in choices if key.casefold() == word.casefold()]
    close = exact or [key for key in choices if key.casefold().startswith(word.casefold())]
    if len(close) != 1:
        raise GrognardError(f"--{name} is {', '.join(choices)}, not {word!r}")
    return choices[close[0]]


def _ammo(gun: Weapon, word: str | None) -> str:
    """What it fires; if nothing is said, the first that the table has for it."""
    kinds: list[str] = [ammo for id_, ammo in SHELL if id_ == gun.id]
    kinds += ["HE"] * (gun.kind == "gun" and gun.he > 0)
    return kinds[0] if word is None else _one("ammo", word, {kind: kind for kind in kinds})


def _modifiers(gun: Weapon, target: Vehicle, cases: list[str], drm: int, captured: bool) -> list[Modifier]:
    """Everything added to the dice to hit."""
    type_ = ordnance.LIGHT if gun.is_light else VEHICLES
    found = []
    for word in [*cases, *(["H"] if captured and "H" not in cases else [])]:
        one = _one("cases", word, CASES) if word not in CASES else CASES[word]
        if not (counts := ordnance.case(one.id, type_)):
            raise GrognardError(f"case {one.id} ({one.words}) does not count for the {gun.name}")
        found += counts
    found += [Modifier(target.size, "ASL-C6.7", "target size")] if target.size else []
    return [*found, Modifier(drm, "ASL-C6.9", "further modifiers")] if drm else found


def _answer(aim: Aim, found: list[Modifier]) -> Answer:
    chances = ordnance.vehicle_chances(aim)
    hits = ordnance.hit_chances(aim.number, aim.drm)
    kills = ordnance.kill_numbers(aim)
    rows = ordnance.rows(aim.weapon, aim.ammo, aim.distance)
    lines = [f"  {aim.weapon.name}, {aim.ammo}, at {aim.target.id}, {aim.facing}, {aim.distance} hexes"]
    lines += [f"  to hit: {aim.number} or less with {aim.drm:+d} on the dice"]
    lines += [f"    {m.amount:+d} to the number: {m.because} [{m.clause}]" for m in rows]
    lines += [f"    {m.amount:+d} {m.because} [{m.clause}]" for m in found]
    lines += [f"  to kill, {part}: {'out of reach' if n is None else n}" for part, n in kills.items()]
    lines += [
        f"  {words}: {percent(chance)}" for words, chance in sorted(chances.items(), key=lambda r: -r[1])
    ]
    value = {
        "to_hit": aim.number,
        "drm": aim.drm,
        "to_kill": kills,
        "hit": {words: str(chance) for words, chance in hits.items()},
        "results": {words: str(chance) for words, chance in chances.items()},
    }
    clauses = once(["ASL-C3.3", "ASL-C7.1", "ASL-C7.7", *(m.clause for m in (*rows, *found))])
    return Answer(value, lines, clauses, ["series"])


# ---------------------------------------------------------------- a step of a vehicle

DRIVE = (
    Parameter("vehicle", str, f"{', '.join(VEHICLE)}", required=True),
    Parameter("from", str, "the hex it is in, such as K12", required=True),
    Parameter("to", str, "the next hex", required=True),
    Parameter("buttoned", bool, "buttoned up", False),
)


def drive(vehicle: str, from_: str, to: str, buttoned: bool) -> Answer:
    """ASL-D2.terrain: every way into the next hex: MP, and the exact chance to bog."""
    one = _one("vehicle", vehicle, VEHICLE)
    a, b = GRID.hex(from_.upper()), GRID.hex(to.upper())
    if GRID.distance(a, b) != 1:
        raise GrognardError(f"{GRID.name[b]} is not next to {GRID.name[a]}")
    found = driving.ways(one.id, a, b, buttoned)
    mp = driving.MP[one.id]
    lines = [f"  {one.id} from {GRID.name[a]} to {GRID.name[b]}, {mp} MP a turn"]
    if not found:
        lines.append("  no way" if buttoned or not driving.ways(one.id, a, b, True) else "  only buttoned up")
    for way in found:
        back = f"{driving.backwards(way) / 2:g} in reverse"
        lines.append(f"  {way.words}: {way.cost / 2:g} MP, {back}; bogs {percent(1 - driving.safe(way))}")
        lines += [f"    {m.amount:+d} {m.because} [{m.clause}]" for check in way.checks for m in check]
    value = [{"way": w.words, "mp": w.cost / 2, "bogs": str(1 - driving.safe(w))} for w in found]
    clauses = once(["ASL-D2.terrain", "ASL-D8.2", *(m.clause for w in found for c in w.checks for m in c)])
    return Answer({"ways": value}, lines, clauses, ["series", "document"])
