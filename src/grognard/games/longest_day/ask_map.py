"""Questions on a position: supply and its routes, corps range, what an attack consumes, surrender clocks, odds, points."""

from __future__ import annotations

from typing import Any

from grognard.core.ask import Answer, once
from grognard.core.data import provenance
from grognard.core.hexes import members
from grognard.core.readings import read_readings
from grognard.core.ruling import GrognardError

from .board import BEACHES, GRID, place_name
from .board import describe as describe_hex
from .book import ledger_of
from .capacity import rows, units_over
from .combat import beside
from .command import bond, chain, de_facto, group_of, hq_supplied, stock, together, zone
from .days import iso, words
from .judge import combat_figures, consumption_figures
from .lawful import check
from .pieces import (
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
    NAMES,
    OF_SIDE,
    PACKAGE,
    ROWS,
    SIDE,
    SIDES,
    rating,
    unit,
)
from .position import SUPPLY_NUMBER, Combat, LongestDay
from .roster import CORPS
from .supply import RESETS, defence, explain, fate, liable, spends, status, supplied_units
from .tables import COLUMNS, CRT, LEGEND
from .victory import hex_points, last_day, loss_points, losses, points

DOCUMENT, OURS = "document", "reconstruction"


def load_position(path: str) -> LongestDay:
    """A position or record file."""
    from .game import GAME as GAME_

    state = GAME_.read(path)
    assert isinstance(state, LongestDay)
    return state


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
        raise GrognardError("name units of one side")
    for u in numbers:
        if not ATTACK[u]:
            raise GrognardError(f"{NAMES[u]} cannot attack: it has no attack strength")
        if state.at[u] < 0 and state.afloat[u] < 0:
            raise GrognardError(f"{NAMES[u]} is not on the map")
    return numbers


# ---------------------------------------------------------------- supply


def supply(position: str, unit_: str | None, side: str) -> Answer:
    """Every unit of a side, or one: supplied or not, by which HQ, along which route, and what closes it."""
    state = load_position(position)
    if unit_ is not None:
        return one_unit_supply(state, unit(unit_))
    return side_supply(state, a_side(side))


def one_unit_supply(state: LongestDay, number: int) -> Answer:
    found = explain(state, number)
    lines = [
        f"{found['unit']} in {found['hex'] or 'no hex'}: {'supplied' if found['supplied'] else 'UNSUPPLIED'}; {found['because']} [{found['clause']}]"
    ]
    if "route" in found:
        lines.append(f"  route of {len(found['route']) - 1}: {' '.join(found['route'])} [TLD-B.2]")
    if "route_so_far" in found:
        lines.append(f"  the way gets as far as {' '.join(found['route_so_far'])} [TLD-B.2]")
        lines += [f"  {_closed(row)}" for row in found["closed"]]
    if not found["supplied"]:
        strength = defence(state, number)
        lines.append(f"  no attack, defence {float(strength):g}, movement halved [TLD-B.3]")
    return Answer(found, lines, once([found["clause"], "TLD-B.2", "TLD-B.3", "TLD-B.6"]), [DOCUMENT, OURS])


def _closed(row: dict[str, Any]) -> str:
    if row["enemies"]:
        return f"{row['hex']} holds {', '.join(row['enemies'])}"
    return (
        f"{row['hex']} is in the zone of {', '.join(row['zone_of'])}, and no friend stands there"
        if row["in_zone"]
        else f"{row['hex']} is sea"
    )


