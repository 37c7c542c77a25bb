"""The facts of a fight, who may know them, and the procedures that can be under way in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from grognard.core.facts import TUPLE, Action, Codec, Column, Fact, Frame, is_unknown
from grognard.core.hexes import NOWHERE, OFF, Hex, Hexes, members
from grognard.core.ruling import Ruling
from grognard.core.state import Outcome, State

from ..board import GRID, HEX, HEXES
from ..pieces import GERMAN, SIDES, US
from .forces import (
    BATTERIES,
    BATTERY_OWNER,
    FIRST_MARKER,
    GUN_NAMES,
    GUN_SET,
    GUN_SIDE,
    NAMES,
    OF_SIDE,
    SCENE_OF,
    SIDE,
    UNIT,
    UNITS,
    VEHICLE_NAMES,
    VEHICLE_SIDE,
    Scene,
)
from .options import DEFAULT, Options
from .vehicle_frames import Assault as Assault
from .vehicle_frames import Bogging as Bogging
from .vehicle_frames import Bolting as Bolting
from .vehicle_frames import Burst as Burst
from .vehicle_frames import Confronting as Confronting
from .vehicle_frames import Cresting as Cresting
from .vehicle_frames import CrewRepair as CrewRepair
from .vehicle_frames import CrewRolls as CrewRolls
from .vehicle_frames import Crushing as Crushing
from .vehicle_frames import Daring as Daring
from .vehicle_frames import Dispensing as Dispensing
from .vehicle_frames import Driving as Driving
from .vehicle_frames import Raking as Raking
from .vehicle_frames import Reply as Reply
from .vehicle_frames import Riddling as Riddling
from .vehicle_frames import Shell as Shell
from .vehicle_frames import Torching as Torching
from .vehicle_frames import Tripping as Tripping
from .vehicle_frames import Wiring as Wiring

# ---------------------------------------------------------------- the states of a unit

WORDS = (
    "broken",
    "dm",
    "pinned",
    "cx",
    "ti",
    "wounded",
    "disrupted",
    "melee",
    "fired",
    "first",
    "final",
    "moved",
    "concealed",
    "hidden",
    "gun1",
    "gun2",
    "tried",
    "routed",
    "advanced",
    "directed",
    "fanatic",
    "due",
    "prep",
    "acted",
    "heroic",
    "berserk",
    "opportunity",
    "blasted",
    "foxhole",
    "leapt",
    "assailed",
    "climbing",
    "wire",
    "shortage",
    "winded",
    "searched",
)
(
    BROKEN,
    DM,
    PIN,
    CX,
    TI,
    WOUND,
    DISRUPTED,
    MELEE,
    FIRED,
    FIRST,
    FINAL,
    MOVED,
    CONCEALED,
    HIDDEN,
    GUN1,
    GUN2,
    TRIED,
    ROUTED,
    ADVANCED,
    DIRECTED,
    FANATIC,
    DUE,
    PREP,
    ACTED,
    HEROIC,
    BERSERK,
    OPPORTUNE,
    BLASTED,
    FOXHOLE,
    LEAPT,
    ASSAILED,
    CLIMBING,
    ON_WIRE,  # ASL-B26.4: not beneath it yet
    SHORTAGE,  # ASL-A19.131
    WINDED,  # ASL-A4.51: it was CX when its Movement Phase began
    SEARCHED,  # ASL-A12.121: it has searched, and gains no "?" in this player turn
) = (1 << n for n in range(len(WORDS)))
UNSEEN = CONCEALED | HIDDEN


def _bits(known: Sequence[str], words: Sequence[str]) -> int:
    if strange := [word for word in words if word not in known]:
        raise ValueError(f"there is no flag {strange[0]!r}")
    return sum(1 << known.index(word) for word in words)


FLAGS = Codec(
    lambda bits: [word for n, word in enumerate(WORDS) if bits >> n & 1] if bits else [],
    lambda words: _bits(WORDS, words),
)
GUN_WORDS = (
    "broken",
    "fired",
    "first",
    "final",
    "used",
    "moved",
    "given",
    "dismantled",
    "emplaced",
    "turned",
    "rested",
    "held",
    "slow",
    "no_fire",
)
(
    JAMMED,
    G_FIRED,
    G_FIRST,
    G_FINAL,
    G_USED,
    G_MOVED,
    G_GIVEN,
    G_APART,
    G_EMPLACED,  # ASL-C11.2
    G_TURNED,  # ASL-B9.53: it has turned in this phase
    G_RESTED,  # ASL-C3.22: it has turned without firing in this phase
    G_HELD,  # ASL-C3.22: it is not pushed in this player turn
    G_SLOW,  # ASL-C2.5: no Intensive Fire in this player turn
    G_NO_FIRE,  # ASL-C5.64: it has fired before an overrun
) = (1 << n for n in range(len(GUN_WORDS)))
GUN_FLAGS = Codec(
    lambda bits: [word for n, word in enumerate(GUN_WORDS) if bits >> n & 1],
    lambda words: _bits(GUN_WORDS, words),
)

# ---------------------------------------------------------------- the states of a vehicle

VEHICLE_WORDS = (
    "due",
    "exposed",
    "motion",
    "done",
    "entered",
    "bogged",
    "mired",
    "immobilized",
    "stunned",
    "shaken",
    "shocked",
    "unknown",
    "recalled",
    "abandoned",
    "wreck",
    "burning",
    "gun_broken",
    "gun_disabled",
    "mg_fired",
    "bmg_broken",
    "cmg_broken",
    "aamg_broken",
    "prep",
    "bounding",
    "first",
    "final",
    "fired",
    "rolled",
    "skirts",
    "left",
    "began",
    "raked",
    "smoked",
    "tried",
    "captured",
    "gyro",
    "gyro_seen",
    "barred",
    "shortage",
    "scrounged",
    "hatched",
)
(
    V_DUE,
    V_EXPOSED,
    V_MOTION,
    V_DONE,  # its movement of this player turn is over
    V_ENTERED,  # ASL-C.8: a moving vehicle
    V_BOGGED,
    V_MIRED,
    V_STUCK,
    V_STUNNED,
    V_SHAKEN,  # ASL-D5.34: the +1 after a stun
    V_SHOCKED,
    V_UNKNOWN,
    V_RECALLED,
    V_ABANDONED,
    V_WRECK,
    V_BURNING,
    V_JAMMED,
    V_DISABLED,
    V_MG_FIRED,
    V_BMG_JAMMED,
    V_CMG_JAMMED,
    V_AAMG_JAMMED,
    V_PREP,
    V_BOUNDING,
    V_FIRST,
    V_FINAL,
    V_FIRED,  # its gun has fired and may fire no more in this phase
    V_ROLLED,  # its die of this Rally Phase has been rolled
    V_SKIRTS,  # ASL-D11.2: Schuerzen
    V_LEFT,  # it has gone off the map
    V_BEGAN,  # it began its movement of this player turn in Motion
    V_RAKED,  # ASL-A11.62: it has attacked in close combat
    V_SMOKED,  # ASL-D13.2: it has tried for smoke
    V_TRIED,  # ASL-D2.401: it has tried to be in Motion
    V_CAPTURED,  # ASL-A21.2: the enemy has it
    V_GYRO,  # ASL-D11.1: a gyrostabilizer that works
    V_GYRO_SEEN,
    V_BARRED,  # PHD-TM10.ff: it could not enter and stays off the map; or it sleeps in a Reserve
    V_SHORTAGE,  # ASL-A19.131
    V_SCROUNGED,  # ASL-D10.5: a wreck that has been searched
    V_HATCHED,  # ASL-D5.33: its crew has shown itself or buttoned up in this Advance Phase
) = (1 << n for n in range(len(VEHICLE_WORDS)))
VEHICLE_FLAGS = Codec(
    lambda bits: [word for n, word in enumerate(VEHICLE_WORDS) if bits >> n & 1],
    lambda words: _bits(VEHICLE_WORDS, words),
)

# ---------------------------------------------------------------- frames: public, so they hold nothing secret


class Setup(Frame, frozen=True, tag="setup"):
    """FF-SETUP.1: before the first turn."""


class PlayerTurn(Frame, frozen=True, tag="turn"):
    """ASL-A3: one side's turn, phase by phase."""


