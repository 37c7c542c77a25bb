"""Test vectors of record format 2, for every program that checks records: an invented game, no rules.

python -m tests.records.vectors --write
"""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

from grognard.core.chance import CHAPTER, chain, commitment, mix
from grognard.core.lines import Line, applied, canonical, digest, digest_of_old, in_seal, seal

FILE = Path(__file__).parent / "vectors.json"
SECRETS = {"blue": "two blue words", "red": "0123456789abcdef a phrase"}
SIDES = sorted(SECRETS)
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -7,
    9007199254740991,
    -9007199254740991,
    "",
    "plain",
    'quote " back \\ slash / tab \t line \n bell \u0007 delete \u007f',
    "\u20ac \u00e9 \u2028 \U0001f600",
    [],
    {},
    [1, [2, [3]]],
    {"b": 1, "a": {"d": [True, None], "c": "x"}, "A": 0, "\u00e9": 2, "": 3},
]


def key_of(side: str) -> str:
    return sha256(f"grognard key of {side} {SECRETS[side]}".encode()).hexdigest()[:32]


def pick(stream: bytes, of: int | list[int]) -> int:
    """As the page of documentation says it, step by step."""
    weights = [1] * of if isinstance(of, int) else of
    whole = sum(weights)
    limit = 2**64 - 2**64 % whole
    while (number := int.from_bytes(stream[:8], "big")) >= limit:
        stream = sha256(stream).digest()
    number %= whole
    index = 0
    while number >= weights[index]:
        number -= weights[index]
        index += 1
    return index


