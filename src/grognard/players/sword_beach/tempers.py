"""How Marshal weighs things as a game goes on: time, losses and markers, by what the position shows."""

from __future__ import annotations

from grognard.core.hexes import members
from grognard.games.sword_beach.arrivals import last_turn
from grognard.games.sword_beach.pieces import ALLIED, ATTACK, GERMAN, OF_SIDE
from grognard.games.sword_beach.position import SwordBeach
from grognard.players.seat import PlayerSettings

from .conduct import MARSHAL, Conduct, conduct
from .craft import CAEN_NORTH
from .ground import Weight
from .judgement import Temper

PRIZES = tuple(
    2.0 if t <= 4 else 4.0 if t <= 8 else 2 + 1.0 * t if t <= 15 else 20.0 if t == 16 else 40.0
    for t in range(40)
)
TEMPER = {
    ALLIED: Temper(
        Weight(
            prizes=PRIZES,
            ahead=0.5,
            post=3.0,
            take=4.0,
            nerve=1.25,
            nuisance=6.0,
            landing=15.0,
            grind=0.3,
            key=4.0,
            rations=1.0,
        )
    ),
    GERMAN: Temper(
        Weight(prizes=PRIZES, ahead=0.5, post=6.0, ring=1.0, nerve=1.6, take=6.0, raid=1.0, landing=12.0)
    ),
}
LATE, LATE_THRIFT = 13, 3.0  # from then on the Allies keep their markers for the defence of what they hold
# with less than this share of the German strength left the beaches come before Caen
BEATEN_FROM, BEATEN, BEATEN_GUARD, BEATEN_NERVE = 11, 0.6, 30.0, 2.5
NERVE, NERVE_EACH = (
    0.6,
    0.15,
)  # how much Allied losses count while nobody waits for replacements, and for each who does
SHORT = 6  # with fewer turns left and hexes still missing, time counts for more than losses:
SHORT_NERVE, SHORT_EACH = 0.2, 0.2  # what they count in the last turn, and for every turn before it
LAST_PRIZES = tuple(2 * prize for prize in PRIZES)  # when a single hex is wanting: it is the game
DOOM = 200.0  # the last beachhead, to a beaten army and to everybody in the last two turns


def strength(state: SwordBeach, side: str) -> int:
    """The attack strength of a side, of those who wait to come too."""
    return sum(
        [ATTACK[unit][state.steps[unit]] for unit in members(OF_SIDE[side] & (state.on_map | state.waiting))]
    )


def conduct_of(orders: PlayerSettings) -> Conduct:
    """The conduct a player was given; without one, Marshal's own."""
    found: Conduct = orders.notes.get("conduct") or conduct(MARSHAL)
    return found


def temper_of(state: SwordBeach, side: str, chosen: Conduct | None = None) -> Temper:
    """How a side weighs things now, with the stances of a conduct. In the last German turn nothing is to be
    feared any more.
    """
    left = last_turn(state) - state.turn
    if side == ALLIED:
        temper = allied_temper(state, left)
    else:
        temper = TEMPER[GERMAN]._replace(fear=0.0, hole=0.0) if left <= 0 else TEMPER[GERMAN]
    return chosen.adjust(temper, side, state) if chosen else temper


def allied_temper(state: SwordBeach, left: int) -> Temper:
    """With hexes missing the Allies dare more the less time is left; with all of them they save markers and
    hold; beaten, they think of the beaches.
    """
    temper = TEMPER[ALLIED]
    missing = (CAEN_NORTH & ~state.allied_cities).bit_count()
    ground = temper.ground
    if state.turn >= BEATEN_FROM and strength(state, ALLIED) < BEATEN * strength(state, GERMAN):
        ground = ground._replace(home=True, guard=BEATEN_GUARD, nerve=BEATEN_NERVE, doom=DOOM)
        temper = temper._replace(fear=1.0)
    else:
        ground = ground._replace(nerve=nerve_of(state, ground.nerve, missing, left))
        if missing == 1 and left < SHORT:
            ground = ground._replace(prizes=LAST_PRIZES)
    if state.turn >= LATE and not missing:
        ground = ground._replace(thrift=LATE_THRIFT * ground.thrift)
    if left > 1:
        return temper._replace(ground=ground)
    temper = temper._replace(ground=ground._replace(doom=DOOM))
    return temper._replace(fear=1.3, blows=0.4) if left <= 0 else temper._replace(fear=1.0, blows=0.7)


def wounded(state: SwordBeach) -> int:
    """Allied units on the map with a step missing: what replacements (SB-11.2.5) can make good."""
    return sum([state.steps[unit] == 1 for unit in members(OF_SIDE[ALLIED] & state.on_map)])


def nerve_of(state: SwordBeach, most: float, missing: int, left: int) -> float:
    """How much own losses count: little while replacements would else be lost (SB-11.2.5.e), less and less as
    time runs out with hexes of Caen still to be taken (SB-13.0.c).
    """
    found = min(most, NERVE + NERVE_EACH * wounded(state))
    return min(found, SHORT_NERVE + SHORT_EACH * left) if missing and left < SHORT else found
