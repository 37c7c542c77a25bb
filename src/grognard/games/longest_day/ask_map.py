"""Questions on a position: odds and fire, points, units, hexes, the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from grognard.core.ask import Answer, once, options_answer, position_at
from grognard.core.data import provenance
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, IllegalAction, Ruling

from . import verbs
from .arrivals import not_on_map
from .board import ACROSS, BEACHES, ENTRY, GRID, HALVES, LANDING_COST, ROAD_COST, place_name
from .board import describe as describe_hex
from .combat import COMBAT_STEPS
from .command import zone
from .days import date_words, iso
from .fire import BARRAGE
from .judge import choice_words, combat_figures, fire_figures
from .ledger_cache import ledger_of
from .ledger_rules import check
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ASSAULT,
    ATTACK,
    ENEMY,
    GAME,
    GUN,
    KERNEL,
    LABEL,
    NAMES,
    PACKAGE,
    ROWS,
    SIDE,
    SIDES,
    display_name,
    rating,
    unit,
)
from .position import Barrage, Combat, LongestDay
from .supply import explain
from .tables import COLUMNS, CRT, LEGEND
from .victory import hex_points, last_day, loss_points, losses, points

DOCUMENT, OURS = "document", "reconstruction"


load_position = partial(position_at, LongestDay)  # of a record or a position file


def a_side(side: str) -> str:
    if side not in SIDES:
        raise GrognardError(f"--side is one of {', '.join(SIDES)}, not {side!r}")
    return side


def units_named(names: list[str]) -> list[int]:
    """Each once, however often it is named."""
    return list(dict.fromkeys(unit(name) for name in names))


def attackers_of(state: LongestDay, names: list[str]) -> list[int]:
    """Units of one side, each on the map or afloat with an attack strength."""
    numbers = units_named(names)
    if len({SIDE[u] for u in numbers}) > 1:
        raise GrognardError("all units must be of one side [TLD-S.2]")
    for u in numbers:
        if not ATTACK[u]:
            raise IllegalAction(
                f"{LABEL[u]} cannot attack", [Ruling("TLD-S.17", f"{LABEL[u]} has no attack strength")]
            )
        if state.at[u] < 0 and state.afloat[u] < 0:
            raise IllegalAction(f"{LABEL[u]} cannot attack", [not_on_map(state, None, u, -1)])
    return numbers


# ---------------------------------------------------------------- the kernel


def odds(
    position: str, units: list[str], hex_: str, guns: list[str], ships: list[str], roll: int | None
) -> Answer:
    """TLD-S.8: the odds of an attack and what it would consume; with a roll, what it came to. What forbids it
    is said first."""
    state = load_position(position)
    numbers, lent = attackers_of(state, units), attackers_of(state, guns)
    if not numbers:
        raise GrognardError("odds needs --units")
    if wrong := [LABEL[u] for u in numbers if not ASSAULT >> u & 1]:
        raise GrognardError(f"{', '.join(wrong)} cannot attack alone; give artillery with --guns [TLD-S.9]")
    if wrong := [LABEL[u] for u in lent if not GUN >> u & 1 or SIDE[u] != SIDE[numbers[0]]]:
        raise GrognardError(
            f"{', '.join(wrong)} is not artillery of the attacker and cannot support [TLD-S.9]"
        )
    if wrong := [name for name in ships if name not in BEACHES]:
        raise GrognardError(
            f"{', '.join(wrong)} is not a beach with ships; choose {' or '.join(sorted(BEACHES))} [TLD-S.12]"
        )
    frame = Combat(
        side=SIDE[numbers[0]],
        hex=GRID.hex(hex_),
        attackers=tuple(numbers),
        guns=tuple(lent),
        naval=tuple(ships),
    )
    if not state.held[ENEMY[frame.side]] >> frame.hex & 1:
        raise GrognardError(f"{hex_} holds no enemy combat unit [TLD-S.17]")
    result, more = combat_figures(state, frame), Plain()
    lines = [*result["words"], *choice_words(state, (*numbers, *lent))]
    if roll is not None and "column" in result:
        more |= {"roll": roll, "result": result_of(result["column"], roll)}
        lines.append(_rolled(result["column"], roll))
    against = list(dict.fromkeys(attack_rulings(state, frame)))
    clauses = once([*(ruling.clause for ruling in against), "TLD-S.8", "TLD-S.17", "TLD-B.5"])
    return Answer({**result, **more}, [*lines, f"The table is our {OURS}."], clauses, [OURS], refused=against)


def attack_rulings(state: LongestDay, frame: Combat) -> Iterator[Ruling]:
    """What play would say, action by action: the first unit declares the attack, others join, guns and ships
    support."""
    first, *others = frame.attackers
    yield from state.why_not(verbs.Attack(NAMES[first], GRID.name[frame.hex]))
    now, step = replace(frame, attackers=(first,), guns=(), naval=()), COMBAT_STEPS[0]
    for u in others:
        yield from step.forbids(state, now, verbs.Join(NAMES[u]))
        now = replace(now, attackers=(*now.attackers, u))
    for u in frame.guns:
        yield from step.forbids(state, now, verbs.Support(NAMES[u]))
    for beach in frame.naval:
        yield from step.forbids(state, now, verbs.Ships(beach))


def result_of(column: str, roll: int) -> str:
    return str(CRT.cells[roll - 1][COLUMNS.index(column)])


def _rolled(column: str, roll: int) -> str:
    result = result_of(column, roll)
    return f"Die {roll} at {column}: {result}, {LEGEND[result]} [TLD-S.8]"


def fire(position: str, guns: list[str], hex_: str, roll: int | None) -> Answer:
    """TLD-S.18: what defensive fire needs and costs; with a roll, whether it disrupts. What forbids it is
    said first."""
    state = load_position(position)
    numbers = attackers_of(state, guns)
    if not numbers:
        raise GrognardError("fire needs --guns")
    if wrong := [LABEL[u] for u in numbers if not GUN >> u & 1]:
        raise GrognardError(f"{', '.join(wrong)} is not artillery and cannot fire defensively [TLD-S.9]")
    frame = Barrage(side=SIDE[numbers[0]], hex=GRID.hex(hex_), guns=tuple(numbers))
    result = fire_figures(state, frame)
    if not result:
        raise GrognardError(f"{hex_} holds no enemy combat unit [TLD-S.17]")
    lines, need, more = list(result["words"]), result["disrupts_on"], Plain()
    if roll is not None and need is not None:
        more["disrupted"] = roll >= need
        lines.append(
            f"Die {roll}: {'all combat units in ' + hex_ + ' are disrupted' if roll >= need else 'no effect'}"
            " [TLD-S.18]"
        )
    against = list(dict.fromkeys(fire_rulings(state, frame)))
    clauses = once([*(ruling.clause for ruling in against), "TLD-S.18", "TLD-B.5.a.1"])
    return Answer({**result, **more}, [*lines, f"The table is our {OURS}."], clauses, [OURS], refused=against)


def fire_rulings(state: LongestDay, frame: Barrage) -> Iterator[Ruling]:
    first, *others = frame.guns
    yield from state.why_not(verbs.Fire(NAMES[first], GRID.name[frame.hex]))
    now = replace(frame, guns=(first,))
    for u in others:
        yield from BARRAGE[0].forbids(state, now, verbs.Join(NAMES[u]))


def crt(odds: str | None, roll: int | None) -> Answer:
    """The table; one column with `odds`, one result with a roll."""
    if odds is not None and odds not in COLUMNS:
        raise GrognardError(f"--odds is one of {', '.join(COLUMNS)}, not {odds!r}")
    if roll is not None and odds is None:
        raise GrognardError("--roll needs --odds")
    if odds is not None and roll is not None:
        return Answer(
            {"odds": odds, "roll": roll, "result": result_of(odds, roll)},
            [_rolled(odds, roll)],
            ["TLD-S.8"],
            [OURS],
        )
    columns = [odds] if odds else COLUMNS
    table = {
        str(die): {name: result_of(name, die) for name in columns} for die in range(1, len(CRT.cells) + 1)
    }
    lines = ["die  " + "  ".join(f"{name:>3}" for name in columns)]
    lines += [f"{die:>3}  " + "  ".join(f"{row[name]:>3}" for name in columns) for die, row in table.items()]
    lines += [f"{name}: {text}" for name, text in LEGEND.items()]
    return Answer(
        {"table": table, "legend": LEGEND}, [*lines, f"The table is our {OURS}."], ["TLD-S.8"], [OURS]
    )


def victory(position: str) -> Answer:
    """TLD-S.21: how the points stand."""
    state = load_position(position)
    held, sum_, lost = hex_points(state), points(state), {side: losses(state, side) for side in SIDES}
    value = {
        "day": iso(state.day),
        "last_day": iso(last_day(state)),
        "points": sum_,
        "hexes": held,
        "loss_points": loss_points(state),
        "lost": lost,
        "outcome": list(state.outcome() or ()),
    }
    lines = [f"{date_words(state.day)}: {sum_} Allied points; the game ends on {date_words(last_day(state))}"]
    lines += [f"  {place_name(GRID.number[name])}: {count}" for name, count in held.items()]
    lines.append(
        f"  units lost: {lost[ALLIED]} Allied, {lost[ENEMY[ALLIED]]} German: {loss_points(state):+d} points"
    )
    return Answer(value, lines, ["TLD-S.7", "TLD-S.21"], [OURS])


# ---------------------------------------------------------------- pieces, hexes, readings


def one_unit(unit_: str, position: str | None) -> Answer:
    number = unit(unit_)
    row = {k: v for k, v in ROWS[number].items() if k not in ("attack_parenthesised",)}
    lines = [
        f"{LABEL[number]}: {row['name']} ({row['nationality'] or ADJECTIVE[row['side']]}), {rating(number)}",
        f"  source: {row['provenance']}",
    ]
    value: Plain = {**row, "rating": rating(number)}
    if position:
        explained = explain(load_position(position), number)
        value["now"] = explained
        lines.append(
            f"  {'in ' + explained['hex'] if explained['hex'] else 'off the map'}: {explained['because']}"
            f" [{explained['clause']}]"
        )
    source = (
        provenance(row["provenance"]) if not row["provenance"].startswith(("names", "name")) else "history"
    )
    return Answer(value, lines, ["TLD-A.1", "TLD-B.1"], once([source, OURS]))


def hex_(hex_: str, position: str | None) -> Answer:
    at = GRID.hex(hex_)
    data = describe_hex(at)
    value: Plain = {**data}
    lines = [f"{place_name(at)}: {data['terrain']}{', beach ' + data['beach'] if data['beach'] else ''}"]
    for where, row in data["neighbours"].items():
        river = f" across a {row['river']} river" if row["river"] else ""
        lines.append(f"  {where}: {row['hex']}{river}{' by road' if row['road'] else ''}")
    if position:
        state = load_position(position)
        units = [NAMES[u] for u in members(state.here.get(at, 0))]
        owner = ALLIED if state.control >> at & 1 else ENEMY[ALLIED]
        value |= {"units": units, "control": owner, "friendly_to": friendly_to(state, at)}
        lines.append(
            f"  units: {', '.join(map(display_name, units)) or 'none'}; {ADJECTIVE[owner]} control [TLD-S.7]"
        )
    return Answer(value, lines, ["TLD-S.1", "TLD-S.7", "TLD-S.16"], ["history", OURS])


def friendly_to(state: LongestDay, at: int) -> list[str]:
    """TLD-S.7: controlled, and not in an enemy zone unless occupied."""
    owner = ALLIED if state.control >> at & 1 else ENEMY[ALLIED]
    contested = zone(state, ENEMY[owner]) >> at & 1 and not state.occupied[owner] >> at & 1
    return [] if contested else [owner]


def ledger_state(position: str, side: str) -> Answer:
    """TLD-J.34: the ledger of a position and what is illegal in it."""
    state = load_position(position)
    violations = check(ledger_of(state, a_side(side)), state.day)
    lines = [str(violation) for violation in violations] or [
        f"The {ADJECTIVE[side]} ledger is legal on {date_words(state.day)}"
    ]
    value = {
        "day": iso(state.day),
        "faults": [{"clause": f.clause, "because": f.because, "units": list(f.units)} for f in violations],
    }
    return Answer(value, lines, once([*(f.clause for f in violations), "TLD-J.34"]), [DOCUMENT, OURS])


def terrain() -> Answer:
    """TLD-S.16, TLD-S.8: what a hex or hexside costs to enter, and how it shifts an attack on it."""
    shifts = KERNEL["combat"]["column_shift"]
    rows = {kind: _terrain_row(kind, "hex", cost, shifts[kind]) for kind, cost in ENTRY.items()}
    rows["beach"] = _terrain_row("beach", "hex", LANDING_COST, 0) | {"note": "landing from the sea"}
    rows["river"] = _terrain_row("river", "hexside", ACROSS["minor"], shifts["all_attackers_across_river"])
    rows["road"] = _terrain_row("road", "network", ROAD_COST, 0) | {"note": "from hex to hex along a road"}
    lines = [f"{row['where']} {kind}: {row['leg']:g} MP; {row['note']}" for kind, row in rows.items()]
    return Answer({"terrain": rows}, lines, ["TLD-S.8", "TLD-S.16"], [OURS])


def _terrain_row(kind: str, where: str, halves: int, shift: int) -> Plain:
    cost = halves / HALVES
    note = (
        f"shifts an attack {abs(shift)} {'column' if shift == -1 else 'columns'} left"
        if shift
        else "no column shift"
    )
    return {"id": kind, "where": where, "leg": cost, "mobile": cost, "note": note, "provenance": OURS}


def options(name: str | None) -> Answer:
    """Every reading, with its default and its values."""
    return options_answer(PACKAGE, GAME, name, [DOCUMENT, OURS])
