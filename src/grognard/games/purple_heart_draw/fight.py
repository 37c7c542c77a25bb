"""FF-IN, FF-OUT: a TM Scenario as a fight squad by squad: forces out of the campaign's position, and what
became of them back into it.

What the firefight cannot fight stands aside, unharmed, and is where it was when the fight is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.core.hexes import OFF, Hex, Hexes, members, set_of
from grognard.core.inner import Within
from grognard.core.procedure import Auto

from .battle import enters
from .board import COLUMN_OF, EDGE, GRID
from .charts import WEATHER
from .fight_artillery import RADIO, Piece, bring_module, carry_module, in_play, radio_after
from .fight_guns import bring_gun, carry_gun, count_crew, is_lost, marks_after, weapon_id
from .fight_vehicles import Hulk, bring_hulk, bring_vehicle, carry_vehicle, hulks, is_vehicle, vehicle_places
from .fight_works import align_guns, bring_obstacles, dug_squads, is_left, is_uncovered, opened, thinned
from .firefight import sequence  # noqa: F401  (gives the fight its procedures)
from .firefight.departing import exit_of, has_left
from .firefight.forces import GUN_SIDE, GUNS_OF, UNIT, mission_name
from .firefight.foxholes import has_room
from .firefight.guns import emplace
from .firefight.options import Options as FightOptions
from .firefight.ordnance import PANZERFAUST
from .firefight.position import (
    BERSERK,
    CONCEALED,
    DISRUPTED,
    DUE,
    FANATIC,
    FOXHOLE,
    HEROIC,
    JAMMED,
    MELEE,
    SHORTAGE,
    UNSEEN,
    WOUND,
    Firefight,
    Setup,
)
from .firefight.position import BROKEN as FIGHT_BROKEN
from .firefight.position import HIDDEN as FIGHT_HIDDEN
from .firefight.setup import posting_row
from .firefight.tables import GUNS, HERO
from .firefight.tables import KINDS as FIGHTERS
from .firefight.units import settle
from .gear import count_gun, lose_gear
from .pieces import (
    BROKEN,
    CLOAKED,
    COVERED,
    ENEMY,
    FLAG,
    GERMAN,
    HIDDEN,
    KINDS,
    LIMITS,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
    WOUNDED,
    bare,
    has_mark,
    is_gun,
    marked,
    unmarked,
)
from .pieces import HERO as HERO_TYPE
from .position import Firefighting, PurpleHeartDraw, fact, own
from .troops import LANE_OF
from .units import cover_up, dismount, flag, leave_map, put, remove, show, show_cover, turn_into

# ---------------------------------------------------------------- the one table of kinds

INFANTRY = "it fights"
ASIDE = "it stands aside until the fight is over"
# by type of counter, how it takes part; what is not named stands aside
PART = {"squad": INFANTRY, "half_squad": INFANTRY, "leader": INFANTRY, HERO_TYPE: INFANTRY, "crew": INFANTRY}
# status of the campaign and of the fight; any other status is kept as it was
STATES = {
    BROKEN: FIGHT_BROKEN,
    WOUNDED: WOUND,
    FLAG["disrupted"]: DISRUPTED,
    FLAG["berserk"]: BERSERK,
    FLAG["fanatic"]: FANATIC,
    FLAG["heroic"]: HEROIC,
    FLAG["melee"]: MELEE,
    FLAG["concealed"]: CONCEALED,
    FLAG["hidden"]: FIGHT_HIDDEN,
    FLAG["shortage"]: SHORTAGE,
}
ALL_STATES = sum(STATES)
FOXHOLES, MINES, FORTIFIED = "foxhole.", "ap_mines.", "fortified_building"
AT_MINES = "at_mines."
MOST_MINES, MOST_AT_MINES = (int(LIMITS["factors"][kind][-1]) for kind in ("ap_mines", "at_mines"))
LARGEST = int(LIMITS["stack"]["half_squads"]) // 2  # squads a foxhole holds
OFF_MAP = -1


def fighter(kind: str) -> str:
    """The counter of the fight for a kind of the campaign; "": it stands aside."""
    if not kind or PART.get(KINDS[kind].type, ASIDE) != INFANTRY:
        return ""
    name = HERO if KINDS[kind].type == HERO_TYPE else kind
    return name if name in FIGHTERS else ""


def campaign_kind(id_: str) -> str:
    """A counter of the fight as the campaign names it."""
    return HERO_TYPE if id_ == HERO else id_


def place_of(unit: int) -> int:
    """The place of a unit in the fight: the one with its number."""
    name = NAMES[unit]
    return UNIT[f"{name[0]}{int(name[1:]):02}"]


UNIT_AT = {place_of(unit): unit for unit in range(len(NAMES))}


class Item(NamedTuple):
    """A weapon that comes into the fight: its place there, who has it, and where it lies if no unit does."""

    place: int
    id: str
    unit: int
    hex: int
    marks: str


class Entry(NamedTuple):
    """FF-IN: what of a position comes into the fight."""

    units: tuple[int, ...]  # of the campaign
    items: tuple[Item, ...]
    set_aside: dict[int, tuple[str, ...]]  # by unit, the gear that stands aside
    lying: tuple[tuple[str, int], ...]  # dropped gear that stands aside
    vehicles: dict[int, int]  # by unit, its place in the fight
    hulks: list[Hulk]  # wrecks of earlier scenarios
    modules: list[Piece]  # of artillery


def takes_part(state: PurpleHeartDraw, unit: int) -> bool:
    """Whether a unit comes into the fight: on the map, or such as may enter; Riders have got off."""
    kind = state.kind[unit]
    if (not fighter(kind) and not is_vehicle(kind)) or not _is_served(state, unit):
        return False
    if state.status[unit] & (PRISONER | FLAG["exited"] | FLAG["captured"]):
        return False
    return state.at[unit] >= 0 or enters(state, unit)


def _is_served(state: PurpleHeartDraw, unit: int) -> bool:
    """Whether the Guns of a unit can fight: they stand on the map."""
    return state.at[unit] >= 0 or not any(map(is_gun, state.gear[unit]))


def standing_aside(state: PurpleHeartDraw, side: str) -> list[int]:
    """The units of a side that take no part in the fight, vehicles among them that find no place there."""
    driving = vehicle_places(state, tuple(u for u in members(state.used) if takes_part(state, u)))
    mine = members(own(state, side))
    return [u for u in mine if not takes_part(state, u) or (is_vehicle(state.kind[u]) and u not in driving)]


def plan(state: PurpleHeartDraw) -> Entry:
    """FF-IN: who and what comes into the fight. The same position gives the same plan, so FF-OUT asks
    again.
    """
    everybody = tuple(u for u in members(state.used) if takes_part(state, u))
    units = tuple(u for u in everybody if not is_vehicle(state.kind[u]))
    vehicles = vehicle_places(state, everybody)
    free = {side: iter(members(GUNS_OF[side])) for side in SIDES}
    modules = in_play(state, units)
    operators = {piece.holder for piece in modules}
    items: list[Item] = []
    set_aside: dict[int, tuple[str, ...]] = {}
    for unit in units:
        aside = []
        for gear in state.gear[unit]:
            side = ENEMY[SIDE[unit]] if has_mark(gear, "^") else SIDE[unit]
            place = _weapon_place(free, side, gear)
            if place < 0:
                aside += [gear] if gear != RADIO or unit not in operators else []
            else:
                items.append(Item(place, bare(gear), unit, OFF, gear[len(bare(gear)) :]))
        set_aside[unit] = tuple(aside)
    lying = []
    for item, hex_ in state.dropped:
        side, _, gear = item.partition(".")
        place = _weapon_place(free, side, gear)
        if place < 0:
            lying.append((item, hex_))
        else:
            items.append(Item(place, bare(gear), OFF_MAP, hex_, gear[len(bare(gear)) :]))
    return Entry(units, tuple(items), set_aside, tuple(lying), vehicles, hulks(state, vehicles), modules)


def _weapon_place(free: dict[str, Iterator[int]], side: str, gear: str) -> int:
    """A place for a weapon of the fight; -1: it is none, or all are taken."""
    if (side, weapon_id(gear)) not in GUNS or has_mark(gear, "x"):
        return -1
    return next(free[side], -1)


# ---------------------------------------------------------------- FF-IN


def new_fight(state: PurpleHeartDraw) -> Firefight:
    """FF-IN: the fight as it begins, from the position after PHD-C5.41; PHD-C5.41.ff: with the SAN that were
    announced, and the placing of the snipers.
    """
    fight = Firefight()
    own_, entry = fight.__dict__, plan(state)
    mist = str(WEATHER[state.scenario]["weather"]) == "Mist"
    own_["options"] = FightOptions()
    own_["scene"], own_["mover"] = mission_name(state.first, mist), state.first
    for n, side in enumerate(SIDES):
        own_["held"][n], own_["san"][n] = state.held[n], state.announced[n]
        own_["aside"][n] = set_of(place_of(u) for u in members(own(state, side)))
        own_["dummies"][n] = Hexes(state.dummies[n] | _covered_aside(state, side))
        _bring_works(state, own_, n)
        bring_obstacles(state, own_, n)
    own_["control"] = state.held[0]
    own_["rubble"] = state.rubble  # ASL-B24
    own_["flames"], own_["blazes"], own_["burnt"] = state.flame, state.blaze, state.burnt  # ASL-B25.14
    for unit in entry.units:
        _bring(state, own_, unit)
    for unit, place in entry.vehicles.items():
        bring_vehicle(state, own_, unit, place, _doors(state, unit))
    for hulk in entry.hulks:
        bring_hulk(own_, hulk)
    for piece in entry.modules:
        bring_module(state, own_, piece, place_of(piece.holder) if piece.holder >= 0 else -1)
    halves = sum(FIGHTERS[own_["kind"][place_of(u)]].size for u in entry.units if SIDE[u] == GERMAN)
    own_["fausts"][NUMBER[GERMAN]] = int(PANZERFAUST["shots"] * halves / 2)
    for item in entry.items:
        _arm(state, own_, item)
    fight.derive()
    for unit in entry.units:
        _dig_in(fight, place_of(unit))
    for side in SIDES:
        emplace(fight, side)
    own_["stack"] = (Setup(step=posting_row()),)
    settle(fight, "FF-IN")
    fight.journal.clear()
    return fight


def _covered_aside(state: PurpleHeartDraw, side: str) -> int:
    """FF-INFO: the hexes in which units that stand aside lie under a "?": it must not vanish."""
    aside = [u for u in standing_aside(state, side) if state.at[u] >= 0]
    return sum({1 << state.at[u] for u in aside if state.status[u] & COVERED & ~HIDDEN})


def _bring(state: PurpleHeartDraw, fight: dict[str, Any], unit: int) -> None:
    """A unit comes into the fight: on the map as it stands (PHD-TM7.ff: under its "?", seen or not), or
    waiting at its edge.
    """
    place, status = place_of(unit), state.status[unit]
    fight["kind"][place], fight["at"][place] = fighter(state.kind[unit]), state.at[unit]
    flags = sum(fight_flag for campaign_flag, fight_flag in STATES.items() if status & campaign_flag)
    if state.at[unit] < 0:
        fight["flags"][place] = flags & ~UNSEEN | DUE
        fight["doors"][place] = Hexes(_doors(state, unit))
        return
    if status & CLOAKED:  # PHD-C5.31.b.ff: it sleeps where it was set up
        fight["flags"][place], fight["at"][place] = flags & ~UNSEEN, OFF
        fight["cloaks"][place] = state.at[unit]
        fight["cloaked"][NUMBER[SIDE[unit]]] |= 1 << place
        return
    fight["flags"][place] = flags
    if not flags & UNSEEN:
        fight["open"] |= 1 << place
    if status & FLAG["encircled"]:
        n = NUMBER[SIDE[unit]]
        fight["encircled"][n] = Hexes(fight["encircled"][n] | 1 << state.at[unit])


def _doors(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-TM8: the hex a unit left by; PHD-R18: its lane, where lanes are declared; else nowhere: the whole
    edge.
    """
    if state.exit[unit] >= 0:
        return 1 << state.exit[unit]
    if not state.options.entry_declared or state.lane[unit] < 0:
        return 0
    lane = state.lane[unit]
    return set_of(h for h in members(EDGE[SIDE[unit]]) if LANE_OF[COLUMN_OF[h]] == lane)


