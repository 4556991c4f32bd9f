"""The addresses of a game's replay."""

from django.urls import path

from games.web.replay import views
from games.web.replay.opened_secrets import OpenSecrets

urlpatterns = [
    path("<str:game_id>/replay", views.beginning, name="replay-beginning"),
    path("<str:game_id>/replay/<int:entry>", views.entry, name="replay"),
    path("<str:game_id>/replay/<int:entry>.png", views.picture, name="replay-picture"),
    path("<str:game_id>/film", views.film, name="film"),
    path("<str:game_id>/film.gif", views.film_file, name="film-file"),
    path("<str:game_id>/open-secrets", OpenSecrets.as_view(), name="open-game-secrets"),
    path("<str:game_id>/export.json", views.export, name="game-export"),
]
