"""TLD-S.17: what follows a combat: its result, losses, retreat and advance."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core import after_combat
from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.ruling import Ruling

from .arrivals import FIRST_WAVE
from .board import GRID, place_name
from .fire import end_fire
from .pieces import (
    ALLIED,
    ASSAULT,
    ATTACK,
    DEFENCE,
    ENEMY,
    LABEL,
    NAMES,
    SIDE,
    UNIT,
    display_name,
)
from .position import MINE, Combat, LongestDay, fact
from .retreat import retreat
from .stacking import fits
from .verbs import (
    Advance,
    Lose,
    disrupt,
    eliminate,
    fighters,
    place,
    stir,
    unguarded,
)

MAY_FLOAT = FIRST_WAVE & ASSAULT  # TLD-S.12


def afloat_off(state: LongestDay, side: str, hexes: int) -> int:
    """Units that lie off hexes of a set."""
    result = 0
    for u in members(state.due & MAY_FLOAT) if side == ALLIED else ():
        if state.afloat[u] >= 0 and hexes >> state.afloat[u] & 1:
            result |= MINE[u]
    return result


def attacking(state: LongestDay, frame: Combat) -> str:
    return frame.side


def end_combat(state: LongestDay, clause: str) -> None:
    end_fire(state, clause)
    state.set(fact.naval, (), clause)


# ---------------------------------------------------------------- results


def hold_but_disrupted(state: LongestDay, frame: Combat) -> None:
    for u in fighters(state, frame.hex, ENEMY[frame.side]):
        disrupt(state, u, "TLD-S.8")


def defender_owes(state: LongestDay, frame: Combat) -> None:
    """DE and EX: units worth at least half the printed defence points in the hex."""
    units = fighters(state, frame.hex, ENEMY[frame.side])
    worth = sum(DEFENCE[u] for u in units)
    state.update("TLD-S.8", owed=worth, doomed=tuple(units))


def attacker_owes(state: LongestDay, frame: Combat) -> None:
    """AE: units worth at least half the printed attack of the attackers."""
    worth = sum(ATTACK[u] for u in frame.attackers)
    state.update("TLD-S.8", owed=worth, doomed=tuple(sorted(frame.attackers)))


def attacker_owes_as_much(state: LongestDay, frame: Combat) -> None:
    """EX: as many printed defence points as the defender lost."""
    state.update("TLD-S.8", owed=2 * frame.lost, doomed=tuple(sorted(frame.attackers)))


def loss_choices(state: LongestDay, frame: Combat) -> Sequence[Action]:
    if frame.owed <= 0:
        return ()
    return [Lose(NAMES[u]) for u in frame.doomed]


def lose(state: LongestDay, frame: Combat, action: Lose) -> None:
    """One unit goes; the question is put again until enough is lost."""
    unit = UNIT[action.unit]
    ours = SIDE[unit] == frame.side
    value = ATTACK[unit] if frame.result == "AE" else DEFENCE[unit]
    hex_ = state.at[unit]
    eliminate(state, unit, "TLD-S.8")
    if hex_ >= 0:
        unguarded(state, hex_, SIDE[unit])
    owed = frame.owed - 2 * max(value, 1)
    left = tuple(u for u in frame.doomed if u != unit)
    now: Combat = state.stack[-1]  # type: ignore[assignment]
    changed = replace(
        now, owed=owed if left else 0, doomed=left, lost=now.lost + (0 if ours else DEFENCE[unit])
    )
    if owed > 0 and left:
        changed = replace(changed, step=frame.step)
    state.replace(changed, "TLD-S.8")


def not_lost(state: LongestDay, frame: Combat, action: Lose) -> Sequence[Ruling]:
    if frame.owed <= 0:
        return [
            Ruling(
                "TLD-S.8",
                (
                    f"the result {frame.result} asks for no loss"
                    if frame.result
                    else "the die is not rolled yet"
                ),
            )
        ]
    return [
        Ruling(
            "TLD-S.8",
            f"{display_name(action.unit)} is not one of the units the loss falls on: {_names(frame.doomed)}",
        )
    ]


def _names(units: Sequence[int]) -> str:
    return ", ".join(LABEL[u] for u in units)


def loser(state: LongestDay, frame: Combat) -> str:
    return SIDE[frame.doomed[0]] if frame.doomed else frame.side


def drive_back(state: LongestDay, frame: Combat) -> None:
    """DR, DE, EX: the defenders that are left go back two hexes, disrupted."""
    for u in reversed(fighters(state, frame.hex, ENEMY[frame.side])):
        retreat(state, u, frame.hex, 2)


def fall_back(state: LongestDay, frame: Combat) -> None:
    """AR, AE: the attackers go back one hex, disrupted; those afloat stay afloat."""
    for u in sorted(frame.attackers, reverse=True):
        if state.at[u] >= 0:
            retreat(state, u, frame.hex, 1)
        elif state.afloat[u] >= 0:
            state.set_at(fact.disrupted, u, 1, "TLD-S.6")


# ---------------------------------------------------------------- advance


def hex_is_free(state: LongestDay, frame: Combat) -> bool:
    return frame.result not in ("AR", "AE", "off", "") and not state.held[ENEMY[frame.side]] >> frame.hex & 1


def able_to_advance(state: LongestDay, frame: Combat) -> list[int]:
    if not hex_is_free(state, frame):
        return []
    alive = [u for u in frame.attackers if state.at[u] >= 0 or state.afloat[u] >= 0]
    return sorted(u for u in alive if state.at[u] != frame.hex and fits(state, u, frame.hex))


def land_afloat(state: LongestDay, frame: Combat) -> None:
    """TLD-S.12: hex emptied, the units off it must land."""
    for u in members(afloat_off(state, frame.side, 1 << frame.hex)):
        stir(state, MINE[u], "TLD-S.12")
        place(state, u, frame.hex, "TLD-S.12")


def advance_choices(state: LongestDay, frame: Combat) -> Sequence[Action]:
    return after_combat.advance_choices(Advance, NAMES, able_to_advance(state, frame))


def no_advance(state: LongestDay, frame: Combat, action: Advance) -> Sequence[Ruling]:
    unit = UNIT[action.unit]
    if not hex_is_free(state, frame):
        why = (
            "the die is not rolled yet"
            if not frame.result
            else f"{place_name(frame.hex)} is not vacated ({frame.result})"
        )
        return [Ruling("TLD-S.17", why)]
    if unit not in frame.attackers:
        return [Ruling("TLD-S.17", f"{LABEL[unit]} did not attack {GRID.name[frame.hex]}")]
    if state.at[unit] < 0 and state.afloat[unit] < 0:
        return [Ruling("TLD-S.17", f"{LABEL[unit]} is not on the map")]
    if state.at[unit] == frame.hex:
        return [Ruling("TLD-S.17", f"{LABEL[unit]} has advanced")]
    return [Ruling("TLD-S.5", f"{GRID.name[frame.hex]} has no stacking room for {LABEL[unit]}")]


def advance(state: LongestDay, frame: Combat, action: Action) -> None:
    """TLD-S.17: zones of control are ignored."""
    if isinstance(action, Advance):
        unit = UNIT[action.unit]
        # TLD-B.7: a supply unit whose guard advances is not lost by that
        place(state, unit, frame.hex, "TLD-S.17")
        state.goto(frame.step, "TLD-S.17")
