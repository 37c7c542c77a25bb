"""Heat of Battle: heroes, Battle Hardening, berserk units; leaders that are made in play."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.procedure import Ask
from grognard.core.ruling import Ruling

from ..pieces import GERMAN
from . import checks
from .eyes import sees
from .forces import ADJECTIVE, ENEMY, NAMES, SIDE, UNIT
from .position import (
    ADVANCED,
    BERSERK,
    BROKEN,
    CX,
    DISRUPTED,
    DM,
    FANATIC,
    FINAL,
    FIRED,
    FIRST,
    HEROIC,
    MELEE,
    MOVED,
    PIN,
    PREP,
    TI,
    Checks,
    Firefight,
)
from .prison import capture, refuse_quarter, takers
from .tables import LEADERS, UP, read_heat
from .units import (
    break_unit,
    change_kind,
    clear,
    create,
    flag,
    has,
    in_hex,
    is_inexperienced,
    kind,
    known,
    leadership,
    morale,
    name,
    settle,
    show,
)
from .words import Capture, Decline, Harden, Refuse

HEAT = read_heat()
SHARED = FIRED | PREP | FIRST | FINAL | MOVED | ADVANCED | TI | MELEE  # what a hero shares with his squad

# ---------------------------------------------------------------- the roll


def drm(state: Firefight, unit: int, was_broken: int) -> int:
    """ASL-A15.1: elite 1 less, broken and inexperienced 1 more each. All Germans count as elite."""
    elite = SIDE[unit] == GERMAN or kind(state, unit).quality == "elite"
    more: dict[str, int] = HEAT["drm"]
    return (
        more["elite"] * elite
        + more["broken"] * was_broken
        + more["inexperienced"] * is_inexperienced(state, unit)
    )


def sees_enemy(state: Firefight, unit: int) -> bool:
    """ASL-A15.44: whether a Known enemy is in its sight."""
    return any(sees(state, unit, state.at[enemy]) for enemy in known(state, SIDE[unit]))


def results(state: Firefight, unit: int, final: int) -> list[str]:
    """ASL-A15.1, ASL-A15.44: what a roll means for this unit."""
    found = next(row["result"] for row in HEAT["row"] if final <= row["most"])
    if found == ["surrender"] and (has(state, unit, FANATIC) or SIDE[unit] in state.no_quarter):
        found = ["berserk"]  # ASL-A15.5
    if found == ["berserk"] and not sees_enemy(state, unit):
        return ["harden"]
    return list(found)


def roll_heat(state: Firefight, unit: int, was_broken: int, dice: int) -> list[checks.Item]:
    show(state, unit, "ASL-A15.1")
    final = dice + drm(state, unit, was_broken)
    found = results(state, unit, final)
    words = "Heat of Battle of {}: dice {}, with modifiers {}"
    state.note("ASL-A15.1", words, name(state, unit), dice, final, kind="check")
    return [item for one in found for item in _MEANS[one](state, unit)]


def _hero(state: Firefight, unit: int) -> list[checks.Item]:
    """ASL-A15.2: a squad brings forth a hero with its own markers; ASL-A15.21: a leader is a hero himself."""
    if kind(state, unit).is_leader:
        clear(state, unit, BROKEN | DM | PIN | DISRUPTED, "ASL-A15.21")
        flag(state, unit, HEROIC, "ASL-A15.21")
        state.note("ASL-A15.21", "{} is heroic", name(state, unit), kind="recovery")
    elif (hero := create(state, unit, "1-4-9", state.flags[unit] & SHARED, "ASL-A15.2")) >= 0:
        state.note("ASL-A15.2", "{} steps forth beside {}", name(state, hero), name(state, unit), kind="hero")
    return []


def _may_harden(state: Firefight, unit: int) -> list[checks.Item]:
    return [(unit, checks.HARDEN, 0)]


def _berserk(state: Firefight, unit: int) -> list[checks.Item]:
    """ASL-A15.4: it rallies if broken; others beside a berserk leader may follow him."""
    go_berserk(state, unit)
    if not kind(state, unit).is_leader:
        return []
    more = leadership(state, unit)
    others = [u for u in in_hex(state, SIDE[unit], state.at[unit]) if u != unit]
    return [(u, checks.FRENZY, more) for u in others if not has(state, u, BERSERK) and state.open >> u & 1]


def go_berserk(state: Firefight, unit: int) -> None:
    show(state, unit, "ASL-A12.14.b")
    clear(state, unit, BROKEN | DM | PIN | CX | DISRUPTED, "ASL-A15.4")
    flag(state, unit, BERSERK, "ASL-A15.4")
    state.note("ASL-A15.4", "{} {} goes berserk", ADJECTIVE[SIDE[unit]], name(state, unit), kind="result")


def _surrender(state: Firefight, unit: int) -> list[checks.Item]:
    """ASL-A15.5: it is broken and Disrupted, and gives itself up if a captor is beside it."""
    if not has(state, unit, BROKEN):
        break_unit(state, unit, "ASL-A15.5")
    flag(state, unit, DISRUPTED | DM, "ASL-A15.5")
    state.note("ASL-A15.5", "{} is Disrupted", name(state, unit), kind="loss")
    at_once = not has(state, unit, MELEE) and takers(state, unit)
    return [(unit, checks.QUARTER, 0)] if at_once else []


_MEANS = {"hero": _hero, "harden": _may_harden, "berserk": _berserk, "surrender": _surrender}


def roll_frenzy(state: Firefight, unit: int, more: int, dice: int) -> list[checks.Item]:
    """ASL-A15.4: who passes a task check with the berserk leader's modifier goes berserk as well."""
    final, limit = dice + more, morale(state, unit)
    words = "{} {}: dice {}, with modifiers {}, against morale {}"
    state.note("ASL-A15.4", words, ADJECTIVE[SIDE[unit]], name(state, unit), dice, final, limit, kind="check")
    if final <= limit:
        go_berserk(state, unit)
    return []


