"""To hit and to kill: the tables cell by cell, what the dice make of them, and the exact chances of a shot."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.ask import ask
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import arcs, driving, ordnance
from grognard.games.purple_heart_draw.firefight.going import near
from grognard.games.purple_heart_draw.firefight.ordnance import (
    AREA,
    CASES,
    CRITICAL,
    HIT,
    HULL,
    INFANTRY,
    LIGHT,
    LUCKY,
    MISS,
    PERHAPS,
    TURRET,
    VEHICLE,
    VEHICLES,
    WEAPONS,
    Aim,
    basic_kill,
    by_range,
    kill,
    number_to_hit,
    number_to_kill,
    vehicle_chances,
    verdict,
)

from .fight import GAME

DISTANCES = (6, 12, 18, 24, 30, 36, 42, 48, 54, 60)
M4, STUG, STUH = VEHICLE["M4A1"], VEHICLE["StuG IIIG"], VEHICLE["StuH 42"]


def hits(id_: str, type_: str, ammo: str = "AP", **more: bool) -> list[int]:
    return [number_to_hit(WEAPONS[id_], type_, ammo, distance, **more) for distance in DISTANCES]


# ---------------------------------------------------------------- to hit


@pytest.mark.clause("ASL-C3.3")
def test_the_numbers_to_hit_cell_by_cell() -> None:
    assert hits("75", VEHICLES) == [10, 9, 8, 7, 6, 6, 5, 4, 3, 2]
    assert hits("75", INFANTRY, "HE") == [8, 7, 6, 5, 4, 3, 2, 1, 0, -1]
    assert hits("75", AREA, "HE") == [7, 7, 8, 8, 7, 7, 6, 6, 5, 5]
    assert number_to_hit(WEAPONS["75"], VEHICLES, "AP", 7) == 9  # the next range begins one hex farther


@pytest.mark.clause("ASL-C5.8")
def test_captured_guns_use_the_red_numbers() -> None:
    assert hits("75", VEHICLES, captured=True) == [10, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert hits("75", INFANTRY, captured=True) == [8, 6, 5, 4, 3, 2, 1, 0, -1, -2]


@pytest.mark.clause("ASL-C4.1")
@pytest.mark.clause("ASL-C4.2")
@pytest.mark.clause("ASL-C4.3")
@pytest.mark.clause("ASL-C4.4")
@pytest.mark.clause("ASL-C4.5")
def test_what_gun_and_ammunition_add_cell_by_cell() -> None:
    def adds(id_: str, ammo: str = "AP") -> list[int]:
        found = [ordnance.rows(WEAPONS[id_], ammo, distance) for distance in DISTANCES]
        return [sum(one.amount for one in row) for row in found]

    assert adds("75L") == [0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
    assert adds("LTMTR", "HE") == [0, 0, -1, -1, -1, -1, -1, -1, -1, -1]
    assert adds("50L") == [0, 0, 0, 0, -1, -1, -2, -2, -3, -3]  # long barrel, 57mm or less
    assert adds("75L", "APCR") == [0, 0, 0, 0, -1, -1, -2, -2, -3, -3]
    # very long barrel, 57mm or less, 40mm or less, APCR
    assert adds("40LL", "APCR") == [0, 0, -2, -2, -3, -3, -5, -5, -7, -7]
    assert adds("75", "smoke") == [2, 2, 0, 0, 0, 0, 0, 0, 0, 0]
    assert adds("75") == [0] * 10
    assert ordnance.rows(WEAPONS["PSK"], "HEAT", 3) == []


CASE_TABLE = {
    "A-T1": (1, "VIA"),
    "A-verge": (1, "VI"),  # ASL-D2.33
    "A-T2": (2, "VIA"),
    "A-T3": (3, "VIA"),
    "A-NT1": (3, "VIA"),
    "A-NT2": (4, "VIA"),
    "A-NT3": (5, "VIA"),
    "B": (2, "VIA"),
    "B-woods": (3, "VIA"),
    "C-T": (4, "VIA"),
    "C-NT": (5, "VIA"),
    "C-gyro": (3, "VIA"),
    "G": (5, "VL"),
    "C4-gyro": (1, "VIA"),
    "C1": (1, "VI"),
    "C2": (2, "VI"),
    "C3": (2, "L"),
    "C3-blast": (2, "L"),
    "D": (2, "VIAL"),
    "E": (2, "VIL"),
    "E-woods": (4, "VIL"),
    "F": (2, "VIA"),
    "H": (2, "VIAL"),
    "H-crew": (2, "VIA"),
    "I": (1, "VIA"),
    "J": (2, "VIAL"),
    "J1": (3, "VIAL"),
    "J2": (4, "VIAL"),
    "J3": (-1, "IAL"),
    "J4": (-1, "IAL"),
    "O": (-2, "VIAL"),
    "K": (2, "VIAL"),
    "L1": (-2, "VI"),
    "L2": (-1, "VI"),
    "N1": (-1, "VIA"),
    "N2": (-2, "VIA"),
}


@pytest.mark.clause("ASL-C5.1")
@pytest.mark.clause("ASL-C5.2")
@pytest.mark.clause("ASL-C5.3")
@pytest.mark.clause("ASL-C5.31")
@pytest.mark.clause("ASL-C5.32")
@pytest.mark.clause("ASL-C5.5")
@pytest.mark.clause("ASL-C5.6")
@pytest.mark.clause("ASL-C5.9")
@pytest.mark.clause("ASL-C6.1")
@pytest.mark.clause("ASL-C6.11")
@pytest.mark.clause("ASL-C6.12")
@pytest.mark.clause("ASL-C6.3")
def test_the_cases_one_by_one() -> None:
    assert {id_: (one.drm, one.types) for id_, one in CASES.items()} == CASE_TABLE
    assert [m.amount for m in ordnance.case("C1", VEHICLES)] == [1] and ordnance.case("C1", AREA) == []
    assert ordnance.case("L1", LIGHT) == []


@pytest.mark.clause("ASL-C6.7")
@pytest.mark.clause("ASL-D1.6")
def test_the_vehicles() -> None:
    assert [one.size for one in (M4, STUG, STUH)] == [-1, 1, 1]
    assert M4.armor == (11, 4, 8, 6) and STUG.armor == STUH.armor == (8, 3, 8, 3)
    found = [ordnance.armor(M4, part, side) for part in (HULL, TURRET) for side in ("front", "side", "rear")]
    assert found == [11, 4, 4, 8, 6, 6]


@pytest.mark.clause("ASL-C.6")
def test_the_firepower_of_shells() -> None:
    powers = {id_: one.he for id_, one in WEAPONS.items()}
    assert powers == {
        "BAZ44": 8,
        "PSK": 12,
        "PF": 16,
        "LTMTR": 8,
        "MG": 0,
        "12.7": 0,
        "81MTR": 16,
        "40LL": 0,
        "50L": 6,
        "57L": 6,
        "75": 12,
        "75L": 12,
        "105": 20,
    }


# ---------------------------------------------------------------- what the dice say


@pytest.mark.clause("ASL-C3.6")
@pytest.mark.clause("ASL-C3.7")
def test_critical_and_improbable_hits() -> None:
    assert verdict(8, 0, 1, 1) == CRITICAL and verdict(8, 0, 4, 4) == HIT and verdict(8, 0, 4, 5) == MISS
    assert verdict(5, 3, 1, 1) == PERHAPS and verdict(5, 3, 1, 2) == MISS
    assert verdict(5, 4, 1, 1) == LUCKY and verdict(5, 4, 1, 2) == MISS
    assert [ordnance.settled(LUCKY, die, 5) for die in range(1, 7)] == [CRITICAL, HIT, HIT, MISS, MISS, MISS]
    assert [ordnance.settled(PERHAPS, die, 5) for die in range(1, 7)] == [CRITICAL, HIT, HIT, HIT, HIT, HIT]
    assert verdict(9, 0, 1, 3, True) == CRITICAL and verdict(9, 0, 1, 4, True) == HIT
    assert verdict(4, 1, 1, 1, True) == PERHAPS and ordnance.settled(PERHAPS, 2, 4, True) == CRITICAL


@pytest.mark.clause("ASL-C3.9")
@pytest.mark.clause("ASL-D3.2.same")
def test_where_a_hit_strikes() -> None:
    assert ordnance.part_hit(2, 3) == TURRET and ordnance.part_hit(3, 3) == ordnance.part_hit(4, 3) == HULL
    assert [ordnance.facing_inside(die) for die in range(1, 7)] == [
        "rear",
        "rear",
        "side",
        "side",
        "front",
        "front",
    ]


def test_the_chances_to_hit_are_whole() -> None:
    for number in range(-3, 14):
        for drm in range(-4, 9):
            for infantry in (False, True):
                found = ordnance.hit_chances(number, drm, infantry)
                assert sum(found.values()) == 1 and min(found.values()) >= 0
    assert ordnance.hit_chances(7, 0)[MISS] == Fraction(15, 36)
    assert ordnance.hit_chances(1, 0) == {
        CRITICAL: Fraction(1, 216),
        HIT: Fraction(2, 216),
        MISS: Fraction(213, 216),
    }


# ---------------------------------------------------------------- to kill


@pytest.mark.clause("ASL-C7.1")
@pytest.mark.clause("ASL-C7.34")
def test_the_basic_numbers_to_kill_cell_by_cell() -> None:
    found = {(gun, ammo): basic_kill(WEAPONS[gun], ammo) for gun, ammo in ordnance.SHELL}
    assert found == {
        ("50L", "AP"): 13,
        ("MG", "AP"): 4,
        ("12.7", "AP"): 5,
        ("57L", "AP"): 15,
        ("75", "AP"): 14,
        ("75L", "AP"): 17,
        ("40LL", "APCR"): 14,
        ("50L", "APCR"): 17,
        ("75L", "APCR"): 20,
        ("57L", "APDS"): 18,
        ("105", "HEAT"): 15,
        ("BAZ44", "HEAT"): 16,
        ("PSK", "HEAT"): 26,
        ("PF", "HEAT"): 31,
    }
    assert [basic_kill(WEAPONS[gun], "HE") for gun in ("50L", "57L", "75", "105", "40LL")] == [6, 6, 7, 10, 0]
    assert basic_kill(WEAPONS["LTMTR"], "HE") == basic_kill(WEAPONS["75"], "smoke") == 0
    he = ordnance.TO_KILL["he"]
    assert dict(zip(he["min_mm"], he["tk"], strict=True)) == {
        20: 3,
        30: 4,
        40: 5,
        50: 6,
        70: 7,
        80: 8,
        100: 10,
        120: 12,
        150: 16,
    }


@pytest.mark.clause("ASL-C7.24")
def test_the_range_cell_by_cell() -> None:
    ends = (1, 2, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60)
    table = {
        ("50L", "AP"): [1, 1, 0, 0, 0, -1, -2, -2, -3, -4, -4, -5],
        ("75L", "AP"): [1, 0, 0, 0, 0, -1, -1, -2, -2, -3, -3, -4],
        ("40LL", "APCR"): [3, 2, 1, 0, -2, -4, -6, 99, 99, 99, 99, 99],
        ("75L", "APCR"): [3, 2, 1, 0, -1, -3, -4, -5, -6, -7, 99, 99],
        ("57L", "APDS"): [1, 0, 0, 0, 0, 0, -1, -2, -3, -4, 99, 99],
        ("PSK", "HEAT"): [0] * 12,
        ("75", "HE"): [0] * 12,
    }
    for (gun, ammo), row in table.items():
        assert [by_range(WEAPONS[gun], ammo, end) for end in ends] == row
    assert by_range(WEAPONS["75L"], "AP", 61) == 99


@pytest.mark.clause("ASL-C7.21")
@pytest.mark.clause("ASL-C3.72")
def test_the_number_to_kill() -> None:
    gun = WEAPONS["75L"]
    assert number_to_kill(gun, "AP", 8, M4, HULL, "front") == 6
    assert number_to_kill(gun, "AP", 8, M4, HULL, "rear") == 14
    assert number_to_kill(gun, "AP", 1, M4, TURRET, "front", critical=True) == 2 * 17 + 1 - 8
    assert number_to_kill(WEAPONS["40LL"], "APCR", 40, M4, HULL, "side") is None


@pytest.mark.clause("ASL-C7.35")
@pytest.mark.clause("ASL-C7.6")
@pytest.mark.clause("ASL-C7.7")
@pytest.mark.clause("ASL-D5.7")
def test_what_a_hit_does() -> None:
    ap = [kill(9, dice, "AP", HULL, False) for dice in range(2, 13)]
    assert ap == ["burning wreck"] * 3 + ["wreck"] * 4 + [
        "immobilized",
        "possible shock",
        "no effect",
        "no effect",
    ]
    assert kill(9, 9, "AP", TURRET, False) == kill(9, 10, "HE", TURRET, False) == "shock"
    assert kill(9, 10, "HE", HULL, False) == "immobilized" and kill(20, 12, "AP", HULL, False) == "no effect"
    assert kill(9, 5, "AP", HULL, True) == "burning wreck" and kill(9, 6, "AP", HULL, True) == "wreck"
    assert (
        kill(3, 2, "AP", HULL, True) == "burning wreck" and kill(1, 2, "AP", HULL, True) == "possible shock"
    )


@pytest.mark.clause("ASL-D5.6")
@pytest.mark.clause("ASL-D5.5")
@pytest.mark.clause("ASL-C7.41")
def test_what_becomes_of_the_crew() -> None:
    assert ordnance.aftermath("wreck", M4) == {
        "wreck, crew lost": Fraction(26, 36),
        "wreck, crew gets out": Fraction(10, 36),
    }
    assert ordnance.aftermath("wreck", STUG)["wreck, crew gets out"] == Fraction(6, 36)
    assert ordnance.aftermath("possible shock", M4) == {
        "shock": Fraction(10, 36),
        "no effect": Fraction(26, 36),
    }
    assert ordnance.aftermath("immobilized", M4)["immobilized and abandoned"] == Fraction(10, 36)
    assert ordnance.aftermath("burning wreck", M4) == {"burning wreck": 1}


@pytest.mark.clause("ASL-C3.1")
@pytest.mark.clause("ASL-D4.2")
def test_every_final_result_of_a_shot() -> None:
    """Counted out by hand: 75mm AP at the side of a StuG, 8 hexes: hit on 9 - 1; to kill 11."""
    aim = Aim(WEAPONS["75"], "AP", 8, STUG, "side", STUG.size)
    found = vehicle_chances(aim)
    assert sum(found.values()) == 1 and found["miss"] == Fraction(10, 36)
    critical = Fraction(1, 36)  # to kill 25: all but a dud burn
    plain = Fraction(25, 36)
    assert found["burning wreck"] == critical * Fraction(35, 36) + plain * Fraction(10, 36)
    assert found["wreck, crew gets out"] == plain * Fraction(23, 36) * Fraction(6, 36)
    down = vehicle_chances(aim._replace(hull_down=True))
    turret = sum(c + w <= 8 and c < w for c in range(1, 7) for w in range(1, 7))
    assert 1 - down["miss"] == Fraction(turret + 1, 36)
    inside = vehicle_chances(aim._replace(distance=0))
    assert sum(inside.values()) == 1
    far = Aim(WEAPONS["40LL"], "APCR", 40, M4, "side", M4.size)
    assert set(vehicle_chances(far)) == {"miss", "no effect"}


# ---------------------------------------------------------------- asked


def asked(**given: str) -> Any:
    return ask(GAME.questions(), "shot", given)


def test_a_shot_is_asked_about() -> None:
    found = asked(weapon="75", at="stug", distance="8", cases="C-T,J")
    assert found.value["to_hit"] == 9 and found.value["drm"] == 7 and found.value["to_kill"]["hull"] == 6
    assert "ASL-C5.3" in found.clauses and "ASL-C6.1" in found.clauses
    assert asked(weapon="PSK", at="M4A1", distance="2").value["to_kill"] == {"turret": 18, "hull": 15}
    assert asked(weapon="75L", at="M4A1", distance="9", ammo="apcr").value["to_kill"]["hull"] == 9
    assert set(asked(weapon="105", at="M4A1", distance="3", **{"hull-down": ""}).value["to_kill"]) == {
        "turret"
    }


@pytest.mark.parametrize(
    "given",
    [
        {"weapon": "PF", "at": "M4A1", "distance": "3"},
        {"weapon": "LTMTR", "at": "M4A1", "distance": "3"},
        {"weapon": "PSK", "at": "Tiger", "distance": "3"},
        {"weapon": "PSK", "at": "stu", "distance": "3"},
        {"weapon": "PSK", "at": "M4A1", "distance": "3", "cases": "L1"},
        {"weapon": "PSK", "at": "M4A1", "distance": "3", "cases": "Z9"},
        {"weapon": "40LL", "at": "M4A1", "distance": "3", "ammo": "HE"},
        {"weapon": "75", "at": "M4A1", "distance": "3", "facing": "top"},
        {"weapon": "75", "at": "M4A1"},
        {"weapon": "75", "at": "M4A1", "from": "M15"},
        {"weapon": "75", "at": "M4A1", "from": "A15", "to": "B16", "pointing": "up"},
        {"weapon": "75", "at": "M4A1", "from": "A6", "to": "M15", "pointing": "N-NE"},
    ],
)
def test_what_cannot_be_asked(given: dict[str, str]) -> None:
    with pytest.raises(GrognardError):
        asked(**given)


# ---------------------------------------------------------------- where a vehicle points


@pytest.mark.clause("ASL-C3.2")
@pytest.mark.clause("ASL-C3.2.own")
def test_the_covered_arc() -> None:
    at = GRID.hex("M15")
    covered = {
        name for name in ("M14", "N15", "M12", "O14", "N13", "P13") if arcs.is_covered(at, 0, GRID.hex(name))
    }
    assert covered == {"M14", "N15", "M12", "O14", "N13", "P13"}
    assert not any(
        arcs.is_covered(at, 0, GRID.hex(name)) for name in ("M15", "N16", "L15", "M16", "O15", "L13")
    )
    for hex_ in (one for one in GRID.name if 0 < GRID.distance(at, one) <= 4):
        inside = [spine for spine in range(6) if arcs.is_covered(at, spine, hex_)]
        assert 1 <= len(inside) <= 2  # a row between two arcs belongs to both


@pytest.mark.clause("FF-O11")
def test_turns() -> None:
    assert [arcs.turns(0, other) for other in range(6)] == [0, 1, 2, 3, 2, 1]
    assert arcs.SPINES[arcs.spine("se-s")] == "SE-S"


@pytest.mark.clause("ASL-D3.2")
def test_the_side_that_is_hit() -> None:
    goal = GRID.hex("M15")

    def hit(name: str, pointing: int) -> str:
        return arcs.target_facing(GRID.hex(name), goal, pointing)

    assert [hit(name, 0) for name in ("M12", "N15", "N16", "M18", "L16", "L15")] == [
        "front",
        "front",
        "side",
        "rear",
        "rear",
        "side",
    ]
    assert hit("M18", 2) == "front" and hit("M12", 2) == "rear"
    between = next(name for name in ("O15", "K15", "N13", "L13") if len(set(_crossed(name))) > 1)
    assert hit(between, _crossed(between)[0]) == "front"  # the worse for who fires


def _crossed(name: str) -> list[int]:
    """The ways from M15 to its neighbors that lie nearest to a hex."""
    goal, at = GRID.hex("M15"), GRID.hex(name)
    far = {way: GRID.distance(GRID.step(goal, way), at) for way in range(6)}
    return [way for way in range(6) if far[way] == min(far.values())]


# ---------------------------------------------------------------- on the move


def way(id_: str, a: str, b: str, buttoned: bool = False) -> list[tuple[float, Fraction]]:
    found = driving.ways(id_, GRID.hex(a), GRID.hex(b), buttoned)
    return [(one.cost / 2, 1 - driving.safe(one)) for one in found]


@pytest.mark.clause("ASL-D2.terrain")
@pytest.mark.clause("ASL-D2.16")
@pytest.mark.clause("ASL-D2.2")
@pytest.mark.clause("ASL-D2.11")
def test_what_the_ground_costs() -> None:
    flat = {"A14 B15": 1, "E26 F26": 1, "A29 A28": 1, "A25 A24": 2, "A4 A5": 5, "A5 A4": 1, "I15 I16": 2}
    for words, cost in flat.items():
        assert way("M4A1", *words.split()) == [(cost, 0)], words
    assert way("M4A1", "K15", "J15") == [(2.5, 0)] and way("M4A1", "K15", "J15", True) == [
        (3, 0)
    ]  # uphill by road
    assert way("M4A1", "I9", "H9") == [(1 + 4 + 4, below(10))] and way("M4A1", "H9", "I9") == [
        (3, 0)
    ]  # the draw
    assert way("M4A1", "G15", "G14") == [(0.5 + 2, below(10))]  # two levels down by road
    assert driving.turning(2, False) == 4 and driving.turning(1, True) == 4
    assert driving.backwards(driving.ways("M4A1", GRID.hex("A14"), GRID.hex("B15"))[0]) == 8


def below(number: int) -> Fraction:
    """The chance of a roll of at least a number."""
    return Fraction(sum(c + w >= number for c in range(1, 7) for w in range(1, 7)), 36)


@pytest.mark.clause("ASL-B9.54.afv")
@pytest.mark.clause("PHD-A1.ff")
@pytest.mark.clause("ASL-D8.2")
@pytest.mark.clause("ASL-D8.21")
@pytest.mark.clause("ASL-B13.41")
@pytest.mark.clause("ASL-B20.46")
@pytest.mark.clause("ASL-B23.41")
def test_where_a_vehicle_bogs() -> None:
    """The rolls from which it bogs, as the data of the rules list them for checking."""
    assert way("M4A1", "A16", "B17") == [(8, below(9))] and way("StuH 42", "A16", "B17") == [(8, below(8))]
    assert way("StuG IIIG", "B17", "A17") == [(13, below(11)), (7, below(8))]  # all MP, or half
    assert way("M4A1", "U11", "V11") == [(5, below(11))] and way("StuH 42", "U11", "V11") == [(5, below(10))]
    assert way("M4A1", "A15", "B16") == [] and way("M4A1", "A15", "B16", True) == [(7, below(8))]
    assert way("M4A1", "V11", "U11") == [(3, 0)]  # down into the stream


@pytest.mark.clause("ASL-B4.43.afv")
def test_cliffs_and_sunken_lanes_are_closed() -> None:
    cliff = next(
        side
        for side in sorted(driving.CLIFFS)
        if side // 6 in GRID.name and GRID.step(side // 6, side % 6) in GRID.name
    )
    assert driving.ways("M4A1", cliff // 6, GRID.step(cliff // 6, cliff % 6), True) == []
    lane = next(hex_ for hex_ in GRID.name if driving.LANES >> hex_ & 1)
    for other in near(lane):
        assert bool(driving.ways("M4A1", lane, other, True)) <= driving.is_road(lane, other)


def test_a_step_and_a_shot_on_the_map_are_asked_about() -> None:
    found = ask(GAME.questions(), "drive", {"vehicle": "stuh", "from": "A16", "to": "B17"})
    assert found.value["ways"][0]["mp"] == 8 and "PHD-A1.ff" in found.clauses  # type: ignore[index,call-overload]
    closed = ask(GAME.questions(), "drive", {"vehicle": "M4A1", "from": "A15", "to": "B16"})
    assert "only buttoned up" in str(closed.lines)
    with pytest.raises(GrognardError, match="not next to"):
        ask(GAME.questions(), "drive", {"vehicle": "M4A1", "from": "A15", "to": "C16"})
    shot = asked(weapon="75L", at="M4A1", **{"from": "A14", "to": "B16", "pointing": "SE-S"})
    assert "rear" in shot.lines[0] and "2 hexes" in shot.lines[0]
