"""Actions, and the declared facts of a position with their journal. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Never, Self, TypeVar, overload

import msgspec

from .hexes import OFF, Grid, members, set_of
from .ruling import GrognardError

if TYPE_CHECKING:
    import typing_extensions

    from .state import State

T = TypeVar("T")
if TYPE_CHECKING:  # without parameters: of any position and any procedure
    S = typing_extensions.TypeVar("S", bound=State, contravariant=True, default=Any)
    F = typing_extensions.TypeVar("F", contravariant=True, default=Any)
else:
    S, F = TypeVar("S", contravariant=True), TypeVar("F", contravariant=True)
CHANCE = "chance"


# ---------------------------------------------------------------- actions


class Action(msgspec.Struct, frozen=True, gc=False):
    """One decision, in printed names only. The text form is the verb and the fields: parse(str(a)) == a."""

    verb: ClassVar[str] = ""
    has_target: ClassVar[bool] = False  # its hex is what is attacked, not where a unit goes
    gives_up: ClassVar[bool] = False  # ends the game against the side that chooses it: never drawn at random

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "verb" not in cls.__dict__:
            cls.verb = cls.__name__.lower()

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, _fields(self))])


_fields = msgspec.structs.astuple


class Done(Action, frozen=True):
    """No more of this step."""


DONE = Done()


class UnitHex(Action, frozen=True):
    """A unit (or other subject) and a hex: the shape of most lines of a record."""

    unit: str
    hex: str

    def __str__(self) -> str:  # as the general form, and quicker
        return f"{self.verb} {self.unit} {self.hex}"


class OnlyHex(Action, frozen=True):
    hex: str

    def __str__(self) -> str:
        return f"{self.verb} {self.hex}"


class OnlyUnit(Action, frozen=True):
    unit: str

    def __str__(self) -> str:
        return f"{self.verb} {self.unit}"


class Roll(Action, frozen=True):
    """The result of a die roll, or the sum of several dice."""

    face: int

    def __str__(self) -> str:
        return f"roll {self.face}"


class Vocabulary:
    """The actions of one game, and how people may write them."""

    def __init__(
        self,
        verbs: Iterable[type[Action]],
        same: Mapping[str, str] | None = None,
        also: Iterable[type[Action]] = (),
        has_hex: Callable[[str], bool] | None = None,
    ) -> None:
        """`also`: the actions of a game that is played within this one; `has_hex` tells those apart that have
        the same verb and as many words.
        """
        own: list[type[Action]] = [Done, *verbs]
        self.verbs = {cls.verb: cls for cls in own}
        others = [cls for cls in also if self.verbs.get(cls.verb) is not cls]
        self._others = {cls.verb: cls for cls in others if cls.verb in self.verbs}
        self._has_hex = has_hex
        self.verbs |= {cls.verb: cls for cls in others if cls.verb not in self.verbs}
        known = [*self.verbs.values(), *self._others.values()]
        self._kinds = {cls: [field.type for field in msgspec.structs.fields(cls)] for cls in known}
        self._words = {
            cls for cls, kinds in self._kinds.items() if all(kind is str for kind in kinds)
        }  # as most are
        self.same = {
            word.casefold(): name for word, name in (same or {}).items()
        }  # other spellings of a name
        self.parse = lru_cache(maxsize=32768)(self._parse)

    def _parse(self, text: str) -> Action:
        """Reads an action; anything that is not one raises an error that says what would be."""
        verb, *words = text.split() or [""]
        cls = self.verbs.get(verb) or self.verbs.get(verb.casefold())
        if cls is None:
            raise GrognardError(f"{verb!r} is not an action. Actions here: {', '.join(sorted(self.verbs))}")
        if verb.casefold() in self._others:
            cls = self._either(cls, self._others[verb.casefold()], words)
        fields = cls.__struct_fields__
        if len(words) != len(fields):
            raise GrognardError(f"write it as: {' '.join([cls.verb, *(f.upper() for f in fields)])}")
        same = self.same
        words = [same.get(word.casefold(), word) for word in words]
        if cls in self._words:
            return cls(*words)
        try:
            return cls(*[kind(word) for kind, word in zip(self._kinds[cls], words)])
        except ValueError:
            wanted = " ".join(kind.__name__ for kind in self._kinds[cls])
            raise GrognardError(f"{text!r}: {cls.verb} takes {wanted}") from None

    def _either(self, own: type[Action], other: type[Action], words: Sequence[str]) -> type[Action]:
        """Which of two actions with one verb is meant: by the number of words, or by a hex among them."""
        sizes = len(own.__struct_fields__), len(other.__struct_fields__)
        if sizes[0] != sizes[1]:
            return other if len(words) == sizes[1] else own
        at = other.__struct_fields__.index("hex") if "hex" in other.__struct_fields__ else -1
        return other if self._has_hex and at >= 0 and len(words) > at and self._has_hex(words[at]) else own


# ---------------------------------------------------------------- facts: one door, one journal

Seen = Callable[[Any, str, int], bool]  # (state, side, key) -> may that side know it?
Shown = Callable[
    [str, int, Any], object
]  # (side, key, value) -> what of a value a side that sees it may know


Parted = Callable[[Any, str, Any], Any]  # (state, side, value) -> the part of a fact that a side may know


class Codec(NamedTuple):
    """How a fact is written in files, events and views."""

    write: Callable[[Any], Any]  # the fact's own values on one side, plain data on the other
    read: Callable[[Any], Any]
    by_member: bool = False  # a tuple, or a set of bits lowest first, that is written member by member


def _same(value: T) -> T:
    return value


PLAIN = Codec(_same, _same)
TUPLE = Codec(list, tuple, by_member=True)


def struct_codec(kind: type[object]) -> Codec:
    """A struct, such as the options of a game."""
    return Codec(msgspec.to_builtins, lambda plain: msgspec.convert(plain, kind))


def hex_codec(grid: Grid) -> Codec:
    """A hex by its name; empty: off the map."""
    return Codec(
        lambda hex_: grid.name[hex_] if hex_ >= 0 else "", lambda name: grid.hex(name) if name else OFF
    )


def members_codec(names: Sequence[str], by_member: bool = False) -> Codec:
    """A set of bits by the names of its members."""
    numbers = {name: number for number, name in enumerate(names)}
    return Codec(
        lambda bits: [names[n] for n in members(bits)],
        lambda plain: set_of(numbers[name] for name in plain),
        by_member,
    )


def encode_tuple_change(old: tuple[T, ...], new: tuple[T, ...]) -> tuple[int, int, tuple[T, ...]]:
    """A change of a long tuple: where it begins, how many went, and what came in their place.

    >>> (encode_tuple_change((1, 2, 3, 4), (1, 2, 3, 4, 5)), encode_tuple_change((1, 2, 3, 4), (1, 4)),
    ...  encode_tuple_change((1, 2, 3), (1, 7, 3)))
    ((4, 0, (5,)), (1, 2, ()), (1, 1, (7,)))
    """
    if new[: len(old)] == old:  # as mostly: more has been written
        return len(old), 0, new[len(old) :]
    first = _alike(old, new)
    gone, came = old[first:], new[first:]
    last = _alike(gone[::-1], came[::-1])
    return first, len(gone) - last, came[: len(came) - last]


def encode_set_change(old: int, new: int) -> tuple[int, int, int]:
    """The same of a set of bits, whose members are listed lowest first; what came is a set again.

    >>> encode_set_change(0b10011, 0b10111), encode_set_change(0b1111, 0b1001)
    ((2, 0, 4), (1, 2, 0))
    """
    changed = old ^ new
    first = changed & -changed
    span = (1 << changed.bit_length()) - first
    return (old & first - 1).bit_count(), (old & span).bit_count(), new & span


def _alike(one: tuple[T, ...], other: tuple[T, ...]) -> int:
    """Return the length of the common prefix of two tuples (binary search: comparing slices is fast)."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class Field:
    """What facts and columns have in common, for code that goes through all of them by name."""

    name: str
    names: Sequence[str] = ()  # of a column: what it is kept for
    start: Any  # the value at the start; of a column, that of each key
    codec: Codec
    seen: Seen | None
    shown: Shown | None = None  # of a column: the part of a value that shows
    part: Parted | None = None  # of a fact: the part of it that a side may know
    changed: Callable[[Any, int, Any, Any], None] | None = None

    def start_at(self, key: int) -> object:
        """The value at the start; a fact that is not a column has the key -1."""
        return self.start if key < 0 else self.start[key]

    @property
    def has_secrets(self) -> bool:
        """Whether some side may not see it, or not all of it."""
        return self.seen is not None or self.part is not None

    def is_seen(self, state: State, side: str, key: int) -> bool:
        """Whether a side may know it in this position."""
        return self.seen is None or bool(self.seen(state, side, key))


