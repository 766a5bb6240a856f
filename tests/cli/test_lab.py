"""``ctv lab``: one word finds every program."""

import ast
import pathlib

import pytest

from ctv_env.cli import lab
from ctv_env.cli.main import main

ROOT = pathlib.Path(__file__).parents[2]


def test_the_help_lists_every_program(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["lab", "--help"])
    rows = capsys.readouterr().out.splitlines()
    for name, program in lab.PROGRAMS.items():
        assert [row.split() for row in rows].count([name, *program.summary.split()]) == 1


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rllib) if name == "rllib-selfplay" else name for name in lab.PROGRAMS]
)
def test_a_program_explains_its_arguments(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["lab", name, "--help"])
    said = capsys.readouterr().out
    assert said.startswith(f"usage: ctv lab {name} ")
    assert all(action.help for action in lab.parser_of(name)._actions)


def test_an_unknown_program_is_refused_with_the_nearest(capsys):
    assert main(["lab", "manger"]) == 2
    assert "no program 'manger'" in (said := capsys.readouterr().err)
    assert "did you mean 'manager'" in said


def test_a_missing_library_is_named_with_its_extra(monkeypatch, capsys):
    monkeypatch.setitem(lab.PROGRAMS, "soak", lab.PROGRAMS["soak"]._replace(module="no_such_library"))
    assert main(["lab", "soak"]) == 2
    assert "ctv lab soak needs the package no_such_library: pip install 'ctv_env[train]'" in capsys.readouterr().err


def test_every_program_of_the_agents_is_found_here():
    """A module with ``add_arguments`` and ``run`` is a program; none is run as ``python -m``."""
    modules = set()
    for path in (ROOT / "agents").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert "__name__ == '__main__'" not in ast.unparse(tree), path
        if {"add_arguments", "run"} <= functions:
            modules.add(f"ctv_env.{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}")
    assert modules == {program.module for program in lab.PROGRAMS.values()} - {"ctv_env.bench.costs"}
