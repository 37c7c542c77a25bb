"""The history of a campaign by turn, made from its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core.facts import Event
from grognard.core.plain import Plain
from grognard.games.beyond_the_rhine.supply import TOKENS


def history(first: int, past: Iterable[tuple[str, Iterable[Event]]]) -> dict[str, Plain]:
    """By turn: weather, dice, SP received and spent, replacements, the counters that came, went and were
    rebuilt.
    """
    rows: dict[str, Plain] = {str(first): {}}
    turn = first
    for do, events in past:
        roll = int(do.split()[1]) if do.startswith("roll ") else None
        for event in events:
            if event.fact == "turn":
                turn = event.new
            note(rows.setdefault(str(turn), {}), event, roll)
    return rows


def note(row: Plain, event: Event, roll: int | None) -> None:
    fact, key, new = event.fact, event.key, event.new
    if fact in ("ground", "flight") and new:
        row[fact] = new
        if roll is not None:
            row[f"{fact}_dice"] = roll
    elif fact == "received" and event.clause == f"BTR-supply.{key}":
        row[key] = row.get(key, 0) + (new - event.old) / TOKENS
        row[f"{key}_dice"] = roll
    elif fact == "spent":
        row[f"spent_{key}"] = row.get(f"spent_{key}", 0) + (new - event.old) / TOKENS
    elif fact == "log" and key == "supply":
        supply(row, *event.old[:6])
    elif fact == "log" and key == "replacements":
        nation, path, dice = event.old[:3]
        row[f"replacements {nation}"] = {"dice": dice, "result": path.rpartition(": ")[2].partition(";")[0]}
    elif fact == "at":
        move(row, key, event.old, new, event.clause)


def supply(
    row: Plain,
    nation: str,
    status: int,
    shifts: Sequence[tuple[int, str]],
    column: str,
    dice: int,
    sp: int,
) -> None:
    """A supply roll as data."""
    row[f"supply {nation}"] = {
        "status": status,
        "shifts": [{"amount": amount, "name": name} for amount, name in shifts],
        "column": column,
        "dice": dice,
        "sp": sp,
    }


_GONE, _COME = {"removed": "left", "dead": "fell"}, {"dead": "rebuilt", "due": "came"}


def move(row: Plain, name: str, old: str, new: str, clause: str) -> None:
    """A counter changes its place."""
    word = _GONE.get(new) or _COME.get(old)
    if word:
        names = row.setdefault(word, [])
        assert isinstance(names, list)
        names.append(name)
