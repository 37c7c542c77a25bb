"""Small charts as SVG, for reports that need nothing but a browser. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core import svg

from .numbers import Interval

WIDTH, ROW, LEFT = 640, 26, 220
INK, BAR, SOFT = "#2b2a26", "#3f6f8f", "#c9d6de"


def _picture(height: float, parts: Sequence[str], title: str) -> str:
    look: dict[str, svg.Attribute] = {
        "role": "img",
        "aria_label": title,
        "font_family": "sans-serif",
        "font_size": 13,
    }
    return svg.picture((0, 0, WIDTH, round(height)), svg.title(title), *parts, **look)


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return svg.text(x, y, words, text_anchor=anchor, fill=INK)


def _bar(x: float, y: float, width: float, height: float, colour: str) -> str:
    return svg.element("rect", x=x, y=y, width=max(width, 0), height=height, fill=colour)


def intervals(
    rows: Mapping[str, Interval], title: str, low: float = 0.0, high: float = 1.0, form: str = ".1%"
) -> str:
    """A dot and its 95 % interval for each row; `form` is how a value is written."""
    span = WIDTH - LEFT - 90
    scale = span / ((high - low) or 1)

    def at(value: float) -> float:
        return LEFT + (min(max(value, low), high) - low) * scale

    parts = []
    for i, (name, one) in enumerate(rows.items()):
        y = 30 + i * ROW
        parts += [
            _text(LEFT - 10, y + 4, name, "end"),
            _bar(at(low), y - 1, span, 1, SOFT),
            _bar(at(one.low), y - 3, at(one.high) - at(one.low), 6, BAR),
            svg.element(
                "circle", svg.title(f"{name}: {one.words(form)}"), cx=at(one.value), cy=y, r=5, fill=INK
            ),
            _text(LEFT + span + 8, y + 4, f"{one.value:{form}}"),
        ]
    bottom = 30 + len(rows) * ROW
    for mark in (low, (low + high) / 2, high):
        parts.append(
            _text(at(mark), bottom + 6, f"{mark:.0%}" if form.endswith("%") else f"{mark:g}", "middle")
        )
    return _picture(bottom + 14, parts, title)


def bars(counts: Mapping[str, float], title: str, digits: int = 0) -> str:
    """A bar for each name."""
    most = max(counts.values(), default=0) or 1
    parts = []
    for i, (name, value) in enumerate(counts.items()):
        y = 12 + i * ROW
        length = (WIDTH - LEFT - 90) * value / most
        parts += [
            _text(LEFT - 10, y + 12, name, "end"),
            _bar(LEFT, y, length, 16, BAR),
            _text(LEFT + length + 8, y + 12, f"{value:.{digits}f}"),
        ]
    return _picture(20 + len(counts) * ROW, parts, title)


def columns(counts: Mapping[int, int], title: str) -> str:
    """How often each whole number came, gaps shown as gaps."""
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    most, step = max(counts.values()), min(60.0, (WIDTH - 40) / (high - low + 1))
    parts = []
    for value in range(low, high + 1):
        count, x = counts.get(value, 0), 20 + (value - low) * step
        tall = 150 * count / most
        parts += [
            _bar(x + 1, 170 - tall, step - 2, tall, BAR),
            _text(x + step / 2, 186, str(value), "middle"),
        ]
        if count:
            parts.append(_text(x + step / 2, 166 - tall, str(count), "middle"))
    return _picture(196, parts, title)
