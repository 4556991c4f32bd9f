"""Where each message belongs: to one catalog of one app, by where it shows.

`play`: the table, its log, emails about turns and the answers to them, notifications. `site`: everything else that
players read. `desk`: what admins and programmers read, in English. A message that shows in several places belongs to
the first of them, and one of both apps to `games`.
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
    "games/management/",
    "games/templates/admin/",
    "games/api/descriptions.py",
    "notifications/admin/",
    "notifications/doctor/",
    "notifications/management/",
    "notifications/templates/admin/",
)
PROBLEMS: Final = "games/presentation/words/problems.py"
PLAY: Final = (
    "games/presentation/lessons/",
    "games/presentation/pictures/",
    "games/presentation/prospects/",
    "games/presentation/scoring/",
    "games/presentation/words/",
    "games/refusals.py",
    "games/table/",
    "games/templates/web/table/",
    "games/templates/web/lesson/",
    "games/templatetags/table_signs.py",
    "games/web/table/",
    "notifications/inbox/",
    "notifications/letters/",
    "notifications/outbox/push/",
    "notifications/templates/notifications/mails/",
    "notifications/times.py",
)


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
        sorted_messages.setdefault(min(map(_choose_place, listed), key=_rank), {})[key] = listed
    return sorted_messages


def _choose_place(message: SourceMessage) -> CatalogPlace:
    app = message.file.partition("/")[0]
    if message.is_for_desk or message.file.startswith(DESK):
        return CatalogPlace("desk", app)
    is_played = message.file.startswith(PLAY) and message.file != PROBLEMS
    return CatalogPlace("play" if is_played else "site", app)


def _rank(place: CatalogPlace) -> tuple[int, int]:
    return CATALOGS.index(place.catalog), APPS.index(place.app)
