"""Parsing of bodies: JSON as required by RFC 8259, and nothing that could break later processing."""

import json
from collections.abc import Mapping
from typing import IO, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.utils.json import strict_constant

from engine.codec import Json

DEEPEST: Final = 12
"""The maximum nesting of lists and objects; ours need four levels."""


class PlainJSONParser(JSONParser):
    """A parser of JSON in UTF-8, whatever a charset says, of bounded size and depth, without lone surrogates."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, object] | None = None
    ) -> Json:
        body = _read(stream)
        try:
            data: Json = json.loads(body.decode(), parse_constant=strict_constant)
            if b"\\ud" in body.lower():
                json.dumps(data, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise ParseError from error
        if _is_deeper(data, DEEPEST):
            raise ParseError
        return data


def _read(stream: IO[bytes]) -> bytes:
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body: bytes = stream.read(most + 1)
    if len(body) > most:
        raise RequestDataTooBig
    return body


def _is_deeper(data: object, levels: int) -> bool:
    if not isinstance(data, dict | list):
        return False
    inner = data.values() if isinstance(data, dict) else data
    return levels == 0 or any(_is_deeper(member, levels - 1) for member in inner)
