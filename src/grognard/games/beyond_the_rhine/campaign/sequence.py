"""BTR-ocs.turn.states: the sequence of play; a player can proof-read it from top to bottom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.core.caching import once_while
from grognard.core.facts import Frame, is_unknown
from grognard.core.hexes import Hexes, members
from grognard.core.procedure import Auto, Phase, Pick, Screen, Step, open_if_any
from grognard.core.ruling import Ruling

from ..series import STACK as MOST_RE
from . import (
    air,
    bridges,
    capture,
    deployment,
    engineers,
    events,
    extenders,
    facilities,
    provision,
    rail,
    removals,
    replacements,
    transport,
)
from .acting import EXPLOITATION, FIGHTING, MOVEMENT, REACTION, SUPPLYING, crowding, too_much
from .arrivals import arrivals, delivery, lose_rest, supply_roll
from .barrage import BARRAGE_STEPS, FIRE
from .battle import BATTLE
from .board import GRID
from .covered import Covered, always
from .declare import ATTACK, OVERRUN
from .losses import LOSSES
from .modes import MODE_PICKS, RECALL, RELEASE, RESERVE, STRAT_PICK, end_strat
from .movement import DROP_PICK, MOVE_PICK, STACK_PICK, end_segment
from .opening import OPENING
from .payment import FUEL_PICKS, PAYMENT
from .pieces import ADJECTIVE, ALLIED, ENEMY, GERMAN, HQS, LABEL, NAMES, OF_SIDE, SIDES
from .position import (
    AlliedTurn,
    Attrition,
    Barrage,
    Battle,
    Blowing,
    Breakout,
    Campaign,
    Capture,
    Crowd,
    Duel,
    DumpShift,
    GermanTurn,
    Laying,
    Losses,
    Mission,
    Payment,
    PlayerTurn,
    Retreat,
    SetUp,
    Span,
    Sweep,
    Train,
    Turn,
    fact,
    units_in,
)
from .retreat import RETREAT
from .verbs import Blow, Entrain, Load, Remove, Unload, kill
from .victory import end_suddenly, judge, without_hq

TURN: tuple[Step, ...] = (
    *OPENING,
    Auto(clause="BTR-ocs.win.sudden", do=end_suddenly, due=lambda state, frame: without_hq(state)),
    Auto(clause="BTR-ocs.turn.end", do=judge),
)

# ---------------------------------------------------------------- stacking at the end of a phase


@once_while("at", "lost")
def crowded(state: Campaign) -> list[tuple[str, int]]:
    """BTR-ocs.stack: hexes over 10 RE, with their owners."""
    return [(side, hex_) for side in SIDES for hex_ in sorted(state.here) if too_much(state, side, hex_)]


def crowd_side(state: Campaign, frame: Crowd) -> str:
    result = crowded(state)
    return result[0][0] if result else state.active


def in_crowd(state: Campaign, frame: Crowd) -> int:
    result = crowded(state)
    return units_in(state, result[0][1], result[0][0]) if result else 0


def not_crowded(state: Campaign, frame: Crowd, unit: int, hex_: int) -> str:
    return f"{LABEL[unit]} is in no hex that holds more than {MOST_RE} RE"


def must_thin(state: Campaign, frame: Crowd) -> Ruling | None:
    if not (hexes := crowded(state)):
        return None
    side, hex_ = hexes[0]
    total = crowding(state, units_in(state, hex_, side))
    return Ruling("BTR-ocs.turn.stack-check", f"{GRID.name[hex_]} holds {total} RE; the most is {MOST_RE}")


CROWD: tuple[Step, ...] = (
    Phase(
        clause="BTR-ocs.turn.stack-check",
        name="stacking",
        title="stacking at the end of the phase",
        side=crowd_side,
        picks=(
            Pick(
                verb=Remove,
                names=NAMES,
                units=(Screen("BTR-ocs.turn.stack-check", not_crowded, in_crowd),),
                apply=lambda state, frame, unit, hex_: kill(state, unit, "BTR-ocs.turn.stack-check"),
                open=open_if_any,
            ),
        ),
        must=must_thin,
    ),
)
STACKING = Auto(
    clause="BTR-ocs.turn.stack-check",
    do=lambda state, frame: state.call(Crowd(), "BTR-ocs.turn.stack-check"),
    due=lambda state, frame: bool(crowded(state)),
)
SUDDEN = Auto(clause="BTR-ocs.win.sudden", do=end_suddenly, due=lambda state, frame: bool(without_hq(state)))

# ---------------------------------------------------------------- the phases of a player turn


def enter(phase: str, clause: str) -> Auto:
    """A phase begins: what was noted for the one before is forgotten."""

    def do(state: Campaign, frame: PlayerTurn) -> None:
        state.set(fact.phase, phase, clause)
        for name in (fact.fired, fact.topped, fact.threw, fact.turned, fact.released, fact.attacked):
            state.set(name, 0, clause)
        for hexes in (fact.targets, fact.blown):
            state.set(hexes, Hexes(0), clause)
        state.set(fact.hauled, (), clause)
        if phase == MOVEMENT:
            end_strat(state, state.active)
            state.set(fact.railed, 0, clause)
            for unit in members(HQS):
                count = state.rails_repaired[unit]
                if not is_unknown(count) and count:
                    state.set_at(fact.rails_repaired, unit, 0, clause)

    return Auto(clause=clause, do=do)


def segment_over(clause: str) -> Callable[[Campaign, str], None]:
    def leave(state: Campaign, by: str) -> None:
        end_segment(state, clause)

    return leave


HANDLING: dict[str, Any] = {
    "plain": transport.handling,
    "take_plain": transport.handle,
    "plain_verbs": (Blow, Entrain, Load, Unload),
    "refuse": transport.refuse_handling,
}


def movement(side: str) -> Phase:
    """BTR-ocs.turn.segment-order: everything mixed, one at a time."""
    return Covered(
        waits=always,
        clause="BTR-ocs.turn.segment-order",
        name=f"{side} movement",
        title=f"{ADJECTIVE[side]} Movement Phase",
        side=side,
        picks=(
            bridges.DEMOLISH,
            DROP_PICK,
            *FUEL_PICKS,
            facilities.BUST,
            air.FLY,
            facilities.STRIKE,
            air.SWEEP,
            engineers.BUILD,
            extenders.EXTEND_PICK,
            extenders.FOLD_PICK,
            rail.REPAIR_PICK,
            *MODE_PICKS,
            MOVE_PICK,
            OVERRUN,
            rail.RAIL_PICK,
            RECALL,
            RESERVE,
            STACK_PICK,
            STRAT_PICK,
        ),
        **HANDLING,
        leave=segment_over("BTR-ocs.turn.segment-order"),
    )


def late_movement(side: str, phase: str, clause: str) -> Phase:
    """BTR-ocs.react.move, BTR-ocs.exploit.mode: released reserves and exploit-marked units; modes stay."""
    name = f"{side} {phase} movement"
    return Covered(
        waits=always,
        clause=clause,
        name=name,
        title=f"{ADJECTIVE[side]} {phase.capitalize()} Movement",
        side=side,
        picks=(
            bridges.DEMOLISH,
            DROP_PICK,
            *FUEL_PICKS,
            facilities.BUST,
            air.FLY,
            facilities.STRIKE,
            air.SWEEP,
            MOVE_PICK,
            OVERRUN,
            RELEASE,
            STACK_PICK,
        ),
        **HANDLING,
        leave=segment_over(clause),
    )


def barrages(side: str, phase: str, clause: str) -> Phase:
    words = "" if phase == FIGHTING else f"{phase} "
    return Covered(
        unseen=False,
        waits=always,
        clause=clause,
        name=f"{side} {words}barrage",
        title=f"{ADJECTIVE[side]} {words.title()}Barrage Segment",
        side=side,
        picks=(FIRE, facilities.BUST, air.FLY, facilities.STRIKE),
    )


def attacks(side: str, phase: str, clause: str) -> Phase:
    words = "" if phase == FIGHTING else f"{phase} "
    return Covered(
        unseen=False,
        waits=always,
        clause=clause,
        name=f"{side} {words}combat",
        title=f"{ADJECTIVE[side]} {words.title()}Combat Segment",
        side=side,
        picks=(ATTACK,),
    )


def clean_up(side: str) -> Auto:
    """BTR-ocs.turn.marks, BTR-ocs.mode.dg-ends: DG, exploit markers and fuel of the active side come off."""

    def do(state: Campaign, frame: PlayerTurn) -> None:
        mine = OF_SIDE[side]
        for name in (fact.dg, fact.exploit, fact.fuelled, fact.hq_fuel):
            state.set(name, state.__dict__[name.name] & ~mine, "BTR-ocs.turn.marks")
        for name in (fact.fired, fact.topped, fact.threw, fact.turned, fact.released, fact.attacked):
            state.set(name, 0, "BTR-ocs.turn.marks")
        state.set(fact.targets, Hexes(0), "BTR-ocs.turn.marks")
        state.set(fact.built, Hexes(0), "BTR-ocs.turn.marks")
        state.set(fact.phase, "", "BTR-ocs.turn.marks")
        state.set(fact.allied_busts if side == ALLIED else fact.german_busts, Hexes(0), "BTR-ocs.bust.marker")

    return Auto(clause="BTR-ocs.turn.marks", do=do)


def player_turn(side: str) -> tuple[Step, ...]:
    """BTR-ocs.turn.states, BTR-ocs.turn.reinforce: the phases of one side in order."""
    other = ENEMY[side]
    return (
        # A Aircraft Refit Phase
        air.refit(side),
        # B Reinforcement Phase
        removals.postponing(side),
        removals.remove(side),
        arrivals(side),
        supply_roll(side),
        delivery(side),
        lose_rest(side),
        replacements.roll(side),
        replacements.repairs(side),
        replacements.lapse(),
        replacements.rebuilding(side),
        # C Movement Phase
        enter(MOVEMENT, "BTR-turn.segments"),
        provision.breakout_phase(side),
        *((events.BOMBING,) if side == ALLIED else ()),
        movement(side),
        STACKING,
        # D Supply Phase
        enter(SUPPLYING, "BTR-ocs.trace.order"),
        provision.recovery(side),
        provision.meals(side),
        provision.marks(side),
        provision.starve(side),
        # E Reaction Phase of the other side
        enter(REACTION, "BTR-ocs.react.who"),
        late_movement(other, REACTION, "BTR-ocs.react.move"),
        barrages(other, REACTION, "BTR-ocs.react.guns"),
        STACKING,
        # F Combat Phase
        enter(FIGHTING, "BTR-turn.segments"),
        barrages(side, FIGHTING, "BTR-ocs.barrage.combat-phase"),
        attacks(side, FIGHTING, "BTR-ocs.combat.declare"),
        STACKING,
        # G Exploitation Phase
        enter(EXPLOITATION, "BTR-ocs.exploit.who"),
        late_movement(side, EXPLOITATION, "BTR-ocs.exploit.who"),
        barrages(side, EXPLOITATION, "BTR-ocs.barrage.combat-phase"),
        attacks(side, EXPLOITATION, "BTR-ocs.exploit.fight"),
        STACKING,
        # H Clean Up Phase
        clean_up(side),
        *((bridges.FALL, bridges.PONTOON) if side == ALLIED else (events.DAMS,)),
        SUDDEN,
    )


PROCEDURES: dict[type[Frame], tuple[Step, ...]] = {
    Turn: TURN,
    AlliedTurn: player_turn(ALLIED),
    GermanTurn: player_turn(GERMAN),
    Payment: PAYMENT,
    Battle: BATTLE,
    Losses: LOSSES,
    Retreat: RETREAT,
    Capture: capture.CAPTURE,
    Barrage: BARRAGE_STEPS,
    Mission: air.MISSION,
    Sweep: air.SWEEPS,
    Duel: air.DUEL,
    Crowd: CROWD,
    Breakout: provision.BREAKOUT,
    Attrition: provision.ATTRITION,
    Blowing: transport.BLOWING,
    Train: rail.TRAIN,
    Span: bridges.SPAN,
    Laying: bridges.LAYING,
    SetUp: deployment.SET_UP,
    DumpShift: deployment.DUMP_SHIFT,
}
Campaign.procedures = PROCEDURES
