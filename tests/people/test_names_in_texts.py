"""Names of erased or renamed players, in every text that people write."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from games.competitions.clubs import announcements, talk
from games.competitions.cups import admission as cup_entering
from games.competitions.leagues import admission as league_entering
from games.models import Application, BulkRuling, Mention, Player, TalkLine
from games.models.talk import LONGEST_LINE
from games.people import accounts, mentions, moderation
from games.people.privacy import erase_player
from games.table.rulings import Extend, bulk
from games.table.talk import new_lines
from tests.clubs.club import filled, opened
from tests.competitions.cup import made
from tests.competitions.league import founded
from tests.games.admins import admin
from tests.games.stories import NOON, chosen, players, started

pytestmark = pytest.mark.django_db

NAME = "Wilhelmina"
KINDS = (models.CharField, models.TextField, models.JSONField, models.BinaryField, ArrayField)
NOBODY_ELSE_READS = {
    "games.AccessToken.label",
    "games.Plan.orders",
    "games.Plan.done",
    "games.Plan.reason",
    "games.PrivateNote.text",
    "mfa.Authenticator.data",
    "notifications.PushSubscription.label",
    "notifications.Webhook.label",
    "notifications.Webhook.mentions",
    "notifications.Webhook.sealed_url",
}
"""Columns that are sealed, or shown to their writer alone; they are deleted with their writer."""
OWN_NAMES = {"games.Player.name", "games.MailedCode.facts"}
"""Columns with a person's present or future name."""
DRIES_UP = {
    "games.AnsweredRequest.answer",
    "games.Circular.context",
    "games.AnsweredRequest.target",
    "games.BrowserSession.session_data",
    "games.IdempotencyKey.answer",
    "notifications.InboundEmail.raw",
    "notifications.Mail.context",
    "notifications.MailReport.raw",
    "notifications.SiteEmail.raw",
    "sessions.Session.session_data",
}
"""Columns kept for days, sealed or without text, and then emptied or deleted by a sweep."""
MADE_BY_PROGRAMS = {
    *("games.AdminAct.detail", "games.AdminAct.what", "games.BulkRuling.asked"),
    *("games.Cup.tie_breaks", "games.League.tie_breaks"),
    *("games.Cup.clock", "games.Cup.options", "games.CupGame.seeds", "games.CupRound.byes"),
    *("games.EndedLinks.kind", "games.EndedLinks.subject", "games.Entry.kind", "games.Entry.packed"),
    *("games.Entry.parts", "games.Entry.public", "games.EntrySecret.body", "games.EntrySecret.salt"),
    *("games.Game.clock", "games.Game.options", "games.Game.commitment"),
    *("games.Game.chain", "games.Game.pauses", "games.Game.quarantine_error", "games.Entry.hash"),
    *("games.GameList.games", "games.GameSecret.position"),
    *("games.GameSecret.seed", "games.Heartbeat.source"),
    *("games.League.clock", "games.League.options", "games.LeagueGame.places", "games.Mention.field"),
    *("games.Mention.row", "games.Mention.source", "games.Mention.word", "games.Proposal.asked"),
    *("games.Circular.written_to", "games.ResultCorrection.ranks"),
    "games.StaleRatings.after",
    *("games.Ruling.agreed", "games.Ruling.asked", "games.Seat.contribution", "games.Turn.kind", "games.Turn.stops"),
    *("games.BotPolicy.rulesets", "games.Player.habits", "games.Player.vacations", "games.Player.language"),
    *("games.Player.password", "games.Player.time_zone", "notifications.AccountEvent.about"),
    *("notifications.DigestGame.letter", "notifications.InboundEmail.reason", "notifications.Mail.last_error"),
    *("notifications.MailReport.reason", "notifications.Notification.kind"),
    *("notifications.PushDelivery.last_error", "notifications.PushSubscription.believes"),
    *("notifications.PushSubscription.sealed", "notifications.PushSubscription.server"),
    *("notifications.SiteEmail.question", "notifications.SiteEmail.next_question"),
    *("notifications.SiteEmail.reason", "notifications.TableWish.pace", "notifications.Webhook.events"),
    *("notifications.WebhookDelivery.event", "notifications.WebhookDelivery.last_error"),
    *("notifications.ReplyAddress.appeals", "notifications.WebhookDelivery.message"),
}
"""Columns with codes, numbers, ids, hashes, tokens, and choices from a list."""
ALWAYS_MADE = {
    *("id", "token", "token_checksum", "scope", "ruleset", "network", "asked_by", "template", "prompt", "listed"),
    *("client_id", "client_secret", "secret", "old_secret", "sent_to", "code", "code_challenge", "nonce", "claims"),
    *("resource", "prefix", "session_key", "key"),
    *("redirect_uri", "redirect_uris", "post_logout_redirect_uris", "allowed_origins", "url"),
    *("email", "address", "sender", "signed_by"),  # addresses: erased with their owner
}
OTHER_PEOPLES_APPS = {"admin", "auditlog", "auth", "contenttypes", "oauth2_provider"}
"""Apps of other projects: their texts hold ids of rows, codes, and names of tables and rights."""


