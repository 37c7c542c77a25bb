"""Records: whatever is changed in one, `replay` names that line; whatever was accepted survives."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core import record
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.record import DamagedRecord, Match, header_digest, load, open_match, read_lines, replay
from grognard.core.ruling import GrognardError, IllegalAction

GAME = grognard.load("sword-beach")
SECRETS = {"allied": "one", "german": "two"}
Lines = list[dict]


def play(match: Match, stop: int = 10_000, seed: int = 4) -> Match:
    rng = Random(seed)
    while match.state.to_move is not None and len(match.lines) < stop:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
    return match


@pytest.fixture(scope="module")
def seeded() -> Match:
    return play(Match.begin(GAME, seed=11), 200)


@pytest.fixture(scope="module")
def committed() -> Match:
    return play(Match.begin(GAME, dice=Committed(SECRETS)))


def lines_of(match: Match) -> Lines:
    return json.loads(json.dumps(match.lines))


def damage(lines: Lines) -> DamagedRecord:
    with pytest.raises(DamagedRecord) as found:
        replay(GAME, lines)
    return found.value


def index(lines: Lines, test: Callable[[dict], bool], skip: int = 0) -> int:
    return [i for i, line in enumerate(lines) if test(line)][skip]


def is_roll(line: dict) -> bool:
    return line.get("by") == CHANCE


def is_move(line: dict) -> bool:
    return str(line.get("do", "")).startswith("move ")


def is_secret(line: dict) -> bool:
    return "seal" in line


# ---------------------------------------------------------------- what a record is


def test_a_record_is_one_json_object_a_line_and_reads_back_the_same(seeded: Match, tmp_path: Path) -> None:
    play(seeded).save(tmp_path / "a.grog")
    lines = [json.loads(text) for text in (tmp_path / "a.grog").read_text().splitlines()]
    assert lines == seeded.lines == read_lines((tmp_path / "a.grog").read_bytes())
    assert lines[0]["game"] == "sword-beach" and lines[0]["rules"] == GAME.version and lines[0]["dice"]["kind"] == "seeded"
    assert open_match(GAME, tmp_path / "a.grog").now == seeded.now


def test_digests_are_chained() -> None:
    """The same action after another history has another digest."""
    one, two = Match.begin(GAME, seed=1), Match.begin(GAME, seed=1)
    first, second = "record 716/716 1045", "record 736/716 1147"
    one.do(first), one.do(second)
    two.do(second), two.do(first)
    assert one.lines[2]["now"] != two.lines[1]["now"] and one.now != two.now


def test_a_refused_action_leaves_no_line() -> None:
    match = Match.begin(GAME, seed=1)
    with pytest.raises(IllegalAction):
        match.do("move 716/716 1045")
    with pytest.raises(GrognardError, match="'fly' is not an action"):
        match.do("fly 716/716 1045")
    assert len(match.lines) == 1 and match.now == match.lines[0]["sum"]


# ---------------------------------------------------------------- tampering: that line is named


HEAD = {
    "game": "ford", "scenario": "other", "rules": "9.9", "options": {"flak": True}, "enforcement": "free",
    "dice": {"kind": "seeded", "seed": "12"}, "grognard": 2, "sum": "0" * 12,
}  # fmt: skip


@pytest.mark.parametrize("field", HEAD)
def test_a_changed_head_is_named(seeded: Match, field: str) -> None:
    lines = lines_of(seeded)
    lines[0][field] = HEAD[field]
    assert damage(lines).line == 1


@pytest.mark.parametrize("field", ["game", "scenario", "rules", "options", "enforcement", "dice"])
def test_a_head_without_a_field_is_named(seeded: Match, field: str) -> None:
    """Also when its sum has been made to fit."""
    lines = lines_of(seeded)
    del lines[0][field]
    assert damage(lines).line == 1
    lines[0]["sum"] = header_digest(lines[0])
    assert damage(lines).line == 1


@pytest.mark.parametrize("field", ["game", "scenario", "rules", "enforcement"])
def test_a_head_made_to_fit_is_still_wrong_where_the_game_differs(seeded: Match, field: str) -> None:
    lines = lines_of(seeded)
    lines[0][field] = {**HEAD, "enforcement": "lenient"}[field]
    lines[0]["sum"] = header_digest(lines[0])
    assert damage(lines).line == 1


def test_another_seed_with_a_sum_made_to_fit_is_found_at_the_first_roll_that_differs(seeded: Match) -> None:
    lines = lines_of(seeded)
    lines[0]["dice"]["seed"] = "12"
    lines[0]["sum"] = header_digest(lines[0])
    assert is_secret(lines[1]) and damage(lines).line == 2, "the chain of digests begins with the head"


TAMPER: dict[str, tuple[Callable[[dict], bool], Callable[[dict], object]]] = {
    "who acted": (is_move, lambda line: line.update(by="german" if line["by"] == "allied" else "allied")),
    "who rolled": (is_roll, lambda line: line.update(by="german")),
    "nobody acted": (is_move, lambda line: line.pop("by")),
    "a move": (is_move, lambda line: line.update(do=line["do"][:-2] + f"{(int(line['do'][-2:]) + 1) % 52:02}")),
    "a move of somebody else": (is_move, lambda line: line.update(do="move nobody " + line["do"][-4:])),
    "no action": (is_move, lambda line: line.pop("do")),
    "an action that is none": (is_move, lambda line: line.update(do="fly 8/3 1640")),
    "an action that is no text": (is_move, lambda line: line.update(do=7)),
    "the face of a die": (
        lambda line: str(line.get("do", "")).startswith("roll"),
        lambda line: line.update(do=f"roll {int(line['do'][-1]) % 6 + 1}"),
    ),
    "a roll that is none": (is_roll, lambda line: line.update(do="roll 9")),
    "a digest": (is_move, lambda line: line.update(now="0" * 12)),
    "the digest of a roll": (is_roll, lambda line: line.update(now="f" * 12)),
    "no digest": (is_move, lambda line: line.pop("now")),
    "a secret action": (is_secret, lambda line: line.update(do=line["do"][:-1] + str((int(line["do"][-1]) + 1) % 10))),
    "a salt": (is_secret, lambda line: line.update(salt="00" * 8)),
    "a seal": (is_secret, lambda line: line.update(seal="00" * 16)),
    "no salt": (is_secret, lambda line: line.pop("salt")),
    "no seal": (is_secret, lambda line: line.pop("seal")),
    "whose secret": (is_secret, lambda line: line.update(to="allied")),
    "nobody's secret": (is_secret, lambda line: line.pop("to")),
    "a secret that was none": (is_move, lambda line: line.update(to="german")),
}


@pytest.mark.parametrize("what", TAMPER)
def test_a_changed_field_is_named_with_its_line(seeded: Match, what: str) -> None:
    test, change = TAMPER[what]
    for skip in (0, 3):
        lines = lines_of(seeded)
        at = index(lines, test, skip)
        change(lines[at])
        assert damage(lines).line == at + 1


@pytest.mark.parametrize("what", ["links", "open"])
def test_a_changed_proof_is_named_with_its_line(committed: Match, what: str) -> None:
    lines = lines_of(committed)
    at = index(lines, lambda line: what in line, 0)
    if what == "links":
        lines[at]["links"] = lines[at]["links"][::-1]
    else:
        lines[at]["open"]["german"] = "0" * 32
    assert damage(lines).line == at + 1


@pytest.mark.parametrize("at", [1, 30, 150])
def test_a_line_left_out_repeated_or_exchanged_is_found_there(seeded: Match, at: int) -> None:
    out, twice, swapped = lines_of(seeded), lines_of(seeded), lines_of(seeded)
    del out[at]
    assert damage(out).line == at + 1
    twice.insert(at, twice[at])
    assert damage(twice).line == at + 2
    swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
    assert damage(swapped).line == at + 1


def test_an_action_after_the_end_is_found(committed: Match) -> None:
    lines = lines_of(committed)
    lines.append({"by": "allied", "do": "done", "now": "0" * 12})
    assert damage(lines).line == len(lines)


def test_irregular_actions_of_an_adviser_game_are_listed_and_checked() -> None:
    match = Match.begin(GAME, seed=1, enforcement="adviser")
    match.do("record 716/716 1640")
    assert match.lines[1]["irregular"]
    assert replay(GAME, lines_of(match)).now == match.now
    lines = lines_of(match)
    lines[1]["irregular"] = []
    assert damage(lines).line == 2


# ---------------------------------------------------------------- files cut short, and kills


def test_lines_that_are_none_are_named(seeded: Match, tmp_path: Path) -> None:
    raw = [json.dumps(line) for line in seeded.lines]
    for at, text in ((0, "not json"), (5, '{"by": '), (9, "[1, 2]"), (9, "7")):
        damaged = [*raw[:at], text, *raw[at + 1 :]]
        with pytest.raises(DamagedRecord) as found:
            read_lines("\n".join(damaged).encode() + b"\n")
        assert found.value.line == at + 1


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe", b"{}\n", b"[]\n", b"null\n"])
def test_a_file_that_is_no_record_is_refused_in_one_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(GrognardError) as found:
        open_match(GAME, tmp_path / "x")
    assert "\n" not in str(found.value)


def test_a_file_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="No such file"):
        load(GAME, tmp_path / "none.grog")


def test_a_file_cut_anywhere_is_named_by_its_last_line(seeded: Match, tmp_path: Path) -> None:
    """Cut inside a line: that line is named. Cut between lines: the game as it was then."""
    seeded.save(tmp_path / "a.grog")
    data = (tmp_path / "a.grog").read_bytes()
    for cut in Random(1).sample(range(1, len(data)), 150):
        whole = data[:cut].count(b"\n")
        (tmp_path / "b.grog").write_bytes(data[:cut])
        if data[cut - 1 : cut] == b"\n":
            assert len(open_match(GAME, tmp_path / "b.grog").lines) == whole
        else:
            with pytest.raises(DamagedRecord) as found:
                open_match(GAME, tmp_path / "b.grog")
            assert found.value.line == whole + 1


def test_a_kill_after_any_write_keeps_every_accepted_action(tmp_path: Path) -> None:
    """After each accepted action the file on disk is a whole record that ends with it."""
    match, rng = Match.begin(GAME, seed=2), Random(2)
    match.save(tmp_path / "live.grog")
    for number in range(1, 120):
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
        data = (tmp_path / "live.grog").read_bytes()  # what a kill here would leave
        assert read_lines(data) == match.lines and len(match.lines) == number + 1
        if number % 20 == 0:
            again = open_match(GAME, tmp_path / "live.grog")
            assert again.state.to_json() == match.state.to_json() and again.now == match.now


def test_a_kill_while_the_whole_record_is_written_leaves_the_old_one(tmp_path: Path, monkeypatch) -> None:
    match = play(Match.begin(GAME, seed=2), 50)
    match.save(tmp_path / "live.grog")
    before = (tmp_path / "live.grog").read_bytes()

    class Killed(BaseException):
        pass

    def killed(*args: object) -> None:
        raise Killed

    monkeypatch.setattr(record.os, "replace", killed)
    while match.state.to_move == CHANCE or is_roll(match.lines[-1]):
        match.path = None
        match.do(match.state.legal_actions()[0]) if match.state.to_move != CHANCE else match.roll()
    match.path = tmp_path / "live.grog"
    with pytest.raises(Killed):
        match.undo()
    assert (tmp_path / "live.grog").read_bytes() == before
    assert len(open_match(GAME, tmp_path / "live.grog").lines) == 50


def test_a_game_goes_on_from_its_file_as_if_it_had_never_been_closed(tmp_path: Path) -> None:
    match = play(Match.begin(GAME, seed=2), 50)
    match.save(tmp_path / "live.grog")
    again = open_match(GAME, tmp_path / "live.grog")
    for one in (match, again):
        play(one, 90, seed=9)
    assert match.now == again.now
    assert read_lines((tmp_path / "live.grog").read_bytes())[:50] == match.lines[:50]


# ---------------------------------------------------------------- undo


def test_undo_takes_the_last_decision_back_in_file_and_position(tmp_path: Path) -> None:
    match = Match.begin(GAME, seed=1)
    match.save(tmp_path / "u.grog")
    match.do("record 716/716 1045")
    before, now = match.state.to_json(), match.now
    match.do("record 736/716 1147")
    assert [str(a) for a in match.undo()] == ["record 736/716 1147"]
    assert match.state.to_json() == before and match.now == now and len(match.lines) == 2
    assert read_lines((tmp_path / "u.grog").read_bytes()) == match.lines
    match.do("record 736/716 1148")
    assert open_match(GAME, tmp_path / "u.grog").now == match.now


def test_undo_does_not_pass_a_roll_unless_told() -> None:
    match = Match.begin(GAME, seed=1)
    while match.state.to_move != CHANCE:
        match.do(match.state.legal_actions()[0])
    before = len(match.lines)
    match.roll()
    with pytest.raises(GrognardError, match="answered by a roll"):
        match.undo()
    assert len(match.lines) == before + 1
    taken = match.undo(past_rolls=True)
    assert len(match.lines) == before + 1 - len(taken) and match.state.to_move != CHANCE
    assert replay(GAME, lines_of(match)).now == match.now


def test_undo_of_nothing_and_after_the_end_is_refused(committed: Match) -> None:
    with pytest.raises(GrognardError, match="nothing to take back"):
        Match.begin(GAME, seed=1).undo()
    with pytest.raises(GrognardError, match="the game is over and its dice are opened"):
        committed.undo(past_rolls=True)


# ---------------------------------------------------------------- copies for a side


def test_a_copy_holds_seals_while_the_record_is_secret_and_everything_after() -> None:
    match = Match.begin(GAME, seed=3)
    rng = Random(3)
    while match.state.record or len(match.lines) == 1:
        copy = match.copy_for("allied")
        text = json.dumps(copy)
        assert not [line for line in match.lines if "seal" in line and (line["do"] in text or line["salt"] in text)]
        assert len(match.lines) == 1 or "now" not in text
        assert match.copy_for("german") == match.lines
        match.roll() if match.state.to_move == CHANCE else match.do(match.state.legal_actions().sample(rng))
    assert match.copy_for("allied") == match.lines, "the record has been opened"
    assert replay(GAME, json.loads(json.dumps(match.copy_for("allied")))).now == match.now
