"""BTR-ocs.set: the first position of a scenario."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.core.hexes import Hex, Hexes, members

from ..series import TOKENS
from .board import GRID, TO_COME, allied_at_start
from .options import Options
from .pieces import ALLIED, NAMES, OF_SIDE, SCENARIOS, SIDES, STEPS, TRANSPORT, TRUCK, TRUCKS, UNIT, setup_of
from .pieces import _points as points_of
from .position import Campaign, SetUp, Turn, fact
from .verbs import put


def first_position(scenario: str) -> Callable[[Options], Campaign]:
    """BTR-ocs.set.sides, BTR-ocs.set.aachen, BTR-ocs.set.queen, BTR-ocs.set.dead: all in Combat Mode,
    with full stocks and no markers.
    """

    def make(options: Options) -> Campaign:
        state = Campaign()
        own = state.__dict__
        own["options"], own["scenario"] = options, scenario
        held: int = allied_at_start(scenario)
        for side in SIDES:
            rows = setup_of(scenario, side)
            held = _hold(held, side, [GRID.hex(stack["hex"]) for stack in rows["stack"]])
            _stand(own, rows["stack"])
            _supply(own, side, rows)
        for name, hex_ in SCENARIOS[scenario]["pontoons"].items():
            own["at"][UNIT[name]] = GRID.hex(hex_)
        own["bridge_checks"] = SCENARIOS[scenario]["bridge_check_markers"]
        own["allied_held"] = own["at_start"] = Hexes(held)
        state.derive()
        stack = (Turn(), SetUp()) if options.free_setup else (Turn(),)
        state.set(fact.stack, stack, "BTR-ocs.scen.table")
        state.run()
        state.journal.clear()  # a game begins with an empty book
        return state

    return make


def _hold(held: int, side: str, hexes: list[Hex]) -> int:
    """BTR-ocs.hold.start: every stack holds its hex."""
    stacks = sum(1 << h for h in set(hexes))
    return held | stacks if side == ALLIED else held & ~stacks


def _stand(own: dict[str, Any], stacks: list[dict[str, Any]]) -> None:
    for stack in stacks:
        for name in stack["units"]:
            unit = UNIT[name]
            own["at"][unit] = GRID.hex(stack["hex"])
            own["lost"][unit] = stack.get("less", {}).get(name, 0)
            assert own["lost"][unit] < STEPS[unit], f"{name} is set up with no steps left"


def _supply(own: dict[str, Any], side: str, rows: dict[str, Any]) -> None:
    for row in rows.get("dump", ()):
        key = f"{side}_dumps"
        own[key] = put(own[key], GRID.hex(row["hex"]), row["sp"] * TOKENS)
    for row in rows.get("hedgehog", ()):
        own["hedgehogs"] = put(own["hedgehogs"], GRID.hex(row["hex"]), row["level"])
    for row in rows.get("transport", ()):
        for kind, count in points_of(row["points"]).items():
            like = TRUCKS if kind == TRUCK else TRANSPORT & ~TRUCKS
            free = [unit for unit in members(like & OF_SIDE[side]) if own["at"][unit] == TO_COME]
            for unit in sorted(free, key=lambda u: (len(NAMES[u]), NAMES[u]))[:count]:
                own["at"][unit] = GRID.hex(row["hex"])
                own["load"][unit] = TOKENS if row["loaded"] else 0
