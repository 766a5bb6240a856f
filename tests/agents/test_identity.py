"""Hashes of what results depend on: they change with code, data, options and files, and with nothing else."""

import hashlib
import pathlib
import shutil

import pytest
from support.own_agents import PLAYER, write

from ctv_env.agents.evaluation import fingerprint as identity
from ctv_env.agents.evaluation.fingerprint import code_hash, identity_of_agent, identity_of_agents, place_of
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.external.file_modules import name_of
from ctv_env.agents.external.program import TIME_LIMIT
from ctv_env.agents.registry import make_agent


def forget():
    """Read the sources again."""
    code_hash.cache_clear()
    identity._read.cache_clear()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A small tree of sources in place of this project's."""
    monkeypatch.setattr(identity, "_ROOT", tmp_path)
    forget()
    (tmp_path / "ctv_env").mkdir()
    for name, text in {
        "one": "from ctv_env import two\n",
        "two": "import ctv_env.three as x\n\n\ndef draw():\n    from ctv_env import five\n",
        "three": "A = 1\n",
        "five": "A = 1\n",
    }.items():
        (tmp_path / "ctv_env" / f"{name}.py").write_text(text)
    yield tmp_path / "ctv_env"
    forget()


def rehash(package, file, text):
    """Hash before and after a change."""
    before = code_hash("ctv_env.one")
    (package / file).write_text(text)
    forget()
    return before, code_hash("ctv_env.one")


@pytest.mark.parametrize(
    ("file", "text", "changes"),
    [
        ("three.py", "A = 2\n", True),
        ("two.py", "x = 1\n", True),
        ("three.py", '"""Words."""\nA = 1  # one\n', True),  # adding a docstring changes the tree
        ("three.py", "A = 1  # one\n", False),
        ("four.py", "A = 2\n", False),
        ("five.py", "A = 2\n", False),  # imported in a function
    ],
)
def test_the_code_of_all_that_is_imported_counts_and_comments_do_not(file, text, changes, package):
    before, after = rehash(package, file, text)
    assert (before != after) == changes


def test_the_words_of_a_docstring_do_not_count(package):
    rehash(package, "three.py", '"""Words."""\nA = 1\n')
    before, after = rehash(package, "three.py", '"""Others."""\nA = 1\n')
    assert before == after


def test_a_place_is_identified_by_rules_data_scenario_and_options():
    places = {
        place_of(Setting(scenario=scenario, options=options))
        for scenario in ("duel", "escudo")
        for options in ({}, {"fog": False}, {"dice": "keyed"})
    }
    assert len(places) == 6
    assert place_of(Setting(scenario="duel")) == place_of(Setting(scenario="duel", options={"fog": True}, threads=3))
    assert place_of(Setting(scenario="duel")).startswith("ctv/duel rules ")


def test_an_agent_is_identified_by_its_name_its_code_and_its_files(tmp_path):
    file = tmp_path / "player.py"
    file.write_text("one")

    def identity_of(name, **changes):
        return identity_of_agent(name, make_agent(name, "ctv", "duel", "nationalist"), Setting(**changes))

    program = f"program:python3 {file}"
    before = identity_of(program)
    assert identity_of(program) == before
    file.write_text("two")
    assert identity_of(program) != before
    assert before.startswith(f"{program}@")
    assert len({identity_of("random"), identity_of("staff"), identity_of("staff", sample=True)}) == 3


def test_a_program_is_identified_by_its_executable_too(tmp_path):
    def identity_of(text):
        file.write_text(text)
        file.chmod(0o755)
        return identity_of_agent("it", make_agent(f"program:{file}", "ctv", "duel", "nationalist"), Setting())

    file = tmp_path / "my_player"
    assert identity_of("#!/bin/sh\nexit 1\n") != identity_of("#!/bin/sh\nexit 2\n")


