"""The groups of admins and what each may do."""

from django.db import migrations

READS = {
    "game": "game",
    "entry": "entry",
    "seat": "seat",
    "turn": "turn",
    "player": "player",
    "outage": "outage",
    "ruling": "ruling",
    "adminact": "admin's act",
}
RIGHTS = {
    "extend": "Can extend deadlines",
    "replace": "Can give a seat to another player or the stand-in",
    "rule": "Can rule on games in every way",
    "bulk": "Can extend, pause and resume many games at once",
    "open_secrets": "Can open what seats secretly hold",
    "moderate": "Can warn, mute and suspend players",
}
GROUPS = {
    "support": ["extend", "replace"],
    "referee": ["extend", "replace", "rule", "open_secrets"],
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
    for name, rights in GROUPS.items():
        group, _ = group_of.get_or_create(name=name)
        group.permissions.add(*reads, *(permission("ruling", right, RIGHTS[right]) for right in rights))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_rulings"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
