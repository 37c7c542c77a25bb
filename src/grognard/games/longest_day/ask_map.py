"""Questions on a position: supply and its routes, corps range, what an attack consumes, surrender clocks,
odds, points."""

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
from .apart import group_words
from .arrivals import not_on_map
from .board import ACROSS, BEACHES, ENTRY, GRID, HALVES, LANDING_COST, ROAD_COST, place_name
from .board import describe as describe_hex
from .capacity import rows, units_over
from .combat import COMBAT_STEPS
from .command import Chain, bond, chain, de_facto, group_of, hq_supplied, stock, tie, together, zone
from .days import date_words, iso
from .fire import BARRAGE
from .judge import choice_words, combat_figures, consumption_figures, fire_figures
from .ledger_cache import ledger_of
from .ledger_rules import check
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ASSAULT,
    ATTACK,
    COMBAT,
    DIVISION,
    DIVISION_HQ,
    ENEMY,
    GAME,
    GUN,
    HQ,
    KERNEL,
    LABEL,
    NAMES,
    OF_SIDE,
    PACKAGE,
    ROWS,
    SIDE,
    SIDES,
    display_name,
    rating,
    unit,
)
from .position import SUPPLY_NUMBER, Barrage, Combat, LongestDay
from .roster import CORPS
from .supply import RESETS, Closed, defence, explain, fate, liable, spends, status, supplied_units
from .tables import COLUMNS, CRT, LEGEND
from .victory import hex_points, last_day, loss_points, losses, points

DOCUMENT, OURS = "document", "reconstruction"


load_position = partial(position_at, LongestDay)  # of a record or a position file


def a_side(side: str) -> str:
    if side not in SIDES:
        raise GrognardError(f"--side is one of {', '.join(SIDES)}, not {side!r}")
    return side


def _units(names: list[str]) -> list[int]:
    """Each once, however often it is named."""
    return list(dict.fromkeys(unit(name) for name in names))


def _attackers(state: LongestDay, names: list[str]) -> list[int]:
    """Units of one side, each on the map or afloat with an attack strength."""
    numbers = _units(names)
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


# ---------------------------------------------------------------- supply


def supply(position: str, unit_: str | None, side: str) -> Answer:
    """Every unit of a side, or one: supplied or not, by which HQ, along which route, and what closes it."""
    state = load_position(position)
    if unit_ is not None:
        return one_unit_supply(state, unit(unit_))
    return side_supply(state, a_side(side))


def one_unit_supply(state: LongestDay, number: int) -> Answer:
    result = explain(state, number)
    lines = [
        f"{LABEL[number]} ({result['hex'] or 'off the map'}):"
        f" {'in supply' if result['supplied'] else 'OUT OF SUPPLY'}: {result['because']} [{result['clause']}]"
    ]
    if "route" in result:
        lines.append(f"  route, {len(result['route']) - 1} hexes: {' '.join(result['route'])} [TLD-B.2]")
    if "route_so_far" in result:
        lines.append(f"  a route reaches {' '.join(result['route_so_far'])} [TLD-B.2]")
        lines += [f"  {_closed(row)}" for row in result["closed"]]
    if not result["supplied"]:
        strength = defence(state, number)
        lines.append(f"  no attack, defense {float(strength):g}, movement allowance halved [TLD-B.3]")
    return Answer(result, lines, once([result["clause"], "TLD-B.2", "TLD-B.3", "TLD-B.6"]), [DOCUMENT, OURS])


def _closed(row: Closed) -> str:
    if row["enemies"]:
        return f"{row['hex']} holds {', '.join(map(display_name, row['enemies']))}"
    return (
        f"{row['hex']} is in the zone of control of {', '.join(map(display_name, row['zone_of']))} and holds"
        " no friendly unit"
        if row["in_zone"]
        else f"{row['hex']} is sea"
    )


