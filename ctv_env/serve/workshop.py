"""The editor's drafts: what a page shows of them, and their files on disk.

A draft is a scenario and a list of edits; the page keeps it, the server only answers.  Files are written once the
game's loader accepts them: a saved scenario into a folder of its name, a played one into a folder named after its
content, since the game needs its data for as long as it goes on.
"""

import hashlib
import io
import pathlib
import shlex
import shutil
import tempfile
import threading
import typing
import zipfile
from collections.abc import Mapping

import numpy as np

from ctv_env.core.editor import draft
from ctv_env.core.editor.draft import Edit, Problem
from ctv_env.core.editor.editor import Editor
from ctv_env.core.game import Game
from ctv_env.core.spec import GameSpec, reference_of
from ctv_env.core.tables import SCENARIO, path_of
from ctv_env.core.terms import Tables
from ctv_env.render.svg import svg
from ctv_env.serve.journal import FullError
from ctv_env.serve.requests import BadRequestError

MOST_KEPT = 1000
"""Maximum numbers of saved scenarios of a game, and of played ones; each takes some 50 kB."""
SAVED = "saved/"
"""Beginning of the name of a scenario that was saved by this editor."""
_EDIT = {"field", "space", "value"}


class ExistsError(ValueError):
    """A scenario of that name is saved already."""


