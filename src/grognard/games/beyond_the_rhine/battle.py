"""BTR-tec.combat: a combat on a map: legal attackers, strengths and the terrain the defender picks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grognard.core.ruling import GrognardError, IllegalAction, Ruling

from . import series
from . import terrain as tec
from .board import Board
from .chart import COUNTERS, DISPLAY
from .fights import Fight, odds_column
from .pieces import Counter
from .unit_history import one

TAGS = ("short", "half", "dg", "unpaid", "oos", "tank", "strat", "reserve")


class Unit(NamedTuple):
    """A unit in a fight."""

    name: str
    strength: Fraction
    action: int
    class_: str
    mobility: str
    hex: int  # -1 for a defender
    tags: tuple[str, ...] = ()
    no_attack: str = ""  # BTR-ocs.unit.attack-capable: why the counter never attacks
    re: Fraction = Fraction(0)  # of a counter; bare figures have none
    # BTR-ocs.unit.hq-arty: an HQ or artillery, whose strength counts only where no other unit defends
    alone: bool = False
    anti_tank: bool = False  # BTR-tec.combat.at: a counter with an AT symbol

    def counts(self, attacking: bool) -> Fraction:
        """Before terrain: steps lost, DG, supply; a unit that cannot attack counts nothing in an attack."""
        if attacking and self.incapable():
            return Fraction(0)
        steps, lost = (4, 2) if "half" in self.tags else (4, 1) if "short" in self.tags else (1, 0)
        supply = (
            ("oos-unpaid" if "unpaid" in self.tags else "oos")
            if "oos" in self.tags
            else "unpaid"
            if "unpaid" in self.tags
            else "paid"
        )
        return series.strength(self.strength, steps, lost, attacking, "dg" in self.tags, supply)

    def incapable(self) -> list[Ruling]:
        """BTR-ocs.unit.attack-capable, BTR-ocs.combat.supply: why a unit can attack no hex at all."""
        bracket = "BTR-arrival.data.rating" if "brackets" in self.no_attack else "BTR-ocs.unit.attack-capable"
        rulings = [Ruling(bracket, f"{self.name} {self.no_attack}")] if self.no_attack else []
        if "strat" in self.tags:
            rulings.append(
                Ruling("BTR-ocs.mode.strat", f"{self.name} is in Strat Mode: strength 0, it may not attack")
            )
        if "reserve" in self.tags:
            rulings.append(
                Ruling("BTR-ocs.mode.reserve", f"{self.name} is an unreleased reserve and may not attack")
            )
        if "unpaid" in self.tags:
            rulings.append(
                Ruling("BTR-ocs.combat.supply", f"{self.name} has no combat supply and may not attack")
            )
        return rulings

    @property
    def rating(self) -> int:
        """BTR-ocs.combat.drm: DG is one less."""
        return self.action - ("dg" in self.tags)


def read_unit(text: str, board: Board) -> Unit:
    """`US-79-InfDiv+short@14.08`, or bare figures `24-4:other:leg@14.08`: strength, AR, class, mobility."""
    body, _, where = text.partition("@")
    body, *tags = body.split("+")
    if strange := [tag for tag in tags if tag not in TAGS]:
        raise GrognardError(f"{text}: {strange[0]!r} is not a tag; the tags are {', '.join(TAGS)}")
    hex_ = int(board.hex(where)) if where else -1
    figures, *kinds = body.split(":")
    strength, _, action = figures.partition("-")
    if strength.isdigit() and action.isdigit():
        class_, mobility = (kinds + ["other", "leg"][len(kinds) :])[:2]
        if class_ not in tec.CLASSES or mobility not in tec.MOBILITIES:
            raise GrognardError(
                f"{text}: the classes are {', '.join(tec.CLASSES)}, the mobilities"
                f" {', '.join(tec.MOBILITIES)}"
            )
        return Unit(figures, Fraction(strength), int(action), class_, mobility, hex_, tuple(tags))
    return _counter(body, hex_, tuple(tags))


def _counter(name: str, hex_: int, tags: tuple[str, ...]) -> Unit:
    number = one(name)
    counter = COUNTERS[number]
    if counter.category not in ("combat", "hq"):
        raise IllegalAction(
            DISPLAY[number],
            [Ruling("BTR-ocs.unit.noncombat", "it is not a combat unit: it neither attacks nor defends")],
        )
    if counter.category == "hq" or counter.type in GUNS:
        strength, action = series.ALONE["hq" if counter.category == "hq" else "artillery"]
    elif counter.rating is None:
        raise GrognardError(
            f"the ratings of {DISPLAY[number]} are not in the document; write strength-AR:class instead"
        )
    else:
        strength, action = counter.rating[0], counter.rating[1]
    return Unit(
        DISPLAY[number],
        Fraction(strength),
        action,
        counter.kind("class"),
        counter.kind("combat_mobility"),
        hex_,
        tags,
        never_attacks(counter),
        counter.re,
        counter.category == "hq" or counter.type in GUNS,
        counter.type == "tank_destroyer",
    )


GUNS = ("artillery", "sp_artillery", "rocket")


def never_attacks(counter: Counter) -> str:
    """BTR-ocs.unit.attack-capable, BTR-arrival.data.rating: why a counter never attacks; empty if it can."""
    if counter.category == "hq":
        return "is an HQ and never attacks"
    if counter.type in GUNS:
        return "is artillery: it barrages but never attacks"
    if counter.defence_only and counter.rating:
        return f"has a strength in brackets, ({counter.rating[0]}): it can only defend"
    return ""


# ---------------------------------------------------------------- may it attack at all


def bars(board: Board, ground: str, unit: Unit, goal: int, overrun: bool) -> list[Ruling]:
    """BTR-tec.combat.enter, BTR-tec.combat.star, BTR-tec.combat.dash: why a unit may not attack that hex."""
    if unable := unit.incapable():
        return unable
    rulings: list[Ruling] = []
    start, name = unit.hex, board.grid.name[goal]
    if not board.grid.near_to[goal] >> start & 1:
        return [Ruling("BTR-ocs.combat.once", f"{unit.name} is not adjacent to {name}")]
    road = bool(board.line(start, goal))
    overland = _overland(board, ground, unit, goal)
    if overland == tec.BARRED and not road:
        rulings.append(
            Ruling("BTR-tec.combat.enter", f"{unit.name} ({unit.mobility}) could not move into {name}")
        )
    if overrun and overland == tec.BARRED:
        rulings.append(
            Ruling("BTR-ocs.overrun.who", f"{unit.name} can enter {name} by road only, so it cannot overrun")
        )
    for kind in (*board.types[goal], *board.side(start, goal)):
        effect = tec.effect(kind, ground, unit.class_)
        words = kind.replace("_", " ")
        if not effect.allowed:
            rulings.append(
                Ruling("BTR-tec.combat.dash", f"{unit.class_} units cannot attack across a {words}")
            )
        elif tec.needs_road(kind, ground, unit.class_, unit.mobility) and not road:
            clause = "BTR-tec.combat.starstar" if effect.road == "per_movement" else "BTR-tec.combat.star"
            rulings.append(Ruling(clause, f"{unit.class_} units attack {words} only along a road"))
    return rulings


def _overland(board: Board, ground: str, unit: Unit, goal: int) -> int:
    """The cost of entering without a road."""
    cost = tec.hex_points(board.types[goal], ground, unit.mobility)
    for kind in board.side(unit.hex, goal):
        cost = tec.added(cost, tec.points(kind, ground, unit.mobility))
    return cost


# ---------------------------------------------------------------- multipliers


def anti_tank(units: Sequence[Unit], hedgehog: int) -> str:
    """BTR-tec.combat.at: the AT effects of the defending hex."""
    heavy = hedgehog or any(u.class_ == "armor" or "tank" in u.tags or u.anti_tank for u in units)
    return "heavy" if heavy else "light" if any(u.class_ == "mech" for u in units) else "none"


def blunted(multiplier: Fraction, unit: Unit, at: str) -> Fraction:
    """BTR-tec.combat.at: x2 falls to x1.5; against light AT, attackers that are heavy themselves keep x2."""
    heavy = unit.class_ == "armor" or "tank" in unit.tags
    hit = at == "heavy" or (at == "light" and not heavy)
    return Fraction(3, 2) if multiplier == 2 and unit.class_ in ("armor", "mech") and hit else multiplier


class Pick(NamedTuple):
    """A terrain the defender may pick against a stack, and what the stack then counts."""

    terrain: str
    total: Fraction


def picks(board: Board, ground: str, stack: Sequence[Unit], goal: int, at: str) -> list[Pick]:
    """BTR-tec.combat.choice: a type in the defender's hex, or the hexside that stack attacks across, never
    both.
    """
    kinds = [*board.types[goal], *board.side(stack[0].hex, goal)]
    result = []
    for kind in dict.fromkeys(kinds):
        total = sum(
            (u.counts(True) * blunted(tec.multiplier(kind, ground, u.class_, True), u, at) for u in stack),
            Fraction(0),
        )
        result.append(Pick(kind, total))
    return sorted(result, key=lambda pick: pick.total)


class Own(NamedTuple):
    """A terrain the defender may pick for its own strength, and the line of the table."""

    terrain: str
    line: str
    total: Fraction


def own_picks(board: Board, ground: str, defenders: Sequence[Unit], goal: int) -> list[Own]:
    """BTR-tec.combat.choice, BTR-tec.combat.ot: one type in its hex for strength and line."""
    result = []
    for kind in board.types[goal]:
        if (line := tec.line(kind, ground)) is not None:
            total = sum(
                (u.counts(False) * tec.multiplier(kind, ground, u.class_, False) for u in defenders),
                Fraction(0),
            )
            result.append(Own(kind, line, total))
    return result or [Own("open", "open", sum((u.counts(False) for u in defenders), Fraction(0)))]


def together(attackers: Sequence[Unit], overrun: bool) -> list[Ruling]:
    """BTR-ocs.combat.once, BTR-ocs.overrun.who: what a force may not do as a whole."""
    names = [unit.name for unit in attackers if not unit.name[0].isdigit()]
    rulings = [
        Ruling("BTR-ocs.combat.once", f"{name} is listed {names.count(name)} times; a unit attacks once")
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    for hex_ in dict.fromkeys(unit.hex for unit in attackers):
        rulings += filter(None, [series.stacking([unit.re for unit in attackers if unit.hex == hex_])])
    if overrun and len({unit.hex for unit in attackers}) > 1:
        rulings.append(
            Ruling("BTR-ocs.overrun.who", "an overrun comes from one hex; these attackers are in several")
        )
    return rulings


class Battle(NamedTuple):
    """A combat worked out up to the dice, with the choices that are best for the defender."""

    fight: Fight
    attack: Fraction
    defence: Fraction
    own: Own
    stacks: tuple[tuple[int, tuple[Pick, ...]], ...]
    at: str
    rulings: tuple[Ruling, ...]


def battle(
    board: Board,
    ground: str,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    goal: int,
    hedgehog: int = 0,
    overrun: bool = False,
) -> Battle:
    """BTR-ocs.combat.order: supply is told by tags, AR units are the best of each side, the defender picks
    what suits him.
    """
    if not attackers or not defenders:
        raise GrognardError("a combat needs attackers and defenders")
    rulings = [
        *together(attackers, overrun),
        *(r for unit in attackers for r in bars(board, ground, unit, goal, overrun)),
    ]
    defenders = [unit for unit in defenders if not unit.alone] or defenders
    at = anti_tank(defenders, hedgehog)
    by_hex: dict[int, list[Unit]] = {}
    for unit in attackers:
        by_hex.setdefault(unit.hex, []).append(unit)
    stacks = tuple((hex_, tuple(picks(board, ground, units, goal, at))) for hex_, units in by_hex.items())
    attack = sum((strengths[0].total for _, strengths in stacks), Fraction(0))
    own = min(
        own_picks(board, ground, defenders, goal),
        key=lambda o: (odds_column(attack, o.total, o.line), -o.total),
    )
    able = [u for u in attackers if not u.incapable()] or attackers
    drm = max(u.rating for u in able) - max(u.rating for u in defenders)
    fight = Fight(odds_column(attack, own.total, own.line), drm, hedgehog, overrun)
    return Battle(fight, attack, own.total, own, stacks, at, tuple(rulings))
