"""Any legal move in any spelling is read as that move and no other; and no input makes the reader fail."""

import random
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import settings as effort
from hypothesis import strategies as st

import engine
from notifications.inbox.orders import Offered, PlayMove, StoppedAt, read
from notifications.letters import hand
from tests.engine.play import any_move
from tests.engine.positions import EVERY, Kind

pytestmark = pytest.mark.nightly

TODAY = date(2026, 3, 2)
MOST = 1500
"""Roughly the number of legal moves up to which `notifications.inbox.actions` lists them all."""


@cache
def positions(kind: Kind) -> list[Offered]:
    """Return the options at about every sixth prompt of a random game of this kind."""
    rnd = random.Random(f"orders of {kind}")
    found = []
    chance = engine.Chance(rnd.randbytes(32))
    state, _ = engine.start(kind.rules, kind.rules.seat_counts[0], chance, kind.options)
    for turn in range(120):
        if not state.prompts:
            break
        seat = state.prompts[0].seat
        legal = engine.options(state, seat)
        if len(legal) <= MOST and (turn % 6 == 0 or len({type(move) for move in legal}) > 3):
            notations = tuple(engine.notation.write(state.rules, move) for move in legal)
            view = engine.view(state, seat)
            letters = hand.letters_of_offer(view, seat)
            found.append(Offered(notations, [], state.rules, TODAY, tuple(view["market"]), letters))
        state, _ = engine.decide(state, seat, any_move(rnd, state, seat), chance)
    return found


def spelled(notation: str, rnd: random.Random, rules: engine.Ruleset) -> str:
    """Return the move in a form somebody might type."""
    verb, *rest = notation.split(" ")
    cities = {city.slug for city in rules.board.cities}
    places = [word for word in rest if "-" in word or word in cities]
    paid = rest[len(places) :]
    said = [_place(place, rnd) for place in places]
    return _decorated(" ".join([verb, *said, *_paid(verb, paid, rnd)]), rnd)


def _place(slug: str, rnd: random.Random) -> str:
    first, *others = slug.split("-")
    if not others:
        return _city(first, rnd)
    ends = [_city(first, rnd), _city(others[0], rnd)]
    rnd.shuffle(ends)
    return rnd.choice(["-", " - ", "–", " – ", " to "]).join(ends) + "".join(f"-{track}" for track in others[1:])


def _city(slug: str, rnd: random.Random) -> str:
    return slug.replace("_", rnd.choice(["_", " "]))


def _paid(verb: str, paid: Sequence[str], rnd: random.Random) -> list[str]:
    """Return the payment in random order; a place or the deck stays as it is."""
    if verb in ("keep", "complete"):
        return rnd.sample(paid, len(paid))
    pairs = [list(paid[place : place + 2]) for place in range(0, len(paid), 2)]
    if len(paid) % 2 or not all(pair[1].isdigit() for pair in pairs):
        return rnd.sample(paid, len(paid)) if verb == "place" else list(paid)
    rnd.shuffle(pairs)
    return [word for pair in pairs for word in rnd.choice([pair, pair[::-1]])]


def _decorated(line: str, rnd: random.Random) -> str:
    accented = "".join(letter + rnd.choice(["", "", "\u0301"]) if letter in "aeou" else letter for letter in line)
    cased = _cased(unicodedata.normalize("NFC", accented), rnd)
    return rnd.choice(["", " ", "* "]) + cased.replace(" ", rnd.choice([" ", "  "])) + rnd.choice(["", ".", "!", " "])


def _cased(line: str, rnd: random.Random) -> str:
    return rnd.choice([line.upper(), line.lower(), line.title(), line])


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_every_legal_move_is_read_as_itself(kind: Kind) -> None:
    rnd = random.Random(f"spelling {kind}")
    count = 0
    for offered in positions(kind):
        assert offered.moves is not None
        every = list(offered.moves)
        for move in rnd.sample(every, min(len(every), 25)):
            for line in (move, spelled(move, rnd, offered.rules)):
                found = read([line], offered)
                assert found.stopped is None, (line, move, found)
                (order,) = found.orders
                assert isinstance(order, PlayMove)
                assert order.notation == move, line
                count += 1
    assert count > 50


