"""The wind, and civilians of a TM Scenario."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import PlayerTurn, Weather
from grognard.games.purple_heart_draw.firefight.screen import screen

from .fight import do, fight, flags, listed, rulings

UNITS = {"u01": "O17 6-6-6", "u09": "G8 8-0 broken", "g01": "EE30 5-4-8"}  # a leader who may rally
MISSION = {"scene": "mission-us-clear", "san": [3, 3]}


def at_dawn(units: dict[str, str] | None = None, **more: Any) -> Any:
    """The start of a Rally Phase."""
    state = fight(units or UNITS, "prep fire", all_found=True, **{**MISSION, **more})
    state.__dict__["stack"] = (PlayerTurn(step=0),)
    state.forget_choices()
    state.run()
    return state


# ---------------------------------------------------------------- wind


@pytest.mark.clause("ASL-B25.65")
@pytest.mark.parametrize(
    ("before", "rolls", "wind"),
    [
        (0, (7,), 0),
        (0, (2, 4), 0),
        (0, (2, 5, 3), 3),
        (0, (2, 6, 1), 1),
        (3, (2, 4, 6), 6),
        (3, (2, 5), 3),
        (3, (2, 6), 0),
    ],
)
def test_two_dice_for_the_wind(before: int, rolls: tuple[int, ...], wind: int) -> None:
    state = at_dawn(wind=before)
    assert state.to_move == "chance" and "the wind" in state.purpose
    do(state, *(f"roll {die}" for die in rolls))
    assert state.wind == wind and not any(isinstance(frame, Weather) for frame in state.stack)
    assert ("Mild Breeze" in screen(state)) == bool(wind)


@pytest.mark.clause("ASL-B25.65")
@pytest.mark.clause("ASL-E2.4")
@pytest.mark.parametrize("scene", ["phd-1", "phd-2", "phd-3", "phd-4", "phd-2-infantry"])
def test_the_wind_of_a_card(scene: str) -> None:
    """A card begins calm, and its wind changes like that of a TM Scenario; no civilian talks there."""
    where = GRID.number["O16"]
    state = at_dawn(scene=scene, snipers=[where, where])
    assert state.to_move == "chance" and not state.wind
    assert do(at_dawn(scene=scene), "roll 2", "roll 6", "roll 4").wind == 4
    do(state, "roll 4")
    assert not any(isinstance(frame, Weather) for frame in state.stack)


@pytest.mark.clause("ASL-B25.65")
def test_a_gust_thins_smoke() -> None:
    """Full smoke of 3 disperses to 2, white phosphorus to 1; what was dispersed is gone."""
    here, there, far = (GRID.number[name] for name in ("M10", "N10", "P10"))
    clouds = ((here, 3, "smoke", "us", 0), (there, 2, "wp", "german", 0), (far, 2, "smoke", "us", 1))
    state = do(at_dawn(clouds=clouds), "roll 12")
    assert state.clouds == ((here, 2, "smoke", "us", 1), (there, 1, "wp", "german", 1))
    assert do(at_dawn(clouds=clouds), "roll 11").clouds[2] == (far, 2, "smoke", "us", 1)


@pytest.mark.clause("ASL-B25.65")
@pytest.mark.refuses("ASL-B25.65")
def test_no_grenade_upwind() -> None:
    """A breeze that blows north comes from the three hexes south of the squad."""
    calm = do(fight(UNITS, "movement", all_found=True), "lead u01")
    breeze = do(fight(UNITS, "movement", all_found=True, wind=1), "lead u01")
    lost = listed(calm, "smoke") - listed(breeze, "smoke")
    assert lost == {"smoke u01 O18", "smoke u01 N18", "smoke u01 P18"}
    assert rulings(breeze, "smoke u01 O18") == {"ASL-B25.65"}
    assert "smoke u01 O17" in listed(breeze, "smoke")


# ---------------------------------------------------------------- civilians


def talk(die: int, units: dict[str, str] | None = None, **more: Any) -> Any:
    """Civilians speak to the squad of the side that moves."""
    where = GRID.number["O16"]
    state = at_dawn(units or FOES, **{**MISSION, "snipers": [where, where], **more})
    return do(state, "roll 4", "dr 1 1", f"roll {die}")


FOES = {"u01": "O17 6-6-6", "g01": "K25 5-4-8 hidden", "g02": "M30 5-4-8 concealed", "g03": "EE30 5-4-8"}


@pytest.mark.clause("ASL-E2.4")
@pytest.mark.clause("PHD-TM5.ff")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_what_civilians_tell_the_us_side(die: int) -> None:
    """The US side has 1 less: 1 compromises the enemy, 2 and 3 tell of works, 4 and 5 of hidden, 6 of
    concealed units.
    """
    mine = GRID.number["N26"]
    state = talk(die, mines=[(), ((mine, 6),)])
    assert ("hidden" not in flags(state, "g01")) == (die in (1, 4, 5))
    assert bool(state.open >> UNIT["g02"] & 1) == (die in (1, 6))
    assert (mine in dict(state.mines_found)) == (die in (1, 2, 3))
    assert not state.open >> UNIT["g01"] & 1 and "ti" not in flags(state, "u01")


@pytest.mark.clause("ASL-E2.4")
def test_civilians_keep_a_german_unit_busy() -> None:
    where = GRID.number["O16"]
    units = {"g01": "O17 5-4-8", "g09": "G20 8-0 broken", "u01": "EE3 6-6-6"}
    state = at_dawn(units, mover="german", **{**MISSION, "snipers": [where, where]})
    do(state, "roll 3", "dr 1 1", "roll 6")
    assert "ti" in flags(state, "g01")


@pytest.mark.clause("ASL-E2.4")
@pytest.mark.clause("FF-INFO")
def test_the_enemy_does_not_learn_who_is_told() -> None:
    """Twins: the German unit that listens is hidden in one hex or in another."""
    where, seen = GRID.number["O16"], []
    for hex_ in ("O17", "P20"):
        units = {"g01": f"{hex_} 5-4-8 hidden", "g09": "G20 8-0 broken", "u01": "EE3 6-6-6"}
        state = at_dawn(units, mover="german", **{**MISSION, "snipers": [where, where]})
        do(state, "roll 3", "dr 1 1", "roll 6")
        assert "ti" in flags(state, "g01")
        notes = [row[3] for row in state.journal if row[0] == "log"]
        seen.append((state.view("us"), [str(note) for note in notes if note.to in (None, "us")]))
    assert seen[0] == seen[1]


@pytest.mark.clause("ASL-E2.4")
@pytest.mark.parametrize(("dice", "more"), [(3, MISSION), (5, MISSION), (4, {**MISSION, "san": [0, 3]})])
def test_when_no_civilian_talks(dice: int, more: dict[str, Any]) -> None:
    """Another number, or a side without a sniper."""
    where = GRID.number["O16"]
    state = do(at_dawn(snipers=[where, where], **more), f"roll {dice}")
    assert not any(isinstance(frame, Weather) for frame in state.stack)


@pytest.mark.clause("ASL-E2.4")
def test_civilians_who_know_nothing_change_nothing() -> None:
    units = {"u01": "O17 6-6-6", "g01": "EE30 5-4-8"}
    for die in (1, 3, 5, 6):
        state = talk(die, units)
        assert not any(isinstance(frame, Weather) for frame in state.stack)


@pytest.mark.clause("ASL-E2.4")
def test_a_dummy_is_found_out() -> None:
    units = {"u01": "O17 6-6-6", "g01": "EE30 5-4-8"}
    state = talk(6, units, dummies=[GRID.set([]), GRID.set(["M30"])])
    assert not state.dummies[1] and not state.shrouds[1]


@pytest.mark.clause("PHD-TM5.ff")
def test_prisoners_are_asked_nothing() -> None:
    """No action of a guard's side speaks of its prisoners, and only civilians tell."""
    held = [""] * UNIT["u01"] + ["4-4-7"]
    guard, free = (fight(UNITS, "rally", **more) for more in ({"captives": held}, {}))
    assert {str(a) for a in guard.legal_actions()} == {str(a) for a in free.legal_actions()}
