"""Every test with the fixture ``subject`` runs for each game; ``smallest`` is one scenario of each."""

import importlib

import pytest
from conformance.subjects import SMALLEST, SUBJECTS


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
    """The environments of the games that are defined elsewhere, as their players register them."""
    from ctv_env.envs import register

    for subject in SUBJECTS:
        if ":" in subject.game:
            register(subject.game, importlib.import_module(subject.spec.package).ENVIRONMENTS)
