"""Records and position files as the command line opens, begins, changes and keeps them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Unpack

import click

import grognard
from grognard.core.chance import Committed, Dice, Seeded, Typed
from grognard.core.data import parse
from grognard.core.due import due
from grognard.core.facts import CHANCE, UNKNOWN
from grognard.core.files import alone_with, read_file, secrets_file
from grognard.core.game import Game, NewGame
from grognard.core.lines import DamagedRecord, Line, read_lines
from grognard.core.notation import read_position
from grognard.core.reading import Findings, check_copy, check_head, is_sealed, replay
from grognard.core.record import Match
from grognard.core.ruling import GrognardError, Ruling
from grognard.core.state import ENFORCEMENT, State

DICE = ("seeded", "committed", "typed")


# ---------------------------------------------------------------- opening


def open_record(path: str | Path, data: bytes | None = None) -> Match:
    """A game from its file, checked from the first line to the last; what is wrong is told with the line."""
    try:
        data = read_file(path) if data is None else data
        lines = read_lines(data)
        match = replay(game_named(check_head(lines)), lines, Path(path))
        match.size = len(data)
        return match
    except DamagedRecord as error:
        words = (
            "a position, which is not a record: it can be shown and judged, not played on"
            if _is_toml(data)
            else str(error)
        )
        raise GrognardError(f"{path}: {words}") from None
    except (
        KeyError,
        TypeError,
        AttributeError,
    ) as error:  # a line of JSON that says something else altogether
        raise GrognardError(f"{path}: not a record that can be played again ({error!r})") from None


def check_record(path: str | Path) -> Findings:
    """What the check of a record, or of a side's copy of one, shows."""
    data = read_file(path)
    with suppress(DamagedRecord):  # a file that is no record is named below
        if is_sealed(lines := read_lines(data)):
            return _check_copy(path, lines)
    result = open_record(path, data).findings
    assert result is not None
    return result


def _check_copy(path: str | Path, lines: list[Line]) -> Findings:
    try:
        return check_copy(lines)
    except DamagedRecord as error:
        raise GrognardError(f"{path}: {error}") from None


def _is_toml(data: bytes | None) -> bool:
    try:
        return bool(data and parse(data.decode("utf-8")))
    except (UnicodeDecodeError, GrognardError):
        return False


def open_state(path: str | Path) -> tuple[State, Match | None]:
    """The position of a record, or of a position file, which has no history."""
    data = read_file(path)
    if data.lstrip()[:1] in (b"{", b""):
        match = open_record(path, data)
        return match.state, match
    return read_toml(path, data), None


def read_toml(path: str | Path, data: bytes) -> State:
    try:
        text = data.decode("utf-8")
        name = parse(text).get("game", next(iter(grognard.GAMES)))
    except (UnicodeDecodeError, GrognardError) as error:
        raise GrognardError(f"{path}: neither a record nor a position file ({error})") from None
    try:
        return read_position(game_named(name), text)
    except GrognardError as error:
        raise GrognardError(f"{path}: {error}") from None


def game_named(name: object) -> Game:
    return grognard.load(str(name))


@contextmanager
def changing(path: str | Path) -> Iterator[Match]:
    """A record whose changes reach the file all together or, after a refusal, not at all."""
    read_file(path)  # which says so if there is none
    with alone_with(path):
        before = read_file(path)
        match = open_record(path, before)
        match.path = None
        yield match
        if read_file(path) != before:  # by a program that does not ask first
            raise GrognardError(f"{path} was changed by another program; nothing was written")
        match.save(path)


# ---------------------------------------------------------------- beginning


# what the commands that begin a game have in common
option_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Optional rule or interpretation (see `options`).",
)
enforcement_option = click.option(
    "--enforcement",
    type=click.Choice(ENFORCEMENT),
    default=ENFORCEMENT[0],
    show_default=True,
    help="Rules enforcement.",
)