class Fact(Field, Generic[T]):
    """A declared fact of a position: read `state.turn`, change `state.set(fact.turn, ...)`.

    To the type checker it is a descriptor that cannot be assigned. At run time the class gives it up (see
    `State.__init_subclass__`), so that reading is a plain attribute.
    """

    start: T

    def __init__(
        self, start: T, codec: Codec = PLAIN, seen: Seen | None = None, part: Parted | None = None
    ) -> None:
        self.start, self.codec, self.seen, self.part = start, codec, seen, part

    def known_to(self, state: State, side: str) -> object:
        """The value as a side that sees the fact knows it."""
        value = state.__dict__[self.name]
        return value if self.part is None else self.part(state, side, value)

    if TYPE_CHECKING:

        @overload
        def __get__(self, state: None, owner: type) -> Self: ...
        @overload
        def __get__(self, state: State, owner: type) -> T: ...
        def __get__(self, state: State | None, owner: type) -> Self | T: ...
        def __set__(self, state: State, value: Never) -> None: ...


class Column(Field, Generic[T]):
    """A fact kept for every unit (or cup, or hex): read `state.steps[unit]`, change `state.set_at(...)`."""

    start: Sequence[T]

    def __init__(
        self,
        start: Sequence[T],
        names: Sequence[str],
        codec: Codec = PLAIN,
        seen: Seen | None = None,
        changed: Callable[[Any, int, T, T], None] | None = None,
        shown: Shown | None = None,
    ) -> None:
        self.start, self.names, self.codec, self.seen, self.changed = start, names, codec, seen, changed
        self.shown = shown  # where a part of a value is its owner's secret still; left out: all of it shows

    def known_to(self, state: object, side: str, values: Sequence[T], unknown: object = None) -> list[object]:
        """The values as a side knows them; `unknown` in place of what it does not see."""
        seen, shown = self.seen, self.shown
        if seen is None:
            return list(values)
        if shown is None:
            return [value if seen(state, side, key) else unknown for key, value in enumerate(values)]
        return [
            shown(side, key, value) if seen(state, side, key) else unknown for key, value in enumerate(values)
        ]

    if TYPE_CHECKING:

        @overload
        def __get__(self, state: None, owner: type) -> Self: ...
        @overload
        def __get__(self, state: State, owner: type) -> Sequence[T]: ...
        def __get__(self, state: State | None, owner: type) -> Self | Sequence[T]: ...
        def __set__(self, state: State, value: Never) -> None: ...


