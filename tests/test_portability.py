"""What the sources must not rely on: an encoding, docstrings, cores, a terminal, line ends, the newest libraries."""

import ast
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[1]
FILES = [*sorted(ROOT.glob("ctv_env/**/*.py")), *sorted(ROOT.glob("agents/**/*.py")), ROOT / "setup.py"]
BINARY = re.compile("[rwax+]*b[rwax+]*")


def calls(tree: ast.AST) -> list[tuple[ast.Call, str, set[str | None]]]:
    """The calls in a source with the last part of the function's name and the names of its keywords."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(call, _last_name(call.func), {word.arg for word in call.keywords}) for call in found]


def _last_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_text(call: ast.Call, name: str, words: set[str | None]) -> bool:
    """Whether a call reads or writes text."""
    given = [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
    modes = [value.value for value in given if isinstance(value, ast.Constant) and isinstance(value.value, str)]
    if name in ("read_text", "write_text") or (name in ("run", "Popen", "check_output") and "text" in words):
        return True
    if name == "open":
        owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
        is_a_file = owner not in ("os", "tarfile", "webbrowser", "Image", "archive") and "budget" not in owner.lower()
        return is_a_file and not any(BINARY.fullmatch(mode) for mode in modes)
    return name == "fdopen" and not any(BINARY.fullmatch(mode) for mode in modes)


def without_encoding(source: str) -> list[int]:
    """The lines of calls that read or write text in the encoding of the system, which may be ASCII."""
    found = calls(ast.parse(source))
    return [call.lineno for call, name, words in found if "encoding" not in words and is_text(call, name, words)]


@pytest.mark.parametrize(
    ("call", "is_found"),
    [
        ("file.read_text()", True),
        ("file.write_text(words)", True),
        ("open(file)", True),
        ("file.open('w', newline='')", True),
        ("subprocess.run(words, text=True)", True),
        ("file.read_text(encoding='utf-8')", False),
        ("open(file, 'rb')", False),
        ("file.open(mode='ab')", False),
        ("os.open(file, flags)", False),
    ],
)
def test_text_without_an_encoding_is_found(call, is_found):
    assert without_encoding(call) == [1] * is_found


def test_all_text_is_read_and_written_in_an_encoding_that_is_named():
    found = [f"{file}:{line}" for file in FILES for line in without_encoding(file.read_text(encoding="utf-8"))]
    assert len(FILES) > 300
    assert found == []


# What to use instead of a word, and the files that may have it.
INSTEAD = {
    r"\bcpu_count\(": ("core.host.usable_cores", {"ctv_env/core/host.py"}),
    r"std(err|out|in)\.isatty\(": ("core.host.shows_progress", {"ctv_env/core/host.py", "agents/external/human.py"}),
    r"__doc__(?! or \"\"\)\.partition\()[^=\n]*(split|\[|\.[a-z])": ("partition, as python -OO has none", set()),
    r"\bnp\.bool\b": ("np.bool_, which numpy 1.26 has, too", set()),
    r"signal\.signal\(": ("core.host.ends_like_ctrl_c", {"ctv_env/core/host.py", "agents/evaluation/worker.py"}),
}


@pytest.mark.parametrize("pattern", INSTEAD)
def test_what_a_host_may_lack_is_asked_for_in_one_place(pattern):
    better, allowed = INSTEAD[pattern]
    files = [file for file in FILES if str(file.relative_to(ROOT)).replace("ctv_env/agents", "agents") not in allowed]
    found = [str(file) for file in files if re.search(pattern, file.read_text(encoding="utf-8"))]
    assert found == [], f"use {better}"


def test_files_keep_their_line_ends_in_every_checkout():
    assert "* text=auto eol=lf" in (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    assert not [file for file in FILES if b"\r\n" in file.read_bytes()]
