"""Disputes on the game's page: the complaint, the comments, and an admin's answer."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple, TypedDict
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.admin import timeline
from games.admin.desk_access import Acting, admin_of, check, refusal_sentence, to_game, words
from games.admin.shortcuts import MOST_SEATS, Shortcut, shortcut_to
from games.admin.situation import Situation
from games.admin.timeline import TimelineEntry
from games.errors import Refused
from games.kinds import EntryKind
from games.models import Dispute, Game, Player, Ruling, Seat, TalkLine
from games.models.dispute import ACCUSING
from games.people import moderation
from games.table.disputes import dossier, inquiries, lifecycle, selectors
from games.table.play import reveal
from games.table.rulings import Remove, Reopen, Replace, TakeBack

RIGHT = lifecycle.SETTLE
AROUND: Final = 3
"""How many lines before and after a reported one are shown."""


class DisputePages(Acting):
    """The page that receives an admin's answer to a dispute."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.dispute_view)
        at = "<str:object_id>/dispute/<str:dispute_id>/"
        return [path(at, view, name="games_game_dispute"), *super().get_urls()]

    def dispute_view(self, request: HttpRequest, object_id: str, dispute_id: str) -> HttpResponse:
        """Add a comment to a dispute, ask a player about it or settle it, then go back to the game."""
        game = self.readable(request, object_id)
        check(request, RIGHT, game)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not Dispute.objects.filter(pk=dispute_id, game=game).exists():
            raise Http404
        try:
            (_ask_player if "question" in request.POST else _answer_dispute)(request, dispute_id)
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
        return to_game(game)


def _answer_dispute(request: HttpRequest, dispute_id: str) -> None:
    admin, text, now = admin_of(request), words(request, "text"), timezone.now()
    arguments: SettleArguments = {"admin": admin, "dispute_id": dispute_id, "now": now}
    if "resolve" in request.POST:
        messages.success(request, _tell_closed(lifecycle.resolve(**arguments, text=text)))
    elif "dismiss" in request.POST:
        messages.success(request, _tell_closed(lifecycle.dismiss(**arguments, text=text)))
    elif text:
        lifecycle.comment_as_admin(admin=admin, dispute_id=dispute_id, now=now, text=text)
        messages.success(request, _("Your comment was added."))


class SettleArguments(TypedDict):
    """Who settles which dispute, and when."""

    admin: Player
    dispute_id: str
    now: datetime


def _tell_closed(dispute: Dispute) -> str:
    """Say that a dispute is closed, and who has been told so."""
    is_resolved = dispute.state == Dispute.State.RESOLVED
    closed = _("The dispute is resolved.") if is_resolved else _("The dispute is dismissed.")
    if not dispute.is_private:
        return f"{closed} {_('The players have been told.')}"
    notice = (
        _("%(name)s has been told; nobody else reads your words.")
        if not dispute.is_announced
        else _("The players have been told that it is closed; only %(name)s reads your words.")
    )
    return f"{closed} {notice % {'name': dispute.opened_by.display_name}}"


def _ask_player(request: HttpRequest, dispute_id: str) -> None:
    """Ask a player for their side; without a question, do nothing."""
    question, player_id, now = words(request, "question"), request.POST.get("ask", ""), timezone.now()
    if question:
        asker = admin_of(request)
        inquiries.ask(admin=asker, dispute_id=dispute_id, player_id=player_id, text=question, now=now)
        messages.success(request, _("The player has been asked, and the answer will be here."))


class SaidLine(NamedTuple):
    """A line of the table's talk: one that was reported, or one said just before or after."""

    line: TalkLine
    is_reported: bool


class Case(NamedTuple):
    """A dispute, the entry that it is about as a line of the log, and remedies: each with its address and label.

    `moderated` are the players whom the admin may moderate because of it, `askable` those whom the admin may ask.
    `talk` are the reported lines with those around them, and `records` of the people who said them, while it is open.
    """

    dispute: Dispute
    about: TimelineEntry | None
    remedies: list[Shortcut]
    moderated: list[Player]
    askable: list[Player]
    talk: list[SaidLine]
    records: list[dossier.AccusedRecord]


def dispute_box(situation: Situation) -> dict[str, object]:
    """Return the disputes for the game's page, open ones first."""
    disputes = selectors.judged(situation.game)
    numbers = {dispute.entry for dispute in disputes if dispute.entry is not None}
    entries = {line.number: line for line in timeline.lines(situation, numbers)}
    talk = _load_talk(situation.game, disputes)
    involved = selectors.involved_in([dispute for dispute in disputes if dispute.state == Dispute.State.OPEN])
    cases = [
        _make_case(dispute, entries.get(dispute.entry or 0), talk, situation, involved.get(dispute.pk, []))
        for dispute in disputes
    ]
    return {"cases": cases, "may_settle": situation.may(RIGHT)}


