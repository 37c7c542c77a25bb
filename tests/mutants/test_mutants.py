"""The tool of `make mutants` itself: what it changes, what it leaves alone, and that it tells killed from
surviving.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.coverage import FOLDERS, ROOT

from .__main__ import _keep, alone, known, results
from .choose import RANKS, concern
from .figures import figure_sites
from .report import _page
from .run import ENDLESS, EndedFromOutsideError, Tree, Verdict, in_child
from .sample import of_game, sample, source_of
from .sites import KINDS, Site, python_sites

FEW = 12  # tests a mutant


def changes(source: str, path: str = "rule.py") -> list[tuple[str, str, str]]:
    return [
        (site.kind, site.before, site.after) for site in python_sites("sword-beach", path, source.encode())
    ]


# ---------------------------------------------------------------- what is changed


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = a < b", ("compare", "<", "<=")),
        ("x = a not in b", ("compare", "not in", "in")),
        ("x = min(a, b)", ("compare", "min", "max")),
        ("x = a and b", ("boolean", "and", "or")),
        ("x = a + b", ("arithmetic", "+", "-")),
        ("x = a // b", ("arithmetic", "a // b", "(-(-(a) // (b)))")),
        ("x = a & b", ("set", "&", "|")),
        ("x = not a", ("not", "not a", "bool(a)")),
        ("x = ~a", ("not", "~a", "(a)")),
        ("x = True", ("constant", "True", "False")),
        ("x = 0", ("constant", "0", "1")),
        ("if a: raise b", ("guard", "a", "False and (a)")),
        ("x = [a for a in b if c]", ("guard", "c", "(True or (c))")),
    ],
)
def test_one_change_of_each_kind(line: str, expected: tuple[str, str, str]) -> None:
    assert changes(line) == [expected]


def test_a_number_is_one_more_or_one_less() -> None:
    assert changes("x = 3") == [("constant", "3", "4"), ("constant", "3", "2")]


def test_every_mutant_of_a_module_can_be_compiled_and_differs() -> None:
    for site in python_sites("sword-beach", "combat.py", (FOLDERS["sword-beach"] / "combat.py").read_bytes()):
        source = source_of(site).read_bytes()
        assert ast.dump(ast.parse(site.apply(source))) != ast.dump(ast.parse(source))


@pytest.mark.parametrize(
    "line",
    [
        'x = f"{a + 1} units"',
        'state.note("SB-1", "{} lost", a - b)',
        'if a > 1:\n    state.note("SB-1", "lost")',
        'x = "one unit" if a == 1 else "units"',
        "assert a > 1",
        "x: int | None",
        "Name = int | Other",
        "Name = Callable[[int], Other | None]",
        "@cache(maxsize=64)\ndef rule(a: int | None) -> bool: ...",
        'Screen("SB-1", words, mask, implied=True)',
        "def __repr__(self): return a + b",
        'raise ValueError(a + b, "text")',
    ],
)
def test_code_that_decides_nothing_is_left_alone(line: str) -> None:
    assert changes(line) == []


def test_modules_that_only_draw_are_left_alone() -> None:
    assert changes("x = a < b", "picture.py") == []


def test_figures_of_data() -> None:
    text = """
schema = 1
[table]  # 5 rows
2 = 7
day = 1944-06-06
cost = { truck = "+2", division = "49" }
results = [["A1", "A1", "De"], ["De", "De", "Ex"]]
late = true
"""
    sites = figure_sites("sword-beach", "data/x.toml", text.encode())
    assert [(site.scope, site.before, site.after) for site in sites] == [
        ("table.2", "7", "8"),
        ("table.2", "7", "6"),
        ("table.day", "1944-06-06", "1944-06-07"),
        ("table.truck", '"+2"', '"+3"'),
        ("table.truck", '"+2"', '"+1"'),
        ("table.results", '"A1"', '"De"'),
        ("table.results", '"A1"', '"De"'),
        ("table.results", '"De"', '"Ex"'),
        ("table.results", '"De"', '"Ex"'),
        ("table.results", '"De"', '"Ex"'),
        ("table.late", "true", "false"),
    ]
    assert all(tomllib.loads(site.apply(text.encode()).decode()) != tomllib.loads(text) for site in sites)


def test_an_id_stays_while_its_line_stays() -> None:
    before, after = (
        b"def rule(a):\n    return a < 3\n",
        b"OTHER = 1\n\n\ndef rule(a):\n    # why\n    return  a < 3\n",
    )
    ids = {site.id for site in python_sites("sword-beach", "rule.py", before)}
    assert len(ids) == 3 and ids < {site.id for site in python_sites("sword-beach", "rule.py", after)}


# ---------------------------------------------------------------- the sample


def test_the_sample_is_the_same_every_time_and_another_with_another_seed() -> None:
    first, again, other = sample(14, 80), sample(14, 80), sample(15, 80)
    assert first == again and len({site.id for site in first}) == 80
    assert len({site.id for site in first} & {site.id for site in other}) < 20
    assert set(Counter(site.game for site in first).values()) == {20} and len(FOLDERS) == 4


def test_every_kind_has_its_share_of_a_game() -> None:
    found = Counter(site.kind for site in of_game("purple-heart-draw", 14, 40))
    assert found == dict.fromkeys(KINDS, 5)


def test_the_tests_of_the_clauses_cited_near_a_mutant_come_first() -> None:
    site = next(s for s in planted_sites() if not s.after)
    cited = concern(site, source_of(site).read_text("utf-8"))
    assert cited.near == {"SB-13.0.c", "SB-13.0.d"} and "SB-11.1.5.e" in cited.file - cited.near
    assert [
        cited.rank(marks) for marks in ({"SB-13.0.c", "FM-1"}, {"SB-11.1.5.e"}, {"SB-12.0.a"}, set())
    ] == [*range(len(RANKS))]


# ---------------------------------------------------------------- killed or not


def planted_sites() -> list[Site]:
    """Two changes of one rule: the first turns it round, the second only adds brackets."""
    path, line = FOLDERS["sword-beach"] / "victory.py", b"return not CAEN_NORTH & ~state.allied_cities"
    source = path.read_bytes()
    start = source.index(line) + len(b"return ")
    number = source.count(b"\n", 0, start) + 1
    site = Site(
        "sword-beach", path.name, "allied_victory", number, "not", start, start + 3, "not", "", "turned round"
    )
    inner = start + len(b"not ")
    end = inner + len(line) - len(b"return not ")
    text = source[inner:end].decode()
    return [
        site,
        Site(
            "sword-beach",
            path.name,
            "allied_victory",
            number,
            "not",
            inner,
            end,
            text,
            f"({text})",
            "in brackets",
        ),
    ]


def test_a_known_mutant_is_killed_and_an_equivalent_one_survives(tmp_path: Path) -> None:
    """In a process of its own, which has not loaded the games."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants.test_mutants", str(tmp_path / "tree")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    verdicts = json.loads(run.stdout)
    assert verdicts["turned round"]["killed"] and "::" in verdicts["turned round"]["by"]
    assert not verdicts["in brackets"]["killed"] and verdicts["in brackets"]["ran"] == FEW
    assert verdicts["unchanged"]


