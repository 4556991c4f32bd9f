"""A game's emails on its admin page, and undelivered ones in the admins' queue."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Max, Min, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.admin.panels import DeskPanel, register
from games.instants import to_the_minute
from games.models import Game, Player
from games.table.disputes import desk_queue
from notifications.models import DeadAddress, Mail

SHOWN: Final = 50
TRIED_OFTEN: Final = 3
"""This many failed attempts are not a coincidence."""
LATELY: Final = timedelta(days=14)
"""Problems that nobody has attended to for this long are no longer news."""

STUCK: Final = Q(state=Mail.State.FAILED) | Q(state=Mail.State.QUEUED, attempts__gte=TRIED_OFTEN)


@register
def undelivered(game: Game) -> DeskPanel:
    """List the game's emails that wait or have failed, the newest first."""
    mails = Mail.objects.filter(game=game, state__in=[Mail.State.QUEUED, Mail.State.FAILED]).order_by("-pk")[:SHOWN]
    head = [_("email"), _("state"), _("about"), _("attempts"), _("next attempt"), _("last error"), _("to")]
    return DeskPanel(_("Undelivered emails"), head, [_build_row(mail) for mail in mails.select_related("player")])


def _build_row(mail: Mail) -> list[str]:
    waits = to_the_minute(mail.next_attempt_at) if mail.state == Mail.State.QUEUED else ""
    state, error = mail.get_state_display(), mail.last_error
    return [str(mail.pk), state, mail.stream, str(mail.attempts), waits, error, _name_reader(mail)]


def _name_reader(mail: Mail) -> str:
    return "" if mail.player is None else mail.player.name


@register
def mails(game: Game) -> DeskPanel:
    """Show each player's number of emails about the game, the date of the last, and whether the address is dead."""
    states = {state: Count("pk", filter=Q(state=state)) for state in (Mail.State.SENT, Mail.State.FAILED)}
    rows = (
        Mail.objects.filter(game=game, player__isnull=False).values("player", "player__name").order_by("player__name")
    )
    counted = rows.annotate(**{state.value: count for state, count in states.items()}, last=_last())
    dead = set(
        DeadAddress.objects.filter(player__in=[row["player"] for row in counted]).values_list("player", flat=True)
    )
    head = [_("player"), _("sent"), _("failed"), _("last sent"), _("address")]
    return DeskPanel(_("Emails"), head, [_count_row(row, dead) for row in counted])


def _last() -> Max:
    return Max("settled_at", filter=Q(state=Mail.State.SENT))


def _count_row(row: Mapping[str, object], dead: set[str]) -> list[str]:
    last = row["last"]
    at = to_the_minute(last) if isinstance(last, datetime) else ""
    bounces = _("refuses emails") if row["player"] in dead else ""
    return [str(row["player__name"]), str(row["sent"]), str(row["failed"]), at, bounces]


@desk_queue.register
def stuck(admin: Player, now: datetime) -> Iterator[desk_queue.Item]:
    """Yield games with undelivered emails, and undelivered emails about accounts."""
    lost = Mail.objects.filter(STUCK, created_at__gt=now - LATELY).order_by()
    rows = lost.values_list("game").annotate(n=Count("pk"), since=Min("created_at"))
    by_game: dict[str | None, tuple[int, datetime]] = {game: (count, since) for game, count, since in rows}
    games = Game.objects.filter(status=Game.Status.RUNNING).in_bulk([game for game in by_game if game])
    for game_id, game in games.items():
        count, since = by_game[game_id]
        yield desk_queue.Item("mail", _count_text(count), since, game)
    if None in by_game:
        at = f"{reverse('admin:notifications_mail_changelist')}?state__exact=failed"
        yield desk_queue.Item("mail", _("Emails about accounts"), by_game[None][1], address=at)


def _count_text(count: int) -> str:
    return ngettext("%(n)d email was not delivered", "%(n)d emails were not delivered", count) % {"n": count}
