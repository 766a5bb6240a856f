"""The ledger: every clause of the rulebook is cited in the code, and named by a test or explained."""

import ast
import pathlib
import re

import yaml

from ctv_env.games.arriba.loading.load import DATA_DIR

HOUSE, TESTS = DATA_DIR.parent, pathlib.Path(__file__).parent
INDEX = yaml.safe_load((DATA_DIR / "rules_index.yaml").read_text(encoding="utf-8"))
RULES, NOT_MODELLED, EXPLAINED = (set(INDEX[key]) for key in ("rules", "not_modelled", "explained"))

_NUMBER = re.compile(r"(?<![\w.\-])(\d{1,2}(?:\.\d{1,2}){1,2})(?![\w.]*\d)")
_CHAPTER = re.compile(r"\b(?:[Rr]ules?|[Cc]hapter) (\d{1,2})\b(?!\.\d)|\((\d{1,2})(?=[),;:])")
_NAMED = re.compile(r"[AC]_\d+(?=_|$)|(\d{1,2}(?:_\d{1,2}){0,2})(?=_|$)")


def cited_in(text: str) -> set[str]:
    """Clauses that a text cites; a chapter without clauses only as "rule 3", "chapter 3" or "(3)"."""
    chapters = {found for pair in _CHAPTER.findall(text) for found in pair if found}
    return set(_NUMBER.findall(text)) | (chapters & RULES)


def named_in(test: str) -> set[str]:
    """Clauses at the head of a test's name, between rulings and cases: ``test_A_04_9_2_2_C_67_...`` names 9.2.2."""
    found, rest = set(), test.removeprefix("test_")
    while match := _NAMED.match(rest):
        parts = (match[1] or "").split("_")
        while len(parts) > 1 and ".".join(parts) not in RULES:
            parts.pop()
        if match[1]:
            found.add(".".join(parts))
        rest = rest[(len("_".join(parts)) if match[1] else match.end()) + 1 :]
    return found & RULES


def _named() -> set[str]:
    files = (ast.parse(path.read_text(encoding="utf-8")) for path in TESTS.glob("test_*.py"))
    names = [node.name for file in files for node in file.body if isinstance(node, ast.FunctionDef)]
    return set().union(*(named_in(name) for name in names if name.startswith("test_")))


def test_names_are_read_as_meant():
    assert named_in("test_9_2_2_C_67_shifts") == {"9.2.2"}
    assert named_in("test_A_16_on_turn_1") == set()
    assert named_in("test_10_9_4_both") == {"10", "9.4"}


def test_every_clause_is_cited_in_the_code():
    code = "\n".join(path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py"))
    assert not RULES - cited_in(code)


def test_every_clause_is_named_by_a_test_or_explained():
    assert RULES - _named() == EXPLAINED


def test_nothing_is_both_a_rule_and_not_modelled():
    assert not RULES & NOT_MODELLED
    assert all(INDEX["not_modelled"].values())
    assert all(INDEX["explained"].values())
