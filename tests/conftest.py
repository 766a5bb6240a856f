"""Settings of all tests."""

import pytest

from ctv_env.core.host import usable_cores


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """``-n auto``: a process for each core that may be used, as everywhere in this project."""
    return usable_cores()
