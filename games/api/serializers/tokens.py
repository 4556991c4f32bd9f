"""Access tokens, as the API shows and takes them."""

from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.models import AccessToken
from games.scopes import SCOPES

USUALLY: Final = timedelta(days=365)
AT_MOST: Final = timedelta(days=3660)


class ScopesField(serializers.ListField):
    """Kept as one text, as RFC 6749 writes it."""

    child = serializers.ChoiceField(choices=list(SCOPES.items()))

    def to_representation(self, data: str) -> list[str]:  # type: ignore[override]
        return data.split()


class TokenSerializer(serializers.ModelSerializer[AccessToken]):
    """A token without its secret."""

    id = serializers.CharField(read_only=True)
    scopes = ScopesField(source="scope", read_only=True)
    app = serializers.CharField(
        source="application.name", default=None, allow_null=True, help_text=_("Not a personal one: this app's.")
    )
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expires")

    class Meta:
        model = AccessToken
        fields: ClassVar[tuple[str, ...]] = (
            "id",
            "label",
            "prefix",
            "scopes",
            "app",
            "created_at",
            "expires_at",
            "last_used_at",
        )
        read_only_fields: ClassVar[tuple[str, ...]] = fields


class NewTokenSerializer(TokenSerializer):
    """A token with its secret, which is shown this once."""

    secret = serializers.CharField(help_text=_("Keep it; nobody can show it again."))

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "secret")
        read_only_fields = fields


class TokenWishSerializer(serializers.Serializer[dict[str, Any]]):
    label = serializers.CharField(max_length=60, help_text=_("What you call it."))  # type: ignore[assignment]
    scopes = ScopesField(min_length=1, help_text=_("At most those of the token that you ask with."))
    expires_at = serializers.DateTimeField(required=False, help_text=_("Usually in a year; in ten at the latest."))

    def validate_expires_at(self, value: datetime) -> datetime:
        if not timezone.now() < value <= timezone.now() + AT_MOST:
            raise serializers.ValidationError(_("Later than now, and in ten years at the latest."), "out_of_range")
        return value
