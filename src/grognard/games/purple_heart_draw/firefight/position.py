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
from .frames import Attack as Attack
from .frames import Bombardment as Bombardment
from .frames import Checks as Checks
from .frames import Close as Close
from .frames import Detection as Detection
from .frames import Ending as Ending
from .frames import Escape as Escape
from .frames import Glimpse as Glimpse
from .frames import Leaving as Leaving
from .frames import Moving as Moving
from .frames import Onset as Onset
from .frames import Opportunity as Opportunity
from .frames import PlayerTurn as PlayerTurn
from .frames import Routing as Routing
from .frames import Salvage as Salvage
from .frames import Search as Search
from .frames import Selection as Selection
from .frames import Setup as Setup
from .frames import Shot as Shot
from .frames import Snare as Snare
from .frames import Sniper as Sniper
from .frames import Spreading as Spreading
from .frames import Surrender as Surrender
from .frames import Tuning as Tuning
from .frames import Weather as Weather
from .frames import Window as Window
from .frames import Yielding as Yielding
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
