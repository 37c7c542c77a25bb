"""BTR-ocs: small sums of the series: stacking, fuel, combat supply, eating, attrition, capture, flak, air
combat, refit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor

from grognard.core.ruling import GrognardError, Ruling

from .fights import nearest
from .pieces import LIMITS, read
from .weather import TWO_DICE, two_dice

SUPPLY = read("series_supply.toml")
TOKENS = int(SUPPLY["units"]["tokens_per_sp"])  # BTR-ocs.supply.token
STACK = int(SUPPLY["stacking"]["max_re"])
DRAW_RANGE = int(
    SUPPLY["units"]["direct_draw_range_mp"]
)  # BTR-ocs.supply.draw: Truck MP, or next to a hex so near
# BTR-ocs.unit.hq-arty: strength and AR when attacked alone
ALONE = {kind: (int(row[0]), int(row[1])) for kind, row in LIMITS["series"]["attacked_alone"].items()}
OVERRUN_MP = int(LIMITS["series"]["overrun_mp"])  # BTR-ocs.overrun.cost
PATROL_ZONE = int(SUPPLY["air"]["patrol_zone_hexes"])  # BTR-ocs.air.patrol
MODES = ("combat", "move", "strat", "reserve", "exploit")
SUPPLY_SHARE = {  # BTR-ocs.combat.supply: what is left of a strength
    "paid": Fraction(1),
    "unpaid": Fraction(SUPPLY["combat"]["defender_strength_unpaid"]),
    "oos": Fraction(SUPPLY["combat"]["out_of_supply_strength"]),
    "oos-unpaid": Fraction(SUPPLY["combat"]["out_of_supply_defence_unpaid"]),
}
RESERVE_AFTER = Fraction(SUPPLY["movement"]["reserve_after"])
DG_SHARE, REDUCED_SHARE = Fraction(SUPPLY["strength"]["dg"]), Fraction(SUPPLY["strength"]["reduced"])


def allowance(printed: int, mode: str = "combat", dg: bool = False, released: str = "") -> Fraction:
    """BTR-ocs.mode.strat, BTR-ocs.mode.reserve, BTR-ocs.mode.exploit, BTR-ocs.mode.dg: what a unit may spend.

    `printed` is the MA of the side that shows (BTR-ocs.mode.combat, BTR-ocs.mode.move).
    """
    if mode not in MODES:
        raise GrognardError(f"{mode!r} is not a mode; the modes are {', '.join(MODES)}")
    row = SUPPLY["movement"]
    share = row["released"][released] if mode == "reserve" and released else row.get(mode, 1)
    return printed * Fraction(share) * (Fraction(row["dg"]) if dg else 1)


def zone_of_control(attack_capable: bool, mode: str, supplied: bool, dg: bool) -> bool:
    """BTR-ocs.zoc.who, BTR-ocs.unit.attack-capable: whether a unit has a zone at all."""
    return attack_capable and mode == "combat" and supplied and not dg


def must_stop(mobility: str, enemy_zone: bool, friend_there: bool) -> bool:
    """BTR-ocs.zoc.move: Truck movement ends in an un-negated zone; Leg and Track ignore it."""
    return mobility == "truck" and enemy_zone and not friend_there


@cache
def strength(
    printed: Fraction, steps: int, lost: int, attacking: bool, dg: bool = False, supply: str = "paid"
) -> Fraction:
    """BTR-ocs.steps.loss, BTR-ocs.mode.dg, BTR-ocs.combat.supply: what a unit counts before terrain.

    supply: paid, unpaid (a defender fights at half), oos (marked, paid: half), oos-unpaid (a quarter in
    defence).
    """
    if supply not in SUPPLY_SHARE:
        raise GrognardError(f"supply is one of {', '.join(SUPPLY_SHARE)}, not {supply!r}")
    result = printed * SUPPLY_SHARE[supply]
    if steps > 1 and lost and (attacking or 2 * lost >= steps):
        result *= REDUCED_SHARE
    return Fraction(0) if attacking and "unpaid" in supply else result * DG_SHARE if dg else result


def stacking(re: Sequence[Fraction]) -> Ruling | None:
    """BTR-ocs.stack: at most 10 RE in a hex; transport and aircraft do not count (BTR-ocs.unit.noncombat)."""
    total = sum(re, Fraction(0))
    return (
        None if total <= STACK else Ruling("BTR-ocs.stack", f"{total} RE in one hex; the limit is {STACK} RE")
    )


# ---------------------------------------------------------------- supply


def combat_cost(attacking_steps: int, defending_re: Fraction) -> tuple[int, int]:
    """BTR-ocs.combat.supply: tokens of the attacker, and of the defender."""
    table = SUPPLY["combat"]
    light = defending_re <= 1
    return attacking_steps * int(table["attacker_tokens_per_step"]), int(
        table["defender_tokens_if_one_re_or_less" if light else "defender_tokens"]
    )


def fuel_cost(formations: int, headquarters: int, single: int) -> int:
    """BTR-ocs.move.fuel: tokens; Leg never needs any."""
    table = SUPPLY["fuel"]
    return TOKENS * (
        formations * int(table["formation_sp"]) + headquarters * int(table["hq_sp"])
    ) + single * int(table["single_unit_tokens"])


def eating(re: Fraction) -> int:
    """BTR-ocs.supply.eat: 1T for 2 RE, rounded up."""
    return ceil(re / Fraction(str(SUPPLY["eating"]["re_per_token"])))


def recovery(level: str, re: Fraction, multi_step: bool) -> int:
    """BTR-ocs.supply.internal: tokens to fill internal stocks again, per unit or per RE of a multi-step
    unit.
    """
    table = SUPPLY["internal_stocks"]
    price = {
        "full": 0,
        "low": int(table["recover_low_tokens"]),
        "exhausted": int(table["recover_exhausted_tokens"]),
    }
    if level not in price:
        raise GrognardError(f"internal stocks are {', '.join(price)}, not {level!r}")
    return price[level] * (ceil(re) if multi_step else 1)


def attrition(roll: int, earlier: int, action: int) -> int:
    """BTR-ocs.supply.attrition, BTR-ocs.supply.oos: steps a unit out of supply loses."""
    table = SUPPLY["attrition"]
    total = two_dice(roll) + min(earlier, int(table["per_earlier_turn_max"])) * int(
        table["per_earlier_turn_out_of_supply"]
    )
    total += int(table["action_rating_4_or_more"]) if action >= table["good_action_rating"] else 0
    return 2 if total >= table["two_steps_min"] else 1 if total >= table["one_step"][0] else 0


def attrition_chances(earlier: int, action: int) -> dict[int, Fraction]:
    result: dict[int, Fraction] = {}
    for roll, ways in TWO_DICE.items():
        steps = attrition(roll, earlier, action)
        result[steps] = result.get(steps, Fraction(0)) + Fraction(ways, 36)
    return result


def capture(die: int, amount: int) -> tuple[int, int, int]:
    """BTR-ocs.supply.capture: what the captor keeps, what is destroyed, what slips away; tokens or transport
    points.
    """
    share = next(
        (row["percent"] for row in SUPPLY["capture"]["share_caught"] if row["low"] <= die <= row["high"]),
        None,
    )
    if share is None:
        raise GrognardError(f"one die gives 1 to 6, not {die}")
    caught = nearest(Fraction(amount * share, 100))
    captured = nearest(caught * Fraction(SUPPLY["capture"]["captor_keeps_of_caught"]))
    return captured, caught - captured, amount - caught


def breakout(die: int, first_turn: bool) -> bool:
    """BTR-ocs.supply.breakout: whether a unit out of trace comes back; when, a second die says."""
    table = SUPPLY["breakout"]
    return bool(die + (int(table["first_turn_bonus"]) if first_turn else 0) >= min(table["success"]))


# ---------------------------------------------------------------- air


def flak(
    aircraft: int, hq: bool, base_level: int, printed: int, zone: str, trainbusting: bool = False
) -> Fraction:
    """BTR-ocs.air.flak, BTR-ocs.trainbust: the chance that a mission loses a step; zone: none, with-fighter,
    without-fighter.
    """
    plus = flak_modifier(aircraft, hq, base_level, printed, zone, trainbusting)
    return Fraction(sum(ways for roll, ways in TWO_DICE.items() if roll + plus >= FLAK_KILL), 36)


FLAK_KILL = int(SUPPLY["flak"]["kill_at"])


def flak_modifier(
    aircraft: int, hq: bool, base_level: int, printed: int, zone: str, trainbusting: bool = False
) -> int:
    """What is added to the two dice for flak."""
    table = SUPPLY["flak"]
    plus = (
        int(table["three_or_more_aircraft"]) * (aircraft >= int(table["many_aircraft"]))
        + int(table["target_hex_has_hq"]) * hq
        + base_level
        + printed
    )
    zones = {
        "none": 0,
        "with-fighter": int(table["in_enemy_patrol_zone_with_fighter"]),
        "without-fighter": int(table["in_enemy_patrol_zone_without_fighter"]),
    }
    if zone not in zones:
        raise GrognardError(f"zone is one of {', '.join(zones)}, not {zone!r}")
    return plus + (
        int(table["in_enemy_patrol_zone_trainbusting"]) if trainbusting and zone != "none" else zones[zone]
    )


def air_combat(attacker: int, defender: int) -> dict[str, Fraction]:
    """BTR-ocs.air.combat: who aborts, and the chance of a step lost besides."""
    result = {"attacker aborts": Fraction(0), "both abort": Fraction(0), "defender aborts": Fraction(0)}
    for roll, ways in TWO_DICE.items():
        result[air_result(roll, attacker, defender)] += Fraction(ways, 36)
    return result | {"further step loss": Fraction(7 - SUPPLY["air"]["air_combat"]["loss_die_min"], 6)}


def air_result(roll: int, attacker: int, defender: int) -> str:
    """Which side aborts on a roll of two dice."""
    table, total = SUPPLY["air"]["air_combat"], roll + attacker - defender
    if total <= table["attacker_aborts_max"]:
        return "attacker aborts"
    return "both abort" if total == table["both_abort"] else "defender aborts"


def refit(levels: int, ground: str) -> int:
    """BTR-ocs.air.base, BTR-weather.ground.mud: aircraft a base makes active again; boxes have no limit."""
    table = SUPPLY["air"]["refit"]
    capacity = levels * int(table["aircraft_per_level"])
    share = Fraction(table["slow_share"]) if ground in table["slow_grounds"] else Fraction(1)
    return floor(capacity * share)
