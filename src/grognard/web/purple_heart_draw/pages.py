"""The pages of the umpire's desk: ground, hex, steps, shop, redeployment, records, cards."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.due import is_hidden
from grognard.core.hexes import letters
from grognard.core.plain import Plain
from grognard.core.procedure import Step
from grognard.core.ruling import GrognardError, Modifier, modifier_rows, total
from grognard.games.purple_heart_draw import (
    charts,
    forces,
    order,
    redeploy,
    redeploy_dice,
    requisition,
    stores,
    troops,
)
from grognard.games.purple_heart_draw.board import GRID, INTERSECTIONS, describe
from grognard.games.purple_heart_draw.charts import CHART, LINE, TWO_DICE
from grognard.games.purple_heart_draw.ground import overlays, situation, why
from grognard.games.purple_heart_draw.pieces import NUMBER, SIDES, read, unit
from grognard.games.purple_heart_draw.position import (
    Closing,
    Opening,
    PurpleHeartDraw,
    ground,
    start_of,
    works,
)
from grognard.games.purple_heart_draw.units import is_vehicle

from .seen import known_units, mine, off_map, piece, side_of, stacks

Asked = Mapping[str, str]


def ruling(clause: str, because: str, units: tuple[str, ...] = ()) -> dict[str, str]:
    return {"clause": clause, "because": because}


# ---------------------------------------------------------------- the map


def ground_page(state: PurpleHeartDraw, asked: Asked) -> Plain:
    """PHD-C2: whose ground it is, as sets of hexes, and how many of each."""
    sets = overlays(ground(state))
    return {
        "sets": sets,
        "counts": {name: len(hexes) for name, hexes in sets.items()},
        "stacks": stacks(state),
        "off_map": off_map(state),
    }


def hex_page(state: PurpleHeartDraw, asked: Asked) -> Plain:
    """One hex: what is printed, what stands there, and why it counts as it does."""
    hex_ = GRID.hex(asked.get("hex", ""))
    zones, laid = ground(state), works(state)
    return {
        **describe(hex_),
        "why": [ruling(*one) for one in why(zones, hex_, laid)],
        "situation": {
            side: situation(zones, n, hex_, state.options.isolated_scope) for n, side in enumerate(SIDES)
        },
        "objective": bool(INTERSECTIONS >> hex_ & 1),
        "here": stacks(state).get(GRID.name[hex_], []),
    }


# ---------------------------------------------------------------- the steps


def steps_page(state: PurpleHeartDraw, asked: Asked) -> Plain:
    """PHD-C5: the forty-one steps, those behind, the one due, those to come."""
    frames = [type(frame) for frame in state.stack]
    opening, closing = Opening in frames, Closing in frames
    now = max((order.number_of(step.clause) for step in _public_rows(state)), default=0)
    due = {one.number for one in order.steps_of(state.scenario, opening)} if opening or closing else set()
    return {
        "scenario": state.scenario,
        "of": charts.SCENARIOS,
        "playing": not (opening or closing),
        "now": now,
        "chapters": [
            {
                "name": name,
                "steps": [
                    {
                        "number": s.number,
                        "clause": s.clause,
                        "name": s.name,
                        "who": s.players,
                        "secret": s.secret,
                        "state": _place(s.number, now, due),
                    }
                    for s in order.STEPS
                    if s.number in numbers
                ],
            }
            for name, numbers in order.CHAPTERS.items()
        ],
    }


def _waiting(state: PurpleHeartDraw) -> list[Step]:
    """The rows of all procedures under way: a redeployment is a step inside a step."""
    return [state.procedures[type(f)][f.step] for f in state.stack if f.step < len(state.procedures[type(f)])]


def _public_rows(state: PurpleHeartDraw) -> list[Step]:
    """The rows a seat may know to be under way: of another side's secret step only the last row before it
    that all saw.
    """
    rows = _waiting(state)
    if not is_hidden(state, mine(state) or ""):
        return rows
    steps = []
    for frame in state.stack:
        before = state.procedures[type(frame)][: frame.step + 1]
        steps += [row for row in before if row.name and not row.secret][-1:]
    return steps


def _place(number: int, now: int, due: set[int]) -> str:
    if number not in due:
        return "not due"
    return "now" if number == now else "done" if number < now else "coming"


# ---------------------------------------------------------------- the shop: for its owner alone


def shop_page(state: PurpleHeartDraw, asked: Asked) -> Plain:
    """PHD-C5.31: the chart with prices, maxima and what is against each offer."""
    side = mine(state)
    if side is None:
        raise GrognardError("only the player of a side may look at its order")
    if state.card:
        raise GrognardError("a scenario card has no requisition: the forces are printed on it")
    purse, n = requisition.budget_of(state, side), NUMBER[side]
    against = requisition.judged(side, purse)
    offers = requisition.OFFERS_OF[side]
    lines = []
    for rg in CHART[side]:
        at = LINE[side][rg.id]
        ways = [
            {
                "offer": requisition.OFFERS[number],
                "how": requisition.OFFERS[number].partition(".")[2] or "just so",
                "price": requisition.cost_of(offer, state.scenario),
                "parts": (
                    modifier_rows(charts.price(offer.rg, offer.mode, state.scenario, offer.near))
                    if not offer.enhanced
                    else []
                ),
                "against": ruling(*against[number]) if number in against else None,
            }
            for number, offer in offers.items()
            if offer.rg.id == rg.id
        ]
        lines.append(
            {
                "id": rg.id,
                "unit": rg.unit,
                "number": rg.number,
                "composition": rg.composition,
                "type": rg.type,
                "price": rg.tp,
                "scen_max": rg.scen_max,
                "tm_max": rg.tm_max,
                "now": state.now[n][at],
                "bought": state.bought[n][at],
                "provenance": rg.provenance,
                "ways": ways,
            }
        )
    return {
        "side": side,
        "tp": state.tp[n],
        "dsp": state.dsp[n],
        "scenario": state.scenario,
        "lines": lines,
        "stores": _stores(state, side),
        "groups": _edge(state, n),
    }


def _stores(state: PurpleHeartDraw, side: str) -> Plain:
    """PHD-C5.35: defensive stores and their prices."""
    n = NUMBER[side]
    return {
        "dsp": state.dsp[n],
        "buried": len(state.buried[n]),
        "stock": list(state.stock[n]),
        "mines": state.mines[n],
        "mines_max": charts.MINES_MAX,
        "prices": dict(zip(stores.STORES, stores.STORE_COST, strict=True)),
        "hip_left": stores.hip_left(state, side),
    }


# ---------------------------------------------------------------- the lanes of the resolver


def lanes_page(state: PurpleHeartDraw, asked: Asked) -> Plain:
    """PHD-Z0, PHD-Z1: the five lanes with both lines as both sides see them; to its owner what his men and
    modules are told.
    """
    side = mine(state)
    n = NUMBER[side] if side else -1
    rows = [
        {
            "id": name,
            "columns": f"{letters(a)}-{letters(b)}",
            "us": state.lines[0][i],
            "german": state.lines[1][i],
            "posture": state.posture[n][i] if side else "",
            "follow": state.follow[n][i] if side else None,
        }
        for i, (name, (a, b)) in enumerate(zip(troops.LANE_NAMES, troops.SPAN, strict=True))
    ]
    return {
        "side": side,
        "turn": state.turn,
        "lanes": rows,
        "modules": _modules(state, n) if side else [],
        "groups": _edge(state, n) if side else [],
    }


def _modules(state: PurpleHeartDraw, n: int) -> list[Plain]:
    return [
        {
            "id": f"m{i + 1}",
            "size": m[0],
            "strength": m[1],
            "lane": troops.LANE_NAMES[lane] if lane >= 0 else "",
        }
        for i, (m, lane) in enumerate(zip(state.modules[n], state.aimed[n], strict=False))
    ]


def _edge(state: PurpleHeartDraw, n: int) -> list[Plain]:
    """What a group at the edge is: its order names only a number."""
    return [
        {"id": f"{SIDES[n][0]}-rg{number:02}", "number": number, "unit": charts.line(SIDES[n], group[0]).unit}
        for number, group in enumerate(forces.groups(state, SIDES[n]), 1)
    ]


# ---------------------------------------------------------------- redeployment


def redeploy_page(state: PurpleHeartDraw, asked: Asked) -> Plain:
    """PHD-C5.14: where a unit may go, and the exact odds of the DR, before the dice."""
    result = unit(asked.get("unit", ""))
    if result not in known_units(state):
        raise GrognardError(f"there is no unit {asked.get('unit')!r} that you can see")
    side, start = side_of(result), start_of(state, result)
    if start < 0:
        raise GrognardError(f"{asked['unit']} is not on the map")
    which = situation(ground(state), NUMBER[side], start, state.options.isolated_scope)
    together = [unit(name) for name in asked.get("with", "").split(",") if name]
    if strange := [
        u
        for u in together
        if u not in known_units(state)
        or _place_of(state, u) != _place_of(state, result)
        or side_of(u) != side
    ]:
        other = strange[0]
        name = piece(state, other)["id"] if other in known_units(state) else "a unit you cannot see"
        raise GrognardError(f"{name} does not stand with it")
    group = [result, *together]
    vehicle = is_vehicle(state, result)
    drm = redeploy_dice.modifiers(state, side, group, start)
    alone = [
        {
            "unit": piece(state, u)["title"],
            "odds": _odds(vehicle, redeploy_dice.modifiers(state, side, [u], start), which),
        }
        for u in group
    ]
    return {
        "unit": piece(state, result),
        "with": [piece(state, u) for u in together],
        "situation": which,
        "clause": f"PHD-C5.14.{which}",
        "need": redeploy_dice.NEEDS[which] if state.at[result] >= 0 else "may",
        "from": GRID.name[start],
        "range": redeploy_dice.reach_of(state, result),
        "goals": GRID.names(redeploy_dice.goals(state, side, result, which)),
        "no_dice": not redeploy.dice_needed(state, result, which),
        "modifiers": modifier_rows(drm),
        "total": total(drm),
        "odds": _odds(vehicle, drm, which),
        "alone": alone if len(group) > 1 else [],
        "dice": [_rolled(vehicle, roll, total(drm), which) for roll in TWO_DICE],
    }


def _rolled(vehicle: bool, roll: int, drm: int, which: str) -> Plain:
    result = redeploy_dice.result_of(vehicle, roll, drm)
    chance = float(TWO_DICE[roll])
    return {"roll": roll, "chance": chance, "result": _words(result, which), "kind": _kind(result, which)}


def _place_of(state: PurpleHeartDraw, u: int) -> tuple[int, int]:
    """PHD-TM8: a unit that left the map stands with those that left it by the same hex."""
    return state.at[u], state.exit[u]


def _odds(vehicle: bool, drm: list[Modifier], which: str) -> list[Plain]:
    return [
        {
            "result": _words(result, which),
            "kind": _kind(result, which),
            "fraction": str(chance),
            "chance": float(chance),
        }
        for result, chance in redeploy_dice.odds(vehicle, total(drm)).items()
    ]


def _kind(result: tuple[str, ...], which: str) -> str:
    """How good a result is, for the color of its bar."""
    if "remains" in result:
        return "bad" if which in ("i", "ii") else "stay"
    return "bad" if "eliminated" in result else "part" if {"replaced", "reduced"} & {*result} else "good"


def _words(result: tuple[str, ...], which: str) -> str:
    """PHD-C5.14.i, PHD-C5.14.ii: there who does not get away is lost."""
    lost = which in ("i", "ii") and "remains" in result
    return ", ".join([*result, *["so eliminated"] * lost]).replace("_", " ")


# ---------------------------------------------------------------- records and cards


def records_page(state: PurpleHeartDraw, asked: Asked) -> Plain:
    """PHD-C1.3: the roster of the side, its groups and its units; of the other side what lies open."""
    side = mine(state)
    units = [piece(state, u) for u in known_units(state)]
    result: Plain = {
        "side": side,
        "units": units,
        "cvp": dict(zip(SIDES, state.cvp, strict=True)),
        "suffered": [list(x) for x in state.suffered],
    }
    if side is None:
        return result
    n = NUMBER[side]
    groups = [
        {
            "number": number,
            "id": group[0],
            "unit": charts.line(side, group[0]).unit,
            "scenario": group[1],
            "how": group[2],
        }
        for number, group in enumerate(forces.groups(state, side), 1)
    ]
    phones = {int(name[1:]): GRID.name[h] for name, h in state.phones[n]}
    return result | {
        "tp": state.tp[n],
        "dsp": state.dsp[n],
        "san": state.san[n],
        "roster": [list(row) for row in state.roster[n]],
        "groups": groups,
        "modules": [
            {
                "size": m[0],
                "strength": m[1],
                "hexes": [GRID.name[h] for h in m[2]],
                "phone": phones.get(i, ""),
                "edge": GRID.name[m[4] - 1] if m[4] else "",
            }
            for i, m in enumerate(state.modules[n], 1)
        ],
        "columns": charts.RECORDS["roster"]["columns"],
    }


def cards_page(state: object, asked: Asked) -> list[Plain]:
    """The four scenario cards as the data have them."""
    return list(read("scenarios.toml")["scenario"])


PAGES = {
    "ground": ground_page,
    "hex": hex_page,
    "steps": steps_page,
    "shop": shop_page,
    "redeploy": redeploy_page,
    "records": records_page,
    "cards": cards_page,
    "lanes": lanes_page,
}
