"""Opening an ended game's secrets early: who has agreed, and the button for a player who has not."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from games.lobby import departures
from games.models import Seat
from games.web.replay.lookback import Lookback
from games.web.table.affairs import FromTable, refused


@dataclass(frozen=True)
class SecretsOpening:
    """When the secrets open. `early`: they can open earlier, since everyone who must agree still can.

    For players only: `is_asked`: the reader can agree now; `agreed` and `awaited`: names.
    """

    at: datetime | None
    early: bool
    is_asked: bool
    agreed: Sequence[str]
    awaited: Sequence[str]


def describe_opening(back: Lookback, *, may_agree: bool) -> SecretsOpening:
    """Return the state of opening this game's secrets, for this viewer."""
    sight = back.sight
    at = sight.game.secrets_open_at
    early = at is not None and sight.now < at and all(seat.agrees_to_open or _can_agree(seat) for seat in sight.seats)
    seats_asked = sight.seats if early and sight.seat is not None else []
    return SecretsOpening(
        at=at,
        early=early,
        is_asked=may_agree and any(seat.number == sight.seat and not seat.agrees_to_open for seat in seats_asked),
        agreed=[sight.you_or_name(seat.number) for seat in seats_asked if seat.agrees_to_open],
        awaited=[sight.you_or_name(seat.number) for seat in seats_asked if not seat.agrees_to_open],
    )


def _can_agree(seat: Seat) -> bool:
    return seat.player is not None and seat.player.erased_at is None and not seat.of_house


class OpenSecrets(FromTable):
    """The target of the button that agrees to open the secrets; the form also sends the entry of its page."""

    name, right = "open-game-secrets", "open_secrets"

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Record that the player agrees; repeating it changes nothing."""
        try:
            departures.agree_to_open(player=self.player, game_id=game_id, now=timezone.now())
        except Refused as refusal:
            return self.page(request, refused(refusal), 409)
        entry = request.POST.get("entry", "")
        if not (entry.isascii() and entry.isdigit() and 0 < int(entry[:9]) <= self.seat_view.game.head):
            return redirect("replay-beginning", game_id)
        return redirect(f"{reverse('replay', args=[game_id, int(entry[:9])])}#check")
