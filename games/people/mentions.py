"""Names in what others wrote: stored as references to the player, and decided on by staff when the player is erased.

Text is never changed automatically: a player who called themselves "not" for a day would take that word from the whole
site. When a player gives up a name (by renaming or erasure), the places where it occurs as a whole word, in what others
wrote about games in which the player took part, become rows (`Mention`). When the player is erased, staff see each
place in its sentence and either take the name out or leave the text as it is; both are on record.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final, Protocol

from django.db import transaction
from django.db.models import CharField, F, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable

from games import encryption
from games.email_addresses import in_letters
from games.errors import NotFound, Refused
from games.models import (
    AdminReason,
    Appeal,
    Application,
    BulkRuling,
    Club,
    ClubAnnouncement,
    ClubLine,
    ClubMember,
    ClubReport,
    Cup,
    DeskProposal,
    Dispute,
    DisputeComment,
    DisputeQuestion,
    Game,
    League,
    Mention,
    Moderation,
    Player,
    ResultCorrection,
    Ruling,
    TalkLine,
)
from games.people import audit, rights
from games.people.rights import plays_there

GONE: Final = "[…]"
"""The replacement for a name that was taken out."""
RIGHT: Final = "moderate"
AROUND: Final = 60
"""How many characters are shown before and after a name."""


Games = QuerySet[Game, Any]
NONE: Final = Q(pk__in=())


def _of_no_game(games: Games, _player: Player) -> Q:
    """Return a condition for reasons of rulings on many games at once, and of acts about players of these games."""
    bulk = BulkRuling.objects.filter(items__game__in=games).values_list("pk", flat=True)
    of_people = Q(act__game=None, act__player__seats__game__in=games)
    return Q(act__game=None, act__detail__bulk__in=list(bulk)) | of_people


def _clubs_of(games: Games, player: Player) -> QuerySet[Club]:
    """Return the clubs in which the player is a member, or has played one of these games."""
    memberships = ClubMember.objects.filter(player=player, state=ClubMember.State.MEMBER)
    played = Game.objects.filter(pk__in=games, club__isnull=False)
    return Club.objects.filter(Q(pk__in=memberships.values("club")) | Q(pk__in=played.values("club")))


@dataclass(frozen=True, slots=True)
class Source:
    """A place where people write: a table, its fields, and the path to the games that a row is about.

    `games`: empty where people write about no game of theirs, as in clubs. `also`: matches rows about these games that
    `games` does not reach, or about what the player takes part in otherwise.
    """

    model: type[Model]
    fields: tuple[str, ...]
    games: str
    also: Callable[[Games, Player], Q] = lambda games, player: NONE


SOURCES: Final[dict[str, Source]] = {
    "dispute": Source(Dispute, ("text", "outcome"), "game"),
    "dispute_question": Source(DisputeQuestion, ("text", "answer"), "dispute__game"),
    "comment": Source(DisputeComment, ("text",), "dispute__game"),
    "ruling": Source(Ruling, ("public_text", "staff_note"), "game"),
    "bulk_ruling": Source(BulkRuling, ("public_text", "staff_note"), "items__game"),
    "moderation": Source(
        Moderation, ("text",), "dispute__game", lambda games, player: Q(dispute=None, player__seats__game__in=games)
    ),
    "appeal": Source(
        Appeal,
        ("text", "answer"),
        "ruling__game",
        lambda games, player: Q(moderation__player__seats__game__in=games),
    ),
    "reason": Source(AdminReason, ("text",), "act__game", _of_no_game),
    "desk_proposal": Source(
        DeskProposal,
        ("text", "reason"),
        "league__seasons__divisions__games__game",
        lambda games, player: (
            Q(player__seats__game__in=games) | Q(league__members__player=player) | Q(cup__entrants__player=player)
        ),
    ),
    "talk": Source(TalkLine, ("text",), "game"),
    "game": Source(Game, ("name",), "pk"),
    "league": Source(
        League, ("name",), "seasons__divisions__games__game", lambda games, player: Q(members__player=player)
    ),
    "cup": Source(Cup, ("name",), "rounds__games__game", lambda games, player: Q(entrants__player=player)),
    "correction": Source(ResultCorrection, ("reason",), "game"),
    "club": Source(
        Club,
        ("name", "about"),
        "",
        lambda games, player: Q(pk__in=_clubs_of(games, player)) | Q(founder=player),
    ),
    "announcement": Source(ClubAnnouncement, ("text",), "", lambda games, player: Q(club__in=_clubs_of(games, player))),
    "club_talk": Source(ClubLine, ("text",), "", lambda games, player: Q(club__in=_clubs_of(games, player))),
    "club_report": Source(
        ClubReport,
        ("text", "answer"),
        "",
        lambda games, player: Q(line__club__in=_clubs_of(games, player)) | Q(line__by=player) | Q(by=player),
    ),
    "app": Source(Application, ("name",), "user__seats__game"),
}
"""Other apps add theirs. Texts that only their writer reads are not searched: private notes, plans, token labels."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A mention in its sentence. `start` is its current position."""

    mention: Mention
    start: int
    before: str
    word: str
    after: str


