"""A digest is answered at one address: letters tell which of its games each line is for."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import engine
from games.lobby import departures
from games.models import Game, Player, Proposal, Seat
from games.people.privacy import erase_player
from games.table import store
from games.table.agreements import own_move
from notifications.inbox import acceptance, digests, pipeline
from notifications.inbox.orders import Offered
from notifications.letters import hand
from notifications.lists import Mode, Stream
from notifications.models import DigestGame, InboundEmail
from notifications.policy import preferences
from tests.agreements.table import propose
from tests.games.stories import DAY, NOON, chosen, default, holder, legal, players, post, prompts, started
from tests.inbox.letters import SigningKey, quoting, reply_address, signed, written
from tests.inbox.replies import played
from tests.inbox.test_orders import LISTED, MARKET, MONDAY, TURN, USA
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.test_digest import MORNING, move, read_by, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names"), pytest.mark.long]
READER = "player1@mail.example"


def morning(carry: Carry, *names: str) -> tuple[list[Game], Received]:
    """Return games in which it is the reader's turn, and the digest about them."""
    reader, games = table(carry, list(names))
    for game in games:
        move(game)
    (mail,) = read_by(reader, carry(MORNING))
    return games, mail


def reply(mail: Received, text: str, key: SigningKey, *, name: str = "m1", is_signed: bool = True) -> InboundEmail:
    to = reply_address(mail)
    raw = written(to, quoting(mail, text), sender=READER, name=name)
    acceptance.accept(signed(raw, key) if is_signed else raw, [to], READER, InboundEmail.Door.PIPE, MORNING)
    assert pipeline.process_due(now=MORNING) == 1
    return InboundEmail.objects.latest("pk")


def answers(carry: Carry) -> list[Received]:
    return [mail for mail in carry(MORNING) if mail.to == [READER]]


def in_a_line(mail: Received) -> str:
    return " ".join(mail.text.split())


def number_of(mail: Received, letter: str, begins: str) -> str:
    found = re.search(rf"^({letter}\d)  {begins}", mail.text, re.MULTILINE)
    assert found is not None
    return found[1]


def moved(game: Game) -> list[str]:
    return played(game, 1)


def test_each_number_plays_in_its_game(carry: Carry, provider_key: SigningKey) -> None:
    (north, south, west), mail = morning(carry, "North", "South", "West")
    assert re.search(r"^A: NORTH$.*^B: SOUTH$.*^C: WEST$", mail.text, re.MULTILINE | re.DOTALL)
    deck, tickets = number_of(mail, "A", "Take two from the deck"), number_of(mail, "C", "Draw tickets")
    row = reply(mail, f"{tickets.lower()}, {deck}", provider_key)
    assert row.state == InboundEmail.State.ACTED
    assert (moved(north), moved(south), moved(west)) == (["draw_blind", "draw_blind"], [], ["draw_tickets"])
    told = answers(carry)
    assert len(told) == 2
    assert {f"game.{north.pk}@" in str(one.message["References"]) for one in told} == {True, False}
    assert all("You drew " in one.text for one in told)


def test_moves_on_lines_of_their_own_with_the_letter_before_them(carry: Carry, provider_key: SigningKey) -> None:
    (north, south), mail = morning(carry, "North", "South")
    reply(mail, "Good morning!\nA: draw deck\nB draw deck twice\na) draw deck\nSee you", provider_key)
    assert moved(north) == moved(south) == ["draw_blind", "draw_blind"]


def test_what_names_no_game_stops_what_follows(carry: Carry, provider_key: SigningKey) -> None:
    (north, south), mail = morning(carry, "North", "South")
    reply(mail, "A: draw deck\ndraw deck\nB: draw deck", provider_key)
    assert (moved(north), moved(south)) == (["draw_blind"], [])
    (answer,) = answers(carry)
    assert "Not done: “draw deck”. For which game is it?" in in_a_line(answer)
    for name, text in (("m2", "1"), ("m3", "D1"), ("m4", "A1, D2"), ("m5", "draw deck"), ("m6", "so what")):
        assert reply(mail, text, provider_key, name=name).state == InboundEmail.State.REFUSED
        assert len(answers(carry)) == 1
    assert (moved(north), moved(south)) == (["draw_blind"], [])


def test_a_closed_question_plays_nothing_and_the_other_game_goes_on(carry: Carry, provider_key: SigningKey) -> None:
    (north, south), mail = morning(carry, "North", "South")
    post(north, 1, "draw deck", "draw deck", now=MORNING)
    post(north, 0, default(north, 0), now=MORNING)
    post(north, 0, default(north, 0), now=MORNING)
    assert prompts(north)[0]["seat"] == 1
    before = len(moved(north))
    reply(mail, "A: draw deck\nB: draw deck", provider_key)
    assert (len(moved(north)), moved(south)) == (before, ["draw_blind"])
    assert "no longer open" in " ".join(map(in_a_line, answers(carry)))


