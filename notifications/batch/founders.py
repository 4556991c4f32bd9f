"""Who sat at games when they began: tables without a name are called after these people for as long as they last."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import FilteredRelation, Q, QuerySet

from games.models import Game, Player, Seat

PLAYERS_AT_START = "first__public__players"
"""The path to the ids of the players, in a query made by `with_first_entry`; None before the game has begun."""


def with_first_entry(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the query for these games, joined with the entry that began each."""
    return games.annotate(first=FilteredRelation("entries", condition=Q(entries__number=1)))


def seats_at_start(
    seats: Mapping[str, Sequence[Seat]], founders: Mapping[str, Sequence[str | None] | None]
) -> dict[str, list[Seat]]:
    """Return the seats of each game in order, with the players that they had when it began.

    `founders` are those players' ids. Only players who sit at none of the games any more take a query.
    """
    people = {seat.player_id: seat.player for rows in seats.values() for seat in rows if seat.player}
    player_ids = {player for game in seats for player in founders.get(game) or () if player}
    if missing := player_ids - people.keys():
        people |= Player.objects.in_bulk(missing)
    return {game: _seat_founders(game, rows, founders.get(game), people) for game, rows in seats.items()}


def _seat_founders(
    game: str,
    rows: Sequence[Seat],
    founders: Sequence[str | None] | None,
    people: Mapping[str | None, Player | None],
) -> list[Seat]:
    if not founders:
        return sorted(rows, key=lambda seat: seat.number)
    return [Seat(game_id=game, number=number, player=people.get(player)) for number, player in enumerate(founders)]


def find_seats_at_start(seats: Iterable[Seat]) -> dict[str, list[Seat]]:
    """Read who sat in these seats when their games began, by game, as `seats_at_start` returns them."""
    by_game: dict[str, list[Seat]] = {}
    for seat in seats:
        by_game.setdefault(seat.game_id, []).append(seat)
    games = with_first_entry(Game.objects.filter(pk__in=by_game, name=""))
    return seats_at_start(by_game, dict(games.values_list("pk", PLAYERS_AT_START)))