def _arm(state: PurpleHeartDraw, fight: dict[str, Any], item: Item) -> None:
    fight["gun_kind"][item.place] = weapon_id(item.id)
    fight["gun_flags"][item.place] = JAMMED if "!" in item.marks else 0
    if is_gun(item.id):
        bring_gun(state, fight, item.place, item.id + item.marks, item.unit)
    if item.unit < 0:
        fight["gun_at"][item.place] = Hex(item.hex)
        fight["guns_open"] |= 1 << item.place
        return
    holder = place_of(item.unit)
    fight["holder"][item.place] = holder
    if fight["open"] >> holder & 1:
        fight["guns_open"] |= 1 << item.place


def _dig_in(fight: Firefight, place: int) -> None:
    """A unit starts in the foxhole of its hex, as long as there is room."""
    hex_ = fight.at[place]
    side = SIDE[UNIT_AT[place]]
    if hex_ >= 0 and not fight.flags[place] & MELEE and has_room(fight, side, hex_, [place]):
        fight.__dict__["flags"][place] |= FOXHOLE
        align_guns(fight, place)


def _bring_works(state: PurpleHeartDraw, fight: dict[str, Any], n: int) -> None:
    """Foxholes, mines and fortified buildings of a side, known to the enemy or not."""
    for item, hex_ in state.forts[n]:
        if item.startswith(FOXHOLES):
            fight["foxholes"] = _grown(fight["foxholes"], hex_, _size(item))
        elif item.startswith(MINES):
            fight["mines"][n] = _grown(fight["mines"][n], hex_, _size(item), MOST_MINES)
            fight["mines_found"] = tuple(sorted({*fight["mines_found"], (hex_, 0)}))
        elif item.startswith(AT_MINES):
            fight["at_mines"][n] = _grown(fight["at_mines"][n], hex_, _size(item), MOST_AT_MINES)
            fight["at_mines_found"] = tuple(sorted({*fight["at_mines_found"], hex_}))
        elif item == FORTIFIED:
            fight["fortified"][n] = Hexes(fight["fortified"][n] | 1 << hex_)
            fight["forts_found"][n] = Hexes(fight["forts_found"][n] | 1 << hex_)
    for item, hex_ in state.buried[n]:
        if item.startswith(FOXHOLES):
            fight["dug"][n] = _grown(fight["dug"][n], hex_, _size(item))
        elif item.startswith(MINES):
            fight["mines"][n] = _grown(fight["mines"][n], hex_, _size(item), MOST_MINES)
        elif item.startswith(AT_MINES):
            fight["at_mines"][n] = _grown(fight["at_mines"][n], hex_, _size(item), MOST_AT_MINES)
        elif item == FORTIFIED:
            fight["fortified"][n] = Hexes(fight["fortified"][n] | 1 << hex_)


