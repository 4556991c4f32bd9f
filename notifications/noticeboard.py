"""The list of what has happened while a player was away: the reasons for emails, whether an email was wanted or not.

A row says no more than that something happened, where and when. What a reader may no longer know, or could no longer
do, is left out: a turn that was played, an invitation that was answered or comes from somebody blocked.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.competitions.clubs import selectors as clubs
from games.kinds import RulingKind
from games.lobby import selectors
from games.models import ClubMember, Entry, Player, Turn
from games.people import spoken_lines
from notifications.models import NoticesRead, Notification
from notifications.policy import kinds

KEPT: Final = timedelta(days=30)
"""How long a notice is listed; its row is kept for as long as its email's."""
MOST_COUNTED: Final = 99
SENTENCES: Final[dict[str, Promise]] = {
    kinds.YOUR_TURN.name: gettext_lazy("It is your turn."),
    kinds.TIME_IS_OVER.name: gettext_lazy("Your time is over, but you can still move."),
    kinds.NUDGE.name: gettext_lazy("The others ask for your move."),
    kinds.PLAN_STOPPED.name: gettext_lazy("Your plan has stopped. It is your turn."),
    kinds.PLAN_WAITS.name: gettext_lazy("Your plan has no answer to the question. It is your turn."),
    kinds.GAME_STARTED.name: gettext_lazy("The game has begun."),
    kinds.GAME_OVER.name: gettext_lazy("The game is over."),
    kinds.GAME_CLOSED.name: gettext_lazy("The table was called off before the game began."),
    kinds.CLOSING_SOON.name: gettext_lazy("The table will be called off soon if the game does not begin or go on."),
    kinds.SERIES_OVER.name: gettext_lazy("The series is over."),
    kinds.RULING.name: gettext_lazy("There is a ruling."),
    kinds.TAKEN_BACK.name: gettext_lazy("A move was taken back."),
    kinds.PAUSE.name: gettext_lazy("A pause has begun or ended."),
    kinds.SEAT_TAKEN.name: gettext_lazy("A stand-in took over your seat."),
    kinds.SEAT_HANDED_OVER.name: gettext_lazy("A stand-in holds your seat, as you asked."),
    kinds.SEAT_PASSED_ON.name: gettext_lazy("Another player took over your seat."),
    kinds.SEAT_IS_YOURS.name: gettext_lazy("The seat is yours."),
    kinds.TABLE_ANSWERED.name: gettext_lazy("There is news of who plays at your table."),
    kinds.SEAT_OFFERED.name: gettext_lazy("You are offered a free seat."),
    kinds.INVITATION.name: gettext_lazy("You are invited."),
    kinds.FORFEITED.name: gettext_lazy("Your time ran out, and you lost the game."),
    kinds.PLAYED_FOR_YOU.name: gettext_lazy("Your time ran out, and a move was played for you."),
    kinds.STILL_WATCHED.name: gettext_lazy("Anyone can watch this table until the game is over."),
    kinds.TIME_RAN_OUT.name: gettext_lazy("Another player’s time ran out."),
    kinds.SOMEBODY_IS_LATE.name: gettext_lazy("Another player is late."),
    kinds.PROPOSAL.name: gettext_lazy("Something was proposed to the table."),
    kinds.PROPOSAL_OVER.name: gettext_lazy("A proposal came to nothing."),
    kinds.DISPUTE_OPENED.name: gettext_lazy("Somebody asked for an admin."),
    kinds.DISPUTE_COMMENT.name: gettext_lazy("Somebody wrote about a dispute."),
    kinds.DISPUTE_CLOSED.name: gettext_lazy("A dispute was settled."),
    kinds.SECRETS_OPENED.name: gettext_lazy("An admin opened the game’s secrets."),
    kinds.CUP_ROUND.name: gettext_lazy("A round of the cup has begun."),
    kinds.CUP_RESULT.name: gettext_lazy("A round of the cup is over."),
    kinds.CUP_OVER.name: gettext_lazy("The cup is over."),
    kinds.CUP_LEFT.name: gettext_lazy("You are out of the cup."),
    kinds.CUP_PUT_OFF.name: gettext_lazy("The cup begins later."),
    kinds.CUP_CALLED_OFF.name: gettext_lazy("The cup was called off."),
    kinds.CLUB_INVITED.name: gettext_lazy("You are invited to a club."),
    kinds.CLUB_ASKED.name: gettext_lazy("Somebody asks to join the club."),
    kinds.CLUB_LET_IN.name: gettext_lazy("You are a member of the club."),
    kinds.CLUB_HOST.name: gettext_lazy("You host the club."),
    kinds.CLUB_ANNOUNCED.name: gettext_lazy("A host has announced something."),
    kinds.SEASON_BEGAN.name: gettext_lazy("The season has begun."),
    kinds.SEASON_OVER.name: gettext_lazy("The season is over."),
    kinds.SEASON_POSTPONED.name: gettext_lazy("The season begins later."),
    kinds.PLACE_GIVEN.name: gettext_lazy("You have a place in the league."),
    kinds.PLACE_LOST.name: gettext_lazy("You have lost your place in the league."),
}
"""What is said of each kind. Reminders repeat a turn, and answers to emails come by email alone."""
PAUSES: Final[dict[str | None, Promise]] = {
    RulingKind.PAUSED: gettext_lazy("The game is paused."),
    RulingKind.RESUMED: gettext_lazy("The pause is over."),
}
"""What is said of a pause, by its ruling."""
TURNS: Final = kinds.names_where(lambda kind: kind.name in SENTENCES and kind.urgency.is_of_a_turn)
NEWS: Final = kinds.names_where(lambda kind: kind.name in SENTENCES and not kind.urgency.is_of_a_turn)
OFFERS: Final = (kinds.INVITATION.name, kinds.SEAT_OFFERED.name)
CLUBS: Final = (
    *(kinds.CLUB_INVITED.name, kinds.CLUB_ASKED.name, kinds.CLUB_LET_IN.name),
    *(kinds.CLUB_HOST.name, kinds.CLUB_ANNOUNCED.name),
)
DISPUTES: Final = (kinds.DISPUTE_OPENED.name, kinds.DISPUTE_COMMENT.name, kinds.DISPUTE_CLOSED.name)

