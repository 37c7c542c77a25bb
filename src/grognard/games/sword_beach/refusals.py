"""Why something is refused in Sword Beach: the words and clauses of choices, and of actions whose step is not
under way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.core.facts import Action, OnlyUnit
from grognard.core.hexes import set_of
from grognard.core.narration import join_names
from grognard.core.refusal import spoken
from grognard.core.ruling import Ruling

from .arrivals import absent, arrival_of, names
from .board import GRID
from .pieces import ADJECTIVE, ALLIED, ENEMY, LABEL, NAMES, SIDE, UNIT, display_name
from .position import Assault, Bombardment, Combat, DropAttack, Landing, Retreat, SwordBeach
from .verbs import (
    Advance,
    Attack,
    Beachhead,
    Bombard,
    Defend,
    Designate,
    Dropzone,
    Fight,
    Join,
    Lose,
    Move,
    Place,
    Raid,
    Record,
    Resist,
    Support,
    Target,
    UseMines,
    Withdraw,
    Yield,
    units_in,
)
from .verbs import Assault as StormBeach

# ---------------------------------------------------------------- units that do not act


def not_acting(side: str, waits: str = "") -> Callable[[SwordBeach, object, int, int], Ruling]:
    """Why a unit is not one of those that act in a phase of a side; `waits`: the clause for a unit that is
    still to come on.
    """
    turn = "FM-4.1.2" if side == ALLIED else "FM-4.1.3"

    def because(state: SwordBeach, frame: object, unit: int, hex_: int) -> Ruling:
        name = LABEL[unit]
        if SIDE[unit] != side:
            return Ruling(
                turn, f"{name} is {ADJECTIVE[SIDE[unit]]}; only {ADJECTIVE[side]} units act in this phase"
            )
        if (why := absent(state, unit)) is not None:
            return why
        how = (
            ("SB-11.2.4.a", "lands after the other Allied movement")
            if side == ALLIED
            else ("SB-J40", "enters in the German Movement Phase")
        )
        return Ruling(waits or how[0], f"{name} is not on the map; it {how[1]}")

    return because


# ---------------------------------------------------------------- choices within a combat


def refuse_defender(clause: str) -> Callable[[SwordBeach, Combat, OnlyUnit], list[Ruling]]:
    """Why a unit cannot be the one that takes the result: it is not in the hex, or it is alone there and need
    not be named.
    """

    def refuse(state: SwordBeach, frame: Combat, action: OnlyUnit) -> list[Ruling]:
        defenders = units_in(state, frame.hex, ENEMY[frame.attacker])
        name, hex_ = display_name(action.unit), GRID.name[frame.hex]
        if UNIT[action.unit] in defenders:
            return [Ruling(clause, f"{name} is alone in {hex_}; only a unit of a stack is chosen")]
        held = names(set_of(defenders)) or f"no {ADJECTIVE[ENEMY[frame.attacker]]} unit"
        return [Ruling(clause, f"{name} is not in {hex_}, which holds {held}")]

    return refuse


def refuse_loss(state: SwordBeach, frame: Combat, action: OnlyUnit) -> list[Ruling]:
    """FM-7.6.2: the loss falls on a unit that takes part, and only where the result asks for one."""
    if frame.result not in ("A1", "Ex"):
        because = (
            f"the result {frame.result} lets the attacker choose no loss"
            if frame.result
            else "the die is not rolled yet"
        )
        return [Ruling("FM-7.6.1", f"{because}; only A1 and Ex do" if frame.result else because)]
    force = join_names([LABEL[unit] for unit in frame.attackers], most=len(NAMES))
    return [
        Ruling(
            "FM-7.6.2", f"{display_name(action.unit)} does not attack here; the loss falls on one of {force}"
        )
    ]


def refuse_resistance(state: SwordBeach, frame: Combat, action: object) -> list[Ruling]:
    """FM-7.8: who may not stand fast, and when there is nothing to resist."""
    if frame.result == "held":
        return [Ruling("FM-7.8.1", "the defender has used stiff resistance in this combat")]
    if frame.result not in ("D2", "D3"):
        known = f"the result is {frame.result}" if frame.result else "the die is not rolled yet"
        return [Ruling("FM-7.8.1", f"stiff resistance answers D2 or D3; {known}")]
    return [
        Ruling(
            "FM-7.8.2",
            f"{LABEL[frame.defender]} is reduced; only a full-strength unit may use stiff resistance",
        )
    ]


def refuse_advance(state: SwordBeach, frame: Combat, action: OnlyUnit) -> list[Ruling]:
    """FM-7.9: who may not advance, and when no unit may."""
    hex_ = GRID.name[frame.hex]
    if frame.result == "held":
        return [Ruling("FM-7.8.2", "there is no advance after stiff resistance")]
    name, unit = display_name(action.unit), UNIT[action.unit]
    if SIDE[unit] != frame.attacker:
        return [Ruling("FM-7.9.2", f"{name} is on the defending side; defenders never advance")]
    if not state.steps[unit]:
        return [Ruling("FM-2.3.b", f"{name} is eliminated")]
    if unit not in frame.attackers:
        return [Ruling("FM-7.9.1", f"{name} does not attack {hex_}; only an attacking unit advances")]
    held = names(set_of(units_in(state, frame.hex, ENEMY[frame.attacker])))
    return [Ruling("FM-7.9.1", f"{held} is still in {hex_}; a unit advances only into an empty hex")]


# ----------------------------------------------- actions whose step is not under way, and no screen speaks of


def forbidden(state: SwordBeach, action: Action) -> list[Ruling]:
    """The clauses that forbid an action of another step, besides the screens of that step."""
    return spoken(_SPEAKERS, state, action)


Speak = Callable[[SwordBeach, Action], Ruling | None]


def landing_step(state: SwordBeach) -> int | None:
    """The step of the landings a position has come to; `None`: they are over."""
    base = state.stack[0] if state.stack else None
    return base.step if isinstance(base, Landing) else None


def _number(name: str) -> int:
    """The place of a step in the landings."""
    return [step.name for step in SwordBeach.procedures[Landing]].index(name)


def _in_landing(name: str, clause: str = "SB-11.2.a", over: str = "") -> Speak:
    """What is said of an action of one landing step before and after that step; `over` and its clause: of the
    step that is over.
    """

    def speak(state: SwordBeach, action: object) -> Ruling | None:
        now, own = landing_step(state), _number(name)
        if now is None or now > own:
            return Ruling(
                clause,
                over or ("this landing step is over" if now is not None else "the landings come before GT 1"),
            )
        if now == _number("german set-up") < own:
            return Ruling("SB-11.0.a", "the German player sets up first")
        order = "11.2.1, 11.2.2 and 11.2.3 are carried out in that order"
        return Ruling("SB-11.2.a", f"this landing step comes later: {order}") if now < own else None

    return speak


def _bombardment(state: SwordBeach, action: Bombard) -> Ruling | None:
    """Markers that do not bombard, and draws that are too large."""
    words = action.unit.split("+")
    if "mines" in words:
        return Ruling("SB-11.1.5.b.2", "the mines marker cannot be used in a bombardment")
    if any(word.startswith("naval") for word in words):
        return Ruling("SB-11.2.7.b", "naval gunfire supports beach assaults only")
    if strange := [word for word in words if word not in ("air", "guns")]:
        return Ruling(
            "FM-8.4.1", f"{strange[0]} is not a marker; a bombardment draws air or guns, such as air+guns"
        )
    return (
        Ruling("FM-8.4.1", f"{len(words)} markers are too many; a bombardment draws one or two")
        if len(words) > 2
        else None
    )


def under_way(state: SwordBeach) -> Combat | None:
    """The combat under way, a bombardment or an assault included."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Combat)), None)


