"""Moderation of players: warning, muting and suspending them, lifting that; taking a name away, closing tables.

The player's row says what is in force (`muted_until`, `suspended_until`), so that checking costs nothing. Each measure
is a `Moderation`, an act in the list of admins' acts, and an email to the player. A suspended player's games go
on: their turns run out and are played by default, and after three in a row the seat counts as absent (P4).

A measure against an owner also holds for the owner's bots, as long as it lasts; a bot can be muted or suspended alone.
Its owner then gets the email.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import instants
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.ids import new_id
from games.models import Dispute, Moderation, Player
from games.people import appeal_links, audit, mentions, rights
from games.people.player_rows import addressee, check_name_free, lock_with_bots, name_hashes, saved
from games.signals import account_mail, player_sanctioned

Kind: Final = Moderation.Kind
LONGEST: Final = timedelta(days=3660)
ONE_CLICK: Final = timedelta(minutes=1)
RIGHT: Final = "moderate"
TIMED: Final = {Kind.MUTED: "muted_until", Kind.SUSPENDED: "suspended_until"}
"""The kinds that last until an instant, and the columns that hold it."""
LIFTS: Final = {Kind.UNMUTED: "muted_until", Kind.READMITTED: "suspended_until"}
"""The kinds that end a measure, and the columns they clear."""


def moderate(
    *,
    admin: Player,
    player_id: str,
    kind: str,
    now: datetime,
    until: datetime | None = None,
    text: str = "",
    reason: str = "",
    dispute_id: str | None = None,
) -> Moderation:
    """Warn, mute or suspend a player, or lift that. The player reads `text`; `reason` is for admins.

    The same within a minute is a second click, and returns the first measure. Raises Forbidden (right_missing,
    plays_in_this_game, not_yourself, plays_with_player, player_is_admin), NotFound (no_such_player, no_such_dispute),
    Unprocessable (until_out_of_range).
    """
    measure = Kind(kind)
    rights.check(admin, RIGHT)
    _check_until(measure, until, now)
    dispute = _cause(admin, dispute_id)
    with transaction.atomic():
        player = _lock_player(player_id)
        _refuse_own_matters(admin, player)
        if repeated := _find_repeated(player, admin, measure, until, text, dispute_id, now):
            return repeated
        name_hash = _take_name(player, now) if measure is Kind.UNNAMED else ""
        _apply(player, measure, until)
        details = {"until": until, "text": text, "dispute_id": dispute_id, "name_hash": name_hash}
        moderation = Moderation.objects.create(player=player, by=admin, kind=measure, created_at=now, **details)
        player_sanctioned.send(sender=Player, player=player, kind=measure, now=now)
        detail = {"until": instants.rfc3339(until)} if until else {}
        game = dispute.game if dispute else None
        audit.note(admin, measure.value, now, game=game, player=player, detail=detail, reason=reason)
        _tell(moderation)
    return moderation


def _find_repeated(
    player: Player,
    admin: Player,
    measure: Moderation.Kind,
    until: datetime | None,
    text: str,
    dispute_id: str | None,
    now: datetime,
) -> Moderation | None:
    """Return the player's last sanction if it is this one, by the same admin and less than a minute ago."""
    if measure is Kind.UNNAMED and player.name != _choose_plain_name(player):
        return None  # another name of their own
    last = Moderation.objects.filter(player=player).order_by("-created_at", "-pk").first()
    if last is None or last.created_at <= now - ONE_CLICK or last.by != admin:
        return None
    same = (last.kind, last.text, last.dispute_id) == (measure, text, dispute_id)
    return last if same and (until is None or last.until is None or abs(until - last.until) < ONE_CLICK) else None


def lift(*, admin: Player, sanction: Moderation, now: datetime) -> None:
    """End a sanction that was wrong, if it still holds, without an email. A later one of the same kind holds on.

    Raises NotFound("no_such_player"), Forbidden (not_yourself, plays_with_player, player_is_admin).
    """
    field = TIMED.get(Kind(sanction.kind))
    player = _lock_player(sanction.player_id)
    _refuse_own_matters(admin, player)
    if field is None or _find_latest(player, field) != sanction:
        return
    lifting = next(kind for kind, column in LIFTS.items() if column == field)
    _apply(player, lifting, None)
    Moderation.objects.create(player=player, by=admin, kind=lifting, created_at=now)
    audit.note(admin, lifting.value, now, player=player, detail={"lifts": sanction.pk})


