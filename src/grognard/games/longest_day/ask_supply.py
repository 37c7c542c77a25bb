"""Questions on a position: supply and its routes, corps range, what an attack consumes, surrender clocks."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.ask import Answer, once
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, Ruling

from .apart import group_words
from .ask_map import DOCUMENT, OURS, a_side, attackers_of, load_position, units_named
from .board import GRID, place_name
from .capacity import rows, units_over
from .command import Chain, bond, chain, de_facto, group_of, hq_supplied, stock, tie, together
from .days import iso
from .judge import choice_words, consumption_figures
from .pieces import (
    COMBAT,
    DIVISION,
    DIVISION_HQ,
    GUN,
    HQ,
    LABEL,
    NAMES,
    OF_SIDE,
    display_name,
    unit,
)
from .position import SUPPLY_NUMBER, LongestDay
from .roster import CORPS
from .supply import RESETS, Closed, defence, explain, fate, liable, spends, status, supplied_units


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
    link, supplied = chain(state, side), supplied_units(state, side)
    hqs, out = dict[str, Plain](), list[dict[str, str]]()
    lines = []
    for hq in members(OF_SIDE[side] & state.on_map & HQ):
        drawing = [u for u in members(link.drawing.get(hq, 0) & state.on_map) if u != hq]
        cut = [NAMES[u] for u in drawing if not supplied >> u & 1]
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
    for u in members(OF_SIDE[side] & state.on_map & COMBAT & ~supplied):
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


def range_(position: str, side: str, units: list[str]) -> Answer:
    """TLD-A.corps.21 to .25: which divisions are tied to their corps; and whether some units may stack and
    attack together."""
    state = load_position(position)
    if units:
        return may_act_together(state, units_named(units))
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
    numbers = attackers_of(state, units)
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
    reasons = {name: str(ruling) for name, ruling in cannot.items()}
    value = {
        "hqs": figures,
        "unsupplied": hungry,
        "cannot": reasons,
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
