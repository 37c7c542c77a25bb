"""The topics of `grognard ask longest-day`: what can be asked, with which parameters, and who answers."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.ask import POSITION, THE_POSITION, Answer, Parameter, by_name, topic

from . import ask_ledger, ask_map, ask_supply

LEDGER = Parameter(
    "ledger",
    str,
    "a ledger, position or record file; left out: the opening table and the historical arrivals",
    file=True,
)
DAY = Parameter("day", str, "a day, such as 1944-06-24 or '24 June'")
SIDE = Parameter("side", str, "allied or german", "allied")


def _unit(answer: Callable[..., Answer]) -> Callable[..., Answer]:
    """The functions call it `unit_`, since `unit` looks one up."""
    return lambda unit=None, **others: answer(unit_=unit, **others)


def _hex(answer: Callable[..., Answer]) -> Callable[..., Answer]:
    return lambda hex=None, **others: answer(hex_=hex, **others)


LEDGERS = (
    topic(
        "roster",
        "the assignment sheet: units down, days across",
        ask_ledger.roster,
        LEDGER,
        DAY,
        Parameter("days", list, "the days to show; left out: those on which something changes", ()),
        Parameter("corps", str, "only units of one corps"),
        Parameter("blank", bool, "the empty form", False),
        SIDE,
    ),
    topic(
        "assign",
        "whether orders are legal and when they take effect; without any, whether the ledger is legal",
        ask_ledger.assign,
        LEDGER,
        DAY,
        Parameter("unit", str, "a division, brigade or counter, such as 4-BDE"),
        Parameter("to", str, "a corps or an HQ, such as VIII, HQ-VIII or 11ARM:HQ"),
        Parameter("phase", str, "replacement or later; matters on 7 June only", "later"),
        SIDE,
        Parameter("orders", list, "several orders, judged together, such as 7ARM=VIII,11ARM=XXX", ()),
        Parameter("instead", str, "the eliminated unit of the division that the unit stands in for", ""),
    ),
    topic(
        "capacity",
        "the limits of an HQ, and its attached units",
        ask_ledger.capacity,
        LEDGER,
        DAY,
        Parameter("hq", str, "an HQ, such as 15:HQ or HQ-VIII; left out: all on the map"),
        SIDE,
    ),
    topic(
        "plan",
        "a legal ledger for a day and a request",
        ask_ledger.plan,
        LEDGER,
        DAY,
        Parameter("wish", list, "requested assignments, such as 7ARM=VIII,4-BDE=11ARM:HQ", ()),
        SIDE,
        Parameter("out", str, "a file to write the ledger to", file=True),
    ),
)

UNIT = Parameter("unit", str, "a counter, such as 3:1-Suffolk or ART-77")
ROLL = Parameter("roll", int, "the die that was rolled", low=1, high=6)
UNITS = Parameter("units", list, "counters, with commas between them", ())

MAPS = (
    topic(
        "supply",
        "units in supply, with HQ and route, and what blocks the others",
        _unit(ask_supply.supply),
        THE_POSITION,
        UNIT,
        SIDE,
    ),
    topic(
        "range",
        "which divisions act with their corps; or whether some units may stack and attack together",
        ask_supply.range_,
        THE_POSITION,
        SIDE,
        UNITS,
    ),
    topic(
        "consume",
        "the supply an attack would cost each HQ",
        ask_supply.consume,
        POSITION,
        UNITS,
        Parameter("fire", bool, "in the enemy's defensive fire phase", False),
        Parameter("before", int, "without a position: units of the HQ that have attacked in this phase", 0),
        Parameter("spent", bool, "without a position: whether the HQ has spent in this phase", False),
        Parameter(
            "weight",
            int,
            "without a position: units that attack now, groups and 7.2-inch batteries counting two",
        ),
    ),
    topic(
        "surrender",
        "units out of supply, and the units that would surrender now",
        _unit(ask_supply.surrender),
        THE_POSITION,
        UNIT,
        SIDE,
    ),
    topic("ledger", "violations in the ledger of a position", ask_map.ledger_state, THE_POSITION, SIDE),
    topic(
        "odds",
        "the odds of an attack and what it consumes",
        _hex(ask_map.odds),
        THE_POSITION,
        Parameter("units", list, "the attackers", (), required=True),
        Parameter("hex", str, "the hex attacked", required=True),
        Parameter("guns", list, "artillery that supports", ()),
        Parameter("ships", list, "beaches whose ships fire", ()),
        ROLL,
    ),
    topic(
        "fire",
        "what defensive fire needs, and what it consumes",
        _hex(ask_map.fire),
        THE_POSITION,
        Parameter("guns", list, "the artillery that fires", (), required=True),
        Parameter("hex", str, "the hex fired at", required=True),
        ROLL,
    ),
    topic(
        "crt",
        "the combat results table; with odds and a roll, one result",
        ask_map.crt,
        Parameter("odds", str, "a column, such as 3:1"),
        ROLL,
    ),
    topic("victory", "the points now", ask_map.victory, THE_POSITION),
    topic(
        "unit",
        "one counter",
        _unit(ask_map.one_unit),
        Parameter("unit", str, UNIT.help, required=True),
        POSITION,
    ),
    topic(
        "hex",
        "one hex of the map",
        _hex(ask_map.hex_),
        Parameter("hex", str, "a hex, such as 2015", required=True),
        POSITION,
    ),
    topic("terrain", "movement costs and column shifts by terrain", ask_map.terrain),
    topic(
        "options", "optional rules and interpretations", ask_map.options, Parameter("name", str, "one option")
    ),
)

TOPICS = by_name(LEDGERS, MAPS)
