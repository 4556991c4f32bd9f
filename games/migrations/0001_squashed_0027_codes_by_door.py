"""The database as the first 27 migrations make it, in one step: what a new installation begins with.

Those 27 stay beside it. Django goes by them where some of them have been applied already, and comes to the same
schema; where all of them have, it counts this one as applied.
"""

import datetime
import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.ids
import games.models.player
import games.models.sealed
import games.names
import oauth2_provider.generators
import oauth2_provider.models
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
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

    initial = True

    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_rulings'),
        ('games', '0003_admin_groups'),
        ('games', '0004_disputes'),
        ('games', '0005_dispute_groups'),
        ('games', '0006_plans'),
        ('games', '0007_clocks'),
        ('games', '0008_habits'),
        ('games', '0009_vacations'),
        ('games', '0010_pauses_by_agreement'),
        ('games', '0011_reliability'),
        ('games', '0012_open_seats'),
        ('games', '0013_closings'),
        ('games', '0014_plans_that_wait'),
        ('games', '0015_house_players'),
        ('games', '0016_disputes_reopened'),
        ('games', '0017_ended_links'),
        ('games', '0018_sealed_values'),
        ('games', '0019_codes_by_asker'),
        ('games', '0020_address_changes'),
        ('games', '0021_blocks'),
        ('games', '0022_name_keys'),
        ('games', '0023_name_keys_once'),
        ('games', '0024_sign_up_invitations'),
        ('games', '0025_mentions'),
        ('games', '0026_networks_seen'),
        ('games', '0027_codes_by_door'),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
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
            name='Player',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False, verbose_name='id')),
                ('email', models.EmailField(blank=True, error_messages={'unique': 'This address has an account.'}, help_text='In lower case.', max_length=254, null=True, unique=True, verbose_name='e-mail address')),
                ('name', models.CharField(help_text='Others see it.', max_length=30, validators=[games.names.validate_player_name], verbose_name='name')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[games.models.player.validate_time_zone], verbose_name='time zone')),
                ('language', models.CharField(default='en', max_length=16, verbose_name='language')),
                ('kind', models.CharField(choices=[('human', 'human'), ('bot', 'bot'), ('house', 'house')], default='human', max_length=8, verbose_name='kind')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('is_staff', models.BooleanField(default=False, help_text='May enter the admin.', verbose_name='staff')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('erased_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='erased')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('muted_until', models.DateTimeField(blank=True, editable=False, help_text='Not heard in disputes.', null=True, verbose_name='muted until')),
                ('suspended_until', models.DateTimeField(blank=True, editable=False, help_text='Does not play.', null=True, verbose_name='suspended until')),
                ('habits', models.JSONField(blank=True, default=dict, help_text='Quiet hours and days off, in the own time zone.', verbose_name='habits')),
                ('vacations', models.JSONField(blank=True, default=list, help_text='Beginning, end, seconds taken of the allowance.', verbose_name='vacations')),
                ('name_key', models.TextField(blank=True, editable=False, help_text='The same for all names that look alike (UTS 39); of no tombstone.')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'indexes': [models.Index(models.F('id'), condition=models.Q(('kind', 'house')), name='player_house')],
                'constraints': [models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='player_email_lower', violation_error_message='Write the address in lower case.'), models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='player_name_unique', violation_error_message='This name is taken.'), models.CheckConstraint(condition=models.Q(models.Q(('email__isnull', False), ('erased_at', None)), models.Q(('erased_at', None), ('kind', 'house')), models.Q(('email', None), ('erased_at__isnull', False), ('is_active', False), ('is_staff', False), ('is_superuser', False)), _connector='OR'), name='player_erased_holds_nothing'), models.UniqueConstraint(condition=models.Q(('name_key', ''), _negated=True), fields=('name_key',), name='player_name_key_unique', violation_error_message="This name looks like somebody else's.")],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('ruleset', models.CharField(help_text='With its version, as “usa@1”.', max_length=32, verbose_name='ruleset')),
                ('board_digest', models.CharField(help_text="The board's data are pinned by it.", max_length=64, verbose_name='board')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('status', models.CharField(choices=[('open', 'open'), ('running', 'running'), ('ended', 'ended'), ('abandoned', 'abandoned'), ('void', 'void'), ('closed', 'called off')], default='open', max_length=12, verbose_name='status')),
                ('seats_wanted', models.PositiveSmallIntegerField(verbose_name='seats')),
                ('access', models.CharField(choices=[('open', 'anybody'), ('invitation', 'by invitation')], default='open', max_length=12, verbose_name='who may join')),
                ('public', models.BooleanField(default=True, help_text='Spectators may watch.', verbose_name='public')),
                ('order', models.CharField(choices=[('fixed', 'as joined'), ('drawn', 'drawn')], default='drawn', max_length=8, verbose_name='seating')),
                ('time_per_move', models.DurationField(help_text='From 12 hours to 14 days.', verbose_name='time per move')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('secrets_open_at', models.DateTimeField(blank=True, help_text='From then on anybody may see seed, hands and draws.', null=True, verbose_name='secrets open')),
                ('commitment', models.CharField(help_text='SHA-256 of the secret seed, in hex.', max_length=64, verbose_name='commitment')),
                ('head', models.PositiveIntegerField(default=0, help_text="The number of the log's last entry.", verbose_name='entries')),
                ('chain', models.CharField(blank=True, help_text="The hash of the log's last entry.", max_length=64, verbose_name='chain')),
                ('quarantined_until', models.DateTimeField(blank=True, null=True, verbose_name='quarantined until')),
                ('quarantine_error', models.CharField(blank=True, help_text="The error's class and place: never its text, which may hold secrets.", max_length=200)),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hosted', to=settings.AUTH_USER_MODEL, verbose_name='host')),
                ('paused_at', models.DateTimeField(blank=True, null=True, verbose_name='paused')),
                ('pauses', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), blank=True, default=list, help_text='Why: the clocks run when none is left.', size=None)),
                ('pause_on_dispute', models.BooleanField(default=False, help_text='The clocks stand still while a dispute is open.', verbose_name='disputes pause it')),
                ('clock', models.JSONField(blank=True, default=dict, help_text='What was agreed beside the time per move.', verbose_name='clock')),
                ('minimum_reliability', models.PositiveSmallIntegerField(blank=True, help_text='In percent of moves in time.', null=True, verbose_name='minimum reliability')),
                ('closes_at', models.DateTimeField(blank=True, help_text='If nobody plays it until then.', null=True, verbose_name='closes')),
                ('closing_told_at', models.DateTimeField(blank=True, help_text='When those concerned were told.', null=True, verbose_name='told that it closes')),
                ('never_started', models.BooleanField(default=False, help_text='It was closed since it never began.', verbose_name='never started')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'indexes': [models.Index(models.F('created_at'), models.F('id'), name='game_created'), models.Index(models.F('created_at'), models.F('id'), condition=models.Q(('status', 'open')), name='game_open'), models.Index(models.F('quarantined_until'), condition=models.Q(('quarantined_until__isnull', False)), name='game_quarantined'), models.Index(models.F('paused_at'), condition=models.Q(('paused_at__isnull', False)), name='game_paused'), models.Index(models.F('closes_at'), models.F('id'), condition=models.Q(('closes_at__isnull', False)), name='game_closing'), models.Index(models.F('closes_at'), models.F('id'), condition=models.Q(('closes_at__isnull', False), ('closing_told_at', None)), name='game_closing_untold')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seats_wanted__range', (2, 6))), name='game_seats'), models.CheckConstraint(condition=models.Q(('time_per_move__range', (datetime.timedelta(seconds=43200), datetime.timedelta(days=14)))), name='game_time_per_move'), models.CheckConstraint(condition=models.Q(models.Q(('chain', ''), ('head', 0), ('started_at', None)), models.Q(('chain__regex', '^[0-9a-f]{64}$'), ('head__gt', 0)), _connector='OR'), name='game_log_head'), models.CheckConstraint(condition=models.Q(('commitment__regex', '^[0-9a-f]{64}$')), name='game_commitment'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('started_at', None), ('status', 'open')), models.Q(('ended_at__isnull', False), ('started_at', None), ('status', 'closed')), models.Q(('ended_at', None), ('started_at__isnull', False), ('status', 'running')), models.Q(('ended_at__gte', models.F('started_at')), ('started_at__isnull', False), ('status__in', ['ended', 'abandoned', 'void'])), _connector='OR'), name='game_status_times'), models.CheckConstraint(condition=models.Q(models.Q(('paused_at', None), ('pauses', [])), models.Q(('paused_at__isnull', False), ('pauses__len__gt', 0), ('status', 'running')), _connector='OR'), name='game_paused_for_a_reason'), models.CheckConstraint(condition=models.Q(('minimum_reliability', None), ('minimum_reliability__range', (1, 100)), _connector='OR'), name='game_minimum_reliability'), models.CheckConstraint(condition=models.Q(('closes_at', None), ('status__in', ['open', 'running']), _connector='OR'), name='game_closes_while_alive')],
            },
        ),
        migrations.CreateModel(
            name='Application',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('client_id', models.CharField(db_index=True, default=oauth2_provider.generators.generate_client_id, max_length=255, unique=True, verbose_name='client ID')),
                ('redirect_uris', models.TextField(blank=True, help_text='Allowed URIs list, space separated', verbose_name='redirect URIs')),
                ('post_logout_redirect_uris', models.TextField(blank=True, default='', help_text='Allowed Post Logout URIs list, space separated', verbose_name='post logout redirect URIs')),
                ('client_type', models.CharField(choices=[('confidential', 'Confidential'), ('public', 'Public')], max_length=32, verbose_name='client type')),
                ('authorization_grant_type', models.CharField(choices=[('authorization-code', 'Authorization code'), ('urn:ietf:params:oauth:grant-type:device_code', 'Device Code'), ('implicit', 'Implicit'), ('password', 'Resource owner password-based'), ('client-credentials', 'Client credentials'), ('openid-hybrid', 'OpenID connect hybrid')], max_length=44, verbose_name='authorization grant type')),
                ('client_secret', oauth2_provider.models.ClientSecretField(blank=True, db_index=True, default=oauth2_provider.generators.generate_client_secret, help_text='Client secret for authentication', max_length=255, verbose_name='client secret')),
                ('hash_client_secret', models.BooleanField(default=True, verbose_name='hash client secret')),
                ('name', models.CharField(blank=True, max_length=255, verbose_name='name')),
                ('skip_authorization', models.BooleanField(default=False, verbose_name='skip authorization')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated', models.DateTimeField(auto_now=True, verbose_name='updated')),
                ('algorithm', models.CharField(blank=True, choices=[('', 'No OIDC support'), ('RS256', 'RSA with SHA-2 256'), ('HS256', 'HMAC with SHA-2 256')], default='', max_length=5, verbose_name='algorithm')),
                ('allowed_origins', models.TextField(blank=True, default='', help_text='Allowed origins list to enable CORS, space separated', verbose_name='allowed origins')),
                ('registration_source', models.CharField(choices=[('manual', 'Manual'), ('dcr', 'Dynamic Client Registration'), ('cimd', 'Client ID Metadata Document')], default='manual', help_text='How this application was registered (manual, DCR per RFC 7591, or CIMD)', max_length=32, verbose_name='registration source')),
                ('cimd_expires_at', models.DateTimeField(blank=True, default=None, help_text='When the cached Client ID Metadata Document should be re-fetched', null=True, verbose_name='CIMD expires at')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(app_label)s_%(class)s', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'app',
                'verbose_name_plural': 'apps',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='GameSecret',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret', serialize=False, to='games.game')),
                ('seed', models.BinaryField(help_text='256 bits, encrypted with a key from the environment (Fernet).')),
                ('key', models.BinaryField(help_text='The key of all chance, encrypted likewise; set at the start.', null=True)),
                ('position', models.BinaryField(help_text="The engine's state as canonical JSON, sealed.", null=True)),
                ('position_number', models.PositiveIntegerField(help_text='The entry that the position is as of.', null=True)),
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
                ('body', models.BinaryField(help_text='Salt and canonical JSON, sealed (`games.secret_parts`).')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('holder__gte', -1)), name='entry_secret_holder')],
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
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('pk', models.CompositePrimaryKey('game_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('kind', models.CharField(max_length=16, verbose_name='kind')),
                ('seat', models.PositiveSmallIntegerField(help_text="Whose deed it was; nobody's if empty.", null=True, verbose_name='seat')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('public', models.JSONField(verbose_name='public part')),
                ('hash', models.CharField(max_length=64, verbose_name='chain hash')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.game')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'ordering': ['game', 'number'],
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gt', 0)), name='entry_counts_from_one'), models.CheckConstraint(condition=models.Q(('hash__regex', '^[0-9a-f]{64}$')), name='entry_hash')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='12779a133bf91f00f3b1c4d5fd2c8ee89e088318', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_d266b', table='games_entry', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot truncate % table', TG_TABLE_NAME;", hash='e7677334b2a7ad1aa03200fd83ff22ea9b25f8de', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_29abf', table='games_entry', when='BEFORE')),
        ),
        migrations.CreateModel(
            name='Grant',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('code', models.CharField(max_length=255, unique=True, verbose_name='code')),
                ('expires', models.DateTimeField(verbose_name='expires')),
                ('redirect_uri', models.TextField(verbose_name='redirect URI')),
                ('scope', models.TextField(blank=True, verbose_name='scope')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated', models.DateTimeField(auto_now=True, verbose_name='updated')),
                ('code_challenge', models.CharField(blank=True, default='', max_length=128, verbose_name='code challenge')),
                ('code_challenge_method', models.CharField(blank=True, choices=[('plain', 'plain'), ('S256', 'S256')], default='', max_length=10, verbose_name='code challenge method')),
                ('nonce', models.CharField(blank=True, default='', max_length=255, verbose_name='nonce')),
                ('claims', models.TextField(blank=True, verbose_name='claims')),
                ('resource', oauth2_provider.models.ResourceJSONField(blank=True, default=list, verbose_name='resource')),
                ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL, verbose_name='application')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(app_label)s_%(class)s', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'grant',
                'verbose_name_plural': 'grants',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('request_hash', models.CharField(help_text='SHA-256 of what was asked, in hex.', max_length=64)),
                ('answer', models.JSONField(help_text='Numbers of entries and codes; never what only one seat may know.')),
                ('created_at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'idempotency key',
                'verbose_name_plural': 'idempotency keys',
                'indexes': [models.Index(models.F('created_at'), name='idempotency_key_age')],
                'constraints': [models.UniqueConstraint(fields=('game', 'player', 'key'), name='idempotency_key_once')],
            },
        ),
        migrations.CreateModel(
            name='IDToken',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('jti', models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name='JWT Token ID')),
                ('expires', models.DateTimeField(verbose_name='expires')),
                ('scope', models.TextField(blank=True, verbose_name='scope')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated', models.DateTimeField(auto_now=True, verbose_name='updated')),
                ('application', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL, verbose_name='application')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(app_label)s_%(class)s', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'ID token',
                'verbose_name_plural': 'ID tokens',
                'abstract': False,
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
                ('purpose', models.CharField(choices=[('sign_up', 'sign up'), ('sign_in', 'sign in'), ('new_address', 'new address'), ('old_address', 'old address'), ('erase', 'erase'), ('nothing', 'nothing')], max_length=12)),
                ('facts', models.JSONField(default=dict, help_text='Of a player to be; or which change of address.')),
                ('code_hash', models.CharField(help_text='Keyed, so that the rows alone give no code away.', max_length=64)),
                ('attempts_left', models.PositiveSmallIntegerField(help_text='To type it; the link in the mail needs none.')),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mailed_codes', to=settings.AUTH_USER_MODEL)),
                ('asked_by', models.CharField(default='', help_text='Of a network or a player, a keyed hash.', max_length=64)),
                ('used_at', models.DateTimeField(null=True)),
                ('door', models.CharField(choices=[('sign_up', 'sign-up'), ('account', 'sign-in and account')], db_default='account', default='account', max_length=8)),
            ],
            options={
                'verbose_name': 'mailed code',
                'verbose_name_plural': 'mailed codes',
                'indexes': [models.Index(django.db.models.functions.text.Lower('address'), models.F('created_at'), name='code_address'), models.Index(models.F('created_at'), name='code_age'), models.Index(models.F('asked_by'), models.F('created_at'), name='code_asked_by')],
                'constraints': [models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='code_expires_later'), models.CheckConstraint(condition=models.Q(models.Q(('player', None), ('purpose__in', ['sign_up', 'nothing'])), models.Q(('player__isnull', False), ('purpose__in', ['sign_in', 'new_address', 'old_address', 'erase'])), _connector='OR'), name='code_knows_whom')],
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
                ('contribution', models.CharField(blank=True, help_text='What this seat adds to the key of all chance.', max_length=64, verbose_name='contribution')),
                ('status', models.CharField(choices=[('playing', 'playing'), ('absent', 'absent'), ('resigned', 'resigned'), ('forfeited', 'forfeited')], default='playing', max_length=12, verbose_name='status')),
                ('timeouts_in_a_row', models.PositiveSmallIntegerField(default=0, verbose_name='timeouts in a row')),
                ('agrees_to_open', models.BooleanField(default=False, help_text="The ended game's secrets open sooner when all agree.", verbose_name='agrees to open')),
                ('points', models.SmallIntegerField(help_text='Set when the game has ended.', null=True, verbose_name='points')),
                ('rank', models.PositiveSmallIntegerField(help_text='Set when the game has ended with ranks.', null=True, verbose_name='rank')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('bank', models.DurationField(default=datetime.timedelta, help_text='Time in store.', verbose_name='bank')),
                ('stopped', models.DurationField(default=datetime.timedelta, help_text='For how long quiet hours and days off have stopped its clock.', verbose_name='stopped')),
                ('wants_pause', models.BooleanField(default=False, help_text='The game is paused when all who play want it.', verbose_name='wants a pause')),
                ('open_since', models.DateTimeField(blank=True, help_text='Somebody may take it over (P2); empty where nobody may.', null=True, verbose_name='open since')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['game', 'number'],
                'indexes': [models.Index(models.OrderBy(models.F('open_since'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('open_since__isnull', False)), name='seat_open')],
                'constraints': [models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('game', 'number'), name='seat_number_once'), models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('game', 'player'), name='seat_player_once'), models.CheckConstraint(condition=models.Q(('number__lt', 6)), name='seat_number'), models.CheckConstraint(condition=models.Q(('contribution__regex', '^[0-9a-fA-F]*$')), name='seat_contribution')],
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('prompt_opened', models.PositiveIntegerField(verbose_name='opened by entry')),
                ('kind', models.CharField(help_text="The prompt's tag, as “take_turn”.", max_length=32, verbose_name='kind')),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('deadline_at', models.DateTimeField(verbose_name='deadline')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.game')),
                ('stops', models.JSONField(blank=True, default=list, help_text='When its clock stands still, as it was laid out; emptied at its end.')),
                ('expires_at', models.DateTimeField(help_text='When it is acted on: the deadline, or grace later.', verbose_name='expires')),
                ('player', models.ForeignKey(db_index=False, help_text='Who is asked; whoever takes the seat over.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='turns', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('announced_at', models.DateTimeField(blank=True, help_text='When all were told that grace runs.', null=True, verbose_name='announced')),
                ('in_time', models.BooleanField(blank=True, help_text='Whether a move was made in time; empty: it counts neither way.', null=True, verbose_name='in time')),
            ],
            options={
                'verbose_name': 'turn',
                'verbose_name_plural': 'turns',
                'indexes': [models.Index(models.F('deadline_at'), condition=models.Q(('closed_at', None)), name='turn_due'), models.Index(models.F('game'), models.F('seat'), condition=models.Q(('closed_at', None)), name='turn_open'), models.Index(models.F('expires_at'), condition=models.Q(('closed_at', None)), name='turn_expiring'), models.Index(models.F('deadline_at'), condition=models.Q(('announced_at', None), ('closed_at', None), ('expires_at__gt', models.F('deadline_at'))), name='turn_in_grace'), models.Index(models.F('player'), condition=models.Q(('closed_at', None)), name='turn_asked'), models.Index(condition=models.Q(('in_time__isnull', False)), fields=['player', 'closed_at'], include=('in_time',), name='turn_of_player')],
                'constraints': [models.UniqueConstraint(fields=('game', 'prompt_opened', 'seat'), name='turn_prompt_once'), models.CheckConstraint(condition=models.Q(('deadline_at__gt', models.F('opened_at'))), name='turn_deadline'), models.CheckConstraint(condition=models.Q(('expires_at__gte', models.F('deadline_at'))), name='turn_expires')],
            },
        ),
        migrations.CreateModel(
            name='AdminAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('what', models.CharField(help_text='As “ruled” or “secrets_opened”.', max_length=32, verbose_name='what')),
                ('entry', models.PositiveIntegerField(null=True, verbose_name='entry')),
                ('detail', models.JSONField(default=dict, help_text='Codes, numbers and ids; no free text.', verbose_name='detail')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('game', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='games.game', verbose_name='game')),
                ('player', models.ForeignKey(db_index=False, help_text='Whom it was about.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts_about', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': "admin's act",
                'verbose_name_plural': "admins' acts",
                'ordering': ['-at', '-id'],
                'indexes': [models.Index(models.F('at'), models.F('id'), name='act_at'), models.Index(models.F('by'), models.F('at'), name='act_by'), models.Index(models.F('game'), models.F('at'), name='act_game'), models.Index(models.F('player'), models.F('at'), name='act_player'), models.Index(models.F('what'), models.F('at'), name='act_what')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='adminact',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='344160b877e61ceeb9d84f91291ddfa40c411ba3', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_21b25', table='games_adminact', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='adminact',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot truncate % table', TG_TABLE_NAME;", hash='09c50081ae5d0d5cd4f1bcaded760a31a0f14b11', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_2e59f', table='games_adminact', when='BEFORE')),
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
                ('can_wait', models.BooleanField(help_text='Asked for by somebody who could do everything with the account.')),
                ('new_at', models.DateTimeField(help_text='When the new address agreed.', null=True)),
                ('old_at', models.DateTimeField(help_text='When the old address, or an admin in its place, agreed.', null=True)),
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
                ('by', models.ForeignKey(help_text='Nobody: whoever runs the server.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_up_invitations', to=settings.AUTH_USER_MODEL)),
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
                ('source', models.CharField(help_text='As “dispute” or “comment”.', max_length=16, verbose_name='where')),
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
            name='AccessToken',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('token', models.TextField(verbose_name='token')),
                ('token_checksum', oauth2_provider.models.TokenChecksumField(db_index=True, max_length=64, unique=True, verbose_name='token checksum')),
                ('expires', models.DateTimeField(verbose_name='expires')),
                ('scope', models.TextField(blank=True, verbose_name='scope')),
                ('resource', oauth2_provider.models.ResourceJSONField(blank=True, default=list, verbose_name='resource')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated', models.DateTimeField(auto_now=True, verbose_name='updated')),
                ('label', models.CharField(blank=True, help_text='What its player calls it.', max_length=60, verbose_name='label')),
                ('prefix', models.CharField(blank=True, help_text='To tell it from others.', max_length=12, verbose_name='begins with')),
                ('last_used_at', models.DateTimeField(blank=True, help_text='To the hour.', null=True, verbose_name='last used')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(app_label)s_%(class)s', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('application', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL, verbose_name='application')),
                ('id_token', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='access_token', to=settings.OAUTH2_PROVIDER_ID_TOKEN_MODEL, verbose_name='ID token')),
            ],
            options={
                'verbose_name': 'access token',
                'verbose_name_plural': 'access tokens',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('token', '')), name='token_is_hashed'), models.CheckConstraint(condition=models.Q(('application__isnull', False), ('user__isnull', False), _connector='OR'), name='personal_token_has_player')],
            },
        ),
        migrations.CreateModel(
            name='RefreshToken',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('token', models.TextField(verbose_name='token')),
                ('token_checksum', oauth2_provider.models.TokenChecksumField(max_length=64, verbose_name='token checksum')),
                ('token_family', models.UUIDField(blank=True, editable=False, null=True, verbose_name='token family')),
                ('resource', oauth2_provider.models.ResourceJSONField(blank=True, default=list, verbose_name='resource')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated', models.DateTimeField(auto_now=True, verbose_name='updated')),
                ('revoked', models.DateTimeField(null=True, verbose_name='revoked')),
                ('access_token', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='refresh_token', to=settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL, verbose_name='access token')),
                ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL, verbose_name='application')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(app_label)s_%(class)s', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'refresh token',
                'verbose_name_plural': 'refresh tokens',
                'abstract': False,
                'indexes': [models.Index(fields=['token_family'], name='games_refre_token_f_a2117c_idx')],
                'constraints': [models.CheckConstraint(condition=models.Q(('token', '')), name='refresh_token_is_hashed')],
                'unique_together': {('token_checksum', 'revoked')},
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.PositiveIntegerField(help_text='Its number in the log.', null=True, verbose_name='entry')),
                ('kind', models.CharField(choices=[('extended', 'deadline extended'), ('set_back', 'deadline set back'), ('paused', 'paused'), ('resumed', 'resumed'), ('taken_back', 'taken back'), ('moved_for', 'moved for a seat'), ('replaced', 'player replaced'), ('removed', 'player removed'), ('reinstated', 'player reinstated'), ('ended', 'game ended'), ('reopened', 'game resumed after its end'), ('corrected', 'points corrected')], max_length=12, verbose_name='kind')),
                ('state', models.CharField(choices=[('proposed', 'waits for a second admin'), ('done', 'carried out'), ('withdrawn', 'withdrawn')], default='done', max_length=10, verbose_name='state')),
                ('asked', models.JSONField(verbose_name='order')),
                ('public_text', models.TextField(blank=True, help_text='The players read it.', max_length=2000, verbose_name='public text')),
                ('staff_note', models.TextField(blank=True, max_length=2000, verbose_name='note for admins')),
                ('undoes', models.PositiveIntegerField(help_text='The entry of the ruling it undoes.', null=True, verbose_name='undoes')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('confirmed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='second admin')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.game')),
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
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('seat', models.PositiveSmallIntegerField(help_text='Where the player sat who opened it.', verbose_name='seat')),
                ('kind', models.CharField(choices=[('mistaken_move', 'a move was mistaken'), ('absent_player', 'a player is absent'), ('abuse', 'abusive behaviour'), ('suspected_bug', 'a suspected bug'), ('suspected_collusion', 'suspected collusion'), ('other', 'something else')], max_length=20, verbose_name='kind')),
                ('entry', models.PositiveIntegerField(help_text='The number of the entry that it concerns.', null=True, verbose_name='entry')),
                ('text', models.TextField(blank=True, help_text='The other players read it.', max_length=2000, verbose_name='text')),
                ('state', models.CharField(choices=[('open', 'open'), ('resolved', 'resolved'), ('dismissed', 'dismissed'), ('withdrawn', 'withdrawn')], default='open', max_length=10, verbose_name='state')),
                ('paused_game', models.BooleanField(default=False, verbose_name='pauses the game')),
                ('created_at', models.DateTimeField(verbose_name='opened')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('outcome', models.TextField(blank=True, help_text='The players read it.', max_length=2000, verbose_name='outcome')),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='closed by')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='games.game')),
                ('opened_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to=settings.AUTH_USER_MODEL, verbose_name='opened by')),
                ('reopened_at', models.DateTimeField(help_text='When the ruling that had resolved it was undone.', null=True, verbose_name='opened again')),
                ('settled_by', models.ForeignKey(help_text='The ruling that resolved it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settled', to='games.ruling')),
            ],
            options={
                'verbose_name': 'dispute',
                'verbose_name_plural': 'disputes',
                'ordering': ['-created_at', '-id'],
                'permissions': [('settle', 'Can resolve and dismiss disputes')],
                'indexes': [models.Index(models.F('created_at'), models.F('id'), condition=models.Q(('state', 'open')), name='dispute_queue'), models.Index(models.F('game'), models.F('created_at'), name='dispute_game'), models.Index(models.F('opened_by'), models.F('created_at'), name='dispute_opened_by')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('game', 'opened_by'), name='dispute_open_once'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('closed_at__isnull', False), ('closed_by__isnull', False)), _connector='OR'), name='dispute_closed')],
            },
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
                ('text', models.TextField(blank=True, help_text='The player reads it.', max_length=2000, verbose_name='text')),
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
        migrations.AddField(
            model_name='accesstoken',
            name='source_refresh_token',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='refreshed_access_token', to=settings.OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL, verbose_name='source refresh token'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='dispute',
            field=models.ForeignKey(help_text='Its cause.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.dispute', verbose_name='dispute'),
        ),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
