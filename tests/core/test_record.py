"""Records: whatever is changed in one, `replay` names that line; whatever was accepted survives."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core import files
from grognard.core.chance import Committed, Seeded, Typed
from grognard.core.facts import CHANCE
from grognard.core.lines import DamagedRecord, read_lines
from grognard.core.reading import check_copy, load, open_match, replay
from grognard.core.record import REVEAL, ROLL, Match
from grognard.core.ruling import GrognardError, IllegalAction
from tests.records.vectors import chained

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
    return "to" in line


# ---------------------------------------------------------------- what a record is


def test_a_record_is_one_json_object_a_line_and_reads_back_the_same(seeded: Match, tmp_path: Path) -> None:
    play(seeded).save(tmp_path / "a.grog")
    lines = [json.loads(text) for text in (tmp_path / "a.grog").read_text().splitlines()]
    assert lines == seeded.lines == read_lines((tmp_path / "a.grog").read_bytes())
    assert (
        lines[0]["game"] == "sword-beach"
        and lines[0]["rules"] == GAME.version
        and lines[0]["dice"]["kind"] == "seeded"
    )
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
    assert len(match.lines) == 1 and match.now == match.lines[0]["now"]


# ---------------------------------------------------------------- tampering: that line is named


HEAD = {
    "game": "ford",
    "scenario": "other",
    "rules": "9.9",
    "options": {"flak": True},
    "enforcement": "free",
    "dice": {"kind": "seeded", "seed": "12"},
    "grognard": 3,
    "release": "9.9",
    "data": "0" * 16,
    "sides": ["german", "allied"],
    "put": [],
    "now": "0" * 32,
}


@pytest.mark.parametrize("field", HEAD)
def test_a_changed_head_is_named(seeded: Match, field: str) -> None:
    lines = lines_of(seeded)
    lines[0][field] = HEAD[field]
    assert damage(lines).line == 1


@pytest.mark.parametrize(
    "field",
    ["release", "game", "scenario", "rules", "data", "options", "enforcement", "sides", "dice", "put"],
)
def test_a_head_without_a_field_is_named(seeded: Match, field: str) -> None:
    """Also when all digests have been made to fit."""
    lines = lines_of(seeded)
    del lines[0][field]
    assert damage(lines).line == 1
    assert damage(chained(lines)).line == 1


@pytest.mark.parametrize("field", ["game", "scenario", "options", "enforcement", "sides", "put"])
def test_a_head_made_to_fit_is_still_wrong_where_the_game_differs(seeded: Match, field: str) -> None:
    lines = lines_of(seeded)
    lines[0][field] = {**HEAD, "enforcement": "lenient"}[field]
    assert damage(chained(lines)).line == 1


def test_another_seed_with_digests_made_to_fit_is_found_at_the_first_roll(seeded: Match) -> None:
    lines = lines_of(seeded)
    lines[0]["dice"]["seed"] = "13"
    assert damage(lines).line == 1, "the head has a digest"
    assert damage(chained(lines)).line == index(lines, is_roll) + 1


def forged(lines: Lines, at: int, **fields: object) -> DamagedRecord:
    """What is said of a record in which one line was changed and every seal and digest made to fit."""
    lines[at] |= fields
    return damage(chained(lines))


def test_a_forgery_whose_digests_fit_is_found_by_the_rules(seeded: Match) -> None:
    at = index(seeded.lines, is_move, 3)
    unit, other = (seeded.lines[i]["do"].split()[1] for i in (at, index(seeded.lines, is_move, 4)))
    for fields in (
        {"put": []},
        {"put": [*seeded.lines[at]["put"], ["turn", 9]]},
        {"by": "allied" if seeded.lines[at]["by"] == "german" else "german"},
        {"do": f"move {unit} 0101"},
        {"do": f"move {other} 0101"},
        {"irregular": ["SB-12.0.f"]},
    ):
        found = forged(lines_of(seeded), at, **fields)
        assert found.line == at + 1, (fields, found)


def test_a_forged_secret_is_found_by_the_rules(seeded: Match) -> None:
    at = index(seeded.lines, is_secret, 2)
    for fields in ({"own": []}, {"do": "record 716/716 1640"}, {"put": [["turn", 3]]}):
        assert forged(lines_of(seeded), at, **fields).line == at + 1, fields


def test_forged_outcomes_are_found(seeded: Match) -> None:
    """More outcomes than there were, or another number of the roll: as good as another face."""
    at = index(seeded.lines, is_roll, 2)
    line = seeded.lines[at]
    assert line["of"] == 6 and line["roll"] == 2
    for fields in (
        {"of": 7},
        {"of": [1] * 5 + [2]},
        {"roll": 3},
        {"roll": 1},
        {"pick": (line["pick"] + 1) % 6},
        {"pick": 6},
        {"of": 0},
    ):
        assert forged(lines_of(seeded), at, **fields).line == at + 1, fields


TAMPER: dict[str, tuple[Callable[[dict], bool], Callable[[dict], object]]] = {
    "who acted": (is_move, lambda line: line.update(by="german" if line["by"] == "allied" else "allied")),
    "who rolled": (is_roll, lambda line: line.update(by="german")),
    "nobody acted": (is_move, lambda line: line.pop("by")),
    "a hand that is no name": (is_move, lambda line: line.update(by=[line["by"]])),
    "a roller that is no name": (is_roll, lambda line: line.update(by={})),
    "an action that is a list": (is_move, lambda line: line.update(do=[line["do"]])),
    "a digest that is a list": (is_move, lambda line: line.update(now=[line["now"]])),
    "a field too many": (is_move, lambda line: line.update(what="else")),
    "a field too many in a roll": (is_roll, lambda line: line.update(what="else")),
    "a move": (
        is_move,
        lambda line: line.update(do=line["do"][:-2] + f"{(int(line['do'][-2:]) + 1) % 52:02}"),
    ),
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
    "a secret action": (
        is_secret,
        lambda line: line.update(do=line["do"][:-1] + str((int(line["do"][-1]) + 1) % 10)),
    ),
    "a change left out": (is_move, lambda line: line.update(put=line["put"][1:])),
    "a change too many": (is_move, lambda line: line["put"].append(["turn", 9])),
    "a hidden change": (is_secret, lambda line: line.update(own=[])),
    "the number of a roll": (is_roll, lambda line: line.update(roll=line["roll"] + 1)),
    "what could have come": (is_roll, lambda line: line.update(of=7)),
    "what came": (is_roll, lambda line: line.update(pick=line["pick"] + 1)),
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


@pytest.mark.parametrize("later", TAMPER)
@pytest.mark.parametrize("first", ["a digest", "the digest of a roll", "the face of a die", "no digest"])
def test_of_two_changed_lines_the_first_is_named(seeded: Match, first: str, later: str) -> None:
    """Digests and proofs are gone through many lines at a time, yet never after something has been said of a
    later line.
    """
    lines = lines_of(seeded)
    test, change = TAMPER[first]
    at = index(lines, test)
    change(lines[at])
    test, change = TAMPER[later]
    after = [i for i, line in enumerate(lines) if i > at and test(line)][:1]
    for i in after or [at + 1]:
        change(lines[i]) if after else lines[i].clear()
    assert damage(lines).line == at + 1


def test_another_legal_action_is_named(committed: Match) -> None:
    """Nothing is wrong with it but that it was not the one: its digest tells, and its line is named though
    play goes on.
    """
    state = GAME.new(dice=Committed(SECRETS))
    tried = 0
    for at, line in enumerate(committed.lines[1:-1], 1):
        others = (
            [a for a in state.legal_actions() if str(a) != line["do"]]
            if is_move(line) and at % 9 == 0
            else []
        )
        if others:
            tried += 1
            lines = lines_of(committed)
            lines[at]["do"] = str(Random(at).choice(others))
            assert damage(lines).line == at + 1
        if tried == 12:
            return
        state.push(GAME.parse(line["do"]))
    raise AssertionError("too few moves")


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


@pytest.mark.parametrize("keys", [{}, 5, {"allied": "x"}])
def test_keys_opened_where_there_are_none_to_open_are_found(seeded: Match, keys: object) -> None:
    with pytest.raises(DamagedRecord) as found:
        replay(GAME, [*seeded.lines[:40], {"open": keys}])
    assert found.value.line == 41


def test_keys_opened_twice_or_wrongly_are_found(committed: Match) -> None:
    *lines, last = committed.lines
    for spoilt in (
        [last, last],
        [{"open": 5}],
        [{"open": {**last["open"], "x": "y"}}],
        [{**last, "by": "chance"}],
    ):
        with pytest.raises(DamagedRecord) as found:
            replay(GAME, [*lines, *spoilt])
        assert found.value.line == len(lines) + len(spoilt)


@pytest.mark.parametrize(
    "more",
    [{"extra": 1}, {"irregular": []}, {"links": "00"}, {"salt": "x"}, {"tips": ""}, {"own": []}, {"roll": 0}],
)
def test_a_field_that_does_not_belong_there_is_found(seeded: Match, more: dict[str, object]) -> None:
    """Also when the digests have been made to fit."""
    at = next(i for i, line in enumerate(seeded.lines) if i and "seal" not in line and line["by"] != CHANCE)
    lines = lines_of(seeded)
    lines[at] |= more
    assert damage(lines).line == damage(chained(lines)).line == at + 1


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


def test_a_line_broken_off_is_taken_off_and_all_before_it_stands(seeded: Match, tmp_path: Path) -> None:
    seeded.save(tmp_path / "a.grog")
    data = (tmp_path / "a.grog").read_bytes()
    file = tmp_path / "b.grog"
    for cut in Random(2).sample(range(data.index(b"\n") + 2, len(data)), 40):
        part = data[:cut]
        file.write_bytes(part)
        whole = part.rfind(b"\n") + 1
        assert files.unfinished_tail(part) == cut - whole
        if whole < cut:
            with pytest.raises(DamagedRecord, match="grognard repair"):
                open_match(GAME, file)
        files.remove_unfinished_line(file, part)
        assert (
            file.read_bytes() == data[:whole]
            and open_match(GAME, file).lines == seeded.lines[: part.count(b"\n")]
        )


def test_nothing_is_taken_off_a_file_that_has_changed(tmp_path: Path) -> None:
    (tmp_path / "b.grog").write_bytes(b"{}\nlonger than it was")
    with pytest.raises(GrognardError, match="was changed by another program"):
        files.remove_unfinished_line(tmp_path / "b.grog", b"{}\nlonger")
    assert (tmp_path / "b.grog").read_bytes() == b"{}\nlonger than it was"


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

    monkeypatch.setattr(files.os, "replace", killed)
    match.path = None
    match.do(match.state.legal_actions()[0]) if match.state.to_move != CHANCE else match.roll()
    with pytest.raises(Killed):
        match.save(tmp_path / "live.grog")
    assert (tmp_path / "live.grog").read_bytes() == before
    assert len(open_match(GAME, tmp_path / "live.grog").lines) == 50


def test_a_game_goes_on_from_its_file_as_if_it_had_never_been_closed(tmp_path: Path) -> None:
    match = play(Match.begin(GAME, seed=2), 50)
    match.save(tmp_path / "live.grog")
    again = open_match(GAME, tmp_path / "live.grog")
    match.path = None  # one of the two keeps the file
    for one in (match, again):
        play(one, 90, seed=9)
    assert match.now == again.now
    assert read_lines((tmp_path / "live.grog").read_bytes())[:50] == match.lines[:50]


def test_two_who_write_one_file_do_not_spoil_it(tmp_path: Path) -> None:
    """The second to act is refused, his action is taken back, and the file stays as the first left it."""
    first = Match.begin(GAME, seed=1)
    first.save(tmp_path / "u.grog")
    second = open_match(GAME, tmp_path / "u.grog")
    first.do("record 716/716 1045")
    before, now = second.state.to_json(), second.now
    for spoil in (lambda: second.do("record 736/716 1147"), lambda: second.do("record 857/346 1045")):
        with pytest.raises(GrognardError, match="was changed by another program"):
            spoil()
    assert second.state.to_json() == before and second.now == now and second.lines[1:] == []
    first.do("record 736/716 1147")
    assert open_match(GAME, tmp_path / "u.grog").now == first.now
    late = open_match(GAME, tmp_path / "u.grog")
    first.undo()
    with pytest.raises(GrognardError, match="was changed by another program"):
        late.undo()
    assert open_match(GAME, tmp_path / "u.grog").now == first.now


def test_what_cannot_be_written_down_is_not_done(tmp_path: Path, monkeypatch) -> None:
    """A full disk: the action is taken back, and the file has no half line."""
    match = Match.begin(GAME, seed=1)
    match.save(tmp_path / "u.grog")
    before, whole = match.state.to_json(), (tmp_path / "u.grog").read_bytes()

    def full(file, data: bytes) -> None:
        file.write(data[:9])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_through", full)
        with pytest.raises(OSError, match="No space left"):
            match.do("record 716/716 1045")
    assert match.state.to_json() == before and (tmp_path / "u.grog").read_bytes() == whole
    match.do("record 716/716 1045")
    assert open_match(GAME, tmp_path / "u.grog").now == match.now


def test_a_link_to_a_record_stays_a_link(tmp_path: Path) -> None:
    match = Match.begin(GAME, seed=1)
    match.save(tmp_path / "u.grog")
    (tmp_path / "link.grog").symlink_to("u.grog")
    (tmp_path / "u.grog").chmod(0o640)
    again = open_match(GAME, tmp_path / "link.grog")
    again.do("record 716/716 1045")
    again.save(tmp_path / "link.grog")
    assert (tmp_path / "link.grog").is_symlink() and open_match(GAME, tmp_path / "u.grog").now == again.now
    assert (tmp_path / "u.grog").stat().st_mode & 0o777 == 0o640


def test_a_read_only_record_is_not_written_over(tmp_path: Path, monkeypatch) -> None:
    match = Match.begin(GAME, seed=1)
    match.save(tmp_path / "u.grog")
    before = (tmp_path / "u.grog").read_bytes()
    monkeypatch.setattr(files.os, "access", lambda path, mode: False)
    match.path = None
    match.do("record 716/716 1045")
    with pytest.raises(PermissionError):
        match.save(tmp_path / "u.grog")
    assert (tmp_path / "u.grog").read_bytes() == before and [p.name for p in tmp_path.iterdir()] == ["u.grog"]


# ---------------------------------------------------------------- undo


def test_undo_takes_the_last_decision_back_in_file_and_position(tmp_path: Path) -> None:
    match = Match.begin(GAME, seed=1)
    match.save(tmp_path / "u.grog")
    match.do("record 716/716 1045")
    before, now = match.state.to_json(), match.now
    match.do("record 736/716 1147")
    assert [str(a) for a in match.undo()] == ["record 736/716 1147"]
    assert match.state.to_json() == before and match.lines[1]["now"] == now, (
        "what was taken back stays in the record"
    )
    assert [line.get("do", line.get("undo")) for line in match.lines[1:]] == [
        "record 716/716 1045",
        "record 736/716 1147",
        1,
    ]
    assert "past" not in match.lines[3] and match.standing == [1]
    assert read_lines((tmp_path / "u.grog").read_bytes()) == match.lines
    match.do("record 736/716 1148")
    again = open_match(GAME, tmp_path / "u.grog")
    assert (
        again.now == match.now and again.standing == [1, 4] and again.state.to_json() == match.state.to_json()
    )


DICE = {"seeded": lambda: Seeded("1"), "committed": lambda: Committed(SECRETS), "typed": Typed}


@pytest.mark.parametrize("kind", DICE)
def test_undo_past_a_roll_is_recorded_and_the_next_roll_has_a_new_number(kind: str) -> None:
    match, rng = Match.begin(GAME, dice=DICE[kind]()), Random(2)
    roll = match.roll if kind != "typed" else lambda: match.do("roll 4")
    while match.state.to_move != CHANCE:
        match.do(match.state.legal_actions().sample(rng))
    roll()
    first = match.lines[-1]
    with pytest.raises(GrognardError, match="answered by a roll"):
        match.undo()
    assert match.lines[-1] is first
    taken = match.undo([ROLL, REVEAL])
    assert match.lines[-1]["undo"] == len(taken) == 2 and "roll" in match.lines[-1]["past"]
    assert match.state.to_move != CHANCE and match.state.rolls == 0 and match.rolls == 1
    match.do(taken[-1])
    roll()
    assert (first["roll"], match.lines[-1]["roll"]) == (0, 1)
    if kind == "committed":
        assert match.lines[-1]["links"] != first["links"]
    again = replay(GAME, lines_of(match))
    assert again.now == match.now and again.rolls == 2 and again.state.to_json() == match.state.to_json()
    assert again.findings.audit.undone_rolls == 1 and again.findings.audit.past["roll"] == 1


@pytest.mark.parametrize("kind", ["seeded", "committed"])
def test_a_roll_that_is_made_again_and_again_falls_on_every_face(kind: str) -> None:
    """The old rule gave the face back that had been taken back: a player could look at a roll before
    deciding.
    """
    match = Match.begin(GAME, dice=DICE[kind]())
    while match.state.to_move != CHANCE:
        match.do(match.state.legal_actions()[0])
    faces = set()
    for _ in range(40):
        match.roll()
        faces.add(match.lines[-1]["do"])
        for action in reversed(match.undo([ROLL, REVEAL])[1:]):
            match.do(action)
    assert len(faces) == 6 and replay(GAME, lines_of(match)).rolls == 40


def test_undo_past_a_reveal_is_refused_unless_it_is_recorded() -> None:
    match, rng = Match.begin(GAME, seed=3), Random(3)
    while not (match.state.turn and not match.state.record):
        match.roll() if match.state.to_move == CHANCE else match.do(match.state.legal_actions().sample(rng))
    while match.line_of(-1)["by"] == CHANCE:
        match.do(match.state.legal_actions()[0])
    shown = next(n for n in reversed(range(len(match.standing))) if match.goes_past(n)[-1:] == [REVEAL])
    while len(match.standing) > shown + 1:
        match.undo([ROLL])
    with pytest.raises(GrognardError, match="something hidden was revealed"):
        match.undo([ROLL])
    match.undo([ROLL, REVEAL])
    assert REVEAL in match.lines[-1]["past"]
    again = replay(GAME, lines_of(match))
    assert again.findings.audit.past["reveal"] == 1 and again.secret
    lines = lines_of(match)
    lines[-1]["past"].remove(REVEAL)
    if not lines[-1]["past"]:
        del lines[-1]["past"]
    assert damage(chained(lines)).line == len(lines), "the rules know that something had been shown"


def test_an_undo_that_cannot_be_written_down_is_not_done(tmp_path: Path, monkeypatch) -> None:
    match = Match.begin(GAME, seed=1)
    match.save(tmp_path / "u.grog")
    match.do("record 716/716 1045")
    before, whole = match.state.to_json(), (tmp_path / "u.grog").read_bytes()

    def full(file, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_through", full)
        with pytest.raises(OSError, match="No space left"):
            match.undo()
    assert match.state.to_json() == before and (tmp_path / "u.grog").read_bytes() == whole
    match.undo()
    assert open_match(GAME, tmp_path / "u.grog").now == match.now


def test_undo_of_nothing_and_after_the_end_is_refused(committed: Match) -> None:
    with pytest.raises(GrognardError, match="nothing to take back"):
        Match.begin(GAME, seed=1).undo()
    with pytest.raises(GrognardError, match="the game is over and its dice are opened"):
        committed.undo([ROLL, REVEAL])


# ---------------------------------------------------------------- copies for a side


def test_a_copy_holds_seals_while_the_record_is_secret_and_everything_after() -> None:
    match = Match.begin(GAME, seed=3)
    rng = Random(3)
    while match.state.record or len(match.lines) == 1:
        copy = match.copy_for("allied")
        text = json.dumps(copy)
        assert not [
            line for line in match.lines if "seal" in line and (line["salt"] in text or '"own"' in text)
        ]
        assert not [line for line in match.lines if "to" in line and line["do"] in text]
        found = check_copy(copy)
        assert found.lines == len(copy) and found.audit.dice.rolls == match.rolls
        assert match.copy_for("german") == match.lines, "all secrets are German ones"
        match.roll() if match.state.to_move == CHANCE else match.do(match.state.legal_actions().sample(rng))
    assert match.copy_for("allied") == match.lines, "the record has been opened"
    assert replay(GAME, json.loads(json.dumps(match.copy_for("allied")))).now == match.now