_NO_RETREAT = {
    DropAttack: (
        "SB-11.2.2.6.d",
        "the German player may not use stiff resistance against units that dropped on a German unit",
    ),
    Assault: ("SB-J34", "a beach assault causes no retreat, so there is no stiff resistance"),
    Bombardment: ("FM-8.4.2", "a bombardment causes no retreat, so there is no stiff resistance"),
}
_NO_ADVANCE = {
    DropAttack: ("SB-11.2.2.6.a", "the attacking units are in the hex they attack, so none advances"),
    Assault: ("SB-J34", "no unit leaves its hex in a beach assault"),
    Bombardment: ("FM-8.4.2", "no unit advances after a bombardment"),
}
_NO_JOIN = {
    Assault: ("SB-11.2.3.2.a", "all units stacked in the hex assault, and no others"),
    Bombardment: ("FM-8.4.1", "no unit takes part in a bombardment"),
}


def _in_combat(
    clause: str, without: str, table: Mapping[type[Combat], tuple[str, str]] | None = None
) -> Speak:
    """What is said where no combat is under way, and what the combat under way leaves no room for."""

    def speak(state: SwordBeach, action: object) -> Ruling | None:
        fight = under_way(state)
        if fight is None:
            return Ruling(clause, without)
        result = (table or {}).get(type(fight))
        return Ruling(*result) if result else None

    return speak


