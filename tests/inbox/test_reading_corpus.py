"""Replies of every shape: everything typed is read, and nothing else, above all nothing quoted."""

from pathlib import Path

import pytest

from notifications.inbox.reading import UnreadableEmail
from tests.inbox.corpus_index import FOLDER, QUOTED, Shape, shapes, sources
from tests.inbox.typed import typed_in
from tests.sweeps import at_length

EVERY = shapes()


@pytest.mark.parametrize("shape", EVERY, ids=lambda shape: shape.name)
def test_what_was_typed_is_read(shape: Shape) -> None:
    if "unreadable" in shape.fields:
        with pytest.raises(UnreadableEmail) as found:
            typed_in(shape.raw)
        assert found.value.reason == shape.fields["unreadable"]
        return
    typed = typed_in(shape.raw)
    assert typed.is_automatic is shape.fields.get("automatic", False)
    assert list(typed.lines) == shape.fields.get("typed", [])
    assert not QUOTED.intersection(typed.lines)


@pytest.mark.parametrize("shape", at_length(EVERY, at_once=EVERY[::10]), ids=lambda shape: shape.name)
def test_it_is_read_alike_with_lines_ended_as_on_the_wire(shape: Shape) -> None:
    """SMTP ends lines with CR and LF (RFC 5321 2.3.8)."""
    wired = shape.raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    if "unreadable" not in shape.fields:
        assert list(typed_in(wired).lines) == shape.fields.get("typed", [])


def test_every_email_is_in_an_index() -> None:
    emails = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.eml")}
    assert {shape.name for shape in EVERY} == emails


def test_half_of_the_corpus_are_published_fixtures() -> None:
    published = [shape for shape in EVERY if "fixture" in shape.fields]
    assert len(EVERY) >= 150
    assert 2 * len(published) >= len(EVERY)


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.name)
def test_whose_fixtures_they_are_and_on_what_terms_is_said(source: Path) -> None:
    assert f"`{source.name}/`" in (FOLDER / "README.md").read_text()
    assert (source / "LICENSE").read_text()


def test_no_name_or_address_is_anyone_s() -> None:
    for shape in EVERY:
        for word in shape.raw.replace(b"=\n", b"").decode("latin-1").split():
            if "@" in word and "." in word.rpartition("@")[2] and "example" not in word:
                assert word.rpartition("@")[2].rstrip(">);:,.\"'") == "", (shape.name, word)
