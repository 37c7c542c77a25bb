"""Writes the records that stay in `tests/records/RELEASE` when a release is made: python -m
tests.records.write
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.lines import written
from grognard.core.record import REVEAL, ROLL, Match

FOLDER = Path(__file__).parent / grognard.__version__
RECORDS = {  # name -> game, lines at most, whether rolls are taken back
    "sword-beach": ("sword-beach", 160, False),
    "purple-heart-draw": ("purple-heart-draw", 160, False),
    "longest-day": ("longest-day", 160, False),
    "beyond-the-rhine": ("beyond-the-rhine", 160, False),
    "taken-back": ("sword-beach", 120, True),
    "finished": ("purple-heart-draw", 10_000, False),
}


def played(game: str, lines: int, undo: bool, seed: int = 2) -> Match:
    rules, rng = grognard.load(game), Random(seed)
    match = Match.begin(rules, dice=Committed({side: f"{side} {seed}" for side in rules.position.sides}))
    while match.state.to_move is not None and len(match.lines) < lines:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
        if undo and rng.random() < 0.2:
            match.undo([ROLL, REVEAL])
    return match


def main() -> None:
    if FOLDER.exists():
        sys.exit(f"{FOLDER} is there: the records of a release are written once")
    FOLDER.mkdir()
    for name, how in RECORDS.items():
        match = played(*how)
        (FOLDER / f"{name}.record.jsonl").write_bytes(written(match.lines))
        (FOLDER / f"{name}.secrets.json").write_text(json.dumps(match.state.dice.secrets))
        (FOLDER / f"{name}.position.json").write_bytes(match.state.to_json())
        print(name, len(match.lines), match.state.to_move)


if __name__ == "__main__":
    main()
