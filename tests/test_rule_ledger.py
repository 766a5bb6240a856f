"""The ledger: every clause and ruling is cited in code and named by a test, or not modelled for a stated reason."""

import re

from support.ledger import (
    HOUSE,
    INDEX,
    NOT_MODELLED,
    PAGE,
    RULES,
    RULINGS,
    all_tests,
    citations,
    cited_in,
    named_clauses,
    page,
)


def test_names_are_read_as_meant():
    assert named_clauses("test_R_19_7_2_leaving_costs") == {"R-19", "7.2"}
    assert named_clauses("test_8_1_1_no_entry") == {"8.1.1"}
    assert named_clauses("test_R_34a_bereaved") == {"R-34a"}
    assert named_clauses("test_10_6_1_10_6_marker") == {"10.6.1", "10.6"}


def test_citations_are_read_as_meant():
    assert cited_in("rule 10.4.1, rulings R-43, R-34a; (8.2)") == {"10.4.1", "R-43", "R-34a", "8.2"}
    assert cited_in("the sequence of play (rule 3)") == {"3"}
    assert cited_in("version 0.1.2 of 3 pieces, numba 0.68") - RULES == {"0.1.2", "0.68"}


def test_every_clause_is_cited_in_the_code():
    missing = (RULES | RULINGS) - set(citations())
    assert not missing, f"clauses that no line of code cites: {sorted(missing)}"


def test_every_clause_has_a_test_with_its_number_in_the_name():
    named = set().union(*(named_clauses(test.name) for test in all_tests()))
    missing = (RULES | RULINGS) - named
    assert not missing, f"clauses without a test of their number: {sorted(missing)}"


def test_every_printed_example_is_a_test():
    examples = set(INDEX["printed_examples"])
    assert examples <= RULES
    named = [test for test in all_tests() if "printed example" in f"{test.name} {test.doc}".replace("_", " ").lower()]
    assert set().union(*(named_clauses(test.name) for test in named)) & RULES == examples


def test_nothing_cites_an_unknown_clause():
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HOUSE.rglob("*.py")))
    unknown = set(re.findall(r"\bR-\d\da?\b", text)) - RULINGS
    unknown |= set(re.findall(r"\brules? (\d{1,2}(?:\.\d{1,2}){1,2})", text)) - RULES - NOT_MODELLED
    assert not unknown, f"the code cites clauses that do not exist: {sorted(unknown)}"


def test_no_test_is_named_after_an_unknown_clause():
    unknown = {(test.name, clause) for test in all_tests() for clause in named_clauses(test.name) - RULES - RULINGS}
    assert not unknown, f"tests named after clauses that do not exist: {sorted(unknown)}"


def test_what_is_not_modelled_has_a_reason():
    assert all(reason.strip() for reason in INDEX["not_modelled"].values())
    assert not NOT_MODELLED & RULES


def test_the_rules_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "out of date: run `make rules-page`"
