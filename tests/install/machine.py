"""A Debian in a folder, booted: its systemd is process 1 of namespaces that end with it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from tests.image.containerfile import way_to_the_index
from tests.install.limits import Limits
from tests.patience import PATIENCE, eventually

PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NAMESPACES: Final = ("--mount", "--pid", "--uts", "--ipc", "--cgroup")
BOOT: Final = r"""
set -e
cd "$1"
mount --make-rprivate /
mount --bind . . && cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do cp --archive "/dev/$device" dev; done
mkdir dev/pts dev/shm && mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts && ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
touch dev/console
# Not a chroot, in which units could have no users of their own (PrivateUsers).
pivot_root . mnt
umount --lazy /mnt
exec env --ignore-environment container=other "PATH=$2" /lib/systemd/systemd --show-status=0
"""
BOOTED: Final = {"running", "degraded"}


@dataclass
class Machine:
    """A booted machine."""

    root: Path
    init: int
    limits: Limits

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command on it as root, capturing its output. Raises CalledProcessError if it fails."""
        entered = [*self.limits.within, "nsenter", f"--target={self.init}", *NAMESPACES, "--root", "--wd"]
        given = [f"{name}={value}" for name, value in {"PATH": PATH, "HOME": "/", **way_to_the_index()}.items()]
        done = subprocess.run(
            [*entered, "env", "--ignore-environment", *given, *command],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if check and done.returncode:
            print(done.stdout, flush=True)
            done.check_returncode()
        return done

    def says(self, *command: str) -> str:
        """Return a command's output without its last newline. Raises CalledProcessError."""
        return self.run(*command).stdout.rstrip()


@contextmanager
def booted(root: Path, limits: Limits) -> Iterator[Machine]:
    """Boot the machine in this folder, within these limits."""
    own = [*limits.within, "unshare", *NAMESPACES, "--fork", "--kill-child"]
    with subprocess.Popen([*own, "sh", "-c", BOOT, "sh", root, PATH], stdin=subprocess.DEVNULL) as process:
        try:
            assert eventually(lambda: bool(psutil.Process(process.pid).children()))
            machine = Machine(root, psutil.Process(process.pid).children()[0].pid, limits)
            assert eventually(lambda: _state(machine) in BOOTED), "it does not boot"
            yield machine
        finally:
            process.kill()
            process.wait(PATIENCE)


def _state(machine: Machine) -> str:
    if not (Path(f"/proc/{machine.init}/root") / "run/systemd/private").exists():
        return ""
    return machine.run("systemctl", "is-system-running", check=False).stdout.strip()
