"""Supply of The Longest Day laid over the map: routes, what closes them and what would open them, HQs, corps
ties, clocks.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.hexes import OFF, members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.longest_day.board import GRID, LAND, place_name
from grognard.games.longest_day.command import (
    bond,
    chain,
    half_steps,
    hq_supplied,
    open_to,
    reach_of,
    stock,
    zone,
)
from grognard.games.longest_day.days import iso
from grognard.games.longest_day.movement import destinations
from grognard.games.longest_day.pieces import (
    ALLOWANCE,
    COMBAT,
    CORPS_HQ,
    DEFENCE,
    DIVISION,
    ENEMY,
    HQ,
    HQ_OF_CORPS,
    NAMES,
    OF_SIDE,
    SIDE,
    SIDES,
    unit,
)
from grognard.games.longest_day.position import SUPPLY_NUMBER, LongestDay
from grognard.games.longest_day.routes import route
from grognard.games.longest_day.supply import RESETS, explain, fate, status
from grognard.games.longest_day.victory import hex_points, loss_points
from grognard.games.longest_day.victory import points as scored

FIXES_SHOWN = 3  # fixes shown with a refusal, or with a unit out of supply
REACH = 8  # TLD-B.2


def overlays(state: LongestDay) -> Plain:
    """What can be laid over the map."""
    return {
        "zones": {side: GRID.names(zone(state, side)) for side in SIDES},
        "supply": supply(state),
        "control": {"name": "this ground", "hexes": _control(state), "controlled": True, "clause": "TLD-S.7"},
        "corps": list(ties(state)),
        "moved": [NAMES[u] for u in members(state.moved)],
        "fought": [NAMES[u] for u in members(state.fought)],
        "arrivals": arrivals(state),
        "victory": {
            "points": scored(state),
            "hexes": hex_points(state),
            "losses": loss_points(state),
            "clause": "TLD-S.21",
        },
    }


def _control(state: LongestDay) -> dict[str, str]:
    """TLD-S.7: only what the Allies have taken; all other land is German."""
    return dict.fromkeys(GRID.names(state.control & LAND), "allied")


# ---------------------------------------------------------------- routes


def supply(state: LongestDay) -> Plain:
    """Every combat unit on the map with its route, or why it has none; and the HQs with what lies beside
    them.
    """
    result = {NAMES[u]: supply_of(state, u) for u in members(state.on_map & COMBAT)}
    hqs = [hq_of(state, u) for u in members(state.on_map & HQ)]
    sources = [q["hex"] for q in hqs if q["supplied"]]
    return {"hexes": [], "sources": sources, "units": result, "hqs": hqs}


def supply_of(state: LongestDay, number: int) -> Plain:
    now = status(state, number)
    path = _path(state, number, now.hq) if now.supplied else []
    row: Plain = {
        "supplied": now.supplied,
        "path": path,
        "clause": now.clause,
        "because": now.because,
        "cut": None,
        "hq": NAMES[now.hq] if now.hq >= 0 else None,
    }
    if now.supplied:
        return row
    why = explain(state, number)
    closed = why.get("closed", [])
    row["cut"] = {
        "reached": why.get("route_so_far", []),
        "enemies": [c["hex"] for c in closed if c["enemies"]],
        "zones": [c["hex"] for c in closed if not c["enemies"]],
    }
    return row | {"unfed": max(0, state.unfed[number]), "closed": closed}


def _path(state: LongestDay, number: int, hq: int) -> list[str]:
    """From the unit to its HQ."""
    if hq < 0 or hq == number or state.at[hq] == OFF or state.at[number] == OFF:
        return []
    path = route(GRID, state.at[hq], state.at[number], open_to(state, SIDE[number]))
    return [GRID.name[h] for h in reversed(path)] if path else []


def hq_of(state: LongestDay, hq: int) -> Plain:
    """An HQ with its supply units."""
    link = chain(state, SIDE[hq])
    units = members(stock(state, hq))
    return {
        "id": NAMES[hq],
        "side": SIDE[hq],
        "hex": GRID.name[state.at[hq]],
        "corps": link.corps[hq] or None,
        "supplied": hq_supplied(state, hq),
        "half_steps": half_steps(state, hq),
        "disrupted": bool(state.disrupted[hq]),
        "supply_units": [
            {
                "id": NAMES[u],
                "half": bool(state.half >> u & 1),
                "bound": state.bound[SUPPLY_NUMBER[u]] or None,
            }
            for u in units
        ],
        "spent": bool(state.spent >> hq & 1),
        "once": bool(state.once >> hq & 1),
    }


def stock_words(half_steps: int) -> str:
    """
    >>> stock_words(3), stock_words(1), stock_words(0)
    ('1½ supply units', 'half a supply unit', 'no supply unit')
    """
    whole, half = divmod(half_steps, 2)
    if not whole:
        return "half a supply unit" if half else "no supply unit"
    return f"{whole}{'½' if half else ''} supply unit{'s' if whole > 1 or half else ''}"


def hq_words(state: LongestDay, hq: str) -> Plain:
    """What the card of an HQ on the desk says."""
    number = unit(hq)
    if state.at[number] == OFF:
        return {}
    result = hq_of(state, number)
    return {
        "where": f"hex {result['hex']} · {stock_words(half_steps(state, number))}",
        "supplied": result["supplied"],
    }


# ---------------------------------------------------------------- the chosen HQ, the chosen unit


def chosen(state: LongestDay, name: str) -> Plain:
    """A unit under the lens: an HQ with its reach and what closes it; any other with its route, its clock and
    what would fix it.
    """
    number = unit(name)
    if state.at[number] == OFF:
        raise GrognardError(f"{name} is not on the map")
    result = {
        "unit": name,
        "side": SIDE[number],
        "hex": GRID.name[state.at[number]],
        "tie": tie(state, number),
        "clock": clock(state, number),
    }
    row: Plain = {**explain(state, number)}
    if HQ >> number & 1:
        row |= hq_of(state, number) | reach(state, number)
    return (
        result
        | row
        | {
            "effects": effects(state, number) if not row["supplied"] else [],
            "fixes": list(find_fixes(state, number)) if not row["supplied"] else [],
        }
    )


def reach(state: LongestDay, hq: int) -> Plain:
    """TLD-B.2: where the routes of an HQ lead, and the zones that stop them."""
    seen, side = reach_of(state, hq), SIDE[hq]
    rim = GRID.near(seen) & ~seen & LAND
    stopped = rim & (zone(state, ENEMY[side]) | state.occupied[ENEMY[side]])
    drawing = chain(state, side).drawing.get(hq, 0) & state.on_map
    return {
        "reach": GRID.names(seen),
        "stopped": GRID.names(stopped),
        "feeds": [NAMES[u] for u in members(drawing) if u != hq],
    }


def effects(state: LongestDay, number: int) -> list[Plain]:
    """TLD-B.3 in figures."""
    strong = state.strong >> number & 1
    return [
        {"words": f"{NAMES[number]} may not attack", "clause": "TLD-B.3"},
        {
            "words": (
                f"it defends at {DEFENCE[number]} in its strongpoint"
                if strong
                else f"its defence {DEFENCE[number]} counts {DEFENCE[number] / 2:g}"
            ),
            "clause": "TLD-S.12" if strong else "TLD-B.3",
        },
        {"words": f"its movement {ALLOWANCE[number]} counts {ALLOWANCE[number] / 2:g}", "clause": "TLD-B.3"},
    ]


def clock(state: LongestDay, number: int) -> Plain | None:
    """TLD-B.12: how many Reset Phases running, and what would happen."""
    if not COMBAT >> number & 1 or state.unfed[number] <= 0:
        return None
    result = fate(state, number)
    return {
        "count": state.unfed[number],
        "of": RESETS,
        "surrenders": result.surrenders,
        "clause": result.clause,
        "because": result.because,
    }


def find_fixes(state: LongestDay, number: int) -> Iterator[Plain]:
    """What one move would bring a unit back into supply."""
    standing = status(state, number)
    hq, side = standing.hq, SIDE[number]
    if hq < 0 or standing.clause == "TLD-J.11":
        yield {"words": f"Write an HQ for {NAMES[number]} on the staff desk", "hex": "", "clause": "TLD-B.4"}
        return
    if state.at[hq] == OFF:
        return
    if not hq_supplied(state, hq):
        yield {
            "words": f"Bring a supply unit of its corps to {NAMES[hq]} in {GRID.name[state.at[hq]]}",
            "hex": GRID.name[state.at[hq]],
            "clause": "TLD-B.1.b",
        }
        return
    yield from _opening(state, number, hq, side)
    back = destinations(state, number, False) & reach_of(state, hq)
    if back:
        near = min(members(back), key=lambda h: (GRID.distance(h, state.at[number]), h))
        path = route(GRID, state.at[hq], near, open_to(state, side))
        length = len(path) - 1 if path else "?"
        yield {
            "words": f"Pull {NAMES[number]} back to {place_name(near)}: supplied at {length}",
            "hex": GRID.name[near],
            "clause": "TLD-B.2",
        }


def _opening(state: LongestDay, number: int, hq: int, side: str) -> Iterator[Plain]:
    """Hexes that one friend would open: closed by a zone only."""
    open_ = open_to(state, side)
    barred = zone(state, ENEMY[side]) & ~open_ & LAND & ~state.occupied[ENEMY[side]]
    near = barred & GRID.within(1 << state.at[number], REACH)
    rows = [
        (len(path), h)
        for h in members(near)
        if (path := route(GRID, state.at[hq], state.at[number], open_ | 1 << h))
    ]
    for length, h in sorted(rows)[: FIXES_SHOWN - 1]:
        yield {
            "words": f"Move any unit into {place_name(h)}: the route reopens at {length - 1} hexes",
            "hex": GRID.name[h],
            "clause": "TLD-B.2",
        }


# ---------------------------------------------------------------- TLD-A.corps.21 to .25: ties


def tie(state: LongestDay, number: int) -> Plain | None:
    """Whether a unit's division acts with its corps."""
    if not DIVISION[number] or state.day == 0:
        return None
    result = bond(state, DIVISION[number])
    return {"ok": result.ok, "clause": result.clause, "because": result.because}