def _size(item: str) -> int:
    return int(item.partition(".")[2].lstrip("+"))


def _grown(
    rows: tuple[tuple[int, int], ...], hex_: int, size: int, most: int = LARGEST
) -> tuple[tuple[int, int], ...]:
    now = dict(rows)
    now[hex_] = min(most, now.get(hex_, 0) + size)
    return tuple(sorted(now.items()))


# ---------------------------------------------------------------- FF-OUT


def carry_back(state: PurpleHeartDraw, fight: Firefight) -> None:
    """FF-OUT, FF-O18, FF-O19: what became of units, weapons, works and ground, into the campaign's facts."""
    entry = plan(state)
    _carry_points(state, fight)
    gone = [u for u in entry.units if not fight.kind[place_of(u)]]
    _carry_gear(state, fight, entry)
    for unit in entry.units:
        dismount(state, unit, "FF-OUT")
    for unit, place in entry.vehicles.items():
        carry_vehicle(state, fight, unit, place)
    for unit in entry.units:
        if fight.kind[place_of(unit)]:
            _carry_unit(state, fight, unit)
    for place, id_ in enumerate(fight.kind):
        if id_ and UNIT_AT[place] not in entry.units:
            _carry_new(state, fight, entry, place)
    _carry_prisoners(state, fight, gone)
    for unit in gone:
        if not state.status[unit] & PRISONER:
            lose_gear(state, SIDE[unit], entry.set_aside[unit], "FF-OUT")
            count_crew(state, unit)
            remove(state, unit, "FF-OUT")
    state.set(fact.flame, fight.flames, "FF-OUT")
    state.set(fact.blaze, fight.blazes, "FF-OUT")
    for n, side in enumerate(SIDES):
        state.set_at(fact.held, n, fight.held[n], "PHD-C2.CTRL")  # PHD-C4.obj.ff: intersections too
        left = fight.dummies[n] & ~(_covered_aside(state, side) & ~state.dummies[n])
        state.set_at(fact.dummies, n, GRID.flat(left), "PHD-C5.31.b.ff")  # ASL-A12.11: where they have moved
        _carry_works(state, fight, n)
        show_cover(state, side, "FF-OUT")
        fell = state.announced[n] - fight.san[n]
        state.set_at(fact.announced, n, fight.san[n], "PHD-C5.25")
        state.set_at(fact.san, n, max(0, state.san[n] - fell), "PHD-C5.25")


