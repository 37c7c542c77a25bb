"""The cards that are fought with Infantry: forces, areas, mist, and who wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.core.notation import write_position
from grognard.games.purple_heart_draw import cards
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.ask_positions import score
from grognard.games.purple_heart_draw.firefight.eyes import could_interdict
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, GUNS_OF, SCENES, UNIT
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.position import Attack
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import modifiers
from grognard.games.purple_heart_draw.firefight.tables import KINDS
from grognard.games.purple_heart_draw.firefight.victory import judge_end, zone_points
from grognard.web.purple_heart_draw_firefight.game_view import hex_page, score_page

from .fight import GAME, do, fight, listed

ONE, THREE, FOUR = "phd-1-infantry", "phd-3-infantry", "phd-4-infantry"


@pytest.mark.clause("PHD-n.setup.ff")
def test_every_card_can_be_opened() -> None:
    found = (("standard", "PHD-2", "german"), ("phd-1", "PHD-1", "german"), ("phd-3", "PHD-3", "german"))
    for name, scene, first in (*found, ("phd-4", "PHD-4", "us")):
        state: Any = GAME.new(name, seed=1)
        assert state.card.id == scene and state.to_move == first
        assert state.card.setup and state.card.entry and not state.card.setup & state.card.entry
    assert SCENES[ONE].zone == cards.SOUTH_OF_DRAW
    assert SCENES[THREE].zone == cards.IN_DRAW_3 & SCENES[THREE].area
    assert SCENES[FOUR].zone == cards.BY_ROAD_4 & SCENES[FOUR].area
    for name, card in ((ONE, "PHD-1"), (THREE, "PHD-3"), (FOUR, "PHD-4"), ("phd-2-infantry", "PHD-2")):
        assert SCENES[name].entry == cards.ENTRY[card]


@pytest.mark.parametrize("scenario", ["phd-1", "phd-3", "phd-4"])
@pytest.mark.parametrize("seed", range(3))
def test_a_random_fight(scenario: str, seed: int) -> None:
    """To the end, undone move by move to the start."""
    state, rng = GAME.new(scenario, seed=seed), Random(seed)
    start, moves = state.to_json(), 0
    while state.to_move is not None:
        moves += 1
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(state.legal_actions().sample(rng))
    assert state.outcome() is not None
    for _ in range(moves):
        state.pop()
    assert state.to_json() == start


# ---------------------------------------------------------------- who wins


@pytest.mark.clause("FF-VC.1")
@pytest.mark.clause("FF-VC.5")
def test_unbroken_units_beyond_the_draw() -> None:
    units = {
        "u01": "M12 6-6-6",
        "u02": "M12 6-6-6 pinned",
        "u03": "N12 6-6-6 melee",
        "u04": "P12 6-6-6 broken",
        "u05": "M11 6-6-6",  # in the draw
        "u06": "O12 9-1",
        "g01": "N12 5-4-8 melee",
    }
    state = fight(units, scene=ONE)
    points = zone_points(state)
    assert points == 6 + KINDS["9-1"].points
    assert judge_end(state) == "us"
    assert judge_end(fight({**units, "u06": "O9 9-1"}, scene=ONE)) == "german"
    dear = fight(units, scene=ONE, points=[0, 22])
    assert judge_end(dear) == "german"
    taken = [""] * len(dear.captives)
    taken[UNIT["g01"]] = "6-6-6"
    assert judge_end(fight(units, scene=ONE, points=[0, 23], captives=taken)) == "us"


@pytest.mark.clause("FF-VC.3")
def test_good_order_units_in_the_draw() -> None:
    units = {
        f"u0{n}": f"{hex_} 6-6-6"
        for n, hex_ in enumerate(["X12", "Y12", "Z12", "AA12", "BB12", "CC12", "DD11"], 1)
    }
    assert judge_end(fight({**units, "g01": "GG14 5-4-8"}, scene=THREE)) == "us"
    fewer = {**units, "u07": "DD11 6-6-6 melee", "g01": "DD11 5-4-8 melee"}
    assert judge_end(fight(fewer, scene=THREE)) == "german"


@pytest.mark.clause("FF-VC.4")
def test_a_squad_by_the_road() -> None:
    for words, winner in (
        ("G24 6-6-6", "us"),
        ("H24 3-4-6 pinned", "us"),
        ("G24 9-1", "german"),
        ("G24 6-6-6 broken", "german"),
        ("G29 6-6-6", "german"),
    ):
        assert judge_end(fight({"u01": words, "g01": "A35 5-4-8"}, mover="german", scene=FOUR)) == winner


@pytest.mark.clause("FF-ENTRY.1")
def test_entry_across_the_southern_edge() -> None:
    state = fight({"u01": "G24 6-6-6", "g01": "A35 5-4-8 due"}, "movement", mover="german", scene=FOUR)
    state.__dict__["at"][UNIT["g01"]] = -1
    state.forget_choices()
    ways = {words.split()[2] for words in listed(state, "move")}
    assert ways and all(name.endswith("35") for name in ways)


@pytest.mark.clause("FF-VC.1")
def test_the_fight_goes_on_to_the_last_turn(tmp_path: Any) -> None:
    units = {f"u0{n}": "M12 6-6-6" for n in range(1, 5)} | {"g01": "U5 5-4-8"}
    state = fight(units, "close combat", mover="german", turn=6, scene=ONE, all_found=True)
    assert state.to_move == CHANCE and not state.won  # a German concealment die
    do(state, "roll 6")
    assert state.won == ("us", "victory", "FF-VC.1") and not state.stack
    open_ = fight(units, "movement", turn=6, scene=ONE)
    assert "US units south of the draw: 8 points; 7 win at the end" in screen(open_, "german")
    page = score_page(open_.known_to("german"), {})
    assert page["zone"] == {"words": "south of the draw", "points": 8, "least": 7} and page["goals"] == []
    assert hex_page(open_, {"hex": "M12"})["zone"] and not hex_page(open_, {"hex": "M11"})["zone"]
    path = tmp_path / "p.toml"
    path.write_text(write_position(open_), "utf-8")
    assert score(str(path)).value["zone"] == 8


def test_a_side_is_not_told_of_concealed_units_in_the_zone() -> None:
    units = {"u01": "M12 6-6-6 concealed", "u02": "N12 6-6-6", "g01": "U5 5-4-8"}
    state = fight(units, "movement", scene=ONE)
    assert zone_points(state) == zone_points(state.known_to("us")) == 4
    assert zone_points(state.known_to("german")) == 2


# ---------------------------------------------------------------- mist


@pytest.mark.clause("ASL-E3.1")
@pytest.mark.clause("ASL-E3.32")
def test_mist_hinders_and_leaves_open_ground_open() -> None:
    """N13 to U10: seven hexes, nothing in the way but the mist of the first card."""
    units = {"u01": "U10 6-6-6", "g01": "N13 5-4-8"}
    guns = {"gmg1": "HMG g01"}
    shot = Attack(
        side="german",
        hex=GRID.hex("U10"),
        kind="first",
        firers=(FIRERS.index("gmg1"),),
        targets=(UNIT["u01"],),
        ffnam=True,
    )
    misty, clear = fight(units, guns=guns, scene=ONE), fight(units, guns=guns)
    assert [m.amount for m in modifiers(clear, shot)] == [-1, -1]
    assert [(m.clause, m.amount) for m in modifiers(misty, shot)] == [
        ("ASL-E3.32", 1),
        ("ASL-A4.6", -1),
        ("ASL-A4.6", -1),
    ]
    assert could_interdict(misty, UNIT["g01"], GRID.hex("U10"), "us")


@pytest.mark.clause("PHD-n.bal.ff")
def test_the_balance_of_a_card() -> None:
    for scene, side, old, new in (
        ("phd-1-infantry", "us", ("5-4-6", 3), ("6-6-7", 3)),
        ("phd-4-infantry", "us", ("5-4-6", 3), ("6-6-7", 3)),
        ("phd-2-infantry", "us", ("FT", 0), ("FT", 1)),
    ):
        plain, better = deal(scene, Options()), deal(scene, Options(balance="us"))
        before, after = ([*state.kind, *state.gun_kind] for state in (plain, better))
        assert before.count(old[0]) == old[1] and after.count(new[0]) == new[1], (scene, side)
        assert deal(scene, Options(balance="german")).kind[0] == plain.kind[0]


def test_a_card_with_more_weapons_than_squads_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SCENES["phd-2-infantry"]
    force = scene.force["us"]
    few = force._replace(units=force.units[:1], guns=("MMG", "MMG", "LMG"))
    monkeypatch.setitem(scene.force, "us", few)
    state = deal("phd-2-infantry", Options())
    assert [state.holder[g] for g in members(GUNS_OF["us"]) if state.gun_kind[g]] == [UNIT["u01"]] * 3
