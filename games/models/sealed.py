"""Encrypted JSON columns, encrypted before the value enters a statement."""

import base64
import json

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from engine.codec import canonical
from games import encryption


class SealedJSONField(models.JSONField):
    """A field stored as one JSON string, base64 of the output of `games.encryption`; a list or object is older data.

    Its content cannot be queried.
    """

    def get_db_prep_value(self, value: object, connection: BaseDatabaseWrapper, prepared: bool = False) -> object:
        sealed = encryption.seal(*self.purpose(), canonical(value))
        return super().get_db_prep_value(base64.b64encode(sealed).decode(), connection, prepared)

    def from_db_value(
        self, value: str | None, expression: models.Expression, connection: BaseDatabaseWrapper
    ) -> object:
        stored = super().from_db_value(value, expression, connection)
        if not isinstance(stored, str):
            return stored
        plain = encryption.unseal(*self.purpose(), base64.b64decode(stored))
        return json.loads(plain)

    def purpose(self) -> tuple[str, str]:
        """Return the purpose and the place of this column's values for `games.encryption`."""
        return self.model._meta.db_table, self.attname
