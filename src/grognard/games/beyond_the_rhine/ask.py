"""The topics of `grognard ask beyond-the-rhine`: what can be asked, with which parameters, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.core.ask import Answer, Parameter, Topic

from . import ask_campaign, ask_units

DATE = Parameter("date", str, "a turn's date such as 1944-09-12, or its number; left out: the first")
CAMPAIGN = Parameter("campaign", str, "full, north-1944, south-1944, north-1945 or south-1945", "full")
NATION = Parameter("nation", str, "us or cw; left out: both")
ROLL = Parameter("roll", int, "the sum of two dice; left out: every sum")
GROUND = Parameter("ground", str, "dry, mud or snow", "dry")
UNIT = Parameter("unit", str, "a counter or formation, such as US-747-TkBn or 6.Arm Div")
THE_UNIT = Parameter("unit", str, "a counter or formation, such as US-747-TkBn or 6.Arm Div", required=True)


def _topic(name: str, help_: str, answer: Callable[..., Answer], *parameters: Parameter) -> Topic:
    return Topic(name, help_, parameters, answer)


def _campaign(answer: Callable[..., Answer]) -> Callable[..., Answer]:
    """`campaign` is a word of ours, `map` one of Python's."""

    def renamed(**given: object) -> Answer:
        names = {"campaign": "campaign_", "map": "map_", "type": "type_", "hex": "hex_"}
        return answer(**{names.get(name, name): value for name, value in given.items()})

    return renamed


CHARTS = (
    _topic("turn", "everything a turn has in store", _campaign(ask_campaign.turn), DATE, CAMPAIGN),
    _topic(
        "weather", "the chances of a turn, or what given dice bring and do", ask_campaign.weather, DATE,
        Parameter("ground", int, "the die for the ground"), Parameter("flight", int, "two dice for flight"),
        Parameter("hip-shoots", bool, "the reading that Limited weather allows hip shoots", False),
        Parameter("interception", bool, "the reading that Limited weather allows interception", True),
    ),
    _topic(
        "supply", "the supply column with every shift, and the SP", ask_campaign.supply, DATE, NATION, ROLL, GROUND,
        Parameter("ports", list, "ports controlled and repaired: antwerpen-1, antwerpen-2 (antwerpen: both), rotterdam, amsterdam", ()),
        Parameter("events", list, "events in force: north-flank, alpine", ()),
        Parameter("random-us", int, "columns a random event shifts the Americans", 0),
        Parameter("random-cw", int, "columns a random event shifts the Commonwealth", 0),
    ),
    _topic("shipping", "rail and sea caps, and what a unit takes of them", ask_campaign.shipping, DATE, UNIT),
    _topic("replacements", "what a replacement roll brings", ask_campaign.replacements, DATE, NATION, ROLL),
    _topic(
        "rebuild", "what a dead unit costs", ask_campaign.rebuild, UNIT, Parameter("row", str, "a row of the rebuild table"),
    ),
)  # fmt: skip
UNITS = (
    _topic(
        "arrivals", "what arrives, leaves, is exchanged or transferred", _campaign(ask_units.arrivals), DATE,
        Parameter("until", str, "the last date of a span"), CAMPAIGN, Parameter("group", str, "US, CW, FR or ALL"),
        Parameter("kind", str, "arrive, remove, exchange, transfer, add_to_dead_pile, ..."), Parameter("map", str, "A, B, C or D"),
    ),
    _topic(
        "placement", "where a counter may come on", _campaign(ask_units.placement),
        Parameter("date", str, "the date of arrival", required=True), THE_UNIT, Parameter("hex", str, "a hex of the edge, such as 24.01"),
    ),
    _topic("unit", "the whole story of a counter or a formation", ask_units.unit, THE_UNIT),
    _topic(
        "oob", "the order of battle on any date", _campaign(ask_units.oob), DATE, CAMPAIGN,
        Parameter("nation", str, "a nationality: US, UK, CA, FR, PL, BE"), Parameter("type", str, "a type, such as infantry"),
        Parameter("half", str, "north or south"),
    ),
)  # fmt: skip

TOPICS: Mapping[str, Topic] = {topic.name: topic for topic in (*CHARTS, *UNITS)}
