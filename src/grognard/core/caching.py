"""Values that are computed once and kept: the one place where a position or a ledger remembers anything.

A kept value is never changed in place. It belongs to its inputs: other inputs give another value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")

UNKNOWN: Any = object()  # not computed yet; None is a value


class Kept(NamedTuple, Generic[S, T]):
    """A value with the inputs it was computed from."""

    inputs: S
    value: T


class Cache(dict[Hashable, Kept[Any, Any]]):  # each name has its own type
    """By name, the last value that was computed with its inputs; and all values of the position as it is
    now.
    """

    def __init__(self, other: Mapping[Hashable, Kept[object, object]] | None = None) -> None:
        super().__init__(other or {})
        self._now: tuple[object, int, dict[Hashable, object]] | None = None

    def get_or_compute(self, name: Hashable, inputs: S, compute: Callable[[Kept[S, T] | None], T]) -> T:
        """Return the value of `name` for these inputs. `compute` is given what was kept, or `None`, to
        continue from it.
        """
        kept = self.get(name)
        if kept is None or kept.inputs != inputs:
            kept = self[name] = Kept(inputs, compute(kept))
        value: T = kept.value
        return value

    def values_now(self, journal: Sequence[object]) -> dict[Hashable, Any]:
        """Return the values of the position as it is now; the next change drops them.

        A position is the same as before if its journal is as long and ends with the very same entry.
        """
        last, now = journal[-1] if journal else None, self._now
        if now is None or now[0] is not last or now[1] != len(journal):
            now = self._now = last, len(journal), {}
        return now[2]

    def clear(self) -> None:
        """Forget everything: facts were changed without the journal."""
        super().clear()
        self._now = None


class Journalled(Protocol):
    """A position: its changes in order, and its cache."""

    journal: list[Any]

    @property
    def cache(self) -> Cache: ...


J = TypeVar("J", bound=Journalled)


def once_a_position(function: Callable[Concatenate[J, P], T]) -> Callable[Concatenate[J, P], T]:
    """Keep what a function of a position and plain arguments returns, until the position changes."""

    @wraps(function)
    def call(state: J, /, *args: P.args, **kwargs: P.kwargs) -> T:
        values = state.cache.values_now(state.journal)
        key = (function, args, *kwargs.values())
        value: T = values.get(key, UNKNOWN)
        if value is UNKNOWN:
            value = values[key] = function(state, *args, **kwargs)
        return value

    return call


def memoized(attribute: str) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Keep what a function of an object and plain arguments returns, in the dict the object has under this
    attribute.
    """

    def decorate(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        name = function.__qualname__

        @wraps(function)
        def call(owner: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
            kept: dict[Hashable, T] = getattr(owner, attribute)
            key = (name, *args, *kwargs.values())
            if key not in kept:
                kept[key] = function(owner, *args, **kwargs)
            return kept[key]

        return call

    return decorate


__all__ = ["Cache", "Kept", "memoized", "once_a_position"]
