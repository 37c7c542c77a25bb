"""Morale and task checks, random selection, wounds, rally and repair: everything a unit rolls for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes

from . import cowed
from .alert import watch
from .booby_traps import goes_off
from .eyes import give_away
from .forces import ADJECTIVE, ENEMY, FIRST_GUN, GUN_NAMES, SIDE
from .pillboxes import RALLY as BOX_RALLY
from .pillboxes import is_inside
from .position import (
    ACTED,
    BERSERK,
    BROKEN,
    CLIMBING,
    DISRUPTED,
    DM,
    FANATIC,
    HIDDEN,
    JAMMED,
    PIN,
    WOUND,
    Checks,
    Close,
    Firefight,
    Routing,
    Selection,
    fact,
)
from .rubble import rally_cover
from .shortage import run_out
from .tables import DOWN, SQUADS, lower_leader, result
from .trenches import rally_bonus
from .units import (
    break_unit,
    change_kind,
    clear,
    eliminate,
    flag,
    guns_of,
    has,
    helper,
    in_hex,
    is_covered,
    is_fearless,
    is_good,
    jam,
    kind,
    leadership,
    morale,
    movers,
    name,
    pin,
    readers,
    reduce,
    remove_gun,
    settle,
    show,
    split,
)
from .words import DIE, SUM

Item = tuple[int, str, int]
(
    MC,
    PTC,
    LLMC,
    LLTC,
    WOUNDS,
    RALLY,
    REPAIR,
    INTERDICT,
    DEPLOY,
    RECOVER,
    HEAT,
    HARDEN,
    QUARTER,
    FRENZY,
    CREATE,
    GRENADE,
    UPHILL,
    CONCEAL,
    DIG,
    WRECK,
    SMASH,
    CLIMB,
    PUSH,
    BAIL,
    SPILL,
    SURVIVE,
    TANGLE,
    CLEARANCE,
    CAPTIVE,
    HURT,
    SCROUNGE,
) = (
    "mc",
    "ptc",
    "llmc",
    "lltc",
    "wound",
    "rally",
    "repair",
    "interdict",
    "deploy",
    "recover",
    "heat",
    "harden",
    "quarter",
    "frenzy",
    "create",
    "grenade",
    "uphill",
    "conceal",
    "dig",
    "wreck",
    "smash",
    "climb",
    "push",
    "bail",
    "spill",
    "survive",
    "tangle",
    "clearance",
    "captive",
    "hurt",
    "scrounge",
)
CLAUSE = {
    MC: "ASL-A10.1",
    PTC: "ASL-A7.305",
    LLMC: "ASL-A10.2",
    LLTC: "ASL-A10.2",
    WOUNDS: "ASL-A17.11",
    RALLY: "ASL-A10.6",
    REPAIR: "ASL-A9.72",
    INTERDICT: "ASL-A10.53",
    DEPLOY: "ASL-A1.31",
    RECOVER: "ASL-A4.44",
    HEAT: "ASL-A15.1",
    HARDEN: "ASL-A15.3",
    QUARTER: "ASL-A15.5",
    FRENZY: "ASL-A15.4",
    CREATE: "ASL-A18.2",
    GRENADE: "ASL-A24.1",
    UPHILL: "ASL-A24.1",
    CONCEAL: "ASL-A12.122",
    DIG: "ASL-B27.11",
    WRECK: "ASL-A9.74",
    SMASH: "ASL-A11.13",
    CLIMB: "ASL-B11.4",
    PUSH: "ASL-C10.3",
    BAIL: "ASL-D6.24",
    SPILL: "ASL-D6.24",
    SURVIVE: "ASL-D6.9",
    TANGLE: "ASL-B26.4",
    CLEARANCE: "ASL-B24.7",
    CAPTIVE: "ASL-A20.54",
    HURT: "ASL-A20.54",
    SCROUNGE: "ASL-D10.5",
}
WORDS = {
    MC: "a morale check",
    PTC: "a pin check",
    LLMC: "a check for the loss of a leader",
    LLTC: "a check for a broken leader",
    WOUNDS: "a wound",
    RALLY: "a rally",
    REPAIR: "a repair",
    INTERDICT: "Interdiction",
    DEPLOY: "deployment",
    RECOVER: "picking up a gun",
    HEAT: "Heat of Battle",
    HARDEN: "Battle Hardening",
    QUARTER: "a surrender",
    FRENZY: "a check beside a berserk leader",
    CREATE: "leader creation",
    GRENADE: "smoke grenades",
    UPHILL: "smoke grenades thrown uphill",
    CONCEAL: "concealment",
    DIG: "digging",
    WRECK: "a weapon under fire",
    SMASH: "a weapon in close combat",
    CLIMB: "climbing",
    PUSH: "pushing a Gun",
    BAIL: "the Bail Out",
    SPILL: "a weapon in a Bail Out",
    SURVIVE: "survival on a wreck",
    TANGLE: "getting off wire",
    CLEARANCE: "clearance",
    CAPTIVE: "a morale check of a prisoner",
    HURT: "the wound of a prisoner",
    SCROUNGE: "a search of the wreck",
}


ONE_DIE = (
    WOUNDS,
    REPAIR,
    RECOVER,
    CREATE,
    GRENADE,
    UPHILL,
    CONCEAL,
    WRECK,
    SMASH,
    SPILL,
    TANGLE,
    HURT,
    SCROUNGE,
)
ASKED = (HARDEN, QUARTER)  # what a player decides, without dice
OF_GUNS = (REPAIR, WRECK, SMASH, SPILL)  # what is rolled for a weapon
WATCHED = (MC, LLMC, PTC, LLTC, FRENZY, BAIL, DIG)  # ASL-A14.1: rolls that a sniper may answer
TASKS = (PTC, LLTC, DEPLOY, FRENZY)  # ASL-B28.9: task checks
HEATED = (MC, LLMC, INTERDICT, BAIL)  # checks in which an Original 2 brings the Heat of Battle


def call(state: Firefight, items: Iterable[Item], clause: str) -> None:
    """Starts checks; ASL-A10.2: leaders first, the best before the others."""
    rows = [(who, what, int(number)) for who, what, number in items]  # a bool is written as one
    queue = due(state, sorted(rows, key=lambda item: _rank(state, item[0])))
    if queue:
        state.call(Checks(queue=queue), clause)


def _rank(state: Firefight, unit: int) -> tuple[int, int, int]:
    if unit >= FIRST_GUN or not state.kind[unit]:
        return (2, 0, unit)
    return (0, -morale(state, unit), unit) if kind(state, unit).is_leader else (1, 0, unit)


def due(state: Firefight, items: Iterable[Item]) -> tuple[Item, ...]:
    """FF-DICE: the checks that still mean something; those behind the first are looked at again when their
    turn comes.
    """
    queue = tuple(items)
    while queue and not _matters(state, queue[0]):
        queue = queue[1:]
    return queue


def _matters(state: Firefight, item: Item) -> bool:
    unit, what, _ = item
    if what in OF_GUNS:
        return bool(state.gun_kind[unit - FIRST_GUN])
    if state.at[unit] < 0:
        return False
    if what in (PTC, LLTC):
        return not state.flags[unit] & (BROKEN | PIN) and not is_fearless(state, unit)
    if what == FRENZY:
        return not has(state, unit, BERSERK)
    return True


def check_outcomes(state: Firefight, frame: Checks) -> Outcomes:
    if not frame.queue or frame.queue[0][1] in ASKED:
        return NO_OUTCOME
    return DIE if frame.queue[0][1] in ONE_DIE else SUM


def about_check(state: Firefight, frame: Checks) -> str:
    if not frame.queue:
        return "a check"
    unit, what, more = frame.queue[0]
    if what not in OF_GUNS and is_covered(state, unit):  # FF-INFO
        return WORDS[what]
    who = GUN_NAMES[unit - FIRST_GUN] if what in OF_GUNS else name(state, unit)
    return f"{WORDS[what]}{f' (+{more})' if more > 0 and what == MC else ''} of {who}"


def take_check(state: Firefight, frame: Checks, action: Roll) -> None:
    """FF-DICE: a roll for a unit that was eliminated while its check was waiting changes nothing."""
    unit, what, more = frame.queue[0]
    if not _matters(state, frame.queue[0]):
        state.replace(replace(frame, queue=due(state, frame.queue[1:])), CLAUSE[what])
        return
    hot = heated(state, unit, action.face) if what in HEATED else []
    if what in WATCHED:
        watch(state, SIDE[unit], action.face, [state.at[unit]])
    rest = [*RESOLVE[what](state, unit, more, action.face), *frame.queue[1:], *hot]
    settle(state, CLAUSE[what])
    state.replace(replace(state.stack[-1], queue=due(state, rest)), CLAUSE[what])
    if what in TASKS:
        trip(state, unit, action.face)


def trip(state: Firefight, unit: int, dice: int) -> None:
    """ASL-B28.9: the dice of a task check may set off a booby trap."""
    if state.at[unit] >= 0 and goes_off(state, unit, dice):
        select(state, in_hex(state, SIDE[unit], state.at[unit]), 1, "cut", -1)


# ---------------------------------------------------------------- morale checks


def heated(state: Firefight, unit: int, dice: int) -> list[Item]:
    """ASL-A15.1: after an Original 2, when the attack is over."""
    if dice > 2 or is_cool(state, unit):
        return []
    return [(unit, HEAT, int(has(state, unit, BROKEN)))]


def is_cool(state: Firefight, unit: int) -> bool:
    """ASL-A15.1: no Heat of Battle for heroes and berserk units, crews, climbers and riders."""
    crew = kind(state, unit).type == "crew" or has(state, unit, CLIMBING) or state.riding >> unit & 1
    return is_fearless(state, unit) or bool(crew)


def _led(state: Firefight, unit: int) -> int:
    """ASL-A10.21: the leadership that counts; ASL-A12.141: a leader who helps is given away by it."""
    leader = helper(state, unit)
    found = leadership(state, leader) if leader >= 0 else 0
    if found:
        give_away(state, leader, "ASL-A12.141")
    return found


def _note_check(state: Firefight, clause: str, unit: int, dice: int, final: int, limit: int) -> None:
    words, to = "{} {}: dice {}, with modifiers {}, against morale {}", readers(state, unit)
    side = ADJECTIVE[SIDE[unit]]
    state.note(clause, words, side, name(state, unit), dice, final, limit, to=to, kind="check")


def _morale_check(state: Firefight, unit: int, more: int, dice: int) -> list[Item]:
    return pass_or_fail(state, unit, more, dice)


def pass_or_fail(state: Firefight, unit: int, more: int, dice: int) -> list[Item]:
    """ASL-A10.1, ASL-A10.21: two dice and leadership against morale; what follows besides is given back."""
    final, limit = dice + more + _led(state, unit), morale(state, unit)
    _note_check(state, "ASL-A10.1", unit, dice, final, limit)
    if dice < 12 and final <= limit:
        if final == limit:
            pin(state, unit, "ASL-A7.8")
        return []
    if is_fearless(state, unit):
        return _fail_fearless(state, unit, dice)
    return (
        _fail_broken(state, unit, dice)
        if has(state, unit, BROKEN)
        else _fail(state, unit, final - limit, dice)
    )


def _fail_fearless(state: Firefight, unit: int, dice: int) -> list[Item]:
    """ASL-A15.2: a hero is wounded, the second time lost; ASL-A15.4: a berserk unit is reduced; PHD-TM17.ff:
    a heroic leader is wounded as a leader is.
    """
    if kind(state, unit).type != "hero":
        return cut(state, unit, "ASL-A15.4")
    if has(state, unit, WOUND):
        return lose(state, unit, "ASL-A15.2")
    show(state, unit, "ASL-A12.14.a")
    flag(state, unit, WOUND, "ASL-A15.2")
    state.note("ASL-A17.2", "{} is wounded", name(state, unit), kind="loss")
    return []


def _fail_broken(state: Firefight, unit: int, dice: int) -> list[Item]:
    """ASL-A10.31: a broken unit is reduced, and lost on an Original 12."""
    if dice == 12:
        return lose(state, unit, "ASL-A10.31")
    return cut(state, unit, "ASL-A10.31")


def _fail(state: Firefight, unit: int, by: int, dice: int) -> list[Item]:
    """ASL-A10.3: it breaks; ASL-A19.1: by more than its ELR it is Replaced as well; ASL-A10.31: on a 12
    reduced as well.
    """
    beaten = morale(state, unit)
    lost = leadership(state, unit) if kind(state, unit).is_leader else None
    printed = kind(state, unit)
    elr = 5 if printed.elr5 else state.card.force[SIDE[unit]].elr
    if by > elr and printed.type != "crew":  # ASL-A19.11
        _replace(state, unit)
    break_unit(state, unit, "ASL-A10.3")
    more: list[Item] = []
    if dice == 12:
        more += cut(state, unit, "ASL-A10.31")
    if lost is not None and state.at[unit] >= 0:
        more += _leader_lost(state, unit, beaten, lost, LLTC)
    return more


def _replace(state: Firefight, unit: int) -> None:
    """ASL-A19.13: the next lower class; ASL-A19.12: with none lower it is Disrupted."""
    printed = kind(state, unit)
    if printed.is_leader:
        lower = lower_leader(printed.id)
    elif printed.elr5 and printed.type == "squad":
        return _split(state, unit)
    else:
        lower = DOWN.get(printed.id, "")
    if lower:
        change_kind(state, unit, lower, "ASL-A19.13")
    elif printed.type != "hero" and not has(state, unit, FANATIC):  # ASL-A10.8
        flag(state, unit, DISRUPTED, "ASL-A19.12")
        state.note("ASL-A19.12", "{} is Disrupted", name(state, unit), kind="loss")


def _split(state: Firefight, unit: int) -> None:
    """ASL-A19.13: an underlined squad becomes two broken half-squads."""
    split(state, unit, BROKEN | DM, "ASL-A19.13")


def cut(state: Firefight, unit: int, clause: str) -> list[Item]:
    """Casualty Reduction; a leader rolls for his wound."""
    return [(unit, WOUNDS, 0)] if reduce(state, unit, clause) else []


def lose(state: Firefight, unit: int, clause: str) -> list[Item]:
    """A unit is eliminated; ASL-A10.2: a leader's loss is checked by those of lower morale."""
    is_leader, hex_, limit = kind(state, unit).is_leader, state.at[unit], morale(state, unit)
    worth, side = leadership(state, unit), SIDE[unit]
    eliminate(state, unit, clause)
    return _others(state, unit, side, hex_, limit, abs(worth), LLMC) if is_leader else []


