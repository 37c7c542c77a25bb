"""What the answers to `grognard ask` share: positions read or made up for the question, and words for
odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from grognard.core.ask import exact, percent, position_at
from grognard.core.facts import Action
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, Modifier, Ruling, total

from . import notation
from .board import GRID
from .odds import Odds
from .pieces import LABEL, NAMES
from .position import SwordBeach, Turn
from .tables import LINES

Chances = Mapping[int, Fraction] | Mapping[str, Fraction]
OURS = "reconstruction"


load_position = partial(position_at, SwordBeach)  # of a record or a position file


def scene(
    phase: str, turn: int, units: Mapping[str, str], like: str | None = None, **more: object
) -> SwordBeach:
    """A position made up for a question; `like` names one whose readings are used."""
    if like:
        more["options"] = msgspec.to_builtins(load_position(like).options)
    return notation.read({"phase": phase, "turn": turn, "units": dict(units), **more})


def one_of(value: str, known: Iterable[str], what: str) -> str:
    """A word out of a short list, or a refusal that names the list."""
    listed = list(known)
    if value not in listed:
        raise GrognardError(f"{value!r} is not a {what}; choose {' or '.join(listed)}")
    return value


def hex_name(number: int) -> str:
    return GRID.name[number] if number >= 0 else "off the map"


def unit_names(units: Iterable[int]) -> list[str]:
    """The ids of units, for machines."""
    return [NAMES[unit] for unit in units]


def labels(units: Iterable[int]) -> str:
    """The display names of units, for people."""
    return ", ".join(LABEL[unit] for unit in units) or "none"


def objections_of(state: SwordBeach, side: str, action: Action) -> list[Ruling]:
    """What speaks against an action of a side whose units it does not name: judged in that side's own Combat
    Phase.
    """
    if state.to_move == side:
        return state.why_not(action)
    number = [step.name for step in SwordBeach.procedures[Turn]].index(f"{side} combat")
    step, twin = SwordBeach.procedures[Turn][number], state.copy()
    twin.__dict__["stack"] = (Turn(step=number),)
    belongs = f"the action {action.verb} belongs to another step, {step.label}; now: {state.moment}"
    return [
        *state.forbids(action),
        *step.forbids(twin, Turn(step=number), action),
        Ruling(step.clause, belongs),
    ]


# ---------------------------------------------------------------- words


def ledger_lines(parts: Sequence[Modifier]) -> list[str]:
    """A sum, part by part, with its clauses."""
    return [f"{part.amount:+d}  {part.because} [{part.clause}]" for part in parts]


def plain_chances(chances: Chances) -> Plain:
    """A distribution for machines."""
    return {str(key): exact(chance) for key, chance in chances.items()}


def chance_line(chances: Chances) -> str:
    """A distribution in one line."""
    return ", ".join(f"{key} {percent(chance)}" for key, chance in chances.items())


def plain_odds_of(result: Odds) -> Plain:
    return {
        "differentials": plain_chances(result.differentials),
        "columns": plain_chances(result.columns),
        "results": plain_chances(result.results),
    }


def odds_path(result: Odds) -> list[str]:
    """How the column is found before a marker is drawn: sum, line, shifts."""
    row, known = LINES[result.line], total(result.ledger)
    moved = [
        f"shifted {abs(part.amount)} {'left' if part.amount < 0 else 'right'}: {part.because} [{part.clause}]"
        for part in result.shifts
    ]
    ends = (
        f"{row.name} line: columns 2 to {row.table.columns} start at {', '.join(map(str, row.bounds))}"
        f" [{row.clause}]"
    )
    return [*ledger_lines(result.ledger), f"{known:+d}  differential before markers [FM-7.3.1]", ends, *moved]


def odds_clauses(chances: Odds) -> list[str]:
    row = LINES[chances.line]
    parts = [part.clause for part in (*chances.ledger, *chances.shifts)]
    return ["FM-7.3.1", *parts, row.clause, row.table.clause]
