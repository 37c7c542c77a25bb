"""BTR-ocs.set: the first position of a scenario."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex, Hexes, members, set_of

from ..series import TOKENS
from .board import GRID, TO_COME, allied_at_start
from .options import Options
from .pieces import ALLIED, NAMES, OF_SIDE, SCENARIOS, SIDES, STEPS, TRANSPORT, TRUCK, TRUCKS, UNIT, setup_of
from .pieces import _points as points_of
from .position import Campaign, SetUp, Turn, fact
from .rows import SetupRow, StackRow
from .verbs import put


def first_position(scenario: str) -> Callable[[Options], Campaign]:
    """BTR-ocs.set.sides, BTR-ocs.set.aachen, BTR-ocs.set.queen, BTR-ocs.set.dead: all in Combat Mode,
    with full stocks and no markers.
    """

    def make(options: Options) -> Campaign:
        state = Campaign()
        state.__dict__["options"], state.__dict__["scenario"] = options, scenario
        held: int = allied_at_start(scenario)
        for side in SIDES:
            rows = setup_of(scenario, side)
            held = _hold(held, side, [GRID.hex(stack["hex"]) for stack in rows["stack"]])
            _stand(state, rows["stack"])
            _supply(state, side, rows)
        for name, hex_ in SCENARIOS[scenario]["pontoons"].items():
            state.__dict__["at"][UNIT[name]] = GRID.hex(hex_)
        state.__dict__["bridge_checks"] = SCENARIOS[scenario]["bridge_check_markers"]
        state.__dict__["allied_held"] = state.__dict__["at_start"] = Hexes(held)
        state.derive()
        stack = (Turn(), SetUp()) if options.free_setup else (Turn(),)
        state.set(fact.stack, stack, "BTR-ocs.scen.table")
        state.run()
        state.journal.clear()  # a game begins with an empty book
        return state

    return make


def _hold(held: int, side: str, hexes: list[Hex]) -> int:
    """BTR-ocs.hold.start: every stack holds its hex."""
    stacks = set_of(set(hexes))
    return held | stacks if side == ALLIED else held & ~stacks


def _stand(state: Campaign, stacks: list[StackRow]) -> None:
    own = state.__dict__
    for stack in stacks:
        for name in stack["units"]:
            unit = UNIT[name]
            own["at"][unit] = GRID.hex(stack["hex"])
            own["lost"][unit] = stack.get("less", {}).get(name, 0)
            assert state.lost[unit] < STEPS[unit], f"{name} is set up with no steps left"


def _supply(state: Campaign, side: str, rows: SetupRow) -> None:
    own, key = state.__dict__, f"{side}_dumps"
    for row in rows.get("dump", ()):
        own[key] = put(own[key], GRID.hex(row["hex"]), row["sp"] * TOKENS)
    for works in rows.get("hedgehog", ()):
        own["hedgehogs"] = put(state.hedgehogs, GRID.hex(works["hex"]), works["level"])
    for points in rows.get("transport", ()):
        for kind, count in points_of(points["points"]).items():
            like = TRUCKS if kind == TRUCK else TRANSPORT & ~TRUCKS
            free = [unit for unit in members(like & OF_SIDE[side]) if state.at[unit] == TO_COME]
            for unit in sorted(free, key=lambda u: (len(NAMES[u]), NAMES[u]))[:count]:
                own["at"][unit] = GRID.hex(points["hex"])
                own["load"][unit] = TOKENS if points["loaded"] else 0
