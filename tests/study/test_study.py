"""A study gives the same rows whatever plays it, goes on after a kill, and its figures are right."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from math import comb
from pathlib import Path

import pytest

from grognard.core.ruling import GrognardError
from grognard.study import engines
from grognard.study.engines import Processes, Serial, engine
from grognard.study.numbers import Spread, games_to_tell, wilson
from grognard.study.plan import Plan, make_plan
from grognard.study.playing import Played, play_game, play_piece
from grognard.study.results import StudyResults
from grognard.study.run import Cutter, run

RANDOM = {"allied": "random", "german": "random"}


def plan(games: int = 6, **how: object) -> Plan:
    return make_plan("sword-beach", games=games, seed="7", players=RANDOM, **how)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serial")
    run(plan(vary={"weather": ["false", "true"]}), folder, Serial())
    return folder


def test_the_rows_are_those_of_the_numbers_whatever_the_engine(serial: Path, tmp_path: Path) -> None:
    run(plan(vary={"weather": ["false", "true"]}), tmp_path, Processes(2))
    for name in ("games.jsonl", "games.csv", "summary.json", "report.html", "plan.json"):
        assert (tmp_path / name).read_bytes() == (serial / name).read_bytes(), name


def test_games_of_a_group_share_their_dice(serial: Path) -> None:
    rows = [json.loads(line) for line in (serial / "games.jsonl").read_text().splitlines()]
    assert [row["game"] for row in rows] == list(range(6))
    assert [row["group"] for row in rows] == [0, 0, 1, 1, 2, 2]
    assert [row["setting"]["weather"] for row in rows] == ["false", "true"] * 3
    assert len({json.dumps(row["stood"]) for row in rows}) == 6  # and yet no two games are the same


def test_a_row_counts_what_happened() -> None:
    """The counts of a row against the same game's own journal, read another way."""
    import grognard
    from grognard.core.chance import Seeded
    from grognard.players import sit

    wanted = plan(1)
    row = play_game(wanted, 0)
    state = grognard.load("sword-beach").new(dice=Seeded("study 7/0"))
    seats = {side: sit("random", "sword-beach", side, seed="7/0") for side in state.sides}
    while (side := state.to_move) is not None:
        state.push(state.dice.answer(state) if side == "chance" else seats[side].choose(state))
    events = state.events()
    lost = sum(e.old - e.new for e in events if e.fact == "steps" and e.new < e.old)
    assert (
        sum(row["lost"].values())
        == sum(n for side in row["fell"].values() for n in side.values())
        == lost
        > 0
    )
    assert sum(row["fire"][cup] for cup in ("air", "guns", "german")) == sum(
        str(a).startswith("draw ") for a in state.actions
    )
    assert (row["winner"], row["level"], row["clause"]) == tuple(state.outcome() or ())
    assert (
        row["decisions"] == len(state.actions) and row["rolls"] == state.rolls and row["turns"] == state.turn
    )


