"""The schema as it may have been some boards ago: half of what answers can hold is not in it yet."""

from pathlib import Path
from typing import Any

import yaml

from games.api.open_schemas import CLOSED
from games.api.unions import PREFIX

Schema = dict[str, Any]


def write_older(newest: Path, older: Path) -> set[str]:
    """Write the schema without every second type and value of its answers; return what it does not know."""
    document = yaml.load(newest.read_text(), Loader=yaml.CSafeLoader)
    schemas = document["components"]["schemas"]
    forgotten: set[str] = set()
    for name in [name for name in schemas if f"Unknown{name}" in schemas]:
        forgotten |= _forget_types(schemas, name)
    for name, schema in schemas.items():
        if "enum" in schema and name not in CLOSED and len(schema["enum"]) > 1:
            forgotten |= set(schema["enum"][1::2])
            schema["enum"] = schema["enum"][::2]
    older.write_text(yaml.dump(document, Dumper=yaml.CSafeDumper, sort_keys=False))
    return forgotten


def _forget_types(schemas: Schema, name: str) -> set[str]:
    union, unknown = schemas[name], schemas[f"Unknown{name}"]
    kind = union["discriminator"]["propertyName"]
    known = dict(list(union["discriminator"]["mapping"].items())[::2])
    forgotten = set(union["discriminator"]["mapping"]) - known.keys()
    union["discriminator"]["mapping"] = known
    union["oneOf"] = [*({"$ref": reference} for reference in known.values()), {"$ref": f"{PREFIX}Unknown{name}"}]
    unknown["properties"][kind]["not"]["enum"] = list(known)
    return forgotten
