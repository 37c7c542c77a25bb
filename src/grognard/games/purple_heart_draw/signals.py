"""PHD-TM13, PHD-MSR9: field phones and radios of the artillery: where a wire runs, and who carries what."""

from __future__ import annotations

from grognard.core.hexes import Hex, Hexes, letters, members, set_of

from .board import COLUMN, COLUMNS, GRID, ROW, ROWS
from .ground import Zones
from .pieces import CLOAKED, KINDS, LEADER, NAMES, NUMBER, PRISONER, TITLE
from .position import Mask, PurpleHeartDraw, Reason, SideOf, fact, ground, own
from .registration import MODULES
from .units import display_name, is_infantry, on_map

# ---------------------------------------------------------------- PHD-TM13: field phones

MAP_EDGE = Hexes(ROW[1] | ROW[ROWS] | COLUMN["A"] | COLUMN[letters(COLUMNS)])


def wired(zones: Zones, n: int) -> int:
    """PHD-TM13: hexes from which a wire reaches a map-edge hex the side controls, over nothing but ground it
    controls.
    """
    home = zones.friendly(n)
    return GRID.flood(home & MAP_EDGE, home)


def unwired(state: PurpleHeartDraw, side: str) -> int:
    """Modules that could have a phone: the 60mm has a radio alone."""
    n = NUMBER[side]
    have = {name for name, _ in state.phones[n]}
    return set_of(
        i for i, m in enumerate(state.modules[n][: len(MODULES)]) if m[0] != "60mm" and MODULES[i] not in have
    )


def posts(state: PurpleHeartDraw, side: str) -> int:
    """Where a phone can be: with Infantry of the side, its wire home."""
    men = 0
    for u in on_map(state, side):
        if is_infantry(state, u) and not state.status[u] & (PRISONER | CLOAKED):
            men |= 1 << state.at[u]
    return wired(ground(state), NUMBER[side]) & men


def why_no_post(side_of: SideOf) -> Reason:
    """PHD-TM13: the one thing that keeps a field phone out of a hex."""

    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        side, name = side_of(state, frame), GRID.name[hex_]
        if hex_ not in {state.at[u] for u in infantry_of(state, side)}:
            return f"{name} holds no {TITLE[side]} Infantry that could use a phone"
        return f"no wire leads from {name} to a map-edge hex over ground the {TITLE[side]} side controls"

    return why


def phone(state: PurpleHeartDraw, side: str, module: int, hex_: int) -> None:
    n = NUMBER[side]
    state.set_at(fact.phones, n, tuple(sorted((*state.phones[n], (MODULES[module], hex_)))), "PHD-TM13")


def judge_wires(state: PurpleHeartDraw, side: str) -> None:
    """PHD-TM13: the security area is judged when the scenario starts; a wire that is cut leaves the module a
    radio.
    """
    n = NUMBER[side]
    good = posts(state, side)
    remaining = tuple(row for row in state.phones[n] if good >> row[1] & 1)
    if remaining != state.phones[n]:
        state.set_at(fact.phones, n, remaining, "PHD-TM13")
        state.note(
            "PHD-TM13",
            "The wire of a field phone does not reach the map edge; the module has a radio",
            to=side,
        )


# ---------------------------------------------------------------- PHD-MSR9: radios


def observers(side_of: SideOf) -> Mask:
    """PHD-MSR9: Infantry that could carry a radio that no unit carries yet."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        side = side_of(state, frame)
        men = infantry_of(state, side)
        if state.lull or len(state.modules[NUMBER[side]]) - len(state.phones[NUMBER[side]]) <= len(
            with_radio(state, men)
        ):
            return 0
        return set_of(u for u in men if "RADIO" not in state.gear[u])

    return mask


def why_not_carried(side_of: SideOf) -> Reason:
    """PHD-MSR9: the one thing that keeps a unit from carrying a radio."""

    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        side, name = side_of(state, frame), state.display_name(NAMES[unit])
        if unit not in infantry_of(state, side):
            return f"{name} is not Infantry of the {TITLE[side]} side"
        if "RADIO" in state.gear[unit]:
            return f"{name} has a radio"
        return "no radio is issued in a Lull" if state.lull else "every radio of the side is carried"

    return why


def infantry_of(state: PurpleHeartDraw, side: str) -> list[int]:
    """Infantry that could use a radio; PHD-C5.31.b: a cloaked Reserve does nothing."""
    return [
        u
        for u in members(own(state, side))
        if is_infantry(state, u) and not state.status[u] & (PRISONER | CLOAKED)
    ]


def with_radio(state: PurpleHeartDraw, men: list[int]) -> list[int]:
    return [u for u in men if "RADIO" in state.gear[u]]


def carry(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    state.set_at(fact.gear, unit, (*state.gear[unit], "RADIO"), "PHD-MSR9")


def issue_radios(state: PurpleHeartDraw, side: str) -> None:
    """PHD-MSR9, PHD-TM13: a module without a phone has a radio; what the owner did not give out goes to
    leaders first.
    """
    judge_wires(state, side)
    men = infantry_of(state, side)
    wanted = len(state.modules[NUMBER[side]]) - len(state.phones[NUMBER[side]])
    holders = with_radio(state, men)
    for u in holders[max(wanted, 0) :]:
        state.set_at(fact.gear, u, tuple(g for g in state.gear[u] if g != "RADIO"), "PHD-TM13")
    free = sorted(
        (u for u in men if "RADIO" not in state.gear[u]),
        key=lambda u: (KINDS[state.kind[u]].type != LEADER, len(state.gear[u]), u),
    )
    for u in free[: max(wanted - len(holders), 0)]:
        state.set_at(fact.gear, u, (*state.gear[u], "RADIO"), "PHD-MSR9")
        state.note("PHD-MSR9", "No radio carrier was chosen; {} carries it", display_name(state, u), to=side)
