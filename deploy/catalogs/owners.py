"""Where each message belongs: to one catalog of one app, by where it shows.

`play`: the table, its log, emails about turns and the answers to them, notifications. `site`: everything else that
players read, as the lobby, settings, competitions, lessons, disputes, problems, and emails about them. `desk`: what
admins and programmers read, in English. A message that shows in several places belongs to the first of them, and one of
both apps to `games`.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from deploy.catalogs import python, templates
from deploy.catalogs.messages import Fault, MessageKey, SourceMessage

ROOT: Final = Path(__file__).parents[2]
APPS: Final = ("games", "notifications")
CATALOGS: Final = ("play", "site", "desk")
TRANSLATED: Final = CATALOGS[:2]
DESK: Final = (
    "games/admin/",
    "games/api/admin/",
    "games/api/descriptions.py",
    "games/management/",
    "games/models/bulk.py",
    "games/models/codes.py",
    "games/models/departure.py",
    "games/models/desk_proposal.py",
    "games/models/mention.py",
    "games/table/disputes/desk_queue.py",
    "games/templates/admin/",
    "games/templatetags/games_admin.py",
    "games/web/styleguide.py",
    "notifications/admin/",
    "notifications/doctor/",
    "notifications/management/",
    "notifications/models/inbound.py",
    "notifications/models/mails.py",
    "notifications/models/streams.py",
)
PLAY: Final = (
    "games/presentation/pictures/",
    "games/presentation/prospects/",
    "games/presentation/scoring/",
    "games/presentation/words/",
    "games/refusals.py",
    "games/table/",
    "games/templates/web/table/",
    "games/templatetags/table_log.py",
    "games/templatetags/table_signs.py",
    "games/web/table/",
    "notifications/inbox/",
    "notifications/letters/",
    "notifications/outbox/push/message.py",
    "notifications/times.py",
)
BESIDE_PLAY: Final = (
    "games/presentation/words/bot_problems.py",
    "games/presentation/words/club_problems.py",
    "games/presentation/words/commitments.py",
    "games/presentation/words/competition_problems.py",
    "games/presentation/words/list_problems.py",
    "games/presentation/words/problems.py",
    "games/presentation/words/push_problems.py",
    "games/presentation/words/ruling_problems.py",
    "games/presentation/words/table_problems.py",
    "games/presentation/words/webhook_problems.py",
    "games/templates/web/table/_dispute.html",
    "games/templates/web/table/_lesson.html",
    "games/templates/web/table/_lesson_left.html",
    "games/templates/web/table/disputes.html",
    "games/templates/web/table/report.html",
    "games/templates/web/table/seat.html",
    "games/web/table/affairs.py",
    "games/web/table/way_back.py",
    "notifications/inbox/appeals.py",
    "notifications/inbox/invitations.py",
    "notifications/inbox/site/",
    "notifications/inbox/sleep.py",
    "notifications/letters/accounts.py",
    "notifications/letters/closings.py",
    "notifications/letters/clubs.py",
    "notifications/letters/cups.py",
    "notifications/letters/disputes.py",
    "notifications/letters/invitations.py",
    "notifications/letters/leagues.py",
    "notifications/letters/seats.py",
    "notifications/letters/series.py",
    "notifications/letters/site.py",
    "notifications/letters/tables.py",
)
"""Parts of rooms of `PLAY` that no player meets at a table or in an email about a turn: they belong to `site`."""


class CatalogPlace(NamedTuple):
    """A catalog of an app; `CATALOGS` and `APPS` are the order in which they come."""

    catalog: str
    app: str

    @property
    def folder(self) -> Path:
        """The folder of its languages, an entry of LOCALE_PATHS."""
        return ROOT / self.app / "locale" / self.catalog


Found = Mapping[CatalogPlace, Mapping[MessageKey, list[SourceMessage]]]


def list_places() -> list[CatalogPlace]:
    """Return the catalogs that are translated, each app's."""
    return [CatalogPlace(catalog, app) for catalog in TRANSLATED for app in APPS]


def read_sources() -> tuple[list[SourceMessage], list[Fault]]:
    """Return all messages, in the order of their files, and the calls that break a rule."""
    messages: list[SourceMessage] = []
    faults: list[Fault] = []
    for file in _list_files():
        source = (ROOT / file).read_text(encoding="utf-8")
        if file.endswith(".py"):
            found, wrong = python.read(file, source)
            messages += found
            faults += wrong
        else:
            messages += templates.read(file, source)
    return messages, faults


def _list_files() -> Iterator[str]:
    """Yield our sources; those of `ttr_site` and of the engine have no messages."""
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*")):
            if file.suffix == ".py" or (file.suffix in (".html", ".txt") and "templates" in file.parts):
                yield file.relative_to(ROOT).as_posix()


def sort_by_owner(messages: Iterable[SourceMessage]) -> Found:
    """Return the messages by the catalog that owns them, each with all places where it stands."""
    places: dict[MessageKey, list[SourceMessage]] = {}
    for message in messages:
        places.setdefault(message.key, []).append(message)
    sorted_messages: dict[CatalogPlace, dict[MessageKey, list[SourceMessage]]] = {}
    for key, listed in places.items():
        sorted_messages.setdefault(min(map(choose_place, listed), key=_rank), {})[key] = listed
    return sorted_messages


def choose_place(message: SourceMessage) -> CatalogPlace:
    """Return where a message would belong if it stood only there."""
    app = message.file.partition("/")[0]
    if message.is_for_desk or message.file.startswith(DESK):
        return CatalogPlace("desk", app)
    is_played = message.file.startswith(PLAY) and not message.file.startswith(BESIDE_PLAY)
    return CatalogPlace("play" if is_played else "site", app)


def _rank(place: CatalogPlace) -> tuple[int, int]:
    return CATALOGS.index(place.catalog), APPS.index(place.app)
