"""The emails of a game, as its players receive them."""

import re
from datetime import timedelta
from html import unescape

import pytest

import engine
from engine import notation
from engine.boards import TicketFact
from games.lobby import closure, departures, lobby
from games.models import Game, Player, Seat
from games.presentation import words
from games.presentation.prospects.ways import Land
from games.table import store
from games.table.play import deadlines
from notifications.lists import Mode, Stream
from notifications.policy import preferences, reminders
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, prompts, started
from tests.games.worlds import deal
from tests.notifications import reading
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.sweeps import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LATER = NOON + timedelta(days=2)


def readers(emails: list[Received]) -> list[str]:
    """Return who got an email, by the number in the address."""
    return sorted(mail.to[0].removeprefix("player").partition("@")[0] for mail in emails)


def land(game: Game, seat: int) -> Land:
    """Return the board from a seat's view."""
    state = store.load(store.read(game.id)).state
    return Land(state.rules, engine.view(state, seat), seat)


def fact(game: Game, number: int) -> TicketFact:
    board = engine.ruleset(game.ruleset).board
    return board.tickets[board.ticket_of[number]]


def name(game: Game, number: int) -> str:
    """Return the name of a ticket by its cities."""
    cities = engine.ruleset(game.ruleset).board.cities
    return " – ".join(cities[end].name for end in fact(game, number).ends)


def underway(carry: Carry, count: int) -> Game:
    """Return a game in its first turn, with no emails waiting but that turn's."""
    game = started(players(count))
    carry(NOON)
    return chosen(game)


def expire(game: Game) -> int:
    """Let the time of the asked seat expire; return the seat."""
    turn = game.turns.filter(closed_at=None).order_by("seat").first()
    assert turn is not None
    assert deadlines.expire_turn(turn_id=turn.pk, now=turn.deadline_at)
    return turn.seat


def test_when_a_game_begins_each_gets_one_email_with_the_first_tickets(carry: Carry) -> None:
    game = started(players(3))
    emails = carry(NOON)
    assert readers(emails) == ["0", "1", "2"]
    for seat, mail in enumerate(emails):
        offer = store.view_for(store.read(game.id), seat)["prompts"][seat]["offer"]
        assert "The game has started. You play in this order: Player 0, Player 1, Player 2." in mail.text
        assert "Choose your first tickets" in mail.text
        for letter, ticket in zip("ABC", offer, strict=True):
            spaces = land(game, seat).far(fact(game, ticket["number"]))
            line = rf"\n{letter}  {name(game, ticket['number'])} \({ticket['points']} points\) +{spaces} spaces to go"
            assert re.search(line, mail.text)


def test_only_whose_turn_it_becomes_gets_mail(carry: Carry) -> None:
    game = started(players(3))
    carry(NOON)
    chosen(game)
    assert readers(carry(NOON)) == ["0"]
    post(game, 0, "draw deck", "draw deck")
    (mail,) = carry(NOON)
    assert readers([mail]) == ["1"]
    assert mail.text.startswith("It is your turn.\n\nPlay by Tue 3 March 2026, 12:00 UTC. You have 1 day left.\n")
    assert "- Player 0 drew two cards from the deck." in mail.text


def test_nobody_hears_of_half_a_turn(carry: Carry) -> None:
    game = underway(carry, 2)
    carry(NOON)
    post(game, 0, "draw deck")
    assert carry(NOON) == []


def test_no_email_for_a_turn_that_was_played_before_it_went_out(carry: Carry) -> None:
    game = underway(carry, 2)
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    (mail,) = carry(NOON)
    assert readers([mail]) == ["0"]


def test_anyone_who_was_away_is_told_all_since_their_own_last_move(carry: Carry) -> None:
    game = underway(carry, 3)
    for seat in (0, 1, 2):
        post(game, seat, "draw deck", "draw deck")
    (mail,) = carry(NOON)
    told = mail.text.partition("SINCE YOUR LAST MOVE")[2].partition("YOUR HAND")[0]
    assert [told.count(f"Player {seat} drew two cards from the deck.") for seat in (0, 1, 2)] == [0, 1, 1]
    assert [told.count(f"Player {seat}") for seat in (0, 1, 2)] == [0, 1, 1]


