"""deploy/install on a bare Debian with a real systemd: installed, upgraded while requests arrive, and disturbed.

    python -m tests.install ROOT [measure]

ROOT holds a Debian with systemd and nothing else, made by `.ci/try-install`. It is booted in namespaces of its own, but
with this machine's network: the ports 80, 443, 5432, 6379 and 8002 must be free. With `measure`, 50 games are
played there instead, and memory, processor time and disk usage are printed.
"""
