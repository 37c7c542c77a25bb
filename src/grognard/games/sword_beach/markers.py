"""The Support Fire Markers Phase (FM-4.1.1): weather (SB-14.1), Caen's two markers, the cups,
replacements.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import DONE, Action
from grognard.core.hexes import NOWHERE, members
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Outcomes, Step
from grognard.core.ruling import Ruling

from .arrivals import LAST_DROP_ZONE_TURN, SCHEDULE, absent, due
from .fire import CUP_NAMES, cup_weights
from .pieces import ALLIED, COMMANDO, KIND, MOBILE, NAMES, OF_SIDE, SIDE, UNIT, display_name, read
from .position import SwordBeach, Turn, fact
from .supply import cut_off
from .tables import AIR, ALLOTMENT, CUPS, EMPTY, GUNS, THEIRS, minus, without
from .verbs import Draw, Replace, Roll

CAEN_MARKERS = int(SCHEDULE["limits"]["caen_markers"])  # SB-11.1.5.d

# ---------------------------------------------------------------- SB-14.1.a: the weather of the turn

WEATHER = {die: str(row["weather"]) for row in read("weather.toml")["result"] for die in row["rolls"]}


def weather_due(state: SwordBeach, frame: Turn) -> Outcomes:
    rolled = frame.to_lose or state.weather != "unknown"
    return DIE if state.options.weather and state.turn >= 2 and not rolled else NO_OUTCOME


def roll_weather(state: SwordBeach, frame: Turn, action: Roll) -> None:
    state.set(fact.weather, WEATHER[action.face], "SB-14.1.a")
    state.note("SB-14.1.a", "Weather: die {}, {}", action.face, state.weather)


def forget_weather(state: SwordBeach, frame: Turn) -> None:
    state.set(fact.weather, "unknown", "SB-14.1.a")


# ---------------------------------------------------------------- SB-11.2.2.7.b


def drop_zones_end(state: SwordBeach, frame: Turn) -> bool:
    return state.turn == LAST_DROP_ZONE_TURN + 1


def lift_drop_zones(state: SwordBeach, frame: Turn) -> None:
    state.set(fact.drop_zones, NOWHERE, "SB-11.2.2.7.b")
    state.set(fact.drop_supply, False, "SB-11.2.2.7.b")


# ---------------------------------------------------------------- FM-8.1.1: the cups


def fill_cups(state: SwordBeach, frame: object) -> None:
    """FM-8.1.1: both allotments whole again, less permanent losses; bad weather keeps the aircraft out
    (SB-14.1.c).
    """
    grounded = state.weather == "inclement"
    state.set_at(
        fact.cups, AIR, EMPTY if grounded else ALLOTMENT[AIR], "SB-14.1.c" if grounded else "SB-11.2.6.b"
    )
    state.set_at(fact.cups, GUNS, ALLOTMENT[GUNS], "SB-11.2.6.a")
    state.set_at(fact.cups, THEIRS, minus(ALLOTMENT[THEIRS], state.lost), "SB-11.1.5.a")
    if state.mines != "lost":
        state.set(fact.mines, "cup", "SB-J28")


def cups_due(state: SwordBeach, frame: Turn) -> bool:
    """SB-J25: what the landings used stays used on GT 1."""
    return state.turn > 1 or state.options.landing_fire == "extra"


# ---------------------------------------------------------------- markers lost at random


def caen_due(state: SwordBeach, frame: Turn) -> bool:
    return state.caen_due


def begin_caen_loss(state: SwordBeach, frame: Turn) -> None:
    state.set(fact.caen_due, False, "SB-11.1.5.d")
    state.update("SB-11.1.5.d", to_lose=("german",) * CAEN_MARKERS)


def losing(state: SwordBeach, frame: Turn) -> Outcomes:
    """SB-J27: the mines marker is spared unless the players agreed otherwise."""
    if not frame.to_lose:
        return NO_OUTCOME
    return cup_weights(state, CUPS.index(frame.to_lose[0]), mines=state.options.mines_can_be_lost)


def take_out(state: SwordBeach, frame: Turn, action: Draw, for_good: bool) -> None:
    clause = "SB-11.1.5.d" if for_good else "SB-14.1.d"
    which, how = CUP_NAMES[action.cup], "removed from the game" if for_good else "out for this GT"
    mark = (
        "The mines marker"
        if action.marker == "mines"
        else f"{which[:1].upper()}{which[1:]} support marker {action.marker}"
    )
    state.note(clause, "{} is {}", mark, how)
    if action.marker == "mines":
        state.set(fact.mines, "lost" if for_good else "out", clause)
    else:
        cup, value = CUPS.index(action.cup), int(action.marker)
        state.set_at(fact.cups, cup, without(state.cups[cup], value), clause)
        if for_good:
            state.set(fact.lost, minus(state.lost, _one(value)), clause)
    state.replace(replace(frame, to_lose=frame.to_lose[1:]), clause)


def _one(value: int) -> tuple[int, ...]:
    """A cup that lacks one marker: taking it from a cup of losses adds one there."""
    return without(EMPTY, value)


def lose_for_good(state: SwordBeach, frame: Turn, action: Draw) -> None:
    take_out(state, frame, action, for_good=True)


def lose_for_now(state: SwordBeach, frame: Turn, action: Draw) -> None:
    take_out(state, frame, action, for_good=False)


def storm_die(cup: str) -> Chance[SwordBeach, Turn]:
    """SB-14.1.d: a side's die, and as many of its markers out for this turn."""

    def outcomes(state: SwordBeach, frame: Turn) -> Outcomes:
        return DIE if state.weather == "inclement" and not frame.to_lose else NO_OUTCOME

    def apply(state: SwordBeach, frame: Turn, action: Roll) -> None:
        # the step moves on by itself: this die is rolled once
        state.replace(replace(frame, to_lose=(cup,) * action.face, step=frame.step + 1), "SB-14.1.d")

    return Chance(
        clause="SB-14.1.d",
        name=f"storm loss, {cup} cup",
        title=f"marker loss of the {CUP_NAMES[cup]} cup in inclement weather",
        outcomes=outcomes,
        apply=apply,
        about=lambda state, frame: f"the number of markers the {CUP_NAMES[cup]} cup loses",
    )


