import pytest

from process import Service


@pytest.fixture
def start(tmp_path):
    """Starts services on the test's folder; those still running at its end must stop with exit 0."""
    services = []

    def start(*flags, data=None):
        services.append(Service(tmp_path, *flags, data=data))
        return services[-1]

    yield start
    running = [service for service in services if service.process.poll() is None]
    try:
        assert [service.stop() for service in running] == [0] * len(running)
    finally:
        for service in running:
            service.kill()


@pytest.fixture
def service(start):
    return start()
