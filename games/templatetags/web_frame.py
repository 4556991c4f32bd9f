"""The frame of a page for its reader: name, number of waiting games, links."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import languages
from games.models import Player
from games.people.suspension import is_guest
from games.signals import header_links_wanted
from games.table import store
from games.web import light, sound

register = template.Library()

IN_SETTINGS: Final = ("settings", "mail-page", "push-page", "address-page", "inviting", "mfa_")
"""How the names of the settings pages begin."""


@dataclass(frozen=True)
class HeaderLink:
    """A link in the header; `count` is the number of what waits behind it, which `counted` names.

    `is_wide`: on a phone there is no room for it, and the link at the foot of the page must do.
    """

    path: str
    name: str
    here: bool = False
    count: int = 0
    counted: str = ""
    is_wide: bool = False


@dataclass(frozen=True)
class PageFrame:
    """The frame for one reader.

    `light`: the color scheme the reader chose instead of the system's; `sound`: one is wanted when it is their turn.
    `language`: the page's own name for its language, if there are others. `is_unchecked`: no native speaker has read
    it through.
    """

    player: Player | None = None
    guest: bool = False
    light: str = ""
    sound: bool = False
    language: str = ""
    links: list[HeaderLink] = field(default_factory=list)
    is_unchecked: bool = False


@register.simple_tag(takes_context=True)
def frame(context: Context) -> PageFrame:
    """Return the frame. On an error page without a request, look nothing up.

    `awaited`: how many games wait for the reader, if the page has counted them.
    """
    request: HttpRequest | None = context.get("request")
    if request is None:
        return PageFrame()
    user: object = getattr(request, "user", None)
    player = user if isinstance(user, Player) else None
    guest = player is not None and is_guest(player)
    return PageFrame(
        player,
        guest,
        light.chosen(request),
        sound.is_on(request),
        languages.name_active(),
        list(_links(request, player, context.get("awaited"))),
        is_unchecked=languages.active() not in settings.LANGUAGES_CHECKED,
    )


def _links(request: HttpRequest, player: Player | None, awaited: int | None) -> Iterator[HeaderLink]:
    here = (request.resolver_match.url_name if request.resolver_match else None) or ""
    if player:
        count = store.how_many_wait(player) if awaited is None else awaited
        yield HeaderLink(_path("my-games"), _("Games"), here == "my-games", count, _("your turn in"))
        yield from _links_of_others(request, player)
    yield HeaderLink(_path("open-tables"), _("Open tables"), here == "open-tables")
    if player and not is_guest(player):
        yield HeaderLink(_path("clubs"), _("Clubs"), here in ("clubs", "club"), is_wide=True)
    if player and is_guest(player):
        yield HeaderLink(_path("keep-table"), _("Keep your table"), here == "keep-table")
    elif player:
        yield HeaderLink(_path("settings"), _("Settings"), here.startswith(IN_SETTINGS))
    else:
        yield HeaderLink(_path("account_login"), _("Sign in"), here == "account_login")


def _links_of_others(request: HttpRequest, player: Player) -> Iterator[HeaderLink]:
    """Yield the links that other apps have for the player."""
    answers: Iterable[tuple[object, HeaderLink | None]]
    answers = header_links_wanted.send(sender=Player, player=player)  # type: ignore[assignment]
    yield from (replace(link, here=link.path == request.path) for _receiver, link in answers if link is not None)


@cache
def _path(name: str) -> str:
    """Return the address of one of these pages, cached because every page needs it."""
    return reverse(name)


@register.simple_tag
def list_languages() -> list[tuple[str, str]]:
    """Return code and name of what the pages can be read in."""
    return languages.list_offered()


@register.simple_tag
def site_links() -> SafeString:
    """Return the links at the foot of every page, which are the same for everybody."""
    operators = [
        (settings.OPERATOR_CONTACT, _("Contact")),
        (settings.PRIVACY_NOTICE and reverse("privacy"), _("Privacy")),
        (settings.TERMS_OF_USE and reverse("terms"), _("Terms of use")),
    ]
    return _site_links(get_language(), tuple((address, text) for address, text in operators if address))


@cache
def _site_links(_language: str, operators: tuple[tuple[str, str], ...]) -> SafeString:
    """Return the links, with these of the operator's, cached per language."""
    links = [
        ("leaderboard", _("Leaderboard")),
        ("clubs", _("Clubs")),
        ("cups", _("Cups")),
        ("leagues", _("Leagues")),
        ("bots", _("Bots")),
        ("rules-index", _("Rules and help")),
        ("guides", _("For programs")),
    ]
    addresses = [*((reverse(name), text) for name, text in links), *operators]
    return format_html_join("\n", '<a href="{}">{}</a>', addresses)
