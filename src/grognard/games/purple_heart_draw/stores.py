"""PHD-C5.35: defensive stores: fortifications, booby traps, hidden units. All of it is secret until it is
found.
"""

from __future__ import annotations

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Phase, Pick, Screen, no_plain
from grognard.core.ruling import Ruling

from . import charts, units, verbs
from .board import BUILDING, DIRECTIONS, GERMAN_START, GRID, GROUND, ROAD, ROAD_SIDES, SIDES_OF
from .charts import HIP_COST, ITEMS, MINES_MAX, ON_MAP, fort_cost
from .forces import offset
from .pieces import (
    CREW,
    FLAG,
    GERMAN,
    HIDDEN,
    HS,
    KINDS,
    LIMITS,
    NAMES,
    NUMBER,
    PRISONER,
    SIDES,
    SQUAD,
    TITLE,
    US,
    VEHICLE,
    has_mark,
)
from .position import Apply, Each, HexesOf, Mask, PurpleHeartDraw, Reason, SideOf, fact, ground, own
from .registration import NEAR

# ---------------------------------------------------------------- PHD-C5.35: fortifications

_sided = [f"{name}.{direction}" for name in ("roadblock", "bocage_breach") for direction in DIRECTIONS]
MORE = (
    "ap_mines.+2",
    "ap_mines.+4",
    "ap_mines.+6",
    "at_mines.+2",
    "at_mines.+4",
)  # PHD-C5.35.n6: factors for a field there is
STRENGTHS: dict[str, list[int]] = LIMITS["factors"]  # B28.3, B28.5: factors a field can have
STORES = sorted(
    [
        "foxhole.1",
        "foxhole.2",
        "foxhole.3",
        "trench",
        "dummy",
        "wire",
        "fortified_building",
        "ap_mines.6",
        "ap_mines.8",
        "ap_mines.12",
        "at_mines.1",
        "at_mines.3",
        "at_mines.5",
        *MORE,
        *(f"pillbox.{kind}" for kind in ITEMS["pillbox"]["types"]),
        *_sided,
    ]
)
STORE_COST = [fort_cost(name) for name in STORES]
FLAGS_OF = [set(ITEMS[name.split(".")[0]]["flags"]) for name in STORES]
BARS = {US: "G", GERMAN: "A"}
ALLOWED = {side: set_of(i for i, flags in enumerate(FLAGS_OF) if BARS[side] not in flags) for side in SIDES}
MINE_STORES = set_of(i for i, name in enumerate(STORES) if "mines" in name)
MORE_MINES = set_of(i for i, name in enumerate(STORES) if name in MORE)
_diggable = GRID.all & ~(BUILDING | GROUND["gully"] | GROUND["stream"])


def _terrain(name: str) -> int:
    item, _, what = name.partition(".")
    if item in ("foxhole", "trench", "pillbox"):
        return _diggable & ~ROAD
    if item == "fortified_building":  # PHD-C5.35.n5: per building Location, never swapped for a tunnel
        return BUILDING
    if item == "bocage_breach":  # PHD-C5.35.n7, PHD-TM18
        return SIDES_OF["bocage"][DIRECTIONS.index(what)]
    if item == "roadblock":
        return ROAD_SIDES[DIRECTIONS.index(what)]
    return GRID.all if item == "dummy" else GRID.all & ~BUILDING


TERRAIN_OF = [_terrain(name) for name in STORES]


def dsp_of(side: str) -> Mask:
    n = NUMBER[side]
    return lambda state, frame: set_of(i for i, cost in enumerate(STORE_COST) if cost <= state.dsp[n])


def too_dear(side: str) -> Reason:
    n = NUMBER[side]
    return lambda state, frame, item, hex_: (
        f"{STORES[item]} costs {STORE_COST[item]} DSP; {state.dsp[n]} left"
    )


def mine_limit(side: str) -> Mask:
    """PHD-C5.35.n6: A-P and A-T together at most 30 DSP a scenario."""
    n = NUMBER[side]

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        left = MINES_MAX - state.mines[n]
        return ~set_of(i for i in members(MINE_STORES) if STORE_COST[i] > left)

    return mask


