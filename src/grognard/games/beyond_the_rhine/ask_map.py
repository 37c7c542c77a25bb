"""Answers on a map: movement, reach, combat, barrage; and small sums of the series."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from grognard.core.ask import Answer, exact, once, percent
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError

from . import at_table, fights, series
from . import battle as fights_on_map
from . import terrain as tec
from .ask_campaign import OURS, one_of
from .board import Board, Going, load
from .chart import COUNTERS, NAMES
from .stories import one
from .terrain import ALL, BARRED, SIXTHS, spell
from .weather import GROUNDS

SERIES = "series"


def going(mobility: str, ground: str, axis: bool, flight: str) -> Going:
    """BTR-game.3_7b.interdiction: German movement in Normal weather; suspended in Limited and None."""
    one_of(mobility, tec.MOBILITIES, "mobility")
    one_of(ground, GROUNDS, "ground")
    one_of(flight, ("none", "limited", "normal"), "flight")
    return Going(mobility, ground, axis and flight == "normal")


def mover(unit: str | None, mobility: str | None, allowance: int | None) -> tuple[str, int, str]:
    """Mobility and allowance, from a counter or as given; what is given wins."""
    if unit:
        number = one(unit)
        counter = COUNTERS[number]
        if counter.category not in ("combat", "hq"):
            raise GrognardError(f"{NAMES[number]} does not move on a map")
        if allowance is None:
            if counter.rating is None:
                raise GrognardError(f"the allowance of {NAMES[number]} is not in the document; give --allowance")
            allowance = counter.rating[2]
        return mobility or counter.kind("combat_mobility"), allowance, NAMES[number]
    if allowance is None:
        raise GrognardError("give --unit, or --mobility and --allowance")
    if not 0 <= allowance <= 60:
        raise GrognardError(f"an allowance is 0 to 60 points, not {allowance}")
    return mobility or "leg", allowance, f"a {mobility or 'leg'} unit"


def source(board: Board) -> list[str]:
    return once(["document", SERIES, board.provenance])


def moved(
    path: list[str],
    unit: str | None,
    mobility: str | None,
    allowance: int | None,
    ground: str,
    axis: bool,
    flight: str,
    blown: list[str],
    map_: str | None,
) -> Answer:
    """BTR-tec.move: what a path costs, step by step."""
    kind, points, name = mover(unit, mobility, 60 if allowance is None and not unit else allowance)
    board, go = load(map_).blow(blown), going(kind, ground, axis, flight)
    hexes = [int(board.hex(h)) for h in path]
    if len(set(hexes)) < 2:
        raise GrognardError("a path has two hexes at least; with --path A,B the cheapest way between them is taken")
    if len(hexes) == 2 and not board.grid.near_to[hexes[0]] >> hexes[1] & 1:
        way = board.cheapest(go, hexes[0], hexes[1], points)
        if way is None:
            raise GrognardError(f"{name} cannot reach {path[1]} from {path[0]} with {points} MP")
        hexes = way
    if bad := next((b for a, b in pairwise(hexes) if not board.grid.near_to[a] >> b & 1), None):
        raise GrognardError(f"{board.grid.name[bad]} is not next to the hex before it")
    steps = board.path_cost(go, hexes)
    end = steps[-1].sixths
    spent = points * SIXTHS if end == ALL else None if end == BARRED else sum(step.sixths for step in steps)
    legal = spent is not None and spent <= points * SIXTHS
    value: dict[str, Any] = {
        "unit": name, "mobility": kind, "ground": ground, "interdiction": go.interdiction, "allowance": points, "legal": legal,
        "cost": None if spent is None else spell(spent), "steps": [{"hex": s.hex, "cost": spell(s.sixths), "because": s.because, "clause": s.clause} for s in steps],
    }  # fmt: skip
    total = "cannot" if spent is None else f"{spell(spent)} MP"
    lines = [f"{name} ({kind}, {ground}): {board.grid.name[hexes[0]]} to {board.grid.name[hexes[-1]]}: {total}"]
    lines += [f"  {spell(s.sixths):>6}  {s.hex}  {s.because} [{s.clause}]" for s in steps]
    cited = [*(s.clause for s in steps), "BTR-tec.move.line", "BTR-tec.move.add", "BTR-tec.move.fraction", "BTR-tec.move.mixed"]
    cited += ["BTR-tec.move.interdiction", "BTR-game.3_7b.interdiction", "BTR-J.14"] if go.interdiction else []
    cited += ["BTR-tec.move.prohibited"] if end == BARRED else []
    return Answer(value, lines, once([*cited, "BTR-ocs.move.fuel" if kind != "leg" else ""]), source(board))


def reach(
    hex_: str, unit: str | None, mobility: str | None, allowance: int | None, ground: str, axis: bool, flight: str, closed: list[str],
    zoc: list[str], blown: list[str], map_: str | None,
) -> Answer:  # fmt: skip
    """BTR-tec.move, BTR-ocs.zoc.move: every hex a unit can enter."""
    kind, points, name = mover(unit, mobility, allowance)
    board, go = load(map_).blow(blown), going(kind, ground, axis, flight)
    start = int(board.hex(hex_))
    enemies = frozenset(int(board.hex(h)) for h in closed)
    zones = frozenset(int(board.hex(h)) for h in zoc) if kind == "truck" else frozenset()
    found = board.reach(go, start, points, enemies, zones)
    value: dict[str, Any] = {
        "unit": name, "mobility": kind, "ground": ground, "interdiction": go.interdiction, "allowance": points,
        "from": board.grid.name[start], "count": len(found), "hexes": {board.grid.name[h]: spell(s) for h, s in sorted(found.items())},
    }  # fmt: skip
    lines = [f"{name} ({kind}, {points} MP, {ground}) from {value['from']}: {len(found)} hexes"]
    names = [f"{h} ({cost})" for h, cost in value["hexes"].items()]
    lines += ["  " + " ".join(names[i : i + 8]) for i in range(0, len(names), 8)]
    cited = [
        "BTR-tec.move.table",
        "BTR-tec.move.line",
        "BTR-tec.move.add",
        "BTR-tec.move.prohibited",
        "BTR-tec.move.all",
        "BTR-tec.move.stuck",
    ]
    cited += ["BTR-ocs.zoc.move"] if zones else []
    cited += ["BTR-ocs.move.enemy"] if enemies else []
    cited += ["BTR-tec.move.interdiction", "BTR-J.14"] if go.interdiction else []
    cited += ["BTR-tec.move.rhine-bridge"] if blown else []
    return Answer(value, lines, once(cited), source(board))


def traced(
    hex_: str,
    sources: list[str],
    hq: list[str],
    throw: int,
    mobility: str,
    closed: list[str],
    zoc: list[str],
    blown: list[str],
    map_: str | None,
) -> Answer:
    """BTR-ocs.supply.trace: whether a unit draws from a source, or an HQ throws to it."""
    board = load(map_).blow(blown)
    one_of(mobility, tec.MOBILITIES, "mobility")
    unit, there = int(board.hex(hex_)), [int(board.hex(h)) for h in sources]
    enemies, zones = (frozenset(int(board.hex(h)) for h in names) for names in (closed, zoc))
    direct = [board.grid.name[s] for s in there if at_table.draws(board, s, unit, enemies, zones)]
    staffs = [(int(board.hex(h)), throw, mobility) for h in hq]
    found = at_table.traces(board, there, unit, staffs, enemies, zones)
    value = {"hex": board.grid.name[unit], "traced": found, "draws_from": direct, "range": series.DRAW_RANGE}
    lines = [
        f"{board.grid.name[unit]}: {'traced' if found else 'out of supply'}"
        + (f", draws from {', '.join(direct)}" if direct else "")
    ]
    return Answer(
        value,
        lines,
        ["BTR-ocs.supply.trace", "BTR-ocs.supply.draw", "BTR-ocs.supply.throw", "BTR-ocs.supply.path", "BTR-weather.supply"],
        source(board),
    )


# ---------------------------------------------------------------- combat


def combat(
    attack: int | None, defense: int | None, line: str, ar: int, hedgehog: int, overrun: bool, attackers: list[str], defenders: list[str],
    hex_: str | None, ground: str, blown: list[str], map_: str | None,
) -> Answer:  # fmt: skip
    """BTR-ocs.combat: exact odds from bare figures, or of units on a map with every choice of the defender."""
    if hedgehog not in fights.HEDGEHOGS:
        raise GrognardError(f"a hedgehog has level 1 to 4, or 0 for none; not {hedgehog} [BTR-ocs.hedgehog]")
    if attackers or defenders:
        return _on_map(attackers, defenders, hex_, hedgehog, overrun, ground, blown, map_)
    if attack is None or defense is None or attack < 0 or defense < 0:
        raise GrognardError("combat needs --attack and --defense, or --attackers, --defenders and --hex")
    fight = fights.Fight(fights.odds_column(Fraction(attack), Fraction(defense), line), ar, hedgehog, overrun)
    value, lines = _odds(fight, line)
    value |= {"attack": attack, "defense": defense}
    return Answer(value, [f"{attack} against {defense}, {line.replace('_', ' ')} line", *lines], _cited(fight), [SERIES])


def _odds(fight: fights.Fight, line: str) -> tuple[dict[str, Any], list[str]]:
    found, told = fights.results(fight), fights.summary(fights.results(fight))
    shock = fights.surprise(fight.drm, fight.hedgehog, fight.overrun)
    heading = fights.HEADINGS[line][fight.column - 1]
    value: dict[str, Any] = {
        "line": line, "column": fight.column, "heading": heading, "drm": fight.drm, "hedgehog": fight.hedgehog, "overrun": fight.overrun,
        "surprise": {who: exact(p) for who, p in shock.items()}, "results": {r: exact(p) for r, p in found.items()},
        "meaning": {r: fights.words(r) for r in found}, "summary": {k: exact(p) for k, p in told.items()},
        "disputed": exact(fights.disputed(fight)),
    }  # fmt: skip
    lines = [
        f"column {fight.column} ({heading}), DRM {fight.drm:+d}" + (f", hedgehog {fight.hedgehog}" if fight.hedgehog else "")
    ]
    lines.append("  surprise: " + ", ".join(f"{who} {percent(p)}" for who, p in shock.items()))
    lines += [f"  {result:<14} {percent(p):>22}  {fights.words(result)}" for result, p in found.items()]
    lines += [f"  {what}: {percent(p)}" for what, p in told.items()]
    if doubt := fights.disputed(fight):
        lines.append(f"  {percent(doubt)} of this comes from cells on which public copies of the table differ")
    return value, lines


def _cited(fight: fights.Fight) -> list[str]:
    found = [
        "BTR-ocs.combat.table",
        "BTR-ocs.combat.odds",
        "BTR-ocs.round",
        "BTR-ocs.combat.drm",
        "BTR-ocs.combat.surprise",
        "BTR-ocs.combat.results",
    ]
    return found + (["BTR-ocs.hedgehog"] if fight.hedgehog else []) + (["BTR-ocs.overrun.cost"] if fight.overrun else [])


def _on_map(
    attackers: list[str],
    defenders: list[str],
    hex_: str | None,
    hedgehog: int,
    overrun: bool,
    ground: str,
    blown: list[str],
    map_: str | None,
) -> Answer:
    board = load(map_).blow(blown)
    one_of(ground, GROUNDS, "ground")
    if hex_ is None:
        raise GrognardError("a combat on a map needs --hex, the hex that is attacked")
    goal = int(board.hex(hex_))
    ours = [fights_on_map.read_unit(text, board) for text in attackers]
    if away := next((u for u in ours if u.hex < 0), None):
        raise GrognardError(f"{away.name}: an attacker needs its hex, as in {away.name}@14.08")
    theirs = [fights_on_map.read_unit(text, board) for text in defenders]
    found = fights_on_map.battle(board, ground, ours, theirs, goal, hedgehog, overrun)
    value, lines = _odds(found.fight, found.own.line)
    value |= {
        "hex": board.grid.name[goal], "attack": str(found.attack), "defense": str(found.defence), "at": found.at,
        "legal": not found.rulings, "rulings": [r._asdict() for r in found.rulings],
        "stacks": {board.grid.name[h]: [{"terrain": p.terrain, "total": str(p.total)} for p in ps] for h, ps in found.stacks},
        "defender_terrain": found.own.terrain,
    }  # fmt: skip
    head = [
        f"{found.attack} against {found.defence} in {board.grid.name[goal]} ({', '.join(board.types[goal])}), AT {found.at}"
    ]
    for hex_number, choices in found.stacks:
        words = ", ".join(f"{p.terrain.replace('_', ' ')} {p.total}" for p in choices)
        head.append(f"  from {board.grid.name[hex_number]} the defender picks of: {words}")
    head += [f"  not allowed: {ruling}" for ruling in found.rulings]
    cited = [
        "BTR-tec.combat.table",
        "BTR-tec.combat.choice",
        "BTR-tec.combat.bracket",
        "BTR-tec.combat.at",
        "BTR-tec.combat.class",
        *(r.clause for r in found.rulings),
    ]
    return Answer(value, [*head, *lines], once([*_cited(found.fight), *cited]), source(board))


def multipliers(hex_: str, ground: str, hedgehog: int, blown: list[str], map_: str | None) -> Answer:
    """BTR-tec.combat: what each class counts against a hex, from each of its neighbours, and what its defenders count."""
    board = load(map_).blow(blown)
    one_of(ground, GROUNDS, "ground")
    goal = int(board.hex(hex_))
    value: dict[str, Any] = {"hex": board.grid.name[goal], "terrain": list(board.types[goal]), "ground": ground, "from": {}}
    lines = [f"{board.grid.name[goal]} ({', '.join(board.types[goal])}), {ground}"]
    cited: list[str] = ["BTR-tec.combat.choice", "BTR-tec.combat.bracket"]
    for start in members(board.grid.near_to[goal]):
        rows = {class_: _against(board, ground, class_, start, goal) for class_ in tec.CLASSES}
        sides = list(board.side(start, goal))
        value["from"][board.grid.name[start]] = {"hexside": sides, "road": bool(board.line(start, goal)), **rows}
        told = ", ".join(f"{c} {row['multiplier'] if row['allowed'] else 'no (' + row['why'] + ')'}" for c, row in rows.items())
        lines.append(f"  from {board.grid.name[start]}{' over ' + ', '.join(sides) if sides else ''}: {told}")
        cited += [clause for row in rows.values() for clause in row["clauses"]]
    own = {c: {k: str(tec.multiplier(k, ground, c, False)) for k in board.types[goal]} for c in tec.CLASSES}
    value |= {"defender": own, "lines": {k: tec.line(k, ground) for k in board.types[goal]}, "hedgehog": hedgehog}
    lines.append("  defender: " + "; ".join(f"{c} " + ", ".join(f"{k} x{m}" for k, m in row.items()) for c, row in own.items()))
    return Answer(value, lines, once(cited), source(board))


USUAL = {"armor": "track", "mech": "truck", "other": "leg"}  # the mobility a class mostly has


def _against(board: Board, ground: str, class_: str, start: int, goal: int) -> dict[str, Any]:
    """The lowest multiplier the defender can pick, and whether that class may attack at all."""
    unit = fights_on_map.Unit(class_, Fraction(1), 0, class_, USUAL[class_], start)
    found, bars = (
        fights_on_map.picks(board, ground, [unit], goal, "none")[0],
        fights_on_map.bars(board, ground, unit, goal, False),
    )
    return {
        "multiplier": f"x{found.total}", "terrain": found.terrain, "allowed": not bars, "why": bars[0].because if bars else "",
        "clauses": [tec.effect(found.terrain, ground, class_).clause, *(bar.clause for bar in bars)],
    }  # fmt: skip


def _equivalents(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise GrognardError(f"--re is a number of regiment equivalents such as 2 or 1/2, not {text!r}") from None


def barrage(strength: int, line: str, re: str, strat: bool) -> Answer:
    """BTR-ocs.barrage.table: column, cost and exact results."""
    mass = _equivalents(re)
    shot = fights.barrage(strength, line, mass, strat)
    found = fights.barrage_results(shot.column)
    steps = fights.steps_lost(found)
    value: dict[str, Any] = {
        "strength": strength, "column": shot.column, "shifts": [list(s) for s in shot.shifts], "tokens": shot.tokens,
        "results": {r: exact(p) for r, p in found.items()}, "steps": {str(n): exact(p) for n, p in steps.items()},
    }  # fmt: skip
    shifts = "".join(f", {shift:+d} for {why}" for why, shift in shot.shifts)
    lines = [f"strength {strength}: column {shot.column} of {len(fights.BARRAGE_COLUMNS)}{shifts}; costs {shot.tokens}T"]
    lines += [f"  {r:<6} {percent(p):>20}  {fights.BARRAGE_WORDS[r]}" for r, p in found.items()]
    lines += [f"  {n} step{'s' * (n != 1)} lost: {percent(p)}" for n, p in steps.items()]
    cited = ["BTR-ocs.barrage.table", "BTR-ocs.barrage.who", "BTR-ocs.barrage.spotter", "BTR-ocs.barrage.hipshoot"]
    return Answer(value, lines, cited, [SERIES, OURS])


def terrain(kind: str | None, ground: str) -> Answer:
    """BTR-tec: the rows of both charts, or one terrain."""
    one_of(ground, GROUNDS, "ground")
    rows = [tec.key(kind)] if kind else list(tec.KEYS.values())
    value: dict[str, Any] = {"ground": ground, "terrain": {}}
    lines, cited = [], ["BTR-tec.keys"]
    for row in rows:
        name = row["key"]
        move = {m: None if (c := tec.points(name, ground, m)) is None else spell(c) for m in tec.MOBILITIES}
        fight = {} if row["kind"] == "line" else {c: _effect(tec.effect(name, ground, c)) for c in tec.CLASSES}
        value["terrain"][name] = {"kind": row["kind"], "move": move, "combat": fight, "line": tec.line(name, ground)}
        lines.append(
            f"{name} ({row['kind']}): "
            + ", ".join(f"{m} {c or 'ot'}" for m, c in move.items())
            + "".join(f", {c} {e}" for c, e in fight.items())
        )
        cited += [tec.move_clause(name)] + (
            [str(r["clause"])] if row["kind"] != "line" and (r := tec.combat_row(name, ground)) else []
        )
    return Answer(value, lines, once(cited), ["document"])


def _effect(found: tec.Effect) -> str:
    if not found.allowed:
        return "none"
    words = f"[x{found.multiplier}]" if found.attackers_only else f"x{found.multiplier}"
    return words + {"no": "", "only": "*", "per_movement": "**"}[found.road]


# ---------------------------------------------------------------- small sums of the series


def tokens(steps: int, re: str, formations: int, headquarters: int, single: int) -> Answer:
    """BTR-ocs.combat.supply, BTR-ocs.move.fuel, BTR-ocs.supply.eat, BTR-ocs.supply.internal: what things cost in tokens."""
    mass = _equivalents(re)
    attack, defend = series.combat_cost(steps, mass)
    fuel, food = series.fuel_cost(formations, headquarters, single), series.eating(mass)
    value = {
        "attacker": attack,
        "defender": defend,
        "fuel": fuel,
        "eating": food,
        "recover_low": series.recovery("low", mass, mass > 1),
        "recover_exhausted": series.recovery("exhausted", mass, mass > 1),
        "tokens_per_sp": series.TOKENS,
    }
    lines = [
        f"attack with {steps} steps {attack}T; defence of {re} RE {defend}T; fuel {fuel}T; eating {food}T",
        f"internal stocks: {value['recover_low']}T from Low, {value['recover_exhausted']}T from Exhausted",
    ]
    return Answer(
        value,
        lines,
        ["BTR-ocs.supply.token", "BTR-ocs.combat.supply", "BTR-ocs.move.fuel", "BTR-ocs.supply.eat", "BTR-ocs.supply.internal"],
        [SERIES],
    )


def attrition(earlier: int, ar: int) -> Answer:
    """BTR-ocs.supply.attrition: steps a unit out of supply loses."""
    found = series.attrition_chances(earlier, ar)
    lines = [f"{n} step{'s' * (n != 1)} lost: {percent(p)}" for n, p in sorted(found.items())]
    return Answer(
        {"steps": {str(n): exact(p) for n, p in found.items()}},
        lines,
        ["BTR-ocs.supply.attrition", "BTR-ocs.supply.oos"],
        [OURS],
    )


def capture(amount: int, die: int | None) -> Answer:
    """BTR-ocs.supply.capture: what a captor gets of a dump."""
    dice = [die] if die is not None else list(range(1, 7))
    found = {d: series.capture(d, amount) for d in dice}
    lines = [f"die {d}: {kept} kept, {gone} destroyed, {away} slip away" for d, (kept, gone, away) in found.items()]
    value = {str(d): {"kept": k, "destroyed": g, "away": a} for d, (k, g, a) in found.items()}
    return Answer(value, lines, ["BTR-ocs.supply.capture"], [SERIES, OURS])


def air(attacker: int, defender: int, aircraft: int, hq: bool, base_level: int, flak: int, zone: str) -> Answer:
    """BTR-ocs.air.combat, BTR-ocs.air.flak: an air combat and the flak of a mission."""
    duel, loss = series.air_combat(attacker, defender), series.flak(aircraft, hq, base_level, flak, zone)
    lines = [f"{name}: {percent(p)}" for name, p in duel.items()] + [f"flak takes a step: {percent(loss)}"]
    value = {"combat": {name: exact(p) for name, p in duel.items()}, "flak": exact(loss)}
    return Answer(value, lines, ["BTR-ocs.air.combat", "BTR-ocs.air.flak", "BTR-ocs.air.patrol"], [SERIES])
