"""Waiting for what another process or thread does."""

import time


def is_reached(condition, seconds=20):
    """Waits until a condition holds; returns whether it has in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True
