"""Orders about the emails that a player gets: to see the settings, to stop all mail, to get it again."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.lobby import selectors
from games.presentation.words.capitals import begin_line
from games.presentation.words.sentences import introduce
from notifications import links
from notifications.inbox import sleep
from notifications.inbox.site import listing
from notifications.inbox.site.orders import SendMail, ShowSettings, StopMail
from notifications.inbox.writer import SiteAnswer, Writer
from notifications.lists import EMAILS, Mode, Stream
from notifications.order_words import english_order_words
from notifications.policy import preferences


def show(writer: Writer, _order: ShowSettings, answer: SiteAnswer) -> None:
    """Say which emails the player gets, and when they sleep."""
    player = writer.registered_player
    modes = preferences.of_player(player)
    answer.head(_("Your settings"))
    answer.items(
        [
            _("Name: %(name)s") % {"name": player.name},
            sleep.tell(writer),
            *(
                begin_line(f"{introduce(str(EMAILS[stream.value]))} {Mode(mode).label}")
                for stream, mode in modes.items()
            ),
        ]
    )
    answer.link(_("Change which emails you get"), links.mail_url(player, writer.now))
    answer.link(_("Everything else, for which you sign in"), settings.PUBLIC_URL + reverse("settings"))
    answer.did_anything = True


def stop(writer: Writer, _order: StopMail, answer: SiteAnswer) -> None:
    """Switch all emails off."""
    for stream in Stream:
        preferences.switch_off(writer.registered_player, stream)
    answer.did_anything = True
    answer.say(_("You get no more emails, not even about your turns: only answers to what you write."))
    answer.say(_("To get them all again, write “%(send_mail_again)s”; or choose them here:") % english_order_words())
    answer.link(_("Choose which emails you get"), links.mail_url(writer.registered_player, writer.now))


def resume(writer: Writer, _order: SendMail, answer: SiteAnswer) -> None:
    """Switch all emails on, and list what has waited for the player meanwhile."""
    preferences.switch(writer.registered_player, dict.fromkeys(Stream, True), now=writer.now)
    answer.did_anything = True
    answer.say(_("You get all emails again."))
    if selectors.games_waiting_for(writer.registered_player).exists():  # of which nobody has written meanwhile
        listing.my_games(writer, answer)
