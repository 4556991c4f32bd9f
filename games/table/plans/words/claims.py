"""Orders to claim routes.

claim denver-omaha               as soon as it can be paid for: with the fewest locomotives, in the color with the most
                                 cards in the hand, and on any of its parallel tracks
claim denver-santa_fe from red blue at most 1 loco
                                 the same, in one of these colors, with at most this many locomotives
claim denver-omaha purple 3 loco 1 with exactly these cards, some of which may stand for others where that is possible

A tunnel that costs more is paid for with the fewest locomotives; if the cards do not suffice, they are taken back, and
the order stands.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final

import engine
from engine.boards import GRAY, Board, Route
from engine.cards import CARDS, COLORS, KINDS, LOCOMOTIVE, Card
from engine.errors import EngineError, MalformedMove
from engine.model import Choices
from engine.notation import a_route, kind, number, payment, route
from engine.parts.claims import ClaimRoute, a_claim, every_claim, refuse_mixture
from engine.parts.substitutes import ClaimWith, substitution
from engine.parts.tariffs import Tariff, divide
from engine.parts.tunnels import PayTunnel
from games.table.plans.vocabulary import PlanOrder, PlanWords, Seen
from games.table.plans.words.tunnels import dig_on

MOST: Final = 100
"""More cards of a kind than there are in any game."""


@cache
def _examples(board: Board) -> str:
    """Return an example of claiming a route of this board."""
    fact = a_route(board)
    colors = "blue red" if fact.color == GRAY else KINDS[fact.color]
    return f"claim {fact.slug}, claim {fact.slug} from {colors} at most 1 loco, or {a_claim(board)}"


@dataclass(frozen=True)
class ClaimOrder(PlanOrder):
    """An order to claim one of these tracks, with one of these payments, the cheapest first."""

    tracks: tuple[Route, ...]
    payments: frozenset[ClaimRoute | ClaimWith]
    through_tunnel: bool = False

    @property
    def lasting(self) -> bool:
        """Check whether the claim may fail, and is tried again."""
        return self.through_tunnel

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the cheapest claim that the hand can pay for, or what a tunnel costs more."""
        if self.through_tunnel and self._is_digging(situation):
            return dig_on(options)
        hand = situation.hand
        payments = [claim for claim in self.payments if claim in options]
        return min(
            payments, key=lambda claim: (claim.locomotives, -hand[claim.color], claim.color, claim.route), default=None
        )

    def _is_digging(self, situation: Seen) -> bool:
        """Check whether one of the tracks is the tunnel that is asked about."""
        question = situation.question
        slugs = {situation.board.routes[track].slug for track in self.tracks}
        return question is not None and question["type"] == PayTunnel.tag and question["route"] in slugs

    def trouble(self, situation: Seen) -> EngineError | None:
        """Return the reason if all tracks are taken, closed, or too long for the trains left, else None."""
        troubles = [_find_obstacle(situation, track) for track in self.tracks]
        return troubles[0] if all(troubles) else None

    def done(self, situation: Seen) -> bool:
        """Check whether the seat owns one of the tracks."""
        return any(situation.ground.own >> track & 1 for track in self.tracks)

    def wants(self, situation: Seen) -> Sequence[Card]:
        """Return the color missing the fewest cards, and locomotives if one card is missing or a ferry needs some."""
        lacking = sorted(self._lacking(situation), key=lambda lack: (lack[0] + lack[1], lack[2]))
        if not lacking:
            return ()
        cards, locomotives, color = lacking[0]
        colored = [color] if cards and color != LOCOMOTIVE else []
        return [*colored, LOCOMOTIVE] if locomotives or cards == 1 else colored

    def _lacking(self, situation: Seen) -> Iterator[tuple[int, int, Card]]:
        """Yield for each way to pay the numbers of missing colored cards and locomotives, and the color."""
        hand = situation.hand
        for claim in self.payments:
            if _find_obstacle(situation, claim.route) is not None:
                continue
            if isinstance(claim, ClaimWith):
                lack = [max(0, claim.cards.count(card) - hand[card]) for card in CARDS]
                yield sum(lack[card] for card in COLORS), lack[LOCOMOTIVE], max(COLORS, key=lambda card: lack[card])
            else:
                cards = situation.board.routes[claim.route].length - claim.locomotives
                colored = 0 if claim.color == LOCOMOTIVE else max(0, cards - hand[claim.color])
                yield colored, max(0, claim.locomotives - hand[LOCOMOTIVE]), claim.color


def _find_obstacle(situation: Seen, track: Route) -> EngineError | None:
    """Return why the seat can never claim this track, or None."""
    fact, at = situation.board.routes[track], situation.ground
    if fact.slug in situation.view["routes"]:
        return EngineError("route_taken", route=fact.slug)
    if not at.open >> track & 1:
        own = at.own & situation.board.parallels[track]
        return EngineError("own_parallel_track" if own else "track_closed", route=fact.slug)
    if fact.length > at.trains:
        return EngineError("not_enough_trains", need=fact.length, have=at.trains)
    return None


