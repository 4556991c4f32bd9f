"""Rulings in the admin site: a form or button names an order, a preview shows its effects, a click carries it out.

1. The form leads, by GET, to the preview of its order; looking at it changes nothing.
2. The preview's own form contains the order as it was shown and the number of the log's last entry at that time.
3. Carrying out locks the game. If the log has grown meanwhile, the order is not carried out: the page says so and shows
   the preview again. If the log has grown by this very ruling, somebody clicked twice, and nothing is wrong.
"""

import json
from collections.abc import Callable, Iterable
from datetime import datetime

from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from games.admin import previews, timeline
from games.admin.deeds import Answered, Deed, Ordered, Submission, Undone
from games.admin.desk_access import CONFLICT, REFUSALS, Acting, admin_of, check, refusal_sentence, status_of, to_game
from games.admin.orders import FORMS, OrderForm, offered
from games.admin.shortcuts import list_shortcuts
from games.admin.situation import Situation
from games.errors import Unprocessable
from games.kinds import RulingKind
from games.models import Dispute, Game, Player, Ruling
from games.table import rulings, store
from games.table.disputes import lifecycle, selectors


class Moved(Exception):
    """The error that the log has grown since the preview."""


class RulingPages(Acting):
    """A game's pages where rulings are previewed, carried out, undone and confirmed."""

    def get_urls(self) -> list[URLPattern]:
        views: list[tuple[str, Callable[..., HttpResponse], str]] = [
            ("<str:object_id>/rule/<str:kind>/", self.rule_view, "rule"),
            ("<str:object_id>/undo/<int:entry>/", self.undo_view, "undo"),
            ("<str:object_id>/proposal/<int:ruling_id>/", self.proposal_view, "proposal"),
        ]
        own = [path(at, self.admin_site.admin_view(view), name=f"games_game_{name}") for at, view, name in views]
        return [*own, *super().get_urls()]

    # An order ----------------------------------------------------------------------------------------------

    def rule_view(self, request: HttpRequest, object_id: str, kind: str) -> HttpResponse:
        """Show the preview of one order; a POST carries it out."""
        game = self.readable(request, object_id)
        if kind not in FORMS:
            raise Http404
        check(request, FORMS[kind].kind.right, game)
        if request.method == "POST":
            return self._carry_out(request, game, kind)
        form = FORMS[kind](Situation.load(game, admin_of(request)), request.GET)
        if not form.is_valid():
            return self.page(request, game, "order", {"form": form}, CONFLICT if request.GET else 200)
        return self._show_preview(request, game, form.order(), form)

    def _carry_out(self, request: HttpRequest, game: Game, kind: str) -> HttpResponse:
        try:
            submission, order = (
                Submission.from_request(request),
                rulings.commands.read(json.loads(request.POST.get("order", "{}"))),
            )
        except (Unprocessable, ValueError, TypeError, AttributeError):
            raise Http404 from None
        if order.kind != kind:
            raise Http404
        return self._carry_out_once(request, Ordered(game, order), submission) or self._show_preview(
            request, game, order, submission=submission
        )

    def _show_preview(
        self,
        request: HttpRequest,
        game: Game,
        order: rulings.Order,
        form: OrderForm | None = None,
        submission: Submission | None = None,
    ) -> HttpResponse:
        extra_context: dict[str, object] = {
            "form": form,
            "order": json.dumps(rulings.commands.written(order)),
            "heading": FORMS[order.kind].title,
        }
        return self._preview_page(request, Ordered(game, order), submission, extra_context)

    # Undoing a ruling ---------------------------------------------------------------------------------------

    def undo_view(self, request: HttpRequest, object_id: str, entry: int) -> HttpResponse:
        """Show the preview of the ruling that undoes another; a POST carries it out."""
        game = self.readable(request, object_id)
        ruling = Ruling.objects.filter(game=game, entry=entry).first()
        if ruling is None:
            raise Http404
        check(request, RulingKind(ruling.kind).right, game)
        deed, submission, why_not = Undone(game, entry), None, ""
        if request.method == "POST":
            submission = self._read_submission(request)
            why_not = "" if submission.text else _("Tell the players why.")
            if not why_not and (response := self._carry_out_once(request, deed, submission)) is not None:
                return response
        extra_context = {"heading": _("Undo the ruling in entry %d") % entry, "why_not": why_not, "undone": ruling}
        return self._preview_page(request, deed, submission, extra_context)

    # A proposal --------------------------------------------------------------------------------------------

    def proposal_view(self, request: HttpRequest, object_id: str, ruling_id: int) -> HttpResponse:
        """Show another admin's proposal, to confirm or to withdraw it."""
        game = self.readable(request, object_id)
        ruling = Ruling.objects.select_related("by").filter(game=game, pk=ruling_id).first()
        if ruling is None:
            raise Http404
        order = rulings.commands.read(ruling.asked)
        check(request, order.right, game)
        deed, submission = Answered(game, ruling, "withdraw" in request.POST), None
        if request.method == "POST":
            submission = self._read_submission(request)
            if (response := self._carry_out_once(request, deed, submission)) is not None:
                return response
        undone = Ruling.objects.filter(game=game, entry=ruling.undoes or 0).first()
        extra_context = {"proposal": ruling, "heading": _("Proposed: %s") % FORMS[order.kind].title, "undone": undone}
        return self._preview_page(request, deed, submission, extra_context)

    # Common parts ------------------------------------------------------------------------------------------

    def _read_submission(self, request: HttpRequest) -> Submission:
        try:
            return Submission.from_request(request)
        except Unprocessable:
            raise Http404 from None

    def _carry_out_once(self, request: HttpRequest, deed: Deed, submission: Submission) -> HttpResponse | None:
        """Carry out the action once, settle the chosen disputes, and return to the game; None if the log has grown."""
        admin, game, now = admin_of(request), deed.game, timezone.now()
        try:
            with rulings.tries_noted(admin, game.pk, now), transaction.atomic():
                if store.lock(game.pk).head != submission.head:
                    raise Moved
                disputes = _chosen_disputes(request, game)
                ruling = deed.do(submission, admin, next(iter(disputes), None), now)
                _settle_disputes(ruling, disputes, admin, now)
        except Moved:
            rulings_since = Ruling.objects.filter(deed.mine, game=game, entry=submission.head + 1)
            if (earlier_ruling := rulings_since.filter(_by_this_admin(request)).first()) is None:
                return None
            ruling = earlier_ruling
        except REFUSALS as refusal:
            messages.error(request, refusal_sentence(refusal))
            return to_game(game)
        messages.success(request, _success_sentence(ruling))
        return to_game(game)

    def _preview_page(
        self, request: HttpRequest, deed: Deed, submission: Submission | None, extra_context: dict[str, object]
    ) -> HttpResponse:
        """Show the preview as it is now. If a submission is passed, the log has grown since it was first shown."""
        game = deed.game
        game.refresh_from_db()
        situation = Situation.load(game, admin_of(request))
        open_disputes = selectors.of_game(game).filter(state="open") if situation.may(lifecycle.SETTLE) else ()
        context = {
            "asked": submission,
            "moved": submission is not None and not extra_context.get("why_not"),
            "settles": open_disputes,
            **extra_context,
        }
        context["marked"] = _ids_checked(request, open_disputes)
        if isinstance(undone := extra_context.get("undone"), Ruling):
            context["what_was"] = timeline.lines(situation, [undone.entry] if undone.entry else [])
            context["reopened"] = lifecycle.reopened(undone)
        try:
            context["preview"] = previews.preview_text(deed.preview(admin_of(request), timezone.now()), situation)
            status = CONFLICT if submission else 200
        except REFUSALS as refusal:
            context["refused"], status = refusal_sentence(refusal), status_of(refusal)
        return self.page(request, game, "preview", context, status)


