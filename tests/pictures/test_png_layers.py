"""A PNG is laid together from the map, which is kept, and what stands on it: nobody can see that."""

from typing import cast

import pytest
from PIL import ImageChops

import engine
from games.pictures import Way, empty, png

NOTICEABLE = 40
"""Of 255: an edge between two layers may be a shade off."""


@pytest.mark.parametrize("light", ["day", "night"])
@pytest.mark.parametrize("ruleset", ["usa@1", "old_west@1"])
def test_the_layers_make_the_picture_that_was_drawn_as_one(ruleset: str, light: str) -> None:
    svg = empty(engine.ruleset(ruleset, {}), Way("thumbnail", light))
    found = png.MAP.search(svg)
    assert found is not None
    head = png.TOLD.sub("", svg[: found.start()])
    laid = png._map(f"{head}{found[0]}</svg>", 400).copy()
    laid.alpha_composite(png._drawn(svg[: found.start()] + svg[found.end() :], 400))
    whole = png._drawn(svg, 400)
    off = ImageChops.difference(laid.convert("RGB"), whole.convert("RGB"))
    assert max(most for _, most in cast("tuple[tuple[int, int], ...]", off.getextrema())) < NOTICEABLE


def test_the_kept_map_is_not_drawn_upon() -> None:
    svg = empty(engine.ruleset("usa@1", {}), Way("thumbnail", "day"))
    assert png.png(svg, "thumbnail") == png.png(svg, "thumbnail")