# ---------------------------------------------------------------- Battle Hardening


def better(state: Firefight, unit: int) -> str:
    """ASL-A15.3: the next class up; empty: none."""
    id_ = state.kind[unit]
    if kind(state, unit).is_leader:
        at = LEADERS.index(id_) + 1
        return LEADERS[at] if at < len(LEADERS) else ""
    return UP.get(id_, "")


def harden(state: Firefight, unit: int) -> None:
    """ASL-A15.3: the next class up, unbroken and unpinned; ASL-A10.8: at the top it is Fanatic."""
    clear(state, unit, BROKEN | DM | PIN | DISRUPTED, "ASL-A15.3")
    if new := better(state, unit):
        change_kind(state, unit, new, "ASL-A15.3")
    else:
        flag(state, unit, FANATIC, "ASL-A10.8")
        state.note("ASL-A10.8", "{} is Fanatic", name(state, unit), kind="recovery")


def _waiting(frame: object, what: str = checks.HARDEN) -> int:
    """The unit whose hardening, or surrender, a side is asked about; -1: none."""
    queue = frame.queue if isinstance(frame, Checks) else ()
    return queue[0][0] if queue and queue[0][1] == what else -1


def hardening(state: Firefight, frame: Checks) -> Sequence[Action]:
    unit = _waiting(frame)
    return () if unit < 0 else (Harden(NAMES[unit]), Refuse(NAMES[unit]))


def answer(state: Firefight, frame: Checks, action: Action) -> None:
    if isinstance(action, Harden):
        harden(state, UNIT[action.unit])
    _go_on(state, frame, "ASL-A15.3")


def _go_on(state: Firefight, frame: Checks, clause: str) -> None:
    rest = checks.due(state, frame.queue[1:])
    state.replace(replace(state.stack[-1], queue=rest, step=0), clause)


