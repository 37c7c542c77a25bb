"""The seeded sample: as many mutants of each game, and of a game as many of each kind as it has."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from pathlib import Path

from tests.coverage import FOLDERS, folder

from .figures import figure_sites
from .sites import KINDS, Site, python_sites

SEED, COUNT = 14, 200


def sites(game: str) -> Iterator[Site]:
    """Every mutant of a game."""
    for path in sorted(folder(game).glob("*.py")):
        yield from python_sites(game, path.name, path.read_bytes())
    for path in sorted((folder(game) / "data").glob("*.toml")):
        yield from figure_sites(game, f"data/{path.name}", path.read_bytes())


def sample(seed: int = SEED, count: int = COUNT) -> list[Site]:
    """A mutant is in the sample for the digest of its own id, so that a change elsewhere leaves the others in
    it.
    """
    share, more = divmod(count, len(FOLDERS))
    return [site for n, game in enumerate(FOLDERS) for site in of_game(game, seed, share + (n < more))]


def of_game(game: str, seed: int, count: int) -> list[Site]:
    every = list(sites(game))
    kinds = [_drawn(seed, (site for site in every if site.kind == kind)) for kind in KINDS[:-1]]
    files = sorted({site.path for site in every if site.kind == "figure"}, key=lambda path: _rank(seed, path))
    figures = _in_turn([_drawn(seed, (site for site in every if site.path == path)) for path in files])
    return list(islice(_in_turn([*kinds, figures]), count))


def _drawn(seed: int, some: Iterable[Site]) -> list[Site]:
    """Sites in the order of the draw, one for each place."""
    places: dict[tuple[str, int, int], Site] = {}
    for site in sorted(some, key=lambda site: _rank(seed, site.id)):
        places.setdefault((site.path, site.start, site.end), site)
    return list(places.values())


def _rank(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()


def _in_turn(lists: list[list[Site]]) -> list[Site]:
    return [site for site in chain.from_iterable(zip_longest(*lists)) if site is not None]


def source_of(site: Site) -> Path:
    return folder(site.game) / site.path
