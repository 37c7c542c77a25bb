"""Line of sight: the worked examples of the rules, a whole field worked out apart, and every clause on hexes
of the map.
"""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.hexes import members
from grognard.games.purple_heart_draw.areas import CARDS
from grognard.games.purple_heart_draw.board import GRID, HEX_ROWS, LINES
from grognard.games.purple_heart_draw.firefight import sight as module
from grognard.games.purple_heart_draw.firefight import terrain
from grognard.games.purple_heart_draw.firefight.places import (
    AIRBURST,
    BENEATH,
    CREST,
    ELEVATION,
    GROUND,
    UPSTAIRS,
    Place,
    can_hold_advantage,
    is_below_ground,
    locations,
    place,
)
from grognard.games.purple_heart_draw.firefight.sight import (
    CLEAR,
    Air,
    Cause,
    Cloud,
    Ground,
    Sight,
    blind_hexes,
    field_of_view,
    mist,
    sight,
)

MIST = Air(mist=True)


def unit(name: str, at: str = GROUND, advantage: bool = True, foxhole: bool = False) -> Place:
    """A unit that holds Wall Advantage where it can, unless said otherwise."""
    bare = place(name, at, False, foxhole)
    return place(name, at, advantage and can_hold_advantage(bare), foxhole)


def look(a: str, b: str, **how: Air | Ground) -> Sight:
    return sight(unit(a), unit(b), every=True, **how)  # type: ignore[arg-type]


def where(causes: tuple[Cause, ...]) -> list[tuple[str, str]]:
    """The causes as (kind, hexes)."""
    return [(cause.kind, "-".join(GRID.name[hex_] for hex_ in cause.hexes)) for cause in causes]


def names(causes: tuple[Cause, ...]) -> list[str]:
    return [hexes for _, hexes in where(causes)]


# ---------------------------------------------------------------- the worked examples


@pytest.mark.clause("ASL-A6.3")
def test_l1_two_units_look_over_a_gully() -> None:
    seen = look("S10", "S12")
    assert seen.is_unit_seen and seen.hindrance == 0 and seen.range == 2


@pytest.mark.clause("ASL-A6.3", "ASL-B10.2", "ASL-B11.2")
def test_l2_into_the_draw_from_next_to_it_and_not_from_behind_the_cliff() -> None:
    assert look("S10", "S11").is_unit_seen
    assert where(look("S9", "S11").blocks) == [("cliff", "S11"), ("hill between", "S10")]


@pytest.mark.clause("ASL-B19.2", "FF-LOS.3", "FF-LOS.11")
def test_l3_along_the_bottom_of_the_draw() -> None:
    assert look("P11", "Q11").is_unit_seen
    assert where(look("P11", "R11").blocks) == [("not joined", "P11-R11")], "the line runs along Q10-Q11"


@pytest.mark.clause("ASL-A6.7")
def test_l4_brush_hinders() -> None:
    seen = look("T9", "T12")
    assert seen.is_seen and names(seen.hindrances) == ["T10"] and seen.hindrance == 1


@pytest.mark.clause("ASL-B9.521", "ASL-A6.5")
def test_l5_own_bocage_and_the_targets() -> None:
    bare, held, goal, goal_held = (
        unit("S8", advantage=False),
        unit("S8"),
        unit("S5", advantage=False),
        unit("S5"),
    )
    assert where(sight(bare, goal_held).blocks) == [("no advantage", "S8-S7")]
    seen = sight(held, goal)
    assert seen.is_seen and not seen.is_unit_seen and seen.hindrance == 2 and names(seen.screens) == ["S6-S5"]
    assert sight(held, goal_held).is_unit_seen and sight(held, goal_held).hindrance == 2
    assert not sight(goal, held).is_seen, (
        "the end with Wall Advantage sees the hex of a unit that sees nothing"
    )


@pytest.mark.clause("ASL-B9.521")
def test_l6_a_house_behind_bocage() -> None:
    bare = unit("F8", advantage=False)
    assert not sight(bare, unit("H6")).is_seen and sight(bare, unit("G7")).is_unit_seen
    assert look("F8", "H6").is_seen and look("F8", "H6").hindrance == 0


