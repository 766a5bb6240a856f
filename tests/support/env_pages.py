"""The environment pages: ``python -m support.env_pages`` writes ``docs/environments`` from the declarations."""

import dataclasses
import pathlib
from collections.abc import Callable, Mapping

from support import ctv_pages

from ctv_env.core.observation import Channel, Layout, layout_hash
from ctv_env.core.spec import GameSpec, Tables
from ctv_env.envs import aec
from ctv_env.envs.spaces import observation_space
from ctv_env.games import environments, spec_of

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "environments"


@dataclasses.dataclass(frozen=True)
class Prose:
    """What no declaration of a game says.

    Attributes:
        about: a sentence or two on each scenario; its title where there is none.
        codes: names of the numbers of a channel with one place for each, by the channel.
        board: how the arrays lie on the map.
        score_reward: what the reward of the score pays, and what a game of it adds up to.
        result: what is paid for the result.
        facts: rows of the table on the page of a scenario.
        episode: where it begins and ends.
    """

    about: Mapping[str, str] = dataclasses.field(default_factory=dict)
    codes: Mapping[str, type] = dataclasses.field(default_factory=dict)
    board: str = ""
    score_reward: tuple[str, str] = ("change of the score, as a share of what counts as 1", "the result; the change")
    result: str = "1, -1 or, at a draw, 0 at the end"
    facts: Callable[[Tables], dict[str, str]] = lambda tables: {}
    episode: str = """\
**Episode.** It begins at the first decision of the learner's side and is `terminated` where the rules end it.
Nothing is `truncated`.
"""


PROSE = {
    "ctv": Prose(
        ctv_pages.ABOUT,
        ctv_pages.CODES,
        ctv_pages.BOARD,
        ctv_pages.SCORE_REWARD,
        ctv_pages.RESULT,
        ctv_pages.facts,
        ctv_pages.EPISODE,
    )
}

INTRODUCTION = """# Environments

Written by `make env-pages` from the declarations in `ctv_env`; a test keeps it up to date. One page an id:

"""

VERSIONS = """
## Versions

The number of an id (`-v0`) goes up when the same policy would do better or worse: another rule, another datum of the
map, the counters or the charts, another meaning of an action or of a reward, other defaults. It stays when something is
added that is off by default, or computed faster. Channels may be added to an observation within a version; checkpoints
carry the hash of the layout and are refused where it differs.

- **v0**: not yet released; it may still change.
"""


