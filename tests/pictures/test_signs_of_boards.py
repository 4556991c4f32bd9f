"""A board's own symbols: for pieces, which may belong to a seat, and for attributes of its routes."""

import pytest
from django.utils.translation import gettext_lazy

from engine.boards.lagoon import LAGOON
from engine.boards.tables import board_from_tables
from games.presentation.pictures import captions, signs, traits
from games.presentation.pictures.geometry import geometry
from games.presentation.pictures.pieces import OwnedPiece, PieceInCity
from games.presentation.pictures.sizes import TABLE
from games.presentation.pictures.yards import BEFORE

STATIONS = OwnedPiece(lambda seat: f"<path class='s-{seat}'/>", gettext_lazy("station"), lambda view: view["markers"])
CITIES = "bern | Bern | 46.9 | 7.4\nchur | Chur | 46.8 | 9.5\nlugano | Lugano | 46.0 | 8.9"
MOUNTAINS = board_from_tables("Alps", CITIES, "bern | chur | 2 | red\nchur | lugano | 2 | gray/tunnel", "", {2: 2})


def test_an_owned_piece_has_a_sign_for_each_seat() -> None:
    assert list(STATIONS.signs("stations", 2)) == [
        ("piece-stations-1", "<path class='s-1'/>"),
        ("piece-stations-2", "<path class='s-2'/>"),
    ]


def test_it_stands_where_the_view_says_and_is_whose_the_view_says() -> None:
    assert list(STATIONS.standing("stations", {**BEFORE, "markers": {"bern": 1}})) == [
        PieceInCity("stations", "bern", 1)
    ]
    assert PieceInCity("stations", "bern", 1).sign == "piece-stations-2"
    assert captions.piece("station", "Ada") == "station of Ada"


def test_a_picture_defines_the_signs_of_its_own_board_alone() -> None:
    assert "piece-lanterns" in signs.definitions({"piece-lanterns"})
    assert "piece-alvin" not in signs.definitions({"piece-lanterns"})
    assert "piece-alvin" in signs.every_definition()


def test_the_sign_of_an_attribute_lies_on_every_space_of_its_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "signs", lambda: {"tunnel": "<path/>"})
    plain, tunnel = MOUNTAINS.routes
    track = geometry(LAGOON).tracks["anchor-brine"]
    assert TABLE.open(tunnel, track).count('href="#trait-tunnel"') == len(track.spaces)
    assert "trait" not in TABLE.open(plain, track)
    assert traits.on(MOUNTAINS) == ["tunnel"]
    assert traits.on(LAGOON) == []
