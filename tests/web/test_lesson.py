"""The guided first game in a browser without JavaScript: from the front page to the coach's last line."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import timezone

import engine
from games.models import Entry, Game
from games.table import store
from games.table.play import stand_ins
from tests.games.stories import post, prompts
from tests.site.weight import HEAVIEST, weigh
from tests.web.paper import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def try_game(ruleset: str, *, coach: bool = True) -> Visitor:
    """Return a stranger who has pressed this game's button on the front page."""
    visitor = Visitor(None, "")
    visitor.open("/")
    form = visitor.form("Card Game")
    wishes = [field for field in form.filled() if coach or field[0] != "coach"]
    visitor.send(form, [*wishes, ("ruleset", ruleset)])
    return visitor


def learner() -> Visitor:
    return try_game("usa@1")


def test_a_stranger_learns_at_a_practice_table() -> None:
    visitor = learner()
    game = Game.objects.get()
    assert (game.ruleset, game.practice) == ("usa@1", True)
    assert "A ticket: connect " in visitor.page.text
    assert "Line 1 of 16" in visitor.page.text
    assert "What the map shows" in visitor.page.text


def test_a_page_with_a_coach_is_no_heavier_than_any_other_may_be() -> None:
    visitor = learner()
    parts = weigh(visitor.http, visitor.address)
    assert any(path.endswith("lesson.css") for path in parts)
    assert sum(parts.values()) <= HEAVIEST, parts


@pytest.mark.parametrize("button", ["Got it", "Leave the lesson"])
def test_the_same_address_has_another_page_after_each_button(button: str) -> None:
    visitor = learner()
    address, tag = visitor.address, visitor.answer["ETag"]
    visitor.open(address, 304, **{"If-None-Match": tag})
    visitor.open(address)
    visitor.press(button)
    visitor.open(address, 200, **{"If-None-Match": tag})


def test_whoever_has_left_can_go_back_to_where_they_were() -> None:
    visitor = learner()
    visitor.press("Got it")
    visitor.press("Leave the lesson")
    assert "You have left the lesson." in visitor.page.text
    assert "Line 2 of 16" not in visitor.page.text
    left = visitor.address
    visitor.press("Back to it")
    assert "Line 2 of 16" in visitor.page.text
    visitor.open(left)
    assert "You have left the lesson." not in visitor.page.text
    visitor.press("Leave the lesson")
    visitor.open(left.partition("?")[0])
    assert "lesson" not in visitor.page.text


def test_got_it_goes_on_and_nothing_enters_the_log() -> None:
    visitor, entries = learner(), Entry.objects.count()
    visitor.press("Got it")
    assert "Line 2 of 16" in visitor.page.text
    assert "A ticket: connect " not in visitor.page.text
    visitor.press("Got it")
    assert "The next line comes with the next new thing." in visitor.page.text
    assert "2 of 16 lines read" in visitor.page.text
    assert Entry.objects.count() == entries


def test_the_coach_goes_on_when_the_game_does() -> None:
    visitor = learner()
    boxes = visitor.form("Keep").boxes
    visitor.press("Keep", ticket=[number for _, number, _ in boxes][:2])
    stand_ins.play_game(game_id=Game.objects.get().pk, now=timezone.now())
    assert "Your turn: do one of three things." in visitor.open(visitor.address.partition("?")[0]).text


def test_it_says_two_lines_a_turn_and_the_rest_later() -> None:
    visitor, game = learner(), Game.objects.get()
    for _ in range(2):
        assert len(list(read_coach(visitor))) == 2
        assert "Play on." in visitor.page.text
        post(game, 0, choose_like_a_stand_in(game))
        while prompts(game)[0]["type"] == "draw_again" and prompts(game)[0]["seat"] == 0:
            post(game, 0, choose_like_a_stand_in(game))
        stand_ins.play_game(game_id=game.pk, now=timezone.now())
        visitor.open(f"/games/{game.pk}")
    assert "Line 5 of 16" in visitor.page.text


