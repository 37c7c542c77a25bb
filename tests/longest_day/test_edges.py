"""Edges of rules: the last day, the full length, the hex that is taken."""

from __future__ import annotations

import pytest

from grognard.games.longest_day import capacity, plan
from grognard.games.longest_day.arrivals import ARRIVALS, open_beaches
from grognard.games.longest_day.board import BEACHES, GRID
from grognard.games.longest_day.judge import _barrage, move_figures
from grognard.games.longest_day.pieces import NAMES, UNIT, read
from grognard.games.longest_day.position import Barrage, Retreat
from grognard.games.longest_day.retreat import way_out
from grognard.games.longest_day.roster import ROSTER, Record
from grognard.games.longest_day.supply import status

from .build import GAME, STAFF, day, do, legal, position, why

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
        NAMES[u]: c.day for u, c in ARRIVALS.items() if NAMES[u].endswith(":HQ") or NAMES[u].startswith("HQ-")
    }
    assert found == due


@pytest.mark.clause("TLD-J.2")
def test_who_has_left_an_hq_for_another_corps_draws_on_nobody() -> None:
    orders = ("1944-06-08 ART-7 HQ-XXX", "1944-06-09 ART-7 I")
    state = position(
        "12 June",
        "allied movement",
        orders=orders,
        units=STAFF | {"SU-A01": "1210 bound=XXX", "ART-7": "1211"},
    )
    found = status(state, UNIT["ART-7"])
    assert (found.supplied, found.hq, found.clause) == (False, -1, "TLD-J.2")


@pytest.mark.clause("TLD-S.5")
def test_one_hq_is_not_among_the_excess_units() -> None:
    battalions = (
        "1-Can-Scottish",
        "Chaudiere",
        "HLI-of-C",
        "North-Nova-Scotia",
        "North-Shore",
        "Regina-Rif",
        "SD&G",
    )
    state = position(
        "8 June", "allied movement", units={f"3CAN:{name}": "1805" for name in ("HQ", *battalions)}
    )
    do(state, "done")
    assert state.at[UNIT["3CAN:HQ"]] >= 0  # nor lost as the only choice
    assert legal(state) == [f"lose 3CAN:{name}" for name in battalions]


@pytest.mark.clause("TLD-S.16")
def test_a_move_is_counted_hex_by_hex() -> None:
    state = position(phase="allied movement", units={"3:HQ": "1512", "3:2-East-Yorks": "1513"})
    found = move_figures(state, GAME.parse("move 3:2-East-Yorks 1514"))
    assert (found["from"], found["to"], found["path"], found["cost"]) == ("1513", "1514", ["1514"], "4")


@pytest.mark.clause("TLD-B.4.b.1")
def test_a_whole_regiment_is_counted_among_infantry_alone() -> None:
    """Guns of another parent beside three battalions of one regiment leave it whole."""
    limit = next(limit for limit in capacity._us_corps() if limit.regiment)

    def unit(arm: str, parent: str) -> Record:
        return Record(id=arm, name=arm, nationality="US", what="unit", arm=arm, parent=parent)

    assert capacity.Limits._whole(limit, [unit("infantry", "R"), unit("artillery", "S")])
    assert not capacity.Limits._whole(limit, [unit("infantry", "R"), unit("infantry", "S")])


@pytest.mark.clause("TLD-S.6")
def test_units_of_one_kind_have_one_rating() -> None:
    """Every rating stands in the file once for each counter; the kind of a counter says what it must be."""
    kinds: dict[str, set[tuple[object, ...]]] = {}
    for division in read("divisions.toml")["division"]:
        for row in division["units"]:
            figures = ("attack", "attack_parenthesised", "defence", "movement", "range", "s")
            kinds.setdefault(row["code"], set()).add(tuple(row.get(name) for name in figures))
    assert len(kinds) == 17 and {len(ratings) for ratings in kinds.values()} == {1}


@pytest.mark.clause("TLD-J.23")
def test_47_rm_counts_for_its_brigade_unless_it_may_be_apart() -> None:
    def counted(unit: str, apart: bool) -> str:
        return capacity._brigade(ROSTER, ("commando_brigade",), apart)(ROSTER.records[unit])

    assert counted("CDO-47RM", False) == counted("CDO-41RM", True) == "4SS-CDO"
    assert counted("CDO-47RM", True) == ""


@pytest.mark.clause("TLD-S.9")
def test_a_gun_joins_only_fire_that_is_under_way() -> None:
    first, second = UNIT["50:90-Fd"], UNIT["50:74-Fd"]
    fire = Barrage(side="allied", hex=GRID.hex("1115"), guns=(first,))
    joined = _barrage(fire, GAME.parse("join 50:74-Fd"))
    assert joined is not None and joined.guns == (first, second)
    assert _barrage(None, GAME.parse("join 50:74-Fd")) is None