class Pages:
    """The pages of a game.

    Args:
        spec: of the game.
        ids: Gymnasium's id of each scenario.
        folder: where its pages lie.
        aec_id: PettingZoo's id.
    """

    def __init__(self, spec: GameSpec, ids: Mapping[str, str], folder: pathlib.Path, aec_id: str):
        self.spec, self.ids, self.folder, self.aec_id = spec, ids, folder, aec_id
        self.prose = PROSE.get(spec.name, Prose())
        self.tables = spec.load(None)
        self.kinds = self.tables.observations

    def all(self) -> dict[pathlib.Path, str]:
        """Each page by its file."""
        return {self.folder / "README.md": self.index()} | {
            self.folder / _file(scenario): self.page(scenario) for scenario in self.ids
        }

    def index(self) -> str:
        """The page that all ids share."""
        rows = "".join(f"- [`{name}`]({_file(one)}): {self._about(one)}\n" for one, name in self.ids.items())
        parts = (self._interfaces(), self._actions(), self._observations(), self._rewards(), VERSIONS)
        return INTRODUCTION + rows + "".join(parts)

    def _about(self, scenario: str) -> str:
        titles = {one.name: one.title for one in self.spec.scenarios(None)}
        return self.prose.about.get(scenario) or f"{titles[scenario]}."

    def _interfaces(self) -> str:
        *_, last = self.ids
        example = f"python_{self.spec.name}(scenario={last})"
        return f"""
## Ways in

| library | what to use |
| --- | --- |
| Gymnasium | `gymnasium.make(id, side=..., opponent=..., obs=..., reward=...)`, one side; `ctv_env.envs.single` |
| Gymnasium, in bulk | `make_vec(id, num_envs=1024, vectorization_mode="vector_entry_point")`; `ctv_env.envs.vector` |
| Stable-Baselines3, sb3-contrib | `ctv_env.envs.sb3.SB3VecEnv(n_envs, ...)`, with self-play |
| PettingZoo | `ctv_env.envs.aec.env()`, registered as `{self.aec_id}` |
| RLlib | `ctv_env.envs.rllib.RLlibEnv`; an example: `python -m agents.training.rllib_selfplay` |
| OpenSpiel | `import ctv_env.envs.openspiel`, then `pyspiel.load_game("{example}")` |

Keywords and what they do stand in the docstrings of these modules, `help(ctv_env.envs.single.SingleSideEnv)` first.
"""

    def _actions(self) -> str:
        actions = self.tables.actions
        rows = "".join(
            f"| {part.first} to {part.first + part.size - 1} | `{part.name}` | {part.size} |\n"
            for part in actions.segments
        )
        rules = f"{self._up(ROOT)}{self.spec.package.replace('.', '/')}/README.md"
        return f"""
## Actions

`Discrete({actions.n})`. What an action means depends on the node; `Game.describe(action)` says it in words.

| actions | kind | number |
| --- | --- | --- |
{rows}
`info["action_mask"]`, int8 ({actions.n},), has the legal ones; it is never empty. The nodes are listed in
[the rules page]({rules}).
"""

    def _observations(self) -> str:
        kinds = "".join(
            f'| `"{kind}"` | {", ".join(f"`{layout.name}` {layout.shape}" for layout in layouts)} '
            f"| {sum(layout.size for layout in layouts):,} | `{layout_hash(*layouts)}` |\n"
            for kind, layouts in self.kinds.items()
        )
        layouts = {layout.name: layout for layouts in self.kinds.values() for layout in layouts}
        text = f"""
## Observations

Always from the side that observes ("own"), with fog of war: what the rules hide is not in them. The keyword `obs`
chooses the arrays, `dtype` their form. In `"uint8"` a channel holds a whole number as given here, in `"float32"` its
value, by which the numbers are scaled evenly. Both say the same.

| `obs` | arrays | numbers | layout hash |
| --- | --- | --- | --- |
{kinds}
{self.prose.board}"""
        return text + "".join(self._layout(layout, list(layouts.values())) for layout in layouts.values())

    def _layout(self, layout: Layout, all_layouts: list[Layout]) -> str:
        channels, first, note = layout.channels, 0, ""
        if (start := _start_of(layout, all_layouts)) is not None:
            channels, first = channels[len(start.channels) :], start.size
            note = f"The first {first} numbers are those of `{start.name}`; then:\n\n"
        rows = []
        for channel in channels:
            last = first + channel.n - 1
            where = f"{first}" if channel.n == 1 else f"{first} to {last}"
            meaning, values = self._meaning(channel), _values(channel)
            rows.append(f"| {where} | `{channel.name}` | {meaning} | 0 to {channel.top} | {values} |\n")
            first = last + 1
        head = "| index | channel | meaning | numbers | values |\n| --- | --- | --- | --- | --- |\n"
        return f"\n### `{layout.name}` {layout.shape}\n\n{note}{head}{''.join(rows)}"

    def _meaning(self, channel: Channel) -> str:
        codes = self.prose.codes.get(channel.name)
        if codes is None or channel.n != len(codes):
            return channel.meaning
        return f"{channel.meaning}: {', '.join(code.name for code in codes)}"

    def _rewards(self) -> str:
        (paid, total), result = self.prose.score_reward, self.prose.result
        return f"""
## Rewards

| `reward` | what is paid | what a game adds up to at discount 1 |
| --- | --- | --- |
| `"{self.spec.score.key}"` | {result}; {paid} | {total} |
| `"win"` | {result} | the result |
| `"shaped"` | {result}; change of a potential, 0 at the end | the result less the potential at first |

All are zero-sum: what one side gains the other loses. [Which gamma]({self._up(FOLDER.parent)}gamma.md) goes with the \
length of the games.
"""

    def _up(self, folder: pathlib.Path) -> str:
        """The way from the pages to a folder that they lie in."""
        return "../" * len(self.folder.relative_to(folder).parts)

    def page(self, scenario: str) -> str:
        """The page of one id."""
        tables = self.spec.load(scenario)
        spaces = {
            kind: type(observation_space(layouts, "uint8")).__name__ for kind, layouts in tables.observations.items()
        }
        kinds = ", ".join(f'`"{kind}"`: `{space}`' for kind, space in spaces.items())
        facts = "".join(f"| {label} | {value} |\n" for label, value in self.prose.facts(tables).items())
        return f"""# {self.ids[scenario]}

{self._about(scenario)} Written by `make env-pages`.

| | |
| --- | --- |
| make | `gymnasium.make("{self.ids[scenario]}")` |
| action space | `Discrete({tables.actions.n})`, [masked](README.md#actions) |
| observation space | [`obs`](README.md#observations) {kinds} |
| rewards | [`"{self.spec.score.key}"`, `"win"`, `"shaped"`](README.md#rewards) |
{facts}| state | {self.spec.state.itemsize:,} bytes |

{self.prose.episode}
**Arguments.** `side`, `opponent`, `obs`, `dtype`, `reward`, `illegal_action`, `mask_in_obs`, `render_mode`, and the
rules options: `help(ctv_env.envs.single.SingleSideEnv)`. `reset(seed=..., options=...)` takes \
`scenario`, `side`,
`opponent` and options of the rules for one game.

**Versions.** [v0](README.md#versions).
"""


def _start_of(layout: Layout, others: list[Layout]) -> Layout | None:
    """The layout of one array with whose channels this one, longer, begins."""
    for one in others:
        n = len(one.channels)
        if n < len(layout.channels) and layout.channels[:n] == one.channels and one.shape == (one.n_channels,):
            return one
    return None


def _values(channel: Channel) -> str:
    return f"{channel.low:g} to {channel.high:g}" + (f"; zero {channel.zero}" if channel.zero else "")


def _file(scenario: str) -> str:
    return f"{scenario}.md"


def pages() -> dict[pathlib.Path, str]:
    """All pages by their files: those of the first game in the folder itself, of each other one in a folder within."""
    found: dict[pathlib.Path, str] = {}
    for game, ids in environments().items():
        folder = FOLDER / game if found else FOLDER
        found |= Pages(spec_of(game), ids, folder, aec.ids()[game]).all()
    return found


if __name__ == "__main__":
    for file, text in pages().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
