"""The database as the first 41 migrations made it, in one step.

A site of an earlier release first upgrades to the release that has those migrations (deploy/runbook.md, Upgrade). Once
they have all been applied, Django counts this one as applied, too.
"""

import datetime
import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import games.ids
import games.models.sealed
import notifications.models.mails
import notifications.models.webhooks
from django.conf import settings
from django.db import migrations, models


# When a turn opens or its deadline moves, when to look whether its player needs a reminder.
ALARMS = """
CREATE FUNCTION notifications_arm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_alarm (turn_id, look_at, given)
    VALUES (NEW.id, NEW.opened_at + (NEW.deadline_at - NEW.opened_at) / 4, 0)
    ON CONFLICT (turn_id) DO UPDATE SET look_at = excluded.look_at, given = 0;
    RETURN NULL;
END $$;

CREATE TRIGGER notifications_arm_opened AFTER INSERT ON games_turn
FOR EACH ROW WHEN (NEW.closed_at IS NULL) EXECUTE FUNCTION notifications_arm();

CREATE TRIGGER notifications_arm_moved AFTER UPDATE OF deadline_at, closed_at ON games_turn
FOR EACH ROW WHEN (NEW.closed_at IS NULL AND (NEW.deadline_at <> OLD.deadline_at OR OLD.closed_at IS NOT NULL))
EXECUTE FUNCTION notifications_arm();
"""
# What webhooks are called with: notifications, entries and lines of talk, of players, their apps and tables.
WEBHOOKS = """
CREATE FUNCTION notifications_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, player_id, notification_id, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT heard.webhook, heard.player, heard.noted, heard.kind, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'queued', heard.at, heard.at, heard.at
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
            AND 'games:read' = ANY(string_to_array(token.scope, ' ')) AND (token.expires > noted.created_at OR EXISTS (
                SELECT FROM games_refreshtoken refresh
                WHERE refresh.access_token_id = token.id AND refresh.revoked IS NULL
            ))
    ) heard;
    RETURN NULL;
END $$;

CREATE FUNCTION notifications_call_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, player_id, game_id, entry, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT heard.webhook, heard.player, NEW.game_id, NEW.number, 'entry', 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'queued',
        NEW.at, NEW.at, NEW.at
    FROM (
        SELECT webhook.id AS webhook, NULL AS player
        FROM games_seat seat JOIN notifications_webhook webhook ON webhook.player_id = seat.player_id
        WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'entry' = ANY(webhook.events)
            AND webhook.game_id IS NULL AND webhook.app_id IS NULL
        UNION
        SELECT webhook.id, seat.player_id
        FROM games_seat seat JOIN games_accesstoken token ON token.user_id = seat.player_id
            JOIN notifications_webhook webhook ON webhook.app_id = token.application_id
        WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'entry' = ANY(webhook.events)
            AND 'games:read' = ANY(string_to_array(token.scope, ' ')) AND (token.expires > NEW.at OR EXISTS (
                SELECT FROM games_refreshtoken refresh
                WHERE refresh.access_token_id = token.id AND refresh.revoked IS NULL
            ))
        UNION
        SELECT webhook.id, NULL
        FROM notifications_webhook webhook
        WHERE webhook.game_id = NEW.game_id AND webhook.state = 'on'
    ) heard;
    RETURN NULL;
END $$;

CREATE FUNCTION notifications_call_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_webhookdelivery
        (webhook_id, player_id, game_id, line, event, message, state, created_at, queued_at, next_attempt_at)
    SELECT heard.webhook, heard.player, NEW.game_id, NEW.number, 'talk', 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'queued',
        NEW.said_at, NEW.said_at, NEW.said_at
    FROM (
        SELECT webhook.id AS webhook, NULL AS player
        FROM games_seat seat JOIN notifications_webhook webhook ON webhook.player_id = seat.player_id
        WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'talk' = ANY(webhook.events)
            AND webhook.game_id IS NULL AND webhook.app_id IS NULL AND NOT EXISTS (
                SELECT FROM games_talkmute mute WHERE mute.player_id = seat.player_id AND mute.muted_id = NEW.by_id
            )
        UNION
        SELECT webhook.id, seat.player_id
        FROM games_seat seat JOIN games_accesstoken token ON token.user_id = seat.player_id
            JOIN notifications_webhook webhook ON webhook.app_id = token.application_id
        WHERE seat.game_id = NEW.game_id AND webhook.state = 'on' AND 'talk' = ANY(webhook.events) AND NOT EXISTS (
                SELECT FROM games_talkmute mute WHERE mute.player_id = seat.player_id AND mute.muted_id = NEW.by_id
            )
            AND 'games:read' = ANY(string_to_array(token.scope, ' ')) AND (token.expires > NEW.said_at OR EXISTS (
                SELECT FROM games_refreshtoken refresh
                WHERE refresh.access_token_id = token.id AND refresh.revoked IS NULL
            ))
        UNION
        SELECT webhook.id, NULL
        FROM notifications_webhook webhook
        WHERE webhook.game_id = NEW.game_id AND webhook.state = 'on' AND 'talk' = ANY(webhook.events)
    ) heard;
    RETURN NULL;
END $$;

CREATE TRIGGER notifications_call_webhooks AFTER INSERT ON notifications_notification
REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION notifications_call();

CREATE TRIGGER notifications_call_webhooks_of_entry AFTER INSERT ON games_entry
FOR EACH ROW EXECUTE FUNCTION notifications_call_of_entry();

CREATE TRIGGER notifications_call_webhooks_of_line AFTER INSERT ON games_talkline
FOR EACH ROW EXECUTE FUNCTION notifications_call_of_line();
"""
# What account streams tell: entries and lines of talk.
STREAMS = """
CREATE FUNCTION notifications_hear_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_accountevent (player_id, kind, game_id, entry, seat, about, at)
    SELECT seat.player_id, 'entry', NEW.game_id, NEW.number, seat.number, '{}', NEW.at
    FROM games_seat seat JOIN notifications_listening ear ON ear.player_id = seat.player_id AND ear.listens
    WHERE seat.game_id = NEW.game_id;
    RETURN NULL;
END $$;

CREATE FUNCTION notifications_hear_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_accountevent (player_id, kind, game_id, seat, about, at)
    SELECT seat.player_id, 'talk', NEW.game_id, seat.number, jsonb_build_object('line', NEW.number), NEW.said_at
    FROM games_seat seat JOIN notifications_listening ear ON ear.player_id = seat.player_id AND ear.listens
    WHERE seat.game_id = NEW.game_id AND NOT EXISTS (
        SELECT FROM games_talkmute mute WHERE mute.player_id = seat.player_id AND mute.muted_id = NEW.by_id
    );
    RETURN NULL;
END $$;

CREATE TRIGGER notifications_entry_heard AFTER INSERT ON games_entry
FOR EACH ROW EXECUTE FUNCTION notifications_hear_entry();

CREATE TRIGGER notifications_line_heard AFTER INSERT ON games_talkline
FOR EACH ROW EXECUTE FUNCTION notifications_hear_line();
"""
# What is pushed: the emails that players get, but for codes and links.
PUSHES = """
CREATE FUNCTION notifications_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notifications_pushdelivery (subscription_id, mail_id, state, created_at, next_attempt_at)
    SELECT subscription.id, made.id, 'queued', made.created_at, made.created_at
    FROM made JOIN notifications_pushsubscription subscription ON subscription.player_id = made.player_id
    WHERE made.template = '';
    RETURN NULL;
END $$;

CREATE TRIGGER notifications_push AFTER INSERT ON notifications_mail
REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION notifications_push();
"""
WITHOUT_TRIGGERS = """
DROP TRIGGER notifications_push ON notifications_mail;
DROP TRIGGER notifications_entry_heard ON games_entry;
DROP TRIGGER notifications_line_heard ON games_talkline;
DROP TRIGGER notifications_call_webhooks ON notifications_notification;
DROP TRIGGER notifications_call_webhooks_of_entry ON games_entry;
DROP TRIGGER notifications_call_webhooks_of_line ON games_talkline;
DROP TRIGGER notifications_arm_opened ON games_turn;
DROP TRIGGER notifications_arm_moved ON games_turn;
DROP FUNCTION notifications_push();
DROP FUNCTION notifications_hear_entry();
DROP FUNCTION notifications_hear_line();
DROP FUNCTION notifications_call();
DROP FUNCTION notifications_call_of_entry();
DROP FUNCTION notifications_call_of_line();
DROP FUNCTION notifications_arm();
"""


