"""Every part is restarted while sixteen clients play; `make rolling` prints the figures. It needs nginx."""

from urllib.request import urlopen

import pytest

from tests.upgrade import clients, parts

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.deploy,
    pytest.mark.nightly,
    pytest.mark.timeout(3000),
]


def test_nobody_is_refused_while_every_part_is_restarted() -> None:
    with parts.running() as site:
        with clients.playing(clients.seated(site.url)) as seen:
            for part in parts.PARTS:
                with seen.during(f"restart of {part}"):
                    site.restart(part)
                seen.some_more()
        with urlopen(f"{site.inside}/metrics") as metrics:
            assert b"django_http_requests_total_by_method_total" in metrics.read()
        clients.say(seen.figures())
        seen.nobody_was_refused()
        site.manage("replay")
