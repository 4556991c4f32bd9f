"""Who listens, what they hear of, and the triggers that write it for entries and for what is said."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

HEAR = """
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

HEAR_NOTHING = """
DROP TRIGGER notifications_line_heard ON games_talkline;
DROP TRIGGER notifications_entry_heard ON games_entry;
DROP FUNCTION notifications_hear_line();
DROP FUNCTION notifications_hear_entry();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0047_leagues'),
        ('notifications', '0032_cups'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.RunSQL(HEAR, HEAR_NOTHING),
    ]
