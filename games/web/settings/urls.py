"""The addresses of the settings, below their index."""

from django.urls import path

from games import converters  # noqa: F401 - they register themselves
from games.web.settings.apps import AppsPage
from games.web.settings.browsers import BrowsersPage
from games.web.settings.erase import EraseCodePage, ErasePage
from games.web.settings.export import ExportPage, export_file
from games.web.settings.hours import HoursPage
from games.web.settings.links import LinksPage
from games.web.settings.own_apps import AppSecretPage, NewAppPage, OwnAppPage, OwnAppsPage
from games.web.settings.own_bots import BotTokenPage, NewBotPage, OwnBotPage, OwnBotsPage
from games.web.settings.profile import ProfilePage
from games.web.settings.proof import ProofPage
from games.web.settings.relations import BlockedPage, FriendsPage, MutedPage
from games.web.settings.tokens import MadeTokenPage, NewTokenPage, TokensPage

urlpatterns = [
    path("profile", ProfilePage.as_view(), name="settings-profile"),
    path("hours", HoursPage.as_view(), name="settings-hours"),
    path("friends", FriendsPage.as_view(), name="settings-friends"),
    path("blocked", BlockedPage.as_view(), name="settings-blocked"),
    path("muted", MutedPage.as_view(), name="settings-muted"),
    path("links", LinksPage.as_view(), name="settings-links"),
    path("tokens", TokensPage.as_view(), name="settings-tokens"),
    path("tokens/new", NewTokenPage.as_view(), name="settings-new-token"),
    path("tokens/made", MadeTokenPage.as_view(), name="settings-made-token"),
    path("apps", AppsPage.as_view(), name="settings-apps"),
    path("own-apps", OwnAppsPage.as_view(), name="settings-own-apps"),
    path("own-apps/new", NewAppPage.as_view(), name="settings-new-app"),
    path("own-apps/secret", AppSecretPage.as_view(), name="settings-app-secret"),
    path("own-apps/<str:client_id>", OwnAppPage.as_view(), name="settings-own-app"),
    path("bots", OwnBotsPage.as_view(), name="settings-bots"),
    path("bots/new", NewBotPage.as_view(), name="settings-new-bot"),
    path("bots/made", BotTokenPage.as_view(), name="settings-bot-token"),
    path("bots/<key:bot_id>", OwnBotPage.as_view(), name="settings-bot"),
    path("browsers", BrowsersPage.as_view(), name="settings-browsers"),
    path("export", ExportPage.as_view(), name="settings-export"),
    path("export/night-mail.json", export_file, name="settings-export-file"),
    path("erase", ErasePage.as_view(), name="settings-erase"),
    path("erase/code", EraseCodePage.as_view(), name="settings-erase-code"),
    path("proof", ProofPage.as_view(), name="settings-proof"),
]
