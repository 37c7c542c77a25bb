"""PHD-TM13.ff: modules of the mission followed into its fights and back."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import Leak
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.fight import carry_back, new_fight
from grognard.games.purple_heart_draw.firefight import artillery
from grognard.games.purple_heart_draw.firefight.artillery import (
    accuracy,
    contact_chance,
    in_range,
    landing,
    most_accurate,
    needed,
    order_for,
    request_hexes,
    shift_hexes,
)
from grognard.games.purple_heart_draw.firefight.forces import BATTERIES, BATTERY_NUMBER, UNIT
from grognard.games.purple_heart_draw.firefight.observer import observer
from grognard.games.purple_heart_draw.firefight.position import Firefight, Opportunity, PlayerTurn, fact
from grognard.games.purple_heart_draw.firefight.sequence import TURN
from grognard.games.purple_heart_draw.firefight.words import Chit
from grognard.games.purple_heart_draw.pieces import NUMBER_OF
from grognard.games.purple_heart_draw.position import PurpleHeartDraw

from .build import bare
from .test_fight import OPTION, everything, into_the_fight, put_down

PREP = next(n for n, step in enumerate(TURN) if step.name == "prep fire")
US2, US3 = BATTERY_NUMBER["us 2"], BATTERY_NUMBER["us 3"]


def scene() -> PurpleHeartDraw:
    """Three US modules and a 60mm: an 81mm with a phone, two 105mm, of which the second has a radio."""
    state = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(state, "u001", "6-6-6", "K10", gear="RADIO")
    put_down(state, "u002", "8-1", "K10", gear="RADIO")
    put_down(state, "u003", "9-1", "M15")
    put_down(state, "g001", "5-4-8", "L17")
    put_down(state, "g002", "8-0", "L17", gear="RADIO")
    own: Any = state.__dict__
    at, edge = GRID.number["L17"], GRID.number["K1"]
    own["modules"][0] = (
        ("81mm", "plentiful", (), 0, 0),
        ("105mm", "scarce", (at, at), 0, 0),
        ("105mm", "normal", (), 0, 0),
        ("60mm", "normal", (), 0, edge + 1),
    )
    own["modules"][1] = (("80mm", "normal", (), 0, 0),)
    own["phones"][0] = (("m1", GRID.number["M15"]),)
    state.derive()
    return state


def prepared(**facts: Any) -> Firefight:
    """The Prep Fire Phase of the US."""
    state = new_fight(scene())
    own: Any = state.__dict__
    own["turn"], own["phase"], own["mover"] = 2, "Prep Fire Phase", "us"
    own["stack"] = (PlayerTurn(step=PREP),)
    for name, value in facts.items():
        own[name] = value
    state.derive()
    return state


@pytest.mark.clause("PHD-TM13.ff")
def test_two_modules_and_a_60mm_are_in_play() -> None:
    """The first has its phone; radios go to the others, a leader's first; the third 105mm is left out."""
    fight = new_fight(scene())
    assert [fight.module[BATTERY_NUMBER[b]] for b in BATTERIES] == ["us-81", "de-80", "us-105", "", "us-60"]
    assert fight.wire[0] == GRID.number["M15"] and fight.radio[0] == -1
    assert [fight.radio[k] for k in (1, US2, US3)] == [UNIT["g02"], UNIT["u02"], UNIT["u01"]]
    assert GRID.names(fight.registered[US2]) == ["L17"] and GRID.name[fight.range_from[US3]] == "K1"
    assert list(fight.net) == ["silent", "silent", "silent", "", "silent"]


@pytest.mark.clause("PHD-TM14.ff")
@pytest.mark.clause("ASL-C1.211")
def test_the_pile_of_a_module() -> None:
    fight = new_fight(scene())
    assert fight.pile[0] == (11, 3) and fight.pile[1] == (8, 3)  # Plentiful, Normal
    assert fight.pile[US2] == (11, 4) and fight.pile[US3] == (10, 3)  # Scarce with a registered hex


@pytest.mark.clause("PHD-TM14.ff")
def test_a_red_chit_goes_back_with_one_more() -> None:
    state = prepared()
    for reds in (4, 5, 6):
        state.set(fact.stack, (Opportunity("us", drawing=True),), "ASL-C1.21")
        artillery.take_chit(state, state.stack[-1], Chit("red"))  # type: ignore[arg-type]
        assert state.pile[0] == (11, reds) and state.net[0] == "silent"
    artillery.take_chit(state, state.stack[-1], Chit("black"))  # type: ignore[arg-type]
    assert state.pile[0] == (10, 6) and state.access[0]


