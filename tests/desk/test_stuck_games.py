"""Games that have stalled: an admin gets each going again with three clicks, and takes it back with two more."""

from datetime import datetime, timedelta

import pytest

from games.lobby import lobby
from games.models import DisputeQuestion, Game, Heartbeat, Player, Seat
from games.table.disputes import lifecycle
from games.table.play import deadlines
from games.table.rulings import bulk
from tests.desk.clicks import Clicker, desk_of, read
from tests.desk.stage import Letters, Wait, carry, letters, post_office, wait
from tests.games.admins import GROUPS, admin
from tests.games.sitting import absent
from tests.games.stories import DAY, NOON, chosen, holder, play_on, players, started
from tests.web.people import browser_of

__all__ = ["carry", "letters", "post_office", "wait"]
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
FEW = 3
"""The most clicks from the queue to the end."""


@pytest.fixture
def game() -> Game:
    game = chosen(started(players(3), name="The Old Line"))
    play_on(game, 8)
    return Game.objects.get(pk=game.pk)


def complain(game: Game, kind: str, text: str, now: datetime) -> Player:
    opener = holder(game, 0)
    lifecycle.open_dispute(player=opener, game_id=game.pk, kind=kind, text=text, now=now)
    return opener


def undo(desk: Clicker, words: str) -> None:
    before = desk.clicks
    desk.follow("Undo")
    desk.press("Carry out", text=words)
    assert desk.clicks - before == 2
    assert "An earlier ruling is undone." in desk.text


def test_an_absent_player_whom_nobody_at_a_private_table_may_replace(wait: Wait, letters: Letters) -> None:
    people = players(3)
    wishes = lobby.Wishes("usa@1", 3, DAY, access="invitation", order="fixed", name="Three friends")
    game = lobby.create_game(host=people[0], wishes=wishes, now=NOON)
    lobby.invite(host=people[0], game_id=game.pk, names=[each.name for each in people[1:]], now=NOON)
    for player in people[1:]:
        lobby.join_game(player=player, game_id=game.pk, now=NOON)
    chosen(Game.objects.get(pk=game.pk))
    gone = absent(game, 2)
    complain(game, "absent_player", "Nobody plays the green trains.", wait(2 * HOUR))
    letters()
    desk = desk_of(admin("Rita", "support"))
    desk.follow("Three friends")
    desk.follow(f"Stand-in for {gone.name}")
    assert "is back" not in desk.text
    desk.press("Carry out", text="A stand-in plays on.")
    assert desk.clicks <= FEW
    sentence = "An admin let a stand-in take over the green seat. Its player had not moved in time."
    for reader in people:
        log = read(reader, f"/games/{game.pk}/log")
        assert f"{sentence} The admin writes: “A stand-in plays on.”" in log
        assert "Stand-in is back" not in log
    assert f"{gone.name} {gone.name} has chosen their first tickets." in desk.text, "of whoever made the move"
    assert "Stand-in has chosen" not in desk.text
    heard = letters()
    assert "Another admin reads it, where we have another one." in heard["player2"]
    assert all("A stand-in plays on." in heard[f"player{number}"] for number in range(3))
    undo(desk, "She is back.")
    assert Seat.objects.get(game=game, number=2).player == gone
    assert "has been undone" in letters()["player1"].replace("> ", "")


