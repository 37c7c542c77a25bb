"""TLD-S.2: the sequence of play: a player can proof-read it from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Ask, Auto, Phase, Pick, Screen, Step
from grognard.core.ruling import Ruling

from . import verbs
from .arrivals import (
    come_back,
    deliveries,
    delivery_hexes,
    newly_due,
    put_supply,
    replaceable,
    replacements_due,
    withdraw_divisions,
)
from .board import BEACHES, place_name
from .combat import COMBAT_STEPS, combat
from .command import chain
from .days import date_words
from .defacto import FORMING
from .fire import BARRAGE, SPENDING, defensive_fire, other_side
from .ledger import LATER, REPLACEMENT
from .movement import movement, note_mixed
from .orders import WRITING, orders_phase, review
from .pieces import (
    ADJECTIVE,
    ALLIED,
    COMBAT,
    ENEMY,
    GERMAN,
    HQ,
    LABEL,
    NAMES,
    OF_SIDE,
    SIDE,
    SUPPLY,
    UNIT,
    display_name,
)
from .position import (
    SUPPLY_NUMBER,
    Barrage,
    Combat,
    Day,
    Drafting,
    Forming,
    LongestDay,
    Pencil,
    Retreat,
    Segment,
    Spending,
    Writing,
    fact,
)
from .retreat import RETREAT
from .sets import DRAFTING, PENCIL
from .stacking import excess
from .supply import count_resets, exposed, judge_movement, surrendering
from .surplus import review_named, surplus
from .victory import count_dry, judge

# ---------------------------------------------------------------- REPLACEMENT (TLD-S.15)


def begin_segment(state: LongestDay, frame: Segment) -> None:
    """Units due, HQs due back, withdrawals; what stirred in this side's last segment is forgotten
    (TLD-S.17)."""
    side = frame.side
    state.set(fact.stirred, state.stirred & ~OF_SIDE[side], "TLD-S.17")
    state.set(fact.staffed, False, "TLD-S.15")
    if side == GERMAN:
        withdraw_divisions(state)
    due = newly_due(state, side) & ~(state.on_map | state.dead | state.gone)
    if due:
        state.add(fact.due, due, "TLD-S.11")
    come_back(state, side)
    review_named(state, side)
    review(state, side)  # TLD-S.15 (1) and (2): orders bite by their date; the ledger is looked over
    state.set(fact.delivery, deliveries(state.day, side), "TLD-S.14")
    state.set(fact.replacements, replacements_due(state.day, side), "TLD-S.15")


PLACES = [*sorted(BEACHES), "entry"]
_place = {name: number for number, name in enumerate(PLACES)}


def open_deliveries(state: LongestDay, frame: Segment) -> int:
    """A closed beach loses its delivery."""
    return set_of(_place[name] for name, count in state.delivery if count and delivery_hexes(state, name))


def with_deliveries(state: LongestDay, frame: Segment) -> int:
    return set_of(_place[name] for name, count in state.delivery if count)


def deliver(state: LongestDay, frame: Segment, number: int, hex_: int) -> None:
    left = tuple((name, count - (name == PLACES[number])) for name, count in state.delivery)
    state.set(fact.delivery, left, "TLD-S.14")
    put_supply(state, frame.side, hex_, "TLD-S.14")


def no_delivery(state: LongestDay, frame: Segment, number: int, hex_: int) -> str:
    """Why nothing is landed at a place: the other side's, or its supply units of today have landed."""
    place, side = PLACES[number], frame.side
    if (place == "entry") != (side == GERMAN):
        return (
            f"{ADJECTIVE[side]} supply units arrive"
            f" {'by an entry hex' if side == GERMAN else 'over a beach'}, not at {place}"
        )
    return f"no supply unit is left to land at {place} today"


def delivery_phase(side: str) -> Phase:
    return Phase(
        clause="TLD-S.14",
        name=f"{side} supply delivery",
        title=f"{ADJECTIVE[side]} supply delivery",
        side=side,
        picks=(
            Pick(
                verb=verbs.Deliver,
                names=PLACES,
                kind="beach",
                units=(
                    Screen(
                        "TLD-S.14",
                        "{unit} is closed: enemy combat units hold all its hexes",
                        open_deliveries,
                        last=True,
                    ),
                    Screen("TLD-S.14", no_delivery, with_deliveries, implied=True),
                ),
                hexes=(
                    Screen(
                        "TLD-S.14",
                        "{hex} is enemy-occupied",
                        lambda state, frame: ~state.held[ENEMY[side]],
                        implied=True,
                    ),
                    Screen(
                        "TLD-S.14",
                        "{hex} is not a beach hex of {unit}",
                        lambda state, frame: lambda n: delivery_hexes(state, PLACES[n]),
                        each=True,
                    ),
                ),
                apply=deliver,
            ),
        ),
    )


