"""One form of an address: `email` is where mail goes, and `email_key`, which is unique, is what is compared.

Each step can be run again, and nobody waits for one but for a moment.
"""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

from games.migrations import _addresses
from games.migrations._indexes import dropped, made

COLUMN = models.TextField(editable=False, help_text='The same for all spellings of one mailbox. Empty if another account of the same mailbox has the address.', null=True)
KEY = models.UniqueConstraint(fields=('email_key',), name='player_email_key_unique', violation_error_message='This address has an account.')


def fill(apps, editor):
    _addresses.fill(apps)


def lower(apps, editor):
    _addresses.in_batches(_addresses.LOWER)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('account', '0009_emailaddress_unique_primary_email'),
        ('games', '0061_lists_of_many_games'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE games_player ADD COLUMN IF NOT EXISTS email_key text",
                    "ALTER TABLE games_player DROP COLUMN IF EXISTS email_key",
                ),
                migrations.RunSQL(
                    "ALTER TABLE games_player DROP CONSTRAINT IF EXISTS player_email_lower",
                    "ALTER TABLE games_player ADD CONSTRAINT player_email_lower CHECK (email = lower(email))",
                ),
                migrations.RunSQL(
                    "ALTER TABLE games_player DROP CONSTRAINT IF EXISTS games_player_email_key",
                    "ALTER TABLE games_player ADD CONSTRAINT games_player_email_key UNIQUE (email)",
                ),
                dropped("games_player_email_3f869199_like", "games_player (email varchar_pattern_ops)"),
            ],
            state_operations=[
                migrations.AddField(model_name='player', name='email_key', field=COLUMN),
                migrations.RemoveConstraint(model_name='player', name='player_email_lower'),
                migrations.AlterField(
                    model_name='player',
                    name='email',
                    field=models.EmailField(blank=True, help_text='Where mail goes: as typed, with the domain as the DNS knows it.', max_length=254, null=True, verbose_name='e-mail address'),
                ),
            ],
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='player',
            trigger=pgtrigger.compiler.Trigger(name='keep_email_key', sql=pgtrigger.compiler.UpsertTriggerSql(func='\nIF TG_OP = \'INSERT\' OR NEW.email IS DISTINCT FROM OLD.email THEN\n    NEW.email_key := lower(NEW.email COLLATE "C");\nEND IF;\nRETURN NEW;\n', hash='7c4320cff92f7242bfc037189c899bd0ae46e3f7', operation='INSERT OR UPDATE OF "email"', pgid='pgtrigger_keep_email_key_60993', table='games_player', when='BEFORE')),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE games_player DROP CONSTRAINT IF EXISTS player_email_key_unique", migrations.RunSQL.noop
                ),
                dropped("player_email_key_unique", "games_player (email_key)"),
                migrations.RunPython(fill, lower),
                made("player_email_key_unique", "games_player (email_key)", unique=True),
                migrations.RunSQL(
                    "ALTER TABLE games_player ADD CONSTRAINT player_email_key_unique UNIQUE USING INDEX player_email_key_unique",
                    "ALTER TABLE games_player DROP CONSTRAINT IF EXISTS player_email_key_unique",
                ),
            ],
            state_operations=[migrations.AddConstraint(model_name='player', constraint=KEY)],
        ),
    ]
