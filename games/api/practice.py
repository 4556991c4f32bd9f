"""Practice games for one player against stand-ins, and guest accounts, which need no address."""

from typing import ClassVar

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.accounts import Door, SignedInSerializer, signed_in
from games.api.codes import AddressSerializer, MailedSerializer
from games.api.conditional import Conditional
from games.api.fields import NameField, RulesetField, TimeZoneField
from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer
from games.api.games.of_game import detail
from games.api.permissions import player_of
from games.api.schema import problems
from games.lobby import practice
from games.people import guests
from games.people.networks import network_of


class GuestSerializer(Facts):
    time_zone = TimeZoneField(default="UTC")


class KeepSerializer(AddressSerializer):
    name = NameField()
    time_zone = TimeZoneField(default="UTC")


class PracticeSerializer(Facts):
    ruleset = RulesetField(max_length=32, help_text=_("`list_rulesets` says more about each."))


class GuestView(Door):
    @extend_schema(
        operation_id="create_guest",
        summary="Come in as a guest",
        tags=["accounts"],
        request=GuestSerializer,
        responses={201: SignedInSerializer, **problems("too_many_guests", "sign_up_closed", "invitation_needed")},
    )
    def post(self, request: Request) -> Response:
        """An account to practice with for a day.

        We choose its name, and it needs no address. With `me/keep` it becomes an ordinary account; otherwise it is
        erased, and its tables are closed.
        """
        zone = checked(GuestSerializer, request)["time_zone"]
        guest = guests.come(network=network_of(request), now=timezone.now(), time_zone=zone)
        return Response(signed_in(guest), status=201, headers={"Location": reverse("me")})


class KeepView(Conditional):
    scopes: ClassVar = {"POST": "account:write"}

    @extend_schema(
        operation_id="keep_guest",
        summary="Give an address as a guest",
        tags=["me"],
        request=KeepSerializer,
        responses={
            202: MailedSerializer,
            **problems("forbidden", "name_taken", "too_many_codes", "sign_up_closed", "invitation_needed"),
        },
    )
    def post(self, request: Request) -> Response:
        """Sends a code to your address.

        Once you send it back to `accounts/confirm`, you keep your account and tables. If the address already has an
        account, only the email says so.
        """
        body = checked(KeepSerializer, request)
        code = guests.mail_code(
            guest=player_of(request),
            address=body.pop("email"),
            facts=body,
            asked_by=network_of(request),
            now=timezone.now(),
        )
        return Response(MailedSerializer(code).data, status=202)


class PracticeView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="create_practice",
        summary="Practice",
        tags=["games"],
        request=PracticeSerializer,
        responses={
            201: GameDetailSerializer,
            **problems(
                "unknown_ruleset", "too_many_practice_tables", "too_many_games_with_stand_ins", "account_suspended"
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """A table of your own, against two stand-ins who answer within seconds.

        It has begun, and it is your turn. It does not count, nobody else sees it, and it sends no emails. Guests may
        have one. If you already have a table of this game and have not moved there, you get that one again.
        """
        player = player_of(request)
        game = practice.start(
            player=player, ruleset=checked(PracticeSerializer, request)["ruleset"], now=timezone.now()
        )
        answer = detail(player, game.pk, 201)
        answer.headers["Location"] = f"{request.path.rpartition('/')[0]}/games/{game.pk}"
        return answer
