"""PHD-C2: whose ground it is: worked hexes, and what must hold whatever is controlled."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.hexes import members
from grognard.games.purple_heart_draw import ground
from grognard.games.purple_heart_draw.board import (
    COLUMN_OF,
    DRAW,
    EDGE,
    GRID,
    HEX_ROWS,
    LEVEL,
    MAP,
    PRINTED,
    PRINTED_TL,
    ROW_OF,
    SIDES_OF,
    beyond,
    describe,
    road_exits,
    rows,
    straight,
)
from grognard.games.purple_heart_draw.ground import (
    Works,
    at_start,
    compute,
    in_situation,
    locations,
    overlays,
    situation,
    why,
)

from .build import bare


def hexes(*names: str) -> int:
    return GRID.set(names)


# ---------------------------------------------------------------- the map


@pytest.mark.clause("PHD-MAP", "PHD-TM1")
def test_the_map_is_33_by_35_with_even_columns_higher() -> None:
    assert len(GRID.number) == 33 * 35 and min(LEVEL.values()) == -1 and max(LEVEL.values()) == 4
    assert set(GRID.names(GRID.near_to[GRID.hex("C3")])) == {"C2", "D3", "D4", "C4", "B4", "B3"}  # odd column
    assert set(GRID.names(GRID.near_to[GRID.hex("D3")])) == {
        "D2",
        "E2",
        "E3",
        "D4",
        "C3",
        "C2",
    }  # even column
    for line in (
        ("A10", "E8", "H10", "K8", "P11"),
        ("A30", "F28", "I29", "P26"),
        ("L35", "N34", "U30", "Y28", "EE25", "GG24"),
    ):
        course = straight(*line)
        assert all(b in members(GRID.near_to[a]) for a, b in zip(course, course[1:], strict=False))


@pytest.mark.clause("PHD-A1", "PHD-A2", "PHD-A3", "PHD-A4", "PHD-A5", "PHD-MSR3")
def test_the_terrain_examples_are_on_the_map() -> None:
    assert describe(GRID.hex("R8"))["sides"]["bocage"] and describe(GRID.hex("S10"))["sides"]["cliff"]
    assert HEX_ROWS["M14"]["two_story_house"] and HEX_ROWS["U3"]["steeple"]
    assert "hedge" not in MAP["hexside_codes"], "every hedge is bocage"
    for name in ("N14", "M22"):  # wall or bocage between different levels
        h = GRID.hex(name)
        assert any(
            (SIDES_OF["bocage"][d] | SIDES_OF["wall"][d]) >> h & 1 and LEVEL[GRID.step(h, d)] != LEVEL[h]
            for d in range(6)
            if GRID.step(h, d) >= 0
        )


@pytest.mark.clause("PHD-MSR5")
def test_roads_that_leave_the_map_go_on() -> None:
    exits = road_exits()
    assert exits["GG24"] == "paved" and exits["L35"] == "paved" and exits["U35"] == "dirt"


@pytest.mark.clause("PHD-C2.TL")
def test_printed_tactical_locations() -> None:
    assert PRINTED_TL.bit_count() == 194 == sum("tactical" in row for row in HEX_ROWS.values())
    assert set(GRID.names(PRINTED_TL)) == {name for name, row in HEX_ROWS.items() if "tactical" in row}
    assert {name: hexes.bit_count() for name, hexes in PRINTED.items()} == {
        "building": 77,
        "bridge": 1,
        "ford": 0,
        "three contiguous crestlines": 73,
        "four contiguous wall or bocage hexsides": 59,
    }
    assert locations((0, 0), Works(entrenched=hexes("A2"), rubble=hexes("A1"))) == PRINTED_TL | hexes(
        "A1", "A2"
    )


@pytest.mark.clause("PHD-R1")
def test_a_foxhole_near_a_tac_makes_no_location() -> None:
    held = (0, hexes("M14"))
    near, far = hexes("M12"), hexes("M1")
    assert not locations(held, Works((0, near))) & near
    assert locations(held, Works((0, far))) & far
    assert locations(held, Works((near, 0)), "own_tac") & near, (
        "only the owner's TAC counts by the other reading"
    )
    assert any(
        r.clause == "PHD-R1" for r in why(compute(held, Works((0, near))), GRID.hex("M12"), Works((0, near)))
    )


# ---------------------------------------------------------------- areas


@pytest.mark.clause("PHD-C2.FME", "PHD-I4", "PHD-C2.ENTRY")
def test_friendly_map_edges() -> None:
    assert EDGE["us"] == rows(1, 1) and EDGE["german"] == rows(35)


@pytest.mark.clause("PHD-C2.NEAR", "PHD-C2.TAC", "PHD-C2.CTRL")
def test_one_location_gives_nineteen_hexes() -> None:
    z = compute((hexes("M14"), 0))
    assert z.near[0] == z.tac[0] == GRID.within(hexes("M14"), 2) and z.near[0].bit_count() == 19
    assert not z.tac[1] and not z.nml


@pytest.mark.clause("PHD-C2.NML")
def test_no_mans_land_lies_between_and_is_no_location() -> None:
    z = compute((hexes("M10"), hexes("M14")))
    both = GRID.within(hexes("M10"), 2) & GRID.within(hexes("M14"), 2)
    assert z.nml == both & ~PRINTED_TL and z.nml
    assert not z.nml & (z.tac[0] | z.tac[1])


@pytest.mark.clause("PHD-R13", "PHD-C2.UNC")
def test_an_uncontrolled_location_near_both_is_nobodys() -> None:
    between = GRID.within(hexes("L14"), 2) & GRID.within(hexes("N15"), 2) & PRINTED_TL & ~hexes("L14", "N15")
    assert between, "the hamlet has Locations between"
    z = compute((hexes("L14"), hexes("N15")))
    assert not between & (z.tac[0] | z.tac[1] | z.nml)
    assert between & z.uncontrolled == between & ~(z.feba[0] | z.feba[1])


@pytest.mark.clause("PHD-C2.LINK", "PHD-R19")
def test_a_group_shut_in_is_not_linked_and_a_blaze_stops_the_way() -> None:
    free = compute((hexes("M14"), 0))
    assert free.linked[0] == free.tac[0]
    ring = GRID.near(free.tac[0]) & ~free.tac[0]
    burning = compute((hexes("M14"), 0), Works(blaze=ring))
    assert not burning.linked[0] and burning.cut_off(0) == burning.tac[0] and not burning.feba[0]


@pytest.mark.clause("PHD-C2.FEBA", "PHD-R2")
def test_the_rear_lies_in_the_same_column() -> None:
    z = compute((hexes("M14"), 0))
    behind = z.feba[0] & ~z.tac[0]
    assert GRID.hex("M5") in members(behind) and GRID.hex("A5") not in members(behind)
    assert all(
        any(COLUMN_OF[h] == COLUMN_OF[t] and ROW_OF[t] > ROW_OF[h] for t in members(z.linked[0]))
        for h in members(behind)
    )
    assert compute((hexes("M14"), 0), rear="none").feba[0] == z.linked[0]


@pytest.mark.clause("PHD-C2.ISO", "PHD-R3", "PHD-R11")
def test_isolation() -> None:
    z = compute(at_start())
    assert z.isolated[0] & hexes("M20"), "behind the German front nothing leads north"
    assert not z.isolated[0] & hexes("A1"), "without a FEBA the way is traced to the edge"
    front = members(z.front[1])[0]
    assert GRID.near_to[front] & ~z.feba[1], (
        "and a start hex inside the enemy's area is free if its neighbour is open"
    )
    assert not z.isolated[0] >> front & 1


@pytest.mark.clause("PHD-C2.FRONT")
def test_front_line_hexes_touch_what_is_not_theirs() -> None:
    z = compute((hexes("M10"), hexes("M14")))
    for n in (0, 1):
        assert z.front[n] and all(GRID.near_to[h] & ~z.feba[n] for h in members(z.front[n]))
        assert all(not GRID.near_to[h] & ~z.feba[n] for h in members(z.feba[n] & ~z.front[n]))


@pytest.mark.clause("PHD-C2.SIT", "PHD-R4", "PHD-R21")
def test_situations() -> None:
    north = sum(1 << h for h in members(PRINTED_TL) if ROW_OF[h] < 14)
    pocket = next(h for h in members(PRINTED_TL) if ROW_OF[h] > 24)
    z = compute((north | 1 << pocket, PRINTED_TL & ~north & ~(1 << pocket)))
    assert situation(z, 0, GRID.hex("M5")) == "v" and situation(z, 0, GRID.hex("M20")) == "i"
    assert situation(z, 0, pocket) == "ii" == situation(z, 0, pocket, "tac")
    assert situation(z, 0, members(z.nml & ~z.isolated[0])[0]) == "iv"
    cut = members(z.isolated[0] & z.nml)
    assert cut and situation(z, 0, cut[0]) == "ii" and situation(z, 0, cut[0], "tac") == "iv"
    for n in (0, 1):
        sets = [in_situation(z, n, which) for which in ("i", "ii", "iii", "iv", "v")]
        assert sum(s.bit_count() for s in sets) == GRID.all.bit_count()
        for h in list(GRID.name)[::37]:
            assert sets[("i", "ii", "iii", "iv", "v").index(situation(z, n, h))] >> h & 1


@pytest.mark.clause("PHD-C5.12", "PHD-R6", "PHD-C5.11")
def test_control_at_start() -> None:
    us, german = at_start()
    assert us == 0 and all(ROW_OF[h] >= 5 for h in members(german))
    assert (
        german.bit_count() == (PRINTED_TL & rows(5)).bit_count() + 3
    )  # three of the four intersections are no TL
    found = overlays(compute((us, german)))
    assert len(found["us_feba"]) == 0 and len(found["uncontrolled"]) > 50


@pytest.mark.clause("PHD-C2.ENTER")
def test_a_blaze_is_not_enterable() -> None:
    state = bare(german=["M14"], us=["M5"])
    state.__dict__["blaze"] = hexes("M6")
    from grognard.games.purple_heart_draw.redeploy_dice import goals

    from .build import add

    u = add(state, "u001", "6-6-6", "M5")
    assert not goals(state, "us", u, "v") & hexes("M6")


# ---------------------------------------------------------------- whatever is controlled

TL_LIST = members(PRINTED_TL)
controls = st.lists(st.sampled_from(["us", "german", ""]), min_size=len(TL_LIST), max_size=len(TL_LIST)).map(
    lambda owners: tuple(
        sum(1 << h for h, owner in zip(TL_LIST, owners, strict=True) if owner == side)
        for side in ("us", "german")
    )
)


@settings(max_examples=60, deadline=None)
@given(controls)
def test_the_predicates_hold_whatever_is_controlled(held: tuple[int, int]) -> None:
    z = compute(held)
    for n in (0, 1):
        assert not z.tac[n] & ~GRID.within(held[n], 2), "a TAC lies within two hexes of its Locations"
        assert not z.linked[n] & ~z.tac[n] and not z.linked[n] & ~z.feba[n]
        assert not z.front[n] & ~z.feba[n] and not z.isolated[n] & z.feba[n]
        for h in members(z.feba[n] & ~z.tac[n]):
            assert any(
                COLUMN_OF[t] == COLUMN_OF[h] and (ROW_OF[t] - ROW_OF[h]) * (1 - 2 * n) > 0
                for t in members(z.linked[n])
            ), "FEBA columns"
    assert (
        not z.tac[0] & z.tac[1]
        and not z.feba[0] & z.feba[1]
        and not z.nml & (z.tac[0] | z.tac[1] | z.feba[0] | z.feba[1])
    )
    assert z.feba[0] | z.feba[1] | z.nml | z.tac[0] | z.tac[1] | z.uncontrolled == GRID.all


@settings(max_examples=40, deadline=None)
@given(controls)
def test_no_mans_land_is_symmetric(held: tuple[int, int]) -> None:
    one, two = compute(held), compute((held[1], held[0]))
    assert (
        one.nml == two.nml and one.tac == (two.tac[1], two.tac[0]) and one.near == (two.near[1], two.near[0])
    )


@settings(max_examples=25, deadline=None)
@given(controls, st.sampled_from(sorted(GRID.number)))
def test_every_hex_can_say_why(held: tuple[int, int], name: str) -> None:
    """What is said of a hex is what the sets say of it."""
    z, h = compute(held), GRID.hex(name)
    said = [r.clause for r in why(z, h)]
    assert ("PHD-C2.NML" in said) == bool(z.nml >> h & 1)
    assert said.count("PHD-C2.TAC") == sum(z.tac[n] >> h & 1 for n in (0, 1))
    assert said.count("PHD-C2.FEBA") == sum(z.feba[n] >> h & 1 for n in (0, 1))
    assert ("PHD-C2.UNC" in said) == bool(z.uncontrolled >> h & 1)
    assert said.count("PHD-C2.ISO") == sum(z.isolated[n] >> h & 1 for n in (0, 1))


def test_slow_and_quick_agree_on_near() -> None:
    """The definition, hex by hex, against the sets."""
    held = (hexes("C6", "M14", "EE25"), hexes("N34", "M20"))
    z = compute(held)
    for h in GRID.name:
        for n in (0, 1):
            assert bool(z.near[n] >> h & 1) == any(
                GRID.distance(h, t) <= 2 for t in members(held[n] & PRINTED_TL)
            )
    assert (
        DRAW.bit_count() == 25
        and beyond([GRID.hex("M11")], south=True, itself=False) & hexes("M12")
        and not ground.up(0, 0)
    )
