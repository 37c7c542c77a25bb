"""FM-8.4: what can be bombarded, with which markers, and how a bombardment begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Pick, Screen, open_if_any
from grognard.core.ruling import Ruling

from .board import GRID
from .fire import has_markers, no_such_draw
from .pieces import ADJECTIVE, ALLIED, ENEMY, GERMAN
from .position import Bombardment, SwordBeach, Turn, fact
from .tables import AIR, CUP_OF, CUPS, GUNS, RANGE, THEIRS
from .verbs import Bombard

DRAW_NAMES = ["air", "air+air", "air+guns", "guns", "guns+guns"]
_NEEDS = [(("air" in name), ("guns" in name)) for name in DRAW_NAMES]
_POSSIBLE = [
    [set_of(i for i, (a, g) in enumerate(_NEEDS) if (air or not a) and (guns or not g)) for guns in (0, 1)]
    for air in (0, 1)
]


def draws_open(side: str) -> Callable[[SwordBeach, object], int]:
    """FM-8.1.3: the draws the cups allow."""

    def mask(state: SwordBeach, frame: object) -> int:
        if side == GERMAN:
            return _POSSIBLE[0][has_markers(state, THEIRS)]
        return _POSSIBLE[has_markers(state, AIR)][any(state.cups[GUNS])]

    return mask


@lru_cache(maxsize=64)
def gun_range(hexes: int) -> int:
    """FM-8.4.3: counted over any terrain, sea included."""
    return GRID.within(hexes, RANGE)


def in_range(side: str) -> Callable[[SwordBeach, Turn], Callable[[int], int]]:
    """FM-8.4.3: two hexes from a friendly unit for anything with guns in it; aircraft reach everywhere
    (SB-11.2.6.e).
    """

    def mask(state: SwordBeach, frame: Turn) -> Callable[[int], int]:
        near = gun_range(state.occupied[side])
        return lambda draw: near if _NEEDS[draw][1] else -1

    return mask


def out_of_range(side: str, clause: str) -> Callable[[SwordBeach, Turn, int, int], Ruling]:
    """FM-8.4.3: a mixed draw needs the range of its guns."""

    def because(state: SwordBeach, frame: Turn, draw: int, hex_: int) -> Ruling:
        far = min((GRID.distance(hex_, other) for other in members(state.occupied[side])), default=0)
        where = (
            f"{far} hexes from the nearest {ADJECTIVE[side]} unit"
            if far
            else "out of range: no friendly unit is on the map"
        )
        return Ruling(
            "FM-8.4.3" if all(_NEEDS[draw]) else clause,
            f"{GRID.name[hex_]} is {where}; ground markers reach {RANGE}",
        )

    return because


def can_hit(side: str) -> Callable[[SwordBeach, Turn, int, int], bool]:
    def test(state: SwordBeach, frame: Turn, draw: int, hex_: int) -> bool:
        return not _NEEDS[draw][1] or bool(gun_range(state.occupied[side]) >> hex_ & 1)

    return test


def bombard(side: str) -> Callable[[SwordBeach, Turn, int, Hex], None]:
    def begin(state: SwordBeach, frame: Turn, draw: int, hex_: Hex) -> None:
        if not state.occupied[ENEMY[side]] >> hex_ & 1:
            raise ValueError("no enemy unit is in the hex bombarded")
        state.add(fact.bombarded, 1 << hex_, "FM-8.4.1")
        cups = tuple(CUPS[CUP_OF[side, word]] for word in DRAW_NAMES[draw].split("+"))
        state.call(Bombardment(attacker=side, hex=hex_, to_draw=cups, for_attacker=len(cups)), "FM-8.4.1")

    return begin


def too_many(state: SwordBeach, frame: object, draw: int, hex_: int) -> str:
    return f"all {state.options.max_bombardments_per_phase} bombardments of this phase are made"


def no_target(side: str, clause: str) -> Callable[[SwordBeach, object, int, int], Ruling]:
    """Why a draw finds nothing to bombard: no enemy unit is left, or none is in range of the ground
    markers.
    """

    def because(state: SwordBeach, frame: object, draw: int, hex_: int) -> Ruling:
        if not state.occupied[ENEMY[side]] & ~state.bombarded:
            return Ruling("FM-8.4.1", "no enemy unit is left to bombard in this phase")
        return Ruling(clause, f"no enemy unit is within {RANGE} hexes of a {ADJECTIVE[side]} unit")

    return because


def bombardment_pick(side: str) -> Pick[SwordBeach, Turn]:
    clause = "SB-11.2.6.d" if side == ALLIED else "SB-11.1.5.c"

    def left(state: SwordBeach, frame: object) -> int:
        return -1 if state.bombarded.bit_count() < state.options.max_bombardments_per_phase else 0

    def some_target(state: SwordBeach, frame: object) -> int:
        """Draws with something to hit: guns only if an enemy stands in range."""
        targets = state.occupied[ENEMY[side]] & ~state.bombarded
        if not targets:
            return 0
        return -1 if targets & gun_range(state.occupied[side]) else _POSSIBLE[1][0]

    return Pick(
        verb=Bombard,
        names=DRAW_NAMES,
        kind="draw",
        units=(
            Screen("FM-8.4.1", too_many, left),
            Screen("FM-8.1.3", no_such_draw(side, DRAW_NAMES), draws_open(side)),
            Screen(clause, no_target(side, clause), some_target, last=True),
        ),
        hexes=(
            Screen(
                "FM-8.4.1",
                "{hex} holds no enemy unit",
                lambda state, frame: state.occupied[ENEMY[side]],
                decisive=True,
            ),
            Screen(
                "FM-8.4.1", "{hex} has been bombarded in this phase", lambda state, frame: ~state.bombarded
            ),
            Screen(clause, out_of_range(side, clause), in_range(side), each=True, test=can_hit(side)),
        ),
        apply=bombard(side),
        open=open_if_any,
    )