def stocked(side: str) -> Apply:
    """PHD-C5.35: a work is paid for and waits for its set-up."""

    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        n = NUMBER[side]
        state.set_at(fact.dsp, n, state.dsp[n] - STORE_COST[subject], "PHD-C5.35")
        if MINE_STORES >> subject & 1:
            state.set_at(fact.mines, n, state.mines[n] + STORE_COST[subject], "PHD-C5.35.n6")
        state.set_at(fact.stock, n, tuple(sorted((*state.stock[n], STORES[subject]))), "PHD-C5.35")

    return apply


# ---------------------------------------------------------------- PHD-C5.39: works are set up


def in_stock(side_of: SideOf) -> Mask:
    """Works that were bought and are not set up; PHD-C5.31.b: in a Lull nothing is."""
    return lambda state, frame: (
        0
        if state.lull
        else sum({1 << STORES.index(item) for item in state.stock[NUMBER[side_of(state, frame)]]})
    )


def area(state: PurpleHeartDraw, side: str) -> tuple[int, int, int]:
    """Ground to build on: friendly and linked, isolated, and how near the enemy FEBA a thing without flag F
    may stand.
    """
    n, zones = NUMBER[side], ground(state)
    home = GERMAN_START if state.scenario == 1 and side == GERMAN else zones.feba[n]
    return home, zones.cut_off(n), GRID.within(zones.feba[1 - n], charts.NEAR_ENEMY)


def store_area(side_of: SideOf) -> Each:
    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        home, isolated, near = area(state, side_of(state, frame))

        def hexes_for(item: int) -> int:
            flags = FLAGS_OF[item]
            hexes = home | (isolated if "I" in flags else 0)
            return hexes if "F" in flags else hexes & ~near

        return hexes_for

    return mask


def not_twice(side_of: SideOf) -> Each:
    """One entrenchment or pillbox, one fortified Location, one field of a kind of mines, one block or breach
    a hexside.
    """

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        n, taken = NUMBER[side_of(state, frame)], dict[str, int]()
        for item, hex_ in (*state.forts[n], *state.buried[n]):
            family = _family(item)
            taken[family] = taken.get(family, 0) | 1 << hex_
        return lambda item: -1 if MORE_MINES >> item & 1 else ~taken.get(_family(STORES[item]), 0)

    return mask


def _family(item: str) -> str:
    name = item.split(".")[0]
    return "dug in" if name in ("foxhole", "trench", "pillbox") else name if "mines" in name else item


def thickened(side_of: SideOf) -> Each:
    """PHD-C5.35.n6: where there is a field that the factors bring to a strength there is (6, 8 or 12 A-P; 1
    to 5 A-T).
    """

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        fields = strengths(state, NUMBER[side_of(state, frame)])

        def hexes_for(item: int) -> int:
            if not MORE_MINES >> item & 1:
                return -1
            kind, more = STORES[item].split(".")
            return set_of(
                h for (name, h), now in fields.items() if name == kind and now + int(more) in STRENGTHS[kind]
            )

        return hexes_for

    return mask


def strengths(state: PurpleHeartDraw, n: int) -> dict[tuple[str, int], int]:
    """The factors of every minefield of a side, by kind and hex."""
    result: dict[tuple[str, int], int] = {}
    for item, hex_ in (*state.forts[n], *state.buried[n]):
        kind, _, factors = item.partition(".")
        if kind in STRENGTHS:
            result[kind, hex_] = result.get((kind, hex_), 0) + int(factors)
    return result


def fortify(state: PurpleHeartDraw, side: str, subject: int, hex_: int) -> None:
    """PHD-C5.39: a work goes where its side says, unseen until the set-up is laid out."""
    n, name = NUMBER[side], STORES[subject]
    left = list(state.stock[n])
    left.remove(name)
    state.set_at(fact.stock, n, tuple(left), "PHD-C5.39")
    if name == "dummy":
        state.set_at(fact.dummies, n, Hexes(state.dummies[n] | 1 << hex_), "PHD-C5.35.n2")
    else:
        state.set_at(fact.buried, n, tuple(sorted((*state.buried[n], (name, hex_)))), "PHD-C5.39")


