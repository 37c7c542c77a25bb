"""The report, docs/mutants.md: killed and surviving mutants by game, and why each survivor may live."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.coverage import FOLDERS, ROOT

from .choose import RANKS
from .run import Verdict
from .sites import KINDS, Site

PAGE, EXPLAINED = ROOT / "docs/mutants.md", Path(__file__).with_name("explained.toml")
LEAST = 0.9  # of the mutants must be killed
Judged = list[tuple[Site, Verdict]]

INTRODUCTION = """# Mutants

A test that cannot fail proves nothing. This page shows how many small mistakes in the rules the tests notice.

`make mutants` draws a sample of {count} *mutants* with seed {seed}. Each mutant is one small change to the code or the data of a game.
The tests run against it, in a copy of the project, until one fails. A mutant that fails a test is *killed*; one that fails none *survives*.
The command stops with an error if fewer than {least} % are killed, or if a survivor is not explained.

## How the sample is drawn

Every game has the same number of mutants. Within a game every kind has the same share:

| kind | change |
| --- | --- |
| compare | `<` and `<=`, `>` and `>=`, `==` and `!=`, `in` and `not in`, `is` and `is not`, `min` and `max` change places |
| constant | a number is one more or one less; `True` and `False` change places |
| boolean | `and` and `or` change places |
| arithmetic | `+` and `-` change places, `*` becomes `+`, a division is rounded up instead of down |
| set | `&` and `|` change places, `^` becomes `|`: sets of hexes and units are whole numbers |
| not | `not` or `~` is dropped |
| guard | the condition of an early `return`, `raise`, `continue` or `break` is never met; the filter of a list passes everything |
| figure | a number, a cost or a date of a data file is one more or one less; yes and no change places; a result is the next one of its table |

The sample takes the mutants with the lowest SHA-256 digest of seed and id. A change elsewhere in the code therefore leaves the rest of the sample
as it is. An id contains a digest of the changed line, so it stays the same while that line does.

Code that decides nothing is left out:

- modules that draw or put into words what other modules decide (`picture.py`, `screen.py`, `narration.py`; `map_builder.py`, which draws a map file);
- `conformance.py`, which judges positions for the tests;
- texts: everything inside an f-string, the arguments of a log entry or an error, a choice between two texts, a condition for a log entry alone;
- type annotations and unions of types, decorators, assertions, `__repr__` and `__str__`;
- arguments that say how objects are stored, which of several refusals speaks first (`implied`, `last`), or where a list may stop looking (`open`);
- data that describes a file and not the game (`schema`, `disputed_cells`).

## How a mutant is run

1. The tests of the clauses cited by the changed function or table come first.
2. Then come the tests of the clauses cited in the same file, then the other tests of clauses of the game, then the rest of its folder in `tests/` and the tests of files that
   every game has. Tests that take more than 5 seconds come last.
3. Tests that fail without a mutant are left out. Tests of the server and the page are not run.
4. A mutant whose tests never end counts as killed when they have used far more processor time than all tests of the game need.

`python -m tests.mutants --list` prints the sample. `--game`, `--file` and `--match` choose other mutants, `--limit` runs a part of them.
Each verdict is kept in `.mutants/` at once. After an interruption the next run continues from there; the project's own files are never changed.
"""

STATE = """## State of the code

