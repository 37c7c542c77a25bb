"""BTR-ocs.exploit, BTR-ocs.advance, BTR-ocs.overrun.won: what follows a fight."""

from __future__ import annotations

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Auto, Phase, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling

from .. import terrain as tec
from ..fights import meaning
from .acting import shown_side
from .board import GRID, NEAR, closed_to, enterable
from .losses import alive
from .movement import entered
from .pieces import ENEMY, LABEL, NAMES, PIECES
from .position import Battle, Campaign, fact, units_in
from .strength import stacks_of
from .verbs import Advance, mark, place
from .waters import terrain_now


def close_enough(state: Campaign, frame: Battle) -> bool:
    """BTR-ocs.exploit.earn: the attackers came from one hex, or from two adjacent ones."""
    hexes = list(stacks_of(state, members(alive(state, frame.attackers))))
    return len(hexes) < 2 or (len(hexes) == 2 and bool(NEAR[hexes[0]] >> hexes[1] & 1))


def earns(state: Campaign, frame: Battle) -> bool:
    """BTR-ocs.overrun.no-exploit, BTR-ocs.exploit.no-more"""
    wanted = meaning(frame.result).exploit if frame.result else 0
    return bool(
        wanted
        and not frame.overrun
        and not frame.exploiting
        and not frame.fell_back
        and close_enough(state, frame)
    )


def exploit(state: Campaign, frame: Battle) -> None:
    """BTR-ocs.exploit.ar: by the printed AR; a DG unit gets none."""
    wanted = meaning(frame.result).exploit
    able = [
        u for u in members(alive(state, frame.attackers) & ~state.dg) if shown_side(state, u).action >= wanted
    ]
    mark(state, fact.exploit, set_of(able), "BTR-ocs.exploit.earn")


# ---------------------------------------------------------------- entering the hex


def is_open(state: Campaign, frame: Battle) -> bool:
    """The hex is empty of defenders, and the attacker did not retreat."""
    return (
        bool(frame.result or frame.hip)
        and not units_in(state, frame.hex, ENEMY[frame.side])
        and not _retreated(state, frame)
    )


def _retreated(state: Campaign, frame: Battle) -> bool:
    living = members(alive(state, frame.attackers))
    return frame.fell_back and not any(NEAR[frame.hex] >> state.at[unit] & 1 for unit in living)


def may_advance(state: Campaign, frame: Battle) -> int:
    """BTR-ocs.advance.who, BTR-ocs.combat.could-enter, BTR-ocs.combat.dead-attacker: attackers left that are
    not kept out of the hex.
    """
    if not is_open(state, frame) or closed_to(state.scenario, frame.side, state.at_start) >> frame.hex & 1:
        return 0
    near = [u for u in members(alive(state, frame.attackers)) if NEAR[frame.hex] >> state.at[u] & 1]
    board = terrain_now(state)
    open_ = {m: enterable(board, m, state.ground) for m in tec.MOBILITIES}
    able = [u for u in near if open_[shown_side(state, u).mobility][state.at[u]] >> frame.hex & 1]
    return set_of(u for u in able if any(side.allowance for side in PIECES[u].faces.values()))


def advance(state: Campaign, frame: Battle, unit: int, hex_: int) -> None:
    """BTR-ocs.advance.stack: how many RE stand there is checked at the end of the phase."""
    start = state.at[unit]
    place(state, unit, frame.hex, "BTR-ocs.advance.who")
    entered(state, frame.side, 1 << unit, [Hex(frame.hex)], start)


def not_advancing(state: Campaign, frame: Battle, unit: int, hex_: int) -> Ruling:
    name = GRID.name[frame.hex]
    if unit not in frame.attackers:
        return Ruling("BTR-ocs.advance.who", f"{LABEL[unit]} did not attack {name}")
    if units_in(state, frame.hex, ENEMY[frame.side]):
        return Ruling("BTR-ocs.combat.advance", f"defenders are left in {name}: no unit advances")
    if closed_to(state.scenario, frame.side, state.at_start) >> frame.hex & 1:
        return Ruling("BTR-ocs.scen.stop-line", f"{name} is beyond the stop line")
    return Ruling("BTR-ocs.combat.advance", f"{LABEL[unit]} has retreated, or could not enter {name}")


def won(state: Campaign, frame: Battle) -> bool:
    return frame.overrun and bool(may_advance(state, frame))


def enter_all(state: Campaign, frame: Battle) -> None:
    """BTR-ocs.overrun.won: those left must enter."""
    units = may_advance(state, frame)
    start = state.at[members(units)[0]]
    for unit in members(units):
        place(state, unit, frame.hex, "BTR-ocs.overrun.won")
    entered(state, frame.side, units, [Hex(frame.hex)], start)


def spent_out(state: Campaign, frame: Battle) -> bool:
    return frame.overrun


def tire(state: Campaign, frame: Battle) -> None:
    """BTR-ocs.overrun.failed: who retreated or went DG is done for the phase."""
    living = alive(state, frame.attackers)
    tired = living if _retreated(state, frame) else living & state.dg & ~set_of(frame.left)
    if tired:
        mark(state, fact.done, tired, "BTR-ocs.overrun.failed")
        state.remove(fact.group, tired, "BTR-ocs.overrun.failed")


AFTERMATH = (
    Auto(clause="BTR-ocs.exploit.earn", do=exploit, due=earns),
    Auto(clause="BTR-ocs.overrun.won", do=enter_all, due=won),
    Auto(clause="BTR-ocs.overrun.failed", do=tire, due=spent_out),
    Phase(
        clause="BTR-ocs.advance.who",
        name="advance",
        title="advance after combat",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=Advance,
                names=NAMES,
                units=(
                    Screen(
                        "BTR-ocs.advance.who",
                        not_advancing,
                        lambda state, frame: 0 if frame.overrun else may_advance(state, frame),
                    ),
                ),
                apply=advance,
                open=open_if_any,
            ),
        ),
    ),
)
