"""Answers on a map: movement, reach, supply trace, terrain; and small tables of the series."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from grognard.core.ask import Answer, exact, once, percent
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, IllegalAction, Ruling, counted

from . import at_table, series
from . import terrain as tec
from .ask_campaign import OURS, equivalents, one_of
from .board import Board, MovementKind, Step, load
from .chart import COUNTERS, DISPLAY
from .terrain import ALL, BARRED, SIXTHS, spell
from .unit_history import one
from .weather import GROUNDS

SERIES = "series"


def movement_kind(mobility: str, ground: str, axis: bool, flight: str) -> MovementKind:
    """BTR-game.3_7b.interdiction: German movement in Normal weather; suspended in Limited and None."""
    one_of(mobility, tec.MOBILITIES, "the mobility")
    one_of(ground, GROUNDS, "the ground")
    one_of(flight, ("none", "limited", "normal"), "flight")
    return MovementKind(mobility, ground, axis and flight == "normal")


def mover(unit: str | None, mobility: str | None, allowance: int | None) -> tuple[str, int, str]:
    """Mobility and allowance of a counter, or as given; given values take precedence."""
    if unit:
        number = one(unit)
        counter = COUNTERS[number]
        if counter.category not in ("combat", "hq"):
            raise GrognardError(f"{DISPLAY[number]} does not move on a map")
        if not mobility and counter.kind("combat_mobility") == "none":
            raise IllegalAction(
                DISPLAY[number],
                [Ruling("BTR-game.1_10.pontoon", "it has no MA in Combat Mode; give --mobility")],
            )
        if allowance is None:
            if counter.rating is None:
                raise GrognardError(f"the MA of {DISPLAY[number]} is not in the document; give --allowance")
            allowance = counter.rating[2]
        return mobility or counter.kind("combat_mobility"), allowance, DISPLAY[number]
    if allowance is None:
        raise GrognardError("give --unit, or --mobility and --allowance")
    if not 0 <= allowance <= 60:
        raise GrognardError(f"--allowance is 0 to 60 MP, not {allowance}")
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
    closed: list[str],
    zoc: list[str],
    fuelled: bool,
    blown: list[str],
    map_: str | None,
) -> Answer:
    """BTR-tec.move: the cost of a path hex by hex, and what forbids it."""
    kind, points, name = mover(unit, mobility, 60 if allowance is None and not unit else allowance)
    board, go = load(map_).blow(blown), movement_kind(kind, ground, axis, flight)
    hexes = _whole_path(board, go, path, points, name)
    steps = board.path_cost(go, hexes)
    spent = _spent(steps, points)
    enemies, zones = ({int(board.hex(h)) for h in names} for names in (closed, zoc))
    rulings = _path_rulings(board, name, kind, hexes, steps, enemies, zones)
    if spent is not None and spent > points * SIXTHS:
        rulings.append(Ruling("BTR-tec.move.table", f"the path costs {spell(spent)} MP; {name} has {points}"))
    if kind != "leg" and not fuelled:
        rulings.append(Ruling("BTR-ocs.move.fuel", f"{name} ({kind}) spends no MP: it has no fuel"))
    value: Plain = {
        "unit": name,
        "mobility": kind,
        "ground": ground,
        "interdiction": go.interdiction,
        "allowance": points,
        "legal": not rulings,
        "rulings": list(map(Ruling._asdict, rulings)),
        "cost": None if spent is None else spell(spent),
        "steps": [
            {"hex": s.hex, "cost": spell(s.sixths), "because": s.because, "clause": s.clause} for s in steps
        ],
    }
    ways = f"{board.grid.name[hexes[0]]} to {board.grid.name[hexes[-1]]}"
    total = "not possible" if spent is None else f"{spell(spent)} MP"
    lines = [f"{name} ({kind}, {ground}): {ways}: {total}", *map(_step_line, steps)]
    flown = INTERDICTION_CLAUSES if go.interdiction else ()
    cited = [*(step.clause for step in steps), *MOVE_CLAUSES, *flown, *(ruling.clause for ruling in rulings)]
    fuel = "BTR-ocs.move.fuel" if kind != "leg" else ""
    return Answer(value, lines, once([*cited, fuel]), source(board), rulings)


def _step_line(step: Step) -> str:
    return f"  {spell(step.sixths):>6}  {step.hex}  {step.because} [{step.clause}]"


MOVE_CLAUSES = ("BTR-tec.move.line", "BTR-tec.move.add", "BTR-tec.move.fraction", "BTR-tec.move.mixed")
INTERDICTION_CLAUSES = ("BTR-tec.move.interdiction", "BTR-game.3_7b.interdiction", "BTR-J.14")


def _whole_path(board: Board, go: MovementKind, path: list[str], points: int, name: str) -> list[int]:
    """The hexes of a path; of two hexes apart, the cheapest path between them."""
    hexes = [int(board.hex(h)) for h in path]
    if len(set(hexes)) < 2:
        raise GrognardError("--path needs two hexes or more; A,B stands for the cheapest path between them")
    if len(hexes) == 2 and not board.grid.near_to[hexes[0]] >> hexes[1] & 1:
        cheapest = board.cheapest(go, hexes[0], hexes[1], points)
        if cheapest is None:
            raise GrognardError(f"{name} cannot reach {path[1]} from {path[0]} with {points} MP")
        hexes = cheapest
    if bad := next((b for a, b in pairwise(hexes) if not board.grid.near_to[a] >> b & 1), None):
        raise GrognardError(f"{board.grid.name[bad]} is not adjacent to the hex before it")
    return hexes


def _spent(steps: Sequence[Step], points: int) -> int | None:
    """What a path costs, in sixths of a point; `None`: it is barred."""
    end = steps[-1].sixths
    return points * SIXTHS if end == ALL else None if end == BARRED else sum(step.sixths for step in steps)


def _path_rulings(
    board: Board,
    name: str,
    kind: str,
    hexes: list[int],
    steps: list[Step],
    enemies: set[int],
    zones: set[int],
) -> list[Ruling]:
    """BTR-tec.move.prohibited, BTR-ocs.move.enemy, BTR-ocs.zoc.move: the rulings that forbid a path."""
    rulings = []
    if (last := steps[-1]).sixths == BARRED:
        rulings.append(Ruling(last.clause, f"{name} ({kind}) cannot enter {last.hex}: {last.because}"))
        if last.clause not in ("BTR-tec.move.stuck", "BTR-tec.move.all"):
            rulings.append(
                Ruling(
                    "BTR-tec.move.prohibited",
                    f"{last.hex} is prohibited to {kind} units without a road, railroad or track",
                )
            )
    names = board.grid.name
    rulings += [
        Ruling("BTR-ocs.move.enemy", f"{names[h]} holds an enemy combat unit: enter it by overrun only")
        for h in hexes[1:]
        if h in enemies
    ]
    halted = next((h for h in hexes[1:-1] if h in zones), None) if kind == "truck" else None
    if halted is not None:
        rulings.append(
            Ruling(
                "BTR-ocs.zoc.move", f"{name} uses Truck MP and must stop in the enemy ZOC at {names[halted]}"
            )
        )
    return rulings


def reach(
    hex_: str,
    unit: str | None,
    mobility: str | None,
    allowance: int | None,
    ground: str,
    axis: bool,
    flight: str,
    closed: list[str],
    zoc: list[str],
    blown: list[str],
    map_: str | None,
) -> Answer:
    """BTR-tec.move, BTR-ocs.zoc.move: every hex a unit can enter."""
    kind, points, name = mover(unit, mobility, allowance)
    board, go = load(map_).blow(blown), movement_kind(kind, ground, axis, flight)
    start = int(board.hex(hex_))
    enemies = frozenset(int(board.hex(h)) for h in closed)
    zones = frozenset(int(board.hex(h)) for h in zoc) if kind == "truck" else frozenset()
    points_left = board.reach(go, start, points, enemies, zones)
    reached = {board.grid.name[h]: spell(s) for h, s in sorted(points_left.items())}
    value: Plain = {
        "unit": name,
        "mobility": kind,
        "ground": ground,
        "interdiction": go.interdiction,
        "allowance": points,
        "from": board.grid.name[start],
        "count": len(points_left),
        "hexes": reached,
    }
    lines = [
        f"{name} ({kind}, {points} MP, {ground}) from {value['from']}: {len(points_left)} hexes in reach"
    ]
    names = [f"{h} ({cost})" for h, cost in reached.items()]
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
    """BTR-ocs.supply.trace: whether a unit draws from a source, or from an HQ that throws to it."""
    board = load(map_).blow(blown)
    one_of(mobility, tec.MOBILITIES, "the mobility")
    unit, starts = int(board.hex(hex_)), [int(board.hex(h)) for h in sources]
    enemies, zones = (frozenset(int(board.hex(h)) for h in names) for names in (closed, zoc))
    direct = [board.grid.name[s] for s in starts if at_table.draws(board, s, unit, enemies, zones)]
    staffs = [(int(board.hex(h)), throw, mobility) for h in hq]
    trace = at_table.traces(board, starts, unit, staffs, enemies, zones)
    rulings = [] if trace else _untraced(board, starts, unit, staffs)
    value: Plain = {
        "hex": board.grid.name[unit],
        "traced": trace,
        "draws_from": direct,
        "range": series.DRAW_RANGE,
    }
    value["rulings"] = [ruling._asdict() for ruling in rulings]
    lines = [
        f"{board.grid.name[unit]}: {'in supply' if trace else 'out of supply'}"
        + (f", draws from {', '.join(direct)}" if direct else "")
    ]
    return Answer(
        value,
        lines,
        [
            "BTR-ocs.supply.trace",
            "BTR-ocs.supply.draw",
            "BTR-ocs.supply.throw",
            "BTR-ocs.supply.path",
            "BTR-weather.supply",
        ],
        source(board),
        rulings,
    )


def _untraced(
    board: Board, sources: list[int], unit: int, staffs: list[tuple[int, int, str]]
) -> list[Ruling]:
    """BTR-ocs.supply.path, BTR-ocs.supply.trace: whether the enemy cuts the path, or there is none."""
    name = board.grid.name[unit]
    if at_table.traces(board, sources, unit, staffs):
        return [Ruling("BTR-ocs.supply.path", f"enemy units or ZOC cut every supply path to {name}")]
    return [
        Ruling(
            "BTR-ocs.supply.trace",
            f"no source is within {series.DRAW_RANGE} Truck MP of {name}, or of an HQ that throws to it",
        )
    ]


def terrain(kind: str | None, ground: str) -> Answer:
    """BTR-tec: the rows of both charts, or one terrain."""
    one_of(ground, GROUNDS, "the ground")
    rows = [tec.key(kind)] if kind else list(tec.KEYS.values())
    charted: Plain = {}
    value: Plain = {"ground": ground, "terrain": charted}
    lines, cited = [], ["BTR-tec.keys"]
    for row in rows:
        name = row["key"]
        move = {m: None if (c := tec.points(name, ground, m)) is None else spell(c) for m in tec.MOBILITIES}
        fight = (
            {} if row["kind"] == "line" else {c: _effect(tec.effect(name, ground, c)) for c in tec.CLASSES}
        )
        charted[name] = {
            "kind": row["kind"],
            "move": move,
            "combat": fight,
            "line": tec.line(name, ground),
        }
        lines.append(
            f"{name} ({row['kind']}): "
            + ", ".join(f"{m} {c or 'ot'}" for m, c in move.items())
            + "".join(f", {c} {e}" for c, e in fight.items())
        )
        cited += [tec.move_clause(name)] + (
            [str(r["clause"])] if row["kind"] != "line" and (r := tec.combat_row(name, ground)) else []
        )
    return Answer(value, lines, once(cited), ["document"])


def _effect(result: tec.Effect) -> str:
    if not result.allowed:
        return "none"
    words = f"[x{result.multiplier}]" if result.attackers_only else f"x{result.multiplier}"
    return words + {"no": "", "only": "*", "per_movement": "**"}[result.road]


# ---------------------------------------------------------------- small sums of the series


def tokens(steps: int, re: str, formations: int, headquarters: int, single: int) -> Answer:
    """BTR-ocs.combat.supply, BTR-ocs.move.fuel, BTR-ocs.supply.eat, BTR-ocs.supply.internal: what things cost
    in tokens.
    """
    mass = equivalents(re)
    attack, defend = series.combat_cost(steps, mass)
    fuel, food = series.fuel_cost(formations, headquarters, single), series.eating(mass)
    value: Plain = {
        "attacker": attack,
        "defender": defend,
        "fuel": fuel,
        "eating": food,
        "recover_low": series.recovery("low", mass, mass > 1),
        "recover_exhausted": series.recovery("exhausted", mass, mass > 1),
        "tokens_per_sp": series.TOKENS,
    }
    lines = [
        (
            f"Attack with {counted(steps, 'step')}: {attack}T; defense of {re} RE: {defend}T; fuel: {fuel}T;"
            f" eating: {food}T"
        ),
        f"Internal stocks: {value['recover_low']}T from Low, {value['recover_exhausted']}T from Exhausted",
    ]
    return Answer(
        value,
        lines,
        [
            "BTR-ocs.supply.token",
            "BTR-ocs.combat.supply",
            "BTR-ocs.move.fuel",
            "BTR-ocs.supply.eat",
            "BTR-ocs.supply.internal",
        ],
        [SERIES],
    )


def attrition(earlier: int, ar: int, roll: int | None) -> Answer:
    """BTR-ocs.supply.attrition: steps a unit out of supply loses, by chance or on a roll."""
    result = (
        series.attrition_chances(earlier, ar)
        if roll is None
        else {series.attrition(roll, earlier, ar): Fraction(1)}
    )
    lines = [f"{counted(n, 'step')} lost: {percent(p)}" for n, p in sorted(result.items())]
    if roll is not None:
        lines = [f"Dice {roll}: {counted(next(iter(result)), 'step')} lost"]
    return Answer(
        {"steps": {str(n): exact(p) for n, p in result.items()}},
        lines,
        ["BTR-ocs.supply.attrition", "BTR-ocs.supply.oos"],
        [OURS],
    )


def capture(amount: int, die: int | None) -> Answer:
    """BTR-ocs.supply.capture: the share of a dump the captor gets."""
    dice = [die] if die is not None else list(range(1, 7))
    by_die = {d: series.capture(d, amount) for d in dice}
    lines = [
        f"Die {d}: {captured} captured, {gone} destroyed, {away} slip away"
        for d, (captured, gone, away) in by_die.items()
    ]
    value: Plain = {str(d): {"kept": k, "destroyed": g, "away": a} for d, (k, g, a) in by_die.items()}
    return Answer(value, lines, ["BTR-ocs.supply.capture"], [SERIES, OURS])


def air(
    attacker: int,
    defender: int,
    aircraft: int,
    hq: bool,
    base_level: int,
    flak: int,
    zone: str,
    roll: int | None,
    flak_roll: int | None,
) -> Answer:
    """BTR-ocs.air.combat, BTR-ocs.air.flak: an air combat and the flak of a mission, by chance or on given
    dice.
    """
    duel, loss = series.air_combat(attacker, defender), series.flak(aircraft, hq, base_level, flak, zone)
    value: Plain = {"combat": {name: exact(p) for name, p in duel.items()}, "flak": exact(loss)}
    lines = [f"{name}: {percent(p)}" for name, p in duel.items()]
    if roll is not None:
        value["rolled"] = series.air_result(roll, attacker, defender)
        lines = [
            f"Dice {roll} {attacker - defender:+d}: {value['rolled']}; a further die of 5-6 is a step loss"
        ]
    lines.append(f"flak, step loss: {percent(loss)}")
    if flak_roll is not None:
        hit = value["flak_rolled"] = (
            flak_roll + series.flak_modifier(aircraft, hq, base_level, flak, zone) >= series.FLAK_KILL
        )
        lines[-1] = f"Flak, dice {flak_roll}: {'1 step lost' if hit else 'no loss'}"
    return Answer(value, lines, ["BTR-ocs.air.combat", "BTR-ocs.air.flak", "BTR-ocs.air.patrol"], [SERIES])
