"""The campaign ledger as it stands: stocks, ports, caps, what is due, what can be rebuilt, what the dice may
bring.
"""

from __future__ import annotations

from fractions import Fraction

from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.beyond_the_rhine import replacements as repl
from grognard.games.beyond_the_rhine import supply as sup
from grognard.games.beyond_the_rhine import weather as sky
from grognard.games.beyond_the_rhine.arrivals import condition, entry_of, places
from grognard.games.beyond_the_rhine.chart import COUNTERS
from grognard.games.beyond_the_rhine.dates import day
from grognard.games.beyond_the_rhine.pieces import NATIONS
from grognard.games.beyond_the_rhine.position import (
    REMOVED,
    REPAIRED,
    Award,
    BeyondTheRhine,
    Casualties,
    Chart,
    Die,
    Placing,
    Recovery,
    Turn,
)
from grognard.games.beyond_the_rhine.rebuild import PRICES, points_of, rebuildable
from grognard.games.beyond_the_rhine.shipping import harbours
from grognard.games.beyond_the_rhine.situation import ANTWERPEN, REPAIR_TURNS, counting, standing
from grognard.games.beyond_the_rhine.supply_rolls import recovery_condition, rolls_here

from .calendar import number

STAGES = {Chart: "chart", Placing: "arrivals", Casualties: "play", Die: "play"}


def stage(state: BeyondTheRhine) -> str:
    """The step of the ledger that is under way."""
    if state.to_move is None or not state.stack:
        return "over"
    top = state.stack[-1]
    if isinstance(top, Award | Recovery):
        return f"replacements {top.who}"
    return str(state.step.name) if isinstance(top, Turn) else STAGES[type(top)]


def ledger(state: BeyondTheRhine) -> Plain:
    return {
        "turn": state.turn,
        "stage": stage(state),
        "ground": state.ground,
        "flight": state.flight,
        "first": state.first,
        "stock": stock(state),
        "reserves": state.reserves,
        "bridge_markers": state.bridge_markers,
        "bridges": state.bridges,
        "ports": ports(state),
        "scheldt": state.scheldt,
        "schedule": state.options.ports_schedule,
        "events": dict(zip(sup.EVENTS, state.in_force, strict=True)),
        "shifts": dict(zip(NATIONS, state.shifts, strict=True)),
        "caps": caps(state),
        "due": due(state),
        "dead": dead(state),
        "removed": [u for u, where in enumerate(state.at) if where == REMOVED],
        "plans": [list(plan) for plan in state.plans],
        "supply": {nation: supply(state, nation) for nation in NATIONS if rolls_here(state, nation)},
        "rolled": list(state.rolled),
        "chances": chances(state),
        "effects": effects(state),
        "question": question(state),
    }


def stock(state: BeyondTheRhine) -> Plain:
    result: Plain = {}
    for n, nation in enumerate(NATIONS):
        pax, eq = points_of(state, n)
        result[nation] = {
            "tokens": state.tokens[n],
            "words": sup.tokens(state.tokens[n]),
            "received": state.received[n] / sup.TOKENS,
            "spent": state.spent[n] / sup.TOKENS,
            "pax": pax,
            "eq": eq,
        }
    return result


