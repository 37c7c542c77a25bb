"""A position on the map as a TOML file: turn, phase, units, dumps, markers, procedures under way."""

from __future__ import annotations

from grognard.core.facts import Codec
from grognard.core.notation import FactFile, named, one_of, read_plain, table, whole
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError, no_such

from .. import weather as sky
from . import sequence  # noqa: F401  (gives the position its procedures)
from .aircraft import PLANE, PLANE_NAMES, PLANES
from .board import GRID
from .fog import seen_stacks
from .opening import FIRST_TURN
from .pieces import ALLIED, COMBAT, MOVE, NAMES, SCENARIOS, SIDES, STEPS, STRAT, unit
from .position import AlliedTurn, Campaign, GermanTurn, Turn
from .visibility import is_foggy


def plane(name: str) -> int:
    if name not in PLANE:
        raise GrognardError(no_such("aircraft", name, PLANE_NAMES))
    return PLANE[name]


_UNITS = named(dict(enumerate(NAMES)), unit, optional=True)
_PLANES = named(dict(enumerate(PLANE_NAMES)), plane, optional=True)
_HEXES = named(GRID.name, GRID.hex)
_TERRAIN = Codec(
    lambda value: [[GRID.name[hex_], kind] for hex_, kind in value],
    lambda plain: [[GRID.hex(hex_), kind] for hex_, kind in plain],
)
FILE = FactFile(
    Campaign,
    apart=("scenario", "turn", "at", "allied_stacks", "german_stacks"),
    first=("enforcement", "rolls"),
    words={
        "active": one_of("active", SIDES),
        "phase": one_of("phase", ("", "movement", "supply", "reaction", "combat", "exploitation")),
        "ground": one_of("ground", sky.GROUNDS),
        "flight": one_of("flight", sky.FLIGHTS),
    },
    fields={
        **dict.fromkeys(("units", "attackers", "unpaid", "backed", "left", "defenders", "hit"), _UNITS),
        **dict.fromkeys(("later", "fleeing", "guns", "tried", "rater", "opposing", "first", "unit"), _UNITS),
        **dict.fromkeys(
            ("planes", "hurt", "fought", "interceptor", "attacker_plane", "defender_plane"), _PLANES
        ),
        **dict.fromkeys(("way", "hexes", "starving", "enemies", "bombed", "hex", "origin"), _HEXES),
        "terrain": _TERRAIN,
    },
)
_PLACE = Campaign.columns["at"]
_SCENARIO = one_of("scenario", tuple(SCENARIOS))
_MODE = one_of("mode", (COMBAT, MOVE, STRAT))
_TURNS = (AlliedTurn, GermanTurn)
_PHASE_OF = {
    "reaction": "reaction",
    "exploitation": "exploitation",
    "movement": "movement",
    "breakout": "movement",
    "recovery": "supply",
    "meals": "supply",
    "barrage": "combat",
    "combat": "combat",
}  # by a word of the name of a step


def write(state: Campaign) -> Plain:
    write_place = _PLACE.codec.write
    units = {NAMES[u]: write_place(hex_) for u, hex_ in enumerate(state.at) if hex_ != _PLACE.start[u]}
    return {
        "scenario": state.scenario,
        "turn": state.turn,
        **FILE.write(state),
        "units": units,
        **FILE.write_columns(state),
        **FILE.write_options(state),
        "pending": FILE.write_frames(state),
    }


# ---------------------------------------------------------------- reading


def read(plain: PlainView) -> Campaign:
    known = {"scenario", "turn", "phase_of_play", "units", *FILE.names}
    return read_plain(Campaign, known, plain, _read)


def _read(state: Campaign, plain: PlainView) -> None:
    own = state.__dict__
    scenario = own["scenario"] = _SCENARIO.read(plain.get("scenario", "aachen"))
    own["turn"] = whole(plain.get("turn", 1), "turn", 0, len(SCENARIOS[scenario]["turns"]))
    FILE.read(state, plain)
    for name, value in table(plain, "units").items():
        own["at"][unit(name)] = _PLACE.codec.read(value)
    FILE.read_columns(state, plain)
    _check_columns(state)
    if "pending" in plain:
        own["stack"] = FILE.read_frames(plain)
    else:
        _begin_phase(state, plain)
    state.derive()
    if is_foggy(state):
        own["allied_stacks"], own["german_stacks"] = (seen_stacks(state, side) for side in SIDES)


def _check_columns(state: Campaign) -> None:
    for p, name in enumerate(PLANE_NAMES):
        whole(state.plane_lost[p], f"plane_lost of {name}", 0, PLANES[p].steps)
    for u, name in enumerate(NAMES):
        whole(state.lost[u], f"lost of {name}", 0, STEPS[u])
        whole(state.stock[u], f"stock of {name}", 0, 2)
        _MODE.read(state.mode[u])


def _begin_phase(state: Campaign, plain: PlainView) -> None:
    """A position without procedures stands at a named phase of the active side."""
    name = str(plain.get("phase_of_play", "allied movement"))
    kind, step = FILE.phase(name, *_TURNS)
    own, side = state.__dict__, _TURNS.index(kind)
    own["stack"] = Turn(step=FIRST_TURN + 1 + side, ground=True, flight=True, leader=ALLIED), kind(step=step)
    if "active" not in plain:
        own["active"] = SIDES[side]
    if "phase" not in plain:
        own["phase"] = next((phase for word, phase in _PHASE_OF.items() if word in name.split()), "")
