"""PHD-C2: whose ground it is. Sets of hexes computed from control alone, and for every hex the reasons.

Everything here is public: control markers, printed terrain, and such fortifications as lie open on the map.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.hexes import Hexes, members
from grognard.core.ruling import Ruling

from .board import EDGE, GERMAN_START, GRID, INTERSECTIONS, PRINTED, PRINTED_TL
from .pieces import ENEMY, GERMAN, HEXES, SIDES, TITLE, US

NEARNESS = HEXES["near"]  # PHD-C2.NEAR
Pair = tuple[int, int]  # one set a side, US first


class Works(NamedTuple):
    """What play has put on the map and can make or unmake a Tactical Location."""

    foxholes: Pair = (0, 0)  # by owner
    entrenched: int = 0  # trenches and pillboxes
    rubble: int = 0
    blaze: int = 0


NO_WORKS = Works()


class Zones(NamedTuple):
    """PHD-C2, PHD-C5.11: the ground of both sides at one moment."""

    tl: int
    held: Pair
    near: Pair
    nml: int
    tac: Pair
    linked: Pair
    feba: Pair
    front: Pair
    isolated: Pair
    uncontrolled: int

    def cut_off(self, side: int) -> int:
        """PHD-R13: the side's unlinked groups, its isolated TACs."""
        return self.tac[side] & ~self.linked[side]

    def friendly(self, side: int) -> int:
        """Friendly-controlled hexes: the FEBA and every TAC of the side."""
        return self.feba[side] | self.tac[side]


def down(start: int, through: int) -> int:
    """Fills southwards along the columns, in doubling steps, no farther than `through` goes on."""
    result, free = start & through, through
    for shift in (1, 2, 4, 8, 16, 32):
        result |= free & (result << shift)
        free &= free << shift
    return result


def up(start: int, through: int) -> int:
    result, free = start & through, through
    for shift in (1, 2, 4, 8, 16, 32):
        result |= free & (result >> shift)
        free &= free >> shift
    return result


# ---------------------------------------------------------------- Tactical Locations


def bare_locations(works: Works) -> int:
    """PHD-C2.TL without foxholes: print, entrenchments, pillboxes and rubble (which a burnt building
    becomes).
    """
    return PRINTED_TL | works.entrenched | works.rubble


def _tacs(tl: int, held: Pair) -> tuple[Pair, int, Pair]:
    """PHD-C2.NEAR, PHD-C2.NML, PHD-C2.TAC; intersections that are no TL count for nothing here
    (PHD-C2.CTRL).
    """
    within = GRID.within
    ours, theirs = held[0] & tl, held[1] & tl
    near = within(ours, NEARNESS), within(theirs, NEARNESS)
    nml = near[0] & near[1] & ~tl
    contested = tl & ~ours & ~theirs & near[0] & near[1]  # PHD-R13: of no side
    return near, nml, (near[0] & ~nml & ~theirs & ~contested, near[1] & ~nml & ~ours & ~contested)


def locations(held: Pair, works: Works, foxhole_exception: str = "any_tac") -> int:
    """PHD-C2.TL, PHD-R1: a foxhole within 2 hexes of a TAC (computed without foxholes) makes no TL."""
    tl = bare_locations(works)
    if not works.foxholes[0] | works.foxholes[1]:
        return tl
    _, _, tac = _tacs(tl, held)
    if foxhole_exception == "any_tac":
        return tl | (works.foxholes[0] | works.foxholes[1]) & ~GRID.within(tac[0] | tac[1], NEARNESS)
    ours = [works.foxholes[n] & ~GRID.within(tac[n], NEARNESS) for n in (0, 1)]
    return tl | ours[0] | ours[1]


# ---------------------------------------------------------------- FEBA, isolation, front


def compute(
    held: Pair,
    works: Works = NO_WORKS,
    rear: str = "column",
    foxhole_exception: str = "any_tac",
    tl: int | None = None,
) -> Zones:
    """All the ground from scratch."""
    tl = locations(held, works, foxhole_exception) if tl is None else tl
    near, nml, tac = _tacs(tl, held)
    open_ = [
        GRID.all & ~(tac[1 - n] | nml) & ~works.blaze for n in (0, 1)
    ]  # PHD-R19: a squad's way, only a Blaze stops it
    linked = tuple(_linked(tac[n], open_[n], EDGE[SIDES[n]]) for n in (0, 1))
    taken = tac[0] | tac[1] | nml
    feba = tuple(
        linked[n] | (_rear(n, linked[n], tac[1 - n] | nml) & ~taken if rear == "column" else 0)
        for n in (0, 1)
    )
    isolated = tuple(_isolated(feba[n], open_[n], EDGE[SIDES[n]]) for n in (0, 1))
    front = tuple(feba[n] & GRID.near(GRID.all & ~feba[n]) for n in (0, 1))
    uncontrolled = GRID.all & ~(feba[0] | feba[1] | nml | tac[0] | tac[1])
    return Zones(tl, held, near, nml, tac, linked, feba, front, isolated, uncontrolled)  # type: ignore[arg-type]


