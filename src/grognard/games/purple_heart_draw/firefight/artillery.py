"""ASL-C1: off-board artillery: contact, access, spotting rounds and fire for effect, once in a player
turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, F, Roll, is_unknown
from grognard.core.hexes import OFF, Hex, Hexes, members
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Modifier, Ruling, total

from ..board import GRID
from ..pieces import SIDES, US
from .barrage import has_barrage, near_registered
from .clouds import thin_out
from .fire_for_effect import powers, strike
from .forces import ADJECTIVE, BATTERIES, BATTERIES_OF
from .mission_areas import BARRAGE
from .observer import (
    ARTILLERY,
    BROKEN_RADIO,
    CONTACT,
    FIRST_FIRE,
    LAST_FIRE,
    LOST,
    MODULE,
    SECOND_FIRE,
    SILENT,
    SPOTTING,
    ground_views,
    hindrances,
    knows_enemy,
    needs_proof,
    observer,
    sees_blast,
    slot,
    views,
)
from .places import GROUND
from .position import Firefight, Opportunity, Who, fact
from .sniper import release
from .words import (
    DIE,
    SUM,
    TWO_DICE,
    Cancel,
    Chit,
    Contact,
    Convert,
    Correct,
    Dice,
    Mission,
    Request,
    Shift,
    Spot,
)

BLACK, RED = "black", "red"
RADIO = ARTILLERY["contact"]
REACH: dict[str, int] = ARTILLERY["correction"]
REQUEST, CORRECT, SHIFT, CONVERT, CANCEL = "request", "correct", "shift", "convert", "cancel"

# ---------------------------------------------------------------- the beginning


def deal_module(state: Firefight, side: str, module: str, holder: int) -> None:
    """ASL-C1.1, ASL-C1.211, FF-OR2: a side has a battery, its pile of chits and its radio."""
    own, key = state.__dict__, SIDES.index(side)
    own["module"][key], own["net"][key] = module, SILENT
    black, red = ARTILLERY["pile"][side]
    black += int(state.options.us_pile_base) - 10 if side == US else 0
    own["pile"][key] = (black, red)
    own["radio"][key] = holder


def begin(state: Firefight, side: str) -> None:
    """FF-SEQ.3, FF-SEQ.4: the opportunity of a side, before its other fire. It is asked for whenever
    everybody can tell that it has a radio that works: what its Observer can do does not show in that.
    """
    if state.mover == side:
        thin_out(state, side)
    for battery in reversed(BATTERIES_OF[side]):  # the first acts first
        if is_on_the_air(state, battery) or state.round[slot(battery)]:
            state.call(Opportunity(side, named="" if battery == side else battery), "FF-SEQ.3")


def is_on_the_air(state: Firefight, side: str) -> bool:
    """Whether everybody can tell that a side has a radio that works."""
    return state.net[slot(side)] in (SILENT, CONTACT) and state.radio_at[slot(side)] == OFF


def end_rally(state: Firefight) -> None:
    """ASL-C1.22: a FFE:C whose contact was lost comes off, with its access."""
    for battery in BATTERIES:
        if state.fading[slot(battery)]:
            end_mission(state, battery, "ASL-C1.22")
    end_turn(state)


def end_turn(state: Firefight) -> None:
    """ASL-C1.6: the Observer is free again."""
    for key in range(len(BATTERIES)):
        if state.observing[key] != -1:
            state.set_at(fact.observing, key, -1, "ASL-C1.6")


def end_mission(state: Firefight, side: str, clause: str) -> None:
    key = slot(side)
    if state.round[key]:
        words = "the {} {} in {} is taken off"
        state.note(
            clause, words, ADJECTIVE[side], state.round[key], GRID.name[state.round_at[key]], kind="result"
        )
    _clear_round(state, key, clause)
    state.set_at(fact.access, key, 0, clause)


def _clear_round(state: Firefight, key: int, clause: str) -> None:
    state.set_at(fact.round, key, "", clause)
    state.set_at(fact.round_at, key, OFF, clause)
    state.set_at(fact.mission, key, "", clause)
    state.set_at(fact.shells, key, (), clause)
    state.set_at(fact.line, key, 0, clause)
    state.set_at(fact.fading, key, 0, clause)


# ---------------------------------------------------------------- contact


def calls(state: Firefight, frame: object) -> Sequence[Action]:
    if not isinstance(frame, Opportunity) or not is_on_the_air(state, frame.battery):
        return []
    return [Contact()] if observer(state, frame.battery) >= 0 else []


def call(state: Firefight, frame: Opportunity, action: Action) -> None:
    """ASL-C1.6: radio work is what the Observer does in this phase."""
    who = observer(state, frame.battery)
    state.set_at(fact.observing, slot(frame.battery), who, "ASL-C1.6")
    state.replace(replace(frame, called=True), "ASL-C1.2")
    state.go_on("ASL-C1.2")


class Waiting(Phase[Firefight, F]):
    """A phase that always waits: what the Observer can do must not show in whether his side is asked."""

    asks = False

    def options(self, state: Firefight, frame: F) -> Choices | None:
        return super().options(state, frame) or Choices(state, (DONE,))


def _side(state: Firefight, frame: object) -> str:
    return frame.side if isinstance(frame, Opportunity) else state.mover


CALL = Waiting(
    clause="ASL-C1.2",
    name="radio",
    title="Artillery: contact",
    side=_side,
    picks=(),
    plain=calls,
    take_plain=call,
    plain_verbs=(Contact,),
    refuse=lambda state, frame, action: Ruling("ASL-C1.6", "no Good Order leader on the map has the radio"),
)


def keeping(state: Firefight, side: str) -> int:
    """ASL-C1.2: what is added to the dice to keep contact."""
    key = slot(side)
    return int(MODULE[state.module[key]]["keep"]) if state.net[key] == CONTACT else 0


def is_wired(state: Firefight, battery: str) -> bool:
    """ASL-C1.23: whether a battery has a field phone, as far as the asker may know."""
    at = state.wire[slot(battery)]
    return not is_unknown(at) and at != OFF


def needed(state: Firefight, battery: str) -> int:
    """ASL-C1.2: the most that makes contact."""
    return int(RADIO["phone" if is_wired(state, battery) else "radio"])


def contact_chance(state: Firefight, side: str) -> Fraction:
    most = min(needed(state, side) - keeping(state, side), RADIO["breaks"] - 1)
    return Fraction(sum(6 - abs(dice - 7) for dice in range(2, most + 1)), 36)


def contact_outcomes(state: Firefight, frame: Opportunity) -> Outcomes:
    return SUM if frame.called and not frame.dice else NO_OUTCOME


def take_contact(state: Firefight, frame: Opportunity, action: Roll) -> None:
    """ASL-C1.2: 8 or less; an Original 12 breaks the radio."""
    key, side = slot(frame.battery), frame.battery
    final = action.face + keeping(state, side)
    held = state.net[key] == CONTACT
    got = final <= needed(state, side) and action.face < RADIO["breaks"]
    words = (
        "the {} Observer has contact: dice {}, {}" if got else "the {} Observer has no contact: dice {}, {}"
    )
    state.note("ASL-C1.2", words, ADJECTIVE[side], action.face, final, kind="result")
    state.set_at(fact.net, key, CONTACT if got else SILENT, "ASL-C1.2")
    if action.face >= RADIO["breaks"]:
        wired = is_wired(state, side)
        state.set_at(fact.net, key, LOST if wired else BROKEN_RADIO, "ASL-C1.2")
        words = "the {} field phone is lost" if wired else "the {} radio does not work"
        state.note("ASL-C1.2", words, ADJECTIVE[side], kind="loss")
    state.replace(replace(frame, dice=action.face, held=held), "ASL-C1.2")


def after_contact(state: Firefight, frame: Opportunity) -> None:
    """ASL-C1.21, ASL-C1.22: with contact a chit may be due; without it the fire goes on by itself."""
    frame = state.stack[-1]  # type: ignore[assignment]
    key, side = slot(frame.battery), frame.battery
    if state.net[key] == CONTACT and frame.called:
        due = not state.access[key] or state.round[key] == LAST_FIRE
        state.replace(replace(frame, drawing=due, free=not due), "ASL-C1.21")
        return
    able = observer(state, side) >= 0
    if state.net[key] == CONTACT:
        state.set_at(fact.net, key, SILENT, "ASL-C1.22")
        state.note("ASL-C1.22", "the {} Observer lets contact go", ADJECTIVE[side], kind="result")
    if able and not frame.called and state.round[key] and not sees_blast(state, side):
        end_mission(state, side, "ASL-C1.22")
    state.goto(ACT, "ASL-C1.22")
    if state.round[key] == LAST_FIRE:
        state.set_at(fact.fading, key, 1, "ASL-C1.22")


# ---------------------------------------------------------------- access


def pile(state: Firefight, side: str) -> Outcomes:
    """FF-O16: a chit is decided when it is drawn."""
    black, red = state.pile[slot(side)]
    return Outcomes([(Chit(color), weight) for color, weight in ((BLACK, black), (RED, red)) if weight])


def chit_outcomes(state: Firefight, frame: Opportunity) -> Outcomes:
    return pile(state, frame.battery) if frame.drawing and not frame.chit else NO_OUTCOME


def access_chance(state: Firefight, side: str) -> Fraction:
    black, red = state.pile[slot(side)]
    return Fraction(black, black + red) if black + red else Fraction(0)


def take_chit(state: Firefight, frame: Opportunity, action: Chit) -> None:
    """ASL-C1.21, ASL-C1.211.card: black gives access; red takes all rounds off, and the second ends it."""
    key, side = slot(frame.battery), frame.battery
    black, red = state.pile[key]
    drawn, is_mission = action.color == BLACK, state.card.is_mission
    left = red + 1 if is_mission else red - 1  # PHD-TM14.ff: it goes back, and one more with it
    state.set_at(fact.pile, key, (black - drawn, red if drawn else left), "ASL-C1.211")
    words = "a {} chit: the {} battery {}"
    said = "is ready" if drawn else "does not fire"
    state.note("ASL-C1.21", words, action.color, ADJECTIVE[side], said, kind="result")
    state.replace(replace(frame, chit=action.color, free=drawn), "ASL-C1.21")
    if drawn:
        state.set_at(fact.access, key, 1, "ASL-C1.21")
        return
    end_mission(state, side, "ASL-C1.21")
    if is_mission:
        return
    state.set_at(fact.reds, key, state.reds[key] + 1, "ASL-C1.211.card")
    if state.reds[key] >= ARTILLERY["pile"]["ends"]:
        state.set_at(fact.net, key, LOST, "ASL-C1.211.card")
        state.note("ASL-C1.211.card", "the {} battery fires no more", ADJECTIVE[side], kind="loss")


# ---------------------------------------------------------------- orders


def _goals(state: Firefight, frame: object, reach: int, rounds: Sequence[str]) -> Hexes:
    """ASL-C1.3, ASL-C1.4: hexes in the Observer's LOS, so many from the round and not its own."""
    if not isinstance(frame, Opportunity) or not frame.free:
        return Hexes(0)
    key = slot(frame.battery)
    if state.round[key] not in rounds:
        return Hexes(0)
    near = int(state.card.area)
    if state.round_at[key] != OFF and state.round[key] != LAST_FIRE:
        near &= GRID.within(1 << state.round_at[key], reach) & ~(1 << state.round_at[key])
    return Hexes(sum(1 << h for h in members(near) if ground_views(state, frame.battery, h)))