def _refuse_answer(state: Firefight, frame: object, action: Harden | Refuse) -> Sequence[Ruling]:
    return (Ruling("ASL-A15.3", f"{action.unit} is not to be hardened now"),)


HARDENING = Ask(
    clause="ASL-A15.3",
    name="hardening",
    title="Battle Hardening",
    side=lambda state, frame: SIDE[max(0, _waiting(frame))],
    choices=hardening,
    apply=answer,
    takes=(Harden, Refuse),
    names=NAMES,
    refuse=_refuse_answer,
)

# ---------------------------------------------------------------- surrender at once


def surrenders(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-A15.5, ASL-A20.21: it is taken by one of the enemies beside it, or refused."""
    if (unit := _waiting(frame, checks.QUARTER)) < 0:
        return ()
    return [*(Capture(NAMES[guard], NAMES[unit]) for guard in takers(state, unit)), Decline(NAMES[unit])]


def take_surrender(state: Firefight, frame: Checks, action: Capture | Decline) -> None:
    unit = UNIT[action.enemy]
    if isinstance(action, Capture):
        capture(state, UNIT[action.unit], unit)
    else:
        refuse_quarter(state, unit)
    settle(state, "ASL-A15.5")
    _go_on(state, frame, "ASL-A15.5")


def _refuse_surrender(state: Firefight, frame: object, action: Action) -> Sequence[Ruling]:
    words = "the captor is a Known Good Order armed enemy beside the unit that surrenders at once"
    return (Ruling("ASL-A20.21", words),)


QUARTER = Ask(
    clause="ASL-A15.5",
    name="surrender at once",
    title="surrender",
    side=lambda state, frame: ENEMY[SIDE[max(0, _waiting(frame, checks.QUARTER))]],
    choices=surrenders,
    apply=take_surrender,
    takes=(Capture, Decline),
    refuse=_refuse_surrender,
)

# ---------------------------------------------------------------- leaders made in play


def creation_drm(state: Firefight, unit: int, columns: int, was_broken: bool) -> int:
    """ASL-A18.2: nation, morale as it stands, broken, and the odds of a close combat below 1-1."""
    table, stands = HEAT["leader_creation"], morale(state, unit)
    found = int(table["nation"]) + int(table["odds_column"]) * columns + int(table["broken"]) * was_broken
    return found + int(table["morale_8"]) * (stands >= 8) + int(table["morale_6"]) * (stands <= 6)


def roll_creation(state: Firefight, unit: int, more: int, die: int) -> list[checks.Item]:
    """ASL-A18.2: one die; above 6 nobody."""
    final = die + more
    rows = HEAT["leader_creation"]["row"]
    id_ = next(str(row["leader"]) for row in rows if final <= row["most"])
    bits = state.flags[unit] & SHARED
    if id_ and (leader := create(state, unit, id_, bits, "ASL-A18.2")) >= 0:
        words = "a leader comes forward beside {}: {}"
        state.note("ASL-A18.2", words, name(state, unit), name(state, leader), kind="hero")
    else:
        state.note("ASL-A18.2", "no leader comes forward beside {}", name(state, unit), kind="check")
    return []


checks.RESOLVE |= {
    checks.HEAT: roll_heat,
    checks.FRENZY: roll_frenzy,
    checks.CREATE: roll_creation,
}
CHECKS = (*checks.CHECKS, HARDENING, QUARTER)

# ---------------------------------------------------------------- the end of it


def calm(state: Firefight, unit: int) -> None:
    """ASL-A15.46: a berserk unit comes to itself."""
    clear(state, unit, BERSERK, "ASL-A15.46")
    state.note("ASL-A15.46", "{} is no longer berserk", name(state, unit), kind="recovery")


def is_over(state: Firefight, unit: int) -> bool:
    """ASL-A15.46: nothing Known is in its sight, its own Location included."""
    return has(state, unit, BERSERK) and not sees_enemy(state, unit)


__all__ = ["CHECKS", "calm", "creation_drm", "drm", "harden", "is_over", "results", "sees_enemy"]