def _linked(tac: int, open_: int, edge: int) -> int:
    """PHD-C2.LINK: the groups from which a path leads to the friendly map edge."""
    reached = GRID.flood(edge, open_)
    return GRID.flood(reached & tac, tac)


def _rear(side: int, linked: int, barred: int) -> int:
    """PHD-C2.FEBA, PHD-R2: in their own column, hexes with a linked hex beyond and nothing hostile behind."""
    free = GRID.all & ~barred
    if side == 0:
        return down(EDGE[US], free) & up(linked, GRID.all)
    return up(EDGE[GERMAN], free) & down(linked, GRID.all)


def _isolated(feba: int, open_: int, edge: int) -> int:
    """PHD-C2.ISO, PHD-R3: the start hex is free; PHD-R11: without a FEBA the way is traced to the edge."""
    reached = GRID.flood(feba or edge, open_)
    return GRID.all & ~feba & ~reached & ~GRID.near(reached)


@lru_cache(maxsize=256)
def zones(held: Pair, works: Works, rear: str, foxhole_exception: str) -> Zones:
    """The same, remembered: control changes far more seldom than it is asked for."""
    return compute(held, works, rear, foxhole_exception)


# ---------------------------------------------------------------- situations


def situation(z: Zones, side: int, hex_: int, isolated_scope: str = "location") -> str:
    """PHD-C2.SIT, PHD-R4: the first that fits; PHD-R21: whether isolation counts anywhere or in an isolated
    TAC alone.
    """
    bit = 1 << hex_
    if z.feba[side] & bit:
        return "v"
    if z.feba[1 - side] & bit:
        return "i"
    if z.isolated[side] & bit and (isolated_scope == "location" or z.cut_off(side) & bit):
        return "ii"
    return "iv" if z.nml & bit else "iii"


def in_situation(z: Zones, side: int, which: str, isolated_scope: str = "location") -> int:
    """All hexes of one situation at once."""
    enemy = z.feba[1 - side] & ~z.feba[side]
    rest = GRID.all & ~z.feba[side] & ~enemy
    second = rest & z.isolated[side] & (-1 if isolated_scope == "location" else z.cut_off(side))
    rest &= ~second
    return {"v": z.feba[side], "i": enemy, "ii": second, "iv": rest & z.nml, "iii": rest & ~z.nml}[which]


# ---------------------------------------------------------------- why a hex is what it is


def why(z: Zones, hex_: int, works: Works = NO_WORKS) -> list[Ruling]:
    """Every predicate that holds of a hex, with the hexes that make it so."""
    return [
        *_why_location(z, hex_, works),
        *_why_near(z, hex_),
        *(r for n in (0, 1) for r in _why_side(z, hex_, n)),
    ]


def _why_location(z: Zones, hex_: int, works: Works) -> list[Ruling]:
    bit, name, rulings = 1 << hex_, GRID.name[hex_], []
    reasons = [words for words, hexes in PRINTED.items() if hexes & bit]
    reasons += [words for words, hexes in _made(works) if hexes & bit]
    if z.tl & bit:
        rulings.append(Ruling("PHD-C2.TL", f"{name} is a Tactical Location: {', '.join(reasons)}"))
    elif (works.foxholes[0] | works.foxholes[1]) & bit:
        rulings.append(
            Ruling(
                "PHD-R1",
                f"the foxhole in {name} lies within {NEARNESS} hexes of a TAC and makes no Tactical Location",
            )
        )
    if (z.tl | INTERSECTIONS) & bit:
        owner = next((s for n, s in enumerate(SIDES) if z.held[n] & bit), "nobody")
        rulings.append(Ruling("PHD-C2.CTRL", f"{name} is controlled by {OWNER[owner]}"))
    return rulings