def side_supply(state: LongestDay, side: str) -> Answer:
    """HQ by HQ: what it has, what it can still take, and who of its units is in reach."""
    link, fed = chain(state, side), supplied_units(state, side)
    value: dict[str, Any] = {"day": iso(state.day), "side": side, "hqs": {}, "unsupplied": []}
    lines = []
    for hq in members(OF_SIDE[side] & state.on_map & HQ):
        drawing = [u for u in members(link.drawing.get(hq, 0) & state.on_map) if u != hq]
        cut = [NAMES[u] for u in drawing if not fed >> u & 1]
        value["hqs"][NAMES[hq]] = {
            "hex": GRID.name[state.at[hq]], "corps": link.corps[hq], "supplied": hq_supplied(state, hq), "supply_units": _stock(state, hq),
            "units": [NAMES[u] for u in drawing], "unsupplied": cut, "capacity": _capacity(link, NAMES[hq]), "over": sorted(units_over(link.ledger, link.standing, NAMES[hq])),
        }  # fmt: skip
        state_ = "supplied" if hq_supplied(state, hq) else "UNSUPPLIED"
        lines.append(
            f"{NAMES[hq]} in {place_name(state.at[hq])} ({link.corps[hq] or 'no corps'}): {state_}; {', '.join(_stock(state, hq)) or 'no supply unit'}; {len(drawing) - len(cut)} of {len(drawing)} units fed"
        )
    for u in members(OF_SIDE[side] & state.on_map & COMBAT & ~fed):
        found = status(state, u)
        value["unsupplied"].append(
            {"unit": NAMES[u], "hex": GRID.name[state.at[u]], "clause": found.clause, "because": found.because}
        )
        lines.append(f"UNSUPPLIED {NAMES[u]} in {place_name(state.at[u])}: {found.because} [{found.clause}]")
    cited = [row["clause"] for row in value["unsupplied"]]
    return Answer(
        value, lines, once(["TLD-B.1", "TLD-B.1.b", "TLD-B.1.c", "TLD-B.1.d", "TLD-B.1.e", "TLD-B.2", *cited]), [DOCUMENT, OURS]
    )


def _stock(state: LongestDay, hq: int) -> list[str]:
    return [f"{NAMES[u]} {'half' if state.half >> u & 1 else 'full'}{_bound(state, u)}" for u in members(stock(state, hq))]


def _bound(state: LongestDay, u: int) -> str:
    home = state.bound[SUPPLY_NUMBER[u]]
    return f" bound to {home}" if home else ""


def _capacity(link: Any, hq: str) -> list[dict[str, Any]]:
    return [
        {"name": r.name, "clause": r.clause, "used": len(r.units), "limit": r.limit, "left": r.left}
        for r in rows(link.ledger, link.standing, hq)
    ]


# ---------------------------------------------------------------- range


def range_(position: str, side: str, units: list[str]) -> Answer:
    """TLD-A.corps.21 to .25: which divisions are tied to their corps; and whether some units may stack and attack together."""
    state = load_position(position)
    if units:
        return may_act_together(state, _units(units))
    value: dict[str, Any] = {"day": iso(state.day), "divisions": {}, "de_facto": {}}
    lines = []
    for hq in members(OF_SIDE[a_side(side)] & state.on_map & DIVISION_HQ):
        found = bond(state, DIVISION[hq])
        value["divisions"][DIVISION[hq]] = {
            "tied": found.ok,
            "group": list(found.group),
            "clause": found.clause,
            "because": found.because,
        }
        lines.append(
            f"{DIVISION[hq]}: {'acts with ' + ' '.join(found.group) if found.ok else 'acts alone'}; {found.because} [{found.clause}]"
        )
    for id_ in (c.id for c in CORPS.values() if c.side == side):
        for hq, named in de_facto(state, id_).items():
            value["de_facto"].setdefault(NAMES[named], []).append(NAMES[hq])
    lines += [
        f"de facto corps under {named}: {', '.join(members_)} [TLD-A.corps.25]" for named, members_ in value["de_facto"].items()
    ]
    clauses = ["TLD-A.corps.21", "TLD-A.corps.22", "TLD-A.corps.23", "TLD-A.corps.25", "TLD-J.18", "TLD-J.19"]
    return Answer(value, lines or ["no divisional HQ is on the map"], clauses, [DOCUMENT, OURS])