def may_replace(state: LongestDay, frame: Segment) -> int:
    return replaceable(state, frame.side) if state.replacements else 0


def bring_back(state: LongestDay, frame: Segment, unit: int, hex_: int) -> None:
    state.set(fact.replacements, state.replacements - 1, "TLD-S.15")
    state.remove(fact.dead, 1 << unit, "TLD-S.15")
    state.set_at(fact.unfed, unit, -1, "TLD-S.15")  # it comes back, by any beach or entry hex
    state.add(fact.due, 1 << unit, "TLD-S.15")


def replacement_phase(side: str) -> Phase:
    return Phase(
        clause="TLD-S.15",
        name=f"{side} replacements",
        title=f"{ADJECTIVE[side]} replacements",
        side=side,
        picks=(
            Pick(
                verb=verbs.Replace,
                names=NAMES,
                units=(
                    Screen("TLD-S.15", "{unit} cannot be replaced today", may_replace, last=True),
                    Screen(
                        "TLD-S.2", other_side, lambda state, frame: OF_SIDE[side], implied=True, decisive=True
                    ),
                    Screen(
                        "TLD-B.12",
                        "{unit} has surrendered and never returns",
                        lambda state, frame: ~state.surrendered,
                        implied=True,
                    ),
                    Screen(
                        "TLD-S.19",
                        "{unit} is an HQ; it returns three days after its loss, without a replacement",
                        lambda state, frame: ~HQ,
                        implied=True,
                    ),
                    Screen(
                        "TLD-S.15",
                        "{unit} is not in the dead box",
                        lambda state, frame: state.dead | HQ | state.surrendered,
                        implied=True,
                    ),
                    Screen(
                        "TLD-S.15",
                        "no replacement is left for {unit} today",
                        lambda state, frame: -1 if state.replacements else 0,
                        implied=True,
                    ),
                ),
                apply=bring_back,
            ),
        ),
    )


# ---------------------------------------------------------------- the ends of phases


def start_movement(state: LongestDay, frame: Segment) -> None:
    judge_movement(state, frame.side)
    note_mixed(state, frame)


def start_mechanized(state: LongestDay, frame: Segment) -> None:
    judge_movement(state, frame.side)


def too_many(state: LongestDay, frame: Segment) -> Sequence[Action]:
    """TLD-S.5: excess units are eliminated, by their owner's choice."""
    hex_ = excess(state, frame.side)
    if hex_ < 0:
        return ()
    units = state.here[hex_] & OF_SIDE[frame.side] & COMBAT
    hqs = units & HQ
    return [verbs.Lose(NAMES[u]) for u in members(hqs if hqs.bit_count() > 1 else units & ~HQ)]


def not_excess(state: LongestDay, frame: Segment, action: verbs.Lose) -> Sequence[Ruling]:
    hex_ = excess(state, frame.side)
    if hex_ < 0:
        return [Ruling("TLD-S.5", f"no hex holds too many {ADJECTIVE[frame.side]} units")]
    return [
        Ruling(
            "TLD-S.5",
            f"{display_name(action.unit)} is not one of the units that are too many for {place_name(hex_)}",
        )
    ]


def crowd_out(state: LongestDay, frame: Segment, action: verbs.Lose) -> None:
    unit = UNIT[action.unit]
    state.note("TLD-S.5", "{} exceeds the stacking limit in {}", LABEL[unit], place_name(state.at[unit]))
    verbs.eliminate(state, unit, "TLD-S.5")
    state.goto(frame.step, "TLD-S.5")


def crowding(side: str, name: str) -> Ask:
    return Ask(
        clause="TLD-S.5",
        name=name,
        title=f"{ADJECTIVE[side]} units above the stacking limit",
        side=side,
        choices=too_many,
        apply=crowd_out,
        takes=(verbs.Lose,),
        names=NAMES,
        refuse=not_excess,
    )


def surrender(state: LongestDay, frame: Segment) -> None:
    """TLD-B.12: judged on one position at the start of the enemy Combat Phase."""
    for unit in surrendering(state, ENEMY[frame.side]):
        state.note("TLD-B.12", "{} surrenders in {}", LABEL[unit], place_name(state.at[unit]))
        hex_ = state.at[unit]
        verbs.eliminate(state, unit, "TLD-B.12", forever=True)
        verbs.unguarded(state, hex_, ENEMY[frame.side])


