"""What deploy/install does, once there is a Python: a site on one machine, and its upgrades. Standard library only.

Each step looks at what is there and does what is missing, so the command can be run again at any time. In order:

    machine     packages and the site's user
    releases    the release in a folder of its own, beside the one that runs
    settings    the environment's two files; what is there is never written over
    servers     PostgreSQL, its backups, the roles and the database; Redis
    proxy       the certificate and nginx
    units       the switch to the new release, part by part, and back again if it does not serve

Until the switch nothing that runs has changed.
"""
