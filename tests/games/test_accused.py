"""Accusations are private: the table does not hear of them, and the accused is asked in an admin's own words."""

import pytest
from django.test import Client

from games.errors import NotFound, Refused
from games.models import AdminAct, Dispute, DisputeQuestion, Game, Player, TalkLine
from games.people import moderation
from games.people.privacy import erase_player, export_player
from games.table.disputes import dossier, inquiries, lifecycle, selectors
from games.table.talk import new_lines
from notifications.models import Mail, Notification
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, holder, players, started

pytestmark = pytest.mark.django_db
ACCUSATION = "Bert and Cleo always feed each other."
QUESTION = "Please tell us how you chose your routes."


@pytest.fixture
def game() -> Game:
    return chosen(started(players(3), name="The Old Line"))


def accuse(game: Game, kind: str = "suspected_collusion") -> str:
    return lifecycle.open_dispute(player=holder(game, 0), game_id=game.pk, kind=kind, text=ACCUSATION, now=NOON).pk


def ask(game: Game, dispute_id: str, seat: int = 1) -> DisputeQuestion:
    player = holder(game, seat)
    judge = Player.objects.filter(name="Judge").first() or admin("Judge", "referee", "operator")
    return inquiries.ask(admin=judge, dispute_id=dispute_id, player_id=player.pk, text=QUESTION, now=NOON)


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


@pytest.mark.parametrize("kind", ["suspected_collusion", "abuse"])
def test_nobody_at_the_table_hears_of_an_accusation(game: Game, kind: str) -> None:
    judge, accused = admin("Judge", "referee"), holder(game, 1)
    Game.objects.filter(pk=game.pk).update(pause_on_dispute=True)
    dispute_id = accuse(game, kind)
    lifecycle.comment_as_admin(admin=judge, dispute_id=dispute_id, text=ACCUSATION, now=NOON)
    lifecycle.dismiss(admin=judge, dispute_id=dispute_id, text=ACCUSATION, now=NOON)
    told = Notification.objects.filter(kind__startswith="dispute_").values_list("player__name", flat=True)
    assert set(told) == {"Judge", "Player 0"}
    assert not selectors.told_to(accused, game).exists()
    assert ACCUSATION not in browser_of(accused).get(f"/games/{game.pk}/disputes").content.decode()
    assert Game.objects.get().paused_at is None
    with pytest.raises(NotFound):
        selectors.seen_by(dispute_id, accused)


def test_of_words_for_the_admins_alone_the_table_hears_only_that_they_were_asked(game: Game) -> None:
    judge, other, secret = (
        admin("Judge", "referee"),
        holder(game, 1),
        "Cleo told me that she holds Denver – Pittsburgh.",
    )
    Game.objects.filter(pk=game.pk).update(pause_on_dispute=True)
    kind = Dispute.Kind.FOR_ADMINS
    opened = lifecycle.open_dispute(player=holder(game, 0), game_id=game.pk, kind=kind, text=secret, now=NOON)
    assert Game.objects.get().paused_at == NOON
    lifecycle.comment_as_admin(admin=judge, dispute_id=opened.pk, text=secret, now=NOON)
    lifecycle.resolve(admin=judge, dispute_id=opened.pk, text=secret, now=NOON)
    heard = Notification.objects.filter(player=other, kind__startswith="dispute_").values_list("kind", flat=True)
    assert sorted(heard) == ["dispute_closed", "dispute_opened"]
    assert secret not in browser_of(other).get(f"/games/{game.pk}/disputes").content.decode()
    with pytest.raises(NotFound):
        selectors.seen_by(opened.pk, other)
    own = browser_of(holder(game, 0)).get(f"/games/{game.pk}/disputes").content.decode()
    assert secret in own
    assert "only you and the admins see this" in own


