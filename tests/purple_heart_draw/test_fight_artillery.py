"""PHD-TM13.ff: modules of the mission followed into its fights and back."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import Leak
from grognard.core.hexes import Hexes, members
from grognard.core.notation import play_on
from grognard.games.purple_heart_draw.board import COLUMN_OF, GRID, ROW_OF
from grognard.games.purple_heart_draw.fight import carry_back, new_fight
from grognard.games.purple_heart_draw.fight_artillery import cable
from grognard.games.purple_heart_draw.firefight import artillery, fire_for_effect
from grognard.games.purple_heart_draw.firefight.alert import watch
from grognard.games.purple_heart_draw.firefight.artillery import (
    accuracy,
    contact_chance,
    correction_hexes,
    in_range,
    landing,
    most_accurate,
    needed,
    order_for,
    request_hexes,
    shift_hexes,
)
from grognard.games.purple_heart_draw.firefight.eyes import dust
from grognard.games.purple_heart_draw.firefight.forces import BATTERIES, BATTERY_NUMBER, UNIT
from grognard.games.purple_heart_draw.firefight.observer import blast_area, observer
from grognard.games.purple_heart_draw.firefight.position import (
    Bombardment,
    Firefight,
    Opportunity,
    PlayerTurn,
    Setup,
    fact,
)
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.sequence import TURN
from grognard.games.purple_heart_draw.firefight.setup import SETUP
from grognard.games.purple_heart_draw.firefight.words import Chit, Mission
from grognard.games.purple_heart_draw.pieces import NUMBER_OF
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, ground
from grognard.games.purple_heart_draw.signals import MAP_EDGE

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


def phoned() -> Firefight:
    """The line of the phone in M15 runs over M16 and M17; a German squad stands in M17."""
    cables = [Hexes(GRID.set(["M15", "M16", "M17"])) if n == 0 else Hexes(0) for n in range(len(BATTERIES))]
    state = prepared(cables=cables)
    state.set_at(fact.at, UNIT["g01"], GRID.hex("M17"), "ASL-A4.2")
    return state


@pytest.mark.clause("ASL-C1.23")
def test_the_line_of_a_phone_runs_straight_to_the_edge() -> None:
    state = scene()
    way = GRID.names(cable(state, "us", GRID.hex("M15")))
    assert "M15" in way and {GRID.hex(name) for name in way} & set(members(MAP_EDGE))
    assert cable(state, "us", GRID.hex("M15")) == new_fight(state).cables[0]
    home = ground(state).friendly(0)
    assert not cable(state, "us", GRID.hex("M15")) & ~home
    columns, rows = {COLUMN_OF[GRID.hex(name)] for name in way}, {ROW_OF[GRID.hex(name)] for name in way}
    assert min(len(columns), len(rows)) == 1
    fight = new_fight(state)
    assert "field phone" in screen(fight, "us") and "field phone" not in screen(fight, "german")


@pytest.mark.clause("ASL-C1.23")
@pytest.mark.parametrize(
    ("unit", "dice", "is_cut"), [("g01", 2, True), ("g01", 3, False), ("g02", 2, False), ("u03", 2, False)]
)
def test_an_original_2_of_the_enemy_in_its_line_cuts_it(unit: str, dice: int, is_cut: bool) -> None:
    state = phoned()
    side = "german" if unit[0] == "g" else "us"
    watch(state, side, dice, [state.at[UNIT[unit]]])
    assert (state.net[0] == "lost") == is_cut
    if is_cut:
        outer = scene()
        carry_back(outer, state)
        assert outer.phones[0] == ()


@pytest.mark.clause("ASL-C1.23")
@pytest.mark.parametrize(
    ("hex_", "dice", "is_cut"), [("M16", (1, 1), True), ("M16", (3, 4), False), ("M18", (1, 1), False)]
)
def test_shells_cut_a_line(hex_: str, dice: tuple[int, int], is_cut: bool) -> None:
    state = phoned()
    frame = Bombardment("german", 20, 20, (GRID.hex(hex_),), dice=dice)
    state.set(fact.stack, (*state.stack, frame), "ASL-C1.5")
    fire_for_effect.resolve(state, frame)
    assert (state.net[0] == "lost") == is_cut


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


# ---------------------------------------------------------------- Barrages


def recording(side: str = "us") -> Firefight:
    """The US side is asked for the lines of its batteries."""
    state = new_fight(scene())
    at = next(n for n, step in enumerate(SETUP) if step.name == "attacker's barrages")
    state.__dict__["stack"] = (Setup(step=at),)
    state.__dict__["mover"] = side
    state.forget_choices()
    return play_on(state)


@pytest.mark.clause("ASL-E12.1")
@pytest.mark.refuses("ASL-E12.1")
def test_the_line_of_a_barrage_is_recorded_before_play() -> None:
    """For the 105mm battery with a Pre-Registered hex alone; a line may be taken back."""
    state = recording()
    lines = {str(action) for action in state.legal_actions()} - {"done"}
    assert lines == {f"record us-2 {line}" for line in ("north", "northeast", "southeast")}
    for text in ("record us north", "record us-3 north", "record us-2 east", "record german north"):
        assert {one.clause for one in state.why_not(state.game.parse(text))} == {"ASL-E12.1"}
    state.push(state.game.parse("record us-2 northeast"))
    assert state.barrage[US2] == 2 and "record us-2 none" in {str(a) for a in state.legal_actions()}
    state.push(state.game.parse("record us-2 none"))
    assert not any(state.barrage)


@pytest.mark.clause("ASL-E12.1")
@pytest.mark.clause("FF-O15")
def test_who_has_artillery_is_asked_whether_it_can_fire_a_barrage_or_not() -> None:
    """The German side has an 80mm: it is asked as well, so that the question tells nothing; and the line is a
    secret.
    """
    state = new_fight(scene())
    at = next(n for n, step in enumerate(SETUP) if step.name == "defender's barrages")
    state.__dict__["stack"] = (Setup(step=at),)
    state = play_on(state)
    assert state.to_move == "german" and [str(a) for a in state.legal_actions()] == ["done"]
    known = recording()
    known.push(known.game.parse("record us-2 north"))
    assert "us 2" not in known.view("german").get("barrage", {})
    with pytest.raises(Leak):
        assert bool(known.known_to("german").barrage[US2])
    unarmed = new_fight(scene())
    unarmed.__dict__["net"] = [""] * len(BATTERIES)
    unarmed.__dict__["stack"] = (Setup(step=at),)
    assert play_on(unarmed).turn == 1


def called(line: int, mission: str = "") -> tuple[Firefight, Opportunity]:
    """The fire for effect of the 105mm has come down on its Pre-Registered hex."""
    state = prepared()
    state.set_at(fact.at, UNIT["u02"], GRID.hex("L16"), "ASL-A4.2")
    state.set_at(fact.barrage, US2, line, "ASL-E12.1")
    state.set_at(fact.round, US2, "FFE:1" if mission else "SR", "ASL-C1.3")
    state.set_at(fact.round_at, US2, GRID.hex("L17"), "ASL-C1.3")
    state.set_at(fact.mission, US2, mission, "ASL-C1.7")
    frame = Opportunity("us", named="us 2", free=True, registered=True, effect=True, step=KINDS_AT)
    state.set(fact.stack, (PlayerTurn(step=PREP), frame), "FF-SEQ.3")
    return state, frame


KINDS_AT = next(n for n, step in enumerate(artillery.ARTILLERY_FIRE) if step.name == "fire mission")


@pytest.mark.clause("ASL-E12.1")
@pytest.mark.clause("ASL-C1.7")
@pytest.mark.refuses("ASL-E12.1")
def test_a_barrage_is_called_on_a_registered_hex_with_a_line() -> None:
    state, frame = called(2)
    assert "mission barrage" in {str(a) for a in artillery.kinds(state, frame)}
    assert "mission barrage" not in {
        str(a) for a in artillery.kinds(state, artillery.replace(frame, registered=False))
    }
    plain, frame = called(0)
    assert "mission barrage" not in {str(a) for a in artillery.kinds(plain, frame)}
    assert {one.clause for one in plain.why_not(plain.game.parse("mission barrage"))} == {"ASL-E12.1"}


@pytest.mark.clause("ASL-E12.1")
@pytest.mark.clause("ASL-C1.57")
@pytest.mark.parametrize(("line", "ends"), [(1, {"L13", "L21"}), (2, {"H19", "P15"}), (3, {"H15", "P19"})])
def test_nine_hexes_in_the_line(line: int, ends: set[str]) -> None:
    """16 FP, the full 20 doubled by a critical hit, dust in all of them; everybody sees the line now."""
    state, frame = called(line)
    artillery.take_kind(state, frame, Mission("barrage"))
    area = [name for name in GRID.names(blast_area(state, "us 2")) if "/" not in name]
    assert len(area) == 9 and ends <= set(area) and "L17" in area
    assert state.shells[US2] == (16, 20, 1) and dust(state) == (int(GRID.set(area)),)
    assert state.known_to("german").line[US2] == line
    artillery.end_mission(state, "us 2", "ASL-C1.33")
    assert not state.line[US2] and not dust(state)


@pytest.mark.clause("ASL-E12.1")
@pytest.mark.refuses("ASL-E12.1")
def test_a_barrage_is_corrected_next_to_a_recorded_hex_alone() -> None:
    order_at = next(n for n, step in enumerate(artillery.ARTILLERY_FIRE) if step.name == "artillery")
    for mission, near_only in (("barrage", True), ("HE", False)):
        state, _ = called(1, mission)
        state.set_at(fact.line, US2, 1, "ASL-E12.1")
        frame = Opportunity("us", named="us 2", free=True, step=order_at)
        state.set(fact.stack, (PlayerTurn(step=PREP), frame), "FF-SEQ.3")
        goals = {str(a).split()[1] for a in state.legal_actions() if a.verb == "correct"}
        near = {name for name in goals if GRID.distance(GRID.number[name], GRID.number["L17"]) <= 1}
        assert goals and (goals == near) == near_only
        far = GRID.names(correction_hexes(state, frame) & ~GRID.within(1 << GRID.number["L17"], 1))[0]
        clauses = {one.clause for one in state.why_not(state.game.parse(f"correct {far}"))}
        assert clauses == ({"ASL-E12.1"} if near_only else set())