def test_without_proof_all_games_are_asked_about_and_yes_plays_in_each(carry: Carry, provider_key: SigningKey) -> None:
    (north, south), mail = morning(carry, "North", "South")
    reply(mail, "A: draw deck\nB: tickets", provider_key, is_signed=False)
    assert moved(north) == moved(south) == []
    (question,) = answers(carry)
    assert "- A: Take one from the deck" in question.text
    assert "- B: Draw tickets" in question.text
    reply(question, "yes", provider_key, name="m2", is_signed=False)
    assert (moved(north), moved(south)) == (["draw_blind"], ["draw_tickets"])


def test_resigning_takes_an_email_about_that_game(carry: Carry, provider_key: SigningKey) -> None:
    (north, _south), mail = morning(carry, "North", "South")
    reply(mail, "A: resign", provider_key)
    (answer,) = answers(carry)
    assert "Reply “resign” to this email" in in_a_line(answer)
    reply(answer, "resign", provider_key, name="m2")
    (asks,) = answers(carry)
    reply(asks, "yes", provider_key, name="m3")
    assert Seat.objects.get(game=north, number=1).status == Seat.Status.RESIGNED


def test_its_links_write_lines_with_the_letter(carry: Carry, provider_key: SigningKey) -> None:
    (north, south), mail = morning(carry, "North", "South")
    urls = [unescape(url) for url in re.findall(r'href="(mailto:[^"]+)"', mail.html)]
    bodies = [dict(parse_qsl(urlsplit(url).query))["body"] for url in urls]
    assert "A: draw deck\r\nA: draw deck" in bodies
    reply(mail, next(body for body in bodies if body == "B: tickets"), provider_key)
    assert (moved(north), moved(south)) == ([], ["draw_tickets"])
    assert len(mail.raw) < 100_000


def test_its_games_go_with_the_player(carry: Carry) -> None:
    morning(carry, "North", "South")
    assert DigestGame.objects.count() == 2
    erase_player(player=Player.objects.get(email=READER), now=MORNING)
    assert not DigestGame.objects.exists()


OFFERED = {letter: Offered(TURN, LISTED, USA, MONDAY, MARKET) for letter in "ABC"}


def test_the_guide_s_lines_are_parted() -> None:
    guide = Path(digests.__file__).parents[2] / "docs" / "playing-by-mail.md"
    given_ones = guide.read_text(encoding="utf-8").partition("## Several games")[2].partition("\n## ")[0]
    lines = [line.strip() for line in given_ones.splitlines() if line.startswith("    ")]
    parted = digests.part(lines, OFFERED)
    assert parted == digests.Parted({"A": ["1"], "B": ["3"], "C": ["claim den-oma p 4"]}, None)


LINES = st.one_of(
    st.text(max_size=30), st.from_regex(r"[A-Da-d][ :.)]? ?([0-9]{1,2}|draw deck|tickets)", fullmatch=True)
)


@effort(max_examples=60, deadline=None)
@given(lines=st.lists(LINES, max_size=4))
def test_no_line_is_ever_another_games(lines: list[str]) -> None:
    parted = digests.part(lines, OFFERED)
    assert set(parted.lines) <= set(OFFERED)
    for letter, said in parted.lines.items():
        begins = [line.strip() for line in lines if line.strip()[:1].upper() == letter or "," in line or " " in line]
        assert all(any(rest in line for line in begins) for rest in said)
    assert parted.lost is None or parted.lost in lines


def asked_to_agree(carry: Carry) -> tuple[list[Game], list[Proposal], Received]:
    """Return three games with proposals, in the first of which the reader also has to move, and the digest."""
    reader, games = table(carry, ["North", "South", "West"])
    move(games[0])
    north = propose(games[0], 0, NOON, kind="extended", hours=24)
    south = propose(games[1], 0, NOON, kind="paused")
    west = propose(games[2], 0, NOON, kind="ended", how="void")
    (mail,) = read_by(reader, carry(MORNING))
    return games, [north, south, west], mail


