"""Data sets on disk, in the format of Minari: ``FOLDER/data`` with ``main_data.hdf5`` and ``metadata.json``.

``minari.load_dataset`` reads them, and so does ``DataSet``, which needs h5py alone.  The entry ``ctv_env`` of the
metadata says what the games were, and what an agent that learns from them must fit to.
"""

import contextlib
import hashlib
import json
import pathlib
import re
import shutil
import typing
from collections.abc import Callable, Iterator, Mapping

import gymnasium
import numpy as np

from ctv_env.agents.learned.checkpoint import differences, identity_of
from ctv_env.agents.offline.episode import Episode
from ctv_env.core.extras import needs_extra
from ctv_env.core.observation import Layout, split
from ctv_env.core.quote import quoted
from ctv_env.core.spec import known_spec, reference_of
from ctv_env.envs.spaces import mask_space, observation_space

with needs_extra("offline", __name__):
    import h5py

FORMAT = 1
OWN = "ctv_env"
"""The entry of the metadata that is not Minari's."""
MINARI_VERSION = "0.5.0"
"""The oldest version of Minari's format that the files agree with."""
MASK = "action_mask"
_ARRAYS, _METADATA = "main_data.hdf5", "metadata.json"
_ID = re.compile(r"[-\w]*\w-v\d+")
_CHUNK = 64  # observations compressed together
_COMPRESSION: dict[str, typing.Any] = {"compression": "gzip", "compression_opts": 1}
_NEEDED = ("game", "scenario", "observation", "side")  # entries of the identity
_LONGEST_METADATA = 2**24  # bytes
_RESULTS = (-1.0, 0.0, 1.0)
_READING = (OSError, KeyError, ValueError, TypeError, AttributeError, RuntimeError)
"""What h5py raises for damaged files, or files without the expected names."""


class DataSetError(ValueError):
    """A folder holds no data set, a damaged one, or one of another game, rules, scenario or layout."""


def check_name(folder: pathlib.Path) -> None:
    """Raise a DataSetError unless a data set may be written to ``folder``: by its name, and as it is not there yet."""
    if not _ID.fullmatch(folder.name):
        raise DataSetError(
            f"a data set cannot be called {quoted(folder.name)}: Minari needs a name of letters, digits, - and _ that "
            "ends in a version, such as games-v0"
        )
    if folder.exists():
        raise DataSetError(f"{folder} exists already: choose another name, or remove it")


def spaces_of(layouts: tuple[Layout, ...], kind: str, n_actions: int) -> tuple[gymnasium.spaces.Dict, gymnasium.Space]:
    """Return the spaces of the stored observations and actions: those of an environment with ``mask_in_obs``."""
    space = observation_space(layouts, "uint8")
    arrays = dict(space.spaces) if isinstance(space, gymnasium.spaces.Dict) else {kind: space}
    return gymnasium.spaces.Dict(arrays | {MASK: mask_space(n_actions)}), gymnasium.spaces.Discrete(n_actions)


@contextlib.contextmanager
def writing(
    folder: pathlib.Path, layouts: tuple[Layout, ...], n_actions: int, facts: Mapping[str, typing.Any]
) -> Iterator[Callable[[Episode], None]]:
    """Write a data set; the folder gets its name when it is complete, and is not there after an error.

    Args:
        folder: to create; its name is that of the data set.
        layouts: of the rows of the episodes.
        n_actions: size of the action space.
        facts: the entry ``ctv_env`` of the metadata, with at least ``identity``; ``metadata``, a mapping, is taken out
            of it and added to Minari's own entries.

    Yields:
        A function that stores an episode.

    Raises:
        DataSetError: as ``check_name``.
    """
    check_name(folder)
    part = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    (part / "data").mkdir(parents=True)
    kind, totals = facts["identity"]["observation"], {"total_episodes": 0, "total_steps": 0}
    try:
        with h5py.File(part / "data" / _ARRAYS, "w") as file:

            def add(episode: Episode) -> None:
                _write_episode(file, totals["total_episodes"], episode, layouts, kind)
                totals["total_episodes"] += 1
                totals["total_steps"] += episode.n

            yield add
        _write_metadata(part / "data", folder.name, spaces_of(layouts, kind, n_actions), totals, facts)
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _write_episode(file: h5py.File, k: int, episode: Episode, layouts: tuple[Layout, ...], kind: str) -> None:
    group = file.create_group(f"episode_{k}")
    group.attrs.update({"id": k, "total_steps": episode.n, "seed": np.uint64(episode.seed), "side": episode.side})
    arrays = split(episode.rows, layouts)
    arrays = arrays if len(arrays) > 1 else {kind: next(iter(arrays.values()))}
    seen = group.create_group("observations")
    for name, array in (arrays | {MASK: episode.masks}).items():
        chunks = (min(len(array), _CHUNK), *array.shape[1:])
        seen.create_dataset(name, data=array, chunks=chunks, **_COMPRESSION)
    last = np.arange(episode.n) == episode.n - 1
    group["actions"] = episode.actions
    group["rewards"] = np.where(last, episode.result, 0.0)
    group["terminations"] = last
    group["truncations"] = np.zeros(episode.n, bool)
    group.create_group("infos")["taught"] = np.append(episode.taught, False)


