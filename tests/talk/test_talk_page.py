"""The talk on pages: at the table, in the waiting room, on its own page, in my games; with and without JavaScript."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.lobby import lobby
from games.models import Dispute, DisputeComment, Game, Seat, TalkLine, TalkMute
from games.people import relations
from games.table.talk import new_lines, reports, rights, talk_lines
from notifications.models import Notification
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.web import seat_links
from tests.web.paper import Visitor
from tests.web.people import browser_of, text_of
from tests.web.test_table import sit

pytestmark = pytest.mark.django_db

TEXT = "I go to <b>Denver</b>, www.example.org"


def say(game: Game, seat: int, text: str = TEXT) -> TalkLine:
    return new_lines.say(player=holder(game, seat), game_id=game.pk, text=text, now=NOON)


def begun(seats: int = 2) -> Game:
    return chosen(started(players(seats)))


def forming() -> Game:
    host, guest = players(2)
    wishes = lobby.Wishes(ruleset="usa@1", seats=3, time_per_move=DAY)
    game = lobby.create_game(host=host, wishes=wishes, now=NOON)
    return lobby.join_game(player=guest, game_id=game.pk, now=NOON)


class TestAtTheTable:
    def test_a_line_is_said_and_shown_as_it_was_typed(self) -> None:
        game = begun()
        sit(game, 0).press("Say", text=TEXT)
        other = sit(game, 1)
        assert "I go to <b>Denver</b>, www.example.org" in other.page.text
        assert "&lt;b&gt;Denver" in other.answer.content.decode()
        assert 'href="http' not in other.answer.content.decode().split('id="talk"')[1].split("</section>")[0]

    def test_pressing_twice_says_it_once(self) -> None:
        game = begun()
        visitor = sit(game, 0)
        form = visitor.form("Say")
        for _ in range(2):
            visitor.http.post(f"/games/{game.pk}/talk", {**dict(form.hidden), "text": "Hello"})
        assert TalkLine.objects.count() == 1

    def test_new_lines_are_marked_until_they_are_read(self) -> None:
        game = begun()
        say(game, 0)
        visitor = sit(game, 1)
        assert "1 new line" in text_of(visitor.http, "/games")
        assert visitor.answer.content.decode().count('<li class="new"><p class="talk-by">') == 1
        visitor.press("I have read this")
        assert 'class="talk-read"' not in visitor.answer.content.decode()
        assert "1 new line" not in text_of(visitor.http, "/games")

    def test_looking_marks_nothing(self) -> None:
        game = begun()
        say(game, 0)
        visitor = sit(game, 1)
        visitor.http.get(f"/games/{game.pk}/talk?do=read&number=1")
        assert Seat.objects.get(game=game, number=1).lines_read == 0

    def test_a_refused_line_stays_in_its_field(self) -> None:
        game = begun()
        visitor = sit(game, 0)
        visitor.press("Say", text="x" * 501, status=422)
        assert "Too long." in visitor.page.text
        assert 'value="xxx' in visitor.answer.content.decode()

    def test_htmx_gets_the_section_alone(self) -> None:
        game = begun()
        say(game, 1)
        browser = browser_of(holder(game, 0))
        answer = browser.post(
            f"/games/{game.pk}/talk",
            {"do": "say", "text": "Hi", "from": "table", "key": "k"},
            headers={"HX-Request": "true"},
        )
        assert answer.content.decode().lstrip().startswith('<section class="section game-talk"')
        wrong = browser.post(
            f"/games/{game.pk}/talk", {"do": "say", "text": " ", "from": "table"}, headers={"HX-Request": "true"}
        )
        assert wrong.status_code == 422
        assert "Say something first." in wrong.content.decode()
        lines = browser.get(f"/games/{game.pk}/talk", headers={"HX-Request": "true"}).content.decode()
        assert lines.lstrip().startswith('<div id="talk-lines" data-last="2"')

    def test_news_tell_players_of_it_and_nobody_else(self) -> None:
        game = begun()
        player, watcher = browser_of(holder(game, 1)), browser_of(players(1, "Guest")[0])
        path = f"/games/{game.pk}/news?entry={Game.objects.get(pk=game.pk).head}&line=0"
        before = [browser.get(path) for browser in (player, watcher)]
        say(game, 0, "Hello")
        after = player.get(path, headers={"If-None-Match": before[0]["ETag"]})
        assert (after.json()["line"], after.json()["said"]) == (1, ["Player 0: Hello"])
        assert watcher.get(path, headers={"If-None-Match": before[1]["ETag"]}).status_code == 304
        assert browser_of(holder(game, 0)).get(path).json()["said"] == []

    def test_a_table_without_new_lines_costs_no_more(self) -> None:
        game = begun()
        browser = browser_of(holder(game, 0))
        news = f"/games/{game.pk}/news?entry=1&line=1"

        def cost(path: str) -> int:
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(path).status_code == 200
            return len(asked)

        before = [cost(path) for path in (f"/games/{game.pk}", news)]
        say(game, 0)
        assert [cost(path) for path in (f"/games/{game.pk}", news)] == before

    def test_a_muted_player_is_not_heard(self) -> None:
        game = begun(3)
        say(game, 0)
        visitor = sit(game, 1)
        visitor.open(f"/games/{game.pk}/talk")
        visitor.press("Mute this player for me")
        assert "Denver" not in visitor.page.text
        assert "Player 0" in text_of(visitor.http, "/settings/muted")
        assert "new line" not in text_of(visitor.http, "/games")
        browser_of(holder(game, 1)).post("/settings/muted", {"player": holder(game, 0).pk})
        assert "Denver" in visitor.open(f"/games/{game.pk}/talk").text

    def test_muting_is_confirmed_and_undone_there(self) -> None:
        game = begun()
        say(game, 0)
        visitor = sit(game, 1)
        assert "Players whom you muted" not in visitor.open(f"/games/{game.pk}/talk").text
        visitor.press("Mute this player for me")
        assert "You muted Player 0." in visitor.page.text
        assert "Nobody has said anything yet." not in visitor.page.text
        visitor.press("Undo")
        assert "Denver" in visitor.page.text
        assert "Players whom you muted" not in visitor.page.text

    def test_a_line_is_reported(self) -> None:
        game = begun()
        say(game, 0)
        visitor = sit(game, 1)
        visitor.open(f"/games/{game.pk}/talk")
        visitor.follow("Report the line to an admin")
        assert not Dispute.objects.exists()
        assert "Nobody else does" in visitor.page.text
        assert "I go to <b>Denver</b>" in visitor.page.text
        visitor.press("Report it", text="Not nice.")
        assert [line.text for line in Dispute.objects.get().lines.all()] == [TEXT]
        assert "Reported. Only you and the admins see it." in visitor.page.text
        assert "Abusive behavior" in visitor.page.text
        assert "Not nice." in visitor.page.text

    def test_nobody_else_at_the_table_hears_of_a_report(self) -> None:
        game = begun()
        Game.objects.filter(pk=game.pk).update(pause_on_dispute=True)
        say(game, 0)
        reports.report(player=holder(game, 1), game_id=game.pk, number=1, now=timezone.now(), text="Not nice.")
        assert not Notification.objects.filter(player=holder(game, 0), dispute__isnull=False).exists()
        assert "Not nice." not in sit(game, 0).open(f"/games/{game.pk}/disputes").text
        assert Game.objects.get(pk=game.pk).paused_at is None
        answer = browser_of(holder(game, 0)).post(
            f"/games/{game.pk}/disputes", {"do": "say", "dispute": Dispute.objects.get().pk, "text": "x"}
        )
        assert answer.status_code == 409
        assert not DisputeComment.objects.exists()

    def test_a_second_line_comes_with_words_of_its_own(self) -> None:
        game = begun()
        for _ in range(2):
            say(game, 0)
        for number, text in ((1, "Not nice."), (2, "And again.")):
            reports.report(player=holder(game, 1), game_id=game.pk, number=number, now=timezone.now(), text=text)
        (dispute,) = Dispute.objects.all()
        assert dispute.lines.count() == 2
        assert [said.text for said in dispute.comments.all()] == ["And again."]

    def test_a_practice_table_has_none(self) -> None:
        game = begun()
        Game.objects.filter(pk=game.pk).update(practice=True)
        visitor = sit(game, 0)
        assert 'id="talk"' not in visitor.answer.content.decode()
        assert visitor.http.get(f"/games/{game.pk}/talk").status_code == 404


class TestForOthers:
    def test_a_watcher_sees_nothing_of_it(self) -> None:
        game = begun()
        say(game, 0)
        for browser in (browser_of(players(1, "Guest")[0]), Client()):
            assert "Denver</b>, www" not in text_of(browser, f"/games/{game.pk}")
            assert browser.get(f"/games/{game.pk}/talk").status_code == 404
        posted = browser_of(players(1, "Another")[0]).post(f"/games/{game.pk}/talk", {"do": "say", "text": "x"})
        assert posted.status_code == 404

    def test_until_the_host_opens_it(self) -> None:
        game = begun()
        say(game, 0)
        host = sit(game, 0)
        host.open(f"/games/{game.pk}/talk")
        assert "spectators read what is said from then on" in host.page.text
        host.press("Open the talk to spectators")
        say(game, 1, "Hello, all")
        assert "Hello, all" in text_of(Client(), f"/games/{game.pk}/talk")
        for path in (f"/games/{game.pk}/talk", f"/games/{game.pk}/talk?before=2", f"/games/{game.pk}"):
            assert "Denver</b>, www" not in text_of(Client(), path)
        watcher = browser_of(players(1, "Guest")[0])
        watcher.post(f"/games/{game.pk}/talk", {"do": "say", "text": "Hello from afar"})
        assert "watching" in text_of(browser_of(holder(game, 1)), f"/games/{game.pk}")
        assert Client().post(f"/games/{game.pk}/talk", {"do": "say", "text": "x"})["Location"].startswith("/accounts")
        host.press("Close the talk to spectators")
        assert watcher.get(f"/games/{game.pk}/talk").status_code == 404

    def test_only_the_host_can(self) -> None:
        game = begun()
        answer = browser_of(holder(game, 1)).post(f"/games/{game.pk}/talk", {"do": "open"})
        assert answer.status_code == 403
        assert not Game.objects.get(pk=game.pk).talk_open

    def test_a_form_that_asks_for_nothing_we_do_is_told_so(self) -> None:
        game = begun()
        for path in ("talk", "seat"):
            answer = browser_of(holder(game, 0)).post(f"/games/{game.pk}/{path}", {"do": "dance"})
            assert answer.status_code == 400
            assert "That is no button of this page." in answer.content.decode()

    def test_a_link_to_the_seat_neither_reads_nor_talks(self) -> None:
        game = seat_links.begun()
        new_lines.say(player=holder(game, 1), game_id=game.pk, text=TEXT, now=timezone.now())
        visitor = seat_links.opened(game, seat_links.asked(game))
        assert TEXT not in visitor.open("?take=deck,deck").text
        visitor.send(
            visitor.form("Take two from the deck"), [*visitor.form("Take two").filled(), ("say", "By link")], 403
        )
        assert "Sign in to say something. Nothing was played. Your words: By link" in visitor.page.text
        assert seat_links.head(game) == game.head
        news = visitor.http.get(f"{visitor.path}/news?line=0").json()
        assert (news["line"], news["said"]) == (0, [])
        visitor.open(f"{visitor.path}/talk", status=302)
        visitor.open(f"{visitor.path}/talk", 200, **{"HX-Request": "true"})
        assert visitor.answer["HX-Redirect"].startswith("/accounts/login/")
        assert not TalkLine.objects.filter(text="By link").exists()


class TestInTheWaitingRoom:
    def test_those_who_sit_there_talk(self) -> None:
        game = forming()
        new_lines.say(player=game.host, game_id=game.pk, text="Welcome!", now=NOON)
        path = f"/tables/{game.pk}"
        guest = browser_of(holder(game, 1))
        assert "Welcome!" in text_of(guest, path)
        answer = guest.post(f"/games/{game.pk}/talk", {"do": "say", "text": "Thanks", "from": "room"})
        assert answer["Location"] == f"{path}#talk"
        assert "Thanks" in text_of(browser_of(game.host), path)
        assert "Welcome!" not in text_of(browser_of(players(1, "Guest")[0]), path)

    def test_a_line_is_reported(self) -> None:
        game = forming()
        new_lines.say(player=game.host, game_id=game.pk, text="Idiots!", now=NOON)
        visitor = Visitor(holder(game, 1), game.pk)
        visitor.open(f"/games/{game.pk}/talk")
        visitor.follow("Report the line to an admin")
        visitor.press("Report it", text="Not nice.")
        dispute = Dispute.objects.get()
        assert ([line.text for line in dispute.lines.all()], dispute.seat) == (["Idiots!"], None)
        assert "Reported. Only you and the admins see it." in visitor.page.text
        visitor.open(f"/games/{game.pk}/talk")
        assert "Not nice." in visitor.page.text
        assert "Not nice." not in text_of(browser_of(game.host), f"/games/{game.pk}/talk")
        browser_of(game.host).post(f"/games/{game.pk}/talk", {"do": "withdraw", "dispute": dispute.pk})
        assert Dispute.objects.get().state == "open"
        visitor.press("Withdraw it")
        assert Dispute.objects.get().state == "withdrawn"

    def test_news_of_it_come_to_an_open_page(self) -> None:
        game = forming()
        guest, stranger = browser_of(holder(game, 1)), browser_of(players(1, "Guest")[0])
        pages = [text_of(browser, f"/tables/{game.pk}") for browser in (guest, stranger)]
        seen = [page.split("?seen=")[1].split('"')[0] for page in pages]
        new_lines.say(player=game.host, game_id=game.pk, text="Welcome!", now=NOON)
        asked = [
            browser.get(f"/tables/{game.pk}?seen={tag}").status_code
            for browser, tag in zip((guest, stranger), seen, strict=True)
        ]
        assert asked == [200, 204]


class TestServices:
    def test_an_old_line_is_found_on_an_earlier_page(self) -> None:
        game = begun()
        speaker = holder(game, 0)
        rows = [TalkLine(game=game, number=one, by=speaker, text=f"line {one}", said_at=NOON) for one in range(1, 206)]
        TalkLine.objects.bulk_create(rows)
        Game.objects.filter(pk=game.pk).update(lines=205)
        browser = browser_of(holder(game, 1))
        page = text_of(browser, f"/games/{game.pk}/talk")
        assert "line 6<" in page
        assert "line 5<" not in page
        assert "line 5<" in text_of(browser, f"/games/{game.pk}/talk?before=6")

    def test_counts_leave_out_own_muted_and_erased_lines(self) -> None:
        game = begun(3)
        for seat in (0, 1, 2):
            say(game, seat)
        reader = holder(game, 2)
        assert talk_lines.counts(reader) == {game.pk: 2}
        relations.add(TalkMute, player=reader, other_id=holder(game, 0).pk, now=NOON)
        assert talk_lines.counts(reader) == {game.pk: 1}
        TalkLine.objects.filter(by=holder(game, 1)).update(text="")
        assert talk_lines.counts(reader) == {}

    def test_a_closed_talk_is_for_seats(self) -> None:
        game = begun()
        assert rights.may_read(game, 0)
        assert not rights.may_read(game, None)
