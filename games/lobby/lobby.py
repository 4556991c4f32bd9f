"""A game before its log begins: created, filled, called off or started."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

import engine
from engine.record import Cause
from games import rulesets, signals
from games.errors import Forbidden, Refused, Unprocessable
from games.kinds import EntryKind
from games.limits import LONGEST_TIME
from games.lobby import (
    bots,
    by_address,
    challenges,
    earlier_games,
    invitation_limits,
    open_games,
    stand_in_seats,
    turn_order,
)
from games.lobby.club_tables import refuse_outsiders, refuse_wish
from games.lobby.eligibility import refuse_uninvited
from games.lobby.table_locks import lock_game, lock_open_game, refuse_begun, refuse_stranger
from games.models import Game, Invitation, Player, Seat
from games.people import blocks, player_rows, reliability
from games.people.suspension import awake, heard_if_named
from games.ratings import rating_table
from games.table import store
from games.table.clocks import mapping
from games.table.clocks.terms import Terms, checked, write
from games.table.clocks.turns import first_account
from games.table.play import closing_times, log_entries

FEWEST_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Wishes:
    """The host's settings for a game. `options` are the ruleset's; `clock` holds its terms.

    `rated`: the result changes ratings, if anyone may watch. `minimum_rating` and `maximum_rating` apply to everyone
    but the host. `minimum_reliability`: the least share of moves in time, in percent. `time_per_move`, from 12 hours to
    14 days, is all that a plain clock needs. `stand_ins`: how many seats are for stand-ins. `again_of`: the ended game
    whose players meet again. `bots`: whether bots may take seats. `club`: the id of the club that sees the table.
    """

    ruleset: str
    seats: int
    time_per_move: timedelta | None = None
    name: str = ""
    access: str = Game.Access.OPEN
    public: bool = True
    club: str | None = None
    order: str = Game.Order.DRAWN
    pause_on_dispute: bool = False
    options: Mapping[str, bool] = field(default_factory=dict)
    clock: Terms | None = None
    minimum_reliability: int | None = None
    rated: bool = True
    minimum_rating: int | None = None
    maximum_rating: int | None = None
    stand_ins: int = 0
    again_of: Game | None = None
    bots: str = Game.Bots.NONE

    def terms(self) -> Terms:
        """Return the terms that the host wants. Raises Unprocessable if they are invalid."""
        if (self.clock is None) == (self.time_per_move is None):
            raise ValueError("a game has either a clock or a time per move")
        return checked(self.clock or Terms(self.time_per_move or LONGEST_TIME))


def create_game(*, host: Player, wishes: Wishes, now: datetime) -> Game:
    """Open a game; the host takes the first seat, and may contribute once the commitment is public.

    With stand-ins in all other seats it starts at once. Raises Unprocessable for settings that cannot be played,
    Refused for a host with too many games, waiting or with stand-ins, Forbidden for a host or bot that may not join it.
    """
    game = wished_for(host, wishes, now)
    bots.refuse_bot(game, host)
    refuse_wish(host, wishes.access, wishes.club)
    with transaction.atomic():
        heard_if_named(host, wishes.name, now)
        open_games.refuse_too_many(host, now)
        reliability.refuse_unreliable(game, host, now)
        set_up(game, wishes.stand_ins, now)
    return game


def create_and_invite(
    *, host: Player, wishes: Wishes, names: Sequence[str], addresses: Sequence[str], network: str, now: datetime
) -> Game:
    """Open a game and invite players to it, or do neither. Raises what `create_game` and `invite` raise."""
    with transaction.atomic():
        by_address.take_turns(host, addresses, network, now)
        challenges.locked(host, player_rows.find_players(names), now)
        game = create_game(host=host, wishes=wishes, now=now)
        if names or addresses:
            invite(host=host, game_id=game.pk, names=names, addresses=addresses, network=network, now=now)
    return game


def set_up(game: Game, stand_ins: int, now: datetime) -> None:
    """Seat the host, then the stand-ins, at a new table; a full table starts. The host's row must be locked."""
    secret = store.new_seed(game)
    game.save(force_insert=True)
    secret.save(force_insert=True)
    _sit_down(game, game.host, "", now)
    stand_in_seats.fill(game, stand_ins, now)
    _send_change(game, "created", game.host)
    if not stand_in_seats.free_seats(game):
        start(game, now)


def wished_for(host: Player, wishes: Wishes, now: datetime) -> Game:
    """Return an unsaved game with the host's settings. Raises Unprocessable for settings that cannot be played."""
    rules, terms = _playable(wishes), wishes.terms()
    rating_table.refuse_crossed(wishes.minimum_rating, wishes.maximum_rating)
    return Game(
        name=wishes.name,
        ruleset=rules.id,
        board_digest=rules.board.digest,
        options=dict(wishes.options),
        host=host,
        seats_wanted=wishes.seats,
        access=wishes.access,
        public=wishes.public and wishes.club is None,
        club_id=wishes.club,
        bots=wishes.bots,
        order=wishes.order,
        pause_on_dispute=wishes.pause_on_dispute,
        time_per_move=terms.time_per_move,
        clock=mapping.beside_time(terms),
        minimum_reliability=wishes.minimum_reliability,
        rated=wishes.rated and wishes.public and wishes.club is None,
        minimum_rating=wishes.minimum_rating,
        maximum_rating=wishes.maximum_rating,
        again_of=wishes.again_of,
        games_before=wishes.again_of.games_before + 1 if wishes.again_of else 0,
        closes_at=now + closing_times.unstarted(),
        created_at=now,
    )


