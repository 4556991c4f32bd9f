"""The address of a stream process: a port, or a socket."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from notifications.streams.server import at


@pytest.mark.parametrize(
    ("listen", "where"),
    [
        ("127.0.0.1:8001", {"address": "127.0.0.1", "port": 8001}),
        ("[::1]:8001", {"address": "::1", "port": 8001}),
        ("unix:/run/night-mail/stream-1.socket.new", {"uds": Path("/run/night-mail/stream-1.socket.new")}),
    ],
)
def test_a_port_or_a_socket(listen: str, where: dict[str, object]) -> None:
    assert at(listen) == where


@pytest.mark.parametrize("listen", ["8001", "127.0.0.1", "unix:stream.socket", "127.0.0.1:many"])
def test_anything_else_is_refused_with_an_example(listen: str) -> None:
    with pytest.raises(CommandError, match=r"like 127\.0\.0\.1:8001 or unix:/run/stream\.socket"):
        call_command("stream", listen)
