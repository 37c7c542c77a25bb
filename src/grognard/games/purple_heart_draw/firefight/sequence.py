"""ASL-A3 the sequence of play: a player can proof-read it from top to bottom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grognard.core.facts import F
from grognard.core.hexes import NOWHERE
from grognard.core.procedure import Auto, Phase, Pick
from grognard.core.ruling import Ruling

from . import (
    artillery,
    crews,
    fires,
    gun_push,
    gun_turns,
    holding,
    recall,
    riders,
    sectors,
    stealth,
    tank_close,
    weather,
    wire,
)
from .advancing import ADVANCE
from .arriving import DETECTION
from .bogging import BOGGING
from .bolting import BOLTING
from .breaking import break_phase
from .charge import CHARGES, before_charges
from .checks import SELECTION
from .clearance import CLEAR, work
from .close import CLOSE, CLOSE_PHASE, begin_close
from .concealment import find_past_bocage, gain
from .cresting import CREST, CRESTING
from .crew_moves import MOVE_PICKS, SHOVE, capture
from .demolition import detonate, throw_pick
from .digging import DIG
from .dismantling import OPPORTUNITY, rebuild_picks, ruin_pick
from .dispensers import DISPENSING, smoke_picks
from .drive import DRIVE, driving_steps
from .drive import must_enter as vehicles_must_enter
from .duels import HOLD, with_duels
from .engaging import engage_picks
from .escape import ESCAPE, with_escapes
from .escort import BESIDE, WALK
from .eyes import find_works
from .fire import ATTACK, fire_phase
from .fire_for_effect import FALLING
from .flame import flame_pick
from .forces import ENEMY, GUN_NAMES, NAMES, SIDE, VEHICLE_NAMES
from .gun_fire import serve_pick
from .gun_turns import with_turns
from .heat import CHECKS
from .mines import LEAVING
from .mission import ENDING, begin_turn, call_ending
from .mopping import MOP
from .moving import MOVEMENT, MOVING, ONSET
from .overrun import CONFRONTING, CRUSHING, OVERRUN
from .position import (
    ADVANCED,
    ASSAILED,
    BLASTED,
    CX,
    DIRECTED,
    FINAL,
    FIRED,
    FIRST,
    G_FINAL,
    G_FIRED,
    G_FIRST,
    G_GIVEN,
    G_HELD,
    G_MOVED,
    G_NO_FIRE,
    G_RESTED,
    G_SLOW,
    G_TURNED,
    G_USED,
    GUN1,
    GUN2,
    LEAPT,
    MOVED,
    OPPORTUNE,
    PIN,
    PREP,
    ROUTED,
    SEARCHED,
    TI,
    TRIED,
    V_BEGAN,
    V_BOUNDING,
    V_ENTERED,
    V_FINAL,
    V_FIRED,
    V_FIRST,
    V_HATCHED,
    V_MG_FIRED,
    V_PREP,
    V_RAKED,
    V_SMOKED,
    V_TRIED,
    WINDED,
    Assault,
    Attack,
    Bogging,
    Bolting,
    Bombardment,
    Burst,
    Checks,
    Close,
    Confronting,
    Cresting,
    CrewRepair,
    CrewRolls,
    Crushing,
    Daring,
    Detection,
    Dispensing,
    Driving,
    Ending,
    Escape,
    Firefight,
    Glimpse,
    Leaving,
    Moving,
    Onset,
    Opportunity,
    PlayerTurn,
    Raking,
    Reply,
    Riddling,
    Routing,
    Salvage,
    Search,
    Selection,
    Setup,
    Shell,
    Shot,
    Snare,
    Sniper,
    Spreading,
    Surrender,
    Torching,
    Tripping,
    Tuning,
    Weather,
    Who,
    Window,
    Wiring,
    Yielding,
    fact,
)
from .prison import SURRENDER, YIELDING, call_surrenders, double_points
from .radio import TUNING
from .rally import attacker, defender, end_rally, rally_phase
from .reply import REPLY
from .riddling import RIDDLING, riddle_pick
from .routing import ROUTING, SNARE, begin_rout, fail_to_rout, rout_phase
from .salvage import SALVAGE
from .searching import SEARCHING
from .setup import SETUP
from .sharing import closed_hexes as closed_hexes  # gives its module to `drive`
from .shell_smoke import veil_pick
from .shelling import SHOOTING, shell_picks
from .shots import ADVANCING_FIRE, FINAL_FIRE, PREP_FIRE
from .slinking import GLIMPSE
from .sniper import SNIPING, release_alone
from .spotting import RENEWED, spotter_pick
from .tank_fire import BOUNDING_FIRE
from .tank_guns import BURST, strafe_pick
from .tank_melee import RAKING, rake, rakes
from .tank_melee import refuse as refuse_rake
from .tank_shot import SHELLING, declare, gun_screens, shell_pick
from .torching import TORCHING, WIRING, torch_pick
from .units import clear, flag, settle
from .unloading import DRIVE_PICKS, STEP_DOWN
from .vehicle_mines import TRIPPING
from .victory import check_victory, end, judge_end
from .window import WINDOW
from .words import Rake

OPPORTUNITIES = {
    "Prep Fire Phase": attacker,
    "Defensive Fire Phase": defender,
}  # FF-SEQ.3: whose artillery acts


def phase(name: str, clause: str = "ASL-A3") -> Auto:
    """A new phase: what held for the last one alone is cleared."""

    def begin(state: Firefight, frame: PlayerTurn) -> None:
        state.set(fact.phase, name, clause)
        state.set(fact.fired, (), "ASL-A7.55")
        state.set(fact.threads, (), "ASL-A7.7")
        state.set(fact.orphans, (), "ASL-A4.44")
        state.set(fact.led, (), "ASL-A7.53")
        for key in range(len(state.openings)):
            state.set_at(fact.openings, key, NOWHERE, "ASL-B9.322")
        for unit in range(len(NAMES)):
            if state.flags[unit] & DIRECTED:
                clear(state, unit, DIRECTED, "ASL-A7.53")
        for g, flags in enumerate(state.gun_flags):
            if flags & G_GIVEN:
                state.set_at(fact.gun_flags, g, flags & ~G_GIVEN, "ASL-A4.431")
        state.note(clause, "{}", name, kind="phase")
        find_works(state)
        find_past_bocage(state)
        if state.riding:
            riders.shake_off(state)
        state.set(fact.fire_opened, False, "ASL-C8.5")
        gun_turns.begin_phase(state, name == "Defensive Fire Phase")
        if name in OPPORTUNITIES:
            artillery.begin(state, OPPORTUNITIES[name](state, frame))
        if name == "Rally Phase":
            weather.call(state)
        if name == "Advancing Fire Phase":
            fires.note_fires(state)

    return Auto(clause=clause, do=begin)


def begin_movement(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A4.51: CX of an earlier turn ends, and bars another Double Time in this phase; guns that fired are
    done for this turn.
    """
    for unit in range(len(NAMES)):
        if SIDE[unit] == state.mover and state.flags[unit] & CX:
            clear(state, unit, CX, "ASL-A4.51")
            flag(state, unit, WINDED, "ASL-A4.5")
    for g, flags in enumerate(state.gun_flags):
        if flags & G_USED:
            state.set_at(fact.gun_flags, g, flags & ~G_USED | G_FIRED, "ASL-A7.1")


