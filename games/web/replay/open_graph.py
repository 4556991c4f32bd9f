"""The preview of an entry's address where somebody posts it (Open Graph), as any spectator may see it.

Only public games have one; to a stranger's program a private game does not exist.
"""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games import languages
from games.errors import Unavailable
from games.lobby.visible import VisibleGame
from games.presentation.pictures import Way, kept
from games.presentation.pictures.of_games import GamePicture
from games.table import store
from games.web.replay.lookback import Lookback
from games.web.table import news, page

WAY: Final = Way("table", "day")


@dataclass(frozen=True)
class Shared:
    """The content of a preview."""

    title: str
    about: str
    url: str
    picture: str
    locale: str


def share_preview(back: Lookback) -> Shared | None:
    """Return the preview; None for a private game."""
    game = back.sight.game
    if not game.public:
        return None
    place = {"game_id": game.pk, "entry": back.number}
    placeholders = {"game": page.name_of(back.sight), "entry": back.number, "last": back.timeline.head}
    return Shared(
        title=_("%(game)s, entry %(entry)d of %(last)d") % placeholders,
        about=_describe_entry(back),
        url=settings.PUBLIC_URL + reverse("replay", kwargs=place),
        picture=settings.PUBLIC_URL + reverse("replay-picture", kwargs=place),
        locale=languages.active(),
    )


def _describe_entry(back: Lookback) -> str:
    """Describe the entry as a spectator reads it, whoever asks for the page."""
    entry = store.log_for(back.sight.game, None, back.number - 1, 1)[0]
    return " ".join(news.tell(back.sight.of_an_onlooker(), entry)[:2])


def picture(visible_game: VisibleGame, entry: int) -> GamePicture:
    """Return the picture of the preview."""
    return GamePicture.asked(visible_game.game, visible_game.seats, None, WAY, entry)


def prepare(back: Lookback) -> None:
    """Start drawing the picture while a program reads the page, since it asks for the picture next."""
    game, seats = back.sight.game, list(back.sight.seats)
    game_picture = GamePicture.asked(game, seats, None, WAY, back.number)
    try:
        if kept.fetch(game_picture) is None:
            kept.ask_for(game_picture)
    except Unavailable:
        return
