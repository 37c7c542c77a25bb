"""Node, and the checker in JavaScript run by it."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import grognard

HERE = Path(__file__).parent
CHECKER = Path(grognard.__file__).parent / "web" / "static" / "js" / "check"
VECTORS = HERE.parents[1] / "records" / "vectors.json"


def node() -> str:
    """The command; without one these tests are skipped, unless GROGNARD_NODE_REQUIRED is set."""
    found = shutil.which("node") or shutil.which("nodejs")
    if found is None:
        if os.environ.get("GROGNARD_NODE_REQUIRED"):
            pytest.fail("GROGNARD_NODE_REQUIRED is set, and there is no Node")
        pytest.skip("the checker in JavaScript is not tested: there is no Node")
    return found


def run(*words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "CHECKER": CHECKER.as_uri(), "VECTORS": str(VECTORS)}
    return subprocess.run(
        [node(), *words], capture_output=True, text=True, encoding="utf-8", env=env, check=False, **how
    )


def judge(files: Iterable[bytes]) -> list[dict[str, Any]]:
    """What the checker says of each of many files."""
    asked = "".join(base64.b64encode(data).decode() + "\n" for data in files)
    done = run(str(HERE / "judge.mjs"), input=asked)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]
