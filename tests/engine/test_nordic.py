"""The Nordic Countries: locomotives, ferries, tunnels, substitutes, tickets out of the game, the bonus (N1-N10)."""

import random
from itertools import product

import pytest

import engine
from engine.boards import RouteFact
from engine.boards.nordic import NORDIC as BOARD
from engine.cards import CARDS, COLORS, KINDS, LOCOMOTIVE, ONE, Bag, Card, bag_of, counts, size
from engine.parts import bags
from engine.parts.any_card import is_locomotive_alone
from engine.parts.bags import Box
from engine.parts.claims import RouteClaimed
from engine.parts.removed_tickets import TicketsTaken
from engine.parts.scoring import standings
from engine.parts.substitutes import ClaimsWith, ClaimWith, SubstitutesPlayed
from engine.parts.tariffs import Tariff, divide, forms_of
from engine.parts.tunnels import PayMore, PayTunnel
from engine.rules.nordic import NordicPosition, final_points, nordic, price, substituting

from .positions import BASE, Game, Kind, bag, card, hand, is_of, route, table

OWN_RULES = ("n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10")
NORDIC = Kind(nordic())
NINE = "lieksa-murmansk"


def game(**given: object) -> Game:
    return table(kind=NORDIC, **{"deck": "red 9", **given})  # type: ignore[arg-type]


def state_of(game: Game) -> NordicPosition:
    return is_of(NordicPosition, game.state)


def terms(slug: str) -> Tariff:
    fact = BOARD.routes[BOARD.route_of[slug]]
    return Tariff(price(fact), substituting(fact))


def claims(hands: str, slug: str, seat: int = 0) -> list[str]:
    """Return what a seat may pay with for a route."""
    return [line.removeprefix(f"claim {slug} ") for line in game(hands={seat: hands}).may(seat) if f" {slug} " in line]


def test_n1_40_trains_and_4_cards_each_for_two_or_three() -> None:
    state, _ = engine.start(NORDIC.rules, 3, engine.Chance(bytes(32)))
    position = is_of(NordicPosition, state)
    assert (position.network.trains, [size(cards) for cards in position.cards.hands]) == ([40] * 3, [4] * 3)
    assert (len(BOARD.cities), len(BOARD.routes), len(BOARD.tickets)) == (39, 81, 46)
    assert [*NORDIC.rules.seat_counts] == [2, 3]


def test_n2_five_tickets_of_which_two_are_kept_and_the_others_are_out_of_the_game() -> None:
    state, _ = engine.start(NORDIC.rules, 2, engine.Chance(bytes(32)))
    started = Game(state)  # type: ignore[arg-type]
    offers = [prompt.offer for prompt in state.prompts]  # type: ignore[attr-defined]
    numbers = [[BOARD.tickets[ticket].number for ticket in offer] for offer in offers]
    assert [len(offer) for offer in offers] == [5, 5]
    assert started.refused(0, f"keep {numbers[0][0]}") == "too_few_tickets_kept"
    for seat in range(2):
        started.play(seat, f"keep {numbers[seat][0]} {numbers[seat][1]}")
    position = state_of(started)
    assert {*position.removed} == {ticket for offer in offers for ticket in offer[2:]}
    assert len(position.tickets.deck) == 46 - 10


def test_n2_tickets_not_kept_later_are_out_of_the_game_too() -> None:
    drawing = game()
    deck = state_of(drawing).tickets.deck
    drawing.play(0, "tickets")
    kept = BOARD.tickets[deck[1]].number
    (taken, *_) = drawing.play(0, f"keep {kept}")
    assert taken == TicketsTaken(0, (deck[1],), (deck[0], deck[2]))
    position = state_of(drawing)
    assert (position.removed, position.tickets.deck) == ((deck[0], deck[2]), deck[3:])


def test_n3_face_up_locomotives_are_cards_like_any_other() -> None:
    drawing = game(in_market="loco loco loco red blue")
    assert drawing.play(0, "draw 1")[0].tag == "card_taken"
    events = drawing.play(0, "draw 2")
    assert "market_flushed" not in [event.tag for event in events]
    assert hand(drawing.state, 0)["locomotive"] == 2


