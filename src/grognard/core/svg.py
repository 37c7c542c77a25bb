"""SVG as text: one element, a line of words, a whole picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Attribute = str | float | None
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


def element(tag: str, /, *children: str, **attributes: Attribute) -> str:
    """Return an element with what is within it.

    Underscores in names of attributes become hyphens, numbers have two decimals at most, and an attribute
    that is `None` is left out.

    >>> element("rect", x=0.5, y=2, stroke_width=1.25, fill="none", rx=None)
    '<rect x="0.5" y="2" stroke-width="1.25" fill="none"/>'
    """
    words = "".join(
        f' {name.replace("_", "-")}="{_written(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{words}>{''.join(children)}</{tag}>" if children else f"<{tag}{words}/>"


def text(x: float, y: float, words: str, **attributes: Attribute) -> str:
    return element("text", escape(words), x=x, y=y, **attributes)


def title(words: str) -> str:
    """What a browser shows of an element under the pointer."""
    return element("title", escape(words))


def polyline(tag: str, points: Iterable[tuple[float, float]], **attributes: Attribute) -> str:
    """A `polygon` or a `polyline` through some points."""
    return element(tag, points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), **attributes)


def picture(box: tuple[float, float, float, float], *children: str, **attributes: Attribute) -> str:
    """A whole picture, that shows a box of left, top, width and height."""
    view = " ".join(map(_written, box))
    return element("svg", *children, viewBox=view, **attributes)


def as_file(drawing: str) -> str:
    """A picture as a file of its own; within a page it needs no namespace."""
    return drawing.replace("<svg ", f'<svg xmlns="{SVG_NAMESPACE}" ', 1)


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{value:.2f}".rstrip("0").rstrip(".")
