"""An insult, a wave of spam, an offensive name, appeals and an erased host, as the admin, the accused and others see
them.
"""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.lobby import lobby
from games.models import Game, Moderation, Player, TalkLine
from games.people import accounts, appeal_links
from games.table.disputes import lifecycle
from games.table.talk import new_lines
from tests.competitions import league as leagues
from tests.desk.clicks import Clicker, desk_of, read
from tests.desk.stage import Letters, Wait, carry, letters, post_office, wait
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.web.people import browser_of, text_of

__all__ = ["carry", "letters", "post_office", "wait"]
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
FEW = 3
"""The most clicks of a case, as in `test_stuck_games`."""


def answer(player: Player, words: str) -> str:
    """Answer the player's only sanction by the page to which its email leads, and return the page's address."""
    subject = appeal_links.subject_of(Moderation.objects.get(player=player))
    page = appeal_links.url(player, subject, NOON).removeprefix("https://night-mail.example")
    Clicker(browser_of(player)).sit_down(page).press("Send to the admins", text=words)
    return page


def test_an_insult(wait: Wait, letters: Letters) -> None:
    game, now = chosen(started(players(3), name="The Old Line")), wait(HOUR)
    victim, accused = holder(game, 0), holder(game, 1)
    new_lines.say(player=accused, game_id=game.pk, text="You idiot!", now=now)
    lifecycle.open_dispute(
        player=victim, game_id=game.pk, kind="abuse", text="He insults me.", lines=[TalkLine.objects.get()], now=now
    )
    desk, second = desk_of(admin("Mona", *GROUPS)), admin("Olga", *GROUPS)
    letters()
    desk.sit_down().follow("The Old Line")
    desk.follow(f"Moderate {accused.name}…")
    desk.press("Mute", days="3", text="No insults here.", closing="We have spoken to them.")
    assert desk.clicks <= FEW
    assert "We have spoken to them." in desk.text
    heard = letters()
    assert "you can’t write to other players until then" in heard["player1"]
    assert "He insults me." not in heard["player1"]
    assert "We have spoken to them." in heard["player0"]
    assert "No insults here." not in heard["player0"]
    assert "player2" not in heard
    assert "There are no disputes in this game." in read(accused, f"/games/{game.pk}/disputes")
    page = answer(accused, "It was my brother.")
    assert letters().keys() == {"olga", "player1"}
    assert "Nothing is waiting for an admin." in desk.sit_down().text
    judge = desk_of(second)
    judge.follow("Answer to: muted")
    judge.press("The player is right: lift it", text="We believe you.")
    assert judge.clicks <= FEW - 1
    assert "You should not have been muted." in letters()["player1"]
    assert "We believe you." in read(accused, page)
    accused.refresh_from_db()
    assert accused.muted_until is None


def test_a_wave_of_spam(wait: Wait, letters: Letters) -> None:
    (spammer,) = players(1, "Spammer")
    for number in range(5):
        wishes = lobby.Wishes("usa@1", 3, DAY, name=f"Buy pills {number}")
        lobby.create_game(host=spammer, wishes=wishes, now=NOON)
    desk = Clicker(at_the_desk(admin("Mona", "operator"))).sit_down("/admin/games/game/")
    desk.follow(spammer.name)
    desk.follow("Moderate…")
    desk.press("Close their open tables", text="No ads.")
    assert desk.clicks <= FEW
    assert not Game.objects.filter(status=Game.Status.OPEN).exists()
    assert "Buy pills" not in read(players(1, "Reader")[0], "/tables")
    desk.press("Suspend", days="30", text="No ads.")
    heard = letters()["spammer0"]
    assert "closed your tables that had not begun" in heard
    assert "suspended your account" in heard
    desk.press("Let them play again", text="Sorry.")
    assert "no longer suspended" in letters()["spammer0"]
    assert "Let them play again" not in [button.text for button in desk.page.within("button")]


