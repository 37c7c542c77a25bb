"""BTR-ocs.play.state: the facts of a position on the map, and the procedures that can be under way in one."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import ClassVar

from grognard.core.caching import once_while
from grognard.core.calendar import spell as spell_date
from grognard.core.facts import TUPLE, Action, Codec, Column, Fact, Frame, is_unknown, struct_codec
from grognard.core.hexes import NOWHERE, Hex, Hexes, members, set_of
from grognard.core.procedure import Step
from grognard.core.ruling import Ruling
from grognard.core.stacking import restack, stacks_of
from grognard.core.state import State

from .aircraft import PLANE, PLANE_NAMES, PLANE_SET, PLANES
from .board import GRID, HEX, HEXES, TO_COME, TOKENS
from .covered import Covered
from .options import DEFAULT, Options
from .pieces import COMBAT, COUNT, FIGHTERS, NAMES, OF_SIDE, SCENARIOS, SIDE, SIDES, UNIT, UNITS, display_name
from .visibility import cover, is_foggy, known_meals, known_stack, known_units, sees

Pairs = tuple[tuple[int, int], ...]  # (hex, how many), by hex
Stacks = tuple[tuple[int, int, int], ...]  # (hex, how many counters, what the stack can do), by hex

# ---------------------------------------------------------------- frames


class Turn(Frame, frozen=True, tag="turn"):
    """One date of the calendar."""

    ground: bool = False  # known for this turn
    flight: bool = False
    leader: str = ""  # the side that takes the first player turn, once it is known
    dice: tuple[int, ...] = ()  # BTR-turn.pre.first: of the Allies, then of the Germans


class PlayerTurn(Frame, frozen=True, tag="player_turn"):
    """The phases of one side."""

    rolled: bool = False  # the supply of this turn
    to_place: int = 0  # tokens rolled and not yet put on the map
    starving: tuple[int, ...] = ()  # hexes whose attrition is still to be rolled
    refilled: bool = False  # the replacements of this turn are rolled
    ftr: int = 0  # results of that roll that are used at once
    other: int = 0
    misc: int = 0
    bombed: tuple[int, ...] = ()  # BTR-ocs.scen.queen-bombs
    shaken: tuple[str, ...] = ()  # BTR-ocs.bridge.fall: taken bridges whose die is rolled
    tried: tuple[int, ...] = ()  # BTR-ocs.bridge.pontoon: brigades that have tried


class AlliedTurn(PlayerTurn, frozen=True, tag="allied_turn"):
    """The Allied player turn."""


class GermanTurn(PlayerTurn, frozen=True, tag="german_turn"):
    """The German player turn."""


class Payment(Frame, frozen=True, tag="payment"):
    """Tokens that are drawn from dumps in reach, one dump at a time."""

    covers: ClassVar[bool] = True  # option `fog`: whom it is for is the payer's to know
    side: str
    tokens: int  # still to be drawn
    units: tuple[int, ...]  # what one of them can reach may pay
    purpose: str = "fuel"


class Battle(Frame, frozen=True, tag="battle"):
    """BTR-ocs.combat.order: one attack, or one overrun."""

    shows: ClassVar[tuple[str, ...]] = ("attackers", "defenders")
    side: str  # the attacker
    hex: int
    attackers: tuple[int, ...]
    overrun: bool = False
    exploiting: bool = False
    unpaid: tuple[int, ...] = ()  # attackers whose supply is still to be settled
    supplied: str = ""  # the defence: paid, stocks, refused
    backed: tuple[int, ...] = ()  # defenders with combat supply
    rater: int = -1  # BTR-ocs.combat.ar-pick: the attacker's AR unit
    opposing: int = -1  # and the defender's
    terrain: tuple[tuple[int, str], ...] = ()  # what the defender picked against each stack, by its hex
    line: str = ""  # what it picked for itself
    surprise: str = ""  # none, attacker, defender
    shift: int = 0
    result: str = ""
    option: int = -1  # of the side whose turn it is: hexes and steps still due; -1: not asked yet
    hip: bool = False  # BTR-ocs.overrun.hipshoot: flown
    fell_back: bool = False  # the attacker retreated, or could not take the whole option
    left: tuple[int, ...] = ()  # attackers that may advance
    defenders: tuple[int, ...] = ()


class Losses(Frame, frozen=True, tag="losses"):
    """Steps a side loses among some units, by its own choice within the rule of spreading."""

    shows: ClassVar[tuple[str, ...]] = ("units",)
    side: str
    units: tuple[int, ...]
    due: int
    first: int = -1  # BTR-ocs.combat.firststep: who loses the first
    spread: bool = True  # BTR-ocs.combat.loss-spread
    hit: tuple[int, ...] = ()  # who has lost one in this round
    clause: str = "BTR-ocs.combat.loss-spread"


class Retreat(Frame, frozen=True, tag="retreat"):
    """BTR-ocs.retreat.far: units on their way back, together."""

    shows: ClassVar[tuple[str, ...]] = ("units", "later")
    side: str
    units: tuple[int, ...]
    origin: int
    length: int
    enemies: tuple[
        int, ...
    ]  # BTR-ocs.retreat.where: hexes that held enemy combat units when the combat began
    way: tuple[int, ...] = ()  # hexes entered
    later: tuple[int, ...] = ()  # units that go their own way after these


class Capture(Frame, frozen=True, tag="capture"):
    """What an enemy finds in the hexes it enters."""

    shows: ClassVar[tuple[str, ...]] = ("fleeing",)
    side: str  # the captor
    hexes: tuple[int, ...]
    fleeing: tuple[int, ...] = ()  # transport points whose owner moves them


class Barrage(Frame, frozen=True, tag="barrage"):
    """Guns against one hex."""

    shows: ClassVar[tuple[str, ...]] = ("guns",)
    side: str
    hex: int
    guns: tuple[int, ...]
    paid: bool = False
    result: str = ""
    half: int = 0  # the die of a half step
    air: int = 0  # the strength of an air barrage; the guns are none then
    near: bool = False  # flown from a base at most ten hexes off


class Mission(Frame, frozen=True, tag="mission"):
    """BTR-ocs.air.mission: aircraft on their way to a hex."""

    side: str
    hex: int
    planes: tuple[int, ...]
    gathered: bool = False  # no more join
    interceptor: int = -1
    engaged: bool = False  # the interceptor fights
    flak: str = ""  # hit: an aircraft of several; done
    purpose: str = ""  # a bridge or a railway; else a barrage
    struck: bool = False


class Sweep(Frame, frozen=True, tag="sweep"):
    """BTR-ocs.air.sweep: fighters over the enemy's base."""

    side: str
    planes: tuple[int, ...]
    gathered: bool = False
    attacker_plane: int = -1
    fought: tuple[int, ...] = ()  # enemy fighters that have risen


