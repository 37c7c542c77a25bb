"""Option `fog`: of an enemy stack the top counter and the number of counters show, and no more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.due import due
from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.leak_checks import _told_now
from grognard.core.random_games import RandomGame
from grognard.core.record import Match
from grognard.core.reveal import SPECTATOR
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine.campaign import conformance
from grognard.games.beyond_the_rhine.campaign.board import NEAR
from grognard.games.beyond_the_rhine.campaign.conformance import covered_twin, seen_alike
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, ENEMY, GERMAN, NAMES, OF_SIDE, SIDES, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign, Payment, Retreat
from grognard.games.beyond_the_rhine.campaign.screen import screen
from grognard.games.beyond_the_rhine.campaign.verbs import take_tokens
from grognard.games.beyond_the_rhine.campaign.visibility import sighted, top
from grognard.games.beyond_the_rhine.campaign.zones import covered
from grognard.players.registry import players_of
from grognard.players.seat import Seat
from grognard.web import beyond_the_rhine_map as page

from .build import GAME, allowed, bits, do, fight, scene, setup

FOG = {"fog": True}


def stack(phase: str = "allied combat", **changes: Any) -> Campaign:
    """Three German counters in one hex, the Allies beside them."""
    units = {
        "US-30-InfDiv": "16.09",
        "US-743-TkBn": "16.09",
        "DE-12-VGDiv": "15.10",
        "DE-246-VGDiv": "15.10",
        "DE-81-Corps": "15.10",
    }
    more = {name: changes.pop(name, {}) for name in ("lost", "mode", "stock")}
    return scene(
        phase,
        units=units,
        options=FOG,
        allied_dumps={"16.09": 40},
        german_dumps={"15.11": 20},
        **more,
        **changes,
    )


def names(units: int) -> set[str]:
    return {name for number, name in enumerate(NAMES) if units >> number & 1}


# ---------------------------------------------------------------- what shows


@pytest.mark.clause("BTR-ocs.play.open")
def test_the_top_counter_and_the_number_of_counters_show() -> None:
    state = stack()
    germans = OF_SIDE[GERMAN] & state.on_map
    assert (
        names(germans & sighted(state, ALLIED))
        == {"DE-81-Corps"}
        == names(germans & sighted(state, SPECTATOR))
    )
    assert germans & sighted(state, GERMAN) == germans
    assert [row[1] for row in state.german_stacks] == [3]
    view = state.view(ALLIED)
    assert "DE-12-VGDiv" not in view["at"] and view["at"]["DE-81-Corps"] == "15.10"
    assert covered(state.known_to(ALLIED), GERMAN, state.at[UNIT["DE-81-Corps"]]) == 2
    assert "2 more counters" in screen(state, ALLIED) and "246" not in screen(state, ALLIED)
    assert "DE 246 VG Div" in screen(state, GERMAN) and "DE 246 VG Div" in screen(state)


def test_an_hq_lies_on_top_then_the_strongest_unit() -> None:
    assert top(bits("DE-81-Corps", "DE-12-VGDiv")) == UNIT["DE-81-Corps"]
    assert top(bits("US-743-TkBn", "US-30-InfDiv")) == UNIT["US-30-InfDiv"]


@pytest.mark.clause("BTR-ocs.play.open")
def test_without_the_option_nothing_is_hidden() -> None:
    state = setup()
    assert not state.hidden and state.secret_to is None and state.german_stacks == ()
    assert state.view(ALLIED) == state.view(GERMAN) == state.view(SPECTATOR)
    assert not any(map(is_unknown, state.known_to(ALLIED).at))


# ---------------------------------------------------------------- until it is attacked or barraged


@pytest.mark.clause("BTR-ocs.play.open")
def test_an_attack_opens_the_stack_once_it_is_declared() -> None:
    state = do(stack(), "attack US-30-InfDiv 15.10")
    assert not state.opened  # others may still join, and know no more than before
    known = state.known_to(ALLIED)
    assert known.at[UNIT["DE-12-VGDiv"]].__class__.__name__ == "_Unknown"
    do(state, "done")
    assert names(state.opened) == {"DE-12-VGDiv", "DE-246-VGDiv", "DE-81-Corps"}
    assert state.view(ALLIED)["at"]["DE-246-VGDiv"] == "15.10"


@pytest.mark.clause("BTR-ocs.play.open")
def test_an_opened_stack_is_covered_again_when_a_counter_joins_it() -> None:
    units = {"US-30-InfDiv": "16.09", "DE-12-VGDiv": "15.11", "DE-246-VGDiv": "15.10", "DE-81-Corps": "15.10"}
    state = scene("german movement", units=units, options=FOG, opened=["DE-246-VGDiv", "DE-81-Corps"])
    do(state, "mode DE-246-VGDiv")  # what is done with a counter that lies open is seen
    assert names(state.opened) == {"DE-246-VGDiv", "DE-81-Corps"}
    assert state.view(ALLIED)["mode"]["DE-246-VGDiv"] == "move"
    do(state, "move DE-12-VGDiv 15.10")
    assert not state.opened and "DE-246-VGDiv" not in state.view(ALLIED)["at"]


@pytest.mark.clause("BTR-ocs.play.open")
def test_attackers_are_shown_while_they_attack() -> None:
    state = do(stack(), "attack US-743-TkBn 15.10")
    assert sighted(state, GERMAN) >> UNIT["US-743-TkBn"] & 1
    assert "US-743-TkBn" not in stack().view(GERMAN)["at"]


# ---------------------------------------------------------------- what is told


@pytest.mark.clause("BTR-ocs.play.open")
def test_what_is_done_with_a_covered_counter_is_not_told() -> None:
    state = stack("german movement")
    match = Match.from_position(state, "standard")
    assert match.state.secret_to == GERMAN
    match.do("mode DE-12-VGDiv")
    told = match.state.events_seen_by(ALLIED)[-1]
    assert all("VGDiv" not in str(event) for event in told)
    assert any(event.fact == "mode" for event in match.state.events_seen_by(GERMAN)[-1])
    line = match.copy_for(ALLIED)[-1]
    assert "do" not in line and "own" not in line and "mode" not in str(line)
    assert due(match.state, ALLIED).purpose == "sealed action"


@pytest.mark.clause("BTR-ocs.play.open", "BTR-ocs.play.pass")
def test_a_phase_without_anything_to_do_is_not_passed_over() -> None:
    """Whether the Germans have a reserve to release is theirs to know."""
    bare = do(stack("allied movement"), "done", "done", "done")
    assert bare.step.name == "german reaction movement" and set(map(str, bare.legal_actions())) == {
        "blow 15.11",
        "done",
        "concede",
    }
    held = do(stack("allied movement", reserve=["DE-12-VGDiv"]), "done", "done", "done")
    assert held.step.name == bare.step.name and allowed(held, "release DE-12-VGDiv")
    assert not list(seen_alike(bare, held, ALLIED)) and not list(seen_alike(bare, held, SPECTATOR))


@pytest.mark.clause("BTR-ocs.play.open")
def test_events_tell_what_could_be_seen() -> None:
    play = RandomGame(GAME, 3, options=FOG)
    told: dict[str, list[Any]] = {side: [] for side in SIDES}
    views = {side: play.state.view(side) for side in SIDES}
    hidden = 0
    for number, state in enumerate(play.steps()):
        hidden += _told_now(state, told, views)
        if number > 150:
            break
    assert hidden > 50


# ---------------------------------------------------------------- loads of covered transport


def carried(phase: str, loads: tuple[int, int], dump: int, **more: Any) -> Campaign:
    """German trucks under an infantry division, with loads, in a hex with a dump."""
    units = {"US-30-InfDiv": "16.09", "DE-FestMG-1": "15.10", "DE-12-VGDiv": "15.11"}
    trucks = dict(zip(TRUCKS, loads, strict=True))
    dumps = {"allied_dumps": {"16.09": 40}, "german_dumps": {"15.11": dump} if dump else {}}
    return scene(
        phase, units=units | dict.fromkeys(TRUCKS, "15.11"), load=trucks, options=FOG, **dumps | more
    )


TRUCKS = ("DE-Truck-1", "DE-Truck-2")


@pytest.mark.clause("BTR-ocs.play.open", "BTR-ocs.dump.blow")
@pytest.mark.parametrize(("die", "ground", "whole"), [(1, 6, 8), (4, 2, 3), (6, 0, 0)])
def test_a_blown_dump_tells_nothing_of_covered_loads(die: int, ground: int, whole: int) -> None:
    empty, laden = (carried("german movement", loads, 8) for loads in ((0, 0), (1, 2)))
    for state in (empty, laden):
        do(state, "blow 15.11", f"roll {die}")
        assert state.german_dumps == empty.german_dumps
    assert sum(tokens for _, tokens in laden.german_dumps) == ground
    assert ground + sum(laden.load) == whole  # the nearest token of the whole, as the clause says
    for seat in (ALLIED, SPECTATOR):
        assert not list(seen_alike(empty, laden, seat))
        assert told(empty, seat) == told(laden, seat)
    assert f"{11 - whole}T of 11T" in told(laden, GERMAN) and "of 11T" not in told(laden, ALLIED)


def told(state: Campaign, seat: str) -> str:
    """What the last action told a seat, procedures apart."""
    return "\n".join(str(event) for event in state.events_seen_by(seat)[-1] if event.fact != "stack")


@pytest.mark.clause("BTR-ocs.play.open")
def test_a_load_that_is_seen_tells_nothing_of_a_covered_one() -> None:
    """The truck on top pays first, whatever lies below it."""
    units = dict.fromkeys(TRUCKS, "15.11")
    empty, laden = (
        scene("german movement", units=units, load=dict(zip(TRUCKS, loads, strict=True)), options=FOG)
        for loads in ((0, 4), (4, 4))
    )
    assert names(sighted(empty, ALLIED) & empty.on_map) == {TRUCKS[1]}
    for state in (empty, laden):
        take_tokens(state, GERMAN, state.at[UNIT[TRUCKS[1]]], 2, "BTR-ocs.supply.draw")
        assert state.load[UNIT[TRUCKS[1]]] == 2
        do(state, "blow 15.11", "roll 2")
        assert state.load[UNIT[TRUCKS[1]]] == 1
    assert laden.load[UNIT[TRUCKS[0]]] == 2


@pytest.mark.clause("BTR-ocs.play.open", "BTR-ocs.combat.pay-defender")
def test_the_defender_is_asked_alike_whatever_covered_transport_carries() -> None:
    """One dump in reach or two: neither the question nor what is played for him tells the attacker."""
    dumps = {"german_dumps": {"15.12": 4}}
    empty, laden = (carried("allied combat", loads, 0, **dumps) for loads in ((0, 0), (3, 0)))
    for text in ("attack US-30-InfDiv 15.10", "done", "draw 16.09", "pay yes", "draw 15.12"):
        for state in (empty, laden):
            do(state, text)
        for seat in (ALLIED, SPECTATOR):
            assert not list(seen_alike(empty, laden, seat)), (text, seat)
            assert told(empty, seat) == told(laden, seat)


@pytest.mark.clause("BTR-ocs.play.open", "BTR-ocs.combat.pay-defender")
def test_a_defender_who_can_pay_nothing_is_asked_as_well() -> None:
    worn = {"stock": {"DE-FestMG-1": 2}}
    empty, laden = (carried("allied combat", loads, 0, **worn) for loads in ((0, 0), (3, 0)))
    for text in ("attack US-30-InfDiv 15.10", "done", "draw 16.09"):
        for state in (empty, laden):
            do(state, text)
        assert not list(seen_alike(empty, laden, ALLIED)), text
    assert allowed(laden, "pay yes") and not allowed(empty, "pay yes")
    assert [hinted(state, GERMAN) for state in (empty, laden)] == ["pay no", "pay yes"]
    assert not list(seen_alike(do(empty, "pay no"), do(laden, "pay no"), ALLIED))


@pytest.mark.clause("BTR-ocs.play.open")
def test_a_retreat_tells_nothing_of_who_could_come_along() -> None:
    """One way out: it is not taken for the player, who may have a covered unit to take along or none."""
    pair = []
    for mate, other in (("DE-FestMG-1", TRUCKS[0]), (TRUCKS[0], "DE-FestMG-1")):
        units = {"US-30-InfDiv": "16.09", "DE-12-VGDiv": "15.10", mate: "15.10"}
        units |= {"DE-81-Corps": "15.12", other: "15.12"}
        state = scene("allied combat", units=units, options=FOG)
        origin, unit = state.at[UNIT["DE-12-VGDiv"]], UNIT["DE-12-VGDiv"]
        closed = tuple(members(NEAR[origin]))[1:]
        going = Retreat(side=GERMAN, units=(unit,), origin=origin, length=1, enemies=closed)
        state.call(going, "BTR-ocs.combat.retreat")
        state.run()
        pair.append(state)
    assert [len(state.legal_actions()) for state in pair] == [2, 1]
    assert not list(seen_alike(pair[0], pair[1], ALLIED))


@pytest.mark.clause("BTR-ocs.play.open")
def test_what_is_left_to_pay_outside_a_fight_is_not_told() -> None:
    state = carried("german movement", (1, 0), 1, german_dumps={"15.11": 1, "15.12": 9})
    state.call(Payment(side=GERMAN, tokens=4, units=(UNIT["DE-12-VGDiv"],)), "BTR-ocs.supply.draw")
    state.run()
    do(state, "draw 15.11")  # one token of the ground and one of a load
    assert state.stack[-1].tokens == 2  # type: ignore[attr-defined]
    assert state.known_to(ALLIED).stack[-1].tokens == 0  # type: ignore[attr-defined]
    assert state.known_to(GERMAN).stack[-1].tokens == 2  # type: ignore[attr-defined]


# ---------------------------------------------------------------- figures


@pytest.mark.clause("BTR-ocs.play.open")
def test_odds_say_what_they_leave_out() -> None:
    state = stack()
    plan = page.plan(state.known_to(ALLIED), GAME.parse("attack US-30-InfDiv 15.10"), [], "")  # type: ignore[arg-type]
    assert plan["sum"]["covered"] == 2 and plan["defenders"] == ["DE-81-Corps"]
    assert [part for part in plan["parts"] if part["clause"] == "BTR-ocs.play.open"]
    own = page.plan(state, GAME.parse("attack US-30-InfDiv 15.10"), [], "")
    assert own["sum"]["covered"] == 0 and len(own["defenders"]) == 3
    under = page.fight(do(state, "attack US-30-InfDiv 15.10", "done").known_to(ALLIED))  # type: ignore[arg-type]
    assert under is not None and under["sum"]["covered"] == 0 and len(under["defenders"]) == 3


def test_the_lens_looks_at_no_covered_counter() -> None:
    known = stack().known_to(ALLIED)
    with pytest.raises(GrognardError, match="may look at"):
        page.desk(known, "lens", {"unit": "DE-12-VGDiv"})  # type: ignore[arg-type]
    assert page.desk(known, "lens", {"unit": "DE-81-Corps"})["modes"] == {}  # type: ignore[arg-type]


# ---------------------------------------------------------------- twins


def sent(state: Campaign, seat: str) -> list[Any]:
    """All the page of a seat is sent of a position."""
    known: Any = state.known_to(seat)
    found = [
        page.when(known),
        page.units(known),
        page.markers(known),
        page.overlays(known),
        page.fight(known),
    ]
    attackers = (
        [a for a in state.legal_actions() if a.verb in ("attack", "barrage", "overrun")]
        if state.to_move == seat
        else []
    )
    return [*found, *(page.plan(known, action, [], "") for action in attackers[:3])]


def hinted(state: Campaign, seat: str) -> str:
    player = next(one for one in players_of(GAME.name) if one.name == "plain")
    return str(Seat(player.load(), seat).think(state).action) if state.to_move == seat else ""


@pytest.mark.clause("BTR-ocs.play.open")
@pytest.mark.parametrize(("scenario", "seed"), [("standard", 4), ("queen", 5)])
def test_twins_look_alike_on_the_page_and_to_a_computer_player(scenario: str, seed: int) -> None:
    """In every phase: positions that differ in covered counters alone send the other seats the same."""
    rng, phases, hints, most = Random(seed), set[str](), 0, 70 if scenario == "standard" else 8
    play = RandomGame(GAME, seed, options=FOG, scenario=scenario)
    for number, state in enumerate(play.samples(1)):
        assert isinstance(state, Campaign)
        for side in SIDES if number < most else ():
            twin = covered_twin(state, side, rng)
            if twin is None:
                continue
            phases.add(state.step.name)
            for seat in (ENEMY[side], SPECTATOR):
                assert sent(state, seat) == sent(twin, seat), f"{seat} in {state.moment}"
                assert not list(seen_alike(state, twin, seat))
            if state.to_move == ENEMY[side] and scenario == "standard":
                hints += 1
                assert hinted(state, ENEMY[side]) == hinted(twin, ENEMY[side])
        if number >= most:
            break
    if scenario == "queen":
        return
    assert len(phases) > 12 and hints > 5, (phases, hints)
    assert {
        "allied movement",
        "allied combat",
        "german reaction movement",
    } <= phases  # whole games: `compare_twins`


def fought_twins() -> tuple[Campaign, Campaign]:
    """An attack on a stack that is the same in both positions; what differs lies covered elsewhere."""
    units = {
        "US-30-InfDiv": "16.09",
        "DE-FestMG-1": "15.10",
        "DE-81-Corps": "15.11",
        "DE-12-VGDiv": "15.11",
        "DE-246-VGDiv": "15.11",
    }
    dumps = {"allied_dumps": {"16.09": 40}, "german_dumps": {"15.11": 20}}
    state = scene("allied combat", units=units, options=FOG, **dumps)
    twin = covered_twin(state, GERMAN, Random(3))
    assert twin is not None
    for one in (state, twin):
        do(one, "attack US-30-InfDiv 15.10", "done")
    return state, twin


def test_twins_are_compared_through_a_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[object] = []
    answer = conformance._answer

    def noted(*asked: Any) -> Any:
        answers.append(answer(*asked))
        return answers[-1]

    monkeypatch.setattr(conformance, "_answer", noted)
    conformance._follow(*fought_twins(), ALLIED, Random(1))
    assert len([one for one in answers if one is not None]) > 2  # dice, and what the Germans decide


def test_a_fight_that_told_of_covered_counters_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Campaign.view

    def leaky(self: Campaign, seat: str) -> dict[str, Any]:
        more = {"losses": list(self.lost), "modes": list(self.mode)} if len(self.stack) > 2 else {}
        return view(self, seat) | more

    pair = fought_twins()
    monkeypatch.setattr(Campaign, "view", leaky)
    with pytest.raises(AssertionError, match="the view tells"):
        conformance._follow(*pair, ALLIED, Random(1))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 6))
def test_twins_of_whole_games_through_fights(seed: int) -> None:
    """Games 2 and 3 once told of covered loads: by the draw of the defense and by a blown dump."""
    assert conformance.compare_twins(GAME, seed, of_a_kind=4) > 500


def test_the_twins_would_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that printed the stocks of every counter would be found out."""
    state = stack()
    twin = covered_twin(state, GERMAN, Random(1))
    assert twin is not None and sent(state, ALLIED) == sent(twin, ALLIED)
    whole = {id(state): state, id(twin): twin}
    monkeypatch.setattr(Campaign, "known_to", lambda self, side: whole[id(self)])
    assert sent(state, ALLIED) != sent(twin, ALLIED)


def test_plain_plays_by_what_it_sees() -> None:
    """Touching a covered counter would raise `Leak`."""
    player = next(one for one in players_of(GAME.name) if one.name == "plain")
    match = Match.begin(GAME, options=FOG, seed="fog")
    seats = {side: Seat(player.load(), side) for side in SIDES}
    for _ in range(120):
        if match.state.to_move == "chance":
            match.roll()
        else:
            match.do(seats[str(match.state.to_move)].think(match.state).action)
    assert match.state.turn >= 1 and match.secret


def test_a_fight_runs_to_its_dice_under_fog() -> None:
    assert fight(stack(), "attack US-30-InfDiv 15.10").step.name == "surprise"
