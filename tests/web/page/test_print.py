"""The HTML sheets as a browser prints them: they fit on as many sheets of paper as their PDF."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import sheets

from .screen import PATIENCE

BTR = grognard.load("beyond-the-rhine")


@pytest.mark.parametrize(
    ("name", "given", "count"),
    [("turn", {"date": "3", "until": "6"}, 4), ("charts", {}, 4), ("record", {}, 2), ("arrivals", {}, 4)],
)
def test_a_sheet_prints_on_so_many_pages(
    chromium: Any, tmp_path: Path, name: str, given: dict[str, str], count: int
) -> None:
    document = sheets.make(BTR, name, given)
    file = tmp_path / "sheet.html"
    file.write_text(sheets.html(document), "utf-8")
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(file.as_uri())
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    page.close()
    pages = [len(re.findall(rb"/Type\s*/Page\b", pdf)) for pdf in (printed, sheets.pdf(document))]
    assert pages == [count, count]
