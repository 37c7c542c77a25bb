"""The game in sentences: log lines made from events. Knows no game.

A game's module `narration` has a class `Narration`, which turns the events of one action into sentences. Each
sentence carries its data beside its text, so that a page can draw it without reading English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

import msgspec

from .facts import DONE, LOG, Action, Column, Event, Events, is_bookkeeping
from .game import Game
from .state import State

Words = Callable[[State, str], str]

ONLY_CHOICE = "Only one legal choice: "  # how the sentence of such an action begins
FORCED = "forced"  # the kind of the note that names an action taken because it was the only legal one
IRREGULAR = "irregular"  # of a note on an illegal action that an adviser table let pass


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: a finished text and the data it was made from."""

    kind: str  # move, attack, result, loss ...: see `docs/table.md`
    text: str
    clause: str = ""
    side: str = ""  # whose unit, attack or hex it is about
    units: tuple[str, ...] = ()  # ids
    hexes: tuple[str, ...] = ()
    figures: dict[str, Any] = {}
    forced: bool = False  # the only legal choice, taken by the program


class Segment(msgspec.Struct, frozen=True):
    """One action with the events it caused: a recorded one, or a forced one that followed from it."""

    by: str
    do: str | None  # None: sealed
    events: Sequence[Event]
    forced: bool = False


def words_of(state: State) -> Words:
    """The game's own words for an action (`action_words` of its `narration`, or of a module of that name);
    without them, the action as typed.
    """
    for module in (f"{state.game.package}.narration", f"{state.game.package}.action_words"):
        own: Words | None = (
            getattr(import_module(module), "action_words", None) if find_spec(module) else None
        )
        if own:
            return own
    return lambda state, action: action


def segments(by: str, do: str | None, events: Iterable[Event]) -> Iterator[Segment]:
    """Splits the events of a recorded action at the forced actions that followed it."""
    part: list[Event] = []
    forced = False
    for event in events:
        if event.fact == LOG and event.key == FORCED:
            yield Segment(by, do, part, forced)
            by, do = event.old
            part, forced = [], True
        elif not is_bookkeeping(event.fact):
            part.append(event)
    yield Segment(by, do, part, forced)


Narrate = Callable[[Segment], list[Sentence]]


class Narrator:
    """Tells a game action by action. It remembers the attack under way, so that a retreat can name its
    cause.
    """

    def __init__(self, game: Game) -> None:
        module = f"{game.package}.narration"
        own = import_module(module).Narration() if find_spec(module) else None
        self._narrate: Narrate = own.describe if own else _tell_notes
        self._continues: frozenset[str] = own.continues if own else frozenset()
        self._gathers: frozenset[str] = own.gathers if own else frozenset()
        self._remembers: tuple[str, ...] = own.remembers if own else ()
        self._learn: Callable[[str, str, object], None] = own.remember if own else _forget
        self._adjective: Callable[[str], str] = own.adjective if own else str
        self._opened: Callable[[State, str, str], str] = own.opened if own else _as_typed

    def remember(self, state: State, number: int) -> None:
        """Gives the narration the values it needs to know, as they were before action `number`.

        It is given values that a side may not know, and tells one only of a unit of which it tells an event
        that the side saw.
        """
        start = state.marks[number] if number < len(state.marks) else len(state.journal)
        for fact in self._remembers:
            field = state.fields[fact]
            then: Any = state.__dict__[fact]
            column = isinstance(field, Column)
            then = list(then) if column else then
            for name, key, old, _, _ in reversed(state.journal[start:]):
                if name == fact and column:
                    then[key] = old
                elif name == fact:
                    then = old
            for key, value in enumerate(then if column else [then]):
                self._learn(fact, field.names[key] if isinstance(field, Column) else "", value)

    def follow(self, state: State, number: int) -> None:
        """Gives the narration the values that action `number` changed, seen or not."""
        end = state.marks[number + 1] if number + 1 < len(state.marks) else len(state.journal)
        for name, key, _, new, _ in state.journal[state.marks[number] : end] if self._remembers else ():
            if name in self._remembers:
                field = state.fields[name]
                self._learn(name, field.names[key] if isinstance(field, Column) else "", new)

    def opening(self, actions: Sequence[Action | None], number: int) -> int:
        """The action to begin with, so that number `number` is told with its context: the one that opened its
        attack.

        `None` stands for an action that is not in memory: no context is looked for before it.
        """
        while number > 0 and self._is_within(actions, number):
            number -= 1
        return number

    def _is_within(self, actions: Sequence[Action | None], number: int) -> bool:
        """Whether an action belongs to the attack of the one before it."""
        action, before = actions[number], actions[number - 1]
        if action is None:
            return False
        sent = action == DONE and before is not None and before.verb in self._gathers
        return sent or action.verb in self._continues

    def catch_up(self, state: State, number: int) -> None:
        """Remembers what led to action `number`, so that it can be told with its context."""
        for k in range(self.opening(state.actions, number), number):
            events = Events(state.fields, state.journal[state.marks[k] : state.marks[k + 1]])
            self.describe("", str(state.actions[k]), events)

    def describe(self, by: str, do: str | None, events: Iterable[Event]) -> list[Sentence]:
        sentences: list[Sentence] = []
        seen = list(events)
        for segment in segments(by, do, [event for event in seen if not _is_irregular(event)]):
            own = self._narrate(segment)
            sentences += _as_forced(segment, own) if segment.forced else own
        allowed = (
            Sentence("irregular", f"Illegal but allowed: {e.old[0]}", e.clause)
            for e in seen
            if _is_irregular(e)
        )
        return [*sentences, *allowed]

    def opened(self, state: State, by: str, do: str) -> Sentence:
        """An action that was sealed when it was taken and is open now, in the game's own words."""
        return Sentence("note", f"{self._adjective(by)}: {self._opened(state, by, do)}", side=by)


