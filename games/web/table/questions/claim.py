"""Claiming a route with a turn: how to pay, and what follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _

from engine.parts.claims import ClaimRoute
from engine.parts.substitutes import ClaimWith
from games.logged_entries import is_own_move_taken_back
from games.presentation.prospects import cards, claims
from games.presentation.prospects.ways import Land
from games.web.table.asked import Question, TurnChoice
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class ClaimRouteBody:
    """The question's body for a chosen route. `finality`: until when the claim can be taken back."""

    template: ClassVar[str] = "web/table/_claim.html"
    hand: Sequence[cards.Chip]
    claim: claims.ChosenRoute
    finality: str


def ask_to_claim(sight: Sight, land: Land | None, step: Step) -> Question | None:
    """Ask how to pay for the route of the step."""
    if land is None or not step.route:
        return None
    claimable = claims.Claims(sight, land)
    pay = _find_refused_payment(claimable, step) or step.pay
    claim = claimable.claim(step.route, pay)
    if claim is None:
        return None
    label = _("Claim")
    links = {slug: f"?route={slug}" for slug in claimable.slugs}
    body = ClaimRouteBody(cards.in_hand(sight), claim, _tell_finality(sight, claim))
    return Question(label, claim.title, body, [step.route], step.route, links)


def _tell_finality(sight: Sight, claim: claims.ChosenRoute) -> str:
    """Return until when a claim can be taken back (`games.table.agreements.own_move`)."""
    if sight.view["turns_left"] == 0:
        return _("The game ends with this turn.")
    if claim.warnings or None in sight.view["market"]:
        return _("New cards are turned up, so you cannot take it back.")
    opened = sight.prompt["id"].partition(".")[0] if sight.prompt else ""
    if any(is_own_move_taken_back(entry) for entry in sight.entries if str(entry["number"]) == opened):
        return _("You have taken it back once, so this time it stays.")
    return _("You can take it back until your time is up or the next move is made.")


def _find_refused_payment(claimable: claims.Claims, step: Step) -> str:
    """Return the payment of a form that was refused; "" if there is none."""
    claim = claimable.claim(step.route, "")
    return next((payment.key for payment in claim.payments if payment.move in step.refused), "") if claim else ""


TURN_CHOICE: Final = TurnChoice((ClaimRoute, ClaimWith), "#claim", ask_to_claim)
