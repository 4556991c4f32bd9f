"""Which ruling settled a dispute, and that it was opened again since."""

import django.db.models.deletion
from django.db import migrations, models

# A ruling has named one dispute before: it settled that, if the same admin closed it with the same words.
KNOWN = """
UPDATE games_dispute AS dispute SET settled_by_id = ruling.id
FROM games_ruling AS ruling
WHERE ruling.dispute_id = dispute.id AND ruling.state = 'done' AND dispute.state = 'resolved'
  AND dispute.closed_by_id = ruling.by_id AND dispute.outcome = ruling.public_text
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0015_house_players")]

    operations = [
        migrations.AddField(
            "dispute",
            "reopened_at",
            models.DateTimeField(
                help_text="When the ruling that had resolved it was undone.", null=True, verbose_name="opened again"
            ),
        ),
        migrations.AddField(
            "dispute",
            "settled_by",
            models.ForeignKey(
                help_text="The ruling that resolved it.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="settled",
                to="games.ruling",
            ),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]