def _support(state: SwordBeach, action: object) -> Ruling | None:
    """Markers in a combat in which the side to move may use none."""
    fight = under_way(state)
    if fight is None:
        return Ruling("FM-8.3.1", "no combat is under way; support markers are chosen in a combat")
    if isinstance(fight, Bombardment):
        if state.to_move == fight.attacker:
            return Ruling("FM-8.4.3", "the markers of a bombardment are declared with it")
        return Ruling("FM-8.4.2", "the defender may use no markers against a bombardment")
    if isinstance(fight, DropAttack):
        return Ruling("SB-11.2.2.6.c", "only the Allied player may use a marker in this attack, and only one")
    return None


def _join(state: SwordBeach, action: Action) -> Ruling | None:
    """A unit that joins: what this combat, its absence or its earlier attack says."""
    unit = UNIT.get(getattr(action, "unit", ""))
    if unit is None:
        return None
    if under_way(state) is not None:
        return _in_combat("FM-7.2.1", "", _NO_JOIN)(state, action)
    if state.fought >> unit & 1:
        return Ruling("FM-7.1.2", f"{LABEL[unit]} has attacked in this player turn")
    return absent(state, unit) or Ruling("FM-7.2.1", "no attack is under way that a unit could join")


def _retreat(state: SwordBeach, action: object) -> Ruling | None:
    retreating = any(isinstance(frame, Retreat) for frame in state.stack)
    return None if retreating else Ruling("FM-7.7.1", "no unit is retreating")


def _lose(state: SwordBeach, action: object) -> Ruling | None:
    return (
        Ruling("FM-7.6.2", "no combat result asks for a loss")
        if state.turn and under_way(state) is None
        else None
    )


def _mines(state: SwordBeach, action: object) -> Ruling | None:
    return (
        None
        if state.mines == "drawn"
        else Ruling("SB-11.1.5.b.1", "the mines marker has not just been drawn")
    )


def _another_combat(state: SwordBeach, action: object) -> Ruling | None:
    """FM-7.2.3: a combat is finished before the next is declared; and the draws a bombardment cannot make."""
    if isinstance(action, Bombard) and (ruling := _bombardment(state, action)) is not None:
        return ruling
    if isinstance(action, Bombard) and state.stack and state.step.name.endswith("mobile combat"):
        return Ruling("FM-4.1.8", "there is no bombardment in the Mobile Combat Phase")
    fight = under_way(state)
    return (
        None
        if fight is None
        else Ruling("FM-7.2.3", f"the combat in {GRID.name[fight.hex]} must be finished first")
    )


def _just_landed(state: SwordBeach, action: Action) -> Ruling | None:
    """SB-11.2.4.b: a reinforcement that has landed in this phase."""
    unit = UNIT.get(getattr(action, "unit", ""))
    if unit is None or state.step.name != "allied landings" or not state.landed >> unit & 1:
        return None
    arrival = arrival_of(unit)
    now = arrival is not None and arrival.turn == state.turn
    return (
        Ruling("SB-11.2.4.b", f"{LABEL[unit]} has landed and moves no further in this Movement Phase")
        if now
        else None
    )


_SPEAKERS: dict[type[Action], Speak] = {
    Record: _in_landing("german set-up", "SB-11.0.c", "the German set-up is recorded and cannot change"),
    Beachhead: _in_landing(
        "beachhead markers", "SB-11.2.1.1.c", "no beachhead marker is added after the landing step"
    ),
    Place: _in_landing("amphibious landing"),
    Dropzone: _in_landing("drop zone"),
    Designate: _in_landing("airborne designation"),
    Fight: _in_landing("attacks of units down on a German"),
    Raid: _in_landing("commando raid"),
    StormBeach: _in_landing("beach assaults"),
    Attack: _another_combat,
    Bombard: _another_combat,
    Move: _just_landed,
    Resist: _in_combat("FM-7.8.1", "no combat is under way; stiff resistance answers D2 or D3", _NO_RETREAT),
    Yield: _in_combat("FM-7.8.1", "no combat is under way; stiff resistance answers D2 or D3", _NO_RETREAT),
    Advance: _in_combat("FM-7.9.1", "no combat has emptied a hex", _NO_ADVANCE),
    Target: _in_combat("SB-11.2.3.3", "no bombardment is under way"),
    Defend: _in_combat("SB-11.2.4.f", "no attack is under way"),
    Lose: _lose,
    Withdraw: _retreat,
    Support: _support,
    Join: _join,
    UseMines: _mines,
}
