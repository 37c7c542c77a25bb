"""The Longest Day in sentences: what each action did, as a player would report it."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core import narration as core
from grognard.core.facts import Event
from grognard.core.narration import Describe, Sentence, join_names, telling

from .board import GRID, place_name
from .days import date_words
from .pieces import ADJECTIVE, SIDE, UNIT, corps_name, display_name


def place(hex_: str) -> str:
    return place_name(GRID.number[hex_]) if hex_ in GRID.number else hex_


def outcome_words(winner: str, level: str) -> str:
    """
    >>> outcome_words("allied", "points"), outcome_words("draw", "points"), outcome_words("german", "supply")
    ('Allied victory on points', 'draw on points', 'German victory: the other side has no supplied HQ')
    """
    how = {"points": " on points", "supply": ": the other side has no supplied HQ"}.get(level, f" ({level})")
    return f"{ADJECTIVE[winner]} victory{how}" if winner in ADJECTIVE else f"draw{how}"


class Narration(core.Narration):
    """Tells the actions of The Longest Day."""

    continues = frozenset(
        ("join", "support", "ships", "draw", "spend", "roll", "lose", "withdraw", "advance")
    )
    gathers = frozenset(("attack", "fire", "join", "support", "ships"))
    adjectives = ADJECTIVE

    def name(self, unit: str) -> str:
        return display_name(unit)

    def place(self, hex_: str) -> str:
        return place(hex_)

    def side(self, unit: str) -> str:
        return SIDE[UNIT[unit]]

    def outcome_words(self, winner: str, level: str) -> str:
        return outcome_words(winner, level)

    # -- what an action says by itself

    def fire(self, by: str, words: list[str]) -> list[Sentence]:
        gun, hex_ = words
        return self.open("bombardment", by, hex_, [gun])

    def attack_words(self, by: str) -> str:
        if self.heading != "bombardment":
            return super().attack_words(by)
        guns = join_names([self.name(unit) for unit in self.attackers])
        return f"{self.adjective(by)} defensive fire on {self.place(self.hex)} by {guns}"

    def support(self, by: str, words: list[str]) -> list[Sentence]:
        text = f"{self.name(words[0])} supports the attack on {self.hex}"
        return [Sentence("support", text, side=by, units=(words[0],))]

    def ships(self, by: str, words: list[str]) -> list[Sentence]:
        return [Sentence("support", f"Ships off {words[0]} fire at {self.hex}", side=by)]

    def join(self, by: str, words: list[str]) -> list[Sentence]:
        (joined,) = super().join(by, words)
        if self.heading != "bombardment":
            return [joined]
        return [replace(joined, text=f"{self.name(words[0])} joins the defensive fire on {self.hex}")]

    # -- what changed

    def afloat(self, verb: str, event: Event) -> list[Sentence]:
        """TLD-S.8: a unit that is lost afloat was never on the map."""
        if verb != "lose":
            return []
        return [self.of_unit("elimination", f"is eliminated{self.cause()}", event)]

    def note(self, event: Event) -> list[Sentence]:
        if event.key == "result":
            return [self.resolve(event)]
        if event.key == "fire":
            return [self.fire_result(event)]
        if event.key == "no_retreat":
            unit, length = event.old
            text = f"{self.name(unit)} is eliminated: it cannot retreat {length} hexes{self.cause()}"
            return [Sentence("elimination", text, event.clause, self.side(unit), (unit,))]
        if event.key == "day":
            self.close()
            return []  # the new day is told by `day`
        if event.clause in ("TLD-B.5", "TLD-B.5.b"):
            return [Sentence("spend", str(event.new), event.clause)]
        return super().note(event)

    def resolve(self, event: Event) -> Sentence:
        """The die of a combat: `event.old` holds its figures."""
        hex_, ours, theirs, odds, shift, column, die, code = event.old
        self.result = code
        shifted = f", shifted {abs(shift)} {'left' if shift < 0 else 'right'} to {column}" if shift else ""
        text = f"{ours} to {theirs}, odds {odds}{shifted}, die {die}: {'no effect' if code == 'NE' else code}"
        figures = {
            "code": code,
            "attack": ours,
            "defense": theirs,
            "odds": odds,
            "shift": shift,
            "column": column,
            "die": die,
        }
        return Sentence("result", text, event.clause, hexes=(hex_,), figures=figures)

    def fire_result(self, event: Event) -> Sentence:
        hex_, ours, theirs, need, die, outcome = event.old
        text = f"{ours} to {theirs}, needs {need}+, die {die}: {outcome}"
        code = "D" if outcome == "disrupted" else "NE"
        return Sentence(
            "result", text, event.clause, hexes=(hex_,), figures={"code": code, "need": need, "die": die}
        )

    def at_event(self, verb: str, event: Event) -> list[Sentence]:
        if event.new or verb == "move":
            return self.moved(verb, event)
        if event.key.startswith("SU-"):
            return [self.of_unit("spend", "is used up", event)]
        if event.clause in ("TLD-S.8", "TLD-S.5"):
            return [self.of_unit("elimination", f"is eliminated{self.cause()}", event)]
        return []  # a note tells it

    def move_words(self, verb: str, name: str, old: str, new: str) -> tuple[str, str]:
        if verb == "deliver":
            return "supply", f"{name} arrives at {self.place(new)}"
        if not old and verb == "move":
            return "arrival", f"{name} arrives at {self.place(new)}"
        return super().move_words(verb, name, old, new)

    def disrupted(self, verb: str, event: Event) -> list[Sentence]:
        if event.new:
            return [self.of_unit("loss", f"is disrupted{self.cause()}", event)]
        return [self.of_unit("recovery", "recovers", event)]

    def day(self, verb: str, event: Event) -> list[Sentence]:
        self.close()
        text = f"Turn {event.new + 1}, {date_words(event.new)} 1944"
        return [Sentence("turn", text, event.clause, figures={"turn": event.new + 1})]

    def bound(self, verb: str, event: Event) -> list[Sentence]:
        return [self.of_unit("supply", f"is bound to {corps_name(event.new)}", event)] if event.new else []


def _places(kind: str, gained: str, lost: str) -> Describe:
    """Sentences for the named places a set of hexes has gained and lost; other hexes change hands without a
    word."""

    def tell(narration: Narration, verb: str, event: Event) -> list[Sentence]:
        sentences = []
        for text, more, less in ((gained, event.new, event.old), (lost, event.old, event.new)):
            known = set(less)
            if named := [hex_ for hex_ in more if hex_ not in known and place(hex_) != hex_]:
                names = join_names([place(hex_) for hex_ in named])
                sentences.append(Sentence(kind, text.format(names), event.clause, hexes=tuple(named)))
        return sentences

    return tell


Narration.facts = {
    "at": Narration.at_event,
    "afloat": Narration.afloat,
    "disrupted": Narration.disrupted,
    "day": Narration.day,
    "bound": Narration.bound,
    "control": _places("control", "The Allies take {}", "The Germans take {}"),
    "won": Narration.won,
}
Narration.openings = {
    "attack": Narration.attack,
    "fire": Narration.fire,
    "float": telling("float", "{unit} waits afloat off {hex}", "TLD-S.12"),
    "join": Narration.join,
    "support": Narration.support,
    "ships": Narration.ships,
}


# ---------------------------------------------------------------- actions, as a hint or a plan gives them

_WORDS = {
    "move": "move {unit} to {hex}",
    "float": "leave {unit} afloat off {hex}",
    "fire": "fire {unit} at {hex}",
    "attack": "attack {hex} with {unit}",
    "join": "add {unit} to the attack",
    "support": "support the attack with {unit}",
    "ships": "support the attack with the ships off {word}",
    "spend": "pay with {unit}",
    "draw": "draw supply from {unit}",
    "lose": "take the loss with {unit}",
    "withdraw": "retreat {unit} to {hex}",
    "advance": "advance {unit}",
    "replace": "replace {unit}",
    "deliver": "place a supply unit in {hex}",
    "order": "write an order for {unit}",
    "strike": "cancel the order of today for {unit}",
    "over": "leave {unit} without supply",
    "form": "form a de facto corps with {unit}",
    "disband": "disband the de facto corps of {unit}",
    "with": "form it with {word}",
    "together": "begin a set of orders",
    "enter": "enter the set of orders",
    "scrap": "discard the set of orders",
    "staff": "let the staff write the orders",
    "done": "end the phase",
}
_DONE = {  # where it ends less than a phase
    "more guns": "fire with the guns that have joined",
    "attackers and support": "attack with the units that have joined",
    "advance": "advance no further unit",
}


def action_words(state: object, action: str) -> str:
    """An action in the imperative, after a player's name.

    >>> (action_words(None, "move 3:1-South-Lancs 2208"), action_words(None, "ships Juno"),
    ...  action_words(None, "done"))
    ('move 1 South Lancs (3) to 2208', 'support the attack with the ships off Juno', 'end the phase')
    """
    verb, *words = action.split()
    word, last = (words[0], words[-1]) if words else ("", "")
    step = getattr(getattr(state, "step", None), "name", "")
    if verb == "done" and step in _DONE:
        return _DONE[step]
    if verb == "join" and step == "more guns":
        return f"add {display_name(word)} to the fire"
    if verb == "to":
        return "keep the unit where it is" if word == "stay" else f"assign it to {display_name(word)}"
    return (
        _WORDS[verb].format(unit=display_name(word), hex=place(last), word=word) if verb in _WORDS else action
    )
