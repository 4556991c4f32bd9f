"""Names of erased players in what others wrote, each in its sentence: staff take the name out or leave it."""

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.errors import Refused
from games.models import Mention
from games.people import mentions, rights


@admin.register(Mention)
class MentionAdmin(Reading):
    """The list of mentions to decide on. Those in the reader's own games are left to other admins."""

    list_display = ("sentence", "source", "game", "player", "found_at")
    list_display_links = None
    list_select_related = ("game",)
    actions = ("take_out", "leave")
    ordering = ("found_at", "id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mention]:
        return mentions.to_decide(admin_of(request))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return rights.has(admin_of(request), mentions.RIGHT)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    @admin.display(description=_("words"))
    def sentence(self, mention: Mention) -> SafeString | str:
        """Return the name with the text around it."""
        place = mentions.place(mention)
        if place is None:
            return gettext("(the text has changed since)")
        return format_html("{}<strong>{}</strong>{}", place.before, place.word, place.after)

    @admin.action(description=_("Take the name out: it names the person"), permissions=["view"])
    def take_out(self, request: HttpRequest, chosen: QuerySet[Mention]) -> None:
        self._decide_each(request, chosen, mentions.take_out)

    @admin.action(description=_("Leave the words: they are not about the person"), permissions=["view"])
    def leave(self, request: HttpRequest, chosen: QuerySet[Mention]) -> None:
        self._decide_each(request, chosen, mentions.leave)

    def _decide_each(self, request: HttpRequest, chosen: QuerySet[Mention], decide: mentions.Decide) -> None:
        decided = refused = 0
        for mention in chosen:
            try:
                decide(admin=admin_of(request), mention_id=mention.pk, now=timezone.now())
                decided += 1
            except Refused:
                refused += 1
        sentence = ngettext("You decided %(n)d place.", "You decided %(n)d places.", decided) % {"n": decided}
        self.message_user(request, sentence, messages.SUCCESS)
        if refused:
            why = _("%(n)d could not be decided: somebody else already has, or you have played in the game.")
            self.message_user(request, why % {"n": refused}, messages.WARNING)
