"""A table for two in the terminal: hot seat, or against plain computer players."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click
import msgspec

import grognard
from grognard.core.facts import CHANCE, Action
from grognard.core.game import NewGame
from grognard.core.record import REVEAL, ROLL, Match
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.players.seat import Seat, seated

from . import verdict
from .console import emit, json_option, pairs, say, wrap
from .describe import describe_entry, due, due_lines, paint_of, story_lines
from .files import (
    DICE,
    begin,
    enforcement_option,
    make_dice,
    open_record,
    option_option,
    rolls_itself,
)

HELP = """\
Write an action; `next` tells what can be done now, with examples
  ?  or  ? UNIT   what is legal, for all or for one unit
  why ACTION      the verdict on an action, with clauses and figures
  show            the position           next   what is to be done
  undo            take the last decision back (undo past-rolls: also when a roll has answered it)
  quit            leave the table"""


def listing(actions: Iterable[Action]) -> list[str]:
    """Actions by verb and subject, the hexes of each on as few lines as they need."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        *head, last = [action.verb, *map(str, msgspec.structs.astuple(action))]
        groups.setdefault(" ".join(head), []).append(last)
    result = []
    for subject, lasts in groups.items():
        first, *more = wrap(lasts, "", 90)
        result += [f"{subject}: {first}" if subject else first, *(f"    {line}" for line in more)]
    return result