def _leader_lost(state: Firefight, unit: int, limit: int, worth: int, what: str) -> list[Item]:
    return [
        item
        for item in _others(state, unit, SIDE[unit], state.at[unit], limit, abs(worth), what)
        if item[0] != unit
    ]


def _others(
    state: Firefight, lost: int, side: str, hex_: int, limit: int, more: int, what: str
) -> list[Item]:
    """ASL-A10.2: who is there with lower morale; ASL-A11.141: not in close combat. ASL-A12.141: a concealed
    one loses its "?" by the check, in sight of the enemy.
    """
    if any(isinstance(frame, Close) for frame in state.stack):
        return []
    there = [u for u in in_hex(state, side, hex_) if morale(state, u) < limit and not has(state, u, BERSERK)]
    if what == LLTC:
        there = [u for u in there if not has(state, u, BROKEN)]
    there = [u for u in there if not has(state, u, HIDDEN) and _goes_with(state, lost, u)]
    for unit in there:
        give_away(state, unit, "ASL-A12.141")
    return [(u, what, more) for u in there]


def _goes_with(state: Firefight, lost: int, unit: int) -> bool:
    """ASL-A10.2: movers mind the loss of a leader who moves with them, and the others that of another."""
    moving = movers(state)
    return moving is None or (lost in moving.units) == (unit in moving.units)


