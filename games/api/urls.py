"""The API's addresses, below /api/v1/."""

from django.urls import path

from games.api.views import accounts, me, problems, tokens

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
    path("problems", problems.ProblemsView.as_view(), name="problems"),
]
