"""Films of ended games, cached like PNGs: a worker draws them, and anyone who may see the game fetches them.

A film shows what any spectator saw, and no player's name. It is the same for everybody, as long as the game does not
change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import override

from games import languages
from games.errors import Refused
from games.models import Game
from games.presentation.pictures import kept
from games.presentation.replay import film
from games.table import store

DRAW: Final = "games.tasks.draw_film"
"""The name of the task; the task imports this module."""
ASKED_SECONDS: Final = 60
"""How long until an unanswered call is repeated: a film takes longer than a picture."""
DAY: Final = "day"
LIGHTS: Final = (DAY, "night")


@dataclass(frozen=True)
class GameFilm:
    """The film of a game, up to its last entry, in one of LIGHTS."""

    game: Game
    light: str
    language: str

    @property
    def depends_on(self) -> tuple[object, ...]:
        """Return everything that the film depends on."""
        return "film", self.game.id, self.game.head, self.light, self.language

    def drawn(self, may_go_on: Callable[[], bool] = lambda: True) -> bytes:
        """Draw the film. Raises TooSlow if it may not go on; NoPicture for a board without geometry."""
        with override(self.language):
            return film.gif(film.stills(self.game, self.light), self.light, may_go_on)


def make(game: Game, light: str = DAY) -> GameFilm:
    """Return the film, in the reader's language.

    Raises Refused while the game runs, since its end would change every time.
    """
    if game.ended_at is None or not game.head:
        raise Refused("game_not_ended", game_status=game.status)
    return GameFilm(game, light, languages.active())


def ask_for(game_film: GameFilm) -> None:
    """Call a worker to draw the film. Raises Unavailable if the broker is down."""
    kept.call(game_film, DRAW, game_film.game.id, game_film.light, game_film.language, within=ASKED_SECONDS)


def draw(game_id: str, light: str, language: str) -> None:
    """Draw a film and cache it. Do nothing if the game no longer exists, or runs again."""
    try:
        game, _seats, _turns = store.look(game_id)
    except Game.DoesNotExist:
        return
    if game.ended_at is not None and game.head:
        draw_now(GameFilm(game, light, language))


def draw_now(game_film: GameFilm, may_go_on: Callable[[], bool] = lambda: True) -> bytes:
    """Return the film, drawn here if it is not cached: for a process that is itself a worker. Raises as `drawn`."""
    cached = kept.fetch(game_film)
    if cached is not None:
        return cached
    drawn = game_film.drawn(may_go_on)
    kept.keep(game_film, drawn)
    return drawn
