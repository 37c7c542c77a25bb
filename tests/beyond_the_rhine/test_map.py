"""The demonstration map, combat on it, and supply paths."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from pathlib import Path

import pytest

from grognard import GrognardError
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine import at_table, battle, map_builder
from grognard.games.beyond_the_rhine.board import Board, MovementKind, demonstration, load
from grognard.games.beyond_the_rhine.pieces import read
from grognard.games.beyond_the_rhine.terrain import SIXTHS

BOARD = demonstration()
WEST = (
    "Aachen",
    "Köln",
    "Bonn",
    "Remagen",
    "Andernach",
    "Koblenz",
    "Neuss",
    "Krefeld",
    "Düren",
    "Jülich",
    "Liège",
    "Maastricht",
    "Mönchengladbach",
)
EAST = (
    "Köln-Deutz",
    "Düsseldorf",
    "Duisburg",
    "Leverkusen",
    "Siegburg",
    "Linz",
    "Neuwied",
    "Essen",
    "Wuppertal",
    "Solingen",
    "Hagen",
    "Altenkirchen",
)


def joined(board: Board, start: int, kinds: tuple[str, ...]) -> set[int]:
    """Hexes joined without crossing a hexside of these kinds."""
    seen, queue = {start}, deque([start])
    while queue:
        here = queue.popleft()
        for there in members(board.grid.near_to[here]):
            if there not in seen and not set(board.sides.get(frozenset((here, there)), ())) & set(kinds):
                seen.add(there)
                queue.append(there)
    return seen


def test_the_map_is_what_the_geography_gives_and_marked_as_ours() -> None:
    path = Path(map_builder.__file__).parent / "data" / map_builder.TARGET
    assert map_builder.text(read("geography.toml")) == path.read_text("utf-8")
    assert (
        BOARD.provenance == "reconstruction"
        and len(BOARD.types) == 900
        and BOARD.raw["meta"]["miles_per_hex"] == 3.5
    )


def test_the_rhine_parts_the_map_and_every_town_lies_on_its_bank() -> None:
    west = joined(BOARD, BOARD.hex("Aachen"), ("rhine",))
    assert {name for name in WEST + EAST if BOARD.hex(name) in west} == set(WEST)
    assert 300 < len(west) < 800
    crossings = {pair for pair, kinds in BOARD.sides.items() if "rhine" in kinds and pair in BOARD.lines}
    assert crossings == set(BOARD.bridges.values())  # a line crosses the Rhine only at a bridge


def test_distances_between_towns_are_those_of_the_country() -> None:
    """As the crow flies, in hexes of 5.6 km: Aachen - Köln 63 km, Aachen - Düren 29, Bonn - Koblenz 55, Liège
    - Aachen 42.
    """
    for a, b, km in (
        ("Aachen", "Köln", 63),
        ("Aachen", "Düren", 29),
        ("Bonn", "Koblenz", 55),
        ("Liège", "Aachen", 42),
        ("Düsseldorf", "Essen", 30),
    ):
        hexes = BOARD.grid.distance(BOARD.hex(a), BOARD.hex(b))
        assert abs(hexes * 5.63 - km) < 12, (a, b, hexes)
    assert (
        BOARD.types[BOARD.hex("Vossenack")][0] == "heavy_woods"
        and "west_wall" in BOARD.types[BOARD.hex("13.09")]
    )


@pytest.mark.parametrize("mobility", ["track", "truck", "leg"])
@pytest.mark.parametrize("ground", ["dry", "mud", "snow"])
def test_reach_agrees_with_the_cost_of_its_paths(mobility: str, ground: str) -> None:
    going, start = MovementKind(mobility, ground), BOARD.hex("Eschweiler")
    found = BOARD.reach(going, start, 5)
    for goal, spent in found.items():
        path = BOARD.cheapest(going, start, goal, 5)
        assert path is not None and path[0] == start and path[-1] == goal
        steps = BOARD.path_cost(going, path)
        assert sum(s.sixths for s in steps) == spent or steps[-1].sixths == -1
    more = BOARD.reach(going, start, 6)
    assert found.keys() <= more.keys() and all(more[h] <= found[h] or found[h] == 5 * SIXTHS for h in found)
    slowed = BOARD.reach(MovementKind(mobility, ground, True), start, 5)
    assert slowed.keys() <= found.keys()


def test_a_blown_bridge_makes_remagen_a_long_way_round() -> None:
    truck = MovementKind("truck")
    there, linz = BOARD.hex("Remagen"), BOARD.hex("Linz")
    assert BOARD.reach(truck, there, 2)[linz] == SIXTHS and linz not in BOARD.blow(["Remagen"]).reach(
        truck, there, 2
    )
    assert linz not in BOARD.blow(BOARD.bridges).reach(truck, there, 30)


# ---------------------------------------------------------------- combat on the map


def fight(
    attackers: list[str], defenders: list[str], goal: str, ground: str = "dry", **more: object
) -> battle.Battle:
    ours, theirs = ([battle.read_unit(text, BOARD) for text in units] for units in (attackers, defenders))
    return battle.battle(BOARD, ground, ours, theirs, BOARD.hex(goal), **more)  # type: ignore[arg-type]


@pytest.mark.clause(
    "BTR-tec.combat.choice", "BTR-tec.combat.class", "BTR-ocs.combat.order", "BTR-ocs.combat.once"
)
def test_the_defender_picks_the_terrain_that_suits_him() -> None:
    """13.09 is open ground with the West Wall: in the open the tanks would count double, behind the wall
    nobody does.
    """
    found = fight(["US-79-InfDiv@14.08", "US-747-TkBn@14.08"], ["8-3:other"], "13.09")
    assert [(p.terrain, p.total) for p in found.stacks[0][1]] == [("west_wall", 30), ("open", 36)]
    assert (found.attack, found.own.line, found.fight.column, found.fight.drm) == (
        30,
        "close",
        7,
        1,
    ) and not found.rulings
    far = fight(["US-79-InfDiv@14.08"], ["8-3:other"], "14.12")
    assert [r.clause for r in far.rulings] == ["BTR-ocs.combat.once"]


@pytest.mark.clause("BTR-tec.combat.enter", "BTR-ocs.overrun.who")
def test_who_may_attack_over_what() -> None:
    """Remagen over its bridge: along the road tanks may attack, but not overrun; with the bridge blown only
    infantry may.
    """
    east = BOARD.grid.name[next(iter(BOARD.bridges["Remagen"] - {BOARD.hex("Remagen")}))]
    over = fight(["US-747-TkBn@Remagen"], ["4-3:other"], east)
    assert not over.rulings and over.attack == Fraction(6, 4)  # [x1/4] over the Rhine
    rush = fight(["US-747-TkBn@Remagen"], ["4-3:other"], east, overrun=True)
    assert [r.clause for r in rush.rulings] == ["BTR-ocs.overrun.who"]
    blown = BOARD.blow(["Remagen"])
    tank, infantry = (battle.read_unit(f"{name}@Remagen", blown) for name in ("US-747-TkBn", "US-79-InfDiv"))
    assert {r.clause for r in battle.bars(blown, "dry", tank, blown.hex(east), False)} == {
        "BTR-tec.combat.enter",
        "BTR-tec.combat.dash",
    }
    assert not battle.bars(blown, "dry", infantry, blown.hex(east), False)
    assert "BTR-tec.combat.enter" in {
        r.clause for r in battle.bars(blown, "snow", infantry, blown.hex(east), False)
    }
    north = next(
        h
        for h in members(BOARD.grid.near_to[BOARD.hex("Remagen")])
        if "rhine" in BOARD.side(BOARD.hex("Remagen"), h) and not BOARD.line(BOARD.hex("Remagen"), h)
    )
    assert "BTR-tec.combat.star" in {
        r.clause
        for r in battle.bars(BOARD, "dry", battle.read_unit("24-4:other:leg@Remagen", BOARD), north, False)
    }


@pytest.mark.clause("BTR-tec.combat.at")
def test_anti_tank_blunts_armour_in_the_open() -> None:
    units = {"infantry": "8-3:other", "recon": "3-3:mech", "gun": "US-814-TDBn", "tank": "6-3:armor"}
    levels = {name: battle.anti_tank([battle.read_unit(text, BOARD)], 0) for name, text in units.items()}
    assert levels == {"infantry": "none", "recon": "light", "gun": "heavy", "tank": "heavy"}
    assert battle.anti_tank([battle.read_unit("8-3:other", BOARD)], 2) == "heavy"  # a hedgehog
    tank, mech = (battle.read_unit(text, BOARD) for text in ("6-3:armor:track@14.08", "6-3:mech:truck@14.08"))
    assert [
        battle.blunted(Fraction(2), unit, at) for unit in (tank, mech) for at in ("none", "light", "heavy")
    ] == [
        2,
        2,
        Fraction(3, 2),
        2,
        Fraction(3, 2),
        Fraction(3, 2),
    ]
    assert battle.blunted(Fraction(1), tank, "heavy") == 1


def test_tags_and_bad_units() -> None:
    short = battle.read_unit("US-79-InfDiv+short+dg@Aachen", BOARD)
    assert short.counts(True) == 6 and short.counts(False) == 12 and short.rating == 3
    assert battle.read_unit("UK-30-Corps", BOARD).strength == 5
    for text, said in (
        ("US-79-InfDiv+lazy", "the tags are short"),
        ("24-4:cavalry", "the classes are"),
        ("US-7Arm-CCA", "not in the document"),
        ("Hussars", "is not a unit"),
        ("8-3@Paris", "is not a hex or place"),
    ):
        with pytest.raises(GrognardError, match=said):
            battle.read_unit(text, BOARD)


@pytest.mark.clause(
    "BTR-ocs.supply.draw",
    "BTR-ocs.supply.throw",
    "BTR-ocs.supply.path",
    "BTR-ocs.supply.trace",
    "BTR-weather.supply",
)
def test_supply_paths() -> None:
    aachen, koeln, vossenack = (BOARD.hex(name) for name in ("Aachen", "Köln", "Vossenack"))
    assert at_table.draws(BOARD, aachen, vossenack) and at_table.draws(BOARD, aachen, koeln)  # the autobahn
    ring = frozenset(members(BOARD.grid.near_to[aachen]))
    assert not at_table.draws(BOARD, aachen, koeln, closed=ring)
    edge = {BOARD.grid.name[h] for h in ring}
    # a truck path ends in a zone, one hex beyond it is near enough
    assert at_table.draws(BOARD, aachen, next(iter(ring)), zones=ring) and edge
    assert not at_table.draws(BOARD, aachen, koeln, zones=ring)
    prum = BOARD.hex("Prüm")
    assert not at_table.draws(BOARD, aachen, prum)
    st_vith = (BOARD.hex("St. Vith"), 8, "truck")
    assert at_table.traces(BOARD, [BOARD.hex("Malmedy")], prum, [st_vith]) and not at_table.traces(
        BOARD, [koeln], prum, [st_vith]
    )
    assert not at_table.throws(BOARD, aachen, vossenack, 9, "leg", mode="strat")


def test_any_map_in_our_format(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text(
        (Path(map_builder.__file__).parent / "data" / map_builder.TARGET).read_text("utf-8"), "utf-8"
    )
    assert load(str(path)).hex("Aachen") == BOARD.hex("Aachen")
    path.write_text("not = [a map", "utf-8")
    with pytest.raises(GrognardError, match="not a map"):
        load(str(path))


@pytest.mark.clause("BTR-tec.combat.star", "BTR-tec.combat.dash")
def test_multipliers_side_by_side() -> None:
    """Over the Rhine at Remagen: along the road every class may attack; with the bridge blown only the
    infantry, at a quarter.
    """
    from grognard.games.beyond_the_rhine.ask_fight import multipliers

    east = BOARD.grid.name[next(iter(BOARD.bridges["Remagen"] - {BOARD.hex("Remagen")}))]
    row = multipliers(east, "dry", 0, [], None).value["from"][BOARD.grid.name[BOARD.hex("Remagen")]]
    assert [row[c]["multiplier"] for c in ("armor", "mech", "other")] == ["x1/4", "x1/3", "x1/2"] and all(
        row[c]["allowed"] for c in ("armor", "mech", "other")
    )
    blown = multipliers(east, "dry", 0, ["Remagen"], None).value["from"][
        BOARD.grid.name[BOARD.hex("Remagen")]
    ]
    assert [blown[c]["allowed"] for c in ("armor", "mech", "other")] == [False, False, True] and blown[
        "other"
    ]["multiplier"] == "x1/4"