def _task_check(state: Firefight, unit: int, more: int, dice: int) -> list[Item]:
    """ASL-A7.305: failure pins."""
    final, limit = dice + more + _led(state, unit), morale(state, unit)
    _note_check(state, "ASL-A7.305", unit, dice, final, limit)
    if final > limit:
        pin(state, unit, "ASL-A7.8")
    return []


MORTAL = 5


def _wound(state: Firefight, unit: int, more: int, die: int) -> list[Item]:
    """ASL-A17.11: a leader dies of his wound on 5 or 6, one more if he has one already."""
    if die + has(state, unit, WOUND) >= MORTAL:
        return lose(state, unit, "ASL-A17.11")
    flag(state, unit, WOUND, "ASL-A17.2")
    state.note("ASL-A17.2", "{} is wounded", name(state, unit), kind="loss")
    moving = movers(state)
    if moving is not None and unit in moving.units and moving.spent > 2 * SQUADS["wounded_mf"]:
        pin(state, unit, "ASL-A17.3")
    return []


# ---------------------------------------------------------------- rally, repair, Interdiction


def rally_modifiers(state: Firefight, unit: int) -> int:
    """ASL-A10.6, ASL-A10.61, ASL-A10.62, ASL-A10.63: leader or self-rally, Desperation Morale, cover."""
    leader = rally_leader(state, unit)
    more = leadership(state, leader) if leader >= 0 else 1
    return more + 4 * has(state, unit, DM) + _shelter(state, unit)


