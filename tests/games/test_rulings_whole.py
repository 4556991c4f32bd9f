"""After any moves and rulings in any order the log verifies, and the rows agree with it."""

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

import engine
from engine import verify
from engine.parts.position import Position
from games.api.log import PublicSerializer
from games.errors import Refused
from games.lobby import departures
from games.models import Entry, EntrySecret, Game, Player, Ruling
from games.table import rulings, store
from games.table.play import deadlines, stand_ins
from games.table.rulings import (
    Correct,
    End,
    Extend,
    MoveFor,
    Order,
    Pause,
    Reinstate,
    Remove,
    Reopen,
    Replace,
    Resume,
    TakeBack,
)
from tests.engine.conservation import check
from tests.engine.play import Step
from tests.engine.positions import OLD_WEST, is_of
from tests.games.courts import admin, agree
from tests.games.stories import NOON, play_on, players, started
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

CARDS = engine.RULESETS["card_game@1"]
HOUR = timedelta(hours=1)
STEPS = 45


class Chaos:
    """A game with random moves and rulings."""

    def __init__(self, rules: engine.Ruleset, options: dict[str, bool], seed: int) -> None:
        self.rnd = Random(f"{rules.id} {seed}")
        self.seats = self.rnd.choice(rules.seat_counts)
        self.game = started(players(self.seats), ruleset=rules.id, options=options)
        self.boss, self.others, self.now = admin(), players(4, "Other"), NOON
        self.refusals: list[str] = []

    def happen(self) -> None:
        self.now += self.rnd.randrange(30) * HOUR
        try:
            self.rnd.choice((self.play, self.play, *[self.rule] * 4, self.undo, self.time, self.leave))()
        except (Refused, engine.EngineError) as refusal:
            self.refusals.append(refusal.code)

    def play(self) -> None:
        stand_ins.play_due(now=self.now)
        play_on(self.game, 4, seed=self.rnd.randrange(1000), now=self.now)

    def rule(self) -> None:
        rulings.rule(admin=self.boss, game_id=self.game.id, order=self.order(), now=self.now)

    def undo(self) -> None:
        entry = self.rnd.choice([0, *Ruling.objects.values_list("entry", flat=True)])
        rulings.undo(admin=self.boss, game_id=self.game.id, entry=entry or 0, now=self.now)

    def time(self) -> None:
        for turn in list(self.game.turns.filter(closed_at=None)):
            deadlines.expire_turn(turn_id=turn.pk, now=self.now)

    def leave(self) -> None:
        player = self.game.seats.get(number=self.rnd.randrange(self.seats)).player
        if player is not None and player.kind != Player.Kind.HOUSE:
            leave = self.rnd.choice((departures.resign, departures.come_back))
            leave(player=player, game_id=self.game.id, now=self.now)

    def order(self) -> Order:
        rnd, seat = self.rnd, self.rnd.randrange(self.seats)
        game = Game.objects.get(pk=self.game.pk)
        if game.ended_at is not None:
            return rnd.choice((Reopen(), Reopen(), Correct(seat, 3)))
        head = game.head
        orders: list[Order] = [
            Extend(hours=rnd.choice((1, 30))),
            Pause(rnd.choice(("ruling", "outage"))),
            Resume(),
            TakeBack(rnd.randrange(max(1, head - 15), head + 1)),
            TakeBack(rnd.randrange(1, head + 1)),
            MoveFor(seat),
            Replace(seat, rnd.choice([None, *(one.pk for one in self.others)])),
            Remove(seat),
            Reinstate(seat),
            Correct(seat, rnd.choice((-5, 5))),
            End(rnd.choice(("void", "adjudicated", "forfeit")), (seat,)),
        ]
        return rnd.choice(orders)


def rows(game: Game) -> list[Any]:
    """Return the whole log, including its secrets."""
    public = Entry.objects.filter(game=game).order_by("number").values_list("number", "kind", "at", "public", "hash")
    secret = EntrySecret.objects.filter(game=game).order_by("number", "holder")
    return [*public, *secret.values_list("number", "holder", "salt", "body")]


def grows_only(before: list[Any], after: list[Any]) -> None:
    assert [row for row in after if row in before] == before


def finish(chaos: Chaos, now: datetime) -> None:
    """Bring the game to its end from any state."""
    game = Game.objects.get(pk=chaos.game.pk)
    if game.status == Game.Status.RUNNING:
        rulings.rule(admin=chaos.boss, game_id=game.id, order=End("adjudicated"), now=now)


@pytest.mark.parametrize("seed", at_length(range(2), at_once=[1]))
@pytest.mark.parametrize("rules", at_length(engine.RULESETS.values(), at_once=[CARDS]), ids=lambda rules: rules.id)
def test_the_log_holds(rules: engine.Ruleset, seed: int) -> None:
    chaos = Chaos(rules, dict.fromkeys(rules.variants, seed % 2 == 1), seed)
    log = rows(chaos.game)
    for step in range(STEPS):
        chaos.happen()
        if step % 9 == 8:
            agree(chaos.game)
            grown = rows(chaos.game)
            grows_only(log, grown)
            log = grown
    finish(chaos, chaos.now)
    agree(chaos.game)
    game = store.read(chaos.game.id)
    export = json.loads(json.dumps(store.export(game)))
    assert verify.verify(export, witness=game.chain) == game.head
    assert Entry.objects.filter(game=game, kind="ruled").count() >= 3
    assert {name for entry in export["entries"] for name in entry["public"]} <= PublicSerializer().fields.keys()


@pytest.mark.parametrize("rules", at_length(engine.RULESETS.values(), at_once=[OLD_WEST]), ids=lambda rules: rules.id)
def test_cards_and_trains_are_conserved(rules: engine.Ruleset) -> None:
    """Check every entry of such a game."""
    chaos = Chaos(rules, {}, 7)
    for _ in range(STEPS):
        chaos.happen()
    game = store.read(chaos.game.id)
    for number in range(1, game.head + 1):
        state = is_of(Position, store.replayed(game, number))
        assert state.entry == number
        check(Step(None, None, [], state))
