"""Dice: repeatable, checkable from the record alone, and fair."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from random import Random
from types import SimpleNamespace

import pytest

import grognard
from grognard.core.chance import (
    CHAPTER,
    Checker,
    Committed,
    Seeded,
    Typed,
    chain,
    commitment,
    fall,
    make_dice,
    mix,
    pick,
)
from grognard.core.facts import CHANCE, Action
from grognard.core.lines import DamagedRecord
from grognard.core.procedure import Outcomes
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from tests.records.vectors import chained

GAME = grognard.load("sword-beach")
SECRETS = {"allied": "windmill", "german": "haystack"}


class Face(Action, frozen=True):
    n: int


DIE = Outcomes((Face(n), 1) for n in range(1, 7))


def asking(number: int, weights: Outcomes = DIE, to: str | None = None) -> SimpleNamespace:
    """The little of a position that dice look at: the number of the roll, the outcomes, and whose secret it
    is.
    """
    step = SimpleNamespace(secret=to is not None)
    return SimpleNamespace(
        rolls=number,
        secret_to=to,
        step=step,
        chance_weights=lambda: weights,
        legal_actions=lambda: weights.actions,
    )


def played(dice: object, seed: int = 3, stop: int = 10_000) -> Match:
    match, rng = Match.begin(GAME, dice=dice), Random(seed)
    while match.state.to_move is not None and len(match.lines) < stop:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
    return match


@pytest.fixture(scope="module")
def long_game() -> Match:
    """A whole game with committed dice, long enough for a second chapter of rolls."""
    games = (played(Committed(SECRETS), seed) for seed in range(9))
    return next(match for match in games if match.state.rolls > CHAPTER + 9)


def lines_of(match: Match) -> list[dict]:
    return json.loads(json.dumps(match.lines))


def rolls(lines: list[dict]) -> list[int]:
    return [i for i, line in enumerate(lines) if line.get("by") == CHANCE]


# ---------------------------------------------------------------- picking


def chi_square(counts: Counter, weights: Outcomes, total: int) -> float:
    whole = sum(w for _, w in weights)
    return sum((counts[a] - total * w / whole) ** 2 / (total * w / whole) for a, w in weights)


LIMITS = {
    5: 20.52,
    2: 13.82,
    7: 24.32,
    35: 66.62,
}  # chi-square, one chance in a thousand, by degrees of freedom


@pytest.mark.parametrize(
    "dice", [Seeded("a"), Seeded("b"), Committed(SECRETS), Committed({"red": "1", "blue": "1"})]
)
def test_no_face_is_favoured(dice: Seeded | Committed) -> None:
    counts = Counter(dice.answer(asking(n)) for n in range(20_000))
    assert chi_square(counts, DIE, 20_000) < LIMITS[5]


def test_successive_rolls_do_not_hang_together() -> None:
    dice = Seeded("pairs")
    faces = [dice.answer(asking(n)).n for n in range(36_001)]
    counts = Counter(zip(faces, faces[1:], strict=False))
    assert sum((counts[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7)) < LIMITS[35]


@pytest.mark.parametrize("weights", [(1, 2, 3), (5, 1, 1), (1, 1, 1, 1, 1, 1, 1, 9)])
def test_a_blind_draw_is_as_likely_as_its_weight(weights: tuple[int, ...]) -> None:
    outcomes, dice = Outcomes((Face(n), w) for n, w in enumerate(weights)), Seeded("cup")
    counts = Counter(dice.answer(asking(n, outcomes)) for n in range(20_000))
    assert chi_square(counts, outcomes, 20_000) < LIMITS[len(weights) - 1]


def test_a_stream_that_would_tip_the_scale_is_thrown_away() -> None:
    """All ones lies beyond the last whole multiple of six: the next hash decides."""
    assert pick(b"\xff" * 32, DIE) == pick(sha256(b"\xff" * 32).digest(), DIE)


def test_a_single_outcome_needs_no_dice() -> None:
    assert pick(b"", Outcomes([(Face(4), 3)])) == Face(4)


# ---------------------------------------------------------------- seeded, typed


def test_seeded_dice_repeat_and_depend_on_seed_and_number_alone() -> None:
    ten = [Seeded("x").answer(asking(n)) for n in range(10)]
    dice = Seeded("x")
    assert [dice.answer(asking(n)) for n in reversed(range(10))] == ten[::-1]
    assert ten != [Seeded("y").answer(asking(n)) for n in range(10)]


def test_a_roll_taken_back_and_made_again_is_the_same() -> None:
    state = played(Seeded("again"), stop=40).state
    while state.to_move != CHANCE:
        state.push(state.legal_actions()[0])
    state.roll()
    after = state.to_json()
    state.pop()
    state.roll()
    assert state.to_json() == after


def test_whole_games_repeat() -> None:
    one, two, other = ([line["do"] for line in played(Seeded(seed)).lines[1:]] for seed in "778")
    assert one == two != other


def test_typed_dice_ask_for_the_result() -> None:
    match = Match.begin(GAME, dice=Typed())
    while match.state.to_move != CHANCE:
        match.do(match.state.legal_actions()[0])
    with pytest.raises(GrognardError, match="type the result of the drop of 3/6 Para: one of roll 1, roll 2"):
        match.roll()
    match.do("roll 4")
    assert replay(GAME, match.lines).now == match.now


@pytest.mark.parametrize("dice", [Seeded("1"), Committed(SECRETS)])
def test_other_dice_cannot_be_typed_in(dice: Seeded | Committed) -> None:
    match = Match.begin(GAME, dice=dice)
    while match.state.to_move != CHANCE:
        match.do(match.state.legal_actions()[0])
    due = dice.answer(match.state)
    other = next(a for a in match.state.legal_actions() if a != due)
    with pytest.raises(GrognardError, match=f"are {dice.kind} and cannot be typed in"):
        match.do(other)
    match.do(due)


def test_no_roll_is_due_when_a_player_is_to_move() -> None:
    with pytest.raises(GrognardError, match="no roll is due: german is to move"):
        Match.begin(GAME, seed=1).roll()


def test_a_position_without_dice_says_so() -> None:
    match = Match.begin(GAME)
    while match.state.to_move != CHANCE:
        match.do(match.state.legal_actions()[0])
    with pytest.raises(GrognardError, match="has no dice"):
        match.roll()


def test_unknown_dice_are_refused() -> None:
    with pytest.raises(GrognardError, match="unknown dice 'loaded'"):
        make_dice({"kind": "loaded"})


# ---------------------------------------------------------------- committed by both sides


def test_both_sides_contribute_to_every_roll() -> None:
    """Changing either secret changes about five faces in six."""
    base = [Committed(SECRETS).answer(asking(n)) for n in range(300)]
    for side in SECRETS:
        dice = Committed({**SECRETS, side: "other"})
        same = sum(dice.answer(asking(n)) == face for n, face in enumerate(base))
        assert 20 < same < 90


def test_fresh_secrets_differ_every_time() -> None:
    a, b = (Committed.fresh(("allied", "german"), {"allied": "caen"}) for _ in range(2))
    assert (
        a.secrets != b.secrets
        and a.secrets["allied"].endswith(" caen")
        and a.secrets["allied"] != a.secrets["german"]
    )


def test_every_link_hashes_to_the_one_before() -> None:
    links = chain("x", 0)
    assert len(links) == CHAPTER + 1
    assert all(sha256(after).digest()[:16] == before for before, after in zip(links, links[1:], strict=False))
    assert chain("x", 1)[0] != links[0]


def test_the_head_tells_tips_and_commitments_and_no_secret(long_game: Match) -> None:
    dice = long_game.lines[0]["dice"]
    assert dice["sides"] == sorted(SECRETS) == sorted(dice["keys"])
    assert dice["tips"] == "".join(chain(SECRETS[side], 0)[0].hex() for side in dice["sides"])
    assert not [word for word in SECRETS.values() if word in json.dumps(long_game.lines)]
    assert dice["keys"]["allied"] == commitment(Committed(SECRETS).key("allied")) != dice["keys"]["german"]


def test_a_long_game_opens_a_second_chapter_and_is_checked_throughout(long_game: Match) -> None:
    tipped = [i for i, line in enumerate(long_game.lines) if "tips" in line]
    assert len(tipped) >= 1 and rolls(long_game.lines).index(tipped[0]) == CHAPTER - 1
    assert replay(GAME, lines_of(long_game)).now == long_game.now


def test_dice_looked_up_out_of_order_are_the_same() -> None:
    numbers = [0, CHAPTER, CHAPTER - 1, 3 * CHAPTER, 1, 2 * CHAPTER + 5, 0]
    dice = Committed(SECRETS)
    assert [dice.answer(asking(n)) for n in numbers] == [
        Committed(SECRETS).answer(asking(n)) for n in numbers
    ]


@pytest.mark.parametrize("which", [0, 1, 40, CHAPTER - 1, CHAPTER, CHAPTER + 1])
@pytest.mark.parametrize("side", [0, 1])
def test_a_wrong_link_is_found_at_its_line(long_game: Match, which: int, side: int) -> None:
    lines = lines_of(long_game)
    at = rolls(lines)[which]
    links = lines[at]["links"]
    lines[at]["links"] = links[: 32 * side] + "00" * 16 + links[32 * side + 32 :]
    with pytest.raises(DamagedRecord, match=f"the link of {sorted(SECRETS)[side]} does not fit") as found:
        replay(GAME, chained(lines))
    assert found.value.line == at + 1


@pytest.mark.parametrize(
    ("links", "reason"),
    [(None, "carries no links"), ("zz", "carries no links"), ("", "a link of every side")],
)
def test_missing_links_are_found(long_game: Match, links: object, reason: str) -> None:
    lines = lines_of(long_game)
    at = rolls(lines)[2]
    if links is None:
        del lines[at]["links"]
    else:
        lines[at]["links"] = links
    with pytest.raises(DamagedRecord, match=reason) as found:
        replay(GAME, chained(lines))
    assert found.value.line == at + 1


@pytest.mark.parametrize("which", [0, 5, CHAPTER, CHAPTER + 3])
def test_a_changed_face_is_found_with_the_reason(long_game: Match, which: int) -> None:
    """Another outcome that was possible there: only the links tell."""
    lines = lines_of(long_game)
    at = rolls(lines)[which]
    state = replay(GAME, lines[:at]).state
    was, of = lines[at]["pick"], lines[at]["of"]
    other = (was + 1) % (of if isinstance(of, int) else len(of))
    lines[at] |= {"pick": other, "do": str(state.legal_actions()[other])}
    with pytest.raises(
        DamagedRecord, match=f"the links give outcome {was}, the record says {other}"
    ) as found:
        replay(GAME, chained(lines))
    assert found.value.line == at + 1


def test_a_wrong_tip_of_the_next_chapter_is_found(long_game: Match) -> None:
    """At the first roll of that chapter: its links do not lead to the tip."""
    lines = lines_of(long_game)
    at, after = rolls(lines)[CHAPTER - 1], rolls(lines)[CHAPTER]
    lines[at]["tips"] = lines[at]["tips"][:32] + "11" * 16
    with pytest.raises(DamagedRecord, match="the link of german does not fit") as found:
        replay(GAME, chained(lines))
    assert found.value.line == after + 1


@pytest.mark.parametrize("tips", ["00" * 16, "zz", "", {}, None, ["00" * 16, "00" * 16]])
def test_tips_that_are_none_are_found_and_do_not_crash(long_game: Match, tips: object) -> None:
    lines = lines_of(long_game)
    lines[rolls(lines)[CHAPTER - 1]]["tips"] = tips
    with pytest.raises(DamagedRecord):
        replay(GAME, chained(lines))


def test_a_side_cannot_change_its_chain_in_the_middle_of_a_chapter() -> None:
    """Tips belong to the last roll of a chapter: new ones before it would let a cheat look for a chain he
    likes.
    """
    dice, checker, other = (
        Committed(SECRETS),
        Checker(Committed(SECRETS).header(), sorted(SECRETS)),
        chain("a luckier one", 0),
    )
    for n in range(6):
        links = bytes.fromhex(dice.proof(n)["links"])
        line = {"roll": n, "of": 6, "pick": fall(mix(links), 6), "links": links.hex()}
        if n < 5:
            checker.roll(line)
    with pytest.raises(GrognardError, match="changes its chain in the middle of a chapter"):
        checker.roll(line | {"tips": (links[:16] + other[5]).hex()})


def test_a_wrong_tip_in_the_head_is_found_at_the_first_roll(long_game: Match) -> None:
    lines = lines_of(long_game)
    lines[0]["dice"]["tips"] = "00" * 16 + lines[0]["dice"]["tips"][32:]
    with pytest.raises(DamagedRecord, match="the link of allied does not fit") as found:
        replay(GAME, chained(lines))
    assert found.value.line == rolls(lines)[0] + 1


@pytest.mark.parametrize("tips", ["zz", "", 7, None])
def test_a_head_whose_tips_are_none_is_found_and_does_not_crash(long_game: Match, tips: object) -> None:
    lines = lines_of(long_game)
    lines[0]["dice"]["tips"] = tips
    with pytest.raises(DamagedRecord):
        replay(GAME, chained(lines))


def test_the_opened_keys_are_checked(long_game: Match) -> None:
    assert commitment(long_game.lines[-1]["open"]["german"]) == long_game.lines[0]["dice"]["keys"]["german"]
    lines = lines_of(long_game)
    lines[-1]["open"]["german"] = lines[-1]["open"]["allied"]
    with pytest.raises(DamagedRecord, match="the key of german is not the one committed to") as found:
        replay(GAME, chained(lines))
    assert found.value.line == len(lines)


def test_a_game_can_go_on_from_its_file_with_the_secrets_beside_it(tmp_path) -> None:
    from grognard.core.files import secrets_file
    from grognard.core.reading import open_match

    match = played(Committed(SECRETS), stop=60)
    match.save(tmp_path / "game.record.jsonl")
    again = open_match(GAME, tmp_path / "game.record.jsonl")
    assert secrets_file(tmp_path / "game.record.jsonl").stat().st_mode & 0o077 == 0
    match.path = None  # one of the two keeps the file
    for one in (match, again):
        while one.state.to_move != CHANCE:
            one.do(one.state.legal_actions()[0])
        one.roll()
    assert match.now == again.now


def test_without_the_secrets_a_committed_game_cannot_roll(tmp_path) -> None:
    match = played(Committed(SECRETS), stop=60)
    again = replay(GAME, lines_of(match))
    while again.state.to_move != CHANCE:
        again.do(again.state.legal_actions()[0])
    with pytest.raises(GrognardError, match="has no dice"):
        again.roll()
