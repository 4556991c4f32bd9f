"""Emails about disputes, rulings, moderation and opened secrets, and the page they link to."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.lobby import departures
from games.models import Dispute, Game, NetworkSeen, Player
from games.people import moderation
from games.people.privacy import erase_player
from games.table import rulings
from games.table.disputes import lifecycle
from games.table.rulings.secrets import open_secrets
from games.table.talk import new_lines, reports
from notifications import links
from notifications.models import Mail, Notification
from tests.games.admins import at_the_desk
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.games.worlds import swap_what_is_hidden
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.test_secrets import otherwise
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def admin(name: str = "Judge", group: str = "referee") -> Player:
    found = Player.objects.create_user(f"{name.lower()}@mail.example", name, is_staff=True)
    found.groups.add(Group.objects.get(name=group))
    return found


def table(carry: Carry, count: int = 3, **wishes: Any) -> tuple[list[Player], Game]:
    """Return a game in its first turn, with all emails read, and its players."""
    people = players(count)
    game = chosen(started(people, **wishes))
    carry(NOON)
    return people, game


def complain(player: Player, game: Game, text: str = "I meant Omaha.") -> Dispute:
    return lifecycle.open_dispute(
        player=player, game_id=game.pk, kind=Dispute.Kind.MISTAKEN_MOVE, text=text, entry=2, now=NOON
    )


def by_reader(emails: list[Received]) -> dict[str, str]:
    """Return each reader's email in one line."""
    assert len({mail.to[0] for mail in emails}) == len(emails)
    return {mail.to[0].partition("@")[0]: " ".join(mail.text.split()) for mail in emails}


def test_the_others_and_the_admins_hear_of_a_dispute(carry: Carry) -> None:
    judge, _ = admin(), admin("Clerk", "operator")
    people, game = table(carry)
    complain(people[1], game)
    told = by_reader(carry(NOON))
    assert told.keys() == {"player0", "player2", "judge"}
    for text in told.values():
        assert "Player 1 has asked for an admin: a move was mistaken." in text
        assert "> I meant Omaha." in text
        assert judge.name not in text
    assert all("It is about this: - " in told[player] for player in ("player0", "player2"))
    assert "It is about entry 2 of the game’s log." in told["judge"]
    assert f"/admin/games/game/{game.pk}/change/" in told["judge"]
    assert {reader for reader, text in told.items() if "/disputes/" in text} == {"player0", "player2"}
    assert carry(NOON) == []


def test_a_report_before_the_start_is_between_its_player_and_the_admins(carry: Carry) -> None:
    judge = admin()
    people = players(2)
    game = started(people, seats=3)
    carry(NOON)
    line = new_lines.say(player=people[0], game_id=game.pk, text="Idiots!", now=NOON)
    opened = reports.report(player=people[1], game_id=game.pk, number=line.number, text="Not nice.", now=NOON)
    told = by_reader(carry(NOON))
    assert told.keys() == {"judge"}
    assert "Player 1 has asked for an admin: abusive behavior. > Not nice." in told["judge"]
    shown = at_the_desk(judge).get(f"/admin/games/game/{game.pk}/change/")
    assert "Idiots!" in shown.content.decode()
    lifecycle.resolve(admin=judge, dispute_id=opened.pk, text="Done.", now=NOON)
    (mail,) = carry(NOON)
    assert (mail.to, "> Done." in mail.text) == (["player1@mail.example"], True)
    page = re.search(r"/disputes/\S+", mail.text)
    assert page is not None
    with time_machine.travel(NOON, tick=False):
        assert "Idiots!" in browser_of(people[1]).get(page[0]).content.decode()


def test_an_admin_who_plays_hears_of_it_as_a_player(carry: Carry) -> None:
    judge = admin()
    (other,) = players(1)
    game = chosen(started([judge, other]))
    carry(NOON)
    complain(other, game)
    assert "/admin/" not in by_reader(carry(NOON))["judge"]