def in_range(state: Firefight, battery: str) -> int:
    """PHD-TM13.ff: a 60mm battery fires from its own edge hex, so far and no farther."""
    at = state.range_from[slot(battery)]
    if at == OFF:
        return int(GRID.all)
    least, most = MODULE[state.module[slot(battery)]]["range"]
    return GRID.within(1 << at, most) & ~GRID.within(1 << at, least - 1)


def request_hexes(state: Firefight, frame: object) -> Hexes:
    return _goals(state, frame, 0, ("", LAST_FIRE))


def correction_hexes(state: Firefight, frame: object) -> Hexes:
    spotting = _goals(state, frame, REACH["spotting_round"], (SPOTTING,))
    return Hexes(spotting | _goals(state, frame, REACH["fire_for_effect"], (FIRST_FIRE,)))


def barrage_hexes(state: Firefight, frame: object) -> Hexes:
    """ASL-E12.1: a Barrage is corrected onto or next to its recorded hexes alone; other fire anywhere."""
    if isinstance(frame, Opportunity) and state.mission[slot(frame.battery)] == BARRAGE:
        return near_registered(state, frame.battery)
    return GRID.all


def shift_hexes(state: Firefight, frame: object) -> Hexes:
    """ASL-C1.73: a Pre-Registered hex needs no spotting round."""
    if not isinstance(frame, Opportunity):
        return Hexes(0)
    known = _goals(state, frame, 0, ("", LAST_FIRE)) & state.registered[slot(frame.battery)]
    spotted = _goals(state, frame, REACH["spotting_round"], (SPOTTING,)) if may_shift(state, frame) else 0
    return Hexes(spotted | known)


