"""FM-7 combat and FM-8.4 bombardment, as tables of steps; SB-11.2.8 combined arms."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from grognard.core.after_combat import advance_choices, result_is, until_result
from grognard.core.facts import Action, OnlyUnit
from grognard.core.hexes import Hex, Hexes, set_of
from grognard.core.procedure import (
    Ask,
    Auto,
    Chance,
    Phase,
    Pick,
    Screen,
    Step,
    open_if_any,
)
from grognard.core.ruling import Modifier, Ruling

from .arrivals import absent
from .board import CRT_LINE, GRID, NEAR, RIVERS
from .bombardment import bombardment_pick
from .fire import (
    DRAWING,
    attacker_names,
    attacker_support,
    bare_fire,
    defender_names,
    defender_support,
    fire_modifiers,
    refuse_support,
)
from .pieces import (
    ADJECTIVE,
    AIRBORNE,
    ALLIED,
    ARMOR,
    ATTACK,
    COMMANDO,
    DEFENSE,
    ENEMY,
    GERMAN,
    INFANTRY,
    LABEL,
    MECHANIZED,
    MOBILE,
    NAMES,
    OF_SIDE,
    SIDE,
    UNIT,
)
from .position import Assault, Bombardment, Combat, DropAttack, SwordBeach, Turn, fact
from .refusals import not_acting, refuse_advance, refuse_defender, refuse_loss, refuse_resistance
from .retreat import retreat
from .tables import BENEFIT, BOMBARDMENT_HITS, BOMBARDMENT_SHIFT, BOUNDS, CELLS, LIMIT
from .verbs import (
    Advance,
    Attack,
    Defend,
    Join,
    Lose,
    Resist,
    Roll,
    Support,
    Target,
    Yield,
    eliminate,
    place,
    reduce,
    units_at,
    units_in,
    zoc,
)

# ---------------------------------------------------------------- who fights whom


def attacking(state: SwordBeach, frame: Combat) -> str:
    return frame.attacker


def defending(state: SwordBeach, frame: Combat) -> str:
    return ENEMY[frame.attacker]


def attack(mobile: bool) -> Callable[[SwordBeach, Turn, int, Hex], None]:
    def begin(state: SwordBeach, frame: Turn, unit: int, hex_: Hex) -> None:
        if not state.occupied[ENEMY[SIDE[unit]]] >> hex_ & 1:
            raise ValueError(
                "no enemy unit is in the hex attacked"
            )  # met only where the rules are not enforced
        state.add(fact.attacked, 1 << hex_, "FM-7.1.2")
        state.add(fact.fought, 1 << unit, "FM-7.1.2")
        state.call(Combat(attacker=SIDE[unit], hex=hex_, attackers=(unit,), mobile=mobile), "FM-7.2.3")

    return begin


def join(state: SwordBeach, frame: Combat, unit: int, hex_: Hex) -> None:
    state.add(fact.fought, 1 << unit, "FM-7.1.2")
    state.replace(replace(frame, attackers=(*frame.attackers, unit)), "FM-7.2.1")


def fresh(state: SwordBeach, frame: object) -> int:
    """FM-7.1.2, FM-4.1.8: one attack a phase, and none in the mobile phase after one in the Combat Phase."""
    return ~state.fought


def adjacent(state: SwordBeach, frame: object) -> Callable[[int], int]:
    at = state.at
    return lambda unit: NEAR[at[unit]] if at[unit] >= 0 else 0


def is_adjacent(state: SwordBeach, frame: object, unit: int, hex_: int) -> bool:
    at = state.at[unit]
    return at >= 0 and bool(NEAR[at] >> hex_ & 1)


def gt1_screens(mobile: bool = False) -> list[Screen[SwordBeach, object]]:
    """On GT 1 only the commando attacks; the others landed or dropped."""

    def bar(units: Callable[[SwordBeach], int]) -> Callable[[SwordBeach, object], int]:
        return lambda state, frame: ~(units(state) & OF_SIDE[ALLIED]) if state.turn < 2 else -1

    landed = "{unit} landed before GT 1; its only combat on GT 1 is the beach assault"
    dropped = "{unit} dropped before GT 1 and cannot attack on GT 1"
    raided = bar(lambda state: 0 if state.options.commando_fights_gt1 else COMMANDO)
    return [
        Screen("SB-11.2.1.2.g" if mobile else "SB-11.2.1.2.f", landed, bar(lambda state: state.landed)),
        Screen("SB-11.2.2.7.d", dropped, bar(lambda state: AIRBORNE)),
        Screen("SB-J10", "{unit} cannot attack on GT 1, as agreed", raided),
    ]


def next_to_target(side: str) -> Callable[[SwordBeach, object], int]:
    """Units with an enemy beside them that can still be attacked."""

    def mask(state: SwordBeach, frame: object) -> int:
        targets = state.occupied[ENEMY[side]] & ~state.attacked
        front = GRID.near(targets) & state.occupied[side] if targets else 0
        return units_at(state, OF_SIDE[side], front) if front else 0

    return mask


def end_combat(state: SwordBeach, clause: str) -> None:
    state.set(fact.attacked, Hexes(0), clause)
    state.set(fact.bombarded, Hexes(0), clause)


def combat(side: str, clause: str, mobile: bool = False) -> Phase[SwordBeach, Turn]:
    """FM-4.1.6, or FM-4.1.8 for mobile units that have not attacked yet."""
    screens = [
        Screen(
            "FM-7.1.1",
            "{unit} is not adjacent to an enemy unit it may attack",
            next_to_target(side),
            last=True,
        ),
        Screen(
            "FM-7.1.1", not_acting(side), lambda state, frame: OF_SIDE[side] & state.on_map, decisive=True
        ),
        Screen("FM-4.1.8" if mobile else "FM-7.1.2", "{unit} has attacked in this player turn", fresh),
    ]
    if mobile:
        words = "{unit} is a leg unit; only mobile units attack in this phase"
        screens.append(Screen("FM-4.1.8", words, lambda state, frame: MOBILE))
    if side == ALLIED:
        screens += gt1_screens(mobile)
    attack_pick = Pick(
        verb=Attack,
        names=NAMES,
        units=tuple(screens),
        hexes=(
            Screen(
                "FM-7.1.1",
                "{hex} holds no enemy unit",
                lambda state, frame: state.occupied[ENEMY[side]],
                decisive=True,
            ),
            Screen("FM-7.1.2", "{hex} has been attacked in this phase", lambda state, frame: ~state.attacked),
            Screen("FM-7.1.1", "{hex} is not adjacent to {unit}", adjacent, each=True, test=is_adjacent),
        ),
        apply=attack(mobile),
        open=open_if_any,
    )
    picks = (attack_pick,) if mobile else (attack_pick, bombardment_pick(side))
    name = f"{side} {'mobile ' if mobile else ''}combat"
    title = f"{ADJECTIVE[side]} {'Mobile ' if mobile else ''}Combat Phase"
    return Phase(clause=clause, name=name, title=title, side=side, picks=picks, leave=end_combat)


# ---------------------------------------------------------------- more attackers, the defender


def _beside(state: SwordBeach, frame: Combat) -> int:
    """Units next to the hex attacked."""
    return units_at(state, OF_SIDE[frame.attacker], NEAR[frame.hex])


def _other_hexes(state: SwordBeach, frame: Combat) -> int:
    """SB-11.2.4.d, SB-11.2.4.e: at most one unit of a stack attacks a given hex; others may attack
    elsewhere.
    """
    taken = 0
    for unit in frame.attackers:
        taken |= 1 << state.at[unit]
    return ~units_at(state, OF_SIDE[frame.attacker], taken)


def _force(frame: Combat) -> int:
    return set_of(frame.attackers)


def cannot_join(state: SwordBeach, frame: Combat, unit: int, hex_: int) -> str | Ruling:
    """Why a unit is none of those that could join: the enemy's, in the attack, or not on the map."""
    if SIDE[unit] != frame.attacker:
        return f"{LABEL[unit]} is not on the attacking side"
    if unit in frame.attackers:
        return Ruling("FM-7.1.2", f"{LABEL[unit]} takes part in this attack and attacks once")
    return absent(state, unit) or Ruling("FM-7.1.1", f"{LABEL[unit]} is not on the map")


