"""Whole games by clients made from the schema, which know every event and prompt that they bring."""

from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.people import tokens
from tests.games.stories import holder, players, started
from tests.generated.test_clients import HEY_API, PYTHON, STRICT, TYPESCRIPT, command_of, folder, run

pytestmark = [pytest.mark.clients, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1200)]
__all__ = ["folder"]

PLAYS: Final = """
import os
import random

from night_mail import AuthenticatedClient
from night_mail.api.play import get_log, list_moves, post_moves
from night_mail.models import Options, Posted, PostMoveRequest

game, rng = os.environ["GAME"], random.Random(1)
clients = [AuthenticatedClient(base_url=os.environ["SERVER"], token=token) for token in os.environ["TOKENS"].split()]


def play(client: AuthenticatedClient) -> bool:
    legal = list_moves.sync(game, client=client)
    if not isinstance(legal, Options) or legal.prompt is None:
        return False
    lines = [option.notation for option in legal.moves]
    claims = [line for line in lines if line.startswith("claim")]
    posted = post_moves.sync(game, client=client, body=PostMoveRequest(legal.prompt, rng.choice(claims or lines)))
    assert isinstance(posted, Posted), posted
    return True


while any([play(client) for client in clients]):
    pass
after = 0
while True:
    log = get_log.sync(game, client=clients[0], after=after)
    assert log is not None and not hasattr(log, "code"), log
    if not log.results:
        break
    after = log.results[-1].number
    for entry in log.results:
        print(*(type(event).__name__ for event in entry.events))
"""
"""Claims routes as long as there are any, so that games end."""


IN_TYPESCRIPT: Final = """
const { GAME } = process.env;
if (!GAME) throw new Error("Which game?");

async function play(player: Player): Promise<boolean> {
  const legal = await player.legal(GAME!);
  if (!legal?.prompt) return false;
  const lines = legal.moves.map((option) => option.notation);
  const claims = lines.filter((line) => line.startsWith("claim"));
  const among = claims.length ? claims : lines;
  const move = among[Math.floor(Math.random() * among.length)];
  if (!move || !(await player.post(GAME!, legal.prompt, move))) throw new Error(`refused: ${move}`);
  return true;
}

for (let played = true; played; ) {
  played = false;
  for (const player of players) played = (await play(player)) || played;
}
for (let after = 0; ; ) {
  const entries = await players[0]!.log(GAME!, after);
  if (!entries.length) break;
  for (const entry of entries) {
    after = entry.number;
    for (const event of entry.events) console.log(event.type);
  }
}
"""
WITH_TYPES: Final = """
import createClient from "openapi-fetch";
import type { paths } from "./night-mail.js";

const { SERVER, TOKENS = "" } = process.env;
const players = TOKENS.split(" ").map((token) => {
  const client = createClient<paths>({ baseUrl: SERVER, headers: { Authorization: `Bearer ${token}` } });
  const at = (game_id: string) => ({ path: { game_id } });
  return {
    legal: async (game: string) =>
      (await client.GET("/api/v1/games/{game_id}/options", { params: at(game) })).data,
    post: async (game: string, prompt: string, move: string) =>
      (await client.POST("/api/v1/games/{game_id}/moves", { params: at(game), body: { prompt, move } })).data,
    log: async (game: string, after: number) =>
      (await client.GET("/api/v1/games/{game_id}/log", { params: { ...at(game), query: { after } } })).data!.results,
  };
});
type Player = (typeof players)[number];
"""
WITH_FUNCTIONS: Final = """
import { getLog, listMoves, postMoves } from "./night-mail/index.js";
import { createClient, createConfig } from "./night-mail/client/index.js";

const { SERVER = "", TOKENS = "" } = process.env;
const players = TOKENS.split(" ").map((token) => {
  const client = createClient(createConfig({ baseUrl: SERVER, auth: token }));
  return {
    legal: async (game_id: string) => (await listMoves({ client, path: { game_id } })).data,
    post: async (game_id: string, prompt: string, move: string) =>
      (await postMoves({ client, path: { game_id }, body: { prompt, move } })).data,
    log: async (game_id: string, after: number) =>
      (await getLog({ client, path: { game_id }, query: { after } })).data!.results,
  };
});
type Player = (typeof players)[number];
"""


def begin(live_server: LiveServer, ruleset: str) -> tuple[Game, dict[str, str]]:
    """Return a new game of two, and the variables for a program that plays both seats."""
    now = timezone.now()
    game = started(players(2), now=now, ruleset=ruleset)
    secrets = [tokens.create_sign_in_token(player=holder(game, seat), now=now)[1] for seat in (0, 1)]
    return game, {"SERVER": live_server.url, "GAME": game.pk, "TOKENS": " ".join(secrets)}


@pytest.mark.parametrize("ruleset", ["europe@1", "nordic@1", "usa_mega@1"])
def test_in_python(folder: Path, ruleset: str, live_server: LiveServer, transactional_db: None) -> None:
    game, variables = begin(live_server, ruleset)
    run(folder, *command_of(PYTHON), "--fail-on-warning")
    (folder / "plays.py").write_text(PLAYS)
    seen = run(folder, "python", "plays.py", **variables).split()
    assert Game.objects.get(pk=game.pk).status == Game.Status.ENDED
    assert {"RouteClaimedEvent", "GameEndedEvent"} <= set(seen)
    assert "UnknownEvent" not in seen


@pytest.mark.parametrize(("generator", "head"), [(TYPESCRIPT, WITH_TYPES), (HEY_API, WITH_FUNCTIONS)])
def test_in_typescript(
    folder: Path, generator: str, head: str, live_server: LiveServer, transactional_db: None
) -> None:
    game, variables = begin(live_server, "europe@1")
    run(folder, *command_of(generator))
    (folder / "plays.mts").write_text(head + IN_TYPESCRIPT)
    run(folder, "tsc", *STRICT, "plays.mts")
    seen = run(folder, "node", "plays.mjs", **variables).split()
    assert Game.objects.get(pk=game.pk).status == Game.Status.ENDED
    assert {"route_claimed", "game_ended"} <= set(seen)
