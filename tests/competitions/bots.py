"""Players who answer whatever they are asked with a random legal move, as long as they are there."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

import engine
from games.models import Heartbeat, Player
from games.table import store
from games.table.play import deadlines, moves, stand_ins


@dataclass
class Bots:
    """A company of them. `kind`: people hear of everything, bots of nothing; `vanished` are those who are not there."""

    random: Random
    kind: Player.Kind = Player.Kind.BOT
    name: str = "Bot"
    made: int = 0
    vanished: set[str] = field(default_factory=set)

    def one(self) -> Player:
        """Another one."""
        self.made += 1
        name = f"{self.name} {self.made}"
        return Player.objects.create_user(f"{name.replace(' ', '-')}@bots.example", name, kind=self.kind)

    def suspend(self, player: Player, until: datetime) -> None:
        """An admin suspends the player, who is not there from now on."""
        player.suspended_until = until
        player.save(update_fields=["suspended_until"])
        self.vanished.add(player.pk)

    def play(self, games: Iterable[str], most: int, now: datetime) -> None:
        """So many moves in each of these games, at most."""
        for game in games:
            for _ in range(most):
                if not self._move(game, now):
                    break

    def _move(self, game_id: str, now: datetime) -> bool:
        """One random legal move of anybody who is there; whether there was one."""
        table = store.load(store.read(game_id))
        for prompt in table.state.prompts:
            player = table.seats[prompt.seat].player
            if player is None or player.kind == Player.Kind.HOUSE or player.pk in self.vanished:
                continue
            move = engine.options(table.state, prompt.seat).sample(self.random.randrange)
            text = engine.notation.write(table.codec.rules, move)
            request = moves.Request(prompt=prompt.id, moves=[text], key=None)
            moves.post_moves(player=player, game_id=game_id, request=request, now=now)
            return True
        return False


def sweep_games(now: datetime) -> None:
    """As the worker does, which was never away: a step is no outage."""
    Heartbeat.objects.update(at=now)
    stand_ins.play_due(now=now)
    deadlines.sweep(now=now)