def same_stack(state: SwordBeach, frame: Combat, unit: int, hex_: int) -> str:
    other = next(u for u in frame.attackers if state.at[u] == state.at[unit])
    return f"{LABEL[other]} attacks from the same stack; one unit of a stack may attack a hex"


JOIN: Phase[SwordBeach, Combat] = Phase(
    clause="FM-7.2.1",
    name="attackers",
    title="more attackers",
    side=attacking,
    picks=(
        Pick(
            verb=Join,
            names=NAMES,
            units=(
                Screen(
                    "FM-7.2.1",
                    cannot_join,
                    lambda state, frame: OF_SIDE[frame.attacker] & state.on_map & ~_force(frame),
                    decisive=True,
                ),
                Screen("FM-7.1.2", "{unit} has attacked in this player turn", fresh),
                Screen("FM-7.1.1", "{unit} is not adjacent to the hex attacked", _beside, last=True),
                Screen(
                    "FM-4.1.8",
                    "{unit} is a leg unit; only mobile units attack in this phase",
                    lambda state, frame: MOBILE if frame.mobile else -1,
                ),
                Screen("SB-11.2.4.d", same_stack, _other_hexes),
                *gt1_screens(),
            ),
            apply=join,
            open=open_if_any,
        ),
    ),
)


def several(verb: Callable[[str], Action]) -> Callable[[SwordBeach, Combat], Sequence[Action]]:
    def choices(state: SwordBeach, frame: Combat) -> Sequence[Action]:
        defenders = units_in(state, frame.hex, ENEMY[frame.attacker])
        return [verb(NAMES[unit]) for unit in defenders] if len(defenders) > 1 else ()

    return choices


