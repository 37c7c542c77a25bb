"""`python -m tests.mutants`: run the sample, as far as it has not been run, and write the report."""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from tests.coverage import FOLDERS, ROOT, folder

from .report import write
from .run import Baseline, EndedFromOutsideError, Tree, Verdict
from .sample import COUNT, SEED, sample, sites
from .sites import Site


def digest(game: str, tree: Path = ROOT) -> str:
    """What the verdicts on a game rest on, as the project or a copy of it has it: its rules, the core and its
    tests.
    """
    found = hashlib.sha256()
    for name in (folder(game).relative_to(ROOT), "src/grognard/core", f"tests/{game.replace('-', '_')}"):
        root = tree / name
        for path in sorted(path for kind in ("*.py", "*.toml") for path in root.rglob(kind)):
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


def results(work: Path) -> Path:
    return work / "results.jsonl"


def known(work: Path, stale: bool, quick: bool = False) -> dict[str, Verdict]:
    """Verdicts of earlier runs; with `stale` also those on an earlier state of the code, with `quick` also
    suspects.
    """
    if not results(work).exists():
        return {}
    now = {digest(game) for game in FOLDERS}
    rows = [row for row in map(_row, results(work).read_text("utf-8").splitlines()) if row]
    rows = [
        row for row in rows if (stale or row["tree"] in now) and (quick or row["killed"] or not row["quick"])
    ]
    return {row["id"]: Verdict(**{name: row[name] for name in Verdict.__dataclass_fields__}) for row in rows}


def _row(line: str) -> dict[str, Any]:
    """A line of the verdicts; nothing for a line that an interruption has cut off."""
    try:
        return dict(json.loads(line))
    except ValueError:
        return {}


def baseline(tree: Tree, site: Site, given: argparse.Namespace) -> Baseline:
    """The tests without a mutant: once for a state of a game's code, or of the few tests asked for."""
    path = given.work / f"baseline-{site.game}-{digest(site.game, tree.root)}.json"
    if given.stale:
        path = max(given.work.glob(f"baseline-{site.game}-*.json"), key=os.path.getmtime, default=path)
    if given.most and not given.quick and not path.exists():
        return tree.baseline(site, given.most)
    if not path.exists():
        whole = path.with_suffix(".part")
        whole.write_text(json.dumps(asdict(tree.baseline(site))), "utf-8")
        whole.replace(path)
    return Baseline(**json.loads(path.read_text("utf-8")))


def chosen(given: argparse.Namespace) -> list[Site]:
    """The mutants asked for: of the sample, or all of a file, or all that match."""
    every = given.file or given.match
    found = [site for game in FOLDERS for site in sites(game)] if every else sample(given.seed, given.count)
    return [
        site
        for site in found
        if given.game in (None, site.game)
        and given.file in (None, site.path)
        and (not given.match or re.search(given.match, f"{site.id} {site.before}"))
    ]


def run(wanted: list[Site], given: argparse.Namespace) -> None:
    """Judge the mutants that have no verdict yet, and keep each verdict at once."""
    found = known(given.work, given.stale, given.quick)
    waiting = [
        site for site in wanted if site.id not in found or (given.again and not found[site.id].killed)
    ][: given.limit]
    tree = Tree(given.work / "tree") if waiting else None
    for number, site in enumerate(waiting, 1):
        state = digest(site.game, tree.root)
        verdict = replace(tree.judge(site, baseline(tree, site, given), given.most, given.quick), tree=state)
        _keep(given.work, asdict(verdict) | {"quick": given.quick})
        print(
            f"{number}/{len(waiting)} {'killed  ' if verdict.killed else 'survives'} {told(site)}"
            f" {verdict.by}",
            flush=True,
        )


def _keep(work: Path, row: dict[str, Any]) -> None:
    """Add a line to the verdicts; what an interruption has cut off stays a line of its own."""
    with results(work).open("a+b") as file:
        cut = file.tell() and os.pread(file.fileno(), 1, file.tell() - 1) != b"\n"
        file.write(b"\n" * bool(cut) + json.dumps(row).encode() + b"\n")


@contextmanager
def alone(work: Path) -> Iterator[None]:
    """One run at a time in a folder: a second one would take away the copy that the first one changes."""
    work.mkdir(exist_ok=True)
    with (work / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"another run is at work in {work}; give this one a folder of its own with --work")
        yield


def told(site: Site) -> str:
    return (
        f"{site.id} line {site.line} {site.kind}: {' '.join(site.before.split())} ->"
        f" {' '.join(site.after.split())}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--game", choices=list(FOLDERS), help="only the sample's mutants of one game")
    parser.add_argument("--file", help="every mutant of a file of --game, whether in the sample or not")
    parser.add_argument("--match", help="every mutant whose id or text matches, whether in the sample or not")
    parser.add_argument(
        "--most", type=int, help="run at most so many tests a mutant (default: all of its game)"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only tests that call the changed function: survivors are suspects",
    )
    parser.add_argument(
        "--work",
        type=Path,
        default=ROOT / ".mutants",
        help="folder of the copy and the verdicts (default: .mutants)",
    )
    parser.add_argument(
        "--limit", type=int, default=1 << 30, help="run at most so many now; the next run goes on from there"
    )
    parser.add_argument("--stale", action="store_true", help="keep verdicts on an earlier state of the code")
    parser.add_argument("--again", action="store_true", help="run survivors once more")
    parser.add_argument("--list", action="store_true", help="print the mutants and run none")
    parser.add_argument(
        "--state", action="store_true", help="print the digest of each game's present code and run none"
    )
    given = parser.parse_args()
    if given.state:
        print(*(f"{game} {digest(game)}" for game in FOLDERS), sep="\n")
        return
    wanted = chosen(given)
    if given.list:
        print(*map(told, wanted), sep="\n")
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with alone(given.work):
            run(wanted, given)
    except KeyboardInterrupt:
        sys.exit("interrupted: the verdicts so far are kept, and the next run continues from there")
    except EndedFromOutsideError as error:
        sys.exit(f"{error}: the verdicts so far are kept, and the next run continues from there")
    if not (given.game or given.file or given.match or given.most or given.quick):
        sys.exit(
            write(
                wanted, known(given.work, given.stale), given.seed, {game: digest(game) for game in FOLDERS}
            )
        )


if __name__ == "__main__":
    main()
