"""The checker of records in JavaScript, which shares no code with this package, says what the package
says.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.chance import Committed, Seeded, Typed
from grognard.core.escrow import Deposit, Hand, Pooled, mask
from grognard.core.facts import CHANCE
from grognard.core.lines import DamagedRecord, closed, digest_of_old, read_lines
from grognard.core.reading import check_copy, replay
from grognard.core.record import REVEAL, ROLL, Match
from tests.records import vectors

from .check.mutations import Line, by_bytes, by_fields, by_lines, deeply, written
from .check.node import CHECKER, HERE, judge, run

MANY = 400  # of each kind of damage and record


def test_the_published_vectors_with_the_test_runner_of_node() -> None:
    done = run("--test", str(HERE / "vectors.test.mjs"))
    assert done.returncode == 0, done.stdout[-6000:]
    assert int(re.search(r"^# pass (\d+)", done.stdout, re.M)[1]) > 25  # type: ignore[index]


def test_it_imports_nothing_but_its_own_parts() -> None:
    files = list(CHECKER.glob("*.js"))
    assert len(files) == 6
    for file in files:
        found = re.findall(
            r"""(?:from|import\()\s*(?:/\*.*?\*/\s*)?\(?["'](.+?)["']""", file.read_text("utf-8")
        )
        assert [name for name in found if not re.fullmatch(r"\./\w+\.js|node:fs/promises", name)] == [], (
            file.name
        )


def same(data: bytes, lines: list[Line]) -> bool:
    """Whether a file says what these lines say, or the first of them: then it is as good as before."""
    try:
        found = [json.loads(row) for row in data.decode().split("\n")[:-1]]
    except ValueError:
        return False
    return data.endswith(b"\n") and canonical(found) == canonical(lines[: len(found)]) and bool(found)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


RECORDS = {
    "committed": vectors.committed().lines,
    "seeded": vectors.simple({"kind": "seeded", "seed": "7"}).lines,
    "typed": vectors.simple({"kind": "typed"}).lines,
    "long": vectors.long().lines,
}


@pytest.mark.parametrize("name", RECORDS)
def test_every_change_of_a_record_is_found(name: str) -> None:
    lines, rng = RECORDS[name], Random(name)
    damaged = [
        *islice(by_bytes(written(lines), rng), MANY),
        *map(written, islice(by_fields(lines, rng), MANY)),
        *map(written, islice(by_lines(lines, rng), MANY // 4)),
    ]
    damaged = [data for data in damaged if not same(data, lines)]
    assert len(damaged) > MANY
    passed = [
        (data, said) for data, said in zip(damaged, judge(damaged), strict=True) if said["ok"] is not False
    ]
    assert passed == []


@pytest.mark.parametrize("name", ["committed", "seeded", "typed", "copy"])
def test_both_checkers_say_the_same_of_forgeries_whose_digests_fit(name: str) -> None:
    """Neither takes a line for one that the other refuses: the page of documentation says which lines there
    are.
    """
    lines, rng = closed(RECORDS["committed"], "blue") if name == "copy" else RECORDS[name], Random(name)
    files = [written(one) for one in islice(deeply(lines, rng), 2 * MANY)]
    said = [(one["ok"], one["line"]) for one in judge(files)]
    assert [of_the_package(data) for data in files] == said
    assert MANY < sum(not ok for ok, _ in said) < 2 * MANY


def of_the_package(data: bytes) -> tuple[bool, int | None]:
    """The check without rules."""
    try:
        check_copy(read_lines(data))
    except DamagedRecord as error:
        return False, error.line
    return True, None


@pytest.mark.parametrize("name", ["sword-beach-midgame", "mission-midgame"])
def test_a_forged_link_in_a_line_of_format_1_is_named(name: str) -> None:
    data = (vectors.FILE.parent / "0.1.0" / f"{name}.record.jsonl").read_bytes()
    old = read_lines(data)
    match = replay(grognard.load(old[0]["game"]), old)
    copy, rng = closed(match.lines, match.state.sides[0]), Random(name)
    assert of_the_package(written(copy)) == (True, None)
    files, wanted = [], []
    for at in rng.sample([at for at, line in enumerate(copy[: len(old)]) if line.get("by") == CHANCE], 5):
        for change in ({"links": "00" * 32}, {"by": None}, {"open": {}}):
            spoilt = [*copy[:at], copy[at] | change, *copy[at + 1 :]]
            spoilt[len(old)] = copy[len(old)] | {
                "carried": copy[len(old)]["carried"] | {"bytes": digest_of_old(spoilt[: len(old)])}
            }
            files.append(written(spoilt))
            wanted.append((False, at + 1))
    assert (
        [(one["ok"], one["line"]) for one in judge(files)]
        == wanted
        == [of_the_package(data) for data in files]
    )


def test_a_line_written_in_another_order_is_the_same_line() -> None:
    lines = [dict(reversed(line.items())) for line in RECORDS["committed"]]
    assert judge([written(lines), json_with_spaces(lines)]) == judge([written(RECORDS["committed"])] * 2)


def json_with_spaces(lines: list[Line]) -> bytes:
    return "".join(json.dumps(line) + "\r\n" for line in lines).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"[]\n",
        b"{}\n",
        b"\xff\n",
        b"null\n",
        b"x\n" * 9,
        b'{"grognard": 2}\n',
        b"[" * 99_999 + b"\n",
        b"\xef\xbb\xbf{}\n",
    ],
)
def test_what_is_no_record(data: bytes) -> None:
    (said,) = judge([data])
    assert said["ok"] is False and said["line"] == 1 and said["words"][0].startswith("Line 1: ")


def test_what_it_says() -> None:
    said = {
        name: one["words"] for name, one in zip(RECORDS, judge(map(written, RECORDS.values())), strict=True)
    }
    assert (
        said["committed"][0]
        == "The record is whole: 14 lines of ford, and every digest fits the line before."
    )
    assert any(
        "blue and red committed to them before play. The links of 4 rolls fit, and 4 faces follow" in one
        for one in said["committed"]
    )
    assert any("One program made the secrets" in one for one in said["committed"])
    assert any("Taken back: 2 times, 1 of them past a roll" in one for one in said["committed"])
    assert any("From line 10 on: rules 1.1 of release 0.3.0" in one for one in said["committed"])
    assert any("as the seed in the file says" in one for one in said["seeded"])
    assert any("typed in by the players and taken on trust" in one for one in said["typed"])
    assert all("Not checked here: whether each action was legal" in one[-1] for one in said.values())


def test_dice_that_not_every_side_committed_to_are_the_authors() -> None:
    """The record of constant dice that no side committed to: its digests fit, and nothing is proved of its
    faces.
    """
    author = vectors.Author({"kind": "committed", "sides": [], "tips": "", "keys": {}})
    author.add({"by": "red", "do": "move A/1 0201", "put": []})
    pick = vectors.pick(vectors.sha256(b"").digest(), 6)
    author.add(
        {"by": "chance", "do": f"roll {pick + 1}", "put": [], "roll": 0, "of": 6, "pick": pick, "links": ""}
    )
    (said,) = judge([written(author.lines)])
    assert said["ok"] and any(
        "Dice chosen by the author of the file: no side committed to them. Nothing is proved of 1 roll."
        in one
        for one in said["words"]
    )


def test_secrets_that_the_players_browsers_made_are_told() -> None:
    dice = vectors.committed().dice | {"secrets": "pages"}
    author = vectors.Author(dice)
    author.roll(6)
    (said,) = judge([written(author.lines)])
    assert said["ok"] and any("each player's browser made its own secret" in one for one in said["words"])


# ---------------------------------------------------------------- records that the program wrote


def browsers(rules: Any) -> tuple[dict[str, Hand], Pooled]:
    hands = {side: Hand(side, f"the browser of {side}") for side in rules.position.sides}
    return hands, Pooled(
        {side: hand.tip(0) for side, hand in hands.items()}, {side: hand.key for side, hand in hands.items()}
    )


def program(game: str, kind: str, lines: int = 140) -> Match:
    """A game as the program plays it, with things taken back past rolls and reveals; `pages`: with dice of
    two browsers.
    """
    rules, rng = grognard.load(game), Random(game + kind)
    hands, pooled = browsers(rules)
    dice: dict[str, Any] = {
        "committed": Committed(dict.fromkeys(rules.position.sides, "x")),
        "seeded": Seeded("9"),
        "typed": Typed(),
        "pages": pooled,
    }
    match = Match.begin(rules, dice=dice[kind])
    while match.state.to_move is not None and (len(match.lines) < lines or not match.rolls):
        if match.state.to_move != CHANCE:
            match.do(match.state.legal_actions().sample(rng))
        elif kind == "typed":
            match.do(rng.choice(list(match.state.legal_actions())))
        else:
            if kind == "pages":
                now = {side: Deposit(hand.tip(0), hand.shares(0)) for side, hand in hands.items()}
                halves = {side: mask(hand.opener(0), match.rolls + 1).hex() for side, hand in hands.items()}
                pooled.open(match.rolls, halves, now, {})
            match.roll()
        if rng.random() < 0.07:
            match.undo([ROLL, REVEAL])
    return match


KINDS = ("committed", "seeded", "typed", "pages")


@pytest.fixture(scope="module")
def written_by_the_program() -> dict[tuple[str, str], Match]:
    return {(game, kind): program(game, kind) for game in grognard.GAMES for kind in KINDS}


def test_records_of_the_program_are_whole_and_their_dice_named(
    written_by_the_program: dict[tuple[str, str], Match],
) -> None:
    found = written_by_the_program
    for (game, kind), match, said in zip(
        found, found.values(), judge(map(of_match, found.values())), strict=True
    ):
        assert said["ok"] is True, (game, kind, said)
        assert (
            said["rolls"] == match.rolls
            and replay(match.game, match.lines).findings.audit.undone_rolls == said["takenBack"]
        )
        assert any("each player's browser made its own secret" in one for one in said["words"]) == (
            kind == "pages"
        )
        assert any("typed in by the players" in one for one in said["words"]) == (kind == "typed")
    assert sum(match.rolls > 0 for match in found.values()) >= len(found) - len(
        KINDS
    )  # a random firefight may end without a roll
    assert (
        sum(
            any("undo" in line and "roll" in line.get("past", ()) for line in match.lines)
            for match in found.values()
        )
        >= 8
    )
    assert any("reveal" in line.get("past", ()) for match in found.values() for line in match.lines)


def of_match(match: Match) -> bytes:
    return written(match.lines)


def test_copies_for_each_side_are_checked_too(written_by_the_program: dict[tuple[str, str], Match]) -> None:
    found = [match for (game, _), match in written_by_the_program.items() if game == "purple-heart-draw"]
    copies = [(match, match.copy_for(side)) for match in found for side in (*match.state.sides, "watch")]
    for (match, copy), said in zip(copies, judge([written(copy) for _, copy in copies]), strict=True):
        assert said["ok"] is True and said["rolls"] == match.rolls
        assert said["closed"] == sum("seal" in line for line in match.lines) > 0


@pytest.mark.parametrize("game", grognard.GAMES)
def test_damage_of_records_of_the_program_is_found(
    game: str, written_by_the_program: dict[tuple[str, str], Match]
) -> None:
    """Every change is found by this checker, and by the program itself at the same line or an earlier one."""
    for kind in ("committed", "pages"):
        match, rng = written_by_the_program[game, kind], Random(game)
        lines = match.lines[:60]
        damaged = [*islice(by_fields(lines, rng), 60), *islice(by_lines(lines, rng), 20)]
        for spoilt, said in zip(damaged, judge(map(written, damaged)), strict=True):
            if same(written(spoilt), lines):
                continue
            assert said["ok"] is False
            with pytest.raises(DamagedRecord) as found:
                replay(match.game, spoilt)
            assert found.value.line <= said["line"]


def test_the_command_of_node(tmp_path: Any) -> None:
    (tmp_path / "good.grog").write_bytes(written(RECORDS["seeded"]))
    (tmp_path / "bad.grog").write_bytes(written(RECORDS["seeded"]).replace(b"0201", b"0202"))
    good = run(str(CHECKER / "node.js"), str(tmp_path / "good.grog"))
    assert good.returncode == 0 and "The record is whole: 6 lines" in good.stdout, good.stderr
    both = run(str(CHECKER / "node.js"), str(tmp_path / "good.grog"), str(tmp_path / "bad.grog"))
    assert both.returncode == 1 and "Line 2: " in both.stdout