def choose_defender(state: SwordBeach, frame: Combat, action: OnlyUnit) -> None:
    state.update("SB-11.2.4.g", defender=UNIT[action.unit])


def needs_defender(state: SwordBeach, frame: Combat) -> bool:
    return frame.defender < 0


def only_defender(state: SwordBeach, frame: Combat) -> None:
    defender, *_ = units_in(
        state, frame.hex, ENEMY[frame.attacker]
    )  # more than one only where the record was irregular
    state.update("FM-7.2.1", defender=defender)


# ---------------------------------------------------------------- FM-7.3, FM-7.4: differential, line, shifts


def differential(state: SwordBeach, frame: Combat) -> list[Modifier]:
    """FM-7.3.1, every part with its clause: the list is the explanation."""
    parts = [
        Modifier(ATTACK[unit][state.steps[unit]], "FM-7.2.2", f"{LABEL[unit]} attacks")
        for unit in frame.attackers
    ]
    if frame.defender >= 0:
        strength = DEFENSE[frame.defender][state.steps[frame.defender]]
        parts.append(Modifier(-strength, "FM-7.2.2", f"{LABEL[frame.defender]} defends"))
    elif isinstance(frame, Assault):
        parts.append(Modifier(0, "SB-11.2.3.2.e", "no unit defends the beach"))
    return parts + fire_modifiers(state, frame)


def line(state: SwordBeach, frame: Combat) -> str:
    """FM-7.4.1, FM-7.4.2: the defender's terrain, or the river if every attacker is across one."""
    if isinstance(frame, Assault):
        return beach_line(state, frame)
    ground = CRT_LINE[frame.hex]
    if isinstance(frame, Bombardment | DropAttack):  # FM-8.5, SB-J22
        return ground
    at, kinds = state.at, set()
    for unit in frame.attackers:
        if (kind := RIVERS.get((at[unit], frame.hex))) is None:
            return ground
        kinds.add(kind)
    if not kinds:
        return ground
    return max((ground, "bridge" if "bridge" in kinds else "river"), key=BENEFIT.__getitem__)


def beach_line(state: SwordBeach, frame: Assault) -> str:
    """SB-11.2.3.2.c, SB-11.2.3.2.d; SB-J34: on the zones of control as they stand now, or as first placed."""
    hot = state.hot_beaches if state.options.beach_line_judged == "at_reveal" else zoc(state, GERMAN)
    return "beach_assault_in_ezoc" if hot >> frame.hex & 1 else "beach_assault_not_in_ezoc"


