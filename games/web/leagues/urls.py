"""The addresses of the pages of leagues, below the list of leagues."""

from django.urls import path

from games.web.correction import CorrectionPage
from games.web.leagues.creation import NewLeaguePage
from games.web.leagues.league import LeaguePage

urlpatterns = [
    path("new", NewLeaguePage.as_view(), name="new-league"),
    path("<key:league_id>", LeaguePage.as_view(), name="league"),
    path("<key:league_id>/games/<key:game_id>", CorrectionPage.as_view(), name="league-correction"),
    path("<key:league_id>/seasons/<int:number>", LeaguePage.as_view(), name="league-season"),
]