@pytest.mark.parametrize(
    ("deck", "market", "default"),
    [
        ("red 1", "loco red blue green white", "draw deck"),
        ("", "loco red - - -", "draw 2"),
        ("", "loco - - - -", "draw 1"),
    ],
)
def test_n3_by_default_a_locomotive_is_taken_last(deck: str, market: str, default: str) -> None:
    drawing = game(deck=deck, in_market=market, hands={0: "red 1"})
    assert engine.notation.write(NORDIC.rules, engine.default_move(drawing.state, 0)) == default
    second = game(deck="red 1" if deck else "", in_market="white " + market.partition(" ")[2], hands={0: "red 1"})
    second.play(0, "draw 1")
    if second.state.prompts and second.state.prompts[0].tag == "draw_again":
        assert engine.default_move(second.state, 0) in engine.options(second.state, 0)


@pytest.mark.parametrize(("market", "default"), [("red loco blue - -", "draw 3"), ("red loco loco loco -", "draw 2")])
def test_n3_the_second_card_comes_from_the_market_where_no_deck_is_left_and_is_the_last(
    market: str, default: str
) -> None:
    drawing = game(deck="", in_market=market, hands={0: "red 1"})
    drawing.play(0, "draw 1")
    assert drawing.asked == [(0, "draw_again")]
    assert engine.notation.write(NORDIC.rules, engine.default_move(drawing.state, 0)) == default
    drawing.play(0, default)
    assert drawing.asked == [(1, "take_turn")]


def test_n3_b6_a_face_up_locomotive_is_the_turns_only_card_elsewhere() -> None:
    assert not is_locomotive_alone(NORDIC.rules)
    assert is_locomotive_alone(BASE.rules)


def test_bags_are_numbered_up_to_the_last() -> None:
    box = Box((1, 0, 2), (1, 3, 0), 2)
    assert [*bags.every(box)] == [bags.pick(box, index) for index in range(bags.count(box))] == [(1, 2, 2), (2, 1, 2)]
    with pytest.raises(IndexError):
        bags.pick(box, bags.count(box))


def test_n4_locomotives_are_wild_on_ferries_and_in_tunnels_only() -> None:
    assert claims("black 1 loco 1", "orebro-stockholm-1") == []
    assert game(hands={0: "black 1 loco 1"}).refused(0, "claim orebro-stockholm-1 black 1 loco 1") == (
        "too_many_locomotives"
    )
    assert claims("loco 9", NINE) == []
    assert claims("black 1 loco 1", "ostersund-trondheim") == ["black 1 loco 1"]
    assert claims("red 1 loco 1", "alborg-kristiansand") == ["red 1 loco 1"]


@pytest.mark.parametrize(
    ("hands", "payments"),
    [
        ("red 1 loco 1", ["red 1 loco 1"]),
        ("loco 2", ["loco 2"]),
        ("red 2 blue 2", ["blue 2 red 2"]),
        ("red 1 blue 2", []),
        ("blue 4", []),
        ("blue 3 loco 1", ["blue 3 loco 1"]),
        ("blue 2 loco 2", ["loco 2", "blue 2 loco 2"]),
    ],
)
def test_n5_any_three_cards_stand_for_a_symbol_but_not_for_a_wild_card(hands: str, payments: list[str]) -> None:
    assert sorted(claims(hands, "alborg-kristiansand")) == sorted(payments)


def test_n5_substitutes_are_discarded_with_the_payment_in_one_step() -> None:
    """With an empty deck, a refill takes them all."""
    claiming = game(deck="", hands={0: "red 1 blue 3"}, in_market="green green green green green")
    played, claimed, *_ = claiming.play(0, "claim alborg-kristiansand red 1 blue 3")
    assert played == SubstitutesPlayed(0, (card("blue"),) * 3)
    slug = route("alborg-kristiansand", BOARD)
    assert claimed == RouteClaimed(0, slug, card("red"), cards=1, locomotives=0, trains=2)
    assert claiming.state.cards.deck == bag("red 1 blue 3")
    assert claiming.state.network.trains[0] == 38


