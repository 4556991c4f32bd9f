"""Texts that a parameter chooses: by its number, since languages count differently, or by the color of a card.

All of them have placeholders in braces, as refusals do.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Protocol

from django.utils.functional import Promise

SEVERAL: Final = 2
Parameters = Mapping[str, object]


class ChosenText(Protocol):
    """A text with several forms."""

    def choose(self, parameters: Parameters) -> str:
        """Return the form for these parameters."""
        ...

    @property
    def template(self) -> str:
        """The form that a list of all texts shows."""
        ...


class Counted(NamedTuple):
    """A text with a form for each kind of number; `number` is the name of the parameter."""

    number: str
    form: Callable[[int], str]

    def choose(self, parameters: Parameters) -> str:
        """Return the form for this number."""
        return self.form(int(str(parameters[self.number])))

    @property
    def template(self) -> str:
        """The form for several."""
        return self.form(SEVERAL)


class OfCard(NamedTuple):
    """A text for each kind of card, which is the parameter `color`; `template` stands for them all."""

    texts: Mapping[str, Promise]
    template: str

    def choose(self, parameters: Parameters) -> str:
        """Return the text about this kind of card."""
        return str(self.texts[str(parameters["color"])])


Text = Promise | str | ChosenText
Texts = Mapping[str, Promise | ChosenText]


def fill(text: Text, parameters: Parameters, in_words: Parameters) -> str:
    """Return the text in the form for these parameters, with their words."""
    chosen = str(text) if isinstance(text, Promise | str) else text.choose(parameters)
    return chosen.format_map(dict(in_words))


def template(text: Text) -> str:
    """Return the text with its placeholders."""
    return str(text) if isinstance(text, Promise | str) else text.template
