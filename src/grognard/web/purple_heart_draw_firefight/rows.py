"""Rows of the page of the firefight: markers, modifiers, results and fates with their chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
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