class Attack(Frame, frozen=True, tag="attack"):
    """Fire at one Location, from the first firer to the last check."""

    side: str
    hex: int
    kind: str  # prep, first, final, advancing, residual
    firers: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()  # of fire at a mover: who moves; else everybody there
    firepower: int = 0  # of Residual FP
    ffnam: bool = False
    snap: bool = False  # ASL-A8.15
    lane: tuple[int, ...] = ()  # ASL-A9.22: a gun, and the hexes of the Fire Lane it lays
    fails: int = 0  # ASL-A23.3: the roll from which a charge is a dud
    more: int = 0  # added to the dice of a charge
    seen: tuple[int, ...] = ()  # of a charge: the targets that were known when it was placed
    across: int = OFF  # PHD-TM18.ff: the hex beyond the bocage it is set at
    home: int = OFF  # ASL-A23.6: the hex of who threw it
    also: int = OFF  # ASL-A7.34: the second Location of Spraying Fire
    dice: tuple[int, ...] = ()  # colored, white
    vehicle: int = -1  # of fire at a vehicle that moves: which
    inside: bool = False  # ASL-B30.2: at the pillbox of the hex, not at who is outside it
    source: int = OFF  # ASL-B30.92: the hex from which a charge was laid
    forgoes: bool = False  # ASL-A8.23: its machine guns give up their rate of fire


class Shot(Frame, frozen=True, tag="shot"):
    """A shot of a mortar or a light anti-tank weapon, from its declaration to its effect."""

    side: str
    hex: int
    kind: str  # prep, first, final, advancing
    firer: int  # the weapon, or who fires a Panzerfaust
    weapon: str
    targets: tuple[int, ...] = ()  # of fire at a mover: who moves; else everybody there
    ffnam: bool = False
    leader: int = -1
    spotter: int = -1  # ASL-C9.3: who looks for a mortar that does not see its target
    desperate: bool = False  # ASL-C13.8
    check: int = 0  # ASL-C13.31: the die of a Panzerfaust
    dice: tuple[int, ...] = ()  # to hit: colored, white
    need: int = 0  # what they had to reach
    verdicts: tuple[str, ...] = ()  # on units that are known, and on those under a "?"
    tem: int = 0  # cover that a critical hit turns round
    moving: int = 0  # modifiers for movement that a critical hit keeps
    die: int = 0  # after an Original 2
    pick: int = 0  # who of several is struck
    effect: tuple[int, ...] = ()
    home: int = OFF  # the hex it is fired from