class Table:
    """A game under way and who sits at it."""

    def __init__(self, match: Match, computers: Mapping[str, Seat], aside: bool = False) -> None:
        self.match, self.computers = match, computers
        self.aside = aside  # words go to stderr, apart from the answers

    def say(self, text: str) -> None:
        if self.aside:
            click.echo(text, err=True)
        else:
            say(text, paint_of(self.match.game))

    @property
    def people(self) -> list[str]:
        return [side for side in self.match.state.sides if side not in self.computers]

    @property
    def eyes(self) -> str | None:
        """Whose knowledge is shown: the only person's, or in a hot seat that of whoever is to move or moved
        last.
        """
        if not self.people or self.match.state.to_move is None:
            return None
        turns = [self.match.state.to_move, *(line.get("by") for line in reversed(self.match.lines))]
        return next((side for side in turns if side in self.people), self.people[0])

    def run(self) -> None:
        """Play until the game is over, a player quits or the input ends."""
        self.show()
        while self.match.state.to_move is not None:
            to_move = self.match.state.to_move
            if rolls_itself(self.match):
                self.carry_out(None)
            elif to_move in self.computers:
                self.carry_out(self.computers[to_move].choose(self.match.state))
            elif not self.ask():
                return self.say(f"left; the record is {self.match.path}" if self.match.path else "left")
        return self.say("\n".join(due_lines(due(self.match.state))))

    def carry_out(self, action: Action | str | None) -> None:
        """Carries an action out (none: the dice answer) and tells it as far as the table may know."""
        match, to = self.match, self.match.state.secret_to
        watching = self.people[0] if len(self.people) == 1 else None
        events = match.roll() if action is None else match.do(action)
        line = match.line_of(-1)
        hidden = to is not None and to in self.computers and bool(self.people)
        entry = describe_entry(
            match.state,
            {"by": line["by"]} if hidden else line,
            events.seen_by(match.state, watching) if watching else events,
        )
        if lines := story_lines(entry):
            self.say("\n".join(lines))

    def ask(self) -> bool:
        """One line of input; false at its end."""
        state, typed = self.match.state, self.match.dice_kind == "typed"
        text = self.read_line(f"{state.to_move}, {state.purpose} [{state.due_clause}]> ")
        if text is None or text.casefold() in ("quit", "exit", "q"):
            return False
        if typed and text.isdecimal() and state.to_move == CHANCE:
            text = f"roll {text}"
        try:
            self.answer(text)
        except IllegalAction as error:
            self.say("\n".join(["No:", *(f"  {ruling}" for ruling in error.rulings)]))
            if (other := verdict.instead(state, self.match.game.parse(text))) is not None:
                self.say(f"  instead: {other}")
        except GrognardError as error:
            self.say(f"No: {error}")
        return True

    def read_line(self, prompt: str) -> str | None:
        """A line from the keyboard, or from a pipe, which is then shown."""
        if sys.stdin.isatty() and not self.aside:
            try:
                return input(prompt).strip()
            except EOFError:
                return None
        text = sys.stdin.readline()
        self.say(prompt + text.strip())
        return text.strip() if text else None

    def answer(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        state = self.match.state
        match word.casefold():
            case "":
                return
            case "help" | "h":
                self.say(HELP)
            case "?":
                unit = state.game.vocabulary.same.get(rest.strip().casefold(), rest.strip())
                actions = [a for a in state.legal_actions() if not unit or unit in msgspec.structs.astuple(a)]
                self.say("\n".join(listing(actions)) or "nothing")
            case "why":
                self.say("\n".join(verdict.lines(verdict.verdict(state, rest))))
            case "show":
                self.show()
            case "next":
                self.say("\n".join(due_lines(due(state, self.eyes), self.match.dice_kind == "typed")))
            case "undo":
                self.undo(past_rolls=rest.strip() == "past-rolls")
            case _:
                self.carry_out(None if text.casefold() == "roll" else text)

    def undo(self, past_rolls: bool) -> None:
        """The last decision of a person; what computers did since goes back with it."""
        match, taken = self.match, list[Action]()
        by = match.actors
        mine = next((number for number in reversed(range(len(by))) if by[number] in self.people), None)
        if mine is None:
            raise GrognardError("there is nothing to take back")
        if not past_rolls and CHANCE in by[mine:]:
            raise GrognardError(
                "your last decision has been answered by a roll; undo past-rolls takes it back all the same"
            )
        while len(match.standing) > mine:
            taken += match.undo((ROLL, REVEAL) if past_rolls else ())
        self.say("\n".join(f"taken back: {action}" for action in taken))

    def show(self) -> None:
        game = self.match.game
        if game.screen:
            self.say(game.screen(self.match.state, self.eyes) + "\n")
        self.say("\n".join(due_lines(due(self.match.state, self.eyes), self.match.dice_kind == "typed")))


def _chosen(word: str, sides: Sequence[str]) -> list[tuple[str, str]]:
    """`german=plain` or `both` as sides with the player at each."""
    side, _, player = word.partition("=")
    return [
        (one, f"computer:{player}" if player else "computer")
        for one in (sides if side == "both" else (side,))
    ]


@click.command(short_help="Play in the terminal.")
@click.argument("game")
@click.argument("file", required=False)
@click.option(
    "--computer",
    "computers",
    multiple=True,
    metavar="SIDE[=PLAYER]",
    help="Side that the computer plays, or `both` (default: no side; see `players`).",
)
@click.option("--scenario", default="standard", show_default=True, help="Scenario to play.")
@click.option("--seed", help="Seed for seeded dice: the same seed gives the same rolls.")
@click.option("--dice", type=click.Choice(DICE), help="Kind of dice (default: committed by both sides).")
@option_option
@enforcement_option
@json_option
def play(
    game: str,
    file: str | None,
    computers: Sequence[str],
    scenario: str,
    seed: str | None,
    dice: str | None,
    options: Sequence[str],
    enforcement: str,
    as_json: bool,
) -> None:
    """Play in the terminal, hot-seat or against the computer.

    --computer german=plain names the player; german=plain:3:2 adds its strength (1 to 10) and its seconds per
    turn.

    With FILE the game is recorded there; a game that FILE already holds is continued.
    """
    rules = grognard.load(game)
    sides = rules.position.sides
    chosen = {side: player for word in computers for side, player in _chosen(word, sides)}
    if strange := set(chosen) - set(sides):
        raise GrognardError(
            f"the computer plays {', '.join(sides)} or both, not {', '.join(sorted(strange))}"
        )
    if file and Path(file).exists():
        match = open_record(file)
        if match.game is not rules:
            raise GrognardError(f"{file} is a record of {match.game.name}, not of {game}")
    else:
        source, chosen_options = make_dice(rules, dice, seed, {}), pairs(options, "an option")
        how = NewGame(options=chosen_options, enforcement=enforcement, dice=source)
        match = begin(rules, file, False, scenario, **how)
    seats = {
        side: seated(player, game, side, seed or secrets.token_hex(8)) for side, player in chosen.items()
    }
    table = Table(match, seats, aside=as_json)
    table.say("help tells what can be written here\n")
    table.run()
    if as_json:
        emit({"file": file, "actions": len(match.state.actions), "next": due(match.state)})
