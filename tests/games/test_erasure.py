"""Erasing a player: nothing personal is left in any table, and the game goes on."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from auditlog.models import LogEntry as AuditEntry
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from psycopg import sql

from engine import verify
from games.errors import Forbidden
from games.lobby import lobby
from games.models import (
    AccessToken,
    AdminAct,
    Application,
    BrowserSession,
    Dispute,
    Entry,
    Game,
    Grant,
    IdempotencyKey,
    Player,
    RefreshToken,
    Seat,
    SignUpInvitation,
)
from games.models.personal import Exported
from games.people import accounts, addresses, admission, mentions, moderation, privacy
from games.people.privacy import erase_player, export_player
from games.people.tokens import create_personal_token
from games.table import rulings, store
from games.table.disputes import lifecycle
from games.table.rulings import bulk
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, started

pytestmark = pytest.mark.django_db

NAME = "Wilhelmina"
ADDRESS = "wilhelmina@secret-mail.example"
TOLD = f"{NAME.upper()}'s fault, says {NAME} ({ADDRESS})."
LATER = NOON + timedelta(hours=1)
CHECKSUM = "1" * 64
LOGS = (LogEntry, AuditEntry)


@pytest.fixture
def mina() -> Player:
    """Return a player who has left traces wherever possible."""
    mina = Player.objects.create_user(ADDRESS, NAME, time_zone="Europe/Oslo", is_staff=True)
    mina.groups.add(Group.objects.create(name="helpers"))
    create_personal_token(player=mina, label=f"{NAME}'s bot", scopes=["games:read"], expires_at=NOON + DAY, now=NOON)
    app = Application.objects.create(user=mina, name=f"{NAME}'s app", redirect_uris="https://wilhelmina.example/")
    token = AccessToken(user=mina, application=app, expires=NOON, token_checksum=CHECKSUM)
    token.save()
    RefreshToken(user=mina, application=app, access_token=token, token_checksum="2" * 64).save()
    Grant.objects.create(user=mina, application=app, code="x", expires=NOON, redirect_uri="https://wilhelmina.example/")
    EmailAddress.objects.create(user=mina, email=ADDRESS, verified=True, primary=True)
    Authenticator.objects.create(user=mina, type="totp", data={"secret": NAME})
    LogEntry.objects.create(user=mina, object_id=mina.pk, object_repr=str(mina), action_flag=CHANGE, change_message="")
    accounts.sign_in(address=ADDRESS, asked_by="192.0.2.1", now=NOON)
    addresses.ask(player=mina, address="wilhelmina@new.example", whole=True, now=NOON)
    admission.invite(player=mina, now=NOON)
    _use_a_browser(mina)
    return mina


def _use_a_browser(mina: Player) -> None:
    """Sign in in one browser, and begin to sign in in another."""
    signed_in, signing_in = Client(), Client()
    signed_in.force_login(mina)
    signing_in.post("/accounts/login/", {"email": ADDRESS})


def _traces(*needles: str) -> Iterator[str]:
    """Yield every place in any table where one of her words occurs."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'")
        for table, column in cursor.fetchall():
            look = sql.SQL("SELECT {column}::text FROM {table} WHERE {column}::text ILIKE ANY(%s)").format(
                column=sql.Identifier(column), table=sql.Identifier(table)
            )
            cursor.execute(look, [[f"%{needle}%" for needle in needles]])
            yield from (f"{table}.{column}: {row[0]}" for row in cursor.fetchall())
    yield from (f"session: {data}" for data in _sessions() if any(each in data.lower() for each in needles))


def _sessions() -> list[str]:
    """Return the decoded contents of the sessions."""
    return [json.dumps(session.get_decoded()) for session in BrowserSession.objects.all()]


def test_the_search_finds_what_is_there(mina: Player) -> None:
    found = {trace.partition(":")[0] for trace in _traces(NAME.lower(), ADDRESS, mina.pk)}
    assert {
        "games_player.name",
        "games_player.email",
        "games_accesstoken.label",
        "games_application.name",
        "games_grant.redirect_uri",
        "account_emailaddress.email",
        "mfa_authenticator.data",
        "games_addresschange.address",
        "games_mailedcode.address",
        "notifications_mail.address",
        "session",
    } <= found