class Selection(Frame, frozen=True, tag="selection"):
    """ASL-A.9: one die for each candidate; the highest is chosen."""

    units: tuple[int, ...]
    number: int  # how many are chosen
    effect: str  # killed or reduced; what the others take is `check`
    check: int = -1  # the number of the morale check after a reduction; -1: the others break
    column: int = -1  # ASL-A9.74: of the fire that kills; -1: weapons are safe
    dice: tuple[int, ...] = ()


class Checks(Frame, frozen=True, tag="checks"):
    """Morale checks, pin checks and wounds, one after another."""

    queue: tuple[tuple[int, str, int], ...] = ()  # unit, kind of check, number


class Moving(Frame, frozen=True, tag="moving"):
    """ASL-A4.2: a unit or stack on its way."""

    units: tuple[int, ...]
    origin: int
    spent: int = 0  # half MF
    hexes: int = 0  # entered
    here: int = 0  # half MF spent in the hex it is in
    assault: bool = False
    double: bool = False
    late: bool = False  # ASL-A4.5: Double Time was declared on the way
    road: bool = True  # has crossed only road hexsides
    shots: tuple[tuple[int, int], ...] = ()  # firer, shots at this hex
    ended: bool = False
    tried: tuple[tuple[int, int], ...] = ()  # unit, gun it has tried to pick up
    thrown: tuple[int, ...] = ()  # who has thrown grenades
    minimum: bool = False  # ASL-A4.134: the hex was more than it could pay
    halted: tuple[int, ...] = ()  # who moves on no more after this window
    dash: int = -1  # ASL-A4.63: where it ends
    charge: int = -1  # ASL-A15.43: where a berserk unit must go
    route: tuple[int, ...] = ()  # the hexes of a whole way still to be entered
    sent: int = 0  # how many units set out on it
    corners: tuple[int, ...] = ()  # ASL-A4.3: of the hex it passes in bypass, in the order it came by them
    laying: tuple[int, ...] = ()  # ASL-A23.3: a charge, who lays it, where, across which hexside, units known
    crossed: bool = False  # ASL-A8.15: its last MF took it over a hexside
    snapped: tuple[int, ...] = ()  # who has fired a snap shot at that
    rush: int = -1  # ASL-A4.15: the hex of a leader or hero who is overrun
    pushing: int = -1  # ASL-C10.3: the Gun they push
    trench: bool = False  # ASL-B27.5: the last MF took it along a trench
    screen: int = -1  # ASL-D9.31: the vehicle it goes along with
    beside: bool = False  # ASL-A4.132: it has paid for what grows beside the road of its hex

    @property
    def ffnam(self) -> bool:
        """ASL-A4.6, ASL-B27.5: fire at who moves without Assault Movement, and not along a trench."""
        return not self.assault and not self.trench

    boarding: int = -1  # ASL-D6.4: the vehicle they get onto


class Onset(Frame, frozen=True, tag="onset"):
    """ASL-A4.15: movers rush a leader or hero who is alone."""

    hex: int
    unit: int  # who is rushed
    taker: int  # who checks for the movers
    price: int
    passed: bool = False
    slips: bool = False


class Snare(Frame, frozen=True, tag="snare"):
    """ASL-A10.533: a unit has routed into enemies nobody saw."""

    unit: int
    hex: int
    done: bool = False


class Leaving(Frame, frozen=True, tag="leaving"):
    """ASL-B28.412: units on their way out of a minefield."""

    kind: str  # move, advance, rout
    units: tuple[int, ...]
    hex: int  # where they go
    at: int  # and where they come from
    price: int = 0
    words: str = ""


class Window(Frame, frozen=True, tag="window"):
    """FF-WIN.1: what the other side does after an expenditure."""

    lines: tuple[tuple[int, int], ...] = ()  # ASL-A7.55: from where who has fired at it


class Glimpse(Frame, frozen=True, tag="glimpse"):
    """ASL-A12.14.d: a "?" has advanced into a hex, and enemies under a "?" may show themselves."""

    hex: int


class Detection(Frame, frozen=True, tag="detection"):
    """ASL-A12.15: movers have run into enemies nobody saw."""

    hex: int


class Routing(Frame, frozen=True, tag="routing"):
    """ASL-A10.51: a broken unit on its way to a place that was named."""

    unit: int
    goal: int
    spent: int = 0
    entered: tuple[int, ...] = ()
    leader: int = -1  # ASL-A10.711: who goes along


class Surrender(Frame, frozen=True, tag="surrender"):
    """ASL-A20.21, ASL-A20.22: units that are taken prisoner, one after another."""

    queue: tuple[int, ...]
    guards: tuple[int, ...] = ()  # of a close combat: who attacked
    half: bool = False  # of a squad one half-squad


class Search(Frame, frozen=True, tag="search"):
    """ASL-A12.152: movers look for units nobody sees."""

    hex: int
    units: tuple[int, ...]
    die: int = 0
    quota: int = 0  # hexes around that are searched
    looked: tuple[int, ...] = ()
    found: bool = False
    drm: int = 0  # of the casualties, when somebody was found
    rolled: bool = False


