"""The ledger: every clause and ruling is cited in code and named by a test, or not modelled for a stated reason."""

import pathlib
import re

import yaml

ROOT = pathlib.Path(__file__).parents[1]
HOUSE = ROOT / "ctv_env" / "games" / "ctv"
INDEX = yaml.safe_load((HOUSE / "data" / "rules_index.yaml").read_text())
RULES, RULINGS, NOT_MODELLED = (set(INDEX[key]) for key in ("rules", "rulings", "not_modelled"))

_CITED_RULE = re.compile(r"(?<![\w.\-])(\d{1,2}(?:\.\d{1,2}){1,2})(?![\w.]*\d)")
_CITED_RULING = re.compile(r"\bR-\d\da?\b")
_NAMED = re.compile(r"R_(\d\da?)(?=_)|(\d{1,2}(?:_\d{1,2}){0,2})(?=_)")


def _python_text(folder: pathlib.Path) -> str:
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*.py")))


def _named_clauses(name: str) -> set[str]:
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


def _tests() -> dict[str, set[str]]:
    names = re.findall(r"^\s*def (test_\w+)", _python_text(ROOT / "tests"), re.M)
    return {name: _named_clauses(name) for name in names}


def test_names_are_read_as_meant():
    assert _named_clauses("test_R_19_7_2_leaving_costs") == {"R-19", "7.2"}
    assert _named_clauses("test_8_1_1_no_entry") == {"8.1.1"}
    assert _named_clauses("test_R_34a_bereaved") == {"R-34a"}
    assert _named_clauses("test_10_6_1_10_6_marker") == {"10.6.1", "10.6"}


def test_every_clause_is_cited_in_the_code():
    text = _python_text(HOUSE) + _python_text(ROOT / "ctv_env" / "core")
    cited = set(_CITED_RULE.findall(text)) | set(_CITED_RULING.findall(text))
    cited |= {"3", "5"} & set(re.findall(r"\b(?:rules?|3\.|\()\s?(\d)\b", text))
    missing = (RULES | RULINGS) - cited
    assert not missing, f"clauses that no line of code cites: {sorted(missing)}"


def test_every_clause_has_a_test_with_its_number_in_the_name():
    named = set().union(*_tests().values())
    missing = (RULES | RULINGS) - named
    assert not missing, f"clauses without a test of their number: {sorted(missing)}"


def test_nothing_cites_an_unknown_clause():
    text = _python_text(HOUSE)
    unknown = set(_CITED_RULING.findall(text)) - RULINGS
    cited = set(re.findall(r"\brules? (\d{1,2}(?:\.\d{1,2}){1,2})", text))
    unknown |= cited - RULES - NOT_MODELLED
    assert not unknown, f"the code cites clauses that do not exist: {sorted(unknown)}"


def test_no_test_is_named_after_an_unknown_clause():
    unknown = {(name, clause) for name, clauses in _tests().items() for clause in clauses - RULES - RULINGS}
    assert not unknown, f"tests named after clauses that do not exist: {sorted(unknown)}"


def test_what_is_not_modelled_has_a_reason():
    assert all(reason.strip() for reason in INDEX["not_modelled"].values())
    assert not NOT_MODELLED & RULES
