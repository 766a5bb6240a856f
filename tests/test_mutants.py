"""Every mutant that is explained exists: one that does not would end a run of all mutants at once."""

import pathlib

import pytest
import yaml
from mutation.operators import mutants

from ctv_env.games import GAMES

ROOT = pathlib.Path(__file__).parents[1]


def _explained(game: str) -> dict[str, dict[str, str]]:
    """Explanations by chapter and mutant."""
    return yaml.safe_load((ROOT / f"tests/mutation/explained_{game}.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_every_explained_mutant_exists(game):
    explained = _explained(game)
    assert explained
    for chapter, reasons in explained.items():
        file = ROOT / f"ctv_env/games/{game}/rules/{chapter}.py"
        gone = set(reasons) - {mutant.key for mutant in mutants(file.read_text(encoding="utf-8"), str(file))}
        assert not gone, f"{chapter} has no such mutants: {gone}"