def losses_step(clause: str, for_good: bool) -> Chance[SwordBeach, Turn]:
    apply = lose_for_good if for_good else lose_for_now
    return Chance(
        clause=clause,
        name="marker lost",
        outcomes=losing,
        apply=apply,
        about=lambda state, frame: f"the marker the {CUP_NAMES[frame.to_lose[0]]} cup loses",
        rolls=(Draw,),
    )


def cup_ran_out(state: SwordBeach, frame: Turn) -> bool:
    return bool(frame.to_lose)


def forget_losses(state: SwordBeach, frame: Turn) -> None:
    """FM-8.1.3: a cup gives no more than it holds."""
    state.update("FM-8.1.3", to_lose=())


# ---------------------------------------------------------------- SB-11.2.5: replacements


def replacement_kind(turn: int) -> str:
    """SB-11.2.5.b, SB-11.2.5.c: leg on even turns from GT 2, mobile on odd turns from GT 3."""
    if turn < 2:
        return ""
    return "mobile" if turn % 2 else "leg"


def unsupplied(state: SwordBeach) -> int:
    """SB-11.2.5.d, SB-J17: the units that cannot be rebuilt for want of supply."""
    return state.cut_off if state.options.replacement_supply == "last_check" else cut_off(state)


def replacements(state: SwordBeach, frame: Turn) -> Sequence[Action]:
    """SB-11.2.5.a, SB-11.2.5.d: one reduced unit on the map, in supply; SB-J39: the commando counts as
    supplied.
    """
    if state.turn < 2:
        return ()
    kind = MOBILE if state.turn % 2 else ~MOBILE
    weak = [u for u in members(OF_SIDE[ALLIED] & state.on_map & kind) if state.steps[u] == 1]
    if not weak:
        return ()
    cut = unsupplied(state)
    if not state.options.commando_replaced:
        cut |= COMMANDO
    able = [Replace(NAMES[u]) for u in weak if not cut >> u & 1]
    return [DONE, *able] if able else ()


