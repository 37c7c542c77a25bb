"""Movement, one expenditure at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from grognard.core.facts import Action, Roll, is_unknown
from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import Auto, Chance, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import (
    bypass,
    climbing,
    demolition,
    departing,
    digging,
    dropping,
    entering,
    grenades,
    gun_push,
    heat,
    mines,
    mounting,
    onset,
    perching,
    salvage,
    searching,
    stealth,
    trenches,
    upstairs,
    vehicles,
    wire,
)
from .ablaze import NO_ENTRY, not_ablaze
from .allowances import allowance, own_allowance
from .charge import charge_mf, next_hexes
from .clouds import smoke_in
from .crest_status import is_crested, level_cost
from .dash import dash_way, dashes
from .deploying import is_asked_anyway, try_recovery, within_reach
from .forces import ENEMY, GUN, GUN_NAMES, NAMES, OF_SIDE, SIDE, UNIT
from .foxholes import any_dug_in
from .going import cost, exits, is_road
from .grenades import cost_now
from .markers import crew, is_marker
from .obstacles import wired
from .pillboxes import is_inside
from .position import (
    BERSERK,
    BROKEN,
    CX,
    DISRUPTED,
    DUE,
    G_MOVED,
    HIDDEN,
    MELEE,
    MOVED,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    WINDED,
    WOUND,
    Detection,
    Each,
    Firefight,
    Leaving,
    Mask,
    Moving,
    Onset,
    Window,
    fact,
)
from .route import entrances, follow, is_whole, onward, ways
from .shots import mine_power
from .strongpoint import keeps_out
from .units import (
    clear,
    cover,
    excess,
    exit_factor,
    find_stack,
    flag,
    guns_of,
    has,
    in_hex,
    in_order,
    is_observing,
    known,
    name,
    number,
    observers,
    pieces_of,
    put,
    settle,
    show,
)
from .unmasking import bare_pick
from .victory import check_victory
from .wall_claims import CLAIM, DROP
from .words import (
    ANY_OF_SIX,
    Along,
    Assault,
    Brink,
    Bypass,
    Dash,
    Depart,
    Double,
    File,
    Go,
    Lead,
    Mount,
    Move,
    Offroad,
    Perch,
    Recover,
    Rush,
    Shed,
    Sweep,
)

# ---------------------------------------------------------------- who, and how far


def _present(state: Firefight, unit: int) -> bool:
    """ASL-A2.52: on the map, or off it and due to enter."""
    return state.at[unit] >= 0 or (bool(state.kind[unit]) and bool(state.flags[unit] & DUE))


def _own(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in state.mustered[state.mover] if _present(state, u))


def _without(*flags: int) -> Mask:
    bits = sum(flags)

    def mask(state: Firefight, frame: object) -> int:
        return OF_SIDE[state.mover] & ~sum(
            1 << u for u in state.mustered[state.mover] if state.flags[u] & bits
        )

    return mask


def _not_at_the_radio(state: Firefight, frame: object) -> int:
    return OF_SIDE[state.mover] & ~sum(1 << u for u in observers(state) if u >= 0)


def _on_foot(state: Firefight, frame: object) -> int:
    return ~state.riding


def where(state: Firefight, frame: Moving) -> Hex:
    """Of a stack that spends MF where it is the enemy may not know all."""
    return max((state.at[u] for u in frame.units if not is_unknown(state.at[u])), default=OFF)


def step_cost(state: Firefight, frame: Moving, hex_: int) -> int | None:
    """What the next hex costs the stack; ASL-A5.11: more where it would be crowded."""
    at = where(state, frame)
    price = bypass.enter_price(hex_) if at == hex_ else cost_now(state, at, hex_)
    if price is None:
        return None
    units = crew(state, frame.units)
    if state.crests and at >= 0 and units and all(is_crested(state, u) for u in units):
        price -= (cost(at, hex_) or 0) - (level_cost(at, hex_) or 0)  # ASL-B20.9
    there = [u for u in in_hex(state, SIDE[frame.units[0]], hex_) if u not in units]
    return price * exit_factor(state, units) + 2 * excess(state, [*there, *units])


def _way(state: Firefight, frame: Moving) -> int:
    """The hexes beside the stack, or those it may enter the map by; ASL-A4.3: out of a bypass."""
    at = where(state, frame)
    if at == OFF:
        return entrances(state, frame)
    if frame.corners:
        return sum(1 << hex_ for hex_ in (at, *bypass.exits(at, frame.corners[-1])))
    return sum(1 << hex_ for hex_ in exits(at))


def affordable(state: Firefight, frame: Moving) -> int:
    """ASL-A4.13: hexes the stack can pay for; ASL-B3.4: 1 MF more on clear roads alone; ASL-A4.61: Assault
    Movement leaves some.
    """
    found, at, whole = 0, where(state, frame), allowance(state, frame)
    if frame.charge >= 0:
        whole = charge_mf(state, frame.units[0])
    for hex_ in members(_way(state, frame)):
        price = step_cost(state, frame, hex_)
        if price is None:
            continue
        road = frame.road and by_clear_road(state, at, hex_)
        limit = whole + (2 if road else 0) - (1 if frame.assault else 0)
        found |= (frame.spent + price <= limit or may_strain(state, frame)) << hex_
    return found


def by_road(at: int, hex_: int) -> bool:
    return at not in (OFF, hex_) and is_road(at, hex_)


def by_clear_road(state: Firefight, at: int, hex_: int) -> bool:
    """ASL-B3.4: by a road into a hex without SMOKE, and without wire or mines that are known of."""
    laid = wired(state, state.mover) >> hex_ & 1 or hex_ in dict(state.mines_found)
    return by_road(at, hex_) and not laid and not smoke_in(state, hex_)


def may_strain(state: Firefight, frame: Moving) -> bool:
    """ASL-A4.134: Minimum Move: with 1 MF a unit may enter one hex whatever it costs, and do nothing else."""
    plain = frame.charge < 0 > frame.dash and not is_marker(frame.units)
    fresh = not frame.spent and not frame.assault and not frame.double and plain
    return fresh and where(state, frame) != OFF and allowance(state, frame) >= 2


def _free_of_enemies(state: Firefight, frame: object) -> int:
    """ASL-A4.14: no Location with an unconcealed enemy who is not Disrupted; ASL-A15.43: a charge ends in
    one.
    """
    taken = 0
    if getattr(frame, "charge", -1) >= 0:
        return -1
    for unit in known(state, state.mover):
        harmless = has(state, unit, DISRUPTED) or is_inside(state, unit)  # ASL-B30.2
        taken |= (not harmless) << state.at[unit]
    return ~(taken | vehicles.hexes_of(state, ENEMY[state.mover]))


def enterable(state: Firefight, frame: Moving) -> int:
    """Hexes that nothing closes to the stack besides their cost."""
    held = digging.outside(state, frame) & wire.outside(state, frame)
    return int(state.card.places) & _free_of_enemies(state, frame) & upstairs.roomy(state, frame) & held


def _one_only(state: Firefight, frame: Moving) -> int:
    """ASL-A4.61: Assault Movement enters one Location at most."""
    return 0 if frame.assault and frame.hexes else -1


def _charge_way(state: Firefight, frame: Moving) -> int:
    """ASL-A15.43: the shortest way in MF."""
    return -1 if frame.charge < 0 else next_hexes(state, frame, where(state, frame))


def _dash_way(state: Firefight, frame: Moving) -> int:
    return dash_way(state, frame, where(state, frame))


GO_SCREENS = (
    Screen("FF-AREA", "{hex} lies outside the area of the fight", lambda s, f: s.card.places, decisive=True),
    Screen("ASL-A4.2", "{hex} is not the next hex of the way", _way, decisive=True),
    Screen("ASL-A4.14", "{hex} holds an enemy", _free_of_enemies),
    Screen("ASL-A4.61", "Assault Movement enters one Location", _one_only),
    Screen("ASL-B25.14", NO_ENTRY, not_ablaze),
    Screen("ASL-A4.13", "{hex} costs more MF than are left, or cannot be entered from here", affordable),
    Screen("ASL-A15.43", "{hex} is not on the shortest way of the charge", _charge_way),
    Screen("ASL-A4.63", "{hex} is not on the way of the Dash", _dash_way),
    Screen("ASL-B31.2", upstairs.NO_ROOM, upstairs.roomy),
    Screen("ASL-B26.4", "the movers are on wire and get beneath it first", wire.outside),
    Screen("ASL-B27.4", "the movers are in a foxhole and leave it first, for 1 MF", digging.outside),
)


def _may_enter(state: Firefight, frame: Moving, hex_: int) -> bool:
    return all(screen.mask(state, frame) >> hex_ & 1 for screen in GO_SCREENS)


def _alone(unit: int, state: Firefight) -> Moving:
    return Moving(units=(unit,), origin=state.at[unit])


def _first_steps(test: Callable[[Firefight, Moving], int]) -> Each:
    def prepare(state: Firefight, frame: object) -> Callable[[int], int]:
        return lambda unit: test(state, _alone(unit, state))

    return prepare


WHO = (
    Screen("ASL-A4.2", "{unit} is not on the side that moves, or not there", _own, decisive=True),
    Screen("ASL-A10.4b", "{unit} is broken and moves only in the Rout Phase", _without(BROKEN)),
    Screen("ASL-A3.2", "{unit} has fired in the Prep Fire Phase", _without(PREP)),
    Screen("ASL-A7.8", "{unit} is pinned", _without(PIN)),
    Screen("ASL-A4.8", "{unit} is busy", _without(TI)),
    Screen("ASL-A11.15", "{unit} is in Melee", _without(MELEE)),
    Screen("ASL-A4.2", "{unit} has moved", _without(MOVED)),
    Screen("ASL-A15.43", "{unit} is berserk, and charges or stays", _without(BERSERK)),
    Screen("ASL-A7.25", "{unit} keeps its fire and does not move", _without(OPPORTUNE)),
    Screen("ASL-C1.6", "{unit} has worked the radio and does not move", _not_at_the_radio),
    Screen("ASL-D6.2", "{unit} rides a vehicle, and gets off it first", _on_foot),
)
ON_THE_GROUND = Screen("ASL-B11.4", "{unit} is on a cliff", climbing.off_cliff)


def start(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    lead(state, frame, unit, hex_)
    go(state, movers(state), 0, hex_)


def lead(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    climbing.give_up(state, unit)
    state.call(_alone(unit, state), "ASL-A4.2")


def _must_enter(state: Firefight, frame: object) -> Ruling | None:
    """ASL-A2.5: units that are due enter; PHD-R18: in a TM Scenario when their owner likes."""
    if state.card.is_mission:
        return None
    own = state.mustered[state.mover]
    due = [u for u in own if state.at[u] < 0 and state.flags[u] & (DUE | MOVED) == DUE]
    waiting = [u for u in due if not vehicles.is_riding(state, u) and can_enter(state, _alone(u, state))]
    return Ruling("ASL-A2.5", f"{name(state, waiting[0])} is due and must enter") if waiting else None


def can_enter(state: Firefight, frame: Moving) -> bool:
    """ASL-A2.5: whether a stack off the map has a hex to enter by that it can pay and no enemy blocks."""
    return bool(affordable(state, frame) & _free_of_enemies(state, frame))


MOVEMENT = Phase(
    clause="ASL-A4.2",
    name="movement",
    title="Movement Phase",
    side=lambda state, frame: state.mover,
    asks_anyway=lambda state, frame: is_asked_anyway(state, state.mover),
    picks=(
        bare_pick(lambda state, frame: state.mover),
        CLAIM,
        DROP,
        climbing.climb_pick(WHO, own_allowance),
        *gun_push.push_picks(cost_now, own_allowance),
        entering.enter_pick(_may_enter),
        stealth.SNEAK,
        Pick(verb=Lead, names=NAMES, units=(*WHO, ON_THE_GROUND), apply=lead),
        Pick(
            verb=Move,
            names=NAMES,
            units=(*WHO, ON_THE_GROUND),
            hexes=tuple(
                Screen(s.clause, s.because, _first_steps(s.mask), decisive=s.decisive, each=True)
                for s in (*GO_SCREENS[:3], GO_SCREENS[4], *GO_SCREENS[-3:])
            ),
            apply=start,
        ),
    ),
    must=_must_enter,
)

# ---------------------------------------------------------------- on the way


def _joinable(state: Firefight, frame: Moving) -> int:
    """ASL-A4.2: others of the Location may come along before the first MF is spent."""
    if not frame.units or frame.spent or frame.charge >= 0 or is_marker(frame.units):
        return 0
    bad = BROKEN | PREP | PIN | TI | MELEE | MOVED | BERSERK | OPPORTUNE
    at = where(state, frame)
    return sum(
        1 << u
        for u in state.mustered[state.mover]
        if _present(state, u)
        and state.at[u] == at
        and not state.flags[u] & bad
        and u not in frame.units
        and not vehicles.is_riding(state, u)
        and not is_observing(state, u)
        and climbing.off_cliff(state, frame) >> u & 1
    )


def _declarations(state: Firefight, frame: Moving) -> Sequence[Action]:
    """ASL-A4.61: Assault Movement before the first MF; ASL-A4.5: Double Time then, or later for less."""
    if not frame.units or frame.charge >= 0 or frame.dash >= 0 or frame.minimum:
        return ()
    found: list[Action] = []
    if not frame.spent and not frame.assault and not frame.double and where(state, frame) != OFF:
        found.append(Assault())
    worn = any(state.flags[u] & (CX | WOUND | WINDED) for u in crew(state, frame.units))
    if not frame.double and not frame.assault and not worn and not wire.any_on(state, frame.units):
        found.append(Double())
    return found


def _choices(state: Firefight, frame: Moving) -> Sequence[Action]:
    if frame.dash >= 0 or not is_whole(state, frame):
        return []
    if is_marker(frame.units):
        return in_order(_declarations(state, frame))
    at = where(state, frame)
    left = (charge_mf(state, frame.units[0]) if frame.charge >= 0 else allowance(state, frame)) - frame.spent
    left -= frame.assault
    held = any_dug_in(state, frame.units) or wire.any_on(state, frame.units)
    found: list[Action] = [] if held else list(bypass.passes(state, frame, at, left))
    if frame.corners:
        return in_order(found)
    found += [*digging.entries(state, frame, left), *wire.ways_off(state, frame, left)]
    found += [*_declarations(state, frame), *_recoveries(state, frame), *grenades.throws(state, frame, left)]
    found += [*departing.departures(state, frame, at, left), *perching.perches(state, frame, at, left)]
    found += [*dropping.on_the_way(state, frame), *_brinks(state, frame, at, left)]
    found += [*demolition.lays(state, frame, left), *mounting.mounts(state, frame, at, left)]
    found += _offroads(state, frame, at, left)
    return in_order([*found, Sweep()] if searching.can_search(state, frame, left) else found)


def offroad_price(state: Firefight, frame: Moving, at: int, hex_: int) -> int:
    """ASL-A4.132: what a road hex costs for what grows in it; 0: the road is no cheaper, or no way."""
    price, growth = step_cost(state, frame, hex_), cost(at, hex_, False)
    if price is None or growth is None or not by_road(at, hex_) or growth <= (cost(at, hex_) or 0):
        return 0
    return price + exit_factor(state, frame.units) * (growth - (cost(at, hex_) or 0))


def _offroads(state: Firefight, frame: Moving, at: int, left: int) -> Iterator[Action]:
    """ASL-A4.132: road hexes beside the movers, entered for the cost of their terrain, not in the open."""
    if at < 0 or not frame.units or frame.charge >= 0 or frame.pushing >= 0:
        return
    free = enterable(state, frame) & not_ablaze(state, frame) & _one_only(state, frame)
    for hex_ in exits(at):
        if free >> hex_ & 1 and 0 < offroad_price(state, frame, at, hex_) <= left:
            yield Offroad(GRID.name[hex_])


def _offroad(state: Firefight, frame: Moving, action: Offroad) -> None:
    hex_ = GRID.number[action.hex]
    price = offroad_price(state, frame, where(state, frame), hex_)
    enter(state, replace(movers(state), corners=(), beside=True), hex_, price, "{} moves to {}")


def _brink_price(state: Firefight, frame: Moving, hex_: int) -> int | None:
    """ASL-B20.9: 1 MF less than the hex costs beside its road, which runs along the bottom."""
    price = offroad_price(state, frame, where(state, frame), hex_) or step_cost(state, frame, hex_)
    return None if price is None else price - perching.LESS


def _brinks(state: Firefight, frame: Moving, at: int, left: int) -> Iterator[Action]:
    """ASL-B20.9: into a hex with Crest status."""
    free = enterable(state, frame) & not_ablaze(state, frame) & _one_only(state, frame)
    for hex_ in perching.brinks(state, frame, at):
        price = _brink_price(state, frame, hex_)
        if free >> hex_ & 1 and price is not None and price <= left:
            yield from perching.facing(hex_)


def _brink(state: Firefight, frame: Moving, action: Brink) -> None:
    hex_ = GRID.number[action.hex]
    price = _brink_price(state, frame, hex_) or 0
    way = replace(movers(state), corners=(), beside=False)
    enter(state, way, hex_, price, "{} goes up to the crest in {}")
    perching.settle_on(state, frame.units, hex_, GRID.number[action.faced])


RECOVERY_COST = 2  # half MF


def _recoveries(state: Firefight, frame: Moving) -> Iterator[Action]:
    """ASL-A4.44: 1 MF, one try per unit and gun."""
    if (
        not frame.units
        or frame.charge >= 0
        or frame.spent + RECOVERY_COST > allowance(state, frame) - frame.assault
    ):
        return
    for unit in frame.units if where(state, frame) >= 0 else ():
        for g in within_reach(state, unit):
            if (unit, g) not in frame.tried:
                yield Recover(NAMES[unit], GUN_NAMES[g])


def recover(state: Firefight, frame: Moving, action: Recover) -> None:
    """ASL-A4.44: an expenditure of 1 MF in the hex; the die, then the window. From a broken friend it costs
    nothing, and no window opens.
    """
    unit, g = UNIT[action.unit], GUN[action.gun]
    if state.holder[g] >= 0:
        state.replace(replace(state.stack[-1], tried=(*frame.tried, (unit, g))), "ASL-A4.44")
        try_recovery(state, unit, g)
        return
    for one in frame.units:
        flag(state, one, MOVED, "ASL-A4.2")
    spent, here = frame.spent + RECOVERY_COST, frame.here + RECOVERY_COST
    tried = (*frame.tried, (unit, g))
    changed = replace(state.stack[-1], spent=spent, here=here, tried=tried, crossed=False)
    state.replace(changed, "ASL-A4.44")
    state.call(Window(), "FF-WIN.1")
    try_recovery(state, unit, g)


def _refuse_declaration(state: Firefight, frame: object, action: Action) -> Ruling | None:
    if isinstance(action, Mount):
        return mounting.refuse(state, frame, action)
    if isinstance(action, Sweep):
        return searching.refuse(state, frame, action)
    if isinstance(action, grenades.VERBS):
        return grenades.refuse(state, frame, action)
    if isinstance(action, demolition.VERBS):
        return demolition.refuse(state, frame, action)
    if isinstance(action, digging.VERBS):
        return digging.refuse(state, frame, action)
    if isinstance(action, wire.VERBS):
        return wire.refuse(state, frame, action)
    if isinstance(action, Depart):
        return departing.refuse(state, frame, action)
    if isinstance(action, Offroad):
        words = "movers enter a road hex next to them, where what grows costs more, with the MF for that"
        return Ruling("ASL-A4.132", words)
    if isinstance(action, Perch | Brink):
        return perching.refuse(state, frame, action)
    if isinstance(action, Shed):
        return dropping.refuse(state, frame, action)
    if isinstance(action, Bypass):
        return bypass.refuse(state, frame, action)
    if isinstance(action, Recover):
        words = "a mover picks up a gun of its hex for 1 MF, once each, Good Order, without an armed enemy"
        return Ruling("ASL-A4.44", words)
    if isinstance(action, Double):
        return Ruling(
            "ASL-A4.5",
            "Double Time is declared once, by units neither wounded nor on wire, that are not CX and were not"
            " when the phase began, instead of Assault",
        )
    return Ruling(
        "ASL-A4.61", "Assault Movement is declared before moving, once, on the map, and not with Double Time"
    )


def _rushes(state: Firefight, frame: Moving) -> int:
    """ASL-A4.15: hexes with a leader or hero alone that the movers can pay for at double MF."""
    at = where(state, frame)
    found, left = onset.targets(state, frame, at) & state.card.places, allowance(state, frame) - frame.spent
    prices = {hex_: step_cost(state, frame, hex_) for hex_ in members(found)}
    paid = [h for h, price in prices.items() if price is not None and onset.FACTOR * price <= left]
    return (
        sum(1 << h for h in paid)
        & digging.outside(state, frame)
        & wire.outside(state, frame)
        & _one_only(state, frame)
    )


NO_RUSH = "{hex} does not hold a leader or hero alone, or costs more than half the MF left"


def rush(state: Firefight, frame: Moving, unit: int, hex_: int) -> None:
    onset.begin(state, frame, hex_, onset.FACTOR * (step_cost(state, frame, hex_) or 0))


def enter_onset(state: Firefight, frame: Onset) -> None:
    """ASL-A4.15: in, if they dared; else their movement is over."""
    state.set(fact.stack, state.stack[:-1], "ASL-A4.15")
    moving = movers(state)
    if frame.passed:
        rushing = replace(moving, rush=frame.hex, beside=False, ended=False)
        enter(state, rushing, frame.hex, frame.price, "{} rush into {}")
        return
    for one in moving.units:
        flag(state, one, MOVED, "ASL-A4.15")
    if moving.ended:  # ASL-A12.15: they have gone back, and the other side answers there
        state.call(Window(), "FF-WIN.1")
        return
    state.replace(replace(moving, units=()), "ASL-A4.15")


ONSET = onset.onset_steps(Auto(clause="ASL-A4.15", do=enter_onset))


def _dashes(state: Firefight, frame: Moving) -> int:
    held = any_dug_in(state, frame.units) or wire.any_on(state, frame.units)
    if frame.dash >= 0 or held or is_marker(frame.units):
        return 0
    return dashes(state, frame, where(state, frame), allowance(state, frame))


def _trenches(state: Firefight, frame: Moving) -> int:
    """ASL-B27.5: where a trench leads, as far as the MF go."""
    left = allowance(state, frame) - frame.spent - frame.assault
    fits = left >= trenches.MF and frame.charge < 0 and frame.dash < 0 and not is_marker(frame.units)
    return (
        trenches.next_hexes(state, frame.units, where(state, frame)) & _one_only(state, frame) if fits else 0
    )


NO_DASH = "{hex} is not a hex with cover across a road that the movers, in cover, can reach"


def dash(state: Firefight, frame: Moving, unit: int, hex_: int) -> None:
    state.note("ASL-A4.63", "a Dash to {}", GRID.name[hex_], kind="move")
    state.replace(replace(state.stack[-1], dash=hex_), "ASL-A4.63")


def declare_way(state: Firefight, frame: Moving, action: Action) -> None:
    if isinstance(action, Recover):
        recover(state, frame, action)
        return
    if isinstance(action, Mount):
        mounting.mount(state, frame, action)
        return
    if isinstance(action, Sweep):
        searching.search(state, frame)
        return
    if isinstance(action, Depart):
        departing.depart(state, frame)
        return
    if isinstance(action, Perch):
        perching.perch(state, frame, action)
        return
    if isinstance(action, Brink):
        _brink(state, frame, action)
        return
    if isinstance(action, Offroad):
        _offroad(state, frame, action)
        return
    if isinstance(action, Shed):
        dropping.shed(state, action)
        return
    if isinstance(action, digging.VERBS):
        digging.change(state, frame, action)
        return
    if isinstance(action, wire.VERBS):
        wire.get_beneath(state, frame, allowance(state, frame) - frame.spent - frame.assault)
        return
    if isinstance(action, grenades.VERBS):
        grenades.throw(state, frame, action)
        return
    if isinstance(action, Assault):
        state.replace(replace(frame, assault=True), "ASL-A4.61")
        return
    if isinstance(action, Bypass):
        pass_by(state, frame, action)
        return
    if isinstance(action, demolition.VERBS):
        demolition.lay(state, frame, action)
        return
    for unit in crew(state, frame.units):
        flag(state, unit, CX, "ASL-A4.5")
    state.replace(replace(frame, double=True, late=bool(frame.spent)), "ASL-A4.5")


def along(state: Firefight, frame: Moving, unit: int, hex_: int) -> None:
    climbing.give_up(state, unit)
    state.replace(replace(frame, units=(*frame.units, unit)), "ASL-A4.2")


def _not_empty(mask: Callable[[Firefight, Moving], int]) -> Callable[[Firefight, Moving], int]:
    return lambda state, frame: mask(state, frame) if is_whole(state, frame) else 0


PLURAL = {
    "{} enters {}": "{} enter {}",
    "{} moves to {}": "{} move to {}",
    "{} passes {} in bypass": "{} pass {} in bypass",
}


def go(state: Firefight, frame: Moving, unit: int, hex_: int) -> None:
    """The stack enters the next hex."""
    at = where(state, frame)
    price = step_cost(state, frame, hex_) or 0
    most = allowance(state, frame) + 2 * by_clear_road(state, at, hex_)
    strained = at != OFF and frame.charge < 0 and price > most
    words = "{} enters {}" if at == OFF else "{} moves to {}"
    enter(state, replace(movers(state), minimum=strained, corners=(), beside=False), hex_, price, words)


def pass_by(state: Firefight, frame: Moving, action: Bypass) -> None:
    """ASL-A4.3: the stack passes along the edge of a hex."""
    at, hex_ = where(state, frame), GRID.number[action.hex]
    price = bypass.price(state, frame, at, hex_, action.sides) or 0
    corners = bypass.corners(hex_, at, action.hand, action.sides)
    enter(state, replace(movers(state), corners=corners, beside=False), hex_, price, "{} passes {} in bypass")


def enter(state: Firefight, frame: Moving, hex_: int, price: int, words: str) -> None:
    """One expenditure; ASL-B28.412: mines of the hex that is left attack first."""
    if where(state, frame) >= 0 and mines.on_exit(state, frame.units, hex_, MOVES, price, words):
        state.set(fact.stack, (*state.stack[:-3], frame, *state.stack[-2:]), "ASL-B28.412")
        return
    arrive(state, frame, hex_, price, words)


MOVES = "move"


def leave_mines(state: Firefight, frame: Leaving, fit: tuple[int, ...]) -> None:
    """ASL-B28.412: who was stopped stays; if all were, the other side still answers there."""
    fit = stealth.after_mines(state, fit)
    moving = movers(state)
    if fit:
        arrive(state, replace(moving, units=fit), frame.hex, frame.price, frame.words)
        return
    state.replace(replace(moving, spent=moving.spent + frame.price, ended=True, crossed=False), "FF-WIN.1")
    state.call(Window(), "FF-WIN.1")


mines.GO_ON[MOVES] = leave_mines


def arrive(state: Firefight, frame: Moving, hex_: int, price: int, words: str) -> None:
    """The stack is in the next hex, and the window opens."""
    at = where(state, frame)
    if is_marker(frame.units):
        stealth.carry(state, frame, at, hex_)
    for one in crew(state, frame.units):
        if not is_marker(frame.units):
            show(state, one, "ASL-A12.14.d")
        flag(state, one, MOVED, "ASL-A4.2")
        entering.arrive(state, one)
        for g in set(guns_of(state, one)) - set(pieces_of(state, one)):
            state.set_at(fact.gun_flags, g, state.gun_flags[g] | G_MOVED, "ASL-A4.41")
        put(state, one, hex_, "ASL-A4.2")
    if len(frame.units) > 1 and not is_marker(frame.units):
        words = PLURAL.get(words, words)
    state.note("ASL-A4.2", words, stealth.title(state, frame.units), GRID.name[hex_], kind="move")
    frame = replace(
        frame,
        spent=frame.spent + price,
        here=price,
        hexes=frame.hexes + 1,
        road=frame.road and by_clear_road(state, at, hex_) and not frame.corners and not frame.beside,
        shots=(),
        origin=at,
        crossed=at != OFF and GRID.ground_of(at) != GRID.ground_of(hex_),
        snapped=(),
        trench=False,
    )
    state.replace(frame, "ASL-A4.13")
    stealth.after_step(state, hex_)
    frame = movers(state)
    unseen = lurkers(state, hex_)
    if unseen and frame.units and frame.charge < 0:
        _thrown_back(state, frame, hex_, at, unseen)
        return
    settle(state, "ASL-B9.41")
    if mine_power(state, hex_):
        state.replace(replace(state.stack[-1], route=(), step=0), "ASL-B28.41")
    state.call(Window(), "FF-WIN.1")
    mines.on_entry(state, frame.units, at, hex_)


def lurkers(state: Firefight, hex_: int) -> list[int]:
    """ASL-A12.15: the enemies in a Location that movers do not know; a pillbox is another one (ASL-A2.8)."""
    there = in_hex(state, ENEMY[state.mover], hex_)
    return [u for u in there if not state.open >> u & 1 and not is_inside(state, u)]


def _thrown_back(state: Firefight, frame: Moving, hex_: int, at: Hex, unseen: list[int]) -> None:
    """ASL-A12.15: the movers go back where they came from, and one of the unseen is revealed; ASL-B23.922: a
    fortified building that is held as well.
    """
    keeps_out(state, state.mover, hex_)
    for unit in unseen:
        if state.flags[unit] & HIDDEN:
            find_stack(state, unit, "ASL-A12.15")
            clear(state, unit, HIDDEN, "ASL-A12.15")
            cover(state, unit, "ASL-A12.15")
    if at == OFF:
        _leave_map(state, frame, hex_)
        return
    for unit in frame.units:
        put(state, unit, at, "ASL-A12.15")
    words = "{} holds an unseen enemy: the movers go back to {}"
    state.note("ASL-A12.15", words, GRID.name[hex_], GRID.name[at], kind="move")
    state.replace(replace(frame, ended=True, crossed=False, corners=()), "ASL-A12.15")
    kept = tuple(row for row in state.struck if row[0] not in frame.units or row[1] != at)
    state.set(fact.struck, kept, "ASL-A12.15")  # Residual FP attacks again
    settle(state, "ASL-A12.15")
    state.call(Window(), "FF-WIN.1")
    state.call(Detection(hex=hex_), "ASL-A12.15")


def _leave_map(state: Firefight, frame: Moving, hex_: int) -> None:
    """ASL-A12.15, ASL-A2.5: who came from off the map is off it again, and enters a turn later."""
    for unit in frame.units:
        put(state, unit, OFF, "ASL-A12.15")
        flag(state, unit, DUE, "ASL-A2.5")
    words = "{} holds an unseen enemy: the movers go back off the map"
    state.note("ASL-A12.15", words, GRID.name[hex_], kind="move")
    lose_entry(state, frame)
    state.replace(replace(frame, units=(), ended=True, crossed=False), "ASL-A12.15")
    settle(state, "ASL-A12.15")
    state.call(Detection(hex=hex_), "ASL-A12.15")


def reveal_one(state: Firefight, frame: Detection, action: Roll) -> None:
    unseen = lurkers(state, frame.hex)
    state.goto(1, "ASL-A12.15")
    if unseen:
        show(state, unseen[(action.face - 1) % len(unseen)], "ASL-A12.15")
        settle(state, "ASL-A12.15")


def _lone_ones(state: Firefight, frame: object) -> int:
    """ASL-A12.15, ASL-A4.15: the Location of a leader or hero alone, if the movers can pay for it again and
    there is no "?" besides.
    """
    if not isinstance(frame, Detection):
        return 0
    moving = movers(state)
    others = state.shrouds[number(ENEMY[state.mover])] >> frame.hex & 1
    if others or not moving.units or moving.spent + moving.here > allowance(state, moving):
        return 0
    return onset.targets(state, moving, where(state, moving)) & 1 << frame.hex & _one_only(state, moving)


def rush_found(state: Firefight, frame: Detection, unit: int, hex_: int) -> None:
    """ASL-A12.15: instead of going back the movers overrun whom they have found."""
    *below, moving, _, _ = state.stack
    state.set(fact.stack, (*below, moving), "ASL-A12.15")
    assert isinstance(moving, Moving)
    onset.begin(state, moving, hex_, moving.here)


NO_FOUND = (
    "{hex} does not hold a leader or hero alone whom the movers have found, or costs more MF than are left"
)
DETECTION = (
    Chance(clause="ASL-A12.15", name="detection", outcomes=lambda state, frame: ANY_OF_SIX, apply=reveal_one),
    Phase(
        clause="ASL-A12.15",
        name="found alone",
        title="rush the leader or hero who was found, or go back",
        side=lambda state, frame: state.mover,
        picks=(
            Pick(
                verb=Rush,
                units=(
                    Screen("ASL-A4.15", NO_FOUND, lambda s, f: int(bool(_lone_ones(s, f))), decisive=True),
                ),
                hexes=(Screen("ASL-A4.15", NO_FOUND, _lone_ones),),
                apply=rush_found,
            ),
        ),
        once=True,
    ),
    Auto(clause="ASL-A12.15", do=lambda state, frame: None),
)


def is_untouched(frame: Moving) -> bool:
    """Whether a stack was chosen and has neither spent MF nor declared how it moves."""
    return not (frame.spent or frame.assault or frame.double or frame.dash >= 0 or frame.charge >= 0)


def _entered(state: Firefight, frame: Moving) -> Ruling | None:
    if frame.units and where(state, frame) == OFF:
        waits = can_enter(state, frame)
        return Ruling("ASL-A2.5", "the stack is due and must enter") if waits else None
    if frame.units and frame.corners and affordable(state, frame) & _free_of_enemies(state, frame):
        return Ruling("ASL-A4.3", "in bypass the movers go on: out of the hex, or into what stands in it")
    if frame.units and frame.dash >= 0 and affordable(state, frame) & _dash_way(state, frame):
        return Ruling("ASL-A4.63", "the Dash goes on")
    if frame.units and frame.charge >= 0 and affordable(state, frame) & _charge_way(state, frame):
        return Ruling("ASL-A15.43", "the charge goes on")
    return None


def whole_ways(state: Firefight, frame: Moving) -> dict[int, tuple[int, ...]]:
    return ways(state, frame, where(state, frame), allowance(state, frame) - frame.spent)


OTHER_VERBS = (*digging.VERBS, *wire.VERBS, *grenades.VERBS, *demolition.VERBS)
DECLARED = (Assault, Brink, Bypass, Depart, Double, Mount, Offroad, Perch, Recover, Shed, Sweep)
ON_THE_WAY = Phase(
    clause="ASL-A4.2",
    name="way",
    title="the stack on its way",
    side=lambda state, frame: state.mover,
    picks=(
        Pick(
            verb=Along,
            names=NAMES,
            units=(Screen("ASL-A4.2", "{unit} cannot come along", _not_empty(_joinable)),),
            apply=along,
        ),
        Pick(
            verb=Dash,
            units=(
                Screen(
                    "ASL-A4.63", NO_DASH, lambda s, f: int(bool(_not_empty(_dashes)(s, f))), decisive=True
                ),
            ),
            hexes=(
                Screen(
                    "ASL-A4.63",
                    NO_DASH,
                    _not_empty(_dashes),
                ),
            ),
            apply=dash,
        ),
        Pick(
            verb=File,
            units=(
                Screen(
                    "ASL-B27.5",
                    "no trench leads on from here",
                    lambda s, f: int(bool(_not_empty(_trenches)(s, f))),
                    decisive=True,
                ),
            ),
            hexes=(Screen("ASL-B27.5", trenches.NO_TRENCH, _not_empty(_trenches)),),
            apply=lambda state, frame, unit, hex_: trenches.go(state, frame, hex_),
        ),
        Pick(
            verb=Go,
            hexes=tuple(
                Screen(s.clause, s.because, _not_empty(s.mask), s.implied, s.last, s.decisive)
                for s in GO_SCREENS
            ),
            apply=go,
        ),
        onward(
            tuple(
                Screen(s.clause, s.because, _not_empty(s.mask), s.implied, s.last, s.decisive)
                for s in (GO_SCREENS[0], GO_SCREENS[2], *GO_SCREENS[-3:])
            ),
            whole_ways,
            go,
        ),
        Pick(
            verb=Rush,
            units=(
                Screen(
                    "ASL-A4.15", NO_RUSH, lambda s, f: int(bool(_not_empty(_rushes)(s, f))), decisive=True
                ),
            ),
            hexes=(Screen("ASL-A4.15", NO_RUSH, _not_empty(_rushes)),),
            apply=rush,
        ),
    ),
    plain=_choices,
    take_plain=declare_way,
    plain_verbs=(*DECLARED, *OTHER_VERBS),
    refuse=_refuse_declaration,
    must=_entered,
)


def end_way(state: Firefight, frame: Moving) -> None:
    """ASL-A15.46: a charge that ends without an enemy in sight calms its unit."""
    stealth.end(state)
    if frame.units and where(state, frame) == OFF:
        lose_entry(state, frame)
    if frame.charge >= 0:
        for unit in range(len(NAMES)):
            if SIDE[unit] == state.mover and state.at[unit] >= 0 and heat.is_over(state, unit):
                heat.calm(state, unit)
    check_victory(state)
    salvage.offer(state)


def lose_entry(state: Firefight, frame: Moving) -> None:
    """PHD-TM10.ff: a stack that could not enter stays off the map in a TM Scenario; on a card it waits."""
    for unit in crew(state, frame.units) if state.card.is_mission else ():
        if state.kind[unit] and state.flags[unit] & DUE:
            clear(state, unit, DUE, "PHD-TM10.ff")
            words = "{} cannot enter and is kept off the map until the scenario is over"
            state.note("PHD-TM10.ff", words, name(state, unit), to=SIDE[unit])


MOVING = (ON_THE_WAY, Auto(clause="ASL-A4.2", do=end_way), follow(_may_enter, go))


def movers(state: Firefight) -> Moving:
    return next(f for f in reversed(state.stack) if isinstance(f, Moving))
