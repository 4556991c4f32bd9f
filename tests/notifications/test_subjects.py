"""The subject of an email says what has happened, or what is asked, and at which table."""

from datetime import timedelta

import pytest

import engine
from games.models import Player
from games.table import store
from games.table.rulings import End
from notifications.policy import reminders
from tests.games.courts import rule
from tests.games.stories import NOON, chosen, play_on, players, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def subjects(emails: list[Received], to: str = "player0@mail.example") -> list[str]:
    return [str(mail.message["Subject"]) for mail in emails if mail.to == [to]]


def test_an_unnamed_table_is_named_after_its_players(carry: Carry) -> None:
    """Each reader is "you", whichever seat is theirs."""
    started(players(3))
    emails = carry(NOON)
    assert [subjects(emails, f"player{seat}@mail.example") for seat in range(3)] == [
        ["Your turn: Ticket to Ride, Player 1, Player 2 and you"],
        ["Your turn: Ticket to Ride, Player 0, Player 2 and you"],
        ["Your turn: Ticket to Ride, Player 0, Player 1 and you"],
    ]


def test_a_reminder_says_how_much_time_is_left(carry: Carry) -> None:
    chosen(started(players(2), name="Friday Trains", time_per_move=72 * HOUR))
    carry(NOON)
    reminders.note_due(now=NOON + 54 * HOUR)
    (mail,) = carry(NOON + 54 * HOUR)
    assert subjects([mail]) == ["18 hours left: Friday Trains"]
    preheader = mail.html.partition("<body")[2].partition("</div>")[0]
    assert "Play by" in preheader
    assert "You have" not in preheader


def test_the_last_email_names_the_winner_and_the_score(carry: Carry) -> None:
    """A colon in a player's name ends no topic: mail is bound to its table by what follows the first."""
    people = players(2)
    for person, name in zip(people, ("Anna", "Ben: the second"), strict=True):
        Player.objects.filter(pk=person.pk).update(name=name)
    game = chosen(started(people, name="Friday Trains"))
    carry(NOON)
    play_on(game, 1000)
    found = [subject for mail in carry(NOON) for subject in subjects([mail], mail.to[0]) if " won with " in subject]
    (best,) = [row for row in engine.standings(store.load(store.read(game.pk)).state) if row.rank == 1]
    other = ("Anna", "Ben the second")[best.seat]
    assert sorted(found) == sorted(
        [f"You won with {best.points}: Friday Trains", f"{other} won with {best.points}: Friday Trains"]
    )


def test_a_shared_win_lists_the_reader_first(carry: Carry) -> None:
    game = chosen(started(players(3), name="Friday Trains"))
    carry(NOON)
    rule(game, End("adjudicated"))
    told = {subject for mail in carry(NOON) for subject in subjects([mail], mail.to[0])}
    assert "You, Player 1 and Player 2 won with 0 each: Friday Trains" in told


def test_a_game_without_a_winner_is_just_over(carry: Carry) -> None:
    game = chosen(started(players(2), name="Friday Trains"))
    carry(NOON)
    rule(game, End("void"))
    assert subjects(carry(NOON)) == ["Game over: Friday Trains"]


def test_the_table_has_all_moves_only_where_the_email_has_not(carry: Carry) -> None:
    game = started(players(2))
    assert all("\nOpen the table:\n" in mail.text for mail in carry(NOON))
    chosen(game)
    assert any("\nOpen the table for all moves:\n" in mail.text for mail in carry(NOON))