def test_the_table_and_the_report_are_made(serial: Path) -> None:
    with open(serial / "games.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6 and rows[1]["setting.weather"] == "true"
    page = (serial / "report.html").read_text()
    assert "<script" not in page and page.count("<svg") >= 8 and "weather: false to true" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_study_goes_on_where_it_was(serial: Path, tmp_path: Path) -> None:
    """Two games kept, a third cut in two by the kill: the rest is played and the result is the same."""
    whole = (serial / "games.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "plan.json").write_bytes((serial / "plan.json").read_bytes())
    (tmp_path / "games.jsonl").write_bytes(whole[4] + whole[1] + whole[0][:100])
    book = StudyResults(tmp_path, plan(vary={"weather": ["false", "true"]}))
    assert book.done == {4, 1}
    told: list[tuple[int, int]] = []
    run(book.plan, tmp_path, Serial(), lambda done, whole: told.append((done, whole)))
    assert told[0] == (2, 6) and told[-1] == (6, 6)
    assert (tmp_path / "games.jsonl").read_bytes() == b"".join(whole)


def test_a_study_killed_in_the_middle_goes_on(tmp_path: Path) -> None:
    """The real command, killed with its workers; the same command again ends with the rows of an undisturbed
    one.
    """
    command = [
        sys.executable,
        "-m",
        "grognard",
        "study",
        "sword-beach",
        "--allied",
        "random",
        "--german",
        "random",
        "--seed",
        "3",
    ]
    for games in (40, 400, 4000):  # more, if it was done before this process came to kill it
        killed, calm = (tmp_path / f"{word} {games}" for word in ("killed", "calm"))
        if (
            killed_at(2, [*command, "--games", str(games), "--out", str(killed)], killed / "games.jsonl")
            < games
        ):
            break
    for folder in (killed, calm):
        subprocess.run(
            [*command, "--games", str(games), "--out", str(folder)], check=True, capture_output=True
        )
    rows = (killed / "games.jsonl").read_bytes()
    assert rows == (calm / "games.jsonl").read_bytes() and rows.count(b"\n") == games


def killed_at(least: int, command: list[str], rows: Path) -> int:
    """Runs a command and kills it, with all it started, once so many rows are there; gives how many were."""
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        while process.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") >= least):
            time.sleep(0.02)
    finally:
        with suppress(ProcessLookupError):  # it was done before
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    found = rows.read_bytes().count(b"\n")
    assert found >= least
    return found


def test_another_study_is_not_mixed_in(serial: Path) -> None:
    with pytest.raises(GrognardError, match="holds another study .*games 6 there, 8 here"):
        StudyResults(serial, plan(8, vary={"weather": ["false", "true"]}))


def test_a_row_is_kept_once(tmp_path: Path) -> None:
    book = StudyResults(tmp_path, plan(2))
    rows = [play_game(book.plan, 0)]
    assert book.add(rows) == 1 and book.add(rows) == 0
    assert book.rows.read_bytes().count(b"\n") == 1 and list(book.missing) == [1]


def test_pieces_take_about_a_second() -> None:
    cutter = Cutter(plan(500), iter(range(500)))
    pieces = iter(cutter)
    assert len(next(pieces).numbers) == 1
    cutter.learn(Played([{}] * 10, 0.5))
    assert len(next(pieces).numbers) == 20
    cutter.learn(Played([{}] * 10, 100.0))
    assert len(next(pieces).numbers) == 1
    assert sum(len(piece.numbers) for piece in pieces) == 500 - 22


def die_once(path: str) -> str:
    """Kills its own process the first time it is called with a path."""
    if path.endswith("!") and not Path(path[:-1]).exists():
        Path(path[:-1]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path


def test_a_pool_whose_worker_dies_is_made_anew(tmp_path: Path) -> None:
    pieces = [str(tmp_path / str(n)) + ("!" if n == 3 else "") for n in range(8)]
    assert sorted(Processes(2).imap_unordered(die_once, pieces)) == sorted(pieces)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"players": {"russian": "random"}}, "no side russian"),
        ({"players": {"allied": "napoleon"}}, "no player 'napoleon'"),
        ({"vary": {"wether": ["a", "b"]}}, "no option 'wether'"),
        ({"vary": {"weather": ["yes", "maybe"]}}, "weather is one of"),
        ({"vary": {"weather": []}}, "say what weather is to be"),
        ({"vary": {"weather": ["true", "false", "true"]}}, "each value of weather once, not true,false,true"),
        ({"scenario": "arnhem"}, "no scenario 'arnhem'"),
        ({"games": 0}, "one game or more"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(how: dict, words: str) -> None:
    with pytest.raises(GrognardError, match=words):
        make_plan("sword-beach", **{"games": 2, "seed": "1", "players": RANDOM} | how)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(GrognardError, match="serial, processes, dask"), engine("ray"):
        pass
    with pytest.raises(GrognardError, match="--engine dask"), engine("processes", address="127.0.0.1:1"):
        pass


# ---------------------------------------------------------------- figures


def test_wilson_holds_what_the_binomial_says() -> None:
    """The bounds are the shares for which the count lies 1.96 standard errors off: put them back and see."""
    for hits, of in ((0, 10), (3, 10), (45, 100), (100, 100)):
        share, low, high = wilson(hits, of)
        assert share == hits / of and 0 <= low <= share <= high <= 1
        for bound in (low, high):
            if 0 < bound < 1:
                assert abs(hits / of - bound) == pytest.approx(1.959964 * (bound * (1 - bound) / of) ** 0.5)


def test_wilson_covers_about_95_percent() -> None:
    """Counted over every outcome of 60 games at several true shares, not sampled."""
    covers = []
    for share in (0.1, 0.3, 0.45, 0.5, 0.7):
        held = [k for k in range(61) if wilson(k, 60).low <= share <= wilson(k, 60).high]
        covers.append(sum(comb(60, k) * share**k * (1 - share) ** (60 - k) for k in held))
    assert 0.94 < sum(covers) / len(covers) < 0.965


def test_a_spread_is_that_of_its_numbers() -> None:
    from statistics import mean, stdev

    numbers = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
    spread = Spread(numbers)
    assert spread.mean == pytest.approx(mean(numbers)) and spread.deviation == pytest.approx(stdev(numbers))


def test_one_number_tells_no_interval() -> None:
    assert Spread([25.0]).interval().words() == "25.00 (too few to tell)"
    assert Spread([24.0, 26.0]).interval().words() == "25.00 (23.04 to 26.96)"  # 1.96 standard errors of 1


def test_one_game_and_one_pair_are_reported_as_such(tmp_path: Path) -> None:
    tally = run(plan(2, vary={"weather": ["false", "true"]}), tmp_path, Serial())
    (row,) = tally.effect_rows()
    assert row["pairs"] == 1 and row["pairs_to_tell"] is None
    page = (tmp_path / "report.html").read_text()
    assert "too few to tell" in page and "inf" not in page.replace("infantry", "") and "nan" not in page
    assert json.loads((tmp_path / "summary.json").read_text())["effects"][0]["change"]["low"] is None


def test_a_smaller_difference_takes_more_games() -> None:
    assert games_to_tell(0.0, 0.7) is None
    wanted = [games_to_tell(d, 0.7) or 0 for d in (0.2, 0.1, 0.05)]
    assert wanted == sorted(wanted) and wanted[2] == pytest.approx(4 * wanted[1], rel=0.02)


# ---------------------------------------------------------------- Dask, a real cluster


PATIENCE = 600  # seconds; no measure of speed
WAIT = {f"distributed.comm.timeouts.{what}": f"{PATIENCE}s" for what in ("connect", "tcp")}


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cluster is given as long as it needs."""
    import dask
    import distributed  # noqa: F401  # it has settings of its own, which are to be there before

    monkeypatch.setattr(engines, "ANSWER", f"{PATIENCE}s")
    with dask.config.set(WAIT):
        yield


@pytest.fixture
def cluster(patient: None, tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own, ended with all they started."""
    import dask

    file = tmp_path / "scheduler.json"  # in which the scheduler says at what port it is
    env = {**os.environ, "DASK_INTERNAL_INHERIT_CONFIG": dask.config.serialize(dask.config.global_config)}
    quiet = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "start_new_session": True,
        "env": env,
    }
    head = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--scheduler-file",
        str(file),
        "--no-dashboard",
    ]
    hand = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        "--scheduler-file",
        str(file),
        "--nthreads",
        "1",
        "--host",
        "127.0.0.1",
        "--no-dashboard",
    ]
    started = [subprocess.Popen(head, **quiet), *(subprocess.Popen(hand, **quiet) for _ in range(2))]  # type: ignore[call-overload]
    try:
        yield _address(file, 2), started[1:]
    finally:
        for process in started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _address(file: Path, workers: int) -> str:
    """Where the scheduler is, once so many workers have come to it."""
    from distributed import Client

    end = time.monotonic() + PATIENCE
    while not file.exists() or not file.read_text().rstrip().endswith("}"):
        assert time.monotonic() < end, "the scheduler did not come up"
        time.sleep(0.05)
    address = str(json.loads(file.read_text())["address"])
    with Client(address, timeout=f"{PATIENCE}s", set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=PATIENCE)
    return address


