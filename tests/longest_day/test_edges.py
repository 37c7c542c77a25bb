"""Edges of rules: the last day, the full length, the hex that is taken."""

from __future__ import annotations

import pytest

from grognard.games.longest_day import plan
from grognard.games.longest_day.arrivals import open_beaches
from grognard.games.longest_day.board import BEACHES, GRID
from grognard.games.longest_day.pieces import UNIT
from grognard.games.longest_day.position import Retreat
from grognard.games.longest_day.retreat import way_out

from .build import position, why

GOLD = {"LEHR:I/901": "1005", "LEHR:II/901": "1205", "LEHR:I/902": "1405"}


@pytest.mark.clause("TLD-S.12")
def test_on_the_first_day_a_closed_beach_is_not_exchanged_for_another() -> None:
    unit = UNIT["50:1-Hampshires"]
    first = position("6 June", "allied movement", units=GOLD)
    later = position("7 June", "allied movement", units=GOLD)
    assert GRID.names(open_beaches(first, unit)) == []
    assert open_beaches(later, unit) == BEACHES["Juno"] | BEACHES["Sword"]


@pytest.mark.clause("TLD-S.8")
def test_a_retreat_of_its_full_length_goes_no_further() -> None:
    state, unit = position(units={"50:2-Devons": "1114"}), UNIT["50:2-Devons"]
    whole = Retreat(unit=unit, origin=GRID.hex("1115"), length=1, gone=1)
    assert way_out(state, whole) == 0
    assert way_out(state, Retreat(unit=unit, origin=GRID.hex("1115"), length=1)) != 0


@pytest.mark.clause("TLD-S.14")
def test_a_supply_unit_does_not_land_in_an_enemy_hex() -> None:
    state = position("8 June", "allied supply delivery", units={"LEHR:I/901": "1205"})
    assert "1205 is enemy-occupied [TLD-S.14]" in why(state, "deliver Gold 1205")
    assert "enemy-occupied" not in why(state, "deliver Gold 1005")


@pytest.mark.clause("TLD-A.corps.9")
def test_the_rule_on_armor_in_a_corps_is_not_for_german_corps() -> None:
    assert sorted(plan._MIXED) == ["I", "IICAN", "VIII", "XII", "XXX"]
