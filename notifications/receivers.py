"""Receivers of the games' signals, which write rows in the same transaction, and wake a worker after the commit."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from engine.codec import Json
from games import signals
from games.models import (
    AdminAct,
    Dispute,
    DisputeComment,
    Entry,
    Game,
    LeagueGame,
    LeaguePlace,
    LeagueSeason,
    Player,
    Proposal,
    Seat,
    Turn,
)
from games.table.disputes import selectors
from games.table.play.open_seats import is_stand_in
from games.templatetags.account_notices import PageNotice
from notifications import absences, wake_up
from notifications.inbox import acceptance, authors
from notifications.models import (
    Absence,
    DeadAddress,
    FirstBounce,
    Habits,
    Inbound,
    InboundEmail,
    Mail,
    MailReport,
    Notification,
    Preference,
    PushSubscription,
    ReplyAddress,
    SenderAddress,
    SiteEmail,
    Webhook,
    WebhookDelivery,
)
from notifications.outbox import dead_addresses
from notifications.policy import closings, kinds, notices, preferences, recipients, seasons, together
from notifications.policy.creation import note
from notifications.policy.notices import Notice

RULED = "ruled"
SECRETS_OPENED = "secrets_opened"
OF_DISPUTES = {
    "opened": kinds.DISPUTE_OPENED.name,
    "commented": kinds.DISPUTE_COMMENT.name,
    "reopened": kinds.DISPUTE_OPENED.name,
    "closed": kinds.DISPUTE_CLOSED.name,
    "withdrawn": kinds.DISPUTE_CLOSED.name,
}
OF_PLANS = {"stopped": kinds.PLAN_STOPPED.name, "waits": kinds.PLAN_WAITS.name, "cancelled": kinds.YOUR_TURN.name}
REMINDED_LATELY = timedelta(hours=6)
OVER = frozenset({Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID})


@receiver(signals.entry_recorded)
def on_entry(game: Game, entry: Entry, turns_opened: Sequence[Turn], seats: Sequence[Seat], **_: object) -> None:
    """Create notifications of an entry. A player with a plan is not asked before the plan."""
    over = game.status in OVER
    planned = {seat.number for seat in seats if seat.plan_comes_first}
    unplanned = [turn for turn in turns_opened if turn.seat not in planned]
    turns_opened = [turn for turn in unplanned if entry.public.get("agreed") != [turn.seat]]  # nor after a take-back
    if recipients.is_silent(entry, turns_opened, over=over):
        return
    players = {seat.number: seat.player for seat in seats}
    news = notices.of_entry(entry, turns_opened, seats, over=over)
    if entry.kind == RULED:
        news += notices.of_ruling(entry.public, seats)
        _note_loss(game, entry)
    if entry.kind == recipients.TAKEN_OVER:
        _note_taken(game, entry, players[entry.public["seat"]])
    note([_build_notification(notice, game, entry, player) for notice in news if (player := players[notice.to.seat])])


@receiver(signals.time_is_over)
def on_time_is_over(game: Game, turn: Turn, seats: Sequence[Seat], **_: object) -> None:
    """Notify the late player, and all who wait, that a turn's grace period is running."""
    players = {seat.number: seat.player for seat in seats if seat.player}
    now = timezone.now()
    note(
        [
            Notification(
                kind=notice.kind.name,
                player=players[notice.to.seat],
                game=game,
                seat=notice.to.seat,
                prompt_opened=notice.to.prompt_opened,
                deadline_at=notice.to.deadline_at,
                created_at=now,
            )
            for notice in notices.of_lateness(turn, [seat for seat in seats if seat.player])
        ]
    )