def test_a_claim_stands_at_the_beginning_however_many_have_drawn_cards_since(carry: Carry) -> None:
    game = chosen(started(players(5, "Stationmaster")))
    post(game, 0, "draw deck", "draw deck")
    deal(game, 1, red=4)
    post(game, 1, "claim calgary-helena red 4")
    for seat in (2, 3, 4):
        post(game, seat, "draw deck", f"draw {_no_locomotive(game)}")
    mail = next(mail for mail in carry(NOON) if mail.to == ["stationmaster0@mail.example"])
    first, _, rest = mail.text.partition("YOUR HAND")
    assert "Stationmaster 1 claimed Calgary – Helena" in first
    assert "Stationmaster 2, Stationmaster 3 and Stationmaster 4 drew cards." in " ".join(first.split())
    assert "Stationmaster 2 drew a" in rest.partition("WHAT ELSE HAS HAPPENED")[2]


def _no_locomotive(game: Game) -> int:
    market = store.view_for(store.read(game.id), None)["market"]
    return next(place for place, card in enumerate(market, 1) if card != "locomotive")


def test_an_email_has_the_market_the_hand_the_tickets_and_the_players(carry: Carry) -> None:
    game = underway(carry, 2)
    (mail,) = carry(NOON)
    view = store.view_for(store.read(game.id), 0)
    assert f"FACE-UP CARDS\n\n{words.cards(filter(None, view['market']))}\n" in mail.text
    assert all(f"{count} {kind}" in mail.text for kind, count in engine.own(view)["hand"].items())
    assert f"YOUR TICKETS ({len(engine.own(view)['tickets'])})" in mail.text
    for ticket in engine.own(view)["tickets"]:
        spaces = land(game, 0).far(fact(game, ticket["number"]))
        assert re.search(
            rf"{name(game, ticket['number'])} \({ticket['points']} points\) +{spaces} spaces to go", mail.text
        )
    assert "Player 0 (you), red  4      2        45      0" in mail.text
    assert store.read(game.id).chain in mail.text
    assert "\nhttps://night-mail.example/play/" in mail.text


TEXT_ALONE = {
    "Play by Tue 3 March 2026, 12:00 UTC. You have 1 day left.",
    "WHAT HAPPENED SINCE YOUR LAST MOVE",
    "FACE-UP CARDS",
    "YOUR HAND (4)",
}
"""Lines that the HTML has in other words, or as a picture."""


def test_the_html_tells_the_same_as_the_text(carry: Carry) -> None:
    game = underway(carry, 2)
    (mail,) = carry(NOON)
    shown = unescape(" ".join(re.sub(r"<[^>]+>", " ", mail.html.partition('class="paper')[2]).split())).upper()
    lines = [line.strip("- 1234567") for line in mail.text.splitlines() if line.strip() and "http" not in line]
    left_out = {line for line in lines if not all(word.strip(".,:()") in shown for word in line.upper().split())}
    assert left_out <= TEXT_ALONE
    assert "1 DAY LEFT UNTIL TUE 3 MAR, 12:00 UTC" in shown
    assert re.findall('https://[^\\s"<]+', mail.text)[0] in mail.html
    prompt = prompts(game)[0]["id"]
    assert f"?prompt={prompt}&amp;take=" in mail.html


@pytest.mark.parametrize("moves", at_length([0, 25, 60], at_once=[25]))
def test_every_legal_move_is_in_the_email_and_no_other(carry: Carry, moves: int) -> None:
    game = chosen(started(players(3)))
    play_on(game, moves)
    carry(NOON)
    (asked,) = prompts(game)
    table = store.load(store.read(game.id))
    seat = asked["seat"]
    legal = [notation.write(table.codec.rules, move) for move in engine.options(table.state, seat)]
    reminders.note_due(now=NOON + timedelta(hours=20))
    (mail,) = carry(NOON + timedelta(hours=20))
    every = [track for group in reading.folded(mail, "ALL ROUTES YOU CAN PAY FOR").values() for track in group]
    assert sorted(every) == sorted(reading.tracks(game, seat))
    steps, market = reading.steps(mail), store.view_for(store.read(game.id), seat)["market"]
    assert 2 <= len(steps) <= 7
    assert all(reading.is_legal(step, legal, market) for step in steps)
    assert ({"tickets": ""} in steps) == ("tickets" in legal)
    blind = [step for step in steps if set(step.get("take", "").split(",")) == {"deck"}]
    assert len(blind) == ("draw deck" in legal)


