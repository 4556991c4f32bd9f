"""A proposal that has ended by itself: its proposer hears of it, and "withdraw" says what became of it."""

import pytest

from games.table.agreements import settlement
from tests.games.stories import NOON, post
from tests.inbox.letters import SigningKey
from tests.inbox.replies import asked, reply
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_agreements import mail_of, newest
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def test_whose_proposal_has_lapsed_is_told_so_and_again_when_withdrawing_it(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = asked(carry)
    reply(mail, "withdraw", provider_key)
    assert "No such proposal" in mail_of(newest(carry), 0).text
    reply(mail, "propose end by points", provider_key, name="m2")
    newest(carry)
    post(game, 0, "draw deck", "draw deck")
    settlement.settle_due(now=NOON)
    lapsed = "The game has gone on, so nothing came of the proposal."
    assert lapsed in in_a_line(mail_of(newest(carry), 0))
    reply(mail, "withdraw", provider_key, name="m3")
    assert f"Not done: “withdraw”. {lapsed}" in in_a_line(mail_of(newest(carry), 0))
