"""The environment pages: ``python -m support.env_pages`` writes ``docs/environments`` from the declarations."""

import pathlib

import ctv_env
from ctv_env.core.observation import Channel, Layout
from ctv_env.envs import IDS
from ctv_env.envs.aec import ENV_ID
from ctv_env.envs.spaces import observation_space
from ctv_env.games import spec_of
from ctv_env.games.ctv.model.actions import SEGMENTS
from ctv_env.games.ctv.model.codes import MAP, Kind, Nationality, Node, Place
from ctv_env.games.ctv.model.state import STATE
from ctv_env.games.ctv.observation.layout import GLOBALS, OBSERVATION_HASHES, OBSERVATIONS

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "environments"
ABOUT = {
    "campaign": "The published game: the Italo-Nationalist offensive from the front line to Santander.",
    "escudo": "The CTV breaks in on the Burgos road.",
    "reinosa": "The pocket of the upper Ebro is closed from two sides.",
    "last-stand": "Torrelavega, Santoña, Santander: the end of the campaign.",
    "duel": "The gates of Santander, two units against three: small enough to be solved exactly with open cards.",
}
_CODES = {"kind": Kind, "nation": Nationality, "place": Place, "node": Node}

INTRODUCTION = """# Environments

Written by `make env-pages` from the declarations in `ctv_env`; a test keeps it up to date. One page an id:

"""

INTERFACES = f"""
## Ways in

| library | what to use |
| --- | --- |
| Gymnasium | `gymnasium.make(id, side=..., opponent=..., obs=..., reward=...)`, one side; `ctv_env.envs.single` |
| Gymnasium, in bulk | `make_vec(id, num_envs=1024, vectorization_mode="vector_entry_point")`; `ctv_env.envs.vector` |
| Stable-Baselines3, sb3-contrib | `ctv_env.envs.sb3.SB3VecEnv(n_envs, ...)`, with self-play |
| PettingZoo | `ctv_env.envs.aec.env()`, registered as `{ENV_ID}` |
| RLlib | `ctv_env.envs.rllib.RLlibEnv`; an example: `python -m agents.training.rllib_selfplay` |
| OpenSpiel | `import ctv_env.envs.openspiel`, then `pyspiel.load_game("python_ctv(scenario=duel)")` |

Keywords and what they do stand in the docstrings of these modules, `help(ctv_env.envs.single.SingleSideEnv)` first.
"""

REWARDS = """
## Rewards

| `reward` | what is paid | what a game adds up to at discount 1 |
| --- | --- | --- |
| `"vp"` | 1 or -1 at the end; change of the VP, of those that win | the result; VP gained since the first decision |
| `"win"` | 1 or -1 at the end | the result |
| `"shaped"` | 1 or -1 at the end; change of a potential, 0 at the end | the result less the potential at first |

All are zero-sum: what one side gains the other loses. [Which gamma](../gamma.md) goes with the length of the games.
"""

VERSIONS = """
## Versions

The number of an id (`-v0`) goes up when the same policy would do better or worse: another rule, another datum of the
map, the counters or the charts, another meaning of an action or of a reward, other defaults. It stays when something is
added that is off by default, or computed faster. Channels may be added to an observation within a version; checkpoints
carry the hash of the layout and are refused where it differs.

- **v0**: not yet released; it may still change.
"""


def index() -> str:
    """The page that all ids share."""
    rows = "".join(f"- [`{name}`]({_file(scenario)}): {ABOUT[scenario]}\n" for scenario, name in IDS.items())
    return INTRODUCTION + rows + INTERFACES + _actions() + _observations() + REWARDS + VERSIONS


def _actions() -> str:
    rows = "".join(f"| {first} to {first + n - 1} | `{name}` | {n} |\n" for name, first, n in SEGMENTS)
    n_actions = spec_of("ctv").n_actions
    return f"""
## Actions

`Discrete({n_actions})`. What an action means depends on the node; `Game.describe(action)` says it in words.

| actions | kind | number |
| --- | --- | --- |
{rows}
`info["action_mask"]`, int8 ({n_actions},), has the legal ones; it is never empty. The nodes are listed in
[the rules page](../../ctv_env/games/ctv/README.md).
"""


