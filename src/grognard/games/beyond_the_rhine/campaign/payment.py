"""BTR-ocs.supply.draw, BTR-ocs.move.fuel: tokens are drawn from dumps, and fuel is bought."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.caching import once_while
from grognard.core.hexes import Hexes, members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from .. import series
from .acting import fuelled_units, may_move, mover, not_acting, thirsty
from .board import GRID
from .covered import AskedPhase
from .pieces import ADJECTIVE, FORMATIONS, HQS, LABEL, NAMES, OF_SIDE, PIECES, RECORDED, SIDE
from .position import SUPPLY, Campaign, Payment, begun, fact, private
from .supply import dumps_for, served, tokens_by_hex
from .verbs import Draw, Fuel, FuelFormation, FuelHq, mark, stores, take_tokens

# ---------------------------------------------------------------- drawing


def in_reach(state: Campaign, frame: Payment) -> Hexes:
    """The dumps one of the units can reach, while something is still to be paid."""
    if not frame.tokens:
        return Hexes(0)
    result = {
        dump
        for unit in frame.units
        if state.at[unit] >= 0
        for dump in dumps_for(state, frame.side, state.at[unit])
    }
    return Hexes(set_of(result))


def draw(state: Campaign, frame: Payment, unit: int, hex_: int) -> None:
    tokens = min(frame.tokens, stores(state, frame.side)[hex_])
    take_tokens(state, frame.side, hex_, tokens, "BTR-ocs.supply.draw")
    state.note(
        "BTR-ocs.supply.draw",
        "{} draws {}T in {} for {}",
        ADJECTIVE[frame.side],
        tokens,
        GRID.name[hex_],
        purpose_of(frame),
        to=private(state, frame.side),
    )
    state.replace(replace(frame, tokens=frame.tokens - tokens), "BTR-ocs.supply.draw")


def purpose_of(frame: Payment) -> str:
    """What a payment is for, with the name of its unit as every text prints it."""
    words = frame.purpose
    for unit in frame.units:
        words = words.replace(RECORDED[unit], LABEL[unit])
    return words


def pay(state: Campaign, side: str, tokens: int, units: list[int], purpose: str, clause: str) -> None:
    """Calls for tokens; what can be paid has been looked at before."""
    if tokens:
        state.call(Payment(side=side, tokens=tokens, units=tuple(units), purpose=purpose), clause)


PAYMENT = (
    AskedPhase(
        clause="BTR-ocs.supply.draw",
        name="draw",
        title="choice of the dump",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=Draw,
                hexes=(
                    Screen(
                        "BTR-ocs.dump.any",
                        lambda state, frame, unit, hex_: (
                            f"the {ADJECTIVE[frame.side]} side has no supply in {GRID.name[hex_]}"
                        ),
                        lambda state, frame: set_of(stores(state, frame.side)),
                        implied=True,
                        decisive=True,
                    ),
                    Screen(
                        "BTR-ocs.hq.throw-chain",
                        "what lies in {hex} reaches none of these units by draw or by the throw of one HQ",
                        in_reach,
                    ),
                ),
                apply=draw,
            ),
        ),
        must=lambda state, frame: (
            Ruling("BTR-ocs.supply.draw", f"{frame.tokens}T are still to be drawn for {purpose_of(frame)}")
            if frame.tokens
            else None
        ),
    ),
)

# ---------------------------------------------------------------- fuel


def can_reach(tokens: int) -> Callable[[Campaign, object], int]:
    """Units that can draw so many tokens, in Reaction as in the own turn (BTR-ocs.react.supply)."""

    return lambda state, frame: may_move(state, mover(state)) & _drawing(state, mover(state), tokens)


@once_while(*SUPPLY)
def _drawing(state: Campaign, side: str, tokens: int) -> int:
    """The units of a side that can draw so many tokens."""
    able = [hex_ for hex_, number in tokens_by_hex(state, side).items() if number >= tokens]
    return sum(state.here[hex_] & OF_SIDE[side] for hex_ in able)


def units_without_fuel(state: Campaign, frame: object) -> int:
    """Units that need fuel and have none."""
    mine = thirsty(state) & OF_SIDE[mover(state)]
    return mine & ~fuelled_units(state, mine)


def why_not_dry(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    if not thirsty(state) >> unit & 1:
        return Ruling(
            "BTR-ocs.move.fuel", f"{LABEL[unit]} needs no fuel: Leg mobility and transport points never do"
        )
    return Ruling("BTR-ocs.move.fuel-when", f"{LABEL[unit]} has fuel for this phase")


def unspent(state: Campaign, frame: object) -> int:
    return ~begun(state)


def movable(state: Campaign, frame: object) -> int:
    return may_move(state, mover(state))


def foreign(clause: str) -> Callable[[Campaign, object, int, int], Ruling]:
    """Why a unit does not move in this phase."""

    def because(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
        side = mover(state)
        if SIDE[unit] != side or state.at[unit] < 0:
            return not_acting(state, unit, side, clause)
        return Ruling(clause, f"{LABEL[unit]} does not move in this phase: it has no marker that lets it")

    return because


def fuel_one(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    """BTR-ocs.move.fuel-when: 1T, this phase only."""
    mark(state, fact.topped, 1 << unit, "BTR-ocs.move.fuel-when")
    pay(
        state,
        SIDE[unit],
        series.fuel_cost(0, 0, 1),
        [unit],
        f"fuel of {RECORDED[unit]}",
        "BTR-ocs.move.fuel-when",
    )


def fuel_hq(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    """BTR-ocs.move.fuel-hq: 1 SP, until the owner's next Clean Up (BTR-ocs.move.fuel-late)."""
    mark(state, fact.hq_fuel, 1 << unit, "BTR-ocs.move.fuel-hq")
    pay(
        state,
        SIDE[unit],
        series.fuel_cost(0, 1, 0),
        [unit],
        f"fuel of {RECORDED[unit]}",
        "BTR-ocs.move.fuel-hq",
    )