class Duel(Frame, frozen=True, tag="duel"):
    """BTR-ocs.air.fight: one aircraft against one."""

    attacker_plane: int
    defender_plane: int
    result: str = ""
    hurt: tuple[int, ...] = ()  # aircraft that aborted and whose fate is still to be rolled


class Crowd(Frame, frozen=True, tag="crowd"):
    """BTR-ocs.turn.stack-check: hexes that hold too much at the end of a phase."""


class Breakout(Frame, frozen=True, tag="breakout"):
    """BTR-ocs.breakout.when: one unit tries."""

    shows: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int
    out: bool = False  # it succeeded, and its delay is rolled


class Attrition(Frame, frozen=True, tag="attrition"):
    """BTR-ocs.attr.stack: one hex."""

    side: str
    hex: int


class Train(Frame, frozen=True, tag="train"):
    """BTR-ocs.rail.cap: supply on its way by rail."""

    side: str
    hex: int


class Span(Frame, frozen=True, tag="span"):
    """BTR-ocs.bridge.check: Rhine bridges the Allies have come to."""

    names: tuple[str, ...]
    spent: bool = False  # a marker, for the first of them


class Laying(Frame, frozen=True, tag="laying"):
    """BTR-ocs.bridge.pontoon: one brigade tries to lay a bridge."""

    shows: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int
    hex: int


class SetUp(Frame, frozen=True, tag="set_up"):
    """BTR-ocs.set.free: what may be moved before the first turn, the Germans first."""


class DumpShift(Frame, frozen=True, tag="dump_shift"):
    """BTR-ocs.set.free: one dump on its way."""

    side: str
    hex: int


class Blowing(Frame, frozen=True, tag="blowing"):
    """BTR-ocs.dump.blow: one dump."""

    side: str
    hex: int


