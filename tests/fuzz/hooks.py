"""A hook for schemathesis: a link's body replaces the generated body, as in OpenAPI, instead of being merged."""

from typing import Any

import schemathesis


@schemathesis.hook  # type: ignore[untyped-decorator]  # mypy does not read Schemathesis: see pyproject.toml
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    """Mark every link that has a body."""
    operations = [operation for item in raw_schema["paths"].values() for operation in item.values()]
    for operation in operations:
        for response in operation.get("responses", {}).values() if isinstance(operation, dict) else ():
            for link in response.get("links", {}).values():
                if "requestBody" in link:
                    link["x-schemathesis"] = {"merge_body": False}
