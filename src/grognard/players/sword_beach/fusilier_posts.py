"""Where Fusilier puts its units: the landing before game turn 1, movement, retreats, replacements."""

from __future__ import annotations

from grognard.core.choices import Choices
from grognard.core.facts import DONE
from grognard.core.hexes import members
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID, landing_hazard
from grognard.games.sword_beach.pieces import (
    AIRBORNE,
    ATTACK,
    DEFENSE,
    NAMES,
)
from grognard.games.sword_beach.position import SwordBeach

from .craft import (
    BEACH,
    CAEN,
    CAEN_NORTH,
    distance,
    hex_named,
    number,
    unit_named,
)
from .fights import (
    WORTH,
)
from .ground import OUTER, RING, Ground, Weight
from .scored import Scored, Scores

# ---------------------------------------------------------------- before game turn 1


def record(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """The strongest unit still in hand, on the best post that is left."""
    taken = sum(1 << hex_ for _, hex_ in state.record)
    unit = max(subjects(actions), key=lambda u: (DEFENSE[u][2], ATTACK[u][2], -u))
    for name in actions.hexes(NAMES[unit]):
        yield Scored(
            verbs.Record(NAMES[unit], name), post(number(name), taken), "a defensive post in front of Caen"
        )


def post(hex_: int, taken: int) -> float:
    """How good a hex is to wait in for the landing: in Caen, before it, not too near to each other."""
    bit = 1 << hex_
    found = (
        9.0 if bit & CAEN_NORTH else 6.0 if bit & RING else 3.0 if bit & OUTER else 1.0 if bit & CAEN else 0.0
    )
    return found - 0.5 * distance(CAEN_NORTH, hex_) - 0.2 * (GRID.near(bit) & taken).bit_count()


def beachhead(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Two beaches, the nearest to Caen: two units fight for each."""
    for action in actions:
        if action == DONE:
            yield Scored(
                action,
                0.0 if state.beachheads.bit_count() >= 2 else -20.0,
                "two beachheads are enough for the assault units",
            )
        else:
            apart = (
                2.0 if state.beachheads and not GRID.near(state.beachheads) >> hex_named(action) & 1 else 0.0
            )
            more = 0.0 if state.beachheads.bit_count() < 2 else -20.0
            yield Scored(
                action,
                more + 10 - distance(CAEN, hex_named(action)) - apart,
                "close to Caen and to the other beachhead",
            )


def go_ashore(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        if action == DONE:
            yield Scored(action, -9.0, "a unit left at sea loses its assault")
        else:
            yield Scored(
                action,
                -float(state.here.get(hex_named(action), 0).bit_count()),
                "assault units are spread evenly over the beaches",
            )


def drop_zone(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Open ground around, so that drifting costs little; not too far from the beaches."""
    for action in actions:
        if action == DONE:
            yield Scored(action, 0.0, "only one drop zone is needed")
            continue
        around = members(GRID.within(1 << hex_named(action), 2))
        bad = sum(HAZARD[landing_hazard(hex_)] for hex_ in around)
        yield Scored(
            action,
            20
            - bad
            - 0.5 * distance(CAEN_NORTH, hex_named(action))
            - 0.5 * distance(BEACH, hex_named(action)),
            "open ground near Caen",
        )


HAZARD = {"none": 0.0, "reduce": 0.5, "eliminate": 2.0}


def designate(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Apart from each other, over open ground."""
    for action in actions:
        hex_ = hex_named(action)
        around = members(GRID.within(1 << hex_, 1))
        bad = sum(HAZARD[landing_hazard(there)] for there in around) + HAZARD[landing_hazard(hex_)]
        friends = sum(distance(1 << state.at[u], hex_) < 3 for u in members(AIRBORNE & state.on_map))
        yield Scored(action, -bad - friends, "open ground, away from the other drops")


def raid_move(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    return move(state, actions, side, weight)


# ---------------------------------------------------------------- movement


def subjects(actions: Choices) -> list[int]:
    return list(dict.fromkeys(unit for pick, unit, _ in actions.groups if pick is not None))


def move(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """For every unit the best hex it can reach, against staying; `done` when nobody gains by moving."""
    ground = Ground(state, side, weight)
    forced = DONE not in actions
    for pick, unit, places in actions.groups:
        if pick is None:
            yield Scored(
                unit,
                0.0 if unit == DONE else -5.0,
                (
                    "every unit is in position"
                    if unit == DONE
                    else "calling reinforcements early makes the game longer"
                ),
            )
            continue
        here = state.at[unit]
        stay = ground.at(unit, here) if here >= 0 else -99.0
        best, hex_ = max((ground.at(unit, place), place) for place in members(places))
        gain = best - stay - 0.2
        if gain > 0 or forced:
            yield Scored(
                verbs.Move(NAMES[unit], GRID.name[hex_]),
                gain,
                (
                    f"the hex is worth {best - stay:.1f} points of strength more than where it stands"
                    if gain > 0 and here >= 0
                    else "the best hex within reach"
                ),
            )


def land(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        if action == DONE:
            yield Scored(action, -9.0, "units are needed ashore")
        else:
            yield Scored(
                action,
                5.0 + WORTH[unit_named(action)][2] / 10 - 0.3 * distance(CAEN, hex_named(action)),
                "the beach nearest to Caen",
            )


def withdraw(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    ground = Ground(state, side, weight)
    for action in actions:
        yield Scored(action, ground.at(unit_named(action), hex_named(action)), "the best hex within reach")


def replace(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        if action == DONE:
            yield Scored(action, 0.0, "the replacement point is lost")
        else:
            unit = unit_named(action)
            near = distance(CAEN_NORTH, state.at[unit]) if state.at[unit] >= 0 else 20
            yield Scored(action, WORTH[unit][2] - 0.1 * near, "the strongest reduced unit near Caen")
