"""What a close combat is worth before the dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.games.purple_heart_draw.firefight.close import partners, power, stack_of
from grognard.games.purple_heart_draw.firefight.forces import ENEMY
from grognard.games.purple_heart_draw.firefight.position import BROKEN, CX, Firefight
from grognard.games.purple_heart_draw.firefight.tables import kill_number
from grognard.games.purple_heart_draw.firefight.units import has, in_hex, kind, known_in, leadership

from .exposure import CHANCE_OF, SUSPECTED_POWER, SUSPECTED_WORTH, to_clear, worth

MELEE_BAR = 1.0  # a close combat must promise so much
GROUND = 0.7  # what a building is worth, for each of the last three turns


def _drm(state: Firefight, attackers: Sequence[int], targets: Sequence[int]) -> int:
    leaders = [leadership(state, u) for u in attackers if kind(state, u).is_leader]
    found = min(leaders) if leaders and len(leaders) < len(attackers) else 0
    found += any(has(state, u, CX) for u in attackers) - any(has(state, u, CX) for u in targets)
    return found - 2 * any(has(state, u, BROKEN) for u in targets)


def loss(attack: Fraction, defense: Fraction, drm: int, count: int) -> float:
    """The share of the targets' worth that an attack in close combat is expected to cost."""
    kill, _ = kill_number(attack, defense)
    dead = sum(chance for dice, chance in CHANCE_OF.items() if dice + drm < kill)
    cut = sum(chance for dice, chance in CHANCE_OF.items() if dice + drm == kill)
    return dead + 0.5 * cut / max(1, count)


def fit(state: Firefight, units: Sequence[int]) -> list[int]:
    return [u for u in units if not has(state, u, BROKEN)]


def melee_value(state: Firefight, side: str, units: Sequence[int], hex_: int) -> float:
    """What the enemy is expected to lose, less what it costs; the ground that is at stake counts."""
    enemies, ours = known_in(state, side, hex_), fit(state, units)
    if not any(not kind(state, u).is_single for u in ours):
        return -1.0
    mine = sum(worth(state, u) for u in units)
    if not enemies:
        theirs, prize, back = SUSPECTED_POWER, SUSPECTED_WORTH, SUSPECTED_POWER
    else:
        theirs = power(state, enemies, False)
        prize = sum(worth(state, u) for u in enemies)
        back = power(state, fit(state, enemies), True)
    gain = prize * loss(power(state, ours, True), theirs, _drm(state, ours, enemies), max(1, len(enemies)))
    cost = mine * loss(back, power(state, units, False), _drm(state, enemies, units), len(units))
    ground = (to_clear() or state.card.goals) >> hex_ & 1 and state.card.first_move == side
    return gain - cost - MELEE_BAR + (GROUND * max(0, state.turn - state.card.turns + 3) if ground else 0.0)


def flight_cost(state: Firefight, side: str, units: Sequence[int], hex_: int) -> float:
    """ASL-A11.2: what leaving a close combat is expected to cost: the enemy attacks with -2 on the dice, and
    units that leave do not.
    """
    enemies = known_in(state, side, hex_)
    back = power(state, fit(state, enemies), True) if enemies else SUSPECTED_POWER
    mine = sum(worth(state, u) for u in units)
    return mine * loss(back, power(state, units, False), _drm(state, enemies, units) - 2, len(units))


def best_aims(state: Firefight, side: str, hex_: int) -> list[int]:
    """The enemies to attack with everybody: the weakest alone, or all of them."""
    enemies, ours = known_in(state, side, hex_), fit(state, in_hex(state, side, hex_))
    partner = partners(state, ENEMY[side], hex_)
    stacks = {tuple(sorted(stack_of(partner, u))) for u in enemies}  # ASL-A11.14
    ranked = sorted(stacks, key=lambda one: (power(state, one, False), one))
    best, found = -1.0, list(ranked[0]) if ranked else []
    for count in range(1, len(ranked) + 1):
        aims = [u for one in ranked[:count] for u in one]
        value = sum(worth(state, u) for u in aims) * loss(
            power(state, ours, True), power(state, aims, False), _drm(state, ours, aims), len(aims)
        )
        if value > best:
            best, found = value, aims
    return found
