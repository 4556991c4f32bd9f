"""The page, linked from emails, where players open, read and withdraw disputes.

It requires sign-in: disputes quote the table's talk, and only admins may know what is said about abuse.
"""

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import Dispute, Game, Player, Seat
from games.presentation.words.problems import KINDS
from games.table.disputes import lifecycle, selectors
from notifications import links
from notifications.links import Holder
from notifications.web.frame import AccountPage

LONGEST = 2000


class OpenForm(forms.Form):
    """The form for asking an admin to look at something."""

    kind = forms.ChoiceField(label=_("What’s the problem?"), choices=Dispute.Kind.choices)
    entry = forms.IntegerField(label=_("Number of the log entry, if it’s about one"), required=False, min_value=1)
    text = forms.CharField(
        label=_(
            "What happened? The other players can read this, unless you accuse somebody of abuse, cheating or "
            "collusion, or choose “something for the admins alone”. To the others, don’t give away secrets."
        ),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


class SayForm(forms.Form):
    """The form for commenting on a dispute."""

    dispute = forms.CharField(max_length=12, widget=forms.HiddenInput)
    text = forms.CharField(label=_("Your comment"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))


class WithdrawForm(forms.Form):
    """The form for withdrawing a dispute."""

    dispute = forms.CharField(max_length=12, widget=forms.HiddenInput)


FORMS: dict[str, type[forms.Form]] = {"open": OpenForm, "say": SayForm, "withdraw": WithdrawForm}


class DisputesPage(AccountPage):
    """The page with the game's disputes, as far as the player may see them, and with forms."""

    kind = links.DISPUTES
    template = "notifications/disputes.html"

    def do(self, request: HttpRequest, holder: Holder, action: str) -> HttpResponse:
        """Open, comment on or withdraw a dispute, through the service that the API uses."""
        form = FORMS.get(action, WithdrawForm)(request.POST)
        extra = {"form": form} if action == "open" else {}
        if not holder.opened.may(action) or not form.is_valid():
            return self.page(request, holder, _("Please fill in what is missing."), **extra)
        try:
            _do(action, holder.player, holder.game, form)
        except Refused as refusal:
            return self.page(request, holder, KINDS[refusal.code].title, **extra)
        return HttpResponseRedirect(request.path, status=303)

    def context(self, player: Player, game: Game) -> dict[str, object]:
        """Return all of the game's disputes for players at the table, and only the reader's own for anyone else."""
        seated = Seat.objects.filter(game=game, player=player).exists()
        disputes = list(selectors.told_to(player, game)[:50])
        has_open_dispute = any(
            dispute.opened_by_id == player.pk and dispute.state == Dispute.State.OPEN for dispute in disputes
        )
        may_open = seated and not has_open_dispute
        return {"disputes": disputes, "may_open": may_open, "form": OpenForm() if may_open else None}


def _do(action: str, player: Player, game: Game, form: forms.Form) -> None:
    """Carry out the form's action; the link gives access to this game's disputes alone."""
    now, cleaned = timezone.now(), form.cleaned_data
    if action == "open":
        lifecycle.open_dispute(player=player, game_id=game.pk, now=now, **cleaned)
        return
    about = selectors.in_game(cleaned["dispute"], game.pk)
    if action == "say":
        lifecycle.comment(player=player, dispute_id=about, text=cleaned["text"], now=now)
    else:
        lifecycle.withdraw(player=player, dispute_id=about, now=now)
