"""Who sees what: `sight` says whether one Location sees another, what hinders it and what blocks it, with
clauses.

FF-LOS.1, FF-LOS.2: the line of sight (the *thread*) runs from hex center to hex center, and everything it
meets is worked out in whole numbers (`core.sightline`). FF-LOS.3, FF-LOS.4: it enters hexes, runs along
hexsides (*spines*), crosses hexsides, and at a corner crosses all that end there. The thread is walked from
the viewer to the first thing that blocks it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from grognard.core.hexes import OFF, members
from grognard.core.sightline import CENTER, Side, Step

from ..board import GRID
from .arcs import is_covered
from .places import BENEATH, ELEVATION, GROUND, IN_DEPRESSION, Place, settled
from .terrain import (
    BOCAGE,
    BRIDGE_HEX,
    BRIDGE_LEVEL,
    BRIDGE_ROAD,
    BUILDINGS,
    CLIFFS,
    DRAWS,
    FEATURE,
    FOLLOWS_ROAD,
    HEIGHT,
    HINDRANCE,
    JOINED,
    LEVEL,
    MULTI_HEX,
    RUBBLE_HEIGHT,
    SIGHTLINES,
    TERRAIN,
    TREE_HEIGHT,
    TREES,
    WALL,
    WEATHER,
)

BLOCKING_HINDRANCE = int(TERRAIN["limit"]["blocks"])
BRIDGE_HINDRANCE = int(TERRAIN["bridge"]["hindrance"])
VEHICLE_HINDRANCE, BURNING = int(TERRAIN["vehicle"]["hindrance"]), int(TERRAIN["vehicle"]["burning"])
SMOKE_LEVELS: dict[str, int] = TERRAIN["smoke"]["levels"]
MOST_SMOKE, FIRE_OUT = int(TERRAIN["smoke"]["most"]), int(TERRAIN["smoke"]["fire_out"])
MIST_CLEAR, MIST_STEP = int(WEATHER["mist"]["clear"]), int(WEATHER["mist"]["step"])
BOCAGE_HEIGHT = next(int(2 * row["height"]) for row in TERRAIN["hexside"] if row["code"] == BOCAGE)
BLAST_HINDRANCE, BLAST_LEVELS = 1, 2  # ASL-C1.57, ASL-C1.32
REMEMBERED = 1 << 17  # verdicts

# ---------------------------------------------------------------- what is asked, what is answered


class Ground(NamedTuple):
    """What the players agreed about the ground, and what has become of it. The verdicts are remembered for
    each.
    """

    los_building: Literal["hex", "half"] = "hex"  # FF-LOS.10
    hillside_bocage: Literal["ignored", "obstacle"] = "ignored"  # ASL-B9.61
    rubble: int = 0  # hexes whose building has fallen


class Cloud(NamedTuple):
    """SMOKE in a hex."""

    amount: int
    kind: str = "smoke"  # or wp, burning: how high it rises


@dataclass(frozen=True)
class Air:
    """What comes and goes: SMOKE, vehicles that stand still, wrecks, mist."""

    smoke: Mapping[int, Cloud] = field(default_factory=dict)
    vehicles: int = 0  # hexes with an AFV that stands still, or with a wreck that does not burn
    mist: bool = False
    blasts: tuple[int, ...] = ()  # ASL-C1.57: the hexes of each fire for effect that hinders sight


class Cause(NamedTuple):
    """One thing that blocks or hinders a line of sight: where it is, the clauses, the figures of the case."""

    kind: str
    clauses: tuple[str, ...]
    hexes: tuple[int, ...] = ()  # one hex; or the two hexes of a hexside
    figures: tuple[int, ...] = ()
    amount: int = 0  # of a hindrance


class Sight(NamedTuple):
    """The verdict. A Location can be seen although a unit in it cannot (`screens`).

    Unless every cause was asked for, `blocks` holds the first one on the way, and what comes behind it is not
    told.
    """

    viewer: Place
    target: Place
    range: int
    blocks: tuple[Cause, ...]
    hindrances: tuple[Cause, ...]
    screens: tuple[Cause, ...]  # why the unit is not seen
    fire_out: int = 0  # ASL-A24.8: more for fire out of SMOKE

    @property
    def is_seen(self) -> bool:
        return not self.blocks

    @property
    def is_unit_seen(self) -> bool:
        """ASL-A6.5: between two units this is mutual."""
        return not self.blocks and not self.screens

    @property
    def hindrance(self) -> int:
        return sum(cause.amount for cause in self.hindrances)


CLEAR, AS_PRINTED = Air(), Ground()


def sight(
    viewer: Place, target: Place, air: Air = CLEAR, ground: Ground = AS_PRINTED, every: bool = False
) -> Sight:
    """Whether `viewer` sees `target`, and why (not); with `every` all causes are named, not only the first
    that blocks.
    """
    if viewer.corner >= 0:
        return _from_corner(settled(viewer), settled(target), air, ground, every)
    if viewer.arc >= 0 or target.arc >= 0:
        return _through_slits(settled(viewer), settled(target), air, ground, every)
    dry = over_ground(settled(viewer), settled(target), ground, every)
    if air is CLEAR or (dry.blocks and not every):  # what comes behind a cause that blocks is not told
        return dry
    return _through_air(dry, air)


def _through_slits(viewer: Place, target: Place, air: Air, ground: Ground, every: bool) -> Sight:
    """ASL-B30.2: out of a pillbox one sees through its arc and into its hex; into it the same way."""
    seen = sight(viewer._replace(arc=OFF), target._replace(arc=OFF), air, ground, every)
    blocks, screens = list(seen.blocks), list(seen.screens)
    if _is_shut(viewer, target):
        blocks.append(Cause("pillbox", ("ASL-B30.2",), (viewer.hex,)))
    if _is_shut(target, viewer):
        screens.append(Cause("pillbox", ("ASL-B30.2",), (target.hex,)))
    return seen._replace(viewer=viewer, target=target, blocks=tuple(blocks), screens=tuple(screens))


def _is_shut(inside: Place, other: Place) -> bool:
    away = inside.arc >= 0 and inside.hex != other.hex
    return away and not is_covered(inside.hex, inside.arc, other.hex)


def _from_corner(viewer: Place, target: Place, air: Air, ground: Ground, every: bool) -> Sight:
    """ASL-D2.3, ASL-A6.5: sight is mutual, and the line is walked to the corner; between two corners it
    begins in the viewer's hex.
    """
    ends = (target, viewer) if target.corner < 0 else (viewer._replace(corner=CENTER), target)
    seen = sight(*ends, air, ground, every)
    out = FIRE_OUT * (viewer.hex in air.smoke)
    return seen._replace(viewer=viewer, target=target, fire_out=out)


def field_of_view(viewer: Place, air: Air = CLEAR, ground: Ground = AS_PRINTED) -> dict[int, Sight]:
    """What a unit sees of every other hex: of its ground, or of the bottom of a depression."""
    return {hex_: sight(viewer, Place(hex_), air, ground) for hex_ in GRID.name if hex_ != viewer.hex}


@lru_cache(maxsize=REMEMBERED)
def over_ground(viewer: Place, target: Place, ground: Ground, every: bool) -> Sight:
    """The verdict in clear air. It depends on nothing that changes during a scenario, so it is remembered."""
    if viewer.hex == target.hex:
        return Sight(viewer, target, 0, tuple(_same_hex(viewer, target)), (), ())
    thread = _Thread(viewer, target, ground)
    causes = _blocking(thread)
    blocks = list(causes) if every else [cause for cause in (next(causes, None),) if cause]
    hindrances = [*thread.vegetation.values(), *thread.others] if every or not blocks else []
    if (total := sum(cause.amount for cause in hindrances)) >= BLOCKING_HINDRANCE:
        blocks.append(_too_much(total))
    return Sight(viewer, target, thread.line.range, tuple(blocks), tuple(hindrances), tuple(thread.screens))


def _too_much(total: int) -> Cause:
    return Cause("hindrances", ("ASL-B.10",), (), (total,))


def _same_hex(viewer: Place, target: Place) -> Iterator[Cause]:
    if {viewer.at, target.at} == {GROUND, BENEATH}:
        yield Cause("bridge between", ("ASL-B6.2",), (viewer.hex,))


Away = tuple[int, int]  # hexes from the viewer, hexes to the target


class _Thread:
    """A line of sight with the figures that the tests need, and what hinders it as far as it has been walked.

    FF-LOS.1, FF-LOS.2, FF-LOS.3, FF-LOS.4: the line itself, its hexes, hexsides and corners, is a
    `Sightline`.
    """

    def __init__(self, viewer: Place, target: Place, ground: Ground) -> None:
        self.viewer, self.target, self.ground = viewer, target, ground
        self.start, self.start6, self.end = viewer.hex, 6 * viewer.hex, target.hex
        here, there = ELEVATION[viewer[:2]], ELEVATION[target[:2]]
        self.is_even, self.is_downward = here == there, here >= there
        self.high, self.low = (here, there) if here >= there else (there, here)
        self.line = SIGHTLINES.between(self.start, self.end, target.corner)
        self.is_slope = self.line.range <= self.high - self.low and self._is_slope(here, there)
        self.vegetation: dict[int, Cause] = {}  # by range
        self.others: list[Cause] = []
        self.screens: list[Cause] = []

    def _is_slope(self, here: int, there: int) -> bool:
        """ASL-B.5: from end to end every hex is one level lower, or higher, than the last; the line runs
        along no hexside.
        """
        if (here, there) != (LEVEL[self.start], LEVEL[self.end]):
            return False
        levels = [here, *(LEVEL[self.start + step.hex] for step in self.line.steps)]
        one = -1 if self.is_downward else 1
        return levels == list(range(here, there + one, one)) and all(
            step.other is None for step in self.line.steps
        )

    def level(self, step: Step) -> int:
        """FF-LOS.8: along a hexside ground counts as far as both hexes have it."""
        level = LEVEL[self.start + step.hex]
        return level if step.other is None else min(level, LEVEL[self.start + step.other])

    def hexes(self, step: Step) -> tuple[int, ...]:
        hex_ = self.start + step.hex
        return (hex_,) if step.other is None else (hex_, self.start + step.other)

    def away(self, offset: int) -> Away:
        """Hexes from the viewer to a hex of the line, and from there to the target."""
        hex_ = self.start + offset
        return GRID.distance(self.start, hex_), GRID.distance(hex_, self.end)

    def hexes_of(self, side: Side) -> tuple[int, int]:
        hex_, way = divmod(self.start6 + side, 6)
        return hex_, hex_ + GRID.shifts[way]


# ---------------------------------------------------------------- the walk


def _blocking(thread: _Thread) -> Iterator[Cause]:
    """What blocks the line, from the viewer on. FF-LOS.5: what is inside the hexes of the ends does not.

    Two units in depressions see each other along the draw, or not at all (ASL-B19.2). FF-R1: the order of the
    tests is ours.
    """
    if thread.target.corner >= 0:
        yield from _inside(thread)
    below = [end[:2] in IN_DEPRESSION for end in (thread.viewer, thread.target)]
    if all(below):
        yield from _along_the_draw(thread)
        return
    if any(below):
        yield from _into_the_draw(thread)
    if thread.line.range == 1 and thread.target.corner < 0:
        yield from _between_storeys(thread)
        return
    yield from _on_the_way(thread)


def _on_the_way(thread: _Thread) -> Iterator[Cause]:
    """Hedges, crest lines, hills and what stands in the hexes between the ends."""
    hill, counts_edges = (
        thread.high - (not thread.is_even),
        thread.high - thread.low > 1 and not thread.is_slope,
    )
    before: Step | None = None
    for step in thread.line:
        for side in step.sides:
            if thread.start6 + side in FEATURE:
                yield from _hedge_crossed(thread, step, side)
        if counts_edges:
            yield from _crest_line(thread, before, step)
        if step.left:
            if (level := thread.level(step)) > hill:
                yield _hill(thread, step, level)
            yield from _standing_in(thread, step) if step.other is None else _beside(thread, step)
        if step.touched is not None and TREES[thread.start + step.touched]:  # FF-LOS.9
            yield from _orchard(thread, thread.start + step.touched, thread.away(step.touched))
        before = step


def _inside(thread: _Thread) -> Iterator[Cause]:
    """ASL-A4.34: a line to a corner of a woods or building hex does not pass inside it."""
    if HEIGHT[thread.end] and any(
        step.other is None and thread.start + step.hex == thread.end for step in thread.line
    ):
        yield Cause("inside", ("ASL-A4.34",), (thread.end,))


# ---------------------------------------------------------------- ground


def _hill(thread: _Thread, step: Step, level: int) -> Cause:
    """ASL-B10.21, ASL-B10.2: a hex above two units on one level, or as high as the higher of two."""
    kind, clause = ("hill", "ASL-B10.21") if thread.is_even else ("hill between", "ASL-B10.2")
    return Cause(kind, (clause,), thread.hexes(step), (level, thread.high))


def _crest_line(thread: _Thread, before: Step | None, step: Step) -> Iterator[Cause]:
    """ASL-B10.23: behind the edge of higher ground lie blind hexes. A gully that is passed over makes
    none.
    """
    upper, lower = (before, step) if thread.is_downward else (step, before)
    if upper is None or not upper.left:
        return
    level, is_end = thread.level(upper), lower is None or not lower.left
    if not thread.low < level < thread.high:
        return
    beyond = LEVEL[thread.start] if lower is None else thread.level(lower)
    if beyond >= level or (lower and not is_end and any(DRAWS >> hex_ & 1 for hex_ in thread.hexes(lower))):
        return
    to_high, to_low = _high_first(thread, (upper.range, upper.left))
    blind = max(0, to_high // 5 + max(0, level - thread.low - 1) - max(0, thread.high - level - 1))
    clauses: tuple[str, ...] = ("ASL-B10.23",)
    if any(thread.start6 + side in CLIFFS for side in step.sides):
        blind, clauses = max(1, blind), ("ASL-B10.23", "ASL-B11.21", "ASL-B11.2")
    if to_low <= blind:
        yield Cause("crest line", clauses, thread.hexes(upper), (level, blind, to_low))


def _high_first(thread: _Thread, away: Away) -> tuple[int, int]:
    """Hexes to the higher end, hexes to the lower end."""
    return away if thread.is_downward else away[::-1]


# ---------------------------------------------------------------- woods, buildings, orchards, grain, brush


def _standing_in(thread: _Thread, step: Step) -> Iterator[Cause]:
    """ASL-A6.2: what stands in an entered hex. FF-LOS.10, ASL-B13.31: a line that follows a road does not
    meet the trees beside it.
    """
    hex_ = thread.start + step.hex
    if step.way >= 0 and FOLLOWS_ROAD[hex_] >> step.way & 1:
        return
    away = step.range, step.left
    if HEIGHT[hex_]:
        yield from _obstacle(thread, hex_, away, height_of(thread.ground, hex_, step.inner))
    elif TREES[hex_]:
        yield from _orchard(thread, hex_, away)
    elif HINDRANCE[hex_]:
        _hinder(thread, hex_, away)
    if hex_ == BRIDGE_HEX:
        _bridge(thread, step)


def _beside(thread: _Thread, step: Step) -> Iterator[Cause]:
    """FF-LOS.8: along a hexside woods and buildings count if both hexes have them, the lower top of the two;
    so do grain and brush; an orchard counts if either hex has one.
    """
    (one, two), away = thread.hexes(step), (step.range, step.left)
    side = 6 * step.hex + step.way
    if thread.start6 + side in FEATURE:
        yield from _hedge_along(thread, step, side)
    heights = [(hex_, height_of(thread.ground, hex_, False)) for hex_ in (one, two)]
    if all(height for _, height in heights):
        hex_, height = min(heights, key=lambda found: 2 * LEVEL[found[0]] + found[1])
        yield from _obstacle(thread, hex_, away, height)
    for hex_ in (one, two):
        if TREES[hex_]:
            yield from _orchard(thread, hex_, away)
    if HINDRANCE[one] and HINDRANCE[two] and (thread.is_slope or LEVEL[one] == LEVEL[two]):
        _hinder(thread, one, away)


def height_of(ground: Ground, hex_: int, is_inner: bool) -> int:
    """FF-LOS.10: the height of woods or a building in half levels; a building may fill only half its hex, or
    have fallen.
    """
    if not BUILDINGS >> hex_ & 1:
        return HEIGHT[hex_]
    if ground.los_building == "half" and not is_inner:
        return 0
    return RUBBLE_HEIGHT if ground.rubble >> hex_ & 1 else HEIGHT[hex_]


def _orchard(thread: _Thread, hex_: int, away: Away) -> Iterator[Cause]:
    """ASL-B14.2: an orchard in leaf hinders units on its own level and is an obstacle to others."""
    if thread.is_even or thread.is_slope:
        _hinder(thread, hex_, away)
    else:
        yield from _obstacle(thread, hex_, away, TREE_HEIGHT)


def _hinder(thread: _Thread, hex_: int, away: Away) -> None:
    """ASL-A6.7: vegetation on the level of both units, the largest at each range. ASL-B12.2, ASL-B15.2: brush
    and grain do nothing to units on different levels, but on a continuous slope (ASL-B.5).
    """
    if not (thread.is_slope or (thread.is_even and LEVEL[hex_] == thread.high)):
        return
    range_, amount, last = away[0], HINDRANCE[hex_], thread.vegetation.get(away[0])
    if last is None or last.amount < amount:
        thread.vegetation[range_] = Cause("vegetation", ("ASL-A6.7",), (hex_,), (range_,), amount)


def _obstacle(thread: _Thread, hex_: int, away: Away, height: int) -> Iterator[Cause]:
    if height and (stop := _stopped(thread, LEVEL[hex_], height, away, 1)):
        kind, clauses, figures = stop
        yield Cause(kind, (*(("ASL-B14.2",) if TREES[hex_] else ()), *clauses), (hex_,), figures)


Stop = tuple[str, tuple[str, ...], tuple[int, ...]]  # kind, clauses, figures of a cause


def _stopped(thread: _Thread, base: int, height: int, away: Away, least: int) -> Stop | None:
    """How an obstacle of `height` half levels on level `base` stops the line, if it does.

    `least` is the smallest number of blind hexes that any height of the viewer leaves.
    """
    high, low, top = thread.high, thread.low, 2 * base + height
    if thread.is_even:
        return ("obstacle", ("ASL-B10.22",), (top, high)) if 2 * high < top else None
    if thread.is_slope:
        return "obstacle on a slope", ("ASL-B.5",), (top,)
    if height == 1:  # ASL-A6.21
        return None
    if 2 * high <= top:
        return "obstacle between", ("ASL-A6.4",), (top, high)
    full, (to_high, to_low) = height // 2, _high_first(thread, away)
    blind = blind_hexes(base, full, high, low, to_high, least)
    if to_low <= blind and low < base + full:
        return (
            "blind hex",
            ("ASL-A6.4", *_blind_clauses(base, full, high, low, to_high)),
            (top, blind, to_low),
        )
    return None


def blind_hexes(base: int, full: int, high: int, low: int, range_: int, least: int = 1) -> int:
    """ASL-A6.41, ASL-A6.43, ASL-A6.42, ASL-A6.43: hexes behind an obstacle that a unit above its top does not
    see.
    """
    blind = full + range_ // 5 + max(0, base - low)
    blind = max(least, blind - max(0, high - base - full - 1))
    return blind - max(0, low - base)


def _blind_clauses(base: int, full: int, high: int, low: int, range_: int) -> tuple[str, ...]:
    """Those of the three clauses that change the figure of this case."""
    tests = (("ASL-A6.41", range_ >= 5), ("ASL-A6.42", high - base - full > 1), ("ASL-A6.43", base != low))
    return tuple(clause for clause, applies in tests if applies)


def _bridge(thread: _Thread, step: Step) -> None:
    """ASL-B6.2: the bridge hinders a line on its level, or from its level down, that does not keep to the
    road.
    """
    steps = thread.line.steps
    sides = step.sides + tuple(s for after in steps[steps.index(step) + 1 :][:1] for s in after.sides)
    if thread.high == BRIDGE_LEVEL and not all(thread.start6 + side in BRIDGE_ROAD for side in sides):
        thread.others.append(Cause("bridge", ("ASL-B6.2",), (BRIDGE_HEX,), (), BRIDGE_HINDRANCE))


# ---------------------------------------------------------------- depressions


def _along_the_draw(thread: _Thread) -> Iterator[Cause]:
    """ASL-B19.2: units IN depressions see each other next door, or straight along one level through joined
    hexsides.
    """
    ends = thread.start, thread.end
    if any(step.corner or thread.start6 + step.sides[0] not in JOINED for step in thread.line):
        yield Cause("not joined", ("ASL-B19.2", "FF-LOS.11"), ends)
    elif thread.line.range > 1 and not thread.is_even:
        yield Cause("other bottom", ("ASL-B19.2",), ends, (thread.high, thread.low))


def _into_the_draw(thread: _Thread) -> Iterator[Cause]:
    """ASL-A6.3: the other end must be higher by at least the range, less the hexes that lead along the draw
    to the lower end.
    """
    bottom, other = thread.target, thread.viewer
    if bottom[:2] not in IN_DEPRESSION:
        bottom, other = other, bottom
    rise, range_ = ELEVATION[other[:2]] - ELEVATION[bottom[:2]], thread.line.range
    if rise < range_ and (rise < 1 or rise < (range_ := range_ - _hexes_along(thread, bottom.hex))):
        yield Cause("depth", ("ASL-A6.3",), (bottom.hex,), (range_, rise))
    if thread.line.range > 1 and _over_a_cliff(thread, bottom.hex):
        yield Cause("cliff", ("ASL-B11.2",), (bottom.hex,))


def _over_a_cliff(thread: _Thread, bottom: int) -> bool:
    """ASL-B11.2: the bottom below a cliff is seen from next to it and along the draw, not past the cliff."""
    step = thread.line.steps[-1 if bottom == thread.end else 0]
    return any(thread.start6 + side in CLIFFS for side in (*step.sides, *step.corner))


def _hexes_along(thread: _Thread, bottom: int) -> int:
    """How many entered hexes are joined to the one at the bottom, one after the other, without a corner
    between them.
    """
    steps = thread.line.steps[::-1] if bottom == thread.end else thread.line.steps
    count = 0
    for step in steps[: len(steps) - 1]:
        if step.corner or thread.start6 + step.sides[0] not in JOINED:
            break
        count += 1
    return count


# ---------------------------------------------------------------- walls and bocage


def _hedge_crossed(thread: _Thread, step: Step, side: Side) -> Iterator[Cause]:
    """ASL-B9.2, ASL-B9.52: a wall or bocage on the way; ASL-B9.521, ASL-B9.21: one of an end's own hex."""
    hexes, kind = thread.hexes_of(side), FEATURE[thread.start6 + side]
    if kind == WALL and any(FEATURE.get(thread.start6 + one) == BOCAGE for one in step.corner):
        kind = BOCAGE  # PHD-A1.los.ff: a corner where bocage meets a wall counts as bocage
    if thread.start in hexes:
        yield from _own_hedge(thread, kind, hexes, thread.viewer, thread.target)
    elif thread.end in hexes:
        thread.screens += _own_hedge(thread, kind, hexes, thread.target, thread.viewer)
    else:
        yield from _hedge(thread, kind, hexes, 0)


