"""Steps shared by tests of answered emails."""

import engine
from games.models import Entry, Game
from games.table import store
from notifications.inbox import acceptance, pipeline
from notifications.inbox.orders import Offered
from notifications.models import InboundEmail
from tests.games.stories import chosen, players, started
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, signed, written
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

OWN = "player0@mail.example"


def asked(carry: Carry) -> tuple[Game, Received]:
    """Return a game in its first turn, and the email that asks for the move."""
    game = chosen(started(players(2)))
    return game, next(mail for mail in carry(NOON) if mail.to == [OWN])


def take(raw: bytes, to: str, *, sender: str = OWN, door: InboundEmail.Door = InboundEmail.Door.PIPE) -> InboundEmail:
    """Take in an email and process it; return its row."""
    assert acceptance.accept(raw, [to], sender, door, NOON) == 1
    assert pipeline.process_due(now=NOON) == 1
    return InboundEmail.objects.latest("pk")


def reply(mail: Received, text: str, key: SigningKey, name: str = "m1") -> InboundEmail:
    """Reply to an email as its recipient."""
    to = reply_address(mail)
    return take(signed(written(to, quoting(mail, text), name=name, sender=mail.to[0]), key), to, sender=mail.to[0])


def answers(carry: Carry) -> list[Received]:
    """Return the player's new emails."""
    return [mail for mail in carry(NOON) if mail.to == [OWN]]


def played(game: Game, seat: int = 0) -> list[str]:
    """Return the seat's moves after its first tickets."""
    entries = Entry.objects.filter(game=game, kind="move", seat=seat).order_by("number")
    return [entry.public["move"]["type"] for entry in entries][1:]


def offered(game: Game, seat: int) -> Offered:
    """Return the options that orders of this seat are read against."""
    table = store.load(store.read(game.pk))
    moves = [engine.notation.write(table.state.rules, move) for move in engine.options(table.state, seat)]
    return Offered(moves, [], table.state.rules, NOON.date(), tuple(engine.view(table.state, seat)["market"]))
