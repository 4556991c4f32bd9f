"""All keys are changed while sixteen clients play; `make rotation` prints the figures. It needs nginx."""

import pytest

from deploy import keys
from tests.notifications.post_office import open_post_office
from tests.upgrade import clients, made_before, parts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deploy, pytest.mark.soak, pytest.mark.timeout(3000)]

SEALED_ANEW = {"hidden cards", "session"}
"""Things sealed with the new keys before the old ones are removed: all hidden data, and sessions of active visitors."""
NEW_AT_ONCE = {"key for browsers"}
"""The push key that browsers get is the current one; those with the old one are sent messages with it until it is
removed."""


def step(site: parts.Site, name: str) -> None:
    """Do the step for every key, and then restart every part."""
    for key in keys.KEYS:
        site.change_key(name, key)
    for part in parts.PARTS:
        site.restart(part)


def bad(made: made_before.MadeBefore) -> set[str]:
    return {what for what, good in made.still_good().items() if not good}


def test_nobody_is_refused_while_all_keys_are_changed() -> None:
    with (
        open_post_office() as office,
        parts.running(EMAIL_URL=f"smtp://127.0.0.1:{office.port}", **made_before.VARIABLES) as site,
    ):
        made = made_before.made(site, office)
        assert not bad(made)
        with clients.playing(clients.seated(site.url)) as seen:
            with seen.during("prepare, and restart"):
                step(site, "prepare")
            assert not bad(made)
            with seen.during("use, and restart"):
                step(site, "use")
            assert bad(made) == NEW_AT_ONCE
            with seen.during("reseal"):
                site.manage("reseal")
            assert bad(made) == NEW_AT_ONCE
            with seen.during("retire, and restart"):
                step(site, "retire")
            assert bad(made) == made.still_good().keys() - SEALED_ANEW
            seen.some_more()
        clients.say(seen.figures())
        seen.nobody_was_refused()
        site.manage("replay")