def links(number: int) -> bytes:
    return b"".join(chain(SECRETS[side], number // CHAPTER)[number % CHAPTER + 1] for side in SIDES)


def tips(chapter: int) -> str:
    return b"".join(chain(SECRETS[side], chapter)[0] for side in SIDES).hex()


class Author:
    """Writes an invented record."""

    def __init__(self, dice: Line) -> None:
        self.rolls, self.salts = 0, 0
        self.dice, self.lines = dice, list[Line]()
        start = [
            ["at", {"*": "", "A/1": "0101"}],
            ["moved", []],
            ["rolls", 0],
            ["stack", [{"frame": "march", "step": 0}]],
            ["turn", 1],
        ]
        self.add(
            {
                "grognard": 2,
                "release": "0.2.0",
                "game": "ford",
                "scenario": "standard",
                "rules": "1.0",
                "data": "0123456789abcdef",
                "options": {"fog": False},
                "enforcement": "referee",
                "sides": ["red", "blue"],
                "dice": dice,
                "put": start,
            }
        )

    def add(self, line: Line) -> None:
        if "own" in line or "to" in line:
            self.salts += 1
            line["salt"] = f"{self.salts:032x}"
            line["seal"] = seal(line["salt"], in_seal(line))
        line["now"] = digest(self.lines[-1]["now"] if self.lines else "", line)
        self.lines.append(line)

    def roll(self, of: int | list[int], to: str | None = None, standing: int = 1) -> None:
        number, kind = self.rolls, self.dice["kind"]
        self.rolls += 1
        line: Line = {"by": "chance", "put": [["rolls", standing]], "roll": number, "of": of}
        if kind == "committed":
            joined = links(number)
            stream = mix(joined, key_of(to)) if to else sha256(joined).digest()
            line["links"] = joined.hex()
            if number % CHAPTER == CHAPTER - 1:
                line["tips"] = tips(number // CHAPTER + 1)
        else:
            stream = sha256(f"grognard {self.dice.get('seed')} {number}".encode()).digest()
        line["pick"] = pick(stream, of) if kind != "typed" else 0
        line["do"] = f"roll {line['pick'] + 1}"
        if to:
            line |= {"to": to, "own": [["strength", line["pick"] + 1]]}
        self.add(line)

    def move(self, hex_: str, by: str = "red") -> None:
        self.add({"by": by, "do": f"move A/1 {hex_}", "put": [["at", "A/1", hex_], ["moved", 0, 0, ["A/1"]]]})


def committed() -> Author:
    dice = {
        "kind": "committed",
        "sides": SIDES,
        "tips": tips(0),
        "keys": {side: commitment(key_of(side)) for side in SIDES},
    }
    author = Author(dice)
    author.add(
        {
            "by": "blue",
            "do": "hide X/9 0303",
            "to": "blue",
            "put": [],
            "own": [["hidden", {"*": "", "X/9": "0303"}]],
        }
    )
    author.roll(6, to="blue")
    author.move("0201")
    author.roll([3, 2, 1], standing=2)
    author.add({"undo": 2, "by": "red", "past": ["roll"]})
    author.move("0202")
    author.roll(6, standing=2)
    author.add(
        {
            "by": "red",
            "do": "shoot",
            "irregular": ["EX-1.1"],
            "put": [["turn", 2]],
            "own": [["hidden", "X/9", ""], ["stack", []]],
        }
    )
    author.add(
        {
            "carried": {"release": "0.3.0", "rules": "1.1", "data": "fedcba9876543210"},
            "put": [["at", {"*": "", "A/1": "0202"}], ["moved", []], ["rolls", 2], ["turn", 2]],
            "own": [["hidden", {"*": ""}], ["stack", [{"frame": "march", "step": 1}]]],
        }
    )
    author.move("0203")
    author.add({"undo": 1, "by": "red"})
    author.roll(2, standing=3)
    author.add({"open": {side: key_of(side) for side in SIDES}})
    return author


def long() -> Author:
    dice = {
        "kind": "committed",
        "sides": SIDES,
        "tips": tips(0),
        "keys": {side: commitment(key_of(side)) for side in SIDES},
    }
    author = Author(dice)
    for number in range(CHAPTER + 3):
        author.roll(6, standing=number + 1)
    return author


def simple(dice: Line) -> Author:
    author = Author(dice)
    author.move("0201")
    for of in (6, 36, [1, 2, 3], 1):
        author.roll(of)
    return author


def begun_in_format_1() -> list[Line]:
    """Two lines of format 1, carried over, and one more."""
    author = Author({"kind": "typed"})
    head = {
        "grognard": 1,
        "game": "ford",
        "scenario": "standard",
        "rules": "0.9",
        "options": {},
        "enforcement": "referee",
        "dice": {"kind": "typed"},
        "sum": "00",
    }
    secret = {"by": "blue", "do": "hide X/9 0303", "to": "blue", "salt": "1234", "seal": "5678", "now": "11"}
    old = [head, secret, {"by": "chance", "do": "roll 3", "now": "22"}]
    author.lines, author.rolls = old.copy(), 1
    said = {
        "release": "0.3.0",
        "rules": "1.1",
        "data": "fedcba9876543210",
        "sides": ["red", "blue"],
        "lines": 3,
        "bytes": digest_of_old(old),
    }
    line: Line = {
        "carried": said,
        "put": [["at", {"*": "", "A/1": "0201"}], ["rolls", 1], ["stack", [{"frame": "march", "step": 0}]]],
    }
    author.lines.append(line | {"now": digest(said["bytes"], line)})
    author.roll(6, standing=2)
    return author.lines


def damaged(lines: list[Line], at: int, **fields: Any) -> list[Line]:
    """A copy with one line changed and the digests after it as they were; `None` takes a field out."""
    found = deepcopy(lines)
    found[at] = {name: value for name, value in (found[at] | fields).items() if value is not None}
    return found


def chained(lines: list[Line]) -> list[Line]:
    """A forger's work: every seal and digest made to fit again."""
    before = ""
    for line in lines:
        if "salt" in line and "seal" in line:
            line["seal"] = seal(str(line["salt"]), in_seal(line))
        line["now"] = before = digest(before, line)
    return lines


def for_side(lines: list[Line], side: str) -> list[Line]:
    hidden = {"own", "salt", "do", "irregular", "of", "pick"}
    return [
        {
            k: v
            for k, v in line.items()
            if k not in (hidden if line.get("to", side) != side else {"own", "salt"})
        }
        for line in lines
    ]


def whole(name: str, lines: list[Line], **said: int) -> Line:
    """What a checker must say of a record that is as it was."""
    history, position = list[dict[str, Any]](), dict[str, Any]()
    for line in lines:
        if "undo" in line:
            position = history[-line["undo"]]
            del history[-line["undo"] :]
            continue
        before = deepcopy(position)
        if "carried" in line:
            history, position = [], {}
        elif "do" in line or "seal" in line:
            history.append(before)
        position = applied(position, [*line.get("put", ()), *line.get("own", ())])
    return {"name": name, "lines": lines, "says": {"ok": True, "position": position, **said}}


def spoilt(name: str, lines: list[Line], at: int) -> Line:
    return {"name": name, "lines": lines, "says": {"ok": False, "line": at + 1}}


def records() -> list[Line]:
    full, rolls = committed().lines, long().lines
    seeded, typed = simple({"kind": "seeded", "seed": "7"}).lines, simple({"kind": "typed"}).lines
    rolled = next(i for i, line in enumerate(full) if "links" in line and "to" not in line)
    other = damaged(full, rolled, pick=(full[rolled]["pick"] + 1) % 3)
    return [
        whole("committed, over", full, rolls=4, taken_back=1, unchecked=0),
        whole("committed, keys not open yet", full[:-1], rolls=4, taken_back=1, unchecked=1),
        whole("the copy of red", for_side(full[:-1], "red"), rolls=4, taken_back=1, unchecked=1),
        whole("more than a chapter of rolls", rolls, rolls=259, taken_back=0, unchecked=0),
        whole("seeded", seeded, rolls=4, taken_back=0, unchecked=0),
        whole("typed", typed, rolls=4, taken_back=0, unchecked=4),
        whole("begun in format 1", begun_in_format_1(), rolls=2, taken_back=0, unchecked=2),
        spoilt("a line of format 1 changed", damaged(begun_in_format_1(), 2, do="roll 4"), 3),
        spoilt("a secret of format 1 exchanged", damaged(begun_in_format_1(), 1, seal="9"), 3),
        spoilt("an action changed", damaged(full, 3, do="move A/1 0203"), 3),
        spoilt("a change changed", damaged(full, 3, put=[["at", "A/1", "0203"]]), 3),
        spoilt("a digest changed", damaged(full, 3, now="0" * 32), 3),
        spoilt("a secret action changed", damaged(full, 1, do="hide X/9 0304"), 1),
        spoilt("a salt changed", damaged(full, 1, salt="0" * 32), 1),
        spoilt("a seal taken out", damaged(full, 1, seal=None), 1),
        spoilt("an undo taken out", [*deepcopy(full[:5]), *deepcopy(full[6:])], 5),
        spoilt("another face, digests made to fit", chained(other), rolled),
        spoilt("another secret face, all made to fit", chained(_other_secret(full)), len(full) - 1),
        spoilt("a number of a roll used again", chained(damaged(full, 7, roll=1)), 7),
        spoilt("more taken back than stands", chained(damaged(full, 5, undo=9)), 5),
        spoilt("an undo past the carried line", chained(damaged(full, 11, undo=2)), 11),
        spoilt(
            "keys of another",
            chained(damaged(full, len(full) - 1, open={"blue": "0" * 32, "red": key_of("red")})),
            len(full) - 1,
        ),
        spoilt("a chapter without tips", chained(damaged(rolls, 256, tips=None)), 256),
        spoilt("tips in the middle of a chapter", chained(damaged(rolls[:12], 9, tips=tips(3))), 9),
        spoilt(
            "a link of another",
            chained(damaged(rolls[:12], 9, links=links(9).hex()[:32] + links(8).hex()[32:])),
            9,
        ),
        spoilt("a field too many", chained(damaged(seeded, 1, what="else")), 1),
        spoilt("another seed", chained(damaged(seeded, 0, dice={"kind": "seeded", "seed": "8"})), 2),
    ]


def _other_secret(full: list[Line]) -> list[Line]:
    found = deepcopy(full)
    line = found[2]
    line["pick"] = (line["pick"] + 1) % 6
    line["seal"] = seal(line["salt"], in_seal(line))
    return found


def vectors() -> dict[str, Any]:
    streams = [bytes(32), b"\xff" * 32, sha256(b"1").digest(), sha256(b"2").digest()]
    ofs: list[int | list[int]] = [1, 6, 36, 5, [1, 1, 4], [1000, 1, 999]]
    full = committed().lines
    return {
        "canonical": [{"value": value, "json": canonical(value).decode()} for value in VALUES],
        "digests": [
            {"before": a["now"] if a else "", "line": b, "now": b["now"]} for a, b in zip([None, *full], full)
        ],
        "seals": [
            {"salt": line["salt"], "fields": in_seal(line), "seal": line["seal"]}
            for line in full
            if "salt" in line
        ],
        "picks": [
            {"stream": stream.hex(), "of": of, "pick": pick(stream, of)} for stream in streams for of in ofs
        ],
        "seeded": [
            {
                "seed": seed,
                "roll": roll,
                "of": 36,
                "pick": pick(sha256(f"grognard {seed} {roll}".encode()).digest(), 36),
            }
            for seed in ("7", "D-Day \u00e9")
            for roll in (0, 1, 10, 1000)
        ],
        "chains": [
            {
                "side": side,
                "secret": SECRETS[side],
                "chapter": chapter,
                "tip": made[0].hex(),
                "links": {str(roll): made[roll + 1].hex() for roll in (0, 1, 255)},
                "key": key_of(side),
                "commitment": commitment(key_of(side)),
            }
            for side in SIDES
            for chapter in (0, 1)
            for made in [chain(SECRETS[side], chapter)]
        ],
        "records": records(),
    }


def text() -> str:
    found = vectors()
    rows = {
        name: ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in found[name])
        for name in found
    }
    return "{\n" + ",\n".join(f'"{name}": [\n{row}\n]' for name, row in rows.items()) + "\n}\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.records.vectors --write")
    FILE.write_text(text(), "utf-8")
    print(FILE)