@pytest.mark.clause("FF-LOS.8", "ASL-B10.22")
def test_l7_woods_on_both_sides_of_the_line() -> None:
    assert where(look("L8", "M6").blocks) == [("obstacle", "L7")]


@pytest.mark.clause("FF-LOS.8", "ASL-A6.7")
def test_l8_woods_on_one_side_of_the_line() -> None:
    seen = look("C21", "E18")
    assert (
        seen.is_seen
        and seen.hindrance == 3
        and [cause.figures for cause in seen.hindrances] == [(1,), (2,), (3,)]
    )


@pytest.mark.clause("ASL-B10.23", "FF-R1")
def test_l9_blind_behind_a_crest_line() -> None:
    found = next(cause for cause in look("J18", "N22").blocks if cause.kind == "crest line")
    assert names((found,)) == ["M21"] and found.figures == (2, 1, 1), "level 2, one blind hex, one hex away"


@pytest.mark.clause("FF-LOS.10", "ASL-B14.2", "FF-R13")
def test_l10_from_the_steeple_along_the_road() -> None:
    steeple = unit("U3", UPSTAIRS)
    assert sight(steeple, unit("U7")).is_seen
    blocked = sight(steeple, unit("U8"), every=True)
    assert where(blocked.blocks) == [("obstacle between", "U7")] and blocked.blocks[0].figures == (
        4,
        2,
    ), "top 2, eye 2"


@pytest.mark.clause("ASL-B.10", "ASL-E3.32")
def test_l11_five_orchards_are_seen_through_and_a_sixth_hindrance_is_not() -> None:
    assert look("T5", "N4", air=MIST).hindrance == 5 and look("T5", "N4", air=MIST).is_seen
    wreck = GRID.set(["P4"])
    blocked = look("T5", "N4", air=Air(vehicles=wreck))
    assert where(blocked.blocks) == [("hindrances", "")] and blocked.hindrance == 6


@pytest.mark.clause("ASL-A6.3", "PHD-MSR3.ff")
def test_l12_into_a_sunken_lane() -> None:
    found = next(cause for cause in look("J16", "G14").blocks if cause.kind == "depth")
    assert found.figures == (3, 2), "range 3 needs 3 levels, there are 2"
    assert look("F15", "G14").is_unit_seen, "next to it and higher"


# what a unit in S10 sees in mist: hindrance, x for not at all; worked out apart from this program. Rows 6 to
# 17
FIELD = """
I  x x x x x x x x x x x x
J  x x x x x 4 x x x x x x
K  x x x x x 3 5 x x x x x
L  x x x x x x 3 x x x x x
M  x x 5 x x x 1 x x x x x
N  x x x x x x 0 0 x x x x
O  x x 3 3 3 x 0 1 x x x x
P  x x 3 2 2 x 0 1 x x x x
Q  x x 2 1 1 0 0 x x 2 1 x
R  x x 2 1 0 0 0 0 0 x x x
S  x 2 1 0 . 0 0 0 0 0 0 1
T  x x x x 0 0 0 1 1 0 0 1
U  x x 1 x 0 0 1 1 1 1 2 x
V  x x x x x x 0 x x x x x
W  x x x x x x 0 x x x x x
"""


@pytest.mark.clause("FF-LOS.5", "ASL-A6.7", "ASL-E3.32")
def test_everything_that_s10_sees() -> None:
    seen = field_of_view(unit("S10"), MIST)
    wanted = {
        f"{row.split()[0]}{number}": word
        for row in FIELD.split("\n")
        if row
        for number, word in enumerate(row.split()[1:], 6)
    }
    mine = {
        name: str(one.hindrance) if one.is_seen else "x"
        for name in wanted
        if (one := seen.get(GRID.hex(name)))
    }
    assert mine == {name: word for name, word in wanted.items() if word != "."} and len(mine) == 179
    assert len(seen) == len(GRID.name) - 1


# ---------------------------------------------------------------- geometry and Locations


@pytest.mark.clause("FF-LOS.1")
def test_the_figures_of_the_grid_are_those_of_the_rules() -> None:
    """Neighbors lie 2 apart in a column, 3 and 1 apart between columns; a corner is a third of the way
    between three centers.
    """

    def center(name: str) -> tuple[int, int]:
        column, row = GRID.where[GRID.hex(name)]
        return 3 * (column - 1), 2 * row + column % 2

    assert center("A1") == (0, 3) and center("B1") == (3, 2) and center("AA5") == (78, 11)
    for hex_, near in GRID.near_to.items():
        x, y = center(GRID.name[hex_])
        steps = {(abs(a - x), abs(b - y)) for a, b in (center(GRID.name[one]) for one in members(near))}
        assert steps <= {(0, 2), (3, 1)}


