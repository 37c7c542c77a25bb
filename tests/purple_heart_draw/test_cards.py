"""PHD-1 to PHD-4: areas, forces, set-up, balance, entry, length and verdicts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.games.purple_heart_draw import cards
from grognard.games.purple_heart_draw.board import BUILDING, CONCEALMENT, GRID, OPEN_GROUND, ROAD, ROW_OF
from grognard.games.purple_heart_draw.cards import (
    AREA,
    BUILDINGS_2,
    CARDS,
    ENTRY,
    SETUP_AREA,
    SOUTH_OF_DRAW,
    forces,
    legal_setup,
    victory,
)
from grognard.games.purple_heart_draw.pieces import FLAG, HIDDEN, SIDE, flags
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.games.purple_heart_draw.stores import STORES, TERRAIN_OF

from .build import GAME, add, bare, do, rulings


def card(id_: str, **options: object) -> PurpleHeartDraw:
    state = GAME.new(id_.lower(), seed=4, options=options)
    assert isinstance(state, PurpleHeartDraw)
    return state


def span(hexes: int) -> tuple[str, str]:
    names = GRID.names(hexes)
    return names[0], names[-1]


@pytest.mark.clause("PHD-1.area", "PHD-2.area", "PHD-3.area", "PHD-4.area")
@pytest.mark.parametrize(
    ("id_", "count", "first", "last"),
    [
        ("PHD-1", 11 * 13, "K1", "U13"),
        ("PHD-2", 16 * 14, "A6", "P19"),
        ("PHD-3", 11 * 14, "W1", "GG14"),
        ("PHD-4", 16 * 16, "A20", "P35"),
    ],
)
def test_areas(id_: str, count: int, first: str, last: str) -> None:
    assert AREA[id_].bit_count() == count and span(AREA[id_]) == (first, last)


FORCES = {  # units and weapons of each card, as its order of battle lists them
    ("PHD-1", "us"): "10 6-6-6, 3 5-4-6, 1 9-1, 2 8-1, 1 8-0, 1 7-0, 4 M4A1, 2 MMG, 2 BAZ44, 2 LTMTR",
    ("PHD-1", "german"): "1 5-4-8, 3 4-4-7, 1 2-3-7, 1 8-1, 1 8-0, 1 LMG, 1 PSK, 1 RADIO",
    ("PHD-2", "us"): "8 6-6-6, 1 7-4-7, 1 9-1, 1 8-1, 1 7-0, 3 M4A1, 1 MMG, 2 BAZ44, 1 LTMTR, 2 DC",
    ("PHD-2", "german"): "4 5-4-8, 2 4-4-7, 1 2-3-8, 1 9-1, 1 8-0, 1 MMG, 3 LMG, 1 PSK",
    ("PHD-3", "us"): "7 6-6-6, 2 5-4-6, 1 9-1, 1 8-0, 1 7-0, 3 M4A1, 1 MMG, 2 BAZ44, 1 LTMTR",
    ("PHD-3", "german"): "2 5-4-8, 4 4-4-7, 1 2-2-8, 1 8-1, 1 8-0, 1 MMG, 3 LMG, 1 PSK, 1 4.2cm_lePaK_41",
    ("PHD-4", "us"): "3 6-6-6, 3 5-4-6, 1 8-1, 1 8-0, 1 7-0, 1 MMG, 2 BAZ44, 1 LTMTR, 1 RADIO",
    (
        "PHD-4",
        "german",
    ): "3 8-3-8, 9 5-4-8, 1 9-1, 2 8-1, 1 8-0, 2 StuG_IIIG, 1 StuH_42, 4 LMG, 1 FT, 2 DC, 1 PSK, 1 AL8-1",
}


@pytest.mark.clause("PHD-1.entry", "PHD-2.entry", "PHD-3.entry", "PHD-4.entry")
@pytest.mark.parametrize(("id_", "side"), FORCES)
def test_the_forces_of_a_card(id_: str, side: str) -> None:
    state = card(id_)
    units = [u for u in members(state.used) if SIDE[u] == side]
    found = Counter(state.kind[u] for u in units) + Counter(piece for u in units for piece in state.gear[u])
    del found["MA"], found["MG"]  # what a vehicle always has
    assert found == {
        name: int(count) for count, name in (part.split() for part in FORCES[id_, side].split(", "))
    }


@pytest.mark.clause("PHD-1.setup", "PHD-2.setup", "PHD-3.setup", "PHD-4.setup", "PHD-1..4.predicate")
@pytest.mark.parametrize(
    ("id_", "inside", "outside"),
    [
        ("PHD-1", ["K5", "U13"], ["K4", "P4", "K1"]),
        ("PHD-2", ["A10", "E8", "P11", "H10"], ["A9", "E7", "P10", "H9"]),
        ("PHD-3", ["W5", "GG14"], ["W4"]),
        ("PHD-4", ["A30", "F28", "P26", "A20"], ["A31", "F29", "P27"]),
    ],
)
def test_set_up_areas(id_: str, inside: list[str], outside: list[str]) -> None:
    assert not GRID.set(inside) & ~SETUP_AREA[id_] and not GRID.set(outside) & SETUP_AREA[id_]


@pytest.mark.clause("PHD-1.entry", "PHD-2.entry", "PHD-3.entry", "PHD-4.entry")
@pytest.mark.parametrize(
    ("id_", "first", "last", "count"),
    [
        ("PHD-1", "K1", "U1", 11),
        ("PHD-2", "A6", "J6", 10),
        ("PHD-3", "W1", "GG1", 11),
        ("PHD-4", "A35", "P35", 16),
    ],
)
def test_entry(id_: str, first: str, last: str, count: int) -> None:
    assert span(ENTRY[id_]) == (first, last) and ENTRY[id_].bit_count() == count


@pytest.mark.clause(
    "PHD-1.first",
    "PHD-2.first",
    "PHD-3.first",
    "PHD-4.first",
    "PHD-1.turns",
    "PHD-2.turns",
    "PHD-3.turns",
    "PHD-4.turns",
)
def test_who_begins_and_how_long() -> None:
    assert [card(id_).to_move for id_ in CARDS] == ["german", "german", "german", "us"]
    assert [CARDS[id_]["turns"] for id_ in CARDS] == [6, 6, 6, 5] and card("PHD-4").first == "german"


@pytest.mark.clause(
    "PHD-1.ssr.1",
    "PHD-2.ssr.1",
    "PHD-3.ssr.1",
    "PHD-4.ssr.1",
    "PHD-1.ssr.2",
    "PHD-2.ssr.2",
    "PHD-3.ssr.2",
    "PHD-4.ssr.2",
    "PHD-2.ssr.5",
    "PHD-R10",
)
def test_what_the_cards_say() -> None:
    assert cards.WEATHER["PHD-1"] == "Moist / Mist" and set(cards.WEATHER.values()) == {
        "Moist / Mist",
        "Moderate / Clear",
    }
    assert (
        all(row["ssr"][0] == "All PHD MSR apply" for row in CARDS.values())
        and "TM18" in CARDS["PHD-2"]["ssr"][4]
    )
    assert CARDS["PHD-3"]["german"]["force"] == "Elements of II/Fallschirmjaeger Regiment 9"


@pytest.mark.clause(
    "PHD-1.bal.us", "PHD-1.bal.german", "PHD-2.bal.us", "PHD-3.bal.german", "PHD-4.bal.german", "PHD-4.bal.us"
)
def test_balance() -> None:
    def units(id_: str, side: str, balance: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for _, more in forces(id_, side, balance):
            for name, count in more.items():
                found[name] = found.get(name, 0) + count
        return found

    assert (
        units("PHD-1", "us", "us")["6-6-7"] == 3
        and "5-4-6" not in units("PHD-1", "us", "us")
        and units("PHD-1", "us", "none")["5-4-6"] == 3
    )
    assert units("PHD-4", "us", "us")["6-6-7"] == 3
    assert units("PHD-1", "german", "german")["PSK"] == units("PHD-1", "german", "us")["PSK"] + 1 == 2
    assert units("PHD-2", "us", "us")["FT"] == 1 and "5cm PaK 38" in units("PHD-3", "german", "german")
    assert "AL 9-2" in units("PHD-4", "german", "german") and "AL 8-1" in units("PHD-4", "german", "none")


@pytest.mark.clause("PHD-2.bal.german", "PHD-3.bal.us", "PHD-4.ssr.4")
def test_balance_that_is_no_counter() -> None:
    assert card("PHD-2", balance="german").dsp[1] == 6 and card("PHD-2").dsp[1] == 0
    assert card("PHD-3", balance="us").modules[0][0][0] == "60mm" and card("PHD-3").modules[0] == ()
    assert card("PHD-4").modules[0][0][0] == "81mm"


@pytest.mark.clause(
    "PHD-1.ssr.3",
    "PHD-2.ssr.3",
    "PHD-3.ssr.3",
    "PHD-4.ssr.3",
    "PHD-1.ssr.4",
    "PHD-2.ssr.4",
    "PHD-3.ssr.4",
    "PHD-4.ssr.5",
)
@pytest.mark.parametrize(
    ("id_", "unit", "hex_"),
    [("PHD-1", "g001", "M8"), ("PHD-2", "g001", "C14"), ("PHD-3", "g001", "Y7"), ("PHD-4", "u001", "C25")],
)
def test_one_mmc_may_hide_and_foxholes_are_free(id_: str, unit: str, hex_: str) -> None:
    state = card(id_)
    assert rulings(state, "done") == [f"{id_}.setup"]
    spot = next(
        h
        for h in state.legal_actions().hexes(unit)
        if cards.TERRAIN_OF[cards.STORES.index("foxhole.1")] >> GRID.hex(h) & 1
    )
    do(state, f"place {unit} {spot}")
    number = int(unit[1:]) - 1 + (112 if unit[0] == "g" else 0)
    other = f"{unit[0]}002"
    do(state, f"place {other} {spot}", f"fortify foxhole.2 {spot}", f"hide {unit}")
    assert state.status[number] & HIDDEN and rulings(state, f"hide {other}") == [f"{id_}.ssr.3"]
    assert rulings(state, f"fortify foxhole.1 {spot}") == [f"{id_}.ssr.{5 if id_ == 'PHD-4' else 4}"], (
        "one a hex"
    )


@pytest.mark.clause("PHD-3.ssr.5")
def test_one_building_may_be_fortified() -> None:
    state = card("PHD-3")
    building = next(h for h in state.legal_actions().hexes("fortified_building"))
    do(state, f"fortify fortified_building {building}")
    assert state.legal_actions().hexes("fortified_building") == []


@pytest.mark.clause("PHD-1.vc")
def test_refuse_to_retire() -> None:
    state = bare()
    for n, hex_ in enumerate(("M12", "N12", "P13"), 1):
        add(state, f"u00{n}", "6-6-6", hex_)
    add(state, "u004", "8-0", "M12")
    assert SOUTH_OF_DRAW & GRID.set(["M12"]) and not SOUTH_OF_DRAW & GRID.set(["M11"])
    assert victory(state, "PHD-1")["us_vp"] == 7 and victory(state, "PHD-1")["winner"] == "us"
    state.__dict__["cvp"][1], state.__dict__["cvp_prisoners"][1] = 24, 2
    assert victory(state, "PHD-1")["winner"] == "german", "22 CVP, prisoners not counted"
    state.__dict__["cvp_prisoners"][1] = 3
    assert victory(state, "PHD-1")["winner"] == "us"
    add(state, "u001", "6-6-6", "M12", "broken")
    add(state, "u005", "1-2-6", "M12")
    assert victory(state, "PHD-1")["us_vp"] == 5, "broken Infantry and vehicle crews count for nothing"


@pytest.mark.clause("PHD-2.vc")
def test_trying_the_right_flank() -> None:
    state = bare()
    state.__dict__["held"][0] = BUILDINGS_2
    assert BUILDINGS_2.bit_count() >= 4 and victory(state, "PHD-2", at_end=False)["winner"] == "us", "at once"
    state.__dict__["cvp"][1] = 20
    assert victory(state, "PHD-2")["winner"] == "german"
    state.__dict__["cvp"][1], state.__dict__["held"][0] = 0, BUILDINGS_2 & ~GRID.set(["M14"])
    assert victory(state, "PHD-2")["wanting"] == ["M14"]


@pytest.mark.clause("PHD-3.vc")
def test_diversionary_attack() -> None:
    state = bare()
    add(state, "u001", "M4A1", "Y12", gear="MA MG")
    add(state, "u002", "M4A1", "Z11", gear="MA MG")
    assert victory(state, "PHD-3")["us_vp"] == 14 and victory(state, "PHD-3")["winner"] == "us"
    add(state, "u002", "M4A1", "Z11", gear="MA! MG")
    assert victory(state, "PHD-3")["us_vp"] == 7, "without its main armament it does not count"
    add(state, "u003", "6-6-6", "Y14")
    assert victory(state, "PHD-3")["us_vp"] == 7, "two hexes from the draw"


@pytest.mark.clause("PHD-4.vc")
def test_counterattack() -> None:
    state = bare()
    add(state, "u001", "6-6-6", "H25")
    assert victory(state, "PHD-4")["winner"] == "us"
    add(state, "u001", "6-6-6", "H25", "broken")
    assert victory(state, "PHD-4")["winner"] == "german"
    add(state, "u001", "6-6-6", "J25")
    assert victory(state, "PHD-4")["winner"] == "german", "not beside the road"


@pytest.mark.clause("PHD-1.setup", "PHD-1.ssr.3", "PHD-4.ssr.5")
def test_a_set_up_entered_by_hand_is_judged() -> None:
    state = bare()
    add(state, "g001", "5-4-8", "M3")
    for n in (2, 3):
        add(state, f"g00{n}", "5-4-8", "M8", "hidden")
    for n in (4, 5, 6, 7):
        add(state, f"g00{n}", "5-4-8", "M9")
    state.__dict__["forts"][1] = (("foxhole.1", GRID.hex("M11")),)
    assert {r.clause for r in legal_setup(state, "PHD-1")} == {
        "PHD-1.setup",
        "PHD-1.ssr.3",
        "PHD-C5.13.a",
        "PHD-1.ssr.4",
    }


@pytest.mark.clause("PHD-1.ssr.3")
@pytest.mark.parametrize(
    ("kind", "hex_", "may"), [("8-0", "M8", True), ("8-0", "M9", False), ("StuG_IIIG", "M8", False)]
)
def test_a_leader_hides_where_the_hidden_mmc_is_and_no_vehicle_does(kind: str, hex_: str, may: bool) -> None:
    state = bare()
    add(state, "g001", "5-4-8", "M8", "hidden")
    add(state, "g002", kind, hex_, "hidden")
    refused = "g002 may not be hidden: an MMC may, with the SMC that stack with it"
    assert [r.because for r in legal_setup(state, "PHD-1")] == ([] if may else [refused])


@pytest.mark.clause("PHD-1.setup")
def test_a_unit_is_set_up_as_it_is() -> None:
    state = card("PHD-1")
    before = flags("broken", "fanatic")
    state.__dict__["status"][112] = before
    do(state, "place g001 M8")
    assert state.status[112] == before | FLAG["new"] and state.status[113] == 0


@pytest.mark.clause("PHD-1.entry", "PHD-1.ssr.4", "PHD-3.ssr.5", "PHD-TM7")
def test_concealment_works_and_completeness_are_judged() -> None:
    def said(id_: str = "PHD-1") -> list[str]:
        return [f"{r.clause} {r.because}" for r in legal_setup(state, id_)]

    cover = next(GRID.name[h] for h in members(SETUP_AREA["PHD-1"] & CONCEALMENT & ~BUILDING))
    bare_ground = next(
        GRID.name[h]
        for h in members(SETUP_AREA["PHD-1"] & OPEN_GROUND & TERRAIN_OF[STORES.index("foxhole.1")])
    )
    state = bare()
    add(state, "g001", "5-4-8", cover)
    assert said() == []
    add(state, "g002", "5-4-8", cover, "concealed")
    add(state, "g003", "8-0", cover, "hidden")
    assert [words.split()[0] for words in said()] == [
        "PHD-1.ssr.3",
        "PHD-TM7",
    ], "a leader hides with an MMC alone; TM7 conceals in TM Scenarios only"
    state.__dict__["status"][113] = state.__dict__["status"][114] = 0
    add(state, "g004", "5-4-8")
    add(state, "u001", "6-6-6", "M1")
    assert said() == [
        "PHD-1.setup still to be set up: g004",
        "PHD-1.entry enters later and is not set up: u001",
    ]
    state = bare()
    add(state, "g001", "5-4-8", bare_ground)
    hole, house = GRID.hex(bare_ground), next(iter(members(BUILDING & SETUP_AREA["PHD-3"])))
    state.__dict__["buried"][1] = (("foxhole.1", hole), ("foxhole.1", hole))
    assert said() == [f"PHD-1.ssr.4 more than one foxhole in {bare_ground}"]
    state.__dict__["buried"][1] = (("foxhole.1", hole), ("fortified_building", house))
    assert len(said()) == 1 and "gives no fortified building" in said()[0]
    add(state, "g001", "5-4-8", GRID.name[house])
    state.__dict__["buried"][1] = (("fortified_building", house),)
    assert said("PHD-3") == []
    state.__dict__["buried"][1] = (
        ("fortified_building", house),
        ("fortified_building", house),
        ("foxhole.1", hole),
    )
    assert len(said("PHD-3")) == 2, "one building; and nobody stands over the foxhole"


@pytest.mark.parametrize("id_", CARDS)
def test_a_card_is_played_to_its_verdict(id_: str) -> None:
    """At random, with every entry judged: the units that set up stand in their area, the verdict cites the
    card.
    """
    rng = Random(7)
    state = card(id_)
    while state.step.name == f"{id_} set-up":
        state.push(state.legal_actions().sample(rng))
    side = CARDS[id_]["sets_up_first"]
    placed = [u for u in members(state.used) if state.at[u] >= 0]
    assert placed and all(SETUP_AREA[id_] >> state.at[u] & 1 for u in placed) and not legal_setup(state, id_)
    assert state.mover == CARDS[id_]["moves_first"] != side
    for _ in range(3000):
        if state.to_move is None:
            break
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(state.legal_actions().sample(rng))
    assert state.outcome().clause == f"{id_}.vc" and state.outcome().winner in ("us", "german")
    assert ROW_OF[GRID.hex("A1")] == 1


@pytest.mark.clause("PHD-C5.35", "PHD-C5.35.n5")
def test_works_stand_only_on_ground_that_takes_them() -> None:
    """Nobody digs in a road, and wire and mines lie outside buildings."""
    for name in ("foxhole.1", "trench", "pillbox.1+3+5"):
        assert not TERRAIN_OF[STORES.index(name)] & ROAD, name
    for name in ("wire", "ap_mines.6", "at_mines.1"):
        assert TERRAIN_OF[STORES.index(name)] == GRID.all & ~BUILDING, name
