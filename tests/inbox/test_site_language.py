"""The language of people who sign up by email: the one that their mail program mentions."""

import pytest

from games.models import Player
from tests.inbox.letters import NOON, SigningKey, signed
from tests.inbox.site_stories import take, typed
from tests.languages.conftest import german
from tests.notifications.conftest import Carry

__all__ = ["german"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names", "german")]


@pytest.mark.parametrize("field", ["Accept-Language: de-DE, en-US", "Content-Language: de-DE"])
def test_a_newcomer_s(field: str, carry: Carry, provider_key: SigningKey) -> None:
    take(signed(field.encode() + b"\r\n" + typed("sign up Ada"), provider_key))
    assert Player.objects.get(name="Ada").language == "de"
    assert '<html lang="de">' in carry(NOON)[-1].html