@receiver(signals.player_nudged)
def on_player_nudged(game: Game, turn: Turn, seat: Seat, now: datetime, **_: object) -> None:
    """Notify the player of a nudge, unless a reminder of this turn has only just been created."""
    lately = Notification.objects.filter(
        kind=kinds.REMINDER.name, player=seat.player_id, game=game, created_at__gt=now - REMINDED_LATELY
    )
    if seat.player is None or lately.filter(prompt_opened=turn.prompt_opened).exists():
        return
    nudged = Notification(
        kind=kinds.NUDGE.name,
        player=seat.player,
        game=game,
        seat=turn.seat,
        prompt_opened=turn.prompt_opened,
        deadline_at=turn.deadline_at,
        created_at=now,
    )
    note([nudged])


def _build_notification(notice: Notice, game: Game, entry: Entry, player: Player) -> Notification:
    return Notification(
        kind=notice.kind.name,
        player=player,
        game=game,
        seat=notice.to.seat,
        entry=entry.number,
        prompt_opened=notice.to.prompt_opened,
        deadline_at=notice.to.deadline_at,
        created_at=entry.at,
    )


def _note_loss(game: Game, entry: Entry) -> None:
    """Notify a player whose seat a ruling gave away; although they have no seat, they are still concerned."""
    before = Player.objects.filter(pk=entry.public.get("before")) if entry.public["ruling"] == "replaced" else ()
    note(
        [
            Notification(kind=kinds.RULING.name, player=player, game=game, entry=entry.number, created_at=entry.at)
            for player in before
        ]
    )


@receiver(signals.plan_declined)
def on_plan_declined(
    game: Game, seat: Seat, player: Player, turn: Turn | None, what: str, plan: int | None, **_: object
) -> None:
    """Notify the player of the question that the plan does not answer, and why they are asked only now."""
    if turn is None:
        return
    notification = Notification(
        kind=OF_PLANS[what],
        player=player,
        game=game,
        seat=seat.number,
        prompt_opened=turn.prompt_opened,
        deadline_at=turn.deadline_at,
        plan=plan,
        created_at=timezone.now(),
    )
    note([notification])


def _note_taken(game: Game, entry: Entry, holder: Player | None) -> None:
    """Notify a player who was away or had left that somebody took over their seat."""
    before = Player.objects.filter(pk=entry.public["before"]).exclude(pk=entry.public["player"])
    kind = kinds.SEAT_TAKEN.name if is_stand_in(holder) else kinds.SEAT_PASSED_ON.name
    note([Notification(kind=kind, player=away, game=game, entry=entry.number, created_at=entry.at) for away in before])


@receiver(signals.seat_offered)
def on_seat_offered(game: Game, player: Player, **_: object) -> None:
    """Notify the player of an offered seat, and again of a later offer if the game has gone on since."""
    now = timezone.now()
    note([Notification(kind=kinds.SEAT_OFFERED.name, player=player, game=game, entry=game.head, created_at=now)])


@receiver(signals.dispute_changed)
def on_dispute_changed(dispute: Dispute, what: str, by: Player, comment: DisputeComment | None, **_: object) -> None:
    """Notify others at the table and the dispute's opener of a change, and of a new dispute also its judges."""
    fields: Json = {
        "kind": OF_DISPUTES[what],
        "game": dispute.game,
        "dispute": dispute,
        "comment": comment or _find_reopening(dispute),
        "created_at": timezone.now(),
    }
    seats = Seat.objects.filter(game=dispute.game_id, player__isnull=False).exclude(player=by).select_related("player")
    seated = {seat.player: seat.number for seat in seats if seat.player}
    readers = {player: seat for player, seat in seated.items() if selectors.concerns(dispute, player)}
    outsiders: list[Player] = selectors.judges(dispute.game) if what in ("opened", "reopened") else []
    if dispute.opened_by != by and dispute.opened_by not in readers:
        outsiders.append(dispute.opened_by)
    note(
        [Notification(player=player, seat=seat, **fields) for player, seat in readers.items()]
        + [Notification(player=player, **fields) for player in outsiders if player != by]
    )


