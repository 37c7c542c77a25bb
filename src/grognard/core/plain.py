"""Plain data, as JSON and TOML hold it: the border where values have no types of ours yet. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Plain = dict[str, Any]  # an object of a file, a line or an answer
PlainView = Mapping[str, Any]  # the same, only to be read
