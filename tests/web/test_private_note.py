"""A private note: shown to its writer at the table, in the next turn's email and in the API, and to nobody else."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.errors import Forbidden
from games.lobby import departures, notes, takeovers
from games.models import Game, Player, PrivateNote
from games.people import privacy
from tests.api.table import guests, sit_down
from tests.games.stories import NOON, chosen, holder, players, post, started
from tests.notifications.conftest import Carry
from tests.web.people import browser_of
from tests.web.test_table import sit, turn

pytestmark = pytest.mark.django_db

TEXT = "Denver first,\nthen <b>the coast</b> & home"


def written(game: Game, seat: int, text: str = TEXT) -> None:
    notes.write(player=holder(game, seat), game_id=game.pk, text=text, now=NOON)


class TestAtTheTable:
    def test_it_is_kept_and_shown(self) -> None:
        game, seat, visitor = turn()
        page = visitor.press("Keep the note", text=TEXT)
        assert "Kept." in page.text
        assert "Denver first, then <b>the coast</b> & home" in sit(game, seat).page.text
        assert "&lt;b&gt;the coast" in visitor.answer.content.decode()

    def test_the_step_of_a_choice_is_not_lost_by_it(self) -> None:
        _, _, visitor = turn(purple=4)
        visitor.open("?route=denver-omaha")
        visitor.press("Keep the note", text=TEXT)
        visitor.form("Claim for 4 purple")

    def test_an_empty_one_is_removed(self) -> None:
        game, seat, visitor = turn()
        written(game, seat)
        visitor.press("Keep the note", text=" \r\n ")
        assert not PrivateNote.objects.exists()

    def test_it_is_news_to_a_browser_that_has_the_page(self) -> None:
        game, seat, visitor = turn()
        tag = visitor.answer["ETag"]
        written(game, seat)
        assert visitor.http.get(visitor.path, headers={"If-None-Match": tag}).status_code == 200

    def test_looking_writes_none(self) -> None:
        game, _, visitor = turn()
        assert visitor.http.get(f"{visitor.path}/note?text=x").status_code == 302
        assert visitor.http.post(f"{visitor.path}/note", {"text": "x"}).status_code == 403  # no token
        assert not PrivateNote.objects.filter(game=game).exists()

    def test_anyone_who_has_no_seat_has_no_note(self) -> None:
        game, _, _ = turn()
        guest = Client()
        guest.force_login(players(1, "Guest")[0])
        assert guest.post(f"/games/{game.pk}/note", {"text": "x"}).status_code == 404
        assert "Your note" not in guest.get(f"/games/{game.pk}").content.decode()


class TestInTheEmail:
    def test_the_next_turns_email_has_it(self, carry: Carry) -> None:
        game = chosen(started(players(2)))
        carry(NOON)
        written(game, 1)
        post(game, 0, "draw deck", "draw deck")
        (mail,) = carry(NOON)
        assert "YOUR NOTE\n\nDenver first,\nthen <b>the coast</b> & home\n" in mail.text
        assert "&lt;b&gt;the coast&lt;/b&gt; &amp; home" in mail.html

    def test_nobody_elses_email_has(self, carry: Carry) -> None:
        game = chosen(started(players(2)))
        carry(NOON)
        written(game, 0)
        post(game, 0, "draw deck", "draw deck")
        (mail,) = carry(NOON)
        assert "coast" not in mail.whole
        assert "YOUR NOTE" not in mail.text


class TestInTheApi:
    def test_it_is_written_and_read(self) -> None:
        people = guests(2)
        game = sit_down(people)
        assert people[0].get(f"/games/{game}/note") == {"text": "", "written_at": None}
        kept = people[0].do("put", f"/games/{game}/note", {"text": TEXT})
        assert kept["text"] == TEXT
        assert people[0].get(f"/games/{game}/note") == kept
        assert people[1].get(f"/games/{game}/note")["text"] == ""

    def test_too_long_a_text_is_refused(self) -> None:
        people = guests(2)
        game = sit_down(people)
        people[0].do("put", f"/games/{game}/note", {"text": "x" * (notes.LONGEST + 1)}, status=400)

    def test_a_spectator_has_none(self) -> None:
        *people, guest = guests(3)
        game = sit_down(people)
        assert guest.do("get", f"/games/{game}/note", status=403)["code"] == "not_in_this_game"


class TestSecrecy:
    """RULES.md: a seat learns of another only what the table shows."""

    def test_two_worlds_that_differ_in_a_note_are_one_to_everybody_else(self) -> None:
        game = chosen(started(players(2)))
        other, guest = browser_of(holder(game, 1)), browser_of(players(1, "Guest")[0])

        def shown_to_others() -> list[tuple[bytes, str]]:
            answers = [browser.get(f"/games/{game.pk}/news?entry=1") for browser in (other, guest)]
            return [(answer.content, answer["ETag"]) for answer in answers]

        before, page = shown_to_others(), sit(game, 1).page.text
        written(game, 0)
        assert shown_to_others() == before
        assert sit(game, 1).page.text == page

    def test_the_database_never_sees_it(self) -> None:
        game, seat, _ = turn()
        with CaptureQueriesContext(connection) as asked:
            written(game, seat)
        assert "coast" not in json.dumps(asked.captured_queries)
        with connection.cursor() as cursor:
            cursor.execute("SELECT text::text FROM games_privatenote")
            assert "coast" not in cursor.fetchone()[0]

    def test_anyone_who_takes_the_seat_over_never_reads_it(self) -> None:
        game = chosen(started(players(3)))
        first, after = holder(game, 1), players(1, "Later")[0]
        written(game, 1)
        departures.resign(player=first, game_id=game.pk, now=NOON)
        takeovers.take_over(player=after, game_id=game.pk, seat=1, now=NOON)
        assert "coast" not in sit(game, 1).page.text
        assert notes.read(player=after, game_id=game.pk) is None


class TestErasing:
    def test_it_goes_with_the_account(self) -> None:
        game, seat, _ = turn()
        written(game, seat)
        player = holder(game, seat)
        (kept,) = privacy.export_player(player=player)["private_notes"]
        assert kept["text"] == TEXT
        privacy.erase_player(player=player, now=NOON)
        assert not PrivateNote.objects.exists()

    def test_one_that_comes_too_late_undoes_no_erasure(self) -> None:
        game = chosen(started(players(2)))
        writer = holder(game, 0)
        privacy.erase_player(player=Player.objects.get(pk=writer.pk), now=NOON)
        with pytest.raises(Forbidden):
            notes.write(player=writer, game_id=game.pk, text=TEXT, now=NOON)
        assert not PrivateNote.objects.exists()
