"""The image of a container: what its description names exists, and it ends with an unprivileged user."""

import json
import pathlib
import re
import tomllib

from ctv_env.cli.main import CHOSEN, make_parser

ROOT = pathlib.Path(__file__).parents[2]
STEPS = re.findall(r"^([A-Z]+) (.*(?:\\\n.*)*)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)


def words(instruction: str) -> list[str]:
    """What follows an instruction, each time that it stands in the file."""
    return [rest for name, rest in STEPS if name == instruction]


def test_it_has_all_that_the_package_is_built_from_and_nothing_else():
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert "*" in lines
    sources = {"LICENSE", "README.md", "agents", "configs", "ctv_env", "pyproject.toml", "setup.py"}
    assert kept == sources | {"constraints.txt"}
    assert all((ROOT / name).exists() for name in kept)


def test_its_extras_exist_and_its_python_is_one_that_the_package_claims():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = words("ARG")
    assert set(extras.partition("=")[2].split(",")) <= project["optional-dependencies"].keys()
    (image,) = words("FROM")
    version = re.fullmatch(r"python:(3\.\d+)-slim", image)
    assert version
    assert f"Programming Language :: Python :: {version[1]}" in project["classifiers"]


def test_it_compiles_before_it_gives_up_its_rights_and_serves():
    order = [name for name, _ in STEPS]
    (user,) = words("USER")
    assert user != "root"
    assert order.index("USER") > max(k for k, name in enumerate(order) if name == "RUN")
    assert any(re.search(r"\bctv compile\b", command) for command in words("RUN"))
    ((program,),), (arguments,) = map(json.loads, words("ENTRYPOINT")), map(json.loads, words("CMD"))
    assert program == "ctv"
    assert getattr(make_parser(arguments).parse_args(arguments), CHOSEN) == "serve"