def test_a_log_that_cannot_be_read(game: Game, wait: Wait, letters: Letters) -> None:
    Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
    player, now = holder(game, 0), wait(3 * DAY)
    deadlines.sweep(now=now)
    desk = desk_of(admin("Ruth", "referee"))
    desk.follow("The Old Line")
    assert "The log cannot be read (BoardChanged)" in desk.text
    links = [link.text for link in desk.page.within("a")]
    assert {"Pause", "Declare the game void"} <= set(links)
    assert not [name for name in links if name.startswith(("Stand-in", "Take back"))], "they would be refused"
    desk.follow("Pause")
    desk.press("Carry out", text="We are mending it.")
    assert desk.clicks <= FEW
    assert all("We are mending it." in heard for heard in letters().values())
    assert "The Old Line" in read(player, f"/games/{game.pk}/disputes")
    undo(desk, "On we go.")
    desk.sit_down(f"/admin/games/game/{game.pk}/change/").follow("Declare the game void")
    desk.press("Carry out", text="It cannot be saved.")
    assert desk.clicks <= FEW - 1
    assert Game.objects.get().status == Game.Status.VOID
    assert "It cannot be saved." in letters()["player1"]


def test_turns_that_ran_out_while_emails_did_not_arrive(wait: Wait, letters: Letters) -> None:
    games = [chosen(started(players(2, f"Rider{number}"), name=f"Train {number}")) for number in range(3)]
    now = wait(DAY + HOUR / 6)
    Heartbeat.objects.update(at=now)
    deadlines.sweep(now=now)
    play_on(games[2], 1, now=now)
    letters()
    now = wait(2 * HOUR)
    desk = Clicker(desk_of(admin("Olga", *GROUPS)).client).sit_down("/admin/")
    desk.follow("Many games at once")
    desk.press("Preview", what="taken_back", since="2026-03-03 11:00", until="2026-03-03 13:00")
    assert "Games in which somebody has moved since are left alone, and listed." in desk.text
    desk.press("Carry out", text="Our emails were late.")
    assert desk.clicks <= FEW
    bulk.work(now=now)
    assert "Train 2 refused Somebody has moved since" in desk.sit_down(desk.address).text
    late = holder(games[0], 0)
    log = read(late, f"/games/{games[0].pk}/log")
    assert log.count("(taken back)") == 2
    assert "Our emails were late." in log
    assert "It is your turn." in letters()["rider00"]
    desk.sit_down(f"/admin/games/game/{games[0].pk}/change/")
    undo(desk, "They were not.")
    log = read(late, f"/games/{games[0].pk}/log")
    assert "An admin set the game back to before that ruling" in log
    assert log.count("(taken back)") == 1, "the ruling itself"


def test_a_dispute_over_collusion(game: Game, wait: Wait, letters: Letters) -> None:
    opener = complain(game, "suspected_collusion", "Player 1 and 2 play as one.", wait(HOUR))
    accused, third = holder(game, 1), holder(game, 2)
    judge = admin("Ruth", *GROUPS)
    letters()
    desk = desk_of(judge)
    desk.follow("The Old Line")
    desk.press(f"Ask {accused.name}", question="How do you choose your routes?")
    assert desk.clicks <= FEW
    heard = letters()
    assert heard.keys() == {"player1"}
    assert "Nothing has been decided." in heard["player1"]
    for reader in (accused, third):
        assert "There are no disputes in this game." in read(reader, f"/games/{game.pk}/disputes")
    question = Clicker(browser_of(accused)).sit_down(f"/questions/{DisputeQuestion.objects.get().pk}")
    question.press("Send to the admins", text="By their price.")
    assert "By their price." in letters()["ruth"]
    desk.sit_down().follow("The Old Line")
    assert "By their price." in desk.text
    desk.follow(f"Remove {accused.name} from the game")
    desk.press("Carry out", text="Played together with another seat.")
    assert desk.clicks <= FEW
    heard = letters()
    assert "Player 1 (out of the game)" in heard["player2"]
    assert "Player 1 and 2 play as one." not in "".join(heard.values())
    assert "Answer the admins:" in heard["player1"]
    assert "was resolved." in heard["player0"]
    assert "resolved" not in heard["player2"]
    undo(desk, "We were wrong.")
    assert "We were wrong." in read(third, f"/games/{game.pk}/log")
    desk.press("Dismiss", text="Nothing shows it.")
    assert f"{opener.name} has been told; nobody else reads your words." in desk.text