def building(side_of: SideOf) -> Pick:
    """PHD-C5.39: the works a side bought are set up with its units."""
    return Pick(
        verb=verbs.Fortify,
        names=STORES,
        units=(
            Screen(
                "PHD-C5.39",
                "{unit} is not among the works of the side that are still to be set up",
                in_stock(side_of),
            ),
        ),
        hexes=(
            Screen(
                "PHD-C5.35.flags",
                "{hex}: outside the friendly area this store may stand in",
                store_area(side_of),
                each=True,
            ),
            Screen(
                "PHD-C5.35",
                "{unit} cannot be put into the terrain of {hex}",
                lambda state, frame: TERRAIN_OF.__getitem__,
                each=True,
            ),
            Screen("PHD-C5.35", "there is such a work in {hex} already", not_twice(side_of), each=True),
            Screen(
                "PHD-C5.35.n6",
                "{hex}: no field of the side that {unit} would bring to 6, 8 or 12 A-P factors, or up to"
                " 5 A-T",
                thickened(side_of),
                each=True,
            ),
        ),
        apply=lambda state, frame, unit, hex_: fortify(state, side_of(state, frame), unit, hex_),
    )


# ---------------------------------------------------------------- PHD-C5.35.n3: hidden units


def hip_price(state: PurpleHeartDraw, unit: int) -> int:
    type_ = KINDS[state.kind[unit]].type
    return HIP_COST[{SQUAD: "squad", HS: "hs", CREW: "crew", VEHICLE: "afv"}.get(type_, "smc")]


def hip_left(state: PurpleHeartDraw, side: str) -> int:
    """Half-squad equivalents that may still be hidden: a tenth of the non-reserve Infantry, whole squads,
    FRD; who was found uses up no share.
    """
    infantry = hidden = 0
    for u in members(own(state, side)):
        group = state.groups[offset(side) + state.group[u] - 1] if state.group[u] else ()
        if not state.status[u] & (PRISONER | FLAG["cloaked"]) and not (group and group[2] == charts.RESERVE):
            size = KINDS[state.kind[u]].half_squads
            infantry += size
            hidden += size if state.status[u] & HIDDEN else 0
    return int(infantry * charts.ECONOMY["limits"]["hip_fraction"] / 2 + 1e-9) * 2 - hidden


def hideable(side: str) -> Mask:
    def mask(state: PurpleHeartDraw, frame: object) -> int:
        zones, n, result = ground(state), NUMBER[side], 0
        for u in members(own(state, side)):
            where = state.at[u]
            fit = (
                zones.friendly(n) >> where & 1 and not state.open >> u & 1
                if where >= 0
                else _sets_up(state, side, u)
            )
            if fit and not state.status[u] & (HIDDEN | PRISONER | FLAG["cloaked"]):
                result |= 1 << u
        return result

    return mask


def _sets_up(state: PurpleHeartDraw, side: str, unit: int) -> bool:
    group = state.groups[offset(side) + state.group[unit] - 1] if state.group[unit] else ()
    return (
        bool(group)
        and group[2] in (ON_MAP, NEAR)
        and state.exit[unit] < 0
        and not state.status[unit] & PRISONER
    )


def unrevealed(side: str) -> Mask:
    """PHD-TM15: units without a Gun that was hidden and revealed."""
    return lambda state, frame: set_of(
        u for u in members(own(state, side)) if not any(has_mark(g, units.REVEALED) for g in state.gear[u])
    )


def hip_affordable(side: str) -> Mask:
    n = NUMBER[side]
    return lambda state, frame: set_of(
        u for u in members(own(state, side)) if hip_price(state, u) <= state.dsp[n]
    )


def hip_share(side: str) -> Mask:
    def mask(state: PurpleHeartDraw, frame: object) -> int:
        left = hip_left(state, side)
        return set_of(
            u
            for u in members(own(state, side))
            if KINDS[state.kind[u]].half_squads <= left or not KINDS[state.kind[u]].half_squads
        )

    return mask


