"""Guns that stand on the ground on the page: counters that show where they point, and their covered arcs."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import guns
from grognard.games.purple_heart_draw.firefight.arcs import SPINES, is_covered
from grognard.games.purple_heart_draw.firefight.forces import GUN_NAMES, GUN_SIDE
from grognard.games.purple_heart_draw.firefight.position import FLAGS, GUN_FLAGS, Firefight
from grognard.games.purple_heart_draw.firefight.shell_odds import ShotOdds
from grognard.games.purple_heart_draw.firefight.units import is_towed, name
from grognard.games.purple_heart_draw.pieces import TITLE

from .rows import chance_row

SAID = {
    "broken": "does not work",
    "used": "may fire on",
    "slow": "no Intensive Fire",
    "held": "not pushed now",
}
COVERED = ("concealed", "hidden")
NEAR = 12  # hexes of an arc that are shown


def shown(state: Firefight) -> list[int]:
    """The Guns on the map that a seat knows."""
    known = (g for g, holder in enumerate(state.holder) if not is_unknown(holder))
    return [g for g in known if state.gun_kind[g] and is_towed(state, g) and guns.at(state, g) >= 0]


def piece(state: Firefight, g: int) -> Plain:
    """A Gun as a counter; its plate says whether it works, it points where the Gun does."""
    at, holder, words = guns.at(state, g), state.holder[g], list(GUN_FLAGS.write(state.gun_flags[g]))
    crew = [word for word in FLAGS.write(state.flags[holder]) if word in COVERED] if holder >= 0 else []
    served = f"served by {name(state, holder)}" if holder >= 0 else "no unit serves it"
    spent = [f"no {ammo}" for ammo in guns.spent(state, g)]
    states = [SAID.get(word, word) for word in words]
    title = [
        f"{TITLE[GUN_SIDE[g]]} {guns.weapon(state, g).name}",
        served,
        f"points {SPINES[state.pointing[g]]}",
    ]
    return {
        "id": GUN_NAMES[g],
        "side": GUN_SIDE[g],
        "kind": "gun",
        "value": guns.weapon(state, g).name.split(" ", 1)[1],
        "label": f"{guns.weapon(state, g).name} {GUN_NAMES[g]}",
        "hex": GRID.name[at] if at >= 0 else "",
        "gear": [],
        "gun": False,
        "flags": [*words, *crew],
        "hull": state.pointing[g],
        "mark": "B" if "broken" in words else "",
        "title": ", ".join([*title, *states, *spent, *crew]),
    }


def units(state: Firefight) -> dict[str, Plain]:
    known = (g for g, holder in enumerate(state.holder) if not is_unknown(holder) and state.gun_kind[g])
    return {GUN_NAMES[g]: piece(state, g) for g in known if is_towed(state, g)}


def stacks(state: Firefight) -> Iterator[Plain]:
    return (piece(state, g) for g in shown(state))


def arcs(state: Firefight) -> dict[str, list[str]]:
    """ASL-C3.2: the covered arc of each Gun this seat knows, as far as it is drawn."""
    result: dict[str, list[str]] = {}
    for g in shown(state):
        at = guns.at(state, g)
        near = members(GRID.within(1 << at, NEAR) & state.card.area)
        result[GUN_NAMES[g]] = [GRID.name[h] for h in near if is_covered(at, state.pointing[g], h)]
    return result


def fate_rows(odds: ShotOdds) -> list[Plain]:
    """ASL-C11.4: what becomes of the Guns a shell may hit."""
    return [
        {"unit": GUN_NAMES[g], "fates": {fate: chance_row(one) for fate, one in fates.items() if one}}
        for g, fates in odds.guns.items()
    ]
