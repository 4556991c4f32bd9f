"""Reporting a line, which opens a dispute about abuse with the line attached."""

from datetime import datetime

from games.errors import NotFound, Unprocessable
from games.models import Dispute, Game, Player, TalkLine
from games.table.disputes import lifecycle
from games.table.play.moves import seat_of


def report(*, player: Player, game_id: str, number: int, now: datetime, text: str = "") -> Dispute:
    """Report a line to an admin, with a comment. A further line is added to the dispute that is already open.

    Raises NotFound (no_such_game, no_such_line), Unprocessable (own_line), and what `lifecycle.open_dispute` raises.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game")
    seat_of(game, player)  # refuses anyone else, who must not learn which lines exist
    line = TalkLine.objects.filter(game=game, number=number).first()
    if line is None:
        raise NotFound("no_such_line", line=number)
    if line.by_id == player.pk:
        raise Unprocessable("own_line")
    return lifecycle.open_dispute(
        player=player, game_id=game_id, kind=Dispute.Kind.ABUSE, text=text, now=now, lines=[line]
    )