def may_shift(state: Firefight, frame: object) -> bool:
    """ASL-C1.33: not a correction that is forced."""
    return isinstance(frame, Opportunity) and not is_forced(state, frame.battery)


def is_forced(state: Firefight, side: str) -> bool:
    """ASL-C1.33: no LOS to the Blast Height and no Known enemy there."""
    hex_ = state.round_at[slot(side)]
    return not sees_blast(state, side) and not (hex_ != OFF and knows_enemy(state, side, hex_))


def may_convert(state: Firefight, side: str) -> bool:
    """ASL-C1.33: LOS to the base level, or to the Blast Height and a Known enemy in or next to the hex."""
    hex_ = state.round_at[slot(side)]
    if hex_ == OFF:
        return False
    return bool(views(state, side, hex_, (GROUND,))) or (
        sees_blast(state, side) and knows_enemy(state, side, hex_)
    )


def orders(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-C1.33, ASL-C1.34: what becomes of the round that lies on the map."""
    if not isinstance(frame, Opportunity) or not frame.free:
        return []
    key = slot(frame.battery)
    found: list[Action] = [Cancel()] if state.round[key] in (SPOTTING, FIRST_FIRE) else []
    if state.round[key] in (SPOTTING, LAST_FIRE) and may_convert(state, frame.battery):
        found.append(Convert())
    if state.round[key] == LAST_FIRE and sees_blast(state, frame.battery):
        found.append(Spot())
    return found


def take_order(state: Firefight, frame: Opportunity, action: Action) -> None:
    state.go_on("ASL-C1.33")
    key, side = slot(frame.battery), frame.battery
    if isinstance(action, Cancel):
        end_mission(state, side, "ASL-C1.33")
        state.goto(END, "ASL-C1.33")
    elif isinstance(action, Spot):
        hex_ = state.round_at[key]
        _clear_round(state, key, "ASL-C1.34")
        _place(state, side, SPOTTING, hex_)
        state.goto(END, "ASL-C1.34")
    else:
        hex_ = state.round_at[key]
        proof = needs_proof(state, side, hex_)
        state.replace(
            replace(state.stack[-1], order=CONVERT, goal=hex_, proof=proof, effect=True), "ASL-C1.33"
        )
        state.note(
            "ASL-C1.33",
            "the {} Observer calls for effect in {}",
            ADJECTIVE[side],
            GRID.name[hex_],
            kind="attack",
        )


def order_for(state: Firefight, frame: Opportunity, hex_: int, order: str = "") -> Opportunity:
    """A request or correction to a hex, before its dice: without an order, that which the round allows."""
    key, side = slot(frame.battery), frame.battery
    order = order or (CORRECT if state.round[key] in (SPOTTING, FIRST_FIRE) else REQUEST)
    forced = order != REQUEST and is_forced(state, side)
    fresh = order == REQUEST or state.round[key] in ("", LAST_FIRE)
    forced = forced and not fresh
    far = 0 if fresh else GRID.distance(state.round_at[key], hex_)
    return replace(
        frame,
        registered=fresh and bool(state.registered[key] >> hex_ & 1),
        order=order,
        goal=int(hex_),
        proof=order != CORRECT and needs_proof(state, side, hex_),
        limit=0 if forced else -(-far // REACH["third"]),
        forced=forced,
        effect=order == SHIFT,
    )


def _give(order: str) -> Callable[[Firefight, Opportunity, int, Hex], None]:
    def apply(state: Firefight, frame: Opportunity, unit: int, hex_: Hex) -> None:
        given = order_for(state, state.stack[-1], hex_, order)  # type: ignore[arg-type]
        if state.round[slot(frame.battery)] == LAST_FIRE:
            _clear_round(state, slot(frame.battery), "ASL-C1.34")
        state.replace(given, "ASL-C1.3")
        words = "the {} Observer asks for a round in {}"
        if order != REQUEST:
            words = (
                "the {} Observer calls for effect in {}"
                if given.registered
                else "the {} Observer corrects to {}"
            )
        state.note("ASL-C1.3", words, ADJECTIVE[frame.battery], GRID.name[hex_], kind="attack")

    return apply


def _is_free(state: Firefight, frame: object) -> int:
    return int(isinstance(frame, Opportunity) and frame.free)


def _reached(state: Firefight, frame: object) -> Hexes:
    return Hexes(in_range(state, frame.battery) if isinstance(frame, Opportunity) else GRID.all)


IN_RANGE = Screen("PHD-TM13.ff", "{hex} is out of the range of the battery", _reached)
NO_ACCESS = Screen("ASL-C1.21", "the battery gives no access in this phase", _is_free, decisive=True)


class Orders(Waiting[Opportunity]):
    """Orders wait where contact and access are there, which everybody has seen."""

    def options(self, state: Firefight, frame: Opportunity) -> Choices | None:
        return super().options(state, frame) if frame.free else None


ORDER = Orders(
    clause="ASL-C1.3",
    name="artillery",
    title="Artillery: orders to the battery",
    side=_side,
    picks=(
        Pick(
            verb=Correct,
            units=(NO_ACCESS,),
            hexes=(
                IN_RANGE,
                Screen(
                    "ASL-C1.4",
                    "{hex} is out of the Observer's LOS, or too far from the round",
                    correction_hexes,
                ),
                Screen("ASL-E12.1", "{hex} is not next to a recorded hex of the Barrage", barrage_hexes),
            ),
            apply=_give(CORRECT),
        ),
        Pick(
            verb=Request,
            units=(NO_ACCESS,),
            hexes=(
                IN_RANGE,
                Screen(
                    "ASL-C1.3",
                    "{hex} is out of the Observer's LOS, or a round lies on the map",
                    request_hexes,
                ),
            ),
            apply=_give(REQUEST),
        ),
        Pick(
            verb=Shift,
            units=(NO_ACCESS,),
            hexes=(
                IN_RANGE,
                Screen(
                    "ASL-C1.33",
                    "{hex} is out of the Observer's LOS, or too far from a spotting round",
                    shift_hexes,
                ),
            ),
            apply=_give(SHIFT),
        ),
    ),
    plain=orders,
    take_plain=take_order,
    plain_verbs=(Cancel, Convert, Spot),
    refuse=lambda state, frame, action: Ruling(
        "ASL-C1.33", "the round on the map, the Observer's LOS or the lack of access does not allow it"
    ),
    once=True,
)


def after_order(state: Firefight, frame: Opportunity) -> None:
    """Without an order the round stays: ASL-C1.34 but a FFE:C is taken off."""
    frame = state.stack[-1]  # type: ignore[assignment]
    key = slot(frame.battery)
    if not frame.order:
        if state.round[key] == LAST_FIRE and frame.free:
            end_mission(state, frame.battery, "ASL-C1.34")
        state.goto(ACT, "ASL-C1.33")


# ---------------------------------------------------------------- the extra chit


def proof_outcomes(state: Firefight, frame: Opportunity) -> Outcomes:
    return pile(state, frame.battery) if frame.proof and not frame.again else NO_OUTCOME


def take_proof(state: Firefight, frame: Opportunity, action: Chit) -> None:
    """ASL-C1.21.extra: enemies nobody Knows are there: an extra chit, which goes back; red ends the
    mission.
    """
    state.replace(replace(frame, again=action.color), "ASL-C1.21.extra")
    words = "an extra chit, {}: the {} battery {}"
    said = "fires" if action.color == BLACK else "does not fire"
    state.note("ASL-C1.21.extra", words, action.color, ADJECTIVE[frame.battery], said, kind="result")
    if action.color == RED:
        end_mission(state, frame.battery, "ASL-C1.21.extra")
        state.goto(END, "ASL-C1.21.extra")


# ---------------------------------------------------------------- accuracy and error


def accuracy(state: Firefight, frame: Opportunity) -> list[Modifier]:
    """ASL-C1.3, ASL-C1.33: what is added to the die."""
    if frame.registered:
        return []
    found = hindrances(state, frame.battery, frame.goal)
    if frame.order == SHIFT:
        far = GRID.distance(state.round_at[slot(frame.battery)], frame.goal)
        more = sum(far > limit for limit in ARTILLERY["accuracy"]["far"])
        found += [Modifier(more, "ASL-C1.33", "corrected over a long distance")] if more else []
    return found


def _is_aimed(frame: Opportunity) -> bool:
    return frame.order in (REQUEST, CORRECT, SHIFT)


def accuracy_outcomes(state: Firefight, frame: Opportunity) -> Outcomes:
    return DIE if _is_aimed(frame) and not frame.die and not frame.forced else NO_OUTCOME


def take_accuracy(state: Firefight, frame: Opportunity, action: Roll) -> None:
    state.replace(replace(frame, die=action.face), "ASL-C1.3")
    state.note("ASL-C1.3", "accuracy of the round: die {}", action.face, kind="phase")


def is_accurate(state: Firefight, frame: Opportunity) -> bool:
    return not frame.forced and frame.die + total(accuracy(state, frame)) <= most_accurate(frame)


def most_accurate(frame: Opportunity) -> int:
    """ASL-C1.3, ASL-C1.73: the most that is accurate."""
    return int(ARTILLERY["accuracy"]["registered" if frame.registered else "most"])


def fall_chances(state: Firefight, order: Opportunity) -> dict[int, Fraction]:
    """Where a round may fall, and how likely; off: off the map."""
    exact = 0 if order.forced else min(6, max(0, most_accurate(order) - total(accuracy(state, order))))
    found = {order.goal: Fraction(exact, 6)}
    for way in range(1, 7):
        for extent in range(1, 7):
            hex_ = landing(replace(order, error=(way, extent)))
            found[hex_] = found.get(hex_, Fraction(0)) + Fraction(6 - exact, 216)
    return {hex_: chance for hex_, chance in found.items() if chance}


def error_outcomes(state: Firefight, frame: Opportunity) -> Outcomes:
    missed = _is_aimed(frame) and not frame.error and not is_accurate(state, frame)
    return TWO_DICE if missed else NO_OUTCOME


def take_error(state: Firefight, frame: Opportunity, action: Dice) -> None:
    state.replace(replace(frame, error=(action.colored, action.white)), "ASL-C1.31")


def landing(frame: Opportunity) -> int:
    """ASL-C1.31, ASL-C1.4: where a round falls: so many hexes in the direction of the error; off: off
    the map.
    """
    at = frame.goal
    if not frame.error:
        return at
    way, extent = frame.error
    extent = -(-extent // 2) if frame.registered else extent  # ASL-C1.73
    for _ in range(min(extent, frame.limit) if frame.limit else extent):
        at = GRID.step(at, way - 1)
        if at == OFF or at not in GRID.name:
            return OFF
    return at


def land(state: Firefight, frame: Opportunity) -> None:
    """ASL-C1.3: the round falls; off the map it is lost."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if not _is_aimed(frame):
        return
    key, side, hex_ = slot(frame.battery), frame.battery, landing(frame)
    words = "the round falls {} ({}): die {}"
    where = f"in {GRID.name[hex_]}" if hex_ != OFF else "off the map"
    state.note(
        "ASL-C1.31", words, where, "accurate" if not frame.error else "error", frame.die, kind="result"
    )
    state.set_at(fact.exact, key, int(not frame.error), "ASL-C1.3")
    if hex_ == OFF:
        _clear_round(state, key, "ASL-C1.31")
        state.goto(END, "ASL-C1.31")
    elif frame.order == CORRECT and state.round[key] == FIRST_FIRE:
        state.set_at(fact.round_at, key, Hex(hex_), "ASL-C1.4")
    else:
        _place(state, side, SPOTTING, hex_)
        if not frame.effect:
            state.goto(END, "ASL-C1.3")


def _place(state: Firefight, side: str, what: str, hex_: int) -> None:
    key = slot(side)
    state.set_at(fact.round, key, what, "ASL-C1.3")
    state.set_at(fact.round_at, key, Hex(hex_), "ASL-C1.3")


# ---------------------------------------------------------------- the fire


def kinds(state: Firefight, frame: Opportunity) -> Sequence[Action]:
    """ASL-C1.7: the kinds of mission that the module has; ASL-E12.1: a Barrage where the FFE:1 is placed
    directly on a hex recorded for it.
    """
    key = slot(frame.battery)
    if not frame.effect or state.round[key] == FIRST_FIRE:
        return []
    found = [*MODULE[state.module[key]]["missions"]]
    if frame.registered and has_barrage(state, frame.battery):
        found.append(BARRAGE)
    return [Mission(kind) for kind in sorted(found)]


def take_kind(state: Firefight, frame: Opportunity, action: Mission) -> None:
    """ASL-C1.7, ASL-C1.5: the kind is named, and the FFE:1 falls."""
    key, side = slot(frame.battery), frame.battery
    state.set_at(fact.mission, key, action.kind, "ASL-C1.7")
    state.set_at(fact.shells, key, powers(state.module[key], action.kind), "ASL-C1.7")
    if action.kind == BARRAGE:
        state.set_at(fact.line, key, state.barrage[key], "ASL-E12.1")
    _place(state, side, FIRST_FIRE, state.round_at[key])
    state.set_at(fact.spent, key, 1, "PHD-C5.6.ff")
    words = "{} fire for effect in {}: {}"
    state.note("ASL-C1.7", words, ADJECTIVE[side], GRID.name[state.round_at[key]], action.kind, kind="attack")
    state.goto(END, "ASL-C1.5")
    strike(state, side)


def _no_such_fire(action: Mission) -> Ruling:
    if action.kind == BARRAGE:
        words = "a Barrage is called directly on a Pre-Registered hex with a recorded line"
        return Ruling("ASL-E12.1", words)
    return Ruling("ASL-C1.7", "the battery does not have this kind of fire")


KINDS = Ask(
    clause="ASL-C1.7",
    name="fire mission",
    title="Artillery: the kind of fire",
    side=_side,
    choices=kinds,
    apply=take_kind,
    takes=(Mission,),
    refuse=lambda state, frame, action: [_no_such_fire(action)],
)


def act(state: Firefight, frame: Opportunity) -> None:
    """ASL-C1.5, ASL-C1.22: a FFE:1 becomes a FFE:2 and falls again; then it is a FFE:C."""
    key, side = slot(frame.battery), frame.battery
    if state.round[key] == FIRST_FIRE:
        _place(state, side, SECOND_FIRE, state.round_at[key])
        state.note(
            "ASL-C1.5", "{} FFE:2 in {}", ADJECTIVE[side], GRID.name[state.round_at[key]], kind="attack"
        )
        strike(state, side)


def finish(state: Firefight, frame: Opportunity) -> None:
    """ASL-C1.5: after the FFE:2 the fire is a FFE:C; ASL-C1.22: without contact it soon comes off."""
    key = slot(frame.battery)
    if state.round[key] == SECOND_FIRE:
        _place(state, frame.battery, LAST_FIRE, state.round_at[key])
        if state.net[key] != CONTACT:
            state.set_at(fact.fading, key, 1, "ASL-C1.22")
    release(state)


def _about(words: str) -> Who:
    return lambda state, frame: words


ARTILLERY_FIRE = (
    CALL,
    Chance(
        clause="ASL-C1.2",
        name="contact",
        outcomes=contact_outcomes,
        apply=take_contact,
        about=_about("contact with the battery"),
    ),
    Auto(clause="ASL-C1.21", do=after_contact),
    Chance(
        clause="ASL-C1.21",
        name="access",
        outcomes=chit_outcomes,
        apply=take_chit,
        about=_about("a chit for access"),
        rolls=(Chit,),
    ),
    ORDER,
    Auto(clause="ASL-C1.33", do=after_order),
    Chance(
        clause="ASL-C1.21.extra",
        name="extra chit",
        outcomes=proof_outcomes,
        apply=take_proof,
        about=_about("an extra chit"),
        rolls=(Chit,),
    ),
    Chance(
        clause="ASL-C1.3",
        name="accuracy",
        outcomes=accuracy_outcomes,
        apply=take_accuracy,
        about=lambda state, frame: f"the accuracy of a round at {GRID.name[frame.goal]}",
    ),
    Chance(
        clause="ASL-C1.31",
        name="error",
        outcomes=error_outcomes,
        apply=take_error,
        about=_about("direction and extent of the error"),
        rolls=(Dice,),
    ),
    Auto(clause="ASL-C1.31", do=land),
    KINDS,
    Auto(clause="ASL-C1.5", do=act),
    Auto(clause="ASL-C1.5", do=finish),
)
ACT, END = len(ARTILLERY_FIRE) - 2, len(ARTILLERY_FIRE) - 1
