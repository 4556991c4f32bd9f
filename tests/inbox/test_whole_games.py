"""Whole games played by nothing but replies: the server's emails are all that the players know."""

from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.models import Entry, Game
from notifications.inbox import processing
from notifications.models import InboundEmail
from notifications.outbox import delivery
from notifications.outbox.delivery import Progress
from tests.games.stories import players, started
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, sent, signed, written
from tests.notifications.post_office import PostOffice, Received
from tests.notifications.reading import choices

pytestmark = [
    pytest.mark.deploy,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("mail_in", "names"),
]
MOST_EMAILS = 2000


@dataclass
class Correspondents:
    """People who know of the game what their mailboxes say, and answer each email that asks with a number."""

    office: PostOffice
    port: int
    key: SigningKey
    random: Random
    read: int = 0
    written: int = 0
    waiting: dict[str, Received] = field(default_factory=dict)

    def open_mailboxes(self) -> None:
        """The latest email that asks a player is the one to answer; one that asks nothing takes it away."""
        for mail in self.office.received[self.read :]:
            self.waiting.pop(mail.to[0], None)
            if mail.message["Reply-To"] and "YOUR MOVES" in mail.text:
                self.waiting[mail.to[0]] = mail
        self.read = len(self.office.received)

    def answer(self) -> bool:
        """Somebody answers, if anybody is asked."""
        if not self.waiting:
            return False
        who = self.random.choice(sorted(self.waiting))
        mail = self.waiting.pop(who)
        number = self.number(mail)
        self.written += 1
        to = reply_address(mail)
        raw = written(to, quoting(mail, str(number)), sender=who, name=f"m{self.written}")
        sent(self.port, signed(raw, self.key), to, sender=who)
        return True

    def number(self, mail: Received) -> int:
        """Routes and rows before cards, so that games end."""
        listed = choices(mail)
        building = [place for place, line in enumerate(listed, 1) if line.startswith(("Claim", "Place", "Complete"))]
        return self.random.choice(building or range(1, len(listed) + 1))


@pytest.mark.parametrize(
    ("seats", "wishes"), [(2, {"ruleset": "card_game@1"}), (3, {"ruleset": "usa@1"})], ids=["card_game", "usa"]
)
def test_a_whole_game_by_mail(
    post_office: PostOffice, open_door: OpenDoor, provider_key: SigningKey, seats: int, wishes: dict[str, Any]
) -> None:
    game = started(players(seats), **wishes)
    people = Correspondents(post_office, open_door("smtp"), provider_key, Random(seats))
    now = NOON
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING and people.written < MOST_EMAILS:
        while delivery.deliver_due(now=now) is Progress.MORE:
            pass
        people.open_mailboxes()
        assert people.answer(), "nobody is asked, and the game goes on"
        assert processing.process_due(now=now) == 1
        now += timedelta(minutes=3)
    delivery.deliver_due(now=now)
    ended = Game.objects.get(pk=game.pk)
    assert ended.status == Game.Status.ENDED
    assert {entry.kind for entry in Entry.objects.filter(game=game)} <= {"started", "seated", "move", "ended"}
    assert not InboundEmail.objects.exclude(state=InboundEmail.State.ACTED).exists()
    over = [mail for mail in post_office.received if str(mail.message["Subject"]).startswith("Game over")]
    assert len(over) == seats
