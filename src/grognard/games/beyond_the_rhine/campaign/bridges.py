"""BTR-ocs.bridge: the Rhine bridges: checked, taken, blown, fallen; and pontoon bridges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from .acting import mover
from .board import BOARD, GRID, NEAR, area
from .pieces import ALLIED, FIGHTERS, GERMAN, LABEL, LIMITS, NAMES, OF_SIDE, units_where
from .position import Campaign, Laying, PlayerTurn, Span, fact, hexes_of, units_in
from .supply import in_trace
from .verbs import Check, Demolish, Lay, Roll, capable
from .waters import BLOWN, STANDS_AT, TAKEN, banks, bridges_of, checked, unchecked

PONTOONS = units_where(lambda piece: piece.kind == "pontoon")
LAID_AT = int(LIMITS["pontoon"]["laid_die"])  # BTR-game.1_10.pontoon
FALLS_AT = int(LIMITS["bridge"]["falls_die"])  # BTR-ocs.bridge.fall
WATCHED = int(LIMITS["bridge"]["watched_hexes"])  # hexes from the western end: BTR-ocs.bridge.blow-own


def settle(state: Campaign, name: str, what: str, clause: str) -> None:
    """A bridge gets its state."""
    state.set(fact.bridges, tuple(sorted({**dict(state.bridges), name: what}.items())), clause)


# ---------------------------------------------------------------- the check


def may_say(state: Campaign, frame: Span) -> Sequence[Action]:
    """A marker is spent, or not."""
    return (Check("no"), Check("yes")) if frame.names and state.bridge_checks and not frame.spent else ()


def say(state: Campaign, frame: Span, action: Check) -> None:
    if action.choice == "no":
        fail(state, frame.names[0], "no marker is spent")
        state.update("BTR-ocs.bridge.check", names=frame.names[1:], step=0)
        return
    state.set(fact.bridge_checks, state.bridge_checks - 1, "BTR-ocs.bridge.check")
    state.update("BTR-ocs.bridge.check", spent=True)


def fail(state: Campaign, name: str, why: str) -> None:
    state.note("BTR-ocs.bridge.check", "the Rhine bridge of {} is blown: {}", name, why, kind="result")
    settle(state, name, BLOWN, "BTR-ocs.bridge.check")


def refuse_check(state: Campaign, frame: Span, action: Check) -> list[Ruling]:
    if not frame.names:
        return [Ruling("BTR-ocs.bridge.check", "no Rhine bridge is reached now")]
    if not state.bridge_checks:
        return [Ruling("BTR-ocs.bridge.check", "no bridge check marker is left")]
    return [Ruling("BTR-ocs.bridge.check", f"check is followed by yes or no, not {action.choice}")]


def uncertain(state: Campaign, frame: Span) -> Outcomes:
    return DIE if frame.spent else NO_OUTCOME


def roll_check(state: Campaign, frame: Span, action: Roll) -> None:
    """With a marker: 5 or 6 and the bridge is taken."""
    name = frame.names[0]
    state.replace(replace(frame, names=frame.names[1:], spent=False, step=0), "BTR-ocs.bridge.check")
    if action.face < STANDS_AT:
        return fail(state, name, f"die {action.face}")
    words = "the Rhine bridge of {} stands and is taken: die {}"
    state.note("BTR-ocs.bridge.check", words, name, action.face, kind="result")
    return settle(state, name, TAKEN, "BTR-ocs.bridge.check")


def blow_rest(state: Campaign, frame: Span) -> None:
    """Without a marker the bridge is blown."""
    for name in frame.names:
        fail(state, name, "no marker is left")
    state.update("BTR-ocs.bridge.check", names=())


SPAN = (
    Ask(
        clause="BTR-ocs.bridge.check",
        name="bridge check",
        title="a Rhine bridge is reached",
        side=ALLIED,
        choices=may_say,
        apply=say,
        takes=(Check,),
        refuse=refuse_check,
        must=lambda state, frame: Ruling("BTR-ocs.bridge.check", "say whether a marker is spent"),
    ),
    Chance(
        clause="BTR-ocs.bridge.check",
        name="bridge check die",
        outcomes=uncertain,
        apply=roll_check,
        about=lambda state, frame: f"the Rhine bridge of {frame.names[0]}",
    ),
    Auto(clause="BTR-ocs.bridge.check", do=blow_rest, due=lambda state, frame: bool(frame.names)),
)

# ---------------------------------------------------------------- blown by the Germans


def in_danger(state: Campaign, frame: object) -> Hexes:
    """BTR-ocs.bridge.blow-own: western ends of bridges not yet checked with an Allied attack-capable unit
    within two hexes, and none on either end.
    """
    if mover(state) != GERMAN:
        return Hexes(0)
    hexes, result = hexes_of(state, capable(state) & OF_SIDE[ALLIED]), 0
    for name in unchecked(state):
        west, east = banks(name)
        close = GRID.within(1 << west, WATCHED) & hexes
        if close and not hexes & (1 << west | 1 << east):
            result |= 1 << west
    return Hexes(result)


def cannot_demolish(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    clause, name = "BTR-ocs.bridge.blow-own", GRID.name[hex_]
    if mover(state) != GERMAN:
        return Ruling(clause, "only the Germans blow bridges")
    bridges = [bridge for bridge in bridges_of(state) if banks(bridge)[0] == hex_]
    if not bridges:
        return Ruling(clause, f"no Rhine bridge of this scenario has its western end in {name}")
    if bridges[0] in checked(state):
        return Ruling(clause, f"the bridge of {bridges[0]} has been checked or is blown")
    return Ruling(clause, "no Allied attack-capable unit is within two hexes, or one is on the bridge")


def demolish(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    name = next(bridge for bridge in unchecked(state) if banks(bridge)[0] == hex_)
    state.note("BTR-ocs.bridge.blow-own", "the Germans blow the Rhine bridge of {}", name, kind="result")
    settle(state, name, BLOWN, "BTR-ocs.bridge.blow-own")


DEMOLISH = Pick(
    verb=Demolish,
    hexes=(Screen("BTR-ocs.bridge.blow-own", cannot_demolish, in_danger),),
    apply=demolish,
)

# ---------------------------------------------------------------- Clean Up: bridges that fall, pontoons


def shaking(state: Campaign, frame: PlayerTurn) -> list[str]:
    """Taken bridges whose die has not been rolled in this Clean Up."""
    return [name for name, what in state.bridges if what == TAKEN and name not in frame.shaken]


def roll_fall(state: Campaign, frame: PlayerTurn, action: Roll) -> None:
    name = shaking(state, frame)[0]
    state.replace(replace(frame, shaken=(*frame.shaken, name)), "BTR-ocs.bridge.fall")
    falls = action.face <= FALLS_AT
    effect = "falls" if falls else "holds"
    state.note("BTR-ocs.bridge.fall", "the bridge of {} {}: die {}", name, effect, action.face, kind="result")
    if falls:
        settle(state, name, BLOWN, "BTR-ocs.bridge.fall")


FALL = Chance(
    clause="BTR-ocs.bridge.fall",
    name="allied bridge fall",
    outcomes=lambda state, frame: DIE if shaking(state, frame) else NO_OUTCOME,
    apply=roll_fall,
    about=lambda state, frame: f"the bridge of {shaking(state, frame)[0]}",
)


def far_banks(state: Campaign, unit: int) -> Hexes:
    """BTR-game.1_10.pontoon: hexes over a major river or the Rhine that hold an Allied combat unit."""
    start, result = state.at[unit], 0
    if start < 0:
        return Hexes(0)
    for bank in members(NEAR[start] & area(state.scenario)):
        wet = {"major_river", "rhine"} & set(BOARD.sides.get(frozenset((start, bank)), ()))
        if wet and units_in(state, bank, ALLIED) and _pair(start, bank) not in state.laid:
            result |= 1 << bank
    return Hexes(result)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (min(a, b), max(a, b))


def builders(state: Campaign, frame: PlayerTurn) -> int:
    """Pontoon brigades in trace that have not tried in this Clean Up; none works in snow."""
    if state.ground == "snow":
        return 0
    mine = state.on_map & PONTOONS & in_trace(state, ALLIED) & ~set_of(frame.tried)
    return set_of(u for u in members(mine) if far_banks(state, u))


def cannot_lay(state: Campaign, frame: PlayerTurn, unit: int, hex_: int) -> Ruling:
    clause, name = "BTR-ocs.bridge.pontoon", LABEL[unit]
    if not PONTOONS >> unit & 1:
        return Ruling(clause, f"{name} is not a pontoon brigade")
    if unit in frame.tried:
        return Ruling(clause, f"{name} has tried in this Clean Up")
    if state.ground == "snow":
        return Ruling("BTR-game.1_10.pontoon", "no pontoon rolls are made in snow")
    return Ruling(clause, f"{name} is not in trace next to a river with an Allied combat unit beyond it")


def lay(state: Campaign, frame: PlayerTurn, unit: int, hex_: Hex) -> None:
    state.replace(replace(frame, tried=(*frame.tried, unit)), "BTR-ocs.bridge.pontoon")
    state.call(Laying(unit=unit, hex=hex_), "BTR-ocs.bridge.pontoon")


PONTOON = Phase(
    clause="BTR-ocs.bridge.pontoon",
    name="allied pontoons",
    title="pontoon brigades",
    side=ALLIED,
    picks=(
        Pick(
            verb=Lay,
            names=NAMES,
            units=(Screen("BTR-ocs.bridge.pontoon", cannot_lay, builders, decisive=True),),
            hexes=(
                Screen(
                    "BTR-ocs.bridge.pontoon",
                    "{hex} is not a hex over the river from {unit} that holds an Allied combat unit",
                    lambda state, frame: lambda unit: far_banks(state, unit),
                    each=True,
                ),
            ),
            apply=lay,
        ),
    ),
)


def roll_laying(state: Campaign, frame: Laying, action: Roll) -> None:
    start, laid = state.at[frame.unit], action.face >= LAID_AT
    words = "pontoon bridge from {} to {}, die {}: {}"
    effect = "it is laid" if laid else "not yet"
    names = GRID.name[start], GRID.name[frame.hex]
    state.note("BTR-game.1_10.pontoon", words, *names, action.face, effect, kind="result")
    if laid:
        pairs = tuple(sorted({*state.laid, _pair(start, frame.hex)}))
        state.set(fact.laid, pairs, "BTR-ocs.bridge.pontoon")


LAYING = (
    Chance(
        clause="BTR-game.1_10.pontoon",
        name="pontoon die",
        outcomes=lambda state, frame: DIE,
        apply=roll_laying,
        about=lambda state, frame: f"the pontoon bridge to {GRID.name[frame.hex]}",
        once=True,
    ),
)


def reached(state: Campaign, side: str, units: int, path: Sequence[int], start: int) -> None:
    """BTR-ocs.bridge.check: what follows when Allied units come to a Rhine bridge: a check, or a crossing."""
    if side != ALLIED or not units & FIGHTERS:
        return
    _cross(state, [start, *path])
    new = [name for name in unchecked(state) if set(banks(name)) & set(path)]
    if new and units & capable(state):
        state.call(Span(names=tuple(new)), "BTR-ocs.bridge.check")


def _cross(state: Campaign, path: Sequence[int]) -> None:
    """BTR-ocs.win.count: bridges that stood when an Allied combat unit went over them."""
    steps = {_pair(a, b) for a, b in pairwise(path)}
    standing = [n for n in bridges_of(state) if dict(state.bridges).get(n) != BLOWN]
    over = {n for n in standing if _pair(*banks(n)) in steps} - set(state.crossed)
    if over:
        state.set(fact.crossed, tuple(sorted({*state.crossed, *over})), "BTR-ocs.win.count")
