"""Tanks and assault guns on the page: counters, the vehicle on its way, and its fire before the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.plain import Plain
from grognard.core.ruling import modifier_rows
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import (
    ordnance,
    overrun,
    riddling,
    tank_close,
    tank_melee,
    torching,
    vehicles,
)
from grognard.games.purple_heart_draw.firefight.aiming import PF
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.driving import safe
from grognard.games.purple_heart_draw.firefight.forces import VEHICLE_NAMES, VEHICLE_SIDE
from grognard.games.purple_heart_draw.firefight.ordnance import VEHICLES, WEAPONS
from grognard.games.purple_heart_draw.firefight.position import (
    VEHICLE_FLAGS,
    Assault,
    Burst,
    Driving,
    Firefight,
    Raking,
    Riddling,
    Shell,
    Torching,
)
from grognard.games.purple_heart_draw.firefight.screen import VEHICLE_SAID, VEHICLE_UNSAID
from grognard.games.purple_heart_draw.firefight.shell_odds import ShotOdds
from grognard.games.purple_heart_draw.firefight.tank_fire import aim_of
from grognard.games.purple_heart_draw.firefight.tank_guns import chances
from grognard.games.purple_heart_draw.firefight.tank_odds import shell_chances
from grognard.games.purple_heart_draw.firefight.units import known_in, number
from grognard.games.purple_heart_draw.firefight.units import name as unit_name
from grognard.games.purple_heart_draw.firefight.vehicle_steps import crush_price
from grognard.games.purple_heart_draw.firefight.vehicle_ways import is_waiting, left, price_of
from grognard.games.purple_heart_draw.firefight.verges import describe as describe_verge
from grognard.games.purple_heart_draw.firefight.words import Creep, Go, Overrun
from grognard.games.purple_heart_draw.pieces import TITLE

from .fire_view import burst_targets
from .gun_view import fate_rows
from .rows import chance_row, fate_row, marker, result_rows


def hull_rows(state: Firefight, odds: ShotOdds) -> list[Plain]:
    """ASL-C3.332: what becomes of the vehicles in a hex that a mortar fires at."""
    rows = odds.vehicles.items()
    return [
        {"unit": vehicles.name(state, v), "fates": {end: chance_row(one) for end, one in ends.items()}}
        for v, ends in rows
    ]


def piece(state: Firefight, vehicle: int) -> Plain:
    """A vehicle as a counter."""
    flags = [word for word in VEHICLE_FLAGS.write(state.vehicle_flags[vehicle]) if word not in VEHICLE_UNSAID]
    if vehicles.is_there(state, vehicle) and vehicles.is_rolling(state, vehicle) and "motion" not in flags:
        flags.append("motion")
    at, turret = state.vehicle_at[vehicle], vehicles.model(state, vehicle).turret
    words = [f"{TITLE[VEHICLE_SIDE[vehicle]]} {vehicles.name(state, vehicle)}"]
    words += [f"hull {SPINES[state.hull[vehicle]]}"]
    words += [f"turret {SPINES[state.turret[vehicle]]}"] if turret else []
    words += [describe_verge(at, verge)] if (verge := state.verge[vehicle]) >= 0 else []
    if not {"wreck", "exposed", "abandoned"} & set(flags):
        words.append("buttoned up")
    words += [f"carries {unit_name(state, unit)}" for unit in vehicles.riders_of(state, vehicle)]
    return {
        "id": VEHICLE_NAMES[vehicle],
        "side": VEHICLE_SIDE[vehicle],
        "kind": "wreck" if "wreck" in flags else "vehicle",
        "value": state.vehicle_kind[vehicle],
        "label": vehicles.name(state, vehicle),
        "hex": GRID.name[at] if at >= 0 else "",
        "gear": [],
        "gun": False,
        "flags": flags,
        "hull": state.hull[vehicle],
        "turret": state.turret[vehicle] if turret else None,
        "mark": "",
        "title": ", ".join([*words, *(VEHICLE_SAID.get(word, word) for word in flags)]),
    }


def shown(state: Firefight) -> list[int]:
    """Vehicles and wrecks on the map."""
    return [v for v, at in enumerate(state.vehicle_at) if at >= 0 and state.vehicle_kind[v]]


def waiting(state: Firefight) -> list[Plain]:
    """Vehicles that are still to come."""
    off = [v for v, at in enumerate(state.vehicle_at) if at < 0 and vehicles.kind_of(state, v)]
    return [piece(state, v) for v in off if is_waiting(state, v) or not state.turn]


def units(state: Firefight) -> dict[str, Plain]:
    return {name: piece(state, v) for v, name in enumerate(VEHICLE_NAMES) if vehicles.kind_of(state, v)}


def stacks(state: Firefight) -> Iterator[Plain]:
    """Vehicles in their hexes, and what their guns have acquired."""
    for vehicle in shown(state):
        yield piece(state, vehicle)
    for vehicle, target, hex_, level in state.tracked:
        at = state.vehicle_at[target] if target >= 0 else hex_
        what = vehicles.name(state, target) if target >= 0 else "this hex"
        title = f"{vehicles.name(state, vehicle)} has acquired {what}: -{level} to hit"
        if at >= 0:
            yield marker(at, f"-{level}", title)


def drive_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """For the side that drives, its vehicle: MP spent and left, where it points, what the next hexes cost."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Driving) or state.viewer != state.mover:
        return None
    vehicle = frame.vehicle
    return {
        "vehicle": piece(state, vehicle),
        "mp": (left(state, frame) + frame.spent) / 2,
        "spent": frame.spent / 2,
        "left": left(state, frame) / 2,
        "rolling": frame.rolling,
        "reverse": frame.reverse,
        "next": list(_next_hexes(state, frame)),
        "overruns": list(_overruns(state, frame)),
    }


