"""Counts of legal sequences to depth n from fixed positions: a changed count is a changed rule.

Every outcome of chance counts as an action. The counts stand in tests/golden/counts.json; after a change of
rules or data

    python -m tests.conformance.test_counts --write

writes them anew. Read the difference before you keep it: each changed figure must be one you meant to change.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from grognard.core.facts import CHANCE
from grognard.core.state import State

from .positions import at

STORED = Path(__file__).parents[1] / "golden" / "counts.json"
DEPTHS = {
    "one drop": 4,
    "one attack": 3,
    "support fire": 3,
    "retreat": 4,
    "a walk": 2,
    "two drops on Germans": 6,
    "mines in a bombardment": 4,
}


def count(state: State, depth: int) -> int:
    """Sequences of so many actions, fewer where the game ends; the last action is counted without being
    made.
    """
    if state.to_move is None:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in list(actions):
        state.push_legal(action)
        total += count(state, depth - 1)
        state.pop()
    return total


def counts(name: str) -> list[int]:
    return [count(at(name), depth) for depth in range(1, DEPTHS[name] + 1)]


@pytest.mark.parametrize("name", DEPTHS)
def test_counts_are_as_stored(name: str) -> None:
    assert counts(name) == json.loads(STORED.read_text())[name]


def test_nothing_is_stored_that_is_not_counted() -> None:
    assert json.loads(STORED.read_text()).keys() == DEPTHS.keys()


def test_one_drop_counted_by_hand() -> None:
    """SB-11.2.2.3 for one parachute unit; the next question after the drop is the raid: 1641 or 1642, then
    its die.

    Depth 1: the six faces of the drop. Depth 2: a 1 eliminates it and the raid is asked (2); 2 to 5 roll for
    drift (4 x 6 = 24); a 6 lands it (2). 28. Depth 3: after 1 or 6 the raid's die, 2 x 2 x 6 = 24; after each
    of the 24 drifts the raid is asked, 24 x 2 = 48. 72.
    """
    assert counts("one drop")[:3] == [6, 28, 72]


def test_one_attack_counted_by_hand() -> None:
    """Attack or leave it (2). The attack goes straight to its six faces: nobody can join, nobody has a marker
    to name.

    `done` ends the Allied turn, for a leg unit neither moves nor fights in the mobile phases: the German
    moves. So depth 2 is 6 and whatever he may do; that figure is his list, asked for in the position after
    `done`.
    """
    state = at("one attack")
    attack, done = list(state.legal_actions())
    assert (str(attack), str(done)) == ("attack 8/3 1541", "done")
    state.push(attack)
    assert state.to_move == CHANCE and len(state.legal_actions()) == 6
    state.pop()
    state.push(done)
    assert state.step.name == "german movement"
    assert counts("one attack")[:2] == [2, 6 + len(state.legal_actions())]


def test_mines_in_a_bombardment_counted_by_hand() -> None:
    """SB-11.1.5.b.2: no use in a bombardment, so aside or another draw (2); aside goes to the die (6), a
    redraw to the two markers left in the cup (2): 8. Then aside, 6 dice, each back to the German's Combat
    Phase; redraw, 2 x 6 = 12 dice.
    """
    assert counts("mines in a bombardment")[:2] == [2, 8]


def test_counting_leaves_the_position_as_it_was() -> None:
    for name in DEPTHS:
        state = at(name)
        before = state.to_json()
        count(state, 2)
        assert state.to_json() == before


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.conformance.test_counts --write")
    STORED.write_text(json.dumps({name: counts(name) for name in DEPTHS}, indent=2) + "\n")
    print(STORED)


if __name__ == "__main__":
    main()