def test_nobody_hears_of_one_that_was_withdrawn_at_once(carry: Carry) -> None:
    people, game = table(carry, 2)
    dispute = complain(people[0], game)
    lifecycle.withdraw(player=people[0], dispute_id=dispute.pk, now=NOON)
    (mail,) = carry(NOON)
    text = by_reader([mail])["player1"]
    assert "Player 0 withdrew their dispute (a move was mistaken)." in text
    assert "has asked for an admin" not in text


def test_comments_are_told_to_all_others_and_no_admin_is_named(carry: Carry) -> None:
    judge = admin()
    people, game = table(carry)
    dispute = complain(people[0], game)
    carry(NOON)
    lifecycle.comment(player=people[1], dispute_id=dispute.pk, text="It was clear to me.", now=NOON)
    lifecycle.comment_as_admin(admin=judge, dispute_id=dispute.pk, text="Which one then?", now=NOON)
    told = by_reader(carry(NOON))
    assert told.keys() == {"player0", "player1", "player2"}
    assert (
        "Player 1 commented on the dispute opened by Player 0 (a move was mistaken): > It was clear to me."
        in told["player2"]
    )
    assert (
        "An admin commented on the dispute opened by Player 0 (a move was mistaken): > Which one then?"
        in told["player1"]
    )
    assert "It was clear to me" not in told["player1"]
    assert not [text for text in told.values() if "Judge" in text]


def test_all_at_the_table_hear_of_the_outcome(carry: Carry) -> None:
    judge = admin()
    people, game = table(carry, pause_on_dispute=True)
    dispute = complain(people[0], game)
    opened = by_reader(carry(NOON))
    assert "The game is paused until this is settled" in opened["player1"]
    lifecycle.dismiss(admin=judge, dispute_id=dispute.pk, text="It was legal.", now=NOON + HOUR)
    told = by_reader(carry(NOON + HOUR))
    assert told.keys() == {"player0", "player1", "player2"}
    for text in told.values():
        assert (
            "The dispute opened by Player 0 (a move was mistaken) was dismissed. Nothing changes. > It was legal."
            in text
        )
        assert "The dispute no longer stops the clocks." in text
    assert "Play by Tue 3 March 2026, 13:00 UTC." in told["player0"]


def test_a_ruling_is_told_in_the_admins_words_with_the_new_deadline(carry: Carry) -> None:
    people, game = table(carry)
    rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Extend(hours=24), text="The mail was late.", now=NOON)
    told = by_reader(carry(NOON))
    assert told.keys() == {"player0", "player1", "player2"}
    for text in told.values():
        assert "An admin has ruled on this game. > The mail was late." in text
        assert "Judge" not in text
    assert "Play by Wed 4 March 2026, 12:00 UTC." in told["player0"]
    assert people[0].name in told["player1"]


def test_anyone_who_lost_a_seat_hears_of_it_and_nothing_more(carry: Carry) -> None:
    _, game = table(carry)
    rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Replace(seat=0), text="Long away.", now=NOON)
    told = by_reader(carry(NOON))
    assert told.keys() == {"player0", "player1", "player2"}
    assert told["player0"].startswith("An admin has given your seat in this game to someone else. > Long away.")
    assert "Only an admin can bring you back. Problem with this game? Ask an admin" in told["player0"]
    for secret in ("Your hand", "Your tickets", "Seal"):
        assert secret not in told["player0"]


def test_what_was_opened_on_purpose_is_told_when_the_game_is_over(carry: Carry) -> None:
    people, game = table(carry, 2)
    open_secrets(admin=admin(), game_id=game.pk, reason="Is it collusion?", now=NOON)
    assert carry(NOON) == []
    departures.resign(player=people[1], game_id=game.pk, now=NOON + HOUR)
    told = by_reader(carry(NOON + HOUR))
    for text in told.values():
        assert text.count("An admin looked at the hidden cards and tickets of this game") == 1
        assert "Is it collusion?" not in text

    open_secrets(admin=admin("Other"), game_id=game.pk, reason="Again.", now=NOON + 2 * HOUR)
    told = by_reader(carry(NOON + 2 * HOUR))
    assert told.keys() == {"player0", "player1"}
    assert told["player0"].count("An admin looked at") == 1
    assert told["player0"].count("- Mon 2 March 2026, 1") == 2


