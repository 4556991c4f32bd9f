"""What others are told of the address of an entry where somebody pastes it (Open Graph): as any onlooker may see it.

Only public games have that; to a stranger's program a private one does not exist.
"""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import store
from games.errors import Unavailable
from games.pictures import Way, kept
from games.pictures.of_games import GamePicture
from games.seats.visible import VisibleGame
from games.web.replay.lookback import Lookback
from games.web.table import news, page

WAY: Final = Way("table", "day")


@dataclass(frozen=True)
class Shared:
    """What a preview of the address shows."""

    title: str
    about: str
    url: str
    picture: str
    locale: str


def share_preview(back: Lookback) -> Shared | None:
    """The preview; None for a private game."""
    game = back.sight.game
    if not game.public:
        return None
    place = {"game_id": game.pk, "entry": back.number}
    said = {"game": page.name_of(back.sight), "entry": back.number, "last": back.timeline.head}
    return Shared(
        title=_("%(game)s, entry %(entry)d of %(last)d") % said,
        about=_description(back),
        url=settings.PUBLIC_URL + reverse("replay", kwargs=place),
        picture=settings.PUBLIC_URL + reverse("replay-picture", kwargs=place),
        locale=get_language() or "en",
    )


def _description(back: Lookback) -> str:
    """What happened, as an onlooker reads it, whoever asks for the page."""
    entry = store.log_for(back.sight.game, None, back.number - 1, 1)[0]
    return " ".join(news.tell(back.sight.of_an_onlooker(), entry)[:2])


def picture(found: VisibleGame, entry: int) -> GamePicture:
    """The picture of the preview."""
    return GamePicture.asked(found.game, found.seats, None, WAY, entry)


def prepare(back: Lookback) -> None:
    """Have the picture drawn while a program reads the page, for it asks for the picture next."""
    game, seats = back.sight.game, list(back.sight.seats)
    wanted = GamePicture.asked(game, seats, None, WAY, back.number)
    try:
        if kept.fetch(wanted) is None:
            kept.ask_for(wanted)
    except Unavailable:
        return
