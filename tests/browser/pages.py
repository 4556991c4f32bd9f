"""All pages, taken from the URL patterns, so that none can be forgotten.

A page without arguments is found by its name, and Django's pages for a model by the model's newest row; for every other
one this module gives the address, or says why it is not a page.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from games import signed_links
from games.competitions.clubs import links as club_links
from games.lobby import by_address, join_links
from games.models import (
    AddressChange,
    AddressInvitation,
    Appeal,
    Application,
    BulkRuling,
    Club,
    Cup,
    DisputeQuestion,
    Game,
    Invitation,
    JoinLink,
    League,
    MailedCode,
    Player,
    Ruling,
)
from games.people import addresses, appeal_links, codes, second_factors
from games.signed_links import LinkKind
from notifications import links
from notifications.lists import Stream
from notifications.models import InboundEmail

API: Final = "api/v1/"
PAGES_OF_THE_API: Final = ("docs", "unsubscribe")
MODEL_PAGE: Final = re.compile(r"admin:(?P<model>\w+_\w+)_(?P<page>changelist|add|change|delete|history)\Z")


@dataclass(frozen=True)
class World:
    """The data for the pages: an admin who plays nowhere, a game with rulings, a player, an app."""

    admin: Player
    game: Game
    player: Player
    ruling: Ruling
    proposal: Ruling
    bulk: BulkRuling
    app: Application
    invitation: Invitation
    code: MailedCode
    change: AddressChange
    link: JoinLink
    by_address: AddressInvitation
    email: InboundEmail
    question: DisputeQuestion
    appeal: Appeal
    league: League
    cup: Cup
    club: Club


Where = Callable[[World], str]

NO_PAGES: Final[Mapping[str, str]] = {
    "oauth2_provider:oauth-server-metadata": "JSON for programs",
    "oauth2_provider:oauth-server-metadata-issuer": "JSON for programs",
    "oauth2_provider:oauth-resource-metadata": "JSON for programs",
    "oauth2_provider:oauth-resource-metadata-path": "JSON for programs",
    "oauth2_provider:token": "JSON for programs",
    "oauth2_provider:revoke-token": "JSON for programs",
    "admin:autocomplete": "JSON for the admin's own script",
    "admin:jsi18n": "a script",
    "admin:view_on_site": "only leads elsewhere, and no row has a place there",
    "admin:games_adminact_export": "a CSV file",
    "admin:games_game_release": "is only posted to",
    "admin:games_game_dispute": "is only posted to",
    "admin:games_game_clear": "is only posted to",
    "admin:login": "leads to the one door",
    "admin:logout": "is only posted to",
    "mfa_download_recovery_codes": "a text file",
    "settings-export-file": "a JSON file",
    "settings-made-token": "for anyone who has just made one: test_settings looks at it",
    "settings-app-secret": "for anyone who has just made one: test_settings looks at it",
    "settings-bot": "of anyone who has a bot: test_bots looks at it",
    "settings-bot-token": "for anyone who has just made one: test_bots looks at it",
    "settings-erase-code": "for anyone who has just asked: test_settings looks at it",
    "mfa_list_webauthn": "only leads to the passkeys",
    "mfa_login_webauthn": "is only posted to",
    "mfa_edit_webauthn": "for anyone who has one: test_passkeys looks at it",
    "mfa_remove_webauthn": "for anyone who has one: test_passkeys looks at it",
    "thumbnail": "a picture",
    "board": "a picture",
    "ground": "a picture",
    "admin:games_game_board": "a picture",
    "favicon": "a picture",
    "sound": "a sound",
    "calendar-feed": "for calendar programs: test_calendar looks at it",
    "header": "a part of other pages: test_table_stream looks at it",
    "manifest": "JSON for browsers: test_offline looks at it",
    "service-worker": "a script",
    "replay-beginning": "only leads to an entry",
    "replay-picture": "a picture",
    "film-file": "a picture",
    "film": "of ended games: test_replay looks at it",
    "program": "a text file",
    "game-export": "JSON for the checker",
    "join": "is only posted to",
    "practice": "is only posted to",
    "table-lesson": "is only posted to",
    "mail-hook": "is only posted to, by mail providers",
    "mailbox-works-again": "is only posted to",
    "decline": "is only posted to",
    "take-over": "is only posted to",
    "privacy": "only where an operator has written one: test_operators_pages looks at it",
    "terms": "only where an operator has written one: test_operators_pages looks at it",
    "styleguide": "for anyone who works on the pages: it has a test of its own",
    "table-by-link": "only leads to the table",
    "table-news": "JSON for the table's own script",
    "table-again": "is only posted to",
    "open-game-secrets": "is only posted to",
    "table-note": "is only posted to",
    "table-nudge": "is only posted to",
    "table-talk": "for anyone who sits there: test_talk looks at it",
    "table-agreements": "for anyone who sits there: test_agreements looks at it",
    "table-webhooks-page": "for anyone who sits there: test_settings looks at it",
    "table-plan": "for anyone who sits there: test_table looks at it",
    "table-return": "is only posted to, and leads to the table",
    "table-seat": "for anyone who sits there: test_table looks at it",
    "table-disputes": "for anyone who sits there: test_table looks at it",
    "cup-correction": "for hosts of ended games: test_competitions looks at it",
    "league-correction": "for hosts of ended games: test_competitions looks at it",
    "cup": "of players who meet in one: test_competitions looks at it",
    "league": "of leagues, whose states differ much: test_competitions looks at it",
    "league-season": "of leagues that have begun: test_competitions looks at it",
    "series": "of tables that play several games: test_competitions looks at it",
}
"""Names that do not answer with a page of their own, and why."""

UNNAMED: Final[Mapping[str, str]] = {
    "accounts/": "only leads home",
    "health": "JSON for operators",
    "healthz": "for the proxy",
    "readyz": "for the proxy",
    "heartbeat": "for the site's own probe",
    "metrics": "for Prometheus",
    "admin/(?P<url>.*)$": "what is not found",
}
"""The same for addresses without a name, by route."""


def _named(name: str, *arguments: Callable[[World], object]) -> Where:
    return lambda world: reverse(name, args=[argument(world) for argument in arguments])


def _game(world: World) -> str:
    return world.game.pk


def _consent(world: World) -> str:
    asked = f"client_id={world.app.client_id}&redirect_uri={world.app.redirect_uris}&scope=games:read&state=x"
    challenge = "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    return f"{reverse('oauth2_provider:authorize')}?response_type=code&{asked}&{challenge}"


def _preview(world: World) -> str:
    return f"{reverse('admin:games_game_rule', args=[world.game.pk, 'taken_back'])}?before=6"


def _by_mail(kind: LinkKind) -> Where:
    return lambda world: _link(kind, world.player, world.game)


def _link(kind: LinkKind, player: Player, game: Game) -> str:
    return _path(links.game_url(kind, player, game.pk, timezone.now()))


def _path(url: str) -> str:
    return urlsplit(url).path


STRANGERS: Final[Mapping[str, Where]] = {
    "table": _named("table", _game),
    "table-log": _named("table-log", _game),
    "player": _named("player", lambda world: world.player.pk),
    "replay": _named("replay", _game, lambda world: world.game.head),
    "rules": lambda world: reverse("rules", args=[world.game.ruleset]),
    "guide": lambda _world: reverse("guide", args=["api"]),
    "help-page": lambda _world: reverse("help-page", args=["by-email"]),
    "unsubscribe": lambda world: _path(links.unsubscribe_url(world.player.pk, Stream.GAMES)),
    "mail-page-by-link": lambda world: _path(links.mail_url(world.player, timezone.now())),
    "plan-page": _by_mail(links.PLAN),
    "seat-page": _by_mail(links.SEAT),
    "email-page": lambda world: _path(links.confirm_url(world.player, world.email.pk, timezone.now())),
    "seat-link": _named("seat-link", _game),
    "invitation-page": lambda world: _link(links.INVITATION, world.invitation.player, world.invitation.game),
    "waiting-room": _named("waiting-room", lambda world: world.invitation.game.pk),
    "join-by-link": _named("join-by-link", lambda world: join_links.token(world.link)),
    "invited-by-address": _named(
        "invited-by-address", lambda world: by_address.token(world.by_address, "new@mail.example")
    ),
    "no-invitations": _named(
        "no-invitations", lambda world: signed_links.sign_row(by_address.NEVER, world.by_address.address_hash)
    ),
    "join-club-by-link": lambda world: reverse("join-club-by-link", args=[club_links.token(world.club.link)]),
    "way-in": _named("way-in", lambda world: codes.token(world.code)),
    "appeal-page": lambda world: _path(
        appeal_links.url(world.player, appeal_links.subject_of(world.appeal.cause), timezone.now())
    ),
    "stop-address": lambda world: _path(addresses._stop_link(world.change)),
}
"""Pages for visitors who are not signed in, but may have a link from an email."""

ADMINS: Final[Mapping[str, Where]] = {
    "oauth2_provider:authorize": _consent,
    "disputes-page": lambda world: _link(links.DISPUTES, world.admin, world.game),
    "pause-page": lambda world: _link(links.PAUSE, world.admin, world.game),
    "first-second-factor": lambda world: _path(second_factors.create_link(world.admin, timezone.now())),
    "settings-own-app": _named("settings-own-app", lambda world: world.app.client_id),
    "player": _named("player", lambda world: world.player.pk),
    "question": _named("question", lambda world: world.question.pk),
    "club": _named("club", lambda world: world.club.pk),
    "club-members": _named("club-members", lambda world: world.club.pk),
    "club-announcements": _named("club-announcements", lambda world: world.club.pk),
    "club-talk": _named("club-talk", lambda world: world.club.pk),
    "change-club": _named("change-club", lambda world: world.club.pk),
    "admin:app_list": _named("admin:app_list", lambda world: "games"),
    "admin:games_game_log": _named("admin:games_game_log", _game),
    "admin:games_game_rule": _preview,
    "admin:games_game_undo": _named("admin:games_game_undo", _game, lambda world: world.ruling.entry),
    "admin:games_game_proposal": _named("admin:games_game_proposal", _game, lambda world: world.proposal.pk),
    "admin:games_game_secrets": _named("admin:games_game_secrets", _game),
    "admin:games_game_bulk_progress": _named("admin:games_game_bulk_progress", lambda world: world.bulk.pk),
    "admin:games_player_person": _named("admin:games_player_person", lambda world: world.player.pk),
    "admin:games_player_address": _named("admin:games_player_address", lambda world: world.player.pk),
    "admin:games_player_moderate": _named("admin:games_player_moderate", lambda world: world.player.pk),
    "admin:games_player_erase": _named("admin:games_player_erase", lambda world: world.player.pk),
    "admin:games_league_end": _named("admin:games_league_end", lambda world: world.league.pk),
    "admin:games_cup_end": _named("admin:games_cup_end", lambda world: world.cup.pk),
}
"""Pages for signed-in visitors with all rights, besides those of every model."""


def names() -> Iterator[tuple[str, str]]:
    """Yield the name and the route of every address outside the API."""
    yield from _walk(get_resolver().url_patterns, "", "")


def _walk(patterns: list[URLPattern | URLResolver], route: str, space: str) -> Iterator[tuple[str, str]]:
    for each in patterns:
        here = route + str(each.pattern)
        if isinstance(each, URLResolver):
            inside = f"{space}{each.namespace}:" if each.namespace else space
            yield from _walk(each.url_patterns, here, inside)
        elif not here.startswith(API) or each.name in PAGES_OF_THE_API:
            yield (space + each.name if each.name else ""), here


def unknown() -> list[str]:
    """Return the addresses that are in none of these lists."""
    return [name or route for name, route in names() if not _is_known(name, route)]


def _is_known(name: str, route: str) -> bool:
    if not name:
        return route in UNNAMED or route.endswith("<path:object_id>/")
    return name in {*NO_PAGES, *STRANGERS, *ADMINS} or bool(MODEL_PAGE.match(name)) or _is_plain(route)


def _is_plain(route: str) -> bool:
    """Check whether it takes no arguments."""
    return not re.search(r"[<(]", route)


def gone() -> list[str]:
    """Return listed names that no longer exist."""
    there = {name for name, _ in names()}
    return sorted({*NO_PAGES, *STRANGERS, *ADMINS} - there)


def for_strangers(world: World) -> dict[str, str]:
    """Return the address of each page that needs no session, by name."""
    plain = {
        name: reverse(name)
        for name, route in names()
        if name and name not in NO_PAGES and _is_plain(route) and not name.startswith("admin:")
    }
    return plain | {name: where(world) for name, where in STRANGERS.items()}


def for_admins(world: World) -> dict[str, str]:
    """Return the address of each page that differs for signed-in visitors, or needs a session."""
    plain = {name: reverse(name) for name, route in names() if name and name not in NO_PAGES and _is_plain(route)}
    return plain | dict(_of_models()) | {name: where(world) for name, where in ADMINS.items()}


def _of_models() -> Iterator[tuple[str, str]]:
    for name, _ in names():
        if found := MODEL_PAGE.match(name):
            row = apps.get_model(found["model"].replace("_", ".", 1))._default_manager.order_by("-pk").first()
            assert row is not None, f"the world of these tests has no {found['model']}: its page would not be seen"
            with_row = found["page"] not in ("changelist", "add")
            yield name, reverse(name, args=[row.pk] if with_row else [])
