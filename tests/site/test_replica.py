"""A real replica that follows the tests' PostgreSQL: who reads from it, also while it lags or is gone.

Its replay is paused, so that its data stay old: a reader who gets old data was answered by the replica.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import pytest
from django.db import connection
from django.utils import timezone

from deploy.cluster.postgres import Postgres
from games.lobby import lobby
from games.models import Game
from tests.games.stories import DAY, chosen, players, started
from tests.patience import eventually
from tests.site.running import Client, Site, running, token_of
from tests.site.test_survival import clients_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

FOR_EVER = "86400"


@pytest.fixture
def replica() -> Iterator[Postgres]:
    """A replica of all databases of the server, with programs of the server's version."""
    with connection.cursor() as cursor:
        major = cursor.connection.info.server_version // 10000
        # Other tests write gigabytes, and a new replica must find everything it has missed.
        cursor.execute("ALTER SYSTEM SET wal_keep_size = '1GB'")
        cursor.execute("SELECT pg_reload_conf()")
    debians = Path(f"/usr/lib/postgresql/{major}/bin")
    programs = debians if debians.exists() else None
    host = parse_qs(urlsplit(os.environ["DATABASE_URL"]).query)["host"][0]
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="night-mail-replica-") as folder:
        Path(folder).chmod(0o711)
        server = Postgres("replica", Path(folder) / "of", Path(host).stat().st_uid, programs)
        try:
            server.follow(host)
            yield server
        finally:
            server.kill()


def address(replica: Postgres) -> str:
    return replica.url(str(connection.settings_dict["NAME"]))


def paused(replica: Postgres) -> None:
    """Wait until the replica has everything written so far, and pause its replay; other tests go on writing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn()::text")
        (written,) = cursor.fetchone() or ("",)
    followed = f"SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn"
    replica.until(lambda: bool(_tell(replica, followed)), "The replica does not follow")
    _tell(replica, "SELECT pg_wal_replay_pause()")
    assert eventually(lambda: _tell(replica, "SELECT pg_get_wal_replay_pause_state()") == "paused")


def _tell(replica: Postgres, statement: str) -> object:
    with closing(replica.ask("postgres")) as server:
        (found,) = server.execute(statement.encode()).fetchone() or (None,)
    return found


def head(client: Client, game: Game) -> int:
    status, found = client.ask("GET", f"/games/{game.id}/log")
    assert status == 200
    return int(found["head"])


def strangers_head(site: Site, game: Game, path: str = "/api/v1/games/{}/log") -> int:
    with urlopen(Request(site.url + path.format(game.id))) as answer:
        return int(json.load(answer)["head"])


def served(replica: Postgres, most_lag: str) -> AbstractContextManager[Site]:
    """Run the web server, which may read data this many seconds old from the replica. Strangers may poll."""
    variables = {"REPLICA_URL": address(replica), "REPLICA_MOST_LAG_SECONDS": most_lag, "WEB_WORKERS": "1"}
    unlimited = dict.fromkeys(("STRANGER_REQUESTS_PER_MINUTE", "STRANGER_PAGES_PER_MINUTE"), "1000000")
    return running("web", **variables, **unlimited)


def a_move(client: Client, game: Game) -> None:
    _, legal = client.ask("GET", f"/games/{game.id}/options")
    body = {"prompt": legal["prompt"], "moves": ["draw deck", "draw deck"]}
    assert client.ask("POST", f"/games/{game.id}/moves", body)[0] == 201


def test_what_may_be_old_is_read_from_the_replica(replica: Postgres) -> None:
    now = timezone.now()
    people, (carl,) = players(2), players(1, "Carl ")
    game = chosen(started(people, now=now), now=now)
    lobby.create_game(host=people[0], wishes=lobby.Wishes("usa@1", 2, DAY), now=now)
    onlooker = token_of(carl)
    before = Game.objects.get(pk=game.pk).head
    with served(replica, FOR_EVER) as site:
        assert eventually(lambda: strangers_head(site, game) == before and _reads(site, "replica") > 0)
        paused(replica)
        ada, carls = clients_of(game, site.url)[0], Client(site.url, onlooker)
        a_move(ada, game)
        now_at = Game.objects.get(pk=game.pk).head

        assert head(ada, game) == now_at > before
        assert head(carls, game) == strangers_head(site, game) == before
        assert strangers_head(site, game, "/games/{}/news") == before
        _what_a_player_has_just_done_is_there(site, carls)

        _tell(replica, "SELECT pg_wal_replay_resume()::text")
        assert eventually(lambda: head(carls, game) == strangers_head(site, game) == now_at)


def _what_a_player_has_just_done_is_there(site: Site, carls: Client) -> None:
    """Check a game that carl makes and a seat that carl takes: the replica knows of neither."""
    status, made = carls.ask("POST", "/games", {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}})
    assert status == 201
    assert carls.ask("GET", f"/games/{made['id']}")[0] == 200
    mine = carls.ask("GET", "/games?filter=mine")[1]["results"]
    assert [game["id"] for game in mine] == [made["id"]]
    (other,) = (game for game in carls.ask("GET", "/games?filter=open")[1]["results"] if game["id"] != made["id"])
    assert carls.ask("POST", f"/games/{other['id']}/join")[0] == 200
    assert carls.ask("GET", f"/games/{other['id']}")[1]["your_seat"] is not None


def test_a_replica_that_lags_or_is_gone_is_left_alone(replica: Postgres) -> None:
    now = timezone.now()
    game = chosen(started(players(2), now=now), now=now)
    with served(replica, "0.5") as site:
        ada, bela = clients_of(game, site.url)
        paused(replica)
        a_move(ada, game)
        at = Game.objects.get(pk=game.pk).head
        assert eventually(lambda: strangers_head(site, game) == at)
        assert _reads(site, "primary") > 0

        _tell(replica, "SELECT pg_wal_replay_resume()::text")
        told = _reads(site, "replica")
        assert eventually(lambda: strangers_head(site, game) == at and _reads(site, "replica") > told)

        replica.kill()
        a_move(bela, game)
        assert strangers_head(site, game) == at + 2
        assert b"night_mail_replica_lag_seconds +Inf" in _metrics(site)


def _reads(site: Site, by: str) -> float:
    start = f'night_mail_replica_reads_total{{by="{by}"}} '.encode()
    return sum(float(line[len(start) :]) for line in _metrics(site).splitlines() if line.startswith(start))


def _metrics(site: Site) -> bytes:
    with urlopen(f"{site.url}/metrics") as answer:
        return bytes(answer.read())
