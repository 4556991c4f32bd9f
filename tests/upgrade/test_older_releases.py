"""A database that lacks some of the squashed migrations is refused, before anything is changed."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from deploy.migration import SQUASHED, refuse_to_skip_a_release

pytestmark = pytest.mark.django_db


def test_what_has_all_of_them_or_none_is_taken() -> None:
    refuse_to_skip_a_release()
    MigrationRecorder(connection).flush()
    refuse_to_skip_a_release()


@pytest.mark.parametrize("missing", sorted(SQUASHED))
def test_what_lacks_the_last_takes_the_release_in_between_first(missing: tuple[str, str]) -> None:
    MigrationRecorder(connection).record_unapplied(*missing)
    with pytest.raises(SystemExit, match="Install the\nrelease in between first"):
        refuse_to_skip_a_release()
