"""The legal actions as a lazy sequence: computed on demand. Knows no game."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from .facts import DONE, Action, F, S
from .hexes import any_member, members, nth

if TYPE_CHECKING:
    from .procedure import Outcomes, Pick
    from .state import State


A = TypeVar("A", bound=Action)
MANY = 96  # subjects: to count off one of so many takes longer than to throw at them


class Part(Generic[S, F]):
    """The choices of one kind: the subjects ready, and the places each of them can choose, worked out when
    asked.
    """

    __slots__ = ("_common", "_each", "_frame", "_state", "pick", "ready")

    def __init__(self, pick: Pick[S, F], ready: int, state: S, frame: F) -> None:
        self.pick, self.ready, self._state, self._frame = pick, ready, state, frame
        self._common: int | None = None
        self._each: list[Callable[[int, int], int]] | None = None

    @property
    def common(self) -> int:
        """The places open to all subjects, but for what depends on the subject."""
        if self._common is None:
            self._common = self.pick.common(self._state, self._frame)
        return self._common

    def places(self, unit: int) -> int:
        if (each := self._each) is None:
            each = self._each = self.pick.each(self._state, self._frame)
        result = self.common if self._common is None else self._common
        for passing in each:
            if not result:
                break
            result = passing(unit, result)
        return result

    def is_open(self, unit: int) -> bool:
        """Whether any place is open to a subject: the first that passes all tests of single hexes will do."""
        pick, state, frame = self.pick, self._state, self._frame
        if not pick.tests:
            return bool(self.places(unit))
        left = self.common
        for passing in pick.sets(state, frame):
            left = passing(unit, left)
        tests = pick.tests
        return any(all(test(state, frame, unit, place) for test in tests) for place in members(left))

    def any_place(self, unit: int, random: Callable[[], float]) -> int:
        """One of the places open to a subject, each as likely; -1: there is none."""
        pick = self.pick
        if (draw := pick.draw) is not None:
            place = draw(self._state, self._frame, unit, self.common if pick.has_common else -1, random)
            if place is not None:
                return place
        bits = self.places(unit)
        return any_member(bits, random) if bits else -1

    def holds(self, unit: int, place: int) -> bool:
        """Whether one place is open to one subject, without working out the others where there is a short
        cut.
        """
        if not self.ready >> unit & 1:
            return False
        quick = self.pick.quick
        if quick is None:
            return bool(self.places(unit) >> place & 1)
        return bool(self.common >> place & 1) and bool(quick(self._state, self._frame, unit, place))


class Choices(Sequence[Action]):
    """The legal actions of a position, ordered by verb, subject and hex, worked out only as far as they are
    asked for.

    Asked again after the position has changed it raises `RuntimeError`, as a dict does that changes under a
    loop.

    >>> import grognard
    >>> actions = grognard.load("sword-beach").new(seed=1).legal_actions()
    >>> len(actions), str(actions[-1])
    (1303, 'record 857/346 1951')
    >>> actions[0] in actions, actions.hexes("125/21")[:3]
    (True, ['0138', '0139', '0140'])
    """

    __slots__ = ("_ends", "_groups", "_state", "_when", "known", "parts", "plain", "weights")

    def __init__(
        self,
        state: State,
        plain: Sequence[Action],
        parts: Sequence[Part] = (),
        weights: Outcomes | tuple[()] = (),
    ) -> None:
        self.plain, self.parts = plain, parts
        self.weights = weights
        self._state, self._when = state, state.version
        self._groups: list[tuple[object, object, int]] | None = None
        self.known: Action | None = None  # the last action made or found here: it need not be judged again

    def _check(self) -> None:
        if self._when != self._state.version:
            raise RuntimeError("these choices belong to another position")

    @property
    def groups(self) -> list[tuple[Any, Any, int]]:
        """Every subject that can act, with its places; a plain action stands alone."""
        self._check()
        if self._groups is None:
            rows: list[tuple[object, object, int]] = [
                (part.pick, unit, bits)
                for part in self.parts
                for unit in members(part.ready)
                if (bits := part.places(unit))
            ]
            for action in self.plain:
                rows.append((None, action, 1))
            if self.plain and (self.parts or self.plain[-1] is DONE):
                rows.sort(key=_verb)  # stable: within a verb the order of the subjects stands
            self._groups = rows
            self._ends = list(accumulate([bits.bit_count() for _, _, bits in rows]))
        return self._groups

    def of(self, *verbs: type[A]) -> list[A]:
        """The actions of some verbs, in their order."""
        return [action for action in self if isinstance(action, verbs)]

    def __len__(self) -> int:
        return self._ends[-1] if self.groups else 0

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | Sequence[Action]:
        if isinstance(i, slice):
            return list(self)[i]
        i = range(len(self))[i]  # negative or out of range, as of any sequence
        at = bisect_right(self._ends, i)
        pick, unit, places = self.groups[at]
        return (
            unit
            if pick is None
            else self._make(pick, unit, nth(places, i - self._ends[at] + places.bit_count()))
        )

    def __iter__(self) -> Iterator[Action]:
        for pick, unit, places in self.groups:
            if pick is None:
                yield unit
            else:
                for place in members(places):
                    yield pick.make(self._state, unit, place)

    def _make(self, pick: Pick, unit: int, place: int) -> Action:
        self.known = action = pick.make(self._state, unit, place)
        return action

    def __contains__(self, action: object) -> bool:
        self._check()
        if action is self.known:
            return True
        for part in self.parts:
            if type(action) is part.pick.verb:
                result = part.pick.find(self._state, action)
                return result is not None and part.holds(*result)
        return action in self.plain

    def without_giving_up(self) -> Choices:
        """The choices that do not end the game against the side that chooses."""
        actions = [action for action in self.plain if not action.gives_up]
        return (
            self
            if len(actions) == len(self.plain) or not (actions or self.parts)
            else type(self)(self._state, actions, self.parts)
        )

    def forced(self) -> Action | None:
        """The only choice, where that is plain to see without working out more than one subject."""
        if not self.parts:
            return self.plain[0] if len(self.plain) == 1 else None
        if self.plain or len(self.parts) > 1:
            return None
        part = self.parts[0]
        if part.ready & (part.ready - 1):
            return None
        unit = part.ready.bit_length() - 1
        bits = part.places(unit)
        return None if bits & (bits - 1) else self._make(part.pick, unit, bits.bit_length() - 1)

    def by_unit(self) -> dict[str, list[str]]:
        """What the page shows: each unit (or other subject) with the hexes it can act on."""
        result: dict[str, list[str]] = {}
        for pick, unit, places in self.groups:
            if pick is not None and pick.has_hex:
                result.setdefault(pick.names[unit], []).extend(self._state.grid.names(places))
        return result

    def hexes(self, unit: str) -> list[str]:
        """The hexes one unit can act on, without working out any other unit's."""
        self._check()
        result = 0
        for part in self.parts:
            number = part.pick.number.get(unit, -1)
            if number >= 0 and part.pick.has_hex and part.ready >> number & 1:
                result |= part.places(number)
        return self._state.grid.names(result)

    def sample(self, rng: Random) -> Action:
        """A random action: a subject first, then one of its hexes, so that nothing else is worked out."""
        if self._when != self._state.version:
            self._check()
        parts, random = self.parts, rng.random
        plain = self.plain
        if len(plain) + len(parts) > 1 and any(action.gives_up for action in plain):
            plain = [action for action in plain if not action.gives_up]
        total = len(plain)
        for part in parts:
            total += part.ready.bit_count()
        while True:
            k = int(random() * total)
            for part in parts:
                ready = part.ready
                if k < (count := ready.bit_count()):
                    unit = nth(ready, k) if count < MANY else any_member(ready, random)
                    if (place := part.any_place(unit, random)) >= 0:
                        return self._make(part.pick, unit, place)
                    break
                k -= count
            else:
                return plain[k]


def _verb(group: tuple[Any, Any, int]) -> str:
    pick, action, _ = group
    return str(action.verb if pick is None else pick.verb.verb)
