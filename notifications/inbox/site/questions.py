"""Answers to invitations by email to the site: which one is meant, and what a yes or a no to it does.

A bare yes or no answers the invitation that the email asked about which it replies to. Where that is unknown, it is
asked about, even if only one invitation waits: it may be meant for something else.
"""

from collections.abc import Callable, Mapping
from typing import Final, NoReturn

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.competitions import hosts, invitations
from games.competitions.clubs import membership
from games.competitions.clubs import selectors as club_selectors
from games.competitions.cups import admission as cup_admission
from games.competitions.leagues import admission as league_admission
from games.lobby import selectors
from games.models import ClubMember, CompetitionInvitation, Cup
from notifications.inbox.site.orders import AtTable
from notifications.inbox.writer import CannotDo, SiteAnswer, Writer
from notifications.letters.site_questions import SiteQuestion
from notifications.order_words import english_order_words

PLACE_LENGTH: Final = 2
"""Digits of a number in a list; whatever is longer is an id."""


def list_waiting(writer: Writer) -> list[SiteQuestion]:
    """Return all invitations that wait for the writer's answer: to tables, to competitions, to clubs."""
    player = writer.registered_player
    tables = selectors.invitations_of(player).order_by("-created_at").values_list("pk", flat=True)
    return [
        *(SiteQuestion.about("table", game_id) for game_id in tables),
        *map(_ask_to_enter, invitations.list_waiting(player, writer.now)),
        *map(_ask_into_club, club_selectors.invitations_of(player)),
    ]


def _ask_to_enter(invitation: CompetitionInvitation) -> SiteQuestion:
    instead_of = invitation.instead_of_id or ""
    if invitation.cup_id is not None:
        return SiteQuestion.about("cup", invitation.cup_id, instead_of)
    return SiteQuestion.about("league", invitation.league_id or "", instead_of)


def _ask_into_club(row: ClubMember) -> SiteQuestion:
    return SiteQuestion.about("club", row.club_id)


def find_meant(writer: Writer, order: AtTable) -> SiteQuestion | None:
    """Return the invitation that a yes or no is about, by its number or id, or without; None if it names a table.

    Raises CannotDo where that is unclear. Who has signed up in the same email has seen no other invitation.
    """
    if order.table:
        is_place = len(order.table) <= PLACE_LENGTH and int(order.table) <= len(writer.listed)
        listed_key = writer.listed[int(order.table) - 1] if is_place else ""
        by_key = {question.key: question for question in list_waiting(writer) if question.kind != "table"}
        return SiteQuestion.read(listed_key) or by_key.get(order.table)
    if writer.question is not None:
        return writer.question
    waiting = list_waiting(writer)
    if len(waiting) == 1 and writer.has_just_arrived:
        return waiting[0]
    if not waiting:
        raise CannotDo(_("You have no invitation to answer."))
    if len(waiting) > 1:
        raise CannotDo(_("You have several invitations. Answer each on a line of its own."))
    raise CannotDo(_("I can’t tell which of our emails you are answering. Do you mean this invitation?"))


def describe(writer: Writer, answer: SiteAnswer) -> list[str]:
    """Return a line with a number for each invitation to a competition or a club."""
    rows = invitations.list_waiting(writer.registered_player, writer.now)
    club_rows = club_selectors.invitations_of(writer.registered_player)
    return [
        *(_describe_competition(row, answer.number(str(_ask_to_enter(row)))) for row in rows),
        *(_describe_club(row, answer.number(str(_ask_into_club(row)))) for row in club_rows),
    ]


def _describe_competition(row: CompetitionInvitation, number: int) -> str:
    about = {**hosts.describe(invitations.competition_of(row)), "n": number, "by": row.by.display_name}
    if row.instead_of is None:
        to_cup = _("%(n)d: the cup %(name)s, by %(by)s (%(page)s)")
        to_league = _("%(n)d: the league %(name)s, by %(by)s (%(page)s)")
    else:
        about["other"] = row.instead_of.display_name
        to_cup = _("%(n)d: the cup %(name)s, in place of %(other)s, by %(by)s (%(page)s)")
        to_league = _("%(n)d: the league %(name)s, in place of %(other)s, by %(by)s (%(page)s)")
    return (to_cup if row.cup_id else to_league) % about


