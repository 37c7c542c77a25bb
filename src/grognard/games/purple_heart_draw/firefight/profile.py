"""A line of sight for people: every cause in a sentence, and the cross-section of the ground along the
line.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from grognard.core.plain import Plain
from grognard.core.sightline import Side, Step

from ..board import GRID
from .places import ELEVATION, Place
from .sight import Cause, Ground, Sight, height_of
from .terrain import BOCAGE, CLIFF, CLIFFS, FEATURE, LEVEL, SIGHTLINES, TREE_HEIGHT, TREES, WALL, describe

# ---------------------------------------------------------------- causes in words

# {0}, {1}, {2} are the figures of the cause; {where} is its hex or hexside, {what} what stands there
WORDS = {
    "hill": "{where} lies on level {0}, above both ends on level {1}",
    "hill between": "{where} lies on level {0}, not below the higher end on level {1}",
    "crest line": "the edge of level {0} at {where} hides the next {1} behind it; the lower end is {2} away",
    "obstacle": "the {what} in {where}: top level {top}, above both ends on level {1}",
    "obstacle between": "the {what} in {where}: top level {top}, not below the higher end on level {1}",
    "obstacle on a slope": "the {what} in {where}: on a continuous slope it blocks as on one level",
    "blind hex": (
        "the {what} in {where}: top level {top}, blind for the next {1} behind it; the lower end is {2} away"
    ),
    "bocage": "the bocage {where} stands on level {0}; both ends are on level {1}",
    "wall": "the wall {where} stands on level {0}; both ends are on level {1}",
    "bocage: obstacle between": "the bocage {where}: top level {top}, not below the higher end on level {1}",
    "bocage: obstacle on a slope": "the bocage {where}: on a continuous slope it blocks as on one level",
    "bocage: blind hex": (
        "the bocage {where}: top level {top}, blind for the next {1} behind it; the lower end is {2} away"
    ),
    "no advantage": (
        "without Wall Advantage a unit neither sees nor is seen through the bocage {where}, except next to it"
    ),
    "inside": "a line to the edge of {where} would pass through the {what} there",
    "foxhole": "a unit in a foxhole neither sees nor is seen past {where} by a unit that is not higher",
    "not joined": "{0} and {1} lie in depressions that the line does not follow from end to end",
    "other bottom": "the bottoms lie on levels {0} and {1}, and are not next to each other",
    "depth": "to look into the depression {where} the other end must be {0} higher; it is {1} higher",
    "cliff": "the bottom of {where} is seen past the cliff only from next to it, or along the draw",
    "storeys": "inside one building a unit sees the next hex on its own storey only",
    "bridge between": "the bridge lies between the two Locations of {where}",
    "hindrances": "hindrances of +{0} in all: 6 or more block",
    "vegetation": "{what} in {where}",
    "bridge": "the bridge in {where}",
    "smoke": "SMOKE in {where}",
    "vehicle": "vehicle or wreck in {where}",
    "mist": "mist at range {0}",
}
BETWEEN_DEPRESSIONS = "not joined"


def explain(cause: Cause) -> str:
    """A cause in a sentence, without its clauses."""
    figures: list[str | int] = list(cause.figures)
    if cause.kind == BETWEEN_DEPRESSIONS:
        figures = [GRID.name[hex_] for hex_ in cause.hexes]
    if cause.kind in ("crest line", "blind hex", "bocage: blind hex"):
        figures[1:] = map(_count, cause.figures[1:])
    if cause.kind == "depth":
        figures = [f"{number} level{'' if abs(number) == 1 else 's'}" for number in cause.figures]
    what = describe(cause.hexes[0]) if cause.hexes else ""
    top = level_words(cause.figures[0]) if cause.figures else ""
    return WORDS[cause.kind].format(
        *figures, where="-".join(GRID.name[hex_] for hex_ in cause.hexes), what=what, top=top
    )


def _count(hexes: int) -> str:
    return f"{hexes} hex{'' if hexes == 1 else 'es'}"


def level_words(halves: int) -> str:
    """Half levels as levels.

    >>> level_words(4), level_words(5)
    ('2', '2.5')
    """
    return f"{halves / 2:g}"


def cited(cause: Cause) -> str:
    return f"[{', '.join(cause.clauses)}]"


# ---------------------------------------------------------------- the cross-section


class Slice(NamedTuple):
    """A part of the cross-section."""

    kind: str  # end, hex, along (a hexside), crossed (a hexside), touched (a corner)
    hexes: tuple[str, ...]
    what: str
    level: int
    top: float  # of what stands there; the level where there is nothing
    start: Fraction  # share of the way
    end: Fraction
    effect: str  # blocks, hides the unit, +1; or nothing
    clauses: tuple[str, ...]


def profile(seen: Sight, ground: Ground) -> list[Slice]:
    """The ground along a line, from the viewer to the target. `seen` must name every cause."""
    if seen.viewer.hex == seen.target.hex:
        return [_end(seen.viewer, Fraction(0), Fraction(1))]
    start, target = seen.viewer.hex, seen.target.hex
    steps = SIGHTLINES.between(start, target).steps
    shares = [SIGHTLINES.share(start, target, step) for step in steps]
    found = [_end(seen.viewer, Fraction(0), shares[0])]
    for step, begin, after in zip(steps, shares, [*shares[1:], Fraction(1)], strict=True):
        found += [*_crossed(seen, step, begin), *_touched(seen, step, begin)]
        found.append(_hex(seen, ground, step, begin, after) if step.left else _end(seen.target, begin, after))
    return found


def _end(unit: Place, begin: Fraction, after: Fraction) -> Slice:
    elevation = ELEVATION[unit[:2]]
    return Slice(
        "end",
        (GRID.name[unit.hex],),
        describe(unit.hex),
        min(elevation, LEVEL[unit.hex]),
        elevation,
        begin,
        after,
        "",
        (),
    )


ON_HEXSIDES = (
    WALL,
    BOCAGE,
    "no advantage",
    "foxhole",
)  # how the kinds of causes begin that belong to a hexside


def _effect(seen: Sight, is_hexside: bool, *hexes: int) -> tuple[str, tuple[str, ...]]:
    """What the causes at a place come to."""
    where = set(hexes)
    for word, causes in (("blocks", seen.blocks), ("hides the unit", seen.screens)):
        for cause in causes:
            if set(cause.hexes) == where and cause.kind.startswith(ON_HEXSIDES) == is_hexside:
                return word, cause.clauses
    here = [cause for cause in seen.hindrances if set(cause.hexes) == where]
    amount = sum(cause.amount for cause in here)
    return (f"+{amount}" if amount else ""), tuple(
        dict.fromkeys(clause for cause in here for clause in cause.clauses)
    )


def _hex(seen: Sight, ground: Ground, step: Step, begin: Fraction, after: Fraction) -> Slice:
    start = seen.viewer.hex
    hexes = [
        start + hex_ for hex_ in (step.hex, step.other) if hex_ is not None and start + hex_ in GRID.name
    ]
    level = min(LEVEL[hex_] for hex_ in hexes)
    top = (
        min(2 * LEVEL[hex_] + (height_of(ground, hex_, True) or TREE_HEIGHT * TREES[hex_]) for hex_ in hexes)
        / 2
    )
    effects = [_effect(seen, False, *hexes), *(_effect(seen, False, hex_) for hex_ in hexes)]
    effect, clauses = next((found for found in effects if found[0]), ("", ()))
    names = tuple(GRID.name[hex_] for hex_ in hexes)
    what = " / ".join(dict.fromkeys(map(describe, hexes)))
    return Slice(
        "along" if step.other is not None else "hex", names, what, level, top, begin, after, effect, clauses
    )


def _crossed(seen: Sight, step: Step, begin: Fraction) -> Iterator[Slice]:
    """The walls, hedges and cliffs that are crossed before a step, and one that the step runs along."""
    along = (6 * step.hex + step.way,) if step.other is not None else ()
    for side in (*step.sides, *along):
        kind = _feature(6 * seen.viewer.hex + side)
        if kind:
            one, two = SIGHTLINES.hexes_of(6 * seen.viewer.hex + side)
            base = max(LEVEL[one], LEVEL[two])
            top = base + {BOCAGE: 1, CLIFF: 0}.get(kind, 0.5)
            effect, clauses = _effect(seen, True, one, two)
            yield Slice(
                "crossed", (GRID.name[one], GRID.name[two]), kind, base, top, begin, begin, effect, clauses
            )


def _touched(seen: Sight, step: Step, begin: Fraction) -> Iterator[Slice]:
    """A hex of which the line meets a corner and nothing else, if it has an effect."""
    hex_ = seen.viewer.hex + step.touched if step.touched is not None else -1
    effect, clauses = _effect(seen, False, hex_)
    if effect:
        level = LEVEL[hex_]
        top = level + TREE_HEIGHT * TREES[hex_] / 2
        yield Slice("touched", (GRID.name[hex_],), describe(hex_), level, top, begin, begin, effect, clauses)


def _feature(side: Side) -> str:
    return FEATURE.get(side) or (CLIFF if side in CLIFFS else "")


def drawn(slices: list[Slice]) -> list[str]:
    """The cross-section as lines of text: ground as #, what stands on it as =, one pair of characters a
    level.
    """
    lowest = min(one.level for one in slices) - 1
    rows = []
    for one in slices:
        ground, above = 2 * (one.level - lowest), int(2 * (one.top - one.level))
        bar = "#" * ground + "=" * above
        name = "-".join(one.hexes) if one.kind == "crossed" else "/".join(one.hexes)
        note = f"{one.effect} [{', '.join(one.clauses)}]" if one.effect else ""
        rows.append(f"  {name:<9}{one.level:>3}  {bar:<13}{one.what:<26} {note}".rstrip())
    return rows


def plain(one: Slice) -> Plain:
    """A slice for machines; shares of the way as floats, for drawing."""
    return {**one._asdict(), "start": float(one.start), "end": float(one.end)}
