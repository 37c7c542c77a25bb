"""The other actions of the Rally Phase: squads deploy, half-squads recombine, weapons change hands and are
picked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from grognard.core.facts import Action
from grognard.core.hexes import OFF, members
from grognard.core.ruling import Ruling

from . import allotment, checks
from .eyes import give_away
from .forces import FIRST_GUN, GUN, GUN_NAMES, NAMES, OF_SIDE, SIDE, UNIT
from .foxholes import is_dug_in
from .position import (
    ACTED,
    BROKEN,
    CX,
    DIRECTED,
    G_EMPLACED,
    G_GIVEN,
    PIN,
    TI,
    TRIED,
    UNSEEN,
    Firefight,
    Refusal,
    Who,
    fact,
)
from .tables import WHOLE
from .units import (
    eliminate_quietly,
    flag,
    free_place,
    guns_of,
    has,
    in_hex,
    in_order,
    is_armed,
    is_good,
    is_observing,
    is_towed,
    kind,
    known_in,
    leadership,
    morale,
    name,
    number,
    on_map,
    readers,
    settle,
    show,
    split,
)
from .vehicles import is_riding
from .words import Deploy, Give, Recombine, Recover

BUSY = TRIED | ACTED | DIRECTED | TI

# ---------------------------------------------------------------- who can


def is_idle(state: Firefight, unit: int) -> bool:
    """ASL-A3.1: Good Order, and without an action in this Rally Phase."""
    busy = state.flags[unit] & BUSY or is_observing(state, unit) or is_riding(state, unit)
    return is_good(state, unit) and not busy


def idle_leaders(state: Firefight, side: str, hex_: int) -> list[int]:
    return [u for u in in_hex(state, side, hex_) if kind(state, u).is_leader and is_idle(state, u)]


def deploys(state: Firefight, side: str) -> Iterator[Action]:
    """ASL-A1.31: a Good Order squad with a Good Order leader, if a place for the second half is left."""
    if free_place(state, side) < 0:
        return
    for unit in on_map(state, side):
        if kind(state, unit).half and is_idle(state, unit):
            for leader in idle_leaders(state, side, state.at[unit]):
                yield Deploy(NAMES[unit], NAMES[leader])


def recombinations(state: Firefight, side: str) -> Iterator[Action]:
    """ASL-A1.32: two Good Order half-squads of one kind, both in a foxhole or neither, with a Good Order
    leader.
    """
    halves = [u for u in on_map(state, side) if state.kind[u] in WHOLE and is_idle(state, u)]
    for one, other in combinations(halves, 2):
        apart = is_dug_in(state, one) != is_dug_in(state, other)
        if state.at[one] == state.at[other] and state.kind[one] == state.kind[other] and not apart:
            for leader in idle_leaders(state, side, state.at[one]):
                yield Recombine(NAMES[one], NAMES[other], NAMES[leader])


def can_handle(state: Firefight, unit: int) -> bool:
    """ASL-A4.431: Good Order, neither pinned nor busy, and on foot."""
    return is_good(state, unit) and not state.flags[unit] & (PIN | TI) and not is_riding(state, unit)


def transfers(state: Firefight, side: str) -> Iterator[Action]:
    """ASL-A4.431: a weapon goes to another unit of the Location, once in a phase."""
    for unit in on_map(state, side):
        guns = [g for g in guns_of(state, unit) if not state.gun_flags[g] & G_GIVEN]
        if guns and can_handle(state, unit):
            for other in in_hex(state, side, state.at[unit]):
                if other != unit and can_handle(state, other):
                    fit = (g for g in guns if can_serve(state, g, other))
                    yield from (Give(GUN_NAMES[g], NAMES[other]) for g in fit)


def can_recover(state: Firefight, unit: int, gun: int) -> bool:
    """ASL-A4.44: the weapon lies in the Location of a unit that can handle it, or a leader or hero takes it
    from a broken friend; with no armed Known enemy there.
    """
    at = state.at[unit]
    return (
        bool(state.guns_open >> gun & 1)
        and (state.holder[gun] < 0 <= at == state.gun_at[gun] or _slack(state, unit, gun))
        and can_handle(state, unit)
        and can_serve(state, gun, unit)
        and not any(is_armed(state, enemy) for enemy in known_in(state, SIDE[unit], at))
    )


def can_serve(state: Firefight, gun: int, unit: int) -> bool:
    """ASL-C2.1: a Gun is served by a crew, a squad or a half-squad."""
    return not is_towed(state, gun) or not kind(state, unit).is_single


def _slack(state: Firefight, unit: int, gun: int) -> bool:
    """Whether a broken unit beside a leader or hero has the weapon."""
    holder = state.holder[gun]
    beside = holder >= 0 and SIDE[holder] == SIDE[unit] and state.at[holder] == state.at[unit] >= 0
    return beside and kind(state, unit).is_single and has(state, holder, BROKEN)


def within_reach(state: Firefight, unit: int) -> list[int]:
    """The weapons a unit could pick up."""
    return [g for g in members(state.guns_open) if can_recover(state, unit, g)]


def recoveries(state: Firefight, side: str) -> Iterator[Action]:
    for unit in on_map(state, side) if state.guns_open else ():
        if is_idle(state, unit):
            yield from (Recover(NAMES[unit], GUN_NAMES[g]) for g in within_reach(state, unit))


def choices(state: Firefight, side: str) -> list[Action]:
    found = [*deploys(state, side), *recombinations(state, side)]
    return in_order([*found, *recoveries(state, side), *transfers(state, side)])


# ---------------------------------------------------------------- what happens


def take(state: Firefight, frame: object, action: Action) -> None:
    _DO[type(action)](state, action)


def deploy(state: Firefight, action: Deploy) -> None:
    """ASL-A1.31: a task check with the leader's modifier; both have then acted."""
    unit, leader = UNIT[action.unit], UNIT[action.leader]
    for one in (unit, leader):
        give_away(state, one, "ASL-A12.141")
        flag(state, one, ACTED, "ASL-A1.31")
    checks.call(state, [(unit, checks.DEPLOY, leader)], "ASL-A1.31")


