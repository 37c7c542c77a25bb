"""Search: what it opens, what it costs, and what it does not tell."""

from __future__ import annotations

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.searching import casualty_drm, search_drm

from .fight import do, fight, flags, kind, listed, rulings

UNITS = {"u01": "M17 6-6-6", "u02": "M17 9-1", "u03": "K17 3-4-6"}


@pytest.mark.clause("ASL-A12.152")
@pytest.mark.clause("ASL-A12.154")
def test_a_search_finds_hidden_and_concealed_units() -> None:
    """A 5 with -1 for the leader and -1 for the second half-squad leaves 3 of the 6 hexes around."""
    found = {"g01": "M18 5-4-8 hidden", "g02": "N17 2-3-8 concealed"}
    state = do(fight(UNITS | found, "movement"), "lead u01", "along u02", "search")
    assert state.to_move == CHANCE and search_drm(state, [UNIT["u01"], UNIT["u02"]]) == -2
    do(state, "roll 5")
    assert state.to_move == "us" and len(listed(state, "look")) == 6
    do(state, "look M18", "look N17", "look M16")
    assert flags(state, "g01") == {"concealed"} and state.all_found
    assert state.open >> UNIT["g02"] & 1 and {"ti", "moved"} <= flags(state, "u01")
    assert state.to_move == CHANCE and state.purpose == "casualties"  # 3 half-squads found: -2
    do(state, "roll 3")
    assert "random selection" in state.purpose
    do(state, "roll 6", "roll 1")
    assert {kind(state, "u01"), kind(state, "u02")} == {"3-4-6", "9-1"}
    safe = do(fight(UNITS | found, "movement"), "lead u01", "along u02", "search", "roll 5", "look M18")
    do(safe, "look N17", "look M16", "roll 4")
    assert kind(safe, "u01") == "6-6-6" and safe.to_move == "german"  # the window


@pytest.mark.clause("ASL-A12.152")
@pytest.mark.clause("FF-INFO")
def test_a_search_that_finds_nobody_looks_like_any_other() -> None:
    far, near = {"g01": "A19 5-4-8 hidden"}, {"g01": "L17 5-4-8 hidden"}
    one, two = (do(fight(UNITS | where, "movement"), "lead u01", "search", "roll 6") for where in (far, near))
    assert listed(one, "look") == listed(two, "look") != set() and one.view("us") == two.view("us")
    do(one, "look M18")
    do(two, "look M18")
    assert one.view("us") == two.view("us")


@pytest.mark.clause("ASL-A12.152")
@pytest.mark.refuses("ASL-A12.152")
def test_a_search_is_refused() -> None:
    state = do(fight(UNITS | {"g01": "A19 5-4-8"}, "movement"), "lead u01", "assault")
    assert rulings(state, "search") == {"ASL-A12.152"}
    leader = do(fight(UNITS | {"g01": "A19 5-4-8"}, "movement"), "lead u02")
    assert rulings(leader, "search") == {"ASL-A12.152"}
    looking = do(fight(UNITS | {"g01": "A19 5-4-8"}, "movement"), "lead u01", "search", "roll 5")
    assert rulings(looking, "done") == rulings(looking, "look P8") == {"ASL-A12.152"}


@pytest.mark.clause("ASL-A12.154")
def test_the_modifiers_of_the_casualties() -> None:
    state = fight({"g01": "M17 5-4-8", "g02": "M17 9-1", "g03": "M17 2-3-8 cx", "u01": "A8 6-6-6"})
    assert casualty_drm(state, [UNIT["g01"], UNIT["g02"], UNIT["g03"]]) == -3
    assert casualty_drm(state, [UNIT["g03"]]) == 0 and search_drm(state, [UNIT["g03"]]) == 1
