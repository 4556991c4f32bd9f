"""Where the pages of cups are."""

from django.urls import path

from games.web.cups.cup import CupPage
from games.web.cups.listed import cups
from games.web.cups.making import NewCupPage

urlpatterns = [
    path("", cups, name="cups"),
    path("/new", NewCupPage.as_view(), name="new-cup"),
    path("/<key:cup_id>", CupPage.as_view(), name="cup"),
]
