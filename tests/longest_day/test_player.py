"""The plain computer player: legal to the end, for both sides; twenty turns by the script; balance is counted
right.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from grognard.core.facts import CHANCE
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.games.longest_day.conformance import holds
from grognard.games.longest_day.days import date_words
from grognard.players import find, players_of
from grognard.players.longest_day import balance
from grognard.players.longest_day.plain import decide
from grognard.players.seat import PlayerSettings, PlayerView, Seat

from .build import GAME

GOLDEN = Path(__file__).parent / "golden-20-turns.json"


def turns(count: int, seed: int) -> Match:
    """The campaign played by the plain player on both sides for so many days, written down."""
    from grognard.core.chance import Seeded

    match = Match.begin(GAME, "campaign", dice=Seeded(str(seed)))
    state = match.state
    seats = {side: PlayerSettings(rng=Random(f"{seed}/{side}")) for side in state.sides}
    while state.to_move is not None and state.day < count:  # type: ignore[attr-defined]
        if state.to_move == CHANCE:
            match.roll()
        else:
            match.do(
                decide(PlayerView(state.to_move, state, state.legal_actions()), seats[state.to_move]).action
            )
    return match


def test_it_is_registered() -> None:
    assert [player.name for player in players_of("longest-day")][:2] == ["random", "plain"]
    assert find("plain", "longest-day").load() is decide


def test_a_seat_plays_the_first_segment_as_it_is_shown_it() -> None:
    state = GAME.new(seed=3)
    seats = {side: Seat(decide, side, seed=3) for side in state.sides}
    for _ in range(60):
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(seats[state.to_move].choose(state))  # checked: whatever it does is legal
    assert state.occupied["allied"]


def test_a_scripted_game_of_twenty_turns() -> None:
    """Both sides by fixed rules and seeded dice: every day the same position as it was stored, and the record
    verifies.
    """
    match = turns(20, seed=6)
    state = match.state
    holds(state)
    stored = json.loads(GOLDEN.read_text())
    assert date_words(state.day) == "26 June"  # type: ignore[attr-defined]
    assert {"actions": len(state.actions), "digest": state.digest()} == stored["end"]
    again = replay(GAME, json.loads(json.dumps(match.lines)))
    assert again.state.to_json() == state.to_json() and again.now == match.now


def test_the_balance_command_counts_what_happened() -> None:
    found = balance.play("standard", 1)
    assert [row["day"] for row in found["days"]] == [0, 1, 2] and found["outcome"][0] in (
        "allied",
        "german",
        "draw",
    )
    lines = balance.report([found])
    assert lines[1].startswith("6 June") and found["outcome"][0] in lines[-1]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(5))
def test_bridgeheads(seed: int) -> None:
    assert balance.play("bridgehead", seed)["outcome"]


def main() -> None:
    match = turns(20, seed=6)
    GOLDEN.write_text(
        json.dumps({"end": {"actions": len(match.state.actions), "digest": match.state.digest()}}, indent=1)
        + "\n"
    )


if __name__ == "__main__":
    main()
