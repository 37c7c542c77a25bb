"""Writes which code and tests carry each clause into the package, whenever it is built or installed from the
tree.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CoverageHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        tool = Path(self.root, "tests", "coverage.py")
        if tool.is_file():  # a source archive without the tests carries the files already
            runpy.run_path(str(tool))["write"]()