def _hedge_along(thread: _Thread, step: Step, side: Side) -> Iterator[Cause]:
    """A wall or bocage that the line runs along. ASL-B9.531: bocage so always leaves a blind hex."""
    kind = FEATURE[thread.start6 + side]
    if kind == BOCAGE or _wall_spine_blocks(thread, step):
        yield from _hedge(thread, kind, thread.hexes_of(side), 1)


def _hedge(thread: _Thread, kind: str, hexes: tuple[int, int], least: int) -> Iterator[Cause]:
    """FF-LOS.12: a hexside feature stands on the level of its higher hex. FF-R2: for a higher end it stands
    in the hex on the lower end's side.
    """
    base = max(LEVEL[hexes[0]], LEVEL[hexes[1]])
    clause = "ASL-B9.2" if kind == WALL else "ASL-B9.52"
    if thread.is_even:
        if thread.high <= base:
            yield Cause(kind, (clause,), hexes, (base, thread.high))
    elif kind == BOCAGE and not _is_ignored(thread, hexes):
        away = min(
            (thread.away(hex_ - thread.start) for hex_ in hexes),
            key=lambda away: _high_first(thread, away)[1],
        )
        if stop := _stopped(thread, base, BOCAGE_HEIGHT, away, least):
            yield Cause(f"{kind}: {stop[0]}", (clause, *stop[1]), hexes, stop[2])


