"""The page on which players say which tables they would join, to be told when one opens."""

from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from games.web.open_tables import FilterForm
from games.web.settings.pages import SettingsPage, done, player_of
from notifications import table_wishes
from notifications.models import TableWish

PAGE: Final = "table-wish"


class TableWishPage(SettingsPage):
    """The page of a player's wish, with the filters of the list of open tables."""

    template = "notifications/table_wish.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the filters with which the reader came from the list; without any, the wish."""
        wish = table_wishes.find(player_of(request))
        form = FilterForm(_to_query(wish) if wish and not request.GET else request.GET)
        return self.shown(request, {"wish": wish, "form": form, "is_wish": wish and not request.GET})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Keep the wish, or end it."""
        player = player_of(request)
        if request.POST.get("do") == "stop":
            TableWish.objects.filter(player=player).delete()
            return done(request, PAGE, _("You get no more emails about new tables."))
        form = FilterForm(request.POST)
        context: dict[str, object] = {"wish": table_wishes.find(player), "form": form}
        if not form.is_valid():
            return self.shown(request, context, status=400)
        facts = {name: form.cleaned_data[name] for name in ("ruleset", "pace", "seats")}
        try:
            table_wishes.put(player, **facts, now=timezone.now())
        except Refused as refusal:
            return self.shown(request, context, refusal)
        return done(request, PAGE, _("We’ll tell you when such a table opens."))


def _to_query(wish: TableWish) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update({"ruleset": wish.ruleset, "pace": wish.pace, "seats": str(wish.seats or "")})
    return query
