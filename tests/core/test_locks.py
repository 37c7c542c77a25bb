"""One process at a time changes a record: real processes, real locks, and none is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.core.files import alone_with

CODE = {
    "count": (
        """
import sys
from pathlib import Path
from grognard.core.files import alone_with
path = Path(sys.argv[1])
for _ in range(60):
    with alone_with(path):
        path.write_text(str(int(path.read_text("utf-8")) + 1), "utf-8")
"""
    ),
    "hold": (
        """
import sys, time
from grognard.core.files import alone_with
with alone_with(sys.argv[1]):
    print("held", flush=True)
    time.sleep(3600)
"""
    ),
}
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def start(code: str, path: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", CODE[code], str(path)]
    return subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)


def test_no_change_is_lost_between_processes(tmp_path: Path) -> None:
    """Each reads a number and writes the next one; the lock is made and removed all the time."""
    (path := tmp_path / "record.grog").write_text("0")
    for process in [start("count", path) for _ in range(4)]:
        assert process.wait(600) == 0
    assert path.read_text() == "240"
    assert [file.name for file in tmp_path.iterdir()] == ["record.grog"]


def test_a_process_that_is_killed_keeps_nobody_out(tmp_path: Path) -> None:
    holder = start("hold", tmp_path / "record.grog")
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    holder.kill()
    holder.wait(600)
    holder.stdout.close()
    with alone_with(tmp_path / "record.grog"):
        pass
    assert not list(tmp_path.iterdir())


def test_one_record_does_not_wait_for_another(tmp_path: Path) -> None:
    with alone_with(tmp_path / "a.grog"), alone_with(tmp_path / "b.grog"):
        pass


def test_a_link_and_its_record_have_one_lock(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "link.grog").symlink_to(tmp_path / "far" / "record.grog")
    with alone_with(tmp_path / "link.grog"):
        assert [file.name for file in (tmp_path / "far").iterdir()] == [".record.grog.lock"]


def test_a_folder_that_is_not_there_is_told_by_the_name_of_the_record(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, alone_with(tmp_path / "nowhere" / "a.grog"):
        pass
    assert (
        caught.value.filename == str(tmp_path / "nowhere" / "a.grog") and not (tmp_path / "nowhere").exists()
    )