class Decide(Protocol):
    """The type of `take_out` and `leave`."""

    def __call__(self, *, admin: Player, mention_id: int, now: datetime) -> Mention: ...


def remember(player: Player, name: str, now: datetime, address: str = "") -> None:
    """Record where others wrote a name, or name and address, that the player gives up: they meant this player."""
    _find(player, (name, address, in_letters(address)), now)


def ask(player: Player, name: str, address: str, now: datetime) -> None:
    """Ask staff about every place that mentions the erased player by a present or former name."""
    remember(player, name, now, address)
    known_mentions = Mention.objects.filter(player=player, state=Mention.State.KNOWN)
    gone = [mention.pk for mention in known_mentions if place(mention) is None]
    Mention.objects.filter(pk__in=gone).delete()
    known_mentions.update(state=Mention.State.ASKED, found_at=now)


def forget_own_games(player: Player, name: str, address: str) -> None:
    """Clear the names of games that their host named after themselves."""
    words = (name, address, in_letters(address))
    hosted = Game.objects.filter(host=player).values("pk")
    row_ids = {facts["row"] for facts in _places(SOURCES["game"], player, words, hosted)}
    Game.objects.filter(pk__in=row_ids).update(name="")


def to_decide(admin: Player) -> QuerySet[Mention]:
    """Return the open questions for this admin, oldest first, without games the admin plays or played in.

    Raises Forbidden.
    """
    rights.check(admin, RIGHT)
    open_mentions = Mention.objects.filter(state=Mention.State.ASKED).exclude(plays_there(admin))
    return open_mentions.select_related("game").order_by("found_at", "pk")


def place(mention: Mention) -> Occurrence | None:
    """Return the mention in its sentence, even if that has changed since; None if the name no longer occurs."""
    text = _text(mention) or ""
    start = _start(mention, text)
    if start is None:
        return None
    end = start + mention.length
    return Occurrence(mention, start, text[max(0, start - AROUND) : start], text[start:end], text[end : end + AROUND])


def take_out(*, admin: Player, mention_id: int, now: datetime) -> Mention:
    """Take the name out of the text. Raises NotFound("no_such_mention"), Forbidden, Refused("mention_decided")."""
    with transaction.atomic():
        mention = _lock_mention(admin, mention_id)
        if occurrence := place(mention):
            _cut_name(occurrence)
        return _record_decision(admin, mention, Mention.State.TAKEN_OUT, now)


def leave(*, admin: Player, mention_id: int, now: datetime) -> Mention:
    """Leave the text as it is, since it does not mean the player. Raises what `take_out` raises."""
    with transaction.atomic():
        return _record_decision(admin, _lock_mention(admin, mention_id), Mention.State.LEFT, now)


def _find(player: Player, words: tuple[str, ...], now: datetime) -> None:
    games = _games_of(player)
    mentions = [
        Mention(player=player, source=name, found_at=now, **facts)
        for name, source in SOURCES.items()
        for facts in _places(source, player, words, games)
    ]
    Mention.objects.bulk_create(mentions, ignore_conflicts=True)