def texts() -> Iterator[tuple[type[models.Model], str]]:
    """Yield every column that could contain text."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, KINDS) and not field.choices and model._meta.app_label not in OTHER_PEOPLES_APPS:
                yield model, field.name


def test_every_text_that_people_write_is_searched_for_names() -> None:
    """A new column must be one of `mentions.SOURCES`, or listed above with the reason why not."""
    searched = {(source.model, field) for source in mentions.SOURCES.values() for field in source.fields}
    excused = NOBODY_ELSE_READS | OWN_NAMES | DRIES_UP | MADE_BY_PROGRAMS
    unsearched = {
        f"{model._meta.label}.{name}"
        for model, name in texts()
        if (model, name) not in searched and name not in ALWAYS_MADE and not name.endswith(("_key", "_hash", "digest"))
    }
    assert unsearched == excused


def wilhelmina() -> Player:
    return Player.objects.create_user("wilhelmina@mail.example", NAME)


def waiting(judge: Player) -> list[tuple[str, str]]:
    """Return the mentions that staff have to decide: the place and the word."""
    found = [(mention, mentions.place(mention)) for mention in mentions.to_decide(judge)]
    return sorted((mention.source, place.word if place else "") for mention, place in found)


def test_a_name_in_talk_is_shown_to_staff_and_taken_out() -> None:
    mina, (ann,), judge = wilhelmina(), players(1), admin("Judge", "referee", "operator", "support")
    game = chosen(started([mina, ann]))
    said = new_lines.say(player=ann, game_id=game.pk, text=f"{NAME} is late. {NAME}'s turn!", now=NOON)
    new_lines.say(player=mina, game_id=game.pk, text=f"{NAME} is here.", now=NOON)
    erase_player(player=mina, now=NOON)
    assert waiting(judge) == [("talk", NAME)] * 2
    for mention in mentions.to_decide(judge):
        mentions.take_out(admin=judge, mention_id=mention.pk, now=NOON)
    said.refresh_from_db()
    assert said.text == "[…] is late. […]'s turn!"


def test_a_name_that_was_given_up_is_found_in_talk_when_its_owner_is_erased() -> None:
    mina, (ann,), judge = wilhelmina(), players(1), admin("Judge", "referee", "operator", "support")
    game = chosen(started([mina, ann]))
    new_lines.say(player=ann, game_id=game.pk, text=f"Hello {NAME}!", now=NOON)
    accounts.change_profile(player=mina, changes={"name": "Will"}, now=NOON)
    assert waiting(judge) == []
    erase_player(player=Player.objects.get(pk=mina.pk), now=NOON)
    assert waiting(judge) == [("talk", NAME)]


def test_a_short_name_in_a_full_line_can_be_taken_out() -> None:
    """The replacement for a name may be longer than the name."""
    mo, (ann,) = Player.objects.create_user("mo@mail.example", "Mo"), players(1)
    judge = admin("Judge", "referee", "operator", "support")
    game = chosen(started([mo, ann]))
    text = f"Mo {'x' * (LONGEST_LINE - 3)}"
    new_lines.say(player=ann, game_id=game.pk, text=text, now=NOON)
    erase_player(player=mo, now=NOON)
    (mention,) = mentions.to_decide(judge)
    mentions.take_out(admin=judge, mention_id=mention.pk, now=NOON)
    assert TalkLine.objects.get().text == f"[…] {text[3:-1]}"


def test_a_name_in_what_admins_wrote_about_another_player() -> None:
    """Texts to the player and between admins, without a dispute and so without a game of their own."""
    mina, (ann,), judge = wilhelmina(), players(1), admin("Judge", "referee", "operator", "support")
    chosen(started([mina, ann]))
    words = f"You insulted {NAME}."
    moderation.moderate(admin=judge, player_id=ann.pk, kind="warned", text=words, reason=words, now=NOON)
    erase_player(player=mina, now=NOON)
    assert waiting(judge) == [("moderation", NAME), ("reason", NAME)]


def test_a_name_in_a_ruling_on_many_games() -> None:
    mina, (ann,), judge = wilhelmina(), players(1), admin("Judge", "referee", "operator", "support")
    chosen(started([mina, ann]))
    bulk.start(admin=judge, order=Extend(hours=1), text=f"For {NAME}.", note=f"{NAME} asked.", now=NOON)
    bulk.work(now=NOON)
    assert BulkRuling.objects.count() == 1
    erase_player(player=mina, now=NOON)
    found = waiting(judge)
    assert ("bulk_ruling", NAME) in found
    assert {source for source, _ in found} <= {"bulk_ruling", "ruling", "reason"}


def test_a_name_in_the_name_of_a_cup_or_league_that_has_not_begun() -> None:
    mina, (host,), judge = wilhelmina(), players(1), admin("Judge", "referee", "operator", "support")
    cup, league = made(host, name=f"For {NAME}"), founded(host, name=f"With {NAME}")
    cup_entering.enter(player=mina, cup_id=cup.pk, now=NOON)
    league_entering.enter(player=mina, league_id=league.pk, now=NOON)
    erase_player(player=mina, now=NOON)
    assert waiting(judge) == [("cup", NAME), ("league", NAME)]


def test_a_name_in_what_a_club_says_of_itself() -> None:
    mina, (host,), judge = wilhelmina(), players(1), admin("Judge", "referee", "operator", "support")
    club = filled([host, mina], about=f"{NAME} and her friends")
    announcements.announce(host=host, club_id=club.pk, text=f"{NAME} brings tea.", now=NOON)
    talk.say(player=host, club_id=club.pk, text=f"And {NAME}?", now=NOON)
    erase_player(player=mina, now=NOON)
    assert waiting(judge) == [("announcement", NAME), ("club", NAME), ("club_talk", NAME)]


def test_a_line_in_a_club_is_read_once_however_many_play_there() -> None:
    mina, (host, third) = wilhelmina(), players(2)
    club = filled([host, mina, third])
    for _game in range(2):
        opened(club, mina)
    talk.say(player=host, club_id=club.pk, text=f"{NAME}, {NAME}?", now=NOON)
    with CaptureQueriesContext(connection) as statements:
        mentions.remember(mina, NAME, NOON)
    outer = [made["sql"].partition("WHERE")[0] for made in statements]
    (search,) = (sql for sql in outer if 'FROM "games_clubline"' in sql)
    assert "JOIN" not in search
    assert Mention.objects.filter(source="club_talk").count() == 2


def test_a_name_in_the_name_of_a_companions_app() -> None:
    mina, (ann,), judge = wilhelmina(), players(1), admin("Judge", "referee", "operator", "support")
    chosen(started([mina, ann]))
    Application.objects.create(user=ann, name=f"{NAME} watch", redirect_uris="https://app.example/")
    erase_player(player=mina, now=NOON)
    assert waiting(judge) == [("app", NAME)]


def test_nothing_is_searched_where_the_player_took_no_part() -> None:
    mina, (ann, ben) = wilhelmina(), players(2)
    new_lines.say(player=ann, game_id=chosen(started([ann, ben])).pk, text=f"{NAME}?", now=NOON)
    erase_player(player=mina, now=NOON)
    assert not Mention.objects.exists()
