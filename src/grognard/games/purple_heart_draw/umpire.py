"""A scenario at the players' own table: they fight it, the program keeps turn record, positions, control,
losses and dice.

Fire and close combat stay with the players. What they enter here, or a tactical engine in their place
(`handover`), is all the campaign needs: see `grognard.games.purple_heart_draw.handover` for the report.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import ground_entries, units, verbs
from .areas import CARDS
from .battle import enters, mover, wait_over
from .board import COLUMN_OF, EDGE, GRID, INTERSECTIONS
from .cards import entry_area, entry_turn, playable, victory
from .charts import CIRCLED, MODULES_IN_PLAY
from .fates import drivable, report, reportable, why_not_reported
from .melee import take
from .pieces import (
    CLOAKED,
    ENEMY,
    FLAG,
    HEXES,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
    TITLE,
)
from .position import (
    Apply,
    Each,
    HexesOf,
    Mask,
    PurpleHeartDraw,
    Reason,
    SideOf,
    Table,
    Throwing,
    fact,
    ground,
    own,
)
from .registration import MODULES
from .requisition import not_conceded
from .troops import LANE_OF
from .units import (
    good_order,
    is_mmc,
    is_vehicle,
    on_map,
    put,
    room_for,
    show,
    show_cover,
    wake_near,
)
from .verbs import TWO

REACH = HEXES["passed_through"]  # by an MMC in a player turn: such a Location may be taken


# ---------------------------------------------------------------- turns


def begin(state: PurpleHeartDraw, frame: Table) -> None:
    state.set(fact.turn, 1, "PHD-TM6")
    state.set(fact.mover, state.first, "PHD-C5.37")
    clean(state)
    wake_near(state)


def clean(state: PurpleHeartDraw) -> None:
    for n in (0, 1):
        state.set_at(fact.entered, n, 0, "PHD-TM6")
        state.set_at(fact.reported, n, 0, "PHD-TM6")
        state.set_at(fact.todo, n, (), "PHD-TM6")
        state.set_at(fact.sniped, n, False, "PHD-TM6")
        state.set_at(fact.marked, n, 0, "PHD-TM6")


def opponent(state: PurpleHeartDraw, frame: object) -> str:
    return ENEMY[state.mover]


def hand_over(state: PurpleHeartDraw, frame: Table) -> None:
    """The other player turn, then the next game turn; PHD-TM6 in between."""
    clean(state)
    for side in SIDES:
        show_cover(state, side, "PHD-TM7")
    wait_over(state)
    wake_near(state)
    if state.mover == state.first:
        state.set(fact.mover, ENEMY[state.first], "PHD-TM6")
        state.goto(1, "PHD-TM6")
    return None


def length(state: PurpleHeartDraw) -> int:
    """Turns of a scenario card; of a TM Scenario as many as the dr allows."""
    return int(CARDS[state.card]["turns"]) if state.card else 99


def may_end(state: PurpleHeartDraw, frame: object) -> Outcomes:
    return DIE if not state.card and state.turn in CIRCLED else NO_OUTCOME


def end_roll(state: PurpleHeartDraw, frame: object, roll: verbs.Roll) -> None:
    """PHD-TM6: dr <= the circled number ends it."""
    step = state.stack[-1].step
    over = roll.face <= CIRCLED[state.turn]
    state.goto(step + (2 if over else 1), "PHD-TM6")


def next_turn(state: PurpleHeartDraw, frame: Table) -> None:
    if state.turn < length(state):
        state.set(fact.turn, state.turn + 1, "PHD-TM6")
        state.set(fact.mover, state.first, "PHD-TM6")
        state.goto(1, "PHD-TM6")


def finish(state: PurpleHeartDraw, frame: Table) -> None:
    """The position as it stands is the after-action report."""
    state.set(fact.turn, 0, "PHD-TM6")
    state.set(fact.mover, "", "PHD-TM6")
    for n in (0, 1):
        state.set_at(fact.waits, n, (), "PHD-TM6")
    state.note("PHD-C5.1", "Scenario over; CVP: US {}, German {}", *state.cvp)


# ---------------------------------------------------------------- positions


def movable(side_of: SideOf) -> Mask:
    """Own units on the map or at its edge, once a player turn; PHD-C5.31.b: not a cloaked Reserve."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        side = side_of(state, frame)
        n = NUMBER[side]
        done = state.entered[n]
        return set_of(
            u
            for u in members(own(state, side) & ~done)
            if not state.status[u] & (PRISONER | CLOAKED | FLAG["exited"])
            and (state.at[u] >= 0 or _comes(state, u))
        )

    return mask


