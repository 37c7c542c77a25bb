"""The topics of `grognard ask beyond-the-rhine`: what can be asked, with which parameters, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import signature

from grognard.core.ask import Answer, Parameter, Topic

from .forecast import TOPIC as FORECAST

DATE = Parameter("date", str, "a turn's date such as 1944-09-12, or its number; left out: the first")
CAMPAIGN = Parameter("campaign", str, "full, north-1944, south-1944, north-1945 or south-1945", "full")
NATION = Parameter("nation", str, "us or cw; left out: both")
ROLL = Parameter("roll", int, "the sum of two dice; left out: every sum")
GROUND = Parameter("ground", str, "dry, mud or snow", "dry")
UNIT = Parameter("unit", str, "a counter or formation, such as US-747-TkBn or 6.Arm Div")
THE_UNIT = Parameter("unit", str, "a counter or formation, such as US-747-TkBn or 6.Arm Div", required=True)


def _topic(name: str, help_: str, answer: Callable[..., Answer], *parameters: Parameter) -> Topic:
    return Topic(name, help_, parameters, answer)


# words of ours that are taken in Python or here
NAMES = {
    "campaign": "campaign_",
    "map": "map_",
    "type": "type_",
    "hex": "hex_",
}


def _late(module: str, name: str) -> Callable[..., Answer]:
    """An answer whose module is read only when it is asked: a question from a cold start pays for itself alone."""

    def answer(**given: object) -> Answer:
        found: Callable[..., Answer] = getattr(import_module(f".{module}", __package__), name)
        taken = signature(found).parameters
        return found(**{NAMES[k] if NAMES.get(k) in taken else k: value for k, value in given.items()})

    return answer


CHARTS = (
    _topic("turn", "everything a turn has in store", _late("ask_campaign", "turn"), DATE, CAMPAIGN),
    _topic(
        "weather", "the chances of a turn, or what given dice bring and do", _late("ask_campaign", "weather"), DATE,
        Parameter("ground", int, "the die for the ground"), Parameter("flight", int, "two dice for flight"),
        Parameter("hip-shoots", bool, "the reading that Limited weather allows hip shoots", False),
        Parameter("interception", bool, "the reading that Limited weather allows interception", True),
    ),
    _topic(
        "supply", "the supply column with every shift, and the SP", _late("ask_campaign", "supply"), DATE, NATION, ROLL, GROUND,
        Parameter("ports", list, "ports controlled and repaired: antwerpen-1, antwerpen-2 (antwerpen: both), rotterdam, amsterdam", ()),
        Parameter("events", list, "events in force: north-flank, alpine", ()),
        Parameter("random-us", int, "columns a random event shifts the Americans", 0),
        Parameter("random-cw", int, "columns a random event shifts the Commonwealth", 0),
    ),
    _topic("shipping", "rail and sea caps, and what a unit takes of them", _late("ask_campaign", "shipping"), DATE, UNIT),
    _topic("replacements", "what a replacement roll brings", _late("ask_campaign", "replacements"), DATE, NATION, ROLL),
    _topic(
        "rebuild", "what a dead unit costs", _late("ask_campaign", "rebuild"), UNIT, Parameter("row", str, "a row of the rebuild table"),
    ),
)  # fmt: skip
UNITS = (
    _topic(
        "arrivals", "what arrives, leaves, is exchanged or transferred", _late("ask_units", "arrivals"), DATE,
        Parameter("until", str, "the last date of a span"), CAMPAIGN, Parameter("group", str, "US, CW, FR or ALL"),
        Parameter("kind", str, "arrive, remove, exchange, transfer, add_to_dead_pile, ..."), Parameter("map", str, "A, B, C or D"),
    ),
    _topic(
        "placement", "where a counter may come on", _late("ask_units", "placement"),
        Parameter("date", str, "the date of arrival", required=True), THE_UNIT, Parameter("hex", str, "a hex of the edge, such as 24.01"),
    ),
    _topic("unit", "the whole story of a counter or a formation", _late("ask_units", "unit"), THE_UNIT),
    _topic(
        "oob", "the order of battle on any date", _late("ask_units", "oob"), DATE, CAMPAIGN,
        Parameter("nation", str, "a nationality: US, UK, CA, FR, PL, BE"), Parameter("type", str, "a type, such as infantry"),
        Parameter("half", str, "north or south"),
    ),
)  # fmt: skip

MAP = Parameter("map", str, "a map file in our format; left out: the demonstration map", file=True)
BLOWN = Parameter("blown", list, "Rhine bridges that are blown, such as Remagen,Bonn", ())
MOBILITY = Parameter("mobility", str, "track, truck or leg; left out: the unit's")
ALLOWANCE = Parameter("allowance", int, "movement points; left out: the unit's")
AXIS = Parameter("axis", bool, "whether it is German movement, which interdiction slows", False)
FLIGHT = Parameter("flight", str, "none, limited or normal", "normal")
LINE = Parameter("line", str, "a line of the table: open, close, very_close or extremely_close", "open")
RE = Parameter("re", str, "regiment equivalents, such as 2 or 1/2", "2")

ON_A_MAP = (
    _topic(
        "move", "what a path costs, step by step", _late("ask_map", "moved"),
        Parameter("path", list, "hexes or places, such as Aachen,14.09; two that are not next to each other: the cheapest way", required=True),
        UNIT, MOBILITY, ALLOWANCE, GROUND, AXIS, FLIGHT, BLOWN, MAP,
    ),
    _topic(
        "reach", "every hex a unit can enter", _late("ask_map", "reach"), Parameter("hex", str, "where it stands: a hex or a place", required=True),
        UNIT, MOBILITY, ALLOWANCE, GROUND, AXIS, FLIGHT, Parameter("closed", list, "hexes with enemy combat units", ()),
        Parameter("zoc", list, "hexes in un-negated enemy zones of control", ()), BLOWN, MAP,
    ),
    _topic(
        "combat", "exact odds, from bare figures or on a map", _late("ask_map", "combat"),
        Parameter("attack", int, "attack strength, terrain counted in"), Parameter("defense", int, "defence strength, terrain counted in"),
        LINE, Parameter("ar", int, "attacker's AR less the defender's", 0), Parameter("hedgehog", int, "level 0 to 4", 0),
        Parameter("overrun", bool, "an overrun", False),
        Parameter("attackers", list, "units with their hexes: US-79-InfDiv@14.08, or 24-4:other:leg@14.08; tags +short +half +dg +oos +unpaid", ()),
        Parameter("defenders", list, "units: 10-4:other, 12-5:armor", ()), Parameter("hex", str, "the hex attacked"), GROUND, BLOWN, MAP,
    ),
    _topic(
        "multipliers", "what each class counts against a hex, side by side", _late("ask_map", "multipliers"), Parameter("hex", str, "the hex attacked", required=True),
        GROUND, Parameter("hedgehog", int, "level 0 to 4", 0), BLOWN, MAP,
    ),
    _topic(
        "barrage", "column, cost and exact results of a barrage", _late("ask_map", "barrage"),
        Parameter("strength", int, "barrage strength", required=True), LINE, RE, Parameter("strat", bool, "target in Strat Mode", False),
    ),
    _topic(
        "trace", "whether a unit can trace supply", _late("ask_map", "traced"), Parameter("hex", str, "where it stands", required=True),
        Parameter("sources", list, "hexes that are supply sources or hold dumps", required=True), Parameter("hq", list, "hexes of HQ", ()),
        Parameter("throw", int, "the HQ's throw range", 10), Parameter("mobility", str, "of the throw range", "truck"),
        Parameter("closed", list, "hexes with enemy combat units", ()), Parameter("zoc", list, "hexes in un-negated enemy zones", ()), BLOWN, MAP,
    ),
    _topic("terrain", "the rows of both terrain charts", _late("ask_map", "terrain"), Parameter("kind", str, "a terrain, such as heavy_woods"), GROUND),
    _topic(
        "tokens", "combat supply, fuel, eating and internal stocks in tokens", _late("ask_map", "tokens"), Parameter("steps", int, "attacking steps", 1), RE,
        Parameter("formations", int, "formations fuelled", 0), Parameter("headquarters", int, "HQ fuelled", 0), Parameter("single", int, "counters fuelled", 0),
    ),
    _topic("attrition", "steps a unit out of supply loses", _late("ask_map", "attrition"), Parameter("earlier", int, "earlier Supply Phases in a row", 0), Parameter("ar", int, "its AR", 3)),
    _topic("capture", "what a captor gets of a dump", _late("ask_map", "capture"), Parameter("amount", int, "tokens or transport points", required=True), Parameter("die", int, "the die; left out: every face")),
    _topic(
        "air", "an air combat, and the flak of a mission", _late("ask_map", "air"), Parameter("attacker", int, "rating", 0), Parameter("defender", int, "rating", 0),
        Parameter("aircraft", int, "aircraft in the mission", 1), Parameter("hq", bool, "an HQ in the target hex", False),
        Parameter("base-level", int, "level of an air base there", 0), Parameter("flak", int, "printed flak", 0),
        Parameter("zone", str, "enemy patrol zone: none, with-fighter, without-fighter", "none"),
    ),
)  # fmt: skip

AT_THE_TABLE = (
    _topic(
        "phase", "what a phase allows a unit", _late("ask_table", "phase"),
        Parameter("phase", str, "refit, reinforcement, movement, supply, reaction, combat, exploitation or clean-up", "movement"),
        Parameter("marker", str, "none, reserve, released or exploit", "none"), Parameter("allowance", int, "its movement points", 8),
    ),
    _topic(
        "zone", "whether a unit has a zone of control, and what it stops", _late("ask_table", "zone"),
        Parameter("mobility", str, "of who comes by: track, truck or leg", "truck"), Parameter("mode", str, "of the unit: combat, move, ...", "combat"),
        Parameter("attack-capable", bool, "the unit can attack", True), Parameter("supplied", bool, "the unit is in supply", True),
        Parameter("dg", bool, "the unit is DG", False), Parameter("friend", bool, "one of ours is in the hex", False),
    ),
    _topic(
        "aftermath", "steps lost, retreat, exploitation and advance after a combat", _late("ask_table", "aftermath"),
        Parameter("result", str, "as the table says it, such as 'Ao1e4 DL1o2'", required=True),
        Parameter("units", list, "attackers, the one whose AR was used first: CCA:4:2 is NAME:AR:STEPS, +dg if DG", required=True),
        Parameter("taken", int, "of the attacker's option, how much he takes in steps", 0), Parameter("overrun", bool, "an overrun", False),
    ),
)  # fmt: skip

TOPICS: Mapping[str, Topic] = {topic.name: topic for topic in (*CHARTS, *UNITS, *ON_A_MAP, *AT_THE_TABLE, FORECAST)}