def test_n6_nothing_stands_for_a_locomotive_in_a_tunnel() -> None:
    with pytest.raises(engine.MalformedMove, match="one_color_only"):
        engine.notation.parse(NORDIC.rules, "claim andalsnes-lillehammer yellow 1 blue 3")
    move = ClaimWith(route("andalsnes-lillehammer", BOARD), (card("yellow"), *(card("blue"),) * 3))
    with pytest.raises(engine.IllegalMove, match="no_substitutes"):
        engine.check(game(hands={0: "yellow 1 blue 5"}).state, 0, move)
    digging = game(deck="red 1 blue 2", hands={0: "yellow 2 loco 1"})
    assert digging.play(0, "claim andalsnes-lillehammer yellow 2")[0].tag == "tunnel_entered"


def test_n6_a_tunnel_is_paid_for_as_in_europe() -> None:
    digging = game(deck="yellow 2 loco 1", hands={0: "yellow 4 loco 1"})
    digging.play(0, "claim andalsnes-lillehammer yellow 2")
    (question,) = digging.state.prompts
    assert is_of_prompt(question).more == 3
    digging.do(0, PayMore(card("yellow"), 2, 1))
    assert digging.state.network.owner(route("andalsnes-lillehammer", BOARD)) == 0


def is_of_prompt(prompt: engine.Prompt) -> PayTunnel:
    assert isinstance(prompt, PayTunnel)
    return prompt


@pytest.mark.parametrize(
    ("paid", "refusal"),
    [
        ("red 9", None),
        ("red 8 loco 1", "too_many_locomotives"),
        ("red 8 loco 4", None),
        ("red 8 loco 3", "wrong_number_with_substitutes"),
        ("red 7 loco 5", "substitutes_leave_too_few"),
        ("red 7 loco 5 blue 3", None),
        ("red 1 loco 9 blue 9 green 9 white 5", None),
        ("loco 9 blue 9 green 9 white 6", None),
        ("red 12", None),
    ],
)
def test_n7_four_cards_of_any_kind_stand_for_one_on_the_nine_space_route(paid: str, refusal: str | None) -> None:
    everything = "red 12 blue 9 green 9 white 9 loco 9"
    claiming = game(hands={0: everything})
    if refusal:
        assert claiming.refused(0, f"claim {NINE} {paid}") == refusal
    else:
        claiming.play(0, f"claim {NINE} {paid}")
        assert size(claiming.state.cards.discards) == sum(int(word) for word in paid.split()[1::2])
        assert claiming.state.ledger[-1].points == 27


def brute_force(terms: Tariff, paid: Bag) -> bool:
    """Divide a payment as the rule says, by trying everything."""
    held, (rule_price, (each, most, _)) = counts(paid), terms
    for color, replaced, wild in product(terms.colors(), range(1, most + 1), range(rule_price.cards + 1)):
        left = rule_price.cards - replaced
        if wild > min(left, rule_price.most) or wild < rule_price.fewest - replaced:
            continue
        rest = [*held]
        rest[color] -= left - wild
        rest[LOCOMOTIVE] -= wild
        if min(rest) >= 0 and sum(rest) == each * replaced:
            return True
    return False


@pytest.mark.parametrize("slug", ["arhus-kobenhavn", "alborg-goteborg", "andalsnes-bergen", "stockholm-tallinn"])
@pytest.mark.parametrize("seed", range(3))
def test_n5_exactly_the_payments_that_can_be_divided_are_offered(slug: str, seed: int) -> None:
    rnd = random.Random(f"{slug} {seed}")
    check_exactly(slug, tuple(rnd.randrange(3) for _ in CARDS))


@pytest.mark.parametrize(
    "counted", [(5, 3, 1, 0, 0, 0, 0, 0, 2), (8, 1, 1, 1, 0, 0, 0, 0, 3), (6, 6, 0, 0, 0, 0, 0, 0, 2)]
)
def test_n7_exactly_the_payments_that_can_be_divided_are_offered(counted: tuple[int, ...]) -> None:
    check_exactly(NINE, counted)


def check_exactly(slug: str, counted: tuple[int, ...]) -> None:
    """Compare the payments offered with all bags of this hand."""
    listed = ClaimsWith(bytes(counted), forms_of(route(slug, BOARD), terms(slug)))
    offered = [move.bag for move in listed if isinstance(move, ClaimWith)]
    every = [bag_of(some) for some in product(*(range(count + 1) for count in counted))]
    assert len(listed) == len(offered) == len({*offered})
    assert {*offered} == {some for some in every if brute_force(terms(slug), some)}
    assert {*offered} == {some for some in every if divide(terms(slug), some)}
    assert [listed[index] for index in range(len(listed))] == [*listed]
    suggested = {move.bag for move in listed.suggested if isinstance(move, ClaimWith)}
    assert suggested <= {*offered}
    assert bool(suggested) == bool(offered)


