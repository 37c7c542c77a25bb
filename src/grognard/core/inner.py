"""A position within a position: a game that is played out in one step of another. Knows no game.

The outer position declares every fact of the inner one under a prefix (`embed`), so that records, undo,
views, copies and the checks of secrecy treat them as its own. The inner position itself is a window on these
facts (`window`): it shares the columns, and its journal writes into that of the outer one. The step `Within`
hands every question to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, overload

import msgspec

from .caching import Cache
from .changes import ROW, rows_of, write_stack
from .choices import Choices
from .facts import LOG, ROLLS, STACK, Action, Codec, Column, Entry, F, Fact, Field, Frame, S
from .plain import PlainView
from .procedure import Step
from .ruling import Ruling

if TYPE_CHECKING:
    from .state import State

SHARED = (ROLLS, "enforcement")  # facts of which both positions have one and the same


class Inner:
    """Which game is played within another, and the prefix of its facts there."""

    def __init__(self, position: Callable[[], type[State]], prefix: str) -> None:
        self._position, self.prefix = position, prefix

    @property
    def position(self) -> type[State]:
        return self._position()

    def name(self, inner: str) -> str:
        """The name of a fact of the inner position in the outer one."""
        return inner if inner in SHARED else self.prefix + inner

    def fields(self) -> dict[str, Field]:
        """The facts of the inner position as the outer one declares them."""
        own = self.position.fields
        return {
            self.prefix + name: self._field(name, field) for name, field in own.items() if name not in SHARED
        }

    def _field(self, name: str, field: Field) -> Field:
        seen = None if field.seen is None else _through(field.seen)
        if isinstance(field, Column):
            return Column(field.start, field.names, field.codec, seen=seen, shown=field.shown)
        codec = self._stack_codec() if name == STACK else field.codec
        return Fact(field.start, codec, seen, None if field.part is None else _through(field.part))

    def _stack_codec(self) -> Codec:
        """Frames with the names of their rows, as records tell those of any position."""
        return Codec(
            lambda stack: write_stack(self.position, stack),
            lambda plain: tuple(self._frame(row) for row in plain),
        )

    def _frame(self, row: PlainView) -> Frame:
        plain = dict(row)
        named = plain.pop(ROW, None)
        frame: Frame = msgspec.convert(msgspec.to_builtins(plain), self.position.frames)
        rows = rows_of(self.position)[type(frame)]
        return frame if named is None else msgspec.structs.replace(frame, step=rows.index(str(named)))

    # -- the window

    def window(self, outer: State, cache: Cache) -> State:
        """The inner position: what is changed in it is changed in the outer one."""
        cls = self.position
        inner = object.__new__(cls)
        own, facts = inner.__dict__, outer.__dict__
        for name in cls.fields:
            own[name] = facts[self.name(name)]
        own.update(
            actions=[],
            marks=[],
            journal=Journal(outer, self),
            version=outer.version,
            dice=None,
            _choices=None,
            cache=cache,
            _inner=None,
            _inner_cache=Cache(),
        )
        inner.viewer = outer.viewer
        inner.derive()
        if outer.viewer is not None:
            inner.mask_derived(outer.viewer)
        return inner

    def clear(self, outer: State, clause: str) -> None:
        """Put every fact of the inner position back to what it is at the start: the inner game is over."""
        for name, field in self.fields_of(outer).items():
            if isinstance(field, Column):
                for key, start in enumerate(field.start):
                    outer.set_at(field, key, start, clause)
            elif isinstance(field, Fact):
                outer.set(field, field.start, clause)
            assert name.startswith(self.prefix)
        outer.forget_inner()

    def fill(self, outer: State, inner: State, clause: str) -> None:
        """Take a whole position over as the inner one."""
        for name, field in self.fields_of(outer).items():
            value = inner.__dict__[name.removeprefix(self.prefix)]
            if isinstance(field, Column):
                for key, one in enumerate(value):
                    outer.set_at(field, key, one, clause)
            elif isinstance(field, Fact):
                outer.set(field, value, clause)
        outer.forget_inner()

    def fields_of(self, outer: State) -> Mapping[str, Field]:
        return {name: field for name, field in outer.fields.items() if name.startswith(self.prefix)}


def _through(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule about the inner position, asked of the outer one."""
    return lambda state, *rest: rule(state.inner, *rest)


class Journal(list[Entry]):
    """The journal of an inner position: its entries go into that of the outer one."""

    def __init__(self, outer: State, kind: Inner) -> None:
        super().__init__()
        self._outer, self._kind = outer, kind

    def append(self, entry: Entry) -> None:
        name, key, old, new, clause = entry
        outer = self._outer
        if name == LOG:
            outer.journal.append(entry)
            return
        full = self._kind.name(name)
        outer.journal.append((full, key, old, new, clause))
        if key < 0:  # columns are shared
            outer.__dict__[full] = new

    def __len__(self) -> int:
        return len(self._outer.journal)

    @overload
    def __getitem__(self, at: SupportsIndex) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Entry | list[Entry]:
        """One entry as the outer journal has it; several with the names that facts have in this position."""
        if not isinstance(at, slice):
            return self._outer.journal[at]
        prefix = self._kind.prefix
        return [(entry[0].removeprefix(prefix), *entry[1:]) for entry in self._outer.journal[at]]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._outer.journal)

    def __bool__(self) -> bool:
        return bool(self._outer.journal)

    def pop(self, at: SupportsIndex = -1) -> Entry:
        raise NotImplementedError("only the outer position takes back")


@dataclass(frozen=True, kw_only=True)
class Within(Step[S, F], Generic[S, F]):
    """Waits while the inner position does, and is left when that game is over."""

    def within(self, state: S) -> State | None:
        return state.inner

    def decider(self, state: S, frame: F) -> str:
        return str(state.inner.to_move)

    def options(self, state: S, frame: F) -> Choices | None:
        return state.inner.legal_actions() if state.inner.stack else None

    def purpose(self, state: S, frame: F) -> str:
        return state.inner.purpose

    def take(self, state: S, frame: F, action: Action) -> None:
        inner = state.inner
        under_way, step = inner.waiting_step()
        inner.forget_choices()
        step.take(inner, under_way, action)
        inner.run()

    def can_force(self, state: S, frame: F, action: Action) -> bool:
        under_way, step = state.inner.waiting_step()
        return step.can_force(state.inner, under_way, action)

    def objections(self, state: S, frame: F, action: Action) -> Iterator[Ruling]:
        return iter(state.inner.why_not(action))

    def current_verbs(self, state: S, frame: F) -> set[type[Action]]:
        return set()


__all__: Sequence[str] = ("SHARED", "Inner", "Journal", "Within")
