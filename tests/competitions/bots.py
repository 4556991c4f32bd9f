"""Players who answer every prompt with a random legal move, unless they have vanished."""

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
    """A group of such players. `kind`: people get all emails, bots none; `vanished` holds the absent ones."""

    random: Random
    kind: Player.Kind = Player.Kind.BOT
    name: str = "Bot"
    made: int = 0
    vanished: set[str] = field(default_factory=set)

    def one(self) -> Player:
        """Return a new player."""
        self.made += 1
        name = f"{self.name} {self.made}"
        return Player.objects.create_user(f"{name.replace(' ', '-')}@bots.example", name, kind=self.kind)

    def suspend(self, player: Player, until: datetime) -> None:
        """Have an admin suspend the player, who is absent from then on."""
        player.suspended_until = until
        player.save(update_fields=["suspended_until"])
        self.vanished.add(player.pk)

    def play(self, games: Iterable[str], most: int, now: datetime) -> None:
        """Make at most this many moves in each of these games."""
        for game in games:
            for _ in range(most):
                if not self._move(game, now):
                    break

    def _move(self, game_id: str, now: datetime) -> bool:
        """Make one random legal move for any present player; return whether there was one."""
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
    """Run the sweeps as the worker does, without treating the time step as an outage."""
    Heartbeat.objects.update(at=now)
    stand_ins.play_due(now=now)
    deadlines.sweep(now=now)