def _find_reopening(dispute: Dispute) -> DisputeComment | None:
    """Return the comment that last reopened the dispute, if any: a second closing is announced again."""
    if dispute.reopened_at is None:
        return None
    return dispute.comments.filter(created_at=dispute.reopened_at, as_admin=True).last()


@receiver(post_save, sender=AdminAct)
def on_admin_act(instance: AdminAct, created: bool, **_: object) -> None:
    """Notify players at once if secrets are opened after a game's end; before it, the email about the end does."""
    game = instance.game
    if not created or instance.what != SECRETS_OPENED or game is None or game.status not in OVER:
        return
    seats = Seat.objects.filter(game=game, player__isnull=False).select_related("player")
    fields = {"kind": kinds.SECRETS_OPENED.name, "game": game, "entry": instance.entry, "created_at": instance.at}
    note([Notification(player=seat.player, seat=seat.number, **fields) for seat in seats if seat.player])


@receiver(signals.game_changed)
def on_game_changed(game: Game, what: str, player: Player, seats: Sequence[Seat] = (), **_: object) -> None:
    """Notify players of an invitation, and of a game's closing."""
    now = timezone.now()
    if what == "invited":
        note([Notification(kind=kinds.INVITATION.name, player=player, game=game, created_at=now)])
    elif what == "closed":
        note(closings.of_closed(game, seats, now))
    elif what == "left_by_all":
        note(closings.of_abandoned(game, now))


@receiver(signals.series_over)
def on_series_over(game: Game, now: datetime, **_: object) -> None:
    """Notify everyone with a seat in the series' last game, whose result can now be reported along with it."""
    seats = Seat.objects.filter(game=game, player__isnull=False).select_related("player")
    fields: Json = {"kind": kinds.SERIES_OVER.name, "game": game, "entry": game.head, "created_at": now}
    note([Notification(player=seat.player, seat=seat.number, **fields) for seat in seats if seat.player])
    together.release_results([game.pk])


@receiver(signals.league_changed)
def on_league_changed(season: LeagueSeason, what: str, place: LeaguePlace | None, now: datetime, **_: object) -> None:
    """Notify everyone concerned by a change; after a season, also release the results that waited for its end."""
    if place is not None:
        note(seasons.of_place(season, place, what, now))
    elif what == "postponed":
        note(seasons.of_postponed(season, now))
    else:
        note(seasons.of_all_places(season, what, now))
    if what == "over":
        together.release(LeagueGame.objects.filter(division__season=season))


@receiver(signals.game_closing)
def on_game_closing(game: Game, seats: Sequence[Seat], **_: object) -> None:
    """Notify everyone who could still prevent the closing."""
    note(closings.of_closing(game, seats, timezone.now()))


@receiver(signals.proposal_changed)
def on_proposal_changed(
    game: Game, proposal: Proposal, what: str, concerned: Sequence[Seat], now: datetime, **_: object
) -> None:
    """Ask those who have not voted, or tell those who have, except whoever ended it, that nothing came of it."""
    ended_by = {vote.player_id for vote in proposal.votes.all() if not vote.agrees}
    if what == Proposal.State.WITHDRAWN:
        ended_by.add(proposal.by_id)
    kind = kinds.PROPOSAL if what == "asked" else kinds.PROPOSAL_OVER
    fields: Json = {"kind": kind.name, "game": game, "proposal": proposal, "created_at": now}
    readers = [seat for seat in concerned if seat.player is not None and seat.player_id not in ended_by]
    note([Notification(player=seat.player, seat=seat.number, **fields) for seat in readers])


@receiver(signals.account_mail)
def on_account_mail(
    address: str, player: Player | None, template: str, context: dict[str, object], awaited: bool = True, **_: object
) -> None:
    """Queue an email about an account, ahead of all others if somebody waits for it."""
    now = timezone.now()
    Mail.objects.create(
        player=player,
        address=address,
        template=template,
        context=context,
        urgent=awaited,
        created_at=now,
        next_attempt_at=now,
    )
    wake_up.after_commit(wake_up.wake_for_codes if awaited else wake_up.wake)


