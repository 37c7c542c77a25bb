"""Committed dice whose secrets the players' own pages make and keep. Knows no game.

Each side splits every link of its chain in two halves. The server keeps one half; the other half comes from
an `opener`, which the side's own page and the opponent's page hold. One page and the server together open a
roll. Neither can open one alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from .chance import CHAPTER, LINK, Committed, chain, commitment
from .plain import Plain
from .ruling import GrognardError

PAGES = "pages"  # what the head of a record says of dice whose secrets the players' pages made


def mask(opener: str, index: int) -> bytes:
    """Return the half of link `index` (1 to 256) that an opener gives."""
    return sha256(f"grognard mask {opener} {index}".encode()).digest()[:LINK]


def _xor(one: bytes, two: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, two, strict=True))


class Hand:
    """What the page of one side does: a secret, and everything derived from it. The page has the same in
    JavaScript.
    """

    def __init__(self, side: str, secret: str | None = None) -> None:
        self.side, self.secret = side, secret or secrets.token_hex(32)

    @property
    def key(self) -> str:
        """The key of this side for secret rolls."""
        return Committed({self.side: self.secret}).key(self.side)

    def tip(self, chapter: int) -> str:
        return chain(self.secret, chapter)[0].hex()

    def opener(self, chapter: int) -> str:
        """What the opponent's page is given, encrypted: the other half of every link of a chapter."""
        return sha256(f"grognard opener {self.secret} {chapter}".encode()).hexdigest()

    def shares(self, chapter: int) -> str:
        """What the server is given: one half of every link of a chapter, joined."""
        opener, links = self.opener(chapter), chain(self.secret, chapter)
        return b"".join(_xor(links[index], mask(opener, index)) for index in range(1, CHAPTER + 1)).hex()


class Deposit(NamedTuple):
    """What the server keeps of one side's chapter: the end of its chain, and its halves of the links."""

    tip: str
    shares: str

    def link(self, index: int, half: bytes) -> bytes | None:
        """Join a half to the server's; `None` if the link does not lead to the end of the chain."""
        link = result = _xor(bytes.fromhex(self.shares)[(index - 1) * LINK : index * LINK], half)
        for _ in range(index):
            link = sha256(link).digest()[:LINK]
        return result if link.hex() == self.tip else None


class Pooled(Committed):
    """Committed dice that wait for each roll until its links are opened; the record is that of any committed
    dice.
    """

    def __init__(self, tips: Mapping[str, str], keys: Mapping[str, str]) -> None:
        super().__init__({})
        self.sides = sorted(tips)
        self._tips = "".join(tips[side] for side in self.sides)
        self._keys = {side: keys[side] for side in self.sides}
        self._open: dict[
            int, tuple[bytes, str]
        ] = {}  # by the number of the roll: its links, and tips that begin a chapter

    def key(self, side: str) -> str:
        return self._keys[side]

    def header(self) -> Plain:
        keys = {side: commitment(key) for side, key in self._keys.items()}
        return {"kind": self.kind, "sides": self.sides, "tips": self._tips, "keys": keys, "secrets": PAGES}

    def opened(self) -> dict[str, str]:
        return dict(self._keys)

    def has(self, number: int) -> bool:
        """Whether a roll can be made: its links are open."""
        return number in self._open

    def open(
        self,
        number: int,
        halves: Mapping[str, str],
        now: Mapping[str, Deposit],
        following: Mapping[str, Deposit],
    ) -> None:
        """Open a roll with the halves a page gives, or refuse them. `following`: the deposits of the next
        chapter.
        """
        if missing := [side for side in self.sides if side not in now]:
            raise GrognardError(
                f"the roll waits for {' and '.join(missing)}: no part of the dice is there from that side"
            )
        if set(halves) != set(self.sides):
            raise GrognardError(f"a roll is opened with a part of each side: {', '.join(self.sides)}")
        last = number % CHAPTER == CHAPTER - 1
        if last and (missing := [side for side in self.sides if side not in following]):
            raise GrognardError(
                f"the roll waits for {' and '.join(missing)}: the dice of the next chapter are not sealed"
            )
        links = b"".join(self._joined(side, number, halves[side], now[side]) for side in self.sides)
        self._open = {number: (links, "".join(following[side].tip for side in self.sides) if last else "")}

    @staticmethod
    def _joined(side: str, number: int, half: str, deposit: Deposit) -> bytes:
        link = deposit.link(number % CHAPTER + 1, bytes.fromhex(half)) if len(half) == 2 * LINK else None
        if link is None:
            raise GrognardError(
                f"the part given for {side} does not open the link {side} committed to; nothing was rolled"
            )
        return link

    def _links(self, number: int) -> bytes:
        if number not in self._open:
            raise GrognardError("the roll waits until a player's page opens it")
        return self._open[number][0]

    def proof(self, number: int) -> Plain:
        links, tips = self._links(number).hex(), self._open[number][1]
        return {"links": links, "tips": tips} if tips else {"links": links}


__all__ = ["PAGES", "Deposit", "Hand", "Pooled", "mask"]
