"""The container image without a container engine: deploy/Containerfile's own steps, in a bare root file system.

    python -m tests.image ROOT

ROOT holds what FROM names: a Debian with Python 3.11 and pip, made by `.ci/try-image`. Each instruction is read from
the file and done in a chroot; then the scripts that the image starts run in it, as its user, until they answer.
"""
