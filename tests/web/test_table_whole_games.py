"""Whole games without JavaScript: only links and forms, from the first tickets to the standings."""

from random import Random

import pytest

import engine
from games.models import Game
from tests.games.stories import players, prompts, started
from tests.web.paper import Form, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.nightly]
NIGHTLY = ("lagoon@1", "nordic@1", "usa_mega@1")
"""The others take minutes, too, and ask nothing else; in a browser they are played to the end as well."""
MOST_MOVES = 900
STEPS = 6
RARELY = 0.06


def forms(visitor: Visitor) -> list[Form]:
    """Return the forms that play."""
    return [form for form in visitor.page.forms if dict(form.hidden).get("prompt")]


def filled(form: Form, random: Random) -> list[tuple[str, str]]:
    """Fill in the form in a random way."""
    chosen = [(name, random.choice(ways)[0]) for name, ways in form.radios.items()]
    ticked = [(name, value) for name, value, _ in form.boxes if random.random() < 0.7]
    return [*form.hidden, *chosen, *ticked]


def send(visitor: Visitor, form: Form, random: Random) -> None:
    """Send the form; if the tickets are too few or too many for the cards, keep those ticked at first."""
    before = visitor.address
    answer = visitor.http.post(form.action or before, _body(filled(form, random)))
    if answer.status_code == 422 and form.boxes:
        answer = visitor.http.post(form.action or before, _body([*form.hidden, *_all_or_suggested(form)]))
    assert answer.status_code == 303, answer.content.decode()[:4000]


def _all_or_suggested(form: Form) -> list[tuple[str, str]]:
    ticked = [(name, value) for name, value, on in form.boxes if on]
    return ticked or [(name, value) for name, value, _ in form.boxes]


def _body(sent: list[tuple[str, str]]) -> dict[str, list[str]]:
    body: dict[str, list[str]] = {}
    for name, value in sent:
        body.setdefault(name, []).append(value)
    return body


def ways_on(visitor: Visitor, random: Random) -> list[str]:
    """Return links a visitor might follow next: claims and rows first, so that the game ends."""
    links = [href for href, words in visitor.page.links if words and href.startswith("?")]
    for kind in ("?route=", "?place=", "?city=", "?station="):
        if found := [href for href in links if href.startswith(kind)]:
            return found
    if random.random() < RARELY and "?tickets=1" in links:
        return ["?tickets=1"]
    return [href for href in links if href != "?tickets=1"] or links


def play(visitor: Visitor, random: Random) -> None:
    """Answer the prompt, following random links."""
    visitor.open()
    if any(href == "?all=1" for href, _ in visitor.page.links):
        visitor.open("?all=1")
    for _ in range(STEPS):
        ready = forms(visitor)
        if ready and (random.random() < 0.7 or not ways_on(visitor, random)):
            send(visitor, random.choice(ready), random)
            return
        ways = ways_on(visitor, random)
        assert ways, visitor.page.text
        visitor.open(random.choice(ways))
    ready = forms(visitor)
    if ready:
        send(visitor, ready[0], random)


@pytest.mark.parametrize(
    "ruleset",
    [name if name in NIGHTLY else pytest.param(name, marks=pytest.mark.soak) for name in engine.RULESETS],
)
def test_a_whole_game_by_forms_only(ruleset: str) -> None:
    random = Random(ruleset)
    people = players(2)
    options = dict.fromkeys(engine.RULESETS[ruleset].variants, True)
    game = started(people, ruleset=ruleset, options=options)
    visitors = [Visitor(player, game.pk) for player in people]
    for _ in range(MOST_MOVES):
        if Game.objects.get(pk=game.pk).status != Game.Status.RUNNING:
            break
        play(visitors[prompts(game)[0]["seat"]], random)
    for visitor in (*visitors, Visitor(None, game.pk)):
        page = visitor.open()
        assert "win with" in page.text or "wins with" in page.text
        assert not forms(visitor)
