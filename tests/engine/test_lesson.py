"""Run the lesson in the engine's own docstring."""

import doctest

import engine


def test_the_lesson_holds() -> None:
    failed, tried = doctest.testmod(engine)
    assert tried > 10
    assert not failed
