"""BTR-arrival, BTR-ledger.2 and 3: arrivals with their conditions, removals, exchanges, transfers; nothing
comes or goes twice.
"""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from grognard.games.beyond_the_rhine.arrivals import entry_of, places
from grognard.games.beyond_the_rhine.chart import (
    COUNTERS,
    ENTRIES,
    NAMES,
    NUMBER,
    OPENING,
    Place,
    allowed,
    half_of,
)
from grognard.games.beyond_the_rhine.dates import CAMPAIGNS, FULL, turn_on
from grognard.games.beyond_the_rhine.unit_history import describe, find, half_on, order_of_battle, story

from .build import GAME, do, lost, new, offered, position, said, to_phase, where, why


@pytest.mark.clause(
    "BTR-arrival.note.1",
    "BTR-arrival.note.2",
    "BTR-arrival.data",
    "BTR-arrival.data.label",
    "BTR-arrival.data.formation",
)
def test_the_counters_of_the_chart() -> None:
    records = sum(len(e.lines) + 2 * len(e.swaps) for e in ENTRIES) + 14  # removals are 14 lines, 12 entries
    assert (len({e.turn for e in ENTRIES}), len(ENTRIES), records) == (70, 182, 301)
    assert (
        COUNTERS[NUMBER["UK-30-Corps"]].nationality == "UK"
        and COUNTERS[NUMBER["CA-2-Corps"]].nationality == "CA"
    )
    assert {"UK-1-Corps", "CA-1-Corps", "UK-1Abn-Corps", "US-18Abn-Corps", "FR-1-Corps"} <= NUMBER.keys()
    twelfth = next(e for e in ENTRIES if e.clause == "BTR-date.1944-09-12.fr.3")
    assert [NAMES[c] for c in twelfth.counters()] == [
        "FR-P-47-1",
        "FR-P-47-2",
        "FR-P-47-3",
        "FR-P-47-4",
        "FR-B-26-1",
        "FR-B-26-2",
    ]
    assert [NAMES[c] for c in find("6.Arm Div")] == [
        "US-6Arm-Arty",
        "US-6Arm-CCA",
        "US-6Arm-CCB",
        "US-6Arm-CCR",
    ]
    assert (
        describe(NUMBER["US-6Arm-CCA"])["rating"] is None
        and describe(NUMBER["US-6Arm-CCA"])["provenance"] == "reconstruction"
    )
    assert len(set(NAMES)) == len(NAMES) and sorted(NAMES) == NAMES


@pytest.mark.clause("BTR-arrival.data.rating", "BTR-arrival.types")
def test_figures_and_types() -> None:
    gun, tank, towed = (COUNTERS[NUMBER[n]] for n in ("US-112-ArtyGrp", "US-774-TkBn", "US-691-TDBn"))
    assert (
        gun.rating == (36, 2, 3)
        and tank.rating == (6, 3, 6)
        and towed.rating == (3, 2, 3)
        and towed.defence_only
    )
    assert (tank.kind("class"), tank.kind("combat_mobility")) == ("armor", "track")
    assert (towed.kind("class"), towed.kind("move_mobility")) == ("other", "truck")
    assert (
        COUNTERS[NUMBER["US-814-TDBn"]].kind("class") == "armor"
        and COUNTERS[NUMBER["UK-11HC-MechRecBn"]].kind("class") == "mech"
    )


@pytest.mark.clause("BTR-arrival.data.suspect", "BTR-arrival.french")
def test_what_looks_odd_is_kept_as_printed() -> None:
    assert COUNTERS[NUMBER["US-102-InfDiv"]].rating == COUNTERS[NUMBER["US-104-InfDiv"]].rating == (22, 4, 3)
    assert "US-13Abn-517GldRgt" in NUMBER and "US-517-ParaRgt" in NUMBER
    assert {
        "US-771-TkBn",
        "US-771-TDBn",
        "US-772-TkBn",
        "US-772-TDBn",
        "US-747-TkBn",
        "US-747-FlmTkBn",
    } <= NUMBER.keys()
    assert [NAMES[c] for c in find("17Abn")] == [
        "US-17Abn-193GldRgt",
        "US-17Abn-194GldRgt",
        "US-17Abn-513ParaRgt",
    ]
    assert COUNTERS[NUMBER["FR-1-ArtyGrp"]].nationality == "FR"
    note = next(e for e in ENTRIES if e.tag == "french_artillery_is_american")
    assert "American" in note.text


