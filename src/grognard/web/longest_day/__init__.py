"""The Longest Day for the page: map, counters, the position, and what the staff desk asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from grognard.core.hexes import OFF
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, IllegalAction, Ruling
from grognard.games.longest_day.board import GRID, MAP
from grognard.games.longest_day.days import LAST_DAY, date_words, day_of
from grognard.games.longest_day.ledger import (
    LATER,
    REPLACEMENT,
    SUPPLY_DAY,
    Ledger,
    Order,
    effective_day,
    order,
)
from grognard.games.longest_day.ledger_cache import ledger_of
from grognard.games.longest_day.ledger_rules import Violation, objections
from grognard.games.longest_day.orders import stand_ins
from grognard.games.longest_day.pieces import (
    ALLIED,
    ARM,
    COMPANY,
    DIVISION,
    MECHANIZED,
    NAMES,
    ROWS,
    SIDES,
    UNIT,
    Row,
    display_name,
)
from grognard.games.longest_day.position import Drafting, LongestDay
from grognard.games.longest_day.sets import violations_of
from grognard.games.longest_day.sheet import read_ledger, write_ledger
from grognard.sheets.longest_day import filled
from grognard.sheets.paper import Document
from grognard.web.game_views import Page

from .field import fight, odds, reach, units, when
from .routes import chosen, hq_words, overlays, unfed
from .staff import Staff, entry_day, hq_card, kind_of, may_write, proposal, roster, staff
from .staff_targets import where

# How the drawing calls the ground.
DRAWN = {
    ".": "sea",
    "c": "clear",
    "b": "bocage",
    "w": "woods",
    "m": "flooded",
    "h": "hill",
    "t": "town",
    "C": "city",
}
WORDS = {"flooded": "marsh"}

# ---------------------------------------------------------------- what never changes


def map_data() -> Plain:
    """TLD-S.1: the map at 2 km a hex, for drawing; every road over a river is a bridge."""
    wet = {frozenset(side) for river in MAP["river"] for side in river["hexsides"]}
    steps = {
        frozenset(pair): list(pair)
        for road in MAP["road"]
        for pair in zip(road["hexes"], road["hexes"][1:], strict=False)
    }
    return {
        "hexes": _hexes(),
        "rivers": [{"name": river["name"], "hexsides": river["hexsides"]} for river in MAP["river"]],
        "bridges": [{"hexside": pair} for key, pair in steps.items() if key in wet],
        "roads": [
            {
                "kind": "road" if road["class"] == "primary" else "lane",
                "name": road["name"],
                "path": road["hexes"],
            }
            for road in MAP["road"]
        ],
        "boundary": [],
        "zones": {},
        "provenance": MAP["meta"]["provenance"],
    }


def _hexes() -> dict[str, dict[str, str]]:
    result: dict[str, dict[str, str]] = {}
    for row, line in enumerate(MAP["terrain"]["rows"], 1):
        for column, letter in enumerate(line, 1):
            kind = DRAWN[letter]
            result[f"{column:02}{row:02}"] = {"t": kind} | ({"words": WORDS[kind]} if kind in WORDS else {})
    for beach in MAP["beach"]:
        for hex_ in beach["hexes"]:
            result[hex_] = {
                "t": "beach",
                "words": f"{result[hex_]['t']}, {beach['name']} beach",
                "beach": beach["name"],
            }
    for place in MAP["place"]:
        result[place["hex"]].setdefault("name", place["name"])
    return result


def unit_data() -> list[Plain]:
    """TLD-A.form, TLD-G.2: the counters as their files tell them."""
    result = [_counter(number, row) for number, row in enumerate(ROWS)]
    return sorted(
        result, key=lambda u: {"supply": 0, "hq": 2}.get(str(u["type"]), 1)
    )  # of a stack the last lies on top


def _counter(number: int, row: Row) -> Plain:
    attack = f"({row['attack']})" if row["attack_parenthesised"] else row["attack"]
    figures = {"corps": ["XXX"], "division": ["XX"]}.get(
        row["hq"], [attack, row["defence"], row["movement"]] if row["arm"] != "supply" else ["supply"]
    )
    size = (
        "corps"
        if row["hq"] == "corps"
        else "division"
        if row["hq"]
        else "company"
        if COMPANY >> number & 1
        else "battalion"
    )
    glider = row["kind"] == "abn" and "Airlanding" in row.get("brigade", "")
    return {
        "id": NAMES[number],
        "name": _name(row),
        "label": display_name(NAMES[number]),
        "side": row["side"],
        "formation": row["division"] or row.get("parent", ""),
        "nation": row["nationality"],
        "type": "glider" if glider else kind_of(row["kind"]),
        "mobility": "mobile" if MECHANIZED >> number & 1 else "leg",
        "size": "" if row["arm"] == "supply" else size,
        "full": figures,
        "stats": [attack, row["defence"], row["movement"]],
        "reduced": None,
        "range": row.get("range"),
        "strength_provenance": row["provenance"],
        "brigade": brigade_of(row),
    }


def brigade_of(row: Row) -> str:
    """The brigade or regiment a counter belongs to, with its division; empty for corps and division
    troops.
    """
    name = row.get("brigade") or row.get("parent") or ""
    return f"{row['division']} {name}".strip() if name else ""


def _name(row: Row) -> str:
    if row["hq"] == "division":
        return f"HQ of {row['division']}"
    return f"{row['name']} ({row['division']})" if row["division"] else str(row["name"])


# ---------------------------------------------------------------- the staff desk of a table


def markers(state: LongestDay) -> dict[str, list[str]]:
    """Nothing lies on the map but counters."""
    return {}


def cups(state: LongestDay) -> Plain:
    return {}


def desk(state: LongestDay, topic: str, asked: Mapping[str, str]) -> object:
    """Pages of the staff desk. Nothing in this game is hidden, so either side's staff may be looked at."""
    if topic == "lens":
        name = asked.get("unit", "")
        result = chosen(state, name)
        if "reach" not in result:
            return result
        return result | {"meters": hq_card(_staff_of(state, str(result["side"])), name)["meters"]}
    if topic == "clocks":
        return unfed(state)
    side = asked.get("side", "") or state.to_move or ALLIED
    return _page(_staff_of(state, side if side in SIDES else ALLIED), topic, asked)


