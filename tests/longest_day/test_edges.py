"""Edges of rules: the last day, the full length, the hex that is taken."""

from __future__ import annotations

import pytest

from grognard.games.longest_day import plan
from grognard.games.longest_day.arrivals import COMING, open_beaches
from grognard.games.longest_day.board import BEACHES, GRID
from grognard.games.longest_day.pieces import NAMES, UNIT
from grognard.games.longest_day.position import Retreat
from grognard.games.longest_day.retreat import way_out

from .build import day, position, why

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


# the day of every HQ of a corps or division that comes during the game, as the order of battle has it
HEADQUARTERS = {
    "6 June": "6AB:HQ 50:HQ 3CAN:HQ 3:HQ HQ-XXX HQ-I",
    "7 June": "7ARM:HQ 51:HQ 12SS:HQ HQ-ISS 711:HQ",
    "8 June": "346:HQ LEHR:HQ HQ-LXXXVI",
    "12 June": "49:HQ",
    "13 June": "11ARM:HQ 2PZ:HQ HQ-XLVII",
    "14 June": "15:HQ",
    "15 June": "HQ-VIII",
    "24 June": "43:HQ",
    "27 June": "53:HQ 59:HQ",
    "28 June": "GDARM:HQ 9SS:HQ 10SS:HQ 1SS:HQ HQ-IISS",
    "29 June": "HQ-XII",
    "2 July": "16LW:HQ 276:HQ",
    "8 July": "2CAN:HQ",
    "10 July": "277:HQ",
    "11 July": "HQ-IICAN",
    "13 July": "272:HQ",
    "17 July": "271:HQ",
    "25 July": "HQ-LXXIV",
    "31 July": "4CAN:HQ",
    "1 August": "1POL:HQ",
    "5 August": "89:HQ",
    "10 August": "85:HQ",
}


@pytest.mark.clause("TLD-S.12")
def test_every_headquarters_comes_on_its_day() -> None:
    due = {name: day(when) for when, names in HEADQUARTERS.items() for name in names.split()}
    found = {
        NAMES[u]: c.day for u, c in COMING.items() if NAMES[u].endswith(":HQ") or NAMES[u].startswith("HQ-")
    }
    assert found == due
