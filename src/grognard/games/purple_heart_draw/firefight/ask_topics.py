"""The topics of `grognard ask purple-heart-draw-firefight`."""

from __future__ import annotations

from grognard.core.ask import THE_POSITION, Parameter, Topic, by_name

from . import ask_positions
from .ask import PARAMETERS, los
from .ask_shots import DRIVE, SHOT, drive, shot

UNIT = Parameter("unit", str, "a unit or machine gun, such as u01", required=True)
HEX = Parameter("hex", str, "the hex fired at, such as M18", required=True)
LOOKER = Parameter("side", str, "the side that looks, us or german", required=True)
STACK = Parameter("hex", str, "the hex of the stack, such as M18", required=True)

TOPICS = by_name(
    (
        Topic(
            "attack", "the exact chances of fire at a hex", (THE_POSITION, UNIT, HEX), ask_positions.attack
        ),
        Topic("drive", "what the next hex costs a vehicle, and whether it bogs", DRIVE, drive),
        Topic("due", "the step a fight has come to", (THE_POSITION,), ask_positions.due),
        Topic(
            "inspect",
            "what a side sees of a Known stack of the enemy",
            (THE_POSITION, LOOKER, STACK),
            ask_positions.inspect,
        ),
        Topic("los", "whether one hex sees another, and why", PARAMETERS, los),
        Topic("shot", "the exact chances of a shot at a vehicle", SHOT, shot),
        Topic("score", "who holds which building, and the points", (THE_POSITION,), ask_positions.score),
    )
)
