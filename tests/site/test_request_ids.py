"""Each request has an id of its own, by which an answer is found in the log."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_answer_names_the_lines_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    answer = Client().get("/api/v1/nothing")
    lines = [record.msg for record in caplog.records if isinstance(record.msg, dict)]
    assert [line["request_id"] for line in lines if line["event"] == "request_finished"] == [answer["X-Request-ID"]]
    assert answer.json()["request_id"] == answer["X-Request-ID"]


def test_nobody_else_chooses_it() -> None:
    answers = [Client().get("/api/v1/problems", headers={"X-Request-ID": "mine"}) for _ in range(2)]
    assert len({answer["X-Request-ID"] for answer in answers} - {"mine"}) == 2


def test_what_is_refused_before_the_log_has_one_too() -> None:
    answer = Client().generic("BREW", "/api/v1/problems")
    assert (answer.status_code, answer.json()["request_id"]) == (405, answer["X-Request-ID"])
