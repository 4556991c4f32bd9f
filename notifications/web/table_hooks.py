"""The page of a table's chats: those that get messages about the game, for all its players, and a form for its host."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Forbidden, NotFound, Refused
from games.lobby.visible import VisibleGame, seen_by
from games.models import Player
from games.presentation import words
from games.table.play.open_seats import is_stand_in
from games.web.settings.pages import SettingsPage, blame, player_of
from notifications.models import LONGEST_URL, Webhook
from notifications.outbox.calls import addresses
from notifications.outbox.webhooks import table_webhooks
from notifications.outbox.webhooks.events import AT_TABLES, ENTRY, YOUR_TURN

CHATS: Final = ((Webhook.Format.DISCORD, "Discord"), (Webhook.Format.NTFY, "ntfy"))
OF_PLAYER: Final = "mention_"
LONGEST_MENTION: Final = 32


class ShownChat(NamedTuple):
    """A webhook as shown to this reader."""

    row: Webhook
    server: str
    mentions: list[str]
    may_switch_on: bool


class AttachForm(forms.Form):
    """The form for a table's new chat, like the API's `POST /me/webhooks` with a `game`, with a field per player."""

    format = forms.ChoiceField(
        label=gettext_lazy("Which chat?"), choices=CHATS, widget=forms.RadioSelect, initial=Webhook.Format.DISCORD
    )
    url = forms.CharField(
        label=gettext_lazy("Its address"),
        max_length=LONGEST_URL,
        help_text=gettext_lazy(
            "Of a webhook that you have made in Discord’s channel, or of a topic such as https://ntfy.sh/my-topic. "
            "It is shown to nobody."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("What is it told, besides the start and the end?"),
        choices=list(AT_TABLES.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one.")},
    )

    def __init__(
        self, people: list[Player], posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(posted, initial=dict(initial or {}))
        for player in people:
            self.fields[OF_PLAYER + player.pk] = forms.CharField(
                label=player.display_name,
                required=False,
                max_length=LONGEST_MENTION,
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )

    @property
    def of_players(self) -> list[forms.BoundField]:
        """The fields for the players' mentions."""
        return [self[name] for name in self.fields if name.startswith(OF_PLAYER)]

    @property
    def wrong_mentions(self) -> bool:
        """True if a mention was refused."""
        return any(field.errors for field in self.of_players)

    @property
    def mentions(self) -> dict[str, str]:
        """The mentions that were filled in, by the players' ids."""
        texts = {name: str(text) for name, text in self.cleaned_data.items() if name.startswith(OF_PLAYER)}
        return {name.removeprefix(OF_PLAYER): text for name, text in texts.items() if text}


class TableWebhooksPage(SettingsPage):
    """The page with the chats of a table; for anyone without a seat there, it does not exist."""

    template = "notifications/table_webhooks.html"

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        return self._page(request, _find_game(request, game_id))

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Carry out the action of a button; repeating one from a stale page does no harm."""
        visible, action = _find_game(request, game_id), request.POST.get("do", "")
        if action == "attach":
            return self._attach(request, visible)
        try:
            message = _DO[action](player_of(request), game_id, request.POST.get("webhook", "")) if action in _DO else ""
        except Refused as refusal:
            return self._page(request, visible, refusal=refusal)
        return _redirect_back(request, message)

    def _attach(self, request: HttpRequest, visible: VisibleGame) -> HttpResponse:
        form = AttachForm(_list_people(visible), request.POST)
        if not form.is_valid():
            return self._page(request, visible, form=form, status=400)
        cleaned = form.cleaned_data
        try:
            table_webhooks.attach(
                host=player_of(request),
                game_id=visible.game.pk,
                form=cleaned["format"],
                url=cleaned["url"],
                events=cleaned["events"],
                mentions=form.mentions,
                now=timezone.now(),
            )
        except Refused as refusal:
            wrong = [name for name, text in cleaned.items() if text and text == refusal.detail.get("mention")]
            blame(form, wrong[0] if wrong else "url", refusal)
            return self._page(request, visible, form=form, status=422)
        return _redirect_back(request, _("It is attached. Test it to see whether messages arrive."))

    def _page(
        self,
        request: HttpRequest,
        visible: VisibleGame,
        *,
        form: AttachForm | None = None,
        refusal: Refused | None = None,
        status: int = 200,
    ) -> HttpResponse:
        player, game = player_of(request), visible.game
        rows = list(table_webhooks.table_webhooks(game.pk))
        is_host = game.host_id == player.pk
        room = is_host and table_webhooks.has_room(game, rows)
        if room and form is None:
            form = AttachForm(_list_people(visible), initial={"events": [YOUR_TURN, ENTRY]})
        context = {
            "game": game,
            "title": words.game_name(game),
            "is_host": is_host,
            "form": form if room else None,
            "hooks": [(_show_chat(row, visible, player), [AT_TABLES[name] for name in row.events]) for row in rows],
        }
        return self.shown(request, context, refusal, status)


def _redirect_back(request: HttpRequest, message: str) -> HttpResponse:
    """Redirect to this page, which then shows what was done."""
    if message:
        messages.success(request, message)
    return HttpResponseRedirect(request.path)


def _find_game(request: HttpRequest, game_id: str) -> VisibleGame:
    try:
        table_webhooks.shown_to(player_of(request), game_id)
        return seen_by(player_of(request), game_id)
    except (NotFound, Forbidden):
        raise Http404 from None


def _list_people(visible: VisibleGame) -> list[Player]:
    return [seat.player for seat in visible.seats if seat.player is not None and not is_stand_in(seat.player)]


def _show_chat(row: Webhook, visible: VisibleGame, reader: Player) -> ShownChat:
    """Return a chat as the reader may see it: with all players' names for its host, for others only with their own."""
    people = {player.pk: player.display_name for player in _list_people(visible)}
    mentions = [
        f"{people.get(key, '–')} ({mention})"
        for key, mention in row.mentions.items()
        if reader.pk in (key, row.player_id)
    ]
    may = reader.pk == (row.off_by_id or visible.game.host_id)
    return ShownChat(row, addresses.server(row.url), mentions, may)


def _test(player: Player, game_id: str, webhook_id: str) -> str:
    table_webhooks.test(host=player, game_id=game_id, webhook_id=webhook_id, now=timezone.now())
    return _("A test is on its way.")


def _on(player: Player, game_id: str, webhook_id: str) -> str:
    table_webhooks.switch(player=player, game_id=game_id, webhook_id=webhook_id, on=True, now=timezone.now())
    return _("It is on.")


def _off(player: Player, game_id: str, webhook_id: str) -> str:
    table_webhooks.switch(player=player, game_id=game_id, webhook_id=webhook_id, on=False, now=timezone.now())
    return _("It is off.")


def _detach(player: Player, game_id: str, webhook_id: str) -> str:
    table_webhooks.detach(host=player, game_id=game_id, webhook_id=webhook_id)
    return _("It is detached.")


_DO: Final[dict[str, Callable[[Player, str, str], str]]] = {
    "test": _test,
    "on": _on,
    "off": _off,
    "detach": _detach,
}
