"""Finished games as files: what they replay to must never change. A file dropped into `golden/` is a test.

`python -m tests.engine.golden_games` writes the games that are missing, and the digests of those that have none.
"""

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import engine
from engine import record
from engine.cards import counts
from engine.codec import canonical, codec_of
from engine.history import PositionRestored
from engine.position import Position
from engine.yards import YardPosition

from .play import Players, any_move, rather_draw
from .positions import ALVIN, BASE, WEST, Kind
from .recorder import Recorder, recorded
from .ruled import ruled

Json = dict[str, Any]
FOLDER = Path(__file__).with_name("golden")
DIGESTS = FOLDER / "digests.txt"


SHOWN = ("market", "routes", "turn", "turns_left", "outcome", "markers", "alvin", "round")
SHOWN_OF_SEATS = ("trains", "away", "yard")


def picture(state: Position) -> Json:
    """All that lies on the table and all that is asked, by stored names: not how the engine happens to keep it."""
    view = engine.view(state, None)
    tickets, numbers = state.tickets, [ticket.number for ticket in state.rules.board.tickets]
    return {
        "hands": [engine.view(state, seat)["you"]["hand"] for seat in range(state.seats)],
        "deck": list(counts(state.cards.deck)),
        "discards": list(counts(state.cards.discards)),
        "ticket_deck": [numbers[ticket] for ticket in tickets.deck],
        "tickets": [[numbers[ticket] for ticket in held] for held in tickets.held],
        "returned": {str(seat): [numbers[ticket] for ticket in tickets.returned[seat]] for seat in tickets.returned},
        "asked": [[p.tag, p.opened, p.seat, [numbers[t] for t in getattr(p, "offer", ())]] for p in state.prompts],
        **_about(view),
        "ledger": [list(line) for line in state.ledger],
        **{name: view[name] for name in SHOWN if name in view},
        **{name: [seat[name] for seat in view["seats"]] for name in SHOWN_OF_SEATS if name in view["seats"][0]},
        **(_stacks(state) if isinstance(state, YardPosition) else {}),
    }


def _stacks(state: YardPosition) -> Json:
    """What lies on the tracks, what has been completed with it, and what seats want to complete."""
    numbers = [ticket.number for ticket in state.rules.board.tickets]
    return {
        "on_track": [list(counts(stack)) for stack in state.on_track],
        "completed": [[numbers[ticket] for ticket in tickets] for tickets in state.completed],
        "chosen": {str(seat): [numbers[ticket] for ticket in state.chosen[seat]] for seat in state.chosen},
    }


def _about(view: Json) -> Json:
    """The routes that questions are about, where there are such questions."""
    routes = [shown["route"] for shown in view["prompts"] if "route" in shown]
    return {"about": routes} if routes else {}


def digests(export: Json) -> tuple[str, str]:
    """SHA-256 of the picture of the last position, and of the pictures of all positions on the way."""
    codec = codec_of(engine.ruleset(export["ruleset"], export["options"]))
    state = codec.rules.new(codec.rules, export["seats"], export["options"])
    assert isinstance(state, Position)
    positions: dict[int, Any] = {}
    way = hashlib.sha256()
    for entry in map(record.imported, export["entries"]):
        facts = record.facts(codec, entry.public, {part.holder: part.body for part in entry.secrets})
        if facts and isinstance(facts[0], PositionRestored):
            state = positions[facts[0].as_of].copy()
        state.entry = entry.number
        for event in facts:
            codec.rules.reducers[type(event)](state, event)
        positions[entry.number] = state.copy()
        way.update(canonical(picture(state)))
    return hashlib.sha256(canonical(picture(state))).hexdigest(), way.hexdigest()


def known() -> dict[str, tuple[str, str]]:
    """The digests on file, by the game's file name."""
    lines = (line.split() for line in DIGESTS.read_text().splitlines()) if DIGESTS.exists() else ()
    return {name: (last, way) for name, last, way in lines}


