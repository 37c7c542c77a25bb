"""ASL-A12.16: which Known stacks of the enemy a side may look into."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from grognard.core.ask import ask
from grognard.core.notation import read_position, write_position
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.web.purple_heart_draw_firefight.game_view import units

from .fight import GAME, fight

NEAR = {"u01": "M17 6-6-6", "g01": "O17 5-4-8", "g02": "A16 5-4-8"}
GUNS = {"gmg1": "MMG g01", "gmg2": "LMG g02"}


def position(words: str = "", inspection: str = "strict") -> Firefight:
    """One German stack in sight of u01, another far off."""
    looker = {"u01": f"M17 6-6-6 {words}"}
    return fight(NEAR | looker, guns=GUNS, options=Options(inspection=inspection))  # type: ignore[arg-type]


def asked(state: Firefight, hex_: str) -> dict[str, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "position.toml"
        path.write_text(write_position(state))
        answer = ask(GAME.questions(), "inspect", {"position": str(path), "side": "us", "hex": hex_})
    value = answer.value
    assert isinstance(value, dict)
    return value


@pytest.mark.clause("ASL-A12.16")
def test_a_stack_in_sight_is_looked_into() -> None:
    state = position()
    seen = units(state.known_to("us"))
    assert seen["g01"]["gear"] == ["MMG 5-12"] and "g01" in str(seen["gmg1"]["title"])
    assert "MMG gmg1" in screen(state.known_to("us"), "us")
    assert asked(state, "O17") == {"5-4-8 g01": ["MMG gmg1"]}


@pytest.mark.refuses("ASL-A12.16")
def test_out_of_sight_types_and_states_alone_are_shown() -> None:
    state = position()
    seen = units(state.known_to("us"))
    assert seen["g02"]["value"] == "5-4-8" and seen["g02"]["gear"] == []
    assert "g02" not in str(seen["gmg2"]["title"]) and "not in sight" in str(seen["g02"]["title"])
    assert "LMG gmg2" not in screen(state.known_to("us"), "us")
    assert units(state.known_to("german"))["g02"]["gear"]
    with pytest.raises(IllegalAction, match=r"A16 \[ASL-A12.16\]"):
        asked(state, "A16")


@pytest.mark.clause("ASL-A12.16")
@pytest.mark.parametrize(("words", "gear"), [("broken dm", []), ("pinned", ["MMG 5-12"])])
def test_only_a_good_order_unit_looks(words: str, gear: list[str]) -> None:
    assert units(position(words).known_to("us"))["g01"]["gear"] == gear


@pytest.mark.clause("ASL-A12.16", "FF-INFO")
def test_without_the_option_every_known_stack_is_open() -> None:
    state = position(inspection="open")
    assert units(state.known_to("us"))["g02"]["gear"] and asked(state, "A16")


@pytest.mark.clause("ASL-A9")
@pytest.mark.clause("FF-O11")
@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ('[gun_kind]\ngmg1 = "Z99"\n', "ASL-A9"),
        ('[gun_kind]\numg1 = "PSK"\n', "ASL-A9"),
        ('[gun_kind]\ngmg7 = "50L"\n[holder]\ngmg7 = "g01"\n[pointing]\ngmg7 = 8\n', "FF-O11"),
        ('[captives]\ng01 = "6-6-6 Z99"\n', "ASL-A20.5"),
        ('[commander]\ngv1 = "6-6-6"\n', "ASL-D3.4"),
    ],
)
def test_a_position_with_counters_that_there_are_not(change: str, clause: str) -> None:
    """One line that names the clause."""
    text = (
        'game = "purple-heart-draw-firefight"\nturn = 2\nopen = ["g01"]\n[kind]\ng01 = "5-4-8"\n[at]\n'
        f'g01 = "M18"\n{change}[[pending]]\nframe = "turn"\nstep = 8\n'
    )
    with pytest.raises(GrognardError) as error:
        read_position(GAME, text)
    assert clause in str(error.value) and "\n" not in str(error.value).strip()
