"""What the hosts of a club have announced to its members, and which members get that by email."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.fields import LongestText
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.competitions.clubs import announcements, selectors
from games.errors import Forbidden
from games.models import ClubAnnouncement
from games.models.club import LONGEST_ANNOUNCEMENT


class AnnouncementSerializer(Facts):
    """What a host has told all members of a club."""

    id = serializers.CharField()
    by = PlayerSerializer()
    text = serializers.CharField(help_text=_("Plain text, in paragraphs."))
    created_at = serializers.DateTimeField()


ANNOUNCEMENTS_PAGE = page_of(AnnouncementSerializer)


class AnnouncementWishSerializer(Facts):
    """What you announce."""

    text = serializers.CharField(
        validators=[LongestText(LONGEST_ANNOUNCEMENT, "announcement_too_long")],
        help_text=_("Plain text, in paragraphs. All members can read it."),
    )


class ClubEmailsSerializer(Facts):
    """Whether you get the club's announcements by email."""

    on = serializers.BooleanField(
        help_text=_("As soon as other news of your games, unless you have switched those emails off.")
    )


class ClubAnnouncementsView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="list_club_announcements",
        summary="Read a club's announcements",
        tags=["clubs"],
        parameters=PAGE_PARAMETERS,
        responses={200: ANNOUNCEMENTS_PAGE, **problems("no_such_club", "only_members")},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """For members, the newest first. Those of players whom you have muted or blocked are left out."""
        reader = player_of(request)
        seen_club = selectors.get_seen(reader, club_id)
        if not seen_club.is_member:
            raise Forbidden("only_members")
        pages = Pages()
        rows = pages.paginate_queryset(announcements.read_by(reader, seen_club.club), request)
        return pages.get_paginated_response([_announcement_row(row) for row in rows])

    @extend_schema(
        operation_id="announce_to_club",
        summary="Announce something to your club",
        tags=["clubs"],
        request=AnnouncementWishSerializer,
        responses={
            201: AnnouncementSerializer,
            **problems(
                "no_such_club",
                "only_hosts",
                "nothing_announced",
                "announcement_too_long",
                "too_many_announcements",
                "account_muted",
                "account_suspended",
                "address_needed",
            ),
        },
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For hosts. All members read it on the club's page and by email; three in a day, of all hosts together.

        The same words again within ten minutes are the same announcement, and nobody hears of them twice.
        """
        text = checked(AnnouncementWishSerializer, request)["text"]
        row = announcements.announce(host=player_of(request), club_id=club_id, text=text, now=timezone.now())
        return Response(_announcement_row(row), status=201)


class ClubAnnouncementView(Conditional):
    scopes: ClassVar = {"DELETE": "games:create"}

    @extend_schema(
        operation_id="delete_club_announcement",
        summary="Take an announcement back",
        tags=["clubs"],
        responses={204: None, **problems("no_such_club", "only_hosts", "no_such_announcement")},
    )
    def delete(self, request: Request, club_id: str, announcement_id: str) -> Response:
        """For hosts, whoever of them has made it. Emails that were not sent yet are not. Repeating it does nothing."""
        announcements.take_back(
            host=player_of(request), club_id=club_id, announcement_id=announcement_id, now=timezone.now()
        )
        return Response(status=204)


class ClubEmailsView(Conditional):
    scopes: ClassVar = {"PUT": "mail:write"}

    @extend_schema(
        operation_id="put_club_emails",
        summary="Get a club's announcements by email, or not",
        tags=["clubs"],
        request=ClubEmailsSerializer,
        responses={200: ClubEmailsSerializer, **problems("no_such_club", "only_members")},
    )
    def put(self, request: Request, club_id: str) -> Response:
        """For members: a switch for this club alone."""
        by_email = checked(ClubEmailsSerializer, request)["on"]
        announcements.choose_emails(player=player_of(request), club_id=club_id, wanted=by_email)
        return Response({"on": by_email})


def _announcement_row(row: ClubAnnouncement) -> Json:
    return {"id": row.pk, "by": player_row(row.by), "text": row.text, "created_at": instant(row.created_at)}
