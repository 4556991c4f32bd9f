"""Mentions of an erased player stay as written; staff decide, on record, which words name the player."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from games.errors import Forbidden, NotFound, Refused
from games.models import AdminAct, Dispute, DisputeComment, Game, Mention, Player
from games.people import accounts, mentions
from games.people.privacy import erase_player
from games.people.tokens import create_personal_token
from games.table import rulings
from games.table.disputes import lifecycle
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, players, started
from tests.notifications.api import client

pytestmark = pytest.mark.django_db

WORDS = "I did not do that, and Not even you saw nothing, noted not-withstanding."


def player_called(name: str) -> Player:
    return Player.objects.create_user(f"{name.lower()}@mail.example", name)


def word(mention: Mention) -> str:
    place = mentions.place(mention)
    return place.word if place else ""


def client_with(player: Player, scopes: list[str]) -> APIClient:
    _, secret = create_personal_token(
        player=player, label="desk", scopes=scopes, expires_at=timezone.now() + DAY, now=timezone.now()
    )
    api = client()
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return api


def wrote(game: Game, by: Player, text: str) -> Dispute:
    return lifecycle.open_dispute(player=by, game_id=game.pk, kind="other", text=text, now=NOON)


def test_nobody_loses_a_word_because_somebody_was_called_so() -> None:
    stranger, guest, ann, bob = player_called("not"), player_called("Not you"), *players(2)
    far, near = started([ann, bob], name="Why not?"), started([guest, ann, bob], name="Not you again")
    one, other = wrote(far, ann, WORDS), wrote(near, ann, WORDS.replace("Not even", "Not you, even"))
    judge = admin("Judge", "referee", "operator")
    rulings.rule(admin=judge, game_id=near.pk, order=rulings.Extend(hours=1), text=WORDS, note=WORDS, now=NOON)
    before = [list(model.objects.order_by("pk").values()) for model in (Dispute, DisputeComment)]

    erase_player(player=stranger, now=NOON)
    assert not Mention.objects.exists()
    assert Game.objects.get(pk=far.pk).name == "Why not?"
    erase_player(player=guest, now=NOON)
    assert [list(model.objects.order_by("pk").values()) for model in (Dispute, DisputeComment)] == before
    assert list(map(word, Mention.objects.all())) == ["Not you"]
    (mention,) = mentions.to_decide(judge)
    mentions.leave(admin=judge, mention_id=mention.pk, now=NOON)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.text, "Not you, even" in other.text) == (WORDS, True)
    assert AdminAct.objects.get(what="mention_left").detail == {"source": "dispute", "row": other.pk, "field": "text"}


def test_an_address_is_found_as_people_write_it() -> None:
    cleo, (ann,) = Player.objects.create_user("c@bücher.example", "Cleo"), players(1)
    wrote(started([cleo, ann]), ann, "Write to c@bücher.example, or to C@xn--bcher-kva.example.")
    erase_player(player=cleo, now=NOON)
    assert list(map(word, Mention.objects.all())) == ["c@bücher.example", "C@xn--bcher-kva.example"]


def test_a_name_that_was_given_up_is_remembered_until_the_player_is_erased(settings: Settings) -> None:
    mina, ann = player_called("Wilhelmina"), players(1)[0]
    game = started([mina, ann])
    dispute = wrote(game, ann, "Wilhelmina is late; Will and Wilhelmina know.")
    accounts.change_profile(player=mina, changes={"name": "Will"}, now=NOON)
    judge = admin("Judge", "referee", "operator")
    assert not mentions.to_decide(judge).exists()
    settings.SECRET_KEY = "another, and the old one is forgotten"
    erase_player(player=Player.objects.get(pk=mina.pk), now=NOON)
    waiting = list(mentions.to_decide(judge))
    assert sorted(map(word, waiting)) == ["Wilhelmina", "Wilhelmina", "Will"]
    for one in waiting:  # in random order: removing a mention moves those after it
        mentions.take_out(admin=judge, mention_id=one.pk, now=NOON)
    dispute.refresh_from_db()
    assert dispute.text == "[…] is late; […] and […] know."
    with pytest.raises(Refused, match="mention_decided"):
        mentions.leave(admin=judge, mention_id=waiting[0].pk, now=NOON)


def test_who_may_decide() -> None:
    mina, ann = player_called("Wilhelmina"), admin("Ann", "referee", "operator")
    game = started([mina, ann])
    wrote(game, ann, "Wilhelmina!")
    erase_player(player=mina, now=NOON)
    mention = Mention.objects.get()
    assert not mentions.to_decide(ann).exists()
    assert "Wilhelmina" not in at_the_desk(ann).get(reverse("admin:games_mention_changelist")).content.decode()
    with pytest.raises(Forbidden, match="plays_in_this_game"):
        mentions.take_out(admin=ann, mention_id=mention.pk, now=NOON)
    with pytest.raises(Forbidden, match="right_missing"):
        mentions.take_out(admin=players(1)[0], mention_id=mention.pk, now=NOON)
    with pytest.raises(NotFound, match="no_such_mention"):
        mentions.leave(admin=admin("Judge", "referee", "operator"), mention_id=mention.pk + 1, now=NOON)
    assert Dispute.objects.get().text == "Wilhelmina!"


def test_an_admin_who_is_erased_leaves_a_trace_of_every_record_that_changes() -> None:
    judge, game = admin("Judge", "referee", "operator"), started(players(2))
    ruling = rulings.rule(
        admin=judge, game_id=game.pk, order=rulings.Extend(hours=1), text="Rain.", note="Storm.", now=NOON
    )
    erase_player(player=judge, now=NOON)
    assert AdminAct.objects.get(what="words_erased").detail["ruling"] == [ruling.pk]


def test_the_page_and_the_api_show_the_name_in_its_sentence() -> None:
    mina, ann = player_called("Wilhelmina"), players(1)[0]
    game = started([mina, ann])
    wrote(game, ann, "Yesterday <b>Wilhelmina</b> was late. Wilhelmina!")
    erase_player(player=mina, now=timezone.now())
    judge = admin("Judge", "referee", "operator")
    page, browser = reverse("admin:games_mention_changelist"), at_the_desk(judge)
    shown = browser.get(page).content.decode()
    assert "Yesterday &lt;b&gt;<strong>Wilhelmina</strong>&lt;/b&gt; was late." in shown
    first, second = Mention.objects.order_by("start")
    browser.post(page, {"action": "take_out", "_selected_action": [first.pk]})
    assert Client().get(page).status_code == 302

    scopes = ["admin:read", "admin:rule"]
    api = client_with(judge, scopes)
    assert [row["word"] for row in api.get("/api/v1/admin/mentions").json()["results"]] == ["Wilhelmina"]
    assert api.post(f"/api/v1/admin/mentions/{second.pk}", {"decision": "leave"}, format="json").status_code == 204
    assert Dispute.objects.get().text == "Yesterday <b>[…]</b> was late. Wilhelmina!"
    assert api.get("/api/v1/admin/mentions").json()["waiting"] == 0
    ann_with_a_scope = client_with(ann, scopes)
    assert ann_with_a_scope.post("/api/v1/admin/mentions/1", {"decision": 1}, format="json").status_code == 403
