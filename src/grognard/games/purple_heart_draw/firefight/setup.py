"""Before the first turn: forces are dealt, the first side sets up in secret, and "?" are laid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

from msgspec.structs import astuple

from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import Auto, Phase, Pick, Screen, Step
from grognard.core.ruling import Ruling

from . import gun_turns, upstairs
from .allotment import allot_picks
from .allowances import SINGLE_MOST
from .artillery import deal_module
from .barrage import recording
from .commanders import entrust_pick
from .concealment import has_bocage
from .digging import set_up_pick
from .entering import shroud_picks
from .eyes import conceals
from .forces import (
    ADJECTIVE,
    ENEMY,
    GUN,
    GUN_NAMES,
    GUN_SIDE,
    GUNS_OF,
    NAMES,
    OF_SIDE,
    SIDE,
    UNIT,
    VEHICLES_OF,
    Force,
    with_storeys,
)
from .foxholes import lay_out
from .guns import PIECES, emplace, is_crew
from .mines import MINE
from .options import Options
from .position import (
    CONCEALED,
    DUE,
    FOXHOLE,
    HIDDEN,
    UNSEEN,
    V_DUE,
    V_EXPOSED,
    V_SKIRTS,
    Firefight,
    Mask,
    PlayerTurn,
    Setup,
    Who,
    fact,
)
from .radio import radio_pick
from .sniper import posting
from .strongpoint import FORTIFY
from .tables import BLASTS, CHARGE, KINDS, SQUADS
from .units import (
    cover,
    excess,
    flag,
    free_place,
    guns_of,
    is_towed,
    kind,
    name,
    number,
    on_map,
    pieces_of,
    portage,
    printed_gun,
    put,
    settle,
)
from .vehicles import MODEL
from .words import Give, Halve, Hide, Place, Turn

LEAST_MF = 2


def deal(scene: str, options: Options) -> Firefight:
    """A new fight, up to its first decision."""
    state = Firefight()
    own = state.__dict__
    own["options"], own["scene"] = options, scene
    card = state.card
    for side, force in card.forces(options.balance).items():
        own["san"][number(side)], own["fausts"][number(side)] = force.san, force.fausts
        units, guns = members(OF_SIDE[side]), members(GUNS_OF[side])
        for unit, id_ in zip(units, force.units):
            own["kind"][unit] = id_
            if side != card.first_setup:
                own["flags"][unit] = DUE
        squads = [u for u in units if own["kind"][u] and KINDS[own["kind"][u]].type == "squad"]
        skilled = [u for u in squads if KINDS[own["kind"][u]].engineer] or squads
        others = cycle(squads or units)  # a card of a player's own may have more weapons than squads
        for g, id_ in zip(guns, force.guns):
            own["gun_kind"][g] = id_
            own["holder"][g] = next(others) if id_ not in BLASTS else skilled[0 if id_ == CHARGE else -1]
        if card.has_vehicles:
            deal_vehicles(state, side, force)
            deal_pieces(state, side, force)
        if module := force.module or card.artillery.get(side, ""):
            deal_module(state, side, module, _last_leader(state, units))
    state.derive()
    state.set(fact.stack, (Setup(),), "FF-SETUP.1")
    state.run()
    state.journal.clear()
    return state


def deal_vehicles(state: Firefight, side: str, force: Force) -> None:
    """ASL-A2.51: tanks and assault guns wait off the map, with crews exposed and pointing onto it."""
    own = state.__dict__
    for vehicle, (id_, _) in zip(VEHICLES_OF[side], force.vehicles):
        own["vehicle_kind"][vehicle] = id_
        # PHD-TM19.ff: every StuG and StuH has its Schuerzen
        own["vehicle_flags"][vehicle] = V_DUE | V_EXPOSED | (V_SKIRTS if MODEL[id_].skirts else 0)
        own["hull"][vehicle] = own["turret"][vehicle] = ONTO_MAP[state.card.from_south][0]
    for vehicle, leader in zip(VEHICLES_OF[side], force.commanders):
        own["commander"][vehicle] = leader


def deal_pieces(state: Firefight, side: str, force: Force) -> None:
    """ASL-C2.1: Guns, each with a crew that serves it, pointing to where the enemy comes from."""
    own, card = state.__dict__, state.card
    units = [u for u in members(OF_SIDE[side]) if not own["kind"][u]]
    places = [g for g in members(GUNS_OF[side]) if not own["gun_kind"][g]]
    for unit, crew in zip(units, force.crews):
        own["kind"][unit] = crew
        own["flags"][unit] = 0 if side == card.first_setup else DUE
    for unit, g, id_ in zip(units, places, force.pieces):
        own["gun_kind"][g], own["holder"][g] = id_, unit
        own["pointing"][g] = ONTO_MAP[card.from_south is (side != card.first_setup)][0]


ONTO_MAP = {False: (2, 3), True: (5, 0)}  # the hexspines that point south, and north


def _last_leader(state: Firefight, units: Sequence[int]) -> int:
    """The leader with the least to do elsewhere has the radio, until the players say otherwise."""
    return [u for u in units if state.kind[u] and kind(state, u).is_leader][-1]


def _first(state: Firefight, frame: object) -> str:
    return state.card.first_setup


def _second(state: Firefight, frame: object) -> str:
    return ENEMY[state.card.first_setup]


def _mine(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in state.mustered[_first(state, frame)] if state.kind[u])


def _theirs(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in state.mustered[_second(state, frame)] if state.kind[u])


def _room(state: Firefight, frame: object) -> Callable[[int], int]:
    """ASL-A2.9: never overstacked."""

    def hexes(unit: int) -> int:
        others = [u for u in on_map(state, SIDE[unit]) if u != unit]
        taken = {state.at[u] for u in others}
        full = (hex_ for hex_ in taken if excess(state, [unit, *(u for u in others if state.at[u] == hex_)]))
        return with_storeys(state.card.setup) & ~sum(1 << hex_ for hex_ in full)

    return hexes


def place(state: Firefight, frame: Setup, unit: int, hex_: Hex) -> None:
    if state.flags[unit] & HIDDEN and state.at[unit] != hex_:
        state.set_at(fact.flags, unit, state.flags[unit] & ~HIDDEN, "ASL-A12.3")
    put(state, unit, hex_, "FF-SETUP.1")


def can_hide(state: Firefight, unit: int) -> bool:
    """PHD-n.ssr.3.ff: one squad or half-squad in concealment terrain or behind bocage (ASL-B9.55), and
    leaders stacked with it; ASL-A12.34: a Gun with its crew besides.
    """
    if state.at[unit] < 0 or state.flags[unit] & HIDDEN:
        return False
    if pieces_of(state, unit):
        return True
    if not conceals(state, state.at[unit]) and not has_bocage(state.at[unit]):
        return False
    hidden = [
        u
        for u in state.mustered[SIDE[unit]]
        if state.flags[u] & HIDDEN and not kind(state, u).is_single and not pieces_of(state, u)
    ]
    if kind(state, unit).is_single:
        return any(state.at[u] == state.at[unit] for u in hidden)
    return not hidden


def _hidable(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in members(_mine(state, frame)) if can_hide(state, u))


def hide(state: Firefight, frame: Setup, unit: int, hex_: Hex) -> None:
    flag(state, unit, HIDDEN, "PHD-n.ssr.3.ff")


def free_halves(state: Firefight, side: str) -> int:
    """ASL-A2.9: how many squads of a card may still begin as half-squads: a tenth of them, rounded up."""
    squads = sum(KINDS[id_].type == "squad" for id_ in state.card.forces(state.options.balance)[side].units)
    left = sum(bool(state.kind[u]) and kind(state, u).type == "squad" for u in state.mustered[side])
    return -(-squads // 10) - (squads - left)


def _quota_left(who: Who) -> Mask:
    def mask(state: Firefight, frame: object) -> int:
        side = who(state, frame)
        return -1 if free_halves(state, side) > 0 and free_place(state, side) >= 0 else 0

    return mask


def _squads(who: Who) -> Mask:
    return lambda state, frame: sum(1 << u for u in state.mustered[who(state, frame)] if kind(state, u).half)


def _in_the_open(who: Who) -> Mask:
    return lambda state, frame: sum(
        1 << u for u in state.mustered[who(state, frame)] if not state.flags[u] & (UNSEEN | FOXHOLE)
    )


def halve(state: Firefight, frame: Setup, unit: int, hex_: Hex) -> None:
    """ASL-A2.9, ASL-A1.3: without dice, and unseen; its weapons stay with the first half."""
    other, half = free_place(state, SIDE[unit]), kind(state, unit).half
    for one in (unit, other):
        state.set_at(fact.kind, one, half, "ASL-A2.9")
    state.set_at(fact.flags, other, state.flags[unit], "ASL-A2.9")
    state.set_at(fact.at, other, state.at[unit], "ASL-A2.9")


def halve_pick(who: Who, mine: Mask) -> Pick:
    return Pick(
        verb=Halve,
        names=NAMES,
        units=(
            Screen("FF-SETUP.1", "{unit} does not set up now", mine, decisive=True),
            Screen("ASL-A2.9", "{unit} is not a squad", _squads(who)),
            Screen("ASL-A2.9", "no more squads of the side may begin as halves", _quota_left(who)),
            Screen("ASL-A2.9", "{unit} is hidden or in a foxhole: halve it before", _in_the_open(who)),
        ),
        apply=halve,
    )


def _gifts(who: Who) -> Callable[[Firefight, object], Sequence[Action]]:
    def gifts(state: Firefight, frame: object) -> Sequence[Action]:
        side = who(state, frame)
        units = [u for u in state.mustered[side] if state.kind[u]]
        turns = gun_turns.before_play(state, side)
        return turns + sorted(
            (
                Give(GUN_NAMES[g], NAMES[u])
                for g in members(GUNS_OF[side])
                if state.gun_kind[g]
                for u in units
                if state.holder[g] != u and can_carry(state, g, u)
            ),
            key=astuple,
        )

    return gifts


def can_carry(state: Firefight, g: int, unit: int) -> bool:
    """ASL-A4.42: nobody is given so much that less than 2 MF are left to enter with; ASL-C2.1: a Gun is set
    up with a crew.
    """
    if is_towed(state, g):
        return is_crew(state, g, unit)
    held = portage(state, unit)
    if kind(state, unit).is_single and held + printed_gun(state, g).pp > SINGLE_MOST:
        return False
    free = SQUADS["ipc"]["smc" if kind(state, unit).is_single else "mmc"]
    whole = SQUADS["leader_mf" if kind(state, unit).is_single else "squad_mf"]
    return bool(whole - max(0, held + printed_gun(state, g).pp - free) >= LEAST_MF)


def give(state: Firefight, frame: object, action: Give | Turn) -> None:
    if isinstance(action, Turn):
        gun_turns.turn(state, action, "ASL-C3.22")
        return
    state.set_at(fact.holder, GUN[action.gun], UNIT[action.unit], "ASL-A4.43")


def _is_gun(state: Firefight, action: Action) -> bool:
    """Whether one's own Gun would be given to who is no crew."""
    g, unit = GUN.get(getattr(action, "gun", ""), -1), UNIT.get(getattr(action, "unit", ""), -1)
    if min(g, unit) < 0 or state.turn or not GUN_SIDE[g] == SIDE[unit] == state.to_move:
        return False
    return bool(state.kind[unit]) and state.gun_kind[g] in PIECES and not can_carry(state, g, unit)


