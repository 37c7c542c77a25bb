"""The position for a terminal: date and step, the ground, the forces a side may know."""

from __future__ import annotations

from itertools import zip_longest

from grognard.core.facts import CHANCE
from grognard.core.hexes import letters, members

from .board import COLUMNS, GRID, ROWS, TERRAIN
from .charts import TIMES, weather
from .firefight.position import Firefight
from .firefight.screen import screen as fight_screen
from .narration import outcome_words
from .order import STEPS, number_of
from .pieces import COVERED, NAMES, NUMBER, SIDES, STATUS, TITLE, US, title_of
from .position import PurpleHeartDraw, ground, own

LETTER = {
    "open": ".",
    "orchard": "o",
    "grain": "g",
    "brush": "b",
    "woods": "w",
    "gully": "~",
    "stream": "~",
    "building": "#",
}


def screen(state: PurpleHeartDraw, side: str | None = None) -> str:
    """Everything a side may know; without a side, everything. While a TM Scenario is fought squad by squad,
    the fight.
    """
    inner = state.waiting_step()[1].within(state)
    if isinstance(inner, Firefight):
        return "\n".join([*head(state), "", fight_screen(inner, side)])
    blocks = [head(state), map_lines(state, side), columns(state, side), stores(state, side)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def head(state: PurpleHeartDraw) -> list[str]:
    """Date, weather, step, whose decision, and the clause that asks for it."""
    n = state.scenario
    when = (
        f"TM Scenario {n} of 5, {TIMES[n]}, {weather(n)}" if n else state.card or "before the first scenario"
    )
    lines = [
        f"Purple Heart Draw - {when}"
        + (f", turn {state.turn}, {TITLE[state.mover]} player turn" if state.turn and state.mover else "")
    ]
    if end := state.outcome():
        return [*lines, f"Game over: {outcome_words(end.winner, end.level)} [{end.clause}]"]
    step, clause = state.step, state.due_clause
    number = number_of(clause)
    rail = f"C5.{number} {STEPS[number - 1].name}: " if number else ""
    lines.append(
        f"{rail}{step.name or state.purpose} - {TITLE.get(state.to_move or '', 'dice')} to move [{clause}]"
    )
    book = state.game.rulebook
    return [*lines, f"  {book[clause].text}"] if clause in book else lines


# ---------------------------------------------------------------- the map


def visible(state: PurpleHeartDraw, side: str | None) -> dict[int, str]:
    """A sign for every hex that holds something a side may see."""
    result: dict[int, str] = {}
    for n, owner in enumerate(SIDES):
        for hex_ in members(int(state.cover[n])):
            result[hex_] = "u?" if owner == US else "g?"
        for u in members(own(state, owner)):
            if (side in (None, owner) or state.open >> u & 1) and state.at[u] >= 0:
                mark = "U" if owner == US else "G"
                hidden = side in (None, owner) and state.status[u] & COVERED
                result[state.at[u]] = mark.lower() + "+" if hidden else mark + "+"
    return result


def map_lines(state: PurpleHeartDraw, side: str | None) -> list[str]:
    signs, zones = visible(state, side), ground(state)
    top = "   " + "".join(f"{letters(c)[0]}{'.' if c > 26 else ' '}" for c in range(1, COLUMNS + 1))
    lines = [top.rstrip()]
    for row in range(1, ROWS + 1):
        cells = []
        for c in range(1, COLUMNS + 1):
            hex_ = GRID.number[f"{letters(c)}{row}"]
            mark = (
                "n"
                if zones.nml >> hex_ & 1
                else "u"
                if zones.feba[0] >> hex_ & 1
                else "g"
                if zones.feba[1] >> hex_ & 1
                else " "
            )
            cells.append(signs.get(hex_, LETTER[TERRAIN[hex_]] + mark))
        lines.append(f"{row:2} {''.join(cells)}".rstrip())
    return [*lines, "second letter: u US FEBA, g German FEBA, n No-Man's Land; U+ G+ units, u? g? concealed"]


# ---------------------------------------------------------------- forces


def columns(state: PurpleHeartDraw, side: str | None) -> list[str]:
    left, right = (side_lines(state, owner, side) for owner in SIDES)
    width = max(map(len, left)) + 3
    return [f"{one:<{width}}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]


def side_lines(state: PurpleHeartDraw, owner: str, side: str | None) -> list[str]:
    n = NUMBER[owner]
    sniper = f" in {GRID.name[state.sniper[n]]}" if state.sniper[n] >= 0 else ""
    lines = [
        f"{TITLE[owner]}: CVP {state.cvp[n]}, holds {state.held[n].bit_count()} Locations, SAN"
        f" {state.announced[n]}{sniper}"
    ]
    for u in members(own(state, owner)):
        if side in (None, owner) or state.open >> u & 1:
            where = (
                GRID.name[state.at[u]]
                if state.at[u] >= 0
                else (
                    f"row {state.row[u]}"
                    if state.row[u]
                    else "off"
                    if state.exit[u] < 0
                    else f"left by {GRID.name[state.exit[u]]}"
                )
            )
            stands = [f"facing {state.facing[u]}"] * bool(state.facing[u].hull) + [
                f"on {NAMES[state.aboard[u]]}"
            ] * (state.aboard[u] >= 0)
            lines.append(
                " ".join(
                    [
                        f"{NAMES[u]} {state.kind[u]:9} {where:6} {' '.join(state.gear[u])}"
                        f" {STATUS.write(state.status[u])}".rstrip(),
                        *stands,
                    ]
                )
            )
    return lines


def stores(state: PurpleHeartDraw, side: str | None) -> list[str]:
    """Points and modules: a side's own business."""
    result = []
    for n, owner in enumerate(SIDES):
        if side in (None, owner):
            modules = (
                ", ".join(
                    f"{m[0]} {m[1] or '?'}{f' from {GRID.name[m[4] - 1]}' if m[4] else ''}"
                    for m in state.modules[n]
                )
                or "none"
            )
            phones = "".join(f", {name} by field phone in {GRID.name[h]}" for name, h in state.phones[n])
            if state.todo[n] and state.to_move == CHANCE and state.secret_to in (None, owner):
                result.append(f"{TITLE[owner]} rolls for {errand(state, n)}")
            result.append(
                f"{TITLE[owner]}: {state.tp[n]} TP, {state.dsp[n]} DSP, chit {state.chit[n]}, artillery"
                f" {modules}{phones}"
            )
    return result


ERRANDS = {
    "i": "the class of group {}",
    "r": "the type of group {}",
    "l": "the leader of group {}",
    "m": "the ammunition of module {}",
    "g": "the gyrostabilizer of {}",
    "recon": "reconnaissance",
    "tp": "Tactical Points",
    "1tc": "the 1TC of {}",
    "ntc": "the NTC of {}",
    "bog": "unbogging {}",
    "shock": "Shock of {}",
    "wounded": "the wounded {}",
    "promotion": "battlefield promotion",
    "leader": "leader promotion",
    "repair": "a repair by {}",
    "scrap": "the repair of a lost {}",
    "captured": "the captured weapon of {}",
    "scrounge": "what {} scrounges",
    "immobile": "the repair of {}",
    "ammo": "the ammunition of {}",
    "clear": "clearance of a fortification",
    "cellar": "the Bog DR of {} in a cellar",
}
BY_UNIT = (
    "g",
    "1tc",
    "ntc",
    "bog",
    "shock",
    "wounded",
    "repair",
    "captured",
    "scrounge",
    "immobile",
    "ammo",
    "cellar",
)


def errand(state: PurpleHeartDraw, n: int) -> str:
    """What a side's next secret die is for, in words for its owner alone."""
    item = state.todo[n][0]
    if isinstance(item, str):
        return "redeployment"
    word = item[0]
    what = (
        title_of(state.kind[item[1]], NAMES[item[1]])
        if word in BY_UNIT
        else item[2]
        if word == "scrap"
        else item[1] + (word == "m")
        if len(item) > 1
        else ""
    )
    return str(ERRANDS.get(word, word)).format(what)


# ---------------------------------------------------------------- colors, for terminals that have them

PAINT: tuple[tuple[str, str], ...] = ((r"U\+|u\?|u\+", "bold blue"), (r"G\+|g\?|g\+", "bold red"))
