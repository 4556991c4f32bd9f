"""What the groups of admins may do about disputes and players."""

from django.db import migrations

READS = {
    "dispute": "dispute",
    "disputecomment": "comment",
    "moderation": "moderation",
    "bulkruling": "bulk ruling",
}
SETTLE = ("settle", "Can resolve and dismiss disputes")
READERS = ["support", "referee", "operator"]
SETTLERS = ["support", "referee"]


def add_rights(apps, schema_editor):
    """Rows that `create_permissions` would make only after all migrations are made here, and found by it then."""
    group_of = apps.get_model("auth", "Group").objects
    kinds = apps.get_model("contenttypes", "ContentType").objects
    permissions = apps.get_model("auth", "Permission").objects

    def permission(model, codename, name):
        kind, _ = kinds.get_or_create(app_label="games", model=model)
        return permissions.get_or_create(content_type=kind, codename=codename, defaults={"name": name})[0]

    reads = [permission(model, f"view_{model}", f"Can view {name}") for model, name in READS.items()]
    for name in READERS:
        group_of.get_or_create(name=name)[0].permissions.add(*reads)
    for name in SETTLERS:
        group_of.get(name=name).permissions.add(permission("dispute", *SETTLE))


class Migration(migrations.Migration):
    dependencies = [("games", "0004_disputes")]

    operations = [migrations.RunPython(add_rights, migrations.RunPython.noop)]
