"""Plots, chosen by the kind of input: training runs, a ladder, a balance report, the battles of recorded games."""

import gzip
import json
import pathlib
import typing
import zlib
from collections.abc import Callable

from ctv_env.agents.training.config import as_dict
from ctv_env.agents.training.runs import Run
from ctv_env.core.host import shows_progress
from ctv_env.core.replay.format import SUFFIXES
from ctv_env.core.spec import spec_of

FORMATS = (".png", ".svg")
_FIRST = 2**20  # bytes of a first line


class PlotError(ValueError):
    """The input cannot be plotted."""


class Kind(typing.NamedTuple):
    """A kind of input.

    Attributes:
        name: of one such input, with its article.
        fits: (path) -> whether the path, which exists, is one.
        draw: (paths, picture file, width of maps in pixels) writes the picture and returns a description.
    """

    name: str
    fits: Callable[[pathlib.Path], bool]
    draw: Callable[[list[pathlib.Path], pathlib.Path, int], str]


def plot(paths: list[pathlib.Path], picture: pathlib.Path, width: int) -> str:
    """Plot ``paths``, all of one kind; return a description of the picture.

    Raises:
        ValueError: a path does not exist, is of no kind or of another than the rest, or cannot be read.
        OSError: the picture cannot be written.
        ModuleNotFoundError: a library is missing.
    """
    if picture.suffix.lower() not in FORMATS:
        raise PlotError(f"cannot plot to {picture}: the file's name must end in {' or '.join(FORMATS)}")
    if not picture.parent.is_dir():
        raise PlotError(f"cannot plot to {picture}: there is no folder {picture.parent}")
    paths = [run for path in paths for run in _runs_in(path)]
    kinds = [_kind_of(path) for path in paths]
    for path, kind in zip(paths, kinds, strict=True):
        if kind is not kinds[0]:
            raise PlotError(f"{paths[0]} is {kinds[0].name}, but {path} is {kind.name}: plot them separately")
    return kinds[0].draw(paths, picture, width)


def _kind_of(path: pathlib.Path) -> Kind:
    if not path.exists():
        raise PlotError(f"there is no {path}")
    for kind in KINDS:
        if kind.fits(path):
            return kind
    raise PlotError(f"{path} is none of: {', '.join(kind.name for kind in KINDS)}")


# -- training runs ---------------------------------------------------------------------------------------------------


def _is_run(path: pathlib.Path) -> bool:
    return Run(path).config_file.is_file() and Run(path).progress_file.is_file()


def _draw_runs(paths: list[pathlib.Path], picture: pathlib.Path, width: int) -> str:
    from ctv_env.agents.reports.curve import draw_curves, read_curve

    groups = {}
    for label, runs in group_runs([Run(path) for path in paths]).items():
        groups[label] = [read_curve(run.progress_file, spec_of(run.config().game).score) for run in runs]
        for run, curve in zip(runs, groups[label], strict=True):
            if not len(curve.decisions):
                raise PlotError(f"no game has ended in {run.folder} yet")
    draw_curves(groups, picture, "Last 100 games: mean of the seeds, 95 % interval (Student's t)")
    return ", ".join(f"{label}: {len(curves)} seeds" for label, curves in groups.items())


def group_runs(runs: list[Run]) -> dict[str, list[Run]]:
    """Group runs that differ only in the seed, by the name of their config and its differences from others so named.

    Raises:
        ValueError: a config cannot be read, or two runs of a group have the same seed.
    """
    groups: dict[str, list[Run]] = {}
    keys: dict[str, dict] = {}
    for run in runs:
        flat = _flat(as_dict(run.config()))
        seed = flat.pop("seed")
        mark = json.dumps(flat, sort_keys=True)
        for other in groups.get(mark, []):
            if other.config().seed == seed:
                raise PlotError(f"{other.folder} and {run.folder} are of the same config and seed: leave out one")
        groups.setdefault(mark, []).append(run)
        keys[mark] = flat
    return {_label(keys[mark], list(keys.values())): group for mark, group in groups.items()}


