"""BTR-ocs.air.bridge, BTR-ocs.bust.marker: air missions against bridges and railways."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.hexes import Hexes, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Chance, Outcomes, Screen
from grognard.core.ruling import Ruling

from .acting import mover
from .board import GRID, RAIL_HEXES, area
from .bridges import settle
from .flights import flying, mission_pick, strength
from .pieces import ENEMY, SCENARIOS, read
from .position import Campaign, Mission, fact
from .verbs import Bust, Roll, Strike, holds
from .waters import BLOWN, banks, bridges_of

TABLE = read("facility.toml")["table"]
BRIDGE, TRAIN = "bridge", "train"  # the purposes of such missions


def column(points: int) -> int:
    """The column of a strength, from 1.

    >>> column(1), column(4), column(10), column(90)
    (1, 3, 4, 8)
    """
    return sum(points >= low for low in TABLE["from"])


def standing(state: Campaign, frame: object) -> Hexes:
    """Western ends of the Rhine bridges that are not blown."""
    up = [name for name in bridges_of(state) if dict(state.bridges).get(name) != BLOWN]
    return Hexes(set_of(banks(name)[0] for name in up))


def tracks(state: Campaign, frame: object) -> Hexes:
    """Rail hexes the enemy holds; none in the learning scenario."""
    if SCENARIOS[state.scenario].get("learning"):
        return Hexes(0)
    return Hexes(RAIL_HEXES & area(state.scenario) & holds(state, ENEMY[mover(state)]))


def no_tracks(state: Campaign, frame: object, plane: int, hex_: int) -> Ruling:
    if SCENARIOS[state.scenario].get("learning"):
        return Ruling("BTR-ocs.scen.learning", "the learning scenario has no trainbusting")
    return Ruling("BTR-ocs.bust.marker", f"{GRID.name[hex_]} is not a rail hex held by the enemy")


STRIKE = mission_pick(
    Strike,
    Screen(
        "BTR-ocs.air.bridge",
        "no Rhine bridge of this scenario that stands has its western end in {hex}",
        standing,
        decisive=True,
    ),
    BRIDGE,
    "BTR-ocs.air.bridge",
)
BUST = mission_pick(
    Bust,
    Screen("BTR-ocs.bust.marker", no_tracks, tracks, decisive=True),
    TRAIN,
    "BTR-ocs.bust.marker",
)


def over_target(state: Campaign, frame: Mission) -> Outcomes:
    due = frame.purpose and not frame.struck and flying(state, frame)
    return DIE if due else NO_OUTCOME


def roll_strike(state: Campaign, frame: Mission, action: Roll) -> None:
    """One die in the column of the strength that is left."""
    number = column(strength(state, flying(state, frame)))
    state.replace(replace(frame, struck=True), "BTR-ocs.air.mission")
    if frame.purpose == BRIDGE:
        _hit_bridge(state, frame, number, action.face)
    else:
        _hit_railway(state, frame, number, action.face)


def _least(kind: str, number: int) -> int:
    return int(TABLE[kind][number - 1]) if number else 7


def _hit_bridge(state: Campaign, frame: Mission, number: int, die: int) -> None:
    name = next(bridge for bridge in bridges_of(state) if banks(bridge)[0] == frame.hex)
    hit = die >= _least("bridge", number)
    effect = "is blown" if hit else "stands"
    words = "air strike on the bridge of {}, column {}, die {}: it {}"
    state.note("BTR-ocs.air.bridge", words, name, number, die, effect, kind="result")
    if hit:
        settle(state, name, BLOWN, "BTR-ocs.air.bridge")


def _hit_railway(state: Campaign, frame: Mission, number: int, die: int) -> None:
    hit = die >= _least("star", number)
    effect = "the lines are cut" if hit else "no effect"
    words = "trainbusting at {}, column {}, die {}: {}"
    state.note("BTR-ocs.bust.marker", words, GRID.name[frame.hex], number, die, effect, kind="result")
    if hit:
        name = fact.allied_busts if frame.side == "allied" else fact.german_busts
        state.set(name, Hexes(state.__dict__[name.name] | 1 << frame.hex), "BTR-ocs.bust.marker")


STRIKING = Chance(
    clause="BTR-ocs.air.kinds",
    name="facility strike",
    outcomes=over_target,
    apply=roll_strike,
    about=lambda state, frame: f"the strike on {GRID.name[frame.hex]}",
)
