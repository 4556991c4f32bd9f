"""Clubs in the admin site: what they say of themselves, what their hosts announce, and clearing that."""

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from games.admin import people
from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.competitions import hosts
from games.competitions.clubs import announcements, creation
from games.models import Club, ClubAnnouncement, ClubMember
from games.people import rights


@admin.register(Club)
class ClubAdmin(Reading):
    """The list of all clubs, also private ones, for those who can take a name away."""

    list_display = ("id", "name", "about", "entry", "public", "founded_by", "member_count", "created_at", "closed_at")
    list_filter = ("entry", "public")
    list_select_related = ("founder",)
    search_fields = ("=id", "name", "about", "=founder__id")
    readonly_fields = ("founded_by", "member_count")
    exclude = ("founder",)
    ordering = ("-created_at",)
    actions = ("take_name",)

    class Media:
        css = {"all": ["games/admin.css"]}

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let those see clubs who can take their names away: private ones are nobody else's business."""
        return rights.has(admin_of(request), hosts.TAKES_NAMES)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        is_member = Q(members__state=ClubMember.State.MEMBER)
        clubs: QuerySet[Club] = super().get_queryset(request).annotate(count=Count("members", filter=is_member))
        return clubs

    @admin.display(description=gettext_lazy("founder"))
    def founded_by(self, club: Club) -> str:
        return people.link(club.founder)

    @admin.display(description=gettext_lazy("members"))
    def member_count(self, club: Club) -> int:
        return club.count  # type: ignore[attr-defined, no-any-return]

    def has_take_name_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), hosts.TAKES_NAMES)

    @admin.action(description=gettext_lazy("Take the name away"), permissions=["take_name"])
    def take_name(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        """Clear what the clubs say of themselves, and record each act."""
        clubs = list(chosen.exclude(name="", about=""))
        for club in clubs:
            creation.take_name(admin=admin_of(request), club_id=club.pk, now=timezone.now())
        sentence = ngettext("%(n)d name was taken away.", "%(n)d names were taken away.", len(clubs))
        self.message_user(request, sentence % {"n": len(clubs)}, messages.SUCCESS)


@admin.register(ClubAnnouncement)
class ClubAnnouncementAdmin(Reading):
    """The list of what hosts have announced to their clubs, for those who can remove it."""

    list_display = ("created_at", "club", "announced_by", "text")
    list_display_links = None
    list_select_related = ("by", "club")
    search_fields = ("=club__id", "=by__id", "text")
    ordering = ("-created_at",)
    actions = ("remove",)

    class Media:
        css = {"all": ["games/admin.css"]}

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let those read announcements who can remove them: what a private club reads is nobody else's business."""
        return rights.has(admin_of(request), hosts.TAKES_NAMES)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClubAnnouncement]:
        rows: QuerySet[ClubAnnouncement] = super().get_queryset(request).exclude(text="")
        return rows

    @admin.display(description=gettext_lazy("by"))
    def announced_by(self, announcement: ClubAnnouncement) -> str:
        return people.link(announcement.by)

    @admin.action(description=gettext_lazy("Remove"), permissions=["view"])
    def remove(self, request: HttpRequest, chosen: QuerySet[ClubAnnouncement]) -> None:
        """Remove the announcements, and record each act."""
        rows = list(chosen)
        for row in rows:
            announcements.remove_as_admin(admin=admin_of(request), announcement_id=row.pk, now=timezone.now())
        sentence = ngettext("%(n)d announcement was removed.", "%(n)d announcements were removed.", len(rows))
        self.message_user(request, sentence % {"n": len(rows)}, messages.SUCCESS)
