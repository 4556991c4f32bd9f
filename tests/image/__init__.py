"""The container image without a container engine: the steps of deploy/Containerfile, in a bare root file system.

    python -m tests.image ROOT

ROOT holds the base image of FROM: a Debian with Python 3.11 and pip, made by `.ci/try-image`. Each instruction is read
from the file and executed in a chroot; then the scripts that the image starts run in it, as its user, until they
answer.
"""