def hide(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    n = 0 if unit < len(NAMES) // 2 else 1
    state.set_at(fact.dsp, n, state.dsp[n] - hip_price(state, unit), "PHD-C5.35.n3")
    units.cover_up(state, unit, HIDDEN, "PHD-C5.35.n3")


def booby(state: PurpleHeartDraw, frame: object) -> list[Action]:
    """PHD-C5.35.n8: Level C, or one level up; German only."""
    can = state.dsp[NUMBER[GERMAN]] >= int(ITEMS["booby_traps"]["cost"]) and state.booby != "A"
    return [verbs.Booby()] if can else []


def set_traps(state: PurpleHeartDraw, frame: object, action: Action) -> None:
    n = NUMBER[GERMAN]
    state.set_at(fact.dsp, n, state.dsp[n] - int(ITEMS["booby_traps"]["cost"]), "PHD-C5.35.n8")
    state.set(fact.booby, {"": "C", "C": "B", "B": "A"}[state.booby], "PHD-C5.35.n8")


def no_traps(state: PurpleHeartDraw, frame: object, action: Action) -> Ruling | None:
    if isinstance(action, verbs.Booby):
        cost, n = int(ITEMS["booby_traps"]["cost"]), NUMBER[GERMAN]
        if state.to_move == US:
            return Ruling("PHD-C5.35.flags", "booby traps are German only")
        if state.booby == "A":
            return Ruling("PHD-C5.35.n8", "booby traps are at Level A, the highest")
        return Ruling("PHD-C5.35.n8", f"booby traps cost {cost} DSP; {state.dsp[n]} left")
    return None


def why_not_hidden(side: str) -> Reason:
    """PHD-C5.35.n3: the one thing that keeps a unit from being hidden, before its price."""

    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        name = state.display_name(NAMES[unit])
        if not own(state, side) >> unit & 1:
            return f"{name} is not a unit of the {TITLE[side]} side"
        for word in ("hidden", "prisoner", "cloaked"):
            if state.status[unit] & FLAG[word]:
                return f"{name} is {word}"
        where = state.at[unit]
        if where < 0:
            return f"{name} is not on the map and does not set up on it now"
        if not ground(state).friendly(NUMBER[side]) >> where & 1:
            return f"{name} in {GRID.name[where]} is not on {TITLE[side]} ground"
        return f"{name} in {GRID.name[where]} is in sight of the enemy"

    return why


def fortification(side: str) -> Phase:
    """PHD-C5.35: works are bought, units hidden; PHD-I3: the US has no DSP before TM Scenario II, for its
    chart sells none.
    """
    picks = (
        Pick(
            verb=verbs.Hide,
            names=NAMES,
            units=(
                Screen(
                    "PHD-C5.35.n3",
                    why_not_hidden(side),
                    hideable(side),
                    decisive=True,
                ),
                Screen(
                    "PHD-TM15",
                    "the Gun of {unit} was revealed before; it may set up concealed at best",
                    unrevealed(side),
                ),
                Screen("PHD-C5.35.n3", "to hide {unit} costs more DSP than are left", hip_affordable(side)),
                Screen(
                    "PHD-C5.35.n3",
                    "a tenth of the non-reserve Infantry may be hidden, and {unit} is too much",
                    hip_share(side),
                ),
            ),
            apply=hide,
        ),
        Pick(
            verb=verbs.Stock,
            names=STORES,
            units=(
                Screen(
                    "PHD-C5.35.flags",
                    f"{{unit}} is not for the {TITLE[side]} side",
                    lambda state, frame: ALLOWED[side],
                ),
                Screen("PHD-C5.35", too_dear(side), dsp_of(side)),
                Screen(
                    "PHD-C5.35.n6",
                    f"{{unit}}: a side spends at most {MINES_MAX} DSP a TM Scenario on mines",
                    mine_limit(side),
                ),
            ),
            apply=stocked(side),
        ),
    )
    return Phase(
        clause="PHD-C5.35",
        name=f"{side} fortifications",
        title=f"{TITLE[side]} fortifications",
        secret=True,
        side=side,
        picks=picks,
        refuse=no_traps,
        plain_verbs=(verbs.Booby,),
        plain=booby if side == GERMAN else no_plain,
        take_plain=set_traps if side == GERMAN else None,
    )


def unspent(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-E4: DSP do not keep."""
    for n in (0, 1):
        state.set_at(fact.dsp, n, 0, "PHD-E4")
