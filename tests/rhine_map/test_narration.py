"""The log of the campaign on the map reads like an after-action report."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.core.acts import acts
from grognard.core.facts import Events
from grognard.core.narration import Narrator
from grognard.core.record import Match
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANE_NAMES
from grognard.games.beyond_the_rhine.campaign.narration import Narration, action_words
from grognard.games.beyond_the_rhine.campaign.pieces import NAMES
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.verbs import VERBS
from grognard.players.seat import seated

from .build import GAME, do, setup


def told(state: Campaign, *texts: str) -> list[str]:
    """What is told of actions played now."""
    narrator, found = Narrator(GAME), list[str]()
    narrator.remember(state, len(state.actions))
    for text in texts:
        by = str(state.to_move)
        do(state, text)
        events = Events(state.fields, state.journal[state.marks[-1] :])
        found += [one.text for one in narrator.describe(by, text, events)]
    return found


def test_a_stack_moves_in_one_sentence() -> None:
    state = setup(topped=["US-743-TkBn"])
    lines = told(state, "stack US-30-InfDiv", "stack US-743-TkBn", "move US-30-InfDiv 16.08")
    assert lines[-1] == "US 30 Inf Div and US 743 Tk Bn move from 16.09 to 16.08"


def test_an_attack_is_told_from_its_price_to_its_losses() -> None:
    state = setup("allied combat")
    lines = told(state, "attack US-1-InfDiv 14.09", "done", "draw 12.08", "pay yes", "draw 16.12")
    while state.to_move != "chance":
        lines += told(state, str(state.legal_actions()[0]))
    lines += told(state, "roll 9", "roll 2", "roll 7")
    assert lines[0] == "Allied attack on 14.09 by US 1 Inf Div"
    assert "Allied draws 4T in 12.08 for the attack of US 1 Inf Div" in lines
    assert "The Germans pay their combat supply" in lines
    assert "Dice 9, DRM +2, hedgehog -1: the attacker surprises" in lines
    assert any(
        line.startswith("Column 13, +2 by surprise, dice 7 +2, hedgehog -1: Ae3 DL2o2DG") for line in lines
    )
    assert any("DE Fest MG 7 is destroyed" in line for line in lines)
    assert "US 1 Inf Div may exploit" in lines


def test_an_attack_is_one_act_from_wherever_it_is_taken_up() -> None:
    state, rows = setup("allied combat"), []
    narrator, first = Narrator(GAME), len(state.actions)
    narrator.remember(state, first)
    texts = iter(("attack US-1-InfDiv 14.09", "done", "draw 12.08", "pay yes", "draw 16.12"))
    dice = iter(("roll 9", "roll 2", "roll 7"))
    while state.to_move != "chance" or (text := next(dice, None)):
        text = text if state.to_move == "chance" else next(texts, str(state.legal_actions()[0]))
        by = str(state.to_move)
        do(state, text)
        events = Events(state.fields, state.journal[state.marks[-1] :])
        rows.append((len(state.actions), by, narrator.describe(by, text, events)))
        if text == "roll 7":
            break
    assert {narrator.opening(state.actions, k) for k in range(first, len(state.actions))} == {first}
    told = acts(rows)
    assert [act.text for act in told] == ["Allied attack on 14.09 by US 1 Inf Div"]
    assert told[0].code == "Ae3 DL2o2DG" and told[0].side == "allied"
    assert told[0].effects[1:] == [
        "DE Fest MG 7 is disorganized",
        "DE Fest MG 7 is destroyed (Ae3 DL2o2DG)",
        "US 1 Inf Div may exploit",
    ]


def test_fuel_and_what_it_costs_are_no_act() -> None:
    state, rows = setup(), []
    narrator = Narrator(GAME)
    narrator.remember(state, len(state.actions))
    for verb in ("fuel", "draw"):
        text = next(str(one) for one in state.legal_actions() if one.verb == verb)
        do(state, text)
        events = Events(state.fields, state.journal[state.marks[-1] :])
        rows.append((len(state.actions), "allied", narrator.describe("allied", text, events)))
    assert [one.kind for _, _, sentences in rows for one in sentences] == ["fuel", "fuel"]
    assert acts(rows) == []


def test_supply_on_its_way_is_one_act_and_units_that_go_together_another() -> None:
    state, rows = setup(), []
    narrator = Narrator(GAME)
    narrator.remember(state, len(state.actions))

    def play(text: str) -> None:
        do(state, text)
        events = Events(state.fields, state.journal[state.marks[-1] :])
        rows.append((len(state.actions), "allied", narrator.describe("allied", text, events)))

    for truck in ("US-Truck-1", "US-Truck-2"):
        for text in (f"load {truck} 4", f"move {truck} 16.07", f"unload {truck} 4"):
            play(text)
    play("move US-107-ArtyGrp 12.08")
    trucks, guns = acts(rows)
    assert trucks.text == "US Truck 1 and US Truck 2 carry supply to 16.07 Heerlen"
    assert (trucks.kind, trucks.first, trucks.last) == ("transport", rows[0][0], rows[5][0])
    assert [one.to for one in trucks.moves] == ["16.07", "16.07"]
    assert guns.text == "US 107 Arty Grp moves from 13.08 to 12.08"


def test_weather_aircraft_and_markers_are_told() -> None:
    state = setup(flight="limited")
    lines = told(state, "fly US-P47-1 14.09", "join US-P38-1", "done", "roll 12")
    assert lines[0] == "Allied air strike on 14.09 Aachen by US P47 1" or lines[0].startswith(
        "Allied air strike on 14.09"
    )
    assert any("flak over 14.09" in line.lower() for line in lines)
    assert told(setup(), "mode US-30-InfDiv") == ["US 30 Inf Div turns to Move Mode"]
    hit = told(setup(units={"US-9-InfDiv": "12.09"}), "reserve US-9-InfDiv")
    assert hit == ["US 9 Inf Div goes into reserve"]


@pytest.fixture(scope="module")
def game() -> Match:
    match = Match.begin(grognard.load("beyond-the-rhine-map"), seed="5")
    players = {side: seated("computer:plain", match.game.name, side) for side in match.state.sides}
    while match.state.to_move and match.state.turn < 3:  # type: ignore[attr-defined]
        side = match.state.to_move
        match.roll() if side == "chance" else match.do(players[side].choose(match.state))
    return match


def test_no_typed_order_and_no_id_stands_in_a_sentence(game: Match) -> None:
    state, narrator = game.state, Narrator(game.game)
    narrator.remember(state, 0)
    for number, action in enumerate(state.actions):
        events = Events(state.fields, state.journal[state.marks[number] :][: _length(state, number)])
        for one in narrator.describe("allied", str(action), events):
            assert one.text[0].isupper() or one.text[0].isdigit(), one.text
            assert not any(name in one.text for name in (*NAMES, *PLANE_NAMES)), one.text
            assert not re.search(r"\{\}|Fraction|None", one.text), one.text
        if action.verb == "roll":
            assert narrator.describe("chance", str(action), events), f"roll {number} has no words"


def _length(state: object, number: int) -> int:
    marks = state.marks  # type: ignore[attr-defined]
    end = marks[number + 1] if number + 1 < len(marks) else len(state.journal)  # type: ignore[attr-defined]
    return int(end - marks[number])


def test_every_order_has_words() -> None:
    plain = {"pay": "pay yes", "terrain": "terrain close", "retreat": "retreat 1", "roll": "roll 4"}
    for verb in VERBS:
        text = plain.get(verb.verb, f"{verb.verb} US-30-InfDiv 14.08")
        if verb.verb != "roll":
            assert action_words(None, text) != text, text
    assert Narration.openings.keys() <= {verb.verb for verb in VERBS}
