"""A turn by ear: opened from an email and played by the keyboard, guided by what Orca says alone."""

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser import screen_reader, transcripts
from tests.browser.test_text_browser import count_moves
from tests.web.seat_links import asked, begun, link_to

pytestmark = [pytest.mark.engines, pytest.mark.soak]


def test_a_turn_with_orca(live_server: LiveServer) -> None:
    game = begun()
    moves = count_moves(game)
    with screen_reader.listening(live_server.url) as orca:
        orca.open(link_to(game, asked(game)))
        orca.press_until("h", "YOUR HAND")
        orca.press_until("Tab", "Take a card from the deck")
        orca.press("Return")
        orca.press_until("Tab", "chosen: 1")
        orca.press("Return")
        orca.press_until("Tab", "Take two from the deck")
        orca.press("Return")
    assert count_moves(game) == moves + 2
    transcripts.keep("orca", "\n".join(orca.transcript) + "\n")
