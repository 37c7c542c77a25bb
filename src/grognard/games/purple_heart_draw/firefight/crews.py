"""The crews of vehicles: what they roll for, and how they come out of a wreck; recovery and repair in the
Rally Phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen

from . import commanders, riders, vehicles
from .forces import ADJECTIVE, VEHICLE_NAMES, VEHICLE_SIDE, VEHICLES_OF
from .ordnance import BURNS, SHAKEN, SHOCK, STUCK, WRECK
from .position import (
    MOVED,
    V_AAMG_JAMMED,
    V_BMG_JAMMED,
    V_BOGGED,
    V_CMG_JAMMED,
    V_DISABLED,
    V_DONE,
    V_JAMMED,
    V_RECALLED,
    V_ROLLED,
    V_SHAKEN,
    V_SHOCKED,
    V_STUCK,
    V_STUNNED,
    V_UNKNOWN,
    CrewRepair,
    CrewRolls,
    Firefight,
    PlayerTurn,
    Who,
    fact,
)
from .tables import Result
from .units import create, flag, free_place, settle
from .units import name as unit_name
from .vehicles import CREW, DATA, armored, has, name
from .victory import check_victory
from .words import DIE, SUM, Mend

SURVIVAL, STEADY, NERVE, CHECK = "survival", "immobilization", "shock", "mc"
CLAUSE = {SURVIVAL: "ASL-D5.6", STEADY: "ASL-D5.5", NERVE: "ASL-C7.41", CHECK: "ASL-D5.34"}
Row = tuple[int, str, int]


def call(state: Firefight, rows: Iterable[Row]) -> None:
    queue = tuple((vehicle, what, int(number)) for vehicle, what, number in rows)  # a bool is written as one
    for vehicle in {row[0] for row in queue}:
        commanders.reveal(state, vehicle)
    if queue:
        state.call(CrewRolls(queue=queue), CLAUSE[queue[0][1]])


# ---------------------------------------------------------------- what a hit does


def suffer_kill(state: Firefight, vehicle: int, result: str) -> None:
    """ASL-C7.6, ASL-C7.7: a result of the dice to kill; the crew rolls for what follows."""
    if result == BURNS:
        vehicles.destroy(state, vehicle, True, "ASL-C7.6")
        vehicles.lose_crew(state, vehicle, "ASL-C7.6")
    elif result == WRECK:
        shaken = has(state, vehicle, V_SHOCKED | V_UNKNOWN | V_STUNNED | V_SHAKEN)
        manned = vehicles.is_manned(state, vehicle)
        riders.call_survival(state, vehicle)
        vehicles.destroy(state, vehicle, False, "ASL-C7.7")
        call(state, [(vehicle, SURVIVAL, int(shaken))] if manned else ())
    elif result == STUCK:
        immobilize(state, vehicle, "ASL-C7.7")
    elif result == SHOCK:
        vehicles.shock(state, vehicle, "ASL-C7.7")
    elif result == SHAKEN and vehicles.is_manned(state, vehicle):
        call(state, [(vehicle, NERVE, has(state, vehicle, V_SHAKEN))])
    settle(state, "ASL-C7.7")


def immobilize(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-C7.5, ASL-D5.5: the crew may leave what cannot move."""
    vehicles.stick(state, vehicle, clause)
    if vehicles.is_active(state, vehicle):
        call(state, [(vehicle, STEADY, has(state, vehicle, V_SHAKEN))])


def strafed(state: Firefight, vehicle: int, found: Result) -> None:
    """ASL-D5.34, ASL-D5.341: fire that finds a crew that shows itself."""
    if found.kind in ("kia", "k"):
        vehicles.stun(state, vehicle, "ASL-D5.341")
        vehicles.recall(state, vehicle, "ASL-D5.341")
    elif found.kind == "mc":
        call(state, [(vehicle, CHECK, found.number)])


# ---------------------------------------------------------------- the rolls


def outcomes(state: Firefight, frame: CrewRolls) -> Outcomes:
    return SUM if frame.queue else NO_OUTCOME


def limit(state: Firefight, row: Row) -> int:
    """The most that passes."""
    vehicle, what, _ = row
    target = armored(state, vehicle)
    return target.crew_survival if what == SURVIVAL else target.crew_morale


def drm(state: Firefight, row: Row) -> int:
    """ASL-D5.34: a crew that was stunned has 1 more on its checks."""
    vehicle, what, number = row
    return number + (has(state, vehicle, V_SHAKEN) if what == CHECK else 0)


WORDS = {
    SURVIVAL: "the crew of {} gets out",
    STEADY: "the crew of {} stays with it",
    NERVE: "the crew of {} stands the shock",
    CHECK: "a morale check of the crew of {}",
}


def about(state: Firefight, frame: CrewRolls) -> str:
    row = frame.queue[0]
    words = WORDS[row[1]].format(name(state, row[0]))
    return f"{words}: {limit(state, row)} or less, {drm(state, row):+d}"


