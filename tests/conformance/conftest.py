"""Every test with the fixture ``subject`` runs for each game; ``smallest`` is one scenario of each."""

import importlib

import pytest
from conformance.subjects import SMALLEST, SUBJECTS, TOY


@pytest.fixture(params=SUBJECTS, ids=str)
def subject(request):
    """A scenario of a game."""
    return request.param


@pytest.fixture(params=SMALLEST, ids=str)
def smallest(request):
    """The smallest scenario of a game."""
    return request.param


@pytest.fixture(scope="session")
def registered():
    """The environments of the toy, as its players register them."""
    from ctv_env.envs import register

    register(TOY, importlib.import_module("toygame").ENVIRONMENTS)
