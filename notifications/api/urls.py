"""Where the API's part about mail is, below /api/v1/."""

from django.urls import path

from games.api import converters  # noqa: F401 - they register themselves
from notifications.api import links, mail, views

urlpatterns = [
    path("me/preferences", views.PreferencesView.as_view(), name="preferences"),
    path("me/mail", mail.MailView.as_view(), name="mail"),
    path("me/mail/games/<key:game_id>", mail.GameMailView.as_view(), name="game-mail"),
    path("games/<key:game_id>/absences", mail.AbsencesView.as_view(), name="absences"),
    path("me/links", links.LinksView.as_view(), name="links"),
    path("unsubscribe/<str:token>", views.UnsubscribeView.as_view(), name="unsubscribe"),
]