def _carry_points(state: PurpleHeartDraw, fight: Firefight) -> None:
    """PHD-C1.2: CVP scored in the fight; prisoners are counted double there already."""
    for n in range(len(SIDES)):
        state.set_at(fact.cvp, n, state.cvp[n] + fight.points[n], "PHD-C1.2")
    for place, kinds in enumerate(fight.captives[: len(UNIT_AT)]):
        n = NUMBER[SIDE[UNIT_AT[place]]]
        taken = 2 * sum(FIGHTERS[id_].points for id_ in kinds.split())
        state.set_at(fact.cvp_prisoners, n, state.cvp_prisoners[n] + taken, "PHD-C1.2")


def _carry_unit(state: PurpleHeartDraw, fight: Firefight, unit: int) -> None:
    place = place_of(unit)
    turn_into(state, unit, campaign_kind(fight.kind[place]), "FF-OUT")
    flags = fight.flags[place]
    on = sum(campaign_flag for campaign_flag, fight_flag in STATES.items() if flags & fight_flag) & ~COVERED
    at = fight.at[place]
    held = at >= 0 and fight.encircled[NUMBER[SIDE[unit]]] >> at & 1
    on |= FLAG["encircled"] if held else 0
    flag(state, unit, on, (ALL_STATES | FLAG["encircled"]) & ~COVERED & ~on, "FF-OUT")
    if at < 0:  # PHD-TM10: it did not enter, and is kept; PHD-TM8: or it has left
        if has_left(fight, place):
            leave_map(state, unit, exit_of(fight, place), "PHD-TM8")
        return
    put(state, unit, GRID.ground_of(at), "FF-OUT")
    state.set_at(fact.exit, unit, OFF, "PHD-TM8")
    _carry_cover(state, unit, flags)


