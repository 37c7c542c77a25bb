"""The position for a terminal: a text map, the units, supply, points; events in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.core.facts import Event
from grognard.core.hexes import OFF, members

from .board import BEACH, GRID, KIND_OF, place_name
from .days import words
from .notation import phase_of
from .pieces import ALLIED, COMBAT, GERMAN, HQ, NAMES, OF_SIDE, SIDES, SUPPLY, rating
from .position import SUPPLY_NUMBER, LongestDay
from .supply import status
from .victory import last_day, losses, points

LETTER = {"clear": ".", "sea": "~", "bocage": "b", "woods": "w", "marsh": "m", "hill": "h", "town": "t", "city": "C"}
MARK = {ALLIED: "+", GERMAN: "#"}


def screen(state: LongestDay, side: str | None = None) -> str:
    """Everything there is to see; nothing in this game is hidden."""
    blocks = [head(state), map_lines(state), [key()], *(side_lines(state, s) for s in SIDES)]
    return "\n\n".join("\n".join(block) for block in blocks)


def head(state: LongestDay) -> list[str]:
    lines = [
        f"The Longest Day - {words(state.day)} 1944, last day {words(last_day(state))}; Allied points {points(state)} (kernel: reconstruction)"
    ]
    if end := state.outcome():
        return [*lines, f"The game is over: {end.winner} {end.level} [{end.clause}]"]
    now, during = state.step.name or state.purpose, phase_of(state)
    lines.append(f"{'' if during == now else f'{during}: '}{now} - {state.to_move} to move [{state.step.clause}]")
    return lines


def map_lines(state: LongestDay) -> list[str]:
    """Rows from north to south; even rows stand half a hex further east. A digit is how many combat units a stack has."""
    numbering = GRID.numbering
    top = "   " + "".join(f"{column:02} " for column in numbering.places)
    lines = [top.rstrip()]
    for row in numbering.lines:
        cells = [_cell(state, GRID.number.get(numbering.write(row, place), OFF)) for place in numbering.places]
        lines.append((f"{row:02}" + " " * (1 + (row % 2 == numbering.shifted)) + "".join(cells)).rstrip())
    return lines


def _cell(state: LongestDay, hex_: int) -> str:
    here = state.here.get(hex_, 0)
    for side in SIDES:
        if here & OF_SIDE[side] & COMBAT:
            count = (here & COMBAT).bit_count()
            return f"{MARK[side]}{'H' if here & HQ and count == 1 else min(count, 9)} "
    if here & SUPPLY:
        return "$  "
    return "=  " if BEACH >> hex_ & 1 else f"{LETTER[KIND_OF[hex_]]}  "


def key() -> str:
    ground = "  ".join(f"{letter} {name}" for name, letter in LETTER.items())
    return f"{ground}  = beach\n+3 Allied stack  #3 German stack  +H an HQ alone  $ supply units alone; hex 2015 is column 20, row 15"


def side_lines(state: LongestDay, side: str) -> list[str]:
    mine = OF_SIDE[side] & state.on_map
    lines = [f"{side.capitalize()}: {(mine & COMBAT).bit_count()} combat units on the map, {losses(state, side)} lost"]
    for hex_ in sorted({state.at[u] for u in members(mine)}):
        units = members(state.here[hex_] & OF_SIDE[side])
        lines.append(f"  {place_name(hex_):22} {', '.join(unit_words(state, u) for u in units)}")
    if due := members(state.due & OF_SIDE[side]):
        lines.append(f"  still to come today: {', '.join(NAMES[u] for u in due)}")
    return lines


def unit_words(state: LongestDay, unit: int) -> str:
    if SUPPLY >> unit & 1:
        home = state.bound[SUPPLY_NUMBER[unit]]
        return f"supply{' half' if state.half >> unit & 1 else ''}{f' ({home})' if home else ''}"
    signs = "".join([
        " disrupted" if state.disrupted[unit] else "", "" if status(state, unit).supplied else " UNSUPPLIED",
        f" {state.unfed[unit]}/3" if state.unfed[unit] > 0 else "",
    ])  # fmt: skip
    return f"{NAMES[unit]} {rating(unit)}{signs}"


# ---------------------------------------------------------------- events in words


def tell(event: Event) -> str | None:
    words_ = TELL.get(event.fact)
    return words_(event) if words_ else None


def _at(event: Event) -> str | None:
    if not event.new:
        return f"{event.key} leaves {event.old}"
    return f"{event.key} goes from {event.old} to {event.new}" if event.old else f"{event.key} is in {event.new}"


TELL: Mapping[str, Callable[[Event], str | None]] = {
    "log": lambda event: str(event.new),
    "day": lambda event: f"a new day: {words(event.new)}",
    "at": _at,
    "disrupted": lambda event: f"{event.key} {'is disrupted' if event.new else 'recovers'}",
    "bound": lambda event: f"{event.key} is bound to {event.new}" if event.new else None,
    "won": lambda event: f"the game is over: {event.new[0]} wins by {event.new[1]}" if event.new else None,
}
PAINT: tuple[tuple[str, str], ...] = (
    (r"\+[\dH]", "bold blue"),
    (r"#[\dH]", "bold red"),
    (r"~", "cyan"),
    (r"UNSUPPLIED", "bold red"),
)
