"""What a study of the Tactical Mission looks at: forces by date, points, leaders, repairs, losses on the way;
and what its charts imply, counted exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.battle import force
from grognard.games.purple_heart_draw.charts import (
    ONE_DIE,
    REPAIR,
    SCENARIOS,
    TWO_DICE,
    chances,
    tactical_points,
)
from grognard.games.purple_heart_draw.pieces import KINDS as UNIT_KINDS
from grognard.games.purple_heart_draw.pieces import LEADER, PERSONNEL, SIDE, SIDES, TITLE, has_mark
from grognard.games.purple_heart_draw.position import Firefighting, PurpleHeartDraw
from grognard.games.purple_heart_draw.redeploy_dice import odds

from .playing import Watch
from .report import Counted

SUFFERED = {"us": (4, 11, 18, 15), "german": (8, 8, 15, 13)}  # PHD-Z14: mean CVP, scenario by scenario
START = {"us": 30, "german": 20}
DATES = range(1, SCENARIOS + 1)

RATIOS = {f"ratio_{n}": f"attack strength US to German at the start of scenario {n}" for n in DATES}
OUTCOMES = {
    f"{side}_{what}_{n}": f"{words} {TITLE[side]} side in scenario {n}"
    for what, words in (("lost", "CVP lost by the"), ("gained", "Locations and intersections gained by the"))
    for side in SIDES
    for n in DATES
}
MEASURES = {**RATIOS, **OUTCOMES}
SERIES = {
    "force ratio": ("attack strength US to German by scenario", tuple(RATIOS)),
    **{
        f"{TITLE[side]} losses": (
            f"CVP lost by the {TITLE[side]} side by scenario",
            tuple(f"{side}_lost_{n}" for n in DATES),
        )
        for side in SIDES
    },
}
DRIVEN = (f"ratio_{SCENARIOS}",)
_FIGHT = "purple-heart-draw-firefight"
PLAYED_AS = {  # a card by itself is fought out squad by squad
    "phd-1": (_FIGHT, "phd-1"),
    "phd-2": (_FIGHT, "standard"),
    "phd-3": (_FIGHT, "phd-3"),
    "phd-4": (_FIGHT, "phd-4"),
}
SHARES: dict[str, str] = {}
KINDS: dict[str, str] = {}
TALLIES = {
    "points": "Tactical Points received, by side and scenario",
    "leaders": "leaders who joined, by side and scenario",
    "repaired": "malfunctioned weapons repaired, by side and scenario",
    "past repair": "malfunctioned weapons lost, by side and scenario",
    "lost redeploying": "units lost redeploying, by side and scenario",
}


class Watching(Watch[PurpleHeartDraw]):
    """One mission: the force ratio at the start of every scenario, what each scenario cost and gained, and
    its books at the end. The same figures for every way of playing a scenario out, so that they compare.
    """

    def __init__(self) -> None:
        self.ratios: dict[str, float] = {}
        self.held: dict[int, tuple[int, int]] = {}

    def decision(self, state: PurpleHeartDraw) -> None:
        before = state.step.name == "orders" or isinstance(state.stack[-1], Firefighting)
        if before and (name := f"ratio_{state.scenario}") not in self.ratios:
            self.ratios[name] = strength(state, "us") / max(strength(state, "german"), 0.1)
            self.held[state.scenario] = _held(state)

    def end(self, state: PurpleHeartDraw) -> Plain:
        return {**self.ratios, **outcomes(state, self.held), **income_of(state)}


def _held(state: PurpleHeartDraw) -> tuple[int, int]:
    us, german = (one.bit_count() for one in state.held)
    return us, german


def outcomes(state: PurpleHeartDraw, held: dict[int, tuple[int, int]]) -> dict[str, int]:
    """CVP lost and Locations gained, scenario by scenario; gains are counted from the start of one scenario
    to the start of the next, so that what the Consolidation Phase changes is among them.
    """
    result = {}
    for n, side in enumerate(SIDES):
        for at, lost in enumerate(state.suffered[n]):
            result[f"{side}_lost_{at + 1}"] = lost
        for at, start in held.items():
            result[f"{side}_gained_{at}"] = held.get(at + 1, _held(state))[n] - start[n]
    return result


def strength(state: PurpleHeartDraw, side: str) -> float:
    """Attack strength of all a side brings into a scenario, broken or entering."""
    return sum(troops.strength()[0] for troops in force(state, side).troops)


def income_of(state: PurpleHeartDraw) -> dict[str, dict[str, int]]:
    """What each side received and lost, scenario by scenario, read off the journal of a mission that is
    over.
    """
    result = {name: {f"{side} {n}": 0 for side in SIDES for n in DATES} for name in TALLIES}
    for side, rows in zip(SIDES, state.roster, strict=True):
        for scenario, start, more, *_ in rows:
            result["points"][f"{side} {scenario}"] = (start if scenario == 1 else 0) + more
    scenario = 1
    for name, key, old, new, clause in state.journal:
        if name == "scenario":
            scenario = max(new, 1)
        elif name == "kind" and (book := _fate(old, new, clause)):
            result[book][f"{SIDE[key]} {scenario}"] += 1
        elif name == "gear" and clause == "PHD-C5.26":
            # a vehicle's weapon is disabled instead of lost
            gone = len(new) < len(old) or marks(new, "x") > marks(old, "x")
            mended = max(marks(old, "!") - marks(new, "!"), 0)
            result["past repair" if gone else "repaired"][f"{SIDE[key]} {scenario}"] += mended
    return result


def _fate(old: str, new: str, clause: str) -> str:
    """The book in which a change of a unit's kind counts; "": none."""
    if not new:
        lost = clause.startswith(("PHD-C5.14", "PHD-R12")) and UNIT_KINDS[old].type
        return "lost redeploying" if lost else ""
    return "leaders" if UNIT_KINDS[new].type == LEADER and (not old or UNIT_KINDS[old].type != LEADER) else ""


