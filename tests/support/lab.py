"""The programs of ``ctv lab`` as a user calls them."""

import pytest

from ctv_env.cli.main import main


def lab(*words: str) -> None:
    """Run a program, which succeeds."""
    assert main(["lab", *words]) == 0


def refusal(capsys: pytest.CaptureFixture, *words: str) -> str:
    """The sentence in which a program refuses its arguments."""
    assert main(["lab", *words]) == 2
    return capsys.readouterr().err
