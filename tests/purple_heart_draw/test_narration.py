"""The log in sentences: units by their printed value, one line an event."""

from __future__ import annotations

import re

from grognard.core.facts import Events
from grognard.core.narration import Narrator
from grognard.core.random_games import RandomGame
from grognard.core.record import Match
from grognard.games.purple_heart_draw.game import GAME
from grognard.play.describe import narrate
from grognard.players.seat import seated

ID_ALONE = re.compile(r"(?<![(\w])(?<!, )[ug]\d{3}\b")  # not in the brackets after a value


def sentences(seed: int, side: str | None = None, actions: int = 700) -> list[str]:
    play = RandomGame(GAME, seed, {})
    for _ in range(actions):
        if play.state.to_move is None:
            break
        play.do(play.choose())
    return [words for row in narrate(play.match, side) for words in row["words"]]


def test_a_line_names_units_by_their_value_and_no_typed_order() -> None:
    lines = sentences(3)
    assert len(lines) > 200
    assert [line for line in lines if ID_ALONE.search(line)] == []
    assert [line for line in lines if line[:1].islower() and not line.startswith("hero (")] == []
    assert any(line.startswith("5-4-8 (g001) redeploys from ") for line in lines)
    assert any(line.startswith("US Rifle Platoon: leader DR 3, a 9-2 (u020)") for line in lines)
    assert any(
        line.startswith("Only one legal choice: 3-4-6 (u012) and 3-4-6 (u009) recombine into a 6-6-6")
        for line in lines
    )


def test_the_other_side_reads_no_value_of_a_covered_unit() -> None:
    """A line the US player reads of a German unit in the first set-up would tell where it is hidden."""
    own, other = (sentences(0, side, actions=60) for side in ("german", "us"))
    assert any("(g002)" in line for line in own) and not any(
        "(g002)" in line or "5-4-8" in line for line in other
    )


def test_names_are_known_from_the_middle_of_a_game() -> None:
    """A narrator that begins late is given the values as they were then."""
    play, told = RandomGame(GAME, 3, {}), []
    while not told:
        side = play.state.to_move
        play.do(play.choose())
        state, narrator = play.state, Narrator(GAME)
        last = len(state.actions) - 1
        if not str(state.actions[last]).startswith("redeploy"):
            continue
        narrator.remember(state, last)
        changes = Events(state.fields, state.journal[state.marks[last] :])
        told = narrator.describe(str(side), str(state.actions[last]), changes)
    assert told[0].kind == "redeploy" and re.search(r"\([ug]\d+\)", told[0].text)


def test_a_hit_says_what_it_did_to_a_unit_and_a_report_names_units_by_their_value() -> None:
    match = Match.begin(GAME, seed="3")
    players = {side: seated("computer:plain", GAME.name, side) for side in match.state.sides}
    while match.state.scenario < 2:  # type: ignore[attr-defined]
        side = match.state.to_move
        match.roll() if side == "chance" else match.do(players[side].choose(match.state))
    lines = [words for row in narrate(match, None) for words in row["words"]]
    assert any(line.endswith(" breaks [PHD-Z6]") for line in lines)
    reports = [line for line in lines if "units after the scenario" in line]
    assert reports and not any(re.search(r"(?<!\()[ug]\d{3} in ", line) for line in reports)


def test_a_purchase_that_is_opened_is_a_line_of_the_buyers_chart() -> None:
    """It may be opened while the other side is to move."""
    state, narrator = GAME.new(seed="3"), Narrator(GAME)
    bought = [narrator.opened(state, side, "buy I1.reinforcement").text for side in ("us", "german")]
    assert bought == [
        "US: buy Rifle Platoon (reinforcement)",
        "German: buy Grenadier Platoon (reinforcement)",
    ]