def _carry_cover(state: PurpleHeartDraw, unit: int, flags: int) -> None:
    if flags & FIGHT_HIDDEN:
        cover_up(state, unit, FLAG["hidden"], "FF-OUT")
    elif flags & CONCEALED:
        cover_up(state, unit, FLAG["concealed"], "FF-OUT")
    else:
        show(state, unit, "FF-OUT")


def _carry_new(state: PurpleHeartDraw, fight: Firefight, entry: Entry, place: int) -> None:
    """A unit made in the fight takes the place of the same number, and the group of who is with it."""
    unit, at = UNIT_AT[place], fight.at[place]
    beside = [
        u
        for u in entry.units
        if SIDE[u] == SIDE[unit] and fight.at[place_of(u)] == at and fight.kind[place_of(u)]
    ]
    group = state.group[beside[0]] if beside else 0
    state.set_at(fact.kind, unit, campaign_kind(fight.kind[place]), "FF-OUT")
    state.set_at(fact.group, unit, group, "FF-OUT")
    _carry_unit(state, fight, unit)


def _carry_prisoners(state: PurpleHeartDraw, fight: Firefight, gone: list[int]) -> None:
    """PHD-C5.15: a prisoner is where its guard is; it takes the place of a unit of its side that is gone."""
    left = list(gone)
    for place, kinds in enumerate(fight.captives[: len(UNIT_AT)]):
        side = ENEMY[SIDE[UNIT_AT[place]]]
        for id_ in kinds.split():
            unit = _same_unit(state, left, side, id_)
            if unit < 0:
                unit = _empty_place(state, side)
            else:
                left.remove(unit)
            turn_into(state, unit, campaign_kind(id_), "FF-OUT")
            state.set_at(fact.gear, unit, (), "FF-OUT")
            state.set_at(fact.status, unit, PRISONER, "FF-OUT")
            at = fight.at[place]
            put(state, unit, GRID.ground_of(at) if at >= 0 else exit_of(fight, place), "FF-OUT")
            show(state, unit, "FF-OUT")


