"""The addresses of the pages of cups, below the list of cups."""

from django.urls import path

from games.web.correction import CorrectionPage
from games.web.cups.creation import NewCupPage
from games.web.cups.cup import CupPage

urlpatterns = [
    path("new", NewCupPage.as_view(), name="new-cup"),
    path("<key:cup_id>", CupPage.as_view(), name="cup"),
    path("<key:cup_id>/games/<key:game_id>", CorrectionPage.as_view(), name="cup-correction"),
]
