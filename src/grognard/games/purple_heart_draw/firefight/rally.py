"""The Rally Phase: broken units come back, guns are repaired, Desperation Morale ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.choices import Choices, Part
from grognard.core.facts import DONE, Action, F
from grognard.core.procedure import Phase, Pick, Screen

from ..charts import ECONOMY
from . import artillery, checks, deploying, radio, scavenging
from .eyes import give_away
from .forces import ENEMY, FIRST_GUN, GUN_NAMES, GUN_SIDE, NAMES, SIDE
from .position import (
    ACTED,
    BROKEN,
    DIRECTED,
    DISRUPTED,
    DM,
    JAMMED,
    MELEE,
    TRIED,
    Firefight,
    Mask,
    PlayerTurn,
    Refusal,
    Who,
    fact,
)
from .units import clear, flag, guns_of, has, in_hex, in_order, kind, on_map
from .unmasking import bare_pick
from .wall_claims import claim_pick, drop_pick
from .words import Despair, Rally, Repair

TM16_ATTEMPTS = int(ECONOMY["limits"]["self_rally_attempts"])


def attacker(state: Firefight, frame: object) -> str:
    return state.mover


def defender(state: Firefight, frame: object) -> str:
    return ENEMY[state.mover]


def can_rally(state: Firefight, unit: int) -> bool:
    """ASL-A10.6, ASL-A10.63, ASL-A18.11: with a Good Order leader; by itself a leader or crew, or the first
    squad of the side that moves; PHD-TM16.ff: in a TM Scenario the first two. Nobody who is Disrupted.
    """
    if checks.rally_leader(state, unit) >= 0:
        return True
    if state.flags[unit] & DISRUPTED:
        return False
    if rallies_itself(state, unit) or SIDE[unit] != state.mover:
        return rallies_itself(state, unit)
    there = on_map(state, SIDE[unit])
    tried = [u for u in there if state.flags[u] & TRIED and not rallies_itself(state, u)]
    return len(tried) < self_rallies(state) and not any(_was_led(state, u) for u in tried)


def rallies_itself(state: Firefight, unit: int) -> bool:
    """ASL-A10.63: leaders and crews; heroes and other single men never break."""
    return kind(state, unit).is_single or kind(state, unit).type == "crew"


def self_rallies(state: Firefight) -> int:
    """PHD-TM16.ff, ASL-A18.11: how many squads may rally by themselves before the others try."""
    return TM16_ATTEMPTS if state.card.is_mission else 1


def _was_led(state: Firefight, unit: int) -> bool:
    """Whether a leader has rallied units of its Location in this phase."""
    there = in_hex(state, SIDE[unit], state.at[unit])
    return any(kind(state, u).is_leader and has(state, u, DIRECTED) for u in there)


def _units(who: Who, test: Callable[[Firefight, int], bool]) -> Mask:
    return lambda state, frame: sum(1 << u for u in on_map(state, who(state, frame)) if test(state, u))


def rally(state: Firefight, frame: PlayerTurn, unit: int, hex_: int) -> None:
    flag(state, unit, TRIED, "ASL-A10.6")
    if (leader := checks.rally_leader(state, unit)) >= 0:
        give_away(state, leader, "ASL-A12.141")
        flag(state, leader, DIRECTED, "ASL-A3.1")
    checks.call(state, [(unit, checks.RALLY, 0)], "ASL-A10.6")


def _own_make(who: Who) -> Mask:
    """ASL-A21: all guns but those taken from the other side."""

    def mask(state: Firefight, frame: object) -> int:
        side = who(state, frame)
        held = {g for unit in on_map(state, side) for g in guns_of(state, unit)}
        return sum(1 << g for g, made in enumerate(GUN_SIDE) if made == side or g not in held)

    return mask


def _jammed(who: Who) -> Mask:
    def mask(state: Firefight, frame: object) -> int:
        found = 0
        for unit in on_map(state, who(state, frame)):
            if deploying.is_idle(state, unit):  # ASL-A3.1
                found |= sum(1 << g for g in guns_of(state, unit) if state.gun_flags[g] & JAMMED)
        return found

    return mask


def repair(state: Firefight, frame: PlayerTurn, g: int, hex_: int) -> None:
    flag(state, state.holder[g], ACTED, "ASL-A9.72")
    checks.call(state, [(FIRST_GUN + g, checks.REPAIR, 0)], "ASL-A9.72")


class Covert(Phase[Firefight, F]):
    """A phase in which concealed and hidden units may act: while a side may have some it is always asked."""

    asks = False

    def _nothing(
        self, state: Firefight, frame: F, parts: Sequence[Part[Firefight, F]] = ()
    ) -> Choices | None:
        who = self.decider(state, frame)
        waits = deploying.may_be_unseen(state, who) or radio.is_wanting(state, who)
        return Choices(state, (DONE,), parts) if waits else None


def _take(who: Who) -> Callable[[Firefight, object, Action], None]:
    def take(state: Firefight, frame: object, action: Action) -> None:
        if isinstance(action, radio.VERBS):
            radio.take(state, who(state, frame), action)
        else:
            deploying.take(state, frame, action)

    return take


def _refuse(who: Who) -> Refusal:
    others = deploying.refuse(who)
    return lambda state, frame, action: radio.refuse(action) or others(state, frame, action)


def rally_phase(who: Who, name: str) -> Phase:
    return Covert(
        clause="ASL-A10.6",
        name=name,
        title="Rally Phase",
        side=who,
        picks=(
            bare_pick(who),
            claim_pick(who),  # ASL-B9.322
            _despair_pick(who),
            drop_pick(who),
            _rally_pick(who),
            _repair_pick(who),
            scavenging.scrounge_pick(who),
        ),
        plain=lambda state, frame: in_order(
            (*deploying.choices(state, who(state, frame)), *radio.choices(state, who(state, frame)))
        ),
        take_plain=_take(who),
        plain_verbs=(*deploying.VERBS, *radio.VERBS),
        refuse=_refuse(who),
    )


def _own_turn(who: Who) -> Screen:
    return Screen(
        "ASL-A3",
        "{unit} is not on the side whose turn it is to rally",
        _units(who, lambda s, u: True),
        decisive=True,
    )


def _despair_pick(who: Who) -> Pick:
    return Pick(
        verb=Despair,
        names=NAMES,
        units=(
            _own_turn(who),
            Screen(
                "ASL-A10.62",
                "{unit} is not desperate, or is in woods, a building, a trench or a pillbox",
                _units(who, can_despair),
            ),
        ),
        apply=despair,
    )


def _rally_pick(who: Who) -> Pick:
    return Pick(
        verb=Rally,
        names=NAMES,
        units=(
            _own_turn(who),
            Screen(
                "ASL-A10.6",
                "{unit} is not broken",
                _units(who, lambda s, u: bool(s.flags[u] & BROKEN)),
                decisive=True,
            ),
            Screen("ASL-A11.15", "{unit} is in Melee", _units(who, lambda s, u: not s.flags[u] & MELEE)),
            Screen(
                "ASL-A3.1",
                "{unit} has tried in this phase",
                _units(who, lambda s, u: not s.flags[u] & TRIED),
            ),
            Screen(
                "ASL-A10.63",
                "no leader is with {unit}, and it cannot rally by itself",
                _units(who, can_rally),
            ),
        ),
        apply=rally,
    )


def _repair_pick(who: Who) -> Pick:
    return Pick(
        verb=Repair,
        names=GUN_NAMES,
        units=(
            Screen("ASL-A9.72", "{unit} needs no repair, or no unit can repair it now", _jammed(who)),
            Screen("ASL-A21", "{unit} is captured and cannot be repaired", _own_make(who)),
        ),
        apply=repair,
    )


def can_despair(state: Firefight, unit: int) -> bool:
    """ASL-A10.62: outside woods, buildings, trenches and pillboxes a broken unit may keep its desperation."""
    sheltered = checks.is_sheltered(state, unit) or has(state, unit, MELEE)
    return has(state, unit, DM) and not sheltered and not state.desperate >> unit & 1


def despair(state: Firefight, frame: PlayerTurn, unit: int, hex_: int) -> None:
    state.set(fact.desperate, state.desperate | 1 << unit, "ASL-A10.62")


def end_rally(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A10.62: Desperation Morale ends with the Rally Phase, but of units that keep it."""
    for unit in range(len(NAMES)):
        over = TRIED | ACTED | (0 if state.desperate >> unit & 1 else DM)
        if state.flags[unit] & over:
            clear(state, unit, over, "ASL-A10.62")
    state.set(fact.desperate, 0, "ASL-A10.62")
    artillery.end_rally(state)