def _load_talk(game: Game, disputes: Iterable[Dispute]) -> list[TalkLine]:
    """Return the lines that were reported in this game, with those around them."""
    numbers = {number for dispute in disputes for number in _numbers_around(dispute)}
    if not numbers:
        return []
    return list(TalkLine.objects.filter(game=game, number__in=numbers).select_related("by").order_by("number"))


def _numbers_around(dispute: Dispute) -> set[int]:
    return {number for line in dispute.lines.all() for number in range(line.number - AROUND, line.number + AROUND + 1)}


def _make_case(
    dispute: Dispute,
    about: TimelineEntry | None,
    talk: Iterable[TalkLine],
    situation: Situation,
    involved: list[Player],
) -> Case:
    """Return a dispute with the admin's remedies; an entry that was already taken back needs none."""
    is_open = dispute.state == Dispute.State.OPEN
    remedies = list(_list_remedies(dispute, about, situation, involved)) if is_open else []
    moderated = involved if situation.may(moderation.RIGHT) else []
    reported, near = {line.number: line.by for line in dispute.lines.all()}, _numbers_around(dispute)
    lines = [SaidLine(line, line.number in reported) for line in talk if line.number in near]
    accused = {player.pk: player for player in reported.values()}.values() if is_open else ()
    records = [dossier.record_of(player, dispute, situation.admin) for player in accused]
    return Case(
        *(dispute, about, remedies, moderated), _list_askable(dispute, situation) if is_open else [], lines, records
    )


def _list_askable(dispute: Dispute, situation: Situation) -> list[Player]:
    """Return whom the admin can still ask about the dispute."""
    if not situation.may(RIGHT):
        return []
    questioned = [question.player_id for question in dispute.questions.all()]
    dispute.game = situation.game
    return list(inquiries.askable(dispute).exclude(pk__in=questioned).order_by("name"))


def _list_remedies(
    dispute: Dispute, about: TimelineEntry | None, situation: Situation, involved: list[Player]
) -> Iterator[Shortcut]:
    """Yield what most likely settles the dispute: about its entry, for an absent player, or against the accused."""
    if about is not None and situation.may("rule") and (remedy := _find_remedy(dispute, about, situation)):
        yield remedy
    if situation.game.status != Game.Status.RUNNING or not situation.is_readable:
        return
    own = {seat.number for seat in situation.seats if seat.player_id == dispute.opened_by_id}
    if dispute.kind == Dispute.Kind.ABSENT_PLAYER and situation.may("replace"):
        for number in [seat for seat in situation.silent_seats if seat not in own][:MOST_SEATS]:
            yield shortcut_to(situation, Replace.kind, _("Stand-in for %s"), seat=number, dispute=dispute.pk)
    if dispute.kind in ACCUSING and situation.may("rule"):
        accused = {player.pk for player in involved}
        playing = [seat for seat in situation.seats if seat.status == Seat.Status.PLAYING and seat.number not in own]
        for number in [seat.number for seat in playing if seat.player_id in accused][:MOST_SEATS]:
            yield shortcut_to(situation, Remove.kind, _("Remove %s from the game"), seat=number, dispute=dispute.pk)


def _find_remedy(dispute: Dispute, about: TimelineEntry, situation: Situation) -> Shortcut | None:
    game, number, params = situation.game, about.number, {"entry": about.number}
    if about.kind == EntryKind.RULED:
        carried_out = Ruling.objects.filter(game=game, state=Ruling.State.DONE)
        stands = carried_out.filter(entry=number).exists() and not carried_out.filter(undoes=number).exists()
        return (
            (_page_address("undo", game, number), _("Undo the ruling in entry %(entry)d") % params) if stands else None
        )
    if number == 1 or number not in situation.counts:
        return None
    if game.status == Game.Status.RUNNING:
        query = urlencode({"before": number, "dispute": dispute.pk})
        return f"{_page_address('rule', game, TakeBack.kind)}?{query}", _("Take back entry %(entry)d") % params
    if game.secrets_open_at is None or reveal.secrets_are_open(game, timezone.now()):
        return None
    query = urlencode({"as_of": number - 1, "dispute": dispute.pk})
    return f"{_page_address('rule', game, Reopen.kind)}?{query}", _("Resume from before entry %(entry)d") % params


def _page_address(page: str, game: Game, argument: str | int) -> str:
    return reverse(f"admin:games_game_{page}", args=[game.pk, argument])
