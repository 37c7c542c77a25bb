"""The types of the page's script, from the published description of the interface: `python -m
tests.web.api_types --write`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

import grognard.web
from grognard.web.app import create_app

FILE = Path(grognard.web.__file__).parent / "static" / "js" / "types.d.ts"
HEAD = "// Made from the published description of the interface by `python -m tests.web.api_types --write`.\n"
BASIC = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def kind(schema: Any) -> str:
    """A schema as a type."""
    if not isinstance(schema, dict):
        return "unknown"
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        return " | ".join(_literal(value) for value in schema.get("enum", [schema.get("const")]))
    for name in ("anyOf", "oneOf"):
        if name in schema:
            return " | ".join(dict.fromkeys(kind(one) for one in schema[name]))
    if isinstance(schema.get("type"), list):
        return " | ".join(kind({**schema, "type": one}) for one in schema["type"])
    return _basic(schema)


def _basic(schema: dict[str, Any]) -> str:
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(kind, schema['prefixItems']))}]"
        case "array":
            return f"({kind(schema['items'])})[]" if schema.get("items") else "any[]"
        case "object" if "properties" in schema:
            return "{ " + " ".join(fields(schema)) + " }"
        case "object":
            more = schema.get("additionalProperties", True)
            return f"Record<string, {kind(more) if isinstance(more, dict) and more else 'any'}>"
        case None:
            return "any"
        case name:
            return BASIC[name]


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def fields(schema: dict[str, Any]) -> list[str]:
    """The fields of an object; one that every game adds to has any others."""
    wanted = set(schema.get("required", ()))
    rows = [
        f"{_name(name)}{'' if name in wanted else '?'}: {kind(part)};"
        for name, part in schema.get("properties", {}).items()
    ]
    return rows if schema.get("additionalProperties") is False else [*rows, "[more: string]: any;"]


def _name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else f'"{name}"'


def declarations(document: dict[str, Any]) -> str:
    """Every named shape of the description as a type, in order of its name."""
    parts = []
    for name, schema in sorted(document["components"]["schemas"].items()):
        if re.fullmatch(r"\w+", name):
            said = " ".join(str(schema.get("description", "")).split()).replace("*/", "")
            doc = f"/** {said} */\n" if said else ""
            if schema.get("type") == "object" and "properties" in schema:
                body = "".join(f"  {row}\n" for row in fields(schema))
                parts.append(f"{doc}export interface {name} {{\n{body}}}\n")
            else:
                parts.append(f"{doc}export type {name} = {kind(schema)};\n")
    return HEAD + "\n" + "\n".join(parts)


def made() -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        TestClient(create_app(f"sqlite:///{folder}/t.sqlite", rate=0)) as client,
    ):
        return declarations(client.get("/schema/openapi.json").json())


if __name__ == "__main__" and "--write" in sys.argv:
    FILE.write_text(made(), "utf-8")
