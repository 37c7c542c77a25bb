"""The facts of a Purple Heart Draw position, who may know them, and the procedures that can be under way in
one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from grognard.core.facts import Action, Codec, Column, Fact, Frame, struct_codec
from grognard.core.hexes import NOWHERE, OFF, Hex, Hexes, set_of
from grognard.core.inner import Inner
from grognard.core.procedure import Step
from grognard.core.ruling import Ruling
from grognard.core.state import ADVISER, State

from .board import GRID, HEX, HEXES
from .charts import CHART
from .ground import Pair, Works, Zones, zones
from .options import DEFAULT, Options
from .order import STEPS, number_of
from .pieces import FLAG, GERMAN, NAMES, NUMBER_OF, OF_SIDE, SIDE, SIDES, STATUS, UNIT_SET, US, bare, title_of

LANES = 5
GROUPS = 48  # groups a side can ever own
GROUP_NAMES = [f"{side[0]}-rg{n:02}" for side in SIDES for n in range(1, GROUPS + 1)]
LINES = max(len(chart) for chart in CHART.values())

# ---------------------------------------------------------------- frames: public, so they hold nothing secret


class Mission(Frame, frozen=True, tag="mission"):
    """PHD-C4.1: the order of the Tactical Mission."""


class Opening(Frame, frozen=True, tag="opening"):
    """PHD-C5.25 to PHD-C5.41: a new TM Scenario is made ready."""


class Closing(Frame, frozen=True, tag="closing"):
    """PHD-C5.1 to PHD-C5.24: what follows a TM Scenario."""


class Battle(Frame, frozen=True, tag="battle"):
    """PHD-Z: a TM Scenario played out by the abstract resolver, player turn by player turn."""


class Table(Frame, frozen=True, tag="table"):
    """A scenario fought by the players, who enter what happened."""

    proposed: str = ""  # the side that would end it


class Firefighting(Frame, frozen=True, tag="firefight"):
    """A TM Scenario fought squad by squad, in a position of the firefight within this one."""


class Throwing(Frame, frozen=True, tag="throwing"):
    """At the table: a player wants dice that both sides can verify."""

    dice: int
    fell: bool = False


class Card(Frame, frozen=True, tag="card"):
    """One of the four scenario cards, from its set-up to its verdict."""


class Redeploying(Frame, frozen=True, tag="redeploying"):
    """PHD-C5.13: a unit or stack on its way; which, and where to, is in `moving`."""

    side: str
    hidden: bool = False  # PHD-C5.14.v: the enemy does not see it
    situation: str = "v"


class Choosing(Frame, frozen=True, tag="choosing"):
    """PHD-C5: the owner is asked which of several units it is; what for, is in `todo`."""

    side: str


class Entering(Frame, frozen=True, tag="entering"):
    """PHD-C5.2: bog and mines act on units that have come into a hex; which, is in `todo`."""

    side: str
    hidden: bool = False  # PHD-C5.14.v: only the owner looks on


class Fate(Frame, frozen=True, tag="fate"):
    """At the table: what became of one unit; which, is in `todo`."""

    side: str


class Melee(Frame, frozen=True, tag="melee"):
    """PHD-C5.3: one close combat is brought to its end."""

    hex: int


# ---------------------------------------------------------------- who may know what


def _own_unit(state: PurpleHeartDraw, side: str, key: int) -> bool:
    """A unit is known to its owner, and to the enemy once it lies open."""
    return SIDE[key] == side or bool(state.open >> key & 1)


def _group_of_own_unit(state: PurpleHeartDraw, side: str, key: int) -> bool:
    """PHD-C5.31: purchases are secret, and the number of a group tells how many there were before it."""
    return SIDE[key] == side


def _own(state: PurpleHeartDraw, side: str, key: int) -> bool:
    return SIDES[key] == side


def _own_group(state: PurpleHeartDraw, side: str, key: int) -> bool:
    """A group is known to its owner alone."""
    return SIDES[key // GROUPS] == side


def _german(state: PurpleHeartDraw, side: str, key: int) -> bool:
    return side == GERMAN


def _status_shown(side: str, unit: int, status: int) -> int:
    """PHD-TM20: whether a gyrostabilizer works is rolled for in secret, and stays its side's secret."""
    return status if SIDE[unit] == side else status & ~FLAG["gyro"]


