"""The topics of `grognard ask sword-beach`: what can be asked, with which parameters, and who answers."""

from __future__ import annotations

from grognard.core.ask import POSITION, THE_POSITION, Parameter, by_name, topic

from . import ask_campaign, ask_facts, ask_fights, ask_landings, ask_pieces, ask_tables

# ---------------------------------------------------------------- parameters that several topics share

READINGS = Parameter(
    "position", str, "a record or position file: its options, and whether it is legal there", file=True
)
ROLL = Parameter("roll", int, "the die that was rolled; left out: every die")
HEX = Parameter("hex", str, "a hex, such as 1342")
THE_HEX = Parameter("hex", str, "a hex, such as 1342", required=True)
THE_UNIT = Parameter("unit", str, "a unit, such as 8/3", required=True)
SIDE = Parameter("side", str, "allied or german")
TURN = Parameter("turn", int, "a game turn")
ATTACK_FIRE = Parameter(
    "attack-fire", str, "the attacker's markers, such as guns+air or none; left out: 0, 1 and 2 guns"
)
DEFENSE_FIRE = Parameter("defense-fire", str, "the defender's markers; left out: 0, 1 and 2 guns")
MINES = Parameter("mines", str, "the German choice when the mines marker is drawn: use or aside", "use")
LINE = Parameter("line", str, "a line of the CRT, such as clear or town", "clear")
DIVISION_84 = Parameter("division-84", int, "the GT the 84th Division enters; 0: on schedule", 0)
DIVISION_116 = Parameter("division-116", int, "the GT the 116th Panzer Division enters; 0: on schedule", 0)
CAMPAIGN = Parameter("campaign", str, "us, commonwealth or combined", "commonwealth")
CITIES = Parameter("cities", int, "named cities captured when they were counted")


def _with(parameter: Parameter, default: object) -> Parameter:
    return Parameter(parameter.name, parameter.kind, parameter.help, default)


FIGHTS = (
    topic(
        "drop",
        "an airborne unit's landing: fates and hexes",
        ask_landings.drop,
        THE_HEX,
        Parameter("unit", str, "para, glider or an airborne unit", "para"),
        READINGS,
        ROLL,
        Parameter("drift", int, "the drift die, if the unit drifts"),
    ),
    topic(
        "raid",
        "the commando raid",
        ask_landings.raid,
        Parameter("hex", str, "1641 or 1642", "1641"),
        READINGS,
        ROLL,
    ),
    topic(
        "beach-assault",
        "the odds of a beach assault",
        ask_fights.beach_assault,
        Parameter("units", list, "full units that assault", ()),
        Parameter("reduced", list, "reduced units that assault", ()),
        Parameter("in-zoc", bool, "whether the hex is in a German zone of control", False),
        ATTACK_FIRE,
        DEFENSE_FIRE,
        MINES,
        POSITION,
        HEX,
    ),
    topic(
        "combat",
        "the odds of a combat, from a position or from bare figures",
        ask_fights.combat,
        POSITION,
        Parameter("attackers", list, "the attacking units", ()),
        HEX,
        Parameter("defender", str, "the defender of a stack"),
        ATTACK_FIRE,
        DEFENSE_FIRE,
        MINES,
        Parameter("attack", int, "total attack strength"),
        Parameter("defense", int, "defense strength"),
        LINE,
        Parameter("shift", int, "columns to shift, left is negative", 0),
        Parameter("draws", int, "markers the attacker draws; left out: 0, 1 and 2"),
        Parameter("defense-draws", int, "markers the defender draws; left out: 0, 1 and 2"),
        Parameter("attacker", str, "allied or german", "allied"),
    ),
    topic(
        "bombardment",
        "the odds of a bombardment",
        ask_fights.bombardment,
        POSITION,
        _with(SIDE, "allied"),
        HEX,
        Parameter("target", str, "the unit of a stack"),
        Parameter("draw", str, "such as guns+guns; left out: every draw"),
        Parameter("defense", int, "the target's defense strength"),
        LINE,
        Parameter("reduced", bool, "whether the target is reduced", False),
    ),
    topic(
        "retreat",
        "where a retreating unit can go first",
        ask_fights.retreat,
        THE_POSITION,
        Parameter("unit", str, "the unit; left out: the one retreating"),
        Parameter("length", int, "hexes to retreat", 2),
        Parameter("ignore-zoc", bool, "ignore zones of control", False),
    ),
    topic(
        "support-fire",
        "the cups, and the values of one or two draws",
        ask_fights.support_fire,
        Parameter("cup", str, "air, guns or german"),
        POSITION,
    ),
    topic(
        "crt",
        "the combat results table, one line of it, or the result of a die",
        ask_tables.crt,
        _with(LINE, None),
        Parameter("differential", int, "the differential of the combat"),
        Parameter("shift", int, "columns to shift, left is negative; a bombardment shifts -2", 0),
        Parameter("roll", int, "the die that was rolled"),
    ),
    topic("flak", "the optional flak rule", ask_fights.flak, POSITION, HEX),
)

