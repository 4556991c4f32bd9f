"""One ruling for many games, after an outage: confirmed once, then watched as it is carried out.

The confirmation shows how many games it concerns. A worker does it (`games.table.rulings.bulk`); the progress page
reloads itself until all is done, without a script.
"""

import json
from typing import Final

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import instants
from games.admin.desk_access import Acting, admin_of, check, refusal_sentence, status_of, words
from games.errors import NotFound, Refused
from games.models import BulkItem, BulkRuling, Outage, Player
from games.presentation.words.problems import KINDS
from games.table import rulings
from games.table.rulings import Extend, Pause, Resume, bulk, commands
from games.table.rulings.commands import TakeBackTimeouts

SHOWN: Final = 100
"""How many refusals and failures are listed."""
SELECTED: Final = "ids"


class BulkForm(forms.Form):
    """The order to give in many games."""

    what = forms.ChoiceField(
        label=gettext_lazy("what"),
        choices=[
            (Extend.kind, gettext_lazy("Give more time")),
            (Pause.kind, gettext_lazy("Pause")),
            (Resume.kind, gettext_lazy("Resume")),
            (TakeBackTimeouts.kind, gettext_lazy("Take back what was played because time ran out")),
        ],
    )
    hours = forms.IntegerField(
        label=gettext_lazy("hours more"), min_value=1, max_value=24 * 60, initial=24, required=False
    )
    since = forms.DateTimeField(
        label=gettext_lazy("ran out from (UTC)"), required=False, help_text=gettext_lazy("Such as 2026-03-02 14:00.")
    )
    until = forms.DateTimeField(label=gettext_lazy("to (UTC)"), required=False)

    def clean(self) -> dict[str, object]:
        """Refuse to take anything back without its times."""
        answers = super().clean() or {}
        since, until = answers.get("since"), answers.get("until")
        if answers.get("what") == TakeBackTimeouts.kind and not (since and until and since <= until):
            self.add_error("until", _("From when to when did time run out wrongly?"))
        return answers

    def order(self) -> rulings.Order:
        """Return the order; the form must be valid."""
        kind = self.cleaned_data["what"]
        if kind == Extend.kind:
            return Extend(hours=self.cleaned_data["hours"] or 24)
        if kind == TakeBackTimeouts.kind:
            return TakeBackTimeouts(self.cleaned_data["since"], self.cleaned_data["until"])
        return Pause() if kind == Pause.kind else Resume()


class BulkPages(Acting):
    """The pages where a ruling for many games is prepared, confirmed and watched."""

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        own = [
            path("bulk/", wrap(self.bulk_view), name="games_game_bulk"),
            path("bulk/<str:bulk_id>/", wrap(self.progress_view), name="games_game_bulk_progress"),
        ]
        return [*own, *super().get_urls()]

    def bulk_view(self, request: HttpRequest) -> HttpResponse:
        """Ask for an order, and show how many games it concerns before it is confirmed."""
        check(request, bulk.RIGHT)
        if request.method == "POST":
            return self._start_ruling(request)
        selected = _split_ids(request.GET.get(SELECTED, ""))
        form = BulkForm(request.GET if "what" in request.GET else None, label_suffix="", initial=_last_outage())
        context: dict[str, object] = {"title": _("Many games at once"), "form": form, "selected": selected}
        if form.is_bound and form.is_valid():
            context |= _preview_context(form.order(), selected)
        return self.other_page(request, "bulk", context)

    def _start_ruling(self, request: HttpRequest) -> HttpResponse:
        try:
            return _redirect_to_progress(_start_once(request))
        except (ValueError, TypeError, AttributeError):
            raise Http404 from None
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
            context = {"title": _("Many games at once"), "form": BulkForm(label_suffix="")}
            return self.other_page(request, "bulk", context, status_of(refusal))

    def progress_view(self, request: HttpRequest, bulk_id: str) -> HttpResponse:
        """Show the progress of a bulk ruling, with refusals and failures."""
        check(request, bulk.RIGHT)
        try:
            bulk_ruling = bulk.progress(bulk_id)
        except NotFound:
            raise Http404 from None
        failed_states = [BulkItem.State.REFUSED, BulkItem.State.FAILED]
        failed_items = BulkItem.objects.filter(bulk=bulk_ruling, state__in=failed_states).select_related("game")
        failures = [
            (item, KINDS[item.code].title if item.code in KINDS else item.code)
            for item in failed_items.order_by("id")[:SHOWN]
        ]
        context = {
            "title": _("Many games at once"),
            "bulk": bulk_ruling,
            "items": failures,
            "heading": heading(bulk_ruling),
        }
        context["worked"] = bulk_ruling.total - bulk_ruling.pending  # type: ignore[attr-defined]
        return self.other_page(request, "bulk_progress", context)


def _start_once(request: HttpRequest) -> BulkRuling:
    """Start the ruling, or return the one that an earlier click on the same page has started."""
    admin, answers = admin_of(request), request.POST
    order = commands.read(json.loads(answers.get("order", "{}")))
    shown_at = instants.read(answers.get("shown", ""))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=admin.pk)
        started = BulkRuling.objects.filter(by=admin, asked=commands.written(order), created_at__gte=shown_at)
        return started.first() or bulk.start(
            admin=admin,
            order=order,
            game_ids=_split_ids(answers.get(SELECTED, "")) or None,
            now=timezone.now(),
            text=words(request, "text"),
            note=words(request, "note"),
        )


def heading(bulk_ruling: BulkRuling) -> str:
    """Return the name of the order of the bulk ruling."""
    labels = dict(BulkForm.base_fields["what"].choices)  # type: ignore[attr-defined]
    return str(labels.get(bulk_ruling.asked["kind"], bulk_ruling.asked["kind"]))


def _last_outage() -> dict[str, object]:
    """Return the beginning and the end of the last outage, as suggestions."""
    outage = Outage.objects.order_by("-started_at").first()
    return {} if outage is None else {"since": outage.started_at, "until": outage.ended_at}


def _split_ids(comma_separated: str) -> list[str]:
    return [game_id for game_id in comma_separated.split(",") if game_id]


def _preview_context(order: rulings.Order, selected: list[str]) -> dict[str, object]:
    games = bulk.candidates(order)
    count = games.filter(pk__in=selected).count() if selected else games.count()
    return {
        "order": json.dumps(commands.written(order)),
        "count": count,
        "shown": instants.rfc3339(timezone.now()),
        "takes_back": isinstance(order, TakeBackTimeouts),
    }


def _redirect_to_progress(bulk_ruling: BulkRuling) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:games_game_bulk_progress", args=[bulk_ruling.pk]))