def _is_ignored(thread: _Thread, hexes: tuple[int, int]) -> bool:
    """ASL-B9.61, FF-R3: a hillside wall or bocage is ignored between ends on different levels."""
    hillside = LEVEL[hexes[0]] != LEVEL[hexes[1]]
    return hillside and not thread.is_even and thread.ground.hillside_bocage == "ignored"


def _wall_spine_blocks(thread: _Thread, step: Step) -> bool:
    """ASL-B9.2: a wall along the line that begins or ends at an end's hex blocks only if walls or bocage meet
    at its far corner.
    """
    steps = thread.line.steps
    is_corner = thread.target.corner >= 0
    first, last = step is steps[0], step is steps[-1 if is_corner else -2]
    if first == last:
        return not first
    far = steps[1].corner if first and len(steps) > 1 else step.corner
    return all(thread.start6 + side in FEATURE for side in far)


def _own_hedge(
    thread: _Thread, kind: str, hexes: tuple[int, int], end: Place, other: Place
) -> Iterator[Cause]:
    """ASL-B9.521: without Wall Advantage a unit sees, and is seen, through bocage of its hex only next door.
    ASL-B9.21: from a foxhole it does neither past a wall or bocage on its level, unless the other end is
    higher.
    """
    base, elevation = max(LEVEL[hexes[0]], LEVEL[hexes[1]]), ELEVATION[end[:2]]
    if kind == BOCAGE and not end.advantage and not _is_ignored(thread, hexes):
        yield Cause("no advantage", ("ASL-B9.521",), hexes)
    if end.foxhole and base == elevation and ELEVATION[other[:2]] <= elevation:
        yield Cause("foxhole", ("ASL-B9.21",), hexes)


