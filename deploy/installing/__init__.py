"""The work of deploy/install, once there is a Python: a site on one machine, and its upgrades. Standard library only.

Each step checks what exists and does what is missing, so the command can be run again at any time. In order:

    machine     packages and the site's user
    releases    the release in a folder of its own, next to the running one
    settings    the environment's two files; existing ones are never overwritten
    servers     PostgreSQL, its backups, the roles and the database; Redis
    proxy       the certificate and nginx
    units       the switch to the new release, part by part, and back again if it does not serve

Nothing that is running changes until the switch.
"""