def _as_typed(state: State, by: str, do: str) -> str:
    return words_of(state)(state, do)


def _forget(fact: str, unit: str, value: object) -> None:
    """What a game without a narration of its own remembers."""


def _is_irregular(event: Event) -> bool:
    return event.fact == LOG and event.key == IRREGULAR


def _as_forced(segment: Segment, sentences: list[Sentence]) -> list[Sentence]:
    first, *more = sentences or [Sentence("choice", str(segment.do), side=segment.by)]
    first = msgspec.structs.replace(first, text=ONLY_CHOICE + first.text)
    return [msgspec.structs.replace(one, forced=True) for one in (first, *more)]


def _tell_notes(segment: Segment) -> list[Sentence]:
    """Sentences of a game without a narration of its own: its notes."""
    return [Sentence("note", str(event.new), event.clause) for event in segment.events if event.fact == LOG]


def join_names(names: Sequence[str], most: int = 4) -> str:
    """Names as a list in a sentence.

    >>> join_names(["A"]), join_names(["A", "B"]), join_names(list("ABCDEF"), most=3)
    ('A', 'A and B', 'A, B, C and 3 more')
    """
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def with_article(name: str) -> str:
    """
    >>> (with_article("8-1"), with_article("9-1"), with_article("M4A1"), with_article("6-6-6"),
    ...  with_article("attack"))
    ('an 8-1', 'a 9-1', 'an M4A1', 'a 6-6-6', 'an attack')
    """
    return f"{'an' if name[:1] in '8aeiouAEIOM' or name[:2] in ('11', '18') else 'a'} {name}"


