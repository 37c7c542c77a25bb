"""What can be done: the actions, and the small verbs that are alone in changing a unit, a dump or a hex."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.caching import once_while
from grognard.core.facts import Action, Fact, OnlyHex, OnlyUnit, UnitHex
from grognard.core.facts import Roll as Roll
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Outcomes

from ..weather import TWO_DICE
from .board import DEAD, EAST, RAIL_HEXES, area
from .covered import Concede
from .pieces import (
    ALLIED,
    ATTACKERS,
    BRACKETS,
    FIGHTERS,
    LEG,
    MOVE,
    OF_SIDE,
    SIDE,
    SIDES,
    STEPS,
    TOLL,
    TRANSPORT,
)
from .position import Campaign, Pairs, fact, units_in
from .visibility import sees

# ---------------------------------------------------------------- actions


class Arrive(UnitHex, frozen=True):
    """BTR-ocs.reinf.place: bring a unit on."""


class Deliver(OnlyHex, frozen=True):
    """BTR-ocs.reinf.sp: put up to 1 SP of this turn's supply on a source."""


class Break(OnlyUnit, frozen=True):
    """BTR-ocs.breakout.when: a unit without trace tries to reach its own lines."""

    verb: ClassVar[str] = "breakout"


class Mode(OnlyUnit, frozen=True):
    """BTR-ocs.mode.choose: turn a unit to its other side."""


class Strat(OnlyUnit, frozen=True):
    """BTR-ocs.mode.strat-enter: put a unit into Strat Mode."""


class Reserve(OnlyUnit, frozen=True):
    """BTR-ocs.mode.reserve-place: put a unit under a reserve marker."""


class Recall(OnlyUnit, frozen=True):
    """BTR-ocs.mode.reserve-keep: take a unit out of reserve in its own Movement Phase."""


class Release(OnlyUnit, frozen=True):
    """BTR-ocs.mode.reserve-release: release a unit in Reaction or Exploitation."""


class Stack(OnlyUnit, frozen=True):
    """BTR-ocs.move.stack: take a unit into the stack that moves."""


class Drop(OnlyUnit, frozen=True):
    """BTR-ocs.move.stack: leave a unit of the moving stack behind."""


class Fuel(OnlyUnit, frozen=True):
    """BTR-ocs.move.fuel-when: 1T for one counter."""


class FuelHq(OnlyUnit, frozen=True):
    """BTR-ocs.move.fuel-hq: 1 SP for an HQ and the small independent units it throws to."""


class FuelFormation(OnlyUnit, frozen=True):
    """BTR-ocs.move.fuel-formation: 1 SP for the formation of this counter."""


class Move(UnitHex, frozen=True):
    """BTR-ocs.move.order: move a unit, or the stack it belongs to."""


class Overrun(UnitHex, frozen=True):
    """BTR-ocs.overrun.stack: the moving stack overruns a hex."""

    has_target: ClassVar[bool] = True


class Load(Action, frozen=True):
    """BTR-ocs.truck.load: put tokens of the dump in its hex on a transport point."""

    unit: str
    tokens: int


class Unload(Action, frozen=True):
    """BTR-ocs.truck.load: put tokens of a transport point on the ground."""

    unit: str
    tokens: int


class Extend(OnlyUnit, frozen=True):
    """BTR-ocs.ext.make: this transport point and four others of its kind form an extender."""


class Fold(OnlyUnit, frozen=True):
    """BTR-ocs.supply.extender: the points of an extender are free again."""


class Blow(OnlyHex, frozen=True):
    """BTR-ocs.dump.blow: blow a dump."""


class Draw(OnlyHex, frozen=True):
    """BTR-ocs.supply.draw: take what is to be paid from the dump in a hex."""


class Recover(OnlyUnit, frozen=True):
    """BTR-ocs.stock.recover: fill the internal stocks of a unit."""


class Eat(UnitHex, frozen=True):
    """BTR-ocs.trace.eat: feed a unit without trace from the dump in a hex."""


class Fire(UnitHex, frozen=True):
    """BTR-ocs.barrage.target: begin a barrage with its first gun."""

    verb: ClassVar[str] = "barrage"
    has_target: ClassVar[bool] = True


class Attack(UnitHex, frozen=True):
    """BTR-ocs.combat.declare: declare an attack with its first unit."""

    has_target: ClassVar[bool] = True


class Join(OnlyUnit, frozen=True):
    """One more unit takes part in the attack, or one more gun in the barrage."""


class Pay(Action, frozen=True):
    """BTR-ocs.combat.pay-defender: `yes`, or `no` and fight at half."""

    choice: str


class Rate(OnlyUnit, frozen=True):
    """BTR-ocs.combat.ar-pick: the unit whose Action Rating counts."""


