"""Places in a module of rules that can be changed by one mutation, found in its syntax tree and changed in
its text.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from dataclasses import dataclass

COMPARE = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
BOOLEAN = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
ARITHMETIC = {ast.Add: (r"\+", "-"), ast.Sub: ("-", "+"), ast.Mult: (r"\*", "+")}
SETS = {ast.BitAnd: ("&", "|"), ast.BitOr: (r"\|", "&"), ast.BitXor: (r"\^", "|")}
KINDS = ("compare", "constant", "boolean", "arithmetic", "set", "not", "guard", "figure")

# Modules that draw or word what was decided elsewhere (map_builder.py draws a map file from geography), and
# conformance.py, which judges positions for the tests.
DISPLAY = {"picture.py", "screen.py", "narration.py", "map_builder.py", "conformance.py"}
# Calls whose arguments are the words of a log entry, an answer or an error.
WORDING = {"note", "format", "join", "GrognardError", "ValueError", "KeyError", "TypeError", "AssertionError"}
# Keywords that say how objects are stored, which refusals speak first, how something is shown, or where a
# list may stop looking (`open`, which the conformance suite compares with the list itself).
SETTINGS = {
    "maxsize",
    "frozen",
    "slots",
    "gc",
    "kw_only",
    "eq",
    "implied",
    "last",
    "words",
    "title",
    "note",
    "help",
    "strict",
    "open",
}
TYPE_NAME = re.compile(r"_?[A-Z][a-zA-Z]*[a-z][a-zA-Z]*")  # constants are in capitals throughout
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
Node = ast.AST


@dataclass(frozen=True)
class Site:
    """One change of one file: bytes `start` to `end` become `after`."""

    game: str
    path: str  # in the game's folder
    scope: str  # the function or table
    line: int
    kind: str
    start: int
    end: int
    before: str
    after: str
    id: str = ""

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


def identified(sites: list[Site], source: bytes) -> list[Site]:
    """The sites with an id that stays while their lines stay, wherever in the file these move."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for site in sites:
        key = (site.path, site.scope, site.kind, _lines(source, site), site.before, site.after)
        seen[key] += 1
        digest = hashlib.sha256("\0".join((*key, str(seen[key]))).encode()).hexdigest()[:8]
        found.append(Site(**{**vars(site), "id": f"{site.game}/{site.path}:{site.scope}:{digest}"}))
    return found


def _lines(source: bytes, site: Site) -> str:
    first, last = source.rfind(b"\n", 0, site.start) + 1, source.find(b"\n", site.end)
    return " ".join(source[first : last if last >= 0 else None].decode().split())


def python_sites(game: str, path: str, source: bytes) -> list[Site]:
    """Every mutation of a module; none of a module that only draws or words."""
    if path in DISPLAY:
        return []
    finder = _Finder(game, path, source)
    finder.visit(ast.parse(source))
    return identified(sorted(finder.sites, key=lambda site: (site.start, site.end, site.kind)), source)


