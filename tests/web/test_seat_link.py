"""The link in a turn email: it opens one seat of one game, to view and to play, in the browser that opened it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games import signed_links
from games.lobby import notes
from games.models import Entry, NetworkSeen
from games.table import store
from games.table.disputes import lifecycle
from games.web.seat_link import rights
from games.web.settings import urls as settings_urls
from tests.api.people import mailed_code
from tests.games.stories import holder, players, post, prompts
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.sweeps import at_length
from tests.web.paper import Visitor
from tests.web.seat_links import HAND, OVER, asked, begun, head, link_to, opened

pytestmark = pytest.mark.django_db

SITE = "https://night-mail.example"
NOBODY = "0" * 12
"""An id that does not exist."""


def link_in(mail: Received) -> str:
    """Return the path of the link in an email."""
    found = re.search(rf"{SITE}(/play/\S+)", mail.text)
    assert found is not None
    return found[1]


class TestFromAnEmail:
    def test_it_is_opened_a_move_is_played_and_the_next_email_comes(self, carry: Carry) -> None:
        game = begun()
        first = asked(game)
        emails = {mail.to[0]: mail for mail in carry(timezone.now())}
        link = link_in(emails[str(holder(game, first).email)])

        visitor = Visitor(None, game.pk)
        assert visitor.http.get(link)["Location"] == visitor.path
        visitor.open()
        assert f"{holder(game, first).name}’s seat" in visitor.page.text
        assert HAND in visitor.page.text
        visitor.open("?take=deck,deck")
        visitor.press("Take two from the deck")
        assert f"{holder(game, 1 - first).name} is next" in visitor.page.text
        entry = Entry.objects.get(game=game, number=game.head + 1)
        assert (entry.kind, entry.seat) == ("move", first)

        (mail,) = carry(timezone.now())
        assert mail.to == [holder(game, 1 - first).email]
        visitor.http.get(link_in(mail))
        assert f"{holder(game, 1 - first).name}’s seat" in visitor.open().text

    def test_the_html_leads_to_the_same_place(self, carry: Carry) -> None:
        begun()
        for mail in carry(timezone.now()):
            assert f'href="{SITE}{link_in(mail)}"' in mail.html

    def test_the_plain_address_plays_nothing_and_shows_what_anybody_sees(self) -> None:
        game = begun()
        first = opened(game, asked(game))
        first.open("?take=deck,deck")
        form = first.form("Take two from the deck")
        pasted = Visitor(None, game.pk)
        assert HAND not in pasted.open(first.address).text
        assert "is choosing" in pasted.page.text
        body = {name: value for name, value in form.filled() if name != "csrfmiddlewaretoken"}
        assert pasted.http.post(first.path, body).status_code == 403
        loose = Client().post(first.path, {**body, "move": ["draw deck", "draw deck"]})
        assert loose["Location"] == f"/accounts/login/?next={first.path}"
        assert head(game) == game.head

    def test_a_private_game_is_not_there_at_the_plain_address(self) -> None:
        game = begun(public=False)
        assert HAND in opened(game).open().text
        Visitor(None, game.pk).open(status=404)

    def test_it_may_be_opened_again_and_elsewhere_while_it_lasts(self) -> None:
        game = begun()
        link = link_to(game)
        for _ in range(2):
            browser = Visitor(None, game.pk)
            assert [browser.http.get(link).status_code for _ in range(2)] == [303, 303]
            assert HAND in browser.open().text


class TestTheExchange:
    def test_the_cookie_is_for_the_pages_of_this_game_and_for_no_script(self, settings: Settings) -> None:
        settings.SESSION_COOKIE_SECURE = True
        game = begun()
        cookie = Client().get(link_to(game)).cookies["seat"]
        told = {name: cookie[name] for name in ("path", "httponly", "secure", "samesite", "domain")}
        assert told == {
            "path": f"/games/{game.pk}",
            "httponly": True,
            "secure": True,
            "samesite": "Lax",
            "domain": "",
        }

    @pytest.mark.parametrize("signed_in", [False, True])
    def test_it_may_lead_to_a_choice_and_still_plays_nothing(self, signed_in: bool) -> None:
        game = begun()
        seat = asked(game)
        visitor = Visitor(holder(game, seat) if signed_in else None, game.pk)
        answer = visitor.http.get(rights.with_choice(link_to(game, seat), {"take": "deck,deck"}))
        assert answer["Location"] == f"/games/{game.pk}?take=deck,deck"
        visitor.open("?take=deck,deck")
        assert visitor.form("Take two from the deck").method == "post"
        assert head(game) == game.head

    def test_a_choice_for_a_question_that_is_closed_is_told_and_dropped(self) -> None:
        game = begun()
        seat = asked(game)
        prompt = prompts(game)[0]["id"]
        visitor, here = Visitor(holder(game, seat), game.pk), f"?prompt={prompt}&take=deck,deck"
        visitor.open(here)
        assert visitor.form("Take two from the deck").method == "post"
        post(game, seat, "draw deck", "draw deck")
        assert "That move answers a question that is closed. Here is the table as it is now." in visitor.open(here).text

    def test_nothing_but_a_choice_passes_from_the_link_to_the_table(self) -> None:
        game = begun()
        more = f"?next=//elsewhere.example&played=1&short&again&all&route={'x' * 81}&city=a%0d%0ab"
        answer = Client().get(link_to(game) + more)
        assert answer["Location"] == f"/games/{game.pk}?city=a%0D%0Ab&all="

    def test_opening_it_shows_and_changes_nothing(self) -> None:
        game = begun()
        before = store.read(game.pk)
        answer = Client().get(link_to(game))
        assert (answer.status_code, answer.content) == (303, b"")
        assert "no-store" in answer["Cache-Control"]
        assert vars(store.read(game.pk)).keys() == vars(before).keys()
        assert head(game) == game.head
        assert Client().post(link_to(game)).status_code == 405

    def test_no_page_learns_the_token(self) -> None:
        """Neither a Referer nor a page contains it."""
        game = begun()
        link = link_to(game)
        token = link.removeprefix("/play/")
        visitor = Visitor(None, game.pk)
        assert visitor.http.get(link)["Referrer-Policy"] == "strict-origin"
        for more in ("", "/log", "/link", "/plan", "/seat", "/disputes", "/news"):
            assert token not in visitor.http.get(visitor.path + more).content.decode()
        assert Client().get("/play/nonsense")["Referrer-Policy"] == "strict-origin"


OF_ACCOUNTS = [
    *("/games", "/mail/", "/tables/new", "/accounts/address/", "/accounts/2fa/", "/accounts/2fa/webauthn/add/"),
    *(
        "/settings",
        *(f"/settings/{one.pattern}".replace("<key:bot_id>", NOBODY) for one in settings_urls.urlpatterns),
    ),
]


class TestWhatItIsFor:
    def test_it_plans(self) -> None:
        game = begun()
        visitor = opened(game)
        visitor.open(f"{visitor.path}/plan")
        visitor.press("Save this plan", lines="draw deck")
        assert "Drop the plan" in visitor.page.text

    def test_the_note_is_not_for_whoever_has_the_email(self) -> None:
        game = begun()
        player = holder(game, 0)
        notes.write(player=player, game_id=game.pk, text="Block Boston!", now=timezone.now())
        assert "Block Boston!" in Visitor(player, game.pk).open().text
        visitor = opened(game)
        for page in ("", "/plan", "/log", "/replay/1", "/link", "?route=boston-montreal-1"):
            assert "Block Boston!" not in visitor.open(f"{visitor.path}{page}").text
        assert "takes a sign-in: your note, the talk, proposals" in visitor.open(visitor.path).text

    @pytest.mark.long
    @pytest.mark.parametrize("page", ["talk", "seat", "agreements", "disputes"])
    def test_the_rest_leads_to_signing_in_and_back_to_the_same_place(self, page: str) -> None:
        game = begun()
        player, visitor = holder(game, 0), opened(game)
        sign_in = visitor.http.get(f"{visitor.path}/{page}")["Location"]
        assert sign_in == f"/accounts/login/?next=%2Fgames%2F{game.pk}%2F{page}"
        visitor.open(sign_in)
        visitor.press("Send me a code", email=str(player.email), status=302)
        visitor.press("Go on", code=mailed_code(str(player.email)), status=302)
        assert visitor.address == f"{visitor.path}/{page}"

    @pytest.mark.long
    @pytest.mark.parametrize("page", ["talk", "seat", "agreements", "disputes", "note", "nudge"])
    def test_a_form_of_an_older_page_is_told_so(self, page: str) -> None:
        visitor = opened(game := begun())
        visitor.open(f"{visitor.path}/plan")
        token = dict(visitor.page.forms[0].hidden)["csrfmiddlewaretoken"]
        body = {"csrfmiddlewaretoken": token, "text": "x", "do": "resign", "sure": "yes"}
        answer = visitor.http.post(f"{visitor.path}/{page}", body)
        assert (answer.status_code, "Nothing was sent." in answer.content.decode()) == (403, True)
        assert f'href="/accounts/login/?next=%2Fgames%2F{game.pk}%2F{page}"' in answer.content.decode()
        by_script = visitor.http.post(f"{visitor.path}/{page}", body, headers={"HX-Request": "true"})
        assert by_script["HX-Redirect"] == f"/accounts/login/?next=%2Fgames%2F{game.pk}%2F{page}"

    def test_a_reader_who_is_signed_in_as_somebody_else_is_led_round_no_circle(self) -> None:
        (guest,) = players(1, "Guest")
        visitor = opened(begun(), 0, guest)
        visitor.open(f"{visitor.path}/link")
        visitor.press("Open")
        page = visitor.open(f"{visitor.path}/seat", status=403)
        assert "You are signed in as Guest 0. Sign out first" in page.text

    @pytest.mark.parametrize("act", ["say", "withdraw"])
    def test_no_page_of_a_game_has_a_say_in_disputes_of_others(self, act: str) -> None:
        people = players(2)
        game, other = begun(people), begun(people)
        now = timezone.now()
        dispute = lifecycle.open_dispute(
            player=holder(game, 0), game_id=other.pk, kind="other", text="What now?", now=now
        )
        visitor = Visitor(holder(game, 0), game.pk)
        visitor.open(f"{visitor.path}/disputes")
        form = visitor.form("Ask for an admin")
        token = [(name, value) for name, value in form.filled() if name == "csrfmiddlewaretoken"]
        visitor.send(form, [*token, ("do", act), ("dispute", dispute.pk), ("text", "I agree.")], 409)
        dispute.refresh_from_db()
        assert (dispute.state, dispute.comments.count()) == ("open", 0)

    def test_judges_see_from_which_network_it_is_played(self) -> None:
        """The network is recorded as when signing in; but mail scanners open every link."""
        game = begun()
        player = holder(game, asked(game))
        visitor = opened(game, asked(game))
        visitor.open("?take=deck,deck")
        assert not NetworkSeen.objects.exists()
        visitor.press("Take two from the deck")
        assert NetworkSeen.objects.get().player == player

    @pytest.mark.parametrize("path", at_length(OF_ACCOUNTS, at_once=OF_ACCOUNTS[::5]))
    def test_it_opens_nothing_of_the_account(self, path: str) -> None:
        visitor = opened(begun())
        answer = visitor.http.get(path)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")

    def test_the_api_does_not_know_it(self) -> None:
        game = begun(public=False)
        visitor = opened(game)
        for path in ("", "/options", "/log", "/board.svg"):
            assert visitor.http.get(f"/api/v1/games/{game.pk}{path}").status_code in (401, 404)

    def test_it_leads_to_none_of_the_players_other_games(self) -> None:
        people = players(2)
        game, other = begun(people), begun(people, name="The Other Line")
        for one in (game, other):
            if asked(one) == 1:
                post(one, 1, "draw deck", "draw deck", now=timezone.now())
        post(game, 0, "draw deck", "draw deck", now=timezone.now())
        assert "The Other Line" in Visitor(people[0], game.pk).open().text
        assert "The Other Line" not in opened(game).open().text

    def test_posting_needs_the_form_s_own_token(self) -> None:
        visitor = opened(game := begun(), asked(game))
        visitor.open("?take=deck,deck")
        form = visitor.form("Take two from the deck")
        page = visitor.send(form, [one for one in form.filled() if one[0] != "csrfmiddlewaretoken"], 403)
        assert "out of date" in page.text
        assert head(game) == game.head

    def test_the_same_form_sent_twice_plays_once(self) -> None:
        game = begun()
        visitor = opened(game, asked(game))
        visitor.open("?take=deck,deck")
        form = visitor.form("Take two from the deck")
        visitor.send(form, form.filled())
        visitor.send(form, form.filled())
        assert "This was played already." in visitor.page.text
        assert head(game) == game.head + 2


class TestWhoseSeat:
    def test_not_me_makes_the_browser_forget_it(self) -> None:
        game = begun()
        visitor = opened(game)
        visitor.open()
        visitor.press("Not me")
        assert "No seat is open here" in visitor.page.text
        assert HAND not in visitor.open().text

    def test_end_all_links_ends_links_and_cookies_of_the_seat_everywhere(self, carry: Carry) -> None:
        people = players(2)
        game, other = begun(people), begun(people)
        link, here, there = link_to(game), opened(game), opened(game)
        strangers, elsewhere = opened(game, 1), opened(other)
        here.open(f"{here.path}/link")
        here.press("End all links")
        assert "All links to the seat have ended" in here.page.text
        assert OVER in there.open(status=410).text
        assert Client().get(link).status_code == 410
        assert HAND in strangers.open().text
        assert HAND in elsewhere.open().text

    def test_the_next_email_brings_a_link_that_works(self) -> None:
        game = begun()
        held = rights.read(link_to(game).removeprefix("/play/"), timezone.now())
        held.end(timezone.now())
        later = timezone.now() + timedelta(seconds=2)
        token = link_to(game, now=later).removeprefix("/play/")
        assert rights.read(token, later).seat == 0

    def test_ending_all_links_of_the_account_ends_it_too(self) -> None:
        game = begun()
        visitor = opened(game)
        signed_links.end_all(holder(game, 0), timezone.now())
        assert OVER in visitor.open(status=410).text

    def test_get_ends_and_forgets_nothing(self) -> None:
        game = begun()
        visitor = opened(game)
        for query in ("", "?do=not_me", "?do=ended", "?ended", "?not_me"):
            visitor.open(f"{visitor.path}/link{query}")
        assert HAND in visitor.open().text

    def test_anyone_who_is_signed_in_as_the_player_needs_no_cookie(self) -> None:
        game = begun()
        visitor = Visitor(holder(game, 0), game.pk)
        answer = visitor.http.get(link_to(game))
        assert answer["Location"] == visitor.path
        assert "seat" not in visitor.http.cookies
        assert "’s seat" not in visitor.open().text

    def test_anyone_who_is_signed_in_as_somebody_else_is_asked_first(self) -> None:
        game = begun()
        (guest,) = players(1, "Guest")
        visitor = Visitor(guest, game.pk)
        assert visitor.http.get(link_to(game))["Location"] == f"{visitor.path}/link"
        assert HAND not in visitor.open().text
        page = visitor.open(f"{visitor.path}/link")
        assert f"Open {holder(game, 0).name}’s seat?" in page.text
        assert "You are signed in as Guest 0." in page.text
        visitor.press("Open")
        assert HAND in visitor.page.text
        assert visitor.http.get(link_to(game))["Location"] == visitor.path

    def test_what_the_link_has_chosen_is_still_chosen_after_the_question(self) -> None:
        game = begun()
        (guest,) = players(1, "Guest")
        visitor = Visitor(guest, game.pk)
        first = asked(game)
        asks = visitor.http.get(f"{link_to(game, first)}?take=deck,deck&next=//evil.example")["Location"]
        assert asks == f"{visitor.path}/link?take=deck,deck"
        visitor.open(asks)
        visitor.press("Open")
        assert "Take two from the deck" in visitor.page.text

    def test_anyone_who_says_no_stays_who_they_are(self) -> None:
        game = begun()
        visitor = opened(game, 0, holder(game, 1))
        mine = visitor.open().text
        assert f"{holder(game, 1).name} (you)" in mine
        visitor.open(f"{visitor.path}/link")
        visitor.press("Not me")
        assert f"{holder(game, 1).name} (you)" in visitor.open().text
        assert visitor.http.cookies["seat"].value == ""

    def test_a_cookie_from_before_signing_in_asks_too(self) -> None:
        game = begun()
        visitor = opened(game)
        visitor.http.force_login(players(1, "Guest")[0])
        assert HAND not in visitor.open().text
        assert "?" in visitor.open(f"{visitor.path}/link").text