def capital(text: str) -> str:
    """A text as the beginning of a sentence; the rest stays as it is."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- what the games' narrations share

Describe = Callable[[Any, str, Event], list[Sentence]]  # (narration, verb of the action, event) -> sentences
Open = Callable[
    [Any, str, list[str]], list[Sentence]
]  # (narration, who acts, words of the action) -> sentences


def telling(kind: str, text: str, clause: str = "") -> Open:
    """How an action is told that needs nothing but its own words.

    `{unit}` stands for the first of them, `{hex}` for the last, `{word}` for that as typed; `{people}` and
    `{side}` for who acts.
    """
    has_unit, has_hex = "{unit}" in text, "{hex}" in text

    def tell(narration: Narration, by: str, words: list[str]) -> list[Sentence]:
        sentence = text.format(
            unit=narration.name(words[0]) if has_unit else "",
            hex=narration.place(words[-1]) if has_hex else "",
            word="".join(words[-1:]),
            people=narration.subject(by),
            side=narration.adjective(by),
        )
        return [Sentence(kind, sentence, clause, by, tuple(words[:has_unit]), tuple(words[-1:] * has_hex))]

    return tell


class Narration:
    """Tells the actions of a game with units that move and attack. It remembers the attack under way.

    A game's own class names its units and hexes, and adds what it tells of an action (`openings`) and of a
    fact (`facts`).
    """

    remembers: ClassVar[
        tuple[str, ...]
    ] = ()  # facts of the units that a sentence needs: see `Narrator.remember`
    continues: ClassVar[
        frozenset[str]
    ]  # verbs within an attack: to tell one, begin with the action that opened the attack
    gathers: ClassVar[frozenset[str]] = (
        frozenset()
    )  # verbs that put an attack together: `done` after one of them sends it off
    adjectives: ClassVar[Mapping[str, str]]  # side -> "Allied"
    people: ClassVar[Mapping[str, str]] = {}  # side -> "The Allies"
    openings: ClassVar[Mapping[str, Open]]
    facts: ClassVar[Mapping[str, Describe]]

    def __init__(self) -> None:
        self.heading, self.hex, self.attackers, self.result = "", "", list[str](), ""
        self.retreating = ""  # the unit whose retreat is under way

    def remember(self, fact: str, unit: str, value: Any) -> None:
        """Learns a fact that the narration `remembers`; `unit` is empty where it has no units."""

    def name(self, unit: str) -> str:
        """The display name of a unit."""
        return unit

    def place(self, hex_: str) -> str:
        """A hex with the name of its place."""
        return hex_

    def side(self, unit: str) -> str:
        """The side of a unit; empty if it has none."""
        return ""

    def adjective(self, by: str) -> str:
        return self.adjectives.get(by, "")

    def subject(self, by: str) -> str:
        """The side that acts, for a sentence; an action may be put into words before it is played."""
        return self.people.get(by, "They")

    def opened(self, state: State, by: str, do: str) -> str:
        """An action that was sealed when a side took it and is open now, perhaps in the turn of the other."""
        return words_of(state)(state, do)

    def describe(self, segment: Segment) -> list[Sentence]:
        if segment.do is None:
            title = self.adjective(segment.by)
            return [
                Sentence("sealed", f"{title}: sealed action" if title else "Sealed die roll", side=segment.by)
            ]
        verb, *words = segment.do.split()
        result = list(self.openings[verb](self, segment.by, words)) if verb in self.openings else []
        for event in segment.events:
            if event.fact == LOG:
                result += self.note(event)
            elif event.fact in self.facts:
                result += self.facts[event.fact](self, segment.do if verb == "roll" else verb, event)
        return result

    def note(self, event: Event) -> list[Sentence]:
        return [Sentence("note", capital(str(event.new)), event.clause)]

    def of_unit(self, kind: str, text: str, event: Event) -> Sentence:
        """A sentence about the unit of an event; the text follows its name."""
        return Sentence(
            kind, f"{self.name(event.key)} {text}", event.clause, self.side(event.key), (event.key,)
        )

    def outcome_words(self, winner: str, level: str) -> str:
        return f"{self.adjectives.get(winner, winner)} {level} victory"

    def won(self, verb: str, event: Event) -> list[Sentence]:
        if not event.new:
            return []
        winner, level = event.new[:2]
        text = f"Game over: {self.outcome_words(winner, level)}"
        return [Sentence("end", text, event.clause, winner)]

    # -- attacks

    def attack(self, by: str, words: list[str]) -> list[Sentence]:
        unit, hex_ = words
        return self.open("attack", by, hex_, [unit])

    def join(self, by: str, words: list[str]) -> list[Sentence]:
        unit = words[0]
        self.attackers.append(unit)
        text = f"{self.name(unit)} joins the attack on {self.hex}"
        return [Sentence("join", text, side=by, units=(unit,), figures={"attack": self.attack_words(by)})]

    def open(self, kind: str, by: str, hex_: str, attackers: list[str], text: str = "") -> list[Sentence]:
        """Begins an attack: what is told after it belongs to it."""
        self.heading, self.hex, self.attackers, self.result = kind, hex_, attackers, ""
        text = text or self.attack_words(by)
        return [
            Sentence(kind, text, side=by, units=tuple(attackers), hexes=(hex_,), figures={"target": hex_})
        ]

    def close(self) -> None:
        """Ends it: a new turn has begun."""
        self.heading = self.hex = self.result = self.retreating = ""

    def attack_words(self, by: str) -> str:
        names = join_names([self.name(unit) for unit in self.attackers])
        return f"{self.adjective(by)} attack on {self.place(self.hex)} by {names}"

    def cause(self) -> str:
        return f" ({self.result})" if self.result else ""

    # -- movement

    def moved(self, verb: str, event: Event) -> list[Sentence]:
        """A unit has come to another hex; one that left the map is told by its loss."""
        unit, old, new = event.key, event.old, event.new
        if not new:
            return []
        again = verb == "withdraw" and unit == self.retreating
        self.retreating = unit if verb == "withdraw" else ""
        kind, text = self.move_words("withdraw again" if again else verb, self.name(unit), old, new)
        hexes = (old, new) if old else (new,)
        return [Sentence(kind, text, event.clause, self.side(unit), (unit,), hexes, {"from": old, "to": new})]

    def move_words(self, verb: str, name: str, old: str, new: str) -> tuple[str, str]:
        """The kind of a move and its text; the verb of the action tells a retreat from an advance."""
        if verb == "withdraw again":
            return "retreat", f"{name} retreats on to {self.place(new)}"
        if verb == "withdraw":
            return "retreat", f"{name} retreats from {old} to {self.place(new)}{self.cause()}"
        if verb == "advance":
            return "advance", f"{name} advances from {old} to {self.place(new)}"
        if not old:
            return "arrival", f"{name} enters at {self.place(new)}"
        return "move", f"{name} moves from {old} to {self.place(new)}"
