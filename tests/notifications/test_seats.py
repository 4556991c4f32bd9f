"""Emails about abandoned seats: an offer, the new holder, and the page they link to."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

import engine
from games.lobby import departures, lobby, offers
from games.models import Game, Player, Seat
from games.people.privacy import erase_player
from games.table.clocks.terms import Terms
from games.table.play import deadlines
from games.table.rulings import Remove, Replace
from notifications import links
from notifications.lists import Mode, Stream
from notifications.models import Notification
from notifications.policy import preferences
from tests.games.courts import agree, rule
from tests.games.sitting import come_back, handed_over, offer, resigned, seat, stood_in, take
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, started
from tests.games.worlds import swap_what_is_hidden
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.test_secrets import otherwise
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(carry: Carry) -> Game:
    """Return a game of three in the first one's turn, with the emails so far read."""
    game = chosen(started(players(3)))
    carry(NOON)
    return game


@pytest.fixture
def ann() -> Player:
    """Return a player without a seat in the game."""
    return players(1, "Ann")[0]


def read(emails: list[Received]) -> dict[str, str]:
    """Return each reader's email in one line."""
    assert len({mail.to[0] for mail in emails}) == len(emails)
    return {mail.to[0].partition("@")[0]: " ".join(mail.text.split()) for mail in emails}


def page(player: Player, game: Game) -> str:
    """Return the path of the player's page."""
    return links.game_url(links.SEAT, player, game.pk, timezone.now()).partition(".example")[2]


def shown(player: Player, game: Game) -> str:
    return " ".join(Client().get(page(player, game)).content.decode().split())


def press(player: Player, game: Game, button: str, number: int = 1) -> str:
    """Press a button of the page for this seat; return the resulting page."""
    wish = {"do": button, "seat": number}
    return " ".join(Client().post(page(player, game), wish, follow=True).content.decode().split())


def test_whoever_asked_for_a_stand_in_reads_how_to_come_back(game: Game, carry: Carry) -> None:
    handed_over(game, 1)
    told = read(carry(NOON))["player1"]
    assert "As you asked, a stand-in has your seat." in told
    assert "You can come back until another player takes the seat over. Come back to your seat" in told


