"""Players' proposals to the table, and the answers to them."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.admin.orders import LARGEST, WrittenOrderField
from games.api.admin.previews import LearnedSerializer, MovedDeadlineSerializer
from games.api.dry_runs import DRY_RUN, is_dry_run
from games.api.fields import PromptIdField, PromptTypeField, SeatField
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.log import RULING_KINDS
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.errors import Forbidden, NotFound
from games.lobby.visible import VisibleGame, seen_by
from games.models import Game, Player, Proposal
from games.table.agreements import new_proposals, selectors, votes
from games.table.agreements.orders import MOST_HOURS, PROPOSABLE
from games.table.agreements.proposal_preview import TablePreview
from games.table.agreements.selectors import Answers
from games.table.rulings.commands import PRESENT_POINTS, VOID, written

WHO: Final = ("no_such_game", "not_in_this_game", "account_suspended")
REFUSED: Final = (
    *WHO,
    "seat_not_active",
    "nobody_to_agree",
    "game_not_running",
    "malformed_ruling",
    "hours_out_of_range",
    "prompt_not_open",
    "deadline_too_far",
    "already_paused",
    "no_such_entry",
    "nothing_to_take_back",
    "ruled_by_an_admin",
    "no_such_seat",
    "player_is_there",
    "unknown_end",
    "nothing_changes",
    "not_a_ruling",
    "already_undone",
    "nothing_to_undo",
    "secrets_open",
)
ANSWERED: Final = (*WHO, "no_such_proposal", "proposal_closed", "seat_not_active")


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": MOST_HOURS})
class HoursField(serializers.IntegerField):
    """A number of hours, whose bounds are those of `hours_out_of_range`."""


class ProposalWishSerializer(Facts):
    """What you propose. Each kind has members of its own."""

    kind = serializers.ChoiceField(choices=sorted(PROPOSABLE))
    as_of = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST,
        help_text=_("taken_back: the table is to be as it was after this entry."),
    )
    hours = HoursField(required=False, help_text=_("extended: so many more."))
    prompt = PromptIdField(required=False, help_text=_("extended: whose; left out for everyone who is asked now."))
    seat = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=5,
        help_text=_("replaced: a stand-in plays there; its player must be absent."),
    )
    how = serializers.ChoiceField(
        [(PRESENT_POINTS, _("The points so far decide the ranks.")), (VOID, _("It does not count."))],
        required=False,
        help_text=_("ended"),
    )
    is_open = serializers.BooleanField(
        required=False, help_text=_("talk_opened: spectators can read the talk and join in; or no longer.")
    )
    entry = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text=_("undo: the entry in which the table decided it.")
    )


class ProposalSerializer(Facts):
    """A proposal, and how it stands."""

    id = serializers.CharField()
    game = serializers.CharField()
    seat = SeatField(help_text=_("The seat that proposed it."))
    by = PlayerSerializer()
    kind = serializers.ChoiceField(RULING_KINDS)
    order = WrittenOrderField()
    undoes = serializers.IntegerField(allow_null=True, help_text=_("The entry that it would undo."))
    state = serializers.ChoiceField(choices=Proposal.State.choices)
    agreed = serializers.ListField(child=SeatField(), help_text=_("Seats."))
    declined = serializers.ListField(child=SeatField(), help_text=_("Seats."))
    waiting = serializers.ListField(child=SeatField(), help_text=_("The seats whose answer is waited for now."))
    entry = serializers.IntegerField(allow_null=True, help_text=_("The entry of the ruling that it led to."))
    created_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(help_text=_("Nothing comes of it if somebody is silent until then."))
    closed_at = serializers.DateTimeField(allow_null=True)


class AskedAgainSerializer(Facts):
    """Who would be asked what."""

    seat = SeatField()
    type = PromptTypeField()


class PointsChangeSerializer(Facts):
    seat = SeatField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class ProposalPreviewSerializer(Facts):
    """What would change if everyone agreed now."""

    order = WrittenOrderField()
    undoes = serializers.IntegerField(allow_null=True)
    taken_back = serializers.ListField(child=serializers.IntegerField(), help_text=_("Entries that count no longer."))
    brought_back = serializers.ListField(child=serializers.IntegerField(), help_text=_("Entries that count again."))
    learned = LearnedSerializer(many=True)
    asked = AskedAgainSerializer(many=True)
    points = PointsChangeSerializer(many=True)
    deadlines = MovedDeadlineSerializer(many=True)
    status = serializers.ListField(child=serializers.CharField(), help_text=_("Before and after."))


def proposal_row(answers: Answers) -> Json:
    """Return a proposal with its state."""
    proposal = answers.proposal
    return {
        "id": proposal.pk,
        "game": proposal.game_id,
        "seat": proposal.seat,
        "by": player_row(proposal.by),
        "kind": proposal.kind,
        "order": proposal.asked,
        "undoes": proposal.undoes,
        "state": proposal.state,
        "agreed": sorted(answers.agreed),
        "declined": sorted(answers.declined),
        "waiting": sorted(answers.waiting),
        "entry": proposal.entry,
        "created_at": instant(proposal.created_at),
        "closes_at": instant(proposal.closes_at),
        "closed_at": None if proposal.closed_at is None else instant(proposal.closed_at),
    }


def preview_row(preview: TablePreview) -> Json:
    """Return what a proposal would change."""
    return {
        "order": written(preview.order),
        "undoes": preview.undoes,
        "taken_back": list(preview.taken_back),
        "brought_back": list(preview.brought_back),
        "learned": [disclosure._asdict() for disclosure in preview.learned],
        "asked": [{"seat": seat, "type": kind} for seat, kind in preview.asked],
        "points": [point._asdict() for point in preview.points],
        "deadlines": [
            {"prompt": prompt, "before": instant(before), "after": instant(after)}
            for prompt, (before, after) in preview.deadlines.items()
        ],
        "status": list(preview.status),
    }


class TableProposalsView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:play"}

    @extend_schema(
        operation_id="list_table_proposals",
        summary="Read what was proposed at the table",
        tags=["agreements"],
        parameters=PAGE_PARAMETERS,
        responses={200: page_of(ProposalSerializer), **problems("not_in_this_game")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every proposal of the game, the newest first, for its players."""
        visible_game = _game_of_player(player_of(request), game_id)
        pages = Pages()
        rows = selectors.of_game(visible_game.game)
        page = pages.paginate_queryset(rows, request)
        standings = selectors.standings(page, visible_game.game, visible_game.seats, visible_game.turns, timezone.now())
        return pages.get_paginated_response([proposal_row(proposal) for proposal in standings])

    @extend_schema(
        operation_id="propose",
        summary="Propose something to the table",
        tags=["agreements"],
        parameters=[DRY_RUN],
        request=ProposalWishSerializer,
        responses={
            200: ProposalPreviewSerializer,
            201: ProposalSerializer,
            **problems(
                *REFUSED,
                "address_needed",
                "deadline_not_later",
                "game_over_then",
                "only_a_stand_in",
                "player_gone",
                "proposal_open",
                "proposed_lately",
                "too_many_proposals",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """The other players who are there are asked; you agree by proposing it. Once all have agreed it is carried out.

        Nothing comes of it if one declines or stays silent, or if the game has gone on meanwhile where that matters.
        Nobody is waited for who has let a turn run out and not come back. Where the same is proposed already, you agree
        to it. A pause begins at once where nobody else plays but stand-ins.

        A dry run says what would change if everyone agreed now. What players saw is told by its kind, never what it
        was.
        """
        player, wish = player_of(request), checked(ProposalWishSerializer, request)
        if is_dry_run(request):
            preview = new_proposals.preview(player=player, game_id=game_id, asked=wish, now=timezone.now())
            return Response(preview_row(preview))
        proposal = new_proposals.propose(player=player, game_id=game_id, asked=wish, now=timezone.now())
        return _proposal_response(player, game_id, proposal.pk, 201)


class ProposalView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "DELETE": "games:play"}

    @extend_schema(
        operation_id="get_table_proposal",
        summary="Read a proposal",
        tags=["agreements"],
        responses={200: ProposalSerializer, **problems(*WHO, "no_such_proposal")},
    )
    def get(self, request: Request, game_id: str, proposal_id: str) -> Response:
        """A proposal and how it stands, for the players of its game."""
        return _proposal_response(player_of(request), game_id, proposal_id)

    @extend_schema(
        operation_id="withdraw_proposal",
        summary="Withdraw your proposal",
        tags=["agreements"],
        responses={200: ProposalSerializer, **problems(*ANSWERED, "not_your_proposal")},
    )
    def delete(self, request: Request, game_id: str, proposal_id: str) -> Response:
        """Whoever has answered hears of it."""
        player = player_of(request)
        _find_proposal(_game_of_player(player, game_id).game, proposal_id)
        new_proposals.withdraw(player=player, proposal_id=proposal_id, now=timezone.now())
        return _proposal_response(player, game_id, proposal_id)


class AgreeView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="agree_to_proposal",
        summary="Agree to a proposal",
        tags=["agreements"],
        request=None,
        responses={200: ProposalSerializer, **problems(*ANSWERED, "your_proposal")},
    )
    def post(self, request: Request, game_id: str, proposal_id: str) -> Response:
        """If yours was the last answer that was waited for, it is carried out at once: see “state” and “entry”."""
        return _answer_proposal(request, game_id, proposal_id, agrees=True)


class DeclineView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="decline_proposal",
        summary="Decline a proposal",
        tags=["agreements"],
        request=None,
        responses={200: ProposalSerializer, **problems(*ANSWERED, "your_proposal")},
    )
    def post(self, request: Request, game_id: str, proposal_id: str) -> Response:
        """Decline a proposal: nothing comes of it then, whatever the others say."""
        return _answer_proposal(request, game_id, proposal_id, agrees=False)


def _game_of_player(player: Player, game_id: str) -> VisibleGame:
    """Return the game for a player with a seat there. Raises NotFound, Forbidden."""
    visible_game = seen_by(player, game_id)
    if visible_game.own is None:
        raise Forbidden("not_in_this_game")
    return visible_game


def _find_proposal(game: Game, proposal_id: str) -> Proposal:
    proposal = selectors.of_game(game).filter(pk=proposal_id).first()
    if proposal is None:
        raise NotFound("no_such_proposal")
    return proposal


def _answer_proposal(request: Request, game_id: str, proposal_id: str, *, agrees: bool) -> Response:
    player = player_of(request)
    _find_proposal(_game_of_player(player, game_id).game, proposal_id)
    votes.answer(player=player, proposal_id=proposal_id, agrees=agrees, now=timezone.now())
    return _proposal_response(player, game_id, proposal_id)


def _proposal_response(player: Player, game_id: str, proposal_id: str, status: int = 200) -> Response:
    visible_game = _game_of_player(player, game_id)
    proposals = [_find_proposal(visible_game.game, proposal_id)]
    (standing,) = selectors.standings(
        proposals, visible_game.game, visible_game.seats, visible_game.turns, timezone.now()
    )
    return Response(proposal_row(standing), status=status)
