"""FM-8 support fire: what may be named, blind draws, the mines marker, flak."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.procedure import NO_OUTCOME, Ask, Chance, Outcomes, Step
from grognard.core.ruling import Modifier, Ruling

from .board import GRID
from .pieces import ADJECTIVE, ALLIED, ENEMY, FLAK, GERMAN
from .position import Assault, Bombardment, Combat, Mines, SwordBeach, fact
from .tables import AIR, CUP_OF, CUPS, GUNS, LIMIT, MINES_VALUE, NAVAL_VALUES, THEIRS, TOP, without
from .verbs import Draw, Support, UseMines, hexes_of

# ---------------------------------------------------------------- FM-8.3.1: naming the markers

NONE = "none"


def aircraft_fly(state: SwordBeach) -> bool:
    """SB-14.1.c: in inclement weather aircraft stay on the ground, whatever the cup holds."""
    return state.weather != "inclement"


def has_markers(state: SwordBeach, cup: int) -> bool:
    if cup == AIR and not aircraft_fly(state):
        return False
    return any(state.cups[cup]) or (cup == THEIRS and state.mines == "cup")


def size(state: SwordBeach, cup: int) -> int:
    """Markers in a cup, the mines included."""
    return sum(state.cups[cup]) + (cup == THEIRS and state.mines == "cup")


@lru_cache(maxsize=512)
def namings(air: bool, guns: bool, naval: tuple[int, ...], mines: bool, limit: int) -> tuple[Support, ...]:
    """FM-8.2.1: every way to name up to `limit` markers; mines lying aside come on top (SB-11.1.5.b.3)."""
    words = (
        ["air"] * air + ["guns"] * guns + [f"naval{v}" for v, n in zip(NAVAL_VALUES, naval, strict=True) if n]
    )
    most = {f"naval{v}": n for v, n in zip(NAVAL_VALUES, naval, strict=True)}
    result = [NONE]
    for count in range(1, limit + 1):
        for chosen in combinations_with_replacement(words, count):
            if all(chosen.count(word) <= most.get(word, LIMIT) for word in chosen):
                result.append("+".join(chosen))
    if mines:
        result += ["mines" if text == NONE else f"{text}+mines" for text in result]
    return tuple(sorted(map(Support, result), key=str))


NO_NAVAL = (0,) * len(NAVAL_VALUES)


def support_choices(side: str, state: SwordBeach, frame: Combat) -> Sequence[Support]:
    """What a side may name in this combat: either Allied cup (SB-11.2.6.c), at any range (FM-8.2.2).

    FM-8.1.3: an empty cup cannot be named, a short one gives what it has.
    """
    assault = isinstance(frame, Assault)
    if side == ALLIED:
        naval = state.naval if assault else NO_NAVAL  # SB-11.2.7.b
        result = namings(has_markers(state, AIR), any(state.cups[GUNS]), naval, False, LIMIT)
    else:
        aside = state.mines == "aside" and (not assault or state.options.mines_aside_in_assault)  # SB-J28
        result = namings(False, has_markers(state, THEIRS), NO_NAVAL, aside, LIMIT)
    return result if len(result) > 1 else ()  # with nothing to choose the step is passed over


def attacker_support(state: SwordBeach, frame: Combat) -> Sequence[Support]:
    return support_choices(frame.attacker, state, frame)


def defender_support(state: SwordBeach, frame: Combat) -> Sequence[Support]:
    return support_choices(ENEMY[frame.attacker], state, frame)


def drop_support(state: SwordBeach, frame: Combat) -> Sequence[Support]:
    """SB-11.2.2.6.c: the Allied player may use one marker, no more."""
    result = namings(has_markers(state, AIR), any(state.cups[GUNS]), NO_NAVAL, False, 1)
    return result if len(result) > 1 else ()


def combat_frame(state: SwordBeach, place: int) -> Combat:
    """The combat at this place of the procedures under way."""
    frame = state.stack[place]
    assert isinstance(frame, Combat)
    return frame


def name_support(side: str, state: SwordBeach, frame: Combat, text: str) -> None:
    """Notes the draws still to be made; naval markers and mines lying aside are in play at once."""
    now = before = combat_frame(state, -1)
    for word in [] if text == NONE else text.split("+"):
        if word == "mines":
            state.set(fact.mines, "used", "SB-11.1.5.b.3")
            now = replace(now, fire=(*now.fire, (side, "mines", MINES_VALUE)))
        elif word.startswith("naval"):
            value = int(word.removeprefix("naval"))
            left = tuple(n - (v == value) for v, n in zip(NAVAL_VALUES, state.naval, strict=True))
            state.set(fact.naval, left, "SB-11.2.7.c")
            now = replace(now, fire=(*now.fire, (side, "naval", value)))
        else:
            mine = side == now.attacker
            now = replace(
                now, to_draw=(*now.to_draw, CUPS[CUP_OF[side, word]]), for_attacker=now.for_attacker + mine
            )
    if now is not before:
        state.replace(now, "FM-8.3.1")


def attacker_names(state: SwordBeach, frame: Combat, action: Support) -> None:
    name_support(frame.attacker, state, frame, action.fire)


def defender_names(state: SwordBeach, frame: Combat, action: Support) -> None:
    name_support(ENEMY[frame.attacker], state, frame, action.fire)


def foreign_marker(side: str, word: str) -> Ruling:
    """Why a side cannot name a marker: the other side owns it, or there is no such marker."""
    owners = {
        "air": (ALLIED, "SB-11.2.6.b", "aircraft markers"),
        "mines": (GERMAN, "SB-11.1.5.b.1", "the mines marker"),
    }
    naval = word in [f"naval{value}" for value in NAVAL_VALUES]
    owner, clause, kind = (
        (ALLIED, "SB-11.2.7.a", "naval markers") if naval else owners.get(word, ("", "", ""))
    )
    if owner and owner != side:
        return Ruling(clause, f"{kind} {'is' if word == 'mines' else 'are'} {ADJECTIVE[owner]}")
    known = (
        "guns or mines"
        if side == GERMAN
        else " or ".join(["air", "guns", *(f"naval{v}" for v in NAVAL_VALUES)])
    )
    return Ruling("FM-8.3.1", f"{word} is not a marker; the {ADJECTIVE[side]} player may choose {known}")


def refuse_support(limit: int, by_attacker: bool) -> Callable[[SwordBeach, Combat, Action], list[Ruling]]:
    """Says which clause a naming of markers breaks."""

    def refuse(state: SwordBeach, frame: Combat, action: Action) -> list[Ruling]:
        if not isinstance(action, Support):
            return []
        side = frame.attacker if by_attacker else ENEMY[frame.attacker]
        return list(_objections(state, frame, side, action.fire, limit))

    return refuse


def _objections(state: SwordBeach, frame: Combat, side: str, text: str, limit: int) -> list[Ruling]:
    words = [] if text == NONE else text.split("+")
    counted = [word for word in words if word != "mines"]
    rulings = [_over_limit(words, len(counted), limit)] if len(counted) > limit else []
    for word in dict.fromkeys(words):
        if word in ("air", "guns") and (side, word) in CUP_OF:
            if not has_markers(state, CUP_OF[side, word]):
                rulings.append(no_markers(state, word, side))
        elif word in [f"naval{value}" for value in NAVAL_VALUES] and side == ALLIED:
            rulings += _naval_objections(state, frame, word, words.count(word))
        elif word == "mines" and side == GERMAN:
            rulings += _mines_objections(state, frame)
        else:
            rulings.append(foreign_marker(side, word))
    return rulings


def _over_limit(words: list[str], count: int, limit: int) -> Ruling:
    naval = any(word.startswith("naval") for word in words)
    clause = "SB-11.2.2.6.c" if limit == 1 else "SB-11.2.7.c" if naval else "FM-8.2.1"
    most = "one marker may" if limit == 1 else f"{limit} markers may"
    return Ruling(clause, f"{count} markers are too many; {most} be used")


def _mines_objections(state: SwordBeach, frame: Combat) -> Iterator[Ruling]:
    if state.mines != "aside":
        yield Ruling("SB-11.1.5.b.3", mines_elsewhere(state))
    elif isinstance(frame, Assault) and not state.options.mines_aside_in_assault:
        yield Ruling("SB-J28", "a mines marker set aside is not played in a beach assault, as agreed")


def mines_elsewhere(state: SwordBeach) -> str:
    """Where the mines marker is, if it is not set aside."""
    where = {
        "cup": "in the cup",
        "used": "used this GT",
        "out": "out this GT",
        "lost": "removed from the game",
    }
    return f"the mines marker is {where.get(state.mines, 'just drawn')}; only a marker set aside is played"


CUP_NAMES = {"air": "aircraft", "guns": "ground", "german": "German"}


def no_markers(state: SwordBeach, word: str, side: str = ALLIED) -> Ruling:
    """Why no marker can be drawn from a cup."""
    if word == "air" and not aircraft_fly(state):
        return Ruling("SB-14.1.c", f"aircraft are grounded: the weather of GT {state.turn} is inclement")
    name = CUP_NAMES[CUPS[CUP_OF[side, word]]]
    if not state.turn and not any(map(any, state.cups)):
        return Ruling("SB-J25", "the cups are filled after the German set-up")
    return Ruling("FM-8.1.3", f"the {name} cup is empty")


def no_such_draw(side: str, draws: Sequence[str]) -> Callable[[SwordBeach, object, int, int], Ruling]:
    """Which marker of a draw cannot be had."""

    def because(state: SwordBeach, frame: object, draw: int, hex_: int) -> Ruling:
        words = draws[draw].split("+")
        word = next(w for w in words if (side, w) not in CUP_OF or not has_markers(state, CUP_OF[side, w]))
        return no_markers(state, word, side) if (side, word) in CUP_OF else foreign_marker(side, word)

    return because


def _naval_objections(state: SwordBeach, frame: Combat, word: str, count: int) -> list[Ruling]:
    if not isinstance(frame, Assault):
        return [Ruling("SB-11.2.7.b", "naval gunfire supports beach assaults only")]
    left = dict(zip([f"naval{v}" for v in NAVAL_VALUES], state.naval, strict=True)).get(word, 0)
    value = word.removeprefix("naval")
    have = "is left" if left == 1 else "are left"
    return (
        [Ruling("SB-11.2.7.a", f"{left or 'no'} naval {value} {have}, not {count}")] if count > left else []
    )


# ---------------------------------------------------------------- FM-8.1.2: drawing

DRAWS = {cup: [Draw(cup, str(value)) for value in range(TOP + 1)] for cup in CUPS}
DRAW_MINES = Draw("german", "mines")


def cup_weights(state: SwordBeach, cup: int, mines: bool = True) -> Outcomes:
    """The markers of a cup, each as likely as it is numerous."""
    if cup == AIR and not aircraft_fly(state):
        return NO_OUTCOME
    return _weights(cup, state.cups[cup], mines and cup == THEIRS and state.mines == "cup")


@lru_cache(maxsize=4096)
def _weights(cup: int, counts: tuple[int, ...], mines: bool) -> Outcomes:
    result: list[tuple[Action, int]] = [(m, n) for m, n in zip(DRAWS[CUPS[cup]], counts, strict=True) if n]
    return Outcomes([*result, (DRAW_MINES, 1)] if mines else result)


def outcomes(state: SwordBeach, frame: Combat) -> Outcomes:
    for cup in frame.to_draw:
        if result := cup_weights(state, CUPS.index(cup)):
            return result
        # FM-8.1.3: from an empty cup nothing is drawn; the next cup named is looked at
    return NO_OUTCOME


def draw(state: SwordBeach, frame: Combat, action: Draw) -> None:
    skipped = frame.to_draw.index(action.cup)
    side = frame.attacker if skipped < frame.for_attacker else ENEMY[frame.attacker]
    if skipped:
        state.note("FM-8.1.3", "The {} cup is empty: no marker is drawn from it", CUP_NAMES[frame.to_draw[0]])
    to_draw, mine = frame.to_draw[skipped + 1 :], max(0, frame.for_attacker - skipped - 1)
    if action.marker == "mines":
        state.replace(replace(frame, to_draw=to_draw, for_attacker=mine), "FM-8.1.2")
        state.set(fact.mines, "drawn", "SB-11.1.5.b.1")
        state.call(Mines(bombardment=isinstance(frame, Bombardment)), "SB-11.1.5.b.1")
        return
    cup, value = CUPS.index(action.cup), int(action.marker)
    state.set_at(fact.cups, cup, without(state.cups[cup], value), "FM-8.1.1")
    kind = "air" if cup == AIR else "guns"
    fire = (*frame.fire, (side, kind, value))
    state.replace(replace(frame, fire=fire, to_draw=to_draw, for_attacker=mine), "FM-8.1.2")


def drawing(state: SwordBeach, frame: Combat) -> str:
    cup = next(
        cup for cup in frame.to_draw if has_markers(state, CUPS.index(cup))
    )  # FM-8.1.3: empty ones are passed over
    return f"a marker from the {CUP_NAMES[cup]} cup"


DRAWING: Chance[SwordBeach, Combat] = Chance(
    clause="FM-8.1.2",
    name="support fire",
    title="drawing support markers",
    outcomes=outcomes,
    apply=draw,
    about=drawing,
    rolls=(Draw,),
)

# ---------------------------------------------------------------- SB-11.1.5.b: Achtung! Minen


def mines_choices(state: SwordBeach, frame: Mines) -> Sequence[Action]:
    again = [UseMines("redraw")] if any(state.cups[THEIRS]) else []  # FM-8.1.3
    use = [] if frame.bombardment else [UseMines("use")]  # SB-11.1.5.b.2
    return [UseMines("aside"), *again, *use]


def play_mines(state: SwordBeach, frame: Mines, action: UseMines) -> None:
    fight = combat_frame(state, -2)
    side = GERMAN
    mine = fight.attacker == side
    if action.choice == "use":
        state.set(fact.mines, "used", "SB-11.1.5.b.1")
        fight = replace(fight, fire=(*fight.fire, (side, "mines", MINES_VALUE)))
    else:
        state.set(fact.mines, "aside", "SB-11.1.5.b.1")
    again = action.choice == "redraw" or (
        action.choice == "use" and not state.options.drawn_mines_count
    )  # SB-J12
    if again and any(state.cups[THEIRS]):
        fight = replace(fight, to_draw=("german", *fight.to_draw), for_attacker=fight.for_attacker + mine)
    state.answer(fight, "SB-11.1.5.b.1")


def refuse_mines(state: SwordBeach, frame: Mines, action: Action) -> list[Ruling]:
    if action == UseMines("use"):
        return [Ruling("SB-11.1.5.b.2", "the mines marker cannot be used in a bombardment")]
    if action == UseMines("redraw"):
        return [Ruling("FM-8.1.3", "the German cup is empty; no other marker can be drawn")]
    return [
        Ruling(
            "SB-11.1.5.b.1",
            "the mines marker is used, set aside, or set aside with another marker drawn: mines use, aside or"
            " redraw",
        )
    ]


MINES: tuple[Step[SwordBeach, Mines], ...] = (
    Ask(
        clause="SB-11.1.5.b.1",
        name="mines",
        title="use of the mines marker",
        side=GERMAN,
        choices=mines_choices,
        apply=play_mines,
        takes=(UseMines,),
        refuse=refuse_mines,
    ),
)

# ---------------------------------------------------------------- SB-15: flak, and the sum


def under_flak(state: SwordBeach, frame: Combat) -> bool:
    """SB-15.0.b, SB-J41: an AA unit in or next to the hex of the combat."""
    guns = hexes_of(state, FLAK)
    where = 1 << frame.hex
    if state.options.flak_covers == "attackers_too":
        for unit in frame.attackers:
            where |= 1 << state.at[unit] if state.at[unit] >= 0 else 0
    return bool((guns | GRID.near(guns)) & where)


FIRE_NAMES = {"air": "aircraft", "guns": "ground marker", "naval": "naval marker", "mines": "mines"}


def fire_modifiers(state: SwordBeach, frame: Combat) -> list[Modifier]:
    """FM-7.3.1, FM-8.3.2: every marker in play with its sign."""
    halved = state.options.flak and under_flak(state, frame)
    modifiers = []
    for side, kind, value in frame.fire:
        clause = "FM-7.3.1" if side == frame.attacker else "FM-8.3.2"
        words = f"{ADJECTIVE[side]} {FIRE_NAMES[kind]} {value}"
        if halved and kind == "air":
            value, clause, words = (value + 1) // 2, "SB-15.0.b", f"{words}, halved by flak"
        modifiers.append(Modifier(value if side == frame.attacker else -value, clause, words))
    return modifiers


def bare_fire(state: SwordBeach, frame: Combat) -> int:
    """The sum of `fire_modifiers` without its words."""
    halved = state.options.flak and under_flak(state, frame)
    sum_, attacker = 0, frame.attacker
    for side, kind, value in frame.fire:
        if halved and kind == "air":
            value = (value + 1) // 2
        sum_ += value if side == attacker else -value
    return sum_