def give_up(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A20.21: who cannot get away surrenders before anybody routs."""
    call_surrenders(state)


def end_movement(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A8.2, ASL-A9.223, ASL-A24.1: Residual FP, Fire Lanes and SMOKE of grenades are gone at the
    end of the MPh.
    """
    state.set(fact.residual, (), "ASL-A8.2")
    state.set(fact.struck, (), "ASL-A8.22")
    state.set(fact.lanes, (), "ASL-A9.223")
    state.set(fact.smoke, (), "ASL-A24.1")
    for unit in range(len(NAMES)):
        if state.flags[unit] & WINDED:
            clear(state, unit, WINDED, "ASL-A4.51")
    stealth.end_turn(state)  # ASL-A12.11: dummies may advance as well


OVER = (
    OPPORTUNE
    | PIN
    | TI
    | FIRED
    | PREP
    | FIRST
    | FINAL
    | MOVED
    | GUN1
    | GUN2
    | TRIED
    | ROUTED
    | ADVANCED
    | DIRECTED
    | BLASTED
    | LEAPT
    | ASSAILED
)
GUN_OVER = G_FIRED | G_FIRST | G_FINAL | G_USED | G_MOVED | G_TURNED | G_RESTED | G_HELD | G_SLOW | G_NO_FIRE


def clear_markers(state: Firefight, frame: PlayerTurn) -> None:
    """FF-SEQ.1: markers come off, and "?" are gained."""
    for unit in range(len(NAMES)):
        if state.flags[unit] & OVER:
            clear(state, unit, OVER, "FF-SEQ.1")
    for g in range(len(GUN_NAMES)):
        if state.gun_flags[g] & GUN_OVER:
            state.set_at(fact.gun_flags, g, state.gun_flags[g] & ~GUN_OVER, "FF-SEQ.1")
    state.set(fact.snipers_down, (), "ASL-A14.4")
    state.set(fact.veiled, 0, "ASL-A11.19")
    state.set(fact.came, (), "ASL-B20.9")
    state.set(fact.bailed, (), "ASL-A4.62")
    artillery.end_turn(state)
    gun_push.end_turn(state)
    stealth.end_turn(state)
    sectors.end_turn(state)
    wire.end_turn(state)
    settle(state, "FF-SEQ.1")
    gain(state)
    for unit in range(len(NAMES)):
        if state.flags[unit] & SEARCHED:
            clear(state, unit, SEARCHED, "ASL-A12.121")


def end_turn(state: Firefight, frame: PlayerTurn) -> None:
    """FF-SEQ.2: the other side moves; after the last turn the defender has held."""
    settle(state, "FF-SEQ.1")
    check_victory(state)
    if state.won:
        return
    first, other = state.card.first_move, ENEMY[state.mover]
    turn = state.turn + (other == first)
    if state.card.is_mission and other == first:
        call_ending(state)
        return
    if turn > state.card.turns:
        winner = judge_end(state)
        double_points(state)
        end(state, winner)
        return
    begin_turn(state, turn, other)


VEHICLE_OVER = (
    V_HATCHED
    | V_RAKED
    | V_SMOKED
    | V_TRIED
    | V_PREP
    | V_BOUNDING
    | V_FIRST
    | V_FINAL
    | V_FIRED
    | V_MG_FIRED
    | V_ENTERED
    | V_BEGAN
)


def clear_vehicles(state: Firefight, frame: PlayerTurn) -> None:
    """FF-SEQ.1, FF-O1: the markers of vehicles come off."""
    riders.end_turn(state)
    for vehicle in range(len(VEHICLE_NAMES)):
        if state.vehicle_flags[vehicle]:
            crews.end_of_turn(state, vehicle, VEHICLE_OVER)


def vehicle_picks(kind_: str) -> tuple[Pick, ...]:
    """The fire of vehicles and Guns, and at them, in a fire phase."""
    veils = veil_pick(kind_, gun_screens, declare)
    riddles = (riddle_pick(kind_),) if kind_ != ADVANCING_FIRE else ()  # ASL-A9.61: it would be halved
    others = (*engage_picks(kind_), serve_pick(kind_), torch_pick(kind_), *riddles)
    return *others, shell_pick(kind_), strafe_pick(kind_), veils


def with_vehicles(movement: Phase) -> Phase:
    """The Movement Phase in which vehicles drive as well."""
    must = movement.must

    def both(state: Firefight, frame: PlayerTurn) -> Ruling | None:
        said = (must(state, frame) if must else None) or vehicles_must_enter(state, frame)
        return said or recall.must_drive(state)

    others = (*MOVE_PICKS, DRIVE, RENEWED, STEP_DOWN)
    picks = tuple(sorted((*movement.picks, *others), key=lambda pick: pick.verb.verb))
    return replace(movement, picks=picks, must=both)


def with_repairs(step: Phase, side: Who) -> Phase:
    """ASL-D3.7: the DEFENDER's vehicles repair while his units rally."""
    picks = sorted((*step.picks, crews.mend_pick(side)), key=lambda pick: pick.verb.verb)
    return replace(step, picks=tuple(picks))


def with_rakes(step: Phase, side: Callable[[Firefight, object], str]) -> Phase:
    """ASL-A11.31: vehicles attack after Infantry could attack them."""
    return replace(step, plain=rakes(side), take_plain=rake, plain_verbs=(Rake,), refuse=refuse_rake)


def _end_fights(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A21.2, ASL-A11.7: vehicles without a crew are taken, and those that stay hold enemies on foot."""
    capture(state, frame)
    holding.hold(state, frame)


def _auto(do: Callable[[Firefight, F], None], clause: str) -> Auto[Firefight, F]:
    return Auto(clause=clause, do=do)


TURN = (
    phase("Rally Phase"),
    rally_phase(attacker, "rally"),
    with_repairs(rally_phase(defender, "defender's rally"), defender),
    _auto(end_rally, "ASL-A10.62"),
    crews.MENDING,
    crews.RECOVERY,
    _auto(crews.end_rally, "ASL-C7.42"),
    phase("Prep Fire Phase"),
    with_turns(
        fire_phase(
            PREP_FIRE,
            "ASL-A3.2",
            "Prep Fire Phase",
            (
                *rebuild_picks(PREP_FIRE),
                ruin_pick(PREP_FIRE),
                DIG,
                CLEAR,
                MOP,
                OPPORTUNITY,
                throw_pick(PREP_FIRE),
                flame_pick(PREP_FIRE),
                *shell_picks(PREP_FIRE),
                spotter_pick(PREP_FIRE),
                *vehicle_picks(PREP_FIRE),
            ),
        ),
        PREP_FIRE,
    ),
    phase("Movement Phase"),
    _auto(begin_movement, "ASL-A4.51"),
    _auto(before_charges, "ASL-A15.46"),
    CHARGES,
    _auto(crews.withdraw_recalled, "ASL-D5.341"),
    with_vehicles(MOVEMENT),
    _auto(end_movement, "ASL-A8.2"),
    _auto(fires.burn_vehicles, fires.CLAUSE),
    phase("Defensive Fire Phase"),
    with_turns(
        fire_phase(
            FINAL_FIRE,
            "ASL-A8.4",
            "Defensive Fire Phase",
            (
                *rebuild_picks(FINAL_FIRE),
                ruin_pick(FINAL_FIRE),
                throw_pick(FINAL_FIRE),
                flame_pick(FINAL_FIRE),
                *shell_picks(FINAL_FIRE),
                spotter_pick(FINAL_FIRE),
                *vehicle_picks(FINAL_FIRE),
            ),
        ),
        FINAL_FIRE,
    ),
    phase("Advancing Fire Phase"),
    _auto(detonate, "ASL-A23.4"),
    with_turns(
        fire_phase(
            ADVANCING_FIRE,
            "ASL-A3.5",
            "Advancing Fire Phase",
            (
                throw_pick(ADVANCING_FIRE),
                flame_pick(ADVANCING_FIRE),
                *shell_picks(ADVANCING_FIRE),
                *vehicle_picks(ADVANCING_FIRE),
            ),
        ),
        ADVANCING_FIRE,
    ),
    _auto(fires.begin_spread, fires.CLAUSE),
    phase("Rout Phase"),
    break_phase(attacker, "voluntary break"),
    break_phase(defender, "defender's voluntary break"),
    _auto(begin_rout, "ASL-A10.62"),
    _auto(give_up, "ASL-A20.21"),
    rout_phase(attacker, "rout"),
    rout_phase(defender, "defender's rout"),
    _auto(fail_to_rout, "ASL-A10.5"),
    phase("Advance Phase"),
    ADVANCE,
    _auto(fires.burn_units, fires.CLAUSE),
    phase("Close Combat Phase"),
    _auto(begin_close, "FF-CC.1"),
    with_escapes(tank_close.ATTACKS[0], attacker),
    with_rakes(with_escapes(tank_close.ATTACKS[1], defender), defender),
    with_rakes(CLOSE_PHASE, attacker),
    _auto(_end_fights, "ASL-A21.2"),
    _auto(work, "ASL-B24.7"),
    _auto(clear_vehicles, "FF-SEQ.1"),
    _auto(clear_markers, "FF-SEQ.1"),
    _auto(end_turn, "FF-SEQ.2"),
)

Firefight.procedures = {
    Setup: SETUP,
    PlayerTurn: TURN,
    Attack: ATTACK,
    Selection: SELECTION,
    Checks: (*CHECKS, _auto(release_alone, "ASL-A14.1")),
    Moving: MOVING,
    Onset: ONSET,
    Snare: SNARE,
    Window: WINDOW,
    Leaving: LEAVING,
    Detection: DETECTION,
    Glimpse: GLIMPSE,
    Routing: ROUTING,
    Close: CLOSE,
    Sniper: SNIPING,
    Weather: weather.WEATHER,
    Spreading: fires.SPREADING,
    Surrender: SURRENDER,
    Yielding: YIELDING,
    Escape: ESCAPE,
    Salvage: SALVAGE,
    Ending: ENDING,
    Search: SEARCHING,
    Shot: SHOOTING,
    Driving: driving_steps(
        WALK,
        BESIDE,
        *DRIVE_PICKS,
        SHOVE,
        CREST,
        OVERRUN,
        *smoke_picks(lambda state: state.mover),
        shell_pick(BOUNDING_FIRE),
        strafe_pick(BOUNDING_FIRE),
    ),
    Bogging: BOGGING,
    Reply: REPLY,
    Shell: with_duels(SHELLING, 3),
    Burst: (BURST[0], HOLD, *BURST[1:]),
    Crushing: CRUSHING,
    Raking: RAKING,
    Dispensing: DISPENSING,
    Bolting: BOLTING,
    Tripping: TRIPPING,
    Cresting: CRESTING,
    Riddling: with_duels(RIDDLING, 1),
    Torching: TORCHING,
    Wiring: WIRING,
    Confronting: CONFRONTING,
    CrewRolls: crews.CREW_ROLLS,
    CrewRepair: crews.REPAIR_ROLL,
    Opportunity: artillery.ARTILLERY_FIRE,
    Bombardment: FALLING,
    Tuning: TUNING,
    Assault: tank_close.ASSAULT,
    Daring: tank_close.DARING,
}
