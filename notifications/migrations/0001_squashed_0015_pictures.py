"""The database as the first 15 migrations make it, in one step: what a new installation begins with.

Those 15 stay beside it. Django goes by them where some of them have been applied already, and comes to the same
schema; where all of them have, it counts this one as applied.
"""

import datetime
import django.core.validators
import django.db.models.deletion
import notifications.models
from django.conf import settings
from django.db import migrations, models


ARM = """
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

DISARM = """
DROP TRIGGER notifications_arm_moved ON games_turn;
DROP TRIGGER notifications_arm_opened ON games_turn;
DROP FUNCTION notifications_arm();
DELETE FROM notifications_alarm;
"""


class Migration(migrations.Migration):

    initial = True

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
    ]

    dependencies = [
        ('games', '0001_squashed_0027_codes_by_door'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DeadAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('code', models.CharField(help_text="The server's reply code, RFC 5321 4.2 and RFC 3463.", max_length=16)),
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
                ('token', models.CharField(default=notifications.models.new_token, editable=False, help_text='Of its Message-ID and its return path.', max_length=40, unique=True)),
                ('stream', models.CharField(blank=True, choices=[('invitations', 'invitations'), ('turns', 'your turns'), ('reminders', 'reminders'), ('games', 'news of your games'), ('digest', 'digests')], help_text='Empty for emails about an account.', max_length=16)),
                ('address', models.EmailField(blank=True, help_text='Only of an email about an account, until it is settled.', max_length=254)),
                ('urgent', models.BooleanField(default=False, help_text='Somebody sits and waits for it: sent before all others.')),
                ('template', models.CharField(blank=True, max_length=100)),
                ('context', models.JSONField(null=True)),
                ('state', models.CharField(choices=[('queued', 'queued'), ('sent', 'sent'), ('failed', 'failed'), ('dropped', 'dropped')], default='queued', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('next_attempt_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('last_error', models.CharField(blank=True, help_text="An error's class or a server's code: never its text, which may hold secrets.", max_length=100)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='games.game')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'email',
                'verbose_name_plural': 'emails',
                'indexes': [models.Index(models.OrderBy(models.F('urgent'), descending=True), models.F('next_attempt_at'), condition=models.Q(('state', 'queued')), name='mail_queue'), models.Index(models.F('settled_at'), condition=models.Q(('settled_at__isnull', False)), name='mail_settled')],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text='A name in the table of kinds.', max_length=16)),
                ('seat', models.SmallIntegerField(help_text="The reader's seat; empty for readers without one.", null=True)),
                ('entry', models.IntegerField(help_text="The log's entry that caused it.", null=True)),
                ('prompt_opened', models.IntegerField(help_text='The open question it is about: the number of the entry that opened it.', null=True)),
                ('deadline_at', models.DateTimeField(null=True)),
                ('dedupe_key', models.CharField(editable=False, max_length=120, unique=True)),
                ('state', models.CharField(choices=[('pending', 'pending'), ('superseded', 'superseded'), ('unwanted', 'unwanted')], default='pending', max_length=10)),
                ('created_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.game')),
                ('mail', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='notifications', to='notifications.mail')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
                ('comment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.disputecomment')),
                ('dispute', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.dispute')),
                ('ordinal', models.PositiveSmallIntegerField(default=1, help_text='Of a reminder: which one of those for this deadline.')),
                ('held_until', models.DateTimeField(help_text='It waits for a digest or the end of quiet hours. Empty: nobody has looked yet.', null=True)),
                ('plan', models.BigIntegerField(help_text='Which plan it is about: another plan is told anew.', null=True)),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'indexes': [models.Index(models.F('held_until'), condition=models.Q(('mail', None), ('state', 'pending')), name='notification_ungathered')],
            },
        ),
        migrations.CreateModel(
            name='Preference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stream', models.CharField(choices=[('invitations', 'invitations'), ('turns', 'your turns'), ('reminders', 'reminders'), ('games', 'news of your games')], max_length=16)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_preferences', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(help_text='Empty: any.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
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
                ('given', models.PositiveSmallIntegerField(default=0, help_text='Reminders of the present deadline.')),
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
                ('reminders', models.PositiveSmallIntegerField(default=1, help_text='At most so many for each deadline.', validators=[django.core.validators.MaxValueValidator(3)])),
                ('lead_hours', models.PositiveSmallIntegerField(help_text='Before the deadline, the first one; empty: by the length of the clock.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(168)])),
                ('digest_at', models.TimeField(default=datetime.time(8, 0), help_text='Local time of the daily digest.')),
                ('quiet_from', models.TimeField(help_text='Local time. No email comes in quiet hours, if it can wait.', null=True)),
                ('quiet_until', models.TimeField(null=True)),
                ('pictures', models.BooleanField(default=True, help_text='Emails about your turns show the board.')),
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
                ('starts_on', models.DateField(help_text="In the player's own time zone.")),
                ('ends_on', models.DateField(help_text='The last day.')),
            ],
            options={
                'verbose_name': 'absence',
                'verbose_name_plural': 'absences',
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='absence_lasts')],
            },
        ),
        migrations.RunSQL(ARM, DISARM),
    ]