def test_a_table_without_a_name_is_called_as_everywhere(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(name="")
    question = inquiries.ask(
        admin=admin("Judge", "referee"), dispute_id=accuse(game), player_id=holder(game, 1).pk, text=QUESTION, now=NOON
    )
    (mail,) = Mail.objects.filter(template="account/email/asked_by_admin")
    assert mail.context["game"] == "Ticket to Ride, Player 0"
    page = browser_of(holder(game, 1)).get(f"/questions/{question.pk}").content.decode()
    assert "It is about the game Ticket to Ride, Player 0." in page


def test_the_accused_is_asked_in_neutral_words_and_answers_the_admins_alone(game: Game) -> None:
    dispute_id, judge = accuse(game), admin("Judge", "referee")
    desk, at = at_the_desk(judge), f"/admin/games/game/{game.pk}/"
    assert "Ask somebody for their side" in desk.get(f"{at}change/").content.decode()
    desk.post(f"{at}dispute/{dispute_id}/", {"ask": holder(game, 1).pk, "question": QUESTION})
    question, browser = DisputeQuestion.objects.get(), browser_of(holder(game, 1))
    (mail,) = Mail.objects.filter(template="account/email/asked_by_admin")
    assert mail.player == holder(game, 1)
    assert mail.context["game"] == "The Old Line"
    page = browser.get(f"/questions/{question.pk}").content.decode()
    for words in (page, str(mail.context)):
        assert QUESTION in words
        assert ACCUSATION not in words
        assert "Player 0" not in words
        assert "collusion" not in words
    browser.post(f"/questions/{question.pk}", {"text": "By their price."})
    browser.post(f"/questions/{question.pk}", {"text": "By their price."})
    browser.post(f"/questions/{question.pk}", {"text": "Ask me more."})
    browser.post(f"/questions/{question.pk}", {"text": "more."})
    assert DisputeQuestion.objects.get().answer == "By their price.\n\nAsk me more.\n\nmore."
    assert "By their price." in desk.get(f"{at}change/").content.decode()
    assert [mail.player for mail in Mail.objects.filter(template="account/email/question_answered")] == [judge] * 3
    for other in (holder(game, 0), holder(game, 2)):
        assert browser_of(other).get(f"/questions/{question.pk}").status_code == 404
        assert "By their price." not in browser_of(other).get(f"/games/{game.pk}/disputes").content.decode()
    assert AdminAct.objects.filter(what=inquiries.ASKED, player=holder(game, 1)).count() == 1


def test_who_was_asked_hears_that_it_is_closed_and_can_write_no_more(game: Game) -> None:
    dispute_id = accuse(game)
    question = ask(game, dispute_id)
    lifecycle.resolve(admin=Player.objects.get(name="Judge"), dispute_id=dispute_id, text=ACCUSATION, now=NOON)
    (mail,) = Mail.objects.filter(template="account/email/question_closed")
    assert mail.player == holder(game, 1)
    assert ACCUSATION not in str(mail.context)
    browser = browser_of(holder(game, 1))
    assert "The matter is closed." in browser.get(f"/questions/{question.pk}").content.decode()
    assert "The dispute is closed" in browser.post(f"/questions/{question.pk}", {"text": "But"}).content.decode()
    assert DisputeQuestion.objects.get().answer == ""


def test_a_muted_or_suspended_player_answers_too(game: Game) -> None:
    question, accused = ask(game, accuse(game)), holder(game, 1)
    judge = Player.objects.get(name="Judge")
    for kind in ("muted", "suspended"):
        moderation.moderate(admin=judge, player_id=accused.pk, kind=kind, now=NOON, until=NOON + DAY)
    inquiries.answer(player=accused, question_id=question.pk, text="It was not so.", now=NOON)
    assert DisputeQuestion.objects.get().answered_at == NOON


def test_only_others_of_the_game_are_asked_once_while_it_is_open(game: Game) -> None:
    dispute_id = accuse(game)
    ask(game, dispute_id)
    judge, stranger = Player.objects.get(name="Judge"), players(1, "Stranger")[0]
    for player in (holder(game, 0), holder(game, 1), stranger):
        with pytest.raises(Refused):
            inquiries.ask(admin=judge, dispute_id=dispute_id, player_id=player.pk, text=QUESTION, now=NOON)
    helper = admin("Olga", "operator")
    with pytest.raises(Refused, match="right_missing"):
        inquiries.ask(admin=helper, dispute_id=dispute_id, player_id=holder(game, 2).pk, text=QUESTION, now=NOON)
    about = dossier.compile_dossier(holder(game, 1), judge, NOON).about
    assert [dispute.pk for dispute in about] == [dispute_id]
    lifecycle.withdraw(player=holder(game, 0), dispute_id=dispute_id, now=NOON)
    with pytest.raises(Refused, match="dispute_closed"):
        inquiries.ask(admin=judge, dispute_id=dispute_id, player_id=holder(game, 2).pk, text=QUESTION, now=NOON)


def test_the_answer_is_the_players_own(game: Game) -> None:
    question, accused = ask(game, accuse(game)), holder(game, 1)
    inquiries.answer(player=accused, question_id=question.pk, text="It was not so.", now=NOON)
    (exported,) = export_player(player=accused)["dispute_questions"]
    assert (exported["text"], exported["answer"]) == (QUESTION, "It was not so.")
    erase_player(player=accused, now=NOON)
    question.refresh_from_db()
    assert (question.text, question.answer) == ("", "")


def test_abuse_shows_lines_in_their_context_and_the_record_of_who_said_them(game: Game) -> None:
    judge, accused, victim = admin("Judge", "referee", "operator"), holder(game, 1), holder(game, 0)
    for number in range(1, 13):
        speaker = accused if number == 6 else victim
        new_lines.say(player=speaker, game_id=game.pk, text=f"Line {number}.", now=NOON)
    reported = TalkLine.objects.get(number=6)
    moderation.moderate(admin=judge, player_id=accused.pk, kind="warned", now=NOON)
    lifecycle.open_dispute(player=victim, game_id=game.pk, kind="abuse", text="", lines=[reported], now=NOON)
    other = chosen(started([accused, *players(1, "Other")]))
    lifecycle.open_dispute(player=holder(other, 1), game_id=other.pk, kind="abuse", text="He, too.", now=NOON)
    Dispute.objects.get(game=other).lines.add(TalkLine.objects.create(game=other, number=1, by=accused, said_at=NOON))
    page = at_the_desk(judge).get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert [number for number in range(1, 13) if f"<br>Line {number}.</p>" in page] == list(range(3, 10))
    assert page.count(">reported</span>") == 1
    assert "other reports about them: 1, by them: 0" in page
    assert "<br>warned" in page
    about = dossier.compile_dossier(accused, judge, NOON).about
    assert {dispute.game for dispute in about} == {game, other}, "reports of lines are about who said them"
