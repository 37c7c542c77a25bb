"""Ordnance as its tables have it: the number to hit, the number to kill, and what the dice make of them. Pure
functions; they know no position.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from grognard.core.ruling import GrognardError, Modifier, total

from .terrain import read

TO_HIT, TO_KILL, LIST = read("to_hit.toml"), read("to_kill.toml"), read("ordnance.toml")
PF = "PF"
VEHICLES, INFANTRY, AREA, LIGHT = (
    "V",
    "I",
    "A",
    "L",
)  # what a shot is aimed at, and the light anti-tank weapons
TYPE_ROW = {VEHICLES: "vehicle", INFANTRY: "infantry"}
OUT_OF_REACH = 99
PANZERFAUST = LIST["panzerfaust"]


class Weapon(NamedTuple):
    """A weapon that first hits and then takes effect."""

    id: str
    name: str
    kind: str  # LATW, MTR, gun
    he: int  # firepower of its shells on the fire table
    mm: int = 0
    barrel: str = ""
    th: tuple[int, ...] = ()  # its own table, by range
    least: int = 0
    most: int = 0
    x: int = 13  # removed from this roll on

    @property
    def is_light(self) -> bool:
        return self.kind == "LATW"

    @property
    def is_gun(self) -> bool:
        return self.kind == "gun"

    @property
    def is_mortar(self) -> bool:
        return self.kind == "MTR"


def _weapon(row: dict[str, object]) -> Weapon:
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    found = Weapon(**fields)  # type: ignore[arg-type]
    return found._replace(most=len(found.th) - 1) if found.th else found


WEAPONS = {row["id"]: _weapon(row) for row in LIST["weapon"]}


class Vehicle(NamedTuple):
    """What a shot at a vehicle has to know."""

    id: str
    side: str
    armor: tuple[int, int, int, int]
    size: int
    gun: str
    crew_survival: int
    burns_easily: bool
    crew_morale: int


def _vehicle(row: dict[str, object]) -> Vehicle:
    row = {key: row[key] for key in Vehicle._fields}
    fields = row | {"armor": tuple(row["armor"]), "size": TO_HIT["size"][row["size"]]}  # type: ignore[arg-type]
    found = Vehicle(**fields)
    if strange := set(found.armor) - set(TO_KILL["armor"]["ladder"]):
        raise GrognardError(f"vehicles.toml: {found.id}: {min(strange)} is no armor factor")
    return found


VEHICLE = {row["id"]: _vehicle(row) for row in read("vehicles.toml")["vehicle"]}


class Case(NamedTuple):
    """A modifier of the dice to hit, and what kinds of shot it counts for."""

    id: str
    clause: str
    words: str
    drm: int
    types: str


CASES = {row["id"]: Case(**row) for row in TO_HIT["case"]}


def case(id_: str, type_: str) -> list[Modifier]:
    """ASL-C3.331: a case, if it counts for this kind of shot."""
    found = CASES[id_]
    return [Modifier(found.drm, found.clause, found.words)] if type_ in found.types else []


# ---------------------------------------------------------------- to hit


def band(distance: int) -> int:
    """The column of the range."""
    return bisect_left(TO_HIT["ranges"]["max"], distance)


def in_reach(weapon: Weapon, distance: int) -> bool:
    """ASL-C2.25, ASL-C9.4: the printed limits of range."""
    return weapon.least <= distance <= weapon.most


def basic_number(weapon: Weapon, type_: str, distance: int, captured: bool = False) -> int:
    """ASL-C3.3, ASL-C13.1, ASL-C5.8: the number for the target and range; light weapons have their own."""
    if weapon.th:
        return weapon.th[distance]
    row = "area" if type_ == AREA else f"{TYPE_ROW[type_]}_{'red' if captured else 'black'}"
    return int(TO_HIT["th"][row][band(distance)])


def rows(weapon: Weapon, ammo: str, distance: int) -> list[Modifier]:
    """ASL-C4.5: what gun and ammunition add to the number; all that fit, and none for a table of its own."""
    if weapon.th:
        return []
    wanted = [name for name, barrel in (("star", "*"), ("l", "L"), ("ll", "LL")) if weapon.barrel == barrel]
    wanted += [f"calibre_{mm}" for mm in (57, 40) if weapon.mm <= mm]
    wanted += ["tungsten"] * (ammo in ("APCR", "APDS")) + ["smoke"] * (ammo in ("smoke", "WP"))
    found = [(TO_HIT["modification"][name], band(distance)) for name in wanted]
    return [Modifier(row["add"][n], row["clause"], row["words"]) for row, n in found if row["add"][n]]


def number_to_hit(weapon: Weapon, type_: str, ammo: str, distance: int, captured: bool = False) -> int:
    return basic_number(weapon, type_, distance, captured) + total(rows(weapon, ammo, distance))


MISS, HIT, CRITICAL, PERHAPS, LUCKY = "miss", "hit", "critical hit", "perhaps critical", "improbable"


def verdict(number: int, drm: int, colored: int, white: int, infantry: bool = False) -> str:
    """ASL-C3.3, ASL-C3.6, ASL-C3.7, ASL-C9.5: what the dice say; `PERHAPS` and `LUCKY` need a die more.

    >>> verdict(8, 1, 3, 4), verdict(8, 1, 3, 5), verdict(8, 1, 1, 1)
    ('hit', 'miss', 'critical hit')
    >>> verdict(3, 1, 1, 1), verdict(1, 1, 1, 1)
    ('perhaps critical', 'improbable')
    """
    dice = colored + white
    if 2 + drm > number:
        return LUCKY if dice == 2 else MISS
    if dice + drm > number:
        return MISS
    if infantry and 2 * (dice + drm) < number:
        return CRITICAL
    if dice > 2:
        return HIT
    return PERHAPS if infantry or 3 + drm > number else CRITICAL


def settled(found: str, die: int, number: int, infantry: bool = False) -> str:
    """ASL-C3.6, ASL-C3.7: the die that follows an Original 2; against units without armor a 2 and a 3 are
    plain hits.
    """
    if found == PERHAPS:
        return CRITICAL if die == 1 or (infantry and 2 * die <= number) else HIT
    return CRITICAL if die == 1 else HIT if die in (2, 3) else MISS


def hit_chances(number: int, drm: int, infantry: bool = False) -> dict[str, Fraction]:
    """The exact chance of a miss, a hit and a critical hit."""
    found: Counter[str] = Counter()
    for colored in range(1, 7):
        for white in range(1, 7):
            one = verdict(number, drm, colored, white, infantry)
            if one in (PERHAPS, LUCKY):
                for die in range(1, 7):
                    found[settled(one, die, number, infantry)] += 1
            else:
                found[one] += 6
    return {key: Fraction(found[key], 216) for key in (CRITICAL, HIT, MISS)}


# ---------------------------------------------------------------- to kill

HULL, TURRET = "hull", "turret"
FRONT, SIDE, REAR = "front", "side", "rear"
SHELL = {(row["gun"], row["ammo"]): row for row in TO_KILL["shell"]}


def part_hit(colored: int, white: int) -> str:
    """ASL-C3.9: the turret, or upper superstructure, if the colored die is lower."""
    return TURRET if colored < white else HULL


def facing_inside(colored: int) -> str:
    """ASL-D3.2.same: of a shot from inside the hex."""
    return (REAR, SIDE, FRONT)[(colored - 1) // 2]


def armor(target: Vehicle, part: str, facing: str) -> int:
    """ASL-D1.6: front, or sides and rear, of hull and turret."""
    return target.armor[2 * (part == TURRET) + (facing != FRONT)]


def basic_kill(weapon: Weapon, ammo: str) -> int:
    """ASL-C7.1, ASL-C7.34: of a shell the table's number; HE goes by caliber alone. Smoke and mortars have
    none.
    """
    if ammo == "HE" and weapon.kind == "gun" and weapon.he:
        return int(TO_KILL["he"]["tk"][bisect_right(TO_KILL["he"]["min_mm"], weapon.mm) - 1])
    return int(SHELL[weapon.id, ammo]["tk"]) if (weapon.id, ammo) in SHELL else 0


def by_range(weapon: Weapon, ammo: str, distance: int) -> int:
    """ASL-C7.24: what the range adds for AP, APCR and APDS; 99: out of reach."""
    name = SHELL.get((weapon.id, ammo), {}).get("case_d")
    if name is None:
        return 0
    column = bisect_left(TO_KILL["case_d"]["max"], distance)
    return int(TO_KILL["case_d"][name][column]) if column < len(TO_KILL["case_d"][name]) else OUT_OF_REACH


def number_to_kill(
    weapon: Weapon, ammo: str, distance: int, target: Vehicle, part: str, facing: str, critical: bool = False
) -> int | None:
    """ASL-C7.1, ASL-C3.72, ASL-C7.21: basic number, doubled by a critical hit, with rear and range, less the
    armor; `None`: out of reach.
    """
    more = by_range(weapon, ammo, distance)
    if more == OUT_OF_REACH:
        return None
    rear = TO_KILL["rear"]["add"] if facing == REAR else 0
    basic = basic_kill(weapon, ammo) * (2 if critical else 1)
    return basic + rear + more - armor(target, part, facing)


def kill_numbers(aim: Aim) -> dict[str, int | None]:
    """ASL-C7.1: the number to kill of each part that can be hit, by the side it shows; from inside the hex
    that of the rear.
    """
    return {
        part: number_to_kill(
            aim.weapon, aim.ammo, aim.distance, aim.target, part, facing_hit(aim, part) or REAR
        )
        for part in ((TURRET,) if aim.hull_down else (TURRET, HULL))
    }


BURNS, WRECK, STUCK, SHOCK, SHAKEN, NOTHING = (
    "burning wreck",
    "wreck",
    "immobilized",
    "shock",
    "possible shock",
    "no effect",
)


def kill(number: int, dice: int, ammo: str, part: str, burns_easily: bool, original: int = 0) -> str:
    """ASL-C7.35, ASL-C7.6, ASL-D5.7, ASL-C7.7: what the dice to kill do to a vehicle.

    >>> [kill(10, dice, "AP", "hull", False) for dice in (5, 6, 10, 11, 12)]
    ['burning wreck', 'wreck', 'immobilized', 'possible shock', 'no effect']
    """
    if (original or dice) == 12:
        return NOTHING
    if 2 * (dice - burns_easily) <= number:
        return BURNS
    if dice < number:
        return WRECK
    if dice == number or (ammo == "HE" and dice == number + 1):
        return STUCK if part == HULL else SHOCK
    return SHAKEN if dice == number + 1 else NOTHING


TWO_DICE = {dice: Fraction(6 - abs(dice - 7), 36) for dice in range(2, 13)}


def at_most(limit: int) -> Fraction:
    return sum((chance for dice, chance in TWO_DICE.items() if dice <= limit), Fraction(0))


def aftermath(result: str, target: Vehicle) -> dict[str, Fraction]:
    """ASL-D5.6, ASL-C7.41, ASL-D5.5: the crew gets out of a wreck, stands a possible shock, or leaves what
    cannot move.
    """
    steady, out = at_most(target.crew_morale), at_most(target.crew_survival)
    return {
        WRECK: {"wreck, crew lost": 1 - out, "wreck, crew gets out": out},
        SHAKEN: {SHOCK: 1 - steady, NOTHING: steady},
        STUCK: {STUCK: steady, "immobilized and abandoned": 1 - steady},
    }.get(result, {result: Fraction(1)})


def _hit_parts(found: str, colored: int, white: int, hull_down: bool) -> Iterable[tuple[str, bool, Fraction]]:
    """ASL-C3.6, ASL-C3.9, ASL-D4.2: where a hit strikes, whether critically, and how likely after a die that
    follows; of a hull-down vehicle the hull cannot be hit.
    """
    usual = TURRET if hull_down else HULL
    sixth = Fraction(1, 6)
    if found == LUCKY:
        yield usual, True, sixth
        yield TURRET, False, sixth
        yield HULL, False, sixth
    elif found == PERHAPS:
        yield usual, True, sixth
        yield usual, False, 5 * sixth
    elif found == CRITICAL:
        yield (TURRET if hull_down else part_hit(colored, white)), True, Fraction(1)
    elif found == HIT:
        yield part_hit(colored, white), False, Fraction(1)


class Aim(NamedTuple):
    """A shot at a vehicle: everything but the dice."""

    weapon: Weapon
    ammo: str
    distance: int
    target: Vehicle
    facing: str
    drm: int
    hull_down: bool = False
    captured: bool = False
    turret_facing: str = ""  # where the turret points elsewhere than the hull
    unsteady: bool = False  # ASL-C5.35: the lower die counts double
    skirts: bool = False  # ASL-D11.2: Schuerzen

    @property
    def number(self) -> int:
        return number_to_hit(self.weapon, VEHICLES, self.ammo, self.distance, self.captured)


def vehicle_chances(aim: Aim, special: int | None = None) -> dict[str, Fraction]:
    """ASL-C3.1: the exact chance of every final result of a shot at a vehicle, the miss among them.
    `special`, ASL-C8.9: a roll above this number, but for a 12, finds no ammunition and counts as a miss.
    """
    found: dict[str, Fraction] = {}
    for colored in range(1, 7):
        for white in range(1, 7):
            left = Fraction(1, 36)
            drm = aim.drm + (min(colored, white) if aim.unsteady else 0)
            one = verdict(aim.number, drm, colored, white)
            if special is not None and special < colored + white < 12:
                one = MISS
            for part, critical, share in _hit_parts(one, colored, white, aim.hull_down):
                if part == HULL and aim.hull_down:
                    continue
                left -= share / 36
                facing = facing_hit(aim, part) if aim.facing else facing_inside(colored)
                twice = strikes_twice(aim.weapon, colored, white) and not critical
                for result, chance in _kill_chances(aim, part, facing, critical, twice).items():
                    found[result] = found.get(result, Fraction(0)) + chance * share / 36
            found[MISS] = found.get(MISS, Fraction(0)) + left
    return {result: chance for result, chance in found.items() if chance}


def facing_hit(aim: Aim, part: str) -> str:
    """ASL-D3.2: hull hits by where the hull points, turret hits by where the turret does."""
    return aim.turret_facing if part == TURRET and aim.turret_facing else aim.facing


def kill_dice(colored: int, white: int, ammo: str, facing: str, skirts: bool) -> int:
    """ASL-D11.2: against Schuerzen the lower die of HEAT counts double; a dud stays one by its own dice.

    >>> kill_dice(2, 5, "HEAT", "side", True), kill_dice(2, 5, "AP", "side", True)
    (9, 7)
    >>> kill_dice(6, 6, "HEAT", "side", True)
    12
    """
    dice = colored + white
    return dice + min(colored, white) if skirts and ammo == "HEAT" and facing == SIDE and dice < 12 else dice


def struck(number: int, colored: int, white: int, aim: Aim, part: str, facing: str) -> str:
    """What two dice to kill do, Schuerzen and duds included."""
    dice = kill_dice(colored, white, aim.ammo, facing, aim.skirts)
    return kill(number, dice, aim.ammo, part, aim.target.burns_easily, colored + white)


def strikes_twice(weapon: Weapon, colored: int, white: int) -> bool:
    """ASL-C3.8: a small gun that hits on Original Doubles has two rolls to kill or of effect, and uses the
    better.
    """
    return weapon.is_gun and weapon.mm <= SMALL_MM and colored == white


SMALL_MM = 40


def lower_of_two() -> dict[int, Fraction]:
    """The lower sum of two rolls of two dice.

    >>> lower_of_two()[12], sum(lower_of_two().values())
    (Fraction(1, 1296), Fraction(1, 1))
    """
    above = {dice: 1 - at_most(dice) for dice in range(1, 13)}
    return {dice: above[dice - 1] ** 2 - above[dice] ** 2 for dice in range(2, 13)}


def heavy_drm(power: int) -> int:
    """ASL-C.7: HE of more than 36 firepower: 1 less on the dice for each full 8 above.

    >>> heavy_drm(36), heavy_drm(43), heavy_drm(44), heavy_drm(60)
    (0, 0, -1, -3)
    """
    return -max(0, (power - HEAVIEST) // 8)


HEAVIEST = 36


def _kill_chances(
    aim: Aim, part: str, facing: str, critical: bool, twice: bool = False
) -> dict[str, Fraction]:
    number = number_to_kill(aim.weapon, aim.ammo, aim.distance, aim.target, part, facing, critical)
    if number is None:
        return {NOTHING: Fraction(1)}
    found: dict[str, Fraction] = {}
    for (colored, white), chance in _dice_to_kill(twice).items():
        result = struck(number, colored, white, aim, part, facing)
        for final, share in aftermath(result, aim.target).items():
            found[final] = found.get(final, Fraction(0)) + share * chance
    return found


def _dice_to_kill(twice: bool) -> dict[tuple[int, int], Fraction]:
    """The dice of one roll; of the lower of two one pair for each sum."""
    if twice:
        return {(min(6, dice - 1), dice - min(6, dice - 1)): p for dice, p in lower_of_two().items()}
    return {(colored, white): Fraction(1, 36) for colored in range(1, 7) for white in range(1, 7)}
