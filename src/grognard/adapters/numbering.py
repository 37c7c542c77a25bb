"""Every action of a game as a number, fixed once and for all: blocks by verb, in each block the fields
counted up.

    number = first of the verb's block + position of the fields, the last field counting fastest

A numbering is a function of the rules version: whatever is trained on one can be used as long as that stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from grognard.core.facts import Action, Vocabulary
from grognard.core.ruling import GrognardError


class Block(NamedTuple):
    """The numbers of one verb."""

    verb: str
    first: int
    fields: tuple[Sequence[str], ...]

    @property
    def size(self) -> int:
        size = 1
        for values in self.fields:
            size *= len(values)
        return size


class Numbering:
    """Actions to numbers and back."""

    def __init__(self, vocabulary: Vocabulary, domains: Mapping[str, Sequence[Sequence[str]]]) -> None:
        self._vocabulary = vocabulary
        self.blocks: list[Block] = []
        first = 0
        for verb, fields in domains.items():
            block = Block(verb, first, tuple(tuple(values) for values in fields))
            self.blocks.append(block)
            first += block.size
        self.size = first
        self._by_verb = {block.verb: block for block in self.blocks}
        self._place = {
            block.verb: [{value: i for i, value in enumerate(values)} for values in block.fields]
            for block in self.blocks
        }

    def number(self, action: Action) -> int:
        """The number of an action."""
        verb, *words = str(action).split()
        try:
            block, result = self._by_verb[verb], 0
            for places, values, word in zip(self._place[verb], block.fields, words, strict=True):
                result = result * len(values) + places[word]
        except (KeyError, ValueError):
            raise GrognardError(f"{action} has no number") from None
        return block.first + result

    def action(self, number: int) -> Action:
        """The action of a number."""
        if not 0 <= number < self.size:
            raise GrognardError(f"numbers of actions run from 0 to {self.size - 1}, not {number}")
        for block in reversed(self.blocks):
            if number >= block.first:
                left, words = number - block.first, []
                for values in reversed(block.fields):
                    left, at = divmod(left, len(values))
                    words.append(values[at])
                return self._vocabulary.parse(" ".join([block.verb, *reversed(words)]))
        raise AssertionError("unreachable")

    def __iter__(self) -> Iterator[Action]:
        for block in self.blocks:
            for words in product(*block.fields):
                yield self._vocabulary.parse(" ".join([block.verb, *words]))

    def table(self) -> list[str]:
        """The blocks, for people: as in the documentation."""
        rows = ["| verb | first | last | fields |", "|---|---:|---:|---|"]
        for block in self.blocks:
            fields = " x ".join(_few(values) for values in block.fields) or "-"
            rows.append(f"| `{block.verb}` | {block.first:,} | {block.first + block.size - 1:,} | {fields} |")
        return rows


def _few(values: Sequence[str]) -> str:
    if len(values) < 6:
        return ", ".join(values)
    return f"{len(values)}: {values[0]}, {values[1]}, ..., {values[-1]}"