@pytest.mark.clause("BTR-arrival.opening")
def test_the_least_opening_stock() -> None:
    """Every counter the chart takes away was brought or was there; 27 were there."""
    assert len(OPENING) == 27
    brought: set[int] = {one.counter for one in OPENING}
    for entry in ENTRIES:
        gone = [c for _, c in entry.gone if c >= 0] + [swap.named for swap in entry.swaps if swap.named >= 0]
        assert set(gone) <= brought, entry.clause
        brought |= set(entry.counters()) | {swap.new for swap in entry.swaps}
    state = new()
    assert where(state, "US-79-InfDiv") == "map" and where(state, "US-3-InfDiv") == ""
    assert where(new("north-1944"), "US-7Arm-CCA") == "" and where(new("south-1944"), "US-7Arm-CCA") == "map"
    late = new("south-1945")
    assert (
        where(late, "US-3-InfDiv") == "map"
        and where(late, "UK-15-InfDiv") == ""
        and where(late, "US-442-InfRgt") == ""
    )


@pytest.mark.clause("BTR-arrival.note.8")
def test_without_a_map_letter_the_french_and_southern_france_serve_in_the_south() -> None:
    """And the Commonwealth, the Belgians and what comes to England in the North."""

    def halves(place: str) -> set[tuple[str, str]]:
        entries = [e for e in ENTRIES if [p.key for p in e.places] == [place]]
        return {(COUNTERS[c].nationality, half_of(e, COUNTERS[c])) for e in entries for c in e.counters()}

    assert halves("Southern-France") == {("US", "south"), ("FR", "south")} and halves("FR-HQ") == {
        ("FR", "south")
    }
    assert halves("England") == {("UK", "north"), ("US", "north")} and halves("CW-HQ") == {
        ("UK", "north"),
        ("BE", "north"),
    }


@pytest.mark.clause("BTR-arrival.data.formation")
def test_a_formation_is_found_with_and_without_its_nation() -> None:
    four = ["US-6Arm-Arty", "US-6Arm-CCA", "US-6Arm-CCB", "US-6Arm-CCR"]
    for words in ("US 6 Arm Div", "6.Arm Div", "6 Arm", "us-6arm"):
        assert [NAMES[n] for n in find(words)] == four, words
    assert {COUNTERS[n].formation for n in find("5 Arm Div")} == {"CA-5Arm", "FR-5Arm", "US-5Arm"}


# ---------------------------------------------------------------- bringing on


@pytest.mark.clause("BTR-arrival.note.3", "BTR-arrival.blocked", "BTR-arrival.fuel")
def test_an_edge_and_the_rest_of_it_when_it_is_blocked() -> None:
    state = to_phase(new(), "arrivals", 1)
    assert places(state, NUMBER["UK-15-InfDiv"]) == ["A-west", "A-west-elsewhere"]
    assert places(to_phase(new(), "arrivals", 7), NUMBER["US-807-TDBn"]) == [
        "C-west"
    ]  # no range, nothing to be blocked
    before = list(state.tokens)
    do(state, "arrive UK-30-Corps A-west", "arrive UK-15-InfDiv A-west-elsewhere")
    assert "enemy units block a hex" in state.purpose and offered(state) == ["confirm no", "confirm yes"]
    do(state, "confirm no")
    assert where(state, "UK-15-InfDiv") == "due" and places(state, NUMBER["UK-15-InfDiv"]) == ["A-west"]
    do(state, "arrive UK-15-InfDiv A-west")
    assert where(state, "UK-15-InfDiv") == "map" and list(state.tokens) == before  # placing is free


