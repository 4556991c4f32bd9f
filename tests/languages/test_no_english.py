"""Games in each language: no English word is left on the table, in the log, in the replay or in an email.

No English colon is left there either, which French writes after a space.
"""

import pytest
from django.test import Client
from time_machine import TimeMachineFixture

import engine
from games.models import Game, Player
from notifications.inbox import acceptance, pipeline
from notifications.models import InboundEmail
from tests.games.stories import NOON, holder, play_on, players, prompts, started
from tests.inbox.conftest import mail_in, names, provider_key
from tests.inbox.letters import SigningKey, quoting, reply_address, signed, written
from tests.languages.offered import OFFERED, assert_compiled, find_english, find_glued_colons, list_texts
from tests.notifications.conftest import Carry, carry, post_office
from tests.notifications.post_office import Received
from tests.sweeps import at_length
from tests.web.people import browser_of

__all__ = ["carry", "mail_in", "names", "post_office", "provider_key"]

pytestmark = [pytest.mark.django_db, pytest.mark.long]

BEGUN, MIDDLE, END = 0, 40, 600
"""How many moves a game has seen."""
SEATS = 5
TABLES = (["en", "da", "de", "es", "fi"], ["fr", "it", "nb", "nl", "sv"])
MOVES = 25
"""How many emails are answered at a table at every change; at night the game is played to its end."""


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    assert_compiled()
    time_machine.move_to(NOON, tick=False)


def read(browser: Client, language: str, path: str) -> list[str]:
    answer = browser.get(path, follow=True)
    html = answer.content.decode()
    assert f'<html lang="{language}"' in html, (path, language)
    return [f"{language} {path}: {found}" for text in list_texts(html) for found in find_foreign(language, text)]


def find_foreign(language: str, text: str) -> list[str]:
    return find_english(language, text) + find_glued_colons(language, text)


@pytest.mark.parametrize(
    ("ruleset", "moves"),
    at_length(
        [(ruleset, moves) for ruleset in engine.RULESETS for moves in (BEGUN, MIDDLE, END)],
        at_once=[("old_west@1", MIDDLE), ("usa@1", END), ("card_game@1", END), ("europe@1", MIDDLE)],
    ),
)
def test_the_pages_of_a_game(ruleset: str, moves: int) -> None:
    game = started(players(3), ruleset=ruleset)
    play_on(game, moves)
    stranger = players(1, "Watcher")[0]
    ways = [browser_of(holder(game, 0)), browser_of(holder(game, 1)), browser_of(stranger)]
    found: list[str] = []
    for language in OFFERED:
        Player.objects.update(language=language)
        for path in ("", "/log", f"/replay/{Game.objects.get(pk=game.pk).head}"):
            found += [each for browser in ways for each in read(browser, language, f"/games/{game.pk}{path}")]
    assert "\n".join(sorted(set(found))) == ""


class Post:
    """The mailboxes of a table, each of whose players reads another language."""

    def __init__(self, game: Game, languages: list[str], carry: Carry, key: SigningKey) -> None:
        self.game, self._carry, self._key = game, carry, key
        self.languages = dict(zip((holder(game, seat).email for seat in range(SEATS)), languages, strict=True))
        self.newest: dict[str, Received] = {}
        self.found: list[str] = []

    def fetch(self) -> None:
        for mail in self._carry(NOON):
            language = self.languages[mail.to[0]]
            assert f'<html lang="{language}"' in mail.html
            if language != "en":
                self.found += [
                    f"{language}: {each}" for each in find_foreign(language, f"{mail.message['Subject']}\n{mail.text}")
                ]
            if mail.message["Reply-To"]:
                self.newest[mail.to[0]] = mail

    def answer(self, text: str, number: int) -> None:
        """Have whoever is asked reply to their newest email."""
        player = holder(self.game, prompts(self.game)[0]["seat"])
        mail = self.newest[str(player.email)]
        to = reply_address(mail)
        raw = written(to, quoting(mail, text), sender=mail.to[0], name=f"m{number}")
        acceptance.accept(signed(raw, self._key), [to], mail.to[0], InboundEmail.Door.PIPE, NOON)
        assert pipeline.process_due(now=NOON) == 1


@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    ("languages", "moves"),
    at_length(
        [(table, moves) for table in TABLES for moves in (MOVES, END)], at_once=[(table, MOVES) for table in TABLES]
    ),
)
def test_ten_languages_at_two_tables_by_mail(
    languages: list[str], moves: int, carry: Carry, provider_key: SigningKey
) -> None:
    people = players(SEATS)
    for person, language in zip(people, languages, strict=True):
        Player.objects.filter(pk=person.pk).update(language=language)
    post = Post(started(people), languages, carry, provider_key)
    post.fetch()
    before = post.game.head
    for number in range(moves):
        if Game.objects.get(pk=post.game.pk).status != Game.Status.RUNNING:
            break
        post.answer("1", number)
        post.fetch()
    assert Game.objects.get(pk=post.game.pk).head > before + min(moves, MOVES) // 2
    assert "\n".join(sorted(set(post.found))) == ""
