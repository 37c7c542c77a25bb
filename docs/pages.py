"""Writes the pages that are made from data: the clauses, the options and the guide of every game."""

from __future__ import annotations

from pathlib import Path

import grognard

HERE = Path(__file__).parent / "games"
SIGN = {
    "document": "document",
    "document (repaired)": "document, repaired",
    "series": "series",
    "history": "history",
    "reconstruction": "**reconstruction**",
}


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def clauses(name: str) -> str:
    game = grognard.load(name)
    book = game.rulebook
    done = sum(book.implemented(id_) for id_ in book)
    tested = sum(bool(book.tests(id_)) for id_ in book)
    lines = [
        f"# {game.title}: every clause",
        "",
        f"{len(book)} clauses, {done} carried out or descriptive, {tested} shown by a test.",
        "",
    ]
    chapter = ""
    for clause in book.values():
        if clause.chapter != chapter:
            chapter = clause.chapter
            lines += [
                "",
                f"## {chapter}",
                "",
                "| Id | Rule | Source | Where | Tests |",
                "|---|---|---|---|---|",
            ]
        code = (
            ", ".join(f"`{place}`" for place in book.carried[clause.id].code[:2])
            if clause.id in book.carried
            else ""
        )
        kind = "" if clause.kind == "rule" else f" *({clause.kind})*"
        lines.append(
            f"| {clause.id} | {cell(clause.text)}{kind} | {SIGN[clause.provenance]} | {cell(code)} |"
            f" {len(book.tests(clause.id))} |"
        )
    return "\n".join(lines) + "\n"


def options(name: str) -> str:
    game = grognard.load(name)
    lines = [
        f"# {game.title}: options and readings",
        "",
        "Agreed before play; the record stores what was chosen.",
        "",
    ]
    lines += ["| Option | Clause | Default | Values |", "|---|---|---|---|"]
    for r in game.readings:
        values = "; ".join(f"`{value}`: {cell(words)}" for value, words in r.values.items())
        lines.append(
            f"| `{r.name}` | {r.clause} |"
            f" `{str(r.default).lower() if isinstance(r.default, bool) else r.default}` | {values} |"
        )
    return "\n".join(lines) + "\n"


def ten_minutes(name: str) -> str:
    game = grognard.load(name)
    lines = [f"# {game.title} in ten minutes", ""]
    for part in game.guide.section:
        lines += [f"## {part.title}", ""]
        lines += [f"![{part.caption}](../screens/{part.picture}.jpg)", ""] if part.picture else []
        lines += [line for text in part.text for line in (text, "")]
    lines += ["## How to read the counters", ""]
    for counter in game.guide.counter:
        lines += [f"**{counter.title}**", "", "| Figure | Meaning |", "|---|---|"]
        lines += [f"| {cell(figure.figure)} | {cell(figure.meaning)} |" for figure in counter.figures] + [""]
    lines += ["## Every decision, in order", ""]
    for step in game.guide.step:
        good = f" *A good choice:* {step.good}" if step.good else ""
        lines += [f"### {step.title}", "", f"{step.do} *Why:* {step.why}{good}", ""]
    return "\n".join(lines)


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name in grognard.GAMES:
        (HERE / f"{name}-clauses.md").write_text(clauses(name))
        (HERE / f"{name}-options.md").write_text(options(name))
        (HERE / f"{name}-in-ten-minutes.md").write_text(ten_minutes(name))


if __name__ == "__main__":
    main()
