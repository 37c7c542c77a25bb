"""Running tests against a mutant, in a copy of the tree and a process of its own."""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import pytest

from tests.coverage import ROOT, clauses

from .choose import RANKS, SHARED, concern, test_files, test_folder
from .reach import Reach, function_of
from .sample import source_of
from .sites import Site

SKIPPED = (".*", "site", "node_modules", "__pycache__", "*.egg-info")
# The first test of a run may pay for what later ones share, hence the large allowance of one test.
# A test that uses far more processor time than it needs without a mutant is endless, and so is a run; the
# clock only ends one that sleeps.
TEST_CPU, TEST_TIMES, RUN_CPU, RUN_TIMES, CLOCK_TIMES = 120, 10, 120, 4, 12
SLOW = 5.0  # seconds; such tests come after all others, as most mutants are dead by then
MEMORY = 6 << 30
ENDLESS, BROKEN, CRASHED = (
    "tests that do not end",
    "a game that cannot be loaded",
    "an interpreter that crashes",
)


@dataclass(frozen=True)
class Verdict:
    """What the tests said of one mutant."""

    id: str
    killed: bool
    by: str = ""  # the first test that failed
    rank: int = 3
    ran: int = 0  # tests run, the failed one among them
    tree: str = ""  # the digest of the code it was run on


@dataclass(frozen=True)
class Baseline:
    """The same tests without a mutant: what fails anyway is left out; how long each takes, and which
    functions it calls.
    """

    red: tuple[str, ...] = ()
    cpu: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)
    calls: dict[str, list[int]] = field(default_factory=dict)
    at_import: list[str] = field(default_factory=list)
    everything: list[str] = field(default_factory=list)

    def callers(self, function: str) -> set[str] | None:
        """The tests that call a function; `None` if that is not known, or if an import calls it."""
        if not function or not self.calls or function in self.at_import:
            return None
        return {*(self.tests[number] for number in self.calls.get(function, ())), *self.everything}


NOTHING_KNOWN = Baseline()


class Tree:
    """A copy of the project in which one file at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*SKIPPED))

    def path(self, site: Site) -> Path:
        return self.root / source_of(site).relative_to(ROOT)

    def text(self, site: Site) -> str:
        return self.path(site).read_text("utf-8")

    @contextmanager
    def planted(self, site: Site) -> Iterator[None]:
        path = self.path(site)
        before = path.read_bytes()
        compiled = list(path.parent.glob(f"__pycache__/{path.stem}.*.pyc"))
        try:
            for (
                file
            ) in compiled:  # the time stamp of a file changed twice in a second does not tell the two apart
                file.unlink()
            path.write_bytes(site.apply(before))
            yield
        finally:
            path.write_bytes(before)

    def baseline(self, site: Site, most: int | None = None) -> Baseline:
        """What fails without a mutant among the tests of a site's game, or among the first of them."""
        plugin, reach = (
            Ordered(site, self.text(site), NOTHING_KNOWN, most),
            Reach(f"{self.path(site).parent}/".removesuffix("data/")),
        )

        def work() -> dict[str, Any]:
            found = self._session(plugin, reach, compiled=True)
            return found | {
                name: getattr(reach, name) for name in ("tests", "calls", "at_import", "everything")
            }

        found = in_child(work, None)
        if isinstance(found, str) or found["broken"]:
            raise SystemExit(f"the tests of {site.game} cannot be collected")
        return Baseline(tuple(found["failed"]), *(found[field.name] for field in fields(Baseline)[1:]))

    def judge(self, site: Site, baseline: Baseline, most: int | None = None, quick: bool = False) -> Verdict:
        """Run the tests until one fails; first those that call the changed function, of its clauses before
        others.
        """
        plugin = Ordered(site, self.text(site), baseline, most, quick)
        limit = RUN_CPU + int(RUN_TIMES * baseline.cpu)
        with self.planted(site):
            found = in_child(lambda: self._session(plugin, options=("-x",)), limit)
        if isinstance(found, str):
            return Verdict(site.id, True, found)
        if found["broken"]:
            return Verdict(site.id, True, BROKEN)
        by = found["failed"][0] if found["failed"] else ""
        return Verdict(site.id, bool(by), by, found["ranks"].get(by, len(RANKS) - 1), found["ran"])

    def _session(
        self, plugin: Ordered, *others: object, options: tuple[str, ...] = (), compiled: bool = False
    ) -> dict[str, Any]:
        os.chdir(self.root)
        source = str(self.root / "src")
        for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
            del sys.modules[name]  # the copy's helpers are imported, not ours
        sys.path[:] = [source, str(self.root), *(entry for entry in sys.path if entry not in ("", str(ROOT)))]
        os.environ["PYTHONPATH"] = source  # for processes that tests start
        sys.dont_write_bytecode = not compiled
        options = ("-q", "-p", "no:cacheprovider", "-m", "not nightly and not browser", *options)
        code = pytest.main([*options, *plugin.files()], plugins=[plugin, *others])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
            plugin.found["broken"] = True
        import grognard

        if not Path(str(grognard.__file__)).is_relative_to(self.root):
            raise SystemExit(f"the tests ran against {grognard.__file__}")
        return plugin.found | {"cpu": sum(os.times()[:4])}