def _made(works: Works) -> list[tuple[str, int]]:
    return [
        ("foxhole", works.foxholes[0] | works.foxholes[1]),
        ("trench or pillbox", works.entrenched),
        ("rubble", works.rubble),
    ]


def _sources(z: Zones, hex_: int, side: int) -> str:
    close = GRID.within(1 << hex_, NEARNESS) & z.held[side] & z.tl
    return " ".join(GRID.names(close))


OWNER = {US: "the US", GERMAN: "the German", "nobody": "nobody"}


def _why_near(z: Zones, hex_: int) -> list[Ruling]:
    bit, name = 1 << hex_, GRID.name[hex_]
    rulings = [
        Ruling(
            "PHD-C2.NEAR",
            f"within {NEARNESS} hexes of {TITLE[side]} Tactical Locations: {_sources(z, hex_, n)}",
        )
        for n, side in enumerate(SIDES)
        if z.near[n] & bit
    ]
    if z.nml & bit:
        rulings.append(
            Ruling("PHD-C2.NML", f"{name} is near both sides and no Tactical Location: No-Man's Land")
        )
    elif z.tl & bit and z.near[0] & z.near[1] & bit and not (z.held[0] | z.held[1]) & bit:
        rulings.append(
            Ruling(
                "PHD-R13",
                f"{name} is an uncontrolled Tactical Location near both sides: it belongs to neither",
            )
        )
    if z.uncontrolled & bit:
        rulings.append(Ruling("PHD-C2.UNC", f"{name} is Uncontrolled Terrain"))
    return rulings


def _why_side(z: Zones, hex_: int, n: int) -> list[Ruling]:
    bit, name, side, rulings = 1 << hex_, GRID.name[hex_], SIDES[n], []
    edge = "north" if side == US else "south"
    if z.tac[n] & bit:
        rulings.append(
            Ruling("PHD-C2.TAC", f"{name} is in the Tactical Area of Control of the {TITLE[side]} side")
        )
        linked = (
            f"its group reaches the {edge} edge"
            if z.linked[n] & bit
            else f"no way from its group to the {edge} edge: an isolated TAC"
        )
        rulings.append(Ruling("PHD-C2.LINK", linked))
    if z.feba[n] & bit:
        behind = (
            ""
            if z.tac[n] & bit
            else (
                f": {_linked_beyond(z, hex_, n)} lies beyond it in the same column and nothing hostile behind"
            )
        )
        rulings.append(Ruling("PHD-C2.FEBA", f"{name} is in the {TITLE[side]} FEBA{behind}"))
    if z.front[n] & bit:
        out = GRID.near_to[hex_] & ~z.feba[n]
        rulings.append(
            Ruling(
                "PHD-C2.FRONT",
                f"{name} is a {TITLE[side]} Front Line Hex: {' '.join(GRID.names(out))} beside it are not in"
                f" the {TITLE[side]} FEBA",
            )
        )
    if z.isolated[n] & bit:
        rulings.append(
            Ruling(
                "PHD-C2.ISO",
                f"a {TITLE[side]} unit in {name} would be Isolated: no way to its FEBA past"
                f" {TITLE[ENEMY[side]]} TAC and No-Man's Land",
            )
        )
    return rulings


def _linked_beyond(z: Zones, hex_: int, n: int) -> str:
    column = down(1 << hex_, GRID.all) if n == 0 else up(1 << hex_, GRID.all)
    beyond = members(column & z.linked[n])
    return GRID.name[beyond[0] if n == 0 else beyond[-1]]


def overlays(z: Zones) -> dict[str, list[str]]:
    """The sets a map draws, by name: what a page asks for."""
    result: dict[str, Hexes | int] = {
        "tactical_locations": z.tl,
        "no_mans_land": z.nml,
        "uncontrolled": z.uncontrolled,
    }
    for n, side in enumerate(SIDES):
        result |= {
            f"{side}_controlled": z.held[n],
            f"{side}_tac": z.tac[n],
            f"{side}_feba": z.feba[n],
            f"{side}_front": z.front[n],
            f"{side}_isolated_tac": z.cut_off(n),
            f"{side}_isolated": z.isolated[n],
        }
    return {name: GRID.names(hexes) for name, hexes in result.items()}


def at_start() -> Pair:
    """PHD-C5.12, PHD-R6: before the Initial TM Scenario the German controls every TL in hexes numbered 5 or
    higher, and the four intersections; the US controls nothing.
    """
    return 0, (PRINTED_TL | INTERSECTIONS) & GERMAN_START
