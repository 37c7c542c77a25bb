"""The fire that may answer a move is what the rules would make of it: foretold, then played."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.answering_fire import (
    answering_fire,
    price,
    suspects,
    worst_on_the_way,
)
from grognard.games.purple_heart_draw.firefight.moving import whole_ways
from grognard.games.purple_heart_draw.firefight.odds import chances
from grognard.games.purple_heart_draw.firefight.position import Attack, Firefight, Moving

from .fight import do, fight

UNITS = {"u01": "M19 6-6-6", "u02": "M19 8-1", "g01": "M16 5-4-8", "g02": "M16 9-1", "g03": "O18 4-4-7"}
GUNS = {"gmg1": "LMG g01"}


def ready(**more: str) -> tuple[Firefight, Moving]:
    """What the US side knows when its stack is about to set out."""
    state = do(fight(UNITS | more, "movement", guns=GUNS), "lead u01", "along u02").known_to("us")
    frame = state.stack[-1]
    assert isinstance(frame, Moving)
    return state, frame


@pytest.mark.clause("ASL-A8.1", "ASL-A7.53")
def test_it_is_the_attack_that_the_defender_would_declare() -> None:
    """The squad with its gun, directed by the leader: the same modifiers and chances as in the window."""
    state, frame = ready()
    found = {fire.at: fire for fire in answering_fire(state, frame, GRID.number["M18"])}
    foretold = found[GRID.number["M16"]]
    played = do(
        fight(UNITS, "movement", guns=GUNS),
        *("lead u01", "along u02", "go M18", "fire g01 M18", "join gmg1", "direct g02"),
    )
    attack = played.stack[-1]
    assert isinstance(attack, Attack)
    assert foretold.attack.firers == attack.firers and foretold.attack.leaders == attack.leaders
    assert foretold.odds == chances(played, attack)
    assert 0 < foretold.hurts < 1


@pytest.mark.clause("ASL-A8.1")
def test_units_that_cannot_fire_are_not_counted() -> None:
    """Broken, or without a line of sight."""
    state, frame = ready(g01="M16 5-4-8 broken", g02="M16 9-1 broken", g03="A1 4-4-7")
    assert answering_fire(state, frame, GRID.number["M18"]) == []


@pytest.mark.clause("ASL-A12.1")
def test_a_concealed_enemy_is_a_suspect_and_nothing_more() -> None:
    """What stands under the "?" makes no difference."""
    for kind in ("5-4-8", "2-3-8"):
        state, frame = ready(g01=f"M16 {kind} concealed", g02="A1 9-1", g03="A1 4-4-7")
        assert answering_fire(state, frame, GRID.number["M18"]) == []
        assert suspects(state, frame, GRID.number["M18"]) == [GRID.number["M16"]]


@pytest.mark.clause("ASL-A4.13")
def test_the_worst_hex_of_a_way_and_its_price() -> None:
    """The way to M17 costs what going there by hand costs, and its last hex is next to the enemy."""
    state, frame = ready()
    path = whole_ways(state, frame)[GRID.number["M17"]]
    worst, fires = worst_on_the_way(state, frame, path)
    most = {hex_: max(f.hurts for f in answering_fire(state, frame, hex_)) for hex_ in path}
    assert most[worst] == max(most.values()) == max(fire.hurts for fire in fires)
    gone = do(fight(UNITS, "movement", guns=GUNS), "lead u01", "along u02")
    for hex_ in path:
        do(gone, f"go {GRID.name[hex_]}", "done")
    moving = gone.stack[-1]
    assert isinstance(moving, Moving) and moving.spent == price(state, frame, path)


@pytest.mark.clause("ASL-A4.2")
def test_a_stack_that_has_done_nothing_is_let_go() -> None:
    """Another unit may then be chosen, and the first one again."""
    state = do(fight(UNITS, "movement"), "lead u01", "done", "lead u02", "done", "lead u01")
    assert state.stack[-1].units == (0,)