@pytest.mark.clause("FF-LOS.2", "FF-LOS.4")
def test_a_line_enters_hexes_and_crosses_the_hexsides_between_them() -> None:
    steps = terrain.SIGHTLINES.between(GRID.hex("S10"), GRID.hex("L13")).steps
    assert [GRID.name[GRID.hex("S10") + step.hex] for step in steps] == [
        "R11",
        "Q11",
        "P11",
        "P12",
        "O11",
        "O12",
        "N12",
        "M12",
        "L13",
    ]
    start = GRID.hex("P11")
    along = terrain.SIGHTLINES.between(start, GRID.hex("R11")).steps
    crossed = [
        sorted(GRID.name[start + hex_] for hex_ in terrain.SIGHTLINES.hexes_of(side))
        for step in along
        for side in step.sides
    ]
    assert crossed == [
        ["P11", "Q10"],
        ["P11", "Q11"],
        ["Q10", "R11"],
        ["Q11", "R11"],
    ], "all at the two corners but Q10-Q11"


@pytest.mark.clause("FF-LOS.7", "ASL-B31.3", "ASL-B23.22", "FF-R9", "PHD-MSR3.ff")
def test_elevations() -> None:
    assert {name: ELEVATION[GRID.hex(name), UPSTAIRS] for name in ("U3", "M14", "J20", "W6")} == {
        "U3": 2,
        "M14": 2,
        "J20": 4,
        "W6": 1,
    }
    assert {GRID.name[hex_] for hex_, at in ELEVATION if at == UPSTAIRS} == {
        "U3",
        "M14",
        "K22",
        "T5",
        "T25",
        "U9",
        "J20",
        "J21",
        "V2",
        "V3",
        "W5",
        "W6",
        "Z22",
        "Z23",
    }
    assert [ELEVATION[GRID.hex("S11"), at] for at in (GROUND, CREST)] == [-1, 0]
    assert [ELEVATION[GRID.hex("G14"), at] for at in (GROUND, CREST)] == [1, 2]
    assert [ELEVATION[GRID.hex("V12"), at] for at in (GROUND, BENEATH)] == [0, -1]
    heights = {
        name: terrain.HEIGHT[GRID.hex(name)] for name in ("U3", "M14", "J20", "B16", "L7", "S10", "S8")
    }
    assert heights == {"U3": 3, "M14": 3, "J20": 3, "B16": 2, "L7": 2, "S10": 0, "S8": 0}, "in half levels"


@pytest.mark.clause("ASL-B14.2", "ASL-B15.2")
def test_every_scenario_is_fought_in_season() -> None:
    assert {row["date"].split("-")[1] for row in CARDS.values()} == {"07"} and terrain.MONTH == 7
    assert terrain.KINDS["orchard"]["months"] == [4, 10] and terrain.KINDS["grain"]["months"] == [6, 9]
    assert terrain.in_season("orchard") and terrain.in_season("grain") and terrain.in_season("brush")


@pytest.mark.clause("FF-LOS.5")
def test_the_ends_do_not_block_by_what_is_inside_them() -> None:
    assert terrain.HEIGHT[GRID.hex("L7")] and terrain.HEIGHT[GRID.hex("M7")] and look("L7", "M7").is_unit_seen
    assert look("A17", "A15").is_seen, "out of woods over open ground"
    assert look("S10", "L13").range == 7


@pytest.mark.clause("ASL-A6.3", "ASL-B6.2")
def test_places_that_there_are_not() -> None:
    for name, at in (("S10", UPSTAIRS), ("S10", CREST), ("V12", CREST), ("V11", BENEATH)):
        with pytest.raises(ValueError, match=f"{name} has no Location '{at}'"):
            place(name, at)
    with pytest.raises(ValueError, match="there is no hex 'Z99'"):
        place("Z99")
    for name, at, foxhole in (
        ("U3", UPSTAIRS, False),
        ("S10", GROUND, True),
        ("V12", GROUND, False),
        ("S11", GROUND, False),
    ):
        with pytest.raises(ValueError, match="cannot hold Wall Advantage"):
            place(name, at, True, foxhole)