def _gear_shown(side: str, unit: int, gear: tuple[str, ...]) -> tuple[str, ...]:
    """PHD-MSR9: the unit that carries a radio is a secret record of its side."""
    return gear if SIDE[unit] == side else tuple(item for item in gear if bare(item) != "RADIO")


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def _lists(value: object) -> object:
    return [_lists(v) for v in value] if isinstance(value, tuple) else value


ROSTER_LINES = ((int,) * 3, (*(int,) * 7, str, str))  # PHD-C1.3: a line that is begun, and a whole one


def _roster(plain: object) -> object:
    """PHD-C1.3: the lines of the roster as `close_books` writes them; a file may say anything."""
    lines = _tuples(plain)
    for line in lines if isinstance(lines, tuple) else ():
        if not isinstance(line, tuple) or tuple(map(type, line)) not in ROSTER_LINES:
            raise ValueError(f"a line of the roster is 7 numbers, chit and purchases, not {line!r}")
    return lines


DEEP = Codec(_lists, _tuples)
ROSTER = Codec(_lists, _roster)
GEAR = Codec(" ".join, lambda text: tuple(text.split()))
OPTIONS = struct_codec(Options)


def _hexed(value: Any) -> list[list[str]]:
    return [[item, GRID.name[hex_]] for item, hex_ in value]


PLACED = Codec(_hexed, lambda plain: tuple((item, GRID.hex(hex_)) for item, hex_ in plain))
MOVING = Codec(
    lambda value: [GRID.name[value[0]], *(NAMES[u] for u in value[1:])] if value else [],
    lambda plain: (GRID.hex(plain[0]), *(NAMES.index(name) for name in plain[1:])) if plain else (),
)
QUEUE = Codec(lambda value: [_lists(x) for x in value], lambda plain: tuple(_tuples(x) for x in plain))


ABOARD = Codec(
    lambda value: NAMES[value] if value >= 0 else "", lambda plain: NAMES.index(plain) if plain else -1
)


def _mounted(state: PurpleHeartDraw, unit: int, old: int, new: int) -> None:
    if (old < 0) != (new < 0):
        state.riding ^= 1 << unit


def _filled(state: PurpleHeartDraw, unit: int, old: str, new: str) -> None:
    if bool(old) != bool(new):
        state.used ^= 1 << unit


_N, _U = len(SIDES), len(NAMES)
_none: tuple[Any, ...] = ()


def _firefight() -> type[State]:
    from .firefight.position import Firefight  # a game of its own

    return Firefight


FIGHT = Inner(_firefight, "fight_")  # with tactical_source = "firefight" TM Scenarios are played out in it

Group = tuple[str, int, str, int]  # line of the chart, scenario, how it comes, whether its units are there


class Facing(NamedTuple):
    """The corners that the hull of a vehicle (VCA) and its turret (TCA) face; both empty if none was entered.

    >>> str(Facing("NE", "NE")), str(Facing("NE", "E")), Facing.read("NE/E").turret
    ('NE', 'NE/E', 'E')
    """

    hull: str = ""
    turret: str = ""

    def __str__(self) -> str:
        return self.hull if self.hull == self.turret else f"{self.hull}/{self.turret}"

    @classmethod
    def read(cls, text: str) -> Facing:
        hull, _, turret = text.partition("/")
        return cls(hull, turret or hull)


NO_FACING = Facing()
FACING = Codec(str, Facing.read)


