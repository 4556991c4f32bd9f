"""Staff's view of players and tokens, and their actions on them."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.urls import reverse

from games.models import AccessToken, AdminAct, Application, Player
from games.people.privacy import erase_player
from games.people.tokens import create_personal_token
from tests.games.admins import at_the_desk
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> Player:
    return Player.objects.create_superuser("root@mail.example", "Root")


def helper() -> Player:
    """Return a staff member who may change players, and nothing else."""
    helper = Player.objects.create_user("helper@mail.example", "Helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="games", codename__endswith="player"))
    return helper


@pytest.mark.parametrize("model", ["player", "accesstoken", "application"])
def test_every_list_and_page_opens(root: Player, model: str) -> None:
    Application.objects.create(name="app", client_type="public", authorization_grant_type="authorization-code")
    create_personal_token(player=root, label="bot", scopes=["games:read"], expires_at=NOON + DAY, now=NOON)
    rows = {"player": root, "accesstoken": AccessToken.objects.get(), "application": Application.objects.get()}
    browser = at_the_desk(root)
    assert browser.get(reverse(f"admin:games_{model}_changelist"), {"q": "x"}).status_code == 200
    assert browser.get(reverse(f"admin:games_{model}_change", args=[rows[model].pk])).status_code == 200


def test_no_secret_is_shown(root: Player) -> None:
    token, secret = create_personal_token(
        player=root, label="bot", scopes=["games:read"], expires_at=NOON + DAY, now=NOON
    )
    factor = Authenticator.objects.create(user=root, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    browser = at_the_desk(root)
    for address in (
        reverse("admin:games_accesstoken_changelist"),
        reverse("admin:games_accesstoken_change", args=[token.pk]),
        reverse("admin:mfa_authenticator_change", args=[factor.pk]),
    ):
        page = browser.get(address).content.decode()
        for hidden in (secret, token.token_checksum, "JBSWY3DPEHPK3PXP"):
            assert hidden not in page


@pytest.mark.parametrize("name", ["games_grant", "games_refreshtoken", "games_idtoken", "games_mailedcode"])
def test_what_is_only_secret_has_no_page(root: Player, name: str) -> None:
    app, model = name.split("_")
    assert at_the_desk(root).get(f"/admin/{app}/{model}/").status_code == 404


def test_a_token_is_revoked(root: Player) -> None:
    token, _ = create_personal_token(player=root, label="bot", scopes=[], expires_at=NOON + DAY, now=NOON)
    form = {"action": "revoke", "_selected_action": [str(token.pk)]}
    at_the_desk(root).post(reverse("admin:games_accesstoken_changelist"), form)
    assert not AccessToken.objects.exists()


def test_a_tombstone_stays_as_it_is(root: Player) -> None:
    (gone,) = players(1)
    erase_player(player=gone, now=NOON)
    page = at_the_desk(root).get(reverse("admin:games_player_change", args=[gone.pk]))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content


def test_helpers_change_nothing_by_form_and_make_nobody_staff() -> None:
    (ada,) = players(1)
    form = {"name": "Ada", "kind": "human", "email": "ada@new.example", "time_zone": "UTC", "language": "en"}
    address = reverse("admin:games_player_change", args=[ada.pk])
    saved = at_the_desk(helper()).post(address, form | {"is_staff": "on", "is_superuser": "on", "is_active": "on"})
    assert saved.status_code == 302
    ada.refresh_from_db()
    assert (ada.name, ada.is_staff, ada.is_superuser) == ("Player 0", False, False)
    assert ada.email == "player0@mail.example", "an address changes by a page of its own, on record"


def test_helpers_cannot_touch_staff_nor_erase(root: Player) -> None:
    browser = at_the_desk(helper())
    address = reverse("admin:games_player_change", args=[root.pk])
    assert browser.post(address, {"name": "x", "email": "helper2@mail.example"}).status_code == 403
    browser.post(reverse("admin:games_player_erase", args=[root.pk]), {"reason": "x"})
    root.refresh_from_db()
    assert (root.email, root.erased_at) == ("root@mail.example", None)


def test_the_last_superuser_stays_one(root: Player) -> None:
    address = reverse("admin:games_player_change", args=[root.pk])
    browser = at_the_desk(root)
    assert "The last superuser" in browser.post(address, {"is_staff": "on"}, follow=True).content.decode()
    root.refresh_from_db()
    assert root.is_superuser
    Player.objects.create_superuser("second@mail.example", "Second")
    browser.post(address, {"is_staff": "on"})
    root.refresh_from_db()
    assert (root.is_staff, root.is_superuser) == (True, False)


def test_tokens_and_apps_end_on_record(root: Player) -> None:
    owner = players(1)[0]
    token, _ = create_personal_token(player=owner, label="bot", scopes=[], expires_at=NOON + DAY, now=NOON)
    app = Application.objects.create(
        name="app", user=owner, client_type="public", authorization_grant_type="authorization-code"
    )
    browser = at_the_desk(root)
    browser.post(reverse("admin:games_accesstoken_changelist"), {"action": "revoke", "_selected_action": [token.pk]})
    browser.post(reverse("admin:games_application_delete", args=[app.pk]), {"post": "yes"})
    assert not AccessToken.objects.exists()
    assert not Application.objects.exists()
    assert set(AdminAct.objects.filter(player=owner).values_list("what", flat=True)) == {"token_revoked", "app_deleted"}


def test_nobody_is_added_or_deleted(root: Player) -> None:
    browser = at_the_desk(root)
    assert browser.get(reverse("admin:games_player_add")).status_code == 403
    assert browser.post(reverse("admin:games_player_delete", args=[root.pk]), {"post": "yes"}).status_code == 403
