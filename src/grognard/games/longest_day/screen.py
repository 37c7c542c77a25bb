"""The position for a terminal: a text map, the units, supply and points."""

from __future__ import annotations

from grognard.core.hexes import OFF, members

from .board import BEACH, GRID, KIND_OF, place_name
from .days import date_words
from .narration import outcome_words
from .pieces import ADJECTIVE, ALLIED, COMBAT, GERMAN, HQ, LABEL, OF_SIDE, SIDES, SUPPLY, display_name, rating
from .position import SUPPLY_NUMBER, LongestDay
from .supply import status
from .victory import last_day, losses, points

LETTER = {
    "clear": ".",
    "sea": "~",
    "bocage": "b",
    "woods": "w",
    "marsh": "m",
    "hill": "h",
    "town": "t",
    "city": "C",
}
MARK = {ALLIED: "+", GERMAN: "#"}


def screen(state: LongestDay, side: str | None = None) -> str:
    """Everything there is to see; nothing in this game is hidden."""
    blocks = [head(state), map_lines(state), [key()], *(side_lines(state, s) for s in SIDES)]
    return "\n\n".join("\n".join(block) for block in blocks)


def head(state: LongestDay) -> list[str]:
    lines = [
        f"The Longest Day, turn {state.day + 1}, {date_words(state.day)} 1944; the game ends on"
        f" {date_words(last_day(state))}; Allied points {points(state)} (reconstruction)"
    ]
    if end := state.outcome():
        return [*lines, f"Game over: {outcome_words(end.winner, end.level)} [{end.clause}]"]
    mover = ADJECTIVE.get(state.to_move or "", "Dice")
    lines.append(f"{state.moment}: {mover} to act [{state.step.clause}]")
    return lines


def map_lines(state: LongestDay) -> list[str]:
    """Rows from north to south; even rows stand half a hex further east. A digit is how many combat units a
    stack has."""
    numbering = GRID.numbering
    top = "   " + "".join(f"{column:02} " for column in numbering.places)
    lines = [top.rstrip()]
    for row in numbering.lines:
        cells = [
            _cell(state, GRID.number.get(numbering.write(row, place), OFF)) for place in numbering.places
        ]
        lines.append((f"{row:02}" + " " * (1 + (row % 2 == numbering.shifted)) + "".join(cells)).rstrip())
    return lines


def _cell(state: LongestDay, hex_: int) -> str:
    units = state.here.get(hex_, 0)
    for side in SIDES:
        if units & OF_SIDE[side] & COMBAT:
            count = (units & COMBAT).bit_count()
            return f"{MARK[side]}{'H' if units & HQ and count == 1 else min(count, 9)} "
    if units & SUPPLY:
        return "$  "
    return "=  " if BEACH >> hex_ & 1 else f"{LETTER[KIND_OF[hex_]]}  "


def key() -> str:
    ground = "  ".join(f"{letter} {name}" for name, letter in LETTER.items())
    return (
        f"{ground}  = beach\n+3 Allied stack  #3 German stack  +H an HQ alone  $ supply units alone; hex 2015"
        " is column 20, row 15"
    )


def side_lines(state: LongestDay, side: str) -> list[str]:
    mine = OF_SIDE[side] & state.on_map
    lines = [
        f"{ADJECTIVE[side]}: {(mine & COMBAT).bit_count()} combat units on the map, {losses(state, side)}"
        " eliminated"
    ]
    for hex_ in sorted({state.at[u] for u in members(mine)}):
        units = members(state.here[hex_] & OF_SIDE[side])
        lines.append(f"  {place_name(hex_):22} {', '.join(unit_words(state, u) for u in units)}")
    if due := members(state.due & OF_SIDE[side]):
        lines.append(f"  due today: {', '.join(LABEL[u] for u in due)}")
    return lines


def unit_words(state: LongestDay, unit: int) -> str:
    if SUPPLY >> unit & 1:
        home = state.bound[SUPPLY_NUMBER[unit]]
        return (
            "supply"
            f" unit{' (half)' if state.half >> unit & 1 else ''}{f' of {display_name(home)}' if home else ''}"
        )
    signs = "".join(
        [
            " disrupted" if state.disrupted[unit] else "",
            "" if status(state, unit).supplied else " OUT OF SUPPLY",
            f" {state.unfed[unit]}/3" if state.unfed[unit] > 0 else "",
        ]
    )
    return f"{LABEL[unit]} {rating(unit)}{signs}"


PAINT: tuple[tuple[str, str], ...] = (
    (r"\+[\dH]", "bold blue"),
    (r"#[\dH]", "bold red"),
    (r"~", "cyan"),
    (r"OUT OF SUPPLY", "bold red"),
)
