"""PHD-C5.26 to PHD-C5.28: weapons, vehicles and ammunition are repaired, captured pieces kept or lost,
obstacles cleared.
"""

from __future__ import annotations

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import DIE, Auto, Phase, Pick, Screen, Step
from grognard.core.ruling import Modifier, total

from . import units, verbs
from .board import GRID
from .charts import REPAIR
from .leftovers import counts_as_isolated
from .owner import Question, ask_owner, unlike
from .pieces import (
    CREW,
    FLAG,
    GERMAN,
    HEXES,
    KINDS,
    LIMITS,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
    TITLE,
    US,
    bare,
    has_mark,
    is_gun,
    unmarked,
    with_drm,
)
from .position import Apply, Each, HexesOf, Mask, PurpleHeartDraw, Reason, fact, ground, own
from .queues import fill_both, rolling_back, rolling_both
from .scrounging import scrounging
from .units import casualty, flag, is_infantry, is_vehicle, members_of, note_unit, on_map

CLEAR_RANGE = HEXES["clearance"]  # PHD-C5.28
ENGINEERS = int(LIMITS["numbers"]["engineer_squads"])  # squads of Engineers that help clearance
SPARE = {GERMAN: "LMG", US: "MMG"}  # PHD-C5.27.b


# ---------------------------------------------------------------- helpers


def is_isolated(state: PurpleHeartDraw, unit: int) -> bool:
    """PHD-C5.13.a: as the redeployment left it: Isolated, or counted as Isolated where it did not
    redeploy.
    """
    return state.at[unit] >= 0 and counts_as_isolated(state, unit)


def swap(state: PurpleHeartDraw, unit: int, old: str, new: str, clause: str) -> None:
    """One piece of a unit's gear for another; an empty name takes it away."""
    gear = list(state.gear[unit])
    at = gear.index(old)
    gear[at : at + 1] = [new] if new else []
    state.set_at(fact.gear, unit, tuple(gear), clause)


def _drm(table: str, **named: bool | int) -> list[Modifier]:
    """The drm that apply, by the names of the table's data."""
    rows = {row["id"]: row for row in REPAIR[table]["drm"]}
    modifiers = []
    for name, given in named.items():
        if given:
            value = rows[name]["value"]
            modifiers.append(
                Modifier(
                    int(given) if isinstance(value, str) else int(value),
                    REPAIR[table]["clause"],
                    str(rows[name]["when"]),
                )
            )
    return modifiers


def weapon_drm(state: PurpleHeartDraw, unit: int, gear: str) -> list[Modifier]:
    """PHD-C5.26"""
    return _drm(
        "weapon_repair",
        non_qualified=non_qualified(state, unit, gear),
        ammo_shortage=bool(state.status[unit] & FLAG["shortage"]),
        isolated=is_isolated(state, unit),
        vehicular=is_vehicle(state, unit),
    )


def non_qualified(state: PurpleHeartDraw, unit: int, gear: str) -> bool:
    """PHD-MSR8: FT and DC in other hands than Assault Engineers'; a Gun in other hands than a crew's."""
    kind = KINDS[state.kind[unit]]
    return (bare(gear) in ("FT", "DC") and not kind.engineer) or (is_gun(gear) and kind.type != CREW)


# ---------------------------------------------------------------- PHD-C5.26: weapons


def malfunctioned(state: PurpleHeartDraw) -> list[tuple[str, int, str]]:
    """Malfunctioned and not captured; PHD-C5.26.b: a malfunctioned captured piece is removed without a
    roll.
    """
    result = []
    for u in members(state.used):
        for gear in state.gear[u]:
            if has_mark(gear, "!"):
                if has_mark(gear, "^"):
                    swap(state, u, gear, "", "PHD-C5.26.b")
                elif not state.status[u] & PRISONER:
                    result.append(("repair", u, gear))
    return result


def repaired(state: PurpleHeartDraw, item: tuple[str, int, str], face: int) -> None:
    _, u, gear = item
    final = face + total(weapon_drm(state, u, gear))
    good = final <= int(REPAIR["weapon_repair"]["success_max"])
    note_unit(
        state,
        "PHD-C5.26",
        u,
        f"rolls to repair its {bare(gear)}: dr {with_drm(face, final - face)}:"
        f" {'repaired' if good else 'not repaired'}",
    )
    lost = bare(gear) + "x" if is_vehicle(state, u) else ""  # a vehicle's weapon is disabled, not removed
    swap(state, u, gear, unmarked(gear, "!") if good else lost, "PHD-C5.26")


