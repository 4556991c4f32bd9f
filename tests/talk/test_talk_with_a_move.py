"""Talk with a move, on the page: sent with the button that plays, in one request."""

import pytest

from games.models import Game, TalkLine
from tests.games.stories import default, players, post, prompts, started
from tests.games.worlds import deal, next_to_alvin
from tests.talk.test_talk_page import begun
from tests.web.test_table import head, on_turn, sit

pytestmark = pytest.mark.django_db

WORDS = "Sorry, <i>I need</i> it"


def talk_so_far() -> list[tuple[str, str]]:
    return [(line.by.display_name, line.text) for line in TalkLine.objects.order_by("number").select_related("by")]


class TestSaidWithAMove:
    def test_the_field_is_beside_every_button_that_plays(self) -> None:
        game = started(players(2))
        sit(game, 0).press("Keep", say=WORDS)
        assert talk_so_far() == [("Player 0", WORDS)]
        visitor = sit(game, 1)
        assert "Sorry, <i>I need</i> it" in visitor.page.text
        visitor.press("Keep", say=" ")
        visitor = on_turn(game)
        assert 'name="say"' not in visitor.answer.content.decode()
        visitor.open("?take=deck,deck")
        form = visitor.form("Take two from the deck")
        visitor.press("Take two from the deck", say="Good\nluck")
        visitor.send(form, [*form.hidden, ("say", "Good\nluck")])
        assert "This was played already." in visitor.page.text
        assert [text for _, text in talk_so_far()] == [WORDS, "Good luck"]

    def test_where_several_buttons_play_each_says_it(self) -> None:
        game = next_to_alvin()
        visitor = sit(game, 0)
        visitor.open("?route=albuquerque-roswell")
        visitor.press("Claim for", say="one")
        if "Place a marker?" in visitor.page.text:
            visitor.press("Place none", say="two")
        visitor.press("To Albuquerque", say="three")
        assert [text for _, text in talk_so_far()] in (["one", "two", "three"], ["one", "three"])

    def test_the_field_has_a_label_in_sight_and_stands_before_the_button(self) -> None:
        game = started(players(2))
        page = sit(game, 0).answer.content.decode()
        label = "<label>Said to the table with your move <textarea"
        assert page.index(label) < page.index('<div class="act"')

    def test_alone_there_is_nobody_to_talk_to(self) -> None:
        game = started(players(2))
        Game.objects.update(practice=True)
        assert 'name="say"' not in sit(game, 0).answer.content.decode()


class TestRefused:
    def test_a_refused_move_says_nothing_and_keeps_the_words(self) -> None:
        game = started(players(2))
        visitor = sit(game, 0)
        visitor.press("Keep", ticket=[visitor.form("Keep").boxes[0][1]], say=WORDS, status=422)
        page = visitor.answer.content.decode()
        assert (talk_so_far(), head(game)) == ([], 1)
        assert 'say-with" open' in page
        assert "Sorry, &lt;i&gt;I need&lt;/i&gt; it</textarea>" in page

    def test_refused_words_play_nothing(self) -> None:
        game = started(players(2))
        visitor = sit(game, 0)
        visitor.press("Keep", say="x" * 501, status=422)
        assert "Too long." in visitor.page.text
        assert "Nothing was played." in visitor.page.text
        assert (talk_so_far(), head(game)) == ([], 1)
        assert "x" * 501 + "</textarea>" in visitor.answer.content.decode()

    def test_a_stale_page_leaves_them_where_lines_are_said_alone(self) -> None:
        game = begun()
        seat = prompts(game)[0]["seat"]
        deal(game, seat, red=6)
        visitor = sit(game, seat)
        visitor.open("?take=deck,deck")
        post(game, seat, default(game, seat))
        visitor.press("Take two", say=WORDS, status=409)
        assert "You have answered this already." in visitor.page.text
        assert talk_so_far() == []
        assert 'name="text" maxlength="500" value="Sorry, &lt;i&gt;' in visitor.answer.content.decode()
        visitor.press("Say", text=WORDS)
        assert talk_so_far() == [(f"Player {seat}", WORDS)]
