"""What shots of mortars, bazookas, Panzerschreck and Panzerfaust are expected to cost the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from grognard.core.facts import Action
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import aiming, ordnance
from grognard.games.purple_heart_draw.firefight.aiming import PF
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, FIRERS
from grognard.games.purple_heart_draw.firefight.foxholes import is_dug_in
from grognard.games.purple_heart_draw.firefight.ordnance import CRITICAL, HIT, WEAPONS
from grognard.games.purple_heart_draw.firefight.position import Firefight, Moving, Shot
from grognard.games.purple_heart_draw.firefight.shell_odds import found_faust
from grognard.games.purple_heart_draw.firefight.shots import Exposure
from grognard.games.purple_heart_draw.firefight.tables import column_of
from grognard.games.purple_heart_draw.firefight.units import in_hex, known_in, morale, number, shooter
from grognard.games.purple_heart_draw.firefight.words import Faust, Shoot

from .exposure import SUSPECTED_WORTH, eviction, harm, worth

SUSPECTED_MORALE = 8


def worths(
    state: Firefight, side: str, actions: Iterable[Action], what: str, moving: Moving | None = None
) -> Iterator[tuple[float, Shoot | Faust, int]]:
    """Every shot on the list: what it is expected to cost, the action, and the unit that fires."""
    for action in actions:
        if isinstance(action, Shoot | Faust):
            firer = FIRERS.index(action.unit)
            weapon = PF if isinstance(action, Faust) else aiming.weapon_of(state, firer).id
            shot = Shot(side, GRID.number[action.hex], what, firer, weapon)
            if moving is not None:
                shot = Shot(side, shot.hex, what, firer, weapon, moving.units, not moving.assault)
            yield expected(state, shot), action, shooter(state, firer)


def expected(state: Firefight, shot: Shot) -> float:
    """The chance to hit times what the effect costs, for known targets and for what a "?" may hide."""
    known = [u for u in known_in(state, shot.side, shot.hex) if not shot.targets or u in shot.targets]
    ground = eviction(state, shot.side, shot.hex)
    found = 0.0
    if known:
        costs = [(worth(state, u) + ground / len(known)) * _harm(state, shot, u) for u in known]
        share = 1 / len(known) if shot.weapon == PF else 1.0
        found += _hits(state, shot, False) * share * sum(costs)
    if not shot.targets and state.shrouds[number(ENEMY[shot.side])] >> shot.hex & 1:
        found += _hits(state, shot, True) * (SUSPECTED_WORTH + ground) * _harm(state, shot, -1)
    if WEAPONS[shot.weapon].is_mortar and not shot.targets:
        own = in_hex(state, shot.side, shot.hex)
        found -= _hits(state, shot, False) * sum(worth(state, u) * _harm(state, shot, u) for u in own)
    return found


def _hits(state: Firefight, shot: Shot, concealed: bool) -> float:
    need, drm = aiming.number_to_hit(state, shot), total(aiming.hit_modifiers(state, shot, concealed))
    chances = ordnance.hit_chances(need, drm)
    return float(found_faust(state, shot) * (chances[HIT] + chances[CRITICAL]))


def _harm(state: Firefight, shot: Shot, unit: int) -> float:
    column = column_of(Fraction(aiming.power(WEAPONS[shot.weapon])))
    limit = morale(state, unit) if unit >= 0 else SUSPECTED_MORALE
    place = Exposure(unit >= 0 and is_dug_in(state, unit))
    return harm(column, total(aiming.effect_tem(state, shot, place)), limit)
