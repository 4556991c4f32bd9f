"""Webhooks of tables, in the formats of Discord and ntfy: they hear of their game's entries and of its talk."""

import django.db.models.deletion
import games.models.sealed
from django.conf import settings
from django.db import migrations, models

MESSAGE = "'msg_' || replace(gen_random_uuid()::text, '-', '')"
OF_NOTIFICATIONS = f"""
CREATE OR REPLACE FUNCTION notifications_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, notification_id, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT webhook.id, noted.id, noted.kind, {MESSAGE}, 'queued', noted.created_at, noted.created_at, noted.created_at
    FROM noted JOIN notifications_webhook webhook ON webhook.player_id = noted.player_id
    WHERE webhook.state = 'on' AND noted.kind = ANY(webhook.events)%s;
    RETURN NULL;
END $$;
"""
OF_ENTRIES = f"""
CREATE OR REPLACE FUNCTION notifications_call_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, game_id, entry, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT webhook.id, NEW.game_id, NEW.number, 'entry', {MESSAGE}, 'queued', NEW.at, NEW.at, NEW.at
    FROM games_seat seat JOIN notifications_webhook webhook ON webhook.player_id = seat.player_id
    WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'entry' = ANY(webhook.events)%s;
    RETURN NULL;
END $$;
"""
OF_LINES = f"""
CREATE OR REPLACE FUNCTION notifications_call_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, game_id, line, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT webhook.id, NEW.game_id, NEW.number, 'talk', {MESSAGE}, 'queued', NEW.said_at, NEW.said_at, NEW.said_at
    FROM games_seat seat JOIN notifications_webhook webhook ON webhook.player_id = seat.player_id
    WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'talk' = ANY(webhook.events) AND NOT EXISTS (
        SELECT FROM games_talkmute mute WHERE mute.player_id = seat.player_id AND mute.muted_id = NEW.by_id
    )%s;
    RETURN NULL;
END $$;
"""
NOT_TABLES = " AND webhook.game_id IS NULL"
TABLES_TOO = f"""{NOT_TABLES}
    UNION ALL
    SELECT webhook.id, NEW.game_id, NEW.number, '%s', {MESSAGE}, 'queued', NEW.%s, NEW.%s, NEW.%s
    FROM notifications_webhook webhook WHERE webhook.game_id = NEW.game_id AND webhook.state = 'on'"""

BEFORE = OF_NOTIFICATIONS % "" + OF_ENTRIES % "" + OF_LINES % ""
AFTER = (
    OF_NOTIFICATIONS % NOT_TABLES
    + OF_ENTRIES % (TABLES_TOO % ("entry", "at", "at", "at"))
    + OF_LINES % (TABLES_TOO % ("talk", "said_at", "said_at", "said_at") + " AND 'talk' = ANY(webhook.events)")
)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0050_seasons_put_off'),
        ('notifications', '0035_every_entry_and_line'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='format',
            field=models.CharField(choices=[('signed', 'signed'), ('discord', 'Discord'), ('ntfy', 'ntfy')], db_default='signed', default='signed', max_length=8),
        ),
        migrations.AddField(
            model_name='webhook',
            name='game',
            field=models.ForeignKey(help_text='The table of which it tells.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='webhook',
            name='mentions',
            field=models.JSONField(db_default={}, default=dict, help_text="Of a table's: how players are called there, by their ids."),
        ),
        migrations.AddField(
            model_name='webhook',
            name='off_by',
            field=models.ForeignKey(help_text='The player at the table who has switched it off.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='webhook',
            name='sealed_url',
            field=games.models.sealed.SealedJSONField(help_text="Of a table's: the whole address.", null=True),
        ),
        migrations.RunSQL(AFTER, BEFORE),
    ]
