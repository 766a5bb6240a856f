"""Clause -> code -> tests: who cites and who tests each numbered clause and ruling.

``make rules-page`` writes the table to ``docs/rules.md``; ``tests/test_rule_ledger.py`` holds it true.
"""

import ast
import pathlib
import re
import typing

import yaml

ROOT = pathlib.Path(__file__).parents[2]
HOUSE = ROOT / "ctv_env" / "games" / "ctv"
CORE = ROOT / "ctv_env" / "core"
PAGE = ROOT / "docs" / "rules.md"
INDEX = yaml.safe_load((HOUSE / "data" / "rules_index.yaml").read_text(encoding="utf-8"))
RULES, RULINGS, NOT_MODELLED = (set(INDEX[key]) for key in ("rules", "rulings", "not_modelled"))

_CITED_RULE = re.compile(r"(?<![\w.\-])(\d{1,2}(?:\.\d{1,2}){1,2})(?![\w.]*\d)")
_CITED_CHAPTER = re.compile(r"\b(?:[Rr]ules?|[Cc]hapter) (\d{1,2})\b(?!\.\d)|\((\d{1,2})(?=[),;:])")
_CITED_RULING = re.compile(r"\bR-\d\da?\b")
_NAMED = re.compile(r"R_(\d\da?)(?=_)|(\d{1,2}(?:_\d{1,2}){0,2})(?=_)")

INTRODUCTION = """\
# Clause, code, tests

Made by `make rules-page` from [`rules_index.yaml`](../ctv_env/games/ctv/data/rules_index.yaml), the comments of the
code and the names of the tests; a test fails when it is out of date. What the files are: the
[rules page](../ctv_env/games/ctv/README.md).
"""


class Test(typing.NamedTuple):
    """A test function."""

    file: pathlib.Path
    name: str
    doc: str


def named_clauses(name: str) -> set[str]:
    """Clauses at the head of a test's name: ``test_R_19_7_2_leaving`` names R-19 and 7.2."""
    found, rest = set(), name.removeprefix("test_")
    while match := _NAMED.match(rest):
        ruling, rule = match.groups()
        if ruling:
            found.add(f"R-{ruling}")
            taken = match.end()
        else:
            parts = rule.split("_")
            while len(parts) > 1 and ".".join(parts) not in RULES:
                parts.pop()
            found.add(".".join(parts))
            taken = len("_".join(parts))
        rest = rest[taken + 1 :]
    return found


def all_tests() -> list[Test]:
    """All test functions, in order of files and lines."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if "toygame" in path.parts:  # a game with rules of its own
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.append(Test(path, node.name, ast.get_docstring(node) or ""))
    return found


def cited_in(text: str) -> set[str]:
    """Clauses and rulings that a text cites; a chapter without clauses only as "rule 3", "chapter 3" or "(3)"."""
    chapters = {found for pair in _CITED_CHAPTER.findall(text) for found in pair if found}
    return set(_CITED_RULE.findall(text)) | set(_CITED_RULING.findall(text)) | (chapters & RULES)


def citations() -> dict[str, dict[pathlib.Path, list[str]]]:
    """Clause -> file -> functions (or ``""`` for the file's own head) that cite it.

    Of the code that makes the rules true: what only plays by them, or looks on, is left out.
    """
    found: dict = {}
    paths = [path for path in HOUSE.rglob("*.py") if not {"drawing", "policies", "observation"} & set(path.parts)]
    for path in sorted([*paths, *CORE.rglob("*.py")]):
        for name, text in _parts(path):
            for clause in cited_in(text):
                names = found.setdefault(clause, {}).setdefault(path, [])
                if name not in names:
                    names.append(name)
    return found


def _parts(path: pathlib.Path):
    """(name, text) of each function or class of a module, and of what is outside them as ``""``."""
    lines = path.read_text(encoding="utf-8").splitlines()
    outside = list(lines)
    for node in ast.parse("\n".join(lines)).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, "\n".join(lines[node.lineno - 1 : node.end_lineno])
            outside[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    yield "", "\n".join(outside)


def page() -> str:
    """The rules page as Markdown."""
    code, named = citations(), {}
    for test in all_tests():
        for clause in named_clauses(test.name):
            named.setdefault(clause, []).append(test)
    parts = [INTRODUCTION]
    for title, key in (("Rules", "rules"), ("Rulings", "rulings")):
        parts.append(f"\n## {title}\n\n| clause | what it says | code | tests |\n| --- | --- | --- | --- |\n")
        parts.extend(
            _row(clause, text, code.get(clause, {}), named.get(clause, [])) for clause, text in INDEX[key].items()
        )
    parts.append("\n## Not modelled\n\n")
    parts.extend(f"- **{clause}**: {reason}\n" for clause, reason in INDEX["not_modelled"].items())
    return "".join(parts)


def _row(clause: str, title: str, code: dict, named: list[Test]) -> str:
    places = [f"[{path.name}](../{path.relative_to(ROOT)}) {_listed(names)}".strip() for path, names in code.items()]
    files: dict[pathlib.Path, list[str]] = {}
    for test in named:
        files.setdefault(test.file, []).append(test.name)
    checks = [f"[{path.name}](../{path.relative_to(ROOT)}): {len(names)}" for path, names in files.items()]
    return f"| {clause} | {title} | {'<br>'.join(places)} | {'<br>'.join(checks)} |\n"


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names if name)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
