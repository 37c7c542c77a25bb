"""The examples in docstrings run, and every public class of the library reference has one."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import grognard

PACKAGE = Path(grognard.__file__).parent
REFERENCE = Path(__file__).parents[2] / "docs" / "reference.md"
MODULES = sorted(
    ".".join(("grognard", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text("utf-8") and path.parts[-2] != "skirmish"
)


class Finder(doctest.DocTestFinder):
    """Passes over values that cannot be looked at, such as the unknown facts of a view."""

    def _is_routine(self, obj: object) -> bool:
        return inspect.isroutine(obj)


def published(entry: str) -> list[type]:
    """The classes that one line of the reference shows."""
    try:
        module = import_module(entry)
    except ModuleNotFoundError:
        module_name, _, name = entry.rpartition(".")
        return [getattr(import_module(module_name), name)]
    own = [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == entry]
    return [one for one in own if not one.__name__.startswith("_")]


def entries() -> list[str]:
    lines = REFERENCE.read_text("utf-8").splitlines()
    return [line.removeprefix("::: ") for line in lines if line.startswith("::: ")]


CLASSES = [cls for entry in entries() for cls in published(entry)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    module = import_module(name)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    for test in Finder().find(module, name):
        runner.run(test)
    assert runner.tries, f"{name} has an example that no docstring holds"
    assert not runner.failures, f"examples of {name} do not give what they say; see the output"


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_public_class_has_an_example(cls: type) -> None:
    assert cls.__doc__ is not None and ">>> " in cls.__doc__


def test_the_reference_shows_the_classes_of_the_library() -> None:
    assert len(CLASSES) > 25 and len(MODULES) > 60
