"""An ended game as a film: a GIF, which mail programs show, too. It plays once, and contains no player's name.

The first picture is the end, since some mail programs show no other. Then the board as a spectator saw it, after each
entry that still counts and changed it, with the points of all seats in a strip below; and the end, which stays.

All pictures share one palette, and each contains only changes, which makes a film hardly larger than a few pictures.
It is scaled down if it would still be too large. Drawing it takes seconds: this is work for a worker.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops

import engine
from games.models import Game
from games.presentation import pictures
from games.presentation.pictures import LIGHTS, Way, raster, strip
from games.table import store

SIZE: Final = "thumbnail"
"""The size with lines and dots, which are recognizable in a moment."""
WIDE: Final = 560
SMALLER: Final = 1.0, 0.8, 0.6
"""The width of a film in pixels; and the scales to try, the next if the file would be too large."""
LARGEST: Final = 500_000
"""The most bytes that an email allows."""
MOST: Final = 90
"""The most pictures of a film; of a longer game only every second one is shown, and so on."""
FIRST, LAST = 1500, 3000
"""How long the end is shown, at first and at last, in milliseconds."""
WHOLE: Final = 18_000
"""How long all other pictures take together, in milliseconds, unless each would be shown too long."""
SLOWEST: Final = 600
COLORS: Final = 96
NOTHING_NEW: Final = 255
"""The index of the transparent color, which lets the previous picture shine through."""


class TooSlow(Exception):
    """The error that there is no time left to draw the film."""


@dataclass(frozen=True)
class Still:
    """The content of one picture of the film: the board as SVG, and the points of all seats."""

    board: str
    points: tuple[int, ...]


def gif(stills: Sequence[Still], light: str, may_go_on: Callable[[], bool] = lambda: True) -> bytes:
    """Return the film, in one of LIGHTS. Raises TooSlow if it may not go on."""
    frames = []
    for still in thinned(stills):
        if not may_go_on():
            raise TooSlow
        frames.append(_draw_still(still, light))
    all_frames = [frames[-1], *frames]
    films = (_pack(all_frames, scale) for scale in SMALLER)
    return next((film for film in films if len(film) <= LARGEST), b"") or _pack(all_frames, SMALLER[-1])


def stills(game: Game, light: str) -> list[Still]:
    """Return what a spectator saw after each entry that counts and visibly changed something, oldest first.

    Raises NoPicture for a board without geometry.
    """
    board, way = engine.ruleset(game.ruleset, game.options).board, Way(SIZE, light)
    kept_stills: list[Still] = []
    for _number, view in store.views_along(game):
        still = Still(pictures.position(board, view, way), tuple(seat["points"] for seat in view["seats"]))
        if not kept_stills or still != kept_stills[-1]:
            kept_stills.append(still)
    return kept_stills


def thinned(stills: Sequence[Still]) -> list[Still]:
    """Return as many stills as a film can have, including the last."""
    step = max(1, -(-len(stills) // MOST))
    return list(stills[::-1][::step][::-1])


def _draw_still(still: Still, light: str) -> Image.Image:
    board, below = raster.picture(still.board, WIDE), raster.picture(strip.drawn(still.points, LIGHTS[light]()), WIDE)
    picture = Image.new("RGB", (WIDE, board.height + below.height))
    picture.paste(board, (0, 0))
    picture.paste(below, (0, board.height))
    return picture


def _pack(frames: Sequence[Image.Image], scale: float) -> bytes:
    """Pack all pictures with one palette, that of the last, which has every color."""
    wide, high = frames[-1].size
    size = round(wide * scale), round(high * scale)
    sized = list(frames) if scale == 1 else [frame.resize(size, Image.Resampling.LANCZOS) for frame in frames]
    palette = sized[-1].quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    painted = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in sized]
    first, *further = [painted[0], *map(_keep_changes, painted, painted[1:])]
    duration = min(SLOWEST, WHOLE // len(frames))
    film = io.BytesIO()
    durations = [FIRST, *[duration] * (len(further) - 1), LAST]
    first.save(
        film, "GIF", save_all=True, append_images=further, duration=durations, disposal=1, transparency=NOTHING_NEW
    )
    return film.getvalue()


def _keep_changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """Return the changes of a picture; everything else lets the previous one shine through."""
    then, now = (Image.frombytes("L", frame.size, frame.tobytes()) for frame in (before, after))
    changed = ImageChops.difference(then, now).point(lambda value: 255 if value else 0)
    new = Image.new("L", after.size, NOTHING_NEW)
    new.paste(now, mask=changed)
    news = Image.frombytes("P", after.size, new.tobytes())
    news.putpalette(after.getpalette() or [])
    return news