FACTS = (
    topic(
        "movement",
        "what a move costs, or where a unit can go",
        ask_facts.movement,
        THE_UNIT,
        Parameter("to", str, "the hex it moves to; left out: every hex it can reach"),
        Parameter("from", str, "a hex, or 'edge', if no position is given"),
        POSITION,
        Parameter("weather", bool, "inclement, if no position is given", False),
    ),
    topic("supply", "units in supply, and what cuts off the others", ask_facts.supply, THE_POSITION),
    topic("reinforcements", "the schedule of reinforcements", ask_facts.reinforcements, TURN, SIDE),
    topic(
        "replacements",
        "replacement points of the scenario",
        ask_facts.replacements,
        TURN,
        Parameter("nation", str, "allied or german", "allied"),
        POSITION,
    ),
    topic(
        "weather",
        "chances and effects of the weather, or the weather of a die",
        ask_facts.weather,
        Parameter("turns", int, "weather rolls", 16),
        Parameter("roll", int, "the weather die"),
    ),
    topic(
        "terrain",
        "movement costs and CRT lines",
        ask_pieces.terrain,
        Parameter("kind", str, "such as bocage or river"),
    ),
    topic("unit", "one unit", ask_pieces.one_unit, THE_UNIT, POSITION),
    topic("units", "all units", ask_pieces.units, SIDE, Parameter("kind", str, "a type, such as armor")),
    topic("hex", "one hex of the map", ask_pieces.hex_, THE_HEX, POSITION),
    topic("victory", "victory conditions, and the present state", ask_facts.victory, POSITION),
    topic("caen", "control of Caen", ask_facts.caen, THE_POSITION),
    topic(
        "turn",
        "dates and events of a turn",
        ask_facts.turn,
        Parameter("number", int, "the turn", required=True),
    ),
    topic("length", "the last turn, given early arrivals", ask_facts.length, DIVISION_84, DIVISION_116),
    topic(
        "options",
        "optional rules and interpretations",
        ask_pieces.options,
        Parameter("name", str, "one option"),
    ),
)

OF_CAMPAIGN = (
    topic(
        "campaign", "why a campaign cannot be set up, and what is missing", ask_campaign.campaign,
        Parameter("folios", list, "folios to put together, such as across-the-orne,on-to-caen", ()),
    ),
    topic(
        "campaign-fire", "the cups of a campaign, and the combats a marker may support", ask_campaign.fire,
        Parameter("nation", str, "the nation of the marker: us or commonwealth"),
        Parameter("kind", str, "aircraft, other or naval", "other"),
        Parameter("units-of", list, "the nations whose units are in the combat", ()),
    ),
    topic(
        "campaign-replacements", "replacement points of a campaign", ask_campaign.replacements,
        TURN, Parameter("nation", str, "us, commonwealth or german"),
        Parameter("reading", str, "own_figure or added", "own_figure"),
        Parameter("scenarios", int, "scenarios whose points are added"),
    ),
    topic(
        "campaign-length", "the last turn of a campaign", ask_campaign.length,
        CAMPAIGN, _with(CITIES, 0), DIVISION_84, DIVISION_116,
        Parameter("reading", str, "count_moves or count_at_17", "count_moves"),
    ),
    topic(
        "campaign-victory", "the state of a campaign at the end of a turn", ask_campaign.victory,
        CAMPAIGN, POSITION, TURN, Parameter("city-hexes", int, "city hexes captured and in supply"),
        Parameter("beaches", int, "beach landing hexes left"), CITIES,
    ),
)  # fmt: skip

TOPICS = by_name(FIGHTS, FACTS, OF_CAMPAIGN)