def _observations() -> str:
    kinds = "".join(
        f'| `"{kind}"` | {", ".join(f"`{layout.name}` {layout.shape}" for layout in layouts)} '
        f"| {sum(layout.size for layout in layouts):,} | `{OBSERVATION_HASHES[kind]}` |\n"
        for kind, layouts in OBSERVATIONS.items()
    )
    layouts = {layout.name: layout for layouts in OBSERVATIONS.values() for layout in layouts}
    text = f"""
## Observations

Always from the side that observes ("own"), with fog of war: what the rules hide is not in them. The keyword `obs`
chooses the arrays, `dtype` their form. In `"uint8"` a channel holds a whole number as given here, in `"float32"` its
value, by which the numbers are scaled evenly. Both say the same.

| `obs` | arrays | numbers | layout hash |
| --- | --- | --- | --- |
{kinds}
Planes are rows of the board from north to south, printed hex RRCC being row RR - 10, column CC - 1. Rows with an odd RR
stand half a hex further east (`odd_row`): the six neighbours of a cell are, in an even row, the cells NW (-1, -1),
NE (-1, 0), W (0, -1), E (0, 1), SW (1, -1), SE (1, 0); in an odd row NW (-1, 0), NE (-1, 1), W, E as before,
SW (1, 0), SE (1, 1).
"""
    return text + "".join(_layout(layout) for layout in layouts.values())


def _layout(layout: Layout) -> str:
    channels, first, note = layout.channels, 0, ""
    if layout.name == "flat":
        channels, first = channels[len(GLOBALS.channels) :], GLOBALS.size
        note = f"The first {first} numbers are those of `globals`; then:\n\n"
    rows = []
    for channel in channels:
        last = first + channel.n - 1
        where = f"{first}" if channel.n == 1 else f"{first} to {last}"
        rows.append(f"| {where} | `{channel.name}` | {_meaning(channel)} | 0 to {channel.top} | {_values(channel)} |\n")
        first = last + 1
    head = "| index | channel | meaning | numbers | values |\n| --- | --- | --- | --- | --- |\n"
    return f"\n### `{layout.name}` {layout.shape}\n\n{note}{head}{''.join(rows)}"


def _meaning(channel: Channel) -> str:
    codes = _CODES.get(channel.name)
    if codes is None or channel.n != len(codes):
        return channel.meaning
    return f"{channel.meaning}: {', '.join(code.name for code in codes)}"


def _values(channel: Channel) -> str:
    return f"{channel.low:g} to {channel.high:g}" + (f"; zero {channel.zero}" if channel.zero else "")


def page(scenario: str) -> str:
    """The page of one id."""
    spec = spec_of("ctv")
    tables = spec.load(scenario)
    t, start = tables.record[0], tables.record["start_turn"][0]
    turns = f"{start} to {t['n_turns']}" if t["n_turns"] > start else f"{start}"
    pieces = sum(1 for name in tables.piece_names if name)
    spaces = {kind: type(observation_space("ctv", kind, "uint8")).__name__ for kind in OBSERVATIONS}
    kinds = ", ".join(f'`"{kind}"`: `{space}`' for kind, space in spaces.items())
    board = int((t["terrain"] != 0).sum())
    return f"""# {IDS[scenario]}

{ABOUT[scenario]} Written by `make env-pages`.

| | |
| --- | --- |
| make | `gymnasium.make("{IDS[scenario]}")` |
| action space | `Discrete({spec.n_actions})`, [masked](README.md#actions) |
| observation space | [`obs`](README.md#observations) {kinds} |
| rewards | [`"vp"`, `"win"`, `"shaped"`](README.md#rewards) |
| turns | {turns} |
| the Nationalist wins with | {t["vp_to_win"]} victory points at the end of a turn; else the Republican wins |
| pieces | {pieces}, of which {_deployed(tables)} on the map at the start |
| board | {board} land hexes of 17 x 20 |
| state | {STATE.itemsize:,} bytes |

**Episode.** It begins with the fixed historical deployment (`setup="placement"`, campaign only: with the set-up, piece
by piece) at the first decision of the learner's side, and is `terminated` when the Nationalist has enough victory
points at the end of a turn, or the last turn is over. Nothing is `truncated`.

**Arguments.** `side`, `opponent`, `obs`, `dtype`, `reward`, `illegal_action`, `mask_in_obs`, `render_mode`, and the
rules options: `help(ctv_env.envs.single.SingleSideEnv)`. `reset(seed=..., options=...)` takes `scenario`, `side`,
`opponent` and `edition` for one game.

**Versions.** [v0](README.md#versions).
"""


def _deployed(tables) -> int:
    game = ctv_env.new_game(scenario=tables.scenario, seed=0)
    return int((game.record["piece_place"] == MAP).sum())


def _file(scenario: str) -> str:
    return f"{scenario}.md"


def pages() -> dict[pathlib.Path, str]:
    """All pages by their files."""
    return {FOLDER / "README.md": index()} | {FOLDER / _file(scenario): page(scenario) for scenario in IDS}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, text in pages().items():
        file.write_text(text, encoding="utf-8")
