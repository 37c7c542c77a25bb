"""What a record says between its actions: what was taken back, and from where other rules apply. Knows no
game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from .lines import CARRIED, DO, TO, UNDO, Line
from .narration import Sentence
from .ruling import counted

SEEN = {"roll": "a roll", "reveal": "something that had been revealed"}
SECRETLY = "(in secret)"


def taken_back(lines: Sequence[Line | None], at: int) -> list[Line]:
    """The lines of the actions that the `undo` line at index `at` takes back, the first one first; lines that
    are not here are left out.
    """
    result: list[Line] = []
    wanted, skipped = (lines[at] or {})[UNDO], 0
    for line in reversed(lines[:at]):
        if line is None or CARRIED in line or len(result) == wanted:
            break
        if UNDO in line:
            skipped += line[UNDO]
        elif skipped:
            skipped -= 1
        else:
            result.append(line)
    return result[::-1]


def interludes(
    lines: Sequence[Line | None], standing: Sequence[int], first: int = 0, side: str | None = None
) -> dict[int, list[Sentence]]:
    """Sentences for what lies between actions, by the number of actions that stand before it, from the line
    at index `first` on.

    An undo is told if it went past a roll or a reveal. `side`: the side they are told to; `None`: all is
    told.
    """
    result: dict[int, list[Sentence]] = {}
    for at, line in enumerate(lines[first:], first):
        if line is not None and (sentence := _sentence(lines, at, line, side)) is not None:
            result.setdefault(bisect_left(standing, at), []).append(sentence)
    return result


def _sentence(lines: Sequence[Line | None], at: int, line: Line, side: str | None) -> Sentence | None:
    if "past" in line:
        return Sentence("undo", _undo_words(line, taken_back(lines, at), side), side=line["by"])
    if CARRIED in line:
        return Sentence("carried", _carried_words(line[CARRIED]))
    return None


def _undo_words(line: Line, taken: list[Line], side: str | None) -> str:
    shown = [str(one.get(DO, SECRETLY)) if side in (None, one.get(TO, side)) else SECRETLY for one in taken]
    past = " and ".join(SEEN[kind] for kind in line["past"])
    return f"{line['by']} takes back {counted(line[UNDO], 'action')}, past {past}: {', '.join(shown)}"


def _carried_words(carried: Line) -> str:
    back = carried.get("back", 0)
    gone = f"; the last {back} actions could not be read and are taken back" if back else ""
    return f"From here on: rules {carried['rules']} of release {carried['release']}{gone}"