class Migration(migrations.Migration):

    replaces = [
        ('notifications', '0001_initial'),
        ('notifications', '0002_disputes'),
        ('notifications', '0003_preferences'),
        ('notifications', '0004_alarms'),
        ('notifications', '0005_plans'),
        ('notifications', '0006_digests'),
        ('notifications', '0007_absences'),
        ('notifications', '0008_time_is_over'),
        ('notifications', '0009_closings_and_wishes'),
        ('notifications', '0010_seats'),
        ('notifications', '0011_plans_told_anew'),
        ('notifications', '0012_pause_refused'),
        ('notifications', '0013_kinds'),
        ('notifications', '0014_words'),
        ('notifications', '0015_pictures'),
        ('notifications', '0016_pictures_default'),
        ('notifications', '0017_sealed_context'),
        ('notifications', '0018_words'),
        ('notifications', '0019_inbound_emails'),
        ('notifications', '0020_mail_reports'),
        ('notifications', '0021_suggestions'),
        ('notifications', '0022_site_emails'),
        ('notifications', '0023_doors'),
        ('notifications', '0024_every_answer'),
        ('notifications', '0025_sender_addresses'),
        ('notifications', '0026_digest_games'),
        ('notifications', '0027_cut_emails'),
        ('notifications', '0028_proposals'),
        ('notifications', '0029_seasons'),
        ('notifications', '0030_proposals_in_digests'),
        ('notifications', '0031_webhooks'),
        ('notifications', '0032_cups'),
        ('notifications', '0033_streams'),
        ('notifications', '0034_proved_webhooks'),
        ('notifications', '0035_every_entry_and_line'),
        ('notifications', '0036_webhooks_of_tables'),
        ('notifications', '0037_webhooks_of_apps'),
        ('notifications', '0038_push'),
        ('notifications', '0039_fewer_indexes'),
        ('notifications', '0040_second_bounce'),
        ('notifications', '0041_what_signed_by_holds'),
    ]

    initial = True

    dependencies = [
        ('games', '0002_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='DeadAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('code', models.CharField(help_text="The server's reply code, RFC 5321 4.2 and RFC 3463; or that it was a complaint.", max_length=16)),
                ('since', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='dead_address', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'dead address',
                'verbose_name_plural': 'dead addresses',
            },
        ),
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=notifications.models.mails.new_token, editable=False, help_text='Part of its Message-ID and return path.', max_length=40)),
                ('stream', models.CharField(blank=True, choices=[('invitations', 'invitations'), ('turns', 'your turns'), ('reminders', 'reminders'), ('games', 'news of your games'), ('digest', 'digests')], help_text='Empty for emails about an account.', max_length=16)),
                ('address', models.EmailField(blank=True, help_text='Only for an email about an account, until it is settled.', max_length=254)),
                ('urgent', models.BooleanField(default=False, help_text='Someone is waiting for it: sent before all others.')),
                ('template', models.CharField(blank=True, max_length=100)),
                ('context', games.models.sealed.SealedJSONField(help_text='It may hold a code, or a link that is as good as one.', null=True)),
                ('state', models.CharField(choices=[('queued', 'queued'), ('sent', 'sent'), ('failed', 'failed'), ('dropped', 'dropped')], default='queued', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('next_attempt_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('last_error', models.CharField(blank=True, help_text="An error's class or a server's code; never its text, which may hold secrets.", max_length=100)),
                ('game', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='games.game')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to=settings.AUTH_USER_MODEL)),
                ('sent_to', models.CharField(blank=True, db_default='', default='', editable=False, help_text='A keyed hash of where it went, until a report about it has been heeded.', max_length=64)),
            ],
            options={
                'verbose_name': 'email',
                'verbose_name_plural': 'emails',
                'indexes': [models.Index(models.OrderBy(models.F('urgent'), descending=True), models.F('next_attempt_at'), condition=models.Q(('state', 'queued')), name='mail_queue'), models.Index(models.F('settled_at'), condition=models.Q(('settled_at__isnull', False)), name='mail_settled'), models.Index(models.F('player'), name='mail_of_player'), models.Index(models.F('game'), name='mail_of_game')],
                'constraints': [models.UniqueConstraint(fields=('token',), name='mail_token_once')],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text='A name in the table of kinds.', max_length=16)),
                ('seat', models.SmallIntegerField(help_text="The reader's seat; empty for readers without one.", null=True)),
                ('entry', models.IntegerField(help_text='The log entry that caused it.', null=True)),
                ('prompt_opened', models.IntegerField(help_text='The open question it is about: the number of the entry that opened it.', null=True)),
                ('deadline_at', models.DateTimeField(null=True)),
                ('dedupe_key', models.CharField(editable=False, max_length=120)),
                ('state', models.CharField(choices=[('pending', 'pending'), ('superseded', 'superseded'), ('unwanted', 'unwanted')], default='pending', max_length=10)),
                ('created_at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, help_text='Empty: of a competition.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.game')),
                ('mail', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='notifications', to='notifications.mail')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
                ('comment', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.disputecomment')),
                ('dispute', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.dispute')),
                ('ordinal', models.PositiveSmallIntegerField(default=1, help_text='For reminders: first, second or third for this deadline.')),
                ('held_until', models.DateTimeField(help_text='Waits for a digest or the end of quiet hours. Empty: not looked at yet.', null=True)),
                ('plan', models.BigIntegerField(help_text='The plan it is about. A new plan gets its own notification.', null=True)),
                ('proposal', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.proposal')),
                ('season', models.ForeignKey(db_index=False, help_text='Of a league, if it is about that rather than one of its games.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.leagueseason')),
                ('cup', models.ForeignKey(db_index=False, help_text='If it is about that rather than one of its games.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.cup')),
                ('round', models.PositiveSmallIntegerField(help_text='Of the cup, if it is about one.', null=True)),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'indexes': [models.Index(models.F('held_until'), condition=models.Q(('mail', None), ('state', 'pending')), name='notification_ungathered'), models.Index(models.F('player'), name='notification_of_player'), models.Index(models.F('game'), name='notification_of_game'), models.Index(models.F('season'), condition=models.Q(('season__isnull', False)), name='notification_of_season'), models.Index(models.F('cup'), condition=models.Q(('cup__isnull', False)), name='notification_of_cup'), models.Index(models.F('dispute'), condition=models.Q(('dispute__isnull', False)), name='notification_of_dispute'), models.Index(models.F('proposal'), condition=models.Q(('proposal__isnull', False)), name='notification_of_proposal'), models.Index(models.F('comment'), condition=models.Q(('comment__isnull', False)), name='notification_of_comment')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('cup', None), ('game__isnull', False), ('season', None)), models.Q(('cup', None), ('game', None), ('season__isnull', False)), models.Q(('cup__isnull', False), ('game', None), ('season', None)), _connector='OR'), name='notification_about_one'), models.UniqueConstraint(fields=('dedupe_key',), name='notification_once')],
            },
        ),
        migrations.CreateModel(
            name='Preference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stream', models.CharField(choices=[('invitations', 'invitations'), ('turns', 'your turns'), ('reminders', 'reminders'), ('games', 'news of your games')], max_length=16)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_preferences', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(help_text='Empty: all games.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('mode', models.CharField(choices=[('at_once', 'at once'), ('hourly', 'hourly, in one email'), ('daily', 'once a day, in one email'), ('off', 'not at all')], max_length=8)),
            ],
            options={
                'verbose_name': 'preference',
                'verbose_name_plural': 'preferences',
                'constraints': [models.UniqueConstraint(fields=('player', 'game', 'stream'), name='preference_once', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='Alarm',
            fields=[
                ('turn', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='alarm', serialize=False, to='games.turn')),
                ('look_at', models.DateTimeField()),
                ('given', models.PositiveSmallIntegerField(default=0, help_text='Reminders sent for the current deadline.')),
            ],
            options={
                'verbose_name': 'alarm',
                'verbose_name_plural': 'alarms',
                'indexes': [models.Index(models.F('look_at'), name='alarm_due')],
            },
        ),
        migrations.CreateModel(
            name='Habits',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='mail_habits', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('reminders', models.PositiveSmallIntegerField(default=1, help_text='How many reminders you get before each deadline, at most.', validators=[django.core.validators.MaxValueValidator(3)])),
                ('lead_hours', models.PositiveSmallIntegerField(help_text='Hours from the first reminder to the deadline; empty: it depends on the clock.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(168)])),
                ('digest_at', models.TimeField(default=datetime.time(8, 0), help_text='When the daily digest comes, local time.')),
                ('quiet_from', models.TimeField(help_text='Local time. In quiet hours, emails wait if they can.', null=True)),
                ('quiet_until', models.TimeField(null=True)),
                ('pictures', models.BooleanField(db_default=True, default=True, help_text='Emails about your turns show the board.')),
                ('every_answer', models.BooleanField(db_default=True, default=True, help_text='Each email of yours is answered; if not, only one that is refused or leads to a question.')),
            ],
            options={
                'verbose_name': 'habits',
                'verbose_name_plural': 'habits',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False), models.Q(('quiet_from', models.F('quiet_until')), _negated=True)), _connector='OR'), name='habits_quiet_hours')],
            },
        ),
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='absence', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('text', models.CharField(blank=True, max_length=200)),
                ('starts_on', models.DateField(help_text="In the player's time zone.")),
                ('ends_on', models.DateField(help_text='The last day.')),
            ],
            options={
                'verbose_name': 'absence',
                'verbose_name_plural': 'absences',
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='absence_lasts')],
            },
        ),
        migrations.CreateModel(
            name='MailReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(editable=False, help_text='A hash of its Message-ID and content.', max_length=64)),
                ('door', models.CharField(choices=[('lmtp', 'LMTP'), ('smtp', 'SMTP'), ('pipe', 'pipe'), ('imap', 'IMAP'), ('hook', 'webhook')], max_length=4)),
                ('raw', models.BinaryField(help_text='Sealed; empty once erased.', null=True)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('marked', 'marked'), ('noted', 'noted'), ('ignored', 'ignored')], default='waiting', max_length=8)),
                ('reason', models.CharField(blank=True, help_text='A code that says what it reports.', max_length=40)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('received_at', models.DateTimeField()),
                ('next_attempt_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('erase_at', models.DateTimeField(help_text='When its content is erased.')),
                ('mail', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='notifications.mail')),
            ],
            options={
                'verbose_name': 'mail report',
                'verbose_name_plural': 'mail reports',
                'indexes': [models.Index(models.F('next_attempt_at'), condition=models.Q(('state', 'waiting')), name='mail_report_queue'), models.Index(models.F('erase_at'), condition=models.Q(('raw__isnull', False)), name='mail_report_erase')],
                'constraints': [models.UniqueConstraint(fields=('mail', 'key'), name='mail_report_once')],
            },
        ),
        migrations.CreateModel(
            name='SiteEmail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(editable=False, help_text='A hash of its content, and of what tells it from another like it.', max_length=64)),
                ('door', models.CharField(choices=[('lmtp', 'LMTP'), ('smtp', 'SMTP'), ('pipe', 'pipe'), ('imap', 'IMAP'), ('hook', 'webhook')], max_length=4)),
                ('sender', models.CharField(blank=True, help_text='Of the envelope; erased with the content.', max_length=254)),
                ('raw', models.BinaryField(help_text='Sealed; empty once erased.', null=True)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('acted', 'acted on'), ('refused', 'refused'), ('dropped', 'dropped')], default='waiting', max_length=8)),
                ('reason', models.CharField(blank=True, help_text='A code that says why; never its text.', max_length=40)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('received_at', models.DateTimeField()),
                ('next_attempt_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('erase_at', models.DateTimeField(help_text='When its content is erased.')),
                ('author_hash', models.CharField(blank=True, editable=False, help_text='Keyed, of the address that wrote it, for the limits.', max_length=64)),
                ('listed', models.JSONField(default=list, help_text='What the numbers in its answer stand for: ids of games.')),
                ('about', models.ForeignKey(help_text='The email whose answer it replies to.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='notifications.siteemail')),
                ('answer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answered_to_site', to='notifications.mail')),
                ('player', models.ForeignKey(help_text='Whose address is in From; empty for anyone unknown.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='site_emails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'email to the site',
                'verbose_name_plural': 'emails to the site',
                'indexes': [models.Index(models.F('next_attempt_at'), condition=models.Q(('state', 'waiting')), name='site_email_queue'), models.Index(models.F('erase_at'), condition=models.Q(('raw__isnull', False)), name='site_email_erase'), models.Index(models.F('author_hash'), models.F('settled_at'), name='site_email_author'), models.Index(models.F('received_at'), name='site_email_received')],
                'constraints': [models.UniqueConstraint(fields=('key', 'about'), name='site_email_once', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='SenderAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(help_text='In lower case.', max_length=254)),
                ('accepted_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sender_addresses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'sender address',
                'verbose_name_plural': 'sender addresses',
                'constraints': [models.UniqueConstraint(fields=('player', 'address'), name='sender_address_once')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('label', models.CharField(blank=True, help_text='What you call it.', max_length=60)),
                ('url', models.CharField(max_length=500)),
                ('events', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=16), help_text='The kinds of events that it hears.', size=None)),
                ('full', models.BooleanField(default=False, help_text='Whether it is also sent the game, as the player sees it.')),
                ('secret', games.models.sealed.SealedJSONField(help_text='With which messages are signed.')),
                ('old_secret', games.models.sealed.SealedJSONField(help_text='The one before, with which they are signed for a while too.', null=True)),
                ('old_secret_until', models.DateTimeField(null=True)),
                ('state', models.CharField(choices=[('on', 'on'), ('off', 'switched off'), ('gone', 'gone'), ('failing', 'failing')], default='on', max_length=8)),
                ('failing_since', models.DateTimeField(help_text='Since when its server has taken nothing.', null=True)),
                ('created_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
                ('token', models.ForeignKey(help_text='With which it was registered. Empty: by the player, signed in.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL)),
                ('proved_at', models.DateTimeField(help_text='When its server first took a message. Empty: never yet.', null=True)),
                ('format', models.CharField(choices=[('signed', 'signed'), ('discord', 'Discord'), ('ntfy', 'ntfy')], db_default='signed', default='signed', max_length=8)),
                ('game', models.ForeignKey(help_text='The table of which it tells.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('mentions', models.JSONField(db_default={}, default=dict, help_text="Of a table's: how players are called there, by their ids.")),
                ('off_by', models.ForeignKey(help_text='The player at the table who has switched it off.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('sealed_url', games.models.sealed.SealedJSONField(help_text="Of a table's: the whole address.", null=True)),
                ('app', models.OneToOneField(help_text='Of whose players it hears. Empty: of its own player.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhook', to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL)),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
            },
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(max_length=16)),
                ('message', models.CharField(default=notifications.models.webhooks.new_message, editable=False, help_text='Its webhook-id: the same each time.', max_length=40)),
                ('state', models.CharField(choices=[('queued', 'waiting'), ('sent', 'delivered'), ('failed', 'failed'), ('dropped', 'dropped')], default='queued', max_length=8)),
                ('again', models.BooleanField(db_default=False, default=False, help_text='Its player asked for it to be posted again.')),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='Since it was queued.')),
                ('created_at', models.DateTimeField()),
                ('queued_at', models.DateTimeField(help_text='When it was last queued: it is tried for three days.')),
                ('next_attempt_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('status', models.PositiveSmallIntegerField(help_text='The HTTP status of the last answer.', null=True)),
                ('last_error', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('notification', models.ForeignKey(help_text='What it tells of.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.notification')),
                ('webhook', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.webhook')),
                ('game', models.ForeignKey(db_constraint=False, db_index=False, help_text='Of an entry or a line.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('entry', models.IntegerField(help_text="The log's entry that it tells of.", null=True)),
                ('line', models.IntegerField(help_text="The talk's line that it tells of.", null=True)),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, help_text="Of an app's: the player who is concerned.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'webhook delivery',
                'verbose_name_plural': 'webhook deliveries',
                'indexes': [models.Index(models.F('next_attempt_at'), condition=models.Q(('state', 'queued')), name='webhook_queue'), models.Index(models.F('webhook'), models.OrderBy(models.F('id'), descending=True), name='webhook_deliveries'), models.Index(models.F('created_at'), name='webhook_delivery_old')],
            },
        ),
        migrations.CreateModel(
            name='Listening',
            fields=[
                ('player', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('listens', models.BooleanField(default=True, help_text='Whether events are written for the player.')),
                ('last', models.BigIntegerField(default=0, help_text='The number of the last event.')),
                ('floor', models.BigIntegerField(default=0, help_text='Events up to this number are erased, or were not written.')),
                ('since', models.DateTimeField(help_text='When the player began to listen.')),
                ('heard_at', models.DateTimeField(help_text='When the player was last seen to listen, to the hour.')),
            ],
            options={
                'verbose_name': 'listening player',
                'verbose_name_plural': 'listening players',
                'indexes': [models.Index(models.F('heard_at'), condition=models.Q(('listens', True)), name='listening_heard')],
            },
        ),
        migrations.CreateModel(
            name='AccountEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(help_text='Counted for each player; empty until it is given.', null=True)),
                ('kind', models.CharField(choices=[('entry', "an entry of a game's log"), ('talk', 'something was said at a table'), ('invitation', 'invited to a game'), ('seat_offered', 'offered an open seat'), ('seat_taken', 'a stand-in has taken over the seat'), ('seat_passed_on', 'another player has taken over the seat'), ('ruling', 'a ruling gave the seat to another player'), ('dispute_opened', 'a dispute was opened'), ('dispute_comment', 'a dispute has a new comment'), ('dispute_closed', 'a dispute was closed'), ('proposal', 'something was proposed to the table'), ('proposal_over', 'nothing came of a proposal'), ('pause_wished', 'another player wants a pause'), ('pause_refused', 'another player wants no pause'), ('nudge', 'others ask for a move'), ('time_is_over', 'the deadline has passed, and grace runs'), ('somebody_is_late', "another player's deadline has passed"), ('closing_soon', 'a game will be closed'), ('game_closed', 'a game was closed before it began'), ('series_over', 'a series is over'), ('secrets_opened', "an admin opened a game's secrets")], max_length=16)),
                ('entry', models.IntegerField(help_text="The log's entry, or its last one at that time.", null=True)),
                ('seat', models.SmallIntegerField(help_text="The player's own seat.", null=True)),
                ('about', models.JSONField(default=dict, help_text="Further ids, such as a dispute's.")),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'account event',
                'verbose_name_plural': 'account events',
                'indexes': [models.Index(models.F('player'), models.F('id'), condition=models.Q(('number', None)), name='account_event_unnumbered'), models.Index(models.F('at'), name='account_event_old')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('number'), name='account_event_once')],
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('label', models.CharField(help_text='Which device it is, to its player.', max_length=60)),
                ('sealed', games.models.sealed.SealedJSONField(help_text='Its address and keys.')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('server', models.CharField(help_text='The host of its push service.', max_length=255)),
                ('believes', models.CharField(help_text='Our public key, the only one that it takes messages from.', max_length=100)),
                ('created_at', models.DateTimeField()),
                ('pushed_at', models.DateTimeField(help_text='When its service last took a message. Empty: never yet.', null=True)),
                ('failing_since', models.DateTimeField(help_text='Since when its service has taken nothing.', null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
                ('token', models.ForeignKey(help_text='With which it was registered, and ends. Empty: by the player, in that browser.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL)),
            ],
            options={
                'verbose_name': 'push subscription',
                'verbose_name_plural': 'push subscriptions',
            },
        ),
        migrations.CreateModel(
            name='PushDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('queued', 'waiting'), ('sent', 'delivered'), ('failed', 'failed'), ('dropped', 'dropped')], default='queued', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('created_at', models.DateTimeField()),
                ('next_attempt_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('status', models.PositiveSmallIntegerField(help_text='The HTTP status of the last answer.', null=True)),
                ('last_error', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('mail', models.ForeignKey(db_constraint=False, help_text='Of whose notifications it tells. Empty: a test.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.mail')),
                ('subscription', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.pushsubscription')),
            ],
            options={
                'verbose_name': 'push message',
                'verbose_name_plural': 'push messages',
                'indexes': [models.Index(models.F('next_attempt_at'), condition=models.Q(('state', 'queued')), name='push_queue'), models.Index(models.F('created_at'), name='push_old')],
                'constraints': [models.UniqueConstraint(fields=('subscription', 'mail'), name='one_push_for_each_mail')],
            },
        ),
        migrations.CreateModel(
            name='FirstBounce',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('bounced_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='first_bounce', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'first bounce',
                'verbose_name_plural': 'first bounces',
            },
        ),
        migrations.CreateModel(
            name='InboundEmail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(editable=False, help_text='A hash of its content, and of what tells it from another like it.', max_length=64)),
                ('door', models.CharField(choices=[('lmtp', 'LMTP'), ('smtp', 'SMTP'), ('pipe', 'pipe'), ('imap', 'IMAP'), ('hook', 'webhook')], max_length=4)),
                ('sender', models.CharField(blank=True, help_text='Of the envelope; erased with the content.', max_length=254)),
                ('raw', models.BinaryField(help_text='Sealed; empty once erased.', null=True)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('acted', 'acted on'), ('refused', 'refused'), ('dropped', 'dropped')], default='waiting', max_length=8)),
                ('reason', models.CharField(blank=True, help_text='A code that says why; never its text.', max_length=40)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('received_at', models.DateTimeField()),
                ('next_attempt_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('erase_at', models.DateTimeField(help_text='When its content is erased.')),
                ('answer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answered', to='notifications.mail')),
            ],
            options={
                'verbose_name': 'inbound email',
                'verbose_name_plural': 'inbound emails',
            },
        ),
        migrations.CreateModel(
            name='ReplyAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64)),
                ('purpose', models.CharField(choices=[('answer', 'answers a question'), ('confirm', 'confirms an email')], default='answer', max_length=8)),
                ('prompt', models.CharField(help_text='The open question that the email showed.', max_length=24)),
                ('listed', games.models.sealed.SealedJSONField(help_text='What its numbers stand for: the moves of each, in notation.')),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('confirms', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.inboundemail')),
                ('game', models.ForeignKey(db_index=False, help_text='Empty: it is a digest’s.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('mail', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reply_addresses', to='notifications.mail')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reply_addresses', to=settings.AUTH_USER_MODEL)),
                ('suggested', models.PositiveSmallIntegerField(help_text='The number that a yes plays: the one move that may have been meant.', null=True)),
                ('proposal', models.ForeignKey(db_index=False, help_text='What a yes or no answers.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.proposal')),
            ],
            options={
                'verbose_name': 'reply address',
                'verbose_name_plural': 'reply addresses',
                'indexes': [models.Index(models.F('expires_at'), name='reply_address_expires'), models.Index(models.F('player'), name='reply_address_of_player'), models.Index(models.F('game'), name='reply_address_of_game'), models.Index(models.F('proposal'), condition=models.Q(('proposal__isnull', False)), name='reply_address_of_proposal'), models.Index(models.F('confirms'), condition=models.Q(('confirms__isnull', False)), name='reply_address_confirms')],
                'constraints': [models.UniqueConstraint(fields=('token_hash',), name='reply_address_once')],
            },
        ),
        migrations.AddField(
            model_name='inboundemail',
            name='address',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='inbound_emails', to='notifications.replyaddress'),
        ),
        migrations.AddField(
            model_name='inboundemail',
            name='signed_by',
            field=models.EmailField(blank=True, help_text='Another address than the player’s that proved to have written this, or the domain that signed it without naming us (“@” before it); erased with the content.', max_length=254),
        ),
        migrations.AddField(
            model_name='inboundemail',
            name='is_cut',
            field=models.BooleanField(default=False, help_text='It was too large; only its header was kept.'),
        ),
        migrations.AddIndex(
            model_name='inboundemail',
            index=models.Index(models.F('next_attempt_at'), condition=models.Q(('state', 'waiting')), name='inbound_email_queue'),
        ),
        migrations.AddIndex(
            model_name='inboundemail',
            index=models.Index(models.F('erase_at'), condition=models.Q(('raw__isnull', False)), name='inbound_email_erase'),
        ),
        migrations.AddConstraint(
            model_name='inboundemail',
            constraint=models.UniqueConstraint(fields=('address', 'key'), name='inbound_email_once'),
        ),
        migrations.CreateModel(
            name='DigestGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('letter', models.CharField(max_length=1)),
                ('prompt', models.CharField(help_text='The open question that the email showed.', max_length=24)),
                ('listed', games.models.sealed.SealedJSONField(help_text='What its numbers stand for: the moves of each, in notation.')),
                ('address', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='digest_games', to='notifications.replyaddress')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('proposal', models.ForeignKey(help_text='What a yes or no answers.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.proposal')),
            ],
            options={
                'verbose_name': 'game of a digest',
                'verbose_name_plural': 'games of digests',
                'constraints': [models.UniqueConstraint(fields=('address', 'letter'), name='digest_game_once')],
            },
        ),
        migrations.RunSQL(ALARMS + WEBHOOKS + STREAMS + PUSHES, WITHOUT_TRIGGERS),
    ]
