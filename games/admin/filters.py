"""Filters for the lists of games and of players."""

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import engine
from games.models import Game, Turn


class RulesetFilter(admin.SimpleListFilter):
    """A filter by ruleset that does not query the games for it."""

    title = _("ruleset")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(name, name) for name in sorted(engine.RULESETS)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


class YesOrNo(admin.SimpleListFilter):
    """A filter by a condition that holds or does not."""

    def condition(self) -> Q | Combinable:
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("yes", str(_("Yes"))), ("no", str(_("No")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() == "yes":
            return queryset.filter(self.condition())
        return queryset.exclude(self.condition()) if self.value() == "no" else queryset


class Quarantined(YesOrNo):
    """Games that raised an error at their deadline and were set aside."""

    title = _("quarantined")
    parameter_name = "quarantined"

    def condition(self) -> Q:
        return Q(quarantined_until__isnull=False)


class SharesMailbox(YesOrNo):
    """Players who lost their address to another account with the same mailbox that signed in more recently."""

    title = _("shares a mailbox")
    parameter_name = "shares_mailbox"

    def condition(self) -> Q:
        return Q(email__isnull=False, email_key=None)


class OverdueGames(YesOrNo):
    """Games with a deadline in the past, which the sweep should have acted on unless there was an outage."""

    title = _("overdue")
    parameter_name = "overdue"

    def condition(self) -> Combinable:
        late = Turn.objects.filter(game=OuterRef("pk"), closed_at=None, deadline_at__lte=timezone.now())
        return Exists(late)