# ---------------------------------------------------------------- ground and obstacles


@pytest.mark.clause("ASL-B10.21", "ASL-B10.2")
def test_higher_ground_between_two_units() -> None:
    level = look("A4", "C3")
    assert where(level.blocks) == [("hill", "B4")] and level.blocks[0].figures == (1, 0)
    uneven = look("A4", "A6")
    assert where(uneven.blocks) == [("hill between", "A5")] and uneven.blocks[0].figures == (1, 1)
    assert look("A4", "A5").is_seen, "up to the first hex of a level"


@pytest.mark.clause("ASL-A6.2", "ASL-B10.22", "ASL-B23.22")
def test_a_single_house_is_looked_over_from_one_level_up_and_a_higher_building_is_not() -> None:
    assert where(look("A15", "C16").blocks) == [("obstacle", "B16")]
    house, hall, thread = GRID.hex("B16"), GRID.hex("J20"), _level_thread(1)
    assert not module._stopped(thread, 0, terrain.HEIGHT[house], (1, 1), 1)
    assert module._stopped(thread, 0, terrain.HEIGHT[hall], (1, 1), 1) == (
        "obstacle",
        ("ASL-B10.22",),
        (3, 1),
    )


def _level_thread(level: int) -> module._Thread:
    """A line between two units on one level, with that level changed."""
    thread = module._Thread(unit("S10"), unit("S12"), Ground())
    thread.high = thread.low = level
    return thread


@pytest.mark.clause("ASL-A6.21", "ASL-A6.2")
def test_rubble_blocks_on_its_own_level_only() -> None:
    rubble = Ground(rubble=GRID.set(["B16"]))
    assert where(look("A15", "C16", ground=rubble).blocks) == [("obstacle", "B16")], "both units on its level"
    fallen = Ground(rubble=GRID.set(["E13"]))
    assert where(look("A15", "H13").blocks) == [("obstacle between", "E13")]
    assert look("A15", "H13", ground=fallen).is_seen, "from level 4 to level 2 half a level does not count"


@pytest.mark.clause("ASL-A6.4", "ASL-A6.41", "ASL-A6.42", "ASL-A6.43")
@pytest.mark.parametrize(
    ("base", "full", "high", "low", "range_", "blind"),
    [
        (0, 1, 2, 0, 4, 1),  # one level high: one blind hex
        (0, 1, 2, 0, 5, 2),  # a fifth hex of range
        (0, 1, 2, 0, 10, 3),
        (0, 1, 2, -1, 4, 2),  # the lower unit one below the base
        (0, 1, 3, 0, 5, 1),  # the viewer one level more above
        (0, 1, 4, 0, 5, 1),  # never below one
        (0, 1, 4, 0, 15, 2),  # 1 + 3 - 2
        (0, 2, 3, 1, 4, 1),  # the lower unit one above the base
        (0, 2, 4, 1, 4, 0),  # 2, one less for height, one less for the base
    ],
)
def test_blind_hexes(base: int, full: int, high: int, low: int, range_: int, blind: int) -> None:
    assert blind_hexes(base, full, high, low, range_) == blind


@pytest.mark.clause("ASL-A6.4", "ASL-A6.41")
def test_blind_behind_a_house_on_the_map() -> None:
    """H25 (3) looks over the house O28 (1, top 2) at range 7: two blind hexes, P29 and what lies next."""
    found = look("H25", "P29").blocks
    assert where(found) == [("blind hex", "O28")] and found[0].figures == (4, 2, 1)
    assert found[0].clauses == ("ASL-A6.4", "ASL-A6.41")
    blind = look("D28", "I33").blocks
    assert where(blind) == [("blind hex", "H32")] and blind[0].figures == (4, 2, 2)


@pytest.mark.clause("ASL-B10.23")
def test_crest_lines_by_range_and_height() -> None:
    """B16 (4) to H15 (2) over G15 (3), five hexes away: one blind hex. From two hexes away there is none."""
    assert where(look("B16", "H15").blocks) == [("crest line", "G15")]
    assert look("E15", "H16").range == 3 and not [
        c for c in look("E15", "H16").blocks if c.kind == "crest line"
    ]


