"""When the link to a seat ends, and what it never reveals."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from games import signed_links
from games.lobby import departures, takeovers
from games.models import Game, Player
from games.people import moderation
from games.people.privacy import erase_player
from games.web.seat_link import rights
from tests.games.admins import GROUPS, admin
from tests.games.stories import DAY, holder, play_on, players, prompts
from tests.games.worlds import swap_what_is_hidden
from tests.web.paper import Visitor
from tests.web.seat_links import HAND, OVER, asked, begun, head, link_to, opened
from tests.web.test_table_secrets import EVER_NEW, every_ruleset, pages

pytestmark = pytest.mark.django_db


class TestItsEnd:
    def dead(self, game: Game, link: str, visitor: Visitor) -> None:
        """Check that neither the link nor the cookie opens anything, and that both say what to do."""
        answer = Client().get(link)
        assert answer.status_code == 410
        assert "The newest email about the game has a link that works." in answer.content.decode()
        assert "Or sign in, and see what has become of your seat." in answer.content.decode()
        assert OVER in visitor.open(status=410).text
        assert visitor.http.cookies["seat"].value == ""
        assert HAND not in visitor.open().text

    def test_with_its_time(self) -> None:
        game = begun()
        old = link_to(game, now=timezone.now() - rights.HALF_A_YEAR - DAY)
        assert Client().get(old).status_code == 410
        assert Client().get(link_to(game, now=timezone.now() - rights.HALF_A_YEAR + DAY)).status_code == 303

    def test_with_the_address(self) -> None:
        game = begun()
        link, visitor = link_to(game), opened(game)
        Player.objects.filter(pk=holder(game, 0).pk).update(email="new@mail.example")
        self.dead(game, link, visitor)

    def test_with_the_player(self) -> None:
        game = begun()
        link, visitor = link_to(game), opened(game)
        erase_player(player=holder(game, 0), now=timezone.now())
        self.dead(game, link, visitor)

    def test_with_the_seat_and_for_good(self) -> None:
        game = begun(players(3))
        before, (other,) = holder(game, 0), players(1, "Other")
        link, visitor = link_to(game, now=timezone.now() - timedelta(seconds=5)), opened(game)
        departures.resign(player=before, game_id=game.pk, now=timezone.now())
        assert "’s seat" in visitor.open().text
        later = timezone.now() + timedelta(seconds=5)
        takeovers.take_over(player=other, game_id=game.pk, seat=0, now=later)
        self.dead(game, link, visitor)
        departures.resign(player=other, game_id=game.pk, now=later)
        Game.objects.get(pk=game.pk).seats.filter(number=0).update(player=before)
        assert Client().get(link).status_code == 410

    def test_two_months_after_the_game(self) -> None:
        game = begun()
        link, visitor = link_to(game), opened(game)
        ended_at = timezone.now() - rights.GOOD_AFTER_THE_END - DAY
        Game.objects.filter(pk=game.pk).update(
            status=Game.Status.ABANDONED, created_at=ended_at, started_at=ended_at, ended_at=ended_at
        )
        self.dead(game, link, visitor)

    def test_anyone_who_is_suspended_looks_and_does_not_play(self) -> None:
        game = begun()
        seat, now = asked(game), timezone.now()
        visitor = opened(game, seat)
        visitor.open("?take=deck,deck")
        judge = admin("Rosa", *GROUPS)
        until = now + DAY
        moderation.moderate(
            admin=judge,
            player_id=holder(game, seat).pk,
            kind="suspended",
            until=until,
            now=now,
            text="Enough.",
            reason="Words.",
        )
        page = visitor.press("Take two from the deck", status=403)
        assert "Nothing was played." in page.text
        assert HAND in page.text
        assert head(game) == game.head

    def test_a_stale_page_says_so_and_plays_nothing(self) -> None:
        game = begun()
        visitor = opened(game, asked(game))
        visitor.open("?take=deck,deck")
        signed_links.end_all(holder(game, asked(game)), timezone.now())
        page = visitor.press("Take two from the deck", status=410)
        assert "Nothing was played." in page.text
        assert head(game) == game.head

    @pytest.mark.parametrize("end", [slice(0, -1), slice(1, None)])
    def test_what_was_tampered_with_opens_nothing(self, end: slice) -> None:
        game = begun()
        assert Client().get(f"/play/{link_to(game).removeprefix('/play/')[end]}").status_code == 410
        visitor = opened(game)
        visitor.http.cookies["seat"] = visitor.http.cookies["seat"].value[end]
        assert OVER in visitor.open(status=410).text

    def test_a_token_is_no_cookie_and_a_cookie_is_no_token(self) -> None:
        game = begun()
        visitor = opened(game)
        assert Client().get(f"/play/{visitor.http.cookies['seat'].value}").status_code == 410
        visitor.http.cookies["seat"] = link_to(game).removeprefix("/play/")
        assert OVER in visitor.open(status=410).text

    def test_a_seat_that_is_another_s_cannot_be_named(self) -> None:
        game = begun()
        now = timezone.now()
        for subject in (f"{game.pk}-1", f"{game.pk}-9", f"{game.pk}-x", "nowhere-0", game.pk, ""):
            token = signed_links.sign(rights.TABLE, holder(game, 0), subject, now)
            assert Client().get(f"/play/{token}").status_code == 410

    def test_it_says_the_same_of_a_game_that_is_nowhere(self) -> None:
        """Otherwise a made-up cookie could find private games."""
        secret = begun(public=False)
        found = []
        for game_id in (secret.pk, "000000000000"):
            visitor = Visitor(None, game_id)
            visitor.http.cookies["seat"] = "made.up~cookie"
            found.append(EVER_NEW.sub(b"", visitor.http.get(visitor.path).content).replace(game_id.encode(), b""))
        assert found[0] == found[1]


class TestSecrets:
    def test_a_cookie_opens_no_other_game(self) -> None:
        """Browsers do not send it there; and if one did, it would open nothing."""
        people = players(2)
        game, other = begun(people, public=False), begun(people, public=False)
        visitor = opened(game)
        for more in ("", "/log", "/news", "/plan", "/seat", "/disputes", "/link"):
            assert visitor.http.get(f"/games/{other.pk}{more}").status_code == 410
            visitor.http.get(link_to(game))

    def test_its_page_is_the_players_own(self) -> None:
        game = begun()
        visitor, player = opened(game), Visitor(holder(game, 0), game.pk)
        for page in (visitor, player):
            page.open()
        assert (
            visitor.page.text.partition("Players")[0].partition("Your tickets")[2]
            == (player.page.text.partition("Players")[0].partition("Your tickets")[2])
        )
        assert visitor.answer["ETag"] != player.answer["ETag"]
        assert "Cookie" in visitor.answer["Vary"]

    @travel(datetime.now(UTC), tick=False)  # pages show the minutes left
    @every_ruleset
    def test_a_seat_by_link_sees_the_same_whatever_the_others_hold(self, ruleset: str) -> None:
        game = begun(players(3), ruleset=ruleset)
        play_on(game, 12, now=timezone.now())
        reader = prompts(game)[0]["seat"]
        visitor = opened(game, reader)
        visitor.open()
        before = pages(visitor)
        swap_what_is_hidden(Game.objects.get(pk=game.pk), reader)
        assert before == pages(visitor)