@pytest.mark.parametrize(("name", "counts"), [("program:python3 player.py", True), ("staff", False)])
def test_a_program_is_identified_by_its_time_limit_unless_it_is_the_default(name, counts):
    def identity_of(**changes):
        setting = Setting(**changes)
        agent = make_agent(name, "ctv", "duel", "nationalist", time_limit=setting.time_limit)
        return identity_of_agent(name, agent, setting)

    agent = make_agent(name, "ctv", "duel", "nationalist")
    code = code_hash(type(agent).__module__, *getattr(agent, "sources", ()))
    assert identity_of() == f"{name}@{hashlib.sha256(code.encode()).hexdigest()[:12]}"
    assert identity_of(time_limit=float(TIME_LIMIT)) == identity_of()
    assert len({identity_of(time_limit=limit) for limit in (TIME_LIMIT, 0.01, 5, 5.0)}) == (3 if counts else 1)


def test_what_plays_under_a_name_on_each_side_counts():
    one, other = (make_agent("learned", "ctv", "campaign", side) for side in ("nationalist", "republican"))
    assert one.files != other.files
    found = [identity_of_agents("learned", agents, Setting()) for agents in ([one], [other], [one, other], [one, one])]
    assert found[0] == found[3]
    assert len(set(found)) == 3


def test_the_code_of_the_game_by_which_an_agent_decides_counts():
    policies, search = "ctv_env.games.ctv.policies.choose", "ctv_env.games.ctv.policies.search"
    assert make_agent("staff", "ctv", "duel", "nationalist").sources == (policies,)
    for name in ("expectimax", "rollout", "mcts"):
        assert {policies, search} <= set(make_agent(name, "ctv", "duel", "nationalist").sources)
    assert code_hash("ctv_env.agents.scripted.policy") != code_hash("ctv_env.agents.scripted.policy", policies)


@pytest.mark.parametrize(
    "line",
    ["from elsewhere import plan", "from . import plan", "from .plan import A", "def act():\n    from . import plan"],
)
def test_code_from_elsewhere_counts_with_what_it_imports_of_its_own_package(line, tmp_path, monkeypatch):
    package = tmp_path / "elsewhere"
    package.mkdir()
    for name, text in (("__init__", ""), ("player", f"{line}\n"), ("plan", "A = 1\n")):
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    before = code_hash("elsewhere.player")
    (package / "plan.py").write_text("A = 2\n")
    forget()
    assert code_hash("elsewhere.player") != before
    forget()


def test_an_agent_in_a_file_is_identified_by_the_code_of_the_file_and_of_what_it_imports_from_beside_it(tmp_path):
    def identity_of(folder):
        forget()
        return code_hash(name_of(folder / "own.py"))

    file = write(tmp_path / "one" / "own.py", PLAYER + "        import beside_identity\n")
    beside = write(tmp_path / "one" / "beside_identity.py", "from pathlib import Path\n\nA = 1\n")
    write(tmp_path / "one" / "another.py", "A = 1\n")
    before = identity_of(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    assert identity_of(tmp_path / "two") == before  # wherever it is
    write(tmp_path / "one" / "another.py", "A = 2\n")
    file.write_text(file.read_text() + "# a comment\n")
    assert identity_of(tmp_path / "one") == before
    write(beside, "A = 2\n")
    edited = identity_of(tmp_path / "one")
    assert edited != before
    file.write_text(file.read_text() + "B = 2\n")
    assert identity_of(tmp_path / "one") not in (before, edited)
    forget()


def test_a_checkpoint_is_identified_by_its_bytes(tiny_run, altered):
    one, other = (
        identity_of_agent("it", make_agent(str(path), "ctv", "campaign", "nationalist"), Setting()).split("@")[1]
        for path in (tiny_run, altered(note="other"))
    )
    assert one != other


def test_every_module_of_the_project_is_read():
    root = pathlib.Path(identity.__file__).parents[1]
    names = [".".join(file.relative_to(root).with_suffix("").parts) for file in root.rglob("*.py")]
    modules = [f"ctv_env.agents.{name}" for name in names if not name.endswith("__init__")]
    assert len(modules) > 40
    assert code_hash("ctv_env.agents.nothing") not in {code_hash(module) for module in modules}
