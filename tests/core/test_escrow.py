"""Dice whose secrets the players' pages make: halves, openings, and the record they leave."""

from __future__ import annotations

import pytest

from grognard.core.chance import CHAPTER, Checker, Committed, chain
from grognard.core.escrow import Deposit, Hand, Pooled, mask
from grognard.core.ruling import GrognardError
from tests.core.test_chance import DIE, asking

HANDS = {side: Hand(side, f"secret of {side}") for side in ("blue", "red")}


def deposits(chapter: int) -> dict[str, Deposit]:
    return {side: Deposit(hand.tip(chapter), hand.shares(chapter)) for side, hand in HANDS.items()}


def halves(number: int) -> dict[str, str]:
    return {
        side: mask(hand.opener(number // CHAPTER), number % CHAPTER + 1).hex() for side, hand in HANDS.items()
    }


def pooled() -> Pooled:
    return Pooled(
        {side: hand.tip(0) for side, hand in HANDS.items()}, {side: hand.key for side, hand in HANDS.items()}
    )


def opened(number: int) -> Pooled:
    dice = pooled()
    dice.open(number, halves(number), deposits(number // CHAPTER), deposits(number // CHAPTER + 1))
    return dice


@pytest.mark.parametrize("number", [0, 1, 254, 255, 256, 700])
def test_the_halves_open_the_links_that_both_secrets_would_give(number):
    whole = Committed({side: hand.secret for side, hand in HANDS.items()})
    assert opened(number).proof(number) == whole.proof(number)


def test_the_head_is_that_of_committed_dice_and_says_who_made_the_secrets():
    whole = Committed({side: hand.secret for side, hand in HANDS.items()})
    assert pooled().header() == whole.header() | {"secrets": "pages"}
    assert pooled().opened() == whole.opened()


def test_a_whole_chapter_and_more_passes_the_checker_of_records():
    checker = Checker(pooled().header(), sorted(HANDS))
    for number in range(CHAPTER + 2):
        dice = opened(number)
        face = DIE.actions.index(dice.answer(asking(number)))
        checker.roll({"roll": number, "of": 6, "pick": face, **dice.proof(number)})
    checker.open(dice.opened())
    assert checker.proved == CHAPTER + 2 and checker.by_all_sides and checker.by_pages


def test_no_roll_is_made_before_it_is_opened_and_none_but_that_one():
    dice = opened(3)
    assert dice.has(3) and not dice.has(2) and not dice.has(4)
    with pytest.raises(GrognardError, match="waits until a player's page opens it"):
        dice.proof(4)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"blue": halves(5)["blue"]}, "a part of each side: blue, red"),
        ({**halves(5), "green": "00" * 16}, "a part of each side"),
        ({**halves(5), "red": "00" * 16}, "given for red does not open"),
        ({**halves(5), "red": "00"}, "given for red does not open"),
        (halves(6), "given for blue does not open"),  # those of another roll
    ],
)
def test_a_wrong_part_is_refused_and_leaves_what_was_open(given, words):
    dice = opened(3)
    with pytest.raises(GrognardError, match=words):
        dice.open(5, given, deposits(0), deposits(1))
    assert dice.has(3) and not dice.has(5)


def test_what_is_missing_is_named():
    blue_only = {"blue": deposits(0)["blue"]}
    with pytest.raises(GrognardError, match="waits for red: no part of the dice"):
        pooled().open(0, halves(0), blue_only, {})
    with pytest.raises(
        GrognardError, match="waits for blue and red: the dice of the next chapter are not sealed"
    ):
        pooled().open(255, halves(255), deposits(0), {})
    pooled().open(
        254, halves(254), deposits(0), {}
    )  # in the middle of a chapter nothing of the next is needed


def test_neither_the_server_nor_an_opener_alone_has_a_link():
    """The server's half and the opener's half of a link differ from it, and each is that of no other link."""
    hand = HANDS["blue"]
    links = set(chain(hand.secret, 0))
    shares = bytes.fromhex(hand.shares(0))
    server = {shares[at : at + 16] for at in range(0, len(shares), 16)}
    opener = {mask(hand.opener(0), index) for index in range(1, CHAPTER + 1)}
    assert len(server) == len(opener) == CHAPTER and not links & server and not links & opener


def test_secrets_are_made_anew_for_every_hand():
    assert Hand("blue").secret != Hand("blue").secret and len(Hand("blue").secret) == 64
