"""ASL-A11.2, ASL-A11.22, ASL-A11.41: who leaves a close combat, and where to."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import Hex
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import dropping, mines, vehicles
from .ablaze import is_ablaze
from .forces import ENEMY, NAMES, SIDE
from .going import cost, exits
from .position import (
    ASSAILED,
    BERSERK,
    BROKEN,
    DISRUPTED,
    MELEE,
    PIN,
    Close,
    Firefight,
    Leaving,
    Mask,
    Must,
    Who,
)
from .rubble import is_gone
from .units import clear, eliminate, has, in_hex, known_in, name, put, settle, show
from .upstairs import STEEPLES
from .words import Shed, Withdraw

Test = Callable[[Firefight, Close, int], bool]


def ways(state: Firefight, unit: int) -> int:
    """ASL-A11.2: Locations it could go to that hold no Known enemy."""
    at, found, tanks = state.at[unit], 0, vehicles.hexes_of(state, ENEMY[SIDE[unit]])
    for hex_ in exits(at) if at >= 0 else ():
        free = (
            state.card.places >> hex_ & 1 and hex_ not in STEEPLES and not known_in(state, SIDE[unit], hex_)
        )
        shut = is_gone(state, hex_) or is_ablaze(state, hex_) or tanks >> hex_ & 1
        found |= bool(free and cost(at, hex_) is not None and not shut) << hex_
    return found


def _is_there(state: Firefight, frame: Close, unit: int) -> bool:
    return state.at[unit] == frame.hex and unit not in dict(frame.leaving)


def may_leave(state: Firefight, frame: Close, unit: int) -> bool:
    """ASL-A11.2: only from a Melee, and not who has attacked a vehicle; ASL-A11.41: who has ambushed the
    enemy may leave the first round.
    """
    if has(state, unit, MELEE):
        return not has(state, unit, ASSAILED)
    return SIDE[unit] == frame.ambusher


def is_free(state: Firefight, frame: Close, unit: int) -> bool:
    """ASL-A11.22: attackers after an Original 2, targets after an Original 12."""
    return unit in frame.free


def _screens(who: Who, clause: str, words: str, test: Test) -> tuple[Screen, ...]:
    def mask(check: Test) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            if not isinstance(frame, Close):
                return 0
            units = in_hex(state, who(state, frame), frame.hex)
            return sum(1 << u for u in units if check(state, frame, u))

        return found

    bad = PIN | BERSERK | DISRUPTED
    return (
        Screen(
            "FF-CC.1", "{unit} is not in this close combat, or leaves already", mask(_is_there), decisive=True
        ),
        Screen(clause, words, mask(test)),
        Screen(
            "ASL-A7.8",
            "{unit} is pinned, berserk or Disrupted",
            mask(lambda state, frame, u: not state.flags[u] & bad),
        ),
    )


def _where(state: Firefight, frame: object) -> Callable[[int], int]:
    return lambda unit: ways(state, unit)


def announce(state: Firefight, frame: Close, unit: int, hex_: Hex) -> None:
    """ASL-A11.2: it goes when the blows have fallen; ASL-A11.41: an ambusher goes at once."""
    if not has(state, unit, MELEE):
        go(state, unit, hex_, "ASL-A11.41")
        return
    state.note("ASL-A11.2", "{} withdraws to {}", name(state, unit), GRID.name[hex_], kind="retreat")
    state.replace(replace(state.stack[-1], leaving=(*frame.leaving, (unit, hex_))), "ASL-A11.2")


def infiltrate(state: Firefight, frame: Close, unit: int, hex_: Hex) -> None:
    go(state, unit, hex_, "ASL-A11.22")


WITHDRAWS, FLEES = "withdraw", "flee"  # FLEES: a broken unit, which goes on after mines


def go(state: Firefight, unit: int, hex_: int, clause: str) -> None:
    """ASL-B28.412: mines of the Location attack first who leaves it."""
    clear(state, unit, MELEE, clause)
    state.note(clause, "{} leaves for {}", name(state, unit), GRID.name[hex_], kind="retreat")
    if not mines.on_exit(state, (unit,), hex_, FLEES if has(state, unit, BROKEN) else WITHDRAWS, 0, clause):
        _arrive(state, unit, hex_, clause)


def _after_mines(state: Firefight, leaving: Leaving, fit: tuple[int, ...]) -> None:
    for unit in fit:
        _arrive(state, unit, leaving.hex, leaving.words)


mines.GO_ON[WITHDRAWS] = mines.GO_ON[FLEES] = _after_mines


def _arrive(state: Firefight, unit: int, hex_: int, clause: str) -> None:
    """ASL-A11.2: a concealed enemy in the Location kills it, and is revealed; ASL-B28.4: mines attack it."""
    at = state.at[unit]
    unseen = [u for u in in_hex(state, ENEMY[SIDE[unit]], hex_) if not state.open >> u & 1]
    if unseen:
        show(state, unseen[0], "ASL-A11.2")
        eliminate(state, unit, "ASL-A11.2")
    else:
        put(state, unit, hex_, clause)
    settle(state, clause)
    if not unseen and not mines.is_inside(at, hex_):
        mines.strike(state, (unit,), hex_)


def carry_out(state: Firefight, frame: Close, step: int) -> None:
    """The next of those who withdraw; the step comes back until all have."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.leaving:
        return
    (unit, hex_), *rest = frame.leaving
    state.replace(replace(frame, leaving=tuple(rest), step=step), "ASL-A11.2")
    if state.at[unit] == frame.hex:
        go(state, unit, hex_, "ASL-A11.2")


