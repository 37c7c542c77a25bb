"""Values that are computed once and kept: the one place where a position or a ledger remembers anything.

A kept value is never changed in place. It belongs to its inputs: other inputs give another value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from functools import wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from .facts import Entry

T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")

GROUPS: set[frozenset[str]] = set()  # the facts that kept values rest on
UNKNOWN: Any = object()  # not computed yet; None is a value


class CachedValue(NamedTuple, Generic[S, T]):
    """A value with the inputs it was computed from."""

    inputs: S
    value: T


class Cache(dict[Hashable, CachedValue[Any, Any]]):  # each name has its own type
    """By name, the last value that was computed with its inputs; and all values of the position as it is
    now.
    """

    def __init__(self, other: Mapping[Hashable, CachedValue[object, object]] | None = None) -> None:
        super().__init__(other or {})
        self._now: tuple[object, dict[Hashable, object]] | None = None
        self._by_facts: dict[frozenset[str], dict[Hashable, object]] = {}
        self._read, self._last = 0, cast(object, None)  # how far the journal was read, and its last entry

    def copy_for(self, journal: Sequence[Entry]) -> Cache:
        """Return the cache of a copy of the position whose journal this is; the copy has an empty journal.

        Values that rest on facts are shared until either position changes one of them.
        """
        self._read_on(journal)
        for facts in GROUPS:
            self._by_facts.setdefault(facts, {})
        new = Cache(self)
        new._by_facts = self._by_facts.copy()
        return new

    def follow(self, journal: Sequence[Entry]) -> None:
        """Take a journal as read: it belongs to the position whose values these are."""
        self._read, self._last = len(journal), journal[-1] if journal else None

    def get_or_compute(
        self, name: Hashable, inputs: S, compute: Callable[[CachedValue[S, T] | None], T]
    ) -> T:
        """Return the value of `name` for these inputs. `compute` is given what was kept, or `None`, to
        continue from it.
        """
        cached = self.get(name)
        if cached is None or cached.inputs != inputs:
            cached = self[name] = CachedValue(inputs, compute(cached))
        value: T = cached.value
        return value

    def values_now(self, journal: Sequence[object]) -> dict[Hashable, Any]:
        """Return the values of the position as it is now; the next change drops them.

        A position is the same as before if its journal ends with the very same entry.
        """
        last, now = journal[-1] if journal else None, self._now
        if now is None or now[0] is not last:
            now = self._now = last, {}
        return now[1]

    def values_while(self, journal: Sequence[Entry], facts: frozenset[str]) -> dict[Hashable, Any]:
        """Return the values that stay as long as none of these facts changes."""
        if (journal[-1] if journal else None) is not self._last:
            self._read_on(journal)
        if facts not in self._by_facts:
            self._by_facts[facts] = {}
        return self._by_facts[facts]

    def _read_on(self, journal: Sequence[Entry]) -> None:
        """Drop what rests on facts that the new lines of the journal change; everything if lines were taken
        back.
        """
        read = self._read
        if read > len(journal) or (read and journal[read - 1] is not self._last):
            self._by_facts = {}
        else:
            self.forget({entry[0] for entry in journal[read:]})
        self.follow(journal)

    def forget(self, names: Set[str]) -> None:
        """Drop the values that rest on one of these facts."""
        for facts in [facts for facts in self._by_facts if not facts.isdisjoint(names)]:
            del self._by_facts[facts]

    def kept_values(self) -> Iterator[tuple[Hashable, object]]:
        """All values that stay while their facts do, by function, arguments and named ones if there are any:
        for tests.
        """
        for values in self._by_facts.values():
            yield from values.items()

    def clear(self) -> None:
        """Forget everything: facts were changed without the journal."""
        super().clear()
        self._now = None
        self._by_facts = {}


class Journalled(Protocol):
    """A position: its changes in order, and its cache."""

    journal: list[Entry]
    cache: Cache


J = TypeVar("J", bound=Journalled)


def once_a_position(function: Callable[Concatenate[J, P], T]) -> Callable[Concatenate[J, P], T]:
    """Keep what a function of a position and plain arguments returns, until the position changes."""

    @wraps(function)
    def call(state: J, /, *args: P.args, **kwargs: P.kwargs) -> T:
        values = state.cache.values_now(state.journal)
        key = (function, args, *kwargs.values()) if kwargs else (function, args)
        value: T = values.get(key, UNKNOWN)
        if value is UNKNOWN:
            value = values[key] = function(state, *args, **kwargs)
        return value

    return call


def once_while(*facts: str) -> Callable[[Callable[Concatenate[J, P], T]], Callable[Concatenate[J, P], T]]:
    """Keep what a function of a position and plain arguments returns, until one of these facts changes.

    The facts are all that the function reads, those of the functions it calls included. A test compares the
    kept values with fresh ones.
    """
    names = frozenset(facts)
    GROUPS.add(names)

    def decorate(function: Callable[Concatenate[J, P], T]) -> Callable[Concatenate[J, P], T]:
        @wraps(function)
        def call(state: J, /, *args: P.args, **kwargs: P.kwargs) -> T:
            cache, journal = state.cache, state.journal
            key = (function, args, tuple(kwargs.items())) if kwargs else (function, args)
            value: T = cache.values_while(journal, names).get(key, UNKNOWN)
            if value is UNKNOWN:
                value = function(state, *args, **kwargs)
                cache.values_while(journal, names)[key] = value
            return value

        return call

    return decorate


def memoized(attribute: str) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Keep what a function of an object and plain arguments returns, in the dict the object has under this
    attribute.
    """

    def decorate(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        name = function.__qualname__

        @wraps(function)
        def call(owner: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
            values: dict[Hashable, T] = getattr(owner, attribute)
            key = (name, *args, *kwargs.values())
            if key not in values:
                values[key] = function(owner, *args, **kwargs)
            return values[key]

        return call

    return decorate


__all__ = ["Cache", "CachedValue", "memoized", "once_a_position", "once_while"]
