"""The Rout Phase: who must, who may, where to, by which way, and what Interdiction does."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hexes
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import checks, mines, perching, salvage, wire
from .ablaze import is_ablaze
from .allowances import carried_freely
from .eyes import could_interdict, enemies_near, ground, is_adjacent, is_open_to, normal_range, stand, threats
from .forces import ENEMY, GUN_NAMES, NAMES, SIDE, UNIT
from .foxholes import IN_OR_OUT, has_room, is_dug_in
from .going import exits, is_in_stream
from .grenades import cost_now
from .orphans import note_left
from .pillboxes import is_inside, own_boxes
from .position import (
    BERSERK,
    BROKEN,
    DISRUPTED,
    DM,
    FOXHOLE,
    HIDDEN,
    MELEE,
    PIN,
    ROUTED,
    TI,
    WOUND,
    Each,
    Firefight,
    Leaving,
    Mask,
    Must,
    PlayerTurn,
    Routing,
    Snare,
    Surrender,
    Who,
    fact,
)
from .rubble import rout_ground
from .sight import sight
from .tank_watch import is_interdicted, is_under_guns, shuns_tanks, tanks_near
from .terrain import MULTI_HEX
from .units import (
    clear,
    cover,
    eliminate,
    exit_factor,
    find_stack,
    flag,
    guns_of,
    has,
    in_hex,
    is_armed,
    is_good,
    kind,
    known,
    known_in,
    name,
    on_map,
    printed_gun,
    put,
    settle,
    show,
)
from .unmasking import bare_pick
from .upstairs import STEEPLES
from .victory import check_victory
from .wall_claims import wall_picks
from .words import ANY_OF_SIX, Crawl, Escort, Go, Rout

ROUT_MF, WOUNDED_MF = 12, 6  # half MF


def rout_mf(state: Firefight, unit: int) -> int:
    whole = WOUNDED_MF if state.flags[unit] & WOUND and kind(state, unit).is_single else ROUT_MF
    return max(0, whole - wire.rout_cost(state, unit))


def must_rout(state: Firefight, unit: int) -> bool:
    """ASL-A10.5: in a Blaze, beside a Known, unbroken, armed enemy, or in Open Ground in its sight and Normal
    Range.
    """
    if not state.flags[unit] & BROKEN or state.flags[unit] & (MELEE | ROUTED):
        return False
    if is_inside(state, unit):  # ASL-B30.5
        return False
    side, at = SIDE[unit], state.at[unit]
    if is_ablaze(state, at) or _is_driven_out(state, unit):
        return True
    seen = (
        GRID.distance(state.at[e], at) <= min(16, normal_range(state, e)) and is_open_to(state, e, at, side)
        for e in threats(state, side)
    )
    return not is_dug_in(state, unit) and (any(seen) or is_under_guns(state, side, at))


def _is_driven_out(state: Firefight, unit: int) -> bool:
    """ASL-A19.12: a Disrupted unit routs from enemies beside it if all of them are in Melee, berserk or
    vehicles; any other from each.
    """
    side, at = SIDE[unit], state.at[unit]
    beside, tanks = enemies_near(state, side, at), tanks_near(state, side, at)
    if not has(state, unit, DISRUPTED):
        return bool(beside or tanks)
    return bool(beside or tanks) and all(has(state, enemy, MELEE | BERSERK) for enemy in beside)


def is_pressed(state: Firefight, unit: int) -> bool:
    """ASL-A10.62: what makes a broken unit desperate: a reason to rout, or an armed enemy beside it."""
    side, at = SIDE[unit], state.at[unit]
    return must_rout(state, unit) or bool(enemies_near(state, side, at) or tanks_near(state, side, at))


def may_rout(state: Firefight, unit: int) -> bool:
    flags = state.flags[unit]
    if not flags & BROKEN or flags & (MELEE | ROUTED):
        return False
    return bool(flags & DM and not flags & DISRUPTED) or must_rout(state, unit)


def is_shunned(state: Firefight, side: str, enemy: int, behind: Sequence[int]) -> bool:
    """ASL-A10.51: whether an enemy sees a unit that routs in one of the hexes it has come by."""
    here, seen = stand(state, ENEMY[side], state.at[enemy]), ground(state)
    return any(sight(here, stand(state, side, hex_), ground=seen).is_unit_seen for hex_ in behind)


def may_step(state: Firefight, side: str, a: int, b: int, behind: Sequence[int] = ()) -> bool:
    """ASL-A10.51: never nearer to a Known armed enemy in its sight, or to one it has seen in this phase,
    never beside a Known enemy unless leaving his Location, never over a cliff. Manned vehicles are enemies.
    """
    if not state.card.places >> b & 1 or cost_now(state, a, b) is None or b in STEEPLES:
        return False
    for enemy in known(state, side):
        at = state.at[enemy]
        if at == b or (is_adjacent(state, b, at) and a != at):
            return False
        nearer = is_armed(state, enemy) and GRID.distance(b, at) < GRID.distance(a, at)
        if nearer and is_shunned(state, side, enemy, (a, *behind)):
            return False
    return shuns_tanks(state, side, a, b, (a, *behind))


def first_cost(state: Firefight, unit: int, price: int) -> int:
    """ASL-A7.7, ASL-B27.41: the next hex costs double out of a ring, and 1 MF more out of a foxhole."""
    return price * exit_factor(state, (unit,)) + IN_OR_OUT * is_dug_in(state, unit)


def reach(
    state: Firefight,
    side: str,
    start: int,
    budget: int,
    first: Callable[[int], int] = lambda price: price,
    behind: Sequence[int] = (),
) -> dict[int, int]:
    """The cheapest way to every hex a rout may lead to; the first hex may cost more. Enemies who saw it in
    the hexes behind it, or where it starts, are shunned on all of the way.
    """
    behind = (*behind, start)
    found: dict[int, int] = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > found[at]:
            continue
        for hex_ in exits(at):
            price = cost_now(state, at, hex_)
            if price is None:
                continue
            price = first(price) if at == start else price
            if spent + price > budget or spent + price >= found.get(hex_, 99):
                continue
            if may_step(state, side, at, hex_, behind):
                found[hex_] = spent + price
                heapq.heappush(queue, (spent + price, hex_))
    return found


def _ignorable(state: Firefight, side: str, start: int, hex_: int) -> bool:
    """ASL-A10.51: a hex of the building in which a rout starts may be passed over, and woods or a building no
    farther from a Known enemy than the start.
    """
    one, other = GRID.ground_of(start), GRID.ground_of(hex_)
    if one == other or (one in MULTI_HEX and MULTI_HEX[one] == MULTI_HEX.get(other)):
        return True
    return any(
        GRID.distance(hex_, state.at[e]) <= GRID.distance(start, state.at[e]) for e in known(state, side)
    )


def refuges(state: Firefight, unit: int) -> int:
    """ASL-B30.5: the hexes with a pillbox of its side that has room for a unit."""
    side = SIDE[unit]
    own = [hex_ for hex_ in own_boxes(state, side) if has_room(state, side, hex_, (unit,))]
    return sum(1 << hex_ for hex_ in own if not known_in(state, side, hex_))


def goals(state: Firefight, unit: int) -> Hexes:
    """ASL-A10.51: the nearest woods or building in MF, and such nearer ones as may be ignored; without any
    that binds, every hex in reach.
    """
    side, start = SIDE[unit], state.at[unit]
    found = reach(state, side, start, rout_mf(state, unit), partial(first_cost, state, unit))
    del found[start]
    shelter = rout_ground(state) | refuges(state, unit)
    cover = {hex_: spent for hex_, spent in found.items() if shelter >> hex_ & 1}
    binding = [spent for hex_, spent in cover.items() if not _ignorable(state, side, start, hex_)]
    if not binding:
        return Hexes(sum(1 << hex_ for hex_ in found))
    nearest = min(binding)
    return Hexes(sum(1 << hex_ for hex_, spent in cover.items() if spent <= nearest))


def crawl_hexes(state: Firefight, unit: int) -> Hexes:
    """ASL-A10.52: one Location, not out of one that holds an enemy, neither in nor into a stream."""
    side, at = SIDE[unit], state.at[unit]
    if any(state.at[e] == at for e in known(state, side)) or not rout_mf(state, unit) or is_in_stream(at):
        return Hexes(0)
    dry = (hex_ for hex_ in exits(at) if not is_in_stream(hex_))
    return Hexes(sum(1 << hex_ for hex_ in dry if may_step(state, side, at, hex_)))


def _set(who: Who, test: Callable[[Firefight, int], bool]) -> Mask:
    return lambda state, frame: sum(1 << u for u in on_map(state, who(state, frame)) if test(state, u))


def _each(find: Callable[[Firefight, int], Hexes]) -> Each:
    return lambda state, frame: lambda unit: find(state, unit)


def rout(state: Firefight, frame: PlayerTurn, unit: int, hex_: int) -> None:
    flag(state, unit, ROUTED, "ASL-A10.5")
    leave_weapons(state, unit)
    state.note("ASL-A10.51", "{} routs to {}", name(state, unit), GRID.name[hex_], kind="retreat")
    state.call(Routing(unit=unit, goal=hex_, entered=(state.at[unit],)), "ASL-A10.51")
    salvage.offer(state)


def leave_weapons(state: Firefight, unit: int) -> None:
    """ASL-A10.4: a routing unit keeps the weapons it carries freely, and leaves the others."""
    free = carried_freely(state, unit)
    for g in guns_of(state, unit):
        free -= printed_gun(state, g).pp
        if free < 0:
            state.set_at(fact.holder, g, -1, "ASL-A10.4")
            state.set_at(fact.gun_at, g, state.at[unit], "ASL-A10.4")
            note_left(state, unit, (g,))
            state.note("ASL-A10.4", "{} stays behind", GUN_NAMES[g], kind="loss")
    settle(state, "ASL-A10.4")


def crawl(state: Firefight, frame: PlayerTurn, unit: int, hex_: int) -> None:
    """ASL-A10.52: all its MF for one Location, without Interdiction; weapons, mines and unseen enemies as in
    any rout.
    """
    flag(state, unit, ROUTED, "ASL-A10.52")
    leave_weapons(state, unit)
    state.note("ASL-A10.52", "{} crawls to {}", name(state, unit), GRID.name[hex_], kind="retreat")
    if not mines.on_exit(state, (unit,), hex_, CRAWLS, 0, ""):
        _crawl_in(state, unit, hex_)
    salvage.offer(state)


def _crawl_in(state: Firefight, unit: int, hex_: int) -> None:
    at = state.at[unit]
    put(state, unit, hex_, "ASL-A10.52")
    settle(state, "ASL-A10.52")
    mines.on_entry(state, (unit,), at, hex_)
    _meet(state, unit, hex_)


def _meet(state: Firefight, unit: int, hex_: int) -> None:
    """ASL-A10.533: a unit that routs into enemies nobody saw."""
    if any(not state.open >> u & 1 for u in in_hex(state, ENEMY[SIDE[unit]], hex_)):
        state.call(Snare(unit=unit, hex=hex_), "ASL-A10.533")


def leave_mines_crawling(state: Firefight, leaving: Leaving, fit: tuple[int, ...]) -> None:
    for unit in fit:
        _crawl_in(state, unit, leaving.hex)


CRAWLS = "crawl"
mines.GO_ON[CRAWLS] = leave_mines_crawling


def _still(who: Who) -> Must:
    def must(state: Firefight, frame: object) -> Ruling | None:
        for unit in on_map(state, who(state, frame)):
            if must_rout(state, unit) and (goals(state, unit) or crawl_hexes(state, unit)):
                return Ruling("ASL-A10.5", f"{name(state, unit)} must rout")
        return None

    return must


def rout_phase(who: Who, title: str) -> Phase:
    screens = (
        Screen(
            "ASL-A3", "{unit} is not on the side that routs now", _set(who, lambda s, u: True), decisive=True
        ),
        Screen(
            "ASL-A10.5",
            "{unit} is not bound to rout and not under Desperation Morale",
            _set(who, may_rout),
            decisive=True,
        ),
    )
    claim, drop = wall_picks(who)
    return Phase(
        clause="ASL-A10.5",
        name=title,
        title="Rout Phase",
        side=who,
        picks=(
            bare_pick(who),
            claim,
            Pick(
                verb=Crawl,
                names=NAMES,
                units=screens,
                hexes=(
                    Screen(
                        "ASL-A10.52", "{hex} cannot be reached by a Low Crawl", _each(crawl_hexes), each=True
                    ),
                ),
                apply=crawl,
            ),
            drop,
            Pick(
                verb=Rout,
                names=NAMES,
                units=screens,
                hexes=(
                    Screen(
                        "ASL-A10.51",
                        "{hex} is not the nearest cover, or cannot be reached",
                        _each(goals),
                        each=True,
                    ),
                ),
                apply=rout,
            ),
        ),
        must=_still(who),
    )


# ---------------------------------------------------------------- on the way


def _next(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Routing) or _is_stopped(state, frame):
        return 0
    if has_arrived(state, frame):
        return _cover_beyond(state, frame)
    side, at, left = SIDE[frame.unit], state.at[frame.unit], rout_mf(state, frame.unit) - frame.spent
    found = 0
    for hex_ in exits(at):
        price = cost_now(state, at, hex_)
        price = None if price is None else first_cost(state, frame.unit, price)
        if price is None or price > left or hex_ in frame.entered:
            continue
        if not may_step(state, side, at, hex_, frame.entered):
            continue
        onward = reach(state, side, hex_, left - price, behind=frame.entered)
        found |= (hex_ == frame.goal or frame.goal in onward) << hex_
    return found


def has_arrived(state: Firefight, frame: Routing) -> bool:
    """Whether a rout has come to its goal, and may only go on through cover."""
    return frame.goal in frame.entered


def _cover_beyond(state: Firefight, frame: Routing) -> int:
    """ASL-A10.51: from cover a rout may go on if the next hex is woods or a building as well."""
    side, at, ground_ = SIDE[frame.unit], state.at[frame.unit], rout_ground(state)
    left = rout_mf(state, frame.unit) - frame.spent
    if not ground_ >> at & 1 or is_dug_in(state, frame.unit):
        return 0
    found = 0
    for hex_ in exits(at):
        price = cost_now(state, at, hex_) if ground_ >> hex_ & 1 and hex_ not in frame.entered else None
        fits = price is not None and price <= left
        found |= (fits and may_step(state, side, at, hex_, frame.entered)) << hex_
    return found


def _is_stopped(state: Firefight, frame: Routing) -> bool:
    return state.at[frame.unit] < 0 or bool(state.flags[frame.unit] & PIN)


def _must_go_on(state: Firefight, frame: object) -> bool:
    return isinstance(frame, Routing) and not is_over(state, frame) and bool(_next(state, frame))


def is_over(state: Firefight, frame: Routing) -> bool:
    return _is_stopped(state, frame) or has_arrived(state, frame)


def rout_step(state: Firefight, frame: Routing, unit: int, hex_: int) -> None:
    """ASL-A10.53: Interdiction on entering Open Ground that an enemy could fire into."""
    if not mines.on_exit(state, (frame.unit,), hex_, ROUTS, 0, ""):
        _arrive(state, frame, hex_)


ROUTS = "rout"


def leave_mines(state: Firefight, leaving: Leaving, fit: tuple[int, ...]) -> None:
    frame = state.stack[-1]
    if fit and isinstance(frame, Routing):
        _arrive(state, frame, leaving.hex)


mines.GO_ON[ROUTS] = leave_mines


def _arrive(state: Firefight, frame: Routing, hex_: int) -> None:
    who, at = frame.unit, state.at[frame.unit]
    price = first_cost(state, who, cost_now(state, at, hex_) or 0)
    for one in (who, frame.leader):
        if one >= 0 and state.at[one] == at:  # a leader who went along may have fallen
            put(state, one, hex_, "ASL-A10.51")
    if hex_ == frame.goal and refuges(state, who) >> hex_ & 1:
        flag(state, who, FOXHOLE, "ASL-B30.5")
    settle(state, "ASL-A10.51")
    state.replace(
        replace(state.stack[-1], spent=frame.spent + price, entered=(*frame.entered, hex_)), "ASL-A10.51"
    )
    seen = any(could_interdict(state, e, hex_, SIDE[who]) for e in threats(state, SIDE[who]))
    if seen or is_interdicted(state, SIDE[who], hex_):  # ASL-A10.532.ord
        checks.call(state, [(who, checks.INTERDICT, 0)], "ASL-A10.53")
    mines.on_entry(state, (who,), at, hex_)
    _meet(state, who, hex_)


# ---------------------------------------------------------------- into enemies nobody saw


def unseen_in(state: Firefight, frame: Snare) -> list[int]:
    return [u for u in in_hex(state, ENEMY[SIDE[frame.unit]], frame.hex) if not state.open >> u & 1]


def spring(state: Firefight, frame: Snare, action: Roll) -> None:
    """ASL-A10.533: one of the unseen is revealed, and takes the unit prisoner if it can."""
    state.replace(replace(frame, done=True), "ASL-A10.533")
    for unit in unseen_in(state, frame):
        if state.flags[unit] & HIDDEN:
            find_stack(state, unit, "ASL-A10.533")
            clear(state, unit, HIDDEN, "ASL-A10.533")
            cover(state, unit, "ASL-A10.533")
    there = unseen_in(state, frame)
    captor = there[(action.face - 1) % len(there)]
    show(state, captor, "ASL-A10.533")
    settle(state, "ASL-A10.533")
    if SIDE[frame.unit] not in state.no_quarter and is_armed(state, captor):
        state.call(Surrender(queue=(frame.unit,), guards=(captor,)), "ASL-A10.533")


def end_snare(state: Firefight, frame: Snare) -> None:
    """ASL-A10.533: who was not taken is eliminated for Failure to Rout."""
    if state.at[frame.unit] == frame.hex:
        eliminate(state, frame.unit, "ASL-A10.533")
        salvage.offer(state)


SNARE = (
    Chance(
        clause="ASL-A10.533",
        name="snare",
        outcomes=lambda state, frame: NO_OUTCOME if frame.done else ANY_OF_SIX,
        apply=spring,
    ),
    Auto(clause="ASL-A10.533", do=end_snare),
)


# ---------------------------------------------------------------- a leader goes along


def escorts(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-A10.711: before the first hex, an unpinned leader in Good Order who is not wounded."""
    if not isinstance(frame, Routing) or len(frame.entered) > 1 or frame.leader >= 0:
        return ()
    bad = PIN | TI | WOUND | ROUTED
    there = in_hex(state, SIDE[frame.unit], state.at[frame.unit])
    fit = [u for u in there if kind(state, u).is_leader and is_good(state, u) and not state.flags[u] & bad]
    return [Escort(NAMES[u]) for u in fit]


