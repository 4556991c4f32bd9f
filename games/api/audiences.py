"""The two documents of the API: the players', and that of admins, whose operations are below `/api/v1/admin/`."""

from typing import Final

from engine.codec import Json
from games.api.open_schemas import list_schemas

ADMINS: Final = "/api/v1/admin/"
Endpoint = tuple[str, str, str, object]


def keep_players(endpoints: list[Endpoint]) -> list[Endpoint]:
    """Return the endpoints that are not for admins alone."""
    return [endpoint for endpoint in endpoints if not endpoint[0].startswith(ADMINS)]


def keep_admins(endpoints: list[Endpoint]) -> list[Endpoint]:
    """Return the endpoints that are for admins alone."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith(ADMINS)]


def drop_unused(result: Json, **hook: object) -> Json:
    """Drop the schemas and the credentials that no operation of the document needs."""
    sent, answered = list_schemas(result)
    operations = [operation for item in result["paths"].values() for operation in item.values()]
    accepted = {name for operation in operations for way in operation["security"] for name in way}
    for kind, needed in (("schemas", sent | answered), ("securitySchemes", accepted)):
        components = result["components"][kind]
        result["components"][kind] = {name: components[name] for name in components if name in needed}
    return result
