"""The check of a record without rules: fields, digests, seals, dice, what was taken back and carried over.
Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from .chance import Checker
from .escrow import PAGES
from .facts import CHANCE
from .lines import (
    CARRIED,
    DO,
    HEAD,
    IN_SECRET,
    NOW,
    OPEN,
    OWN,
    SALT,
    SEAL,
    TO,
    UNDO,
    DamagedRecord,
    Line,
    Plain,
    applied,
    canonical,
    digest_of_old,
    digest_of_text,
    in_seal,
    in_the_open,
    kind_of,
    seal,
)
from .ruling import GrognardError

HEAD_FIELDS = {
    HEAD,
    "release",
    "game",
    "scenario",
    "rules",
    "data",
    "options",
    "enforcement",
    "sides",
    "dice",
    "put",
    NOW,
}
HEAD_TEXTS = ("release", "game", "scenario", "rules", "data", "enforcement")
SEALED = {OWN, SALT, SEAL}
ROLL_FIELDS, PROOF = {"roll", "of", "pick"}, {"links", "tips"}
FIELDS = {  # by kind of line: those it must have, and those it may have besides
    HEAD: (HEAD_FIELDS, {"given"}),
    UNDO: ({UNDO, "by", NOW}, {"past"}),
    OPEN: ({OPEN, NOW}, set[str]()),
    CARRIED: ({CARRIED, "put", NOW}, SEALED),
    DO: ({"by", "do", "put", NOW}, {"irregular", TO, *SEALED}),
}
DICE_FIELDS = {
    "committed": {"kind", "sides", "tips", "keys", "secrets"},
    "seeded": {"kind", "seed"},
    "typed": {"kind"},
}
_FAULTS = (GrognardError, KeyError, TypeError, ValueError, AttributeError, IndexError)
MAX_INT = (1 << 53) - 1  # the largest whole number that every reader of JSON keeps
_ODD_NUMBER = re.compile(rb"[\[,:]-?(\d{16}|\d+[.eE])")  # in canonical JSON: too large, or not whole


class Audit:
    """Follows the lines of a record from the first; what is wrong with one is raised as `DamagedRecord`."""

    def __init__(self) -> None:
        self.number = 0  # lines followed
        self.sides: list[str] = []
        self.position: Plain | None = {}  # `None`: a side's copy does not tell enough, or it is not followed
        self.follows_positions = (
            True  # false where the rules play the lines again: they have the position themselves
        )
        self.before: list[Plain | None] = []  # the position before each action that stands
        self.rolled: list[bool] = []  # whether each action that stands is a roll
        self.floor = 0  # actions that cannot be taken back
        self.undone_rolls = 0
        self.past = {"roll": 0, "reveal": 0}  # how often something was taken back past it
        self.seals = self.closed = 0  # lines whose seal fits, and lines whose seal cannot be checked yet
        self.dice: Checker
        self._now = ""

    def take(self, line: Line) -> None:
        """The next line of format 2."""
        self.number += 1
        try:
            self._take(line)
        except _FAULTS as error:
            raise self._as_damage(error) from None

    def _as_damage(self, error: Exception) -> DamagedRecord:
        """Report any error of the present line as damage of it."""
        if isinstance(error, DamagedRecord):
            return error
        known = isinstance(error, GrognardError)
        return self.damage(str(error) if known else f"is not a line of a record ({error!r})")

    def damage(self, reason: str) -> DamagedRecord:
        return DamagedRecord(self.number, reason)

    def _take(self, line: Line) -> None:
        kind = kind_of(line)
        if (self.number == 1) != (kind == HEAD):
            raise self.damage(
                "is not the head of a grognard record" if self.number == 1 else "is a second head"
            )
        if self.number > 1 and self.dice.opened:
            raise self.damage("stands after the end of the game")
        closed = SEAL in line and SALT not in line
        text = canonical(in_the_open(line))
        if _ODD_NUMBER.search(canonical(line) if SEAL in line else text):  # or a text that looks like one
            _check_whole(line)
        if fault := _wrong_fields(kind, tuple(line), line.get("by") == CHANCE):
            raise self.damage(fault)
        if line[NOW] != (due := digest_of_text(self._now, text)):
            raise self.damage(f"digest {line[NOW]}, and what the line says gives {due}")
        if closed:
            self.closed += 1
        elif SEAL in line:
            if line[SEAL] != seal(line[SALT], in_seal(line)):
                raise self.damage("the seal does not fit what it stands for")
            self.seals += 1
        getattr(self, f"_{kind}")(line)
        self._now = line[NOW]

    # -- the kinds of lines

    def _grognard(self, line: Line) -> None:
        texts = all(isinstance(line[name], str) for name in HEAD_TEXTS)
        if (
            line[HEAD] != 2
            or not texts
            or not isinstance(line["options"], dict)
            or line.get("given", True) is not True
        ):
            raise self.damage("is not the head of a grognard record")
        if not line["sides"] or not are_texts(line["sides"]):
            raise self.damage("does not say which sides there are")
        self.begin_dice(line["dice"], line["sides"])
        self.position = self._after({}, line)

    def begin_dice(self, header: Line, sides: list[str]) -> None:
        kind = header.get("kind")
        if kind not in DICE_FIELDS:
            raise self.damage(f"unknown dice {kind!r}; there are seeded, committed and typed")
        if strange := header.keys() - DICE_FIELDS[kind]:
            raise self.damage(f"says something of the dice that no dice have: {', '.join(sorted(strange))}")
        if kind == "seeded" and not isinstance(header.get("seed"), str):
            raise self.damage("does not say the seed of the dice")
        if kind == "committed" and not (are_texts(header["sides"]) and isinstance(header["keys"], dict)):
            raise self.damage("does not say who committed to the dice")
        if header.get("secrets", PAGES) != PAGES:
            raise self.damage("does not say who made the secrets of the dice")
        self.sides, self.dice = list(sides), Checker(header, sides)

    def _do(self, line: Line) -> None:
        roll = line["by"] == CHANCE
        if not roll and line["by"] not in self.sides:
            raise self.damage(f"is an action of {line['by']}, which is not a side of this game")
        if line.get(TO, self.sides[0]) not in self.sides:
            raise self.damage(f"is known to {line[TO]}, which is not a side of this game")
        if not isinstance(line.get("do", ""), str):
            raise self.damage("holds no action")
        if not are_texts(line.get("irregular", [])):
            raise self.damage("does not say what was irregular")
        if roll:
            self.dice.roll(line)
        self.before.append(self.position)
        self.rolled.append(roll)
        self.position = self._after(self.position, line)

    def _undo(self, line: Line) -> None:
        count, past, most = line[UNDO], line.get("past", []), len(self.before) - self.floor
        if type(count) is not int or not 1 <= count <= most:
            raise self.damage(f"takes back {count} actions, and {most} can be taken back")
        if line["by"] not in self.sides:
            raise self.damage(f"is an undo by {line['by']}, which is not a side of this game")
        if past not in ([], ["roll"], ["reveal"], ["roll", "reveal"]) or ("past" in line and not past):
            raise self.damage("does not say what it goes past")
        rolls = self._forget(count)
        if ("roll" in past) != bool(rolls):
            raise self.damage("does not say that it goes past a roll, or says so and does not")
        for kind in past:
            self.past[kind] += 1

    def _forget(self, count: int) -> int:
        """Takes actions back; gives how many of them were rolls."""
        if not count:
            return 0
        rolls = sum(self.rolled[-count:])
        self.position = self.before[-count]
        del self.before[-count:], self.rolled[-count:]
        self.undone_rolls += rolls
        return rolls

    def _carried(self, line: Line) -> None:
        carried, known = line[CARRIED], {"release", "rules", "data", "back"}
        if "bytes" in carried and self._now == carried["bytes"]:
            known |= {"lines", "bytes", "sides"}
        if (
            any(not isinstance(carried[name], str) for name in ("release", "rules", "data"))
            or carried.keys() - known
        ):
            raise self.damage("does not say which rules the game is carried over to")
        back = carried.get("back", 0)
        if type(back) is not int or not 0 <= back <= len(self.before) or ("back" in carried and not back):
            raise self.damage(f"takes back {back} actions that are not there")
        self._forget(back)
        self.floor, self.follows_positions = len(self.before), True
        self.position = self._after({}, line)

    def _open(self, line: Line) -> None:
        self.dice.open(line[OPEN])

    def _after(self, before: Plain | None, line: Line) -> Plain | None:
        if not self.follows_positions:
            return None
        if not all(
            isinstance(changes, list) and all(map(_is_change, changes))
            for changes in (line["put"], line.get(OWN, []))
        ):
            raise self.damage("tells changes that are none")
        if before is None:
            return None
        try:
            return applied(before, [*line["put"], *line.get(OWN, ())])
        except (KeyError, TypeError, ValueError) as error:
            if self.closed:
                return None
            raise self.damage(f"tells changes that cannot be made ({error})") from None

    # -- lines of format 1, and the end

    def take_old(
        self, lines: list[Line], positions: Sequence[Plain | None], sides: list[str], carried: Line | None
    ) -> None:
        """Lines of format 1, which the rules of release 0.1.0 have checked, and the positions they lead to.

        `carried`: what the line that carries them over says of them, if there is one.
        """
        try:
            self._take_old(lines, positions, sides)
        except _FAULTS as error:
            raise self._as_damage(error) from None
        self.number, self.floor, self._now = len(lines), len(self.before), digest_of_old(lines)
        if carried is not None and (carried.get("bytes"), carried.get("lines"), carried.get("sides")) != (
            self._now,
            len(lines),
            sides,
        ):
            raise DamagedRecord(len(lines) + 1, "the lines before it are not those it was carried over from")

    def _take_old(self, lines: list[Line], positions: Sequence[Plain | None], sides: list[str]) -> None:
        self.number = 1
        self.begin_dice(lines[0]["dice"], sides)
        self.position = positions[0]
        for self.number, line in enumerate(lines[1:], 2):
            if OPEN in line:
                self.dice.open(line[OPEN])
                continue
            if not isinstance(line.get("by"), str):
                raise self.damage("does not say who acted")
            self.before.append(self.position)
            self.position = positions[len(self.before)]
            self.rolled.append(line["by"] == CHANCE)
            if line["by"] == CHANCE:
                if self.dice.kind == "committed":
                    self.dice.follow(line)
                self.dice.rolls += 1
                self.dice.proved += self.dice.kind != "typed"

    def forget_positions(self) -> None:
        """Frees the positions of a long record once they have been used."""
        self.position, self.before = None, []

    def end(self, over: bool) -> None:
        """After the last line: a game that is over has opened its keys."""
        if over and self.dice.kind == "committed" and not self.dice.opened:
            raise DamagedRecord(self.number + 1, "the game is over and the keys of its dice are not opened")


@lru_cache(maxsize=1024)
def _wrong_fields(kind: str, names: tuple[str, ...], roll: bool) -> str:
    """What is wrong with the fields of a line, by their names; empty: nothing."""
    given, closed = set(names), SEAL in names and SALT not in names
    must, may = FIELDS[kind]
    if kind == DO and roll:
        must, may = must | ROLL_FIELDS, may | PROOF
    if closed and TO in given:
        must, may = must - set(IN_SECRET), may | (must & set(IN_SECRET))
    if strange := given - must - may:
        return f"holds what such a line does not: {', '.join(sorted(strange))}"
    if missing := must - given:
        return f"does not say {', '.join(sorted(missing))}"
    whole = (SEAL in given) == (OWN in given) == (SALT in given) and (TO not in given or SEAL in given)
    if OWN in given if closed else not whole:
        return "is sealed, and tells neither all nor nothing of what is sealed"
    return ""


def are_texts(value: object) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_change(change: object) -> bool:
    """Whether it is a change as `docs/records.md` describes it."""
    match change:
        case [str(), _] | [str(), str(), _]:
            return True
        case [str(), int(at), int(gone), list()]:
            return type(at) is type(gone) is int and at >= 0 and gone >= 0
    return False


def _check_whole(value: object) -> None:
    """Every number of a line is whole, and not too large."""
    if isinstance(value, dict):
        for one in value.values():
            _check_whole(one)
    elif isinstance(value, list):
        for one in value:
            _check_whole(one)
    elif isinstance(value, float) or (isinstance(value, int) and not -MAX_INT <= value <= MAX_INT):
        raise GrognardError(f"holds {value}, which is not a whole number that can be used")