def test_n7_a_division_spends_what_was_paid() -> None:
    rnd = random.Random(7)
    for fact in BOARD.routes:
        paid = bag_of(rnd.randrange(4) for _ in KINDS)
        divided = divide(Tariff(price(fact), substituting(fact)), paid)
        if divided:
            plain = divided.cards * ONE[divided.color] + divided.locomotives * ONE[LOCOMOTIVE]
            assert plain + divided.substitutes == paid


def test_n7_millions_of_payments_are_counted_and_drawn_but_not_listed() -> None:
    rich = game(hands={0: " ".join(f"{KINDS[color]} 5" for color in COLORS) + " loco 5"})
    options = engine.options(rich.state, 0)
    assert len(options) > 1_000_000
    assert len(options.suggested) < 300
    assert all(move in options for move in options.suggested)
    rnd = random.Random(1)
    for _ in range(5):
        assert options.sample(rnd.randrange) in options


@pytest.mark.parametrize(("seats", "refusal"), [(2, "track_closed"), (3, None)])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("boden-kiruna-1 black 3", "boden-kiruna-2 orange 3"),
        ("mo_i_rana-trondheim-2 red 4 loco 2", "mo_i_rana-trondheim-1 green 5"),
    ],
)
def test_n8_both_tracks_are_for_three_only_whatever_their_length_and_kind(
    first: str, second: str, seats: int, refusal: str | None
) -> None:
    every = "black 3 orange 3 red 4 green 5 loco 2"
    claiming = game(seats=seats, hands={0: every, 1: every}, deck="blue 3")
    claiming.play(0, f"claim {first}")
    if refusal:
        assert claiming.refused(1, f"claim {second}") == refusal
    else:
        claiming.play(1, f"claim {second}")
        assert claiming.state.network.owner(route(second.split(maxsplit=1)[0], BOARD)) == 1


def test_n9_points_of_routes() -> None:
    assert BOARD.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}
    assert {fact.length for fact in BOARD.routes} == {*BOARD.route_points}


def test_n10_ten_points_for_the_most_completed_tickets() -> None:
    over = game(
        seats=3,
        routes={0: ["orebro-oslo-1", "orebro-stockholm-1"], 1: ["orebro-oslo-2", "orebro-stockholm-2"]},
        tickets={0: [30], 1: [29], 2: []},
    )
    for points in final_points(state_of(over)):
        NORDIC.rules.reducers[type(points)](over.state, points)
    assert [standing.completed for standing in standings(over.state)] == [1, 0, 0]
    assert [line.points for line in over.state.ledger if line.reason == "globetrotter"] == [10]
    assert not any(line.reason == "longest_path" for line in over.state.ledger)


def fact(slug: str) -> RouteFact:
    return BOARD.routes[BOARD.route_of[slug]]


def test_parallel_tracks_may_differ_in_length_and_kind() -> None:
    tunnel, ferry = fact("kristiansand-stavanger-1"), fact("kristiansand-stavanger-2")
    assert (tunnel.length, ferry.length, ferry.ferry_locomotives) == (2, 3, 1)
    assert ("tunnel" in tunnel.attributes, "tunnel" in ferry.attributes) == (True, False)


def test_a_line_names_plain_payments_and_those_with_substitutes() -> None:
    def read(line: str) -> engine.Move:
        return engine.notation.parse(NORDIC.rules, line)

    assert read("claim alborg-kristiansand red 1 loco 1").tag == "claim_route"
    assert read("claim murmansk-lieksa red").tag == "claim_route"
    with_others = read("claim alborg-kristiansand red 1 blue 1 red 1 loco 1")
    assert with_others == ClaimWith(route("alborg-kristiansand", BOARD), tuple(map(Card, (1, 7, 7, 8))))
    assert engine.notation.write(NORDIC.rules, with_others) == "claim alborg-kristiansand blue 1 red 2 loco 1"