class Event(NamedTuple):
    """One changed fact, in printed form: built only on demand.

    A `log` event changes nothing: its `key` is the kind of the note, `old` the figures in it, `new` its text.
    """

    fact: str
    key: str
    old: Any
    new: Any
    clause: str


Entry = tuple[str, int, Any, Any, str]  # the journal's compact form: fact, key, old, new, clause


class Note(msgspec.Struct, frozen=True, gc=False):
    """What a `log` entry says: words with gaps, filled in when it is read, and who may read it (`None` =
    all).
    """

    words: str
    values: tuple[object, ...] = ()
    to: str | None = None
    kind: str = ""  # of a note that programs read as well: `result`, `forced`

    def __str__(self) -> str:
        return self.words.format(*self.values)


def _plain_value(value: object) -> object:
    """A value of a note as plain data: fractions as numbers, actions as text."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), 1)
    return str(value) if isinstance(value, Action) else value


STACK, LOG, ROLLS = (
    "stack",
    "log",
    "rolls",
)  # the journal's names for procedures under way, what is only told, rolls made


Place = tuple[str, int]  # a fact, and its key


class Around(NamedTuple):
    """Whether a side sees each fact before, at and after the entries of an action."""

    before: dict[Place, bool]
    during: list[bool]
    after: dict[Place, bool]

    def shows(self, number: int, place: Place, is_last: bool) -> bool:
        """Whether the side is told of an entry: it sees the fact all the time, or it comes to see it."""
        return self.after[place] and ((self.before[place] and self.during[number]) or is_last)


def is_bookkeeping(name: str) -> bool:
    """Whether a fact tells of procedures and rolls alone, also those of a game within another."""
    return name in (STACK, ROLLS) or name.endswith(f"_{STACK}")


class Events(Sequence[Event]):
    """What an action changed: a window on the journal."""

    __slots__ = ("entries", "fields")

    def __init__(self, fields: Mapping[str, Field], entries: list[Entry]) -> None:
        self.fields, self.entries = fields, entries

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, i: int) -> Event: ...
    @overload
    def __getitem__(self, i: slice) -> Events: ...
    def __getitem__(self, i: int | slice) -> Event | Events:
        if isinstance(i, slice):
            return Events(self.fields, self.entries[i])
        fact, key, old, new, clause = self.entries[i]
        if fact == LOG:
            return Event(LOG, new.kind, list(map(_plain_value, new.values)), str(new), clause)
        field = self.fields[fact]
        name = "" if key < 0 else field.names[key]
        return Event(fact, name, field.codec.write(old), field.codec.write(new), clause)

    def hides(self, state: State) -> bool:
        """Whether some side may not see some of the facts."""
        return not state.hidden.isdisjoint(entry[0] for entry in self.entries)

    def seen_by(self, state: State, side: str) -> list[Event]:
        """The events a side may know of; `state` is the position right after them."""
        if not self.hides(state):
            return [
                self[i]
                for i, (fact, _, _, new, _) in enumerate(self.entries)
                if fact != LOG or new.to in (None, side)
            ]
        then = state.copy()
        then.journal = self.entries.copy()
        return self.taken_back(then, side)

    def taken_back(self, then: State, side: str) -> list[Event]:
        """The same, and `then`, a copy of that position whose journal ends with them, is taken back to before
        them.

        A side is told of a change if it sees the fact before, during and after the action. Of what comes to
        light in it the side is told the last value alone: neither where it came from nor what it was in
        between.
        """
        parts = self._parts(then, side)
        around = self._seen_around(then, side)
        earlier = self._parts(then, side)
        last = {entry[:2]: i for i, entry in enumerate(self.entries)}
        events, known = list[Event](), dict[Place, object]()
        for i, (name, key, _, new, clause) in enumerate(self.entries):
            if name not in then.hidden:
                if name != LOG or new.to in (None, side):
                    events.append(self[i])
            elif name in parts:
                if last[name, key] == i and earlier[name] != parts[name]:
                    events.append(Event(name, "", earlier[name], parts[name], clause))
            elif around.shows(i, (name, key), last[name, key] == i):
                events += self._shown(i, side, known, around.before)
        return events

    def _shown(
        self, i: int, side: str, known: dict[Place, object], before: Mapping[Place, bool]
    ) -> list[Event]:
        """A change as a side is told it, from what it last knew of the fact; nothing where that is the same
        to it.
        """
        name, key, _, value, _ = self.entries[i]
        place = name, key
        if place not in known:
            first = next(entry[2] for entry in self.entries if entry[:2] == place)
            known[place] = self._written(place, side, first, before[place])
        old, new = known[place], self._written(place, side, value)
        known[place] = new
        return [self[i]._replace(old=old, new=new)] if old != new or self.fields[name].shown is None else []

    def _parts(self, state: State, side: str) -> dict[str, object]:
        """Of facts of which a side knows a part: that part, in printed form."""
        names = {entry[0] for entry in self.entries} & state.hidden
        fields = [(name, self.fields[name]) for name in names if self.fields[name].part is not None]
        return {
            name: field.codec.write(field.known_to(state, side))
            for name, field in fields
            if isinstance(field, Fact)
        }

    def _seen_around(self, then: State, side: str) -> Around:
        """Whether a side sees each fact before, at and after the entries; `then` is taken back."""
        entries = self.entries
        after = {entry[:2]: _sees(then, side, entry) for entry in entries}
        during = [False] * len(entries)
        for i in range(len(entries) - 1, -1, -1):
            during[i] = _sees(then, side, entries[i])
            then._unwind(len(then.journal) - 1)
        return Around({entry[:2]: _sees(then, side, entry) for entry in entries}, during, after)

    def _written(self, place: tuple[str, int], side: str, value: object, known: bool = True) -> object:
        """A value in printed form, as a side may know it; of what was hidden, nothing but what it is at the
        start of every game.
        """
        field, key = self.fields[place[0]], place[1]
        if not known:
            value = field.start_at(key)
        return field.codec.write(field.shown(side, key, value) if field.shown else value)

    @property
    def log(self) -> list[str]:
        """What the referee has to say, each line with its clause."""
        return [f"{e.new} [{e.clause}]" for e in self if e.fact == "log"]


def _sees(state: State, side: str, entry: Entry) -> bool:
    return entry[0] == LOG or state.fields[entry[0]].is_seen(state, side, entry[1])


class Frame(msgspec.Struct, frozen=True, tag_field="frame", kw_only=True, gc=False):
    """A procedure under way: its data and the step it has come to. Never changed, only replaced."""

    step: int = 0


# ---------------------------------------------------------------- what a side cannot know


class Leak(AssertionError):
    """A rule asked for something its player cannot know."""


class _Unknown:
    def _leak(self, *_: object) -> Never:
        raise Leak("a rule looked at something its player cannot know")

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __hash__ = __len__ = __iter__ = __getitem__ = (
        _leak
    )
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = __add__ = __radd__ = (
        __index__
    ) = _leak
    __rlshift__ = __lshift__ = __rrshift__ = __rshift__ = __getattr__ = _leak
    __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = (
        __mod__
    ) = __rmod__ = _leak
    __neg__ = __pos__ = __abs__ = __int__ = __float__ = __round__ = __contains__ = __call__ = __str__ = (
        __format__
    ) = _leak

    def __reduce__(self) -> str:
        return "UNKNOWN"  # there is one


UNKNOWN = _Unknown()


def is_unknown(value: object) -> bool:
    """Whether a view hides this value from its side."""
    return value is UNKNOWN


def holds_unknown(value: object) -> bool:
    """Whether plain data has something in it that its reader cannot know."""
    if isinstance(value, Mapping):
        return any(map(holds_unknown, value.values()))
    return value is UNKNOWN or (isinstance(value, list | tuple) and any(map(holds_unknown, value)))
