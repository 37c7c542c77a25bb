"""Reading a game's data files, and letting a player replace them by their own. Knows no game."""

from __future__ import annotations

import os
import re
import tomllib
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

from .plain import Plain, PlainView
from .ruling import GrognardError
from .shape import first_fault

PROVENANCES = ("document", "document (repaired)", "series", "history", "reconstruction")


def override(game: str, name: str) -> Path | None:
    """A player's own copy of a data file: `$GROGNARD_DATA/<game>/<name>`, if there is one."""
    folder = os.environ.get("GROGNARD_DATA")
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise GrognardError(f"GROGNARD_DATA is {folder!r}, which is not a folder")
    path = Path(folder) / game / name
    return path if path.exists() else None


def check_names(package: str, game: str) -> None:
    """Refuses a file under `$GROGNARD_DATA/<game>` whose name is not one of the game's: no rule would read
    it.
    """
    own = Path(os.environ.get("GROGNARD_DATA") or "") / game
    if not os.environ.get("GROGNARD_DATA") or not own.is_dir():
        return
    for path in sorted((*own.glob("*.toml"), *own.glob("*/*.toml"))):
        part = path.parent.relative_to(own)  # a folder there holds the files of a sub-package
        data = resources.files(package).joinpath(*part.parts, "data")
        known = sorted(entry.name for entry in data.iterdir()) if data.is_dir() else []
        if path.name not in known:
            hint = f"there is {', '.join(known)}" if known else f"it has no part {part.name!r}"
            raise GrognardError(f"{path} is not a data file of {game}; {hint}")


def parse(text: str) -> Plain:
    """TOML that a player wrote: syntax errors, deep nesting and numbers that cannot be printed are bad input.

    Size and keys are checked first, because the parser takes the square of a dotted key's length.
    """
    check_text(text)
    return _loads(text)


def _loads(text: str) -> Plain:
    try:
        result = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GrognardError(str(error)) from None
    except RecursionError:
        raise GrognardError(TOO_DEEP) from None
    except ValueError:  # Python does not read a whole number of more than 4,300 digits
        raise GrognardError(TOO_LONG) from None
    _check_values(result)
    return result


MAX_TEXT = 1_000_000  # characters
MAX_DEPTH = 32  # tables within tables; dotted keys nest without the parser's own limit
MAX_BITS = 14_000  # of a whole number: 4,215 digits, which Python still prints
TOO_DEEP = f"tables are nested more than {MAX_DEPTH} deep"
TOO_LONG = "a whole number has more than 4,200 digits"
QUOTES = ("'", '"')

_TOKENS = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|'  # one or two quotes may stand before the three that close it
    r"'''.*?'{3,5}|"
    r'"(?:[^"\\\n]|\\.)*"|'
    r"'[^'\n]*'|#[^\n]*|[ \t]+|\.|[\w+-]+|.",
    re.DOTALL,
)


def check_text(text: str) -> None:
    """Refuse TOML that is too large, or has a key of too many parts, before it is parsed."""
    if len(text) > MAX_TEXT:
        raise GrognardError(f"the text has {len(text):,} characters; the most is {MAX_TEXT:,}")
    # A dotted key stands in one line, so nearly every text is done with here.
    if any(line.count(".") >= MAX_DEPTH for line in text.split("\n")) and _longest_key(text) > MAX_DEPTH:
        raise GrognardError(TOO_DEEP)


def _longest_key(text: str) -> int:
    """The parts of the longest dotted key, at least; strings and comments do not count. Stops past the
    limit.
    """
    longest = parts = 0
    joined = False  # the last thing was a dot
    for token in _TOKENS.finditer(text):
        part = token.group()
        if part == ".":
            joined = True
        elif part in QUOTES:
            raise GrognardError("a string is not closed")  # or what follows it would be parsed unchecked
        elif part[0] in " \t":
            continue
        else:
            parts = parts + 1 if joined else 1
            joined, longest = False, max(longest, parts)
            if longest > MAX_DEPTH:
                break
    return longest


def _check_values(tree: Plain) -> None:
    level: list[Plain | list[object]] = [tree]
    for _ in range(MAX_DEPTH):
        inside = [one for value in level for one in (value.values() if isinstance(value, dict) else value)]
        if any(isinstance(one, int) and one.bit_length() > MAX_BITS for one in inside):
            raise GrognardError(TOO_LONG)
        level = [one for one in inside if isinstance(one, dict | list)]
        if not level:
            return
    raise GrognardError(TOO_DEEP)


def read(package: str, game: str, name: str) -> dict[str, Any]:
    """One TOML file of a game; the player's own copy wins over ours."""
    text = resources.files(package).joinpath("data", name).read_text("utf-8")
    own = override(game, name)
    return _loads(text) if own is None else _read_own(own, _loads(text))


WORDS_ONLY = (
    "about.toml",
    "guide.toml",
    "options.toml",
)  # files that explain a game and change nothing in it: no part of its digest


def digest(package: str, game: str) -> str:
    """16 digits for the data a game is played with: every file as it is read, without comments and empty
    lines.
    """
    result = sha256()
    folder = resources.files(package).joinpath("data")
    for entry in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda entry: entry.name):
        if entry.name.endswith(".toml") and entry.name not in WORDS_ONLY:
            text = (override(game, entry.name) or entry).read_text("utf-8")
            rows = [row for line in text.split("\n") if (row := line.strip()) and not row.startswith("#")]
            result.update("\n".join([entry.name, *rows, ""]).encode())
    return result.hexdigest()[:16]


def _read_own(path: Path, ours: PlainView) -> Plain:
    """A player's own file, which must hold what ours holds; refused with its name and the first key that is
    wrong.
    """
    try:
        result = parse(path.read_text("utf-8"))
    except (GrognardError, UnicodeDecodeError) as error:
        raise GrognardError(f"{path}: {error}") from None
    if fault := first_fault(result, ours):
        raise GrognardError(f"{path}: {fault}")
    IN_USE.append(path)
    return result


IN_USE: list[Path] = []  # the player's own files this process has read


def blame_own_data(error: Exception) -> GrognardError | None:
    """The refusal in place of an error of the rules where they work with a player's own figures; `None` where
    they do not.

    A refusal that names a file already is `None` too.
    """
    message = str(error)
    if not IN_USE or (isinstance(error, GrognardError) and os.environ.get("GROGNARD_DATA", "") in message):
        return None
    files = ", ".join(dict.fromkeys(map(str, IN_USE)))
    words = message if isinstance(error, GrognardError) else f"{type(error).__name__}: {message}"
    return GrognardError(f"{files}: the game cannot be played with these figures of your own ({words})")


def provenance(words: str) -> str:
    """The kind of source a longer provenance text begins with."""
    for kind in sorted(PROVENANCES, key=len, reverse=True):
        if words.startswith(kind):
            return kind
    raise GrognardError(f"{words!r} is not a provenance; one of {', '.join(PROVENANCES)}")