def test_a_yes_or_no_behind_the_letter_answers_what_is_proposed_there(carry: Carry, provider_key: SigningKey) -> None:
    (north, _, _), proposals, mail = asked_to_agree(carry)
    for letter in "ABC":
        assert f"Reply “{letter}: yes” to agree, or “{letter}: no”." in mail.text
    assert "such as “A1”" in in_a_line(mail)
    row = reply(mail, "A: yes\nA: draw deck\na draw deck\nb) No\nC yes", provider_key)
    assert row.state == InboundEmail.State.ACTED
    assert moved(north) == ["draw_blind", "draw_blind"]
    assert [Proposal.objects.get(pk=one.pk).state for one in proposals] == ["agreed", "declined", "agreed"]


def test_a_yes_without_a_letter_agrees_to_nothing(carry: Carry, provider_key: SigningKey) -> None:
    _, proposals, mail = asked_to_agree(carry)
    reply(mail, "yes", provider_key)
    assert {Proposal.objects.get(pk=one.pk).state for one in proposals} == {"open"}
    assert any("For which game is it?" in in_a_line(one) for one in answers(carry))


def test_a_forged_yes_waits_for_the_real_one(carry: Carry, provider_key: SigningKey) -> None:
    _, proposals, mail = asked_to_agree(carry)
    reply(mail, "B: yes", provider_key, is_signed=False)
    assert {Proposal.objects.get(pk=one.pk).state for one in proposals} == {"open"}
    assert any("B: agree to what was proposed" in in_a_line(one) for one in answers(carry))


def test_several_proposals_at_one_table_are_answered_by_name(carry: Carry, provider_key: SigningKey) -> None:
    reader = (people := players(3))[1]
    game = chosen(started(people, name="North", time_per_move=3 * DAY))
    carry(NOON)
    preferences.put(reader, dict.fromkeys(Stream, Mode.DAILY), now=NOON)
    first = propose(game, 0, NOON, kind="extended", hours=24)
    second = propose(game, 2, NOON, kind="ended", how="void")
    (mail,) = read_by(reader, carry(MORNING))
    assert f"Reply “yes to {first.by.name}” to agree, or “no to {first.by.name}”." in in_a_line(mail)
    reply(mail, f"yes to {first.by.name}\nA: no to {second.by.name}", provider_key)
    assert [vote.agrees for vote in first.votes.filter(player=reader)] == [True]
    assert Proposal.objects.get(pk=second.pk).state == "declined"


def test_talk_below_orders_is_offered_to_the_only_table_written_to(carry: Carry, provider_key: SigningKey) -> None:
    (north, south), mail = morning(carry, "North", "South")
    reply(mail, "OK, A: draw deck\n\nThanks for waiting, Ben!", provider_key)
    assert (moved(north), moved(south)) == (["draw_blind"], [])
    (answer,) = answers(carry)
    assert "Not said at the table: “Thanks for waiting, Ben!”" in in_a_line(answer)


