"""The board in emails: only for the seated, as they may see it, and never delaying an email."""

import io
import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from html import unescape
from itertools import count
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from PIL import Image
from prometheus_client import REGISTRY
from pytest_django import Settings
from time_machine import TimeMachineFixture

import engine
from games.models import Game, Player
from games.presentation.pictures import Way
from games.presentation.pictures import geometry as geometries
from games.presentation.pictures.of_games import GamePicture
from games.presentation.pictures.png import png
from games.table import store
from notifications import links
from notifications.lists import Mode, Stream
from notifications.models import Habits, Mail
from notifications.outbox import delivery, queue
from notifications.pictures import SECONDS, DrawingTime
from notifications.policy import preferences, reminders
from tests.engine.positions import Kind
from tests.games.sitting import offer, resigned
from tests.games.stories import NOON, chosen, play_on, players, post, prompts, started
from tests.games.worlds import swap_what_is_hidden
from tests.notifications.api import client
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice, Received
from tests.notifications.reading import steps
from tests.notifications.test_invitations import invite
from tests.notifications.test_secrets import every_game
from tests.sweeps import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LATER = NOON + timedelta(hours=20)


@pytest.fixture(autouse=True)
def _with_pictures(settings: Settings) -> None:
    settings.EMAIL_PICTURES = True


def picture(mail: Received) -> EmailMessage | None:
    """Return the part that is a picture."""
    return next((part for part in mail.message.walk() if part.get_content_type() == "image/png"), None)


def drawn(mail: Received) -> bytes:
    found = picture(mail)
    return bytes(found.get_content()) if found else b""


def words(mail: Received) -> str:
    """Return the HTML's text alternative of its picture; empty without a picture."""
    found = re.search(r'<img [^>]*alt="([^"]*)"', mail.html)
    return found[1] if found else ""


def turn_mail(emails: list[Received]) -> Received:
    """Return the only email that asks for a turn."""
    (found,) = (mail for mail in emails if "YOUR MOVES" in mail.text)
    return found


def count_of(outcome: str) -> float:
    return REGISTRY.get_sample_value("night_mail_email_pictures_total", {"outcome": outcome}) or 0


def to_a_turn(game: Game) -> int:
    """Play until somebody is to take a turn; return the seat."""
    while prompts(game)[0]["type"] != "take_turn":
        play_on(game, 1)
    seat: int = prompts(game)[0]["seat"]
    return seat


def to_a_claim(game: Game) -> str:
    """Play until somebody has claimed a track and the next is to take a turn; return the track's slug."""
    for seed in count(1):
        play_on(game, 1, seed=seed)
        (entry,) = store.log_for(store.read(game.pk), None, after=store.read(game.pk).head - 1)
        claims = [event["route"] for event in entry["events"] if event["type"] == "route_claimed"]
        if claims and prompts(game)[0]["type"] == "take_turn":
            return str(claims[0])
    raise AssertionError


# What it shows ------------------------------------------------------------------------------------------------------


@every_game
def test_a_turn_s_email_shows_the_board_as_the_reader_s_seat_sees_it(carry: Carry, kind: Kind) -> None:
    game = chosen(started(players(3), **kind.wishes))
    seat = to_a_turn(game)
    reminders.note_due(now=LATER)
    mail = turn_mail(carry(LATER))
    assert mail.to == [f"player{seat}@mail.example"]
    game, seats, _turns = store.look(game.pk)
    lit = tuple(step["route"] for step in steps(mail) if "route" in step)
    own, spectator = (GamePicture(game, seats, who, game.head, Way("email", "day"), "en", lit) for who in (seat, None))
    assert drawn(mail) == png(own.svg(), "email")
    assert drawn(mail) != png(spectator.svg(), "email")
    assert len(drawn(mail)) <= 100_000
    assert words(mail).startswith("The board. ")


