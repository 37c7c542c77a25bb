"""The data sent to a seat. Views are built from visible facts only, never by filtering the full position."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import TypedDict

import msgspec

from grognard.core.acts import MAX_ACTS, Act, acts
from grognard.core.changes import has_secrets
from grognard.core.choices import Choices
from grognard.core.due import due, is_hidden
from grognard.core.facts import DONE, is_bookkeeping
from grognard.core.facts import LOG as LOG_FACT
from grognard.core.guide import moment
from grognard.core.history import interludes
from grognard.core.lines import Line
from grognard.core.narration import Narrator, Sentence
from grognard.core.plain import Plain, PlainView
from grognard.core.procedure import Phase
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.play.verdict import known_figures, verdict

from .copies import Beginning
from .game_views import game_view, known
from .live_games import LiveGame
from .snapshots import Entry, LogEntry, Stored, facts_of

LOG = 60  # the last lines that are sent
MAX_STORY = 2000  # actions one story covers
MAX_TRACED = 300  # moves whose hexes are traced, the latest ones
FIGHT = 20  # actions at most between the die of a fight and its end
ON_TIME = "on time"  # how a game ended that was claimed
NO_WORDS = ("stack", "rolls")  # bookkeeping
NO_VIEW = (*NO_WORDS, "log")  # no facts a page would show


def table(live_game: LiveGame, seat: str, at: int | None = None) -> Plain:
    """The table as a seat sees it; or after so many actions, as the seat knew it then, when nothing can be
    done in it.
    """
    count = len(live_game.match.state.actions)
    live_game.remember(max((count if at is None else at) - LOG, 0))
    match, entry = live_game.match, live_game.entry
    state, own = back_to(match.state, at), game_view(match.game)
    seen, mine = known(state, seat), at is None and live_game.may_act(seat)
    view, now, combat = state.view(seat), when(state, seat), fight(state, seat)
    view = {name: one for name, one in view.items() if name == "rolls" or not is_bookkeeping(name)}
    choices = legal(state.legal_actions() if mine else None)
    return {
        **_head(live_game, seat),
        "sides": list(state.sides),
        "seats": live_game.kinds,
        "enforcement": state.enforcement,
        "dice": match.dice_kind,
        "escrow": live_game.held.status(match, live_game.seq, seat),
        "to_move": due(state, seat).to_move,
        "mine": mine,
        **now,
        **asked(state, seat),
        "over": over(state),
        **(claimed(live_game) if at is None else {}),
        "at": len(state.actions),
        "of": count,
        "branch_of": entry.branch_of,
        "branch_at": entry.branch_at,
        "view": view,
        "units": own.units(seen),
        "markers": own.markers(seen),
        "cups": own.cups(seen),
        "legal": choices,
        "guide": (
            guided(state, seat, entry.scenario, str(now["phase"]), choices["verbs"], combat) if mine else None
        ),
        "ending": ending(seen) if mine else None,
        "log": log(match, seat, state=state),
        "combat": combat,
    }


def _head(live_game: LiveGame, seat: str) -> Plain:
    entry = live_game.entry
    return {
        "table": entry.id,
        "name": entry.name,
        "game": entry.game,
        "scenario": entry.scenario,
        "seat": seat,
        "seq": live_game.seq,
    }


def back_to(state: State, at: int | None) -> State:
    """The position after so many actions."""
    if at is None:
        return state
    if at > len(state.actions):
        raise GrognardError(f"the game has {len(state.actions)} actions; there is no position after {at}")
    result = deepcopy(state)
    while len(result.actions) > at:
        result.pop()
    return result


def overlays(live_game: LiveGame, seat: str, at: int | None) -> Plain:
    if at is not None:
        live_game.remember(at)
    state = live_game.match.state
    return {
        "at": len(state.actions) if at is None else at,
        **game_view(live_game.match.game).overlays(known(back_to(state, at), seat)),
    }


def beginning(match: Match, seat: str, at: int | None) -> Beginning:
    """What a what-if game begins with: the actions up to one of them, or the position there where other rules
    were played before it.
    """
    state = back_to(match.state, at)
    lines = [match.lines[number] for number in match.standing[: len(state.actions)]]
    if match.secret and any(line.get("to", seat) != seat for line in lines):
        raise GrognardError(
            "something that was done is still hidden from you: a what-if game would show it, or have to make"
            " it up"
        )
    if not match.floor and not match.lines[0].get("given"):
        return Beginning(match.game.name, match.lines[0], [line["do"] for line in lines], None)
    if has_secrets(state):
        raise GrognardError("something is still hidden: a what-if game that begins here would show it")
    return Beginning(match.game.name, match.lines[0], [], facts_of(state))


def summary(live_game: LiveGame, seat: str) -> Plain:
    """A table in the list of one's tables."""
    now = when(live_game.match.state, seat)
    return {
        **_head(live_game, seat),
        **turn_of(live_game, seat),
        "turn": now["turn"],
        "phase": now["phase"],
        "over": over(live_game.match.state),
        **claimed(live_game),
    }