def test_a_mutant_that_never_ends_is_ended() -> None:
    def endless() -> dict[str, int]:
        while True:
            pass

    assert in_child(endless, 1) == ENDLESS and in_child(lambda: {"sum": 2}, 1) == {"sum": 2}


# ---------------------------------------------------------------- interruptions


def test_a_process_ended_from_outside_is_no_verdict() -> None:
    def killed() -> dict[str, int]:
        os.kill(os.getpid(), signal.SIGKILL)
        return {}

    def failed() -> dict[str, int]:
        raise RuntimeError

    for work in (killed, failed):
        with pytest.raises(EndedFromOutsideError):
            in_child(work, 1)


def test_a_line_cut_off_by_an_interruption_costs_only_its_own_verdict(tmp_path: Path) -> None:
    for id_ in ("one", "two"):
        _keep(tmp_path, vars(Verdict(id_, True, "test", 0, 1)) | {"quick": False})
    whole = results(tmp_path).read_bytes()
    results(tmp_path).write_bytes(whole[:-9])
    assert set(known(tmp_path, stale=True)) == {"one"}
    _keep(tmp_path, vars(Verdict("three", True, "test", 0, 1)) | {"quick": False})
    assert set(known(tmp_path, stale=True)) == {"one", "three"}


def test_verdicts_on_another_state_and_suspects_count_only_if_asked_for(tmp_path: Path) -> None:
    _keep(tmp_path, vars(Verdict("earlier", True, tree="another")) | {"quick": False})
    _keep(tmp_path, vars(Verdict("suspect", False, tree="another")) | {"quick": True})
    assert known(tmp_path, stale=False) == {}
    assert set(known(tmp_path, stale=True)) == {"earlier"}
    assert set(known(tmp_path, stale=True, quick=True)) == {"earlier", "suspect"}


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with alone(tmp_path), pytest.raises(SystemExit, match="another run is at work"), alone(tmp_path):
        pass
    with alone(tmp_path):
        pass


# ---------------------------------------------------------------- the report


def test_the_report_says_what_has_not_been_run_and_what_is_not_explained() -> None:
    one, two = planted_sites()
    judged = [
        (one, Verdict(one.id, True, "tests/a.py::test_b", 0, 1, "now")),
        (two, Verdict(two.id, False, tree="then")),
    ]
    page = "\n".join(_page(judged, 3, {}, 14, {"sword-beach": "now"}))
    assert "**Only 2 of the 3 mutants have been run.**" in page and page.count("**Not explained.**") == 1
    assert "| all | 2 | 1 (50%) | 1 | 0 | 0 | 0 | 0 | 1 |" in page
    assert "| sword-beach | `now` | 1 | 1 on `then` |" in page
    assert "Only" not in "\n".join(_page(judged, 2, {}, 14, {})).partition("## Results")[2]
    assert "Because." in "\n".join(_page(judged, 2, {two.id: "Because."}, 14, {}))


def main() -> None:
    tree, sites = Tree(Path(sys.argv[1])), planted_sites()
    verdicts = {site.id: vars(tree.judge(site, tree.baseline(site, FEW), FEW)) for site in sites}
    copy = tree.root / source_of(sites[0]).relative_to(ROOT)
    print(json.dumps(verdicts | {"unchanged": copy.read_bytes() == source_of(sites[0]).read_bytes()}))


if __name__ == "__main__":
    main()
