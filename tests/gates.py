"""The games whose every clause is carried out and tested. A game under way is added here when it is complete."""

from __future__ import annotations

COMPLETE = ("sword-beach", "beyond-the-rhine")  # the conformance suite runs on them as a whole
# games that are part of another's package and rulebook; the conformance suite runs on them too
PARTS = ("beyond-the-rhine-map",)
# all clauses carried and tested; their conformance tests are in their own folders
COVERED = (
    *COMPLETE,
    "purple-heart-draw",
    "longest-day",
)

# every clause that forbids something is declared (`forbids` in clauses.toml) and refuses something in a test; every `Ask` has a `refuse`
REFUSING = COVERED  # all games

if __name__ == "__main__":
    print(*COVERED)
