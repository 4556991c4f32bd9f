"""A turn in w3m, a text-only browser: opened from an email, read, and played by its keys."""

from typing import Final

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.browser import terminal, transcripts
from tests.web.seat_links import asked, begun, link_to

pytestmark = [pytest.mark.engines, pytest.mark.usefixtures("cookies_over_http")]

STEPS: Final = (
    (("/Take a card", "Enter", "Enter"), "chosen: 1"),
    (("/Take a card", "Enter", "Enter"), "chosen: 1 2"),
    (("/Take two", "Enter", "Enter"), "You drew"),
)
"""Keys, and the page's text afterwards: in w3m / searches, and Enter follows a link or presses a button."""
PANEL: Final = "Your turn"
BELOW: Final = "What has happened"


def test_a_turn_in_w3m(live_server: LiveServer) -> None:
    game = begun()
    moves = count_moves(game)
    with terminal.running("w3m", "-cookie", live_server.url + link_to(game, asked(game))) as w3m:
        pages = ["[w3m -cookie, and the link of the email]", w3m.wait_for(BELOW)]
        for keys, words in STEPS:
            w3m.press(*keys)
            page = w3m.wait_for(words)
            pages += [f"[{' '.join(keys)}]", "...", page[page.index(PANEL) :].partition(BELOW)[0] + "..."]
    assert count_moves(game) == moves + 2
    transcripts.keep("w3m", "\n\n".join(pages) + "\n")


def count_moves(game: Game) -> int:
    return game.entries.filter(kind="move").count()
