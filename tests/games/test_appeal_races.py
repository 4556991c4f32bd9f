"""An answer to a sanction and the verdict on it at the same moment, on the real database."""

import pytest

from games.models import Appeal
from games.people import appeal_links, moderation
from games.table.disputes import appeals
from tests.games.admins import admin
from tests.games.races import both
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_added_while_an_admin_judges_undoes_no_verdict() -> None:
    first, second, (player,) = admin("First", "operator"), admin("Second", "operator"), players(1)
    until = NOON + DAY
    sanction = moderation.moderate(admin=first, player_id=player.pk, kind="muted", now=NOON, until=until)
    subject = appeal_links.subject_of(sanction)
    answer = appeals.appeal(player=player, subject=subject, text="It was my brother.", now=NOON)
    refused = both(
        lambda: appeals.judge(admin=second, appeal_id=answer.pk, lifts=False, text="No.", now=NOON),
        lambda: appeals.appeal(player=player, subject=subject, text="He is sorry.", now=NOON),
    )
    assert refused == "appeal_judged"
    assert Appeal.objects.get().verdict == "stands"