def side_supply(state: LongestDay, side: str) -> Answer:
    """HQ by HQ: what it has, what it can still take, and who of its units is in reach."""
    link, fed = chain(state, side), supplied_units(state, side)
    hqs, out = dict[str, Plain](), list[dict[str, str]]()
    lines = []
    for hq in members(OF_SIDE[side] & state.on_map & HQ):
        drawing = [u for u in members(link.drawing.get(hq, 0) & state.on_map) if u != hq]
        cut = [NAMES[u] for u in drawing if not fed >> u & 1]
        hqs[NAMES[hq]] = {
            "hex": GRID.name[state.at[hq]],
            "corps": link.corps[hq],
            "supplied": hq_supplied(state, hq),
            "supply_units": _stock(state, hq),
            "units": [NAMES[u] for u in drawing],
            "unsupplied": cut,
            "capacity": _capacity(link, NAMES[hq]),
            "over": sorted(units_over(link.ledger, link.standing, NAMES[hq])),
        }
        state_ = "in supply" if hq_supplied(state, hq) else "OUT OF SUPPLY"
        home = display_name(link.corps[hq]) if link.corps[hq] else "no corps"
        lines.append(
            f"{LABEL[hq]} in {place_name(state.at[hq])} ({home}): {state_}; {_stock_words(state, hq)};"
            f" {len(drawing) - len(cut)} of {len(drawing)} units in supply"
        )
    for u in members(OF_SIDE[side] & state.on_map & COMBAT & ~fed):
        trace = status(state, u)
        out.append(
            {
                "unit": NAMES[u],
                "hex": GRID.name[state.at[u]],
                "clause": trace.clause,
                "because": trace.because,
            }
        )
        lines.append(
            f"OUT OF SUPPLY: {LABEL[u]} in {place_name(state.at[u])}: {trace.because} [{trace.clause}]"
        )
    value = {"day": iso(state.day), "side": side, "hqs": hqs, "unsupplied": out}
    cited = [row["clause"] for row in out]
    return Answer(
        value,
        lines,
        once(["TLD-B.1", "TLD-B.1.b", "TLD-B.1.c", "TLD-B.1.d", "TLD-B.1.e", "TLD-B.2", *cited]),
        [DOCUMENT, OURS],
    )


def _stock(state: LongestDay, hq: int) -> list[str]:
    return [
        f"{NAMES[u]} {'half' if state.half >> u & 1 else 'full'}{_bound(state, u)}"
        for u in members(stock(state, hq))
    ]


def _stock_words(state: LongestDay, hq: int) -> str:
    """The supply units an HQ can use, for people."""
    return ", ".join(_supply_unit(state, u) for u in members(stock(state, hq))) or "no supply unit"


def _supply_unit(state: LongestDay, unit: int) -> str:
    size, home = "half" if state.half >> unit & 1 else "full", state.bound[SUPPLY_NUMBER[unit]]
    return f"{LABEL[unit]} ({size}{f', bound to {display_name(home)}' if home else ''})"


def _bound(state: LongestDay, u: int) -> str:
    home = state.bound[SUPPLY_NUMBER[u]]
    return f" bound to {home}" if home else ""


def _capacity(link: Chain, hq: str) -> list[Plain]:
    return [
        {"name": r.name, "clause": r.clause, "used": len(r.units), "limit": r.limit, "left": r.left}
        for r in rows(link.ledger, link.standing, hq)
    ]


# ---------------------------------------------------------------- range


def range_(position: str, side: str, units: list[str]) -> Answer:
    """TLD-A.corps.21 to .25: which divisions are tied to their corps; and whether some units may stack and
    attack together."""
    state = load_position(position)
    if units:
        return may_act_together(state, _units(units))
    divisions, together = dict[str, Plain](), dict[str, list[str]]()
    value = {"day": iso(state.day), "divisions": divisions, "de_facto": together}
    lines = []
    for hq in members(OF_SIDE[a_side(side)] & state.on_map & DIVISION_HQ):
        link = bond(state, DIVISION[hq])
        divisions[DIVISION[hq]] = {
            "tied": link.ok,
            "group": list(link.group),
            "clause": link.clause,
            "because": link.because,
        }
        lines.append(
            f"{display_name(DIVISION[hq])} acts"
            f" {'with ' + group_words(link.group) if link.ok else 'alone'}: {link.because}"
            f" [{link.clause}]"
        )
    for id_ in (c.id for c in CORPS.values() if c.side == side):
        for hq, named in de_facto(state, id_).items():
            together.setdefault(NAMES[named], []).append(NAMES[hq])
    lines += [
        f"De facto corps of {display_name(named)}: {', '.join(map(display_name, members_))} [TLD-A.corps.25]"
        for named, members_ in together.items()
    ]
    clauses = ["TLD-A.corps.21", "TLD-A.corps.22", "TLD-A.corps.23", "TLD-A.corps.25", "TLD-J.18", "TLD-J.19"]
    return Answer(value, lines or ["No divisional HQ of this side is on the map"], clauses, [DOCUMENT, OURS])


