"""Reports of a club's lines to the admins: who reports and who is reported stays among them.

An admin reads the line with those around it, removes it or leaves it, and says a word to whoever has reported it. What
is done about its author is done on the author's page, as for any other cause.
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from games.competitions import hosts
from games.competitions.clubs import creation, talk
from games.competitions.clubs.creation import A_DAY, locked
from games.errors import Forbidden, NotFound, QuotaSpent, Refused, Unprocessable
from games.models import Club, ClubLine, ClubReport, Player
from games.names import paragraphs
from games.people import audit, desk_proposals, rights
from games.people.suspension import heard
from games.signals import account_mail

MOST_A_DAY: Final = 5
AROUND: Final = 10
"""How many lines before and after the reported one an admin reads."""
CLOSED: Final = "club_report_closed"
"""The kind of an admin's act among the admins' acts."""
Outcome = ClubReport.Outcome


def report(*, player: Player, club_id: str, number: int, now: datetime, text: str = "") -> ClubReport:
    """Report a line of another member to the admins. Reporting it again returns the first report.

    Raises NotFound (no_such_club, no_such_line), Unprocessable("own_line"), Forbidden (only_members,
    account_suspended, account_muted, address_needed), Refused("too_many_disputes").
    """
    with transaction.atomic():
        player = heard(player, now)
        club = locked(club_id)
        talk.refuse_outsider(player, club)
        line = ClubLine.objects.filter(club=club, number=number).exclude(text="").first()
        if line is None:
            raise NotFound("no_such_line", line=number)
        if line.by_id == player.pk:
            raise Unprocessable("own_line")
        earlier = ClubReport.objects.filter(line=line, by=player).first()
        if earlier is not None:
            return earlier
        _refuse_too_many(player, now)
        is_first = not ClubReport.objects.filter(line=line).exists()
        row: ClubReport = ClubReport.objects.create(line=line, by=player, text=paragraphs(text), created_at=now)
        if is_first:
            _tell_admins(row)
    return row


def find_line(member: Player, club: Club, number: int) -> ClubLine | None:
    """Return a line that the member can report, also by somebody whom they have muted or blocked since they read it."""
    lines = ClubLine.objects.filter(club=club, number=number).exclude(text="").exclude(by=member)
    return lines.select_related("by").first()


def _tell_admins(row: ClubReport) -> None:
    """Email the admins who can judge the report, which says nothing of who has said what."""
    page = settings.PUBLIC_URL + reverse("admin:games_clubreport_change", args=[row.pk])
    reporters = ClubReport.objects.filter(line=row.line_id).values("by")
    judges = desk_proposals.holders(hosts.TAKES_NAMES).exclude(pk__in=reporters).exclude(pk=row.line.by_id)
    for admin in judges.order_by("pk"):
        _mail(admin, "club_reported", page=page)


def _refuse_too_many(player: Player, now: datetime) -> None:
    lately = ClubReport.objects.filter(by=player, created_at__gt=now - A_DAY).order_by("-created_at")
    times = list(lately.values_list("created_at", flat=True)[:MOST_A_DAY])
    if len(times) >= MOST_A_DAY:
        raise QuotaSpent("too_many_disputes", most=MOST_A_DAY).after(times[-1] + A_DAY - now)


def judged_by(admin: Player, rows: QuerySet[ClubReport]) -> QuerySet[ClubReport]:
    """Return those of these reports that this admin may judge: of no line that they have said or reported."""
    own_lines = ClubReport.objects.filter(by=admin).values("line")
    return rows.exclude(line__by=admin).exclude(line__in=own_lines)


def waiting_for(admin: Player) -> QuerySet[ClubReport]:
    """Return the first open report of each line that this admin may judge, the oldest first.

    Lines whose author was erased have no words to judge any more.
    """
    if not rights.has(admin, hosts.TAKES_NAMES):
        return ClubReport.objects.none()
    rows = judged_by(admin, ClubReport.objects.filter(outcome=Outcome.OPEN).exclude(line__text=""))
    firsts = rows.order_by("line", "created_at", "pk").distinct("line")
    waiting = ClubReport.objects.filter(pk__in=firsts.values("pk")).order_by("created_at", "pk")
    return waiting.select_related("line__by", "line__club", "by")


def lines_around(line: ClubLine) -> QuerySet[ClubLine]:
    """Return the line with those before and after it, the oldest first."""
    numbers = (line.number - AROUND, line.number + AROUND)
    return ClubLine.objects.filter(club=line.club_id, number__range=numbers).select_related("by").order_by("number")


def close(*, admin: Player, report_id: str, removes: bool, now: datetime, text: str = "") -> ClubReport:
    """Remove the line, or leave it, which settles all its open reports, and tell whoever has reported it.

    The admin's word goes only to whoever made this report, which the admin has read. In a closed club, where nobody
    reads it, a line that is left goes, too. Raises NotFound("no_such_dispute"), Forbidden (right_missing,
    not_yourself), Refused("dispute_closed").
    """
    rights.check(admin, hosts.TAKES_NAMES)
    with transaction.atomic():
        # The club is locked first, so that two verdicts about one line wait for each other.
        club = Club.objects.select_for_update(no_key=True, of=("self",)).filter(talk_lines__reports=report_id).first()
        if club is None:
            raise NotFound("no_such_dispute")
        row = ClubReport.objects.select_related("line").get(pk=report_id)
        if not judged_by(admin, ClubReport.objects.filter(pk=row.pk)).exists():
            raise Forbidden("not_yourself")
        if row.outcome:
            raise Refused("dispute_closed")
        for settled in _lock_open_reports(row.line):
            settled.outcome = Outcome.REMOVED if removes else Outcome.DISMISSED
            settled.answer = paragraphs(text) if settled.pk == row.pk else ""
            settled.closed_by, settled.closed_at = admin, now
            settled.save(update_fields=["outcome", "answer", "closed_by", "closed_at"])
            _tell(settled, club)
        if removes:
            ClubLine.objects.filter(pk=row.line_id).update(text="")
        if club.closed_at is not None:
            creation.forget_lines(club)
        detail = {"club": row.line.club_id, "line": row.line.number, "removed": removes}
        # Of a line that stays, its author's export must not say that somebody has reported it.
        audit.note(admin, CLOSED, now, player=row.line.by if removes else None, detail=detail)
    row.refresh_from_db()
    return row


def _lock_open_reports(line: ClubLine) -> list[ClubReport]:
    rows = ClubReport.objects.select_for_update(no_key=True, of=("self",)).select_related("by", "line")
    return list(rows.filter(line=line, outcome=Outcome.OPEN).order_by("pk"))


def _tell(row: ClubReport, club: Club) -> None:
    """Tell whoever has reported a line what came of it; a closed club has no page to name."""
    page = settings.PUBLIC_URL + reverse("club-talk", args=[club.pk]) if club.closed_at is None else ""
    _mail(row.by, "club_report_closed", removed=row.outcome == Outcome.REMOVED, text=row.answer, page=page)


def _mail(reader: Player, template: str, **more: object) -> None:
    if reader.email:
        account_mail.send(
            sender=Player,
            address=reader.email,
            player=reader,
            template=f"account/email/{template}",
            context={"language": reader.language, **more},
            awaited=False,
        )
