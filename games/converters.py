"""URL converters for keys: text that cannot be a key gives 404 and never reaches the database."""

from django.urls import register_converter

from games.ids import ID_PATTERN


class KeyConverter:
    """The converter for the opaque key of a game or a player: `<key:game_id>`."""

    regex = ID_PATTERN

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(KeyConverter, "key")
