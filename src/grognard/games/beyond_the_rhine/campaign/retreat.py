"""BTR-ocs.retreat: the owner takes beaten units back, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Auto, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling

from .acting import shown_side
from .board import GRID, NEAR, area, closed_to, enterable
from .covered import AskedPhase
from .losses import call_losses
from .movement import entered
from .pieces import COMBAT, ENEMY, FIGHTERS, LABEL, MOVE, NAMES, OF_SIDE, PIECES
from .position import Campaign, Losses, Retreat, fact
from .verbs import Along, Part, Withdraw, disorganise, kill, place
from .waters import terrain_now
from .zones import occupied, zone


def ground_for(state: Campaign, units: Sequence[int], origin: int) -> Hexes:
    """BTR-ocs.retreat.where: neighbours none of the units is kept out of in both its mobilities; All counts
    as allowed.
    """
    result: int = NEAR[origin]
    board = terrain_now(state)
    for unit in units:
        faces = PIECES[unit].faces
        result &= (
            enterable(board, faces[COMBAT].mobility, state.ground)[origin]
            | enterable(board, faces[MOVE].mobility, state.ground)[origin]
        )
    return Hexes(result)


def free(state: Campaign, frame: Retreat) -> int:
    """Hexes without enemies now or when the combat began, and not beyond the stop line."""
    closed = enemies(state, frame) | closed_to(state.scenario, frame.side, state.at_start)
    return ~closed & area(state.scenario) & ~(1 << frame.origin) & ~set_of(set(frame.way))


def enemies(state: Campaign, frame: Retreat) -> int:
    """Hexes with enemy combat units, now or when the combat began."""
    return occupied(state, ENEMY[frame.side]) | set_of(frame.enemies)


def living(state: Campaign, units: Sequence[int]) -> list[int]:
    return [unit for unit in units if state.at[unit] >= 0]


def is_back(state: Campaign, frame: Retreat) -> bool:
    """BTR-ocs.retreat.far: whether they stand as far from where they were as they must."""
    units = living(state, frame.units)
    return not units or bool(GRID.ring(frame.origin, frame.length) >> state.at[units[0]] & 1)


def way_out(state: Campaign, frame: Retreat) -> Hexes:
    """BTR-ocs.retreat.away: the next hexes from which the whole retreat can still be made; zones do not
    matter.
    """
    units = living(state, frame.units)
    if not units or is_back(state, frame):
        return Hexes(0)
    open_ = free(state, frame)
    good = GRID.ring(frame.origin, frame.length) & open_
    inside = GRID.within(1 << frame.origin, frame.length - 1) & open_
    grown = True
    while grown:
        more = set_of(
            h for h in members(inside & ~good & GRID.near(good)) if ground_for(state, units, h) & good
        )
        grown, good = bool(more), Hexes(good | more)
    return Hexes(ground_for(state, units, state.at[units[0]]) & good)


def stuck(state: Campaign, frame: Retreat) -> bool:
    return bool(living(state, frame.units)) and not is_back(state, frame) and not way_out(state, frame)


def unable(state: Campaign, frame: Retreat) -> None:
    """BTR-ocs.retreat.split, BTR-ocs.retreat.lost: a stack parts before a unit is lost."""
    units = living(state, frame.units)
    if len(units) > 1:
        state.update("BTR-ocs.retreat.split", units=(units[0],), later=(*units[1:], *frame.later), step=0)
        return
    state.note(
        "BTR-ocs.retreat.lost",
        "{} cannot retreat {} hexes and is lost",
        LABEL[units[0]],
        frame.length,
        kind="no_retreat",
    )
    kill(state, units[0], "BTR-ocs.retreat.lost")


def withdraw(state: Campaign, frame: Retreat, unit: int, hex_: Hex) -> None:
    """One hex back, together; what the enemy left there is captured (BTR-ocs.retreat.things)."""
    units = living(state, frame.units)
    together, start = set_of(units), state.at[units[0]]
    for u in units:
        place(state, u, hex_, "BTR-ocs.retreat.far")
    state.replace(replace(frame, units=tuple(units), way=(*frame.way, hex_)), "BTR-ocs.retreat.far")
    was = state.dg & together
    if zone(state, ENEMY[frame.side]) >> hex_ & 1:
        friends = state.here[hex_] & OF_SIDE[frame.side] & FIGHTERS
        disorganise(state, friends, "BTR-ocs.retreat.zoc")
        if was:
            lost = Losses(
                side=frame.side, units=tuple(members(was)), due=1, spread=False, clause="BTR-ocs.retreat.zoc"
            )
            call_losses(state, lost)
    if len(frame.way) == 1:
        disorganise(state, together, "BTR-ocs.retreat.second")
    entered(state, frame.side, together, [hex_], start)


def part(state: Campaign, frame: Retreat, unit: int, hex_: int) -> None:
    rest = tuple(u for u in frame.units if u != unit)
    state.replace(replace(frame, units=rest, later=(*frame.later, unit)), "BTR-ocs.retreat.split")


def may_part(state: Campaign, frame: Retreat) -> int:
    units = living(state, frame.units)
    return set_of(units) if len(units) > 1 and not frame.way and not is_back(state, frame) else 0


def not_parting(state: Campaign, frame: Retreat, unit: int, hex_: int) -> str:
    if unit not in frame.units:
        return f"{LABEL[unit]} is not retreating"
    return f"{LABEL[unit]} cannot part now: units part before their first hex, and the last of them does not"


def may_tag(state: Campaign, frame: Retreat) -> int:
    """BTR-ocs.retreat.tag: combat units of the hex that did not fight, before the first hex."""
    units = living(state, frame.units)
    if not units or frame.way or state.at[units[0]] != frame.origin or is_back(state, frame):
        return 0
    going = set_of((*frame.units, *frame.later))
    return state.here.get(frame.origin, 0) & OF_SIDE[frame.side] & FIGHTERS & ~going


def not_tagging(state: Campaign, frame: Retreat, unit: int, hex_: int) -> str:
    if unit in (*frame.units, *frame.later):
        return f"{LABEL[unit]} retreats already"
    return f"{LABEL[unit]} is not a combat unit that begins this retreat in {GRID.name[frame.origin]}"


def tag(state: Campaign, frame: Retreat, unit: int, hex_: int) -> None:
    state.replace(replace(frame, units=(*frame.units, unit)), "BTR-ocs.retreat.tag")


def next_party(state: Campaign, frame: Retreat) -> None:
    """Those that go their own way follow."""
    state.update("BTR-ocs.retreat.split", units=frame.later, later=(), way=(), step=0)


def rooted(state: Campaign, frame: Retreat) -> list[int]:
    """Units on their way back whose side that shows has MA 0."""
    return [unit for unit in living(state, frame.units) if not shown_side(state, unit).allowance]


def turn_round(state: Campaign, frame: Retreat) -> None:
    """BTR-ocs.retreat.zero: a unit of MA 0 turns to Move Mode; one that cannot move at all is lost."""
    for unit in rooted(state, frame):
        if state.mode[unit] == COMBAT and PIECES[unit].faces[MOVE].allowance:
            state.set_at(fact.mode, unit, MOVE, "BTR-ocs.retreat.zero")
        else:
            kill(state, unit, "BTR-ocs.retreat.zero")
    state.update("BTR-ocs.retreat.zero", step=0)


def cannot_go(state: Campaign, frame: Retreat) -> bool:
    return bool(rooted(state, frame)) or stuck(state, frame)


def help_or_lose(state: Campaign, frame: Retreat) -> None:
    """A unit of MA 0 turns first; what still cannot go is lost."""
    turn_round(state, frame) if rooted(state, frame) else unable(state, frame)


RETREAT = (
    Auto(clause="BTR-ocs.retreat.lost", do=help_or_lose, due=cannot_go),
    AskedPhase(
        clause="BTR-ocs.retreat.far",
        name="retreat",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=Along,
                names=NAMES,
                units=(Screen("BTR-ocs.retreat.tag", not_tagging, may_tag),),
                apply=tag,
                open=open_if_any,
            ),
            Pick(
                verb=Part,
                names=NAMES,
                units=(Screen("BTR-ocs.retreat.split", not_parting, may_part),),
                apply=part,
                open=open_if_any,
            ),
            Pick(
                verb=Withdraw,
                hexes=(
                    Screen(
                        "BTR-ocs.retreat.far",
                        "{hex} is not next to the retreating units, which go hex by hex",
                        lambda state, frame: _near(state, frame),
                        implied=True,
                        decisive=True,
                    ),
                    Screen(
                        "BTR-ocs.retreat.where",
                        "{hex} holds enemy combat units, or held some when the combat began",
                        lambda state, frame: ~enemies(state, frame),
                        implied=True,
                    ),
                    Screen(
                        "BTR-ocs.scen.stop-line",
                        "{hex} is beyond the stop line",
                        lambda state, frame: ~closed_to(state.scenario, frame.side, state.at_start),
                        implied=True,
                    ),
                    Screen(
                        "BTR-ocs.retreat.far",
                        "the retreat cannot be made in full by way of {hex}",
                        way_out,
                        last=True,
                    ),
                ),
                apply=withdraw,
            ),
        ),
        must=lambda state, frame: Ruling(
            "BTR-ocs.retreat.far", f"the retreat must end {frame.length} hexes away"
        ),
    ),
    Auto(clause="BTR-ocs.retreat.split", do=next_party, due=lambda state, frame: bool(frame.later)),
)


def _near(state: Campaign, frame: Retreat) -> int:
    units = living(state, frame.units)
    return NEAR[state.at[units[0]]] if units and not is_back(state, frame) else 0