def _shelter(state: Firefight, unit: int) -> int:
    """ASL-A10.61, ASL-B30.5: what building, woods, trench or pillbox take off the dice."""
    inside = BOX_RALLY if is_inside(state, unit) else 0
    return min(rally_cover(state, state.at[unit]), rally_bonus(state, unit), inside)


def is_sheltered(state: Firefight, unit: int) -> bool:
    return _shelter(state, unit) < 0


def rally_leader(state: Firefight, unit: int) -> int:
    """ASL-A10.72, ASL-A10.71: the best Good Order leader in its Location, also one who has just
    rallied; -1: none.
    """
    there = [
        u
        for u in in_hex(state, SIDE[unit], state.at[unit])
        if u != unit and kind(state, u).is_leader and is_good(state, u) and not has(state, u, ACTED)
    ]
    return min(there, key=lambda u: leadership(state, u), default=-1)


def _rally(state: Firefight, unit: int, more: int, dice: int) -> list[Item]:
    """ASL-A10.6: two dice not above broken morale; ASL-A10.64: an Original 12 reduces it."""
    final, limit = dice + rally_modifiers(state, unit), morale(state, unit)
    _note_rally(state, unit, dice, final, limit)
    if dice == 12:
        return cut(state, unit, "ASL-A10.64")
    follows = _after_two(state, unit) if dice == 2 else []
    if final <= limit:
        clear(state, unit, BROKEN | DM | DISRUPTED, "ASL-A10.6")
        state.note("ASL-A10.6", "{} rallies", name(state, unit), kind="recovery")
    return follows


