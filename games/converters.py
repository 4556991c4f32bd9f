"""URL converters: text that cannot be a key or a kind gives 404 and never reaches a view."""

from django.urls import register_converter

from games.ids import ID_PATTERN
from games.models.relations import KINDS


class KeyConverter:
    """The converter for the opaque key of a game or a player: `<key:game_id>`."""

    regex = ID_PATTERN

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class RelationConverter(KeyConverter):
    """The converter for a kind of relation between players: `<relation:kind>`."""

    regex = "|".join(KINDS)


register_converter(KeyConverter, "key")
register_converter(RelationConverter, "relation")