def ties(state: LongestDay) -> Iterator[Plain]:
    """Every divisional HQ on the map with its corps HQ."""
    for hq in members(state.on_map & HQ & ~CORPS_HQ):
        corps = chain(state, SIDE[hq]).corps[hq]
        main = HQ_OF_CORPS.get(corps, -1)
        if main >= 0 and state.at[main] != OFF:
            path = route(GRID, state.at[main], state.at[hq], open_to(state, SIDE[hq]))
            yield {
                "hq": NAMES[hq],
                "corps": corps,
                "path": [GRID.name[h] for h in path] if path else [],
                **(tie(state, hq) or {"ok": True, "clause": "TLD-S.13", "because": ""}),
            }


def arrivals(state: LongestDay) -> list[Plain]:
    """What is still to come, by day, as the scenario lists it."""
    from .staff import entries

    waiting: dict[tuple[int, str], list[str]] = {}
    out = state.on_map | state.dead | state.surrendered | state.gone
    for name, day in entries().items():
        number = unit(name)
        if not out >> number & 1 and state.afloat[number] == OFF:
            waiting.setdefault((max(day, state.day), SIDE[number]), []).append(name)
    rows = sorted(waiting.items())
    return [
        {
            "turn": day + 1,
            "dates": iso(day),
            "side": side,
            "clause": "TLD-S.11",
            "units": dict.fromkeys(names, "due" if day == state.day else ""),
            "early": None,
        }
        for (day, side), names in rows
    ]


def unfed(state: LongestDay) -> list[Plain]:
    """TLD-B.12: every clock that runs."""
    running = [
        u for side in SIDES for u in members(OF_SIDE[side] & state.on_map & COMBAT) if state.unfed[u] > 0
    ]
    return [{"unit": NAMES[u], "side": SIDE[u], **(clock(state, u) or {})} for u in running]
