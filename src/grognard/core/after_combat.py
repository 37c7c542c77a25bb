"""What follows a combat in most games: a beaten unit goes back hex by hex, a winner may advance. Knows no
game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from .facts import DONE, Action, OnlyUnit, S, UnitHex
from .hexes import Hex
from .procedure import DIE, NO_OUTCOME, Outcomes, Phase, Pick, Screen
from .ruling import Ruling, counted


class Resolved(Protocol):
    """A frame of a combat; its result is empty until the dice have given it."""

    @property
    def result(self) -> str: ...


def until_result(outcomes: Outcomes = DIE) -> Callable[[object, Resolved], Outcomes]:
    """The dice of a combat, until its result is known."""
    return lambda state, frame: NO_OUTCOME if frame.result else outcomes


def result_is(*results: str) -> Callable[[object, Resolved], bool]:
    return lambda state, frame: frame.result in results


class RetreatUnderWay(Protocol):
    """A frame of a retreat: the unit, the hex it leaves, how many hexes it must go and how many it has
    gone.
    """

    @property
    def unit(self) -> int: ...
    @property
    def origin(self) -> Hex: ...
    @property
    def length(self) -> int: ...
    @property
    def gone(self) -> int: ...


R = TypeVar("R", bound=RetreatUnderWay, contravariant=True)


def hexes_left(frame: RetreatUnderWay) -> str:
    """The rest of a retreat in words: "2 hexes"."""
    return counted(frame.length - frame.gone, "hex")


def retreat_phase(
    *,
    clause: str,
    verb: type[UnitHex],
    names: Sequence[str],
    labels: Sequence[str],
    owner: Callable[[int], str],
    on_map: Callable[[S], int],
    beside: Callable[[S, R], int],
    barred: tuple[Screen[S, R], ...],
    way_out: Callable[[S, R], int],
    withdraw: Callable[[S, R, int, Hex], None],
) -> Phase[S, R]:
    """The owner takes a beaten unit back, hex by hex, the whole length.

    `way_out` is the rule: the next hexes from which the whole retreat can still be made. `barred` are the
    screens it covers, each with its words and its clause.
    """

    def retreating(state: S, frame: R) -> int:
        return 1 << frame.unit & on_map(state) if frame.gone < frame.length else 0

    def another(state: S, frame: R, unit: int, hex_: int) -> str:
        return f"{labels[unit]} is not retreating; {labels[frame.unit]} is"

    def must(state: S, frame: R) -> Ruling:
        return Ruling(clause, f"{labels[frame.unit]} must still retreat {hexes_left(frame)}")

    far = "{hex} is not adjacent to {unit}, which retreats hex by hex"
    no_way = "{unit} cannot retreat its full length by way of {hex}"
    pick = Pick(
        verb=verb,
        names=names,
        units=(Screen(clause, another, retreating, decisive=True),),
        hexes=(
            Screen(clause, far, beside, implied=True, decisive=True),
            *barred,
            Screen(clause, no_way, way_out, last=True),
        ),
        apply=withdraw,
    )
    side: Callable[[S, R], str] = lambda state, frame: owner(frame.unit)  # noqa: E731
    return Phase(clause=clause, name="retreat", side=side, picks=(pick,), must=must)


def advance_choices(verb: type[OnlyUnit], names: Sequence[str], able: Iterable[int]) -> Sequence[Action]:
    """The units that may advance into a hex the combat has emptied, or none of them; nothing where no unit
    can.
    """
    result = [verb(names[unit]) for unit in able]
    return [*result, DONE] if result else ()
