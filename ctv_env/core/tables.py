"""Loading of scenarios: the data files of a game and the chosen options, packed into its tables.

A data folder holds some files of the game, and one for each scenario in ``scenarios``.  Users may give a modified copy
of it.  Tables are cached until a file changes.
"""

import dataclasses
import functools
import hashlib
import pathlib
import typing
from collections.abc import Callable, Mapping

import numpy as np

from ctv_env.core.actions import ActionLayout
from ctv_env.core.board import Board
from ctv_env.core.datafile import STATUSES, Document, Record, content_of, data_folder, one_of
from ctv_env.core.jit import records
from ctv_env.core.observation import Layout
from ctv_env.core.terms import Option, Scenario, Tables, TablesT, check_options

SCENARIO = "scenario"
"""Name of the scenario's own file among ``Loader.schemas``, since its name in the folder varies."""

SWITCH = (False, True)
"""Values of an option that is off or on."""

PLAY_FORCED = Option(
    "play_forced",
    SWITCH,
    True,
    "the engine itself plays a node with one legal action",
    "Choices with a single possibility are made for you",
)
"""The option of every game that says whether the engine plays forced decisions itself."""


@dataclasses.dataclass(frozen=True, eq=False, kw_only=True)
class LoadedTables:
    """A scenario with a set of options.  It is cached and shared: copy the record before changing it.

    A game adds what else it reads, and the members of ``Tables`` that are missing here.

    Attributes:
        record: (1,) records of the game's tables.
        scenario: name of the scenario.
        options: value of every option.
        data_hash: sha256 of the data files' bytes, in hex.
        data_dir: folder of custom data, None for the game's own.
    """

    record: np.ndarray
    scenario: str
    options: dict[str, str | bool]
    data_hash: str
    data_dir: str | None


@dataclasses.dataclass(frozen=True, eq=False, kw_only=True)
class BoardTables(LoadedTables):
    """The tables of a game on a ``Board``, for which ``ui.py`` and ``plain_views.py`` have defaults.

    Attributes:
        actions: the action space.
        observations: the arrays of each kind of observation.
        board: the spaces, by the names that are used in actions.
        centres: x to the right and y down of each space, in units of ``Game.drawing``; a space is up to 96 wide.
    """

    actions: ActionLayout
    observations: Mapping[str, tuple[Layout, ...]]
    board: Board
    centres: tuple[tuple[float, float], ...]


@dataclasses.dataclass(frozen=True)
class Chosen:
    """The files of a scenario, read, and the options with which it is loaded.

    Attributes:
        documents: the files, in the order of ``Loader.schemas``.
        scenario: name of the scenario.
        options: value of every option, a word or a flag.
        data_hash: see ``LoadedTables``.
        data_dir: see there.
    """

    documents: tuple[Document, ...]
    scenario: str
    options: dict[str, typing.Any]
    data_hash: str
    data_dir: str | None

    def common(self) -> dict[str, typing.Any]:
        """Return the fields of ``LoadedTables`` by name, except ``record``."""
        names = (field.name for field in dataclasses.fields(LoadedTables) if field.name != "record")
        return {name: getattr(self, name) for name in names}

    def shares(self) -> dict[str, int]:
        """Return the number of values of each kind of provenance (``datafile.STATUSES``)."""
        found = [document.shares() for document in self.documents]
        return {status: sum(shares[status] for shares in found) for status in STATUSES}