def _staff_of(state: LongestDay, side: str) -> Staff:
    top: object = state.stack[-1] if state.stack else None
    draft = top if isinstance(top, Drafting) and top.side == side else None
    ledger, written = _drafted(state, side, draft)
    writing = state.to_move == side and (
        draft is not None or state.step.name in (f"{side} orders", f"{side} late orders")
    )
    early = state.day == SUPPLY_DAY and (
        draft.phase == REPLACEMENT if draft else state.step.name == f"{side} orders"
    )
    return Staff(
        ledger,
        state.day,
        REPLACEMENT if early else LATER,
        lambda name: GRID.name[state.at[UNIT[name]]] if name in UNIT and state.at[UNIT[name]] != OFF else "",
        lambda hq: hq_words(state, hq),
        may_write(ledger, state.day, writing),
        _actions,
        lambda unit: _has_one(unit, written, draft),
        writing and draft is None,
        lambda orders: _together([a for o in orders for a in _actions(o)], draft),
        lambda order: [] if draft else ["together", *_actions(order)],
        _set(state, draft),
        lambda unit: [(a.place, a.lost) for a in stand_ins(state, side, unit)],
    )


def _drafted(state: LongestDay, side: str, draft: Drafting | None) -> tuple[Ledger, set[str]]:
    """The ledger as the open set would make it, and the units that have an order of today in it."""
    ledger = ledger_of(state, side)
    written = {order.unit for order in ledger.orders if order.day == state.day}
    if draft is None:
        return ledger, written
    for unit in draft.out:
        ledger = ledger.struck(state.day, unit)
    return ledger.wrote(*map(Order.read, draft.lines)), written - set(draft.out)


