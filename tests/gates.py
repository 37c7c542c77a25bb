"""The games whose every clause is carried out and tested. A game under way is added here when it is complete."""

from __future__ import annotations

COMPLETE = ("sword-beach", "beyond-the-rhine")

if __name__ == "__main__":
    print(*COMPLETE)