def _shortened(notation: str, rnd: random.Random) -> str:
    """Abbreviate some of the words."""
    pieces = notation.replace("-", " - ").split(" ")
    return " ".join(
        piece[: rnd.randint(1, len(piece))] if piece.isalpha() or "_" in piece else piece for piece in pieces
    ).replace(" - ", "-")


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_a_shortened_move_is_read_as_itself_or_not_at_all(kind: Kind) -> None:
    """It may be read as an equally plausible move of the board that is not legal, since this cannot be played."""
    rnd = random.Random(f"shortening {kind}")
    for offered in positions(kind):
        assert offered.moves is not None
        every = list(offered.moves)
        for move in rnd.sample(every, min(len(every), 12)):
            found = read([_shortened(move, rnd)], offered)
            played = [order.notation for order in found.orders if isinstance(order, PlayMove)]
            legal = set(played) & set(every)
            assert legal <= {move}, (move, found)


@pytest.mark.parametrize("kind", [kind for kind in EVERY if kind.rules.board.routes and not kind.chosen], ids=repr)
def test_a_shortened_route_is_never_another_that_happens_to_be_legal(kind: Kind) -> None:
    """A player who means a route that cannot be claimed now must not claim its neighbor."""
    rnd = random.Random(f"other routes {kind}")
    rules = kind.played
    every = {fact.slug: f"claim {fact.slug} loco {fact.length}" for fact in rules.board.routes}
    for fact in rules.board.routes:
        tracks = [other.slug for other in rules.board.routes if other.ends == fact.ends]
        legal = tuple(claim for slug, claim in every.items() if slug not in tracks)
        for _ in range(4):
            line = _shortened(every[fact.slug], rnd)
            found = read([line], Offered(legal, [], rules, TODAY))
            played = {order.notation for order in found.orders if isinstance(order, PlayMove)}
            assert not played.intersection(legal), (every[fact.slug], line, found)


ALONE = ("{}", "Keep {}", "keep tickets {}.", "keep only {}")
JOINED = (" ", ", ", " and ", " & ")


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_letters_keep_their_tickets_and_are_nothing_where_none_are_on_offer(kind: Kind) -> None:
    rnd = random.Random(f"letters {kind}")
    for offered in positions(kind):
        alphabet = list(offered.letters) or list("ABCDE")
        for count in range(1, len(alphabet) + 1):
            chosen = rnd.sample(alphabet, count)
            line = rnd.choice(ALONE).format(rnd.choice(JOINED).join(map(rnd.choice((str, str.lower)), chosen)))
            played = [order.notation for order in read([line], offered).orders if isinstance(order, PlayMove)]
            wanted = {str(offered.letters[letter]) for letter in chosen} if offered.letters else set()
            keeping = [{*move.split()[1:]} for move in offered.moves or () if move.startswith("keep ")]
            if wanted in keeping:
                assert [{*move.split()[1:]} for move in played] == [wanted], line
            assert not set(played) & set(offered.moves or ()) or wanted in keeping, line


SAID = """A b c all but both yes claim draw keep place marker start tickets pass resign back then else and or deck red
blue b loco 1 2 3 17 denver-omaha den san_francisco portland seattle - – , . ? twice two plan admin vacation
until 1/12 none ~2 0 99999"""
WORDS = st.sampled_from(SAID.split())


@effort(max_examples=150, deadline=None)
@given(lines=st.lists(st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=8).map(" ".join)), max_size=5))
@example(lines=["draw ²", "claim ①-②", "keep ٣", "\u0345", "draw \ud800"])
def test_nothing_makes_the_reader_fail(lines: list[str]) -> None:
    for kind in EVERY[:2] + EVERY[-2:]:
        for offered in positions(kind)[:2]:
            found = read(lines, offered)
            assert found.stopped is None or isinstance(found.stopped, StoppedAt)
            for order in found.orders:
                assert order.line in lines
                if isinstance(order, PlayMove):
                    here = order.notation.split()
                    assert here[0] in offered.rules.verbs
