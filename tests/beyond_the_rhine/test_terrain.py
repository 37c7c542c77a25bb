"""BTR-tec: every cell of both terrain charts, typed in by hand, and their footnotes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard import GrognardError
from grognard.games.beyond_the_rhine import terrain as tec
from grognard.games.beyond_the_rhine.board import Board, MovementKind
from grognard.games.beyond_the_rhine.terrain import ALL, BARRED, SIXTHS

MOVE = """
open                        1 1 1         4 8 2       2 2 2
hills                       2 3 1         4 6 2       3 6 2
light_woods                 2 3 1         6 All 2     4 5 3
heavy_woods                 3 5 2         All All 2   4 6 3
polder                      P P 2         P P 3       P P 2
swamp                       P P 3         P P 4       5 6 3
mountain                    P P All       P P All     P P All
village                     ot ot ot      ot ot ot    ot ot ot
minor_city                  1 1 1         1 1 1       1 1 1
major_city                  1 1 1         1 1 1       1 1 1
minor_river                 +3 +5 +1      +4 +6 +2    +3 +5 +1
major_river                 P P All       P P All     P P All
rhine                       P P P         P P P       P P P
rhine_ferry_or_blown_bridge P P All       P P All     P P P
blocked                     P P P         P P P       P P P
road                        1/2 1/2 1/2   1 2 1       1 1 1
autobahn                    1/3 1/3 1/3   1 1 1       1/2 1/2 1/2
railroad_or_track           1 1 1         1 4 1       1 1 1
"""
COMBAT = """
open                        open            [2] [2] 1
hills                       close           1 1 1
light_woods                 close           1 1 1
heavy_woods                 very_close      1/2 1 1
polder                      very_close      1/2** 1/2** 1
swamp                       very_close      1/2** 1/2** 1
mountain                    extremely_close 1/3* [1/2]* 1
village                     close           1 1 1
minor_city                  very_close      1/2 [1/2] 1
major_city                  extremely_close 1/3 [1/2] 1
minor_river/dry             ot              [1/2] [1/2] [1/2]
minor_river/mud             ot              [1/2] [1/2] [1/2]
minor_river/snow            ot              [1/2] [1/2] 1
major_river                 ot              [1/4]* [1/3] [1/2]
rhine                       ot              [1/4]* [1/3]* [1/2]*
rhine_ferry_or_blown_bridge ot              - - [1/4]
blocked                     ot              [1/4]* [1/4]* [1/4]*
west_wall                   close           1 1 1
"""


@pytest.mark.clause(
    "BTR-tec.keys",
    "BTR-tec.move.table",
    "BTR-tec.move.open",
    "BTR-tec.move.hills",
    "BTR-tec.move.light_woods",
    "BTR-tec.move.heavy_woods",
    "BTR-tec.move.polder",
    "BTR-tec.move.swamp",
    "BTR-tec.move.mountain",
    "BTR-tec.move.village",
    "BTR-tec.move.city",
    "BTR-tec.move.minor_river",
    "BTR-tec.move.major_river",
    "BTR-tec.move.rhine",
    "BTR-tec.move.rhine_ferry_or_blown_bridge",
    "BTR-tec.move.blocked",
    "BTR-tec.move.road",
    "BTR-tec.move.autobahn",
    "BTR-tec.move.railroad_or_track",
)
def test_every_cell_of_the_movement_chart() -> None:
    lines = MOVE.strip().splitlines()
    assert len(lines) == 18 and len(tec.MOVE) == 17  # the two cities share a row
    for line in lines:
        name, *cells = line.split()
        found = [
            tec.points(name, ground, mobility)
            for ground in ("dry", "mud", "snow")
            for mobility in ("track", "truck", "leg")
        ]
        wanted = [
            (
                {"All": ALL, "P": BARRED, "ot": None}.get(c)
                if c in ("All", "P", "ot")
                else Fraction(c.lstrip("+")) * 6
            )
            for c in cells
        ]
        assert found == wanted, name


@pytest.mark.clause(
    "BTR-tec.combat.table",
    "BTR-tec.combat.open",
    "BTR-tec.combat.hills",
    "BTR-tec.combat.woods",
    "BTR-tec.combat.heavy_woods",
    "BTR-tec.combat.polder_or_swamp",
    "BTR-tec.combat.mountain",
    "BTR-tec.combat.village",
    "BTR-tec.combat.minor_city",
    "BTR-tec.combat.major_city",
    "BTR-tec.combat.minor_river_dry_mud",
    "BTR-tec.combat.minor_river_snow",
    "BTR-tec.combat.major_river",
    "BTR-tec.combat.rhine",
    "BTR-tec.combat.rhine_ferry_or_blown_bridge",
    "BTR-tec.combat.blocked",
    "BTR-tec.combat.west_wall",
    "BTR-tec.combat.bracket",
    "BTR-tec.combat.dash",
    "BTR-tec.combat.ot",
)
def test_every_cell_of_the_combat_chart() -> None:
    assert len(tec.COMBAT) == 16
    for text in COMBAT.strip().splitlines():
        name, line, *cells = text.split()
        name, _, only = name.partition("/")
        for ground in (only,) if only else ("dry", "mud", "snow"):
            assert (tec.line(name, ground) or "ot") == line
            for class_, cell in zip(tec.CLASSES, cells, strict=True):
                effect = tec.effect(name, ground, class_)
                if cell == "-":
                    assert not effect.allowed
                    continue
                road = "per_movement" if cell.endswith("**") else "only" if cell.endswith("*") else "no"
                figure = Fraction(cell.strip("[]*"))
                assert (effect.multiplier, effect.attackers_only, effect.road) == (
                    figure,
                    cell.startswith("["),
                    road,
                ), (
                    name,
                    class_,
                )
                assert tec.multiplier(name, ground, class_, True) == figure
                assert tec.multiplier(name, ground, class_, False) == (1 if cell.startswith("[") else figure)


@pytest.mark.clause("BTR-tec.combat.unlisted")
def test_a_feature_that_is_not_listed_has_no_effect() -> None:
    assert tec.effect("road", "dry", "armor").multiplier == 1 and tec.line("road", "dry") is None


def test_names_of_terrain() -> None:
    assert (
        tec.key("woods")["key"] == "light_woods"
        and tec.key("canal_minor")["key"] == "minor_river"
        and tec.key("city")["key"] == "minor_city"
    )
    with pytest.raises(GrognardError, match="'jungle' is not a terrain"):
        tec.key("jungle")


@pytest.mark.clause("BTR-tec.combat.star", "BTR-tec.combat.starstar")
def test_where_a_road_is_needed() -> None:
    assert tec.needs_road("mountain", "dry", "armor", "track") and tec.needs_road(
        "rhine", "dry", "other", "leg"
    )
    assert not tec.needs_road("mountain", "dry", "other", "leg") and not tec.needs_road(
        "major_river", "dry", "mech", "track"
    )
    assert tec.needs_road("polder", "snow", "armor", "track")  # always prohibited
    assert tec.needs_road("swamp", "mud", "armor", "track") and not tec.needs_road(
        "swamp", "snow", "armor", "track"
    )  # frozen


@pytest.mark.clause("BTR-tec.move.mixed")
def test_mixed_hexes() -> None:
    assert tec.hex_points(("hills", "light_woods"), "mud", "track") == 6 * SIXTHS  # the dearest
    assert (
        tec.hex_points(("hills", "minor_city"), "mud", "truck") == SIXTHS
        and tec.hex_points(("hills", "village", "west_wall"), "dry", "leg") == SIXTHS
    )
    assert tec.hex_points(("village",), "dry", "truck") == SIXTHS  # nothing else there: open


# ---------------------------------------------------------------- on a small map

SMALL = {
    "meta": {"title": "five in a row", "provenance": "reconstruction"},
    "grid": {"first_row": 1, "last_row": 1, "first_column": 1, "last_column": 6},
    "hexes": {
        "1.01": {"t": "open"},
        "1.02": {"t": "hills"},
        "1.03": {"t": "swamp"},
        "1.04": {"t": "open", "also": ["village"]},
        "1.05": {"t": "heavy_woods"},
        "1.06": {"t": "mountain"},
    },
    "side": [
        {"name": "brook", "kind": "minor_river", "hexsides": [["1.01", "1.02"]]},
        {"name": "Rhein", "kind": "rhine", "hexsides": [["1.03", "1.04"]]},
    ],
    "line": [
        {"name": "way", "kind": "road", "path": ["1.01", "1.02", "1.03", "1.04"]},
        {"name": "motorway", "kind": "autobahn", "path": ["1.01", "1.02"]},
    ],
    "bridge": [{"name": "Remagen", "hexside": ["1.03", "1.04"]}],
}


def board(**lines: object) -> Board:
    return Board({**SMALL, **lines})


def cost(plan: Board, going: MovementKind, a: str, b: str) -> str:
    return tec.spell(plan.cost(going, plan.hex(a), plan.hex(b)))


@pytest.mark.clause(
    "BTR-tec.move.add", "BTR-tec.move.line", "BTR-tec.move.fraction", "BTR-tec.move.prohibited"
)
def test_lines_hexsides_and_prohibited_ground() -> None:
    plan, bare = board(), board(line=[])
    # 2 + 3; 2 + 2
    assert (
        cost(bare, MovementKind("track"), "1.01", "1.02") == "5"
        and cost(bare, MovementKind("leg", "mud"), "1.01", "1.02") == "4"
    )
    # the autobahn
    assert (
        cost(plan, MovementKind("track"), "1.01", "1.02") == "1/3"
        and cost(plan, MovementKind("truck", "mud"), "1.01", "1.02") == "1"
    )
    assert (
        cost(bare, MovementKind("track"), "1.02", "1.03") == "P"
        and cost(plan, MovementKind("track"), "1.02", "1.03") == "1/2"
    )
    # a bridge is implied
    assert (
        cost(bare, MovementKind("leg"), "1.03", "1.04") == "P"
        and cost(plan, MovementKind("leg"), "1.03", "1.04") == "1/2"
    )
    steps = plan.path_cost(MovementKind("track"), [plan.hex(f"1.0{n}") for n in (1, 2, 3, 4, 5)])
    assert [tec.spell(s.sixths) for s in steps] == ["1/3", "1/2", "1/2", "3"] and sum(
        s.sixths for s in steps
    ) == 26
    only_track = board(line=[{"name": "rails", "kind": "railroad_or_track", "path": ["1.04", "1.05"]}])
    assert cost(only_track, MovementKind("truck", "mud"), "1.04", "1.05") == "4"
    cheap = board(line=[{"name": "rails", "kind": "railroad_or_track", "path": ["1.05", "1.04"]}])
    assert (
        cost(cheap, MovementKind("truck", "snow"), "1.05", "1.04") == "1"
    )  # the line; open alone would be 2


@pytest.mark.clause("BTR-tec.move.rhine-bridge", "BTR-tec.move.rhine_ferry_or_blown_bridge")
def test_a_blown_bridge_is_a_ferry_until_it_is_repaired() -> None:
    plan = board()
    blown = plan.blow(["Remagen"])
    assert (
        cost(blown, MovementKind("truck"), "1.03", "1.04") == "P"
        and cost(blown, MovementKind("leg"), "1.03", "1.04") == "All"
    )
    assert cost(blown, MovementKind("leg", "snow"), "1.03", "1.04") == "P"
    assert cost(blown.blow([]), MovementKind("truck"), "1.03", "1.04") == "1/2"  # repaired
    with pytest.raises(GrognardError, match="'Wesel' is not a bridge of this map; the bridges are Remagen"):
        plan.blow(["Wesel"])


@pytest.mark.clause("BTR-tec.move.all")
def test_a_whole_unspent_allowance() -> None:
    plan = board(line=[])
    leg = MovementKind("leg")
    found = {plan.grid.name[h]: spent for h, spent in plan.reach(leg, plan.hex("1.05"), 3).items()}
    assert found == {"1.05": 0, "1.04": SIXTHS, "1.06": 3 * SIXTHS}  # the mountain takes all of it
    assert "1.06" not in {
        plan.grid.name[h] for h in plan.reach(leg, plan.hex("1.04"), 9)
    }  # something has been spent by then
    steps = plan.path_cost(leg, [plan.hex(h) for h in ("1.04", "1.05", "1.06")])
    assert steps[-1].sixths == BARRED and steps[-1].clause == "BTR-tec.move.all"


@pytest.mark.clause("BTR-tec.move.stuck")
def test_stuck_in_ground_that_thaws() -> None:
    bare, plan = board(line=[], side=[]), board()
    swamp = bare.hex("1.03")
    assert len(bare.reach(MovementKind("track", "snow"), swamp, 6)) > 1
    assert set(bare.reach(MovementKind("track", "dry"), swamp, 6)) == {swamp} and bare.stuck(
        MovementKind("truck", "mud"), swamp
    )
    assert len(plan.reach(MovementKind("track", "dry"), plan.hex("1.03"), 6)) > 1  # roads apart
    assert len(bare.reach(MovementKind("leg", "dry"), swamp, 6)) > 1
    assert bare.path_cost(MovementKind("track"), [swamp, bare.hex("1.04")])[0].clause == "BTR-tec.move.stuck"


@pytest.mark.clause("BTR-tec.move.stuck")
def test_a_unit_that_came_by_road_may_leave_the_road() -> None:
    """The chart holds a unit in prohibited terrain "assuming no road": a road in the hex frees it in every
    direction.
    """
    road = {"name": "causeway", "kind": "road", "path": ["1.02", "1.03"]}
    plan, going = board(side=[], line=[road]), MovementKind("track", "dry")
    swamp, beside = plan.hex("1.03"), plan.hex("1.04")
    assert not plan.stuck(going, swamp) and not plan.line(swamp, beside)
    assert beside in plan.reach(going, plan.hex("1.02"), 12)
    assert plan.path_cost(going, [swamp, beside])[0].sixths > 0


@pytest.mark.clause("BTR-tec.move.interdiction", "BTR-game.3_7b.interdiction", "BTR-J.14")
def test_interdiction_makes_german_roads_cost_a_point() -> None:
    plan = board()
    for ground, road, motorway in (("dry", "1", "1"), ("mud", "1", "1"), ("snow", "1", "1")):
        assert cost(plan, MovementKind("track", ground, True), "1.02", "1.03") == road
        assert cost(plan, MovementKind("track", ground, True), "1.01", "1.02") == motorway
    assert cost(plan, MovementKind("track", "snow"), "1.01", "1.02") == "1/2"  # not the Allies
    from grognard.games.beyond_the_rhine.ask_map import movement_kind
    from grognard.games.beyond_the_rhine.at_table import path_reach

    assert [
        movement_kind("truck", "dry", True, flight).interdiction for flight in ("none", "limited", "normal")
    ] == [
        False,
        False,
        True,
    ]
    assert not movement_kind("truck", "dry", False, "normal").interdiction
    assert (
        len(path_reach(plan, plan.hex("1.01"), 1, "truck", frozenset(), frozenset())) == 3
    )  # a supply path is not slowed


@pytest.mark.clause("BTR-ocs.zoc.move", "BTR-ocs.move.enemy")
def test_zones_stop_trucks_and_enemies_bar_the_way() -> None:
    plan = board()
    one, two, three = (frozenset({plan.hex(h)}) for h in ("1.02", "1.03", "1.04"))
    start = plan.hex("1.01")
    names = lambda found: sorted(plan.grid.name[h] for h in found)  # noqa: E731
    assert names(plan.reach(MovementKind("truck"), start, 3, stop=one)) == ["1.01", "1.02"]
    assert names(plan.reach(MovementKind("truck"), start, 3, closed=two)) == ["1.01", "1.02"]
    assert names(plan.reach(MovementKind("truck"), start, 2, stop=three)) == ["1.01", "1.02", "1.03", "1.04"]


def test_a_map_that_is_none() -> None:
    for broken, said in (
        ({}, "not a map in our format"),
        ({**SMALL, "hexes": {"1.01": {"t": "lava"}}}, "'lava' is not a terrain"),
        (
            SMALL | {"line": [{"name": "x", "kind": "rhine", "path": ["1.01", "1.02"]}]},
            "rhine is a hexside, not a line",
        ),
        (
            SMALL | {"side": [{"name": "x", "kind": "rhine", "hexsides": [["1.01", "1.03"]]}]},
            "not neighbours",
        ),
    ):
        with pytest.raises(GrognardError, match=said):
            Board(broken)