def refuse_replacement(state: SwordBeach, frame: object, action: Replace) -> list[Ruling]:
    """Every reason why a unit cannot be rebuilt now."""
    unit, name, kind = UNIT[action.unit], display_name(action.unit), replacement_kind(state.turn)
    if SIDE[unit] != ALLIED:
        return [Ruling("SB-11.1.4", f"{name} is German; the Germans receive no replacements")]
    rulings = (
        []
        if kind
        else [Ruling("SB-11.2.5.b", f"the first replacement point comes on GT 2; now: {state.date}")]
    )
    if (why := absent(state, unit)) is not None:
        rulings.append(why)
    elif state.steps[unit] == 2:
        rulings.append(Ruling("SB-11.2.5.a", f"{name} is at full strength; a point restores a reduced unit"))
    if kind and kind != KIND[unit]:
        clause = "SB-11.2.5.b" if kind == "leg" else "SB-11.2.5.c"
        rulings.append(
            Ruling(
                clause, f"the point of GT {state.turn} is for a {kind} unit; {name} is a {KIND[unit]} unit"
            )
        )
    if COMMANDO >> unit & 1 and not state.options.commando_replaced:
        rulings.append(Ruling("SB-J39", f"{name} receives no replacements, as agreed"))
    elif unsupplied(state) >> unit & 1:
        rulings.append(Ruling("SB-11.2.5.d", f"{name} is out of supply"))
    return rulings


def rebuild(state: SwordBeach, frame: Turn, action: Action) -> None:
    """SB-11.2.5.a; the frame notes that the point is spent, until the reinforcements of the turn are looked
    up.
    """
    if isinstance(action, Replace):
        state.set_at(fact.steps, UNIT[action.unit], 2, "SB-11.2.5.a")
        state.update("SB-11.2.5.a", spent=True)


def lose_point(state: SwordBeach, frame: Turn) -> None:
    """SB-11.2.5.e: a point not spent is lost, whether or not a unit could have taken it; then the arrivals of
    the turn.
    """
    if frame.spent:
        state.update("SB-11.2.5.e", spent=False)
    elif kind := replacement_kind(state.turn):
        state.note("SB-11.2.5.e", "The {} replacement point of GT {} is unused and lost", kind, state.turn)
    due(state, frame)


MARKERS_PHASE: tuple[Step[SwordBeach, Turn], ...] = (
    Auto(
        clause="SB-14.1.a",
        do=forget_weather,
        due=lambda state, frame: state.options.weather and state.turn >= 2,
    ),
    Chance(
        clause="SB-14.1.a",
        name="weather",
        outcomes=weather_due,
        apply=roll_weather,
        about=lambda state, frame: "the weather",
    ),
    Auto(clause="SB-11.2.2.7.b", do=lift_drop_zones, due=drop_zones_end),
    Auto(clause="FM-4.1.1", do=fill_cups, due=cups_due),
    Auto(clause="SB-11.1.5.d", do=begin_caen_loss, due=caen_due),
    losses_step("SB-11.1.5.d", for_good=True),
    Auto(clause="FM-8.1.3", do=forget_losses, due=cup_ran_out),
    storm_die("german"),
    losses_step("SB-14.1.d", for_good=False),
    Auto(clause="FM-8.1.3", do=forget_losses, due=cup_ran_out),
    storm_die("guns"),
    losses_step("SB-14.1.d", for_good=False),
    Auto(clause="FM-8.1.3", do=forget_losses, due=cup_ran_out),
    Ask(
        clause="SB-11.2.5.a",
        name="allied replacements",
        title="Allied replacements",
        side=ALLIED,
        choices=replacements,
        apply=rebuild,
        takes=(Replace,),
        names=NAMES,
        refuse=refuse_replacement,
    ),
)
