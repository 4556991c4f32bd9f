"""Blocks, friends and mutes: one set of rules for all kinds."""

import pytest

from games.errors import NotFound, Refused, Unprocessable
from games.models import Block, Friend, TalkMute
from games.models.relations import Relation
from games.people import relations
from games.people.privacy import erase_player, export_player
from tests.games.stories import NOON, players

pytestmark = pytest.mark.django_db

KINDS = (Block, Friend, TalkMute)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_added_once_listed_and_removed(kind: type[Relation]) -> None:
    ada, bob = players(2)
    for _ in range(2):
        relations.add(kind, player=ada, other_id=bob.pk, now=NOON)
    assert [(row.other, row.created_at) for row in relations.list_all(kind, ada)] == [(bob, NOON)]
    assert [relations.exists(other_kind, ada, bob) for other_kind in KINDS] == [
        other_kind is kind for other_kind in KINDS
    ]
    assert not relations.exists(kind, bob, ada)
    for player_id in (bob.pk, bob.pk, "nobody", ""):
        relations.remove(kind, player=ada, other_id=player_id)
    assert relations.list_all(kind, ada) == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_refuses_the_same_players(kind: type[Relation], monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, erased = players(3)
    erase_player(player=erased, now=NOON)
    for player_id in (erased.pk, "nobody"):
        with pytest.raises(NotFound, match="no_such_player"):
            relations.add(kind, player=ada, other_id=player_id, now=NOON)
    with pytest.raises(Unprocessable, match=kind.to_oneself):
        relations.add(kind, player=ada, other_id=ada.pk, now=NOON)
    monkeypatch.setattr(relations, "MOST", 0)
    with pytest.raises(Refused, match=kind.too_many):
        relations.add(kind, player=ada, other_id=bob.pk, now=NOON)


@pytest.mark.parametrize(
    ("kind", "section", "column"),
    [(Block, "blocks", "blocked_id"), (Friend, "friends", "friend_id"), (TalkMute, "muted_players", "muted_id")],
)
def test_an_export_names_the_other_player_as_before(kind: type[Relation], section: str, column: str) -> None:
    ada, bob = players(2)
    relations.add(kind, player=ada, other_id=bob.pk, now=NOON)
    assert [list(row.items()) for row in export_player(player=ada)[section]] == [
        [(column, bob.pk), ("created_at", NOON)]
    ]