def _between_storeys(thread: _Thread) -> Iterator[Cause]:
    """ASL-B23.25: in one building a unit sees the next hex on its own storey only."""
    one, two, rubble = thread.viewer, thread.target, thread.ground.rubble
    building = MULTI_HEX.get(one.hex)
    is_one_building = building is not None and building == MULTI_HEX.get(two.hex)
    if is_one_building and one.at != two.at and not (rubble >> one.hex | rubble >> two.hex) & 1:
        yield Cause("storeys", ("ASL-B23.25",), (one.hex, two.hex))


# ---------------------------------------------------------------- air


def _through_air(dry: Sight, air: Air) -> Sight:
    """The verdict with SMOKE, vehicles and mist added. They can only hinder; together with the rest they may
    block (ASL-B.10).
    """
    more = [*_smoke(dry, air), *_vehicles(dry, air), *_shells(dry, air)]
    if air.mist and (amount := mist(dry.range)):
        more.append(Cause("mist", ("ASL-E3.32",), (), (dry.range,), amount))
    if not more:
        return dry
    hindrances = (*dry.hindrances, *more)
    total, blocks = sum(cause.amount for cause in hindrances), dry.blocks
    if total >= BLOCKING_HINDRANCE:
        blocks = (*(cause for cause in blocks if cause.kind != "hindrances"), _too_much(total))
    return dry._replace(
        blocks=blocks, hindrances=hindrances, fire_out=FIRE_OUT * (dry.viewer.hex in air.smoke)
    )