def _playable(wishes: Wishes) -> engine.Ruleset:
    try:
        return rulesets.playable(wishes.ruleset, wishes.options, wishes.seats)
    except engine.UnknownRuleset as error:
        raise Unprocessable(error.code, **error.detail) from error


def invite(
    *,
    host: Player,
    game_id: str,
    names: Sequence[str] = (),
    addresses: Sequence[str] = (),
    network: str = "",
    now: datetime,
) -> Game:
    """Offer free seats to players by name, and to people by address. Asking again changes nothing.

    `network`: where the request comes from. Raises NotFound for a name that nobody has, Forbidden for anyone but the
    host and for a player who does not meet the game's conditions, Unprocessable("cannot_invite_yourself"), Refused for
    too many players, and for a player whom the host has blocked. A player who has blocked the host is not notified.
    Nothing reveals whose an address is. Bots answer at once (`challenges`); the last free seat starts the game.
    """
    with transaction.atomic():
        by_email = by_address.take_turns(host, addresses, network, now)
        players = player_rows.find_players(names)
        host = challenges.locked(host, players, now)
        _refuse_oneself(host, players, by_email)
        game = lock_open_game(game_id)
        refuse_stranger(game, host)
        refuse_outsiders(game, host, players, by_email)
        unknown, new = by_address.new_to(game, by_email), invitation_limits.strangers_to(game, players)
        invitation_limits.refuse_full(game, len(names) + len(unknown))
        invitation_limits.refuse_too_many(host, new, unknown, now)
        by_address.refuse_too_many_of_network(network, len(unknown), now)
        blocks.refuse_blocked(host, new)
        rating_table.refuse_outside(game, new)
        for player in new:
            _refuse_unfit(game, player, now)
        if new or unknown:
            closing_times.stir(game, now)
        accepting = challenges.at_once(host, new)
        for player in [*_invite_players(game, host, new, now), *by_address.invite(game, host, unknown, network, now)]:
            if player not in accepting:
                _send_change(game, "invited", player)
        _seat_bots(game, accepting, now)
    return game


def _refuse_oneself(host: Player, players: Collection[Player], addresses: Sequence[by_address.Asked]) -> None:
    if host in players or any(address.key == host.email_key for address in addresses):
        raise Unprocessable("cannot_invite_yourself")


def _refuse_unfit(game: Game, player: Player, now: datetime) -> None:
    reliability.refuse_unreliable(game, player, now)
    bots.refuse_bot(game, player)
    challenges.refuse(game, game.host, player, now)


def _seat_bots(game: Game, accepting: Sequence[Player], now: datetime) -> None:
    """Seat bots whose policies have accepted. Raises Refused (no_free_seat, same_hands)."""
    if len(accepting) > stand_in_seats.free_seats(game):
        raise Refused("no_free_seat", free=stand_in_seats.free_seats(game))
    for bot in accepting:
        _join(game, bot, "", now)


def _invite_players(game: Game, host: Player, players: list[Player], now: datetime) -> list[Player]:
    """Invite players by name, even those already invited invisibly by address; return those who should be notified."""
    facts = {"invited_by": host, "created_at": now, "answered_at": None, "by_address": False}
    for player in players:
        Invitation.objects.update_or_create(game=game, player=player, defaults=facts)
    return [player for player in players if not blocks.has_blocked(player, host)]


def decline(*, player: Player, game_id: str, now: datetime) -> None:
    """Decline an invitation. Doing so again, or without an invitation, changes nothing."""
    with transaction.atomic():
        invitations = Invitation.objects.filter(game=game_id, player=player, answered_at=None)
        if invitations.update(answered_at=now):
            _send_change(Game.objects.get(pk=game_id), "left", player)


def join_game(*, player: Player, game_id: str, now: datetime, contribution: str = "") -> Game:
    """Take a free seat; the last one taken starts the game. Joining again changes nothing, even after the start.

    `contribution`: up to 64 hexadecimal digits of the player's own for the key of all chance.
    """
    with transaction.atomic():
        awake(player, now)
        game = lock_game(game_id)
        if game.seats.filter(player=player).exists():
            return game
        refuse_begun(game)
        refuse_uninvited(game, player)
        bots.refuse_bot(game, player)
        reliability.refuse_unreliable(game, player, now)
        rating_table.refuse_outside(game, [player])
        _join(game, player, contribution, now)
    return game


