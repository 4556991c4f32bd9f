"""An erased player's name is on no page, and neither is the placeholder now in the row."""

import pytest
from django.utils import timezone

from games.models import Player
from games.people.privacy import erase_player
from games.table.disputes import lifecycle
from tests.games.stories import chosen, holder, players, started
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def test_no_page_calls_them_by_what_is_left_of_their_row() -> None:
    now = timezone.now()
    people = players(3)
    game = chosen(started(people, now=now), now=now)
    gone, reader = holder(game, 0), holder(game, 1)
    dispute = lifecycle.open_dispute(player=reader, game_id=game.pk, kind="other", text="?", now=now)
    lifecycle.comment(player=gone, dispute_id=dispute.pk, text="!", now=now)
    erase_player(player=gone, now=now)
    row, browser = Player.objects.get(pk=gone.pk).name, browser_of(reader)
    table = f"/games/{game.pk}"
    pages = {
        path: text_of(browser, path)
        for path in (table, f"{table}/log", f"{table}/disputes", f"{table}/thumbnail.svg", "/games", "/", "/tables")
    }
    assert [path for path, page in pages.items() if row in page or gone.name in page] == []
    assert "Seat 1 (former player)" in pages[table]
    assert "a former player" in pages[f"{table}/disputes"]
