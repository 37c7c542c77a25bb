"""Units in play: what they are worth as they stand, and the small verbs that alone change them. Each takes
its clause.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from grognard.core.caching import once_while
from grognard.core.facts import Action, is_unknown
from grognard.core.hexes import OFF, Hex, Hexes, members

from ..board import GRID
from ..pieces import SIDES
from . import vehicles
from .crest_status import is_crested, set_way, way_of
from .dummies import lurking, settle_dummies
from .entangled import entangle
from .forces import (
    ADJECTIVE,
    BATTERIES_OF,
    BATTERY_NUMBER,
    ENEMY,
    FIRST_GUN,
    GUN_NAMES,
    GUN_SIDE,
    NAMES,
    OF_SIDE,
    SIDE,
    gun,
)
from .foxholes import is_boxed, uncover
from .going import STACK_LEADERS, STACK_SQUADS, across_own_hexsides, in_hex_tem
from .orphans import note_left
from .position import (
    BERSERK,
    BROKEN,
    CLIMBING,
    CONCEALED,
    CX,
    DM,
    FANATIC,
    FOXHOLE,
    G_APART,
    HEROIC,
    HIDDEN,
    JAMMED,
    MELEE,
    ON_WIRE,
    PIN,
    PLACES_OF,
    UNSEEN,
    WOUND,
    Attack,
    Bombardment,
    Checks,
    Close,
    Firefight,
    Moving,
    Selection,
    Shell,
    Shot,
    fact,
)
from .served import settle_served
from .tables import HERO, KINDS, REARMED, Gun, Kind

# ---------------------------------------------------------------- reading


def kind(state: Firefight, unit: int) -> Kind:
    return KINDS[state.kind[unit]]


def has(state: Firefight, unit: int, flag: int) -> bool:
    return bool(state.flags[unit] & flag)


def on_map(state: Firefight, side: str) -> list[int]:
    """A side's units on the map, as the side itself and the referee know them."""
    at = state.at
    return [unit for unit in state.mustered[side] if at[unit] >= 0]


def known(state: Firefight, side: str) -> list[int]:
    """The enemy units on the map that a side knows."""
    at = state.at
    return [unit for unit in members(state.open & OF_SIDE[ENEMY[side]]) if at[unit] >= 0]


def in_hex(state: Firefight, side: str, hex_: int) -> list[int]:
    at = state.at
    return [unit for unit in state.mustered[side] if at[unit] == hex_]


def known_in(state: Firefight, side: str, hex_: int) -> list[int]:
    """The enemy units in a hex that a side knows."""
    return _known_by_hex(state, side).get(hex_, [])[:]