def mover(live_game: LiveGame, seat: str) -> str | None:
    """The side to move, as a seat may know it; none in a game that was claimed on time."""
    return None if live_game.claim is not None else due(live_game.match.state, seat).to_move


def turn_of(live_game: LiveGame, seat: str) -> Plain:
    return {"to_move": due(live_game.match.state, seat).to_move, "mine": live_game.may_act(seat)}


def when(state: State, seat: str) -> Plain:
    """Turn, dates and phase; of a phase that is another side's secret only what all may know."""
    result = game_view(state.game).when(known(state, seat))
    return result | {"phase": due(state, seat).purpose} if is_hidden(state, seat) else result


def asked(state: State, seat: str) -> Plain:
    """What is to be done now, and by which clause."""
    _, purpose, clause = due(state, seat)
    book = state.game.rulebook
    return {
        "clause": clause,
        "purpose": purpose,
        "rule": None if clause is None else book[clause].text if clause in book else "",
    }


def over(state: State) -> dict[str, str] | None:
    end = state.outcome()
    return end._asdict() if end and state.to_move is None else None


def claimed(live_game: LiveGame) -> Plain:
    """The end of a game that was claimed on time; nothing if it was not."""
    if live_game.claim is None:
        return {}
    return {"to_move": None, "over": {"winner": live_game.claim.winner, "level": ON_TIME, "clause": ""}}


class Legal(TypedDict):
    """The choices of a position."""

    verbs: list[str]
    plain: list[str]
    units: dict[str, list[str]]
    by_verb: dict[str, dict[str, list[str]]]
    count: int


def legal(choices: Choices | None) -> Legal:
    """The choices: by unit and hex where they have both or a hex, else in full."""
    if choices is None:
        return {"verbs": [], "plain": [], "units": {}, "by_verb": {}, "count": 0}
    plain, verbs, by_verb = [], dict[str, None](), dict[str, dict[str, list[str]]]()
    for pick, subject, places in choices.groups:
        verbs.setdefault(subject.verb if pick is None else pick.verb.verb)
        if pick is None:
            plain.append(str(subject))
        elif pick.has_hex:
            by_verb.setdefault(pick.verb.verb, {})[pick.names[subject]] = choices._state.grid.names(places)
        else:
            plain.append(f"{pick.verb.verb} {pick.names[subject]}")
    return {
        "verbs": list(verbs),
        "plain": plain,
        "units": choices.by_unit(),
        "by_verb": by_verb,
        "count": len(choices),
    }


def ending(state: State) -> Plain | None:
    """Why the phase cannot be ended now, and the units concerned; `None`: it can."""
    if DONE in state.legal_actions():
        return None
    if not isinstance(state.step, Phase):
        return {
            "because": f"decide first: {state.step.label or state.purpose}",
            "clause": state.step.clause,
            "units": [],
        }
    ruling = next(iter(state.why_not(DONE)), None)
    return ruling and {"because": ruling.because, "clause": ruling.clause, "units": list(ruling.units)}


def guided(
    state: State, seat: str, scenario: str, phase: str, verbs: list[str], combat: PlainView | None
) -> str | None:
    """The step of the game's guide that fits the decision, by its id."""
    kind = str((combat or {}).get("kind", ""))
    inner = state.waiting_step()[1].within(state)
    guide = (state if inner is None else inner).game.guide
    step = guide.at(moment(seat, scenario, phase, state.purpose, verbs, kind))
    return step.id if step else None


def fight(state: State, seat: str) -> Plain | None:
    """The fight under way; after the die with the sum it was rolled on, as units may have fallen since."""
    sums = game_view(state.game).fight
    result = sums(known(state, seat))
    if result is None or not result["result"]:
        return result
    before = deepcopy(state)
    for _ in range(min(FIGHT, len(before.actions))):
        before.pop()
        rolled = sums(known(before, seat))
        if rolled is None or not rolled["result"]:
            return (
                result if rolled is None else {**rolled, "fire": result["fire"], "result": result["result"]}
            )
    return result


# ---------------------------------------------------------------- what happened


def log(match: Stored, seat: str, first: int | None = None, state: State | None = None) -> list[LogEntry]:
    """The last lines of the game (up to an earlier `state` of it), or those from a number on, as far as a
    seat may know.
    """
    state = state or match.state
    start = max(len(state.actions) - LOG, 0) if first is None else first - 1
    return [
        {"seq": row["seq"], "by": row["by"], "do": row["do"], "words": row["words"]}
        for row in entries_seen(match, state, seat, start)
    ]


