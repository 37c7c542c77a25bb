"""A fight for a terminal: the turn, the score, and every unit a side may see, hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.core.facts import is_unknown
from grognard.core.hexes import members

from ..board import GRID
from ..pieces import SIDES
from . import riders
from .alert import has_sniper
from .arcs import SPINES
from .clouds import smoke_rows
from .forces import ADJECTIVE, BATTERIES, BATTERY_OWNER, GUN_NAMES, NAMES, OF_SIDE, VEHICLES_OF
from .guns import acquired_name
from .inspection import may_inspect
from .position import FLAGS, VEHICLE_FLAGS, Firefight
from .spotting import watched
from .terrain import describe
from .units import guns_of, number
from .vehicles import MODEL, kind_of
from .vehicles import name as vehicle_name
from .verges import describe as describe_verge
from .victory import zone_points
from .weather import describe as describe_wind

VEHICLE_UNSAID = (
    *("done", "rolled", "left", "due", "began", "raked", "smoked", "tried", "gyro_seen", "barred"),
)
VEHICLE_SAID = {
    "exposed": "crew exposed",
    "entered": "has moved",
    "gun_broken": "gun broken",
    "gun_disabled": "gun disabled",
    "mg_fired": "machine guns fired",
    "bmg_broken": "bow gun broken",
    "cmg_broken": "turret machine gun broken",
    "aamg_broken": "roof gun broken",
    "shaken": "was stunned, +1",
    "unknown": "fate unknown",
    "skirts": "Schuerzen",
    "gyro": "gyrostabilizer",
    "fired": "gun fired",
    "scrounged": "searched for machine guns",
}
SAID = {
    "cx": "CX (tired)",
    "dm": "DM",
    "ti": "TI (busy)",
    "prep": "Prep Fire",
    "first": "First Fire",
    "final": "Final Fire",
    "opportunity": "keeps its fire",
    "wire": "on the wire",
    "shortage": "short of ammunition",
}
UNSAID = (
    *("fired", "gun1", "gun2", "tried", "routed", "directed", "due", "acted", "blasted", "leapt", "assailed"),
    *("winded", "searched"),
)


def states(words: Iterable[str]) -> list[str]:
    """The states of a unit in words; what only the rules count is left out.

    >>> states(["dm", "broken", "gun1"])
    ['DM', 'broken']
    """
    return [SAID.get(word, word.replace("_", " ")) for word in words if word not in UNSAID]


def screen(state: Firefight, side: str | None = None) -> str:
    """The position as `side` sees it; nobody: as the public does."""
    limit = f" of {state.card.most_points}" if state.card.most_points else ""
    lines = [
        f"{state.date}: {state.phase}",
        f"Points: US {state.points[number('us')]}, German {state.points[number('german')]}{limit}",
        _goal(state),
        *filter(None, [describe_wind(state)]),
        *_snipers(state),
        *_lists(state, side),
        *_works(state, side),
        *_weapons(state),
    ]
    for who in SIDES:
        lines += ["", f"{ADJECTIVE[who]}:", *_units(state, who, side), *_vehicles(state, who)]
        lines += _hexes(state, who, side)
    return "\n".join(lines)


def _snipers(state: Firefight) -> Iterator[str]:
    for side, at in zip(SIDES, state.snipers, strict=True):
        if at >= 0 and has_sniper(state, side):
            yield f"{ADJECTIVE[side]} sniper: {GRID.name[at]}, Activation Number {state.san[number(side)]}"


def _lists(state: Firefight, side: str | None) -> Iterator[str]:
    """What lies on the map, kind by kind, and what a side alone knows of."""
    own = number(side) if side in SIDES else None
    rows = (
        ("SMOKE", [f"{GRID.name[h]} +{n}" for h, n, _ in smoke_rows(state)]),
        ("Charges laid", [GRID.name[row[3]] for row in state.laid]),
        ("Breaches", [f"{GRID.name[a]}-{GRID.name[b]}" for a, b in state.breaches if a < b]),
        ("Rubble", GRID.names(state.rubble)),
        ("Flames", GRID.names(state.flames)),
        ("Ablaze", GRID.names(state.blazes)),
        ("Foxholes", _counted(state.foxholes, "S")),
        ("Foxholes not found yet", _counted(state.dug[own], "S") if own is not None else []),
        ("Wire, trenches, roadblocks, pillboxes", [f"{item} {GRID.name[h]}" for item, h in state.works]),
        (
            "Own works not found yet",
            [f"{i} {GRID.name[h]}" for i, h in state.buried[own]] if own is not None else [],
        ),
        ("Mines", [f"{GRID.name[h]} {n or ''}".strip() for h, n in state.mines_found]),
        ("Anti-tank mines", [GRID.name[h] for h in state.at_mines_found]),
        ("Own anti-tank mines", _counted(state.at_mines[own]) if own is not None else []),
        ("Own mines", _counted(state.mines[own]) if own is not None else []),
        ("Residual FP", _counted(state.residual)),
    )
    return (f"{name}: {', '.join(words)}" for name, words in rows if words)


def _counted(rows: Iterable[Sequence[int]], unit: str = "") -> list[str]:
    return [f"{GRID.name[hex_]} {count}{unit}" for hex_, count in rows]


def _works(state: Firefight, side: str | None) -> Iterator[str]:
    for n, who in enumerate(SIDES):
        forts = state.fortified[n] if who == side else state.forts_found[n]
        yield from (f"{ADJECTIVE[who]} fortified building: {GRID.name[at]}" for at in members(forts))
    for battery, cable in zip(BATTERIES, state.cables, strict=True):
        if BATTERY_OWNER[battery] == side and cable:
            yield f"The line of the field phone: {', '.join(GRID.names(cable))}"


def _weapons(state: Firefight) -> Iterator[str]:
    fausts = state.fausts[number("german")]
    if not is_unknown(fausts) and fausts:
        yield f"Panzerfaust shots left: {fausts}"
    for gun, _, goal, level in state.acquired:
        yield f"{GUN_NAMES[gun]} has acquired {acquired_name(state, goal)}: -{level}"
    for gun, *hexes in state.lanes:
        yield f"Fire Lane of {GUN_NAMES[gun]}: {' '.join(GRID.name[h] for h in hexes)}"


def _hexes(state: Firefight, who: str, side: str | None) -> Iterator[str]:
    """Hexes of a side that are under "?", behind a wall or encircled."""
    if (shrouds := state.shrouds[number(who)]) and who != side:
        yield f'  "?" in {" ".join(GRID.names(shrouds))}'
    if walls := state.walls[number(who)]:
        yield f"  Wall Advantage: {' '.join(GRID.names(walls))}"
    if rings := state.encircled[number(who)]:
        yield f"  encircled: {' '.join(GRID.names(rings))}"


def _goal(state: Firefight) -> str:
    """What decides: buildings, or units in a zone."""
    if state.card.is_mission:
        held = ", ".join(f"{ADJECTIVE[side]} {state.held[n].bit_count()}" for n, side in enumerate(SIDES))
        return f"Locations and intersections controlled: {held}"
    if state.card.zone:
        words = f"US units {state.card.zone_words}: {zone_points(state)} points"
        return f"{words}; {state.card.least} win at the end"
    held = " ".join(GRID.names(state.control)) or "none"
    return f"Buildings: {' '.join(GRID.names(state.card.goals))}; US holds {held}"


def _units(state: Firefight, who: str, side: str | None) -> list[str]:
    lines = []
    for unit in members(OF_SIDE[who]):
        if who != side and not state.open >> unit & 1:
            continue
        if not state.kind[unit]:
            continue
        at, closed = state.at[unit], not may_inspect(state, side, unit)
        place = f"{GRID.name[at]} ({describe(at)})" if at >= 0 else "off the map"
        words = [
            *states(FLAGS.write(state.flags[unit])),
            *([] if closed else [f"{state.gun_kind[g]} {GUN_NAMES[g]}" for g in guns_of(state, unit)]),
            *filter(None, [riders.describe(state, unit)]),
            *(f"Spotter of {GUN_NAMES[g]}" for g in watched(state, unit)),
            *([f"{state.allotted[unit]} Panzerfaust"] if who == side and state.allotted[unit] else []),
        ]
        lines.append(
            f"  {NAMES[unit]} {state.kind[unit]:<6} {place}{': ' if words else ''}{', '.join(words)}"
        )
    return lines


def _vehicles(state: Firefight, who: str) -> Iterator[str]:
    """Tanks, assault guns and wrecks: where they are, where they point, and their states."""
    for vehicle in VEHICLES_OF[who]:
        if not kind_of(state, vehicle):
            continue
        at, turret = state.vehicle_at[vehicle], MODEL[state.vehicle_kind[vehicle]].turret
        place = f"{GRID.name[at]} ({describe(at)})" if at >= 0 else "off the map"
        words = [f"hull {SPINES[state.hull[vehicle]]}"]
        words += [f"turret {SPINES[state.turret[vehicle]]}"] if turret else []
        words += [describe_verge(at, verge)] if (verge := state.verge[vehicle]) >= 0 else []
        said = (
            word for word in VEHICLE_FLAGS.write(state.vehicle_flags[vehicle]) if word not in VEHICLE_UNSAID
        )
        words += [VEHICLE_SAID.get(word, word) for word in said]
        yield f"  {vehicle_name(state, vehicle)} {place}: {', '.join(words)}"


PAINT: tuple[tuple[str, str], ...] = ((r"\bbroken\b", "bold red"), (r"\bpinned\b", "yellow"))
