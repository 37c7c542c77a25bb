"""Reports as one HTML file."""

from __future__ import annotations

from grognard.core.html_page import page, table


def test_a_page_is_whole_and_its_title_is_text() -> None:
    made = page("Odds < 1", "<style>p{}</style>", ["<h1>A</h1>", "<p>B</p>"], "de")
    assert made.startswith('<!doctype html>\n<html lang="de"><head><meta charset="utf-8">')
    assert "<title>Odds &lt; 1</title><style>p{}</style></head>" in made
    assert made.endswith("<body>\n<h1>A</h1>\n<p>B</p>\n</body></html>\n")


def test_a_table_escapes_its_words_and_sets_numbers_to_the_right() -> None:
    assert table(["a", "b<"], [["x & y", 12345], [0.5, "z"]]) == (
        '<table><thead><tr><th scope="col">a</th><th scope="col">b&lt;</th></tr></thead>'
        '<tbody><tr><td>x &amp; y</td><td class="n">12,345</td></tr><tr><td>0.5</td><td>z</td></tr></tbody>'
        "</table>"
    )
