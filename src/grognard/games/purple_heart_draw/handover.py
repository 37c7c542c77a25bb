"""The after-action report: all a played TM Scenario hands to the campaign, and how a tactical engine's report is taken in.

`report(state)` writes it, `entries(state, report)` gives the umpire's entries that bring a position to what a report says.
So an engine that fights a scenario hex by hex can be put in the place of players or resolver: it hands over this report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError

from . import verbs
from .board import GRID
from .pieces import FLAGS, NAMES, NUMBER_OF, SIDE, SIDES, STATUS
from .position import PurpleHeartDraw
from .umpire import fates

UNIT_FIELDS = ("id", "side", "kind", "hex", "status", "gear", "group")


def report(state: PurpleHeartDraw) -> dict[str, Any]:
    """PHD-Z12: per unit id, kind, side, hex, status and weapons; per hex works and fires; control; CVP; modules; exits."""
    return {
        "scenario": state.scenario,
        "source": state.options.tactical_source,
        "first_mover": state.first,
        "turn": state.turn,
        "units": [unit_row(state, u) for u in members(state.used)],
        "works": {side: [[item, GRID.name[h]] for item, h in (*state.forts[n], *state.buried[n])] for n, side in enumerate(SIDES)},
        "rubble": GRID.names(state.rubble), "flame": GRID.names(state.flame), "blaze": GRID.names(state.blaze),
        "wrecks": [[name, GRID.name[h]] for name, h in state.wrecks],
        "control": {side: GRID.names(state.held[n]) for n, side in enumerate(SIDES)},
        "cvp": {side: state.cvp[n] for n, side in enumerate(SIDES)},
        "fired": {side: [i for i, m in enumerate(state.modules[n], 1) if m[3]] for n, side in enumerate(SIDES)},
    }  # fmt: skip


def unit_row(state: PurpleHeartDraw, u: int) -> dict[str, Any]:
    where = GRID.name[state.at[u]] if state.at[u] >= 0 else None
    return {
        "id": NAMES[u], "side": SIDE[u], "kind": state.kind[u], "hex": where, "status": STATUS.write(state.status[u]).split(),
        "gear": list(state.gear[u]), "group": state.group[u],
    }  # fmt: skip


def check(plain: Mapping[str, Any]) -> None:
    """A report that is not one is refused in one line."""
    if wanting := [name for name in ("units", "control", "cvp") if name not in plain]:
        raise GrognardError(f"an after-action report says {', '.join(wanting)}")
    for row in plain["units"]:
        if row.get("id") not in NUMBER_OF:
            raise GrognardError(f"{row.get('id')!r} is no unit")
        if row.get("hex") is not None and row["hex"] not in GRID.number:
            raise GrognardError(f"{row['id']}: there is no hex {row['hex']!r} on this map")
        if strange := [word for word in row.get("status", ()) if word not in FLAGS]:
            raise GrognardError(f"{row['id']}: {', '.join(strange)} is no status")


def entries(state: PurpleHeartDraw, plain: Mapping[str, Any], side: str) -> Iterator[Action]:
    """What a side has to enter so that its units stand as the report says: moves, losses, states; for one player turn."""
    check(plain)
    there = {row["id"]: row for row in plain["units"]}
    for u in members(state.used):
        if SIDE[u] != side:
            continue
        row = there.get(NAMES[u])
        if row is None:
            yield from _say(NAMES[u], "eliminated")
            continue
        if row["hex"] is not None and row["hex"] != (GRID.name[state.at[u]] if state.at[u] >= 0 else None):
            yield verbs.Move(NAMES[u], row["hex"])
        known = fates(state, u)
        for word, flag in (("breaks", "broken"), ("immobile", "immobile"), ("stunned", "stunned"), ("encircled", "encircled")):
            if flag in row["status"] and word in known:
                yield from _say(NAMES[u], word)
                break
    n = SIDES.index(side)
    for hex_ in plain["control"][side]:
        if not state.held[n] >> GRID.hex(hex_) & 1:
            yield verbs.Take(hex_)


def _say(name: str, word: str) -> Iterator[Action]:
    yield verbs.Report(name)
    yield verbs.Happened(word)
