"""The addresses of my settings, below their index."""

from django.urls import path

from games.web.settings.apps import AppsPage
from games.web.settings.blocked import BlockedPage
from games.web.settings.browsers import BrowsersPage
from games.web.settings.erase import EraseCodePage, ErasePage
from games.web.settings.export import ExportPage, export_file
from games.web.settings.friends import FriendsPage
from games.web.settings.hours import HoursPage
from games.web.settings.links import LinksPage
from games.web.settings.muted import MutedPage
from games.web.settings.profile import ProfilePage
from games.web.settings.proof import ProofPage
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
    path("browsers", BrowsersPage.as_view(), name="settings-browsers"),
    path("export", ExportPage.as_view(), name="settings-export"),
    path("export/night-mail.json", export_file, name="settings-export-file"),
    path("erase", ErasePage.as_view(), name="settings-erase"),
    path("erase/code", EraseCodePage.as_view(), name="settings-erase-code"),
    path("proof", ProofPage.as_view(), name="settings-proof"),
]
