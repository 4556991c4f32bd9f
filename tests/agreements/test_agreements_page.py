"""Agreements on pages without scripts: a friends' table of four, one of whom never answers, needs no admin."""

import re
from html import unescape

import pytest
from django.test import Client
from time_machine import travel

from games.models import Game, Player, Proposal, Ruling
from games.table.agreements import settlement
from games.table.play import deadlines
from games.table.rulings import pauses
from tests.agreements.table import LATER, friends, pause, propose
from tests.games.courts import agree, as_row
from tests.games.sitting import resigned
from tests.games.stories import DAY, NOON, holder, legal, players, post, prompts, started
from tests.games.worlds import next_to_alvin
from tests.web import seat_links
from tests.web.people import browser_of, text_of
from tests.web.test_table import sit

pytestmark = pytest.mark.django_db


def at(game: Game) -> str:
    return f"/games/{game.pk}/agreements"


def send(game: Game, by: int, /, **said: str) -> str:
    """Send a form of the page, and return the resulting page's text."""
    answer = browser_of(holder(game, by)).post(at(game), said, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    agree(game)
    return str(answer.content.decode())


def settled(game: Game, by: int, /, *others: int, **asked: str) -> Ruling:
    """Preview and propose an order as one player, and have the others agree."""
    looked = send(game, by, do="look", **asked)
    assert "You propose to" in looked
    assert "The others are asked." in send(game, by, do="propose", **asked)
    proposal = Proposal.objects.get(game=game, state="open")
    for seat in others:
        assert f'value="{proposal.pk}"' in text_of(browser_of(holder(game, seat)), at(game))
        said = send(game, seat, do="agree", proposal=proposal.pk)
    assert "Everyone has agreed: it is done." in said
    proposal.refresh_from_db()
    return Ruling.objects.get(game=game, entry=proposal.entry)


@pytest.mark.long
def test_four_friends_settle_their_affairs_and_undo_each_once() -> None:
    with travel(NOON, tick=False) as clock:
        game = friends()
        clock.move_to(NOON + DAY)
        deadlines.sweep(now=NOON + DAY)
        clock.move_to(LATER)
        before = as_row(game)["head"]
        post(game, 1, "draw deck", "draw deck", now=LATER)
        looked = send(game, 1, do="look", kind="taken_back", as_of=str(before))
        assert "This no longer counts: You drew" in looked
        assert "What was seen since then stays known: you drew 2 cards blind." in looked
        mistake = settled(game, 1, 2, 3, kind="taken_back", as_of=str(before))
        assert prompts(game)[0]["seat"] == 1
        settled(game, 3, 1, 2, kind="undo", entry=str(mistake.entry))
        vanished = holder(game, 0)
        stand_in = settled(game, 2, 1, 3, kind="replaced", seat="0")
        assert holder(game, 0).kind == Player.Kind.HOUSE
        settled(game, 1, 2, 3, kind="undo", entry=str(stand_in.entry))
        assert holder(game, 0) == vanished
        early_end = settled(game, 3, 2, 1, kind="ended", how="adjudicated")
        assert as_row(game)["status"] == "ended"
        settled(game, 2, 1, 3, kind="undo", entry=str(early_end.entry))
        assert as_row(game)["status"] == "running"
        assert "By agreement of the table, the game goes on after its end:" in text_of(
            browser_of(holder(game, 1)), f"/games/{game.pk}/log"
        )


@travel(NOON, tick=False)
def test_the_table_says_what_waits_for_your_answer() -> None:
    game = friends(3)
    propose(game, 1, NOON, kind="ended", how="void")
    asked = text_of(browser_of(holder(game, 0)), f"/games/{game.pk}")
    assert "Player 1 proposes to end the game now, without a result." in asked
    assert "game-asked" in asked
    own = text_of(browser_of(holder(game, 1)), f"/games/{game.pk}")
    assert "game-asked" not in own
    told = [f'href="{at(game)}"' in text_of(browser_of(holder(game, seat)), "/games") for seat in range(3)]
    assert told == [True, False, True]
    assert "Still asked: Player 0, Player 2." in own
    page = text_of(browser_of(holder(game, 1)), at(game))
    assert "Withdraw it" in page
    assert "You can propose one thing at a time." in page


@travel(NOON, tick=False)
def test_the_keyboard_comes_to_a_proposal_before_the_board_and_then_to_what_came_of_it() -> None:
    game = friends(3)
    one = propose(game, 1, NOON, kind="paused")
    asked = text_of(browser_of(holder(game, 0)), f"/games/{game.pk}")
    assert asked.index("game-asked") < asked.index("game-board")
    notice = send(game, 0, do="agree", proposal=one.pk).partition("game-notice")[2]
    assert 'tabindex="-1" autofocus><strong>You have agreed.' in notice


@travel(NOON, tick=False)
def test_an_open_page_follows_the_answers_and_says_what_came_of_it() -> None:
    game = friends(3)
    proposal = propose(game, 1, NOON, kind="paused")
    browser = browser_of(holder(game, 1))

    def poll() -> str:
        """Return the address by which the page asks for news."""
        return at(game) + unescape(re.findall(r'hx-get="([^"]+)"', text_of(browser, at(game)))[0])

    news = poll()
    assert browser.get(news).status_code == 204
    send(game, 0, do="agree", proposal=proposal.pk)
    assert "Agreed: Player 0, you. Still asked: Player 2." in text_of(browser, news)
    news = poll()
    send(game, 2, do="agree", proposal=proposal.pk)
    assert "for 60 days at most. <b>Agreed.</b></p>" in text_of(browser, news)
    assert "<b>Agreed.</b>" not in text_of(browser, at(game))


@travel(NOON, tick=False)
def test_what_was_decided_is_told_in_words_and_times_without_numbers_of_entries() -> None:
    game = friends(2)
    for seat in (0, 1):
        propose(game, seat, NOON, kind="paused")
    page = text_of(browser_of(holder(game, 0)), at(game))
    assert "By agreement of the table, the game is paused: all clocks stand still.</span>" in page
    assert '<span class="second">12:00</span>' in page
    looked = send(game, 0, do="look", kind="undo", entry=str(as_row(game)["head"]))
    assert "You propose to undo an earlier decision of the table." in looked
    assert "entry " not in re.sub("<[^>]*>", "", page + looked)


@travel(NOON, tick=False)
def test_an_ended_game_offers_only_to_undo_that_the_table_ended_it() -> None:
    game = friends(2)
    for seat in (0, 1):
        propose(game, seat, NOON, kind="ended", how="void")
    page = text_of(browser_of(holder(game, 0)), f"/games/{game.pk}")
    assert "You ended this game by agreement. If everyone agrees, it goes on." in page
    assert "Propose something" not in page


@travel(NOON, tick=False)
def test_a_game_that_its_players_played_out_offers_no_agreements() -> None:
    game = friends(2)
    resigned(game, 1)
    assert "By agreement of the table" not in text_of(browser_of(holder(game, 0)), f"/games/{game.pk}")


@travel(NOON, tick=False)
def test_declining_and_withdrawing() -> None:
    game = friends(3)
    first = propose(game, 1, NOON, kind="paused")
    assert "You have declined." in send(game, 2, do="decline", proposal=first.pk)
    second = propose(game, 0, NOON, kind="paused")
    assert "You have withdrawn it." in send(game, 0, do="withdraw", proposal=second.pk)
    answer = browser_of(holder(game, 2)).post(at(game), {"do": "agree", "proposal": second.pk})
    assert answer.status_code == 409
    assert "This proposal is closed." in answer.content.decode()
    assert "declined by Player 2" in text_of(browser_of(holder(game, 0)), at(game))


@travel(NOON, tick=False)
def test_whoever_would_end_a_proposal_by_moving_is_told_so_before_and_after() -> None:
    game, warning = friends(3), "Your move would end this proposal."
    propose(game, 0, NOON, kind="ended", how="adjudicated")
    warned = [warning in text_of(browser_of(holder(game, seat)), f"/games/{game.pk}") for seat in range(3)]
    assert warned == [True, False, False]
    post(game, 0, "draw deck", "draw deck")
    settlement.settle_due(now=NOON)
    assert "over, since the game went on" in text_of(browser_of(holder(game, 1)), at(game))


@travel(NOON, tick=False)
def test_a_pause_that_is_proposed_outlives_a_move_and_warns_of_none() -> None:
    game = friends(3)
    propose(game, 0, NOON, kind="paused")
    assert "Your move would end" not in text_of(browser_of(holder(game, 0)), f"/games/{game.pk}")


@travel(NOON, tick=False)
def test_twice_is_once() -> None:
    game = friends(3)
    for _ in range(2):
        send(game, 0, do="propose", kind="ended", how="void")
    proposal = Proposal.objects.get()
    for _ in range(2):
        send(game, 1, do="agree", proposal=proposal.pk)
    assert proposal.votes.count() == 2


@travel(NOON, tick=False)
@pytest.mark.parametrize(
    "said",
    [
        {"kind": "taken_back", "as_of": "x"},
        {"kind": "nonsense"},
        {},
        {"kind": "removed", "seat": "0"},
        {"kind": "replaced", "seat": "99999999999999"},
        {"kind": "undo", "entry": ""},
    ],
    ids=str,
)
def test_a_form_that_makes_no_sense_is_refused(said: dict[str, str]) -> None:
    game = friends(2)
    for do in ("look", "propose"):
        answer = browser_of(holder(game, 0)).post(at(game), {"do": do, **said})
        assert answer.status_code == 409
    assert not Proposal.objects.exists()


@travel(NOON, tick=False)
def test_the_own_last_move_by_one_button() -> None:
    game = started(players(3))
    post(game, 1, next(iter(legal(game, 1))))
    visitor = sit(game, 1)
    visitor.press("Take back my last move")
    assert "Your last move is taken back." in visitor.page.text
    assert {prompt["seat"] for prompt in prompts(game)} == {0, 1, 2}
    assert "Take back my last move" not in text_of(browser_of(holder(game, 1)), f"/games/{game.pk}")


@travel(NOON, tick=False)
def test_a_claim_can_be_taken_back_while_its_marker_is_asked() -> None:
    game = next_to_alvin()
    claim = "claim albuquerque-santa_fe-1 green 1"
    post(game, 0, claim)
    visitor = sit(game, 0)
    assert "Place the marker" in visitor.page.text
    visitor.press("Take back my last move")
    assert claim in legal(game, 0)


@travel(NOON, tick=False)
def test_a_claim_can_be_taken_back_after_what_followed_it() -> None:
    game = next_to_alvin()
    claim = "claim albuquerque-santa_fe-1 green 1"
    post(game, 0, claim)
    visitor = sit(game, 0)
    visitor.press("Place none")
    visitor.press("Take back my last move")
    assert "Place a marker?" in visitor.page.text
    visitor.press("Take back my last move")
    assert claim in legal(game, 0)
    post(game, 0, claim)
    assert "Take back my last move" not in visitor.open().text, "once for each question"


@travel(NOON, tick=False)
def test_a_stale_button_takes_nothing_back() -> None:
    game = started(players(3))
    post(game, 1, next(iter(legal(game, 1))))
    post(game, 2, next(iter(legal(game, 2))))
    for entry in ("2", "3", ""):
        answer = browser_of(holder(game, 1)).post(at(game), {"do": "own_move", "entry": entry})
        assert answer.status_code == 409
    assert as_row(game)["head"] == 3


@travel(NOON, tick=False)
def test_for_others_there_is_no_such_page() -> None:
    game = friends(2)
    propose(game, 1, NOON, kind="ended", how="void")
    assert Client().get(at(game)).status_code == 302
    watcher = browser_of(players(1, "Watcher")[0])
    assert watcher.get(at(game)).status_code == 404
    assert watcher.post(at(game), {"do": "propose", "kind": "paused"}).status_code == 404
    assert "proposes" not in text_of(watcher, f"/games/{game.pk}")


@travel(NOON, tick=False)
def test_the_link_in_an_email_leads_to_sign_in_first() -> None:
    game = friends(2)
    propose(game, 1, NOON, kind="paused")
    visitor = seat_links.opened(game, 0)
    assert "Player 1 proposes" not in visitor.open().text
    visitor.open(f"{visitor.path}/agreements", status=302)
    assert visitor.answer["Location"] == f"/accounts/login/?next=%2Fgames%2F{game.pk}%2Fagreements"


@travel(NOON, tick=False)
def test_a_proposal_of_another_game_is_none_of_this_one() -> None:
    people = players(2)
    game, other = started(people), started(people)
    proposal = propose(other, 1, NOON, kind="paused")
    answer = browser_of(holder(game, 0)).post(at(game), {"do": "agree", "proposal": proposal.pk})
    assert answer.status_code == 409
    assert "No such proposal" in answer.content.decode()
    assert proposal.votes.count() == 1


@travel(NOON, tick=False)
def test_pauses_that_are_over_are_one_short_line_of_what_has_happened() -> None:
    game = friends(2)
    post(game, 0, "draw deck", "draw deck")
    for _ in range(2):
        for seat in (0, 1):
            pause(holder(game, seat), game, NOON)
        pauses.resume(player=holder(game, 1), game_id=game.pk, now=NOON)
    post(game, 1, "draw deck", "draw deck")
    glance = sit(game, 0).answer.content.decode().partition('class="glance"')[2].partition("</a>")[0]
    assert "2 pauses are over." in glance
    assert glance.index("Player 1 drew") < glance.index("2 pauses are over.")
    assert "By agreement" not in glance
    assert "The game goes on" not in glance