@pytest.mark.clause("BTR-arrival.note.4", "BTR-J.11")
def test_a_city_and_an_hq_have_conditions() -> None:
    state = to_phase(new(), "arrivals", 9)
    assert places(state, NUMBER["BE-5-InfBn"]) == ["A-west", "Brussels"]
    do(state, "arrive BE-5-InfBn Brussels")
    assert "Brussels free of enemy units" in state.purpose
    do(state, "confirm yes")
    assert where(state, "BE-5-InfBn") == "map"
    due = {"UK-305-InfBde": "due", "UK-30-Corps": "map"}
    by = [["UK-305-InfBde", "BTR-date.1945-01-22.cw.1"]]
    state = position(42, "arrivals", due, due_by=by)
    assert places(state, NUMBER["UK-305-InfBde"]) == ["CW-HQ"]  # an edge only where no HQ meets both tests
    do(state, "arrive UK-305-InfBde CW-HQ")
    assert "HQ in Combat Mode" in state.purpose
    do(state, "confirm no", "arrive UK-305-InfBde A-west")
    without = position(42, "arrivals", {"UK-305-InfBde": "due"}, due_by=by)
    assert places(without, NUMBER["UK-305-InfBde"]) == ["A-west"]  # no HQ at all: the edge of BTR-J.11
    either = position(
        42, "arrivals", {"UK-305-InfBde": "due"}, due_by=by, options={"note4_edge": "either_west"}
    )
    assert places(either, NUMBER["UK-305-InfBde"]) == ["A-west", "C-west"]
    french = position(
        5, "arrivals", {"FR-AL-LO-InfBde": "due"}, due_by=[["FR-AL-LO-InfBde", "BTR-date.1944-09-19.fr.1"]]
    )
    assert places(french, NUMBER["FR-AL-LO-InfBde"]) == ["C-south"]


@pytest.mark.clause("BTR-arrival.range.exclusive")
def test_rows_and_columns_of_a_range() -> None:
    south, north = (
        Place("A-west", "edge", "", "A", ("row_lt", 25, 25)),
        Place("A-west", "edge", "", "A", ("row_gt", 25, 25)),
    )
    assert [allowed(south, row, 1) for row in (24, 25, 26)] == [True, False, False]
    assert [allowed(north, row, 1) for row in (24, 25, 26)] == [False, False, True]
    west, span = (
        Place("C-south", "edge", "", "C", ("col_lt", 6, 6)),
        Place("C-south", "edge", "", "C", ("col_between", 11, 18)),
    )
    assert [allowed(west, 1, column) for column in (5, 6)] == [True, False]
    assert [allowed(span, 1, column) for column in (10, 11, 18, 19)] == [False, True, True, False]


@pytest.mark.clause("BTR-J.12")
def test_an_arrival_may_be_held_back() -> None:
    state = to_phase(new(), "arrivals", 1)
    do(state, "all")
    assert not state.due
    held = to_phase(do(to_phase(new(), "arrivals", 1), "done"), "arrivals", 4)
    assert where(held, "UK-15-InfDiv") == "due" and entry_of(held, NUMBER["UK-15-InfDiv"]).turn == 1
    do(held, "arrive UK-15-InfDiv A-west")
    assert where(held, "UK-15-InfDiv") == "map"
    strict = to_phase(new(may_delay_arrivals=False), "arrivals", 1)
    assert "done" not in offered(strict) and why(strict, "done") == ["BTR-J.12"]
    do(strict, "all")
    assert strict.step.name != "arrivals"


def test_nothing_arrives_twice_and_an_unknown_counter_is_refused_with_suggestions() -> None:
    state = do(to_phase(new(), "arrivals", 1), "arrive UK-15-InfDiv A-west")
    assert (
        said(state, "arrive UK-15-InfDiv A-west")
        == "UK 15 Inf Div is not due: it is on the map [BTR-ledger.3]"
    )
    assert "did you mean UK-15-InfDiv" in said(state, "arrive UK-15-Inf A-west")
    assert "on 12 September 1944" in said(state, "arrive US-3-InfDiv C-south") and "not at C-west" in said(
        state, "arrive UK-30-Corps C-west"
    )