def take(state: Firefight, frame: CrewRolls, action: Roll) -> None:
    row = frame.queue[0]
    final = action.face + drm(state, row)
    passed = final <= limit(state, row)
    words = "{}: dice {}, with modifiers {}: {}"
    said = "passed" if passed else "failed"
    text = WORDS[row[1]].format(name(state, row[0]))
    state.note(CLAUSE[row[1]], words, text, action.face, final, said, kind="check")
    state.replace(replace(frame, queue=frame.queue[1:]), CLAUSE[row[1]])
    RESULTS[row[1]](state, row[0], passed, action.face)


def _survive(state: Firefight, vehicle: int, passed: bool, dice: int) -> None:
    """ASL-D5.6: out of the wreck, unbroken, all its MF spent."""
    if not passed or not bail_out(state, vehicle, "ASL-D5.6"):
        vehicles.lose_crew(state, vehicle, "ASL-D5.6")


FORCED_OUT = ("ASL-D5.5", "ASL-D5.6")  # what makes a crew leave its vehicle in haste


def bail_out(state: Firefight, vehicle: int, clause: str) -> bool:
    """A crew on foot in the hex of its vehicle; false: the side has no counter left."""
    side = VEHICLE_SIDE[vehicle]
    unit = free_place(state, side)
    if unit < 0:
        return False
    state.set_at(fact.kind, unit, CREW[side], clause)
    state.set_at(fact.at, unit, Hex(state.vehicle_at[vehicle]), clause)
    state.set(fact.open, state.open | 1 << unit, clause)
    flag(state, unit, MOVED, clause)
    if clause in FORCED_OUT:
        state.set(fact.bailed, (*state.bailed, unit), "ASL-A4.62")
    leader = commanders.leave(state, vehicle, "ASL-D3.4")
    if leader and create(state, unit, leader, MOVED, "ASL-D3.4") < 0:
        state.note("ASL-D3.4", "the Armor Leader is lost", kind="loss")
    said = ADJECTIVE[side]
    state.note(clause, "{} {} leaves {}", said, unit_name(state, unit), name(state, vehicle), kind="result")
    settle(state, clause)
    return True


def _stay(state: Firefight, vehicle: int, passed: bool, dice: int) -> None:
    """ASL-D5.5: who fails leaves the vehicle."""
    if not passed:
        vehicles.abandon(state, vehicle, "ASL-D5.5")
        if not bail_out(state, vehicle, "ASL-D5.5"):
            vehicles.lose_crew(state, vehicle, "ASL-D5.5")


def _nerve(state: Firefight, vehicle: int, passed: bool, dice: int) -> None:
    if not passed:
        vehicles.shock(state, vehicle, "ASL-C7.41")


def _check(state: Firefight, vehicle: int, passed: bool, dice: int) -> None:
    """ASL-D5.34, ASL-D5.341: stunned; recalled by an Original 12, a Casualty MC."""
    if not passed:
        vehicles.stun(state, vehicle, "ASL-D5.34")
        if dice == 12:
            vehicles.recall(state, vehicle, "ASL-D5.341")


RESULTS: dict[str, Callable[[Firefight, int, bool, int], None]] = {
    SURVIVAL: _survive,
    STEADY: _stay,
    NERVE: _nerve,
    CHECK: _check,
}


def finish(state: Firefight, frame: CrewRolls) -> None:
    settle(state, "ASL-D5.6")
    check_victory(state)


CREW_ROLLS = (
    Chance(clause="ASL-D5.6", name="crew", outcomes=outcomes, apply=take, about=about),
    Auto(clause="ASL-D5.6", do=finish),
)

# ---------------------------------------------------------------- the Rally Phase


def _shaken(state: Firefight) -> list[int]:
    return [
        v
        for v in range(len(VEHICLE_NAMES))
        if vehicles.is_there(state, v)
        and has(state, v, V_SHOCKED | V_UNKNOWN)
        and not has(state, v, V_ROLLED)
    ]


def recover(state: Firefight, frame: PlayerTurn, action: Roll) -> None:
    """ASL-C7.42: at the end of each Rally Phase."""
    vehicle, die = _shaken(state)[0], action.face
    again = has(state, vehicle, V_UNKNOWN)
    steady = die <= DATA["shock"]["second" if again else "first"]
    words = "the crew of {} rolls {}: {}"
    said = "it recovers" if steady else "the vehicle is lost" if again else "its fate is unknown"
    state.note("ASL-C7.42", words, name(state, vehicle), die, said, kind="check")
    vehicles.flag(state, vehicle, V_ROLLED, "ASL-C7.42")
    if steady:
        vehicles.clear(state, vehicle, V_SHOCKED | V_UNKNOWN, "ASL-C7.42")
    elif again:
        vehicles.destroy(state, vehicle, False, "ASL-C7.42")
        vehicles.lose_crew(state, vehicle, "ASL-C7.42")
        check_victory(state)
    else:
        vehicles.clear(state, vehicle, V_SHOCKED, "ASL-C7.42")
        vehicles.flag(state, vehicle, V_UNKNOWN, "ASL-C7.42")


