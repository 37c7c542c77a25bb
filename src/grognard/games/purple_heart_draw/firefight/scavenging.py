"""ASL-D10.5: in the Rally Phase Infantry takes the machine guns of a wreck in its Location."""

from __future__ import annotations

from grognard.core.hexes import OFF, members
from grognard.core.procedure import Pick, Screen

from ..pieces import US
from . import checks, vehicles
from .forces import GUN_NAMES, GUNS_OF, NAMES, SIDE, VEHICLE_SIDE
from .position import ACTED, TI, TRIED, V_BURNING, V_SCROUNGED, Firefight, Mask, PlayerTurn, Who, fact
from .units import flag, is_good, kind, name, on_map, show
from .vehicles import DATA, is_riding
from .words import Scrounge

CLAUSE = "ASL-D10.5"
FIGURES = DATA["scrounging"]


def wreck_for(state: Firefight, unit: int) -> int:
    """The wreck in the Location of a unit that has not been searched and does not burn; -1: there is none."""
    there = [v for v in vehicles.wrecks(state) if state.vehicle_at[v] == state.at[unit]]
    whole = [v for v in there if not vehicles.has(state, v, V_BURNING | V_SCROUNGED)]
    return next(iter(whole), -1)


def can_scrounge(state: Firefight, unit: int) -> bool:
    """A Good Order squad, half-squad or crew on foot that has done nothing else in the phase."""
    free = is_good(state, unit) and not state.flags[unit] & (TRIED | ACTED | TI)
    return free and not kind(state, unit).is_single and not is_riding(state, unit)


def guns_left(state: Firefight, vehicle: int) -> int:
    """The bow and roof machine guns of a vehicle."""
    printed = vehicles.model(state, vehicle)
    return bool(printed.bmg) + bool(printed.aamg)


def scrounge(state: Firefight, frame: PlayerTurn, unit: int, hex_: int) -> None:
    show(state, unit, "ASL-A12.141")
    flag(state, unit, ACTED | TI, CLAUSE)
    checks.call(state, [(unit, checks.SCROUNGE, wreck_for(state, unit))], CLAUSE)


def roll_scrounging(state: Firefight, unit: int, vehicle: int, die: int) -> list[checks.Item]:
    """So many guns as the die says, up to its limit, as far as the wreck has them."""
    vehicles.flag(state, vehicle, V_SCROUNGED, CLAUSE)
    count = min(die, guns_left(state, vehicle)) if die <= FIGURES["most"] else 0
    for _ in range(count):
        _take(state, unit, vehicle)
    words = "{} searches the wreck: die {}, {} machine gun{}"
    state.note(CLAUSE, words, name(state, unit), die, count or "no", "" if count == 1 else "s", kind="result")
    return []


def _take(state: Firefight, unit: int, vehicle: int) -> None:
    """A German one is a German gun, also in other hands; a US one belongs to who takes it."""
    side = SIDE[unit] if VEHICLE_SIDE[vehicle] == US else VEHICLE_SIDE[vehicle]
    id_ = FIGURES["us_gun" if VEHICLE_SIDE[vehicle] == US else "german_gun"]
    g = next((g for g in members(GUNS_OF[side]) if not state.gun_kind[g]), -1)
    if g < 0:
        return
    state.set_at(fact.gun_kind, g, id_, CLAUSE)
    state.set_at(fact.gun_flags, g, 0, CLAUSE)
    state.set_at(fact.gun_at, g, OFF, CLAUSE)
    state.set_at(fact.holder, g, unit, CLAUSE)
    state.set(fact.guns_open, state.guns_open | 1 << g, CLAUSE)
    state.note(CLAUSE, "{} has {}, a {}", name(state, unit), GUN_NAMES[g], id_, kind="recovery")


def scrounge_pick(who: Who) -> Pick:
    def able(state: Firefight, frame: object) -> int:
        return sum(1 << u for u in on_map(state, who(state, frame)) if can_scrounge(state, u))

    def beside(state: Firefight, frame: object) -> int:
        return sum(1 << u for u in on_map(state, who(state, frame)) if wreck_for(state, u) >= 0)

    words: tuple[tuple[str, Mask], ...] = (
        ("{unit} is not a Good Order squad, half-squad or crew that has done nothing in this phase", able),
        ("no wreck that could be searched is with {unit}", beside),
    )
    screens = tuple(Screen(CLAUSE, because, mask) for because, mask in words)
    return Pick(verb=Scrounge, names=NAMES, units=screens, apply=scrounge)


checks.RESOLVE[checks.SCROUNGE] = roll_scrounging