def may_act_together(state: LongestDay, numbers: list[int]) -> Answer:
    """Whether some units may stack and attack together, and which part fails: the unit, the clause and
    why."""
    stack, attack = (together(state, numbers, stacking) for stacking in (True, False))
    groups = {
        NAMES[u]: {
            "stacking": list(group_of(state, u, True)),
            "attack": list(group_of(state, u, False)),
            **_tie(state, u),
        }
        for u in numbers
    }
    lines = [
        f"{display_name(name)} acts with {group_words(tuple(row['stacking']))}: {row['because']}"
        f" [{row['clause']}]"
        for name, row in groups.items()
    ]
    lines.append(
        f"These units {'may' if stack else 'may not'} stack and {'may' if attack else 'may not'} attack one"
        " hex together"
    )
    fails = {
        what: list(_fails(state, numbers, what == "stack"))
        for what, ok in (("stack", stack), ("attack", attack))
        if not ok
    }
    lines += [
        f"  {what}: {row['because']} [{row['clause']}]" for what, rulings in fails.items() for row in rulings
    ]
    value = {"stack": stack, "attack": attack, "groups": groups, "fails": fails}
    cited = [str(row["clause"]) for row in groups.values()]
    return Answer(
        value, lines, once([*cited, "TLD-A.corps.21", "TLD-A.corps.22", "TLD-J.18"]), [DOCUMENT, OURS]
    )


def _tie(state: LongestDay, unit_: int) -> dict[str, str]:
    """What ties a unit to its corps, or why nothing does."""
    result = tie(state, unit_)
    return {"clause": result.clause, "because": result.because}


def _fails(state: LongestDay, numbers: list[int], stacking: bool) -> Iterator[dict[str, str]]:
    """Every unit that does not act with the first: its own tie fails, or they are tied to different corps."""
    first = numbers[0]
    for u in numbers[1:]:
        mine, other = group_of(state, u, stacking), group_of(state, first, stacking)
        if mine == other:
            continue
        broken = [
            tie(state, one) for one in (u, first) if not tie(state, one).ok and (stacking or DIVISION[one])
        ]
        if broken:
            yield {
                "unit": NAMES[u],
                "with": NAMES[first],
                "clause": broken[0].clause,
                "because": broken[0].because,
            }
        else:
            because = f"{LABEL[u]} acts with {group_words(mine)}, {LABEL[first]} with {group_words(other)}"
            yield {"unit": NAMES[u], "with": NAMES[first], "clause": "TLD-J.18", "because": because}


# ---------------------------------------------------------------- consume


def consume(
    position: str | None, units: list[str], fire: bool, before: int, spent: bool, weight: int | None
) -> Answer:
    """TLD-B.5: what an attack by some units would cost each HQ; or from bare figures, whether an HQ
    spends."""
    if position is None:
        if weight is None:
            raise GrognardError("consume needs --position and --units, or --weight")
        due = spends(before, weight, spent)
        lines = [
            f"{before} before and {weight} now: the HQ spends {'half a supply unit' if due else 'nothing'}"
        ]
        return Answer({"half_steps": int(due)}, lines, ["TLD-B.5.a", "TLD-B.5.d"], [DOCUMENT])
    state = load_position(position)
    if not units:
        raise GrognardError("consume needs --units with --position")
    numbers = _attackers(state, units)
    if fire and (wrong := [LABEL[u] for u in numbers if not GUN >> u & 1]):
        raise GrognardError(f"{', '.join(wrong)} is not artillery and cannot fire defensively [TLD-S.9]")
    figures = consumption_figures(state, tuple(numbers), fire)
    lines = [
        f"{display_name(hq)}: {row['units_before']} before, {row['units_now']} now:"
        f" {'spends half a supply unit' if row['half_steps'] else 'spends nothing'}; it has"
        f" {_stock_words(state, unit(hq))}"
        for hq, row in figures.items()
    ]
    lines += choice_words(state, numbers, fire)
    hungry = {NAMES[u]: status(state, u).because for u in numbers if not status(state, u).supplied}
    against = [
        Ruling("TLD-B.3", f"{display_name(name)} is out of supply and cannot attack: {because}")
        for name, because in hungry.items()
    ]
    cannot = _cannot_fight(state, numbers)
    against += cannot.values()
    told = {name: str(ruling) for name, ruling in cannot.items()}
    value = {
        "hqs": figures,
        "unsupplied": hungry,
        "cannot": told,
        "phase": "defensive fire" if fire else "combat",
    }
    clauses = [
        "TLD-B.5",
        "TLD-B.5.a",
        "TLD-B.5.a.1",
        "TLD-B.5.a.1.n",
        "TLD-B.5.b",
        "TLD-B.5.c",
        "TLD-B.5.d",
        "TLD-J.12",
    ]
    return Answer(value, lines or ["No supply is spent"], clauses, [DOCUMENT, OURS], refused=against)


