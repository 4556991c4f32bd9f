"""A player's own account: viewed, changed, exported, erased."""

import pytest

from games.models import Player
from tests.api.people import API, client_of, mailed_code, player, sign_up, stranger, with_secret

pytestmark = pytest.mark.django_db


def test_ada_sees_her_account_and_nothing_internal() -> None:
    me = client_of(player("Ada")).get(f"{API}/me").json()
    person = {"id", "name", "kind", "email", "time_zone", "language", "created_at"}
    assert me.keys() == person | {"quiet_hours", "days_off", "reliability"}
    assert me["created_at"].endswith("Z")


def test_ada_moves_to_oslo() -> None:
    client = client_of(player("Ada"))
    changed = client.patch(f"{API}/me", {"time_zone": "Europe/Oslo", "name": "Ada L."})
    assert changed.status_code == 200
    assert changed.json() == client.get(f"{API}/me").json()
    assert (changed.json()["time_zone"], changed.json()["name"]) == ("Europe/Oslo", "Ada L.")


def test_a_name_may_change_its_case_but_not_become_anothers() -> None:
    player("Bob")
    client = client_of(player("Ada"))
    assert client.patch(f"{API}/me", {"name": "ADA"}).json()["name"] == "ADA"
    refused = client.patch(f"{API}/me", {"name": "bob"})
    assert (refused.status_code, refused.json()["code"]) == (409, "name_taken")


def test_what_cannot_be_changed_here_stays() -> None:
    client = client_of(player("Ada"))
    before = client.get(f"{API}/me").json()
    refused = client.patch(f"{API}/me", {"email": "x@example.org", "id": "x", "kind": "house"}).json()["errors"]
    assert {each["pointer"]: each["code"] for each in refused} == dict.fromkeys(
        ("#/email", "#/id", "#/kind"), "unknown"
    )
    assert client.get(f"{API}/me").json() == before


def test_the_export_holds_what_we_hold() -> None:
    signed_in = sign_up("ada@example.org", "Ada")
    client = with_secret(signed_in["token"]["secret"])
    client.post(f"{API}/tokens", {"label": "my bot", "scopes": ["games:play"]})

    export = client.get(f"{API}/me/export")

    assert "attachment" in export["Content-Disposition"]
    data = export.json()
    assert (data["profile"]["email"], data["profile"]["name"]) == ("ada@example.org", "Ada")
    assert [token["label"] for token in data["tokens"]] == ["sign-in", "my bot"]
    assert signed_in["token"]["secret"] not in export.content.decode()
    assert {"seats", "invitations", "hosted", "mail_preferences"} <= data.keys()


def test_ada_is_erased_once_she_has_said_so_by_mail() -> None:
    ada = player("Ada")
    client = client_of(ada)

    asked = client.delete(f"{API}/me")
    assert asked.status_code == 202
    assert client.get(f"{API}/me").status_code == 200

    body = {"confirmation": asked.json()["confirmation"], "code": mailed_code("ada@example.org")}
    assert stranger().post(f"{API}/accounts/confirm", body).status_code == 204

    assert client.get(f"{API}/me").status_code == 401
    tombstone = Player.objects.get(pk=ada.pk)
    assert (tombstone.email, tombstone.name, tombstone.is_active) == (None, f"erased-{ada.pk}", False)


def test_address_and_name_are_free_again() -> None:
    first = sign_up("ada@example.org", "Ada")["player"]["id"]
    client = client_of(Player.objects.get(pk=first))
    asked = client.delete(f"{API}/me").json()
    code = mailed_code("ada@example.org")
    stranger().post(f"{API}/accounts/confirm", {"confirmation": asked["confirmation"], "code": code})

    assert sign_up("ada@example.org", "Ada")["player"]["id"] != first
