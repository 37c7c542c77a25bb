"""The position for a terminal: a text map, the units, markers and the state of victory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import zip_longest

from grognard.core.hexes import OFF, Hex, members

from .arrivals import last_turn
from .board import GRID, KIND_OF
from .fire import size
from .narration import DATES
from .notation import phase_of
from .pieces import ADJECTIVE, ALLIED, ALLOWANCE, ATTACK, DEFENSE, GERMAN, NAMES, OF_SIDE, SIDE, SIDES
from .position import SwordBeach
from .tables import CUPS, NAVAL_VALUES, THEIRS
from .victory import CAEN, CAEN_NORTH, caen_controlled

LETTER = {
    "clear": ".",
    "sea": "~",
    "beach": "s",
    "woods": "w",
    "bocage": "b",
    "town": "t",
    "city": "C",
    "flooded": "f",
}
MARK = {ALLIED: "+", GERMAN: "#"}


def screen(state: SwordBeach, side: str | None = None) -> str:
    """Everything a side may know (without a side, everything), to be read in a terminal of 80 columns."""
    seen = state if side is None else state.known_to(side)
    record: dict[int, Hex] = dict(state.record) if side in (None, GERMAN) else {}
    blocks = [[head(state)], map_lines(seen, record), [key()], columns(seen, record), markers(seen)]
    return "\n\n".join("\n".join(block) for block in blocks)


# ---------------------------------------------------------------- head


def head(state: SwordBeach) -> str:
    """Turn, dates, phase, whose move, and the rule that asks for it."""
    when = (
        f"GT {state.turn} of {last_turn(state)}, {DATES.get(state.turn, '')}"
        if state.turn
        else "before GT 1, 6 June 1944"
    )
    weather = f", weather {state.weather}" if state.options.weather else ""
    lines = [f"Sword Beach - {when}{weather}"]
    if end := state.outcome():
        return "\n".join([*lines, f"Game over: {ADJECTIVE[end.winner]} {end.level} victory [{end.clause}]"])
    step = state.step
    now = step.name or state.purpose
    during = "" if phase_of(state) == now else f"{phase_of(state)}: "
    lines.append(f"{during}{now} - {ADJECTIVE.get(state.to_move or '', 'dice')} to move [{step.clause}]")
    if text := _clause_text(state, step.clause):
        lines.append(f"  {text}")
    return "\n".join(lines)


def _clause_text(state: SwordBeach, clause: str) -> str:
    book = state.game.rulebook
    return book[clause].text if clause in book else ""


# ---------------------------------------------------------------- the map

_SHORT = {  # where the first number or word would not do
    "1-Cdo": "Cdo",
    "1051/84": "051",
    "1052/84": "052",
    "1/1SS": "1SS",
    "2/1SS": "2SS",
    "1/1SS-AA": "SAA",
    "1/1SS-AT": "SAT",
    "1/1SS-Pz": "SPz",
    "27-Armd": "27A",
    "4-Armd": "4A",
    "3/6-Para": "3P",
    "5/6-Para": "5P",
}
SHORT = [_SHORT.get(name, name.split("/")[0].replace("-", "")[:3]) for name in NAMES]
CODE = [MARK[SIDE[unit]] + SHORT[unit] for unit in range(len(NAMES))]


def map_lines(state: SwordBeach, record: Mapping[int, Hex]) -> list[str]:
    """Rows from north to south; even rows stand half a hex further east."""
    units_by_hex: dict[Hex, list[int]] = {}
    for unit, hex_ in enumerate(state.at):
        if hex_ != OFF:
            units_by_hex.setdefault(hex_, []).append(unit)
    hidden = {hex_: unit for unit, hex_ in record.items()}
    numbering = GRID.numbering
    top = "  " + "".join(f" {column:02} " for column in numbering.places)
    lines = [top.rstrip()]
    for row in reversed(numbering.lines):
        cells = [
            _cell(state, GRID.number.get(numbering.write(row, place), OFF), units_by_hex, hidden)
            for place in numbering.places
        ]
        lines.append((f"{row:02}" + "  " * (row % 2 == numbering.shifted) + "".join(cells)).rstrip())
    return [*lines, top.rstrip()]


def _cell(
    state: SwordBeach, hex_: Hex, units_by_hex: Mapping[Hex, list[int]], hidden: Mapping[Hex, int]
) -> str:
    if hex_ == OFF:
        return "    "
    if units := units_by_hex.get(hex_):
        sides = {SIDE[unit] for unit in units}
        mark = "!" if len(sides) > 1 else MARK[sides.pop()]
        return f"{mark}{SHORT[units[0]] if len(units) == 1 else f'x{len(units)}':<3}"
    if hex_ in hidden:
        return f"?{SHORT[hidden[hex_]]:<3}"
    letter = (
        "B"
        if state.beachheads >> hex_ & 1
        else "D"
        if state.drop_zones >> hex_ & 1
        else LETTER[KIND_OF[hex_]]
    )
    return f" {letter}  "


def key() -> str:
    ground = "  ".join(f"{letter} {name}" for name, letter in LETTER.items())
    units = "+8 Allied  #736 German  ?736 hidden  +x2 stack  !x2 both sides"
    return f"{ground}\n{units}\nB beachhead  D drop zone; hex 1739 is row 17, column 39"


# ---------------------------------------------------------------- the units


def columns(state: SwordBeach, record: Mapping[int, Hex]) -> list[str]:
    """The two sides beside each other."""
    left, right = (side_lines(state, side, record) for side in SIDES)
    width = max(map(len, left)) + 3
    return [f"{one:<{width}}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]


def side_lines(state: SwordBeach, side: str, record: Mapping[int, Hex]) -> list[str]:
    on_map = sorted(members(OF_SIDE[side] & state.on_map), key=lambda unit: (-state.at[unit], unit))
    lines = [f"{side.capitalize()} on the map: {len(on_map)}", *(unit_line(state, unit) for unit in on_map)]
    if hidden := [unit for unit in record if SIDE[unit] == side]:
        lines += ["hidden set-up", *(_row(state, unit, f"?{SHORT[unit]}", record[unit]) for unit in hidden)]
    for title, units in (
        ("waiting", members(state.waiting & OF_SIDE[side])),
        ("eliminated", _lost(state, side)),
    ):
        lines += _wrapped(title, [NAMES[unit] for unit in units])
    return lines


def unit_line(state: SwordBeach, unit: int) -> str:
    words = ["reduced"] * (state.steps[unit] == 1)
    for tag in ("moved", "fought", "landed", "cut_off"):
        words += [tag.replace("_", " ")] * (state.__dict__[tag] >> unit & 1)
    return f"{_row(state, unit, CODE[unit], state.at[unit])} {' '.join(words)}".rstrip()


def _row(state: SwordBeach, unit: int, code: str, hex_: Hex) -> str:
    """FM-2.3: a unit with attack, defense and movement of the side showing, and its hex."""
    steps = state.steps[unit]
    figures = f"{ATTACK[unit][steps]}-{DEFENSE[unit][steps]}-{ALLOWANCE[unit]}"
    return f"{code:<5}{NAMES[unit]:<9}{figures:<7}{GRID.name[hex_]}"


def _lost(state: SwordBeach, side: str) -> list[int]:
    return [unit for unit in members(OF_SIDE[side]) if state.steps[unit] == 0]


def _wrapped(title: str, names: list[str]) -> list[str]:
    rows = [" ".join(names[i : i + 3]) for i in range(0, len(names), 3)]
    return [f"{title}: {rows[0]}", *(f"  {row}" for row in rows[1:])] if rows else []


# ---------------------------------------------------------------- markers and victory


def markers(state: SwordBeach) -> list[str]:
    lines = [f"Beachheads  {_names(state.beachheads)}"]
    if state.drop_zones:
        lines.append(f"Drop zone   {_names(state.drop_zones)}{' (supply side)' if state.drop_supply else ''}")
    for number, name in enumerate(CUPS):
        words = [*_counts(state.cups[number]), *["mines"] * (number == THEIRS and state.mines == "cup")]
        lines.append(f"{name.capitalize() + ' cup':<11} {size(state, number)}: {' '.join(words) or 'empty'}")
    if state.mines in ("aside", "lost", "out"):
        lines.append(f"Mines       {state.mines}")
    if any(state.naval):
        shells = [
            f"{value}" for value, count in zip(NAVAL_VALUES, state.naval, strict=True) for _ in range(count)
        ]
        lines.append(f"Naval       {' '.join(shells)}")
    if any(state.lost):
        lines.append(f"Removed from the German cup: {' '.join(_counts(state.lost))}")
    return [*lines, *victory(state)]


def victory(state: SwordBeach) -> list[str]:
    """SB-13: who would win if nothing changed."""
    if end := state.outcome():
        return [f"Victory     {ADJECTIVE[end.winner]} {end.level} victory [{end.clause}]"]
    held = CAEN & state.allied_cities
    caen = f"Caen        Allies hold {held.bit_count()} of {CAEN.bit_count()} hexes"
    if caen_controlled(state):
        caen += ", and control it [SB-11.1.5.e]"
    wanting = CAEN_NORTH & ~state.allied_cities
    hope = (
        f"Allies need {_names(wanting)} by the end of GT"
        if wanting
        else "Allies hold what wins at the end of GT"
    )
    lines = [caen, f"Victory     {hope} {last_turn(state)} [SB-13.0.c]"]
    if state.turn and not state.beachheads:
        lines.append(
            "            no beachhead is left: German strategic victory at the end of the turn [SB-13.0.a]"
        )
    return lines


def _names(hexes: int) -> str:
    return " ".join(GRID.names(hexes)) or "none"


def _counts(cup: Iterable[int]) -> list[str]:
    """Marker values, and how many of each there are: 2 3x2 4x3."""
    return [f"{value}x{count}" if count > 1 else str(value) for value, count in enumerate(cup) if count]


# ---------------------------------------------------------------- colours, for terminals that have them


def _codes(side: str) -> str:
    return "|".join(re.escape(SHORT[unit]) for unit in members(OF_SIDE[side]))


PAINT: tuple[tuple[str, str], ...] = (
    (rf"\+(?:x\d|(?:{_codes(ALLIED)})(?!\w))", "bold blue"),
    (rf"[#?](?:{_codes(GERMAN)})(?!\w)", "bold red"),
    (r"~", "cyan"),
    (r"(?<= )[wbf](?=\s|$)", "green"),
    (r"(?<= )C(?=\s|$)", "bold magenta"),
    (r"(?<= )[BD](?=\s|$)", "bold yellow"),
)