@pytest.mark.clause("ASL-B11.21", "ASL-B11.2")
def test_a_unit_with_crest_status_behind_a_cliff_is_blind_to_the_far_side() -> None:
    """From L14 (2) over L12 (1) to Crest in L11 (0): the formula gives 0, the cliff L11-L12 makes it 1."""
    found = sight(unit("L14"), unit("L11", CREST), every=True).blocks
    edge = [cause for cause in found if cause.kind == "crest line"]
    assert [cause.figures for cause in edge] == [(1, 1, 1)] and edge[0].clauses == (
        "ASL-B10.23",
        "ASL-B11.21",
        "ASL-B11.2",
    )


@pytest.mark.clause("ASL-B11.2", "ASL-A6.3")
def test_the_bottom_below_the_cliffs_is_seen_from_next_to_it_and_along_the_draw() -> None:
    """All Locations of the map against every hex from K10 to U11."""
    line = LINES["Purple Heart Draw"]
    count = 0
    for name in line[line.index("K10") : line.index("U11") + 1]:
        bottom = unit(name)
        for hex_, at in (one for one in ELEVATION if one[1] not in AIRBURST):  # shells burst higher
            seen = (
                GRID.distance(hex_, bottom.hex) > 1 and sight(Place(hex_, at, at == GROUND), bottom).is_seen
            )
            if seen:
                last = terrain.SIGHTLINES.between(hex_, bottom.hex).steps[-1]
                assert not last.corner and 6 * hex_ + last.sides[0] in terrain.JOINED
                count += 1
    assert count, "there are such lines along the draw"


@pytest.mark.clause("ASL-B.5")
def test_a_continuous_slope() -> None:
    """F25 (4), G25 (3, orchard), H26 (2): the orchard hinders as on one level, and the edge at G25 hides
    nothing.
    """
    seen = look("F25", "H26")
    assert seen.is_seen and names(seen.hindrances) == ["G25"]
    assert look("W26", "Y27").is_seen and look("W26", "Y27").hindrance == 0
    thread = module._Thread(unit("F25"), unit("H26"), Ground())
    assert thread.is_slope and module._stopped(thread, 3, 2, (1, 1), 1) == (
        "obstacle on a slope",
        ("ASL-B.5",),
        (8,),
    )
    assert not module._Thread(unit("F25"), unit("H27"), Ground()).is_slope


@pytest.mark.clause("FF-LOS.8")
def test_ground_along_a_hexside_counts_as_far_as_both_hexes_have_it() -> None:
    """P11-R11 runs between Q10 (1) and Q11 (-1), A4-C4 between B4 and B5, both on level 1."""
    assert not [cause for cause in look("P10", "R10").blocks if cause.kind.startswith("hill")]
    assert where(look("A4", "C4").blocks) == [("hill between", "B4-B5")]


@pytest.mark.clause("FF-LOS.9")
def test_an_orchard_counts_where_its_corner_is_touched() -> None:
    """H8 to M12 meets a corner of the orchard K11, and of J9, which is no orchard of its level."""
    start, seen = GRID.hex("H8"), look("H8", "M12")
    steps = terrain.SIGHTLINES.between(start, GRID.hex("M12")).steps
    assert {GRID.name[start + step.touched] for step in steps if step.touched is not None} == {"K11", "J9"}
    assert names(seen.hindrances) == ["I8", "K11", "L12"]


@pytest.mark.clause("FF-LOS.10")
def test_a_building_may_fill_half_its_hex() -> None:
    half = Ground(los_building="half")
    assert (
        where(look("A15", "H13").blocks) == [("obstacle between", "E13")]
        and look("A15", "H13", ground=half).is_seen
    )
    assert not look("A15", "C16", ground=half).is_seen, "through the middle"


# ---------------------------------------------------------------- hindrances


@pytest.mark.clause("ASL-A6.7", "ASL-B12.2", "ASL-B15.2")
def test_grain_and_brush_do_nothing_between_levels() -> None:
    """A15 (4) to F12 (2) goes through five hexes of grain; T9 (1) to T12 (1) through brush."""
    kinds = [HEX_ROWS[name]["terrain"] for name in ("C14", "C13", "D14", "D13", "E12")]
    assert set(kinds) == {"grain"} and look("A15", "F12").is_seen and look("A15", "F12").hindrance == 0
    assert look("T9", "T12").hindrance == 1


