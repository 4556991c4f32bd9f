"""Triggers that set an alarm for every turn that opens, and anew when its deadline moves; alarms of the open turns."""

from django.db import migrations

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

INSERT INTO notifications_alarm (turn_id, look_at, given)
SELECT id, opened_at + (deadline_at - opened_at) / 4, 0 FROM games_turn WHERE closed_at IS NULL;
"""

DISARM = """
DROP TRIGGER notifications_arm_moved ON games_turn;
DROP TRIGGER notifications_arm_opened ON games_turn;
DROP FUNCTION notifications_arm();
DELETE FROM notifications_alarm;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_dispute_groups'),
        ('notifications', '0003_preferences'),
    ]

    operations = [migrations.RunSQL(ARM, DISARM)]
