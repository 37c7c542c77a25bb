"""The enemy's answer to a move: which fire group would fire at each hex of a way, its exact effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import is_adjacent
from grognard.games.purple_heart_draw.firefight.going import OPEN
from grognard.games.purple_heart_draw.firefight.odds import FATES, fates_of
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.games.purple_heart_draw.firefight.tables import COLUMNS, COWERS, Result, column_of, result
from grognard.games.purple_heart_draw.firefight.units import kind

from .exposure import Gunfire, worth
from .routes import ASSAULT, Outlook, Plan

SHARE = {"eliminated": 1.0, "reduced": 0.6, "broken": 0.4, "pinned": 0.15, "unharmed": 0.0}
WORTH_A_SHOT = 0.5  # an enemy that can do less keeps its fire


class Answer(NamedTuple):
    """One shot: where from, its column and DRM, what it is expected to cost, the chance to go on, and the
    fates of the unit that is worst off.
    """

    sources: tuple[Gunfire, ...]
    column: int
    drm: int
    cost: float
    unharmed: float
    fates: dict[str, float]


class Outcome(NamedTuple):
    """What a whole way costs, the chance to reach its end, and the worst shot."""

    cost: float
    arrives: float
    worst: Answer | None


def _cells(column: int, drm: int) -> dict[Result, Fraction]:
    """ASL-A7.3, ASL-A7.9: the chance of each result; doubles cower."""
    found: Counter[Result] = Counter()
    for one in range(1, 7):
        for two in range(1, 7):
            found[result(column - COWERS * (one == two), one + two + drm)] += 1
    return {value: Fraction(count, 36) for value, count in found.items()}


_known: dict[tuple[object, ...], dict[str, float]] = {}
MOST_KNOWN = 20_000


def fates(state: Firefight, unit: int, column: int, drm: int, count: int) -> dict[str, float]:
    """The exact chance of each fate of a unit that is fired at with others."""
    helps = tuple(state.kind[u] for u in _mates(state, unit))
    key = (state.kind[unit], state.flags[unit], helps, column, drm, count)
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        exact = fates_of(state, unit, _cells(column, drm), count, 0)
        _known[key] = {fate: float(exact[fate]) for fate in FATES}
    return _known[key]


def _mates(state: Firefight, unit: int) -> list[int]:
    return [
        u
        for u in range(len(state.kind))
        if u != unit
        and state.open >> u & 1
        and state.at[u] == state.at[unit] >= 0
        and kind(state, u).is_leader
    ]


def groups(state: Firefight, fires: Iterable[Gunfire]) -> list[list[Gunfire]]:
    """Hexes that could fire as one group: those that are ADJACENT to each other in a chain (ASL-A7.5)."""
    found: list[list[Gunfire]] = []
    for fire in fires:
        linked = [g for g in found if any(is_adjacent(state, fire.at, other.at) for other in g)]
        found = [g for g in found if g not in linked]
        found.append([fire, *(other for g in linked for other in g)])
    return found


def _shot(look: Outlook, units: tuple[int, ...], hex_: int, way: str, group: list[Gunfire]) -> Answer:
    state, power, worst = look.state, 0.0, -9
    for fire in group:
        far = GRID.distance(fire.at, hex_)
        power += fire.power * (2 if far <= 1 else 0.5 if far > fire.range else 1)
        cover = look.eyes.cover(fire.at, hex_)
        hindrance = look.eyes.seen(fire.at, hex_, True)[1]
        open_ground = bool(OPEN >> hex_ & 1) and not cover and not hindrance
        worst = max(worst, cover + hindrance - (way != ASSAULT) - open_ground)
    column = column_of(Fraction(int(power)))
    each = {u: fates(state, u, column, worst, len(units)) for u in units}
    cost = sum(worth(state, u) * sum(SHARE[f] * chance for f, chance in each[u].items()) for u in units)
    weakest = min(each.values(), key=lambda found: found["unharmed"])
    sound = sum(found["unharmed"] for found in each.values()) / len(each)
    return Answer(tuple(group), column, worst, cost, sound, weakest)


def answer(
    look: Outlook, units: tuple[int, ...], hex_: int, way: str, fires: Iterable[Gunfire]
) -> Answer | None:
    """The shot at a stack in a hex that costs it most: by one hex or by a group."""
    able = [
        fire
        for fire in fires
        if GRID.distance(fire.at, hex_) <= (1 if fire.near_only else 2 * fire.range)
        and look.eyes.seen(fire.at, hex_, True)[0]
    ]
    tries = [*groups(look.state, able), *([fire] for fire in able)]
    shots = [_shot(look, units, hex_, way, group) for group in tries]
    return max(shots, key=lambda shot: shot.cost, default=None)


def outcome(look: Outlook, plan: Plan) -> Outcome:
    """The enemy fires where that costs most first; who has fired is weaker at the next hexes (ASL-A8.3)."""
    fires = {fire.at: fire for fire in look.marked}
    cost, arrives, worst = 0.0, 1.0, None
    for hex_ in plan.path:
        shot = answer(look, plan.units, hex_, plan.way, fires.values())
        if shot is None or shot.cost < WORTH_A_SHOT:
            continue
        cost, arrives = cost + arrives * shot.cost, arrives * shot.unharmed
        worst = shot if worst is None or shot.cost > worst.cost else worst
        for fire in shot.sources:
            fires[fire.at] = fire._replace(power=fire.power / 2, near_only=True)
    return Outcome(cost, arrives, worst)


def in_words(found: Outcome) -> str:
    """What the enemy can do about it, for a hint."""
    if found.worst is None:
        return "no enemy that is known of can answer with a shot worth firing"
    hexes = " and ".join(sorted(GRID.name[fire.at] for fire in found.worst.sources))
    column = COLUMNS[found.worst.column] if found.worst.column >= 0 else 0
    hurt = sum(found.worst.fates[fate] for fate in ("eliminated", "reduced", "broken"))
    return (
        f"the worst answer is column {column} with {found.worst.drm:+d} from {hexes}, which breaks or reduces"
        f" a unit in {100 * hurt:.0f} %; the stack arrives unharmed in {100 * found.arrives:.0f} %"
    )
