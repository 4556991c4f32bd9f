"""The site's health checks."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Heartbeat
from tests.games.stories import NOON


def test_alive_without_a_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}


@pytest.mark.django_db
def test_ready(client: Client) -> None:
    assert client.get("/readyz").json() == {"status": "ready", "database": True, "redis": True}


@pytest.mark.django_db(transaction=True)
def test_not_ready_without_a_database(client: Client) -> None:
    connection.close()
    there, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], "nowhere"
    try:
        assert client.get("/readyz").status_code == 503
    finally:
        connection.settings_dict["NAME"] = there


@pytest.mark.django_db
@pytest.mark.parametrize("trouble", ["temp_file_limit = 0", "transaction_read_only = on"])
def test_not_ready_where_nothing_can_be_written(client: Client, trouble: str) -> None:
    """With a full disk the file cannot be written; a standby, or a database that an admin has set so, is read-only."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL {trouble}")
    assert client.get("/readyz").json() == {"status": "unavailable", "database": False, "redis": True}


@pytest.mark.django_db
def test_a_knock_is_noted(client: Client) -> None:
    assert client.post("/heartbeat").status_code == 204
    assert Heartbeat.objects.filter(source="web").count() == 1
    assert client.get("/heartbeat").status_code == 405


@pytest.mark.django_db
def test_knocks_are_noted_every_ten_seconds(client: Client, time_machine: Any) -> None:
    noted = []
    for second in (0, 9, 11):
        time_machine.move_to(NOON + timedelta(seconds=second), tick=False)
        client.post("/heartbeat")
        noted.append(Heartbeat.objects.get(source="web").at - NOON)
    assert noted == [timedelta(), timedelta(), timedelta(seconds=11)]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/docs", "/admin/login/", "/accounts/login/"])
def test_pages_keep_to_the_strict_policy(client: Client, address: str) -> None:
    """Check for inline scripts and styles, which the policy would make a browser ignore."""
    response = client.get(address, follow=True)
    assert response.status_code == 200
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    page = response.content.decode()
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