class PurpleHeartDraw(State):
    """A position of Purple Heart Draw."""

    options = Fact[Options](DEFAULT, OPTIONS)
    card = Fact("")  # a stand-alone scenario card, or none
    scenario = Fact(0)  # PHD-C4.2: the TM Scenario, I to V
    turn = Fact(0)
    mover = Fact("")  # whose player turn it is
    first = Fact("")  # PHD-R8: who moves first, the TM Scenario Attacker
    first_setup = Fact("")  # PHD-C5.37: who sets up first
    last_first = Fact("")  # the Attacker of the last scenario that was played
    lull = Fact(False)  # PHD-C2.LULL
    revealed = Column[str]([""] * _N, SIDES)  # PHD-C5.37: the chits as shown
    chit = Column[str](["idle"] * _N, SIDES, seen=_own)  # PHD-C2.AO
    attacked = Column[bool]([False] * _N, SIDES)  # held the Attack chit in the scenario last played

    # units
    kind = Column[str]([""] * _U, NAMES, seen=_own_unit, changed=_filled)
    at = Column[Hex]([OFF] * _U, NAMES, HEX, seen=_own_unit)
    status = Column[int]([0] * _U, NAMES, STATUS, seen=_own_unit, shown=_status_shown)
    gear = Column[tuple[str, ...]]([()] * _U, NAMES, GEAR, seen=_own_unit, shown=_gear_shown)
    group = Column[int]([0] * _U, NAMES, seen=_group_of_own_unit)  # the RG it came with, from 1
    exit = Column[Hex](
        [OFF] * _U, NAMES, HEX, seen=_own_unit
    )  # PHD-TM8: the edge hex it left the map by, until it is back
    row = Column[int]([0] * _U, NAMES, seen=_own_unit)  # PHD-Z1, while the resolver plays; 0: not on the map
    lane = Column[int]([-1] * _U, NAMES, seen=_own_unit)
    facing = Column[Facing]([NO_FACING] * _U, NAMES, FACING, seen=_own_unit)
    aboard = Column[int](
        [-1] * _U, NAMES, ABOARD, seen=_own_unit, changed=_mounted
    )  # the vehicle a Rider is on
    depleted = Column[str](
        [""] * _U, NAMES, seen=_own_unit
    )  # FF-O18: kinds of ammunition that a gun marked `~` has no more; nothing: all that it had
    open = Fact[int](0, UNIT_SET)  # units the enemy sees
    cover = Column[Hexes](
        [NOWHERE] * _N, SIDES, HEXES
    )  # hexes in which a concealed counter lies, dummies among them
    dummies = Column[Hexes]([NOWHERE] * _N, SIDES, HEXES, seen=_own)
    decoys = Column[int](
        [0] * _N, SIDES, seen=_own
    )  # PHD-C5.31.b: dummies placed for Reserve groups in this set-up
    lines = Column[tuple[int, ...]](
        [(0,) * LANES] * _N, SIDES, DEEP
    )  # PHD-Z1: each side's line by lane, as both see it

    # ground
    held = Column[Hexes]([NOWHERE] * _N, SIDES, HEXES)  # PHD-C2.CTRL: Tactical Locations and intersections
    forts = Column[tuple[tuple[str, int], ...]]([()] * _N, SIDES, PLACED)  # open on the map
    buried = Column[tuple[tuple[str, int], ...]]([()] * _N, SIDES, PLACED, seen=_own)  # still hidden
    rubble = Fact[Hexes](NOWHERE, HEXES)  # PHD-TM12: changes of terrain are permanent until cleared
    flame = Fact[Hexes](NOWHERE, HEXES)
    blaze = Fact[Hexes](NOWHERE, HEXES)
    burnt = Fact[Hexes](NOWHERE, HEXES)  # terrain burnt down to Open Ground
    wrecks = Fact[tuple[tuple[str, int], ...]]((), PLACED)
    dropped = Fact[tuple[tuple[str, int], ...]](
        (), PLACED
    )  # weapons without an owner, with whose they are: `us.MMG`
    # PHD-C5.14.v: what a side lost unseen: CVP the enemy has still to be told of, and wrecks
    owed = Column[int]([0] * _N, SIDES, seen=_own)
    unseen = Column[tuple[tuple[str, int], ...]]([()] * _N, SIDES, PLACED, seen=_own)
    taken = Column[tuple[tuple[str, int], ...]](
        [()] * _N, SIDES, PLACED, seen=_own
    )  # of these, taken up unseen
    booby = Fact("", seen=_german)  # PHD-C5.35.n8: level of booby traps

    # stores and points, a side's own business
    tp = Column[int]([0] * _N, SIDES, seen=_own)
    dsp = Column[int]([0] * _N, SIDES, seen=_own)
    bought = Column[tuple[int, ...]](
        [(0,) * LINES] * _N, SIDES, DEEP, seen=_own
    )  # by line of the chart, in the mission
    now = Column[tuple[int, ...]]([(0,) * LINES] * _N, SIDES, DEEP, seen=_own)  # and in this scenario
    # PHD-C1.1, PHD-TM11: a group bought or given stays on the record, and its units stay until eliminated
    # (line id, scenario, how it comes)
    groups = Column[tuple[Any, ...]]([_none] * 2 * GROUPS, GROUP_NAMES, DEEP, seen=_own_group)
    # (size, strength, hexes registered, FFE placed, edge hex of a 60mm)
    modules = Column[tuple[tuple[str, str, tuple[int, ...], int, int], ...]](
        [_none] * _N, SIDES, DEEP, seen=_own
    )
    # PHD-TM13: modules with a field phone, and its hex
    phones = Column[tuple[tuple[str, int], ...]]([()] * _N, SIDES, PLACED, seen=_own)
    aimed = Column[tuple[int, ...]]([()] * _N, SIDES, DEEP, seen=_own)  # PHD-Z0: the lane of each module
    posture = Column[tuple[str, ...]]([("auto",) * LANES] * _N, SIDES, DEEP, seen=_own)  # PHD-Z0
    follow = Column[tuple[bool, ...]](
        [(True,) * LANES, (False,) * LANES], SIDES, DEEP, seen=_own
    )  # PHD-Z9: who is behind closes up
    waits = Column[tuple[int, ...]](
        [()] * _N, SIDES, DEEP, seen=_own
    )  # PHD-R18: groups that do not enter now, once for every player turn
    recce = Column[int]([0] * _N, SIDES, seen=_own)  # PHD-C5.36: Locations the enemy must open
    enhanced = Column[int]([-1] * _N, SIDES, seen=_own)  # drm of the Recon dr bought; -1: none
    announced_recce = Column[int]([0] * _N, SIDES)  # PHD-C5.40: how many are still to be named
    stock = Column[tuple[str, ...]](
        [()] * _N, SIDES, GEAR, seen=_own
    )  # PHD-C5.35: works bought and not yet set up
    reassigned = Column[tuple[str, ...]](
        [()] * _N, SIDES, GEAR, seen=_own
    )  # PHD-TM13: registered hexes changed in this scenario
    mines = Column[int]([0] * _N, SIDES, seen=_own)  # PHD-C5.35.n6: DSP spent on mines in this scenario
    # PHD-C5.26.a: Baz, Psk, FT, DC lost in the last scenario
    scrap = Column[tuple[str, ...]]([()] * _N, SIDES, GEAR, seen=_own)
    crews_lost = Column[int]([0] * _N, SIDES, seen=_own)  # PHD-C5.31.note.z
    harden = Column[int]([0] * _N, SIDES, seen=_own)  # PHD-C5.23: MMC that may still Battle Harden
    todo = Column[tuple[Any, ...]]([_none] * _N, SIDES, QUEUE, seen=_own)  # what is still to be rolled for
    tried = Column[tuple[Any, ...]](
        [_none] * _N, SIDES, DEEP, seen=_own
    )  # PHD-C5.28: one try an item type and Location
    moving = Column[tuple[int, ...]](
        [()] * _N, SIDES, MOVING, seen=_own
    )  # PHD-C5.13: goal and units of the stack
    roster = Column[tuple[Any, ...]]([_none] * _N, SIDES, ROSTER, seen=_own)  # PHD-C1.3: a line a scenario

    san = Column[int]([0] * _N, SIDES, seen=_own)
    announced = Column[int]([0] * _N, SIDES)  # PHD-C5.41
    sniper = Column[Hex]([OFF] * _N, SIDES, HEX)  # at the table: where each side's sniper counter lies
    sniped = Column[bool]([False] * _N, SIDES)  # and whether it was moved in this player turn
    cvp = Column[int]([0] * _N, SIDES)  # PHD-C1.2: amassed by the side in this scenario
    cvp_prisoners = Column[int]([0] * _N, SIDES)  # the part of it that is prisoners
    suffered = Column[tuple[int, ...]]([()] * _N, SIDES, DEEP)  # CVP suffered, scenario by scenario
    entered = Column[int](
        [0] * _N, SIDES, UNIT_SET, seen=_own
    )  # at the table: units already moved in this player turn
    marked = Column[int]([0] * _N, SIDES)  # and how many marks on the ground were
    reported = Column[int]([0] * _N, SIDES, UNIT_SET, seen=_own)  # and those whose fate was entered in it
    won = Fact[tuple[str, ...]]((), DEEP)  # winner, level, clause

    within = FIGHT
    sides = SIDES
    grid = GRID
    frames = (
        Mission
        | Opening
        | Closing
        | Battle
        | Firefighting
        | Table
        | Throwing
        | Card
        | Redeploying
        | Entering
        | Choosing
        | Fate
        | Melee
    )
    used: int  # derived: places that hold a unit
    riding: int  # derived: units on a vehicle

    def derive(self) -> None:
        self.used = set_of(unit for unit, kind in enumerate(self.kind) if kind)
        self.riding = set_of(unit for unit, on in enumerate(self.aboard) if on >= 0)

    def mask_derived(self, side: str) -> None:
        """Of the enemy's units only those that lie open are counted."""
        known = self.open | (OF_SIDE[side] if side in SIDES else 0)
        self.used &= known
        self.riding &= known

    @property
    def date(self) -> str:
        """The TM Scenario or the card, and the turn of it."""
        scenario = self.card or (f"TM Scenario {self.scenario}" if self.scenario else "")
        return ", ".join(word for word in (scenario, f"turn {self.turn}" if self.turn else "") if word)

    def step_name(self, frame: Frame, step: Step) -> str:
        """Return a step of the Consolidation Phase that has no words of its own with its number and name."""
        number = number_of(step.clause)
        words = super().step_name(frame, step)
        return f"step C5.{number}, {STEPS[number - 1].name}" if number and words == step.clause else words

    def display_name(self, unit: str) -> str:
        """A unit's printed value and id, as in 6-6-6 (u006); the id alone where a reader of the refusal may
        not know the value.

        A refusal is sent to the side that acts. At an adviser's table it is also a line of the log, which
        both sides read.
        """
        number = NUMBER_OF.get(unit)
        if number is None:
            return unit
        reader = self.to_move if self.viewer is None else self.viewer
        is_own = SIDE[number] == reader and self.enforcement != ADVISER
        return title_of(self.kind[number], unit) if is_own or self.open >> number & 1 else unit

    def owner(self, action: Action) -> str | None:
        """The side whose unit or group an action names."""
        name = str(getattr(action, "unit", ""))
        return {"u": US, "g": GERMAN}.get(name[:1]) if name in NAMES or name in GROUP_NAMES else None

    def impossibilities(self) -> Sequence[Ruling]:
        from .impossible import impossibilities  # which reads positions

        return impossibilities(self)

    @property
    def due_clause(self) -> str:
        """PHD-TM6 is for TM Scenarios: the turns of a card are its own."""
        clause = super().due_clause
        return f"{self.card}.turns" if self.card and clause == "PHD-TM6" else clause

    def forbids(self, action: Action) -> Sequence[Ruling]:
        """PHD-C2.TMSCEN: a concession has its moments; PHD-C5.31.chart: what the charts do not hold."""
        from .requisition import misnamed  # which reads positions
        from .verbs import Buy

        if isinstance(action, Buy):
            return [wrong] if (wrong := misnamed(str(self.to_move), action.unit)) is not None else ()
        if (idle := NOT_UNDER_WAY.get(action.verb)) is not None and not any(
            isinstance(one, idle[0]) for one in self.stack
        ):
            return [Ruling(*idle[1:])]
        if not action.gives_up:
            return ()
        when = (
            "in its requisition, with its orders for a player turn, or at the end of its player turn at the"
            " table"
        )
        return [Ruling("PHD-C2.TMSCEN", f"a side concedes {when}")]

    def frame_elsewhere(self, kind: type[Frame], step: int, action: Action) -> Frame | None:
        """The steps of a mission or a card can judge an action at any time; what is done with one unit, while
        it is done.
        """
        if (frame := super().frame_elsewhere(kind, step, action)) is not None:
            return frame
        if action.verb == "happened":  # what happened to a unit is told of one that was reported on
            return Fate(side=str(self.to_move), step=step) if kind is Fate and self.to_move in SIDES else None
        if kind in ((Card,) if self.card else (Mission, Opening, Closing)):
            return kind(step=step)
        fought = Table if self.card or self.options.tactical_source == "players" else Battle
        return kind(step=step) if kind is fought and self.mover else None