class Escape(Frame, frozen=True, tag="escape"):
    """ASL-A20.55: prisoners against their guard."""

    guard: int
    waiting: tuple[int, ...] = ()  # places of those who have yet to pass a check
    bold: tuple[int, ...] = ()  # and of those who attack
    dice: int = 0


class Salvage(Frame, frozen=True, tag="salvage"):
    """ASL-A4.44: weapons left by who died or routed off, and who has tried to take them at once."""

    side: str
    hex: int
    guns: tuple[int, ...]
    tried: tuple[tuple[int, int], ...] = ()  # unit, weapon


class Yielding(Frame, frozen=True, tag="yielding"):
    """ASL-A20.22: one of several is captured."""

    units: tuple[int, ...]
    guards: tuple[int, ...]


class Close(Frame, frozen=True, tag="close"):
    """ASL-A11.1: close combat in one Location."""

    hex: int
    ambush: tuple[int, ...] = ()  # the dice of the side that moves, and of the other
    ambusher: str = ""
    strikes: tuple[tuple[int, int], ...] = ()  # attacker, target
    at_odds: tuple[tuple[int, ...], ...] = ()  # attacks still to be rolled for: attackers, -1, targets
    fates: tuple[tuple[int, str], ...] = ()
    striker: str = ""
    rolled: tuple[str, ...] = ()  # sides whose attacks are done
    seizing: tuple[int, ...] = ()  # attackers who want prisoners
    taken: tuple[tuple[int, ...], ...] = ()  # 1 if all, captors, -1, captured
    leaving: tuple[tuple[int, int], ...] = ()  # unit that withdraws, where to
    free: tuple[int, ...] = ()  # ASL-A11.22: who may leave at once
    smashed: tuple[tuple[int, int], ...] = ()  # ASL-A11.13: unit whose weapons may be lost, Kill Number
    blow: tuple[int, ...] = ()  # ASL-A18.12: dice of an attack that waits for a leader, and who was there


class Ending(Frame, frozen=True, tag="ending"):
    """PHD-TM6.ff: whether a TM Scenario ends with this turn, and the close combat after it."""

    die: int = 0
    rounds: int = 0  # PHD-C5.3.ff: of close combat after the last turn


class Weather(Frame, frozen=True, tag="weather"):
    """ASL-B25.65, ASL-E2.4: the wind at the start of a Rally Phase, and civilians who talk."""

    dice: int = 0
    change: int = 0
    stirs: bool = False  # a breeze gets a direction
    way: int = 0
    place: tuple[int, ...] = ()  # direction and distance from the sniper
    tip: int = 0


class Spreading(Frame, frozen=True, tag="spreading"):
    """ASL-B25.14: fires grow at the end of an Advancing Fire Phase, hex by hex."""

    hexes: tuple[int, ...] = ()  # still to be rolled for


class Sniper(Frame, frozen=True, tag="sniper"):
    """ASL-A14: a sniper acts, from his die to the search for him."""

    side: str  # whose sniper
    die: int = 0
    hexes: tuple[int, ...] = ()  # the nearest targets
    hex: int = -1
    slots: tuple[int, ...] = ()  # known units there; -1: the concealed ones together
    dice: tuple[int, ...] = ()
    hunters: tuple[int, ...] = ()
    found: bool = False  # the search has been rolled for


class Opportunity(Frame, frozen=True, tag="artillery"):
    """FF-SEQ.3: what a side does with its off-board artillery, once in a player turn."""

    side: str
    called: bool = False  # the Observer tries to make or keep contact
    dice: int = 0  # for contact
    held: bool = False  # contact was there before
    drawing: bool = False  # ASL-C1.21: a chit is due
    chit: str = ""
    free: bool = False  # contact and access: orders may be given
    order: str = ""
    goal: int = OFF  # the hex that is asked for
    proof: bool = False  # ASL-C1.21.extra: an extra chit is due
    again: str = ""  # that chit
    die: int = 0  # ASL-C1.3: accuracy
    error: tuple[int, ...] = ()  # ASL-C1.31: direction, extent
    limit: int = 0  # of the extent; 0: none
    forced: bool = False  # ASL-C1.33: never accurate
    effect: bool = False  # it becomes a fire for effect
    named: str = ""  # the battery; nothing: the side's first
    registered: bool = False  # ASL-C1.73: the hex was registered before play

    @property
    def battery(self) -> str:
        return self.named or self.side


class Tuning(Frame, frozen=True, tag="tuning"):
    """ASL-A4.44, ASL-A9.72: a radio is picked up or repaired."""

    side: str
    unit: int = -1  # who picks it up; -1: it is repaired
    die: int = 0
    named: str = ""  # the battery; nothing: the side's first

    @property
    def battery(self) -> str:
        return self.named or self.side


class Bombardment(Frame, frozen=True, tag="ffe"):
    """ASL-C1.5: shells fall on hexes, one after another."""

    side: str
    power: int  # firepower on the table
    whole: int  # which a critical hit doubles
    hexes: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()  # ASL-C1.51: who has entered; else everybody there
    ffnam: bool = False
    moving: bool = False  # in the Movement Phase
    dice: tuple[int, ...] = ()
    pick: int = 0
    vehicles: tuple[int, ...] = ()  # ASL-C1.55: a vehicle that has entered


# ---------------------------------------------------------------- who may know what