def saver(rnd: object, state: Position, seat: int) -> engine.Move:
    """Spends as little as can be: the shortest claim, else tickets, else a card."""
    moves = engine.options(state, seat)
    routes = state.rules.board.routes
    claims = [move for move in moves if move.tag == "claim_route"]
    if claims:
        return min(claims, key=lambda move: routes[move.route].length)  # type: ignore[no-any-return]
    return moves[-1]  # type: ignore[no-any-return]


def everybody_passes(kind: Kind = BASE) -> Recorder:
    """One seat hoards the cards and goes away when there are none left; the others end with nothing to do."""
    for seed in range(1000):
        game, players = begun(3, seed, kind)
        players.ways[1] = players.ways[2] = saver
        while not game.state.over:
            cards = game.state.cards
            if game.state.turn == 0 and not game.state.away and not cards.deck and cards.market == [None] * 5:
                game.move(0, engine.MarkAbsent())
            game.move(*players.next(game.state))
        if game.state.passed:
            return game
    raise AssertionError("no such game found")


def begun(seats: int, seed: int, kind: Kind = BASE) -> tuple[Recorder, Players]:
    """A game whose players rather draw than do anything else."""
    game = Recorder(seats, hashlib.sha256(f"golden {seats} {seed}".encode()).digest(), kind=kind)
    players = Players(seats, seed)
    players.ways = [rather_draw] * seats
    game.start()
    return game, players


def left_alone() -> Recorder:
    """One forfeits while first tickets are chosen, one resigns with tickets to choose: the third wins."""
    game, players = begun(3, 1)
    game.move(1, engine.Forfeit())
    for _ in range(30):
        game.move(*players.next(game.state))
    while game.state.prompts[0].seat != 2 or game.state.prompts[0].tag != "take_turn":
        game.move(*players.next(game.state))
    game.move(2, engine.notation.parse(game.state.rules, "tickets"))
    game.move(2, engine.Resign())
    return game


def abandoned() -> Recorder:
    """All go away, the last one in the middle of a draw."""
    game, players = begun(4, 2)
    for seat in (3, 1, 0):
        for _ in range(25):
            game.move(*players.next(game.state))
        game.move(seat, engine.MarkAbsent())
    while game.state.prompts[0].tag != "draw_again":
        game.move(*players.next(game.state))
    game.move(2, engine.MarkAbsent())
    return game


def settlers(seats: int, seed: int, kind: Kind) -> tuple[Recorder, Players]:
    """A game of the Old West whose players place markers where they can."""
    game, players = begun(seats, seed, kind)
    players.ways = [settler] * seats
    return game, players


def settler(rnd: random.Random, state: Position, seat: int) -> engine.Move:
    """A marker wherever one may be placed, a claim wherever one is possible."""
    moves = [move for move in engine.options(state, seat) if move.tag in ("mark", "claim_route")]
    return rnd.choice(moves) if moves else any_move(rnd, state, seat)


def until(game: Recorder, players: Players, seat: int, tag: str) -> bool:
    """Play until this seat is asked such a question; False where the game ends before."""
    while not any((prompt.seat, prompt.tag) == (seat, tag) for prompt in game.state.prompts):
        if game.state.over:
            return False
        game.move(*players.next(game.state))
    return True


def left_alone_with_alvin() -> Recorder:
    """One resigns when asked where to start, one forfeits with a marker to place and Alvin caught: he still moves."""
    for seed in range(1000):
        game, players = settlers(3, seed, ALVIN)
        until(game, players, 1, "choose_start")
        game.move(1, engine.Resign())
        while until(game, players, 2, "place_marker"):
            if game.state.alvin.caught_by == 2:
                game.move(2, engine.Forfeit())
                return game
            game.move(*players.next(game.state))
    raise AssertionError("no such game found")


