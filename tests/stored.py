"""Names that must never change, because stored, signed or emailed data are read by them, however old.

`tests/stored.txt` lists them, a line for each:

- `event`, `move`, `prompt`: tags of logs and positions, with their fields
- `value`: what a column with choices can hold; `notice`: kinds of notifications
- `task`: names of tasks, which wait in queues during an upgrade
- `key`: purposes of derived keys and salts of signatures
- `address`: paths of pages, which stand in emails and bookmarks; `link`: pages whose names are in signatures

    python -m tests.stored

adds new names; only an upcaster, a migration or a redirect is a reason to take one away, by hand.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
LIST: Final = Path(__file__).with_suffix(".txt")
ROOMS: Final = ("games", "notifications")
KEYED: Final = frozenset(
    {"seal", "unseal", "resealed", "digests", "hashes", "salted_hmac", "short_macs", "signed_with"}
)
"""Functions whose first argument is a purpose or a salt."""
LINKS: Final = frozenset({"LinkKind", "_kind"})
"""Functions whose first argument is the name of a page that a signature covers."""
CALLS: Final = (*KEYED, *LINKS, "salt")
"""Texts in files that call one of these, or name a salt."""


def listed() -> list[str]:
    """Return the listed names."""
    return LIST.read_text().splitlines()


def current() -> list[str]:
    """Return the names in the current code, in order."""
    return sorted({*_told(), *_values(), *_notices(), *_tasks(), *_keys(), *_addresses()})


def _told() -> Iterator[str]:
    from engine import RULESETS
    from engine.model import Event, Move, Prompt

    assert RULESETS  # all games have been loaded
    for base in (Event, Move, Prompt):
        for kind in _heirs(base):
            if "tag" in vars(kind) and is_dataclass(kind) and kind.__module__.startswith("engine."):
                names = " ".join(field.name for field in fields(kind))
                yield f"{base.__name__.lower()} {vars(kind)['tag']}: {names}".rstrip(": ")


def _heirs(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from _heirs(kind)


def _values() -> Iterator[str]:
    from django.apps import apps

    from games.models.sealed import SealedJSONField

    for room in ROOMS:
        for model in apps.get_app_config(room).get_models():
            for field in model._meta.concrete_fields:
                for value, _label in field.flatchoices:
                    yield f"value {model._meta.db_table}.{field.column}: {value}"
                if isinstance(field, SealedJSONField):
                    yield f"key {' '.join(field.purpose())}"


def _notices() -> Iterator[str]:
    from notifications.policy.kinds import KINDS

    yield from (f"notice {name}" for name in KINDS)


def _tasks() -> Iterator[str]:
    from ttr_site.celery import app

    app.loader.import_default_modules()
    yield from (f"task {name}" for name in app.tasks if name.partition(".")[0] in ROOMS)


def _addresses() -> Iterator[str]:
    from django.urls import get_resolver

    for pattern in get_resolver().url_patterns:
        yield from _paths(pattern, "")


def _paths(pattern: object, before: str) -> Iterator[str]:
    route = before + str(getattr(pattern, "pattern", ""))
    if route.startswith(("api/", "admin/", "static/")):  # the API's schema lists its own
        return
    inner = getattr(pattern, "url_patterns", None)
    if inner is None:
        yield f"address /{re.sub(r'<[^>]*>', '<>', route)}"
    for one in inner or ():
        yield from _paths(one, route)


def _keys() -> Iterator[str]:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            text = file.read_text()
            # Few files do, and need to be parsed.
            if "migrations" not in file.parts and any(word in text for word in CALLS):
                tree = ast.parse(text)
                yield from _keys_of(tree, _constants(tree))


def _keys_of(tree: ast.Module, constants: dict[str, ast.expr]) -> Iterator[str]:
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given = [word.value for word in call.keywords if word.arg == "salt"]
        for value in [*given, *call.args[:1]] if name in KEYED else given:
            yield from _key(value, constants)
        if name in LINKS:
            yield from (f"link {one.value!s}" for one in call.args[:1] if isinstance(one, ast.Constant))


def _key(value: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    value = constants.get(value.id, value) if isinstance(value, ast.Name) else value
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield f"key {value.value}"
    if isinstance(value, ast.JoinedStr):
        yield f"key {''.join(str(one.value) if isinstance(one, ast.Constant) else '{}' for one in value.values)}"


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    pairs = [
        (one.target if isinstance(one, ast.AnnAssign) else one.targets[0], one.value)
        for one in tree.body
        if isinstance(one, ast.AnnAssign | ast.Assign) and one.value is not None
    ]
    return {name.id: value for name, value in pairs if isinstance(name, ast.Name)}


def write(names: Iterable[str]) -> None:
    """Write the listed names, and new ones."""
    LIST.write_text("\n".join(sorted({*listed(), *names})) + "\n")


if __name__ == "__main__":
    import django

    LIST.touch()
    django.setup()
    write(current())
