"""Rows of the page of the firefight: markers, modifiers, results and fates with their chances."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from grognard.core.plain import Plain
from grognard.core.ruling import Ruling
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import NAMES
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.games.purple_heart_draw.firefight.units import name


def marker(hex_: int, value: str, title: str, side: str = "none", kind: str = "fort") -> Plain:
    """A marker in a hex, as the page draws it."""
    return {
        "side": side,
        "kind": kind,
        "value": value,
        "title": title,
        "hex": GRID.name[GRID.ground_of(hex_)],
    }


def chance_row(chance: Fraction) -> Plain:
    return {"chance": float(chance), "fraction": str(chance)}


def result_rows(chances: Mapping[str, Fraction]) -> list[Plain]:
    """Results with their chances, the likeliest first."""
    rows = sorted(chances.items(), key=lambda row: -row[1])
    return [{"result": words, **chance_row(chance)} for words, chance in rows]


def fate_row(state: Firefight, unit: int, fates: Mapping[str, Fraction]) -> Plain:
    """What becomes of one target."""
    return {
        "unit": name(state, unit),
        "fates": {fate: chance_row(chance) for fate, chance in fates.items() if chance},
    }


def refusal_row(state: Firefight, unit: int, ruling: Ruling) -> Plain:
    """What keeps a unit from something; the unit by its counter and not by its id alone."""
    because = re.sub(rf"\b{NAMES[unit]}\b", name(state, unit), ruling.because, count=1)
    return {"unit": name(state, unit), "because": because, "clause": ruling.clause}


def grouped(names: Iterable[str]) -> str:
    """Units by what is printed on their counters: for a heading, where ids would say nothing more.

    >>> grouped(["6-6-6 u01", "9-1 u12", "6-6-6 u02"]), grouped([])
    ('2 × 6-6-6 and 9-1', '')
    """
    kinds = Counter(name.rpartition(" ")[0] or name for name in names)
    *first, last = [f"{count} × {kind}" if count > 1 else kind for kind, count in kinds.items()] or [""]
    return f"{', '.join(first)} and {last}" if first else last
