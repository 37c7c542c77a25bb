"""Runs the page tests. What fails beside others is run once more alone: a second failure is a failure, and what
passes then is named, for it is shaky and wants looking at.
"""

from __future__ import annotations

import subprocess
import sys

PAGE = [sys.executable, "-m", "pytest", "-q", "-m", "browser and not nightly", *sys.argv[1:]]
FAILED = 1  # what pytest says if tests failed, and nothing worse happened


def main() -> int:
    first = subprocess.run([*PAGE, "-n", "2", "--dist", "loadfile"], check=False).returncode
    if first != FAILED:
        return first
    print("once more, alone, what failed beside others:", flush=True)
    again = subprocess.run([*PAGE, "-vv", "--last-failed", "--last-failed-no-failures", "none"], check=False)
    if again.returncode == 0:
        print("SHAKY: the tests above failed beside others and passed alone. Find out why.", flush=True)
    return again.returncode


if __name__ == "__main__":
    sys.exit(main())
