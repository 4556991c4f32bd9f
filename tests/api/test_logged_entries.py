"""The types of entries (`games.logged_entries`) agree with the API's schema of the log, event by event."""

from typing import Any, get_type_hints

import pytest

from engine.logged_events import LoggedEvent
from engine.logged_moves import LoggedMove
from games.api.log import EntrySerializer, PublicSerializer
from games.api.unions import components
from games.logged_entries import LoggedEntry, PublicEntry
from tests.engine.test_logged import by_tag


@pytest.mark.parametrize(
    ("kind", "serializer"), [(PublicEntry, PublicSerializer()), (LoggedEntry, EntrySerializer())], ids=["public", "own"]
)
def test_an_entry_has_the_members_of_its_serializer(kind: Any, serializer: Any) -> None:
    assert get_type_hints(kind).keys() == serializer.fields.keys()
    assert kind.__required_keys__ == {name for name, field in serializer.fields.items() if field.required}


@pytest.mark.parametrize(
    ("union", "name"), [(LoggedEvent, "Event"), (LoggedMove, "LoggedMove")], ids=["events", "moves"]
)
def test_an_event_and_a_move_have_the_members_of_their_schema(union: Any, name: str) -> None:
    schemas = components()
    references = schemas[name]["discriminator"]["mapping"]
    assert by_tag(union).keys() == references.keys()
    for tag, kind in by_tag(union).items():
        schema = schemas[references[tag].rpartition("/")[2]]
        assert get_type_hints(kind).keys() == schema["properties"].keys()
        assert kind.__required_keys__ == set(schema["required"])