def recombine(state: Firefight, action: Recombine) -> None:
    """ASL-A1.32: automatic; the squad has all that its halves had."""
    unit, other, leader = UNIT[action.unit], UNIT[action.other], UNIT[action.leader]
    differ = (state.flags[unit] ^ state.flags[other]) & UNSEEN  # a squad is not half under a "?"
    for one in (unit, other, leader):
        (show if differ and one != leader else give_away)(state, one, "ASL-A12.141")
        flag(state, one, ACTED, "ASL-A1.32")
    words, to = "{} and {} recombine", readers(state, unit)
    state.note("ASL-A1.32", words, name(state, unit), name(state, other), to=to, kind="deploy")
    for g in guns_of(state, other):
        state.set_at(fact.holder, g, unit, "ASL-A1.32")
    flag(state, unit, state.flags[other] & ~ACTED, "ASL-A1.32")
    held = f"{state.captives[unit]} {state.captives[other]}".strip()
    state.set_at(fact.captives, other, "", "ASL-A20.5")
    state.set_at(fact.captives, unit, held, "ASL-A20.5")
    state.set_at(fact.kind, unit, WHOLE[state.kind[unit]], "ASL-A1.32")
    allotment.keep(state, unit, other)
    eliminate_quietly(state, other, "ASL-A1.32")
    settle(state, "ASL-A1.32")


def transfer(state: Firefight, action: Give) -> None:
    """ASL-A4.431: who was concealed stays so; the weapon is as well known as its new owner."""
    g, unit = GUN[action.gun], UNIT[action.unit]
    hand(state, g, unit, "ASL-A4.431")
    state.set_at(fact.gun_flags, g, state.gun_flags[g] | G_GIVEN, "ASL-A4.431")


def take_transfer(state: Firefight, frame: object, action: Give) -> None:
    """ASL-A4.431: before the first unit advances."""
    transfer(state, action)
    settle(state, "ASL-A4.431")


def refuse_handed(state: Firefight, frame: object, action: Action) -> Ruling | None:
    words = "before the first unit advances a weapon goes from its unit to another of the Location"
    return Ruling("ASL-A4.431", f"{words}, once, both Good Order, neither pinned nor busy")


def hand(state: Firefight, g: int, unit: int, clause: str) -> None:
    known = state.open >> unit & 1
    if is_towed(state, g) and kind(state, unit).type != "crew":  # ASL-C11.2
        state.set_at(fact.gun_flags, g, state.gun_flags[g] & ~G_EMPLACED, "ASL-C11.2")
    state.set_at(fact.gun_at, g, OFF, clause)
    state.set_at(fact.holder, g, unit, clause)
    state.set(fact.guns_open, state.guns_open & ~(1 << g) | known << g, clause)


def recover(state: Firefight, action: Recover) -> None:
    """ASL-A4.44: one die, the unit's only action."""
    unit = UNIT[action.unit]
    flag(state, unit, ACTED, "ASL-A4.44")
    try_recovery(state, unit, GUN[action.gun])


def try_recovery(state: Firefight, unit: int, g: int) -> None:
    show(state, unit, "ASL-A4.44")
    checks.call(state, [(unit, checks.RECOVER, FIRST_GUN + g)], "ASL-A4.44")


_DO: dict[type[Action], Any] = {Deploy: deploy, Recombine: recombine, Give: transfer, Recover: recover}

