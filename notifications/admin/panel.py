"""A game's mails that did not arrive, on the game's own admin page."""

from django.utils.translation import gettext as _

from games.admin.panels import Panel, register
from games.models import Game
from notifications.models import Mail

SHOWN = 50


@register
def undelivered(game: Game) -> Panel:
    """Mails of the game that wait or have failed, the newest first."""
    mails = Mail.objects.filter(game=game, state__in=[Mail.State.QUEUED, Mail.State.FAILED]).order_by("-pk")[:SHOWN]
    head = [_("mail"), _("state"), _("about"), _("attempts"), _("next attempt"), _("last error")]
    return Panel(_("Undelivered mails"), head, [_row(mail) for mail in mails])


def _row(mail: Mail) -> list[str]:
    waits = f"{mail.next_attempt_at:%Y-%m-%d %H:%M}" if mail.state == Mail.State.QUEUED else ""
    return [str(mail.pk), mail.get_state_display(), mail.stream, str(mail.attempts), waits, mail.last_error]
