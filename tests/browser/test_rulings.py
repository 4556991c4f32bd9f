"""Every ruling in a real browser: from the queue to the players' emails."""

from django.utils import timezone
from pytest_django import Settings

from games.models import Dispute, Game, Player, Ruling, Seat, Turn
from tests.browser.desk import Desk
from tests.games.admins import admin
from tests.notifications.conftest import Carry

AT_MOST = (3, 1)
"""The most clicks and texts from the queue to the end."""


def waited_for(game: Game) -> Turn:
    return Turn.objects.get(game=game, closed_at=None)


def name_at(game: Game, seat: int) -> str:
    player = Seat.objects.select_related("player").get(game=game, number=seat).player
    assert player is not None
    return player.name


def readers_of(carry: Carry, text: str) -> set[str]:
    """Return the players whose email contains this text."""
    return {mail.to[0] for mail in carry(timezone.now()) if text in mail.text}


def everybody(game: Game) -> set[str]:
    found = Player.objects.filter(seats__game=game, kind="human").values_list("email", flat=True)
    return {address for address in found if address}


# Three clicks and one text --------------------------------------------------------------------------------------


def test_more_time(desk: Desk, game: Game, carry: Carry) -> None:
    before = waited_for(game).deadline_at
    desk.sign_in(admin("Rita", "support"))
    desk.sit_down()
    desk.follow("The Old Line")
    desk.follow("Give 48 hours more")
    desk.write("To the players", "Trains run late in winter.")
    desk.press("Carry out")
    desk.reads("Carried out as entry", "Trains run late in winter.")
    assert (desk.clicks, desk.texts) == AT_MOST
    assert waited_for(game).deadline_at > before
    assert Dispute.objects.get().state == Dispute.State.RESOLVED
    assert readers_of(carry, "Trains run late in winter.") == everybody(game)
    assert desk.trouble == []


def test_a_stand_in(desk: Desk, game: Game, carry: Carry) -> None:
    seat = waited_for(game).seat
    gone, people = name_at(game, seat), everybody(game)
    desk.sign_in(admin("Rita", "support"))
    desk.sit_down()
    desk.follow("The Old Line")
    desk.follow(f"Stand-in for {gone}")
    desk.write("To the players", "The house plays on.")
    desk.press("Carry out")
    desk.reads("Carried out as entry")
    assert (desk.clicks, desk.texts) == AT_MOST
    holder = Seat.objects.select_related("player").get(game=game, number=seat).player
    assert holder is not None
    assert holder.kind == Player.Kind.HOUSE
    assert readers_of(carry, "The house plays on.") == people
    assert desk.trouble == []


def test_the_last_move_back(desk: Desk, game: Game, carry: Carry) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.sit_down()
    desk.follow("The Old Line")
    desk.follow("Take back the last move")
    desk.reads("Seats cannot forget what they have seen")
    desk.write("To the players", "A slip of the finger.")
    desk.press("Carry out")
    desk.reads("Carried out as entry", "The game is as it was before")
    assert (desk.clicks, desk.texts) == AT_MOST
    assert readers_of(carry, "A slip of the finger.") == everybody(game)
    assert desk.trouble == []


# All the others -------------------------------------------------------------------------------------------------


def test_pausing_and_resuming(desk: Desk, game: Game, carry: Carry) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    desk.rule("Pause", "We look into it.")
    assert Game.objects.get().pauses == ["ruling"]
    assert readers_of(carry, "We look into it.") == everybody(game)
    desk.rule("Resume", "Go on.")
    assert Game.objects.get().pauses == []
    assert readers_of(carry, "Go on.") == everybody(game)
    assert desk.trouble == []


def test_moving_for_a_seat(desk: Desk, game: Game, carry: Carry) -> None:
    asked = waited_for(game)
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    desk.preview("Move for a seat", seat=str(asked.seat), move="draw deck")
    desk.reads("We don’t show this: it depends on chance or on secrets.")
    desk.write("To the players", "As agreed by telephone.")
    desk.press("Carry out")
    desk.reads("Carried out as entry", f"An admin moved for {name_at(game, asked.seat)}")
    assert readers_of(carry, "As agreed by telephone.") == everybody(game)
    desk.preview("Move for a seat", move="draw denver")
    desk.reads("not possible")
    assert desk.trouble == []