def _by_this_admin(request: HttpRequest) -> Q:
    return Q(by=admin_of(request)) | Q(confirmed_by=admin_of(request))


def _chosen_disputes(request: HttpRequest, game: Game) -> list[Dispute]:
    chosen = Dispute.objects.filter(game=game, state=Dispute.State.OPEN, pk__in=request.POST.getlist("settles"))
    return list(chosen.order_by("pk"))


def _ids_checked(request: HttpRequest, open_disputes: Iterable[Dispute]) -> set[str]:
    """Return the ids of the checked disputes: those submitted, else the one in the address, else the only open one."""
    if request.method == "POST":
        return set(request.POST.getlist("settles"))
    open_ids = {dispute.pk for dispute in open_disputes}
    return open_ids & {request.GET.get("dispute")} or (open_ids if len(open_ids) == 1 else set())


def _settle_disputes(ruling: Ruling, disputes: Iterable[Dispute], admin: Player, now: datetime) -> None:
    """Resolve the disputes with the text of the ruling, if the ruling has been carried out."""
    for dispute in disputes if ruling.state == Ruling.State.DONE else ():
        lifecycle.resolve(admin=admin, dispute_id=dispute.pk, now=now, text=ruling.public_text, ruling=ruling)


def _success_sentence(ruling: Ruling) -> str:
    if ruling.state == Ruling.State.PROPOSED:
        return _("Proposed. It will be carried out when another admin agrees.")
    if ruling.state == Ruling.State.WITHDRAWN:
        return _("The proposal was withdrawn.")
    return _("Carried out as entry %(entry)d: %(kind)s.") % {
        "entry": ruling.entry,
        "kind": ruling.get_kind_display(),
    }


# On the game's page ---------------------------------------------------------------------------------------------


def ruling_box(situation: Situation) -> dict[str, object]:
    """Return the rulings section of the game's page: shortcuts to the three most common orders, and all orders."""
    proposals = Ruling.objects.select_related("by").filter(game=situation.game, state=Ruling.State.PROPOSED)
    return {
        "situation": situation,
        "orders": offered(situation),
        "quick": list(list_shortcuts(situation)),
        "proposals": proposals.order_by("created_at"),
        "undoable": _list_undoable(situation),
        "may_open": situation.may("open_secrets") and situation.game.head > 0,
    }


def _list_undoable(situation: Situation) -> frozenset[str]:
    """Return the kinds of rulings that the admin may undo."""
    if situation.may("rule"):
        return frozenset(rulings.commands.ORDERS)
    return frozenset({rulings.Replace.kind}) if situation.may("replace") else frozenset()
