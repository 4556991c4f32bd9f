"""Users' texts: without hidden characters or reversed direction wherever they are shown, and otherwise unchanged."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection, models
from hypothesis import given
from hypothesis import strategies as st

from games.models import AdminReason, Dispute, DisputeComment, Ruling
from games.models.texts import ParagraphsField
from games.names import paragraphs
from games.people import moderation
from games.table import rulings
from games.table.disputes import lifecycle
from notifications import absences
from notifications.models import Webhook
from notifications.outbox.webhooks import registry
from tests.api.people import API, client_of
from tests.games.admins import admin
from tests.games.stories import NOON, chosen, players, started
from tests.notifications.conftest import Carry, carry, post_office

__all__ = ["carry", "post_office"]
pytestmark = pytest.mark.django_db

TURNED = "\u202egnol oot\u202c, he \u2067said\u2069\u200f\u0000\u001b[31m.\r\nZ\u0301\u0301\u0301\u0301\u0301\u0301!"
READ = "gnol oot, he said[31m.\nŹ\u0301\u0301\u0301!"
LINE = "gnol oot, he said[31m. Ź\u0301\u0301\u0301!"
MADE_BY_PROGRAMS = {
    *("games.Player.name_key", "games.Player.email_key", "games.Application.name_key"),
    *("games.Application.redirect_uris", "games.Application.post_logout_redirect_uris"),
    *("games.Application.allowed_origins", "games.BrowserSession.session_data"),
}
OF_A_LIBRARY = {"AccessToken", "RefreshToken", "Grant", "IDToken"}


def test_every_text_of_several_lines_is_cleaned() -> None:
    """Every new column for users' texts must be cleaned, too."""
    ours = [model for app in ("games", "notifications") for model in apps.get_app_config(app).get_models()]
    texts = [(model, field) for model in ours for field in model._meta.fields if isinstance(field, models.TextField)]
    plain = {
        f"{model._meta.app_label}.{model.__name__}.{field.name}"
        for model, field in texts
        if not isinstance(field, ParagraphsField) and model.__name__ not in OF_A_LIBRARY
    }
    assert plain <= MADE_BY_PROGRAMS


def test_a_dispute_and_what_is_said_to_it_are_read_as_they_are_meant(carry: Carry) -> None:
    people, judge = players(2), admin("Judge", "referee", "operator", "support")
    game = chosen(started(people))
    carry(NOON)
    asked = client_of(people[0]).post(f"{API}/games/{game.pk}/disputes", {"kind": "other", "text": TURNED})
    assert (asked.status_code, asked.json()["text"]) == (201, READ)
    dispute = Dispute.objects.get()
    lifecycle.comment_as_admin(admin=judge, dispute_id=dispute.pk, text=TURNED, now=NOON)
    lifecycle.comment_as_admin(admin=judge, dispute_id=dispute.pk, text=TURNED, now=NOON)
    assert [one.text for one in DisputeComment.objects.all()] == [READ]
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Extend(hours=1), text=TURNED, note=TURNED, now=NOON)
    assert {(one.public_text, one.staff_note) for one in Ruling.objects.all()} == {(READ, READ)}
    lifecycle.dismiss(admin=judge, dispute_id=dispute.pk, text=TURNED, now=NOON)
    moderation.moderate(admin=judge, player_id=people[1].pk, kind="warned", text=TURNED, reason=TURNED, now=NOON)
    assert {one.text for one in AdminReason.objects.all()} == {READ}
    emails = carry(NOON + timedelta(hours=1))
    assert any("gnol oot, he said[31m." in mail.text for mail in emails)
    for mail in emails:
        assert not set("\u202e\u202c\u2067\u2069\u200f\u001b") & set(
            mail.text + mail.html + str(mail.message["Subject"])
        )


def test_so_is_what_stands_in_one_line() -> None:
    (ann,) = players(1)
    absences.put(ann, text=TURNED, starts_on=NOON.date(), ends_on=NOON.date())
    registry.register(player=ann, url="https://bot.example/", events=["your_turn"], label=TURNED, now=NOON)
    ann.refresh_from_db()
    assert ann.absence.text == LINE
    assert Webhook.objects.get().label == LINE


def test_so_is_what_was_kept_before() -> None:
    people = players(2)
    dispute = lifecycle.open_dispute(
        player=people[0], game_id=chosen(started(people)).pk, kind="other", text="?", now=NOON
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_dispute SET text = %s", [TURNED.replace("\0", "")])
    assert Dispute.objects.get(pk=dispute.pk).text == READ
    assert list(Dispute.objects.values_list("text", flat=True)) == [READ]


def test_a_text_in_which_nothing_can_be_seen_is_none() -> None:
    people = players(2)
    game = chosen(started(people))
    refused = client_of(people[0]).post(f"{API}/games/{game.pk}/disputes", {"kind": "other", "text": "\u202e\u2067"})
    assert refused.status_code == 400
    assert not Dispute.objects.exists()


@given(st.text())
def test_a_clean_text_stays_as_it_is(text: str) -> None:
    assert paragraphs(paragraphs(text)) == paragraphs(text)


@pytest.mark.parametrize(
    "text", ["Über\n\nden Fluß", "日本語", "नमस्ते", "می‌خواهم", "👩‍👩‍👧 🚂", "a – b “c” (d)…", "Zoë\u00a0Ø"]
)
def test_what_people_write_in_any_language_stays(text: str) -> None:
    assert paragraphs(text) == text
