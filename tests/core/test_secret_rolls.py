"""Hidden set-up and secret rolls: sealed when made, seals alone in the other side's copy, opened and checked
at the end.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from grognard.core.chance import Committed, Typed
from grognard.core.facts import CHANCE
from grognard.core.lines import DamagedRecord, in_seal, seal
from grognard.core.reading import check_copy, replay
from grognard.core.record import Match
from tests.records.vectors import chained

from .toy import GAME

SECRETS = {"blue": "blue's own words", "red": "red's own words"}


def play(match: Match, seed: int = 1, stop: str = "") -> Match:
    """Random play to the end, or until the named step waits."""
    rng = Random(seed)
    while match.state.to_move is not None and match.state.step.name != stop:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
    return match


def game(seed: int = 1, stop: str = "") -> Match:
    return play(Match.begin(GAME, dice=Committed(SECRETS)), seed, stop)


def lines_of(match: Match) -> list[dict]:
    return json.loads(json.dumps(match.lines))


def test_a_secret_action_and_a_secret_roll_are_sealed_when_they_are_made() -> None:
    match = game(stop="red movement")
    hidden = match.lines[1:4]
    assert [line["by"] for line in hidden] == ["blue", "blue", "chance"]
    assert all(line["to"] == "blue" and line["seal"] == seal(line["salt"], in_seal(line)) for line in hidden)
    assert all({"own", "do"} <= set(in_seal(line)) for line in hidden) and {"of", "pick"} <= set(
        in_seal(hidden[2])
    )
    assert len({line["salt"] for line in hidden}) == 3, "a salt used twice would show equal actions"


def test_the_other_sides_copy_holds_only_seals() -> None:
    match = game(stop="red movement")
    copy = match.copy_for("red")
    assert [line.get("seal") for line in copy[1:4]] == [line["seal"] for line in match.lines[1:4]]
    text = json.dumps(copy)
    for line in match.lines[1:4]:
        assert line["do"] not in text and line["salt"] not in text
    assert "hide" not in text and '"own"' not in text
    assert match.copy_for("blue") == match.lines
    found = check_copy(copy)
    assert found.audit.closed == 3 and found.audit.dice.rolls == 1 and found.audit.dice.proved == 0


def test_the_other_side_sees_neither_the_fact_nor_the_note() -> None:
    match = game(stop="red movement")
    state = match.state
    assert "strength" not in state.view("red") and state.view("blue")["strength"] == state.strength
    told = [e for e in state.events().seen_by(state, "red") if e.fact in ("strength", "log")]
    assert not told
    assert set(state.view("red")["at"]) == {"A/1", "B/1"}


def test_seals_cannot_be_guessed_without_the_salt() -> None:
    """Six faces, so that a bare hash would be guessed at once."""
    line = game(stop="red movement").lines[3]
    own, salts = in_seal(line)["own"], ("", "0", "None")
    guesses = [{"own": own, "do": f"roll {face + 1}", "of": 6, "pick": face} for face in range(6)]
    assert line["seal"] not in {seal(salt, guess) for guess in guesses for salt in salts}
    assert line["seal"] in {seal(line["salt"], guess) for guess in guesses}


def test_everything_is_opened_and_checked_at_the_end() -> None:
    match = game()
    assert set(match.lines[-1]["open"]) == {"red", "blue"}
    assert replay(GAME, lines_of(match)).now == match.now


def test_at_the_end_the_copy_is_the_record() -> None:
    match = game()
    assert match.copy_for("red") == match.lines


def test_a_copy_with_seals_says_that_it_cannot_be_replayed() -> None:
    with pytest.raises(DamagedRecord, match="line 2: is sealed"):
        replay(GAME, game(stop="red movement").copy_for("red"))


def forge(match: Match, face: int) -> list[dict]:
    """A cheat who holds all secrets changes a secret roll and plays the same game on, with new seals and
    digests throughout.
    """
    lines = lines_of(match)
    other = Match.begin(GAME, dice=Typed())
    found = [lines[0]]
    for line in lines[1:-1]:
        line["do"] = f"roll {face}" if line is lines[3] else line["do"]
        fields, _ = other.perform(GAME.parse(line["do"]), other.state.push)
        found.append(
            {k: v for k, v in line.items() if k in ("links", "tips", "salt", "seal", "now")}
            | fields
            | {"roll": line.get("roll")}
        )
        if found[-1]["roll"] is None:
            del found[-1]["roll"]
        if other.state.to_move is None:
            break
    return chained([*found, lines[-1]])


@pytest.mark.parametrize("other", range(1, 6))
def test_a_cheat_with_a_changed_secret_roll_is_found(other: int) -> None:
    """The digests of the forgery are right; the opened key tells what the roll was."""
    match = game()
    was = int(match.lines[3]["do"].split()[1])
    face = (was - 1 + other) % 6 + 1
    forged = forge(match, face)
    with pytest.raises(DamagedRecord, match="the key of blue gives another face for secret roll 0"):
        replay(GAME, forged)


def test_another_key_than_the_one_committed_to_is_found() -> None:
    lines = lines_of(game())
    lines[-1]["open"]["blue"] = "0" * 32
    with pytest.raises(DamagedRecord, match="the key of blue is not the one committed to") as found:
        replay(GAME, chained(lines))
    assert found.value.line == len(lines)


def test_the_key_of_one_side_left_out_is_found() -> None:
    """Not to open is to cheat, too: the secret rolls could not be checked."""
    lines = lines_of(game())
    del lines[-1]["open"]["blue"]
    with pytest.raises(DamagedRecord) as found:
        replay(GAME, lines)
    assert found.value.line == len(lines)


def test_a_finished_game_without_the_opening_is_found() -> None:
    lines = lines_of(game())
    assert "open" in lines.pop()
    with pytest.raises(DamagedRecord):
        replay(GAME, lines)


def test_the_secret_roll_depends_on_the_rollers_key_and_on_both_links() -> None:
    """Neither side can foresee it: other secrets of either give other rolls."""
    faces = {who: set() for who in SECRETS}
    for who in SECRETS:
        for n in range(30):
            match = play(Match.begin(GAME, dice=Committed({**SECRETS, who: f"{n}"})), stop="red movement")
            faces[who].add(match.lines[3]["do"])
    assert len(faces["red"]) > 3 and len(faces["blue"]) > 3


def test_a_seeded_secret_roll_is_checked_at_its_line() -> None:
    lines = lines_of(play(Match.begin(GAME, seed=5)))
    was = int(lines[3]["do"].split()[1])
    lines[3] |= {"do": f"roll {was % 6 + 1}", "pick": was % 6}
    with pytest.raises(DamagedRecord, match="line 4: the seal does not fit"):
        replay(GAME, lines)
    with pytest.raises(DamagedRecord, match="line 4: the seed gives"):
        replay(GAME, chained(lines))


def test_the_head_cannot_be_changed_to_fit_another_key() -> None:
    """With new digests the head is consistent; the opened keys are then not what it commits to."""
    lines = lines_of(game())
    lines[0]["dice"]["keys"]["blue"] = "0" * len(lines[0]["dice"]["keys"]["blue"])
    with pytest.raises(DamagedRecord, match="the key of blue is not the one committed to"):
        replay(GAME, chained(lines))