def scrapped(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    """PHD-C5.26.a"""
    result: list[tuple[object, ...]] = []
    for n, side in enumerate(SIDES):
        place = 0 if side == US else len(NAMES) - 1
        result += [("scrap", place, name) for name in state.scrap[n]]
        state.set_at(fact.scrap, n, (), "PHD-C5.26.a")
    return result


def engineers(state: PurpleHeartDraw, side: str, linked: bool = True) -> list[int]:
    """Assault Engineers of a side, not Isolated."""
    return [
        u
        for u in members(own(state, side))
        if KINDS[state.kind[u]].engineer
        and not (linked and is_isolated(state, u))
        and not state.status[u] & PRISONER
    ]


def cap(state: PurpleHeartDraw, side: str) -> int:
    """PHD-C5.26.a: FT and DC are each kept to the Engineers' squad-equivalents, FRD."""
    return units.half_squads(state, engineers(state, side)) // 2


def heirs(state: PurpleHeartDraw, side: str, name: str) -> list[int]:
    """PHD-C5.26.a: who may have a piece that is found again: any MMC; FT and DC Assault Engineers, within
    their number.
    """
    if name not in ("FT", "DC"):
        return [
            u
            for u in members(own(state, side))
            if KINDS[state.kind[u]].half_squads and not state.status[u] & PRISONER
        ]
    held = sum(bare(g) == name for u in members(own(state, side)) for g in state.gear[u])
    return engineers(state, side) if held < cap(state, side) else []


def salvaged(state: PurpleHeartDraw, item: tuple[str, int, str], face: int) -> None:
    """PHD-C5.26.a: <= 3 it is back, in the hands of the unit that its owner chooses among those that may use
    it.
    """
    name, side = str(item[2]), SIDES[item[1] > 0]
    special = name in ("FT", "DC")
    final = face + total(_drm("at_ft_dc_repair", non_qualified=special and not engineers(state, side)))
    good = final <= int(REPAIR["at_ft_dc_repair"]["success_max"])
    takers = heirs(state, side, name) if good else []
    words = "recovered" if takers else "eliminated" if not good else "no unit can use it"
    state.note("PHD-C5.26.a", "{} repair of a lost {}: dr {}: {}", TITLE[side], name, face, words, to=side)
    if takers:
        ask_owner(state, side, ("takes", name), "PHD-C5.26.a")


def taken(state: PurpleHeartDraw, side: str, item: tuple[str, int], unit: int) -> None:
    state.set_at(fact.gear, unit, (*state.gear[unit], str(item[1])), "PHD-C5.26.a")
    note_unit(state, "PHD-C5.26.a", unit, f"receives the {item[1]}")


def captured(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    """PHD-C5.26.b"""
    return [
        ("captured", u, gear) for u in members(state.used) for gear in state.gear[u] if has_mark(gear, "^")
    ]


def repair_captured(state: PurpleHeartDraw, item: tuple[str, int, str], face: int) -> None:
    _, u, gear = item
    final = face + total(_drm("captured_equipment", non_qualified=non_qualified(state, u, gear)))
    if final > int(REPAIR["captured_equipment"]["success_max"]):
        swap(state, u, gear, "", "PHD-C5.26.b")


# ---------------------------------------------------------------- PHD-C5.27: vehicles and ammunition


def immobile(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    return [
        ("immobile", u)
        for u in members(state.used)
        if state.at[u] >= 0
        and state.status[u] & (FLAG["immobile"] | FLAG["mired"])
        and not state.status[u] & (FLAG["abandoned"] | FLAG["captured"])
    ]


def vehicle_drm(state: PurpleHeartDraw, unit: int) -> list[Modifier]:
    """PHD-C5.27.a"""
    zones, n = ground(state), NUMBER[SIDE[unit]]
    armour = sum(KINDS[g[2:]].modifier for g in state.gear[unit] if g.startswith("AL"))
    return _drm(
        "immobilization_repair",
        isolated=is_isolated(state, unit),
        front_line=bool(zones.front[n] >> state.at[unit] & 1),
        armour_leader=armour,
    )


def mobile_again(state: PurpleHeartDraw, item: tuple[str, int], face: int) -> None:
    u = int(item[1])
    if face + total(vehicle_drm(state, u)) <= int(REPAIR["immobilization_repair"]["success_max"]):
        flag(state, u, 0, FLAG["immobile"] | FLAG["mired"], "PHD-C5.27.a")
        note_unit(state, "PHD-C5.27.a", u, "is mobile again")


def spare(state: PurpleHeartDraw, side: str, unit: int) -> list[int]:
    """PHD-C5.27.b: who could give up a LMG (German) or MMG (US) in the same or an ADJACENT Location."""
    weapon = SPARE[side]
    near = GRID.within(1 << state.at[unit], 1)
    return [
        u
        for u in on_map(state, side)
        if near >> state.at[u] & 1 and is_infantry(state, u) and weapon in state.gear[u]
    ]


def disarmed(side: str) -> Mask:
    def mask(state: PurpleHeartDraw, frame: object) -> int:
        return set_of(
            u
            for u in members_of(state, side, None, "vehicle")
            if state.at[u] >= 0 and "MGx" in state.gear[u] and spare(state, side, u)
        )

    return mask


def why_not_rearmed(side: str) -> Reason:
    """PHD-C5.27.b"""

    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        broken = own(state, side) >> unit & 1 and state.at[unit] >= 0 and "MGx" in state.gear[unit]
        spare_mg = f"no unit beside {state.display_name(NAMES[unit])} can give up an {SPARE[side]}"
        return spare_mg if broken else f"{state.display_name(NAMES[unit])} has no disabled MG"

    return why


def given_up(state: PurpleHeartDraw, side: str, item: tuple[str, int], giver: int) -> None:
    swap(state, giver, SPARE[side], "", "PHD-C5.27.b")
    swap(state, int(item[1]), "MGx", "MG", "PHD-C5.27.b")


def rearming(side: str) -> Phase:
    return Phase(
        clause="PHD-C5.27.b",
        name=f"{side} vehicle MG",
        title=f"{TITLE[side]} vehicle MG",
        secret=True,
        side=side,
        picks=(
            Pick(
                verb=verbs.Rearm,
                names=NAMES,
                units=(Screen("PHD-C5.27.b", why_not_rearmed(side), disarmed(side)),),
                apply=lambda state, frame, unit, hex_: ask_owner(state, side, ("gives", unit), "PHD-C5.27.b"),
            ),
        ),
    )


def depleted(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    """PHD-C5.27.c: not captured, not Isolated."""
    return [
        ("ammo", u, gear)
        for u in members(state.used)
        for gear in state.gear[u]
        if has_mark(gear, "~") and not has_mark(gear, "^") and not is_isolated(state, u)
    ]


def restocked(state: PurpleHeartDraw, item: tuple[str, int, str], face: int) -> None:
    _, u, gear = item
    if face <= int(REPAIR["special_ammunition"]["success_max"]):
        swap(state, u, gear, unmarked(gear, "~"), "PHD-C5.27.c")


def low_ammo(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.27.d"""
    for side in SIDES:
        feba = ground(state).feba[NUMBER[side]]
        for u in on_map(state, side):
            if feba >> state.at[u] & 1 and not is_isolated(state, u):
                flag(state, u, 0, FLAG["low_ammo"], "PHD-C5.27.d")


# ---------------------------------------------------------------- PHD-C5.28: clearance

CLEARABLE = (
    "entrenchment",
    "flame",
    "mines",
    "roadblock",
    "rubble",
    "wire",
)  # in the order of the alphabet, as a list goes
_kind_of = {
    "foxhole": "entrenchment",
    "trench": "entrenchment",
    "roadblock": "roadblock",
    "wire": "wire",
    "ap_mines": "mines",
    "at_mines": "mines",
}


def works_seen(state: PurpleHeartDraw, side: str) -> tuple[tuple[str, int], ...]:
    """Its own works and what lies open."""
    return (*state.forts[0], *state.forts[1], *state.buried[NUMBER[side]])


def clearable(state: PurpleHeartDraw, side: str) -> list[int]:
    """By kind, the hexes that hold something to clear which the side can see."""
    result = [0] * len(CLEARABLE)
    for item, hex_ in works_seen(state, side):
        if (kind := _kind_of.get(item.split(".")[0])) is not None:
            result[CLEARABLE.index(kind)] |= 1 << hex_
    result[CLEARABLE.index("rubble")] |= int(state.rubble)
    result[CLEARABLE.index("flame")] |= int(state.flame)
    return result


def clear_zone(state: PurpleHeartDraw, side: str) -> int:
    """PHD-C5.28: own TAC or FEBA within 6 hexes of own Infantry."""
    infantry = unit_hexes(
        state, [u for u in on_map(state, side) if is_infantry(state, u) and not state.status[u] & PRISONER]
    )
    return ground(state).friendly(NUMBER[side]) & GRID.within(infantry, CLEAR_RANGE)


def unit_hexes(state: PurpleHeartDraw, units: list[int]) -> int:
    result = 0
    for u in units:
        result |= 1 << state.at[u]
    return result


def to_clear(side: str) -> Each:
    """A-P mines of a Location first; PHD-C5.28: one try an item type and Location."""

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        zone, items = clear_zone(state, side), clearable(state, side)
        first = sum({1 << hex_ for item, hex_ in works_seen(state, side) if item.startswith("ap_mines")})

        def hexes_for(kind: int) -> int:
            hexes: int = items[kind] & zone & ~set_of(h for k, h in state.tried[NUMBER[side]] if k == kind)
            return hexes if CLEARABLE[kind] == "mines" else hexes & ~first

        return hexes_for

    return mask


def why_not_cleared(side: str) -> Reason:
    """PHD-C5.28: the one thing that keeps an item from being cleared."""

    def why(state: PurpleHeartDraw, frame: object, kind: int, hex_: int) -> str:
        what, name = CLEARABLE[kind].replace("_", " "), GRID.name[hex_]
        if not clearable(state, side)[kind] >> hex_ & 1:
            return f"{name} holds no {what} that could be cleared"
        if not clear_zone(state, side) >> hex_ & 1:
            return f"{name} is not friendly ground within {CLEAR_RANGE} hexes of Infantry of the side"
        tried = (kind, hex_) in state.tried[NUMBER[side]]
        return (
            f"{what} in {name} was tried in this step" if tried else f"the mines in {name} are cleared first"
        )

    return why


def clear_drm(state: PurpleHeartDraw, side: str, kind: str, hex_: int) -> list[Modifier]:
    """PHD-C5.28"""
    front = ground(state).front[1 - NUMBER[side]]
    touching = bool(GRID.near_to[hex_] & front)
    squads = units.half_squads(state, engineers(state, side, linked=False)) // 2
    close = GRID.within(1 << hex_, CLEAR_RANGE)
    helpers = squads >= ENGINEERS and any(
        state.at[u] >= 0 and close >> state.at[u] & 1 for u in engineers(state, side, linked=False)
    )
    labor = any(state.status[u] & FLAG["labor"] for u in units.in_hex(state, side, hex_))
    return _drm(
        "fortification_clearance",
        adjacent_enemy_front=touching and kind in ("mines", "entrenchment"),
        roadblock_enemy_front=kind == "roadblock" and (touching or bool(front >> hex_ & 1)),
        engineers=helpers,
        labor=labor,
    )


def try_to_clear(side: str) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, kind: int, hex_: Hex) -> None:
        n = NUMBER[side]
        state.set_at(fact.tried, n, (*state.tried[n], (kind, hex_)), "PHD-C5.28")
        state.set_at(fact.todo, n, (("clear", kind, hex_),), "PHD-C5.28")

    return apply


CLEARED_MAX = int(REPAIR["fortification_clearance"]["success_max"])
MINES_REDUCE_ON = int(REPAIR["fortification_clearance"]["mines_reduce_on"])


def cleared(state: PurpleHeartDraw, side: str, item: tuple[str, int, int], face: int) -> None:
    _, kind, hex_ = item
    name = CLEARABLE[kind]
    final = face + total(clear_drm(state, side, name, hex_))
    state.note(
        "PHD-C5.28",
        "{} clearance of {} in {}: dr {}: {}",
        TITLE[side],
        name,
        GRID.name[hex_],
        with_drm(face, final - face),
        "cleared" if final <= CLEARED_MAX else "not cleared",
        to=side,
    )
    if final <= CLEARED_MAX:
        take_away(state, side, name, hex_)
    elif face == MINES_REDUCE_ON and name == "mines":
        mined_one(state, side, hex_)


def take_away(state: PurpleHeartDraw, side: str, name: str, hex_: int) -> None:
    """Success: the item is gone; of a minefield every mine in the Location."""
    bit = 1 << hex_
    if name == "rubble":
        return state.remove(fact.rubble, bit, "PHD-C5.28")
    if name == "flame":
        return state.remove(fact.flame, bit, "PHD-C5.28")
    for n in (0, 1):
        state.set_at(fact.forts, n, _without(state.forts[n], name, hex_), "PHD-C5.28")
    n = NUMBER[side]
    state.set_at(fact.buried, n, _without(state.buried[n], name, hex_), "PHD-C5.28")
    return None


def _without(rows: tuple[tuple[str, int], ...], name: str, hex_: int) -> tuple[tuple[str, int], ...]:
    return tuple(row for row in rows if row[1] != hex_ or _kind_of.get(row[0].split(".")[0]) != name)


def at_risk(state: PurpleHeartDraw, side: str, hex_: int) -> list[int]:
    """PHD-C5.28: an Engineer if there is one within reach, else an Elite MMC, else one of the next class."""
    near = GRID.within(1 << hex_, CLEAR_RANGE)
    mmc = [
        u
        for u in on_map(state, side)
        if near >> state.at[u] & 1 and KINDS[state.kind[u]].half_squads and not state.status[u] & PRISONER
    ]
    best = min((_class(state, u) for u in mmc), default=0)
    return [u for u in mmc if _class(state, u) == best]


def _class(state: PurpleHeartDraw, unit: int) -> int:
    """Steps below the Engineers: Elite 1, first line 2, and so on; crews, which have no class, last."""
    kind, below = KINDS[state.kind[unit]], 1
    if kind.engineer or kind.type == CREW:
        return 0 if kind.engineer else 9
    while kind.better:
        kind, below = KINDS[kind.better], below + 1
    return below


def mined_one(state: PurpleHeartDraw, side: str, hex_: int) -> None:
    """PHD-C5.28: an Original 6 that fails costs an MMC, of that class the owner's choice."""
    if at_risk(state, side, hex_):
        ask_owner(state, side, ("suffers", hex_), "PHD-C5.28")


QUESTIONS = (
    Question(
        "takes",
        "PHD-C5.26.a",
        "who takes the weapon found again",
        lambda state, side, item: unlike(state, heirs(state, side, item[1])),
        taken,
    ),
    Question(
        "gives",
        "PHD-C5.27.b",
        "who gives up a machine gun",
        lambda state, side, item: unlike(state, spare(state, side, item[1])),
        given_up,
    ),
    Question(
        "suffers",
        "PHD-C5.28",
        "who suffers in the minefield",
        lambda state, side, item: unlike(state, at_risk(state, side, item[1])),
        lambda state, side, item, unit: casualty(state, unit, "PHD-C5.28"),
    ),
)


def clearing(side: str) -> tuple[Step, ...]:
    n = NUMBER[side]
    phase = Phase(
        clause="PHD-C5.28",
        name=f"{side} clearance",
        title=f"{TITLE[side]} clearance",
        secret=True,
        side=side,
        once=True,
        leave=lambda state, clause: state.set_at(fact.tried, n, (), clause),
        picks=(
            Pick(
                verb=verbs.Clear,
                names=CLEARABLE,
                hexes=(
                    Screen(
                        "PHD-C5.28",
                        why_not_cleared(side),
                        to_clear(side),
                        each=True,
                    ),
                ),
                apply=try_to_clear(side),
            ),
        ),
    )
    return phase, rolling_back(side, "PHD-C5.28", "clearance dr", cleared)


REPAIRS = (
    fill_both("PHD-C5.26", malfunctioned),
    *rolling_both("PHD-C5.26", "weapon repair", DIE, repaired),
    fill_both("PHD-C5.26.a", scrapped),
    *rolling_both("PHD-C5.26.a", "Baz, Psk, FT, DC", DIE, salvaged),
    fill_both("PHD-C5.26.b", captured),
    *rolling_both("PHD-C5.26.b", "captured weapons", DIE, repair_captured),
    *(step for side in SIDES for step in scrounging(side)),
    fill_both("PHD-C5.27.a", immobile),
    *rolling_both("PHD-C5.27.a", "vehicle repair", DIE, mobile_again),
    *(rearming(side) for side in SIDES),
    fill_both("PHD-C5.27.c", depleted),
    *rolling_both("PHD-C5.27.c", "special ammunition", DIE, restocked),
    Auto(clause="PHD-C5.27.d", do=low_ammo),
    *(step for side in SIDES for step in clearing(side)),
)
