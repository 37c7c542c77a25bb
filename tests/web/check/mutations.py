"""Damage done to records: bytes, values and lines changed, and forgeries whose digests fit again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from grognard.core.lines import digest, in_seal, seal

Line = dict[str, Any]
HEX = "0123456789abcdef"


def written(lines: list[Line]) -> bytes:
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
    ).encode()


def by_bytes(data: bytes, rng: Random) -> Iterator[bytes]:
    """Single characters changed, taken out, put in, doubled or swapped."""
    while True:
        at = rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                yield data[:at] + bytes([rng.choice(b'0123456789abcdef"{}[],:x -.eE')]) + data[at + 1 :]
            case 1:
                yield data[:at] + data[at + 1 :]
            case 2:
                yield data[:at] + bytes([rng.choice(b"0123456789abcdef ,.")]) + data[at:]
            case 3:
                yield data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            case 4:
                yield data[:at] + data[at + 1 : at + 2] + data[at : at + 1] + data[at + 2 :]


def by_lines(lines: list[Line], rng: Random) -> Iterator[list[Line]]:
    """Lines taken out, doubled, swapped, or taken from elsewhere."""
    while True:
        found, at = list(lines), rng.randrange(1, len(lines))
        match rng.randrange(4):
            case 0:
                del found[at]
            case 1:
                found.insert(at, found[at])
            case 2:
                other = rng.randrange(1, len(lines))
                found[at], found[other] = found[other], found[at]
            case 3:
                found[at] = found[rng.randrange(len(lines))]
        yield found


def spoilt(value: Any, rng: Random) -> Any:
    """Another value of about the same kind."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 7))
    if isinstance(value, str):
        if value and all(c in HEX for c in value):
            at = rng.randrange(len(value))
            return value[:at] + rng.choice([c for c in HEX if c != value[at]]) + value[at + 1 :]
        return value + "x"
    if isinstance(value, list):
        return [*value, 1] if not value or rng.random() < 0.5 else value[:-1]
    return {**value, "x": 1} if not value or rng.random() < 0.5 else dict(list(value.items())[1:])


def by_fields(lines: list[Line], rng: Random, names: tuple[str, ...] = ()) -> Iterator[list[Line]]:
    """One field of one line changed, taken out or added; the digests stay as they were."""
    while True:
        found, at = list(lines), rng.randrange(len(lines))
        line = found[at] = deepcopy(found[at])
        name = rng.choice([name for name in line if not names or name in names] or [""])
        if not name:
            continue
        match rng.randrange(6) if not names else 0:
            case 5:
                del line[name]
            case 4:
                line["else"] = 1
            case _:
                line[name] = spoilt(line[name], rng)
        yield found


def forged(lines: list[Line], rng: Random) -> Iterator[list[Line]]:
    """What the dice prove is changed, and every seal and digest made to fit again."""
    names = ("pick", "links", "tips", "roll", "of", "dice", "open", "undo", "past")
    for found in by_fields(lines, rng, names):
        yield chained(found)


ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    "",
    "x",
    "blue",
    "chance",
    "pages",
    "0" * 32,
    [],
    {},
    [1],
    {"a": 1},
    ["roll"],
    ["reveal", "roll"],
    ["roll", "roll"],
    2**53 + 1,
    1.5,
    [["turn"]],
    [[1, 2]],
    [["turn", 1, 2]],
    [["turn", 0, 0, [1]]],
    [["turn", True, 0, [1]]],
    [["turn", 0, 0, [1], 2]],
]
NAMES = (
    "else",
    "back",
    "past",
    "given",
    "to",
    "seal",
    "salt",
    "own",
    "secrets",
    "irregular",
    "tips",
    "links",
    "roll",
    "of",
    "pick",
    "undo",
    "carried",
    "open",
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value within a value, as what holds it and its key there."""
    items: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, inner in items:
        yield value, key
        yield from places(inner)


def deeply(lines: list[Line], rng: Random) -> Iterator[list[Line]]:
    """Any value of a line changed, replaced by an odd one, taken out or added; seals and digests made to fit
    again.
    """
    while True:
        found = deepcopy(lines)
        line = found[rng.randrange(len(found))]
        holder, key = rng.choice([*((line, name) for name in line), *places(line)])
        match rng.randrange(6):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[rng.choice(NAMES)] = rng.choice(ODD)
            case 2 | 3:
                holder[key] = spoilt(holder[key], rng)
            case _:
                holder[key] = rng.choice(ODD)
        if found[0].get("grognard") != 1 and all(isinstance(one.get("salt", ""), str) for one in found):
            yield chained(found)


def chained(lines: list[Line]) -> list[Line]:
    before = ""
    found = deepcopy(lines)
    for line in found:
        if "seal" in line and "salt" in line:
            line["seal"] = seal(line["salt"], in_seal(line))
        line["now"] = before = digest(before, line)
    return found
