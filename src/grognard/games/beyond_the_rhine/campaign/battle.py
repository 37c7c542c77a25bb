"""BTR-ocs.combat.order: one attack from its declaration to the advance; an overrun is the same chain inside
movement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.after_combat import until_result
from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Outcomes, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling, counted

from .. import fights
from ..fights import meaning, result_of, surprised
from .aftermath import AFTERMATH
from .air import HIP_SHOOT
from .board import GRID, NEAR
from .covered import AskedChoice, Covered
from .declare import cannot_attack, may_attack
from .losses import alive, call_losses
from .payment import pay
from .pieces import ENEMY, LABEL, NAMES, RECORDED, SIDE, UNIT
from .position import Battle, Campaign, Losses, Retreat, fact, units_in
from .strength import (
    EXHAUSTED,
    bars,
    candidates,
    defence_cost,
    own_picks,
    picks_against,
    stacks_of,
    sum_of,
)
from .supply import dumps_for, tokens_for
from .verbs import (
    DICE,
    Ground,
    Ignore,
    Join,
    Pay,
    Rate,
    Roll,
    Yield,
    disorganise,
    mark,
    steps_left,
    stores,
    take_tokens,
    unmark,
)
from .visibility import is_foggy
from .zones import occupied


def attacking(state: Campaign, frame: Battle) -> str:
    return frame.side


def defending(state: Campaign, frame: Battle) -> str:
    return ENEMY[frame.side]


def defenders(state: Campaign, frame: Battle) -> list[int]:
    return members(units_in(state, frame.hex, ENEMY[frame.side]))


# ---------------------------------------------------------------- more attackers


def beside(state: Campaign, frame: Battle) -> int:
    """Units that may join: next to the hex, able to attack it, not in this attack yet."""
    if frame.overrun:
        return 0
    able = may_attack(state, frame.side) & ~set_of(frame.attackers)
    return set_of(
        u for u in members(able) if NEAR[frame.hex] >> state.at[u] & 1 and not bars(state, u, frame.hex)
    )


def cannot_join(state: Campaign, frame: Battle, unit: int, hex_: int) -> Ruling:
    name = LABEL[unit]
    if unit in frame.attackers:
        return Ruling("BTR-ocs.combat.once", f"{name} takes part in this attack")
    if frame.overrun:
        return Ruling("BTR-ocs.overrun.stack", "an overrun is made by the moving stack alone")
    if not may_attack(state, frame.side) >> unit & 1:
        return cannot_attack(state, frame, unit, hex_)
    if not NEAR[frame.hex] >> state.at[unit] & 1:
        return Ruling("BTR-ocs.combat.declare", f"{name} is not adjacent to {GRID.name[frame.hex]}")
    return bars(state, unit, frame.hex)[0]


def join(state: Campaign, frame: Battle, unit: int, hex_: int) -> None:
    """BTR-ocs.combat.part: unit by unit, whole stacks or a part of one."""
    state.update("BTR-ocs.combat.declare", attackers=(*frame.attackers, unit))


JOIN = Covered(
    unseen=False,
    waits=lambda state, frame: not frame.overrun,
    clause="BTR-ocs.combat.declare",
    name="attackers",
    title="more attackers",
    side=attacking,
    picks=(
        Pick(
            verb=Join,
            names=NAMES,
            units=(Screen("BTR-ocs.combat.declare", cannot_join, beside),),
            apply=join,
            open=open_if_any,
        ),
    ),
)

# ---------------------------------------------------------------- combat supply


def begin(state: Campaign, frame: Battle) -> None:
    """BTR-ocs.overrun.count: an overrun is not an attack of the Combat Segment and marks no unit."""
    state.update("BTR-ocs.combat.order", unpaid=frame.attackers, defenders=tuple(defenders(state, frame)))
    if not frame.overrun:
        force = set_of(frame.attackers)
        mark(state, fact.attacked, force, "BTR-ocs.combat.once")
        state.add(fact.targets, 1 << frame.hex, "BTR-ocs.combat.once-hex")


def settle(state: Campaign, frame: Battle) -> None:
    """BTR-ocs.combat.pay-attacker, BTR-ocs.combat.pay-mixed: one attacker after another, wholly by SP or
    wholly by its stocks.
    """
    unit, *rest = frame.unpaid
    cost, reach = steps_left(state, unit), tokens_for(state, frame.side, state.at[unit])
    attackers = frame.attackers
    if reach < cost and state.stock[unit] >= EXHAUSTED:
        attackers = tuple(u for u in attackers if u != unit)
        state.note("BTR-ocs.combat.pay-attacker", "{} has no combat supply and takes no part", LABEL[unit])
    state.update("BTR-ocs.combat.pay-attacker", unpaid=tuple(rest), attackers=attackers, step=PAYING)
    if reach >= cost:
        pay(state, frame.side, cost, [unit], f"the attack of {RECORDED[unit]}", "BTR-ocs.combat.pay-attacker")
    elif unit in attackers:
        use_stock(state, unit)


def use_stock(state: Campaign, unit: int) -> None:
    """BTR-ocs.stock.use: SP in reach that are too few are spent and lost."""
    side = SIDE[unit]
    for dump in dumps_for(state, side, state.at[unit]):
        take_tokens(state, side, dump, stores(state, side)[dump], "BTR-ocs.stock.use")
    state.set_at(fact.stock, unit, state.stock[unit] + 1, "BTR-ocs.stock.use")
    state.note("BTR-ocs.stock.use", "{} lives on its internal stocks", LABEL[unit])


def has_no_attacker(state: Campaign, frame: Battle) -> bool:
    return not frame.attackers


def call_off(state: Campaign, frame: Battle) -> None:
    state.note(
        "BTR-ocs.combat.pay-attacker",
        "the attack on {} is off: no attacker is supplied",
        GRID.name[frame.hex],
    )
    state.update("BTR-ocs.combat.pay-attacker", step=len(BATTLE))


def defence_reach(state: Campaign, frame: Battle) -> int:
    return tokens_for(state, ENEMY[frame.side], frame.hex)


def able_stocks(state: Campaign, frame: Battle) -> list[int]:
    """Defenders with internal stocks left, where no SP can reach."""
    if defence_reach(state, frame):
        return []
    return [unit for unit in defenders(state, frame) if state.stock[unit] < EXHAUSTED]


def defence_choices(state: Campaign, frame: Battle) -> Sequence[Action]:
    """BTR-ocs.play.open: under fog also asked if nothing can be paid; what covered transport carries is not
    told by the question.
    """
    cost = defence_cost(state, ENEMY[frame.side], frame.hex)
    if defence_reach(state, frame) >= cost or able_stocks(state, frame):
        return (Pay("no"), Pay("yes"))
    return (Pay("no"),) if is_foggy(state) else ()


def defend(state: Campaign, frame: Battle, action: Pay) -> None:
    units, side = defenders(state, frame), ENEMY[frame.side]
    if action.choice == "no":
        return state.update("BTR-ocs.combat.pay-defender", supplied="refused")
    if stocks := able_stocks(state, frame):
        state.update("BTR-ocs.combat.pay-defender", supplied="stocks", backed=tuple(stocks))
        for unit in stocks:
            use_stock(state, unit)
        return None
    state.update("BTR-ocs.combat.pay-defender", supplied="paid", backed=tuple(units))
    cost = defence_cost(state, side, frame.hex)
    return pay(
        state, side, cost, units, f"the defence of {GRID.name[frame.hex]}", "BTR-ocs.combat.pay-defender"
    )


def refuse_pay(state: Campaign, frame: Battle, action: Pay) -> list[Ruling]:
    if action.choice not in ("yes", "no"):
        return [
            Ruling(
                "BTR-ocs.combat.pay-defender", f"combat supply is paid or not: yes or no, not {action.choice}"
            )
        ]
    if frame.supplied:
        return [
            Ruling(
                "BTR-ocs.combat.pay-defender",
                f"the combat supply of the defense is settled: {frame.supplied}",
            )
        ]
    cost, name = defence_cost(state, ENEMY[frame.side], frame.hex), GRID.name[frame.hex]
    return [
        Ruling(
            "BTR-ocs.combat.pay-defender", f"{cost}T cannot be drawn by or thrown to the defenders of {name}"
        )
    ]


# ---------------------------------------------------------------- AR units, terrain


def raters(
    side: Callable[[Campaign, Battle], Sequence[int]], field: str
) -> Callable[[Campaign, Battle], Sequence[Action]]:
    def choices(state: Campaign, frame: Battle) -> Sequence[Action]:
        if getattr(frame, field) >= 0 or not frame.attackers:
            return ()
        return [Rate(NAMES[unit]) for unit in candidates(side(state, frame))]

    return choices


def rate(field: str) -> Callable[[Campaign, Battle, Rate], None]:
    def apply(state: Campaign, frame: Battle, action: Rate) -> None:
        state.update("BTR-ocs.combat.ar-pick", **{field: UNIT[action.unit]})

    return apply


def refuse_rate(
    side: Callable[[Campaign, Battle], Sequence[int]], field: str
) -> Callable[[Campaign, Battle, Rate], list[Ruling]]:
    def refuse(state: Campaign, frame: Battle, action: Rate) -> list[Ruling]:
        if getattr(frame, field) >= 0:
            return [Ruling("BTR-ocs.combat.ar-pick", f"{LABEL[getattr(frame, field)]} is named")]
        name, unit = LABEL[UNIT[action.unit]], UNIT[action.unit]
        if unit in side(state, frame):
            return [
                Ruling(
                    "BTR-ocs.combat.ar-pick",
                    f"{name} is a gun or an HQ, named only where nothing else is there",
                )
            ]
        return [Ruling("BTR-ocs.combat.ar-pick", f"{name} does not fight on this side")]

    return refuse


def force(state: Campaign, frame: Battle) -> Sequence[int]:
    return frame.attackers


def next_stack(state: Campaign, frame: Battle) -> int:
    """The attacking stack against which terrain is still to be picked; -1: none."""
    done = dict(frame.terrain)
    return next((hex_ for hex_ in stacks_of(state, frame.attackers) if hex_ not in done), -1)


def terrain_choices(state: Campaign, frame: Battle) -> Sequence[Action]:
    if not frame.attackers:
        return ()
    hex_ = next_stack(state, frame)
    picks = (
        picks_against(state, frame, hex_) if hex_ >= 0 else own_picks(state, frame) if not frame.line else []
    )
    return sorted((Ground(pick.terrain) for pick in picks), key=str)


def pick_terrain(state: Campaign, frame: Battle, action: Ground) -> None:
    hex_ = next_stack(state, frame)
    if hex_ >= 0:
        state.update("BTR-tec.combat.choice", terrain=(*frame.terrain, (hex_, action.terrain)), step=TERRAIN)
    else:
        state.update("BTR-ocs.combat.line", line=action.terrain)


def refuse_terrain(state: Campaign, frame: Battle, action: Ground) -> list[Ruling]:
    listed = ", ".join(str(getattr(choice, "terrain", "")) for choice in terrain_choices(state, frame))
    because = f"the defender picks among {listed}" if listed else "the terrain of this fight is picked"
    return [Ruling("BTR-tec.combat.choice", because)]


# ---------------------------------------------------------------- dice


def unsurprised(state: Campaign, frame: Battle) -> Outcomes:
    return NO_OUTCOME if frame.surprise else DICE


def cleared(state: Campaign, frame: Battle) -> bool:
    """BTR-ocs.overrun.hipshoot: no unit is left to overrun."""
    return bool(frame.hip and frame.attackers and not frame.result and not defenders(state, frame))


def skip_fight(state: Campaign, frame: Battle) -> None:
    state.note("BTR-ocs.overrun.hipshoot", "no unit is left in {}", GRID.name[frame.hex])
    state.update("BTR-ocs.overrun.hipshoot", step=len(BATTLE) - len(AFTERMATH))


def roll_surprise(state: Campaign, frame: Battle, action: Roll) -> None:
    """BTR-ocs.combat.surprise, BTR-ocs.overrun.surprise"""
    fight = sum_of(state, frame)
    surprised_side = surprised(action.face, fight.drm, fight.hedgehog, frame.overrun)
    words = "dice {}, DRM {:+d}{}: {}"
    effect = {
        "attacker": "the attacker surprises",
        "defender": "the defender surprises",
        "none": "no surprise",
    }[surprised_side]
    hog = ", hedgehog -1" if fight.hedgehog else ""
    state.note("BTR-ocs.combat.surprise", words, action.face, fight.drm, hog, effect)
    state.update("BTR-ocs.combat.surprise", surprise=surprised_side)


def unshifted(state: Campaign, frame: Battle) -> Outcomes:
    return DIE if frame.surprise in ("attacker", "defender") and not frame.shift else NO_OUTCOME


def roll_shift(state: Campaign, frame: Battle, action: Roll) -> None:
    sign = 1 if frame.surprise == "attacker" else -1
    words = "die {}: {} to the {}"
    where = "right" if sign > 0 else "left"
    state.note("BTR-ocs.combat.surprise", words, action.face, counted(action.face, "column"), where)
    state.update("BTR-ocs.combat.surprise", shift=sign * action.face)


def resolve(state: Campaign, frame: Battle, action: Roll) -> None:
    """BTR-ocs.combat.roll-order: the same DRM, less the hedgehog."""
    fight = sum_of(state, frame)
    column, result = result_of(fight, action.face, frame.shift)
    words = "column {} (shift {:+d}), dice {} {:+d}, hedgehog {}: {}: {}"
    state.note(
        "BTR-ocs.combat.table",
        words,
        column,
        frame.shift,
        action.face,
        fight.drm,
        fight.hedgehog,
        result,
        fights.words(result),
        kind="result",
    )
    state.update("BTR-ocs.combat.table", result=result)


def fight_words(state: Campaign, frame: Battle) -> str:
    return f"the {'overrun of' if frame.overrun else 'attack on'} {GRID.name[frame.hex]}"


# ---------------------------------------------------------------- results


def attacker_losses(state: Campaign, frame: Battle) -> None:
    """BTR-ocs.combat.attacker-first: hard losses."""
    call_losses(
        state,
        Losses(
            side=frame.side, units=frame.attackers, due=meaning(frame.result).attacker_loss, first=frame.rater
        ),
    )


def living(state: Campaign, units: Sequence[int]) -> list[int]:
    return members(alive(state, units))


def attacker_option(state: Campaign, frame: Battle) -> Sequence[Action]:
    option = meaning(frame.result).attacker_option if frame.result else 0
    if not option or frame.option >= 0 or not living(state, frame.attackers):
        return ()
    return [Yield(hexes) for hexes in range(option + 1)]


def steps_there(state: Campaign, units: Sequence[int]) -> int:
    return sum(steps_left(state, unit) for unit in living(state, units))


def take_attacker_option(state: Campaign, frame: Battle, action: Yield) -> None:
    """BTR-ocs.combat.option-mix: hexes of retreat, the rest in steps."""
    rest = meaning(frame.result).attacker_option - action.hexes
    fell_back = action.hexes > 0 or steps_there(state, frame.attackers) < rest
    state.update("BTR-ocs.combat.attacker-first", option=action.hexes, fell_back=fell_back)
    enemies = tuple(members(occupied(state, ENEMY[frame.side])))
    if action.hexes:
        for hex_, units in stacks_of(state, living(state, frame.attackers)).items():
            state.call(
                Retreat(
                    side=frame.side, units=tuple(units), origin=hex_, length=action.hexes, enemies=enemies
                ),
                "BTR-ocs.combat.retreat",
            )
    hard = meaning(frame.result).attacker_loss
    first = frame.rater if not hard else -1
    call_losses(
        state,
        Losses(
            side=frame.side, units=frame.attackers, due=rest, first=first, clause="BTR-ocs.combat.option-mix"
        ),
    )


def refuse_option(state: Campaign, frame: Battle, action: Action) -> list[Ruling]:
    if not frame.result:
        return [Ruling("BTR-ocs.combat.option-mix", "the combat dice are not rolled yet")]
    if isinstance(action, Ignore):
        return [
            Ruling(
                "BTR-ocs.combat.defender-free",
                "an option is ignored only by a defender whose attacker retreated or fell short",
            )
        ]
    m = meaning(frame.result)
    reason = (
        f"the result {frame.result} has options of {m.attacker_option} for the attacker and"
        f" {m.defender_option} for the defender"
    )
    return [Ruling("BTR-ocs.combat.option-mix", reason)]


def hit_defenders(state: Campaign, frame: Battle) -> None:
    """BTR-ocs.retreat.dg-result, BTR-ocs.mode.reserve-hit, BTR-ocs.overrun.reserve: DG before any retreat; a
    reserve that is hit loses its marker.
    """
    m = meaning(frame.result)
    units = set_of(defenders(state, frame))
    if m.dg:
        disorganise(state, units, "BTR-ocs.combat.results")
    if m.defender_loss or m.defender_option or m.dg:
        unmark(state, fact.reserve, units, "BTR-ocs.mode.reserve-hit")
    state.update("BTR-ocs.combat.attacker-first", option=-1)
    call_losses(
        state,
        Losses(side=ENEMY[frame.side], units=frame.defenders, due=m.defender_loss, first=frame.opposing),
    )


def defender_option(state: Campaign, frame: Battle) -> Sequence[Action]:
    option = meaning(frame.result).defender_option if frame.result else 0
    if not option or frame.option >= 0 or not defenders(state, frame):
        return ()
    free = [Ignore()] if frame.fell_back else []
    return [*free, *(Yield(hexes) for hexes in range(option + 1))]


def take_defender_option(state: Campaign, frame: Battle, action: Action) -> None:
    if not isinstance(action, Yield):
        return state.update("BTR-ocs.combat.defender-free", option=0)
    m, side = meaning(frame.result), ENEMY[frame.side]
    state.update("BTR-ocs.combat.option-mix", option=action.hexes)
    units = defenders(state, frame)
    if action.hexes:
        enemies = tuple(members(occupied(state, frame.side)))
        state.call(
            Retreat(side=side, units=tuple(units), origin=frame.hex, length=action.hexes, enemies=enemies),
            "BTR-ocs.combat.retreat",
        )
    first = frame.opposing if not m.defender_loss else -1
    due = m.defender_option - action.hexes
    return call_losses(
        state, Losses(side=side, units=tuple(units), due=due, first=first, clause="BTR-ocs.combat.option-mix")
    )


BATTLE = (
    JOIN,
    Auto(clause="BTR-ocs.combat.order", do=begin),
    Auto(clause="BTR-ocs.combat.pay-attacker", do=settle, due=lambda state, frame: bool(frame.unpaid)),
    Auto(clause="BTR-ocs.combat.pay-attacker", do=call_off, due=has_no_attacker),
    AskedChoice(
        clause="BTR-ocs.combat.pay-defender",
        name="defence supply",
        words="defense supply",
        title="combat supply of the defense",
        side=defending,
        choices=defence_choices,
        apply=defend,
        takes=(Pay,),
        refuse=refuse_pay,
    ),
    Ask(
        clause="BTR-ocs.combat.ar-pick",
        name="attacker's AR unit",
        side=attacking,
        choices=raters(force, "rater"),
        apply=rate("rater"),
        takes=(Rate,),
        names=NAMES,
        refuse=refuse_rate(force, "rater"),
    ),
    Ask(
        clause="BTR-ocs.combat.ar-pick",
        name="defender's AR unit",
        side=defending,
        choices=raters(defenders, "opposing"),
        apply=rate("opposing"),
        takes=(Rate,),
        names=NAMES,
        refuse=refuse_rate(defenders, "opposing"),
    ),
    Ask(
        clause="BTR-tec.combat.choice",
        name="terrain",
        title="choice of the terrain",
        side=defending,
        choices=terrain_choices,
        apply=pick_terrain,
        takes=(Ground,),
        refuse=refuse_terrain,
    ),
    HIP_SHOOT,
    Auto(clause="BTR-ocs.overrun.hipshoot", do=skip_fight, due=cleared),
    Chance(
        clause="BTR-ocs.combat.surprise",
        name="surprise",
        outcomes=unsurprised,
        apply=roll_surprise,
        about=lambda state, frame: f"surprise in {fight_words(state, frame)}",
    ),
    Chance(
        clause="BTR-ocs.combat.surprise",
        name="shift",
        outcomes=unshifted,
        apply=roll_shift,
        about=lambda state, frame: f"the columns of the {frame.surprise}'s surprise",
    ),
    Chance(
        clause="BTR-ocs.combat.table",
        name="combat dice",
        outcomes=until_result(DICE),
        apply=resolve,
        about=fight_words,
    ),
    Auto(clause="BTR-ocs.combat.attacker-first", do=attacker_losses),
    Ask(
        clause="BTR-ocs.combat.option-mix",
        name="attacker's option",
        side=attacking,
        choices=attacker_option,
        apply=take_attacker_option,
        takes=(Yield,),
        refuse=refuse_option,
    ),
    Auto(clause="BTR-ocs.combat.results", do=hit_defenders),
    Ask(
        clause="BTR-ocs.combat.option-mix",
        name="defender's option",
        side=defending,
        choices=defender_option,
        apply=take_defender_option,
        takes=(Ignore, Yield),
        refuse=refuse_option,
    ),
    *AFTERMATH,
)
PAYING = 2
TERRAIN = 7
assert BATTLE[TERRAIN].name == "terrain" and BATTLE[PAYING].clause == "BTR-ocs.combat.pay-attacker"
