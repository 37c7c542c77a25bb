"""Every action that can be written in a game, legal or not: what the checks draw from. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from math import prod
from random import Random

import msgspec

from .facts import Action
from .game import Game
from .procedure import Phase
from .random_games import RandomGame


class Words:
    """What can be said in a game: every verb with every subject, hex or other word its fields can hold."""

    _known: dict[int, Words] = {}

    def __init__(self, game: Game) -> None:
        position = game.position
        picks = [
            p
            for steps in position.procedures.values()
            for s in steps
            if isinstance(s, Phase)
            for p in s.picks
        ]
        columns = [name for column in position.columns.values() for name in column.names]
        self.subjects = list(dict.fromkeys([name for pick in picks for name in pick.names if name] + columns))
        self.hexes = position.grid.every_name()
        self.verbs: list[type[Action]] = list(game.vocabulary.verbs.values())
        self.seen: dict[tuple[str, str], dict[object, None]] = {}
        for seed in range(3):
            for state in RandomGame(game, seed).steps():
                self.remember(islice(state.legal_actions(), 40))

    @classmethod
    def for_game(cls, game: Game) -> Words:
        if id(game) not in cls._known:
            cls._known[id(game)] = cls(game)
        return cls._known[id(game)]

    def remember(self, actions: Iterable[Action]) -> None:
        """Remembers the words of the other fields, as they come up in play."""
        for action in actions:
            for name, word in msgspec.structs.asdict(action).items():
                self.seen.setdefault((action.verb, name), {})[word] = None

    def values(self, verb: type[Action], field: str, kind: object) -> list[object]:
        if field == "hex":
            return [*self.hexes, "nowhere"]
        if field == "unit":
            return [*self.subjects, "nobody"]
        known = list(self.seen.get((verb.verb, field), ()))
        more: list[object] = [-1, 0, 7, 99] if kind is int else [*self.subjects[:3], "nothing"]
        return list(dict.fromkeys([*known, *more]))

    def every(self, verb: type[Action]) -> Iterator[Action]:
        fields = msgspec.structs.fields(verb)
        for words in product(*(self.values(verb, f.name, f.type) for f in fields)):
            yield verb(*words)

    def drawn(self, verb: type[Action], rng: Random, one_in: int) -> Iterator[Action]:
        """All actions of a verb if they are at most 200, else one in so many, drawn at random."""
        fields = [self.values(verb, f.name, f.type) for f in msgspec.structs.fields(verb)]
        count = prod(map(len, fields))
        if count <= 200:
            yield from self.every(verb)
            return
        for _ in range(-(-count // one_in)):
            yield verb(*(rng.choice(values) for values in fields))

    def some(self, rng: Random, count: int) -> list[Action]:
        actions = []
        for _ in range(count):
            verb = rng.choice(self.verbs)
            actions.append(
                verb(*(rng.choice(self.values(verb, f.name, f.type)) for f in msgspec.structs.fields(verb)))
            )
        return actions
