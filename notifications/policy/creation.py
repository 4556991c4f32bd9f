"""Creating notifications: only those that someone wants, and each one once."""

from collections.abc import Iterable, Sequence

from games.models import Player
from notifications import wake_up
from notifications.lists import Mode
from notifications.models import Notification, Preference
from notifications.policy import identity
from notifications.policy.kinds import KINDS
from notifications.policy.preferences import by_default


def create(notifications: Sequence[Notification]) -> int:
    """Inserts the notifications of those who may listen, and wakes the worker after the commit.

    Of practice nobody is told. One that exists already stays as it is. Returns how many there were to insert. Whether
    its stream is really wanted is asked when the mail goes out.
    """
    told = [one for one in notifications if not one.game.practice]
    listening = _may_listen(one.player for one in told)
    heard = [one for one in told if one.player_id in listening]
    for one in heard:
        one.dedupe_key = identity.key(one, KINDS[one.kind].about(one))
    if heard:
        Notification.objects.bulk_create(heard, ignore_conflicts=True)
        wake_up.after_commit()
    return len(heard)


def _may_listen(players: Iterable[Player]) -> set[str]:
    """Who hears of anything at all. For people, who do, nothing is read."""
    everybody = {player.pk: player for player in players if player.erased_at is None}
    listening = {key for key, player in everybody.items() if by_default(player) != Mode.OFF}
    others = everybody.keys() - listening
    if others:
        wishes = Preference.objects.filter(player__in=others).exclude(mode=Mode.OFF)
        listening |= set(wishes.values_list("player_id", flat=True))
    return listening
