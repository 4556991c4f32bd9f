"""Signed links: one signer, a list of the rights of each, an expiry, and a way for the owner to revoke them."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode, urlsplit

import pytest
import time_machine
from django.core.signing import BadSignature, Signer
from django.test import Client
from django.urls import resolve

from games import signed_links
from games.models import Block, Dispute, Game, Player
from games.people import relations
from games.signed_links import LinkKind
from games.table.disputes import lifecycle
from games.table.talk import new_lines
from notifications import absences, links, sender_addresses
from notifications.links import ALL, BY_ROWS, DISPUTES, INVITATION, MAIL, PAUSE, PLAN, SEAT, UNSUBSCRIBE
from notifications.lists import Mode, Stream
from notifications.models import Preference, SenderAddress
from notifications.web import disputes, mail
from notifications.web.disputes import DisputesPage
from notifications.web.frame import AccountPage, GamePage
from notifications.web.invitation import InvitationPage
from notifications.web.plan import LinkedPlanPage
from notifications.web.seat import LinkedSeatPage
from tests.agreements.table import pause
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.notifications.api import client
from tests.notifications.conftest import Carry
from tests.undone import undone
from tests.web.test_seat_link_sweep import rows

pytestmark = pytest.mark.django_db

ENDING = [kind for kind in ALL if kind not in (UNSUBSCRIBE, *BY_ROWS)]
OLD_SALTS = {DISPUTES: "complaints", PLAN: "plan_page", SEAT: "seat_page"}
PAGES: list[type[GamePage]] = [LinkedPlanPage, LinkedSeatPage, InvitationPage]
SIGNED_IN: list[type[AccountPage]] = [DisputesPage]


@pytest.fixture
def ann() -> Player:
    return players(1, "Ann")[0]


def opens(kind: LinkKind, token: str, now: datetime = NOON) -> bool:
    try:
        signed_links.read(kind, token, now)
    except BadSignature:
        return False
    return True


def test_a_link_opens_nothing_of_another_kind_or_player(ann: Player) -> None:
    (bob,) = players(1, "Bob")
    for kind in ENDING:
        token = signed_links.sign(kind, ann, "game", NOON)
        assert [other for other in ENDING if opens(other, token)] == [kind]
        assert not opens(kind, token.replace(ann.pk, bob.pk))
        assert not opens(kind, token.replace("game", "gama"))
        with pytest.raises(BadSignature):
            links.read_unsubscribe(token, NOON)
        assert not opens(kind, links.unsubscribe_token(ann.pk, Stream.TURNS))
        assert not any(opens(kind, signed_links.sign_row(other, ann.pk)) for other in BY_ROWS)


@pytest.mark.parametrize("kind", ENDING, ids=lambda kind: kind.page)
def test_it_ends_with_its_time_the_address_and_the_account(kind: LinkKind, ann: Player) -> None:
    token = signed_links.sign(kind, ann, "game", NOON)
    assert kind.lasts is not None
    assert [opens(kind, token, NOON + kind.lasts + timedelta(seconds=more)) for more in (0, 1)] == [True, False]
    for change in ({"email": "new@mail.example"}, {"is_active": False}):
        before = Player.objects.filter(pk=ann.pk).values(*change).get()
        Player.objects.filter(pk=ann.pk).update(**change)
        assert not opens(kind, token)
        Player.objects.filter(pk=ann.pk).update(**before)
    assert opens(kind, token)


def test_its_owner_ends_it_and_all_before_but_none_after(ann: Player) -> None:
    one, other = (signed_links.sign(SEAT, ann, game, NOON) for game in ("one", "other"))
    plan, old = signed_links.sign(PLAN, ann, "one", NOON), Signer(sep="~", salt="notifications.seat_page")
    signed_links.end(signed_links.read(SEAT, one, NOON), NOON + DAY)
    assert not opens(SEAT, one)
    assert not opens(SEAT, old.sign(f"{ann.pk}.one"))
    assert opens(SEAT, other)
    assert opens(PLAN, plan)
    assert opens(SEAT, signed_links.sign(SEAT, ann, "one", NOON + 2 * DAY), NOON + 2 * DAY)

    signed_links.end_all(ann, NOON + DAY)
    assert not opens(SEAT, other)
    assert not opens(PLAN, plan)
    assert opens(SEAT, signed_links.sign(SEAT, ann, "other", NOON + 2 * DAY), NOON + 2 * DAY)
    assert links.read_unsubscribe(links.unsubscribe_token(ann.pk, Stream.TURNS), NOON) == (ann.pk, Stream.TURNS)


def test_links_that_were_sent_before_keep_working_for_their_promised_time(ann: Player) -> None:
    for kind, name in OLD_SALTS.items():
        old = Signer(sep="~", salt=f"notifications.{name}").sign(f"{ann.pk}.game")
        assert [other for other in ENDING if opens(other, old, NOON + 1000 * DAY)] == [kind]
    season = (NOON - datetime(2020, 1, 1, tzinfo=UTC)) // timedelta(days=90)
    mail = Signer(sep="~", salt=f"notifications.my_mail:{ann.email}").sign(f"{ann.pk}.{season}")
    assert [opens(MAIL, mail, NOON + days * DAY) for days in (0, 90, 180)] == [True, True, False]


def test_unsubscribing_never_ends_and_does_nothing_else(ann: Player) -> None:
    old = Signer(sep="~", salt="notifications.unsubscribe").sign(f"{ann.pk}.turns")
    new = links.unsubscribe_token(ann.pk, Stream.GAMES)
    Player.objects.filter(pk=ann.pk).update(email="new@mail.example")
    signed_links.end_all(ann, NOON)
    assert UNSUBSCRIBE.lasts is None
    for token in (old, new):
        assert client().post(f"/api/v1/unsubscribe/{token}").status_code == 200
    assert set(Preference.objects.values_list("stream", "mode")) == {("turns", Mode.OFF), ("games", Mode.OFF)}
    assert not [kind for kind in ENDING if opens(kind, old) or opens(kind, new)]


def test_a_page_does_what_its_kind_lists_and_nothing_else() -> None:
    assert set(mail._SAVE) > MAIL.may
    assert set(disputes.FORMS) == DISPUTES.may
    assert all(page.kind.may == set(page.acts) for page in PAGES)
    assert len({kind.page for kind in ALL}) == len(ALL)


@pytest.mark.parametrize("page", SIGNED_IN, ids=lambda page: page.kind.page)
def test_whoever_is_forwarded_the_email_signs_in_to_speak_for_the_player(page: type[AccountPage]) -> None:
    """An opponent, for example, about whom the player has complained: neither the page nor its buttons are there."""
    people = players(2)
    game = chosen(started(people))
    lifecycle.open_dispute(player=people[0], game_id=game.pk, kind="abuse", text="He cheats", now=datetime.now(UTC))
    path = links.game_url(page.kind, people[0], game.pk, datetime.now(UTC)).partition(".example")[2]
    for reader in (None, people[1]):
        browser = Client()
        if reader:
            browser.force_login(reader)
        shown = browser.get(path, follow=True)
        assert (shown.status_code, "Sign in" in shown.content.decode()) == (403 if reader else 200, True)
        for word in ("He cheats", "Ask for an admin"):
            assert word not in shown.content.decode()
        for does in sorted(page.kind.may):
            body = {"do": does, "kind": "other", "text": "x", "dispute": Dispute.objects.get().pk}
            assert browser.post(path, body).status_code == 403
    dispute = Dispute.objects.get()
    assert (dispute.state, dispute.comments.count()) == ("open", 0)


@pytest.mark.parametrize("page", SIGNED_IN, ids=lambda page: page.kind.page)
def test_its_player_signs_in_and_is_back_there_and_no_other_page_posts(page: type[AccountPage]) -> None:
    game = chosen(started(players(2)))
    path = links.game_url(page.kind, game.host, game.pk, datetime.now(UTC)).partition(".example")[2]
    assert Client().get(path)["Location"] == f"/accounts/login/?{urlencode({'next': path})}"
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(game.host)
    assert browser.get(path).status_code == 200
    assert browser.post(path, {"do": "end_links"}).status_code == 403


SECRETS = ("Idiots!", "He cheats", "On a walk.", "ann@phone.example")
"""Texts said at the table and to the admins, the player's notices, and the player's other address."""


def test_the_links_of_a_turn_email_speak_for_nobody_and_tell_no_secret(carry: Carry) -> None:
    """Somebody with the forwarded email opens every link, and sends it the data of every form on the site."""
    ann, bob = people = players(2)
    game = started(people, public=False)
    new_lines.say(player=bob, game_id=game.pk, text=SECRETS[0], now=NOON)
    lifecycle.open_dispute(player=ann, game_id=game.pk, kind="abuse", text=SECRETS[1], now=NOON)
    absences.put(ann, text=SECRETS[2], starts_on=NOON.date(), ends_on=NOON.date())
    sender_addresses.accept(ann, SECRETS[3], NOON)
    relations.add(Block, player=ann, other_id=bob.pk, now=NOON)
    pause(bob, chosen(game), NOON)
    body = {
        "dispute": Dispute.objects.get().pk,
        "kind": "other",
        "text": "x",
        "sure": "yes",
        "player": bob.pk,
        "starts_on": "2026-03-05",
        "ends_on": "2026-03-06",
        "address": SenderAddress.objects.get().pk,
        "seat": "0",
    }
    emails = [mail.text for mail in carry(NOON) if mail.to == [ann.email]]
    paths = set(re.findall(r"https://night-mail\.example(/[^\s>]+)", "".join(emails)))
    before, done = rows(), set()
    with time_machine.travel(NOON, tick=False):
        for path in sorted(paths):
            browser, name = Client(), resolve(urlsplit(path).path).url_name
            shown = browser.get(path, follow=True).content.decode()
            assert [words for words in SECRETS if words in shown] == [], path
            with undone():
                for verb in sorted({*mail._SAVE, *(act for kind in ALL for act in kind.may)}):
                    Client().post(path, {**body, "do": verb})
                done |= {name} if rows() != before else set()
    assert {"table-by-link", "mail-page-by-link", "disputes-page", "table-agreements"} < {
        resolve(urlsplit(path).path).url_name for path in paths
    }
    assert done == {"unsubscribe"}


@time_machine.travel(NOON, tick=False)
def test_a_link_of_an_email_about_a_pause_leads_to_what_is_proposed(ann: Player) -> None:
    (bob,) = players(1, "Bob")
    game = pause(bob, chosen(started([ann, bob])), NOON)
    path = links.game_url(PAUSE, ann, game.pk, NOON).partition(".example")[2]
    assert "Sign in" in Client().get(path, follow=True).content.decode()
    browser = Client()
    browser.force_login(ann)
    assert 'value="decline"' in browser.get(path, follow=True).content.decode()
    assert Client().get(path.replace(ann.pk, bob.pk)).status_code == 404


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.kind.page)
def test_every_page_has_a_button_that_ends_its_links(page: type[GamePage]) -> None:
    game: Game = chosen(started(players(2)))
    path = links.game_url(page.kind, game.host, game.pk, datetime.now(UTC)).partition(".example")[2]
    assert 'value="end_links"' in Client().get(path).content.decode()
    assert "These links no longer work" in Client().post(path, {"do": "end_links"}).content.decode()
    assert Client().get(path).status_code == 404


def test_all_are_ended_by_the_page_of_mail_and_by_the_api(ann: Player, carry: Carry) -> None:
    now = datetime.now(UTC)
    token = signed_links.sign(MAIL, ann, "", now)
    assert "End all links" in Client().get(f"/mail/{token}").content.decode()
    assert "These links no longer work" in Client().post(f"/mail/{token}", {"do": "end_links"}).content.decode()
    assert Client().get(f"/mail/{token}").status_code == 404

    other = signed_links.sign(PAUSE, ann, "game", now + DAY)
    assert client(ann).delete("/api/v1/me/links").status_code == 204
    assert opens(PAUSE, other, now + DAY)
    assert not opens(INVITATION, signed_links.sign(INVITATION, ann, "game", now))


def test_they_are_all_in_one_table() -> None:
    assert {kind for kind in vars(links).values() if isinstance(kind, LinkKind)} == set(ALL)
