"""The targets of webhooks: the Internet and networks that the operator allows; nothing else, by any trick."""

import socket
import threading

import pytest
from pytest_django import Settings

from games.errors import Unprocessable
from notifications.outbox.calls import addresses, http_post
from notifications.outbox.calls.http_post import Attempt, Message
from tests.inbox.names import NameServer
from tests.webhooks.receiver import FORBIDDEN, HERE, Guarded, Receiver

SILENT = "127.0.0.3"
NO_ADDRESSES = """
http://ada.hooks.example:{port}/
ftp://ada.hooks.example:{port}/
https://127.0.0.1:{port}/
https://2130706433:{port}/
https://0x7f000001:{port}/
https://0x7f.0.0.1:{port}/
https://017700000001:{port}/
https://0177.0.0.1:{port}/
https://127.1:{port}/
https://127.0.1:{port}/
https://127.000.000.001:{port}/
https://127.0.0.1.:{port}/
https://0:{port}/
https://0.0.0.0:{port}/
https://[::1]:{port}/
https://[::]:{port}/
https://[::ffff:127.0.0.1]:{port}/
https://[::ffff:7f00:1]:{port}/
https://[::127.0.0.1]:{port}/
https://[64:ff9b::7f00:1]:{port}/
https://[64:ff9b:1::7f00:1]:{port}/
https://[2002:7f00:1::]:{port}/
https://[2001:0:4136:e378:8000:63bf:80ff:fffe]:{port}/
https://[fe80::1]:{port}/
https://[fe80::1%25lo]:{port}/
https://[fc00::1]:{port}/
https://[fec0::1]:{port}/
https://[ff02::1]:{port}/
https://10.0.0.1:{port}/
https://100.64.0.1:{port}/
https://169.254.169.254:{port}/latest/meta-data/
https://172.16.0.1:{port}/
https://192.168.0.1:{port}/
https://198.18.0.1:{port}/
https://224.0.0.1:{port}/
https://255.255.255.255:{port}/
https://user@ada.hooks.example:{port}/
https://ada.hooks.example:{port}@127.0.0.1:{port}/
https://127.0.0.1:{port}#@ada.hooks.example/
https://127.0.0.1:{port}\\@ada.hooks.example/
https://ada.hooks.example:{port}\\.127.0.0.1/
https://\u2460\u2461\u2466.0.0.1:{port}/
https://127\u30020\u30020\u30021:{port}/
https://ada.hooks.example:{port}/\r\nHost: inside
https://ada.hooks.example:0/
https://ada.hooks.example:99999/
https:///:{port}/
https://:{port}/
https:127.0.0.1
https://-.example/
""".strip("\n")
"""Spellings of a few forbidden targets, from lists of known tricks."""
INSIDE = (
    [FORBIDDEN],
    ["8.8.8.8", FORBIDDEN],
    [HERE, FORBIDDEN],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["64:ff9b::127.0.0.1"],
    ["2002:7f00:1::"],
    ["10.0.0.1"],
    ["169.254.169.254"],
    ["192.168.1.1"],
    ["fe80::1"],
    ["fd00::1"],
    ["0.0.0.0"],
    ["::"],
)


def test_forms_of_addresses_that_lead_inside(receiver: Receiver, guarded: Guarded) -> None:
    for form in NO_ADDRESSES.split("\nhttp"):
        url = (form if form.startswith("http") else f"http{form}").format(port=receiver.port)
        with pytest.raises(Unprocessable, match="webhook_address"):
            addresses.read(url)
        assert http_post.post(Message(url, b"{}", {})) == Attempt(None, "address_not_allowed"), url
    assert (guarded.reached, receiver.got) == (0, [])


def test_names_that_lead_inside(receiver: Receiver, guarded: Guarded, names: NameServer) -> None:
    """A webhook's owner gets the same answer for them as for a name that does not exist."""
    nobody = _post(receiver, "nobody.hooks.example")
    assert nobody == Attempt(None, "no_address")
    for found in INSIDE:
        names.addresses["trap.hooks.example"] = list(found)
        assert _post(receiver, "trap.hooks.example") == nobody, found
    names.addresses["localhost"] = [FORBIDDEN]
    assert _post(receiver, "localhost") == nobody
    names.away = True
    assert _post(receiver, "ada.hooks.example").error == "no_address"
    assert (guarded.reached, receiver.got) == (0, [])


