"""The API's addresses, below /api/v1/."""

from django.urls import path

from games.api import converters  # noqa: F401 - they register themselves
from games.api.views import accounts, games, me, play, problems, rulesets, tokens

urlpatterns = [
    path("accounts", accounts.SignUpView.as_view(), name="sign-up"),
    path("accounts/sign-in", accounts.SignInView.as_view(), name="sign-in"),
    path("accounts/confirm", accounts.ConfirmView.as_view(), name="confirm"),
    path("me", me.MeView.as_view(), name="me"),
    path("me/address", me.AddressView.as_view(), name="address"),
    path("me/export", me.ExportView.as_view(), name="export"),
    path("tokens", tokens.TokensView.as_view(), name="tokens"),
    path("tokens/current", tokens.CurrentTokenView.as_view(), name="current-token"),
    path("tokens/<int:token_id>", tokens.TokenView.as_view(), name="token"),
    path("rulesets", rulesets.RulesetsView.as_view(), name="rulesets"),
    path("rulesets/<str:ruleset_id>", rulesets.RulesetView.as_view(), name="ruleset"),
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<key:game_id>", games.GameView.as_view(), name="game"),
    path("games/<key:game_id>/join", games.JoinView.as_view(), name="join"),
    path("games/<key:game_id>/leave", games.LeaveView.as_view(), name="leave"),
    path("games/<key:game_id>/start", games.StartView.as_view(), name="start"),
    path("games/<key:game_id>/invitations", games.InvitationsView.as_view(), name="invitations"),
    path("games/<key:game_id>/contribution", games.ContributionView.as_view(), name="contribution"),
    path("games/<key:game_id>/resign", games.ResignView.as_view(), name="resign"),
    path("games/<key:game_id>/return", games.ReturnView.as_view(), name="return"),
    path("games/<key:game_id>/open-secrets", games.OpenSecretsView.as_view(), name="open-secrets"),
    path("games/<key:game_id>/export", games.GameExportView.as_view(), name="export-game"),
    path("games/<key:game_id>/options", play.OptionsView.as_view(), name="options"),
    path("games/<key:game_id>/moves", play.MovesView.as_view(), name="moves"),
    path("games/<key:game_id>/moves/dry-run", play.DryRunView.as_view(), name="dry-run"),
    path("games/<key:game_id>/log", play.LogView.as_view(), name="log"),
    path("problems", problems.ProblemsView.as_view(), name="problems"),
]
