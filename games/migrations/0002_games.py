"""Games, competitions and all else: the other part of what the first 64 migrations made (see `0001_accounts`)."""

import datetime
import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.text
import games.ids
import games.models.entry
import games.models.ruling
import games.models.sealed
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


READS = {
    "game": "game",
    "entry": "entry",
    "seat": "seat",
    "turn": "turn",
    "player": "player",
    "outage": "outage",
    "ruling": "ruling",
    "adminact": "admin's act",
    "dispute": "dispute",
    "disputecomment": "comment",
    "moderation": "moderation",
    "bulkruling": "bulk ruling",
}
RIGHTS = {
    "extend": ("ruling", "Can extend deadlines"),
    "replace": ("ruling", "Can give a seat to another player or the stand-in"),
    "rule": ("ruling", "Can rule on games in every way"),
    "bulk": ("ruling", "Can extend, pause and resume many games at once"),
    "open_secrets": ("ruling", "Can open what seats secretly hold"),
    "moderate": ("ruling", "Can warn, mute and suspend players"),
    "settle": ("dispute", "Can resolve and dismiss disputes"),
}
GROUPS = {
    "support": ["extend", "replace", "settle"],
    "referee": ["extend", "replace", "rule", "open_secrets", "settle"],
    "operator": ["bulk", "moderate"],
}


def make_groups(apps, schema_editor):
    """Rows that `create_permissions` would make only after all migrations are made here, and found by it then."""
    group_of = apps.get_model("auth", "Group").objects
    kinds = apps.get_model("contenttypes", "ContentType").objects
    permissions = apps.get_model("auth", "Permission").objects

    def permission(model, codename, name):
        kind, _ = kinds.get_or_create(app_label="games", model=model)
        return permissions.get_or_create(content_type=kind, codename=codename, defaults={"name": name})[0]

    reads = [permission(model, f"view_{model}", f"Can view {name}") for model, name in READS.items()]
    rights = {right: permission(model, right, name) for right, (model, name) in RIGHTS.items()}
    for name, given in GROUPS.items():
        group, _ = group_of.get_or_create(name=name)
        group.permissions.add(*reads, *(rights[right] for right in given))