def _note_rally(state: Firefight, unit: int, dice: int, final: int, limit: int) -> None:
    """FF-INFO: what a leader under a "?" adds is for the own side."""
    leader, side = rally_leader(state, unit), ADJECTIVE[SIDE[unit]]
    to = readers(state, unit, leader) if leader >= 0 else None
    words = "{} {} tries to rally: dice {}, with modifiers {}, against morale {}"
    state.note("ASL-A10.6", words, side, name(state, unit), dice, final, limit, to=to, kind="check")
    if to:
        words = "{} {} tries to rally: dice {}"
        state.note("ASL-A10.6", words, side, name(state, unit), dice, to=ENEMY[to], kind="check")


def _after_two(state: Firefight, unit: int) -> list[Item]:
    """ASL-A15.1: with a leader the Heat of Battle; ASL-A18.11: a squad that rallies by itself may find
    one.
    """
    if rally_leader(state, unit) >= 0:
        return [] if is_cool(state, unit) else [(unit, HEAT, 1)]
    if kind(state, unit).is_single:
        return []
    from .heat import creation_drm

    return [(unit, CREATE, creation_drm(state, unit, 0, True))]


def _repair(state: Firefight, firer: int, more: int, die: int) -> list[Item]:
    """ASL-A9.72: up to its repair number it works again, on a 6 it is lost."""
    from .units import printed_gun

    g = firer - FIRST_GUN
    if die <= printed_gun(state, g).repair:
        state.set_at(fact.gun_flags, g, state.gun_flags[g] & ~JAMMED, "ASL-A9.72")
        state.note("ASL-A9.72", "{} is repaired", GUN_NAMES[g], kind="recovery")
    elif die == 6:
        remove_gun(state, g, "ASL-A9.72")
    return []