def _flat(data: dict, where: str = "") -> dict:
    """Flatten nested mappings, with dots in the keys."""
    flat: dict = {}
    for name, value in data.items():
        flat |= _flat(value, f"{where}{name}.") if isinstance(value, dict) else {where + name: value}
    return flat


def _label(config: dict, configs: list[dict]) -> str:
    """Return the name of a config and the keys in which it differs from others of that name."""
    namesakes = [other for other in configs if other["name"] == config["name"]]
    differs = [key for key in config if any(other.get(key, ...) != config[key] for other in namesakes)]
    return ", ".join([config["name"], *(f"{key}={config[key]}" for key in differs)])


def _runs_in(path: pathlib.Path) -> list[pathlib.Path]:
    """Return the run folders in a folder, by name; any other path itself."""
    return sorted(filter(_is_run, path.iterdir())) or [path] if path.is_dir() else [path]


# -- ladders -----------------------------------------------------------------------------------------------------------


def _is_ladder(path: pathlib.Path) -> bool:
    return path.is_file() and {"place", "agents"} <= _first_line(path).keys()


def _draw_ladder(paths: list[pathlib.Path], picture: pathlib.Path, width: int) -> str:
    from ctv_env.agents.evaluation.ladder import last_meetings
    from ctv_env.agents.evaluation.ratings import rate
    from ctv_env.agents.reports.ladder_report import draw

    if len(paths) > 1:
        raise PlotError(f"one ladder makes a picture, not {len(paths)}")
    meetings = last_meetings(paths[0])
    ratings = rate(list(dict.fromkeys(one for one, _ in meetings)), meetings)
    draw(picture, ratings, meetings)
    games = sum(meeting.games for meeting in meetings.values()) // 2
    return f"{len(ratings)} agents, {games} games"


# -- balance -----------------------------------------------------------------------------------------------------------


def _is_balance(path: pathlib.Path) -> bool:
    if path.suffix != ".json" or not path.is_file():
        return False
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "self_play" in data


def _draw_balance(paths: list[pathlib.Path], picture: pathlib.Path, width: int) -> str:
    from ctv_env.agents.balance.file import read_figures
    from ctv_env.agents.balance.pictures import draw_balance

    if len(paths) > 1:
        raise PlotError(f"one balance report makes a picture, not {len(paths)}")
    figures = read_figures(paths[0])
    draw_balance(picture, *figures)
    return f"{', '.join(one.agent for one in figures.played)}, {len(figures.found)} variants"


# -- battles -----------------------------------------------------------------------------------------------------------


def _is_record(path: pathlib.Path) -> bool:
    if path.is_dir():
        return any(file.name.endswith(SUFFIXES) and _is_record(file) for file in path.iterdir())
    return "replay" in _first_line(path)


def _draw_battles(paths: list[pathlib.Path], picture: pathlib.Path, width: int) -> str:
    import tqdm

    from ctv_env.agents.reports.battles import map_of_battles, records_in
    from ctv_env.render import raster, svg

    records = [file for path in paths for file in records_in(path)]
    with tqdm.tqdm(total=len(records), unit=" games", leave=False, disable=not shows_progress()) as bar:
        drawing = map_of_battles(records, bar.update)
    if picture.suffix.lower() == ".svg":
        picture.write_text(svg.svg(drawing), encoding="utf-8")
    else:
        picture.write_bytes(raster.png(drawing, width))
    return drawing.title


def _first_line(file: pathlib.Path) -> dict:
    """Return the first line of a file of JSON lines, plain or compressed; empty for any other file."""
    try:
        with (gzip.open if file.suffix == ".gz" else open)(file, "rb") as stream:
            line = json.loads(stream.readline(_FIRST))
    except (OSError, EOFError, zlib.error, ValueError, RecursionError):
        return {}
    return line if isinstance(line, dict) else {}


KINDS = (
    Kind("a run folder", _is_run, _draw_runs),
    Kind("a ladder's file", _is_ladder, _draw_ladder),
    Kind("a balance.json", _is_balance, _draw_balance),
    Kind("a record, or a folder of records", _is_record, _draw_battles),
)
"""All kinds of input."""
