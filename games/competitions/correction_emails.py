"""Emails about a corrected result: everyone who sat at the table hears what counts now, once."""

from collections.abc import Collection
from typing import Final

from games.competitions import messages
from games.competitions.audience import Competition
from games.models import Player, ResultCorrection, Seat
from games.people import blocks

TEMPLATE: Final = "account/email/result_corrected"
OUTDATED: Final = "account/email/correction_outdated"


def tell(competition: Competition, correction: ResultCorrection, by: Player) -> None:
    """Email everyone who sat at the table when the game ended what counts now.

    Whoever has blocked the host hears of it, too, since it is their result; but neither the name nor the words. An
    admin's name is in nobody's email, and the reason in everybody's.
    """
    seats = Seat.objects.filter(game=correction.game_id).select_related("player").order_by("number")
    seated = [(seat, seat.player) for seat in seats if seat.player is not None]
    places = [
        {"name": player.display_name, "played": seat.rank, "corrected": correction.ranks[seat.number]}
        for seat, player in seated
    ]
    about = {"places": places, "by_admin": correction.by_admin, "undone": correction.undone_at is not None}
    for _seat, player in seated:
        is_silent = not correction.by_admin and blocks.has_blocked(player, by)
        name = "" if correction.by_admin or is_silent else by.display_name
        words = {"by": name, "text": "" if is_silent else correction.reason}
        messages.send(competition, [player], TEMPLATE, **about, **words)


def tell_outdated(competition: Competition, correction: ResultCorrection, able: Collection[str]) -> None:
    """Email who has judged, who hosts it now, and everyone who sat at the table, that the correction counts no more.

    `able`: the ids of those among the first two who can correct the game again.
    """
    judges = {player.pk: player for player in (correction.by, competition.host)}
    seated = Player.objects.filter(seats__game=correction.game_id).exclude(pk__in=judges)
    about = {"game": correction.game_id}
    for player in judges.values():
        messages.send(competition, [player], OUTDATED, **about, judged=True, again=player.pk in able)
    messages.send(competition, seated.order_by("pk"), OUTDATED, **about, judged=False, again=False)
