"""What is said where a library of an extra is missing."""

import importlib
import sys

import pytest

from ctv_env.core.extras import MissingExtraError, needs_extra


def test_a_missing_library_is_told_with_who_needs_it_and_the_remedy():
    with pytest.raises(MissingExtraError) as missing, needs_extra("render", "a window"):
        importlib.import_module("no_such_library.inside")
    assert str(missing.value) == "a window needs the package no_such_library: pip install 'ctv_env[render]'"


def test_of_two_extras_the_outer_one_is_named_which_holds_both():
    words = r"^a plot needs the package no_such_library: .*\[plot\]"
    with (
        pytest.raises(MissingExtraError, match=words),
        needs_extra("plot", "a plot"),
        needs_extra("render", "a window"),
    ):
        importlib.import_module("no_such_library")


def test_another_failure_of_an_import_keeps_its_own_words(tmp_path, monkeypatch):
    (tmp_path / "broken_library.py").write_text("from math import no_such_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError, match="no_such_name") as broken, needs_extra("render", "a window"):
        importlib.import_module("broken_library")
    assert type(broken.value) is ImportError


@pytest.mark.parametrize(
    ("front_end", "library", "extra"),
    [
        ("sb3", "stable_baselines3", "train"),
        ("rllib", "ray", "rllib"),
        ("openspiel", "pyspiel", "openspiel"),
        ("aec", "pettingzoo", "pettingzoo"),
        ("parallel", "pettingzoo", "pettingzoo"),
    ],
)
def test_a_front_end_without_its_library_says_what_to_install(front_end, library, extra, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    for module in ("aec", front_end):
        monkeypatch.delitem(sys.modules, f"ctv_env.envs.{module}", raising=False)
    words = rf"^ctv_env\.envs\.\w+ needs the package {library}\b.*: pip install 'ctv_env\[{extra}\]'$"
    with pytest.raises(MissingExtraError, match=words):
        importlib.import_module(f"ctv_env.envs.{front_end}")