def _write_metadata(
    data: pathlib.Path,
    name: str,
    spaces: tuple[gymnasium.Space, gymnasium.Space],
    totals: Mapping[str, int],
    facts: Mapping[str, typing.Any],
) -> None:
    own = dict(facts)
    minari = own.pop("metadata", {})
    size = (data / _ARRAYS).stat().st_size
    metadata = {
        "dataset_id": name,
        "minari_version": MINARI_VERSION,
        "data_format": "hdf5",
        "jpeg_encoding": False,
        "observation_space": json.dumps(_space(spaces[0])),
        "action_space": json.dumps(_space(spaces[1])),
        "dataset_size": round(size / 1e6, 1),
        **totals,
        **minari,
        OWN: {"format": FORMAT, **own, "sha256": _hash(data / _ARRAYS)},
    }
    (data / _METADATA).write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")


def _space(space: gymnasium.Space) -> dict[str, typing.Any]:
    """Return a space as Minari writes it."""
    if isinstance(space, gymnasium.spaces.Dict):
        return {"type": "Dict", "subspaces": {name: _space(one) for name, one in space.spaces.items()}}
    if isinstance(space, gymnasium.spaces.Discrete):
        return {"type": "Discrete", "dtype": "int64", "start": int(space.start), "n": int(space.n)}
    assert isinstance(space, gymnasium.spaces.Box)
    bounds = {"low": space.low.tolist(), "high": space.high.tolist()}
    return {"type": "Box", "dtype": str(space.dtype), "shape": list(space.shape), **bounds}