def _overruns(state: Firefight, frame: Driving) -> Iterator[Plain]:
    """ASL-D7.11: every overrun that could be declared now, with its exact results."""
    for action in state.legal_actions():
        if isinstance(action, Overrun):
            hex_ = GRID.number[action.hex]
            step, odds = (
                price_of(state, frame, hex_),
                overrun.chances(state, overrun.planned(state, frame.vehicle, hex_)),
            )
            price = (step.cost if step is not None else 0) + crush_price(state, frame.vehicle)
            yield {
                "hex": action.hex,
                "mp": price / 2,
                "firepower": float(odds.firepower),
                "column": odds.column,
                "modifiers": modifier_rows(odds.modifiers),
                "results": result_rows(odds.results),
                "concealed": False,
                "targets": [fate_row(state, unit, row) for unit, row in odds.targets.items()],
            }


def _next_hexes(state: Firefight, frame: Driving) -> Iterator[Plain]:
    for action in state.legal_actions():
        if isinstance(action, Go | Creep):
            step = price_of(state, frame, GRID.number[action.hex], isinstance(action, Creep))
            if step is not None:
                bogs = float(1 - safe(step))
                row = {"hex": action.hex, "mp": step.cost / 2, "words": step.words, "bogs": bogs}
                yield row | {"creep": isinstance(action, Creep)}


def shot_figures(state: Firefight, frame: Shell) -> Plain:
    """FF-O9: the number to hit, modifiers, the chance of every final result."""
    known = frame.aim == VEHICLES or bool(frame.targets) or bool(known_in(state, frame.side, frame.hex))
    odds = shell_chances(state, frame, concealed=not known)
    goal = vehicles.name(state, frame.target) if frame.aim == VEHICLES else GRID.name[frame.hex]
    return {
        "hex": goal,
        "weapon": f"{WEAPONS[frame.weapon].name}, {frame.ammo}",
        "need": odds.need,
        "kill": _kill_words(state, frame),
        "check": float(odds.check) if frame.weapon == PF else None,
        "concealed": not known,
        "modifiers": modifier_rows(odds.modifiers),
        "hits": {words: float(chance) for words, chance in odds.hits.items()},
        "results": result_rows(odds.results),
        "targets": [fate_row(state, unit, row) for unit, row in odds.targets.items()] + fate_rows(odds),
    }


def _kill_words(state: Firefight, frame: Shell) -> str:
    """ASL-C7.1: the numbers to kill of a shot at a vehicle; empty: at others, or it aims at the tracks."""
    if frame.aim != VEHICLES or frame.cripple:
        return ""
    aim = aim_of(state, frame)
    rows = [
        f"{part} ({ordnance.facing_hit(aim, part) or 'rear'}) {'out of reach' if n is None else n}"
        for part, n in ordnance.kill_numbers(aim).items()
    ]
    return ", ".join([*rows, *(["hull down: a hull hit misses"] if aim.hull_down else [])])


def burst_figures(state: Firefight, frame: Burst) -> Plain:
    """ASL-D3.5: machine guns of a vehicle before their dice, at the units that the seat knows of."""
    state = state.without_unknown()
    known = bool(frame.targets) or bool(known_in(state, frame.side, frame.hex))
    covered = bool(state.shrouds[1 - number(frame.side)] >> frame.hex & 1)
    odds = chances(state, frame, concealed=not known and covered)
    return {
        "hex": GRID.name[frame.hex],
        "firepower": float(odds.firepower),
        "column": odds.column,
        "concealed": not known and covered,
        "firers": [VEHICLE_NAMES[frame.vehicle]],
        "modifiers": modifier_rows(odds.modifiers),
        "results": result_rows(odds.results),
        "targets": burst_targets(state, frame, concealed=not known and covered),
        "also": [],
    }


def assault_figures(state: Firefight, frame: Assault) -> Plain:
    """ASL-A11.5: an attack on a vehicle in the own hex before its dice."""
    result = tank_close.modifiers(state, frame)
    return {
        "hex": vehicles.name(state, frame.vehicle),
        "weapon": "Attack in the hex",
        "need": tank_close.value(state, frame),
        "check": None,
        "concealed": False,
        "modifiers": modifier_rows(result),
        "hits": None,
        "results": result_rows(tank_close.chances(state, frame)),
        "targets": [],
    }


def rake_figures(state: Firefight, frame: Raking) -> Plain:
    """ASL-A11.62: an attack of a vehicle in close combat before its dice."""
    kill, odds = tank_melee.number(state, frame)
    return {
        "hex": unit_name(state, frame.unit),
        "weapon": f"{vehicles.name(state, frame.vehicle)}, odds {odds},",
        "need": kill,
        "foot": True,
        "check": None,
        "concealed": False,
        "modifiers": modifier_rows(tank_melee.modifiers(state, frame)),
        "hits": None,
        "results": result_rows(tank_melee.chances(state, frame)),
        "targets": [],
    }


def armor_figures(state: Firefight, frame: Riddling | Torching) -> Plain:
    """ASL-A9.61, ASL-C7.344: a machine gun or flames at a vehicle before their dice."""
    shot = isinstance(frame, Riddling)
    need = riddling.need(state, frame) if isinstance(frame, Riddling) else torching.number(state, frame)
    odds = riddling.chances(state, frame) if isinstance(frame, Riddling) else torching.chances(state, frame)
    return {
        "hex": vehicles.name(state, frame.target),
        "weapon": "Machine gun at armor" if shot else "Flames, to kill",
        "need": need,
        "check": None,
        "concealed": False,
        "modifiers": modifier_rows(riddling.modifiers(state, frame)) if isinstance(frame, Riddling) else [],
        "hits": None,
        "results": result_rows(odds),
        "targets": [],
    }
