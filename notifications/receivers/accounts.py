"""What concerns an account: its emails, and all that we have of a player when that is asked for, or to be erased."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models.signals import post_save
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from engine.codec import Json
from games import signals
from games.models import Player
from games.table.clocks import habits
from games.templatetags.account_notices import PageNotice
from games.templatetags.web_frame import HeaderLink
from notifications import noticeboard, reply_addresses, wake_up
from notifications.inbox import acceptance, authors
from notifications.letters import site_questions
from notifications.letters.site_questions import SiteQuestion
from notifications.models import Inbound, InboundEmail, Mail, SiteEmail
from notifications.outbox import dead_addresses
from notifications.policy import account_streams, preferences


@receiver(signals.account_mail)
def on_account_mail(
    address: str, player: Player | None, template: str, context: dict[str, object], awaited: bool = True, **_: object
) -> None:
    """Queue an email about an account, unless its player wants none like it; ahead of all others if it is awaited."""
    if not account_streams.is_wanted(player, template):
        return
    now = timezone.now()
    asks = context.get("asks")
    reply_to = (
        {"reply_to": site_questions.address_of(SiteQuestion.from_context(asks))}
        if isinstance(asks, list) and reply_addresses.are_offered()
        else {}
    )
    Mail.objects.create(
        player=player,
        address=address,
        template=template,
        context={**context, **reply_to},
        urgent=awaited,
        created_at=now,
        next_attempt_at=now,
    )
    wake_up.after_commit(wake_up.wake_for_codes if awaited else wake_up.wake)


@receiver(signals.player_arrived)
def on_player_arrived(player: Player, now: datetime, **_: object) -> None:
    """Let emails wait while a newcomer sleeps."""
    _follow_clock(player, {}, now)


@receiver(signals.habits_changed)
def on_habits_changed(player: Player, before: Json, now: datetime, **_: object) -> None:
    """Move the emails' quiet hours with those of the clock."""
    _follow_clock(player, before, now)


def _follow_clock(player: Player, before: Json, now: datetime) -> None:
    """Set the emails' quiet hours to the clock's, unless the player has chosen others for emails."""
    old, new = (habits.quiet_of(facts) for facts in (before, player.habits))
    if old != new and preferences.quiet_hours(player) == old:
        begin, end = new or (None, None)
        preferences.put_habits(player, {"quiet_from": begin, "quiet_until": end}, now=now)


@receiver(post_save, sender=Player)
def on_player_saved(instance: Player, created: bool, update_fields: frozenset[str] | None, **_: object) -> None:
    """Recompute the waits of notifications after a change of the player's time zone."""
    if not created and (update_fields is None or "time_zone" in update_fields):
        preferences.release(instance)


@receiver(signals.player_erased)
def on_player_erased(address: str, **_: object) -> None:
    """Delete the emails that came in the name of the player's address."""
    authors.emails_of(address).delete()


@receiver(signals.account_notices_wanted)
def on_account_notices_wanted(player: Player, **_: object) -> PageNotice | None:
    """Return a notice if the player's address takes no emails."""
    dead = dead_addresses.dead_address_of(player)
    if dead is None:
        return None
    context = {"dead": dead, "complained": dead.code == dead_addresses.COMPLAINT}
    return PageNotice("notifications/_dead_address.html", context)


@receiver(signals.header_links_wanted)
def on_header_links_wanted(player: Player, **_: object) -> HeaderLink | None:
    """Return the link to what has happened, if anything is new to the player."""
    count = noticeboard.count_unread(player, timezone.now())
    return HeaderLink(reverse("notices"), gettext("News"), count=count, counted=gettext("new:")) if count else None


@receiver(signals.personal_data_wanted)
def on_personal_data_wanted(player: Player, **_: object) -> dict[str, object]:
    """Return the player's notification settings, and the emails that came."""
    return {
        "mail_preferences": {stream.value: mode.value for stream, mode in preferences.of_player(player).items()},
        "mail_preferences_of_games": list(_list_game_modes(player)),
        "inbound_emails": list(_list_replies(player)),
        "site_emails": list(_list_site_emails(player)),
    }


def _list_replies(player: Player) -> Iterator[dict[str, object]]:
    """Yield emails to the player's reply addresses, with their content while we have it."""
    for email in InboundEmail.objects.filter(address__player=player).select_related("address").order_by("pk"):
        yield {**_describe_email(email), "game_id": email.address.game_id}


def _list_site_emails(player: Player) -> Iterator[dict[str, object]]:
    """Yield emails from the player's address to the site's own."""
    yield from map(_describe_email, SiteEmail.objects.filter(player=player).order_by("pk"))


def _describe_email(email: Inbound) -> Json:
    raw = acceptance.content(email)
    content = raw.decode(errors="replace") if raw is not None else None
    fields = ("received_at", "settled_at", "door", "sender", "state", "reason")
    return {**{name: getattr(email, name) for name in fields}, "content": content}


def _list_game_modes(player: Player) -> Iterator[dict[str, str]]:
    for game, modes in preferences.of_games(player).items():
        yield {"game": game, **{stream.value: mode.value for stream, mode in modes.items()}}