@receiver(post_save, sender=Player)
def on_player_saved(instance: Player, created: bool, update_fields: frozenset[str] | None, **_: object) -> None:
    """Recompute the waits of notifications after a change of the player's time zone."""
    if not created and (update_fields is None or "time_zone" in update_fields):
        preferences.release(instance)


@receiver(signals.player_erased)
def on_player_erased(player: Player, address: str, **_: object) -> None:
    """Delete everything the player was, or was to be, told, and every address."""
    Mail.objects.filter(Q(player=player) | Q(address__iexact=address, address__gt="")).delete()
    absences.remove(player)
    authors.emails_of(address).delete()
    ReplyAddress.objects.filter(player=player).delete()  # and the emails that arrived there
    habits = (Preference, Habits, DeadAddress, FirstBounce, SenderAddress)
    for rows in (Notification, *habits, SiteEmail, Webhook, WebhookDelivery, PushSubscription):
        rows.objects.filter(player=player).delete()


@receiver(signals.account_notices_wanted)
def on_account_notices_wanted(player: Player, **_: object) -> PageNotice | None:
    """Return a notice if the player's address takes no emails."""
    dead = dead_addresses.dead_address_of(player)
    if dead is None:
        return None
    context = {"dead": dead, "complained": dead.code == dead_addresses.COMPLAINT}
    return PageNotice("notifications/_dead_address.html", context)


@receiver(signals.personal_data_wanted)
def on_personal_data_wanted(player: Player, **_: object) -> dict[str, object]:
    """Return the player's notification settings and emails, and whether the address is dead."""
    mails = Mail.objects.filter(player=player).order_by("pk")
    return {
        "mail_preferences": {stream.value: mode.value for stream, mode in preferences.of_player(player).items()},
        "mail_preferences_of_games": list(_list_game_modes(player)),
        "mail_habits": list(Habits.objects.filter(player=player).values()),
        "absence": list(Absence.objects.filter(player=player).values()),
        "mails": list(mails.values("created_at", "settled_at", "stream", "template", "game_id", "state", "address")),
        "inbound_emails": list(_list_replies(player)),
        "mail_reports": list(MailReport.objects.filter(mail__player=player).values("received_at", "state", "reason")),
        "site_emails": list(_list_site_emails(player)),
        "sender_addresses": list(SenderAddress.objects.filter(player=player).values("address", "accepted_at")),
        "webhooks": list(Webhook.objects.filter(player=player).values("label", "url", "events", "full", "created_at")),
        "dead_address": list(DeadAddress.objects.filter(player=player).values("address", "code", "since")),
        "first_bounce": list(FirstBounce.objects.filter(player=player).values("address", "bounced_at")),
    }


def _list_replies(player: Player) -> Iterator[dict[str, object]]:
    """Yield emails to the player's reply addresses, with their content while we have it."""
    for email in InboundEmail.objects.filter(address__player=player).select_related("address").order_by("pk"):
        yield {**_describe_email(email), "game_id": email.address.game_id}


def _list_site_emails(player: Player) -> Iterator[dict[str, object]]:
    """Yield emails from the player's address to the site's own."""
    yield from map(_describe_email, SiteEmail.objects.filter(player=player).order_by("pk"))


def _describe_email(email: Inbound) -> Json:
    raw = acceptance.content(email)
    content = raw.decode(errors="replace") if raw is not None else None
    fields = ("received_at", "settled_at", "door", "sender", "state", "reason")
    return {**{name: getattr(email, name) for name in fields}, "content": content}


def _list_game_modes(player: Player) -> Iterator[dict[str, str]]:
    for game, modes in preferences.of_games(player).items():
        yield {"game": game, **{stream.value: mode.value for stream, mode in modes.items()}}