@pytest.mark.parametrize(
    ("kind", "until", "words"),
    [
        ("warned", None, "is warning you"),
        ("muted", NOON + DAY, "muted you until 2026-03-03 12:00 UTC"),
        ("suspended", NOON + DAY, "suspended your account until 2026-03-03 12:00 UTC"),
        ("unmuted", None, "no longer muted"),
        ("readmitted", None, "no longer suspended"),
    ],
)
def test_a_player_reads_what_was_done(carry: Carry, kind: str, until: datetime | None, words: str) -> None:
    operator, (player,) = admin(group="operator"), players(1)
    moderation.moderate(
        admin=operator,
        player_id=player.pk,
        kind=kind,
        until=until,
        text="Be kind.",
        reason="Thrice.",
        now=NOON,
    )
    (mail,) = carry(timezone.now())
    text = " ".join(mail.text.split())
    assert words in text
    assert "Be kind." in text
    assert "Thrice" not in text
    assert "Judge" not in text
    assert "Be kind" not in str(Mail.objects.values_list("context", flat=True))


def test_what_is_hidden_makes_no_difference_to_what_is_told_of_disputes_and_rulings(carry: Carry) -> None:
    judge = admin()
    people, game = table(carry)
    post(game, 0, "tickets")
    carry(NOON)
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.TakeBack(as_of=4), text="Once more.", now=NOON)
    dispute = complain(people[0], game)
    lifecycle.comment(player=people[1], dispute_id=dispute.pk, text="Why?", now=NOON)
    closed = complain(people[1], game)
    lifecycle.resolve(admin=judge, dispute_id=closed.pk, text="Done.", now=NOON)

    def others() -> list[Received]:
        return [mail for mail in carry(NOON) if mail.to != ["player2@mail.example"]]

    def swapped() -> list[Received]:
        swap_what_is_hidden(game, reader=0)
        return [mail for mail in carry(NOON) if mail.to != ["player2@mail.example"]]

    def texts_of(emails: list[str]) -> list[str]:
        return [re.sub(r"/disputes/[^\s\"]+", "LINK", mail) for mail in emails if "Your hand" not in mail]

    one, other = texts_of(otherwise(others)), texts_of(otherwise(swapped))
    assert len(one) == 2
    assert one == other


def test_erasing_forgets_the_words_and_what_was_to_be_told(carry: Carry) -> None:
    people, game = table(carry)
    dispute = complain(people[0], game, "Player 2 is a cheat, says Player 0.")
    lifecycle.comment(player=people[1], dispute_id=dispute.pk, text="Player 0 is right.", now=NOON)
    erase_player(player=people[0], now=NOON)
    emails = carry(NOON)
    assert not [mail for mail in emails if "cheat" in mail.text or "Player 0" in mail.text]
    dispute.refresh_from_db()
    assert (dispute.state, dispute.text) == ("withdrawn", "")
    assert [said.text for said in dispute.comments.all()] == ["Player 0 is right."]  # until staff decide
    assert not Notification.objects.filter(player=people[0]).exists()


