"""An app's one webhook hears of all the players who have let the app in."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MESSAGE = "'msg_' || replace(gen_random_uuid()::text, '-', '')"
LETS_IN = """'games:read' = ANY(string_to_array(token.scope, ' ')) AND (token.expires > {at} OR EXISTS (
                SELECT FROM games_refreshtoken refresh
                WHERE refresh.access_token_id = token.id AND refresh.revoked IS NULL
            ))"""

OF_NOTIFICATIONS = f"""
CREATE OR REPLACE FUNCTION notifications_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, player_id, notification_id, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT heard.webhook, heard.player, heard.noted, heard.kind, {MESSAGE}, 'queued', heard.at, heard.at, heard.at
    FROM (
        SELECT webhook.id AS webhook, NULL AS player, noted.id AS noted, noted.kind, noted.created_at AS at
        FROM noted JOIN notifications_webhook webhook ON webhook.player_id = noted.player_id
        WHERE webhook.state = 'on' AND noted.kind = ANY(webhook.events)
            AND webhook.game_id IS NULL AND webhook.app_id IS NULL
        UNION
        SELECT webhook.id, noted.player_id, noted.id, noted.kind, noted.created_at
        FROM noted JOIN games_accesstoken token ON token.user_id = noted.player_id
            JOIN notifications_webhook webhook ON webhook.app_id = token.application_id
        WHERE webhook.state = 'on' AND noted.kind = ANY(webhook.events)
            AND {LETS_IN.format(at="noted.created_at")}
    ) heard;
    RETURN NULL;
END $$;
"""
OF_SEATS = """
CREATE OR REPLACE FUNCTION notifications_call_of_{event}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, player_id, game_id, {column}, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT heard.webhook, heard.player, NEW.game_id, NEW.number, '{kind}', {message}, 'queued',
        NEW.{at}, NEW.{at}, NEW.{at}
    FROM (
        SELECT webhook.id AS webhook, NULL AS player
        FROM games_seat seat JOIN notifications_webhook webhook ON webhook.player_id = seat.player_id
        WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND '{kind}' = ANY(webhook.events)
            AND webhook.game_id IS NULL AND webhook.app_id IS NULL{but}
        UNION
        SELECT webhook.id, seat.player_id
        FROM games_seat seat JOIN games_accesstoken token ON token.user_id = seat.player_id
            JOIN notifications_webhook webhook ON webhook.app_id = token.application_id
        WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND '{kind}' = ANY(webhook.events){but}
            AND {let_in}
        UNION
        SELECT webhook.id, NULL
        FROM notifications_webhook webhook
        WHERE webhook.game_id = NEW.game_id AND webhook.state = 'on'{of_table}
    ) heard;
    RETURN NULL;
END $$;
"""
NOT_MUTED = """ AND NOT EXISTS (
                SELECT FROM games_talkmute mute WHERE mute.player_id = seat.player_id AND mute.muted_id = NEW.by_id
            )"""
AFTER = (
    OF_NOTIFICATIONS
    + OF_SEATS.format(
        event="entry",
        kind="entry",
        column="entry",
        at="at",
        message=MESSAGE,
        but="",
        let_in=LETS_IN.format(at="NEW.at"),
        of_table="",
    )
    + OF_SEATS.format(
        event="line",
        kind="talk",
        column="line",
        at="said_at",
        message=MESSAGE,
        but=NOT_MUTED,
        let_in=LETS_IN.format(at="NEW.said_at"),
        of_table=" AND 'talk' = ANY(webhook.events)",
    )
)
BEFORE = import_module("notifications.migrations.0036_webhooks_of_tables").AFTER


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0055_bots_where_they_sit'),
        ('notifications', '0036_webhooks_of_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='app',
            field=models.OneToOneField(help_text='Of whose players it hears. Empty: of its own player.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhook', to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='player',
            field=models.ForeignKey(db_constraint=False, db_index=False, help_text="Of an app's: the player who is concerned.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunSQL(AFTER, BEFORE),
    ]