def may_act_together(state: LongestDay, numbers: list[int]) -> Answer:
    stack, attack = (together(state, numbers, stacking) for stacking in (True, False))
    groups = {
        NAMES[u]: {"stacking": list(group_of(state, u, True)), "attack": list(group_of(state, u, False))} for u in numbers
    }
    lines = [f"{name}: {' '.join(row['stacking'])}" for name, row in groups.items()]
    lines.append(f"they {'may' if stack else 'may not'} stack and {'may' if attack else 'may not'} attack one hex together")
    value = {"stack": stack, "attack": attack, "groups": groups}
    return Answer(value, lines, ["TLD-A.corps.21", "TLD-A.corps.22", "TLD-J.18"], [DOCUMENT, OURS])


# ---------------------------------------------------------------- consume


def consume(position: str | None, units: list[str], fire: bool, before: int, spent: bool, weight: int | None) -> Answer:
    """TLD-B.5: what an attack by some units would cost each HQ; or from bare figures, whether an HQ spends."""
    if position is None:
        if weight is None:
            raise GrognardError("consume needs --position and --units, or --weight")
        due = spends(before, weight, spent)
        lines = [f"{before} before and {weight} now: {'one half step' if due else 'nothing'} is spent"]
        return Answer({"half_steps": int(due)}, lines, ["TLD-B.5.a", "TLD-B.5.d"], [DOCUMENT])
    state = load_position(position)
    if not units:
        raise GrognardError("consume needs --units with --position")
    numbers = _attackers(state, units)
    if fire and (wrong := [NAMES[u] for u in numbers if not GUN >> u & 1]):
        raise GrognardError(f"{', '.join(wrong)} cannot fire defensively: no parenthesised attack strength")
    found = consumption_figures(state, tuple(numbers), fire)
    lines = [
        f"{hq}: {row['units_before']} before, {row['units_now']} now: {'spends one half step' if row['half_steps'] else 'spends nothing'}; it has {', '.join(row['supply_units']) or 'no supply unit'}"
        for hq, row in found.items()
    ]
    hungry = {NAMES[u]: status(state, u).because for u in numbers if not status(state, u).supplied}
    lines += [f"{name} cannot attack: {because} [TLD-B.3]" for name, because in hungry.items()]
    cannot = _cannot_fight(state, numbers)
    lines += [f"{name} cannot attack: {because}" for name, because in cannot.items()]
    value = {"hqs": found, "unsupplied": hungry, "cannot": cannot, "phase": "defensive fire" if fire else "combat"}
    clauses = ["TLD-B.5", "TLD-B.5.a", "TLD-B.5.a.1", "TLD-B.5.a.1.n", "TLD-B.5.c", "TLD-B.5.d", "TLD-J.12"]
    return Answer(value, lines or ["nothing is spent"], clauses, [DOCUMENT, OURS])


def _cannot_fight(state: LongestDay, numbers: list[int]) -> dict[str, str]:
    """Units that have fought in this phase, or are disrupted."""
    found = {NAMES[u]: "it is disrupted [TLD-S.6]" for u in numbers if state.disrupted[u]}
    return found | {NAMES[u]: "it has fought in this phase [TLD-S.17]" for u in numbers if state.fought >> u & 1}


# ---------------------------------------------------------------- surrender


def surrender(position: str, unit_: str | None, side: str) -> Answer:
    """TLD-B.12: the clock of each unit without supply, who is liable, and who would surrender now."""
    state = load_position(position)
    numbers = [unit(unit_)] if unit_ else [u for u in members(OF_SIDE[a_side(side)] & state.on_map & COMBAT) if state.unfed[u]]
    table = []
    for u in numbers:
        found = fate(state, u)
        table.append({
            "unit": NAMES[u], "hex": GRID.name.get(state.at[u], ""), "resets": max(state.unfed[u], 0), "of": RESETS,
            "liable": liable(state, u), "surrenders": found.surrenders, "clause": found.clause, "because": found.because,
        })  # fmt: skip
    lines = [f"{row['unit']} in {row['hex']}: {row['resets']} of {RESETS}; {row['because']} [{row['clause']}]" for row in table]
    lines = lines or ["no unit of this side has a Reset Phase without supply behind it"]
    value = {"day": iso(state.day), "units": table}
    return Answer(
        value,
        lines,
        once(["TLD-B.12", "TLD-B.12.a.1", "TLD-B.12.a.2", "TLD-B.12.a.3", "TLD-J.15", *(str(row["clause"]) for row in table)]),
        [DOCUMENT, OURS],
    )