class TestThePage:
    @staticmethod
    def path(player: Player, game: Game) -> str:
        return links.game_url(links.DISPUTES, player, game.pk, timezone.now()).removeprefix(
            "https://night-mail.example"
        )

    @time_machine.travel(NOON, tick=False)
    def test_every_turn_email_leads_there(self, carry: Carry) -> None:
        game = started(players(2))
        carry(NOON)
        chosen(game)
        (mail,) = carry(NOON)
        path = re.search(r"https://night-mail\.example(/disputes/\S+)", mail.text)
        assert path is not None
        shown = browser_of(Player.objects.get(email=mail.to[0])).get(path[1])
        assert "Ask for an admin" in shown.content.decode()
        assert "default-src 'none'" in shown["Content-Security-Policy"]
        assert "no-store" in shown["Cache-Control"]

    def test_one_opens_comments_and_withdraws(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        mine, other = self.path(people[0], game), self.path(people[1], game)
        ann, bob = map(browser_of, people)
        asked = {"do": "open", "kind": "suspected_bug", "entry": "", "text": "<b>Rude</b>"}
        assert ann.post(mine, asked).status_code == 303
        dispute = Dispute.objects.get()
        assert (dispute.kind, dispute.entry, dispute.opened_by) == ("suspected_bug", None, people[0])
        assert {seen.player for seen in NetworkSeen.objects.all()} == {people[0]}  # for judges
        said = bob.post(other, {"do": "say", "dispute": dispute.pk, "text": "Not at all."})
        assert said.status_code == 303
        shown = ann.get(mine).content.decode()
        assert "&lt;b&gt;Rude&lt;/b&gt;" in shown
        assert "Not at all." in shown
        refused = bob.post(other, {"do": "withdraw", "dispute": dispute.pk})
        assert "Another player opened this dispute" in refused.content.decode()
        ann.post(mine, {"do": "withdraw", "dispute": dispute.pk})
        dispute.refresh_from_db()
        assert dispute.state == "withdrawn"

    @pytest.mark.parametrize("asked", [{"do": "say", "text": "I agree."}, {"do": "withdraw"}])
    def test_it_is_good_for_the_disputes_of_one_game_only(self, carry: Carry, asked: dict[str, str]) -> None:
        people, game = table(carry, 2)
        elsewhere = lifecycle.open_dispute(
            player=people[0], game_id=started(people).pk, kind="other", text="Rude", now=NOON
        )
        answer = browser_of(people[0]).post(self.path(people[0], game), {**asked, "dispute": elsewhere.pk})
        assert "No such dispute" in answer.content.decode()
        elsewhere.refresh_from_db()
        assert (elsewhere.state, elsewhere.comments.count()) == ("open", 0)

    def test_nothing_happens_unless_it_is_posted(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        path = self.path(people[0], game)
        for method in ("get", "head", "options"):
            getattr(browser_of(people[0]), method)(path, {"do": "open", "kind": "abuse", "text": "x"})
        assert not Dispute.objects.exists()

    @pytest.mark.parametrize("asked", [{}, {"do": "open"}, {"do": "say"}, {"do": "drop"}, {"do": "open", "kind": "x"}])
    def test_what_makes_no_sense_changes_nothing(self, carry: Carry, asked: dict[str, str]) -> None:
        people, game = table(carry, 2)
        shown = browser_of(people[0]).post(self.path(people[0], game), asked)
        assert "Please fill in what is missing." in shown.content.decode()
        assert not Dispute.objects.exists()

    def test_another_page_cannot_use_a_cookie_for_it(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        good = self.path(people[0], game).rpartition("/")[2]
        browser = Client()
        browser.force_login(people[0])
        for bad in (good[:-1], good.replace(people[0].pk, people[1].pk), "x"):
            assert browser.get(f"/disputes/{bad}").status_code == 404

    def test_anyone_who_lost_the_seat_sees_their_own_disputes_only(self, carry: Carry) -> None:
        people, game = table(carry)
        complain(people[0], game, "Mine.")
        complain(people[1], game, "Theirs.")
        rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Replace(seat=0), now=NOON)
        shown = browser_of(people[0]).get(self.path(people[0], game)).content.decode()
        assert "Mine." in shown
        assert "Theirs." not in shown

    def test_it_ends_two_months_after_the_game(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        departures.resign(player=people[0], game_id=game.pk, now=NOON)
        for days, status in ((59, 200), (61, 404)):
            with time_machine.travel(NOON + days * DAY):
                assert browser_of(people[0]).get(self.path(people[0], game)).status_code == status

    def test_it_ends_with_the_account(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        path = self.path(people[0], game)
        erase_player(player=people[0], now=NOON)
        assert Client().get(path).status_code == 404
