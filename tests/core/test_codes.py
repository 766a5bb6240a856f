"""Vocabularies: codes by name for compiled code, words for people, and no name that does not exist."""

import ast
import enum
import importlib
import pathlib

import pytest

from ctv_env.core.codes import Codes, Vocabulary, by_word, codes
from ctv_env.core.jit import jit

ROOT = pathlib.Path(__file__).parents[2]


class Arm(Vocabulary):
    """Arms."""

    FOOT = 0
    HEAVY_GUNS = 3
    TANKS = 7, "armor"


ARM = codes(Arm)


@jit
def _is_tank(arm):
    return 1 if arm == ARM.TANKS else 0


def test_an_enumeration_becomes_plain_ints_by_name():
    assert (ARM.FOOT, ARM.HEAVY_GUNS, ARM.TANKS) == (0, 3, 7)
    assert type(ARM.TANKS) is int


def test_compiled_code_reads_them():
    assert (_is_tank(7), _is_tank(3)) == (1, 0)


def test_the_rows_of_a_table_are_numbered():
    why = codes(("LEGAL", "NOT_HERE"))
    assert (why.LEGAL, why.NOT_HERE) == (0, 1)


def test_a_name_said_twice_is_refused():
    with pytest.raises(ValueError, match="says 'LEGAL' twice"):
        codes(("LEGAL", "NOT_HERE", "LEGAL"))


def test_an_alias_in_an_enumeration_is_a_name_like_others():
    class Way(enum.IntEnum):
        OUT = 1
        AWAY = 1

    assert codes(Way).AWAY == 1


def test_a_word_is_the_given_one_or_the_name():
    assert [arm.word for arm in Arm] == ["foot", "heavy guns", "armor"]
    assert by_word(Arm) == {"foot": Arm.FOOT, "heavy guns": Arm.HEAVY_GUNS, "armor": Arm.TANKS}
    assert Arm(7) is Arm.TANKS


def _namespaces(tree: ast.Module) -> dict[str, Codes]:
    """The namespaces that a module imports from this package, by the names that it gives them."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ctv_env.games."):
            module = importlib.import_module(node.module)
            for alias in node.names:
                if isinstance(getattr(module, alias.name, None), Codes):
                    found[alias.asname or alias.name] = getattr(module, alias.name)
    return found


def unknown_names(source: str) -> list[str]:
    """Names that a source reads from a namespace that lacks them; numba would only say so when it compiles the line."""
    tree = ast.parse(source)
    spaces = _namespaces(tree)
    reads = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name))
    return [
        f"line {read.lineno}: {read.value.id}.{read.attr}"
        for read in reads
        if read.value.id in spaces and read.attr not in vars(spaces[read.value.id])
    ]


def test_a_misspelt_code_is_found():
    source = (
        "from ctv_env.games.tscw.model.codes import KIND\n\n\ndef f(k):\n    return k == KIND.HQ or k == KIND.HQS\n"
    )
    assert unknown_names(source) == ["line 5: KIND.HQS"]


@pytest.mark.parametrize("game", ["ctv", "arriba", "tscw"])
def test_every_code_that_a_game_reads_exists(game):
    files = sorted((ROOT / "ctv_env/games" / game).rglob("*.py"))
    assert files
    found = {str(file.relative_to(ROOT)): unknown_names(file.read_text(encoding="utf-8")) for file in files}
    assert {file: names for file, names in found.items() if names} == {}