def go_along(state: Firefight, frame: Routing, action: Escort) -> None:
    leader = UNIT[action.unit]
    show(state, leader, "ASL-A10.711")
    flag(state, leader, ROUTED, "ASL-A10.711")
    state.note("ASL-A10.711", "{} goes along", name(state, leader), kind="retreat")
    state.replace(replace(state.stack[-1], leader=leader), "ASL-A10.711")
    settle(state, "ASL-A10.711")


def finish_rout(state: Firefight, frame: Routing) -> None:
    if state.at[frame.unit] >= 0:
        clear(state, frame.unit, PIN, "ASL-A10.53")
    check_victory(state)
    salvage.offer(state)


ROUTING = (
    Phase(
        clause="ASL-A10.51",
        name="rout way",
        title="the way of the rout",
        side=lambda state, frame: SIDE[frame.unit] if isinstance(frame, Routing) else state.mover,
        picks=(
            Pick(
                verb=Go,
                hexes=(Screen("ASL-A10.51", "{hex} does not lead to the goal", _next),),
                apply=rout_step,
            ),
        ),
        plain=escorts,
        take_plain=go_along,
        plain_verbs=(Escort,),
        refuse=lambda state, frame, action: Ruling(
            "ASL-A10.711", "an unpinned Good Order leader of the Location goes along from the first hex on"
        ),
        must=lambda state, frame: (
            Ruling("ASL-A10.51", "the unit has not come to its goal") if _must_go_on(state, frame) else None
        ),
    ),
    Auto(clause="ASL-A10.51", do=finish_rout),
)


def begin_rout(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A10.62: broken units beside an enemy, or in the open in sight of one, are desperate."""
    for unit in range(len(NAMES)):
        if state.at[unit] >= 0 and state.flags[unit] & BROKEN and is_pressed(state, unit):
            flag(state, unit, DM, "ASL-A10.62")
    wire.before_rout(state)
    perching.fall_in(state)


def fail_to_rout(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A10.5: who had to rout and could not is eliminated."""
    for unit in range(len(NAMES)):
        if state.at[unit] >= 0 and must_rout(state, unit):
            eliminate(state, unit, "ASL-A10.5")
    settle(state, "ASL-A10.5")
    check_victory(state)
    salvage.offer(state)
