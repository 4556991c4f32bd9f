"""Inviting by email address: a stranger is told once, and nobody learns who is a stranger."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.conf import settings as configured
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from games.errors import Forbidden, Refused
from games.lobby import by_address, invitation_limits, lobby, selectors
from games.models import AddressInvitation, Block, ContactedAddress, Game, Invitation, Player, Seat
from games.people import relations
from games.people.privacy import erase_player, export_player
from notifications.letters import accounts as letters
from notifications.letters import mime
from notifications.models import Mail, Notification
from tests.api.people import API, client_of, mailed_code, newest_mail
from tests.games.stories import DAY, NOON, players
from tests.web.paper import Visitor
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db

STRANGER = "new@mail.example"
NETWORK = "192.0.2.7"


def table(host: Player, seats: int = 3, name: str = "The night train") -> Game:
    wishes = lobby.Wishes("usa@1", seats, DAY, name=name, access="invitation", public=False)
    return lobby.create_game(host=host, wishes=wishes, now=timezone.now())


def invite(host: Player, game: Game, *addresses: str, now: datetime | None = None, network: str = NETWORK) -> None:
    lobby.invite(host=host, game_id=game.pk, addresses=addresses, network=network, now=now or timezone.now())


def link(what: str = "link", address: str = STRANGER) -> str:
    """Return the path of a link in the email to the address."""
    url: str = (newest_mail(address).context or {})[what]
    return url.removeprefix(configured.PUBLIC_URL)


def stranger(path: str) -> Visitor:
    one = Visitor(None, "")
    one.open(path)
    return one


def cold_mails() -> int:
    return Mail.objects.filter(template=by_address.TEMPLATE).count()


def names(game: Game) -> set[str]:
    return set(game.seats.values_list("player__name", flat=True))


# A stranger -------------------------------------------------------------------------------------------------


def test_a_stranger_looks_gives_a_name_and_sits() -> None:
    (ada,) = players(1)
    game, host = table(ada), Visitor(ada, "")
    host.open(f"/tables/{game.pk}")
    host.press("Invite", guests=STRANGER)
    assert "You have invited 1 address by email." in host.page.text
    one = stranger(link())
    assert f"{ada.name} invites you." in one.page.text
    assert not Player.objects.filter(email=STRANGER).exists()
    one.press("Take a seat", name="Nora", time_zone="UTC")
    assert one.address == f"/tables/{game.pk}"
    assert names(game) == {ada.name, "Nora"}
    assert Player.objects.get(name="Nora").email == STRANGER
    assert stranger(link()).page.text.count("This invitation has been answered.") == 1
    assert not ContactedAddress.objects.exists()


def test_a_new_table_invites_at_once() -> None:
    ada, bela = players(2)
    one = Visitor(ada, "")
    one.open("/tables/new")
    one.press(
        "Open the table",
        ruleset="usa@1",
        seats="3",
        clock="daily",
        access="invitation",
        guests=f"{bela.name}, {STRANGER}",
    )
    game = Game.objects.get(host=ada)
    assert [each.player for each in game.invitations.all()] == [bela]
    assert game.address_invitations.count() == cold_mails() == 1
    one.open("/tables/new")
    one.press(
        "Open the table", status=404, ruleset="usa@1", seats="3", clock="daily", guests=f"Nobody Here, {STRANGER}"
    )
    assert Game.objects.filter(host=ada).count() == 1


def test_the_email_has_fixed_words_and_one_click_to_stop() -> None:
    (ada,) = players(1)
    invite(ada, table(ada, name="Cheap watches"), STRANGER)
    mail = newest_mail(STRANGER)
    letter = letters.write(mail)
    assert letter.subject == f"[Night Mail] {ada.name} invites you to a game"
    assert "Cheap watches" not in letter.text + letter.html
    assert ada.name in letter.text
    assert mail.urgent is False
    message = message_from_bytes(mime.envelope(letter, mail, to=STRANGER, now=NOON).octets, policy=policy.default)
    assert message["List-Unsubscribe"].strip() == f"<{(mail.context or {})['never']}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_email_says_who_plays_and_what_one_agrees_to() -> None:
    ada, bela = players(2)
    game = table(ada)
    Seat.objects.create(game=game, number=1, player=bela, joined_at=NOON)
    invite(ada, game, STRANGER)
    told = " ".join(letters.write(newest_mail(STRANGER)).text.split())
    assert f"{bela.display_name} will play, too." in told
    assert "Nobody else can watch." in told


def test_nothing_happens_by_looking() -> None:
    (ada,) = players(1)
    invite(ada, table(ada), STRANGER)
    for what in ("link", "never"):
        stranger(link(what))
    assert AddressInvitation.objects.get().answered_at is None
    assert ContactedAddress.objects.get().stopped_at is None


def test_one_email_ever_until_the_answer() -> None:
    ada, bela = players(2)
    first, second = table(ada), table(bela)
    invite(ada, first, STRANGER)
    invite(ada, first, STRANGER.upper())
    invite(bela, second, STRANGER)
    assert cold_mails() == 1
    one = stranger(link())
    one.press("Decline", status=200, name="", time_zone="UTC")
    assert "You have declined." in one.page.text
    invite(bela, table(bela), STRANGER)
    assert cold_mails() == 2
    assert names(first) == {ada.name}


def test_never_again_is_one_button_and_holds_for_good() -> None:
    ada, bela = players(2)
    invite(ada, table(ada), STRANGER)
    never = link("never")
    clicked = Client(enforce_csrf_checks=True).post(never, {"List-Unsubscribe": "One-Click"})
    assert clicked.status_code == 200
    stranger(link()).open(link())
    invite(bela, table(bela), STRANGER, now=timezone.now() + 400 * DAY)
    assert cold_mails() == 1
    assert Client().get(never[:-2]).status_code == Client().post(never[:-2]).status_code == 410


def test_anyone_who_signs_up_elsewhere_finds_the_invitations() -> None:
    ada, bela = players(2)
    for host in (ada, bela):
        invite(host, table(host), STRANGER)
    one = Visitor(None, "")
    one.open("/accounts/signup/")
    one.press("Send me a code", name="Nora", email=STRANGER, time_zone="UTC")
    one.press("Go on", code=mailed_code(STRANGER))
    nora = Player.objects.get(email=STRANGER)
    assert selectors.invitations_of(nora).count() == 2
    assert not ContactedAddress.objects.exists()


def test_anyone_with_another_account_may_take_the_seat_once() -> None:
    ada, bela, carl = players(3)
    game = table(ada)
    invite(ada, game, STRANGER)
    for player, status in ((bela, 302), (carl, 404)):
        assert browser_of(player).post(link()).status_code == status
    assert names(game) == {ada.name, bela.name}


def test_no_account_is_made_where_the_last_seat_was_taken_meanwhile() -> None:
    ada, bela = players(2)
    game = table(ada, seats=2)
    lobby.invite(host=ada, game_id=game.pk, names=[bela.name], addresses=[STRANGER], now=timezone.now())
    one = stranger(link())
    lobby.join_game(player=bela, game_id=game.pk, now=timezone.now())
    one.press("Take a seat", status=200, name="Nora", time_zone="UTC")
    assert "The game has begun without you." in one.page.text
    assert not Player.objects.filter(name="Nora").exists()


def test_where_nobody_can_sign_up_no_address_is_invited(settings: Settings) -> None:
    ada, bela = players(2)
    game = table(ada)
    invite(ada, game, STRANGER)
    for way in ("closed", "invited"):
        settings.SIGN_UP = way
        for address in (str(bela.email), "other@mail.example"):
            with pytest.raises(Forbidden):
                invite(ada, game, address)
        assert "Take a seat" not in stranger(link()).page.text
        assert "By name only" in text_of(browser_of(ada), f"/tables/{game.pk}")
    assert cold_mails() == 1


def test_a_link_that_is_not_whole_opens_nothing() -> None:
    (ada,) = players(1)
    invite(ada, table(ada), STRANGER)
    other = link()[:-3]
    assert Client().get(other).status_code == Client().post(other).status_code == 410
    assert Client().get("/invited/nonsense").status_code == 410


# Two worlds -------------------------------------------------------------------------------------------------


def world(told: str) -> tuple[int, dict[str, Any], str, int]:
    """Return the result for a host who invites `told`: status, body, page and number of queries."""
    (host,) = Player.objects.filter(name__startswith="Host") or players(1, "Host")
    game = table(host)
    client = client_of(host)
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(f"{API}/games/{game.pk}/invitations", {"addresses": [told]})
    body = json.loads(answer.content)
    page = text_of(browser_of(host), f"/tables/{game.pk}")
    return answer.status_code, body, page, len(asked)


def test_the_host_cannot_tell_a_players_address_from_a_strangers() -> None:
    (bela,) = players(1, "Bela")
    known, unknown = world(str(bela.email)), world(STRANGER)
    assert known[0] == unknown[0] == 201
    own = {"id", "created_at", "closes_at", "commitment", "links"}
    assert {name for name in known[1] if known[1][name] != unknown[1][name]} <= own
    assert bela.name not in known[2]
    assert "You have invited 1 address by email." in known[2]
    assert "You have invited 1 address by email." in unknown[2]
    assert abs(known[3] - unknown[3]) <= 3
    assert Notification.objects.filter(player=bela).count() == 1


def test_names_and_addresses_are_counted_and_shown_apart() -> None:
    ada, bela = players(2)
    ada.date_joined = timezone.now() - timedelta(days=9)  # a newcomer has fewer tables
    game = table(ada)
    lobby.invite(host=ada, game_id=game.pk, addresses=[str(bela.email)], now=timezone.now())
    lobby.decline(player=bela, game_id=game.pk, now=timezone.now())
    lobby.invite(host=ada, game_id=game.pk, names=[bela.name], now=timezone.now())
    assert f"{bela.name} is invited" in text_of(browser_of(ada), f"/tables/{game.pk}")
    for number in range(invitation_limits.MOST_TO_ONE - 1):
        invite(ada, table(ada), str(bela.email), now=timezone.now() + timedelta(seconds=number))
    with pytest.raises(Refused, match="too_many_invitations_to_one"):
        invite(ada, table(ada), str(bela.email))
    lobby.invite(host=ada, game_id=table(ada).pk, names=[bela.name], now=timezone.now())


def test_what_a_player_demands_or_has_blocked_tells_nothing() -> None:
    ada, bela = players(2)
    relations.add(Block, player=bela, other_id=ada.pk, now=timezone.now())
    game = table(ada)
    invite(ada, game, str(bela.email), STRANGER)
    assert game.address_invitations.count() == 2
    assert not Notification.objects.exists()
    assert "player_id" not in str(export_player(player=ada)["invitations"])
    assert len(export_player(player=ada)["invitations_by_address"]) == 2


def test_the_others_at_the_table_see_nothing_of_addresses() -> None:
    ada, bela, carl = players(3)
    game = table(ada, seats=4)
    lobby.invite(host=ada, game_id=game.pk, names=[bela.name], addresses=[str(carl.email)], now=timezone.now())
    lobby.join_game(player=bela, game_id=game.pk, now=timezone.now())
    page = text_of(browser_of(bela), f"/tables/{game.pk}")
    assert "You have invited" not in page
    assert carl.name not in page
    assert str(carl.email) not in page
    assert selectors.invitations_of(carl).get() == game


# Hostile ----------------------------------------------------------------------------------------------------


def test_an_address_is_kept_by_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bela = players(2)
    invite(ada, table(ada), STRANGER)
    Mail.objects.update(
        address="", context=None, state=Mail.State.SENT, settled_at=timezone.now()
    )  # as it is after being sent once
    kept = [*AddressInvitation.objects.values(), *ContactedAddress.objects.values(), *Mail.objects.values()]
    assert "mail.example" not in str(kept)
    erase_player(player=ada, now=timezone.now())
    assert not AddressInvitation.objects.exists()
    assert bela.is_active


def test_one_network_cannot_write_to_many_whatever_its_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_address, "MOST_OF_A_NETWORK", 3)
    ada, bela = players(2)
    invite(ada, table(ada), "a@mail.example", "b@mail.example")
    with pytest.raises(Refused, match="too_many_addresses_today") as refused:
        invite(bela, table(bela), "c@mail.example", "d@mail.example")
    assert refused.value.wait is not None
    invite(bela, table(bela), "c@mail.example", "d@mail.example", network="198.51.100.1")
    invite(bela, table(bela), "e@mail.example", now=timezone.now() + 2 * DAY)


def test_nobody_is_named_or_an_address_is_none() -> None:
    (ada,) = players(1)
    game, client = table(ada), client_of(ada)
    bodies: tuple[dict[str, list[str]], ...] = (
        {},
        {"players": []},
        {"addresses": ["nobody"]},
        {"addresses": ["a@mail.example\nBcc: b@mail.example"]},
    )
    for body in bodies:
        assert client.post(f"{API}/games/{game.pk}/invitations", body).status_code == 400
    assert browser_of(ada).post(f"/tables/{game.pk}", {"do": "invite", "guests": "a@b@c"}).status_code == 400
    assert not Invitation.objects.exists()
    assert cold_mails() == 0


@pytest.mark.django_db(transaction=True)
def test_many_hosts_at_once_make_one_email() -> None:
    hosts = players(4)
    made = [(host, table(host)) for host in hosts]

    def ask(place: int) -> None:
        invite(*made[place], STRANGER)
        connection.close()

    with ThreadPoolExecutor(4) as crowd:
        list(crowd.map(ask, range(4)))
    assert AddressInvitation.objects.count() == 4
    assert cold_mails() == 1


@pytest.mark.django_db(transaction=True)
def test_a_link_used_twice_at_once_makes_one_player() -> None:
    (ada,) = players(1)
    game = table(ada)
    invite(ada, game, STRANGER)
    path = link()

    def use(name: str) -> int:
        status = Client().post(path, {"name": name, "time_zone": "UTC"}).status_code
        connection.close()
        return status

    with ThreadPoolExecutor(2) as crowd:
        assert sorted(crowd.map(use, ["Nora", "Norbert"])) in ([302, 404], [302, 409])
    assert Player.objects.filter(email=STRANGER).count() == 1
    assert len(names(game)) == 2