def _describe_club(row: ClubMember, number: int) -> str:
    about = {"n": number, "page": _page_of_club(row.club_id)}
    if row.invited_by is None:
        return _("%(n)d: a club (%(page)s)") % about
    return _("%(n)d: a club, by %(by)s (%(page)s)") % {**about, "by": row.invited_by.display_name}


def say_no_table(writer: Writer, place: int) -> str:
    """Say what a number of the list stands for that is no table's, and what to write."""
    question = SiteQuestion.read(writer.listed[place - 1])
    facts = {**english_order_words(), "n": place, "name": _name(writer, question) if question else ""}
    if not facts["name"]:
        return _("Number %(n)d is an invitation that is over now.") % facts
    sentence = _(
        "Number %(n)d is no table, but %(name)s. To say yes or no, reply “%(accept)s %(n)d” or “%(decline)s %(n)d”."
    )
    return sentence % facts


def _name(writer: Writer, question: SiteQuestion) -> str:
    """Name what an invitation that waits for the writer is to; "" if none of this kind waits."""
    if question not in list_waiting(writer):
        return ""
    if question.kind == "club":
        return _("a club (%(page)s)") % {"page": _page_of_club(question.key)}
    facts = hosts.describe(invitations.competition_of(_find_invitation(writer, question)))
    return (_("the cup %(name)s") if question.kind == "cup" else _("the league %(name)s")) % facts


def _page_of_club(club_id: str) -> str:
    return settings.PUBLIC_URL + reverse("club", args=[club_id])


def _enter(writer: Writer, question: SiteQuestion, answer: SiteAnswer) -> None:
    player, now = writer.registered_player, writer.now
    invitation = _find_invitation(writer, question)
    competition, place = invitations.competition_of(invitation), invitation.instead_of_id
    facts = hosts.describe(competition)
    if isinstance(competition, Cup):
        cup_admission.enter(player=player, cup_id=competition.pk, instead_of=place, now=now)
        answer.say(_("You are in the cup %(name)s. You can leave it on its page:") % facts)
    else:
        league_admission.enter(player=player, league_id=competition.pk, instead_of=place, now=now)
        answer.say(_("You are in the league %(name)s. You can leave it on its page:") % facts)
    answer.link(str(facts["name"]), str(facts["page"]))


def _stay_out(writer: Writer, question: SiteQuestion, answer: SiteAnswer) -> None:
    competition = invitations.competition_of(_find_invitation(writer, question))
    invitations.decline(player=writer.registered_player, competition=competition, now=writer.now)
    answer.say(_("You have declined this invitation: %(game)s.") % {"game": hosts.describe(competition)["name"]})


def _find_invitation(writer: Writer, question: SiteQuestion) -> CompetitionInvitation:
    """Return the writer's open invitation on just these terms. Raises CannotDo."""
    rows = invitations.list_waiting(writer.registered_player, writer.now)
    return next((row for row in rows if _ask_to_enter(row) == question), None) or _refuse_late()


def _join_club(writer: Writer, question: SiteQuestion, answer: SiteAnswer) -> None:
    _find_club_row(writer, question)
    membership.join(player=writer.registered_player, club_id=question.key, now=writer.now)
    answer.say(_("You are a member of the club now. You can leave it on its page:"))
    answer.link(_("The club’s page"), _page_of_club(question.key))


def _decline_club(writer: Writer, question: SiteQuestion, answer: SiteAnswer) -> None:
    _find_club_row(writer, question)
    membership.decline(player=writer.registered_player, club_id=question.key, now=writer.now)
    answer.say(_("You have declined the invitation to the club."))


def _find_club_row(writer: Writer, question: SiteQuestion) -> ClubMember:
    """Return the writer's open invitation to this club. Raises CannotDo."""
    row = club_selectors.invitations_of(writer.registered_player).filter(club=question.key).first()
    return row or _refuse_late()


def _refuse_late() -> NoReturn:
    raise CannotDo(_("This invitation is no longer open, or it has changed."))


ANSWERS: Final[Mapping[tuple[str, str], Callable[[Writer, SiteQuestion, SiteAnswer], None]]] = {
    ("cup", "accept"): _enter,
    ("cup", "decline"): _stay_out,
    ("league", "accept"): _enter,
    ("league", "decline"): _stay_out,
    ("club", "accept"): _join_club,
    ("club", "decline"): _decline_club,
}
"""What answers to invitations do, by what is answered and how; for tables, `handlers.AT_TABLE`."""
