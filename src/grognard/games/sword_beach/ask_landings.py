"""Answers about landings from the air and from the sea: the drop and the commando raid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypedDict

from grognard.core.ask import Answer, exact, once, percent
from grognard.core.hexes import OFF
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .ask_fights import FATES, SIXTH
from .ask_positions import (
    OURS,
    chance_line,
    hex_name,
    load_position,
    plain_chances,
    scene,
)
from .board import GRID, KIND_OF, LAND, NEAR, ZONE
from .pieces import COMMANDO, display_name
from .pieces import unit as number_of
from .position import Landing, SwordBeach
from .verbs import Designate, Raid, Roll

# ---------------------------------------------------------------- SB-11.2.2: the drop

_DROPPERS = {"para": "3/6-Para", "glider": "6AL/6"}


def drop(hex: str, unit: str, position: str | None, roll: int | None, drift: int | None) -> Answer:
    """SB-11.2.2.2 to SB-11.2.2.4: one airborne unit, every die counted."""
    name, target = _DROPPERS.get(unit, unit), GRID.hex(hex)
    if name not in ("3/6-Para", "5/6-Para", "6AL/6"):
        raise GrognardError(f"{unit!r} does not drop; choose para, glider or an airborne unit [SB-11.2.2.2]")
    if not 1 << target & LAND or not ZONE["drop_zone_eligible"] & (1 << target | NEAR[target]):
        raise GrognardError(
            f"no airborne unit can be placed in {hex}: no drop zone can be in it or next to it [SB-J35]"
        )
    barred = load_position(position).why_not(Designate(name, hex)) if position else []
    rows = [
        row
        for row in drop_rows(name, hex, position)
        if roll in (None, row["die"]) and drift in (None, row["drift"])
    ]
    if not rows:
        raise GrognardError(
            f"no drop has die {roll} and drift die {drift or 'not rolled'}; a unit drifts on 2 to 5"
            " [SB-11.2.2.3.c]"
        )
    whole = sum((row["chance"] for row in rows), Fraction(0))
    for row in rows:
        row["chance"] /= whole
    fates, places = (
        _sum_rows(rows, lambda row: row["fate"]),
        _sum_rows(rows, lambda row: f"{row['hex']} {row['fate']}"),
    )
    value = {
        "unit": name,
        "designated": hex,
        "fates": plain_chances(fates),
        "by_hex": _by_hex(rows),
        "dice": [{**row, "chance": exact(row["chance"])} for row in rows],
    }
    lines = [f"{display_name(name)} placed in {hex}: {chance_line(fates)}"]
    lines += [
        f"  {place} ({_ground(place.split()[0])}): {percent(chance)}"
        for place, chance in sorted(places.items())
    ]
    lines.append(
        "Not counted: two units in one hex (SB-11.2.2.4.c), and a German unit in the hex (SB-11.2.2.6)."
    )
    lines.append("The dice are the document's; which hex is woods, sea or city is our reconstruction.")
    cited = once(clause for row in rows for clause in row["clauses"])
    return Answer(value, lines, cited, ["document", OURS], refused=barred)


class DropRow(TypedDict):
    """A pair of dice of a drop, and what play makes of it."""

    die: int
    drift: int | None
    hex: str
    fate: str
    chance: Fraction
    clauses: list[str]


def drop_rows(name: str, hex_: str, like: str | None) -> list[DropRow]:
    """Every pair of dice with what play makes of it."""
    step = next(i for i, step in enumerate(SwordBeach.procedures[Landing]) if step.name == "airborne drop")
    state = scene(
        "airborne drop",
        0,
        {name: hex_},
        like,
        pending=[{"frame": "landing", "step": step, "to_drop": [name]}],
    )
    rows = []
    for face in range(1, 7):
        state.push(Roll(face))
        if state.step.name == "airborne drop":  # it drifts
            for drift in range(1, 7):
                state.push(Roll(drift))
                rows.append(_drop_row(state, name, hex_, face, drift))
                state.pop()
        else:
            rows.append(_drop_row(state, name, hex_, face, 0))
        state.pop()
    return rows


def _drop_row(state: SwordBeach, name: str, designated: str, face: int, drift: int) -> DropRow:
    number = number_of(name)
    aimed = GRID.hex(designated)
    final_hex = (
        state.at[number] if state.at[number] != OFF else GRID.step(aimed, drift - 1) if drift else aimed
    )
    events = [event for event in state.events() if event.fact in ("at", "steps", "log")]
    cited = [
        event.clause for event in events if event.clause.startswith(("SB-11.2.2.3", "SB-11.2.2.4", "SB-J4"))
    ]
    return {
        "die": face,
        "drift": drift or None,
        "hex": hex_name(final_hex).replace(" ", "-"),
        "fate": FATES[state.steps[number]],
        "chance": SIXTH * SIXTH if drift else SIXTH,
        "clauses": once(cited),
    }


def _ground(name: str) -> str:
    return KIND_OF[GRID.number[name]] if name in GRID.number else "off the map"


def _sum_rows(rows: Sequence[DropRow], key: Callable[[DropRow], str]) -> dict[str, Fraction]:
    result: dict[str, Fraction] = {}
    for row in rows:
        result[key(row)] = result.get(key(row), Fraction(0)) + row["chance"]
    return result


def _by_hex(rows: Sequence[DropRow]) -> Plain:
    places: dict[str, list[DropRow]] = {}
    for row in rows:
        places.setdefault(row["hex"], []).append(row)
    return {
        place: {"terrain": _ground(place), **plain_chances(_sum_rows(result, lambda row: row["fate"]))}
        for place, result in sorted(places.items())
    }


# ---------------------------------------------------------------- SB-11.2.3.1: the raid


class RaidRow(TypedDict):
    """A face of the commando's die, and what it does."""

    die: int
    chance: Plain
    fate: str
    may_move_one_hex: bool
    markers_lost: list[int]
    clause: str


