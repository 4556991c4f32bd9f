"""A hand that is only drawn has hidden words for screen readers, in the grammar of each language."""

import re

from django.utils.html import strip_tags

from games.presentation.prospects import cards
from games.templatetags.table_signs import chips


def test_a_hand_counts_its_cards_in_a_phrase() -> None:
    """The number alone is seen; the words around it are as in a sentence."""
    drawn = chips(cards.chips({"blue": 1, "locomotive": 3}))
    assert [strip_tags(item) for item in drawn.split("</li>")] == ["1 blue", "3 locomotives", ""]
    assert re.findall("<b>(.*?)</b>", drawn) == ["1", "3"]
