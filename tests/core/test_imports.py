"""Imports point one way: faces to games, games to core; read from the syntax trees, without importing
anything.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
PACKAGE = SOURCE / "grognard"
GAME_VIEWS = ("play", "players", "web", "sheets", "study", "adapters")
HEAVY = ("click", "rich", "numpy", "litestar", "sqlalchemy")
FILES = sorted(PACKAGE.rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Every module a file names in an import, wherever it stands; relative ones made whole."""
    package = list(path.relative_to(SOURCE).parts[:-1])
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            whole = ".".join([*base, node.module] if node.module else base)
            found |= {whole, *(f"{whole}.{alias.name}" for alias in node.names)}
    return found


def area(module: str) -> tuple[str, ...]:
    """core, games/<game>, a face, or the package itself."""
    parts = module.split(".")
    if parts[0] != "grognard":
        return ("outside",)
    if len(parts) > 2 and parts[1] == "games":
        return ("games", parts[2])
    return (parts[1],) if len(parts) > 1 and parts[1] in ("core", "games", *GAME_VIEWS) else ("package",)


def test_there_is_something_to_read() -> None:
    """A test that finds no files would pass in silence."""
    areas = {area(module_of(path))[0] for path in FILES}
    assert {"core", "games", "package"} <= areas and len(FILES) > 20


@pytest.mark.parametrize(
    "path", [p for p in FILES if area(module_of(p))[0] in ("core", "games")], ids=module_of
)
def test_imports_point_one_way(path: Path) -> None:
    mine = area(module_of(path))
    for module in imports(path):
        other = area(module)
        if mine[0] == "core":
            assert other[0] not in ("games", *GAME_VIEWS), f"core imports {module}"
        if mine[0] == "games":
            assert other[0] not in GAME_VIEWS, f"a game imports the face {module}"
            assert other[0] != "games" or other == mine or len(mine) == 1, (
                f"{mine[1]} imports another game: {module}"
            )


@pytest.mark.parametrize(
    "path", [p for p in FILES if area(module_of(p))[0] in ("core", "package")], ids=module_of
)
def test_core_names_no_game(path: Path) -> None:
    """A game's name in the core would be a rule in the wrong place; only the list of games knows them."""
    names = [p.name for p in (PACKAGE / "games").iterdir() if p.is_dir() and p.name != "__pycache__"]
    code = ast.unparse(_without_docstrings(ast.parse(path.read_text("utf-8"))))
    found = [name for name in names if name in code or name.replace("_", "-") in code]
    assert not found or path == PACKAGE / "__init__.py"


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            body[0].value.value = ""
    return tree


def loaded_after(code: str) -> set[str]:
    run = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {code}; print(*sys.modules)",
    ]
    return set(subprocess.run(run, check=True, capture_output=True, text=True).stdout.split())


def test_importing_the_package_loads_no_game_and_nothing_heavy() -> None:
    modules = loaded_after("import grognard")
    assert "grognard" in modules
    assert not [m for m in modules if m.split(".")[0] in HEAVY or m.startswith("grognard.games")]


def test_loading_a_game_and_playing_loads_no_face_and_nothing_heavy() -> None:
    code = "import grognard; s = grognard.load('sword-beach').new(seed=1); s.push(s.legal_actions()[0])"
    modules = loaded_after(code)
    assert "grognard.games.sword_beach.sequence" in modules
    assert not [
        m
        for m in modules
        if m.split(".")[0] in HEAVY or m.startswith(tuple(f"grognard.{face}" for face in GAME_VIEWS))
    ]


# ---------------------------------------------------------------- docs/architecture.md

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
EVERY_GAME = "games/<game>"


def rooms() -> dict[str, str]:
    """What the page says of each folder."""
    found: dict[str, str] = {}
    folder = ""
    for line in PAGE.splitlines():
        if head := re.match(r"  (\S+)/\s|  (\S+)/$", line):
            folder = head[1] or head[2]
        found[folder] = found.get(folder, "") + line + "\n"
    return found


@pytest.mark.parametrize("folder", [folder for folder in rooms() if folder and folder != EVERY_GAME])
def test_the_architecture_page_names_every_module_and_no_other(folder: str) -> None:
    there = {path.stem for path in (PACKAGE / folder).glob("*.py")} - {"__init__"}
    said = rooms()[folder]
    names = set(re.findall(r"[a-z_]+", said + (rooms()[EVERY_GAME] if folder.startswith("games/") else "")))
    games = {path.name for path in (PACKAGE / "games").iterdir()}
    untold = {stem for stem in there - names if not stem.startswith("ask_")}
    assert not {stem for stem in untold if not any(stem.startswith(game) for game in games)}
    listed = re.findall(r"^    ([a-z_]+(?:, [a-z_]+)*)   ", said, re.MULTILINE)
    assert listed or not folder.startswith("games/")
    for name in (name for row in listed for name in row.split(", ")):
        assert name in there or (PACKAGE / folder / name).is_dir(), f"{folder} has no {name}"
