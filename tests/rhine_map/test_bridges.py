"""The Rhine: bridges that are checked, taken, blown and fall; pontoons; air attacks on bridges and railways; levies."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.beyond_the_rhine.board import MovementKind
from grognard.games.beyond_the_rhine.campaign.board import BOARD, EAST, GRID, step_costs_of
from grognard.games.beyond_the_rhine.campaign.bridges import settle
from grognard.games.beyond_the_rhine.campaign.facilities import column
from grognard.games.beyond_the_rhine.campaign.pieces import UNIT
from grognard.games.beyond_the_rhine.campaign.rail import line_open
from grognard.games.beyond_the_rhine.campaign.retreat import ground_for
from grognard.games.beyond_the_rhine.campaign.strength import bars
from grognard.games.beyond_the_rhine.campaign.supply import served
from grognard.games.beyond_the_rhine.campaign.verbs import hold
from grognard.games.beyond_the_rhine.campaign.waters import BLOWN, banks, busted, terrain_now, unchecked

from .build import allowed, begin, clauses, do, reach_of, through, under_way, where

TANKS = "US-9Arm-CCA"
AWAY = {"DE-Alert-1": "14.22", "DE-Volkssturm-4": "14.22"}  # the garrison of Remagen


def dash(**changes: Any) -> Any:
    """A combat command on the road before an empty Remagen."""
    units = {TANKS: "9.20"} | AWAY | changes.pop("units", {})
    facts: dict[str, Any] = {
        "units": units,
        "mode": {TANKS: "move"},
        "topped": [TANKS],
        "ground": "dry",
        "german_dumps": {},
    }
    return begin("remagen", **(facts | changes))


@pytest.mark.clause("BTR-ocs.bridge.state", "BTR-ocs.bridge.check", "BTR-game.1_8b.bridge-check")
@pytest.mark.refuses("BTR-ocs.bridge.check")
def test_a_bridge_is_checked_when_tanks_come_to_it() -> None:
    state = dash()
    assert "Remagen" in unchecked(state) and "9.22" in reach_of(state, TANKS)
    assert "9.23" not in reach_of(state, TANKS)  # they stop to see whether it stands
    assert clauses(state, f"move {TANKS} 9.23") == ["BTR-ocs.bridge.check"]
    assert clauses(state, "check yes")[0] == "BTR-ocs.bridge.check"
    do(state, f"move {TANKS} 9.22")
    assert state.step.name == "bridge check" and not allowed(state, "done")
    assert clauses(state, "check perhaps") == ["BTR-ocs.bridge.check"]
    taken = through(do(state.copy(), "check yes"), 5)
    assert dict(taken.bridges) == {"Remagen": "taken"} and taken.bridge_checks == 2
    do(taken, f"move {TANKS} 9.23")
    assert where(taken, TANKS) == "9.23" and taken.crossed == ("Remagen",)
    blown = through(do(state.copy(), "check yes"), 4)
    assert dict(blown.bridges) == {"Remagen": "blown"} and "9.23" not in reach_of(blown, TANKS)
    saved = do(state.copy(), "check no")
    assert dict(saved.bridges) == {"Remagen": "blown"} and saved.bridge_checks == 3
    poor = do(dash(bridge_checks=0), f"move {TANKS} 9.22")
    assert dict(poor.bridges) == {"Remagen": "blown"} and poor.step.name == "allied movement"


@pytest.mark.clause(
    "BTR-ocs.move.rhine", "BTR-ocs.move.bridge-held", "BTR-ocs.retreat.rhine", "BTR-ocs.bridge.assault"
)
def test_the_rhine_is_crossed_by_bridges_only() -> None:
    west, east = banks("Remagen")
    assert GRID.name[west] == "9.22" and EAST >> east & 1 and not EAST >> west & 1
    standing, down = dash(bridges={"Remagen": "taken"}), dash(bridges={"Remagen": "blown"})
    assert terrain_now(standing).cost(MovementKind("track"), west, east) > 0
    assert terrain_now(down).cost(MovementKind("track"), west, east) == -2  # barred
    assert terrain_now(down).cost(MovementKind("leg"), west, east) == -1  # All
    tanks, foot = UNIT[TANKS], UNIT["US-9-InfDiv"]
    assert ground_for(standing, [tanks], west) >> east & 1 and not ground_for(down, [tanks], west) >> east & 1
    facts = {"units": {TANKS: "9.22", "US-9-InfDiv": "9.22", "DE-340-VGDiv": "9.23"}}
    attack = dash(bridges={"Remagen": "taken"}, **facts)
    assert not bars(attack, tanks, east)
    over = dash(bridges={"Remagen": "blown"}, **facts)
    assert bars(over, tanks, east) and not bars(over, foot, east)
    germans = begin("remagen", phase="german movement", ground="dry", units=AWAY | {"DE-340-VGDiv": "9.22"})
    assert "9.23" in reach_of(germans, "DE-340-VGDiv")


@pytest.mark.clause("BTR-ocs.bridge.blow-own")
@pytest.mark.refuses("BTR-ocs.bridge.blow-own")
def test_the_germans_blow_a_bridge_in_danger() -> None:
    near = begin("remagen", phase="german movement", units={TANKS: "9.20"})
    assert clauses(near, "demolish 12.20") == ["BTR-ocs.bridge.blow-own"]  # nobody is near Bonn
    assert clauses(near, "demolish 9.20") == ["BTR-ocs.bridge.blow-own"]
    do(near, "demolish 9.22")
    assert dict(near.bridges) == {"Remagen": "blown"}
    assert clauses(near, "demolish 9.22") == ["BTR-ocs.bridge.blow-own"]
    assert clauses(begin("remagen", phase="german movement", units={TANKS: "9.19"}), "demolish 9.22")
    assert clauses(dash(), "demolish 9.22") == ["BTR-ocs.bridge.blow-own"]
    held = begin(
        "remagen", phase="german movement", units=AWAY | {TANKS: "9.22"}, bridges={"Remagen": "taken"}
    )
    assert clauses(held, "demolish 9.22") == ["BTR-ocs.bridge.blow-own"]


@pytest.mark.clause("BTR-ocs.bridge.fall")
def test_a_taken_bridge_may_fall() -> None:
    for die, what in ((1, "blown"), (2, "taken")):
        state = begin("remagen", phase="allied bridge fall", bridges={"Remagen": "taken", "Bonn": "blown"})
        through(state, die)
        assert dict(state.bridges) == {"Bonn": "blown", "Remagen": what}
        assert state.step.name != "allied bridge fall"  # one die a bridge


@pytest.mark.clause("BTR-ocs.bridge.pontoon", "BTR-game.1_10.pontoon")
@pytest.mark.refuses("BTR-ocs.bridge.pontoon")
def test_pontoon_brigades_lay_bridges() -> None:
    units = {"US-Pontoon-1": "14.04", "US-9-InfDiv": "14.03"}
    state = begin("queen", phase="allied pontoons", units=units)
    assert clauses(state, "lay US-9-InfDiv 14.04") == ["BTR-ocs.bridge.pontoon"]
    assert clauses(state, "lay US-Pontoon-1 14.05") == ["BTR-ocs.bridge.pontoon"]
    assert (
        clauses(begin("queen", phase="allied pontoons"), "lay US-Pontoon-1 14.05")[0]
        == "BTR-ocs.bridge.pontoon"
    )
    failed = through(do(state.copy(), "lay US-Pontoon-1 14.03"), 3)
    assert not failed.laid
    a, b = sorted((GRID.hex("14.03"), GRID.hex("14.04")))
    assert "major_river" in BOARD.side(a, b)
    through(do(state, "lay US-Pontoon-1 14.03"), 4)
    assert state.laid == ((a, b),) and terrain_now(state).line(a, b)[-1] == "road"
    frozen = begin("queen", phase="allied pontoons", ground="snow", units=units)
    assert clauses(frozen, "lay US-Pontoon-1 14.03")[0] == "BTR-game.1_10.pontoon"
    hold(state, "german", 1 << b)
    assert not state.laid


@pytest.mark.clause("BTR-ocs.bridge.pontoon")
def test_a_laid_bridge_replaces_a_blown_one() -> None:
    west, east = banks("Remagen")
    state = begin("remagen", bridges={"Remagen": "blown"}, laid=[["9.22", "9.23"]])
    assert terrain_now(state).cost(MovementKind("track"), west, east) > 0
    assert (
        terrain_now(begin("remagen", bridges={"Remagen": "blown"})).cost(MovementKind("track"), west, east)
        == -2
    )


@pytest.mark.clause("BTR-ocs.air.bridge", "BTR-ocs.air.kinds")
@pytest.mark.refuses("BTR-ocs.air.bridge")
def test_aircraft_strike_a_bridge() -> None:
    assert [column(n) for n in (1, 2, 4, 10, 20, 40, 80, 81)] == [1, 2, 3, 4, 5, 6, 7, 8]
    state = begin(
        "remagen", phase="german movement", flight="limited", bridges={"Remagen": "taken", "Bonn": "blown"}
    )
    assert clauses(state, "strike DE-Ar234-1 12.20") == ["BTR-ocs.air.bridge"]
    do(state, "strike DE-Ar234-1 9.22")
    while state.step.name != "facility strike":
        do(state, "roll 2" if state.to_move == "chance" else "done")
    through(state, 6)
    assert dict(state.bridges)["Remagen"] == "blown" and state.step.name == "german movement"


@pytest.mark.clause("BTR-ocs.bust.marker")
@pytest.mark.refuses("BTR-ocs.bust.marker")
def test_trainbusting_cuts_the_lines() -> None:
    state = begin("queen", flight="limited")
    hexes = GRID.names(line_open(state, "german"))
    goal = next(hex_ for hex_ in hexes if allowed(state, f"bust US-P47-1 {hex_}"))
    assert clauses(state, "bust US-P47-1 13.09") == ["BTR-ocs.bust.marker"]  # Allied-held
    do(state, f"bust US-P47-1 {goal}")
    while state.step.name != "facility strike":
        do(state, "roll 2" if state.to_move == "chance" else "done")
    through(state, 6)
    zone = busted(state, "german")
    assert zone == GRID.within(1 << GRID.hex(goal), 3) and not line_open(state, "german") & zone
    a, b = next((a, b) for a, b in map(tuple, BOARD.lines) if zone >> b & 1 and zone >> a & 1)
    kinds = frozenset([MovementKind("track")])
    plain, slow = step_costs_of(BOARD, kinds).step(a, b), step_costs_of(BOARD, kinds, zone).step(a, b)
    assert plain < slow <= plain + 6
    assert clauses(begin("queen", flight="limited"), "bust US-P47-1 26.22")
    done = begin("queen", pending=under_way("allied", "exploitation combat", 2), allied_busts=[goal])
    done.run()
    assert not done.allied_busts  # until the own Clean Up


@pytest.mark.clause("BTR-ocs.ger.volkssturm")
@pytest.mark.refuses("BTR-ocs.ger.volkssturm")
def test_levies_stay_in_their_town() -> None:
    state = begin(
        "remagen", phase="german movement", units={"DE-Alert-4": "12.20", "DE-Alert-5": "12.21"}, ground="dry"
    )
    assert "BTR-ocs.ger.volkssturm" in clauses(state, "move DE-Alert-4 11.20")
    assert reach_of(state, "DE-Alert-5") and not reach_of(state, "DE-Alert-4")


@pytest.mark.clause("BTR-ocs.supply.path-count")
def test_supply_paths_follow_a_bridge_that_is_blown() -> None:
    """No unit moves when a bridge goes; what a dump serves is worked out anew all the same."""
    hqs = ("DE-53-Corps", "DE-58Pz-Corps", "DE-66-Corps", "DE-67-Corps", "DE-74-Corps", "DE-81-Corps")
    state = begin("remagen", "german movement", units=dict.fromkeys(hqs, "away"))
    before = served(state, "german", GRID.hex("13.21"))
    settle(state, "Bonn", BLOWN, "BTR-ocs.bridge.blow-own")
    after = served(state, "german", GRID.hex("13.21"))
    assert before & ~after & ~EAST and not after & ~before
