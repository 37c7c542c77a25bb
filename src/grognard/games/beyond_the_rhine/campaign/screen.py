"""The position on the map in the terminal: turn, weather, stacks, dumps, what is to be done."""

from __future__ import annotations

from grognard.core.hexes import members
from grognard.core.ruling import counted

from ..supply import tokens
from .board import BOARD, GRID
from .pieces import ADJECTIVE, LABEL, OF_SIDE, PIECES, SCENARIOS, SIDES, STEPS
from .position import Campaign
from .supply import in_trace, working
from .verbs import level, showing, stores
from .victory import standing
from .zones import covered, is_covered_from


def screen(state: Campaign, side: str | None = None) -> str:
    """The whole position, or under fog what a side may look at."""
    state = state if side is None or state.viewer is not None else state.known_to(side)
    blocks = [head(state)] + [stacks(state, one) for one in SIDES]
    return "\n\n".join("\n".join(block) for block in blocks)


def head(state: Campaign) -> list[str]:
    lines = [
        f"Beyond the Rhine on the map - {SCENARIOS[state.scenario]['title']}; {state.date}; "
        f"ground {state.ground}, flight {state.flight}"
    ]
    if end := state.outcome():
        return [*lines, f"Game over: {end.level} [{end.clause}]"]
    _winner, level_ = standing(state)
    lines.append(
        f"As it stands: {level_}; steps lost: Allied {state.steps_lost[0]}, German {state.steps_lost[1]}"
    )
    mover = ADJECTIVE.get(str(state.to_move), "dice")
    return [*lines, f"Step: {state.step.label or state.purpose} ({mover}) [{state.step.clause}]"]


def stacks(state: Campaign, side: str) -> list[str]:
    """Each stack with its counters, and the dumps."""
    known = not is_covered_from(state, side)
    traced, dumps = in_trace(state, side) if known else -1, stores(state, side)
    lines = [f"{ADJECTIVE[side]}: sources {', '.join(GRID.names(working(state, side))) or 'none'}"]
    for hex_ in sorted(set(state.here) | set(dumps)):
        units = members(state.here.get(hex_, 0) & OF_SIDE[side])
        if not units and hex_ not in dumps:
            continue
        place = BOARD.names.get(hex_, "")
        words = [unit_words(state, unit, bool(traced >> unit & 1)) for unit in units]
        if count := covered(state, side, hex_):
            words.append(counted(count, "more counter"))
        if hex_ in dumps:
            words.append(f"dump {tokens(dumps[hex_])}")
        if dug := level(state, hex_):
            words.append(f"hedgehog {dug}")
        lines.append(f"  {GRID.name[hex_]:>6} {place:<12} {'; '.join(words)}")
    return lines


def unit_words(state: Campaign, unit: int, traced: bool) -> str:
    """A counter as a player reads it: figures of the side that shows, and its markers."""
    piece, bit = PIECES[unit], 1 << unit
    face = piece.faces[showing(state, unit)]
    strength = f"[{face.strength}]" if piece.bracket else str(face.strength or f"b{face.barrage}")
    text = f"{LABEL[unit]} {strength}-{face.action}-{face.allowance}"
    if STEPS[unit] > 1:
        text += f" {STEPS[unit] - state.lost[unit]}/{STEPS[unit]} steps"
    marks = [
        name
        for name, bits in (
            ("reserve", state.reserve),
            ("DG", state.dg),
            ("exploit", state.exploit),
            ("OOS", state.oos),
        )
        if bits & bit
    ]
    marks += [state.mode[unit]] * (state.mode[unit] != "combat") + ["low", "exhausted"][
        state.stock[unit] - 1 : state.stock[unit]
    ] * bool(state.stock[unit])
    marks += [f"{state.load[unit]}T"] * bool(state.load[unit]) + ["no trace"] * (not traced)
    return text + (f" ({', '.join(marks)})" if marks else "")
