"""Rulesets and their boards, with enough data for a client to draw one."""

from typing import Final

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine.boards import GRAY, CityFact, RouteFact, TicketFact
from engine.cards import KINDS
from engine.codec import Json
from engine.parts import substitutes
from engine.parts.tickets import goal_view
from games.api.conditional import Conditional
from games.api.fields import RulesetField
from games.api.forms import Facts
from games.api.pagination import only_page, page_of
from games.api.unions import ref
from games.rulesets import offered

ATTRIBUTES: Final = _("What else it is, such as “ferry” or “tunnel” for a route, “long” for a ticket.")


class CitySerializer(Facts):
    slug = serializers.CharField()
    name = serializers.CharField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    attributes = serializers.ListField(child=serializers.CharField(), help_text=ATTRIBUTES)


class SubstitutesSerializer(Facts):
    """Cards of any kind that stand for some of those that a route takes."""

    each = serializers.IntegerField(help_text=_("How many cards stand for one."))
    most = serializers.IntegerField(help_text=_("For how many at most; on a ferry, for its locomotives only."))


class RouteSerializer(Facts):
    id = serializers.CharField(help_text=_("Its name in moves and logs."))
    cities = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    length = serializers.IntegerField()
    color = serializers.CharField(help_text=_("A kind of train card, or gray."))
    parallel_group = serializers.CharField(allow_null=True, help_text=_("Parallel tracks share it."))
    ferry_locomotives = serializers.IntegerField(help_text=_("The fewest that a ferry takes; 0 if it is not a ferry."))
    most_locomotives = serializers.IntegerField(help_text=_("The most locomotives that may pay for it as such."))
    substitutes = SubstitutesSerializer(allow_null=True, help_text=_("Null if no cards stand for others."))
    points = serializers.IntegerField()
    attributes = serializers.ListField(child=serializers.CharField(), help_text=ATTRIBUTES)


@extend_schema_field(ref("Goal"))
class GoalField(serializers.DictField):
    """Two cities, and what a ticket scores where they are connected, as in a position."""


class BoardTicketSerializer(Facts):
    number = serializers.IntegerField()
    cities = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    points = serializers.IntegerField()
    cards = serializers.ListField(
        child=serializers.CharField(), help_text=_("The cards that complete it; empty if routes do.")
    )
    goals = serializers.ListField(
        child=GoalField(), help_text=_("Pairs of cities and what each scores: the best that is joined counts.")
    )
    attributes = serializers.ListField(child=serializers.CharField(), help_text=ATTRIBUTES)


class BoardSerializer(Facts):
    cities = CitySerializer(many=True)
    routes = RouteSerializer(many=True)
    tickets = BoardTicketSerializer(many=True)
    route_points = serializers.DictField(child=serializers.IntegerField(), help_text=_("Points by length."))
    big_cities = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("Bonus for most completed tickets of a city, by its slug.")
    )


class RulesetSummarySerializer(Facts):
    id = RulesetField()
    board_name = serializers.CharField()
    board_digest = serializers.CharField(help_text=_("SHA-256 of the board's facts; running games are pinned to it."))
    fewest_seats = serializers.IntegerField()
    most_seats = serializers.IntegerField()
    options = serializers.ListField(
        child=serializers.CharField(), help_text=_("Names for “options” when you create a game.")
    )
    cards = serializers.ListField(child=serializers.CharField(), help_text=_("Kinds of train cards."))


class PieceSerializer(Facts):
    name = serializers.CharField(help_text=_("The member of a position that tells where it is now."))
    cities = serializers.ListField(child=serializers.CharField())
    option = serializers.CharField(allow_null=True, help_text=_("Only in games with this option."))


class RulesetSerializer(RulesetSummarySerializer):
    board = BoardSerializer()
    pieces = PieceSerializer(many=True, help_text=_("The pieces on the board at the start."))


class RulesetsView(Conditional):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="list_rulesets",
        summary="List rulesets",
        tags=["rulesets"],
        responses=page_of(RulesetSummarySerializer),
    )
    def get(self, request: Request) -> Response:
        """The games you can play."""
        return only_page([_summary_row(rules) for rules in offered().values()])


class RulesetView(Conditional):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="get_ruleset", summary="Look at a ruleset", tags=["rulesets"], responses=RulesetSerializer
    )
    def get(self, request: Request, ruleset_id: str) -> Response:
        """A ruleset and its board: cities, routes, tickets, scores, bonuses, and the pieces on it at the start."""
        if ruleset_id not in engine.RULESETS:
            raise Http404
        rules = engine.RULESETS[ruleset_id]
        return Response({**_summary_row(rules), "board": _board_row(rules), "pieces": _piece_rows(rules)})


def _summary_row(rules: engine.Ruleset) -> Json:
    counts = rules.seat_counts
    return {
        "id": rules.id,
        "board_name": rules.board.name,
        "board_digest": rules.board.digest,
        "fewest_seats": counts[0],
        "most_seats": counts[-1],
        "options": list(rules.variants),
        "cards": list(KINDS),
    }


def _piece_rows(rules: engine.Ruleset) -> list[dict[str, object]]:
    """Return the pieces on the board at the start, without options and with each of them."""
    cities = rules.board.cities
    records = {None: rules} | {option: rules.with_options({option: True}) for option in rules.variants}
    return [
        {"name": name, "cities": [cities[city].slug for city in where], "option": option}
        for option, record in records.items()
        for name, where in record.pieces.items()
        if option is None or name not in rules.pieces
    ]


def _list_attributes(fact: CityFact | RouteFact | TicketFact) -> list[str]:
    """Return the names of a fact's attributes, but for further goals, which have a member of their own."""
    return sorted(name for name in fact.attributes if name != "also")


def _route_row(rules: engine.Ruleset, route: RouteFact) -> Json:
    substitution = substitutes.substitution(rules, route)
    return {
        "id": route.slug,
        "length": route.length,
        "color": "gray" if route.color == GRAY else KINDS[route.color],
        "parallel_group": route.group or None,
        "ferry_locomotives": route.ferry_locomotives,
        "most_locomotives": rules.price(route).most,
        "substitutes": {"each": substitution.each, "most": substitution.most} if substitution.most else None,
        "points": rules.board.route_points[route.length],
        "attributes": _list_attributes(route),
    }


def _board_row(rules: engine.Ruleset) -> Json:
    board = rules.board
    slugs = [city.slug for city in board.cities]
    return {
        "cities": [{**city._asdict(), "attributes": _list_attributes(city)} for city in board.cities],
        "routes": [
            {**_route_row(rules, route), "cities": [slugs[end] for end in route.ends]} for route in board.routes
        ],
        "tickets": [
            {
                "number": ticket.number,
                "cities": [slugs[end] for end in ticket.ends],
                "points": ticket.points,
                "cards": [KINDS[card] for card in ticket.cards],
                "goals": [goal_view(board, goal) for goal in ticket.goals],
                "attributes": _list_attributes(ticket),
            }
            for ticket in board.tickets
        ],
        "route_points": {str(length): points for length, points in board.route_points.items()},
        "big_cities": {slugs[city]: bonus for city, bonus in board.big_cities.items()},
    }
