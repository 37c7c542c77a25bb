"""The topics of `grognard ask purple-heart-draw`: what can be asked, with which parameters, and who
answers.
"""

from __future__ import annotations

from grognard.core.ask import POSITION, THE_POSITION, Answer, Parameter, by_name, topic

from . import ask_positions, ask_tables
from .firefight import ask as firefight
from .order import STEPS, chapter

SIDE = Parameter("side", str, "us or german")
SCENARIO = Parameter("scenario", int, "the TM Scenario, 1 to 5", 2)
DR = Parameter("roll", int, "the DR you rolled, 2 to 12", low=2, high=12)
DIE = Parameter("roll", int, "the dr you rolled, 1 to 6", low=1, high=6)
HELD_US = Parameter("us", list, "hexes the US controls; left out with german: as at the start", ())
HELD_GERMAN = Parameter("german", list, "hexes the German controls", ())


def sequence(step: int | None) -> Answer:
    """PHD-C4.1, PHD-C5: the order of the Consolidation Phase."""
    rows = [s for s in STEPS if step is None or s.number == step]
    value = {"steps": [{**s._asdict(), "chapter": chapter(s.number)} for s in rows]}
    lines = [f"  C5.{s.number:<4}{s.name:40}{s.players}{', secret' if s.secret else ''}" for s in rows]
    return Answer(value, lines, ["PHD-C4.1", "PHD-C5"], ["document (repaired)"])


TABLES = (
    topic(
        "sequence",
        "the Consolidation Phase, step by step",
        sequence,
        Parameter("step", int, "one step, 1 to 41"),
    ),
    topic(
        "tp",
        "Tactical Points of a side, exactly",
        ask_tables.tp,
        SIDE,
        Parameter("attacked", bool, "held the Attack chit last time", False),
        Parameter("cvp", int, "CVP the side suffered last time", 0),
        Parameter("left", int, "TP left over", 0),
        DR,
    ),
    topic(
        "rg",
        "the Reinforcement Group chart",
        ask_tables.rg,
        SIDE,
        Parameter("id", str, "one line, such as I1"),
        SCENARIO,
        Parameter("tp", int, "TP the side has"),
    ),
    topic(
        "cost",
        "what a group costs, part by part",
        ask_tables.cost,
        SIDE,
        Parameter("id", str, "a line of the chart, such as I1", required=True),
        Parameter("how", str, "on_map, in_reserve or reinforcement", "reinforcement"),
        SCENARIO,
        Parameter("near", bool, "within 2 hexes of the enemy FEBA", False),
        Parameter("hexes", int, "Pre-Registered hexes", 0),
    ),
    topic(
        "leader",
        "a group's Leader Table DR",
        ask_tables.leader,
        SIDE,
        Parameter("id", str, "a line of the chart", required=True),
        DR,
    ),
    topic(
        "oba",
        "the ammunition of a module",
        ask_tables.oba,
        SIDE,
        Parameter("attack", bool, "took the Attack chit", False),
        Parameter("fired", bool, "placed an FFE last time", False),
        DR,
    ),
    topic("evacuate", "a wounded leader", ask_tables.evacuate, DIE),
    topic(
        "promote",
        "battlefield and leader promotion",
        ask_tables.promote,
        Parameter("cvp", int, "CVP amassed", 0),
        Parameter("leaders", int, "leaders the side has"),
        Parameter("squads", int, "its squad-equivalents"),
        DR,
    ),
    topic(
        "repair",
        "chances of a repair",
        ask_tables.repair,
        Parameter("what", str, "weapon, at-ft-dc, captured, immobile or ammunition", "weapon"),
        Parameter("drm", list, "drm that apply", ()),
        DIE,
    ),
    topic(
        "clear",
        "chances of clearing an item",
        ask_tables.clear,
        Parameter("drm", list, "drm that apply", ()),
        DIE,
    ),
    topic(
        "fortify",
        "prices and limits of the defensive stores",
        ask_tables.fortify,
        SIDE,
        Parameter("item", str, "one item"),
    ),
    topic(
        "initiative",
        "what two chits come to",
        ask_tables.initiative,
        Parameter("german", str, "attack or idle", "idle"),
        Parameter("us", str, "attack or idle", "attack"),
    ),
    topic("weather", "weather of a TM Scenario", ask_tables.weather, SCENARIO),
    topic(
        "hex",
        "a hex, and why it is whose it is",
        ask_tables.hex_,
        Parameter("hex", str, "a hex, such as M14", required=True),
        HELD_US,
        HELD_GERMAN,
    ),
    topic("unit", "the counters", ask_tables.unit, Parameter("kind", str, "a counter, such as 5-4-8")),
)

HEX = Parameter("hex", str, "a hex, such as M14")
POSITIONS = (
    topic(
        "redeploy",
        "the exact odds of a redeployment",
        ask_positions.redeploy,
        POSITION,
        Parameter("unit", str, "a unit, such as u001"),
        HEX,
        Parameter("drm", int, "the DRM, if no position is given", 0),
        Parameter("vehicle", bool, "a vehicle's column of the table", False),
        Parameter("with", list, "units of its Location that go along, a leader among them", ()),
        DR,
    ),
    topic(
        "control",
        "all overlays of the ground, or why a hex is what it is",
        ask_positions.control,
        POSITION,
        HELD_US,
        HELD_GERMAN,
        HEX,
    ),
    topic(
        "victory",
        "how a card or the mission is won, and how it stands",
        ask_positions.victory_,
        POSITION,
        Parameter("card", str, "PHD-1 to PHD-4"),
    ),
    topic(
        "card",
        "a scenario card",
        ask_positions.card,
        Parameter("id", str, "PHD-1 to PHD-4", required=True),
        POSITION,
    ),
    topic(
        "due",
        "the step a mission has come to",
        ask_positions.due,
        THE_POSITION,
    ),
    topic(
        "board",
        "how your own VASL board file lies under this map",
        ask_positions.board,
        Parameter("file", str, "a board file, such as bdPHD", required=True, file=True),
    ),
)

FIREFIGHT = (topic("los", "whether one hex sees another, and why", firefight.los, *firefight.PARAMETERS),)

TOPICS = by_name(TABLES, POSITIONS, FIREFIGHT)
