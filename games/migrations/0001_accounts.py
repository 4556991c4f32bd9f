"""Players and their tokens: with `0002_games`, the database as the first 64 migrations made it.

These come first and alone, since the libraries' migrations that alter models beside them are slow among all others.
A site of an earlier release first upgrades to the release that has those migrations (deploy/runbook.md, Upgrade). Once
they have all been applied, Django counts these two as applied, too.
"""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.ids
import games.models.player
import games.names
import oauth2_provider.generators
import oauth2_provider.models
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

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
        ('games', '0028_private_notes'),
        ('games', '0029_play_again'),
        ('games', '0030_codes_of_proof'),
        ('games', '0031_practice_and_join_links'),
        ('games', '0032_ruling_kinds'),
        ('games', '0033_words'),
        ('games', '0034_help_of_secret_parts'),
        ('games', '0035_invitations_by_address'),
        ('games', '0036_browser_sessions'),
        ('games', '0037_table_talk'),
        ('games', '0038_nudges'),
        ('games', '0039_continued_order'),
        ('games', '0040_agreements'),
        ('games', '0041_talk_opened'),
        ('games', '0042_friends'),
        ('games', '0043_disputes_between_two'),
        ('games', '0044_ratings'),
        ('games', '0045_paired_seats'),
        ('games', '0046_series'),
        ('games', '0047_leagues'),
        ('games', '0048_cups'),
        ('games', '0049_reports_before_the_start'),
        ('games', '0050_seasons_put_off'),
        ('games', '0051_lost_refresh_answers'),
        ('games', '0052_app_name_keys'),
        ('games', '0053_app_names_once'),
        ('games', '0054_bots'),
        ('games', '0055_bots_where_they_sit'),
        ('games', '0056_game_lists'),
        ('games', '0057_public_ends'),
        ('games', '0058_packed_entries'),
        ('games', '0059_packed_entries_valid'),
        ('games', '0060_fewer_indexes'),
        ('games', '0061_lists_of_many_games'),
        ('games', '0062_email_keys'),
        ('games', '0063_stale_ratings'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False, verbose_name='id')),
                ('email', models.EmailField(blank=True, help_text='Where mail goes: as typed, with the domain as the DNS knows it.', max_length=254, null=True, verbose_name='e-mail address')),
                ('name', models.CharField(help_text='Other players see it.', max_length=30, validators=[games.names.validate_player_name], verbose_name='name')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[games.models.player.validate_time_zone], verbose_name='time zone')),
                ('language', models.CharField(default='en', max_length=16, verbose_name='language')),
                ('kind', models.CharField(choices=[('human', 'human'), ('bot', 'bot'), ('house', 'house'), ('guest', 'guest')], default='human', max_length=8, verbose_name='kind')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('is_staff', models.BooleanField(default=False, help_text='Can open the admin.', verbose_name='staff')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('erased_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='erased')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('muted_until', models.DateTimeField(blank=True, editable=False, help_text="Can't write in disputes until then.", null=True, verbose_name='muted until')),
                ('suspended_until', models.DateTimeField(blank=True, editable=False, help_text="Can't play until then.", null=True, verbose_name='suspended until')),
                ('habits', models.JSONField(blank=True, default=dict, help_text="Quiet hours and days off, in the player's time zone.", verbose_name='habits')),
                ('vacations', models.JSONField(blank=True, default=list, help_text='Begin, end, and seconds of the allowance used.', verbose_name='vacations')),
                ('name_key', models.TextField(blank=True, editable=False, help_text='The same for all names that look alike (UTS 39); empty once erased.')),
                ('owner', models.ForeignKey(blank=True, editable=False, help_text='Of a bot: who made it, and answers for it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bots', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('email_key', models.TextField(editable=False, help_text='The same for all spellings of one mailbox. Empty if another account of the same mailbox has the address.', null=True)),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'indexes': [models.Index(models.F('id'), condition=models.Q(('kind', 'house')), name='player_house'), models.Index(models.F('date_joined'), condition=models.Q(('erased_at', None), ('kind', 'guest')), name='player_guest')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='player_name_unique', violation_error_message='This name is taken.'), models.UniqueConstraint(condition=models.Q(('name_key', ''), _negated=True), fields=('name_key',), name='player_name_key_unique', violation_error_message="This name looks like somebody else's."), models.CheckConstraint(condition=models.Q(models.Q(('email__isnull', False), ('erased_at', None)), models.Q(('erased_at', None), ('kind__in', ['house', 'guest'])), models.Q(('erased_at', None), ('kind', 'bot'), ('owner__isnull', False)), models.Q(('email', None), ('erased_at__isnull', False), ('is_active', False), ('is_staff', False), ('is_superuser', False)), _connector='OR'), name='player_erased_holds_nothing'), models.CheckConstraint(condition=models.Q(('owner', None), models.Q(('email', None), ('is_staff', False), ('is_superuser', False), ('kind', 'bot')), _connector='OR'), name='player_owned_is_a_bot'), models.UniqueConstraint(fields=('email_key',), name='player_email_key_unique', violation_error_message='This address has an account.')],
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
                ('name_key', models.TextField(blank=True, editable=False, help_text='The same for all names that look alike (UTS 39).')),
            ],
            options={
                'verbose_name': 'app',
                'verbose_name_plural': 'apps',
                'abstract': False,
                'constraints': [models.UniqueConstraint(condition=models.Q(('name_key', ''), _negated=True), fields=('name_key',), name='app_name_key_unique')],
            },
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
                ('label', models.CharField(blank=True, help_text="The player's name for it.", max_length=60, verbose_name='label')),
                ('prefix', models.CharField(blank=True, help_text='Tells it apart from others.', max_length=12, verbose_name='begins with')),
                ('last_used_at', models.DateTimeField(blank=True, help_text='To the hour.', null=True, verbose_name='last used')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(app_label)s_%(class)s', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('application', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL, verbose_name='application')),
                ('id_token', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='access_token', to=settings.OAUTH2_PROVIDER_ID_TOKEN_MODEL, verbose_name='ID token')),
            ],
            options={
                'verbose_name': 'access token',
                'verbose_name_plural': 'access tokens',
                'abstract': False,
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
                ('again_at', models.DateTimeField(blank=True, editable=False, help_text='Since the first answer was lost.', null=True, verbose_name='traded again')),
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
        migrations.AddField(
            model_name='accesstoken',
            name='source_refresh_token',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='refreshed_access_token', to=settings.OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL, verbose_name='source refresh token'),
        ),
        migrations.AddConstraint(
            model_name='accesstoken',
            constraint=models.CheckConstraint(condition=models.Q(('token', '')), name='token_is_hashed'),
        ),
        migrations.AddConstraint(
            model_name='accesstoken',
            constraint=models.CheckConstraint(condition=models.Q(('application__isnull', False), ('user__isnull', False), _connector='OR'), name='personal_token_has_player'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='player',
            trigger=pgtrigger.compiler.Trigger(name='keep_email_key', sql=pgtrigger.compiler.UpsertTriggerSql(func='\nIF TG_OP = \'INSERT\' OR NEW.email IS DISTINCT FROM OLD.email THEN\n    NEW.email_key := lower(NEW.email COLLATE "C");\nEND IF;\nRETURN NEW;\n', hash='7c4320cff92f7242bfc037189c899bd0ae46e3f7', operation='INSERT OR UPDATE OF "email"', pgid='pgtrigger_keep_email_key_60993', table='games_player', when='BEFORE')),
        ),
    ]
