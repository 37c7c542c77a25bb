"""PHD-MSR9.ff: the radio of a side's artillery: who has it at set-up, who picks it up, who repairs it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen
from grognard.core.ruling import Ruling

from .forces import ADJECTIVE, BATTERIES_OF, NAMES, SIDE, UNIT
from .observer import ARTILLERY, BROKEN_RADIO, LOST, SILENT, observer, slot
from .position import (
    ACTED,
    CX,
    DIRECTED,
    PIN,
    TI,
    TRIED,
    Firefight,
    Mask,
    Tuning,
    fact,
)
from .units import (
    flag,
    has,
    has_armed_enemy,
    in_hex,
    is_good,
    is_observing,
    kind,
    number,
    show,
)
from .words import DIE, Radio, Retune

CONTACT = ARTILLERY["contact"]
PICKED_UP = 6  # ASL-A4.44: below this
VERBS = (Radio, Retune)

# ---------------------------------------------------------------- set-up


def _leaders(mine: Mask) -> Mask:
    def found(state: Firefight, frame: object) -> int:
        able = [u for u in members(mine(state, frame)) if kind(state, u).is_leader]
        wired = [u for u in able if state.net[number(SIDE[u])]]
        return sum(1 << u for u in wired if state.radio[number(SIDE[u])] != u)

    return found


def assign(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    state.set_at(fact.radio, number(SIDE[unit]), unit, "PHD-MSR9.ff")


def radio_pick(mine: Mask) -> Pick:
    """Set-up: which leader has the radio, in secret."""
    words = "{unit} is not a leader who could take the radio now"
    return Pick(verb=Radio, names=NAMES, units=(Screen("PHD-MSR9.ff", words, _leaders(mine)),), apply=assign)


# ---------------------------------------------------------------- the Rally Phase


def is_wanting(state: Firefight, side: str) -> bool:
    """Whether everybody can tell that a radio of the side lies about or does not work."""
    return any(_is_wanting(state, battery) for battery in BATTERIES_OF[side])


def _is_wanting(state: Firefight, battery: str) -> bool:
    key = slot(battery)
    return state.net[key] == BROKEN_RADIO or state.radio_at[key] != OFF


def choices(state: Firefight, side: str) -> Sequence[Action]:
    """ASL-A4.44, ASL-A9.72: a leader picks the radio up; the Observer repairs it."""
    found: list[Action] = [Radio(NAMES[u]) for u in _finders(state, side)]
    return [*found, Retune()] if _repaired(state, side) else found


def _finders(state: Firefight, side: str) -> dict[int, str]:
    """The leaders who could pick up a radio, each with the battery whose radio it is."""
    found: dict[int, str] = {}
    for battery in BATTERIES_OF[side]:
        at = state.radio_at[slot(battery)]
        for unit in in_hex(state, side, at) if at != OFF else ():
            if _is_free(state, unit):
                found.setdefault(unit, battery)
    return found


def _repaired(state: Firefight, side: str) -> str:
    """The battery whose Observer could repair its radio now."""
    for battery in BATTERIES_OF[side]:
        lies = state.radio_at[slot(battery)] != OFF
        who = observer(state, battery) if state.net[slot(battery)] == BROKEN_RADIO and not lies else -1
        if who >= 0 and not is_observing(state, who) and not _is_busy(state, who):
            return battery
    return ""


def _is_busy(state: Firefight, unit: int) -> bool:
    return bool(state.flags[unit] & (ACTED | TRIED | DIRECTED | TI | PIN))


def _is_free(state: Firefight, unit: int) -> bool:
    fit = kind(state, unit).is_leader and is_good(state, unit) and not _is_busy(state, unit)
    return fit and not has_armed_enemy(state, SIDE[unit], state.at[unit])


def take(state: Firefight, side: str, action: Action) -> None:
    unit = UNIT[action.unit] if isinstance(action, Radio) else -1
    battery = _finders(state, side)[unit] if unit >= 0 else _repaired(state, side)
    if unit >= 0:
        show(state, unit, "ASL-A4.44")
        flag(state, unit, ACTED, "ASL-A4.44")
    else:
        state.set_at(fact.observing, slot(battery), observer(state, battery), "ASL-A3.1")
    named = "" if battery == side else battery
    state.call(Tuning(side, unit, named=named), "ASL-A4.44" if unit >= 0 else "ASL-A9.72")


def refuse(action: Action) -> Ruling | None:
    if isinstance(action, Radio):
        words = "a Good Order leader with nothing else to do picks up a radio that lies in their Location"
        return Ruling("ASL-A4.44", words)
    if isinstance(action, Retune):
        return Ruling("ASL-A9.72", "the radio works, lies about, or no Good Order leader has it")
    return None


def outcomes(state: Firefight, frame: Tuning) -> Outcomes:
    return NO_OUTCOME if frame.die else DIE


def roll(state: Firefight, frame: Tuning, action: Roll) -> None:
    state.replace(replace(frame, die=action.face), "ASL-A4.44")


def settle_roll(state: Firefight, frame: Tuning) -> None:
    frame = state.stack[-1]  # type: ignore[assignment]
    (pick_up if frame.unit >= 0 else repair)(state, frame)


def pick_up(state: Firefight, frame: Tuning) -> None:
    """ASL-A4.44: below 6 the leader has it; CX adds 1."""
    key = slot(frame.battery)
    got = frame.die + has(state, frame.unit, CX) < PICKED_UP
    words = "{} picks up the radio" if got else "{} does not get the radio"
    state.note("ASL-A4.44", words, NAMES[frame.unit], kind="recovery" if got else "check")
    if got:
        state.set_at(fact.radio, key, frame.unit, "ASL-A4.44")
        state.set_at(fact.radio_at, key, OFF, "ASL-A4.44")


def repair(state: Firefight, frame: Tuning) -> None:
    """ASL-A9.72: a 1 repairs the radio, a 6 removes it, and the battery with it (ASL-C1.1)."""
    key, side = slot(frame.battery), ADJECTIVE[frame.side]
    if frame.die <= CONTACT["repair"]:
        state.set_at(fact.net, key, SILENT, "ASL-A9.72")
        state.note("ASL-A9.72", "the {} radio works again", side, kind="recovery")
    elif frame.die >= CONTACT["lost"]:
        state.set_at(fact.net, key, LOST, "ASL-C1.1")
        state.set_at(fact.radio, key, -1, "ASL-C1.1")
        state.note("ASL-C1.1", "the {} radio is lost, and its battery with it", side, kind="loss")
    else:
        state.note("ASL-A9.72", "the {} radio still does not work: die {}", side, frame.die, kind="check")


TUNING = (
    Chance(
        clause="ASL-A9.72",
        name="radio work",
        outcomes=outcomes,
        apply=roll,
        about=lambda state, frame: "the radio",
    ),
    Auto(clause="ASL-A9.72", do=settle_roll),
)
