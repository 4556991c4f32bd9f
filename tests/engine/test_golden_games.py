"""Golden games always replay to the same positions, pass the checker, and cover every kind of thing a game can show."""

import copy
import json
from pathlib import Path

import pytest

from engine.verify import Untrue, verify
from tests.sweeps import at_length

from .golden_games import add, digests, export_of, files, known, main, write_digests
from .recorder import recorded
from .wanted import WANTS, Want, missing, stories, story

FILES = list(files())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays_to_what_it_always_did(file: Path) -> None:
    assert digests(export_of(file)) == known()[file.name]


@pytest.mark.parametrize("file", at_length(FILES, at_once=FILES[::10]), ids=lambda file: file.stem)
def test_a_golden_game_is_accepted_by_the_checker(file: Path) -> None:
    export = export_of(file)
    assert verify(export, witness=export["entries"][-1]["hash"]) == len(export["entries"])


def test_no_golden_game_is_ever_taken_away() -> None:
    assert set(known()) == {file.name for file in FILES}


@pytest.mark.twins
@pytest.mark.parametrize("want", WANTS, ids=repr)
def test_the_corpus_shows(want: Want) -> None:
    """Check for every ruleset with every number of seats, option, ending, and kind of event, move and ruling."""
    assert not missing(want, stories())


def test_what_is_not_shown_would_be_missed() -> None:
    for want in WANTS:
        assert missing(want, [])
        assert missing(want, [told for told in stories() if told.rules != want.rules.id])


class TestAdding:
    def test_a_file_that_is_dropped_in_gets_its_digests(self, tmp_path: Path) -> None:
        export = recorded(2, 8).export()
        (tmp_path / "mine.json").write_text(json.dumps(export))
        write_digests(tmp_path)
        assert known(tmp_path) == {"mine.json": digests(export)}

    def test_an_export_becomes_a_golden_game(self, tmp_path: Path) -> None:
        export = recorded(2, 8).export()
        file = add(export, "of-mine", tmp_path)
        assert file.name == "usa@1-2-of-mine.json"
        assert json.loads(file.read_text()) == export
        assert known(tmp_path) == {file.name: digests(export)}
        assert story(json.loads(file.read_text())).outcome == "played"

    def test_what_does_not_verify_is_refused(self, tmp_path: Path) -> None:
        forged = copy.deepcopy(recorded(2, 8).export())
        forged["standings"][0]["points"] += 1
        with pytest.raises(Untrue, match="standings_differ"):
            add(forged, "forged", tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_a_name_is_given_once(self, tmp_path: Path) -> None:
        export = recorded(2, 8).export()
        add(export, "one", tmp_path)
        with pytest.raises(FileExistsError):
            add(export, "one", tmp_path)

    def test_digests_on_file_stay_whatever_a_game_replays_to(self, tmp_path: Path) -> None:
        file = add(recorded(2, 8).export(), "one", tmp_path)
        (tmp_path / "digests.txt").write_text(f"{file.name} old older\n")
        add(recorded(2, 9).export(), "two", tmp_path)
        assert known(tmp_path)[file.name] == ("old", "older")

    @pytest.mark.parametrize(("text", "status"), [("{", 2), ("{}", 2), ('{"format": "x", "entries": []}', 1)])
    def test_the_command_says_why_it_refuses(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, status: int
    ) -> None:
        (tmp_path / "export.json").write_text(text)
        assert main(["add", str(tmp_path / "export.json"), "never"]) == status
        assert capsys.readouterr().err
