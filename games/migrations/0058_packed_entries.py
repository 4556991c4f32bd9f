"""Columns for entries of games that are long finished (`manage.py compact_log`). Nothing is rewritten here: one
statement changes only what PostgreSQL knows of the table, and the constraint is checked by the next migration.

One statement, since the table is locked from the first to the end, and Django takes its time between two.
"""

import games.models.entry
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

FORWARDS = """
ALTER TABLE games_entry
    ADD COLUMN packed bytea,
    ADD COLUMN parts bytea,
    ALTER COLUMN public DROP NOT NULL,
    ALTER COLUMN hash DROP NOT NULL,
    ADD CONSTRAINT entry_kept_in_one_form CHECK (
        (hash IS NOT NULL AND packed IS NULL AND public IS NOT NULL)
        OR (hash IS NULL AND packed IS NOT NULL AND public IS NULL)
    ) NOT VALID
"""
BACKWARDS = """
ALTER TABLE games_entry
    DROP CONSTRAINT entry_kept_in_one_form,
    ALTER COLUMN hash SET NOT NULL,
    ALTER COLUMN public SET NOT NULL,
    DROP COLUMN parts,
    DROP COLUMN packed
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0057_public_ends'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS, BACKWARDS)],
            state_operations=[
                migrations.AddField(
                    model_name='entry',
                    name='packed',
                    field=models.BinaryField(help_text='Public part and hash (`games.models.packed`).', null=True),
                ),
                migrations.AddField(
                    model_name='entry',
                    name='parts',
                    field=models.BinaryField(help_text='All secret parts, sealed (`games.store.secret_parts`).', null=True),
                ),
                migrations.AlterField(
                    model_name='entry',
                    name='public',
                    field=games.models.entry.PackableJSON(null=True, verbose_name='public part'),
                ),
                migrations.AlterField(
                    model_name='entry',
                    name='hash',
                    field=games.models.entry.PackableText(max_length=64, null=True, verbose_name='chain hash'),
                ),
                AddConstraintNotValid(
                    model_name='entry',
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            models.Q(('hash__isnull', False), ('packed', None), ('public__isnull', False)),
                            models.Q(('hash', None), ('packed__isnull', False), ('public__isnull', True)),
                            _connector='OR',
                        ),
                        name='entry_kept_in_one_form',
                    ),
                ),
            ],
        ),
    ]
