"""The code blocks of docs/add-a-game.md. `python -m tests.play.guide --write` fills them from the source of
`new-game`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from grognard.play.new_game import source_files

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
BLOCK = re.compile(r'^```(\w+) title="(.+?)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def blocks() -> dict[str, str]:
    """The files that the guide shows, by path."""
    return {path: text for _, path, text in BLOCK.findall(PAGE.read_text("utf-8"))}


def build(folder: Path) -> None:
    """Write the guide's files into a folder, and make its entry points known to a Python that has the folder
    on its path.
    """
    for path, text in blocks().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    announce(folder)


def announce(folder: Path) -> None:
    """Do for a folder on the path what an installer does with `pyproject.toml`: write down its entry
    points.
    """
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = [
        f"[{group}]\n" + "".join(f"{n} = {m}\n" for n, m in rows.items())
        for group, rows in project["entry-points"].items()
    ]
    info.joinpath("entry_points.txt").write_text("\n".join(lines))


def write() -> None:
    files = source_files()
    text = BLOCK.sub(
        lambda found: f'```{found[1]} title="{found[2]}"\n{files[found[2]]}```', PAGE.read_text("utf-8")
    )
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write()