@dataclasses.dataclass(frozen=True, eq=False)
class Loader(typing.Generic[TablesT]):
    """Loads the scenarios of a game.

    Attributes:
        data: folder of the game's own data files.
        files: schema of each file of that folder, by name.
        scenario: schema of ``scenarios/NAME.yaml``.  Such a file has a ``title``.  It may have ``cuts``: shorter
            scenarios by name, each with a title of its own.
        options: the rules options.
        default: name of the scenario that is listed first.
        pack: (files and options) -> tables; a DataError for values that contradict each other.
    """

    data: pathlib.Path
    files: Mapping[str, Record]
    scenario: Record
    options: tuple[Option, ...]
    default: str
    pack: Callable[[Chosen], TablesT]

    @property
    def schemas(self) -> dict[str, Record]:
        """Schema of each file that a scenario is loaded from; that of its own file has the name ``SCENARIO``."""
        return {**self.files, SCENARIO: self.scenario}

    def scenarios(self, data_dir: str | pathlib.Path | None = None) -> tuple[Scenario, ...]:
        """Return the scenarios of a data folder: the default, then others by name, each followed by its cuts.

        Raises:
            DataError: (a ValueError) an error in the file of a scenario.
        """
        return tuple(scenario for scenario, _ in self._scenarios(data_folder(data_dir, self.data)))

    def load(
        self, scenario: str | None = None, data_dir: str | pathlib.Path | None = None, **options: str | bool
    ) -> TablesT:
        """Read and check the files of a scenario; the tables are cached until one of them changes.

        Args:
            scenario: name of the scenario; None for the first of the folder.
            data_dir: folder with custom values, a modified copy of ``data``; None for ``data`` itself.
            **options: see ``options``.

        Raises:
            ValueError: unknown scenario, option or value.
            DataError: (a ValueError) an error in a data file.
        """
        folder = data_folder(data_dir, self.data)
        if scenario is None:
            scenario = next((file.stem for file in self._scenario_files(folder)), self.default)
        stem = self.stem(scenario, folder)
        chosen = check_options(self.options, options)
        files = tuple(folder / path_of(name, stem) for name in self.schemas)
        own = None if folder == self.data else str(folder)
        tables = _load(self, files, _hash(files), scenario, tuple(chosen.items()), own)
        return typing.cast(TablesT, tables)

    def stem(self, scenario: str, folder: pathlib.Path) -> str:
        """Return the name, without its suffix, of the file that holds a scenario; ValueError for an unknown one."""
        if scenario in [file.stem for file in self._scenario_files(folder)]:  # an error in another one does not matter
            return scenario
        known = self._scenarios(folder)
        stem = next((file.stem for one, file in known if one.name == scenario), None)
        if stem is None:
            names = [one.name for one, _ in known]
            raise ValueError(f"no scenario {scenario!r} in {folder}; {one_of(str(scenario), names)}")
        return stem

    def _scenario_files(self, folder: pathlib.Path) -> list[pathlib.Path]:
        files = (folder / "scenarios").glob("*.yaml")
        return sorted(files, key=lambda file: (file.stem != self.default, file.stem))

    def _scenarios(self, folder: pathlib.Path) -> list[tuple[Scenario, pathlib.Path]]:
        """Return the scenarios, and the file of each."""
        files = self._scenario_files(folder)
        return [(scenario, file) for file in files for scenario in _scenarios_in(self, file, _hash((file,)))]


def options_of(tables: Tables) -> dict[str, typing.Any]:
    """Return the options that load the same tables again: those of the rules, and ``data_dir`` for custom data."""
    return dict(tables.options) | ({"data_dir": tables.data_dir} if tables.data_dir else {})


def path_of(file: str, stem: str) -> str:
    """Return the path in a data folder of one of ``Loader.schemas``; ``stem`` is the name of the scenario's file."""
    return f"scenarios/{stem}.yaml" if file == SCENARIO else file


# Files that have changed are read again, because the hash of their bytes is part of the key.


@functools.lru_cache(maxsize=256)
def _scenarios_in(loader: Loader, file: pathlib.Path, data_hash: str) -> tuple[Scenario, ...]:
    """Return the scenario of a file and its cuts."""
    data = Document(file, loader.scenario).data
    cuts = data.get("cuts", {}).items()
    return Scenario(file.stem, data["title"]), *(Scenario(name, cut["title"]) for name, cut in cuts)


@functools.lru_cache(maxsize=256)
def _load(
    loader: Loader, files: tuple[pathlib.Path, ...], data_hash: str, scenario: str, options: tuple, data_dir: str | None
) -> typing.Any:
    documents = tuple(Document(file, schema) for file, schema in zip(files, loader.schemas.values(), strict=True))
    return loader.pack(Chosen(documents, scenario, dict(options), data_hash, data_dir))


def _hash(files: tuple[pathlib.Path, ...]) -> str:
    """Return the sha256 of the files and their names; missing files are skipped, ``Document`` reports them."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0")
        digest.update(content_of(file) if file.is_file() else b"")
    return digest.hexdigest()


def pack_record(kind: np.dtype, values: Mapping[str, typing.Any]) -> np.ndarray:
    """Return a (1,) record of dtype ``kind``, made by ``record_type``, from all its fields by name.

    Raises:
        KeyError: a field is missing or undeclared.
        ValueError: a field has the wrong shape, or a value out of range for its type.
    """
    declared = [name for name in kind.names or () if name != "padding"]
    if values.keys() != set(declared):
        raise KeyError(f"fields of the tables record that differ: {sorted(values.keys() ^ set(declared))}")
    block = records(1, kind)
    for name in declared:
        value, limits = np.asarray(values[name]), np.iinfo(kind[name].base)
        if value.shape != kind[name].shape or value.min() < limits.min or value.max() > limits.max:
            raise ValueError(f"field {name} needs shape {kind[name].shape} and values in {limits.min}..{limits.max}")
        block[name][0] = value
    return block