def abandoned_with_alvin() -> Recorder:
    """All go away, the last one when it is to move Alvin."""
    for seed in range(1000):
        game, players = settlers(6, seed, ALVIN)
        if until(game, players, 3, "move_alvin"):
            for seat in (0, 1, 2, 4, 5, 3):
                game.move(seat, engine.MarkAbsent())
            return game
    raise AssertionError("no such game found")


def settled(seats: int, kind: Kind, *facts: str) -> Recorder:
    """A game of settlers to its end, in which such facts have come about."""
    for seed in range(1000):
        game, players = settlers(seats, seed, kind)
        while not game.state.over:
            game.move(*players.next(game.state))
        if set(facts) <= {event["type"] for entry in game.records for event in entry.public["events"]}:
            return game
    raise AssertionError("no such game found")


def coming_and_going(seats: int = 5, kind: Kind = BASE) -> Recorder:
    """Five or six seats; some are absent for a while, some leave, and it is played to its end."""
    for seed in range(1000):
        game = recorded(seats, seed, leaving=0.04, kind=kind)
        kinds = [entry.public["kind"] for entry in game.records]
        if game.state.turns_left == 0 and kinds.count("returned") > 1 and "resigned" in kinds:
            return game
    raise AssertionError("no such game found")


GAMES: dict[str, Callable[[], Recorder]] = {
    "usa@1-2-last-round": lambda: recorded(2, 1),
    "usa@1-3-last-round-fixed-order": lambda: recorded(3, 2, order=[2, 0, 1]),
    "usa@1-4-last-round": lambda: recorded(4, 3),
    "usa@1-5-last-round": lambda: recorded(5, 4),
    "usa@1-5-coming-and-going": coming_and_going,
    "usa@1-3-everybody-passed": everybody_passes,
    "usa@1-3-left-alone": left_alone,
    "usa@1-4-abandoned": abandoned,
    "usa@1-3-adjudicated": lambda: ruled(3, 1, "adjudicated", BASE),
    "usa@1-4-void": lambda: ruled(4, 2, "void", BASE),
    "old_west@1-2-last-round": lambda: settled(2, WEST, "marker_placed", "last_round_began"),
    "old_west@1-3-everybody-passed": lambda: everybody_passes(WEST),
    "old_west@1-4-last-round-alvin": lambda: settled(4, ALVIN, "alvin_moved", "market_flushed", "last_round_began"),
    "old_west@1-5-last-round-alvin": lambda: settled(5, ALVIN, "alvin_moved", "last_round_began"),
    "old_west@1-6-coming-and-going": lambda: coming_and_going(6, WEST),
    "old_west@1-3-left-alone-alvin": left_alone_with_alvin,
    "old_west@1-6-abandoned-alvin": abandoned_with_alvin,
    "old_west@1-4-adjudicated-alvin": lambda: ruled(4, 3, "adjudicated", ALVIN),
    "old_west@1-5-void": lambda: ruled(5, 4, "void", WEST),
}


def text(export: Json) -> str:
    """An export as JSON, an entry a line."""
    entries = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in export["entries"])
    rest = json.dumps({name: value for name, value in export.items() if name != "entries"}, indent=1)
    return f'{rest[:-2]},\n "entries": [\n{entries}\n]}}\n'


def write_missing(games: Mapping[str, Callable[[], Recorder]]) -> None:
    """Write those of these games that are missing, and the digests of all that have none."""
    FOLDER.mkdir(exist_ok=True)
    for name, play in games.items():
        file = FOLDER / f"{name}.json"
        if not file.exists():
            file.write_text(text(play().export()))
    found = known()
    for file in sorted(FOLDER.glob("*.json")):
        found.setdefault(file.name, digests(json.loads(file.read_text())))
    DIGESTS.write_text("".join(f"{name} {last} {way}\n" for name, (last, way) in sorted(found.items())))


def files() -> Iterator[Path]:
    """All golden games."""
    yield from sorted(FOLDER.glob("*.json"))


if __name__ == "__main__":
    write_missing(GAMES)
