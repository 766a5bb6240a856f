"""What a game tells the editor: its data files, and the fields of spaces and scenarios."""

import dataclasses
import pathlib
import typing
from collections.abc import Callable, Mapping

from ctv_env.core.datafile import Record, data_folder
from ctv_env.core.editor.fields import SCENARIO, AnyField, Section, Trees
from ctv_env.core.terms import TablesT
from ctv_env.core.ui import Plan


def _as_it_is(_: str, __: Trees) -> None:
    """Leave the scenario as it is."""


def _same_name(scenario: str, _: pathlib.Path) -> str:
    return scenario


@dataclasses.dataclass(frozen=True)
class Editor(typing.Generic[TablesT]):
    """The editable data of a game.

    Attributes:
        data: folder of the game's own data files.
        schemas: schema of each file by its name in that folder; ``SCENARIO`` is ``scenarios/NAME.yaml``.
        fields: (contents of the files) -> the fields of every space.
        sections: (contents of the files) -> what concerns the whole scenario; the first begins with its title.
        plan: (tables) -> the layout of all spaces that can be edited, also those that are not in play.
        stem: (scenario, data folder) -> name of the file that holds the scenario, without its suffix.
        start: (scenario, contents of its files) changes them to those of a file with this scenario alone.
    """

    data: pathlib.Path
    schemas: Mapping[str, Record]
    fields: Callable[[Trees], tuple[AnyField, ...]]
    sections: Callable[[Trees], tuple[Section, ...]]
    plan: Callable[[TablesT], Plan]
    stem: Callable[[str, pathlib.Path], str] = _same_name
    start: Callable[[str, Trees], None] = _as_it_is

    def texts(self, scenario: str, data_dir: str | pathlib.Path | None) -> dict[str, str]:
        """Return the texts of a scenario's files by name.

        Raises:
            OSError: a file cannot be read.
            UnicodeDecodeError: (a ValueError) a file is not text.
        """
        folder = data_folder(data_dir, self.data)
        stem = self.stem(scenario, folder)
        return {file: (folder / path_of(file, stem)).read_text(encoding="utf-8") for file in self.schemas}


def path_of(file: str, scenario: str) -> str:
    """Return the path of a file in a data folder; ``scenario`` is the name of the scenario's file."""
    return f"scenarios/{scenario}.yaml" if file == SCENARIO else file
