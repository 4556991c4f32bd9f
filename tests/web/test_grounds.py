"""The file with a board's base map, as browsers fetch it."""

import gzip
import re

import pytest
from django.test import Client
from django.utils import timezone

import engine
from games.presentation.pictures import ground
from games.web import grounds
from tests.games.stories import chosen, holder, players, started

pytestmark = [pytest.mark.django_db, pytest.mark.server]

BOARD = engine.RULESETS["usa@1"].board


def test_a_table_leads_to_it_and_it_is_kept_for_a_year(client: Client) -> None:
    game = chosen(started(players(2), now=timezone.now()), now=timezone.now())
    client.force_login(holder(game, 0))
    (address,) = set(re.findall(r'<use href="(/[^"#]+)#', client.get(f"/games/{game.pk}").content.decode()))
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in answer["Vary"]
    assert not answer.cookies
    assert answer.content.decode() == ground.drawn(BOARD)


def test_it_goes_out_compressed_where_that_is_understood(client: Client) -> None:
    address = grounds.address(BOARD)
    answer = client.get(address, headers={"Accept-Encoding": "gzip, deflate, br"})
    assert answer["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer["Vary"]
    assert gzip.decompress(answer.content).decode() == ground.drawn(BOARD)
    assert len(answer.content) < 40_000
    head = client.head(address, headers={"Accept-Encoding": "gzip"})
    assert (head["Content-Encoding"], head.content) == ("gzip", b"")


def test_a_page_of_another_release_gets_it_but_for_a_minute_only(client: Client) -> None:
    answer = client.get("/boards/usa/0123456789ab.svg")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "public, max-age=60"


@pytest.mark.parametrize("address", ["/boards/nowhere/0123456789ab.svg", "/boards/card_game/0123456789ab.svg"])
def test_a_board_that_has_none_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404