def _comes(state: PurpleHeartDraw, unit: int) -> bool:
    if state.card:
        return entry_turn(state, unit) <= state.turn
    return enters(state, unit) and state.group[unit] not in state.waits[NUMBER[SIDE[unit]]]  # PHD-R18


# by card the clause that says when a unit comes onto the map; without a card PHD-TM10
MOVED_BY = {"": "PHD-TM10", **{id_: f"{id_}.entry" for id_ in CARDS}}


def of_game(card: str, mask: Mask) -> Mask:
    """A mask of one card, or of the mission; elsewhere it lets all pass."""
    return lambda state, frame: mask(state, frame) if state.card == card else -1


def awake(side_of: SideOf) -> Mask:
    """PHD-C5.31.b: all but the side's cloaked Reserve."""
    return lambda state, frame: (
        ~set_of(u for u in on_map(state, side_of(state, frame)) if state.status[u] & CLOAKED)
    )


def why_not_moved(side_of: SideOf) -> Reason:
    """The one thing that keeps a unit from being moved."""

    def words(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        side = side_of(state, frame)
        if SIDE[unit] != side or not state.kind[unit]:
            return f"{state.display_name(NAMES[unit])} is not a unit of the {TITLE[side]} side"
        if state.entered[NUMBER[side]] >> unit & 1:
            return f"{state.display_name(NAMES[unit])} has moved in this player turn"
        if state.status[unit] & CLOAKED:
            return f"{state.display_name(NAMES[unit])} is cloaked In Reserve"
        if state.status[unit] & PRISONER:
            return f"{state.display_name(NAMES[unit])} is a prisoner"
        if state.status[unit] & FLAG["exited"]:
            return f"{state.display_name(NAMES[unit])} left the map in this TM Scenario"
        if state.card:
            return (
                f"{state.display_name(NAMES[unit])} enters in turn {entry_turn(state, unit)}; this is turn"
                f" {state.turn}"
            )
        return f"{state.display_name(NAMES[unit])} is off the map and does not enter in this player turn"

    return words


def squares(side_of: SideOf) -> Each:
    """PHD-C2.ENTER: enterable hexes with room; a unit that enters does so by its Entry Area (PHD-C2.ENTRY,
    PHD-R18).
    """

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        free, open_ = room_for(state, side_of(state, frame)), playable(state) & ~int(state.blaze)

        def hexes_for(unit: int) -> int:
            hexes = open_ & free(unit)
            if state.at[unit] < 0:
                return hexes & doors(state, unit)
            if is_vehicle(state, unit):
                hexes &= drivable(state, unit)
            return hexes & ~(1 << state.at[unit])

        return hexes_for

    return mask


def doors(state: PurpleHeartDraw, unit: int) -> int:
    """Where a unit comes onto the map; in its lane, if lanes are declared; PHD-TM8: by the hex it left by, if
    it did.
    """
    if state.exit[unit] >= 0:
        return 1 << state.exit[unit]
    hexes = entry_area(state, unit) if state.card else EDGE[SIDE[unit]]
    if state.options.entry_declared and state.lane[unit] >= 0:
        hexes &= set_of(h for h in members(EDGE[SIDE[unit]]) if LANE_OF[COLUMN_OF[h]] == state.lane[unit])
    return hexes


def closed(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
    """PHD-C2.ENTER, said of one hex: the first thing that stands in the way."""
    goal = 1 << hex_
    if not playable(state) & goal:
        why = "out of play"
    elif int(state.blaze) & goal:
        why = "it burns"
    elif state.at[unit] == hex_:
        why = "it stands there"
    elif state.at[unit] < 0 and not doors(state, unit) & goal:
        left = state.exit[unit]
        why = (
            f"it comes back by {GRID.name[left]}, where it left the map"
            if left >= 0
            else "no place where it enters"
        )
    elif state.at[unit] >= 0 and is_vehicle(state, unit) and not drivable(state, unit) & goal:
        why = "cliffs or fires are in a vehicle's way"
    else:
        why = "it is full"
    return f"{GRID.name[hex_]} is closed to {state.display_name(NAMES[unit])}: {why}"


def move(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    side, n = SIDE[unit], NUMBER[SIDE[unit]]
    new = state.at[unit] < 0
    put(state, unit, Hex(hex_), MOVED_BY[state.card] if new else "PHD-C2.ENTER")
    state.set_at(fact.entered, n, state.entered[n] | 1 << unit, "PHD-TM6")
    if new:
        show(state, unit, MOVED_BY[state.card])
    wake_near(state)
    if (
        is_mmc(state, unit)
        and good_order(state, unit)
        and markable(state, side) >> hex_ & 1
        and not enemies_seen(state, side, hex_)
    ):
        takes(state, side, hex_)


def takes(state: PurpleHeartDraw, side: str, hex_: int) -> None:
    """PHD-C2.CTRL: a hex passes into the side's control; PHD-2.vc: with the last building the US has won at
    once.
    """
    take(state, side, hex_, "PHD-C2.CTRL")
    if state.card == "PHD-2" and (verdict := victory(state, "PHD-2", at_end=False))["winner"]:
        state.note("PHD-2.vc", "{}", verdict["because"])
        state.end_game(verdict["winner"], "scenario", "PHD-2.vc")


def markable(state: PurpleHeartDraw, side: str) -> int:
    """PHD-C2.CTRL: hexes that can pass into a side's control: Tactical Locations, intersections, and what the
    enemy holds.
    """
    return ground(state).tl | INTERSECTIONS | int(state.held[NUMBER[ENEMY[side]]])


def enemies_seen(state: PurpleHeartDraw, side: str, hex_: int) -> bool:
    """A26.11: an enemy known to be there keeps the hex."""
    seen = own(state, ENEMY[side]) & state.open
    return bool(state.cover[NUMBER[ENEMY[side]]] >> hex_ & 1) or any(
        state.at[u] == hex_ for u in members(seen)
    )


def takable(side_of: SideOf) -> Mask:
    """PHD-C2.CTRL: Locations near enough to have been passed through by a Good Order MMC, with no enemy seen
    in them.
    """

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        side = side_of(state, frame)
        n = NUMBER[side]
        men = 0
        for u in on_map(state, side):
            if is_mmc(state, u) and good_order(state, u) and not state.status[u] & CLOAKED:
                men |= 1 << state.at[u]
        hexes = GRID.within(men, REACH) & markable(state, side) & ~int(state.held[n])
        return Hexes(set_of(h for h in members(hexes) if not enemies_seen(state, side, h)))

    return mask


# ---------------------------------------------------------------- artillery, dice, the end


def unfired(side_of: SideOf) -> Mask:
    """PHD-TM13, PHD-E5: two modules a scenario, the 60mm not counted."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        modules = state.modules[NUMBER[side_of(state, frame)]][: len(MODULES)]
        used = sum(1 for m in modules if m[3] and m[0] != "60mm")
        return set_of(
            i for i, m in enumerate(modules) if not m[3] and (used < MODULES_IN_PLAY or m[0] == "60mm")
        )

    return mask


def fired(side_of: SideOf) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        n = NUMBER[side_of(state, frame)]
        m = state.modules[n][subject]
        new = (*m[:3], 1, *m[4:])
        state.set_at(
            fact.modules, n, (*state.modules[n][:subject], new, *state.modules[n][subject + 1 :]), "PHD-TM13"
        )

    return apply


def sniper_hexes(side_of: SideOf) -> Mask:
    """PHD-C5.41: placed when play begins, moved when it attacks: once a player turn, anywhere in play."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        n = NUMBER[side_of(state, frame)]
        return playable(state) & ~(1 << state.sniper[n] if state.sniper[n] >= 0 else 0)

    return mask


def has_sniper(side_of: SideOf) -> Mask:
    def mask(state: PurpleHeartDraw, frame: object) -> int:
        n = NUMBER[side_of(state, frame)]
        return int(state.announced[n] > 0 and not state.sniped[n])

    return mask


def why_no_sniper(side_of: SideOf) -> Reason:
    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        moved = state.announced[NUMBER[side_of(state, frame)]] > 0
        return "the sniper was moved in this player turn" if moved else "the side has no sniper"

    return why


def why_not_sniped(side_of: SideOf) -> Reason:
    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        is_there = state.sniper[NUMBER[side_of(state, frame)]] == hex_
        return f"the sniper is in {GRID.name[hex_]}" if is_there else f"{GRID.name[hex_]} is out of play"

    return why


def snipe(side_of: SideOf) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
        n = NUMBER[side_of(state, frame)]
        state.set_at(fact.sniper, n, Hex(hex_), "PHD-C5.41")
        state.set_at(fact.sniped, n, True, "PHD-C5.41")

    return apply


def talk(state: PurpleHeartDraw, frame: Table) -> Sequence[Action]:
    """PHD-TM6: a TM Scenario may be ended by agreement; a card has its turns. PHD-C2.TMSCEN: either may
    concede.
    """
    checked = [verbs.Silence()] if state.announced[NUMBER[ENEMY[state.mover]]] else []
    agreed = [] if state.card else [verbs.End("propose")]
    return [verbs.Concede(), *agreed, *checked, verbs.Throw(1), verbs.Throw(2)]


def silence(state: PurpleHeartDraw) -> None:
    """A14.4: the enemy's SAN falls by one, in the open; PHD-C5.25 restores it for the next scenario."""
    n = NUMBER[ENEMY[state.mover]]
    state.set_at(fact.announced, n, state.announced[n] - 1, "PHD-C5.25")
    state.set_at(fact.san, n, max(state.san[n] - 1, 0), "PHD-C5.25")
    state.note("PHD-C5.25", "Sniper Check: the {} SAN falls to {}", TITLE[SIDES[n]], state.announced[n])


def talked(state: PurpleHeartDraw, frame: Table, action: object) -> None:
    if isinstance(action, verbs.Throw):
        state.call(Throwing(dice=action.dice), "PHD-TM6")
    elif isinstance(action, verbs.Silence):
        silence(state)
    elif isinstance(action, verbs.Concede):
        units.concede(state, state.mover)
    else:
        state.replace(Table(step=state.stack[-1].step + 1, proposed=state.mover), "PHD-TM6")


def answers(state: PurpleHeartDraw, frame: Table) -> Sequence[Action]:
    return [verbs.End("agree"), verbs.End("refuse")] if frame.proposed else ()


def answered(state: PurpleHeartDraw, frame: Table, action: verbs.End) -> None:
    """PHD-TM6: both may agree to end after any player turn."""
    state.replace(Table(step=len(TABLE) - 1 if action.how == "agree" else state.stack[-1].step), "PHD-TM6")


def fell(state: PurpleHeartDraw, frame: Throwing, roll: verbs.Roll | verbs.Dice) -> None:
    total = verbs.result(roll)
    state.note("PHD-TM6", "{}: {}", "One die" if frame.dice == 1 else "Two dice", total)
    state.replace(Throwing(step=state.stack[-1].step, dice=frame.dice, fell=True), "PHD-TM6")


THROWING = (
    Chance(
        clause="PHD-TM6",
        name="dice at the table",
        outcomes=lambda state, frame: NO_OUTCOME if frame.fell else DIE if frame.dice == 1 else TWO,
        apply=fell,
        rolls=(verbs.Roll, verbs.Dice),
    ),
)


def entries(side_of: SideOf, words: str) -> Phase:
    return Phase(
        clause="PHD-C2.CTRL",
        name=f"entries, {words}",
        secret=True,
        opens=True,  # units in plain sight are entered here too
        side=side_of,
        picks=(
            _fire_entry(side_of),
            ground_entries.pick(side_of),
            _move_entry(side_of),
            Pick(
                verb=verbs.Report,
                names=NAMES,
                units=(Screen("PHD-C5.1", why_not_reported(side_of), reportable(side_of)),),
                apply=report,
            ),
            Pick(
                verb=verbs.Snipe,
                units=(Screen("PHD-C5.41", why_no_sniper(side_of), has_sniper(side_of)),),
                hexes=(Screen("PHD-C5.41", why_not_sniped(side_of), sniper_hexes(side_of)),),
                apply=snipe(side_of),
            ),
            _control_entry(side_of),
        ),
    )


def _fire_entry(side_of: SideOf) -> Pick:
    words = "{unit} is not a module that could still fire: two a TM Scenario, the 60mm not counted"
    return Pick(
        verb=verbs.Fired,
        names=MODULES,
        units=(Screen("PHD-TM13", words, unfired(side_of)),),
        apply=fired(side_of),
    )


def _move_entry(side_of: SideOf) -> Pick:
    asleep = "{unit} is cloaked In Reserve and does nothing until it wakes"
    return Pick(
        verb=verbs.Move,
        names=NAMES,
        units=(
            Screen("PHD-C5.31.b", asleep, awake(side_of)),
            *(
                Screen(clause, why_not_moved(side_of), of_game(card, movable(side_of)))
                for card, clause in MOVED_BY.items()
            ),
        ),
        hexes=(Screen("PHD-C2.ENTER", closed, squares(side_of), each=True),),
        apply=move,
    )


def _control_entry(side_of: SideOf) -> Pick:
    """PHD-C2.CTRL: a Location that a Good Order MMC takes."""
    return Pick(
        verb=verbs.Take,
        units=(
            Screen(
                "PHD-C2.CTRL",
                "no Location can be taken: no Good Order MMC is near one the enemy has left",
                lambda state, frame: 1 if takable(side_of)(state, frame) else 0,
            ),
        ),
        hexes=(
            Screen(
                "PHD-C2.CTRL",
                f"{{hex}} is not a Location within {REACH} hexes of a Good Order MMC that the enemy has left",
                takable(side_of),
            ),
        ),
        apply=lambda state, frame, unit, hex_: takes(state, side_of(state, frame), hex_),
    )


def not_said(state: PurpleHeartDraw, frame: Table, action: Action) -> Ruling | None:
    """What cannot be said at the end of a player turn, and why."""
    if isinstance(action, verbs.Silence):
        return Ruling("PHD-C5.25", "the enemy has no SAN left that a Sniper Check could lower")
    if isinstance(action, verbs.Throw):
        return Ruling("PHD-TM6", f"one die or two dice are thrown, not {action.dice}")
    if isinstance(action, verbs.End):
        why = "a card lasts its turns" if state.card else "an end is proposed at the end of a player turn"
        return Ruling("PHD-TM6", f"{why}; end {action.how} is not open")
    return not_conceded(state, frame, action)


TABLE = (
    Auto(clause="PHD-TM6", do=begin),
    entries(mover, "player whose turn it is"),
    entries(opponent, "other player"),
    Phase(
        clause="PHD-TM6",
        name="end of a player turn",
        side=mover,
        picks=(),
        plain=talk,
        take_plain=talked,
        refuse=not_said,
        plain_verbs=(verbs.Concede, verbs.End, verbs.Silence, verbs.Throw),
    ),
    Ask(
        clause="PHD-TM6",
        name="an end proposed",
        side=opponent,
        choices=answers,
        apply=answered,
        takes=(verbs.End,),
        refuse=lambda state, frame, action: [
            Ruling("PHD-TM6", "an end is answered with agree or refuse, after it was proposed")
        ],
    ),
    Auto(clause="PHD-TM6", do=hand_over),
    Chance(clause="PHD-TM6", name="end of the scenario at the table", outcomes=may_end, apply=end_roll),
    Auto(clause="PHD-TM6", do=next_turn),
    Auto(clause="PHD-TM6", do=finish),
)