COUNT: Final = """
SELECT count(*), coalesce(bool_or(kind = ANY(%(offers)s)), false) FROM (
    SELECT kind FROM notifications_notification
    WHERE player_id = %(player)s AND created_at > %(since)s AND state <> 'superseded' AND kind = ANY(%(news)s)
      AND id > coalesce((SELECT last FROM notifications_noticesread WHERE player_id = %(player)s), 0)
      AND NOT (seat IS NULL AND kind = ANY(%(disputes)s))
    LIMIT %(most)s
) AS unread
"""
"""Plain SQL, since every page counts, and building it from objects takes 8 ms."""


def list_notices(player: Player, now: datetime) -> QuerySet[Notification]:
    """Return the notices that the player may read, in no order."""
    turns = Turn.objects.filter(
        game=OuterRef("game"), seat=OuterRef("seat"), prompt_opened=OuterRef("prompt_opened"), closed_at=None
    )
    mine = Exists(turns.filter(game__seats__number=OuterRef("seat"), game__seats__player=player))
    entries = Entry.objects.filter(game=OuterRef("game"), number=OuterRef("entry"))
    news = _list_news(player, now, SENTENCES).annotate(ruling=Subquery(entries.values("public__ruling")))
    news = news.annotate(agreed=Exists(entries.filter(public__has_key="agreed")))
    return news.filter(~Q(kind__in=TURNS) | mine)


