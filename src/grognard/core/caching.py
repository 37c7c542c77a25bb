"""Values that are computed once and kept: the one place where a position or a ledger remembers anything.

A kept value is never changed in place. It belongs to its inputs: other inputs give another value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")


class Kept(NamedTuple, Generic[S, T]):
    """A value with the inputs it was computed from."""

    inputs: S
    value: T


class Cache(dict[Hashable, Kept[Any, Any]]):
    """By name, the last value that was computed."""

    def get_or_compute(self, name: Hashable, inputs: S, compute: Callable[[Kept[S, T] | None], T]) -> T:
        """Return the value of `name` for these inputs. `compute` is given what was kept, or `None`, to continue from it."""
        kept = self.get(name)
        if kept is None or kept.inputs != inputs:
            kept = self[name] = Kept(inputs, compute(kept))
        value: T = kept.value
        return value


def memoized(attribute: str) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Keep what a function of an object and plain arguments returns, in the dict the object has under this attribute."""

    def decorate(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        name = function.__qualname__

        @wraps(function)
        def call(owner: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
            kept: dict[Any, T] = getattr(owner, attribute)
            key = (name, *args, *kwargs.values())
            if key not in kept:
                kept[key] = function(owner, *args, **kwargs)
            return kept[key]

        return call

    return decorate


__all__ = ["Cache", "Kept", "memoized"]