def _same_unit(state: PurpleHeartDraw, left: list[int], side: str, id_: str) -> int:
    """The unit that a prisoner most likely was: of its kind, or one whose half it is; -1: none."""
    kind, mine = campaign_kind(id_), [u for u in left if SIDE[u] == side]
    ranked = (
        [u for u in mine if state.kind[u] == kind],
        [u for u in mine if KINDS[state.kind[u]].half == kind],
        [u for u in mine if (KINDS[state.kind[u]].half_squads > 0) == (KINDS[kind].half_squads > 0)],
    )
    return next((units[0] for units in ranked if units), -1)


def _empty_place(state: PurpleHeartDraw, side: str) -> int:
    return next(u for u, kind in enumerate(state.kind) if not kind and SIDE[u] == side)


# ---------------------------------------------------------------- weapons and works


def _carry_gear(state: PurpleHeartDraw, fight: Firefight, entry: Entry) -> None:
    """Every weapon goes to who has it at the end, lies where it lies, or is lost."""
    hands: dict[int, list[str]] = {u: list(entry.set_aside[u]) for u in entry.units}
    lying = list(entry.lying)
    for item in entry.items:
        side = GUN_SIDE[item.place]
        holder = fight.holder[item.place]
        new_owner = SIDE[UNIT_AT[holder]] if holder >= 0 else side
        if is_lost(item.id + item.marks, fight.gun_kind[item.place], new_owner != side):
            count_gun(state, side, "PHD-C1.2")
        if not fight.gun_kind[item.place]:
            lose_gear(state, side, [item.id], "PHD-C5.26.a")
            continue
        gear = marks_after(fight, item.place, item.id + item.marks)
        if holder < 0:
            lying.append((f"{side}.{gear}", GRID.ground_of(fight.gun_at[item.place])))
            continue
        gear = unmarked(gear, "^") if new_owner == side else marked(gear, "^")
        hands.setdefault(UNIT_AT[holder], []).append(gear)
    for piece in entry.modules:
        carry_module(state, fight, piece)
        radioman, hex_ = radio_after(fight, piece)
        if radioman >= 0:
            hands.setdefault(UNIT_AT[radioman], []).append(RADIO)
        elif hex_ >= 0:
            lying.append((f"{piece.side}.{RADIO}", hex_))
    for unit, held in hands.items():
        if fight.kind[place_of(unit)]:
            state.set_at(fact.gear, unit, _in_order(state.gear[unit], held), "FF-OUT")
    state.set(fact.dropped, tuple(sorted(lying)), "FF-OUT")
    for item in entry.items:
        if is_gun(item.id) and fight.gun_kind[item.place] and fight.holder[item.place] >= 0:
            carry_gun(state, fight, item.place, UNIT_AT[fight.holder[item.place]])