def _own_unit(state: Firefight, side: str, key: int) -> bool:
    """FF-INFO: a unit is known to its owner, and to the enemy while it lies open; so is a "?" that moves."""
    if key >= FIRST_MARKER and not is_unknown(kind := state.kind[key]) and kind:
        return True
    return SIDE[key] == side or bool(state.open >> key & 1)


def _own_men(state: Firefight, side: str, key: int) -> bool:
    """FF-O15: of an enemy that lies open it is not known either."""
    return SIDE[key] == side


def _own_gun(state: Firefight, side: str, key: int) -> bool:
    """ASL-A21: a captured gun belongs to who has it."""
    holder = state.holder[key]
    if is_unknown(holder) or state.guns_open >> key & 1:
        return not is_unknown(holder)
    return (GUN_SIDE[key] if holder < 0 else SIDE[holder]) == side


def _own_side(state: Firefight, side: str, key: int) -> bool:
    return SIDES[key] == side


def _german(state: Firefight, side: str, key: int) -> bool:
    return side == GERMAN


def _known_vehicle(state: Firefight, side: str, key: int) -> bool:
    """FF-O14: vehicles are known to everybody; PHD-C5.31: in a TM Scenario not before they are on the map."""
    if VEHICLE_SIDE[key] == side or not state.card.is_mission:
        return True
    return state.vehicle_at[key] >= 0 or bool(state.vehicle_flags[key] & V_LEFT)


def _always(state: Firefight, side: str, key: int) -> bool:
    return True


def _vehicle_shown(side: str, key: int, bits: int) -> int:
    """PHD-C5.31: of a vehicle that waits off the map the enemy learns nothing; PHD-TM20.ff: nor of a
    gyrostabilizer that it has not used.
    """
    if VEHICLE_SIDE[key] == side:
        return bits
    return 0 if bits & V_DUE else bits & ~(0 if bits & V_GYRO_SEEN else V_GYRO)


def _own_vehicle(state: Firefight, side: str, key: int) -> bool:
    return VEHICLE_SIDE[key] == side


def _commander_seen(state: Firefight, side: str, key: int) -> bool:
    """ASL-D3.4, FF-O15: an Armor Leader is his side's secret until he is used."""
    return VEHICLE_SIDE[key] == side or key in state.commanders_known


def _own_battery(state: Firefight, side: str, key: int) -> bool:
    return BATTERY_OWNER[BATTERIES[key]] == side


def _faust_seen(state: Firefight, side: str, key: int) -> bool:
    """FF-O15: in a TM Scenario their number would tell how many squads are covered or wait at the edge.
    ASL-C13.311: those not yet given to units are the side's secret.
    """
    return SIDES[key] == side or not (state.card.is_mission or state.options.pf_tracking == "allotted")


PLACES_OF = {side: tuple(members(OF_SIDE[side])) for side in SIDES}


def _mustered(state: Firefight, *_: object) -> None:
    state.mustered = {
        side: tuple(u for u in PLACES_OF[side] if not is_unknown(kind := state.kind[u]) and kind)
        for side in SIDES
    }


def _armed(state: Firefight, *_: object) -> None:
    state.armory = tuple(g for g, id_ in enumerate(state.gun_kind) if not is_unknown(id_) and id_)


def _mounted(state: Firefight, *_: object) -> None:
    state.riding = sum(1 << u for row in state.riders if not is_unknown(row) for u in row)


PAIRS = Codec(list, lambda value: tuple(tuple(row) for row in value))
ABOARD = Codec(
    lambda units: [NAMES[u] for u in units] if units else [],
    lambda names: tuple(UNIT[name] for name in names),
)
OPTIONS = Codec(msgspec.to_builtins, lambda plain: msgspec.convert(plain, Options))
PLACED = Codec(
    lambda rows: [[item, GRID.name[hex_]] for item, hex_ in rows],
    lambda plain: tuple((item, GRID.hex(hex_)) for item, hex_ in plain),
)
HOLDER = Codec(lambda n: NAMES[n] if n >= 0 else "", lambda name: UNIT[name] if name else -1)
LOST_SPOTTER = -2  # ASL-C9.3: another may be named in the next own MPh
SPOTTER = Codec(
    lambda n: "lost" if n == LOST_SPOTTER else NAMES[n] if n >= 0 else "",
    lambda name: LOST_SPOTTER if name == "lost" else UNIT[name] if name else -1,
)
_U, _G, _S, _V = len(NAMES), len(GUN_NAMES), len(SIDES), len(VEHICLE_NAMES)
_B = len(BATTERIES)