def marks(gear: Iterable[str], mark: str) -> int:
    return sum(has_mark(one, mark) for one in gear)


# ---------------------------------------------------------------- counted exactly


def points_by_date(side: str, attacks: bool, suffered: Sequence[int]) -> list[dict[int, Fraction]]:
    """PHD-C5.29: TP received up to each date, exactly, for CVP suffered as given."""
    result = [{START[side]: Fraction(1)}]
    for cvp in suffered:
        drm = int(attacks) - cvp // 10
        after: dict[int, Fraction] = {}
        for points, chance in result[-1].items():
            for roll, share in TWO_DICE.items():
                key = points + tactical_points(side, roll + drm)
                after[key] = after.get(key, Fraction(0)) + chance * share
        result.append(after)
    return result


def mean(result: dict[int, Fraction]) -> float:
    return float(sum(points * chance for points, chance in result.items()))


def quantile(result: dict[int, Fraction], share: float) -> int:
    reached = Fraction(0)
    for points, chance in sorted(result.items()):
        reached += chance
        if reached >= share:
            return points
    return max(result)


def counted() -> list[Counted]:
    """All that needs no dice."""
    return [_points(), _leaders(), _repairs(), _redeployment()]


def _points() -> Counted:
    by_side = [points_by_date(side, side == "us", SUFFERED[side]) for side in SIDES]
    rows = [
        [n, *(f"{mean(one):.1f} ({quantile(one, 0.05)} to {quantile(one, 0.95)})" for one in both)]
        for n, both in zip(DATES, zip(*by_side, strict=True), strict=True)
    ]
    words = "The US attacks every time, CVP suffered as measured; mean, 5th and 95th percentile."
    return Counted("Tactical Points received", words, ["up to scenario", "US", "German"], rows)


def _leaders() -> Counted:
    tables = [chances(PERSONNEL["leader_table"], [], side) for side in SIDES]
    kinds = dict.fromkeys(kind for table in tables for kind in table)
    rows = [[kind, *(f"{float(table.get(kind, 0)):.1%}" for table in tables)] for kind in kinds]
    return Counted(
        "Leaders", "One DR on the Leader Table (reconstruction).", ["leader", "US", "German"], rows
    )


def _repairs() -> Counted:
    names = ("weapon_repair", "at_ft_dc_repair", "immobilization_repair", "special_ammunition")
    rows = [[name.replace("_", " "), f"{_succeeds(REPAIR[name]['success_max']):.1%}"] for name in names]
    return Counted("Repair", "One dr without drm.", ["repair", "succeeds"], rows)


def _succeeds(most: int) -> float:
    return float(sum(chance for face, chance in ONE_DIE.items() if face <= most))


def _redeployment() -> Counted:
    def share(vehicle: bool, drm: int) -> str:
        by_result = odds(vehicle, drm)
        arrives, dies = (
            float(sum(chance for results, chance in by_result.items() if word in results))
            for word in ("redeploys", "eliminated")
        )
        return f"{arrives:.0%}, {dies:.0%}"

    rows = [[f"{drm:+d}", share(False, drm), share(True, drm)] for drm in range(-2, 6)]
    return Counted("Redeployment", "Arrives, and is eliminated.", ["DRM", "Infantry", "vehicle"], rows)