@pytest.mark.cluster
def test_a_cluster_gives_the_same_rows_though_a_worker_is_killed(cluster: tuple, tmp_path: Path) -> None:
    address, workers = cluster
    wanted = plan(40)
    run(wanted, tmp_path / "here", Serial())
    counted = 0

    def tell(done: int, whole: int) -> None:
        nonlocal counted
        assert whole == 40
        before, counted = counted, done
        if before < 5 <= counted:
            os.killpg(workers[0].pid, signal.SIGKILL)

    with engine("dask", address=address) as there:
        assert there.workers == 2
        run(wanted, tmp_path / "there", there, tell)
    assert counted == 40 and workers[0].wait() == -signal.SIGKILL
    assert (tmp_path / "there" / "games.jsonl").read_bytes() == (
        tmp_path / "here" / "games.jsonl"
    ).read_bytes()


@pytest.mark.cluster
def test_a_local_cluster_of_our_own(patient: None, tmp_path: Path) -> None:
    run(plan(4), tmp_path / "here", Serial())
    with engine("dask", workers=2) as there:
        run(plan(4), tmp_path / "there", there)
    assert (tmp_path / "there" / "games.jsonl").read_bytes() == (
        tmp_path / "here" / "games.jsonl"
    ).read_bytes()


def test_nobody_at_the_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "ANSWER", "1s")
    with (
        pytest.raises(GrognardError, match="no Dask scheduler answers at tcp://127.0.0.1:9"),
        engine("dask", address="tcp://127.0.0.1:9"),
    ):
        pass


def test_a_worker_with_other_data_says_so() -> None:
    import msgspec

    from grognard.study.playing import Piece

    other = msgspec.structs.replace(plan(1), data="000000000000")
    with pytest.raises(GrognardError, match="other rules or data"):
        play_piece(Piece(other, (0,)))
