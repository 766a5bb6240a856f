"""The rooms of a game: found by name, checked member by member, absent without an error."""

import sys
import typing

import pytest

from ctv_env.core.rooms import members_of, room
from ctv_env.core.terms import SpecError


class Named(typing.Protocol):
    NAME: str


class Cellar(Named, typing.Protocol):
    def depth(self) -> int: ...

    def _dug(self) -> None: ...


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Writes the modules of a package, in whose text HOUSE stands for its name, and returns that name."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(**modules: str) -> str:
        name = f"house_{tmp_path.name}"
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").touch()
        for module, text in modules.items():
            (folder / f"{module}.py").write_text(text.replace("HOUSE", name))
        return name

    yield write
    for name in [name for name in sys.modules if name.startswith(f"house_{tmp_path.name}")]:
        del sys.modules[name]


GOOD = 'NAME = "cellar"\n\ndef depth():\n    return 3\n'


def test_a_protocol_has_the_public_members_of_its_bases_too():
    assert members_of(Cellar) == ("NAME", "depth")


def test_a_room_is_found_by_its_name(package):
    cellar = room(package(cellar=GOOD), "cellar", Cellar)
    assert (cellar.NAME, cellar.depth()) == ("cellar", 3)


@pytest.mark.parametrize("name", ["attic", "attic.chest", "cellar.shelf"])
def test_a_game_need_not_have_a_room(package, name):
    assert room(package(cellar=GOOD), name, Cellar) is None


@pytest.mark.parametrize(("line", "member"), [('NAME = "cellar"', "NAME"), ("def depth", "depth")])
def test_what_a_room_lacks_is_named(package, line, member):
    house = package(cellar=GOOD.replace(line, line.replace(member, "other")))
    with pytest.raises(SpecError, match=rf"{house}\.cellar lacks '{member}', which .*\.Cellar describes"):
        room(house, "cellar", Cellar)


def test_what_a_room_leaves_out_is_taken_from_the_module_of_its_protocol(package, monkeypatch):
    monkeypatch.setitem(globals(), "depth", lambda: 5)
    house = package(cellar='NAME = "cellar"')
    cellar = room(house, "cellar", Cellar)
    assert (cellar.NAME, cellar.depth()) == ("cellar", 5)
    assert room(house, "cellar", Cellar) is cellar
    assert not hasattr(sys.modules[f"{house}.cellar"], "depth")


@pytest.mark.parametrize("missing", ["no_such_library", "HOUSE.attic"])
def test_a_room_that_imports_what_is_not_there_is_not_passed_over(package, missing):
    with pytest.raises(ModuleNotFoundError, match=missing.removeprefix("HOUSE.")):
        room(package(hall=f"import {missing}\n"), "hall", Cellar)