COUNTS_AS_ARMOR = {"neither": ARMOR, "infantry": ARMOR, "armor": ARMOR | MECHANIZED & OF_SIDE[ALLIED]}
COUNTS_AS_INFANTRY = {
    "neither": INFANTRY,
    "armor": INFANTRY,
    "infantry": INFANTRY | MECHANIZED & OF_SIDE[ALLIED],
}


def shifts(state: SwordBeach, frame: Combat) -> list[Modifier]:
    """FM-7.4.3: column shifts."""
    if isinstance(frame, Bombardment):
        return [Modifier(BOMBARDMENT_SHIFT, "FM-8.4.2", "bombardment")]
    if isinstance(frame, Assault):  # SB-11.2.8.b
        return []
    if frame.attacker == GERMAN or (
        isinstance(frame, DropAttack) and not state.options.drop_attack_combined_arms
    ):
        return []
    force = 0
    for unit in frame.attackers:
        force |= 1 << unit
    reading = state.options.mechanized_counts_as  # SB-J21
    if force & COUNTS_AS_ARMOR[reading] and force & COUNTS_AS_INFANTRY[reading]:
        return []
    return [Modifier(-1, "SB-11.2.8.a", "no armored brigade and infantry together")]


def column(bounds: Sequence[int], sum_: int, shift: int) -> int:
    """FM-7.4.3: counted from 0, kept within the table."""
    return min(max(bisect_right(bounds, sum_) + shift, 0), len(bounds))


def bare_differential(state: SwordBeach, frame: Combat) -> int:
    """The sum of `differential` without its words, for the die that is being thrown."""
    steps, defender = state.steps, frame.defender
    sum_ = -DEFENSE[defender][steps[defender]] if defender >= 0 else 0
    for unit in frame.attackers:
        sum_ += ATTACK[unit][steps[unit]]
    return sum_ + bare_fire(state, frame) if frame.fire else sum_


def resolve(state: SwordBeach, frame: Combat, action: Roll) -> None:
    """FM-7.6.1"""
    sum_ = bare_differential(state, frame)
    row, shift = line(state, frame), sum([part[0] for part in shifts(state, frame)])
    number = column(BOUNDS[row], sum_, shift)
    result = CELLS[row][action.face - 1][number]
    words = "{} line, differential {:+d}, column {} (shift {:+d}), die {}: {}"
    state.note("FM-7.6.1", words, row, sum_, number + 1, shift, action.face, result, kind="result")
    state.replace(replace(frame, result=result), "FM-7.6.1")


_FIGHTS: dict[type, str] = {Bombardment: "the bombardment of", Assault: "the beach assault at"}


def what_combat(state: SwordBeach, frame: Combat) -> str:
    return f"{_FIGHTS.get(type(frame), 'the attack on')} {GRID.name[frame.hex]}"


FIRE = (
    DRAWING,
    Chance(clause="FM-7.6.1", name="combat die", outcomes=until_result(), apply=resolve, about=what_combat),
)

# ---------------------------------------------------------------- FM-7.6: losses


def losses(state: SwordBeach, frame: Combat) -> None:
    """What falls on a side as a whole, or on the only defender."""
    if frame.result in ("D1", "Ex"):
        reduce(state, frame.defender, "FM-7.6.3")
    elif frame.result == "De":
        eliminate(state, frame.defender, "FM-7.6.3")
    else:
        for unit in frame.attackers:
            (reduce if frame.result == "A2" else eliminate)(state, unit, "FM-7.6.1")


def bombardment_losses(state: SwordBeach, frame: Combat) -> None:
    """FM-8.4.2"""
    (eliminate if frame.result == "De" else reduce)(state, frame.defender, "FM-8.4.2")


def loss_choices(state: SwordBeach, frame: Combat) -> Sequence[Action]:
    if frame.result not in ("A1", "Ex"):
        return ()
    return [Lose(NAMES[unit]) for unit in sorted(frame.attackers)]


def lose(state: SwordBeach, frame: Combat, action: Lose) -> None:
    reduce(state, UNIT[action.unit], "FM-7.6.2")


