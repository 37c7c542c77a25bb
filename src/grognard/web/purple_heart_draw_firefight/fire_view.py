"""Fire before its dice: from where, with which firepower, and what becomes of each target."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from grognard.core.plain import Plain
from grognard.core.ruling import modifier_rows, total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import tank_guns
from grognard.games.purple_heart_draw.firefight.forces import FIRST_GUN, GUN_NAMES, NAMES
from grognard.games.purple_heart_draw.firefight.odds import TWO_DICE, chances, fates_of
from grognard.games.purple_heart_draw.firefight.position import (
    Assault,
    Attack,
    Burst,
    Firefight,
    Raking,
    Riddling,
    Shell,
    Shot,
    Torching,
)
from grognard.games.purple_heart_draw.firefight.shots import ALONE, base, factors, firepower, place_of
from grognard.games.purple_heart_draw.firefight.tables import Result, column_of, result
from grognard.games.purple_heart_draw.firefight.units import known_in, name, shooter

from .rows import fate_row, result_rows

Fire = Attack | Burst | Shot | Shell | Assault | Raking | Riddling | Torching


def attack_figures(state: Firefight, frame: Attack) -> Plain:
    known = bool(frame.targets) or bool(known_in(state, frame.side, frame.hex))
    odds = chances(state, frame, concealed=not known)
    return {
        "hex": GRID.name[frame.hex],
        "firepower": float(odds.firepower),
        "powers": powers(state, frame, concealed=not known),
        "column": odds.column,
        "concealed": not known,
        "firers": [NAMES[f] if f < FIRST_GUN else GUN_NAMES[f - FIRST_GUN] for f in frame.firers],
        "modifiers": modifier_rows(odds.modifiers),
        "results": result_rows(odds.results),
        "targets": [fate_row(state, unit, fates) for unit, fates in odds.targets.items()],
    }


def powers(state: Firefight, frame: Attack, concealed: bool) -> list[Plain]:
    """ASL-A7.2: what each firer adds to the attack, and every factor on its firepower."""
    if frame.kind in ALONE:
        return []
    return [
        {
            "who": _firer(state, firer),
            "base": base(state, firer)[0],
            "firepower": float(firepower(state, frame.kind, firer, frame.hex, concealed)),
            "factors": [
                {"factor": str(factor), "because": words, "clause": clause}
                for factor, clause, words in factors(state, frame.kind, firer, frame.hex, concealed)
            ],
        }
        for firer in frame.firers
    ]


def _firer(state: Firefight, firer: int) -> str:
    owner = name(state, shooter(state, firer))
    return owner if firer < FIRST_GUN else f"{state.gun_kind[firer - FIRST_GUN]} of {owner}"


def burst_targets(state: Firefight, burst: Burst, concealed: bool) -> list[Plain]:
    """ASL-D3.5: of each Known target of the machine guns, the chance of each fate; no vehicle cowers."""
    column = column_of(tank_guns.firepower(state, burst, concealed))
    targets = [unit for unit in tank_guns.attacked(state, burst) if state.open >> unit & 1]
    rows = list[Plain]()
    for place in sorted({place_of(state, unit) for unit in targets}):
        same = [unit for unit in targets if place_of(state, unit) == place]
        drm = total(tank_guns.modifiers(state, burst, place))
        cells: Counter[Result] = Counter()
        for dice, chance in TWO_DICE.items():
            cells[result(column, dice + drm)] += chance  # type: ignore[assignment]
        chances: dict[Result, Fraction] = {value: Fraction(chance) for value, chance in cells.items()}
        rows += [fate_row(state, unit, fates_of(state, unit, chances, len(same), 0)) for unit in same]
    return rows


def line_of_fire(state: Firefight, frame: Fire) -> Plain:
    """The hexes of an attack: from where, and at which."""
    return {
        "from": sorted({GRID.name[GRID.ground_of(at)] for at in _starts(state, frame) if at >= 0}),
        "to": GRID.name[GRID.ground_of(frame.hex)],
    }


def _starts(state: Firefight, frame: Fire) -> list[int]:
    if isinstance(frame, Attack):
        return [state.at[shooter(state, firer)] for firer in frame.firers]
    if isinstance(frame, Burst | Raking) or (isinstance(frame, Shell) and frame.vehicle >= 0):
        return [state.vehicle_at[frame.vehicle]]
    if isinstance(frame, Assault | Torching):
        return [state.at[frame.unit]]
    return [state.at[shooter(state, frame.firer)]]