class Firefight(State):
    """A position of a fight."""

    options = Fact[Options](DEFAULT, OPTIONS)
    scene = Fact("phd-2-infantry")
    turn = Fact(0)
    mover = Fact(US)  # ASL-A.13: the ATTACKER
    phase = Fact("set-up")
    kind = Column[str]([""] * _U, NAMES, seen=_own_unit, changed=_mustered)
    at = Column[Hex]([OFF] * _U, NAMES, HEX, seen=_own_unit)
    flags = Column[int]([0] * _U, NAMES, FLAGS, seen=_own_unit)
    open = Fact[int](0, UNITS)  # units the enemy knows
    shrouds = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES)  # hexes with a "?" of each side
    walls = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES)  # hexes where each side holds Wall Advantage
    openings = Column[Hexes](
        [NOWHERE] * _S, SIDES, HEXES
    )  # ASL-B9.322: hexes in which each side may take it out of turn, in this phase
    gun_kind = Column[str]([""] * _G, GUN_NAMES, seen=_own_gun, changed=_armed)
    holder = Column[int]([-1] * _G, GUN_NAMES, HOLDER, seen=_own_gun)
    gun_at = Column[Hex]([OFF] * _G, GUN_NAMES, HEX, seen=_own_gun)  # where it lies, if nobody has it
    gun_flags = Column[int]([0] * _G, GUN_NAMES, GUN_FLAGS, seen=_own_gun)
    guns_open = Fact[int](0, GUN_SET)
    pointing = Column[int]([0] * _G, GUN_NAMES, seen=_own_gun)  # FF-O11: the hexspine a Gun points at
    gun_spent = Column[str]([""] * _G, GUN_NAMES, seen=_own_gun)  # ASL-C8.9: ammunition a Gun has no more of
    encircled = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES)  # ASL-A7.7: where units of each side are
    threads = Fact[tuple[int, ...]]((), TUPLE)  # the hex last fired at in this phase, and by which ways
    orphans = Fact[tuple[tuple[int, int, int], ...]](
        (), PAIRS
    )  # ASL-A4.44: weapons left by who died or routed off, where, and whose they were
    led = Fact[tuple[tuple[int, ...], ...]]((), PAIRS)  # ASL-A7.53: who has directed, or served, whose fire
    pushed = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-C10.3: Guns with the half MF; -1: no farther
    fire_opened = Fact(False)  # ASL-C8.5: other fire than SMOKE has begun in this phase
    residual = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # hex, firepower
    smoke = Fact[tuple[tuple[int, int, str], ...]]((), PAIRS)  # hex, strength, smoke or wp
    lanes = Fact[tuple[tuple[int, ...], ...]]((), PAIRS)  # ASL-A9.22: guns with the hexes they beat
    laid = Fact[tuple[tuple[int, ...], ...]]((), PAIRS)  # ASL-A23.3: charges that are to go off
    laid_from = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-B30.92: a charge, the hex it was laid from
    acquired = Fact[tuple[tuple[int, int, int, int], ...]]((), PAIRS)  # ASL-C6.5: gun, its hex, target, level
    spotters = Column[int]([-1] * _G, GUN_NAMES, SPOTTER, seen=_own_gun)  # ASL-C9.3: who looks for a mortar
    sectors = Fact[tuple[tuple[int, int, int], ...]]((), PAIRS)  # ASL-A9.21: gun, its hex, what it fired at
    fausts = Column[int]([0] * _S, SIDES, seen=_faust_seen)  # ASL-C13.31.total: Panzerfaust shots left
    rubble = Fact[Hexes](NOWHERE, HEXES)  # ASL-B24: hexes whose building has fallen
    flames = Fact[Hexes](NOWHERE, HEXES)  # ASL-B25.14: hexes whose ground has caught fire
    blazes = Fact[Hexes](NOWHERE, HEXES)  # ASL-B25.14: hexes that are ablaze
    burnt = Fact[Hexes](NOWHERE, HEXES)  # of a TM Scenario: ground that has burnt down before
    alight = Fact[Hexes](NOWHERE, HEXES)  # fires that burned when the Advancing Fire Phase began
    allotted = Column[int]([0] * _U, NAMES, seen=_own_men)  # ASL-C13.311: Panzerfaust shots of each unit
    breaches = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-B9.541: hexes on both sides of each
    foxholes = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-B27: hex, squads it holds
    dug = Column[tuple[tuple[int, int], ...]](
        [()] * _S, SIDES, PAIRS, seen=_own_side
    )  # ASL-A12.33: those the enemy has not found
    mines = Column[tuple[tuple[int, int], ...]]([()] * _S, SIDES, PAIRS, seen=_own_side)  # ASL-B28: hex, FP
    at_mines = Column[tuple[tuple[int, int], ...]](
        [()] * _S, SIDES, PAIRS, seen=_own_side
    )  # ASL-B28.51: hex, factors of anti-tank mines
    at_mines_found = Fact[tuple[int, ...]]((), TUPLE)  # where they have gone off
    mines_found = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # hex, FP if a result has shown it
    fortified = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES, seen=_own_side)  # ASL-B23.9: buildings
    forts_found = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES)  # those that the enemy knows
    works = Fact[tuple[tuple[str, int], ...]]((), PLACED)  # wire, trenches, roadblocks that everybody knows
    buried = Column[tuple[tuple[str, int], ...]]([()] * _S, SIDES, PLACED, seen=_own_side)  # those hidden
    booby = Fact("", seen=_german)  # ASL-B28.9: the level of the German booby traps
    tangled = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-B26.4: half MF that wire has cost who routs
    clearing = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-B24.7: unit, hex in which it clears
    labor = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-B24.8: unit, failed tries to dig where it is
    crests = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-B20.9: unit, the hexside it faces
    bailed = Fact[tuple[int, ...]]((), TUPLE)  # ASL-A4.62: crews that had to leave a vehicle in this turn
    came = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # units that advanced in this turn, from which hex
    climbs = Fact[tuple[tuple[int, int, int], ...]](
        (), PAIRS
    )  # ASL-B11.4: unit, hex it climbs to, levels done
    struck = Fact[tuple[tuple[int, int, int], ...]]((), PAIRS)  # unit, hex, Residual FP that has attacked it
    fired = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # ASL-A7.55: from where at which hex in this phase
    control = Fact[Hexes](NOWHERE, HEXES)  # goals held by the side that attacks
    desperate = Fact[int](0, UNITS)  # ASL-A10.62: broken units that keep their Desperation Morale
    veiled = Fact[int](0, UNITS)  # ASL-A11.19: units that began the close combats of this phase under a "?"
    fought = Fact[Hexes](NOWHERE, HEXES)  # close combats of this phase that are over
    points = Column[int]([0] * _S, SIDES)  # ASL-A26.22: casualty victory points scored
    all_found = Fact(False)  # the hidden stack has been found, or there is none
    captives = Column[str]([""] * _U, NAMES, seen=_own_unit)  # ASL-A20.5: the kinds a unit guards
    no_quarter = Fact[tuple[str, ...]]((), TUPLE)  # ASL-A20.3: sides whose units surrender no more
    san = Column[int]([0] * _S, SIDES)  # ASL-A14: Sniper Activation Numbers
    snipers = Column[Hex]([OFF] * _S, SIDES, HEX)  # where their counters are
    roused = Fact[tuple[str, ...]]((), TUPLE)  # sides whose snipers act when the attack is over
    snipers_down = Fact[tuple[str, ...]]((), TUPLE)  # sides whose sniper is pinned
    # of a TM Scenario: what each side controls, where a unit may enter, places that are not free for new
    # units
    held = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES)  # PHD-C2.CTRL
    doors = Column[Hexes]([NOWHERE] * _U, NAMES, HEXES, seen=_own_unit)  # PHD-TM8.ff; nowhere: the whole edge
    aside = Column[int]([0] * _S, SIDES, UNITS, seen=_own_side)
    dummies = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES, seen=_own_side)  # PHD-C5.31.b.ff: "?" over nothing
    cloaked = Column[int]([0] * _S, SIDES, UNITS, seen=_own_side)  # Reserves that sleep, and where
    cloaks = Column[Hex]([OFF] * _U, NAMES, HEX, seen=_own_unit)  # ASL-A12.12.b: or waits to enter
    stealth = Column[int]([0] * _S, SIDES, UNITS, seen=_own_side)  # ASL-A12.11: who moves under a "?"
    decoyed = Column[Hexes]([NOWHERE] * _S, SIDES, HEXES, seen=_own_side)  # dummies that have moved
    won = Fact[tuple[str, ...]]((), TUPLE)
    wind = Fact(0)  # ASL-B25.65: the side a Mild Breeze blows to, 1 to 6 clockwise from north; 0: calm
    vehicle_kind = Column[str]([""] * _V, VEHICLE_NAMES, seen=_known_vehicle)
    vehicle_at = Column[Hex]([OFF] * _V, VEHICLE_NAMES, HEX)
    hull = Column[int]([0] * _V, VEHICLE_NAMES, seen=_known_vehicle)  # FF-O11: the hexspine it points at
    turret = Column[int]([0] * _V, VEHICLE_NAMES, seen=_known_vehicle)
    vehicle_flags = Column[int]([0] * _V, VEHICLE_NAMES, VEHICLE_FLAGS, seen=_always, shown=_vehicle_shown)
    verge = Column[int]([-1] * _V, VEHICLE_NAMES)  # ASL-D2.3: the hexside one in Bypass is on, and its corner
    gates = Column[Hexes]([NOWHERE] * _V, VEHICLE_NAMES, HEXES, seen=_own_vehicle)  # PHD-TM8.ff; as `doors`
    vehicle_cloaks = Column[Hex](
        [OFF] * _V, VEHICLE_NAMES, HEX, seen=_own_vehicle
    )  # PHD-C5.31.b.ff: where one of a Reserve sleeps
    riders = Column[tuple[int, ...]](
        [()] * _V, VEHICLE_NAMES, ABOARD, seen=_known_vehicle, changed=_mounted
    )  # ASL-D6.2: the units aboard
    laden = Column[int]([-1] * _V, VEHICLE_NAMES, seen=_known_vehicle)  # ASL-D6.4: half MF its loaders have
    crest = Column[int]([0] * _V, VEHICLE_NAMES)  # ASL-D4.22: hexsides over which it is hull down
    commander = Column[str]([""] * _V, VEHICLE_NAMES, seen=_commander_seen)  # ASL-D3.4: its Armor Leader
    commanders_known = Fact[tuple[int, ...]]((), TUPLE)  # vehicles whose leader has been used
    spent_ammo = Column[str]([""] * _V, VEHICLE_NAMES)  # ASL-C8.9: kinds of ammunition it has no more of
    tracked = Fact[tuple[tuple[int, int, int, int], ...]](
        (), PAIRS
    )  # ASL-C6.5: vehicle, the vehicle it has acquired or -1, hex, level
    module = Column[str]([""] * _B, BATTERIES, seen=_own_battery)  # ASL-C1.1: a side's off-board artillery
    pile = Column[tuple[int, ...]](
        [(0, 0)] * _B, BATTERIES, TUPLE, seen=_own_battery
    )  # ASL-C1.211: black, red
    radio = Column[int]([-1] * _B, BATTERIES, HOLDER, seen=_own_battery)  # PHD-MSR9.ff: who has the radio
    radio_at = Column[Hex]([OFF] * _B, BATTERIES, HEX)  # where it lies, if nobody has it
    observing = Column[int](
        [-1] * _B, BATTERIES, HOLDER, seen=_own_battery
    )  # ASL-C1.6: who works it in this turn
    net = Column[str]([""] * _B, BATTERIES)  # none, silent, contact, broken or lost
    access = Column[int]([0] * _B, BATTERIES)  # ASL-C1.21
    reds = Column[int]([0] * _B, BATTERIES)  # ASL-C1.211.card: red chits out of the pile
    round = Column[str]([""] * _B, BATTERIES)  # SR, FFE:1, FFE:2, FFE:C
    round_at = Column[Hex]([OFF] * _B, BATTERIES, HEX)
    mission = Column[str]([""] * _B, BATTERIES)  # ASL-C1.7: HE, smoke, WP, harassing
    shells = Column[tuple[int, ...]](
        [()] * _B, BATTERIES, TUPLE
    )  # of a fire for effect: FP, whole FP, 1 if it hinders sight
    exact = Column[int]([0] * _B, BATTERIES)  # whether the last round fell where it was asked for
    fading = Column[int]([0] * _B, BATTERIES)  # ASL-C1.22: comes off at the end of the next Rally Phase
    wire = Column[Hex]([OFF] * _B, BATTERIES, HEX, seen=_own_battery)  # ASL-C1.23: the hex of a field phone
    cables = Column[Hexes]([NOWHERE] * _B, BATTERIES, HEXES, seen=_own_battery)  # ASL-C1.23: its line
    registered = Column[Hexes]([NOWHERE] * _B, BATTERIES, HEXES, seen=_own_battery)  # ASL-C1.73
    barrage = Column[int](
        [0] * _B, BATTERIES, seen=_own_battery
    )  # ASL-E12.1: the recorded line, 1 to 3 clockwise from north; 0: none
    line = Column[int]([0] * _B, BATTERIES)  # ASL-E12.1: of a Barrage that falls, as everybody sees
    range_from = Column[Hex](
        [OFF] * _B, BATTERIES, HEX, seen=_own_battery
    )  # PHD-TM13.ff: where a 60mm stands
    spent = Column[int]([0] * _B, BATTERIES)  # PHD-C5.6.ff: whether it has placed a fire for effect
    clouds = Fact[tuple[tuple[int, int, str, str, int], ...]](
        (), PAIRS
    )  # ASL-A24.4: SMOKE of shells: hex, strength, kind, whose, 1 if dispersed

    mustered: Mapping[str, tuple[int, ...]]  # derived: the places of each side that hold a unit
    armory: tuple[int, ...]  # derived: the places that hold a weapon
    riding: int  # derived: the units aboard vehicles
    sides = SIDES
    grid = GRID
    frames = (
        Setup
        | PlayerTurn
        | Attack
        | Selection
        | Checks
        | Moving
        | Onset
        | Snare
        | Window
        | Leaving
        | Detection
        | Glimpse
        | Routing
        | Close
        | Ending
        | Sniper
        | Weather
        | Spreading
        | Surrender
        | Salvage
        | Yielding
        | Escape
        | Search
        | Shot
        | Driving
        | Bogging
        | Reply
        | Shell
        | Burst
        | Crushing
        | Confronting
        | Raking
        | Dispensing
        | Bolting
        | Tripping
        | Cresting
        | Riddling
        | Torching
        | Wiring
        | CrewRolls
        | CrewRepair
        | Opportunity
        | Bombardment
        | Tuning
        | Assault
        | Daring
    )

    @property
    def card(self) -> Scene:
        return SCENE_OF[self.scene, self.mover]

    def derive(self) -> None:
        _mustered(self)
        _armed(self)
        _mounted(self)

    def mask_derived(self, side: str) -> None:
        """Which places the enemy has filled is not known: all of them are gone through, and those that are
        not seen raise `Leak`.
        """
        self.mustered = {one: self.mustered[one] if one == side else PLACES_OF[one] for one in SIDES}
        _mounted(self)

    def outcome(self) -> Outcome | None:
        return Outcome(*self.won) if self.won else None

    @property
    def date(self) -> str:
        return f"turn {self.turn}, {self.mover} player turn" if self.turn else "before turn 1"

    def owner(self, action: Action) -> str | None:
        unit = UNIT.get(getattr(action, "unit", ""))
        return None if unit is None else SIDE[unit]

    def frame_elsewhere(self, kind: type[Frame], step: int, action: Action) -> Frame | None:
        if (frame := super().frame_elsewhere(kind, step, action)) is not None:
            return frame
        return PlayerTurn(step=step) if kind is PlayerTurn and self.turn else None

    def impossibilities(self) -> Sequence[Ruling]:
        from .impossible import impossibilities  # which reads positions

        return impossibilities(self)


fact = Firefight.keys()

# ---------------------------------------------------------------- what the rows of a procedure are made of

Who = Callable[[Firefight, object], str]  # who is asked, or what for
Mask = Callable[[Firefight, object], int]  # the subjects or hexes that pass a rule
Each = Callable[[Firefight, object], Callable[[int], int]]  # the hexes that pass it, subject by subject
Refusal = Callable[[Firefight, object, Action], Ruling | None]  # the clause that forbids a choice
Must = Callable[[Firefight, object], Ruling | None]  # why a phase cannot end yet