def test_all_emails_of_a_game_are_one_thread(carry: Carry) -> None:
    people = players(2)
    game = chosen(started(people, name="Tuesday’s trains"))
    emails = carry(NOON)
    play_on(game, 60)
    emails += [mail for _ in range(12) if play_on(game, 1) for mail in carry(NOON)]
    assert len(emails) > 5
    subjects = {("YOUR MOVES" in mail.text, str(mail.message["Subject"])) for mail in emails}
    assert subjects == {(False, "Game started: Tuesday’s trains"), (True, "Your turn: Tuesday’s trains")}
    assert all('"preheader"' in mail.html for mail in emails if "YOUR MOVES" in mail.text)
    root = f"<game.{game.id}@night-mail.example>"
    assert {(mail.message["References"], mail.message["In-Reply-To"]) for mail in emails} == {(root, root)}
    assert len({mail.message["Message-ID"] for mail in emails}) == len(emails)


def test_two_games_are_two_threads(carry: Carry) -> None:
    people = players(2)
    started(people, name="Friday Trains")
    started(people)
    emails = [mail for mail in carry(NOON) if mail.to == [people[0].email]]
    assert len({mail.message["References"] for mail in emails}) == 2
    assert {str(mail.message["Subject"]) for mail in emails} == {
        "Your turn: Friday Trains",
        "Your turn: Ticket to Ride, Player 1 and you",
    }


def test_a_turn_played_by_default_is_told_to_all(carry: Carry) -> None:
    game = underway(carry, 3)
    carry(NOON)
    assert expire(game) == 0
    emails = carry(NOON + DAY)
    assert readers(emails) == ["0", "1", "2"]
    by_reader = {mail.to[0][6]: mail.text for mail in emails}
    assert by_reader["0"].startswith("Your time ran out, so your turn was played for you.")
    assert by_reader["1"].startswith("It is your turn.\n\nPlay by")
    assert by_reader["2"].startswith("A player ran out of time, so their turn was played")
    told = "- Player 0 ran out of time, so this was played:"
    assert "- Your time ran out, so this was played: You drew" in by_reader["0"]
    assert all(told in by_reader[other] for other in "12")
    assert "YOUR MOVES" not in by_reader["0"] + by_reader["2"]


def test_anyone_who_is_absent_is_told_how_it_came(carry: Carry) -> None:
    game = chosen(started(players(2)))
    for _ in range(5):
        expire(game)
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.ABSENT
    emails = carry(NOON + 6 * DAY)
    (mail,) = [mail for mail in emails if readers([mail]) == ["0"]]
    assert "you now count as absent" in " ".join(mail.text.split())


def test_the_end_is_told_to_all_with_every_point(carry: Carry) -> None:
    game = started(players(5))
    play_on(game, 2000)
    emails = carry(NOON)
    assert readers(emails) == ["0", "1", "2", "3", "4"]
    standings = engine.standings(store.load(store.read(game.id)).state)
    for mail in emails:
        assert "Ticket to Ride is over." in mail.text
        told = mail.text.partition("FINAL SCORES")[2]
        for one in standings:
            head = rf"Player {one.seat}(?: \(you\))?, \w+: {words.amount(one.points)}\n(.+?)(?:\n\d+  Player|\n\n)"
            (part,) = re.findall(head, told, re.DOTALL)
            points = [points.replace("−", "-") for points in re.findall(r" ([+−]\d+) +−?\d+$", part, re.MULTILINE)]
            assert sum(map(int, points)) == one.points