@pytest.mark.clause(
    "BTR-arrival.loaded",
    "BTR-arrival.kind.airfields",
    "BTR-arrival.kind.reserve",
    "BTR-frame.markers",
    "BTR-frame.mules",
)
def test_loaded_points_sp_boxes_and_reserve_markers() -> None:
    """12 September: two loaded trucks and a loaded mule bring 1 SP each, and there are 2 SP besides."""
    state = to_phase(new(), "arrivals", 3)
    tokens = state.tokens[0]
    units = ["US-Truck-1", "US-Truck-2", "US-Mule-1"]
    places_ = {"US-Truck-1": "C-west", "US-Truck-2": "C-south", "US-Mule-1": "C-south"}
    for unit in units:
        do(state, f"arrive {unit} {places_[unit]}")
    assert state.tokens[0] == tokens + 3 * 4
    do(state, "arrive US-P-47-1 Southern-France")
    assert where(state, "US-P-47-1") == "Southern-France"
    state = position(4, "arrivals")
    assert state.reserves == 0
    assert to_phase(new(), "arrivals", 4).reserves == 2  # 15 September: one in each group, one pool
    assert (
        COUNTERS[NUMBER["US-Truck-1"]].nationality == "US"
        and COUNTERS[NUMBER["UK-Truck-1"]].nationality == "UK"
    )
    two = position(3, "situation")
    before = two.tokens[0]
    assert do(two, "done").tokens[0] == before + 2 * 4


# ---------------------------------------------------------------- going


@pytest.mark.clause(
    "BTR-arrival.kind.remove",
    "BTR-arrival.note.5",
    "BTR-arrival.note.6",
    "BTR-arrival.note.7",
    "BTR-J.3",
    "BTR-J.4",
    "BTR-rebuild.removed",
)
def test_a_removal_takes_the_named_counter_or_an_identical_one() -> None:
    """1 November: three 6-3-6 battalions go to the dead pile before one is removed, and one of the three may
    be it.
    """
    units = {
        "US-747-TkBn": "map",
        "US-774-TkBn": "dead",
        "UK-SpitfireIX-1": "map",
        "US-P-51-1": "map",
        "FR-9Col-InfDiv": "map",
    }
    state = do(position(18, "situation", units), "done")
    assert offered(state) == [f"take US-{n}-TkBn" for n in (701, 736, 740, 747, 774)]
    do(state, "take US-736-TkBn")
    assert where(state, "US-736-TkBn") == "removed" and where(state, "US-747-TkBn") == "map"
    shop = to_phase(
        position(18, "rebuilding", {"US-736-TkBn": "removed", "US-774-TkBn": "dead"}, stocks={"eq_us": 5}),
        "rebuilding",
    )
    assert (
        why(shop, "rebuild US-736-TkBn") == ["BTR-rebuild.removed"] and why(shop, "rebuild US-774-TkBn") == []
    )
    named = do(position(18, "situation", units, options={"identical": "named_only"}), "done")
    assert where(named, "US-747-TkBn") == "removed"


@pytest.mark.clause("BTR-arrival.kind.deadpile")
def test_additions_to_the_dead_pile_come_on_only_by_rebuilding() -> None:
    state = to_phase(position(57, "situation", {"US-747-TkBn": "map"}, stocks={"eq_us": 1}), "rebuilding")
    assert where(state, "US-787-TkBn") == "dead"
    before = state.eq[0]
    do(state, "rebuild US-787-TkBn")
    assert where(state, "US-787-TkBn") == "map" and state.eq[0] == before - 1


