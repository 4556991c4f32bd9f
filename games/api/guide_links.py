"""Leads readers of the schema to the guides that the site serves."""

import json
import re
from typing import Final

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse

from engine.codec import Json

DOCUMENT: Final = re.compile(r"docs/([a-z-]+)\.md")


def lead_to_guides(result: Json, **_hook: object) -> Json:
    """Name the page of each document that a description names, and that of all guides."""
    written = json.dumps(result, cls=DjangoJSONEncoder)
    led: Json = json.loads(DOCUMENT.sub(lambda named: reverse("guide", args=[named[1]]), written))
    return {**led, "externalDocs": {"description": "Guides for programs", "url": reverse("guides")}}