def test_nothing_personal_is_left_in_any_table(mina: Player) -> None:
    game = started([mina, *players(2)], name=f"{NAME}'s evening")
    lobby.create_game(host=mina, wishes=lobby.Wishes("usa@1", 3, DAY, name=ADDRESS), now=NOON)
    post(game, 0, f"keep {_first_two(game, 0)}", key=f"{NAME}-1")

    erase_player(player=mina, now=LATER)

    assert list(_traces(NAME.lower(), ADDRESS, "oslo")) == []
    assert not [data for data in _sessions() if mina.pk in data]
    for model in (AccessToken, RefreshToken, Grant, Application, SignUpInvitation):
        assert not model._default_manager.exists()
    assert not IdempotencyKey.objects.filter(player=mina).exists()


def test_a_tombstone_stays_where_games_refer_to_it(mina: Player) -> None:
    erase_player(player=mina, now=LATER)

    mina.refresh_from_db()
    assert (mina.name, mina.email, mina.erased_at) == (f"erased-{mina.pk}", None, LATER)
    assert (mina.is_active, mina.is_staff, mina.is_superuser, mina.has_usable_password()) == (False,) * 4
    assert not mina.groups.exists()


@pytest.mark.long
def test_the_game_goes_on_and_its_chain_verifies(mina: Player) -> None:
    game = chosen(started([mina, *players(2)]))
    before = list(Entry.objects.filter(game=game).values())

    erase_player(player=mina, now=LATER)
    assert list(Entry.objects.filter(game=game).values())[: len(before)] == before
    play_on(game, 2000, now=LATER)

    game = store.read(game.id)
    assert game.status == Game.Status.ENDED
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.RESIGNED
    assert verify.verify(store.export(game)) == game.head


def test_others_keep_theirs(mina: Player) -> None:
    (other,) = players(1)
    create_personal_token(player=other, label="bot", scopes=["games:read"], expires_at=NOON + DAY, now=NOON)
    _use_a_browser(other)

    erase_player(player=mina, now=LATER)

    other.refresh_from_db()
    assert other.email == "player0@mail.example"
    assert AccessToken.objects.filter(user=other).count() == 1
    assert BrowserSession.objects.exists()


def test_two_can_be_erased(mina: Player) -> None:
    (other,) = players(1)
    for player in (mina, other):
        erase_player(player=player, now=LATER)
    assert Player.objects.filter(erased_at=LATER).count() == 2


def test_the_export_holds_all_that_the_erasure_removes(mina: Player) -> None:
    exported = json.dumps(export_player(player=mina), default=str)
    for trace in ("'s bot", "'s app", "Europe/Oslo", ADDRESS, "totp", "wilhelmina@new.example", "helpers"):
        assert trace in exported
    assert CHECKSUM[:16] not in exported


def _first_two(game: Game, seat: int) -> str:
    offer = next(p for p in store.view_for(store.read(game.id), seat)["prompts"] if p["seat"] == seat)["offer"]
    return " ".join(str(ticket["number"]) for ticket in offer[:2])


def test_a_change_that_comes_too_late_undoes_no_erasure() -> None:
    (player,) = players(1)
    known_before = Player.objects.get(pk=player.pk)
    erase_player(player=player, now=NOON)

    with pytest.raises(Forbidden):
        accounts.change_profile(player=known_before, changes={"language": "en"}, now=NOON)

    player.refresh_from_db()
    assert (player.email, player.is_active, player.erased_at) == (None, False, NOON)


def test_a_game_that_cannot_be_played_keeps_nobody_from_being_forgotten() -> None:
    people = players(2, "Broken")
    game = started(people)
    Game.objects.filter(id=game.id).update(board_digest="0" * 64)

    erase_player(player=people[0], now=NOON)

    assert Player.objects.get(pk=people[0].pk).erased_at == NOON
    assert Game.objects.get(id=game.id).quarantine_error.startswith("BoardChanged")


def test_anyone_who_is_being_erased_cannot_sit_down_any_more() -> None:
    host, late = players(2, "Late")
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    erase_player(player=Player.objects.get(pk=late.pk), now=NOON)

    with pytest.raises(Forbidden):
        lobby.join_game(player=late, game_id=game.id, now=NOON)