def _is_too_heavy(state: Firefight, side: str, action: Action) -> bool:
    """Only of the own units of who is asked: a refusal tells nothing of the others."""
    if not isinstance(action, Give) or state.turn or state.to_move != side:
        return False
    g, unit = GUN.get(action.gun, -1), UNIT.get(action.unit, -1)
    if min(g, unit) < 0 or not GUN_SIDE[g] == SIDE[unit] == side:
        return False
    real = state.gun_kind[g] and state.kind[unit] and state.holder[g] != unit
    return bool(real) and not can_carry(state, g, unit)


def _refuse_gift(who: Who) -> Callable[[Firefight, object, Give | Turn], Ruling]:
    def refuse(state: Firefight, frame: object, action: Give | Turn) -> Ruling:
        if isinstance(action, Turn):
            return Ruling("ASL-C3.22", "it is not a Gun of the side that sets up, or points there already")
        if _is_gun(state, action):
            return Ruling("ASL-C2.1", "a Gun is set up with a crew of its own side")
        if _is_too_heavy(state, who(state, frame), action):
            return Ruling("ASL-A4.42", f"{action.unit} cannot carry so much and still move")
        return Ruling("ASL-A4.43", "a gun goes from one unit of its side to another, before the first turn")

    return refuse


def _unplaced(state: Firefight, frame: object) -> Ruling | None:
    waiting = [u for u in members(_mine(state, frame)) if state.at[u] == OFF]
    return Ruling("FF-SETUP.1", f"{name(state, waiting[0])} is not set up yet") if waiting else None