def test_another_player_takes_over(desk: Desk, game: Game, carry: Carry) -> None:
    Player.objects.create_user("nina@mail.example", "Nina")
    desk.sign_in(admin("Rita", "support"))
    desk.go_to(game)
    desk.preview("Replace a player", seat="2", player="Nobody at all")
    desk.reads("Nobody is called that.")
    desk.page.locator("[name=player]").fill("nina")
    desk.press("Preview")
    desk.write("To the players", "Nina plays on.")
    desk.press("Carry out")
    desk.reads("An admin gave the green seat to Nina.")
    assert "nina@mail.example" in readers_of(carry, "Nina plays on.")
    assert desk.trouble == []


def test_out_and_in_again(desk: Desk, game: Game, carry: Carry) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    desk.rule("Remove a player", "So we cannot play.", seat="1")
    assert Seat.objects.get(game=game, number=1).status == Seat.Status.FORFEITED
    assert readers_of(carry, "So we cannot play.") == everybody(game)
    desk.rule("Reinstate a player", "All is well again.", seat="1")
    assert Seat.objects.get(game=game, number=1).status == Seat.Status.PLAYING
    assert readers_of(carry, "All is well again.") == everybody(game)
    assert desk.trouble == []


def test_back_to_an_entry_and_undone(desk: Desk, game: Game, carry: Carry) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    desk.rule("Take back", "Once more from here.", before="9")
    desk.reads("The game is as it was before")
    assert readers_of(carry, "Once more from here.") == everybody(game)
    desk.follow("Undo")
    desk.reads("Counts again")
    desk.write("To the players", "That was too much.")
    desk.press("Carry out")
    desk.reads(f"undoes entry {game.head + 1}")
    assert readers_of(carry, "That was too much.") == everybody(game)
    assert desk.trouble == []


def test_ended_by_points_and_reopened(desk: Desk, game: Game, carry: Carry) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    desk.rule("End the game", "The points of today count.", how="adjudicated")
    assert Game.objects.get().status == Game.Status.ENDED
    assert readers_of(carry, "The points of today count.") == everybody(game)
    desk.rule("Go on with the game", "Both want to play on.")
    assert Game.objects.get().status == Game.Status.RUNNING
    assert readers_of(carry, "Both want to play on.") == everybody(game)
    assert desk.trouble == []


def test_ended_by_forfeit(desk: Desk, game: Game, carry: Carry) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    form = desk.open("End the game")
    form.locator("[name=how]").select_option("forfeit")
    for seat in ("0", "2"):
        form.locator(f"[name=seats][value='{seat}']").check()
    form.get_by_role("button", name="Preview").click()
    desk.write("To the players", "They played as one.")
    desk.press("Carry out")
    desk.reads("Carried out as entry")
    assert Seat.objects.get(game=game, number=1).rank == 1
    assert readers_of(carry, "They played as one.") == everybody(game)
    assert desk.trouble == []


def test_two_admins_void_a_game_and_correct_points(desk: Desk, game: Game, carry: Carry, settings: Settings) -> None:
    settings.TWO_PERSON_RULINGS = True
    first, second = admin("Ruth", "referee"), admin("Rosa", "referee")
    for order, filled, text in (
        ("Correct points", {"seat": "1", "points": "-4"}, "A route was counted twice."),
        ("End the game", {"how": "void"}, "Nothing counts."),
    ):
        desk.sign_in(first)
        desk.go_to(game)
        desk.preview(order, **filled)
        desk.reads("Another admin must agree")
        desk.write("To the players", text)
        desk.press("Propose")
        desk.reads("It will be carried out when another admin agrees.")
        desk.follow("Look at it")
        desk.press("Agree and carry out")
        desk.reads("You proposed it yourself.")
        assert Ruling.objects.filter(state=Ruling.State.PROPOSED).count() == 1
        desk.sign_in(second)
        desk.page.goto("/admin/games/game/queue/?kind=proposal")
        desk.follow("The Old Line")
        desk.follow("Look at it")
        desk.press("Agree and carry out")
        desk.reads("Carried out as entry")
        assert readers_of(carry, text) == everybody(game)
    assert Game.objects.get().status == Game.Status.VOID
    assert desk.trouble == []
