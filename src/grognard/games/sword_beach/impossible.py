"""What cannot be so in any game of Sword Beach: checked when a position written by hand is read."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.hexes import members, set_of
from grognard.core.ruling import Ruling

from .arrivals import (
    ARRIVALS,
    BEACH_STACK,
    BEACHHEAD_MARKERS,
    EARLIEST,
    EARLY,
    LAST_DROP_ZONE_TURN,
    SETUP_UNITS,
    arrival_of,
    last_turn,
    names,
)
from .board import CITY, GRID, GROUND, NEAR, ZONE
from .fire import CUP_NAMES
from .pieces import ADJECTIVE, AIRBORNE, ALLIED, COMMANDO, ENEMY, GERMAN, LABEL, OF_SIDE, SIDE
from .position import Assault, Combat, DropAttack, Landing, Mines, Retreat, SwordBeach, Turn
from .setup import RECORDED, area
from .tables import AIR, ALLOTMENT, CUPS, THEIRS
from .verbs import units_in

Rulings = Iterator[Ruling]
BY_SEA = OF_SIDE[ALLIED] & ~(AIRBORNE | COMMANDO)


def impossibilities(state: SwordBeach) -> list[Ruling]:
    """Every impossibility, with its clause."""
    checks = (
        _phase,
        _off_the_land,
        _crowded,
        _both_sides,
        _beachheads,
        _landed,
        _drop_zones,
        _cities,
        _record,
        _before_reveal,
        _weather,
        _too_early,
        _too_late,
        _early_divisions,
        _markers,
        _naval,
        _mines,
        _tags,
        _lost_units,
        _pending,
    )
    return [ruling for check in checks for ruling in check(state)]


def _step(state: SwordBeach) -> str:
    """The name of the step of the turn or of the landings."""
    base = state.stack[0] if state.stack else None
    return state.procedures[type(base)][base.step].name if base is not None else ""


def _phase(state: SwordBeach) -> Rulings:
    """SB-11.2.a: the landings come before GT 1, the phases of a turn from GT 1 on."""
    base = state.stack[0] if state.stack else None
    if base is not None and isinstance(base, Landing) != (state.turn == 0):
        when = "comes before GT 1" if state.turn else "is a step of a game turn"
        yield Ruling(
            "SB-11.2.a", f"{state.procedures[type(base)][base.step].label} {when}; now: {state.date}"
        )
    if state.turn > (last := last_turn(state)):
        yield Ruling("SB-10.2.a", f"the game ends with GT {last}; now: {state.date}")


def _off_the_land(state: SwordBeach) -> Rulings:
    """FM-5.1.3: units at sea or out of play; units that have just dropped into the sea are still to be
    eliminated.
    """
    dropping = AIRBORNE if _step(state) in ("airborne drop", "units in one hex") else 0
    for unit in members(state.on_map & ~dropping):
        if not state.land >> state.at[unit] & 1:
            ground = "sea" if GROUND["sea"] >> state.at[unit] & 1 else "out of play"
            yield Ruling("FM-5.1.3", f"{LABEL[unit]} is in {GRID.name[state.at[unit]]}, which is {ground}")


def _crowded(state: SwordBeach) -> Rulings:
    """FM-5.3.1, SB-11.2.4.c: too many units in a hex; units that dropped or raided into it may still share it
    (SB-J26), and a retreat may pass over friends (FM-7.7.2).
    """
    if any(isinstance(frame, Retreat) for frame in state.stack):
        return
    for hex_, units in sorted(state.here.items()):
        for side in (ALLIED, GERMAN):
            stack = units & OF_SIDE[side]
            dropped = stack & (AIRBORNE | COMMANDO)
            if side == ALLIED and state.beachheads >> hex_ & 1:
                if (stack & ~dropped).bit_count() > BEACH_STACK:
                    yield Ruling(
                        "SB-11.2.4.c", f"{GRID.name[hex_]} holds more than three units: {names(stack)}"
                    )
            elif stack.bit_count() > 1 and (stack & ~dropped).bit_count() > bool(dropped):
                yield Ruling(
                    "FM-5.3.1", f"{GRID.name[hex_]} holds {names(stack)}; only one unit may be in a hex"
                )


def _both_sides(state: SwordBeach) -> Rulings:
    """FM-5.1.2: units of both sides in one hex, but for a drop or raid on a German before GT 1."""
    for hex_ in members(state.occupied[ALLIED] & state.occupied[GERMAN] if state.turn else 0):
        yield Ruling("FM-5.1.2", f"{GRID.name[hex_]} holds units of both sides: {names(state.here[hex_])}")


def _beachheads(state: SwordBeach) -> Rulings:
    """SB-11.2.1.1: markers off the beach, too many of them, or under a German unit."""
    for hex_ in members(state.beachheads & ~ZONE["sword_beach"]):
        yield Ruling(
            "SB-11.2.1.1.a", f"{GRID.name[hex_]} is not a Sword Beach hex and cannot hold a beachhead marker"
        )
    if (count := state.beachheads.bit_count()) > BEACHHEAD_MARKERS:
        yield Ruling("SB-J48", f"there are {BEACHHEAD_MARKERS} beachhead markers, not {count}")
    for hex_ in members(state.beachheads & state.occupied[GERMAN]):
        germans = names(set_of(units_in(state, hex_, GERMAN)))
        yield Ruling(
            "SB-11.2.1.1.e", f"{germans} occupies {GRID.name[hex_]}, so its beachhead marker is removed"
        )


def _landed(state: SwordBeach) -> Rulings:
    """SB-11.2.1.2.d: `landed` means that a unit is still in the Sword Beach hex it landed in."""
    if wrong := state.landed & ~BY_SEA:
        yield Ruling("SB-11.2.4.a", f"{names(wrong)}: only Allied units that come by sea are `landed`")
    for unit in members(state.landed & BY_SEA):
        if state.at[unit] < 0 or not ZONE["sword_beach"] >> state.at[unit] & 1:
            yield Ruling("SB-11.2.1.2.d", f"{LABEL[unit]} is `landed` but not in a Sword Beach hex")
    if state.left and (state.left & ~OF_SIDE[ALLIED] or state.options.beach_stack != "literal"):
        yield Ruling(
            "SB-11.2.1.2.d",
            f"{names(state.left)}: `left` is noted of Allied units, where beach_stack is literal",
        )


def _drop_zones(state: SwordBeach) -> Rulings:
    """SB-11.2.2.1, SB-11.2.2.7.b, SB-J3: where, when and how many."""
    for hex_ in members(state.drop_zones & ~ZONE["drop_zone_eligible"]):
        yield Ruling("SB-11.2.2.1", f"{GRID.name[hex_]} cannot hold a drop zone marker")
    if (count := state.drop_zones.bit_count()) > state.options.drop_zone_markers:
        yield Ruling("SB-J3", f"{count} drop zone markers; this game has {state.options.drop_zone_markers}")
    if state.drop_zones and state.turn > LAST_DROP_ZONE_TURN and _step(state) != "weather":
        yield Ruling("SB-11.2.2.7.b", f"drop zone markers are removed when GT 3 begins; now: {state.date}")


def _cities(state: SwordBeach) -> Rulings:
    """SB-J30: only city hexes are controlled, by the side that occupies them."""
    for hex_ in members(state.allied_cities & ~CITY):
        yield Ruling("SB-J30", f"{GRID.name[hex_]} is not a city hex")
    for hex_ in members(state.allied_cities & state.occupied[GERMAN]):
        yield Ruling("SB-J30", f"a German unit occupies {GRID.name[hex_]}, so the Allies do not control it")


def _record(state: SwordBeach) -> Rulings:
    """SB-11.0, SB-11.1.1: what the hidden set-up may hold."""
    if state.record and state.turn:
        yield Ruling("SB-11.2.2.5", f"the hidden units are placed before GT 1; now: {state.date}")
    hexes = [hex_ for _, hex_ in state.record]
    for unit, hex_ in state.record:
        if not RECORDED >> unit & 1:
            yield Ruling("SB-11.0.a", f"{LABEL[unit]} is not one of the nine German units at start")
        elif not area(state, unit) >> hex_ & 1:
            clause = "SB-11.0.b" if GROUND["beach"] >> hex_ & 1 else SETUP_UNITS[unit]["clause"]
            yield Ruling(
                clause,
                f"{LABEL[unit]} cannot be set up in {GRID.name[hex_]}; it starts"
                f" {SETUP_UNITS[unit]['where']}",
            )
    for hex_ in sorted({h for h in hexes if hexes.count(h) > 1}):
        yield Ruling("SB-J32", f"more than one unit is set up in {GRID.name[hex_]}")


def _before_reveal(state: SwordBeach) -> Rulings:
    """SB-11.0.c: no German unit is on the map before the airborne units have landed."""
    base = state.stack[0] if state.stack else None
    if not isinstance(base, Landing):
        return
    steps = [step.name for step in state.procedures[Landing]]
    germans = state.on_map & OF_SIDE[GERMAN]
    if germans and base.step <= steps.index("units in one hex"):
        yield Ruling(
            "SB-11.0.c",
            f"{names(germans)}: German units stay off the map until step 5 of the airborne landing",
        )


def _weather(state: SwordBeach) -> Rulings:
    """SB-14.1: weather before GT 2, without the rule, or with aircraft in the cup."""
    if state.weather == "fair":
        return
    if not state.options.weather:
        yield Ruling("SB-14.1.e", f"the weather is {state.weather}, but the weather rule is not in use")
    if state.turn < 2:
        yield Ruling("SB-14.1.a", f"weather is rolled from GT 2 on; now: {state.date}")
    if state.weather == "inclement" and any(state.cups[AIR]) and _step(state) != "weather":
        yield Ruling(
            "SB-14.1.c", "the aircraft cup holds markers; in inclement weather aircraft are set aside"
        )


def _too_early(state: SwordBeach) -> Rulings:
    """Units on the map before the turn of their arrival."""
    for unit in members(state.on_map | state.waiting):
        arrival = arrival_of(unit)
        if (
            arrival is None
            or arrival.turn <= state.turn
            or (arrival.early >= 0 and state.called[arrival.early])
        ):
            continue
        yield Ruling(arrival.clause, f"{LABEL[unit]} arrives on GT {arrival.turn}; now: {state.date}")


def _too_late(state: SwordBeach) -> Rulings:
    """Airborne units and the commando come before GT 1 and never wait."""
    for unit in members(state.waiting & (AIRBORNE | COMMANDO) if state.turn else 0):
        row = SETUP_UNITS[unit]
        yield Ruling(row["clause"], f"{LABEL[unit]} cannot wait; it starts {row['where']}")


def _early_divisions(state: SwordBeach) -> Rulings:
    """SB-11.1.3: divisions called in before GT 10 or in the future, or entered before they were called or
    due.
    """
    for which, (called, entered) in enumerate(zip(state.called, state.entered, strict=True)):
        name = EARLY["groups"][which]
        if called and not EARLIEST <= called <= state.turn:
            yield Ruling(
                "SB-11.1.3.a", f"the {name} cannot have been called in on GT {called}; now: {state.date}"
            )
        due = called or next(a.turn for a in ARRIVALS if a.early == which)
        if entered and not due <= entered <= state.turn:
            yield Ruling(
                "SB-11.1.3.b", f"the {name} cannot have entered on GT {entered}; it was due on GT {due}"
            )


def _markers(state: SwordBeach) -> Rulings:
    """FM-8.1.1: a cup that holds more of a marker than there are, those out for good counted."""
    for cup, name in enumerate(CUPS):
        out = state.lost if cup == THEIRS else (0,) * len(state.lost)
        for value, (count, gone) in enumerate(zip(state.cups[cup], out, strict=True)):
            if max(count, 0) + gone > (most := ALLOTMENT[cup][value]):
                clause = ("SB-11.2.6.b", "SB-11.2.6.a", "SB-11.1.5.a")[cup]
                held = f"{max(count, 0)} in the {CUP_NAMES[name]} cup" + (
                    f" and {gone} removed from the game" if gone else ""
                )
                yield Ruling(clause, f"markers of +{value}: {held}; there are {most}")


def _naval(state: SwordBeach) -> Rulings:
    if any(state.naval) and state.turn > 1:
        yield Ruling("SB-11.2.7.d", f"naval markers are removed at the end of GT 1; now: {state.date}")


def _mines(state: SwordBeach) -> Rulings:
    """SB-11.1.5.b: the mines marker is `drawn` only while its use is decided; it is lost only where that is
    agreed (SB-J27).
    """
    if state.mines == "drawn" and not any(isinstance(frame, Mines) for frame in state.stack):
        yield Ruling("SB-11.1.5.b.1", "the mines marker is `drawn`, but no combat waits for its use")
    if state.mines == "lost" and not state.options.mines_can_be_lost:
        yield Ruling("SB-J27", "the mines marker cannot be lost in this game")


def _tags(state: SwordBeach) -> Rulings:
    """What is noted of units that are not on the map, or of the side that does not act."""
    for units, word in ((state.moved, "moved"), (state.fought, "fought"), (state.landed, "landed")):
        if wrong := units & ~state.on_map & ~_lost_in_combat(state, word):
            yield Ruling(
                "FM-5.1.1" if word == "moved" else "FM-7.1.2", f"{names(wrong)}: `{word}`, but not on the map"
            )
    if wrong := state.moved if state.moved and not _step(state).endswith("movement") else 0:
        yield Ruling("FM-5.1.1", f"{names(wrong)}: `moved` is noted only in a movement phase")
    if wrong := state.cut_off & ~OF_SIDE[ALLIED]:
        yield Ruling("SB-12.0.a", f"{names(wrong)}: German units need no supply")


def _lost_in_combat(state: SwordBeach, word: str) -> int:
    """Units that attacked in this player turn and have been eliminated since."""
    return set_of(unit for unit, steps in enumerate(state.steps) if not steps) if word == "fought" else 0


def _pending(state: SwordBeach) -> Rulings:
    """What is under way inside a phase: a combat with its units, the mines in a combat, a retreat of a unit
    on the map.
    """
    for below, frame in zip((None, *state.stack), state.stack, strict=False):
        if isinstance(frame, Landing | Turn) != (below is None):
            yield Ruling("FM-4.1.6", "`pending` begins with a turn or the landings, and has them once")
        if isinstance(frame, Mines) and not isinstance(below, Combat):
            yield Ruling("SB-11.1.5.b.1", "the mines marker is used in a combat; none is `pending`")
        if isinstance(frame, Retreat) and state.steps[frame.unit] and state.at[frame.unit] < 0:
            yield Ruling("FM-7.7.1", f"{LABEL[frame.unit]} is retreating but not on the map")
        if isinstance(frame, Combat):
            yield from _combat(state, frame)


def _combat(state: SwordBeach, fight: Combat) -> Rulings:
    """FM-7.1.1, FM-7.2.1: before its die is rolled, an attack has units next to an enemy hex."""
    enemy, where = ENEMY[fight.attacker], GRID.name[fight.hex]
    if strangers := [unit for unit in fight.attackers if SIDE[unit] != fight.attacker]:
        yield Ruling(
            "FM-7.2.1",
            f"{names(set_of(strangers))} cannot attack with the {ADJECTIVE[fight.attacker]} side",
        )
    if fight.result:
        return
    if not isinstance(fight, Assault) and not state.occupied[enemy] >> fight.hex & 1:
        yield Ruling("FM-7.1.1", f"{where} is attacked but holds no {ADJECTIVE[enemy]} unit")
    near = 1 << fight.hex if isinstance(fight, Assault | DropAttack) else NEAR[fight.hex]
    if far := [unit for unit in fight.attackers if state.at[unit] < 0 or not near >> state.at[unit] & 1]:
        yield Ruling("FM-7.1.1", f"{names(set_of(far))} cannot attack {where} from its place")
    if not fight.attackers and type(fight) is Combat:
        yield Ruling("FM-7.1.1", f"no unit attacks {where}")


def _lost_units(state: SwordBeach) -> Rulings:
    """FM-2.3.b: an eliminated unit that is still on the map or waits."""
    for unit, steps in enumerate(state.steps):
        if not steps and (state.on_map | state.waiting) >> unit & 1:
            yield Ruling("FM-2.3.b", f"{LABEL[unit]} is eliminated and cannot be on the map or wait")
