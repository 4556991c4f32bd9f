"""A game's representation, written by hand because no other is requested more often.

The serializers describe the same shapes for the schema; a test keeps the two consistent.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

import engine
from engine.codec import Json
from games import durations
from games.api.clocks import ClockSerializer
from games.api.fields import DurationField, PromptIdField, PromptTypeField, RulesetField, SeatField
from games.api.forms import Facts
from games.api.games.addresses import GameLinksSerializer, game_links
from games.api.games.position import PositionField
from games.api.games.standings import StandingSerializer, standings_of
from games.api.instants import instant
from games.api.players import PlayerSerializer, ReliabilitySerializer, player_row, reliability_row
from games.models import Game, Seat, Turn
from games.people.reliability import Reliability
from games.table import store
from games.table.clocks import mapping, terms
from games.table.talk import rights


class TurnSerializer(Facts):
    """An open question and when it must be answered."""

    prompt = PromptIdField(help_text=_("“41.2” was opened by entry 41 and is for seat 2."))
    seat = SeatField()
    type = PromptTypeField(help_text=_("What is asked."))
    opened_at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField(help_text=_("When time and bank run out."))
    expires_at = serializers.DateTimeField(help_text=_("When grace runs out too, and the agreed consequence follows."))


class SeatSerializer(Facts):
    seat = SeatField(help_text=_("Counted from 0; before the start the order of joining."))
    player = PlayerSerializer()
    status = serializers.ChoiceField(Seat.Status.choices)
    open_since = serializers.DateTimeField(
        allow_null=True, help_text=_("Its player left, or a stand-in has it: somebody can take it over.")
    )
    bank = DurationField(allow_null=True, help_text=_("Spare time, such as PT50H; null if there is no bank."))
    points = serializers.IntegerField(allow_null=True, help_text=_("At the end."))
    rank = serializers.IntegerField(allow_null=True, help_text=_("At the end; as in the standings."))
    reliability = ReliabilitySerializer(allow_null=True, help_text=_("Before the game begins; null afterwards."))


class GameSummarySerializer(Facts):
    """What a game is like, without its table."""

    id = serializers.CharField()
    name = serializers.CharField()
    ruleset = RulesetField()
    options = serializers.DictField(child=serializers.BooleanField())
    status = serializers.ChoiceField(choices=Game.Status.choices)
    host = PlayerSerializer()
    seats_wanted = serializers.IntegerField()
    access = serializers.ChoiceField(choices=Game.Access.choices)
    public = serializers.BooleanField()
    club = serializers.CharField(
        allow_null=True, help_text=_("The club whose members see it; null: none of which you know.")
    )
    bots = serializers.ChoiceField(choices=Game.Bots.choices, help_text=_("Whether bots may take seats."))
    practice = serializers.BooleanField(help_text=_("Against stand-ins only: it does not count."))
    order = serializers.ChoiceField(choices=Game.Order.choices)
    clock = ClockSerializer(help_text=_("What was agreed about it."))
    rated = serializers.BooleanField(help_text=_("Its result changes ratings, if people play it to the end."))
    minimum_rating = serializers.IntegerField(
        allow_null=True, help_text=_("That you need to join; newcomers have 1500. Null: any.")
    )
    maximum_rating = serializers.IntegerField(allow_null=True, help_text=_("That you can have and join; null: any."))
    minimum_reliability = serializers.IntegerField(
        allow_null=True,
        help_text=_("The percentage of moves in time that you need to join, unless you are new; null: any."),
    )
    pause_on_dispute = serializers.BooleanField(help_text=_("The clocks stand still while a dispute is open."))
    paused = serializers.BooleanField(help_text=_("The clocks have stopped, and nobody can move."))
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(
        allow_null=True,
        help_text=_("When it will be closed if nobody plays: it has not begun, or all players have left."),
    )


class GameSerializer(GameSummarySerializer):
    """A game with its table, as lists show it."""

    head = serializers.IntegerField(help_text=_("Number of the log's last entry."))
    your_seat = SeatField(allow_null=True, help_text=_("Null if you only watch."))
    waiting = TurnSerializer(
        allow_null=True,
        help_text=_("The question that you are asked; null if there is none, or while the game is paused."),
    )
    seats = SeatSerializer(many=True)
    turns = TurnSerializer(
        many=True,
        help_text=_("All open questions. While the game is paused, their time stands still: then it is given back."),
    )
    links = GameLinksSerializer(help_text=_("Where to find the game, and its board."))
    position = PositionField(
        required=False,
        allow_null=True,
        help_text=_("In a list only if you ask for it; null before the game begins, or if its log cannot be read."),
    )


class GameDetailSerializer(GameSerializer):
    """A game and everything that you may know about it."""

    commitment = serializers.CharField(help_text=_("SHA-256 of the secret seed."))
    chain = serializers.CharField(allow_blank=True, help_text=_("Hash of the log's last entry."))
    secrets_open_at = serializers.DateTimeField(allow_null=True)
    talk_open = serializers.BooleanField(help_text=_("Spectators can read the talk, and join in."))
    lines = serializers.IntegerField(
        allow_null=True, help_text=_("Number of the last line of the talk; null if you may not read it.")
    )
    proposals_open = serializers.IntegerField(
        allow_null=True, help_text=_("How many proposals wait for the table; null if you only watch.")
    )
    position = PositionField(allow_null=True)
    standings = StandingSerializer(many=True, allow_null=True)


class TableRows(NamedTuple):
    """The rows of a game's table: its seats, its open turns, and the reader's own seat (None: a spectator)."""

    seats: Sequence[Seat]
    turns: Sequence[Turn]
    own: int | None


def game_summary(game: Game) -> Json:
    """Return what the game is like."""
    return {
        "id": game.id,
        "name": game.name,
        "ruleset": game.ruleset,
        "options": game.options,
        "status": game.status,
        "host": player_row(game.host),
        "seats_wanted": game.seats_wanted,
        "access": game.shown_access,
        "public": game.public,
        "club": game.shown_club,
        "bots": game.bots,
        "practice": game.practice,
        "order": game.order,
        "clock": terms.write(mapping.terms(game)),
        "rated": game.rated,
        "minimum_rating": game.minimum_rating,
        "maximum_rating": game.maximum_rating,
        "minimum_reliability": game.minimum_reliability,
        "pause_on_dispute": game.pause_on_dispute,
        "paused": game.paused_at is not None,
        "created_at": instant(game.created_at),
        "started_at": instant(game.started_at),
        "ended_at": instant(game.ended_at),
        "closes_at": instant(game.closes_at),
    }


def game_row(game: Game, table: TableRows, reliabilities: Mapping[str, Reliability]) -> Json:
    """Return a game as lists show it, with its players' reliability."""
    turns = [turn_row(turn) for turn in table.turns]
    banked = bool(game.clock.get("bank"))
    return {
        **game_summary(game),
        "head": game.head,
        "your_seat": table.own,
        "waiting": None if game.paused_at is not None else _find_own(turns, table.own),
        "seats": [
            {**seat_row(seat, banked=banked), "reliability": _reliability_of(seat, reliabilities)}
            for seat in table.seats
        ],
        "turns": turns,
        "links": game_links(game.pk),
    }


