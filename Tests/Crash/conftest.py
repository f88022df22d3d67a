import os
import subprocess

import pytest

import disks
from books import Crashing


@pytest.fixture(scope="session")
def mounts():
    """Lets this process mount what nobody else sees and what goes when it ends."""
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    disks.leave_the_shared_mounts()


@pytest.fixture
def mounted(mounts, tmp_path):
    """Mounts disks; all are taken away at the end of the test."""
    made = []

    def mounted(kind, size, name="disk", inside=tmp_path):
        made.append(disks.Disk(kind, size, inside / name))
        return made[-1]

    yield mounted
    for disk in reversed(made):
        disk.unmount()


@pytest.fixture(scope="session")
def strace():
    if disks.missing("strace"):
        pytest.skip("strace isn't installed")
    if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode:
        pytest.skip("this machine doesn't let strace trace")


@pytest.fixture
def start(tmp_path):
    """Starts services; what is still running at the end of the test is killed."""
    services = []

    def start(*flags, data=None):
        services.append(Crashing(tmp_path, *flags, data=data))
        return services[-1]

    yield start
    for service in services:
        service.kill()