class Ordered:
    """A pytest plugin: the tests of the clauses concerned first, without those that fail anyway; it notes
    what fails.
    """

    def __init__(
        self, site: Site, text: str, baseline: Baseline, most: int | None = None, quick: bool = False
    ) -> None:
        self.found: dict[str, Any] = {"failed": [], "broken": False, "ran": 0, "ranks": {}, "seconds": {}}
        self.concern, self.callers = concern(site, text), baseline.callers(function_of(site, text))
        self.baseline, self.most, self.quick = baseline, most, quick
        self.parent = os.getpid()  # the process that makes the plugin forks the one that uses it
        self.game, self.clauses = site.game, set(clauses(site.game))

    def files(self) -> list[str]:
        """Where to look for tests: a quick run opens only files with a test that calls the changed function,
        if there is one.
        """
        if self.quick and self.callers:
            return sorted({test.partition("::")[0] for test in self.callers})
        return test_files(self.game)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        own = (f"{test_folder(self.game)}/", *SHARED)
        items[:] = [item for item in items if item.nodeid.startswith(own) or _marked(item) & self.clauses]
        known, callers = self.baseline.seconds, self.callers
        ranks = self.found["ranks"] = {item.nodeid: self.concern.rank(_marked(item)) for item in items}
        far = {
            item.nodeid
            for item in items
            if callers is not None and item.nodeid not in callers and item.nodeid in known
        }
        out = {*self.baseline.red, *(far if self.quick else ())}
        items[:] = [item for item in items if item.nodeid not in out]
        times = {item.nodeid: known.get(item.nodeid, 0.0) for item in items}
        items.sort(
            key=lambda item: (
                item.nodeid in far,
                times[item.nodeid] > SLOW,
                ranks[item.nodeid],
                times[item.nodeid],
            )
        )
        del items[self.most or len(items) :]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of tests that cannot be imported counts as a failure, which pytest then does not report for
        any test.
        """
        self.found["broken"] |= report.failed

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Processor time for one test; at its end the signal ends the process. A run whose parent is gone
        ends as well.
        """
        if os.getppid() != self.parent:
            os._exit(1)
        if known := self.baseline.seconds:
            signal.setitimer(signal.ITIMER_VIRTUAL, TEST_CPU + TEST_TIMES * known.get(nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds = self.found["seconds"]
        seconds[report.nodeid] = round(seconds.get(report.nodeid, 0) + report.duration, 3)
        self.found["ran"] += report.when == "call"
        if report.failed and report.nodeid not in self.found["failed"]:
            self.found["failed"].append(report.nodeid)


def _marked(item: pytest.Item) -> set[str]:
    return {id_ for name in ("clause", "refuses") for mark in item.iter_markers(name) for id_ in mark.args}


# ---------------------------------------------------------------- a process of its own


class EndedFromOutsideError(Exception):
    """A process of tests has ended without a result, and not for what its mutant does: there is no
    verdict.
    """


def in_child(work: Callable[[], dict[str, Any]], cpu: int | None) -> dict[str, Any] | str:
    """The result of `work` in a forked process; a word for its end if it used up its share of the processor
    or crashed.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _work(work, writer, cpu)
    os.close(writer)
    status = None
    try:
        text, in_time = _read(reader, cpu and cpu * CLOCK_TIMES)
        if in_time and not text:
            _, status = os.waitpid(child, 0)
    finally:
        os.close(reader)
        _end(child, status is None)
    if text:
        return dict(json.loads(text))
    return ENDLESS if status is None else _cause(status)


def _cause(status: int) -> str:
    """Why a process has ended without a result; an end that a mutant does not bring about is no verdict."""
    code = os.waitstatus_to_exitcode(status)
    if -code in (signal.SIGVTALRM, signal.SIGXCPU):
        return ENDLESS
    if -code in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT):
        return CRASHED
    raise EndedFromOutsideError(f"a process of tests ended without a result (code {code})")


def _work(work: Callable[[], dict[str, Any]], writer: int, cpu: int | None) -> None:
    try:
        os.setpgid(0, 0)
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if cpu:
            resource.setrlimit(
                resource.RLIMIT_CPU, (cpu, cpu + 10)
            )  # the signal of the first limit tells why
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        result = json.dumps(work()).encode()
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(result)
    finally:
        os._exit(0)


def _read(reader: int, seconds: int | None) -> tuple[bytes, bool]:
    """What was written until the other end closed, and whether it closed in time."""
    text = b""
    while select.select([reader], [], [], seconds)[0]:
        part = os.read(reader, 1 << 16)
        if not part:
            return text, True
        text += part
    return b"", False


def _end(child: int, waiting: bool) -> None:
    """End the process and those that its tests have left behind."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if waiting:
        os.waitpid(child, 0)
