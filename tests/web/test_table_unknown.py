"""Prompts and moves for which the page has no form are listed in words."""

import pytest

from games.web.table import questions
from games.web.table.questions import turn as of_a_turn
from tests.games.stories import prompts
from tests.web.test_table import head, turn

pytestmark = pytest.mark.django_db


def test_moves_without_a_form_are_listed_in_words_kind_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_a_turn, "turn_choices", lambda: ())
    game, _, visitor = turn(red=6)
    page = visitor.open()
    (drawing,) = [form for form in page.forms if ("move", "") in form.hidden and "Draw tickets" in page.text][-1:]
    assert "Take a card from the deck" in page.text
    assert "Claim Denver – Omaha" not in page.text, "six red cards do not pay for purple"
    before = head(game)
    sent = [(name, "tickets" if name == "move" else value) for name, value in drawing.filled()]
    visitor.send(drawing, sent)
    assert head(game) == before + 1
    assert prompts(game)[0]["type"] == "keep_tickets"


def test_a_question_without_a_form_lists_its_answers_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {tag: ask for tag, ask in questions.questions().items() if tag != "take_turn"}
    monkeypatch.setattr(questions, "questions", lambda: known)
    game, _, visitor = turn()
    page = visitor.open()
    assert "Your answer" in page.text
    assert "Draw tickets" in page.text
    before = head(game)
    visitor.press("Play it", move="draw deck")
    assert head(game) == before + 1