def test_an_abandoned_game_has_no_winner(carry: Carry) -> None:
    game = chosen(started(players(2)))
    while (closes_at := Game.objects.get(pk=game.pk).closes_at) is None:
        expire(game)
    closure.close_due(now=closes_at - 3 * DAY)
    carry(closes_at - 3 * DAY)
    closure.close_due(now=closes_at)
    emails = carry(closes_at)
    assert readers(emails) == ["0", "1"]
    assert all(mail.text.startswith("Ticket to Ride was abandoned") for mail in emails)


def test_anyone_who_resigned_hears_of_the_end_and_of_nothing_else(carry: Carry) -> None:
    people = players(3)
    game = chosen(started(people))
    carry(NOON)
    departures.resign(player=people[2], game_id=game.id, now=NOON)
    expire(game)
    assert readers(carry(NOON + DAY)) == ["0", "1"]
    departures.resign(player=people[1], game_id=game.id, now=NOON + DAY)
    assert readers(carry(NOON + DAY)) == ["0", "1", "2"]


def invitation(*, answered: bool = False) -> tuple[Player, Game]:
    host, guest, _ = people = players(3)
    wishes = lobby.Wishes(ruleset="usa@1", seats=3, time_per_move=DAY, name="Tuesday", access="invitation")
    game = lobby.create_game(host=people[0], wishes=wishes, now=NOON)
    lobby.invite(host=host, game_id=game.id, names=[guest.name], now=NOON)
    if answered:
        lobby.join_game(player=guest, game_id=game.id, now=NOON)
    return guest, game


def test_anyone_who_is_invited_gets_an_invitation(carry: Carry) -> None:
    guest, game = invitation()
    (mail,) = carry(NOON)
    assert mail.to == [guest.email]
    assert mail.message["Subject"] == f"Invitation: {words.rules(game.ruleset, game.options)}"
    assert "Player 0 invites you to a game." in mail.text
    assert "Time for each move: 1 day" in mail.text
    assert game.id in mail.text


def test_an_invitation_that_was_answered_is_not_sent(carry: Carry) -> None:
    invitation(answered=True)
    assert readers(carry(NOON)) == ["0"], "only its host hears of the answer"


def test_programs_get_no_email_unless_they_ask_for_it(carry: Carry) -> None:
    people = players(3)
    Player.objects.filter(pk__in=[people[1].pk, people[2].pk]).update(kind=Player.Kind.BOT)
    preferences.put(people[2], {Stream.TURNS: Mode.AT_ONCE}, now=NOON)
    started([Player.objects.get(pk=player.pk) for player in people], bots="allowed")
    emails = carry(NOON)
    assert readers(emails) == ["0", "2"]
    assert "The game has started" not in emails[1].text


def test_the_deadline_is_in_the_readers_zone_and_in_utc(carry: Carry) -> None:
    people = players(2)
    Player.objects.filter(pk=people[0].pk).update(time_zone="America/New_York")
    started(people)
    text = " ".join(carry(NOON)[0].text.split())
    assert "Play by Tue 3 March 2026, 07:00 (America/New_York, UTC-05:00)." in text


def test_a_turn_email_is_small_even_with_every_card_in_two_hands(carry: Carry) -> None:
    game = chosen(started(players(2), name="x" * 80))
    while store.view_for(store.read(game.id), None)["deck"] > 6:
        seat = prompts(game)[0]["seat"]
        post(game, seat, "draw deck", "draw deck")
    asked = f"player{prompts(game)[0]['seat']}@mail.example"
    (mail,) = (mail for mail in carry(NOON) if mail.to == [asked])
    assert len(mail.raw) < 100_000
    assert len(reading.folded(mail, "ALL ROUTES YOU CAN PAY FOR")) == 9
    assert len(reading.tracks(game, prompts(game)[0]["seat"])) > 80


def test_a_long_story_is_cut_at_its_beginning(carry: Carry) -> None:
    game = started(players(5))
    play_on(game, 2000)
    assert all(len(mail.raw) < 100_000 for mail in carry(NOON))
