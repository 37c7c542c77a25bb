"""The players on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.play.shell import good, refused


def test_players_are_listed():
    said = good("players")
    assert "random" in said and "plain" in said and "Follows fixed rules" in said
    rows = json.loads(good("players", "sword-beach", "--json"))
    assert [row["name"] for row in rows][:2] == ["random", "plain"] and all(row["character"] for row in rows)
    assert "no game" in refused("players", "waterloo")


def test_a_computer_acts_in_a_record_until_somebody_else_has_to(tmp_path: Path):
    path = tmp_path / "game.grog"
    good("new", "sword-beach", "--out", path, "--seed", 3)
    done = json.loads(good("computer", path, "--player", "plain", "--json"))
    assert len(done["done"]) == 9 and done["next"]["to_move"] == "allied"  # the nine units of the record
    said = good("computer", path, "--side", "allied", "--player", "plain", "--explain")
    assert "the beaches nearest to Caen" in said and "[SB-11.2.1.1.a]" in said
    assert "no player" in refused("computer", path, "--player", "rommel")
    assert "no side" in refused("computer", path, "--side", "russian")
    good("computer", path, "--side", "both")
    assert "Game over" in good("show", path) and "every action legal" in good("verify", path)
    assert "no side is to move" in refused("computer", path)


def test_a_hint_changes_nothing_and_tells_why(tmp_path: Path):
    path = tmp_path / "game.grog"
    good("new", "sword-beach", "--out", path, "--seed", 3)
    before = path.read_bytes()
    found = json.loads(good("hint", path, "--player", "plain", "--json"))
    assert found["side"] == "german" and found["action"] in [one["action"] for one in found["candidates"]]
    assert "post in front of Caen" in good("hint", path, "--player", "plain") and path.read_bytes() == before


def test_play_names_the_player_of_a_side(tmp_path: Path):
    said = good(
        "play", "sword-beach", "--computer", "german=plain:3", "--computer", "allied=random", "--seed", 4
    )
    assert "Game over" in said
    assert "no player 'rommel'" in refused("play", "sword-beach", "--computer", "german=rommel")
