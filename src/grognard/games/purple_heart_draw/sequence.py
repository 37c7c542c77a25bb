"""PHD-C4.1, PHD-C5: the order of the Tactical Mission: a player can proof-read it from top to bottom."""

from __future__ import annotations

from grognard.core.facts import Frame
from grognard.core.procedure import Auto, Step

from .aftermath import AFTERMATH, control_at_start
from .arrival import ENTERING
from .battle import BATTLE
from .cards import CARD
from .charts import SCENARIOS
from .fates import FATE
from .fight import FIREFIGHT
from .forces import given
from .leftovers import hidden_works, isolated_units, prisoners, stranded
from .melee import MELEE_STEPS
from .owner import step as question
from .pieces import SIDES, US
from .position import (
    Battle,
    Card,
    Choosing,
    Closing,
    Entering,
    Fate,
    Firefighting,
    Melee,
    Mission,
    Opening,
    PurpleHeartDraw,
    Redeploying,
    Table,
    Throwing,
    attacker,
    defender,
    fact,
)
from .queues import fill, rolling
from .redeploy import phase, settle_zones, stuck_fail
from .redeploy_stack import REDEPLOYING, conceal_all, look_away
from .reorganise import FIRES_TO_VICTORY, REORGANIZATION
from .reorganise import QUESTIONS as OF_PEOPLE
from .repair import QUESTIONS as OF_THINGS
from .repair import REPAIRS
from .requisition import fresh_books, muster_dice, requisition, tp_due, tp_rolled
from .setup import SETUP, clamp, tell_weather
from .stores import fortification, unspent
from .umpire import TABLE, THROWING
from .verbs import TWO


def begin(state: PurpleHeartDraw, frame: Mission) -> None:
    """PHD-C4.2, PHD-C2.TMSCEN, PHD-TM2: the first of five; PHD-C2.AO: its attack is assigned to the US."""
    state.set(fact.scenario, 1, "PHD-C4.2")
    state.set_at(fact.chit, 0, "attack", "PHD-C2.AO")
    state.set(fact.first, US, "PHD-C2.ATT")


def open_scenario(state: PurpleHeartDraw, frame: Mission) -> None:
    state.call(Opening(), "PHD-C4.1")


def fight_scenario(state: PurpleHeartDraw, frame: Mission) -> None:
    """PHD-C5.37.d: of a Lull nothing is played."""
    if not state.lull:
        state.call(SOURCES[state.options.tactical_source](), "PHD-C4.1")


# who fights a TM Scenario: the resolver, the players at their own table, or the players squad by squad here
SOURCES: dict[str, type[Frame]] = {"resolver": Battle, "players": Table, "firefight": Firefighting}


def close_scenario(state: PurpleHeartDraw, frame: Mission) -> None:
    state.call(Closing(), "PHD-C4.1")


def next_scenario(state: PurpleHeartDraw, frame: Mission) -> None:
    if state.scenario < SCENARIOS:
        state.set(fact.scenario, state.scenario + 1, "PHD-C4.2")
        state.goto(2, "PHD-C4.1")


MISSION = (
    Auto(clause="PHD-C4.2", do=begin),
    Auto(clause="PHD-C4.german", do=given),
    Auto(clause="PHD-C4.1", do=open_scenario),
    Auto(clause="PHD-C4.1", do=fight_scenario),
    Auto(clause="PHD-C4.1", do=close_scenario),
    Auto(clause="PHD-C4.1", do=next_scenario),
)


def later(state: PurpleHeartDraw, frame: object) -> bool:
    return state.scenario > 1


def initial(state: PurpleHeartDraw, frame: object) -> bool:
    return state.scenario == 1


OPENING: tuple[Step, ...] = (
    Auto(clause="PHD-C5.12", do=control_at_start, due=initial),
    Auto(clause="PHD-C5.25", do=clamp, due=later),
    *REPAIRS,  # PHD-C5.26 to PHD-C5.28; before the first scenario there is nothing to repair
    *(
        step
        for side in SIDES
        for step in (
            fill(side, "PHD-C5.29", tp_due),
            rolling(side, "PHD-C5.29", "TP replenishment", TWO, tp_rolled),
        )
    ),
    Auto(clause="PHD-C5.30", do=tell_weather),
    Auto(clause="PHD-E3", do=fresh_books),
    # PHD-C5.31 to PHD-C5.36
    *(step for side in SIDES for step in (requisition(side), *muster_dice(side), fortification(side))),
    Auto(clause="PHD-E4", do=unspent),
    *SETUP,  # PHD-C5.37 to PHD-C5.41
)

CLOSING: tuple[Step, ...] = (
    *AFTERMATH,  # PHD-C5.1 to PHD-C5.11
    Auto(clause="PHD-C5.14", do=settle_zones, opens=True),
    *(
        phase(side_of, which, words)
        for which in ("i", "ii", "iii", "iv")
        for side_of, words in ((attacker, "attacker"), (defender, "defender"))
    ),
    Auto(clause="PHD-R12", do=stuck_fail),
    look_away(attacker),
    phase(attacker, "v", "attacker"),
    conceal_all(attacker),
    look_away(defender),
    phase(defender, "v", "defender"),
    conceal_all(defender),
    Auto(clause="PHD-C5.13.a", do=isolated_units),
    Auto(clause="PHD-C5.15", do=prisoners),
    Auto(clause="PHD-C5.16", do=stranded),
    Auto(clause="PHD-C5.17", do=hidden_works),
    *FIRES_TO_VICTORY,  # PHD-C5.18 to PHD-C5.20
    *REORGANIZATION,  # PHD-C5.21 to PHD-C5.24
)

CHOOSING = tuple(map(question, (*OF_PEOPLE, *OF_THINGS)))

PurpleHeartDraw.procedures = {
    Fate: FATE,  # first: what happened to a unit is told of one that was reported on
    Mission: MISSION,
    Opening: OPENING,
    Closing: CLOSING,
    Battle: BATTLE,
    Firefighting: FIREFIGHT,
    Table: TABLE,
    Throwing: THROWING,
    Card: CARD,
    Redeploying: REDEPLOYING,
    Entering: ENTERING,
    Choosing: CHOOSING,
    Melee: MELEE_STEPS,
}