def _must(who: Who) -> Must:
    def must(state: Firefight, frame: object) -> Ruling | None:
        if not isinstance(frame, Close):
            return None
        for unit in in_hex(state, who(state, frame), frame.hex):
            bound = state.flags[unit] & BROKEN and not state.flags[unit] & (PIN | DISRUPTED)
            if bound and has(state, unit, MELEE) and _is_there(state, frame, unit) and ways(state, unit):
                return Ruling("ASL-A11.16", f"{name(state, unit)} is broken and must withdraw")
        return None

    return must


HEXES = (
    Screen(
        "ASL-A11.2",
        "{unit} cannot go to {hex}: it is not next to it, or a Known enemy is there",
        _where,
        each=True,
    ),
)


def withdrawals(who: Who, title: str) -> Phase:
    words = "{unit} is not in Melee, and has not ambushed the enemy"
    return Phase(
        clause="ASL-A11.2",
        name=title,
        title="who withdraws",
        side=who,
        picks=(
            Pick(
                verb=Withdraw,
                names=NAMES,
                units=_screens(who, "ASL-A11.2", words, may_leave),
                hexes=HEXES,
                apply=announce,
            ),
        ),
        plain=lambda state, frame: _sheds(state, frame, who),
        take_plain=lambda state, frame, action: dropping.shed(state, action),
        plain_verbs=(Shed,),
        refuse=dropping.refuse,
        must=_must(who),
    )


def _sheds(state: Firefight, frame: object, who: Who) -> list[Action]:
    """ASL-A4.43: before it withdraws from a Melee a unit may leave its weapons."""
    if not isinstance(frame, Close):
        return []
    bad = PIN | BERSERK | DISRUPTED
    there = [u for u in in_hex(state, who(state, frame), frame.hex) if _is_there(state, frame, u)]
    fit = [u for u in there if has(state, u, MELEE) and not state.flags[u] & bad and ways(state, u)]
    return list(dropping.of_units(state, fit))


def has_ambushed(state: Firefight, frame: Close, unit: int) -> bool:
    """ASL-A11.41: an ambusher of this round, while enemies are left."""
    enemies = known_in(state, SIDE[unit], frame.hex)
    return SIDE[unit] == frame.ambusher and not has(state, unit, MELEE | BROKEN) and bool(enemies)


def slip_away(state: Firefight, frame: Close, unit: int, hex_: Hex) -> None:
    go(state, unit, hex_, "ASL-A11.41")


def after_ambush() -> Phase:
    """ASL-A11.41: who has ambushed the enemy may leave after the round as well."""

    def who(state: Firefight, frame: object) -> str:
        return getattr(frame, "ambusher", "") or state.mover

    return Phase(
        clause="ASL-A11.41",
        name="after an ambush",
        title="who withdraws after the ambush",
        side=who,
        picks=(
            Pick(
                verb=Withdraw,
                names=NAMES,
                units=_screens(
                    who, "ASL-A11.41", "{unit} has not ambushed an enemy who is left", has_ambushed
                ),
                hexes=HEXES,
                apply=slip_away,
            ),
        ),
    )


def infiltration(who: Who, title: str) -> Phase:
    words = "{unit} has neither attacked with a 2 nor been attacked with a 12"
    return Phase(
        clause="ASL-A11.22",
        name=title,
        title="Infiltration",
        side=who,
        picks=(
            Pick(
                verb=Withdraw,
                names=NAMES,
                units=_screens(who, "ASL-A11.22", words, is_free),
                hexes=HEXES,
                apply=infiltrate,
            ),
        ),
    )
