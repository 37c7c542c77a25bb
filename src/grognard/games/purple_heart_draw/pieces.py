"""The pieces of Purple Heart Draw: what a counter is worth, what it becomes, and the places kept for it.

A side's counters are not known when a mission begins: they are bought. So each side has a fixed number of
places for units, and what stands in a place (its kind, hex, status and gear) is a fact of the position.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import NamedTuple

from grognard.core.data import read as read_data
from grognard.core.facts import Codec, members_codec
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError

GAME = "purple-heart-draw"
US, GERMAN = "us", "german"
SIDES = (US, GERMAN)
ENEMY = {US: GERMAN, GERMAN: US}
TITLE = {US: "US", GERMAN: "German"}  # as people say it
NUMBER = {US: 0, GERMAN: 1}


read = partial(read_data, "grognard.games.purple_heart_draw", GAME)


UNITS = read("units.toml")
PERSONNEL = read("personnel.toml")
LIMITS = read("limits.toml")
HEXES: dict[str, int] = LIMITS["hexes"]  # distances

# ---------------------------------------------------------------- kinds of counters

SQUAD, HS, CREW, LEADER, HERO, VEHICLE = "squad", "half_squad", "crew", "leader", "hero", "vehicle"
MMC, SMC = (SQUAD, HS, CREW), (LEADER, HERO)


class Kind(NamedTuple):
    """A counter as printed. `half`, `better` and `worse` name what it becomes when reduced, hardened,
    replaced.
    """

    name: str
    type: str
    side: str  # "" where both have it
    vp: int
    morale: int
    half: str = ""
    better: str = ""
    worse: str = ""
    engineer: bool = False
    provenance: str = "series"

    @property
    def half_squads(self) -> int:
        """Half-squad equivalents, as stacking and redeployment count them."""
        return {SQUAD: 2, HS: 1, CREW: 1}.get(self.type, 0)

    @property
    def modifier(self) -> int:
        """PHD-C5.14.drm: the leadership modifier as printed: 9-2 is -2, 6+1 is +1."""
        if self.type != LEADER:
            return 0
        return int(self.name[1:]) if "+" in self.name else -int(self.name.rsplit("-", 1)[1])


def _ladder(names: list[str]) -> dict[str, str]:
    return dict(itertools.pairwise(names))


_hard = PERSONNEL["hardening"]
_better = {k: v for name, row in _hard.items() if name.endswith("_ladder") for k, v in _ladder(row).items()}
_worse = {k: v for row in PERSONNEL["replacement"].values() if isinstance(row, dict) for k, v in row.items()}
_VP = UNITS["victory_points"]


def _morale(name: str) -> int:
    return int(name.split("-")[-1])


def _leader_vp(name: str) -> int:
    """PHD-C1.2: one, and the size of a negative modifier."""
    return 1 + (0 if "+" in name else int(name.rsplit("-", 1)[1]))


def _kinds() -> dict[str, Kind]:
    result: dict[str, Kind] = {}
    for row in UNITS["mmc"]:
        name, side, squad = row["strength"], row["side"], row["type"] == SQUAD
        ours = bool(row.get("assault_engineer"))
        result[name] = Kind(
            name,
            SQUAD if squad else CREW,
            side,
            int(_VP[row["type"]]),
            _morale(name),
            row.get("half", ""),
            _better.get(name, ""),
            _worse.get(name, ""),
            ours,
            row["provenance"],
        )
        if squad:
            half = row["half"]
            result[half] = Kind(
                half,
                HS,
                side,
                int(_VP["half_squad"]),
                _morale(half),
                "",
                _better.get(half, ""),
                _worse.get(half, ""),
                ours,
                row["provenance"],
            )
    for low, half in (("5-3-6", "2-2-6"),):  # A19.13: below second line, reached by Replacement alone
        result[low] = Kind(low, SQUAD, US, int(_VP["squad"]), 6, half, _better[low])
        result[half] = Kind(half, HS, US, int(_VP["half_squad"]), 6, "", _better[half])
    for name in _hard["leader_ladder"]:
        morale = int(name.split("+")[0]) if "+" in name else int(name.split("-")[0])
        result[name] = Kind(
            name, LEADER, "", _leader_vp(name), morale, "", _better.get(name, ""), _worse.get(name, "")
        )
    result["hero"] = Kind("hero", HERO, "", int(_VP["hero"]), 9)
    for row in UNITS["vehicle"]:
        result[row["id"].replace(" ", "_")] = Kind(
            row["id"].replace(" ", "_"), VEHICLE, row["side"], int(row["vp"]), 8, provenance=row["provenance"]
        )
    return result


KINDS = _kinds()
GUNS = tuple(row["id"].replace(" ", "_") for row in UNITS["gun"])
TURRETED = tuple(row["id"].replace(" ", "_") for row in UNITS["vehicle"] if row["turret"])
VEHICLE_CREWS = {US: "1-2-6", GERMAN: "1-2-7"}  # who gets out of a vehicle
RIDERS_HS = int(UNITS["riders"]["half_squads"])
MORTARS = ("8cm_GrW_34",)
GUN_VP = int(_VP["gun"])
WEAPONS = tuple(row["id"] for row in UNITS["sw"])
# dismantled where it can be PHD-C5.14.drm: portage points by side; what can be dismantled counts dismantled
PORTAGE = {
    row["id"]: {side: int(pp) for side, pp in (row["pp"] | row.get("dm_pp", {})).items()}
    for row in UNITS["sw"]
}
CAPACITY = {
    SQUAD: int(UNITS["ipc"]["squad"]),
    HS: int(UNITS["ipc"]["half_squad"]),
    CREW: int(UNITS["ipc"]["crew"]),
    LEADER: 1,
    HERO: 1,
}
MACHINE_GUNS = ("LMG", "MMG", "HMG", "HMG50")
TEAM_WEAPONS = ("MMG", "HMG", "HMG50", "LTMTR")  # PHD-C5.21: a HS that holds one does not recombine
ANTI_TANK = ("BAZ44", "PSK", "FT", "DC")  # PHD-C5.26.a
PRISONER_MULTIPLIER = int(_VP["prisoner_multiplier"])


def is_gun(gear: str) -> bool:
    return bare(gear) in GUNS


def bare(gear: str) -> str:
    """A weapon without its marks: `!` malfunctioned, `^` captured, `~` special ammunition depleted, `x`
    disabled, `=` a Gun that was hidden and revealed (PHD-TM15).

    >>> bare("MMG!^")
    'MMG'
    """
    return gear.rstrip("!^~x=")


def marked(gear: str, mark: str) -> str:
    """The same weapon with one mark more."""
    return gear if mark in gear[len(bare(gear)) :] else gear + mark


def unmarked(gear: str, mark: str) -> str:
    name = bare(gear)
    return name + gear[len(name) :].replace(mark, "")


def has_mark(gear: str, mark: str) -> bool:
    return mark in gear[len(bare(gear)) :]


# ---------------------------------------------------------------- names


def title_of(kind: str, unit: str) -> str:
    """The display name of a unit: its printed value, then its id; the id alone where its value is not known.

    >>> title_of("6-6-6", "u006"), title_of("StuG_IIIG", "g024"), title_of("", "g025")
    ('6-6-6 (u006)', 'StuG IIIG (g024)', 'g025')
    """
    return f"{kind.replace('_', ' ')} ({unit})" if kind else unit


REDEPLOY_NOTE = "redeploy"  # the kind of the note on a Redeployment DR
UNIT_NOTE = "unit"  # the kind of a log note about units: it tells of the change of their values as well


def with_drm(roll: int, drm: int) -> str:
    """A roll with its modifier.

    >>> with_drm(9, 1), with_drm(8, 0), with_drm(7, -2)
    ('9 +1 = 10', '8', '7 -2 = 5')
    """
    return f"{roll} {drm:+d} = {roll + drm}" if drm else str(roll)


# ---------------------------------------------------------------- status

FLAGS = (
    "broken",
    "disrupted",
    "encircled",
    "pinned",
    "stunned",
    "wounded",
    "berserk",
    "fanatic",
    "heroic",
    "prisoner",
    "concealed",
    "hidden",
    "cloaked",
    "climbing",
    "motion",
    "immobile",
    "bogged",
    "mired",
    "abandoned",
    "shock",
    "uk",
    "burning",
    "labor",
    "low_ammo",
    "shortage",
    "melee",
    "inexperienced",
    "gyro",
    "captured",
    "redeployed",
    "hardened",
    "engaged",
    "new",
    "exited",
    "scrounged",
    "shared",
    "hull_down",
    "wall_advantage",
    "remained",
    "no_skirts",
)
FLAG = {name: 1 << number for number, name in enumerate(FLAGS)}


def flags(*names: str) -> int:
    return sum(FLAG[name] for name in names)


BROKEN, WOUNDED, PRISONER = FLAG["broken"], FLAG["wounded"], FLAG["prisoner"]
CONCEALED, HIDDEN, CLOAKED = FLAG["concealed"], FLAG["hidden"], FLAG["cloaked"]
STUCK = flags("immobile", "bogged", "mired", "abandoned")  # PHD-R12: it cannot move
IMMOBILIZED = flags("immobile", "mired", "abandoned")  # PHD-C5.16: Bogged alone is not
NOT_GOOD_ORDER = flags("broken", "disrupted", "berserk", "melee", "prisoner", "stunned")
COVERED = CONCEALED | HIDDEN | CLOAKED
PLACED = FLAG["hull_down"] | FLAG["wall_advantage"]  # lost with the hex
STATUS = Codec(
    lambda bits: " ".join(FLAGS[n] for n in members(bits)),
    lambda text: sum(FLAG[name] for name in text.split()),
)

# ---------------------------------------------------------------- places for units

PLACES = 112  # a side's; more than its points can ever buy
NAMES = [f"{side[0]}{n:03}" for side in SIDES for n in range(1, PLACES + 1)]
NUMBER_OF = {name: number for number, name in enumerate(NAMES)}
SIDE = [side for side in SIDES for _ in range(PLACES)]
OF_SIDE = {US: (1 << PLACES) - 1, GERMAN: (1 << PLACES) - 1 << PLACES}
UNIT_SET = members_codec(NAMES)


def unit(name: str) -> int:
    """The number of a unit's place."""
    if name.casefold() not in NUMBER_OF:
        raise GrognardError(
            f"there is no unit {name!r}; they are called u001 (US) or g001 (German) and so on"
        )
    return NUMBER_OF[name.casefold()]


def places(side: str) -> range:
    return range(PLACES) if side == US else range(PLACES, 2 * PLACES)
