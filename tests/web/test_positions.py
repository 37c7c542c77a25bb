"""Overlays, positions on the way, what-if games, receipts of the dice."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

import grognard
from grognard.core.hexes import OFF, members
from grognard.core.lines import read_lines
from grognard.core.reading import replay
from grognard.games.sword_beach.board import GRID, NEAR, hexside
from grognard.games.sword_beach.pieces import ALLIED, COMMANDO, GERMAN, NAMES, OF_SIDE, UNIT
from grognard.games.sword_beach.supply import cut_off, supply_path
from grognard.games.sword_beach.verbs import zoc
from grognard.web.sword_beach.layers import overlays
from tests.sword_beach.opening import RECORD

from .seats import Table, every
from .test_table import at_movement, started

GAME = grognard.load("sword-beach")


def positions(games: int = 4, options: dict | None = None):
    """Positions of random games in which the Allies have landed."""
    for seed in range(games):
        state, rng = GAME.new(seed=str(seed), options=options or {}), Random(seed)
        for number in range(900):
            if state.to_move is None:
                break
            if state.to_move == "chance":
                state.roll()
            else:
                state.push(state.legal_actions().sample(rng))
            if number % 15 == 0 and state.turn:
                yield state


# ---------------------------------------------------------------- overlays


@pytest.mark.clause("SB-12.0.c")
@pytest.mark.parametrize("options", [{}, {"rivers_block_supply": True}])
def test_a_path_of_supply_is_one_by_the_rule(options):
    """A unit has a path exactly when the supply check would spare it, and every hex of it keeps SB-12.0.e and
    f.
    """
    cut = whole = 0
    for state in positions(options=options):
        lost, zones = cut_off(state), zoc(state, GERMAN)
        for unit in members(OF_SIDE[ALLIED] & state.on_map & ~COMMANDO):
            path = supply_path(state, unit)
            assert bool(path) != bool(lost >> unit & 1)
            cut, whole = cut + (not path), whole + (len(path) > 2)
            if path:
                assert path[0] == state.at[unit] and (state.beachheads | state.drop_zones) >> path[-1] & 1
                assert not any(state.occupied[GERMAN] >> hex_ & 1 for hex_ in path[1:])
                assert not any(zones >> hex_ & 1 for hex_ in path[1:-1])
                for a, b in zip(path, path[1:]):
                    assert NEAR[a] >> b & 1 and not (options and hexside(a, b) == "river")
    assert cut and whole


def test_overlays_say_what_the_rules_say():
    for state in positions(2):
        found = overlays(state)
        assert found["zones"][GERMAN] == GRID.names(zoc(state, GERMAN))
        units = found["supply"]["units"]
        assert {name for name, row in units.items() if not row["supplied"]} == {
            NAMES[u] for u in members(cut_off(state))
        }
        for row in units.values():
            assert row["clause"] in GAME.rulebook and row["because"]
            assert row["supplied"] or row["cut"]["enemies"] or row["cut"]["zones"] or not state.beachheads
        assert found["control"]["controlled"] <= (set(found["control"]["hexes"].values()) == {ALLIED})
        assert all(row["clause"] in GAME.rulebook for row in found["arrivals"])
        for row in found["arrivals"]:
            assert all(
                (state.at[UNIT[name]] != OFF) == (where == "on the map")
                for name, where in row["units"].items()
            )


@pytest.mark.clause("FM-7.1.1")
def test_what_can_be_attacked_next_is_threatened():
    """A hex is threatened if an enemy could move next to it: seen by pushing that very move."""
    state = next(s for s in positions() if s.turn > 2 and s.step.name == "german movement")
    found = set(overlays(state)["threats"][ALLIED])
    for unit, hexes in state.legal_actions().by_unit().items():
        if state.at[UNIT[unit]] != OFF:
            for hex_ in hexes:
                near = GRID.names(NEAR[GRID.number[hex_]] & state.land & ~state.occupied[GERMAN])
                assert set(near) <= found, (unit, hex_)
    assert found


def test_overlays_over_the_wire(client):
    table = at_movement(client)
    found = table.allied.ask("GET", "/overlays").json()
    assert found.keys() >= {
        "zones",
        "supply",
        "threats",
        "control",
        "arrivals",
        "moved",
        "fought",
        "victory",
        "at",
    }
    assert (
        found["victory"]["goals"][0]["of"] == 4
        and found["victory"]["if_it_ended_now"]["clause"] in GAME.rulebook
    )
    start = table.watch.ask("GET", "/overlays", params={"at": 0}).json()
    assert start["zones"] == {ALLIED: [], GERMAN: []} and start["supply"]["units"] == {}
    assert table.watch.ask("GET", "/overlays", params={"at": 99_999}).status_code == 422


# ---------------------------------------------------------------- positions on the way


def test_every_position_of_a_game_can_be_looked_at_again(client):
    table, seen = started(client), []
    for _ in table.play(Random(4), 40):
        seen.append(table.german.look())
    now = table.german.look()
    for before in seen:
        again = table.german.ask("GET", "/view", params={"at": before["at"]}).json()
        same = set(before) - {"seq", "of", "mine", "legal", "ending", "guide"}
        assert {name: again[name] for name in same} == {name: before[name] for name in same}
        assert again["legal"]["count"] == 0 and not again["mine"] and again["of"] == now["of"]
    assert table.german.ask("GET", "/view").json() == table.german.look() == now
    assert table.german.ask("GET", "/view", params={"at": now["of"] + 1}).status_code == 422
    assert table.german.ask("GET", "/view", params={"at": -1}).status_code == 400


def test_a_position_on_the_way_shows_no_more_than_was_known(client):
    table = started(client)
    for at in range(len(RECORD) + 1):
        seen = table.allied.ask("GET", "/view", params={"at": at}).json()
        assert "record" not in seen["view"] and all(line["do"] is None for line in seen["log"])
    assert table.german.ask("GET", "/view", params={"at": 3}).json()["view"]["record"] == dict(
        list(RECORD.items())[:3]
    )


# ---------------------------------------------------------------- what if


def test_a_what_if_game_leaves_the_table_alone(client):
    table = at_movement(client)
    before = table.allied.look()
    answer = table.allied.ask("POST", "/branch", json={"at": before["at"] - 5})
    assert answer.status_code == 201
    solo = Table(client, answer.json())
    there = solo.allied.look()
    then = table.allied.ask("GET", "/view", params={"at": before["at"] - 5}).json()
    assert (
        there["branch_of"] == table.id
        and there["branch_at"] == before["at"] - 5
        and there["units"].keys() == then["units"].keys()
    )
    for _ in solo.play(Random(8), 60):  # the server throws the dice: nobody is asked for one
        assert solo.watch.look()["to_move"] != "chance"
    assert table.allied.look() == before
    lines = read_lines(solo.allied.ask("GET", "/record").content)
    assert (
        lines[0]["dice"] == {"kind": "typed"} and replay(GAME, lines).state.turn == solo.watch.look()["turn"]
    )


def test_a_what_if_game_with_ones_own_dice(client):
    table = at_movement(client)
    solo = Table(client, table.watch.ask("POST", "/branch", json={"dice": "typed"}).json())
    for _ in range(200):
        seen = solo.watch.look()
        if seen["to_move"] == "chance":
            assert solo.allied.look()["mine"] and every(solo.allied.look()["legal"])
            return
        mover = solo.seat[seen["to_move"]]
        mover.try_to(Random(1).choice(every(mover.look()["legal"])), seen["seq"])
    raise AssertionError("no roll came")


def test_no_what_if_game_out_of_what_is_hidden(client):
    table = started(client)
    for at in (None, 1, len(RECORD)):
        answer = table.allied.ask("POST", "/branch", json={"at": at})
        assert answer.status_code == 422 and "hidden" in answer.json()["error"]
        assert table.watch.ask("POST", "/branch", json={"at": at}).status_code == 422
    assert table.german.ask("POST", "/branch", json={"at": 3}).status_code == 201
    assert table.allied.ask("POST", "/branch", json={"at": 0}).status_code == 201  # nothing had been done yet


def test_the_dice_of_the_game_are_not_in_the_what_if(client, database):
    """Whoever tries a move in a what-if game must not see the roll that will answer it."""
    table = at_movement(client, dice={"kind": "committed"})
    solo = Table(client, table.allied.ask("POST", "/branch", json={}).json())
    head = read_lines(solo.allied.ask("GET", "/record").content)[0]["dice"]
    assert head == {"kind": "typed"}
    from grognard.web.store import Store

    kept = Store(database)
    assert kept.secrets(table.id) and not kept.secrets(solo.id)
    kept.close()


# ---------------------------------------------------------------- receipts


def test_receipts_of_committed_dice_can_be_checked_by_hand(client):
    table = at_movement(client, dice={"kind": "committed"})
    found = table.allied.ask("GET", "/receipts").json()
    assert (
        found["kind"] == "committed" and found["verified"] and found["checkable"] and found["opened"] is None
    )
    before = found["tips"]
    assert found["rolls"]  # how many is a matter of luck: those of the drop at least
    for roll in found["rolls"]:
        assert roll["fits"] is True
        for side, link in roll["links"].items():
            assert sha256(bytes.fromhex(link)).hexdigest()[:32] == before[side]
        before = roll["links"]
    record = read_lines(table.allied.ask("GET", "/record").content)
    assert [roll["do"] for roll in found["rolls"]] == [
        line["do"] for line in record if line.get("by") == "chance"
    ]


def test_receipts_of_other_dice(client):
    seeded = started(client).allied.ask("GET", "/receipts").json()
    assert (
        seeded["kind"] == "seeded" and seeded["seed"] is None and seeded["verified"] and seeded["rolls"] == []
    )
    typed = started(client, dice={"kind": "typed"}).allied.ask("GET", "/receipts").json()
    assert typed["verified"] and not typed["checkable"]