fact = PurpleHeartDraw.keys()

# actions that answer a procedure: its frame, and what is said while it is not under way
NOT_UNDER_WAY: dict[str, tuple[type[Frame], str, str]] = {
    "join": (Redeploying, "PHD-C5.13", "no stack is redeploying that a unit could join"),
    "select": (Redeploying, "PHD-C5.14.table", "no unit is selected by chance: no stack is redeploying"),
    "choose": (Choosing, "PHD-C4.1", "no step asks the owner of a unit to choose one"),
    "falls": (Melee, "PHD-C5.3", "no close combat is being concluded"),
    "survive": (Melee, "PHD-C5.3", "no close combat is being concluded"),
    "exit": (Fate, "PHD-TM8", "no unit is reported as having left the map"),
}


# ---------------------------------------------------------------- what is read off a position


def own(state: PurpleHeartDraw, side: str) -> int:
    """The units a side has, on the map or not."""
    return state.used & OF_SIDE[side]


def start_of(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-C5.13, PHD-TM8: the hex a unit redeploys from: where it stands, or by which it left the map; -1: it
    does not.
    """
    return state.at[unit] if state.at[unit] >= 0 else state.exit[unit]


def works(state: PurpleHeartDraw) -> Works:
    """What lies open on the map and counts for PHD-C2.TL."""
    if not any(state.forts) and not state.rubble and not state.blaze:
        return Works()
    foxholes, dug = [0, 0], 0
    for n in (0, 1):
        for item, hex_ in state.forts[n]:
            if item.startswith("foxhole"):
                foxholes[n] |= 1 << hex_
            elif item.startswith(("trench", "pillbox")):
                dug |= 1 << hex_
    return Works((foxholes[0], foxholes[1]), dug, state.rubble, state.blaze)


def held(state: PurpleHeartDraw) -> Pair:
    return state.held[0], state.held[1]


def ground(state: PurpleHeartDraw) -> Zones:
    """PHD-C5.11: whose ground it is, from the control markers as they lie."""
    return zones(held(state), works(state), state.options.feba_rear, state.options.foxhole_exception)


def attacker(state: PurpleHeartDraw, frame: object = None) -> str:
    """PHD-C2.ATT, PHD-R8, PHD-R15: who comes first in the order of the Consolidation Phase."""
    if state.lull:
        return US if state.options.lull_attacker == "us" else state.last_first or US
    return state.first or US


def defender(state: PurpleHeartDraw, frame: object = None) -> str:
    return GERMAN if attacker(state) == US else US


def unwatched(state: PurpleHeartDraw) -> bool:
    """PHD-C5.14.v: whether a side redeploys in secret just now."""
    return any(isinstance(frame, Redeploying | Entering) and frame.hidden for frame in state.stack)


# ---------------------------------------------------------------- what the steps are made of

SideOf: TypeAlias = Callable[[PurpleHeartDraw, object], str]
Mask: TypeAlias = Callable[[PurpleHeartDraw, object], int]  # the set of units, or of hexes, that pass
HexesOf: TypeAlias = Callable[[int], int]  # unit -> the hexes that pass for it
Each: TypeAlias = Callable[[PurpleHeartDraw, object], HexesOf]
Reason: TypeAlias = Callable[[PurpleHeartDraw, object, int, int], str]  # why a unit or a hex does not pass
Apply: TypeAlias = Callable[[PurpleHeartDraw, object, int, Hex], None]
