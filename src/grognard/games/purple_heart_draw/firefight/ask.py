"""`grognard ask purple-heart-draw los`: whether one hex sees another, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

from grognard.core.ask import Answer, Parameter, once
from grognard.core.hexes import Hexes
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from ..board import GRID
from .places import ELEVATION, GROUND, LOCATIONS, Place, can_hold_advantage, place
from .profile import cited, drawn, explain, plain, profile
from .sight import Air, Cause, Cloud, Ground, Sight, sight
from .terrain import TERRAIN

T = TypeVar("T")
WHO: dict[str, tuple[bool, bool]] = {
    "viewer": (True, False),
    "target": (False, True),
    "both": (True, True),
    "neither": (False, False),
}
BUILDING: dict[str, Literal["hex", "half"]] = {"hex": "hex", "half": "half"}
HILLSIDE: dict[str, Literal["ignored", "obstacle"]] = {"ignored": "ignored", "obstacle": "obstacle"}
STRENGTHS: list[int] = TERRAIN["smoke"]["strengths"]
BURNING = int(TERRAIN["vehicle"]["burning"])
AT = f"Location: {', '.join(LOCATIONS)}"

PARAMETERS = (
    Parameter("from", str, "the hex that looks, such as S10", required=True),
    Parameter("to", str, "the hex that is looked at, such as L13", required=True),
    Parameter("from-at", str, f"the viewer's {AT}", GROUND),
    Parameter("to-at", str, f"the target's {AT}", GROUND),
    Parameter(
        "advantage",
        str,
        "holders of Wall Advantage: viewer, target, both or neither; if not given the viewer, if it can",
    ),
    Parameter("foxhole", str, "units in a foxhole: viewer, target or both", "neither"),
    Parameter("smoke", list, "hexes with SMOKE and its strength, such as P12:2", ()),
    Parameter("wp", list, "hexes with white phosphorus and its strength, such as P12:1", ()),
    Parameter("wrecks", list, "hexes with a wreck, or an AFV that stands still", ()),
    Parameter("burning", list, "hexes with a burning wreck", ()),
    Parameter("rubble", list, "hexes whose building has fallen", ()),
    Parameter("mist", bool, "mist", False),
    Parameter("building", str, "what a building fills: hex, or half", "hex"),
    Parameter("hillside-bocage", str, "between units on different levels: ignored or obstacle", "ignored"),
)


def los(
    from_: str,
    to: str,
    from_at: str,
    to_at: str,
    advantage: str | None,
    foxhole: str,
    smoke: list[str],
    wp: list[str],
    wrecks: list[str],
    burning: list[str],
    rubble: list[str],
    mist: bool,
    building: str,
    hillside_bocage: str,
) -> Answer:
    """FF-LOS.5: whether one Location sees another; the verdict, what blocks, what hinders, and the
    cross-section.
    """
    dug_in = _choice("foxhole", foxhole, WHO)
    viewer, target = (
        place(_name(from_), from_at, foxhole=dug_in[0]),
        place(_name(to), to_at, foxhole=dug_in[1]),
    )
    holds = (can_hold_advantage(viewer), False) if advantage is None else _choice("advantage", advantage, WHO)
    viewer = place(_name(from_), from_at, holds[0], dug_in[0])
    target = place(_name(to), to_at, holds[1], dug_in[1])
    clouds = _clouds(smoke, "smoke") | _clouds(wp, "wp")
    clouds |= {GRID.hex(_name(word)): Cloud(BURNING, "burning") for word in burning}
    ground = Ground(
        _choice("building", building, BUILDING),
        _choice("hillside-bocage", hillside_bocage, HILLSIDE),
        _hexes(rubble),
    )
    return answer(sight(viewer, target, Air(clouds, _hexes(wrecks), mist), ground, every=True), ground)


def _choice(name: str, word: str, choices: Mapping[str, T]) -> T:
    if word.casefold() not in choices:
        raise GrognardError(f"--{name} is {', '.join(choices)}, not {word!r}")
    return choices[word.casefold()]


def _name(word: str) -> str:
    return word.strip().upper()


def _hexes(words: list[str]) -> Hexes:
    return GRID.set(map(_name, words))


def _clouds(words: list[str], kind: str) -> dict[int, Cloud]:
    found: dict[int, Cloud] = {}
    for word in words:
        name, _, amount = word.partition(":")
        if amount not in map(str, STRENGTHS):
            raise GrognardError(
                f"--{kind} is a hex and the strength of its SMOKE, 1 to {max(STRENGTHS)}, such as P12:2, not"
                f" {word!r}"
            )
        found[GRID.hex(_name(name))] = Cloud(int(amount), kind)
    return found


# ---------------------------------------------------------------- the answer


def answer(seen: Sight, ground: Ground) -> Answer:
    """FF-LOS.6: a verdict as an answer. `seen` must name every cause."""
    slices = profile(seen, ground)
    causes = [*seen.blocks, *seen.hindrances, *seen.screens]
    value = {
        "from": _end(seen.viewer),
        "to": _end(seen.target),
        "range": seen.range,
        "seen": seen.is_seen,
        "unit_seen": seen.is_unit_seen,
        "hindrance": seen.hindrance if seen.is_seen else None,
        "fire_out": seen.fire_out,
        "blocks": [_plain(cause) for cause in seen.blocks],
        "hindrances": [_plain(cause) for cause in seen.hindrances],
        "hides_unit": [_plain(cause) for cause in seen.screens],
        "profile": [plain(one) for one in slices],
    }
    lines = [
        *_verdict(seen),
        "  cross-section: hex, level, ground (#) and what stands on it (=)",
        *drawn(slices),
    ]
    clauses = once(["FF-LOS.5", "FF-LOS.7", *(clause for cause in causes for clause in cause.clauses)])
    return Answer(value, lines, clauses, ["series", "reconstruction"])


def _end(unit: Place) -> Plain:
    return {
        "hex": GRID.name[unit.hex],
        "at": unit.at,
        "level": ELEVATION[unit[:2]],
        "wall_advantage": unit.advantage,
        "foxhole": unit.foxhole,
    }


def _plain(cause: Cause) -> Plain:
    hexes = [GRID.name[hex_] for hex_ in cause.hexes]
    return {"hexes": hexes, "words": explain(cause), "clauses": list(cause.clauses), "amount": cause.amount}


def _verdict(seen: Sight) -> list[str]:
    here, there = ELEVATION[seen.viewer[:2]], ELEVATION[seen.target[:2]]
    way = (
        f"both on level {here}"
        if here == there
        else f"from level {here} {'up' if there > here else 'down'} to level {there}"
    )
    word = f"seen, hindrance +{seen.hindrance}" if seen.hindrance else "seen"
    lines = [
        f"{seen.viewer} to {seen.target}: {word if seen.is_seen else 'blocked'}. Range {seen.range}, {way}."
    ]
    lines += [f"  blocked: {explain(cause)} {cited(cause)}" for cause in seen.blocks]
    if seen.is_seen:
        lines += [f"  +{cause.amount}: {explain(cause)} {cited(cause)}" for cause in seen.hindrances]
        lines += [
            f"  the Location is seen, a unit in it is not: {explain(cause)} {cited(cause)}"
            for cause in seen.screens
        ]
    if seen.is_seen and seen.fire_out:
        lines.append(f"  +{seen.fire_out} more for fire out of SMOKE [ASL-A24.8]")
    return lines