PLACING = Phase(
    clause="FF-SETUP.1",
    name="set-up",
    title="set-up",
    secret=True,
    shown="set-up",
    side=_first,
    picks=(
        *allot_picks(_first),
        set_up_pick(_mine),
        entrust_pick(_first),
        FORTIFY,
        MINE,
        halve_pick(_first, _mine),
        Pick(
            verb=Hide,
            names=NAMES,
            units=(
                Screen("FF-SETUP.1", "{unit} does not set up now", _mine, decisive=True),
                Screen("PHD-n.ssr.3.ff", "{unit} cannot be hidden there, or others are already", _hidable),
            ),
            apply=hide,
        ),
        Pick(
            verb=Place,
            names=NAMES,
            units=(Screen("FF-SETUP.1", "{unit} does not set up now", _mine, decisive=True),),
            hexes=(
                Screen(
                    "PHD-n.setup.ff",
                    "{hex} is outside the set-up area",
                    lambda s, f: with_storeys(s.card.setup),
                    decisive=True,
                ),
                Screen("ASL-A2.9", "{hex} would be overstacked", _room, each=True),
                Screen("ASL-B31.2", upstairs.NO_ROOM, upstairs.room_for, each=True),
            ),
            apply=place,
        ),
        radio_pick(_mine),
    ),
    plain=_gifts(_first),
    take_plain=give,
    plain_verbs=(Give, Turn),
    refuse=_refuse_gift(_first),
    must=_unplaced,
)
ARMING = Phase(
    clause="ASL-A4.43",
    name="weapon assignment",
    title="Weapon assignment",
    secret=True,
    shown="weapon assignment",
    side=_second,
    picks=(
        *allot_picks(_second),
        *shroud_picks(_second)[:1],
        entrust_pick(_second),
        halve_pick(_second, _theirs),
        radio_pick(_theirs),
        *shroud_picks(_second)[1:],
    ),
    plain=_gifts(_second),
    take_plain=give,
    plain_verbs=(Give, Turn),
    refuse=_refuse_gift(_second),
)


