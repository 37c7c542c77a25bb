"""Kept values belong to their inputs, or to one very position."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.caching import Cache, CachedValue, once_a_position
from grognard.core.facts import encode_set_change, encode_tuple_change
from grognard.core.hexes import members


class Position:
    """A journal with a cache, and how often something was computed."""

    def __init__(self) -> None:
        self.journal: list[Any] = []
        self.cache = Cache()
        self.computed = 0


@once_a_position
def total(state: Position, more: int = 0) -> int:
    state.computed += 1
    return sum(entry[0] for entry in state.journal) + more


def test_a_value_is_computed_once_in_a_position_and_again_after_a_change() -> None:
    state = Position()
    assert (total(state), total(state), total(state, 5), state.computed) == (0, 0, 5, 2)
    state.journal.append([3])
    assert (total(state), total(state), state.computed) == (3, 3, 3)


def test_the_same_entry_after_another_past_is_another_position() -> None:
    state = Position()
    state.journal[:] = [[1], [4]]
    assert total(state) == 5
    state.journal[:] = [[2], [4]]  # as long, and it ends with an equal entry
    assert total(state) == 6


def test_a_copy_of_a_cache_takes_what_belongs_to_inputs_and_not_to_the_position() -> None:
    state = Position()
    total(state)
    state.cache.get_or_compute("double", 4, lambda _: 8)
    state.cache = Cache(state.cache)
    assert state.cache.get_or_compute("double", 4, lambda _: -1) == 8
    total(state)
    assert state.computed == 2


def test_clearing_forgets_both() -> None:
    state = Position()
    total(state)
    state.cache.get_or_compute("double", 4, lambda _: 8)
    state.cache.clear()
    assert not state.cache and total(state) == 0 and state.computed == 2


def test_other_inputs_give_another_value_that_may_continue_from_the_last() -> None:
    cache = Cache()
    assert cache.get_or_compute("sum", 4, lambda old: 4 if old is None else -1) == 4
    continued: list[CachedValue[int, int] | None] = []
    assert cache.get_or_compute("sum", 6, lambda old: continued.append(old) or 6) == 6
    assert continued == [CachedValue(4, 4)]


@given(st.integers(0, 1 << 20), st.integers(0, 1 << 20))
def test_the_change_of_a_set_is_that_of_the_list_of_its_members(old: int, new: int) -> None:
    if old != new:
        at, gone, came = encode_set_change(old, new)
        assert (at, gone, tuple(members(came))) == encode_tuple_change(
            tuple(members(old)), tuple(members(new))
        )