def note(*, admin: Player, player_id: str, text: str, now: datetime) -> None:
    """Write a note about a player for other admins; the player does not hear of it.

    Raises Forbidden (right_missing, not_yourself, plays_with_player, player_is_admin), NotFound (no_such_player).
    """
    rights.check(admin, RIGHT)
    with transaction.atomic():
        player = _lock_player(player_id)
        _refuse_own_matters(admin, player)
        audit.note(admin, audit.NOTED, now, player=player, reason=text)


def _cause(admin: Player, dispute_id: str | None) -> Dispute | None:
    """Return the dispute that caused the measure, if it is in a game the admin is not involved in."""
    if dispute_id is None:
        return None
    dispute = Dispute.objects.select_related("game").filter(pk=dispute_id).first()
    if dispute is None:
        raise NotFound("no_such_dispute")
    rights.check(admin, RIGHT, dispute.game)
    return dispute


def _check_until(kind: Moderation.Kind, until: datetime | None, now: datetime) -> None:
    timed = kind in TIMED
    if timed != (until is not None) or (until is not None and not now < until <= now + LONGEST):
        raise Unprocessable("until_out_of_range", wanted=timed)


def _lock_player(player_id: str) -> Player:
    player = lock_with_bots(player_id).get(player_id)
    if player is None or player.erased_at is not None:
        raise NotFound("no_such_player", names=[player_id])
    return player


def _refuse_own_matters(admin: Player, player: Player) -> None:
    """Refuse admins who moderate themselves or people they play with; only a superuser can moderate another admin."""
    if admin.pk in (player.pk, player.owner_id):
        raise Forbidden("not_yourself")
    if (player.is_staff or player.is_superuser) and not admin.is_superuser:
        raise Forbidden("player_is_admin")
    if rights.plays_with(admin, player):
        raise Forbidden("plays_with_player")


def _apply(player: Player, kind: Moderation.Kind, until: datetime | None) -> None:
    field = TIMED.get(kind) or LIFTS.get(kind)
    if field is not None:
        for account in [player, *Player.objects.filter(owner=player, erased_at=None)]:
            setattr(account, field, _in_force(account, field, player, until))
            account.save(update_fields=[field])


def _take_name(player: Player, now: datetime) -> str:
    """Give the player a plain name until they choose another; return the hash of the one that was taken away."""
    before, player.name = player.name, _choose_plain_name(player)
    mentions.remember(player, before, now)
    saved(player)
    return name_hashes(before)[0]


def _choose_plain_name(player: Player) -> str:
    """Return a name that says nothing: with the player's id or, if somebody has taken that name, with another.

    It is not translated, since everybody reads the same name.
    """
    name = f"Player {player.pk}"
    try:
        check_name_free(name, but=player)
    except Refused:
        return f"Player {new_id()}"
    return name


def _in_force(player: Player, field: str, measured: Player, until: datetime | None) -> datetime | None:
    """Return until when a measure holds, given this new one: the later of a bot's own and its owner's."""
    own = until if player == measured else _own_measure(player, field)
    owners = until if player.owner == measured else getattr(player.owner, field, None)
    return max(filter(None, (own, owners)), default=None)


def _own_measure(bot: Player, field: str) -> datetime | None:
    """Return until when a measure against the bot itself holds."""
    latest = _find_latest(bot, field)
    return latest.until if latest else None


def _find_latest(player: Player, field: str) -> Moderation | None:
    """Return the last sanction against the account itself that set or cleared the column."""
    kinds = [kind for kind, column in (*TIMED.items(), *LIFTS.items()) if column == field]
    return Moderation.objects.filter(player=player, kind__in=kinds).order_by("-created_at", "-pk").first()


def _tell(sanction: Moderation) -> None:
    player, until = sanction.player, sanction.until
    reader, kind = addressee(player), Kind(sanction.kind)
    if not reader.email:
        return
    context = {
        "name": reader.name,
        "bot": player.name if reader != player else "",
        "language": reader.language,
        "text": sanction.text,
        "until": instants.in_utc(until) if until else "",
    }
    if kind not in LIFTS:
        subject = appeal_links.subject_of(sanction)
        context |= {"appeals": subject, "link": appeal_links.url(reader, subject, sanction.created_at)}
    account_mail.send(
        sender=Player, address=reader.email, player=reader, template=f"account/email/{kind.value}", context=context
    )
