"""Who may listen, and for how long: a token with the scope, or a signed-in browser, while it is valid, and not
during a suspension."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import AccessToken, Game, Player
from games.people import browsers
from games.people.tokens import create_personal_token
from notifications.streams import hub
from tests.api.table import Guest, guest, guests, sit_down
from tests.streams.listening import Ear, Process
from tests.web.people import browser_of


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "RIGHTS_EVERY", 0.1)
    monkeypatch.setattr(hub, "ROUND", 0.1)


def player_of(someone: Guest) -> Player:
    return Player.objects.get(name=someone.name)


def by_cookie(streams: Process, player: Player, path: str) -> Ear:
    return streams.listen(path, cookie=f"sessionid={browser_of(player).cookies['sessionid'].value}")


def test_a_token_that_is_revoked_or_has_run_out_hears_nothing_more(streams: Process) -> None:
    people = guests(2)
    game = sit_down(people)
    ears = [streams.heard_by(someone, path) for someone in people for path in ("/stream", f"/games/{game}/stream")]
    for ear in ears:
        ear.next()
    AccessToken.objects.filter(user=player_of(people[0])).delete()
    AccessToken.objects.filter(user=player_of(people[1])).update(expires=timezone.now())
    assert [ear.ends() for ear in ears] == [[], [], [], []]
    assert streams.heard_by(people[0], "/stream").status == 401


def test_a_suspension_ends_streams_and_opens_none(streams: Process) -> None:
    someone = guest("Guest")
    token, browser = streams.heard_by(someone, "/stream"), by_cookie(streams, player_of(someone), "/stream")
    assert (token.next().type, browser.next().type) == ("account", "account")
    Player.objects.filter(pk=player_of(someone).pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert (token.ends(), browser.ends()) == ([], [])
    refused = streams.heard_by(someone, "/stream")
    assert (refused.status, refused.body()["code"]) == (403, "account_suspended")


def test_a_browser_hears_as_long_as_it_is_signed_in(streams: Process) -> None:
    people = guests(2)
    game = sit_down(people, public=False)
    ear = by_cookie(streams, player_of(people[0]), f"/games/{game}/stream")
    assert ear.next().data == people[0].get(f"/games/{game}")
    browsers.end_all(player_of(people[0]))
    assert ear.ends() == []
    assert streams.listen("/stream", cookie="sessionid=nothing").status == 401


def test_too_few_scopes_hear_nothing(streams: Process) -> None:
    someone = guest("Guest")
    now = timezone.now()
    _, secret = create_personal_token(
        player=player_of(someone), label="few", scopes=["account:read"], expires_at=now + timedelta(days=1), now=now
    )
    refused = streams.listen("/stream", authorization=f"Bearer {secret}")
    assert (refused.status, refused.body()["code"]) == (403, "insufficient_scope")


def test_somebody_invited_to_a_private_game_hears_of_it_while_it_is_open(streams: Process) -> None:
    people, friend = guests(2), guest("Friend")
    wishes = {
        "ruleset": "usa@1",
        "seats": 2,
        "public": False,
        "access": "invitation",
        "clock": {"time_per_move": "P1D"},
    }
    game = people[0].post("/games", wishes, 201)["id"]
    people[0].post(f"/games/{game}/invitations", {"players": ["Friend", "Guest 1"]}, 201)
    ear = streams.heard_by(friend, f"/games/{game}/stream")
    assert ear.next().type == "game"
    people[1].post(f"/games/{game}/join")
    assert [one.type for one in ear.ends()] == []


def test_a_game_that_cannot_be_read_ends_its_own_streams_and_no_others(streams: Process) -> None:
    people = guests(2)
    broken, sound = sit_down(people, public=False), sit_down(people, public=False)
    ears = [streams.heard_by(people[0], f"/games/{game}/stream") for game in (broken, sound)]
    for ear in ears:
        ear.next()
    Game.objects.filter(pk=broken).update(ruleset="nowhere@1", name="Nowhere")
    assert ears[0].ends() == []
    people[0].post(f"/games/{sound}/talk", {"text": "Hello"}, 201)
    assert ears[1].next().type == "talk"
    refused = streams.heard_by(people[0], f"/games/{broken}/stream")
    assert (refused.status, refused.headers["retry-after"]) == (503, "5")
    assert len(streams.streams.hub._channels) == len(streams.streams.hub) == 1