def test_dots_agree_with_the_number_when_lines_come_in_another_order() -> None:
    visitor = learner()
    visitor.http.cookies["lesson"] = "begun.9.market.letters.gray"
    visitor.open(visitor.address)
    dots = re.findall('<i class="([^"]*)"></i>', visitor.answer.content.decode())
    assert dots == ["read"] * 3 + ["now"] + ["to come"] * 12
    assert "Line 4 of 16" in visitor.page.text


def test_a_cookie_of_the_release_before_is_read() -> None:
    visitor = learner()
    visitor.http.cookies["lesson"] = "begun.ticket"
    assert "Line 2 of 16" in visitor.open(visitor.address).text


def test_a_header_never_repeats_what_is_no_word_of_ours() -> None:
    visitor = learner()
    visitor.http.cookies["lesson"] = "begun.junk.9.ticket"
    visitor.press("Got it", question="٣", read="keeping")
    assert visitor.http.cookies["lesson"].value == "begun.9.ticket.0.keeping"


def test_the_first_line_speaks_of_a_ticket_that_is_ticked() -> None:
    visitor = learner()
    rows = re.findall('<label class="tick-ticket">.*?</label>', visitor.answer.content.decode())
    said = visitor.page.text.partition("connect ")[2].partition(" by your routes")[0].split(" and ")
    (row,) = [row for row in rows if all(city in row for city in said)]
    assert " checked" in row


ANSWERS = {
    "what is a ticket": "connect .* and .* by your routes",
    "what does a failed one cost": r"Not done: −\d+",
    "what is hatched": "gray and hatched: pay any one color",
    "how does it end": "two or fewer, everybody has one more turn",
    "what scores": "routes, plus tickets done, minus tickets not done",
    "what else": "longest continuous path of one player’s routes scores 10 more",
    "what did I score": "That was your first game, with",
}


def test_a_game_that_is_played_to_its_end_answers_what_a_newcomer_asks() -> None:
    visitor, game = learner(), Game.objects.get()
    lines = list(read_coach(visitor))
    while prompts(game):
        post(game, 0, choose_like_a_stand_in(game))
        stand_ins.play_game(game_id=game.pk, now=timezone.now())
        visitor.open(f"/games/{game.pk}")
        lines += read_coach(visitor)
    said = " ".join(lines)
    assert [question for question, answer in ANSWERS.items() if not re.search(answer, said)] == []
    assert "Leave the lesson" not in visitor.page.text


def read_coach(visitor: Visitor) -> Iterator[str]:
    """Yield each line that the coach has to say now, and answer “Got it”."""
    while "Got it" in visitor.page.text:
        said = visitor.page.text.partition("Got it")[0]
        yield re.split(r"(?:Leave|Rules) ", said.rpartition("Line ")[0])[-1]
        visitor.press("Got it")


def choose_like_a_stand_in(game: Game) -> str:
    state = store.load(store.read(game.pk)).state
    move = engine.stand_in.choose(state.rules, engine.view(state, 0), engine.options(state, 0))
    return engine.notation.write(state.rules, move)


def test_left_it_is_gone_for_ever_and_the_game_stays() -> None:
    visitor = learner()
    visitor.press("Leave the lesson")
    assert "Got it" not in visitor.page.text
    assert "Got it" not in visitor.open(visitor.address).text
    assert visitor.form("Keep").boxes


def test_who_wants_no_coach_has_none() -> None:
    visitor = try_game("usa@1", coach=False)
    assert "Got it" not in visitor.page.text
    assert Client().get(f"{visitor.address}/lesson").status_code == 405


@pytest.mark.parametrize(
    ("ruleset", "ticket", "sign"), [("card_game@1", "takes", "A row"), ("old_west@1", "connect", "Ferry")]
)
def test_each_game_has_its_own_lines_and_legend(ruleset: str, ticket: str, sign: str) -> None:
    text = try_game(ruleset).page.text
    assert text.partition("A ticket: ")[2].partition(".")[0].count(ticket) == 1
    assert sign in text
