"""BTR-ocs: rules of the series that players apply on their map, each as a plain question with a plain
answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from grognard.core.ruling import GrognardError

from .board import Board, MovementKind
from .fights import meaning
from .series import DRAW_RANGE

PHASES = (
    "refit",
    "reinforcement",
    "movement",
    "supply",
    "reaction",
    "combat",
    "exploitation",
    "clean-up",
)  # BTR-turn.player
SEGMENTS = {  # BTR-turn.segments
    "movement": ("movement",), "reaction": ("movement", "barrage"), "combat": ("barrage", "combat"),
    "exploitation": ("movement", "barrage", "combat"),
}  # fmt: skip


def may_change_mode(phase: str, spent: Fraction) -> bool:
    """BTR-ocs.mode.change: in the Movement Phase, before the unit spends anything."""
    return phase == "movement" and not spent


def may_move(phase: str, marker: str = "") -> bool:
    """BTR-ocs.move.who: all units in Movement, released reserves in Reaction, these and exploiters in
    Exploitation.

    A marker is `reserve`, `released`, `exploit`, or none.
    """
    later = {"reaction": ("released",), "exploitation": ("released", "exploit")}
    return phase == "movement" or marker in later.get(phase, ())


BARRED = {  # BTR-ocs.zoc.block: what a zone of control stops, and whether a friend in the hex opens it again
    "truck supply path": True, "rail trace": True, "refit": True, "port trace": True,
    "rail movement": False, "rail repair": False, "port capacity": False,
}  # fmt: skip


def zone_blocks(what: str, negated: bool) -> bool:
    """BTR-ocs.zoc.block: whether an enemy zone of control stops that; `negated`: a friend is in the hex."""
    if what not in BARRED:
        raise GrognardError(f"{what!r} is not traffic a ZOC blocks; it blocks {', '.join(BARRED)}")
    return not (negated and BARRED[what])


# ---------------------------------------------------------------- after a combat


def losses(units: Mapping[str, int], first: str, count: int) -> Iterator[str]:
    """BTR-ocs.combat.firststep: the AR unit first, then each unit once before any twice; by name among
    equals.
    """
    left = dict(units)
    order = [first, *sorted(name for name in units if name != first)]
    while count and any(left.values()):
        for name in order:
            if count and left[name]:
                left[name] -= 1
                count -= 1
                yield name


class Retreat(NamedTuple):
    dg: bool
    step_lost: bool
    friends_dg: bool


def retreat(hexes: int, into_zone: bool, was_dg: bool) -> Retreat:
    """BTR-ocs.combat.retreat, BTR-ocs.zoc.retreat: the second hex causes DG; an enemy zone too, and a step of
    those that were DG.
    """
    return Retreat(hexes >= 2 or into_zone, into_zone and was_dg, into_zone)


def may_advance(empty: bool, retreated: bool, paid: bool, overrun: bool) -> str:
    """BTR-ocs.combat.advance: `may`, `must` after an overrun, or `no`."""
    if not (empty and not retreated and paid):
        return "no"
    return "must" if overrun else "may"


def exploiters(
    result: str, units: Sequence[tuple[str, int, bool]], took_losses: bool, regular: bool
) -> list[str]:
    """BTR-ocs.combat.exploit: units (name, AR, DG) that get an Exploit marker; not in overruns or in
    Exploitation.
    """
    lowest = meaning(result).exploit
    if not lowest or not regular or (meaning(result).attacker_option and not took_losses):
        return []
    return [name for name, action, dg in units if action >= lowest and not dg]


def entered(kind: str) -> str:
    """BTR-ocs.special: what becomes of things an attack-capable unit walks into."""
    fates = {
        "hedgehog": "captured",
        "air base": "captured",
        "port": "captured",
        "aircraft": "flee",
        "ship": "destroyed",
        "extender": "collapses",
        "dump": "rolled for",
        "transport": "rolled for",
    }
    if kind not in fates:
        raise GrognardError(f"{kind!r} is not one of {', '.join(fates)}")
    return fates[kind]


# ---------------------------------------------------------------- supply paths on a map


def _near(board: Board, hexes: set[int]) -> set[int]:
    return {h for h in board.grid.name if any(board.grid.near_to[h] >> r & 1 for r in hexes)} | hexes


def path_reach(
    board: Board, start: int, points: int, mobility: str, closed: frozenset[int], zones: frozenset[int]
) -> set[int]:
    """BTR-ocs.supply.path: counted as movement at dry-ground costs, never through enemy combat units; zones
    stop Truck paths.
    """
    return set(
        board.reach(
            MovementKind(mobility, "dry"),
            start,
            points,
            closed,
            zones if mobility == "truck" else frozenset(),
        )
    )


def draws(
    board: Board,
    dump: int,
    unit: int,
    closed: frozenset[int] = frozenset(),
    zones: frozenset[int] = frozenset(),
) -> bool:
    """BTR-ocs.supply.draw: a dump within 5 Truck MP, or one hex beyond."""
    return unit in _near(board, path_reach(board, dump, DRAW_RANGE, "truck", closed, zones))


def throws(
    board: Board,
    hq: int,
    unit: int,
    points: int,
    mobility: str,
    mode: str = "combat",
    closed: frozenset[int] = frozenset(),
    zones: frozenset[int] = frozenset(),
) -> bool:
    """BTR-ocs.supply.throw: an HQ passes supply on within its range, in that range's mobility; not in Strat
    Mode.
    """
    return mode != "strat" and unit in _near(board, path_reach(board, hq, points, mobility, closed, zones))


def traces(
    board: Board,
    sources: Sequence[int],
    unit: int,
    headquarters: Sequence[tuple[int, int, str]] = (),
    closed: frozenset[int] = frozenset(),
    zones: frozenset[int] = frozenset(),
) -> bool:
    """BTR-ocs.supply.trace: by draw from a source, or by the throw of an HQ (hex, range, mobility) that can
    itself draw.
    """
    if any(draws(board, source, unit, closed, zones) for source in sources):
        return True
    linked = [
        hq for hq in headquarters if any(draws(board, source, hq[0], closed, zones) for source in sources)
    ]
    return any(
        throws(board, hex_, unit, points, mobility, "combat", closed, zones)
        for hex_, points, mobility in linked
    )


def lift(points: int) -> int:
    """BTR-ocs.supply.transport, BTR-frame.mules: a transport point of any kind carries one SP."""
    return points
