"""Dice that both sides can verify: seeded, committed by both sides, or typed in from the table. Knows no
game.

The engine never rolls. It stops with `to_move == CHANCE`; a dice source answers with one of the outcomes on
offer, each as likely as its whole-number weight says. A source is a function of the number of the roll alone.
A record never uses a number twice: a roll that is taken back and made again has a new number and new faces.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol

from .facts import CHANCE, Action
from .lines import Line
from .plain import Plain
from .procedure import Outcomes
from .ruling import GrognardError

if TYPE_CHECKING:
    from .state import State


Of = int | list[int]  # what could come of a roll: so many outcomes alike, or the weight of each


def fall(stream: bytes, weights: Of) -> int:
    """The index of the outcome a stream of bytes falls on, without bias: a number beyond the last whole
    multiple is not used.
    """
    whole = weights if isinstance(weights, int) else sum(weights)
    limit = (1 << 64) - (1 << 64) % whole
    while (number := int.from_bytes(stream[:8], "big")) >= limit:
        stream = sha256(stream).digest()
    number %= whole
    if isinstance(weights, int):
        return number
    index = 0
    while number >= weights[index]:
        number -= weights[index]
        index += 1
    return index


def pick(stream: bytes, outcomes: Outcomes) -> Action:
    """The outcome a stream of bytes falls on."""
    return outcomes.actions[fall(stream, outcomes.weights)]


class Dice(Protocol):
    """Answers for chance.

    >>> dice: Dice = Seeded("7")
    >>> dice.header()
    {'kind': 'seeded', 'seed': '7'}
    """

    kind: str

    def header(self) -> Plain:
        """What the first line of a record says of the dice."""

    def answer(self, state: State, number: int | None = None) -> Action:
        """The outcome of the roll that is due; `number`: which roll it is (default: as many rolls as the
        position has before it).
        """

    def proof(self, number: int) -> Plain:
        """The fields of the line of a roll that prove its result."""


class Seeded:
    """Dice from a seed that stands in the record: repeatable, and checkable by anyone.

    >>> print(*(fall(Seeded("7").stream(number), 6) + 1 for number in range(5)))
    5 3 4 5 2
    """

    kind = "seeded"

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._start = sha256(f"grognard {seed} ".encode())

    def __reduce__(self) -> tuple[type[Seeded], tuple[str]]:
        return Seeded, (self.seed,)  # the hash itself cannot be pickled

    def header(self) -> Plain:
        return {"kind": self.kind, "seed": self.seed}

    def answer(self, state: State, number: int | None = None) -> Action:
        return pick(self.stream(state.rolls if number is None else number), state.chance_weights())

    def stream(self, number: int) -> bytes:
        """What the face of a roll comes from, by its number."""
        stream = self._start.copy()
        stream.update(b"%d" % number)
        return stream.digest()

    def proof(self, number: int) -> Plain:
        return {}


class Typed:
    """Physical dice: a player types the result.

    >>> Typed().header()
    {'kind': 'typed'}
    """

    kind = "typed"

    def header(self) -> Plain:
        return {"kind": self.kind}

    def answer(self, state: State, number: int | None = None) -> Action:
        raise GrognardError(
            f"type the result of {state.purpose}: one of {', '.join(map(str, state.legal_actions()))}"
        )

    def proof(self, number: int) -> Plain:
        return {}


# ---------------------------------------------------------------- committed by both sides

CHAPTER = 256  # rolls a chain of links lasts; the next chain is committed with the last link of this one
LINK = 16  # bytes


def chain(secret: str, chapter: int) -> list[bytes]:
    """A chain of hashes, last link first: `chain[0]` is published before play, `chain[n + 1]` opened for roll
    n.
    """
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

    Each side's chain is fixed by a secret of its own (salt and whatever the player adds). Its end is
    published first; every roll opens the link before, which anyone can hash to check it. A secret roll also
    takes in the key of the side that may see it; keys are committed at the start and opened at the end of the
    game.

    >>> dice = Committed({"allied": "rose", "german": "oak"})
    >>> sorted(dice.header())  # public before play
    ['keys', 'kind', 'sides', 'tips']
    >>> checker = Checker(dice.header(), ("allied", "german"))
    >>> checker.follow(dice.proof(0)).hex() == dice.proof(0)["links"]
    True
    """

    kind = "committed"

    def __init__(self, secrets_: Mapping[str, str]) -> None:
        self.secrets = dict(sorted(secrets_.items()))
        self._chapters: dict[int, list[bytes]] = {}

    def __reduce__(self) -> tuple[type[Committed], tuple[dict[str, str]]]:
        return Committed, (self.secrets,)  # the chains follow from the secrets

    @classmethod
    def fresh(cls, sides: Sequence[str], phrases: Mapping[str, str] | None = None) -> Committed:
        """New secrets: a salt from the system, and a phrase that a player may add."""
        return cls(
            {side: f"{secrets.token_hex(16)} {(phrases or {}).get(side, '')}".strip() for side in sides}
        )

    def _links(self, number: int) -> bytes:
        """The links opened for a roll, one a side, joined in the order of the sides."""
        chapter = number // CHAPTER
        return (self._chapters.get(chapter) or self._chapter(chapter))[number % CHAPTER + 1]

    def _chapter(self, chapter: int) -> list[bytes]:
        """The joined chains of a chapter; two are kept, as the ends of the next are published with the last
        of this.
        """
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

    def header(self) -> Plain:
        return {
            "kind": self.kind,
            "sides": list(self.secrets),
            "tips": self.tips(0),
            "keys": {side: commitment(self.key(side)) for side in self.secrets},
        }

    def answer(self, state: State, number: int | None = None) -> Action:
        links = self._links(state.rolls if number is None else number)
        if (to := state.secret_to) is not None:
            return pick(mix(links, self.key(to)), state.chance_weights())
        return pick(sha256(links).digest(), state.chance_weights())

    def proof(self, number: int) -> Plain:
        links = self._links(number).hex()
        if number % CHAPTER == CHAPTER - 1:
            return {"links": links, "tips": self.tips(number // CHAPTER + 1)}
        return {"links": links}

    def opened(self) -> dict[str, str]:
        """The keys, for the last line of a record."""
        return {side: self.key(side) for side in self.secrets}


# ---------------------------------------------------------------- checking


def _bytes_of(text: object) -> bytes | None:
    """The bytes of small hexadecimal digits; `None` if the text is something else."""
    try:
        result = bytes.fromhex(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return result if result is not None and result.hex() == text else None


def _is_of(outcomes: object) -> bool:
    """Whether a line tells what could have come: a whole number of outcomes, or whole weights, with a sum
    that JSON can hold.
    """
    weights = outcomes if isinstance(outcomes, list) else [outcomes]
    return bool(weights) and all(type(one) is int and one >= 1 for one in weights) and sum(weights) < 1 << 53


class _Secret(NamedTuple):
    """A secret roll, until the keys are opened."""

    roll: int
    to: str
    links: bytes
    weights: Of
    pick: int


class Checker:
    """Checks the rolls of a record one after another, from its lines alone. What is wrong is raised as
    `GrognardError`.

    >>> checker = Checker(Seeded("7").header(), ("allied", "german"))
    >>> checker.roll({"by": "chance", "do": "roll 5", "roll": 0, "of": 6, "pick": 4})
    >>> checker.roll({"by": "chance", "do": "roll 6", "roll": 1, "of": 6, "pick": 5})
    Traceback (most recent call last):
    grognard.core.ruling.GrognardError: the seed gives outcome 2, the record says 5 (roll 6)
    """

    def __init__(self, header: Line, sides: Sequence[str]) -> None:
        self.kind = header.get("kind")
        self.seeded = Seeded(str(header["seed"])) if self.kind == "seeded" else None
        self.sides: list[str] = list(header.get("sides", ())) if self.kind == "committed" else []
        self.keys: dict[str, str] = dict(header.get("keys", {}))
        self.by_pages = header.get("secrets") == "pages"
        self.by_all_sides = self.sides == sorted(sides) == sorted(self.keys)
        self.opened = False  # the keys, at the end
        self.rolls = 0  # made so far, taken back or not
        self.proved = 0  # whose faces follow from the seed or the links
        self._secret: list[_Secret] = []
        tips = _bytes_of(header.get("tips", ""))
        if tips is None or len(tips) != LINK * len(self.sides):
            raise GrognardError("the head does not say what each side committed to")
        self._before = tips

    def roll(self, line: Line) -> None:
        """One roll of format 2."""
        if type(line.get("roll")) is not int or line["roll"] != self.rolls:
            raise GrognardError(
                f"is roll {line.get('roll')}, and roll {self.rolls} is due: no number is left out or used"
                " again"
            )
        weights, pick_, to = line.get("of"), line.get("pick"), line.get("to")
        known = "of" in line or "pick" in line or to is None
        outcomes = len(weights) if isinstance(weights, list) else weights or 0
        if known and not (_is_of(weights) and type(pick_) is int and 0 <= pick_ < outcomes):
            raise GrognardError("does not say what could have come, and what came")
        stream = self._stream(line)
        self.rolls += 1
        if known and to is not None and self.kind == "committed":
            self._secret.append(
                _Secret(line["roll"], to, bytes.fromhex(line["links"]), line["of"], line["pick"])
            )
        elif known and stream is not None:
            if (due := fall(stream, line["of"])) != pick_:
                source = "seed gives" if self.seeded else "links give"
                raise GrognardError(f"the {source} outcome {due}, the record says {pick_} ({line.get('do')})")
            self.proved += 1

    def _stream(self, line: Line) -> bytes | None:
        """What the face of a roll comes from; `None` for typed dice."""
        if self.kind == "committed":
            return sha256(self.follow(line)).digest()
        if "links" in line or "tips" in line:
            raise GrognardError("carries links, which these dice do not have")
        return self.seeded.stream(self.rolls) if self.seeded else None

    def follow(self, line: Line) -> bytes:
        """The links of a roll; each must hash to the link its side showed before."""
        links = _bytes_of(line.get("links"))
        tips = _bytes_of(line["tips"]) if "tips" in line else b""
        if links is None or tips is None:
            raise GrognardError("the roll carries no links")
        self._check_links(links)
        if self.rolls % CHAPTER < CHAPTER - 1:
            if "tips" in line:
                raise GrognardError("a side changes its chain in the middle of a chapter")
        elif not tips or len(tips) != len(links):
            raise GrognardError("the next chapter is not committed to by every side")
        self._before = tips or links
        return links

    def _check_links(self, links: bytes) -> None:
        before = self._before
        if len(links) != len(before):
            raise GrognardError("the roll does not carry a link of every side")
        for at, side in enumerate(self.sides):
            part = slice(at * LINK, (at + 1) * LINK)
            if sha256(links[part]).digest()[:LINK] != before[part]:
                raise GrognardError(f"the link of {side} does not fit what that side committed to")

    def open(self, keys: object) -> None:
        """Checks the opened keys against their commitments, and every secret roll with them."""
        if self.kind != "committed" or not isinstance(keys, Mapping) or set(keys) != set(self.keys):
            raise GrognardError("the keys opened are not those of the sides")
        for side, promised in self.keys.items():
            if not isinstance(keys[side], str) or commitment(keys[side]) != promised:
                raise GrognardError(f"the key of {side} is not the one committed to")
        for roll in self._secret:
            if roll.to not in keys or fall(mix(roll.links, keys[roll.to]), roll.weights) != roll.pick:
                raise GrognardError(f"the key of {roll.to} gives another face for secret roll {roll.roll}")
        self.proved += len(self._secret)
        self._secret.clear()
        self.opened = True


def make_dice(header: Line, secrets_: Mapping[str, str] | None = None) -> Dice | None:
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