def _games_of(player: Player) -> Games:
    """Return games in which the player takes or took part."""
    part = Q(seats__player=player) | Q(departures__player=player) | Q(host=player)
    return Game.objects.filter(part).values("pk")


def _places(source: Source, player: Player, words: Iterable[str], games: Games) -> Iterator[Mapping[str, object]]:
    """Yield where any of the words occurs as a whole; a longer word (an address) wins over a shorter one within it.

    Each row is read once, with one of its games: a join would read it once for every game, member and entrant.
    """
    longest_first = sorted(filter(None, words), key=len, reverse=True)
    whole = _whole(longest_first)
    everything = source.model._default_manager.all()
    about = Q(pk__in=everything.filter(source.also(games, player)).values("pk"))
    game: Combinable = Value(None, CharField())
    if source.games:
        played = everything.filter(**{f"{source.games}__in": games})
        about |= Q(pk__in=played.values("pk"))
        game = Subquery(played.filter(pk=OuterRef("pk")).order_by(source.games).values(source.games)[:1])
    for field in source.fields:
        somewhere = reduce(or_, (Q(**{f"{field}__icontains": word}) for word in longest_first))
        for pk, game_id, text in everything.filter(about, somewhere).values_list("pk", game, field):
            for match in whole.finditer(text):
                where = {"row": str(pk), "field": field, "game_id": game_id}
                yield {**where, "start": match.start(), "length": len(match[0]), "word": _hashes(match[0])[0]}


def names(text: str, name: str) -> bool:
    """Check whether the name occurs in the text as a whole word."""
    return bool(name) and _whole([name]).search(text) is not None


def _whole(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


def _lock_mention(admin: Player, mention_id: int) -> Mention:
    rights.check(admin, RIGHT)
    mention = Mention.objects.select_for_update(no_key=True, of=("self",)).filter(pk=mention_id).first()
    if mention is None:
        raise NotFound("no_such_mention")
    rights.check(admin, RIGHT, mention.game)
    if mention.state != Mention.State.ASKED:
        raise Refused("mention_decided")
    return mention


def _text(mention: Mention) -> str | None:
    source = SOURCES[mention.source]
    rows = source.model._default_manager.filter(pk=mention.row)
    text: str | None = rows.values_list(mention.field, flat=True).first()
    return text


def _start(mention: Mention, text: str) -> int | None:
    """Return the position of the name: the recorded one or, if the text has changed, its first occurrence."""
    starts = (mention.start, *(word.start() for word in re.finditer(r"\b(?=\w)", text)))
    ends = ((start, start + mention.length) for start in starts)
    whole = ((start, end) for start, end in ends if not re.match(r"\w", text[end:]))
    return next((start for start, end in whole if mention.word in _hashes(text[start:end])), None)


def _cut_name(occurrence: Occurrence) -> None:
    """Cut the name out of its text, and shift the positions of later mentions in the same text."""
    mention = occurrence.mention
    source = SOURCES[mention.source]
    row = source.model._default_manager.select_for_update(no_key=True).get(pk=mention.row)
    text, end = getattr(row, mention.field), occurrence.start + mention.length
    longest = getattr(source.model._meta.get_field(mention.field), "max_length", None)
    changed = {mention.field: (text[: occurrence.start] + GONE + text[end:])[:longest]}
    source.model._default_manager.filter(pk=mention.row).update(**changed)
    same = Mention.objects.filter(source=mention.source, row=mention.row, field=mention.field, start__gte=end)
    same.update(start=F("start") + len(GONE) - mention.length)


def _record_decision(admin: Player, mention: Mention, state: Mention.State, now: datetime) -> Mention:
    """Record the decision and where it was made; delete the name's hash."""
    mention.state, mention.decided_at, mention.word = state, now, ""
    mention.save(update_fields=["state", "decided_at", "word"])
    detail = {"source": mention.source, "row": mention.row, "field": mention.field}
    audit.note(admin, f"mention_{state}", now, game=mention.game, player=mention.player, detail=detail)
    return mention


def _hashes(word: str) -> list[str]:
    """Return a word's hashes, one per key of SEED_KEYS, old ones included: names may turn up after years. New rows
    store the first.
    """
    return encryption.digests("mention", word.casefold().encode())