@once_while("open", "at")
def _known_by_hex(state: Firefight, side: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for unit in members(state.open & OF_SIDE[ENEMY[side]]):
        found.setdefault(state.at[unit], []).append(unit)
    return found


def number(side: str) -> int:
    return SIDES.index(side)


def is_good(state: Firefight, unit: int) -> bool:
    """Good Order: neither broken nor berserk nor in Melee."""
    return not state.flags[unit] & (BROKEN | MELEE | BERSERK)


SIZE = {"leader": 1, "hero": 1, "half_squad": 2, "crew": 2, "squad": 3}  # ASL-A1.6


def captives(state: Firefight, unit: int) -> list[Kind]:
    """ASL-A20.5: whom a unit guards."""
    return [KINDS[id_] for id_ in state.captives[unit].split()]


def is_burdened(state: Firefight, unit: int) -> bool:
    """ASL-A20.5: a guard of more than his own size neither fires nor interdicts."""
    return sum(SIZE[one.type] for one in captives(state, unit)) > SIZE[kind(state, unit).type]


def is_armed(state: Firefight, unit: int) -> bool:
    return not kind(state, unit).is_leader or has(state, unit, HEROIC)


def is_hero(state: Firefight, unit: int) -> bool:
    """ASL-A15.2, ASL-A15.21: a hero, or a heroic leader."""
    return kind(state, unit).type == "hero" or has(state, unit, HEROIC)


def is_fearless(state: Firefight, unit: int) -> bool:
    """ASL-A15.2, ASL-A15.4: heroes and berserk units neither break nor are pinned."""
    return is_hero(state, unit) or has(state, unit, BERSERK)


def small_arms(state: Firefight, unit: int) -> tuple[int, int]:
    """ASL-A1.2, ASL-A15.2: firepower and Normal Range of a unit without guns; a heroic leader's are a hero's,
    and a wound costs a hero one hex.
    """
    if is_hero(state, unit):
        return KINDS[HERO].fp, KINDS[HERO].range - has(state, unit, WOUND)
    return kind(state, unit).fp, kind(state, unit).range


def morale(state: Firefight, unit: int) -> int:
    """ASL-A10.4b, ASL-A17.2, ASL-A10.8, ASL-A7.7, ASL-A15.21, ASL-A15.4, ASL-A.18: as it stands."""
    printed, flags = kind(state, unit), state.flags[unit]
    if flags & BERSERK:
        return 10
    value = printed.broken if flags & BROKEN else printed.morale
    if flags & HEROIC:
        value = max(value, KINDS[HERO].morale)
    value -= is_encircled(state, unit) + is_under_own_shells(state, unit)
    return min(10, value - bool(flags & WOUND) + bool(flags & FANATIC))


def is_observing(state: Firefight, unit: int) -> bool:
    """ASL-C1.6: whether a unit has worked the radio in this player turn."""
    return unit in observers(state)


@once_while("observing")
def observers(state: Firefight) -> set[int]:
    """The units that have worked the radio in this player turn, as far as a seat knows."""
    return {one for one in state.observing if not is_unknown(one)}


def is_under_own_shells(state: Firefight, unit: int) -> bool:
    """ASL-C1.54: shells of one's own side fall; heroes do not mind, nor does an Observer whose fire is
    accurate.
    """
    if not any(isinstance(f, Bombardment) and f.side == SIDE[unit] for f in state.stack):
        return False
    keys = [BATTERY_NUMBER[battery] for battery in BATTERIES_OF[SIDE[unit]]]
    is_observer = any(
        not is_unknown(state.radio[key]) and state.radio[key] == unit and bool(state.exact[key])
        for key in keys
    )
    return not is_fearless(state, unit) and not is_observer


def is_encircled(state: Firefight, unit: int) -> bool:
    """ASL-A7.7: under fire from all around; heroes and berserk units do not mind."""
    held = state.encircled[number(SIDE[unit])]
    return bool(held) and bool(held >> state.at[unit] & 1) and not is_fearless(state, unit)


def exit_factor(state: Firefight, units: Iterable[int]) -> int:
    """ASL-A7.7: to leave a Location in which units are encircled costs double."""
    return 2 if any(state.at[u] >= 0 and is_encircled(state, u) for u in units) else 1


def leadership(state: Firefight, unit: int) -> int:
    """ASL-A17.2: a wound makes it one worse."""
    return kind(state, unit).drm + has(state, unit, WOUND)


def is_inexperienced(state: Firefight, unit: int) -> bool:
    """ASL-A19.3: green, and no unbroken leader is with it."""
    if kind(state, unit).quality != "green":
        return False
    return not any(
        kind(state, u).is_leader and not has(state, u, BROKEN)
        for u in in_hex(state, SIDE[unit], state.at[unit])
    )


def helper(state: Firefight, unit: int, among: Iterable[int] | None = None) -> int:
    """ASL-A10.22, ASL-A10.7: the best unbroken unpinned leader of higher morale beside it; -1: none."""
    if has(state, unit, BERSERK):
        return -1
    there = in_hex(state, SIDE[unit], state.at[unit]) if among is None else among
    found = [
        u
        for u in there
        if u != unit
        and kind(state, u).is_leader
        and not state.flags[u] & (BROKEN | PIN | BERSERK)
        and morale(state, u) > morale(state, unit)
    ]
    return min(found, key=lambda u: leadership(state, u), default=-1)


def helper_of(state: Firefight, unit: int) -> int:
    """The best known unbroken leader beside a unit, whatever their morale; -1: none."""
    there = [u for u in in_hex(state, SIDE[unit], state.at[unit]) if u != unit and kind(state, u).is_leader]
    fit = [u for u in there if not state.flags[u] & (BROKEN | PIN | BERSERK)]
    return min(fit, key=lambda u: leadership(state, u), default=-1)


def guns_of(state: Firefight, unit: int) -> list[int]:
    """The machine guns a unit has. Those of concealed enemies a seat does not know, and they are not its
    own.
    """
    return _guns_by_unit(state).get(unit, [])[:]


@once_while("gun_kind", "holder", "guns_open", "open")
def _guns_by_unit(state: Firefight) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for g in state.armory:
        unit = state.holder[g]
        if not is_unknown(unit) and unit >= 0 and state.guns_open >> g & 1 == state.open >> unit & 1:
            found.setdefault(unit, []).append(g)
    return found


def printed_gun(state: Firefight, number_: int) -> Gun:
    """ASL-A9.8, ASL-A21: a gun as it stands: dismantled it fires as a lighter one or not at all; captured it
    breaks down sooner and fires more slowly.
    """
    side, flags, holder = GUN_SIDE[number_], state.gun_flags[number_], state.holder[number_]
    printed = gun(side, state.gun_kind[number_])
    if flags & G_APART:
        lighter = gun(side, printed.apart_as) if printed.apart_as else printed._replace(fp=0)
        printed = lighter._replace(pp=printed.apart, repair=printed.repair)
    if holder >= 0 and SIDE[holder] != side:
        printed = printed._replace(b=printed.b - 2, rof=max(0, printed.rof - 1), repair=0)
    return printed


@once_while("gun_kind", "gun_flags", "holder", "guns_open", "open")
def portage(state: Firefight, unit: int) -> int:
    """ASL-A4.42: the portage points of what a unit carries."""
    return sum(printed_gun(state, g).pp for g in guns_of(state, unit))


def is_ordnance(state: Firefight, g: int) -> bool:
    """Whether a weapon hits by a roll of its own."""
    return gun(GUN_SIDE[g], state.gun_kind[g]).ordnance


def shooter(state: Firefight, firer: int) -> int:
    """The unit behind a firer: itself, or who has the gun."""
    return firer if firer < FIRST_GUN else state.holder[firer - FIRST_GUN]


def is_covered(state: Firefight, unit: int) -> bool:
    """Whether the enemy does not know a unit: it is hidden, or lies under a "?"."""
    return not state.open >> unit & 1


def readers(state: Firefight, *units: int) -> str | None:
    """FF-INFO: who reads what units do: both sides (`None`), or their own if one of them is covered."""
    return SIDE[units[0]] if any(is_covered(state, u) for u in units) else None


def name(state: Firefight, unit: int) -> str:
    return f"{state.kind[unit] or 'unit'} {NAMES[unit]}"


def gun_name(state: Firefight, gun: int) -> str:
    """A machine gun as everybody may know it: what it is, once it has been shown, and its id."""
    shown = state.guns_open >> gun & 1
    return f"{state.gun_kind[gun]} {GUN_NAMES[gun]}" if shown else GUN_NAMES[gun]


def excess(state: Firefight, units: Iterable[int]) -> int:
    """ASL-A5.1: squads over the limit of a Location, rounded up; ASL-A5.2, ASL-B30.2: riders and
    units in a pillbox do not count.
    """
    halves = singles = 0
    for unit in [u for u in units if not vehicles.is_riding(state, u) and not is_boxed(state, u)]:
        printed = kind(state, unit)
        whole = printed.size == 1 and bool(pieces_of(state, unit))  # who mans a Gun counts as a squad
        halves, singles = halves + printed.size + whole, singles + printed.is_single
    over = halves + max(0, singles - STACK_LEADERS) - 2 * STACK_SQUADS
    return max(0, -(-over // 2))


def in_order(actions: Iterable[Action]) -> list[Action]:
    """By verb, by subject, and by hex in the order of the map."""

    def rank(action: Action) -> tuple[object, ...]:
        words = structs.asdict(action).items()
        return (action.verb, *(GRID.number[word] if key == "hex" else str(word) for key, word in words))

    return sorted(actions, key=rank)


# ---------------------------------------------------------------- changing


def flag(state: Firefight, unit: int, bits: int, clause: str) -> None:
    state.set_at(fact.flags, unit, state.flags[unit] | bits, clause)


def clear(state: Firefight, unit: int, bits: int, clause: str) -> None:
    state.set_at(fact.flags, unit, state.flags[unit] & ~bits, clause)


def put(state: Firefight, unit: int, hex_: int, clause: str) -> None:
    """Where a unit is; ASL-B27.4: a foxhole stays behind, and ASL-B24.8: so does the work on one."""
    if state.at[unit] != hex_ and state.flags[unit] & (FOXHOLE | ON_WIRE):
        clear(state, unit, FOXHOLE | ON_WIRE, "ASL-B27.4")
    if state.at[unit] != hex_ and vehicles.is_riding(state, unit):
        vehicles.take_off(state, unit, "ASL-D6.2")
    if state.at[unit] >= 0 and state.at[unit] != hex_ and state.turn:
        leave_pieces(state, unit)
    if state.at[unit] != hex_ and has(state, unit, CLIMBING):
        clear(state, unit, CLIMBING, "ASL-B11.4")
        state.set(fact.climbs, tuple(row for row in state.climbs if row[0] != unit), "ASL-B11.4")
    if state.at[unit] != hex_ and unit in dict(state.labor):
        state.set(fact.labor, tuple(row for row in state.labor if row[0] != unit), "ASL-B24.8")
    if state.at[unit] != hex_ and state.crests:
        set_way(state, unit, -1)
    if state.at[unit] != hex_:
        entangle(state, unit, hex_)
    state.set_at(fact.at, unit, Hex(hex_), clause)


def is_towed(state: Firefight, g: int) -> bool:
    """ASL-C2.1: whether a weapon is a Gun on the ground; ASL-C9.2: a dismantled mortar is carried like
    others.
    """
    return gun(GUN_SIDE[g], state.gun_kind[g]).towed and not state.gun_flags[g] & G_APART


def pieces_of(state: Firefight, unit: int) -> list[int]:
    """The Guns a unit serves."""
    return [g for g in guns_of(state, unit) if is_towed(state, g)]


def leave_pieces(state: Firefight, unit: int) -> None:
    """ASL-C2.1: a Gun stays where it is when those who serve it go."""
    for g in pieces_of(state, unit):
        state.set_at(fact.holder, g, -1, "ASL-C2.1")
        state.set_at(fact.gun_at, g, state.at[unit], "ASL-C2.1")
        state.note("ASL-C2.1", "{} in {} is left", GUN_NAMES[g], GRID.name[state.at[unit]], kind="loss")


def settle(state: Firefight, clause: str) -> None:
    """What follows from where units are and who is known: "?" on the map, open guns, Wall Advantage; who
    cannot hold on to a cliff.
    """
    for unit, _, _ in state.climbs:
        if state.flags[unit] & CLIMBING and state.flags[unit] & (BROKEN | WOUND):
            eliminate(state, unit, "ASL-B11.4")
    settle_dummies(state, clause)
    _settle_melees(state)
    for side in SIDES:
        shrouds = lurking(state, number(side))
        for unit in on_map(state, side):
            shrouds |= bool(state.flags[unit] & CONCEALED) << state.at[unit]
        state.set_at(fact.shrouds, number(side), Hexes(shrouds), clause)
        _settle_rings(state, side)
        _settle_walls(state, side)
    settle_served(state)
    shown = state.guns_open
    for g in state.armory:
        if state.holder[g] < 0 and state.gun_at[g] >= 0:
            shown |= 1 << g
    state.set(fact.guns_open, shown, clause)


def _settle_melees(state: Firefight) -> None:
    """ASL-A11.15: a Melee is over when no enemy is left in it, ASL-A11.7: nor a vehicle that holds units
    there; ASL-A15.46: with it the frenzy of who is berserk. While a close combat is fought out its end sees
    to that.
    """
    held = [u for u in everybody(state) if state.flags[u] & MELEE]
    if not held or any(isinstance(frame, Close) for frame in state.stack):
        return
    for unit in held:
        foes, at = ENEMY[SIDE[unit]], state.at[unit]
        if not in_hex(state, foes, at) and not vehicles.holds(state, foes, at):
            clear(state, unit, MELEE, "ASL-A11.15")
            clear(state, unit, BERSERK, "ASL-A15.46")


def _settle_rings(state: Firefight, side: str) -> None:
    """ASL-A7.7: an encirclement is over when all have left, as far as everybody knows."""
    if rings := state.encircled[number(side)]:
        there = int(state.shrouds[number(side)])
        for unit in known(state, ENEMY[side]):
            there |= 1 << state.at[unit]
        state.set_at(fact.encircled, number(side), Hexes(rings & there), "ASL-A7.7")


def _settle_walls(state: Firefight, side: str) -> None:
    """ASL-B9.32, ASL-B9.323: who can no longer hold Wall Advantage loses it; who has no other cover takes it
    if it can. ASL-B9.324: a hidden unit lets it go.
    """
    held = state.walls[number(side)]
    kept = 0
    for hex_ in members(held):
        kept |= can_hold(state, side, hex_) << hex_
    for unit in on_map(state, side):
        hex_ = state.at[unit]
        if (
            not kept >> hex_ & 1
            and in_hex_tem(hex_) < 1
            and not state.flags[unit] & (HIDDEN | FOXHOLE)
            and not is_crested(state, unit)
            and can_hold(state, side, hex_)
        ):
            kept |= 1 << hex_
    for hex_ in members(lurking(state, number(side))):  # no other "?" of its side lets it go
        kept |= (not kept >> hex_ & 1 and in_hex_tem(hex_) < 1 and can_hold(state, side, hex_)) << hex_
    for vehicle in vehicles.on_map(state, side):  # ASL-B9.32.afv
        hex_ = state.vehicle_at[vehicle]
        kept |= (not kept >> hex_ & 1 and can_hold(state, side, hex_)) << hex_
    for hex_ in members(held & ~kept):
        open_claims(state, ENEMY[side], hex_)
    state.set_at(fact.walls, number(side), Hexes(kept), "ASL-B9.323")


def open_claims(state: Firefight, side: str, hex_: int, own: bool = False) -> None:
    """ASL-B9.322: what a side may claim at once: the hex of a unit that was hidden, or those across the
    hexsides that an enemy has given up.
    """
    fresh = across_own_hexsides(hex_)
    if fresh and state.turn:
        held = state.openings[number(side)] | (1 << hex_ if own else fresh)
        state.set_at(fact.openings, number(side), Hexes(held), "ASL-B9.322")


def can_hold(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-B9.32, ASL-B9.321: an armed unbroken unit on the ground there, not in a foxhole, no armed enemy
    beside it, and no enemy across who holds it already.
    """
    across = across_own_hexsides(hex_)
    if not across or state.walls[number(ENEMY[side])] & across:
        return False
    unfit = BROKEN | HIDDEN | FOXHOLE | ON_WIRE
    armed = [u for u in in_hex(state, side, hex_) if is_armed(state, u) and not state.flags[u] & unfit]
    armed = [u for u in armed if not is_crested(state, u)]
    holds = bool(armed) or has_tank(state, side, hex_) or bool(lurking(state, number(side)) >> hex_ & 1)
    return holds and not has_armed_enemy(state, side, hex_)


def has_tank(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-B9.32.afv: an armed, manned vehicle, where the hex gives it no other cover."""
    return in_hex_tem(hex_) < 1 and any(
        vehicles.is_armed(state, vehicle) for vehicle in vehicles.in_hex(state, side, hex_)
    )


def has_armed_enemy(state: Firefight, side: str, hex_: int) -> bool:
    return any(is_armed(state, enemy) for enemy in known_in(state, side, hex_)) or any(
        vehicles.is_armed(state, vehicle) for vehicle in vehicles.in_hex(state, ENEMY[side], hex_)
    )


def movers(state: Firefight) -> Moving | None:
    """The stack on its way, if one is."""
    for frame in reversed(state.stack):
        if isinstance(frame, Moving):
            return frame
    return None


def is_hazardous(state: Firefight, units: Iterable[int]) -> bool:
    """ASL-C6.6, ASL-A4.62: Hazardous Movement: they climb, push a Gun, clear their hex, or have just had to
    leave their vehicle.
    """
    way, at_work = movers(state), {*state.bailed, *(u for u, at in state.clearing if state.at[u] == at)}
    pushers = way.units if way is not None and way.pushing >= 0 else ()
    return any(has(state, u, CLIMBING) or u in at_work or u in pushers for u in units)


def edge(state: Firefight, side: str, hex_: int) -> tuple[int, ...]:
    """ASL-A4.3: the corners of a hex where movers of a side pass it in bypass; empty: nobody does."""
    if side != state.mover or len(state.stack) < 2:
        return ()
    moving = movers(state)
    if moving is None or not moving.corners or not moving.units or state.at[moving.units[0]] != hex_:
        return ()
    return moving.corners


def in_bypass(state: Firefight, unit: int) -> bool:
    moving = movers(state)
    return moving is not None and bool(moving.corners) and unit in moving.units


def find_stack(state: Firefight, unit: int, clause: str) -> None:
    """The hidden stack of a card is found; in a TM Scenario there may be any number of them, and while a
    Gun is not known, it may be hidden as well (ASL-A12.34).
    """
    if pieces_of(state, unit) or _may_hide_gun(state, SIDE[unit]):
        return
    if has(state, unit, HIDDEN) and not kind(state, unit).is_single and not state.card.is_mission:
        state.set(fact.all_found, True, clause)


def _may_hide_gun(state: Firefight, side: str) -> bool:
    """Whether a Gun of a side is on the map that the enemy has not seen."""
    unseen = [g for g in state.armory if GUN_SIDE[g] == side and not state.guns_open >> g & 1]
    return any(gun(side, state.gun_kind[g]).towed for g in unseen)


def show(state: Firefight, unit: int, clause: str) -> None:
    """A unit loses its "?" or its hidden place."""
    if not state.open >> unit & 1:
        find_stack(state, unit, "ASL-A12.31")
        if has(state, unit, HIDDEN) and state.at[unit] >= 0:
            open_claims(state, SIDE[unit], state.at[unit], own=True)
        clear(state, unit, UNSEEN, clause)
        shown = sum(1 << g for g in guns_of(state, unit))
        state.set(fact.open, state.open | 1 << unit, clause)
        state.set(fact.guns_open, state.guns_open | shown, clause)
        if has(state, unit, FOXHOLE):
            uncover(state, SIDE[unit], state.at[unit])
        if state.at[unit] >= 0:
            words = "{} is revealed in {}"
            state.note(clause, words, name(state, unit), GRID.name[state.at[unit]], kind="reveal")


def cover(state: Firefight, unit: int, clause: str) -> None:
    """A unit takes a "?"."""
    hidden = sum(1 << g for g in guns_of(state, unit))
    state.set(fact.open, state.open & ~(1 << unit), clause)
    state.set(fact.guns_open, state.guns_open & ~hidden, clause)
    flag(state, unit, CONCEALED, clause)


def drop_guns(state: Firefight, unit: int, clause: str) -> None:
    for battery in BATTERIES_OF[SIDE[unit]]:
        if state.radio[BATTERY_NUMBER[battery]] == unit:
            drop_radio(state, battery, state.at[unit])
    for g in guns_of(state, unit):
        hex_ = state.at[unit]
        state.set_at(fact.holder, g, -1, clause)
        state.set_at(fact.gun_at, g, hex_, clause)


def drop_radio(state: Firefight, battery: str, hex_: Hex) -> None:
    """PHD-MSR9.ff, ASL-C1.2: the radio of an Observer who is gone lies in his Location, and contact is
    lost.
    """
    key = BATTERY_NUMBER[battery]
    state.set_at(fact.radio, key, -1, "PHD-MSR9.ff")
    state.set_at(fact.radio_at, key, hex_, "PHD-MSR9.ff")
    if state.net[key] == "contact":
        state.set_at(fact.net, key, "silent", "ASL-C1.2")
    state.note("PHD-MSR9.ff", "the {} radio lies in {}", ADJECTIVE[battery], GRID.name[hex_], kind="loss")


def remove_gun(state: Firefight, number_: int, clause: str) -> None:
    holder = state.holder[number_]
    to = readers(state, holder) if holder >= 0 else None
    state.note(clause, "{} is lost", gun_name(state, number_), to=to, kind="loss")
    state.set_at(fact.holder, number_, -1, clause)
    state.set_at(fact.gun_at, number_, OFF, clause)
    state.set_at(fact.gun_kind, number_, "", clause)


def eliminate(state: Firefight, unit: int, clause: str) -> None:
    """A unit is gone; ASL-A26.22: the enemy scores."""
    show(state, unit, clause)
    state.note(clause, "{} {} is eliminated", ADJECTIVE[SIDE[unit]], name(state, unit), kind="elimination")
    scorer = number(ENEMY[SIDE[unit]])
    state.set_at(fact.points, scorer, state.points[scorer] + kind(state, unit).points, "ASL-A26.22")
    note_left(state, unit, guns_of(state, unit))
    drop_guns(state, unit, "ASL-A4.43")
    release_captives(state, unit)
    eliminate_quietly(state, unit, clause)


def release_captives(state: Firefight, guard: int) -> None:
    """ASL-A20.55, ASL-A20.551: without their guard prisoners are free, and arm themselves as green troops."""
    side = ENEMY[SIDE[guard]]
    for one in captives(state, guard):
        new = one.id if one.is_single else REARMED[side][one.type]
        if (unit := create(state, guard, new, 0, "ASL-A20.551", side)) >= 0:
            state.note("ASL-A20.55", "{} {} is free", ADJECTIVE[side], name(state, unit), kind="recovery")
        captor = number(SIDE[guard])
        state.set_at(fact.points, captor, state.points[captor] - one.points, "ASL-A26.22")
    state.set_at(fact.captives, guard, "", "ASL-A20.55")


def eliminate_quietly(state: Firefight, unit: int, clause: str) -> None:
    """A counter leaves the map."""
    put(state, unit, OFF, clause)
    state.set_at(fact.flags, unit, 0, clause)
    state.set_at(fact.kind, unit, "", clause)
    if state.allotted[unit]:
        state.set_at(fact.allotted, unit, 0, "ASL-C13.311")


def break_unit(state: Firefight, unit: int, clause: str) -> None:
    """ASL-A10.4b: broken, under Desperation Morale, its movement over."""
    show(state, unit, "ASL-A12.14.a")
    clear(state, unit, PIN | CX, clause)
    flag(state, unit, BROKEN | DM, clause)
    state.note(clause, "{} {} breaks", ADJECTIVE[SIDE[unit]], name(state, unit), kind="loss")


def pin(state: Firefight, unit: int, clause: str) -> None:
    if not state.flags[unit] & (BROKEN | PIN | CLIMBING) and not is_fearless(state, unit):
        flag(state, unit, PIN, clause)
        words, to = "{} {} is pinned", readers(state, unit)
        state.note(clause, words, ADJECTIVE[SIDE[unit]], name(state, unit), to=to, kind="result")


def change_kind(state: Firefight, unit: int, new: str, clause: str) -> None:
    state.note(clause, "{} becomes a {}", name(state, unit), new, to=readers(state, unit), kind="loss")
    state.set_at(fact.kind, unit, new, clause)


def reduce(state: Firefight, unit: int, clause: str) -> bool:
    """ASL-A7.302: Casualty Reduction; gives whether the unit is a leader, whose wound is still to be rolled
    for.
    """
    printed = kind(state, unit)
    show(state, unit, "ASL-A12.14.a")
    if printed.is_single:
        return True
    if not printed.half:
        eliminate(state, unit, clause)
    else:
        scorer = number(ENEMY[SIDE[unit]])
        state.set_at(
            fact.points,
            scorer,
            state.points[scorer] + printed.points - KINDS[printed.half].points,
            "ASL-A26.22",
        )
        change_kind(state, unit, printed.half, clause)
    return False


def free_place(state: Firefight, side: str) -> int:
    """A place for a new unit; -1: all are taken. What is under way may still name units that are gone: a new
    one does not take their places.
    """
    named, aside = _named(state), state.aside[number(side)]
    free = (u for u in PLACES_OF[side] if not state.kind[u] and u not in named and not aside >> u & 1)
    return next(free, -1)


def everybody(state: Firefight) -> tuple[int, ...]:
    """The units of both sides."""
    return state.mustered[SIDES[0]] + state.mustered[SIDES[1]]


def _named(state: Firefight) -> set[int]:
    """The units that the procedures under way name."""
    found: set[int] = set()
    for frame in state.stack:
        if isinstance(frame, Moving | Selection):
            found |= set(frame.units)
        elif isinstance(frame, Attack):
            found |= {*frame.targets, *frame.firers, *frame.leaders}
        elif isinstance(frame, Shell):
            found |= {*frame.targets, frame.firer, frame.leader}
        elif isinstance(frame, Shot):
            found |= {*frame.targets, frame.firer, frame.leader, frame.spotter}
        elif isinstance(frame, Bombardment):
            found |= set(frame.targets)
        elif isinstance(frame, Checks):
            found |= {unit for unit, _, _ in frame.queue}
        elif isinstance(frame, Close):
            found |= {unit for unit, _ in frame.fates}
    return found


def create(
    state: Firefight, like: int, id_: str, bits: int, clause: str, side: str = "", covered: bool = False
) -> int:
    """A new unit beside another, with so much of its state; -1: the side has no counter left. `covered`: the
    enemy does not learn of it.
    """
    if (unit := free_place(state, side or SIDE[like])) >= 0:
        known_ = state.open & ~(1 << unit) | (not covered) << unit
        state.set_at(fact.kind, unit, id_, clause)
        state.set_at(fact.at, unit, state.at[like], clause)
        state.set(fact.open, known_, clause)
        shared = state.flags[like] & FOXHOLE if SIDE[unit] == SIDE[like] else 0
        flag(state, unit, bits | shared, clause)
        if SIDE[unit] == SIDE[like] and is_crested(state, like):
            set_way(state, unit, way_of(state, like))
    return unit


def split(state: Firefight, unit: int, bits: int, clause: str) -> None:
    """ASL-A1.3: a squad becomes its two half-squads."""
    half, covered = kind(state, unit).half, is_covered(state, unit)
    change_kind(state, unit, half, clause)
    if (other := create(state, unit, half, state.flags[unit] | bits, clause, covered=covered)) >= 0:
        state.note(
            clause, "{} is the other half", name(state, other), to=readers(state, other), kind="deploy"
        )


def jam(state: Firefight, number_: int, clause: str) -> None:
    state.set_at(fact.gun_flags, number_, state.gun_flags[number_] | JAMMED, clause)
    state.note(clause, "{} malfunctions", gun_name(state, number_), kind="loss")
