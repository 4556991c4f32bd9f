"""A PNG is composed of the map and the names, which are cached, and a position, without any visible difference."""

from typing import cast

import pytest
from PIL import ImageChops

import engine
from games.presentation.pictures import Way, empty, png
from tests.sweeps import at_length

NOTICEABLE = 40
"""Of 255: the edge between two layers may differ by less."""


@pytest.mark.parametrize("light", at_length(["day", "night"], at_once=["night"]))
@pytest.mark.parametrize("ruleset", at_length(["usa@1", "old_west@1"], at_once=["usa@1"]))
@pytest.mark.parametrize("size", at_length(["thumbnail", "table"], at_once=["table"]))
def test_the_layers_make_the_picture_that_was_drawn_as_one(ruleset: str, light: str, size: str) -> None:
    svg = empty(engine.ruleset(ruleset, {"alvin": True} if ruleset == "old_west@1" else {}), Way(size, light))
    laid, whole = png.layered(svg, 600), png._draw(svg, 600).convert("RGB")
    off = ImageChops.difference(laid, whole)
    assert max(most for _, most in cast("tuple[tuple[int, int], ...]", off.getextrema())) < NOTICEABLE


def test_a_table_s_names_are_kept_too() -> None:
    svg = empty(engine.ruleset("usa@1", {}), Way("table", "day"))
    names = png.NAMES.search(svg)
    assert names is not None
    assert names[0].count("<g ") == names[0].count("</g>") == len(engine.ruleset("usa@1", {}).board.cities) + 1


def test_the_kept_layers_are_not_drawn_upon() -> None:
    svg = empty(engine.ruleset("usa@1", {}), Way("thumbnail", "day"))
    assert png.png(svg, "thumbnail") == png.png(svg, "thumbnail")
