"""The addresses of the pages of cups, below the list of cups."""

from django.urls import path

from games.web.cups.creation import NewCupPage
from games.web.cups.cup import CupPage

urlpatterns = [
    path("new", NewCupPage.as_view(), name="new-cup"),
    path("<key:cup_id>", CupPage.as_view(), name="cup"),
]