def _hash(file: pathlib.Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class DataSet:
    """A data set to read.

    ``len(data)`` is the number of episodes, ``data[k]`` an ``Episode``, and a loop goes through all of them.

    Args:
        folder: of the data set.

    Attributes:
        facts: what the games were: ``identity`` (``checkpoint.identity_of``), ``options``, ``agents``, ``command`` and
            more.
        spec, tables: of the game; where an agent that learns from it will play.
        layouts: of the rows of the episodes.
        steps: number of decisions in all episodes.

    Raises:
        DataSetError: it is no data set of this project, its file was damaged or changed, or the present code has other
            rules or another layout of actions or observations.
    """

    def __init__(self, folder: str | pathlib.Path):
        self.folder = pathlib.Path(folder)
        metadata = _read_metadata(self.folder)
        self.facts: dict[str, typing.Any] = metadata[OWN]
        self._check_identity()
        kind = self.facts["identity"]["observation"]
        self.layouts = self.tables.observations[kind]
        self._names = [layout.name for layout in self.layouts] if len(self.layouts) > 1 else [kind]
        self._n, self.steps = metadata["total_episodes"], metadata["total_steps"]
        file = self.folder / "data" / _ARRAYS
        if not file.is_file():
            raise DataSetError(f"data set {self.folder} is damaged: it lacks {_ARRAYS}")
        if _hash(file) != self.facts["sha256"]:
            raise DataSetError(f"data set {self.folder} is damaged, or was changed: the hash of {_ARRAYS} is another")

    def _check_identity(self) -> None:
        """Set ``spec`` and ``tables``; raise a DataSetError if they do not fit the data."""
        found, options = self.facts["identity"], self.facts["options"]
        try:
            self.spec = known_spec(found["game"])
            self.tables = self.spec.load(found["scenario"], **options)
            expected = identity_of(reference_of(self.spec), found["scenario"], found["observation"], "any", options)
        except (TypeError, ValueError) as error:
            raise DataSetError(f"data set {self.folder} cannot be used here: {error}") from error
        different = differences(found, expected)
        if different:
            raise DataSetError(f"data set {self.folder} does not fit: {'; '.join(different)}")

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, k: int) -> Episode:
        if not 0 <= k < self._n:
            raise IndexError(f"data set {self.folder} has {self._n} episodes, not one with the index {k}")
        with self._reading() as file:
            return self._episode(file, k)

    def __iter__(self) -> Iterator[Episode]:
        with self._reading() as file:
            for k in range(self._n):
                yield self._episode(file, k)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[h5py.File]:
        """Open the arrays; errors of reading become ``DataSetError``."""
        try:
            with h5py.File(self.folder / "data" / _ARRAYS, "r") as file:
                yield file
        except DataSetError:
            raise
        except _READING as error:
            raise DataSetError(f"data set {self.folder} is damaged: {error}") from error

    def _episode(self, file: h5py.File, k: int) -> Episode:
        """Read an episode.

        Raises:
            DataSetError: its arrays do not belong together.
        """
        group = file[f"episode_{k}"]
        seen, actions = group["observations"], group["actions"][()]
        n, n_actions = len(actions), self.tables.actions.n
        arrays = [seen[name][()] for name in self._names]
        masks, rewards, taught = seen[MASK][()], group["rewards"][()], group["infos/taught"][()]
        fits = (
            n > 0
            and actions.dtype == np.int64
            and masks.shape == (n + 1, n_actions)
            and rewards.shape == (n,)
            and taught.shape == (n + 1,)
            and all(
                array.dtype == np.uint8 and array.shape == (n + 1, *layout.shape)
                for array, layout in zip(arrays, self.layouts, strict=True)
            )
            and bool(((actions >= 0) & (actions < n_actions)).all())
            and bool((masks[np.arange(n), actions] == 1).all())
            and float(rewards[-1]) in _RESULTS
            and group.attrs["side"] in self.spec.sides
        )
        if not fits:
            raise DataSetError(f"data set {self.folder} is damaged: the arrays of episode {k} do not fit together")
        rows = np.concatenate([array.reshape(n + 1, -1) for array in arrays], axis=1)
        side, seed = str(group.attrs["side"]), int(group.attrs["seed"])
        return Episode(rows, masks.astype(np.int8), actions, taught[:-1].astype(bool), float(rewards[-1]), side, seed)


def _read_metadata(folder: pathlib.Path) -> dict[str, typing.Any]:
    """Return the metadata, with the entries that are needed here."""
    file = folder / "data" / _METADATA
    if not file.is_file():
        raise DataSetError(f"{folder} is not a data set: it has no data/{_METADATA}")
    try:
        if file.stat().st_size > _LONGEST_METADATA:
            raise ValueError("it is too long")
        metadata = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataSetError(f"data set {folder} is damaged: its {_METADATA} cannot be read ({error})") from error
    if not isinstance(metadata, dict) or not isinstance(metadata.get(OWN), dict):
        raise DataSetError(
            f"{folder} is a data set of something else: `ctv lab record-games` records those that can be read here"
        )
    own = metadata[OWN]
    identity = own.get("identity")
    complete = (
        own.get("format") == FORMAT
        and isinstance(own.get("sha256"), str)
        and isinstance(own.get("options"), dict)
        and isinstance(identity, dict)
        and set(_NEEDED) <= set(identity)
        and all(isinstance(value, str) for value in identity.values())
        and all(type(metadata.get(name)) is int and metadata[name] >= 0 for name in ("total_episodes", "total_steps"))
    )
    if not complete:
        raise DataSetError(f"data set {folder} is damaged: its {_METADATA} lacks entries, or is not of format {FORMAT}")
    return metadata