@pytest.mark.clause("BTR-arrival.kind.exchange", "BTR-J.5")
def test_an_exchange_takes_over_place_and_losses() -> None:
    """1 November, FR: 12-4-3 (9.Col) becomes 12-2-3; a living counter goes before a dead one."""
    state = to_phase(
        position(18, "situation", {"FR-9Col-InfDiv": "map -2", "US-P-51-1": "England"}), "arrivals", 18
    )
    assert (
        where(state, "FR-9Col-InfDiv") == "removed"
        and where(state, "FR-9Col-InfDiv-2") == "map"
        and lost(state, "FR-9Col-InfDiv-2") == 2
    )
    assert where(state, "US-P-47-9") == "England"
    dead = to_phase(position(18, "situation", {"FR-9Col-InfDiv": "dead"}), "arrivals", 18)
    assert where(dead, "FR-9Col-InfDiv-2") == "dead" and lost(dead, "FR-9Col-InfDiv-2") == 4
    two = do(position(18, "situation", {"UK-SpitfireIX-1": "dead", "UK-SpitfireIX-2": "map -1"}), "done")
    assert (
        where(two, "UK-SpitfireIX-2") == "removed"
        and where(two, "UK-SpitfireIX-1") == "dead"
        and lost(two, "UK-SpitfireXIV-1") == 1
    )
    none = to_phase(position(18, "situation"), "arrivals", 18)
    assert where(none, "UK-SpitfireXIV-1") == "" and any("lapses" in line for line in none.events().log)
    gain = to_phase(position(18, "situation", options={"exchange_without_old": "gain"}), "arrivals", 18)
    assert where(gain, "UK-SpitfireXIV-1") == "map" and where(gain, "FR-9Col-InfDiv-2") == "map"


@pytest.mark.clause("BTR-J.19")
def test_four_removals_are_undone_and_come_back_whole() -> None:
    back = {
        "FR-1FF-InfDiv": "1944-12-26",
        "UK-11Arm-29MechBde": "1945-04-01",
        "BE-1-InfBde": "1945-04-01",
        "FR-2Arm-1": "1945-04-19",
    }
    for name, date in back.items():
        told = [(c.what, c.date.isoformat()) for c in story(NUMBER[name])]
        assert ("arrives", date) in told and "leaves" in [what for what, _ in told]
    state = to_phase(
        position(62, "situation", {"BE-1-InfBde": "removed", "UK-30-Corps": "map"}), "arrivals", 62
    )
    assert where(state, "BE-1-InfBde") == "due"
    twin = position(34, "situation", {"FR-1FF-InfDiv": "removed -2"})
    assert lost(to_phase(twin, "arrivals", 34), "FR-1FF-InfDiv") == 0
    as_left = position(
        34, "situation", {"FR-1FF-InfDiv": "removed -2"}, options={"returning_counter": "as_it_left"}
    )
    assert lost(to_phase(as_left, "arrivals", 34), "FR-1FF-InfDiv") == 2
    still = to_phase(position(62, "situation", {"BE-1-InfBde": "map", "UK-30-Corps": "map"}), "arrivals", 62)
    assert where(still, "BE-1-InfBde") == "map"  # it never left: it does not arrive twice


def test_where_an_identical_counter_went_that_one_comes_back() -> None:
    """BTR-J.19, on an invented pair: none of the four counters that come back has a twin on the chart."""
    units = {"BE-1-InfBde": "map", "BE-5-InfBn": "removed", "UK-30-Corps": "map"}
    state = to_phase(
        position(62, "situation", units, stand_ins=[["BE-1-InfBde", "BE-5-InfBn"]]), "arrivals", 62
    )
    assert (
        where(state, "BE-5-InfBn") == "due" and where(state, "BE-1-InfBde") == "map" and not state.stand_ins
    )
    assert entry_of(state, NUMBER["BE-5-InfBn"]).clause == "BTR-date.1945-04-01.cw.1"


