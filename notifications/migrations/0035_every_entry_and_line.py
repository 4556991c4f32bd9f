"""Webhooks that want it hear of every entry and every line of their player's games, by triggers as of notifications."""

import django.db.models.deletion
from django.db import migrations, models

CALL = """
CREATE FUNCTION notifications_call_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, game_id, entry, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT webhook.id, NEW.game_id, NEW.number, 'entry', 'msg_' || replace(gen_random_uuid()::text, '-', ''),
        'queued', NEW.at, NEW.at, NEW.at
    FROM games_seat seat JOIN notifications_webhook webhook ON webhook.player_id = seat.player_id
    WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'entry' = ANY(webhook.events);
    RETURN NULL;
END $$;

CREATE FUNCTION notifications_call_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, game_id, line, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT webhook.id, NEW.game_id, NEW.number, 'talk', 'msg_' || replace(gen_random_uuid()::text, '-', ''),
        'queued', NEW.said_at, NEW.said_at, NEW.said_at
    FROM games_seat seat JOIN notifications_webhook webhook ON webhook.player_id = seat.player_id
    WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'talk' = ANY(webhook.events) AND NOT EXISTS (
        SELECT FROM games_talkmute mute WHERE mute.player_id = seat.player_id AND mute.muted_id = NEW.by_id
    );
    RETURN NULL;
END $$;

CREATE TRIGGER notifications_call_webhooks_of_entry AFTER INSERT ON games_entry
FOR EACH ROW EXECUTE FUNCTION notifications_call_of_entry();

CREATE TRIGGER notifications_call_webhooks_of_line AFTER INSERT ON games_talkline
FOR EACH ROW EXECUTE FUNCTION notifications_call_of_line();
"""

CALL_NO_MORE = """
DROP TRIGGER notifications_call_webhooks_of_line ON games_talkline;
DROP TRIGGER notifications_call_webhooks_of_entry ON games_entry;
DROP FUNCTION notifications_call_of_line();
DROP FUNCTION notifications_call_of_entry();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0050_seasons_put_off'),
        ('notifications', '0034_proved_webhooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhookdelivery',
            name='game',
            field=models.ForeignKey(db_constraint=False, db_index=False, help_text='Of an entry or a line.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='entry',
            field=models.IntegerField(help_text="The log's entry that it tells of.", null=True),
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='line',
            field=models.IntegerField(help_text="The talk's line that it tells of.", null=True),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='notification',
            field=models.ForeignKey(help_text='What it tells of.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.notification'),
        ),
        migrations.RunSQL(CALL, CALL_NO_MORE),
    ]
