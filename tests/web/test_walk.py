"""Absurd requests to every route, as every kind of seat: an answer or a refusal, never a status of 500."""

from __future__ import annotations

from random import Random

import pytest

import grognard

from .seats import every
from .walk import NEVER, SCENES, Walk, failures


@pytest.mark.parametrize("game", grognard.GAMES)
def test_absurd_requests_are_answered_or_refused(client, game):
    found = list(failures(client, game, 1, 150))
    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("game", grognard.GAMES)
def test_many_absurd_requests_are_answered_or_refused(client, game, seed):
    found = list(failures(client, game, seed, 3000))
    assert not found, "\n".join(found)


def test_every_route_is_walked(client):
    """Every route of the description, but the two that are left out by name."""
    walk = Walk(client, "sword-beach", 1, 0)
    walked = {(path, method) for path, method, _ in walk.routes}
    described = {(path, method) for path, methods in walk.document["paths"].items() for method in methods}
    assert {path.rpartition("/")[2] for path, _ in described - walked} == set(NEVER)


def test_a_failure_is_found(database, monkeypatch):
    from litestar.testing import TestClient

    from grognard.web.app import create_app

    with TestClient(create_app(database, rate=0), raise_server_exceptions=False) as client:
        monkeypatch.setattr("grognard.web.view.judge", lambda *args: 1 / 0)
        assert any("/judge" in said for said in failures(client, "sword-beach", 1, 300))


@pytest.mark.parametrize("actions", SCENES)
@pytest.mark.parametrize("game", grognard.GAMES)
def test_every_seat_is_given_a_verdict_on_any_action(client, game, actions):
    """The side to move, its opponent and spectators, on what is legal and on every verb the game has."""
    walk = Walk(client, game, 2, actions)
    texts = [*Random(1).sample(walk.legal, min(len(walk.legal), 30)), "done"]
    texts += [f"{verb} {walk.word()}"[:200] for verb in grognard.load(game).vocabulary.verbs]
    for seat in walk.table.seat.values():
        for text in texts:
            assert seat.ask("POST", "/judge", json={"do": text}).status_code in (200, 400, 422)


def test_figures_that_are_secret_are_left_out_of_a_verdict(client):
    """What a purchase leaves is known to the buyer alone: opponents and spectators are refused without it."""
    walk = Walk(client, "purple-heart-draw", 2, 0)
    for _ in range(200):
        if buys := [do for do in walk.legal if do.startswith("buy ")]:
            break
        for _ in walk.table.play(Random(3), 1):
            pass
        walk.legal = [do for seat in walk.table.seat.values() for do in every(seat.look()["legal"])]
    mover = walk.table.watch.look()["to_move"]
    for name, seat in walk.table.seat.items():
        said = seat.judge(buys[0])
        assert bool(said["figures"]) == said["legal"] == (name == mover)