def lose_supply_units(state: LongestDay, frame: Segment) -> None:
    """TLD-B.7: when the enemy Combat Phase closes."""
    for unit in members(exposed(state, ENEMY[frame.side])):
        state.note(
            "TLD-B.7",
            "{} is eliminated in {}: an enemy combat unit is adjacent",
            LABEL[unit],
            place_name(state.at[unit]),
        )
        verbs.eliminate(state, unit, "TLD-B.7")


def reset(state: LongestDay, frame: Segment) -> None:
    """TLD-B.12 counts, TLD-S.6 recovery."""
    count_resets(state, frame.side)
    for unit in members(state.down & OF_SIDE[frame.side]):
        state.set_at(fact.disrupted, unit, 0, "TLD-S.6")


def bind(state: LongestDay, frame: Segment) -> None:
    """TLD-B.1.b, TLD-J.13, TLD-J.29: a supply unit found with an HQ for the first time is bound to its
    corps."""
    for unit in members(SUPPLY & state.on_map):
        number, side = SUPPLY_NUMBER[unit], SIDE[unit]
        if state.bound[number] or not (hqs := state.here[state.at[unit]] & HQ & OF_SIDE[side]):
            continue
        link, hq = chain(state, side), hqs.bit_length() - 1
        if corps := link.corps[hq] or link.named_corps(hq):
            state.set_at(fact.bound, number, corps, "TLD-B.1.b")


def end_segment(state: LongestDay, frame: Segment) -> None:
    bind(state, frame)
    state.set(fact.short, 0, "TLD-B.6")
    count_dry(state, frame.side)


def over(state: LongestDay, frame: object) -> bool:
    return bool(state.won)


def end_game(state: LongestDay, frame: object) -> None:
    state.set(fact.stack, (), "TLD-S.21")


def segment(side: str) -> tuple[Step[LongestDay, Segment], ...]:
    """One player segment: the phase names are the document's, their order is ours."""
    return (
        # REPLACEMENT
        Auto(clause="TLD-S.15", do=begin_segment),
        surplus(side),
        orders_phase(side, REPLACEMENT),
        delivery_phase(side),
        replacement_phase(side),
        # MOVEMENT
        Auto(clause="TLD-B.6", do=start_movement),
        movement(side),
        crowding(side, f"{side} excess"),
        # enemy DEFENSIVE FIRE
        defensive_fire(ENEMY[side]),
        # COMBAT
        Auto(clause="TLD-B.12", do=surrender),
        combat(side),
        Auto(clause="TLD-B.7", do=lose_supply_units),
        # MECHANIZED MOVEMENT
        Auto(clause="TLD-B.6", do=start_mechanized),
        movement(side, mechanized=True),
        crowding(side, f"{side} excess after"),
        # RESET
        Auto(clause="TLD-B.12", do=reset),
        orders_phase(side, LATER),
        Auto(clause="TLD-B.1.b", do=end_segment),
        Auto(clause="TLD-S.21", do=end_game, due=over),
    )


def begin(side: str) -> Callable[[LongestDay, Day], None]:
    return lambda state, frame: state.call(
        (AlliedSegment if side == ALLIED else GermanSegment)(side=side), "TLD-S.2"
    )


class AlliedSegment(Segment, frozen=True, tag="allied_segment"):
    """The Allied player segment."""


class GermanSegment(Segment, frozen=True, tag="german_segment"):
    """The German player segment."""


def end_day(state: LongestDay, frame: Day) -> None:
    judge(state)


def next_day(state: LongestDay, frame: Day) -> None:
    state.set(fact.day, state.day + 1, "TLD-S.1")
    state.note("TLD-S.1", "{} begins", date_words(state.day), kind="day")
    state.replace(Day(), "TLD-S.2")


DAY = (
    Auto(clause="TLD-S.2", do=begin(ALLIED)),
    Auto(clause="TLD-S.2", do=begin(GERMAN)),
    Auto(clause="TLD-S.21", do=end_day),
    Auto(clause="TLD-S.21", do=end_game, due=over),
    Auto(clause="TLD-S.2", do=next_day),
)

LongestDay.frames = (
    Day
    | AlliedSegment
    | GermanSegment
    | Writing
    | Drafting
    | Pencil
    | Forming
    | Barrage
    | Combat
    | Spending
    | Retreat
)
LongestDay.procedures = {
    Day: DAY,
    AlliedSegment: segment(ALLIED),
    GermanSegment: segment(GERMAN),
    Writing: WRITING,
    Drafting: DRAFTING,
    Pencil: PENCIL,
    Forming: FORMING,
    Barrage: BARRAGE,
    Combat: COMBAT_STEPS,
    Spending: SPENDING,
    Retreat: RETREAT,
}
