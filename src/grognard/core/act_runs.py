"""Runs: several actions that a player tells as one act, such as a move hex by hex. Knows no game.

A sentence belongs to a run by a figure: `way` (one hex of a move), `alike` (what several units do), or
`carrier` (a unit that carries supply).
"""

from __future__ import annotations

from typing import Protocol

from .narration import Sentence, join_names

MAX_PASSED = 3  # hexes that a sentence names between the first and the last


class Run(Protocol):
    """An act that later actions go on with."""

    text: str

    def takes(self, one: Sentence) -> bool:
        """Whether a sentence goes on with it; then its text tells that as well."""


def begin_run(one: Sentence) -> Run | None:
    """The run that begins with a sentence, if others of its kind may follow."""
    return next((kind(one) for figure, kind in RUNS.items() if figure in one.figures), None)


class Way:
    """A move of the same units, hex by hex: `way` is their names and the verb, `to` the hex.

    >>> legs = [Sentence("move", f"A moves to {hex_}", figures={"way": ["A", "moves"], "to": hex_})
    ...         for hex_ in ("G6", "G7", "G8")]
    >>> way = Way(legs[0])
    >>> [way.takes(leg) for leg in legs[1:]], way.text
    ([True, True], 'A moves by G6, G7 to G8')
    """

    def __init__(self, one: Sentence) -> None:
        self.text, self.units, self.side = one.text, set(one.units), one.side
        names, verb = one.figures["way"]
        enters = verb.startswith("enter")  # it comes from off the map, and goes on from there
        self.begins = f"{one.text} and " if enters else f"{names} {verb} "
        self.hexes = [] if enters else [one.figures["to"]]
        self.verb = "" if enters else verb

    def takes(self, one: Sentence) -> bool:
        if "way" not in one.figures or (set(one.units), one.side) != (self.units, self.side):
            return False
        _, verb = one.figures["way"]
        self.hexes.append(one.figures["to"])
        self.text = f"{self.begins}{f'{verb} ' * (not self.verb)}{passing(self.hexes)}"
        return True


def passing(hexes: list[str]) -> str:
    """
    >>> passing(["A1"]), passing(["A1", "A2", "A3"]), passing(["A1", "A2", "A3", "A4", "A5"])
    ('to A1', 'by A1, A2 to A3', 'by A1 and 3 more hexes to A5')
    """
    *passed, goal = hexes
    if len(passed) > MAX_PASSED:
        return f"by {passed[0]} and {len(passed) - 1} more hexes to {goal}"
    return f"by {', '.join(passed)} to {goal}" if passed else f"to {goal}"


class Alike:
    """What several units do one after another: `alike` is what one does, what several do, and whose name it
    is; without a name the same sentence again is counted.

    >>> says = ["advances to B2", "advance to B2"]
    >>> one, other = (
    ...     Sentence("move", f"{name} {says[0]}", figures={"alike": [*says, name]}) for name in "AB"
    ... )
    >>> alike = Alike(one)
    >>> alike.takes(other), alike.text
    (True, 'A and B advance to B2')
    """

    def __init__(self, one: Sentence) -> None:
        self.text, self.kind, self.side = one.text, one.kind, one.side
        *self.does, name = one.figures["alike"]
        self.names = [name]

    def takes(self, one: Sentence) -> bool:
        *does, name = one.figures.get("alike", ("",))
        if (one.kind, one.side, does) != (self.kind, self.side, self.does):
            return False
        self.names.append(name)
        several = f"{join_names(list(dict.fromkeys(self.names)))} {self.does[1]}"
        self.text = several if name else f"{one.text} ({len(self.names)} times)"
        return True


class Transport:
    """Supply on its way: `carrier` is the unit, `goal` where it puts supply down.

    >>> moves = Sentence("transport", "Truck 1 moves to 5", figures={"carrier": "Truck 1"})
    >>> ends = Sentence("transport", "Truck 1 unloads 1 SP", figures={"carrier": "Truck 1", "goal": "5"})
    >>> run = Transport(moves)
    >>> run.takes(ends), run.text
    (True, 'Truck 1 carries supply to 5')
    """

    def __init__(self, one: Sentence) -> None:
        self.text, self.side = one.text, one.side
        self.carriers, self.goals = [one.figures["carrier"]], [one.figures.get("goal", "")]

    def takes(self, one: Sentence) -> bool:
        if "carrier" not in one.figures or one.side != self.side:
            return False
        self.carriers.append(one.figures["carrier"])
        self.goals.append(one.figures.get("goal", ""))
        carriers = list(dict.fromkeys(self.carriers))
        goals = list(dict.fromkeys(filter(None, self.goals)))
        does = "carries supply" if len(carriers) == 1 else "carry supply"
        self.text = f"{join_names(carriers)} {does}{f' to {join_names(goals)}' * bool(goals)}"
        return True


RUNS: dict[str, type[Way] | type[Alike] | type[Transport]] = {
    "way": Way,
    "alike": Alike,
    "carrier": Transport,
}