A verdict belongs to the code it was run on: a game's rules and data, the core, and the game's tests. The digest names that state;
`python -m tests.mutants --state` prints the digests of the present code. A verdict on an earlier state (`--stale`) was not run again.
"""


def explained() -> dict[str, str]:
    return {row["id"]: row["because"] for row in tomllib.loads(EXPLAINED.read_text("utf-8"))["mutant"]}


def write(sites: list[Site], verdicts: dict[str, Verdict], seed: int, states: dict[str, str]) -> int:
    """Write the page, print the sums, and give 1 if too few mutants are killed or a survivor has no
    explanation.
    """
    judged = [(site, verdicts[site.id]) for site in sites if site.id in verdicts]
    reasons = explained()
    survivors = [site for site, verdict in judged if not verdict.killed]
    unexplained = [site.id for site in survivors if site.id not in reasons]
    PAGE.write_text("\n".join(_page(judged, len(sites), reasons, seed, states)), "utf-8")
    killed = len(judged) - len(survivors)
    print(
        f"{killed} of {len(judged)} mutants killed, {len(survivors)} survive; {PAGE.relative_to(ROOT)}"
        " written"
    )
    for id_ in unexplained:
        print(f"survives and is not explained: {id_}")
    return int(bool(unexplained) or len(judged) < len(sites) or killed < LEAST * len(judged))


def _page(
    judged: Judged, count: int, reasons: dict[str, str], seed: int, states: dict[str, str]
) -> Iterator[str]:
    yield INTRODUCTION.format(count=count, seed=seed, least=round(100 * LEAST))
    yield "## Results\n"
    if len(judged) < count:
        yield (
            f"**Only {len(judged)} of the {count} mutants have been run.** The figures below are of those.\n"
        )
    yield from _sums(judged)
    yield from _kinds(judged)
    yield STATE
    yield from _states(judged, states)
    yield "## Survivors\n"
    yield "Each survivor with its reason, or with the test that was written for it after it was run.\n"
    for site, _ in (pair for pair in judged if not pair[1].killed):
        yield f"- {_place(site)}: {_change(site)}. {reasons.get(site.id, '**Not explained.**')}"
    for game in FOLDERS:
        yield f"\n## {game.replace('-', ' ').title().replace(' The ', ' the ')}\n"
        yield "| place | change | killed by |"
        yield "| --- | --- | --- |"
        yield from (_row(site, verdict) for site, verdict in judged if site.game == game)
    yield ""


def _sums(judged: Judged) -> Iterator[str]:
    heads = (
        "game",
        "mutants",
        "killed",
        *(f"by a test of {rank}" for rank in RANKS),
        "not run to an end",
        "survivors",
    )
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for name, games in (*((game, (game,)) for game in FOLDERS), ("all", tuple(FOLDERS))):
        verdicts = [verdict for site, verdict in judged if site.game in games]
        dead = [verdict for verdict in verdicts if verdict.killed]
        ranks = Counter(verdict.rank for verdict in dead if "::" in verdict.by)
        other = len(dead) - sum(ranks.values())
        share = f"{len(dead)} ({len(dead) / max(len(verdicts), 1):.0%})"
        counts = (
            len(verdicts),
            share,
            *(ranks[n] for n in range(len(RANKS))),
            other,
            len(verdicts) - len(dead),
        )
        yield f"| {name} | {' | '.join(map(str, counts))} |"
    yield "\n*Not run to an end*: the game could not be loaded with the change, or its tests did not end.\n"


def _states(judged: Judged, states: dict[str, str]) -> Iterator[str]:
    yield (
        "| game | state when this page was written | verdicts on it | verdicts on earlier states |\n| --- |"
        " --- | --- | --- |"
    )
    for game, state in states.items():
        trees = Counter(verdict.tree for site, verdict in judged if site.game == game)
        earlier = ", ".join(f"{trees[tree]} on `{tree}`" for tree in trees if tree != state)
        yield f"| {game} | `{state}` | {trees[state]} | {earlier or 'no'} |"
    yield ""


def _kinds(judged: Judged) -> Iterator[str]:
    yield "| kind | mutants | killed |\n| --- | --- | --- |"
    for kind in KINDS:
        of_kind = [verdict.killed for site, verdict in judged if site.kind == kind]
        yield f"| {kind} | {len(of_kind)} | {sum(of_kind)} |"
    yield ""


def _row(site: Site, verdict: Verdict) -> str:
    by = verdict.by.rpartition("/")[2] if verdict.killed else "survives, see above"
    return f"| {_place(site)} | {_change(site)} | {by.replace('|', chr(92) + '|')} |"


def _place(site: Site) -> str:
    return f"`{site.path}` {site.scope} (line {site.line}, {site.id.rpartition(':')[2]})"


def _change(site: Site) -> str:
    return f"{_quoted(site.before)} to {_quoted(site.after)}"


def _quoted(text: str) -> str:
    short = " ".join(text.split())
    short = short if len(short) < 60 else f"{short[:57]}..."
    return f"`{short.replace('|', chr(92) + '|')}`"