@pytest.mark.clause("ASL-A6.7")
def test_at_one_range_one_hindrance_counts_and_the_ends_do_not() -> None:
    """A22 to B18: orchards in A21, A20, B21 (corner touched), B20, B19 at ranges 1, 2, 2, 3, 4."""
    seen = look("A22", "B18")
    assert names(seen.hindrances) == ["A21", "A20", "B20", "B19"] and seen.hindrance == 4
    assert HEX_ROWS["A22"]["terrain"] == "brush"


@pytest.mark.clause("ASL-A24", "ASL-A24.2", "ASL-A24.8")
def test_smoke() -> None:
    smoke = {GRID.hex("S11"): Cloud(2)}
    over = look("S10", "S12", air=Air(smoke))
    assert over.hindrance == 0, (
        "from the bottom, level -1, smoke rises two levels to level 1, where both units look over it"
    )
    assert look("S10", "S12", air=Air({GRID.hex("S11"): Cloud(2, "wp")})).hindrance == 2, "WP rises four"
    inside = look("S10", "S12", air=Air({GRID.hex("S12"): Cloud(3), GRID.hex("S10"): Cloud(5)}))
    assert [cause.amount for cause in inside.hindrances] == [
        3,
        3,
    ] and inside.fire_out == 1, "at most 3 in one Location"
    assert not inside.is_seen, "6 in all"
    assert look("S12", "S10", air=Air({GRID.hex("S12"): Cloud(1)})).fire_out == 1
    assert look("S10", "S12", air=Air({GRID.hex("S12"): Cloud(1)})).fire_out == 0
    assert look("S10", "S10", air=Air({GRID.hex("S10"): Cloud(2)})).hindrance == 2


@pytest.mark.clause("ASL-A24.2")
def test_smoke_counts_along_a_hexside_and_at_a_corner() -> None:
    along = Air({GRID.hex("L17"): Cloud(1), GRID.hex("N16"): Cloud(2)})
    assert [cause.amount for cause in look("K16", "O16", air=along).hindrances if cause.kind == "smoke"] == [
        1,
        2,
    ]
    corner = Air({GRID.hex("J9"): Cloud(2)})
    assert [cause.amount for cause in look("H8", "M12", air=corner).hindrances if cause.kind == "smoke"] == [
        2
    ]


@pytest.mark.clause("ASL-D9.4")
def test_wrecks() -> None:
    wrecks = GRID.set(["S11", "T10", "S12"])
    assert look("T9", "T12", air=Air(vehicles=wrecks)).hindrance == 2, "T10 stands on their level"
    assert look("S10", "S12", air=Air(vehicles=wrecks)).hindrance == 0, "one lies below, one at the end"
    assert look("A15", "F12", air=Air(vehicles=GRID.set(["C14"]))).hindrance == 0, "units on different levels"


@pytest.mark.clause("ASL-E3.32")
def test_mist_by_range() -> None:
    assert [mist(range_) for range_ in (0, 6, 7, 12, 13, 18, 19, 24, 25)] == [0, 0, 1, 1, 2, 2, 3, 3, 4]


@pytest.mark.clause("ASL-B6.2")
def test_the_bridge() -> None:
    on, beneath = unit("V12"), unit("V12", BENEATH)
    assert where(sight(on, beneath).blocks) == [("bridge between", "V12")]
    road = sight(unit("V11"), unit("V13"), every=True)
    assert road.is_seen and road.hindrance == 0, "over its two road hexsides"
    across = [
        c for c in sight(unit("U11", CREST), unit("W12", CREST), every=True).hindrances if c.kind == "bridge"
    ]
    assert [(cause.amount, names((cause,))) for cause in across] == [(1, ["V12"])]


# ---------------------------------------------------------------- depressions


@pytest.mark.clause("ASL-A6.3")
def test_hexes_along_the_draw_are_not_counted() -> None:
    """S10 (1) looks along T11 and U11 under the bridge at V12 (-1): range 3, two of them in the draw, two
    levels down.
    """
    assert sight(unit("S10"), unit("V12", BENEATH)).is_seen
    found = look("AA8", "AA12").blocks
    assert ("depth", "AA12") in where(found)


