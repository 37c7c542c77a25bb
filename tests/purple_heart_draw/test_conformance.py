"""More than the conformance suite asks of the Tactical Mission: long runs, and what is hidden and shown.

The words of this game are many (units, hexes, offers: five million actions can be written), so list and
refusal are compared on every listed action and one in two thousand of the rest; the nightly run on one in
forty of those that belong to the step.
"""

from __future__ import annotations

import pytest

from grognard.core import agreement, conformance
from grognard.games.purple_heart_draw.conformance import holds
from grognard.games.purple_heart_draw.pieces import SIDES

from .build import GAME


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [3000, 3001, 3008])
def test_the_list_and_the_refusal_agree_more_often(seed: int) -> None:
    """As printed, all options, and a mixture with the players' table, at one decision of every kind (some
    forty to seventy a mission). Asked are every listed action, one in forty of what could be said with a verb
    of the step, one in a thousand of what could be said with any other. All that could be said is eight
    million actions a position: a night is too short.
    """
    assert agreement.check_sampled_agreement(GAME, seed, 40, 1000) > 500_000


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [3020, 3021])
def test_the_list_and_the_refusal_agree_at_every_kind_of_decision(seed: int) -> None:
    """By day one kind in six is asked."""
    assert agreement.check_sampled_agreement(GAME, seed, 10_000) > 20_000


@pytest.mark.nightly
def test_push_and_pop_at_every_step() -> None:
    assert conformance.check_push_and_pop(GAME, 2000) > 100


@pytest.mark.parametrize(("seed", "side"), [(20, "us"), (20, "german"), (5, "german"), (26, None)])
def test_what_lies_open_at_once_is_no_secret_and_nothing_else_shows(seed: int, side: str | None) -> None:
    """Seed 20: units that enter at the players' table lie open at once; German secrets open when they are
    laid out.
    """
    conformance.check_secrets(GAME, seed, side)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(300))
def test_secrets_of_three_hundred_missions(seed: int) -> None:
    for side in (None, *SIDES):
        conformance.check_secrets(GAME, seed, side)


def test_a_spectator_sees_no_hidden_group() -> None:
    """Groups, purchases and stores belong to their side: a seat that is no side sees none of them."""
    state = GAME.new(seed=1)
    view = state.view(conformance.SPECTATOR)
    assert state.view("german")["groups"]["g-rg01"] and not view["groups"]
    owned = {name for name, column in state.columns.items() if column.seen is not None}
    owned = {name for name in owned if not name.startswith("fight_")}  # nothing is fought yet
    assert owned >= {"tp", "groups", "modules"} and not any(view[name] for name in owned)


@pytest.mark.parametrize("seed", [0, 2])
def test_what_was_told_could_be_seen_when_it_happened(seed: int) -> None:
    """Units are uncovered and hide again: neither tells afterwards where they were."""
    assert conformance.check_visible_events(GAME, seed) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(5000, 5200))
def test_two_hundred_missions(seed: int) -> None:
    conformance.check_game(GAME, seed, holds)
