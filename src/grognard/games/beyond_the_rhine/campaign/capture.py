"""BTR-ocs.dump.capture, BTR-ocs.truck.capture: what an attack-capable unit finds where it enters."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..fights import nearest
from .board import DEAD, GRID, TO_COME, area
from .extenders import fallen, havens
from .pieces import ADJECTIVE, ENEMY, LABEL, LIMITS, NAMES, OF_SIDE, TRANSPORT, TRUCK, TRUCKS, WAGON
from .position import Campaign, Capture, fact
from .verbs import Flee, Roll, add_tokens, clear, on_ground, points_in, put, unmark
from .zones import occupied

# shares caught in per cent, by the die
_SHARES = LIMITS["capture"]
DUMP: list[int] = _SHARES["dump"]
CAUGHT: dict[str, list[int]] = {kind: _SHARES[kind] for kind in (TRUCK, WAGON)}
FLIGHT = int(_SHARES["flight_hexes"])


def share(amount: int, percent: int) -> int:
    """The nearest whole, half up.

    >>> share(12, 75), share(10, 25)
    (9, 3)
    """
    return nearest(Fraction(amount * percent, 100))


def _kind(state: Campaign, frame: Capture) -> str:
    """What is rolled for next in the first hex: the dump, trucks, wagons."""
    if not frame.hexes or frame.fleeing:
        return ""
    hex_, enemy = frame.hexes[0], ENEMY[frame.side]
    if on_ground(state, enemy, hex_):
        return "dump"
    points = points_in(state, hex_, enemy) & ~state.extended
    return TRUCK if points & TRUCKS else WAGON if points else ""


def due(state: Campaign, frame: Capture) -> Outcomes:
    return DIE if _kind(state, frame) else NO_OUTCOME


def roll(state: Campaign, frame: Capture, action: Roll) -> None:
    kind = _kind(state, frame)
    _take_dump(state, frame, action.face) if kind == "dump" else _take_points(state, frame, kind, action.face)


def _take_dump(state: Campaign, frame: Capture, die: int) -> None:
    """BTR-ocs.dump.capture: what is not caught is destroyed."""
    hex_, enemy = frame.hexes[0], ENEMY[frame.side]
    dump = on_ground(state, enemy, hex_)
    caught = share(dump, DUMP[die - 1])
    add_tokens(state, enemy, hex_, -dump, "BTR-ocs.dump.capture")
    add_tokens(state, frame.side, hex_, caught, "BTR-ocs.dump.capture")
    state.set(fact.hauled, put(state.hauled, hex_, 0), "BTR-ocs.dump.capture")
    words = "die {}: {} captures {}T of {}T in {}; the rest is destroyed"
    state.note(
        "BTR-ocs.dump.capture",
        words,
        die,
        ADJECTIVE[frame.side],
        caught,
        dump,
        GRID.name[hex_],
        kind="result",
    )


def _take_points(state: Campaign, frame: Capture, kind: str, die: int) -> None:
    """BTR-ocs.truck.capture: the captor has an own counter for every point; the others get away."""
    hex_, enemy = frame.hexes[0], ENEMY[frame.side]
    points = points_in(state, hex_, enemy) & ~state.extended
    units = members(points & TRUCKS if kind == TRUCK else points & ~TRUCKS)
    caught = share(len(units), CAUGHT[kind][die - 1])
    loads = share(sum(state.load[u] for u in units), CAUGHT[kind][die - 1])
    words = "die {}: {} captures {} of {} {} points in {}"
    state.note(
        "BTR-ocs.truck.capture",
        words,
        die,
        ADJECTIVE[frame.side],
        caught,
        len(units),
        kind,
        GRID.name[hex_],
        kind="result",
    )
    for unit in units[:caught]:
        _change_sides(state, unit, frame.side, kind)
    _take_loads(
        state,
        frame,
        units[caught:],
        loads - sum(state.load[u] for u in members(points_in(state, hex_, frame.side))),
    )
    state.replace(replace(frame, fleeing=tuple(units[caught:])), "BTR-ocs.truck.capture")


def _change_sides(state: Campaign, unit: int, side: str, kind: str) -> None:
    """BTR-ocs.truck.captured-use: a counter of the captor takes its place and load."""
    like = TRUCKS if kind == TRUCK else TRANSPORT & ~TRUCKS
    own = next(u for u in members(like & OF_SIDE[side]) if state.at[u] in (TO_COME, DEAD))
    hex_, load = state.at[unit], state.load[unit]
    state.set_at(fact.load, unit, 0, "BTR-ocs.truck.capture")
    state.set_at(fact.at, unit, TO_COME, "BTR-ocs.truck.capture")
    clear(state, unit, "BTR-ocs.truck.capture")
    state.set_at(fact.lost, own, 0, "BTR-ocs.truck.captured-use")  # a dead counter serves again
    state.set_at(fact.at, own, hex_, "BTR-ocs.truck.captured-use")
    state.set_at(fact.load, own, load, "BTR-ocs.truck.captured-use")


def _take_loads(state: Campaign, frame: Capture, free: list[int], tokens: int) -> None:
    """The share of the loads that was not on captured points falls to the captor on the ground."""
    for unit in free:
        part = min(max(tokens, 0), state.load[unit])
        if part:
            state.set_at(fact.load, unit, state.load[unit] - part, "BTR-ocs.truck.capture")
            add_tokens(state, frame.side, frame.hexes[0], part, "BTR-ocs.truck.capture")
            tokens -= part


def refuges(state: Campaign, frame: Capture) -> Hexes:
    """Up to 10 hexes off, terrain and enemy notwithstanding; not into enemy combat units."""
    if not frame.fleeing:
        return Hexes(0)
    origin = frame.hexes[0]
    if state.extended & set_of(frame.fleeing):
        return havens(state, frame.fleeing, origin)
    result = GRID.within(1 << origin, FLIGHT) & area(state.scenario) & ~(1 << origin)
    return Hexes(result & ~occupied(state, frame.side))


def flee(state: Campaign, frame: Capture, unit: int, hex_: Hex) -> None:
    state.set_at(fact.at, unit, hex_, "BTR-ocs.truck.capture")
    unmark(state, fact.extended, 1 << unit, "BTR-ocs.ext.fall")
    rest = tuple(u for u in frame.fleeing if u != unit)
    state.replace(replace(frame, fleeing=rest), "BTR-ocs.truck.capture")


def falls(state: Campaign, frame: Capture) -> bool:
    return bool(frame.hexes and not frame.fleeing and fallen(state, ENEMY[frame.side], frame.hexes[0]))


def fall(state: Campaign) -> None:
    """BTR-ocs.ext.fall: the points go to a hex in trace; if there is none they are captured as points."""
    frame = state.stack[-1]
    assert isinstance(frame, Capture)
    units = tuple(members(fallen(state, ENEMY[frame.side], frame.hexes[0])))
    if havens(state, units, frame.hexes[0]):
        state.replace(replace(frame, fleeing=units, step=FLIGHT_STEP), "BTR-ocs.ext.fall")
    else:
        unmark(state, fact.extended, set_of(units), "BTR-ocs.ext.fall")
        state.replace(replace(frame, step=0), "BTR-ocs.ext.fall")


def is_over(state: Campaign, frame: Capture) -> bool:
    return not frame.fleeing and bool(frame.hexes)


def next_hex(state: Campaign, frame: Capture) -> None:
    """On to what is left in this hex, or to the next one."""
    if falls(state, frame):
        return fall(state)
    rest = frame.hexes if _kind(state, frame) else frame.hexes[1:]
    if rest:
        state.update("BTR-ocs.move.enemy-things", hexes=rest, step=0)


CAPTURE = (
    Chance(
        clause="BTR-ocs.dump.capture",
        name="capture",
        outcomes=lambda state, frame: due(state, frame) if not frame.fleeing else NO_OUTCOME,
        apply=roll,
        about=lambda state, frame: f"what is captured in {GRID.name[frame.hexes[0]]}",
    ),
    Phase(
        clause="BTR-ocs.truck.capture",
        name="flight of transport",
        side=lambda state, frame: ENEMY[frame.side],
        picks=(
            Pick(
                verb=Flee,
                names=NAMES,
                units=(
                    Screen(
                        "BTR-ocs.truck.capture",
                        "{unit} is not among the transport points that flee",
                        lambda state, frame: set_of(frame.fleeing),
                        decisive=True,
                    ),
                ),
                hexes=(
                    Screen(
                        "BTR-ocs.truck.capture",
                        f"{{hex}} is more than {FLIGHT} hexes off, or holds enemies",
                        refuges,
                    ),
                ),
                apply=flee,
            ),
        ),
        must=lambda state, frame: (
            Ruling("BTR-ocs.truck.capture", f"{LABEL[frame.fleeing[0]]} must be moved away")
            if frame.fleeing
            else None
        ),
    ),
    Auto(clause="BTR-ocs.move.enemy-things", do=next_hex, due=is_over),
)
FLIGHT_STEP = 1
assert CAPTURE[FLIGHT_STEP].name == "flight of transport"
