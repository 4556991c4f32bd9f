"""The addresses of the site's pages, without what django-allauth would add (passwords, more addresses)."""

from allauth.account.views import account_inactive, logout
from django.urls import include, path
from django.views.generic import RedirectView

from games import converters  # noqa: F401 - they register themselves
from games.web import boards, grounds, language, open_tables, practice, sign_in
from games.web.addresses import AddressPage, StopPage
from games.web.appeal import AppealPage
from games.web.bots import bots
from games.web.clubs.listed import clubs
from games.web.cups.listed import cups
from games.web.header import header
from games.web.home import home
from games.web.icon import favicon
from games.web.invited import InvitedPage, NoInvitationsPage
from games.web.join_link import JoinPage
from games.web.leaderboard import leaderboard
from games.web.leagues.listed import leagues
from games.web.manual import views as manual
from games.web.my_games import my_games
from games.web.new_table import NewTablePage
from games.web.offline import install
from games.web.player import PlayerPage
from games.web.public_acts import public_acts
from games.web.question import QuestionPage
from games.web.seat_link import pages as seat_link
from games.web.series import SeriesPage
from games.web.settings.index import SettingsIndex
from games.web.sign_up_links import InvitingPage
from games.web.sound import sound
from games.web.styleguide import styleguide
from games.web.waiting_room import WaitingRoom

urlpatterns = [
    path("", home, name="home"),
    path("favicon.ico", favicon, name="favicon"),
    path("turn.wav", sound, name="sound"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("service-worker.js", install.service_worker, name="service-worker"),
    path("offline", install.offline, name="offline"),
    path("header", header, name="header"),
    path("language", language.LanguagePage.as_view(), name="language"),
    path("games", my_games, name="my-games"),
    path("games/<key:game_id>/thumbnail.svg", boards.thumbnail, name="thumbnail"),
    path("boards/<str:ruleset>.svg", boards.board, name="board"),
    path("boards/<slug:board>/<slug:version>.svg", grounds.board_ground, name="ground"),
    path("rules", manual.index, name="rules-index"),
    path("rules/<str:ruleset>", manual.rules, name="rules"),
    path("admins", public_acts, name="public-acts"),
    path("privacy", manual.operators_page, {"name": "PRIVACY_NOTICE"}, name="privacy"),
    path("terms", manual.operators_page, {"name": "TERMS_OF_USE"}, name="terms"),
    path("help/api", manual.guides, name="guides"),
    path("help/api/<slug:name>", manual.guide, name="guide"),
    path("help/api/programs/<str:name>", manual.program, name="program"),
    path("help/<slug:page>", manual.help_page, name="help-page"),
    path("tables", open_tables.open_tables, name="open-tables"),
    path("tables/new", NewTablePage.as_view(), name="new-table"),
    path("tables/<key:game_id>", WaitingRoom.as_view(), name="waiting-room"),
    path("tables/<key:game_id>/join", open_tables.join, name="join"),
    path("tables/<key:game_id>/decline", open_tables.decline, name="decline"),
    path("games/<key:game_id>/seats/<int:seat>/take-over", open_tables.take_over, name="take-over"),
    path("questions/<key:question_id>", QuestionPage.as_view(), name="question"),
    path("appeals/<str:token>", AppealPage.as_view(), name="appeal-page"),
    path("cups", cups, name="cups"),
    path("cups/", include("games.web.cups.urls")),
    path("clubs", clubs, name="clubs"),
    path("clubs/", include("games.web.clubs.urls")),
    path("series/<key:series_id>", SeriesPage.as_view(), name="series"),
    path("leagues", leagues, name="leagues"),
    path("leagues/", include("games.web.leagues.urls")),
    path("bots", bots, name="bots"),
    path("leaderboard", leaderboard, name="leaderboard"),
    path("players/<key:player_id>", PlayerPage.as_view(), name="player"),
    path("practice", practice.begin, name="practice"),
    path("join/<str:token>", JoinPage.as_view(), name="join-by-link"),
    path("invited/<str:token>", InvitedPage.as_view(), name="invited-by-address"),
    path("no-invitations/<str:token>", NoInvitationsPage.as_view(), name="no-invitations"),
    path("play/<str:token>", seat_link.exchange, name="table-by-link"),
    path("games/<key:game_id>/link", seat_link.SeatLinkPage.as_view(), name="seat-link"),
    path("settings", SettingsIndex.as_view(), name="settings"),
    path("settings/", include("games.web.settings.urls")),
    path("accounts/2fa/", include("games.web.settings.passkeys")),
    path("styleguide", styleguide, name="styleguide"),
    path("games/", include("games.web.table.urls")),
    path("games/", include("games.web.replay.urls")),
    path("accounts/", RedirectView.as_view(pattern_name="home")),
    path("accounts/login/", sign_in.SignInPage.as_view(), name="account_login"),
    path("accounts/signup/", sign_in.SignUpPage.as_view(), name="account_signup"),
    path("accounts/code/", sign_in.CodePage.as_view(), name="code"),
    path("accounts/link/<str:token>", sign_in.LinkPage.as_view(), name="way-in"),
    path("accounts/invitations/", InvitingPage.as_view(), name="inviting"),
    path("accounts/keep/", practice.KeepPage.as_view(), name="keep-table"),
    path("accounts/address/", AddressPage.as_view(), name="address-page"),
    path("accounts/stop/<str:token>", StopPage.as_view(), name="stop-address"),
    path("accounts/logout/", logout, name="account_logout"),
    path("accounts/inactive/", account_inactive, name="account_inactive"),
]