# ---------------------------------------------------------------- the kernel


def odds(position: str, units: list[str], hex_: str, guns: list[str], ships: list[str]) -> Answer:
    """TLD-S.8: the odds of an attack and what it would consume, before it is declared."""
    state = load_position(position)
    numbers, lent = _attackers(state, units), _attackers(state, guns)
    if not numbers:
        raise GrognardError("odds needs --units")
    if wrong := [NAMES[u] for u in numbers if not ASSAULT >> u & 1]:
        raise GrognardError(f"{', '.join(wrong)} cannot attack alone; name guns with --guns")
    if wrong := [NAMES[u] for u in lent if not GUN >> u & 1 or SIDE[u] != SIDE[numbers[0]]]:
        raise GrognardError(f"{', '.join(wrong)} cannot support: no gun of the attacker")
    if wrong := [name for name in ships if name not in BEACHES]:
        raise GrognardError(f"there are no ships off {', '.join(wrong)}; there are off {', '.join(sorted(BEACHES))}")
    frame = Combat(side=SIDE[numbers[0]], hex=GRID.hex(hex_), attackers=tuple(numbers), guns=tuple(lent), naval=tuple(ships))
    if not state.held[ENEMY[frame.side]] >> frame.hex & 1:
        raise GrognardError(f"no enemy combat unit is in {hex_}")
    found = combat_figures(state, frame)
    apart = [NAMES[u] for u in numbers if not beside(state, u) >> frame.hex & 1]
    lines = [f"{name} is not adjacent to {hex_} [TLD-S.17]" for name in apart]
    lines.append(f"{found['attack']} against {found['defence']}: {found['odds']}")
    lines += [f"  {part['amount']:+d}: {part['because']} [{part['clause']}]" for part in found["shifts"]]
    if "column" in found:
        lines.append(f"column {found['column']}: " + ", ".join(f"{name} {chance}" for name, chance in found["results"].items()))
    lines += [f"{hq} would spend {row['half_steps']} half steps" for hq, row in found["consumes"].items()]
    return Answer(found, [*lines, f"The table is our {OURS}."], ["TLD-S.8", "TLD-S.17", "TLD-B.5"], [OURS])


def crt() -> Answer:
    table = {str(die): dict(zip(COLUMNS, row, strict=True)) for die, row in enumerate(CRT.cells, 1)}
    lines = ["die  " + "  ".join(f"{name:>3}" for name in COLUMNS)]
    lines += [f"{die:>3}  " + "  ".join(f"{row[name]:>3}" for name in COLUMNS) for die, row in table.items()]
    lines += [f"{name}: {text}" for name, text in LEGEND.items()]
    return Answer({"table": table, "legend": LEGEND}, [*lines, f"The table is our {OURS}."], ["TLD-S.8"], [OURS])


def victory(position: str) -> Answer:
    """TLD-S.21: how the points stand."""
    state = load_position(position)
    held = hex_points(state)
    value: dict[str, Any] = {
        "day": iso(state.day), "last_day": iso(last_day(state)), "points": points(state), "hexes": held, "loss_points": loss_points(state),
        "lost": {side: losses(state, side) for side in SIDES}, "outcome": list(state.outcome() or ()),
    }  # fmt: skip
    lines = [f"{words(state.day)}: {value['points']} Allied points; the last day is {words(last_day(state))}"]
    lines += [f"  {place_name(GRID.number[name])}: {count}" for name, count in held.items()]
    lines.append(f"  losses: {value['lost'][ALLIED]} Allied, {value['lost'][ENEMY[ALLIED]]} German: {value['loss_points']:+d}")
    return Answer(value, lines, ["TLD-S.7", "TLD-S.21"], [OURS])


