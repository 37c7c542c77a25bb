"""The lines of a record: how they are encoded, chained and sealed, and how they describe a position without
rules. Knows no game.

`docs/records.md` says the same field by field, for authors of other programs that check records.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from .plain import PlainView
from .ruling import GrognardError

FORMAT = 2
Line = dict[str, Any]
Put = list[Any]  # one change: [fact, value], [fact, key, value], or of a list [fact, at, gone, [came, ...]]
Plain = dict[
    str,
    Any,
    # a position: facts by name; a fact kept for each unit is an object, with `*` for all units that are not
    # named
]
SIZE = 32  # hex digits of a digest and of a seal
REST = "*"
HEAD, OPEN, UNDO, CARRIED, DO = (
    "grognard",
    "open",
    "undo",
    "carried",
    "do",
)  # the kinds of lines, by the field that only they have
NOW, SEAL, SALT, TO, OWN = "now", "seal", "salt", "to", "own"
IN_SECRET = ("do", "irregular", "of", "pick")  # sealed as well if one side alone may know the action
CUT = "is cut short, as a broken-off writing leaves it; `grognard repair` takes it off"

canonical = msgspec.json.Encoder(order="sorted").encode
encode = msgspec.json.Encoder().encode
_sha = hashlib.sha256


class DamagedRecord(GrognardError):
    """A record that is not as it was written, with the number of the first line that differs (from 1)."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


# ---------------------------------------------------------------- files


def read_lines(data: bytes) -> list[Line]:
    """The lines of a record; one that is no JSON object is refused by number."""
    try:
        result = msgspec.json.Decoder(Line).decode_lines(data)
        if result and data.endswith(b"\n"):
            return result
    except (ValueError, RecursionError):  # no JSON, or no UTF-8: the first such line is named below
        pass
    lines: list[Line] = []
    for number, raw in enumerate(data.splitlines(), 1):
        try:
            lines.append(msgspec.json.decode(raw, type=Line))
        except (ValueError, RecursionError) as error:
            last = number == data.count(b"\n") + 1  # no line after it: its writing was broken off
            raise DamagedRecord(number, CUT if last else f"is not a line of a record ({error})") from None
    if not lines:
        raise DamagedRecord(1, "the file is empty")
    raise DamagedRecord(len(lines), CUT)


def written(lines: Iterable[Line]) -> bytes:
    """Lines as a file holds them."""
    return b"".join([encode(line) + b"\n" for line in lines])


def kind_of(line: PlainView) -> str:
    for kind in _OTHER_KINDS:
        if kind in line:
            return kind
    return DO


_OTHER_KINDS = (HEAD, UNDO, OPEN, CARRIED)


# ---------------------------------------------------------------- digests and seals


def in_seal(line: PlainView) -> Line:
    """The fields of a line that its seal stands for."""
    if TO not in line:
        return {OWN: line[OWN]} if OWN in line else {}
    return {name: line[name] for name in (OWN, *IN_SECRET) if name in line}


def seal(salt: str, fields: PlainView) -> str:
    return _sha(salt.encode() + canonical(fields)).hexdigest()[:SIZE]


def in_the_open(line: PlainView) -> Line:
    """A line without its digest and without the fields its seal stands for: the digest is taken of this."""
    if SEAL not in line:
        return {name: value for name, value in line.items() if name != NOW}
    hidden = {NOW, SALT, OWN, *(IN_SECRET if TO in line else ())}
    return {name: value for name, value in line.items() if name not in hidden}


def digest(before: str, line: PlainView) -> str:
    """The digest of a line: of the digest before and of everything the line says in the open."""
    return digest_of_text(before, canonical(in_the_open(line)))


def digest_of_text(before: str, text: bytes) -> str:
    """The same, of what a line says in the open as canonical JSON."""
    return _sha(before.encode() + text).hexdigest()[:SIZE]


def digest_of_old(lines: Iterable[Line]) -> str:
    """What a `carried` line says of the lines of format 1 before it: of everything they say in the open."""
    return _sha(b"".join([canonical(in_the_open(line)) + b"\n" for line in lines])).hexdigest()


def closed(lines: Iterable[Line], side: str) -> list[Line]:
    """A record as `side` may be given it while secrets stand.

    The digests of format 1 take in the hidden facts without a salt, so that a reader could try values until
    one fits.
    """
    result, old = list[Line](), False
    for line in lines:
        old = line.get(HEAD) == 1 or (old and CARRIED not in line)
        hidden = {NOW} if old else set[str]()
        if SEAL in line:
            hidden |= {SALT, OWN, *(IN_SECRET if line.get(TO, side) != side else ())}
        result.append({name: value for name, value in line.items() if name not in hidden})
    return result


# ---------------------------------------------------------------- positions without rules


def applied(position: Plain, puts: Iterable[Put]) -> Plain:
    """The position after changes. What does not change is shared with the position before."""
    result = position.copy()
    for fact, *how in puts:
        if len(how) == 1:
            result[fact] = how[0]
        elif len(how) == 2:
            result[fact] = {**result[fact], how[0]: how[1]}
        else:
            at, gone, came = how
            value = result[fact]
            if not isinstance(value, list) or not 0 <= at <= at + gone <= len(value):
                raise ValueError(f"members of {fact} that are not there")
            result[fact] = [*value[:at], *came, *value[at + gone :]]
    return result


def thin(names: Iterable[str], values: list[object]) -> Plain:
    """A fact kept for each unit, with the value that most units have written once."""
    keys = list(map(canonical, values))
    rest = max(set(keys), key=lambda key: (keys.count(key), key)) if keys else b"null"
    rare = {name: value for name, value, key in zip(names, values, keys, strict=True) if key != rest}
    return {REST: msgspec.json.decode(rest), **rare}
