"""The ledgers: every clause and ruling is cited in code and named by a test, or not modelled for a stated reason."""

import re

import pytest
from support.ledger import LEDGERS, Ledger

from ctv_env.games import GAMES

CTV, ARRIBA = LEDGERS["ctv"], LEDGERS["arriba"]
each_ledger = pytest.mark.parametrize("ledger", LEDGERS.values(), ids=LEDGERS)


def test_every_game_has_a_ledger():
    assert tuple(LEDGERS) == GAMES


def test_names_are_read_as_meant():
    assert CTV.named_clauses("test_R_19_7_2_leaving_costs") == {"R-19", "7.2"}
    assert CTV.named_clauses("test_8_1_1_no_entry") == {"8.1.1"}
    assert CTV.named_clauses("test_R_34a_bereaved") == {"R-34a"}
    assert CTV.named_clauses("test_10_6_1_10_6_marker") == {"10.6.1", "10.6"}
    assert ARRIBA.named_clauses("test_9_2_2_A_104_C_67_shifts") == {"9.2.2", "A-104", "C-67"}
    assert ARRIBA.named_clauses("test_10_9_4_both") == {"10", "9.4"}
    assert ARRIBA.named_clauses("test_11_1_c_C_89_9_2_X_A_87") == {"11.1", "C-89", "9.2", "A-87"}
    assert ARRIBA.named_clauses("test_9_1_a_battlegroup_of_9_3_pieces") == {"9.1"}


def test_citations_are_read_as_meant():
    assert CTV.cited_in("rule 10.4.1, rulings R-43, R-34a; (8.2)") == {"10.4.1", "R-43", "R-34a", "8.2"}
    assert CTV.cited_in("the sequence of play (rule 3)") == {"3"}
    assert CTV.cited_in("version 0.1.2 of 3 pieces, numba 0.68") - CTV.rules == {"0.1.2", "0.68"}
    assert ARRIBA.cited_in("(10, 11.1.2, rulings A-43a, A-104)") == {"10", "11.1.2", "A-43a", "A-104"}


@each_ledger
def test_every_clause_is_cited_in_the_code(ledger: Ledger):
    missing = (ledger.rules | ledger.rulings - ledger.explained) - set(ledger.citations())
    assert not missing, f"clauses that no line of code cites: {sorted(missing)}"


@each_ledger
def test_every_clause_has_a_test_with_its_number_in_the_name_or_is_explained(ledger: Ledger):
    missing = (ledger.rules | ledger.rulings) - set(ledger.named())
    assert missing == ledger.explained, f"neither tested nor explained, or both: {sorted(missing ^ ledger.explained)}"


@each_ledger
def test_every_worked_case_has_a_test_with_its_number_in_the_name(ledger: Ledger):
    missing = set(ledger.cases) - set(ledger.named())
    assert not missing, f"cases without a test: {sorted(missing)}"


def test_every_printed_example_is_a_test():
    examples = set(CTV.index["printed_examples"])
    assert examples <= CTV.rules
    named = [t for t in CTV.all_tests() if "printed example" in f"{t.name} {t.doc}".replace("_", " ").lower()]
    assert set().union(*(CTV.named_clauses(test.name) for test in named)) & CTV.rules == examples


@each_ledger
def test_nothing_cites_an_unknown_clause(ledger: Ledger):
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ledger.house.rglob("*.py")))
    unknown = set(ledger.cited_ruling.findall(text)) - ledger.rulings - ledger.not_modelled
    unknown |= set(re.findall(r"\brules? (\d{1,2}(?:\.\d{1,2}){1,2})", text)) - ledger.rules - ledger.not_modelled
    assert not unknown, f"the code cites clauses that do not exist: {sorted(unknown)}"


@each_ledger
def test_no_test_is_named_after_an_unknown_clause(ledger: Ledger):
    unknown = set(ledger.named()) - ledger.rules - ledger.rulings - set(ledger.cases)
    assert not unknown, f"tests named after clauses that do not exist: {sorted(unknown)}"


@each_ledger
def test_what_is_not_modelled_or_not_tested_has_a_reason(ledger: Ledger):
    for key in ("not_modelled", "explained"):
        assert all(reason.strip() for reason in ledger.index.get(key, {}).values())
    assert not ledger.not_modelled & (ledger.rules | ledger.rulings)


@each_ledger
def test_the_rules_page_is_up_to_date(ledger: Ledger):
    assert ledger.page_file.read_text(encoding="utf-8") == ledger.page(), "out of date: run `make rules-page`"