def count_unread(player: Player, now: datetime) -> int:
    """Return how many notices are new to the player, up to 99; turns are left out, because "Games" counts them.

    Only offers and clubs take more than one statement: they may have been answered, come from somebody blocked, or be
    of a club of which the player may not know any more.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            COUNT,
            {
                "player": player.pk,
                "since": now - KEPT,
                "news": NEWS,
                "disputes": list(DISPUTES),
                "offers": [*OFFERS, *CLUBS],
                "most": MOST_COUNTED,
            },
        )
        count, has_offers = cursor.fetchone()
    if not has_offers:
        return int(count)
    return _list_news(player, now, NEWS).filter(pk__gt=last_read(player))[:MOST_COUNTED].count()


def last_read(player: Player) -> int:
    """Return the number of the last notice that the player has seen, 0 if there is none."""
    return NoticesRead.objects.filter(player=player).values_list("last", flat=True).first() or 0


def mark_read(player: Player, until: int, *, now: datetime) -> None:
    """Mark all notices up to this number as read, on every device. Never marks one as unread."""
    newest = Notification.objects.filter(player=player, pk__lte=until).aggregate(newest=Max("pk"))["newest"]
    if newest is None or newest <= last_read(player):
        return
    mark, is_new = NoticesRead.objects.get_or_create(player=player, defaults={"last": newest, "read_at": now})
    if not is_new:
        NoticesRead.objects.filter(pk=mark.pk).update(last=Greatest("last", newest), read_at=now)


def tell(notice: Notification) -> str:
    """Return the sentence of a listed notice."""
    if notice.kind == kinds.PAUSE.name and (sentence := PAUSES.get(getattr(notice, "ruling", None))):
        return str(sentence)
    if notice.kind == kinds.RULING.name:
        return _tell_ruling(notice, agreed=getattr(notice, "agreed", False))
    return str(SENTENCES[notice.kind])


def _tell_ruling(notice: Notification, *, agreed: bool) -> str:
    if agreed and notice.seat is None:
        return _("By agreement of the table, a stand-in plays for you.")
    if agreed:
        return _("The table has decided something by agreement.")
    return _("A ruling gave your seat to another player.") if notice.seat is None else str(SENTENCES[notice.kind])


def _list_news(player: Player, now: datetime, names: "dict[str, Promise] | list[str]") -> QuerySet[Notification]:
    invited = Exists(selectors.invitations_of(player).filter(pk=OuterRef("game")))
    offered = Exists(selectors.open_seats_for(player, now).filter(game=OuterRef("game")))
    listed = Notification.objects.filter(player=player, kind__in=list(names), created_at__gt=now - KEPT)
    listed = listed.exclude(state=Notification.State.SUPERSEDED).exclude(kind__in=DISPUTES, seat=None)
    listed = listed.filter(Q(club=None) | _is_true_of_club(player))
    return listed.filter((~Q(kind=kinds.INVITATION.name) | invited) & (~Q(kind=kinds.SEAT_OFFERED.name) | offered))


def _is_true_of_club(player: Player) -> Q:
    """Return the condition that news of a club is still true: the reader is invited, a member, or a host.

    That somebody asks to join is news to a host for as long as anybody does.
    """
    rows = ClubMember.objects.filter(club=OuterRef("club"), club__closed_at=None)
    is_invited = Exists(clubs.invitations_of(player).filter(club=OuterRef("club")))
    is_member = Exists(rows.filter(player=player, state=ClubMember.State.MEMBER))
    is_host = Exists(rows.filter(player=player, is_host=True))
    is_read = ~Q(announcement__by__in=spoken_lines.unread_authors(player))
    is_asked = Exists(rows.filter(state=ClubMember.State.ASKED))
    return (
        Q(is_invited, kind=kinds.CLUB_INVITED.name)
        | Q(is_member, kind=kinds.CLUB_LET_IN.name)
        | Q(is_member, is_read, ~Q(announcement__text=""), kind=kinds.CLUB_ANNOUNCED.name)
        | Q(is_host, kind=kinds.CLUB_HOST.name)
        | Q(is_host, is_asked, kind=kinds.CLUB_ASKED.name)
    )
