"""A form for every order, with defaults that fit a stalled game.

Forms are sent by GET, since they only lead to a preview. The order that was shown there is what is carried out: the
preview's own form contains it.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.admin.situation import Situation
from games.kinds import RulingKind
from games.models import Game, Player, Seat
from games.people import player_rows
from games.table import rulings
from games.table.rulings.board import MOST_POINTS

RUNNING: Final = frozenset({Game.Status.RUNNING})
OVER: Final = frozenset({Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID})
HOURS: Final = 48
"""The default for more time: two days, so that somebody can come back from a weekend."""


class OrderForm(forms.Form):
    """A form for the details of an order. `kind` is the order's, `title` the text of the button."""

    kind: ClassVar[RulingKind]
    title: ClassVar[Promise]
    at: ClassVar[frozenset[str]] = RUNNING

    def __init__(self, situation: Situation, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"{self.kind}_%s", label_suffix="")
        self.situation = situation
        for name in ("seat", "prompt", "seats"):
            if name in self.fields:
                self.fields[name].choices = list(self._list_choices(name))  # type: ignore[attr-defined]

    def order(self) -> rulings.Order:
        """Return the order; the form must be valid."""
        raise NotImplementedError

    def _list_choices(self, name: str) -> Iterator[tuple[str, object]]:
        if name == "prompt":
            yield "", _("everybody the game is waiting for")
            yield from ((turn.prompt_id, self.situation.names(turn.seat)) for turn in self.situation.turns)
        else:
            yield from ((str(seat.number), self.situation.names(seat.number)) for seat in self.situation.seats)


class ExtendForm(OrderForm):
    """More time for one seat whose turn it is, or for all such seats."""

    kind, title = RulingKind.EXTENDED, _("Give more time")
    hours = forms.IntegerField(label=_("hours more"), min_value=1, max_value=24 * 60, initial=HOURS)
    prompt = forms.ChoiceField(label=_("for"), required=False)

    def order(self) -> rulings.Order:
        return rulings.Extend(hours=self.cleaned_data["hours"], prompt=self.cleaned_data["prompt"] or None)


class PauseForm(OrderForm):
    """A pause, which stops all clocks."""

    kind, title = RulingKind.PAUSED, _("Pause")

    def order(self) -> rulings.Order:
        return rulings.Pause()


class ResumeForm(OrderForm):
    """The end of a pause, whatever its reasons."""

    kind, title = RulingKind.RESUMED, _("Resume")

    def order(self) -> rulings.Order:
        return rulings.Resume()


class TakeBackForm(OrderForm):
    """Continuing as if nothing had happened from this entry on; by default from the last move on."""

    kind, title = RulingKind.TAKEN_BACK, _("Take back")
    before = forms.IntegerField(label=_("everything from entry"), min_value=2)

    def order(self) -> rulings.Order:
        return rulings.TakeBack(as_of=self.cleaned_data["before"] - 1)


class MoveForm(OrderForm):
    """A move for a seat, written in one line, as players write it."""

    kind, title = RulingKind.MOVED_FOR, _("Move for a seat")
    seat = forms.ChoiceField(label=_("seat"))
    move = forms.CharField(
        label=_("move"),
        required=False,
        max_length=200,
        help_text=_("Such as “draw 3”. If empty: the move that is played when time runs out."),
    )

    def _list_choices(self, name: str) -> Iterator[tuple[str, object]]:
        yield from ((str(turn.seat), self.situation.names(turn.seat)) for turn in self.situation.turns)

    def order(self) -> rulings.Order:
        return rulings.MoveFor(seat=int(self.cleaned_data["seat"]), move=self.cleaned_data["move"] or None)


