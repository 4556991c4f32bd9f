"""All spellings of one mailbox are one address: for accounts, stop lists and limits, in the API and in browsers."""

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import email_addresses
from games.errors import Refused
from games.lobby import by_address, lobby
from games.models import Game, Invitation, Player
from games.people import accounts, codes
from notifications.models import Mail
from tests.api.people import API, client_of, confirm, mailed_code, newest_mail, player, sign_up, stranger
from tests.games.stories import DAY, players
from tests.notifications.conftest import Carry, carry, post_office
from tests.web.people import come_in

__all__ = ["carry", "post_office"]
pytestmark = pytest.mark.django_db

TYPED, POSTED = "c@bücher.example", "c@xn--bcher-kva.example"
"""An address as a person types it, and as a browser's `<input type=email>` posts it."""
VICTIM = "victim@example.org"
SPELLINGS = ["victim@ｅxample.org", "victim@exam\u00adple.org", "Victim@EXAMPLE.org", '"victim"@example.org',
             '"vict\\im"@example.org', "victim@example。org"]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "mailed"),
    [
        ("Ada.Byron@Example.ORG", "Ada.Byron@example.org"),
        ("b@straße.example", "b@xn--strae-oqa.example"),
        ("a@νίκος.example", "a@xn--kxawhkp.example"),
        (TYPED, POSTED),
        ("c@bu\u0308cher.example", POSTED),
        ("c@BÜCHER.example", POSTED),
        ("a@r4--x.example", "a@r4--x.example"),
        *((spelling, VICTIM) for spelling in SPELLINGS if not spelling.startswith("Victim")),
    ],
)
def test_mail_goes_where_the_typed_domain_is(typed: str, mailed: str) -> None:
    assert email_addresses.normalize(typed) == mailed
    assert email_addresses.normalize(mailed) == mailed


@pytest.mark.parametrize(
    "typed",
    ["", "a", "@b.example", "a@", "a@b", "a@[192.0.2.1]", "ß@a.example", "ſ@a.example", "\u212a@a.example",
     "a@-b.example", "a@b..example", "a@❤.example", "a@\u00ad.example", "a@xn--.example", "a" * 250 + "@b.example",
     "a@b.example\n.c", '"a b"@c.example', '"a@b.example', "a@" + "ü" * 64 + ".example"],
)  # fmt: skip
def test_what_no_mail_can_go_to_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        email_addresses.normalize(typed)
    answer = stranger().post(f"{API}/accounts/sign-in", {"email": typed})
    assert answer.status_code == 400, answer.content


def invite(host: Player, address: str) -> Game:
    wishes = lobby.Wishes("usa@1", 3, DAY, access="invitation", public=False)
    game = lobby.create_game(host=host, wishes=wishes, now=timezone.now())
    answer = client_of(host).post(f"{API}/games/{game.pk}/invitations", {"addresses": [address]})
    assert answer.status_code == 201, answer.content
    return game


def cold_mails() -> int:
    return Mail.objects.filter(template=by_address.TEMPLATE).count()


def test_who_wants_no_invitations_gets_none_however_the_address_is_spelled() -> None:
    first, *others = players(4)
    invite(first, VICTIM)
    never = (newest_mail(VICTIM).context or {})["never"].removeprefix(settings.PUBLIC_URL)
    assert Client().post(never).status_code == 200
    for place, spelling in enumerate(SPELLINGS):
        invite(others[place % 3], spelling)
    assert cold_mails() == 1


def test_several_spellings_in_one_request_are_one_invitation() -> None:
    (host,) = players(1)
    game = invite(host, VICTIM)
    more = {"addresses": SPELLINGS}
    assert client_of(host).post(f"{API}/games/{game.pk}/invitations", more).status_code == 201
    assert (game.address_invitations.count(), cold_mails()) == (1, 1)


def test_an_address_in_two_spellings_has_one_account() -> None:
    sign_up(TYPED, "Cleo")
    asked = stranger().post(f"{API}/accounts", {"email": POSTED, "name": "Chloe"})
    assert asked.status_code == 202
    assert newest_mail(POSTED).template == "account/email/account_already_exists"
    confirm(asked.json()["confirmation"], mailed_code(POSTED))
    assert Player.objects.get().name == "Cleo"