@pytest.mark.clause("BTR-arrival.note.8", "BTR-arrival.note.9", "BTR-J.10")
def test_transfers_exist_in_two_map_campaigns_only() -> None:
    """26 September: the 7th Armored goes from South to North."""
    north, south, full = (
        to_phase(new("north-1944"), "arrivals", 7),
        to_phase(new("south-1944"), "arrivals", 7),
        to_phase(new(), "arrivals", 7),
    )
    assert (
        where(north, "US-7Arm-CCA") == "due"
        and places(north, NUMBER["US-7Arm-CCA"]) == ["join"]
        and lost(north, "US-7Arm-CCA") == 0
    )
    assert where(south, "US-7Arm-CCA") == "removed" and where(full, "US-7Arm-CCA") == "map"
    do(north, "arrive US-7Arm-CCA join")
    assert where(north, "US-7Arm-CCA") == "map"
    dead = position(
        7,
        "situation",
        {f"US-7Arm-{part}": "dead" for part in ("CCA", "CCB", "CCR", "Arty")},
        campaign="south-1944",
    )
    assert where(to_phase(dead, "arrivals", 7), "US-7Arm-CCB") == "removed"  # taken off, dead or not
    used = {c.name: sum(e.used_in(c) for e in ENTRIES) for c in CAMPAIGNS.values()}
    assert used["full"] == 182 - 9 and all(not e.used_in(FULL) for e in ENTRIES if e.kind == "transfer")


def test_orders_of_battle() -> None:
    assert len(order_of_battle(1)) == 27 + 9
    names = {NAMES[c] for c in order_of_battle(turn_on("1944-12-12"))}
    assert "FR-1FF-InfDiv" not in names and "US-442-InfRgt" not in names and "FR-9Col-InfDiv-2" in names
    assert "FR-1FF-InfDiv" in {NAMES[c] for c in order_of_battle(turn_on("1944-12-26"))}
    assert half_on(NUMBER["UK-15-InfDiv"], 1) == "north" and half_on(NUMBER["FR-1-Corps"], 3) == "south"
    moved = NUMBER["US-9Arm-CCA"]  # on at Map A, and by the transfer of 22 February in the South before it
    assert [half_on(moved, turn) for turn in (20, 26, 46, 50, 51)] == [
        "north",
        "north",
        "south",
        "south",
        "north",
    ]
    assert [half_on(NUMBER["US-5-Corps"], turn) for turn in (0, 3, 4, 46)] == [
        "south",
        "south",
        "north",
        "north",
    ]
    north = {NAMES[c] for c in order_of_battle(turn_on("1945-02-22"), CAMPAIGNS["north-1945"])}
    assert "US-9Arm-CCA" in north and "FR-1-Corps" not in north


def test_a_ledger_that_brings_everything_has_the_order_of_battle_of_the_chart() -> None:
    from grognard.games.beyond_the_rhine.default_policy import play
    from grognard.games.beyond_the_rhine.position import LIVE

    state = GAME.new(seed=3)
    for turn in (10, 35, 60):
        play(state, until=turn)  # type: ignore[arg-type]
        in_play = Tally(
            COUNTERS[u].identity
            for u, there in enumerate(state.at)
            if there in LIVE and COUNTERS[u].type != "tank"
        )
        chart = Tally(COUNTERS[u].identity for u in order_of_battle(turn) if COUNTERS[u].type != "tank")
        assert in_play == chart  # which of several alike went was the owner's choice; dead tanks were rebuilt


@pytest.mark.clause("BTR-arrival.data.formation")
def test_the_steps_of_the_counters_of_formations() -> None:
    """A combat command and an armored brigade have two steps, every other counter of a formation one."""
    two = {c.name for c in COUNTERS if c.formation and c.steps == 2}
    assert {"US-6Arm-CCA", "US-14Arm-CCB", "US-5Arm-CCR"} <= two
    assert {c.steps for c in COUNTERS if c.formation} == {1, 2}
    for counter in (c for c in COUNTERS if c.formation):
        large = counter.type == "tank" and counter.size in ("regiment", "brigade")
        assert counter.steps == 1 + large, counter.name
