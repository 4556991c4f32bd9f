"""Clubs: people who play with each other, at tables of their own."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.personal import Deleted, Emptied, Exported
from games.models.texts import ParagraphsField

LONGEST_ABOUT: Final = 300
LONGEST_ANNOUNCEMENT: Final = 1000


class Club(models.Model):
    """A club: its name, its page, and how people get in. Its members, hosts among them, are rows of `ClubMember`.

    A private club is there only for its members, and for those who are invited or have its link.
    """

    class Entry(models.TextChoices):
        """How people get in, besides by an invitation or the club's link."""

        OPEN = "open", _("anyone can join")
        REQUEST = "request", _("anyone can ask to join")
        INVITATION = "invitation", _("by invitation")

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    name = models.CharField(_("name"), max_length=80, blank=True, help_text=_("Empty once it was taken away."))
    about = models.CharField(_("about"), max_length=LONGEST_ABOUT, blank=True)
    entry = models.CharField(_("how people get in"), max_length=10, choices=Entry)
    public = models.BooleanField(_("public"), help_text=_("Anyone sees the club and who is in it."))
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False, verbose_name=_("founder")
    )
    created_at = models.DateTimeField(_("created"))
    closed_at = models.DateTimeField(_("closed"), null=True, help_text=_("When its last member left."))
    lines = models.PositiveIntegerField(
        _("lines"), default=0, db_default=0, help_text=_("The number of the last line of its talk.")
    )
    personal = (Exported("clubs_founded", "id created_at", of="founder"),)

    class Meta:
        verbose_name, verbose_name_plural = _("club"), _("clubs")
        constraints: ClassVar = [
            models.CheckConstraint(name="club_private_entry", condition=Q(public=True) | Q(entry="invitation")),
        ]
        indexes: ClassVar = [
            models.Index("founder", "created_at", name="club_of_founder"),
            models.Index(F("created_at").desc(), "id", name="club_listed", condition=Q(public=True, closed_at=None)),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def shown_entry(self) -> str:
        """How the reader of a list can get in (annotated by `games.competitions.clubs.selectors.public_clubs`)."""
        return self.Entry.INVITATION if getattr(self, "looks_closed", False) else self.entry


class ClubMember(models.Model):
    """What a club and a player are to each other: at most one row, since leaving deletes it."""

    class State(models.TextChoices):
        """The state between the club and the player.

        `DECLINED`: the player said no to an invitation; `REFUSED`: a host said no to the player's request. `REVOKED`:
        an invitation or a request was taken back; the row stays, so that asking again is no way around the limits.
        """

        MEMBER = "member", _("member")
        INVITED = "invited", _("invited")
        ASKED = "asked", _("asks to join")
        DECLINED = "declined", _("declined the invitation")
        REFUSED = "refused", _("turned away")
        REMOVED = "removed", _("removed by a host")
        REVOKED = "revoked", _("taken back")

    club = models.ForeignKey(Club, models.CASCADE, related_name="members", db_index=False, verbose_name=_("club"))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="clubs", verbose_name=_("player"))
    state = models.CharField(_("state"), max_length=8, choices=State)
    is_host = models.BooleanField(_("host"), default=False)
    since = models.DateTimeField(_("since"))
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    invited_at = models.DateTimeField(_("invited"), null=True)
    asked_at = models.DateTimeField(_("asked"), null=True, help_text=_("When the first request of a day was made."))
    shut_out = models.BooleanField(
        _("shut out"), default=False, db_default=False, help_text=_("Removed or turned away before the invitation.")
    )
    hears_by_email = models.BooleanField(
        _("hears by email"), default=True, db_default=True, help_text=_("Gets the club’s announcements as emails.")
    )
    personal = (
        Exported("clubs", "club_id state is_host since asked_at hears_by_email"),
        Deleted(),
        Emptied("invited_by", "invited_by"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("member of a club"), _("members of clubs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="club_member_once"),
            models.CheckConstraint(name="club_host_is_member", condition=Q(is_host=False) | Q(state="member")),
        ]
        indexes: ClassVar = [
            models.Index("invited_by", "invited_at", name="club_member_by", condition=Q(invited_by__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.player_id}"


class ClubLink(models.Model):
    """The only link by which whoever has it can join the club. It works as long as the row exists."""

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    club = models.OneToOneField(Club, models.CASCADE, related_name="link", verbose_name=_("club"))
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name, verbose_name_plural = _("link to a club"), _("links to clubs")

    def __str__(self) -> str:
        """Return the club's id, because the link's own id would open the club."""
        return self.club_id


class ClubAnnouncement(models.Model):
    """What a host has told all members of a club.

    The row stays when it is taken back or away, so that the limit of a day counts it; its text goes.
    """

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="announcements", db_index=False, verbose_name=_("club"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False, verbose_name=_("by")
    )
    text = ParagraphsField(
        _("text"),
        max_length=LONGEST_ANNOUNCEMENT,
        blank=True,
        help_text=_("Empty once it was taken back or away, or its author erased."),
    )
    created_at = models.DateTimeField(_("at"))
    personal = (
        Exported("club_announcements", "id club_id text created_at", of="by", order="created_at pk"),
        Emptied("by", "text", record="announcement"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("announcement"), _("announcements")
        indexes: ClassVar = [
            models.Index("club", F("created_at").desc(), F("id").desc(), name="announcements_of_club"),
            models.Index("by", name="announcements_by"),
        ]

    def __str__(self) -> str:
        return self.id