def _together(actions: list[str], draft: Drafting | None) -> list[str]:
    """Actions of several orders, as one set if none is open."""
    return actions if draft else ["together", *actions, "enter"]


def _actions(order: Order) -> list[str]:
    """An order as it is written at a table."""
    return [
        f"order {order.unit}",
        f"standin {order.to} {order.stand_in}" if order.stand_in else f"to {order.to}",
    ]


def _has_one(unit: str, written: set[str], draft: Drafting | None) -> Violation | None:
    if draft is not None and any(line[1] == unit for line in draft.lines):
        return Violation("TLD-J.34", f"{unit} has an order in this set", (unit,))
    return (
        Violation("TLD-J.35", f"{unit} has its order of today; strike it first", (unit,))
        if unit in written
        else None
    )


def _set(state: LongestDay, draft: Drafting | None) -> Plain | None:
    """TLD-J.34: the set of orders being written, and what is against it as a whole."""
    if draft is None:
        return None
    result = violations_of(state, draft) if draft.lines or draft.out else []
    return {
        "orders": [
            {"who": line[1], "to": line[2], "for": line[4] or None, "drop": f"strike {line[1]}"}
            for line in draft.lines
        ],
        "out": list(draft.out),
        "rulings": [{"clause": f.clause, "because": f.because} for f in result],
        "ok": bool(draft.lines or draft.out) and not result,
    }


# ----------------------------------------------------- the staff desk without a table: a ledger kept on paper


def paper(topic: str, asked: Mapping[str, str]) -> object:
    """Pages of the staff desk for people who play on their own map: the ledger comes and goes as text."""
    ledger, day = _book(asked)
    if topic == "text":
        return {"ledger": write_ledger(ledger, day)}
    if topic == "write":
        made, words = _written(ledger, day, asked.get("do", ""))
        return {"ledger": write_ledger(made, day), "words": words, "staff": staff(_desk_of(made, day))}
    return _page(_desk_of(ledger, day), topic, asked)


def _desk_of(ledger: Ledger, day: int) -> Staff:
    return Staff(
        ledger,
        day,
        LATER,
        _ashore(ledger, day),
        lambda hq: {},
        may_write(ledger, day, True),
        _assigns,
        strikes=True,
        together=lambda orders: [text for order in orders for text in _assigns(order)],
        stand_ins=lambda unit: _losses(ledger, unit),
    )


def _assigns(order: Order) -> list[str]:
    return [f"assign {order.unit} {order.to}" + (f" for={order.stand_in}" if order.stand_in else "")]


def _losses(ledger: Ledger, unit: str) -> list[tuple[str, str]]:
    """TLD-J.6: the eliminated units of divisions that are of the arm of a counter."""
    record = ledger.roster.record(unit)
    lost = [name for name in sorted(ledger.eliminated) if name in UNIT and DIVISION[UNIT[name]]]
    return [
        (f"{DIVISION[UNIT[name]]}:HQ", name)
        for name in lost
        if record.what == "unit" and ARM[UNIT[name]] == record.arm
    ]


def paper_sheet(sheet: str, asked: Mapping[str, str]) -> Document:
    if sheet != "roster":
        raise GrognardError(f"there is no sheet {sheet!r}; there is roster")
    return filled(*_book(asked))


def _book(asked: Mapping[str, str]) -> tuple[Ledger, int]:
    if (side := asked.get("side") or ALLIED) not in SIDES:
        raise GrognardError(f"side is one of {', '.join(SIDES)}, not {side!r}")
    ledger, own = (
        read_ledger(asked["ledger"]) if asked.get("ledger", "").strip() else (Ledger(side=side), None)
    )
    day = day_of(asked["day"]) if asked.get("day") else own or 0
    if not 0 <= day <= LAST_DAY:
        raise GrognardError(f"{asked.get('day')!r} is not a day from 6 June to {date_words(LAST_DAY)}")
    return ledger, day


