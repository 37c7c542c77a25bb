"""Answers about pieces, map, schedule and state of the game: looked up where play looks them up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import TypedDict

from grognard.core.ask import Answer, exact, once, percent
from grognard.core.hexes import OFF, members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, IllegalAction, Ruling, counted, modifier_rows, total

from .arrivals import ARRIVALS, EARLIEST, LAST_TURN, SCHEDULED, absent, extension, last_turn
from .ask_positions import (
    OURS,
    hex_name,
    labels,
    load_position,
    one_of,
    plain_chances,
    scene,
    unit_names,
)
from .board import GRID
from .markers import replacement_kind
from .markers import replacements as replacement_choices
from .movement import budget, destinations, explain_too_far, ledger, no_ground, path, points
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ALLOWANCE,
    ENEMY,
    GERMAN,
    KIND,
    LABEL,
    NAMES,
    OF_SIDE,
    SIDE,
    SIDES,
    UNIT,
    display_name,
    read,
)
from .pieces import unit as number_of
from .position import SwordBeach, Turn
from .supply import cut_by, cut_off, supplied
from .verbs import Move
from .victory import CAEN, CAEN_NORTH, allied_victory, caen_controlled, sudden_death

TRACK = {int(row["number"]): row for row in read("turn_track.toml")["turn"]}
WEATHER = read("weather.toml")

# ---------------------------------------------------------------- FM-5: movement


def movement(unit: str, to: str | None, from_: str | None, position: str | None, weather: bool) -> Answer:
    """FM-5: what a move costs, hex by hex, or where a unit can go."""
    number = number_of(unit)
    if position and from_:
        raise GrognardError("the position says where the unit is: give --position or --from, not both")
    state = load_position(position) if position else _alone(number, from_, weather)
    if state.at[number] == OFF and not (state.waiting & OF_SIDE[GERMAN]) >> number & 1:
        lands = Ruling(
            "SB-11.2.4.a", f"{LABEL[number]} is not on the map; it lands after the other Allied movement"
        )
        raise IllegalAction(f"{LABEL[number]} cannot move", [absent(state, number) or lands])
    have = points(KIND[number], budget(state, number))
    value: Plain = {
        "unit": NAMES[number],
        "kind": KIND[number],
        "from": _start(state.at[number]),
        "allowance": have,
    }
    if to is not None:
        answer = _one_move(state, number, GRID.hex(to), value)
        return replace(answer, refused=state.why_not(Move(NAMES[number], GRID.name[GRID.hex(to)])))
    goals = value["within_reach"] = GRID.names(destinations(state, number))
    barred = state.why_not(Move(NAMES[number], goals[0])) if goals else []
    value["destinations"] = [] if barred else goals
    may = "could end a move" if barred else "can end its move"
    lines = [f"{LABEL[number]} ({have} MP) {may} in {len(goals)} hexes: {' '.join(goals)}"]
    clauses = ["FM-5.2.1", "FM-5.2.2", "FM-5.2.3", "FM-5.3.1", "FM-6.1.1"]
    return Answer(value, lines, clauses, ["series", OURS], refused=barred)


def _one_move(state: SwordBeach, number: int, goal: int, value: Plain) -> Answer:
    parts, kind, name = ledger(state, number, goal), KIND[number], GRID.name[goal]
    if not parts:
        return _no_way(state, number, goal, value)
    spent = points(kind, total(parts))
    steps = [
        {**row, "points": points(kind, part.amount)}
        for row, part in zip(modifier_rows(parts), parts, strict=True)
    ]
    may_end = bool(destinations(state, number) >> goal & 1)
    value |= {"to": name, "cost": spent, "ledger": steps, "may_end_there": may_end}
    lines = [f"{LABEL[number]} from {value['from']} to {name}: {spent} of {value['allowance']} MP"]
    lines += [f"  {points(kind, part.amount)} MP  {part.because} [{part.clause}]" for part in parts]
    if not may_end:
        lines.append(
            f"  {name} holds a friendly unit: {LABEL[number]} may pass through it but not end its move there"
            " [FM-5.3.1]"
        )
    lines.append(f"Movement costs, roads and allowances are our {OURS}.")
    cited = [*(part.clause for part in parts), "" if may_end else "FM-5.3.1"]
    return Answer(value, lines, once(cited), ["series", OURS])


def _start(hex_: int) -> str:
    return GRID.name[hex_] if hex_ != OFF else "the east edge"


def _alone(number: int, start: str | None, weather: bool) -> SwordBeach:
    """An empty map with one unit on it, or waiting at the edge."""
    if start is None:
        raise GrognardError("movement needs --position, or --from: a hex, or 'edge'")
    phase = f"{SIDE[number]} movement"
    return scene(
        phase,
        5,
        {NAMES[number]: "waiting" if start == "edge" else start},
        weather="inclement" if weather else "fair",
    )


def _no_way(state: SwordBeach, number: int, goal: int, value: Plain) -> Answer:
    """Why a hex is out of reach."""
    ruling = _bar(state, number, goal)
    value |= {
        "to": GRID.name[goal],
        "cost": None,
        "why_not": [{"clause": ruling.clause, "because": ruling.because}],
    }
    return Answer(
        value,
        [f"{LABEL[number]} cannot move to {GRID.name[goal]}: {ruling}"],
        [ruling.clause],
        ["series", OURS],
    )


def _bar(state: SwordBeach, number: int, goal: int) -> Ruling:
    """The first thing that keeps a unit out of a hex, whichever side is to move."""
    name, where = LABEL[number], GRID.name[goal]
    if state.at[number] == goal:
        return Ruling("FM-5.1.1", f"{name} is in {where} now; a move ends in another hex")
    if not state.land >> goal & 1:
        return Ruling("FM-5.1.3", no_ground(state, None, number, goal))
    if state.occupied[ENEMY[SIDE[number]]] >> goal & 1:
        return Ruling("FM-5.1.2", f"{where} is enemy-occupied")
    if path(state, number, goal, heed_zoc=False):
        return Ruling("FM-6.1.1", f"{name} must stop in an enemy zone of control short of {where}")
    return Ruling("FM-5.2.3", explain_too_far(state, Turn(), number, goal))


# ---------------------------------------------------------------- SB-12: supply, SB-13: victory


def supply(position: str) -> Answer:
    """SB-12: who is in supply, and what cuts off the rest."""
    state = load_position(position)
    out = cut_off(state)
    allied_units = members(OF_SIDE[ALLIED] & state.on_map)
    fine = [u for u in allied_units if not out >> u & 1]
    sources, lost = GRID.names(state.beachheads), {NAMES[u]: cut_by(state, u) for u in members(out)}
    value = {
        "sources": sources,
        "drop_zones": GRID.names(state.drop_zones) if state.drop_supply else [],
        "in_supply": unit_names(fine),
        "out_of_supply": lost,
    }
    lines = [
        f"Beach landing hexes: {', '.join(sources) or 'none'} [SB-12.0.c]",
        f"In supply: {labels(fine)}",
    ]
    for name, why in lost.items():
        where = f"{display_name(name)} in {hex_name(state.at[UNIT[name]])}"
        lines.append(
            f"{where} is out of supply: at the end of the Allied player turn it loses a step [SB-12.0.h]"
        )
        lines += [
            f"  {what}: {', '.join(hexes) or 'none'}" for what, hexes in why.items() if what != "reached"
        ]
    cited = [
        "SB-12.0.a",
        "SB-12.0.b",
        "SB-12.0.c",
        "SB-12.0.d",
        "SB-12.0.e",
        "SB-12.0.f",
        "SB-12.0.g",
        "SB-12.0.h",
        "SB-12.0.i",
        "SB-12.0.j",
    ]
    return Answer(value, lines, cited, ["document"])


def victory(position: str | None) -> Answer:
    """SB-13: how the game is won, and how things stand."""
    rules = [
        Ruling("SB-13.0.a", "no beach landing hex at the end of any GT: German strategic victory at once"),
        Ruling(
            "SB-13.0.c",
            f"the Allies win if they were the last to occupy {', '.join(GRID.names(CAEN_NORTH))} when the"
            " game ends",
        ),
        Ruling("SB-13.0.d", "zones of control and supply do not matter for that"),
        Ruling("SB-13.0.b", "otherwise the Germans win an operational victory"),
        Ruling("SB-J47", "sudden death is judged first"),
    ]
    value: Plain = {"rules": [{"clause": r.clause, "because": r.because} for r in rules]}
    lines = list(map(str, rules))
    if position:
        state = load_position(position)
        ended = state.outcome()
        value |= {
            "turn": state.turn,
            "last_turn": last_turn(state),
            "outcome": list(ended) if ended else None,
            "beach_landing_hexes": GRID.names(state.beachheads),
            "sudden_death_now": sudden_death(state),
            "allied_in_north_caen": GRID.names(CAEN_NORTH & state.allied_cities),
            "allied_conditions_met": allied_victory(state),
        }
        lines.insert(0, _standing(state))
    return Answer(value, lines, [*(rule.clause for rule in rules), "SB-J15", "SB-J16"], ["document"])


def _standing(state: SwordBeach) -> str:
    if ended := state.outcome():
        winner, level, clause = ended
        return f"Game over: {ADJECTIVE[winner]} {level} victory [{clause}]"
    held = CAEN_NORTH & state.allied_cities
    beaches = state.beachheads.bit_count()
    now = f"GT {state.turn} of {last_turn(state)}"
    landing = counted(beaches, "beach landing hex")
    return f"{now}: the Allies hold {held.bit_count()} of the 4 hexes and {landing}"


def caen(position: str) -> Answer:
    """SB-11.1.5.d, SB-11.1.5.e: who controls Caen."""
    state = load_position(position)
    good = supplied(state)
    rows = {
        GRID.name[h]: {
            "held_by": ALLIED if state.allied_cities >> h & 1 else GERMAN,
            "supplied": bool(good >> h & 1),
        }
        for h in members(CAEN)
    }
    held = caen_controlled(state)
    lines = [
        f"{name}: last occupied by the {'Allies' if row['held_by'] == ALLIED else 'Germans'},"
        f" {'in' if row['supplied'] else 'out of'} supply"
        for name, row in rows.items()
    ]
    lines.append(f"the Allies {'control' if held else 'do not control'} all nine hexes [SB-11.1.5.e]")
    if state.caen_due or (held and not state.caen_taken):
        lines.append(
            "two German markers are removed from the game in the next Support Fire Markers Phase"
            " [SB-11.1.5.d]"
        )
    value = {
        "hexes": rows,
        "controlled": held,
        "loss_due": state.caen_due,
        "controlled_before": state.caen_taken,
    }
    return Answer(
        value,
        lines,
        ["SB-11.1.5.d", "SB-11.1.5.e", "SB-11.1.5.f", "SB-J23", "SB-J29", "SB-J30"],
        ["document", OURS],
    )


# ---------------------------------------------------------------- the schedule


class ArrivalRow(TypedDict):
    """Reinforcements of one turn."""

    turn: int
    side: str
    units: list[str]
    clause: str
    early_from: int | None


def reinforcements(turn: int | None, side: str | None) -> Answer:
    """SB-11.1.2, SB-11.2.4: the schedule of reinforcements."""
    if side:
        one_of(side, SIDES, "side")
    rows: list[ArrivalRow] = [
        {
            "turn": a.turn,
            "side": a.side,
            "units": unit_names(members(a.units)),
            "clause": a.clause,
            "early_from": EARLIEST if a.early >= 0 else None,
        }
        for a in sorted(ARRIVALS, key=lambda a: (a.turn, a.side))
        if turn in (None, a.turn) and side in (None, a.side)
    ]
    lines = [_arrival_line(row) for row in rows] or ["no reinforcements are due then"]
    cited = [row["clause"] for row in rows]
    cited += ["SB-11.2.4.a"] if side != GERMAN else []
    cited += ["SB-11.1.2.a", "SB-11.1.2.b", "SB-11.1.3.a"] if side != ALLIED else []
    return Answer({"arrivals": rows}, lines, once(map(str, cited)), ["document"])


def _arrival_line(row: ArrivalRow) -> str:
    early = f", or early from GT {row['early_from']} [SB-11.1.3.a]" if row["early_from"] else ""
    names = ", ".join(map(display_name, row["units"]))
    return f"GT {row['turn']}, {ADJECTIVE[row['side']]}: {names} [{row['clause']}]{early}"


def replacements(turn: int | None, nation: str, position: str | None) -> Answer:
    """SB-11.2.5, SB-11.1.4: the point of a turn, and in a position who could take it."""
    one_of(nation, ("allied", "commonwealth", "german"), "nation of this scenario")
    state = load_position(position) if position else None
    turns = [turn] if turn else [state.turn] if state else range(1, LAST_TURN + 1)
    german = nation == GERMAN
    points_ = {str(t): "" if german else replacement_kind(t) for t in turns}
    value: Plain = {
        "nation": nation,
        "points": {t: {"kind": kind or "none", "points": int(bool(kind))} for t, kind in points_.items()},
    }
    if german:
        return Answer(value, ["the Germans receive no replacements [SB-11.1.4]"], ["SB-11.1.4"], ["document"])
    lines = [
        f"GT {t}: {f'one {kind} point' if kind else 'no point'} [{_point_clause(kind)}]"
        for t, kind in points_.items()
    ]
    if state:
        able = [
            str(action).split()[-1] for action in replacement_choices(state, Turn()) if str(action) != "done"
        ]
        value["could_take_it"] = able
        lines.append(
            f"reduced units in supply that can use the point: {', '.join(map(display_name, able)) or 'none'}"
            " [SB-11.2.5.d]"
        )
    cited = [
        "SB-11.2.5.a",
        *(_point_clause(kind) for kind in points_.values()),
        "SB-11.2.5.d",
        "SB-11.2.5.e",
        "SB-J17",
    ]
    return Answer(value, lines, once(cited), ["document"])


def _point_clause(kind: str) -> str:
    return "SB-11.2.5.c" if kind == "mobile" else "SB-11.2.5.b"


def turn(number: int) -> Answer:
    """The turn record: dates, and what happens."""
    if number not in TRACK:
        raise GrognardError(f"{number} is not a game turn; turns run from 1 to {max(TRACK)}")
    row = TRACK[number]
    due, point = reinforcements(number, None), replacements(number, ALLIED, None)
    lines = [f"GT {number}: {row['dates']}" + (f" ({row['note']})" if "note" in row else "")]
    if number > LAST_TURN:
        lines.append("only if the game is extended [SB-11.1.3.c]")
    if number >= 2:
        lines.append("if weather is used, a die: 6 is inclement [SB-14.1.a]")
    lines += [*(due.lines if due.value["arrivals"] else []), *point.lines]
    value = {**row, "arrivals": due.value["arrivals"], "replacement": point.value["points"][str(number)]}
    clauses = [
        "SB-10.0.b",
        "SB-10.2.a",
        *due.clauses,
        *point.clauses,
        *(["SB-14.1.a"] if number >= 2 else []),
    ]
    return Answer(
        value,
        [*lines, f"The dates of the turns after the first are our {OURS}."],
        once(clauses),
        ["document", "history", OURS],
    )


def length(division_84: int, division_116: int) -> Answer:
    """SB-11.1.3.c: the last turn, given the turns the two divisions enter."""
    entered = (division_84, division_116)
    for when in entered:
        if when and when < EARLIEST:
            raise GrognardError(
                f"a division enters on GT {EARLIEST} at the earliest, not on GT {when} [SB-11.1.3.a]"
            )
    parts = [max(0, SCHEDULED - when) if when else 0 for when in entered]
    last = LAST_TURN + extension(entered)
    lines = [f"Basic length: GT {LAST_TURN} [SB-10.2.a]"]
    for name, when, more in zip(("84th", "116th"), entered, parts, strict=True):
        lines.append(f"{name} Division on GT {when or SCHEDULED}: {more} GT more [SB-11.1.3.c]")
    value = {
        "entered": {"84": division_84 or None, "116": division_116 or None},
        "extension": sum(parts),
        "last_turn": last,
    }
    return Answer(
        value,
        [*lines, f"the last turn is GT {last}"],
        ["SB-10.2.a", "SB-11.1.3.a", "SB-11.1.3.b", "SB-11.1.3.c", "SB-J19"],
        ["document"],
    )


def weather(turns: int, roll: int | None) -> Answer:
    """SB-14.1: how often it is inclement and what that does; with a die, the weather it brings."""
    if roll is not None:
        return _weather_of(roll)
    if not 1 <= turns <= max(TRACK):
        raise GrognardError(f"--turns is a number of weather rolls from 1 to {max(TRACK)}")
    foul = Fraction(sum(len(row["rolls"]) for row in WEATHER["result"] if row["weather"] == "inclement"), 6)
    spread = {n: comb(turns, n) * foul**n * (1 - foul) ** (turns - n) for n in range(turns + 1)}
    halved = {str(ma): (ma + 1) // 2 for ma in sorted(set(ALLOWANCE))}
    value = {
        "chances": {"fair": exact(1 - foul), "inclement": exact(foul)},
        "rolls": turns,
        "inclement_turns": plain_chances(spread),
        "mean_inclement_turns": exact(turns * foul),
        "movement_allowance": halved,
        "markers_out": {str(face): exact(Fraction(1, 6)) for face in range(1, 7)},
        "effects": {name: row["rule"] for name, row in WEATHER["effect"].items()},
    }
    lines = [f"From GT 2, one die a turn: fair {percent(1 - foul)}, inclement {percent(foul)} [SB-14.1.a]"]
    lines += [f"  {row['rule']} [{row['clause']}]" for row in WEATHER["effect"].values()]
    lines.append(
        "Movement allowance in inclement weather: "
        + ", ".join(f"{ma} becomes {half}" for ma, half in halved.items())
    )
    lines.append(
        f"Inclement turns in {turns} rolls: {float(turns * foul):.2f} on average, none at all"
        f" {percent(spread[0])}"
    )
    lines.append("In a single scenario only if the players agree [SB-14.1.e]")
    return Answer(
        value,
        lines,
        ["SB-14.1.a", "SB-14.1.b", "SB-14.1.c", "SB-14.1.d", "SB-14.1.e", "SB-J42"],
        ["document"],
    )


def _weather_of(roll: int) -> Answer:
    if not 1 <= roll <= 6:
        raise GrognardError(f"--roll is one die, 1 to 6, not {roll} [FM-2.4]")
    result = next(str(row["weather"]) for row in WEATHER["result"] if roll in row["rolls"])
    effects = (
        [f"  {row['rule']} [{row['clause']}]" for row in WEATHER["effect"].values()]
        if result == "inclement"
        else []
    )
    lines = [f"Weather die {roll}: {result} [SB-14.1.a]", *effects]
    return Answer(
        {"roll": roll, "weather": result},
        lines,
        ["SB-14.1.a", "SB-14.1.b", "SB-14.1.c", "SB-14.1.d"],
        ["document"],
    )
