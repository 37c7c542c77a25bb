"""The after-action report: all a played TM Scenario hands to the campaign, and how a tactical engine's report
is taken in.

`report(state)` writes it, `entries(state, report)` gives the umpire's entries that bring a position to what a
report says. So an engine that fights a scenario hex by hex can be put in the place of players or resolver: it
hands over this report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError

from . import verbs
from .board import GRID
from .fates import EXITS, TOGGLES, fates, ways_out
from .ground_entries import MAX_MARKS, places
from .pieces import FLAG, FLAGS, KINDS, NAMES, NUMBER_OF, SIDE, SIDES, STATUS
from .position import Facing, PurpleHeartDraw, own
from .posture import CORNERS
from .units import is_vehicle


def report(state: PurpleHeartDraw) -> Plain:
    """PHD-Z12: per unit id, kind, side, hex, status, weapons, facing, vehicle; per hex works and fires;
    control; CVP; modules, radios, phones.
    """
    return {
        "scenario": state.scenario,
        "source": state.options.tactical_source,
        "first_mover": state.first,
        "turn": state.turn,
        "units": [unit_row(state, u) for u in members(state.used)],
        "works": {
            side: [[item, GRID.name[h]] for item, h in (*state.forts[n], *state.buried[n])]
            for n, side in enumerate(SIDES)
        },
        "rubble": GRID.names(state.rubble),
        "flame": GRID.names(state.flame),
        "blaze": GRID.names(state.blaze),
        "dropped": [[item, GRID.name[h]] for item, h in state.dropped],
        "wrecks": [[name, GRID.name[h]] for name, h in state.wrecks],
        "control": {side: GRID.names(state.held[n]) for n, side in enumerate(SIDES)},
        "cvp": {side: state.cvp[n] for n, side in enumerate(SIDES)},
        "radios": {
            side: [NAMES[u] for u in members(own(state, side)) if "RADIO" in state.gear[u]] for side in SIDES
        },
        "phones": {
            side: [[name, GRID.name[h]] for name, h in state.phones[n]] for n, side in enumerate(SIDES)
        },
        "san": {side: state.announced[n] for n, side in enumerate(SIDES)},
        "fired": {
            side: [i for i, m in enumerate(state.modules[n], 1) if m[3]] for n, side in enumerate(SIDES)
        },
    }


def unit_row(state: PurpleHeartDraw, u: int) -> Plain:
    where = GRID.name[state.at[u]] if state.at[u] >= 0 else None
    return {
        "id": NAMES[u],
        "side": SIDE[u],
        "kind": state.kind[u],
        "hex": where,
        "exit": GRID.name[state.exit[u]] if state.exit[u] >= 0 else None,
        "status": STATUS.write(state.status[u]).split(),
        "gear": list(state.gear[u]),
        "group": state.group[u],
        "facing": str(state.facing[u]),
        "aboard": NAMES[state.aboard[u]] if state.aboard[u] >= 0 else None,
    }


def check(plain: Mapping[str, Any]) -> None:
    """A report that is not one is refused in one line."""
    if wanting := [name for name in ("units", "control", "cvp") if name not in plain]:
        raise GrognardError(f"an after-action report says {', '.join(wanting)}")
    for row in plain["units"]:
        if row.get("id") not in NUMBER_OF:
            raise GrognardError(f"{row.get('id')!r} is not a unit")
        if row.get("hex") is not None and row["hex"] not in GRID.number:
            raise GrognardError(f"{row['id']}: there is no hex {row['hex']!r} on this map")
        if row.get("exit") is not None and row["exit"] not in GRID.number:
            raise GrognardError(f"{row['id']}: there is no hex {row['exit']!r} on this map")
        if strange := [word for word in row.get("status", ()) if word not in FLAGS]:
            raise GrognardError(f"{row['id']}: {', '.join(strange)} is not a status")
        if not set(str(row.get("facing") or "N/A").split("/")) <= {*CORNERS, "N", "A"}:
            raise GrognardError(
                f"{row['id']}: faces {row['facing']!r}; a vehicle faces {', '.join(CORNERS)}, hull before"
                " turret"
            )
        if row.get("aboard") and row["aboard"] not in NUMBER_OF:
            raise GrognardError(f"{row['id']} rides on {row['aboard']!r}, which is not a unit")


def entries(state: PurpleHeartDraw, plain: Mapping[str, Any], side: str) -> Iterator[Action]:
    """What a side has to enter so that its units stand as the report says: moves, losses, states; for one
    player turn.
    """
    check(plain)
    rows = {row["id"]: row for row in plain["units"]}
    for u in members(state.used):
        if SIDE[u] != side:
            continue
        row = rows.get(NAMES[u])
        if row is None:
            yield from _say(NAMES[u], "eliminated")
            continue
        if row["hex"] is not None and row["hex"] != (GRID.name[state.at[u]] if state.at[u] >= 0 else None):
            yield verbs.Move(NAMES[u], row["hex"])
        yield from _leaves(state, u, row) if "exited" in row["status"] else _entries_of(state, u, row)
    n = SIDES.index(side)
    for hex_ in plain["control"][side]:
        if not state.held[n] >> GRID.hex(hex_) & 1:
            yield verbs.Take(hex_)
    for mark, now in (("rubble", state.rubble), ("flame", state.flame), ("blaze", state.blaze)):
        for h in members(GRID.set(plain.get(mark, ())) & ~int(now)):
            if state.marked[n] < MAX_MARKS and places(state, n, mark) >> h & 1:
                yield verbs.Mark(mark, GRID.name[h])


def _leaves(state: PurpleHeartDraw, u: int, row: Mapping[str, Any]) -> Iterator[Action]:
    """PHD-TM8: it left by its own map edge, and the report says by which hex; one that stands there leaves
    where it stands.
    """
    if state.at[u] < 0:
        return
    ways, wanted = ways_out(state, u), row.get("exit")
    if wanted is None and not state.card and ways.bit_count() > 1:
        raise GrognardError(
            f"{NAMES[u]} has left the map: the report does not say by which hex of its edge (exit)"
        )
    if wanted is not None and ways == 1 << state.at[u] != 1 << GRID.hex(wanted):
        yield verbs.Move(NAMES[u], wanted)
    yield from _say(NAMES[u], EXITS)
    if wanted is not None and not state.card and ways.bit_count() > 1:
        yield verbs.Exit(wanted)


def _entries_of(state: PurpleHeartDraw, u: int, row: PlainView) -> Iterator[Action]:
    """How a unit stands, as often as it takes; then what befell it, the gravest first, one a player turn."""
    for word in _standing(state, u, row):
        yield from _say(NAMES[u], word)
    known = fates(state, u)
    for word in _befell(state, u, row):
        if word in known:
            yield from _say(NAMES[u], word)
            return


def _standing(state: PurpleHeartDraw, u: int, row: Mapping[str, Any]) -> Iterator[str]:
    entered, now = Facing.read(str(row.get("facing") or "")), state.facing[u]
    if entered.hull and entered.hull != now.hull:
        yield f"hull:{entered.hull}"
    if entered.hull and entered.turret != (now.turret or entered.hull):
        yield f"turret:{entered.turret}"
    for word in ("hull_down", "wall_advantage"):
        if (word in row["status"]) != bool(state.status[u] & FLAG[word]) and (
            word == "hull_down"
        ) == is_vehicle(state, u):
            yield word
    if state.aboard[u] >= 0 and not row.get("aboard"):
        yield "dismounts"
    elif row.get("aboard") and state.aboard[u] < 0:
        yield f"mounts:{row['aboard']}"


def _befell(state: PurpleHeartDraw, u: int, row: Mapping[str, Any]) -> Iterator[str]:
    if "prisoner" in row["status"]:
        yield "captured"
    if row.get("kind") and row["kind"] == KINDS[state.kind[u]].half:
        yield "reduced"
    for word, flag in (("breaks", "broken"), *((name, name) for name in TOGGLES)):
        if flag in row["status"] and not state.status[u] & FLAG[flag]:
            yield word
    gone = list(state.gear[u])
    for gear in row.get("gear", state.gear[u]):
        if gear in gone:
            gone.remove(gear)
    yield from (
        f"malfunctions:{gear}" if gear + "!" in row.get("gear", ()) else f"lost:{gear}" for gear in gone
    )


def _say(name: str, word: str) -> Iterator[Action]:
    yield verbs.Report(name)
    yield verbs.Happened(word)
