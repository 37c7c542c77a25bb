"""SB-14: the campaign rules as functions of given figures, and the refusal to set a campaign up."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError
from grognard.games.sword_beach import campaign as rules
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.options import Options
from grognard.games.sword_beach.tables import EMPTY, without

from .build import GAME, position

EAST, WEST, BOTH = rules.CAMPAIGNS["commonwealth"], rules.CAMPAIGNS["us"], rules.CAMPAIGNS["combined"]
CAEN = ["0937", "0938", "0939", "0837", "0838", "0839", "0940", "0738", "0739"]


def cup(**counts: int) -> tuple[int, ...]:
    """A cup from counts such as v6=2."""
    return tuple(counts.get(f"v{value}", 0) for value in range(11))


# ---------------------------------------------------------------- what can be put together


@pytest.mark.clause("SB-14.0.a")
@pytest.mark.parametrize(
    ("folios", "made"),
    [
        (["across-the-orne", "on-to-caen"], "commonwealth"),
        (["landing-and-linkup", "beach-to-bocage"], "us"),
        (["on-to-caen", "beach-to-bocage", "landing-and-linkup", "across-the-orne"], "combined"),
        (["on-to-caen"], None),
        (["on-to-caen", "beach-to-bocage"], None),
        (["on-to-caen", "across-the-orne", "beach-to-bocage"], None),
    ],
)
def test_both_folios_of_a_map_or_all_four_make_a_campaign(folios: list[str], made: str | None) -> None:
    found = rules.combination(folios)
    assert (found.value.name if found.value else None) == made
    assert found.clauses[0] == "SB-14.0.a"


@pytest.mark.clause("SB-14.0.a")
def test_an_unknown_folio_is_named() -> None:
    with pytest.raises(GrognardError, match="omaha"):
        rules.combination(["omaha"])


@pytest.mark.clause("SB-14.0.b", "SB-10.0.d")
def test_all_four_folios_join_two_maps_side_by_side() -> None:
    found = rules.combination(rules.FOLIOS)
    assert {"SB-14.0.b", "SB-10.0.d"} <= set(found.clauses)
    assert rules.sheets(BOTH).value == ("west", "east")
    assert rules.sheets(EAST).value == ("east",)
    assert "SB-14.0.b" not in rules.sheets(EAST).clauses


@pytest.mark.clause("SB-14.0.e")
def test_the_list_of_exceptions_is_whole() -> None:
    assert [ruling.clause for ruling in rules.exceptions()] == [
        "SB-14.0.e",
        *(f"SB-14.0.e.{letter}" for letter in "abcdefg"),
    ]


@pytest.mark.clause("SB-14.0.e.a", "SB-C1")
def test_the_boundary_is_lifted_its_rivers_stay() -> None:
    found = rules.boundary()
    assert ("0737", "0736") in found.value["line"]  # the open line
    assert ("0138", "0137") in found.value["river"]  # the Orne
    assert ("1135", "1134") in found.value["river"]  # the Mue
    assert found.clauses == ["SB-14.0.e.a"]


@pytest.mark.clause("SB-14.0.e.a")
def test_each_allied_nation_keeps_to_its_map() -> None:
    assert [r.clause for r in rules.kept_out("us", "east")] == ["SB-14.0.e.a"]
    assert [r.clause for r in rules.kept_out("commonwealth", "west")] == ["SB-14.0.e.a"]
    assert not rules.kept_out("us", "west") and not rules.kept_out("commonwealth", "east")
    assert not rules.kept_out("german", "west") and not rules.kept_out("german", "east")


@pytest.mark.clause("SB-14.0.e.b", "SB-C6")
def test_beaches_by_turn() -> None:
    def clauses(*given: object) -> list[str]:
        return [r.clause for r in rules.landing_barred("commonwealth", *given)]  # type: ignore[arg-type]

    assert clauses(1, "sword", "sword", "east", True) == []
    assert clauses(1, "sword", "another", "east", True) == ["SB-14.0.e.b"]
    assert clauses(2, "sword", "another", "east", True) == []
    assert clauses(2, "sword", "another", "east", False) == ["SB-14.0.e.b"]  # no marker
    assert clauses(2, "sword", "utah", "west", True) == ["SB-14.0.e.a"]


# ---------------------------------------------------------------- cups

SMALL = rules.Pool(german=cup(v2=1, v6=2), mines=1, aircraft=cup(v8=1), other=cup(v3=2), naval=cup(v7=1))


@pytest.mark.clause("SB-14.0.e.e", "SB-C8")
def test_one_german_cup_of_all_scenarios() -> None:
    found = rules.german_cup(
        {"on-to-caen": rules.SWORD_POOL, "across-the-orne": SMALL, "beach-to-bocage": SMALL}
    )
    merged, mines = found.value
    assert sum(merged) == 21 + 3 + 3 and mines == 3
    assert merged[2] == 1 + 1 + 1 and merged[6] == 3 + 2 + 2 and merged[10] == 1
    assert found.clauses == ["SB-14.0.e.e"]


@pytest.mark.clause("SB-C11")
def test_permanent_losses_come_out_of_the_merged_pool() -> None:
    lost = tuple(-count for count in without(without(EMPTY, 6), 10))
    found = rules.german_cup({"on-to-caen": rules.SWORD_POOL, "across-the-orne": SMALL}, lost)
    assert found.value[0][6] == 3 + 2 - 1 and found.value[0][10] == 0
    assert found.clauses == ["SB-14.0.e.e", "SB-C11"]


@pytest.mark.clause("SB-14.0.e.f", "SB-C8")
def test_two_cups_for_each_nationality() -> None:
    found = rules.allied_cups(
        {"on-to-caen": rules.SWORD_POOL, "across-the-orne": SMALL, "beach-to-bocage": SMALL}
    ).value
    assert set(found) == {"us", "commonwealth"}
    east, west = found["commonwealth"], found["us"]
    assert (sum(east.aircraft), sum(east.other), sum(east.naval)) == (10 + 1, 12 + 2, 5 + 1)
    assert (west.aircraft, west.other, west.naval) == (SMALL.aircraft, SMALL.other, SMALL.naval)


@pytest.mark.clause("SB-11.2.6.f", "SB-14.0.e.f")
@pytest.mark.parametrize("kind", ["aircraft", "other", "naval"])
def test_no_marker_supports_the_other_nationality(kind: str) -> None:
    for ours, theirs in (("us", "commonwealth"), ("commonwealth", "us")):
        assert rules.support_barred(ours, kind, [ours]) == []
        assert [r.clause for r in rules.support_barred(ours, kind, [theirs])] == [
            "SB-11.2.6.f",
            "SB-14.0.e.f",
        ]
        assert rules.support_barred(
            ours, kind, [ours, theirs]
        )  # a combat that involves both is barred to each


# ---------------------------------------------------------------- replacements


@pytest.mark.clause("SB-14.0.c")
def test_us_replacements() -> None:
    expected = {
        1: (0, 0),
        2: (2, 0),
        3: (2, 1),
        4: (2, 0),
        5: (2, 2),
        6: (2, 0),
        7: (2, 2),
        17: (2, 2),
        24: (2, 0),
        25: (2, 2),
    }
    assert {turn: rules.replacements("us", turn).points for turn in expected} == expected
    assert "SB-14.0.c" in rules.replacements("us", 3).clauses


@pytest.mark.clause("SB-14.0.d", "SB-C9")
def test_commonwealth_replacements() -> None:
    expected = {1: (0, 0), 2: (2, 0), 3: (0, 2), 4: (2, 0), 5: (0, 2), 16: (2, 0), 17: (0, 2), 25: (0, 2)}
    assert {turn: rules.replacements("commonwealth", turn).points for turn in expected} == expected
    assert "SB-14.0.d" in rules.replacements("commonwealth", 2).clauses


@pytest.mark.clause("SB-J14", "SB-14.0.e.g")
def test_campaign_points_hold_those_of_the_scenarios_or_are_added() -> None:
    own = rules.replacements("commonwealth", 2, "own_figure")
    added = rules.replacements("commonwealth", 2, "added", scenarios=2)
    assert own.points == (2, 0) and "SB-J14" in own.clauses  # two scenarios' worth: 1 and 1
    assert added.points == (2 + 1 + 1, 0) and "SB-14.0.e.g" in added.clauses
    assert rules.replacements("commonwealth", 3, "added").points == (
        0,
        2 + 1,
    )  # ours is the one scenario we know
    assert rules.replacements("us", 3, "added").points == (2, 1)  # of the US ones we know none


@pytest.mark.clause("SB-11.1.4")
def test_germans_get_none_in_a_campaign_either() -> None:
    found = rules.replacements("german", 4)
    assert found.points == (0, 0) and found.clauses == ["SB-11.1.4"]


# ---------------------------------------------------------------- length


@pytest.mark.clause("SB-14.2.b")
@pytest.mark.parametrize(
    ("game", "captured", "last"),
    [(EAST, 3, 24), (EAST, 10, 17), (WEST, 2, 22), (WEST, 7, 17), (BOTH, 10, 24), (BOTH, 17, 17)],
)
def test_one_turn_more_for_every_city_not_captured(game: rules.Campaign, captured: int, last: int) -> None:
    found = rules.length(game, captured)
    assert found.value == last and {"SB-14.2.a", "SB-14.2.b"} <= set(found.clauses)


@pytest.mark.clause("SB-14.2.b")
def test_the_cities_in_play() -> None:
    assert (WEST.cities, EAST.cities, BOTH.cities) == (7, 10, 17)
    with pytest.raises(GrognardError, match="10 are in play"):
        rules.length(EAST, 11)


@pytest.mark.clause("SB-14.2.c", "SB-C10")
def test_never_beyond_turn_25() -> None:
    assert rules.length(EAST, 2).value == 25  # 17 + 8
    assert "SB-14.2.c" not in rules.length(EAST, 2).clauses
    over = rules.length(EAST, 1)  # 17 + 9
    assert over.value == 25 and "SB-14.2.c" in over.clauses
    assert rules.length(BOTH, 0, (10, 10)).value == 25


@pytest.mark.clause("SB-14.0.e.d")
def test_the_scenario_limit_does_not_bind() -> None:
    assert rules.length(EAST, 5).value == 22 and "SB-14.0.e.d" in rules.length(EAST, 5).clauses
    assert "SB-14.0.e.d" not in rules.length(EAST, 10).clauses


@pytest.mark.clause("SB-J18", "SB-14.2.a")
def test_early_divisions_move_the_count_or_only_the_end() -> None:
    assert rules.count_turn(0).value == 17
    assert rules.count_turn(3).value == 20 and "SB-J18" in rules.count_turn(3).clauses
    assert rules.count_turn(10).value == 25  # 27 is beyond the end
    assert rules.count_turn(3, "count_at_17").value == 17
    for reading in ("count_moves", "count_at_17"):
        found = rules.length(EAST, 8, (12, 0), reading)  # 17 + 3 + 2
        assert found.value == 22 and "SB-J18" in found.clauses
    assert rules.length(EAST, 9, (10, 12)).value == 25  # 17 + 8 + 1


# ---------------------------------------------------------------- cities


@pytest.mark.clause("SB-14.2.d", "SB-14.3.f")
def test_a_city_hex_is_captured_only_in_supply() -> None:
    """0149 is walled in by the zones of 0247 and 0250, though no German touches it; Caen is free."""
    held = {"markers": {"allied_cities": ["0149", "0937"]}}
    free = rules.captured_hexes(position(units={"736/716": "0247"}, **held))
    assert GRID.names(free.value) == ["0149", "0937"]
    cut = rules.captured_hexes(position(units={"736/716": "0247", "857/346": "0250"}, **held))
    assert GRID.names(cut.value) == ["0937"]
    assert {"SB-14.2.d", "SB-14.3.f"} <= set(cut.clauses)


@pytest.mark.clause("SB-14.2.d")
def test_last_occupied_is_enough() -> None:
    here, gone = (
        position(units={"8/3": "1745"}),
        position(units={"8/3": "1744"}, markers={"allied_cities": ["1745"]}),
    )
    assert GRID.names(rules.captured_hexes(here).value) == ["1745"]
    assert GRID.names(rules.captured_hexes(gone).value) == ["1745"]


@pytest.mark.clause("SB-14.3.c")
def test_towns_do_not_count() -> None:
    state = position(
        units={"8/3": "0441"}, markers={"allied_cities": ["0441", "0937"]}
    )  # 0441 is the town Bourguébus
    assert GRID.names(rules.captured_hexes(state).value) == ["0937"]


@pytest.mark.clause("SB-14.2.a", "SB-C2", "SB-C3")
def test_a_city_counts_once() -> None:
    assert rules.sword_cities() == {"Cabourg": ["1745", "1746"], "Caen": sorted(CAEN), "Mézidon": ["0149"]}
    assert rules.captured_cities(GRID.set(CAEN)).value == ("Caen",)
    assert rules.captured_cities(GRID.set([*CAEN, "0149", "1745", "1746"])).value == (
        "Cabourg",
        "Caen",
        "Mézidon",
    )


@pytest.mark.clause("SB-J45")
def test_a_city_captured_in_part() -> None:
    eight = GRID.set(CAEN[:-1])
    whole, part = rules.captured_cities(eight), rules.captured_cities(eight, whole=False)
    assert whole.value == () and part.value == ("Caen",)
    assert "SB-J45" in whole.clauses and "SB-J45" in part.clauses
    assert "SB-J45" not in rules.captured_cities(GRID.set(["0149"])).clauses


# ---------------------------------------------------------------- victory


@pytest.mark.clause("SB-14.3.d")
def test_fourteen_city_hexes_win_on_one_map() -> None:
    for game in (EAST, WEST):
        assert not rules.conditions(game, 13).value and rules.conditions(game, 14).value
        assert rules.conditions(game, 14).clauses == ["SB-14.3.c", "SB-14.3.d"]


@pytest.mark.clause("SB-14.3.e")
def test_twenty_one_city_hexes_win_on_two_maps() -> None:
    assert not rules.conditions(BOTH, 20).value and rules.conditions(BOTH, 21).value
    assert rules.conditions(BOTH, 21).clauses == ["SB-14.3.c", "SB-14.3.e"]


@pytest.mark.clause("SB-14.3.a")
def test_sudden_death_ends_a_campaign_on_any_turn() -> None:
    found = rules.outcome(EAST, turn=4, beaches=0, city_hexes=0)
    assert found.value == ("german", "strategic", "SB-14.3.a")
    assert rules.outcome(EAST, turn=4, beaches=1, city_hexes=0).value is None


@pytest.mark.clause("SB-14.3.a", "SB-J47")
def test_sudden_death_comes_before_allied_victory_unless_agreed() -> None:
    assert rules.outcome(EAST, 25, 0, 14, counted=2).value == ("german", "strategic", "SB-14.3.a")
    agreed = Options(sudden_death_first=False)
    assert rules.outcome(EAST, 25, 0, 14, counted=2, options=agreed).value == (
        "allied",
        "victory",
        "SB-14.3.d",
    )


@pytest.mark.clause("SB-14.3.b", "SB-14.2.a", "SB-14.2.b")
def test_operational_victory_on_the_last_turn() -> None:
    """Three of ten cities at the count: GT 24 is the last."""
    assert rules.outcome(EAST, 17, 2, 13, counted=3).value is None
    assert rules.outcome(EAST, 23, 2, 13, counted=3).value is None
    end = rules.outcome(EAST, 24, 2, 13, counted=3)
    assert end.value == ("german", "operational", "SB-14.3.b")
    assert {"SB-14.3.b", "SB-14.2.b"} <= set(end.clauses)
    assert rules.outcome(WEST, 23, 2, 13).value is None  # none of seven cities: GT 24 is the last
    assert rules.outcome(WEST, 24, 2, 13).value == ("german", "operational", "SB-14.3.b")


@pytest.mark.clause("SB-J43", "SB-14.3.d")
def test_when_victory_is_tested() -> None:
    """By default from the count on, and the first time it is met the game ends; as agreed at the end of every
    turn.
    """
    always = Options(campaign_victory="every_turn")
    assert rules.outcome(EAST, 16, 2, 14).value is None
    assert rules.outcome(EAST, 16, 2, 14, options=always).value == ("allied", "victory", "SB-14.3.d")
    assert rules.outcome(EAST, 17, 2, 14).value == ("allied", "victory", "SB-14.3.d")
    assert rules.outcome(EAST, 21, 2, 14, counted=1).value == ("allied", "victory", "SB-14.3.d")
    assert rules.outcome(EAST, 17, 2, 14, entered=(12, 0)).value is None  # the count is moved to GT 20
    assert rules.outcome(EAST, 20, 2, 14, entered=(12, 0)).value == ("allied", "victory", "SB-14.3.d")
    assert [rules.is_judged(turn, 3).value for turn in (19, 20, 21)] == [False, True, True]
    assert rules.is_judged(17, 3, Options(campaign_extension="count_at_17")).value


@pytest.mark.clause("SB-14.0.e.c")
def test_the_scenario_victory_is_not_used() -> None:
    """The four northern hexes of Caen win the scenario; in a campaign they are four city hexes."""
    state = position(turn=25, units={}, markers={"allied_cities": ["0937", "0938", "0939", "0837"]})
    hexes = rules.captured_hexes(state).value
    assert len(members(hexes)) == 4
    found = rules.outcome(EAST, 25, 1, 4, counted=0)
    assert found.value == ("german", "operational", "SB-14.3.b") and "SB-14.0.e.c" in found.clauses


# ---------------------------------------------------------------- the refusal


@pytest.mark.clause("SB-14.0.a")
def test_a_campaign_is_refused() -> None:
    with pytest.raises(GrognardError, match=r"\[SB-14\.0\.a\]") as refused:
        grognard.load("sword-beach").new("campaign")
    assert str(refused.value) == rules.refusal()


@pytest.mark.clause("SB-C1", "SB-C2", "SB-C3", "SB-C4", "SB-C5", "SB-C6", "SB-C7", "SB-C8", "SB-C11")
def test_the_refusal_names_every_gap() -> None:
    text = rules.refusal()
    wanted = {
        "SB-C1": "Every hex west of the boundary",
        "SB-C2": "seven names",
        "SB-C3": "two more",
        "SB-C4": "scenario boundary",
        "SB-C5": "strengths",
        "SB-C6": "Hex lists",
        "SB-C7": "one set of counters",
        "SB-C8": "naval allotments",
        "SB-C11": "merged pool",
    }
    lines = {line.split(":")[0].strip(): line for line in text.splitlines()[1:]}
    assert list(lines) == list(wanted)
    assert all(words in lines[gap] for gap, words in wanted.items())


@pytest.mark.clause("SB-C9", "SB-C10")
def test_what_is_complete_is_not_refused() -> None:
    assert "SB-C9" not in rules.refusal() and "SB-C10" not in rules.refusal()
    assert [gap.id for gap in rules.needs()] == [f"SB-C{number}" for number in range(1, 12)]


def test_every_clause_cited_is_in_the_book() -> None:
    cited = [
        c
        for found in (rules.combination(rules.FOLIOS), rules.length(EAST, 0, (10, 12)))
        for c in found.clauses
    ]
    assert all(clause in GAME.rulebook for clause in cited)


@pytest.mark.clause("SB-14.2.a")
def test_a_position_says_that_no_city_is_held_where_one_would_be_taken_to_be() -> None:
    here, not_yet = {"8/3": "0937"}, {"allied_cities": list[str]()}
    held, empty = (GAME.notation.write(position(units=here, **more)) for more in ({}, {"markers": not_yet}))
    assert held["markers"]["allied_cities"] == ["0937"] and empty["markers"]["allied_cities"] == []
