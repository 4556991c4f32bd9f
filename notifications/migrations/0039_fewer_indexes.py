"""Indexes that earn their place: none for patterns, which nobody looks for; and of what is rarely told, only where it is."""

import django.db.models.deletion
import notifications.models.mails
from django.conf import settings
from django.db import migrations, models

from games.migrations._indexes import dropped, made, renamed


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0060_fewer_indexes'),
        ('notifications', '0038_push'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                renamed("notifications_mail_token_key", "mail_token_once"),
                dropped("notifications_mail_token_2093de1a_like", "notifications_mail (token varchar_pattern_ops)"),
                renamed("notifications_mail_player_id_11b3cb45", "mail_of_player"),
                dropped("notifications_mail_player_id_11b3cb45_like", "notifications_mail (player_id varchar_pattern_ops)"),
                renamed("notifications_mail_game_id_e7c270f6", "mail_of_game"),
                dropped("notifications_mail_game_id_e7c270f6_like", "notifications_mail (game_id varchar_pattern_ops)"),
                renamed("notifications_notification_dedupe_key_key", "notification_once"),
                dropped("notifications_notification_dedupe_key_f195c156_like", "notifications_notification (dedupe_key varchar_pattern_ops)"),
                renamed("notifications_notification_player_id_c244465c", "notification_of_player"),
                dropped("notifications_notification_player_id_c244465c_like", "notifications_notification (player_id varchar_pattern_ops)"),
                renamed("notifications_notification_game_id_1f468470", "notification_of_game"),
                dropped("notifications_notification_game_id_1f468470_like", "notifications_notification (game_id varchar_pattern_ops)"),
                made("notification_of_season", "notifications_notification (season_id) WHERE season_id IS NOT NULL"),
                dropped("notifications_notification_season_id_5a8ae297", "notifications_notification (season_id)"),
                made("notification_of_cup", "notifications_notification (cup_id) WHERE cup_id IS NOT NULL"),
                dropped("notifications_notification_cup_id_9f9dbec7", "notifications_notification (cup_id)"),
                dropped("notifications_notification_cup_id_9f9dbec7_like", "notifications_notification (cup_id varchar_pattern_ops)"),
                made("notification_of_dispute", "notifications_notification (dispute_id) WHERE dispute_id IS NOT NULL"),
                dropped("notifications_notification_dispute_id_d8a3059c", "notifications_notification (dispute_id)"),
                dropped("notifications_notification_dispute_id_d8a3059c_like", "notifications_notification (dispute_id varchar_pattern_ops)"),
                made("notification_of_proposal", "notifications_notification (proposal_id) WHERE proposal_id IS NOT NULL"),
                dropped("notifications_notification_proposal_id_2b50c178", "notifications_notification (proposal_id)"),
                dropped("notifications_notification_proposal_id_2b50c178_like", "notifications_notification (proposal_id varchar_pattern_ops)"),
                made("notification_of_comment", "notifications_notification (comment_id) WHERE comment_id IS NOT NULL"),
                dropped("notifications_notification_comment_id_12aa885f", "notifications_notification (comment_id)"),
                renamed("notifications_replyaddress_token_hash_key", "reply_address_once"),
                dropped("notifications_replyaddress_token_hash_9eb4f24b_like", "notifications_replyaddress (token_hash varchar_pattern_ops)"),
                renamed("notifications_replyaddress_player_id_7822c1b1", "reply_address_of_player"),
                dropped("notifications_replyaddress_player_id_7822c1b1_like", "notifications_replyaddress (player_id varchar_pattern_ops)"),
                renamed("notifications_replyaddress_game_id_72ef09ad", "reply_address_of_game"),
                dropped("notifications_replyaddress_game_id_72ef09ad_like", "notifications_replyaddress (game_id varchar_pattern_ops)"),
                made("reply_address_of_proposal", "notifications_replyaddress (proposal_id) WHERE proposal_id IS NOT NULL"),
                dropped("notifications_replyaddress_proposal_id_ddf50b3c", "notifications_replyaddress (proposal_id)"),
                dropped("notifications_replyaddress_proposal_id_ddf50b3c_like", "notifications_replyaddress (proposal_id varchar_pattern_ops)"),
                made("reply_address_confirms", "notifications_replyaddress (confirms_id) WHERE confirms_id IS NOT NULL"),
                dropped("notifications_replyaddress_confirms_id_8ef813e8", "notifications_replyaddress (confirms_id)"),
            ],
            state_operations=[
                migrations.AlterField(
                    model_name='mail',
                    name='game',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='games.game'),
                ),
                migrations.AlterField(
                    model_name='mail',
                    name='player',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='mail',
                    name='token',
                    field=models.CharField(default=notifications.models.mails.new_token, editable=False, help_text='Part of its Message-ID and return path.', max_length=40),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='comment',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.disputecomment'),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='cup',
                    field=models.ForeignKey(db_index=False, help_text='If it is about that rather than one of its games.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.cup'),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='dedupe_key',
                    field=models.CharField(editable=False, max_length=120),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='dispute',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.dispute'),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='game',
                    field=models.ForeignKey(db_index=False, help_text='Empty: of a competition.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.game'),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='proposal',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.proposal'),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='season',
                    field=models.ForeignKey(db_index=False, help_text='Of a league, if it is about that rather than one of its games.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='games.leagueseason'),
                ),
                migrations.AlterField(
                    model_name='replyaddress',
                    name='confirms',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.inboundemail'),
                ),
                migrations.AlterField(
                    model_name='replyaddress',
                    name='game',
                    field=models.ForeignKey(db_index=False, help_text='Empty: it is a digest’s.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
                ),
                migrations.AlterField(
                    model_name='replyaddress',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reply_addresses', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='replyaddress',
                    name='proposal',
                    field=models.ForeignKey(db_index=False, help_text='What a yes or no answers.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.proposal'),
                ),
                migrations.AlterField(
                    model_name='replyaddress',
                    name='token_hash',
                    field=models.CharField(editable=False, max_length=64),
                ),
                migrations.AddIndex(
                    model_name='mail',
                    index=models.Index(models.F('player'), name='mail_of_player'),
                ),
                migrations.AddIndex(
                    model_name='mail',
                    index=models.Index(models.F('game'), name='mail_of_game'),
                ),
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('player'), name='notification_of_player'),
                ),
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('game'), name='notification_of_game'),
                ),
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('season'), condition=models.Q(('season__isnull', False)), name='notification_of_season'),
                ),
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('cup'), condition=models.Q(('cup__isnull', False)), name='notification_of_cup'),
                ),
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('dispute'), condition=models.Q(('dispute__isnull', False)), name='notification_of_dispute'),
                ),
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('proposal'), condition=models.Q(('proposal__isnull', False)), name='notification_of_proposal'),
                ),
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('comment'), condition=models.Q(('comment__isnull', False)), name='notification_of_comment'),
                ),
                migrations.AddIndex(
                    model_name='replyaddress',
                    index=models.Index(models.F('player'), name='reply_address_of_player'),
                ),
                migrations.AddIndex(
                    model_name='replyaddress',
                    index=models.Index(models.F('game'), name='reply_address_of_game'),
                ),
                migrations.AddIndex(
                    model_name='replyaddress',
                    index=models.Index(models.F('proposal'), condition=models.Q(('proposal__isnull', False)), name='reply_address_of_proposal'),
                ),
                migrations.AddIndex(
                    model_name='replyaddress',
                    index=models.Index(models.F('confirms'), condition=models.Q(('confirms__isnull', False)), name='reply_address_confirms'),
                ),
                migrations.AddConstraint(
                    model_name='mail',
                    constraint=models.UniqueConstraint(fields=('token',), name='mail_token_once'),
                ),
                migrations.AddConstraint(
                    model_name='notification',
                    constraint=models.UniqueConstraint(fields=('dedupe_key',), name='notification_once'),
                ),
                migrations.AddConstraint(
                    model_name='replyaddress',
                    constraint=models.UniqueConstraint(fields=('token_hash',), name='reply_address_once'),
                ),
            ],
        ),
    ]