def test_a_name_that_changes_its_mind_between_the_look_and_the_call(
    receiver: Receiver, guarded: Guarded, names: NameServer
) -> None:
    names.addresses["turncoat.hooks.example"] = [HERE]
    names.rebound["turncoat.hooks.example"] = [FORBIDDEN]

    assert _post(receiver, "turncoat.hooks.example").taken
    assert _post(receiver, "turncoat.hooks.example") == Attempt(None, "no_address")
    assert (guarded.reached, len(receiver.got)) == (0, 1)


def test_redirects_and_proxies_are_not_followed(
    receiver: Receiver, guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://{FORBIDDEN}:{receiver.port}")
    receiver.leads_to = f"https://{FORBIDDEN}:{receiver.port}/"
    for status in (301, 302, 303, 307, 308):
        receiver.status = status
        assert _post(receiver) == Attempt(status)
    assert (guarded.reached, len(receiver.got)) == (0, 5)


def test_a_server_must_prove_its_name(receiver: Receiver, names: NameServer, settings: Settings) -> None:
    names.addresses["ada.elsewhere.example"] = [HERE]
    assert _post(receiver, "ada.elsewhere.example") == Attempt(None, "certificate")
    settings.WEBHOOK_AUTHORITY = ""
    assert _post(receiver) == Attempt(None, "certificate")
    assert receiver.got == []


def test_public_addresses_and_allowed_networks(settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = ["10.1.0.0/16", "fd00:1::/32"]
    for url in ("https://8.8.8.8/", "https://[2606:4700::1111]/a?b", "https://10.1.2.3/", "https://[fd00:1::5]:8443/"):
        addresses.read(url)
    for url in ("https://10.2.0.1/", "https://[::ffff:10.2.0.1]/"):
        with pytest.raises(Unprocessable):
            addresses.read(url)
    assert addresses.read("https://Hooks.example") == ("hooks.example", 443, "/")


def test_a_name_without_a_dot_leads_into_allowed_networks_only(settings: Settings) -> None:
    for url in ("https://localhost:9443/", "https://metadata/", "https://metadata./"):
        settings.WEBHOOK_NETWORKS = []
        with pytest.raises(Unprocessable, match="webhook_address"):
            addresses.read(url)
        settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
        addresses.read(url)


@pytest.mark.long
def test_a_server_that_drips_is_cut_off(
    settings: Settings, names: NameServer, monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    monkeypatch.setattr(http_post, "PATIENCE", 0.2)
    names.addresses["slow.hooks.example"] = [HERE]
    with socket.create_server((HERE, 0)) as silent:
        url = f"https://slow.hooks.example:{silent.getsockname()[1]}/"
        assert http_post.post(Message(url, b"{}", {})) == Attempt(None, "no_connection")

    monkeypatch.setattr(http_post, "PATIENCE", 5.0)
    monkeypatch.setattr(http_post, "ANSWERED_WITHIN", 0.3)
    receiver.drips = threading.Event()
    assert _post(receiver) == Attempt(None, "no_answer")
    receiver.drips.set()


@pytest.mark.long
def test_an_address_that_does_not_answer_leaves_time_for_the_other(
    settings: Settings, names: NameServer, receiver: Receiver
) -> None:
    settings.WEBHOOK_NETWORKS = [f"{HERE}/32", f"{SILENT}/32"]
    names.addresses["ada.hooks.example"] = [SILENT, f"::ffff:{HERE}"]
    with (
        socket.create_server((SILENT, receiver.port), backlog=0) as silent,
        socket.create_connection(silent.getsockname()),
    ):
        assert _post(receiver) == Attempt(204)


@pytest.mark.long
def test_a_server_may_think_for_longer_than_it_may_take_to_connect(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    monkeypatch.setattr(http_post, "PATIENCE", 0.5)
    receiver.thinks = 0.8
    assert _post(receiver) == Attempt(204)


def _post(receiver: Receiver, host: str = "ada.hooks.example") -> Attempt:
    return http_post.post(Message(receiver.url(host), b"{}", {"Content-Type": "application/json"}))