class Ground(Action, frozen=True):
    """BTR-tec.combat.choice: the terrain the defender picks against a stack, or for itself."""

    verb: ClassVar[str] = "terrain"
    terrain: str


class Lose(OnlyUnit, frozen=True):
    """A step of this unit is lost."""


class Yield(Action, frozen=True):
    """BTR-ocs.combat.option-mix: so many hexes of retreat; the rest of the option is taken in steps."""

    verb: ClassVar[str] = "retreat"
    hexes: int


class Ignore(Action, frozen=True):
    """BTR-ocs.combat.defender-free: the defender leaves its option."""


class Withdraw(OnlyHex, frozen=True):
    """BTR-ocs.retreat.far: the next hex of a retreat."""


class Part(OnlyUnit, frozen=True):
    """BTR-ocs.retreat.split: a unit goes its own way."""


class Advance(OnlyUnit, frozen=True):
    """BTR-ocs.advance.who: enter the hex that was won."""


class Remove(OnlyUnit, frozen=True):
    """BTR-ocs.turn.stack-check: a unit of a hex that holds too much."""


class Fly(UnitHex, frozen=True):
    """BTR-ocs.air.mission: an aircraft flies a barrage on a hex; others may join it."""

    has_target: ClassVar[bool] = True


class Swoop(OnlyUnit, frozen=True):
    """BTR-ocs.air.sweep: a fighter sweeps over the enemy's base."""

    verb: ClassVar[str] = "sweep"


class Intercept(OnlyUnit, frozen=True):
    """BTR-ocs.air.intercept: a fighter meets a mission, or presses on."""


class Meet(OnlyUnit, frozen=True):
    """BTR-ocs.air.fight: the aircraft that fights next."""


class Build(UnitHex, frozen=True):
    """BTR-ocs.hog.build: an HQ or engineer builds one level of a hedgehog."""


class Along(OnlyUnit, frozen=True):
    """BTR-ocs.retreat.tag: a unit that did not fight goes with the retreat."""


class Flee(UnitHex, frozen=True):
    """BTR-ocs.truck.capture: where a transport point goes that was not caught."""


class Go(Action, frozen=True):
    """BTR-turn.pre.first: who rolled higher goes `first` or `second`."""

    order: str


class PutOff(OnlyUnit, frozen=True):
    """BTR-ocs.ger.leave: the removal of a unit next to the enemy is put off by a turn."""


class Repair(OnlyUnit, frozen=True):
    """BTR-ocs.air.repair: an aircraft is brought to full strength."""


class Restore(UnitHex, frozen=True):
    """BTR-repl.misc: a Misc result brings a unit back."""


class Rebuild(UnitHex, frozen=True):
    """BTR-ocs.repl.where: a step of a unit is paid for and placed."""


class Bomb(OnlyHex, frozen=True):
    """BTR-ocs.scen.queen-bombs: the heavy bombers strike a hex."""

    has_target: ClassVar[bool] = True


class OpenDams(Action, frozen=True):
    """BTR-ocs.dam.open: the Roer is flooded from the next turn."""


class Check(Action, frozen=True):
    """BTR-ocs.bridge.check: a marker is spent on a Rhine bridge: `yes` or `no`."""

    choice: str


class Demolish(OnlyHex, frozen=True):
    """BTR-ocs.bridge.blow-own: the Germans blow the bridge with its western end in a hex."""


class Lay(UnitHex, frozen=True):
    """BTR-ocs.bridge.pontoon: a pontoon brigade tries to lay a bridge to a hex."""


class Strike(UnitHex, frozen=True):
    """BTR-ocs.air.bridge: aircraft strike the Rhine bridge with its western end in a hex."""

    has_target: ClassVar[bool] = True


class Bust(UnitHex, frozen=True):
    """BTR-ocs.bust.marker: aircraft cut the railways and roads around a hex."""

    has_target: ClassVar[bool] = True


class Rail(UnitHex, frozen=True):
    """BTR-ocs.rail.where: a unit or transport point goes by rail."""


class Entrain(OnlyHex, frozen=True):
    """BTR-ocs.rail.cap: up to 1 SP of the dump in a hex is put on a train."""


class Ship(OnlyHex, frozen=True):
    """BTR-ocs.rail.where: the train goes to a hex."""


class RepairRail(UnitHex, frozen=True):
    """BTR-ocs.rail.repair: an HQ repairs a rail hex."""


class Place(UnitHex, frozen=True):
    """BTR-ocs.set.free: a gun, an HQ or a transport point is set up in another hex."""


class ShiftDump(OnlyHex, frozen=True):
    """BTR-ocs.set.free: the dump in a hex is set up elsewhere."""