def _wreck(state: Firefight, firer: int, column: int, die: int) -> list[Item]:
    """ASL-A9.74: on the column of the fire: a KIA destroys the weapon, a K breaks it; one broken already
    or cannot be repaired is lost.
    """
    found, g = result(column, die).kind, firer - FIRST_GUN
    from .units import printed_gun

    lasting = printed_gun(state, g).repair and not state.gun_flags[g] & JAMMED
    if found == "kia" or (found == "k" and not lasting):
        remove_gun(state, g, "ASL-A9.74")
    elif found == "k":
        jam(state, g, "ASL-A9.74")
    return []


def _smash(state: Firefight, firer: int, kill: int, die: int) -> list[Item]:
    """ASL-A11.13: up to the Kill Number the weapon is lost."""
    if die <= kill:
        remove_gun(state, firer - FIRST_GUN, "ASL-A11.13")
    return []


def escort(state: Firefight) -> int:
    """ASL-A10.711: the leader who goes along with a unit that routs; -1: none, or he fell on the way."""
    rout = next((f for f in reversed(state.stack) if isinstance(f, Routing)), None)
    with_it = rout is not None and rout.leader >= 0 and state.at[rout.leader] == state.at[rout.unit] >= 0
    return rout.leader if rout is not None and with_it else -1


def _interdiction(state: Firefight, unit: int, more: int, dice: int) -> list[Item]:
    """ASL-A10.53: a failed check reduces it, a 12 eliminates it, and the highest pass pins it, which ends its
    rout.
    """
    leader = escort(state)
    final = dice + (leadership(state, leader) if leader >= 0 else 0)
    limit = morale(state, unit)
    state.note(
        "ASL-A10.53",
        "{} is interdicted: dice {} against morale {}",
        name(state, unit),
        dice,
        limit,
        kind="check",
    )
    if dice == 12 or final > limit:
        more_ = lose(state, unit, "ASL-A10.53") if dice == 12 else cut(state, unit, "ASL-A10.53")
        return more_ + (lose(state, leader, "ASL-A10.711") if leader >= 0 else [])
    if final == limit:
        flag(state, unit, PIN, "ASL-A10.53")
    return []


RESOLVE: dict[str, Callable[[Firefight, int, int, int], list[Item]]] = {  # other chapters add theirs
    MC: _morale_check,
    LLMC: _morale_check,
    PTC: _task_check,
    LLTC: _task_check,
    WOUNDS: _wound,
    RALLY: _rally,
    REPAIR: _repair,
    INTERDICT: _interdiction,
    WRECK: _wreck,
    SMASH: _smash,
}
CHECKS = (
    Chance(clause="ASL-A10.1", name="check", outcomes=check_outcomes, apply=take_check, about=about_check),
)

# ---------------------------------------------------------------- random selection

SHORT = "short"  # ASL-A19.131: the chosen run out of ammunition
COWED = "cowed"  # ASL-A7.9: the chosen have fired for good
JAMS = "jams"  # ASL-A9.7: the chosen weapon malfunctions


# what befalls the chosen alone, by the effect of a selection
ALONE: dict[str, Callable[[Firefight, int], None]] = {SHORT: run_out, COWED: cowed.mark}


def select(
    state: Firefight, units: Iterable[int], number: int, effect: str, check: int, column: int = -1
) -> None:
    """ASL-A.9: starts a random selection; with no more candidates than are to be chosen all of them are."""
    there = tuple(units)
    if there:
        chosen_from = Selection(units=there, number=number, effect=effect, check=check, column=column)
        state.call(chosen_from, "ASL-A.9")


