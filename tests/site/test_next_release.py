"""Everything that browsers, programs or the cache store is renewed by the next release."""

from pathlib import Path

import pytest
from pytest_django import Settings

from games.models import Game
from games.presentation.pictures import Way, kept
from games.presentation.pictures.of_games import GamePicture
from games.presentation.replay.films import GameFilm
from tests.api.people import client_of
from tests.games.stories import holder
from tests.replay.games import under_way
from tests.web.people import browser_of
from ttr_site import release

PAGES = ["/boards/usa@1.svg", "/games/{game}", "/games/{game}/thumbnail.svg", "/games/{game}/replay/9"]
ANSWERS = [f"/api/v1/games/{{game}}{end}" for end in ("", "/board.svg", "/entries/9", "/points")]


@pytest.fixture
def game() -> Game:
    return under_way()


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_a_browser_fetches_a_page_or_picture_again_after_an_upgrade(
    address: str, game: Game, settings: Settings
) -> None:
    browser, path = browser_of(holder(game, 0)), address.format(game=game.pk)
    browser.get(path)  # sets a cookie, with which a page has another tag
    tag = browser.get(path)["ETag"]
    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 304
    settings.RELEASE = "the next one"
    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ANSWERS)
def test_a_program_fetches_an_answer_that_is_known_by_facts_again(address: str, game: Game, settings: Settings) -> None:
    program, path = client_of(holder(game, 0)), address.format(game=game.pk)
    tag = program.get(path)["ETag"]
    assert program.get(path, headers={"If-None-Match": tag}).status_code == 304
    settings.RELEASE = "the next one"
    assert program.get(path, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.django_db
def test_what_is_drawn_is_kept_for_one_release(game: Game, settings: Settings) -> None:
    picture = GamePicture.asked(game, list(game.seats.all()), None, Way("table", "day"))
    for wanted in (picture, GameFilm(game, "day", "en")):
        kept.keep(wanted, b"drawn")
        assert kept.fetch(wanted) == b"drawn"
    settings.RELEASE = "the next one"
    assert (kept.fetch(picture), kept.fetch(GameFilm(game, "day", "en"))) == (None, None)


def test_a_release_is_known_by_all_that_it_is_made_of(tmp_path: Path) -> None:
    for name in ("engine/boards/usa.py", "games/templates/web/home.html", "requirements.lock"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    for room in ("notifications", "ttr_site"):
        (tmp_path / room).mkdir()
    found = {release.digest(tmp_path)}
    compiled = tmp_path / "engine" / "__pycache__" / "usa.pyc"
    compiled.parent.mkdir()
    compiled.write_bytes(b"compiled")
    assert {release.digest(tmp_path)} == found
    (tmp_path / "games" / "templates" / "web" / "home.html").write_text("otherwise")
    found.add(release.digest(tmp_path))
    (tmp_path / "engine" / "boards" / "usa.py").rename(tmp_path / "engine" / "boards" / "canada.py")
    found.add(release.digest(tmp_path))
    (tmp_path / "requirements.lock").unlink()
    found.add(release.digest(tmp_path))
    assert len(found) == 4