def _written_about(mina: Player) -> tuple[Dispute, Dispute, Player]:
    """Return her disputes and someone else's, all with comments about her, and the admin who judged them."""
    others = players(2)
    mina.is_staff = False
    mina.save()
    game = started([mina, *others])
    own = lifecycle.open_dispute(player=mina, game_id=game.pk, kind="other", text=TOLD, now=NOON)
    theirs = lifecycle.open_dispute(player=others[0], game_id=game.pk, kind="mistaken_move", text=TOLD, now=NOON)
    for dispute in (own, theirs):
        for player in (mina, others[1]):
            lifecycle.comment(player=player, dispute_id=dispute.pk, text=TOLD, now=NOON)
    judge = admin("Judge", "referee", "operator")
    lifecycle.dismiss(admin=judge, dispute_id=theirs.pk, text=TOLD, now=NOON)
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Extend(hours=1), text=TOLD, note=TOLD, now=NOON)
    bulk.start(admin=judge, order=rulings.Extend(hours=1), text=TOLD, note=TOLD, now=NOON)
    moderation.moderate(
        admin=judge, player_id=mina.pk, kind="suspended", until=NOON + DAY, text=TOLD, reason=TOLD, now=NOON
    )
    return own, theirs, judge


@pytest.mark.long
def test_own_words_go_and_what_others_wrote_stays_until_staff_decide(mina: Player) -> None:
    own, theirs, judge = _written_about(mina)
    held = json.dumps(export_player(player=Player.objects.get(pk=mina.pk)), default=str)
    assert held.count(json.dumps(TOLD)) == 4  # her own dispute, two comments, and the suspension's text

    erase_player(player=mina, now=LATER)

    left = {trace.partition(": ")[0] for trace in _traces(NAME.lower(), ADDRESS)}
    assert left == {
        "games_dispute.text", "games_dispute.outcome", "games_disputecomment.text", "games_ruling.public_text",
        "games_ruling.staff_note", "games_bulkruling.public_text", "games_bulkruling.staff_note",
        "games_adminreason.text",
    }  # fmt: skip
    assert Dispute.objects.get(pk=own.pk).state == Dispute.State.WITHDRAWN
    assert Dispute.objects.get(pk=theirs.pk).text == TOLD
    trace = AdminAct.objects.get(what="words_erased", player=mina)
    assert trace.detail["dispute"] == [own.pk]
    assert len(trace.detail["comment"]) == 2
    assert len(trace.detail["moderation"]) == len(trace.detail["reason"]) == 1

    waiting = list(mentions.to_decide(judge))
    assert len(waiting) == 3 * (2 + 2 + 4 + 2)
    for mention in waiting:
        mentions.take_out(admin=judge, mention_id=mention.pk, now=LATER)
    assert list(_traces(NAME.lower(), ADDRESS)) == []
    assert Dispute.objects.get(pk=theirs.pk).text == "[…]'s fault, says […] ([…])."
    assert AdminAct.objects.filter(what="mention_taken_out", by=judge, player=mina).count() == len(waiting)
    tombstone = Player.objects.get(pk=mina.pk)
    assert (tombstone.suspended_until, tombstone.muted_until) == (None, None)


def test_every_model_declares_what_it_holds_about_a_player() -> None:
    """An empty tuple is a declaration, too; libraries' own logs name players by their ids alone."""
    silent = []
    for model in apps.get_models():
        names_a_player = any(field.related_model is Player for field in model._meta.concrete_fields)
        ours = model._meta.app_label in ("games", "notifications")
        if names_a_player and not (("personal" in vars(model)) if ours else model in (*privacy.LIBRARIES, *LOGS)):
            silent.append(model._meta.label)
    assert silent == []


def test_each_section_of_an_export_is_declared_once() -> None:
    declared = [exported.section for _, exported in privacy.declared(Exported)]
    worked_out = {
        "profile", "groups", "mail_preferences", "mail_preferences_of_games", "inbound_emails", "site_emails",
        "mentioned_in_chats",
    }  # fmt: skip
    assert sorted([*declared, *worked_out]) == sorted(privacy.SECTIONS)