class Migration(migrations.Migration):

    replaces = [
        ('games', '0064_lost_by_absence'),
    ]

    initial = True

    dependencies = [
        ('games', '0001_accounts'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('source', models.CharField(max_length=32, primary_key=True, serialize=False, verbose_name='source')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'heartbeat',
                'verbose_name_plural': 'heartbeats',
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('ruleset', models.CharField(help_text='With its version, for example “usa@1”.', max_length=32, verbose_name='ruleset')),
                ('board_digest', models.CharField(help_text="The digest that pins the board's data.", max_length=64, verbose_name='board')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('status', models.CharField(choices=[('open', 'open'), ('running', 'running'), ('ended', 'ended'), ('abandoned', 'abandoned'), ('void', 'void'), ('closed', 'called off')], default='open', max_length=12, verbose_name='status')),
                ('seats_wanted', models.PositiveSmallIntegerField(verbose_name='seats')),
                ('access', models.CharField(choices=[('open', 'anybody'), ('invitation', 'by invitation')], default='open', max_length=12, verbose_name='who may join')),
                ('public', models.BooleanField(default=True, help_text='Anyone can watch.', verbose_name='public')),
                ('order', models.CharField(choices=[('fixed', 'as joined'), ('drawn', 'drawn'), ('continued', 'as before, the next player first'), ('paired', 'as the competition has it')], default='drawn', max_length=10, verbose_name='seating')),
                ('time_per_move', models.DurationField(help_text='From 12 hours to 14 days.', verbose_name='time per move')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('secrets_open_at', models.DateTimeField(blank=True, help_text='From then on anyone can see the seed, hands and draws.', null=True, verbose_name='secrets open')),
                ('commitment', models.CharField(help_text='SHA-256 of the secret seed, in hex.', max_length=64, verbose_name='commitment')),
                ('head', models.PositiveIntegerField(default=0, help_text="The number of the log's last entry.", verbose_name='entries')),
                ('chain', models.CharField(blank=True, help_text="The hash of the log's last entry.", max_length=64, verbose_name='chain')),
                ('quarantined_until', models.DateTimeField(blank=True, null=True, verbose_name='quarantined until')),
                ('quarantine_error', models.CharField(blank=True, help_text="The error's class and place; never its text, which may hold secrets.", max_length=200)),
                ('host', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hosted', to=settings.AUTH_USER_MODEL, verbose_name='host')),
                ('paused_at', models.DateTimeField(blank=True, null=True, verbose_name='paused')),
                ('pauses', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), blank=True, default=list, help_text='The reasons. With none left, the clocks run.', size=None)),
                ('pause_on_dispute', models.BooleanField(default=False, help_text='An open dispute stops the clocks.', verbose_name='disputes pause it')),
                ('clock', models.JSONField(blank=True, default=dict, help_text='What the players agreed on besides the time per move.', verbose_name='clock')),
                ('minimum_reliability', models.PositiveSmallIntegerField(blank=True, help_text='Percentage of moves made in time.', null=True, verbose_name='minimum reliability')),
                ('closes_at', models.DateTimeField(blank=True, help_text='Unless someone plays by then.', null=True, verbose_name='closes')),
                ('closing_told_at', models.DateTimeField(blank=True, help_text='When the players were told that it will close.', null=True, verbose_name='closing announced')),
                ('never_started', models.BooleanField(default=False, help_text='It was closed because it never started.', verbose_name='never started')),
                ('again_of', models.ForeignKey(db_index=False, editable=False, help_text='The earlier game whose players meet again here.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='again', to='games.game')),
                ('practice', models.BooleanField(db_default=False, default=False, help_text="Against stand-ins only. It doesn't count, and sends no emails.", verbose_name='practice')),
                ('lines', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text="The number of the talk's last line.", verbose_name='lines said')),
                ('talk_open', models.BooleanField(db_default=False, default=False, help_text='Spectators can read the talk, and join in.', verbose_name='talk is open')),
                ('nudged_at', models.DateTimeField(blank=True, editable=False, help_text='When its players last had somebody reminded.', null=True, verbose_name='nudged')),
                ('proposals_open', models.PositiveSmallIntegerField(db_default=0, default=0, editable=False, help_text='How many proposals wait for the table.', verbose_name='open proposals')),
                ('talk_opened_after', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='The number of the last line that was said before: until the game is over, it is for the players.', verbose_name='talk opened after')),
                ('maximum_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='maximum rating')),
                ('minimum_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minimum rating')),
                ('rated', models.BooleanField(db_default=True, default=True, help_text='Its result changes ratings, if people play it.', verbose_name='rated')),
                ('bots', models.CharField(choices=[('none', 'none'), ('allowed', 'allowed')], db_default='none', default='none', max_length=8, verbose_name='bots')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'indexes': [models.Index(models.F('created_at'), models.F('id'), name='game_created'), models.Index(models.F('quarantined_until'), condition=models.Q(('quarantined_until__isnull', False)), name='game_quarantined'), models.Index(models.F('paused_at'), condition=models.Q(('paused_at__isnull', False)), name='game_paused'), models.Index(models.F('closes_at'), models.F('id'), condition=models.Q(('closes_at__isnull', False)), name='game_closing'), models.Index(models.F('closes_at'), models.F('id'), condition=models.Q(('closes_at__isnull', False), ('closing_told_at', None)), name='game_closing_untold'), models.Index(models.F('ended_at'), models.F('id'), condition=models.Q(('ended_at__isnull', False), ('public', True)), name='game_public_end'), models.Index(models.F('host'), name='game_of_host'), models.Index(models.F('again_of'), condition=models.Q(('again_of__isnull', False)), name='game_again_of'), models.Index(models.F('status'), models.F('created_at'), models.F('id'), name='game_of_status'), models.Index(models.F('ruleset'), models.F('created_at'), models.F('id'), name='game_of_ruleset'), models.Index(models.F('started_at'), condition=models.Q(('public', True), ('status', 'running')), name='game_running')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seats_wanted__range', (2, 6))), name='game_seats'), models.CheckConstraint(condition=models.Q(('time_per_move__range', (datetime.timedelta(seconds=43200), datetime.timedelta(days=14)))), name='game_time_per_move'), models.CheckConstraint(condition=models.Q(models.Q(('chain', ''), ('head', 0), ('started_at', None)), models.Q(('chain__regex', '^[0-9a-f]{64}$'), ('head__gt', 0)), _connector='OR'), name='game_log_head'), models.CheckConstraint(condition=models.Q(('commitment__regex', '^[0-9a-f]{64}$')), name='game_commitment'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('started_at', None), ('status', 'open')), models.Q(('ended_at__isnull', False), ('started_at', None), ('status', 'closed')), models.Q(('ended_at', None), ('started_at__isnull', False), ('status', 'running')), models.Q(('ended_at__gte', models.F('started_at')), ('started_at__isnull', False), ('status__in', ['ended', 'abandoned', 'void'])), _connector='OR'), name='game_status_times'), models.CheckConstraint(condition=models.Q(models.Q(('paused_at', None), ('pauses', [])), models.Q(('paused_at__isnull', False), ('pauses__len__gt', 0), ('status', 'running')), _connector='OR'), name='game_paused_for_a_reason'), models.CheckConstraint(condition=models.Q(('minimum_reliability', None), ('minimum_reliability__range', (1, 100)), _connector='OR'), name='game_minimum_reliability'), models.CheckConstraint(condition=models.Q(('closes_at', None), ('status__in', ['open', 'running']), _connector='OR'), name='game_closes_while_alive')],
            },
        ),
        migrations.CreateModel(
            name='GameSecret',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret', serialize=False, to='games.game')),
                ('seed', models.BinaryField(help_text='256 bits, encrypted with a key from the environment (Fernet).')),
                ('key', models.BinaryField(help_text='The key for all draws, encrypted likewise; set at the start.', null=True)),
                ('position', models.BinaryField(help_text="The engine's state as canonical JSON, sealed.", null=True)),
                ('position_number', models.PositiveIntegerField(help_text='The entry after which this is the position.', null=True)),
                ('chance_counter', models.PositiveBigIntegerField(default=0, help_text='The next draw; it never goes back.')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('position', None), ('position_number', None)), models.Q(('position__isnull', False), ('position_number__isnull', False)), _connector='OR'), name='position_has_number')],
            },
        ),
        migrations.CreateModel(
            name='EntrySecret',
            fields=[
                ('pk', models.CompositePrimaryKey('game_id', 'number', 'holder', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(help_text="The entry's number.")),
                ('holder', models.SmallIntegerField(help_text="A seat's number, or -1 for nobody.")),
                ('salt', models.BinaryField(help_text='256 bits; empty where the body holds it.')),
                ('body', models.BinaryField(help_text='Salt and canonical JSON, sealed (`games.table.store.secret_parts`).')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('holder__gte', -1)), name='entry_secret_holder')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('pk', models.CompositePrimaryKey('game_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('kind', models.CharField(max_length=16, verbose_name='kind')),
                ('seat', models.PositiveSmallIntegerField(help_text='The seat that acted; empty if none did.', null=True, verbose_name='seat')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('public', games.models.entry.PackableJSON(null=True, verbose_name='public part')),
                ('hash', games.models.entry.PackableText(max_length=64, null=True, verbose_name='chain hash')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.game')),
                ('packed', models.BinaryField(help_text='Public part and hash (`games.models.packed`).', null=True)),
                ('parts', models.BinaryField(help_text='All secret parts, sealed (`games.table.store.secret_parts`).', null=True)),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'ordering': ['game', 'number'],
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gt', 0)), name='entry_counts_from_one'), models.CheckConstraint(condition=models.Q(('hash__regex', '^[0-9a-f]{64}$')), name='entry_hash'), models.CheckConstraint(condition=models.Q(models.Q(('hash__isnull', False), ('packed', None), ('public__isnull', False)), models.Q(('hash', None), ('packed__isnull', False), ('public__isnull', True)), _connector='OR'), name='entry_kept_in_one_form')],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('request_hash', models.CharField(help_text='SHA-256 of the request, in hex.', max_length=64)),
                ('answer', models.JSONField(help_text='Entry numbers and codes; never anything that only one seat may know.')),
                ('created_at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'idempotency key',
                'verbose_name_plural': 'idempotency keys',
                'indexes': [models.Index(models.F('created_at'), name='idempotency_key_age'), models.Index(models.F('player'), name='idempotency_key_player')],
                'constraints': [models.UniqueConstraint(fields=('game', 'player', 'key'), name='idempotency_key_once')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game')),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('by_address', models.BooleanField(db_default=False, default=False, help_text='The host knows an address, and is not to learn whose it is.', verbose_name='by address')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'indexes': [models.Index(models.F('player'), condition=models.Q(('answered_at', None)), name='invitation_open')],
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='invitation_once')],
            },
        ),
        migrations.CreateModel(
            name='MailedCode',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('address', models.EmailField(max_length=254)),
                ('purpose', models.CharField(choices=[('sign_up', 'sign up'), ('sign_in', 'sign in'), ('new_address', 'new address'), ('old_address', 'old address'), ('keep', 'keep'), ('erase', 'erase'), ('proof', 'proof'), ('nothing', 'nothing')], max_length=12)),
                ('facts', models.JSONField(default=dict, help_text='Name and so on of the new player, or the change of address.')),
                ('code_hash', models.CharField(help_text='A keyed hash: the rows alone give no code away.', max_length=64)),
                ('attempts_left', models.PositiveSmallIntegerField(help_text='Attempts left to type the code; the link in the email needs none.')),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mailed_codes', to=settings.AUTH_USER_MODEL)),
                ('asked_by', models.CharField(default='', help_text='A keyed hash of the network or player.', max_length=64)),
                ('used_at', models.DateTimeField(null=True)),
                ('door', models.CharField(choices=[('sign_up', 'sign-up'), ('account', 'sign-in and account')], db_default='account', default='account', max_length=8)),
            ],
            options={
                'verbose_name': 'mailed code',
                'verbose_name_plural': 'mailed codes',
                'indexes': [models.Index(django.db.models.functions.text.Lower('address'), models.F('created_at'), name='code_address'), models.Index(models.F('created_at'), name='code_age'), models.Index(models.F('asked_by'), models.F('created_at'), name='code_asked_by')],
                'constraints': [models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='code_expires_later'), models.CheckConstraint(condition=models.Q(models.Q(('player', None), ('purpose__in', ['sign_up', 'nothing'])), models.Q(('player__isnull', False), ('purpose__in', ['sign_in', 'new_address', 'old_address', 'keep', 'erase', 'proof'])), _connector='OR'), name='code_knows_whom')],
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField(verbose_name='started')),
                ('ended_at', models.DateTimeField(verbose_name='ended')),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
                'indexes': [models.Index(models.F('ended_at'), name='outage_ended')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ended_at__gt', models.F('started_at'))), name='outage_lasts'), models.UniqueConstraint(fields=('started_at',), name='outage_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('joined_at', models.DateTimeField(verbose_name='joined')),
                ('contribution', models.CharField(blank=True, help_text='What this seat adds to the key for all draws.', max_length=64, verbose_name='contribution')),
                ('status', models.CharField(choices=[('playing', 'playing'), ('absent', 'absent'), ('resigned', 'resigned'), ('forfeited', 'forfeited')], default='playing', max_length=12, verbose_name='status')),
                ('timeouts_in_a_row', models.PositiveSmallIntegerField(default=0, verbose_name='timeouts in a row')),
                ('agrees_to_open', models.BooleanField(default=False, help_text='If everyone agrees, the secrets open sooner after the end.', verbose_name='agrees to open')),
                ('points', models.SmallIntegerField(help_text='Set when the game ends.', null=True, verbose_name='points')),
                ('rank', models.PositiveSmallIntegerField(help_text='Set when the game ends with ranks.', null=True, verbose_name='rank')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('bank', models.DurationField(default=datetime.timedelta, help_text='Time saved up.', verbose_name='bank')),
                ('stopped', models.DurationField(default=datetime.timedelta, help_text='How long quiet hours and days off have stopped its clock.', verbose_name='stopped')),
                ('wants_pause', models.BooleanField(default=False, help_text='The game pauses when everyone still playing wants it.', verbose_name='wants a pause')),
                ('open_since', models.DateTimeField(blank=True, help_text="Since then others can take it over (P2); empty if they can't.", null=True, verbose_name='open since')),
                ('lines_read', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Up to which line its player has read.', verbose_name='lines read')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['game', 'number'],
                'indexes': [models.Index(models.OrderBy(models.F('open_since'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('open_since__isnull', False)), name='seat_open'), models.Index(models.F('player'), name='seat_of_player')],
                'constraints': [models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('game', 'number'), name='seat_number_once'), models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('game', 'player'), name='seat_player_once'), models.CheckConstraint(condition=models.Q(('number__lt', 6)), name='seat_number'), models.CheckConstraint(condition=models.Q(('contribution__regex', '^[0-9a-fA-F]*$')), name='seat_contribution')],
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('prompt_opened', models.PositiveIntegerField(verbose_name='opened by entry')),
                ('kind', models.CharField(help_text="The prompt's tag, for example “take_turn”.", max_length=32, verbose_name='kind')),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('deadline_at', models.DateTimeField(verbose_name='deadline')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.game')),
                ('stops', models.JSONField(blank=True, default=list, help_text='When its clock stops, as planned at its start; emptied when it ends.')),
                ('expires_at', models.DateTimeField(help_text='When the server acts: at the deadline, or when grace ends.', verbose_name='expires')),
                ('player', models.ForeignKey(db_index=False, help_text='The player asked; anyone who takes over the seat replaces them.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='turns', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('announced_at', models.DateTimeField(blank=True, help_text='When everyone was told that grace is running.', null=True, verbose_name='announced')),
                ('in_time', models.BooleanField(blank=True, help_text="Whether a move came in time; empty if the turn doesn't count.", null=True, verbose_name='in time')),
            ],
            options={
                'verbose_name': 'turn',
                'verbose_name_plural': 'turns',
                'indexes': [models.Index(models.F('deadline_at'), condition=models.Q(('closed_at', None)), name='turn_due'), models.Index(models.F('expires_at'), condition=models.Q(('closed_at', None)), name='turn_expiring'), models.Index(models.F('deadline_at'), condition=models.Q(('announced_at', None), ('closed_at', None), ('expires_at__gt', models.F('deadline_at'))), name='turn_in_grace'), models.Index(models.F('player'), condition=models.Q(('closed_at', None)), name='turn_asked'), models.Index(condition=models.Q(('in_time__isnull', False)), fields=['player', 'closed_at'], include=('in_time',), name='turn_of_player'), models.Index(models.F('game'), models.F('seat'), name='turn_of_seat')],
                'constraints': [models.CheckConstraint(condition=models.Q(('deadline_at__gt', models.F('opened_at'))), name='turn_deadline'), models.CheckConstraint(condition=models.Q(('expires_at__gte', models.F('deadline_at'))), name='turn_expires'), models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('game', 'seat', 'prompt_opened'), name='turn_open_once')],
            },
        ),
        migrations.CreateModel(
            name='AdminAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('what', models.CharField(help_text='For example “ruled” or “secrets_opened”.', max_length=32, verbose_name='what')),
                ('entry', models.PositiveIntegerField(null=True, verbose_name='entry')),
                ('detail', models.JSONField(default=dict, help_text='Codes, numbers and ids; no free text.', verbose_name='detail')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('game', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='games.game', verbose_name='game')),
                ('player', models.ForeignKey(db_index=False, help_text='The player it was about.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts_about', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': "admin's act",
                'verbose_name_plural': "admins' acts",
                'ordering': ['-at', '-id'],
                'indexes': [models.Index(models.F('at'), models.F('id'), name='act_at'), models.Index(models.F('by'), models.F('at'), name='act_by'), models.Index(models.F('game'), models.F('at'), name='act_game'), models.Index(models.F('player'), models.F('at'), name='act_player'), models.Index(models.F('what'), models.F('at'), name='act_what')],
            },
        ),
        migrations.CreateModel(
            name='AdminReason',
            fields=[
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='reason', serialize=False, to='games.adminact')),
                ('text', models.TextField(max_length=2000, verbose_name='reason')),
            ],
            options={
                'verbose_name': "admin's reason",
                'verbose_name_plural': "admins' reasons",
            },
        ),
        migrations.CreateModel(
            name='BulkRuling',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('asked', models.JSONField(verbose_name='order')),
                ('public_text', models.TextField(blank=True, max_length=2000, verbose_name='public text')),
                ('staff_note', models.TextField(blank=True, max_length=2000, verbose_name='note for admins')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('finished_at', models.DateTimeField(null=True, verbose_name='finished')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'bulk ruling',
                'verbose_name_plural': 'bulk rulings',
                'ordering': ['-created_at', '-id'],
                'indexes': [models.Index(models.F('created_at'), condition=models.Q(('finished_at', None)), name='bulk_unfinished')],
            },
        ),
        migrations.CreateModel(
            name='BulkItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('pending', 'pending'), ('done', 'done'), ('refused', 'refused'), ('failed', 'failed')], default='pending', max_length=8, verbose_name='state')),
                ('code', models.CharField(blank=True, max_length=64, verbose_name='code')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                ('bulk', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='items', to='games.bulkruling')),
            ],
            options={
                'verbose_name': 'game of a bulk ruling',
                'verbose_name_plural': 'games of bulk rulings',
                'indexes': [models.Index(models.F('bulk'), models.F('id'), condition=models.Q(('state', 'pending')), name='bulk_item_pending')],
                'constraints': [models.UniqueConstraint(fields=('bulk', 'game'), name='bulk_item_once')],
            },
        ),
        migrations.CreateModel(
            name='Plan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('orders', games.models.sealed.SealedJSONField()),
                ('done', games.models.sealed.SealedJSONField(default=list)),
                ('state', models.CharField(choices=[('active', 'Active'), ('stopped', 'Stopped')], default='active', max_length=8)),
                ('reason', games.models.sealed.SealedJSONField(default=dict)),
                ('made_at', models.DateTimeField()),
                ('as_of', models.PositiveIntegerField()),
                ('played', models.PositiveIntegerField(default=0)),
                ('acts_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('hours_left', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'indexes': [models.Index(models.F('acts_at'), condition=models.Q(('acts_at__isnull', False)), name='plan_due')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='plan_once'), models.CheckConstraint(condition=models.Q(('state', 'active'), ('acts_at', None), _connector='OR'), name='plan_stopped_rests')],
            },
        ),
        migrations.CreateModel(
            name='Departure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('how', models.CharField(choices=[('resigned', 'resigned'), ('forfeited', 'forfeited'), ('taken_over', 'seat taken over')], max_length=12, verbose_name='how')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='departures', to='games.game')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='departures', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'departure',
                'verbose_name_plural': 'departures',
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='departure_once')],
                'indexes': [models.Index(models.F('player'), models.F('at'), name='departure_of_player')],
            },
        ),
        migrations.CreateModel(
            name='SeatOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('reserved_until', models.DateTimeField(verbose_name='reserved until')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seat_offers', to='games.game')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seat_offers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'offer of a seat',
                'verbose_name_plural': 'offers of seats',
                'indexes': [models.Index(models.F('game'), name='seat_offer_of_game'), models.Index(models.F('player'), name='seat_offer_of_player')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('game', 'seat'), name='seat_offer_once')],
            },
        ),
        migrations.CreateModel(
            name='EndedLinks',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(blank=True, max_length=24, verbose_name='kind')),
                ('subject', models.CharField(blank=True, max_length=24, verbose_name='subject')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'ended links',
                'verbose_name_plural': 'ended links',
                'constraints': [models.UniqueConstraint(fields=('player', 'kind', 'subject'), name='ended_links_once')],
            },
        ),
        migrations.CreateModel(
            name='AddressChange',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('address', models.EmailField(max_length=254)),
                ('asked_at', models.DateTimeField()),
                ('can_wait', models.BooleanField(help_text='The request came from someone with full access to the account.')),
                ('new_at', models.DateTimeField(help_text='When the new address confirmed it.', null=True)),
                ('old_at', models.DateTimeField(help_text='When the old address confirmed it, or an admin did in its place.', null=True)),
                ('holds_at', models.DateTimeField(null=True)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='address_change', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'change of address',
                'verbose_name_plural': 'changes of address',
                'indexes': [models.Index(models.F('holds_at'), condition=models.Q(('holds_at__isnull', False)), name='address_change_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('holds_at', None), models.Q(('can_wait', True), ('new_at__isnull', False)), _connector='OR'), name='address_change_waits_for_new')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL, verbose_name='blocked')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'constraints': [models.UniqueConstraint(fields=('player', 'blocked'), name='block_once'), models.CheckConstraint(condition=models.Q(('player', models.F('blocked')), _negated=True), name='block_somebody_else')],
            },
        ),
        migrations.CreateModel(
            name='SignUpInvitation',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('by', models.ForeignKey(help_text='Empty: the operators.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_up_invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitation to sign up',
                'verbose_name_plural': 'invitations to sign up',
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Mention',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(help_text='For example “dispute” or “comment”.', max_length=16, verbose_name='where')),
                ('row', models.CharField(max_length=24)),
                ('field', models.CharField(max_length=16)),
                ('start', models.PositiveIntegerField()),
                ('length', models.PositiveIntegerField()),
                ('word', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('known', 'known'), ('asked', 'to be decided'), ('taken_out', 'taken out'), ('left', 'left as it is')], default='known', max_length=10, verbose_name='state')),
                ('found_at', models.DateTimeField(verbose_name='found')),
                ('decided_at', models.DateTimeField(null=True, verbose_name='decided')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game', verbose_name='game')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='mentions', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'mention',
                'verbose_name_plural': 'mentions',
                'indexes': [models.Index(models.F('player'), name='mention_player'), models.Index(models.F('found_at'), models.F('id'), condition=models.Q(('state', 'asked')), name='mention_asked')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['known', 'asked'])), fields=('source', 'row', 'field', 'start', 'player'), name='mention_once')],
            },
        ),
        migrations.CreateModel(
            name='NetworkSeen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('network', models.CharField(help_text="A keyed hash of the network's address.", max_length=32, verbose_name='network')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='networks_seen', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'network seen',
                'verbose_name_plural': 'networks seen',
                'indexes': [models.Index(models.F('day'), name='network_seen_day')],
                'constraints': [models.UniqueConstraint(fields=('player', 'day', 'network'), name='network_seen_once')],
            },
        ),
        migrations.CreateModel(
            name='PrivateNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', games.models.sealed.SealedJSONField()),
                ('written_at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='private_note_once')],
            },
        ),
        migrations.CreateModel(
            name='JoinLink',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='join_link', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'join link',
                'verbose_name_plural': 'join links',
                'ordering': ['-made_at'],
            },
        ),
        migrations.CreateModel(
            name='ContactedAddress',
            fields=[
                ('address_hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('emailed_at', models.DateTimeField()),
                ('stopped_at', models.DateTimeField(help_text='Nobody can have an invitation sent there any more.', null=True)),
            ],
            options={
                'verbose_name': 'contacted address',
                'verbose_name_plural': 'contacted addresses',
            },
        ),
        migrations.CreateModel(
            name='AddressInvitation',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('address_hash', models.CharField(help_text='Keyed, so that nobody can look an address up in it.', max_length=64)),
                ('network', models.CharField(help_text='From which it came, as a keyed hash.', max_length=64)),
                ('created_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='address_invitations', to='games.game')),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitation by address',
                'verbose_name_plural': 'invitations by address',
                'indexes': [models.Index(models.F('address_hash'), name='address_invitation_hash'), models.Index(models.F('network'), models.F('created_at'), name='address_invitation_network'), models.Index(models.F('created_at'), name='address_invitation_age')],
                'constraints': [models.UniqueConstraint(fields=('game', 'address_hash'), name='address_invitation_once')],
            },
        ),
        migrations.CreateModel(
            name='BrowserSession',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'browser’s session',
                'verbose_name_plural': 'browsers’ sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='TalkLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('text', models.CharField(blank=True, max_length=500, verbose_name='text')),
                ('said_at', models.DateTimeField(verbose_name='said')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='talk_lines', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='talk_lines', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'line',
                'verbose_name_plural': 'lines',
                'ordering': ['game', 'number'],
                'indexes': [models.Index(models.F('by'), models.F('game'), models.F('said_at'), name='talk_line_by')],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='talk_line_once')],
            },
        ),
        migrations.CreateModel(
            name='TalkMute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField()),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'muted'), name='talk_mute_once')],
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('seat', models.PositiveSmallIntegerField(help_text='The seat of the player who proposed it.', verbose_name='seat')),
                ('kind', models.CharField(choices=games.models.ruling.ruling_kinds, max_length=12, verbose_name='kind')),
                ('asked', models.JSONField(verbose_name='order')),
                ('undoes', models.PositiveIntegerField(help_text='The entry of the ruling it undoes.', null=True, verbose_name='undoes')),
                ('table', models.PositiveIntegerField(help_text='The last entry that had changed the table.', verbose_name='table')),
                ('state', models.CharField(choices=[('open', 'open'), ('agreed', 'agreed'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('overtaken', 'overtaken'), ('expired', 'not answered in time')], default='open', max_length=10, verbose_name='state')),
                ('created_at', models.DateTimeField(verbose_name='proposed')),
                ('closes_at', models.DateTimeField(help_text='Until then the others can answer.', verbose_name='closes')),
                ('look_at', models.DateTimeField(help_text="When somebody's time to answer may be over.", verbose_name='look at')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('entry', models.PositiveIntegerField(help_text='The entry of the ruling it led to.', null=True, verbose_name='entry')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='games.game')),
            ],
            options={
                'verbose_name': 'proposal',
                'verbose_name_plural': 'proposals',
                'ordering': ['-created_at', '-id'],
                'indexes': [models.Index(models.F('look_at'), models.F('id'), condition=models.Q(('state', 'open')), name='proposal_due'), models.Index(models.F('game'), models.F('created_at'), name='proposal_game'), models.Index(models.F('by'), models.F('game'), models.F('created_at'), name='proposal_by')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('game', 'by'), name='proposal_open_once'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='proposal_closed'), models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('state', 'agreed')), models.Q(models.Q(('state', 'agreed'), _negated=True), ('entry', None)), _connector='OR'), name='proposal_agreed_has_entry')],
            },
        ),
        migrations.CreateModel(
            name='Vote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('agrees', models.BooleanField(verbose_name='agrees')),
                ('cast_at', models.DateTimeField(verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('proposal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='games.proposal')),
            ],
            options={
                'verbose_name': 'vote',
                'verbose_name_plural': 'votes',
                'ordering': ['proposal', 'seat'],
                'constraints': [models.UniqueConstraint(fields=('proposal', 'player'), name='vote_once')],
            },
        ),
        migrations.CreateModel(
            name='Friend',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('friend', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friend_of', to=settings.AUTH_USER_MODEL, verbose_name='friend')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='friends', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'friend',
                'verbose_name_plural': 'friends',
                'constraints': [models.UniqueConstraint(fields=('player', 'friend'), name='friend_once'), models.CheckConstraint(condition=models.Q(('player', models.F('friend')), _negated=True), name='friend_somebody_else')],
            },
        ),
        migrations.CreateModel(
            name='RatedSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=32, verbose_name='ruleset')),
                ('ended_at', models.DateTimeField(verbose_name='ended')),
                ('rank', models.PositiveSmallIntegerField(help_text='Among those whom the game counts for: whoever left it comes in last.', verbose_name='rank')),
                ('mu', models.FloatField(verbose_name='skill')),
                ('sigma', models.FloatField(verbose_name='uncertainty')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rated_seats', to='games.game')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rated_seats', to=settings.AUTH_USER_MODEL)),
                ('lost_at', models.DateTimeField(blank=True, help_text='When being away cost the player the seat; empty if it didn’t.', null=True, verbose_name='lost')),
            ],
            options={
                'verbose_name': 'rated seat',
                'verbose_name_plural': 'rated seats',
                'indexes': [models.Index(models.F('player'), models.F('ruleset'), models.F('ended_at'), models.F('game'), name='rated_seat_of_player'), models.Index(models.F('ruleset'), models.F('ended_at'), name='rated_seat_in_order')],
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='rated_seat_once')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=32, verbose_name='ruleset')),
                ('mu', models.FloatField(verbose_name='skill')),
                ('sigma', models.FloatField(verbose_name='uncertainty')),
                ('games', models.PositiveIntegerField(verbose_name='games')),
                ('cautious', models.FloatField(help_text='The skill that the player has almost surely.', verbose_name='cautious')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'indexes': [models.Index(models.F('ruleset'), models.OrderBy(models.F('cautious'), descending=True), models.F('id'), name='rating_leaders')],
                'constraints': [models.UniqueConstraint(fields=('player', 'ruleset'), name='rating_once'), models.CheckConstraint(condition=models.Q(('games__gt', 0), ('sigma__gt', 0)), name='rating_of_games')],
            },
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('games_wanted', models.PositiveSmallIntegerField(verbose_name='games')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('ended_at', models.DateTimeField(blank=True, help_text='No further game follows. A ruling may resume the last one.', null=True, verbose_name='ended')),
            ],
            options={
                'verbose_name': 'series',
                'verbose_name_plural': 'series',
                'indexes': [models.Index(models.F('id'), condition=models.Q(('ended_at', None)), name='series_going_on')],
                'constraints': [models.CheckConstraint(condition=models.Q(('games_wanted__gte', 2), ('games_wanted__lte', 10)), name='series_games')],
            },
        ),
        migrations.CreateModel(
            name='SeriesGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='Counted from 1.', verbose_name='number')),
                ('game', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)s', to='games.game', verbose_name='game')),
                ('series', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='games.series')),
            ],
            options={
                'verbose_name': 'game of a series',
                'verbose_name_plural': 'games of a series',
                'constraints': [models.UniqueConstraint(fields=('series', 'number'), name='series_game_once')],
            },
        ),
        migrations.CreateModel(
            name='SeriesLeaver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='series_left', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('series', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='leavers', to='games.series')),
            ],
            options={
                'verbose_name': 'leaver of a series',
                'verbose_name_plural': 'leavers of a series',
                'constraints': [models.UniqueConstraint(fields=('series', 'player'), name='series_leaver_once')],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('official', models.BooleanField(default=False, help_text='Made by an admin for the site.', verbose_name='official')),
                ('ruleset', models.CharField(max_length=32, verbose_name='ruleset')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('time_per_move', models.DurationField(verbose_name='time per move')),
                ('clock', models.JSONField(blank=True, default=dict, verbose_name='clock')),
                ('seats', models.PositiveSmallIntegerField(help_text='At each of its tables.', verbose_name='seats')),
                ('games_each', models.PositiveSmallIntegerField(help_text='In a season, all at once: a multiple of the seats.', verbose_name='games for each player')),
                ('division_size', models.PositiveSmallIntegerField(help_text='The last division may be smaller or larger.', verbose_name='players of a division')),
                ('movers', models.PositiveSmallIntegerField(help_text='So many go up from a division, and so many down.', verbose_name='promoted and relegated')),
                ('season_days', models.PositiveSmallIntegerField(verbose_name='days of a season')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('closed_at', models.DateTimeField(blank=True, help_text='No season begins any more.', null=True, verbose_name='closed')),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues', to=settings.AUTH_USER_MODEL, verbose_name='host')),
                ('bots', models.CharField(choices=[('none', 'none'), ('allowed', 'allowed')], db_default='none', default='none', max_length=8, verbose_name='bots')),
            ],
            options={
                'verbose_name': 'league',
                'verbose_name_plural': 'leagues',
                'indexes': [models.Index(models.OrderBy(models.F('official'), descending=True), models.F('created_at'), models.F('id'), name='league_listed'), models.Index(models.F('host'), condition=models.Q(('closed_at', None)), name='league_of_host')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seats__range', (2, 6))), name='league_seats'), models.CheckConstraint(condition=models.Q(('division_size__range', (16, 30)), ('movers__range', (1, 5))), name='league_division'), models.CheckConstraint(condition=models.Q(('time_per_move__range', (datetime.timedelta(seconds=43200), datetime.timedelta(days=14)))), name='league_time_per_move'), models.CheckConstraint(condition=models.Q(('season_days__range', (14, 366))), name='league_season')],
            },
        ),
        migrations.CreateModel(
            name='LeagueMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='games.league')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='league_memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'member of a league',
                'verbose_name_plural': 'members of leagues',
                'indexes': [models.Index(models.F('league'), models.F('entered_at'), models.F('id'), name='league_member_waiting')],
                'constraints': [models.UniqueConstraint(fields=('league', 'player'), name='league_member_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueSeason',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('state', models.CharField(choices=[('planned', 'planned'), ('running', 'running'), ('over', 'over')], default='planned', max_length=8, verbose_name='state')),
                ('starts_at', models.DateTimeField(verbose_name='starts')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('began_at', models.DateTimeField(blank=True, help_text='When everyone was told so.', null=True, verbose_name='all games have begun')),
                ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='games.league')),
                ('postponed', models.PositiveSmallIntegerField(default=0, help_text='By a week each, since too few had entered.', verbose_name='times put off')),
            ],
            options={
                'verbose_name': 'season of a league',
                'verbose_name_plural': 'seasons of leagues',
                'indexes': [models.Index(models.F('starts_at'), models.F('id'), condition=models.Q(('state', 'planned')), name='league_season_planned'), models.Index(models.F('ends_at'), models.F('id'), condition=models.Q(('state', 'running')), name='league_season_running')],
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='league_season_once'), models.UniqueConstraint(condition=models.Q(('state', 'over'), _negated=True), fields=('league',), name='league_season_one_ahead'), models.CheckConstraint(condition=models.Q(('starts_at__lt', models.F('ends_at'))), name='league_season_times')],
            },
        ),
        migrations.CreateModel(
            name='LeagueDivision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField(verbose_name='level')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='games.leagueseason')),
            ],
            options={
                'verbose_name': 'division',
                'verbose_name_plural': 'divisions',
                'constraints': [models.UniqueConstraint(fields=('season', 'level'), name='league_division_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('places', models.JSONField(verbose_name='places')),
                ('division', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='games.leaguedivision')),
                ('game', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)s', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'game of a league',
                'verbose_name_plural': 'games of leagues',
                'indexes': [models.Index(models.F('id'), condition=models.Q(('game', None)), name='league_game_planned')],
                'constraints': [models.UniqueConstraint(fields=('division', 'number'), name='league_game_once')],
            },
        ),
        migrations.CreateModel(
            name='LeaguePlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='Its seed: from 0, the best first.', verbose_name='number')),
                ('given_at', models.DateTimeField(help_text='Since when its player has it, or nobody.', verbose_name='given')),
                ('unsettled', models.BooleanField(default=False, help_text='Seats of its games are to be given to its player, or to stand-ins.', verbose_name='unsettled')),
                ('rank', models.PositiveSmallIntegerField(null=True, verbose_name='rank')),
                ('outcome', models.CharField(blank=True, choices=[('promoted', 'promoted'), ('stays', 'stays'), ('relegated', 'relegated')], max_length=10, verbose_name='outcome')),
                ('division', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='games.leaguedivision')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='league_places', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'place in a division',
                'verbose_name_plural': 'places in divisions',
                'indexes': [models.Index(models.F('player'), condition=models.Q(('player__isnull', False)), name='league_place_of_player'), models.Index(models.F('id'), condition=models.Q(('unsettled', True)), name='league_place_unsettled')],
                'constraints': [models.UniqueConstraint(fields=('division', 'number'), name='league_place_once'), models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('division', 'player'), name='league_place_of_player_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueExit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(choices=[('left', 'left the league'), ('absent', 'away from too many games'), ('gone', 'suspended or erased')], max_length=8, verbose_name='why')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='league_exits', to=settings.AUTH_USER_MODEL)),
                ('place', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='exits', to='games.leagueplace')),
            ],
            options={
                'verbose_name': 'place given up',
                'verbose_name_plural': 'places given up',
                'indexes': [models.Index(models.F('place'), models.F('at'), name='league_exit_of_place')],
            },
        ),
        migrations.CreateModel(
            name='Cup',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('official', models.BooleanField(default=False, help_text='Made by an admin for the site.', verbose_name='official')),
                ('kind', models.CharField(choices=[('knockout', 'knockout'), ('swiss', 'Swiss system')], max_length=8, verbose_name='kind')),
                ('ruleset', models.CharField(max_length=32, verbose_name='ruleset')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('time_per_move', models.DurationField(verbose_name='time per move')),
                ('clock', models.JSONField(blank=True, default=dict, verbose_name='clock')),
                ('seats', models.PositiveSmallIntegerField(help_text='At each table, at most.', verbose_name='seats')),
                ('advancing', models.PositiveSmallIntegerField(help_text='From each table of a knockout.', null=True, verbose_name='players who go on')),
                ('rounds_wanted', models.PositiveSmallIntegerField(help_text='By the Swiss system.', null=True, verbose_name='rounds')),
                ('round_days', models.PositiveSmallIntegerField(verbose_name='days of a round')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('state', models.CharField(choices=[('open', 'open for entry'), ('running', 'running'), ('over', 'over'), ('called_off', 'called off')], default='open', max_length=10, verbose_name='state')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('entry_closes_at', models.DateTimeField(help_text='Then it begins.', verbose_name='entry closes')),
                ('put_off', models.PositiveSmallIntegerField(default=0, help_text='So often, because too few had entered.', verbose_name='put off')),
                ('ended_at', models.DateTimeField(help_text='When it was over, or called off.', null=True, verbose_name='ended')),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cups', to=settings.AUTH_USER_MODEL, verbose_name='host')),
                ('bots', models.CharField(choices=[('none', 'none'), ('allowed', 'allowed')], db_default='none', default='none', max_length=8, verbose_name='bots')),
            ],
            options={
                'verbose_name': 'cup',
                'verbose_name_plural': 'cups',
                'indexes': [models.Index(models.OrderBy(models.F('created_at'), descending=True), models.F('id'), name='cup_listed'), models.Index(models.F('entry_closes_at'), models.F('id'), condition=models.Q(('state', 'open')), name='cup_open'), models.Index(models.F('id'), condition=models.Q(('state', 'running')), name='cup_running'), models.Index(models.F('host'), condition=models.Q(('state__in', ['open', 'running'])), name='cup_of_host')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seats__range', (2, 5))), name='cup_seats'), models.CheckConstraint(condition=models.Q(models.Q(('advancing__range', (1, 2)), ('kind', 'knockout'), ('rounds_wanted', None)), models.Q(('advancing', None), ('kind', 'swiss'), ('rounds_wanted__range', (2, 11))), _connector='OR'), name='cup_system'), models.CheckConstraint(condition=models.Q(('time_per_move__range', (datetime.timedelta(seconds=43200), datetime.timedelta(days=14)))), name='cup_time_per_move'), models.CheckConstraint(condition=models.Q(('round_days__range', (3, 120))), name='cup_round_days'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state__in', ['open', 'running'])), models.Q(('ended_at__isnull', False), ('state__in', ['over', 'called_off'])), _connector='OR'), name='cup_state_ended')],
            },
        ),
        migrations.CreateModel(
            name='CupEntrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('seed', models.PositiveSmallIntegerField(help_text='From 0, the best first; given by rating when the cup begins.', null=True, verbose_name='seed')),
                ('left_at', models.DateTimeField(null=True, verbose_name='left')),
                ('why', models.CharField(blank=True, choices=[('left', 'left the cup'), ('absent', 'away from a game'), ('gone', 'suspended or erased')], max_length=8, verbose_name='why')),
                ('unsettled', models.BooleanField(default=False, help_text='Seats of its games are to be given to stand-ins.', verbose_name='unsettled')),
                ('cup', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='games.cup')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cups_entered', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player of a cup',
                'verbose_name_plural': 'players of cups',
                'indexes': [models.Index(models.F('id'), condition=models.Q(('unsettled', True)), name='cup_entrant_unsettled')],
                'constraints': [models.UniqueConstraint(fields=('cup', 'player'), name='cup_entrant_once'), models.UniqueConstraint(fields=('cup', 'seed'), name='cup_seed_once'), models.CheckConstraint(condition=models.Q(models.Q(('left_at', None), ('why', '')), models.Q(('left_at__isnull', False), models.Q(('why', ''), _negated=True)), _connector='OR'), name='cup_left_for_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='CupRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('began_at', models.DateTimeField(verbose_name='began')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('announced_at', models.DateTimeField(help_text='When everyone was told, with all games begun.', null=True, verbose_name='announced')),
                ('closed_at', models.DateTimeField(help_text='When all tables were done, or its time was over.', null=True, verbose_name='closed')),
                ('byes', models.JSONField(default=list, help_text='Seeds of those who go on without a game.', verbose_name='byes')),
                ('cup', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='games.cup')),
            ],
            options={
                'verbose_name': 'round of a cup',
                'verbose_name_plural': 'rounds of cups',
                'constraints': [models.UniqueConstraint(fields=('cup', 'number'), name='cup_round_once'), models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('cup',), name='cup_round_one_at_a_time'), models.CheckConstraint(condition=models.Q(('began_at__lt', models.F('ends_at'))), name='cup_round_times')],
            },
        ),
        migrations.CreateModel(
            name='CupGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='Of the table, counted from 1.', verbose_name='number')),
                ('seeds', models.JSONField(verbose_name='seeds')),
                ('game', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)s', to='games.game', verbose_name='game')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='games.cupround')),
            ],
            options={
                'verbose_name': 'game of a cup',
                'verbose_name_plural': 'games of cups',
                'indexes': [models.Index(models.F('id'), condition=models.Q(('game', None)), name='cup_game_planned')],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='cup_game_once')],
            },
        ),
        migrations.CreateModel(
            name='BotPolicy',
            fields=[
                ('bot', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='policy', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='bot')),
                ('challenges', models.CharField(choices=[('none', 'none'), ('at_once', 'accepted at once'), ('by_program', 'its program answers')], default='none', max_length=10, verbose_name='challenges')),
                ('rulesets', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), blank=True, default=list, help_text='Which games; if empty, all.', size=None)),
                ('shortest_time', models.DurationField(default=datetime.timedelta(seconds=43200), verbose_name='shortest time per move')),
                ('longest_time', models.DurationField(default=datetime.timedelta(days=14), verbose_name='longest time per move')),
                ('most_games', models.PositiveSmallIntegerField(default=3, verbose_name='games at once')),
            ],
            options={
                'verbose_name': 'policy of a bot',
                'verbose_name_plural': 'policies of bots',
                'constraints': [models.CheckConstraint(condition=models.Q(('most_games__range', (1, 100))), name='bot_policy_games'), models.CheckConstraint(condition=models.Q(('shortest_time__gte', datetime.timedelta(seconds=43200)), ('longest_time__lte', datetime.timedelta(days=14)), ('shortest_time__lte', models.F('longest_time'))), name='bot_policy_times')],
            },
        ),
        migrations.CreateModel(
            name='GameList',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('games', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), help_text="In the list's order.", size=None, verbose_name='games')),
                ('key', models.CharField(default=games.ids.new_id, editable=False, max_length=80)),
                ('request_digest', models.CharField(editable=False, help_text='SHA-256 of what was asked for, in hex.', max_length=64)),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lists', to=settings.AUTH_USER_MODEL, verbose_name='host')),
            ],
            options={
                'verbose_name': 'list of games',
                'verbose_name_plural': 'lists of games',
                'constraints': [models.UniqueConstraint(fields=('host', 'key'), name='game_list_once')],
            },
        ),
        migrations.CreateModel(
            name='StaleRatings',
            fields=[
                ('ruleset', models.CharField(max_length=32, primary_key=True, serialize=False, verbose_name='ruleset')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('after', models.CharField(blank=True, db_default='', default='', max_length=12)),
            ],
            options={
                'verbose_name': 'stale ratings',
                'verbose_name_plural': 'stale ratings',
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('seat', models.PositiveSmallIntegerField(help_text='The seat of the player who opened it; none before the game began.', null=True, verbose_name='seat')),
                ('kind', models.CharField(choices=[('mistaken_move', 'a move was mistaken'), ('absent_player', 'a player is absent'), ('abuse', 'abusive behavior'), ('suspected_bug', 'a suspected bug'), ('suspected_collusion', 'suspected collusion'), ('other', 'something else')], max_length=20, verbose_name='kind')),
                ('entry', models.PositiveIntegerField(help_text='The number of the entry it is about.', null=True, verbose_name='entry')),
                ('text', models.TextField(blank=True, help_text='The other players can read it, unless it is about abuse.', max_length=2000, verbose_name='text')),
                ('state', models.CharField(choices=[('open', 'open'), ('resolved', 'resolved'), ('dismissed', 'dismissed'), ('withdrawn', 'withdrawn')], default='open', max_length=10, verbose_name='state')),
                ('paused_game', models.BooleanField(default=False, verbose_name='pauses the game')),
                ('created_at', models.DateTimeField(verbose_name='opened')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('outcome', models.TextField(blank=True, help_text='The players can read it.', max_length=2000, verbose_name='outcome')),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='closed by')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='games.game')),
                ('opened_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to=settings.AUTH_USER_MODEL, verbose_name='opened by')),
                ('reopened_at', models.DateTimeField(help_text='When the ruling that resolved it was undone.', null=True, verbose_name='reopened')),
            ],
            options={
                'verbose_name': 'dispute',
                'verbose_name_plural': 'disputes',
                'ordering': ['-created_at', '-id'],
                'permissions': [('settle', 'Can resolve and dismiss disputes')],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.PositiveIntegerField(help_text="Its entry's number in the log.", null=True, verbose_name='entry')),
                ('kind', models.CharField(choices=games.models.ruling.ruling_kinds, max_length=12, verbose_name='kind')),
                ('state', models.CharField(choices=[('proposed', 'waits for a second admin'), ('done', 'carried out'), ('withdrawn', 'withdrawn')], default='done', max_length=10, verbose_name='state')),
                ('asked', models.JSONField(verbose_name='order')),
                ('public_text', models.TextField(blank=True, help_text='The players can read it.', max_length=2000, verbose_name='public text')),
                ('staff_note', models.TextField(blank=True, max_length=2000, verbose_name='note for admins')),
                ('undoes', models.PositiveIntegerField(help_text='The entry of the ruling it undoes.', null=True, verbose_name='undoes')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('confirmed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='second admin')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.game')),
                ('dispute', models.ForeignKey(help_text='The dispute that led to it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.dispute', verbose_name='dispute')),
                ('agreed', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), blank=True, db_default=[], default=list, help_text='The seats that decided it by agreement; empty if an admin did.', size=None, verbose_name='agreed')),
                ('rule', models.CharField(blank=True, choices=[('season_over', "the league's season is over"), ('round_over', "the cup's round is over")], db_default='', default='', help_text='The rule that was announced from the start, and did it by itself; empty if an admin did.', max_length=16, verbose_name='rule')),
            ],
            options={
                'verbose_name': 'ruling',
                'verbose_name_plural': 'rulings',
                'ordering': ['-created_at', '-id'],
                'permissions': [('extend', 'Can extend deadlines'), ('replace', 'Can give a seat to another player or the stand-in'), ('rule', 'Can rule on games in every way'), ('bulk', 'Can extend, pause and resume many games at once'), ('open_secrets', 'Can open what seats secretly hold'), ('moderate', 'Can warn, mute and suspend players')],
                'indexes': [models.Index(models.F('created_at'), condition=models.Q(('state', 'proposed')), name='ruling_proposed'), models.Index(models.F('by'), models.F('created_at'), name='ruling_by')],
                'constraints': [models.UniqueConstraint(fields=('game', 'entry'), name='ruling_entry_once'), models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('state', 'done')), models.Q(models.Q(('state', 'done'), _negated=True), ('entry', None)), _connector='OR'), name='ruling_done_has_entry'), models.CheckConstraint(condition=models.Q(('confirmed_by', None), models.Q(('confirmed_by', models.F('by')), _negated=True), _connector='OR'), name='ruling_two_are_two')],
            },
        ),
        migrations.AddField(
            model_name='dispute',
            name='settled_by',
            field=models.ForeignKey(help_text='The ruling that resolved it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settled', to='games.ruling'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='lines',
            field=models.ManyToManyField(help_text='What was said at the table.', related_name='+', to='games.talkline', verbose_name='lines'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(models.F('created_at'), models.F('id'), condition=models.Q(('state', 'open')), name='dispute_queue'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(models.F('game'), models.F('created_at'), name='dispute_game'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(models.F('opened_by'), models.F('created_at'), name='dispute_opened_by'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('game', 'opened_by'), name='dispute_open_once'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('closed_at__isnull', False), ('closed_by__isnull', False)), _connector='OR'), name='dispute_closed'),
        ),
        migrations.CreateModel(
            name='DisputeComment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('as_admin', models.BooleanField(default=False, verbose_name='as an admin')),
                ('text', models.TextField(blank=True, max_length=2000, verbose_name='text')),
                ('created_at', models.DateTimeField(verbose_name='at')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dispute_comments', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('dispute', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='comments', to='games.dispute')),
            ],
            options={
                'verbose_name': 'comment',
                'verbose_name_plural': 'comments',
                'ordering': ['created_at', 'id'],
                'indexes': [models.Index(models.F('dispute'), models.F('created_at'), name='dispute_comments')],
            },
        ),
        migrations.CreateModel(
            name='Moderation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warned', 'warned'), ('muted', 'muted'), ('suspended', 'suspended'), ('unmuted', 'heard again'), ('readmitted', 'readmitted')], max_length=12, verbose_name='kind')),
                ('until', models.DateTimeField(null=True, verbose_name='until')),
                ('text', models.TextField(blank=True, help_text='The player can read it.', max_length=2000, verbose_name='text')),
                ('created_at', models.DateTimeField(verbose_name='at')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('dispute', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moderations', to='games.dispute', verbose_name='dispute')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='moderations', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'moderation',
                'verbose_name_plural': 'moderations',
                'ordering': ['-created_at', '-id'],
                'indexes': [models.Index(models.F('player'), models.F('created_at'), name='moderation_player')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['muted', 'suspended']), ('until__gt', models.F('created_at'))), models.Q(models.Q(('kind__in', ['muted', 'suspended']), _negated=True), ('until', None)), _connector='OR'), name='moderation_until')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entrysecret',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='0babdbb4fad1139b56b5f263af05c536349781cd', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_2a836', table='games_entrysecret', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entrysecret',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot truncate % table', TG_TABLE_NAME;", hash='3dbd964c26389cc91e21424dbb0b4ee70d3453d9', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_85d4c', table='games_entrysecret', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='12779a133bf91f00f3b1c4d5fd2c8ee89e088318', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_d266b', table='games_entry', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot truncate % table', TG_TABLE_NAME;", hash='e7677334b2a7ad1aa03200fd83ff22ea9b25f8de', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_29abf', table='games_entry', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='adminact',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='344160b877e61ceeb9d84f91291ddfa40c411ba3', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_21b25', table='games_adminact', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='adminact',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot truncate % table', TG_TABLE_NAME;", hash='09c50081ae5d0d5cd4f1bcaded760a31a0f14b11', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_2e59f', table='games_adminact', when='BEFORE')),
        ),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