@pytest.mark.clause("ASL-B19.2")
def test_two_bottoms_on_different_levels() -> None:
    """Y22 (bottom -1), Y23, Y24, Y25 (bottom 0) are one run of sunken lane."""
    assert look("Y22", "Y23").is_unit_seen and look("Y23", "Y25").is_unit_seen
    assert where(look("Y22", "Y24").blocks) == [("other bottom", "Y22-Y24")]
    assert look("Y23", "Y25", air=MIST).hindrance == 0
    assert look("Y23", "Y25", air=Air({GRID.hex("Y24"): Cloud(2)})).hindrance == 2, (
        "SMOKE counts, nothing else does"
    )


# ---------------------------------------------------------------- walls and bocage


@pytest.mark.clause("ASL-B9.2", "FF-LOS.12")
def test_a_wall_blocks_on_its_level() -> None:
    assert where(look("I10", "P13").blocks) == [("wall", "N12-O12")]
    assert not [cause for cause in look("S10", "L13").blocks if cause.kind == "wall"], (
        "between levels it does not"
    )


@pytest.mark.clause("ASL-B9.2")
def test_walls_along_the_line() -> None:
    """K16-Q16 runs along L16-L17, N16-N17 and P16-P17; the first two are walls."""
    assert look("K13", "M13").is_seen, "one wall that joins both ends"
    assert look("K16", "O16").is_seen, "each begins at an end, and at no far corner do three walls meet"
    assert where(look("K16", "Q16").blocks) == [("wall", "N16-N17")], "N16-N17 touches neither end"


@pytest.mark.clause("PHD-A1.los.ff", "ASL-B9.2", "ASL-B9.52")
def test_a_corner_of_wall_and_bocage_counts_as_bocage() -> None:
    """At the corner H16, I15, I16 the bocage H16-I16 meets the wall I15-I16. H18 (3) to J15 (3) crosses it
    elsewhere.
    """
    causes = look("D17", "K15").blocks
    assert ("bocage: obstacle between", "I15-I16") in where(causes), (
        "a wall elsewhere stops no line between levels"
    )
    assert HEX_ROWS["D17"]["level"] == 4 and HEX_ROWS["K15"]["level"] == 2


@pytest.mark.clause("ASL-B9.52", "ASL-B9.531", "FF-R2")
def test_blind_hexes_behind_bocage() -> None:
    """K29 (2) over the bocage K32-K33 (0): one level, stands in K33, so K34 is blind and K33 is seen into.
    E25 (4) over E32-E33 (1): 1 + 8 // 5 - 1 = 1. From H31 (2) over H33 side: 1."""
    assert (
        where(look("K29", "K34").blocks) == [("bocage: blind hex", "K32-K33")] and look("K29", "K33").is_seen
    )
    high = look("E25", "E34").blocks
    assert where(high) == [("bocage: blind hex", "E32-E33")] and high[0].figures == (4, 1, 1)
    assert "ASL-A6.42" in high[0].clauses
    thread = module._Thread(unit("E25"), unit("E34"), Ground())
    assert module._stopped(thread, 1, 2, (4, 1), 0) is None, "from four hexes away no blind hex is left"
    assert module._stopped(thread, 1, 2, (4, 1), 1), "along the line one always stays"


@pytest.mark.clause("ASL-B9.52")
def test_bocage_along_the_line_blocks_even_at_the_corner_of_an_end() -> None:
    assert where(look("A1", "C1").blocks) == [("bocage", "B1-B2")]


@pytest.mark.clause("ASL-B9.61", "FF-R3", "FF-LOS.12")
def test_hillside_bocage() -> None:
    """The bocage D13 (3) - E12 (2) stands on level 3; A15 (4) and F12 (2) look past it, or do not."""
    assert look("A15", "F12").is_seen
    strict = look("A15", "F12", ground=Ground(hillside_bocage="obstacle"))
    assert where(strict.blocks) == [("bocage: obstacle between", "D13-E12")]


