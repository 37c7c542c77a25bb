"""Answers about dice, markers and fights: exact chances, counted from the rules that play uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from grognard.core.after_combat import hexes_left
from grognard.core.ask import Answer, exact, once, percent
from grognard.core.hexes import OFF, Hex
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError, IllegalAction, Modifier, Ruling, modifier_rows

from .arrivals import BEACH_STACK
from .ask_positions import (
    OURS,
    chance_line,
    hex_name,
    labels,
    load_position,
    objections_of,
    odds_clauses,
    odds_path,
    one_of,
    plain_chances,
    plain_odds_of,
    scene,
    unit_names,
)
from .board import GRID
from .bombardment import DRAW_NAMES
from .combat import JOIN, differential, shifts
from .fire import CUP_NAMES, NONE, aircraft_fly, foreign_marker, no_markers, refuse_support, under_flak
from .judge import drives_out, result_meaning
from .narration import fire_words, place
from .odds import Odds, drawn, markers, odds, plain_odds, spread, together
from .pieces import ADJECTIVE, ALLIED, ENEMY, GERMAN, LABEL, NAMES, SIDE, SIDES
from .pieces import unit as number_of
from .position import Assault, Bombardment, Combat, DropAttack, Retreat, SwordBeach, Turn
from .retreat import way_out
from .tables import (
    ALLOTMENT,
    BOMBARDMENT_HITS,
    BOMBARDMENT_SHIFT,
    CUPS,
    EMPTY,
    FIRE,
    LEGEND,
    LIMIT,
    LINES,
    MINES_VALUE,
    RANGE,
    Cup,
)
from .verbs import Assault as StormBeach
from .verbs import Attack, Bombard, Fight, Support, units_in

SIXTH = Fraction(1, 6)
FATES = {2: "full", 1: "reduced", 0: "eliminated"}
MATRIX = (NONE, "guns", "guns+guns")


# ---------------------------------------------------------------- fights: tables of odds by what is drawn


def _namings(text: str | None) -> tuple[str, ...]:
    return MATRIX if text is None else (text,)


def _check_fire(state: SwordBeach, frame: Combat, attack: str, defense: str) -> None:
    for text, by_attacker in ((attack, True), (defense, False)):
        if broken := refuse_support(LIMIT, by_attacker)(state, frame, Support(text)):
            raise IllegalAction(Support(text), broken)


def _results(one: Odds) -> str:
    return chance_line(one.results)


def _fight(
    title: str,
    by_draw: dict[tuple[str, str], Odds],
    extra: PlainView,
    clauses: Sequence[str],
    words: Callable[[Odds], str] = _results,
) -> Answer:
    """An answer from the odds of one combat, for one or more choices of markers."""
    first = next(iter(by_draw.values()))
    rows = [{"attack_fire": a, "defense_fire": d, **plain_odds_of(one)} for (a, d), one in by_draw.items()]
    value = {
        **extra,
        "line": first.line,
        "ledger": modifier_rows(first.ledger),
        "shifts": modifier_rows(first.shifts),
        "odds": rows,
        "results_key": {code: LEGEND[code] for one in by_draw.values() for code in one.results},
    }
    lines = [title, *(f"  {line}" for line in odds_path(first))]
    for (a, d), one in by_draw.items():
        fire = f"attacker {fire_words(a)}, defender {fire_words(d)}"
        lines.append(f"{fire}, column {_from_to(list(one.columns))}: {words(one)}")
    lines.append(f"The combat results table and its lines are our {OURS}.")
    return Answer(
        value, lines, once([*odds_clauses(first), "FM-7.4.3", "FM-7.6.1", *clauses]), ["series", OURS]
    )


def _from_to(columns: list[int]) -> str:
    return f"{columns[0]} to {columns[-1]}" if len(columns) > 1 else str(columns[0])


def _all_odds(
    make: Callable[[str, str], Odds], attack: str | None, defense: str | None
) -> dict[tuple[str, str], Odds]:
    return {(a, d): make(a, d) for a, d in product(_namings(attack), _namings(defense))}


def beach_assault(
    units: list[str],
    reduced: list[str],
    in_zoc: bool,
    attack_fire: str | None,
    defense_fire: str | None,
    mines: str,
    position: str | None,
    hex: str | None,
) -> Answer:
    """SB-11.2.3.2: the odds of one assault, from a position or from units alone."""
    one_of(mines, ("use", "aside"), "way with mines")
    barred: list[Ruling] = []
    if position:
        state = load_position(position)
        where = GRID.hex(hex or "")
        force = tuple(u for u in units_in(state, where, ALLIED) if state.landed >> u & 1)
        barred = state.why_not(StormBeach(GRID.name[where]))
        make = _odds_in(state, Assault(attacker=ALLIED, hex=where, attackers=force), mines)
    else:
        weak = {number_of(name) for name in reduced}
        ashore = {number_of(name): "landed" for name in [*units, *reduced]}
        placed = {NAMES[u]: f"{hex or '1640'} {'reduced ' * (u in weak)}{tag}" for u, tag in ashore.items()}
        state = scene("beach assaults", 0, placed, markers={"beachheads": [hex or "1640"]})
        frame = Assault(attacker=ALLIED, hex=GRID.hex(hex or "1640"), attackers=tuple(ashore))
        make = _odds_on(
            "beach_assault_in_ezoc" if in_zoc else "beach_assault_not_in_ezoc", state, frame, mines
        )
        force = frame.attackers
    if not force or any(SIDE[u] != ALLIED for u in force) or len(force) > BEACH_STACK:
        raise GrognardError(
            "one to three Allied units that landed in the hex make a beach assault [SB-11.2.3.2.a]"
        )
    by_draw = _all_odds(make, attack_fire, defense_fire)
    extra = {"units": unit_names(force)}
    clauses = [
        "SB-11.2.3.2.a",
        "SB-11.2.3.2.b",
        "SB-11.2.3.2.e",
        "SB-11.2.3.2.f",
        "SB-11.2.7.c",
        "SB-11.2.8.b",
        "SB-J11",
    ]
    answer = _fight(f"Beach assault by {labels(force)}", by_draw, extra, clauses)
    answer.lines.append(
        "D2 and D3 reduce every assaulting unit [SB-11.2.3.2.f]; unit strengths are our reconstruction."
    )
    return replace(answer, refused=barred)


def _odds_in(state: SwordBeach, frame: Combat, mines: str) -> Callable[[str, str], Odds]:
    def make(attack: str, defense: str) -> Odds:
        _check_fire(state, frame, attack, defense)
        return odds(state, frame, attack, defense, mines)

    return make


def _odds_on(line: str, state: SwordBeach, frame: Combat, mines: str) -> Callable[[str, str], Odds]:
    """The same with the line given, not judged."""

    def make(attack: str, defense: str) -> Odds:
        _check_fire(state, frame, attack, defense)
        ours = markers(state, frame.attacker, attack, False, mines)
        theirs = markers(state, ENEMY[frame.attacker], defense, False, mines)
        return spread(line, differential(state, frame), shifts(state, frame), together(ours, theirs, -1))

    return make


def combat(
    position: str | None,
    attackers: list[str],
    hex: str | None,
    defender: str | None,
    attack_fire: str | None,
    defense_fire: str | None,
    mines: str,
    attack: int | None,
    defense: int | None,
    line: str,
    shift: int,
    draws: int | None,
    defense_draws: int | None,
    attacker: str,
) -> Answer:
    """FM-7: the odds of a ground combat, from a position or from bare figures."""
    one_of(mines, ("use", "aside"), "way with mines")
    if position:
        state = load_position(position)
        frame = combat_frame(state, attackers, hex, defender)
        if isinstance(frame, DropAttack):
            barred = drop_attack_objections(state, frame) if attackers else []
            return replace(_drop_attack(state, frame, attack_fire, defense_fire), refused=barred)
        barred = attack_objections(state, frame) if attackers else []
        by_draw = _all_odds(_odds_in(state, frame, mines), attack_fire, defense_fire)
        title = (
            f"Attack on {place(hex_name(frame.hex))}: {labels(frame.attackers)} against"
            f" {LABEL[frame.defender]}"
        )
        extra = {
            "attackers": unit_names(frame.attackers),
            "defender": NAMES[frame.defender],
            "hex": hex_name(frame.hex),
        }
        answer = _fight(title, by_draw, extra, ["FM-7.4.1", "FM-7.4.2", "FM-8.2.1", "FM-8.3.2"])
        return replace(answer, refused=barred)
    if attack is None or defense is None:
        raise GrognardError("combat needs --position with --attackers and --hex, or --attack and --defense")
    one_of(attacker, SIDES, "side")
    ours, theirs = _cup_of(attacker, mines), _cup_of(ENEMY[attacker], mines)
    bare = {
        (_draw_words(a), _draw_words(d)): plain_odds(attack, defense, line, shift, ours, theirs, (a, d))
        for a, d in product(_draw_range(draws), _draw_range(defense_draws))
    }
    words = f"{ADJECTIVE[attacker]} attack, {attack} to {defense}"
    return _fight(words, bare, {"attack": attack, "defense": defense}, ["FM-8.2.1", "FM-8.3.2"])


def attack_objections(state: SwordBeach, frame: Combat) -> list[Ruling]:
    """Everything that speaks against an attack of these units: the first declares it, the others join one by
    one.
    """
    first, *others = frame.attackers
    result = state.why_not(Attack(NAMES[first], GRID.name[frame.hex]))
    mobile = in_mobile_phase(state)
    for count, unit in enumerate(others, 1):
        joined = Combat(
            attacker=frame.attacker, hex=frame.hex, attackers=frame.attackers[:count], mobile=mobile
        )
        result += JOIN.picks[0].objections(state, joined, unit, 0)
    return list(dict.fromkeys(result))


def in_mobile_phase(state: SwordBeach) -> bool:
    base = state.stack[0] if state.stack else None
    return isinstance(base, Turn) and "mobile" in SwordBeach.procedures[Turn][base.step].name


def drop_attack_objections(state: SwordBeach, frame: DropAttack) -> list[Ruling]:
    """Everything that speaks against an attack of these units on a German unit in their own hex."""
    where, present = GRID.name[frame.hex], set(units_in(state, frame.hex, ALLIED))
    rulings = state.why_not(Fight(where))
    if away := [unit for unit in frame.attackers if unit not in present]:
        rulings.append(Ruling("SB-11.2.2.6.b", f"only the units in {where} take part, not {labels(away)}"))
    if state.options.pair_on_german == "together" and (left_out := sorted(present - set(frame.attackers))):
        rulings.append(
            Ruling("SB-J8", f"the units in {where} attack together; {labels(left_out)} takes part")
        )
    return rulings


def _drop_attack(
    state: SwordBeach, frame: DropAttack, attack_fire: str | None, defense_fire: str | None
) -> Answer:
    """SB-11.2.2.6: one Allied marker at the most and no German one; the attackers are lost if the German unit
    stays.
    """
    if defense_fire not in (None, NONE):
        alone = Ruling("SB-11.2.2.6.c", "only the Allied player may use a support marker in a drop attack")
        raise IllegalAction(Support(str(defense_fire)), [alone])
    by_draw = {}
    for text in (NONE, "guns", "air") if attack_fire is None else (attack_fire,):
        if broken := refuse_support(1, True)(state, frame, Support(text)):
            if attack_fire is None:
                continue
            raise IllegalAction(Support(text), broken)
        by_draw[text, NONE] = odds(state, frame, text)
    clauses = ["SB-11.2.2.6.b", "SB-11.2.2.6.c", "SB-11.2.2.6.d", "SB-11.2.2.6.e", "SB-11.2.2.6.f", "SB-J22"]
    title = f"{labels(frame.attackers)} dropped on {LABEL[frame.defender]} in {hex_name(frame.hex)}"
    answer = _fight(
        title, by_draw, {"attackers": unit_names(frame.attackers), "defender": NAMES[frame.defender]}, clauses
    )
    lost = {text: _stays(state, frame, one) for (text, _), one in by_draw.items()}
    answer = answer.having(
        results_key={code: result_meaning(state, frame, code) for code in answer.value["results_key"]},
        attackers_lost={text: exact(chance) for text, chance in lost.items()},
    )
    answer.lines.extend(
        [
            (
                "no stiff resistance, no German marker; the retreat ignores zones of control [SB-11.2.2.6.c,"
                " .d, .e]"
            ),
            *(
                f"with {fire_words(text)} the German unit stays and the Allied units are eliminated:"
                f" {percent(c)} [SB-11.2.2.6.f]"
                for text, c in lost.items()
            ),
        ]
    )
    return answer


def _stays(state: SwordBeach, frame: DropAttack, result: Odds) -> Fraction:
    """How likely the German unit is still in the hex after the die: SB-11.2.2.6.f."""
    gone = drives_out(state, frame)
    return sum((chance for code, chance in result.results.items() if code not in gone), Fraction(0))


def _cup_of(side: str, mines: str) -> Cup:
    """The guns a side draws from at the start of a turn; mines used when drawn count as one more marker of
    their value.
    """
    cup = ALLOTMENT[CUPS.index("german" if side == GERMAN else "guns")]
    if side == GERMAN and mines == "use":
        return (*cup[:MINES_VALUE], cup[MINES_VALUE] + 1, *cup[MINES_VALUE + 1 :])
    return cup


def _draw_range(count: int | None) -> Sequence[int]:
    if count is not None and not 0 <= count <= LIMIT:
        raise GrognardError(f"a side uses up to {LIMIT} markers in a combat, not {count} [FM-8.2.1]")
    return range(LIMIT + 1) if count is None else (count,)


def _draw_words(count: int) -> str:
    return "+".join(["guns"] * count) or NONE


def combat_frame(state: SwordBeach, attackers: list[str], hex_: str | None, defender: str | None) -> Combat:
    """The combat under way, or one put together from units and a hex."""
    top = state.stack[-1] if state.stack else None
    if not attackers and isinstance(top, Combat) and top.defender >= 0:
        return top
    if not attackers or not hex_:
        raise GrognardError("from a position combat needs --attackers and --hex")
    force, where = tuple(number_of(name) for name in attackers), GRID.hex(hex_)
    side = SIDE[force[0]]
    if strangers := [one for one in force if SIDE[one] != side]:
        raise GrognardError(
            f"{labels(strangers)}: all attackers are of one side, as {LABEL[force[0]]} is [FM-7.2.1]"
        )
    enemy = _enemy_in(state, where, ENEMY[side], defender, "defender", ("FM-7.1.1", "SB-11.2.4.f"))
    if side == ALLIED and any(state.at[unit] == where for unit in force):
        return DropAttack(attacker=side, hex=Hex(where), attackers=force, defender=enemy)
    return Combat(attacker=side, hex=Hex(where), attackers=force, defender=enemy)


def _enemy_in(
    state: SwordBeach, where: Hex, side: str, named: str | None, what: str, clauses: tuple[str, str]
) -> int:
    """The unit of a hex that takes the result; of a stack it must be named. `clauses`: of an empty hex, and
    of a stack.
    """
    enemies = units_in(state, where, side)
    if not enemies:
        raise GrognardError(f"{GRID.name[where]} holds no {ADJECTIVE[side]} unit [{clauses[0]}]")
    if named and number_of(named) in enemies:
        return number_of(named)
    if named or len(enemies) > 1:
        raise GrognardError(f"choose the --{what}: {' or '.join(unit_names(enemies))} [{clauses[1]}]")
    return enemies[0]


# ---------------------------------------------------------------- FM-8.4: bombardment


def bombardment(
    position: str | None,
    side: str,
    hex: str | None,
    target: str | None,
    draw: str | None,
    defense: int | None,
    line: str,
    reduced: bool,
) -> Answer:
    """FM-8.4: markers alone against one hex."""
    one_of(side, SIDES, "side")
    barred: list[Ruling] = []
    if position and hex:
        state, where = load_position(position), GRID.hex(hex)
        victim = _enemy_in(state, where, ENEMY[side], target, "target", ("FM-8.4.1", "SB-11.2.3.3"))
        frame = Bombardment(attacker=side, hex=where, defender=victim)
        reduced = state.steps[victim] == 1
        by_draw = {text: odds(state, frame, text) for text in _draws(state, side, where, draw)}
        barred = objections_of(state, side, Bombard(next(iter(by_draw)), hex))
        title = f"Bombardment of {place(hex)}: {LABEL[victim]}"
    elif defense is not None:
        state = scene("allied combat", 2, {})
        ledger = [Modifier(-defense, "FM-8.4.2", "defense strength")]
        moved = [Modifier(BOMBARDMENT_SHIFT, "FM-8.4.2", "bombardment")]
        one_of(line, LINES, "CRT line")
        texts = [draw] if draw else DRAW_NAMES if side == ALLIED else ["guns", "guns+guns"]
        by_draw = {
            text: spread(line, ledger, moved, markers(state, side, text, False, "aside")) for text in texts
        }
        title = f"Bombardment of a defense of {defense}"
    else:
        raise GrognardError("bombardment needs --position and --hex, or --defense and --line")
    effects = {text: _effects(one, reduced) for text, one in by_draw.items()}
    alone = {(text, NONE): one for text, one in by_draw.items()}
    answer = _fight(
        title, alone, {"target_reduced": reduced}, _BOMBARDMENT, lambda one: _effect_words(one, reduced)
    )
    answer = answer.having(effects={text: plain_chances(chances) for text, chances in effects.items()})
    return replace(answer, refused=barred)


_BOMBARDMENT = ["FM-8.4.1", "FM-8.4.2", "FM-8.4.3", "FM-8.5", "SB-11.1.5.b.2"]


def _draws(state: SwordBeach, side: str, where: Hex, draw: str | None) -> list[str]:
    """The draw that is asked about, or those that reach the hex; where none does, the ground markers all the
    same.
    """
    known = DRAW_NAMES if side == ALLIED else ["guns", "guns+guns"]
    if draw:
        if side == GERMAN and "air" in draw:
            raise IllegalAction(Bombard(draw, GRID.name[where]), [foreign_marker(side, "air")])
        return [one_of(draw, known, "draw")]
    near = bool(GRID.within(state.occupied[side], RANGE) >> where & 1)
    return [text for text in known if near or "guns" not in text] or ["guns", "guns+guns"]


def _effect_words(result: Odds, reduced: bool) -> str:
    return chance_line(
        {name.replace("nothing", "no effect"): chance for name, chance in _effects(result, reduced).items()}
    )


def _effects(chances: Odds, reduced: bool) -> dict[str, Fraction]:
    """FM-8.4.2: what the results come to."""
    gone = sum(
        (p for code, p in chances.results.items() if code == "De" or (reduced and code in BOMBARDMENT_HITS)),
        Fraction(0),
    )
    hit = sum((p for code, p in chances.results.items() if code in BOMBARDMENT_HITS), Fraction(0))
    return {"nothing": 1 - hit, "reduced": hit - gone, "eliminated": gone}


# ---------------------------------------------------------------- FM-7.7: retreat


def retreat(position: str, unit: str | None, length: int, ignore_zoc: bool) -> Answer:
    """FM-7.7: the first hexes from which a full retreat can be made."""
    state = load_position(position)
    top = state.stack[-1] if state.stack else None
    if unit is None and isinstance(top, Retreat):
        frame = top
    elif unit and state.at[number_of(unit)] != OFF:
        number = number_of(unit)
        frame = Retreat(unit=number, origin=state.at[number], length=length, heed_zoc=not ignore_zoc)
    else:
        raise GrognardError(
            "retreat needs --unit, a unit on the map, or a position in which a unit is retreating"
        )
    hexes = GRID.names(way_out(state, frame))
    name, left = LABEL[frame.unit], frame.length - frame.gone
    fate = Ruling("FM-7.7.3", f"{name} cannot retreat {hexes_left(frame)} and is eliminated")
    lines = [
        (
            f"{name} retreats {hexes_left(frame)}, first to {' or '.join(hexes)} [FM-7.7.1]"
            if hexes
            else str(fate)
        )
    ]
    value = {
        "unit": NAMES[frame.unit],
        "from": hex_name(state.at[frame.unit]),
        "hexes_left": left,
        "first_hexes": hexes,
        "eliminated": not hexes,
    }
    clauses = ["FM-7.7.1", "FM-7.7.2", "FM-6.2.1" if frame.heed_zoc else "SB-11.2.2.6.e"] + (
        [] if hexes else ["FM-7.7.3"]
    )
    return Answer(value, lines, clauses, ["series", OURS])


# ---------------------------------------------------------------- the markers, the table, flak

_CUP_CLAUSE = {"air": "SB-11.2.6.b", "guns": "SB-11.2.6.a", "german": "SB-11.1.5.a"}


def support_fire(cup: str | None, position: str | None) -> Answer:
    """SB-11.1.5, SB-11.2.6: what the cups hold and what one or two draws come to."""
    state = load_position(position) if position else None
    value: dict[str, Plain] = {}
    lines = []
    for name in [one_of(cup, CUPS, "cup")] if cup else CUPS:
        held = _in_cup(state, name)
        if name == "german" and (state is None or state.mines == "cup"):
            held = (*held[:MINES_VALUE], held[MINES_VALUE] + 1, *held[MINES_VALUE + 1 :])
        one, two = _chances(held, 1), _chances(held, 2)
        value[name] = {
            "markers": {str(v): n for v, n in enumerate(held) if n},
            "size": sum(held),
            "clause": _CUP_CLAUSE[name],
            "one": plain_chances(one),
            "two": plain_chances(two),
            "mean_of_one": exact(_mean(one)),
            "mean_of_two": exact(_mean(two)),
        }
        if state and not any(held):
            side, word = (GERMAN, "guns") if name == "german" else (ALLIED, name)
            empty = no_markers(state, word, side)
            value[name]["because"] = str(empty)
            lines.append(f"{CUP_NAMES[name].capitalize()} cup, no markers: {empty}")
            continue
        listed = ", ".join(f"+{v} x{n}" for v, n in enumerate(held) if n)
        lines += [
            f"{CUP_NAMES[name].capitalize()} cup, {sum(held)} markers: {listed} [{_CUP_CLAUSE[name]}]",
            f"  one draw, average {float(_mean(one)):.2f}: {chance_line(one)}",
            f"  two draws, average {float(_mean(two)):.2f}: {chance_line(two)}",
        ]
    lines.append(f"The mines marker counts as a German marker of {MINES_VALUE}.")
    lines.append(f"That value, and which Allied markers bear an aircraft, are our {OURS}.")
    cited = [*(_CUP_CLAUSE[name] for name in value), "FM-8.1.2", "FM-8.2.1", "SB-11.1.5.b.1", "SB-J12"]
    return Answer(value, lines, once(cited), ["document", OURS])


def _in_cup(state: SwordBeach | None, name: str) -> Cup:
    """What can be drawn from a cup; SB-14.1.c: from that of the aircraft nothing in a storm, whatever a file
    puts into it.
    """
    if state is None:
        return ALLOTMENT[CUPS.index(name)]
    return EMPTY if name == "air" and not aircraft_fly(state) else state.cups[CUPS.index(name)]


def _chances(cup: Cup, count: int, halved: bool = False) -> dict[int, Fraction]:
    ways = drawn(cup, count, halved)
    whole = sum(ways.values())
    return {value: Fraction(number, whole) for value, number in sorted(ways.items())}


def _mean(chances: dict[int, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def flak(position: str | None, hex: str | None) -> Answer:
    """SB-15: what the optional rule does to aircraft markers."""
    halves = {value: (value + 1) // 2 for value, count in enumerate(ALLOTMENT[0]) if count}
    one, two = _chances(ALLOTMENT[0], 1, True), _chances(ALLOTMENT[0], 2, True)
    value: Plain = {
        "halved": {str(k): v for k, v in halves.items()},
        "one": plain_chances(one),
        "two": plain_chances(two),
    }
    lines = [
        (
            "An aircraft marker used in or next to a hex with a German AA unit is halved, fractions up"
            " [SB-15.0.b]"
        ),
        ", ".join(f"+{k} becomes +{v}" for k, v in halves.items()),
        f"  one draw: {chance_line(one)}",
        f"  two draws, each halved on its own: {chance_line(two)}",
    ]
    state = load_position(position) if position else None
    if state and not aircraft_fly(state):
        lines.append(str(no_markers(state, "air")))
    if state and hex:
        where = GRID.hex(hex)
        under = under_flak(state, Combat(attacker=ALLIED, hex=where))
        value |= {"hex": hex, "under_flak": under, "in_use": state.options.flak}
        lines.append(f"{hex} is {'' if under else 'not '}under flak [SB-J41]")
        lines.append(
            f"the flak rule is {'' if state.options.flak else 'not '}in use in this game [SB-15.0.a]"
        )
    lines.append(f"{FIRE['flak_optional']['when']}; the aircraft icons are our {OURS}")
    return Answer(value, lines, ["SB-15.0.a", "SB-15.0.b", "SB-J41"], ["document", OURS])
