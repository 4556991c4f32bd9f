"""Players' wishes about what to be notified of, how soon, and how often to be reminded."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cached_property

from django.db import transaction

from games.competitions.clubs import announcements
from games.errors import Forbidden
from games.models import Game, Player
from games.people.player_rows import still_here
from games.table.clocks.habits import Quiet
from notifications import wake_up
from notifications.lists import CLUB, DIGEST, TABLES, Mode, Stream
from notifications.models import Habits, Notification, Preference, TableWish
from notifications.policy import alarms, schedule
from notifications.policy.delay import Custom


class Subscriptions:
    """Some players' email settings, read in two queries when first needed."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._players = {player.pk for player in players}

    def mode(self, player: Player, stream: Stream, game_id: str | None = None) -> Mode:
        """Return how soon the player wants the stream's emails.

        The setting for this game takes precedence over the one for all games, and that over the default.
        """
        in_game = self._choices.get((player.pk, game_id, stream)) if game_id else None
        return Mode(in_game or self._choices.get((player.pk, None, stream)) or by_default(player))

    def habits(self, player_id: str) -> Habits:
        """Return the player's email habits; the defaults if the player has none."""
        if player_id not in self._habits:
            self._habits[player_id] = Habits(player_id=player_id)
        return self._habits[player_id]

    def reminders(self, player_id: str) -> schedule.Wish:
        """Return how many reminders the player wants, and how early."""
        habits = self.habits(player_id)
        return schedule.Wish(habits.reminders, timedelta(hours=habits.lead_hours) if habits.lead_hours else None)

    def custom(self, player: Player) -> Custom:
        """Return when the player wants to receive mail."""
        habits = self.habits(player.pk)
        begin, end = habits.quiet_from, habits.quiet_until
        quiet = None if begin is None or end is None else Quiet(begin, end)
        return Custom(player.time_zone, quiet, habits.digest_at)

    @cached_property
    def _choices(self) -> dict[tuple[str, str | None, str], str]:
        rows = Preference.objects.filter(player__in=self._players).values_list("player_id", "game_id", "stream", "mode")
        return {(player, game, stream): mode for player, game, stream, mode in rows}

    @cached_property
    def _habits(self) -> dict[str, Habits]:
        return Habits.objects.in_bulk(self._players)


def quiet_hours(player: Player) -> Quiet | None:
    """Return the hours in which the player's emails wait; None if there are none."""
    return Subscriptions([player]).custom(player).quiet


def by_default(player: Player) -> Mode:
    """Return how soon a player without settings gets a stream's emails: humans at once, bots and the house never."""
    return Mode.AT_ONCE if player.kind == Player.Kind.HUMAN else Mode.OFF


def of_player(player: Player) -> dict[Stream, Mode]:
    """Return how soon the player wants each stream's emails, apart from games with their own settings."""
    wishes = Subscriptions([player])
    return {stream: wishes.mode(player, stream) for stream in Stream}


def of_games(player: Player) -> dict[str, dict[Stream, Mode]]:
    """Return the player's settings for single games, by game."""
    rows = Preference.objects.filter(player=player, game__isnull=False).order_by("game", "stream")
    by_game: dict[str, dict[Stream, Mode]] = {}
    for game, stream, mode in rows.values_list("game_id", "stream", "mode"):
        by_game.setdefault(game, {})[Stream(stream)] = Mode(mode)
    return by_game


@transaction.atomic
def put(player: Player, modes: Mapping[Stream, Mode], *, now: datetime) -> None:
    """Set, effective at once, how soon the player gets the given streams' emails; the others stay unchanged.

    Raises Forbidden for anyone who is gone, as `put_game` and `put_habits` do.
    """
    still_here(player)
    rows = [Preference(player=player, stream=stream, mode=mode) for stream, mode in modes.items()]
    Preference.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "game", "stream"], update_fields=["mode"]
    )
    _look_anew(player, now)


@transaction.atomic
def put_game(player: Player, game: Game, modes: Mapping[Stream, Mode], *, now: datetime) -> None:
    """Set all modes for one game: streams not given follow the setting for all games."""
    still_here(player)
    Preference.objects.filter(player=player, game=game).delete()
    Preference.objects.bulk_create(
        Preference(player=player, game=game, stream=stream, mode=mode) for stream, mode in modes.items()
    )
    _look_anew(player, now)


@transaction.atomic
def put_habits(player: Player, habits: Mapping[str, object], *, now: datetime) -> None:
    """Change the given habits, effective at once."""
    still_here(player)
    Habits.objects.update_or_create(player=player, defaults=dict(habits))
    _look_anew(player, now)


def switch(player: Player, switches: Mapping[Stream, bool], *, now: datetime) -> None:
    """Switch streams on or off; a stream that is already on keeps its mode."""
    on = {stream: Mode.AT_ONCE if mode == Mode.OFF else mode for stream, mode in of_player(player).items()}
    put(player, {stream: on[stream] if wish else Mode.OFF for stream, wish in switches.items()}, now=now)


def leave(player_id: str, name: str) -> None:
    """Unsubscribe a player from a list of emails (a stream, the digests, new tables, a club), effective at once.

    Do nothing, silently, if the player is gone or already unsubscribed.
    """
    player = Player.objects.filter(pk=player_id, erased_at=None).first()
    if player is None:
        return
    if name == DIGEST:
        leave_digests(player)
    elif name == TABLES:
        TableWish.objects.filter(player=player).delete()
    elif name.startswith(CLUB):
        announcements.stop_emails(player.pk, name.removeprefix(CLUB))
    else:
        switch_off(player, Stream(name))


@transaction.atomic
def switch_off(player: Player, stream: Stream) -> None:
    """Switch the stream off in all games; do nothing if the player is gone."""
    with suppress(Forbidden):
        _switch_off(still_here(player), stream)


def _switch_off(player: Player, stream: Stream) -> None:
    Preference.objects.filter(player=player, stream=stream).delete()
    Preference.objects.create(player=player, stream=stream, mode=Mode.OFF)


@transaction.atomic
def leave_digests(player: Player) -> None:
    """Switch off everything that came in digests."""
    Preference.objects.filter(player=player, mode__in=(Mode.HOURLY, Mode.DAILY)).update(mode=Mode.OFF)


def _look_anew(player: Player, now: datetime) -> None:
    """Apply new settings to waiting notifications."""
    alarms.rearm(player, now=now)
    release(player)


def release(player: Player) -> None:
    """Have all of the player's waiting notifications checked again, after a change of habits or time zone."""
    waiting = Notification.objects.filter(player=player, state=Notification.State.PENDING, mail=None)
    if waiting.filter(held_until__isnull=False).update(held_until=None):
        wake_up.after_commit()