def _in_order(before: tuple[str, ...], now: list[str]) -> tuple[str, ...]:
    """What a unit still has in its old order, then what is new."""
    left, ordered = list(now), []
    for gear in before:
        if gear in left:
            left.remove(gear)
            ordered.append(gear)
    return (*ordered, *left)


def _carry_works(state: PurpleHeartDraw, fight: Firefight, n: int) -> None:
    """Works that came to light lie open; foxholes dug in the fight belong to who stands in their hex."""
    open_ = [row for row in state.forts[n] if is_left(fight, n, *row)]
    hidden = list[tuple[str, int]]()
    for item, hex_ in (row for row in state.buried[n] if is_left(fight, n, *row)):
        (open_ if _is_found(fight, n, item, hex_) else hidden).append((item, hex_))
    for hex_, squads in (*fight.foxholes, *fight.dug[n]):
        more = squads - _dug_before(state, hex_)
        if more > 0 and _digs(fight, n, hex_):
            open_.append((f"{FOXHOLES}{more}", hex_))
    open_ += [row for row in opened(state, fight) if _digs(fight, n, row[1])]  # PHD-TM18.ff
    state.set_at(fact.forts, n, tuple(sorted(thinned(fight, n, open_))), "FF-OUT")
    state.set_at(fact.buried, n, tuple(sorted(thinned(fight, n, hidden))), "FF-OUT")


def _is_found(fight: Firefight, n: int, item: str, hex_: int) -> bool:
    if item.startswith(FOXHOLES):
        return hex_ not in dict(fight.dug[n])
    if item.startswith(MINES):
        return hex_ in dict(fight.mines_found)
    if item.startswith(AT_MINES):
        return hex_ in fight.at_mines_found
    if item == FORTIFIED:
        return bool(fight.forts_found[n] >> hex_ & 1)
    return is_uncovered(fight, item, hex_)


def _dug_before(state: PurpleHeartDraw, hex_: int) -> int:
    works = [item for n in (0, 1) for item, at in (*state.forts[n], *state.buried[n]) if at == hex_]
    dug = sum(_size(item) for item in works if item.startswith(FOXHOLES)) + sum(map(dug_squads, works))
    return min(LARGEST, dug)


def _digs(fight: Firefight, n: int, hex_: int) -> bool:
    """Whether a foxhole dug in the fight belongs to a side: its units stand there, or it holds the hex."""
    sides = {SIDE[UNIT_AT[place]] for place, at in enumerate(fight.at) if at == hex_ and fight.kind[place]}
    if len(sides) == 1:
        return SIDES[n] in sides
    return bool(fight.held[n] >> hex_ & 1) or (n == 0 and not fight.held[1] >> hex_ & 1)


# ---------------------------------------------------------------- the step of the mission


def begin(state: PurpleHeartDraw, frame: Firefighting) -> None:
    """FF-IN: the fight begins with the positions after PHD-C5.41."""
    assert state.within is not None
    state.within.fill(state, new_fight(state), "FF-IN")
    for side in SIDES:
        if aside := standing_aside(state, side):
            words = "{} stand{} aside until the fight is over: prisoners, Guns off the map, others"
            count, ending = ("1 unit", "s") if len(aside) == 1 else (f"{len(aside)} units", "")
            state.note("FF-IN", words, count, ending, to=side)
    state.inner.run()


def report(state: PurpleHeartDraw, frame: Firefighting) -> None:
    """FF-OUT: the Consolidation Phase begins with what the fight has left."""
    assert state.within is not None and isinstance(state.inner, Firefight)
    carry_back(state, state.inner.copy())
    state.within.clear(state, "FF-OUT")
    state.note("FF-OUT", "Scenario over, fought squad by squad; CVP: US {}, German {}", *state.cvp)


FIREFIGHT = (
    Auto(clause="FF-IN", do=begin),
    Within(clause="PHD-TM6.ff", name="firefight"),
    Auto(clause="FF-OUT", do=report),
)