# ---------------------------------------------------------------- facts


def _occupy(state: Campaign, unit: int, old: Hex, new: Hex) -> None:
    """Keeps what is derived from `at` in step with it."""
    mine = 1 << unit
    restack(state.here, mine, old, new)
    if (old < 0) != (new < 0):
        state.on_map ^= mine


OPTIONS = struct_codec(Options)


BRIDGES = Codec(dict, lambda plain: tuple(sorted(plain.items())))
SPANS = Codec(
    lambda pairs: [[GRID.name[a], GRID.name[b]] for a, b in pairs],
    lambda plain: tuple(sorted((GRID.hex(a), GRID.hex(b)) for a, b in plain)),
)


STACKS = Codec(
    lambda rows: {GRID.name[hex_]: [count, kind] for hex_, count, kind in rows},
    lambda plain: tuple(sorted((GRID.hex(hex_), count, kind) for hex_, (count, kind) in plain.items())),
)


class Campaign(State):
    """A position of Beyond the Rhine on the map. Nothing is hidden but by the option `fog`
    (BTR-ocs.play.open). What is taken back, and until when, is kept by the record (BTR-ocs.play.undo).
    """

    stack = Fact[tuple[Frame, ...]]((), Codec(list, tuple), part=known_stack)
    options = Fact[Options](DEFAULT, OPTIONS)
    scenario = Fact("aachen")
    turn = Fact(0)  # of the scenario, from 1
    active = Fact("allied")  # whose player turn it is
    phase = Fact("")  # movement, reaction, combat, exploitation: which units may act
    ground = Fact("dry")
    flight = Fact("normal")
    at = Column[Hex]([TO_COME] * COUNT, NAMES, HEX, seen=sees, changed=_occupy)
    lost = Column[int]([0] * COUNT, NAMES, seen=sees)  # steps
    mode = Column[str]([COMBAT] * COUNT, NAMES, seen=sees)
    stock = Column[int]([0] * COUNT, NAMES, seen=sees)  # BTR-ocs.stock.use: 0 full, 1 low, 2 exhausted
    spent = Column[int]([0] * COUNT, NAMES, seen=sees)  # sixths of a movement point in this segment
    load = Column[int]([0] * COUNT, NAMES, seen=sees)  # tokens on a transport point
    untraced = Column[int]([0] * COUNT, NAMES, seen=sees)  # Supply Phases in a row without trace
    back = Column[int]([0] * COUNT, NAMES, seen=sees)  # the turn a unit away returns
    rails_repaired = Column[int](
        [0] * COUNT, NAMES, seen=sees
    )  # BTR-ocs.rail.repair: rail hexes an HQ repaired in this phase
    reserve = Fact[int](0, UNITS, part=known_units)
    exploit = Fact[int](0, UNITS, part=known_units)
    dg = Fact[int](0, UNITS, part=known_units)
    oos = Fact[int](0, UNITS, part=known_units)  # marked out of supply
    fuelled = Fact[int](0, UNITS, part=known_units)  # until the owner's next Clean Up
    topped = Fact[int](0, UNITS, part=known_units)  # fuelled for this phase
    hq_fuel = Fact[int](
        0, UNITS, part=known_units
    )  # HQs that were bought fuel, until the owner's next Clean Up
    threw = Fact[int](0, UNITS, part=known_units)  # HQs that threw fuel in this phase
    group = Fact[int](0, UNITS, part=known_units)  # the stack that moves
    done = Fact[int](0, UNITS, part=known_units)  # have moved in this segment
    stopped = Fact[int](
        0, UNITS, part=known_units
    )  # Truck units that entered a zone in this segment: they move no farther (BTR-ocs.zoc.stop)
    turned = Fact[int](0, UNITS, part=known_units)  # changed their mode, or left the reserve, in this phase
    released = Fact[int](0, UNITS, part=known_units)  # from reserve, in this phase
    attacked = Fact[int](0, UNITS, part=known_units)  # in this segment
    fired = Fact[int](0, UNITS, part=known_units)  # in this phase
    targets = Fact[Hexes](NOWHERE, HEXES)  # attacked in this segment
    blown = Fact[Hexes](NOWHERE, HEXES)  # dumps tried in this phase
    meals = Fact[Pairs](
        (),
        Codec(
            lambda m: {NAMES[u]: GRID.name[h] for u, h in m},
            lambda p: tuple((UNIT[u], GRID.hex(h)) for u, h in p.items()),
        ),
        part=known_meals,
    )
    allied_dumps = Fact[Pairs]((), TOKENS)
    german_dumps = Fact[Pairs]((), TOKENS)
    hauled = Fact[Pairs]((), TOKENS)  # tokens unloaded in this phase, by hex (BTR-ocs.supply.leapfrog)
    hedgehogs = Fact[Pairs]((), TOKENS)
    allied_held = Fact[Hexes](NOWHERE, HEXES)
    at_start = Fact[Hexes](NOWHERE, HEXES)  # Allied-held when the game began (BTR-ocs.scen.stop-line)
    plane_lost = Column[int]([0] * len(PLANES), PLANE_NAMES)  # steps of aircraft
    flown = Fact[int](0, PLANE_SET)  # inactive aircraft
    built = Fact[Hexes](NOWHERE, HEXES)  # BTR-ocs.hog.build: hexes with a new level in this turn
    steps_lost = Fact[tuple[int, ...]]((0, 0), TUPLE)  # BTR-ocs.win.losses, by side
    won = Fact[tuple[str, ...]]((), TUPLE)  # winner, level, clause
    pax = Fact[tuple[int, ...]]((0, 0), TUPLE)  # BTR-repl.keep: replacements in hand, by side
    eq = Fact[tuple[int, ...]]((0, 0), TUPLE)
    put_off = Fact[int](0, UNITS, part=known_units)  # BTR-ocs.ger.leave: removals put off, once for each unit
    staying = Fact[int](0, UNITS, part=known_units)  # those put off in this turn
    bridge_checks = Fact(0)  # BTR-ocs.bridge.check: markers in hand
    cut_rails = Fact[Hexes](
        NOWHERE, HEXES
    )  # BTR-ocs.rail.repair: rail hexes that changed hands since a repair
    railed = Fact(0)  # SP of rail capacity used in this phase
    flood_from = Fact(0)  # BTR-ocs.dam.open: the first turn of the flood
    bridges = Fact[tuple[tuple[str, str], ...]]((), BRIDGES)  # BTR-ocs.bridge.state: those blown or taken
    crossed = Fact[tuple[str, ...]]((), TUPLE)  # standing Rhine bridges Allied combat units have crossed
    kills = Fact(0)  # BTR-ocs.win.losses: steps of German divisions and formations lost west of the Rhine
    held_since = Fact[Pairs](
        (), TOKENS
    )  # by hex: the turn at whose end it was first held, and has been since
    allied_busts = Fact[Hexes](NOWHERE, HEXES)  # BTR-ocs.bust.marker: put by a side, until its next Clean Up
    german_busts = Fact[Hexes](NOWHERE, HEXES)
    laid = Fact[tuple[tuple[int, int], ...]]((), SPANS)  # BTR-ocs.bridge.pontoon
    extended = Fact[int](0, UNITS, part=known_units)  # BTR-ocs.ext.make: points that form extenders
    opened = Fact[int](0, UNITS)  # option `fog`: counters of stacks that were attacked or barraged
    allied_stacks = Fact[Stacks]((), STACKS)  # option `fog`: what both sides see of each stack
    german_stacks = Fact[Stacks]((), STACKS)

    sides = SIDES
    grid = GRID
    out_of_bounds = "BTR-ocs.move.edge"
    frames = (
        Turn
        | AlliedTurn
        | GermanTurn
        | Payment
        | Battle
        | Losses
        | Retreat
        | Capture
        | Barrage
        | Mission
        | Sweep
        | Duel
        | Crowd
        | Breakout
        | Attrition
        | Blowing
        | Train
        | Span
        | Laying
        | SetUp
        | DumpShift
    )
    on_map: int  # derived
    here: dict[int, int]  # derived: the units in each hex that holds any
    sighted: int  # of a view: the counters its side may look at

    def derive(self) -> None:
        self.here = stacks_of(self.at)
        self.on_map = set_of(unit for unit, hex_ in enumerate(self.at) if hex_ >= 0)

    def copied(self) -> None:
        self.here = self.here.copy()

    @property
    def hidden(self) -> frozenset[str]:
        return self.hideable if self.options.fog else NO_SECRETS

    def hides_choice(self, frame: Frame | None, step: Step) -> bool:
        """What a side does with its counters outside a fight is its own to know."""
        return self.options.fog and frame is not None and is_covered(frame, step, self.stack)

    def mask_derived(self, side: str) -> None:
        if is_foggy(self):
            self.cache.clear()
            cover(self)

    def run(self) -> None:
        super().run()
        if is_foggy(self) and self.viewer is None:
            from .fog import look_again  # which reads positions

            look_again(self)

    @property
    def date(self) -> str:
        """The turn as players call it: by its first day."""
        dates = SCENARIOS[self.scenario]["turns"]
        return (
            f"turn {self.turn}, {spell_date(dates[self.turn - 1])}"
            if 0 < self.turn <= len(dates)
            else "set-up"
        )

    display_name = staticmethod(display_name)

    def owner(self, action: Action) -> str | None:
        name = getattr(action, "unit", "")
        if name in PLANE:
            return PLANES[PLANE[name]].side
        return SIDE[UNIT[name]] if name in UNIT else None

    def frame_elsewhere(self, kind: type[Frame], step: int, action: Action) -> Frame | None:
        """A player turn can be imagined at any time; a battle only while one is under way."""
        if (frame := super().frame_elsewhere(kind, step, action)) is not None:
            return frame
        if kind in (AlliedTurn, GermanTurn):
            return kind(step=step)
        return None

    def forbids(self, action: Action) -> Sequence[Ruling]:
        from .refusals import forbidden  # which reads positions

        return forbidden(self, action)

    def impossibilities(self) -> Sequence[Ruling]:
        from .impossible import impossibilities  # which reads positions

        return impossibilities(self)


