"""Disks that tests mount: small, full, read-only, broken, or without power."""

import ctypes
import errno
import fcntl
import os
import pathlib
import shutil
import subprocess
import time

import pytest

os.environ["PATH"] += ":/usr/sbin:/sbin"

MAKE = {
    "xfs": ["mkfs.xfs", "-q", "-f"],
    "ext4": ["mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,nodiscard"],
}
# ext4 hides a rename before its fsync unless it is told not to.
OPTIONS = {"xfs": "loop", "ext4": "loop,noauto_da_alloc,errors=remount-ro"}
SHUTDOWN = 0x8004587D  # _IOR('X', 125, __u32) for XFS and ext4
NEW_MOUNT_NAMESPACE = 0x00020000


def missing(command):
    return shutil.which(command) is None


def call(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def leave_the_shared_mounts():
    """Gives this process a mount namespace of its own, or skips the test."""
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_MOUNT_NAMESPACE):
        pytest.skip(f"no mounts of our own here: {os.strerror(ctypes.get_errno())}")
    private = call("mount", "--make-rprivate", "/")
    if private.returncode:
        pytest.skip(f"no mounts of our own here: {private.stderr.strip()}")


class Disk:
    """A tmpfs, or a file system in a sparse file."""

    def __init__(self, kind, size, folder):
        self.kind = kind
        self.folder = folder
        self.image = folder.with_suffix(".image")
        folder.mkdir()
        if kind == "tmpfs":
            self.options = f"size={size}"
        else:
            self.options = OPTIONS[kind]
            if missing(MAKE[kind][0]):
                pytest.skip(f"{MAKE[kind][0]} isn't installed")
            with self.image.open("wb") as file:
                file.truncate(size)
            made = call(*MAKE[kind], self.image)
            assert made.returncode == 0, made.stderr
        self.mount()

    @property
    def data(self):
        return self.folder / "Data"

    def mount(self):
        source = "none" if self.kind == "tmpfs" else self.image
        mount = call("mount", "-t", self.kind, "-o", self.options, source, self.folder)
        if mount.returncode:
            pytest.skip(f"{self.kind} can't be mounted here: {mount.stderr.strip()}")

    def unmount(self, seconds=10):
        deadline = time.monotonic() + seconds
        while self.is_mounted:
            unmount = call("umount", self.folder)
            assert unmount.returncode == 0 or time.monotonic() < deadline, unmount.stderr
            time.sleep(0.02)

    @property
    def is_mounted(self):
        """Whether the table of mounts has the disk; a disk without power can't be asked."""
        mounts = pathlib.Path("/proc/self/mounts").read_text().splitlines()
        return str(self.folder) in (line.split()[1] for line in mounts)

    def remount(self, how):
        remount = call("mount", "-o", f"remount,{how}", self.folder)
        assert remount.returncode == 0, remount.stderr

    def cut_power(self, flags):
        """Cuts the disk off; with flag 1 the file system writes its log before."""
        folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.ioctl(folder, SHUTDOWN, flags.to_bytes(4, "little"))
        except OSError as error:
            if error.errno not in (errno.ENOTTY, errno.EOPNOTSUPP, errno.EPERM):
                raise
            pytest.skip(f"{self.kind} can't be shut down here: {error.strerror}")
        finally:
            os.close(folder)

    def fill(self):
        """Fills the disk to the last block."""
        with (self.folder / "ballast").open("ab", buffering=0) as file:
            for size in (1 << 16, 4096, 512, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError as error:
                    assert error.errno == errno.ENOSPC

    def empty(self):
        (self.folder / "ballast").unlink()
