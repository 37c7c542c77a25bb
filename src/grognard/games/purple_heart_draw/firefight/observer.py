"""ASL-C1.6: the Observer of a side's off-board artillery: who he is, what he sees, whom he knows of."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.facts import is_unknown
from grognard.core.hexes import OFF, Hexes, members
from grognard.core.ruling import Modifier

from ..board import GRID
from . import vehicles
from .eyes import air, conceals, ground, sees, stand_of
from .forces import BATTERY_NUMBER, BATTERY_OWNER, ENEMY
from .going import own_hexsides
from .mission_areas import ARTILLERY as ARTILLERY
from .mission_areas import mission_area
from .places import AIRBURST, GROUND, UPSTAIRS, Place, locations
from .position import Firefight
from .sight import Sight, sight
from .units import in_hex, is_good, kind, known_in, number

MODULE = {row["id"]: row for row in ARTILLERY["module"]}
LEVELS: dict[str, int] = ARTILLERY["mission"]["levels"]
SPOTTING, FIRST_FIRE, SECOND_FIRE, LAST_FIRE = "SR", "FFE:1", "FFE:2", "FFE:C"
EFFECTS = (FIRST_FIRE, SECOND_FIRE, LAST_FIRE)
CONTACT, SILENT, BROKEN_RADIO, LOST = "contact", "silent", "broken", "lost"


def observer(state: Firefight, side: str) -> int:
    """The Good Order leader on the map who has the radio; -1: none, as far as the asker may know."""
    key = slot(side)
    if not is_unknown(state.wire[key]) and state.wire[key] != OFF:
        return _at_the_phone(state, BATTERY_OWNER[side], state.wire[key])
    who = state.radio[key]
    if is_unknown(who) or who < 0 or state.at[who] < 0 or not is_good(state, who):
        return -1
    return who


def slot(battery: str) -> int:
    """The number of a battery; a side's name is that of its first."""
    return BATTERY_NUMBER[battery]


def _at_the_phone(state: Firefight, side: str, hex_: int) -> int:
    """ASL-C1.23: a field phone does not move: a Good Order leader in its hex works it."""
    leaders = (u for u in in_hex(state, side, hex_) if kind(state, u).is_leader and is_good(state, u))
    return min(leaders, key=lambda u: (kind(state, u).drm, u), default=-1)


def views(state: Firefight, side: str, hex_: int, heights: Sequence[str]) -> list[Sight]:
    """How the Observer sees the named heights of a hex: those that he sees."""
    who = observer(state, side)
    if who < 0 or hex_ < 0:
        return []
    here = stand_of(state, who)
    found = (sight(here, Place(hex_, at), air(state), ground(state)) for at in heights)
    return [seen for seen in found if seen.is_seen]


def ground_views(state: Firefight, side: str, hex_: int) -> list[Sight]:
    """ASL-C1.3: the Locations of a hex that the Observer sees."""
    return (
        views(state, side, hex_, [at for at in locations(hex_) if at in (GROUND, UPSTAIRS)])
        if hex_ >= 0
        else []
    )


def sees_blast(state: Firefight, side: str) -> bool:
    """ASL-C1.32: LOS to the hex of the round, or to two levels above it; WP rises to four."""
    key = slot(side)
    levels = LEVELS.get(state.mission[key] or "HE", 2)
    return bool(views(state, side, state.round_at[key], (GROUND, *AIRBURST[:levels])))


def knows_enemy(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-C1.6: whether an enemy in or next to a hex is Known to the Observer: in the open to him, or
    concealed in his LOS outside concealment terrain and not behind bocage.
    """
    who = observer(state, side)
    return who >= 0 and any(_is_known(state, side, who, h) for h in members(GRID.within(1 << hex_, 1)))


def _is_known(state: Firefight, side: str, who: int, hex_: int) -> bool:
    if not sees(state, who, hex_):
        return False
    shrouded = bool(state.shrouds[number(ENEMY[side])] >> hex_ & 1)
    bare = shrouded and not conceals(state, hex_) and not own_hexsides(hex_)
    return bare or bool(known_in(state, side, hex_)) or bool(vehicles.in_hex(state, ENEMY[side], hex_))


def has_enemy(state: Firefight, side: str, hex_: int) -> bool:
    """Whether a non-hidden enemy is in or next to a hex, as everybody can see."""
    return any(
        state.shrouds[number(ENEMY[side])] >> h & 1
        or known_in(state, side, h)
        or vehicles.in_hex(state, ENEMY[side], h)
        for h in members(GRID.within(1 << hex_, 1))
    )


def needs_proof(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-C1.21.extra: enemies are there, and none is Known to the Observer."""
    return has_enemy(state, side, hex_) and not knows_enemy(state, side, hex_)


def hindrances(state: Firefight, side: str, hex_: int) -> list[Modifier]:
    """ASL-C1.3: every Hindrance to the hex that is asked for; mist by agreement."""
    seen = ground_views(state, side, hex_)
    if not seen:
        return []
    mist = sum(cause.amount for cause in seen[0].hindrances if cause.kind == "mist")
    rows = (
        (seen[0].hindrance - mist, "ASL-C1.3", "hindrance"),
        (mist if state.options.mist_in_accuracy == "counts" else 0, "ASL-E3.32", "mist"),
    )
    return [Modifier(amount, clause, words) for amount, clause, words in rows if amount]


def blast_area(state: Firefight, side: str) -> Hexes:
    """ASL-C1.32, ASL-C1.72: the hexes of a side's fire for effect; FF-AREA: those in play."""
    key = slot(side)
    if state.round[key] not in EFFECTS or state.round_at[key] < 0:
        return Hexes(0)
    area = mission_area(state.round_at[key], state.mission[key], state.line[key]) & state.card.area
    return GRID.with_storeys(area)  # ASL-A2.8
