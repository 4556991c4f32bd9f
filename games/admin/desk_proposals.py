"""Acts that cannot be undone: a page shows what will happen, asks for a reason, and lets a second admin decide."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import people
from games.admin.desk_access import admin_of, check, refusal_sentence, status_of
from games.admin.read_only import Reading
from games.competitions import closure, handover
from games.competitions.audience import Competition
from games.errors import Refused
from games.models import DeskProposal, Game, League, LeagueMember, Player, Seat
from games.people import desk_proposals, rights
from games.people.desk_proposals import DeskAct
from games.people.erasure import ERASING
from games.table.disputes import desk_queue
from games.table.play.open_seats import GONE

ACTS: Final = {act.kind: act for act in (ERASING, closure.CLOSING, closure.CALLING_OFF)}
TITLES: Final[dict[str, Promise]] = {
    DeskProposal.Kind.ERASE: gettext_lazy("Erase %(name)s"),
    DeskProposal.Kind.CLOSE: gettext_lazy("Close the league %(name)s"),
    DeskProposal.Kind.CALL_OFF: gettext_lazy("Call off the cup %(name)s"),
}


class Consequence(NamedTuple):
    """Something that the act changes, and whom or what it concerns."""

    sentence: str
    subjects: list[str]


class WordsForm(forms.Form):
    """What the people concerned read, and what stays on record."""

    text = forms.CharField(
        label=gettext_lazy("To the people concerned"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("It is in the email that they get."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason, for admins"),
        max_length=2000,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("It stays on record: write no name and no address of somebody who is to be erased."),
    )


def order_page(
    page: "admin.ModelAdmin[Model]",
    request: HttpRequest,
    proposal: DeskProposal,
    more: dict[str, object] | None = None,
) -> HttpResponse:
    """Show what the act will change, and the form; a POST proposes it, or carries it out if no second admin could."""
    act, here = ACTS[DeskProposal.Kind(proposal.kind)], admin_of(request)
    check(request, act.right)
    form, status = WordsForm(request.POST or None, label_suffix=""), 200
    if form.is_bound and form.is_valid():
        proposal.text, proposal.reason = form.cleaned_data["text"], form.cleaned_data["reason"]
        try:
            desk_proposals.order(act=act, admin=here, proposal=proposal, now=timezone.now())
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
            status = status_of(refusal)
        else:
            messages.success(request, _success_sentence(proposal))
            return HttpResponseRedirect(reverse(f"admin:games_{page.opts.model_name}_changelist"))
    context = {"form": form, "needs_two": desk_proposals.needs_two(act, here, proposal), **(more or {})}
    return _render(page, request, proposal, context, status)


def _success_sentence(proposal: DeskProposal) -> str:
    if proposal.state == DeskProposal.State.PROPOSED:
        return _("Proposed. It will be carried out when another admin agrees.")
    return _("Done. The people concerned have been told.")


def _render(
    page: "admin.ModelAdmin[Model]",
    request: HttpRequest,
    proposal: DeskProposal,
    more: dict[str, object],
    status: int = 200,
) -> HttpResponse:
    context = {
        **page.admin_site.each_context(request),
        "opts": page.opts,
        "media": page.media,
        "title": TITLES[proposal.kind] % {"name": _name(proposal)},
        "proposal": proposal,
        "consequences": list(_list_consequences(proposal, timezone.now())),
        **more,
    }
    return TemplateResponse(request, "admin/games/desk_proposal.html", context, status=status)


def _name(proposal: DeskProposal) -> str:
    subject = proposal.player or proposal.league or proposal.cup
    return (subject.name if subject else "") or proposal.subject


def _list_consequences(proposal: DeskProposal, now: datetime) -> Iterator[Consequence]:
    """Yield what the act will change; nothing that is empty."""
    if proposal.player:
        consequences: Iterable[Consequence] = _of_erasure(proposal.player, now)
    elif proposal.league:
        consequences = _of_closing(proposal.league)
    else:
        consequences = [Consequence(_("It does not take place. Everyone who has entered hears of it."), [])]
    yield from (consequence for consequence in consequences if consequence.sentence)


def _of_erasure(player: Player, now: datetime) -> Iterator[Consequence]:
    yield Consequence(
        _("The name, the address and all that we hold about the person are deleted, for good. One last email says so."),
        [],
    )
    seats = Seat.objects.filter(player=player).exclude(status__in=GONE).select_related("game").order_by("game")
    running = [seat.game for seat in seats if seat.game.status == Game.Status.RUNNING]
    if running:
        yield Consequence(_("Leaves these games for good; the seats can be taken over:"), list(map(_game, running)))
    hosted = Game.objects.filter(host=player, status=Game.Status.OPEN).order_by("pk")
    if hosted:
        yield Consequence(_("These tables, which have not begun, lose their host:"), list(map(_game, hosted)))
    for competition in handover.hosted_by(player):
        yield Consequence(_hosted_sentence(competition, now), [_competition(competition)])
    bots = Player.objects.filter(owner=player, erased_at=None).order_by("name")
    if bots:
        yield Consequence(_("These bots are erased, too:"), [people.link(bot) for bot in bots])


def _hosted_sentence(competition: Competition, now: datetime) -> str:
    heir = handover.heir_of(competition, now)
    if heir is None:
        return _("Nobody else could host it, so it ends as far as it has not begun:")
    return _("%(name)s will host it, unless it is handed over to somebody else first:") % {"name": heir.name}


def _of_closing(league: League) -> Iterator[Consequence]:
    count = LeagueMember.objects.filter(league=league).count()
    yield Consequence(_("No further season begins; one that runs is played to its end. It cannot be opened again."), [])
    yield Consequence(_("The host and all %(n)d members get an email.") % {"n": count}, [])


def _game(game: Game) -> str:
    return format_html('<a href="{}">{}</a>', reverse("admin:games_game_change", args=[game.pk]), game.name or game.pk)


def _competition(competition: Competition) -> str:
    address = reverse(f"admin:games_{competition._meta.model_name}_end", args=[competition.pk])
    return format_html('<a href="{}">{}</a>', address, competition.name or competition.pk)


@admin.register(DeskProposal)
class DeskProposalAdmin(Reading):
    """The list of these acts, proposed, carried out or withdrawn; on a proposal's page a second admin decides."""

    list_display = ("id", "kind", "state", "whom", "proposer", "created_at", "decided_at")
    list_filter = ("state", "kind")
    list_select_related = ("player", "league", "cup", "by")
    ordering = ("-created_at",)

    class Media:
        css = {"all": ["games/admin.css"]}

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return any(rights.has(admin_of(request), act.right) for act in ACTS.values())

    def get_queryset(self, request: HttpRequest) -> QuerySet[DeskProposal]:
        """Return the proposals on which this admin may decide."""
        kinds = [kind for kind, act in ACTS.items() if rights.has(admin_of(request), act.right)]
        return super().get_queryset(request).filter(kind__in=kinds).select_related(*self.list_select_related)

    @admin.display(description=gettext_lazy("about"))
    def whom(self, proposal: DeskProposal) -> str:
        return people.link(proposal.player) if proposal.player else _name(proposal)

    @admin.display(description=gettext_lazy("by"), ordering="by__name")
    def proposer(self, proposal: DeskProposal) -> str:
        return people.link(proposal.by)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show the proposal, and what it will change; a POST carries it out or withdraws it."""
        proposal = self.get_object(request, object_id)
        if proposal is None:
            raise Http404 if self.has_view_permission(request) else PermissionDenied
        act, here = ACTS[DeskProposal.Kind(proposal.kind)], admin_of(request)
        if request.method == "POST":
            return self._decide(request, act, proposal)
        may_agree = proposal.state == DeskProposal.State.PROPOSED and proposal.by_id != here.pk
        return _render(self, request, proposal, {"asked": True, "may_agree": may_agree})

    def _decide(self, request: HttpRequest, act: DeskAct, proposal: DeskProposal) -> HttpResponse:
        withdraws = "withdraw" in request.POST
        decide = desk_proposals.withdraw if withdraws else desk_proposals.agree
        try:
            decided = decide(act=act, admin=admin_of(request), proposal_id=proposal.pk, now=timezone.now())
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
        else:
            messages.success(request, _("The proposal was withdrawn.") if withdraws else _success_sentence(decided))
        return HttpResponseRedirect(reverse("admin:games_deskproposal_changelist"))


@desk_queue.register
def proposed_acts(admin: Player, now: datetime) -> Iterator[desk_queue.Item]:
    """Yield the proposals on which this admin may decide."""
    kinds = [kind for kind, act in ACTS.items() if rights.has(admin, act.right)]
    waiting = DeskProposal.objects.filter(state=DeskProposal.State.PROPOSED, kind__in=kinds)
    for proposal in waiting.select_related("by", "player", "league", "cup").order_by("created_at")[: desk_queue.MOST]:
        address = reverse("admin:games_deskproposal_change", args=[proposal.pk])
        title = TITLES[proposal.kind] % {"name": _name(proposal)}
        yield desk_queue.Item(
            "proposal", title, proposal.created_at, address=address, said=proposal.reason, by=proposal.by
        )
