"""The games whose every clause must be carried out and tested: all that do not declare themselves
unfinished.
"""

from __future__ import annotations

import grognard
from grognard.core.suite import suite_of

COVERED = [name for name in grognard.GAMES.own if suite_of(grognard.load(name)).complete]

if __name__ == "__main__":
    print(*COVERED)