NO_SECRETS: frozenset[str] = frozenset()

# What kept values rest on (`once_while`): the water; where units stand with their markers; and supply.
WATER = ("turn", "bridges", "laid", "flood_from")
FRONT = (*WATER, "at", "mode", "reserve", "dg", "oos", "allied_stacks", "german_stacks", "won")
TRACE = (*FRONT, "allied_held", "cut_rails", "extended")
SUPPLY = (*FRONT, "allied_dumps", "german_dumps", "load")
FUEL = (*FRONT, "threw", "spent", "hq_fuel", "fuelled", "topped")
FIGHT = (*FRONT, "lost", "ground", "hedgehogs")
MOVERS = ("at", "phase", "active", "released", "exploit")


def is_covered(frame: Frame, step: Step, stack: tuple[Frame, ...]) -> bool:
    """Whether a step is one in which a side handles its counters unseen."""
    if isinstance(frame, Payment):
        return not any(isinstance(one, Battle | Barrage) for one in stack)
    return isinstance(step, Covered) and step.unseen


def private(state: Campaign, side: str) -> str | None:
    """Who may read a note on what a side does with its counters now: under fog the side itself."""
    return side if state.options.fog and state.secret_to == side else None


fact = Campaign.keys()


def today(state: Campaign) -> datetime.date:
    """The first day of the turn."""
    result: datetime.date = SCENARIOS[state.scenario]["turns"][max(state.turn, 1) - 1]
    return result


def is_in(state: Campaign, unit: int, *places: int) -> bool:
    """Whether a unit is in one of some places off the map: that much is known of every counter
    (BTR-ocs.play.open).
    """
    return not is_unknown(state.at[unit]) and state.at[unit] in places


def units_in(state: Campaign, hex_: int, side: str) -> int:
    """The combat units of a side in a hex."""
    return state.here.get(hex_, 0) & OF_SIDE[side] & FIGHTERS


def hexes_of(state: Campaign, units: int) -> Hexes:
    """The hexes in which units of a set stand."""
    result = 0
    for hex_, stack in state.here.items():
        if stack & units:
            result |= 1 << hex_
    return Hexes(result)


def units_of(state: Campaign, hexes: int) -> int:
    """The units that stand in hexes of a set."""
    return sum(units for hex_, units in state.here.items() if hexes >> hex_ & 1)


@once_while("at", "spent")
def begun(state: Campaign) -> int:
    """Units that have spent movement points in this segment."""
    return set_of(unit for unit in members(state.on_map) if state.spent[unit])