def _cannot_fight(state: LongestDay, numbers: list[int]) -> dict[str, Ruling]:
    """Units that have fought in this phase, or are disrupted."""
    result = {NAMES[u]: Ruling("TLD-S.6", f"{LABEL[u]} is disrupted") for u in numbers if state.disrupted[u]}
    return result | {
        NAMES[u]: Ruling("TLD-S.17", f"{LABEL[u]} has attacked in this phase")
        for u in numbers
        if state.fought >> u & 1
    }


# ---------------------------------------------------------------- surrender


def surrender(position: str, unit_: str | None, side: str) -> Answer:
    """TLD-B.12: the clock of each unit without supply, who is liable, and who would surrender now."""
    state = load_position(position)
    numbers = (
        [unit(unit_)]
        if unit_
        else [u for u in members(OF_SIDE[a_side(side)] & state.on_map & COMBAT) if state.unfed[u]]
    )
    table = []
    for u in numbers:
        verdict = fate(state, u)
        table.append(
            {
                "unit": NAMES[u],
                "hex": GRID.name.get(state.at[u], ""),
                "resets": max(state.unfed[u], 0),
                "of": RESETS,
                "liable": liable(state, u),
                "surrenders": verdict.surrenders,
                "clause": verdict.clause,
                "because": verdict.because,
            }
        )
    lines = [
        f"{display_name(row['unit'])} in {row['hex']}: {row['resets']} of {RESETS} Reset Phases out of"
        f" supply; {row['because']} [{row['clause']}]"
        for row in table
    ]
    lines = lines or ["No unit of this side has been out of supply in a Reset Phase"]
    value = {"day": iso(state.day), "units": table}
    return Answer(
        value,
        lines,
        once(
            [
                "TLD-B.12",
                "TLD-B.12.a.1",
                "TLD-B.12.a.2",
                "TLD-B.12.a.3",
                "TLD-J.15",
                *(str(row["clause"]) for row in table),
            ]
        ),
        [DOCUMENT, OURS],
    )


# ---------------------------------------------------------------- the kernel


def odds(
    position: str, units: list[str], hex_: str, guns: list[str], ships: list[str], roll: int | None
) -> Answer:
    """TLD-S.8: the odds of an attack and what it would consume; with a roll, what it came to. What forbids it
    is said first."""
    state = load_position(position)
    numbers, lent = _attackers(state, units), _attackers(state, guns)
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
    against = once_each(attack_rulings(state, frame))
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


def once_each(rulings: Iterator[Ruling]) -> list[Ruling]:
    return list(dict.fromkeys(rulings))


def result_of(column: str, roll: int) -> str:
    return str(CRT.cells[roll - 1][COLUMNS.index(column)])


def _rolled(column: str, roll: int) -> str:
    result = result_of(column, roll)
    return f"Die {roll} at {column}: {result}, {LEGEND[result]} [TLD-S.8]"


def fire(position: str, guns: list[str], hex_: str, roll: int | None) -> Answer:
    """TLD-S.18: what defensive fire needs and costs; with a roll, whether it disrupts. What forbids it is
    said first."""
    state = load_position(position)
    numbers = _attackers(state, guns)
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
    against = once_each(fire_rulings(state, frame))
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
    here = GRID.hex(hex_)
    data = describe_hex(here)
    value: Plain = {**data}
    lines = [f"{place_name(here)}: {data['terrain']}{', beach ' + data['beach'] if data['beach'] else ''}"]
    for where, row in data["neighbours"].items():
        river = f" across a {row['river']} river" if row["river"] else ""
        lines.append(f"  {where}: {row['hex']}{river}{' by road' if row['road'] else ''}")
    if position:
        state = load_position(position)
        units = [NAMES[u] for u in members(state.here.get(here, 0))]
        owner = ALLIED if state.control >> here & 1 else ENEMY[ALLIED]
        value |= {"units": units, "control": owner, "friendly_to": friendly_to(state, here)}
        lines.append(
            f"  units: {', '.join(map(display_name, units)) or 'none'}; {ADJECTIVE[owner]} control [TLD-S.7]"
        )
    return Answer(value, lines, ["TLD-S.1", "TLD-S.7", "TLD-S.16"], ["history", OURS])


def friendly_to(state: LongestDay, here: int) -> list[str]:
    """TLD-S.7: controlled, and not in an enemy zone unless occupied."""
    owner = ALLIED if state.control >> here & 1 else ENEMY[ALLIED]
    contested = zone(state, ENEMY[owner]) >> here & 1 and not state.occupied[owner] >> here & 1
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