class _Finder(ast.NodeVisitor):
    def __init__(self, game: str, path: str, source: bytes) -> None:
        self.game, self.path, self.source = game, path, source
        self.sites: list[Site] = []
        self.scope: list[str] = []
        self.offsets = [0]
        for line in source.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))

    # ------------------------------------------------------------ where we are

    def begin(self, node: Node) -> int:
        return self.offsets[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]

    def end(self, node: Node) -> int:
        return self.offsets[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def text(self, node: Node) -> str:
        return self.source[self.begin(node) : self.end(node)].decode()

    def add(self, kind: str, start: int, end: int, after: str) -> None:
        line = self.source.count(b"\n", 0, start) + 1
        before = self.source[start:end].decode()
        self.sites.append(
            Site(self.game, self.path, ".".join(self.scope), line, kind, start, end, before, after)
        )

    def between(self, kind: str, left: Node, right: Node, pattern: str, after: str) -> None:
        """Change the operator that stands between two operands; comments between them are passed over."""
        start, end = self.end(left), self.begin(right)
        gap = re.sub(rb"#[^\n]*", lambda m: b" " * len(m[0]), self.source[start:end])
        if found := re.search(pattern.encode(), gap):
            self.add(kind, start + found.start(), start + found.end(), after)

    # ------------------------------------------------------------ what decides nothing

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in ("__repr__", "__str__"):
            return
        self.scope.append(node.name)
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        for child in node.body:
            self.visit(child)
        self.scope.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.append(node.name)
        for child in node.body:
            self.visit(child)
        self.scope.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self._named(node.target, node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._named(node.targets[0], node.value)

    def _named(self, target: ast.expr, value: ast.expr) -> None:
        """A constant of a module or a class is a scope of its own; a name of a type decides nothing."""
        if isinstance(target, ast.Name) and TYPE_NAME.fullmatch(target.id):
            return
        inside = bool(self.scope) or not isinstance(target, ast.Name)
        self.scope += [] if inside else [target.id]  # type: ignore[attr-defined]
        self.visit(value)
        self.scope = self.scope if inside else self.scope[:-1]

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text with figures in it words what was decided elsewhere."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """An assertion only says what holds anyway."""

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in SETTINGS:
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "cast":
            return self.visit(node.args[1])
        if name == "isinstance":
            return self.visit(node.args[0])
        if name in ("min", "max") and len(node.args) > 1:
            start = self.end(node.func) - 3
            self.add("compare", start, start + 3, {"min": "max", "max": "min"}[name])
        self.visit(node.func)
        if name not in WORDING:
            for child in (*node.args, *node.keywords):
                self.visit(child)
        return None

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """A choice between two texts is wording; between two names it decides."""
        if not (_is_text(node.body) or _is_text(node.orelse)):
            self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if all(map(_is_note, node.body)) and not node.orelse:
            return  # it decides only whether the log says so
        if len(node.body) == 1 and isinstance(node.body[0], LEAVING) and not node.orelse:
            self._never(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            if not _binds(test):
                self.add("guard", self.begin(test), self.end(test), f"(True or ({self.text(test)}))")
        self.generic_visit(node)

    def _never(self, test: ast.expr) -> None:
        """Drop an early return: its condition is never met. One that binds a name is left, for the name would
        be missing.
        """
        if not _binds(test):
            self.add("guard", self.begin(test), self.end(test), f"False and ({self.text(test)})")

    # ------------------------------------------------------------ what decides

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, op, right in zip(operands, node.ops, operands[1:]):
            pattern, after = COMPARE[type(op)]
            self.between(
                "compare", left, right, rf"\b{pattern}\b" if pattern[0].isalpha() else pattern, after
            )
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        pattern, after = BOOLEAN[type(node.op)]
        for left, right in zip(node.values, node.values[1:]):
            self.between("boolean", left, right, rf"\b{pattern}\b", after)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.FloorDiv):  # rounded the other way
            after = f"-(-({self.text(node.left)}) // ({self.text(node.right)}))"
            self.add("arithmetic", self.begin(node), self.end(node), f"({after})")
        elif rule := ARITHMETIC.get(type(node.op)):
            if not (_is_sequence(node.left) or _is_sequence(node.right)):
                self.between("arithmetic", node.left, node.right, *rule)
        elif rule := SETS.get(type(node.op)):
            self.between("set", node.left, node.right, *rule)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        start, inner = self.begin(node), self.text(node.operand)
        if isinstance(node.op, ast.Not):
            self.add("not", start, self.end(node), f"bool({inner})")
        elif isinstance(node.op, ast.Invert):
            self.add("not", start, self.end(node), f"({inner})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.add("constant", self.begin(node), self.end(node), str(not node.value))
        elif isinstance(node.value, int | float):
            self.add("constant", self.begin(node), self.end(node), repr(node.value + 1))
            if node.value > 1:
                self.add("constant", self.begin(node), self.end(node), repr(node.value - 1))


def _is_note(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "note"


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return not node.value or " " in node.value
    return isinstance(node, ast.JoinedStr)


def _is_sequence(node: ast.expr) -> bool:
    is_string = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_string or isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)


def _binds(node: ast.expr) -> bool:
    return any(isinstance(child, ast.NamedExpr) for child in ast.walk(node))