def begin(game: Game, path: str | Path | None, force: bool, scenario: str, **how: Unpack[NewGame]) -> Match:
    """A new record in its file; an old one is not written over unless that is meant."""
    try:
        game.agree(how.get("options"))
    except GrognardError as error:
        error.add_note(f"grognard options {game.name} lists them all")
        raise
    match = Match.begin(game, scenario, **how)
    if path is not None:
        with alone_with(path):
            refuse_overwriting(path, force)
            secrets_file(Path(path)).unlink(missing_ok=True)
            match.save(path)
    return match


def refuse_overwriting(path: str | Path, force: bool) -> None:
    if not force and Path(path).exists():
        raise GrognardError(f"{path} exists; --force writes over it")


def refuse_itself(file: str | Path, out: str | Path) -> None:
    """What is made from a record does not take its place."""
    if Path(out).exists() and Path(out).samefile(file):
        raise GrognardError(f"{out} is the record itself; write to another file")


def make_dice(game: Game, kind: str | None, seed: str | None, phrases: Mapping[str, str]) -> Dice:
    """The dice of a new game: committed unless a seed or a kind says otherwise."""
    kind = kind or ("seeded" if seed is not None else "committed")
    if seed is not None and kind != "seeded":
        raise GrognardError(f"a seed goes with seeded dice, not with {kind} ones")
    if phrases and kind != "committed":
        raise GrognardError(f"a phrase goes with committed dice, not with {kind} ones")
    if strange := set(phrases) - set(game.position.sides):
        raise GrognardError(
            f"there is no side {', '.join(sorted(strange))}; there is {', '.join(game.position.sides)}"
        )
    if kind == "typed":
        return Typed()
    return (
        Seeded(secrets.token_hex(16) if seed is None else seed)
        if kind == "seeded"
        else Committed.fresh(game.position.sides, phrases)
    )


def side_of(state: State, side: str | None) -> str | None:
    """A side by its name, or a refusal that names them."""
    if side is not None and side not in state.sides:
        raise GrognardError(f"there is no side {side!r}; there is {', '.join(state.sides)}")
    return side


def known_position(state: State, side: str) -> State:
    """What a side knows of a position as a position of its own: whatever is hidden from it is as at the
    start.
    """
    seen = state.copy()
    for name in state.hidden:
        field, value = state.fields[name], state.__dict__[name]
        if name in state.columns:
            known = field.known_to(state, side, value, UNKNOWN)
            seen.__dict__[name] = [
                field.start[key] if one is UNKNOWN else one for key, one in enumerate(known)
            ]
        elif field.is_seen(state, side, -1):
            seen.__dict__[name] = field.known_to(state, side)
        else:
            seen.__dict__[name] = field.start
    seen.derive()
    return seen


def not_its_move(state: State, side: str) -> Ruling | None:
    """Why a side has nothing to choose now; dice are rolled by a side that may see them."""
    if state.to_move is None:
        end = state.outcome()
        return Ruling(end.clause if end else "", "the game is over")
    if state.to_move == side or (state.to_move == CHANCE and state.secret_to in (None, side)):
        return None
    to_move, purpose, clause = due(state, side)
    return Ruling(clause or "", f"it is not the move of {side}: {to_move} is to act ({purpose})")


# ---------------------------------------------------------------- dice at hand


def rolls_itself(match: Match) -> bool:
    """Whether chance is due and the game's own dice can answer for it."""
    if match.state.to_move != CHANCE or match.dice_kind == "typed":
        return False
    require_dice(match)
    return True


def require_dice(match: Match) -> None:
    if match.state.to_move == CHANCE and match.state.dice is None:
        raise GrognardError(
            "the dice of this game are committed and their secrets are not here (the .secret file beside it)"
        )


# ---------------------------------------------------------------- comparing


def compare(lines: list[Line], old: list[Line]) -> None:
    """Refuses a record that does not go on from an older copy of itself, naming the first line that
    differs.
    """
    for number, before in enumerate(old, 1):
        if number > len(lines):
            raise GrognardError(f"line {number} of the copy is missing from the record")
        now = lines[number - 1]
        if wrong := [name for name, value in before.items() if now.get(name) != value]:
            raise GrognardError(f"line {number} differs from the copy: {', '.join(wrong)}")
