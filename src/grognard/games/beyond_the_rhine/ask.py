"""The topics of `grognard ask beyond-the-rhine`: what can be asked, with which parameters, and who
answers.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature

from grognard.core.ask import POSITION, Answer, Parameter, by_name, topic

from .forecast import TOPIC as FORECAST

DATE = Parameter(
    "date", str, "date of a turn such as 1944-09-12, or its number (default: first turn of the campaign)"
)
CAMPAIGN = Parameter("campaign", str, "full, north-1944, south-1944, north-1945 or south-1945", "full")
NATION = Parameter("nation", str, "us or cw (default: both)")
ROLL = Parameter("roll", int, "sum of two dice (default: every sum)", low=2, high=12)
GROUND = Parameter("ground", str, "dry, mud or snow", "dry")
UNIT = Parameter("unit", str, "a counter or formation, such as US-747-TkBn or 6.Arm Div")
THE_UNIT = Parameter("unit", str, "a counter or formation, such as US-747-TkBn or 6.Arm Div", required=True)


# words of ours that are taken in Python or here
NAMES = {
    "campaign": "campaign_",
    "map": "map_",
    "type": "type_",
    "hex": "hex_",
}


def _late(module: str, name: str) -> Callable[..., Answer]:
    """An answer whose module is read only when it is asked: a question from a cold start pays for itself
    alone.
    """

    def answer(**given: object) -> Answer:
        result: Callable[..., Answer] = getattr(import_module(f".{module}", __package__), name)
        taken = signature(result).parameters
        return result(**{NAMES[k] if NAMES.get(k) in taken else k: value for k, value in given.items()})

    return answer


CHARTS = (
    topic(
        "turn",
        "weather, supply status, limits and chart entries of a turn",
        _late("ask_campaign", "turn"),
        DATE,
        CAMPAIGN,
    ),
    topic(
        "weather",
        "weather chances of a turn, or the result and effects of given dice",
        _late("ask_campaign", "weather"),
        DATE,
        Parameter("ground", int, "die for the ground", low=1, high=6),
        Parameter("flight", int, "sum of two dice for flight", low=2, high=12),
        Parameter("hip-shoots", bool, "hip shoots are allowed in Limited weather (BTR-J.15)", False),
        Parameter("interception", bool, "interception is allowed in Limited weather (BTR-J.16)", True),
    ),
    topic(
        "supply",
        "the supply column with every shift, and the SP received",
        _late("ask_campaign", "supply"),
        DATE,
        NATION,
        ROLL,
        GROUND,
        Parameter(
            "ports",
            list,
            "ports controlled and repaired: antwerpen-1, antwerpen-2 (antwerpen: both), rotterdam, amsterdam",
            (),
        ),
        Parameter("events", list, "events in force: north-flank, alpine", ()),
        Parameter("random-us", int, "columns a random event shifts the Americans", 0, low=-12, high=12),
        Parameter("random-cw", int, "columns a random event shifts the Commonwealth", 0, low=-12, high=12),
        POSITION,
    ),
    topic(
        "shipping",
        "rail and sea limits, and the capacity a unit takes",
        _late("ask_campaign", "shipping"),
        DATE,
        UNIT,
        POSITION,
    ),
    topic(
        "replacements",
        "results of a replacement roll",
        _late("ask_campaign", "replacements"),
        DATE,
        NATION,
        ROLL,
    ),
    topic(
        "rebuild",
        "the price of rebuilding a unit",
        _late("ask_campaign", "rebuild"),
        UNIT,
        Parameter("row", str, "a row of the rebuild table"),
        POSITION,
    ),
)
UNITS = (
    topic(
        "arrivals",
        "arrivals, removals, exchanges and transfers of the chart",
        _late("ask_units", "arrivals"),
        DATE,
        Parameter("until", str, "last date of a span"),
        CAMPAIGN,
        Parameter("group", str, "US, CW, FR or ALL"),
        Parameter("kind", str, "arrive, remove, exchange, transfer, add_to_dead_pile, ..."),
        Parameter("map", str, "A, B, C or D"),
    ),
    topic(
        "placement",
        "where a counter may arrive",
        _late("ask_units", "placement"),
        Parameter("date", str, "the date of arrival", required=True),
        THE_UNIT,
        Parameter("hex", str, "a hex of the edge, such as 24.01"),
    ),
    topic("unit", "history of a counter or a formation", _late("ask_units", "unit"), THE_UNIT),
    topic(
        "oob",
        "the order of battle on any date",
        _late("ask_units", "oob"),
        DATE,
        CAMPAIGN,
        Parameter("nation", str, "a nationality: US, UK, CA, FR, PL, BE"),
        Parameter("type", str, "a type, such as infantry"),
        Parameter("half", str, "north or south"),
    ),
)

MAP = Parameter("map", str, "map file in our format (default: the demonstration map)", file=True)
BLOWN = Parameter("blown", list, "Rhine bridges that are blown, such as Remagen,Bonn", ())
MOBILITY = Parameter("mobility", str, "track, truck or leg (default: the unit's)")
ALLOWANCE = Parameter("allowance", int, "movement allowance (default: the unit's)", low=0, high=60)
AXIS = Parameter("axis", bool, "German movement, which interdiction slows", False)
FLIGHT = Parameter("flight", str, "none, limited or normal", "normal")
MOVER = (  # a unit that moves, and what is in its way
    UNIT,
    MOBILITY,
    ALLOWANCE,
    GROUND,
    AXIS,
    FLIGHT,
    Parameter("closed", list, "hexes with enemy combat units", ()),
    Parameter("zoc", list, "hexes in un-negated enemy ZOC", ()),
)
LINE = Parameter("line", str, "line of the table: open, close, very_close or extremely_close", "open")
RE = Parameter("re", str, "regiment equivalents, such as 2 or 1/2", "2")

ON_A_MAP = (
    topic(
        "move",
        "the cost of a path, hex by hex",
        _late("ask_map", "moved"),
        Parameter(
            "path",
            list,
            "hexes or places, such as Aachen,14.09; two that are not adjacent stand for the cheapest path",
            required=True,
        ),
        *MOVER,
        Parameter("fuelled", bool, "a Track or Truck unit has fuel", True),
        BLOWN,
        MAP,
    ),
    topic(
        "reach",
        "the hexes a unit can enter",
        _late("ask_map", "reach"),
        Parameter("hex", str, "hex or place of the unit", required=True),
        *MOVER,
        BLOWN,
        MAP,
    ),
    topic(
        "combat",
        "exact combat odds, from strengths or on a map",
        _late("ask_fight", "combat"),
        Parameter("attack", int, "attack strength after terrain", low=0),
        Parameter("defense", int, "defense strength after terrain", low=0),
        Parameter("odds", str, "odds instead of strengths, such as 3:1"),
        ROLL,
        Parameter("surprise-roll", int, "sum of the two dice for surprise", low=2, high=12),
        Parameter("columns", int, "die for the columns of a surprise", low=1, high=6),
        LINE,
        Parameter("ar", int, "attacker's AR minus defender's AR", 0),
        Parameter("hedgehog", int, "level 0 to 4", 0),
        Parameter("overrun", bool, "an overrun", False),
        Parameter(
            "attackers",
            list,
            "units with their hexes: US-79-InfDiv@14.08, or 24-4:other:leg@14.08; tags +short +half +dg +oos"
            " +unpaid +strat +reserve",
            (),
        ),
        Parameter("defenders", list, "units: 10-4:other, 12-5:armor", ()),
        Parameter("hex", str, "the hex attacked"),
        GROUND,
        BLOWN,
        MAP,
    ),
    topic(
        "multipliers",
        "attack and defense multipliers of a hex by unit class",
        _late("ask_fight", "multipliers"),
        Parameter("hex", str, "the hex attacked", required=True),
        GROUND,
        Parameter("hedgehog", int, "level 0 to 4", 0),
        BLOWN,
        MAP,
    ),
    topic(
        "barrage",
        "column, cost and chances of a barrage",
        _late("ask_fight", "barrage"),
        Parameter("strength", int, "barrage strength", required=True, low=0),
        LINE,
        RE,
        Parameter("strat", bool, "target in Strat Mode", False),
        ROLL,
        Parameter("spotter", bool, "a friendly combat unit is adjacent to the target", True),
        Parameter("half-die", int, "die after a result of 1/2", low=1, high=6),
    ),
    topic(
        "trace",
        "whether a unit can trace supply",
        _late("ask_map", "traced"),
        Parameter("hex", str, "hex or place of the unit", required=True),
        Parameter("sources", list, "hexes that are supply sources or hold dumps", required=True),
        Parameter("hq", list, "hexes of HQ", ()),
        Parameter("throw", int, "the HQ's throw range", 10, low=0, high=60),
        Parameter("mobility", str, "of the throw range", "truck"),
        Parameter("closed", list, "hexes with enemy combat units", ()),
        Parameter("zoc", list, "hexes in un-negated enemy ZOC", ()),
        BLOWN,
        MAP,
    ),
    topic(
        "terrain",
        "the rows of both terrain charts",
        _late("ask_map", "terrain"),
        Parameter("kind", str, "a terrain, such as heavy_woods"),
        GROUND,
    ),
    topic(
        "tokens",
        "combat supply, fuel, eating and internal stocks in tokens",
        _late("ask_map", "tokens"),
        Parameter("steps", int, "attacking steps", 1, low=0),
        RE,
        Parameter("formations", int, "formations fuelled", 0, low=0),
        Parameter("headquarters", int, "HQ fuelled", 0, low=0),
        Parameter("single", int, "counters fuelled", 0, low=0),
    ),
    topic(
        "attrition",
        "steps a unit out of supply loses",
        _late("ask_map", "attrition"),
        Parameter("earlier", int, "earlier Supply Phases in a row", 0, low=0),
        Parameter("ar", int, "its AR", 3, low=0, high=9),
        ROLL,
    ),
    topic(
        "capture",
        "the share of a dump the captor gets",
        _late("ask_map", "capture"),
        Parameter("amount", int, "tokens or transport points", required=True, low=0),
        Parameter("die", int, "die (default: every result)", low=1, high=6),
    ),
    topic(
        "air",
        "air combat and flak of a mission",
        _late("ask_map", "air"),
        Parameter("attacker", int, "rating", 0, low=0),
        Parameter("defender", int, "rating", 0, low=0),
        Parameter("aircraft", int, "aircraft in the mission", 1, low=1),
        Parameter("hq", bool, "an HQ in the target hex", False),
        Parameter("base-level", int, "level of an air base there", 0, low=0),
        Parameter("flak", int, "printed flak", 0, low=0),
        Parameter("zone", str, "enemy patrol zone: none, with-fighter, without-fighter", "none"),
        ROLL,
        Parameter("flak-roll", int, "sum of two dice for flak", low=2, high=12),
    ),
)

AT_THE_TABLE = (
    topic(
        "phase",
        "what a unit may do in a phase",
        _late("ask_table", "phase"),
        Parameter(
            "phase",
            str,
            "refit, reinforcement, movement, supply, reaction, combat, exploitation or clean-up",
            "movement",
        ),
        Parameter("marker", str, "none, reserve, released or exploit", "none"),
        Parameter("allowance", int, "its movement points", 8, low=0, high=60),
        Parameter(
            "action",
            str,
            "an action to judge: move, overrun, attack, barrage, change-mode, rail, reserve, air-mission,"
            " hip-shoot, refit, seaborne-assault",
        ),
        Parameter("mode", str, "the unit's mode: combat, move or strat", "combat"),
        Parameter("dg", bool, "the unit is DG", False),
        Parameter("spent", int, "MP already spent", 0, low=0, high=60),
        FLIGHT,
        GROUND,
        Parameter("zoc", bool, "the unit is in an enemy ZOC", False),
    ),
    topic(
        "zone",
        "whether a unit has a ZOC, and what it stops",
        _late("ask_table", "zone"),
        Parameter("mobility", str, "mobility of the moving unit: track, truck or leg", "truck"),
        Parameter("mode", str, "of the unit: combat, move, ...", "combat"),
        Parameter("attack-capable", bool, "the unit can attack", True),
        Parameter("supplied", bool, "the unit is in supply", True),
        Parameter("dg", bool, "the unit is DG", False),
        Parameter("friend", bool, "a friendly combat unit is in the hex", False),
    ),
    topic(
        "aftermath",
        "steps lost, retreat, exploitation and advance after a combat",
        _late("ask_table", "aftermath"),
        Parameter("result", str, "result as the table prints it, such as 'Ao1e4 DL1o2'", required=True),
        Parameter(
            "units",
            list,
            "attackers, the one whose AR was used first: CCA:4:2 is NAME:AR:STEPS, +dg if DG",
            required=True,
        ),
        Parameter("taken", int, "steps the attacker loses of the option", 0, low=0),
        Parameter("overrun", bool, "an overrun", False),
    ),
)

TOPICS = by_name(CHARTS, UNITS, ON_A_MAP, AT_THE_TABLE, (FORECAST,))
