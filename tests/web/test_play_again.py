"""After a move the next waiting game; after the end a new game with the same people."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from games.errors import Forbidden, Refused
from games.lobby import again, departures, lobby
from games.models import Block, Game, Invitation, Player
from games.people import relations
from games.people.privacy import erase_player
from games.presentation import words
from games.table.rulings import End
from tests.api.table import guests, sit_down
from tests.games.courts import rule
from tests.games.races import both
from tests.games.sitting import handed_over, offer, take
from tests.games.stories import NOON, chosen, holder, players, started
from tests.notifications.conftest import Carry
from tests.web.paper import Visitor
from tests.web.people import browser_of, text_of
from tests.web.test_table import on_turn, sit, turn

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def ended(count: int = 2, **wishes: Any) -> Game:
    game = chosen(started(players(count), name="The slow coast line", **wishes))
    for seat in range(1, count):
        departures.resign(player=holder(game, seat), game_id=game.pk, now=NOON)
    return Game.objects.get(pk=game.pk)


class TestNextStop:
    def test_after_a_move_the_next_game_with_what_is_left_and_how_many_wait(self) -> None:
        people = players(2)
        now = timezone.now()
        clock: dict[str, Any] = {"now": now, "order": "fixed"}
        here = chosen(started(people, **clock), now=now)
        for name in ("Later", "Soon"):
            hours = 12 if name == "Soon" else 30
            chosen(started(people, name=name, time_per_move=hours * HOUR, **clock), now=now)
        visitor = on_turn(here)
        visitor.open("?take=deck,deck")
        page = visitor.press("Take two from the deck")
        assert "Next stop · 2 games waiting Soon 11 h 59 min left" in page.text
        assert any(told == "Play it : Soon" or "Soon" in told for _, told in page.links)

    def test_a_paused_game_does_not_wait(self) -> None:
        people = players(2)
        here = chosen(started(people, order="fixed"))
        other = chosen(started(people, order="fixed", name="Resting"))
        Game.objects.filter(pk=other.pk).update(paused_at=NOON, pauses=["agreement"])
        visitor = on_turn(here)
        visitor.open("?take=deck,deck")
        assert "Resting" not in visitor.press("Take two from the deck").text


class TestPlayAgain:
    def test_a_button_opens_a_table_and_invites_everyone(self, carry: Carry) -> None:
        game = ended(3)
        carry(timezone.now())
        visitor = sit(game, 0)
        page = visitor.press("Play again")
        table = Game.objects.get(again_of=game)
        assert visitor.address == f"/tables/{table.pk}"
        assert "The slow coast line" in page.text
        assert (table.seats_wanted, table.access, table.time_per_move) == (3, "invitation", game.time_per_move)
        assert set(Invitation.objects.filter(game=table).values_list("player", flat=True)) == {
            holder(game, seat).pk for seat in (1, 2)
        }
        assert len(carry(timezone.now())) == 2

    def test_a_person_for_whom_a_stand_in_played_is_invited_and_no_stand_in_comes_instead(self) -> None:
        game = chosen(started(players(3)))
        away = handed_over(game, 2)
        rule(game, End("adjudicated"))
        made = again.play_again(player=holder(game, 0), game_id=game.pk, now=NOON).game
        invited = {invitation.player for invitation in made.invitations.all()}
        assert invited == {holder(game, 1), away}
        assert made.status == Game.Status.OPEN

    def test_whoever_a_stand_in_played_for_opens_one_or_finds_it_on_the_open_page(self) -> None:
        game = chosen(started(players(3)))
        away, other = handed_over(game, 2), handed_over(game, 1)
        rule(game, End("adjudicated"))
        opener, waiting = Visitor(away, game.pk), browser_of(other)
        address = f"/games/{game.pk}/news?entry={Game.objects.get(pk=game.pk).head}&line=0"
        before = waiting.get(address)
        assert before.json()["again"] == ""
        assert waiting.get(address, headers={"if-none-match": before["ETag"]}).status_code == 304
        opener.open()
        opener.press("Play again")
        assert Game.objects.get(again_of=game).host == away
        after = waiting.get(address, headers={"if-none-match": before["ETag"]})
        assert after.json()["again"] == f"{away.display_name} has opened a rematch Take your seat"
        assert "Play again" not in (page := Visitor(other, game.pk).open().text)
        assert "Take your seat" in page

    def test_who_watched_only_or_lost_the_seat_for_good_cannot(self) -> None:
        game = chosen(started(players(3), public=True))
        away = handed_over(game, 2)
        offer(game, newcomer := players(1, "New")[0], 2)
        take(game, newcomer, 2)
        rule(game, End("adjudicated"))
        for outsider in (away, players(1, "Eve")[0]):
            assert "Play again" not in Visitor(outsider, game.pk).open().text
            assert browser_of(outsider).post(f"/games/{game.pk}/again").status_code == 404

    def test_a_double_click_and_another_players_click_find_the_same_table(self) -> None:
        game = ended()
        pages = [sit(game, seat) for seat in (0, 0, 1, 1)]
        for page in pages:
            page.press("Play again")
        other = pages[-1]
        table = Game.objects.get(again_of=game)
        assert table.status == Game.Status.RUNNING  # all seats are taken
        assert other.address == f"/games/{table.pk}"
        assert Game.objects.count() == 2

    def test_the_next_player_begins(self) -> None:
        people = players(4)
        game = chosen(started(people, order="drawn"))
        for seat in (1, 2, 3):
            departures.resign(player=holder(game, seat), game_id=game.pk, now=NOON)
        turns = [holder(game, seat).pk for seat in range(4)]
        for seat in (2, 0, 3, 1):  # seats are in the order of arrival
            table = again.play_again(player=holder(game, seat), game_id=game.pk, now=NOON).game
        assert table.status == Game.Status.RUNNING
        assert table.order == "continued"
        assert [holder(table, seat).pk for seat in range(4)] == [*turns[1:], turns[0]]

    def test_where_somebody_is_missing_whoever_comes_next_begins_and_newcomers_come_last(self) -> None:
        game = ended(3)
        first, second, third = (holder(game, seat) for seat in range(3))
        newcomer = players(1, "Newcomer")[0]
        table = again.play_again(player=first, game_id=game.pk, now=NOON).game
        lobby.invite(host=first, game_id=table.pk, names=[newcomer.name], now=NOON)
        for player in (newcomer, third):
            lobby.join_game(player=player, game_id=table.pk, now=NOON)
        table = Game.objects.get(pk=table.pk)
        assert [holder(table, seat) for seat in range(3)] == [third, first, newcomer]
        assert again.play_again(player=first, game_id=game.pk, now=NOON) == (table, False)
        with pytest.raises(Forbidden, match="not_in_this_game"):  # it was too late
            again.play_again(player=second, game_id=game.pk, now=NOON)

    def test_a_player_who_is_suspended_erased_or_blocked_is_not_invited_and_the_seat_is_free(self) -> None:
        game = ended(5)
        host, suspended, erased, blocked, friend = (holder(game, seat) for seat in range(5))
        Player.objects.filter(pk=suspended.pk).update(suspended_until=NOON + HOUR)
        erase_player(player=erased, now=NOON)
        relations.add(Block, player=host, other_id=blocked.pk, now=NOON)
        table = again.play_again(player=host, game_id=game.pk, now=NOON).game
        assert [one.player for one in table.invitations.all()] == [friend]
        assert table.seats_wanted == 5

    def test_anyone_who_was_blocked_finds_another_table_and_learns_nothing(self) -> None:
        game = ended(3)
        host, blocked, friend = (holder(game, seat) for seat in range(3))
        relations.add(Block, player=host, other_id=blocked.pk, now=NOON)
        first = again.play_again(player=host, game_id=game.pk, now=NOON)
        other = again.play_again(player=blocked, game_id=game.pk, now=NOON + HOUR)
        assert other.made
        assert other.game != first.game
        assert not again.play_again(player=blocked, game_id=game.pk, now=NOON).made
        assert again.play_again(player=host, game_id=game.pk, now=NOON).game == first.game
        assert again.play_again(player=friend, game_id=game.pk, now=NOON).game == first.game

    def test_one_that_was_called_off_gives_way_to_another(self) -> None:
        game = ended()
        first = again.play_again(player=holder(game, 0), game_id=game.pk, now=NOON).game
        lobby.leave_game(player=holder(game, 0), game_id=first.pk, now=NOON)
        second = again.play_again(player=holder(game, 1), game_id=game.pk, now=NOON)
        assert second.made
        assert second.game.pk != first.pk

    def test_it_takes_a_seat_and_an_ended_game(self) -> None:
        game, seat, visitor = turn()
        with pytest.raises(Refused, match="game_not_ended"):
            again.play_again(player=holder(game, seat), game_id=game.pk, now=NOON)
        assert "Play again" not in visitor.page.text
        departures.resign(player=holder(game, seat), game_id=game.pk, now=NOON)
        with pytest.raises(Forbidden, match="not_in_this_game"):
            again.play_again(player=players(1, "Guest")[0], game_id=game.pk, now=NOON)

    def test_only_a_post_with_its_token_does_it(self) -> None:
        game = ended()
        visitor = sit(game, 0)
        assert visitor.http.get(f"{visitor.path}/again").status_code == 302
        assert visitor.http.post(f"{visitor.path}/again").status_code == 403
        assert not Game.objects.filter(again_of=game).exists()
        guest = Client()
        guest.force_login(players(1, "Guest")[0])
        assert guest.post(f"{visitor.path}/again").status_code == 404

    def test_with_stand_ins_it_begins_at_once(self) -> None:
        person = players(1)[0]
        wishes = lobby.Wishes(ruleset="usa@1", seats=3, time_per_move=24 * HOUR, stand_ins=2)
        game = lobby.create_game(host=person, wishes=wishes, now=NOON)
        Game.objects.filter(pk=game.pk).update(status="ended", ended_at=NOON)
        found = again.play_again(player=person, game_id=game.pk, now=NOON)
        assert found.game.status == Game.Status.RUNNING

    @pytest.mark.django_db(transaction=True)
    def test_two_at_the_same_moment_meet_at_one_table(self) -> None:
        game = ended()

        def press(seat: int) -> Callable[[], object]:
            player = holder(game, seat)
            return lambda: again.play_again(player=player, game_id=game.pk, now=NOON)

        assert both(press(0), press(1)) == "done"
        assert [one.status for one in Game.objects.filter(again_of=game)] == [Game.Status.RUNNING]

    def test_in_the_api(self) -> None:
        people = guests(2)
        game = sit_down(people)
        people[0].do("post", f"/games/{game}/again", status=409)
        people[1].post(f"/games/{game}/resign")
        made = people[0].post(f"/games/{game}/again", status=201)
        assert people[0].post(f"/games/{game}/again")["id"] == made["id"]
        assert people[1].post(f"/games/{game}/again")["status"] == "running"


class TestRematch:
    """What the ended game says of a rematch that somebody has opened, to each who may know of it."""

    def test_it_says_who_has_opened_it_and_leads_there(self) -> None:
        game = ended(3)
        host, guest = sit(game, 0), sit(game, 1)
        host.press("Play again")
        guest.open()
        assert "Play again" not in guest.page.text
        assert f"Take your seat {holder(game, 0).name} has opened a rematch" in guest.page.text
        table = Game.objects.get(again_of=game)
        stale = sit(game, 1)
        stale.open()
        lobby.leave_game(player=holder(game, 0), game_id=table.pk, now=timezone.now())
        assert "That rematch has been called off." in stale.press("Take your seat", status=409).text
        assert Game.objects.filter(again_of=game).count() == 1, "nobody is invited to another"
        host.open()
        host.press("Play again")
        guest.open()
        table = Game.objects.filter(again_of=game).latest("created_at")
        guest.press("Take your seat")
        assert table.seats.filter(player=holder(game, 1)).exists()
        guest.open()
        assert f"/tables/{table.pk}" in [href for href, _ in guest.page.links]
        host.open()
        assert "To the rematch You have opened a rematch" in host.page.text

    def test_a_browser_that_has_the_page_gets_the_new_one_within_the_minute(self) -> None:
        game = ended(3)
        with travel(timezone.now(), tick=False):
            browsers = [browser_of(holder(game, seat)) for seat in (1, 2)]
            tags = [tag_of(browser, game) for browser in browsers]
            table = again.play_again(player=holder(game, 0), game_id=game.pk, now=timezone.now()).game
            assert [seen(browser, game, tag) for browser, tag in zip(browsers, tags, strict=True)] == [200, 200]
            tag = tag_of(browsers[1], game)
            assert seen(browsers[1], game, tag) == 304
            lobby.join_game(player=holder(game, 2), game_id=table.pk, now=timezone.now())
            assert seen(browsers[1], game, tag) == 200

    def test_an_open_page_hears_of_it(self) -> None:
        game = ended(3)
        browser = browser_of(holder(game, 1))
        assert 'data-words=""' in text_of(browser, f"/games/{game.pk}")
        assert browser.get(f"/games/{game.pk}/news").json()["again"] == ""
        again.play_again(player=holder(game, 0), game_id=game.pk, now=timezone.now())
        told = browser.get(f"/games/{game.pk}/news").json()["again"]
        assert f'data-words="{told}"' in text_of(browser, f"/games/{game.pk}")
        assert holder(game, 0).name in told

    def test_whoever_is_blocked_learns_nothing_of_it(self) -> None:
        game = ended(3)
        relations.add(Block, player=holder(game, 0), other_id=holder(game, 1).pk, now=NOON)
        with travel(timezone.now(), tick=False):
            browser = browser_of(holder(game, 1))
            tag = tag_of(browser, game)
            again.play_again(player=holder(game, 0), game_id=game.pk, now=timezone.now())
            assert seen(browser, game, tag) == 304
        assert "Play again" in text_of(browser, f"/games/{game.pk}")

    def test_once_it_has_begun_its_players_are_led_in_and_the_others_told(self) -> None:
        game = ended(3)
        table = again.play_again(player=holder(game, 0), game_id=game.pk, now=NOON).game
        lobby.join_game(player=holder(game, 1), game_id=table.pk, now=NOON)
        lobby.start_game(host=holder(game, 0), game_id=table.pk, now=NOON)
        assert "To the rematch It has begun" in sit(game, 1).page.text
        left_out = sit(game, 2).page.text
        assert f"{holder(game, 0).name}’s rematch has begun without you." in left_out
        assert "Play again" not in left_out

    def test_each_game_of_the_same_people_has_its_number(self) -> None:
        game = chosen(started(players(2)))
        departures.resign(player=holder(game, 1), game_id=game.pk, now=NOON)
        table = again.play_again(player=holder(game, 0), game_id=game.pk, now=NOON).game
        text = text_of(browser_of(holder(game, 1)), "/games")
        assert ">Ticket to Ride, Player 0, game 2<" in text
        assert ">Ticket to Ride, Player 0<" in text
        lobby.join_game(player=holder(game, 1), game_id=table.pk, now=NOON)
        departures.resign(player=holder(game, 1), game_id=table.pk, now=NOON)
        third = again.play_again(player=holder(game, 0), game_id=table.pk, now=NOON).game
        assert words.game_name(third) == "Ticket to Ride, Player 0, game 3"
        assert "a rematch of Ticket to Ride, Player 0, game 2" in text_of(
            browser_of(holder(game, 1)), f"/tables/{third.pk}"
        )

    def test_declining_is_confirmed_where_the_reader_lands_and_can_be_thought_better_of(self) -> None:
        game = ended(3)
        table = again.play_again(player=holder(game, 0), game_id=game.pk, now=NOON).game
        browser = browser_of(holder(game, 1))
        page = browser.post(f"/tables/{table.pk}/decline", follow=True).content.decode()
        assert 'role="status" tabindex="-1" autofocus>You have declined the invitation.' in page
        assert f"/tables/{table.pk}" not in page
        room = text_of(browser, f"/tables/{table.pk}")
        assert "You have no seat here, and can still take one. The game starts" in room

    def test_leaving_a_table_and_calling_it_off_are_confirmed(self) -> None:
        game = ended(3)
        table = again.play_again(player=holder(game, 0), game_id=game.pk, now=NOON).game
        lobby.join_game(player=holder(game, 1), game_id=table.pk, now=NOON)
        for seat, done in ((1, "You have left the table."), (0, "The table is called off.")):
            browser = browser_of(holder(game, seat))
            room = browser.get(f"/tables/{table.pk}").content.decode()
            asks = "<summary>Call the table off</summary>" in room
            assert asks == ("Everyone who sits here hears of that" in room) == (seat == 0)
            answer = browser.post(f"/tables/{table.pk}", {"do": "leave"}, follow=True)
            assert done in answer.content.decode()


def tag_of(browser: Client, game: Game) -> str:
    """Return the tag of the page, as the browser has it once it has the page's cookie."""
    return [browser.get(f"/games/{game.pk}").headers["ETag"] for _ in range(2)][-1]


def seen(browser: Client, game: Game, tag: str) -> int:
    """Return the status of the ended game's page for a browser that has the page with this tag."""
    return browser.get(f"/games/{game.pk}", headers={"If-None-Match": tag}).status_code