class DumpTo(OnlyHex, frozen=True):
    """BTR-ocs.set.free: where the dump goes."""


VERBS: tuple[type[Action], ...] = (
    Go,
    PutOff,
    Repair,
    Restore,
    Rebuild,
    Bomb,
    OpenDams,
    Check,
    Demolish,
    Lay,
    Strike,
    Bust,
    Rail,
    Entrain,
    Ship,
    RepairRail,
    Arrive,
    Deliver,
    Break,
    Mode,
    Strat,
    Reserve,
    Recall,
    Release,
    Stack,
    Drop,
    Fuel,
    FuelHq,
    FuelFormation,
    Move,
    Overrun,
    Load,
    Unload,
    Extend,
    Fold,
    Blow,
    Draw,
    Recover,
    Eat,
    Fire,
    Attack,
    Join,
    Pay,
    Rate,
    Ground,
    Lose,
    Yield,
    Ignore,
    Withdraw,
    Part,
    Advance,
    Remove,
    Flee,
    Fly,
    Swoop,
    Intercept,
    Meet,
    Build,
    Along,
    Place,
    ShiftDump,
    DumpTo,
    Concede,
    Roll,
)
DICE = Outcomes(
    (Roll(sum_), ways) for sum_, ways in TWO_DICE.items()
)  # BTR-ocs.play.dice: two dice means their sum

# ---------------------------------------------------------------- dumps


def _dumps(side: str) -> Fact[Pairs]:
    return fact.allied_dumps if side == ALLIED else fact.german_dumps


def put(pairs: Pairs, hex_: int, value: int) -> Pairs:
    """The pairs with another value for one hex; 0 takes it out."""
    result = {**dict(pairs), hex_: value}
    return tuple(sorted((h, n) for h, n in result.items() if n))


def on_ground(state: Campaign, side: str, hex_: int) -> int:
    return dict(state.allied_dumps if side == ALLIED else state.german_dumps).get(hex_, 0)


def add_tokens(state: Campaign, side: str, hex_: int, tokens: int, clause: str) -> None:
    """Put tokens on the ground, or take them from it."""
    pairs = state.allied_dumps if side == ALLIED else state.german_dumps
    state.set(_dumps(side), put(pairs, hex_, dict(pairs).get(hex_, 0) + tokens), clause)


def points_in(state: Campaign, hex_: int, side: str) -> int:
    """The transport points of a side in a hex."""
    return state.here.get(hex_, 0) & OF_SIDE[side] & TRANSPORT


def carriers_in(state: Campaign, hex_: int, side: str) -> list[int]:
    """The transport points of a side in a hex, those that all can see first: no load that is seen tells of a
    covered one (BTR-ocs.play.open).
    """
    return sorted(members(points_in(state, hex_, side)), key=lambda unit: not sees(state, "", unit))


@once_while("at", "load", "allied_dumps", "german_dumps")
def stores(state: Campaign, side: str) -> dict[int, int]:
    """BTR-ocs.dump.any: tokens on the ground and on transport, by hex."""
    result = dict(state.allied_dumps if side == ALLIED else state.german_dumps)
    for unit in members(state.on_map & OF_SIDE[side] & TRANSPORT):
        if state.load[unit]:
            result[state.at[unit]] = result.get(state.at[unit], 0) + state.load[unit]
    return result


def take_tokens(state: Campaign, side: str, hex_: int, tokens: int, clause: str) -> None:
    """Spend tokens of a hex: those on the ground first, then those on transport
    (BTR-ocs.supply.transport).
    """
    ground = min(tokens, on_ground(state, side, hex_))
    if ground:
        add_tokens(state, side, hex_, -ground, clause)
        hauled = dict(state.hauled).get(hex_, 0)
        if hauled > (left := on_ground(state, side, hex_)):
            state.set(fact.hauled, put(state.hauled, hex_, left), clause)
    rest = tokens - ground
    for unit in carriers_in(state, hex_, side):
        part = min(rest, state.load[unit])
        if part:
            state.set_at(fact.load, unit, state.load[unit] - part, clause)
            rest -= part


# ---------------------------------------------------------------- units

_MARKS = (
    "reserve",
    "exploit",
    "dg",
    "oos",
    "fuelled",
    "topped",
    "hq_fuel",
    "threw",
    "group",
    "done",
    "stopped",
    "turned",
    "released",
    "attacked",
    "fired",
    "extended",
)


def mark(state: Campaign, name: Fact[int], units: int, clause: str) -> None:
    """Put a marker on units."""
    state.set(name, state.__dict__[name.name] | units, clause)


