"""Cases of a test in which a clause refuses an action: one line each."""

from __future__ import annotations

from typing import Any

import pytest


def refused_by(clause: str, *values: Any, id: str | None = None) -> Any:  # noqa: A002  (as pytest calls it)
    """A case of `parametrize` that fails unless a refusal cites the clause; the clause is the first value of
    the case.
    """
    words = [value for value in values if isinstance(value, str)]
    return pytest.param(
        clause, *values, marks=pytest.mark.refuses(clause), id=id or " ".join([clause, *words])
    )