class ReplaceForm(OrderForm):
    """A new player for a seat, who takes over everything the seat holds."""

    kind, title = RulingKind.REPLACED, _("Replace a player")
    seat = forms.ChoiceField(label=_("seat"))
    player = forms.CharField(
        label=_("by"),
        required=False,
        max_length=60,
        help_text=_("A player's name or id. If empty: a stand-in."),
    )

    def clean_player(self) -> str | None:
        """Return the id of the player with this name or id; None if the field is empty."""
        name_or_id = self.cleaned_data["player"].strip()
        if not name_or_id:
            return None
        if (player := player_rows.with_name(name_or_id) or Player.objects.filter(pk=name_or_id).first()) is None:
            raise forms.ValidationError(_("Nobody is called that."))
        return player.pk

    def order(self) -> rulings.Order:
        return rulings.Replace(seat=int(self.cleaned_data["seat"]), player=self.cleaned_data["player"])


class RemoveForm(OrderForm):
    """The removal of a player, who forfeits; the seat's turns are skipped."""

    kind, title = RulingKind.REMOVED, _("Remove a player")
    seat = forms.ChoiceField(label=_("seat"))

    def order(self) -> rulings.Order:
        return rulings.Remove(seat=int(self.cleaned_data["seat"]))


class ReinstateForm(OrderForm):
    """The return of a seat that is absent or has left to the game."""

    kind, title = RulingKind.REINSTATED, _("Reinstate a player")
    seat = forms.ChoiceField(label=_("seat"))

    def order(self) -> rulings.Order:
        return rulings.Reinstate(seat=int(self.cleaned_data["seat"]))


class EndForm(OrderForm):
    """The immediate end of the game."""

    kind, title = RulingKind.ENDED, _("End the game")
    how = forms.ChoiceField(
        label=_("how"),
        choices=[
            (rulings.commands.PRESENT_POINTS, _("by the points so far")),
            (rulings.commands.FORFEIT, _("by forfeit of the seats below")),
            (rulings.commands.VOID, _("void: it does not count")),
        ],
    )
    seats = forms.MultipleChoiceField(label=_("who forfeits"), required=False, widget=forms.CheckboxSelectMultiple)

    def clean(self) -> None:
        """Require seats for a forfeit."""
        if self.cleaned_data.get("how") == rulings.commands.FORFEIT and not self.cleaned_data.get("seats"):
            self.add_error("seats", _("Say who forfeits."))

    def order(self) -> rulings.Order:
        return rulings.End(how=self.cleaned_data["how"], seats=tuple(int(seat) for seat in self.cleaned_data["seats"]))


class ReopenForm(OrderForm):
    """The continuation of an ended game, as long as its secrets are sealed."""

    kind, title, at = RulingKind.REOPENED, _("Go on with the game"), OVER
    as_of = forms.IntegerField(
        label=_("from after entry"),
        required=False,
        min_value=1,
        help_text=_("If empty: from before the entry that ended it."),
    )

    def order(self) -> rulings.Order:
        return rulings.Reopen(as_of=self.cleaned_data["as_of"])


class CorrectForm(OrderForm):
    """Points added or subtracted, as a line of the ledger."""

    kind, title, at = RulingKind.CORRECTED, _("Correct points"), RUNNING | OVER
    seat = forms.ChoiceField(label=_("seat"))
    points = forms.IntegerField(
        label=_("points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=_("Use a negative number to take points away."),
    )

    def order(self) -> rulings.Order:
        return rulings.Correct(seat=int(self.cleaned_data["seat"]), points=self.cleaned_data["points"])


FORMS: Final[dict[str, type[OrderForm]]] = {
    form.kind.value: form
    for form in (
        ExtendForm,
        PauseForm,
        ResumeForm,
        TakeBackForm,
        MoveForm,
        ReplaceForm,
        RemoveForm,
        ReinstateForm,
        EndForm,
        ReopenForm,
        CorrectForm,
    )
}


def offered(situation: Situation) -> list[OrderForm]:
    """Return the forms of all orders that this admin may now give in this game."""
    game = situation.game
    needless = {RulingKind.RESUMED if game.paused_at is None else RulingKind.PAUSED}
    if all(seat.status == Seat.Status.PLAYING for seat in situation.seats):
        needless.add(RulingKind.REINSTATED)
    fitting = [form for form in FORMS.values() if game.status in form.at and form.kind not in needless]
    if not situation.is_readable:
        fitting = [form for form in fitting if form.kind.without_position]
    return [form(situation) for form in fitting if situation.may(form.kind.right)]