def raid(hex: str, position: str | None, roll: int | None) -> Answer:
    """SB-11.2.3.1: the commando's die."""
    if not ZONE["commando_landing"] & 1 << GRID.hex(hex):
        targets = " or ".join(GRID.names(ZONE["commando_landing"]))
        raise GrognardError(f"the commando raids {targets}, not {hex} [SB-11.2.3.1.a]")
    barred = load_position(position).why_not(Raid(hex)) if position else []
    state = scene("commando raid", 0, {}, position)
    state.push(Raid(hex))
    rows: list[RaidRow] = []
    for face in _faces_asked(roll):
        events = state.push(Roll(face))
        lost = [value for value, count in enumerate(state.lost) for _ in range(count)]
        rows.append(
            {
                "die": face,
                "chance": exact(SIXTH if roll is None else Fraction(1)),
                "fate": FATES[state.steps[COMMANDO.bit_length() - 1]],
                "may_move_one_hex": state.step.name == "commando's one-hex move",
                "markers_lost": lost,
                "clause": next(e.clause for e in events if e.clause in _RAID_CLAUSES),
            }
        )
        state.pop()
    fates = {
        fate: Fraction(count, len(rows)) for fate, count in Counter(str(row["fate"]) for row in rows).items()
    }
    gone = {
        text: Fraction(count, len(rows))
        for text, count in Counter(_lost_words(row["markers_lost"]) for row in rows).items()
    }
    lines = [
        f"Raid at {hex}: {chance_line(fates)}",
        f"German markers removed from the game: {chance_line(gone)}",
    ]
    lines += [_raid_line(row) for row in rows]
    value = {"hex": hex, "fates": plain_chances(fates), "markers_lost": plain_chances(gone), "dice": rows}
    cited = ["SB-11.2.3.1.a", *once(row["clause"] for row in rows), "SB-11.1.5.g", "SB-J9", "SB-J10"]
    return Answer(value, lines, cited, ["document"], refused=barred)


def _faces_asked(roll: int | None) -> Sequence[int]:
    """Every face of the die, or the one that was rolled."""
    if roll is not None and not 1 <= roll <= 6:
        raise GrognardError(f"--roll is one die, 1 to 6, not {roll} [FM-2.4]")
    return range(1, 7) if roll is None else (roll,)


_RAID_CLAUSES = ("SB-11.2.3.1.b", "SB-11.2.3.1.c", "SB-11.2.3.1.d", "SB-11.2.3.1.e")


def _lost_words(values: Sequence[int]) -> str:
    return " ".join(f"+{value}" for value in values) or "none"


def _raid_line(row: RaidRow) -> str:
    moves = "may move one hex" if row["may_move_one_hex"] else "cannot move"
    tail = "" if row["fate"] == "eliminated" else f", {moves}"
    return (
        f"  die {row['die']}: {row['fate']}{tail}, markers removed: {_lost_words(row['markers_lost'])}"
        f" [{row['clause']}]"
    )