# ------------------------------------------------------- FM-7.7 to FM-7.9: retreat, stiff resistance, advance


def resistance(state: SwordBeach, frame: Combat) -> Sequence[Action]:
    """FM-7.8.1, FM-7.8.2: a full-strength unit may stay."""
    if frame.result not in ("D2", "D3") or state.steps[frame.defender] != 2:
        return ()
    return (Resist(), Yield())


def resist(state: SwordBeach, frame: Combat, action: Action) -> None:
    if isinstance(action, Resist):
        reduce(state, frame.defender, "FM-7.8.1")
        state.update("FM-7.8.2", result="held")


def falls_back(state: SwordBeach, frame: Combat) -> None:
    retreat(state, frame.defender, frame.hex, int(frame.result[1]), heed_zoc=True)


def may_advance(state: SwordBeach, frame: Combat) -> Sequence[Action]:
    """FM-7.9.1: into a hex the combat has emptied."""
    if frame.result == "held" or state.occupied[ENEMY[frame.attacker]] >> frame.hex & 1:
        return ()
    return advance_choices(Advance, NAMES, [unit for unit in sorted(frame.attackers) if state.steps[unit]])


def advance(state: SwordBeach, frame: Combat, action: Action) -> None:
    """FM-6.2.2, FM-7.9.2: no MP, no ZOC, whatever the weather; FM-7.9.3: it leaves its beach landing hex."""
    if isinstance(action, Advance):
        place(state, UNIT[action.unit], frame.hex, "FM-7.9.1")


LOSS: Ask[SwordBeach, Combat] = Ask(
    clause="FM-7.6.2",
    name="loss",
    title="choice of the loss",
    side=attacking,
    choices=loss_choices,
    apply=lose,
    takes=(Lose,),
    names=NAMES,
    refuse=refuse_loss,
)


BOMBARDMENT: tuple[Step[SwordBeach, Bombardment], ...] = (
    Ask(
        clause="SB-11.2.3.3",
        name="target",
        title="target of the bombardment",
        side=attacking,
        choices=several(Target),
        apply=choose_defender,
        takes=(Target,),
        names=NAMES,
        refuse=refuse_defender("SB-11.2.3.3"),
    ),
    Auto(clause="FM-8.6", do=only_defender, due=needs_defender),
    *FIRE,
    Auto(clause="FM-8.4.2", do=bombardment_losses, due=result_is(*BOMBARDMENT_HITS)),
)

COMBAT: tuple[Step[SwordBeach, Combat], ...] = (
    JOIN,
    Ask(
        clause="SB-11.2.4.f",
        name="defender",
        title="choice of the defender",
        side=defending,
        choices=several(Defend),
        apply=choose_defender,
        takes=(Defend,),
        names=NAMES,
        refuse=refuse_defender("SB-11.2.4.f"),
    ),
    Auto(clause="FM-7.2.1", do=only_defender, due=needs_defender),
    Ask(
        clause="FM-8.3.1",
        name="attacker's support fire",
        side=attacking,
        choices=attacker_support,
        apply=attacker_names,
        takes=(Support,),
        refuse=refuse_support(LIMIT, True),
    ),
    Ask(
        clause="FM-8.3.1",
        name="defender's support fire",
        side=defending,
        choices=defender_support,
        apply=defender_names,
        takes=(Support,),
        refuse=refuse_support(LIMIT, False),
    ),
    *FIRE,
    Auto(clause="FM-7.6.1", do=losses, due=result_is("D1", "Ex", "De", "A2", "Ae")),
    LOSS,
    Ask(
        clause="FM-7.8.1",
        name="stiff resistance",
        side=defending,
        choices=resistance,
        apply=resist,
        takes=(Resist, Yield),
        refuse=refuse_resistance,
    ),
    Auto(clause="FM-7.7.1", do=falls_back, due=result_is("D2", "D3")),
    Ask(
        clause="FM-7.9.1",
        name="advance",
        title="advance after combat",
        side=attacking,
        choices=may_advance,
        apply=advance,
        takes=(Advance,),
        names=NAMES,
        refuse=refuse_advance,
    ),
)