# ---------------------------------------------------------------- pieces, hexes, readings


def one_unit(unit_: str, position: str | None) -> Answer:
    number = unit(unit_)
    row = {k: v for k, v in ROWS[number].items() if k not in ("attack_parenthesised",)}
    lines = [
        f"{row['id']}: {row['name']} ({row['nationality'] or row['side']}), {rating(number)}",
        f"  source: {row['provenance']}",
    ]
    value: dict[str, Any] = {**row, "rating": rating(number)}
    if position:
        found = explain(load_position(position), number)
        value["now"] = found
        lines.append(f"  in {found['hex'] or 'no hex'}: {found['because']} [{found['clause']}]")
    source = provenance(row["provenance"]) if not row["provenance"].startswith(("names", "name")) else "history"
    return Answer(value, lines, ["TLD-A.1", "TLD-B.1"], once([source, OURS]))


def hex_(hex_: str, position: str | None) -> Answer:
    here = GRID.hex(hex_)
    value = describe_hex(here)
    lines = [f"{place_name(here)}: {value['terrain']}{', beach ' + value['beach'] if value['beach'] else ''}"]
    for where, row in value["neighbours"].items():
        lines.append(
            f"  {where}: {row['hex']}{' across a ' + row['river'] + ' river' if row['river'] else ''}{' by road' if row['road'] else ''}"
        )
    if position:
        state = load_position(position)
        value["units"] = [NAMES[u] for u in members(state.here.get(here, 0))]
        value["control"] = ALLIED if state.control >> here & 1 else ENEMY[ALLIED]
        value["friendly_to"] = friendly_to(state, here)
        lines.append(f"  units: {', '.join(value['units']) or 'none'}; controlled by the {value['control']} side [TLD-S.7]")
    return Answer(value, lines, ["TLD-S.1", "TLD-S.7", "TLD-S.16"], ["history", OURS])


def friendly_to(state: LongestDay, here: int) -> list[str]:
    """TLD-S.7: controlled, and not in an enemy zone unless occupied."""
    owner = ALLIED if state.control >> here & 1 else ENEMY[ALLIED]
    contested = zone(state, ENEMY[owner]) >> here & 1 and not state.occupied[owner] >> here & 1
    return [] if contested else [owner]


def ledger_state(position: str, side: str) -> Answer:
    """TLD-J.34: the ledger of a position and what is out of order in it."""
    state = load_position(position)
    faults = check(ledger_of(state, a_side(side)), state.day)
    lines = [str(fault) for fault in faults] or [f"the {side} ledger is lawful on {words(state.day)}"]
    value = {
        "day": iso(state.day),
        "faults": [{"clause": f.clause, "because": f.because, "units": list(f.units)} for f in faults],
    }
    return Answer(value, lines, once([*(f.clause for f in faults), "TLD-J.34"]), [DOCUMENT, OURS])


def options(name: str | None) -> Answer:
    """Every reading, with its default and its values."""
    readings = read_readings(PACKAGE, GAME)
    if name and name not in [r.name for r in readings]:
        raise GrognardError(f"there is no option {name!r}; there is {', '.join(r.name for r in readings)}")
    chosen = [r for r in readings if name in (None, r.name)]
    lines = []
    for r in chosen:
        lines.append(f"{r.name} ({r.kind}) [{r.clause}], default {str(r.default).lower()}")
        lines += [f"  {value}: {text}" for value, text in r.values.items()]
    value = [
        {"name": r.name, "clause": r.clause, "kind": r.kind, "default": r.default, "values": dict(r.values)} for r in chosen
    ]
    return Answer({"options": value}, lines, [r.clause for r in chosen], [DOCUMENT, OURS])