@pytest.mark.clause("ASL-B9.21")
def test_foxholes_behind_walls() -> None:
    """K16 (2) has a wall towards L17. From a foxhole it is not looked past, unless from above or next
    door.
    """
    dug_in = unit("K16", foxhole=True)
    assert where(sight(dug_in, unit("O16")).blocks) == [("foxhole", "K16-L17")]
    seen = sight(unit("O16"), dug_in)
    assert seen.is_seen and not seen.is_unit_seen and where(seen.screens) == [("foxhole", "L17-K16")]
    assert sight(dug_in, unit("L17")).is_unit_seen and sight(unit("K16"), unit("O16")).is_unit_seen


@pytest.mark.clause("ASL-B23.25")
def test_stories_of_one_building() -> None:
    """J20 and J21 are one building of two stories; M14 is a house of its own."""
    assert (
        look("J20", "J21").is_unit_seen and sight(unit("J20", UPSTAIRS), unit("J21", UPSTAIRS)).is_unit_seen
    )
    assert where(sight(unit("J20"), unit("J21", UPSTAIRS)).blocks) == [("storeys", "J20-J21")]
    assert sight(unit("J20"), unit("J20", UPSTAIRS)).is_unit_seen, "by the stairs"
    assert sight(unit("M14", UPSTAIRS), unit("M15")).is_seen
    fallen = Ground(rubble=GRID.set(["J21"]))
    assert sight(unit("J20", UPSTAIRS), unit("J21"), CLEAR, fallen).is_seen


# ---------------------------------------------------------------- both ways, and remembered


def some_unit(rng: Random, hex_: int) -> Place:
    at = rng.choice(locations(hex_))
    bare = Place(hex_, at)
    return (
        bare._replace(advantage=rng.random() < 0.8)
        if can_hold_advantage(bare) and rng.random() < 0.8
        else bare._replace(foxhole=at == GROUND and not is_below_ground(bare) and rng.random() < 0.5)
    )


def some_air(rng: Random, hexes: list[int]) -> Air:
    kinds = ("smoke", "wp", "burning")
    smoke = {rng.choice(hexes): Cloud(rng.randint(1, 3), rng.choice(kinds)) for _ in range(40)}
    return Air(smoke, sum({1 << rng.choice(hexes) for _ in range(40)}), rng.random() < 0.5)


@pytest.mark.clause("ASL-A6.5")
def test_sight_between_units_is_mutual() -> None:
    """24,000 pairs, most of them near each other; half of them in smoke, among wrecks, in mist."""
    rng, hexes = Random(17), sorted(GRID.name)
    near = {hex_: members(GRID.within(1 << hex_, 7) & ~(1 << hex_)) for hex_ in hexes[::7]}
    grounds = [Ground(a, b) for a in ("hex", "half") for b in ("ignored", "obstacle")]  # type: ignore[arg-type]
    count, starts, airs = 0, list(near), [some_air(rng, hexes) for _ in range(20)]
    for number in range(24_000):
        a = starts[number // 40 % len(starts)]
        b = rng.choice(near[a] if number % 4 else hexes)
        here, there, ground = some_unit(rng, a), some_unit(rng, b), grounds[number % 4]
        air = rng.choice(airs) if number % 2 else CLEAR
        there_seen, here_seen = sight(here, there, air, ground), sight(there, here, air, ground)
        assert there_seen.is_unit_seen == here_seen.is_unit_seen, (here, there)
        if there_seen.is_unit_seen:
            assert there_seen.hindrance == here_seen.hindrance, (here, there)
            count += 1
    assert 3_000 < count < 20_000, "the test saw both"


def test_the_first_cause_and_every_cause_agree() -> None:
    rng, hexes = Random(4), sorted(GRID.name)
    for _ in range(3_000):
        a = rng.choice(hexes)
        here, there = some_unit(rng, a), some_unit(rng, rng.choice(hexes))
        one, all_ = sight(here, there), sight(here, there, every=True)
        assert one.blocks[:1] == all_.blocks[:1] and one.is_unit_seen == all_.is_unit_seen
        assert one.hindrance == all_.hindrance or not one.is_seen


def test_a_verdict_is_remembered_and_air_is_never() -> None:
    a, b = unit("T9"), unit("T12")
    assert sight(a, b) is sight(a, b)
    assert sight(a, b, MIST) is sight(a, b), "mist adds nothing at range 3"
    assert sight(a, b, Air({GRID.hex("T10"): Cloud(2)})).hindrance == 3 and sight(a, b).hindrance == 1
