"""Two positions that differ in one hidden or covered unit: in every phase the other side and a spectator see, are
asked and may do the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.due import due
from grognard.core.procedure import Phase
from grognard.games.purple_heart_draw.firefight.position import Firefight, PlayerTurn
from grognard.web.purple_heart_draw_firefight.game_view import desk, stacks

from .fight import fight

PHASES = [one.name for one in Firefight.procedures[PlayerTurn] if isinstance(one, Phase)]
KNOWN = {
    "u01": "M17 6-6-6",
    "u02": "A10 6-6-6 broken dm",
    "u03": "A10 8-1",
    "g01": "O17 5-4-8",
    "g02": "P30 4-4-7 broken dm",
    "g03": "P30 8-1",
}
SECRETS = {  # the other side, and a unit it knows nothing or little of in two guises
    "us": [
        ({"g04": "O19 5-4-8 hidden"}, {"g04": "R24 4-4-7 hidden"}),
        ({"g04": "O19 5-4-8 concealed"}, {"g04": "O19 2-3-7 concealed"}),
    ],
    "german": [({"u04": "K19 6-6-6 concealed"}, {"u04": "K19 5-4-6 concealed"})],
}
PAGES = ("hex", "rolls", "answers", "close", "score", "rout", "barred")
CASES = [(seat, *pair) for seat, pairs in SECRETS.items() for pair in pairs]


def shown(state: Any, seat: str) -> list[Any]:
    """All that a seat is sent of a position, and what it may do in it."""
    own = state.known_to(seat) if seat in state.sides else state.known_to("spectator")
    asked = {"hex": "O19", "unit": "g02" if seat == "german" else "u02"}
    pages = [desk(own, topic, asked) for topic in PAGES]
    mine = state.to_move == seat
    return [
        state.view(seat),
        due(state, seat),
        stacks(own),
        pages,
        [str(action) for action in state.legal_actions()] if mine else None,
    ]


@pytest.mark.clause("FF-INFO")
@pytest.mark.parametrize("mover", ["us", "german"])
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("seat", "one", "other"), CASES, ids=["hidden", "covered-german", "covered-us"])
def test_twins_in_every_phase(phase: str, mover: str, seat: str, one: Any, other: Any) -> None:
    pair = [fight(KNOWN | secret, phase, mover) for secret in (one, other)]
    owner = "us" if seat == "german" else "german"
    assert pair[0].view(owner) != pair[1].view(owner)
    for viewer in (seat, "spectator"):
        assert shown(pair[0], viewer) == shown(pair[1], viewer)
    assert pair[0].to_move == pair[1].to_move
