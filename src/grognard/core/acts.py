"""The acts of a stretch of the game: what a player would tell a friend, made from the sentences of the log.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from .act_runs import Run, begin_run
from .narration import ONLY_CHOICE, Sentence

MAX_ACTS = 12  # a turn is told in no more
HEADINGS = frozenset(
    {"attack", "bombardment", "assault", "drop", "raid", "rout"}
)  # what follows belongs to the attack
PARTS = frozenset(
    {
        "join",
        "support",
        "draw",
        "choice",
        "spend",
        "result",
        "loss",
        "elimination",
        "retreat",
        "advance",
        "step",
        "control",
        "exploit",
        "effect",
    }
)
QUIET = frozenset({"phase", "markers", "due", "recovery", "fuel", "mode"})  # no act of their own
REVEAL = "reveal"
EFFECTS = frozenset({"loss", "elimination", "retreat", "advance", "control", "exploit", REVEAL, "effect"})
SEALED = "sealed"  # something hidden was done: it is counted, and no more
CHANCE = "chance"
MAX_EFFECTS = 5  # what followed from an act: more is counted, not told
MORE = {
    "move": "moves",
    "redeploy": "redeployments",
    "fire": "fire missions",
    "arrival": "arrivals",
    "attack": "attacks",
    "bombardment": "bombardments",
    "supply": "supply events",
    "transport": "supply moves",
    "rally": "rally attempts",
}


class Step(msgspec.Struct, omit_defaults=True):
    """A unit that came to another hex, by the action with this number."""

    unit: str
    to: str
    at: int
    origin: str = ""  # empty: it came from off the map
    path: list[str] = []  # the hexes entered, as far as they are known


class Act(msgspec.Struct, omit_defaults=True):
    """One thing a player would tell a friend, with the actions of the record it covers."""

    kind: str
    text: str
    first: int
    last: int
    side: str = ""
    clause: str = ""
    effects: list[str] = []
    code: str = ""  # the printed result
    units: list[str] = []
    hexes: list[str] = []
    moves: list[Step] = []
    target: str = ""  # the hex attacked
    attackers: list[str] = []  # units
    figures: dict[str, Any] = {}
    hurt: list[str] = []  # sides that lost something
    lost: list[tuple[str, str]] = []  # each loss: whose, and in words
    taken: list[str] = []  # hexes that changed hands, in words
    parts: list[str] = []  # the texts of the acts that were joined into this one
    heading: str = ""  # the turn that begins with this act
    drawn: list[tuple[str, str]] = []  # markers drawn in an attack: cup and value


Row = tuple[int, str, list[Sentence]]  # number of the action, who acted, what is told of it


def acts(rows: Iterable[Row], most: int = MAX_ACTS) -> list[Act]:
    """The acts of a stretch of the game, no more than `most`: runs of quiet moves are joined first."""
    result: list[Act] = []
    attack: Act | None = None
    run: Run | None = None  # what the latest act goes on with, whatever side answers nothing in between
    heading = ""
    for number, _, sentences in rows:
        own: Act | None = None  # the act this action began
        for one in map(_without_choice, _cause_first(sentences)):
            if one.kind == "turn":
                attack, own, run, heading = None, None, None, one.text
            elif one.kind in QUIET or (one.kind == SEALED and _is_counted(result, one, number)):
                continue
            elif attack is not None and one.kind in PARTS:
                _add(attack, one, number)
            elif own is not None and one.kind in EFFECTS:
                _add(own, one, number)
            elif run is not None and run.takes(one):
                own = result[-1]
                own.text, own.last = run.text, number
                _take(own, one, number)
            else:
                own = _begin(one, number)
                own.heading, heading = heading, ""
                attack, run = own if one.kind in HEADINGS else None, begin_run(one)
                result.append(own)
    return [_shortened(act) for act in _joined(result, most)]


def _cause_first(sentences: list[Sentence]) -> list[Sentence]:
    """A unit that shows itself as it acts is told after what it does."""
    first = next((k for k, one in enumerate(sentences) if one.kind not in (REVEAL, *QUIET)), 0)
    shown = [one for one in sentences[:first] if one.kind == REVEAL]
    return [sentences[first], *shown, *sentences[first + 1 :]] if shown else sentences


def _without_choice(one: Sentence) -> Sentence:
    """A friend is told what happened, not how many choices there were."""
    return replace(one, text=one.text.removeprefix(ONLY_CHOICE)) if one.forced else one


def _shortened(act: Act) -> Act:
    """Tells the first effects and counts the others; `lost` and `taken` keep all of them."""
    more = len(act.effects) - MAX_EFFECTS
    if more > 1:
        act.effects = [*act.effects[:MAX_EFFECTS], f"{more} more effects"]
    return act


def _is_counted(result: list[Act], one: Sentence, number: int) -> bool:
    """Hidden actions one after another are one act; a hidden die roll belongs to the action it was rolled
    for.
    """
    if one.side in ("", CHANCE):
        return True
    if not result or result[-1].kind != SEALED or result[-1].side != one.side:
        return False
    last = result[-1]
    last.figures = {"count": last.figures.get("count", 1) + 1}
    last.last, last.text = number, f"{one.text}s ({last.figures['count']})"
    return True


def _begin(one: Sentence, number: int) -> Act:
    act = Act(one.kind, one.text, number, number, one.side, one.clause)
    act.target = one.figures.get("target", "")
    act.attackers = list(one.units) if act.target else []
    _take(act, one, number)
    return act


def _add(act: Act, one: Sentence, number: int) -> None:
    act.last = number
    if one.kind == "join":
        act.attackers += one.units
        act.text = one.figures.get("attack", act.text)
    elif one.kind == "draw":
        act.drawn.append((one.figures["cup"], one.figures["value"]))
    elif one.kind == "result":
        act.code, act.figures, act.clause = one.figures.get("code", ""), one.figures, one.clause
        act.effects.append(one.text)
    elif one.kind in EFFECTS:
        act.effects.append(one.text)
    _take(act, one, number)


def _take(act: Act, one: Sentence, number: int) -> None:
    act.units += [unit for unit in one.units if unit not in act.units]
    act.hexes += [hex_ for hex_ in one.hexes if hex_ not in act.hexes]
    if "to" in one.figures and one.units:
        origin = one.figures.get("from", "")
        path = list(one.figures.get("path", ()))
        act.moves += [Step(unit, one.figures["to"], number, origin, path) for unit in one.units]
    if one.kind == "control":
        act.taken.append(one.text)
    if one.kind in ("loss", "elimination"):
        act.lost.append((one.side, one.text))
        if one.side and one.side not in act.hurt:
            act.hurt.append(one.side)


def _joined(result: list[Act], most: int) -> list[Act]:
    """Joins neighbouring acts until there are few enough: quiet moves first, then attacks without loss, then
    the shortest.
    """
    for alike in (_both_quiet, _both_harmless):
        while len(result) > most and (runs := _runs(result, alike)):
            first, end = max(runs, key=lambda run: run[1] - run[0])
            result = [
                *result[:first],
                *_chunks(result[first:end], most - len(result) + end - first),
                *result[end:],
            ]
    for pairs in (_one_side, _any_side):
        while len(result) > most and (near := pairs(result)):
            least = min(near, key=lambda k: _size(result[k]) + _size(result[k + 1]))
            result = [*result[:least], _join(result[least : least + 2]), *result[least + 2 :]]
    return result


def _chunks(run: list[Act], most: int) -> list[Act]:
    """A run of acts in so many parts of about one length, at least one."""
    count = max(most, 1)
    ends = [len(run) * k // count for k in range(count + 1)]
    return [_join(run[first:end]) for first, end in pairwise(ends)]


def _one_side(result: list[Act]) -> list[int]:
    return [k for k in _any_side(result) if result[k].side == result[k + 1].side]


def _any_side(result: list[Act]) -> list[int]:
    return list(range(len(result) - 1))


def _size(act: Act) -> int:
    """How much it costs to join an act with another: an attack is joined last."""
    return (len(act.parts) or 1) + (100 if act.target else 0)


def _both_quiet(one: Act, other: Act) -> bool:
    return _alike(one, other) and not (one.effects or other.effects or one.target)


def _alike(one: Act, other: Act) -> bool:
    return one.kind == other.kind and one.side == other.side and not other.heading


def _both_harmless(one: Act, other: Act) -> bool:
    return _alike(one, other) and not (one.hurt or other.hurt or one.taken or other.taken)


def _runs(result: list[Act], alike: Callable[[Act, Act], bool]) -> list[tuple[int, int]]:
    """Where neighbouring acts are alike: first and end of each run of two or more."""
    runs, start = [], 0
    for k in range(1, len(result) + 1):
        if k == len(result) or not alike(result[start], result[k]):
            if k - start > 1:
                runs.append((start, k))
            start = k
    return runs


def _join(some: list[Act]) -> Act:
    """One act for several; a loss stays told in words."""
    if len(some) == 1:
        return some[0]
    texts = [text for act in some for text in act.parts or [act.text]]
    kinds = {act.kind for act in some}
    more = MORE.get(some[0].kind, "actions") if len(kinds) == 1 else "actions"
    text = "; ".join(texts) if len(texts) < 4 else f"{texts[0]}; {texts[1]}; {len(texts) - 2} more {more}"
    side = next((act.side for act in some if act.side), "")
    shown = kinds - {SEALED}
    kind = next(iter(shown)) if len(shown) == 1 else "note" if shown else SEALED
    whole = Act(kind, text, some[0].first, some[-1].last, side, some[0].clause, parts=texts)
    headings = [act.heading for act in some if act.heading]
    whole.heading = " to ".join(dict.fromkeys([*headings[:1], *headings[-1:]]))
    _gather(whole, some)
    return whole


def _gather(whole: Act, some: list[Act]) -> None:
    """Put the units, hexes, moves and losses of several acts into one."""
    for act in some:
        whole.units += [unit for unit in act.units if unit not in whole.units]
        whole.hexes += [hex_ for hex_ in act.hexes if hex_ not in whole.hexes]
        whole.moves += act.moves
        whole.lost += act.lost
        whole.taken += act.taken
        whole.hurt += [side for side in act.hurt if side not in whole.hurt]
    whole.effects = [words for _, words in whole.lost] + whole.taken