def test_talk_below_orders_for_several_tables_is_offered_by_letter(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = morning(carry, "North", "South")
    reply(mail, "A: draw deck\nB: draw deck\n\nThanks for waiting, Ben!", provider_key)
    told = " ".join(map(in_a_line, answers(carry)))
    assert told.count("Not said at any table: “Thanks for waiting, Ben!”. To say it at one, reply with its letter") == 1


@pytest.mark.parametrize("doubt", ["if Ben hasn't moved", "no, wait"])
def test_a_doubt_without_a_letter_plays_nothing_at_any_table(
    carry: Carry, provider_key: SigningKey, doubt: str
) -> None:
    (north, south), mail = morning(carry, "North", "South")
    reply(mail, f"A: draw deck\nB: draw deck\n{doubt}", provider_key)
    assert moved(north) == moved(south) == []
    (answer,) = answers(carry)
    assert "seems to be a condition or a doubt" in in_a_line(answer)


def test_a_take_back_by_another_leaves_a_digests_question_open(carry: Carry, provider_key: SigningKey) -> None:
    people = players(3)
    preferences.put(people[1], dict.fromkeys(Stream, Mode.DAILY), now=NOON)
    game = started(people, time_per_move=5 * DAY)
    (mail,) = read_by(people[1], carry(MORNING))
    post(game, 2, next(iter(legal(game, 2))), now=MORNING)
    own_move.take_back(player=holder(game, 2), game_id=game.pk, now=MORNING)
    assert not read_by(people[1], carry(MORNING + DAY))
    reply(mail, "A1", provider_key)
    assert 1 not in {prompt["seat"] for prompt in prompts(game)}


def first_tickets(carry: Carry, *names: str) -> tuple[list[Game], Received]:
    """Return games in which all choose their first tickets, and the reader's digest about them."""
    reader = (people := players(2))[1]
    preferences.put(reader, dict.fromkeys(Stream, Mode.DAILY), now=NOON)
    games = [started(people, name=name, time_per_move=3 * DAY) for name in names]
    (mail,) = read_by(reader, carry(MORNING))
    return games, mail


def tickets_of(game: Game, letters: str) -> set[int]:
    lettered = hand.letters_of_offer(engine.view(store.load(store.read(game.pk)).state, 1), 1)
    return {lettered[letter] for letter in letters}


def kept(game: Game) -> set[int]:
    state = store.load(store.read(game.pk)).state
    return {ticket["number"] for ticket in engine.own(engine.view(state, 1))["tickets"]}


@pytest.mark.parametrize("typed", ["A and C", "A, C", "A C", "keep A and C", "Hi all!\nC and A please", "A: keep A, C"])
def test_a_digest_about_one_game_needs_no_letter(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    (north,), mail = first_tickets(carry, "North")
    assert "\nNORTH\n" in mail.text
    assert "You can reply with a move’s number, or with a move." in in_a_line(mail)
    wanted = tickets_of(north, "AC")
    assert reply(mail, typed, provider_key).state == InboundEmail.State.ACTED
    assert kept(north) == wanted
    reply(mail, typed, provider_key, name="m2")
    (told,) = [answer for answer in answers(carry) if "no longer open" in in_a_line(answer)]
    assert "For which game" not in in_a_line(told)


def test_numbers_and_links_of_a_digest_about_one_game(carry: Carry, provider_key: SigningKey) -> None:
    (north,), mail = morning(carry, "North")
    assert number_of(mail, "", "Take two from the deck")
    urls = [unescape(url) for url in re.findall(r'href="(mailto:[^"]+)"', mail.html)]
    assert "draw deck\r\ndraw deck" in [dict(parse_qsl(urlsplit(url).query))["body"] for url in urls]
    assert reply(mail, "A: draw deck\ndraw deck", provider_key).state == InboundEmail.State.ACTED
    assert moved(north) == ["draw_blind", "draw_blind"]


def test_a_letter_that_may_be_a_tickets_is_asked_about(carry: Carry, provider_key: SigningKey) -> None:
    games, mail = first_tickets(carry, "North", "South", "West")
    for number, typed in enumerate(("A and C", "A C", "OK, A, C", "B A and C", "C) A and B", "A. C")):
        reply(mail, typed, provider_key, name=f"m{number}")
        assert [played(game, 1) for game in games] == [[], [], []]
        assert kept(games[0]) == set()
        (answer,) = answers(carry)
        assert "the game’s letter" in in_a_line(answer)
    wanted = tickets_of(games[1], "AC")
    reply(mail, "B: A and C", provider_key, name="last")
    assert [kept(game) for game in games] == [set(), wanted, set()]


def test_an_emailed_digest_about_one_game_with_a_letter_goes_on(carry: Carry, provider_key: SigningKey) -> None:
    (north,), mail = first_tickets(carry, "North")
    DigestGame.objects.update(letter="A")
    wanted = tickets_of(north, "AC")
    reply(mail, "A C", provider_key)
    assert kept(north) == set()
    (answer,) = answers(carry)
    assert "Its first letter may be a game’s or not" in in_a_line(answer)
    reply(mail, "A and C", provider_key, name="m2")
    assert kept(north) == wanted


@pytest.mark.parametrize("typed", ["A red card, please", "a ticket", "A pause, please"])
def test_an_article_is_no_games_letter(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    (north, south), mail = morning(carry, "North", "South")
    reply(mail, typed, provider_key)
    assert moved(north) == moved(south) == []
    assert not Proposal.objects.exists()
    (answer,) = answers(carry)
    assert "may be a game’s or not" in in_a_line(answer)


def test_a_word_for_a_table_takes_its_letter_where_a_digest_has_news_of_another(
    carry: Carry, provider_key: SigningKey
) -> None:
    reader, (north, south) = table(carry, ["North", "South"])
    move(north)
    departures.resign(player=holder(south, 0), game_id=south.pk, now=NOON)
    (mail,) = read_by(reader, carry(MORNING))
    reply(mail, "say Well played!", provider_key)
    assert any("For which game is it?" in in_a_line(answer) for answer in answers(carry))
    reply(mail, "A1", provider_key, name="m2")
    assert moved(north)


def test_a_proposal_in_a_digest_about_one_game_takes_a_bare_yes(carry: Carry, provider_key: SigningKey) -> None:
    reader, (north,) = table(carry, ["North"])
    proposal = propose(north, 0, NOON, kind="paused")
    (mail,) = read_by(reader, carry(MORNING))
    assert "Reply “yes” to agree, or “no”." in mail.text
    reply(mail, "Fine by me!", provider_key)
    assert Proposal.objects.get(pk=proposal.pk).state == "agreed"
