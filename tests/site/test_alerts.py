"""The alerts for Prometheus use existing metrics, and each links to instructions.

Their texts in each case are in deploy/prometheus/night-mail.test.yml, which promtool reads (`make test-deploy`).
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

import notifications.streams.answer
import notifications.streams.hub
import notifications.tasks  # noqa: F401 - what workers and streams count is there when their modules are
from ttr_site import metrics

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = ROOT / "deploy" / "prometheus" / "night-mail.rules.yml"
STORIES = RULES.with_name("night-mail.test.yml")
ALERTS: list[dict[str, Any]] = [
    rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]
]
OF_PROMETHEUS = {"up"}
SELECTED = re.compile(r"\b(up|(?:night_mail|django|process)_\w+)(?:\{(.*?)\})?")
MATCHED = re.compile(r'(\w+)(?:=~|!~|!=|=)"(.*?)"')
OF_HTTP = {"status", "le"}
"""Labels of Django's metrics, whose values appear with requests."""


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.fixture
def exported(client: Client, db: None) -> dict[str, Metric]:
    """Return each sample's name with its family."""
    metrics.begin()
    metrics.state.forget()
    client.get("/metrics")
    metrics.state.forget()
    families = list(text_string_to_metric_families(client.get("/metrics").content.decode()))
    named = {family.name: family for family in families}
    return (
        named
        | {f"{family.name}_total": family for family in families if family.type == "counter"}
        | {sample.name: family for family in families for sample in family.samples}
    )


def test_what_alerts_ask_for_is_exported(exported: dict[str, Metric]) -> None:
    for alert in ALERTS:
        selected = SELECTED.findall(alert["expr"])
        assert selected, alert["alert"]
        for name, labels in selected:
            assert name in exported.keys() | OF_PROMETHEUS, (alert["alert"], name)
            for label, values in MATCHED.findall(labels) if name not in OF_PROMETHEUS else ():
                there = {sample.labels.get(label) for sample in exported[name].samples} - {None}
                assert label in OF_HTTP or set(values.split("|")) <= there | pool_of(name), (
                    alert["alert"],
                    label,
                    there,
                )


def pool_of(name: str) -> set[str]:
    """Return the metrics that only a process with a connection pool shows."""
    return set(metrics.POOL) if name == "night_mail_database_pool" else set()


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: str(alert["alert"]))
def test_an_alert_says_what_to_do(alert: dict[str, Any]) -> None:
    told = alert["annotations"]
    assert told.keys() == {"summary", "players", "runbook"}
    assert told["summary"].endswith(".")
    assert told["players"].endswith(".")
    assert alert["labels"]["severity"] in {"page", "ticket"}
    page, _, heading = told["runbook"].partition("#")
    assert heading in anchors(ROOT / page)


def test_each_alert_has_a_story() -> None:
    told = STORIES.read_text()
    assert not [alert["alert"] for alert in ALERTS if f'alertname="{alert["alert"]}"' not in told]
