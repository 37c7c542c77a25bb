"""Files on the disk: locked, read whole, replaced at once, added to. Knows no record.

What is written reaches the disk before the function returns.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path

import msgspec

from .ruling import GrognardError

POLL_SECONDS = 0.02  # between two looks at a lock that another process holds


def secrets_file(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


@contextmanager
def alone_with(path: str | Path) -> Iterator[None]:
    """While this lasts no other process changes that record. The system ends the lock of a process that
    dies.
    """
    from filelock import FileLock  # only here: it takes a while, and most commands change no record

    real = Path(os.path.realpath(path))
    if not real.parent.is_dir():  # the lock would make it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    lock = FileLock(real.with_name(f".{real.name}.lock"), poll_interval=POLL_SECONDS)
    try:
        lock.acquire()
    except OSError as error:
        error.filename = str(path)  # not the name of the lock
        raise
    try:
        yield
    finally:
        if os.name == "posix":  # while it is held: a process that waits for this file makes a new one
            Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


def changed_meanwhile(path: Path) -> GrognardError:
    return GrognardError(f"{path} was changed by another program; nothing was written")


def append(path: Path, data: bytes, size: int | None) -> int:
    """Adds to a file that has that size still (`None`: any); gives the new one."""
    with alone_with(path), open(path, "r+b", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        if size is not None and end != size:
            raise changed_meanwhile(path)
        try:
            write_through(file, data)
        except OSError:
            file.truncate(end)  # half a line would spoil the record
            raise
        return end + len(data)


def replace(path: Path, data: bytes, private: bool = False) -> None:
    """Writes beside the file and puts the new one in its place; a link stays a link, and what is read-only
    stays as it is.
    """
    real = Path(os.path.realpath(path))
    fresh = real.with_name(real.name + ".new")
    try:
        if real.exists() and not os.access(real, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        with open(fresh, "wb", buffering=0, opener=_private if private else None) as file:
            write_through(file, data)
        if real.exists():
            shutil.copymode(real, fresh)
        os.replace(fresh, real)
    except OSError as error:
        error.filename = str(path)  # not the name of the file beside it
        raise


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def write_through(file: RawIOBase, data: bytes) -> None:
    """All of it, onto the disk."""
    while data:
        data = data[file.write(data) or 0 :]
    os.fsync(file.fileno())


def unfinished_tail(data: bytes) -> int:
    """How many bytes at the end of a record are a line whose writing was broken off; no player had been
    answered it.
    """
    return len(data) - data.rfind(b"\n") - 1


def remove_unfinished_line(path: str | Path, data: bytes) -> None:
    """Cuts the unfinished line off a file that is still what `data` says."""
    with alone_with(path), open(path, "r+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END) != len(data):
            raise changed_meanwhile(Path(path))
        file.truncate(len(data) - unfinished_tail(data))
        os.fsync(file.fileno())


def read_file(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise GrognardError(f"{str(path) or 'no file'}: {error.strerror}") from None


def read_secrets(path: Path) -> dict[str, str]:
    """The secrets of committed dice, by side."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (ValueError, RecursionError) as error:
        raise GrognardError(f"{path}: not the secrets of a game's dice ({error})") from None