def test_it_travels_with_the_html_and_the_text_says_nothing_of_it(carry: Carry) -> None:
    chosen(started(players(2)))
    mail = turn_mail(carry(NOON))
    text, related = mail.message.iter_parts()
    assert mail.message.get_content_type() == "multipart/alternative"
    assert (text.get_content_type(), related.get_content_type()) == ("text/plain", "multipart/related")
    assert related.get_param("type") == "text/html"
    html, board = related.iter_parts()
    assert (html.get_content_type(), board.get_content_type()) == ("text/html", "image/png")
    assert (board.get_content_disposition(), board.get_filename()) == ("inline", "board.png")
    (tag,) = re.findall(r"<img [^>]*>", mail.html)
    assert f'src="cid:{board["Content-ID"].strip("<>")}"' in tag
    assert 'width="600"' in tag
    assert "height:auto" in tag
    with Image.open(io.BytesIO(drawn(mail))) as shown:
        assert shown.width > 600
    assert not re.search("picture|image|cid:", mail.text)
    assert "\n\n\n" not in mail.text


def test_each_email_calls_its_picture_by_a_name_of_its_own(carry: Carry) -> None:
    game = chosen(started(players(2)))
    names = []
    for seat in (0, 1):
        board = picture(turn_mail(carry(NOON)))
        assert board is not None
        names.append(board["Content-ID"])
        post(game, seat, "draw deck", "draw deck")
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"<\S+@night-mail\.example>", name) for name in names)


def test_its_words_say_what_others_have_claimed_since(carry: Carry) -> None:
    people = players(2)
    for one, name in zip(people, ("Ada", "Bela"), strict=True):
        Player.objects.filter(pk=one.pk).update(name=f'<b>"{name}"')
    game = chosen(started(people))
    slug = to_a_claim(game)
    mail = turn_mail(carry(NOON))
    board = engine.RULESETS[game.ruleset].board
    a, b = (board.cities[city].name for city in board.routes[board.route_of[slug]].ends)
    said = unescape(words(mail))
    assert re.match(r'The board\. Claimed so far: <b>"(Ada|Bela)": ', said)
    assert said.endswith(f"New: {a} – {b}.")


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["lagoon@1"]))
def test_the_result_of_a_game_shows_its_map_too(carry: Carry, ruleset: str) -> None:
    """Without a map, the table is empty at the end, and the film shows it."""
    game = chosen(started(players(2), ruleset=ruleset))
    play_on(game, 500)
    emails = carry(NOON)
    assert ["FINAL SCORES" in mail.text for mail in emails] == [True, True]
    has_map = bool(engine.ruleset(ruleset).board.routes)
    assert [bool(picture(mail)) for mail in emails] == [has_map] * 2
    assert all(words(mail) for mail in emails)


# Who gets none ------------------------------------------------------------------------------------------------------


def test_what_asks_for_no_turn_and_tells_no_result_has_no_picture(carry: Carry) -> None:
    chosen(started(players(3)))
    others = [mail for mail in carry(NOON) if "YOUR MOVES" not in mail.text]
    assert others
    assert not any(picture(mail) or words(mail) for mail in others)


def test_outsiders_see_no_board(carry: Carry, settings: Settings) -> None:
    guest = players(1, "Guest")[0]
    settings.EMAIL_PICTURES = False
    game = chosen(started(players(3)))
    carry(NOON)
    settings.EMAIL_PICTURES = True
    resigned(game, 1)
    offer(game, guest, 1)
    invite(Player.objects.get(email="player0@mail.example"), guest)
    emails = [mail for mail in carry(NOON) if mail.to == [guest.email]]
    assert emails
    assert not any(picture(mail) or words(mail) for mail in emails)


def test_a_digest_has_no_pictures(carry: Carry) -> None:
    people = players(2)
    preferences.put(people[0], dict.fromkeys(Stream, Mode.HOURLY), now=NOON)
    for name in ("One", "Two"):
        chosen(started(people, name=name, time_per_move=timedelta(days=3)))
    carry(NOON)
    (digest,) = carry(NOON + timedelta(hours=1))
    assert digest.message["Subject"] == "Your Night Mail digest"
    assert not picture(digest)
    assert not words(digest)


def test_a_player_may_leave_pictures_out(carry: Carry) -> None:
    people = players(2)
    said = client(people[0]).patch("/api/v1/me/mail", {"pictures": False}).json()
    assert said["pictures"] is False
    game = chosen(started(people))
    mail = turn_mail(carry(NOON))
    assert not picture(mail)
    assert not words(mail)
    assert mail.message.get_content_type() == "multipart/alternative"
    post(game, 0, "draw deck", "draw deck")
    assert picture(turn_mail(carry(NOON)))
    assert client(people[0]).patch("/api/v1/me/mail", {"pictures": True}).json()["pictures"] is True