def mist(range_: int) -> int:
    """ASL-E3.32: what mist adds at a range.

    >>> [mist(range_) for range_ in (1, 6, 7, 12, 13, 19)]
    [0, 0, 1, 1, 2, 3]
    """
    return max(0, -((MIST_CLEAR - range_) // MIST_STEP))


def _smoke(dry: Sight, air: Air) -> Iterator[Cause]:
    """ASL-A24.2: SMOKE counts where an obstacle as high as it would stop the line, and always at the ends."""
    if not air.smoke:
        return
    thread = _Thread(dry.viewer, dry.target, AS_PRINTED)
    for hex_, away in _met(thread, air.smoke).items():
        cloud = air.smoke[hex_]
        if _reaches(thread, hex_, away, SMOKE_LEVELS[cloud.kind]):
            yield Cause("smoke", ("ASL-A24.2", "ASL-A24"), (hex_,), (), min(MOST_SMOKE, cloud.amount))


def _shells(dry: Sight, air: Air) -> Iterator[Cause]:
    """ASL-C1.57: a fire for effect hinders once a line into, through, within or out of its hexes."""
    if not air.blasts:
        return
    thread = _Thread(dry.viewer, dry.target, AS_PRINTED)
    met = _met(thread, {hex_ for area in air.blasts for hex_ in members(area)})
    for area in air.blasts:
        hexes = [h for h, away in met.items() if area >> h & 1 and _reaches(thread, h, away, BLAST_LEVELS)]
        if hexes:
            yield Cause("shells", ("ASL-C1.57",), (hexes[0],), (), BLAST_HINDRANCE)


def _reaches(thread: _Thread, hex_: int, away: Away, levels: int) -> bool:
    for end in (thread.viewer, thread.target):
        if hex_ == end.hex:
            return ELEVATION[end[:2]] < LEVEL[hex_] + levels
    return _stopped(thread, LEVEL[hex_], 2 * levels, away, 1) is not None


def _met(thread: _Thread, wanted: Container[int]) -> dict[int, Away]:
    """Those of the wanted hexes of which the line meets anything, ends included."""
    start = thread.start
    found = {start: (0, thread.line.range)} if start in wanted else {}
    for step in thread.line.steps:
        for hex_ in (step.hex, step.other, step.touched):
            if hex_ is not None and start + hex_ in wanted:
                found[start + hex_] = thread.away(hex_)
    return found


def _vehicles(dry: Sight, air: Air) -> Iterator[Cause]:
    """ASL-D9.4: a vehicle that stands still, or a wreck, hinders a line that enters its hex on its level."""
    level = ELEVATION[dry.viewer[:2]]
    if not air.vehicles or level != ELEVATION[dry.target[:2]]:
        return
    for step in SIGHTLINES.between(dry.viewer.hex, dry.target.hex):
        hex_ = dry.viewer.hex + step.hex
        if step.left and step.other is None and air.vehicles >> hex_ & 1 and LEVEL[hex_] == level:
            yield Cause("vehicle", ("ASL-D9.4",), (hex_,), (), VEHICLE_HINDRANCE)
