"""Why something is refused on the map: actions whose step is not under way, and no screen speaks of."""

from __future__ import annotations

from grognard.core.facts import Action, is_unknown
from grognard.core.ruling import Ruling

from . import verbs
from .acting import absent
from .pieces import LABEL, UNIT
from .position import Barrage, Battle, Campaign, Losses, Mission, Payment, Retreat, Sweep, Train

_NEEDS: dict[type[Action], tuple[tuple[type, ...], str, str]] = {
    verbs.Join: (
        (Battle, Barrage, Mission, Sweep),
        "BTR-ocs.combat.declare",
        "no attack, barrage or air mission is being declared",
    ),
    verbs.Pay: ((Battle,), "BTR-ocs.combat.pay-defender", "no combat is under way"),
    verbs.Rate: ((Battle,), "BTR-ocs.combat.ar-pick", "no combat is under way"),
    verbs.Ground: ((Battle,), "BTR-tec.combat.choice", "no combat is under way"),
    verbs.Yield: ((Battle,), "BTR-ocs.combat.option-mix", "no combat is under way"),
    verbs.Ignore: ((Battle,), "BTR-ocs.combat.defender-free", "no combat is under way"),
    verbs.Advance: ((Battle,), "BTR-ocs.advance.who", "no combat is under way"),
    verbs.Lose: ((Losses,), "BTR-ocs.combat.loss-spread", "no step is to be lost"),
    verbs.Withdraw: ((Retreat,), "BTR-ocs.retreat.far", "no unit retreats"),
    verbs.Part: ((Retreat,), "BTR-ocs.retreat.split", "no unit retreats"),
    verbs.Along: ((Retreat,), "BTR-ocs.retreat.tag", "no unit retreats"),
    verbs.Intercept: ((Mission,), "BTR-ocs.air.intercept", "no air mission is under way"),
    verbs.Meet: ((Mission, Sweep), "BTR-ocs.air.fight", "no air combat is under way"),
    verbs.Ship: ((Train,), "BTR-ocs.rail.where", "no supply is on a train"),
    verbs.Draw: ((Payment,), "BTR-ocs.supply.draw", "nothing is to be paid"),
}


def forbidden(state: Campaign, action: Action) -> list[Ruling]:
    """The clauses that forbid an action of another step, besides the screens of that step."""
    if (result := _NEEDS.get(type(action))) and not any(
        isinstance(frame, result[0]) for frame in state.stack
    ):
        return [Ruling(result[1], result[2])]
    unit = UNIT.get(getattr(action, "unit", ""), -1)
    if unit >= 0 and is_off(state, unit) and not isinstance(action, verbs.Arrive):
        return [Ruling("BTR-ocs.play.state", absent(state, unit) or f"{LABEL[unit]} is not on the map")]
    return []


def is_off(state: Campaign, unit: int) -> bool:
    """Whether a unit is not on the map: that much is known of every counter (BTR-ocs.play.open)."""
    return not is_unknown(state.at[unit]) and state.at[unit] < 0
