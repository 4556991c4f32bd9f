"""The email about the end of a game: the whole scoring, in both parts, as on the page and in the API."""

import re
from html import unescape

import pgtrigger
import pytest

import engine
from engine.codec import canonical
from games.models import EntrySecret, Game, GameSecret
from games.presentation import words
from games.table import store
from notifications.batch import Batch
from notifications.letters.document import WIDTH
from notifications.letters.final_scores import final_scores
from notifications.models import Notification
from notifications.pictures import DrawingTime
from notifications.policy.kinds import GAME_OVER
from tests.games.sitting import resigned
from tests.games.stories import NOON, chosen, play_on, players, started
from tests.games.worlds import position
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

every_ruleset = pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["lagoon@1"]))


def scored(carry: Carry, ruleset: str = "lagoon@1") -> Game:
    """Return a game that was played to its end, of which nobody has been told."""
    game = chosen(started(players(2), ruleset=ruleset, rated=True))
    carry(NOON)
    play_on(game, 2000)
    return store.read(game.pk)


def plain(mail: Received) -> str:
    """Return the text of the HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", mail.html)).split())


def test_a_win_by_resignation_is_told_as_one(carry: Carry) -> None:
    game = chosen(started(players(2)))
    carry(NOON)
    resigned(game, 1)
    told = {mail.to[0]: " ".join(mail.text.split()) for mail in carry(NOON)}
    assert re.search(r"is over\. You won with \S+ because Player 1 resigned\.", told["player0@mail.example"])
    assert "because you resigned." in told["player1@mail.example"]


@every_ruleset
def test_both_parts_have_every_line_of_every_seat(carry: Carry, ruleset: str) -> None:
    game = scored(carry, ruleset)
    state = store.load(game).state
    for mail in carry(NOON):
        text, html = " ".join(mail.text.split("FINAL SCORES")[1].split()), plain(mail)
        for scoring in engine.final_scoring(state):
            for reason, line, total in scoring.lines:
                name = words.scoring_line(reason, line, state.rules.board)
                figures = [words.signed(line.points), words.amount(total)] if line.points else []
                assert " ".join([name, *figures]) in text
                if not line.missing:
                    assert re.search(
                        " ".join([re.escape(name), "(takes [a-z0-9, ]+ )?"]) + re.escape(" ".join(figures)), html
                    )


@every_ruleset
def test_lines_of_the_text_are_short_and_each_ticket_has_its_fate(carry: Carry, ruleset: str) -> None:
    scored(carry, ruleset)
    for mail in carry(NOON):
        scores = mail.text.split("FINAL SCORES")[1].split("http")[0]
        assert max(map(len, scores.splitlines())) <= WIDTH
        assert re.search(r"\n   ✗ .+ −\d+ +−?\d+\n", scores)
        assert not re.search(r"(?<![\w-])-\d", scores)


def test_the_reader_is_marked_and_ratings_have_both_sides(carry: Carry) -> None:
    scored(carry)
    first, second = sorted(carry(NOON), key=lambda mail: mail.to)
    assert "Player 0 (you), red:" in first.text
    assert "Player 1 (you), blue:" in second.text
    assert len(re.findall(r"Rating 1500 → \d+, [+−]\d+", first.text)) == 2
    assert plain(first).count("Rating 1500 →") == 2


def test_what_stays_shut_is_in_no_email_about_the_end(carry: Carry) -> None:
    """Two worlds with other hands, decks and draws are told alike."""
    game = scored(carry)
    before = told_of(game)
    assert len(before) > 4
    hidden = position(game)
    hidden["cards"]["hands"] = hidden["cards"]["hands"][::-1]
    hidden["tickets"]["deck"] = hidden["tickets"]["deck"][::-1]
    hidden["tickets"]["held"] = [held[::-1] for held in hidden["tickets"]["held"]]
    GameSecret.objects.filter(game=game).update(position=canonical(hidden), seed=b"another", key=b"another")
    with pgtrigger.ignore("games.EntrySecret:append_only"):
        EntrySecret.objects.filter(game=game).update(body=b'{"draws": []}', salt=b"another")
    assert told_of(game) == before


def told_of(game: Game) -> list[tuple[str, str]]:
    """Return the final scores as each player is told them."""
    over = Notification.objects.filter(game=game, kind=GAME_OVER.name).select_related("player").order_by("seat")
    batch = Batch(list(over), NOON, DrawingTime(0))
    elements = [element for notification in over for element in final_scores(batch.context(notification))]
    return [(element.as_text(), element.as_html()) for element in elements]