def test_two_sign_ups_on_their_way_in_two_spellings_make_one_account() -> None:
    first = stranger().post(f"{API}/accounts", {"email": "Cleo@bücher.example", "name": "Cleo"}).json()
    code = mailed_code_to("Cleo@xn--bcher-kva.example")
    second = stranger().post(f"{API}/accounts", {"email": "cleo@xn--bcher-kva.example", "name": "Chloe"}).json()
    confirm(second["confirmation"], mailed_code("cleo@xn--bcher-kva.example"))
    confirm(first["confirmation"], code)
    assert Player.objects.get().name == "Chloe"


def mailed_code_to(address: str) -> str:
    """Return the code in the last email to exactly this address."""
    code: str = (Mail.objects.filter(address=address).latest("id").context or {})["code"]
    return code


@pytest.mark.long
@pytest.mark.parametrize("spelling", [TYPED, POSTED, "C@BÜCHER.example", "c@bu\u0308cher.example"])
def test_each_spelling_signs_in_by_api_and_browser(spelling: str) -> None:
    sign_up(TYPED, "Cleo")
    asked = stranger().post(f"{API}/accounts/sign-in", {"email": spelling}).json()
    assert newest_mail(POSTED).template == "account/email/login_code"
    confirm(asked["confirmation"], mailed_code(POSTED))
    browser = Client()
    assert browser.post(reverse("account_login"), {"email": spelling}).status_code == 302
    assert browser.post(reverse("code"), {"code": mailed_code(POSTED)}).status_code == 302
    assert browser.get("/games").status_code == 200


@pytest.mark.parametrize("posted", [TYPED, POSTED])
def test_a_browser_signs_up_with_a_domain_in_another_alphabet(posted: str) -> None:
    browser = Client()
    given = {"email": posted, "name": "Cleo", "time_zone": "UTC"}
    assert browser.post(reverse("account_signup"), given).status_code == 302
    assert browser.post(reverse("code"), {"code": mailed_code(POSTED)}).status_code == 302
    assert Player.objects.get().email == POSTED


def test_a_code_goes_to_the_account_s_own_address_not_to_the_one_typed(carry: Carry) -> None:
    """A server may distinguish "Ada" from "ada" (RFC 5321 2.4), and then another person would read it."""
    sign_up("Ada@example.org", "Ada")
    carry(timezone.now())
    stranger().post(f"{API}/accounts/sign-in", {"email": "aDA@Example.org"})
    (mail,) = carry(timezone.now())
    assert mail.to == ["Ada@example.org"]


def test_mail_goes_to_the_domain_that_was_typed_and_to_no_other(carry: Carry) -> None:
    stranger().post(f"{API}/accounts", {"email": "b@straße.example", "name": "Bea"})
    (mail,) = carry(timezone.now())
    assert (mail.to, mail.message["To"]) == (["b@xn--strae-oqa.example"], "b@xn--strae-oqa.example")


def test_the_limit_of_codes_counts_all_spellings_together() -> None:
    for spelling in [*SPELLINGS, VICTIM][: codes.FROM_ONE]:
        accounts.sign_in(address=spelling, asked_by="192.0.2.1", now=timezone.now())
    with pytest.raises(Refused, match="too_many_codes"):
        accounts.sign_in(address=VICTIM, asked_by="192.0.2.1", now=timezone.now())


def test_a_player_invited_by_another_spelling_finds_the_invitation() -> None:
    host = player("Hugo")
    sign_up(TYPED, "Cleo")
    game = invite(host, "C@BÜCHER.example")
    assert Invitation.objects.get(player__name="Cleo").game == game
    assert cold_mails() == 0


def test_an_address_cannot_change_to_another_spelling_of_somebody_s() -> None:
    sign_up(TYPED, "Cleo")
    ada = player("Ada")
    asked = client_of(ada).post(f"{API}/me/address", {"email": "c@bu\u0308cher.example"})
    assert asked.status_code == 202
    answer = stranger().post(
        f"{API}/accounts/confirm", {"confirmation": asked.json()["confirmation"], "code": mailed_code(POSTED)}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "address_taken")
    same = client_of(Player.objects.get(name="Cleo")).post(f"{API}/me/address", {"email": "C@bücher.example"})
    assert same.json()["code"] == "nothing_changes"


def test_a_statement_that_knows_nothing_of_the_key_changes_it_all_the_same() -> None:
    ada = player("Ada")
    Player.objects.filter(pk=ada.pk).update(email="Other@example.org")
    ada.refresh_from_db()
    assert ada.email_key == "other@example.org"
    ada.time_zone = "Europe/Oslo"
    ada.save()
    assert Player.objects.get().email_key == "other@example.org"
    assert come_in(ada).get("/games").status_code == 200
