"""The topics of `grognard ask beyond-the-rhine-map`: a counter, an attack with its odds, supply."""

from __future__ import annotations

from grognard.core.ask import Answer, Parameter, Topic, position_at
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from ..fights import words
from .board import GRID
from .odds import forecast
from .pieces import ADJECTIVE, ENEMY, LABEL, OF_SIDE, PIECES, SIDE, SIDES, unit
from .position import Battle, Campaign, units_in
from .strength import bars
from .supply import dumps_for, in_trace, working

POSITION = Parameter("position", str, "a record or position file; left out: the set-up of Aachen", file=True)


def _position(path: str | None) -> Campaign:
    state = Campaign.game.new(seed=1) if path is None else position_at(Campaign, path)
    assert isinstance(state, Campaign)
    return state


def counter(unit_: str) -> Answer:
    """BTR-ocs.unit.sides: both sides of a counter."""
    piece = PIECES[unit(unit_)]
    sides = {mode: face._asdict() for mode, face in piece.faces.items()}
    value: Plain = {
        "id": piece.id,
        "name": piece.name,
        "side": piece.side,
        "steps": piece.steps,
        "re": str(piece.re),
        "sides": sides,
    }
    lines = [
        f"{piece.name} ({ADJECTIVE[piece.side]}): {piece.steps} steps, {piece.re} RE, class {piece.class_}"
    ]
    for mode, face in piece.faces.items():
        what = (
            f"barrage {face.barrage}, range {face.range}"
            if face.barrage
            else f"strength {face.strength}, AR {face.action}"
        )
        lines.append(
            f"  {mode} side: {what}, MA {face.allowance}"
            f" {face.mobility}{f', throws {face.throw}' if face.throw else ''}"
        )
    return Answer(value, lines, ["BTR-ocs.unit.sides"], [piece.ratings.split(" ")[0]])


def attack(attackers: list[str], hex_: str, position: str | None = None, overrun: bool = False) -> Answer:
    """BTR-ocs.combat.table: the exact odds, surprise included."""
    state = _position(position)
    force, goal = tuple(dict.fromkeys(unit(name) for name in attackers)), GRID.hex(hex_)
    sides = {SIDE[number] for number in force}
    if len(sides) != 1:
        raise GrognardError("name attackers of one side")
    if absent := [LABEL[number] for number in force if state.at[number] < 0]:
        raise GrognardError(f"not on the map: {', '.join(absent)}")
    side = sides.pop()
    defenders = members(units_in(state, goal, ENEMY[side]))
    if not defenders:
        raise GrognardError(f"no {ADJECTIVE[ENEMY[side]]} unit is in {hex_}")
    frame = Battle(side=side, hex=goal, attackers=force, overrun=overrun, backed=tuple(defenders))
    chances = forecast(state, frame)
    lines = [f"{part.amount}: {part.because} [{part.clause}]" for part in chances.parts]
    lines.append(
        f"{chances.attack} against {chances.defence} on the {chances.line.replace('_', ' ')} line: column"
        f" {chances.fight.column}"
    )
    lines += [
        f"  {float(chance):6.1%}  {result}: {words(result)}" for result, chance in chances.results.items()
    ]
    refused = [ruling for number in force for ruling in bars(state, number, goal, overrun)]
    value = {
        "column": chances.fight.column,
        "results": {result: str(chance) for result, chance in chances.results.items()},
    }
    return Answer(
        value,
        lines,
        ["BTR-ocs.combat.table", "BTR-ocs.combat.surprise"],
        ["series", "reconstruction"],
        refused,
        state.moment,
    )


def supply(position: str | None = None, side: str | None = None) -> Answer:
    """BTR-ocs.trace.check: who is in trace, and the dumps each unit can reach."""
    state = _position(position)
    if side is not None and side not in SIDES:
        raise GrognardError(f"{side!r} is not a side; the sides are {', '.join(SIDES)}")
    lines, value = list[str](), Plain()
    for one in SIDES if side is None else (side,):
        ok = in_trace(state, one)
        lines.append(f"{ADJECTIVE[one]} sources: {', '.join(GRID.names(working(state, one)))}")
        for number in members(state.on_map & OF_SIDE[one]):
            dumps = [GRID.name[h] for h in dumps_for(state, one, state.at[number])]
            value[PIECES[number].id] = {"trace": bool(ok >> number & 1), "dumps": dumps}
            trace_words = "in trace" if ok >> number & 1 else "NOT in trace"
            lines.append(
                f"  {LABEL[number]:<24} {GRID.name[state.at[number]]:>6}  {trace_words}; dumps"
                f" {', '.join(dumps) or 'none'}"
            )
    return Answer(value, lines, ["BTR-ocs.trace.check", "BTR-ocs.dump.any"], ["series"], [], state.moment)


TOPICS: dict[str, Topic] = {
    "counter": Topic(
        "counter",
        "both sides of a counter",
        (Parameter("unit", str, "a counter, such as US-30-InfDiv", required=True),),
        lambda unit: counter(unit),
    ),
    "attack": Topic(
        "attack",
        "the exact odds of an attack, surprise included",
        (
            Parameter("attackers", list, "the attacking units, with commas between them", required=True),
            Parameter("hex", str, "the hex attacked, such as 15.09", required=True),
            POSITION,
            Parameter("overrun", bool, "an overrun", False),
        ),
        lambda attackers, hex, position=None, overrun=False: attack(attackers, hex, position, overrun),
    ),
    "supply": Topic(
        "supply",
        "who is in trace, and the dumps each unit can reach",
        (POSITION, Parameter("side", str, "allied or german")),
        lambda position=None, side=None: supply(position, side),
    ),
}
