"""Existing addresses in one form, beside a running site: some hundred rows in each transaction, and nothing is deleted.

It can be run again at any time before the keys are unique. What is in letters beyond ASCII becomes the address that its
mail has gone to until now (`as_mailed_before`), since there the code of its sign-up was read.
"""

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Count, Max, Q
from django.db.models.functions import Coalesce, Greatest

from games.email_addresses import as_mailed_before, comparison_key, normalize

BATCH = 500
NEXT = "SELECT max(id) FROM (SELECT id FROM games_player WHERE id > %s ORDER BY id LIMIT %s) AS batch"
FILL = """
UPDATE games_player SET email_key = lower(email COLLATE "C")
WHERE id > %s AND id <= %s AND email IS NOT NULL AND email_key IS NULL
"""
LOWER = "UPDATE games_player SET email = lower(email) WHERE id > %s AND id <= %s AND email <> lower(email)"
ODD = Q(email__regex=r'[^ -~]|"')
"""What a domain in another alphabet has, or quotes that the address does not need."""


def fill(apps):
    """Give every player's address its key; where several share one, only to the account that signed in last."""
    player = apps.get_model("games", "Player")
    in_batches(FILL)
    for pk, email in list(player.objects.filter(ODD).values_list("pk", "email")):
        _rewrite(player, pk, email)
    shared = player.objects.exclude(email_key=None).values("email_key").annotate(n=Count("pk")).filter(n__gt=1)
    for key in list(shared.values_list("email_key", flat=True)):
        _settle(player, key)
    _rewrite_others(apps)


def in_batches(statement):
    """Run a statement over all players, with the ids after which and up to which it goes."""
    last = ""
    while True:
        with connection.cursor() as cursor, transaction.atomic():
            cursor.execute(NEXT, [last, BATCH])
            (until,) = cursor.fetchone()
            if until is None:
                return
            cursor.execute(statement, [last, until])
        last = until


def _rewrite(player, pk, email):
    """The trigger keeps the key of another address; an address that stays as it is gets its key here."""
    address = _in_one_form(email)
    if address != email:
        player.objects.filter(pk=pk, email=email).update(email=address)
    player.objects.filter(pk=pk, email=address).update(email_key=comparison_key(address))


def _in_one_form(email):
    try:
        return normalize(as_mailed_before(email))
    except ValidationError:
        return as_mailed_before(email)


def _settle(player, key):
    """The account that signed in last keeps the address, by browser or by a token of its own; the others stay, too."""
    tokens = Max("games_accesstoken__created", filter=Q(games_accesstoken__application=None))
    signed_in = Greatest(Coalesce("last_login", "date_joined"), Coalesce(tokens, "date_joined"), "date_joined")
    rows = player.objects.filter(email_key=key).annotate(signed_in=signed_in).order_by("-signed_in", "pk")
    _keeper, *others = rows.values_list("pk", flat=True)
    player.objects.filter(pk__in=others).update(email_key=None)


def _rewrite_others(apps):
    """Addresses that wait to become a player's, and those that django-allauth keeps beside a player."""
    change, address = apps.get_model("games", "AddressChange"), apps.get_model("account", "EmailAddress")
    for row in change.objects.filter(Q(address__regex=r'[^ -~]|"')):
        change.objects.filter(pk=row.pk).update(address=_in_one_form(row.address))
    for row in address.objects.all():
        key = comparison_key(_in_one_form(row.email))
        taken = address.objects.filter(email=key).filter(Q(user=row.user_id) | Q(verified=True)).exclude(pk=row.pk)
        if key != row.email and not taken.exists():
            address.objects.filter(pk=row.pk).update(email=key)
