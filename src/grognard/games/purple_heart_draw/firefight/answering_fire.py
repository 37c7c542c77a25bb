"""What the enemies that a mover knows of could do to it in a hex, before it goes there: the First Fire of
each of their Locations, with its exact chances.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.hexes import Hex, members

from .eyes import sees, stand, stands
from .fire import is_fit, is_fresh, is_small_arm
from .forces import ENEMY, FIRST_GUN
from .markers import crew, is_marker
from .next_hexes import step_cost, where
from .odds import Odds, chances
from .position import Attack, Firefight, Moving
from .reach import can_reach, is_free_leader, may_use
from .route import Way
from .shots import FIRST_FIRE
from .stealth import tanks_watching, watchers
from .units import guns_of, known, leadership, number, put, show, small_arms
from .window import watches

HURT = ("eliminated", "reduced", "broken")


class AnsweringFire(NamedTuple):
    """The fire of one enemy Location at a stack in a hex."""

    at: Hex
    attack: Attack
    odds: Odds

    @property
    def hurts(self) -> float:
        """The chance that the unit that is worst off breaks or worse."""
        each = self.odds.targets.values()
        return max((float(sum(fates[fate] for fate in HURT)) for fates in each), default=0.0)


def answering_fire(state: Firefight, frame: Moving, hex_: int) -> list[AnsweringFire]:
    """ASL-A8.1: what each Location with known enemies could fire at the stack there, the worst first. Units
    under a "?", hidden ones, vehicles and ordnance are not in it.
    """
    trial, units_ = _arrived(state, frame, hex_), crew(state, frame.units)
    covered = is_marker(frame.units) and not would_betray(trial, frame, hex_)
    known_frame = replace(frame, units=units_)
    homes: dict[Hex, list[int]] = {}
    for unit in known(state, state.mover):
        homes.setdefault(state.at[unit], []).append(unit)
    found = []
    for at, units in homes.items():
        attack = _attack(trial, known_frame, hex_, units)
        if attack.firers and units_:
            found.append(AnsweringFire(at, attack, chances(trial, attack, covered)))
    return sorted(found, key=lambda one: -one.hurts)


def worst_on_the_way(state: Firefight, frame: Moving, path: Way) -> tuple[int, list[AnsweringFire]]:
    """The hex of a way in which one Location can do most to the stack, and all the fire there."""
    each = {hex_: answering_fire(state, frame, hex_) for hex_ in path}
    worst = max(path, key=lambda hex_: max((one.hurts for one in each[hex_]), default=0.0))
    return worst, each[worst]


def suspects(state: Firefight, frame: Moving, hex_: int) -> list[int]:
    """ASL-A12.1: the hexes with an enemy "?" from which the stack there would be seen."""
    trial, enemy = _arrived(state, frame, hex_), ENEMY[state.mover]
    goals = stands(trial, state.mover, hex_)
    return [
        at
        for at in members(state.shrouds[number(enemy)])
        if at == hex_ or watches(trial, stand(trial, enemy, at), goals)
    ]


def price(state: Firefight, frame: Moving, path: Way) -> int:
    """ASL-A4.13: half MF of a whole way."""
    spent = 0
    for hex_ in path:
        spent += step_cost(state, frame, hex_) or 0
        state = _arrived(state, frame, hex_)
    return spent


def _arrived(state: Firefight, frame: Moving, hex_: int) -> Firefight:
    """A copy of the position in which the stack has entered the hex."""
    origin, trial = where(state, frame), state.without_unknown()
    units = crew(state, frame.units)
    for unit in (*units, *(frame.units if is_marker(frame.units) else ())):
        put(trial, unit, hex_, "ASL-A4.2")
        show(trial, unit, "ASL-A12.14.d")
    gone = replace(frame, units=units, origin=origin, shots=(), corners=(), crossed=False)
    trial.replace(gone, "ASL-A4.2")
    return trial


def would_betray(state: Firefight, frame: Moving, hex_: int) -> bool:
    """ASL-A12.14.c: whether enemies that are known would take the "?" away there."""
    return bool(watchers(state, frame, hex_, known(state, state.mover))) or tanks_watching(state, frame, hex_)


def _attack(state: Firefight, frame: Moving, hex_: int, units: list[int]) -> Attack:
    """All the fire of one Location, directed by its best leader."""
    firers = tuple(f for unit in units for f in _weapons(state, unit) if _may_answer(state, f, unit, hex_))
    leaders = [u for u in units if is_free_leader(state, u, set(firers), firers) and leadership(state, u) < 0]
    return Attack(
        side=ENEMY[state.mover],
        hex=hex_,
        kind=FIRST_FIRE,
        firers=firers,
        leaders=tuple(sorted(leaders, key=lambda u: leadership(state, u))[:1]),
        targets=frame.units,
        ffnam=frame.ffnam,
    )


def _weapons(state: Firefight, unit: int) -> Iterator[int]:
    """ASL-A7.351: a unit's own firepower, and one machine gun beside it."""
    if small_arms(state, unit)[0]:
        yield unit
    guns = [FIRST_GUN + g for g in guns_of(state, unit) if is_small_arm(state, g)]
    yield from [g for g in guns if is_fit(state, g)][:1]


def _may_answer(state: Firefight, firer: int, unit: int, hex_: int) -> bool:
    able = is_fit(state, firer) and is_fresh(state, FIRST_FIRE, firer) and may_use(state, firer)
    return able and can_reach(state, FIRST_FIRE, firer, hex_) and sees(state, unit, hex_)
