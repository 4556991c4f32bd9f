"""Bare replies to every kind of email about games, cups, leagues and clubs: each answers only what its email asked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest
from django.db import transaction
from django.db.models import Model

from games.competitions import call_ups
from games.competitions.clubs import announcements
from games.competitions.clubs import invitations as club_invitations
from games.lobby import lobby
from games.models import (
    ClubMember,
    CompetitionInvitation,
    CupEntrant,
    Dispute,
    Game,
    Invitation,
    LeagueMember,
    Plan,
    Player,
    Proposal,
    Seat,
    SeatOffer,
    TalkLine,
    Vote,
)
from games.table.disputes import lifecycle
from notifications.inbox import acceptance, pipeline
from notifications.models import InboundEmail, Notification, Preference
from notifications.policy import kinds
from tests.agreements.table import agreed, propose
from tests.clubs.club import filled, founded
from tests.competitions.cup import begun, made
from tests.games.stories import DAY, NOON, chosen, started
from tests.inbox.letters import SigningKey, quoting, reply_address, signed, written
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]

OF_SEASONS: Final = ("season_", "place_")
"""Kinds about leagues, whose replies go to the site's own address like those about cups."""
UNWRITTEN: Final = {"email_answered", "series_over", "proposal_over", "seat_offered"}
"""Kinds that cannot be written without more than this world has."""
STATE: Final[Mapping[type[Model], tuple[str, ...]]] = {
    Seat: ("game", "player", "status"),
    Invitation: ("game", "player", "answered_at"),
    CompetitionInvitation: ("player", "closed_at", "declined"),
    ClubMember: ("club", "player", "state"),
    CupEntrant: ("cup", "player", "left_at"),
    LeagueMember: ("league", "player"),
    Game: ("status", "head", "paused_at", "closes_at"),
    Proposal: ("game", "by", "state"),
    Vote: ("proposal", "player", "agrees"),
    Plan: ("game", "player", "state"),
    TalkLine: ("game", "text"),
    Dispute: ("game", "opened_by", "state"),
    SeatOffer: ("game", "player"),
    Preference: ("player", "stream", "mode"),
}
"""All that a reply could change."""
ASKS: Final[Mapping[str, set[type[Model]]]] = {
    "proposal": {Proposal, Vote, Game},
    "invitation": {Seat, Invitation},
    "club_invited": {ClubMember},
}
"""What a yes or no to a kind of email may change."""


@dataclass(frozen=True)
class World:
    """A reader to whom everything is open at once, and what emails can be about."""

    reader: Player
    game: Game
    invited_to: Game
    facts: Mapping[str, Mapping[str, object]]


def state() -> dict[type[Model], list[object]]:
    return {model: list(model._default_manager.order_by("pk").values_list(*names)) for model, names in STATE.items()}


@pytest.fixture
def world(carry: Carry, time_machine: Any) -> World:
    time_machine.move_to(NOON, tick=False)
    cup, (host, reader, third, *_) = begun(4)
    game = chosen(started([host, reader]))
    entry = agreed(game, 0, 1, now=NOON, kind="extended", hours=24)
    proposal = propose(game, 0, NOON, kind="paused")
    wishes = lobby.Wishes("usa@1", 3, DAY, access=Game.Access.INVITATION, name="Invited")
    invited_to = lobby.create_and_invite(
        host=host, wishes=wishes, names=[reader.name], addresses=[], network="192.0.2.1", now=NOON
    )
    call_ups.invite(host=third, competition=made(third, name="Other"), name=reader.name, now=NOON)
    club = founded(host)
    club_invitations.invite(host=host, club_id=club.pk, names=[reader.name], now=NOON)
    own_club = filled([third, reader], name="Own")
    told = announcements.announce(host=third, club_id=own_club.pk, text="Hello", now=NOON)
    dispute = lifecycle.open_dispute(player=host, game_id=game.pk, kind="other", text="Hm", now=NOON)
    carry(NOON)
    of_game: dict[str, object] = {
        "game": game,
        "seat": 1,
        "entry": entry,
        "prompt_opened": game.head,
        "deadline_at": NOON,
    }
    facts: dict[str, dict[str, object]] = {
        "": of_game,
        "proposal": {**of_game, "proposal": proposal},
        "dispute": {**of_game, "dispute": dispute},
        "invitation": {"game": invited_to},
        "cup": {"cup": cup, "round": 1, "deadline_at": NOON},
        "club_invited": {"club": club},
        "club": {"club": own_club, "announcement": told},
    }
    return World(reader, game, invited_to, facts)


def about(world: World, kind: str) -> Mapping[str, object]:
    """Return what an email of this kind is about: by its name, by its first word, or the game."""
    names = {"proposal_over": "proposal", **{name: name for name in world.facts}}
    return world.facts[names.get(kind) or names.get(kind.partition("_")[0]) or ""]


def mailed(world: World, kind: str, carry: Carry) -> Received | None:
    """Return an email of this kind to the reader, whether it is still true or not."""
    Notification.objects.create(
        kind=kind, player=world.reader, created_at=NOON, dedupe_key=f"test {kind}", **about(world, kind)
    )
    mails = [mail for mail in carry(NOON) if mail.to == [world.reader.email]]
    return mails[0] if mails else None


def changed_by(mail: Received, typed: str, key: SigningKey, before: Mapping[type[Model], list[object]]) -> set[Any]:
    """Return what a reply changes, and take it back."""
    to, sender, subject = reply_address(mail), mail.to[0], f"Re: {mail.message['Subject']}"
    raw = signed(written(to, quoting(mail, typed), sender=sender, headers={"Subject": subject}), key)
    with transaction.atomic():
        acceptance.accept(raw, [to], sender, InboundEmail.Door.PIPE, NOON)
        pipeline.process_due(now=NOON)
        after = state()
        transaction.set_rollback(True)
    return {model for model in before if before[model] != after[model]}


@pytest.mark.long
@pytest.mark.parametrize("typed", ["yes", "no", "stop", "1", "help", "Thanks!"])
def test_a_bare_reply_changes_only_what_its_email_asked(
    carry: Carry, provider_key: SigningKey, world: World, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    found = kinds.kind_of
    monkeypatch.setattr(kinds, "kind_of", lambda row: replace(found(row), is_relevant=lambda _row, _batch: True))
    mails = {kind: mailed(world, kind, carry) for kind in kinds.KINDS if not kind.startswith(OF_SEASONS)}
    assert {kind for kind, mail in mails.items() if mail is None} == UNWRITTEN
    before = state()
    changed = {kind: changed_by(mail, typed, provider_key, before) for kind, mail in mails.items() if mail}
    answered = {kind: models for kind, models in changed.items() if models}
    assert all(models <= ASKS[kind] for kind, models in answered.items()), answered
    assert answered.keys() == (ASKS.keys() if typed in ("yes", "no") else set())