def test_the_page_of_mail_offers_it_where_the_operator_does(
    settings: Settings, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to(NOON, tick=False)
    (player,) = players(1)
    path = links.mail_url(player, NOON).removeprefix("https://night-mail.example")
    whole = {
        "do": "mail",
        **{f"streams-{stream}": "at_once" for stream in Stream},
        "reminders": "1",
        "digest_at": "08:00",
        "time_zone": "UTC",
        "language": "en",
    }
    assert re.search(r'name="pictures".*"True" selected', Client().get(path).content.decode(), re.DOTALL)
    Client().post(path, whole | {"pictures": "False"})
    assert not Habits.objects.get(player=player).pictures
    assert re.search(r'name="pictures".*"False" selected', Client().get(path).content.decode(), re.DOTALL)

    settings.EMAIL_PICTURES = False
    assert 'name="pictures"' not in Client().get(path).content.decode()
    Client().post(path, whole)
    assert not Habits.objects.get(player=player).pictures


def test_an_operator_may_leave_pictures_out(carry: Carry, settings: Settings) -> None:
    settings.EMAIL_PICTURES = False
    chosen(started(players(2)))
    assert not picture(turn_mail(carry(NOON)))


# Never at an email's expense ----------------------------------------------------------------------------------------


class Watch:
    """A clock that advances this many seconds at each look."""

    def __init__(self, step: float) -> None:
        self._now, self._step = 0.0, step

    def __call__(self) -> float:
        self._now += self._step
        return self._now


def test_emails_go_out_without_pictures_when_the_time_for_them_is_over(post_office: PostOffice) -> None:
    people = players(2)
    for _ in range(4):
        chosen(started(people))
    drawing_time, late = DrawingTime(seconds=20, clock=Watch(10)), count_of("late")
    delivery.deliver_due(now=NOON, drawing_time=drawing_time)
    turns = [mail for mail in post_office.received if "YOUR MOVES" in mail.text]
    assert [bool(picture(mail)) for mail in turns] == [True, True, False, False]
    assert count_of("late") == late + 2
    assert drawing_time.is_over


def test_the_time_for_pictures_is_a_small_share_of_the_lease() -> None:
    assert timedelta(seconds=SECONDS) <= queue.EMAILS.lease / 20


def test_batches_are_small_while_there_is_time_to_draw(settings: Settings) -> None:
    assert delivery.size_of_batch(DrawingTime()) < delivery.BATCH
    assert delivery.size_of_batch(DrawingTime(seconds=0)) == delivery.BATCH
    settings.EMAIL_PICTURES = False
    assert delivery.size_of_batch(DrawingTime()) == delivery.BATCH


@pytest.fixture
def geometry_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use another folder for the stored geometries."""
    monkeypatch.setattr(geometries, "BOARDS", tmp_path)
    geometries.geometry.cache_clear()
    yield tmp_path
    geometries.geometry.cache_clear()


@pytest.mark.parametrize(("kept", "outcome"), [(None, "unknown"), ("{", "failed")])
def test_no_email_waits_for_a_picture_that_cannot_be_drawn(
    carry: Carry, geometry_files: Path, kept: str | None, outcome: str
) -> None:
    if kept is not None:
        (geometry_files / "usa.json").write_text(kept)
    before = count_of(outcome)
    chosen(started(players(2)))
    mail = turn_mail(carry(NOON))
    assert not picture(mail)
    assert "FACE-UP CARDS" in mail.text
    assert set(Mail.objects.values_list("state", flat=True)) == {"sent"}
    assert count_of(outcome) == before + 1


# Hidden information -------------------------------------------------------------------------------------------------


@every_game
def test_two_worlds_that_differ_in_what_is_hidden_are_drawn_alike(carry: Carry, kind: Kind) -> None:
    game = chosen(started(players(3), **kind.wishes))
    play_on(game, 40, seed=5)
    reader = to_a_turn(game)
    queue_as_it_was = Mail.objects.count()

    def world(*, other: bool) -> tuple[bytes, str]:
        with transaction.atomic():
            if other:
                swap_what_is_hidden(game, reader)
            reminders.note_due(now=LATER)
            mail = turn_mail(carry(LATER))
            transaction.set_rollback(True)
        return drawn(mail), words(mail)

    one, other = world(other=False), world(other=True)
    assert all(one)
    assert one == other
    assert Mail.objects.count() == queue_as_it_was
