"""Movement, one expenditure at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF, members
from grognard.core.procedure import Auto, Phase, Pick, Screen
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
    mounting,
    onset,
    perching,
    salvage,
    searching,
    stealth,
    trenches,
    vehicles,
    wire,
)
from .allowances import allowance, own_allowance
from .arriving import enter, lose_entry, movers
from .charge import charge_mf
from .dash import dashes
from .deploying import is_asked_anyway, try_recovery, within_reach
from .forces import GUN, GUN_NAMES, NAMES, OF_SIDE, SIDE, UNIT
from .foxholes import any_dug_in
from .grenades import cost_now
from .markers import crew, is_marker
from .next_hexes import (
    GO_SCREENS,
    affordable,
    by_clear_road,
    free_of_enemies,
    may_enter,
    on_charge_way,
    on_dash_way,
    one_only,
    step_cost,
    where,
)
from .position import (
    BERSERK,
    BROKEN,
    CX,
    DUE,
    MELEE,
    MOVED,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    WINDED,
    WOUND,
    Each,
    Firefight,
    Mask,
    Moving,
    Onset,
    Window,
    fact,
)
from .roadsides import brinks, leave_road, offroads, take_brink
from .route import follow, is_whole, onward, ways
from .units import flag, in_order, is_observing, name, observers
from .unmasking import bare_pick
from .victory import check_victory
from .wall_claims import CLAIM, DROP
from .words import (
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
    return bool(affordable(state, frame) & free_of_enemies(state, frame))


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
        entering.enter_pick(may_enter),
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
    found += [*dropping.on_the_way(state, frame), *brinks(state, frame, at, left)]
    found += [*demolition.lays(state, frame, left), *mounting.mounts(state, frame, at, left)]
    found += offroads(state, frame, at, left)
    return in_order([*found, Sweep()] if searching.can_search(state, frame, left) else found)


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
        & one_only(state, frame)
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
        trenches.next_hexes(state, frame.units, where(state, frame)) & one_only(state, frame) if fits else 0
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
        take_brink(state, frame, action)
        return
    if isinstance(action, Offroad):
        leave_road(state, frame, action)
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


def is_untouched(frame: Moving) -> bool:
    """Whether a stack was chosen and has neither spent MF nor declared how it moves."""
    return not (frame.spent or frame.assault or frame.double or frame.dash >= 0 or frame.charge >= 0)


def _entered(state: Firefight, frame: Moving) -> Ruling | None:
    if frame.units and where(state, frame) == OFF:
        waits = can_enter(state, frame)
        return Ruling("ASL-A2.5", "the stack is due and must enter") if waits else None
    if frame.units and frame.corners and affordable(state, frame) & free_of_enemies(state, frame):
        return Ruling("ASL-A4.3", "in bypass the movers go on: out of the hex, or into what stands in it")
    if frame.units and frame.dash >= 0 and affordable(state, frame) & on_dash_way(state, frame):
        return Ruling("ASL-A4.63", "the Dash goes on")
    if frame.units and frame.charge >= 0 and affordable(state, frame) & on_charge_way(state, frame):
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


MOVING = (ON_THE_WAY, Auto(clause="ASL-A4.2", do=end_way), follow(may_enter, go))
