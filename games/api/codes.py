"""Emailed codes, and the response that asks for one."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.fields import AddressField
from games.api.forms import Facts
from games.models import MailedCode


class AddressSerializer(Facts):
    email = AddressField()


class MailedSerializer(serializers.ModelSerializer[MailedCode]):
    """We sent a code; send this back with it."""

    confirmation = serializers.CharField(source="id", help_text=_("Send it back with the code."))

    class Meta:
        model = MailedCode
        fields = ("confirmation", "expires_at")