def unmark(state: Campaign, name: Fact[int], units: int, clause: str) -> None:
    state.set(name, state.__dict__[name.name] & ~units, clause)


def clear(state: Campaign, unit: int, clause: str) -> None:
    """Take every marker off a unit that leaves the map."""
    for name in _MARKS:
        if state.__dict__[name] >> unit & 1:
            unmark(state, state.fields[name], 1 << unit, clause)
    for column in (fact.spent, fact.untraced, fact.stock):
        state.set_at(column, unit, 0, clause)


def steps_left(state: Campaign, unit: int) -> int:
    return STEPS[unit] - state.lost[unit]


def lose_steps(state: Campaign, unit: int, steps: int, clause: str) -> None:
    """BTR-ocs.unit.one-step, BTR-ocs.win.losses: a unit without steps goes to the dead pile, and every step
    is counted.
    """
    taken = min(steps, steps_left(state, unit))
    at = state.at[unit]
    if TOLL >> unit & 1 and at >= 0 and not EAST >> at & 1:
        state.set(fact.kills, state.kills + taken, "BTR-ocs.win.losses")
    state.set_at(fact.lost, unit, state.lost[unit] + taken, clause)
    if FIGHTERS >> unit & 1:
        counts = list(state.steps_lost)
        counts[SIDES.index(SIDE[unit])] += taken
        state.set(fact.steps_lost, tuple(counts), clause)
    if not steps_left(state, unit):
        state.set_at(fact.at, unit, DEAD, clause)
        clear(state, unit, clause)


def kill(state: Campaign, unit: int, clause: str) -> None:
    lose_steps(state, unit, steps_left(state, unit), clause)


def disorganise(state: Campaign, units: int, clause: str) -> None:
    """BTR-ocs.mode.dg-sum, BTR-ocs.mode.reserve-hit: DG once; it takes a reserve or exploit marker off."""
    units &= FIGHTERS
    mark(state, fact.dg, units, clause)
    unmark(state, fact.reserve, units, "BTR-ocs.mode.reserve-hit")
    unmark(state, fact.exploit, units, "BTR-ocs.mode.dg-sum")


def showing(state: Campaign, unit: int) -> str:
    """The side of the counter that shows: Strat lies on top of Move."""
    mode = state.mode[unit]
    return MOVE if mode == "strat" else mode


def takes_hexes(state: Campaign, unit: int) -> bool:
    """BTR-ocs.hold.change: attack-capable units, and Leg combat units without a bracket."""
    if capable(state) >> unit & 1:
        return True
    return bool((FIGHTERS & ~BRACKETS & LEG[showing(state, unit)]) >> unit & 1)


@once_while("at", "mode", "reserve")
def capable(state: Campaign) -> int:
    """BTR-ocs.unit.attack-capable, BTR-ocs.mode.reserve-zoc: not in Strat Mode, no unreleased reserve."""
    result = state.on_map & ATTACKERS & ~state.reserve
    for unit in members(result):
        if state.mode[unit] == "strat":
            result &= ~(1 << unit)
    return result


def hold(state: Campaign, side: str, hexes: int, clause: str = "BTR-ocs.hold.change") -> None:
    """A side takes hexes, with the hedgehogs there (BTR-ocs.hog.taken)."""
    held = state.allied_held
    new = Hexes(held | hexes if side == ALLIED else held & ~hexes)
    state.set(fact.allied_held, new, clause)
    gone = [pair for pair in state.laid if not all(new >> h & 1 for h in pair)] if side != ALLIED else []
    if gone:  # BTR-ocs.bridge.pontoon: until the Germans hold either hex
        left = tuple(pair for pair in state.laid if pair not in gone)
        state.set(fact.laid, left, "BTR-ocs.bridge.pontoon")
    if changed := (held ^ new) & RAIL_HEXES:
        state.add(fact.cut_rails, changed, "BTR-ocs.rail.repair")


def holds(state: Campaign, side: str) -> int:
    return state.allied_held if side == ALLIED else ~state.allied_held & area(state.scenario)


def place(state: Campaign, unit: int, hex_: int, clause: str, passed: tuple[int, ...] = ()) -> None:
    """Puts a unit into a hex; it takes that hex and those it passed where it can."""
    state.set_at(fact.at, unit, Hex(hex_), clause)
    if takes_hexes(state, unit):
        side = SIDE[unit]
        enemy = next(s for s in SIDES if s != side)
        hexes = set_of(h for h in {*passed, hex_} if not units_in(state, h, enemy))
        hold(state, side, hexes)


def level(state: Campaign, hex_: int) -> int:
    """BTR-ocs.hog.effects: the hedgehog of a hex."""
    return dict(state.hedgehogs).get(hex_, 0)
