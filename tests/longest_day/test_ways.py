"""TLD-S.16: what is known of the empty map answers for one hex as the full search does for all of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.core.hexes import members
from grognard.games.longest_day.board import GRID, LAND
from grognard.games.longest_day.movement import a_destination, destinations, may_end, outing, passing
from grognard.games.longest_day.pieces import COMBAT, HQ, NAMES, OF_SIDE, RANGED, SUPPLY
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.reach_cache import reach_from
from grognard.games.longest_day.trip import trip_of
from grognard.games.longest_day.victory import SCENARIOS

from .build import GAME, at, position

PLACES = st.sampled_from([GRID.name[h] for h in members(LAND & GRID.within(1 << GRID.hex("1818"), 9))])
FIGHTS = {
    side: [NAMES[u] for u in members(units & COMBAT & ~HQ & ~RANGED)] for side, units in OF_SIDE.items()
}
SHY = {side: [NAMES[u] for u in members(units & (HQ | RANGED | SUPPLY))] for side, units in OF_SIDE.items()}
ALLIED = st.sampled_from(FIGHTS["allied"]) | st.sampled_from(SHY["allied"])
GERMAN = st.sampled_from(FIGHTS["german"]) | st.sampled_from(SHY["german"])


def taken(state: LongestDay, unit: int, goal: int, mechanized: bool) -> int:
    """The enemy's hexes on the way of a combat unit, by the full search."""
    trip = trip_of(state, unit, mechanized)
    way = trip.path_to(goal) if COMBAT >> unit & 1 else None
    return sum(1 << h for h in way[1] if trip.hostile >> h & 1) if way else 0


@pytest.mark.clause("TLD-S.16", "TLD-S.3", "TLD-S.4", "TLD-S.7")
@given(
    st.dictionaries(ALLIED, PLACES, min_size=3, max_size=14),
    st.dictionaries(GERMAN, PLACES, min_size=3, max_size=14),
    st.sets(PLACES, max_size=150),
    st.sampled_from(
        ["allied movement", "german movement", "allied mechanized movement", "german mechanized movement"]
    ),
    st.integers(0, 1 << 30),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_one_hex_is_judged_as_the_full_search_judges_it(
    allied: dict[str, str], german: dict[str, str], held: set[str], phase: str, seed: int
) -> None:
    apart = {unit: hex_ for unit, hex_ in german.items() if hex_ not in allied.values()}
    state = position(
        "20 June", phase, units=allied | apart, hexes={"control": sorted(held - set(apart.values()))}
    )
    mechanized, random = "mechanized" in phase, Random(seed).random
    test, draw = may_end(mechanized), a_destination(mechanized)
    for unit in members(OF_SIDE[phase.split()[0]] & state.on_map):
        open_ = destinations(state, unit, mechanized)
        assert members(open_) == [h for h in GRID.name if test(state, state.stack[-1], unit, h)], NAMES[unit]
        for hex_ in members(open_):
            goes_through = passing(state, unit, hex_, mechanized)
            assert goes_through | 1 << hex_ == taken(state, unit, hex_, mechanized) | 1 << hex_, (
                NAMES[unit],
                GRID.name[hex_],
            )
        drawn = draw(state, state.stack[-1], unit, -1, random)
        assert open_ >> drawn & 1 if open_ else drawn == -1


def at_the_front() -> LongestDay:
    units = {"50:HQ": "1010", "50:2-Devons": "1012", "LEHR:I/901": "1016", "50:6-DLI": "1112"}
    behind = [GRID.name[h] for h in members(LAND) if GRID.where[h][0] < 15]
    return position(phase="allied movement", units=units, hexes={"control": behind})


@pytest.mark.clause("TLD-S.16")
def test_every_open_hex_is_as_likely_to_be_drawn() -> None:
    state, unit = at_the_front(), NAMES.index("50:2-Devons")
    known = outing(state, unit, False)
    assert known is not None and known[1]  # some of what it could reach is barred
    open_, draw, random = members(destinations(state, unit, False)), a_destination(False), Random(4).random
    seen = Counter(draw(state, state.stack[-1], unit, -1, random) for _ in range(300 * len(open_)))
    assert sorted(seen) == open_ and len(open_) > 10
    assert min(seen.values()) > 220 and max(seen.values()) < 380  # 300 each in the mean, 17 either way


@pytest.mark.clause("TLD-S.16")
def test_a_copy_begins_its_journal_anew_and_knows_where_a_unit_has_gone() -> None:
    state, unit = at_the_front(), NAMES.index("50:2-Devons")
    before = outing(state, unit, False)
    hex_ = members(destinations(state, unit, False))[0]
    state.push(GAME.parse(f"move 50:2-Devons {GRID.name[hex_]}"))
    after = outing(state.copy(), unit, False)
    assert before is not None and after is not None and after[0].start == hex_ != before[0].start


@pytest.mark.clause("TLD-S.16")
def test_what_is_drawn_does_not_depend_on_what_has_been_asked_before() -> None:
    state, unit, draw = at_the_front(), NAMES.index("50:6-DLI"), a_destination(False)

    def drawn() -> list[int]:
        random = Random(7).random
        return [draw(state, state.stack[-1], unit, -1, random) or 0 for _ in range(40)]

    reach_from.cache_clear()
    state.cache.clear()
    cold = drawn()
    assert drawn() == cold and len(set(cold)) > 5


@pytest.mark.clause("TLD-S.7", "TLD-S.11")
def test_a_scenario_may_say_what_the_allies_hold_when_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not GAME.new(seed=1).control  # nothing on 6 June
    monkeypatch.setitem(SCENARIOS["standard"], "allied_hexes", ["1010", "1011", "2633", "0101"])
    state = GAME.new(seed=1)
    # not the hex a German battalion stands in, not the sea
    assert GRID.names(state.control) == ["1010", "1011"] and not LAND >> GRID.hex("0101") & 1
    assert not state.journal and state.from_plain(state.to_plain()).control == state.control


@pytest.mark.clause("TLD-S.16")
def test_at_an_advisers_table_a_move_may_lead_north_beyond_all_reach() -> None:
    state = position(
        phase="allied movement", units={"50:HQ": "1030", "50:2-Devons": "1028", "LEHR:I/901": "1034"}
    )
    state.__dict__["enforcement"] = "adviser"
    state.push(GAME.parse("move 50:2-Devons 1010"))
    assert at(state, "50:2-Devons") == "1010" and state.control >> GRID.hex("1010") & 1