def open_board(state: Firefight, frame: Setup) -> None:
    """ASL-A12.12.a: no enemy is on the map, so everybody takes a "?"."""
    first = state.card.first_setup
    lay_out(state, first)
    emplace(state, first)
    for unit in members(OF_SIDE[first]):
        if state.at[unit] >= 0 and not state.flags[unit] & HIDDEN:
            cover(state, unit, "ASL-A12.12.a")
    others = [u for u in members(OF_SIDE[ENEMY[first]]) if state.kind[u]]
    known = sum(1 << u for u in others if not state.flags[u] & CONCEALED)  # ASL-A12.12.b
    covered = {g for u in others if state.flags[u] & CONCEALED for g in guns_of(state, u)}
    state.set(fact.open, state.open | known, "ASL-A2.51")
    guns = sum(1 << g for g in range(len(GUN_NAMES)) if GUN_SIDE[g] != first and g not in covered)
    state.set(fact.guns_open, state.guns_open | guns, "ASL-A2.51")
    settle(state, "ASL-A12.12.a")


def begin(state: Firefight, frame: Setup) -> None:
    state.set(fact.turn, 1, "ASL-A3")
    state.set(fact.mover, state.card.first_move, "ASL-A3")
    state.note("ASL-A3", "Turn {}: {} player turn", 1, ADJECTIVE[state.mover], kind="turn")
    state.set(fact.stack, (PlayerTurn(),), "ASL-A3")


def _defender(state: Firefight, frame: object) -> str:
    return ENEMY[state.card.first_move]


def _attacker(state: Firefight, frame: object) -> str:
    return state.card.first_move


def posting_row() -> int:
    """The row of the set-up from which a TM Scenario begins: its units stand already."""
    return next(at for at, step in enumerate(SETUP) if step.name == DEFENDERS_SNIPER)


DEFENDERS_SNIPER = "defender's sniper"
SETUP: tuple[Step, ...] = (
    PLACING,
    ARMING,
    Auto(clause="ASL-A12.12.a", do=open_board, opens=True),
    posting(_defender, DEFENDERS_SNIPER),
    posting(_attacker, "attacker's sniper"),
    recording(_defender, "defender's barrages"),
    recording(_attacker, "attacker's barrages"),
    Auto(clause="ASL-A3", do=begin),
)