def _join(game: Game, player: Player, contribution: str, now: datetime) -> None:
    """Seat the player; when the last free seat is taken the game starts. The game's row must be locked."""
    seated_players = bots.players_at(game)
    bots.refuse_same_hands(seated_players, player)
    if game.rated and bots.share_hands(seated_players, player):
        game.rated = False
        game.save(update_fields=["rated"])
    _sit_down(game, player, contribution, now)
    closing_times.stir(game, now)
    Invitation.objects.filter(game=game, player=player, answered_at=None).update(answered_at=now)
    _send_change(game, "joined", player)
    if not stand_in_seats.free_seats(game):
        start(game, now)


def _sit_down(game: Game, player: Player, contribution: str, now: datetime) -> None:
    number = game.seats.count()
    Seat.objects.create(game=game, number=number, player=player, joined_at=now, contribution=contribution)


def contribute(*, player: Player, game_id: str, contribution: str) -> Game:
    """Set the seat's contribution to the key of all chance, before the game starts."""
    with transaction.atomic():
        game = lock_open_game(game_id)
        changed = game.seats.filter(player=player).update(contribution=contribution)
        if not changed:
            raise Forbidden("not_in_this_game")
    return game


def leave_game(*, player: Player, game_id: str, now: datetime) -> Game:
    """Give back a seat before the game starts, or decline an invitation. If the host leaves, the game is called off.

    For anyone else nothing changes.
    """
    with transaction.atomic():
        game = lock_open_game(game_id)
        if game.host_id == player.pk:
            call_off(game, list(game.seats.select_related("player").order_by("number")), now)
        elif not _give_back(game, player, now):
            return game
        _send_change(game, "left", player)
    return game


def _give_back(game: Game, player: Player, now: datetime) -> bool:
    """Give back the player's seat, or decline an invitation; return False if there was neither."""
    declined = Invitation.objects.filter(game=game, player=player, answered_at=None).update(answered_at=now)
    deleted, _ = game.seats.filter(player=player).delete()
    if deleted:
        _renumber(game)
    if deleted or (declined and not game.invitations.filter(player=player, by_address=True).exists()):
        closing_times.stir(game, now)
    return bool(deleted or declined)


def call_off(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Close a game that has not begun. Its row must be locked."""
    game.status, game.ended_at = Game.Status.CLOSED, now
    game.closes_at = game.closing_told_at = None
    store.save([game], "status", "ended_at", "closes_at", "closing_told_at", "never_started", game=game.pk)
    signals.game_changed.send(sender=Game, game=game, what="closed", player=game.host, seats=seats)


def give_up(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Close a game with these seats that will never begin. Its row must be locked."""
    game.never_started = True
    call_off(game, seats, now)


def _renumber(game: Game) -> None:
    seats = list(game.seats.order_by("number"))
    for number, seat in enumerate(seats):
        seat.number = number
    Seat.objects.bulk_update(seats, ["number"])


def start_game(*, host: Player, game_id: str, now: datetime, stand_ins: bool = False) -> Game:
    """Start with the players at the table, at least two, or with `stand_ins` in the free seats.

    Raises Forbidden for anyone but the host, Refused.
    """
    with transaction.atomic():
        awake(host, now)
        game = lock_open_game(game_id)
        refuse_stranger(game, host)
        if stand_ins:
            stand_in_seats.fill(game, stand_in_seats.free_seats(game), now)
        start(game, now)
    return game


def start(game: Game, now: datetime) -> None:
    """Write the first entry of a game whose row is locked or new. Raises Refused("too_few_players")."""
    joined = turn_order.in_turn_order(game)
    if len(joined) < FEWEST_SEATS:
        raise Refused("too_few_players", fewest=FEWEST_SEATS, joined=len(joined))
    game.status, game.started_at, game.seats_wanted = Game.Status.RUNNING, now, len(joined)
    game.games_before = max(game.games_before, earlier_games.count(game))
    terms = mapping.terms(game)
    contributions = [seat.contribution for seat in joined]
    table = store.first_table(game, contributions)
    chance = table.chance()
    order = None if game.order == Game.Order.DRAWN else range(len(joined))
    decision = log_entries.begun(table, len(joined), chance, order)
    seated = _move_to_seats(joined, decision, terms)
    facts = {
        **log_entries.common_facts(EntryKind.STARTED, None, now),
        "players": [seat.player_id for seat in seated],
        "contributions": contributions,
        "ruleset": game.ruleset,
        "options": game.options,
        "board": game.board_digest,
        "clock": write(terms),
    }
    log_entries.record(table, Cause(facts), decision, chance, now)


def _move_to_seats(joined: list[Seat], decision: engine.Decision, terms: Terms) -> list[Seat]:
    """Move the players to their seats (B4), and give each the clock's initial account."""
    order = decision.events[0].order  # type: ignore[attr-defined]
    seated = [joined[place] for place in order]
    for number, seat in enumerate(seated):
        seat.number, seat.bank = number, first_account(terms).bank
    Seat.objects.bulk_update(seated, ["number", "bank"])
    return seated


def _send_change(game: Game, change: str, player: Player) -> None:
    signals.game_changed.send(sender=Game, game=game, what=change, player=player)