def _ashore(ledger: Ledger, day: int) -> Callable[[str], str]:
    """On paper a unit is on the map once its day has come; HQs when the players say so."""
    return lambda name: "ashore" if ledger.arrived.get(name, entry_day(name)) <= day else ""


def _written(ledger: Ledger, day: int, do: str) -> tuple[Ledger, list[dict[str, str]]]:
    """Orders written together, one struck, or an HQ put ashore; what is against the rules is refused with its
    clauses.
    """
    lines = [line.split() for line in do.splitlines() if line.strip()]
    match lines:
        case [["strike", unit]]:
            made, sentences = _struck(ledger, day, unit)
        case [["land", hq]] if ledger.roster.is_hq(hq):
            made, sentences = (
                replace(ledger, arrived={**ledger.arrived, hq: day}),
                [f"{hq} landed {date_words(day)}"],
            )
        case [_, *_] if all(_is_order(line) for line in lines):
            made, sentences = _assigned(ledger, day, [_order(ledger, day, *line[1:]) for line in lines])
        case _:
            raise GrognardError(
                "write `assign UNIT CORPS-OR-HQ`, with `for=LOST` behind it for a stand-in, `strike UNIT` or"
                " `land HQ`"
            )
    return made, [{"text": text, "clause": "TLD-A.corps.4"} for text in sentences]


def _is_order(line: list[str]) -> bool:
    return line[0] == "assign" and (len(line) == 3 or (len(line) == 4 and line[3].startswith("for=")))


def _order(ledger: Ledger, day: int, unit: str, to: str, lost: str = "") -> Order:
    return order(ledger, day, unit, to, stand_in=lost.removeprefix("for="))


def _struck(ledger: Ledger, day: int, unit: str) -> tuple[Ledger, list[str]]:
    name = ledger.roster.record(unit).id
    remaining = tuple(o for o in ledger.orders if not (o.day == day and o.unit == name))
    return replace(ledger, orders=remaining), [
        f"the orders for {display_name(name)} of {date_words(day)} are struck"
    ]


def _assigned(ledger: Ledger, day: int, orders: list[Order]) -> tuple[Ledger, list[str]]:
    """TLD-A.corps.4: a later order of the same day for the same unit takes the place of the earlier one."""
    if violations := objections(ledger, *orders):
        raise IllegalAction(
            " and ".join(f"{o.unit} to {o.to}" for o in orders),
            [Ruling(f.clause, f.because) for f in violations],
        )
    is_hq = ledger.roster.is_hq
    gone = {(o.unit, is_hq(o.to)) for o in orders}
    remaining = tuple(o for o in ledger.orders if not (o.day == day and (o.unit, is_hq(o.to)) in gone))
    sentences = [_order_words(ledger, o) for o in orders]
    return replace(ledger, orders=remaining).wrote(*orders), sentences


def _order_words(ledger: Ledger, order: Order) -> str:
    day = date_words(effective_day(ledger, order))
    return f"{display_name(order.unit)} is assigned to {display_name(order.to)}, effective {day}"


def _page(staff_: Staff, topic: str, asked: Mapping[str, str]) -> object:
    match topic:
        case "staff":
            return staff(staff_)
        case "where":
            return where(staff_, asked.get("unit", ""), asked.get("kind", "corps"))
        case "roster":
            return roster(staff_)
        case "plan":
            return proposal(staff_)
    raise GrognardError(f"the staff desk has no page {topic!r}; it has staff, where, roster and plan")


PAGE = Page(
    map=True, plans=True, desk="desks/tld/desk.js", presentation="games/longest-day.js", numbering="CCRR"
)

__all__ = [
    "PAGE",
    "cups",
    "desk",
    "fight",
    "map_data",
    "markers",
    "odds",
    "overlays",
    "paper",
    "paper_sheet",
    "reach",
    "unit_data",
    "units",
    "when",
]