def selection_outcomes(state: Firefight, frame: Selection) -> Outcomes:
    return DIE if frame.number < len(frame.units) > len(frame.dice) else NO_OUTCOME


def about_selection(state: Firefight, frame: Selection) -> str:
    unit = frame.units[min(len(frame.dice), len(frame.units) - 1)]
    return f"random selection: {GUN_NAMES[unit - FIRST_GUN] if unit >= FIRST_GUN else name(state, unit)}"


def take_die(state: Firefight, frame: Selection, action: Roll) -> None:
    state.replace(replace(frame, dice=(*frame.dice, action.face)), "ASL-A.9")
    state.note("ASL-A.9", "random selection: die {}", action.face, kind="phase")


def chosen(frame: Selection) -> list[int]:
    """The highest dice, ties included."""
    if len(frame.units) <= frame.number:
        return list(frame.units)
    least = sorted(frame.dice, reverse=True)[frame.number - 1]
    return [unit for unit, die in zip(frame.units, frame.dice, strict=True) if die >= least]


def carry_selection(state: Firefight, frame: Selection) -> None:
    """ASL-A7.301, ASL-A7.302: the chosen are killed and the rest break; or the chosen are reduced and all
    check.
    """
    state.set(fact.stack, state.stack[:-1], "ASL-A.9")
    if frame.effect == JAMS:
        return break_down(state, frame)
    hit = [unit for unit in chosen(frame) if state.at[unit] >= 0]  # another frame may have eliminated it
    items: list[Item] = []
    if frame.effect == "killed":
        items += _kill(state, frame, hit)
    elif frame.effect == "cut":
        for unit in hit:
            items += cut(state, unit, "ASL-A11.11")
    elif frame.effect in ALONE:
        for unit in hit:
            ALONE[frame.effect](state, unit)
    else:
        for unit in hit:
            items += cut(state, unit, "ASL-A7.302")
        wounded = {unit for unit, what, _ in items if what == WOUNDS}
        items += [(u, MC, frame.check) for u in frame.units if state.at[u] >= 0 and u not in wounded]
    settle(state, "ASL-A7.3")
    call(state, items, "ASL-A7.302")


def _kill(state: Firefight, frame: Selection, hit: list[int]) -> list[Item]:
    """ASL-A7.301: the chosen die, with a check of their weapons; the others break."""
    items: list[Item] = []
    for unit in hit:
        items += [(FIRST_GUN + g, WRECK, frame.column) for g in guns_of(state, unit) if frame.column >= 0]
        items += lose(state, unit, "ASL-A7.301")
    for unit in frame.units:
        if unit not in hit and state.at[unit] >= 0:
            items += _must_break(state, unit)
    return items


def break_down(state: Firefight, frame: Selection) -> None:
    """ASL-A9.7, ASL-A.11: the chosen weapon malfunctions, or is lost; the column says which would be."""
    for n, firer in enumerate(frame.units):
        g = firer - FIRST_GUN
        if firer in chosen(frame) and state.gun_kind[g]:
            (remove_gun if frame.column >> n & 1 else jam)(state, g, "ASL-A9.7")
    settle(state, "ASL-A9.7")


def _must_break(state: Firefight, unit: int) -> list[Item]:
    """ASL-A7.301: who is left breaks; who is broken already or cannot break is reduced."""
    if has(state, unit, BROKEN) or is_fearless(state, unit):
        return cut(state, unit, "ASL-A7.301")
    limit, leader = morale(state, unit), kind(state, unit).is_leader
    worth = leadership(state, unit)
    break_unit(state, unit, "ASL-A7.301")
    return _leader_lost(state, unit, limit, worth, LLTC) if leader else []


SELECTION = (
    Chance(
        clause="ASL-A.9", name="selection", outcomes=selection_outcomes, apply=take_die, about=about_selection
    ),
    Auto(clause="ASL-A7.301", do=carry_selection),
)