def _read_claim(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    if not words:
        raise MalformedMove("claim_what", expected=_examples(rules.board))
    tracks = tracks_named(rules.board, words[0])
    terms, most = _split_at_most(rules.board, words[1:])
    if terms[:1] == ["from"]:
        return _read_any_payment(rules, tracks, [kind(word) for word in terms[1:]], most)
    if terms and most is None:
        return _read_exact_payment(rules, tracks, terms)
    if terms:
        raise MalformedMove("claim_what", expected=_examples(rules.board))
    return _read_any_payment(rules, tracks, COLORS, most)


def tracks_named(board: Board, slug: str) -> tuple[Route, ...]:
    """Return all parallel tracks of this name, or the single track. Raises MalformedMove."""
    turned = "-".join(reversed(slug.split("-")))
    tracks = [Route(index) for index, fact in enumerate(board.routes) if fact.group and fact.group in (slug, turned)]
    return tuple(tracks) or (route(board, slug),)


def _split_at_most(board: Board, words: list[str]) -> tuple[list[str], int | None]:
    """Return the words without "at most N loco", and the number."""
    if words[-4:-2] != ["at", "most"]:
        return words, None
    if kind(words[-1]) != LOCOMOTIVE:
        raise MalformedMove("claim_what", expected=_examples(board))
    return words[:-4], number(words[-2])


def _read_exact_payment(rules: engine.Ruleset, tracks: tuple[Route, ...], words: list[str]) -> ClaimOrder:
    """Return an order for exactly these cards, on those tracks that they pay for.

    Raises EngineError if they pay for none.
    """
    board, expected = rules.board, _examples(rules.board)
    if mixed := _read_mixed_payment(rules, tracks, words):
        return _order(board, mixed)
    claims = [
        ClaimRoute(track, *payment(words, board.routes[track].length, "claim_what", expected)) for track in tracks
    ]
    refused: list[EngineError] = []
    paid = []
    for claim in claims:
        try:
            refuse_mixture(rules.price(board.routes[claim.route]), claim, "B12")
        except EngineError as error:
            refused.append(error)
        else:
            paid.append(claim)
    if not paid:
        raise refused[0]
    return _order(rules.board, paid)


def _read_mixed_payment(rules: engine.Ruleset, tracks: tuple[Route, ...], words: list[str]) -> list[ClaimWith]:
    """Return the claims of those tracks that these cards pay for, some of them in place of others."""
    claims = []
    for track in tracks:
        fact = rules.board.routes[track]
        with suppress(MalformedMove):
            move = rules.verbs["claim"](rules.board, [fact.slug, *words])
            terms = Tariff(rules.price(fact), substitution(rules, fact))
            if isinstance(move, ClaimWith) and max(map(move.cards.count, CARDS)) < MOST and divide(terms, move.bag):
                claims.append(move)
    return claims


def _read_any_payment(
    rules: engine.Ruleset, tracks: tuple[Route, ...], colors: Sequence[Card], most: int | None
) -> ClaimOrder:
    """Return an order for any payment in one of these colors, with at most this many locomotives.

    Raises EngineError if there is no such payment.
    """
    if not colors:
        raise MalformedMove("claim_what", expected=_examples(rules.board))
    claims = {claim for track in tracks for claim in _list_payments(rules, track, colors, most)}
    if not claims:
        price = rules.price(rules.board.routes[tracks[0]])
        if most is not None and most < price.fewest:
            raise EngineError("ferry_needs_locomotives", need=price.fewest)
        raise EngineError("wrong_color", need=KINDS[price.color])
    return _order(rules.board, claims)


def _order(board: Board, claims: Iterable[ClaimRoute | ClaimWith]) -> ClaimOrder:
    payments = frozenset(claims)
    tracks = tuple(sorted({claim.route for claim in payments}))
    return ClaimOrder(tracks, payments, any("tunnel" in board.routes[track].attributes for track in tracks))


def _list_payments(
    rules: engine.Ruleset, track: Route, colors: Sequence[Card], most: int | None
) -> Iterator[ClaimRoute]:
    """Yield the payments for a track. A payment with locomotives only counts for any color that the route takes."""
    price, every = rules.price(rules.board.routes[track]), every_claim(rules.board, rules.price)[track]
    fitting = {color for color in colors if color == LOCOMOTIVE or price.color in (GRAY, color)}
    for color in fitting and fitting | {LOCOMOTIVE}:
        yield from (claim for claim in every[color] if most is None or claim.locomotives <= most)


WORDS: Final = PlanWords(orders={"claim": _read_claim})