RECOVERY = Chance(
    clause="ASL-C7.42",
    name="shock",
    outcomes=lambda state, frame: DIE if _shaken(state) else NO_OUTCOME,
    apply=recover,
    about=lambda state, frame: f"whether the crew of {name(state, _shaken(state)[0])} recovers",
)

BROKEN_WEAPONS = (V_JAMMED, V_BMG_JAMMED, V_CMG_JAMMED, V_AAMG_JAMMED)


def can_mend(state: Firefight, vehicle: int) -> bool:
    """Whether a crew that can act has a broken weapon, and has not tried in this Rally Phase."""
    broken = has(state, vehicle, sum(BROKEN_WEAPONS)) and not has(state, vehicle, V_ROLLED)
    return broken and vehicles.is_active(state, vehicle)


def mend(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    """ASL-D3.7: one weapon in a Rally Phase, the gun first."""
    vehicles.flag(state, vehicle, V_ROLLED, "ASL-D3.7")
    bit = next(bit for bit in BROKEN_WEAPONS if has(state, vehicle, bit))
    state.call(CrewRepair(vehicle, bit), "ASL-D3.7")


def take_repair(state: Firefight, frame: CrewRepair, action: Roll) -> None:
    """ASL-D3.7: a 1 repairs, a 6 disables; a disabled gun is a recall."""
    gun = frame.weapon == V_JAMMED
    said = "repaired" if action.face == 1 else "lost for good" if action.face == 6 else "still broken"
    words = "the {} of {}: die {}: {}"
    what = "gun" if gun else "machine gun"
    state.note("ASL-D3.7", words, what, name(state, frame.vehicle), action.face, said, kind="check")
    if action.face == 1:
        vehicles.clear(state, frame.vehicle, frame.weapon, "ASL-D3.7")
    elif action.face == 6 and gun:
        vehicles.clear(state, frame.vehicle, V_JAMMED, "ASL-D3.7")
        vehicles.flag(state, frame.vehicle, V_DISABLED, "ASL-D3.7")
        vehicles.recall(state, frame.vehicle, "ASL-D5.341")
    state.goto(1, "ASL-D3.7")


REPAIR_ROLL = (
    Chance(
        clause="ASL-D3.7",
        name="repair of a vehicle",
        outcomes=lambda state, frame: DIE,
        apply=take_repair,
        about=lambda state, frame: f"the repair of a weapon of {name(state, frame.vehicle)}",
    ),
    Auto(clause="ASL-D3.7", do=lambda state, frame: None),
)


def mend_pick(who: Who) -> Pick:
    """ASL-D3.7: both sides repair in each Rally Phase."""

    def mendable(state: Firefight, frame: object) -> int:
        return sum(1 << v for v in VEHICLES_OF[who(state, frame)] if can_mend(state, v))

    return Pick(
        verb=Mend,
        names=VEHICLE_NAMES,
        units=(Screen("ASL-D3.7", "{unit} has no broken weapon to repair now", mendable),),
        apply=mend,
    )


MENDING = Phase(
    clause="ASL-D3.7",
    name="vehicle repair",
    title="Rally Phase: weapons of vehicles",
    side=lambda state, frame: state.mover,
    picks=(mend_pick(lambda state, frame: state.mover),),
)


def end_rally(state: Firefight, frame: PlayerTurn) -> None:
    for vehicle in range(len(VEHICLE_NAMES)):
        vehicles.clear(state, vehicle, V_ROLLED, "ASL-C7.42")


def withdraw_recalled(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-D5.341: a recalled vehicle that cannot move is abandoned; of one that leaves riders get off."""
    for vehicle in VEHICLES_OF[state.mover]:
        if not has(state, vehicle, V_RECALLED) or not vehicles.is_active(state, vehicle):
            continue
        if has(state, vehicle, V_STUCK | V_BOGGED):
            vehicles.abandon(state, vehicle, "ASL-D5.341")
            bail_out(state, vehicle, "ASL-D5.341")
        else:
            riders.get_off(state, vehicles.riders_of(state, vehicle), "ASL-D5.341")
    settle(state, "ASL-D5.341")


def end_of_turn(state: Firefight, vehicle: int, over: int) -> None:
    """ASL-D5.34, FF-SEQ.1: a stun becomes its +1; markers come off."""
    if has(state, vehicle, V_STUNNED):
        vehicles.clear(state, vehicle, V_STUNNED, "ASL-D5.34")
        vehicles.flag(state, vehicle, V_SHAKEN, "ASL-D5.34")
    vehicles.clear(state, vehicle, over | V_DONE, "FF-SEQ.1")