class TestAnOffer:
    def test_tells_what_it_is_and_where_to_answer(self, game: Game, carry: Carry, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        (mail,) = carry(NOON)
        told = read([mail])["ann0"]
        assert "Player 0 is offering you a seat in a game that has already started." in told
        assert "Your seat would be the blue one" in told
        assert "Time for each move: 1 day" in told
        assert "Player 0, red: 0 points so far" in told
        assert "The open seat, blue: 0 points so far" in told
        assert "until Thu 5 March 2026, 12:00 UTC" in told
        assert page(ann, game).rpartition(".")[0] in mail.text.replace("\n", "")

    def test_can_be_switched_off_with_invitations(self, game: Game, carry: Carry, ann: Player) -> None:
        preferences.switch_off(ann, Stream.INVITATIONS)
        resigned(game, 1)
        offer(game, ann, 1)
        assert carry(NOON) == []

    def test_is_not_told_any_more_when_it_is_over(self, game: Game, carry: Carry, ann: Player) -> None:
        left = handed_over(game, 1)
        offer(game, ann, 1)
        come_back(game, left)
        assert [mail.to for mail in carry(NOON)] == [[left.email]]

    def test_is_told_once(self, game: Game, carry: Carry, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        offer(game, ann, 1)
        assert len(carry(NOON)) == 1
        offers.withdraw(player=ann, game_id=game.id, seat=1, now=NOON)
        offer(game, ann, 1)
        assert carry(NOON) == []

    @pytest.mark.parametrize("mode", [Mode.AT_ONCE, Mode.DAILY])
    def test_of_the_players_own_seat_is_told_with_how_it_was_lost(self, carry: Carry, mode: Mode) -> None:
        game = chosen(started(players(3), clock=Terms(DAY, when_over="forfeit")))
        late = seat(game, 0).player
        assert late is not None
        preferences.put(late, dict.fromkeys(Stream, mode), now=NOON)
        deadlines.sweep(now=NOON + DAY)
        game.refresh_from_db()  # its host has lost the seat, and the next one offers it
        offer(game, late, 0, now=NOON + DAY)
        told = read([mail for mail in carry(NOON + 400 * DAY) if mail.to == [late.email]])["player0"]
        assert "so you have lost, as agreed for this game." in told
        assert "Player 1 is offering you a seat in a game that has already started." in told
        assert "Take the seat or decline" in told

    def test_of_the_players_own_seat_is_told_with_what_concerned_who_sat_there(self, game: Game, carry: Carry) -> None:
        deadlines.sweep(now=NOON + DAY)
        left = resigned(game, 2)
        offer(game, left, 2, now=NOON + DAY)
        told = read(carry(NOON + DAY))["player2"]
        assert "Player 0 is offering you a seat in a game that has already started." in told
        assert "Player 0 ran out of time, so this was played: Player 0 drew from the deck." in told

    def test_is_forgotten_with_whom_it_was_for(self, game: Game, carry: Carry, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        erase_player(player=ann, now=NOON)
        assert carry(NOON) == []

    @pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1"]))
    def test_two_worlds_that_differ_in_what_is_hidden_are_told_alike(
        self, carry: Carry, ann: Player, ruleset: str
    ) -> None:
        game = started(players(3), ruleset=ruleset)
        play_on(game, 30)
        carry(NOON)
        stood_in(game, 1)
        carry(NOON)
        offer(game, ann, 1)

        def other() -> list[Received]:
            swap_what_is_hidden(game)
            return carry(NOON)

        one, another = otherwise(lambda: carry(NOON)), otherwise(other)
        assert len(one) == 1
        assert one == another


class TestWhoSitsDown:
    def test_gets_all_that_the_seat_holds(self, game: Game, carry: Carry, ann: Player) -> None:
        resigned(game, 1)
        take(game, ann, 1)
        told = read(carry(NOON))
        assert "The blue seat of this game is now yours, with everything it holds." in told["ann0"]
        assert "YOUR HAND (4)" in told["ann0"]
        assert "YOUR TICKETS (2)" in told["ann0"]
        assert told.keys() == {"ann0", "player1"}

    def test_is_asked_in_the_same_mail(self, game: Game, carry: Carry, ann: Player) -> None:
        stood_in(game)
        carry(NOON)
        take(game, ann)
        told = read(carry(NOON))
        assert "The red seat of this game is now yours" in told["ann0"]
        assert "It is your turn." in told["ann0"]
        assert "Play by Tue 3 March 2026, 12:00 UTC" in told["ann0"]

    def test_the_others_read_of_it_in_their_next_mail(self, game: Game, carry: Carry, ann: Player) -> None:
        resigned(game, 1)
        take(game, ann, 1)
        carry(NOON)
        post(game, 0, "draw deck", "draw deck")
        post(game, 1, "draw deck", "draw deck")
        told = read(carry(NOON))
        assert "Ann 0 has taken over the blue seat from Player 1." in told["player2"]
        assert "Ann 0 is back" not in told["player2"]

    def test_anyone_who_is_back_is_not_called_the_stand_in_that_was_there(self, game: Game, carry: Carry) -> None:
        late = stood_in(game)
        come_back(game, late)
        post(game, 0, "draw deck", "draw deck")
        told = read(carry(NOON))["player1"]
        assert "A stand-in has taken over the red seat, for Player 0. - Player 0 is back at the red seat." in told

    def test_all_emails_of_a_game_are_one_thread(self, game: Game, carry: Carry, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        first = carry(NOON)
        take(game, ann, 1)
        emails = first + carry(NOON)
        assert len(emails) == 3
        assert len({mail.message["References"] for mail in emails}) == 1

    def test_anyone_who_had_left_is_told_once_that_it_is_anothers(self, game: Game, carry: Carry, ann: Player) -> None:
        resigned(game, 1)
        take(game, ann, 1)
        told = read(carry(NOON))["player1"]
        assert "Another player has taken over the seat you left." in told
        assert "YOUR HAND" not in told
        post(game, 0, "draw deck", "draw deck")
        post(game, 1, "draw deck", "draw deck")
        assert "player1" not in read(carry(NOON))

    def test_no_stand_in_gets_mail(self, game: Game, carry: Carry, ann: Player) -> None:
        stood_in(game)
        take(game, ann)
        stand_in = Player.objects.get(kind=Player.Kind.HOUSE)
        assert not Notification.objects.filter(player=stand_in).exists()


class TestThePage:
    def test_takes_the_seat(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        assert "Player 0 is offering you seat 2 in this game" in shown(ann, game)
        assert seat(game, 1).status == "resigned"
        assert "You have a seat in this game." in press(ann, game, "take")
        assert (seat(game, 1).player, seat(game, 1).status) == (ann, "playing")
        assert "You have a seat in this game." in press(ann, game, "take")
        agree(game)

    def test_declines(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        assert "There is nothing to answer here any more." in press(ann, game, "decline")
        assert "There is nothing to answer here any more." in press(ann, game, "decline")
        take(game, players(1, "Ben")[0], 1)

    def test_answers_for_each_of_two_seats(self, carry: Carry, ann: Player) -> None:
        game = chosen(started(players(4)))
        for number in (1, 2):
            resigned(game, number)
            offer(game, ann, number)
        (mail,) = [mail for mail in carry(NOON) if mail.to == [ann.email]]
        assert "Your seat would be the blue one" in mail.text
        assert "Your seat would be the green one" in mail.text
        assert "offering you seat 2 in this game" in shown(ann, game)
        assert "offering you seat 3 in this game" in press(ann, game, "decline", 1)
        assert seat(game, 1).status == "resigned"
        assert "offering you seat 3 in this game" in press(ann, game, "take", 1)
        assert "You have a seat in this game." in press(ann, game, "take", 2)
        assert seat(game, 2).player == ann

    def test_says_why_not(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        Player.objects.filter(pk=ann.pk).update(suspended_until=NOON + 10000 * DAY)
        assert 'role="alert"' in press(ann, game, "take")
        assert seat(game, 1).status == "resigned"

    def test_brings_back_whose_seat_a_stand_in_has(self, carry: Carry) -> None:
        game = chosen(started(players(2), clock=Terms(DAY, when_over="stand_in")))
        carry(NOON)
        late = stood_in(game)
        told = carry(NOON)[0]
        assert "a stand-in has taken your seat" in " ".join(told.text.split())
        assert (told.to, page(late, game).rpartition(".")[0] in told.text.replace("\n", "")) == ([late.email], True)
        back = press(late, game, "return")
        assert "You have a seat in this game, and it’s your turn." in back
        assert f'href="/games/{game.pk}"' in back
        assert seat(game, 0).player == late

    def test_brings_back_who_has_lost_by_the_clock(self, carry: Carry) -> None:
        game = chosen(started(players(3), clock=Terms(DAY, when_over="forfeit")))
        late = seat(game, 0).player
        assert late is not None
        deadlines.sweep(now=NOON + DAY)
        told = read(carry(NOON + DAY))["player0"]
        assert "You can come back until another player takes it over." in told
        assert re.search(r"Come back to your seat", told)
        press(late, game, "return")
        assert seat(game, 0).status == "playing"

    def test_brings_back_who_was_absent(self, game: Game, carry: Carry) -> None:
        absent = seat(game, 0)
        Seat.objects.filter(pk=absent.pk).update(timeouts_in_a_row=2)
        deadlines.sweep(now=NOON + DAY)
        assert "Come back to your seat" in read(carry(NOON + DAY))["player0"]
        assert absent.player is not None
        press(absent.player, game, "return")
        assert seat(game, 0).status == "playing"

    def test_brings_nobody_back_whom_an_admin_has_taken_away(self, game: Game) -> None:
        gone = seat(game, 1).player
        assert gone is not None
        rule(game, Replace(1))
        assert "Come back" not in shown(gone, game)
        assert 'role="alert"' in press(gone, game, "return")
        left = seat(game, 2).player
        assert left is not None
        rule(game, Remove(2))
        assert 'role="alert"' in press(left, game, "return")

    def test_shows_nothing_to_strangers_and_does_nothing_on_get(self, game: Game, ann: Player) -> None:
        assert "There is nothing to answer here any more." in shown(ann, game)
        assert "There is nothing to answer here any more." in press(ann, game, "return")
        assert Client().get("/seats/made-up").status_code == 404

    def test_its_link_is_good_for_one_game_only(self, game: Game, ann: Player) -> None:
        other = lobby.create_game(host=game.host, wishes=lobby.Wishes("usa@1", 2, DAY), now=NOON)
        signed = page(ann, game).rpartition("/")[2]
        assert Client().get(f"/seats/{signed.replace(game.pk, other.pk)}").status_code == 404


def test_a_seat_that_a_player_gave_up_is_told_of_as_ever(game: Game, carry: Carry) -> None:
    departures.resign(player=game.host, game_id=game.id, now=NOON + timedelta(hours=1))
    assert read(carry(NOON + timedelta(hours=1))).keys() == {"player1"}
