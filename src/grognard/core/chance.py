"""Dice nobody can dispute: seeded, committed by both sides, or typed in from the table. Knows no game.

The engine never rolls. It stops with `to_move == CHANCE`; a dice source answers with one of the outcomes on offer, each
as likely as its whole-number weight says. A source is a function of the number of the roll alone, so that taking a roll
back and making it again gives the same faces.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from .facts import CHANCE, Action
from .procedure import Outcomes
from .ruling import GrognardError

if TYPE_CHECKING:
    from .state import State


def pick(stream: bytes, weights: Outcomes) -> Action:
    """The outcome a stream of bytes falls on, no outcome favoured: what would tip the scale is thrown away."""
    while (number := int.from_bytes(stream[:8], "big")) >= weights.limit:
        stream = sha256(stream).digest()
    number %= weights.whole
    if weights.even:
        return weights.actions[number]
    for action, weight in weights:
        if number < weight:
            return action
        number -= weight
    raise AssertionError("unreachable")


class Dice(Protocol):
    """Answers for chance."""

    kind: str

    def header(self) -> dict[str, Any]:
        """What the first line of a record says of the dice."""

    def answer(self, state: State) -> Action:
        """The outcome of the roll that is due."""

    def proof(self, number: int) -> dict[str, Any]:
        """What the line of a roll carries besides its result, so that anybody can check it."""


class Seeded:
    """Dice from a seed that stands in the record: repeatable, and checkable by anybody."""

    kind = "seeded"

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._start = sha256(f"grognard {seed} ".encode())

    def header(self) -> dict[str, Any]:
        return {"kind": self.kind, "seed": self.seed}

    def answer(self, state: State) -> Action:
        return self.face(state.rolls, state.chance_weights())

    def face(self, number: int, weights: Outcomes) -> Action:
        """The outcome of a roll by its number."""
        stream = self._start.copy()
        stream.update(b"%d" % number)
        return pick(stream.digest(), weights)

    def proof(self, number: int) -> dict[str, Any]:
        return {}


class Typed:
    """Physical dice: a player types what he rolled."""

    kind = "typed"

    def header(self) -> dict[str, Any]:
        return {"kind": self.kind}

    def answer(self, state: State) -> Action:
        raise GrognardError(f"type the result of {state.purpose}: one of {', '.join(map(str, state.legal_actions()))}")

    def proof(self, number: int) -> dict[str, Any]:
        return {}


# ---------------------------------------------------------------- committed by both sides

CHAPTER = 256  # rolls a chain of links lasts; the next chain is committed with the last link of this one
LINK = 16  # bytes


def chain(secret: str, chapter: int) -> list[bytes]:
    """A chain of hashes, last link first: `chain[0]` is published before play, `chain[n + 1]` opened for roll n."""
    link = sha256(f"grognard {secret} {chapter}".encode()).digest()[:LINK]
    links = [link]
    for _ in range(CHAPTER):
        link = sha256(link).digest()[:LINK]
        links.append(link)
    links.reverse()
    return links


def mix(links: bytes, key: str = "") -> bytes:
    """The stream of a roll: every side's link goes into it, and of a secret roll the roller's key."""
    return sha256(links + key.encode()).digest()


def commitment(key: str) -> str:
    return sha256(f"grognard key {key}".encode()).hexdigest()[: 4 * LINK]


class Committed:
    """Both sides commit before play and open one link a roll: neither can foresee, choose or deny a face.

    Each side's chain is fixed by a secret of its own (salt and whatever the player adds). Its end is published first;
    every roll opens the link before, which anybody can hash to check it. A secret roll also takes in the key of the
    side that may see it; keys are committed at the start and opened at the end of the game.
    """

    kind = "committed"

    def __init__(self, secrets_: Mapping[str, str]) -> None:
        self.secrets = dict(sorted(secrets_.items()))
        self._chapters: dict[int, list[bytes]] = {}

    @classmethod
    def fresh(cls, sides: Sequence[str], phrases: Mapping[str, str] | None = None) -> Committed:
        """New secrets: a salt from the system, and a phrase a player may add of his own."""
        return cls({side: f"{secrets.token_hex(16)} {(phrases or {}).get(side, '')}".strip() for side in sides})

    def _links(self, number: int) -> bytes:
        """The links opened for a roll, one a side, joined in the order of the sides."""
        chapter = number // CHAPTER
        return (self._chapters.get(chapter) or self._chapter(chapter))[number % CHAPTER + 1]

    def _chapter(self, chapter: int) -> list[bytes]:
        """The joined chains of a chapter; two are kept, as the ends of the next are published with the last of this."""
        if chapter not in self._chapters:
            self._chapters.pop(chapter - 2, None)
            chains = [chain(secret, chapter) for secret in self.secrets.values()]
            self._chapters[chapter] = [b"".join(links) for links in zip(*chains, strict=True)]
        return self._chapters[chapter]

    def key(self, side: str) -> str:
        """A side's key for secret rolls and sealed actions, opened at the end."""
        return sha256(f"grognard key of {side} {self.secrets[side]}".encode()).hexdigest()[: 2 * LINK]

    def tips(self, chapter: int) -> str:
        """What the sides publish before a chapter of rolls begins, joined in their order."""
        return self._chapter(chapter)[0].hex()

    def header(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "sides": list(self.secrets),
            "tips": self.tips(0),
            "keys": {side: commitment(self.key(side)) for side in self.secrets},
        }

    def answer(self, state: State) -> Action:
        links = self._links(state.rolls)
        if state.step.secret and (to := state.secret_to):
            return pick(mix(links, self.key(to)), state.chance_weights())
        return pick(sha256(links).digest(), state.chance_weights())

    def proof(self, number: int) -> dict[str, Any]:
        links = self._links(number).hex()
        if number % CHAPTER == CHAPTER - 1:
            return {"links": links, "tips": self.tips(number // CHAPTER + 1)}
        return {"links": links}

    def opened(self) -> dict[str, str]:
        """The keys, for the last line of a record."""
        return {side: self.key(side) for side in self.secrets}


def _published(tips: object, sides: int) -> bytes:
    """The ends of the chains as the head of a record tells them."""
    try:
        found = bytes.fromhex(str(tips))
    except ValueError:
        found = b"?"
    if len(found) != LINK * sides:
        raise GrognardError("the head does not tell what each side committed to")
    return found


class Checker:
    """Checks the rolls of a record one after another, from the record alone."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.kind = header.get("kind")
        self.seeded = Seeded(str(header["seed"])) if self.kind == "seeded" else None
        self.sides: list[str] = list(header.get("sides", ()))
        self.keys: dict[str, str] = dict(header.get("keys", {}))
        self.opened = False  # the keys, at the end
        self._pending: list[tuple[int, str, bytes, Outcomes, Action]] = []  # secret rolls, until the keys open
        self._before = _published(header.get("tips", ""), len(self.sides))

    def roll(self, state: State, action: Action, line: Mapping[str, Any]) -> str | None:
        """What is wrong with a roll, or nothing. Call it before the roll is pushed."""
        to = state.secret_to if state.step.secret else None
        return self.check(state.rolls, state.chance_weights(), action, line, to)

    def check(
        self, number: int, weights: Outcomes, action: Action, line: Mapping[str, Any], to: str | None = None
    ) -> str | None:
        """The same when the roll has been pushed: its number, and what could have come; of a secret one, who saw it."""
        if self.kind == "typed":
            return None
        if self.seeded is not None:
            due = self.seeded.face(number, weights)
        else:
            try:
                links = bytes.fromhex(line["links"])
                tips = bytes.fromhex(line["tips"]) if "tips" in line else b""
            except (KeyError, ValueError, TypeError):
                return "the roll carries no links"
            if wrong := self._unfit(links) or self._misplaced(tips, number):
                return wrong
            self._before = tips or links
            if to is not None:
                self._pending.append((number, to, links, weights, action))
                return None
            due = pick(sha256(links).digest(), weights)
        if due != action:
            return f"the {'seed gives' if self.seeded else 'links give'} {due}, the record says {action}"
        return None

    def first_wrong(
        self, rolled: Mapping[int, tuple[int, Outcomes]], actions: Sequence[Action], lines: Sequence[Mapping[str, Any]]
    ) -> tuple[int, str] | None:
        """The first of many rolls that is wrong, by the number of its line, and why. The rolls are told as `check` is told each."""
        two, last = len(self._before) == 2 * LINK, CHAPTER - 1
        for at, (number, weights) in rolled.items():
            action, line = actions[at - 1], lines[at]
            if two and len(line) == 4 and number % CHAPTER != last:  # as most are: all that `check` looks at, at once
                try:
                    links = bytes.fromhex(line["links"])
                except (KeyError, ValueError, TypeError):
                    return at, "the roll carries no links"
                shown = sha256(links[:LINK]).digest()[:LINK] + sha256(links[LINK:]).digest()[:LINK]
                if shown == self._before and pick(sha256(links).digest(), weights) == action:
                    self._before = links
                    continue
            if wrong := self.check(number, weights, action, line):
                return at, wrong
        return None

    def _misplaced(self, tips: bytes, number: int) -> str | None:
        """New chains are begun only where a chapter ends, and there they must be."""
        if number % CHAPTER < CHAPTER - 1:
            return "a side changes its chain in the middle of a chapter" if tips else None
        return None if len(tips) == len(self._before) else "the next chapter is not committed to by every side"

    def _unfit(self, links: bytes) -> str | None:
        """Each link must hash to the one its side showed before."""
        before = self._before
        shown = b"".join([sha256(links[at : at + LINK]).digest()[:LINK] for at in range(0, len(links), LINK)])
        if shown == before:
            return None
        if len(links) != len(before):
            return "the roll does not carry a link of every side"
        side = next(side for at, side in enumerate(self.sides) if shown[at * LINK :][:LINK] != before[at * LINK :][:LINK])
        return f"the link of {side} does not fit what that side committed to"

    def open(self, keys: Mapping[str, str]) -> str | None:
        """Checks the opened keys against their commitments, and every secret roll with them."""
        if not isinstance(keys, Mapping) or set(keys) != set(self.keys):
            return "the keys opened are not those of the sides"
        for side, promised in self.keys.items():
            if commitment(str(keys.get(side))) != promised:
                return f"the key of {side} is not the one committed to"
        for number, side, links, weights, action in self._pending:
            due = pick(mix(links, keys[side]), weights)
            if due != action:
                return f"secret roll {number} of {side} was {due}, the record says {action}"
        self._pending.clear()
        self.opened = True
        return None


def make_dice(header: Mapping[str, Any], secrets_: Mapping[str, str] | None = None) -> Dice | None:
    """The dice a record was begun with; committed dice need their secrets, which are no part of it."""
    match header.get("kind"):
        case "seeded":
            return Seeded(str(header["seed"]))
        case "typed":
            return Typed()
        case "committed":
            return Committed(secrets_) if secrets_ else None
    raise GrognardError(f"unknown dice {header.get('kind')!r}; there are seeded, committed and typed")


__all__ = ["CHANCE", "Checker", "Committed", "Dice", "Seeded", "Typed", "make_dice"]
