"""Records of format 1, which release 0.1.0 wrote. Knows no game.

Their lines hold no positions, and their digests are those of Python's own encoding. Only the rules of that
release can play them again, so `release_0_1_0.zip` holds its core and its games as they were. They run in a
process of their own (`old_format_worker`).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from .lines import DamagedRecord, Line, Plain, applied, written
from .ruling import GrognardError

RELEASE = "0.1.0"
DATA = "release 0.1.0"  # stands for the data of that release, whose digest its records do not tell
ARCHIVE = Path(__file__).with_name("release_0_1_0.zip")
WORKER = Path(__file__).with_name("old_format_worker.py")
MAX_SECONDS = 120  # far beyond what the longest game needs


class _Answer(msgspec.Struct):
    """What the worker says: the first position and the changes of each action, or what is wrong."""

    first: Plain = {}
    changes: list[list[list[object]]] = []
    line: int = 0
    reason: str = ""


def positions(lines: list[Line]) -> list[Plain]:
    """Checks lines of format 1; gives the position before the first action and after each."""
    command = [sys.executable, "-I", str(WORKER), str(ARCHIVE)]
    try:
        done = subprocess.run(  # noqa: S603
            command, input=written(lines), capture_output=True, timeout=MAX_SECONDS, check=False
        )
        answer = msgspec.json.decode(done.stdout, type=_Answer)
    except (OSError, subprocess.TimeoutExpired, msgspec.DecodeError) as error:
        raise GrognardError(
            f"the rules of release {RELEASE} cannot be run to read this record ({error})"
        ) from None
    if answer.line:
        raise DamagedRecord(answer.line, answer.reason)
    result = [answer.first]
    for changes in answer.changes:
        result.append(applied(result[-1], changes))
    return result