def question(state: BeyondTheRhine) -> Plain | None:
    """A condition that is asked of the players: of a placement, or of an artillery division."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Recovery):
        return {"unit": top.unit, "place": "", "words": recovery_condition(state, top)}
    return (
        {"unit": top.unit, "place": top.place, "words": condition(state, top)}
        if isinstance(top, Placing)
        else None
    )


# ---------------------------------------------------------------- ports and caps


def ports(state: BeyondTheRhine) -> list[Plain]:
    """BTR-game.1_11.ports: how each stands, and when it will count."""
    counts, result = counting(state), list[Plain]()
    for name, status in zip(sup.PORTS, state.ports, strict=True):
        since = status.turn
        done = REPAIR_TURNS if status == REPAIRED else min(REPAIR_TURNS, state.turn - since) if since else 0
        shut = name in ANTWERPEN and state.scheldt != "open" and status != REPAIRED
        result.append(
            {
                "name": name,
                "status": status.status,
                "since": since,
                "done": done,
                "of": REPAIR_TURNS,
                "shut": shut,
                "counts": name in counts,
            }
        )
    return result


def caps(state: BeyondTheRhine) -> Plain:
    limit = repl.caps(state.turn)
    return {
        "rail": {"cap": limit.rail, "used": state.rail_used},
        "sea": {"cap": limit.sea, "used": state.sea_used},
        "harbours": harbours(state),
    }


def worth(state: BeyondTheRhine) -> list[Plain]:
    """What more ports would bring: mean SP on a dry turn of this date."""
    rows, have = [], []
    steps = [
        ("No port", []),
        ("One Antwerpen port", [sup.PORTS[0]]),
        ("Both Antwerpen ports", [sup.PORTS[1]]),
        ("… and Rotterdam", [sup.PORTS[2]]),
        ("… and Amsterdam", [sup.PORTS[3]]),
    ]
    now = counting(state)
    for words, more in steps:
        have += more
        row: Plain = {"words": words, "now": frozenset(have) == now}
        for nation in NATIONS:
            column = sup.column(
                int(sup.status(nation, state.turn)["column"]),
                sup.modifiers(nation, sup.Situation("dry", frozenset(have))),
            )
            row[nation] = {
                "column": sup.shown(column),
                "mean": number(sum((sp * p for sp, p in sup.outcomes(nation, column).items()), Fraction(0))),
            }
        rows.append(row)
    return rows


# ---------------------------------------------------------------- what is due, and what is dead


def due(state: BeyondTheRhine) -> list[Plain]:
    return [_due_row(state, u) for u in members(state.due)]


def _due_row(state: BeyondTheRhine, u: int) -> Plain:
    """A counter that may come, and since when: `late` counts the turns it has been held back."""
    entry = entry_of(state, u)
    late = max(state.turn - entry.turn, 0)
    return {
        "unit": u,
        "places": places(state, u),
        "clause": entry.clause,
        "since": day(entry.turn).isoformat(),
        "late": late,
    }


def dead(state: BeyondTheRhine) -> list[Plain]:
    """BTR-ledger.6: the dead pile and the counters short of steps, each with its price."""
    result = []
    for u in members(rebuildable(state, Turn())):
        price = PRICES[u]
        result.append(
            {
                "unit": u,
                "pool": COUNTERS[u].pool,
                "pax": price.pax,
                "eq": price.eq,
                "row": price.row,
                "clause": price.clause,
                "why": price.why_not,
                "whole": price.whole,
                "lost": state.lost[u],
                "dead": bool(state.dead >> u & 1),
            }
        )
    return result


def prices() -> list[Plain]:
    rows = []
    for row in repl.ROWS:
        special = repl.SPECIAL.get(row.get("special", ""), "")
        rows.append(
            {
                "name": row["name"],
                "pax": row.get("pax", 0),
                "eq": row.get("eq", 0),
                "per": row.get("per", ""),
                "special": special,
                "clause": row["clause"],
            }
        )
    return rows


# ---------------------------------------------------------------- what the dice may bring


def supply(state: BeyondTheRhine, nation: str) -> Plain:
    """BTR-supply.roll: the column of this turn, part by part, and what two dice make of it."""
    row, now = sup.status(nation, state.turn), standing(state)
    shifts = sorted(sup.modifiers(nation, now), key=lambda m: m.amount > 0)
    column = sup.column(int(row["column"]), shifts)
    table = sup.TABLES[nation]
    return {
        "status": row["column"],
        "status_clause": row["clause"],
        "shifts": [m._asdict() | {"name": sup.NAMES[m.clause]} for m in shifts],
        "column": column,
        "shown": sup.shown(column),
        "low": sup.LOW,
        "bands": [{"low": b["low"], "high": b["high"], "sp": b["sp"]} for b in table["band"]],
        "outcomes": {str(sp): number(p) for sp, p in sorted(sup.outcomes(nation, column).items())},
        "mean": number(sum((sp * p for sp, p in sup.outcomes(nation, column).items()), Fraction(0))),
    }


def chances(state: BeyondTheRhine) -> Plain:
    """The replacement rolls of this turn if they are still to come, of the next turn otherwise."""
    ahead = "replacements us" in state.rolled and state.turn < state.game_of.last
    turn = state.turn + ahead
    return {"turn": turn, "title": "Next turn’s chances" if ahead else "This turn’s chances"} | {
        nation: replacement_chances(nation, turn) for nation in NATIONS
    }


def replacement_chances(nation: str, turn: int) -> dict[str, float]:
    rolls = {n: repl.replacements(nation, turn, n) for n in sky.TWO_DICE}
    result: dict[str, Fraction] = {}
    for n, r in rolls.items():
        p = Fraction(sky.TWO_DICE[n], 36)
        for key, true in (
            ("pax1", r.pax > 0),
            ("pax2", r.pax > 1),
            ("eq1", r.eq > 0),
            ("eq2", r.eq > 1),
            ("ftr1", r.ftr > 0),
            ("misc1", r.misc > 0),
        ):
            result[key] = result.get(key, Fraction(0)) + (p if true else 0)
        for name in repl.RESULTS:
            result[name] = result.get(name, Fraction(0)) + p * getattr(r, name)
    return {key: number(p) for key, p in result.items()}


def effects(state: BeyondTheRhine) -> Plain:
    if not state.ground or not state.flight:
        return {}
    return sky.effects(
        state.ground, state.flight, state.options.hip_shoots_in_limited, state.options.interception_in_limited
    )
