"""BTR-ocs.mode: sides of a counter, Strat Mode, reserve."""

from __future__ import annotations

from grognard.core.caching import once_while
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from .. import series
from .acting import allowance, mover
from .payment import foreign
from .pieces import COMBAT, FIGHTERS, LABEL, MOVE, NAMES, OF_SIDE, SCENARIOS, STRAT
from .position import FRONT, MOVERS, Campaign, begun, fact, hexes_of, units_of
from .verbs import Mode, Recall, Release, Reserve, Strat, mark, unmark
from .zones import next_to_enemy

RESERVE_PARTS = int(1 / series.RESERVE_AFTER)  # of the allowance, of which one may be spent


def fresh(state: Campaign, frame: object) -> int:
    """BTR-ocs.mode.choose, BTR-ocs.mode.dg-change: own combat units, DG or not, that have spent nothing and
    may still act.
    """
    return own_fighters(state, frame) & ~(state.done | begun(state))


def own_fighters(state: Campaign, frame: object) -> int:
    return state.on_map & OF_SIDE[mover(state)] & FIGHTERS


@once_while("at", "mode")
def in_mode(state: Campaign, mode: str) -> int:
    return set_of(unit for unit in members(state.on_map) if state.mode[unit] == mode)


def turn_over(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    new = MOVE if state.mode[unit] == COMBAT else COMBAT
    state.set_at(fact.mode, unit, new, "BTR-ocs.mode.choose")
    mark(state, fact.turned, 1 << unit, "BTR-ocs.mode.choose")


def enter_strat(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    state.set_at(fact.mode, unit, STRAT, "BTR-ocs.mode.strat-enter")


@once_while(*FRONT, "phase", "active")
def beside_enemy(state: Campaign) -> int:
    """Units of the moving side next to an attack-capable enemy."""
    side = mover(state)
    near = next_to_enemy(state, side)
    return units_of(state, near) & OF_SIDE[side]


# ---------------------------------------------------------------- reserve


def markers_used(state: Campaign, side: str) -> int:
    """BTR-ocs.mode.reserve-place: one marker a hex."""
    return hexes_of(state, state.reserve & OF_SIDE[side] & state.on_map).bit_count()


def markers(state: Campaign, side: str) -> int:
    return int(SCENARIOS[state.scenario]["reserve_markers"][side])


def marker_left(state: Campaign, frame: object) -> int:
    """Units a marker is left for: every one, or those in a hex that has its marker."""
    side = mover(state)
    if markers_used(state, side) < markers(state, side):
        return -1
    marked = state.reserve & OF_SIDE[side]
    return sum(units for units in state.here.values() if units & marked)


def a_quarter(state: Campaign, frame: object) -> int:
    """Units that have spent at most a quarter of their MA."""
    return _within_a_quarter(state, mover(state))


@once_while(*MOVERS, "mode", "dg", "reserve", "spent")
def _within_a_quarter(state: Campaign, side: str) -> int:
    mine = state.on_map & OF_SIDE[side] & FIGHTERS
    return set_of(
        unit for unit in members(mine) if RESERVE_PARTS * state.spent[unit] <= allowance(state, unit)
    )


def outside_hedgehogs(state: Campaign, frame: object) -> int:
    return ~_dug_in(state)


@once_while("at", "hedgehogs")
def _dug_in(state: Campaign) -> int:
    """Units in hedgehogs."""
    return units_of(state, set_of(hex_ for hex_, level in state.hedgehogs if level))


def set_aside(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    mark(state, fact.reserve, 1 << unit, "BTR-ocs.mode.reserve-place")
    if state.spent[unit]:
        mark(state, fact.done, 1 << unit, "BTR-ocs.move.order")
    if state.group >> unit & 1:
        unmark(state, fact.group, 1 << unit, "BTR-ocs.move.order")


def recall(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    unmark(state, fact.reserve, 1 << unit, "BTR-ocs.mode.reserve-keep")
    mark(state, fact.turned, 1 << unit, "BTR-ocs.mode.reserve-keep")


def release(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    unmark(state, fact.reserve, 1 << unit, "BTR-ocs.mode.reserve-release")
    mark(state, fact.released, 1 << unit, "BTR-ocs.mode.reserve-release")


def _own(clause: str) -> Screen:
    def because(state: Campaign, frame: object, unit: int, hex_: int) -> str | Ruling:
        if not FIGHTERS >> unit & 1:
            return f"{LABEL[unit]} is a transport point: it has no mode and cannot be a reserve"
        return foreign(clause)(state, frame, unit, hex_)

    return Screen(clause, because, own_fighters, decisive=True)


_BEGUN = "{unit} has spent MP in this phase"

RECALL = Pick(
    verb=Recall,
    names=NAMES,
    units=(
        _own("BTR-ocs.mode.reserve-keep"),
        Screen("BTR-ocs.mode.reserve-keep", "{unit} is not in reserve", lambda state, frame: state.reserve),
        Screen("BTR-ocs.mode.reserve-keep", "{unit} has moved in reserve in this phase", fresh),
    ),
    apply=recall,
)

MODE_PICKS = (
    Pick(
        verb=Mode,
        names=NAMES,
        units=(
            _own("BTR-ocs.mode.choose"),
            Screen("BTR-ocs.mode.choose", _BEGUN, fresh),
            Screen(
                "BTR-ocs.mode.choose",
                "{unit} has changed its mode in this phase",
                lambda state, frame: ~state.turned,
            ),
            Screen(
                "BTR-ocs.mode.strat",
                "{unit} is in Strat Mode until its next Movement Phase",
                lambda state, frame: ~in_mode(state, STRAT),
            ),
        ),
        apply=turn_over,
    ),
)

RESERVE = Pick(
    verb=Reserve,
    names=NAMES,
    units=(
        _own("BTR-ocs.mode.reserve-place"),
        Screen(
            "BTR-ocs.mode.reserve-place",
            "{unit} is in reserve",
            lambda state, frame: ~state.reserve,
            decisive=True,
        ),
        Screen("BTR-ocs.mode.dg", "{unit} is DG and cannot be a reserve", lambda state, frame: ~state.dg),
        Screen(
            "BTR-ocs.mode.reserve-place",
            "{unit} is in Strat Mode",
            lambda state, frame: ~in_mode(state, STRAT),
        ),
        Screen("BTR-ocs.mode.reserve-place", "{unit} has spent more than a quarter of its MA", a_quarter),
        Screen(
            "BTR-ocs.mode.reserve-place", "{unit} has moved and was left", lambda state, frame: ~state.done
        ),
        Screen(
            "BTR-ocs.mode.reserve-place",
            "{unit} has left the reserve in this phase",
            lambda state, frame: ~state.turned,
        ),
        Screen("BTR-ocs.mode.reserve-place", "{unit} stands in a hedgehog", outside_hedgehogs),
        Screen(
            "BTR-ocs.mode.reserve-place",
            "{unit} is next to an attack-capable enemy",
            lambda state, frame: ~beside_enemy(state),
        ),
        Screen("BTR-ocs.mode.reserve-place", "no reserve marker is left for the hex of {unit}", marker_left),
    ),
    apply=set_aside,
)

STRAT_PICK = Pick(
    verb=Strat,
    names=NAMES,
    units=(
        _own("BTR-ocs.mode.strat-enter"),
        Screen(
            "BTR-ocs.mode.strat-enter",
            "{unit} is not in Move Mode",
            lambda state, frame: in_mode(state, MOVE),
        ),
        Screen("BTR-ocs.mode.strat-enter", _BEGUN, fresh),
        Screen(
            "BTR-ocs.mode.dg-sum", "{unit} is DG and may not enter Strat Mode", lambda state, frame: ~state.dg
        ),
        Screen("BTR-ocs.mode.reserve-place", "{unit} is in reserve", lambda state, frame: ~state.reserve),
        Screen(
            "BTR-ocs.mode.strat-enter",
            "{unit} begins next to an attack-capable enemy",
            lambda state, frame: ~beside_enemy(state),
        ),
    ),
    apply=enter_strat,
)


def unreleased(state: Campaign, frame: object) -> int:
    return state.reserve & state.on_map


RELEASE = Pick(
    verb=Release,
    names=NAMES,
    units=(
        _own("BTR-ocs.mode.reserve-release"),
        Screen("BTR-ocs.mode.reserve-release", "{unit} is not in reserve", unreleased),
    ),
    apply=release,
)


def end_strat(state: Campaign, side: str) -> None:
    """BTR-ocs.turn.marks: Strat markers come off at the start of the owner's Movement Phase."""
    for unit in members(in_mode(state, STRAT) & OF_SIDE[side]):
        state.set_at(fact.mode, unit, MOVE, "BTR-ocs.turn.marks")
