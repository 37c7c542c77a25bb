"""The command line as a user meets it: beginning, acting, looking, judging; every refusal one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from grognard.core.reading import open_match
from grognard.play.cli import main

from .shell import (
    ASSAULTS,
    BEACHES,
    DROP,
    GAME,
    LANDING,
    RAID,
    RECORD,
    SRC,
    data,
    good,
    process,
    refused,
    run,
)

# ---------------------------------------------------------------- the program itself


def test_runs_as_a_module(tmp_path: Path) -> None:
    done = process("new", "sword-beach", "--seed", "7", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    assert (tmp_path / "sword-beach.grog").is_file()
    assert process("show", "sword-beach.grog", cwd=tmp_path).stdout.startswith("Sword Beach - before GT 1")


def test_a_refusal_is_one_line_and_exit_2_from_the_shell(tmp_path: Path) -> None:
    done = process("show", "nothing.grog", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "grognard: nothing.grog: No such file or directory\n"


def test_importing_the_library_loads_neither_click_nor_rich() -> None:
    code = (
        "import sys, grognard; grognard.load('sword-beach').new(seed=1); print({'click', 'rich'} &"
        " set(sys.modules))"
    )
    env = {**os.environ, "PYTHONPATH": str(SRC)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.stdout == "set()\n", done.stderr


def test_the_command_line_does_not_load_rich_unless_it_paints() -> None:
    code = "import sys, grognard.play.cli; print('rich' in sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(SRC)}
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env).stdout
        == "False\n"
    )


def test_help_of_every_command() -> None:
    assert "Play board wargames" in good("--help")
    for name in main.commands:
        assert "--json" in good(name, "--help"), name
    assert set(main.commands) >= {
        "games",
        "new",
        "show",
        "act",
        "legal",
        "judge",
        "undo",
        "verify",
        "copy",
        "position",
        "replay",
        "ask",
        "rules",
        "options",
        "play",
        "print",
        "serve",
        "players",
        "computer",
        "hint",
    }


def test_wrong_commands_and_options_are_refused() -> None:
    assert "No such command" in refused("dance")
    assert "No such option" in refused("games", "--colour")
    assert "Missing argument" in refused("act")


# ---------------------------------------------------------------- games and new


def test_games() -> None:
    assert "sword-beach" in good("games") and "campaign" in good("games")
    (game,) = [one for one in data("games") if one["name"] == "sword-beach"]
    assert (
        game["sides"] == ["allied", "german"]
        and game["scenarios"] == ["standard"]
        and game["refused"] == ["campaign"]
    )


def test_new_commits_dice_by_default_and_keeps_the_secrets_beside_the_record(tmp_path: Path) -> None:
    path = tmp_path / "a.grog"
    head = data("new", "sword-beach", "--out", path, "--phrase", "german=Caen bleibt unser")
    assert head["dice"]["kind"] == "committed" and head["next"]["to_move"] == "german"
    secret = tmp_path / "a.grog.secret"
    assert json.loads(secret.read_text())["german"].endswith("Caen bleibt unser")
    assert secret.stat().st_mode & 0o077 == 0
    assert "Caen" not in path.read_text()


def test_new_with_a_seed_has_seeded_dice(tmp_path: Path) -> None:
    head = data("new", "sword-beach", "--out", tmp_path / "a", "--seed", 7)
    assert head["dice"] == {"kind": "seeded", "seed": "7"}
    assert not (tmp_path / "a.secret").exists()


def test_new_takes_options_and_enforcement(tmp_path: Path) -> None:
    head = data(
        "new",
        "sword-beach",
        "--out",
        tmp_path / "a",
        "--option",
        "weather=true",
        "--option",
        "drop_zone_markers=2",
        "--option",
        "edge_entry=road",
        "--enforcement",
        "adviser",
    )
    assert head["options"]["weather"] is True and head["options"]["drop_zone_markers"] == 2
    assert head["options"]["edge_entry"] == "road" and head["enforcement"] == "adviser"


def test_new_does_not_write_over_a_record(fresh: Path) -> None:
    before = fresh.read_bytes()
    assert "--force" in refused("new", "sword-beach", "--out", fresh)
    assert fresh.read_bytes() == before
    good("new", "sword-beach", "--out", fresh, "--force", "--seed", 1)
    assert fresh.read_bytes() != before


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nonesuch"], "there is no game 'nonesuch'; there is sword-beach"),
        (["sword-beach", "--scenario", "tuesday"], "no scenario 'tuesday'"),
        (["sword-beach", "--scenario", "campaign"], "SB-14.0.a"),
        (["sword-beach", "--option", "weather=maybe"], "weather"),
        (["sword-beach", "--option", "sunshine=true"], "sunshine"),
        (["sword-beach", "--option", "weather"], "name=value"),
        (["sword-beach", "--dice", "loaded"], "loaded"),
        (["sword-beach", "--dice", "typed", "--seed", "1"], "seed"),
        (["sword-beach", "--dice", "typed", "--phrase", "german=x"], "phrase"),
        (["sword-beach", "--phrase", "russian=x"], "there is no side russian"),
        (["sword-beach", "--enforcement", "iron"], "iron"),
    ],
)
def test_new_refuses_and_leaves_no_file(args: list[str], words: str, tmp_path: Path) -> None:
    assert words in refused("new", *args, "--out", tmp_path / "x.grog")
    assert list(tmp_path.iterdir()) == []


def test_the_refusal_of_the_campaign_names_what_is_wanting(tmp_path: Path) -> None:
    said = refused("new", "sword-beach", "--scenario", "campaign", "--out", tmp_path / "x")
    assert all(gap in said for gap in ("SB-C1", "SB-C2", "SB-C3", "SB-C8"))


# ---------------------------------------------------------------- the worked landing


def test_the_worked_landing_typed_in(fresh: Path) -> None:
    """The opening of the rules, die by die, up to GT 1: the check figures come out."""
    said = good("act", fresh, *LANDING)
    assert "Differential +22, defended beach, column 6, die 2: A1 [FM-7.6.1]" in said
    assert "Differential +13, defended beach, column 4, die 5: no effect [FM-7.6.1]" in said
    assert "5/6 Para drifts from 1343 to 1242 [SB-11.2.2.3.f]" in said
    assert "6AL/6 loses a step in the drop (die 1) [SB-11.2.2.3.b]" in said
    assert "German support marker 6 is removed from the game [SB-11.2.3.1.d]" in said
    assert "8/3 loses a step (A1) and is reduced [FM-7.6.2]" in said
    assert "Turn 1, 6-7 June 1944" in said
    shown = data("show", fresh)
    position = shown["position"]
    assert position["turn"] == 1 and position["beachheads"] == ["1640", "1739"]
    assert sum(position["cups"]["german"]) + (position["mines"] == "cup") == 17
    assert position["naval"] == [1, 0] and sum(position["lost"]) == 1
    assert (position["at"]["1-Cdo"], position["steps"]["1-Cdo"]) == ("1541", 1)
    assert (
        shown["next"]["to_move"] == "allied" and shown["next"]["phase"] == "allied combat"
    )  # no unit may move


def test_the_worked_landing_goes_on_into_gt_1(landed: Path) -> None:
    """Steps 7, 9 and 10 of the opening: a bombardment, two arrivals, a stiff resistance."""
    said = good("act", landed, "bombard guns+guns 1738", "draw guns 6", "draw guns 8", "roll 6", "done")
    assert (
        "Differential +9, town, column 4 (shifted 2 left), die 6: D1" in said
        and "736/716 loses a step (D1)" in said
    )
    assert data("judge", landed, "move 3-AA 0640")["figures"]["cost"] == "7"
    assert data("judge", landed, "move 125/21 1142")["figures"]["cost"] == "4.5"
    said = good(
        "act",
        landed,
        "move 3-AA 0640",
        "move 4-AA 1451",
        "move 125/21 1142",
        "done",
        "attack 857/346 1242",
        "join 125/21",
        "support guns+guns",
        "support guns",
        "draw german 8",
        "draw german 3",
        "draw guns 6",
    )
    assert "Next: Dice" in said and "type the result: roll 1, roll 2" in said


# ---------------------------------------------------------------- act


def test_act_tells_what_happened_and_what_is_next(fresh: Path) -> None:
    said = good("act", fresh, RECORD[0])
    assert said.splitlines()[0] == "German sets up 736/716 in 1738 Hermanville (hidden) [SB-11.0.a]"
    assert "Next: German - set-up [SB-11.0.a]" in said


def test_act_as_data(fresh: Path) -> None:
    found = data("act", fresh, *RECORD[:2])
    assert [one["do"] for one in found["done"]] == RECORD[:2]
    (event,) = [e for e in found["done"][0]["events"] if e["fact"] == "record"]
    assert event == {
        "fact": "record",
        "key": "",
        "old": {},
        "new": {"736/716": "1738"},
        "clause": "SB-11.0.a",
    }
    assert set(found["next"]) >= {
        "to_move",
        "phase",
        "purpose",
        "clause",
        "rule",
        "count",
        "verbs",
        "outcome",
    }


def test_act_writes_all_or_nothing(fresh: Path) -> None:
    before = fresh.read_bytes()
    said = refused("act", fresh, RECORD[0], RECORD[1], "record 2-AA 1738")
    assert "SB-11.1.1.c" in said and "SB-J32" in said and "legal is: record 2-AA 0937" in said
    assert fresh.read_bytes() == before
    assert sorted(p.name for p in fresh.parent.iterdir()) == ["game.grog"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dance 8/3", "'dance' is not an action"),
        ("record 736/716", "write it as: record UNIT HEX"),
        ("", "is not an action"),
        ("done", "must still be set up [SB-11.0.a]"),
        ("record 736/716 9999", "9999"),
        ("record 8/3 1537", "SB-11.0.a"),
        ("roll 3", "no roll is due"),
        ("roll", "no roll is due"),
    ],
)
def test_act_refuses_and_changes_nothing(text: str, words: str, fresh: Path) -> None:
    before = fresh.read_bytes()
    assert words in refused("act", fresh, text)
    assert fresh.read_bytes() == before


def test_refusals_carry_their_rulings_as_data(fresh: Path) -> None:
    said = json.loads(run("act", fresh, "record 2-AA 1837", "--json").stdout)
    assert said["rulings"] == [
        {"clause": "SB-11.1.1.c", "because": "1837 is outside the area of 2 AA, which starts in a Caen hex"}
    ]


def test_typed_dice_are_asked_for_and_not_rolled(fresh: Path) -> None:
    said = good("act", fresh, *RECORD, *BEACHES, *DROP[:4])
    assert "Next: Dice - the drop of 3/6 Para" in said
    assert "type the result: roll 1, roll 2, roll 3, roll 4, roll 5, roll 6" in said
    assert "type the result of the drop of 3/6 Para" in refused("act", fresh, "roll")
    assert "roll 7" in refused("act", fresh, "roll 7")


@pytest.mark.parametrize("dice", [["--seed", "7"], []])
def test_other_dice_roll_by_themselves(dice: list[str], tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path, *dice)
    found = data("act", path, *RECORD, *BEACHES, *DROP[:4])
    assert [one["by"] for one in found["done"]].count("chance") >= 3
    assert found["next"]["to_move"] == "allied"
    good("verify", path)


def test_no_roll_leaves_the_roll_to_be_made(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path, "--seed", 7)
    found = data("act", path, *RECORD, *BEACHES, *DROP[:4], "--no-roll")
    assert found["next"]["to_move"] == "chance"
    before = path.read_bytes()
    wrong = [
        face for face in range(1, 7) if run("act", path, f"roll {face}", "--no-roll", "--json").exit_code == 2
    ]
    assert len(wrong) == 5  # seeded dice take the one face that is due
    path.write_bytes(before)
    assert data("act", path, "roll", "--no-roll")["done"][0]["by"] == "chance"


def test_committed_dice_need_their_secrets(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path)
    good("act", path, *RECORD, *BEACHES, *DROP[:4], "--no-roll")
    (tmp_path / "g.secret").unlink()
    before = path.read_bytes()
    assert "secrets are not here" in refused("act", path, "roll")
    assert "secrets are not here" in refused("act", path, "roll 4")
    assert path.read_bytes() == before
    good("verify", path)


def test_the_record_can_be_read_after_every_action(fresh: Path) -> None:
    """Whenever the program is stopped between two actions the file is whole."""
    for number, text in enumerate(LANDING, 1):
        good("act", fresh, text)
        assert len(open_match(GAME, fresh).state.actions) == number
    assert not list(fresh.parent.glob("*.new"))


def test_the_adviser_lets_it_pass_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path, "--dice", "typed", "--enforcement", "adviser")
    assert "Illegal but allowed: 1738 is outside the area of 2 AA" in good("act", path, "record 2-AA 1738")
    good("verify", path)


# ---------------------------------------------------------------- legal and judge


def test_legal(landed: Path) -> None:
    found = data("legal", landed)
    assert found == [str(action) for action in open_match(GAME, landed).state.legal_actions()]
    assert "done" in found and "bombard guns+guns 1738" in found
    assert data("legal", landed, "--count") == {"count": len(found)}
    assert good("legal", landed, "--count") == f"{len(found)}\n"
    assert "bombard guns+guns: 1241 1639 1738" in good("legal", landed)


def test_legal_of_one_unit(landed: Path) -> None:
    good("act", landed, "done")
    assert data("legal", landed, "--unit", "ge-3-aa") == data("legal", landed, "--unit", "3-AA")
    assert all(text.startswith("move 3-AA ") for text in data("legal", landed, "--unit", "3-AA"))
    assert "there is no unit '99/99'" in refused("legal", landed, "--unit", "99/99")
    assert data("legal", landed, "--unit", "8/3") == []


def test_judge_a_legal_move_with_its_ledger(landed: Path) -> None:
    good("act", landed, "done")
    said = data("judge", landed, "move 125/21 1142")
    assert said["legal"] and said["rulings"] == [] and said["instead"] is None
    assert said["figures"]["path"] == ["0937", "0938", "0939", "0940", "0941", "0942", "0943", "1042", "1142"]
    assert (said["figures"]["cost"], said["figures"]["allowance"]) == ("4.5", "8")
    assert said["figures"]["ledger"][0] == {
        "points": "0.5",
        "clause": "FM-5.2.2",
        "because": "0937: along the road",
    }
    assert "4.5 of 8 MP" in good("judge", landed, "move 125/21 1142")


def test_judge_an_illegal_move(landed: Path) -> None:
    """Exit 1, every clause with its text, and the nearest hex that would do."""
    good("act", landed, "done")
    result = run("judge", landed, "move 857/346 1641", "--json")
    said = json.loads(result.stdout)
    assert result.exit_code == 1 and not said["legal"]
    assert all(ruling["text"] == GAME.rulebook[ruling["clause"]].text for ruling in said["rulings"])
    state = open_match(GAME, landed).state
    distance = lambda name: state.grid.distance(state.grid.hex(name), state.grid.hex("1641"))  # noqa: E731
    nearest = min(map(distance, state.legal_actions().hexes("857/346")))
    assert said["instead"].startswith("move 857/346 ") and distance(said["instead"].split()[2]) == nearest
    words = run("judge", landed, "move 857/346 1641").stdout
    assert "illegal" in words and "instead: move 857/346" in words


def test_judge_a_fight_with_exact_odds(fresh: Path) -> None:
    good("act", fresh, *RECORD, *BEACHES, *DROP, *RAID)
    figures = data("judge", fresh, "assault 1739")["figures"]
    assert figures["differential"] == 14 and figures["column"] == 4 and figures["defender"] is None
    assert figures["line"]["id"] == "beach_assault_in_ezoc"
    bare = figures["odds"][0]
    assert (bare["attacker_fire"], bare["defender_fire"]) == ("none", "none")
    assert bare["results"] == {"A1": "1/3", "D2": "1/3", "NE": "1/3"}
    assert figures["key"]["D2"] == "every assaulting unit is reduced"
    good("act", fresh, *ASSAULTS[:5])
    due = data("judge", fresh, "roll 2")["figures"]
    assert (
        due["differential"] == 22
        and due["column"] == 6
        and due["odds"][0]["results"] == {"NE": "2/3", "A1": "1/3"}
    )


@pytest.mark.clause("SB-11.2.3.2.a")
def test_judge_counts_everybody_stacked_on_the_beach(tmp_path: Path) -> None:
    """3 Para drifted onto 9/3: both assault, and the figures say so before and after."""
    file = tmp_path / "p.toml"
    text = (
        'turn = 0\nphase = "beach assaults"\n[units]\n"9/3" = "1640 landed"\n"3/6-Para" = "1640'
        ' reduced"\n"8/3" = "1739 landed"\n'
    )
    file.write_text(text + '[markers]\nbeachheads = ["1640", "1739"]\nunassaulted = ["1640", "1739"]\n')
    figures = data("judge", file, "assault 1640")["figures"]
    state = GAME.read(file)
    state.push(GAME.parse("assault 1640"))
    assert figures["attackers"] == ["3/6-Para", "9/3"]
    assert GAME.judge(state, GAME.parse("support none"))["differential"] == figures["differential"]  # type: ignore[misc]


def test_judge_a_bombardment(landed: Path) -> None:
    figures = data("judge", landed, "bombard guns+guns 1738")["figures"]
    assert (
        figures["kind"] == "bombardment"
        and figures["defender"] == "736/716"
        and figures["differential"] == -5
    )
    (case,) = figures["odds"]
    assert set(case["effects"]) == {"no effect", "target reduced"}
    assert "target reduced" in good("judge", landed, "bombard guns+guns 1738")


def test_judge_an_attack_and_a_join(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(
        'turn = 5\nphase = "allied combat"\n[units]\n"8/3" = "1538"\n"27-Armd" = "1539"\n"736/716" = "1638"\n'
    )
    figures = data("judge", file, "attack 8/3 1638")["figures"]
    assert [part["amount"] for part in figures["ledger"]] == [6, -5] and figures["differential"] == 1
    assert [(part["amount"], part["clause"]) for part in figures["shifts"]] == [(-1, "SB-11.2.8.a")]
    assert len(figures["odds"]) == 4
    result = run("judge", file, "attack 8/3 1537", "--json")
    assert result.exit_code == 1 and json.loads(result.stdout)["instead"] == "attack 8/3 1638"
    state = GAME.read(file)
    state.push(GAME.parse("attack 8/3 1638"))
    both = GAME.judge(state, GAME.parse("join 27-Armd"))  # type: ignore[misc]
    assert both["differential"] == 9 and both["shifts"] == [] and both["attackers"] == ["8/3", "27-Armd"]


def test_judge_refuses_what_is_no_action(landed: Path) -> None:
    assert "is not an action" in refused("judge", landed, "dance")
    assert "game is over" not in good("judge", landed, "done")


def test_judge_and_screen_never_stumble(landed: Path) -> None:
    """Legal actions or not, at any point of a game."""
    state, rng = open_match(GAME, landed).state, Random(3)
    odd = [
        "move 8/3 1537",
        "attack 125/21 0138",
        "join 8/3",
        "bombard guns 9999",
        "assault 1640",
        "fight 0138",
        "support air",
    ]
    for _ in range(300):
        if state.to_move is None:
            break
        actions = state.legal_actions()
        for action in [actions[0], *map(GAME.parse, odd)]:
            json.dumps(GAME.judge(state, action))  # type: ignore[misc]
        for side in (None, *state.sides):
            assert GAME.screen(state, side).startswith("Sword Beach")  # type: ignore[misc]
        state.push(actions[rng.randrange(len(actions))])
