"""ASL-A11.62: vehicles attack Infantry of their Location in close combat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Action, Frame
from grognard.core.procedure import NO_OUTCOME, Auto, Chance
from grognard.core.ruling import Modifier, Ruling, total

from . import checks, commanders, shortage, vehicles, veiled
from .alert import watch
from .forces import NAMES, SIDE, UNIT, VEHICLE_NAMES, VEHICLE_NUMBER, VEHICLE_SIDE
from .odds import TWO_DICE as ODDS
from .position import V_RAKED, V_SHAKEN, Assault, Firefight, Raking
from .shelling import confirmed
from .sniper import release
from .tables import kill_number
from .tank_close import CLOSE_COMBAT, value
from .units import known_in, name, settle
from .vehicles import MG_JAMMED, machine_guns, model
from .victory import check_victory
from .words import TWO_DICE, Dice, Rake

JAMS = 12

# ---------------------------------------------------------------- who, and what it is worth


def guns(state: Firefight, vehicle: int) -> list[str]:
    """ASL-A11.62, FF-OR5: the machine guns that count in close combat: never the one in the bow; one on the
    roof that points where the hull does by the option.
    """
    fixed = not model(state, vehicle).aamg_turns and state.options.stug_aamg_in_cc == "no"
    return [gun for gun in machine_guns(state, vehicle) if gun != "bmg" and not (fixed and gun == "aamg")]


def power(state: Firefight, vehicle: int) -> Fraction:
    whole = Fraction(sum(int(getattr(model(state, vehicle), gun)) for gun in guns(state, vehicle)))
    return whole / 2 if vehicles.is_rolling(state, vehicle) else whole


def attackers(state: Firefight, side: str) -> list[int]:
    """The vehicles of a side that have not attacked yet, with Known enemies on foot in their Location."""
    return [
        v
        for v in vehicles.on_map(state, side)
        if vehicles.is_active(state, v)
        and not vehicles.has(state, v, V_RAKED)
        and power(state, v)
        and known_in(state, side, state.vehicle_at[v])
    ]


def rakes(side_of: Callable[[Firefight, object], str]) -> Callable[[Firefight, object], Sequence[Action]]:
    def found(state: Firefight, frame: object) -> Sequence[Action]:
        side = side_of(state, frame)
        return [
            Rake(VEHICLE_NAMES[v], NAMES[u])
            for v in attackers(state, side)
            for u in known_in(state, side, state.vehicle_at[v])
        ]

    return found


def refuse(state: Firefight, frame: object, action: object) -> Ruling | None:
    words = (
        "a vehicle attacks a Known enemy of its Location once, after it could be attacked, with machine guns"
    )
    return Ruling("ASL-A11.62", f"{words} that it mans") if isinstance(action, Rake) else None


def rake(state: Firefight, frame: Frame, action: Action) -> None:
    assert isinstance(action, Rake)
    vehicle, unit = VEHICLE_NUMBER[action.unit], UNIT[action.enemy]
    vehicles.flag(state, vehicle, V_RAKED, "ASL-A11.62")
    commanders.reveal(state, vehicle)
    state.note("ASL-A11.62", "{} attacks {}", vehicles.name(state, vehicle), name(state, unit), kind="attack")
    side, hex_ = VEHICLE_SIDE[vehicle], int(state.vehicle_at[vehicle])
    state.call(Raking(side, hex_, vehicle, unit), "ASL-A11.62")


def number(state: Firefight, frame: Raking) -> tuple[int, str]:
    """The Kill Number and the odds: firepower against what the target is worth against vehicles."""
    unit = frame.unit
    worth = value(state, Assault(SIDE[unit], frame.hex, CLOSE_COMBAT, unit, frame.vehicle))
    return kill_number(power(state, frame.vehicle) * veiled.factor(state, [unit]), Fraction(worth))


def modifiers(state: Firefight, frame: Raking) -> list[Modifier]:
    shaken = vehicles.has(state, frame.vehicle, V_SHAKEN)
    found = [Modifier(1, "ASL-D5.34", "the crew was stunned")] if shaken else []
    return found + commanders.modifiers(state, frame.vehicle)


ELIMINATED, REDUCED, NOTHING = "eliminated", "reduced", "unharmed"


def outcome(kill: int, final: int) -> str:
    """ASL-A11.11: below the Kill Number eliminated, at it reduced."""
    return ELIMINATED if final < kill else REDUCED if final == kill else NOTHING


def chances(state: Firefight, frame: Raking) -> dict[str, Fraction]:
    """The exact chance of every result."""
    (kill, _), drm, found = number(state, frame), total(modifiers(state, frame)), dict[str, Fraction]()
    for dice, chance in ODDS.items():
        one = outcome(kill, dice + drm)
        found[one] = found.get(one, Fraction(0)) + chance
    return found


# ---------------------------------------------------------------- the dice


def throw(state: Firefight, frame: Raking, action: Dice) -> None:
    watch(state, frame.side, action.colored + action.white, [state.vehicle_at[frame.vehicle]])
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-A11.62")


def about(state: Firefight, frame: Raking) -> str:
    kill, odds = number(state, frame)
    who, goal = vehicles.name(state, frame.vehicle), name(state, frame.unit)
    return f"{who} against {goal}, {odds}: below {kill}, {total(modifiers(state, frame)):+d}"


def resolve(state: Firefight, frame: Raking) -> None:
    """ASL-A11.62, ASL-D3.7: the target suffers; an Original 12 breaks the machine guns."""
    frame = state.stack[-1]  # type: ignore[assignment]
    kill, _ = number(state, frame)
    dice, drm = sum(frame.dice), total(modifiers(state, frame))
    found = outcome(kill, dice + drm)
    words = "below {}: dice {}, modifiers {:+d}: {}"
    state.note("ASL-A11.62", words, kill, dice, drm, found, kind="result")
    if dice >= JAMS - shortage.vehicle_lower(state, frame.vehicle):
        bits = sum(MG_JAMMED[gun] for gun in guns(state, frame.vehicle))
        vehicles.flag(state, frame.vehicle, bits, "ASL-D3.7")
    if found != NOTHING:
        suffer = checks.lose if found == ELIMINATED else checks.cut
        checks.call(state, suffer(state, frame.unit, "ASL-A11.62"), "ASL-A11.62")


def finish(state: Firefight, frame: Raking) -> None:
    settle(state, "ASL-A11.62")
    check_victory(state)
    release(state)


RAKING = (
    confirmed(Raking, "raking shot", "before the attack of a vehicle in close combat: shot", "ASL-A11.62"),
    Chance(
        clause="ASL-A11.62",
        name="raking",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else TWO_DICE,
        apply=throw,
        about=about,
        rolls=(Dice,),
    ),
    Auto(clause="ASL-A11.62", do=resolve),
    Auto(clause="ASL-A11.62", do=finish),
)