class Workshop:
    """The drafts of a game.

    Args:
        spec: the game.
        data_dir: folder of custom data that the server offers, None for the package's own.
        saved: folder for scenarios that are saved, None if they cannot be.
        played: folder for the data of scenarios that are played.
    """

    def __init__(self, spec: GameSpec, data_dir: str | None, saved: pathlib.Path | None, played: pathlib.Path):
        self._spec, self._data_dir, self._played = spec, data_dir, played
        self._saved = saved / spec.name if saved is not None else None
        self._editor: Editor | None = spec.editor()
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether the game has data that can be edited."""
        return self._editor is not None

    @property
    def can_save(self) -> bool:
        """Whether this server keeps scenarios."""
        return self._saved is not None

    @property
    def editor(self) -> Editor:
        """The game's interface; BadRequestError if it has none."""
        if self._editor is None:
            raise BadRequestError("this game has no data files that could be edited")
        return self._editor

    def bases(self) -> dict[str, str]:
        """Return the titles of the scenarios that can be edited, saved ones last."""
        found = {scenario.name: scenario.title for scenario in self._spec.scenarios(self._data_dir)}
        for folder in self._saved_folders():
            try:
                found[SAVED + folder.name] = self._spec.scenarios(folder)[0].title
            except ValueError:
                found[SAVED + folder.name] = f"{folder.name}, damaged"
        return found

    def view(self, base: str, edits: list) -> dict:
        """Return what a page shows of a draft: fields, values, the loader's verdict, and the map if there is one.

        Raises:
            BadRequestError: the base or an edit is malformed.
            FieldError: (a ValueError) an edit has no such field, or a value that the field cannot have.
        """
        editor, texts = self.editor, self._edited(base, edits)
        with draft.loaded(self._spec, texts, "draft") as tables:
            plan = editor.plan(self._of_base(base) if isinstance(tables, Problem) else tables)
            picture = None if isinstance(tables, Problem) else self._picture(tables)
        trees = draft.trees_of(texts)
        spaces = {space.name: space for space in plan.spaces}
        of_space = [field for field in editor.fields(trees) if field.form(editor.schemas)]
        values = {name: {one.name: one.get(trees, name) for one in of_space} for name in spaces}
        return {
            "fields": [field.form(editor.schemas) for field in of_space],
            "values": {
                name: {key: value for key, value in own.items() if value is not None} for name, own in values.items()
            },
            "sections": [
                {
                    "title": section.title,
                    "hint": section.hint,
                    "fields": [
                        {**typing.cast(dict, field.form(editor.schemas)), "value": field.get(trees, "")}
                        for field in section.fields(editor.schemas, trees)
                    ],
                }
                for section in editor.sections(trees)
            ],
            "problem": self._words(tables, texts, spaces) if isinstance(tables, Problem) else None,
            "plan": plan,
            "picture": picture,
        }

    def save(self, base: str, edits: list, name: str, replace: bool) -> pathlib.Path:
        """Write a draft into the folder of its name, and return the folder.

        Raises:
            BadRequestError: a malformed name, base or edit, or scenarios cannot be saved here.
            ExistsError: (a ValueError) a scenario of that name is saved already, and ``replace`` is false.
            ValueError: the loader refuses the draft.
            OSError: the folder cannot be written, or is full.
        """
        if self._saved is None:
            raise BadRequestError("this server keeps no scenarios: download it instead")
        texts = self._accepted(base, edits, name)
        with self._lock:
            folder = self._saved / name
            if folder.exists() and not replace:
                raise ExistsError(f"there is a scenario {name!r} already: choose another name, or replace it")
            if not folder.exists():
                _check_room(self._saved)
            draft.write(folder, texts, name)
        return folder

    def commands(self, folder: pathlib.Path, name: str) -> list[str]:
        """Return commands that play the scenario in a folder."""
        where = f"--game {reference_of(self._spec)} --data-dir {shlex.quote(str(folder))} --scenario {name}"
        best, worst = self._spec.policies[-1], self._spec.policies[0]
        return [f"ctv play {where}", f"ctv evaluate {best} {worst} {where}", f"ctv serve {where}"]

    def keep(self, base: str, edits: list, name: str) -> pathlib.Path:
        """Write a draft into a folder for a game of it, and return the folder; raises as ``save``."""
        texts = self._accepted(base, edits, name)
        digest = hashlib.sha256(repr((self._spec.name, name, sorted(texts.items()))).encode()).hexdigest()
        folder = self._played / digest[:32]
        with self._lock:
            if not folder.exists():
                _check_room(self._played)
                self._played.mkdir(mode=0o700, parents=True, exist_ok=True)
                with tempfile.TemporaryDirectory(dir=self._played) as new:
                    draft.write(pathlib.Path(new, "data"), texts, name)
                    shutil.move(pathlib.Path(new, "data"), folder)
        return folder.resolve()

    def archive(self, base: str, edits: list, name: str) -> bytes:
        """Return a draft's folder as a zip file; raises as ``save``."""
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
            for part, text in self._accepted(base, edits, name).items():
                file.writestr(f"{name}/{path_of(part, name)}", text)
        return content.getvalue()

    def _edited(self, base: str, edits: list) -> dict[str, str]:
        """Return the files of a draft, whether or not they can be loaded."""
        scenario, data_dir = self._base(base)
        if len(edits) > draft.MOST_EDITS:
            raise BadRequestError(f"a draft may have {draft.MOST_EDITS} edits")
        if not all(
            isinstance(edit, dict) and edit.keys() == _EDIT and isinstance(edit["field"], str) for edit in edits
        ):
            raise BadRequestError(f"an edit must be an object with the keys {', '.join(sorted(_EDIT))}")
        texts = self.editor.texts(scenario, data_dir)
        return draft.edited(self.editor, scenario, texts, [Edit(**edit) for edit in edits])

    def _accepted(self, base: str, edits: list, name: str) -> dict[str, str]:
        """Return the files of a draft that the loader accepts under this name."""
        if not draft.NAME.fullmatch(name):
            raise BadRequestError("a name has 1 to 40 small letters, digits and hyphens, such as my-scenario")
        texts = self._edited(base, edits)
        with draft.loaded(self._spec, texts, name) as tables:
            if isinstance(tables, Problem):
                raise ValueError(f"the scenario cannot be played yet: {tables.message}")
        origin = f"# {name}: made in the editor from the scenario {base.removeprefix(SAVED)}.\n"
        return {file: text if text.startswith("# " + name + ":") else origin + text for file, text in texts.items()}

    def _base(self, base: str) -> tuple[str, str | None]:
        """Return the scenario and the data folder of a base."""
        if base.startswith(SAVED):
            name = base.removeprefix(SAVED)
            folder = next((one for one in self._saved_folders() if one.name == name), None)
            if folder is not None:
                return name, str(folder)
        elif base in {scenario.name for scenario in self._spec.scenarios(self._data_dir)}:
            return base, self._data_dir
        raise BadRequestError("there is no such scenario")

    def _of_base(self, base: str) -> Tables:
        """Return the tables of a base, or of the game's first scenario if its files are damaged."""
        scenario, data_dir = self._base(base)
        try:
            return self._spec.load(scenario, data_dir)
        except ValueError:
            return self._spec.load(None, self._data_dir)

    def _saved_folders(self) -> list[pathlib.Path]:
        if self._saved is None or not self._saved.is_dir():
            return []
        return sorted(one for one in self._saved.iterdir() if (one / path_of(SCENARIO, one.name)).is_file())

    def _words(self, problem: Problem, texts: Mapping[str, str], spaces: typing.Collection[str]) -> dict:
        """Return a problem as a page shows it."""
        trees = draft.trees_of(texts)
        fields = draft.fields_of(self.editor, trees)
        place = draft.locate(problem, fields, trees, spaces)
        label = fields[place.field].label if place.field else ""
        return {"message": problem.message, "field": place.field, "space": place.space, "label": label}

    def _picture(self, tables: Tables) -> str:
        """Return the map at the start, as everybody sees it."""
        return svg(Game.begin(self._spec, tables, np.uint64(0)).drawing(None))


def _check_room(folder: pathlib.Path) -> None:
    """Raise a FullError if the folder has reached its maximum number of scenarios."""
    if folder.is_dir() and sum(1 for _ in folder.iterdir()) >= MOST_KEPT:
        raise FullError(f"the folder of scenarios is full: it holds {MOST_KEPT}")
