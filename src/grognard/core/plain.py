"""Plain data, as JSON and TOML hold it: the border where values have no types of ours yet. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping

Plain = dict[str, object]  # an object of a file, a line or an answer
PlainView = Mapping[str, object]  # the same, only to be read