def test_an_offensive_name(wait: Wait, letters: Letters) -> None:
    game = chosen(started(players(3)))
    villain = accounts.change_profile(player=holder(game, 0), changes={"name": "Vile Villain"}, now=NOON)
    first, second = admin("Mona", *GROUPS), admin("Olga", *GROUPS)
    letters()
    desk = Clicker(at_the_desk(first)).sit_down(f"/admin/games/game/{game.pk}/change/")
    desk.follow("Vile Villain")
    desk.follow("Moderate…")
    desk.press("Take the name away", text="Choose another.")
    assert desk.clicks <= FEW
    assert "Choose another." in letters()["player0"]
    assert "Vile" not in read(holder(game, 1), f"/games/{game.pk}/log")
    answer(villain, "It is my family’s name.")
    judge = desk_of(second)
    judge.follow("Answer to: name taken away")
    judge.press("The player is right: lift it", text="We believe you.")
    assert judge.clicks <= FEW - 1
    assert "You can have your former name again" in letters()["player0"]
    assert accounts.change_profile(player=villain, changes={"name": "Vile Villain"}, now=NOON).name == "Vile Villain"


def test_an_erased_host(wait: Wait, letters: Letters) -> None:
    people = players(5)
    game, league = started(people[:3], name="The Old Line"), leagues.founded(people[0], name="Northern League")
    leagues.entered(league, people[1:])
    table = lobby.create_game(host=people[0], wishes=lobby.Wishes("usa@1", 3, DAY, name="Sunday"), now=NOON)
    lobby.join_game(player=people[1], game_id=table.pk, now=NOON)
    first, second = (Player.objects.create_superuser(f"boss{n}@desk.example", f"Boss {n}") for n in range(2))
    wait(HOUR)
    letters()
    desk, other = Clicker(at_the_desk(first)), Clicker(at_the_desk(second))
    for decision, clicks in (("Withdraw", 2), ("Agree and carry out", 2)):
        desk.sit_down(f"/admin/games/player/{people[0].pk}/change/").follow("Erase…")
        desk.press("Propose", text="You asked us.", reason="Asked by post.")
        assert desk.clicks == 2
        other.sit_down().follow(f"Erase {people[0].name}")
        assert f"{people[1].name} will host it" in other.text
        other.press(decision)
        assert other.clicks == clicks
        assert ("player0" in letters()) == (decision != "Withdraw")
    assert {Game.objects.get(pk=each.pk).host for each in (game, table)} == {people[1]}
    news = read(people[1], f"/games/{game.pk}/log")
    assert "Seat 1 (former player) resigned." in news
    assert "hosted by Player 1" in read(people[2], f"/leagues/{league.pk}")


def test_a_new_host_reads_what_can_be_done_at_a_table_that_has_not_begun(wait: Wait, letters: Letters) -> None:
    host, *guests = players(3)
    for name, seats in (("Forming", 4), ("Begun", 3)):
        game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", seats, DAY, name=name), now=NOON)
        for guest in guests:
            lobby.join_game(player=guest, game_id=game.pk, now=NOON)
    letters()
    desk = Clicker(at_the_desk(Player.objects.create_superuser("boss@desk.example", "Boss")))
    desk.sit_down(f"/admin/games/player/{host.pk}/erase/").press("Carry out", text="Bye.", reason="Asked.")
    heard = " ".join(letters().values())
    assert "The host of Forming has left the table or has named you, so you host it now. It has not begun yet." in heard
    assert "The host of Begun has left the table or has named you, so you host it now. If a seat is free" in heard


def test_words_for_a_complaint_that_was_withdrawn_meanwhile_are_not_lost(wait: Wait, letters: Letters) -> None:
    game, now = chosen(started(players(3), name="The Old Line")), wait(HOUR)
    victim, accused = holder(game, 0), holder(game, 1)
    dispute = lifecycle.open_dispute(
        player=victim, game_id=game.pk, kind="abuse", text="He insults me.", lines=[], now=now
    )
    browser = at_the_desk(admin("Mona", *GROUPS))
    page = f"{reverse('admin:games_player_moderate', args=[accused.pk])}?dispute={dispute.pk}"
    assert "closing" in text_of(browser, page)
    lifecycle.withdraw(player=victim, dispute_id=dispute.pk, now=now)
    typed = {"kind": "muted", "days": "3", "text": "No insults here.", "closing": "We have spoken to them."}
    answer = browser.post(page, typed)
    assert answer.status_code == 409
    assert "The dispute is closed" in answer.content.decode()
    assert "We have spoken to them." in answer.content.decode()
    assert not Moderation.objects.exists()