@pytest.mark.clause("ASL-C1.23")
def test_a_field_phone_is_worked_by_a_leader_in_its_hex() -> None:
    """Contact on 11; an Original 12 takes it away."""
    state = prepared()
    assert observer(state, "us") == UNIT["u03"] and needed(state, "us") == 11 and needed(state, "us 2") == 8
    assert str(contact_chance(state, "us")) == "35/36"
    state.set_at(fact.at, UNIT["u03"], GRID.hex("K10"), "ASL-A4.2")
    assert observer(state, "us") == -1
    state.set_at(fact.at, UNIT["u03"], GRID.hex("M15"), "ASL-A4.2")
    state.set(fact.stack, (Opportunity("us", called=True),), "ASL-C1.2")
    artillery.take_contact(state, state.stack[-1], artillery.Roll(12))  # type: ignore[arg-type]
    assert state.net[0] == "lost"
    outer = scene()
    carry_back(outer, state)
    assert outer.phones[0] == ()


@pytest.mark.clause("FF-SEQ.3")
def test_each_battery_has_its_opportunity_the_first_before_the_others() -> None:
    state = prepared()
    artillery.begin(state, "us")
    frames = [frame.battery for frame in state.stack if isinstance(frame, Opportunity)]
    assert frames == ["us 3", "us 2", "us"]


@pytest.mark.clause("ASL-C1.73")
def test_a_registered_hex_needs_no_spotting_round() -> None:
    """From K10 L17 may be out of sight: the Observer stands beside it here."""
    state = prepared()
    state.set_at(fact.at, UNIT["u02"], GRID.hex("L16"), "ASL-A4.2")
    frame = Opportunity("us", named="us 2", free=True)
    assert GRID.names(shift_hexes(state, frame)) == ["L17"]
    assert not shift_hexes(state, Opportunity("us", named="us 3", free=True))
    order = order_for(state, frame, GRID.number["L17"], "shift")
    assert order.registered and order.effect and not order.forced and accuracy(state, order) == []
    assert most_accurate(order) == 4 and most_accurate(frame) == 2
    missed = artillery.replace(order, error=(1, 5))
    assert GRID.distance(landing(missed), order.goal) == 3  # half of 5, rounded up


@pytest.mark.clause("PHD-TM13.ff")
@pytest.mark.refuses("PHD-TM13.ff")
def test_a_60mm_reaches_from_3_to_45_hexes() -> None:
    state = prepared()
    reach = in_range(state, "us 3")
    assert not reach & GRID.within(1 << GRID.number["K1"], 2) and reach >> GRID.number["K4"] & 1
    state.set_at(fact.at, UNIT["u02"], GRID.hex("K2"), "ASL-A4.2")
    state.set_at(fact.radio, US3, UNIT["u02"], "PHD-MSR9.ff")
    frame = Opportunity("us", named="us 3", free=True, step=4)
    state.set(fact.stack, (PlayerTurn(step=PREP), frame), "FF-SEQ.3")
    hexes = request_hexes(state, frame)
    assert hexes & ~reach
    broken = state.why_not(state.game.parse("request K3"))
    assert {one.clause for one in broken} == {"PHD-TM13.ff"}


@pytest.mark.clause("PHD-C5.6.ff")
@pytest.mark.clause("FF-O18")
def test_a_module_that_fired_for_effect_is_spent() -> None:
    outer = scene()
    fight = new_fight(outer)
    fight.set_at(fact.spent, US2, 1, "PHD-C5.6.ff")
    carry_back(outer, fight)
    assert [m[3] for m in outer.modules[0]] == [0, 1, 0, 0]


@pytest.mark.clause("FF-O18")
def test_radios_are_with_who_has_them_or_lie_where_they_fell() -> None:
    outer = scene()
    fight = new_fight(outer)
    fight.set_at(fact.radio, US2, UNIT["u03"], "ASL-A4.44")  # another leader has picked it up
    fight.set_at(fact.radio, US3, -1, "PHD-MSR9.ff")
    fight.set_at(fact.radio_at, US3, GRID.hex("K11"), "PHD-MSR9.ff")
    fight.set_at(fact.net, 1, "lost", "ASL-C1.1")
    carry_back(outer, fight)
    assert [outer.gear[NUMBER_OF[u]] for u in ("u001", "u002", "u003", "g002")] == [(), (), ("RADIO",), ()]
    assert outer.dropped == (("us.RADIO", GRID.number["K11"]),)


@pytest.mark.clause("FF-OUT")
def test_artillery_that_nobody_calls_comes_back_as_it_went() -> None:
    outer = scene()
    before = everything(outer)
    carry_back(outer, new_fight(outer))
    assert everything(outer) == before


@pytest.mark.clause("FF-O15")
def test_only_its_side_knows_a_battery() -> None:
    """Caliber, pile, radio, phone and registered hexes are secret; that there is one is not."""
    outer: Any = into_the_fight().state
    outer.within.fill(outer, new_fight(scene()), "FF-IN")
    german = outer.known_to("german").inner
    for name in ("module", "pile", "radio", "wire", "registered", "range_from"):
        assert not {"us", "us 2", "us 3"} & set(outer.view("german")[f"fight_{name}"]), name
        with pytest.raises(Leak):
            assert bool(getattr(german, name)[US2])
    assert list(german.net) == ["silent", "silent", "silent", "", "silent"]
