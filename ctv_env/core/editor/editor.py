"""What a game tells the editor: its data files, and the fields of spaces and scenarios."""

import dataclasses
import pathlib
import typing
from collections.abc import Callable

from ctv_env.core.datafile import Record, data_folder
from ctv_env.core.editor.fields import AnyField, Section, Trees
from ctv_env.core.tables import Loader, path_of
from ctv_env.core.terms import TablesT
from ctv_env.core.ui import Plan


def _as_it_is(_: str, __: Trees) -> None:
    """Leave the scenario as it is."""


@dataclasses.dataclass(frozen=True)
class Editor(typing.Generic[TablesT]):
    """The editable data of a game.

    Attributes:
        loader: of the game's scenarios.
        fields: (contents of the files) -> the fields of every space.
        sections: (contents of the files) -> what concerns the whole scenario; the first begins with its title.
        plan: (tables) -> the layout of all spaces that can be edited, also those that are not in play.
        start: (scenario, contents of its files) changes them to those of a file with this scenario alone.
    """

    loader: Loader[TablesT]
    fields: Callable[[Trees], tuple[AnyField, ...]]
    sections: Callable[[Trees], tuple[Section, ...]]
    plan: Callable[[TablesT], Plan]
    start: Callable[[str, Trees], None] = _as_it_is

    @property
    def schemas(self) -> dict[str, Record]:
        """Schema of each file of a scenario by its name (``Loader.schemas``)."""
        return self.loader.schemas

    def texts(self, scenario: str, data_dir: str | pathlib.Path | None) -> dict[str, str]:
        """Return the texts of a scenario's files by name.

        Raises:
            ValueError: unknown scenario.
            OSError: a file cannot be read.
            UnicodeDecodeError: (a ValueError) a file is not text.
        """
        folder = data_folder(data_dir, self.loader.data)
        stem = self.loader.stem(scenario, folder)
        return {file: (folder / path_of(file, stem)).read_text(encoding="utf-8") for file in self.schemas}
