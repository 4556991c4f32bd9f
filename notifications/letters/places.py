"""Links shared by emails of all kinds: to the game, to help, to the reader's plan, and back to a lost seat."""

from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.lobby import departures
from games.models import Game, Player, Seat
from games.web.seat_link import rights
from notifications import links
from notifications.context import Context
from notifications.letters.document import Button, Element, Link, Paragraph
from notifications.letters.questions import AskedForWord
from notifications.letters.registry import Occasion
from notifications.order_words import order_words


def table(context: Context) -> Button:
    """Link to the reader's seat at the table, opening without sign-in."""
    game = context.game
    return Button(_("The game"), rights.url(context.reader, game.pk, context.seat, context.now))


def forwarding_warning(context: Context) -> Iterator[Element]:
    """Warn that the link to the seat works for anyone who has the email, and link to what others may watch."""
    sentence = _("Whoever has this email can look at the table from your seat, and play there.")
    if context.game.ended_at is not None:
        sentence = _("Whoever has this email can look at the table from your seat.")
    if not context.game.public:
        yield Paragraph(sentence)
        return
    yield Paragraph(_("%(what)s To show the table to others, forward this link instead:") % {"what": sentence})
    yield Link(_("The table, to watch"), settings.PUBLIC_URL + reverse("table", args=[context.game.pk]))


def to_game(occasion: Occasion) -> Iterator[Link]:
    """Link to the game's public page for readers without a seat; before it starts, to its waiting room."""
    page = "table" if occasion.game.head else "waiting-room"
    yield Link(_("The game"), settings.PUBLIC_URL + reverse(page, args=[occasion.game.pk]))


def to_left_game(occasion: Occasion) -> Iterator[Link]:
    """Link to the page of a game which shows the reader no seat now, but which they may know, if need be by a sign-in.

    Before it starts, that is its waiting room.
    """
    page = reverse("table" if occasion.game.head else "waiting-room", args=[occasion.game.pk])
    if occasion.game.public:
        yield Link(_("The game"), settings.PUBLIC_URL + page)
    elif occasion.game.head == 0 or occasion.batch.stand_in_of(occasion.notification):
        yield Link(_("The game"), sign_in_url(page))


def to_admin(occasion: Occasion) -> Iterator[Link]:
    """Link to the admins' page about the game."""
    path = reverse("admin:games_game_change", args=[occasion.game.pk])
    yield Link(_("Open the game at the admins’ desk"), settings.PUBLIC_URL + path)


def help(player: Player, game_id: str, now: datetime) -> Link:
    """Link to the game's disputes."""
    words = _("Problem with this game? Ask an admin")
    return Link(words, links.game_url(links.DISPUTES, player, game_id, now))


def to_read(context: Context) -> Iterator[Link]:
    """Link to the game's rules, and to the instructions for playing by email."""
    yield Link(_("The rules of this game"), settings.PUBLIC_URL + reverse("rules", args=[context.game.ruleset]))
    yield Link(_("All about playing by email"), settings.PUBLIC_URL + reverse("help-page", args=["by-email"]))


def plan(context: Context) -> Iterator[Element]:
    """Link to the reader's plan, if there is one, and say when it moves."""
    if context.plan is None:
        return
    if context.plan.hours_left is not None and context.turn:
        sentence = ngettext(
            "If you haven’t moved when %(hours)d hour is left, your plan moves for you.",
            "If you haven’t moved when %(hours)d hours are left, your plan moves for you.",
            context.plan.hours_left,
        )
        yield Paragraph(sentence % {"hours": context.plan.hours_left})
    url = links.game_url(links.PLAN, context.reader, context.game.pk, context.now)
    yield Link(_("See or cancel your plan in this game"), url)


def way_back(context: Context) -> Iterator[Element]:
    """Link to the page for coming back, for players whose turns are skipped, and who may still come back."""
    status = context.seats[context.seat].status
    lost = status == Seat.Status.FORFEITED and not departures.is_put_out(context.game, context.reader)
    if context.game.status == Game.Status.RUNNING and (lost or status == Seat.Status.ABSENT):
        yield back(context.reader, context.game.pk, context.now)


def back(player: Player, game_id: str, now: datetime) -> AskedForWord:
    """Say how players return to their seat."""
    return AskedForWord(
        _("Come back to your seat"),
        links.game_url(links.SEAT, player, game_id, now),
        hint=_("Reply “%(return)s”, and the seat is yours again.") % order_words(),
        act=_("Play on"),
        typed="return",
    )


def go_on(context: Context) -> AskedForWord:
    """Say how players let a paused game go on."""
    return AskedForWord(
        _("Or sign in, and go on from the table"),
        sign_in_url(reverse("table", args=[context.game.pk])),
        hint=_("To play on, reply “%(go_on)s”: the clocks run again for everybody.") % order_words(),
        act=_("Go on"),
        typed="go on",
    )


def again(game_id: str) -> AskedForWord:
    """Say how players play again with the same people after the end of their game."""
    return AskedForWord(
        _("Or sign in, and play again from the table"),
        sign_in_url(reverse("table", args=[game_id])),
        hint=_("Another game with the same people? Reply “%(play_again)s”, and everyone is invited to a new table.")
        % order_words(),
        act=_("Play again"),
        typed="play again",
    )


def sign_in_url(page: str) -> str:
    """Return the public address that leads to a page by way of signing in; whoever is signed in gets there at once."""
    return f"{settings.PUBLIC_URL}{reverse('account_login')}?{urlencode({'next': page})}"
