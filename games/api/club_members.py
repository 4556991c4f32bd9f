"""The members of a club, what its hosts decide about them, and the ways in: invitations and the club's link."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.clubs import STATES
from games.api.conditional import Conditional
from games.api.fields import KnownNameField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.competitions.clubs import invitations, links, membership, selectors
from games.competitions.clubs.invitations import MOST_AT_ONCE
from games.errors import Forbidden, NotFound, Refused
from games.models import ClubLink, ClubMember
from games.names import sort_key


class ClubMemberSerializer(Facts):
    """Somebody in a club, or on the way in."""

    player = PlayerSerializer()
    state = serializers.ChoiceField(choices=STATES)
    host = serializers.BooleanField()
    since = serializers.DateTimeField()


MEMBERS_PAGE = page_of(ClubMemberSerializer)


class RoleSerializer(Facts):
    """The role that a host gives somebody in the club."""

    host = serializers.BooleanField(
        default=False, help_text=_("True makes a member a host; false lets in somebody who asks to join.")
    )


class ClubInvitationsSerializer(Facts):
    """Whom to invite."""

    names = serializers.ListField(
        child=KnownNameField(), min_length=1, max_length=MOST_AT_ONCE, help_text=_("All of them, or none, in one act.")
    )


class ClubLinkSerializer(Facts):
    """Lets anyone who has it join the club."""

    link = serializers.CharField(help_text=_("Pass it on by any messenger."))
    token = serializers.CharField(help_text=_("What it ends with, for programs."))
    created_at = serializers.DateTimeField()


class ClubMembersView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_club_members",
        summary="List the members of a club",
        tags=["clubs"],
        responses={200: MEMBERS_PAGE, **problems("no_such_club")},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """Hosts first, then by name. A host also sees who asks to join, and who is invited."""
        seen_club = selectors.get_seen(player_of(request), club_id)
        rows = sorted(
            selectors.members_of(seen_club.club), key=lambda row: (not row.is_host, sort_key(row.player.name), row.pk)
        )
        if seen_club.is_host:
            rows += [*selectors.waiting_at(seen_club.club), *selectors.invited_to(seen_club.club)]
        if not (seen_club.club.public or seen_club.is_member):
            rows = [row for row in rows if row.is_host]
        return only_page([member_row(row) for row in rows])


class ClubMemberView(Conditional):
    scopes: ClassVar = {"PUT": "games:create", "DELETE": "games:create"}

    @extend_schema(
        operation_id="put_club_member",
        summary="Let somebody in, or make a member a host",
        tags=["clubs"],
        request=RoleSerializer,
        responses={
            200: ClubMemberSerializer,
            **problems("no_such_club", "no_such_member", "only_hosts", "club_full", "too_many_clubs_of_player"),
        },
    )
    def put(self, request: Request, club_id: str, player_id: str) -> Response:
        """For hosts. Repeating it changes nothing."""
        decide = membership.make_host if checked(RoleSerializer, request)["host"] else membership.let_in
        row = decide(host=player_of(request), club_id=club_id, player_id=player_id, now=timezone.now())
        return Response(member_row(row))

    @extend_schema(
        operation_id="delete_club_member",
        summary="Remove somebody from a club",
        tags=["clubs"],
        parameters=[
            OpenApiParameter(
                "state",
                {"type": "string", "enum": [state.value for state in membership.PUT_OUT]},
                description="What the player is to the club, as you know it: nothing happens if that has changed.",
            )
        ],
        responses={
            204: None,
            **problems("no_such_club", "no_such_member", "only_hosts", "is_a_host", "last_host", "member_changed"),
        },
    )
    def delete(self, request: Request, club_id: str, player_id: str) -> Response:
        """For hosts: removes a member, turns away who asks to join, takes an invitation back. Yourself: you step down.

        Nobody is told. Who was removed gets in again only if a host invites them.
        """
        host, now = player_of(request), timezone.now()
        if player_id == host.pk:
            membership.step_down(host=host, club_id=club_id, now=now)
            return Response(status=204)
        expected = request.query_params.get("state")
        if expected is not None and expected not in membership.PUT_OUT:
            raise ValidationError({"state": _("One of: %s.") % ", ".join(membership.PUT_OUT)})
        after = membership.put_out(host=host, club_id=club_id, player_id=player_id, now=now, state=expected)
        if expected is not None and after in membership.PUT_OUT:
            raise Refused("member_changed", state=after)
        return Response(status=204)


class ClubInvitationsView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="invite_to_club",
        summary="Invite players to your club",
        tags=["clubs"],
        request=ClubInvitationsSerializer,
        responses={
            200: MEMBERS_PAGE,
            **problems(
                "no_such_club",
                "no_such_player",
                "only_hosts",
                "only_people_in_clubs",
                "account_muted",
                "club_full",
                "you_blocked",
                "too_many_invited_to_clubs",
            ),
        },
    )
    def post(self, request: Request, club_id: str) -> Response:
        """Invite many in one act, with one limit: 100 players in a day. The answer lists who is invited now.

        Members stay what they are, and who asks to join is in at once. A player who has declined is not invited again
        within a month.
        """
        host, names = player_of(request), checked(ClubInvitationsSerializer, request)["names"]
        invitations.invite(host=host, club_id=club_id, names=names, now=timezone.now())
        seen_club = selectors.get_seen(host, club_id)
        return only_page([member_row(row) for row in selectors.invited_to(seen_club.club)])


class ClubLinkView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "PUT": "games:create", "DELETE": "games:create"}

    @extend_schema(
        operation_id="get_club_link",
        summary="The link of your club",
        tags=["clubs"],
        responses={200: ClubLinkSerializer, **problems("no_such_club", "only_hosts", "no_such_link")},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """For hosts, while there is one."""
        seen_club = selectors.get_seen(player_of(request), club_id)
        if not seen_club.is_host:
            raise Forbidden("only_hosts")
        link = links.link_of(seen_club.club)
        if link is None:
            raise NotFound("no_such_link")
        return Response(_link_row(link))

    @extend_schema(
        operation_id="put_club_link",
        summary="Make a link to your club",
        tags=["clubs"],
        request=None,
        responses={200: ClubLinkSerializer, **problems("no_such_club", "only_hosts", "account_suspended")},
    )
    def put(self, request: Request, club_id: str) -> Response:
        """Anyone who has it can join. A new one ends the old one."""
        return Response(_link_row(links.make(host=player_of(request), club_id=club_id, now=timezone.now())))

    @extend_schema(
        operation_id="delete_club_link",
        summary="Take the club's link back",
        tags=["clubs"],
        responses={204: None, **problems("no_such_club", "only_hosts")},
    )
    def delete(self, request: Request, club_id: str) -> Response:
        """Withdraw the link: it stops working."""
        links.take_back(host=player_of(request), club_id=club_id)
        return Response(status=204)


def member_row(row: ClubMember) -> Json:
    """Return a member, or somebody on the way in."""
    return {
        "player": player_row(row.player),
        "state": row.state,
        "host": row.is_host,
        "since": instant(row.since),
    }


def _link_row(link: ClubLink) -> Json:
    return {"link": links.address(link), "token": links.token(link), "created_at": instant(link.made_at)}
