"""Reports as one HTML file that needs nothing but a browser. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def page(title: str, look: str, parts: Iterable[str], language: str = "en") -> str:
    """A page of its own; its `look` is HTML for the head, its parts for the body."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"{look}</head>\n<body>\n{body}\n</body></html>\n"
    )


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table; whole numbers stand to the right, with commas between thousands."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cell(cell: object) -> str:
    return f'<td class="n">{cell:,}</td>' if isinstance(cell, int) else f"<td>{escape(str(cell))}</td>"