def entries_seen(match: Stored, state: State, seat: str, start: int) -> list[Entry]:
    """What happened from an action on: in words, and every fact that has changed, as the seat could see it
    when it happened.

    What all may know is told to one after another; it is made once.
    """
    key, now = (start, state.version), state is match.state
    if now and match.last_entries is not None and match.last_entries[0] == key:
        return match.last_entries[1]
    narrator = Narrator(state.game)
    first = max(narrator.opening(state.actions, start), match.base) if start < len(state.actions) else start
    narrator.remember(state, first)
    lines = [match.line_of(number) for number in range(first, len(state.actions))]
    between = interludes(
        match._lines, match.standing, match.standing[first] if lines else len(match._lines), seat
    )
    rows: list[Entry] = []
    for number, (line, seen) in enumerate(
        zip(lines, state.events_seen_by(seat, first), strict=True), first + 1
    ):
        was_sealed = line.get("to", seat) != seat
        hidden = match.secret and was_sealed
        events, do = ([], None) if hidden else (seen, line["do"])
        sentences = [*narrator.describe(line["by"], do, events), *between.get(number, ())]
        if was_sealed and do and not sentences:
            sentences.append(narrator.opened(state, line["by"], do))
        narrator.follow(state, number - 1)
        words = [msgspec.to_builtins(one) for one in sentences]
        changes = [
            (event.fact, event.key, event.new)
            for event in events
            if event.fact not in NO_VIEW and not is_bookkeeping(event.fact)
        ]
        rows.append({"seq": number, "by": line["by"], "do": do, "words": words, "changes": changes})
    rows = rows[start - first :]
    if now and _all_may_know(state, start, lines):
        match.last_entries = (key, rows)
    return rows


def _all_may_know(state: State, start: int, lines: Sequence[Line]) -> bool:
    entries = state.journal[state.marks[start] :] if start < len(state.marks) else []
    return (
        not any("to" in line for line in lines)
        and state.hidden.isdisjoint(entry[0] for entry in entries)
        and all(entry[3].to is None for entry in entries if entry[0] == LOG_FACT)
    )


def stream_message(live_game: LiveGame, seat: str, first: int) -> Plain:
    """What a stream tells a seat of the actions from `first` on: the changes of its view, and whose move it
    is now.
    """
    return {
        "events": entries_seen(live_game.match, live_game.match.state, seat, first),
        **turn_of(live_game, seat),
    }


def story_start(match: Stored, seat: str, since: int | None) -> int:
    """The first action a story from an action on must tell, so that no act begins in the middle; `None`:
    since the seat acted.
    """
    count = len(match.state.actions)
    since = last_own(match, seat) if since is None else since
    if since > count:
        raise GrognardError(f"the game has {count} actions; no story begins after {since}")
    if since < match.base:
        return since  # what came before is not in memory: the whole record is read, and asked again
    opening = Narrator(match.game).opening(match.state.actions, since) if since < count else since
    return max(opening, count - MAX_STORY)


def story(match: Stored, seat: str, since: int | None, whole: bool = False) -> Plain:
    """What happened from an action on, as the acts a player would tell, with the actions each of them
    covers.
    """
    since, count = story_start(match, seat, since), len(match.state.actions)
    rows = entries_seen(match, match.state, seat, since)
    sentences = [(row["seq"], row["by"], msgspec.convert(row["words"], list[Sentence])) for row in rows]
    result = acts(sentences, most=MAX_STORY if whole else MAX_ACTS)
    trace_moves(match.state, seat, result)
    return {"since": since, "until": count, "acts": [msgspec.to_builtins(act) for act in result]}


def trace_moves(state: State, seat: str, told_acts: list[Act]) -> None:
    """Adds the hexes of each move, as the rules find them on the position before it, where the sentence does
    not say them.
    """
    steps = {step.at: step for act in told_acts for step in act.moves if step.origin and not step.path}
    wanted = sorted(steps, reverse=True)[:MAX_TRACED]
    if not wanted or state.game.judge is None:
        return
    before = deepcopy(state)
    while before.actions and len(before.actions) >= wanted[-1]:
        number, action = len(before.actions), before.actions[-1]
        before.pop()
        if number in steps:
            path = known_figures(before, seat, action).get("path", ())
            steps[number].path = list(path) if isinstance(path, list | tuple) else []


def last_own(match: Stored, seat: str) -> int:
    """The number of the last action of a seat, as far as the match remembers; of a spectator, the last action
    of all.
    """
    if seat not in match.state.sides:
        return len(match.state.actions)
    numbers = range(len(match.state.actions), match.base, -1)
    return next((number for number in numbers if match.line_of(number - 1)["by"] == seat), match.base)


# ---------------------------------------------------------------- questions


def judge(live_game: LiveGame, seat: str, text: str) -> Plain:
    """The verdict on an action of this seat: on its own move by the rules, at any other time with the figures
    alone.
    """
    state = live_game.match.state
    action = state.game.parse(text)
    if rulings := live_game.objections(seat):
        result = [{"clause": r.clause, "because": r.because} for r in rulings]
        return {
            "legal": False,
            "rulings": result,
            "figures": known_figures(state, seat, action),
            "nearest": None,
        }
    judgment = verdict(known(state, seat), text)
    return {
        "legal": judgment["legal"],
        "rulings": judgment["rulings"],
        "figures": judgment["figures"],
        "nearest": judgment["instead"],
    }
