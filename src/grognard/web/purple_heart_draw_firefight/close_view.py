"""Close combat before its dice: for the side that names its attacks, what each would do, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from grognard.core.plain import Plain
from grognard.core.ruling import modifier_rows
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.close import (
    CAPTURE,
    attack_power,
    joined,
    partners,
    power,
    sides_of,
    stack_of,
    strike_modifiers,
    strikers,
)
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, NAMES
from grognard.games.purple_heart_draw.firefight.position import BROKEN, Close, Firefight
from grognard.games.purple_heart_draw.firefight.tables import kill_number, struck
from grognard.games.purple_heart_draw.firefight.units import has, in_hex, known_in, name

from .rows import chance_row

FATES = {"killed": "all eliminated", "cut": "one reduced", "": "no effect"}
SEIZED = {"killed": "all captured", "cut": "one captured", "": "no effect"}


def close_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """ASL-A11.11: the attacks a side has named, those it could name at once, and what may answer them."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Close) or state.step.name != "strikes" or state.viewer != frame.striker:
        return None
    state = state.without_unknown()  # a count of who stays leaves out whom the seat does not know
    rows = joined(state, frame, frame.strikes)
    named = [(*row, CAPTURE) if set(row) & set(frame.seizing) else row for row in rows]
    mine, theirs = strikers(state, frame), known_in(state, frame.striker, frame.hex)
    return {
        "hex": GRID.name[frame.hex],
        "ambush": frame.ambusher,
        "named": [_row(state, frame, *sides_of(row), CAPTURE in row) for row in named],
        "offers": [] if frame.strikes else list(_offers(state, frame, mine, theirs)),
        "answer": _answer(state, frame, theirs),
    }


def _offers(state: Firefight, frame: Close, mine: Sequence[int], theirs: Sequence[int]) -> Iterator[Plain]:
    """All against all, or all against one of several stacks (ASL-A11.14)."""
    partner = partners(state, ENEMY[frame.striker], frame.hex, dict(frame.leaving))
    stacks = sorted({tuple(sorted(stack_of(partner, one))) for one in theirs})
    targets = [list(theirs), *(list(one) for one in stacks if len(stacks) > 1)]
    for some in targets if mine and theirs else ():
        actions = [f"strike {NAMES[u]} {NAMES[e]}" for u in mine for e in some]
        yield {"actions": actions, **_row(state, frame, mine, some, seizes=False)}


def _answer(state: Firefight, frame: Close, theirs: Sequence[int]) -> Plain | None:
    """What the known enemies would do if all attacked all; after the dice of an ambush only who is left."""
    if ENEMY[frame.striker] in frame.rolled:
        return None
    leaving = dict(frame.leaving)
    able = [unit for unit in theirs if not has(state, unit, BROKEN) and unit not in leaving]
    mine = in_hex(state, frame.striker, frame.hex)
    return _row(state, frame, able, mine, seizes=False) if able and mine else None


def _row(
    state: Firefight, frame: Close, attackers: Sequence[int], targets: Sequence[int], seizes: bool
) -> Plain:
    kill, odds = kill_number(attack_power(state, attackers, targets), power(state, targets, attacks=False))
    modifiers = strike_modifiers(state, frame, attackers, targets, seizes)
    drm = sum(one.amount for one in modifiers)
    return {
        "attackers": [name(state, unit) for unit in attackers],
        "targets": [name(state, unit) for unit in targets],
        "odds": odds,
        "kill": kill,
        "drm": drm,
        "modifiers": modifier_rows(modifiers),
        "results": [
            {"result": (SEIZED if seizes else FATES)[fate], **chance_row(chance)}
            for fate, chance in close_chances(kill, drm).items()
        ],
    }


def close_chances(kill: int, drm: int) -> dict[str, Fraction]:
    """ASL-A11.11: the chance of each fate. A leader who comes forth on an Original 2 (ASL-A18.12) is not
    counted.
    """
    chances = dict.fromkeys(FATES, Fraction(0))
    for one in range(1, 7):
        for two in range(1, 7):
            chances[struck(one + two + drm, kill)] += Fraction(1, 36)
    return chances