# ---------------------------------------------------------------- the rolls


def roll_deployment(state: Firefight, unit: int, leader: int, dice: int) -> list[checks.Item]:
    """ASL-A1.31, ASL-A1.3: on success the squad is its two half-squads."""
    final = dice + leadership(state, leader)
    limit = morale(state, unit)
    words = "{} tries to deploy: dice {}, with modifiers {}, against morale {}"
    to = readers(state, unit, leader)
    state.note("ASL-A1.31", words, name(state, unit), dice, final, limit, to=to, kind="check")
    if final <= limit:
        split(state, unit, ACTED, "ASL-A1.3")
    return []


def roll_recovery(state: Firefight, unit: int, firer: int, die: int) -> list[checks.Item]:
    """ASL-A4.44: below 6 it has the weapon; CX adds 1."""
    g = firer - FIRST_GUN
    if die + has(state, unit, CX) < 6:
        hand(state, g, unit, "ASL-A4.44")
        state.note("ASL-A4.44", "{} picks up {}", name(state, unit), GUN_NAMES[g], kind="recovery")
    else:
        state.note("ASL-A4.44", "{} does not get hold of {}", name(state, unit), GUN_NAMES[g], kind="check")
    return []


checks.RESOLVE[checks.DEPLOY] = roll_deployment
checks.RESOLVE[checks.RECOVER] = roll_recovery

# ---------------------------------------------------------------- refusals


def refuse(side_of: Who) -> Refusal:
    def ruling(state: Firefight, frame: object, action: Action) -> Ruling | None:
        said = _REFUSE.get(type(action))
        return said(state, side_of(state, frame), action) if said else None

    return ruling


def _strange(state: Firefight, side: str, names: Sequence[str], clause: str) -> Ruling | None:
    """Units a side can speak about: its own on the map."""
    for word in names:
        unit = UNIT.get(word, -1)
        if unit < 0 or not OF_SIDE[side] >> unit & 1 or state.at[unit] < 0:
            return Ruling(clause, f"{word} is not a unit of the side on the map")
    return None


def _refuse_deploy(state: Firefight, side: str, action: Deploy) -> Ruling:
    if said := _strange(state, side, (action.unit, action.leader), "ASL-A1.31"):
        return said
    unit = UNIT[action.unit]
    if not kind(state, unit).half:
        return Ruling("ASL-A1.3", f"{name(state, unit)} is not a squad")
    if state.flags[unit] & BUSY or state.flags[UNIT[action.leader]] & BUSY:
        return Ruling("ASL-A3.1", "one of them has had its action in this Rally Phase")
    return Ruling("ASL-A1.31", "a Good Order squad deploys with a Good Order leader in its Location")


def _refuse_recombine(state: Firefight, side: str, action: Recombine) -> Ruling:
    names = (action.unit, action.other, action.leader)
    if said := _strange(state, side, names, "ASL-A1.32"):
        return said
    if any(state.flags[UNIT[word]] & BUSY for word in names):
        return Ruling("ASL-A3.1", "one of them has had its action in this Rally Phase")
    words = "two Good Order half-squads of one kind recombine with a Good Order leader in their Location"
    return Ruling("ASL-A1.32", words)


def _refuse_transfer(state: Firefight, side: str, action: Give) -> Ruling:
    words = "a weapon goes once in a phase from its unit to another of the Location, both Good Order"
    return Ruling("ASL-A4.431", f"{words}, neither pinned nor busy")


def _refuse_recovery(state: Firefight, side: str, action: Recover) -> Ruling:
    unit = UNIT.get(action.unit, -1)
    if unit >= 0 and SIDE[unit] == side and state.flags[unit] & BUSY:
        return Ruling("ASL-A3.1", f"{action.unit} has had its action in this Rally Phase")
    words = "a Good Order unit, neither pinned nor busy, picks up a weapon that lies in its Location"
    return Ruling("ASL-A4.44", f"{words}, without an armed enemy there")


_REFUSE: dict[type[Action], Any] = {
    Deploy: _refuse_deploy,
    Recombine: _refuse_recombine,
    Give: _refuse_transfer,
    Recover: _refuse_recovery,
}
VERBS = (Deploy, Recombine, Recover, Give)


def may_be_unseen(state: Firefight, side: str) -> bool:
    """Whether a side may have units that the other does not know, as everybody can tell."""
    if (state.card.first_setup == side or state.card.is_mission) and not state.all_found:
        return True
    return bool(state.shrouds[number(side)])


def is_asked_anyway(state: Firefight, side: str) -> bool:
    """FF-INFO: a side that may have unseen units is asked, whether these can do anything or not."""
    return may_be_unseen(state, side)