def game_detail(game: Game, table: TableRows, reliabilities: Mapping[str, Reliability]) -> Json:
    """Return a game with everything that its reader may know, and its players' reliability."""
    position = store.load(game) if game.head else None
    return {
        **game_row(game, table, reliabilities),
        "commitment": game.commitment,
        "chain": game.chain,
        "secrets_open_at": instant(game.secrets_open_at),
        "talk_open": game.talk_open,
        "lines": game.lines if rights.may_read(game, table.own) else None,
        "proposals_open": None if table.own is None else game.proposals_open,
        "position": None if position is None else engine.view(position.state, table.own),
        "standings": None if position is None or not position.state.over else standings_of(position),
    }


def _find_own(turns: Sequence[Json], own: int | None) -> Json | None:
    return next((turn for turn in turns if turn["seat"] == own), None)


def _reliability_of(seat: Seat, reliabilities: Mapping[str, Reliability]) -> Json | None:
    reliability = reliabilities.get(seat.player_id or "")
    return None if reliability is None else reliability_row(reliability)


def seat_row(seat: Seat, *, banked: bool) -> Json:
    """Return a seat with its player, and its time bank if the clock has one."""
    return {
        "seat": seat.number,
        "player": player_row(seat.player),
        "status": seat.status,
        "bank": durations.write(seat.bank) if banked else None,
        "open_since": instant(seat.open_since),
        "points": seat.points,
        "rank": seat.rank,
    }


def turn_row(turn: Turn) -> Json:
    """Return an open question with its deadline."""
    return {
        "prompt": turn.prompt_id,
        "seat": turn.seat,
        "type": turn.kind,
        "opened_at": instant(turn.opened_at),
        "deadline_at": instant(turn.deadline_at),
        "expires_at": instant(turn.expires_at),
    }