def members_served(state: Campaign, unit: int) -> int:
    """BTR-ocs.move.fuel-formation: counters of its formation that draw from a dump this one draws from."""
    side, result = SIDE[unit], 0
    mine = FORMATIONS[PIECES[unit].formation] & state.on_map
    for dump in dumps_for(state, side, state.at[unit]):
        area = served(state, side, dump)
        result |= set_of(u for u in members(mine) if area >> state.at[u] & 1)
    return result


def fuel_formation(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    """BTR-ocs.move.fuel-formation: 1 SP, until the owner's next Clean Up."""
    mark(state, fact.fuelled, members_served(state, unit), "BTR-ocs.move.fuel-formation")
    formation = PIECES[unit].formation
    pay(
        state,
        SIDE[unit],
        series.fuel_cost(1, 0, 0),
        [unit],
        f"fuel of {formation}",
        "BTR-ocs.move.fuel-formation",
    )


_IN_FORMATION = sum(FORMATIONS.values())
MAY_MOVE = Screen("BTR-ocs.move.who", foreign("BTR-ocs.move.who"), movable, decisive=True)
_NOT_BEGUN = Screen(
    "BTR-ocs.move.fuel-source", "{unit} has begun to move: fuel is drawn where it begins", unspent
)
_DRY = Screen("BTR-ocs.move.fuel-when", why_not_dry, units_without_fuel)
_SINGLE, _WHOLE = series.fuel_cost(0, 0, 1), series.fuel_cost(0, 1, 0)

FUEL_PICKS = (
    Pick(
        verb=Fuel,
        names=NAMES,
        units=(
            MAY_MOVE,
            _DRY,
            _NOT_BEGUN,
            Screen(
                "BTR-ocs.move.fuel",
                f"no {_SINGLE}T of fuel can be drawn by or thrown to {{unit}}",
                can_reach(_SINGLE),
            ),
        ),
        apply=fuel_one,
    ),
    Pick(
        verb=FuelFormation,
        names=NAMES,
        units=(
            MAY_MOVE,
            Screen(
                "BTR-ocs.unit.formation",
                "{unit} belongs to no multi-unit formation",
                lambda state, frame: _IN_FORMATION,
                decisive=True,
            ),
            _DRY,
            _NOT_BEGUN,
            Screen(
                "BTR-ocs.move.fuel-formation",
                f"{{unit}} cannot draw the {_WHOLE}T of a formation",
                can_reach(_WHOLE),
            ),
        ),
        apply=fuel_formation,
    ),
    Pick(
        verb=FuelHq,
        names=NAMES,
        units=(
            MAY_MOVE,
            Screen("BTR-ocs.move.fuel-hq", "{unit} is not an HQ", lambda state, frame: HQS, decisive=True),
            Screen(
                "BTR-ocs.move.fuel-hq", "{unit} has been bought fuel", lambda state, frame: ~state.hq_fuel
            ),
            _NOT_BEGUN,
            Screen("BTR-ocs.move.fuel-hq", f"{{unit}} cannot draw the {_WHOLE}T of an HQ", can_reach(_WHOLE)),
        ),
        apply=fuel_hq,
    ),
)
